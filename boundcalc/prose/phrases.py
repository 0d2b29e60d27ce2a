r"""Phrases: what the words around a formula say of it, in a sentence.

"Let $x > 0$" declares, "assume $x \le y$" is a hypothesis, "for all $n$" binds to the end of the
sentence. A phrase that is not understood, or that stands under a negation or an alternative, is
never guessed: it is kept as unread, and nothing is refuted beside it.

Main definitions
----------------
`Phrase`: a formula with its role. `read_phrases`: those of a sentence. `HEADS`: words before them.
`is_denied`, `is_denied_behind`, `denies_before`: whether words deny what they stand beside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from boundcalc.language.domains import (
    INTEGER,
    NONNEGATIVE,
    NONNEGATIVE_INTEGER,
    POSITIVE,
    POSITIVE_INTEGER,
    PROBABILITY,
    REAL,
    Domain,
)
from boundcalc.prose.chinese import is_left
from boundcalc.prose.prose import Sentence
from boundcalc.tex.documents import Display


class Role(Enum):
    """What a formula does in a sentence."""

    DECLARED = "declared"  # let, fix, given, where
    BOUND = "bound"  # for all, for every: to the end of the sentence
    ASSUMED = "assumed"  # assume, suppose
    CONDITION = "condition"  # if, when, provided: to the end of the sentence
    SET = "set"  # choose, set, define
    SOME = "some"  # there is, for some
    REASON = "reason"  # since, because, by


@dataclass(frozen=True, slots=True)
class Phrase:
    """A formula of a sentence, by its number, with its role and what the words say of it.

    `domain` is what the words beside it say, such as "a positive integer"; `what` are those that
    call it something that is no number; `is_vague` says that they say more than was understood;
    `is_plural` that they speak of several, such as "integers".
    """

    number: int
    role: Role
    domain: Domain | None = None
    what: str = ""
    is_vague: bool = False
    words: str = ""
    is_plural: bool = False


_F = "\u27e6(\\d+)\u27e7"
_ADJECTIVE = (
    r"(?:positive|negative|non-?\s?(?:nega|posi)tive|non-?zero|real-valued|real|natural|integer|integral"
    r"|rational|odd|even|small|large|sufficiently|enough|absolute|universal|arbitrary|fixed|given"
    r"|finite|strictly|single|scalar|same|two|three|any|some|an?|the|all|every|each|such|both|us"
    r"|now|also|further|furthermore|moreover|again|possible|choices? of|values? of|value|values)"
)
_NOUN = (
    r"(?:integers?|numbers?|reals?|constants?|scalars?|parameters?|probabilit(?:y|ies)|naturals?"
    r"|thresholds?|levels?)"
)
_WORDS = rf"(?:(?:{_ADJECTIVE}|{_NOUN})[\s,]+)*"
HEADS: tuple[tuple[Role, str], ...] = (
    (Role.SOME, r"(?:for (?:some|an?)|there (?:exists?|is|are)|exists?|some)"),
    (Role.BOUND, r"(?:for (?:all|any|every|each)|for|whatever|over all|for arbitrary|for fixed)"),
    (
        Role.CONDITION,
        r"(?:if|when|whenever|once|provided(?: that)?|as long as|so long as|assuming(?: that)?"
        r"|under the (?:assumption|condition)(?: that)?|such that|so that|with|in case|satisfying"
        r"|subject to|s\.t\.|given that|in the case|in the regime)",
    ),
    (
        Role.ASSUMED,
        r"(?:assume|suppose|require|we have by assumption)"
        r"(?: (?:that|further|also|now|moreover|additionally|in addition"
        r"|without loss of generality|wlog|w\.l\.o\.g\.|throughout|,))*",
    ),
    (Role.DECLARED, r"(?:let|fix|given|consider|take|where|here|pick|denoting)"),
    (
        Role.SET,
        r"(?:define|denote(?: by)?|set|setting|choose|choosing|put|putting|taking|letting|write"
        r"|we pick|picking|plugging in|substituting|plug in)",
    ),
    (
        Role.REASON,
        r"(?:since|because|as|by|using|use|using that|using the fact that|by the fact that"
        r"|note that|recall that|observe that|note|recall|observe|and that|the fact that"
        r"|the inequality|the bound|the identity|the inequalities)",
    ),
)
_LEFT = tuple((role, re.compile(rf"(?i)\b{head}\s+{_WORDS}$")) for role, head in HEADS)
_LIST = re.compile(
    r"(?i)\s*(?:(?:be|is|are|denotes?)\s[^\u27e6.;]{0,60}?)?(?:,|;|and|, and|,? as well as)\s*"
    rf"(?:also\s+)?{_WORDS}$"
)
_PARTS = re.compile(r"(?i)[,;]|\band\b")  # what stands before one is said of another formula
_PREFIX = re.compile(rf"(?i)({_WORDS})$")
_ALONE = re.compile(
    r"(?i)\b(?:an?|every|any|all|each|two|arbitrary|fixed)\s+(?:[a-z-]+\s+)*(?:integers?|reals?"
    r"|(?:real|natural|positive|non-?negative) numbers?)\s+$"
)
_BE = re.compile(
    r"(?i)^\s*(?:to be|be|is|are|being|denotes?|represents?|as)\s+"
    r"(?P<what>[^.;:\u27e6]*)(?P<end>[.;:\u27e6]|$)"
)
_KNOWN_WHAT = re.compile(
    rf"(?i)^(?:(?:{_ADJECTIVE}|{_NOUN}|strictly|of|probability|a|values?|in)[\s,]*)+$"
)
_SPLIT = re.compile(r"(?i)(?:,|\band\b)(?!.*random v)|\b(?:such that|with|for|where|then|which)\b")
_OBJECT = re.compile(
    r"(?i)\b(?:functions?|vectors?|matri(?:x|ces)|sets?|subsets?|distributions?|algorithms?"
    r"|mechanisms?|events?|class(?:es)?|datasets?|databases?|graphs?|sequences?|operators?|maps?"
    r"|mappings?|spaces?|measures?|norms?|predictors?|classifiers?|hypothes[ie]s|estimators?"
    r"|process(?:es)?|fields?|groups?|tuples?|samples?|strings?|famil(?:y|ies)|collections?"
    r"|permutations?|trees?|polynomials?|kernels?|points?|laws?|partitions?|oracles?"
    r"|polic(?:y|ies)|strateg(?:y|ies)|rings?|monoids?)\b"
)
_COUNT = re.compile(  # of things, and no measure of something continuous
    r"(?i)^(?!.*\b(?:average|mean|expect\w*|effective|per|fraction)\b)(?:the |a |total |maximum )*"
    r"(?:(?:number|count) of |sample size\b|(?:ambient )?dimension\b"
    r"|(?:size|length|cardinality) of (?:the |an? |our |this |each |its )*(?:[\w-]+ )?"
    r"(?:samples?|(?:data|training )?sets?|data|database|sequence|stream|list|string|word|code"
    r"|vectors?|alphabet|domain|universe|support|cover|net|graph|class|population|batch|block"
    r"|input)\b)"
)
_SIGN = re.compile(
    r"(?i)\b(?:(?:non-?\s?)?(?:positive|negative)|zero|at (?:most|least)|(?:less|larger|smaller"
    r"|greater|more|bigger) than)\b"
)
_WHOLE = re.compile(r"(?i)\bintegers?\b")
_DRAWN = re.compile(r"(?i)random|valued|discrete|continuous|variable|distribut|\blaw\b")
_BESIDE = re.compile(
    rf"(?i)\s*(?:not|\u5206\u522b)\s[^.;:\u27e6]*{_SIGN.pattern.removeprefix('(?i)')}"
)
_OF_EACH_ITS_OWN = re.compile(  # "be a negative and a positive integer, respectively"
    r"(?i)\brespectively\b|(?<!non-)(?<!non)\bnegative\b.*(?<!non-)\bpositive\b"
    r"|(?<!non-)\bpositive\b.*(?<!non-)\bnegative\b"
)
_PLURAL = re.compile(r"(?i)\b(?:integers|numbers|reals|scalars|constants|probabilities|naturals)\b")
_VAGUE = re.compile(
    r"(?i)\b(?:large|small|sufficiently|enough|non-?zero|odd|even|rational|prime|absolute|universal"
    r"|approximately|roughly|depending|power)\b"
)
_MISTAKEN = (
    r"nonsense|nonsensical|meaningless|mistakenly|erroneous\w*|fallac\w+|misconceptions?|bogus"
    r"|invalid|typos?|(?:common|frequent|typical|classic|popular|usual) (?:mistake|error|pitfall)s?"
    r"|(?:students|beginners|people) (?:often|sometimes|frequently|commonly|always|like to|tend to)"
    r" (?:write|claim|think|believe|say|argue|assume|conclude|forget|get)"
)
_DENIES = (
    r"(?:(?:is|are|was|were|does|do|would|will|can|need|makes?|holds?|has|seems?|looks?)\s+)?"
    r"(?:(?:of course|clearly|obviously|simply|just|plainly|certainly|however|in general|generally"
    r"|also|an?|the|complete(?:ly)?|utter(?:ly)?|common|typical|frequent)\s+)*"
    r"(?:not|never|false|wrong|incorrect|untrue|absurd|impossible|cannot|fails?|no sense"
    rf"|{_MISTAKEN})\b"
)
_DENIED_AFTER = re.compile(rf"(?i)\s*,?\s*(?:which\s+)?{_DENIES}")
_DENIED_BEFORE = re.compile(
    r"(?i)^\W*(?:(?:but|however|of course|clearly|now|note that|yet|and|obviously)\W+)*"
    r"(?:this|that|it|the above|(?:this|the (?:last|above|previous|latter))"
    r" (?:formula|equation|equality|inequality|identity|line|claim|step|statement|relation"
    r"|computation|derivation|conclusion|result))\s+"
    rf"(?!(?:is|does|will|would|can) (?:not|never) (?!true|correct|right|hold|so\b|valid|the case))"
    rf"(?!cannot|fails? to){_DENIES}"
)
_MISTAKE_FOLLOWS = re.compile(
    rf"(?i)(?:\b(?:wrong|false|incorrect|{_MISTAKEN})\b|[\u274c\u2717\u2718])"
    r"[^.;]*(?:\b(?:following|below|as follows|this|here)\b[^.;]*|:)\W*$"
    rf"|\bthe following\b[^.;]*\b(?:wrong|false|incorrect|{_MISTAKEN})\W*$"
    r"|^\W*(?:which|what|where|find|spot)\b[^.;]*"
    r"\b(?:wrong|false|(?:the|an?) (?:error|mistake))\W*$"
)
# Sentences of which nothing is taken.
_DENIED = re.compile(
    r"(?i)\b(?:not|no|never|cannot|can't|n't|doesn't|don't|isn't|aren't|fails?|failed|false|wrong"
    r"|untrue|incorrect|neither|nor|unless|contradict\w*|absurd\w*|impossible|would|could|might"
    r"|hope|hopes|were|conjecture\w*|open question|naive\w*|na\u00efve\w*|tempt\w*|unlikely"
    r"|counter-?example\w*|violat\w*|instead|rather than|either|or|suppose otherwise"
    rf"|{_MISTAKEN})\b|[\u274c\u2717\u2718]"
)
_HARMLESS = re.compile(
    r"(?i)\bwithout loss of generality\b|\bnot (?:only|necessarily)\b|\bneed not\b|\bno more than\b"
    r"|\bnot depend\w*\b|\bwhether or not\b|\bno matter\b|\bdoes not (?:matter|affect|change)\b"
    r"|\bor equivalently\b|\bor, equivalently\b|\bin other words\b|\bhypothesis\b"
    r"|\bno information\b|\b(?:don't|do not)(?: actually| really)? (?:have|need) to"
    r" (?:repeat|do|compute|worry)\b"
)
_EQUIVALENT = re.compile(r"(?i)\b(?:if and only if|iff|only if|equivalent(?:ly)?|necessary)\b|\?")
_SOMETIMES = re.compile(
    r"(?i)\s+(?:with \w*\s*prob|w\.?h\.?p|a\.?s\.|almost sure|in expectation|(?:up)?on average"
    r"|for (?:most|many|almost)|under\b|most of|approx|asympt|essential|typical|usual|often|rough)"
)
_LOOSE = re.compile(
    r"(?i)\b(?:sufficiently|large enough|small enough|high probability|w\.?h\.?p|asymptotic\w*"
    r"|approximat\w*(?! (?:ratio|algorithm|factor|scheme))"
    r"|roughly|up to (?:constants?|log\w*|lower|higher)|tends? to|goes to|limit"
    r"|ignoring|hiding|informal\w*|intuitive\w*|heuristic\w*|almost surely|in expectation"
    r"|as long as|with probability|essentially|suppress\w*|abus\w*)\b"
)


def read_phrases(sentence: Sentence) -> list[Phrase]:
    r"""Return the formulas of a sentence that have a role in it; displays are left out.

    Examples
    --------
    >>> from boundcalc.tex.source import Fragment
    >>> sentence = Sentence("For all integers \u27e60\u27e7.", [Fragment.of("n")])
    >>> [(phrase.role.value, str(phrase.domain)) for phrase in read_phrases(sentence)]
    [('bound', 'the integers of (-oo, oo)')]
    """
    found: list[Phrase] = []
    last: Phrase | None = None
    before = 0
    shown = {number for number, _ in sentence.displays}
    places = list(re.finditer(_F, sentence.text))
    for index, place in enumerate(places):
        number = int(place[1])
        gap = sentence.text[before : place.start()]
        stop = places[index + 1].start() if index + 1 < len(places) else len(sentence.text)
        after = sentence.text[place.end() : stop]
        before = place.end()
        if number in shown:
            last = None
            continue
        last = _phrase(number, sentence.text[: place.start()], gap, after, last)
        if last is None and _is_named_function(sentence, number, gap):
            last = Phrase(number, Role.SET)
        if last is not None:
            found.append(last)
    return _with_shared_words(found, sentence.text, places)


def _is_named_function(sentence: Sentence, number: int, gap: str) -> bool:
    """Return whether words call a formula a function, as in "the function f(x) = x is convex"."""
    item = sentence.formulas[number]
    if not _FUNCTION.search(gap) or _SHOWING.search(sentence.text) or isinstance(item, Display):
        return False
    return bool(_VALUE.match(item.text))


_FUNCTION = re.compile(r"(?i)\b(?:the|a) (?:function|map|mapping|polynomial)\s+$")
_SHOWING = re.compile(r"(?i)\b(?:show\w*|prov(?:e|es|ed|ing)|claim\w*|whether|suppose|assume)\b")
_VALUE = re.compile(r"\s*\\?[A-Za-z]+(?:_\w)?\s*\(\s*\\?[A-Za-z]+\s*\)\s*:?=[^=<>]+\Z")


def _phrase(number: int, left: str, gap: str, after: str, last: Phrase | None) -> Phrase | None:
    role = _role(left[-160:])
    prefix = _PREFIX.search(gap)
    words = _PARTS.split(prefix[1])[-1] if prefix else ""
    if role is None and last is not None and _LIST.fullmatch(gap):
        role = last.role
        words = words or (last.words if _PLURAL.search(last.words) else "")
    if role is None and _ALONE.search(left):
        role = Role.DECLARED
    if role is None or (role in (Role.DECLARED, Role.ASSUMED) and _SOMETIMES.match(after)):
        return None
    domain = domain_of_words(words)
    is_vague = bool(_VAGUE.search(words)) or bool(
        re.match(r"(?i)\s*(?:is |are )?(?:sufficiently|large|small)", after)
    )
    called = ""
    said = _BE.match(after) if role in (Role.DECLARED, Role.ASSUMED, Role.BOUND, Role.SET) else None
    if said:
        what = _SPLIT.split(said["what"].strip(), maxsplit=1)[0].strip()
        found = domain_of_words(what) if _KNOWN_WHAT.match(what) else None
        found = None if _OF_EACH_ITS_OWN.search(said["what"]) else found
        if found is None and _COUNT.match(what):
            found, is_vague = NONNEGATIVE_INTEGER, True
        called = what if found is None and _OBJECT.search(what) else ""
        is_vague = is_vague or bool(_VAGUE.search(said["what"])) or found is None
        if found is None and not (called or _DRAWN.search(what)) and _SIGN.search(said["what"]):
            found = INTEGER if _WHOLE.search(said["what"]) else REAL  # of either sign
        domain = found if domain is None else domain
    if domain is None and not said and role is Role.DECLARED and _BESIDE.match(after):
        domain, is_vague = REAL, True
    is_plural = bool(_PLURAL.search(f"{words} {said['what'] if said else ''}"))
    return Phrase(number, role, domain, called, is_vague, words, is_plural)


def _role(left: str) -> Role | None:
    for role, pattern in _LEFT:
        found = pattern.search(left)
        if found:
            is_some = re.search(r"(?i)\bsome\s", found.group()) and role is not Role.ASSUMED
            return Role.SOME if is_some else role
    return None


def _with_shared_words(found: list[Phrase], text: str, places: list[re.Match[str]]) -> list[Phrase]:
    """Give "let $n$ and $k$ be integers" to both names: the words stand behind the last."""
    ends = {int(place[1]): (place.start(), place.end()) for place in places}
    result = list(found)
    for at in range(len(result) - 2, -1, -1):
        one, two = result[at], result[at + 1]
        if two.number != one.number + 1 or one.role is not two.role:
            continue
        gap = text[ends[one.number][1] : ends[two.number][0]]
        if re.fullmatch(r"\s*(?:,|and|, and)\s*", gap) and one.domain is None:
            is_vague = one.is_vague or two.is_vague
            result[at] = Phrase(one.number, one.role, two.domain, two.what, is_vague)
    return result


def domain_of_words(words: str) -> Domain | None:
    """Return the domain that words such as "positive integers" name, or None.

    Examples
    --------
    >>> str(domain_of_words("an arbitrary positive integer")), domain_of_words("a function")
    ('the integers >= 1', None)
    """
    plain = re.sub(r"[\s,]+", " ", words.lower()).strip()
    if not plain:
        return None
    is_integer = bool(re.search(r"\bintegers?\b|\bnaturals?\b|\bnatural numbers?\b", plain))
    if re.search(r"\bnon-?\s?negative\b", plain):
        return NONNEGATIVE_INTEGER if is_integer else NONNEGATIVE
    if re.search(r"\bnon-?\s?positive\b", plain):
        return Domain(upper=NONNEGATIVE.lower, upper_closed=True, integer=is_integer)
    if re.search(r"\bpositive\b", plain):
        return POSITIVE_INTEGER if is_integer else POSITIVE
    if re.search(r"\bnegative\b", plain):
        return Domain(upper=POSITIVE.lower, integer=is_integer)
    if re.search(r"\bnaturals?\b", plain):
        return POSITIVE_INTEGER
    if is_integer:
        return INTEGER
    if re.search(r"\bprobabilit(?:y|ies)\b", plain):
        return PROBABILITY
    return REAL if re.search(r"\breals?\b|\bscalars?\b", plain) else None


def belongs_to_declaration(sentence: Sentence, phrase: Phrase) -> bool:
    """Return whether a condition says more of what is declared, as in "let x > 0 with x < y".

    Such a condition holds as long as the declaration, and not for its sentence alone.
    """
    left = sentence.text.partition(f"\u27e6{phrase.number}\u27e7")[0]
    return bool(_OF_DECLARED.search(re.sub("\u27e6\\d+\u27e7", "\u27e6\u27e7", left)))


_OF_DECLARED = re.compile(
    r"(?i)(?:^|[.;,]\s*|\band\s+|\bnow,?\s+|\bwe\s+)(?:also\s+|now\s+)*"
    r"(?:let|fix|given|consider|take|suppose|assume)\b"
    r"(?:(?!\b(?:then|if|when|whenever|have)\b)[^.;:])*\u27e6\u27e7"
    r"(?:(?!\b(?:then|if|when|whenever|have)\b)[^.;:\u27e6])*"
    r"\b(?:with|such that|satisfying|s\.t\.|subject to|so that)\s+"
    r"(?:\u27e6\u27e7\s*(?:,|and|, and)\s*)*$"
)


def is_denied(sentence: Sentence, before: int | None = None) -> bool:
    """Return whether a sentence, or what stands before a place of it, denies or doubts."""
    text = sentence.text if before is None else sentence.text[:before]
    return bool(_DENIED.search(_HARMLESS.sub(" ", text)))


def is_denied_behind(text: str) -> bool:
    """Return whether words at once behind a formula deny it, as "is false" does."""
    return _DENIED_AFTER.match(text) is not None


def denies_before(text: str) -> bool:
    """Return whether a sentence says that what stands before it is wrong.

    Examples
    --------
    >>> denies_before("But this is wrong."), denies_before("This is not tight.")
    (True, False)
    """
    return _DENIED_BEFORE.match(text) is not None


def announces_mistake(text: str) -> bool:
    """Return whether a sentence says that what follows it is wrong.

    Examples
    --------
    >>> announces_mistake("A common mistake is the following."), announces_mistake("It is wrong.")
    (True, False)
    """
    return _MISTAKE_FOLLOWS.search(text) is not None


def is_equivalence(sentence: Sentence) -> bool:
    """Return whether a sentence says "if and only if", or asks."""
    return bool(_EQUIVALENT.search(_EQUALITY.sub(" ", sentence.text)))


_EQUALITY = re.compile(  # behind a bound: "with equality if and only if the vector is zero"
    r"(?i)(?<=\u27e7)[\s,]*(?:with|and|where)\s+(?:the )?equality"
    r"(?: (?:holds|holding|is attained))?,? (?:if,? and only if|iff|only if)\b[^.;?]*"
)


def is_loose(text: str) -> bool:
    """Return whether words say that something holds only roughly, or in a limit."""
    return bool(_LOOSE.search(text))


def has_hypothesis(text: str) -> bool:
    """Return whether words introduce a hypothesis."""
    return bool(_HYPOTHESIS.search(_HARMLESS.sub(" ", text)))


def has_unsaid_hypothesis(text: str) -> bool:
    """Return whether words such as "satisfying" stand before something that is no formula."""
    return bool(_UNSAID.search(_HARMLESS.sub(" ", text))) or (
        ("\u00ab" in text or is_left(text)) and has_hypothesis(text)
    )


_UNSAID = re.compile(
    r"(?i)\b(?:satisf(?:y|ies|ying)|conditions?|assumptions?|under the|such that|provided(?: that)?"
    r"|as long as|so that)\b(?!\s*:?\s*\u27e6)"
    r"|\b(?:let|suppose|assume)\b(?! (?:us|me)\b)[^.;,:\u27e6]*(?=[.;,:]|\Z)"
)
_HYPOTHESIS = re.compile(
    r"(?i)\b(?:let|assum(?:e|ing|ption|ptions)|suppose|supposing|fix|given|if|when|whenever|where"
    r"|provided|such that|satisf(?:y|ies|ying)|subject to|condition(?:s|ed)?|under the|with)\b"
)
