r"""A power behind an expectation: of it, or of what stands in its fence."""

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.document_checker import check
from boundcalc.language.expressions import Operation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.reader.relations import read_relations
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import ReaderError


@pytest.mark.parametrize(
    "power",
    [
        r"\mathbb{E}(X - c)^2",
        r"\mathbb{E}\left(X - c\right)^{2}",
        r"E[X + c]^2",
        r"\mathbf{E}\{X - c\}^3",
        r"\mathsf{E}(X - c)^2",
        r"{\mathbb{E}(X - c)}^2",
        r"\mathbb{E}_P (X - c)^2",
        r"\mathbb{E}(\frac{X}{c})^2",
    ],
)
def test_a_power_behind_an_expectation_of_a_sum_is_not_read_as_one_of_the_expectation(power):
    """It is a variance to most: $E(X - E X)^2 = 0$ was proved."""
    (row,) = read_display(rf"{power} = 0", Scope()).rows
    assert type(row.relation.left) is Symbol


@pytest.mark.parametrize(
    "power", [r"\mathbb{E}(X)^2", "E[X]^2", r"E[XY]^2", r"E(f(X))^2", r"(E[X - c])^2"]
)
def test_a_power_of_an_expectation_is_one(power):
    (row,) = read_display(rf"{power} = 0", Scope()).rows
    assert isinstance(row.relation.left, Operation)
    assert row.relation.left.operator is Operator.POWER


@pytest.mark.parametrize("bound", [r"= 0", r"\le 0"])
@pytest.mark.usefixtures("in_this_process")
def test_no_variance_is_proved_to_vanish(tmp_path, bound):
    file = tmp_path / "notes.md"
    row = rf"\mathbb{{E}}(X - \mathbb{{E}}[X])^2 {bound}"
    file.write_text(rf"Let $X$ be a random variable with mean $\mu$. Then $$ {row}. $$")
    assert [it.kind.value for it in check(file, jobs=1).rows] == ["UNKNOWN"]


def test_the_strict_reader_asks_for_parentheses():
    with pytest.raises(ReaderError, match="of this expectation, or of what is in it"):
        read_relations(r"E(X - c)^2 \ge 0", Scope())
