"""Series: one route at many values of one quantity, each from the optimum beside it.

The route is reduced and compiled once, with the quantity left open.
Every value is certified: all constraints, and each theorem of the route by itself, are evaluated in
ball arithmetic at the point.
What is left out, against an answer to one question, is the proof that the next value fails, and all
that explains an answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN
from fractions import Fraction

from flint import ctx

from boundcalc.algebra.conditions import alternatives
from boundcalc.algebra.elimination import domain_relations, solve_condition
from boundcalc.cards.typed_letters import errors_in_typed_letters
from boundcalc.enclosures.decisions import Truth
from boundcalc.enclosures.decisions import compare as compare_sides
from boundcalc.enclosures.interval import Interval, exact_interval, hull
from boundcalc.enclosures.interval_functions import INTERVALS
from boundcalc.evaluation.doubles import FLOATS, float_program
from boundcalc.evaluation.programs import Bundle, Program, compile_expressions
from boundcalc.feasible.digits import round_digits
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.optimization.choices import ChosenParameters
from boundcalc.optimization.optimum import Optimizer, Optimum, Shortfall, find_optimizer
from boundcalc.optimization.rounding import round_optimum
from boundcalc.problems.outcomes import Direction, Unproved
from boundcalc.problems.problems import Problem
from boundcalc.problems.reduction import Reduction, reduce_problem
from boundcalc.routes.rechecking import obligations
from boundcalc.routes.search import Route
from boundcalc.routes.solve import solve_route
from boundcalc.solving.answers import Answer, Optimality
from boundcalc.solving.making import make_answer
from boundcalc.solving.refusals import not_found

Given = Mapping[str, Fraction]
_STEP = math.log(1.6)  # between neighbours, of which one helps to find the other
_RUN = 64  # values that are answered one after another
_BETTER = 1e-9  # in logarithms of the unknown
_PRECISIONS = (64, 192)
_TRIED = 3  # choices
_DIGITS = (3, 6, 9, 12, 15)
_MARGIN = 0.1  # of the room for an eliminated parameter that is kept on both sides
_DOUBTFUL = 1e-11  # share of an integer within which doubles do not tell on which side it is


def split_runs(values: Sequence[Fraction]) -> list[tuple[Fraction, ...]]:
    """Return ascending values in runs, of neighbours that help each other.

    Examples
    --------
    >>> runs = split_runs([Fraction(k) for k in (8, 9, 10, 100)])
    >>> [len(run) for run in runs]
    [3, 1]
    """
    runs: list[list[Fraction]] = []
    for value in values:
        if runs and len(runs[-1]) < _RUN and _is_near(runs[-1][-1], value):
            runs[-1].append(value)
        else:
            runs.append([value])
    return [tuple(run) for run in runs]


def _is_near(first: Fraction, second: Fraction) -> bool:
    return first * second > 0 and abs(math.log(second / first)) <= _STEP


def series_solver(axis: str, values: Sequence[Fraction]) -> Callable[[Route, Problem], Answer]:
    """Return what solves routes as `solve_route` does, one series per route.

    Parameters
    ----------
    axis : str
        The name of the quantity that varies; nothing else of the problems does.
    values : sequence of Fraction
        Its values, in ascending order; they alone decide from where each search starts.

    Returns
    -------
    callable
        Its answers are certified as those of `solve_route`, in short; where a series has no
        answer, or a route does not use what varies, it is `solve_route` that answers in brief or
        raises.
    """
    found: dict[str, _Series | None] = {}

    def solve(route: Route, problem: Problem) -> Answer:
        id, symbol = route.theorem.id, route.theorem.names.get(axis)
        if id not in found:
            try:
                found[id] = None if symbol is None else _Series(route, problem, symbol, values)
            except BoundError:
                found[id] = None
        series = found[id]
        answer = None
        if series is not None and symbol is not None:
            with errors_in_typed_letters(problem):
                answer = series.answer(problem.given[symbol.name])
        if answer is None:
            answer = solve_route(route, problem, is_brief=True)
        return answer

    return solve


class _Series:
    """A route with its optima at all values."""

    def __init__(
        self, route: Route, problem: Problem, symbol: Symbol, values: Sequence[Fraction]
    ) -> None:
        self.route, self.symbol = route, symbol
        self.values = [value for value in values if value in symbol.domain and value > 0]
        if not self.values:
            raise QuestionError(f"a series goes over values of {symbol.name} above zero")
        self.problem = problem.at({symbol.name: self.values[0]})
        self.fixed = {
            name: value for name, value in self.problem.given.items() if name != self.symbol.name
        }
        ranges = {self.symbol.name: hull(self.values[0], self.values[-1])}
        reduction = reduce_problem(self.problem, ranges)
        self.completion = _Completion(reduction)
        self.checks = _Checks(self._relations(), self.fixed)
        self.optimizer = find_optimizer(reduction, {self.symbol.name})
        self.short: set[Fraction] = set()  # values at which no point works
        self.optima = {} if self.optimizer is None else self._optima(self.optimizer)

    def _relations(self) -> Iterator[Relation]:
        theorem = self.route.theorem
        for constraint in self.problem.constraints:
            yield constraint.relation
        for _, relation in obligations(self.route):
            yield Relation(
                theorem.expand(relation.left), relation.sense, theorem.expand(relation.right)
            )

    def _optima(self, optimizer: Optimizer) -> dict[Fraction, Optimum]:
        """Return the optimum at each value, from the one before it where that is near.

        The last one is also searched for anew; if that is better, the way goes back from there.
        """
        found = dict(self._along(optimizer, self.values, None))
        last = self.values[-1]
        anew = self._anew(optimizer, last) if len(self.values) > 1 else None
        if anew is not None and self._is_better(anew, found.get(last)):
            found[last] = anew
            before = self.values[-2::-1]
            for value, optimum in self._along(optimizer, before, (last, anew)):
                if not self._is_better(optimum, found.get(value)):
                    break
                found[value] = optimum
        return found

    def _along(
        self,
        optimizer: Optimizer,
        values: Iterable[Fraction],
        last: tuple[Fraction, Optimum] | None,
    ) -> Iterator[tuple[Fraction, Optimum]]:
        before: tuple[Fraction, Optimum] | None = None
        for value in values:
            optimum = None
            if last is not None and _is_near(last[0], value):
                share = 0.0
                if before is not None:
                    share = math.log(value / last[0]) / math.log(last[0] / before[0])
                here = optimizer.at({self.symbol.name: value})
                optimum = here.near(last[1], before[1] if before else None, share)
            optimum = optimum or self._anew(optimizer, value)
            before, last = last, (None if optimum is None else (value, optimum))
            if optimum is not None:
                yield value, optimum

    def _anew(self, optimizer: Optimizer, value: Fraction) -> Optimum | None:
        optimum = optimizer.at({self.symbol.name: value}).best()
        if isinstance(optimum, Shortfall):
            self.short.add(value)
        if not isinstance(optimum, Optimum) or not optimum.is_sure or optimum.is_limit:
            return None
        return optimum

    @staticmethod
    def _is_better(first: Optimum, second: Optimum | None) -> bool:
        return second is None or (
            first.direction is second.direction and first.worth > second.worth + _BETTER
        )

    def answer(self, value: Fraction) -> Answer | None:
        """Return the certified answer at a value, or None where it takes a closer look.

        Raises
        ------
        UndecidedError
            If the search found that no value works.
        """
        optimum = self.optima.get(value)
        if optimum is None and value in self.short:
            raise not_found(self.problem)
        if optimum is None or self.optimizer is None:
            return None
        optimizer = self.optimizer.at({self.symbol.name: value})
        for choice in round_optimum(optimizer, optimum)[:_TRIED]:
            for answer in self._candidates(choice):
                given = {**self.fixed, self.symbol.name: value}
                asked = {**given, **choice.values, self.problem.unknown.name: answer}
                for point in self.completion.complete(asked):
                    if self.checks.hold(point):
                        return self._answer(given, point, answer, choice.direction)
        return None

    def _candidates(self, choice: ChosenParameters) -> list[Fraction]:
        """Return the values that a promise may mean; none where doubles do not tell."""
        if abs(choice.promised) > 600:
            return []
        number = math.exp(choice.promised)
        is_least = choice.direction is Direction.LEAST
        if not self.problem.unknown.domain.integer:
            roundings = ROUND_HALF_EVEN, ROUND_CEILING if is_least else ROUND_FLOOR
            rounded = [round_digits(Fraction(number), rounding) for rounding in roundings]
            return list(dict.fromkeys(rounded))
        if abs(number - round(number)) <= _DOUBTFUL * number + 1e-9:
            return []
        return [Fraction(math.ceil(number) if is_least else math.floor(number))]

    def _answer(
        self, given: Given, point: Given, value: Fraction, direction: Direction
    ) -> Answer | None:
        if value not in self.problem.unknown.domain:
            return None
        return make_answer(
            self.problem.at(given),
            {**point, self.problem.unknown.name: value},
            direction,
            checks=(),
            optimality=Optimality(unproved=Unproved.SERIES),
            route=self.route.ids,
        )


class _Checks:
    """Relations in ball arithmetic, compiled together; the symbols of `fixed` have values."""

    def __init__(self, relations: Iterable[Relation], fixed: Given) -> None:
        self.relations = [
            relation
            for relation in dict.fromkeys(relations)
            if relation.left != relation.right or relation.sense.is_strict
        ]
        self.fixed = fixed
        self.bundles: dict[int, Bundle[Interval]] = {}

    def hold(self, point: Given) -> bool:
        """Return whether all relations are certain at a point."""
        for precision in _PRECISIONS:
            truths = self._truths(point, precision)
            if Truth.FALSE in truths:
                return False
            if truths <= {Truth.TRUE}:
                return True
        return False

    def _truths(self, point: Given, precision: int) -> set[Truth]:
        with ctx.workprec(precision):
            if precision not in self.bundles:
                sides = [
                    side for relation in self.relations for side in (relation.left, relation.right)
                ]
                bundle = compile_expressions(sides, INTERVALS)
                known = {name: exact_interval(value) for name, value in self.fixed.items()}
                self.bundles[precision] = bundle.bound(known)
            bundle = self.bundles[precision]
            found = iter(bundle.run({name: exact_interval(point[name]) for name in bundle.names}))
            return {
                compare_sides(next(found), relation.sense, next(found))
                for relation in self.relations
            }


class _Completion:
    """Values of the parameters that were eliminated, in doubles; the point is checked afterwards.

    Each has a list of cases, a case being its lower and its upper bounds.
    """

    def __init__(self, reduction: Reduction) -> None:
        self.stages: list[tuple[Symbol, list[_Bounds]]] = []
        for symbol, shown in reversed(reduction.stages):
            solved = solve_condition(reduction.expand(shown), symbol.name, reduction.box)
            cases = [] if solved is None else alternatives(solved) or []
            ends = domain_relations(symbol, symbol.domain)
            self.stages.append((symbol, [_Bounds(symbol, [*case, *ends]) for case in cases]))

    def complete(self, point: Given, stage: int = 0) -> Iterator[Given]:
        """Yield the point with values of the eliminated parameters inside of their bounds."""
        if stage == len(self.stages):
            yield point
            return
        symbol, cases = self.stages[stage]
        doubles = {name: FLOATS.number(value) for name, value in point.items()}
        for case in cases:
            inside = case.inside(doubles)
            if inside is not None and inside in symbol.domain:
                yield from self.complete({**point, symbol.name: inside}, stage + 1)


class _Bounds:
    """Bounds of one parameter, compiled for doubles."""

    def __init__(self, symbol: Symbol, case: Iterable[Relation]) -> None:
        self.lower: list[Program[float]] = []
        self.upper: list[Program[float]] = []
        for relation in case:
            if relation.left == symbol:
                is_upper = relation.sense.is_upper
                (self.upper if is_upper else self.lower).append(float_program(relation.right))

    def inside(self, values: Mapping[str, float]) -> Fraction | None:
        """Return a short number between the bounds, or None where there seems to be none."""
        try:
            low = max((program.run(values) for program in self.lower), default=0.0)
            high = min((program.run(values) for program in self.upper), default=math.inf)
        except (OverflowError, ValueError, ZeroDivisionError):
            return None
        if not (math.isfinite(low) and low <= high):
            return None
        if not math.isfinite(high):
            return Fraction(max(1.0, 2 * low))
        return _short_between(max(low, 0.0), high)


def _short_between(low: float, high: float) -> Fraction:
    room = high - low
    middle = Fraction(low) + (Fraction(high) - Fraction(low)) / 2
    for digits in _DIGITS:
        rounded = round_digits(middle, ROUND_HALF_EVEN, digits)
        if low + _MARGIN * room < rounded < high - _MARGIN * room:
            return rounded
    return middle
