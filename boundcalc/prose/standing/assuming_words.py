r"""Words that say of a display that it is assumed: "assume that", "suppose that $f$ satisfies".

Main definitions
----------------
`says_hypothesis`: whether the words before a display say so.
`is_not_assumed`: whether they say that it is not assumed.
`says_meaning`: whether they say what a word means, as in "it is private if for all inputs".
`is_given`: whether they assume that something exists with it.
`is_of_all`: whether they assume it for all values of something.
`assuming_clause`: the words that may assume it.
"""

from __future__ import annotations

import re

from boundcalc.prose.narrowed import is_doubted, is_of_others
from boundcalc.prose.prose import Sentence
from boundcalc.tex.source import Fragment

_MARK = "\u27e6\\d+\u27e7"
THEN = re.compile(r"(?i)\b(?:then|we have|it holds|we (?:get|obtain|conclude|know)|it follows)\b")
_SO = (
    r"(?:then|so|thus|hence|therefore|whence|consequently|impl(?:y|ies|ying)|giv(?:es|ing)"
    r"|yield(?:s|ing)|follows?|conclud\w+)"
)
_CONCLUDES = re.compile(
    rf"(?i)\b(?:{_SO}|prov(?:e|ed|es|en)|show(?:s|ed|n)?|know|check|see|verify|verified|remains|recall"
    r"|remind|always|because|since|by (?:lemma|theorem|assumption)|we use[d]?|under this)\b"
)
_NOT_ASSUMED = re.compile(
    r"(?i)\b(?:not|never|without|no longer|remov\w+|dropp?\w*|avoid\w*|relax\w*|weaken\w*|violat\w+"
    r"|instead of|rather than|some authors|others|previous|prior work|earlier work|literature"
    r"|whether|in case [A-Z]|is (?:common|customary|natural|standard|tempting|usual))\b|^\W*or\b"
    r"|^\W*(?:can|could|do|may|must|should) (?:one|we)\b"
)
_FOR_ALL = re.compile(r"(?i)\bfor (?:all|any|every|each)\b[^.;]*?(?=[.;]|\Z)")
_BOUNDS = re.compile(r"[<>=]|\\(?:l|g)(?:e|eq|eqslant|t)(?![A-Za-z])|\\neq?(?![A-Za-z])")
_RESTRICTED = re.compile(
    r"(?i)\b(?:for|if|when|whenever|where|provided|as long as|only|unless|except|in case|on)\b"
)
_ASSUMING = re.compile(
    r"(?i)\b(?:assum(?:e|ing|ption)|suppose|supposing|if|when|whenever|provided|given|such that"
    r"|satisfying|subject to|condition|hypothesis|require[sd]?|constraints?|s\.t\.)"
    r"\s*(?:that|holds|the following|following|,|:)*\s*(?:we have|it holds that)?\s*:?\s*$"
)
_SATISFIED = re.compile(
    r"(?i)\b(?:assume[sd]?|assuming|suppose[sd]?|supposing|let(?! (?:us|me))|if|given|where)\b"
    r"[^.;]*\bsatisf\w+[\s:,]*$"
)
_OF_ALL = re.compile(  # "assume that for all t we have", which goes on to its end
    r"(?i)\b(?:assume|suppose)(?:[\s,]+(?:that|further|also|now|moreover))*[\s,]+"
    rf"for (?:all|any|every|each)\b(?:(?!\b{_SO}\b)[^.;:])*$"
)
_OF_EACH = re.compile(  # "if for some t we have", "suppose that for the lengths t"
    rf"(?i)\bif,? for (?:all|any|every|each|some)\b(?:(?!\b{_SO}\b)[^.;:])*?\bwe have[\s:,]*$"
    rf"|\b(?:assume|suppose)(?: that)? for (?:the )?(?:\w+ )?{_MARK}[\s:,]*$"
)
_AS_SAID = re.compile(  # "suppose that it can be written as", "the main assumption is that"
    r"(?i)\b(?:assume|suppose)\b[^.;:,]*\bcan be (?:written|decomposed|expressed|factored)"
    r" as[\s:,]*$|(?:^|[.;:]\s)\W*(?:the|our) (?:(?:main|only|key|standing|basic|first|second) )?"
    r"assumption(?: here)? is (?:that|[a-z]+(?= ?:))[\s:,]*$"
    r"|\bwe (?:make|need|impose|require|use) the following (?:\w+ )?assumptions?\b[^.;:]*[.:,]?\s*$"
    r"|(?:^|[.;:,]\s)\W*(?:for (?:example|instance), )?imagine(?: that)?"
    r"(?: we (?:have|had))?[\s:,]*$"
)
_OF_CLAUSE = re.compile(  # "if $a < b$ and", "suppose we can write it as", "let $Y$ have the law"
    rf"(?i)(?:^|[.;:,]\s)\W*(?:if|when|provided that|(?:assume|suppose)(?: that)?) {_MARK},? and"
    rf"(?: that)?[\s:,]*$"
    rf"|\bif {_MARK} (?:is|are) (?:an?|the) (?:[\w-]+ ){{1,4}}(?:{_MARK} )?and also[\s:,]*$"
    r"|\b(?:assume|suppose)(?: that)? (?:we|one) can (?:decompose|write|express|factor)\b[^.;,]*$"
    r"|\b(?:assume|suppose)(?: that)? (?:we have|there is) an? [\w-]+ (?:that|which) [^.;,]*:\s*$"
    r"|\b(?:choose|take|fix|pick) [^.;:]*\bsuch that (?:its|their) (?:[\w-]+ ){0,2}[\w-]+[\s:]*$"
    rf"|\bwhere\b[^.;:]*{_MARK} is (?:some|any) (?:[\w-]+ ){{1,4}}(?:that|which)"
    r" satisf(?:ies|y)[\s:,]*$"
    rf"|\blet {_MARK} have (?:the )?(?:following )?(?:distribution|law|density|pmf|pdf)[\s:,]*$"
    r"|\bif (?:the|an?|its|our) (?!(?:is|are|has|have|was)\b)(?:[\w-]+ ){0,2}"
    r"(?:matrix|covariance|variance|parameter|rate|radius|size|threshold|loss|noise|width)\s*$"
)
_GIVEN = re.compile(  # "if there exists $g$ such that", and not "we ask if there is one such that"
    r"(?i)(?:^|[.;:,]\s|\b(?:then|and|that) )\W*(?:if|when(?:ever)?|(?:assume|suppose)(?: that)?),?"
    r" there (?:exists?|is|are) (?!no\b)[^.;:]*\b(?:such that|so that|satisfying)[\s,:]*$"
)
_OF_WHAT = re.compile(  # of what is named before: "suppose that $f$ satisfies"
    r"(?i)\b(?:assume[sd]?|suppose[sd]?|let(?! (?:us|me))|if|where)\b[^.;:,]*"
    r"\b(?:satisf\w+|obeys?|fulfil\w*)[\s:,]*$"
)
_IN_SIGNS = re.compile(  # "let us assume that it has mean zero, i.e."
    r"(?i)(?:^|[.;:]\s|\bus )(?:\w+ly, |for simplicity,? )?(?:let us |we (?:will |shall )?)?"
    r"(?:assume|suppose)\b(?:(?!\b(?:get|have)\b)[^.;:])*"
    r"(?:\bi\.e\.?|\bthat is|\bnamely)[\s,:]*$"
)
_MEANS = re.compile(  # "it is private if for all neighbours", which says what a word means
    r"(?i)\b(?:is|are|be|called|satisf\w+|guarantees?|has|have|said)\b"
    r"(?:(?!\b(?:that|then|so|hence|thus|and|but)\b)[^.;:,])*\bif\b,?\s+(?:for\s+)?"
    r"(?:all|any|every|each)\b(?:(?!\b(?:then|so|hence|thus|therefore|implies|follows)\b)[^.;:])*"
    r"[\s:,]*$"
    r"|\bis called (?:an? )?[\w*-]+(?: [\w*-]+){0,3} if (?:there (?:exists?|is|are) [^.;]*\bsuch"
    r" that|(?:(?!\bthen\b)[^.;:])*(?:\bthat is|\bi\.e\.|\bnamely))[\s:,]*$"
)
_CHOSEN = re.compile(  # "let $x$ be one with the following property", "for which we have"
    r"(?i)\b(?:let(?! (?:us|me))|assume|suppose|fix|given|consider|take|chosen?|choose|picked|pick)"
    r"\b[^.:]*\b(?:(?:the|this) (?:following )?(?:propert(?:y|ies)|conditions?|constraint"
    r"|requirement)(?: that)?|for (?:which|whom)(?: (?:we have|it holds|one has)(?: that)?)?"
    r"|(?:such|so|in such an? (?:way|manner|fashion)) that(?: (?:we have|it holds that))?)[\s,:]*$"
)
_SOLVED = re.compile(  # an equation that holds of a solution alone
    r"(?i)\b(?:set(?:ting)?|equat(?:e|ing)|put(?:ting)?)\b[^.;:]*\b(?:to|equal(?:s| to)?|with)"
    r" (?:zero|0|each other|one another|\u27e6\d+\u27e7)[\s,:]*(?:we (?:get|have|obtain|find|see)"
    r"|one (?:gets|has|obtains)|yields|gives|leads to|results in)?(?: that)?[\s,:]*$"
    r"|\bsolv(?:e|ing)\b[^.;:]{0,40}[\s:,]*$|\b(?:first[- ]order|optimality|stationarity)"
    r" (?:optimality )?conditions?(?: (?:is|are|reads?|gives?|yields?|becomes?))?(?: that)?[\s:,]*$"
)


_WHOLE = (_OF_ALL, _IN_SIGNS, _OF_EACH, _AS_SAID, _OF_CLAUSE, _CHOSEN)


def assuming_clause(left: str) -> str:
    """Return the words before a display that may assume it: from the last formula on.

    They are more where what is named there satisfies it.

    Examples
    --------
    >>> texts = "Suppose that \u27e60\u27e7 satisfies ", "If \u27e60\u27e7 then "
    >>> [assuming_clause(text) for text in texts]
    ['Suppose that \u27e60\u27e7 satisfies ', ' ']
    """
    tail = re.split(THEN, re.split(_MARK, left)[-1])[-1]
    of_what = _OF_WHAT.search(re.split(THEN, left)[-1])
    return tail if of_what is None else of_what.group()


def says_hypothesis(left: str) -> bool:
    """Return whether the words before a display say that it is assumed.

    Parameters
    ----------
    left : str
        The sentence before the display, with numbers in the place of formulas.

    Examples
    --------
    >>> says_hypothesis("Assume that "), says_hypothesis("Then ")
    (True, False)
    """
    clause = assuming_clause(left)
    if _MEANS.search(left) or is_solved(left):
        return True
    is_said = any(item.search(clause) for item in (_ASSUMING, _SATISFIED, _OF_WHAT))
    is_said |= any(item.search(left) for item in _WHOLE)
    return is_said and not _CONCLUDES.search(clause) and not _CONCLUDES.search(_last(left))


def is_not_assumed(left: str, after: str) -> bool:
    """Return whether words around a display say that it is not assumed, or by others alone.

    Examples
    --------
    >>> texts = "Without assuming that ", "It is common to assume that ", "Can we assume that "
    >>> [is_not_assumed(text, "") for text in texts], is_not_assumed("Assume that ", " holds.")
    ([True, True, True], False)
    """
    is_denied = any(it is not None for it in map(_NOT_ASSUMED.search, (left, after)))
    return (
        is_denied
        or is_solved(left)
        or is_of_others(assuming_clause(left))
        or is_doubted(left, after)
    )


def is_solved(left: str) -> bool:
    """Return whether words before a display make it an equation that is to be solved.

    Examples
    --------
    >>> is_solved("Setting the derivative to zero, we get "), is_solved("We get ")
    (True, False)
    """
    return _SOLVED.search(left) is not None


def is_restricted(sentence: Sentence, number: int) -> bool:
    """Return whether what stands behind a display says for which values alone it is assumed.

    Examples
    --------
    >>> texts = "Let \u27e60\u27e7 if it rains.", "Let \u27e60\u27e7 for all."
    >>> [is_restricted(Sentence(text), 0) for text in texts]
    [True, False]
    """
    after = sentence.text.partition(f"\u27e6{number}\u27e7")[2]
    behind = sentence.formulas[number + 1 :]
    is_bound = any(isinstance(item, Fragment) and _BOUNDS.search(item.text) for item in behind)
    return is_bound or _RESTRICTED.search(_FOR_ALL.sub(" ", after)) is not None


def _last(left: str) -> str:
    """Return what is said behind the last word that assumes something."""
    return re.split(r"(?i)\b(?:assum\w+|suppos\w+|let|if)\b", left)[-1]


def says_meaning(left: str) -> bool:
    """Return whether the words before a display lead to what a word means.

    Examples
    --------
    >>> says_meaning("M is private if for all inputs "), says_meaning("If M is private, then ")
    (True, False)
    """
    return _MEANS.search(left) is not None


def is_given(left: str) -> bool:
    """Return whether words assume that something exists with what a display says of it.

    Examples
    --------
    >>> [is_given(f"{words} a \u27e60\u27e7 such that ") for words in ("If there is", "There is")]
    [True, False]
    """
    return _GIVEN.search(left) is not None


def is_of_all(left: str) -> bool:
    """Return whether words assume something for all values: "assume that for all t we have".

    Examples
    --------
    >>> is_of_all("Assume that for every t "), is_of_all("Assume that ")
    (True, False)
    """
    return _OF_ALL.search(left) is not None
