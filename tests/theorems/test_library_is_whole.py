"""The library holds what its files define: no topic, theorem or tested statement is left out."""

from importlib import import_module
from pkgutil import walk_packages

import boundcalc_theorems
from boundcalc.library import note_files
from boundcalc.routes.search import all_routes
from boundcalc_theorems import load_theorems, tested, theorems_of
from boundcalc_theorems.tested import load_statements
from tests.documents import ROOT

MODULES = [
    import_module(module.name)
    for module in walk_packages(boundcalc_theorems.__path__, "boundcalc_theorems.")
]
TESTED = tuple(module for module in MODULES if module.__name__.startswith(f"{tested.__name__}."))


def test_every_theorem_of_every_file_is_in_the_library_once():
    defined = [
        record.id for module in MODULES if module not in TESTED for record in theorems_of(module)
    ]

    assert sorted(record.id for record in load_theorems()) == sorted(defined)


def test_every_statement_of_every_file_is_tested_once():
    defined = [item for module in TESTED for item in getattr(module, "STATEMENTS", ())]
    loaded = list(load_statements())

    assert len(loaded) == len(defined)
    assert all(any(item is other for other in loaded) for item in defined)


def test_shipped_notes_are_named_by_the_folder_that_they_stand_in():
    assert {path.relative_to(ROOT).parts[:2] for path in note_files()} == {("theorems", "notes")}


def test_no_condition_is_said_twice() -> None:
    """A route takes together what its theorems accept, so each sentence says one thing."""
    routes = [route.theorem for route in all_routes(load_theorems())]
    assert len(routes) > 80
    for theorem in (*load_theorems(), *routes):
        for sentence in theorem.accepts:
            twice = [
                other
                for other in theorem.accepts
                if other != sentence and other.startswith(sentence)
            ]
            assert twice == [], theorem.id
