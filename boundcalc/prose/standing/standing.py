r"""What a display is in its sentence: a claim, a hypothesis, a definition, or only asked for.

Main definitions
----------------
`Standing`: which of these. `standing_of`: that of a display. `is_supposed`: whether it is assumed
for more than its sentence. `may_define`: whether the words before it may say that it defines.
"""

from __future__ import annotations

import re
from enum import Enum

from boundcalc.prose.phrases import is_denied, is_denied_behind, is_equivalence
from boundcalc.prose.prose import Sentence
from boundcalc.prose.standing.assuming_words import (
    THEN,
    assuming_clause,
    is_given,
    is_not_assumed,
    is_of_all,
    says_hypothesis,
    says_meaning,
)
from boundcalc.prose.standing.defining_words import is_called, says_definition
from boundcalc.prose.standing.definitions_in_words import defines_in_words
from boundcalc.prose.standing.introducing_words import has_value
from boundcalc.prose.standing.notions import names_notion
from boundcalc.tex.documents import Display


class Standing(Enum):
    """What a display is in its sentence."""

    CLAIM = "claim"
    GOAL = "goal"  # "we show that", "to be"
    WISH = "wish"  # "we want to show", which claims nothing
    HYPOTHESIS = "hypothesis"  # "assume that", "if"
    DEFINITION = "definition"
    OPEN = "open"  # denied, doubted, or one half of an equivalence

    @property
    def is_asked(self) -> bool:
        """Whether the sentence asks for it, or is about to show it."""
        return self in (Standing.GOAL, Standing.WISH)


_GOAL = re.compile(
    r"(?i)\b(?:want|wish|need|suffices?|sufficient|goal|aim|like to|to (?:show|prove|see|verify"
    r"|establish|check|bound)|we (?:show|prove|claim)|claim|remains?|must show|ensure|guarantee"
    r"|prove that|show that|require|desired|choose|set|pick|so that|in order|expect|try)\b"
    r"[^.:;\u27e6]*$"
)
_SHOW = r"(?:show|prove|establish|verify|check|ensure)"
_WISH = re.compile(
    r"(?i)\b(?:we|one) (?:(?:now|also|still|first|next|only|then|thus|therefore|just) )*"
    rf"(?:want|wish|would like|need|aim|hope|intend)(?: to {_SHOW}\b| that\b)[^.;]*$"
    r"|\b(?:our|the) (?:\w+ )?(?:goal|aim|task) (?:here |now |then )?is (?:now |thus )?"
    rf"(?:to {_SHOW}|that)\b[^.;]*$"
    r"|\bit (?:(?:now|then|thus|only|therefore|still) )*(?:suffices|remains|is enough"
    rf"|is sufficient) to {_SHOW}\b[^.;]*$"
    r"|\bwe (?:will|shall|want|wish|hope|seek|look|aim|are looking)\b[^.;]*"
    r"\b(?:bounds?|guarantees?|inequalit(?:y|ies)) of the form[\s:,]*$"
    r"|\ball (?:that )?we (?:really |actually )?need is(?: that| the following)?[\s:,]*$"
    r"|(?:^|[.;:]\s)\W*(?:now |next )?(?:find|minimi[sz]e|maximi[sz]e)[\s:]*$"
    r"|\bto (?:search|look) for an? [^.;:]*\bsuch that[\s:,]*$"
)
_TO_SHOW = re.compile(r"(?i)\b(?:prove|show|verify|establish) that\b[^.;]*$")
_DEFINING = re.compile(
    r"(?i)\b(?:defin\w+|denot\w+|set|let|put|write|introduc\w+|call\w*|given by|where|notation"
    r"|formul\w+|define[sd]?|recall the definition|the (?:following )?(?:function|loss|quantity"
    r"|algorithm|estimator|objective|model|problem)|as follows|update[sd]?|updat\w*|initializ\w*"
    r"|consider|named|known as|definition|form|model\w*|mechanism|short-?hand|abbreviat\w*"
    r"|parametri[sz]\w*|represent\w*|express\w*|is|are|be|by|as)\b\s*[^.;\u27e6]{0,60}$"
)
_STRICTLY_DEFINING = re.compile(
    r"(?i)\b(?:defin\w+|denot\w+|let|introduc\w+|we call|short-?hand)\b[^.;\u27e6]{0,80}$"
    r"|\b(?:choos(?:e|ing)|tak(?:e|ing)|pick(?:ing)?|set|setting|put|with|where)"
    r"(?: (?:us|now|it|the|following|e\.g))*\s*[:,]?\s*$"
)
_CLAIMING = re.compile(
    r"(?i)\b(?:pro(?:ve|ving)|show\w*|verif\w*|comput\w*|bound\w*|check\w*|see|look|note|recall"
    r"|find|estimat\w*|calculat\w*|examin\w*|simplif\w*|deriv\w*|rewrit\w*|express|first"
    r"|(?:by|from|using|recall|with) (?:the |our |its |this )?definition\w*"
    r"|we (?:get|obtain|have))\b"
)
_EXISTS = re.compile(r"(?i)\bthere (?:exists?|is|are)\b")
_CHOSEN = re.compile(r"(?i)\b(?:there (?:exists?|is|are)|exists?|for some|find)\b")
_SUCH = re.compile(
    r"(?i)\b(?:such that|so that|satisfying|with|s\.t\.)\s*(?:we have|it holds that)?[\s,:]*$"
)


_LET = re.compile(
    r"(?i)(?:^|[.;:]\s)\W*(?:(?:now|also|we|further) )*(?:let|set|define|denote|put|fix)\b"
)
_LISTED = re.compile(  # "let $S = (0, 1)$, $T = 2$ and"
    "(?i)(?:^|[.;:]\\s)\\W*let \u27e6\\d+\u27e7(?:\\s*,\\s*\u27e6\\d+\u27e7)+\\s*,?\\s*and\\s*$"
)
_AND = re.compile("\u27e6(\\d+)\u27e7\\s*,?\\s*and\\s*$")


def standing_of(sentence: Sentence, number: int) -> Standing:
    """Return what a display is in its sentence.

    Examples
    --------
    >>> sentence = Sentence("Assume that \u27e60\u27e7 holds.")
    >>> standing_of(sentence, 0).value
    'hypothesis'
    >>> standing_of(Sentence("Recall that the risk is defined as \u27e60\u27e7"), 0).value
    'definition'
    """
    found = _said_of(sentence, number)
    if found is not Standing.DEFINITION:
        return found
    item, left = (
        sentence.formulas[number : number + 1],
        sentence.text.partition(f"\u27e6{number}")[0],
    )
    is_again = _KNOWN.search(left) and any(isinstance(it, Display) and has_value(it) for it in item)
    return Standing.CLAIM if is_again or names_notion(sentence, number) else found


_KNOWN = re.compile(r"(?i)\b(?:recall|remember|defined|earlier|previously|above|is|are)\b")


def _said_of(sentence: Sentence, number: int) -> Standing:
    """Return what the words around a display say that it is."""
    mark = f"\u27e6{number}\u27e7"
    left = sentence.text.partition(mark)[0]
    tail = re.split("\u27e6\\d+\u27e7", left)[-1] if number else left
    after = sentence.text.partition(mark)[2]
    if says_definition(left, after) or (is_called(after) and _is_equation(sentence, number)):
        return Standing.DEFINITION
    if is_equivalence(sentence) or is_denied(sentence, len(left)):
        return Standing.OPEN
    if is_denied_behind(sentence.text.partition(mark)[2]):
        return Standing.OPEN
    clause = re.split(THEN, tail)[-1]
    is_chosen = _EXISTS.search(tail) or (_CHOSEN.search(left) and _SUCH.search(clause))
    if is_chosen and not (says_meaning(left) or is_given(left)):
        return Standing.OPEN
    if says_hypothesis(left):
        is_open = is_not_assumed(left, sentence.text.partition(mark)[2])
        return Standing.OPEN if is_open else Standing.HYPOTHESIS
    defining = _STRICTLY_DEFINING.search(clause) or _is_listed(sentence, left)
    if defining and not _CLAIMING.search(clause):
        return Standing.DEFINITION
    if defines_in_words(sentence, number):
        return Standing.DEFINITION
    if _WISH.search(re.split(THEN, left)[-1]):
        return Standing.WISH
    if _GOAL.search(clause) or _TO_SHOW.search(re.split(THEN, left)[-1]):
        return Standing.GOAL
    return Standing.CLAIM


def _is_equation(sentence: Sentence, number: int) -> bool:
    item = sentence.formulas[number] if number < len(sentence.formulas) else None
    return isinstance(item, Display) and _BOUND.search(item.formula.text) is None


_BOUND = re.compile(r"[<>]|\\(?:l|g)(?:e|eq|eqslant|t)(?![A-Za-z])|\\approx")


def _is_listed(sentence: Sentence, left: str) -> bool:
    r"""Return whether a display goes on in a list that defines, as in "let $n > 0$ and"."""
    if _LISTED.search(left):
        return True
    before = _AND.search(left) if _LET.search(left) else None
    return before is not None and standing_of(sentence, int(before[1])) is Standing.DEFINITION


def is_supposed(sentence: Sentence, number: int) -> bool:
    """Return whether a display is assumed for more than its sentence, as "if" does not say."""
    left = sentence.text.partition(f"\u27e6{number}\u27e7")[0]
    clause = assuming_clause(left)
    if is_of_all(left):
        return True
    return bool(re.search(r"(?i)\b(?:assum|suppos)", clause)) and not re.search(
        r"(?i)\b(?:if|when|whenever|assuming|supposing)\b", clause
    )


def may_define(sentence: Sentence, number: int) -> bool:
    """Return whether the words before a display may say that it defines something."""
    left = sentence.text.partition(f"\u27e6{number}\u27e7")[0]
    return bool(_DEFINING.search(re.split("\u27e6\\d+\u27e7", left)[-1]))
