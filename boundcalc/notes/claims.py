r"""Rows that a document says to follow from earlier ones which are open: whether they do.

"Hence B", after A, claims a step. Where B follows from A its verdict says so, and is as open as A,
since a chain is as good as its weakest row. Only what stands near is taken, in the same proof,
where words between the two say that one thing follows from another, and none that something is
still to be shown, which would be circular. What may speak of matrices is not multiplied.

Main definitions
----------------
`with_claims`: a step with the claims of earlier rows among its assumptions.
`as_of_numbers`: a proof from what stands before an arrow, where that speaks of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import CLAIMED, Judgement, VerdictKind
from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.laws.forms import Forms, TooLongError
from boundcalc.laws.terms import TermKind, is_term, read_term
from boundcalc.notes.earlier import MOST_ROWS, is_in_force, with_earlier, with_rows
from boundcalc.notes.premises import restates
from boundcalc.prose.standing.standing import Standing
from boundcalc.prose.usage import usual_domain
from boundcalc.situations.situations import Certainty

FARTHEST = 12  # rows
_LONGEST = 800  # characters between two rows
_FOLLOWS = re.compile(
    r"(?i)\b(?:so|thus|hence(?:forth)?|therefore|then|thereby|consequently|accordingly"
    r"|(?:it|this|which|that) follows|follows (?:that|from)|impl(?:y|ies|ying)|giv(?:es|ing)"
    r"|yield(?:s|ing)?|obtain(?:s|ed)?|we (?:can )?(?:get|conclude|deduce|have)|equivalent(?:ly)?"
    r"|equivalent to|i\.e\.|that is|rearrang\w+|simplif\w+|substitut\w+|combin\w+|plugging"
    r"|dividing|multiplying|solving|which means|in other words|becomes?)(?![A-Za-z])"
)
_STILL_OPEN = re.compile(
    r"(?i)\b(?:to (?:see|show|prove|verify|derive|check|get|obtain)|want|need|must|will|shall|would"
    r"|suffices|remains|indeed|proofs?|prov\w+|reason|because|why|exercises?|examples?|problems?"
    r"|questions?|suppose|assum\w+|otherwise|cases?|instead|contrary|contradict\w*|conversely|iff"
    r"|if|unless|whether|claims?|lemmas?|theorems?|propositions?|corollar\w+|another|goal|aim)\b"
)
_NUMBERS = (TermKind.PROBABILITY, TermKind.NORM, TermKind.INNER)


def with_claims(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Step | None:
    """Return a step with what open rows claim from which the text says that it follows, or None.

    Parameters
    ----------
    step : Step
        A row of a document that nobody prepared.
    before : sequence of (Step, Judgement)
        The rows before it, with their verdicts.
    """
    if not _is_claim(step):
        return None
    names = step.row.relation.names()
    wider = with_earlier(step, before) or step
    held = {item.relation for item in wider.assumptions}
    found: list[Assumption] = []
    taken: list[Step] = []
    for other, judgement in reversed(before[-FARTHEST:]):
        relation = other.row.relation
        is_near = bool(relation.names() & names) and relation not in held
        if is_near and _is_open(other, judgement) and _leads(other, step):
            found.append(Assumption(relation=relation, place=other.row.sign, how=CLAIMED))
            taken.append(other)
            held.add(relation)
        if len(found) == MOST_ROWS:
            break
    given = [item.relation for item in found]
    is_again = any(restates(step.row.relation, item) for item in given)
    if not found or is_again or _may_multiply_matrices(step, [step.row.relation, *given]):
        return None
    return with_rows(wider, found, taken)


def as_of_numbers(judgement: Judgement, step: Step, before: Iterable[Step]) -> Judgement:
    """Return a proof as open where it is given what stands before an arrow, perhaps of matrices."""
    is_given = any(item.how == "implied" for item in judgement.premises)
    relations = [step.row.relation, *(other.row.relation for other in before)]
    is_open = step.context is not None and judgement.kind is VerdictKind.PROVED and is_given
    if is_open and (_may_multiply_matrices(step, relations) or _may_commute(step, relations)):
        return Judgement(kind=VerdictKind.UNKNOWN, reason="its factors may be no numbers")
    return judgement


def _is_claim(step: Step) -> bool:
    """Return whether a row claims a relation, and nothing else is said of it."""
    row, context = step.row, step.context
    if context is None or step.is_hypothesis or row.hidden or row.conditions or row.is_implied:
        return False
    return context.situation.standing is Standing.CLAIM and not context.situation.is_loose


def _is_open(other: Step, judgement: Judgement) -> bool:
    """Return whether a row is claimed, not decided, and not suspected to be an error."""
    is_open = judgement.kind is VerdictKind.UNKNOWN and not judgement.suspicion
    return is_open and not other.reasons and _is_claim(other)


def _leads(other: Step, step: Step) -> bool:
    """Return whether the text says that a row follows from an earlier one that is in force."""
    if not is_in_force(step, other):
        return False
    if other.display is step.display:
        return True
    between = step.display.whole.source.text[other.display.whole.stop : step.display.whole.start]
    if not between.strip(" \n\t"):
        return True
    words = len(between) <= _LONGEST and _FOLLOWS.search(between) is not None
    return words and _STILL_OPEN.search(between) is None


def _may_multiply_matrices(step: Step, relations: Sequence[Relation]) -> bool:
    """Return whether factors that may be matrices are multiplied, or divided by, in a relation."""
    if not step.row.sign.source.has_matrices:
        return False
    products = _doubtful_products(step, relations)
    return products is None or not all(len(it) < 2 and is_plain for it, _, is_plain in products)


def _may_commute(step: Step, relations: Sequence[Relation]) -> bool:
    """Return whether two factors are multiplied of which nothing says that they are numbers."""
    products = _doubtful_products(step, relations)
    return products is None or any(item and len(item | usual) > 1 for item, usual, _ in products)


def _doubtful_products(
    step: Step, relations: Sequence[Relation]
) -> list[tuple[frozenset[str], frozenset[str], bool]] | None:
    """Return the factors in each product that may be no numbers, and whether these stand alone.

    Between the two are those that are numbers by their letters alone. None where the products are
    too many.
    """
    source = step.row.sign.source
    known = step.context.domains if step.context else {}
    numbers = {
        name
        for name, item in known.items()
        if item.origin.certainty is Certainty.STATED
        or (usual_domain(item.name) != REAL and item.name not in source.transposed)
    }

    said = {name for name, item in known.items() if item.origin.certainty is Certainty.STATED}

    def is_doubtful(symbol: Symbol) -> bool:
        term = read_term(symbol, source) if is_term(symbol) else None
        return symbol.name not in numbers and (term is None or term.kind not in _NUMBERS)

    products: list[tuple[frozenset[str], frozenset[str], bool]] = []
    for side in (side for item in relations for side in (item.left, item.right)):
        forms = Forms(lambda _: None)
        try:
            form = forms.of(side)
        except (TooLongError, RecursionError):
            return None
        for item, _ in form.terms:
            doubtful = [
                (name, power)
                for name, power in item
                if any(map(is_doubtful, forms.atoms[name].symbols()))
            ]
            is_plain = all(
                power == 1 and isinstance(forms.atoms[name], Symbol) for name, power in doubtful
            )
            usual = (set(forms.atoms[name].names()) & numbers - said for name, _ in item)
            factors = frozenset(name for name, _ in doubtful)
            products.append((factors, frozenset().union(*usual), is_plain))
    return products
