"""The order in which tactics are tried: what is cheap or certain to help comes first."""

from __future__ import annotations

from collections.abc import Iterator

from boundcalc.proving.proof_state import Try, View
from boundcalc.proving.tactics import (
    algebra,
    calculus,
    critical,
    discrete,
    groups,
    linear,
    logic,
    merge,
    ranges,
    rewrite,
    roots,
    squares,
    surds,
    symmetry,
)
from boundcalc.proving.tactics.calculus import LADDER

SMALL = 20  # nodes of a term that is worth a look before it is simplified


def candidates(view: View) -> Iterator[Try]:
    """Yield the steps that may prove a goal, the most promising first.

    A wide search also groups terms and takes them apart, which costs more.
    """
    yield from ranges.pinned(view)
    found = discrete.discrete(view)
    if found:
        yield from discrete.write_out(view, found)
    elif view.kind == "!=":
        yield from logic.nonzero(view)
    elif view.kind == "=":
        yield from logic.equality(view)
    else:
        yield from _widely(view) if view.memory.is_wide else _closely(view)


def _closely(view: View) -> Iterator[Try]:
    yield from _at_once(view)
    yield from algebra.eliminate(view)
    yield from _restated(view)
    halves = _halves(view)
    if halves is not None:
        yield from halves
        return
    if not view.ladder:
        yield from merge.merge(view, is_assumed=True)
    yield from calculus.to_bounds(view)
    yield from algebra.logarithm(view)
    if ranges.integers_of(view):
        yield from _over_integers(view)
        return
    yield from logic.parts(view)
    yield from _scaled(view)
    yield from _along_plain_slopes(view)
    if view.size <= SMALL:
        yield from algebra.simplify(view)
    yield from _rearranged(view)
    yield from rewrite.squares(view, is_clean=True)
    if view.ladder < LADDER:
        yield from calculus.monotone(view, plain=False)
        yield from calculus.concave(view)
        yield from calculus.tail(view, plain=False)
    yield from _rooted(view)
    yield from algebra.complete_square(view)
    yield from logic.compare(view)
    yield from _cut(view)


def _widely(view: View) -> Iterator[Try]:
    yield from _at_once(view)
    yield from _restated(view)
    yield from squares.facts(view)
    halves = _halves(view)
    if halves is not None:
        yield from halves
        return
    yield from calculus.to_bounds(view)
    yield from logic.parts(view)
    yield from algebra.logarithm(view)
    if ranges.integers_of(view):
        yield from _over_integers(view)
        return
    yield from _scaled(view)
    yield from _taken_apart(view)
    yield from _along_plain_slopes(view)
    if not view.ladder:
        yield from merge.merge(view)
    if view.size <= SMALL:
        yield from algebra.simplify(view)
    yield from _rearranged(view)
    yield from groups.absorb(view)
    yield from groups.alone(view)
    if view.ladder < LADDER:
        yield from critical.critical(view)
        yield from calculus.monotone(view, plain=False)
        yield from calculus.tail(view, plain=False)
    yield from _rooted(view)
    if view.ladder < LADDER:
        yield from surds.surds(view)
    yield from algebra.complete_square(view)
    yield from _cut(view)


def _at_once(view: View) -> Iterator[Try]:
    """Yield what ends a proof, or makes a goal simpler in any case."""
    yield from logic.close(view)
    if view.kind == ">=" and view.looks_zero(view.term):
        yield Try({"rule": "identity"}, 0.5)
    yield from linear.linear(view, is_deep=False)
    yield from ranges.vanished(view)
    yield from logic.restate(view)
    yield from algebra.shorten(view)


def _restated(view: View) -> Iterator[Try]:
    """Yield a goal in other terms, and contradictions among its facts."""
    yield from rewrite.scales(view)
    yield from rewrite.logarithms(view)
    yield from logic.spread(view)
    yield from logic.otherwise(view)
    yield from logic.contradiction(view)


def _halves(view: View) -> Iterator[Try] | None:
    """Return the cases of a goal, or one half of what is symmetric; None where there are none."""
    if logic.innermost_of(view) is not None:
        return logic.cases(view)
    reflected = list(symmetry.halves(view))
    return iter(reflected) if reflected else None


def _over_integers(view: View) -> Iterator[Try]:
    yield from linear.linear(view, is_deep=True)
    yield from ranges.shrink(view)
    yield from ranges.integers(view)


def _scaled(view: View) -> Iterator[Try]:
    """Yield multiples and divisors of a term, combinations of facts, and bounds on roots."""
    yield from roots.bounded(view)
    yield from algebra.multiples(view)
    yield from algebra.divisors(view)
    yield from linear.linear(view, is_deep=True)


def _taken_apart(view: View) -> Iterator[Try]:
    """Yield factors, squares and groups of terms."""
    yield from algebra.factorize(view)
    if view.ladder <= 2:
        yield from squares.sums(view)
    yield from ranges.products(view)
    if view.ladder < LADDER:
        yield from calculus.concave(view)
    yield from logic.compare(view)
    yield from groups.groups(view)
    yield from calculus.eliminate(view)


def _along_plain_slopes(view: View) -> Iterator[Try]:
    yield from calculus.tail(view, plain=True)
    if view.size > SMALL:
        yield from algebra.simplify(view)
    yield from calculus.monotone(view, plain=True)


def _rearranged(view: View) -> Iterator[Try]:
    """Yield smaller ranges, and a term in which facts or variables stand elsewhere."""
    yield from ranges.shrink(view)
    yield from algebra.isolate(view)
    yield from algebra.subtract_facts(view)
    yield from rewrite.inside(view)


def _rooted(view: View) -> Iterator[Try]:
    """Yield a term without its denominators, roots and exponentials."""
    yield from algebra.divide(view)
    yield from algebra.roots(view)
    yield from rewrite.squares(view, is_clean=False)
    yield from rewrite.exponentials(view)


def _cut(view: View) -> Iterator[Try]:
    """Yield cases by comparison, and parts of a range."""
    yield from logic.compare_exponents(view)
    yield from ranges.infinite(view)
    yield from ranges.split(view)
