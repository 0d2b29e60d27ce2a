"""Probabilities and the like in a relation: `prove` and `check` judge alike."""

import json

import pytest

from boundcalc import prove
from boundcalc.cli import main
from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

OPEN = [
    (r"\Pr[A \cup B] \le \Pr[A] + \Pr[B]", ""),
    (r"\mathbb{E}[X^2] \ge \mathbb{E}[X]^2", ""),
    (r"\int_0^1 x dx \le 1", ""),
    (r"\prod_{i=1}^{n} i \ge 1", "n integer >= 1"),
    (r"\Pr[X \ge t] \le e^{-t}", "t in [0, 1]"),
    (r"\text{Pr}(X \ge t) \le e^{-t}", "t in [0, 1]"),
    (r"\sup_{z} z \le 1", ""),
    (r"H(X) \le 1", ""),
]
DECIDED = [
    (r"\Pr[A] \le 1", "", "PROVED"),
    (r"\Pr[A]^2 \le \Pr[A]", "", "PROVED"),
    (r"\Pr[A] + t \le 1", "t in [2, 3]", "REFUTED"),
    (r"\mathbb{E}[X] < \mathbb{E}[X]", "", "REFUTED"),
    (r"\prod_{i=1}^{3} i \ge 1", "", "PROVED"),
    (r"\prod_{i=1}^{3} i \le 5", "", "REFUTED"),
    (r"\prod_{i=1}^{3} (x + i) \ge x^3 + 6 x^2 + 11 x", "x real", "PROVED"),
    (r"\prod_{i=2}^{1} i = 1", "", "PROVED"),
]


@pytest.mark.parametrize(("relation", "where"), OPEN)
def test_what_needs_an_argument_is_unknown_with_its_counterexample(relation, where):
    verdict = prove(relation, where=where)

    assert verdict.kind.value == "UNKNOWN"
    assert "needs an argument about" in verdict.method
    assert verdict.counterexample is not None
    assert verdict.certificate is None


@pytest.mark.parametrize(("relation", "where", "kind"), DECIDED)
def test_what_holds_or_fails_whatever_they_are_is_decided(relation, where, kind):
    assert prove(relation, where=where).kind.value == kind


def test_hypotheses_about_probabilities_are_used():
    verdict = prove(r"\Pr[A] \le 1/2", assume=r"\Pr[A] \le 1/4")
    assert verdict.is_proved
    assert prove(r"\Pr[A] \le 1/2", assume=r"\Pr[B] \le 1/4").kind.value == "UNKNOWN"


@pytest.mark.parametrize(
    ("relation", "where"), [*OPEN, *((relation, where) for relation, where, _ in DECIDED)]
)
def test_a_row_of_a_document_has_the_same_verdict(relation, where, tmp_path):
    document = tmp_path / "row.tex"
    declared = f"%! declare {where}\n" if where else "%! log: natural\n"
    document.write_text(f"{declared}\\[ {relation} \\]\n")

    (row,) = check(document).rows

    verdict = prove(relation, where=where)
    assert row.kind.value == verdict.kind.value
    assert row.judgement.reason == verdict.method


def test_the_command_line_says_unknown_and_json_has_the_point(capsys):
    code = main(["prove", r"\Pr[A \cup B] \le \Pr[A] + \Pr[B]", "--json"])

    found = json.loads(capsys.readouterr().out)
    assert (code, found["verdict"], found["certificate"]) == (0, "UNKNOWN", None)
    assert set(found["counterexample"]) == {r"\Pr[A]", r"\Pr[B]", r"\Pr[A\cup B]"}
    assert main(["prove", r"\mathbb{E}[X^2] \ge 0", "--strict"]) == 3
