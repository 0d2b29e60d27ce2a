"""Audits: is what another tool says true?  Decided by enclosures at the numbers that it gave.

Where the conclusion of a theorem is attained, numbers that fail it are wrong; otherwise they are
only not shown by it.

Main definitions
----------------
`audit`: the judgement on values of all quantities of a theorem, and what each would have to be.
`Audit`, `Needed`: what comes of it.
`RECORDS`: the size of the dataset, as a quantity of audits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from boundcalc.cards.audit_cards import audit_card
from boundcalc.cards.audit_json import audit_json
from boundcalc.cards.cards import Card, Shown
from boundcalc.cards.typed_letters import shown_letters
from boundcalc.enclosures.decisions import Truth
from boundcalc.language.domains import POSITIVE_INTEGER
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.records import Record
from boundcalc.language.statements import Definition, Theorem
from boundcalc.problems.outcomes import Finding
from boundcalc.problems.problems import Constraint, constraints_of, problem_of
from boundcalc.problems.readings import borrowed
from boundcalc.questions.names import absence, plain_name
from boundcalc.questions.questions import Given, in_domain
from boundcalc.solving.answers import Answer, Check
from boundcalc.solving.conclusions import Implication, implication_at
from boundcalc.solving.evidence import check_of, decide
from boundcalc.solving.solver import solve_problem

RECORDS = Symbol("n", domain=POSITIVE_INTEGER, meaning="size of the dataset")
_SENSITIVITY = "Delta"
TAKEN = {_SENSITIVITY: Fraction(1)}  # where it is left out; a card says so
_MOST_NAMED = 3  # theorems, in an error


@dataclass(frozen=True, kw_only=True, slots=True)
class Needed(Record):
    """What one quantity would have to be, where the others are as claimed.

    `answer` is None where no value works, or none is certified, and `why` says so.
    """

    symbol: Symbol
    claimed: Fraction
    answer: Answer | None
    why: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Audit(Shown):
    """A judgement on numbers, with what shows it.

    `taken` are values that were not given, and `guarantee` is what is claimed.
    `needed` says of each given quantity what it would have to be, certified and rounded to the
    safe side. `letters` are how quantities were called that have other names, such as k for m, and
    `shown` are those of them that a reader sees.
    """

    theorem: Theorem
    given: Mapping[str, Fraction]
    taken: Mapping[str, Fraction]
    finding: Finding
    guarantee: Implication
    checks: tuple[Check, ...]
    needed: tuple[Needed, ...]
    letters: Mapping[str, str]

    @property
    def shown(self) -> dict[str, str]:
        """Letters of the theorem with those that are shown for them."""
        return shown_letters(self.theorem, self.letters)

    @property
    def is_exact(self) -> bool:
        """Whether the theorem decides: what it does not give is wrong."""
        return bool(self.theorem.attained)

    def needed_of(self, name: str) -> Needed:
        """Return what a quantity would have to be; a QuestionError if it was not given."""
        for item in self.needed:
            own = item.symbol.name
            if plain_name(name) in (own, self.letters.get(own)):
                return item
        known = ", ".join(self.letters.get(name, name) for name in self.given)
        raise QuestionError(f"{name} was not given; {known} were")

    def __hash__(self) -> int:
        return hash((self.theorem.id, self.finding))

    def __repr__(self) -> str:
        return f"<Audit by {self.theorem.id}: {self.finding.value}>"

    def card(self) -> Card:
        """Return what a reader sees of the audit."""
        return audit_card(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the audit as an object of JSON, as `boundcalc audit --json` prints it."""
        return audit_json(self)


def audit(theorems: tuple[Theorem, ...], claimed: tuple[Given, ...]) -> Audit:
    """Return whether values are right by the theorem whose quantities they are.

    Of several theorems the one is asked that reads the letters as the notation does; a theorem
    whose conclusion is not attained is asked where it is the only one that is passed.

    Parameters
    ----------
    theorems : tuple of Theorem
        The library.
    claimed : tuple of Given
        The values of all quantities of one theorem, what it concludes included; a sensitivity that
        is left out is taken to be 1, or with n that of a sample mean, 1/n.

    Raises
    ------
    QuestionError
        If the quantities are those of no theorem that decides; the message says what is missing.
    DomainError
        If a value lies outside the domain of its quantity.
    """
    theorem, is_of_mean = _judge(theorems, claimed)
    values = {
        theorem.names[item.name].name: in_domain(theorem.names[item.name], item.value, item.letter)
        for item in claimed
    }
    called = {theorem.names[item.name].name: item.name for item in claimed}
    letters = {name: letter for name, letter in called.items() if letter != name}
    taken = {
        name: value
        for name, value in TAKEN.items()
        if name in theorem.quantities and name not in values
    }
    point = {**values, **taken}
    if is_of_mean:
        taken = {_SENSITIVITY: 1 / values[RECORDS.name]}
    decided = [(item, decide(item.relation, point)) for item in constraints_of(theorem)]
    return Audit(
        theorem=theorem,
        given=values,
        taken=taken,
        finding=_finding(theorem, [(item, decision.truth) for item, decision in decided]),
        guarantee=implication_at(theorem, point, names_algorithm=False),
        checks=tuple(check_of(item, decision) for item, decision in decided),
        needed=tuple(_needed(theorem, theorem.quantities[name], point, letters) for name in values),
        letters=letters,
    )


def _finding(theorem: Theorem, truths: Sequence[tuple[Constraint, Truth]]) -> Finding:
    """Say what decided constraints mean; what fails is wrong only where it is attained."""
    if all(truth is Truth.TRUE for _, truth in truths):
        return Finding.UNKNOWN if theorem.is_doubtful else Finding.HOLDS
    fails = False
    for constraint, truth in truths:
        if not constraint.is_conclusion and truth is not Truth.TRUE:
            return Finding.UNKNOWN
        fails = fails or truth is Truth.FALSE
    return Finding.FAILS if fails and theorem.attained else Finding.UNKNOWN


def _needed(
    theorem: Theorem,
    symbol: Symbol,
    point: Mapping[str, Fraction],
    letters: Mapping[str, str],
) -> Needed:
    others = {name: value for name, value in point.items() if name != symbol.name}
    claimed = point[symbol.name]
    letter = shown_letters(theorem, letters).get(symbol.name, symbol.name)
    try:
        problem = replace(problem_of(theorem, symbol, others, letter), letters=letters)
        answer = solve_problem(problem, has_formula=False)
    except BoundError as error:
        return Needed(symbol=symbol, claimed=claimed, answer=None, why=str(error))
    return Needed(symbol=symbol, claimed=claimed, answer=answer)


# --- which theorem judges ------------------------------------------------------------------------


def _judge(theorems: tuple[Theorem, ...], claimed: tuple[Given, ...]) -> tuple[Theorem, bool]:
    """Return the theorem whose quantities are given, and whether it is made one of a mean.

    A QuestionError where there is none.
    """
    judges = [item for item in theorems if item.attained] if len(theorems) > 1 else [*theorems]
    of_means = [_of_mean(item) for item in judges if _has_sensitivity(item)]
    for group in (judges, of_means):
        fitting = [theorem for theorem in group if _missing(theorem, claimed) == ()]
        if fitting:
            typed = [item.name for item in claimed]
            best = min(fitting, key=lambda theorem: len(borrowed(theorem, typed)))
            return best, group is of_means
    if not claimed:
        raise QuestionError(f"nothing is given to be judged; {_examples(judges)}")
    known = set().union(*(theorem.names for theorem in judges))
    strangers = [item.letter for item in claimed if item.name not in known]
    if strangers:
        whys = list(filter(None, map(absence, strangers)))
        rest = "; ".join([*whys, _examples(judges)])
        raise QuestionError(f"nothing is judged by {' or '.join(strangers)}; {rest}")
    letters = ", ".join(item.letter for item in claimed)
    near = [(missing, item) for item in judges if (missing := _missing(item, claimed))]
    if near:
        ways = dict.fromkeys(" and ".join(f"{name}=..." for name in missing) for missing, _ in near)
        raise QuestionError(
            f"{letters} cannot be judged without more; add {', or '.join(list(ways)[:_MOST_NAMED])}"
        )
    surplus = [
        (left_out, item) for item in (*judges, *of_means) if (left_out := _surplus(item, claimed))
    ]
    if surplus:
        typed = [item.name for item in claimed]
        left_out, judge = min(
            surplus, key=lambda found: (len(found[0]), len(borrowed(found[1], typed)))
        )
        names = " and ".join(item.letter for item in left_out)
        targets = [target.symbol for target in judge.targets]
        guaranteed = [*judge.conclusion.expressions().values(), *targets]
        concluded = [
            item for node in guaranteed for item in claimed if judge.names.get(item.name) == node
        ]
        asked = concluded[0] if concluded else claimed[0]
        given = " ".join(f"{item.letter}={item.text}" for item in claimed if item is not asked)
        raise QuestionError(
            f"no theorem decides about {letters} together; leave out {names} to have the rest "
            f"judged ({judge.title}), or ask what {asked.letter} would have to be, by "
            f"`boundcalc solve {asked.letter} {given}`"
        )
    raise QuestionError(f"no theorem decides about {letters} together; {_examples(judges)}")


def _has_sensitivity(theorem: Theorem) -> bool:
    return _SENSITIVITY in theorem.quantities and RECORDS.name not in theorem.names


def _of_mean(theorem: Theorem) -> Theorem:
    """Return a theorem about a value of any sensitivity for a sample mean: that is 1/n, attained.

    One record changes the mean of n values in [0, 1] by at most 1/n, and where the query is 0 on
    the record and 1 on its replacement by exactly that.
    """
    sensitivity = theorem.quantities[_SENSITIVITY]
    return replace(
        theorem,
        parameters=(RECORDS, *(item for item in theorem.parameters if item != sensitivity)),
        definitions=(Definition(symbol=sensitivity, value=1 / RECORDS), *theorem.definitions),
        accepts=(
            *theorem.accepts,
            "the value is the mean of a query with values in [0, 1] over the n records",
        ),
    )


def _surplus(theorem: Theorem, claimed: tuple[Given, ...]) -> tuple[Given, ...]:
    """Return what a theorem that judges all else does not use; nothing where it does not judge."""
    used = tuple(item for item in claimed if item.name in theorem.names)
    left_out = tuple(item for item in claimed if item not in used)
    return left_out if _missing(theorem, used) == () else ()


def _missing(theorem: Theorem, claimed: tuple[Given, ...]) -> tuple[str, ...] | None:
    """Return the quantities that are not given; None if something is given that it has not."""
    plain = [item.name for item in claimed]
    if not all(name in theorem.names for name in plain):
        return None
    known = {theorem.names[name].name for name in plain}
    if len(known) < len(plain):
        return None
    return tuple(name for name in theorem.quantities if name not in known and name not in TAKEN)


def _examples(judges: Iterable[Theorem]) -> str:
    sets = dict.fromkeys(
        ", ".join(name for name in theorem.quantities if name not in TAKEN) for theorem in judges
    )
    return (
        f"what can be judged is {'; '.join(sets)}; and a size with its accuracy, such as n=5000 "
        "tau=0.1 beta=0.05 k=1000"
    )
