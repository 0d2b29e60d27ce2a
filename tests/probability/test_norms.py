"""The inequalities of Hoelder and Minkowski, on exact finite laws and in rows of documents."""

from fractions import Fraction
from functools import cache
from operator import attrgetter
from random import Random

import pytest

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, minus
from boundcalc.checker.probability.norm_schemes import at_most
from boundcalc.checker.probability.space import read_space
from boundcalc.checker.terms import enclose, number
from boundcalc.judgements import VerdictKind
from boundcalc.probability.search import plain_proof, pointwise_proof
from tests.probability.laws import dependent
from tests.probability.rows import findings, is_proved
from tests.probability.test_schemes_hold import X, Y, accepted

SIGNED = {"low": "-1", "high": "1", "low_closed": True, "high_closed": True}
SPACE = read_space({"heads": {"X": {"values": SIGNED}, "Y": {"values": SIGNED}}, "statements": []})
CONJUGATE = [(Fraction(k, k - j), Fraction(k, j)) for k, j in ((2, 1), (3, 1), (3, 2), (4, 1))]
TOO_SMALL = [(Fraction(3, 2), Fraction(3, 2)), (Fraction(2), Fraction(3, 2))]
VALUES = [Fraction(k, 4) for k in range(-4, 5)]
PRODUCT, SUM, DIFFERENCE = ("multiply", X, Y), ("add", X, Y), minus(X, Y)
LOW, HIGH = attrgetter("low"), attrgetter("high")
NO_PROOF = {"rule": "identity", "children": []}


def power(term, exponent):
    return ("power", ("abs", term), number(exponent))


def hoelder(p, q, mixed=PRODUCT, first=None):
    quantities = {"u": (first or power(X, p),), "v": (power(Y, q),), "w": (mixed,)}
    both = ("add", *(("divide", number(1), number(exponent)) for exponent in (p, q)))
    step = {
        "first": "u",
        "second": "v",
        "mixed": "w",
        "absolute": True,
        "below": pointwise_proof(SPACE, Context({}), at_most(PRODUCT, mixed)) or NO_PROOF,
        "above_one": plain_proof((Context({}), (">", number(p - 1)))) or NO_PROOF,
        "conjugate": plain_proof((Context({}), ("=", minus(both, number(1))))) or NO_PROOF,
        "signs": {"first": pointwise_proof(SPACE, Context({}), (">=", X)) or NO_PROOF},
    }
    return accepted("hoelder", SPACE, quantities, step), quantities


def minkowski(p, total=SUM, *, is_minus=False, other=None):
    quantities = {"u": (power(X, p),), "v": (power(Y, other or p),), "w": (power(total, p),)}
    claim = at_most(DIFFERENCE if is_minus else SUM, total)
    step = {
        "first": "u",
        "second": "v",
        "whole": "w",
        "minus": is_minus,
        "below": pointwise_proof(SPACE, Context({}), claim) or NO_PROOF,
        "above_one": plain_proof((Context({}), (">=", number(p - 1)))) or NO_PROOF,
        "signs": {},
    }
    return accepted("minkowski", SPACE, quantities, step), quantities


def means(random, quantities):
    """Enclosures of the expectations under a law of X and Y together, which may depend."""
    listed = random.sample(VALUES, random.randint(2, 4))
    worlds = dependent(random, [("X",), ("Y",)], listed)
    found = {}
    for name, (term,) in quantities.items():
        values = [(w.chance, value(term, w.values[("X",)], w.values[("Y",)])) for w in worlds]
        ends = ([chance * end(item) for chance, item in values] for end in (LOW, HIGH))
        found[name] = ia.Interval(*map(sum, ends))
    return found


@cache
def value(term, x, y):
    return enclose(at(term, {X: number(x), Y: number(y)}), {}, 128)


def at(term, values):
    if term[0] in ("random", "number"):
        return values.get(term, term)
    return (term[0], *(at(part, values) for part in term[1:]))


def root(name, p):
    return ("power", ("symbol", name), number(1 / Fraction(p)))


def below_product(p, q):
    return minus(("multiply", root("u", p), root("v", q)), ("abs", ("symbol", "w")))


def below_sum(p):
    return minus(("add", root("u", p), root("v", p)), root("w", p))


def fails(random, term, quantities):
    """Whether a term is negative for certain under a law that is drawn."""
    return enclose(term, means(random, quantities), 128).high < 0


ACCEPTED = {
    "hoelder": lambda random: hoelder(*random.choice(CONJUGATE)),
    "hoelder of less": lambda random: hoelder(*random.choice(CONJUGATE), ("abs", PRODUCT)),
    "minkowski": lambda random: minkowski(Fraction(random.choice((2, 3, 4, 6)), 2)),
    "minkowski, minus": lambda random: minkowski(Fraction(3), DIFFERENCE, is_minus=True),
}
REFUSED = {
    "exponents that are not conjugate": (
        lambda random: hoelder(*random.choice(TOO_SMALL)),
        below_product(Fraction(3, 2), Fraction(3, 2)),
    ),
    "a greater product": (
        lambda random: hoelder(Fraction(2), Fraction(2), ("multiply", number(9), PRODUCT)),
        below_product(2, 2),
    ),
    "another product": (
        lambda random: hoelder(Fraction(3), Fraction(3, 2), SUM),
        below_product(3, Fraction(3, 2)),
    ),
    "an exponent below one": (lambda random: minkowski(Fraction(1, 2)), below_sum(Fraction(1, 2))),
    "a greater sum": (
        lambda random: minkowski(Fraction(2), ("add", X, Y, Y)),
        below_sum(2),
    ),
    "a sum for a difference": (
        lambda random: minkowski(Fraction(3), DIFFERENCE),
        minus(root("w", 3), ("add", root("u", 3), root("v", 3))),
    ),
}


def check_laws(name, count):
    random, shapes = Random(name), {}
    for _ in range(count):
        fact, quantities = shapes.setdefault(random.randrange(9), ACCEPTED[name](Random(count)))
        assert fact is not None
        assert fact[0] == ">="
        assert not fails(random, fact[1], quantities), (name, quantities)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", sorted(ACCEPTED))
def test_what_is_accepted_holds_for_exact_laws(name):
    check_laws(name, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ACCEPTED))
def test_what_is_accepted_holds_for_thousands_of_exact_laws(name):
    check_laws(name, 2000)


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_without_its_side_condition_it_is_refused_and_fails_for_some_law(name):
    make, term = REFUSED[name]
    random = Random(name)
    fact, quantities = make(random)
    assert fact is None
    assert any(fails(random, term, quantities) for _ in range(400))


def test_the_power_of_what_may_be_negative_is_no_absolute_moment():
    cube = ("power", X, number(3))
    fact, _ = hoelder(Fraction(3), Fraction(3, 2), first=cube)
    assert fact is None
    fact, _ = minkowski(Fraction(2), other=Fraction(3))
    assert fact is None


def test_the_bounds_of_these_tests_are_those_of_the_schemes():
    """An enclosure decides: the facts are met with equality by constants."""
    fact, _ = hoelder(Fraction(3), Fraction(3, 2))
    one = ia.Interval(Fraction(1), Fraction(1))
    gap = enclose(fact[1], dict.fromkeys("uvw", one), 128)
    assert gap.low <= 0 <= gap.high
    assert gap.high - gap.low < Fraction(1, 10**9)


# --- rows -----------------------------------------------------------------------------------------

PAIR = "random X, Y in [-1, 1]\n"
EXPONENTS = "declare p, q in (1, \\infty)\nassume \\frac{1}{p} + \\frac{1}{q} = 1\n" + PAIR
ANY_EXPONENT = "declare p positive\n" + PAIR
MIXED = r"\mathbb{E}[|X Y|] \le \mathbb{E}[|X|^{P}]^{1/P} \mathbb{E}[|Y|^{Q}]^{1/Q}"
FIXED = r"\mathbb{E}[|X Y|] \le \mathbb{E}[|X|^{3}]^{1/3} \mathbb{E}[|Y|^{3/2}]^{2/3}"
TRIANGLE = r"\mathbb{E}[|X + Y|^P]^{1/P} \le \mathbb{E}[|X|^P]^{1/P} + \mathbb{E}[|Y|^P]^{1/P}"


def mixed(p, q):
    return MIXED.replace("P", p).replace("Q", q)


SINGLE = "random X in [0, 1]"
OPEN = "random X nonnegative, integrable"
TRUE = [
    (SINGLE, r"\mathbb{E}[X^{1/2}] \le \mathbb{E}[X]^{1/2}"),
    (OPEN, r"\mathbb{E}[X^{1/2}] \le \mathbb{E}[X]^{1/2}"),
    (OPEN, r"\mathbb{E}[X^{1/3}]^3 \le \mathbb{E}[X]"),
    (OPEN, r"\mathbb{E}[X^{1/2}]^2 \le \mathbb{E}[X^{3/4}]^{4/3}"),
    (SINGLE, r"\mathbb{E}[X^2]^{1/2} \le \mathbb{E}[X^4]^{1/4}"),
    (SINGLE, r"\mathbb{E}[X^2]^{1/2} \le \mathbb{E}[X^3]^{1/3}"),
    (PAIR, r"\mathbb{E}[X^2]^{1/2} \le \mathbb{E}[X^4]^{1/4}"),
    (PAIR, FIXED),
    (EXPONENTS, mixed("p", "q")),
    (PAIR, r"|\mathbb{E}[X Y]| \le \mathbb{E}[X^4]^{1/4} \mathbb{E}[|Y|^{4/3}]^{3/4}"),
    (PAIR, r"\mathbb{E}[|X|] \le \mathbb{E}[|X|^3]^{1/3}"),
    (PAIR, r"\sqrt{\mathbb{E}[(X + Y)^2]} \le \sqrt{\mathbb{E}[X^2]} + \sqrt{\mathbb{E}[Y^2]}"),
    (PAIR, TRIANGLE.replace("P", "3").replace("+ Y|", "- Y|")),
    (EXPONENTS, TRIANGLE.replace("P", "p")),
]
FALSE = [
    (SINGLE, r"\mathbb{E}[X^{1/2}] \ge \mathbb{E}[X]^{1/2}"),
    (SINGLE, r"\mathbb{E}[X^{1/2}] \le \mathbb{E}[X]"),
    (SINGLE, r"\mathbb{E}[X^{1/2}]^2 \ge \mathbb{E}[X]"),
    (SINGLE, r"\mathbb{E}[X^4]^{1/4} \le \mathbb{E}[X^2]^{1/2}"),
    (SINGLE, r"\mathbb{E}[X^3]^{1/2} \le \mathbb{E}[X^2]^{1/3}"),
    (SINGLE, r"\mathbb{E}[X^2]^{1/2} \le \mathbb{E}[X^4]^{1/3}"),
    (PAIR, r"\mathbb{E}[X^{1/2}] \le \mathbb{E}[X]^{1/2}"),  # X may be negative
    (PAIR, r"\mathbb{E}[X^2]^{1/2} \le \mathbb{E}[X^3]^{1/3}"),
    (PAIR, r"\mathbb{E}[X^3]^{1/3} \le \mathbb{E}[X^4]^{1/4} - \frac{1}{10}"),
    (OPEN, r"\mathbb{E}[X] \le \mathbb{E}[X^2]^{1/2}"),  # it need not exist
    (OPEN, r"\mathbb{E}[(X^{1/2})^3] \ge \mathbb{E}[X]^{3/2}"),
    (EXPONENTS, mixed("p", "p")),
    (EXPONENTS.replace("= 1", "= 2"), mixed("p", "q")),
    (PAIR, FIXED.replace("|X|^{3}]^{1/3}", "|X|^{3/2}]^{2/3}")),
    (PAIR, r"\mathbb{E}[|X Y|] \le \mathbb{E}[|X|]^2 \mathbb{E}[|Y|^2]^{1/2}"),
    (PAIR, r"\mathbb{E}[|X|^3]^{1/3} \le \mathbb{E}[|X|]"),
    (PAIR, r"\mathbb{E}[|X|] \le \mathbb{E}[|X|^{1/2}]^{2}"),
    (PAIR, r"\mathbb{E}[X Y] \le \mathbb{E}[X^3]^{1/3} \mathbb{E}[|Y|^{3/2}]^{2/3}"),
    (PAIR, r"\sqrt{\mathbb{E}[(X + Y)^2]} \le \sqrt{\mathbb{E}[X^2]}"),
    (ANY_EXPONENT, TRIANGLE.replace("P", "p")),
    ("random X, Y real, integrable", FIXED),
]


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), TRUE)
def test_a_row_about_norms_is_proved(given, row):
    assert is_proved(given, row)


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), FALSE)
def test_a_row_with_other_exponents_is_not_proved(given, row):
    assert not is_proved(given, row)


@pytest.mark.slow
def test_the_side_condition_that_failed_is_told():
    (found,) = findings(EXPONENTS, mixed("p", "p"))
    assert found.kind is VerdictKind.UNKNOWN
    assert "not shown to be conjugate" in found.reason


def test_a_power_with_any_positive_exponent_exists_of_bounded_values():
    (found,) = findings("declare p in (0, 1)\n" + PAIR, r"\mathbb{E}[|X|^p] \le \mathbb{E}[|X|]")
    assert found.kind is VerdictKind.REFUTED
