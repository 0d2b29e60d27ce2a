r"""Laws by their names, as ``\mathcal{N}(0, \sigma^2)`` or ``\mathrm{Lap}(b)``.

Main definitions
----------------
`named_law`: the law that a formula names.
`letters_of`, `changes_in`: the names in a formula, and those of two letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from boundcalc.language.domains import POSITIVE, POSITIVE_INTEGER, PROBABILITY, REAL, Domain
from boundcalc.language.errors import BoundError
from boundcalc.prose.declared import names_of
from boundcalc.prose.prose import CLOSE, OPEN
from boundcalc.prose.usage import usual_domain
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import tokenize

DRAWN = r"(?:\\sim|\\(?:stackrel|overset)\s*\{.*?\}\s*\{\s*\\sim\s*\})"  # by a law
NAME = r"(?:\\[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:\{[^{}]*\}|[A-Za-z0-9]))?'*"
_CHANGE = re.compile(r"\\Delta\s+[A-Za-z](?![A-Za-z_])")  # one name
_NAMES = {
    "N(?:ormal)?": "normal",
    "Lap(?:lace)?": "laplace",
    "Ber(?:n|noulli)?": "bernoulli",
    "Bin(?:om|omial)?": "binomial",
    "U(?:nif(?:orm)?)?": "uniform",
}
_DOMAINS: dict[str, tuple[Domain, ...]] = {
    "normal": (REAL, POSITIVE),
    "laplace": (POSITIVE,),
    "bernoulli": (PROBABILITY,),
    "binomial": (POSITIVE_INTEGER, PROBABILITY),
    "uniform": (REAL, REAL),
}


@dataclass(frozen=True, kw_only=True)
class NamedLaw:
    """A law as a declaration has it.

    Parameters
    ----------
    text, values : str
        The law with its parameters, and which values it has.
    parameters : mapping from str to Domain or None
        The numbers in it, with what they must be; None where that is left to be guessed.
    """

    text: str
    values: str
    parameters: Mapping[str, Domain | None]


def named_law(text: str) -> NamedLaw | None:
    r"""Return the law that a formula names, if it is one of those that are known.

    Examples
    --------
    >>> named_law(r"\mathcal{N}(0, \sigma^2)").text, named_law(r"\mathcal{D}(0, 1)")
    ('normal(0, \\sigma)', None)
    """
    parted = re.fullmatch(r"(?P<name>.+?)\s*[\[(](?P<inside>.+)[\])]", text)
    if parted is None:
        return None
    arguments = [piece.strip() for piece in parted["inside"].split(",")]
    for pattern, law in _NAMES.items():
        is_called = re.fullmatch(
            rf"(?:\\[a-z]+\s*\{{\s*\\?{pattern}\s*\}}|\\mathcal\s+{pattern}|\\?{pattern})",
            parted["name"],
        )
        if is_called is None or len(arguments) != len(_DOMAINS[law]):
            continue
        if law == "normal":
            arguments[1] = _root(arguments[1])
            if not arguments[1]:
                return None
        parameters: dict[str, Domain | None] = {}
        for argument, domain in zip(arguments, _DOMAINS[law], strict=True):
            parameters.update(letters_of(argument, domain))
        return NamedLaw(
            text=f"{law}({', '.join(arguments)})",
            values="integer in [0, 1]" if law == "bernoulli" else "real",
            parameters=parameters,
        )
    return None


def letters_of(text: str, domain: Domain) -> dict[str, Domain | None]:
    r"""Return the names in a text: one that is all of it in a domain, others in what is guessed.

    In products that are positive, letters that stand for any real number elsewhere are positive.

    Examples
    --------
    >>> letters_of("b", POSITIVE), letters_of(r"\Delta f/n", POSITIVE)
    ({'b': <Domain (0, oo)>}, {'\\Delta f': <Domain (0, oo)>, 'n': None})
    """
    changes = changes_in(text)
    fragment = Fragment.of(_CHANGE.sub("1", text).strip())
    try:
        names = [*changes, *(name for name in names_of(tokenize(fragment), fragment) if name)]
    except BoundError:
        return {}
    is_alone = len(names) == 1 and re.fullmatch(rf"{NAME}|{_CHANGE.pattern}", text.strip())
    is_product = domain == POSITIVE and not re.search(r"[-+]|\\pm", text)
    found = {}
    for name in names:
        is_one = is_alone or (is_product and usual_domain(name) == REAL)
        found[name] = domain if is_one else None
    return {name: held for name, held in found.items() if name not in ("e", r"\pi")}


def index_of(text: str) -> str:
    r"""Return the letter by which a formula such as ``Y_i \sim D`` names a member, or nothing."""
    found = re.match(r"\s*\\?[A-Za-z]+\s*_\s*\{?\s*([A-Za-z])\s*\}?\s*\\", text)
    return found[1] if found else ""


def behind_all(behind: str, formula: Callable[[str], str]) -> str | None:
    """Return what stands behind "for all i", if that is said; None where some are meant."""
    found = _FOR.match(behind)
    if found is None:
        return behind
    is_all = _FOR_ALL.fullmatch(found["which"] + formula(found["range"]))
    return behind[found.end() :] if is_all else None


def ends_clearly(behind: str) -> bool:
    """Return whether the words behind a law say nothing more of what has it."""
    return _END.match(behind) is not None and not is_altered(behind)


def goes_on(behind: str) -> bool:
    """Return whether the words behind names say nothing of some of them, up to a sign."""
    return _GOES_ON.match(behind) is not None


def is_altered(behind: str) -> bool:
    """Return whether the words behind a law say that something else is done with what has it.

    Examples
    --------
    >>> [is_altered(text) for text in (" truncated to $[0, 1]$.", " for the noise, rounded", ".")]
    [True, True, False]
    """
    said = re.split(r"(?i)\b(?:let|then)\b|[.;]\s", behind)[0]
    return _ALTERED.search(said) is not None


def says_joint(behind: str) -> bool:
    """Return whether the words behind a law say that all that has it is independent."""
    return _JOINT.match(behind[:60]) is not None


_FOR = re.compile(rf"[\s,]*for\s+(?P<which>[^{OPEN}.;]*){OPEN}(?P<range>\d+){CLOSE}", re.IGNORECASE)
_FOR_ALL = re.compile(  # members of a family
    r"(?:(?:all|each|every|any)\s+)?[a-z](?:\s*(?:\\in\s*\[\s*[A-Za-z]\s*\]|=\s*1\s*,(?:\s*2\s*,)?"
    r"\s*(?:\\[lc]?dots|\.\.\.)\s*,\s*[A-Za-z]))?",
    re.IGNORECASE,
)
_F = "\u27e6\\d+\u27e7"
_END = re.compile(
    rf"(?i)[\s,]*(?:\Z|[.;:]|(?:where|with)\s+{_F}(?:\s*(?:,|and|, and)\s*{_F})*\s*(?:[.,;:]|\Z)"
    r"|(?:and\s+)?(?:let|fix|then|denote|define)\b)"
)
_GOES_ON = re.compile(  # up to the end of a clause
    rf"(?:\s*(?:{_F}|defined|on|over|with|from|such|that|taking|and|having|each|where|drawn|sampled"
    r"|distributed|as|an?|the|same|common|some|unknown|fixed|probability|space|distribution|law|mean"
    r"|variance|finite|values?|according|to|which|whose|is|are|be|all|of|for|every|any|copies"
    r"|moments?|bounded|by|in|so|density|samples?|size|denote|their|its)(?![A-Za-z]))*"
    r"\s*(?:[.;:()]|,(?!\s*(?:but|except|though|although|only)\b)|\Z|(?:then|let|we|it)\b)",
    re.IGNORECASE,
)
_ALTERED = re.compile(
    r"(?i)\b(?:truncat\w*|restrict\w*|round\w*|clip\w*|multipl\w*|rescal\w*|scaled|absolute|modulo"
    r"|condition\w*|mix\w*|censor\w*|folded|shift\w*|otherwise|but|except|only|adversar\w*"
    r"|chang\w*|replac\w*|corrupt\w*|outliers?|plus|minus|times|squared|project\w*|threshold\w*"
    rf"|if|when|on|even|odd|half|some)\b|\bfor\s+{_F}\s+and\s+{_F}"
)
_JOINT = re.compile(
    r"(?i)[\s,]*(?:(?:be|are|all|mutually|jointly|which|that|both|two|and)\s+)*"
    r"(?:i\.?i\.?d\.?|independent)(?!\s+(?:of|from|given|condition))(?![\w-])"
)


def changes_in(text: str) -> list[str]:
    r"""Return the names such as ``\Delta f`` in a text, which are written with two letters."""
    return list(dict.fromkeys(re.sub(r"\s+", " ", item) for item in _CHANGE.findall(text)))


def _root(variance: str) -> str:
    """Return the standard deviation of a variance that is written as a square, or is 1."""
    found = re.fullmatch(r"(\\[A-Za-z]+|[A-Za-z])\s*\^\s*\{?\s*2\s*\}?|(1)", variance)
    return found[1] or found[2] if found else ""
