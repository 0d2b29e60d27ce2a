r"""What may be said of a row of a document that nobody prepared.

PROVED stands where the document claims the row. REFUTED stands only where the document itself
states the domain of every symbol, no hypothesis near the row was left unread, and the row is no
choice or definition; otherwise the row is UNKNOWN, with the counterexample and the question that it
raises. A false alarm costs more trust than a missed error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from boundcalc.derivations.annotated import is_said
from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import SOURCE
from boundcalc.derivations.random_beside import declared_names
from boundcalc.derivations.rows import Context, Step
from boundcalc.displays.row_words import IMPLICATION
from boundcalc.judgements import GUESSED, PRESUMED, Judgement, Premise, VerdictKind
from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Sense
from boundcalc.language.text import relation_text
from boundcalc.laws.forms import Forms, TooLongError
from boundcalc.laws.other_meanings import other_meaning
from boundcalc.laws.terms import TermKind, is_term, read_term
from boundcalc.notes.commutation import only_commutes
from boundcalc.notes.logarithms import has_bare_logarithm, may_be_binary, may_hold_to_base_two
from boundcalc.notes.rounding import is_rounded
from boundcalc.obligations.obligations import never_holds, satisfiable
from boundcalc.prose.other_numbers import other_numbers
from boundcalc.prose.other_signs import other_signs
from boundcalc.prose.random.sentences import MOMENTS
from boundcalc.prose.standing.standing import Standing
from boundcalc.prose.usage import kind_words
from boundcalc.reader.meanings import letters
from boundcalc.situations.situations import Certainty, Domained, Unread


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a counterexample may miss what the author means; 100 is enough to drop it."""

    text: str
    weight: int


_NUMBERS = (TermKind.PROBABILITY, TermKind.NORM)  # whatever is in them
_ENDED = Doubt("what is said of names in it may hold no more", 100)
_SMALL = re.compile(  # a letter that is rarely a function or an operator
    r"(?:[a-ei-z]|\\(?:alpha|beta|gamma|delta|(?:var)?epsilon|eta|lambda|mu|tau|theta))"
)
_OF_OBJECTS = re.compile(
    r"(?i)matri(?:x|ces)|operator|\bgroups?\b|\brings?\b|permut|quaternion|concatenat|\bstrings?\b"
    r"|\bcommut|\\(?:top|circ|otimes|intercal)(?![a-z])|\^\s*\{?\s*T\b|\\mathsf\s*\{?\s*T"
)
_OF_DENSITY = re.compile(r"(?i)\b(?:densit(?:y|ies)|(?:absolutely )?continuous)\b")
_NOT_CLAIMED = "the sentence around it denies it, doubts it, or is an equivalence or a question"


def apply_policy(judgement: Judgement, step: Step) -> Judgement:
    """Return a judgement as it may be said of a row of a document that nobody prepared."""
    context = step.context
    if context is None:
        return judgement
    standing = context.situation.standing
    if judgement.kind is VerdictKind.PROVED and standing is Standing.OPEN:
        return replace(
            judgement, kind=VerdictKind.UNKNOWN, reason=f"not claimed here: {_NOT_CLAIMED}"
        )
    given = (*(item.relation for item in step.assumptions), *step.row.conditions)
    never = next(filter(never_holds, given), None)
    if judgement.kind is VerdictKind.PROVED and never is not None:
        reason = f"it is given that {relation_text(never)}, which its domain excludes"
        return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason, certificates=())
    if judgement.kind is VerdictKind.PROVED and _is_a_guess(step):
        reason = "only the domain that is guessed says so"
        return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason, certificates=())
    if judgement.kind is VerdictKind.PROVED and only_commutes(step.row.relation, _doubtful(step)):
        reason = "it says that factors commute, and nothing says that they are numbers"
        return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason, certificates=())
    if judgement.kind is VerdictKind.PROVED and _is_base_open(step) and may_be_binary(_text(step)):
        reason = "its logarithms may be to another base than e, as elsewhere in the document"
        return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason, certificates=())
    others = _other_numbers(step) if judgement.kind is VerdictKind.PROVED else ""
    if others:
        reason = f"it may be about other numbers than the real ones: {others}"
        return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason, certificates=())
    signs = _other_signs(step) if judgement.kind is VerdictKind.PROVED else ""
    if signs:
        reason = f"a sign in it may mean something else: {signs:.80}"
        return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason, certificates=())
    if judgement.kind is VerdictKind.PROVED:
        return _with_guesses(judgement, step)
    if judgement.kind is VerdictKind.REFUTED and holds_to_its_digits(step, judgement):
        reason = "it holds to the digits that are printed, and not exactly"
        return replace(judgement, kind=VerdictKind.UNKNOWN, reason=reason, counterexample=None)
    is_open = judgement.kind is VerdictKind.UNKNOWN and judgement.counterexample is not None
    is_settled = all(_is_value(name, step) for name in step.atoms - set(step.row.guessed))
    if judgement.kind is VerdictKind.REFUTED or (is_open and is_settled):
        judgement = _refuted(judgement, step, context)
    if judgement.kind is VerdictKind.UNKNOWN and standing is Standing.WISH:
        reason = f"wanted here, by its sentence; {judgement.reason}".rstrip("; ")
        judgement = replace(judgement, reason=reason)
    ended = _ended(step, context)
    if judgement.kind is VerdictKind.UNKNOWN and not judgement.suspicion and ended is not None:
        words = f"{ended.origin.place} ({ended.origin.words:.80})"
        return replace(judgement, question=f"does {words} still hold here?")
    return judgement


def holds_to_its_digits(step: Step, judgement: Judgement) -> bool:
    """Return whether a row is an equation between numbers that is true but for rounding."""
    row = step.row
    printed = (row.left.text, row.right.text)
    return is_rounded(row.relation, judgement.left, judgement.right, printed)


def _text(step: Step) -> str:
    return step.display.whole.source.text


def _is_base_open(step: Step) -> bool:
    """Return whether a row depends on logarithms of which nothing says the base."""
    context = step.context
    if context is None or context.situation.log_base is not None:
        return False
    formulas = [step.row.left.source.text[step.row.left.start : step.row.right.stop]]
    formulas += [item.place.text for item in step.assumptions]
    return any(has_bare_logarithm(formula, _text(step)) for formula in formulas)


def _other_numbers(step: Step) -> str:
    """Return the words near a row after which its letters and numbers need not be real."""
    if step.row.relation.names() and not _unsaid(step):
        return ""
    source = step.row.left.source
    return other_numbers(source.text, step.row.left.start, step.row.right.stop)


def _other_signs(step: Step) -> str:
    """Return the words before or behind a row that give a sign in it another meaning."""
    row, whole = step.row, step.display.whole
    shown = row.left.source.text[row.left.start : row.right.stop]
    near = _text(step)[max(0, whole.start - 300) : whole.stop + 200]
    return other_signs(_text(step), shown) or other_meaning(_text(step), shown, near)


def _unsaid(step: Step) -> frozenset[str]:
    """Return the names of the symbols of a row of which no line states the domain."""
    items = step.context.domains if step.context else {}
    return frozenset(
        name
        for name in step.row.relation.names()
        if name not in items or items[name].origin.certainty is Certainty.GUESSED
    )


def _doubtful(step: Step) -> frozenset[str]:
    """Return the names of which nothing says that they are numbers.

    What counts something by its use is one, and so are chances and norms; small letters that are
    rarely functions are beside a sum, whose factors a law puts into its order, where a text speaks
    of nothing that does not commute, and the row has no others.
    """
    items = step.context.domains if step.context else {}
    source, symbols = step.row.sign.source, step.row.relation.symbols()
    terms = [(it.name, read_term(it, source)) for it in symbols if is_term(it)]
    numbers = {name for name, item in items.items() if item.sure is not None and item.sure.integer}
    numbers |= {name for name, term in terms if term and term.kind in _NUMBERS}
    unknown = _unsaid(step) - numbers
    small = {item.name for item in symbols if all(map(_SMALL.fullmatch, letters(item)))}
    is_beside = any(term and term.kind is TermKind.SUM for _, term in terms)
    is_plain = is_beside and unknown <= small and not _OF_OBJECTS.search(_text(step))
    return frozenset() if is_plain else unknown


def _is_a_guess(step: Step) -> bool:
    """Return whether a row bounds one symbol by a number, and its domain is guessed."""
    names = step.row.relation.names()
    items = step.context.domains if step.context else {}
    return (
        len(names) == 1
        and names == {chosen_symbol(step)}
        and not step.assumptions
        and all(
            name in items and items[name].origin.certainty is Certainty.GUESSED for name in names
        )
    )


def _with_guesses(judgement: Judgement, step: Step) -> Judgement:
    """Return a proof with the domains among its premises that no line of the document states."""
    found = (*map(_guessed_premise, guessed(step)), *_presumed_moments(step))
    if not found:
        return judgement
    texts = map(str, found)
    return replace(
        judgement,
        premises=(*judgement.premises, *found),
        rests_on=(*judgement.rests_on, *texts),
    )


def _guessed_premise(item: Domained) -> Premise:
    words = kind_words(item.domain or REAL)
    return Premise(
        how=GUESSED,
        text=f"{item.name} {words}",
        latex=rf"{item.name} \text{{ {words}}}",
        line=item.origin.line,
    )


def _presumed_moments(step: Step) -> Iterator[Premise]:
    """Yield that random variables of a row have moments, where a sentence bounds nothing."""
    text = step.row.left.source.text[step.row.left.start : step.row.right.stop]
    is_moment = re.search(r"E|Var|\\V", text) is not None
    said = step.context.situation.random if step.context and step.random and is_moment else ()
    for item in said:
        if MOMENTS not in item.argument.text or not is_said(item):
            continue
        for name in declared_names(item):
            if re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])", text):
                yield Premise(
                    how=PRESUMED,
                    text=f"E[{name}^2] is finite",
                    latex=rf"\mathbb{{E}}[{name}^2] < \infty",
                    line=item.line,
                )


def _refuted(judgement: Judgement, step: Step, context: Context) -> Judgement:
    """Keep REFUTED, or turn it into a question."""
    doubts = tuple(_doubts(judgement, step, context))
    if not doubts:
        return judgement
    likelihood = max(0, 100 - sum(doubt.weight for doubt in doubts))
    ended = 0 if _ended(step, context) is None else _ENDED.weight
    is_open = sum(doubt.weight for doubt in doubts) - ended >= 100
    cited = [it for it in step.reasons if isinstance(it, Citation) and it.key != SOURCE]
    if cited and is_open:  # what the counterexample uses, no line of the document says
        return replace(
            judgement,
            kind=VerdictKind.CITED,
            reason=f"cited: {'; '.join(map(str, cited))}",
            counterexample=None,
            left="",
            right="",
            certificates=(),
        )
    return replace(
        judgement,
        kind=VerdictKind.UNKNOWN,
        reason="; ".join(doubt.text for doubt in doubts),
        question=question_of(judgement, step),
        suspicion=likelihood,
    )


def _doubts(judgement: Judgement, step: Step, context: Context) -> Iterator[Doubt]:
    """Yield why a counterexample may miss what the author means, each with its weight."""
    situation = context.situation
    if _is_base_open(step):
        is_binary = may_hold_to_base_two(step.row.relation, judgement.counterexample)
        is_mixed = r"\ln" in step.row.left.source.text[step.row.left.start : step.row.right.stop]
        weight = 100 if is_binary and not is_mixed else 30
        yield Doubt("nothing says to which base its logarithms are", weight)
    if situation.standing is Standing.OPEN:
        yield Doubt(_NOT_CLAIMED, 100)
    if situation.standing is Standing.DEFINITION:
        yield Doubt("it may be a definition", 100)
    chosen = chosen_symbol(step)
    by_law = any(item["kind"] == "finite law" for item in judgement.certificates)
    if by_law and any(_OF_DENSITY.search(item.origin.words) for item in situation.unread):
        yield Doubt("it may be about random variables with a density", 100)
    if by_law and any(map(is_said, situation.random)):
        kinds = {item.origin.certainty for item in context.domains.values()}
        weight = 100 if Certainty.GUESSED in kinds else 40  # what is a number is not said, too
        yield Doubt("what is random was read off sentences, which may say more of it", weight)
    if chosen and not by_law and (_is_at_a_point(step) or not _is_value(chosen, step)):
        yield Doubt(f"it may define or choose {chosen}, or be a condition on it", 100)
    if _is_constraint(step) or _is_to_solve(step):
        yield Doubt("it may be a constraint on names of which nothing is said", 100)
    if step.atoms - set(step.row.guessed) and not by_law:
        yield Doubt("terms in it are not read", 40)
    if IMPLICATION in step.row.hidden:
        yield Doubt(r"it stands beside \implies, and may hold only where the other side does", 100)
    hidden = [words for words in step.row.hidden if words != IMPLICATION]
    if hidden:
        yield Doubt(f"words beside it were not understood: {', '.join(hidden):.60}", 60)
    if situation.is_loose:
        yield Doubt("the sentence says that it holds only roughly, or with some probability", 60)
    if situation.standing.is_asked:
        yield Doubt("the sentence may ask for it and not claim it", 40)
    is_meaningless = judgement.left == judgement.right == "undefined"
    if is_meaningless and _unsaid(step):
        yield Doubt("at the counterexample it says nothing, and a domain is guessed", 100)
    others = _other_numbers(step)
    if others:
        yield Doubt(f"it may be about other numbers than the real ones: {others}", 100)
    yield from _of_domains(judgement, step, context)
    yield from _of_hypotheses(step, context)


def _is_value(name: str, step: Step) -> bool:
    """Return whether an opaque term is a value that the document gives, such as g(2)."""
    sides = [
        (side.left, side.right)
        for item in step.assumptions
        for side in (item.relation, item.relation.mirrored)
        if item.relation.sense is Sense.EQ and name in step.atoms
    ]
    return any(
        isinstance(left, Symbol) and left.name == name and name not in right.names()
        for left, right in sides
    )


def _is_at_a_point(step: Step) -> bool:
    """Return whether a row says which number a name is for which an expression was given.

    So ``z = 30`` does after ``z = 10x + 22y``: for some x and y, of which it does not speak.
    """
    relation = step.row.relation
    if relation.sense is not Sense.EQ or (relation.left.names() and relation.right.names()):
        return False
    values = (
        {side.left.name: side.right.names()}
        for item in step.assumptions
        for side in (item.relation, item.relation.mirrored)
        if item.relation.sense is Sense.EQ and isinstance(side.left, Symbol)
    )
    return any(value.get(chosen_symbol(step)) for value in values)


def _is_constraint(step: Step) -> bool:
    """Return whether a row bounds a linear expression in names by a number, and all are guessed.

    Such are the constraints of a linear program, which are no claims.
    """
    relation, items = step.row.relation, step.context.domains if step.context else {}
    if relation.sense is Sense.EQ or (relation.left.names() and relation.right.names()):
        return False
    names = sorted(relation.names())
    is_open = all(
        name in items
        and items[name].origin.certainty is Certainty.GUESSED
        and items[name].domain == REAL
        for name in names
    )
    return is_open and len(names) > 1 and _is_linear(relation)


def _is_to_solve(step: Step) -> bool:
    """Return whether a row is an equation to a number that may have a solution, in guessed names.

    Its other side is less than the number at some values, and more at others.
    """
    relation, items = step.row.relation, step.context.domains if step.context else {}
    names = relation.names() - (step.atoms - set(step.row.guessed))
    if relation.sense is not Sense.EQ or (relation.left.names() and relation.right.names()):
        return False
    is_open = all(
        name in items and items[name].origin.certainty is Certainty.GUESSED for name in names
    )
    ways = (Relation(relation.left, sense, relation.right) for sense in (Sense.LT, Sense.GT))
    return bool(names) and is_open and all(satisfiable((way,)) for way in ways)


def _is_linear(relation: Relation) -> bool:
    """Return whether both sides are sums of symbols times numbers."""
    forms = Forms(lambda _: None)
    try:
        terms = [*forms.of(relation.left).terms, *forms.of(relation.right).terms]
    except TooLongError:
        return False
    return all(
        len(item) <= 1
        and all(power == 1 and isinstance(forms.atoms[name], Symbol) for name, power in item)
        for item, _ in terms
    )


def _of_domains(judgement: Judgement, step: Step, context: Context) -> Iterator[Doubt]:
    names = sorted({*(judgement.counterexample or {}), *step.row.relation.names()})
    atoms = step.atoms
    for name in names:
        item = context.domains.get(name)
        if item is None:
            if name not in atoms:
                yield Doubt(f"{name} is not declared", 15)
        elif item.origin.certainty is Certainty.GUESSED:
            weight = 30 if item.domain == REAL else 10
            yield Doubt(f"the domain of {item.name} is guessed ({item.origin.words})", weight)
        elif item.is_vague:
            yield Doubt(f"line {item.origin.line} may say more of {item.name}", 15)
    spoken = {item.name for item in context.domains.values()}
    for name, text in context.situation.conflicts.items():
        if name in spoken:
            yield Doubt(f"two domains: {text}", 20)


def _of_hypotheses(step: Step, context: Context) -> Iterator[Doubt]:
    if _ended(step, context) is not None:
        yield _ENDED
    found = [item for item in _unread(step, context) if not item.is_ended]
    if found:
        item = found[-1]
        about = "names in it" if item.names else "what is in force"
        yield Doubt(
            f"a hypothesis about {about} may be unread (line {item.origin.line}: "
            f"{item.origin.words:.80})",
            min(60, 25 + 5 * len(found)),
        )


def _ended(step: Step, context: Context) -> Unread | None:
    """Return what was said last of the names of a row, if it may hold no more."""
    found = [item for item in _unread(step, context) if item.is_ended]
    return found[-1] if found else None


def _unread(step: Step, context: Context) -> list[Unread]:
    """Return what may be assumed about the names of a row, and was not understood or has ended."""
    names = {item.name for name, item in context.domains.items()} | {
        symbol.latex or name for name, symbol in _symbols(step).items()
    }
    # what is in a probability is read, too
    is_open = step.random or any(item.is_ended for item in context.situation.unread)
    if is_open:
        names |= {latex for item in _symbols(step).values() for latex, _ in item.speaks_of}
    names |= {name.replace(r"\varepsilon", r"\epsilon") for name in names}  # one letter
    return [item for item in context.situation.unread if item.names & names or not item.names]


def _symbols(step: Step) -> dict[str, Symbol]:
    return {symbol.name: symbol for symbol in step.row.relation.symbols()}


def chosen_symbol(step: Step) -> str:
    r"""Return the symbol that stands alone on a side of a row and not on the other, or nothing.

    Such a row is true by choice, as ``n \ge 2``, and no counterexample decides it.
    """
    relation = step.row.relation
    for side in (relation, relation.mirrored):
        symbol, other = side.left, side.right
        if isinstance(symbol, Symbol) and symbol.name not in other.names():
            return symbol.name
    return ""


def question_of(judgement: Judgement, step: Step) -> str:
    """Return the question that a counterexample raises."""
    point = judgement.counterexample or {}
    at = ", ".join(f"{name} = {decimal_text(value)}" for name, value in sorted(point.items()))
    context = step.context
    guess = _narrower(point, context.domains if context else {})
    if not point:
        return "it fails as it stands: is a factor or a term missing?"
    return (
        f"fails at {at}: is {guess} meant?" if guess else f"fails at {at}: is a condition missing?"
    )


def _narrower(point: Mapping[str, Fraction], domains: Mapping[str, Domained]) -> str:
    """Return a domain that leaves a point out and is a likely one, or nothing."""
    for name, value in sorted(point.items()):
        item = domains.get(name)
        domain = REAL if item is None or item.domain is None else item.domain
        if domain.integer and value == domain.first_integer():
            return f"{name} >= {value + 1}"
        if value < 0:
            return f"{name} >= 0"
        if value == 0:
            return f"{name} > 0"
    return ""


def guessed(step: Step) -> list[Domained]:
    """Return the domains of a row that no line states and that leave real numbers out."""
    items = step.context.domains.values() if step.context else ()
    return [
        item
        for item in items
        if item.origin.certainty is Certainty.GUESSED and item.domain not in (None, REAL)
    ]
