r"""Names that a sentence calls no real number: "let $A \ge B$ be matrices", "$w$ is complex".

The sign in a declaration does not say so: matrices, operators, ordinals and intervals have an order
as well, and complex and infinite values are numbers of which real arithmetic says nothing.

Main definitions
----------------
`no_numbers`: the names in a sentence that are called so, each with the words.
`is_strange`: whether words name something with an arithmetic of its own.
`strange_set`: what the members of a set are, if that is such.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from boundcalc.prose.declared import read_declared
from boundcalc.prose.prose import Sentence
from boundcalc.tex.source import Fragment

_MARK = "\u27e6\\d+\u27e7"
_NOUN = (
    r"(?:matri(?:x|ces)|operators?|quaternions?|octonions?|cardinals?|ordinals?|intervals?"
    r"|(?:semi)?groups?|(?:semi)?rings?|monoids?|(?:C\*-)?algebras?|posets?|lattices?|p-adics?"
    r"|quantum states?|rotations?|infinitesimals?|residues?|tensors?|hyperreals?|surreals?"
    r"|gaussian integers?|bit-?strings?"
    r"|(?:fuzzy|dual|extended|floating[- ]point|machine|transfinite|p-adic|surreal|hypercomplex"
    r"|cardinal|ordinal) (?:numbers?|reals?|integers?)|(?:un)?signed integers?"
    r"|(?:saturating|modular|floating[- ]point|wrap\w*|machine|interval|fuzzy|tropical|integer"
    r"|clock|finite|rounded|max-plus) arithmetic|integers? mod(?:ulo)?)"
)
_ADJECTIVE = (
    r"(?:complex|imaginary|hermitian|(?:(?:positive|negative)[- ])?semi-?definite"
    r"|(?:positive|negative)[- ]definite|self-adjoint|infinite|quaternionic)"
)
_HAN = (
    r"\u590d\u6570|\u56db\u5143\u6570|\u7b97\u5b50|\u77e9\u9635|\u57fa\u6570|\u5e8f\u6570"
    r"|\u533a\u95f4"
)
_WORD = re.compile(  # and neither "the interval length" nor "the group size"
    rf"(?i)(?<![\w-]){_NOUN}(?=\s*(?:\Z|[,()]|(?:and|or|with|in|over|acting|having|each)\b))"
    rf"|(?<![\w-]){_ADJECTIVE}\b|{_HAN}"
)
_OF = re.compile(  # behind which other things are named
    r"(?i)(?<!elements )(?<!element )(?<!members )(?<!member )\bof\b|\b(?:for|from|on|between|that"
    r"|which|whose|such|where|then|if|when|so|since|because|than)\b|[.;:]"
)
_LIST = rf"{_MARK}(?:\s*(?:,|and|, and|or)\s*{_MARK})*"
_CALLED = re.compile(  # "$A$ and $B$ be symmetric matrices", "$u$ may be complex"
    rf"(?i)(?P<names>{_LIST})\s*,?\s*(?:(?:which|that|all|both|also|below|here|above)\s+)*(?:(?:to|may|can|might|could)"
    rf"\s+)?(?:possibly\s+)?(?:be|is|are|being|denotes?|as|takes?|were|was)\b"
    rf"(?P<what>[^.;:\u27e6]*)(?P<more>(?:(?<=\bor ){_MARK})?)"
)
_BESIDE = re.compile(  # "the matrix $A$", "operators $S, T$", and not "the radius of a matrix $r$"
    rf"(?i)(?<![\w-])(?:{_NOUN}|{_ADJECTIVE})(?:\s+(?:numbers?|variables?|values?|scalars?|constants?"
    rf"|amplitudes?|roots?))?\s*(?P<names>{_LIST})"
)
_WORDS = r"(?:(?!(?:and|or|with|of|for|in|on)\b)[\w-]+\s+){0,3}"
_SIZED = re.compile(  # "$A$ and $B$ be real $n \times n$ matrices"
    rf"(?i)(?P<names>{_LIST})\s*(?:be|is|are|denotes?)\s+{_WORDS}{_MARK}[\s-]+{_WORDS}"
    r"(?P<what>matri(?:x|ces)|operators?)\b"
)
_IMAGINARY = re.compile(  # "let $w = i$", and not "let $k = i$"
    r"\s*(?P<name>[u-zA-EU-Z]|\\(?:omega|zeta|xi))\s*=\s*[-+]?(?:i|\\mathrm\s*\{i\}|\\imath)\s*"
    r"|\s*(?P<any>\\?[A-Za-z]+)\s*=\s*.*(?:\\sqrt\s*\{\s*-\s*1\s*\}|\\mathrm\s*\{i\}|\\imath).*"
)
_WHOLE = re.compile(r"\s*[+]?\s*\\infty\s*")


def is_strange(words: str) -> bool:
    """Return whether words name something with an arithmetic of its own.

    Examples
    --------
    >>> [is_strange(words) for words in ("random matrices", "complex", "a norm of the matrix")]
    [True, True, False]
    """
    return _WORD.search(_OF.split(words, maxsplit=1)[0]) is not None


def strange_set(among: str) -> str:
    r"""Return what the members of a set are, if they have an arithmetic of their own, or nothing.

    Examples
    --------
    >>> strange_set(r"\mathbb{C}"), strange_set(r"\mathbb{N} \cup \{\infty\}"), strange_set("S")
    ('complex', 'infinite', '')
    """
    return next((what for what, found in _SETS.items() if found.search(among)), "")


_SETS = {
    "matrices": re.compile(r"\\times\b|_\s*\{?\+\+?\}?\s*\^\s*\{?[a-z]|\\(?:mathbb|mathbf)\s*\{?S"),
    "complex": re.compile(r"\\(?:mathbb|mathbf|mathds)\s*\{?[CHO]\b|\\C\b"),
    "infinite": re.compile(
        r"\\infty\s*\\?[\]}]|\[\s*-\s*\\infty|\\overline\s*\{?\s*\\(?:mathbb|R)"
    ),
    "residues": re.compile(r"\\mathbb\s*\{?[ZF]\b\}?\s*(?:/|_)"),
}


def no_numbers(sentence: Sentence) -> Mapping[str, str]:
    r"""Return the names in a sentence that it calls no real numbers, each with the words.

    Examples
    --------
    >>> formulas = [Fragment.of("A \\ge B"), Fragment.of("t > 0")]
    >>> dict(no_numbers(Sentence("Let \u27e60\u27e7 be matrices, and \u27e61\u27e7.", formulas)))
    {'A': 'matrices', 'B': 'matrices'}
    """
    found: dict[str, str] = {}
    for said in _CALLED.finditer(sentence.text):
        what = re.sub(r"(?i)[\s,]*(?:\b(?:and|or)\b)?[\s,]*\Z", "", said["what"]).strip(" ,")
        more = re.findall("\u27e6(\\d+)\u27e7", said["more"])
        what = "infinite" if any(_is_infinite(sentence, int(it)) for it in more) else what
        if is_strange(what):
            found |= dict.fromkeys(_names(sentence, said["names"]), what)
    for said in _SIZED.finditer(sentence.text):
        found |= dict.fromkeys(_names(sentence, said["names"]), said["what"])
    for said in _BESIDE.finditer(sentence.text):
        what = said.group().partition("\u27e6")[0].strip()
        found |= dict.fromkeys(_names(sentence, said["names"]), what)
    for item in sentence.formulas:
        value = _IMAGINARY.fullmatch(item.text) if isinstance(item, Fragment) else None
        if value is not None:
            found[value["name"] or value["any"]] = "complex"
    return found


def _is_infinite(sentence: Sentence, number: int) -> bool:
    item = sentence.formulas[number]
    return isinstance(item, Fragment) and _WHOLE.fullmatch(item.text) is not None


def _names(sentence: Sentence, listed: str) -> list[str]:
    r"""Return the names of which a list of formulas speaks: of ``A \in S`` no set is one."""
    found: list[str] = []
    for number in re.findall("\u27e6(\\d+)\u27e7", listed):
        item = sentence.formulas[int(number)]
        if isinstance(item, Fragment) and "(" not in item.text:
            declared = read_declared(item)
            members = [member.name for member in declared.members]
            found += [*declared.names, *members, *declared.related]
    return found
