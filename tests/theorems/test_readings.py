"""What a person found wrong in print, where no verdict reaches: kept, shown, never a verdict."""

import pytest

from boundcalc.language import Defect, Remark
from boundcalc.output.json import theorem_json
from boundcalc.output.theorems import theorem_card
from boundcalc.reports.errata import errata_markdown
from boundcalc_theorems import load_theorems

THEOREMS = {theorem.id: theorem for theorem in load_theorems()}
WITH_READINGS = [theorem for theorem in THEOREMS.values() if theorem.readings]

# A defect that a person sees in print, by the record that it stands with.
FOUND = (
    ("lecture-12/claim-0.2", "real number"),
    ("lecture-12/claim-0.2", "without loss of generality"),
    ("lecture-12/claim-0.5", "scale parameter"),
    ("lecture-12/claim-0.6", "empty event"),
    ("lecture-18/thm-0.1", "space of datasets"),
    ("lecture-18/thm-0.2", "n in the range of epsilon"),
    ("lecture-18/thm-0.2", "p_alpha <= 1/4"),
    ("lecture-18/thm-0.2", "never fails"),
    ("lecture-18/thm-0.2", "epsilon'"),
    ("lecture-18/plan-1", "X^m"),
    ("lecture-18/plan-1", "1 - q_t"),
    ("lecture-18/claim-0.3", "no proof"),
    ("lecture-18/lem-0.4", "means over the records"),
    ("lecture-18/lem-0.4", "indicator"),
    ("lecture-18/lem-0.6", "one direction"),
    ("adaptive-queries/thm-2.1", "lower bound"),
    ("adaptive-queries/thm-2.1", "mutual information"),
    ("adaptive-queries/cor-2.1.1", "two-sided"),
    ("adaptive-queries/lem-2.2", "Range"),
    ("adaptive-queries/thm-2.3", "subset"),
    ("adaptive-queries/thm-2.4", "beta"),
    ("adaptive-queries/lem-3.2.1", "new query"),
    ("adaptive-queries/n1", "n_0"),
    ("adaptive-queries/thm-3.3", "tau/2"),
    ("adaptive-queries/thm-3.3", "log(m/beta)"),
    ("concentration/hoeffding", "mean"),
    ("concentration/claim-2.4", "adjac"),
    ("concentration/lem-2.1", "column"),
    ("concentration/lem-2.1", "Y + mu"),
    ("concentration/prop-2.5", "ends before"),
    ("concentration/thm-1.1", "Omega"),
    ("concentration/accuracy", "index"),
    ("max-information/thm-1.3", "uniform by definition"),
    ("max-information/cor-1.6", "log(1/|X|)"),
    ("max-information/lem-1.5.1", "name beta(k)"),
    ("max-information/lem-1.5.2", "Sigma x Sigma"),
    ("max-information/lem-1.5.2", "beta = 0"),
    ("max-information/lem-1.5.2", "no equivalence"),
    ("max-information/lem-3.2", "exceeds k"),
    ("max-information/claim-3.5", "symmetric"),
    ("max-information/lem-3.8", "delta_hat > 0"),
    ("max-information/thm-4.5", "equal ones"),
    ("max-information/thm-4.5", "Lemma 4.7"),
    ("max-information/thm-4.1.1", "small finite range"),
    ("max-information/thm-4.1.1", "integers"),
    ("max-information/thm-4.1.2", "one element"),
    ("max-information/cor-4.2", "One algorithm serves for all"),
    ("max-information/lem-A.6.2", "compares X with Y"),
    ("max-information/cor-C.2", "for which laws"),
    ("max-information/cor-C.2", "maximum with 0"),
    ("max-information/thm-C.3", "solves for gamma"),
)  # fmt: skip


@pytest.mark.parametrize(("id", "words"), FOUND)
def test_a_defect_that_a_person_sees_is_recorded(id, words):
    theorem = THEOREMS[id]

    assert any(words in found.text for found in (*theorem.readings, *theorem.remarks))


@pytest.mark.parametrize("theorem", WITH_READINGS, ids=lambda theorem: theorem.id)
def test_a_page_says_that_it_is_the_judgement_of_a_person(theorem):
    page = str(theorem_card(theorem))

    assert "Read by a person, not decided by a verdict" in page
    assert theorem_json(theorem)["readings"] == [
        {"defect": reading.defect.value, "text": reading.text} for reading in theorem.readings
    ]


def test_the_errata_keep_readings_apart_from_verdicts():
    page = errata_markdown((), THEOREMS.values())

    before, _, after = page.partition("## Read by a person\n")
    for theorem in WITH_READINGS:
        assert f"**{theorem.id}**, " in after
    assert after.count("in nats and the base 2 logarithm beside it in bits") == 1
    assert "judgements of a person and no verdicts" in after
    assert "lecture-12/claim-0.5" not in before


def test_a_reading_casts_no_doubt_on_a_statement():
    reading = Remark(defect=Defect.FALSE, text="The index is misprinted.")
    theorem = THEOREMS["lecture-12/claim-0.5"]

    assert reading not in theorem.remarks
    assert not theorem.is_doubtful


def test_what_is_true_in_another_way_is_not_called_false():
    found = THEOREMS["adaptive-queries/thm-2.1"].readings

    assert Defect.FALSE not in {remark.defect for remark in found}
    assert any("limits the chance of a bad event, too" in remark.text for remark in found)
