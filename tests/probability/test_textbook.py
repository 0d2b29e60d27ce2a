"""Textbook derivations are proved from definitions, and their false neighbours are not."""

from pathlib import Path

import pytest

from boundcalc import check
from tests.probability.rows import findings, is_proved

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "probability"
DAYS = "declare n integer >= 2\ndeclare m integer >= 1\n"
DAYS += "random X_1, \\ldots, X_n integer, with law uniform(m), iid"
SEPARATE = DAYS.replace(", iid", "")
BLOCKS = """
declare k, m integer >= 1
declare \\lambda positive
random X_{1,1}, \\ldots, X_{k,m} in [-1, 1], iid
"""
SQUARES = """
declare k integer >= 1
random Y_1, \\ldots, Y_k in [-1, 1], iid, mean 0
assume \\mathbb{E}[\\sum_{i=1}^k Y_i] = 0
assume \\mathbb{E}[Y_1^2] = \\frac{1}{2}
"""
PAIR = r"\sum_{k=1}^m \mathbb{1}[X_2 = k] \cdot \mathbb{1}[X_1 = X_2]"
HEADS = r"\sum_{i=1}^n \mathbb{1}[X_i = 1]"
EXPONENTIAL = r"e^{\lambda \sum_{i=1}^m X_{b,i}}"
COUPONS = "declare t, m integer >= 1\ndeclare \\eta in (0, 1)\n"
COUPONS += "random X_1, \\ldots, X_t integer, with law uniform(m), iid"
MISSING = r"\mathbb{E}[\sum_{k=1}^m e^{\ln(\eta) \sum_{s=1}^t \mathbb{1}[X_s = k]}]"
MISSING += r" = TOTAL \left(1 - \frac{1 - \eta}{m}\right)^t"
NEVER = r"\mathbb{E}[\sum_{k=1}^m \prod_{s=1}^t \mathbb{1}[X_s \ne k]] = TOTAL (1 - \frac{1}{m})^t"
TRUE = [
    (COUPONS, NEVER.replace("TOTAL", "m")),
    (COUPONS, MISSING.replace("TOTAL", "m")),
    ("random Z in [0, 1], with law bernoulli(1/3)", r"\Pr[1 - Z = 1] = \frac{2}{3}"),
    (DAYS, rf"\mathbb{{E}}[{PAIR}] = \Pr[X_1 = X_2]"),
    (DAYS, r"\Pr[X_1 = 1] = \frac{1}{m}"),
    (DAYS, rf"\Pr[{HEADS} \ge 1] \le \mathbb{{E}}[{HEADS}]"),
    (SQUARES, r"\mathbb{E}[(\sum_{i=1}^k Y_i)^2] = \frac{k}{2}"),
]
FALSE = [
    ("random Z in [0, 1], with law bernoulli(1/3)", r"\Pr[1 - Z = 1] = \frac{1}{3}"),
    (COUPONS.replace(", iid", ""), NEVER.replace("TOTAL", "m")),
    (COUPONS, NEVER.replace("TOTAL", "(m - 1)")),
    (COUPONS.replace(", iid", ""), MISSING.replace("TOTAL", "m")),
    (COUPONS, MISSING.replace("TOTAL", "(m - 1)")),
    (DAYS, r"\Pr[X_1 = 0] = \frac{1}{m}"),
    (DAYS, r"\Pr[X_1 = 2] = \frac{1}{m}"),  # there may be one day
    (DAYS, r"\Pr[X_1 \ge 1] = \frac{1}{m}"),
    (DAYS, r"\Pr[X_1 = X_2] = \frac{1}{m^2}"),
    (SEPARATE, r"\Pr[X_1 = X_2] = \frac{1}{m}"),  # nothing says that they are independent
    (SEPARATE, rf"\mathbb{{E}}[{PAIR}] = \frac{{1}}{{m}}"),
    (DAYS, rf"\Pr[{HEADS} \ge 1] \ge \mathbb{{E}}[{HEADS}]"),
    (DAYS, r"\mathbb{E}[\sum_{j=1}^n \sum_{i=1}^n \mathbb{1}[X_i = X_j]] = \frac{n^2}{m}"),
    (SQUARES, r"\mathbb{E}[(\sum_{i=1}^k Y_i)^2] = \frac{k^2}{2}"),
    (
        BLOCKS,
        rf"\mathbb{{E}}[\sum_{{b=1}}^k {EXPONENTIAL}] = k \mathbb{{E}}[e^{{\lambda X_{{1,1}}}}]",
    ),
    (
        BLOCKS.replace(", iid", ""),
        rf"\mathbb{{E}}[\sum_{{b=1}}^k {EXPONENTIAL}]"
        r" = k \mathbb{E}[e^{\lambda \sum_{i=1}^m X_{1,i}}]",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("directives", "row"), TRUE)
def test_a_step_of_a_textbook_is_proved(directives, row):
    assert is_proved(directives, row)


@pytest.mark.few(3)
@pytest.mark.parametrize(("directives", "row"), FALSE)
def test_its_false_neighbour_is_not_proved(directives, row):
    assert not is_proved(directives, row)


@pytest.mark.parametrize("kind", ["", ", independent"])
def test_the_first_square_is_not_that_of_all_members_where_they_are_not_iid(kind):
    directives = SQUARES.replace(", iid, mean 0", kind)
    assert not is_proved(directives, r"\mathbb{E}[(\sum_{i=1}^k Y_i)^2] = \frac{k}{2}")


def test_a_law_that_is_not_known_is_named():
    (found,) = findings("random X integer, with law uniform(3)", r"\Pr[X = 3] = \frac{1}{3}")
    assert found.kind.value == "PROVED"
    assert "the chances of a named law" in found.definitions


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.stem)
def test_every_row_of_a_textbook_derivation_is_proved_from_definitions(path):
    report = check(path, jobs=1)
    assert [row.kind.value for row in report.rows] == ["PROVED"] * len(report.rows)
    assert "cite" not in path.read_text(encoding="utf-8")


def test_there_are_derivations():
    assert len(list(FOLDER.glob("*.md"))) >= 22
