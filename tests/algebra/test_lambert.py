"""Each rule is an equivalence: what it makes of a relation holds at the same points."""

import random
from fractions import Fraction

import pytest

from boundcalc.algebra import lambert
from boundcalc.algebra.conditions import AllOf, Condition, relations
from boundcalc.algebra.isolation import isolate
from boundcalc.algebra.lambert import isolate_fully
from boundcalc.enclosures.interval import exact_interval, hull
from boundcalc.language import Relation, Symbol, interval
from boundcalc.language.expressions import E
from boundcalc.language.functions import exp, lambert_w, ln, log2, sqrt
from boundcalc.solving.solver import solve_theorem
from boundcalc_theorems import load_theorems
from tests.mp_evaluate import holds

POSITIVE = interval("(0, oo)")
x, n = Symbol("x", POSITIVE), Symbol("n", interval("[1, oo)", integer=True))
p = Symbol("p", interval("(0, 1)"))
a, b, c = (Symbol(name, POSITIVE) for name in "abc")

RELATIONS: list[tuple[Relation, Symbol]] = [
    (x >= ln(4 * x / c) / a**2, x),
    (a * x + b * ln(x) <= c, x),
    (a * x - b * ln(x) >= c, x),
    (a * x - b * ln(x) <= c, x),
    (a * x - b * ln(x) < c, x),
    (n - 3 * a * log2(n) >= c, n),
    (n * x**2 >= ln(4 * x / c), x),
    (p * ln(1 / p) + c * p <= a / 9, p),
    (2 * b * p * log2(40 / (2 * p)) <= a, p),
    (exp(-(a**2) * n) + n * c / 50 <= b, n),
    (a * x + exp(-b * x) >= c, x),
    (a * x + exp(b * x) <= 4 * c, x),
    (p / 2 * 2 ** (-2 / p * (a + 1)) >= c / 40, p),
    (p * exp(b * sqrt(n * ln(1 / p) / 2)) <= c, p),
    (2 * a / b * ln((n - 1) * (1 - p) / p) <= c, p),
    ((exp(x) - 1 + 2 * p) / (exp(x) + 1) <= p + a / 9, x),
    (2 / (exp(a**2 * n / 8) - 2) <= c, n),
    (a / x + b * x + c / 9 <= 3, x),
    (a / x + b * x > 3, x),
    (a / (x * sqrt(x)) + b / x <= c, x),
    (sqrt(a + b / x) / x <= c, x),
    (a * lambert_w(0, (n - 1) / E) <= c, n),
    (a * lambert_w(0, n / E) > c, n),
]


def evaluate_condition(condition: Condition, point) -> bool:
    if isinstance(condition, Relation):
        try:
            return holds(condition, point)
        except (ValueError, ZeroDivisionError):
            return False
    parts = [evaluate_condition(part, point) for part in condition.parts]
    return all(parts) if isinstance(condition, AllOf) else any(parts)


def draw(symbol: Symbol, rng: random.Random) -> Fraction:
    if symbol.domain.integer:
        return Fraction(rng.choice([1, 2, 3, 5, 8, 20, 90]))
    scale = 1 if symbol.domain.upper == 1 else 4
    return Fraction(scale * rng.randrange(1, 1000), 1000)


@pytest.mark.few(2)
@pytest.mark.parametrize(("relation", "unknown"), RELATIONS, ids=str)
def test_a_solved_relation_holds_at_the_same_points(relation: Relation, unknown: Symbol) -> None:
    rng = random.Random(str(relation))
    solved_boxes = 0
    for _ in range(12):
        given = {symbol.name: draw(symbol, rng) for symbol in relation.symbols() - {unknown}}
        box = {name: exact_interval(value) for name, value in given.items()}
        box[unknown.name] = hull(unknown.domain.lower, unknown.domain.upper)
        solved = isolate_fully(relation, unknown.name, box)
        if solved is None:
            continue
        solved_boxes += 1
        for part in relations(solved):
            is_alone = part.left == unknown and unknown.name not in part.right.names()
            assert is_alone or unknown.name not in part.names()
        for _ in range(12):
            point = {**given, unknown.name: draw(unknown, rng)}
            assert evaluate_condition(solved, point) == evaluate_condition(relation, point), point
    assert solved_boxes >= 3


@pytest.mark.parametrize(
    "relation",
    [exp(x) + 1 / x <= a, x**5 - x <= a, x + sqrt(1 / ln(1 / x)) <= a],
    ids=str,
)
def test_what_has_no_rule_stays_open(relation: Relation) -> None:
    box = {"x": hull(Fraction(0), None), "a": exact_interval(Fraction(3))}
    assert isolate_fully(relation, "x", box) is None


def test_what_isolate_can_do_is_left_to_it() -> None:
    box = {"x": hull(Fraction(0), None), "a": exact_interval(Fraction(3))}
    relation = a * x**2 - x <= 1
    assert isolate_fully(relation, "x", box) == isolate(relation, "x", box)


THEOREMS = {theorem.id: theorem for theorem in load_theorems()}


@pytest.mark.parametrize(
    ("id", "unknown", "given"),
    [
        (
            "adaptive-queries/n1",
            "tau",
            {"n": 10**6, "B": 10, "sigma": "0.01", "beta": "0.05"},
        ),
        ("max-information/cor-C.2", "alpha", {"m": 5, "gamma": "1e-9"}),
        ("max-information/thm-4.5", "n", {"t": 3, "rank": 500}),
        (
            "max-information/thm-3.1",
            "delta_hat",
            {"n": 100, "epsilon": "0.1", "delta": "1e-12", "t": 3, "k": 200, "beta": "0.05"},
        ),
        ("lecture-18/lem-0.4.sharpened", "epsilon", {"delta": 0, "datasets": 1, "gap": "0.1"}),
        (
            "adaptive-queries/thm-2.3.sharpened",
            "beta",
            {"epsilon": "0.001", "n": 1000, "probability": "0.05"},
        ),
    ],
)
def test_theorems_have_a_formula_that_agrees_with_the_certified_value(id, unknown, given) -> None:
    answer = solve_theorem(THEOREMS[id], unknown, given)
    assert answer.formula is not None
    assert unknown not in answer.formula.names()


def test_the_branch_that_binds_has_a_formula_where_the_other_has_none() -> None:
    given = {"n": 10**8, "m": 1000, "B": 10, "beta": "0.05"}
    answer = solve_theorem(THEOREMS["adaptive-queries/thm-3.3"], "tau", given)
    assert answer.formula is not None
    many = {"n": 10**12, "m": 10**6, "B": 10**6, "beta": "0.05"}  # the other branch: a quintic
    assert solve_theorem(THEOREMS["adaptive-queries/thm-3.3"], "tau", many).formula is None


def test_a_search_that_branches_ends(monkeypatch) -> None:
    """The rules lead from one relation to many, and the search gives up after a number of them."""
    tried = []

    def counted(relation, name, box):
        tried.append(relation)
        return isolate(relation, name, box)

    monkeypatch.setattr(lambert, "isolate", counted)
    theorem = next(item for item in load_theorems() if item.id == "adaptive-queries/n1.sharpened")
    (relation,) = [item for item in theorem.hypotheses if "n" in item.names()]
    box = {name: exact_interval(1000) for name in ("n", "B")}
    box |= {name: exact_interval(Fraction(1, 10)) for name in ("tau", "sigma")}
    box["beta"] = hull(Fraction(1, 10**100), Fraction(1))

    sides = theorem.expand(relation.left), theorem.expand(relation.right)
    assert isolate_fully(Relation(sides[0], relation.sense, sides[1]), "beta", box) is None
    assert 100 < len(tried) <= 300
