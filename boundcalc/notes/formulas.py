r"""The reader of formulas: strict, because a guess would make a verdict worthless.

`read_expression` reads one expression. It keeps what was written: nothing is simplified, and
parentheses stay in the tree.

Where mathematicians differ, the rule is:

- A fraction with a slash ends its product: ``a b/c`` is (ab)/c, and ``a/b c``, ``a/b \cdot c`` and
  ``a/b/c`` are errors that ask for parentheses.
- Parentheses right after ``\ln``, ``\log``, ``\exp`` hold the whole argument: ``\ln(a) b`` is
  (ln a) b. What would attach to them is an error: ``\ln(a)(b)``, ``\ln(a)^2``, ``\ln(a)!``.
- Without parentheses the argument is the run of numbers, names and their powers that follows:
  ``\ln 2x`` is ln(2x), ``\ln x^2`` is ln(x^2), ``\ln x + 1`` and ``\ln x \cdot y`` end it, and so
  does the next function. It may also be one fraction, root, binomial or absolute value. Anything
  else after it is an error: ``\ln a(b)``, ``\ln x/y``, ``\ln\frac{1}{b} n``, ``\ln 2 \, n``,
  ``\log_2 e n``.
- ``\ln^2 x`` is (ln x)^2; ``\ln^{-1} x`` is an error.
- A sum takes the whole product that follows it. What is summed may not hide the index in a name:
  ``\sum_{i=1}^n x_i`` is an error, unless the whole sum is declared as a symbol.
- A bar closes the absolute value that was opened last, if there is something in it; otherwise it
  opens one.
- A name before parentheses is a factor, but ``\Pr[...]``, ``\mathbb{E}[...]``, ``P[...]``,
  ``E[...]``, ``H(...)``, ``I(...)`` whose letter is not declared are opaque symbols.
- ``e`` and ``\pi`` are the constants unless declared; ``1e-6`` is an error.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction as Rational

from boundcalc.language.domains import INTEGER, NONNEGATIVE, PROBABILITY, REAL
from boundcalc.language.errors import ExpressionError
from boundcalc.language.expressions import (
    PI,
    Constant,
    E,
    Expression,
    Number,
    Operation,
    Operator,
    Sum,
    Symbol,
)
from boundcalc.notes import vocabulary
from boundcalc.notes.names import Name, NameReader, canonical, group_end, visible
from boundcalc.notes.scope import Phrase, Scope
from boundcalc.notes.source import Fragment, ReaderError
from boundcalc.notes.tokens import Kind, Token, tokenize

MAX_NESTING = 100
MAX_DIGITS = 400


def read_expression(text: str | Fragment, scope: Scope) -> Expression:
    r"""Return the expression that LaTeX mathematics spells.

    Parameters
    ----------
    text : str or Fragment
        The formula, without dollar signs.
    scope : Scope
        The symbols that it may use.

    Raises
    ------
    ReaderError
        If any part of `text` has no meaning, or more than one; it points at the place.

    Examples
    --------
    >>> from boundcalc.language import POSITIVE, Symbol
    >>> scope = Scope.of([Symbol("epsilon", POSITIVE), Symbol("n", POSITIVE)])
    >>> str(read_expression(r"e^{-\frac{\epsilon^2 n}{8}}", scope))
    'e^(-epsilon^2 * n / 8)'
    """
    fragment = Fragment.of(text)
    return FormulaReader(fragment, tokenize(fragment), scope).whole()


class _Tail(Enum):
    """How the factor that was just read ends, which decides what may follow it."""

    PLAIN = "plain"
    CALL = "call"  # a function with its argument in parentheses
    LOG_CALL = "logarithm call"  # the same, for functions that are often written without
    RUN = "run"  # an argument without parentheses
    SINGLE = "single"  # an argument without parentheses that nothing may follow


_PROBABILITY = ("P", r"\Pr", r"\mathrm{P}", r"\mathbb{P}", r"\mathbf{P}", r"\mathbf{Pr}")
_EXPECTATION = ("E", r"\mathrm{E}", r"\mathbb{E}", r"\mathbf{E}")
_INFORMATION = (
    "H",
    "I",
    r"\mathrm{H}",
    r"\mathrm{I}",
    r"\mathbb{H}",
    r"\mathbb{I}",
    r"\mathrm{Var}",
)
_OPAQUE = {
    **dict.fromkeys(_PROBABILITY, PROBABILITY),
    **dict.fromkeys(_EXPECTATION, REAL),
    **dict.fromkeys(_INFORMATION, NONNEGATIVE),
}
_PARENTHESES = ("(", "[", r"\{")
_LOGARITHMS = (Operator.LN, Operator.LOG)
_OPERANDS = (Kind.NAME, Kind.DIGIT, Kind.ACCENT, Kind.FUNCTION, Kind.OPEN, Kind.LEFT_BRACE)
_FENCES = {"|": Operator.ABS, r"\lfloor": Operator.FLOOR, r"\lceil": Operator.CEIL}


class FormulaReader:
    """Reads expressions from a list of tokens that ends in a STOP, from left to right."""

    def __init__(self, fragment: Fragment, tokens: list[Token], scope: Scope) -> None:
        self.fragment = fragment
        self.tokens = tokens
        self.scope = scope
        self.at = 0
        self._names = NameReader(tokens, fragment)
        self._indexes: dict[str, Symbol] = {}
        self._bars = [False]  # for each open group, whether a bar closes it
        self._tail = _Tail.PLAIN
        self._function: Token = tokens[-1]  # the last function, for messages

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    @property
    def kind(self) -> Kind:
        """The kind of the next token."""
        return self.tokens[self.at].kind

    def whole(self) -> Expression:
        """Return the expression that all tokens spell."""
        node = self.expression()
        if self.token.kind is not Kind.STOP:
            raise self.unexpected()
        return node

    def expression(self) -> Expression:
        """Return the longest sum that begins here."""
        self._enter(False)
        try:
            node = self._sum()
        except ExpressionError as error:
            raise self.error(str(error)) from None
        except RecursionError:
            raise self.error("the formula nests too deeply") from None
        self._bars.pop()
        return node

    def _enter(self, is_bar: bool) -> None:
        if len(self._bars) > MAX_NESTING:
            raise self.error(f"a formula nests at most {MAX_NESTING} levels")
        self._bars.append(is_bar)

    def _sum(self) -> Expression:
        is_negative = self.token.key == "-"
        self.at += is_negative
        first = self._term()
        terms = [Operation(Operator.NEGATE, (first,)) if is_negative else first]
        while self.token.kind is Kind.OPERATOR and self.token.key in ("+", "-"):
            is_negative = self.token.key == "-"
            self.at += 1
            term = self._term()
            terms.append(Operation(Operator.NEGATE, (term,)) if is_negative else term)
        return terms[0] if len(terms) == 1 else Operation(Operator.ADD, tuple(terms))

    # Products.

    def _term(self) -> Expression:
        factors = [self._factor()]
        while True:
            token = self.token
            if token.kind is Kind.OPERATOR and token.key == "/":
                return self._quotient(factors)
            if token.kind is Kind.OPERATOR and token.key in (r"\cdot", r"\times", "*"):
                self.at += 1
                factors.append(self._factor())
            elif self._begins_operand():
                self._check_juxtaposition(factors[-1])
                factor = self._factor()
                if token.key == r"\frac" and isinstance(factors[-1], Number):
                    self._check_mixed_number(factor, token)
                factors.append(factor)
            else:
                return _product(factors)

    def _quotient(self, factors: list[Expression]) -> Expression:
        if self._tail in (_Tail.RUN, _Tail.SINGLE):
            raise self.error(
                f"does this divide {self._function.key} or its argument? put parentheses"
            )
        self.at += 1
        divisor = self._factor()
        token = self.token
        is_product = token.kind is Kind.OPERATOR and token.key not in ("+", "-")
        if is_product or self._begins_operand():
            raise self.error(
                "does this belong to the denominator? put parentheses around the quotient or "
                "the denominator"
            )
        return Operation(Operator.DIVIDE, (_product(factors), divisor))

    def _begins_operand(self) -> bool:
        token = self.token
        if token.kind in _OPERANDS:
            return True
        if token.kind is Kind.BAR:
            return not self._bars[-1]
        if token.kind is Kind.COMMAND:
            return token.key not in (r"\choose", r"\over", r"\overset", r"\substack")
        if token.kind is Kind.DOT:
            return self._is_digit_after(token)
        return token.key in self.scope.phrases

    def _is_digit_after(self, token: Token) -> bool:
        following = self.tokens[self.at + 1]
        return following.kind is Kind.DIGIT and following.start == token.stop

    def _check_juxtaposition(self, previous: Expression) -> None:
        token, tail = self.token, self._tail
        is_fence = token.kind in (Kind.OPEN, Kind.BAR, Kind.LEFT_BRACE)
        if (
            tail is _Tail.SINGLE
            or (tail is _Tail.RUN and token.kind is not Kind.FUNCTION)
            or (tail is _Tail.LOG_CALL and is_fence)
        ):
            raise self.error(
                f"does this belong to the argument of {self._function.key}? put parentheses, "
                r"or \cdot before it"
            )
        if token.kind in (Kind.DIGIT, Kind.DOT):
            raise self.error(r"a number after a factor; write \cdot between them")
        if isinstance(previous, Number) and token.key == "e" and "e" not in self.scope.names:
            self._check_scientific(token)

    def _check_scientific(self, token: Token) -> None:
        before, after = self.tokens[self.at - 1], self.tokens[self.at + 1]
        is_joined = before.stop == token.start and token.stop == after.start
        if is_joined and (after.kind is Kind.DIGIT or after.key in ("+", "-")):
            raise self.error(
                r"e is Euler's number here; write a power of ten as 10^{-6}, or \cdot before e"
            )

    def _check_mixed_number(self, factor: Expression, token: Token) -> None:
        if (
            isinstance(factor, Operation)
            and factor.operator is Operator.DIVIDE
            and all(isinstance(part, Number) for part in factor.operands)
        ):
            raise self.error(r"is this a mixed number? write + or \cdot before the fraction", token)

    # Factors: an operand with its powers and factorials.

    def _factor(self) -> Expression:
        node, has_power = self._operand()
        while True:
            token = self.token
            if token.kind is Kind.SUP:
                self._check_postfix("power")
                if has_power:
                    raise self.error("a second exponent; put parentheses around the first power")
                self.at += 1
                node = Operation(Operator.POWER, (node, self.argument("an exponent")))
                has_power, self._tail = True, _Tail.PLAIN
            elif token.kind is Kind.BANG:
                self._check_postfix("factorial")
                if has_power or self.tokens[self.at - 1].kind is Kind.BANG:
                    raise self.error("the factorial of what? put parentheses")
                self.at += 1
                node = Operation(Operator.FACTORIAL, (node,))
            elif token.kind in (Kind.SUB, Kind.PRIME):
                what = "subscript" if token.kind is Kind.SUB else "prime"
                raise self.error(f"a {what} belongs to a name; there is none before it")
            else:
                return node

    def _check_postfix(self, what: str) -> None:
        if self._tail is not _Tail.PLAIN:
            raise self.error(
                f"is this a {what} of {self._function.key} or of its argument? put parentheses"
            )

    def _operand(self) -> tuple[Expression, bool]:
        """Return what stands here, and whether a power of it was already read."""
        if self.token.kind is Kind.FUNCTION and self.token.key not in self.scope.phrases:
            return self._application(), False
        self._tail = _Tail.PLAIN
        node, has_power = self._plain_operand()
        if self._tail is not _Tail.CALL:
            self._tail = _Tail.PLAIN
        return node, has_power

    def _plain_operand(self) -> tuple[Expression, bool]:
        token = self.token
        phrase = self._phrase() if token.key in self.scope.phrases else None
        if phrase is not None:
            return self._phrase_value(*phrase), False
        if token.kind in (Kind.NAME, Kind.ACCENT):
            return self._name()
        if token.kind in (Kind.DIGIT, Kind.DOT) and (
            token.kind is Kind.DIGIT or self._is_digit_after(token)
        ):
            return self._number(), False
        if token.kind is Kind.FUNCTION:
            return self._application(), False
        if token.kind in (Kind.OPEN, Kind.BAR):
            return self._group(), False
        if token.kind is Kind.LEFT_BRACE:
            return self._braces()
        if token.kind is Kind.COMMAND and token.key in _COMMANDS:
            self.at += 1
            return _COMMANDS[token.key](self, token), False
        raise self._missing()

    def _number(self) -> Expression:
        start = self.at
        self._digits()
        is_decimal = self.token.kind is Kind.DOT and self._is_digit_after(self.token)
        if is_decimal and (self._is_adjacent() or self.at == start):
            self.at += 1
            self._digits()
        if self.at - start > MAX_DIGITS:
            raise self.error(f"a number has at most {MAX_DIGITS} digits", self.tokens[start])
        digits = "".join(token.key for token in self.tokens[start : self.at])
        self._check_thousands()
        return Number(Rational(digits))

    def _digits(self) -> None:
        while self.token.kind is Kind.DIGIT and (
            self._is_adjacent() or self.tokens[self.at - 1].kind is not Kind.DIGIT
        ):
            self.at += 1

    def _is_adjacent(self) -> bool:
        return self.at > 0 and self.tokens[self.at - 1].stop == self.token.start

    def _check_thousands(self) -> None:
        rest = self.tokens[self.at : self.at + 5]
        if (
            len(rest) > 4
            and rest[0].kind is Kind.COMMA
            and all(token.kind is Kind.DIGIT for token in rest[1:4])
            and rest[4].kind is not Kind.DIGIT
            and rest[3].stop == rest[0].start + 4
            and self._is_adjacent()
        ):
            raise self.error(
                "a separator of thousands, or of two numbers? write the number without it, or a "
                "space after the comma"
            )

    def _group(self) -> Expression:
        """Return what stands between two delimiters."""
        opener = self.token
        operator = _FENCES.get(opener.key)
        if operator is None and opener.key not in _PARENTHESES:
            raise self.error(f"{opener.key} has no meaning in a formula")
        node = self.fenced(opener)
        return node if operator is None else Operation(operator, (node,))

    def fenced(self, opener: Token) -> Expression:
        """Return the expression between `opener`, the next token, and what closes it."""
        self.at += 1
        if self._closes(opener):
            raise self.error(f"nothing stands between {opener.key} and {self.token.key}", opener)
        is_bar = opener.kind is Kind.BAR
        self._enter(is_bar)
        node = self._sum()
        self._bars.pop()
        self.close(opener)
        self._tail = _Tail.PLAIN
        return node

    def _closes(self, opener: Token) -> bool:
        token = self.token
        if opener.kind is Kind.BAR:
            return False
        return token.kind is Kind.CLOSE and token.key == vocabulary.OPENING[opener.key]

    def close(self, opener: Token) -> None:
        """Move behind the delimiter that closes `opener`, or say why there is none."""
        token = self.token
        closing = vocabulary.OPENING[opener.key]
        is_pair = opener.kind is Kind.BAR and token.kind is Kind.BAR
        is_paired = (opener.side in ("left", "right")) == (token.side in ("left", "right"))
        if (is_pair or token.kind is Kind.CLOSE) and token.key == closing and is_paired:
            self.at += 1
            return
        if token.kind in (Kind.STOP, Kind.RIGHT_BRACE, Kind.AMPERSAND, Kind.NEWLINE):
            raise self.error(f"this {opener.key} is never closed", opener)
        if token.kind is Kind.CLOSE:
            where = self.fragment.source.position(opener.start)
            shown = rf"\left{opener.key}" if opener.side in ("left", "right") else opener.key
            raise self.error(f"expected {closing} here, for the {shown} in column {where.column}")
        raise self.unexpected()

    def _braces(self) -> tuple[Expression, bool]:
        """Return what stands in braces that do not print, one factor only."""
        opener, end = self.token, group_end(self.tokens, self.at)
        self.at += 1
        if self.at == end:
            raise self.error("an empty group", opener)
        splits = self._splits(end)
        if splits:
            return self._infix(splits[0], end), False
        self._enter(False)
        node, has_power = self._operand()
        if self.at != end:
            node, has_power = self._power_in_braces(node, has_power)
        self._bars.pop()
        if self.at != end:
            raise self.error("these braces do not print; put parentheses", opener)
        self.at = end + 1
        return node, has_power

    def _power_in_braces(self, node: Expression, has_power: bool) -> tuple[Expression, bool]:
        if self.token.kind is Kind.SUP and not has_power:
            self._check_postfix("power")
            self.at += 1
            return Operation(Operator.POWER, (node, self.argument("an exponent"))), True
        return node, has_power

    def _splits(self, end: int) -> list[int]:
        depth, found = 0, []
        for index in range(self.at, end):
            kind = self.tokens[index].kind
            depth += (kind is Kind.LEFT_BRACE) - (kind is Kind.RIGHT_BRACE)
            if depth == 0 and self.tokens[index].key in (r"\choose", r"\over"):
                found.append(index)
        return found

    def _infix(self, split: int, end: int) -> Expression:
        command = self.tokens[split]
        upper = self.expression()
        if self.at != split:
            raise self.unexpected()
        self.at += 1
        lower = self.expression()
        if self.at != end:
            raise self.unexpected()
        self.at += 1
        operator = Operator.BINOMIAL if command.key == r"\choose" else Operator.DIVIDE
        return Operation(operator, (upper, lower))

    def argument(self, what: str, *, may_share_digits: bool = False) -> Expression:
        """Return an argument in braces, or of one sign."""
        token = self.token
        if token.kind is Kind.LEFT_BRACE:
            self.at += 1
            if self.kind is Kind.RIGHT_BRACE:
                raise self.error(f"{what} is empty", token)
            node = self.expression()
            if self.token.kind is not Kind.RIGHT_BRACE:
                raise self.unexpected()
            self.at += 1
            return node
        if token.kind is Kind.DIGIT:
            return self._single_digit(may_share_digits)
        if token.kind is Kind.NAME:
            self.at += 1
            return self._meaning(token.key, self.at - 1)
        if token.kind in (Kind.STOP, Kind.RIGHT_BRACE):
            raise self.error(f"{what} is missing")
        raise self.error(f"{what} of more than one sign needs braces")

    def _single_digit(self, may_share_digits: bool) -> Expression:
        token = self.token
        self.at += 1
        if not may_share_digits and self._is_adjacent():
            is_number = self.token.kind is Kind.DIGIT or (
                self.token.kind is Kind.DOT and self._is_digit_after(self.token)
            )
            if is_number:
                raise self.error(
                    f"without braces only the {token.key} belongs to it; "
                    "put the whole number in braces"
                )
        return Number(Rational(token.key))

    # Names.

    def _name(self) -> tuple[Expression, bool]:
        start = self.at
        name = self._names.read(start)
        self.at = name.stop
        declared = self._declared(name.latex)
        if declared is None:
            opaque = self._opaque(name, start)
            if opaque is not None:
                return opaque, False
            if name.head == "W" and name.latex in ("W_{0}", "W_{-1}") and self.token.key == "(":
                return self._lambert(name.latex), False
        self._check_index(name.latex, start, name.stop)
        node = self._meaning(name.latex, start) if declared is None else declared
        if name.power is None:
            return node, False
        self.at = name.power + 1
        node = Operation(Operator.POWER, (node, self.argument("an exponent")))
        self.at = name.stop
        return node, True

    def _declared(self, latex: str) -> Expression | None:
        index = self._indexes.get(latex)
        return self.scope.names.get(latex) if index is None else index

    def _meaning(self, latex: str, start: int) -> Expression:
        declared = self._declared(latex)
        if declared is not None:
            return declared
        if latex in ("e", r"\mathrm{e}"):
            return E
        if latex == r"\pi":
            return PI
        raise self._undeclared(latex, start)

    def _check_index(self, latex: str, start: int, stop: int) -> None:
        if latex in self._indexes:
            return
        for token in self.tokens[start:stop]:
            if token.key in self._indexes:
                raise self.error(
                    f"{latex:.40} depends on the index {token.key} of a sum, and such families are "
                    r"not read; declare the whole sum, as in '\sum_{i=1}^{n} x_i real'",
                    self.tokens[start],
                )

    def _opaque(self, name: Name, start: int) -> Expression | None:
        domain = _OPAQUE.get(name.head)
        if domain is None or name.head in self.scope.names:
            return None
        if self.token.kind is Kind.SUP:
            if name.head not in _INFORMATION:
                raise self.error("raise the whole probability or expectation, in parentheses")
            _, self.at = self._names.script(self.at)
        opener = self.at
        if self.token.kind is not Kind.OPEN or self.token.key not in _PARENTHESES:
            self.at = name.stop
            if name.head == r"\Pr":
                raise self.error(r"expected [ or ( after \Pr")
            return None
        end = self._matching(opener)
        if end == opener + 1:
            raise self.error(f"nothing stands in {name.latex}", self.tokens[opener])
        self.at = end + 1
        latex = canonical(self.tokens[start : self.at])
        self._check_index(latex, start, self.at)
        return Symbol(latex, domain, latex=latex)

    def _matching(self, opener: int) -> int:
        r"""Return the index of what closes `opener`; half-open intervals may stand inside."""
        open_tokens: list[Token] = []
        for index in range(opener, len(self.tokens)):
            token = self.tokens[index]
            if token.kind is Kind.OPEN:
                open_tokens.append(token)
            elif token.kind is Kind.CLOSE:
                first = open_tokens.pop()
                if not open_tokens and vocabulary.OPENING[first.key] == token.key:
                    return index
                if not open_tokens:
                    raise self.error(
                        f"expected {vocabulary.OPENING[first.key]} here, for the {first.key} "
                        f"in column {self.fragment.source.position(first.start).column}",
                        token,
                    )
        raise self.error(f"this {self.tokens[opener].key} is never closed", self.tokens[opener])

    def _lambert(self, latex: str) -> Expression:
        branch: Expression = Number(Rational(0))
        if latex == "W_{-1}":
            branch = Operation(Operator.NEGATE, (Number(Rational(1)),))
        self._function = self.tokens[self.at - 1]
        argument = self.fenced(self.token)
        self._tail = _Tail.CALL
        return Operation(Operator.LAMBERT_W, (branch, argument))

    def _phrase(self) -> tuple[Phrase, int] | None:
        """Return the longest declared phrase that stands here, and the index after it."""
        for phrase in self.scope.phrases[self.token.key]:
            end = self._match(phrase.spelling.keys)
            if end is not None and self.tokens[end].kind not in (Kind.SUB, Kind.PRIME):
                return phrase, end
        return None

    def _match(self, keys: tuple[str, ...]) -> int | None:
        end = self.at
        found: list[Token] = []
        limit = self.at + 3 * len(keys)
        while end < min(limit, len(self.tokens) - 1):
            found = visible([*found, self.tokens[end]])
            end += 1
            settled = len(found) - 2
            if settled > 0 and found[settled - 1].key != keys[min(settled, len(keys)) - 1]:
                return None
            if len(found) == len(keys) and tuple(token.key for token in found) == keys:
                return end
        return None

    def _phrase_value(self, phrase: Phrase, end: int) -> Expression:
        start, self.at = self.at, end
        self._check_index(phrase.spelling.latex, start, end)
        is_more = self.token.kind in (Kind.SUP, Kind.BANG) or self._begins_operand()
        is_product = self.token.kind is Kind.OPERATOR and self.token.key not in ("+", "-")
        if phrase.spelling.is_open and (is_more or is_product):
            raise self.error(
                f"does this belong to {phrase.spelling.latex:.60}? put that into parentheses"
            )
        return phrase.value

    # Functions.

    def _application(self) -> Expression:
        token = self.token
        operator = vocabulary.FUNCTIONS[token.key]
        self.at += 1
        if operator in (Operator.MAX, Operator.MIN):
            return self._extremum(operator, token)
        base, power = self._function_scripts(operator)
        self._function = token
        if self.token.kind is Kind.OPEN and self.token.key in _PARENTHESES:
            argument = self.fenced(self.token)
            tail = _Tail.LOG_CALL if operator in _LOGARITHMS else _Tail.CALL
        elif operator in (Operator.ERF, Operator.ERFC):
            raise self.error(f"expected ( after {token.key}")
        else:
            argument, tail = self._bare_argument(token)
        self._tail, self._function = tail, token
        node = self._applied(operator, base, argument)
        return node if power is None else Operation(Operator.POWER, (node, power))

    def _applied(
        self, operator: Operator, base: Expression | None, argument: Expression
    ) -> Expression:
        if operator is not Operator.LOG:
            return Operation(operator, (argument,))
        base = self.scope.log_base if base is None else base
        if base is None:
            return Operation(Operator.LN, (argument,))
        return Operation(Operator.LOG, (base, argument))

    def _function_scripts(self, operator: Operator) -> tuple[Expression | None, Expression | None]:
        base: Expression | None = None
        power: Expression | None = None
        while self.token.kind in (Kind.SUB, Kind.SUP, Kind.PRIME):
            token = self.token
            if token.kind is Kind.SUB and operator is Operator.LOG and base is None:
                self.at += 1
                base = self.argument("the base")
            elif token.kind is Kind.SUP and operator in _LOGARITHMS and power is None:
                self.at += 1
                power = self.argument("an exponent")
                if isinstance(power, Operation) and power.operator is Operator.NEGATE:
                    raise self.error("an inverse or a reciprocal? put parentheses", token)
            else:
                raise self.error(f"{token.key} cannot stand after this function")
        return base, power

    def _bare_argument(self, function: Token) -> tuple[Expression, _Tail]:
        """Return the argument of a function without parentheses, and how it ends."""
        first = self.token
        self._enter(self._bars[-1])
        try:
            if first.kind is Kind.FUNCTION:
                argument = self._factor()
                return argument, _Tail.RUN if self._tail is _Tail.RUN else _Tail.SINGLE
            if first.key == r"\sum":
                raise self.error(f"put the argument of {function.key} into parentheses")
            if not self._begins_operand():
                raise self.error(f"the argument of {function.key} is missing, or needs parentheses")
            is_phrase = first.key in self.scope.phrases and self._phrase() is not None
            start = self.at
            factors = [self._factor()]
            if is_phrase or first.kind not in _RUN or self._is_fenced(start):
                return factors[0], _Tail.SINGLE
            while self.token.kind in _RUN and not self.token.is_spaced:
                if isinstance(factors[0], Constant):
                    break
                start = self.at
                self._tail = _Tail.PLAIN
                self._check_juxtaposition(factors[-1])
                factors.append(self._factor())
                if self._is_fenced(start):
                    self._function = function
                    raise self.error(
                        f"does this belong to the argument of {function.key}? put parentheses",
                        self.tokens[start],
                    )
            return _product(factors), _Tail.RUN
        finally:
            self._bars.pop()

    def _is_fenced(self, start: int) -> bool:
        """Return whether what was read from `start` ends in a delimiter."""
        return self.tokens[self.at - 1].kind in (Kind.CLOSE, Kind.BAR) and self.at - start > 1

    def _extremum(self, operator: Operator, function: Token) -> Expression:
        if self.token.kind is Kind.SUB:
            raise self.error(
                f"{function.key} over an index is not read; declare the whole of it as a symbol, "
                r"as in '\max_j x_j real'",
                function,
            )
        opener = self.token
        if opener.kind is not Kind.OPEN or opener.key not in _PARENTHESES:
            raise self.error(rf"expected \{{ or ( after {function.key}")
        self.at += 1
        if self._closes(opener):
            raise self.error(f"{function.key} of nothing", opener)
        operands = [self.expression()]
        while self.token.kind is Kind.COMMA:
            self.at += 1
            operands.append(self.expression())
        self.close(opener)
        self._tail, self._function = _Tail.CALL, function
        return Operation(operator, tuple(operands))

    # Commands.

    def _fraction(self, command: Token) -> Expression:
        upper = self.argument("the numerator", may_share_digits=True)
        lower = self.argument("the denominator")
        return Operation(Operator.DIVIDE, (upper, lower))

    def _binomial(self, command: Token) -> Expression:
        upper = self.argument(r"the upper argument of \binom", may_share_digits=True)
        lower = self.argument(r"the lower argument of \binom")
        return Operation(Operator.BINOMIAL, (upper, lower))

    def _root(self, command: Token) -> Expression:
        degree: Expression | None = None
        if self.token.kind is Kind.OPEN and self.token.key == "[":
            degree = self.fenced(self.token)
        radicand = self.argument("the radicand")
        if degree is None or degree == Number(Rational(2)):
            return Operation(Operator.SQRT, (radicand,))
        inverse = Operation(Operator.DIVIDE, (Number(Rational(1)), degree))
        return Operation(Operator.POWER, (radicand, inverse))

    def _series(self, command: Token) -> Expression:
        ends: dict[Kind, Expression] = {}
        index: Symbol | None = None
        latex = ""
        while self.token.kind in (Kind.SUB, Kind.SUP) and self.token.kind not in ends:
            kind = self.token.kind
            self.at += 1
            if kind is Kind.SUB:
                index, latex = self._index(command)
                ends[kind] = self.expression()
                if self.kind is not Kind.RIGHT_BRACE:
                    raise self.unexpected()
                self.at += 1
            else:
                ends[kind] = self.argument("the upper end of a sum")
        if index is None or len(ends) != 2:
            raise self.error(_SERIES, command)
        hidden = self._indexes.get(latex)
        self._indexes[latex] = index
        self._enter(self._bars[-1])
        body = self._term()
        self._bars.pop()
        del self._indexes[latex]
        if hidden is not None:
            self._indexes[latex] = hidden
        return Sum(index, ends[Kind.SUB], ends[Kind.SUP], body)

    def _index(self, command: Token) -> tuple[Symbol, str]:
        if self.token.kind is not Kind.LEFT_BRACE:
            raise self.error(_SERIES, command)
        self.at += 1
        if self.kind is not Kind.NAME:
            raise self.error(_SERIES, command)
        name = self._names.read(self.at)
        self.at = name.stop
        if self.token.key != "=":
            raise self.error(_SERIES, command)
        self.at += 1
        declared = self.scope.names.get(name.latex)
        if isinstance(declared, Symbol) and declared.domain.integer:
            return declared, name.latex
        return Symbol(name.ascii, INTEGER, latex=name.latex), name.latex

    # Errors.

    def error(self, message: str, token: Token | None = None) -> ReaderError:
        """Return an error that points at `token`, or at the next one."""
        where = self.token if token is None else token
        return ReaderError(message, self.fragment, where.start)

    def unexpected(self) -> ReaderError:
        """Return the error for a token that cannot continue what stands before it."""
        token = self.token
        if token.kind is Kind.STOP:
            return self.error("the formula ends too early")
        if token.kind is Kind.CLOSE:
            return self.error(f"this {token.key} closes nothing")
        if token.kind is Kind.RELATION:
            return self.error(f"a relation {token.key} cannot stand here")
        if token.kind is Kind.AMPERSAND:
            return self.error("an alignment mark & cannot stand here")
        return self.error(f"unexpected {token.key:.40}")

    def _missing(self) -> ReaderError:
        token = self.token
        before = self.tokens[self.at - 1] if self.at else None
        is_sign = token.kind is Kind.OPERATOR and token.key in ("+", "-")
        if is_sign and before is not None and before.kind in (Kind.OPERATOR, Kind.FUNCTION):
            return self.error(f"a sign after {before.key} needs parentheses")
        if token.kind in (Kind.SYMBOL, Kind.TEXT, Kind.COMMAND):
            return self.error(f"{token.key:.40} has no meaning in a formula")
        after = f" after {before.key}" if before is not None else ""
        return self.error(f"a number, a name or a function is missing{after}")

    def _undeclared(self, latex: str, start: int) -> ReaderError:
        token = self.tokens[start]
        message = f"{latex:.60} is not declared; declare it, for example '{latex:.60} real'"
        word = self._word(start)
        if word:
            message = f"{latex} is not declared; did you mean {word}?"
        elif start and self.tokens[start - 1].key == "|" and self.tokens[self.at].key == "|":
            message += f", or '|{latex:.60}| integer >= 1' for its size"
        return ReaderError(message, self.fragment, token.start, undeclared=latex)

    def _word(self, start: int) -> str:
        """Return the command that several letters in a row were meant to be, or nothing."""
        letters = ""
        for token in self.tokens[start : start + 8]:
            if len(token.key) != 1 or not token.key.isalpha():
                break
            if letters and token.start != self.tokens[start].start + len(letters):
                break
            letters += token.key
        for size in range(len(letters), 1, -1):
            word = letters[:size]
            if word in vocabulary.WORD_FUNCTIONS or word in _GREEK_WORDS:
                return vocabulary.WORD_FUNCTIONS.get(word, rf"\{word}")
        return ""


_SERIES = r"a sum is written \sum_{i=1}^{n}; declare any other as a symbol"
_GREEK_WORDS = frozenset(key[1:] for key in vocabulary.GREEK) | {"epsilon", "sqrt"}
_RUN = (Kind.NAME, Kind.DIGIT, Kind.ACCENT, Kind.DOT)
_COMMANDS = {
    r"\frac": FormulaReader._fraction,
    r"\binom": FormulaReader._binomial,
    r"\sqrt": FormulaReader._root,
    r"\sum": FormulaReader._series,
}


def _product(factors: list[Expression]) -> Expression:
    return factors[0] if len(factors) == 1 else Operation(Operator.MULTIPLY, tuple(factors))
