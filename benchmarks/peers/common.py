"""What every peer has: a name, a language, and an answer."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from benchmarks.suite import Entry, Outcome
from boundcalc.language import Domain, Expression, Number, Operation, Operator

MOST_SUMMANDS = 40
LEAST_SECONDS = 1e-4  # what a clock can tell


class CannotSayError(Exception):
    """The language of the peer has no word for it."""


class Peer(Protocol):
    """Another prover."""

    name: str

    def version(self) -> str:
        """Return its version; ImportError or OSError where it is not installed."""

    def check(self, entry: Entry) -> None:
        """Raise CannotSayError where a relation is outside of its language."""

    def measure(self, entry: Entry, limit: float) -> Outcome:
        """Return what it says of a relation, and its processor time."""


def ends(domain: Domain) -> Iterator[tuple[str, Fraction]]:
    """Yield ``("<=", lower)``, ``(">", upper)`` and so on: lower end first, strict where open."""
    for is_lower, end, is_closed in (
        (True, domain.lower, domain.lower_closed),
        (False, domain.upper, domain.upper_closed),
    ):
        if end is not None:
            yield f"{'>' if is_lower else '<'}{'=' if is_closed else ''}", end


def whole(node: Expression) -> int | None:
    """Return the integer that an exponent is written as, or None."""
    value = exact(node)
    return int(value) if value is not None and value.denominator == 1 else None


def exact(node: Expression) -> Fraction | None:
    """Return the rational that is written with numbers alone, or None."""
    if isinstance(node, Number):
        return node.value
    if not isinstance(node, Operation):
        return None
    values = [exact(child) for child in node.operands]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    if node.operator is Operator.NEGATE:
        return -known[0]
    if node.operator is Operator.DIVIDE and known[1]:
        return known[0] / known[1]
    if node.operator is Operator.ADD:
        return sum(known, Fraction(0))
    return None
