r"""Whether what stands in a bracket is an event, so that its probability is at most 1.

``P[e^{\lambda X}]`` is an expectation to those who write P for one, and ``P_\theta(x)`` is a
density where the text speaks of densities: both may be greater than 1.

Main definitions
----------------
`is_event`: whether the argument of a P may be taken for an event.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from boundcalc.tex.token_kinds import Kind, Token

_ALWAYS = r"\Pr"  # nobody writes it for anything else
_SIGNS = ("+", "-", "/", r"\cdot", r"\times")
_DENSITY = re.compile(r"(?i)\bdensit(?:y|ies)\b|\bpdfs?\b|\bp\.d\.f\b")


def is_event(head: str, argument: Sequence[Token], text: str) -> bool:
    r"""Return whether the argument of a probability may be an event, or a value of what is random.

    Parameters
    ----------
    head : str
        What stands before it, such as ``P`` or ``\Pr``.
    argument : sequence of Token
        What stands in its brackets.
    text : str
        The document.
    """
    if head == _ALWAYS or any(token.kind is Kind.RELATION for token in argument):
        return True
    is_number = any(_is_arithmetic(token, after) for token, after in _pairs(argument))
    is_value = len(argument) == 1 and argument[0].key.islower()
    return not is_number and not (is_value and _speaks_of_densities(text))


def _pairs(tokens: Sequence[Token]) -> list[tuple[Token, Kind]]:
    kinds = [token.kind for token in tokens[1:]] + [Kind.STOP]
    return list(zip(tokens, kinds, strict=True))


def _is_arithmetic(token: Token, after: Kind) -> bool:
    is_sign = token.kind is Kind.OPERATOR and token.key in _SIGNS
    is_exponential = token.key == "e" and after is Kind.SUP
    return is_sign or is_exponential or token.kind is Kind.FUNCTION or token.key == r"\frac"


@lru_cache(maxsize=256)
def _speaks_of_densities(text: str) -> bool:
    return _DENSITY.search(text) is not None
