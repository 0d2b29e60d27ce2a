"""Means of exponentials of values with a named law: where they exist, and as which formula."""

from fractions import Fraction
from random import Random

import mpmath
import pytest

from boundcalc.checker.goals import Context, Range
from boundcalc.checker.probability.integrability import check_integrable
from boundcalc.checker.terms import Rejected, number
from boundcalc.judgements import VerdictKind
from tests.probability.rows import findings, is_proved
from tests.probability.test_named_laws import LAWS, X, mean, parameters, shown, space

NAMED = r"""
declare t, \mu real
declare \sigma, b, r positive
declare \lambda nonnegative
declare s in (-1/2, 1/2)
declare n integer >= 1
declare p in (0, 1)
random X ~ normal(\mu, \sigma)
random G ~ normal(\mu, 1)
random L ~ laplace(2)
random M ~ laplace(b)
random W ~ exponential(3)
random V ~ exponential(r)
random S ~ binomial(n, p)
random U ~ uniform(0, 1)
"""
BELOW_RATE = NAMED + "assume \\lambda < r"
BELOW_SCALE = NAMED + "assume \\lambda < 1/b"
FAMILY = "declare n integer >= 1\ndeclare t real\n"
FAMILY += "random G_1, \\ldots, G_n real, with law normal(0, 1), iid"
TRUE = [
    (NAMED, r"\mathbb{E}[e^{t X}] = e^{\mu t + \sigma^2 t^2 / 2}"),
    (NAMED, r"\mathbb{E}[e^{t (X - \mu)}] = e^{\sigma^2 t^2 / 2}"),
    (NAMED, r"\mathbb{E}[e^{s L}] = \frac{1}{1 - 4 s^2}"),
    (NAMED, r"\mathbb{E}[2 e^{2 W - 1} + 1] = \frac{6}{e} + 1"),
    (NAMED, r"\mathbb{E}[e^{t S}] = (1 - p + p e^t)^n"),
    (NAMED, r"\mathbb{E}[e^{2 U}] = \frac{e^2 - 1}{2}"),
    (BELOW_RATE, r"\mathbb{E}[e^{\lambda V}] = \frac{r}{r - \lambda}"),
    (BELOW_SCALE, r"\mathbb{E}[e^{\lambda M}] = \frac{1}{1 - \lambda^2 b^2}"),
    (FAMILY, r"\mathbb{E}[e^{t \sum_{i=1}^n G_i}] = e^{n t^2 / 2}"),
]
NONE = [
    (NAMED, r"\mathbb{E}[e^{L / 2}] \ge 0"),  # at the rate there is none
    (NAMED, r"\mathbb{E}[e^{- L / 2}] \ge 0"),
    (NAMED, r"\mathbb{E}[e^{3 W}] \ge 0"),
    (NAMED, r"\mathbb{E}[e^{2 W} e^{2 W}] \ge 0"),
    (NAMED, r"\mathbb{E}[e^{W} e^{L / 4}] \ge 0"),  # which may depend on each other
    (NAMED, r"\mathbb{E}[e^{G^2}] \ge 0"),
    (NAMED, r"\mathbb{E}[e^{e^{G}}] \ge 0"),
    (NAMED, r"\mathbb{E}[e^{\lambda V}] = \frac{r}{r - \lambda}"),  # for lambda of any size
    (NAMED, r"\mathbb{E}[e^{\lambda M}] = \frac{1}{1 - \lambda^2 b^2}"),
]
FALSE = [
    (NAMED, r"\mathbb{E}[e^{t X}] = e^{\mu t + \sigma^2 t^2}"),
    (NAMED, r"\mathbb{E}[e^{t X}] = e^{\mu t}"),
    (BELOW_RATE, r"\mathbb{E}[e^{\lambda V}] = \frac{r}{r + \lambda}"),
    (BELOW_RATE, r"\mathbb{E}[e^{2 \lambda V}] = \frac{r}{r - 2 \lambda}"),
    (BELOW_SCALE, r"\mathbb{E}[e^{\lambda M}] = \frac{1}{1 + \lambda^2 b^2}"),
    (NAMED, r"\mathbb{E}[e^{t U}] = \frac{e^t - 1}{t}"),  # at zero it is no quotient
    (NAMED, r"\mathbb{E}[e^{t S}] = (1 - p + p e^{2 t})^n"),
    (FAMILY.replace(", iid", ""), r"\mathbb{E}[e^{t \sum_{i=1}^n G_i}] = e^{n t^2 / 2}"),
    (FAMILY, r"\mathbb{E}[e^{t \sum_{i=1}^n G_i}] = e^{n^2 t^2 / 2}"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), TRUE)
def test_an_exponential_moment_is_proved(given, row):
    assert is_proved(given, row)


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), FALSE)
def test_an_exponential_moment_that_is_another_one_is_not_proved(given, row):
    assert not is_proved(given, row)


@pytest.mark.parametrize(("given", "row"), NONE)
def test_an_exponential_moment_that_need_not_exist_is_not_proved(given, row):
    (found,) = findings(given, row)
    assert found.kind is VerdictKind.UNKNOWN
    assert "need not exist" in found.reason


def exponential_moment(random, law):
    terms, factor = parameters(random, law), Fraction(random.randint(-5, 5), random.randint(2, 6))
    term = ("exp", ("multiply", number(factor), X))
    below = {"laplace": abs(factor) * terms[0] < 1, "exponential": factor < terms[0]}
    exists = below.get(law, law != "uniform" or factor != 0)
    rate = mpmath.mpf(factor.numerator) / factor.denominator
    return terms, term, exists, lambda: mean(law, terms, lambda x: mpmath.exp(rate * x))


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
def test_the_formula_is_the_integral_and_is_refused_beyond_the_rate(law):
    random, compared = Random(f"exponential {law}"), 0
    for _ in range(60):
        terms, term, exists, value = exponential_moment(random, law)
        found = shown(law, terms, term, "moment")
        assert (found is not None) == exists, (terms, term)
        if found is not None and _is_small(
            law, terms, term
        ):  # else the tail that is cut off counts
            assert abs(found - value()) < 1e-8 * max(1, abs(found)), (terms, term)
            compared += 1
    assert compared >= 12


def _is_small(law, terms, term):
    factor = term[1][1][1]
    if law == "exponential":
        return factor < terms[0] / 2
    return law in ("uniform", "binomial") or abs(factor) * terms[-1] < (
        1 if law == "normal" else 0.5
    )


@pytest.mark.slow
@pytest.mark.parametrize("law", ["laplace", "exponential"])
def test_an_exponential_exists_if_and_only_if_its_factor_is_below_the_rate(law):
    random = Random(law)
    for _ in range(2000):
        terms, term, exists, _ = exponential_moment(random, law)
        try:
            check_integrable(space(law, terms), Context({}), term)
        except Rejected:
            assert not exists, (terms, term)
        else:
            assert exists, (terms, term)


def test_the_index_of_a_sum_is_no_parameter_of_its_name():
    """A sum over i of e^(i X) has summands beyond the rate, whatever a parameter i may be."""
    term = ("sum", "i", number(1), number(3), ("exp", ("multiply", ("symbol", "i"), X)))
    hypotheses = space("exponential", (Fraction(2),))
    box = {"i": Range(Fraction(0), Fraction(1), True, True)}
    check_integrable(hypotheses, Context(box), term[4])
    with pytest.raises(Rejected, match="need not exist"):
        check_integrable(hypotheses, Context(box), term)
