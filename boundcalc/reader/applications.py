r"""A name before parentheses: a factor, or a function and its argument.

``x(1-x)`` and ``\varepsilon(e^\varepsilon - 1)`` are products of declared numbers: what stands in
the parentheses needs them. ``\delta(\varepsilon)`` and ``T(n/2)`` need none, so that a reader takes
them for the value of a function; they are errors, unless they are declared as a whole.
"""

from __future__ import annotations

import re
from fractions import Fraction as Rational
from typing import TYPE_CHECKING

from boundcalc.language.expressions import Constant, Expression, Number, Operation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.reader.groupings import between, has_sum
from boundcalc.reader.names import Name
from boundcalc.reader.symbols import PARENTHESES
from boundcalc.tex import vocabulary
from boundcalc.tex.tokens import Kind, Token

if TYPE_CHECKING:
    from boundcalc.reader.formulas import FormulaReader

_ORDERS = ("O", "o", r"\Theta", r"\Omega", r"\mathcal{O}", r"\mathrm{poly}", r"\mathrm{polylog}")
_ACCENTED = re.compile(r"\\(?:wide)?tilde\{(.*)\}")
_ONE = Number(Rational(1))
_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
_POSTFIX = (Kind.SUP, Kind.BANG)


def check_factor(reader: FormulaReader, name: Name | None, previous: Expression) -> None:
    """Refuse the parentheses that begin here if they may hold the argument of what is before them.

    `name` is the name that was read last, or None if something else was.
    """
    at = reader.at
    while reader.tokens[at].kind is Kind.LEFT_BRACE:  # f{\left(x\right)}, which some programs write
        at += 1
    opener = reader.tokens[at]
    if opener.kind is not Kind.OPEN or opener.key not in PARENTHESES:
        return
    tokens, end = between(reader.tokens, at)
    if not tokens:
        return
    is_indicator = previous == _ONE and reader.tokens[reader.at - 1].key == "1"
    if is_indicator:
        raise reader.error(r"an indicator, or a factor 1? leave the 1 out")
    if name is None or _is_exponential(previous):
        return
    accented = _ACCENTED.fullmatch(name.head)
    head = accented.group(1) if accented else name.head
    is_bare = reader.tokens[reader.at - 1].key == r"\pi"  # and no power of it
    is_known = is_bare and reader.declared(r"\pi") is None
    is_inverse = _ends_in_inverse(reader.tokens[: reader.at])
    if head not in _ORDERS and not is_known and not is_inverse:
        is_needed = end.kind in _POSTFIX and not _is_simple(tokens)
        if is_needed or has_sum(tokens):
            return
    shown = f"{name.latex:.20}{opener.key}...{vocabulary.OPENING[opener.key]}"
    raise reader.error(
        rf"is {shown} a product, or the value of a function? write \cdot before {opener.key} for "
        "a product, or declare all of it as a symbol"
    )


def _is_exponential(node: Expression) -> bool:
    """Return whether a power of Euler's number stands there, and no ``e^i``, which counts."""
    if not isinstance(node, Operation):
        return False
    is_power = node.operator is Operator.POWER and isinstance(node.operands[0], Constant)
    if node.operator is not Operator.EXP and not is_power:
        return False
    exponent = node.operands[-1]
    is_count = isinstance(exponent, Symbol) and len(exponent.latex) == 1
    return not is_count and not isinstance(exponent, Number)


def _is_simple(tokens: list[Token]) -> bool:
    """Return whether a name, a number or a list stands there."""
    depth, heads = 0, 0
    for at, token in enumerate(tokens):
        depth += _DEPTH.get(token.kind, 0)
        if depth == 0 and token.kind is Kind.COMMA:
            return True
        if token.kind in (Kind.COMMAND, Kind.FUNCTION, Kind.OPERATOR):
            return False
        before = tokens[at - 1].kind if at else None
        is_script = before in (Kind.SUB, Kind.SUP) or depth > 0
        is_digit = token.kind is Kind.DIGIT and before in (Kind.DIGIT, Kind.DOT)
        is_part = token.kind in (Kind.SUB, Kind.PRIME, Kind.RIGHT_BRACE, Kind.DOT)
        heads += not (is_script or is_digit or is_part)
    return heads <= 1


def _ends_in_inverse(tokens: list[Token]) -> bool:
    """Return whether the exponent -1 stands last."""
    return [token.key for token in tokens[-5:]] == ["^", "{", "-", "1", "}"]
