"""The derivations in theorems/notes: what they cover, and how their corrections are built."""

import json
import re

import pytest

from boundcalc.language import Status
from boundcalc.library import note_files
from boundcalc_theorems import load_theorems
from tests.ledger import LEDGER

# The chains of displayed relations in the sources, by source.
CHAINS = {
    "lecture-12": ("claim-0.2", "claim-0.5", "claim-0.6"),
    "lecture-18": ("lem-0.4", "lem-0.6", "step-4"),
    "adaptive-queries": ("thm-2.1", "lem-2.2", "n0", "n1", "thm-3.3"),
    "concentration": (
        "def-3.4", "accuracy", "lem-1.2", "lem-2.1", "claim-2.4", "prop-2.5", "final",
    ),
    "max-information": (
        "thm-1.3", "lem-1.5", "thm-3.1", "claim-3.3", "claim-3.5", "claim-3.6", "lem-3.7",
        "lem-3.8", "thm-4.1", "cor-4.2", "lem-B.1", "thm-B.2", "thm-C.1", "cor-C.2", "thm-C.3",
        "thm-D.1",
    ),
}  # fmt: skip
BLOCK = re.compile(r"%!\s*begin\s+(\S+)(.*?)%!\s*end\b", re.DOTALL)
EXPECTED = re.compile(r"^[^\n]*%!\s*expect:\s*(?:refuted|unknown)[^\n]*$", re.MULTILINE)
LABEL = re.compile(r"%!\s*label:\s*(\S+)")


def documents() -> dict[str, dict[str, str]]:
    """Return the text of each derivation, by source and id."""
    return {
        path.stem: dict(BLOCK.findall(path.read_text(encoding="utf-8"))) for path in note_files()
    }


DOCUMENTS = documents()
WITH_ERRATA = [
    (source, item)
    for source, blocks in DOCUMENTS.items()
    if source in CHAINS
    for item, text in blocks.items()
    if EXPECTED.search(text) and not item.endswith(".corrected")
]


@pytest.mark.parametrize("source", CHAINS)
def test_every_chain_of_a_source_is_a_derivation(source):
    missing = {f"{source}/{item}" for item in CHAINS[source]} - set(DOCUMENTS[source])

    assert not missing


@pytest.mark.parametrize("source", DOCUMENTS)
def test_derivations_are_named_after_their_source(source):
    assert all(item.startswith(f"{source}/") for item in DOCUMENTS[source])


@pytest.mark.parametrize("source", CHAINS)
def test_a_correction_follows_its_original(source):
    seen = set()
    for item in DOCUMENTS[source]:
        seen.add(item)
        if item.endswith(".corrected"):
            assert item.removesuffix(".corrected") in seen
        elif ".case-" in item:
            assert item.partition(".case-")[0] in seen


LECTURE_NOTES = tuple(source for source in CHAINS if source != "max-information")
SHARPENED = [
    theorem.id
    for theorem in load_theorems()
    if theorem.status is Status.SHARPENED and theorem.id.partition("/")[0] in LECTURE_NOTES
]


def test_every_sharpened_record_of_the_lecture_notes_is_derived_under_its_id():
    assert [id for id in SHARPENED if id not in DOCUMENTS[id.partition("/")[0]]] == []


@pytest.mark.parametrize("id", SHARPENED)
def test_the_algebra_of_a_sharpened_record_is_proved(id):
    ledger = json.loads(LEDGER.read_text(encoding="utf-8"))
    source = id.partition("/")[0]
    kinds = [row[0] for row in ledger[f"{source}.md"][id]]

    assert "PROVED" in kinds
    assert set(kinds) <= {"PROVED", "CITED"}


@pytest.mark.parametrize(("source", "item"), WITH_ERRATA)
def test_every_false_row_is_labelled_and_replaced(source, item):
    text, corrected = DOCUMENTS[source][item], DOCUMENTS[source][f"{item}.corrected"]
    replaced = set(LABEL.findall(corrected))

    for row in EXPECTED.findall(text):
        labels = LABEL.findall(row)
        assert labels, row
        assert set(labels) <= replaced, row
    assert "expect: refuted" not in corrected
    assert "expect: unknown" not in corrected
