"""The choice of free parameters: the one entry of this room, for theorems and for routes alike.

Descents suggest choices in doubles, the best first; the caller certifies them, and the first that
keeps its promise is taken. Where a formula has no slopes, or descents find nothing over a few
parameters, a direct search suggests them.

Main definitions
----------------
`best_choice`: the best choice that is certified, with what the caller made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Generic, TypeVar

import numpy as np

from boundcalc.algebra.search_range import is_deep
from boundcalc.feasible.digits import exponential
from boundcalc.optimization.choices import SMALLEST, ChosenParameters
from boundcalc.optimization.direct_search import search_directly
from boundcalc.optimization.optimum import Optimizer, Optimum, Shortfall, find_optimizer
from boundcalc.optimization.rounding import round_optimum
from boundcalc.optimization.sequential_quadratic import Method, minimize_locally
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.reduction import Reduction

_MARGINS = (1e-10, 1e-8, 1e-6)  # of a residual, where the usual one is not enough
_KEPT = Fraction(1, 10**11)  # a share of the promised value by which a certified one may be worse
_NEAR = Fraction(1, 10**6)  # a share by which it may be worse where nothing else is tried
_FEW = 3  # parameters, over which a direct search goes where descents find nothing
_ENOUGH = 8  # choices that are certified where none keeps its promise
_MOST = 16  # that are tried
_HARDLY = 1e-3  # a shortfall that large terms may make, which cancel
_LOOKS = 3  # of each search that are looked at closely, where nothing near the promise works
Certified = TypeVar("Certified")
Certify = Callable[[ChosenParameters], tuple[Fraction, Certified] | None]


def best_choice(
    reduction: Reduction,
    certify: Certify[Certified],
    is_vain: Callable[[Reduction], bool] = lambda _: False,
    method: Method | None = minimize_locally,
    look: Certify[Certified] = lambda _: None,
) -> tuple[ChosenParameters, Certified] | None:
    """Return the first choice that keeps its promise, or else the best that can be certified.

    Parameters
    ----------
    reduction : Reduction
        The problem: the unknown is to be best, under its condition.
    certify : callable
        Takes a choice, and returns the value of the unknown that is certified for it with what
        shows it, or None.
    is_vain : callable
        Whether it is proved that a search finds nothing; asked where no start is found.
    method : callable or None
        What goes down from a start; None for the direct search alone.
    look : callable
        Certifies at more cost a choice for which `certify` finds nothing, for a few of each search.
    """
    found: list[_Found[Certified]] = []
    for choices in _sources(reduction, is_vain, method, found):
        best = _first_kept(reduction, choices, certify, look)
        if best is not None:
            found.append(best)
            if best.is_near(is_integer=reduction.problem.unknown.domain.integer):
                break
    best = max(found, key=lambda item: item.worth, default=None)
    return None if best is None else (best.choice, best.evidence)


def _sources(
    reduction: Reduction,
    is_vain: Callable[[Reduction], bool],
    method: Method | None,
    found: Sequence[object],
) -> Iterator[Iterable[ChosenParameters]]:
    """Yield what suggests choices, each if those before it were in vain; `found` is what was found.

    Large terms that cancel make constraints seem to hold where they are far from it; a search that
    keeps fractions of sums whole goes around these.
    """
    optimizer = None if method is None else find_optimizer(reduction, method=method)
    if method is None or optimizer is None:
        yield search_directly(reduction)
        return
    first: Optimum | Shortfall | None = None
    whole: _Search | None = None
    if not optimizer.has_good_start:
        if is_vain(reduction):
            return
        first = _best(optimizer, is_long=False)
        is_lost = isinstance(first, Shortfall) and _may_vanish(reduction, optimizer, first)
        is_hidden = isinstance(first, Shortfall) and first.residual < _HARDLY
        # no long look before one at fractions that are kept whole
        if first is None or is_lost or is_hidden:
            whole = _at_whole_fractions(reduction, method)
        if first is None or is_hidden:
            yield from _suggested(whole)
        if whole is not None and _is_short_above(reduction, *whole):
            optimizer, first = whole  # so that neither smaller numbers nor a longer look help
    optimizer, optimum = _deepened(reduction, optimizer, first)
    is_short = isinstance(optimum, Shortfall) or _is_worst(optimizer, optimum)
    yield from _suggested((optimizer, optimum))
    if not is_short and (whole is None or first is not None):
        yield from _suggested(whole or _at_whole_fractions(reduction, method))
    if isinstance(optimum, Optimum) and not found:  # doubles may be deceived at the best
        for other in optimum.others:
            if other.worth < optimum.worth:
                yield from _suggested((optimizer, other))
    is_short = is_short or (
        optimum is None and whole is not None and isinstance(whole[1], Shortfall)
    )
    if len(reduction.remaining) <= (1 if is_short else _FEW):
        yield search_directly(reduction)


_Search = tuple[Optimizer, Optimum | Shortfall | None]


def _at_whole_fractions(reduction: Reduction, method: Method) -> _Search | None:
    """Return the search that keeps fractions of sums whole, and where it ends."""
    optimizer = find_optimizer(reduction, is_split=False, method=method)
    return None if optimizer is None else (optimizer, _best(optimizer))


def _is_short_above(
    reduction: Reduction, optimizer: Optimizer, found: Optimum | Shortfall | None
) -> bool:
    """Whether a search says that nothing works, and not for want of smaller numbers."""
    return isinstance(found, Shortfall) and not _may_vanish(reduction, optimizer, found)


def _suggested(search: _Search | None) -> Iterator[Iterable[ChosenParameters]]:
    """Yield the choices near an optimum, if it is one, and lies within the domain."""
    optimizer, optimum = search or (None, None)
    if optimizer is not None and isinstance(optimum, Optimum) and not _is_worst(optimizer, optimum):
        yield _rounded(optimizer, optimum)


def _is_worst(optimizer: Optimizer, optimum: Optimum | Shortfall | None) -> bool:
    """Whether an optimum is the worst value of all, which an open domain does not contain."""
    if not isinstance(optimum, Optimum) or optimum.direction is not Direction.LEAST:
        return False
    domain = optimizer.problem.unknown.domain
    is_open = domain.upper is not None and not domain.upper_closed
    return is_open and optimum.value >= optimizer.ends[1][-1]


def _best(optimizer: Optimizer, *, is_long: bool = True) -> Optimum | Shortfall | None:
    try:
        return optimizer.best(is_long=is_long)
    except (ArithmeticError, np.linalg.LinAlgError):  # of doubles, which are lost there
        return None


@dataclass(frozen=True, slots=True)
class _Found(Generic[Certified]):
    """A choice with the value that is certified for it, and what shows it."""

    choice: ChosenParameters
    value: Fraction
    evidence: Certified

    @property
    def worth(self) -> Fraction:
        return -self.value if self.choice.direction is Direction.LEAST else self.value

    @property
    def loss(self) -> Fraction:
        """By how much the value is worse than what was promised."""
        sign = 1 if self.choice.direction is Direction.LEAST else -1
        return (self.value - exponential(self.choice.promised)) * sign

    def is_near(self, *, is_integer: bool) -> bool:
        """Whether it is worse by little, so that no other search is asked."""
        little = _NEAR * max(self.value, exponential(self.choice.promised))
        return self.loss <= max(1 if is_integer else 0, little)

    def is_kept(self, *, is_integer: bool) -> bool:
        """Whether the promise is kept, but for a little."""
        little = _KEPT * exponential(self.choice.promised)
        return self.loss <= max(1 if is_integer else 0, little)


def _first_kept(
    reduction: Reduction,
    choices: Iterable[ChosenParameters],
    certify: Certify[Certified],
    look: Certify[Certified],
) -> _Found[Certified] | None:
    found: list[_Found[Certified]] = []
    looks = iter(range(_LOOKS))
    for choice in islice(choices, _MOST):
        certified = certify(choice)
        if certified is None and not found and next(looks, None) is not None:
            certified = look(choice)
        if certified is not None:
            found.append(_Found(choice, *certified))
            is_kept = found[-1].is_kept(is_integer=reduction.problem.unknown.domain.integer)
            if is_kept or len(found) == _ENOUGH:
                break
    return max(found, key=lambda item: item.worth, default=None)


def _deepened(
    reduction: Reduction, optimizer: Optimizer, first: Optimum | Shortfall | None
) -> tuple[Optimizer, Optimum | Shortfall | None]:
    """Return the optimum, where it may be too small for doubles that of a search without them.

    The `first` one is what is known of it.
    """
    optimum = first or _best(optimizer)
    if not _may_vanish(reduction, optimizer, optimum):
        return optimizer, optimum
    deep = find_optimizer(reduction, is_deep=True, method=optimizer.method)
    deeper = None if deep is None else _best(deep)
    if deep is None or not isinstance(deeper, Optimum):
        return optimizer, optimum
    if isinstance(optimum, Optimum) and not optimum.is_limit:
        is_better = deeper.direction is optimum.direction and deeper.worth > optimum.worth
        if not is_better if optimum.is_lost else deeper.is_limit:
            return optimizer, optimum
    return deep, deeper


def _may_vanish(
    reduction: Reduction, optimizer: Optimizer, optimum: Optimum | Shortfall | None
) -> bool:
    """Return whether the best values may be too small for doubles, which seem to end before."""
    problem = reduction.problem
    if isinstance(optimum, Optimum) and optimum.is_lost:
        return True
    if not any(is_deep(symbol.domain) for symbol in (problem.unknown, *problem.free)):
        return False
    if any(0 < value < SMALLEST for value in problem.given.values()):
        return True  # what goes with it may be as small
    low = optimizer.ends[0] + 1
    if isinstance(optimum, Shortfall) and optimum.place is not None:
        searched = (*optimizer.symbols, problem.unknown)
        is_deeper = [is_deep(symbol.domain) for symbol in searched]  # than doubles
        return bool((optimum.place <= low)[is_deeper].any())
    if not isinstance(optimum, Optimum) or optimum.is_limit:
        return True
    return bool((optimum.point[:-1] <= low[:-1]).any())


def _rounded(optimizer: Optimizer, optimum: Optimum) -> Iterator[ChosenParameters]:
    """Yield choices, and second, where the unknown is an integer, what suits the next integers.

    Last come choices by wider margins, for constraints of which doubles keep few digits, or which
    leave a single point where they are tight.
    """
    choices = round_optimum(optimizer, optimum)
    yield from choices[:1]
    for whole in optimizer.whole(optimum):
        for choice in round_optimum(optimizer, whole)[:1]:
            yield replace(choice, promised=whole.value)
    yield from choices[1:]
    for margin in _MARGINS if optimum.residuals else ():
        yield from round_optimum(optimizer, optimum, margin)[:1]
        roomy = optimizer.with_room(optimum, margin)
        if roomy is not None:
            yield from round_optimum(optimizer, roomy)[:2]
