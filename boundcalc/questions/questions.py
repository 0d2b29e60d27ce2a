"""Questions: what somebody asks, read once into names and exact values.

Main definitions
----------------
`Question`: the unknown and exact values, by the names of their letters.
`read_question`: the door; what is typed becomes a `Question` here, and no text is read below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

import boundcalc
from boundcalc.language.domains import Domain
from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import decimal_text, exact_text, read_rational
from boundcalc.language.records import Record
from boundcalc.language.statements import Theorem
from boundcalc.questions.names import absence, complement_of, complemented, plain_name, ungrouped

_COUNTS = (Fraction(100), Fraction(1))  # that show what may be typed
_VALUES = (Fraction(1, 20), Fraction(1), Fraction(10), Fraction(0), Fraction(-1))


@dataclass(frozen=True, slots=True)
class Given(Record):
    """A value that is given: the ASCII name of its letter, the exact value, and both as typed."""

    name: str
    value: Fraction
    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class Varying(Record):
    """A quantity that takes several values: the name of its letter, and the values, ascending."""

    name: str
    values: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Question(Record):
    """What is asked of all theorems: the unknown and exact values, by the names of their letters.

    What a letter means is for each theorem to say (`boundcalc.problems.readings`).
    `letter` is how the unknown was typed; it and the letters of `given` are for display alone.
    `end` is the end of the values that suffice, where it is not left to the theorem.
    `varying` is what takes several values, of which `given` holds the first, or None.
    """

    unknown: str
    given: tuple[Given, ...]
    letter: str
    end: boundcalc.Direction | None = None
    varying: Varying | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the unknown and of all that is given."""
        return (self.unknown, *(item.name for item in self.given))

    @property
    def letters(self) -> tuple[str, ...]:
        """The same as they were typed."""
        return (self.letter, *(item.letter for item in self.given))

    @property
    def texts(self) -> dict[str, str]:
        """The given values as they were typed, by their letters."""
        return {item.letter: item.text for item in self.given}

    def without(self, *names: str) -> Question:
        """Return the question without some given values."""
        return replace(self, given=tuple(item for item in self.given if item.name not in names))

    def at(self, name: str, value: Fraction | int) -> Question:
        """Return the question at one value of a quantity, in the place of the one of that name."""
        if self.varying is not None and self.varying.name == name:
            return replace(self, varying=None).at(name, value)
        new = Given(name, Fraction(value), name, decimal_text(Fraction(value)))
        if name not in self.names[1:]:
            return replace(self, given=(*self.given, new))
        return replace(
            self,
            given=tuple(
                replace(new, letter=item.letter) if item.name == name else item
                for item in self.given
            ),
        )

    def asking(self, name: str) -> Question:
        """Return the question for another unknown, which is no longer given, at either end."""
        return replace(self.without(name), unknown=name, letter=name, end=None)


def read_question(
    unknown: str,
    given: Mapping[str, Any],
    theorems: Iterable[Theorem],
    end: boundcalc.Direction | None = None,
) -> Question:
    r"""Return a question as it is typed, or passed from Python; text is read nowhere else.

    Parameters
    ----------
    unknown : str
        What is asked for: ``n``, ``τ``, ``\tau``.
    given : mapping from name to number
        What is fixed: int, Fraction, decimal string; a float is read by its shortest decimal.
    theorems : iterable of Theorem
        Those that may answer; a name that none of them knows is no name.
    end : boundcalc.Direction or None
        Which end of the values that suffice is asked for; None for the one that is worth more.

    Raises
    ------
    QuestionError
        If a name is known to no theorem, given twice, or also asked for.
    DomainError
        If a value is no number.

    Examples
    --------
    >>> from boundcalc_theorems import load_theorems
    >>> asked = read_question("n", {"τ": "0.1", "m": 1000}, load_theorems())
    >>> asked.names, str(asked.given[0].value)
    (('n', 'tau', 'm'), '1/10')
    """
    library = tuple(theorems)
    _check_asked(unknown)
    check_names((unknown, *given), library)
    values = read_given(given, library, (unknown,))
    name = plain_name(unknown)
    if name in {item.name for item in values}:
        raise QuestionError(f"{unknown} is asked for and also given; leave one of the two out")
    return Question(name, values, unknown, end)


def _check_asked(name: str) -> None:
    """Raise a QuestionError for what is not asked for itself, but one minus it."""
    meant = complement_of(name)
    if meant is not None:
        word = plain_name(name)
        raise QuestionError(f"ask for {meant}, which is 1 - {word}, instead of {word}")


def read_given(
    given: Mapping[str, Any], theorems: tuple[Theorem, ...], others: Sequence[str] = ()
) -> tuple[Given, ...]:
    """Return exact values as they are typed; errors as in `read_question`.

    `others` are further names of the question, which say what a letter is likely to mean.
    """
    found: dict[str, Given] = {}
    for typed, asked in given.items():
        letter, raw = complemented(typed, ungrouped(asked))
        name = plain_name(letter)
        if name in found:
            raise QuestionError(
                f"{name} is given twice, as {found[name].letter} and as {typed}; leave one out"
            )
        value = read_number(letter, raw, theorems, (*others, *given))
        found[name] = Given(name, value, letter, _typed(raw, value))
    return tuple(found.values())


def _typed(raw: Any, value: Fraction) -> str:
    """Return a value as it was given, but for an exact one of more digits than Python writes."""
    try:
        return str(raw)
    except ValueError:
        return exact_text(value)


def check_names(letters: Iterable[str], theorems: tuple[Theorem, ...]) -> None:
    """Raise a QuestionError for a name that no theorem knows."""
    known = {name for theorem in theorems for name in theorem.names}
    known |= {item.symbol.name for theorem in theorems for item in theorem.definitions}
    for typed in letters:
        letter = complement_of(typed) or typed
        if plain_name(letter) not in known:
            near = get_close_matches(plain_name(letter).lower(), sorted(known), 1)
            meant = f"did you mean {near[0]}? " if near else ""
            why = absence(letter) or f"{meant}see 'boundcalc list' for those that exist"
            raise QuestionError(f"no theorem has a quantity {letter!r:.60}; {why}")


def read_number(
    letter: str, raw: Any, theorems: tuple[Theorem, ...], letters: Sequence[str]
) -> Fraction:
    """Return a number, or raise a DomainError with the domain that is most likely meant.

    `letters` are all those of the question, and `theorems` may answer it.
    """
    try:
        return read_rational(raw, name=letter)
    except DomainError:
        if isinstance(raw, str) and (".." in raw or "," in raw):
            raise DomainError(
                f"{letter}: expected one number, with a point as 0.05 has, but got {raw!r:.40}; "
                "lists and ranges are for `boundcalc table` and `boundcalc compare`"
            ) from None
        name, names = plain_name(letter), [plain_name(other) for other in letters]
        known = [theorem for theorem in theorems if name in theorem.names]
        if not known:
            raise
        likely = max(known, key=lambda item: sum(other in item.names for other in names))
        return check_value(likely.names[name], raw, letter)


def find_symbol(theorem: Theorem, name: str) -> Symbol:
    """Return the quantity that a user calls `name`: its own name or an alias.

    Raises
    ------
    QuestionError
        If the theorem has no such quantity, sets it itself, or has one minus it.
    """
    plain = plain_name(name)
    if plain in theorem.names:
        return theorem.names[plain]
    for item in theorem.definitions:
        if item.symbol.name == plain:
            raise QuestionError(
                f"{theorem.id} sets {plain} = {item.value} itself; leave {plain} out"
            )
    _check_asked(name)
    way_out = absence(name) or f"it has {', '.join(theorem.quantities)}"
    raise QuestionError(f"{theorem.id} has no quantity {name!r}; {way_out}")


def named_symbols(theorem: Theorem, names: Iterable[str]) -> Iterator[tuple[Symbol, str]]:
    """Yield the symbol of each name; a QuestionError if one is unknown, or two mean the same."""
    seen: dict[str, str] = {}
    for name in names:
        symbol = find_symbol(theorem, name)
        if symbol.name in seen:
            raise QuestionError(
                f"{symbol.name} is given twice, as {seen[symbol.name]} and as {name}; leave one out"
            )
        seen[symbol.name] = name
        yield symbol, name


def check_value(symbol: Symbol, raw: Any, letter: str) -> Fraction:
    """Return the exact value, or raise a DomainError that names the domain and a value in it."""
    try:
        value = read_rational(raw, name=letter)
    except DomainError as error:
        meaning = f" ({symbol.meaning})" if symbol.meaning else ""
        example = f"such as {letter}={decimal_text(example_value(symbol.domain))}"
        raise DomainError(
            f"{error}; {letter}{meaning} lies in {symbol.domain}, {example}"
        ) from None
    return in_domain(symbol, value, letter)


def in_domain(symbol: Symbol, value: Fraction, letter: str) -> Fraction:
    """Return a value, or raise a DomainError that names the domain and a value in it."""
    if value in symbol.domain:
        return value
    example = f"such as {letter}={decimal_text(example_value(symbol.domain))}"
    shown = decimal_text(value)
    shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
    what = symbol.meaning.partition(";")[0]  # a remark may be about other domains
    meaning = f" ({what})" if what else ""
    raise DomainError(f"{letter}{meaning} must lie in {symbol.domain}, {example}, but got {shown}")


def example_value(domain: Domain) -> Fraction:
    """Return a value of a domain, one that people would try."""
    candidates = _COUNTS if domain.integer else _VALUES
    inside = next((value for value in candidates if value in domain), None)
    if inside is not None:
        return inside
    lower, upper = domain.lower, domain.upper
    if lower is not None and upper is not None and not domain.integer:
        return (lower + upper) / 2
    end = upper if lower is None else lower
    return Fraction(0) if end is None else end
