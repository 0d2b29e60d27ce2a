"""Members of families in the structure of a row: none beyond the first and the last declared."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from boundcalc.checker.goals import Context, encloses, minus
from boundcalc.checker.probability.terms import BINDERS, free_names, is_random, parts
from boundcalc.checker.proofs import read_range
from boundcalc.checker.terms import Term, names, number
from boundcalc.language.expressions import Symbol
from boundcalc.language.text import expression_text
from boundcalc.probability.records import domain_json
from boundcalc.probability.writing import random_term
from boundcalc.proving.simplify import form_term, normalizer_for
from boundcalc.randomness.brackets import Unstructured
from boundcalc.randomness.names import RandomNames

_ANYTHING: Term = ("random", "")


@dataclass(frozen=True)
class _Run:
    """What one index of a family goes over: from `low` to `high`, or the same twice."""

    family: str
    place: int
    low: Term
    high: Term
    is_range: bool

    def is_within(self, last: Term, context: Context) -> bool:
        """Return whether it stays between 1 and the last member.

        A range has to; one member, if its index is a name, is only asked whether it may.
        """
        below, beyond = minus(number(1), self.low), minus(self.high, last)
        if not self.is_range or self.low[0] == self.high[0] == "number":
            return not any(_is_sure(context, ">", item) for item in (below, beyond))
        is_empty = _is_sure(context, ">", minus(self.low, self.high))
        return is_empty or all(
            _is_sure(context, ">=", minus(number(0), item)) for item in (below, beyond)
        )


def demand_members(random: RandomNames, parameters: Iterable[Symbol], *terms: Term | None) -> None:
    """Refuse a member that is beyond its family, and a range that may go beyond it."""
    items = {item.value.name: item for item in random.names.values()}
    ends = (last for item in items.values() for last in item.lasts)
    known = {*parameters, *(symbol for end in ends for symbol in end.symbols())}
    context = Context({item.name: read_range(domain_json(item.domain)) for item in known})
    for run in (run for term in terms if term is not None for run in _runs(term, {})):
        lasts = items[run.family].lasts if run.family in items else ()
        if run.place >= len(lasts) or run.is_within(random_term(lasts[run.place], {}), context):
            continue
        shown = f"{run.family} has the members 1 to {expression_text(lasts[run.place])}"
        if len(lasts) == 2:
            shown += f" by its {('first', 'second')[run.place]} index"
        raise Unstructured(f"{shown}, and others stand here; declare as many as are used")


def _is_sure(context: Context, kind: str, term: Term) -> bool:
    if is_random(term) or not names(term) <= context.box.keys():
        return False
    return encloses(context, (kind, form_term(normalizer_for(context).form(term))), 64)


def _runs(term: Term, bound: Mapping[str, tuple[Term, Term]]) -> Iterator[_Run]:
    """Yield the indices of families; what an outer sum bounds ends there at the latest."""
    if term[0] in BINDERS:
        if is_random(term[2]) or is_random(term[3]):
            raise Unstructured(
                r"the number of summands is random; write \sum_{i=1}^n \mathbb{1}[i \le N] X_i, "
                "with the last member of the family as the end"
            )
        lows = {("symbol", index): low for index, (low, _) in bound.items()}
        highs = {("symbol", index): high for index, (_, high) in bound.items()}
        ends = _shifted(term[2], lows), _shifted(term[3], highs)
        low, high = (_ANYTHING if free_names(end) & bound.keys() else end for end in ends)
        bound = {**bound, term[1]: (low, high)}
    for place, index in enumerate(term[2:] if term[0] == "random" else ()):
        is_range = index[1] in bound
        low, high = bound.get(index[1], (index, index))
        yield _Run(term[1], place, low, high, is_range)
    for part in parts(term):
        yield from _runs(part, bound)


def _shifted(end: Term, values: Mapping[Term, Term]) -> Term:
    """Return an end with a value for a name of its own, or for one to which something is added."""
    if end[0] == "add":
        return ("add", *(values.get(part, part) for part in end[1:]))
    return values.get(end, end)
