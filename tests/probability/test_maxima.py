"""Maxima over an index, products of events, and comparisons with a random number of a named law."""

from fractions import Fraction
from random import Random

import mpmath
import pytest

from boundcalc.checker.goals import Context, encloses, minus
from boundcalc.checker.probability.law_schemes import tail_cases
from boundcalc.checker.probability.space import ANY_INTEGER, read_space
from boundcalc.checker.probability.terms import put
from boundcalc.checker.terms import enclose, number
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.writing import to_json
from tests.probability.laws import Setting, World, random_law
from tests.probability.rows import findings, is_proved
from tests.probability.test_named_laws import mean
from tests.probability.test_schemes_hold import (
    ENDS,
    FAMILY,
    GRID,
    LINE,
    TERMS,
    UNIT,
    accepted,
    block,
    family_space,
    holds,
)

NONNEGATIVE = "declare m integer >= 1\nrandom Y_1, \\ldots, Y_m in [0, \\infty), integrable"
RUN = ("i", *ENDS)
INDEX = {"index": "i", "low": to_json(ENDS[0]), "high": to_json(ENDS[1]), "size": "auto"}


def any_family(random):
    """Three values with any joint law."""
    law = random_law(random, [(a, b, c) for a in GRID for b in GRID for c in GRID])
    keys = [("X", k) for k in (1, 2, 3)]
    return Setting(
        tuple(World(p, dict(zip(keys, item, strict=True))) for item, p in law.items()), {}
    )


def greatest(random, *, constant=None, change=None):
    f, g = random.choice(TERMS)(FAMILY), random.choice(TERMS)(FAMILY)
    least = Fraction(random.choice((-1, 2, 4, 4, 4, 5)), 4) if constant is None else constant
    shift = Fraction(random.randint(0, 2), 2)
    f = ("add", f, ("negate", number(shift)))
    quantities = {"w": (("greatest", *RUN, f),), "s": (("sum", *RUN, g),)}
    hypotheses = family_space(each=False, law=None)
    inner = Context({**dict.fromkeys(quantities, LINE), "i": ANY_INTEGER})
    gap = ("add", number(least), g)
    claims = (g, minus(gap, number(0)), minus(gap, f))
    proofs = [pointwise_proof(hypotheses, inner, (">=", claim)) for claim in claims]
    step = {**INDEX, "greatest": "w", "sum": "s", "constant": to_json(number(least))}
    some = plain_proof((inner, (">=", number(2))))
    step |= {"some": some, "least": proofs[0], "proofs": proofs[1:]}
    if change is not None:
        change(step, quantities)
    found = accepted("greatest", hypotheses, quantities, step, names=("i",))
    wanted = (">=", minus(("add", number(least), ("symbol", "s")), ("symbol", "w")))
    return found, quantities, any_family(random), wanted


def renamed(step, quantities):
    """The sum has an index of its own."""
    body = put(quantities["s"][0][4], {("symbol", "i"): ("symbol", "k")})
    quantities["s"] = (("sum", "k", *ENDS, body),)


def captured(step, quantities):
    """The index of the maximum means something else in the sum."""
    quantities["s"] = (("sum", "k", *ENDS, quantities["s"][0][4]),)


def test_a_sum_may_have_an_index_of_its_own_that_is_none_of_the_maximum():
    random, found = Random("renamed"), 0
    for _ in range(30):
        fact, quantities, setting, wanted = greatest(random, change=renamed)
        assert fact in (None, wanted)
        assert fact is None or holds(fact, setting, quantities)
        found += fact is not None
        assert greatest(random, change=captured)[0] is None
    assert found > 10


def reached(random, *, level=None, kind=">", change=None):
    f = ("add", random.choice(TERMS)(FAMILY), number(-Fraction(random.randint(0, 2), 2)))
    y = number(Fraction(random.randint(1, 4), 4) if level is None else level)
    product = ("product", *RUN, ("indicator", (kind, minus(y, f))))
    event = ("indicator", (">=", minus(("greatest", *RUN, f), y)))
    quantities = {"p": (product,), "e": (event,)}
    hypotheses = family_space(each=False, law=None)
    context = Context({**dict.fromkeys(quantities, LINE), "i": ANY_INTEGER})
    step = {"product": "p", "event": "e", "proof": pointwise_proof(hypotheses, context, (">", y))}
    if change is not None:
        change(step, quantities)
    found = accepted("reached", hypotheses, quantities, step, names=("i",))
    wanted = ("=", minus(minus(number(1), ("symbol", "p")), ("symbol", "e")))
    return found, quantities, any_family(random), wanted


def check(make, count):
    random, found = Random(make.__name__), 0
    for _ in range(count):
        fact, quantities, setting, wanted = make(random)
        if fact is None:
            continue
        assert fact == wanted
        assert holds(fact, setting, quantities)
        found += 1
    assert found >= 4 * count // 5 if make is reached else found >= count // 2


@pytest.mark.slow
@pytest.mark.parametrize("make", [greatest, reached])
def test_what_a_maximum_gives_holds_for_exact_laws(make):
    check(make, 30)


@pytest.mark.slow
@pytest.mark.parametrize("make", [greatest, reached])
def test_what_a_maximum_gives_holds_for_thousands_of_exact_laws(make):
    check(make, 2_500)


def shorter(name):
    def change(step, quantities):
        kind, index, low, _, body = quantities[name][0]
        quantities[name] = ((kind, index, low, number(2), body),)

    return change


def other_event(step, quantities):
    kind, event = quantities["e"][0]
    quantities["e"] = (("not", event) if kind == "not" else (kind, (">", event[1])),)


WRONG = [
    (greatest, {"constant": Fraction(-3)}),
    (greatest, {"constant": Fraction(0), "change": shorter("s")}),
    (reached, {"level": Fraction(0)}),  # zero is reached in any case
    (reached, {"kind": ">="}),  # all may be equal to the level
    (reached, {"change": shorter("p")}),
    (reached, {"change": other_event}),
]


@pytest.mark.few(2, without="greatest")
@pytest.mark.parametrize(("make", "options"), WRONG)
def test_without_a_condition_it_is_refused_and_fails_somewhere(make, options):
    random, failures = Random(3), 0
    for _ in range(60):
        fact, quantities, setting, wanted = make(random, **options)
        assert fact is None
        failures += not holds(wanted, setting, quantities)
    assert failures


@pytest.mark.slow
def test_a_bound_that_holds_for_some_indices_is_refused():
    """What is known of a member may not depend on its index."""

    def for_one(step, quantities):
        step["proofs"][1] = {"rule": "fact", "fact": 0}

    random = Random(4)
    assert all(greatest(random, constant=0, change=for_one)[0] is None for _ in range(20))


# --- a level that is random, and independent ------------------------------------------------------

VALUE, LEVEL = ("random", "X"), ("random", "Y")
LAWS = {"laplace": (Fraction(1, 2),), "normal": (Fraction(1, 3), Fraction(2)), "uniform": (0, 1)}


def beside(law, terms):
    data = [to_json(number(Fraction(term))) for term in terms]
    values = {"low": None, "high": None, "low_closed": False, "high_closed": False}
    own = {"values": values, "moments": 4, "named": [law, data]}
    if law == "uniform":
        own |= {"low": data[0], "high": data[1]}
    blocks = [block("X"), block("Y")]
    heads = {"X": own, "Y": {"values": UNIT}}
    return read_space({"heads": heads, "statements": [blocks]})


def formula_of(law, kind, sides):
    term = ("indicator", (kind, minus(*sides)))
    return tail_cases(Context({}), beside(law, LAWS[law]), term)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("sides", [(VALUE, LEVEL), (LEVEL, VALUE)])
def test_the_chance_beside_an_independent_level_is_a_mean_of_chances(law, sides):
    """At each value of the level the formula is the integral of the density."""
    cases = formula_of(law, ">=", sides)
    assert cases
    for claims, formula in cases:
        for value in (Fraction(0), Fraction(1, 4), Fraction(1)):
            at = [(kind, _put(term, value)) for kind, term in claims]
            if not all(encloses(Context({}), claim, 64) for claim in at):
                continue
            found = enclose(_put(formula, value), {}, 64)
            with mpmath.workdps(20):
                cut = mpmath.mpf(value.numerator) / value.denominator
                wanted = mean(
                    law,
                    tuple(map(Fraction, LAWS[law])),
                    lambda x, y=cut: int(x >= y if sides[0] == VALUE else x <= y),
                    (cut,),
                )
            assert abs(mpmath.mpf(found.low.numerator) / found.low.denominator - wanted) < 1e-9


def _put(term, value):
    if term == LEVEL:
        return number(value)
    return (term[0], *(_put(part, value) if isinstance(part, tuple) else part for part in term[1:]))


UNIFORM = "random U ~ uniform(0, 1)\nrandom F in [0, 1], independent of U"
TRUE = [
    (UNIFORM, r"\Pr[F > U] = \mathbb{E}[F]"),
    (UNIFORM, r"\Pr[F \le U] = 1 - \mathbb{E}[F]"),
    (
        "random U ~ uniform(0, 1)\nrandom F, G in [0, 1], independent of U",
        r"\Pr[F G > U] = \mathbb{E}[F G]",
    ),
    (
        "declare n integer >= 1\ndeclare p probability\nrandom K integer, with law binomial(n, p)",
        r"\Pr[K = 0] = (1 - p)^n",
    ),
    (
        "declare n integer >= 1\ndeclare p probability\nrandom K integer, with law binomial(n, p)",
        r"\Pr[K = n] = p^n",
    ),
    (
        "declare m integer >= 1\ndeclare y positive\n"
        "random Y_1, \\ldots, Y_m real, iid, integrable",
        r"\Pr[\max\{0, Y_1, \ldots, Y_m\} \ge y] = 1 - \Pr[Y_1 < y]^m",
    ),
    (
        "declare m integer >= 1\nrandom Y_1, \\ldots, Y_m real, iid, integrable",
        r"\mathbb{E}[\max\{0, Y_1, \ldots, Y_m\}] \le 0 + \mathbb{E}[\sum_{j=1}^m |Y_j|]",
    ),
    (NONNEGATIVE + ", iid", r"\mathbb{E}[\max\{Y_1, \ldots, Y_m\}] \le m \mathbb{E}[Y_1]"),
    (NONNEGATIVE, r"\mathbb{E}[\max\{Y_1, \ldots, Y_m\}] \le \sum_{i=1}^m \mathbb{E}[Y_i]"),
    (NONNEGATIVE, r"\mathbb{E}[\max_i Y_i] \le \sum_{i=1}^m \mathbb{E}[Y_i]"),
    (NONNEGATIVE, r"\mathbb{E}[\max_{1 \le j \le m} Y_j] \le \sum_{i=1}^m \mathbb{E}[Y_i]"),
    (NONNEGATIVE + ", iid", r"\mathbb{E}[\max_{i \in [m]} Y_i] \le m \mathbb{E}[Y_1]"),
]
TRUE.append(
    (
        "random Y_1, \\ldots, Y_3 in [0, 1], iid",
        r"\mathbb{E}[\prod_{j=1}^2 Y_j] = \mathbb{E}[Y_1]^2",
    )
)
FALSE = [
    (UNIFORM + "\nrandom V ~ uniform(0, 1)", r"\Pr[U > V] = \mathbb{E}[U]"),
    (UNIFORM, r"\Pr[F + U > U] = \mathbb{E}[F]^2"),
    (UNIFORM, r"\Pr[F > U \mid F > 1/2] = \mathbb{E}[F]"),
    (
        "random Y_1, \\ldots, Y_3 in [0, 1], iid",
        r"\mathbb{E}[\prod_{j=1}^3 Y_j] = \mathbb{E}[Y_1]^2",
    ),
    (UNIFORM.replace(", independent of U", ""), r"\Pr[F > U] = \mathbb{E}[F]"),
    (UNIFORM.replace("[0, 1], ind", "[0, 2], ind"), r"\Pr[F > U] = \mathbb{E}[F]"),
    (UNIFORM.replace("uniform(0, 1)", "uniform(0, 2)"), r"\Pr[F > U] = \mathbb{E}[F]"),
    (UNIFORM, r"\Pr[U > U] = \mathbb{E}[U]"),
    (UNIFORM, r"\Pr[U = F] = 1"),
    (
        "declare n integer >= 0\ndeclare p probability\nrandom K integer, with law binomial(n, p)",
        r"\Pr[K = 0] = (1 - p)^{n + 1}",
    ),
    (
        "declare m integer >= 1\ndeclare y real\nrandom Y_1, \\ldots, Y_m real, iid, integrable",
        r"\Pr[\max\{0, Y_1, \ldots, Y_m\} \ge y] = 1 - \Pr[Y_1 < y]^m",  # y may be negative
    ),
    (
        "declare m integer >= 1\ndeclare y positive\nrandom Y_1, \\ldots, Y_m real, integrable",
        r"\Pr[\max\{0, Y_1, \ldots, Y_m\} \ge y] = 1 - \Pr[Y_1 < y]^m",
    ),
    (
        "declare m integer >= 1\nrandom Y_1, \\ldots, Y_m real, iid, integrable",
        r"\mathbb{E}[\max\{0, Y_1, \ldots, Y_m\}] \le \mathbb{E}[|Y_1|]",
    ),
    (
        "declare m integer >= 1\nrandom Y_1, \\ldots, Y_m real, iid, integrable",
        r"\mathbb{E}[\max\{0, Y_1, \ldots, Y_m\}] \le 0 + \mathbb{E}[\sum_{j=1}^m Y_j]",
    ),
    (NONNEGATIVE, r"\mathbb{E}[\max\{Y_1, \ldots, Y_m\}] \le m \mathbb{E}[Y_1]"),
    (NONNEGATIVE, r"\mathbb{E}[\max_i Y_i] \le m \mathbb{E}[Y_1]"),
    (NONNEGATIVE + ", iid", r"\mathbb{E}[\max_i Y_i] \le (m - 1) \mathbb{E}[Y_1]"),
    (NONNEGATIVE + ", iid", r"\mathbb{E}[\max_i Y_i^2] \le m \mathbb{E}[Y_1^2]"),  # of the square?
    (NONNEGATIVE, r"\mathbb{E}[\max_{1 \le i \le n} Y_i] \le \sum_{i=1}^m \mathbb{E}[Y_i]"),
    (NONNEGATIVE, r"\mathbb{E}[\max_j Y_i] \le \sum_{i=1}^m \mathbb{E}[Y_i]"),
    (NONNEGATIVE + ", iid", r"\mathbb{E}[\max\{Y_1, \ldots, Y_m\}] \le (m - 1) \mathbb{E}[Y_1]"),
    (
        "declare m integer >= 1\nrandom Y_1, \\ldots, Y_m in [-1, 1], iid",
        r"\mathbb{E}[\max\{Y_1, \ldots, Y_m\}] \le m \mathbb{E}[Y_1]",
    ),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("directives", "row"), TRUE)
def test_a_row_about_a_maximum_or_a_random_level_is_proved(directives, row):
    assert is_proved(directives, row)


@pytest.mark.few(3)
@pytest.mark.parametrize(("directives", "row"), FALSE)
def test_a_wrong_row_about_them_is_not(directives, row):
    (found,) = findings(directives, row)
    assert found.kind.value != "PROVED"
