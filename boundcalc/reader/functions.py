r"""Functions and their arguments, with or without parentheses; fractions, roots and sums."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction as Rational
from typing import TYPE_CHECKING

from boundcalc.language.domains import INTEGER
from boundcalc.language.expressions import Constant, Expression, Number, Operation, Sum, Symbol
from boundcalc.language.operators import Operator
from boundcalc.reader.cursor import Tail
from boundcalc.reader.groups import product, read_argument, read_fenced
from boundcalc.reader.names import Name, ascii_of, group_end
from boundcalc.reader.opaque import has_opaque_body, read_opaque_extremum, read_opaque_sum
from boundcalc.reader.symbols import PARENTHESES
from boundcalc.tex import vocabulary
from boundcalc.tex.source import ReaderError
from boundcalc.tex.tokens import Kind, Token

if TYPE_CHECKING:
    from boundcalc.reader.formulas import FormulaReader

_LOGARITHMS = (Operator.LN, Operator.LOG)
_WAVES = (Operator.SIN, Operator.COS, Operator.TAN)
_ZERO, _ONE, _TWO = (Number(Rational(value)) for value in range(3))
_KEEPING = (
    Operator.ADD, Operator.MULTIPLY, Operator.DIVIDE, Operator.MAX, Operator.MIN, Operator.FLOOR,
    Operator.CEIL, Operator.FACTORIAL, Operator.BINOMIAL,
)  # fmt: skip
_INTEGRAL = (Operator.ADD, Operator.MULTIPLY, Operator.NEGATE, Operator.MAX, Operator.MIN)
_DIFFERENTIALS = ("d", r"\mathrm{d}", r"\partial")
_IN_PARENTHESES = [Kind.LEFT_BRACE, Kind.OPEN]
_RUN = (Kind.NAME, Kind.DIGIT, Kind.ACCENT, Kind.DOT)
MOST_FACTORS = 30
_SERIES = r"a sum is written \sum_{i=1}^{n}; declare any other as a symbol"


def read_application(reader: FormulaReader) -> Expression:
    """Return the application of the function that stands here to its argument."""
    token = reader.token
    operator = vocabulary.FUNCTIONS[token.key]
    reader.at += 1
    if operator in (Operator.MAX, Operator.MIN):
        return _extremum(reader, operator, token)
    base, power = _scripts(reader, operator, is_wave=token.key in vocabulary.HYPERBOLIC)
    reader.function = token
    if reader.token.kind is Kind.OPEN and reader.token.key in PARENTHESES:
        argument = read_fenced(reader, reader.token)
        tail = Tail.LOG_CALL if operator in _LOGARITHMS else Tail.CALL
    elif operator in (Operator.ERF, Operator.ERFC):
        raise reader.error(f"expected ( after {token.key}")
    else:
        argument, tail = _bare_argument(reader, token)
    reader.tail, reader.function = tail, token
    if token.key in vocabulary.HYPERBOLIC:
        node = _hyperbolic(token.key, argument)
    else:
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


def _hyperbolic(name: str, argument: Expression) -> Expression:
    """Return a hyperbolic function of an argument as what it is of exponentials."""
    grows = Operation(Operator.EXP, (argument,))
    falls = Operation(Operator.EXP, (Operation(Operator.NEGATE, (argument,)),))
    cosh, sinh = grows + falls, grows - falls
    if name == r"\tanh":
        return sinh / cosh
    return (cosh if name == r"\cosh" else sinh) / 2


def _scripts(
    reader: FormulaReader, operator: Operator, *, is_wave: bool
) -> tuple[Expression | None, Expression | None]:
    base: Expression | None = None
    power: Expression | None = None
    while reader.token.kind in (Kind.SUB, Kind.SUP, Kind.PRIME):
        token = reader.token
        if token.kind is Kind.SUB and operator is Operator.LOG and base is None:
            reader.at += 1
            base = read_argument(reader, "the base")
        elif (
            token.kind is Kind.SUP
            and power is None
            and (is_wave or operator in (*_LOGARITHMS, *_WAVES))
        ):
            reader.at += 1
            if [item.kind for item in reader.tokens[reader.at :][:2]] == _IN_PARENTHESES:
                raise reader.error("a power, or a function applied several times?", token)
            power = read_argument(reader, "an exponent")
            if isinstance(power, Operation) and power.operator is Operator.NEGATE:
                raise reader.error(_inverse_or_reciprocal(operator), token)
        else:
            raise reader.error(f"{token.key} cannot stand after this function")
    return base, power


def _inverse_or_reciprocal(operator: Operator) -> str:
    if operator is Operator.TAN:
        return r"an inverse or a reciprocal? write \arctan x or 1 / \tan(x)"
    return "an inverse or a reciprocal? put parentheses"


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
        is_joined = function.key == r"\log" and first.kind is Kind.DIGIT and reader.is_joined()
        factors = [reader.factor()]
        if is_joined and reader.begins_operand():
            reader.function = function
            raise reader.error(
                r"is this number the base? write \log_2 x, or parentheses around the argument",
                first,
            )
        if is_phrase or first.kind not in _RUN or _is_fenced(reader, start):
            return factors[0], Tail.SINGLE
        while reader.token.kind in _RUN and not reader.token.is_spaced:
            is_stop = reader.token.kind is Kind.DOT and not reader.is_digit_after(reader.token)
            if is_stop or isinstance(factors[0], Constant):
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
    if _is_derivative(reader):
        raise reader.error(
            "a derivative? declare it as a symbol, or write the factors in another order", command
        )
    upper = read_argument(reader, "the numerator", may_share_digits=True)
    lower = read_argument(reader, "the denominator")
    return Operation(Operator.DIVIDE, (upper, lower))


def _is_derivative(reader: FormulaReader) -> bool:
    r"""Return whether ``\frac{d ...}{dx}`` stands here, with any letter d."""
    tokens, at = reader.tokens, reader.at
    upper = at + (tokens[at].kind is Kind.LEFT_BRACE)
    end = group_end(tokens, at) if tokens[at].kind is Kind.LEFT_BRACE else at
    lower = min(end + 1, len(tokens) - 1)
    if tokens[lower].kind is not Kind.LEFT_BRACE:
        return False
    signs = (tokens[upper].key, tokens[lower + 1].key)
    after = tokens[lower + 2].kind
    is_sum = after is Kind.OPEN and not reader.is_declared(signs[0])  # d(\mu + \nu), of measures
    is_followed = after in (Kind.NAME, Kind.ACCENT) or is_sum
    return signs[0] == signs[1] and signs[0] in _DIFFERENTIALS and is_followed


def _binomial(reader: FormulaReader, command: Token) -> Expression:
    upper = read_argument(reader, r"the upper argument of \binom", may_share_digits=True)
    lower = read_argument(reader, r"the lower argument of \binom")
    return Operation(Operator.BINOMIAL, (upper, lower))


def _root(reader: FormulaReader, command: Token) -> Expression:
    degree: Expression | None = None
    if reader.token.kind is Kind.OPEN and reader.token.key == "[":
        degree = read_fenced(reader, reader.token)
    is_word = reader.fragment.source.text.startswith("sqrt", command.start)
    if is_word and reader.token.kind is Kind.OPEN:
        radicand = read_fenced(reader, reader.token)
    else:
        radicand = read_argument(reader, "the radicand")
    if degree is None or degree == _TWO:
        return Operation(Operator.SQRT, (radicand,))
    is_even = isinstance(degree, Number) and degree.value % 2 == 0
    if not is_even and not _is_nonnegative(radicand):
        raise reader.error(
            "a root of what may be negative, which some define and some do not; raise |...| to the "
            "power, or declare the radicand nonnegative",
            command,
        )
    inverse = Operation(Operator.DIVIDE, (_ONE, degree))
    return Operation(Operator.POWER, (radicand, inverse))


def _is_nonnegative(node: Expression) -> bool:
    """Return whether an expression is nonnegative by its form and the domains of its symbols."""
    if isinstance(node, Number):
        return node.value >= 0
    if isinstance(node, Symbol):
        return node.domain.lower is not None and node.domain.lower >= 0
    if isinstance(node, Constant):
        return True
    if not isinstance(node, Operation):
        return False
    if node.operator in (Operator.ABS, Operator.SQRT, Operator.EXP):
        return True
    if node.operator is Operator.POWER:
        exponent = node.operands[1]
        is_square = isinstance(exponent, Number) and exponent.value % 2 == 0
        return is_square or _is_nonnegative(node.operands[0])
    return node.operator in _KEEPING and all(map(_is_nonnegative, node.operands))


def _series(reader: FormulaReader, command: Token) -> Expression:
    start = reader.at
    reader.at -= 1
    is_opaque, reader.at = has_opaque_body(reader), start
    if not is_opaque:
        return read_series(reader, command)
    known, bars = dict(reader.indexes), list(reader.bars)
    try:
        return read_series(reader, command)
    except ReaderError as error:
        if error.offset < command.start:
            raise
        reader.indexes, reader.bars, reader.at = known, bars, start - 1
        return read_opaque_sum(reader)


def read_series(reader: FormulaReader, command: Token) -> Sum:
    """Return the sum over an index of which the sign was read, or a product as one."""
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
    if not _is_integer(ends[Kind.SUB]):
        raise reader.error("a sum begins at an integer; declare what it begins at as one", command)
    reader.indexes[latex] = index
    reader.enter(reader.bars[-1])
    body = reader.term()
    reader.bars.pop()
    del reader.indexes[latex]
    return Sum(index, ends[Kind.SUB], ends[Kind.SUP], body)


def read_product(reader: FormulaReader) -> Expression:
    """Return a product over an index: its factors, if its ends are numbers, or one symbol."""
    start, command = reader.at, reader.token
    known, bars = dict(reader.indexes), list(reader.bars)
    series: Sum | None = None
    if not has_opaque_body(reader):
        reader.at += 1
        with suppress(ReaderError):
            series = read_series(reader, command)
    ends = () if series is None else (series.lower, series.upper)
    first, last = (_integer(end) for end in ends) if ends else (None, None)
    if series is None or first is None or last is None or last - first > MOST_FACTORS:
        reader.indexes, reader.bars, reader.at = known, bars, start
        return read_opaque_sum(reader)
    name = series.index.name
    factors = [series.body.substitute({name: Rational(value)}) for value in range(first, last + 1)]
    return product(factors) if factors else _ONE


def _integer(end: Expression) -> int | None:
    is_integer = isinstance(end, Number) and end.value.denominator == 1
    return int(end.value) if isinstance(end, Number) and is_integer else None


def _is_integer(node: Expression) -> bool:
    """Return whether an expression is an integer by its form and the domains of its symbols."""
    if isinstance(node, Number):
        return node.value.denominator == 1
    if isinstance(node, Symbol):
        return node.domain.integer
    if not isinstance(node, Operation):
        return False
    if node.operator in (Operator.FLOOR, Operator.CEIL):
        return True
    return node.operator in _INTEGRAL and all(map(_is_integer, node.operands))


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
