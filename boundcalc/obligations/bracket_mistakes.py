r"""What cannot be meant in the brackets of a probability or an expectation, with the way out.

A phrase that is not understood is an opaque number, of which much is true: ``\Pr[t] \le 1``. Where
a document declares what is random, and the phrase would be understood if one thing were otherwise,
that is said instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from boundcalc.checker import Rejected
from boundcalc.checker.goals import encloses, opposite
from boundcalc.checker.probability.terms import JUNCTORS, Event, is_random
from boundcalc.derivations.rows import Step
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import Symbol
from boundcalc.obligations.random_rows import RandomRow
from boundcalc.probability.building import Builder
from boundcalc.proving.simplify import form_term, normalizer_for
from boundcalc.randomness.brackets import NoEventError, Unstructured
from boundcalc.randomness.declarations import read_random
from boundcalc.randomness.expectations import Structures
from boundcalc.randomness.names import RandomNames
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError

HEADS = {  # of a probability, and of an expectation that looks like it
    "P": "E",
    r"\Pr": r"\mathbb{E}",
    r"\mathrm{P}": r"\mathrm{E}",
    r"\mathbb{P}": r"\mathbb{E}",
    r"\mathbf{P}": r"\mathbf{E}",
    r"\mathbf{Pr}": r"\mathbf{E}",
}
VARIANCE = r"\mathrm{Var}"
MOST_MISSING = 3  # names that are not declared, of one phrase
NO_VALUE = (
    r"an expectation is of a random value, and this is of an event; write \Pr[...], or the "
    r"indicator \mathbb{1}[...] in it"
)
NO_SPREAD = (
    r"a variance is of a random value, and this is of an event; write the indicator "
    r"\mathbb{1}[...] in it"
)
NEVER = "the condition has probability zero; condition on what can happen"


def demand_meant(step: Step, row: RandomRow | None) -> None:
    """Raise what cannot be meant in a phrase of a row, at the phrase.

    Parameters
    ----------
    step : Step
        The row, where something is declared random.
    row : RandomRow or None
        The row as the calculus takes it.

    Raises
    ------
    ReaderError
        With the place and the way out.
    """
    if not step.random or row is None:
        return
    for symbol in sorted(step.row.relation.symbols(), key=lambda item: item.name):
        message = _mistake(symbol, step, row)
        if message:
            place = _place(symbol, step)
            raise ReaderError(f"{symbol.latex:.60}: {message}", place, place.start)


def has_null_condition(row: RandomRow | None) -> bool:
    """Return whether something in a row is given an event that happens at no outcome."""
    numbers = () if row is None or row.goal is None else row.goal.numbers
    return any(item.given and row and _never(item.given, row) for item in numbers)


def _mistake(symbol: Symbol, step: Step, row: RandomRow) -> str:
    if row.goal is not None:
        conditions = (item.given for item in row.goal.numbers if item.name == symbol.name)
        return NEVER if any(item and _never(item, row) for item in conditions) else ""
    heads = [*HEADS.items(), *((after, before) for before, after in HEADS.items())]
    heads.append((VARIANCE, r"\Pr"))
    other = next((pair for pair in heads if _continues(symbol.latex, pair[0])), None)
    hindrance = _hindrance(symbol, step.scope, step.random)
    if other is None or hindrance is None:
        return ""
    if isinstance(hindrance.__cause__, NoEventError):
        return NoEventError.WORDS
    head, instead = other
    changed = replace(symbol, latex=instead + symbol.latex[len(head) :])
    if _hindrance(changed, step.scope, step.random) is None:
        return NO_SPREAD if head == VARIANCE else NO_VALUE
    missing = _missing(symbol, step.scope, step.random, MOST_MISSING)
    if not missing:
        return ""
    return (
        f"{missing:.40} is not declared; declare it, for example `random {missing:.40} in [0, 1]`, "
        f"or `event {missing:.40}: ...`"
    )


def _continues(latex: str, head: str) -> bool:
    return latex.startswith(head) and latex[len(head) :][:1] in ("[", "(", "_", "\\")


def _hindrance(symbol: Symbol, scope: Scope, random: RandomNames) -> Unstructured | None:
    """Return why a phrase has no structure, or None where it has one."""
    try:
        Structures(scope, random).read(symbol)
    except Unstructured as error:
        return error
    return None


def _missing(symbol: Symbol, scope: Scope, random: RandomNames, most: int) -> str | None:
    """Return the first name for lack of which a phrase has no structure; None if that is not all.

    It is the empty text where no name is missing.
    """
    try:
        Structures(scope, random).read(symbol)
    except Unstructured as error:
        name = getattr(error.__cause__, "undeclared", "")
        found = any(
            _missing(symbol, scope, more, most - 1) is not None
            for more in (_declared(name, scope, random) if name and most else ())
        )
        return name if found else None
    return ""


def _declared(name: str, scope: Scope, random: RandomNames) -> Iterator[RandomNames]:
    """Yield what is random if a name were declared, as a value and as an event."""
    try:
        yield read_random(Fragment.of(f"{name} real"), scope, random)[0]
    except BoundError:
        return
    yield replace(random, events={**random.events, name: (Fragment.of("0 < 1"), scope)})


def _never(event: Event, row: RandomRow) -> bool:
    """Return whether an enclosure shows that an event happens at no outcome."""
    if row.goal is None:
        return False
    try:
        return _truth(event, Builder(row.goal)) is False
    except (Rejected, BoundError):
        return False


def _truth(event: Event, builder: Builder) -> bool | None:
    """Return whether an event always happens, never, or neither as far as enclosures tell."""
    kind: str = event[0]
    if kind in JUNCTORS:
        values = [_truth(part, builder) for part in event[1:]]
        if kind == "not":
            return None if values[0] is None else not values[0]
        final: bool = kind == "or"
        return final if final in values else None if None in values else not final
    if not is_random(event[1]):
        simple = form_term(normalizer_for(builder.context).form(event[1]))
        never = encloses(builder.context, opposite((kind, simple)), 64)
        return False if never else encloses(builder.context, (kind, simple), 64) or None
    low, high = builder.enclosed(event[1])
    if low is not None and (low > 0 or (low == 0 and kind == ">=")):
        return kind != "="
    if high is not None and (high < 0 or (high == 0 and kind == ">")):
        return kind == "!="
    return None


def _place(symbol: Symbol, step: Step) -> Fragment:
    """Return where a phrase stands, as far as its spelling tells, else the row."""
    whole = step.row.left.part(step.row.left.start, step.row.right.stop)
    wanted = "".join(symbol.latex.split())
    for start in range(whole.start, whole.stop):
        rest = whole.part(start, whole.stop)
        if not rest.text[0].isspace() and "".join(rest.text.split()).startswith(wanted):
            return rest
    return whole


__all__ = ["NEVER", "demand_meant", "has_null_condition"]
