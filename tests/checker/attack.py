"""An attacker of the checker: random false goals, and random proofs of them by all rules.

A goal is false where a point of its box satisfies the facts, and the claim fails there by an
evaluation that shares no code with the checker.
A random tree of rules is grown from it, and what no random point refutes is grown further; a tree
whose leaves all close is a certificate, which the checker must reject.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Goal, Range, is_shown, minus
from boundcalc.checker.proofs import read_goal
from boundcalc.checker.registry import ALL_RULES
from boundcalc.checker.terms import Claim, Term, applied, children, number, replace
from boundcalc.proving.term_translation import to_json
from tests.checker.exact import truth
from tests.checker.test_laws_of_normal_forms import PI, N, X, Y, at_random, by_a_law

Step = dict[str, Any]
FAILURES = (Rejected, ia.Undefined, ArithmeticError, ValueError, RecursionError, KeyError)
NUMBERS = [Fraction(text) for text in ("-3", "-2", "-1", "-1/2", "0", "1/3", "1", "2", "5/2", "4")]
RANGES = [
    Range(-ia.INF, ia.INF, False, False), Range(Fraction(-2), Fraction(2), True, True),
    Range(ia.ZERO, Fraction(3), True, False), Range(ia.ZERO, ia.INF, False, False),
    Range(Fraction(-4), ia.ZERO, True, True), Range(ia.ONE, ia.INF, True, False),
]  # fmt: skip
INTEGERS = [
    Range(ia.ONE, ia.INF, True, False, True), Range(-ia.INF, ia.INF, False, False, True),
    Range(ia.ZERO, Fraction(4), True, True, True),
    Range(Fraction(-3), Fraction(3), True, True, True),
]  # fmt: skip
KINDS = [">=", ">=", ">=", ">", ">", "=", "!=", "ok"]
MOST_CHILDREN = 7


def inside(rng: random.Random, values: Range) -> Fraction | None:
    """Return a value of a range, often an end, zero or an integer."""
    for _ in range(12):
        value = rng.choice(NUMBERS)
        if isinstance(values.low, Fraction) and rng.random() < 0.3:
            value = values.low + rng.choice((Fraction(0), Fraction(1, 100), Fraction(1)))
        if isinstance(values.high, Fraction) and rng.random() < 0.2:
            value = values.high - rng.choice((Fraction(0), Fraction(1, 100), Fraction(1)))
        if values.contains(value):
            return value
    return None


def points(rng: random.Random, context: Context, count: int) -> Iterator[dict[str, Fraction]]:
    """Yield points of a context at which its facts hold for certain."""
    for _ in range(count):
        point: dict[str, Fraction] = {}
        for name, values in context.box.items():
            value = inside(rng, values)
            if value is None:
                return
            point[name] = value
        if all(truth(fact, point) for fact in context.facts):
            yield point


def is_refuted(rng: random.Random, goal: Goal, count: int = 12) -> bool:
    """Return whether a random point shows that a goal is false."""
    return any(truth(goal[1], point) is False for point in points(rng, goal[0], count))


def parts(term: Term) -> Iterator[Term]:
    yield term
    if term[0] != "sum":
        for child in children(term):
            yield from parts(child)


def discrete(rng: random.Random) -> tuple[Term, Term]:
    """Return two sides about floors, sums, factorials and limits that are equal now and then."""
    a, i = at_random(rng, rng.choice((0, 0, 1))), ("symbol", "i")
    less, body = minus(N, number(1)), rng.choice([i, number(1), ("power", X, i), ("divide", X, i)])
    whole: Term = ("sum", "i", number(rng.choice((0, 1, 2))), N, body)
    below: Term = ("sum", "i", whole[2], less, body)
    factorial: Term = ("factorial", N)
    pairs: list[tuple[Term, Term]] = [
        (("floor", a), a), (("ceil", a), a), (("ceil", a), ("add", ("floor", a), number(1))),
        (("floor", ("multiply", number(2), a)), ("multiply", number(2), ("floor", a))),
        (whole, ("add", below, replace(body, {i: N}))), (whole, N), (whole, below),
        (factorial, ("multiply", N, ("factorial", less))), (factorial, N),
        (factorial, ("power", number(2), less)), (("factorial", ("add", N, a)), factorial),
        (("binomial", N, number(2)), ("divide", ("multiply", N, less), number(2))),
        (("binomial", N, number(rng.choice((0, 1, 3)))), N), (("binomial", N, a), N),
        (("exp", ("negate", Y)), ("divide", number(1), Y)), (applied("erf", Y), number(1)),
        (("divide", a, Y), number(0)), (("ln", Y), ("sqrt", Y)),
        (applied("phi", a), applied("erf", a)),
        (("arctan", a), a), (("sin", a), a), (("cos", a), number(1)), (("arctan", Y), number(1)),
        (("sin", ("multiply", PI, N)), number(0)), (("arctan", a), ("divide", PI, number(4))),
        (("power", number(2), N), N), (("power", X, N), number(1)), (("multiply", N, N), N),
    ]  # fmt: skip
    first, second = rng.choice(pairs)
    return (second, first) if rng.random() < 0.5 else (first, second)


def random_goal(rng: random.Random) -> Goal:
    """Return a goal whose facts are often the claim in another form."""
    first, second = by_a_law(rng) if rng.random() < 0.6 else discrete(rng)
    other = rng.choice([Y, number(0), number(1), at_random(rng, 1)])
    claim: Claim = (rng.choice(KINDS), minus(second, other))
    fact: Claim = (rng.choice(KINDS[:6]), minus(first, other))
    facts = [[], [fact], [fact], [fact, (rng.choice(KINDS[:7]), at_random(rng, 2))]]
    if rng.random() < 0.3:
        claim = (rng.choice(KINDS), minus(first, second))
    elif rng.random() < 0.2:
        claim = (rng.choice(KINDS), minus(rng.choice(list(parts(first))), other))
    box = {"x": rng.choice(RANGES), "y": rng.choice(RANGES), "n": rng.choice(INTEGERS)}
    return Context(box, tuple(rng.choice(facts))), claim


def random_step(rng: random.Random, goal: Goal, wanted: str = "") -> Step:
    """Return a step by a random rule, or by the one that is wanted, with entries that may fit."""
    context, claim = goal
    pool = [part for _, term in (claim, *context.facts) for part in parts(term)]
    pool += [X, N, number(1), number(0), number(2)]
    names = list(context.box)
    index = rng.randrange(len(context.facts)) if context.facts else 0
    rule = wanted or rng.choice(sorted(ALL_RULES))

    def term() -> Any:
        found = rng.choice(pool)
        if rng.random() < 0.2:
            found = rng.choice([("negate", found), minus(found, number(1)), ("ln", found),
                                ("add", found, number(1)), ("divide", found, rng.choice(pool)),
                                ("multiply", found, rng.choice(pool))])  # fmt: skip
        return to_json(found)

    def of(*kinds: str) -> Any:
        fitting = [part for part in pool if part[0] in kinds]
        return to_json(rng.choice(fitting)) if fitting else term()

    step: Step = {
        "rule": rule,
        "fact": index,
        "term": term(),
        "variable": rng.choice(names or [""]),
    }
    step |= {"negative": rng.random() < 0.5, "strict": rng.random() < 0.4, "name": f"v{len(names)}"}
    step |= {"kind": rng.choice(KINDS), "facts": [index]}
    step |= {"at": str(rng.choice(NUMBERS)), "upper": rng.random() < 0.3}
    step |= {"side": rng.choice(("low", "high"))}
    step |= {"value": str(rng.choice(NUMBERS)), "closed": rng.random() < 0.6}
    step |= {"form": rng.choice(("affine", "mirror", "shift", "reciprocal", "square"))}
    step |= {"a": term(), "b": term(), "factor": rng.choice([["number", "1"], term()])}
    step |= {"other": term(), "less": term(), "end": rng.choice(("low", "high", index))}
    step["multipliers"] = [[index, rng.choice([["number", "1"], ["number", "0"], term()])]]
    if rule == "cases":
        step["term"] = of("max", "min", "abs")
    elif rule in ("floor", "unfold", "factorial"):
        step["term"] = (
            of("floor", "ceil") if rule == "floor" else of("factorial", "binomial", "sum")
        )
    return step


@dataclass
class Attack:
    """Counts of what was tried; every proof begins with the rule, if one is named."""

    rule: str = ""
    goals: int = 0
    steps: int = 0
    suspicious: int = 0  # steps that leave nothing which a random point refutes
    trees: int = 0
    rules: dict[str, int] = field(default_factory=dict)

    def grow(self, rng: random.Random, goal: Goal, depth: int, budget: list[int]) -> Any:
        """Return a proof of a goal, true or false, or None."""
        context, claim = goal
        if is_shown(context, claim):
            return "auto"
        facts = range(len(context.facts))
        closing: list[Step] = [{"rule": "identity"}, {"rule": "parts"}]
        closing += [
            {"rule": rule, "fact": index} for rule in ("fact", "exclude") for index in facts
        ]
        tried = closing + [random_step(rng, goal) for _ in range(6 if depth else 0)]
        for step in tried:
            budget[0] -= 1
            if budget[0] < 0:
                return None
            found = self.by_step(rng, goal, step, depth, budget)
            if found is not None:
                return found
        return None

    def by_step(
        self, rng: random.Random, goal: Goal, step: Step, depth: int, budget: list[int]
    ) -> Any:
        self.steps += 1
        try:
            goals = ALL_RULES[step["rule"]](step, *goal)
        except FAILURES:
            return None
        if len(goals) > MOST_CHILDREN or (goals and not depth):
            return None
        try:
            if any(is_refuted(rng, child) for child in goals):
                return None
            self.suspicious += 1
            self.rules[step["rule"]] = self.rules.get(step["rule"], 0) + 1
            proofs = []
            for child in goals:
                proof = self.grow(rng, child, depth - 1, budget)
                if proof is None:
                    return None
                proofs.append(proof)
        except FAILURES:
            return None
        return {**step, "children": proofs}

    def prove(self, rng: random.Random, goal: Goal, witness: dict[str, Fraction]) -> Any:
        """Return a certificate of a goal that the checker accepts, or None."""
        budget = [60]
        try:
            proof = None if self.rule else self.grow(rng, goal, 3, budget)
            for _ in range(20 if self.rule else 0):
                step = random_step(rng, goal, self.rule)
                proof = self.by_step(rng, goal, step, 3, budget)
                if proof is not None:
                    break
        except FAILURES:
            return None
        if proof is None:
            return None
        self.trees += 1
        certificate = certificate_of(goal, witness, proof)
        try:
            check_certificate(certificate)
        except Rejected:
            return None
        return certificate


def certificate_of(goal: Goal, witness: dict[str, Fraction], proof: Any) -> Any:
    """Return a certificate of a goal; a claim that a term is defined is 0 <= t^2 there."""
    context, claim = goal

    def end(value: Any) -> str | None:
        return str(value) if isinstance(value, Fraction) else None

    return {
        "version": 1,
        "kind": "proof",
        "variables": {
            name: {"low": end(item.low), "high": end(item.high), "low_closed": item.low_closed,
                   "high_closed": item.high_closed, "integer": item.integer}
            for name, item in context.box.items()
        },
        "assumptions": [relation(fact) for fact in context.facts],
        "conclusion": relation(claim),
        "witness": {name: str(value) for name, value in witness.items()},
        "proof": proof if proof != "auto" else {"rule": "enclose"},
    }  # fmt: skip


def relation(claim: Claim) -> Any:
    """Return a claim about a difference as a relation of its sides."""
    kind, term = claim
    return [kind, to_json(term[1]), to_json(term[2][1])]


def is_difference(term: Term) -> bool:
    return term[0] == "add" and len(term) == 3 and term[2][0] == "negate"


def attacked(seed: int, count: int, rule: str = "") -> tuple[Attack, list[Any], int]:
    """Attack false goals; return the counts, the false certificates accepted, and true ones.

    The rule, if one is named, is the first of every proof.
    """
    rng = random.Random(f"{seed} {rule}")
    attack, wrong, right = Attack(rule), [], 0
    while attack.goals < count:
        context, claim = random_goal(rng)
        facts = tuple(fact if is_difference(fact[1]) else (fact[0], minus(fact[1], number(0)))
                      for fact in context.facts)  # fmt: skip
        claim = (">=" if claim[0] == "ok" else claim[0], claim[1])
        goal: Goal = (Context(context.box, facts), claim)
        try:
            found = list(points(rng, goal[0], 60))
            is_false = any(truth(claim, point) is False for point in found)
        except FAILURES:
            continue
        if not found or (not is_false and rng.random() < 0.8):
            continue
        attack.goals += is_false
        for witness in (found[0], found[-1]):
            accepted = attack.prove(rng, goal, witness)
            if accepted is not None and is_false:
                wrong.append(accepted)
            right += accepted is not None and not is_false
    return attack, wrong, right


def false_at(certificate: Any, rng: random.Random, count: int = 200) -> dict[str, Fraction] | None:
    """Return a random point at which the goal of a certificate fails, or None."""
    context, claim = read_goal(certificate)
    for point in points(rng, context, count):
        if truth(claim, point) is False:
            return point
    return None
