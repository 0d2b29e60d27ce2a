r"""Definitions of a document as reasons of rows that have what is defined inside of a term.

Where a sentence says "let $X = \sum_i X_i$", or a row defines X, E[X] is the expectation of that
sum. A sentence is taken that defines and says nothing of when; a name with two definitions has
none, nor one of which a later sentence speaks.

Main definitions
----------------
`unfolded_attempts`: the ways to show a row with definitions put in. `named_attempts`: those with
the values of names put in for them. `applied_attempts`: those with
the definitions of functions put in, at the arguments of the row. `functions_in_force`: these
functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from boundcalc.derivations.directives import ByDefinition
from boundcalc.derivations.rows import Assumption, Step
from boundcalc.judgements import PRESUMED, Judgement, Premise
from boundcalc.language.domains import REAL, Domain
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.applied import Application, Function, applications_of, function_of
from boundcalc.laws.constants import is_drawn
from boundcalc.laws.renaming import HEADING, after_formula, is_given_anew, is_spoken_of
from boundcalc.laws.unfolded import Definition, definition_of, unfolding_laws_of
from boundcalc.notes.earlier import FRAME, defined_before, with_earlier
from boundcalc.notes.presumptions import Attempt, premise_of, substituted, tentative_names
from boundcalc.obligations.definedness import conditions, where_defined, where_positive
from boundcalc.obligations.theorem_reasons import domain_relations, is_integer
from boundcalc.prose.declared import read_declared
from boundcalc.prose.usage import usual_domain
from boundcalc.reader.meanings import letters
from boundcalc.situations.situations import Domained, Hypothesis, Situation
from boundcalc.situations.unfolding import DEFINES, RESTRICTS
from boundcalc.tex.source import Fragment, ReaderError

_COMMENT = re.compile(r"(?m)(?<!\\)%.*$")
_SHOWN = re.compile(r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]|\\begin\{([a-z]+\*?)\}[\s\S]*?\\end\{\1\}")
_CLOSED = re.compile(r"[ ,.;]*(?:\$|\\\)|(?=\s*(?:\n|-->|\Z)))")
_APART = re.compile(  # what may be another setting
    r"(?im)\b(?:examples?|exercises?|problems?|questions?|solutions?|cases?)\b|^\s*(?:[-*_]\s?){3,}$"
)
_BINDS = r"\\forall|\\exists|\\(?:text|mbox|mathrm|textrm)\{[^{}]*\}|\\q?quad"
_STARTS = r"\$|\\\[|\\\(|\\\\|&|\\begin\{[a-z]+\*?\}"
_GIVEN = re.compile(  # behind a formula that defines, to the end of the sentence
    r"[\s,]*(?:for|where|with|on)\s+(?:(?:all|any|every|each|(?P<real>real(?: numbers?)?))\s+)*"
    r"\$(?P<given>[^$]*)\$[\s.,;:]*"
)
_SENTENCE = re.compile(r"(?<=[.;:!?])\s+|\n\s*\n|\\(?:item|label\{[^{}]*\})|\\\]|\$\$")
_REALS = r"\\(?:mathbb|mathbf|bf|bb)?\s*\{?\s*R\s*\}?\s*"
_MAPS = re.compile(  # before a display that defines a function
    rf"(?P<said>define\s+\$\s*(?P<head>\\?[A-Za-z]+)\s*(?::|\\colon)\s*{_REALS}"
    rf"\\(?:to|rightarrow)\s*{_REALS}\$\s*)(?:by|as)[\s:]*\Z"
)
_ALONE = re.compile(  # what says that a name is something, and nothing of when
    r"(?i)\s*(?:(?:now|next|also|further|then|and|finally)[\s,]+)*(?:we\s+|us\s+)?"
    r"(?:let|set|setting|letting|define|put|putting|write|writing|with|where|choosing|taking)\s+\$"
    r"(?:\s*(?:,|and|, and)\s*(?:(?:let|set)\s+)?\$)*"
    r"[\s,.;:]*(?:\Z|(?:we|then|it|this|one|so|yields?|gives?)\b)"
)
_ENDS = re.compile(r"\$\$?|\\\]|\\\)|\\end\{[a-z]+\*?\}")
_WHERE = re.compile(r"[\s,;]*where\s+\$\s*")
_QUANTIFIED = re.compile(r"\\(?:in|forall|text\w*|mbox|mathrm|q?quad)(?![A-Za-z])")
_NOISE = re.compile(r"(?i)\b(?:noise|random|sampl\w*|draw\w*|distribut\w*|i\.i\.d)\b|\\sim")
_SETS = (
    r":?=|[<>]|[+*-]="
    r"|\\(?:gets|leftarrow|sim|in|to|coloneqq|mapsto|ne|neq|leq?|geq?)(?![A-Za-z])"
)


def unfolded_attempts(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Iterator[Attempt]:
    """Yield ways to prove a step with definitions put in for names in its terms.

    Parameters
    ----------
    step : Step
        A row of a document that nobody prepared.
    before : sequence of (Step, Judgement)
        The rows before it, with their verdicts.
    """
    if step.context is None:
        return
    try:
        known = _in_force(step, before)
    except ReaderError:  # a name is no formula by itself
        return
    if not known:
        return
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    source, tentative = step.row.sign.source, tentative_names(step)
    laws, put_in = unfolding_laws_of(relations, known, step.scope, source, tentative)
    if not put_in or not laws:
        return
    case = substituted(step, {law.term: law.value for law in laws})
    told = tuple(known[item] for item in put_in)
    yield Attempt(step, (case,), tuple(laws), defined=told)
    presumed, defined = where_defined(case)
    if defined:
        yield Attempt(step, defined, tuple(laws), presumed, defined=told)


def _in_force(step: Step, before: Sequence[tuple[Step, Judgement]]) -> dict[Definition, Premise]:
    """Return what is defined of letters that a step has, each as a premise."""
    places = [item.place for item in step.equations]
    found = [
        (item.relation, item.line, places.count(item.place) == 1 and _is_said(item, step))
        for item in step.equations
    ]
    found += [
        (other.row.relation, other.line, _is_kept(other.row.left.text, _end(other, step), step))
        for other in defined_before(step, before)
    ]
    relations = [step.row.relation, *(item.relation for item in step.assumptions)]
    near = frozenset().union(*(letters(side) for it in relations for side in (it.left, it.right)))
    return {
        item: premise_of("assumed", relation, line)
        for relation, line, is_said in found
        if is_said and relation != step.row.relation and letters(relation.left) <= near
        for item in (definition_of(relation),)
        if item is not None and _is_alone(relation, [other for other, _, _ in found])
    }


def _is_alone(relation: Relation, others: Iterable[Relation]) -> bool:
    """Return whether nothing else is said to be equal to what is defined."""
    return all(other == relation for other in others if relation.left in (other.left, other.right))


def _is_said(item: Assumption, step: Step) -> bool:
    """Return whether a sentence of the section defines by an equation, and says not when."""
    source, start = step.row.left.source, step.row.left.start
    if item.origin is None or item.place.source is not source or item.place.stop > start:
        return False
    spelled = item.place.text.partition("=")[0]
    is_said = Hypothesis(item.place, item.origin).is_said
    closed = _CLOSED.match(source.text, item.place.stop)
    return is_said and closed is not None and _is_kept(spelled, closed.end(), step)


def _end(row: Step, step: Step) -> int:
    """Return where the display of a row ends, or the row itself where a step stands in it, too."""
    return row.row.right.stop if row.display is step.display else row.display.whole.stop


def _is_kept(spelled: str, start: int, step: Step) -> bool:
    """Return whether nothing between a place and a step may say anew what a name is.

    No sentence there speaks of it, no other environment or example begins, and no formula binds it.
    """
    name = spelled.partition("(")[0].replace("&", "").strip()
    alone = re.compile(rf"(?<![A-Za-z\\_]){re.escape(name)}(?![A-Za-z_'^])")
    whole = step.display.whole
    text = _COMMENT.sub("", whole.source.text[start : whole.start])
    is_apart = FRAME.search(text) or HEADING.search(text) or _APART.search(text)
    if is_apart or alone.search(_SHOWN.sub(" ", text)):
        return False
    texts = f"{whole.source.text[start : whole.start]} {whole.text}"
    binds = rf"(?:{_BINDS})\s*\$?[\s(]*{alone.pattern}"
    sets = rf"(?:{_STARTS})\s*{alone.pattern}\s*&?\s*(?:{_SETS})"
    return not re.search(f"{binds}|{sets}", texts)


# Names.


def named_attempts(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Iterator[Attempt]:
    """Yield the ways to prove a step, where it has a value, with what names are put in for them."""
    case = with_earlier(step, before) or step
    given = {item.relation.left: item for item in case.assumptions if _is_value(item, step)}
    told = dict[Premise, None]()
    for _ in given:
        near = {*case.row.relation.left.symbols(), *case.row.relation.right.symbols()}
        found = [item for name, item in given.items() if name in near]
        if not found:
            break
        told |= {premise_of("assumed", item.relation, item.line): None for item in found}
        rest = tuple(item for item in case.assumptions if item not in found)
        values = {item.relation.left: item.relation.right for item in found}
        case = substituted(replace(case, assumptions=rest), values)
    if not told or case.row.relation.left == case.row.relation.right:
        return
    yield Attempt(step, (case,), defined=tuple(told))
    for presumed, cases in (where_defined(case), where_positive(case)):
        if cases:
            yield Attempt(step, cases, (), presumed, defined=tuple(told))


def _is_value(item: Assumption, step: Step) -> bool:
    """Return whether an assumption says what a name is, and nothing may say it anew since."""
    left, right, place = item.relation.left, item.relation.right, item.place
    whole, text = step.display.whole, place.source.text
    is_equation = item.how == "assumed" and item.relation.sense is Sense.EQ
    if not is_equation or not isinstance(left, Symbol) or left.name in right.names():
        return False
    if place.source is not whole.source:
        return False
    stop = _ENDS.search(text, place.stop)
    start = text.rfind("\n\n", 0, place.start) + 1
    if place.start >= whole.stop:
        is_next = _WHERE.fullmatch(text, whole.stop, place.start) is not None
        behind = _SENTENCE.split(text[stop.end() if stop else place.stop :][:400])[0]
        return is_next and not behind.strip(" .,;")
    if item.origin is not None:
        words = re.sub(r"\$\$[^$]*\$\$|\\\[[^$]*?\\\]", "$", item.origin.words)
        is_said = words != item.origin.words or Hypothesis(place, item.origin).is_said
        if not is_said or _ALONE.match(_plain(words)) is None:
            return False
    between = _COMMENT.sub("", text[stop.end() if stop else place.stop : whole.start])
    if HEADING.search(between) or FRAME.search(between) or _APART.search(between):
        return False
    behind = f"{between} {whole.text} {_SENTENCE.split(text[whole.stop : whole.stop + 400])[0]}"
    names = letters(left) | letters(right)
    is_apart = _APART.search(text[start : place.start]) is not None
    return not is_apart and not any(is_given_anew(name, behind) for name in names)


# Functions.


@dataclass(frozen=True, slots=True)
class Known:
    """A function that the document defines, how it is a premise, and where its definition ends."""

    function: Function
    premise: Premise
    stop: int


def applied_attempts(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Iterator[Attempt]:
    """Yield the ways to prove a step with definitions of functions put in, at its arguments.

    Each argument is shown to lie where its function is defined, as a case of its own. The row that
    speaks of f(x) itself, where nothing else is said of x, is claimed where f(x) is defined.

    Parameters
    ----------
    step : Step
        A row of a document that nobody prepared.
    before : sequence of (Step, Judgement)
        The rows before it, with their verdicts.
    """
    if step.context is None:
        return
    known = {item.function: item.premise for item in functions_in_force(step, before)}
    source, tentative = step.row.sign.source, tentative_names(step)
    row = [step.row.relation]
    found = applications_of(row, known, step.scope, source, tentative) if known else []
    if not found or not all(_has_numbers(item, step.context.situation) for item in found):
        return
    laws = tuple(item.law for item in found)
    values = {law.term: law.value for law in laws}
    case = step
    for _ in found:  # a value may have another one for its argument
        case = substituted(case, values)
    presumed: list[Relation] = []
    needed: list[Relation] = []
    for item in found:
        domains = _domains(item)
        if domains is None:
            return
        is_open = item.is_own and not _is_quantified(step, item.function.parameters)
        if item.base is not None:
            has_value = Relation(item.base, Sense.EQ, item.base)
            domains += conditions(has_value) if is_open else [has_value]
        (presumed if is_open else needed).extend(domains)
    told = tuple(dict.fromkeys(known[item.function] for item in found))
    given = [Assumption(relation=item, place=step.row.sign, how=PRESUMED) for item in presumed]
    case = replace(case, assumptions=(*case.assumptions, *given))
    shown = [
        substituted(replace(case, row=replace(step.row, relation=item)), values) for item in needed
    ]
    yield Attempt(step, (case, *shown), laws, tuple(presumed), defined=told)
    more, defined = where_defined(case)
    if defined:
        yield Attempt(step, (*defined, *shown), laws, (*presumed, *more), defined=told)


def _is_quantified(step: Step, names: Iterable[str]) -> bool:
    """Return whether the document says for which values of names a row is claimed."""
    right = step.row.right
    behind = right.source.text[right.stop : step.display.whole.stop].partition(r"\\")[0]
    known = step.context.situation.domains if step.context else {}
    return _QUANTIFIED.search(behind) is not None or any(name in known for name in names)


def _has_numbers(item: Application, situation: Situation) -> bool:
    """Return whether nothing in the arguments of a function is said to be no number."""
    known = (situation.domains.get(_latex(it)) for node in item.arguments for it in node.symbols())
    return all(held is None or held.domain is not None for held in known)


def _domains(item: Application) -> list[Relation] | None:
    """Return what must hold of the arguments of a function; None where it cannot be seen."""
    arguments = dict(zip(item.function.parameters, item.arguments, strict=True))
    found: list[Relation] = []
    for name, domain in item.function.domains:
        if domain.integer and not is_integer(arguments[name]):
            return None
        found += domain_relations(arguments[name], domain)
    return found


def functions_in_force(step: Step, before: Sequence[tuple[Step, Judgement]]) -> Iterator[Known]:
    """Yield the functions that are defined once in what is in force at a step, and still are."""
    source = step.row.left.source
    said = [item for item in step.equations if item.place.source is source]
    spelled = [(item.place.text, item.relation) for item in said]
    spelled += [
        (other.row.left.text, other.row.relation)
        for other, _ in before
        if other.row.left.source is source
        and any(isinstance(reason, ByDefinition) for reason in other.reasons)
    ]
    heads = {(_head(text), relation) for text, relation in spelled}
    start = step.display.whole.start
    found = [(_said if item.place.stop <= start else _explained)(item, step) for item in said]
    found += [_shown(other, step) for other in defined_before(step, before)]
    for item in found:
        if item is None or sum(head == item.function.head for head, _ in heads) != 1:
            continue
        if _lasts(item, step):
            yield item


def _head(text: str) -> str:
    found = re.match(r"\s*(\\?[A-Za-z]+)", text)
    return "" if found is None else found[1]


def _explained(item: Assumption, step: Step) -> Known | None:
    """Return the function that "where $f(x) = x^2$." defines behind a display, and says no more."""
    function, context = function_of(item.relation, step.row.sign.source), step.context
    whole, text = step.display.whole, item.place.source.text
    stop = after_formula(text, item.place.stop)
    is_next = _WHERE.fullmatch(text, whole.stop, item.place.start) is not None
    is_last = re.compile(r"\s*(?:\.(?!\.)|\Z|\n[ \t]*\n)").match(text, stop) is not None
    if function is None or context is None or not is_next or not is_last:
        return None
    domains = _declared(function, context.situation, item.line)
    if domains is None or is_spoken_of(function.head, text, whole.start):
        return None
    premise = premise_of("assumed", item.relation, item.line)
    return Known(replace(function, domains=domains), premise, stop)


def _said(item: Assumption, step: Step) -> Known | None:
    """Return the function that a sentence defines that says nothing else but where."""
    function, context = function_of(item.relation, step.row.sign.source), step.context
    if function is None or context is None or item.origin is None or item.how != "assumed":
        return None
    words = " ".join(item.origin.words.split())
    text = " ".join(item.place.text.split())
    formula = re.search(rf"\$\s*{re.escape(text)}\s*[.,;]?\s*\$", words)
    if formula is None:
        return None
    plain, rest = _plain(words), _GIVEN.fullmatch(words, formula.end())
    if not DEFINES.match(plain):
        return None
    if not RESTRICTS.search(plain):
        domains = _declared(function, context.situation, item.line)
    elif rest is None or RESTRICTS.search(_plain(words[: formula.start()])):
        return None
    else:
        domains = _given(function, rest, context.situation, item.line)
    if domains is None:
        return None
    premise = premise_of("assumed", item.relation, item.line)
    source = item.place.source.text
    if is_spoken_of(function.head, source, item.place.start):
        return None
    stop = after_formula(source, item.place.stop)
    own = _GIVEN.match(source, stop) if rest is not None else None
    return Known(replace(function, domains=domains), premise, own.end() if own else stop)


def _plain(words: str) -> str:
    return re.sub(r"\$[^$]*\$", "$", words)


def _given(
    function: Function, found: re.Match[str], situation: Situation, line: int
) -> tuple[tuple[str, Domain], ...] | None:
    """Return where the parameters lie by what stands behind the definition, or None."""
    given = found["given"].strip()
    if given[:1] in ("[", "("):  # an interval
        given = rf"{function.parameters[0]} \in {given}"
    said = read_declared(Fragment.of(given))
    members = [(item.name, item.domain) for item in said.members if not item.is_vague]
    members += [(name, REAL) for name in said.names if found["real"]]
    names = {item.name for item in said.members} | {*said.names}
    is_whole = said.is_read and not said.relations
    is_of_others = not names & {*function.parameters}
    if is_whole and is_of_others and re.match(r"[\s,]*(?:where|with)\b", found.group()):
        return _declared(function, situation, line)
    if is_whole and not said.members and not found["real"]:
        return _declared(function, situation, line) if names == {*function.parameters} else None
    own = tuple((name, domain) for name, domain in members if domain is not None)
    is_whole &= len(own) == len(said.members) + len(said.names)
    if not is_whole or {*function.parameters} != names:
        return None
    known = [item for name in names if (item := situation.domains.get(name)) is not None]
    if any(item.origin.line > line for item in known):
        return own if r"\in" in given else None
    return own + tuple((item.name, item.domain) for item in known if item.domain is not None)


def _declared(
    function: Function, situation: Situation, line: int
) -> tuple[tuple[str, Domain], ...] | None:
    """Return where the parameters lie by what was said of them before, or by their letters."""
    found: list[tuple[str, Domain]] = []
    for name in function.parameters:
        known: Domained | None = situation.domains.get(name)
        if known is None:
            found.append((name, usual_domain(name)))
        elif known.domain is None or known.is_vague or known.origin.line > line:
            return None
        else:
            found.append((name, known.domain))
    return tuple(found)


def _shown(other: Step, step: Step) -> Known | None:
    """Return the function that a display defines, with nothing said of where but of its letters."""
    function, context = function_of(other.row.relation, other.row.sign.source), other.context
    if function is None or context is None:
        return None
    source, whole = other.row.left.source, other.display.whole
    lead = _SENTENCE.split(source.text[max(0, whole.start - 400) : whole.start])[-1]
    mapped = _MAPS.search(source.text, max(0, whole.start - 200), whole.start)
    said = ""
    if mapped is not None and mapped["head"] == function.head:
        lead, said = "", " ".join(mapped["said"].split())
    is_closed = other.row.right.text.rstrip().endswith(".") or whole.text.rstrip(
        " \n$\\]"
    ).endswith(".")
    tail = "" if is_closed else _SENTENCE.split(source.text[whole.stop : whole.stop + 400])[0]
    names = {function.head, *function.parameters}
    unread = [it for it in context.situation.unread if not (said and said in it.origin.words)]
    is_open = any(item.names & names for item in unread) or any(
        letters(side) & names
        for item in other.assumptions
        for side in (item.relation.left, item.relation.right)
    )
    start = mapped.start("said") if mapped is not None and said else whole.start
    is_open |= is_spoken_of(function.head, source.text, start)
    if is_open or RESTRICTS.search(_plain(lead)) or RESTRICTS.search(_plain(tail)):
        return None
    domains = _declared(function, context.situation, other.line)
    if domains is None:
        return None
    premise = premise_of("assumed", other.row.relation, other.line)
    return Known(replace(function, domains=domains), premise, _end(other, step))


def _lasts(item: Known, step: Step) -> bool:
    """Return whether nothing behind a definition may say anew what the names in it are.

    No other environment or example begins there. All but the function and its parameters are
    numbers by the document, or letters that nothing makes random: noise may be drawn anew.
    """
    whole = step.display.whole
    text = whole.source.text
    between = _COMMENT.sub("", text[item.stop : whole.start])
    if FRAME.search(between) or HEADING.search(between) or _APART.search(between):
        return False
    end = max(whole.stop, item.stop)
    behind = _SENTENCE.split(text[end : end + 400])[0]
    own = set(map(_latex, item.function.relation.right.symbols()))
    others = own - {*item.function.parameters}
    places = (between, whole.text, behind)
    if any(
        is_given_anew(name, place) for name in (item.function.head, *others) for place in places
    ):
        return False
    return all(_is_fixed(name, step) for name in others)


def _latex(symbol: Symbol) -> str:
    return symbol.latex or symbol.name


def _is_fixed(name: str, step: Step) -> bool:
    """Return whether a name is a number that nothing random changes."""
    if step.context is None or name in step.random.spelled:
        return False
    known, text = step.context.situation.domains.get(name), step.row.left.source.text
    if known is not None:
        return known.domain is not None
    is_letter = re.fullmatch(r"[a-z]|\\[a-z]+", name) is not None
    return is_letter and not is_drawn(text, name) and not _NOISE.search(text)
