"""The order in which tactics are tried: what is cheap or certain to help comes first."""

from __future__ import annotations

from collections.abc import Iterator

from boundcalc.proving.equation_tactics import divided, solving
from boundcalc.proving.integer_tactics import discrete, nearby
from boundcalc.proving.polynomial_tactics import (
    boxes,
    coefficients,
    means,
    quadratics,
    semidefinite,
    spheres,
    squares,
)
from boundcalc.proving.proof_state import Attempt, ProofState
from boundcalc.proving.tactics import (
    algebra,
    calculus,
    contract,
    critical,
    exponentials,
    groups,
    linear,
    logic,
    merge,
    ranges,
    rewrite,
    roots,
    separable,
    symmetry,
    taylor,
    trigonometry,
)
from boundcalc.proving.tactics.calculus import LADDER

SMALL = 20  # nodes of a term that is worth a look before it is simplified


def candidates(state: ProofState) -> Iterator[Attempt]:
    """Yield the steps that may prove a goal, the most promising first.

    A wide search also groups terms and takes them apart, which costs more.
    """
    if state.memory.is_last and not state.memory.is_wide:
        yield from solving.excluded(state)
        yield from solving.eliminated(state)
    yield from linear.spanned(state)
    if state.kind in ("=", "!="):
        yield from solving.put_in(state)
    yield from ranges.pinned(state)
    yield from ranges.renamed(state)
    if state.context.facts:
        yield from logic.ties(state)
        yield from rewrite.equal_products(state)
        yield from quadratics.by_squares(state)
        yield from spheres.on_spheres(state)
        yield from contract.contracted(state)
        yield from divided.divided(state)
    yield from means.of_a_power(state)
    yield from coefficients.by_coefficients(state)
    yield from means.by_means(state)
    yield from separable.separated(state)
    yield from boxes.on_boxes(state)
    yield from taylor.by_taylor(state)
    if state.memory.is_last:
        yield from exponentials.by_mean(state)
    found = discrete.discrete(state)
    if found:
        yield from discrete.write_out(state, found)
    elif state.kind == "!=":
        yield from logic.nonzero(state)
    elif state.kind == "=":
        yield from trigonometry.waves(state)
        yield from logic.equality(state)
    else:
        yield from _widely(state) if state.memory.is_wide else _closely(state)


def _closely(state: ProofState) -> Iterator[Attempt]:
    yield from _at_once(state)
    yield from algebra.eliminate(state)
    yield from calculus.between_bounds(state)
    yield from _restated(state)
    yield from logic.mirrored(state)
    yield from logic.moduli(state)
    yield from logic.modulus(state)
    halves = _halves(state)
    if halves is not None:
        yield from halves
        return
    if not state.ladder:
        yield from merge.merge(state, is_assumed=True)
    yield from calculus.to_bounds(state)
    yield from algebra.logarithm(state)
    if ranges.integers_of(state):
        yield from _over_integers(state)
        return
    yield from calculus.along_lines(state)
    yield from merge.shifted(state)
    yield from logic.parts(state)
    yield from _scaled(state)
    yield from _along_plain_slopes(state)
    yield from exponentials.two(state)
    if state.size <= SMALL:
        yield from algebra.simplify(state)
    yield from _rearranged(state)
    yield from rewrite.squares(state, is_clean=True)
    if state.ladder < LADDER:
        yield from calculus.monotone(state, plain=False)
        yield from calculus.concave(state)
        yield from calculus.tail(state, plain=False)
    yield from _rooted(state)
    yield from algebra.complete_square(state)
    yield from logic.compare(state)
    yield from _cut(state)


def _widely(state: ProofState) -> Iterator[Attempt]:
    yield from _at_once(state)
    yield from _restated(state)
    yield from squares.facts(state)
    yield from logic.mirrored(state)
    yield from logic.moduli(state)
    yield from logic.modulus(state)
    halves = _halves(state)
    if halves is not None:
        yield from halves
        return
    yield from calculus.to_bounds(state)
    yield from logic.parts(state)
    yield from algebra.logarithm(state)
    if ranges.integers_of(state):
        yield from _over_integers(state)
        return
    yield from calculus.along_lines(state)
    yield from merge.shifted(state)
    yield from _scaled(state)
    yield from _taken_apart(state)
    yield from _along_plain_slopes(state)
    yield from exponentials.two(state)
    if not state.ladder:
        yield from merge.merge(state)
        yield from groups.dropped(state)
    if state.size <= SMALL:
        yield from algebra.simplify(state)
    yield from _rearranged(state)
    yield from groups.absorb(state)
    yield from groups.alone(state)
    if state.ladder < LADDER:
        yield from critical.critical(state)
        yield from calculus.monotone(state, plain=False)
        yield from calculus.tail(state, plain=False)
    yield from _rooted(state)
    if state.ladder < LADDER:
        yield from roots.surds(state)
    yield from algebra.complete_square(state)
    yield from _cut(state)


def _at_once(state: ProofState) -> Iterator[Attempt]:
    """Yield what ends a proof, or makes a goal simpler in any case."""
    yield from logic.close(state)
    yield from contract.squared(state)
    if state.kind == ">=" and state.looks_zero(state.term):
        yield Attempt({"rule": "identity"}, 0.5)
    yield from trigonometry.waves(state)
    yield from rewrite.squares(state, is_settled=True)
    yield from linear.linear(state, is_deep=False)
    yield from logic.plain_cases(state)
    yield from ranges.vanished(state)
    yield from logic.restate(state)
    yield from algebra.shorten(state)


def _restated(state: ProofState) -> Iterator[Attempt]:
    """Yield a goal in other terms, and contradictions among its facts."""
    yield from rewrite.scales(state)
    yield from rewrite.logarithms(state)
    yield from rewrite.exponentials(state, is_only=True)
    yield from logic.spread(state)
    yield from logic.otherwise(state)
    yield from logic.contradiction(state)


def _halves(state: ProofState) -> Iterator[Attempt] | None:
    """Return the cases of a goal, or one half of what is symmetric; None where there are none."""
    if logic.innermost_of(state) is not None:
        return logic.cases(state)
    reflected = list(symmetry.halves(state))
    return iter(reflected) if reflected else None


def _over_integers(state: ProofState) -> Iterator[Attempt]:
    yield from linear.linear(state, is_deep=True)
    yield from nearby.apart(state)
    yield from nearby.near(state)
    yield from ranges.shrink(state)
    yield from ranges.integers(state)


def _scaled(state: ProofState) -> Iterator[Attempt]:
    """Yield multiples and divisors of a term, combinations of facts, and bounds on roots."""
    yield from roots.bounded(state)
    yield from algebra.multiples(state)
    yield from algebra.divisors(state)
    yield from linear.linear(state, is_deep=True)


def _taken_apart(state: ProofState) -> Iterator[Attempt]:
    """Yield factors, squares and groups of terms."""
    yield from algebra.factorize(state)
    if state.ladder <= 2:
        yield from semidefinite.by_gram(state)
        yield from squares.sums(state)
        yield from means.by_means(state, is_late=True)
        yield from divided.divided(state, is_linear=True)
    yield from ranges.products(state)
    if state.ladder < LADDER:
        yield from calculus.concave(state)
    yield from logic.compare(state)
    yield from groups.groups(state)
    yield from calculus.eliminate(state)


def _along_plain_slopes(state: ProofState) -> Iterator[Attempt]:
    yield from calculus.tail(state, plain=True)
    if state.size > SMALL:
        yield from algebra.simplify(state)
    yield from calculus.monotone(state, plain=True)


def _rearranged(state: ProofState) -> Iterator[Attempt]:
    """Yield smaller ranges, and a term in which facts or variables stand elsewhere."""
    yield from ranges.shrink(state)
    yield from algebra.isolate(state)
    yield from algebra.subtract_facts(state)
    yield from rewrite.inside(state)


def _rooted(state: ProofState) -> Iterator[Attempt]:
    """Yield a term without its denominators, roots and exponentials."""
    yield from algebra.divide(state)
    yield from algebra.roots(state)
    yield from rewrite.squares(state, is_clean=False)
    yield from rewrite.exponentials(state)


def _cut(state: ProofState) -> Iterator[Attempt]:
    """Yield cases by comparison, and parts of a range."""
    yield from trigonometry.expansions(state)
    yield from logic.compare_exponents(state)
    yield from ranges.infinite(state)
    yield from ranges.split(state)
