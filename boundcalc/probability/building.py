"""Building derivations: instances of schemes with their side proofs, and the facts they give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from fractions import Fraction
from functools import partial
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context
from boundcalc.checker.probability.derivations import SCHEMES, apply_scheme
from boundcalc.checker.probability.law_schemes import moment_case, tail_cases
from boundcalc.checker.probability.model import Model, Quantity, read_quantities
from boundcalc.checker.probability.pointwise import Observations, first_open
from boundcalc.checker.probability.space import ANY_INTEGER, Source, Space, read_space
from boundcalc.checker.probability.terms import is_random
from boundcalc.checker.proofs import read_goal
from boundcalc.checker.terms import Claim, Rejected, Term, enclose, limited_work, names, number
from boundcalc.language.domains import INTEGER
from boundcalc.probability.expand import (
    ONE,
    Monomial,
    TooLarge,
    by_values,
    expanded,
    independent_parts,
    monomial_term,
)
from boundcalc.probability.goals import ExpectationGoal, Expected, variables_json
from boundcalc.probability.over_index import families
from boundcalc.probability.reasons import IMPOSSIBLE, RULES, check_given_proof, refusal
from boundcalc.probability.records import domain_json
from boundcalc.probability.search import plain_proof, pointwise_proof
from boundcalc.probability.substitution import (
    bare_proof,
    eliminated,
    proof_by_cases,
    proof_by_elimination,
    proof_by_values,
)
from boundcalc.probability.writing import to_json

PointwiseSearch = Callable[[Space, Context, Claim], Any]
WORK, EFFORT = 200, 40_000  # goals and steps of arithmetic for the row itself
BRIEF_WORK, BRIEF = 20, 10_000  # of a first look
_COSTS = 250_000  # steps of the checker for one instance


class Builder:
    """A derivation that grows: numbers, instances, and the context with their facts."""

    def __init__(self, goal: ExpectationGoal) -> None:
        self.goal = goal
        self.context, self.claim = read_goal(
            {**goal.asked(), "variables": goal.to_json()["variables"]}
        )
        self.space = read_space(goal.asked()["space"])
        self.extra: list[Expected] = []
        self.instances: list[dict[str, Any]] = []
        self.refusals: list[tuple[str, str]] = []  # schemes, and what kept them from applying
        self.quantities: dict[str, Quantity] = read_quantities(
            [number.to_json() for number in goal.numbers], self.context, self.space
        )
        self.names: dict[Term, str] = {
            item.term: name for name, item in self.quantities.items() if item.given is None
        }
        self.indices: list[str] = []
        self.based: set[str] = set()
        self.atoms: set[str] = set()
        self.bounded: set[str] = set()

    # --- numbers

    def mean(self, term: Term) -> str:
        """Return the symbol of the expectation of a term, which may be new.

        Raises
        ------
        Rejected
            If the expectation need not exist.
        """
        if term in self.names:
            return self.names[term]
        taken = self.context.box.keys()
        name = next(name for name in (f"E_{k}" for k in range(1, 10_000)) if name not in taken)
        number_ = Expected(name=name, term=term)
        ranges = variables_json((), (number_,))
        context, _ = read_goal({"variables": ranges, "assumptions": [], "conclusion": _NOTHING})
        outer = self.context.with_range(name, context.box[name])
        listed = [item.to_json() for item in (*self.goal.numbers, *self.extra, number_)]
        self.quantities = read_quantities(listed, outer, self.space)
        self.context = outer
        self.extra.append(number_)
        self.names[term] = name
        return name

    def model(self) -> Model:
        """Return what the checker has of the hypotheses and numbers."""
        parameters = [symbol.name for symbol in self.goal.parameters]
        return Model(self.space, self.quantities, partial(check_given_proof, parameters))

    # --- instances

    def add(self, step: Mapping[str, Any] | None) -> bool:
        """Add an instance, if the checker accepts it; return whether it does."""
        if step is None:
            return False
        try:
            with limited_work([_COSTS]):
                fact = apply_scheme(self.model(), self.context, step, 0)
        except (Rejected, KeyError, TypeError, ValueError, ArithmeticError, ia.Undefined) as error:
            return self.refuse(step["scheme"], refusal(error))
        if fact not in self.context.facts:
            self.context = self.context.with_fact(fact)
            self.instances.append(dict(step))
        return True

    def refuse(self, scheme: str, why: str) -> bool:
        """Note which side condition keeps a scheme from applying; return that it does not."""
        self.refusals.append((scheme, why))
        return False

    def positive(
        self, kind: str, parts: Mapping[str, Term], search: PointwiseSearch = pointwise_proof
    ) -> bool:
        """Add that a linear relation holds, "" for the constant, if it does at all outcomes."""
        constant = parts.get("", number(0))
        pairs = [(name, factor) for name, factor in parts.items() if name]
        terms = (("multiply", factor, self.quantities[name].term) for name, factor in pairs)
        claim = (kind, ("add", constant, *terms))
        proof = search(self.space, self.context, claim)
        if proof is None:
            return False
        return self.add(
            {
                "scheme": "positive",
                "kind": kind,
                "terms": [[name, to_json(factor)] for name, factor in pairs],
                "constant": to_json(constant),
                "proof": proof,
            }
        )

    def product(self, first: Term, second: Term, statement: int) -> bool:
        """Add that the mean of a product of independent terms is the product of the means."""
        names = [self.mean(term) for term in (first, second, ("multiply", first, second))]
        keys = ("first", "second", "both")
        step = dict(zip(keys, names, strict=True))
        return self.add({"scheme": "product", "statement": statement, **step})

    def conditional(self, name: str) -> bool:
        """Add what a conditional expectation is."""
        quantity = self.quantities[name]
        indicator: Term = ("indicator", quantity.given)
        event = self.mean(indicator)
        joint = self.mean(("multiply", quantity.term, indicator))
        possible: Claim = (">", ("symbol", event))
        proof = plain_proof((self.context, possible))
        if proof is None:
            self.base(event)
            proof = proof_by_elimination(
                self.context, possible, frozenset(self.quantities), is_whole=False
            )
        if proof is None:
            return self.refuse("conditional", IMPOSSIBLE)
        step = {"conditional": name, "event": event, "joint": joint, "possible": proof}
        return self.add({"scheme": "conditional", **step})

    def index(self, name: str) -> bool:
        """Declare the index of a sum as any integer; return whether it may be one."""
        values = self.context.box.get(name)
        if values is None:
            self.context = self.context.with_range(name, ANY_INTEGER)
            self.indices.append(name)
        return values is None or values == ANY_INTEGER

    def nested(self, step: Mapping[str, Any], fill: Callable[[Builder], object]) -> bool:
        """Add an instance with a derivation for one index, which `fill` makes facts for.

        It may return the proof from them, which is searched for if it returns None.
        """
        asked: list[tuple[Context, Claim]] = []

        def probe(model: Model, inner: Context, claim: Claim, data: Any, depth: int) -> None:
            asked.append((inner, claim))

        try:
            SCHEMES[step["scheme"]](
                self.model(), self.context, {**step, "derivation": None}, probe, 0
            )
        except (Rejected, KeyError, TypeError, ValueError, ArithmeticError, ia.Undefined) as error:
            return self.refuse(step["scheme"], refusal(error))
        inner = copy(self)
        (inner.context, inner.claim), inner.instances = asked[0], []
        inner.based, inner.atoms, inner.bounded = set(), set(), set()
        inner.extra, inner.names = self.extra, self.names
        proof = fill(inner)
        self.quantities = inner.quantities
        new = {key: inner.context.box[key] for key in inner.context.box}
        self.context = Context({**new, **self.context.box}, self.context.facts)
        proof = proof or inner.proof(work=150, effort=20_000)
        if proof is None:
            return self.refuse(step["scheme"], "what it needs of one index is not shown")
        return self.add({**step, "derivation": {"instances": inner.instances, "proof": proof}})

    # --- what every number is made of

    def base(self, name: str) -> None:
        """Take a number apart by linearity and independence, as far as it goes."""
        if name in self.based:
            return
        self.based.add(name)
        term = self.quantities[name].term
        try:
            found = expanded(term)
        except TooLarge:
            return
        if list(found) == [((term, 1),)]:
            self.atom(name)
            return
        parts: dict[str, Term] = {name: ONE}
        try:
            for key, factor in found.items():
                if not key:
                    parts[""] = ("negate", factor)
                    continue
                part = self.factored(key)
                parts[part] = (
                    ("add", parts[part], ("negate", factor))
                    if part in parts
                    else ("negate", factor)
                )
        except Rejected:
            return
        if parts.keys() != {name}:
            self.positive("=", parts)

    def factored(self, key: Monomial) -> str:
        """Return the number of a product, with the facts about its independent factors."""
        groups, statement = independent_parts(self.space, self.context, key)
        terms = [monomial_term(group) for group in groups]
        whole = terms[-1]
        for term in terms:
            self.atom(self.mean(term))
        for term in reversed(terms[:-1]):
            self.product(term, whole, statement)
            whole = ("multiply", term, whole)
        return self.mean(whole)

    def atom(self, name: str) -> None:
        """Add what is known of a number that is not taken apart."""
        self.bounds(name)
        if name not in self.atoms:
            self.atoms.add(name)
            families.over_index(self, name)
            families.represent(self, name)

    def bounds(self, name: str) -> None:
        """Add the least and the greatest value, as far as they are plain, and a finite law."""
        term = self.quantities[name].term
        if name in self.bounded:
            return
        self.bounded.add(name)
        self.law(name)
        if term[0] == "indicator" or first_open(term, {}) is not None:
            return
        low, high = self.enclosed(term)
        if low is not None:
            self.positive(">=", {name: ONE, "": number(-low)})
        if high is not None:
            self.positive(">=", {name: number(-1), "": number(high)})
        for bound, sign in self._declared(term):
            shifted: Term = ("negate", bound) if sign > 0 else bound
            self.positive(">=", {name: number(sign), "": shifted})

    def enclosed(self, term: Term) -> tuple[Fraction | None, Fraction | None]:
        """Return numbers between which a random term lies at all outcomes, as far as is known."""
        observations = Observations(self.space, self.context)
        try:
            plain = observations.plain(term, None)
            values = enclose(plain, observations.context.intervals(), 64)
        except (Rejected, ia.Undefined):
            return None, None
        low, high = (
            end if isinstance(end, Fraction) else None for end in (values.low, values.high)
        )
        return low, high

    def _declared(self, term: Term) -> list[tuple[Term, int]]:
        if term[0] != "random":
            return []
        head = self.space.heads[term[1]]
        return [(bound, sign) for bound, sign in ((head.low, 1), (head.high, -1)) if bound]

    def law(self, name: str) -> bool:
        """Add the value of an expectation by a finite or a uniform law, if there is one."""
        if self.other_integers(name) or self.named(name):
            return True
        sources = self.space.sources(self.quantities[name].term)
        if len(sources) != 1 or not is_random(self.quantities[name].term):
            return self._split(name)
        (source,) = sources
        head = self.space.heads.get(source[1]) if source[0] == "random" else None
        if head is None or not head.law:
            return False
        return self.add({"scheme": "law", "term": name, "whole": self._whole(source)})

    def _split(self, name: str) -> bool:
        """Add the mean of a number at the values of one that is independent of all else in it."""
        found = by_values(self.space, self.context, self.quantities[name].term)
        if found is None:
            return False
        source, statement, terms = found
        try:
            parts = [self.mean(term) for term in terms]
        except Rejected:
            return False
        step = {"scheme": "law", "term": name, "value": to_json(source), "parts": parts}
        if not self.add({**step, "statement": statement, "whole": self._whole(source)}):
            return False
        for part in parts:
            self.base(part)
        return True

    def _whole(self, source: Source) -> Any:
        """Return a proof that the chances of the values of a finite law sum to one, or None."""
        law = self.space.heads[source[1]].law
        chances: Term = ("add", number(0), *(chance for _, chance in law))
        total: Claim = ("=", ("add", chances, ("negate", number(1))))
        return bare_proof((self.context, total)) or plain_proof((self.context, total))

    def value(self, name: str) -> Term:
        """Return what a number is known to be, if it is equal to one without expectations."""
        self.law(name)
        for kind, term in self.context.facts:
            if kind != "=" or term[0] != "add" or len(term) != 3 or term[2][0] != "negate":
                continue
            if term[1] == ("symbol", name) and not names(term[2]) & self.quantities.keys():
                value: Term = term[2][1]
                return value
        found = eliminated(self.context, ("symbol", name), frozenset(self.quantities))
        is_known = found is not None and not names(found[1]) & self.quantities.keys()
        return found[1] if found is not None and is_known else ("symbol", name)

    def other_integers(self, name: str) -> bool:
        """Add the chance of all values but one of the uniform law on integers."""
        term = self.quantities[name].term
        if term[0] != "indicator" or term[1][0] != "!=":
            return False
        gap = term[1][1]
        if gap[0] != "add" or len(gap) != 3 or gap[2][0] != "negate" or gap[1][0] != "random":
            return False
        head = self.space.heads[gap[1][1]]
        if head.named is None or head.named[0] != "dice" or is_random(gap[2]):
            return False
        other = self.mean(("indicator", ("=", gap)))
        return self.positive("=", {name: ONE, other: ONE, "": number(-1)}) and self.law(other)

    def named(self, name: str) -> bool:
        """Add the chance of an event, or the moment, of a value with a named law."""
        term = self.quantities[name].term
        for place, (claims, value) in enumerate(tail_cases(self.context, self.space, term)):
            proofs = [pointwise_proof(self.space, self.context, claim) for claim in claims]
            if None not in proofs:
                step = {"scheme": "tail", "term": name, "case": place, "proofs": proofs}
                return self.add(step) if not is_random(value) else self._averaged(step, value)
        found = moment_case(self.context, self.space, term)
        if found is None:
            return False
        proofs = [pointwise_proof(self.space, self.context, claim) for claim in found[0]]
        if None in proofs:
            return self.refuse("moment", "a condition of this law is not shown")
        return self.add({"scheme": "moment", "term": name, "proofs": proofs})

    def _averaged(self, step: Mapping[str, Any], value: Term) -> bool:
        """Add the chance of an event that compares with an independent random value."""
        try:
            mean = self.mean(value)
        except Rejected:
            return False
        for statement in range(len(self.space.statements)):
            if self.add({**step, "value": mean, "statement": statement}):
                self.base(mean)
                return True
        return False

    # --- the end

    def proof(self, *, work: int = WORK, effort: int = EFFORT) -> Any:
        """Return a proof of the row from the facts, or None.

        What is left without expectations often has a short proof where all facts together have
        none, or a long one, so that it comes before algebra at length.
        """
        unknown = frozenset(self.quantities)
        found = proof_by_elimination(self.context, self.claim, unknown)
        if found is None:
            found = plain_proof((self.context, self.claim), work=BRIEF_WORK, effort=BRIEF)
        if found is None:
            found = proof_by_elimination(self.context, self.claim, unknown, is_whole=False)
        if found is None:
            found = plain_proof((self.context, self.claim), work=work, effort=effort)
        if found is None:
            found = proof_by_values(self.context, self.claim, unknown, work, effort)
        return found or proof_by_cases(self.context, self.claim, unknown)

    def certificate(self, witness: Mapping[str, Fraction], proof: Any) -> dict[str, Any]:
        """Return the certificate of the derivation, with the names that it added."""
        goal = self.goal.to_json()
        numbers = (*self.goal.numbers, *self.extra)
        point = {name: str(value) for name, value in witness.items()}
        point.update((name, "0") for name in (*self.indices, *(item.name for item in self.extra)))
        indices = {name: domain_json(INTEGER) for name in self.indices}
        return {
            "version": 1,
            "kind": "derivation",
            **goal,
            "variables": {**variables_json(self.goal.parameters, numbers), **indices},
            "quantities": [item.to_json() for item in numbers],
            "witness": point,
            "derivation": {"instances": self.instances, "proof": proof},
        }

    @property
    def rules(self) -> list[str]:
        """What was used, in words."""
        return list(dict.fromkeys(RULES[name] for name in _schemes(self.instances)))


def _schemes(instances: list[dict[str, Any]]) -> list[str]:
    """Return the schemes of instances, and of those in their derivations."""
    found = []
    for step in instances:
        found.append(step["scheme"])
        found += _schemes(step.get("derivation", {}).get("instances", []))
    return found


_NOTHING = ["<=", ["number", "0"], ["number", "0"]]
