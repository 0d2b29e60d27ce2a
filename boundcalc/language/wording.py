"""Guarantees in words: the sentence in which a guarantee is concluded, with its numbers.

A statement is a sentence with names of quantities in braces, and with these besides:

- ``{surely}``: with which probability, from the quantity ``beta``,
- ``{private}``: the parameters of privacy, from ``epsilon`` and ``delta``,
- ``{approximate}``: how approximate max-information is, from ``beta``,
- ``{answers}``: every answer, with their number ``m`` where it is known,
- ``{about}``: what the guarantee is about, and ``{scope}``: over what it holds.

Main definitions
----------------
`conclusion_sentence`: the sentence.
`filled`: words with values in the place of names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # guarantees say themselves in these words
    from boundcalc.language.guarantees import Guarantee

_MOST_DIGITS = 12  # of a probability that is shown as one minus the failure
_ONE_BIT = re.compile(r"\b(?<![\d.])1 (bit|nat)s\b")
_ONE_OF = {
    "every one of the 1 sample means of queries": "the sample mean of the one query",
    "every one of the 1 queries": "the one query",
    "every one of the 1 values": "the one value",
}
_SHORTEST = Decimal("1e-6")  # failure that is shown so


def conclusion_sentence(guarantee: Guarantee, values: Mapping[str, str]) -> str:
    """Return what a guarantee says, as a clause that may follow "then".

    Parameters
    ----------
    guarantee : Guarantee
        The conclusion of a theorem.
    values : mapping from name to text
        What its quantities are, and other quantities that its words name; a name that is missing
        stands for itself.

    Examples
    --------
    >>> from boundcalc.language import Generalization, Queries, Symbol
    >>> accuracy = Generalization(tau=Symbol("tau"), beta=Symbol("beta"), of=Queries.ANSWERS)
    >>> conclusion_sentence(accuracy, {"tau": "0.1", "beta": "0.05", "m": "20"})
    'with probability at least 0.95 every one of the 20 answers is within 0.1 of its expectation'
    >>> conclusion_sentence(accuracy, {})
    'except with probability at most beta every one of the m answers is within tau of its \
expectation'
    """
    if not guarantee.statement:
        named = {name: values.get(name, name) for name in guarantee.expressions()}
        return guarantee.sentence(named)
    words = _Words(values)
    words["scope"] = guarantee.scope
    words["surely"] = _surely(values.get("beta", "beta"))
    words["private"] = _private(values.get("epsilon", "epsilon"), values.get("delta", "delta"))
    words["approximate"] = _approximate(values.get("beta", "beta"))
    words["answers"] = _answers(values.get("m", "m"))
    words["about"] = guarantee.subject.format_map(words)
    found = _ONE_BIT.sub(r"1 \1", guarantee.statement.format_map(words))
    for several, one in _ONE_OF.items():
        found = found.replace(several, one)
    return found


def filled(words: str, values: Mapping[str, str]) -> str:
    """Return words with the values of names in braces; a name without one stands for itself."""
    return words.format_map(_Words(values))


class _Words(dict[str, str]):
    """Values by name; a name without one stands for itself."""

    def __missing__(self, name: str) -> str:
        return name


def _surely(failure: str) -> str:
    """Return with which probability something holds that fails with another one."""
    try:
        chance = Decimal(failure)
    except InvalidOperation:
        return f"except with probability at most {failure}"
    if chance == 0:
        return "always,"
    if not _SHORTEST <= chance < 1 or len(chance.as_tuple().digits) > _MOST_DIGITS:
        return f"except with probability at most {failure}"
    return f"with probability at least {1 - chance}"


def _private(epsilon: str, delta: str) -> str:
    return f"{epsilon}-" if delta == "0" else f"({epsilon}, {delta})-"


def _approximate(slack: str) -> str:
    return "" if slack == "0" else f"{slack}-approximate "


def _answers(count: str) -> str:
    return "the one answer" if count == "1" else f"every one of the {count} answers"
