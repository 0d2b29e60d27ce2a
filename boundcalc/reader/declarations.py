r"""Declarations of symbols: ``\varepsilon in (0, 1/8], n integer >= 1, \delta probability``."""

import math
from dataclasses import dataclass
from fractions import Fraction as Rational

from boundcalc.checker.arithmetic import Undefined
from boundcalc.checker.terms import Rejected, enclose, read_term
from boundcalc.language.domains import (
    INTEGER,
    NONNEGATIVE,
    POSITIVE,
    PROBABILITY,
    REAL,
    Domain,
)
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Expression, Number, Operation
from boundcalc.language.operators import Operator, Sense
from boundcalc.language.structure import expression_to_json
from boundcalc.reader.cursor import Cursor
from boundcalc.reader.formulas import FormulaReader
from boundcalc.reader.scope import Scope, Spelling, read_spelling
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize

KINDS = {
    "real": REAL,
    "positive": POSITIVE,
    "nonnegative": NONNEGATIVE,
    "probability": PROBABILITY,
    "integer": INTEGER,
}
_MAX_BITS = 4000
_BITS, _DIGITS = 64, 5  # of a rational end beyond one that is none
_MOST_DIGITS = 4000  # of a number, which is as many as a certificate may hold
Limit = tuple[Sense, Expression]
_SENSES = {r"\ge": Sense.GE, ">": Sense.GT, r"\le": Sense.LE, "<": Sense.LT}


def read_where(
    text: str | Fragment, scope: Scope | None = None, *, takes_constants: bool = False
) -> Scope:
    r"""Return a scope with the symbols that `text` declares.

    Parameters
    ----------
    text : str or Fragment
        Declarations, separated by semicolons or commas; each is ``SYMBOLS in INTERVAL``,
        ``SYMBOLS KIND``, ``SYMBOLS KIND in INTERVAL`` or ``SYMBOLS KIND >= NUMBER``, where KIND is
        real, positive, nonnegative, probability or integer and may be left out before a bound.
    scope : Scope, optional
        The scope to extend.
    takes_constants : bool
        Whether an end may be a constant such as ``\pi/2``, which no rational is. The domain then
        reaches a little farther, and the `limits` of the scope say where it ends.

    Raises
    ------
    ReaderError
        If a declaration cannot be read, declares a symbol twice, or has an empty domain.

    Examples
    --------
    >>> scope = read_where(r"x in (0, 1/2], n integer >= 1, \varepsilon, \delta positive")
    >>> [f"{symbol.name}: {symbol.domain}" for symbol in scope.symbols]
    ['x: (0, 0.5]', 'n: the integers >= 1', 'epsilon: (0, oo)', 'delta: (0, oo)']
    """
    fragment = Fragment.of(text)
    reader = _DeclarationReader(fragment, tokenize(fragment), takes_constants=takes_constants)
    scope = Scope() if scope is None else scope
    before = scope.own
    while not reader.is_done():
        reader.scope = scope if takes_constants else reader.scope
        spellings, domain = reader.declaration()
        for spelling, token in spellings:
            if spelling.latex in scope.own:
                message = f"{spelling.latex} is already declared"
                if spelling.latex not in before:
                    message += f"; say all of it at once, as in {spelling.latex} integer >= 1"
                raise ReaderError(message, fragment, token.start, disputed=(spelling.latex,))
            scope, symbol = scope.declare(spelling, domain)
            scope = scope.limited(symbol, reader.limits)
    return scope


def read_domain(text: str | Fragment) -> Domain:
    r"""Return the domain that a declaration would give, such as ``integer >= 1`` or ``(0, 1/8]``.

    Raises
    ------
    ReaderError
        If `text` is no domain, or an empty one.

    Examples
    --------
    >>> str(read_domain("positive in (-1, 1/2]")), str(read_domain(r"[0, \infty)"))
    ('(0, 0.5]', '[0, oo)')
    """
    return read_limited_domain(text, takes_constants=False)[0]


def read_limited_domain(
    text: str | Fragment, *, takes_constants: bool = True
) -> tuple[Domain, tuple[Limit, ...]]:
    """Return a domain, as of `read_domain`, and the ends of it that are no rationals."""
    fragment = Fragment.of(text)
    reader = _DeclarationReader(fragment, tokenize(fragment), takes_constants=takes_constants)
    domain = reader.interval() if reader.token.kind is Kind.OPEN else reader.domain()
    if reader.token.kind is not Kind.STOP:
        raise reader.error(f"unexpected {reader.token.key} after a domain")
    return domain, tuple(reader.limits)


def read_interval(fragment: Fragment, tokens: list[Token], at: int) -> tuple[Domain, int]:
    """Return the interval that begins at the token with index `at`, and the index after it."""
    reader = _DeclarationReader(fragment, tokens)
    reader.at = at
    return reader.interval(), reader.at


@dataclass(frozen=True)
class _Bound:
    """An end of an interval; no value is infinite."""

    value: Rational | None
    is_closed: bool


class _DeclarationReader(Cursor):
    """Reads declarations from left to right; `limits` are the ends that are no rationals."""

    def __init__(
        self, fragment: Fragment, tokens: list[Token], *, takes_constants: bool = False
    ) -> None:
        super().__init__(fragment, tokens)
        self.takes_constants = takes_constants
        self.scope = Scope()
        self.limits: list[Limit] = []

    def is_done(self) -> bool:
        return self.token.kind is Kind.STOP

    def declaration(self) -> tuple[list[tuple[Spelling, Token]], Domain]:
        self.limits = []
        spellings = [self.symbol()]
        while self.token.kind is Kind.COMMA:
            self.at += 1
            spellings.append(self.symbol())
        domain = self.domain()
        if self.token.kind in (Kind.COMMA, Kind.SEMICOLON):
            self.at += 1
        elif not self.is_done():
            raise self.error("expected a comma, a semicolon or the end after a declaration")
        return spellings, domain

    def symbol(self) -> tuple[Spelling, Token]:
        """Read up to a comma, a keyword or a relation outside of all brackets."""
        start, depth = self.at, 0
        while self.token.kind is not Kind.STOP:
            kind = self.token.kind
            is_end = kind in (Kind.COMMA, Kind.SEMICOLON, Kind.RELATION) or self.keyword()
            if depth == 0 and is_end:
                break
            depth += _DEPTH.get(kind, 0)
            self.at += 1
        first = self.tokens[start]
        tokens = self.tokens[start : self.at]
        if not tokens:
            raise self.error("a symbol is missing here")
        word = self.word(start)
        if len(word) > 1:
            if rf"\{word}" not in vocabulary.GREEK:
                raise ReaderError(
                    rf"a symbol of several letters is written \mathrm{{{word}}}",
                    self.fragment,
                    first.start,
                )
            key = r"\varepsilon" if word == "epsilon" else rf"\{word}"
            scripts = tokens[len(word) :]
            tokens = [Token(Kind.NAME, key, first.start, tokens[len(word) - 1].stop), *scripts]
        stop = Token(Kind.STOP, "", tokens[-1].stop, tokens[-1].stop)
        try:
            return read_spelling(self.fragment, [*tokens, stop]), first
        except ReaderError as error:
            if self.kind is not Kind.RELATION or self.keyword():
                raise
            message = f"{error.message}; a relation between symbols is an assumption (--assume)"
            raise ReaderError(message, self.fragment, error.offset) from None

    def word(self, start: int) -> str:
        """Return the letters that stand side by side from a token on."""
        letters = ""
        for index in range(start, len(self.tokens)):
            token = self.tokens[index]
            is_next = not letters or token.start == self.tokens[start].start + len(letters)
            if token.kind is not Kind.NAME or len(token.key) != 1 or not is_next:
                break
            letters += token.key
        return letters

    def keyword(self) -> str:
        """Return the keyword that begins here, or nothing."""
        if self.token.key == r"\in":
            return "in"
        is_inside = (
            self.is_joined()
            and self.tokens[self.at - 1].kind is Kind.NAME
            and len(self.tokens[self.at - 1].key) == 1
        )
        word = "" if is_inside else self.word(self.at)
        return word if word in KINDS or word == "in" else ""

    def domain(self) -> Domain:
        start = self.token
        kind = self.keyword()
        if kind in KINDS:
            self.at += len(kind)
            domain = KINDS[kind]
            kind = self.keyword()
        elif kind != "in" and self.token.kind is not Kind.RELATION:
            raise self.error(
                "expected a domain: 'in' and an interval, or one of " + ", ".join(KINDS),
                self.last_word(),
            )
        else:
            domain = REAL
        if kind == "in":
            self.at += 1 if self.token.key == r"\in" else 2
            return self.meet(domain, self.interval(), start)
        while self.token.kind is Kind.RELATION:
            domain = self.meet(domain, self.bound(), start)
        return domain

    def last_word(self) -> Token:
        """Return the token at which the last of several words begins, or the next token."""
        for at in range(self.at - 1, 0, -1):
            is_apart = self.tokens[at].start > self.tokens[at - 1].stop
            if self.tokens[at].kind is not Kind.NAME:
                break
            if is_apart and len(self.word(at)) > 1:
                return self.tokens[at]
        return self.token

    def bound(self) -> Domain:
        sign = self.token
        if sign.key not in _SENSES:
            raise self.error("a bound is >=, >, <= or <", sign)
        self.at += 1
        sense = _SENSES[sign.key]
        end = self.end(self.number(), sense)
        if sense.is_lower:
            return Domain(lower=end.value, lower_closed=end.is_closed)
        return Domain(upper=end.value, upper_closed=end.is_closed)

    def interval(self) -> Domain:
        opener = self.token
        if opener.kind is not Kind.OPEN or opener.key not in ("(", "["):
            raise self.error("expected an interval such as (0, 1/8] or [0, \\infty)")
        self.at += 1
        lower = self.number(sign=-1)
        if self.token.kind is not Kind.COMMA:
            raise self.error("expected a comma between the ends of the interval")
        self.at += 1
        upper = self.number(sign=1)
        closer = self.token
        if closer.kind is not Kind.CLOSE or closer.key not in (")", "]"):
            raise self.error("expected ) or ] at the end of the interval")
        self.at += 1
        for value, bracket, closed in ((lower, opener, "["), (upper, closer, "]")):
            if value is None and bracket.key == closed:
                raise self.error("an infinite end is open", bracket)
        first = self.end(lower, Sense.GE if opener.key == "[" else Sense.GT)
        last = self.end(upper, Sense.LE if closer.key == "]" else Sense.LT)
        return self.make(
            opener,
            lower=first.value,
            upper=last.value,
            lower_closed=first.is_closed,
            upper_closed=last.is_closed,
        )

    def end(self, value: Rational | Expression | None, sense: Sense) -> _Bound:
        """Return a rational end; for a constant that is none, one beyond it, and note the limit."""
        if not isinstance(value, Expression):
            return _Bound(value, value is not None and not sense.is_strict)
        self.limits.append((sense, value))
        return _Bound(_beyond(value, is_upper=sense.is_upper), True)

    def number(self, sign: int = 0) -> Rational | Expression | None:
        """Return a rational, a constant where it may stand here, or None for infinity."""
        start = self.token
        at = self.at
        if start.key in ("+", "-"):
            at += 1
        if self.tokens[at].key == r"\infty" or self.is_oo(at):
            is_negative = start.key == "-"
            if sign == 0 or is_negative != (sign < 0):
                raise self.error("infinity cannot stand here", start)
            self.at = at + (1 if self.tokens[at].key == r"\infty" else 2)
            return None
        scientific = self.scientific()
        if scientific is not None:
            return scientific
        tokens = self.before_comma() if sign < 0 else self.tokens
        reader = FormulaReader(self.fragment, tokens, self.scope)
        reader.at = self.at
        end = reader.expression()
        value = _exact(end)
        if value is None and (not self.takes_constants or end.names()):
            raise self.error("an end or a bound is a rational number or \\infty", start)
        if value is None and _beyond(end, is_upper=True) is None:
            raise self.error(
                f"an end or a bound is a number of at most {_MOST_DIGITS} digits, or \\infty", start
            )
        self.at = reader.at
        return end if value is None else value

    def before_comma(self) -> list[Token]:
        """Return the tokens up to the comma between two ends, which separates no thousands."""
        depth = 0
        for at in range(self.at, len(self.tokens)):
            token = self.tokens[at]
            depth += _DEPTH.get(token.kind, 0)
            if depth == 0 and token.kind is Kind.COMMA:
                return [*self.tokens[:at], Token(Kind.STOP, "", token.start, token.start)]
        return self.tokens

    def is_oo(self, at: int) -> bool:
        return self.tokens[at].key == "o" and self.tokens[at + 1].key == "o"

    def scientific(self) -> Rational | None:
        """Return a number such as 1e-6, which only a bound may be."""
        end = self.at
        text = ""
        while self.tokens[end].key in _NUMERIC and (
            end == self.at or self.tokens[end].start == self.tokens[end - 1].stop
        ):
            text += self.tokens[end].key
            end += 1
        mantissa, mark, exponent = text.partition("e")
        digits = exponent.lstrip("+-")
        if not mark or not digits.isdigit() or len(digits) > 3 or not mantissa.strip("-+."):
            return None
        try:
            value = Rational(text)
        except ValueError:
            return None
        self.at = end
        return value

    def meet(self, one: Domain, other: Domain, token: Token) -> Domain:
        lower = max((_lower(one), _lower(other)), key=_lower_key)
        upper = min((_upper(one), _upper(other)), key=_upper_key)
        return self.make(
            token,
            lower=lower.value,
            upper=upper.value,
            lower_closed=lower.is_closed,
            upper_closed=upper.is_closed,
            integer=one.integer or other.integer,
        )

    def make(
        self,
        token: Token,
        *,
        lower: Rational | None,
        upper: Rational | None,
        lower_closed: bool,
        upper_closed: bool,
        integer: bool = False,
    ) -> Domain:
        try:
            return Domain(
                lower=lower,
                upper=upper,
                lower_closed=lower_closed,
                upper_closed=upper_closed,
                integer=integer,
            )
        except StatementError as error:
            raise self.error(str(error), token) from None


_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
_NUMERIC = (*"0123456789+-.", "e")


def _lower(domain: Domain) -> _Bound:
    return _Bound(domain.lower, domain.lower_closed)


def _upper(domain: Domain) -> _Bound:
    return _Bound(domain.upper, domain.upper_closed)


def _lower_key(bound: _Bound) -> tuple[bool, Rational, bool]:
    return (bound.value is not None, bound.value or Rational(0), not bound.is_closed)


def _upper_key(bound: _Bound) -> tuple[bool, Rational, bool]:
    return (bound.value is None, bound.value or Rational(0), bound.is_closed)


def _beyond(constant: Expression, *, is_upper: bool) -> Rational | None:
    """Return a number of few digits that is not below a constant, or not above; None if none is."""
    try:
        values = enclose(read_term(expression_to_json(constant)), {}, _BITS)
    except (Undefined, Rejected):
        return None
    end = values.high if is_upper else values.low
    if not isinstance(end, Rational) or abs(end) >= Rational(10) ** _MOST_DIGITS:
        return None
    size = len(str(math.floor(abs(end)))) if abs(end) >= 1 else 0
    unit = Rational(10) ** (size - _DIGITS)
    return (math.ceil(end / unit) if is_upper else math.floor(end / unit)) * unit


def _exact(node: Expression) -> Rational | None:
    """Return the value of a small expression of numbers, or None."""
    if isinstance(node, Number):
        return node.value
    if not isinstance(node, Operation):
        return None
    values = [_exact(operand) for operand in node.operands]
    known = [value for value in values if value is not None]
    if len(known) != len(values):
        return None
    if node.operator is Operator.NEGATE:
        return -known[0]
    if node.operator is Operator.ADD:
        return sum(known, Rational(0))
    if node.operator is Operator.MULTIPLY:
        product = Rational(1)
        for value in known:
            product *= value
        return product
    if node.operator is Operator.DIVIDE:
        return known[0] / known[1] if known[1] else None
    if node.operator is Operator.POWER:
        return _power(*known)
    return None


def _power(base: Rational, exponent: Rational) -> Rational | None:
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    is_small = exponent.denominator == 1 and abs(exponent) * size <= _MAX_BITS
    if not is_small or (base == 0 and exponent <= 0):
        return None
    return Rational(base ** int(exponent))
