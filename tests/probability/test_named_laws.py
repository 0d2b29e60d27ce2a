"""Chances and moments of values with a named law, beside integrals and sums by another program."""

from fractions import Fraction
from random import Random

import mpmath
import pytest

from boundcalc.checker import Rejected
from boundcalc.checker.goals import Context
from boundcalc.checker.probability.derivations import apply_scheme
from boundcalc.checker.probability.law_schemes import moment_case, tail_cases
from boundcalc.checker.probability.model import Model, Quantity
from boundcalc.checker.probability.space import read_space
from boundcalc.checker.proofs import check_proof
from boundcalc.checker.terms import enclose, number
from boundcalc.derivations.derivations import read_derivations
from boundcalc.judgements import VerdictKind
from boundcalc.probability.search import plain_proof
from boundcalc.probability.writing import to_json
from boundcalc.tex.files import read_source
from tests.probability.rows import findings, is_proved
from tests.probability.test_schemes_hold import LINE

X = ("random", "X")
REAL = {"low": None, "high": None, "low_closed": False, "high_closed": False}
WHOLE = {**REAL, "integer": True}
LAWS = ("laplace", "exponential", "normal", "uniform", "binomial")


def parameters(random, law):
    size = Fraction(random.randint(1, 12), random.randint(1, 6))
    middle = Fraction(random.randint(-8, 8), random.randint(1, 4))
    if law == "binomial":
        return Fraction(random.randint(1, 9)), Fraction(random.randint(1, 7), 8)
    if law == "uniform":
        return middle, middle + size
    return (middle, size) if law == "normal" else (size,)


def space(law, terms):
    data = [to_json(number(term)) for term in terms]
    values = WHOLE if law == "binomial" else REAL
    head = {"values": values, "moments": 4, "named": [law, data]}
    if law == "exponential":
        head["values"] = {**REAL, "low": "0", "low_closed": True}
    if law == "uniform":
        head |= {"low": data[0], "high": data[1]}
    if law == "binomial":
        head |= {"low": ["number", "0"], "high": data[0]}
    return read_space({"heads": {"X": head}, "statements": []})


def mean(law, terms, function, ends=()):
    """The expectation of a function by quadrature, cut at its jumps, or by a sum."""
    terms = [mpmath.mpf(term.numerator) / term.denominator for term in terms]
    if law == "binomial":
        n, p = int(terms[0]), terms[1]
        chances = (mpmath.binomial(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1))
        return sum(function(k) * chance for k, chance in enumerate(chances))
    density, low, high = {
        "laplace": lambda b: (lambda x: mpmath.exp(-abs(x) / b) / (2 * b), -60 * b, 60 * b),
        "exponential": lambda r: (lambda x: r * mpmath.exp(-r * x), 0, 60 / r),
        "normal": lambda m, s: (lambda x: mpmath.npdf(x, m, s), m - 14 * s, m + 14 * s),
        "uniform": lambda a, b: (lambda x: 1 / (b - a), a, b),
    }[law](*terms)
    centre = terms[0] if law == "normal" else mpmath.mpf(0)
    inside = sorted({mpmath.mpf(end) for end in (*ends, centre) if low < end < high})
    cuts = [low, *inside, high]
    return mpmath.quad(lambda x: function(x) * density(x), cuts)


def shown(law, terms, term, scheme):
    """The value that a scheme gives, or None where it is refused."""
    hypotheses, context = space(law, terms), Context({"q": LINE})
    model = Model(hypotheses, {"q": Quantity(term)}, check_proof)
    if scheme == "tail":
        cases = tail_cases(context, hypotheses, term)
    else:
        found = moment_case(context, hypotheses, term)
        cases = [] if found is None else [found]
    for place, (claims, value) in enumerate(cases):
        proofs = [plain_proof((context, claim)) for claim in claims]
        if None in proofs:
            continue
        step = {"scheme": scheme, "term": "q", "case": place, "proofs": proofs}
        fact = apply_scheme(model, context, step, 0)
        assert fact == ("=", ("add", ("symbol", "q"), ("negate", value)))
        values = enclose(value, {}, 128)
        return mpmath.mpf(values.low.numerator) / values.low.denominator
    return None


def tail(random, law):
    terms = parameters(random, law)
    level = number(Fraction(random.randint(-6, 12), random.randint(1, 4)))
    if law == "binomial":
        level = number(random.randint(-1, 10))
    kind = "=" if law == "binomial" else random.choice((">=", ">"))
    value = ("abs", X) if law == "laplace" and random.random() < 0.4 else X
    sides = (value, level) if kind == "=" or random.random() < 0.5 else (level, value)
    term = ("indicator", (kind, ("add", sides[0], ("negate", sides[1]))))
    c = mpmath.mpf(level[1].numerator) / level[1].denominator

    def happens(x):
        x = abs(x) if value != X else x
        if kind == "=":
            return int(x == c)
        return int(x >= c) if sides[0] == value else int(x <= c)

    return shown(law, terms, term, "tail"), lambda: mean(law, terms, happens, (c, -c))


def moment(random, law):
    terms, order = parameters(random, law), random.randint(1, 4)
    if law == "laplace" and order == 1 and random.random() < 0.5:
        return shown(law, terms, ("abs", X), "moment"), lambda: mean(law, terms, abs)
    term = X if order == 1 else ("power", X, number(order))
    return shown(law, terms, term, "moment"), lambda: mean(law, terms, lambda x: x**order)


def check(make, law, count):
    random, found = Random(law), 0
    with mpmath.workdps(20):
        for _ in range(count):
            value, expected = make(random, law)
            if value is not None:
                found += 1
                wanted = expected()
                assert abs(value - wanted) <= 1e-9 * (1 + abs(wanted)), (law, value, wanted)
    assert found >= count // 4


@pytest.mark.few(5)
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("make", [tail, moment])
def test_what_a_named_law_gives_is_the_integral(make, law):
    check(make, law, 6)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("make", [tail, moment])
def test_what_a_named_law_gives_is_the_integral_for_thousands(make, law):
    check(make, law, 2000)


# --- conditions -----------------------------------------------------------------------------------


def refused(law, terms, term, step):
    model = Model(space(law, terms), {"q": Quantity(term)}, check_proof)
    proofs = [{"rule": "enclose", "bits": 64}] * 4
    for count in range(5):
        made = {"term": "q", "case": 0, "proofs": proofs[:count], **step}
        with pytest.raises((Rejected, KeyError, TypeError)):
            apply_scheme(model, Context({"q": LINE}), made, 0)


def above(level):
    return ("indicator", (">=", ("add", X, ("negate", number(level)))))


def test_a_formula_on_the_other_side_of_the_centre_is_refused_and_would_be_false():
    one = (Fraction(1),)
    refused("laplace", one, above(-1), {"scheme": "tail"})
    assert mean("laplace", one, lambda x: int(x >= -1), (-1,)) < mpmath.exp(1) / 2
    refused("exponential", one, above(-1), {"scheme": "tail"})
    refused("uniform", (Fraction(0), Fraction(1)), above(2), {"scheme": "tail"})


@pytest.mark.parametrize(
    ("law", "terms"),
    [
        ("laplace", (Fraction(-1),)),
        ("exponential", (Fraction(0),)),
        ("normal", (Fraction(0), Fraction(-1))),
        ("uniform", (Fraction(1), Fraction(0))),
    ],
)
def test_a_law_with_parameters_that_are_none_gives_nothing(law, terms):
    refused(law, terms, above(Fraction(1, 2)), {"scheme": "tail"})
    refused(law, terms, ("power", X, number(2)), {"scheme": "moment"})


@pytest.mark.parametrize(
    "change",
    [
        {"values": {"low": "0", "high": "1", "low_closed": True, "high_closed": True}},
        {"low": ["number", "0"]},
        {"named": ["laplace", [["number", "1"], ["number", "1"]]]},
        {"named": ["cauchy", [["number", "1"]]]},
        {"uniform": True},
    ],
)
def test_a_law_is_declared_with_its_values(change):
    head = {"values": REAL, "moments": 4, "named": ["laplace", [["number", "1"]]]}
    with pytest.raises(Rejected):
        read_space({"heads": {"X": {**head, **change}}, "statements": []})


# --- rows -----------------------------------------------------------------------------------------

LAPLACE = "declare b, t positive\nrandom X ~ laplace(b)"
NORMAL = "declare \\mu real\ndeclare \\sigma, t positive\nrandom X \\sim normal(\\mu, \\sigma)"
BINOMIAL = "declare n integer >= 1\ndeclare p in (0, 1)\nrandom X integer, with law binomial(n, p)"
NOISE = "declare k integer >= 1\ndeclare b, t positive\n"
NOISE += "random Z_1, \\ldots, Z_k real, with law laplace(b), iid"
TRUE = [
    (LAPLACE, r"\Pr[X \ge t] = \frac{1}{2} e^{-t/b}"),
    (LAPLACE, r"\Pr[|X| < t] = 1 - e^{-t/b}"),
    (LAPLACE, r"\mathrm{Var}[X] = 2 b^2"),
    (NORMAL, r"\mathbb{E}[(X - \mu)^4] = 3 \sigma^4"),
    (NORMAL, r"\Pr[X \ge \mu + t] \le e^{-t^2/(2\sigma^2)}"),
    (BINOMIAL, r"\mathrm{Var}[X] = n p (1 - p)"),
    ("random U ~ uniform(0, 1)", r"\mathrm{Var}[U] = \frac{1}{12}"),
    ("random W ~ exponential(2)", r"\Pr[W \ge 1] = e^{-2}"),
    (NOISE, r"\mathbb{E}[\sum_{i=1}^k \mathbb{1}[|Z_i| \ge t]] = k e^{-t/b}"),
]
FALSE = [
    (LAPLACE, r"\Pr[X \ge t] = e^{-t/b}"),
    (LAPLACE, r"\Pr[X \ge -t] = \frac{1}{2} e^{t/b}"),
    (LAPLACE, r"\mathrm{Var}[X] = b^2"),
    (LAPLACE.replace("t positive", "t real"), r"\Pr[|X| \ge t] = e^{-t/b}"),
    (NORMAL, r"\mathbb{E}[(X - \mu)^4] = 2 \sigma^4"),
    (NORMAL, r"\Pr[X \ge \mu + t] \le e^{-t^2/\sigma^2}"),
    (BINOMIAL, r"\mathrm{Var}[X] = n p"),
    (BINOMIAL, r"\Pr[X = 0] = (1 - p)^{n + 1}"),
    (NOISE.replace(", iid", ""), r"\mathbb{E}[(\sum_{i=1}^k Z_i)^2] = 2 k b^2"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("directives", "row"), TRUE)
def test_a_row_about_a_named_law_is_proved(directives, row):
    assert is_proved(directives, row)


@pytest.mark.few(1)
@pytest.mark.parametrize(("directives", "row"), FALSE)
def test_a_wrong_row_about_a_named_law_is_not(directives, row):
    (found,) = findings(directives, row)
    assert found.kind is not VerdictKind.PROVED


def test_a_named_law_needs_its_parameters():
    given = "%! declare b real\n%! random X ~ laplace(b, b)\n\\[ 1 \\le 2 \\]"
    (error,) = read_derivations(read_source(given)).errors
    assert error.line == 2
    assert "is not known here" in error.message
