"""Quantities: the fields of a guarantee, each with its strong side, domain, unit and meaning.

Beside them, what a guarantee may be about (`Queries`), and over which inputs (`Inputs`).
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from boundcalc.language.domains import Domain, Unit
from boundcalc.language.records import Record


class Stronger(Enum):
    """Which change of a field makes a guarantee say more."""

    SMALLER = "smaller"
    LARGER = "larger"


class Queries(Enum):
    """What a statement of accuracy is about: one query, or every answer that was given."""

    CHOSEN = "the sample mean of the query that the algorithm chooses"
    ANSWERS = "{answers}"


class Inputs(Enum):
    """The input distributions over which an information bound holds.

    A bound over ANY holds over PRODUCT, and a bound over PRODUCT holds over UNIFORM.
    """

    ANY = "every distribution of the dataset"
    PRODUCT = "product distributions"
    UNIFORM = "the uniform distribution of the dataset"


@dataclass(frozen=True, kw_only=True, slots=True)
class Quantity(Record):
    """What a field of a guarantee is: its strong side, domain, unit and meaning.

    From `trivial` on, toward its weak side, the field says nothing; None where each value says
    something.
    `letter` is what a user calls it, which is another name than the field has where the letter of
    the field means something else in the notation; `aliases` are names that it had before.
    """

    name: str
    stronger: Stronger
    domain: Domain
    unit: Unit
    meaning: str
    trivial: Fraction | None = None
    letter: str = ""
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "letter", self.letter or self.name)

    def says_nothing(self, value: Fraction) -> bool:
        """Return whether the guarantee is empty at this value of the field."""
        if self.trivial is None:
            return False
        is_smaller = self.stronger is Stronger.SMALLER
        return value >= self.trivial if is_smaller else value <= self.trivial


def _quantity(
    stronger: Stronger,
    domain: Domain,
    meaning: str,
    *,
    unit: Unit = Unit.NONE,
    default: Any = MISSING,
    trivial: int | None = None,
    letter: str = "",
    aliases: tuple[str, ...] = (),
) -> Any:
    weak_end = domain.upper if stronger is Stronger.SMALLER else domain.lower
    metadata = {
        "stronger": stronger,
        "domain": domain,
        "meaning": meaning,
        "unit": unit,
        "trivial": weak_end if trivial is None else Fraction(trivial),
        "letter": letter,
        "aliases": aliases,
    }
    if default is MISSING:
        return field(metadata=metadata)
    return field(metadata=metadata, default=default)


def smaller(domain: Domain, meaning: str, **options: Any) -> Any:
    """Return the field of a quantity that is stronger where it is smaller."""
    return _quantity(Stronger.SMALLER, domain, meaning, **options)


def larger(domain: Domain, meaning: str, **options: Any) -> Any:
    """Return the field of a quantity that is stronger where it is larger."""
    return _quantity(Stronger.LARGER, domain, meaning, **options)
