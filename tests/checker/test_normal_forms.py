"""Normal forms: positive factors leave sums, and nothing that is not positive does."""

from __future__ import annotations

import pytest

from boundcalc.checker.goals import is_zero
from boundcalc.checker.normal import Normalizer
from boundcalc.checker.proofs import read_goal as read_terms
from boundcalc.relation_prover import read_goal

TRUE = [
    (r"\ln(b+\frac{bx}{y}) = \ln b+\ln(x+y)-\ln y", "b, x, y positive"),
    (r"\ln(1+e^{-x}) = \ln(1+e^x)-x", "x real"),
    (r"\ln(1+1/n) = \ln(n+1)-\ln n", "n positive"),
    (r"\ln(6x+9) = \ln 3+\ln(2x+3)", "x positive"),
    (r"\sqrt{2a+2b} = \sqrt{2}\sqrt{a+b}", "a, b positive"),
    (r"\sqrt{x-x^2} = \sqrt{x}\sqrt{1-x}", "x in (0, 1)"),
    (r"(x+x^2)^{3/2} = x^{3/2}(1+x)^{3/2}", "x positive"),
    (r"\ln((1+x)^{y+1}) = (y+1)\ln(1+x)", "x, y positive"),
    (r"\frac{1}{2x+2y}+\frac{1}{2x+2y} = \frac{1}{x+y}", "x, y positive"),
    (r"\frac{e^x-y}{y-e^x} = -1", "x in (0, 1); y in (4, 5)"),
]
FALSE = [
    (r"\ln(b+\frac{bx}{y}) = \ln b+\ln(x+y)+\ln y", "b, x, y positive"),
    (r"\ln(1+e^{-x}) = \ln(1+e^x)+x", "x real"),
    (r"\ln(6x+9) = \ln 9+\ln(2x+3)", "x positive"),
    (r"\sqrt{x^2+x^2y} = x\sqrt{1+y}", "x real; y positive"),  # x may be negative
    (r"\ln(x^2+x^2y) = 2\ln x+\ln(1+y)", "x real; y positive"),
    (r"\sqrt{x-x^2} = x\sqrt{1-x}", "x in (0, 1)"),
    (r"\frac{1}{2x+2y}+\frac{1}{2x+2y} = \frac{2}{x+y}", "x, y positive"),
    (r"\frac{e^x-y}{y-e^x} = 1", "x in (0, 1); y in (4, 5)"),
]


@pytest.mark.parametrize(("relation", "where"), TRUE)
def test_equal_terms_have_equal_normal_forms(relation: str, where: str):
    context, (_, difference) = read_terms(read_goal(relation, where=where).to_json())
    assert is_zero(context, difference)


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_terms_that_differ_have_no_equal_normal_forms(relation: str, where: str):
    context, (_, difference) = read_terms(read_goal(relation, where=where).to_json())
    assert not is_zero(context, difference)


def test_whole_powers_are_integers():
    _, (_, difference) = read_terms(read_goal("x^3 y x^2 = 0", where="x, y real").to_json())
    ((powers, _),) = Normalizer(lambda term: False).form(difference)
    assert sorted(str(power) for _, power in powers) == ["1", "5"]
    assert all(type(power) is int for _, power in powers)
