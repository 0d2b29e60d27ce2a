"""Relations of the field's grammar, from a seed: true or false by construction, or just random."""

import random
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.language import (
    Expression,
    Operation,
    Operator,
    Relation,
    Sense,
    Symbol,
    as_expression,
)
from boundcalc.language.domains import Domain, interval
from boundcalc.proving import ProofGoal, make_goal

REAL_DOMAINS = [
    "[0, 1]", "(0, 1]", "[0, 1)", "(0, 1)", "[1, 2]", "[-1, 1]", "(-1, 1)", "[-2, -1]", "[1/10, 4]",
    "(0, 1/8]", "[0, oo)", "(0, oo)", "[1, oo)", "(-oo, oo)", "(-oo, 0]", "[-1/2, 0)",
]  # fmt: skip
INTEGER_DOMAINS = ["[1, oo)", "[0, 5]", "(0, 8)", "(-1, 4]", "(-1/2, 3]", "[-3, 2)", "[2, 100]"]
SENSES = [Sense.LE] * 5 + [Sense.LT] * 3 + [Sense.GE] * 2 + [Sense.GT, Sense.EQ, Sense.NE]
CONSTANTS = [Fraction(text) for text in ("1", "2", "3", "1/2", "1/3", "4", "1/10", "10", "3/2")]


def apply(operator: Operator, *operands: Expression) -> Expression:
    return Operation(operator, operands)


def num(value: Fraction | int) -> Expression:
    return as_expression(Fraction(value))


def domain(rng: random.Random) -> Domain:
    if rng.random() < 0.2:
        return interval(rng.choice(INTEGER_DOMAINS), integer=True)
    return interval(rng.choice(REAL_DOMAINS))


class Generator:
    """Draws one goal."""

    def __init__(self, seed: object) -> None:
        self.rng = random.Random(f"relation {seed}")
        count = self.rng.choice((1, 1, 1, 2, 2, 3))
        self.symbols = [Symbol(name, domain(self.rng)) for name in "xyz"[:count]]

    def leaf(self) -> Expression:
        if self.rng.random() < 0.72:
            return self.rng.choice(self.symbols)
        return num(self.rng.choice(CONSTANTS))

    def term(self, depth: int) -> Expression:
        """Return any expression, which may be undefined in places."""
        if depth == 0 or self.rng.random() < 0.15:
            return self.leaf()
        draw = self.rng.random()
        first = self.term(depth - 1)
        if draw < 0.5:
            second = self.term(depth - 1)
            if draw < 0.2:
                return first + second
            if draw < 0.38:
                return first * second
            return first - second if draw < 0.44 else first / second
        if draw < 0.6:
            return apply(Operator.POWER, first, num(self.rng.choice((2, 2, 3, -1, Fraction(1, 2)))))
        if draw < 0.64:
            return apply(Operator.POWER, first, self.leaf())
        if draw < 0.72:
            operator = self.rng.choice((Operator.MAX, Operator.MIN))
            return apply(operator, first, self.term(depth - 1))
        operator = self.rng.choice(
            (Operator.EXP, Operator.EXP, Operator.LN, Operator.LN, Operator.SQRT, Operator.ABS,
             Operator.NEGATE, Operator.FLOOR, Operator.CEIL, Operator.ERF, Operator.PHI)
        )  # fmt: skip
        return apply(operator, first)

    def total(self, depth: int) -> Expression:
        """Return an expression that is defined everywhere."""
        if depth == 0 or self.rng.random() < 0.2:
            return self.leaf()
        first, second = self.total(depth - 1), self.total(depth - 1)
        return self.rng.choice(
            (first + second, first * second, first - second, first * first,
             apply(Operator.EXP, -first * first), apply(Operator.MAX, first, second),
             apply(Operator.ABS, first), first / (num(1) + second * second),
             apply(Operator.SQRT, num(2) + first * first), apply(Operator.ERF, first))
        )  # fmt: skip

    def true_relation(self) -> Relation:
        """Return an inequality with its greater side on the right, or an identity."""
        f, g = self.total(self.rng.choice((0, 0, 1))), self.total(self.rng.choice((0, 1)))
        one, two = num(1), num(2)
        exp = lambda t: apply(Operator.EXP, t)  # noqa: E731
        ln = lambda t: apply(Operator.LN, t)  # noqa: E731
        left, sense, right = self.rng.choice((
            (one + f, Sense.LE, exp(f)),
            (f, Sense.LT, exp(f)),
            (ln(one + f * f), Sense.LE, f * f),
            (two * f * g, Sense.LE, f * f + g * g),
            (f, Sense.LE, apply(Operator.MAX, f, g)),
            (f * g, Sense.LE, apply(Operator.ABS, f) * apply(Operator.ABS, g)),
            (apply(Operator.ABS, f + g), Sense.LE,
             apply(Operator.ABS, f) + apply(Operator.ABS, g)),
            (apply(Operator.FLOOR, f), Sense.LE, f),
            (f, Sense.LT, apply(Operator.FLOOR, f) + one),
            (exp(f) * exp(g), Sense.EQ, exp(f + g)),
            ((f + g) * (f - g), Sense.EQ, f * f - g * g),
            (apply(Operator.SQRT, f * f), Sense.EQ, apply(Operator.ABS, f)),
            (one, Sense.LE, (exp(f) + exp(-f)) / two),
            (two * f, Sense.LE, one + f * f),
            (apply(Operator.ERF, f), Sense.LT, one),
            (apply(Operator.PHI, f) + apply(Operator.PHI, -f), Sense.EQ, one),
            (f / (one + f * f), Sense.LT, one),
            (one - one / (one + f * f), Sense.LE, ln(one + f * f)),
        ))  # fmt: skip
        return Relation(left, sense, right)

    def false_relation(self) -> Relation:
        """Return a relation that fails everywhere, or where the two sides of a true one meet."""
        true = self.true_relation()
        bump = num(Fraction(1, self.rng.choice((1, 10, 1000, 10**6))))
        if true.sense is Sense.EQ:
            return Relation(true.left, self.rng.choice((Sense.EQ, Sense.GE)), true.right + bump)
        return Relation(true.right + bump, Sense.LE, true.left)

    def assumptions(self) -> list[Relation]:
        if self.rng.random() < 0.7 or len(self.symbols) < 2:
            return []
        x, y = self.symbols[:2]
        return [
            self.rng.choice((
                Relation(x, Sense.LE, y),
                Relation(x, Sense.LT, y),
                Relation(x + y, Sense.LE, num(1)),
                Relation(x, Sense.GE, y * y),
                Relation(x, Sense.NE, y),
                Relation(y, Sense.LE, x / num(15)),
            ))
        ]  # fmt: skip

    def goal(self) -> tuple[bool | None, ProofGoal]:
        """Return a goal and its truth, where the construction says it."""
        draw = self.rng.random()
        if draw < 0.35:
            truth: bool | None = True
            relation = self.true_relation()
        elif draw < 0.6:
            truth, relation = False, self.false_relation()
        else:
            truth = None
            depth = self.rng.choice((1, 2, 2, 3))
            relation = Relation(self.term(depth), self.rng.choice(SENSES), self.term(depth - 1))
        domains = {symbol.name: symbol.domain for symbol in self.symbols}
        return truth, make_goal(relation, self.assumptions(), domains)


class FactGenerator(Generator):
    """Draws a goal that its assumptions imply, nearly imply, or have nothing to do with."""

    def fact(self) -> Relation:
        left, right = self.total(self.rng.choice((0, 1, 1))), self.total(self.rng.choice((0, 0, 1)))
        sense = self.rng.choice([*[Sense.LE] * 5, *[Sense.LT] * 2, *[Sense.GE] * 2, Sense.EQ])
        return Relation(left, sense, right)

    def consequence(self, facts: list[Relation]) -> Relation:
        """Return a combination, or an image under a function that grows, of what is assumed."""
        pairs = [
            (fact.right, fact.left)
            if fact.sense in (Sense.GE, Sense.GT)
            else (fact.left, fact.right)
            for fact in facts
        ]
        left, right = self.rng.choice(pairs)
        if self.rng.random() < 0.4:
            other = self.rng.choice(pairs)
            factor = self.total(0) if self.rng.random() < 0.3 else num(self.rng.choice(CONSTANTS))
            return Relation(
                left + factor * other[0], self.rng.choice(SENSES), right + factor * other[1]
            )
        grown = self.rng.choice((
            lambda t: t,
            lambda t: apply(Operator.EXP, t),
            lambda t: apply(Operator.FLOOR, t),
            lambda t: apply(Operator.CEIL, t),
            lambda t: apply(Operator.MAX, t, self.symbols[0]),
            lambda t: apply(Operator.MIN, t, self.symbols[-1]),
            lambda t: t * t,
            lambda t: apply(Operator.SQRT, t * t),
            lambda t: apply(Operator.POWER, t, num(3)),
            lambda t: apply(Operator.ERF, t),
            lambda t: num(1) / t,
            lambda t: apply(Operator.LN, t),
        ))  # fmt: skip
        return Relation(grown(left), self.rng.choice(SENSES), grown(right))

    def goal(self) -> tuple[bool | None, ProofGoal]:
        """Return a goal; its truth is left to be sampled."""
        facts = [self.fact() for _ in range(self.rng.choice((1, 1, 2, 3)))]
        relation = self.consequence(facts)
        if self.rng.random() < 0.3:
            shift = num(Fraction(self.rng.choice((1, -1)), self.rng.choice((1, 10, 1000))))
            relation = Relation(relation.left, relation.sense, relation.right + shift)
        domains = {symbol.name: symbol.domain for symbol in self.symbols}
        return None, make_goal(relation, facts, domains)


def implied(start: int, stop: int) -> Iterator[tuple[int, bool | None, ProofGoal]]:
    """Yield goals with assumptions that matter."""
    for seed in range(start, stop):
        yield (seed, *FactGenerator(f"facts {seed}").goal())


def generated(start: int, stop: int) -> Iterator[tuple[int, bool | None, ProofGoal]]:
    """Yield the goals of a range of seeds, with their truth where it is known."""
    for seed in range(start, stop):
        yield (seed, *Generator(seed).goal())
