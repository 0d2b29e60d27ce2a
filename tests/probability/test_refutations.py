"""Rows that hold of every law are never refuted, whatever numbers stand for their expectations."""

import pytest

from boundcalc import check
from boundcalc.language import PROBABILITY, Symbol
from boundcalc.obligations.obligations import satisfiable

pytestmark = pytest.mark.usefixtures("in_this_process")

TWICE = "declare t in [0, 2]\nrandom X in [0, 1]\n"
EVENTS = "random X, Y in [0, 1]\nevent A: X \\ge 1/2\nevent B: Y \\ge 1/2\n"
NAMED = "declare a, b, c in [0, 1]\n" + EVENTS
NAMED += "assume \\Pr[A] = a\nassume \\Pr[B] = b\nassume \\Pr[A \\cup B] = c"
MOMENTS = "declare a, b in [0, 5]\nrandom X in [0, 1]\n"
MOMENTS += "assume \\mathbb{E}[X] = b\nassume \\mathbb{E}[X^2] = a"
IMPLIED = [
    (TWICE + "assume \\mathbb{E}[X] \\ge t", r"t \le 1"),
    (TWICE + "assume \\mathbb{E}[X] = t", r"t \le 1"),
    (TWICE + "let s = \\mathbb{E}[X]\nassume s \\ge t", r"t \le 1"),
    ("declare t in [0, 2]\nrandom X in [0, 1], mean t", r"t \le 1"),
    (MOMENTS, r"b^2 \le a"),
    (MOMENTS, r"a \le b"),
    (NAMED, r"c \le a + b"),
    (NAMED, r"c \ge a"),
    ("declare t in [0, 1]\nrandom X in [0, 1]\nassume \\Pr[X \\ge 2] = t", r"t \le \frac{1}{2}"),
    ("declare m, v real\nrandom X real, mean m, variance v", r"v \ge 0"),
    ("declare p in [0, 3]\nrandom X in [0, 1], with law bernoulli(p)", r"p \le 1"),
    ("declare a, b in [0, 3]\nrandom X in [a, b]", r"a \le b"),
    ("declare v in [-1, 1]\nassume \\mathbb{E}[X^2] = v", r"v \ge 0"),
    ("let s = \\mathbb{E}[X^2]\nlet r = \\mathbb{E}[X]", r"r^2 \le s"),
    ("let s = \\Pr[A]\nlet r = \\Pr[A \\cup B]", r"s \le r"),
    ("let s(A) = \\Pr[A]\nlet r = \\Pr[A \\cup B]", r"s(A) \le r"),
]


def kinds(tmp_path, directives, row):
    path = tmp_path / "note.tex"
    given = "".join(f"%! {line}\n" for line in directives.strip().splitlines())
    path.write_text(f"{given}\\[ {row} \\]\n", encoding="utf-8")
    report = check(path, jobs=1)
    assert not report.errors
    return [item.kind.value for item in report.rows]


@pytest.mark.few(8)
@pytest.mark.parametrize(("directives", "row"), IMPLIED)
def test_what_every_law_satisfies_is_not_refuted(tmp_path, directives, row):
    assert "REFUTED" not in kinds(tmp_path, directives, row)


def test_an_abbreviation_of_an_expectation_has_its_structure(tmp_path):
    given = "random X in [0, 1]\nlet s = \\mathbb{E}[X^2]\nlet r = \\mathbb{E}[X]"
    assert kinds(tmp_path, given, r"r^2 \le s") == ["PROVED"]


def test_what_fails_for_one_probability_of_any_event_is_refuted(tmp_path):
    given = "declare p, q probability\nassume \\Pr[A] \\le p"
    assert kinds(tmp_path, given, r"p \le q") == ["REFUTED"]


def test_what_fails_whatever_the_law_is_is_refuted(tmp_path):
    given = "declare t in [0, 2]\nrandom X in [0, 1]"
    assert kinds(tmp_path, given, r"t \le 1") == ["REFUTED"]


IMPOSSIBLE = [
    "random X in [0, 1], with law bernoulli(2)",
    "random X in [2, 1]",
    "declare a in [2, 3]\nrandom X in [a, 1]",
]


@pytest.mark.parametrize("directives", IMPOSSIBLE)
def test_what_no_law_satisfies_proves_nothing(tmp_path, directives):
    path = tmp_path / "note.tex"
    given = "".join(f"%! {line}\n" for line in directives.splitlines())
    path.write_text(rf"{given}\[ \mathbb{{E}}[X] = 5 \]", encoding="utf-8")
    report = check(path, jobs=1)
    assert [item.kind.value for item in report.rows] == ["UNKNOWN"]
    assert "no point satisfies all that is assumed" in report.errors[0].message


GUARANTEES = [
    (r"private M(x): (a, 0), t integer in [1, 3]", r"a \ge 0"),
    (r"private M(x): (1, 0), t integer in [1, T]", r"T \ge 1"),
]


@pytest.mark.parametrize(("directive", "row"), GUARANTEES)
def test_what_a_guarantee_needs_is_assumed(tmp_path, directive, row):
    given = "declare a real\ndeclare T integer\nrandom x_1, \\ldots, x_9 records, iid from D\n"
    assert kinds(tmp_path, given + directive, row) == ["PROVED"]


def test_a_value_outside_of_its_domain_satisfies_no_assumption():
    y = Symbol("y", PROBABILITY)
    assert not satisfiable([y.equals(2)])
    assert satisfiable([y.equals(1)])
