r"""Names: how the quantities of a question may be typed, and the one ASCII name that each has.

Main definitions
----------------
`plain_name`: the ASCII name of what is typed, such as ``ε₀``, ``\tau`` or ``accuracy``.
`ungrouped`: one number as people type it, with a comma for a point or with digits in threes.
`accuracy_hint`: how accuracy is written here, for letters of other texts.
`complement_of`, `complemented`: what is typed as one minus a quantity: ``confidence=95%``.
`WORDS`: the words that stand for a quantity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from boundcalc.language.errors import DomainError, QuestionError, written
from boundcalc.language.latex import GREEK
from boundcalc.language.numbers import exact_text, read_rational

_IN_THREES = re.compile(r"[1-9][0-9]{0,2}([ \u00a0\u2009\u202f])[0-9]{3}(\1[0-9]{3})*")
_WITH_COMMA = re.compile(r"^\s*0,(?=[0-9]+\s*%?\s*$)", re.ASCII)
# Words for a quantity of the notation, each with its letter and its meaning: letters have several.
WORDS = {
    "accuracy": ("tau", "accuracy"),
    "failure": ("beta", "failure probability"),
    "failure_probability": ("beta", "failure probability"),
    "queries": ("k", "number of queries"),
    "records": ("n", "size of the dataset"),
    "samples": ("n", "size of the dataset"),
    "sample_size": ("n", "size of the dataset"),
    "eps": ("epsilon", "privacy parameter"),
    "noise": ("sigma", "noise scale"),
    "budget": ("B", "budget of queries that overfit"),
}
# Letters that other texts have for accuracy, and what they are then.
ACCURACY_ELSEWHERE = {
    "alpha": "is to be the accuracy of the answers",
    "epsilon and delta": "are to be the accuracy and the failure probability of the answers",
    "epsilon": "is to be the accuracy of the answers",
}
_SIZES = ("n", "m", "k")
# Letters of other texts that mean something else here, each with what it is there.
LETTERS_ELSEWHERE = {"b": "if b is to be the scale of Laplace noise, write sigma"}
COMPLEMENTS = {"confidence": "beta"}  # one minus the quantity
_SPELLINGS = {"varepsilon": "epsilon", "eps": "epsilon", "ϵ": "epsilon"}
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_INDEXED = re.compile(r"([A-Za-z]+?)_?\{?([0-9]+)\}?\Z")
_SUBSAMPLING = (
    "subsampling is not in the library: its published bounds on accuracy are stated up to "
    "constants, and what sampling saves in privacy is not transcribed"
)
_ERROR = (
    "the error that an answer may have is tau (accuracy), and the probability that one has more "
    "is beta (failure probability)"
)
# What people call a quantity that has another name.
_CALLED = {
    "scale": "the scale of noise is sigma: the standard deviation of normal noise, or b of Laplace",
    **dict.fromkeys(("error", "margin", "tolerance"), _ERROR),
    "privacy": "how private an algorithm is say epsilon and delta, or rho, or mu",
}
# What people look for and do not find, by a part of its name, and why.
_ABSENT = {
    **dict.fromkeys(("subsampl", "sampling", "sample rate", "sample prob"), _SUBSAMPLING),
    "noise multiplier": (
        "a noise multiplier is the standard deviation of normal noise divided by the sensitivity: "
        "give mu = 1/noise_multiplier, or sigma and Delta"
    ),
    "amplif": "amplification of privacy, by sampling or shuffling, is not in the library",
    "leakage": "maximal leakage is not in the library: rounding, which is a route, is better",
    "leave one out": (
        "leave-one-out stability is not in the library, its constants were not at hand; "
        "`boundcalc show centred/information` is close to it"
    ),
    "conditional mutual": (
        "conditional mutual information is not in the library: its constants were not at hand"
    ),
    "typical stab": "typical stability is not in the library: only its abstract was at hand",
}

# What topics are called besides, and the word by which the library speaks of them.
_TOPICS = {
    **dict.fromkeys(("zcdp", "cdp", "rdp", "renyi", "rényi"), "concentrated"),
    "gdp": "gaussian",
}


def plain_name(name: str) -> str:
    r"""Return the ASCII name of a quantity that may be typed in several ways.

    Greek letters as sign, name or LaTeX; an index below, behind an underscore or, for a Greek
    letter, right behind it; or a word for the quantity.

    Examples
    --------
    >>> plain_name("τ"), plain_name("\\varepsilon"), plain_name("beta_1")
    ('tau', 'epsilon', 'beta_1')
    >>> plain_name("ε₀"), plain_name("eps0"), plain_name("accuracy")
    ('epsilon_0', 'epsilon_0', 'tau')
    """
    if not isinstance(name, str):
        raise QuestionError(
            f"the name of a quantity is a text, such as 'n', but got {written(name)}"
        )
    has_sign = any(letter in "₀₁₂₃₄₅₆₇₈₉{" for letter in name)
    plain = "".join(GREEK.get(letter, letter) for letter in name.translate(_SUBSCRIPTS))
    plain = plain.removeprefix("\\")
    if plain.lower() in WORDS:
        return WORDS[plain.lower()][0]
    found = _INDEXED.match(plain)
    if found is None:
        return _SPELLINGS.get(plain, plain)
    letter = _SPELLINGS.get(found[1], found[1])
    if has_sign or "_" in plain or letter in GREEK.values():
        return f"{letter}_{found[2]}"
    return plain


def complement_of(name: str) -> str | None:
    r"""Return the quantity that one minus `name` is, or None.

    Examples
    --------
    >>> complement_of("confidence"), complement_of("\\Confidence"), complement_of("tau")
    ('beta', 'beta', None)
    """
    return COMPLEMENTS.get(plain_name(name).lower())


def accuracy_hint(names: Iterable[str]) -> str:
    """Return how accuracy is written here, where a question may mean it by other letters, or "".

    Examples
    --------
    >>> accuracy_hint(["n", "epsilon", "k"])
    'if epsilon is to be the accuracy of the answers, write tau=... and beta=...'
    """
    asked = set(names)
    if "tau" in asked or asked.isdisjoint(_SIZES):
        return ""
    for typed, meaning in ACCURACY_ELSEWHERE.items():
        is_size = "n" in asked and asked <= {typed, "beta", *_SIZES}
        is_privacy = typed == "epsilon" and not is_size
        if asked.issuperset(typed.split(" and ")) and not is_privacy:
            failing = "" if "beta" in asked else " and beta=..."
            return f"if {typed} {meaning}, write tau=...{failing}"
    return ""


def named_quantities(typed: Iterable[str]) -> dict[str, str]:
    """Return names as they are typed, by the quantities meant, which one minus them may be.

    Raises
    ------
    QuestionError
        If one is given twice under one letter.

    Examples
    --------
    >>> named_quantities(["tau", "confidence"])
    {'tau': 'tau', 'beta': 'confidence'}
    """
    found: dict[str, str] = {}
    for name in typed:
        letter = complement_of(name) or name
        if letter in found:
            raise QuestionError(
                f"{letter} is given twice, as {found[letter]} and as {name}; leave one out"
            )
        found[letter] = name
    return found


def ungrouped(typed: Any) -> Any:
    """Return one number as it is typed, in the spelling of `read_rational` where nothing else fits.

    Digits may stand in threes, and a comma for a point behind a zero; what "1,000" is depends on
    who types it, and "1,2" may be a list.

    Examples
    --------
    >>> ungrouped("0,05"), ungrouped("32 164"), ungrouped("1,000")
    ('0.05', '32164', '1,000')
    """
    if not isinstance(typed, str):
        return typed
    if _IN_THREES.fullmatch(typed.strip()):
        return re.sub(r"\s", "", typed)
    return _WITH_COMMA.sub("0.", typed)


def complemented(name: str, value: Any) -> tuple[str, Any]:
    """Return a quantity and its values, where their complements are typed; else both as they are.

    Parameters
    ----------
    name : str
        What was typed, such as ``confidence``.
    value : str or number
        A number, or a text of values, separated by commas, as decimals or in percent: ``95%``.

    Raises
    ------
    QuestionError
        If the values are a range.
    DomainError
        If a value is no number, or not between 0 and 1.

    Examples
    --------
    >>> complemented("confidence", "95%"), complemented("tau", "0.1")
    (('beta', '0.05'), ('tau', '0.1'))
    """
    meant = complement_of(name)
    if meant is None:
        return name, value
    if not isinstance(value, str):
        return meant, 1 - _share(name, value)
    if ".." in value:
        raise QuestionError(
            f"{name} is a list of values, such as {name}=90%,95%, but got a range; "
            f"or give {meant} = 1 - {name} as one"
        )
    shares = (1 - _share(name, item) for item in ungrouped(value).split(","))
    return meant, ",".join(map(exact_text, shares))


def _share(name: str, typed: Any) -> Fraction:
    """Return a share as it is typed, as a number or in percent."""
    share = read_rational(typed, name=name)
    if not 0 <= share <= 1:
        raise DomainError(
            f"{name} must lie between 0 and 1, such as {name}=95% or {name}=0.95, "
            f"but got {typed!s:.40}"
        )
    if share == 1:
        raise DomainError(
            f"{name} must be less than 100%, such as {name}=99.9%, but got {typed!s:.40}: any "
            "sample may be an unlucky one, so that no failure probability is 0"
        )
    if share == 0:
        raise DomainError(
            f"{name} must be more than 0%, such as {name}=95%, but got {typed!s:.40}: "
            "a failure probability of 1 says nothing"
        )
    return share


def absence(topic: str) -> str:
    """Return why nothing is known about a topic that people look for; empty for other words.

    Examples
    --------
    >>> absence("Subsampled Gaussian").partition(":")[0]
    'subsampling is not in the library'
    """
    wanted = topic.lower().replace("-", " ").replace("_", " ")
    if wanted in _CALLED:
        return _CALLED[wanted]
    return next((why for part, why in _ABSENT.items() if part in wanted), "")


def topic_word(topic: str) -> str:
    """Return the word, in small letters, by which the library speaks of a topic.

    Examples
    --------
    >>> topic_word("zCDP"), topic_word("Transfer")
    ('concentrated', 'transfer')
    """
    word = topic.lower()
    return _TOPICS.get(word, word)
