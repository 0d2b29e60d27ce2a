"""The calculator: what the installed theorems answer when they are asked from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import boundcalc  # whose records, which are costly to import, are named in type hints alone
from boundcalc.cards.cards import Card, Shown
from boundcalc.language.errors import QuestionError, StatementError, UnansweredError, written
from boundcalc.language.statements import Status, Theorem
from boundcalc.library import find_theorem, find_theorem_or_route, load_library, routes_of
from boundcalc.output.json import theorem_json
from boundcalc.output.latex_answers import theorem_formula
from boundcalc.output.theorems import theorem_card
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import pose, read_question_to, solvable_names
from boundcalc.problems.readings import interpret
from boundcalc.questions.grids import read_grid, read_question_over, read_values
from boundcalc.questions.options import check_callable, check_digits, check_jobs, check_switch
from boundcalc.questions.questions import read_given, read_question
from boundcalc.ranking.comparison import compare as compare_over
from boundcalc.ranking.lower_limits import with_limit_told, with_lower_limits
from boundcalc.ranking.other_ends import with_other_end
from boundcalc.ranking.ranking import rank
from boundcalc.ranking.size_audits import audit_any
from boundcalc.routes.explanations import explain as explain_answer
from boundcalc.routes.optimality_bounds import (
    MUCH_WORK,
    with_optimality_bound,
    with_optimality_bounds,
)
from boundcalc.routes.search import Route
from boundcalc.routes.solve import find_way, solve_by, solve_named
from boundcalc.sheets.columns import comparable_theorems
from boundcalc.sheets.making import make_sheet, read_ids
from boundcalc.solving.answers import Ranking
from boundcalc.solving.examples import example_command
from boundcalc.solving.solver import solve_problem, solve_theorem
from boundcalc.tables.axes import open_grid as grid
from boundcalc.tables.tables import solve_table


@dataclass(frozen=True, slots=True)
class SolvableTheorem(Shown):
    """A theorem with the habit of statsmodels: leave one quantity out and it is solved for."""

    record: Theorem

    @property
    def id(self) -> str:
        """The id of the theorem."""
        return self.record.id

    def solve(self, *, end: str | None = None, **quantities: Any) -> boundcalc.Answer:
        """Return the best value of the one quantity that is None, certified.

        Parameters
        ----------
        end : "least", "greatest" or None
            Which end of the values that suffice is asked for; None for the one that is worth more.
        **quantities : number, str or None
            Exact values by name: ``0.05``, ``"1/20"``, ``Fraction(1, 20)``; exactly one is None.
            Parameters that the theorem leaves to the user and that are not named are chosen to
            make the answer best.

        Raises
        ------
        QuestionError
            If not exactly one quantity is None, a name is unknown or missing, or `end` is neither.
        DomainError
            If a value is no number, or lies outside the domain of its symbol.
        NoSolutionError
            If it is certain that no value suffices.
        """
        unknown = [name for name, value in quantities.items() if value is None]
        if len(unknown) != 1:
            found = " and ".join(unknown) if unknown else "none"
            example = next(iter(self.record.quantities))
            raise QuestionError(
                f"exactly one keyword must be None but got {found}; "
                f"to solve {self.id} for {example}, pass {example}=None and values for the others"
            )
        given = {name: value for name, value in quantities.items() if value is not None}
        return solve_theorem(self.record, unknown[0], given, end=_read_end(end))

    def table(self, unknown: str, /, **values: Any) -> boundcalc.Table:
        """Return the best value of `unknown` for arrays of given values, which broadcast.

        Each cell is certified as `solve` does; cells without an answer are masked.

        Parameters
        ----------
        unknown : str
            What is asked for, such as ``"n"``.
        **values : number, str, sequence or array
            Values by name, each element as in `solve`; `boundcalc.open_grid` makes a Cartesian
            product of them.

        Raises
        ------
        QuestionError, DomainError
            As `solve`, and if the shapes do not broadcast.
        """
        return solve_table(self.record, unknown, values)

    def card(self) -> Card:
        """Return the statement with what is assumed, concluded and cited."""
        return theorem_card(self.record)

    def to_dict(self) -> dict[str, Any]:
        """Return the statement as an object of JSON, as `boundcalc show --json` prints it."""
        return theorem_json(self.record, example_command(self.record))

    def __repr__(self) -> str:
        names = ", ".join(solvable_names(self.record)) or "nothing"
        return f"<SolvableTheorem {self.id}: {self.record.title}; solves for {names}>"

    def _repr_latex_(self) -> str:
        return f"${theorem_formula(self.record)}$"


def theorems() -> list[SolvableTheorem]:
    """Return all installed theorems."""
    return [SolvableTheorem(record) for record in load_library().theorems]


def theorem(id: str) -> SolvableTheorem:
    """Return the installed theorem called `id`; errors as in `find_theorem`.

    Examples
    --------
    >>> theorem("adaptive-queries/thm-3.3").record.title
    'Thresholdout'
    """
    return SolvableTheorem(find_theorem(load_library(), id))


def solvable(record: Theorem) -> SolvableTheorem:
    """Return a theorem of your own, ready to be solved."""
    if not isinstance(record, Theorem):
        raise StatementError(f"solvable: expected a Theorem but got {written(record)}")
    return SolvableTheorem(record)


def solve(
    unknown: str,
    /,
    *,
    theorem: str | None = None,
    published: bool = False,
    end: str | None = None,
    jobs: int = 2,
    **given: Any,
) -> boundcalc.Ranking:
    """Return every answer of the installed theorems to a question, the best first.

    Parameters
    ----------
    unknown : str
        What is asked for, such as ``"n"``.
    **given : number or str
        Exact values by name: ``0.05``, ``"1/20"``, ``Fraction(1, 20)``.
    theorem : str or None
        The id of the one theorem or route that is asked; None for all of them.
    published : bool
        Whether statements that are sharpened here are left out.
    end : "least", "greatest" or None
        Which end of the values that suffice is asked for; None for the one that is worth more.
    jobs : int
        With 2, a second process answers for a part of the routes, where this one can fork.

    Raises
    ------
    QuestionError
        If a name is known to no theorem, no theorem can answer what is asked, or an option is none
        of its values.
    DomainError
        If a value is no number, or lies outside the domain of its symbol.
    NoSolutionError
        If it is certain that no value suffices in any theorem that fits.

    Examples
    --------
    >>> ranking = solve("n", tau=0.1, beta=0.05, B=10, m=1000)
    >>> {answer.theorem.id: answer.value_text for answer in ranking.answers}["baselines/splitting"]
    '530000'
    """
    check_switch("published", published)
    check_jobs(jobs)
    return answers_to(
        unknown, given, id=theorem, is_published=published, end=_read_end(end), jobs=jobs
    )


def _read_end(end: str | None) -> boundcalc.Direction | None:
    if end not in (None, "least", "greatest"):
        raise QuestionError(
            f"end must be 'least', 'greatest' or None but got {written(end)}; leave it out for the "
            "one that is worth more"
        )
    return None if end is None else Direction(end)


def answers_to(
    unknown: str,
    given: Mapping[str, Any],
    *,
    id: str | None = None,
    is_published: bool = False,
    is_thorough: bool = False,
    end: boundcalc.Direction | None = None,
    jobs: int = 1,
) -> boundcalc.Ranking:
    """Return what `solve` returns, for given values in a mapping.

    With an `id` only that theorem or route is asked; if `is_thorough`, each answer says how far it
    is from the best choice, and not the first alone.
    """
    theorems = load_library().published if is_published else load_library().theorems
    if id is not None:
        ranking = _answer_of(id, unknown, given, end, is_published=is_published)
    else:
        question = read_question(unknown, given, theorems, end)
        try:
            found = rank(theorems, question, is_published=is_published, jobs=jobs)
        except UnansweredError as error:
            raise with_limit_told(error, theorems, question) from None
        ranking = with_other_end(with_lower_limits(found, theorems), theorems)
    if is_thorough or ranking.best.neighbour is None:
        return with_optimality_bounds(ranking, is_thorough=is_thorough)
    return ranking


def _answer_of(
    id: str,
    unknown: str,
    given: Mapping[str, Any],
    end: boundcalc.Direction | None,
    *,
    is_published: bool,
) -> boundcalc.Ranking:
    """Return the answer of one theorem or route, as a ranking of one."""
    if isinstance(id, str) and id.startswith("route/"):
        way = find_way(load_library().theorems, id)
        theorem = way.theorem if isinstance(way, Route) else way
        question = read_question_to(theorem, unknown, given, end)
        answer = solve_by(way, question)
    else:
        theorem = find_theorem(load_library(), id)
        question = read_question_to(theorem, unknown, given, end)
        answer = solve_problem(pose(interpret(theorem, question)))
    if is_published and answer.theorem.status is Status.SHARPENED:
        raise QuestionError(f"{id} is sharpened here and not published; drop --published")
    return Ranking(question=question, answers=(answer,), refused=())


def compare(
    unknown: str,
    /,
    *,
    published: bool = False,
    run: Callable[..., Iterable[Any]] = map,
    **values: Any,
) -> boundcalc.Comparison:
    """Return the answers of all theorems over a range of one quantity, and where the best changes.

    Parameters
    ----------
    unknown : str
        What is asked for, such as ``"n"``.
    published : bool
        Whether statements that are sharpened here are left out.
    run : callable
        How work is mapped over runs of values: ``map``, or the ``map`` of an executor of
        `concurrent.futures`; no answer depends on it.
    **values : number, str or sequence of them
        Values by name; exactly one quantity has several, as a sequence or as a range such as
        ``"10..1e6"``.

    Raises
    ------
    QuestionError
        If not exactly one quantity varies, a name is unknown, no value has an answer, or an option
        is none of its values.
    DomainError
        If a value is no number.

    Examples
    --------
    >>> found = compare("gamma", m="1..2", alpha="0.05")
    >>> [int(place.at) for place in found.places], found.axis
    ([1, 2], 'm')
    """
    check_switch("published", published)
    check_callable("run", run)
    _check_no_theorem("compare", values, "it asks all of them; boundcalc.sheet asks those you name")
    library = load_library()
    theorems = library.published if published else library.theorems
    lists = {name: _as_list(value, name) for name, value in values.items()}
    return compare_over(theorems, read_question_over(unknown, lists, theorems), run=run)


def explain(unknown: str, /, *, theorem: str | None = None, **given: Any) -> boundcalc.Explanation:
    """Return the best answer to a question as a derivation, theorem by theorem.

    Parameters
    ----------
    unknown : str
        What is asked for, such as ``"n"``.
    theorem : str or None
        The id of the theorem or route whose answer is explained; None for the best one.
    **given : number or str
        Exact values by name, as in `solve`; errors as there.

    Examples
    --------
    >>> found = explain("n", theorem="adaptive-queries/thm-3.3", tau=0.1, beta=0.05, B=10, m=1000)
    >>> [line.theorem.id for line in found.lines]
    ['adaptive-queries/thm-3.3']
    """
    return explanation_of(unknown, given, id=theorem)


def explanation_of(
    unknown: str, given: Mapping[str, Any], *, id: str | None = None
) -> boundcalc.Explanation:
    """Return what `explain` returns, for given values in a mapping."""
    library = load_library().theorems
    if id is None:
        answer = rank(library, read_question(unknown, given, library)).best
    else:
        answer = solve_named(library, id, unknown, given)
    return explain_answer(with_optimality_bound(answer, MUCH_WORK), library)


def audit(*, theorem: str | None = None, **given: Any) -> boundcalc.Audit | boundcalc.SizeAudit:
    """Return whether what another tool says is right, and what each number would have to be.

    It is decided by enclosures, by an installed theorem whose conclusion is attained: the exact
    condition of normal noise, say, for the scale of the noise with epsilon and delta.
    A size n with an accuracy tau is judged by all theorems and by the limits from below, and may
    stay open between them.

    Parameters
    ----------
    theorem : str
        The id of the theorem that judges, where another one than that is meant.
    **given : number or str
        Exact values of all quantities by name; a sensitivity Delta that is left out is 1,
        or with n that of a sample mean, 1/n.

    Raises
    ------
    QuestionError
        If the quantities are not those of a theorem that decides; it says what is missing.
    DomainError
        If a value is no number, or lies outside the domain of its quantity.

    Examples
    --------
    >>> found = audit(sigma=62707, epsilon="1e-4", delta="1e-300")
    >>> found.finding.value, found.needed_of("sigma").answer.value_text
    ('fails', '366017.425252')
    """
    return audit_of(given, id=theorem)


def audit_of(
    given: Mapping[str, Any], *, id: str | None = None
) -> boundcalc.Audit | boundcalc.SizeAudit:
    """Return what `audit` returns, for given values in a mapping."""
    library = load_library()
    theorems = library.theorems if id is None else (find_theorem(library, id),)
    return audit_any(theorems, read_given(given, theorems))


def table(unknown: str, /, *, theorem: str | SolvableTheorem, **values: Any) -> boundcalc.Table:
    """Return the best value of `unknown` by one theorem for arrays of given values.

    Parameters
    ----------
    unknown : str
        What is asked for, such as ``"n"``.
    theorem : str or SolvableTheorem
        The id of an installed theorem, or a theorem of your own from `solvable`.
    **values : number, str, sequence or array
        Values by name, which broadcast as in numpy; errors as in `SolvableTheorem.table`.

    Examples
    --------
    >>> given = {"tau": [0.1, 0.2], "beta": 0.05, "B": 10, "m": 1000}
    >>> table("n", theorem="adaptive-queries/thm-3.3", **given).values.tolist()
    [17341106, 4335277]
    """
    chosen = theorem if isinstance(theorem, SolvableTheorem) else _installed(theorem)
    return chosen.table(unknown, **values)


def sheet(
    unknown: str,
    /,
    *,
    theorems: Iterable[str] = (),
    digits: int | None = None,
    published: bool = False,
    progress: Callable[[int, int], None] | None = None,
    **values: Any,
) -> boundcalc.Sheet:
    """Return a table for reading: one unknown over the product of lists of values.

    Parameters
    ----------
    unknown : str
        What is asked for, such as ``"n"``.
    theorems : iterable of str
        The ids of the columns, theorems or routes; without any, those whose answers are
        comparable with the best one, and of the routes the best and the best published one at
        each point, or at 24 points spread over a larger grid.
    digits : int or None
        The significant digits of fractions, rounded to the safe side; None for 12.
    published : bool
        Whether columns that are sharpened here are left out, where none are named.
    progress : callable, optional
        Called with the number of cells that are decided, and the number of all.
    **values : number, str or sequence of them
        Values by name, the first varying slowest.

    Raises
    ------
    QuestionError, DomainError, NoSolutionError
        As `solve`.

    Examples
    --------
    >>> given = {"tau": [0.1, 0.2], "beta": 0.05, "B": 10, "m": 1000}
    >>> thresholdout = sheet("n", theorems=["adaptive-queries/thm-3.3"], **given)
    >>> [cells[0].text for _, cells in thresholdout.rows()]
    ['17341106', '4335277']
    """
    check_digits("digits", digits)
    check_switch("published", published)
    if progress is not None:
        check_callable("progress", progress)
    _check_no_theorem("sheet", values, "name its columns as theorems=['ID', ...]")
    return sheet_of(
        unknown, values, ids=theorems, digits=digits, is_published=published, progress=progress
    )


def sheet_of(
    unknown: str,
    values: Mapping[str, Any],
    *,
    ids: Iterable[str] = (),
    digits: int | None = None,
    is_published: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> boundcalc.Sheet:
    """Return what `sheet` returns, for lists of values in a mapping."""
    library = load_library()
    lists = {name: _as_list(value, name) for name, value in values.items()}
    grid = read_grid(lists, library.theorems)
    names = read_ids(ids)
    chosen = (
        tuple(find_theorem_or_route(library, id) for id in names)
        if names
        else comparable_theorems(
            library.published if is_published else library.theorems, unknown, grid
        )
    )
    has_route = any(theorem not in library.theorems for theorem in chosen)
    routes = routes_of(library) if has_route else ()
    return make_sheet(chosen, unknown, grid, digits=digits, routes=routes, progress=progress)


def _check_no_theorem(caller: str, values: Mapping[str, Any], way_out: str) -> None:
    if "theorem" in values:
        raise QuestionError(f"{caller} has no option theorem; {way_out}")


def _as_list(value: Any, name: str) -> list[Any]:
    """Return the values of a quantity: one, several, or what a list or range in a text spells."""
    if isinstance(value, str):
        return list(read_values(name, value)) if "," in value or ".." in value else [value]
    if isinstance(value, bytes) or not isinstance(value, Iterable):
        return [value]
    to_list = getattr(value, "tolist", None)  # an array yields Python's own numbers
    found = list(value) if to_list is None else to_list()
    return found if isinstance(found, list) else [found]  # an array without axes is one number


def _installed(id: str) -> SolvableTheorem:
    return SolvableTheorem(find_theorem(load_library(), id))


def open_grid(**values: Any) -> dict[str, Any]:
    """Return the values of several quantities as the axes of their Cartesian product."""
    return dict(grid(**values))
