"""Inversions: the solved relations hold at the same values as the theorem, and say enough."""

import math
from fractions import Fraction
from random import Random

import pytest

from boundcalc.algebra.conditions import all_of, any_of
from boundcalc.enclosures.decisions import Evaluator, Truth
from boundcalc.feasible.shapes import Compiled
from boundcalc.language.domains import Unit
from boundcalc.library import load_library
from boundcalc.problems.problems import solvable_names
from boundcalc.solving.inversions import inversions

THEOREMS = {theorem.id: theorem for theorem in load_library().theorems}


def random_value(symbol, rng):
    """Return a value of usual size in the domain of a symbol."""
    domain = symbol.domain
    if domain.integer:
        return max(domain.first_integer() or 1, 1) + int(10 ** rng.uniform(0, 5)) - 1
    low = max(float(domain.lower or 0), 1e-9)
    high = min(float(domain.upper), 0.999) if domain.upper is not None else 100.0
    if symbol.unit is Unit.PROBABILITY:
        low = 1e-9
    return Fraction(f"{math.exp(rng.uniform(math.log(low), math.log(high))):.6g}")


def truth_of(parts, point):
    return Compiled(all_of(parts)).truth(point)


def expanded(theorem, relation):
    left, right = theorem.expand(relation.left), theorem.expand(relation.right)
    return type(relation)(left, relation.sense, right)


def points_of(theorem, inversion, rng):
    """Yield points: the unknown at random, and a little to either side of each bound."""
    name = inversion.unknown.name
    for _ in range(4):
        point = {key: random_value(symbol, rng) for key, symbol in theorem.quantities.items()}
        yield point
        for case in inversion.cases:
            for bound in case.bounds:
                if str(bound.left) != name or name in bound.right.names():
                    continue
                end = Evaluator(theorem.expand(bound.right)).at(
                    {key: Fraction(value) for key, value in point.items()}
                )
                if not (
                    end.total and end.lower.is_finite() and 1e-90 < abs(float(end.upper)) < 1e90
                ):
                    continue
                for factor in ("0.999", "1.001"):
                    value = Fraction(f"{float(end.upper):.9g}") * Fraction(factor)
                    value = round(value) if inversion.unknown.domain.integer else value
                    if value in inversion.unknown.domain:
                        yield {**point, name: value}


@pytest.mark.few(7)
@pytest.mark.parametrize("id", THEOREMS)
def test_solved_relations_hold_where_the_theorem_does(id):
    theorem, rng = THEOREMS[id], Random(id)
    asked = [*theorem.hypotheses, *(target.relation for target in theorem.targets)]
    relations = [expanded(theorem, relation) for relation in asked]
    found = inversions(theorem)

    assert [inversion.unknown.name for inversion in found] == list(solvable_names(theorem))
    for inversion in found:
        if not inversion.cases:
            continue
        solved = any_of(
            all_of(expanded(theorem, item) for item in (*case.bounds, *case.conditions))
            for case in inversion.cases
        )
        for point in points_of(theorem, inversion, rng):
            expected, shown = truth_of(relations, point), Compiled(solved).truth(point)
            assert Truth.UNKNOWN in (expected, shown) or expected is shown, (inversion, point)


@pytest.mark.slow
def test_most_quantities_have_a_closed_form():
    found = [item for theorem in THEOREMS.values() for item in inversions(theorem)]

    # Three more in a hundred branch into more relations than the search looks at.
    assert sum(bool(item.cases) for item in found) > 0.7 * len(found)


def test_the_transfer_theorem_is_solved_for_its_privacy_parameter():
    (epsilon,) = [
        item
        for item in inversions(THEOREMS["lecture-18/thm-0.2"])
        if item.unknown.name == "epsilon"
    ]
    (case,) = epsilon.cases

    assert "epsilon >= 4 * delta / beta" in map(str, case.bounds)
    assert "epsilon <= tau / 6" in map(str, case.bounds)
    assert not case.conditions
