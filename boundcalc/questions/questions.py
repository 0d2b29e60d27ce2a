"""Questions: a theorem, what is asked, and exact values, checked on the way in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.language.domains import Domain
from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.guarantees import PopulationAccuracy
from boundcalc.language.interactions import Mechanism
from boundcalc.language.letters import GREEK
from boundcalc.language.numbers import decimal_text, read_rational
from boundcalc.language.statements import Theorem


@dataclass(frozen=True, slots=True)
class Constraint:
    """A relation that an answer must satisfy.

    `printed` is what the theorem shows, `relation` the same with its definitions put in.
    """

    printed: Relation
    relation: Relation
    is_conclusion: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of one theorem.

    `free` are the parameters that the answer may choose; `asked` is how the unknown was called.
    """

    theorem: Theorem
    unknown: Symbol
    given: Mapping[str, Fraction]
    free: tuple[Symbol, ...]
    constraints: tuple[Constraint, ...]
    asked: str = ""


def pose(theorem: Theorem, unknown: str, given: Mapping[str, Any]) -> Question:
    """Return the question, its names and values checked.

    What the theorem concludes must be given or asked for, also where it is a parameter that the
    answer may choose elsewhere.

    Raises
    ------
    QuestionError
        If a name is unknown to the theorem, given twice, missing, or also asked for.
    DomainError
        If a value is no number, or lies outside the domain of its symbol.
    """
    target = find_symbol(theorem, unknown)
    values = read_values(theorem, given)
    if target.name in values:
        raise QuestionError(f"{target.name} is asked for and also given; leave one of the two out")
    constraints = _constraints(theorem)
    used = frozenset().union(*(item.relation.names() for item in constraints))
    open_symbols = [
        symbol
        for name, symbol in theorem.quantities.items()
        if name not in values and name != target.name
    ]
    concluded = theorem.conclusion.expressions().values()
    missing = [
        symbol
        for symbol in open_symbols
        if not symbol.is_chosen or (symbol in concluded and symbol.name in used)
    ]
    if missing:
        names = ", ".join(f"{symbol.name} ({symbol.meaning})" for symbol in missing)
        example = f"{missing[0].name}=..."
        raise QuestionError(f"{theorem.id} also needs {names}; add {example}")
    if target.name not in used:
        raise QuestionError(
            f"nothing in {theorem.id} depends on {target.name}; every value of it works"
        )
    free = tuple(symbol for symbol in open_symbols if symbol.name in used)
    return Question(theorem, target, values, free, constraints, plain_name(unknown))


def find_symbol(theorem: Theorem, name: str) -> Symbol:
    """Return the quantity that a user calls `name`: its own name or an alias.

    Raises
    ------
    QuestionError
        If the theorem has no such quantity, or sets it itself.
    """
    plain = plain_name(name)
    if plain in theorem.names:
        return theorem.names[plain]
    for item in theorem.definitions:
        if item.symbol.name == plain:
            raise QuestionError(
                f"{theorem.id} sets {plain} = {item.value} itself; leave {plain} out"
            )
    known = ", ".join(theorem.quantities)
    raise QuestionError(f"{theorem.id} has no quantity {name!r}; it has {known}")


def solvable_names(theorem: Theorem) -> tuple[str, ...]:
    """Return the names of the quantities that the theorem can be solved for."""
    used = frozenset().union(*(item.relation.names() for item in _constraints(theorem)))
    return tuple(name for name in theorem.quantities if name in used)


def read_values(theorem: Theorem, given: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return exact values by the theorem's own names; errors as in `pose`."""
    return {
        symbol.name: check_value(symbol, given[name], name)
        for symbol, name in named_symbols(theorem, given)
    }


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


def check_value(symbol: Symbol, raw: Any, name: str) -> Fraction:
    """Return the exact value, or raise a DomainError that names the domain and a value in it."""
    try:
        value = read_rational(raw, name=name)
    except DomainError as error:
        meaning = f" ({symbol.meaning})" if symbol.meaning else ""
        example = f"such as {name}={example_value(symbol.domain)}"
        raise DomainError(f"{error}; {name}{meaning} lies in {symbol.domain}, {example}") from None
    if value not in symbol.domain:
        example = f"such as {name}={example_value(symbol.domain)}"
        shown = decimal_text(value)
        shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
        what = symbol.meaning.partition(";")[0]  # a remark may be about other domains
        meaning = f" ({what})" if what else ""
        way = f"; leave {name} out to have it chosen" if symbol.is_chosen else ""
        raise DomainError(
            f"{name}{meaning} must lie in {symbol.domain}, {example}, but got {shown}{way}"
        )
    return value


def example_value(domain: Domain) -> str:
    """Return a value of a domain, as it may be typed."""
    candidates = ("100", "1") if domain.integer else ("0.05", "1", "10", "0", "-1")
    inside = next((text for text in candidates if Fraction(text) in domain), None)
    if inside is not None:
        return inside
    lower, upper = domain.lower, domain.upper
    if lower is not None and upper is not None and not domain.integer:
        return decimal_text((lower + upper) / 2)
    end = upper if lower is None else lower
    return "0" if end is None else decimal_text(end)


def plain_name(name: str) -> str:
    r"""Return the ASCII name of a quantity that may be typed as ``τ``, ``\tau`` or ``tau``.

    Examples
    --------
    >>> plain_name("τ"), plain_name("\\varepsilon"), plain_name("beta_1")
    ('tau', 'epsilon', 'beta_1')
    """
    plain = "".join(GREEK.get(letter, letter) for letter in name).removeprefix("\\")
    return {"varepsilon": "epsilon", "eps": "epsilon", "ϵ": "epsilon"}.get(plain, plain)


def uncounted(theorem: Theorem, free: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Return the open parameters whose choice looks free because a theorem counts one side of it.

    They are parameters of the algorithm: what a premise asks of it, or how a theorem without
    premises describes it. A route from a mechanism to the accuracy of its answers counts both
    sides, since what noise spoils is a part of what it concludes.
    """
    is_from_noise = all(isinstance(item, Mechanism) for item in theorem.premises)
    if theorem.premises and is_from_noise and isinstance(theorem.conclusion, PopulationAccuracy):
        return ()
    asked = frozenset().union(*(item.symbols() for item in theorem.premises))
    return tuple(
        symbol for symbol in free if symbol.trades and (not theorem.premises or symbol in asked)
    )


def _constraints(theorem: Theorem) -> tuple[Constraint, ...]:
    printed = [(relation, False) for relation in theorem.hypotheses]
    printed += [(target.relation, True) for target in theorem.targets]
    return tuple(
        Constraint(
            relation,
            Relation(theorem.expand(relation.left), relation.sense, theorem.expand(relation.right)),
            is_conclusion,
        )
        for relation, is_conclusion in printed
    )
