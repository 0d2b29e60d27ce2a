"""A relation that is the same on both sides of a point is proved on one of them."""

import pytest

from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal

WORK = 600  # goals that are looked at


def steps(proof):
    """Yield the steps of a proof, outermost first."""
    if isinstance(proof, dict):
        yield proof
        for child in proof.get("children", ()):
            yield from steps(child)


@pytest.mark.few(1, without="log_2")
@pytest.mark.parametrize(
    ("relation", "where", "middle"),
    [
        (r"\left(\operatorname{erf}(x)\right)^2 \ge 1-e^{-x^2}", "x real", "0"),
        (r"-p\log_2 p-(1-p)\log_2(1-p) \le 2\sqrt{p(1-p)}", "p in (0, 1)", "1/2"),
    ],
)
def test_one_half_is_reflected(relation, where, middle):
    verdict = prove_goal(read_goal(relation, where=where), work=WORK)
    assert verdict.is_proved
    found = list(steps(verdict.certificate["proof"]))
    assert any(step["rule"] == "split" and step["at"] == middle for step in found)
    assert any(step.get("form") == "mirror" for step in found)


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        (r"\left(\operatorname{erf}(x)\right)^2 \ge 1-e^{-1.28 x^2}", "x real"),
        (r"-p\log_2 p-(1-p)\log_2(1-p) \le 1.99\sqrt{p(1-p)}", "p in (0, 1)"),
        (r"e^{x} + e^{-x} \ge 2 + x^2 + x^3", "x in [-1, 1]"),  # only nearly the same
    ],
)
def test_what_is_false_is_not_proved(relation, where):
    assert not prove_goal(read_goal(relation, where=where), work=60).is_proved
