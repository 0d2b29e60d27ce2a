"""How far a search goes in a domain: real numbers between 1e-120 and 1e120, up to its open ends."""

from __future__ import annotations

from fractions import Fraction

from boundcalc.language.domains import Domain

LARGEST = Fraction(10) ** 120
SMALLEST = 1 / LARGEST
OPEN_GAP = Fraction(1, 10**40)


def search_ends(domain: Domain) -> tuple[Fraction, Fraction]:
    """Return the first and the last value of a domain that the search looks at."""
    if domain.integer:
        first, last = domain.first_integer(), domain.last_integer()
        low = -LARGEST if first is None else Fraction(first)
        return low, LARGEST if last is None else Fraction(last)
    return _real_end(domain.lower, domain.lower_closed, 1), _real_end(
        domain.upper, domain.upper_closed, -1
    )


def _real_end(end: Fraction | None, is_closed: bool, inward: int) -> Fraction:
    if end is None:
        return -inward * LARGEST
    if is_closed:
        return end
    return inward * SMALLEST if end == 0 else end + inward * OPEN_GAP * (1 + abs(end))


def is_search_limit(domain: Domain, value: Fraction) -> bool:
    """Return whether the search stopped at a value because of its own limits, not the domain's."""
    if 0 < abs(value) <= 10 * SMALLEST or abs(value) >= LARGEST / 10:
        return True
    first, last = search_ends(domain)
    if value == first:
        return domain.lower is None or not (domain.lower_closed or domain.integer)
    if value == last:
        return domain.upper is None or not (domain.upper_closed or domain.integer)
    return False
