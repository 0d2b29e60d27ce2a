"""Statements about distributions, tested on exact instances: TESTED or REFUTED, with the instance.

Main definitions
----------------
`Case`: one instance with rational data, what it measures, and the values of the parameters.
`TestedStatement`: a theorem, what is measured, and where its instances come from.
`run`: the report of one statement.

How a verdict comes about
-------------------------
An instance counts if its parameters are in their domains and the hypotheses of the theorem hold
for certain; the case itself answers for the premise, which it computes.
Both sides are compared exactly or by enclosures (`boundcalc.finite.closed_forms`).
A batch is screened in doubles first: an instance whose ratio is below 1 - 1e-6 there is taken for
no violation, since doubles err by less than 1e-9 on the alphabets used; the others, and the worst,
are decided exactly.
A violation that is certain makes the verdict REFUTED, whatever the number of instances.
One instance that cannot be decided makes it UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boundcalc.enclosures.decisions import Evaluator, Truth
from boundcalc.enclosures.exact import exact_value
from boundcalc.finite.closed_forms import Comparison, closed, compare
from boundcalc.finite.search import Search, hill_climb
from boundcalc.finite.shown import report_html, shown_facts
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.errors import DomainError, StatementError
from boundcalc.language.expressions import Expression, Symbol, as_expression
from boundcalc.language.operators import Sense
from boundcalc.language.quantities import Stronger
from boundcalc.language.statements import Theorem

SCREEN = 1 - 1e-6
_WORST_KEPT = 20
_MARGIN = 1e-12  # between an end of an enclosure and an end of an open domain, in doubles


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One exact instance of a statement.

    Parameters
    ----------
    facts : mapping of str to object
        What a reader needs to compute the instance by hand: laws, numbers, a construction.
    values : mapping of str to number or Expression
        The parameters of the theorem, in closed form.
    measured : number or Expression
        The exact value that the theorem bounds.
    """

    facts: Mapping[str, Any]
    values: Mapping[str, Any]
    measured: Any


@dataclass(frozen=True, slots=True)
class Batch:
    """Many instances at once: their ratios in doubles, and each as a `Case` when asked for."""

    ratios: NDArray[np.float64]
    case: Callable[[int], Case]


Cases = Callable[[np.random.Generator, int], Iterable[Case]]


@dataclass(frozen=True, kw_only=True)
class TestedStatement:
    """A theorem about distributions, and how its instances are made.

    Parameters
    ----------
    theorem : Theorem
        The record, as printed, corrected or sharpened.
    quantity : str
        The quantity of its conclusion that is compared.
    reading : str
        What is measured, in words.
    cases : callable
        ``cases(rng, count)`` yields instances: the equality cases and the tiny ones first, then
        random ones, `count` in all or as many as there are.
    batch : callable, optional
        ``batch(rng, count)``: random instances by the thousand, screened in doubles.
    search : Search, optional
        A local search for bad instances: one climb for each 25 cases, at least one.
    grid : callable, optional
        ``grid()``: the cases on which the bound is set beside the exact value; by default the first
        of `cases`.
    instances : int
        How many cases by default; a batch has ten times as many.
    is_strict : bool
        Whether equality violates the statement.
    """

    __test__ = False

    theorem: Theorem
    quantity: str
    reading: str
    cases: Cases
    batch: Callable[[np.random.Generator, int], Batch] | None = None
    search: Search | None = None
    grid: Callable[[], Iterable[Case]] | None = None
    instances: int = 500
    is_strict: bool = False

    def __post_init__(self) -> None:
        names = [item.name for item in self.theorem.conclusion.quantities()]
        if self.quantity not in names:
            raise StatementError(
                f"tested statement {self.theorem.id!r}: {self.quantity} is none of {names}"
            )

    @property
    def sense(self) -> Sense:
        """How what is measured must relate to the bound."""
        stronger = {item.name: item.stronger for item in self.theorem.conclusion.quantities()}
        is_upper = stronger[self.quantity] is Stronger.SMALLER
        if self.is_strict:
            return Sense.LT if is_upper else Sense.GT
        return Sense.LE if is_upper else Sense.GE


@dataclass(frozen=True, slots=True)
class Outcome:
    """An instance that was decided."""

    case: Case
    comparison: Comparison

    @property
    def badness(self) -> float:
        """The ratio of the side that must be smaller to the other; above 1 for a violation."""
        ratio = self.comparison.ratio
        if self.comparison.relation.sense.is_upper:
            return ratio
        return 1 / ratio if ratio else float("inf")


@dataclass(frozen=True, kw_only=True)
class TestReport:
    """What the instances of one statement say.

    `instances` were in the scope of the statement and `exact` of them were decided exactly;
    `violations` violate it for certain; `worst` has the greatest ratio; `counterexample` is the
    violation that is shortest to write down.
    """

    __test__ = False

    statement: TestedStatement
    judgement: Judgement
    instances: int
    exact: int
    skipped: int
    violations: int
    undecided: int
    worst: Outcome | None
    counterexample: Outcome | None
    seed: int = field(default=0)

    def __repr__(self) -> str:
        worst = "" if self.shown is None else f", ratio {self.shown.badness:.6g}"
        id = self.statement.theorem.id
        return f"<TestReport {self.verdict.value} {id}, {self.instances} instances{worst}>"

    def _repr_html_(self) -> str:
        return report_html(self)

    @property
    def verdict(self) -> VerdictKind:
        """TESTED, REFUTED or UNKNOWN."""
        return self.judgement.kind

    @property
    def shown(self) -> Outcome | None:
        """The instance to show: a counterexample where there is one, else the worst."""
        return self.counterexample or self.worst


def run(statement: TestedStatement, *, seed: int = 0, instances: int | None = None) -> TestReport:
    """Test a statement on its instances, which `seed` and `instances` determine.

    Raises
    ------
    DomainError
        If `instances` is not positive.
    """
    count = statement.instances if instances is None else instances
    if count < 1:
        raise DomainError(f"instances: at least 1 is needed but got {count}")
    tally = _Tally(statement)
    for case in statement.cases(np.random.default_rng([seed, 1]), count):
        tally.decide(case)
    if statement.search is not None:
        for start in range(max(1, count // 25)):
            rng = np.random.default_rng([seed, 3, start])
            for case in hill_climb(statement.search, tally.score, rng, start):
                tally.decide(case)
    if statement.batch is not None:
        batch = statement.batch(np.random.default_rng([seed, 2]), 10 * count)
        tally.screen(batch)
    return tally.report(seed)


def on_grid(statement: TestedStatement, most: int = 24) -> list[Outcome]:
    """Return the decided cases of the grid that are in scope, at most `most` of them."""
    cases = statement.grid() if statement.grid else statement.cases(np.random.default_rng(0), most)
    found: list[Outcome] = []
    for case in cases:
        if len(found) == most:
            break
        if is_in_scope(statement.theorem, case.values):
            found.append(Outcome(case, _compared(statement, case)))
    return found


def _compared(statement: TestedStatement, case: Case) -> Comparison:
    bound = claimed(statement.theorem, statement.quantity, case.values)
    return compare(as_expression(case.measured), statement.sense, bound)


def claimed(theorem: Theorem, quantity: str, values: Mapping[str, Any]) -> Expression:
    """Return the bound that a theorem states for a quantity, at values of its parameters."""
    return closed(theorem.expand(theorem.conclusion.expression(quantity)).substitute(values))


def is_in_scope(theorem: Theorem, values: Mapping[str, Any]) -> bool:
    """Return whether parameters are in their domains and hypotheses hold, for certain."""
    return all(_is_inside(symbol, values) for symbol in theorem.parameters) and all(
        compare(
            theorem.expand(relation.left).substitute(values),
            relation.sense,
            theorem.expand(relation.right).substitute(values),
        ).truth
        is Truth.TRUE
        for relation in theorem.hypotheses
    )


def _is_inside(symbol: Symbol, values: Mapping[str, Any]) -> bool:
    if symbol.name not in values:
        raise StatementError(f"a case gives no value to {symbol.name}")
    value = values[symbol.name]
    if isinstance(value, int | Fraction):
        return Fraction(value) in symbol.domain
    domain, form = symbol.domain, closed(as_expression(value))
    exact = exact_value(form, {})
    if exact is not None:
        return exact in domain
    enclosure = Evaluator(form).at({})
    low, high = float(enclosure.lower), float(enclosure.upper)
    return (domain.lower is None or low > float(domain.lower) + _MARGIN) and (
        domain.upper is None or high < float(domain.upper) - _MARGIN
    )


class _Tally:
    """The outcomes of one statement while they come in."""

    def __init__(self, statement: TestedStatement) -> None:
        self.statement = statement
        self.instances = self.exact = self.skipped = self.violations = self.undecided = 0
        self.worst: Outcome | None = None
        self.counterexample: Outcome | None = None

    def decide(self, case: Case) -> None:
        theorem, statement = self.statement.theorem, self.statement
        if not is_in_scope(theorem, case.values):
            self.skipped += 1
            return
        comparison = _compared(statement, case)
        self.instances += 1
        self.exact += 1
        outcome = Outcome(case, comparison)
        if comparison.truth is Truth.UNKNOWN:
            self.undecided += 1
        if self.worst is None or not outcome.badness <= self.worst.badness:
            self.worst = outcome if outcome.badness == outcome.badness else self.worst or outcome
        if comparison.truth is Truth.FALSE:
            self.violations += 1
            if self.counterexample is None or _length(case) < _length(self.counterexample.case):
                self.counterexample = outcome

    def score(self, case: Case) -> float:
        """Return the ratio of a case for the search; not a number where it is out of scope."""
        if not is_in_scope(self.statement.theorem, case.values):
            return float("nan")
        return Outcome(case, _compared(self.statement, case)).badness

    def screen(self, batch: Batch) -> None:
        ratios = np.nan_to_num(batch.ratios, nan=0.0, posinf=np.inf)
        order = np.argsort(-ratios)
        kept = max(_WORST_KEPT, int((ratios > SCREEN).sum()))
        for place in order[:kept]:
            self.decide(batch.case(int(place)))
        self.instances += max(0, len(ratios) - kept)

    def report(self, seed: int) -> TestReport:
        return TestReport(
            statement=self.statement,
            judgement=self.judgement(),
            instances=self.instances,
            exact=self.exact,
            skipped=self.skipped,
            violations=self.violations,
            undecided=self.undecided,
            worst=self.worst,
            counterexample=self.counterexample,
            seed=seed,
        )

    def judgement(self) -> Judgement:
        """Return what the outcomes say; both sides are those of the counterexample."""
        left, right = self.counterexample.comparison.texts if self.counterexample else ("", "")
        if self.violations:
            kind = VerdictKind.REFUTED
        elif self.undecided or not self.instances:
            kind = VerdictKind.UNKNOWN
        else:
            kind = VerdictKind.TESTED
        return Judgement(kind=kind, left=left, right=right)


def _length(case: Case) -> int:
    return sum(len(text) for _, text in shown_facts(case))
