"""Comparison: which way to an accuracy needs least, over a range of one quantity.

Main definitions
----------------
`compare`: the answers of all theorems and routes at each value of one quantity, and the crossovers.
`answers_over`, `answers_at`: the same at some values, at one, as small records that travel between
processes.

Where ways read a letter of the question differently, as the size of their noise, the best one is
sought among those of the reading that leads at a value, as in a ranking: values of two readings
answer two questions, and there is no crossover between them.
A way that is the best only between two of the values is not seen, unless a crossover is there.
A crossover is between two certified answers: it says from where on the sizes that are certified to
suffice are smaller by another route. Where optimality is not proved, a route may be better than
its answer by what the search missed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from typing import Any

from boundcalc.algebra.search_range import deep_limit
from boundcalc.cards.cards import Card, Shown
from boundcalc.cards.comparison_cards import comparison_card
from boundcalc.cards.comparison_json import comparison_json
from boundcalc.feasible.digits import round_digits
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.records import Record
from boundcalc.language.statements import Role, Status, Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem
from boundcalc.questions.questions import Question
from boundcalc.ranking.lower_limits import limits_over
from boundcalc.ranking.ranking import find_left_aside, rank
from boundcalc.routes.search import Route
from boundcalc.routes.series import series_solver, split_runs
from boundcalc.routes.solve import find_way, solve_by, solve_route
from boundcalc.solving.answers import Answer, LeftAside, LowerLimit

_solve_briefly = partial(solve_route, is_brief=True)
_FAR = Fraction(10) ** 99  # beyond it, or below its inverse, answers are those of the search's end
_PRECISION = Fraction(1, 10**6)  # of a crossover of a quantity that is no integer
_DIGITS = 8  # which that takes
_MOST_POWER = 8  # of what varies; what gets better faster may leave the search between two values


@dataclass(frozen=True, slots=True)
class Entry(Record):
    """An answer in short: by which theorem or route, its value, and what it rests on.

    `reading` says what a letter of the question is, where that is for the algorithm to say.
    """

    id: str
    title: str
    route: tuple[str, ...]
    value: Fraction
    is_least: bool
    role: Role
    is_sharpened: bool
    is_at_end: bool = False  # of what is searched, so that it may be better than it is said to be
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Place(Record):
    """The answers at one value of the quantity that varies, the best first; or why there are none.

    Those of the reading that leads come first, and in each reading floors, which no method reaches,
    come last.
    `beyond` names what may be better here than anything that is searched, and is not told apart.
    """

    at: Fraction
    entries: tuple[Entry, ...]
    why: str = ""
    beyond: tuple[str, ...] = ()
    reading: str = ""

    @property
    def compared(self) -> tuple[Entry, ...]:
        """The entries of the reading that leads."""
        return tuple(entry for entry in self.entries if entry.reading == self.reading)

    @property
    def best(self) -> Entry | None:
        """The best entry that is no floor; None where something may be better beyond the search."""
        if self.beyond:
            return None
        return next((entry for entry in self.compared if entry.role is not Role.FLOOR), None)

    @property
    def best_published(self) -> Entry | None:
        """The best entry that is no floor and rests on published statements alone, or None."""
        if self.beyond:
            return None
        real = (entry for entry in self.compared if entry.role is not Role.FLOOR)
        return next((entry for entry in real if not entry.is_sharpened), None)


LimitedPlace = tuple[Place, tuple[LowerLimit, ...]]  # with the limits from below there


@dataclass(frozen=True, slots=True)
class Crossover(Record):
    """Up to `last` the first entry is the better one, and from `first` on the second."""

    last: Fraction
    first: Fraction
    before: Entry
    after: Entry


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """All answers over a range, with the places at which another one becomes the best.

    `published_crossovers` are those among answers that rest on published statements alone.
    Routes that are `left_aside` were not asked, because they lack a quantity that is given.
    `limits_below` are, place by place, the limits from below; empty where the question has none.
    `symbols` say what the unknown and the axis are, by their letters.
    """

    unknown: str
    axis: str
    given: Mapping[str, str]
    places: tuple[Place, ...]
    crossovers: tuple[Crossover, ...]
    published_crossovers: tuple[Crossover, ...]
    left_aside: tuple[LeftAside, ...] = ()
    limits_below: tuple[tuple[LowerLimit, ...], ...] = ()
    symbols: Mapping[str, Symbol] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.unknown, self.axis, self.places))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={text}" for name, text in self.given.items())
        places = f"{len(self.places)} values of {self.axis}"
        return f"<Comparison of {self.unknown}({given}) at {places}, {len(self.leaders)} ways>"

    def card(self) -> Card:
        """Return what a reader sees of the comparison."""
        return comparison_card(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as an object of JSON, as `boundcalc compare --json` prints it."""
        return comparison_json(self)

    @property
    def published_only(self) -> tuple[Crossover, ...]:
        """The crossovers among published statements that are not those of all answers."""
        known = {(item.last, item.first) for item in self.crossovers}
        return tuple(c for c in self.published_crossovers if (c.last, c.first) not in known)

    @property
    def limited_ways(self) -> tuple[str, ...]:
        """The ways of answering that have a limit from below somewhere, in words."""
        return tuple(dict.fromkeys(item.way for limits in self.limits_below for item in limits))

    @property
    def readings(self) -> tuple[str, ...]:
        """What a letter of the question is to the ways that answer, the first leading first."""
        leading = (place.reading for place in self.places if place.entries)
        others = (entry.reading for place in self.places for entry in place.entries)
        return tuple(dict.fromkeys(filter(None, (*leading, *others))))

    def limits_of(self, way: str) -> tuple[int | Fraction | None, ...]:
        """Return up to which value a way of answering fails at each place; None is not known."""
        return tuple(
            next((item.value for item in limits if item.way == way), None)
            for limits in self.limits_below
        )

    @property
    def leaders(self) -> tuple[Entry, ...]:
        """The entries that are the best somewhere, one of each, in the order of the range."""
        tops = [top for place in self.places for top in (place.best, place.best_published)]
        found = {top.id: top for top in tops if top is not None}
        for crossover in (*self.crossovers, *self.published_crossovers):
            found.setdefault(crossover.before.id, crossover.before)
            found.setdefault(crossover.after.id, crossover.after)
        return tuple(found.values())


def compare(
    theorems: tuple[Theorem, ...],
    question: Question,
    *,
    run: Callable[..., Iterable[tuple[LimitedPlace, ...]]] = map,
) -> Comparison:
    """Return the answers at each value of one quantity, and where the best one changes.

    Parameters
    ----------
    theorems : tuple of Theorem
        A library; each worker needs the same one.
    question : Question
        What is asked, with a quantity that varies.
    run : callable
        How work is mapped over runs of values: ``map``, or the ``map`` of any executor of
        `concurrent.futures`. The runs do not depend on it, and so no answer does.

    Raises
    ------
    QuestionError
        If nothing varies, or no value has an answer.
    """
    if question.varying is None:
        raise QuestionError("nothing varies; give several values of one quantity")
    axis = question.varying.name
    work = partial(_limited_places, theorems, question)
    pairs = tuple(chain.from_iterable(run(work, split_runs(question.varying.values))))
    places = tuple(place for place, _ in pairs)
    if all(place.best is None for place in places):
        raise QuestionError(places[0].why or f"no theorem and no route answers for any {axis}")
    tops = [top for place in places for top in (place.best, place.best_published)]
    names = tuple(dict.fromkeys(top.id for top in tops if top is not None))
    at = partial(answers_at, theorems, question, known={})
    seen = {place.at: place for place in places}
    crossovers = _crossovers(places, at, _best, seen)
    published = _crossovers(places, at, _best_published, seen)
    told = {place.at: place for place in _told_apart(tuple(seen[key] for key in sorted(seen)))}
    places = tuple(told[place.at] for place in places)
    crossovers, published = (
        tuple(item for item in items if _is_told(told[item.last], told[item.first]))
        for items in (crossovers, published)
    )
    fixed = question.without(axis).given
    texts = {item.letter: decimal_text(item.value) for item in fixed}
    aside = find_left_aside(theorems, question)
    limits = tuple(limits for _, limits in pairs) if any(limits for _, limits in pairs) else ()
    symbols = _symbols(
        find_way(theorems, names[0]), {question.letter: question.unknown, axis: axis}
    )
    return Comparison(
        question.letter, axis, texts, places, crossovers, published, aside, limits, symbols
    )


def _symbols(way: Theorem | Route, names: Mapping[str, str]) -> dict[str, Symbol]:
    """Return what letters are in the way that leads first, under these letters."""
    theorem = way if isinstance(way, Theorem) else way.theorem
    found = {letter: theorem.names.get(name) for letter, name in names.items()}
    return {
        letter: symbol if symbol.name == letter else replace(symbol, name=letter, latex="")
        for letter, symbol in found.items()
        if symbol is not None
    }


def _is_told(last: Place, first: Place) -> bool:
    """Whether the best ways on both sides of a crossover are known, and answer one question."""
    return not (last.beyond or first.beyond) and last.reading == first.reading


def _told_apart(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the places, each with the ways that are beyond what is searched there.

    A way that stops answering while what the others answer gets better is lost for being too good;
    one that answers with the end of the search is no better known.
    """
    lost: dict[Fraction, set[str]] = {
        place.at: {
            entry.id for entry in place.compared if entry.is_at_end and entry.role is not Role.FLOOR
        }
        for place in places
    }
    for reading in dict.fromkeys(entry.reading for place in places for entry in place.entries):
        own = tuple(_of_reading(place, reading) for place in places)
        for order in (own, own[::-1]):
            gone: set[str] = set()
            for before, place in pairwise(order):
                ids = {entry.id for entry in place.entries}
                if _leaves_soon(before, place):
                    gone |= {entry.id for entry in before.entries if entry.role is not Role.FLOOR}
                gone -= ids
                if place.reading == reading:
                    lost[place.at] |= gone
    return tuple(replace(place, beyond=tuple(sorted(lost[place.at]))) for place in places)


def _of_reading(place: Place, reading: str) -> Place:
    """Return a place with the entries of one reading alone."""
    return replace(
        place, entries=tuple(entry for entry in place.entries if entry.reading == reading)
    )


def _is_at_end(answer: Answer) -> bool:
    value, limit = Fraction(answer.value), deep_limit(answer.unknown.domain)
    if answer.direction is Direction.GREATEST:
        return value > _FAR
    return value < 1 / _FAR if limit is None else value <= limit


def _leaves_soon(before: Place, after: Place) -> bool:
    """Return whether answers get better so fast that one may leave what is searched.

    What grows as a power of the quantity that varies does not, nor does any size.
    """
    values = {entry.id: entry.value for entry in before.entries}
    if all(entry.is_least and entry.value >= 1 for entry in before.entries):
        return False
    gains = [_gain(values[item.id], item) for item in after.entries if item.id in values]
    step = abs(_log(after.at) - _log(before.at)) if before.at > 0 < after.at else 0.0
    return not gains or max(gains) > _MOST_POWER * step


def _gain(before: Fraction, after: Entry) -> float:
    """Return by how much an answer got better, in logarithms; infinite where a sign changes."""
    if before <= 0 or after.value <= 0:
        is_better = after.value < before if after.is_least else after.value > before
        return math.inf if is_better else 0.0
    return (_log(before) - _log(after.value)) * (1 if after.is_least else -1)


def _log(value: Fraction) -> float:
    """Return the logarithm, also of what no double holds."""
    return math.log(value.numerator) - math.log(value.denominator)


def _limited_places(
    theorems: tuple[Theorem, ...], question: Question, values: Sequence[Fraction]
) -> tuple[LimitedPlace, ...]:
    """Return the answers at some values, each with the limits from below, which take as long."""
    limits = limits_over(theorems, question, values) or ((),) * len(values)
    return tuple(zip(answers_over(theorems, question, values), limits, strict=True))


def answers_over(
    theorems: tuple[Theorem, ...], question: Question, values: Sequence[Fraction]
) -> tuple[Place, ...]:
    """Return all answers at some values of what varies; each route from its optimum before."""
    assert question.varying is not None
    solve = series_solver(question.varying.name, values)
    return tuple(answers_at(theorems, question, value, solve=solve) for value in values)


def answers_at(
    theorems: tuple[Theorem, ...],
    question: Question,
    value: Fraction,
    *,
    ids: tuple[str, ...] | None = None,
    reading: str = "",
    known: dict[tuple[Fraction, str], Entry | None] | None = None,
    solve: Callable[[Route, Problem], Answer] | None = None,
) -> Place:
    """Return all answers at one value, or those of the theorems and routes of some ids.

    With `ids`, the `reading` leads; else the one that leads in the ranking. What ways of some ids
    answer is kept in `known`, and not asked again.
    """
    assert question.varying is not None
    asked = question.at(question.varying.name, value)
    try:
        if ids is None:
            groups = rank(theorems, asked, solve=solve or _solve_briefly).groups
            reading = groups[0][0].reading
            found = [_entry(answer) for answer in _of_one_kind(groups)]
        else:
            kept = {} if known is None else known
            for id in ids:
                if (value, id) not in kept:
                    kept[value, id] = _entry_of(theorems, asked, id)
            found = [kept[value, id] for id in ids]
    except BoundError as error:
        return Place(value, (), str(error))
    entries = [entry for entry in found if entry is not None]
    entries.sort(key=lambda entry: (entry.reading != reading, _place(entry)))
    return Place(value, tuple(entries), reading=reading)


def _of_one_kind(groups: tuple[tuple[Answer, ...], ...]) -> list[Answer]:
    """Return the first group, and those that differ from it in how a letter is read alone."""
    first = groups[0][0]
    return [
        answer
        for group in groups
        if group is groups[0]
        or (group[0].compared_as == first.compared_as and group[0].theorem.role is Role.THEOREM)
        for answer in group
    ]


def _entry_of(theorems: tuple[Theorem, ...], question: Question, id: str) -> Entry | None:
    """Return what one theorem or route answers, or None."""
    try:
        return _entry(solve_by(find_way(theorems, id), question, is_brief=True))
    except BoundError:
        return None


def _entry(answer: Answer) -> Entry | None:
    """Return an answer in short; None where it says nothing, or is not certified."""
    if answer.vacuous or not answer.certified:
        return None
    theorem = answer.theorem
    return Entry(
        id=theorem.id,
        title=theorem.title,
        route=answer.route,
        value=Fraction(answer.value),
        is_least=answer.direction is Direction.LEAST,
        role=theorem.role,
        is_sharpened=theorem.status is Status.SHARPENED,
        is_at_end=_is_at_end(answer),
        reading=answer.reading,
    )


def _place(entry: Entry) -> tuple[bool, Fraction]:
    return entry.role is Role.FLOOR, entry.value if entry.is_least else -entry.value


def _best(place: Place) -> Entry | None:
    return place.best


def _best_published(place: Place) -> Entry | None:
    return place.best_published


def _crossovers(
    places: Sequence[Place],
    at: Callable[..., Place],
    top: Callable[[Place], Entry | None],
    everything: dict[Fraction, Place],
) -> tuple[Crossover, ...]:
    """Return where the best entry changes; on both sides of each, all ways were asked.

    Between two places those that are the best somewhere are asked alone, until none is missing.
    Places at which all were asked are kept in `everything`.
    """
    is_integer = all(place.at.denominator == 1 for place in places)
    tops = [top(place) for place in places]
    ids = tuple(dict.fromkeys(entry.id for entry in tops if entry is not None))
    while True:
        ask = partial(at, ids=ids)
        found = tuple(
            crossover
            for first, second in pairwise(places)
            for crossover in _between(first, second, ask, top, is_integer=is_integer)
        )
        for end in (end for item in found for end in (item.last, item.first)):
            if end not in everything:
                everything[end] = at(end)
        best = [top(everything[end]) for item in found for end in (item.last, item.first)]
        missing = {entry.id for entry in best if entry is not None} - {*ids}
        if not missing:
            return found
        ids = (*ids, *sorted(missing))


def _between(
    first: Place,
    second: Place,
    at: Callable[..., Place],
    top: Callable[[Place], Entry | None],
    *,
    is_integer: bool,
) -> list[Crossover]:
    """Return the crossovers between two places, by halving where the best entries differ."""
    before, after = top(first), top(second)
    if before is None or after is None or before.id == after.id:
        return []
    if before.reading != after.reading:
        return []
    gap = second.at - first.at
    if gap <= (1 if is_integer else abs(second.at) * _PRECISION):
        return [Crossover(first.at, second.at, before, after)]
    middle = _middle(first.at, second.at, is_integer=is_integer)
    place = at(middle, reading=before.reading) if before.reading else at(middle)
    return [
        *_between(first, place, at, top, is_integer=is_integer),
        *_between(place, second, at, top, is_integer=is_integer),
    ]


def _middle(first: Fraction, second: Fraction, *, is_integer: bool) -> Fraction:
    """Return a number about half way between two, of few digits where it is no integer."""
    middle = (first + second) / 2
    if is_integer:
        return Fraction(int(middle))
    short = round_digits(middle, ROUND_HALF_EVEN, _DIGITS)
    return short if first < short < second else middle
