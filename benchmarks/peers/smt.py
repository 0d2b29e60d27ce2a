"""The solvers of satisfiability modulo theories: cvc5 with exponentials, and z3 without.

Both are asked whether a point satisfies the domain, the assumptions and the negated conclusion.
Roots and logarithms become new variables that are defined by powers and exponentials.
"""

import functools
from fractions import Fraction

from benchmarks.peers.common import MOST_SUMMANDS, CannotSayError, ends, exact, whole
from benchmarks.suite import PROVED, REFUTED, UNKNOWN, Entry, Outcome, measured
from boundcalc.language import (
    Constant,
    Expression,
    Number,
    Operation,
    Operator,
    Relation,
    Sense,
    Sum,
    Symbol,
)
from boundcalc.proving import ProofGoal

MOST_EXPONENT = 64
_ANSWERS = {"unsat": PROVED, "sat": REFUTED}


class Script:
    """A script of SMT-LIB that is being written."""

    def __init__(self, goal: ProofGoal, has_exp: bool) -> None:
        self.has_exp = has_exp
        self.lines: list[str] = []
        self.fresh = 0
        self.names = {symbol.name: f"x{place}" for place, symbol in enumerate(goal.variables)}
        self.values = dict(self.names)
        for symbol in goal.variables:
            name = self.names[symbol.name]
            kind = "Int" if symbol.domain.integer else "Real"
            self.lines.append(f"(declare-const {name} {kind})")
            if symbol.domain.integer:
                self.values[symbol.name] = f"(to_real {name})"
            for sign, end in ends(symbol.domain):
                self.require(f"({sign} {self.values[symbol.name]} {number(end)})")
        for relation in goal.assumptions:
            self.require(self.claim(relation))
        self.require(f"(not {self.claim(goal.conclusion)})")

    def text(self) -> str:
        return "\n".join(["(set-logic ALL)", *self.lines, "(check-sat)", ""])

    def require(self, formula: str) -> None:
        self.lines.append(f"(assert {formula})")

    def new(self) -> str:
        self.fresh += 1
        self.lines.append(f"(declare-const y{self.fresh} Real)")
        return f"y{self.fresh}"

    def claim(self, relation: Relation) -> str:
        left, right = self.term(relation.left), self.term(relation.right)
        if relation.sense is Sense.NE:
            return f"(distinct {left} {right})"
        return f"({relation.sense.value} {left} {right})"

    def term(self, node: Expression) -> str:
        if isinstance(node, Number):
            return number(node.value)
        if isinstance(node, Constant):
            if not self.has_exp:
                raise CannotSayError(node.name)
            return "real.pi" if node.name == "pi" else "(exp 1.0)"
        if isinstance(node, Symbol):
            return self.values[node.name]
        if isinstance(node, Sum):
            return self.sum(node)
        assert isinstance(node, Operation)
        if node.operator is Operator.POWER:
            return self.power(*node.operands)
        return self.operation(node.operator, [self.term(child) for child in node.operands])

    def operation(self, operator: Operator, parts: list[str]) -> str:
        infix = {"add": "+", "multiply": "*", "divide": "/", "negate": "-"}
        if operator.label in infix:
            return f"({infix[operator.label]} {' '.join(parts)})"
        if operator is Operator.SQRT:
            return self.root(parts[0], 2)
        if operator is Operator.EXP:
            return self.exp(parts[0])
        if operator is Operator.LN:
            return self.ln(parts[0])
        if operator is Operator.LOG:
            return f"(/ {self.ln(parts[1])} {self.ln(parts[0])})"
        if operator is Operator.ABS:
            return f"(ite (>= {parts[0]} 0.0) {parts[0]} (- {parts[0]}))"
        if operator in (Operator.MAX, Operator.MIN):
            sign = ">=" if operator is Operator.MAX else "<="
            return functools.reduce(lambda a, b: f"(ite ({sign} {a} {b}) {a} {b})", parts)
        if operator is Operator.FLOOR:
            return f"(to_real (to_int {parts[0]}))"
        if operator is Operator.CEIL:
            return f"(- (to_real (to_int (- {parts[0]}))))"
        raise CannotSayError(operator.label)

    def power(self, base: Expression, exponent: Expression) -> str:
        count, value = whole(exponent), exact(exponent)
        if isinstance(base, Constant) and base.name == "e":
            return self.exp(self.term(exponent))
        if count is not None and abs(count) <= MOST_EXPONENT:
            return integer_power(self.term(base), count)
        if value is not None and max(abs(value.numerator), value.denominator) <= MOST_EXPONENT:
            return integer_power(self.root(self.term(base), value.denominator), value.numerator)
        known = exact(base)
        if known is not None and known <= 0:  # it has no logarithm, and nothing would satisfy that
            raise CannotSayError("an open power of a negative number")
        return self.exp(f"(* {self.term(exponent)} {self.ln(self.term(base))})")

    def root(self, radicand: str, degree: int) -> str:
        name = self.new()
        self.require(f"(>= {name} 0.0)")
        self.require(f"(= {integer_power(name, degree)} {radicand})")
        return name

    def exp(self, exponent: str) -> str:
        if not self.has_exp:
            raise CannotSayError("exp")
        return f"(exp {exponent})"

    def ln(self, argument: str) -> str:
        if not self.has_exp:
            raise CannotSayError("ln")
        name = self.new()
        self.require(f"(= (exp {name}) {argument})")
        return name

    def sum(self, node: Sum) -> str:
        first, last = whole(node.lower), whole(node.upper)
        if first is None or last is None or last - first >= MOST_SUMMANDS:
            raise CannotSayError("sums")
        before = dict(self.values)
        parts = ["0.0"]
        for index in range(first, last + 1):
            self.values[node.index.name] = number(Fraction(index))
            parts.append(self.term(node.body))
        self.values = before
        return f"(+ {' '.join(parts)} 0.0)"


def number(value: Fraction) -> str:
    magnitude = abs(value)
    text = f"{magnitude.numerator}.0"
    if magnitude.denominator != 1:
        text = f"(/ {text} {magnitude.denominator}.0)"
    return text if value >= 0 else f"(- {text})"


def integer_power(base: str, count: int) -> str:
    if count == 0:
        return "1.0"
    if count < 0:
        return f"(/ 1.0 {integer_power(base, -count)})"
    return base if count == 1 else f"(* {' '.join([base] * count)})"


class Cvc5:
    """With exponentials, by linearization."""

    name = "cvc5"

    def version(self) -> str:
        import cvc5

        return f"cvc5 {cvc5.__version__}"

    def check(self, entry: Entry) -> None:
        Script(entry.goal, has_exp=True)

    def measure(self, entry: Entry, limit: float) -> Outcome:
        import cvc5

        def decide(entry: Entry) -> str:
            solver = cvc5.Solver()
            parser = cvc5.InputParser(solver)
            text = Script(entry.goal, has_exp=True).text()
            parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, entry.id)
            manager = parser.getSymbolManager()
            answer = ""
            while not (command := parser.nextCommand()).isNull():
                answer = command.invoke(solver, manager).strip() or answer
            return _ANSWERS.get(answer, UNKNOWN)

        return measured(entry, limit, decide)


class Z3:
    """Polynomials, quotients and roots."""

    name = "z3"

    def version(self) -> str:
        import z3

        return f"z3 {z3.get_version_string()}"

    def check(self, entry: Entry) -> None:
        Script(entry.goal, has_exp=False)

    def measure(self, entry: Entry, limit: float) -> Outcome:
        import z3

        def decide(entry: Entry) -> str:
            solver = z3.Solver()
            text = Script(entry.goal, has_exp=False).text()
            solver.from_string(text.replace("(check-sat)\n", "").replace("(set-logic ALL)\n", ""))
            return _ANSWERS.get(str(solver.check()), UNKNOWN)

        return measured(entry, limit, decide)
