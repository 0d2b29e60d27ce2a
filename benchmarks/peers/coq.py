"""Coq's tactic `interval`: enclosures with bisection, derivatives or Taylor models, in the kernel.

The relation is moved to one side, L - R <= 0; integers become reals; a maximum becomes
(a + b + |a - b|) / 2. The tactic proves, and cannot refute. Coq loads its libraries once, and its
limit counts the processor time of one goal.
"""

import functools
import math
import os
import re
import select
import subprocess
import time
from fractions import Fraction
from pathlib import Path

from benchmarks.peers.common import CannotSayError, ends, whole
from benchmarks.suite import PATIENCE, PROVED, UNKNOWN, Entry, Outcome, outcome
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
from boundcalc.limits import limit_resources
from boundcalc.proving import ProofGoal

HEADER = (
    "Require Import Reals.\nFrom Flocq Require Import Core.\n"
    "From Interval Require Import Tactic.\nLocal Open Scope R_scope.\n"
)
MOST_EXPONENT = 1000
HIGH_PRECISION = 250  # bits
POLLED_EVERY = 0.01  # seconds
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
    """Return what stands behind the name of a theorem: a goal and its proof by `interval`.

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
    tactics = ["interval", f"interval with (i_prec {HIGH_PRECISION})"]
    if names:
        tactics.append(f"interval with ({bisected}, i_depth 20)")
        tactics += [
            f"interval with ({bisected}, {form} {name}, i_depth 20)"
            for name in names.values()
            for form in ("i_autodiff", "i_taylor")
        ]
    claimed = f"{quantified}{premises}{claim(goal.conclusion, names)}."
    return f"{claimed}\nProof. intros. time (first [ {' | '.join(tactics)} ]). Time Qed.\n"


class Session:
    """Coq with its libraries loaded, which takes one goal after another."""

    def __init__(self) -> None:
        self.count = 0
        self.process = subprocess.Popen(
            ["coqtop", "-q"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=limit_resources,
        )
        self.said(HEADER)
        if not self.proves("0 - 1 <= 0.\nProof. interval. Qed.\n")[0]:
            raise OSError("coqtop has no library Interval")

    def used(self) -> float:
        """Return the seconds of a processor that it has used."""
        try:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except ProcessLookupError:
            return math.inf
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def said(self, text: str, limit: float = math.inf) -> str | None:
        """Return what it prints of a text, or None where it ends or comes to the limit of time.

        The limit is in seconds of a processor, and by the clock PATIENCE times as many.
        """
        assert self.process.stdin
        assert self.process.stdout
        self.count += 1
        mark = f"mark {self.count}"
        end, latest = self.used() + limit, time.monotonic() + PATIENCE * limit
        self.process.stdin.write(f'{text}Abort All.\nGoal True. idtac "{mark}". Abort.\n'.encode())
        self.process.stdin.flush()
        printed, output = b"", self.process.stdout.fileno()
        while not printed.endswith(f"\n{mark}\n".encode()):
            is_over = self.used() > end or time.monotonic() > latest
            if select.select([output], [], [], 0 if is_over else POLLED_EVERY)[0]:
                chunk = os.read(output, 1 << 16)
                is_over = not chunk
                printed += chunk
            if is_over:
                self.end()
                return None
        return printed.decode()

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def proves(self, statement: str, limit: float = math.inf) -> tuple[bool, float]:
        """Return whether it accepts a goal within the limit, and the time that the proof took.

        The time is what Coq itself says of the tactic and of Qed.
        """
        name = f"goal_{self.count}"
        said = self.said(f"Theorem {name} : {statement}Check {name}.\n", limit)
        if said is None:
            return False, limit
        seconds = sum(float(user) + float(system) for user, system in _TIMES.findall(said))
        return f"\n{name}\n" in said and seconds <= limit, seconds

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


class CoqInterval:
    """The tactic and the kernel, without the time that Coq needs to load its libraries."""

    name = "Coq `interval`"

    def __init__(self) -> None:
        self.session: Session | None = None

    def version(self) -> str:
        done = subprocess.run(["coqtop", "--version"], capture_output=True, text=True, check=True)
        found = re.search(r"version (\S+)", done.stdout)
        self.session = Session()
        return f"Coq {found[1] if found else '?'}"

    def check(self, entry: Entry) -> None:
        statement(entry.goal)

    def measure(self, entry: Entry, limit: float) -> Outcome:
        text = statement(entry.goal)
        if self.session is None or self.session.has_ended:
            self.session = Session()
        is_proved, seconds = self.session.proves(text, limit)
        return outcome(entry, PROVED if is_proved else UNKNOWN, seconds)
