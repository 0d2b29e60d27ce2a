"""A private Monitor generalizes in expectation: proved from the definition of privacy."""

from dataclasses import replace
from fractions import Fraction

import pytest

from boundcalc.checker import check_certificate
from boundcalc.checker.terms import number
from boundcalc.language import INTEGER, POSITIVE, PROBABILITY, Symbol, exp
from boundcalc.language.domains import Domain
from boundcalc.probability import (
    Block,
    ExpectationGoal,
    Expected,
    RandomSpace,
    RandomValue,
    Statement,
    prove_expectations,
)
from boundcalc.probability.records import PrivateAlgorithm

COUNT = Domain(lower=Fraction(1), lower_closed=True, integer=True)
T, m = Symbol("T", COUNT), Symbol("m", COUNT)
epsilon, delta = Symbol("epsilon", POSITIVE), Symbol("delta", PROBABILITY)
S, D = Symbol("S"), Symbol("D")
RECORD = ("random", "x", ("symbol", "t"), ("symbol", "j"))
QUERY, CHOSEN = ("run", "Monitor", "q", None), ("run", "Monitor", "t", None)
SELECTED = ("indicator", ("=", ("add", CHOSEN, ("negate", ("symbol", "t")))))
MEMBER = ("multiply", SELECTED, ("apply", QUERY, RECORD))
SUM = ("sum", "t", number(1), ("symbol", "T"),
       ("sum", "j", number(1), ("symbol", "m"), MEMBER))  # fmt: skip
DATASETS = Block(names=("x",), is_each=True, law="D")
FRESH = Block(names=("z",), law="D")


def space(*blocks):
    return RandomSpace(
        values=(
            RandomValue(name="x", domain=None, arity=2),
            RandomValue(name="z", domain=None),
        ),
        functions=(
            RandomValue(name="Monitor.t", domain=INTEGER, low=number_of(1), high=T),
            RandomValue(name="Monitor.q()", domain=PROBABILITY),
        ),
        statements=(Statement(blocks=blocks),),
        algorithms=(PrivateAlgorithm(name="Monitor", input="x", epsilon=epsilon, delta=delta),),
    )


def number_of(value):
    return Symbol("x").substitute({"x": Fraction(value)})


def goal(conclusion, *blocks):
    """S is m times the expected value of the query on its dataset, D its expected mean."""
    return ExpectationGoal(
        parameters=(T, m, epsilon, delta),
        space=space(*(blocks or (DATASETS, FRESH))),
        numbers=(
            Expected(name="S", term=SUM),
            Expected(name="D", term=("average", "D", QUERY)),
        ),
        assumptions=(),
        conclusion=conclusion,
    )


TRUE = {
    "lemma 0.4, the chain": S / m <= exp(epsilon) * D + T * delta,
    "lemma 0.4": S / m - D <= exp(epsilon) - 1 + T * delta,
}
WRONG = {
    "one dataset less": S / m - D <= exp(epsilon) - 1 + (T - 1) * delta,
    "without delta": S / m - D <= exp(epsilon) - 1,
    "half of epsilon": S / m - D <= exp(epsilon / 2) - 1 + T * delta,
    "turned": S / m - D >= exp(epsilon) - 1 + T * delta,
    "the sample is fresh": S / m <= D,
}
FAILS_FOR_COINS = ("without delta", "turned", "the sample is fresh")


@pytest.mark.few(1)
@pytest.mark.parametrize("name", TRUE)
def test_a_private_selection_generalizes(name):
    verdict = prove_expectations(goal(TRUE[name]))
    assert verdict.kind.value == "PROVED", verdict.reason
    assert check_certificate(verdict.certificate).kind == "proof"
    assert "privacy" in verdict.reason


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_follow_is_not_proved(name):
    kind = "REFUTED" if name in FAILS_FOR_COINS else "UNKNOWN"
    assert prove_expectations(goal(WRONG[name])).kind.value == kind


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "blocks",
    [
        (replace(DATASETS, law=None, is_each=False), FRESH),  # records that may depend
        (DATASETS, replace(FRESH, law="other")),  # a fresh record with another law
        (DATASETS,),  # no fresh record is declared
    ],
)
def test_without_independent_records_of_one_law_it_is_not_proved(blocks):
    verdict = prove_expectations(goal(TRUE["lemma 0.4"], *blocks))
    assert verdict.kind.value == "UNKNOWN"
