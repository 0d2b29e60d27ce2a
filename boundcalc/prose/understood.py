r"""Whether all that a sentence says is understood, so that what was said before it still holds.

What a text said of a name holds on only while nothing may have changed it, and no list of words
says all that may: "back to the proof", "a biased coin", "salaries are larger". So it is asked the
other way round. A sentence is understood if it says nothing but what is read of it elsewhere, as
domains and reasons, and words that only lead from one formula to the next. Of these there are few.

Main definitions
----------------
`is_understood`: whether a sentence is. `is_plain`: whether a title is.
"""

from __future__ import annotations

import re

from boundcalc.prose.phrases import HEADS, Phrase, Role
from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.prose.standing.inline_claims import is_claimed
from boundcalc.tex.known_results import PEOPLE
from boundcalc.tex.source import Fragment

_F = f"{OPEN}\\d+{CLOSE}"
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_WORDS = """
a an the this that these those it its we us our one they them their both such which what who
all any each every i.e e.g ie eg and then so hence thus therefore thereby consequently
accordingly moreover furthermore also finally indeed now next first here there of in on to by
at from for with as into between over than if when whenever where since because while whereas
provided is are be been being was has have had having do does can may must let will shall hold
holds true valid clear clearly obvious obviously easy easily direct directly immediate
immediately trivial trivially simple simply just precisely exactly particular fact words get
gets obtain obtains see sees find finds conclude concludes deduce derive know note notice
observe recall show shows shown prove proves proved verify check compute follow follows imply
implies give gives given yield yields mean means write writing rewrite rewriting use uses used
using apply applies applying become becomes reads equal equals bound bounds say want need
claim claims claimed state states stated assume assumed suppose denote denotes adding
subtracting multiplying dividing squaring summing integrating differentiating expanding
rearranging combining simplifying substituting plugging inserting taking noting recalling
observing exponentiating setting choosing solving collecting factoring inequality inequalities
equality equalities identity identities equation equations relation lemma theorem proposition
corollary definition result results proof step steps term terms sum sums product products
factor factors side sides left right hand left-hand right-hand lhs rhs expression expressions
estimate formula formulas display line lines following above below previous computation
calculation argument derivation remark section chapter fig eq eqs figure logarithm logarithms
exponential square squares root roots derivative derivatives integral integrals expectation
expectations variance algebra arithmetic calculus rule rules chain power union triangle
monotonicity linearity convexity concavity independence rearrangement series expansion last
tower property assumption hypothesis conclusion qed upper lower namely interested can induction
agree agrees zero least most function geometric mean look point
"""
_LEADING = frozenset(_WORDS.split())  # from one formula to the next, and of no objects
_CONNECTED = (  # expressions whose words alone could say more
    r"in other words|that is(?: to say)?|more is true|(?:is|are)(?: \w+ly)? (?:small|large|positive"
    r"|non-?negative|convex|concave|increasing|decreasing|finite|non-?zero|continuous|monotone"
    r"|differentiable|well[- ]known|of course)|the (?:first|second|third|last|final) (?:step"
    r"|inequality|equality|identity|term|factor|sum|line|relation)|on the other hand"
    r"|for (?:all|every|each|any) such"
    r"|differential(?:ly)? priva(?:te|cy)(?: (?:algorithm|mechanism)s?)?"
    r"|(?:(?:fix|consider|let|given) )?(?:any )?(?:two )?(?:neighbou?ring|adjacent)"
    r"(?: (?:data(?:sets|bases)|inputs|samples))?"
    r"|(?:that |which )?differ in (?:exactly |at most )?(?:one|a single)"
    r" (?:record|entry|element|row)"
    rf"|(?:an?|any|some|every|each) (?:measurable )?(?:event|subset|set|outcome|output)(?= {_F})"
    r"|us(?:e|es|ing) independent (?:randomness|coins|random bits)"
    r"|be (?:an? )?(?:arbitrary |any )?(?:deterministic )?(?:function|mapping|map)"
)
_NAMES = (  # of which one stands in what is called by several
    r"(?:Berry|Borel|Clopper|Cram\w+r|Donsker|Doob|Dvoretzky|Efron|Fenchel|Fisher|Gauss|Gilbert"
    r"|Hahn|Hammersley|Hellinger|Hewitt|Johnson|Khin\w+|Kolmogorov|Kullback|Le|Lyapunov"
    r"|Marcinkiewicz|Neyman|Paley|Radon|R\w?nyi|Shannon|Stein|Stone|Taylor|Vapnik|Young)"
)
_CITED = (
    r"\u00ab[^\u00bb]*\u00bb|\[(?:[A-Z][A-Za-z+]*)?[0-9][0-9, ]{0,20}\]|\([0-9.]+\)"
    rf"|(?:\b{PEOPLE}|\b(?=[\w\u2013-]*(?:{PEOPLE}|{_NAMES}))[A-Z]\w+(?:[-\u2013][A-Z]\w+)+"
    r"|\b[A-Z]\w+(?='s|\u2019s))(?:'s|\u2019s|')?"
)
_HEAD = "|".join(head for _, head in HEADS)
_KNOWN = (
    r"(?:(?:(?:positive|non-?\s?negative|real|natural|integer|integers?|numbers?|reals?|constants?"
    r"|scalars?|parameters?|probabilit(?:y|ies)|fixed|given|an?|the|all|any|every|each)[\s,]+)*)"
)
_LAST = (
    r"(?:positive|non-?\s?negative|real|fixed|given|integers?|numbers?|reals?|constants?|scalars?)"
)
_SAID = re.compile(
    rf"(?i)\b(?:{_HEAD})\s+{_KNOWN}(?P<number>{_F})"
    rf"(?:\s+(?:to be|be|is|are|being|denotes?)\s+{_KNOWN}{_LAST}(?=\W|\Z))?"
)
_LISTED = re.compile(  # behind a formula that is understood
    rf"(?i)(?P<number>{_F})\s*(?:,|and|, and)\s*{_KNOWN}(?={_F})"
)
_INTRODUCED = re.compile(  # another object
    r"(?i)^\W*(?:(?:now|next|also|then|finally|further)[\s,]+)*"
    rf"(?:let|fix|consider|given|denote(?: by)?|suppose|assume|define)\s+(?P<number>{_F})"
    rf"(?:\s*(?:,|and|, and)\s*{_F})*\s+(?:to be|be|as|for)\s"
)
_GOES_ON = re.compile(  # behind what is said of another object
    r"(?i)\b(?:is|are|was|were|has|have|had|which|that|who|whose|after|before|now|once|when|while"
    r"|if|unless|where|instead|but|only|again|no|not|never|longer|so|then|thus|hence|we|they|it|let"
    r"|this|these|those|them|other|another|new|different|same|all|every|each|both|for)\b|[.;:]|\Z"
)
_SAYS = re.compile(
    r"^\s*\\?[A-Za-z]+(?:_\w|_\{[^{}]*\})?(?:\s*,[^=<>]*)?\s*"
    r"(?:=|:=|<|>|\\(?:in|sim|le|leq|ge|geq|to|gets|leftarrow|equiv|ne|neq)(?![A-Za-z]))"
)


_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})(?:\s|\Z)")  # between two parts of a text
_NARROWED = re.compile(  # what holds for others, or a name for something else
    r"(?i)\b(?:lemma|theorem|proposition|corollary|claim|result|section|proof|remark|definition)"
    rf"\b[^.;:,{OPEN}]*\b(?:is|are|was|holds?)\s+(?:with|for|where|when|if|in)\s+{_F}"
    rf"|\b(?:writ|us|tak|substitut|regard|treat)\w*\s+{_F}"
    rf"\s+(?:(?:for|as)\s+{_F}|to\s+(?:denote|mean|name)\b)"
)
_EQUATED = re.compile(  # two names, which may be less free from here on
    r"\s*\\?[A-Za-z]+(?:_\w|_\{[^{}]*\})?\s*=(?:.*[^A-Za-z\\])?[A-Za-z](?![A-Za-z])"
)


def is_understood(sentence: Sentence, found: list[Phrase]) -> bool:
    r"""Return whether a sentence says nothing besides what is read of it.

    Examples
    --------
    >>> texts = "Then by Markov's inequality,", "For a biased coin,", "Back to the proof."
    >>> [is_understood(Sentence(text), []) for text in texts]
    [True, False, False]
    """
    is_other = _RULE.match(sentence.text) or _NARROWED.search(sentence.text)
    if sentence.is_cut or is_other or any(_is_cause(sentence, item) for item in found):
        return False
    read = {phrase.number for phrase in found if phrase.role is not Role.SOME}
    text = re.sub(r"(?i)\bi\.\s?i\.\s?d\.?", "iid", sentence.text)
    other = _INTRODUCED.match(text)
    end = None if other is None else _GOES_ON.search(text, other.end())
    if end is not None:
        text = text[end.start() :]
    unsaid = (
        number
        for number, item in enumerate(sentence.formulas)
        if number not in read and isinstance(item, Fragment) and _SAYS.match(item.text)
    )
    if any(_is_called(sentence, number) for number in range(len(sentence.formulas))):
        return False
    return is_plain(text) and all(_is_derived(sentence, number) for number in unsaid)


def _is_cause(sentence: Sentence, phrase: Phrase) -> bool:
    """Return whether a sentence goes on from an equation of names, as in "since $X = Y$"."""
    item = sentence.formulas[phrase.number]
    before = sentence.text.partition(f"{OPEN}{phrase.number}{CLOSE}")[0]
    is_equation = isinstance(item, Fragment) and _EQUATED.match(item.text) is not None
    return is_equation and re.search(r"(?i)\b(?:since|because|as)\s*\Z", before) is not None


def _is_called(sentence: Sentence, number: int) -> bool:
    """Return whether something is taken as a name, as in "using the square of it as $f$"."""
    before, _, behind = sentence.text.partition(f"{OPEN}{number}{CLOSE}")
    item, is_cause = sentence.formulas[number], re.match(r"\s+(?:is|are|has|have)\b", behind)
    is_name = isinstance(item, Fragment) and _NAME.fullmatch(item.text) is not None
    return is_name and not is_cause and re.search(r"(?i)\bas\s*\Z", before) is not None


_NAME = re.compile(r"\s*\\?[A-Za-z]+(?:_\w|_\{[^{}]*\})?\s*")


def _is_derived(sentence: Sentence, number: int) -> bool:
    """Return whether a sentence says that a formula in it follows."""
    before = sentence.text.partition(f"{OPEN}{number}{CLOSE}")[0]
    return is_claimed(before) or re.search(r"(?i)\b(?:then|so)[\s,]*\Z", before) is not None


def is_plain(text: str) -> bool:
    """Return whether a text has no words but those that lead from one formula to the next."""
    plain = re.sub(_CITED, " ", text)
    while (shorter := _LISTED.sub(r" \g<number> ", _SAID.sub(r" \g<number> ", plain))) != plain:
        plain = shorter
    plain = re.sub(rf"(?i)\b(?:{_CONNECTED})\b|(?<={CLOSE})-fold\b", " ", plain)
    return all(word in _LEADING for word in _WORD.findall(plain.lower()))
