"""What is said to be proved from definitions is, by the verdicts that the ledger keeps."""

import json

import pytest

from boundcalc.library import load_library
from boundcalc.output.json import theorem_json
from boundcalc.output.theorems import theorem_card
from tests.ledger import LEDGER

DERIVED = [theorem for theorem in load_library().theorems if theorem.derived is not None]
KEPT = {
    name: rows
    for blocks in json.loads(LEDGER.read_text(encoding="utf-8")).values()
    for name, rows in blocks.items()
}


def test_some_theorems_are_derived():
    assert {theorem.id for theorem in DERIVED} >= {
        "lecture-18/thm-0.2",
        "adaptive-queries/hoeffding",
    }


@pytest.mark.parametrize("theorem", DERIVED, ids=lambda theorem: theorem.id)
def test_each_row_of_the_derivation_is_proved_and_cites_nothing(theorem):
    verdicts = {row[0] for row in KEPT[theorem.derived.block]}
    grounds = [ground for row in KEPT[theorem.derived.block] for ground in row[2:]]

    assert verdicts == {"PROVED"}
    assert all(ground.startswith("given ") for ground in grounds)


@pytest.mark.parametrize("theorem", DERIVED, ids=lambda theorem: theorem.id)
def test_what_is_assumed_in_the_derivation_is_a_hypothesis_of_the_theorem(theorem):
    """The only assumption in these derivations is the range of epsilon in Theorem 0.2."""
    given = {ground for row in KEPT[theorem.derived.block] for ground in row[2:]}

    assert given <= {"given epsilon >= sqrt(12 / m)"}


def test_the_page_and_the_json_say_what_it_rests_on():
    (theorem,) = [item for item in DERIVED if item.id == "lecture-18/thm-0.2"]
    titles = {section.title: section.rows for section in theorem_card(theorem).sections}
    rows = [cell for (cell,) in titles["Proved from definitions"]]

    assert rows[0] == (
        "its conclusion, for queries that are means over the records of a function with values "
        "in [0, 1], in the derivation lecture-18/thm-0.2.definitions"
    )
    assert rows[1:] == [f"rests on {ground}" for ground in theorem.derived.rests_on]
    assert theorem_json(theorem)["derived"] == {
        "block": "lecture-18/thm-0.2.definitions",
        "scope": theorem.derived.scope,
        "rests_on": list(theorem.derived.rests_on),
    }
