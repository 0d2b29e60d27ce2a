"""What the phrases of a sentence give: domains, hypotheses, and what was not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from boundcalc.language.domains import INTEGER, REAL, Domain
from boundcalc.prose.declared import Declared, meet, read_declared
from boundcalc.prose.narrowed import is_narrowed
from boundcalc.prose.no_numbers import no_numbers, strange_set
from boundcalc.prose.phrases import Phrase, Role
from boundcalc.prose.prose import Sentence
from boundcalc.prose.usage import usual_domain
from boundcalc.situations.situations import Domained, Hypothesis, Origin, Unread
from boundcalc.tex.documents import Display
from boundcalc.tex.source import Fragment

_SHOWN = 160


@dataclass
class Taken:
    """What phrases give: domains, hypotheses, and what was not understood."""

    domains: list[Domained] = field(default_factory=list)
    hypotheses: list[Hypothesis] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)


def taken(sentence: Sentence, found: list[Phrase], known: Mapping[str, Domained]) -> Taken:
    """Return what phrases of a sentence give."""
    result = Taken()
    domain = domain_in(known)
    for phrase in found:
        item = sentence.formulas[phrase.number]
        origin = origin_of(sentence, item)
        if phrase.role is Role.REASON or not isinstance(item, Fragment):
            continue
        declared = read_declared(item)
        named = {held.name for held in result.domains} | known.keys()
        if phrase.role is Role.SOME or not declared.is_read:
            result.unread.append(Unread(frozenset(declared.mentioned), origin))
        if phrase.role is not Role.SOME or declared.members:
            _add(result, phrase, declared, origin, known, named)
        is_some = is_narrowed(sentence, phrase, domain)
        if is_some or is_restricted(sentence, phrase.number):  # what holds under a condition
            kept = [it for it in result.hypotheses if it.origin is not origin]
            if phrase.role in (Role.SET, Role.DECLARED) and _OF_FUNCTION.match(item.text):
                kept.append(Hypothesis(item, origin, is_narrowed=True))
            result.hypotheses = kept
            after = sentence.text.partition(f"\u27e6{phrase.number}\u27e7")[2]
            if is_some or not after.lstrip().startswith(","):  # behind which a clause begins
                result.domains = [
                    it
                    for it in result.domains
                    if it.origin is not origin or it.domain in (None, REAL, INTEGER)
                ]
            result.unread.append(Unread(frozenset(declared.mentioned), origin))
    return _without_strange(result, sentence, known)


def domain_in(known: Mapping[str, Domained]) -> Callable[[str], Domain]:
    """Return what gives the domain of a name: what is known, or else what is usual."""

    def domain(name: str) -> Domain:
        held = known.get(name)
        return usual_domain(name) if held is None or held.domain is None else held.domain

    return domain


def bound_names(sentence: Sentence, near: list[Phrase]) -> frozenset[str]:
    r"""Return the names of which a sentence speaks anew, as "for every $n$" does."""
    bound = [sentence.formulas[it.number] for it in near if it.role is Role.BOUND]
    places = [item for item in bound if isinstance(item, Fragment)]
    return frozenset(name for place in places for name in read_declared(place).names)


def is_of_one(item: Hypothesis | Domained, bound: Collection[str]) -> bool:
    """Return whether something was said of one value of names that are bound now."""
    if not bound or _OF_EACH.search(item.origin.words):
        return False
    if isinstance(item, Hypothesis):
        return not set(bound).isdisjoint(read_declared(item.place).mentioned)
    return item.domain is not None and any(name in item.name.partition("_")[2] for name in bound)


_OF_EACH = re.compile(r"(?i)\b(?:all|any|every|each)\b|\\dots|\\ldots|\\forall")


def _without_strange(result: Taken, sentence: Sentence, known: Mapping[str, Domained]) -> Taken:
    """Take no number, and no relation, of names that their sentence calls no numbers."""
    origin = origin_of(sentence)
    strange = {
        name: Domained(name, None, origin, what=what) for name, what in no_numbers(sentence).items()
    }
    kept = [item for item in result.domains if item.name not in strange]
    called = {item.name: item for item in (*known.values(), *kept)}
    none = {*strange, *(name for name, item in called.items() if item.is_strange)}
    result.domains = [*kept, *strange.values()]
    result.hypotheses = [
        item for item in result.hypotheses if none.isdisjoint(read_declared(item.place).mentioned)
    ]
    return result


_OF_FUNCTION = re.compile(r"\s*\\?[A-Za-z]+(?:_\w)?\s*\([^()=<>]*\)\s*:?=[^=<>]+\Z")
_WHEN = re.compile(
    r"(?i)\s*,?\s*(?:just )?(?:only|if|when|whenever|unless|until|initially|or|except|outside"
    r"|(?:be|is|denotes?) (?:an?|the|their) (?:inner|dot|cross|scalar|outer|matrix|tensor|hadamard"
    r"|convolution|composition)|before|after|during"
    r"|in (?:this|that|our) (?:\w+ )?(?:example|case|figure|instance|setting)"
    r"|at (?:first|the (?:beginning|start))|with (?:high )?probability"
    r"|(?:in|on) the (?!following|sequel|rest|remainder|next|remaining|whole|proof)"
    r"|for (?:the|one|now|a moment|example|instance|odd|even|small|large)|in case"
    r"|(?:be |is )?(?:holds?|true|valid|appl(?:y|ies)) (?:for|to|in|on|at|under|with|where|among)"
    r"|sometimes|often|usually|mostly|typically|generally|occasionally|almost|nearly)\b"
)
_WHERE = re.compile(
    r"(?i)\b(?:in|throughout|within|for) (?:section|chapter|part|case|step|example)s?\s*[0-9\u00ab]"
    r"|\b(?:initially|at first|at the (?:beginning|start))\b"
)


def is_restricted(sentence: Sentence, number: int) -> bool:
    """Return whether a sentence says of a formula in it that it holds only somewhere.

    Examples
    --------
    >>> texts = "Let \u27e60\u27e7 if \u27e61\u27e7.", "Let \u27e60\u27e7 and \u27e61\u27e7."
    >>> [is_restricted(Sentence(text), 0) for text in texts]
    [True, False]
    """
    before, _, after = sentence.text.partition(f"\u27e6{number}\u27e7")
    return bool(_WHEN.match(after) or _WHERE.search(before))


def _add(
    result: Taken,
    phrase: Phrase,
    declared: Declared,
    origin: Origin,
    known: Mapping[str, Domained],
    named: set[str],
) -> None:
    is_hypothesis = phrase.role in (Role.ASSUMED, Role.CONDITION)
    for name in declared.names:
        if phrase.what:
            result.domains.append(Domained(name, None, origin, what=phrase.what))
        elif phrase.domain is not None:
            vague = phrase.is_vague or phrase.role is Role.SOME
            result.domains.append(Domained(name, phrase.domain, origin, vague))
        elif is_hypothesis or phrase.is_vague:
            result.unread.append(Unread(frozenset((name,)), origin))
    called = {**known, **{item.name: item for item in result.domains}}
    for member in declared.members:
        domain = member.domain
        among = called.get(member.among)
        what = strange_set(member.among)
        what = among.what if among is not None and among.has_apart_members else what
        old = known.get(member.name)
        same = called.get(member.name)
        if same is not None and same.is_strange and phrase.domain is None and not member.is_of_set:
            continue  # its sign says not that it is a number
        if domain is not None and phrase.domain is not None:
            domain = meet(domain, phrase.domain) or domain
        elif domain is not None and old is not None and old.domain is not None:
            if is_hypothesis:
                domain = meet(old.domain, domain) or domain
            elif old.domain.integer and not domain.integer and phrase.role is not Role.DECLARED:
                domain = meet(domain, Domain(integer=True)) or domain
        others = [
            it.domain for it in (*result.domains, *([old] if old else ())) if it.name == member.name
        ]
        if domain is not None and any(it is not None and meet(it, domain) is None for it in others):
            result.unread.append(Unread(frozenset(), origin))  # of which all may follow
        vague = member.is_vague or phrase.is_vague or phrase.role is Role.SOME
        vague = vague or bool(is_hypothesis and old and old.is_vague)
        result.domains.append(Domained(member.name, domain, origin, vague, what=what))
    result.domains += _of_related(phrase, declared, origin, known)
    for place in declared.relations:
        if phrase.role is Role.SOME:
            continue
        result.hypotheses.append(Hypothesis(place, origin))
        mentioned = frozenset(read_declared(place).mentioned)
        if phrase.is_vague or not mentioned:  # what is said of numbers alone may be false
            result.unread.append(Unread(mentioned, origin))


def _of_related(
    phrase: Phrase, declared: Declared, origin: Origin, known: Mapping[str, Domained]
) -> list[Domained]:
    """Return what words say of the sides of a relation, as in "let n > m be integers".

    In the singular, "an integer n > m", they speak of the first name alone.
    """
    if phrase.domain is None or phrase.role is Role.SOME:
        return []
    names = declared.related if phrase.is_plural else declared.related[:1]
    found = []
    for name in names:
        old = known.get(name)
        domain = phrase.domain
        if phrase.role is not Role.DECLARED and old is not None and old.domain is not None:
            domain = meet(old.domain, domain) or domain
        found.append(Domained(name, domain, origin, phrase.is_vague))
    return found


def origin_of(sentence: Sentence, item: Fragment | Display | None = None) -> Origin:
    """Return where a sentence, or a formula in it, stands, with its words."""
    words = sentence.words()
    shown = words if len(words) <= _SHOWN else f"{words[: _SHOWN - 3]}..."
    line = item.position.line if isinstance(item, Fragment) else sentence.line
    return Origin(line, shown)
