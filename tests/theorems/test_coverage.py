"""Every theorem, lemma, claim and corollary of the five sources that has a formula is a record."""

import pytest

from boundcalc_theorems import load_theorems

LECTURE_12 = "claim-0.2 claim-0.5 claim-0.6"
LECTURE_18 = "thm-0.1 thm-0.2 plan-1 claim-0.3 lem-0.4 lem-0.6"
ADAPTIVE_QUERIES = (
    "hoeffding thm-2.1 cor-2.1.1 lem-2.2 thm-2.3 cor-2.3.1 thm-2.4 lem-3.1 lem-3.2 n0 n1 thm-3.3"
)
CONCENTRATION = "def-3.4 accuracy markov hoeffding thm-1.1 lem-1.2 lem-2.1 claim-2.4 prop-2.5 final"
MAX_INFORMATION = (
    "thm-1.3 thm-1.4 lem-1.5 cor-1.6 thm-3.1 lem-3.2 claim-3.3 claim-3.4 claim-3.5 claim-3.6 "
    "lem-3.7 lem-3.8 thm-4.1 cor-4.2 thm-4.5 thm-A.1 thm-A.2 thm-A.3 lem-A.6 lem-A.7 thm-A.8 "
    "thm-A.9 lem-B.1 thm-B.2 thm-C.1 cor-C.2 thm-C.3 thm-D.1"
)
STATEMENTS = [
    f"{source}/{item}"
    for source, items in (
        ("lecture-12", LECTURE_12),
        ("lecture-18", LECTURE_18),
        ("adaptive-queries", ADAPTIVE_QUERIES),
        ("concentration", CONCENTRATION),
        ("max-information", MAX_INFORMATION),
    )
    for item in items.split()
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statement_has_a_record(statement: str) -> None:
    """A record carries the id of the statement, alone or followed by the part that it states."""
    ids = [theorem.id for theorem in load_theorems()]

    assert any(id == statement or id.startswith(f"{statement}.") for id in ids)


def test_corrections_exist() -> None:
    """Whatever supersedes a record is in the library, and is not superseded itself."""
    library = {theorem.id: theorem for theorem in load_theorems()}

    for theorem in library.values():
        if theorem.superseded_by is not None:
            assert library[theorem.superseded_by].superseded_by is None
