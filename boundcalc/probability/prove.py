"""Proving rows about expectations: a bounded set of instances, then algebra with their facts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial, wraps
from typing import Any

from boundcalc.checker import Rejected
from boundcalc.checker.probability.finite import check_satisfying_law
from boundcalc.checker.probability.pointwise import first_open
from boundcalc.checker.probability.terms import free_names
from boundcalc.checker.terms import (
    Term,
    enclose,
    integer_of,
    names,
    number,
)
from boundcalc.checker.terms import replace as replaced
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.domains import REAL, Domain
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.probability.building import Builder
from boundcalc.probability.choices import by_choice
from boundcalc.probability.conditions import by_conditions
from boundcalc.probability.contradictions import contradiction_text
from boundcalc.probability.convexity import by_moments, by_tangents, proof_by_products
from boundcalc.probability.expand import TooLarge, linear_in, times
from boundcalc.probability.finite_laws.search import LawSearch
from boundcalc.probability.finite_laws.words import law_words
from boundcalc.probability.goals import ExpectationGoal, Expected
from boundcalc.probability.groups import proof_by_groups
from boundcalc.probability.norms import by_norms
from boundcalc.probability.over_index.drifts import own_drifts
from boundcalc.probability.over_index.families import below_sum, exchanged, members, mirrored
from boundcalc.probability.private import by_privacy, by_private_parts
from boundcalc.probability.reasons import unproved_reason
from boundcalc.probability.tails import proof_by_tails
from boundcalc.probability.verdicts import ExpectationVerdict
from boundcalc.proving.counterexamples.sampling import is_witness
from boundcalc.proving.counterexamples.shown_sides import side_texts
from boundcalc.proving.goals import make_goal
from boundcalc.proving.prove import find_witness

MOST_COMPARED = 5
UNSATISFIED = "its hypotheses may contradict each other: no law was found that satisfies them"
_SHOWN = 10**12


def prove_expectations(goal: ExpectationGoal, *, is_brief: bool = False) -> ExpectationVerdict:
    """Return whether a row about expectations follows from what is declared.

    PROVED or REFUTED only with a certificate that the checker accepted; else UNKNOWN, with what was
    tried. A brief search takes no strategy that costs much.

    Examples
    --------
    >>> from boundcalc.language import POSITIVE, Symbol
    >>> from boundcalc.probability import Expected, RandomSpace, RandomValue
    >>> from boundcalc.probability.writing import event_of, random_term
    >>> from boundcalc.language.domains import REAL, Domain
    >>> X, t, p, mu = Symbol("X"), Symbol("t", POSITIVE), Symbol("p"), Symbol("mu")
    >>> values = {"X": ("random", "X")}
    >>> positive = Domain(lower=Fraction(0), lower_closed=True)
    >>> prove_expectations(ExpectationGoal(
    ...     parameters=(t,),
    ...     space=RandomSpace(values=(RandomValue(name="X", domain=positive, moments=1),)),
    ...     numbers=(
    ...         Expected(name="p", term=("indicator", event_of(X >= t, values))),
    ...         Expected(name="mu", term=random_term(X, values)),
    ...     ),
    ...     assumptions=(),
    ...     conclusion=p <= mu / t,
    ... )).kind.value
    'PROVED'
    """
    start = time.process_time()
    return _verdict(goal, is_brief).timed(time.process_time() - start)


def _verdict(goal: ExpectationGoal, is_brief: bool) -> ExpectationVerdict:
    try:
        builder = Builder(goal)
    except Rejected as error:
        return _unknown(goal, str(error))
    witness = _witness(goal, builder)
    if witness is None:
        return _unknown(goal, "no point was found that satisfies what is assumed and declared")

    search = LawSearch(builder.space, builder.quantities, builder.context, builder.claim)
    for strategy in CHEAP if is_brief else STRATEGIES:
        if strategy in POINTS_BEFORE:
            law = search.refuting(POINTS_BEFORE[strategy])
            if law is not None:
                return refuted(goal, {"version": 1, "kind": "finite law", **goal.to_json(), **law})
        own = Builder(goal) if strategy in ALONE else builder  # with its own facts alone
        proof = strategy(own)
        if own is not builder:
            builder.refusals += own.refusals
        if proof is not None:
            return _proved(goal, own, witness, proof, _law(goal, search))
    return _unknown(goal, unproved_reason(builder))


def _witness(goal: ExpectationGoal, builder: Builder) -> Mapping[str, Fraction] | None:
    """Return a point that satisfies the assumptions, with expectations in their ranges."""
    symbols = {symbol.name: symbol.domain for symbol in goal.parameters}
    symbols |= {number.name: _range(builder, number) for number in goal.numbers}
    zero = Symbol("zero_")
    trivial = Relation(zero, goal.conclusion.sense, zero)
    try:
        plain = make_goal(trivial.substitute({"zero_": Fraction(0)}), goal.assumptions, symbols)
    except StatementError:
        return None
    found = find_witness(plain)
    return found if found is not None and is_witness(plain, found) else None


def _range(builder: Builder, number: Expected) -> Domain:
    """Return where an expectation lies, as far as an enclosure of what it is of shows."""
    if number.term[0] == "indicator":
        return number.domain
    low, high = builder.enclosed(number.term)
    return Domain(
        lower=low, upper=high, lower_closed=low is not None, upper_closed=high is not None
    )


def _law(goal: ExpectationGoal, search: LawSearch) -> dict[str, Any] | None:
    """Return a law that satisfies what is assumed, where hypotheses speak of expectations.

    An empty one says that there is such a law: all values may be independent, and an algorithm may
    return a constant; or one satisfies the hypotheses, and what follows from them is not computed.
    """
    numbers = {number.name for number in goal.numbers}
    hypotheses = [item for item in goal.assumptions if item not in goal.facts]
    if not any(item.names() & numbers for item in hypotheses):
        return {}
    found = search.satisfying()
    if found is None and len(hypotheses) < len(goal.assumptions):
        builder = Builder(replace(goal, assumptions=tuple(hypotheses)))
        fewer = type(search)(builder.space, builder.quantities, builder.context, builder.claim)
        return None if fewer.satisfying() is None else {}
    return found


def _proved(
    goal: ExpectationGoal,
    builder: Builder,
    witness: object,
    proof: object,
    law: dict[str, Any] | None,
) -> ExpectationVerdict:
    certificate = builder.certificate(witness, proof)  # type: ignore[arg-type]
    rules = ", ".join(builder.rules)
    judgement = Judgement(
        kind=VerdictKind.PROVED,
        reason=f"by {rules}" if rules else "by algebra",
        definitions=tuple(builder.rules),
        certificates=(certificate,),
        says_nothing=""
        if law is not None
        else contradiction_text(goal, partial(prove_expectations, is_brief=True)) or UNSATISFIED,
    )
    if law:
        indices = dict.fromkeys(builder.indices, "0")
        kept = {**law, "point": {**law["point"], **indices}}
        judgement = replace(judgement, certificates=({**certificate, "law": kept},))
    try:
        return ExpectationVerdict(goal=goal, judgement=judgement)
    except (Rejected, StatementError) as error:
        if law:
            return _proved(goal, builder, witness, proof, None)
        return _unknown(goal, f"the checker does not accept the derivation that was found: {error}")


def refuted(goal: ExpectationGoal, certificate: Mapping[str, Any]) -> ExpectationVerdict:
    """Return the verdict that a finite law shows of a row, with the numbers at it.

    Raises
    ------
    Rejected
        If the checker does not accept it.
    """
    builder = Builder(goal)
    numbers = check_satisfying_law(
        builder.model(), builder.context, certificate, frozenset(goal.conclusion.names())
    )
    point = {}
    for name in sorted(goal.conclusion.names()):
        values = enclose(numbers[("symbol", name)], {}, 192)
        if isinstance(values.low, Fraction) and isinstance(values.high, Fraction):
            point[name] = (values.low + values.high) / 2  # exact where it is rational
    symbols = {symbol.name: symbol.domain for symbol in goal.parameters}
    symbols |= {number.name: REAL for number in goal.numbers}
    left, right = side_texts(make_goal(goal.conclusion, (), symbols), point)
    judgement = Judgement(
        kind=VerdictKind.REFUTED,
        reason=f"It fails for {law_words(certificate)}.",
        counterexample={
            name: value
            for name, value in (_parameters(certificate) | point).items()
            if value.denominator < _SHOWN
        },
        left=left,
        right=right,
        certificates=(certificate,),
    )
    return ExpectationVerdict(goal=goal, judgement=judgement)


def _parameters(certificate: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the numbers that a law is for, which may stand in events alone."""
    return {name: Fraction(text) for name, text in sorted(certificate["point"].items())}


def _unknown(goal: ExpectationGoal, reason: str) -> ExpectationVerdict:
    unknown = Judgement(kind=VerdictKind.UNKNOWN, reason=reason)
    return ExpectationVerdict(goal=goal, judgement=unknown)


# --- strategies ---------------------------------------------------------------------------------


def _directly(builder: Builder) -> object:
    """The row holds at all outcomes, where each expectation is replaced by what it is of.

    An expectation of which the row is no linear function, or on which another one depends, stays.
    """
    kind, term = builder.claim
    listed = builder.quantities.items()
    if any(item.given is not None and name in names(term) for name, item in listed):
        return None
    inside = frozenset().union(*(free_names(item.term) for _, item in listed))
    plain = frozenset(name for name, item in listed if item.given is None)
    for known in (plain, frozenset(name for name in plain - inside if _is_linear(term, name))):
        parts = linear_in(term, known)
        if parts is not None and kind != "!=" and builder.positive(kind, parts):
            return builder.proof()
    return None


def _is_linear(term: Term, name: str) -> bool:
    return linear_in(term, frozenset({name})) is not None


def _by_names(builder: Builder) -> object:
    """The row holds at all outcomes, where parameters that name expectations are put back."""
    kind, term = builder.claim
    known = frozenset(name for name, item in builder.quantities.items() if item.given is None)
    changes: dict[Term, Term] = {}
    for fact_kind, fact in builder.context.facts:
        if fact_kind != "=" or fact[0] != "add" or len(fact) != 3 or fact[2][0] != "negate":
            continue
        sides = ((fact[1], fact[2][1]), (fact[2][1], fact[1]))
        changes |= {
            one: other
            for one, other in sides
            if one[0] == other[0] == "symbol" and one[1] not in known and other[1] in known
        }
    parts = linear_in(replaced(term, changes), known) if changes else None
    if parts is None or kind == "!=" or not builder.positive(kind, parts):
        return None
    return builder.proof()


def _by_assumptions(builder: Builder) -> object:
    """The row holds at all outcomes with a multiple of one assumption taken from it."""
    kind, term = builder.claim
    plain = frozenset(name for name, item in builder.quantities.items() if item.given is None)
    parts = linear_in(term, plain)
    if parts is None or kind not in (">=", ">"):
        return None
    for sense, fact in builder.context.facts[:MOST_COMPARED]:
        given = linear_in(fact, plain)
        if sense == "!=" or given is None or not any(given):
            continue
        for factor in _multiples(parts, given):
            for sign in (-1, 1) if sense == "=" else (-1,):
                taken = times(number(sign), factor)
                left = {key: parts.get(key, number(0)) for key in parts.keys() | given.keys()}
                left |= {key: ("add", left[key], times(taken, own)) for key, own in given.items()}
                if builder.positive(kind, left):
                    return builder.proof()
    return None


def _multiples(parts: Mapping[str, Term], given: Mapping[str, Term]) -> list[Term]:
    """Return which multiples of an assumption leave nothing of one of its summands."""
    shared = [name for name in given if name in parts and integer_of(given[name]) != 0]
    ratios = (_ratio(parts[name], given[name]) for name in shared)
    return list(dict.fromkeys((number(1), *ratios)))[:MOST_COMPARED]


def _ratio(first: Term, second: Term) -> Term:
    """Return the absolute value of a ratio, as a number where it is one."""
    one, other = integer_of(first), integer_of(second)
    if one is None or not other:
        return ("abs", ("divide", first, second))
    return number(abs(Fraction(one, other)))


def _by_members(builder: Builder) -> object:
    """The row is between sums over one index, and holds of their members."""
    kind, term = builder.claim
    known = frozenset(name for name, item in builder.quantities.items() if item.given is None)
    parts = linear_in(term, known)
    if parts is None or kind not in (">=", "=") or not any(parts):
        return None
    try:
        found = members(builder, kind, parts)
    except (Rejected, TooLarge):
        return None
    return builder.proof() if found else None


def _by_maximum(builder: Builder) -> object:
    """The row bounds a maximum by a number and a sum, and holds of each value."""
    kind, term = builder.claim
    known = frozenset(name for name, item in builder.quantities.items() if item.given is None)
    parts = linear_in(term, known)
    if parts is None or kind != ">=":
        return None
    try:
        found = below_sum(builder, parts)
    except (Rejected, TooLarge):
        return None
    return builder.proof() if found else None


def _proving(add: Callable[[Builder], None]) -> Callable[[Builder], object]:
    """Return a search for a proof where instances are added, else there is none new."""

    @wraps(add)
    def search(builder: Builder) -> object:
        before = len(builder.instances)
        add(builder)
        return None if len(builder.instances) == before else builder.proof()

    return search


@_proving
def _by_exchange(builder: Builder) -> None:
    """Two expectations are alike but for two values with one law."""
    for one in builder.goal.numbers:
        for other in builder.goal.numbers:
            if one.name < other.name and one.given is None and other.given is None:
                exchanged(builder, one.name, other.name)
        if one.given is None and one.term[0] == "indicator":
            mirrored(builder, one.name)


@_proving
def _by_privacy(builder: Builder) -> None:
    """A private choice among datasets generalizes."""
    by_privacy(builder)


@_proving
def _by_choice(builder: Builder) -> None:
    """What the exponential mechanism chooses is nearly as good as the best of independent runs."""
    by_choice(builder)


def _by_parts(builder: Builder) -> object:
    """All expectations taken apart by linearity and independence."""
    before = len(builder.instances)
    by_conditions(builder)
    for name, item in list(builder.quantities.items()):
        if item.given is None:
            builder.base(name)
    if len(builder.instances) == before and before:
        return None
    return builder.proof()


@_proving
def _by_pairs(builder: Builder) -> None:
    """One random term is at most another one at all outcomes, such as X^2 and X on [0, 1]."""
    chosen = [
        name
        for name, item in builder.quantities.items()
        if name in builder.bounded and first_open(item.term, {}) is None
    ][:MOST_COMPARED]
    for one in chosen:
        for other in chosen:
            if one != other:
                builder.positive(">=", {one: number(1), other: number(-1)})
    for name in chosen:
        term = builder.quantities[name].term
        if term[0] == "abs":  # it is no less than what it is of, and than the opposite
            inner = builder.mean(term[1])
            builder.base(inner)
            for sign in (1, -1):
                builder.positive(">=", {name: number(1), inner: number(sign)})


@_proving
def _by_drifts(builder: Builder) -> None:
    """The mean of a member of a family with a drift is bounded by it."""
    for item in builder.goal.numbers:
        if item.given is None:
            own_drifts(builder, item.name)


@_proving
def _by_tangents(builder: Builder) -> None:
    """Jensen: a tangent bounds the mean of a function of what is random."""
    by_tangents(builder)


@_proving
def _by_norms(builder: Builder) -> None:
    """Hoelder, Minkowski: roots of means of powers bound the mean of a product, and of a sum."""
    by_norms(builder)


@_proving
def _by_moments(builder: Builder) -> None:
    """The square of a mean is at most the mean of the square."""
    by_moments(builder)


CHEAP = (_directly, _by_names, _by_assumptions)
STRATEGIES = (
    *CHEAP,
    _by_members,
    _by_maximum,
    proof_by_groups,
    _by_choice,
    _by_privacy,
    _by_exchange,
    _by_parts,
    _by_pairs,
    _by_drifts,
    _by_norms,
    _by_tangents,
    proof_by_tails,
    _by_moments,
    proof_by_products,
    by_private_parts,
)
ALONE = (proof_by_tails, _by_norms, _by_moments, proof_by_products, by_private_parts)
# At how many values of parameters laws are searched that refute a row, before a strategy: most laws
# are found at the first ones, and what _by_parts proves needs no more.
POINTS_BEFORE = {_by_parts: 2, _by_pairs: None}
