r"""Expressions as LaTeX, in the form that the reader of notes reads back to the same expression."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boundcalc.language.letters import GREEK_COMMANDS
from boundcalc.language.numbers import decimal_text
from boundcalc.language.operators import Operator, Sense
from boundcalc.language.structure import (
    Level,
    begins_with_digit,
    is_application,
    is_constant,
    is_number,
    is_sum,
    is_symbol,
    joined_terms,
    level,
)

if TYPE_CHECKING:  # expressions print themselves in these forms
    from boundcalc.language.expressions import Expression, Operation, Relation

_SENSES = {
    Sense.LE: r"\le",
    Sense.LT: "<",
    Sense.GE: r"\ge",
    Sense.GT: ">",
    Sense.EQ: "=",
    Sense.NE: r"\ne",
}
_CALLS = {
    Operator.EXP: r"\exp",
    Operator.LN: r"\ln",
    Operator.ERF: r"\operatorname{erf}",
    Operator.ERFC: r"\operatorname{erfc}",
    Operator.PHI: r"\Phi",
}
_FENCES = {
    Operator.ABS: (r"\left|", r"\right|"),
    Operator.FLOOR: (r"\left\lfloor ", r"\right\rfloor"),
    Operator.CEIL: (r"\left\lceil ", r"\right\rceil"),
}


def symbol_latex(name: str) -> str:
    r"""Return the LaTeX of a symbol's name: Greek letters, hats, primes and subscripts.

    Examples
    --------
    >>> symbol_latex("delta_hat"), symbol_latex("beta_1"), symbol_latex("epsilon_prime")
    ('\\hat{\\delta}', '\\beta_{1}', "\\varepsilon'")
    """
    head, *rest = name.split("_")
    letter = _letter(head)
    primes, subscripts = "", []
    for part in rest:
        if part in ("hat", "tilde", "bar"):
            letter = rf"\{part}{{{letter}}}"
        elif part in ("prime", "second"):
            primes += "'" if part == "prime" else "''"
        else:
            subscripts.append(part if part.isdigit() else _letter(part))
    subscript = f"_{{{','.join(subscripts)}}}" if subscripts else ""
    return f"{letter}{subscript}{primes}"


def _letter(word: str) -> str:
    if word == "epsilon":
        return r"\varepsilon"
    if word in GREEK_COMMANDS:
        return f"\\{word}"
    return rf"\mathrm{{{word}}}" if re.fullmatch("[A-Za-z][A-Za-z0-9]+", word) else word


def expression_latex(node: Expression) -> str:
    r"""Return `node` as LaTeX for math mode, such as ``\frac{2 B}{\sigma \tau}``."""
    if is_number(node):
        return decimal_text(node.value)
    if is_constant(node):
        return "e" if node.name == "e" else r"\pi"
    if is_symbol(node):
        return node.latex or symbol_latex(node.name)
    if is_sum(node):
        ends = f"_{{{expression_latex(node.index)}={expression_latex(node.lower)}}}"
        return (
            rf"\sum{ends}^{{{expression_latex(node.upper)}}} {_wrapped(node.body, Level.PRODUCT)}"
        )
    if is_application(node):
        return _operation_latex(node)
    raise TypeError(f"no LaTeX for {type(node).__name__}")


def relation_latex(relation: Relation) -> str:
    """Return `relation` as LaTeX for math mode."""
    left, right = expression_latex(relation.left), expression_latex(relation.right)
    return f"{left} {_SENSES[relation.sense]} {right}"


def _operation_latex(node: Operation) -> str:
    operator, operands = node.operator, node.operands
    if operator is Operator.ADD:
        return joined_terms(node, _wrapped)
    if operator is Operator.MULTIPLY:
        return _product_latex(node)
    if operator in _CALLS:
        return f"{_CALLS[operator]}{_parentheses(operands[0])}"
    if operator in _FENCES:
        opening, closing = _FENCES[operator]
        return f"{opening}{expression_latex(operands[0])}{closing}"
    return _special_latex(node)


def _special_latex(node: Operation) -> str:
    operator, operands = node.operator, node.operands
    if operator is Operator.NEGATE:
        return f"-{_wrapped(operands[0], Level.PRODUCT)}"
    if operator is Operator.POWER:
        return f"{_base(operands[0])}^{{{expression_latex(operands[1])}}}"
    if operator is Operator.FACTORIAL:
        return f"{_base(operands[0])}!"
    if operator is Operator.LOG:
        return rf"\log_{{{expression_latex(operands[0])}}}{_parentheses(operands[1])}"
    if operator is Operator.LAMBERT_W:
        return rf"W_{{{expression_latex(operands[0])}}}{_parentheses(operands[1])}"
    inner = [expression_latex(operand) for operand in operands]
    if operator is Operator.DIVIDE:
        return rf"\frac{{{inner[0]}}}{{{inner[1]}}}"
    if operator is Operator.SQRT:
        return rf"\sqrt{{{inner[0]}}}"
    if operator is Operator.BINOMIAL:
        return rf"\binom{{{inner[0]}}}{{{inner[1]}}}"
    return rf"\{operator.label}\left\{{{', '.join(inner)}\right\}}"  # max and min


def _product_latex(node: Operation) -> str:
    first, *rest = node.operands
    text = _factor(first)
    for previous, operand in zip(node.operands, rest, strict=False):
        factor = _factor(operand)
        joint = r" \cdot " if _needs_dot(previous, operand, factor) else r" \, "
        text += joint + factor
    return text


def _needs_dot(previous: Expression, operand: Expression, factor: str) -> bool:
    """Return whether two factors side by side would read as something else than a product."""
    if begins_with_digit(operand) or _reads_as_argument(previous, operand, factor):
        return True
    if is_application(previous, *_APPLIED):
        return factor.startswith(_OPENING)  # it would read as a part of the argument
    is_fraction = is_application(operand, Operator.DIVIDE)
    is_numeric = all(is_number(part) for part in operand.operands)
    return is_number(previous) and is_fraction and is_numeric  # a mixed number


def _reads_as_argument(previous: Expression, operand: Expression, factor: str) -> bool:
    """Return whether parentheses after a factor may hold the argument of a function.

    Only a sum needs its parentheses to be a factor; and 1, pi, an inverse and the orders of growth
    are signs of other things before any.
    """
    if not factor.startswith(r"\left("):
        return False
    is_sum = is_application(operand, Operator.ADD)
    is_sign = expression_latex(previous) in _SIGNS or expression_latex(previous).endswith("^{-1}")
    return not is_sum or is_sign


_SIGNS = ("1", r"\pi", "O", "o", r"\Theta", r"\Omega")
_APPLIED = (*_CALLS, Operator.LOG, Operator.LAMBERT_W)
_OPENING = (r"\left", "(", "[", "|", r"\{", r"\l")


def _factor(node: Expression) -> str:
    is_nested = is_application(node, Operator.MULTIPLY)
    return _parentheses(node) if is_nested else _wrapped(node, Level.PRODUCT)


def _base(node: Expression) -> str:
    """Return the base of a power or factorial, in parentheses where these could misattach."""
    is_applied = is_application(node, *_APPLIED, *_EXTREMA)
    is_phrase = is_symbol(node) and not _ATTACHABLE.match(expression_latex(node))
    return _parentheses(node) if is_applied or is_phrase else _wrapped(node, Level.ATOM)


_EXTREMA = (Operator.MAX, Operator.MIN)
_NAME = r"(?:[A-Za-z]|\\[A-Za-z]+(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?)"
_ATTACHABLE = re.compile(
    rf"(?:{_NAME}(?:_\{{[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*\}})?'*|.*[\])|])\Z"
)
_OPEN_ENDED = re.compile(r"\\(?:sum|prod|int|sup|inf|lim|max|min)(?![A-Za-z])")


def _parentheses(node: Expression) -> str:
    return rf"\left({expression_latex(node)}\right)"


def _level(node: Expression) -> Level:
    """Return how tightly `node` binds; a symbol that is printed as a sum binds like one."""
    if is_symbol(node) and _OPEN_ENDED.match(node.latex):
        return Level.SUM
    return level(node)


def _wrapped(node: Expression, least: Level) -> str:
    bound = _level(node)
    is_fraction = is_application(node, Operator.DIVIDE)
    if is_fraction and least < Level.POWER:
        return expression_latex(node)
    return expression_latex(node) if bound >= least else _parentheses(node)
