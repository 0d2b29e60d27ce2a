"""How far a search goes in a domain, up to its open ends.

Real numbers are searched between 1e-120 and 1e120; those of a domain that is bounded and begins at
zero, as probabilities do, from 1e-10050 on, because a probability may be e^(-n).
"""

from __future__ import annotations

from fractions import Fraction

from boundcalc.language.domains import Domain

LARGEST = Fraction(10) ** 120
SMALLEST = 1 / LARGEST
DEEPEST = Fraction(1, 10**10_050)
DEEP_PRECISION = 36_000  # bits, which tell 1 - DEEPEST from 1
OPEN_GAP = Fraction(1, 10**40)


def search_ends(domain: Domain) -> tuple[Fraction, Fraction]:
    """Return the first and the last value of a domain that the search looks at.

    Examples
    --------
    >>> from boundcalc.language.domains import OPEN_PROBABILITY, POSITIVE
    >>> search_ends(OPEN_PROBABILITY)[0] == DEEPEST, search_ends(POSITIVE)[0] == SMALLEST
    (True, True)
    """
    if domain.integer:
        first, last = domain.first_integer(), domain.last_integer()
        low = -LARGEST if first is None else Fraction(first)
        return low, LARGEST if last is None else Fraction(last)
    lowest = _real_end(domain.lower, domain.lower_closed, 1)
    if lowest == SMALLEST and is_deep(domain):
        lowest = DEEPEST
    return lowest, _real_end(domain.upper, domain.upper_closed, -1)


def is_deep(domain: Domain) -> bool:
    """Return whether values far below 1e-120 are searched: in bounded domains from zero on."""
    return domain.lower == 0 and domain.upper is not None and not domain.integer


def least_size(domain: Domain) -> Fraction:
    """Return the least positive size that is searched in a domain."""
    return DEEPEST if is_deep(domain) else SMALLEST


def _real_end(end: Fraction | None, is_closed: bool, inward: int) -> Fraction:
    if end is None:
        return -inward * LARGEST
    if is_closed:
        return end
    return inward * SMALLEST if end == 0 else end + inward * OPEN_GAP * (1 + abs(end))


def deep_limit(domain: Domain) -> Fraction | None:
    """Return the answer where even the least size that is searched suffices; None if not deep.

    A failure probability of 1e-10049 is a good answer, though a smaller one may suffice.
    """
    return 10 * DEEPEST if is_deep(domain) else None


def is_search_limit(domain: Domain, value: Fraction) -> bool:
    """Return whether the search stopped at a value because of its own limits, not the domain's."""
    if 0 < abs(value) <= 10 * least_size(domain) or abs(value) >= LARGEST / 10:
        return True
    first, last = search_ends(domain)
    if value == first:
        return domain.lower is None or not (domain.lower_closed or domain.integer)
    if value == last:
        return domain.upper is None or not (domain.upper_closed or domain.integer)
    return False
