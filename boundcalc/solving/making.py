"""Making answers: of a theorem, a route and a series alike, from a value that is certified.

Main definitions
----------------
`certify`: the constraints of a problem at a point, all of which hold for certain.
`make_answer`: the answer that a certified point is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.feasible.components import FeasibleSet
from boundcalc.language.errors import UndecidedError
from boundcalc.language.expressions import Expression
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import Problem
from boundcalc.problems.reduction import Reduction
from boundcalc.solving.answers import Answer, Branch, Check, Optimality
from boundcalc.solving.conclusions import implication_at, vacuity_at
from boundcalc.solving.evidence import check_constraints, defined_values
from boundcalc.solving.formulas import binding_path, branches_of, rounded

Values = Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A closed formula for an answer, the branches that lead to it, and all branches."""

    formula: Expression
    path: tuple[Expression, ...]
    branches: tuple[Branch, ...]


def certify(problem: Problem, point: Values, doubts: Iterable[str] = ()) -> tuple[Check, ...]:
    """Return the checks of all constraints at a point, which holds for certain.

    Parameters
    ----------
    problem : Problem
        What is asked.
    point : mapping from name to Fraction
        Values of the unknown and of all parameters.
    doubts : iterable of str
        What else is not certain at the point, asked for where all constraints hold.

    Raises
    ------
    UndecidedError
        If a constraint is not certain to hold, or there is a doubt.
    """
    checks = check_constraints(problem, point)
    doubt = next((str(check.printed) for check in checks if not check.holds), None)
    doubt = doubt or next(iter(doubts), None)
    if doubt is not None:
        name = problem.unknown.name
        way_out = "; pin the free parameters" if problem.free else ""
        raise UndecidedError(
            f"could not certify {doubt} at {name} = {exact_or_scientific(point[name])}{way_out}",
            subject=f"{problem.theorem.id}: ",
        )
    return checks


def explanation(reduction: Reduction, bound: Expression, direction: Direction) -> Explanation:
    """Return what explains an answer whose bound has a closed form."""
    problem = reduction.problem
    is_integer = problem.unknown.domain.integer
    return Explanation(
        formula=rounded(bound, direction) if is_integer else bound,
        path=binding_path(problem.theorem, bound, problem.given),
        branches=branches_of(reduction, bound),
    )


def make_answer(
    problem: Problem,
    point: Values,
    direction: Direction,
    *,
    checks: tuple[Check, ...],
    optimality: Optimality,
    route: tuple[str, ...] = (),
    explained: Explanation | None = None,
    feasible: FeasibleSet | None = None,
) -> Answer:
    """Return the answer that a certified point is.

    Parameters
    ----------
    problem : Problem
        What is asked.
    point : mapping from name to Fraction
        Values of the unknown and of all parameters, at which all constraints were certified.
    direction : Direction
        Which end of the values that work the one of the unknown is.
    checks : tuple of Check
        What shows it; without any, as in a series, the answer says no guarantee either.
    optimality : Optimality
        What is proved of better values.
    route : tuple of str
        The ids of the theorems of a route; without any, the theorem stands for itself.
    explained : Explanation or None
        Where a closed formula was found.
    feasible : FeasibleSet or None
        All values that work with these parameters, where they were looked for.
    """
    theorem = problem.theorem
    return Answer(
        problem=problem,
        route=route or (theorem.id,),
        value=point[problem.unknown.name],
        direction=direction,
        formula=None if explained is None else explained.formula,
        path=() if explained is None else explained.path,
        branches=() if explained is None else explained.branches,
        witness={symbol.name: point[symbol.name] for symbol in problem.free},
        checks=checks,
        certified=not theorem.is_doubtful,
        optimality=optimality,
        feasible=feasible,
        defined=defined_values(problem, point) if checks else {},
        guarantee=implication_at(theorem, point) if checks else None,
        vacuous=vacuity_at(problem, point, direction),
    )
