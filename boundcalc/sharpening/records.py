"""Sharp constants as they are found: certified on both sides, and what else is proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.cards.cards import Card, Cell, Section, Shown
from boundcalc.cards.numbers import equals
from boundcalc.language.expressions import Expression
from boundcalc.language.latex import expression_latex, relation_latex
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.text import expression_text, relation_text
from boundcalc.proving.goals import Point
from boundcalc.proving.portable import portable
from boundcalc.proving.verdicts import Verdict
from boundcalc.sharpening.questions import SharpQuestion


@dataclass(frozen=True)
class SharpConstant(Shown):
    """The end of the parameters at which a relation holds everywhere, from both sides.

    Parameters
    ----------
    question : SharpQuestion
        What was asked.
    is_least : bool
        Whether larger parameters work, so that the least one is asked for; else the greatest.
    works : Fraction
        A parameter at which the relation is proved on its whole domain.
    fails : Fraction
        One at which it is refuted; the end lies between the two.
    proofs : mapping from str to Verdict
        By what they show: ``works``, ``fails`` at the refuted value, ``monotone`` for parameters
        beyond both, ``closed_form`` that the relation holds there, ``nothing_beyond`` that it fails
        for every better parameter, ``strict`` that the closed form is not attained.
    closed_form : Expression, optional
        What the end agrees with in `digits` digits.
    digits : int
        The number of decimals in which the closed form was compared.
    point : Point
        Where the relation fails at `fails`, or near where, as `proofs` say.
    is_at_point : bool
        Whether ``nothing_beyond`` speaks of a fixed point, so that the end is attained there.
    """

    question: SharpQuestion
    is_least: bool
    works: Fraction
    fails: Fraction
    proofs: Mapping[str, Verdict]
    closed_form: Expression | None
    digits: int
    point: Point
    is_at_point: bool = False

    def __hash__(self) -> int:
        return hash((self.question, self.is_least, self.works, self.fails))

    @property
    def lower(self) -> Fraction:
        """The lower end of the enclosure."""
        return min(self.works, self.fails)

    @property
    def upper(self) -> Fraction:
        """The upper end of the enclosure."""
        return max(self.works, self.fails)

    @property
    def width(self) -> Fraction:
        """How far apart the ends of the enclosure are."""
        return self.upper - self.lower

    @property
    def is_proved(self) -> bool:
        """Whether the closed form is proved to be the end: it works, and nothing better does."""
        return {"closed_form", "nothing_beyond"} <= self.proofs.keys()

    @property
    def is_attained(self) -> bool | None:
        """Whether a supremum or infimum is a value of the expression; None where it is open."""
        if "strict" in self.proofs:
            return False
        return True if self.is_proved and self.is_at_point else None

    @property
    def certificates(self) -> dict[str, Mapping[str, Any]]:
        """The certificates, by what they show."""
        pairs = ((name, verdict.certificate) for name, verdict in self.proofs.items())
        return {name: found for name, found in pairs if found is not None}

    # --- words

    @property
    def name(self) -> str:
        """What is asked for, in the words of a reader."""
        if self.question.is_extremum:
            return "supremum" if self.is_least else "infimum"
        return f"{'least' if self.is_least else 'greatest'} {self.question.parameter.name}"

    def _headline(self) -> str:
        if self.is_proved and self.closed_form is not None:
            return f"PROVED  {self.name} = {expression_text(self.closed_form)}"
        return f"{self.name} in {self._interval()}, both ends certified"

    def _interval(self) -> str:
        return f"[{exact_or_scientific(self.lower)}, {exact_or_scientific(self.upper)}]"

    def card(self) -> Card:
        """Return what a reader sees."""
        question = self.question
        return Card(
            headline=self._headline(),
            sections=(
                Section(title="Of", rows=((self._asked(),),)),
                Section(
                    title="For all",
                    rows=tuple((symbol, f"in {symbol.domain}") for symbol in question.variables),
                ),
                Section(title="with", rows=tuple((item,) for item in question.assumptions)),
                Section(title="Shown", rows=tuple((row,) for row in self._shown()), is_list=True),
                Section(
                    title=self._where(),
                    rows=tuple(self._point_rows()),
                ),
            ),
        )

    def _where(self) -> str:
        where = "near" if "fails" in self.proofs and self.proofs["fails"].is_near else "at"
        return where.capitalize() if self.question.is_extremum else f"Fails {where}"

    def _asked(self) -> Cell:
        relation = self.question.relation
        return relation.left if self.question.is_extremum else relation

    def _shown(self) -> Iterator[str]:
        name = self.question.parameter.name
        works, fails = exact_or_scientific(self.works), exact_or_scientific(self.fails)
        if self.question.is_extremum:
            bound, short = ("at most", "exceeds") if self.is_least else ("at least", "is below")
            yield f"it is {bound} {works} everywhere: PROVED"
            yield f"it {short} {fails} at the point below: PROVED there"
        else:
            yield f"{name} = {works} works: PROVED"
            yield f"{name} = {fails} fails at the point below: REFUTED"
            side = "larger" if self.is_least else "smaller"
            yield f"with a value of {name} every {side} one works: PROVED"
        if self.closed_form is not None:
            yield from self._closed(expression_text(self.closed_form))
        if self.question.is_extremum:
            yield {
                True: "it is attained: PROVED",
                False: "it is not attained: PROVED",
                None: "whether it is attained is not decided",
            }[self.is_attained]

    def _closed(self, form: str) -> Iterator[str]:
        if self.is_proved and self.question.is_extremum:
            bound, other = ("an upper", "smaller") if self.is_least else ("a lower", "larger")
            yield f"{form} is {bound} bound, and no {other} number is one: PROVED"
        elif self.is_proved:
            side = "smaller" if self.is_least else "larger"
            yield f"{form} works, and no {side} value does: PROVED"
        elif "closed_form" in self.proofs:
            does = "works"
            if self.question.is_extremum:
                does = "is an upper bound" if self.is_least else "is a lower bound"
            yield (
                f"{form} {does}: PROVED; that nothing better does is a guess, and the end "
                f"agrees with it to {self.digits} decimals"
            )
        else:
            yield f"{form} is a guess that agrees to {self.digits} decimals; it is not proved"

    def _point_rows(self) -> Iterator[tuple[Cell, ...]]:
        for symbol in self.question.variables:
            value = self.point[symbol.name]
            yield (symbol, equals(value))

    def to_dict(self) -> dict[str, Any]:
        """Return the record as an object of JSON; numbers that carry precision are strings."""
        question, form = self.question, self.closed_form
        return {
            "asked": self.name,
            "relation": relation_text(question.relation),
            "latex": relation_latex(question.relation),
            "parameter": question.parameter.name,
            "where": {symbol.name: str(symbol.domain) for symbol in question.variables},
            "assume": [relation_text(relation) for relation in question.assumptions],
            "works": str(self.works),
            "fails": str(self.fails),
            "lower": str(self.lower),
            "upper": str(self.upper),
            "counterexample": {name: str(value) for name, value in self.point.items()},
            "closed_form": None if form is None else expression_text(form),
            "closed_form_latex": None if form is None else expression_latex(form),
            "closed_form_works": "closed_form" in self.proofs,
            "closed_form_proved": self.is_proved,
            "digits": self.digits if form is not None else None,
            "attained": self.is_attained if question.is_extremum else None,
            "certificates": {name: portable(found) for name, found in self.certificates.items()},
        }

    def __repr__(self) -> str:
        return f"<SharpConstant {self._headline()}>"
