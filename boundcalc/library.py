"""The theorems that are installed, found by id and ready to be solved.

A package announces its theorems through the entry-point group ``boundcalc.theorems``: a function
that takes nothing and returns a tuple of `Theorem` records.
A file ``references.bib`` in that package is the bibliography to which their sources point.
Nothing registers itself, so that what is installed is all that there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boundcalc.cards.cards import Card, Shown
from boundcalc.language.errors import BoundError, QuestionError, StatementError
from boundcalc.language.statements import Status, Theorem
from boundcalc.questions.questions import plain_name, solvable_names

if TYPE_CHECKING:
    from boundcalc.language.bibliography import Work
    from boundcalc.output.sheets import Sheet
    from boundcalc.ranking.audits import Audit
    from boundcalc.ranking.size_audits import SizeAudit
    from boundcalc.routes.search import Route
    from boundcalc.solving.answers import Answer, Ranking
    from boundcalc.tables.tables import Table

GROUP = "boundcalc.theorems"


@dataclass(frozen=True, kw_only=True, slots=True)
class Library:
    """Theorems with unique ids, in the order in which their packages list them.

    Raises
    ------
    StatementError
        If two theorems share an id, or one is superseded by an id that does not exist.
    """

    theorems: tuple[Theorem, ...]

    def __post_init__(self) -> None:
        known: set[str] = set()
        for theorem in self.theorems:
            if theorem.id in known:
                raise StatementError(
                    f"library: two theorems are called {theorem.id!r}; rename one of them"
                )
            known.add(theorem.id)
        for theorem in self.theorems:
            if theorem.superseded_by is not None and theorem.superseded_by not in known:
                raise StatementError(
                    f"library: theorem {theorem.id!r} is superseded by "
                    f"{theorem.superseded_by!r}, which does not exist; correct the id"
                )

    @property
    def published(self) -> tuple[Theorem, ...]:
        """The theorems without those that are sharpened here."""
        return tuple(item for item in self.theorems if item.status is not Status.SHARPENED)


@dataclass(frozen=True, slots=True)
class SolvableTheorem(Shown):
    """A theorem with the habit of statsmodels: leave one quantity out and it is solved for."""

    record: Theorem

    @property
    def id(self) -> str:
        """The id of the theorem."""
        return self.record.id

    def solve(self, **quantities: Any) -> Answer:
        """Return the best value of the one quantity that is None, certified.

        Parameters
        ----------
        **quantities : number, str or None
            Exact values by name: ``0.05``, ``"1/20"``, ``Fraction(1, 20)``; exactly one is None.
            Parameters that the theorem leaves to the user and that are not named are chosen to
            make the answer best.

        Raises
        ------
        QuestionError
            If not exactly one quantity is None, or a name is unknown or missing.
        DomainError
            If a value is no number, or lies outside the domain of its symbol.
        NoSolutionError
            If it is certain that no value suffices.
        """
        from boundcalc.solving.solver import solve_theorem

        unknown = [name for name, value in quantities.items() if value is None]
        if len(unknown) != 1:
            found = " and ".join(unknown) if unknown else "none"
            example = next(iter(self.record.quantities))
            raise QuestionError(
                f"exactly one keyword must be None but got {found}; "
                f"to solve {self.id} for {example}, pass {example}=None and values for the others"
            )
        given = {name: value for name, value in quantities.items() if value is not None}
        return solve_theorem(self.record, unknown[0], given)

    def table(self, unknown: str, /, **values: Any) -> Table:
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
        from boundcalc.tables.tables import solve_table

        return solve_table(self.record, unknown, values)

    def card(self) -> Card:
        """Return the statement with what is assumed, concluded and cited."""
        from boundcalc.output.theorems import theorem_card

        return theorem_card(self.record)

    def __repr__(self) -> str:
        names = ", ".join(solvable_names(self.record)) or "nothing"
        return f"<SolvableTheorem {self.id}: {self.record.title}; solves for {names}>"

    def _repr_latex_(self) -> str:
        from boundcalc.output.latex import theorem_formula

        return f"${theorem_formula(self.record)}$"


@cache
def load_library() -> Library:
    """Return the theorems of all installed packages.

    Raises
    ------
    StatementError
        If a package announces anything but theorems, or ids clash.
    """
    found: list[Theorem] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        found.extend(_announced(entry))
    return Library(theorems=tuple(found))


def _announced(entry: EntryPoint) -> tuple[Theorem, ...]:
    try:
        theorems = tuple(entry.load()())
    except BoundError:
        raise
    except Exception as error:
        raise StatementError(
            f"library: the theorems of {entry.value!r} cannot be loaded "
            f"({type(error).__name__}: {error}); repair or uninstall that package"
        ) from error
    for theorem in theorems:
        if not isinstance(theorem, Theorem):
            raise StatementError(
                f"library: {entry.value!r} announces theorems but returned {theorem!r:.60}"
            )
    works = _bibliography(entry.module)
    return tuple(_cited(theorem, works) for theorem in theorems)


def _folder(module: str) -> Path | None:
    """Return the folder of a package; None where the theorems stand in a module of their own."""
    from importlib.util import find_spec

    spec = find_spec(module)
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    return Path(places[0]) if places else None


def _bibliography(module: str) -> Mapping[str, Work]:
    """Return the works of the bibliography in a package, if it has one."""
    from boundcalc.language.bibliography import read_bibliography

    folder = _folder(module)
    path = None if folder is None else folder / "references.bib"
    if path is None or not path.is_file():
        return {}
    return read_bibliography(path.read_text(encoding="utf-8"))


def note_files() -> list[Path]:
    """Return the derivations that the installed libraries ship, in their folders ``notes``."""
    return _shipped("notes", (".md", ".tex"))


def grid_files() -> list[Path]:
    """Return the grids of certified answers that libraries ship, in their folders ``grids``."""
    return _shipped("grids", (".json",))


def _shipped(name: str, endings: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        folder = _folder(entry.module)
        if folder is not None:
            paths = (folder / name).glob("*")
            found += sorted(path for path in paths if path.suffix in endings)
    return found


def _cited(theorem: Theorem, works: Mapping[str, Work]) -> Theorem:
    work = works.get(theorem.source.key)
    if work is None or theorem.source.reference:
        return theorem
    return replace(theorem, source=replace(theorem.source, reference=str(work)))


def find_theorem(library: Library, id: str) -> Theorem:
    """Return the theorem called `id`.

    Raises
    ------
    QuestionError
        If there is none; the message suggests the ids that are written most alike.
    """
    for theorem in library.theorems:
        if theorem.id == id:
            return theorem
    near = _closest(id, library.theorems)
    way_out = f"did you mean {' or '.join(near)}?" if near else "`boundcalc list` shows all ids"
    raise QuestionError(f"no theorem is called {_shortened(id)!r}; {way_out}")


def _closest(id: str, theorems: Iterable[Theorem]) -> list[str]:
    """Return up to three ids that are written alike, or whose title has the words."""
    from difflib import get_close_matches

    wanted = _shortened(id).lower()
    ids = {theorem.id.lower(): theorem.id for theorem in theorems}
    near = get_close_matches(wanted, ids, n=3, cutoff=0.6)
    if not near and len(wanted) >= 3:
        titles = {theorem.id.lower(): theorem.title.lower() for theorem in theorems}
        near = [name for name in ids if wanted in name or wanted in titles[name]]
        near = sorted(near, key=lambda name: len(titles[name]))[:3]
    return [ids[name] for name in near]


def _shortened(id: str) -> str:
    return id if len(id) <= 80 else f"{id[:77]}..."


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
        raise StatementError(f"solvable: expected a Theorem but got {record!r:.60}")
    return SolvableTheorem(record)


def solve(unknown: str, /, *, published: bool = False, **given: Any) -> Ranking:
    """Return every answer of the installed theorems to a question, the best first.

    Parameters
    ----------
    unknown : str
        What is asked for, such as ``"n"``.
    **given : number or str
        Exact values by name: ``0.05``, ``"1/20"``, ``Fraction(1, 20)``.
    published : bool
        Whether statements that are sharpened here are left out.

    Raises
    ------
    QuestionError
        If a name is known to no theorem, or no theorem can answer what is asked.
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
    return answers_to(unknown, given, is_published=published)


def answers_to(unknown: str, given: Mapping[str, Any], *, is_published: bool = False) -> Ranking:
    """Return what `solve` returns, for given values in a mapping."""
    from boundcalc.ranking.lower_limits import with_lower_limits
    from boundcalc.ranking.ranking import rank

    theorems = load_library().published if is_published else load_library().theorems
    ranking = with_lower_limits(rank(theorems, unknown, given, is_published=is_published), theorems)
    if ranking.best.neighbour is None:
        from boundcalc.routes.optimality_bounds import with_limits

        return with_limits(ranking)
    return ranking


def audit(*, theorem: str | None = None, **given: Any) -> Audit | SizeAudit:
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
        Exact values of all quantities by name; a sensitivity Delta that is left out is 1.

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
    from boundcalc.ranking.size_audits import audit_any

    library = load_library()
    theorems = library.theorems if theorem is None else (find_theorem(library, theorem),)
    return audit_any(theorems, given)


def table(unknown: str, /, *, theorem: str | SolvableTheorem, **values: Any) -> Table:
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
) -> Sheet:
    """Return a table for reading: one unknown over the product of lists of values.

    Parameters
    ----------
    unknown : str
        What is asked for, such as ``"n"``.
    theorems : iterable of str
        The ids of the columns, theorems or routes; without any, those whose answers are
        comparable with the best one.
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
    from boundcalc.output.sheets import comparable_theorems, make_sheet

    grid = {plain_name(name): _as_list(value) for name, value in values.items()}
    library = load_library()
    ids = tuple(theorems)
    chosen = (
        tuple(find_theorem_or_route(library, id) for id in ids)
        if ids
        else comparable_theorems(
            library.published if published else library.theorems, unknown, grid
        )
    )
    has_route = any(theorem not in library.theorems for theorem in chosen)
    routes = _routes(library) if has_route else ()
    return make_sheet(chosen, unknown, grid, digits=digits, routes=routes, progress=progress)


def _routes(library: Library) -> tuple[Route, ...]:
    from boundcalc.routes.search import all_routes

    return all_routes(library.theorems)


def find_theorem_or_route(library: Library, id: str) -> Theorem:
    """Return a theorem by its id, or a route as one theorem; errors as for a theorem."""
    from boundcalc.routes.search import PREFIX

    if id.startswith(PREFIX):
        for route in _routes(library):
            if route.theorem.id == id:
                return route.theorem
    return find_theorem(library, id)


def _as_list(value: Any) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [value]
    to_list = getattr(value, "tolist", None)  # an array yields Python's own numbers
    return list(value) if to_list is None else list(to_list())


def _installed(id: str) -> SolvableTheorem:
    return SolvableTheorem(find_theorem(load_library(), id))


def open_grid(**values: Any) -> dict[str, Any]:
    """Return the values of several quantities as the axes of their Cartesian product."""
    from boundcalc.tables.axes import open_grid as grid

    return dict(grid(**values))


def select(theorems: Iterable[Theorem], *, unknown: str = "", topic: str = "") -> list[Theorem]:
    """Return the theorems that can be solved for `unknown` and speak of `topic`.

    A topic is any part of an id, a title, a conclusion or a source, in either case.
    """
    name, word = plain_name(unknown), topic.lower()
    return [
        theorem
        for theorem in theorems
        if (not name or name in _askable(theorem)) and word in _description(theorem)
    ]


def _askable(theorem: Theorem) -> set[str]:
    symbols = [theorem.quantities[name] for name in solvable_names(theorem)]
    return {name for symbol in symbols for name in (symbol.name, *symbol.aliases)}


def _description(theorem: Theorem) -> str:
    parts = (theorem.id, theorem.title, theorem.conclusion.phrase, theorem.source.work)
    return " ".join(parts).lower()
