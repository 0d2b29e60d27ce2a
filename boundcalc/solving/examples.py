"""A question to a theorem that has an answer, as an example of how it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boundcalc.language.domains import Unit
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import read_rational
from boundcalc.language.statements import Theorem
from boundcalc.problems.problems import solvable_names
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import answer_at_once, solve_theorem

# Values with which most theorems have an answer that says something, for examples.
_TYPICAL = {
    "n": "100000",
    "m": "100",
    "B": "10",
    "tau": "0.1",
    "beta": "0.05",
    "epsilon": "0.1",
    "delta": "1e-6",
    "Delta": "1e-5",
    "sigma": "10",
    "k": "10",
    "steps": "10",
    "rho": "0.001",
    "alpha": "0.1",
    "gamma": "0.01",
    "gap": "0.1",
    "deviation": "0.1",
    "beta_1": "0.01",
    "beta_2": "0.01",
}
_MOST_EXAMPLES = 8
Solver = Callable[[Theorem, str, Mapping[str, Any]], Answer | None]


@dataclass(frozen=True, slots=True)
class Example:
    """A command that asks a theorem a question, and the answer; None where values are left open."""

    command: str
    answer: Answer | None


def example(theorem: Theorem) -> Example | None:
    """Return a question to a theorem that has an answer, one that says much if there is one.

    It is not vacuous, and proved to be the best. Long searches are made only where short ones
    answer nothing. Where nothing is answered, the values are left open; None where nothing can be
    asked.
    """
    names = solvable_names(theorem)
    if not names:
        return None
    for solve in (answer_at_once, solve_theorem):
        found = _found(theorem, names, solve)
        if found is not None:
            return found
    return Example(_command(theorem, names[0], dict.fromkeys(names[1:], "...")), None)


def _found(theorem: Theorem, names: Sequence[str], solve: Solver) -> Example | None:
    targets = [target.symbol.name for target in theorem.targets if target.symbol.name in names]
    opened = ((False, name) for name in names[:_MOST_EXAMPLES])
    first = next(_answered(theorem, opened, solve), None)
    if first is not None and _says_much(first):
        return first
    # What the theorem concludes, of values that are all given, is found at once.
    pinned = ((True, name) for name in dict.fromkeys([*targets, *names[:_MOST_EXAMPLES]]))
    for found in _answered(theorem, pinned, solve):
        if first is None or _says_much(found):
            return found
        if found.answer is not None and found.answer.unknown.name not in targets:
            break
    return first


def _answered(
    theorem: Theorem, asked: Iterable[tuple[bool, str]], solve: Solver
) -> Iterator[Example]:
    """Yield the examples that have an answer, with the chosen parameters given or not."""
    for is_pinned, unknown in asked:
        given = {
            symbol.name: _typical(symbol)
            for symbol in theorem.quantities.values()
            if symbol.name != unknown and (is_pinned or not symbol.is_chosen)
        }
        try:
            answer = solve(theorem, unknown, given)
        except BoundError:
            continue
        if answer is not None:
            yield Example(_command(theorem, unknown, given), answer)


def _says_much(found: Example) -> bool:
    answer = found.answer
    return answer is not None and answer.neighbour is not None and not answer.vacuous


def example_command(theorem: Theorem) -> str | None:
    """Return the command of the example of a theorem, or None where nothing can be asked."""
    found = example(theorem)
    return None if found is None else found.command


def _typical(symbol: Symbol) -> str:
    likely = [_TYPICAL.get(symbol.name, "")]
    if symbol.unit is Unit.BITS:
        likely = ["1"] if symbol.name == "m" else likely
    likely += ["100"] if symbol.domain.integer else []
    likely += ["0.05", "1"] if symbol.unit is Unit.PROBABILITY else ["1", "0.05", "10"]
    return next((text for text in likely if text and read_rational(text) in symbol.domain), "0.1")


def _command(theorem: Theorem, unknown: str, given: Mapping[str, str]) -> str:
    values = [f"{name}={value}" for name, value in given.items()]
    return " ".join(["boundcalc solve", unknown, *values, f"--theorem {theorem.id}"])
