"""The search for routes: which theorems, one after another, lead to a kind of guarantee.

Main definitions
----------------
`Route`: a tree of theorems, composed into one.
`Goal`: what routes lead to, and with what they begin: `ACCURACY`, `ACCURACY_AT_NOISE`, `PRIVACY`,
`CORRECTION`, `CORRECTION_AT_NOISE`.
`find_routes`: all routes of a library to a goal, the accuracy of answers unless another is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import attrgetter

from boundcalc.language.expressions import Symbol
from boundcalc.language.guarantees import (
    DifferentialPrivacy,
    Generalization,
    Guarantee,
    MaxInformation,
    PopulationAccuracy,
    PValueCorrection,
    SampleAccuracy,
)
from boundcalc.language.interactions import (
    ConcentratedPrivacy,
    GaussianNoise,
    GaussianPrivacy,
    LaplaceNoise,
    Mechanism,
    PrivacyOfEachAnswer,
)
from boundcalc.language.statements import Role, Theorem
from boundcalc.routes.composition import IncompatibleError, Instance, Tree, compose, gives

MAX_DEPTH = 6
PREFIX = "route/"  # of the ids of composed theorems
GOALS = (PopulationAccuracy,)


@dataclass(frozen=True, slots=True)
class Goal:
    """The kinds of guarantee to which routes lead, and those that their user provides."""

    kinds: tuple[type[Guarantee], ...]
    starts: tuple[type[Guarantee], ...]
    naming: Callable[[Theorem], str]
    is_short: bool = False  # with so few parameters that a route is solved as one theorem
    is_extending: bool = False  # single theorems to the goal answer by themselves
    needs: tuple[str, ...] = ()  # the names without which its routes are not asked

    def name(self, theorem: Theorem) -> str:
        """The name of a theorem as a link to this goal, or an empty text."""
        return self.naming(theorem)


def _at_noise(theorem: Theorem) -> str:
    """Return the name of a link where the size of the noise is asked for or given."""
    sets_noise = any(
        isinstance(premise, Mechanism)
        and not all(isinstance(node, Symbol) for node in premise.expressions().values())
        for premise in theorem.premises
    )
    return theorem.noise_link or ("" if sets_noise else theorem.link)


def _correction_at_noise(theorem: Theorem) -> str:
    """Return the name of a link from noise of a size to a level.

    Max-information is no link, since what bounds it bounds the level directly, and by more.
    """
    if isinstance(theorem.conclusion, MaxInformation):
        return ""
    return theorem.correction_link or _at_noise(theorem)


ACCURACY = Goal(GOALS, (Mechanism,), attrgetter("link"))
ACCURACY_AT_NOISE = Goal(GOALS, (GaussianNoise, LaplaceNoise), _at_noise, needs=("sigma",))
PRIVACY = Goal(
    (DifferentialPrivacy, ConcentratedPrivacy, GaussianPrivacy),
    (Mechanism, PrivacyOfEachAnswer),
    attrgetter("privacy_link"),
    is_short=True,
    is_extending=True,
)
CORRECTION = Goal(
    (PValueCorrection,),
    (DifferentialPrivacy,),
    attrgetter("correction_link"),
    is_extending=True,
)
CORRECTION_AT_NOISE = Goal(
    (PValueCorrection,),
    (GaussianNoise, LaplaceNoise),
    _correction_at_noise,
    is_extending=True,
    needs=("sigma",),
)
EVERY_GOAL = (ACCURACY, PRIVACY, CORRECTION, ACCURACY_AT_NOISE, CORRECTION_AT_NOISE)


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A tree of theorems from how answers are made to a guarantee, and what it says as one.

    It is compared as an object, so that what is made of it can be kept.
    """

    tree: Tree
    theorem: Theorem
    instances: tuple[Instance, ...]
    goal: Goal = ACCURACY

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its theorems, in the order of a derivation."""
        return tuple(theorem.id for theorem in self.tree.theorems())


@lru_cache(maxsize=8)
def find_routes(theorems: tuple[Theorem, ...], goal: Goal = ACCURACY) -> tuple[Route, ...]:
    """Return all routes from what a goal starts with to the goal, in the library's order.

    A route goes through theorems that name themselves as links, ends what is built, and meets a
    kind of guarantee once on each path, so that it has no cycle.
    A route to privacy, or to a correction of p-values, has two theorems at least, since a single
    one answers by itself.
    """
    links = tuple(theorem for theorem in theorems if is_link(theorem, goal))
    found = []
    for root in links:
        if isinstance(root.conclusion, goal.kinds):
            for tree in _trees(root, links, frozenset(), MAX_DEPTH, goal):
                is_single = all(branch is None for branch in tree.branches)
                route = None if goal.is_extending and is_single else _route(tree, goal)
                if route is not None:
                    found.append(route)
    return tuple(found)


def all_routes(theorems: tuple[Theorem, ...]) -> tuple[Route, ...]:
    """Return the routes to all goals, those that choose the noise of answers first."""
    return tuple(route for goal in EVERY_GOAL for route in find_routes(theorems, goal))


def fitting_routes(
    theorems: tuple[Theorem, ...], unknown: str, given: Iterable[str], limits: Iterable[str] = ()
) -> tuple[Route, ...]:
    """Return the routes that relate an unknown to all that is given, and need nothing else.

    What is given as a limit may be used, and need not be.
    """
    asked, spare = {unknown, *given}, {*limits}
    if not asked <= _link_names(theorems):
        return ()
    return tuple(
        route
        for goal in EVERY_GOAL
        if asked.issuperset(goal.needs)
        for route in find_routes(theorems, goal)
        if answers_to(route.theorem, asked | (spare & route.theorem.names.keys()))
    )


def routes_left_aside(
    theorems: tuple[Theorem, ...], unknown: str, given: Iterable[str]
) -> tuple[tuple[Route, tuple[str, ...]], ...]:
    """Return the routes that would answer if some given names, which they lack, were left out."""
    names = tuple(given)
    if not {unknown, *names} <= _link_names(theorems):
        return ()
    found = []
    for route in find_routes(theorems):
        known = route.theorem.names.keys()
        lacked = tuple(name for name in names if name not in known)
        if lacked and answers_to(route.theorem, {unknown, *names} - {*lacked}):
            found.append((route, lacked))
    return tuple(found)


@lru_cache(maxsize=8)
def _link_names(theorems: tuple[Theorem, ...]) -> frozenset[str]:
    """Return all names that a quantity of a route can have, but for those that are renamed."""
    found: set[str] = set()
    for theorem in theorems:
        if any(is_link(theorem, goal) for goal in EVERY_GOAL):
            found |= theorem.names.keys()
    return frozenset(found)


def answers_to(theorem: Theorem, asked: set[str]) -> bool:
    """Return whether a theorem knows the names that are asked for or given, and needs no other."""
    if not asked <= theorem.names.keys():
        return False
    found = {theorem.names[name] for name in asked}
    concluded = theorem.conclusion.expressions().values()
    return all(
        symbol in found
        for symbol in theorem.quantities.values()
        if not symbol.is_chosen or symbol in concluded
    )


def is_link(theorem: Theorem, goal: Goal = ACCURACY) -> bool:
    """Return whether routes to a goal may go through a theorem."""
    return bool(goal.name(theorem)) and theorem.role is Role.THEOREM and not theorem.is_doubtful


def _trees(
    theorem: Theorem,
    links: tuple[Theorem, ...],
    seen: frozenset[type[Guarantee]],
    depth: int,
    goal: Goal,
) -> Iterator[Tree]:
    """Yield the trees that end in a theorem and begin with one mechanism."""
    kinds = seen | {type(theorem.conclusion)}
    choices = [list(_ways(premise, links, kinds, depth, goal)) for premise in theorem.premises]
    for branches in product(*choices):
        tree = Tree(theorem, branches)
        # A link to privacy may say in words how answers are made.
        if len(set(mechanisms(tree))) in ((0, 1) if goal.is_short else (1,)):
            yield tree


def _ways(
    premise: Guarantee,
    links: Iterable[Theorem],
    seen: frozenset[type[Guarantee]],
    depth: int,
    goal: Goal,
) -> Iterator[Tree | None]:
    """Yield the ways to a premise; None where it is what a route begins with."""
    if isinstance(premise, goal.starts):
        yield None
    if not isinstance(premise, Mechanism) and type(premise) not in seen and depth > 1:
        for theorem in links:
            if gives(theorem.conclusion, premise):
                yield from _trees(theorem, tuple(links), seen, depth - 1, goal)


def mechanisms(tree: Tree) -> Iterator[type[Guarantee]]:
    """Yield the kinds of mechanism with which the branches of a tree begin."""
    for premise, branch in zip(tree.theorem.premises, tree.branches, strict=True):
        if branch is None:
            yield type(premise)
        else:
            yield from mechanisms(branch)


def _route(tree: Tree, goal: Goal) -> Route | None:
    names = [goal.name(theorem) for theorem in tree.theorems() if not _is_obvious(theorem)]
    slug = ".".join("-".join(_words(name)) for name in names)
    try:
        theorem, instances = compose(tree, f"{PREFIX}{slug}", ", ".join(names))
    except IncompatibleError:
        return None
    return Route(tree, theorem, instances, goal)


def _is_obvious(theorem: Theorem) -> bool:
    """Return whether a link goes without saying in the name of a route.

    The accuracy on the sample does, and so does its sum with the gap to the population.
    """
    is_sum = any(isinstance(premise, Generalization) for premise in theorem.premises)
    return isinstance(theorem.conclusion, SampleAccuracy) or is_sum


def _words(name: str) -> list[str]:
    plain = "".join(letter if letter.isalnum() else " " for letter in name)
    return plain.split()
