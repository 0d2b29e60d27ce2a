"""The cards of answers: what a user must see to trust a number, and to compare it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from boundcalc.algebra.display_forms import display_form
from boundcalc.cards.algorithm_cards import algorithm_sections, released
from boundcalc.cards.answer_words import (
    binding_text,
    bound_of,
    defined_number,
    failure_text,
    feasible_text,
    optimality_text,
    slack_text,
)
from boundcalc.cards.cards import Card, Cell, Code, Section
from boundcalc.cards.guarantee_words import (
    clause_text,
    condition_texts,
    doubt_texts,
    vacuity_text,
)
from boundcalc.cards.numbers import equals, short_number, shown_number
from boundcalc.cards.ranking_words import published, reading_texts, standing
from boundcalc.cards.typed_letters import in_typed_letters, sections_in_typed_letters, typed_letters
from boundcalc.feasible.digits import last_digit
from boundcalc.language.domains import Unit
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.operators import Sense
from boundcalc.language.statements import Role, Status, Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import uncounted

if TYPE_CHECKING:  # answers show themselves by these cards
    from boundcalc.solving.answers import Answer, Check, LeftAside, LowerLimit, Ranking, Refusal

LONGEST_VALUE = 40
MOST_ROUTES = 6  # that a card compares, unless it lists all
ROUNDED = 12  # digits of a longer value
MOST_ZEROS = 6  # before them, without an exponent
_ROLES = {
    Role.THEOREM: "",
    Role.BASELINE: "baseline",
    Role.FLOOR: "floor: no adaptivity",
    Role.LOWER_BOUND: "lower bound",
}


def answer_card(answer: Answer) -> Card:
    """Return the card of one answer."""
    return Card(
        headline=headline(answer),
        lead=tuple(_lead(answer)),
        sections=tuple(_sections(answer)),
    )


def ranking_card(ranking: Ranking, *, is_verbose: bool = False) -> Card:
    """Return the card of the first answer, then all answers by group and what was refused."""
    card = answer_card(ranking.best)
    return Card(
        headline=card.headline,
        lead=(
            *published(ranking),
            *card.lead,
            *other_end(ranking),
            *reading_texts(ranking),
            *_verdict(ranking),
            *filter(None, (limits_text(ranking.limits_below, ranking.best.letter),)),
        ),
        sections=(
            *card.sections,
            *_comparisons(ranking, is_verbose=is_verbose),
            Section(title="Refused", rows=tuple(_refusal_rows(ranking, is_verbose=is_verbose))),
        ),
    )


# --- one answer --------------------------------------------------------------------------------


def headline(answer: Answer) -> str:
    """Return the first line of a card: the value, and how it stands to what is published."""
    text, note = headline_number(answer)
    return f"{answer.letter} = {text}{note}  [{standing(answer)}]"


def other_end(ranking: Ranking) -> Iterator[str]:
    """Say what the other end of the values is that suffice by the theorem of the first answer."""
    endless = [item for item in ranking.refused if item.is_endless]
    if ranking.end is not None and endless:
        further = "smaller" if ranking.end is Direction.LEAST else "larger"
        yield (
            f"{further} values suffice by {endless[0].theorem.id}, which sets no "
            f"{ranking.end.value} {ranking.best.letter}"
        )
    answer = ranking.other_end
    if answer is None:
        return
    value, note = headline_number(answer)
    side = answer.direction.value
    which = f"the {side} by this theorem" if is_next(answer) else f"the {side} that was found"
    seal = "certified" if answer.certified else "not certified"
    yield (
        f"the other end: {answer.letter} = {value}{note} suffices, too, {which} ({seal}); --{side} "
        "shows it"
    )


def headline_number(answer: Answer, longest: int = LONGEST_VALUE) -> tuple[str, str]:
    """Return the value exactly where that is short, else rounded to the safe side with a note."""
    exact = exact_or_scientific(answer.value)
    if len(exact) <= longest:
        return exact, ""
    is_least = answer.direction is Direction.LEAST
    context = Context(prec=ROUNDED, rounding=ROUND_CEILING if is_least else ROUND_FLOOR)
    value = Fraction(answer.value)
    rounded = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    way = "up" if is_least else "down"
    note = f" (rounded {way}; --json prints all {len(answer.value_text)} characters)"
    is_plain = -MOST_ZEROS <= rounded.adjusted() < ROUNDED
    return (f"{rounded:f}" if is_plain else f"{rounded:e}".replace("e+", "e")), note


def _value_text(value: Fraction | int) -> str:
    """Return ``= value`` exactly where that is short, else rounded."""
    text = exact_or_scientific(value)
    return f"= {text}" if len(text) <= LONGEST_VALUE else equals(Fraction(value))


def _lead(answer: Answer) -> Iterator[str]:
    name = answer.letter
    yield from meaning_lead(answer)
    if name != answer.unknown.name:
        yield f"{name} is called {answer.unknown.name} in the theorem"
    if answer.neighbour is not None:
        value = _value_text(answer.neighbour.value)
        why = in_typed_letters(failure_text(answer.neighbour.failure), typed_letters(answer))
        yield f"{name} {value} does not: {why}"
    if answer.neighbour is None or not answer.optimality.is_plain:
        yield optimality_text(answer)
    found = answer.feasible
    if found is None or not found.is_complete:
        yield f"feasible values: {feasible_text(answer)}"
    else:
        yield from feasible_lead(answer)


def feasible_lead(answer: Answer) -> Iterator[str]:
    """Say which values suffice, where these are no interval."""
    found = answer.feasible
    if found is not None and len(found.components) > 1:
        yield f"feasible values: {feasible_text(answer)}"


def meaning_lead(answer: Answer) -> Iterator[str]:
    """Say what the value gives, what it is, and what it is worth."""
    name = answer.letter
    words = answer.meaning_of(answer.unknown)
    meaning = f"{name}, {words}" if words else name
    which = f"the {answer.direction.value}" if is_next(answer) else "a"
    seal = "certified" if answer.certified else "not certified, see the doubts"
    if answer.guarantee is not None:
        yield clause_text(answer)
    yield f"{meaning}: {which} value that suffices ({seal})"
    if answer.vacuous:
        yield f"vacuous: {vacuity_text(answer.vacuous)}"
    yield from _costs(answer)


def _costs(answer: Answer) -> Iterator[str]:
    """Say which choices look free because the theorem counts one side of what they trade."""
    parameters = answer.theorem.quantities
    chosen = [
        parameters[name]
        for name in answer.witness
        if name in parameters and name not in answer.given and name != answer.unknown.name
    ]
    for symbol in uncounted(answer.theorem, chosen):
        who = answer.theorem.counted_by
        tail = f"; {who} counts it" if who else ""
        yield f"{symbol.name} was chosen, and nothing here counts that {symbol.trades}{tail}"


def is_next(answer: Answer) -> bool:
    """Return whether the value that was shown to fail is the next one, but for ties beside it."""
    if answer.neighbour is None:
        return False
    value = Fraction(answer.value)
    unit = Fraction(1) if answer.is_integer else 10 * last_digit(value)
    return abs(Fraction(answer.neighbour.value) - value) <= unit


def _sections(answer: Answer) -> Iterator[Section]:
    letters = typed_letters(answer)
    yield Section(title="Theorem", rows=tuple(identity_rows(answer.theorem)))
    yield Section(title="Given", rows=tuple(_given_rows(answer)))
    yield from sections_in_typed_letters(_derived_sections(answer), letters)
    yield from sections_in_typed_letters(algorithm_sections(answer), letters)
    yield from accepted_sections(answer)


def _derived_sections(answer: Answer) -> Iterator[Section]:
    """Yield what the search found, and what shows it."""
    yield Section(title="Chosen", rows=tuple(_chosen_rows(answer)))
    yield Section(title="Formula", rows=((_formula(answer),),))
    yield Section(title="where", rows=tuple(_definition_rows(answer)))
    yield Section(title="Branches", rows=tuple(_branch_rows(answer)))
    if answer.neighbour is not None:
        yield Section(title="Binding", rows=((binding_text(answer),),))
    yield Section(
        title="Constraints",
        header=("slack", "values", "constraint"),
        rows=tuple(check_rows(answer.checks)),
    )


def accepted_sections(answer: Answer) -> Iterator[Section]:
    """Yield what must be true of the algorithm and of the data, and the doubts of the source."""
    accepts = tuple((sentence,) for sentence in condition_texts(answer))
    section = Section(title="You accept", rows=accepts, is_list=True)
    yield from sections_in_typed_letters([section], typed_letters(answer))
    doubts = tuple((doubt,) for doubt in doubt_texts(answer.theorem))
    yield Section(title="Doubts", rows=doubts, is_list=True)


def identity_rows(theorem: Theorem) -> Iterator[tuple[Cell, ...]]:
    """Yield the title of a theorem, then its id, status and source."""
    yield (theorem.title,)
    yield (Code(theorem.id),)
    sources = [f"{source.locator} of {source.work}" for source in theorem.sources]
    yield (f"{theorem.status.value}, from {'; '.join(sources)}",)
    if theorem.superseded_by is not None:
        yield (f"superseded by {theorem.superseded_by}",)


def _given_rows(answer: Answer) -> Iterator[tuple[Cell, ...]]:
    for name, value in answer.given.items():
        symbol = answer.theorem.quantities.get(name, Symbol(name))
        letter, meaning = answer.problem.letters.get(name, name), answer.meaning_of(symbol)
        if letter == name:
            yield (symbol, equals(value), meaning)
        else:
            called = f"called {name} in the theorem"
            yield (Symbol(letter), equals(value), f"{meaning}; {called}" if meaning else called)


def _chosen_rows(answer: Answer) -> Iterator[tuple[Cell, ...]]:
    for name, value in answer.witness.items():
        symbol = answer.theorem.quantities.get(name, Symbol(name))
        yield (symbol, equals(value), symbol.meaning)


def _formula(answer: Answer) -> Cell:
    if answer.formula is None:
        return "none in closed form; the value was found by a certified search"
    return Relation(answer.unknown, Sense.EQ, answer.formula)


def _definition_rows(answer: Answer) -> Iterator[tuple[Cell, ...]]:
    for item in answer.theorem.definitions:
        value = defined_number(answer, item)
        shown = "" if value is None else f"{value.sign} {value.digits}"
        yield (item.symbol, shown, display_form(item.value))


def _branch_rows(answer: Answer) -> Iterator[tuple[Cell, ...]]:
    sign = ">=" if answer.direction is Direction.LEAST else "<="
    for branch in answer.branches:
        bound = f"{answer.unknown.name} {sign} {short_number(bound_of(branch, answer))}"
        yield (str(branch.label), bound, "binds" if branch.binds else "does not bind")


def check_rows(checks: Iterable[Check]) -> Iterator[tuple[Cell, ...]]:
    """Yield for each check its slack, the values of both sides, and the constraint."""
    for check in checks:
        left, right = (shown_number(side).digits for side in (check.left, check.right))
        values = f"{left} {check.printed.sense.value} {right}"
        yield (slack_text(check), values, check.printed)


# --- side by side ------------------------------------------------------------------------------


def _comparisons(ranking: Ranking, *, is_verbose: bool) -> Iterator[Section]:
    """Yield a section for each group; no ratio relates one group to another."""
    groups = ranking.groups
    if len(ranking.answers) == 1:
        return
    for group in groups:
        kind = type(group[0].theorem.conclusion)
        about = "" if len(groups) == 1 else f"{kind.__name__}{_scope(group[0])}"
        for letter, name in zip(ranking.question.letters, ranking.question.names, strict=True):
            if name in group[0].theorem.borrowed_names:
                about += f" with {letter} the {group[0].meaning_of_name(name)}"
        yield Section(
            title="Compare" if group is groups[0] else "And",
            header=(group[0].letter, "ratio", f"theorem {about}".strip(), ""),
            rows=tuple(comparison_rows(group, is_verbose=is_verbose)),
        )
        yield Section(title="Released", rows=tuple(released_rows(group)))


def _scope(answer: Answer) -> str:
    words = filter(None, (answer.theorem.conclusion.scope, answer.reading))
    return "".join(f" {text}" for text in words)


def comparison_rows(group: tuple[Answer, ...], *, is_verbose: bool) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each answer; of many routes the first ones, and how many more there are."""
    routes = [answer for answer in group if len(answer.route) > 1]
    left_out = [] if is_verbose else routes[MOST_ROUTES:]
    for answer in group:
        if answer in left_out:
            continue
        yield (
            short_number(Fraction(answer.value)),
            _ratio(Fraction(answer.value), Fraction(group[0].value)),
            Code(answer.theorem.id),
            "; ".join([answer.theorem.title, *_comments(answer)]),
        )
    if left_out:
        ways = "1 more route" if len(left_out) == 1 else f"{len(left_out)} more routes"
        yield (f"{ways}, none better than those shown; --verbose and --json list them",)


def released_rows(group: tuple[Answer, ...]) -> Iterator[tuple[Cell, ...]]:
    """Yield what each algorithm releases and guarantees, where one releases less than another."""
    shown = [answer for answer in group if answer.guarantee and answer.theorem.algorithm]
    if len(group) < 2 or not any(map(released, shown)):
        return
    everything = next((answer for answer in shown if not released(answer)), None)
    for answer in shown:
        what = released(answer)
        if what or answer is everything:
            told = f"{what or 'every answer'}: {answer.guarantee}"
            yield (short_number(Fraction(answer.value)), told)


def _comments(answer: Answer) -> Iterator[str]:
    if _ROLES[answer.theorem.role]:
        yield _ROLES[answer.theorem.role]
    if answer.vacuous:
        yield "vacuous"
    if not answer.certified:
        yield "doubtful as printed"
    if answer.theorem.status is Status.SHARPENED:
        yield "sharpened here"
    if answer.implied:
        yield f"holds at every {' and '.join(answer.implied)}"
    if answer.ignored:
        yield f"does not use {', '.join(answer.ignored)}"


def _ratio(value: Fraction, best: Fraction) -> str:
    if best == 0:
        return "-"
    ratio = value / best
    return f"{float(ratio):.3g}" if abs(ratio) < 10**300 else "> 1e300"


def _verdict(ranking: Ranking) -> Iterator[str]:
    """Say which of the answer and the best baseline is better, in a sentence."""
    best = ranking.best
    rivals = [answer for answer in ranking.groups[0] if answer.theorem.role is Role.BASELINE]
    if best.is_baseline or not rivals or best.value <= 0:
        return
    is_least = best.direction is Direction.LEAST
    sign = 1 if is_least else -1
    rival = min(rivals, key=lambda answer: sign * answer.value)
    is_price = is_least and best.unknown.unit is Unit.RECORDS
    words = ("cheaper", "dearer") if is_price else ("better", "worse")
    word = words[0] if sign * rival.value < sign * best.value else words[1]
    word = "as good" if rival.value == best.value else word
    title, name = rival.theorem.title, best.letter
    yield f"{word} here: {title}, with {name} {equals(Fraction(rival.value))}"


def _refusal_rows(ranking: Ranking, *, is_verbose: bool) -> Iterator[tuple[Cell, ...]]:
    if is_verbose:
        for refusal in ranking.refused:
            yield (Code(refusal.theorem.id), _why(refusal))
        for aside in ranking.left_aside:
            yield (Code(aside.theorem.id), f"left aside: {aside.why}")
        return
    fitting = [item for item in ranking.refused if _fits(item, ranking)]
    missing = [refusal for refusal in fitting if _missing(refusal.theorem, ranking)]
    for refusal in fitting:
        if refusal not in missing:
            yield (Code(refusal.theorem.id), _why(refusal))
    if missing:
        names = dict.fromkeys(name for item in missing for name in _missing(item.theorem, ranking))
        yield (f"{_theorems(missing)} more than what is given: {', '.join(names)}",)
    if ranking.left_aside:
        yield (left_aside_text(ranking.left_aside),)
    others = len(ranking.refused) - len(fitting)
    if others:
        are = "theorem is" if others == 1 else "theorems are"
        yield (f"{others} {are} about other quantities; --verbose and --json list them",)


def _theorems(refusals: list[Refusal]) -> str:
    return "1 theorem needs" if len(refusals) == 1 else f"{len(refusals)} theorems need"


def _why(refusal: Refusal) -> str:
    return refusal.predicate or refusal.why


def _names(symbol: Symbol) -> tuple[str, ...]:
    return symbol.typed_names


def _fits(refusal: Refusal, ranking: Ranking) -> bool:
    """Return whether a theorem is about the question; a baseline need not use every value."""
    known = {name for symbol in refusal.theorem.quantities.values() for name in _names(symbol)}
    names = ranking.question.names
    asked = names[:1] if refusal.theorem.role in (Role.BASELINE, Role.FLOOR) else names
    return known.issuperset(asked)


def _missing(theorem: Theorem, ranking: Ranking) -> list[str]:
    asked = set(ranking.question.names)
    return [
        symbol.name
        for symbol in theorem.quantities.values()
        if not symbol.is_chosen and not asked & set(_names(symbol))
    ]


_FAILING = {"n": "too few", "m": "too many", "tau": "too accurate"}


def limits_text(limits: Sequence[LowerLimit], letter: str = "") -> str:
    """Return the limits from below in a sentence; which limits there are, and that of nothing else.

    `letter` is how the unknown was typed, such as k for m.

    Examples
    --------
    >>> limits_text(())
    ''
    """
    if not limits:
        return ""
    parts = ", ".join(
        f"{item.relation_of(letter or item.quantity)} for {item.way}" for item in limits
    )
    what = _FAILING[limits[0].quantity]
    return f"{what}, against one analyst: {parts} (certified; no other algorithm is limited)"


def left_aside_text(aside: Sequence[LeftAside]) -> str:
    """Return how many routes were not asked, and what would have them asked."""
    names = list(dict.fromkeys(name for item in aside for name in item.lacks))
    lack, were, them = (
        ("1 route lacks", "was", "it")
        if len(aside) == 1
        else (f"{len(aside)} routes lack", "were", "them")
    )
    return (
        f"{lack} {' or '.join(names)} and {were} left aside; leave out {' and '.join(names)} to "
        f"ask {them}, too"
    )
