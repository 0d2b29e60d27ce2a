r"""Whether a sentence says of a formula in it, without any condition, that it holds.

"Suppose $T(n) \le n$ for $n \ge 10$" and "where $a \ge b$ is typical" say it of some cases alone.
No list of words says all that may restrict, so it is asked the other way round: what stands at once
behind a formula must be known to leave it as it is, and each condition beside it must hold of all
values that the document gives its name.

Main definitions
----------------
`is_narrowed`: whether a sentence says of a formula in it that it holds only in some cases.
`is_of_others`, `is_doubted`: whether others assume it, and whether words behind it doubt it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from boundcalc.language.domains import INTEGER, REAL, Domain
from boundcalc.prose.chinese import is_left
from boundcalc.prose.declared import Declared, meet, read_declared
from boundcalc.prose.phrases import Phrase, Role, belongs_to_declaration
from boundcalc.prose.prose import Sentence
from boundcalc.tex.source import Fragment

_MARK = "\u27e6\\d+\u27e7"
_NUMBER = re.compile("\u27e6(\\d+)\u27e7")
_SAID = (  # where another clause begins
    r"\b(?:then|we (?:have|get|obtain|conclude|show|see|know|find|claim|can|may|will|shall)"
    r"|it (?:holds|follows)|so|hence|thus|therefore)\b"
)
_END = re.compile(rf"(?i)[.;:](?=\s|\Z)|{_SAID}")
_NEXT = re.compile(r"(?i)[,;.:\u27e6]|\band\b|\Z")
_ANOTHER = re.compile(
    r"(?i)(?:,|\band\b)\s*(?:(?:and|also|now|further)\s+)*"
    r"(?:let|suppose|assume|define|fix|set|put|where|write|denote|consider)\b"
)
_ARTICLE = (
    r"(?:an?|the|our|its|their|some|any|each|all|both|two|three|fixed|given|arbitrary|real|positive"
    r"|negative|non-?\s?negative|natural|integers?|numbers?|reals?|constants?|scalars?|parameters?"
    r"|independent|random|strictly|absolute|universal|sufficiently|large|small|even|odd|distinct"
    r"|finite|bounded|deterministic|known|unknown|probabilit(?:y|ies)|such|i\.i\.d)"
)
_NOTHING = re.compile(  # behind a formula, of it or its name
    r"(?i)(?:(?:to )?holds?(?: true)?|is (?:satisfied|true)|be true|hold for all of them)?\s*"
    r"(?:throughout(?: (?:this|the) \w+)?|in (?:the (?:following|sequel)|what follows|this section)"
    r"|in the rest of \w+ \w+|from (?:now|here) on|henceforth|below|above|here|as (?:above|before"
    r"|usual|follows|in [\w ]{3,30})|without loss of generality|w\.?l\.?o\.?g\.?|so that|to get"
    r"|to obtain|respectively|for (?:simplicity|convenience|brevity|short|ease of \w+)|\([^()]*\)"
    r"|in \u00ab[^\u00bb]*\u00bb|in [()\d]+|gives|yields)?"
)
_HAS = r"(?:(?:to )?be|being|denotes?|represents?|stands? for)"
_OBJECT = re.compile(rf"(?i){_HAS}\s+{_ARTICLE}\b.*|(?:is|are)\s+{_ARTICLE}\b.*")
_NUMBERS = re.compile(rf"(?i)(?:{_HAS}|is|are)\s+(?:{_ARTICLE}[\s,]*)+(?:in|of)?")
_NAMED = re.compile(  # in no other words than a noun
    r"(?i)(?:(?:i\.i\.d\.?|independent|random|training|data|real|positive|integer|such|fixed)\s+)*"
    r"(?:samples?|points?|players?|observations?|records?|queries|rounds?|times|steps|bits|users"
    r"|arms|experts|dimensions|integers?|reals?|numbers|constants?|parameters?|variables|examples"
    r"|agents|tokens|elements|items|nodes|vertices|copies|draws|people|individuals|an?|the|of|from"
    r"|integer|real|finite|enough|large|small)(?:\s+(?:from|of|with|drawn|in|over)\b.*)?"
)
_BESIDE = re.compile(  # "and $t > 0$ its radius", "$C > 1$ that depends only on $d$"
    r"(?i)(?:its|the|an?|our|their)\s+.*|(?:that|which)\s+(?:(?:may|can|will)\s+)?(?:depends?"
    r"|we\s+(?:choose|fix|keep|specify|pick|tune)|(?:is|are|be)\s+(?:fixed|given|chosen|independent"
    r"|specified|known|to be chosen))\b.*"
)
_IS_NONE = re.compile(  # what no object is, but a claim
    r"(?i)\b(?:what|ones?|exceptions?|rules?|cases?|goals?|aims?|claims?|questions?|hypothes[ie]s"
    r"|conclusions?|assumptions?|targets?|wish\w*|instead|inner|dot|cross|outer|hadamard"
    r"|convolution|composition)\b"
)
_LOOSELY = (
    r"often|sometimes|ideally|hopefully|usually|typical(?:ly)?|rare(?:ly)?|seldom|mostly|maybe"
    r"|perhaps|possibly|approximately|roughly|nearly|almost|heuristically|eventually|infinitely"
    r"|occasionally|generally|normally|supposedly|allegedly|presumably|preferably"
)
_DOUBT = re.compile(rf"(?i)\b(?:{_LOOSELY})\b")
_ANYWHERE = re.compile(  # in a clause
    rf"(?i)\b(?:{_LOOSELY}|unless|except|provided|as long as|so long as|whenever|exceptions?|up to"
    r"|reject\w*|contrary|rumou?r\w*|at least once|to (?:first|leading) order"
    r"|(?:most|half|some|part) of the|in (?:practice|theory|half|most|some|many|few|figure|example)"
    r"|(?:easy|simple|special|first|second|other|this|that|worst|best|latter|former) case"
    r"|(?:need not|not necessarily)(?: be)? (?:holds?|true|valid|satisfied))\b"
    r"|(?<!depends )(?<!depend )(?<!depending )(?<!differ )\bonly\b"
)
_ELSEWHERE = re.compile(
    r"(?i)\b(?:otherwise|elsewhere|(?:this|it|that|which) (?:only )?holds? (?:only|for|if|when|on"
    r"|in))\b"
)
_OF_ALL = re.compile(rf"(?i)\A\s*(?:,\s*)?for\s+(?:(?:all|any|every|each)\s+)?(?={_MARK})")
_FOR_SOME = re.compile(
    rf"(?i)\A\s*,?\s*for\s+(?:some|an?)\s+(?:(?:real|positive|constants?|number|integer|fixed|universal"
    rf"|absolute)[\s,]+)*(?={_MARK})"
)
_FOR = re.compile(
    rf"(?i)(?:{_MARK}\s*,?\s*(?:\s(?:for(?: (?:all|any|every|each))?|if|when|whenever|on|at|in)\s+)"
    rf"(?:\w+\s+){{0,3}}?)(?={_MARK})"
)
_IF_BEFORE = re.compile(
    rf"(?i)\b(?:for(?: (?:all|any|every|each))?|if|when|whenever|in case|at|on|under|once)"
    rf"(?:\s+[\w-]+){{0,6}}?\s+(?={_MARK})"
)
_HEAD = re.compile(
    r"(?i)\b(?:let|define|set|put|write|denote|assume|suppose|choose|take|fix|pick|we call)\b"
)
_SUBJECT = re.compile(
    r"(?i)(?P<who>[\w'-]+)\s+(?:(?!only)\w+ly\s+)?(?:assumes?|supposes?|defines?)\b"
)
_WE = re.compile(
    r"(?i)(?:we|us|i|now|also|first|then|and|further(?:more)?|moreover|additionally|that|to|will"
    r"|shall|can|may|let|here|throughout|finally|next|henceforth|please|must|simply|again|always"
    r"|just|generality|simplicity|convenience|one|or|wlog|hence|thus|so|before|paper|section|proof"
    r"|case|following|sequel|follows|but|yet|therefore|only|addition|particular|example|instance)"
)
_VALUE = re.compile(r"\s*\\?[A-Za-z]+(?:_\w)?\s*\([^()=<>]*\)\s*:?=")  # of a function
_MEMBERS = re.compile(  # of which something is said that holds of no others
    r"(?i)\b(?:sets?|class(?:es)?|famil(?:y|ies)|collections?|subsets?|numbers?|fractions?|regions?"
    rf"|events?|probability|chance) of (?:all |the |those )?(?:[\w-]+ ){{0,3}}(?:{_MARK}\s*)?"
    r"(?:with|such that|so that|satisfying|for which|where|that|having)\s*\Z"
)
_THERE_IS = re.compile(
    rf"(?i)\b(?:there (?:exists?|is|are)|for some|exists?)\s+(?:[\w-]+\s+){{0,4}}?(?={_MARK})"
)

Known = Callable[[str], Domain]


def is_narrowed(sentence: Sentence, phrase: Phrase, known: Known) -> bool:
    """Return whether a sentence says of a formula in it that it holds only in some cases.

    Parameters
    ----------
    sentence : Sentence
        The sentence.
    phrase : Phrase
        The formula in it, with its role.
    known : callable
        The domain that a name has in the document.
    """
    item = sentence.formulas[phrase.number]
    if not isinstance(item, Fragment):
        return False
    left, _, right = sentence.text.partition(f"\u27e6{phrase.number}\u27e7")
    gap = right[: _first(_NEXT, right)]
    is_strict = phrase.role in (Role.DECLARED, Role.ASSUMED, Role.SET) or (
        phrase.role is Role.CONDITION and belongs_to_declaration(sentence, phrase)
    )
    if is_left(right[: _first(_END, right)] if is_strict else gap):
        return True
    declared = read_declared(item)
    if not is_strict or not (declared.members or declared.relations):
        return re.match(r"(?i)\s*,?\s*but\b", right) is not None
    if not declared.relations and all(it.domain is None for it in declared.members):
        return False
    clause = _Clause(sentence, phrase, declared, item, known)
    return clause.is_narrowed_before(left) or clause.is_narrowed_behind(gap, right)


def is_shown_narrowed(sentence: Sentence, number: int, known: Known) -> bool:
    """Return whether a sentence says of one of its displays that it holds for some values alone."""
    item = sentence.formulas[number]
    if isinstance(item, Fragment):
        return False
    left, _, right = sentence.text.partition(f"\u27e6{number}\u27e7")
    for other, _ in sentence.displays:
        right = right.partition(f"\u27e6{other}\u27e7")[0]
    phrase = Phrase(number, Role.SET)
    clause = _Clause(sentence, phrase, read_declared(item.formula), item.formula, known)
    found = [*_formulas(sentence, right, _IF_BEHIND), *clause.conditions_before(left)]
    return _ELSEWHERE.search(right) is not None or not all(map(clause.may_cover, found))


_IF_BEHIND = re.compile(
    r"(?i)\A\s*,?\s*(?:for(?: (?:all|any|every|each))?|if|when|whenever|on|at|provided(?: that)?"
    rf"|as long as)\s+(?:[\w-]+\s+){{0,3}}?(?={_MARK})"
)


def widened(sentence: Sentence, found: list[Phrase]) -> list[Phrase]:
    """Return what a sentence that denies something says of names alone: no more than their kind."""
    return [
        replace(phrase, domain=INTEGER if phrase.domain.integer else REAL, is_vague=True)
        for phrase in found
        if phrase.role is Role.DECLARED
        and phrase.domain is not None
        and isinstance(item := sentence.formulas[phrase.number], Fragment)
        and read_declared(item).names
        and not (read_declared(item).members or read_declared(item).relations)
    ]


def is_of_others(clause: str) -> bool:
    """Return whether somebody else assumes or defines something in a clause.

    Examples
    --------
    >>> is_of_others("Our opponents assume "), is_of_others("From now on we assume that ")
    (True, False)
    """
    return any(_WE.fullmatch(found["who"]) is None for found in _SUBJECT.finditer(clause))


def is_doubted(before: str, behind: str) -> bool:
    """Return whether words around a formula say that it holds roughly, or in some cases.

    Examples
    --------
    >>> is_doubted("Assume ", " up to constants."), is_doubted("Assume ", " and so on.")
    (True, False)
    """
    if _DOUBT.search(re.split(f"{_MARK}|,", before)[-1]):
        return True
    clause = behind[: _first(_END, behind)]
    return _ANYWHERE.search(clause[: _first(_ANOTHER, clause)]) is not None


def _first(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    return len(text) if found is None else found.start()


class _Clause:
    """A formula that a sentence declares or assumes, with what stands around it."""

    def __init__(
        self, sentence: Sentence, phrase: Phrase, declared: Declared, item: Fragment, known: Known
    ) -> None:
        self.sentence = sentence
        self.phrase = phrase
        self.declared = declared
        self.item = item
        self.known = known

    def is_narrowed_before(self, left: str) -> bool:
        """Return whether what stands before it says for which cases, or who assumes it."""
        start = max((it.end() for it in _END.finditer(left)), default=0)
        clause = left[start:]
        near = re.split(f"{_MARK}|,", clause)[-1]
        if _DOUBT.search(near) or _MEMBERS.search(clause):
            return True
        is_set = self.phrase.role in (Role.DECLARED, Role.ASSUMED, Role.SET)
        if is_set and re.search(r"(?i)\b(?:if|unless|should|could|would|might|whether)\b", near):
            return True
        if is_of_others(clause) or re.fullmatch(r"\W*[Ww]here\s*", left):
            return True
        if any(self.is_inside(it) for it in _formulas(self.sentence, clause, _THERE_IS)):
            return True
        return not all(map(self.covers, self.conditions_before(left)))

    def conditions_before(self, left: str) -> list[object]:
        """Return the formulas of its names that stand under a condition before what says it."""
        start = max((it.end() for it in _END.finditer(left)), default=0)
        head = max((it.start() for it in _HEAD.finditer(left, start)), default=start)
        found = _formulas(self.sentence, left[start:head], _IF_BEFORE)
        return [item for item in found if not self.is_apart(item)]

    def is_narrowed_behind(self, gap: str, right: str) -> bool:
        """Return whether what stands behind it says for which cases, or that it is no premise."""
        clause = right[: _first(_END, right)]
        for number, _ in self.sentence.displays:  # of which more may be said behind it
            clause = clause.partition(f"\u27e6{number}\u27e7")[0]
        if _ELSEWHERE.search(clause) or _ANYWHERE.search(clause[: _first(_ANOTHER, clause)]):
            return True
        some = next(_formulas(self.sentence, right, _FOR_SOME), None)
        if some is not None:
            return self.is_inside(some)
        every = next(_formulas(self.sentence, right, _OF_ALL), None)
        if every is not None:
            return not self.covers(every)
        if not (self.is_harmless(gap.strip()) or self.is_named_function(gap)):
            return True
        return any(
            not (self.is_apart(it) or self.covers(it))
            for it in _formulas(self.sentence, clause, _FOR)
        )

    def is_harmless(self, gap: str) -> bool:
        """Return whether words at once behind it leave it as it is."""
        if _NOTHING.fullmatch(gap) or _NUMBERS.fullmatch(gap):
            return True
        if re.fullmatch(r"(?i)(?:with|where|such that|satisfying|subject to|from|to)", gap):
            return True
        is_value = _VALUE.match(self.item.text) is not None
        ways = [_OBJECT] if self.declared.members or self.declared.related or is_value else []
        ways += [] if self.declared.relations else [_NAMED, _BESIDE]
        return any(it.fullmatch(gap) for it in ways) and not _IS_NONE.search(gap)

    def is_named_function(self, gap: str) -> bool:
        """Return whether it is what "the function" before it is, of which more is said."""
        left = self.sentence.text.partition(f"\u27e6{self.phrase.number}\u27e7")[0]
        is_called = re.search(r"(?i)\bthe (?:function|map|mapping|polynomial)\s+\Z", left)
        is_verb = re.match(r"(?i)\s*(?:is|satisfies|has|attains|achieves|maps|takes)\b", gap)
        return is_called is not None and is_verb is not None

    def is_inside(self, item: object) -> bool:
        """Return whether a name of which some value is meant is an index or an argument in it."""
        if not isinstance(item, Fragment):
            return False
        names = read_declared(item).mentioned
        inside = re.findall(r"_\s*(?:\{[^{}]*\}|\\?[A-Za-z]+)|\([^()]*\)", self.item.text)
        return any(name in part for name in names for part in inside)

    def is_apart(self, item: object) -> bool:
        """Return whether a condition is of other names."""
        if not isinstance(item, Fragment):
            return False
        return set(read_declared(item).mentioned).isdisjoint(self.declared.mentioned)

    def covers(self, item: object) -> bool:
        """Return whether a condition holds of all values that the document gives its names."""
        if not isinstance(item, Fragment):
            return False
        declared = read_declared(item)
        if not declared.is_read or not (declared.names or declared.members):
            return False
        return all(
            member.domain is not None
            and meet(member.domain, base := self.known(member.name)) == base
            for member in declared.members
        )

    def may_cover(self, item: object) -> bool:
        """Return whether a condition may hold of all values, as one on the points of a set may."""
        declared = read_declared(item) if isinstance(item, Fragment) else Declared()
        is_open = bool(declared.members) and all(it.domain is None for it in declared.members)
        return self.covers(item) or (is_open and not declared.relations)


def _formulas(sentence: Sentence, text: str, pattern: re.Pattern[str]) -> Iterator[object]:
    """Yield the formulas of a sentence that stand behind some words of a part of it."""
    for found in pattern.finditer(text):
        number = _NUMBER.match(text, found.end())
        if number is not None:
            yield sentence.formulas[int(number[1])]
