r"""Functions and their arguments, with or without parentheses; fractions, roots and sums."""

from __future__ import annotations

from fractions import Fraction as Rational
from typing import TYPE_CHECKING

from boundcalc.language.domains import INTEGER
from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Operator,
    Sum,
    Symbol,
)
from boundcalc.notes import vocabulary
from boundcalc.notes.cursor import Tail
from boundcalc.notes.groups import product, read_argument, read_fenced
from boundcalc.notes.names import Name, ascii_of
from boundcalc.notes.opaque import has_opaque_body, read_opaque_extremum, read_opaque_sum
from boundcalc.notes.source import ReaderError
from boundcalc.notes.symbols import PARENTHESES
from boundcalc.notes.tokens import Kind, Token

if TYPE_CHECKING:
    from boundcalc.notes.formulas import FormulaReader

_LOGARITHMS = (Operator.LN, Operator.LOG)
_ZERO, _ONE, _TWO = (Number(Rational(value)) for value in range(3))
_RUN = (Kind.NAME, Kind.DIGIT, Kind.ACCENT, Kind.DOT)
_SERIES = r"a sum is written \sum_{i=1}^{n}; declare any other as a symbol"


def read_application(reader: FormulaReader) -> Expression:
    """Return the application of the function that stands here to its argument."""
    token = reader.token
    operator = vocabulary.FUNCTIONS[token.key]
    reader.at += 1
    if operator in (Operator.MAX, Operator.MIN):
        return _extremum(reader, operator, token)
    base, power = _scripts(reader, operator)
    reader.function = token
    if reader.token.kind is Kind.OPEN and reader.token.key in PARENTHESES:
        argument = read_fenced(reader, reader.token)
        tail = Tail.LOG_CALL if operator in _LOGARITHMS else Tail.CALL
    elif operator in (Operator.ERF, Operator.ERFC):
        raise reader.error(f"expected ( after {token.key}")
    else:
        argument, tail = _bare_argument(reader, token)
    reader.tail, reader.function = tail, token
    node = _applied(reader, operator, base, argument)
    return node if power is None else Operation(Operator.POWER, (node, power))


def _applied(
    reader: FormulaReader, operator: Operator, base: Expression | None, argument: Expression
) -> Expression:
    if operator is not Operator.LOG:
        return Operation(operator, (argument,))
    base = reader.scope.log_base if base is None else base
    if base is None:
        return Operation(Operator.LN, (argument,))
    return Operation(Operator.LOG, (base, argument))


def _scripts(
    reader: FormulaReader, operator: Operator
) -> tuple[Expression | None, Expression | None]:
    base: Expression | None = None
    power: Expression | None = None
    while reader.token.kind in (Kind.SUB, Kind.SUP, Kind.PRIME):
        token = reader.token
        if token.kind is Kind.SUB and operator is Operator.LOG and base is None:
            reader.at += 1
            base = read_argument(reader, "the base")
        elif token.kind is Kind.SUP and operator in _LOGARITHMS and power is None:
            reader.at += 1
            power = read_argument(reader, "an exponent")
            if isinstance(power, Operation) and power.operator is Operator.NEGATE:
                raise reader.error("an inverse or a reciprocal? put parentheses", token)
        else:
            raise reader.error(f"{token.key} cannot stand after this function")
    return base, power


def _bare_argument(reader: FormulaReader, function: Token) -> tuple[Expression, Tail]:
    """Return the argument of a function without parentheses, and how it ends."""
    first = reader.token
    reader.enter(reader.bars[-1])
    try:
        if first.kind is Kind.FUNCTION:
            argument = reader.factor()
            return argument, Tail.RUN if reader.tail is Tail.RUN else Tail.SINGLE
        if first.key == r"\sum":
            raise reader.error(f"put the argument of {function.key} into parentheses")
        if not reader.begins_operand():
            raise reader.error(f"the argument of {function.key} is missing, or needs parentheses")
        is_phrase = reader.phrase() is not None
        start = reader.at
        factors = [reader.factor()]
        if is_phrase or first.kind not in _RUN or _is_fenced(reader, start):
            return factors[0], Tail.SINGLE
        while reader.token.kind in _RUN and not reader.token.is_spaced:
            if isinstance(factors[0], Constant):
                break
            start = reader.at
            reader.tail = Tail.PLAIN
            reader.check_juxtaposition(factors[-1])
            factors.append(reader.factor())
            if _is_fenced(reader, start):
                reader.function = function
                raise reader.error(
                    f"does this belong to the argument of {function.key}? put parentheses",
                    reader.tokens[start],
                )
        return product(factors), Tail.RUN
    finally:
        reader.bars.pop()


def _is_fenced(reader: FormulaReader, start: int) -> bool:
    """Return whether what was read from `start` ends in a delimiter."""
    return reader.tokens[reader.at - 1].kind in (Kind.CLOSE, Kind.BAR) and reader.at - start > 1


def _extremum(reader: FormulaReader, operator: Operator, function: Token) -> Expression:
    if reader.token.kind is Kind.SUB:
        reader.at -= 1
        node = read_opaque_extremum(reader)
        reader.tail = Tail.PLAIN
        return node
    opener = reader.token
    if opener.kind is not Kind.OPEN or opener.key not in PARENTHESES:
        raise reader.error(rf"expected \{{ or ( after {function.key}")
    reader.at += 1
    if reader.closes(opener):
        raise reader.error(f"{function.key} of nothing", opener)
    operands = [reader.expression()]
    while reader.token.kind is Kind.COMMA:
        reader.at += 1
        operands.append(reader.expression())
    reader.close(opener)
    reader.tail, reader.function = Tail.CALL, function
    return Operation(operator, tuple(operands))


def read_phi_or_w(reader: FormulaReader, name: Name) -> Expression | None:
    r"""Return the value of ``\Phi(x)``, ``W_0(x)`` or ``W_{-1}(x)`` if `name` begins one."""
    branch = {r"W_{0}": _ZERO, r"W_{-1}": Operation(Operator.NEGATE, (_ONE,))}.get(name.latex)
    is_call = reader.token.kind is Kind.OPEN and reader.token.key in PARENTHESES
    if not is_call or (branch is None and name.latex != r"\Phi"):
        return None
    function = reader.tokens[reader.at - 1]._replace(key=name.latex)
    argument = read_fenced(reader, reader.token)
    reader.tail, reader.function = Tail.CALL, function
    if branch is None:
        return Operation(Operator.PHI, (argument,))
    return Operation(Operator.LAMBERT_W, (branch, argument))


def _fraction(reader: FormulaReader, command: Token) -> Expression:
    upper = read_argument(reader, "the numerator", may_share_digits=True)
    lower = read_argument(reader, "the denominator")
    return Operation(Operator.DIVIDE, (upper, lower))


def _binomial(reader: FormulaReader, command: Token) -> Expression:
    upper = read_argument(reader, r"the upper argument of \binom", may_share_digits=True)
    lower = read_argument(reader, r"the lower argument of \binom")
    return Operation(Operator.BINOMIAL, (upper, lower))


def _root(reader: FormulaReader, command: Token) -> Expression:
    degree: Expression | None = None
    if reader.token.kind is Kind.OPEN and reader.token.key == "[":
        degree = read_fenced(reader, reader.token)
    radicand = read_argument(reader, "the radicand")
    if degree is None or degree == _TWO:
        return Operation(Operator.SQRT, (radicand,))
    inverse = Operation(Operator.DIVIDE, (_ONE, degree))
    return Operation(Operator.POWER, (radicand, inverse))


def _series(reader: FormulaReader, command: Token) -> Expression:
    start = reader.at
    reader.at -= 1
    is_opaque, reader.at = has_opaque_body(reader), start
    if not is_opaque:
        return _sum(reader, command)
    known = dict(reader.indexes)
    try:
        return _sum(reader, command)
    except ReaderError as error:
        if error.offset < command.start:
            raise
        reader.indexes, reader.at = known, start - 1
        return read_opaque_sum(reader)


def _sum(reader: FormulaReader, command: Token) -> Expression:
    ends: dict[Kind, Expression] = {}
    index: Symbol | None = None
    latex = ""
    while reader.token.kind in (Kind.SUB, Kind.SUP) and reader.token.kind not in ends:
        kind = reader.token.kind
        reader.at += 1
        if kind is Kind.SUB:
            index, latex = _index(reader, command)
            ends[kind] = reader.expression()
            if reader.kind is not Kind.RIGHT_BRACE:
                raise reader.unexpected()
            reader.at += 1
        else:
            ends[kind] = read_argument(reader, "the upper end of a sum")
    if index is None or len(ends) != 2:
        raise reader.error(_SERIES, command)
    reader.indexes[latex] = index
    reader.enter(reader.bars[-1])
    body = reader.term()
    reader.bars.pop()
    del reader.indexes[latex]
    return Sum(index, ends[Kind.SUB], ends[Kind.SUP], body)


def _index(reader: FormulaReader, command: Token) -> tuple[Symbol, str]:
    """Read the index of a sum and the sign of equality after it."""
    if reader.token.kind is not Kind.LEFT_BRACE:
        raise reader.error(_SERIES, command)
    reader.at += 1
    letter, sign = reader.token, reader.tokens[reader.at + 1]
    if letter.kind is not Kind.NAME or sign.key != "=":
        raise reader.error(_SERIES, command)
    if reader.declared(letter.key) is not None:
        raise reader.error(f"{letter.key} is already declared; rename the index of the sum")
    reader.at += 2
    taken = reader.scope.taken().union(index.name for index in reader.indexes.values())
    name = ascii_of(letter)
    while name in taken:  # as where \\mathrm{i} is declared beside the index i
        name += "_"
    return Symbol(name, INTEGER, latex=letter.key), letter.key


COMMANDS = {
    r"\frac": _fraction,
    r"\binom": _binomial,
    r"\sqrt": _root,
    r"\sum": _series,
}
