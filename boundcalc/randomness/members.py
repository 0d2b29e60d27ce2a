"""Members of families in the structure of a row: none beyond the first and the last declared."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from boundcalc.checker.goals import Context, encloses, minus
from boundcalc.checker.probability.terms import BINDERS, is_random, parts
from boundcalc.checker.proofs import read_range
from boundcalc.checker.terms import Term, names, number
from boundcalc.language.expressions import Symbol
from boundcalc.language.text import expression_text
from boundcalc.probability.records import domain_json
from boundcalc.probability.writing import random_term
from boundcalc.proving.simplify import form_term, normalizer_for
from boundcalc.randomness.brackets import Unstructured
from boundcalc.randomness.names import RandomNames


def demand_members(random: RandomNames, parameters: Iterable[Symbol], *terms: Term | None) -> None:
    """Refuse a member that is beyond its family whatever the parameters are."""
    context = Context({item.name: read_range(domain_json(item.domain)) for item in parameters})
    lasts = {item.value.name: item.lasts for item in random.names.values()}
    for head, place, low, high in chain(*(_runs(term, {}) for term in terms if term is not None)):
        if place >= len(lasts.get(head, ())) or not _is_sure(context, ">=", minus(high, low)):
            continue
        last = lasts[head][place]
        beyond = (minus(number(1), low), minus(high, random_term(last, {})))
        if any(_is_sure(context, ">", item) for item in beyond):
            shown = f"{head} has the members 1 to {expression_text(last)}"
            if len(lasts[head]) == 2:
                shown += f" by its {('first', 'second')[place]} index"
            raise Unstructured(f"{shown}, and others stand here; declare as many as are used")


def _is_sure(context: Context, kind: str, term: Term) -> bool:
    if is_random(term) or not names(term) <= context.box.keys():
        return False
    return encloses(context, (kind, form_term(normalizer_for(context).form(term))), 64)


def _runs(
    term: Term, bound: Mapping[str, tuple[Term, Term]]
) -> Iterator[tuple[str, int, Term, Term]]:
    """Yield the heads of families, the place of an index, and from where to where it goes."""
    if term[0] in BINDERS:
        bound = {**bound, term[1]: (term[2], term[3])}
    for place, index in enumerate(term[2:] if term[0] == "random" else ()):
        yield (term[1], place, *bound.get(index[1], (index, index)))
    for part in parts(term):
        yield from _runs(part, bound)
