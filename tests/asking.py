"""Questions as tests write them, by name and text, put to what takes them as records."""

from dataclasses import replace
from functools import cache

from boundcalc.problems.problems import read_problem
from boundcalc.questions.names import plain_name
from boundcalc.questions.questions import Varying, read_given, read_question
from boundcalc.ranking import comparison, lower_limits, ranking, size_audits
from boundcalc.routes import solve
from boundcalc.routes.search import find_routes
from boundcalc_theorems import load_theorems


def rank(theorems, unknown, given, **options):
    """Return the ranking of all answers, as `boundcalc.solve` does of a library."""
    library = tuple(theorems)
    return ranking.rank(library, read_question(unknown, given, library), **options)


def solve_route(route, unknown, given, **options):
    """Return the answer of a route; all names are to be known to it."""
    return solve.solve_route(route, read_problem(route.theorem, unknown, given), **options)


def audit_any(theorems, given):
    """Return the audit of values, as `boundcalc.audit` does of a library."""
    library = tuple(theorems)
    return size_audits.audit_any(library, read_given(given, library))


def limits_of(theorems, unknown, given):
    """Return the limits from below for a question."""
    library = tuple(theorems)
    return lower_limits.lower_limits(library, read_question(unknown, given, library))


def question_over(theorems, unknown, given, axis, values):
    """Return the question of which one quantity takes some values, or one of them."""
    question = read_question(unknown, {**given, axis: values[0]}, theorems)
    return replace(question, varying=Varying(plain_name(axis), tuple(values)))


def compare(theorems, unknown, given, axis, values, **options):
    """Return the comparison of all ways over the values of one quantity."""
    library = tuple(theorems)
    asked = question_over(library, unknown, given, axis, values)
    return comparison.compare(library, asked, **options)


def answers_over(theorems, unknown, given, axis, values):
    """Return the answers at each of some values of one quantity."""
    library = tuple(theorems)
    asked = question_over(library, unknown, given, axis, values)
    return comparison.answers_over(library, asked, values)


def answers_at(theorems, unknown, given, axis, value, **options):
    """Return the answers at one value of a quantity."""
    library = tuple(theorems)
    asked = question_over(library, unknown, given, axis, [value])
    return comparison.answers_at(library, asked, value, **options)


@cache
def library_routes():
    """Return the routes of the library by their ids, found once for all tests."""
    return {route.theorem.id: route for route in find_routes(load_theorems())}
