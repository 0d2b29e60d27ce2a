"""Questions as tests write them, by name and text, put to what takes them as records."""

from functools import partial

from boundcalc.problems.problems import read_problem
from boundcalc.questions.questions import read_question
from boundcalc.ranking import comparison, lower_limits, ranking
from boundcalc.routes import solve


def rank(theorems, unknown, given, **options):
    """Return the ranking of all answers, as `boundcalc.solve` does of a library."""
    library = tuple(theorems)
    return ranking.rank(library, read_question(unknown, given, library), **options)


def solve_route(route, unknown, given, **options):
    """Return the answer of a route; all names are to be known to it."""
    return solve.solve_route(route, read_problem(route.theorem, unknown, given), **options)


def limits_of(theorems, unknown, given):
    """Return the limits from below for a question."""
    library = tuple(theorems)
    return lower_limits.lower_limits(library, read_question(unknown, given, library))


def _over(function, theorems, unknown, given, axis, values, **options):
    first = values[0] if isinstance(values, (list, tuple)) else values
    question = read_question(unknown, {**given, axis: first}, tuple(theorems))
    return function(tuple(theorems), question, axis, values, **options)


compare = partial(_over, comparison.compare)
answers_over = partial(_over, comparison.answers_over)
answers_at = partial(_over, comparison.answers_at)
