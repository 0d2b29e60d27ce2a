"""Why no route answers: the guarantee that nothing gives, or what does not go together.

Main definitions
----------------
`why_no_route`: what keeps a question from being answered by theorems in a row.
`conflict`: which of the choices that are given leave no route that works.
`almost_fitting`: the routes that lack a quantity to answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from boundcalc.cards.numbers import shown_number
from boundcalc.language.errors import BoundError, UndecidedError
from boundcalc.language.expressions import Symbol
from boundcalc.language.guarantees import Guarantee, PValueCorrection
from boundcalc.language.interactions import Mechanism
from boundcalc.language.statements import Theorem
from boundcalc.problems.problems import pose
from boundcalc.problems.readings import interpret
from boundcalc.questions.questions import Given, Question
from boundcalc.routes.search import (
    EVERY_GOAL,
    GOALS,
    Route,
    answers_to,
    find_routes,
    fitting_routes,
    is_link,
)
from boundcalc.routes.solve import solve_route
from boundcalc.solving.answers import Answer

_NAMES = ("Gaussian", "Laplace")


def why_no_route(theorems: tuple[Theorem, ...], unknown: str, given: Iterable[str]) -> str | None:
    """Return why no route relates some quantities, or None where no route is about them.

    Parameters
    ----------
    theorems : tuple of Theorem
        A library.
    unknown : str
        What is asked for, by its plain name.
    given : iterable of str
        What is fixed, likewise.
    """
    asked = tuple(dict.fromkeys((unknown, *given)))
    roots = [item for item in theorems if is_link(item) and isinstance(item.conclusion, GOALS)]
    ends = {next(iter(root.conclusion.quantities())).name for root in roots}
    if not ends & set(asked):
        return None
    routes = find_routes(theorems)
    if not routes:
        return _unreached(theorems, roots[0])
    return _unknown_to(routes, unknown, asked, theorems) or _apart(routes, asked)


def almost_fitting(theorems: tuple[Theorem, ...], names: Iterable[str]) -> list[Theorem]:
    """Return the routes, as theorems, that know all names of a question and ask for one more."""
    asked = set(names)
    return [
        route.theorem
        for goal in EVERY_GOAL
        if len(set(goal.needs) - asked) <= 1
        for route in find_routes(theorems, goal)
        if any(answers_to(route.theorem, {*asked, name}) for name in route.theorem.names)
    ]


def kind_name(kind: type[Guarantee]) -> str:
    """Return the name of a kind of guarantee in words.

    Examples
    --------
    >>> from boundcalc.language import PopulationAccuracy, TVStability
    >>> kind_name(PopulationAccuracy), kind_name(TVStability)
    ('population accuracy', 'TV stability')
    """
    if kind is PValueCorrection:
        return "p-value correction"
    words, name = [""], kind.__name__
    for place, letter in enumerate(name):
        follows = name[place + 1 : place + 2]
        if letter.isupper() and place and (name[place - 1].islower() or follows.islower()):
            words.append("")
        words[-1] += letter
    kept = [word if word.isupper() or word in _NAMES else word.lower() for word in words]
    return " ".join(kept)


def _own_names(guarantee: Guarantee) -> set[str]:
    """Return the names of the quantities that are symbols, and no formulas."""
    nodes = guarantee.expressions().values()
    return {name for n in nodes if isinstance(n, Symbol) for name in n.typed_names}


# --- what nothing gives ------------------------------------------------------------------------


def _unreached(theorems: tuple[Theorem, ...], root: Theorem) -> str:
    """Say which premise of a last link no mechanism leads to."""
    links = [item for item in theorems if is_link(item)]
    reached: set[type[Guarantee]] = set()
    grown = True
    while grown:
        new = {
            type(item.conclusion)
            for item in links
            if all(isinstance(p, Mechanism) or type(p) in reached for p in item.premises)
        }
        grown = not new <= reached
        reached |= new
    goal = kind_name(type(root.conclusion))
    needs = [type(premise) for premise in root.premises if not isinstance(premise, Mechanism)]
    missing = [kind for kind in needs if kind not in reached]
    needed = " and ".join(kind_name(kind) for kind in needs)
    if not missing:
        return f"{goal} needs {needed}, and no mechanism of the library gives all of it"
    return f"{goal} needs {needed}, and {_origin(missing[0], links, reached)}"


def _origin(kind: type[Guarantee], links: Sequence[Theorem], reached: set[type[Guarantee]]) -> str:
    """Say what a kind of guarantee that is not reached would follow from, link by link."""
    chain = [kind]
    while True:
        last = chain[-1]
        givers = [item for item in links if type(item.conclusion) is last]
        if not givers:
            return f"no theorem of the library gives {kind_name(last)}"
        before = next(
            type(premise)
            for premise in givers[0].premises
            if not isinstance(premise, Mechanism) and type(premise) not in reached
        )
        if before in chain:
            circle = " from ".join(kind_name(item) for item in (*chain, before))
            return f"there the theorems go in a circle: {circle}"
        chain.append(before)


# --- what does not go together -----------------------------------------------------------------


def _unknown_to(
    routes: Sequence[Route], unknown: str, asked: Sequence[str], theorems: tuple[Theorem, ...]
) -> str | None:
    """Say of the first quantity that no route has where it belongs."""
    goal = kind_name(type(routes[0].theorem.conclusion))
    set_by = {item.symbol.name for route in routes for item in route.theorem.definitions}
    known = {name for route in routes for name in _names(route)}
    for name in asked:
        if name in known:
            continue
        way = f"leave {name} out" if name != unknown else "ask for another quantity"
        if name in set_by:
            return f"routes to {goal} set {name} themselves; {way}"
        owners = [
            type(guarantee)
            for item in theorems
            for guarantee in (item.conclusion, *item.premises)
            if name in _own_names(guarantee)
        ]
        about = f" ({name} is about {kind_name(owners[0])})" if owners else ""
        return f"no route to {goal} has {name}{about}; {way}"
    return None


def _names(route: Route) -> set[str]:
    symbols = route.theorem.quantities.values()
    return {name for symbol in symbols for name in symbol.typed_names}


def _apart(routes: Sequence[Route], asked: Sequence[str]) -> str | None:
    """Say which two quantities no route has together."""
    goal = kind_name(type(routes[0].theorem.conclusion))
    for first, second in combinations(asked, 2):
        if not any({first, second} <= _names(route) for route in routes):
            return f"no route to {goal} has both {first} and {second}; leave one of them out"
    return None


# --- choices that leave nothing ----------------------------------------------------------------


def conflict(theorems: tuple[Theorem, ...], question: Question) -> BoundError | None:
    """Return the error that says which choices leave no route that works, if that is so.

    Parameters
    ----------
    theorems : tuple of Theorem
        A library.
    question : Question
        What is asked, with given choices that no route that fits can work with.
    """
    unknown, *names = question.names
    routes = fitting_routes(theorems, unknown, names)
    chosen = [
        item
        for item in question.given
        if any(route.theorem.names[item.name].is_chosen for route in routes)
    ]
    if not chosen:
        return None
    found = {item.letter: _answered(theorems, routes, question, item.name) for item in chosen}
    helpful = [letter for letter, answer in found.items() if answer is not None]
    values = " and ".join(f"{item.letter}={item.text}" for item in chosen)
    together = "together " if len(helpful) > 1 else ""
    one = f"without {'one of them' if len(chosen) > 1 else chosen[0].letter}"
    way = (
        f"leave out {' or '.join(helpful)}"
        if helpful
        else f"and none {one} either, so weaken what is asked"
    )
    beside = [text for item in chosen if (text := _beside(item, found[item.letter]))]
    why = f", {beside[0]}" if len(chosen) == 1 and beside else ""
    return UndecidedError(f"no route was found to work with {values} {together}given{why}; {way}")


def _beside(item: Given, answer: Answer | None) -> str:
    """Return how a given choice differs from the one of a route that answers without it."""
    symbol = None if answer is None else answer.theorem.names.get(item.name)
    if answer is None or symbol is None or symbol.name not in answer.witness:
        return ""
    free = answer.witness[symbol.name]
    size, digits = "more" if item.value > free else "less", shown_number(free).digits
    return f"which is {size} than the {digits} that a route chooses where it is left out"


def _answered(
    theorems: tuple[Theorem, ...], routes: Sequence[Route], question: Question, name: str
) -> Answer | None:
    """Return the answer of some route to a question without a given choice.

    The `routes` that have the choice are tried first, and of them and of all others those that
    lead to the best answers.
    """
    left = question.without(name)
    unknown, *names = left.names
    others = [route for route in fitting_routes(theorems, unknown, names) if route not in routes]
    for route in (*reversed(routes), *reversed(others)):
        try:
            return solve_route(route, pose(interpret(route.theorem, left)))
        except BoundError:
            continue
    return None
