r"""What a text says of the letters H, p, q and D, which may mean other things than usual.

Main definitions
----------------
`has_usual_entropies`: whether a capital H of a text may be Shannon's. `is_law_of_variables`:
whether p may be the law of variables. `are_laws`: whether q and the like are said to be laws.
`has_usual_divergences`: whether nothing else is said of D.
"""

from __future__ import annotations

import re
from functools import lru_cache

from boundcalc.laws.facts.said import sentence_around
from boundcalc.laws.in_force import says_only

_NAMED = re.compile(  # entropies that obey other laws, or none
    r"(?i:Hartley(?:'s|\s+(?:entrop|function|measure))|collision entrop|Tsallis"
    r"|topological entrop|metric entrop|Kolmogorov.{0,3}Sinai)"
)
_OTHER_H = re.compile(
    r"\$\s*H(?:\s*\([^$()]*\))?\s*\$\s+(?:is|be|are|denotes?|stands? for)\s+(?:the|an?)\s+"
    r"(?:\w+\s+){0,2}(?:matrix|distance|class|hypothes[ie]s|space|group|subgroup|Hessian|graph|hash"
    r"|height|polynomial|convex function|loss)"
    r"|\b(?:Hessian|Hamming distance|hash function|hypothes[ie]s(?: class)?|Hilbert space|subgroup)"
    r"\s+(?:is\s+|of\s+)?\$\s*H\b"
)
_USUAL_H = (
    r"(?:-\s*)?(?:\\displaystyle\s*)?"
    r"(?:\\sum|\\i*int|\\mathbb\s*\{?E|\\mathbf\{E|\\E\b|E\b|[HhI]\b)"
)
_DEFINED_H = re.compile(
    r"\b(?:[Ll]et|[Dd]efine[ds]?|[Ss]et|[Ww]rite|[Dd]enote|[Pp]ut)\b[^.$]{0,30}\$\s*H\s*\([^$()]*\)\s*"
    rf"(?::?=|\\triangleq|\\coloneqq)\s*(?!{_USUAL_H})"
    r"|H\s*\(\s*[A-Z]\s*\)\s*(?::?=|\\triangleq)\s*-?\s*(?:\\log|\\ln)\s*(?:\\left)?\(?\s*\\(?:sum|max)"
)
_SAID_P = re.compile(
    r"\$\s*[pP](?:\([a-z]\))?\s*\$\s+(?:is|be|denotes?)\s+(?:the|an?|our|some)\s+"
    r"(?!(?:[\w-]+\s+){0,4}(?:distribution|law|mass|pmf|probabilit|density|joint|marginal))"
)
_LAW_OF = re.compile(
    r"\$\s*[pP]\s*\$\s+(?:is|be|denotes?)\s+the\s+(?:[\w-]+\s+){0,3}?(?:function|distribution|law|pmf)"
    r"\s+of\s+\$\s*(?P<name>[A-Z])\s*\$"
)
_DRAWN = re.compile(
    r"\\sim\s*(?:\\mathcal\s*)?\{?(?:[qQrRsD](?![A-Za-z])|\\(?:mu|nu|pi|rho|hat|tilde)(?![A-Za-z]))"
    r"|\b(?:drawn|sampled|distributed)\s+(?:i\.?i\.?d\.?\s+)?(?:from|according to|as|by)\s+"
    r"(?:the\s+(?:law|distribution)\s+)?\$\s*(?![pP](?![A-Za-z])|\\)"
    r"|\bhas\s+(?:the\s+|a\s+)?(?:law|distribution)\s+\$\s*(?![pP](?![A-Za-z])|\\)"
)
_PARTIAL = re.compile(
    r"(?i)\bsum(?:s|med|ming|mation)?\b[^.]{0,40}\bover\b\s+(?:(?:an?|the|some)\s+(?:\w+\s+)?"
    r"(?:subset|part|half)|(?:only|those|some|nonzero|(?:the\s+)?(?:good|bad|typical|remaining))\b"
    r"|[^.]{0,30}\bonly\b|\$[^$]*(?:\\ne|\\le|\\ge|[<>])[^$]*\$)"
)
_NO_LAW = re.compile(r"(?i)unnormali[sz]ed|total mass|sub-?probabilit|\bweights\b")
_MADE = re.compile(
    r"(?<![A-Za-z\\])[qQrR]\s*\([a-z]\)\s*(?::?=|\\triangleq|\\coloneqq|\\propto)"
    r"(?!\s*&?\s*[01](?![.\d/]))"
)
_LAWS = r"(?:distribution|law|mass function|pmf|model|probabilit|density|densities)"
_OTHER_TOTAL = re.compile(
    r"\\sum\s*_\s*\{?\s*[a-z](?:\s*,\s*[a-z])*\s*\}?\s*[pPqQ]\s*\([a-z,]*\)\s*"
    r"(?:\\l?eq?(?![A-Za-z])|\\neq?(?![A-Za-z])|<|=\s*[02-9](?!\d*\s*\\?[A-Za-z(]))"
)
_Q = r"\$\s*(?:[pP](?:\(\w\))?\s*,\s*)?[qQ](?:\(\w\))?\s*\$"
_SAID_Q = re.compile(
    rf"(?i:\b{_LAWS})\w*[^.$]{{0,40}}(?:\$[^$]{{1,30}}\$[^.$]{{0,10}})?{_Q}"
    rf"|{_Q}[^.$]{{0,40}}(?i:\b{_LAWS})"
)
_MASSES = re.compile(r"(?i)\b(?:mass function|pmf|distributions?|laws?|discrete)\b")
_OF_MASSES_WORDS = """
let be the a an joint marginal conditional probability mass function functions pmf pmfs discrete
distribution distributions law laws of on and with random variable variables entropy entropies
two denote denotes where is are write we for here have has on its their
"""
_OF_MASSES = frozenset(
    _OF_MASSES_WORDS.split()
)  # which a sentence that names a mass function may have
_PLAIN_MASS = re.compile(  # a mass function, or variables, of which each has its own letter
    r"[pqPQ](?:_\{?[A-Z]+\}?)?(?:\([a-z,|\s]*\))?(?:\s*=\s*\\Pr\s*[\[(]\s*[A-Z]\s*=\s*[a-z]\s*[\])])?"
    r"(?:\s*,\s*[pqPQ](?:\([a-z,|\s]*\))?)*|[A-Z](?:\s*,\s*[A-Z])*"
)
_SET_MASS = re.compile(  # what a formula begins with
    r"(?:\$|\\\[|&|\\\\|\\begin\{[a-z]+\*?\})\s*[pqPQ]\s*\([a-z,|\s]*\)\s*&?\s*"
    r"(?::?=|\\coloneqq|\\propto)(?!\s*&?\s*(?:\\Pr|\\sum|[pqP]\s*\())"
)
_DENSITIES = re.compile(r"(?i)\bdensit|truncat|defective|restricted to")
_OTHER_D = re.compile(
    r"\$\s*D[^$]*\$\s+(?:for|is|be|denotes?)\s+(?:the|an?)\s+(?:[\w-]+\s+){0,3}?"
    r"(?:variation|distance|metric|discrepancy|norm)\b"
)


@lru_cache(maxsize=4096)
def has_usual_entropies(text: str) -> bool:
    """Return whether nothing says that H is another function than Shannon's entropy."""
    return not any(item.search(text) for item in (_NAMED, _OTHER_H, _DEFINED_H))


@lru_cache(maxsize=4096)
def is_law_of_variables(text: str) -> bool:
    """Return whether nothing says that p is no law, or that the variables have another one."""
    return not any(item.search(text) for item in (_SAID_P, _DRAWN, _PARTIAL))


@lru_cache(maxsize=4096)
def said_variables(text: str) -> frozenset[str]:
    """Return of which variables a text says that p is the law; of none, it may be of all."""
    return frozenset(found["name"] for found in _LAW_OF.finditer(text))


@lru_cache(maxsize=4096)
def may_be_laws(text: str) -> bool:
    """Return whether nothing says that q or the like has another total than one."""
    return not any(item.search(text) for item in (_NO_LAW, _MADE, _OTHER_TOTAL))


@lru_cache(maxsize=4096)
def are_laws(text: str) -> bool:
    """Return whether a text says that q is a law, and nothing against it."""
    return may_be_laws(text) and _SAID_Q.search(text) is not None


@lru_cache(maxsize=4096)
def names_laws(text: str) -> bool:
    """Return whether a formula in a sentence is p or q, or a value of it."""
    return re.search(r"(?<!\$)\$\s*[pqPQ]\s*[$_(,]", text) is not None


@lru_cache(maxsize=4096)
def says_laws(text: str, over: frozenset[str]) -> bool:
    """Return whether a text calls p or q a mass function, and says nothing else of it.

    Nor does it say anything of the values of the variables in `over`.
    """
    shown = re.sub(r"\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\]", " ", text)
    letters = "|".join(sorted({name[:1].lower() for name in over}))
    said = re.compile(rf"(?<![A-Za-z\\])(?:[pqPQ]|{letters})(?![A-Za-z])")
    formulas = [it for it in re.finditer(r"\$([^$]*)\$", shown) if said.search(it[1])]
    is_plain = all(
        says_only(shown, it.start(), it.end(), _OF_MASSES)
        and all(
            _PLAIN_MASS.fullmatch(other.strip())
            for other in re.findall(r"\$([^$]*)\$", sentence_around(shown, *it.span()))
        )
        for it in formulas
    )
    is_other = _DENSITIES.search(text) or _OTHER_TOTAL.search(text) or _SET_MASS.search(text)
    return is_plain and _MASSES.search(text) is not None and is_other is None


@lru_cache(maxsize=4096)
def has_usual_divergences(text: str) -> bool:
    """Return whether nothing says that D is another distance."""
    return _OTHER_D.search(text) is None
