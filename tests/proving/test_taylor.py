"""Polynomials near a function: proved by Taylor polynomials on cells, refuted where they are not.

The polynomials interpolate at Chebyshev points, with rounded coefficients.
"""

import pytest

from boundcalc.checker import check_certificate
from boundcalc.proving import prove_goal
from boundcalc.relation_prover import read_goal

SQRT = "0.249358+1.199004x-0.731485x^2+0.383503x^3-0.114757x^4+0.014403x^5"
LONGER = "0.2282071+1.3238868x-1.0232266x^2+0.7297447x^3-0.3358688x^4+0.0867713x^5-0.0095251x^6"
EXP = "1.00000004+0.9999963x+0.50005883x^2+0.16631805x^3+0.04264117x^4+0.00695956x^5+0.00230784x^6"
SIN = "0.999999979x-0.16666599x^3+0.008329945x^5-0.00019297x^7"
LN = (
    r"-2.368258865+5.61835626x-6.852844778x^2+6.32060066x^3-4.068503631x^4+1.774667115x^5"
    r"-0.500327558x^6+0.08231744x^7-0.006006605x^8"
)
ARCTAN = (
    "0.99999923x-0.33325678x^3+0.1987204x^5-0.13447864x^7+0.08312645x^9-0.03636043x^{11}"
    "+0.00764835x^{13}"
)
NEAR = [
    (r"\sqrt{x}", SQRT, r"\frac{7}{65536}", "x in [1/2, 2]"),
    (r"\sqrt{x}", LONGER, r"\frac{5}{65536}", "x in [1/2, 2]"),
    ("e^x", EXP, "10^{-6}", "x in [0, 1]"),
    (r"\ln x", LN, "10^{-6}", "x in [1, 2]"),
    (r"\sin x", SIN, "10^{-6}", "x in [-1, 1]"),
    (r"\arctan x", ARCTAN, "10^{-6}", "x in [-1, 1]"),
]


def verdict(relation, where, assume=()):
    return prove_goal(read_goal(relation, where=where, assume=assume))


@pytest.mark.few(1, without="arctan|sqrt")
@pytest.mark.parametrize(("function", "polynomial", "error", "where"), NEAR)
def test_a_polynomial_near_a_function_is_proved_to_be_near(function, polynomial, error, where):
    found = verdict(rf"|{function}-({polynomial})| \le {error}", where)
    assert check_certificate(found.certificate).kind == "proof"


@pytest.mark.parametrize(
    ("function", "polynomial", "error", "where"),
    [
        (r"\sqrt{x}", SQRT, r"\frac{6.3}{65536}", "x in [1/2, 2]"),
        ("e^x", EXP, r"4 \cdot 10^{-8}", "x in [0, 1]"),
        (r"\sin x", SIN, r"2 \cdot 10^{-8}", "x in [-1, 1]"),
    ],
)
def test_a_polynomial_that_is_farther_away_is_refuted(function, polynomial, error, where):
    assert verdict(rf"|{function}-({polynomial})| \le {error}", where).kind.value == "REFUTED"


def test_one_side_is_proved_strictly_and_beside_an_assumption():
    """A fact about the variable is not needed, and does not stand in the way."""
    relation = rf"e^x < {EXP} + 10^{{-6}}"
    assert verdict(relation, "x in [0, 1]", [r"x^2 \le x"]).kind.value == "PROVED"


@pytest.mark.slow
def test_polynomials_with_thousands_of_digits_are_factored():
    relation = r"2\cdot \frac{1}{1+(1-x)^2} \le x^2 + \sqrt{1+(2x)^2}"

    found = prove_goal(read_goal(relation, where="x in [1/2, 3]"))

    assert check_certificate(found.certificate).kind == "proof"
