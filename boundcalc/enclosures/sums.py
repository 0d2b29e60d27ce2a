"""The terms of a sum, where the small ones of a long sum are enclosed in blocks.

Most terms of a sum of binomial weights count for less than the rounding of its largest ones.
Neighbours are enclosed together, by their number times the values of a term over the range of their
indices, and left at that where it does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Generic, TypeVar

from flint import arb, ctx

from boundcalc.enclosures.interval import (
    INFINITY,
    ONE,
    ZERO,
    Interval,
    as_integer,
    exact_interval,
    greatest,
    whole_number,
)

MAX_TERMS = 20_000
_BLOCK = 32  # terms
_LONG = 4 * _BLOCK
_SHARE = arb(2) ** -12  # of what is uncertain anyway, that blocks may add to it
_SINGLE = Interval(ONE, ONE)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Terms(Generic[T]):
    """As many terms as `count` says, each of which has a value that `term` encloses."""

    count: Interval
    term: T

    @property
    def is_single(self) -> bool:
        """Whether it is one term."""
        return self.count is _SINGLE


def terms_of(
    lower: Interval, upper: Interval, body: Callable[[Interval], T], values: Callable[[T], Interval]
) -> list[Terms[T]] | None:
    """Return what encloses the sums that end at the integers between the ends of `upper`.

    Parameters
    ----------
    lower, upper : Interval
        The first index, and the last.
    body : callable
        The term at an index, or over a range of indices.
    values : callable
        An enclosure of the values of a term.

    Returns
    -------
    list of Terms or None
        None where the first index is not a known integer, or too many terms are certain.
    """
    first, least = as_integer(lower), whole_number(upper.lower.ceil())
    if first is None or least is None or least > upper.upper or least - first > MAX_TERMS:
        return None
    found = list(_certain(first, least, body, values))
    last = max(first - 1, least)
    if upper.lower != upper.upper and upper.upper >= last + 1:
        count = Interval(ZERO, (upper.upper - last).upper())
        found.append(Terms(count, body(Interval(arb(last + 1), upper.upper))))
    return found


def _certain(
    first: int, last: int, body: Callable[[Interval], T], values: Callable[[T], Interval]
) -> Iterator[Terms[T]]:
    """Yield the terms of all indices, the large ones each, and the others in blocks."""
    if last - first < _LONG:
        for index in range(first, last + 1):
            yield Terms(_SINGLE, body(exact_interval(index)))
        return
    blocks = sorted(_blocks(first, last, body, values), key=lambda block: block.size)
    tails = accumulate((block.size for block in blocks), lambda tail, size: (tail + size).upper())
    low, high = ZERO, ZERO
    for block, tail in reversed(list(zip(blocks, tails, strict=True))):
        if _is_little(tail, low, high):
            yield block.terms
            continue
        for index in range(block.first, block.last + 1):
            term = body(exact_interval(index))
            inside = values(term)
            low, high = (low + inside.lower).lower(), (high + inside.upper).upper()
            yield Terms(_SINGLE, term)


@dataclass(frozen=True, slots=True)
class _Block(Generic[T]):
    """Neighbours, with a bound on the size of their sum; an infinity where there is none."""

    first: int
    last: int
    terms: Terms[T]
    size: arb


def _blocks(
    first: int, last: int, body: Callable[[Interval], T], values: Callable[[T], Interval]
) -> Iterator[_Block[T]]:
    for start in range(first, last + 1, _BLOCK):
        end = min(start + _BLOCK - 1, last)
        term = body(Interval(arb(start), arb(end)))
        inside, count = values(term), end - start + 1
        size = (greatest(abs(inside.lower), abs(inside.upper)) * count).upper()
        is_bounded = inside.total and not inside.is_nowhere and size.is_finite()
        terms = Terms(exact_interval(count), term)
        yield _Block(start, end, terms, size if is_bounded else INFINITY)


def _is_little(tail: arb, low: arb, high: arb) -> bool:
    """Whether a size is lost in the rounding of a sum between two ends, or in its width."""
    if not (tail.is_finite() and low.is_finite() and high.is_finite()):
        return False
    near = low if low > 0 else -high  # at most the size of the sum, and less than 0 around it
    return bool(tail <= near / 2**ctx.prec or tail <= (high - low) * _SHARE)
