"""Coq's tactic `interval`: enclosures with bisection, derivatives or Taylor models, in the kernel.

The relation is moved to one side, L - R <= 0; integers become reals; a maximum becomes
(a + b + |a - b|) / 2. The tactic proves, and cannot refute.
"""

import functools
import os
import re
import signal
import subprocess
import tempfile
import time
from fractions import Fraction
from pathlib import Path

from benchmarks.peers.common import CannotSayError, ends, whole
from benchmarks.suite import PROVED, UNKNOWN, Entry, Outcome, outcome
from boundcalc.language import (
    Constant,
    Expression,
    Number,
    Operation,
    Operator,
    Relation,
    Sense,
    Symbol,
)
from boundcalc.proving import ProofGoal

HEADER = (
    "Require Import Reals.\nFrom Flocq Require Import Core.\n"
    "From Interval Require Import Tactic.\nLocal Open Scope R_scope.\n"
)
MOST_EXPONENT = 1000
_TIMES = re.compile(r"\((\d*\.?\d*)u,(\d*\.?\d*)s\)")
_UNARY = {"negate": "-", "sqrt": "sqrt", "exp": "exp", "ln": "ln", "abs": "Rabs"}
_WHOLE = {"floor": "Zfloor", "ceil": "Zceil"}
_INFIX = {"add": " + ", "multiply": " * ", "divide": " / "}


def term(node: Expression, names: dict[str, str]) -> str:
    """Return an expression in Coq's reals."""
    if isinstance(node, Number):
        return literal(node.value)
    if isinstance(node, Constant):
        return "PI" if node.name == "pi" else "(exp 1)"
    if isinstance(node, Symbol):
        return names[node.name]
    if not isinstance(node, Operation):
        raise CannotSayError("sums")
    operator = node.operator
    if operator is Operator.POWER:
        return _power(*node.operands, names)
    parts = [term(child, names) for child in node.operands]
    if operator.label in _UNARY:
        return f"({_UNARY[operator.label]} {parts[0]})"
    if operator.label in _WHOLE:
        return f"(IZR ({_WHOLE[operator.label]} {parts[0]}))"
    if operator.label in _INFIX:
        return f"({_INFIX[operator.label].join(parts)})"
    if operator is Operator.LOG:
        return f"(ln {parts[1]} / ln {parts[0]})"
    if operator in (Operator.MAX, Operator.MIN):
        sign = "+" if operator is Operator.MAX else "-"
        return functools.reduce(lambda a, b: f"(({a} + {b} {sign} Rabs ({a} - {b})) / 2)", parts)
    raise CannotSayError(operator.label)


def literal(value: Fraction) -> str:
    p, q = value.numerator, value.denominator
    return f"({p})" if q == 1 else f"({p} / {q})"


def _power(base: Expression, exponent: Expression, names: dict[str, str]) -> str:
    count = whole(exponent)
    if count is not None and not isinstance(base, Constant):
        if abs(count) > MOST_EXPONENT:
            raise CannotSayError("an exponent beyond 1000")
        power = f"({term(base, names)} ^ {abs(count)})"
        return power if count >= 0 else f"(/ {power})"
    if isinstance(base, Constant) and base.name == "e":
        return f"(exp {term(exponent, names)})"
    return f"(exp ({term(exponent, names)} * ln {term(base, names)}))"


def claim(relation: Relation, names: dict[str, str]) -> str:
    """Return a relation as a statement about the difference of its sides."""
    if relation.sense is Sense.EQ:
        raise CannotSayError("equations")
    gap = f"{term(relation.left, names)} - {term(relation.right, names)}"
    return f"{gap} <> 0" if relation.sense is Sense.NE else compared(gap, relation.sense.value, "0")


def compared(left: str, sign: str, right: str) -> str:
    """Return an inequality with the smaller side first, as the tactic reads it."""
    return f"{right} {sign.replace('>', '<')} {left}" if ">" in sign else f"{left} {sign} {right}"


def statement(goal: ProofGoal) -> str:
    """Return a goal in Coq with its proof by `interval`, after HEADER.

    Raises
    ------
    CannotSayError
        If the tactic has no word for a part of the goal.
    """
    names = {symbol.name: f"x{place}" for place, symbol in enumerate(goal.variables)}
    hypotheses = [
        compared(names[symbol.name], sign, literal(end))
        for symbol in goal.variables
        for sign, end in ends(symbol.domain)
    ]
    for relation in goal.assumptions:
        is_equation = relation.sense is Sense.EQ
        if is_equation:
            sides = (term(relation.left, names), term(relation.right, names))
            hypotheses.append(" = ".join(sides))
        else:
            hypotheses.append(claim(relation, names))
    quantified = f"forall {' '.join(names.values())} : R, " if names else ""
    premises = "".join(f"{hypothesis} -> " for hypothesis in hypotheses)
    bisected = ", ".join(f"i_bisect {name}" for name in names.values())
    tactics = ["interval"]
    if names:
        tactics.append(f"interval with ({bisected}, i_depth 20)")
        tactics += [
            f"interval with ({bisected}, {form} {name}, i_depth 20)"
            for name in names.values()
            for form in ("i_autodiff", "i_taylor")
        ]
    claimed = f"Goal {quantified}{premises}{claim(goal.conclusion, names)}."
    return f"{claimed}\nProof. intros. time (first [ {' | '.join(tactics)} ]). Time Qed.\n"


def run(text: str, limit: float) -> tuple[bool, float]:
    """Return whether Coq accepts a file within the limit, and the time that its proofs took.

    The time is what Coq itself says of each tactic and each Qed, without loading the libraries.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "goal.v")
        path.write_text(text, encoding="utf-8")
        child = subprocess.Popen(
            ["coqc", "-q", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            start_new_session=True,
            text=True,
        )
        try:
            said, _ = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return False, limit
    seconds = sum(float(user) + float(system) for user, system in _TIMES.findall(said))
    return child.returncode == 0, seconds


class CoqInterval:
    """The tactic and the kernel, without the time that Coq needs to load its libraries."""

    name = "Coq `interval`"

    def version(self) -> str:
        done = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True)
        found = re.search(r"version (\S+)", done.stdout)
        if not run(HEADER, 60)[0]:
            raise OSError("coqc has no library Interval")
        return f"Coq {found[1] if found else '?'}"

    @functools.cached_property
    def start_up(self) -> float:
        """Seconds by the clock that loading takes, which are given on top of the limit."""
        start = time.monotonic()
        run(HEADER, 60)
        return time.monotonic() - start

    def check(self, entry: Entry) -> None:
        statement(entry.goal)

    def measure(self, entry: Entry, limit: float) -> Outcome:
        text = HEADER + statement(entry.goal)
        is_proved, seconds = run(text, limit + 2 * self.start_up)
        return outcome(entry, PROVED if is_proved else UNKNOWN, seconds)
