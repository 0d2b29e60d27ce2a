r"""Expectations over an event and its complement: together they are the whole expectation.

``E[X \mid A] \Pr[A] + E[X \mid B] \Pr[B]`` is ``E[X]`` where A and B are complements: by algebra,
by a bar or another sign, or as the two values of what the text calls an indicator or binary; and
so are probabilities.

Main definitions
----------------
`partition_facts`: what is known of the expectations with indicators in a relation.
`case_facts`: of expectations and probabilities in two cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.said import OUTSIDE, sentence_around, squeezed
from boundcalc.laws.in_force import is_in_force
from boundcalc.laws.inequalities.indicators import indicated
from boundcalc.laws.other_meanings import is_usual_complement
from boundcalc.laws.renaming import is_given_anew
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.names import canonical

PARTS = "an event and its complement are everything"
CASES = "the law of total expectation over an event and its complement"
_NOT = re.compile(
    r"(?:\\(?:bar|overline)\{?(?P<bar>.+?)\}?|(?P<power>.+)\^\{?(?:c|C|\\complement|\\mathsf\{c\}|\\mathrm\{c\})\}?"
    r"|\\(?:neg|lnot)(?![a-z])(?P<sign>.+))"
)
_BINARY = re.compile(r"(?P<name>[A-Z](?:_(?:\w|\{\w+\}))?)=(?P<value>[01])")
_KIND = (
    r"(?:be|is|denotes?)\s+(?:an?|the)\s+(?:\w+\s+)?(?:indicator|Bernoulli|binary|Boolean)"
    r"(?:\s+(?:random\s+)?variable)?"
)
_SAID = (  # all that a clause says of a name, but for what it indicates
    r"(?:^|[.,;:(]\s+|\n\s*)(?i:(?:now|and|also|next|then)\s+)*"
    r"(?i:let|suppose(?:\s+that)?|assume(?:\s+that)?|where|here)\s+(?P<of>\$\s*NAME\s*)"
    rf"(?:\$\s+{_KIND}(?:\s*(?:[.;:]|,(?!\s*(?:or|if|unless|but)\b)|\Z)|\s+(?:of|for|that|which|with|indicating)\b"
    r"(?![^.]{0,80}(?:\b(?:or|times|plus|minus|not)\b|\$\s*[2-9]|\\pm|-\s*1)))"
    r"|(?:\\in\s*\\\{\s*0\s*,\s*1\s*\\\}|\\sim\s*\\?(?:mathrm|text|operatorname)?\{?Ber(?:n|noulli)?\}?"
    r"\s*(?:\\left)?\([^()$]*\)\s*)\$(?:\s+be\s+(?:an?|the)\s+(?:random\s+)?\w+)?\s*(?:[.;:]|,(?!\s*(?:or|if|unless|but)\b)|\Z))"
)
_EVENT = r"(?:[A-Z]|\\mathcal\{[A-Z]\})(?:_(?:\w|\{\w+\}))?'?"


def partition_facts(terms: Terms) -> Iterator[Fact]:
    """Yield that two expectations with indicators are the one without them together."""
    means = terms.of(TermKind.EXPECTATION)
    parts = [
        (symbol, term, found)
        for symbol, term in means
        if (found := indicated(term.bodies[0].text)) is not None
    ]
    for (one, first, left), (two, second, right) in combinations(parts, 2):
        rests = [canonical(terms.tokens(it[0])[:-1]) for it in (left, right)]
        events = [terms.event(it[1]) for it in (left, right)]
        if rests[0] != rests[1] or events[0] is None or events[1] is None:
            continue
        (key, is_turned), (other, is_other) = events[0], events[1]
        if key != other or is_turned == is_other:
            continue
        for whole, term in means:
            heads = {(it.head, it.tail) for it in (first, second, term)}
            if len(heads) == 1 and canonical(terms.tokens(term.bodies[0].text)[:-1]) == rests[0]:
                yield Fact(Relation(whole, Sense.EQ, one + two), PARTS)


def case_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what an expectation, or a probability, is in two cases together."""
    chances = {
        squeezed(term.bodies[0].text): (symbol, term)
        for symbol, term in terms.of(TermKind.PROBABILITY)
        if not term.tail
    }
    kinds = (TermKind.EXPECTATION, TermKind.PROBABILITY)
    for kind in kinds if len(chances) > 1 else ():
        found = terms.of(kind)
        given = [(it, term) for it, term in found if term.tail]
        for (one, first), (two, second) in combinations(given, 2):
            pair = [chances.get(squeezed(it.tail)) for it in (first, second)]
            if pair[0] is None or pair[1] is None:
                continue
            for whole, term in found:
                weights = (pair[0][1], pair[1][1])
                if _are_parts(terms, term, (first, second), weights):
                    both = one * pair[0][0] + two * pair[1][0]
                    yield Fact(Relation(whole, Sense.EQ, both), CASES)


def _are_parts(
    terms: Terms, whole: Term, parts: tuple[Term, Term], weights: tuple[Term, Term]
) -> bool:
    """Return whether a mean is what two conditional ones of it are by complementary weights."""
    heads = {it.head for it in (whole, *parts)}
    scripts = {it.head.partition("_")[2] for it in (whole, *parts, *weights)}
    spelled = {canonical(terms.tokens(it.bodies[0].text)[:-1]) for it in (whole, *parts)}
    is_alike = not whole.tail and len(heads) == len(scripts) == len(spelled) == 1
    return is_alike and _are_complements(terms, parts[0].tail, parts[1].tail)


def _are_complements(terms: Terms, one: str, other: str) -> bool:
    """Return whether two events are complements, by algebra, by a sign, or of a binary value."""
    left, right = squeezed(one), squeezed(other)
    for it, its in ((left, right), (right, left)):
        if _complement(it) == its:
            return is_usual_complement(its, terms.text)
    first, second = _BINARY.fullmatch(left), _BINARY.fullmatch(right)
    if first is not None and second is not None:
        is_one = first["name"] == second["name"] and first["value"] != second["value"]
        return is_one and is_binary(first["name"], terms.before)
    events = [terms.event(it) for it in (one, other)]
    if events[0] is None or events[1] is None:
        return False
    return events[0][0] == events[1][0] and events[0][1] != events[1][1]


def _complement(event: str) -> str:
    """Return of what an event is written as the complement; nothing where it is not."""
    found = _NOT.fullmatch(event)
    of = next((it for it in found.groups() if it), "") if found is not None else ""
    return of if re.fullmatch(_EVENT, of) else ""


@lru_cache(maxsize=1024)
def is_binary(name: str, text: str) -> bool:
    r"""Return whether a text calls a random variable an indicator, Bernoulli, or 0 or 1.

    The last sentence that does so says nothing else of it, and nothing behind it does.

    Examples
    --------
    >>> is_binary("Y", "let $Y$ be an indicator random variable that is $1$ if")
    True
    >>> is_binary("Y", "let $Y$ be a random variable"), is_binary("Y", "$X$ is an indicator of $Y$")
    (False, False)
    """
    said = list(re.finditer(_SAID.replace("NAME", re.escape(name)), text))
    if not said:
        return False
    whole = sentence_around(text, said[-1].start("of"), said[-1].end())
    behind = text[said[-1].end() :]
    is_ended = said[-1].group().endswith((".", ";", ":"))
    later = behind if is_ended else re.split(r"[.;]\s|\n\s*\n", behind, maxsplit=1)[-1]
    is_denied = OUTSIDE.search(whole.partition(said[-1].group("of"))[0]) is not None
    is_named = re.search(rf"\$\s*{re.escape(name)}\s*\$", later) is not None
    is_other = is_denied or is_named or is_given_anew(name, later)
    return not is_other and is_in_force(behind)
