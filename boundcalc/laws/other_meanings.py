r"""Whether a text gives a notation another meaning: "$|A|$ is the determinant".

A notation is written alone in a formula, beside words that say what it is; where none of them is
one of its usual words, it means something else in the text.

Main definitions
----------------
`other_meaning`: the words that give a notation of a row another meaning. `are_numbers`: whether
what an event compares is no vector and no set. `is_usual_complement`: whether a bar or the like
above an event is nothing else than its complement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_VERBS = r"(?:be|is|are|denotes?|stands?\s+for|means?|represents?)"
_WORDS = r"(?P<words>[^.$;:]{0,70})"
_SIZES = r"(?:\\(?:left|right|[bB]igg?[lr]?)\s*)?"
_PREDICATE = re.compile(  # what may be said of any number
    r"(?i)(?:same|constant|bound\w*|upper|lower|finite|positive|small\w*|larg(?:e|er)\b|at\b|function"
    r"|number\b(?!\s+of)|solution|martingale|convex|continuous|(?:de|in)creasing|linear|key|main"
    r"|quantity|term|sufficiently|such|even|odd|as\b|well|not\b|non-?negative|zero|one\b|random"
    r"|follows|difference|deviation|rank|optimal)"
)
_RELATED = re.compile(r"[=<>]|\\(?:leq?|geq?|sim|approx|to|in)(?![A-Za-z])")
_COUNTS = re.compile(
    r"(?i)\b(?:size|cardinal\w*|number|count\w*|length|order|degree|measure|volume)\b"
)
_JOINED = re.compile(r"[+-]|[A-Za-z]\s*\\?[A-Za-z]|\\cdot")


@dataclass(frozen=True, slots=True)
class _Notation:
    """How it stands in a row, and alone in a formula, and the words that are usual for it."""

    in_row: str
    alone: str
    usual: str
    never: str = r"\A(?!)"


def _applied(head: str, *, is_bare: bool, usual: str, never: str = r"\A(?!)") -> _Notation:
    scripts = r"(?:_(?:\{[^{}]*\}|\w))?"
    body = rf"{_SIZES}[\[({{|][^$]*[\])}}|]"
    alone = rf"{head}{scripts}\s*(?:{body}){'?' if is_bare else ''}"
    return _Notation(rf"{head}(?![A-Za-z])", alone, usual, never)


_EXPECTED = r"expect|mean\b|average|integral|law\b"
_NO_MEAN = r"median|\bmode\b|geometric|harmonic|trimmed|essential"
_CHANCE = r"probab|chance|likelihood|distribut|\blaws?\b|measure|densit|mass|risk|prior|posterior\b"
_NO_CHANCE = r"\blog\b|\bouter|\binner\b|odds|price|fuzzy|capacit|subadditive"
_FONTS = r"\\math(?:bb|bf|rm|sf)\s*\{{?\s*{0}\s*\}}?"
_NOTATIONS = (
    _applied(r"(?<![A-Za-z\\{ ])E", is_bare=False, usual=_EXPECTED, never=_NO_MEAN),
    _applied(_FONTS.format("E"), is_bare=True, usual=_EXPECTED, never=_NO_MEAN),
    _applied(r"\\E(?![A-Za-z])", is_bare=True, usual=_EXPECTED, never=_NO_MEAN),
    _applied(r"(?<![A-Za-z\\{ ])P", is_bare=False, usual=_CHANCE, never=_NO_CHANCE),
    _applied(_FONTS.format("Pr?"), is_bare=True, usual=_CHANCE, never=_NO_CHANCE),
    _applied(r"\\P(?:r|rob)?(?![A-Za-z])", is_bare=True, usual=_CHANCE, never=_NO_CHANCE),
    _applied(
        r"\\(?:Var|(?:mathrm|operatorname)\s*\{\s*Var\s*\})", is_bare=True, usual=r"\bvarian"
    ),
    _applied(
        r"(?<![A-Za-z\\{ ])H(?=\s*(?:\\left)?\(\s*[A-Z])",
        is_bare=False,
        usual=r"entrop|uncertain|information|\bbits|\bnats|randomness",
        never=r"cross|differential|Hartley|R.nyi|min-|max-",
    ),
    _Notation(
        r"\\\||\\[lr]?Vert",
        r"(?:\\\||\\[lr]?Vert)[^$]*(?:\\\||\\[lr]?Vert)[^$]*",
        r"norm|length|magnitude|metric|Schatten|Frobenius|spectral",
        r"\bsquare|number|count|signed|quasi|weighted",
    ),
    _Notation(
        r"\\langle|\^\s*\{?\s*(?:\\top|T)\b",
        r"(?:\\langle[^$]*\\rangle|\\?\w+\s*\^\s*\{?\s*(?:\\top|T)\s*\}?)",
        r"product|form\b|transpos|adjoint|row|pairing|group|span|generat|ideal", r"cosine|Lorentz",
    ),
    _Notation(
        r"\\(?:max|min|sup|inf)(?![A-Za-z])", r"\\(?:max|min|sup|inf)(?![A-Za-z])[^$]{0,30}",
        r"maxim|minim|suprem|infim|largest|smallest|greatest|least|\bmax|\bmin|\bsup|\binf|lim",
        r"\bsecond|\bthird|\beven\b|\bodd\b|\bonly\b",
    ),
    _Notation(r"\\sum(?![A-Za-z])", r"\\sum", r"\bsum|total|add", r"direct|\bonly\b"),
)  # fmt: skip
_BARS = re.compile(r"(?<![\\|])(?:\\left)?\|(?P<in>[^|$]+?)(?:\\right)?(?<!\\)\|(?!\|)")
_ABSOLUTE = _Notation(
    "", rf"(?<!\\){_SIZES}\|[^|$]+\|", r"absolut|modul|magnitude|distance", "signed"
)
_OVER = re.compile(  # of which terms a sum has only some
    r"(?i)\b(?:sum(?:s|mation)?\s+(?:here\s+)?(?:is|runs?|goes|ranges?|extends?|are|being)\s+(?:taken\s+)?over"
    r"|we\s+sum\s+(?:only\s+)?over)\s+(?P<over>(?:\$[^$]*\$|[^.,;$]){1,80})"
)
_ALL = re.compile(
    r"(?:(?:all|every|each|the|any|possible|values?|of|pairs?|elements?|choices?|indices|and|in|both"
    r"|points?|examples?|samples?|that|\$[^$<>]*\$)\s*)+"
)


def other_meaning(text: str, row: str, near: str) -> str:
    r"""Return the words that give a notation of a row another meaning, or nothing.

    Parameters
    ----------
    text, row, near : str
        The document, the row, and what stands around it.

    Examples
    --------
    >>> other_meaning("Let $|A|$ be the determinant of $A$.", "|A + B|", "")
    'Let $|A|$ be the determinant of'
    >>> other_meaning("Let $|A|$ be the determinant of $A$.", "|a + b|", "")
    ''
    """
    for item in _NOTATIONS:
        if re.search(item.in_row, row):
            for said, _ in _said(item, text):
                return said
    for said, formula in _said(_ABSOLUTE, text) if "|" in row else ():
        is_count = _COUNTS.search(said) is not None and "signed" not in said
        for place in _BARS.finditer(row):
            is_joined = not is_count or _JOINED.search(place["in"])
            if is_joined and _case(place["in"]) & _case(formula):
                return said
    for found in _OVER.finditer(near) if r"\sum" in row else ():
        if _ALL.fullmatch(found["over"].strip()) is None:
            return found.group()
    return ""


def _case(formula: str) -> set[bool]:
    """Return whether the letters of a formula are capital ones."""
    return {it.isupper() for it in re.findall(r"(?<![A-Za-z\\])[A-Za-z]", formula)}


@lru_cache(maxsize=1024)
def _said(item: _Notation, text: str) -> tuple[tuple[str, str], ...]:
    """Return the words that say something unusual of a notation, and the formula beside them."""
    return tuple(
        (" ".join(found.group().split()), found["formula"])
        for found in _places(item, text)
        if not (_PREDICATE.match(found["words"]) or _RELATED.search(found["formula"]))
        and (
            not re.search(f"(?i){item.usual}", found["words"] + (found.groupdict().get("as") or ""))
            or re.search(f"(?i){item.never}", found["words"])
        )
    )


def _places(item: _Notation, text: str) -> Iterator[re.Match[str]]:
    formula = rf"(?<!\$)\$\s*(?P<formula>{item.alone})\s*\$(?!\$)"
    article = r"(?:the|an?)\s+"
    described = r"\b(?:[Tt]he|[Ii]ts|[Tt]heir)\s+(?P<words>[^.;:]{0,80}?)"
    writes = r"\b(?:[Ww]rit(?:e|ing)|[Uu]s(?:e|ing)|[Ll]et|[Dd]enote)\s+"
    ways = (
        rf"(?:{writes})?{formula}\s*,?\s+(?:{_VERBS}\s+)?{article}{_WORDS}",
        rf"{writes}{formula}\s+(?:be|denote|stand\s+for|mean)\s+(?!the\b|an?\b){_WORDS}",
        rf"{writes}{formula}\s+(?:for|as|to\s+(?:denote|mean))\s+(?:{article})?{_WORDS}(?P<as>\$[^$]*\$)?",
        rf"\b(?:[Ww]rit(?:e|ing)|[Dd]enot(?:e|ing)|[Cc]all)\s+{described}\s+(?:by|as)\s+{formula}",
        rf"{described}\s+(?:is|are)\s+(?:denoted|written)\s+(?:by\s+|as\s+)?{formula}",
        rf"\b[Bb]y\s+{formula}\s+we\s+(?:mean|denote|understand)\s+(?:the|its|an?)\s+{_WORDS}",
    )
    for way in ways:
        yield from re.finditer(way, text)


_KINDS = (
    r"(?:vectors?|matri(?:x|ces)|sets?|partial(?:ly)?|posets?|lattices?|tuples?|strings?|graphs?"
    r"|permutations?|subsets?|points?\s+(?:in|of))\b"
)
_NOT_OF = r"(?!number|size|length|sum|max|min|norm|cardinal|distance|count|fraction|index|value)"
_CALLED = rf"(?:(?:be|is|are)\s+)?(?:(?:an?|the|two|some)\s+)?(?:{_NOT_OF}[\w-]+\s+){{0,4}}?"
_KINDS_BEFORE = r"\b(?:vectors?|matri(?:x|ces)|sets?|graphs?|strings?)"
_INSIDE = re.compile(
    r"\([^()]*\)|\\?\|[^|]*\||\\l?Vert.*?\\r?Vert|\\langle.*?\\rangle|\^(?:\{[^{}]*\}|\\?\w+)|\\[A-Za-z]+"
)


@lru_cache(maxsize=1024)
def are_numbers(event: str, text: str) -> bool:
    r"""Return whether a text calls nothing that an event compares a vector, a set or the like.

    Examples
    --------
    >>> are_numbers("Z < 2", "Let $Z$ be a random vector."), are_numbers("Z < 2", "")
    (False, True)
    >>> are_numbers(r"\|Z\| < 2", "Let $Z$ be a random vector.")
    True
    """
    plain = re.sub(r"\s*_(?:\{[^{}]*\}|\\?\w)", "_", re.sub(r"[A-Za-z]+\s*(?=\()", "", event))
    while (shorter := _INSIDE.sub(" ", plain)) != plain:
        plain = shorter
    for letter, index in set(re.findall(r"(?<![A-Za-z])([A-Za-z])(?![A-Za-z])(_?)", plain)):
        after = r"\s*_" if index else r"(?![A-Za-z(_])"
        own = rf"\$[^$]*(?<![A-Za-z\\]){letter}{after}[^$]*\$"
        listed = rf"{own}(?:\s*(?:,|and)\s*\$[^$]*\$)*"
        called = rf"{listed}\s+{_CALLED}{_KINDS}"
        before = rf"{_KINDS_BEFORE}\s+(?:\$[^$]*\$\s*(?:,|and)\s*)*{own}"
        space = (
            rf"(?<![A-Za-z\\]){letter}{index}\w?\s*\\in\s*(?:\\mathbb\s*\{{?\s*)?\\?R\s*\}}?\s*\^"
        )
        if re.search(f"{called}|{before}|{space}", text):
            return False
    return True


@lru_cache(maxsize=1024)
def is_usual_complement(event: str, text: str) -> bool:
    r"""Return whether what a text says of an event with a bar or the like is that of a complement.

    Examples
    --------
    >>> is_usual_complement("A", r"Let $\bar A$ be the closure of $A$.")
    False
    """
    name = r"\s*".join(map(re.escape, re.findall(r"\\[a-zA-Z]+|\w|[{}]", event)))
    sign = (
        rf"\\(?:bar|overline|neg|lnot)\s*\{{?\s*{name}(?![A-Za-z])"
        rf"|{name}\s*\}}?\s*\^\s*\{{?\s*(?:c|C|\\complement|\\math\w+\s*\{{\s*c)"
    )
    shown = re.sub(r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]", " ", text)
    for sentence in re.split(r"(?<=[.;])\s|\n\s*\n", shown):
        speaks = any(re.search(sign, it) for it in re.findall(r"\$[^$]*\$", sentence))
        speaks |= re.search(r"(?i)(?<![\\a-z])(?:bars?|overlines?)\b", sentence) is not None
        if speaks and not re.search(r"(?i)\bcomplement|\bnot\b|\bnegat|\bfails?\b", sentence):
            return False
    return True
