"""The search for routes: which theorems, one after another, lead to a kind of guarantee.

Main definitions
----------------
`Route`: a tree of theorems, composed into one.
`find_routes`: all routes of a library to the accuracy of answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from boundcalc.language.guarantees import (
    Generalization,
    Guarantee,
    PopulationAccuracy,
    SampleAccuracy,
)
from boundcalc.language.interactions import Mechanism
from boundcalc.language.statements import Role, Theorem
from boundcalc.solving.routes.compose import IncompatibleError, Step, Tree, compose, gives

MAX_DEPTH = 6
PREFIX = "route/"  # of the ids of composed theorems
GOALS = (PopulationAccuracy,)


@dataclass(frozen=True, slots=True)
class Route:
    """A tree of theorems from how answers are made to a guarantee, and what it says as one."""

    tree: Tree
    theorem: Theorem
    steps: tuple[Step, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its theorems, in the order of a derivation."""
        return tuple(theorem.id for theorem in self.tree.theorems())


@lru_cache(maxsize=8)
def find_routes(theorems: tuple[Theorem, ...]) -> tuple[Route, ...]:
    """Return all routes from a mechanism to the accuracy of its answers, in the library's order.

    A route goes through theorems that name themselves as links, ends what is built, and meets a
    kind of guarantee once on each path, so that it has no cycle.
    """
    links = tuple(theorem for theorem in theorems if is_link(theorem))
    found = []
    for root in links:
        if isinstance(root.conclusion, GOALS):
            for tree in _trees(root, links, frozenset(), MAX_DEPTH):
                route = _route(tree)
                if route is not None:
                    found.append(route)
    return tuple(found)


def fitting_routes(
    theorems: tuple[Theorem, ...], unknown: str, given: Iterable[str]
) -> tuple[Route, ...]:
    """Return the routes that relate an unknown to all that is given, and need nothing else."""
    asked = {unknown, *given}
    if not asked <= _link_names(theorems):
        return ()
    return tuple(route for route in find_routes(theorems) if _answers(route.theorem, asked))


def routes_left_aside(
    theorems: tuple[Theorem, ...], unknown: str, given: Iterable[str]
) -> tuple[tuple[Route, tuple[str, ...]], ...]:
    """Return the routes that would answer if some given names, which they lack, were left out."""
    names = tuple(given)
    if not {unknown, *names} <= _link_names(theorems):
        return ()
    found = []
    for route in find_routes(theorems):
        known = {name for s in route.theorem.quantities.values() for name in (s.name, *s.aliases)}
        lacked = tuple(name for name in names if name not in known)
        if lacked and _answers(route.theorem, {unknown, *names} - {*lacked}):
            found.append((route, lacked))
    return tuple(found)


@lru_cache(maxsize=8)
def _link_names(theorems: tuple[Theorem, ...]) -> frozenset[str]:
    """Return all names that a quantity of a route can have, but for those that are renamed."""
    found: set[str] = set()
    for theorem in theorems:
        if is_link(theorem):
            for symbol in (*theorem.parameters, *theorem.quantities.values()):
                found |= {symbol.name, *symbol.aliases}
    return frozenset(found)


def _answers(theorem: Theorem, asked: set[str]) -> bool:
    names = {symbol: {symbol.name, *symbol.aliases} for symbol in theorem.quantities.values()}
    is_known = asked <= set().union(*names.values())
    needed = [found for symbol, found in names.items() if not symbol.is_chosen]
    return is_known and all(found & asked for found in needed)


def is_link(theorem: Theorem) -> bool:
    """Return whether routes may go through a theorem."""
    return bool(theorem.link) and theorem.role is Role.THEOREM and not theorem.is_doubtful


def _trees(
    theorem: Theorem, links: tuple[Theorem, ...], seen: frozenset[type[Guarantee]], depth: int
) -> Iterator[Tree]:
    """Yield the trees that end in a theorem and begin with one mechanism."""
    kinds = seen | {type(theorem.conclusion)}
    choices = [list(_ways(premise, links, kinds, depth)) for premise in theorem.premises]
    for branches in product(*choices):
        tree = Tree(theorem, branches)
        if len(set(mechanisms(tree))) == 1:
            yield tree


def _ways(
    premise: Guarantee,
    links: Iterable[Theorem],
    seen: frozenset[type[Guarantee]],
    depth: int,
) -> Iterator[Tree | None]:
    """Yield the ways to a premise; None where it says how answers are made."""
    if isinstance(premise, Mechanism):
        yield None
    elif type(premise) not in seen and depth > 1:
        for theorem in links:
            if gives(theorem.conclusion, premise):
                yield from _trees(theorem, tuple(links), seen, depth - 1)


def mechanisms(tree: Tree) -> Iterator[type[Guarantee]]:
    """Yield the kinds of mechanism with which the branches of a tree begin."""
    for premise, branch in zip(tree.theorem.premises, tree.branches, strict=True):
        if branch is None:
            yield type(premise)
        else:
            yield from mechanisms(branch)


def _route(tree: Tree) -> Route | None:
    names = [theorem.link for theorem in tree.theorems() if not _is_obvious(theorem)]
    slug = ".".join("-".join(_words(name)) for name in names)
    try:
        theorem, steps = compose(tree, f"{PREFIX}{slug}", ", ".join(names))
    except IncompatibleError:
        return None
    return Route(tree, theorem, steps)


def _is_obvious(theorem: Theorem) -> bool:
    """Return whether a step goes without saying in the name of a route.

    The accuracy on the sample does, and so does its sum with the gap to the population.
    """
    is_sum = any(isinstance(premise, Generalization) for premise in theorem.premises)
    return isinstance(theorem.conclusion, SampleAccuracy) or is_sum


def _words(name: str) -> list[str]:
    plain = "".join(letter if letter.isalnum() else " " for letter in name)
    return plain.split()
