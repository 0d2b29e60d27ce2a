r"""Equations that fit a column of a paper: long ones are broken before the signs of their terms.

A bracket that is closed on another line is as high on both, as ``\bigl(`` and ``\bigr)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from boundcalc.language.expressions import Expression, Operation
from boundcalc.language.latex import expression_latex
from boundcalc.language.operators import Operator
from boundcalc.language.structure import is_application, is_sum, terms

# How a function looks whose arguments stand on several lines.
_CALLS = {
    Operator.EXP: (r"\exp\bigl(", r"\bigr)"),
    Operator.LN: (r"\ln\bigl(", r"\bigr)"),
    Operator.MAX: (r"\max\bigl\{", r"\bigr\}"),
    Operator.MIN: (r"\min\bigl\{", r"\bigr\}"),
    Operator.CEIL: (r"\bigl\lceil ", r"\bigr\rceil"),
    Operator.FLOOR: (r"\bigl\lfloor ", r"\bigr\rfloor"),
    Operator.PHI: (r"\Phi\bigl(", r"\bigr)"),
}
COLUMN = 225  # points of a column of an article that has two, which has 229
_INDENT = 22  # points of what a line begins with that goes on
_LETTER = 6.2  # points, about, of a letter or a sign
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}]|[_^]|\s+|.")
_SILENT = {r"\left", r"\right", r"\mathrm", r"\operatorname", r"\text", r"\displaystyle", r"\quad"}
_THIN = {r"\,", r"\bigl", r"\bigr", "&"}
_SPACED = {"+", "-", "=", "<", ">", r"\le", r"\ge", r"\approx", r"\cdot"}


def equation_lines(left: str, sign: str, right: Expression, value: str = "") -> list[str]:
    """Return the lines of an equation or inequality for ``align*``, each for a row.

    Parameters
    ----------
    left, sign : str
        LaTeX of the left side, and of the sign before the right one.
    right : Expression
        The right side, which is broken where it is long.
    value : str
        LaTeX that comes last, as the value of the right side.
    """
    pieces = list(_pieces(right, COLUMN - _INDENT))
    if value:
        pieces.append(f" {value}")
    lines, line = [], f"{left} &{sign} "
    for place, piece in enumerate(pieces):
        if place and points(line) + points(piece) > COLUMN:
            lines.append(line.rstrip())
            line = r"&\quad {}"
            piece = piece.lstrip()
        line += piece
    return [*lines, line.rstrip()]


def points(latex: str) -> float:
    """Return about how many points wide LaTeX is in print."""
    width, _ = _width(_TOKEN.findall(latex), 0)
    return width


def _width(tokens: Sequence[str], place: int) -> tuple[float, int]:
    """Return the width of tokens from a place to the end of their group, and the place there."""
    width = 0.0  # points
    while place < len(tokens) and tokens[place] != "}":
        token = tokens[place]
        place += 1
        if token in (r"\frac", r"\binom"):
            upper, place = _argument(tokens, place)
            lower, place = _argument(tokens, place)
            width += max(upper, lower) + 4
        elif token in ("_", "^"):
            raised, place = _argument(tokens, place)
            width += 0.7 * raised
        elif token == "{":
            inner, place = _width(tokens, place)
            place, width = place + 1, width + inner
        elif token == r"\sqrt":
            inner, place = _argument(tokens, place)
            width += inner + 9
        else:
            width += _of_token(token)
    return width, place


def _argument(tokens: Sequence[str], place: int) -> tuple[float, int]:
    if place < len(tokens) and tokens[place] == "{":
        width, place = _width(tokens, place + 1)
        return width, place + 1
    return (_of_token(tokens[place]), place + 1) if place < len(tokens) else (0.0, place)


def _of_token(token: str) -> float:
    if token.isspace() or token in _SILENT:
        return 0.0
    if token in _THIN:
        return 2.0
    if token in _SPACED:
        return 2.4 * _LETTER
    if token in (r"\exp", r"\max", r"\min", r"\log"):
        return 3 * _LETTER
    return 2 * _LETTER if token == r"\ln" else _LETTER


def _pieces(node: Expression, room: float) -> Iterator[str]:
    """Yield the parts of an expression between which a line may end."""
    text = expression_latex(node)
    if points(text) <= room:
        yield text
    elif is_application(node, Operator.ADD):
        for place, (is_negative, term) in enumerate(terms(node)):
            sign = " - " if is_negative else " + " if place else ""
            yield from _prefixed(sign, _pieces(term, room))
    elif is_application(node, Operator.NEGATE):
        yield from _prefixed("-", _factor(node.operands[0], room))
    elif is_application(node, Operator.MULTIPLY):
        for place, factor in enumerate(_factors(node)):
            yield from _prefixed(r" \cdot " if place else "", _factor(factor, room))
    elif is_application(node, Operator.DIVIDE):
        yield from _quotient(node, room)
    elif is_sum(node):
        body = expression_latex(node.body)
        sign = text[: text.index(body)].removesuffix(r"\left(")
        yield from _prefixed(sign, _pieces(node.body, room))
    elif is_application(node, *_CALLS):
        opening, closing = _CALLS[node.operator]
        yield from _enclosed(opening, node.operands, closing, room)
    elif is_application(node, Operator.SQRT):
        yield from _enclosed(r"\bigl(", node.operands, r"\bigr)^{1/2}", room)
    elif is_application(node, Operator.POWER):
        base, exponent = node.operands
        raised = rf"\bigr)^{{{expression_latex(exponent)}}}"
        yield from _enclosed(r"\bigl(", (base,), raised, room)
    elif is_application(node, Operator.LAMBERT_W):
        branch, argument = node.operands
        opening = rf"W_{{{expression_latex(branch)}}}\bigl("
        yield from _enclosed(opening, (argument,), r"\bigr)", room)
    else:
        yield text


def _factors(node: Expression) -> Iterator[Expression]:
    for operand in node.operands:
        if is_application(operand, Operator.MULTIPLY):
            yield from _factors(operand)
        else:
            yield operand


def _factor(node: Expression, room: float) -> Iterator[str]:
    """Yield the parts of a factor, in brackets where it is a sum, or a quotient with a slash."""
    is_open = is_application(node, Operator.ADD, Operator.NEGATE)
    text = expression_latex(node)
    is_long = points(text) > room
    if is_long and (is_open or (is_application(node, Operator.DIVIDE) and _has_slash(node, room))):
        yield from _enclosed(r"\bigl(", (node,), r"\bigr)", room)
    elif is_open:
        yield rf"\left({text}\right)"
    else:
        yield from _pieces(node, room)


def _has_slash(node: Operation, room: float) -> bool:
    """Return whether a quotient is too long for a fraction because of what it is divided by."""
    return points(expression_latex(node.operands[1])) > room / 3


def _quotient(node: Operation, room: float) -> Iterator[str]:
    """Yield the parts of a quotient: its long side is taken out of the fraction."""
    upper, lower = node.operands
    if not _has_slash(node, room):
        one_over = rf"\frac{{1}}{{{expression_latex(lower)}}} \, "
        inner = _enclosed(r"\bigl(", (upper,), r"\bigr)", room - points(one_over))
        yield from _prefixed(one_over, inner)
        return
    yield from _enclosed(r"\bigl(", (upper,), r"\bigr)", room)
    yield from _enclosed(r" \big/ \bigl(", (lower,), r"\bigr)", room)


def _enclosed(
    opening: str, nodes: Sequence[Expression], closing: str, room: float
) -> Iterator[str]:
    """Yield the parts of what stands between two brackets, with commas between several."""
    found: list[str] = []
    for place, node in enumerate(nodes):
        found += _prefixed(", " if place else "", _pieces(node, room))
    found[0] = f"{opening}{found[0]}"
    found[-1] = f"{found[-1]}{closing}"
    yield from found


def _prefixed(prefix: str, pieces: Iterator[str]) -> Iterator[str]:
    yield f"{prefix}{next(pieces)}"
    yield from pieces
