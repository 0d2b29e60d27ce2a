r"""Where a statement is proved: below it, or elsewhere, as a sentence behind it says.

Main definitions
----------------
`proved_elsewhere`: where a sentence says that what stands before it is proved, or by whom.
`ANSWER`: how a proof or a solution begins. `PROOFS`: which
of these words are for a proof. `BESIDE`: what stands beside a statement.
`reasoned`: the situations of what a statement claims, with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from boundcalc.prose.standing.standing import Standing
from boundcalc.situations.frames import Frame
from boundcalc.situations.situations import Situation
from boundcalc.tex.known_results import NAMED

ANSWER = re.compile(  # the first word of a proof or a solution
    r"(?i)^[\W_]*(?P<what>proof|pf|\uc99d\uba85|solution|soln|sol|answer)(?:\s*\([^()\n]{0,60}\))?"
    r"[*_}]*\s?\d?[*_}]*[:.*_}]"
)
PROOFS = ("proof", "pf", "\uc99d\uba85")  # of these words
BESIDE = re.compile(  # what a statement in bold print does not say
    r"(?i)^\W*(?:proof|pf|\uc99d\uba85|solution|example|remark|sketch|intuition|lemma|proposition|theorem"
    r"|corollary|(?:in order )?to (?:prove|show|see)|we (?:\w+ )?prove)\b"
)
_KEY = "\u00ab[^\u00bb]*\u00bb"
_PART = rf"(?:Appendix|Section|Sec\.|Chapter|Supplement\w*)[\s~]*(?:{_KEY}|[0-9A-Z][0-9A-Z.]*)"
_WHERE = rf"(?:{_PART}|the (?:appendix|supplement\w*(?: materials?)?)|{_KEY}|\[[1-9][0-9]{{0,2}}\])"
_RESULT = r"(?:theorem|lemma|proposition|corollary|claim|fact|result|statement|inequality|bound)"
_THIS = rf"(?:this|it|(?:this|the|the above|the following) {_RESULT}|{_RESULT}\s+{_KEY})"
_PROOF = rf"(?:the|a|its|our|the full|a full|the complete|a complete) proof(?: of {_THIS})?"
_NUMBERED = rf"(?:{_RESULT}|thm\.?|prop\.?|cor\.?)[\s~]*[0-9A-Z][0-9A-Z.]*"
_ELSEWHERE = re.compile(
    rf"(?i)^\W*(?P<what>{_PROOF} (?:is|can be|may be|appears|has been|was|will be)\s*"
    r"(?:(?:deferred|postponed|relegated|given|found|presented|provided|included|moved|left)\s*)?"
    rf"(?:to|in|at|by)\s+{_WHERE}"
    rf"|(?:for|see) {_PROOF},? (?:see|in)\s+{_WHERE}"
    rf"|(?:we )?(?:refer|see)\b[^.;]{{0,40}}{_WHERE}[^.;]{{0,20}}\bfor {_PROOF}"
    rf"|we (?:prove|show|establish) {_THIS} in\s+{_WHERE}"
    rf"|{_THIS} is (?:due to|prove[dn] in|taken from|(?:exactly )?{_NUMBERED} (?:of|in|from))"
    rf"\s+{_WHERE})"
    r"(?:,? for (?:completeness|brevity))?[\W_]*\Z"
)
_NAMED = re.compile(rf"(?i){_RESULT}\s+\u00ab(?P<key>[^\u00bb]*)\u00bb(?!\s*\Z)(?=.*{_WHERE})")
_FOLLOWS = re.compile(  # from what is named
    rf"(?i)^\W*(?:this|it|(?:this|the|the above) {_RESULT}) "
    rf"(?P<what>(?:(?:now|then|directly|immediately|easily|also) )*"
    rf"(?:follows (?:\w+ly )?(?:from|by)|is an? (?:\w+ )?(?:consequence|corollary|application) of)"
    rf" (?:the )?(?:{_RESULT}\s+{_KEY}|(?-i:{NAMED}))"
    rf"(?:(?!\b(?:that|only|if|unless|when|except|not)\b|\u27e6)[^.;]){{0,120}})\.?\W*\Z"
)
_KINDS = re.compile(
    r"(?i)\b(?:this|the)(?: above)? (?P<kind>theorem|lemma|proposition|corollary)\b"
)


def proved_elsewhere(text: str, label: str = "", kind: str = "") -> str:
    """Return where a sentence says that the statement before it is proved, or nothing.

    Parameters
    ----------
    text : str
        The sentence behind the statement.
    label, kind : str
        The label of the statement, and what it is called; a sentence may speak of another one.

    Examples
    --------
    >>> proved_elsewhere("The proof is deferred to Appendix B.")
    'The proof is deferred to Appendix B'
    >>> proved_elsewhere("The proof is left to the reader.")
    ''
    >>> proved_elsewhere("This follows from Lemma \u00aba\u00bb.")
    'follows from Lemma a'
    """
    plain = " ".join(text.split())
    follows = _FOLLOWS.match(plain)
    found, named = follows or _ELSEWHERE.match(plain), _NAMED.search(plain)
    other = _KINDS.search(plain[: follows.start("what")] if follows else plain)
    is_other = other is not None and kind != "" and other["kind"].lower() != kind
    is_of_other = named is not None and named["key"] != label and not follows
    if found is None or is_other or is_of_other:
        return ""
    return " ".join(re.sub("[\u00ab\u00bb]", "", found["what"]).split()).rstrip(" .")


def reasoned(
    found: Mapping[int, Situation], frame: Frame, asked: Collection[int], reason: str
) -> dict[int, Situation]:
    """Return the situations of what a statement claims, or an exercise asks for, with a reason."""
    return {
        number: replace(found[number], reasons=(*found[number].reasons, reason))
        for number in frame.stated or frame.shown
        if found[number].standing is Standing.CLAIM
        or found[number].standing.is_asked
        or number in asked
    }
