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
  ``\sum_{i=1}^n x_i`` is an error, unless the whole sum is declared as a symbol. A sum of
  probabilities or expectations that depend on the index is one opaque symbol with all of the
  product after it; so are integrals up to their differential, and extrema over a set.
- A bar closes the absolute value that was opened last, if there is something in it; otherwise it
  opens one.
- A declared name before parentheses is a factor if they hold a sum, as in ``x(1-x)``, or a product
  that is raised, as in ``s(e/n)^s``. Else it may be a function, as in ``\delta(\varepsilon)``,
  ``f(-x)``, ``T(n/2)``: an error, unless the whole is declared as a symbol. So are ``f^{-1}(...)``,
  ``\pi(...)``, ``O(...)``, ``\Theta(...)``, ``\Omega(...)`` whatever they hold.
- Brackets and braces that print group only around other delimiters, as in ``[(a+b)c]``: ``[x]`` may
  be an integer part, ``\{x\}`` a fractional part. After a function they hold its argument.
- ``\sqrt[3]{x}`` needs a radicand that is nonnegative by its form and its domains.
- ``\frac{d}{dx}`` is a derivative, and not read. ``\sup_z A - B`` is an error, unless the body is
  in delimiters and what follows does not depend on z.
- ``\epsilon`` and ``\varepsilon`` are one letter where a text has only one of them, else two.
- ``\Pr[...]``, ``\mathbb{E}[...]``, ``P[...]``, ``E[...]``, ``H(...)``, ``I(...)`` whose letter is
  not declared are opaque symbols.
- ``e`` and ``\pi`` are the constants unless declared; ``1e-6`` is an error.
- A factor after ``\quad`` is an error: it may be the number of the formula.
- ``x^{(1)}`` may be a mark of the name, and ``2\frac{1}{2}`` a mixed number: both are errors.
"""

from __future__ import annotations

from collections.abc import Iterator

from boundcalc.language.errors import ExpressionError
from boundcalc.language.expressions import Expression, Number, Operation, Relation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.reader.applications import check_factor
from boundcalc.reader.cursor import Tail
from boundcalc.reader.functions import COMMANDS, read_application, read_phi_or_w, read_product
from boundcalc.reader.groupings import may_be_power_inside
from boundcalc.reader.groups import product, read_argument, read_braces, read_group, read_number
from boundcalc.reader.names import Name
from boundcalc.reader.opaque import HEADS, read_opaque
from boundcalc.reader.scope import Phrase, Scope
from boundcalc.reader.symbols import SymbolReader
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token, tokenize

MAX_NESTING = 100
_MARKS = [
    [Kind.LEFT_BRACE, Kind.OPEN, inner, Kind.CLOSE, Kind.RIGHT_BRACE]
    for inner in (Kind.DIGIT, Kind.NAME)
]
_OPERANDS = (Kind.NAME, Kind.DIGIT, Kind.ACCENT, Kind.FUNCTION, Kind.OPEN, Kind.LEFT_BRACE)


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
    return read_using(text, scope)[0]


def read_using(text: str | Fragment, scope: Scope) -> tuple[Expression, tuple[str, ...]]:
    """Return the expression, and the abbreviations that it was written with; errors as there."""
    fragment = Fragment.of(text)
    reader = FormulaReader(fragment, tokenize(fragment), scope)
    return reader.whole(), tuple(reader.abbreviations)


class FormulaReader(SymbolReader):
    """Reads expressions: sums of products of factors of operands, from left to right."""

    def __init__(self, fragment: Fragment, tokens: list[Token], scope: Scope) -> None:
        super().__init__(fragment, tokens, scope)
        self.bars = [False]  # for each open group, whether a bar closes it
        self.tail = Tail.PLAIN
        self.function: Token = tokens[-1]  # the last function, for messages
        self.name: Name | None = None  # what was just read, if it is a name or a power of one

    def whole(self) -> Expression:
        """Return the expression that all tokens spell."""
        node = self.expression()
        if self.token.kind is not Kind.STOP:
            raise self.unexpected()
        return node

    def expression(self) -> Expression:
        """Return the longest sum that begins here."""
        self.enter(False)
        try:
            node = self.sum()
        except ExpressionError as error:
            raise self.error(str(error)) from None
        except RecursionError:
            raise self.error("the formula nests too deeply") from None
        self.bars.pop()
        return node

    def relations_after(self, left: Expression) -> Iterator[Relation]:
        """Yield the relations of the chain that goes on after its first side."""
        while self.token.kind is Kind.RELATION:
            sense = vocabulary.SENSES[self.token.key]
            self.at += 1
            right = self.expression()
            yield Relation(left, sense, right)
            left = right

    def enter(self, is_bar: bool) -> None:
        """Go one level down; `is_bar` says that a bar ends it."""
        if len(self.bars) > MAX_NESTING:
            raise self.error(f"a formula nests at most {MAX_NESTING} levels")
        self.bars.append(is_bar)

    def sum(self) -> Expression:
        """Return the longest sum that begins here, on the level that was entered."""
        is_negative = self.token.key == "-"
        self.at += is_negative
        first = self.term()
        terms = [Operation(Operator.NEGATE, (first,)) if is_negative else first]
        while self.token.kind is Kind.OPERATOR and self.token.key in ("+", "-"):
            is_negative = self.token.key == "-"
            self.at += 1
            term = self.term()
            terms.append(Operation(Operator.NEGATE, (term,)) if is_negative else term)
        return terms[0] if len(terms) == 1 else Operation(Operator.ADD, tuple(terms))

    def term(self) -> Expression:
        """Return the longest product or quotient that begins here."""
        factors = [self.factor()]
        while True:
            token = self.token
            if token.kind is Kind.OPERATOR and token.key == "/":
                return self._quotient(factors)
            if token.kind is Kind.OPERATOR and token.key in (r"\cdot", r"\times", "*"):
                self.at += 1
                factors.append(self.factor())
            elif self.begins_operand():
                self.check_juxtaposition(factors[-1])
                factor = self.factor()
                if token.key == r"\frac" and isinstance(factors[-1], Number):
                    self._check_mixed_number(factor, token)
                factors.append(factor)
            else:
                return product(factors)

    def _quotient(self, factors: list[Expression]) -> Expression:
        if self.tail in (Tail.RUN, Tail.SINGLE):
            raise self.error(
                f"does this divide {self.function.key} or its argument? put parentheses"
            )
        self.at += 1
        divisor = self.factor()
        token = self.token
        is_product = token.kind is Kind.OPERATOR and token.key not in ("+", "-")
        if is_product or self.begins_operand():
            raise self.error(
                "does this belong to the denominator? put parentheses around the quotient or "
                "the denominator"
            )
        return Operation(Operator.DIVIDE, (product(factors), divisor))

    def begins_operand(self) -> bool:
        """Return whether an operand begins here, so that a product goes on without a sign."""
        token = self.token
        if token.kind in _OPERANDS:
            return True
        if token.kind is Kind.BAR:
            return not self.bars[-1]
        if token.kind is Kind.COMMAND:
            return token.key not in (r"\choose", r"\over", r"\overset", r"\substack")
        if token.kind is Kind.DOT:
            return self.is_digit_after(token)
        return token.kind is Kind.SYMBOL and (token.key in self.scope.phrases or token.key in HEADS)

    def check_juxtaposition(self, previous: Expression) -> None:
        """Refuse a factor after `previous` that might belong to something else."""
        token, tail = self.token, self.tail
        is_fence = token.kind in (Kind.OPEN, Kind.BAR, Kind.LEFT_BRACE)
        if (
            tail is Tail.SINGLE
            or (tail is Tail.RUN and token.kind is not Kind.FUNCTION)
            or (tail is Tail.LOG_CALL and is_fence)
        ):
            raise self.error(
                f"does this belong to the argument of {self.function.key}? put parentheses, "
                r"or \cdot before it"
            )
        if token.is_apart:
            raise self.error(
                r"a factor after a wide space? write \cdot before it, or \tag for a number"
            )
        check_factor(self, self.name, previous)
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

    def factor(self) -> Expression:
        """Return an operand with its powers and factorials."""
        start = self.at
        node, has_power = self.operand()
        name = self.name
        while True:
            token = self.token
            if token.kind is Kind.SUP:
                self.check_postfix("power")
                if may_be_power_inside(self.tokens, start, self.at):
                    raise self.error(
                        "a power of this expectation, or of what is in it? put parentheses"
                    )
                if has_power:
                    raise self.error("a second exponent; put parentheses around the first power")
                self.at += 1
                self.check_exponent(node)
                node = Operation(Operator.POWER, (node, read_argument(self, "an exponent")))
                has_power, self.tail = True, Tail.PLAIN
                self.name = name
            elif token.kind is Kind.BANG:
                self.check_postfix("factorial")
                if has_power or self.tokens[self.at - 1].kind is Kind.BANG:
                    raise self.error("the factorial of what? put parentheses")
                self.at += 1
                self.name = name = None
                node = Operation(Operator.FACTORIAL, (node,))
            elif token.kind in (Kind.SUB, Kind.PRIME):
                what = "subscript" if token.kind is Kind.SUB else "prime"
                raise self.error(f"a {what} belongs to a name; there is none before it")
            else:
                return node

    def check_exponent(self, base: Expression) -> None:
        """Refuse ``x^{(1)}``, which may be a mark of the name, and ``x^1/2``."""
        tokens = self.tokens[self.at : self.at + 5]
        is_mark = [token.kind for token in tokens] in _MARKS and tokens[1].key in ("(", "[")
        if isinstance(base, Symbol) and is_mark:
            raise self.error(
                "a power, or a mark of the name? leave out the parentheses, or declare the whole "
                "as a symbol"
            )
        one, slash = self.token, self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if one.key == "1" and slash.key == "/" and one.stop == slash.start:
            raise self.error("without braces only the 1 is raised; put the quotient in braces")

    def check_postfix(self, what: str) -> None:
        """Refuse a power or factorial that might belong to a function or to its argument."""
        if self.tail is not Tail.PLAIN:
            raise self.error(
                f"is this a {what} of {self.function.key} or of its argument? put parentheses"
            )

    def operand(self) -> tuple[Expression, bool]:
        """Return what stands here, and whether a power of it was already read."""
        token = self.token
        phrase = None if token.kind is Kind.CLOSE else self.phrase()
        if phrase is None and token.kind is Kind.FUNCTION:
            node, self.name = read_application(self), None
            return node, False
        self.tail = Tail.PLAIN
        if phrase is not None:
            node, has_power = self._phrase_value(*phrase), False
        elif token.kind in (Kind.NAME, Kind.ACCENT):
            return self._name()
        else:
            node, has_power = self._other()
        self.tail, self.name = Tail.PLAIN, None
        return node, has_power

    def _other(self) -> tuple[Expression, bool]:
        """Return an operand that is neither a name nor a function."""
        token = self.token
        if token.kind is Kind.LEFT_BRACE:
            return read_braces(self)
        if token.kind is Kind.DIGIT or (token.kind is Kind.DOT and self.is_digit_after(token)):
            return read_number(self), False
        if token.kind in (Kind.OPEN, Kind.BAR):
            return read_group(self), False
        if token.kind is Kind.COMMAND and token.key in COMMANDS:
            self.at += 1
            return COMMANDS[token.key](self, token), False
        if token.key == r"\prod":
            return read_product(self), False
        if token.key in HEADS:
            return read_opaque(self), False
        raise self.missing()

    def _name(self) -> tuple[Expression, bool]:
        start = self.at
        self.check_word()
        name = self.names.read(start)
        self.at = name.stop
        node = self.declared(name.latex)
        if node is None:
            node = self.opaque(name, start)
            if node is not None:
                self.name = None
                return node, False
            node = read_phi_or_w(self, name)
            if node is not None:
                self.name = None
                return node, False
        self.check_index(name.latex, start, name.stop)
        if node is None:
            node = self.meaning(name.latex, start)
        if name.power is None:
            self.name = name
            return node, False
        self.at = name.power + 1
        self.check_exponent(node)
        node = Operation(Operator.POWER, (node, read_argument(self, "an exponent")))
        self.at, self.tail, self.name = name.stop, Tail.PLAIN, name
        return node, True

    def _phrase_value(self, phrase: Phrase, end: int) -> Expression:
        start, self.at = self.at, end
        latex = phrase.spelling.latex
        self.check_meaning(latex)
        self.check_index(latex, start, end)
        self.check_capture(latex, phrase.value)
        self.note_abbreviation(latex)
        is_attached = self.kind in (Kind.SUP, Kind.BANG)
        is_product = self.kind is Kind.OPERATOR and self.token.key not in ("+", "-")
        is_closed = self.tokens[end - 1].kind in (Kind.CLOSE, Kind.BAR)
        is_more = is_attached or is_product or self.begins_operand()
        if (is_attached and not is_closed) or (is_more and phrase.spelling.is_open):
            raise self.error(
                f"does this belong to {phrase.spelling.latex:.60}? put that into parentheses"
            )
        return phrase.value
