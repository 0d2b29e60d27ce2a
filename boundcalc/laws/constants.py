r"""Which letters are numbers that nothing random changes, and which operators the text has.

A line that states a domain, as ``Let $X \in [0, 1]$``, does not say that the letter is no random
variable. Taken for numbers are sizes of samples, dimensions, and what is called a constant, and
only where nothing makes them random.

Main definitions
----------------
`is_size`: whether a symbol is a size. `is_constant`: whether a text calls it a constant.
`is_parameter`: whether it is one number all over an integral. `is_stochastic`: whether a bare ``E``
or ``P`` is an expectation or a probability. `is_sure_range`: whether a sum is finite, and its end
no random number. `is_series`: whether a sum is infinite. `has_many_values`: whether an order stands
in a text. `is_no_norm`: whether what is written as a norm is none.
"""

from __future__ import annotations

import re
from functools import lru_cache

from boundcalc.language.expressions import Symbol

_SIZES = ("n", "m", "d")
_LAST = ("n", "m", "d", "k", "N", "K", "T")  # indexes of sums, where nothing makes them random
_PARAMETERS = (
    "a", "b", "c", "k", "m", "n", "s", "t", r"\alpha", r"\beta", r"\gamma", r"\lambda", r"\mu",
    r"\sigma", r"\tau", r"\theta",
)  # fmt: skip
_FORMULAS = r"\$[^$]{1,60}\$(?:\s*(?:,|and|, and)\s*\$[^$]{1,60}\$){0,3}"
_CONSTANTS = re.compile(
    rf"\b(?:constants?|scalars?|deterministic)\s+{_FORMULAS}"
    rf"|{_FORMULAS}\s+(?:is|are|be|being)\s+(?:an?\s+|any\s+|two\s+|real\s+|positive\s+|arbitrary\s+"
    r"|fixed\s+)*(?:constants?|scalars?|deterministic)\b",
    re.IGNORECASE,
)
_CHANCE = (
    r"(?:random|poisson|binomial|geom|stop|until|first time|drawn|chosen|sampled|expected"
    r"|(?:has|with) mean"
    r"|success|failure|arrival|depends|number of (?!samples|points|records|examples|dimensions))"
)
_LAWFUL = (
    r"(?:random|uniform|gaussian|normal|bernoulli|exponential|distributed|prior|posterior|noise)"
)
_COUNT = (  # several things that a letter counts, which may be random, and not the letter
    r"independent(?!\s+of)|i\.?i\.?d|(?:data\s+)?points|samples|records|examples|elements|balls"
    r"|bins|bits|coins|tosses|times|copies|variables|draws"
)
_COUNTED = re.compile(rf"\s*(?:{_COUNT}|trials|indicator|walks)\b")
_FIXED = (  # the letter ends a list, is a space's exponent, is a whole number, or counts things
    r"(?:\\[lcv]?dots[cbmio]?|\.\.\.)[\s,;+\\}]*(?:\\?\w{0,9}\{?[A-Za-z]?\}?\s*_\s*\{?\s*)?NAME(?!\w)"
    r"|\[\s*NAME\s*\]|(?<![0-9])(?<![0-9]\})\^\s*\{?\s*(?:\([^()]*\))?NAME(?![A-Za-z])"
    r"|\bi\s*\\le(?:q|qslant)?\s*NAME(?!\w)"
    r"|(?<![\w\\])NAME\s*(?:\\in\s*\\(?:mathbb|mathbf|Bbb)?\s*\{?[NZ]|(?:\\ge(?:q|qslant)?|>)\s*[0-9])"
    r"|(?:integers?|size|dimension|length|parameters?|fix(?:ed)?)\s*(?:\$|\\\()\s*NAME(?!\w)"
    rf"|(?<![\w\\])NAME\s*(?:\$|\\\))\s*(?:random\s+)?(?:{_COUNT})\b"
)
_PARAMETER = re.compile(r"\b(?:parameters?|trials|length|size)\s*$")
_LET = re.compile(r"\b(?:let|fix|for|for (?:all|any|every|each))\s*$")
_GOES_ON = re.compile(r"\s+and\s+(?:\$|\\\()")  # to another parameter
_BARE = re.compile(r"\\?(?:math(?:rm|bf|sf)|text)?\s*\{?\s*[EP]\s*\}?(?![A-Za-z])")
_MANY_VALUED = re.compile(
    r"\\(?:Theta|Omega|omega|Oh|tilO|bigO)(?![A-Za-z])"
    r"|(?<![A-Za-z])[oO]\s*(?:\\left|\\[bB]ig+[lr]?)?\s*[(\[]"
    r"|\\mathcal\s*\{?[ON]|\\(?:wide)?tilde\s*\{?\\?(?:mathcal\{)?O|poly|Lap|Unif|Bern|Gauss|const"
)
_SPACES = re.compile(  # a set of parameters or outcomes, from which something is taken
    r"(?:\\in(?![A-Za-z])|_)\s*\{?\s*\\(?:Theta|Omega)(?![A-Za-z])(?!\s*(?:\\left|\\[bB]igg?l?)?\s*[(\[{_^\\])"
)
_SERIES = re.compile(
    r"\\infty|\\(?:mathbb|mathbf|Bbb)\s*\{?\s*[NZQ]|\\[NZ](?![A-Za-z])"
    r"|^\\sum(?:\\limits)?\s*_\{\s*[a-z]\s*(?:\\g(?:eq?|eqslant)(?![A-Za-z])|>)[^<>\\]*\}$"
)
_EXISTS = re.compile(r"\\E\}?\s*(?:\{|=)?\s*(?:\{)?\\(?:exists|mathcal|ensuremath\{\\exists)")
_BARS = r"\\\|[^|$]{1,20}\\\|(?:_\{?[^$=\s]{1,12}\}?)?"
_NO_NORM = re.compile(
    rf"{_BARS}\s*\$[^.$]{{0,30}}\b(?:number of|distance|nearest|fractional)", re.IGNORECASE
)
_NORM_DEFINED = re.compile(
    rf"\b(?:let|define|write|set|put|denote|where|with)\b[^.$]{{0,30}}\$\s*{_BARS}\s*:?=\s*"
    r"(?P<value>[^$]+)\$",
    re.IGNORECASE,
)
_OF_NORM = re.compile(r"\\sqrt|\\sup|\\max|\^\{?\(?1\s*/|\\frac\s*\{?1|\\sum[^|]*\|")
_QUASI = re.compile(r"(?i)\bquasi-?norm")  # which obeys no triangle inequality
_COUNTS = re.compile(r"\\\|\s*\\cdot\s*\\\|[^.]{0,60}(?:count|number of|Hamming)", re.IGNORECASE)
_NOT_ADDITIVE = re.compile(
    r"(?i)\b(?:(?:non-?|sub-?|super-?)linear|(?:sub|super|non)-?additive|choquet|fuzzy|quasi)[- ]?"
    r"(?:expectation|probabilit|measure|events?\b)"
    r"|\bcauchy\s+(?:random|variables?|distribut|laws?|noise)|\b(?:be|is|are)\s+(?:\w+\s+)?cauchy\b"
    r"|\b(?:without|ha(?:s|ve|ving)\s+no)\s+(?:an?\s+)?(?:finite\s+)?(?:means?|expectations?)\b"
)
_WORDS = re.compile(r"expect(?:ed|ation)|probab|random|varianc|distribut|\\sim", re.IGNORECASE)
_DEFINED = r"(?:{0}\s*\(\s*[a-z]\s*\)\s*(?::=|=|\\coloneqq)|{0}\s*(?::|\\colon)|function\W+{0})"
_CALLED = (  # E is called something, and not a measure of chances
    r"{0}[^\w(\[]+(?:be|is|denotes?|are|(?:be|is)?\s*an?|the)\s+(?:an?\s|the\s)?"
    r"(?![^.]{{0,40}}(?:expect|probab|mean|averag|distribut|measure|law|event))"
    r"|(?:energy|energies|error|functional|functor|polynomial|operator|projection|projector|matrix"
    r"|matrices|kernel|field|graph|map|potential|transform|transition matrix)\W+{0}"
)


def is_size(symbol: Symbol, text: str) -> bool:
    """Return whether a symbol is the size of a sample or a dimension, and no random number.

    Parameters
    ----------
    symbol : Symbol
        A symbol whose domain is stated or guessed.
    text : str
        The document.
    """
    is_whole = symbol.domain.integer and symbol.latex in _SIZES
    return is_whole and not symbol.speaks_of and not is_drawn(text, symbol.latex)


def is_constant(symbol: Symbol, text: str) -> bool:
    """Return whether a text calls a letter a constant, and nothing in it makes the letter random.

    Parameters
    ----------
    symbol : Symbol
        A symbol, whatever is known of its domain.
    text : str
        The document.
    """
    name = symbol.latex
    is_letter = (
        re.fullmatch(r"[a-z]|\\(?:alpha|beta|gamma|lambda|mu|sigma|theta)", name) is not None
    )
    is_said = is_letter and name in _called_constants(text)
    letter = rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])"
    beside = rf"\$\s*{letter}\s*\$[^.$]{{0,40}}{_CHANCE}|{letter}\s*\\sim"
    return is_said and re.search(beside, text, re.IGNORECASE) is None


@lru_cache(maxsize=64)
def _called_constants(text: str) -> frozenset[str]:
    """Return the letters in formulas beside the words "constants" or "scalars"."""
    found: set[str] = set()
    for place in _CONSTANTS.finditer(text):
        for formula in re.findall(r"\$([^$]*)\$", place.group()):
            names = re.split(r"\\in(?![A-Za-z])|[<>]|\\[gl]e", formula)[0]
            found.update(item.strip() for item in names.split(","))
    return frozenset(found)


_MOMENTS = re.compile(  # "a random variable with mean $\mu$", which is a number
    r"(?i)(?<!random )\b(?:mean|expectation|expected value|variance|standard deviation"
    r"|parameter|rate|scale)s?"
    r"(?: (?:of|is|equal to))? \$\s*\\?[A-Za-z]+(?:\s*\^\s*\{?2\}?)?\s*\$"
    r"(?!,?\s+(?:which|that|itself|is|are|be|has|being)\b)"
)


def is_number(symbol: Symbol, text: str) -> bool:
    """Return whether a letter that a row has outside of its terms is no random number there.

    It is one that usually is a parameter, and no words say that it has a law.
    """
    name = symbol.latex
    letter = rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])"
    formula = rf"\$[^$]{{0,30}}{letter}[^$]{{0,30}}\$"
    beside = rf"{formula}[^.$]{{0,60}}{_LAWFUL}|{_LAWFUL}[^.$]{{0,40}}\$\s*{letter}\s*\$"
    argument = r"\(\s*\\?[A-Za-z]+(?:_\w|_\{\w+\})?\s*\)"
    applied = rf"{re.escape(name)}\s*{argument}|{letter}\s*(?::|\\colon)"
    called = (
        rf"(?:function|kernel|score|map)s?\W+{letter}|{formula}[^.$]{{0,40}}(?:function|kernel)"
    )
    if re.search(f"{applied}|{called}", text, re.IGNORECASE):
        return False
    text = _MOMENTS.sub("$1$", text)
    is_lawful = re.search(beside, text, re.IGNORECASE) is not None
    return name in _PARAMETERS and not is_lawful and not is_drawn(text, name)


def has_law(text: str, name: str) -> bool:
    r"""Return whether a text says of a letter, right behind it, that it has a law.

    Examples
    --------
    >>> [has_law(f"$p$ {it}", "p") for it in ("itself is uniform", "is the mean of a uniform")]
    [True, False]
    """
    between = r"(?:(?:which|itself|also|is|are|be|has|have|being|an?|drawn|chosen|from)\s+){0,6}"
    return re.search(rf"\$\s*{re.escape(name)}\s*\$,?\s+{between}{_LAWFUL}", text) is not None


def is_parameter(symbol: Symbol, text: str) -> bool:
    r"""Return whether a symbol that an integral does not go over is the same number all over it.

    Examples
    --------
    >>> from boundcalc.language.domains import REAL
    >>> [is_parameter(Symbol(name, REAL, latex=name), "") for name in ("t", "f")]
    [True, False]
    """
    name = symbol.latex
    if name not in _PARAMETERS:
        return False
    applied = rf"(?<![A-Za-z\\]){re.escape(name)}\s*(?:\\left|\\[bB]igl?)?\s*\("
    alone = rf"\$\s*{re.escape(name)}\s*\$"
    called = rf"{alone}[^.$]{{0,30}}\b(?:functions?|depends?)\b|\bfunctions?\s+{alone}"
    return re.search(f"{applied}|{called}", text) is None


@lru_cache(maxsize=4096)
def is_drawn(text: str, name: str) -> bool:
    """Return whether a text may say that a letter is random.

    A small letter is random only by words beside a formula of it alone, which count nothing by it.
    """
    text = _MOMENTS.sub("$1$", text)
    letter = rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])"
    if re.search(rf"{letter}\s*\\sim", text):
        return True
    if not name.islower():
        beside = rf"{letter}[^.]{{0,60}}{_CHANCE}|{_CHANCE}[^.]{{0,60}}{letter}"
        return re.search(beside, text, re.IGNORECASE) is not None
    within = rf"[A-Za-z,\s]*{letter}(?![_^(])[A-Za-z,\s]*(?:(?:\\[gl]e|\\in|[=<>])[^$.]{{0,30}}?)?"
    alone = rf"(?:\$|\\\(){within}(?:\$|\\\))"
    said = r"[^.$\\{}]{0,60}?|\s+(?:be|is|are|was|and|or|which)\b[^.\\{}]{0,60}?"
    after = re.finditer(rf"(?={alone}(?P<gap>{said})(?i:{_CHANCE})(?P<next>\s*\w*))", text)
    before = re.finditer(rf"(?i:{_CHANCE})(?P<gap>[^.$\\{{}}]{{0,60}}){alone}", text)
    return any(
        not _COUNTED.match(it["gap"] + it["next"])
        and not (_GOES_ON.match(it["gap"]) and _PARAMETER.search(text[: it.start()][-30:]))
        for it in after
    ) or any(not (_PARAMETER.search(it["gap"]) or _is_let(it)) for it in before)


def _is_let(found: re.Match[str]) -> bool:
    """Return whether a clause begins between two places, which lets a letter be large or small."""
    return bool(_LET.search(found["gap"]) and re.search(r"[<>]|\\[gl]e", found[0]))


def is_sure_range(lower: str, upper: str, head: str, text: str) -> bool:
    r"""Return whether a sum has finitely many terms, and as many whatever happens.

    Parameters
    ----------
    lower, upper : str
        The ends of the sum, empty where it has none.
    head : str
        The sum with its scripts.
    text : str
        The document.
    """
    if not lower and not upper:
        return re.fullmatch(r"\\sum_\{?[i-lt]\}?", head) is not None
    if re.fullmatch(r"[0-9]+", lower) is None:
        return False
    if re.fullmatch(r"[0-9]+", upper) is not None:
        return True
    return upper in _LAST and _is_said_to_be_fixed(text, upper) and not is_drawn(text, upper)


@lru_cache(maxsize=4096)
def _is_said_to_be_fixed(text: str, name: str) -> bool:
    r"""Return whether a text counts by a letter what it lists, as in ``X_1, \ldots, X_n``.

    A letter of which a text says nothing may be the number of what comes, or of the first success.
    """
    return re.search(_FIXED.replace("NAME", name), text) is not None


def is_series(head: str) -> bool:
    r"""Return whether the head of a sum says that it has infinitely many terms.

    Examples
    --------
    >>> is_series(r"\sum_{i\ge1}"), is_series(r"\sum_{i=1}^{n}"), is_series(r"\sum_{1\le i\le n}")
    (True, False, False)
    """
    return _SERIES.search(head) is not None


@lru_cache(maxsize=4096)
def is_stochastic(head: str, text: str) -> bool:
    """Return whether an operator is an expectation or a probability in a text.

    A bare ``E`` or ``P`` is one where the text speaks of what is random, and defines no function of
    that name.
    """
    base = head.partition("_")[0].strip()
    if _NOT_ADDITIVE.search(text):
        return False
    if not _BARE.fullmatch(base) or (base == r"\E" and not _EXISTS.search(text)):
        return True
    letter = rf"(?<![A-Za-z\\]){'E' if 'E' in base else 'P'}(?![A-Za-z])"
    is_other = re.search(f"{_DEFINED}|{_CALLED}".format(letter), text)
    return bool(_WORDS.search(text)) and not is_other


def has_many_values(text: str) -> bool:
    r"""Return whether a text holds an order or a draw, which has another value at each place.

    Examples
    --------
    >>> has_many_values("i + O(1)"), has_many_values("f(i) + 1")
    (True, False)
    >>> has_many_values(r"\sup_{t \in \Theta} R(t)"), has_many_values(r"f \in \Theta(n)")
    (False, True)
    """
    return _MANY_VALUED.search(_SPACES.sub("", text)) is not None


@lru_cache(maxsize=4096)
def is_no_norm(text: str) -> bool:
    r"""Return whether a text says of ``\|\cdot\|`` that it counts, or defines it as no norm."""
    if _COUNTS.search(text) or _NO_NORM.search(text) or _QUASI.search(text):
        return True
    defined = (found["value"] for found in _NORM_DEFINED.finditer(text))
    return any(_OF_NORM.search(value) is None for value in defined)


_COMPLEX = re.compile(
    r"(?i)\b(?:complex|imaginary|eigenvalues?|roots? of|fourier|wave ?functions?|amplitudes?"
    r"|unitary|rotations?|quantum)\b|\\mathbb\s*\{?\s*C"
)


def may_be_complex(text: str) -> bool:
    """Return whether a text speaks of what need not be real, so that squares may be negative.

    Examples
    --------
    >>> may_be_complex("Let $W$ be a complex Gaussian."), may_be_complex("Let $x$ be real.")
    (True, False)
    """
    return _COMPLEX.search(text) is not None
