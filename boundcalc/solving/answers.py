"""Answers of the calculator: frozen records of exact numbers and of the evidence for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from boundcalc.cards.answer_cards import answer_card, ranking_card
from boundcalc.cards.answer_json import answer_json, ranking_json
from boundcalc.cards.cards import Card, Shown
from boundcalc.cards.guarantee_words import condition_texts
from boundcalc.cards.ranking_words import other_meaning_text, outright_text
from boundcalc.enclosures.interval import Interval
from boundcalc.feasible.components import FeasibleSet
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.language.numbers import decimal_text, exact_or_scientific, exact_text
from boundcalc.language.records import Record
from boundcalc.language.statements import Remark, Role, Status, Theorem
from boundcalc.problems.outcomes import Beyond, Coverage, Direction, Unproved
from boundcalc.problems.problems import Problem
from boundcalc.problems.readings import letter_reading
from boundcalc.questions.questions import Question
from boundcalc.solving.conclusions import GuaranteeAt, Implication, Vacuity


@dataclass(frozen=True, kw_only=True, slots=True)
class Check(Record):
    """One constraint at the answer, with enclosures of both sides.

    `printed` is the relation as the theorem shows it; `is_tie` is set where both sides are known
    to be the same rational.
    """

    printed: Relation
    holds: bool
    is_conclusion: bool
    left: Interval
    right: Interval
    is_tie: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure(Record):
    """What is proved to fail at a value: a relation with its sides, or every choice of parameters.

    `names` are the free parameters for all values of which it fails. They were eliminated, and the
    relation is what then fails, or, where they are `covered`, their range was cut into cells.
    """

    relation: Relation | None = None
    left: Interval | None = None
    right: Interval | None = None
    names: tuple[str, ...] = ()
    is_covered: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Neighbour(Record):
    """A value beyond the answer, the next one where that could be decided, and how it fails."""

    value: Fraction | int
    failure: Failure


@dataclass(frozen=True, kw_only=True, slots=True)
class Optimality(Record):
    """What is proved of the values that would be better than an answer.

    `beyond` says which of them fail, `names` for all values of which free parameters, as far as
    `coverage`; with `is_unknown_cut` only values of the unknown in that range were looked at.
    `limit` is a value beyond which nothing works, where that was looked for and proved.
    `unproved` says why nothing is proved, and `ends` which free parameters stand at the end of what
    their search goes over.
    """

    beyond: Beyond = Beyond.NOTHING
    neighbour: Neighbour | None = None
    unproved: Unproved | None = None
    names: tuple[str, ...] = ()
    coverage: Coverage = Coverage.ALL
    is_unknown_cut: bool = False
    limit: Fraction | None = None
    ends: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether all better values fail, and there is no more to say."""
        return self.beyond is Beyond.ALL and not self.names


@dataclass(frozen=True, kw_only=True, slots=True)
class Branch(Record):
    """One branch of a maximum or minimum that the answer came from.

    `bound` encloses the bound on the unknown from this branch alone.
    """

    label: Expression
    bound: Interval
    binds: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer(Shown):
    """A value that answers a question through one theorem.

    `value` satisfies every constraint at the witness, proved in interval arithmetic; it is an int
    for an unknown that takes integer values.
    `witness` are the free parameters, exactly, and `defined` encloses what the theorem sets.
    `guarantee` is what then holds, and under which premises; None for an answer of a series.
    `vacuous` says why the answer says nothing, where it does.
    `path` are the branches of the formula that bind, from the outermost inward.
    `optimality` says what is proved of better values.
    `feasible` are all values that work at the witness; None where no others were looked at.
    `asked` is the letter under which the user asked for the unknown, where it has several.
    """

    problem: Problem
    route: tuple[str, ...]
    value: Fraction | int
    direction: Direction
    formula: Expression | None
    witness: Mapping[str, Fraction]
    checks: tuple[Check, ...]
    certified: bool
    optimality: Optimality
    defined: Mapping[str, Interval] = field(default_factory=dict)
    path: tuple[Expression, ...] = ()
    branches: tuple[Branch, ...] = ()
    feasible: FeasibleSet | None = None
    ignored: tuple[str, ...] = ()
    implied: tuple[str, ...] = ()
    guarantee: Implication | None = None
    vacuous: Vacuity | None = None

    def __hash__(self) -> int:
        return hash((self.theorem.id, self.unknown.name, self.value))

    def __post_init__(self) -> None:
        if not self.is_integer:
            return
        object.__setattr__(self, "value", int(self.value))
        if self.neighbour is not None:
            whole = replace(self.neighbour, value=int(self.neighbour.value))
            object.__setattr__(self, "optimality", replace(self.optimality, neighbour=whole))

    @property
    def theorem(self) -> Theorem:
        """The theorem that answers; of a route, the one that it is composed to."""
        return self.problem.theorem

    @property
    def unknown(self) -> Symbol:
        """What was asked for."""
        return self.problem.unknown

    @property
    def given(self) -> Mapping[str, Fraction]:
        """What was given, by the names of the theorem."""
        return self.problem.given

    @property
    def neighbour(self) -> Neighbour | None:
        """A value beyond the answer that is proved to fail."""
        return self.optimality.neighbour

    @property
    def beyond(self) -> Beyond:
        """Which better values are proved to fail."""
        return self.optimality.beyond

    @property
    def limit(self) -> Fraction | None:
        """A value beyond which nothing works, where that was looked for and proved."""
        return self.optimality.limit

    @property
    def point(self) -> dict[str, Fraction]:
        """The given values, the free parameters and the answer, exactly."""
        return {**self.given, **self.witness, self.unknown.name: Fraction(self.value)}

    @property
    def letter(self) -> str:
        """The name of the unknown, as it was typed."""
        return self.problem.letter

    @property
    def is_integer(self) -> bool:
        """Whether the unknown takes integer values."""
        return self.unknown.domain.integer

    @property
    def is_baseline(self) -> bool:
        """Whether the answer is a baseline to compare with."""
        return self.theorem.role is not Role.THEOREM

    @property
    def kind(self) -> tuple[str, str, Direction]:
        """What the answer is about; only answers of one kind are comparable."""
        compared_as, scope, direction = self.compared_as
        return compared_as, " ".join(filter(None, (scope, self.reading))), direction

    @property
    def compared_as(self) -> tuple[str, str, Direction]:
        """The kind of an answer, however its algorithm reads a letter of the question."""
        conclusion = self.theorem.conclusion
        return conclusion.compared_as, conclusion.scope, self.direction

    def meaning_of(self, symbol: Symbol) -> str:
        """What a quantity of the question is, which may be for the algorithm to say."""
        algorithm = self.theorem.algorithm
        decides = algorithm is not None and algorithm.letter == symbol.name
        return algorithm.meaning if algorithm is not None and decides else symbol.meaning

    def meaning_of_name(self, name: str) -> str:
        """What a name of the question is, briefly; empty where the theorem does not use it."""
        symbol = self.theorem.names.get(name)
        return "" if symbol is None else self.meaning_of(symbol).partition(";")[0]

    @property
    def reading(self) -> str:
        """What a letter of the question is, where that is for the algorithm to say."""
        return letter_reading(self.theorem, {self.unknown.name, *self.given})

    @property
    def value_text(self) -> str:
        """The exact value, as an integer or decimal; a very long one has an exponent."""
        return exact_text(self.value)

    @property
    def accepts(self) -> tuple[str, ...]:
        """The sentences that a reader must accept, the premises first; doubts are apart."""
        return condition_texts(self)

    @property
    def premises(self) -> tuple[GuaranteeAt, ...]:
        """What the algorithm must satisfy."""
        return () if self.guarantee is None else self.guarantee.premises

    @property
    def doubts(self) -> tuple[Remark, ...]:
        """What is wrong or open in the statement of the theorem."""
        return tuple(self.theorem.remarks)

    def __repr__(self) -> str:
        seal = "" if self.certified else ", not certified"
        emptiness = ", vacuous" if self.vacuous else ""
        value = exact_or_scientific(self.value)
        return f"<Answer {self.letter} = {value} by {self.theorem.id}{seal}{emptiness}>"

    def card(self) -> Card:
        """Return what a reader sees of the answer."""
        return answer_card(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as an object of JSON, as `boundcalc solve --json` prints it."""
        return answer_json(self)

    def _repr_latex_(self) -> str:
        sign = r"\ge" if self.direction is Direction.LEAST else r"\le"
        name = expression_latex(self.unknown)
        middle = f" {expression_latex(self.formula)} " if self.formula is not None else " "
        relation = f"{name} {sign}{middle}" if self.formula is not None else name
        return rf"${relation}\quad\Rightarrow\quad {name} = {self.value_text}$"


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal(Record):
    """A theorem that could not answer, and why, in a sentence.

    `predicate` is what the sentence says beside the name of the theorem; empty where that is all
    of it. `is_endless` tells whether values answer by it that go on beyond what is searched.
    """

    theorem: Theorem
    why: str
    predicate: str = ""
    is_endless: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class LowerLimit(Record):
    """A value at which a way of answering is certified to fail, and so does all that asks for more.

    That is up to this n, from this number of queries on, and down from this accuracy: against one
    analyst. `way` is how the answers are made, which is the premise of `theorem`. No other
    algorithm is limited.
    """

    theorem: Theorem
    way: str
    value: int | Fraction
    quantity: str = "n"

    @property
    def relation(self) -> str:
        """Where answers fail, as a relation."""
        return self.relation_of(self.quantity)

    def relation_of(self, letter: str) -> str:
        """Return the same with another letter for the quantity."""
        sign = ">=" if self.quantity == "m" else "<="
        return f"{letter} {sign} {decimal_text(Fraction(self.value))}"


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftAside(Record):
    """A route that would answer if it had the given quantities that it lacks."""

    theorem: Theorem
    lacks: tuple[str, ...]

    @property
    def why(self) -> str:
        """What it lacks, in words."""
        return f"it has no {' and no '.join(self.lacks)}"


@dataclass(frozen=True, slots=True)
class OtherMeaning(Record):
    """A letter that a theorem reads otherwise than the answer does, which lacks some quantities.

    `name` is the one of the letter, which is shown as it was typed;
    `names` are all of the question.
    """

    name: str
    letter: str
    here: Symbol
    there: Symbol
    theorem: Theorem
    lacks: tuple[Symbol, ...]
    names: tuple[str, ...] = ()

    @property
    def is_own_name(self) -> bool:
        """Whether both quantities have the letter for their own name."""
        return self.name == self.here.name == self.there.name

    def __str__(self) -> str:
        return other_meaning_text(self)


@dataclass(frozen=True, slots=True)
class Outright(Record):
    """A number with which a theorem concludes for the unknown, and what it gives there.

    `reading` is what a letter is in the first answer, where that is for its algorithm to say.
    """

    unknown: str
    value: Fraction
    answer: Answer
    reading: str

    def __str__(self) -> str:
        return outright_text(self)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking(Shown):
    """All answers to a question, group by group, and the theorems that could not answer.

    A group holds the answers of one `kind`, which alone are comparable, the best first.
    Routes that are `left_aside` were not asked, because they lack a quantity that is given.
    `limits_below` say up to which n some ways of answering are certified to fail.
    `other_end` is the other end of what suffices by the first answer's theorem, where both ends are
    worth something.
    `remarks` say where a theorem gives the unknown as a number, and what a letter means to theorems
    that lack a quantity to answer.
    """

    question: Question
    answers: tuple[Answer, ...]
    refused: tuple[Refusal, ...]
    left_aside: tuple[LeftAside, ...] = ()
    limits_below: tuple[LowerLimit, ...] = ()
    remarks: tuple[Outright | OtherMeaning, ...] = ()
    other_end: Answer | None = None

    @property
    def unknown(self) -> str:
        """What was asked for, as it was typed."""
        return self.question.letter

    @property
    def given(self) -> dict[str, str]:
        """The given values by name, both as they were typed."""
        return self.question.texts

    @property
    def end(self) -> Direction | None:
        """The end of the unknown that was asked for, where one was."""
        return self.question.end

    @property
    def best(self) -> Answer:
        """The first answer of the first group."""
        return self.answers[0]

    @property
    def value(self) -> int | Fraction:
        """The value of the best answer."""
        return self.best.value

    @property
    def best_published(self) -> Answer | None:
        """The first answer that is comparable with the best, says something, and is published."""
        return self.published_like(self.best)

    def published_like(self, best: Answer) -> Answer | None:
        """Return the first published answer that says something and is comparable with one."""
        theorems = [answer for answer in self.answers if answer.theorem.role is Role.THEOREM]
        spare = {name for answer in theorems for name in answer.ignored}
        return next(
            (
                answer
                for answer in self.answers
                if answer.kind == best.kind
                and answer.theorem.status is not Status.SHARPENED
                and answer.theorem.role is not Role.FLOOR
                and spare.issuperset(answer.ignored)
                and answer.certified
                and not answer.vacuous
            ),
            None,
        )

    @property
    def groups(self) -> tuple[tuple[Answer, ...], ...]:
        """The answers by kind, in their order."""
        kinds = dict.fromkeys(answer.kind for answer in self.answers)
        return tuple(
            tuple(answer for answer in self.answers if answer.kind == kind) for kind in kinds
        )

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in self.given.items())
        count = len(self.answers)
        return f"<Ranking of {count} answers to {self.unknown}({given}), the first {self.best!r}>"

    def card(self) -> Card:
        """Return what a reader sees of the answers, the best one in full."""
        return ranking_card(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the answers as an object of JSON, as `boundcalc solve --json` prints it."""
        return ranking_json(self)

    def _repr_latex_(self) -> str:
        return self.best._repr_latex_()
