"""The theorems that are installed, found by id.

A package announces its theorems through the entry-point group ``boundcalc.theorems``: a function
that takes nothing and returns a tuple of `Theorem` records.
A file ``references.bib`` in that package is the bibliography to which their sources point.
Nothing registers itself, so that what is installed is all that there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from boundcalc.language.bibliography import read_bibliography
from boundcalc.language.errors import BoundError, QuestionError, StatementError, written
from boundcalc.language.statements import Status, Theorem
from boundcalc.output.glossary import Glossary, glossary
from boundcalc.problems.problems import solvable_names
from boundcalc.questions.names import absence, complement_of, plain_name, topic_word
from boundcalc.routes.search import PREFIX, all_routes

if TYPE_CHECKING:
    from boundcalc.language.bibliography import Work
    from boundcalc.routes.search import Route

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
    references = {key: str(work) for key, work in _bibliography(entry.module).items()}
    return tuple(_cited(theorem, references) for theorem in theorems)


def _folder(module: str) -> Path | None:
    """Return the folder of a package; None where the theorems stand in a module of their own."""
    spec = find_spec(module)
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    return Path(places[0]).resolve() if places else None  # a checkout has a link there


def _bibliography(module: str) -> Mapping[str, Work]:
    """Return the works of the bibliography in a package, if it has one."""
    folder = _folder(module)
    path = None if folder is None else folder / "references.bib"
    if path is None or not path.is_file():
        return {}
    return read_bibliography(path.read_text(encoding="utf-8"))


def references(theorems: Iterable[Theorem]) -> str:
    """Return the entries of the works that theorems cite, as the libraries' bibliographies say.

    A work of several bibliographies is taken from the first; one of none is left out.
    """
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    works: dict[str, Work] = {}
    for entry in reversed(entries):
        works |= _bibliography(entry.module)
    cited = {source.key for theorem in theorems for source in theorem.sources}
    keys = sorted(cited & set(works))
    return "\n\n".join(works[key].entry for key in keys) + "\n" if keys else ""


def note_files() -> list[Path]:
    """Return the derivations that the installed libraries ship, in their folders ``notes``."""
    return _shipped("notes", (".md", ".tex"))


def proof_files() -> list[Path]:
    """Return the proofs of these derivations that libraries ship, in their folders ``proofs``."""
    return _shipped("proofs", (".gz",))


def grid_files() -> list[Path]:
    """Return the grids of certified answers that libraries ship, in their folders ``grids``."""
    return _shipped("grids", (".json",))


def library_folders() -> list[Path]:
    """Return the folders of the installed libraries that are packages."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    folders = [_folder(entry.module) for entry in entries]
    return [folder for folder in folders if folder is not None]


def _shipped(name: str, endings: tuple[str, ...]) -> list[Path]:
    return [
        path
        for folder in library_folders()
        for path in sorted((folder / name).glob("*"))
        if path.suffix in endings
    ]


def _cited(theorem: Theorem, references: Mapping[str, str]) -> Theorem:
    reference = references.get(theorem.source.key, "")
    if not reference or theorem.source.reference:
        return theorem
    cited = copy(theorem)  # not `replace`, which would check all its formulas again
    object.__setattr__(cited, "source", replace(theorem.source, reference=reference))
    return cited


def find_theorem(library: Library, id: str) -> Theorem:
    """Return the theorem called `id`.

    Raises
    ------
    QuestionError
        If there is none; the message suggests the ids that are written most alike.
    """
    if not isinstance(id, str):
        raise QuestionError(f"the id of a theorem is a text, but got {written(id)}")
    for theorem in library.theorems:
        if theorem.id == id:
            return theorem
    near = _closest(id, library.theorems)
    way_out = f"did you mean {' or '.join(near)}?" if near else "`boundcalc list` shows all ids"
    way_out = absence(id) or way_out
    raise QuestionError(f"no theorem is called {_shortened(id)!r}; {way_out}")


def _closest(id: str, theorems: Iterable[Theorem]) -> list[str]:
    """Return up to three ids that are written alike, or whose title has the words."""
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


def routes_of(library: Library) -> tuple[Route, ...]:
    """Return the routes that the theorems of a library make."""
    return all_routes(library.theorems)


def find_theorem_or_route(library: Library, id: str) -> Theorem:
    """Return a theorem by its id, or a route as one theorem; errors as for a theorem."""
    if isinstance(id, str) and id.startswith(PREFIX):
        for route in routes_of(library):
            if route.theorem.id == id:
                return route.theorem
    return find_theorem(library, id)


def select(theorems: Iterable[Theorem], *, unknown: str = "", topic: str = "") -> list[Theorem]:
    """Return the theorems that can be solved for `unknown` and speak of `topic`.

    A topic is any part of an id, a title, a conclusion or a source, in either case, or what
    people call it besides, such as zCDP.
    """
    name, word = plain_name(unknown), topic_word(topic)
    return [
        theorem
        for theorem in theorems
        if (not name or name in _askable(theorem)) and word in _description(theorem)
    ]


def _askable(theorem: Theorem) -> set[str]:
    symbols = [theorem.quantities[name] for name in solvable_names(theorem)]
    return {name for symbol in symbols for name in symbol.typed_names}


def _description(theorem: Theorem) -> str:
    parts = (theorem.id, theorem.title, theorem.conclusion.phrase, theorem.source.work)
    return " ".join(parts).lower()


def symbols(name: str = "") -> Glossary:
    """Return what each letter of the installed theorems means, or one of them.

    Parameters
    ----------
    name : str
        A quantity in any of its names: ``tau``, ``ε₀``, ``accuracy``; empty for all of them.

    Raises
    ------
    QuestionError
        If no theorem has a quantity of this name.

    Examples
    --------
    >>> [entry.meaning for entry in symbols("accuracy").entries]
    ['accuracy', 'accuracy in the unit of the query']
    """
    entries = glossary(load_library().theorems)
    if name == "":
        return Glossary(tuple(entries))
    wanted = complement_of(name) or plain_name(name)
    found = tuple(entry for entry in entries if wanted in (entry.name, *entry.aliases))
    if not found:
        why = absence(name) or "`boundcalc symbols` shows all of them"
        raise QuestionError(f"no theorem has a quantity {name!r:.60}; {why}")
    return Glossary(found)
