"""Assumed equations that are solved for a variable, or that exclude what lies beyond an end.

The relations were written down, with their truth, before the prover saw them.
"""

import pytest

import boundcalc

TRUE = {
    "an end": (r"x \le 3", "x real", "e^x = 10"),
    "a close end": (r"x \le 2.3025851", "x real", "e^x = 10"),
    "a lower end": ("x > 2.3025850", "x real", "e^x = 10"),
    "a strict end": ("x < 3", "x real", r"\ln(1 + e^x) = 3"),
    "logarithms": (r"\ln x + \ln y \le 0", "x, y positive", "x + y = 2"),
    "entropy": (r"-p \ln p - q \ln q \le \ln 2", "p, q in (0, 1)", "p + q = 1"),
    "exponentials": (r"e^x + e^y \ge 2 e^{1/2}", "x, y real", "x + y = 1"),
    "factors": (r"\ln a + \ln b \le 0", "a, b positive", "2 a + 3 b = 24/5"),
}
FALSE = {
    "an end": (r"x \le 2", "x real", "e^x = 10"),
    "a close end": (r"x \le 2.3025850", "x real", "e^x = 10"),
    "a lower end": ("x > 2.3025851", "x real", "e^x = 10"),
    "a strict end": ("x < 29/10", "x real", r"\ln(1 + e^x) = 3"),
    "logarithms": (r"\ln x + \ln y \le -1/10", "x, y positive", "x + y = 2"),
    "entropy": (r"-p \ln p - q \ln q \le 0.69", "p, q in (0, 1)", "p + q = 1"),
    "exponentials": (r"e^x + e^y \ge 3.3", "x, y real", "x + y = 1"),
    "factors": (r"\ln a + \ln b \le 0", "a, b positive", "2 a + 2 b = 5"),
}


def kind_of(relation, where, assume):
    return boundcalc.prove(relation, where=where, assume=assume).kind.value


@pytest.mark.few(1, without="end|entropy|logarithms|exponentials|factors|strict")
@pytest.mark.parametrize("name", TRUE)
def test_what_follows_from_an_equation_is_proved(name):
    assert kind_of(*TRUE[name]) == "PROVED"


@pytest.mark.few(3, without="entropy|exponentials|strict")
@pytest.mark.parametrize("name", FALSE)
def test_what_fails_at_a_solution_is_refuted(name):
    assert kind_of(*FALSE[name]) == "REFUTED"


SHARE = ("k integer >= 2, x positive, p real", "p = k / (k - 1 + e^x)")
RATIO = ("a, c positive, b real", "b = a / c")
DEFINED = [
    (r"\frac{k}{p} = k - 1 + e^x", *SHARE),
    (r"\ln \frac{1}{p} = \ln(k - 1 + e^x) - \ln k", *SHARE),
    ("p > 0", "k, x positive, p real", "p = k / (k + e^x)"),
    (r"\frac{a}{b} = c", *RATIO),
    (r"\exp(\frac{a}{b}) = e^c", *RATIO),
    (r"\frac{1}{b} a = c", "a, c positive, b real", "a / c = b"),
    (r"\frac{1}{p^2} = (1 + x)^2", "x positive, p real", r"p = \frac{1}{1 + x}"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("relation", "where", "assume"), DEFINED)
def test_a_name_for_a_value_is_replaced_by_it(relation, where, assume):
    found = boundcalc.prove(relation, where=where, assume=assume)

    assert found.is_proved
    assert boundcalc.recheck(found.certificate).is_proved


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("relation", "where", "assume"),
    [
        (r"\frac{k}{p} = k + e^x", *SHARE),
        (r"\frac{a}{b} = a", *RATIO),
        (r"\frac{1}{p} = \frac{k - 1 + e^x}{k}", "k, x positive, p real", "p = k / (k + e^x)"),
    ],
)
def test_what_another_value_says_is_refuted(relation, where, assume):
    assert kind_of(relation, where, assume) == "REFUTED"
