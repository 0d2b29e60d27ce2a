r"""Where a statement is proved: below it, or elsewhere, as a sentence behind it says.

Main definitions
----------------
`proved_elsewhere`: where a sentence says that what stands before it is proved, or by whom.
`proved_keys`: of which statement the title of a proof says that it is one. `titled_proof`: where a
document has a proof of a statement by its title.
`ANSWER`: how a proof or a solution begins. `PROOFS`: which of these words are for a proof.
`answers_other`: whether a solution is that of another exercise.
`is_proof_name`: whether the name of an environment is. `BESIDE`: what stands beside a statement.
`reasoned`: the situations of what a statement claims, with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from boundcalc.prose.standing.standing import Standing
from boundcalc.situations.frames import Frame
from boundcalc.situations.situations import Situation
from boundcalc.tex.known_results import NAMED
from boundcalc.tex.source import SourceText

ANSWER = re.compile(  # the first word of a proof or a solution, or all words of its heading
    r"(?i)^[\W_]*(?:(?:click|show|see|view|expand|reveal|toggle|hide)\b[^.:]{0,30}\s)?"
    r"(?P<what>proof|pf|\uc99d\uba85|solution|soln|sol|answer)(?:\s*\([^()\n]{0,60}\))?"
    r"(?:[*_}]*\s?\d?[*_}]*[:.*_}]|[\W_]*\Z)"
)
PROOFS = ("proof", "pf", "\uc99d\uba85")  # of these words
_PROOF_NAME = re.compile(r"(?i)(?:sub|claim|sketch|short|long|main)?-?proof|pf\b")
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


def is_proof_name(name: str) -> bool:
    """Return whether an environment of a name is a proof, and no solution.

    Examples
    --------
    >>> [is_proof_name(name) for name in ("proof", "subproof", "solution")]
    [True, True, False]
    """
    return _PROOF_NAME.match(name) is not None


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


_FONT = r"\\(?:textbf|textit|emph|textsc|underline)\s*\{"
_OPENS = (  # a title
    r"(?:\\begin\{[a-z]*proof\}\s*\[|\\(?:sub)*section\*?\s*\{|\\(?:sub)?paragraph\*?\s*\{"
    rf"|{_FONT}|\{{\\(?:bf|it|em|sc|bfseries|itshape)\s"
    r"|<(?:b|strong|em|summary|h[1-6])>|^[ \t>]*(?:\#+\s*\*{0,3}|\*{1,3}|_{1,2}))\s*"
    rf"(?:{_FONT})?"
)
_CLOSES = r"\s*[.:]?\s*(?:[\]})*_<]|$)"
_A_PROOF = r"(?:(?:full|detailed|complete|formal)\s+)?proof\s+of\s+(?:the\s+)?"
_TITLED = re.compile(
    rf"(?im){_OPENS}{_A_PROOF}(?P<what>(?:[^\n\\{{}}\]*_<]|\\[A-Za-z]*ref\*?\s*\{{[^{{}}]*\}}){{1,120}}?){_CLOSES}"
)
_MOST_PROOFS = 1000  # of a text
_REFERENCE = r"\(?\\[A-Za-z]*ref\*?\s*\{\s*(?P<key>[^{},]+?)\s*\}\)?"
_KIND = rf"(?:{_RESULT}|thm\.?|prop\.?|cor\.?)"
_PROVES = re.compile(rf"(?i)\W*{_A_PROOF}(?:{_KIND}[\s~]*)?{_REFERENCE}[\s.:]*")


def proved_keys(title: str) -> list[str]:
    r"""Return the label of the statement of which a title says that here is its whole proof.

    Examples
    --------
    >>> titles = r"Proof of Lemma~\ref{a}.", r"Proof of the converse of \Cref{a}"
    >>> [proved_keys(title) for title in titles]
    [['a'], []]
    """
    found = _PROVES.fullmatch(title)
    return [] if found is None else [found["key"]]


def titled_proof(sources: Sequence[SourceText], label: str, name: str) -> str:
    """Return where a proof of a statement stands, by a title with its label or its number.

    Parameters
    ----------
    sources : sequence of SourceText
        The files of the document.
    label, name : str
        The label of the statement, and its kind with its number, as far as they are known.
    """
    named = [rf"(?:{_KIND}[\s~]*)?\(?\\[A-Za-z]*ref\*?\s*\{{{re.escape(label)}\}}\)?"] * bool(label)
    if name and not _is_twice(sources, name):
        named.append(r"[\s~]*".join(map(re.escape, name.split())))
    proved = re.compile(rf"(?i)(?:{'|'.join(named)})[\s.:]*")
    titles = [item for source in sources for item in _proof_titles(source.text)] if named else []
    line = next((line for title, line in titles if proved.fullmatch(title)), 0)
    return f"its proof on line {line}" if line else ""


@lru_cache(maxsize=64)
def _proof_titles(text: str) -> tuple[tuple[str, int], ...]:
    """Return of what the titles of proofs in a text say that they are one, each with its line."""
    found = []
    for title in islice(_TITLED.finditer(text), _MOST_PROOFS) if "roof of" in text else ():
        begin = text.rfind("\n", 0, title.start()) + 1
        is_hidden = "%" in text[begin : title.start()] or text.count("```", 0, begin) % 2 == 1
        if not (is_hidden or _NO_PROOF.match(text, title.end())):
            found.append((title["what"], text.count("\n", 0, title.start()) + 1))
    return tuple(found)


def _is_twice(sources: Sequence[SourceText], name: str) -> bool:
    """Return whether two statements begin with the same number."""
    spelled = r"[\s~]*".join(map(re.escape, name.split()))
    heading = re.compile(rf"(?m)^[ \t>]*[\#*_]+[ \t]*{spelled}(?!\.?[0-9])")
    return sum(len(heading.findall(source.text)) for source in sources) > 1


_NO_PROOF = re.compile(
    r"(?i)[\W_]*(?:(?:the |this )?(?:proof )?(?:is |was |are |will be )?(?:omitted|skipped|left"
    r"|to ?do|tb[acd]|to be \w+|missing|not given)|exercise|deferred)\b"
    r"|[\W_]*\(?[^().\n]{0,40}\b(?:incomplete|unfinished|wrong|flawed|attempt\w*)\b"
)


def answers_other(answer: str, title: str) -> bool:
    """Return whether the number of a solution is that of another exercise than a title has.

    Examples
    --------
    >>> [answers_other(f"Solution {number}.", "2") for number in (1, 2, 3)]
    [False, False, True]
    """
    number, numbers = re.search("[0-9]+", answer), re.findall("[0-9]+", title)
    return number is not None and number[0] not in ("1", *numbers) and bool(numbers)


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
