"""To and from SymPy, for symbolic inversion and for people who bring their own expressions.

SymPy is imported when a function is called, not before.
`to_sympy` keeps what was written (``evaluate=False``) unless asked otherwise; `from_sympy` reads
SymPy's tree node by node and refuses whatever this language cannot say.
What SymPy finds is never taken for proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from boundcalc.language.domains import Domain
from boundcalc.language.errors import ExpressionError
from boundcalc.language.expressions import (
    PI,
    Constant,
    E,
    Expression,
    Number,
    Operation,
    Sum,
    Symbol,
    as_expression,
)
from boundcalc.language.functions import (
    arctan,
    binomial,
    ceil,
    cos,
    erf,
    erfc,
    exp,
    factorial,
    floor,
    lambert_w,
    ln,
    maximum,
    minimum,
    sin,
    sqrt,
    summation,
    tan,
)
from boundcalc.language.operators import Operator


def to_sympy(expression: Expression, *, evaluate: bool = False) -> Any:
    """Return the expression as a SymPy expression.

    Parameters
    ----------
    expression : Expression
        Any expression.
    evaluate : bool
        Whether SymPy may simplify on construction.

    Examples
    --------
    >>> from boundcalc.language import Symbol, exp
    >>> to_sympy(exp(Symbol("x")) / 2)
    exp(x)/2

    Notes
    -----
    The normal distribution function becomes ``erfc``, a logarithm to a base a quotient.
    A sum whose upper end is below its lower end is zero here; SymPy gives it a sign.
    """
    return _Writer(evaluate).write(expression)


def from_sympy(expression: Any, symbols: Iterable[Symbol]) -> Expression:
    """Return a SymPy expression in this language.

    Parameters
    ----------
    expression : sympy.Expr
        What to read; a Float is read by its shortest decimal.
    symbols : iterable of Symbol
        The symbols it may contain, found by name.

    Raises
    ------
    ExpressionError
        If it contains a symbol that is not among them, or anything that is no real expression of
        this language.

    Examples
    --------
    >>> import sympy
    >>> x = Symbol("x")
    >>> str(from_sympy(sympy.sqrt(2) * sympy.exp(-sympy.Symbol("x") ** 2), [x]))
    'sqrt(2) * exp(-x^2)'
    """
    return _Reader({symbol.name: symbol for symbol in symbols}).read(expression)


# --- to SymPy ----------------------------------------------------------------------------------


def sympy_symbol(symbol: Symbol) -> Any:
    """Return the SymPy symbol of the same name, with the assumptions that its domain allows."""
    import sympy

    return sympy.Symbol(symbol.name, **_assumptions(symbol.domain))


def _assumptions(domain: Domain) -> dict[str, bool]:
    known = {"integer" if domain.integer else "real": True}
    lower = domain.first_integer() if domain.integer else domain.lower
    upper = domain.last_integer() if domain.integer else domain.upper
    if lower is not None and (lower > 0 or (lower == 0 and not domain.lower_closed)):
        known["positive"] = True
    elif lower == 0:
        known["nonnegative"] = True
    if upper is not None and (upper < 0 or (upper == 0 and not domain.upper_closed)):
        known["negative"] = True
    elif upper == 0:
        known["nonpositive"] = True
    return known


class _Writer:
    def __init__(self, evaluate: bool) -> None:
        import sympy

        self.sympy = sympy
        self.evaluate = evaluate
        self.operators = self._operators()

    def write(self, node: Expression) -> Any:
        sympy = self.sympy
        if isinstance(node, Number):
            return sympy.Rational(node.value.numerator, node.value.denominator)
        if isinstance(node, Constant):
            return sympy.E if node.name == "e" else sympy.pi
        if isinstance(node, Symbol):
            return sympy_symbol(node)
        if isinstance(node, Sum):
            ends = (self.write(node.lower), self.write(node.upper))
            return sympy.Sum(self.write(node.body), (sympy_symbol(node.index), *ends))
        if isinstance(node, Operation):
            return self.operators[node.operator](*map(self.write, node.operands))
        raise ExpressionError(f"to_sympy: no form for {type(node).__name__}")

    def _call(self, function: Any) -> Callable[..., Any]:
        return lambda *operands: function(*operands, evaluate=self.evaluate)

    def _divide(self, top: Any, bottom: Any) -> Any:
        inverse = self.sympy.Pow(bottom, -1, evaluate=self.evaluate)
        return self.sympy.Mul(top, inverse, evaluate=self.evaluate)

    def _operators(self) -> Mapping[Operator, Callable[..., Any]]:
        sympy, call = self.sympy, self._call
        half = sympy.Rational(1, 2)
        return {
            Operator.ADD: call(sympy.Add),
            Operator.MULTIPLY: call(sympy.Mul),
            Operator.NEGATE: lambda x: (
                -x if x.is_Number else sympy.Mul(-1, x, evaluate=self.evaluate)
            ),
            Operator.DIVIDE: self._divide,
            Operator.POWER: call(sympy.Pow),
            Operator.SQRT: lambda x: sympy.Pow(x, half, evaluate=self.evaluate),
            Operator.EXP: call(sympy.exp),
            Operator.LN: call(sympy.log),
            Operator.LOG: lambda base, x: self._divide(
                sympy.log(x, evaluate=self.evaluate), sympy.log(base, evaluate=self.evaluate)
            ),
            Operator.ABS: call(sympy.Abs),
            Operator.MAX: call(sympy.Max),
            Operator.MIN: call(sympy.Min),
            Operator.FLOOR: call(sympy.floor),
            Operator.CEIL: call(sympy.ceiling),
            Operator.ERF: call(sympy.erf),
            Operator.ERFC: call(sympy.erfc),
            Operator.PHI: lambda x: self._divide(
                sympy.erfc(self._divide(-x, sympy.sqrt(2)), evaluate=self.evaluate),
                sympy.Integer(2),
            ),
            Operator.SIN: call(sympy.sin),
            Operator.COS: call(sympy.cos),
            Operator.TAN: call(sympy.tan),
            Operator.ARCTAN: call(sympy.atan),
            Operator.BINOMIAL: call(sympy.binomial),
            Operator.FACTORIAL: call(sympy.factorial),
            Operator.LAMBERT_W: lambda branch, x: sympy.LambertW(x, branch, evaluate=self.evaluate),
        }


# --- from SymPy --------------------------------------------------------------------------------


class _Reader:
    def __init__(self, symbols: Mapping[str, Symbol]) -> None:
        import sympy

        self.sympy = sympy
        self.symbols = dict(symbols)
        self.functions: Mapping[Any, Callable[..., Expression]] = {
            sympy.exp: exp,
            sympy.Abs: abs,
            sympy.Max: maximum,
            sympy.Min: minimum,
            sympy.floor: floor,
            sympy.ceiling: ceil,
            sympy.erf: erf,
            sympy.erfc: erfc,
            sympy.sin: sin,
            sympy.cos: cos,
            sympy.tan: tan,
            sympy.atan: arctan,
            sympy.binomial: binomial,
            sympy.factorial: factorial,
        }

    def read(self, node: Any) -> Expression:
        sympy = self.sympy
        if isinstance(node, sympy.Rational) and node.is_finite:
            return as_expression(Fraction(int(node.p), int(node.q)))
        if isinstance(node, sympy.Float) and node.is_finite:
            return as_expression(_shortest_decimal(sympy, node))
        if node == sympy.E or node == sympy.pi:
            return E if node == sympy.E else PI
        if isinstance(node, sympy.Symbol):
            return self._symbol(node)
        if isinstance(node, sympy.Add):
            return reduce(lambda total, term: total + term, map(self.read, node.args))
        if isinstance(node, sympy.Mul):
            return self._product(node)
        if isinstance(node, sympy.Pow):
            return self._power(node)
        return self._function(node)

    def _symbol(self, node: Any) -> Expression:
        if node.name not in self.symbols:
            known = ", ".join(self.symbols) or "none"
            raise ExpressionError(
                f"from_sympy: unknown symbol {node.name!r}; it may use {known}, or pass its Symbol"
            )
        return self.symbols[node.name]

    def _product(self, node: Any) -> Expression:
        """Return a product as a quotient of what has positive and negative powers."""
        above: list[Expression] = []
        below: list[Expression] = []
        is_negative = False
        for factor in node.args:
            if factor == -1:
                is_negative = not is_negative
            elif isinstance(factor, self.sympy.Pow) and _is_negative_number(factor.exp):
                below.append(self._raised(factor.base, -factor.exp))
            elif isinstance(factor, self.sympy.Rational) and factor.q != 1 and factor.is_finite:
                is_negative = is_negative != bool(factor.p < 0)
                above.extend([as_expression(abs(int(factor.p)))] if abs(factor.p) != 1 else [])
                below.append(as_expression(int(factor.q)))
            else:
                above.append(self.read(factor))
        top = reduce(lambda x, y: x * y, above) if above else as_expression(1)
        whole = top / reduce(lambda x, y: x * y, below) if below else top
        return -whole if is_negative else whole

    def _power(self, node: Any) -> Expression:
        if _is_negative_number(node.exp):
            return 1 / self._raised(node.base, -node.exp)
        return self._raised(node.base, node.exp)

    def _raised(self, base: Any, exponent: Any) -> Expression:
        if exponent == 1:
            return self.read(base)
        if base == self.sympy.E:
            return exp(self.read(exponent))
        if exponent == self.sympy.Rational(1, 2):
            return sqrt(self.read(base))
        return self.read(base) ** self.read(exponent)

    def _function(self, node: Any) -> Expression:
        sympy = self.sympy
        if isinstance(node, sympy.log):
            arguments = [self.read(argument) for argument in node.args]
            return ln(arguments[0]) / ln(arguments[1]) if len(arguments) == 2 else ln(arguments[0])
        if isinstance(node, sympy.LambertW):
            return self._lambert(node)
        if isinstance(node, sympy.Sum):
            return self._sum(node)
        for kind, build in self.functions.items():
            if isinstance(node, kind):
                return build(*map(self.read, node.args))
        raise ExpressionError(
            f"from_sympy: {type(node).__name__} in {str(node)[:60]!r} is no part of this language; "
            "rewrite it with powers, exp, log, Max, Min, floor, ceiling, sin, cos, tan, atan, erf, "
            "erfc, LambertW or Sum"
        )

    def _lambert(self, node: Any) -> Expression:
        branch = node.args[1] if len(node.args) == 2 else self.sympy.Integer(0)
        if branch not in (0, -1):
            raise ExpressionError(f"from_sympy: only the branches 0 and -1 are real, not {branch}")
        return lambert_w(int(branch), self.read(node.args[0]))

    def _sum(self, node: Any) -> Expression:
        if len(node.limits) != 1 or len(node.limits[0]) != 3:
            raise ExpressionError(
                f"from_sympy: a sum has one index and two ends, not {node.limits}"
            )
        index, lower, upper = node.limits[0]
        ends = self.read(lower), self.read(upper)
        outer = self.symbols.get(index.name)
        bound = outer if outer is not None else Symbol(index.name, Domain(integer=True))
        inner = _Reader({**self.symbols, index.name: bound})
        return summation(bound, *ends, inner.read(node.function))


def _is_negative_number(value: Any) -> bool:
    return bool(value.is_Rational and value.is_negative)


def _shortest_decimal(sympy: Any, value: Any) -> Fraction:
    """Return the decimal of fewest digits that rounds to a Float at its own precision."""
    precision = value._prec
    if precision <= 53:
        return Fraction(repr(float(value)))
    digits = 1
    while digits <= precision:
        text = str(sympy.Float(value, digits))
        if sympy.Float(text, precision=precision) == value:
            return Fraction(text)
        digits += 1
    raise ExpressionError(f"from_sympy: the Float {value} has no decimal of {precision} digits")
