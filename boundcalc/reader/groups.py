"""Numbers, groups in delimiters or braces, and the arguments of commands."""

from __future__ import annotations

from fractions import Fraction as Rational
from typing import TYPE_CHECKING

from boundcalc.language.expressions import Expression, Number, Operation
from boundcalc.language.operators import Operator
from boundcalc.reader.cursor import Tail
from boundcalc.reader.names import group_end
from boundcalc.reader.symbols import PARENTHESES
from boundcalc.tex.tokens import Kind, Token

if TYPE_CHECKING:
    from boundcalc.reader.formulas import FormulaReader

MAX_DIGITS = 400
_FENCES = {"|": Operator.ABS, r"\lfloor": Operator.FLOOR, r"\lceil": Operator.CEIL}


def read_number(reader: FormulaReader) -> Expression:
    """Return the integer or decimal that begins here."""
    start = reader.at
    reader.at += reader.kind is Kind.DIGIT
    _skip_digits(reader)
    is_decimal = reader.token.kind is Kind.DOT and reader.is_digit_after(reader.token)
    if is_decimal and (reader.is_joined() or reader.at == start):
        reader.at += 1
        _skip_digits(reader)
    if reader.at - start > MAX_DIGITS:
        raise reader.error(f"a number has at most {MAX_DIGITS} digits", reader.tokens[start])
    digits = "".join(token.key for token in reader.tokens[start : reader.at])
    _check_thousands(reader)
    return Number(Rational(digits))


def _skip_digits(reader: FormulaReader) -> None:
    while reader.token.kind is Kind.DIGIT and reader.is_joined():
        reader.at += 1


def _check_thousands(reader: FormulaReader) -> None:
    rest = reader.tokens[reader.at : reader.at + 5]
    if (
        len(rest) > 4
        and rest[0].kind is Kind.COMMA
        and all(token.kind is Kind.DIGIT for token in rest[1:4])
        and rest[4].kind is not Kind.DIGIT
        and rest[3].stop == rest[0].start + 4
        and reader.is_joined()
    ):
        raise reader.error(
            "a separator of thousands, or of two numbers? write the number without it, or a "
            "space after the comma"
        )


def read_group(reader: FormulaReader) -> Expression:
    """Return what stands between two delimiters."""
    opener = reader.token
    operator = _FENCES.get(opener.key)
    if operator is None and opener.key not in PARENTHESES:
        raise reader.error(f"{opener.key} has no meaning in a formula")
    if opener.key in ("[", r"\{") and not _holds_a_group(reader):
        raise reader.error(
            f"does this {opener.key} group, or is it an integer part, a fractional part or a set? "
            "put parentheses"
        )
    node = read_fenced(reader, opener)
    return node if operator is None else Operation(operator, (node,))


def _holds_a_group(reader: FormulaReader) -> bool:
    """Return whether brackets stand around other delimiters, as those of an outer level do."""
    depth = 0
    for token in reader.tokens[reader.at :]:
        if token.kind is Kind.OPEN:
            if depth == 1:
                return True
            depth += 1
        elif token.kind is Kind.CLOSE:
            depth -= 1
            if depth == 0:
                return False
    return True  # which is never closed, and said to be


def read_fenced(reader: FormulaReader, opener: Token) -> Expression:
    """Return the expression between `opener`, the next token, and what closes it."""
    reader.at += 1
    if reader.closes(opener):
        raise reader.error(f"nothing stands between {opener.key} and {reader.token.key}", opener)
    is_bar = opener.kind is Kind.BAR
    reader.enter(is_bar)
    node = reader.sum()
    reader.bars.pop()
    reader.close(opener)
    reader.tail = Tail.PLAIN
    return node


def read_braces(reader: FormulaReader) -> tuple[Expression, bool]:
    """Return what stands in braces that do not print, one factor only."""
    opener, end = reader.token, group_end(reader.tokens, reader.at)
    reader.at += 1
    if reader.at == end:
        raise reader.error("an empty group", opener)
    splits = _splits(reader, end)
    if splits:
        return _infix(reader, splits[0], end), False
    reader.enter(False)
    node, has_power = reader.operand()
    if reader.at != end:
        node, has_power = _power_in_braces(reader, node, has_power)
    reader.bars.pop()
    if reader.at != end:
        raise reader.error("these braces do not print; put parentheses", opener)
    reader.at = end + 1
    return node, has_power


def _power_in_braces(
    reader: FormulaReader, node: Expression, has_power: bool
) -> tuple[Expression, bool]:
    if reader.token.kind is Kind.SUP and not has_power:
        reader.check_postfix("power")
        reader.at += 1
        return Operation(Operator.POWER, (node, read_argument(reader, "an exponent"))), True
    return node, has_power


def _splits(reader: FormulaReader, end: int) -> list[int]:
    depth, found = 0, []
    for index in range(reader.at, end):
        kind = reader.tokens[index].kind
        depth += (kind is Kind.LEFT_BRACE) - (kind is Kind.RIGHT_BRACE)
        if depth == 0 and reader.tokens[index].key in (r"\choose", r"\over"):
            found.append(index)
    return found


def _infix(reader: FormulaReader, split: int, end: int) -> Expression:
    command = reader.tokens[split]
    upper = reader.expression()
    if reader.at != split:
        raise reader.unexpected()
    reader.at += 1
    lower = reader.expression()
    if reader.at != end:
        raise reader.unexpected()
    reader.at += 1
    operator = Operator.BINOMIAL if command.key == r"\choose" else Operator.DIVIDE
    return Operation(operator, (upper, lower))


def read_argument(
    reader: FormulaReader, what: str, *, may_share_digits: bool = False
) -> Expression:
    """Return an argument in braces, or of one sign."""
    token = reader.token
    if token.kind is Kind.LEFT_BRACE:
        reader.at += 1
        if reader.kind is Kind.RIGHT_BRACE:
            raise reader.error(f"{what} is empty", token)
        node = reader.expression()
        if reader.token.kind is not Kind.RIGHT_BRACE:
            raise reader.unexpected()
        reader.at += 1
        return node
    if token.kind is Kind.DIGIT:
        return _single_digit(reader, may_share_digits)
    if token.kind is Kind.NAME:
        reader.at += 1
        return reader.meaning(token.key, reader.at - 1)
    if token.kind in (Kind.STOP, Kind.RIGHT_BRACE):
        raise reader.error(f"{what} is missing")
    raise reader.error(f"{what} of more than one sign needs braces")


def _single_digit(reader: FormulaReader, may_share_digits: bool) -> Expression:
    token = reader.token
    reader.at += 1
    if not may_share_digits and reader.is_joined():
        is_number = reader.token.kind is Kind.DIGIT or (
            reader.token.kind is Kind.DOT and reader.is_digit_after(reader.token)
        )
        if is_number:
            raise reader.error(
                f"without braces only the {token.key} belongs to it; put the whole number in braces"
            )
    return Number(Rational(token.key))


def product(factors: list[Expression]) -> Expression:
    """Return one factor as it is, and several as one product."""
    return factors[0] if len(factors) == 1 else Operation(Operator.MULTIPLY, tuple(factors))
