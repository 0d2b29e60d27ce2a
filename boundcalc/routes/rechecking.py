"""Replay: every theorem of a route is checked again at an answer, from its own record.

The composed theorem is not used: the domains, the hypotheses and the joints of the theorems are
evaluated with the values that the answer gives their symbols, so that an error in composing a
route cannot go unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from boundcalc.algebra.conditions import split
from boundcalc.algebra.elimination import domain_relations
from boundcalc.enclosures.decisions import RelationEvaluator, Truth
from boundcalc.feasible.shapes import Compiled
from boundcalc.language.expressions import Expression, Relation
from boundcalc.language.guarantees import Guarantee
from boundcalc.language.quantities import Stronger
from boundcalc.routes.composition import Instance, Tree
from boundcalc.routes.search import Route

Values = Mapping[str, Fraction]
Fields = Mapping[str, Expression]  # of a guarantee, in the parameters of the composed theorem


def failures(route: Route, point: Values) -> Iterator[str]:
    """Yield what is not certain of the theorems of a route at a point, in words.

    Parameters
    ----------
    route : Route
        The theorems.
    point : mapping from name to Fraction
        The parameters of the composed theorem.
    """
    for label, relation, expanded in _written_out(route):
        truth = RelationEvaluator(expanded).at(point).truth
        if truth is Truth.UNKNOWN:
            truth = Compiled(split(expanded)).truth(point)
        if truth is not Truth.TRUE:
            yield f"{label}: {relation}"


@lru_cache(maxsize=512)
def _written_out(route: Route) -> tuple[tuple[str, Relation, Relation], ...]:
    """Return what must hold and is not plainly so, as it is said and with definitions put in."""
    expand = route.theorem.expand
    found = (
        (label, relation, Relation(expand(relation.left), relation.sense, expand(relation.right)))
        for label, relation in obligations(route)
    )
    return tuple(item for item in found if item[2].left != item[2].right or item[2].sense.is_strict)


def obligations(route: Route) -> Iterator[tuple[str, Relation]]:
    """Yield what must hold: domains, hypotheses, and that each conclusion gives its premise."""
    instances = iter(route.instances)
    made: list[Fields] = []
    yield from _of_tree(route.tree, instances, made)[1]
    for other in made[1:]:
        for name, node in other.items():
            yield "one mechanism", node.equals(made[0][name])


def _of_tree(
    tree: Tree, instances: Iterator[Instance], made: list[Fields]
) -> tuple[Fields, list[tuple[str, Relation]]]:
    """Return what a tree concludes, and what must hold for it; collect its mechanisms."""
    branches = [
        None if branch is None else _of_tree(branch, instances, made) for branch in tree.branches
    ]
    instance = next(instances)
    theorem = instance.theorem
    found = [relation for branch in branches if branch for relation in branch[1]]
    for symbol in theorem.parameters:
        ends = domain_relations(symbol, symbol.domain)
        found += [
            (f"{theorem.id}, the domain of {symbol.name}", end) for end in _put(ends, instance)
        ]
    found += [(theorem.id, relation) for relation in _put(theorem.hypotheses, instance)]
    for premise, branch in zip(theorem.premises, branches, strict=True):
        wanted = _valued(premise, instance)
        if branch is None:
            made.append(wanted)
        else:
            joints = _joints(branch[0], premise, wanted)
            found += [(f"a premise of {theorem.id}", item) for item in joints]
    return _valued(theorem.conclusion, instance), found


def _put(relations: Iterable[Relation], instance: Instance) -> list[Relation]:
    values = _all_values(instance)
    return [relation.substitute(values) for relation in relations]


def _valued(guarantee: Guarantee, instance: Instance) -> Fields:
    values = _all_values(instance)
    return {name: node.substitute(values) for name, node in guarantee.expressions().items()}


def _all_values(instance: Instance) -> dict[str, Expression]:
    """Return the values of all symbols of a theorem, its definitions put in anew."""
    values = {symbol.name: instance.values[symbol.name] for symbol in instance.theorem.parameters}
    for name, value in instance.theorem.definition_values.items():
        values[name] = value.substitute(values)
    return values


def _joints(conclusion: Fields, wanted_kind: Guarantee, premise: Fields) -> Iterator[Relation]:
    for quantity in wanted_kind.quantities():
        found, wanted = conclusion[quantity.name], premise[quantity.name]
        is_smaller = quantity.stronger is Stronger.SMALLER
        yield found <= wanted if is_smaller else found >= wanted
