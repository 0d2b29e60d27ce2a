"""Guarantees in words: what holds at an answer, on which premises, with which doubts.

Main definitions
----------------
`implication_text`: what is concluded, and under which premises, in a sentence.
`clause_text`: the same of an answer, before what must be accepted.
`premise_texts`, `doubt_texts`, `accepted_texts`: what a reader must accept.
`vacuity_text`: why an answer says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from boundcalc.enclosures.interval import Interval, decimal_enclosure
from boundcalc.language.expressions import Expression
from boundcalc.language.guarantees import MaxInformation
from boundcalc.language.numbers import exact_or_scientific
from boundcalc.language.quantities import Inputs
from boundcalc.language.statements import Status, Theorem
from boundcalc.language.wording import conclusion_sentence, filled

if TYPE_CHECKING:  # these records show themselves in these words
    from boundcalc.solving.answers import Answer
    from boundcalc.solving.conclusions import GuaranteeAt, Implication, Vacuity

SHARPENED = "sharpened here: the argument stands in the library and is not published"
_FEW_DIGITS = 6  # of what a theorem sets itself
_TINY = Fraction(1, 10**4)


def implication_text(found: Implication) -> str:
    """Return what is guaranteed, in a sentence with the values."""
    ifs = [conclusion_sentence(item.guarantee, _texts(item.values)) for item in found.premises]
    if found.algorithm is not None:
        ifs.append(filled(found.algorithm.clause, _texts(found.settings)))
    then = conclusion_sentence(found.conclusion.guarantee, _texts(found.conclusion.values))
    return f"if {' and if '.join(ifs)}, then {then}" if ifs else then


def clause_text(answer: Answer) -> str:
    """Return the guarantee of an answer with its condition, where a list of these follows.

    A theorem that names neither premises nor an algorithm has its conditions in that list alone.
    """
    assert answer.guarantee is not None
    text = implication_text(answer.guarantee)
    if text.startswith("if ") or not answer.theorem.accepts:
        return text
    return f"if all that is accepted below holds, then {text}"


def premise_text(premise: GuaranteeAt) -> str:
    """Return what an algorithm must satisfy, in a sentence with the values."""
    return premise.guarantee.sentence(_texts(premise.values))


def premise_texts(answer: Answer) -> tuple[str, ...]:
    """Return what the algorithm of an answer must satisfy, a sentence for each guarantee.

    A conclusion about some input distributions only ends the list with these.
    """
    if answer.guarantee is None:
        return ()
    sentences = [premise_text(premise) for premise in answer.guarantee.premises]
    conclusion = answer.theorem.conclusion
    if isinstance(conclusion, MaxInformation) and conclusion.over is not Inputs.ANY:
        sentences.append(f"the bound that is concluded holds for {conclusion.over.value} only")
    return tuple(sentences)


def doubt_texts(theorem: Theorem) -> tuple[str, ...]:
    """Return what is doubtful about a theorem, a sentence for each defect."""
    doubts = tuple(f"{remark.defect.value}: {remark.text}" for remark in theorem.remarks)
    return (SHARPENED, *doubts) if theorem.status is Status.SHARPENED else doubts


def condition_texts(answer: Answer) -> tuple[str, ...]:
    """Return what must be true of the algorithm and of the data, in sentences."""
    return (*premise_texts(answer), *answer.theorem.accepts)


def accepted_texts(answer: Answer) -> tuple[str, ...]:
    """Return the sentences that a reader must accept: the premises first, the doubts last."""
    return (*condition_texts(answer), *doubt_texts(answer.theorem))


def vacuity_text(found: Vacuity | None) -> str:
    """Return why an answer says nothing, or an empty text where it says something."""
    if found is None:
        return ""
    if found.values:
        values = (f"{name} = {exact_or_scientific(value)}" for name, value in found.values)
        return f"{' and '.join(values)} says nothing"
    if found.ceiling is not None:
        ceiling = found.ceiling
        return f"{ceiling.quantity} is not below {ceiling.value}, and {ceiling.why}"
    names = " or ".join(symbol.name for symbol in found.free)
    return (
        f"every {found.unknown.name} works, because {names} can be chosen to suit it; "
        f"add {found.free[0].name}=..."
    )


def _texts(values: Mapping[str, Fraction | Interval | Expression]) -> dict[str, str]:
    return {name: _text(value) for name, value in values.items()}


def _text(value: Fraction | Interval | Expression) -> str:
    """Return a value as it stands in a sentence: with an exponent where it is tiny."""
    if isinstance(value, Expression):
        return str(value)
    if isinstance(value, Interval):
        return f"about {decimal_enclosure(value, _FEW_DIGITS)}"
    text = exact_or_scientific(value)
    if not 0 < abs(value) < _TINY or "e" in text or "/" in text:
        return text
    return f"{Decimal(text).normalize():e}".replace("e+", "e")
