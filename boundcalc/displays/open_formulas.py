r"""The reader of formulas of documents that nobody prepared.

What is arithmetic is read as `formulas` reads it, under the same rules. Everything else is an
opaque value: a real number of which nothing is known but that it is the same where it is written
alike and the names in it mean the same.

- A name that nothing declares is such a value, and is remembered as *guessed*. Before parentheses
  it is a function with its argument, whatever they hold: ``f(x)``, ``M(S)``, ``Q^{-1}(p)``.
- Norms, inner products, indicators, sums over families, extrema and integrals are such values; each
  order, as ``O(n)``, is another one wherever it stands.
- A term that has no single meaning, as ``a/b c``, is one as a whole. So is a product that may not
  commute: where something is transposed, a vector, a gradient or several matrices.
- What the text calls something that is no number makes the whole side opaque, unless it is in the
  argument of a function or in a norm; of a set or a group no arithmetic is known.
- What may reach further than it seems, as a ``\sup_z A - B``, a derivative, or dots, makes the
  whole group or side opaque; this reader raises, and its caller takes the side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from boundcalc.displays.bound_letters import bound_names, is_another_point
from boundcalc.displays.open_names import (
    NAMES,
    TRANSPOSED,
    MatrixError,
    NoNumberError,
    OpenNameReader,
    VectorError,
)
from boundcalc.displays.random_letters import is_random_number
from boundcalc.displays.row_words import is_spoken_of
from boundcalc.language.domains import NONNEGATIVE, REAL
from boundcalc.language.expressions import Expression, Number, Operation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.reader.cursor import Tail
from boundcalc.reader.families import listed_sum
from boundcalc.reader.names import after_group, canonical, group_end
from boundcalc.reader.opaque import DEPTH, ENDS, PROBABILITIES, product_end, read_opaque_sum
from boundcalc.tex.source import ReaderError
from boundcalc.tex.tokens import Kind, Token

# What may take in more than the product that it stands in.
OPEN_ENDED = frozenset(
    (
        r"\sum", r"\prod", r"\int", r"\sup", r"\inf", r"\lim", r"\max", r"\min", r"\arg",
        r"\bigcup", r"\bigcap", r"\bigoplus", r"\dots", r"\cdots", r"\pm", r"\infty", r"\exists",
        r"\forall", r"\mathrm{argmax}", r"\mathrm{argmin}", r"\mathrm{limsup}", r"\mathrm{liminf}",
        r"\mathrm{esssup}", r"\mathrm{essinf}", r"\sim", r"\in",
    )
)  # fmt: skip


class OpenFormulaReader(OpenNameReader):
    """Reads expressions as `FormulaReader` does, and makes opaque values of all else."""

    # Terms.

    def term(self) -> Expression:
        """Return the product that begins here, or the opaque value that it is."""
        start, known, bars = self.at, dict(self.indexes), list(self.bars)
        listed = listed_sum(self.tokens, start) if self._begins_sum(start) else None
        if listed is not None:
            self.at, self.name = listed.stop, None
            spelled = f"({canonical(self.tokens[start : listed.stop])})"
            return self.unread(spelled, start, listed.stop, REAL)
        try:
            node = super().term()
            self._check_matrices(node, start)
            return node
        except NoNumberError:
            raise  # nothing is known of sums and products with it
        except ReaderError as error:
            end = self._term_end(start)
            if end is None:
                raise
            self.indexes, self.bars, self.at = known, bars, start
            self._check_not_alone(start, end, error)
            number, start = self._leading_number(start, end, error)
            node = self.atom(start, end)
            if isinstance(error, MatrixError):
                self.products.add(node)
            return node if number is None else Operation(Operator.MULTIPLY, (number, node))

    def _leading_number(
        self, start: int, end: int, error: ReaderError
    ) -> tuple[Number | None, int]:
        r"""Return the whole number before a product of matrices, as in ``2 x^\top y``."""
        at = start
        while self.tokens[at].kind is Kind.DIGIT:
            at += 1
        digits = "".join(token.key for token in self.tokens[start:at])
        at += bool(digits) and self.tokens[at].key == r"\cdot"
        if not digits or not isinstance(error, MatrixError | VectorError) or at >= end:
            return None, start
        is_factor = self.tokens[at].kind in (*NAMES, Kind.OPEN)
        return (Number(Fraction(int(digits))), at) if is_factor else (None, start)

    def _begins_sum(self, at: int) -> bool:
        """Return whether no sign before a term changes those behind it."""
        before = self.tokens[at - 1] if at else None
        return before is None or before.kind in _BEFORE_SUM or before.key == "+"

    def _check_matrices(self, node: Expression, start: int) -> None:
        """Refuse a product in which several factors may be matrices, where a text has any."""
        if not (self.fragment.source.has_matrices or self.products):
            return
        factors = [factor for factor in _factors(node) if self._may_be_matrix(factor)]
        is_raised = isinstance(node, Operation) and node.operator is Operator.POWER
        if len(factors) > 1 or (is_raised and self.products & node.symbols()):
            raise MatrixError("a product of matrices?", self.fragment, self.tokens[start].start)

    def _may_be_matrix(self, node: Expression) -> bool:
        unsure = {*self.guesses, *self.tentative}
        has_matrices = self.fragment.source.has_matrices
        return any(
            symbol in self.products
            or (has_matrices and symbol.latex in unsure and self._is_capital(symbol.latex))
            for symbol in node.symbols()
        )

    def _is_capital(self, latex: str) -> bool:
        """Return whether a name begins with a capital letter that is no random number."""
        return _MATRIX.match(latex) is not None and not self._is_random(latex[0])

    def _is_random(self, letter: str) -> bool:
        source = self.fragment.source
        return letter not in source.transposed and is_random_number(letter, source.document)

    def _check_not_alone(self, start: int, end: int, error: ReaderError) -> None:
        """Refuse an opaque term that is nothing but a sign that has no value."""
        kinds = {token.kind for token in self.tokens[start:end]}
        if kinds <= {Kind.SYMBOL, Kind.OPERATOR, Kind.PRIME, Kind.COLON}:
            raise error
        if self.is_plain(start, end):
            raise error

    def is_plain(self, start: int, end: int) -> bool:
        """Return whether a number or a letter stands there, and another thing behind it."""
        is_remark = self.tokens[end].is_apart and self.tokens[end].kind is Kind.OPEN
        kinds = {token.kind for token in self.tokens[start:end]} - {Kind.DIGIT, Kind.DOT, Kind.NAME}
        return not kinds and (is_remark or self.begins_relation(end))

    def _term_end(self, start: int) -> int | None:
        """Return the index after the term at `start`, or None where that is not certain."""
        depth, at = 0, start
        first = self.tokens[start]
        if first.kind in _ENDS_TERM or (first.kind is Kind.SYMBOL and first.key in _BETWEEN):
            return None
        while True:
            token = self.tokens[at]
            step = DEPTH.get(token.kind, 0)
            if token.kind is Kind.STOP or (depth + step < 0):
                break
            if depth == 0 and at > start:
                is_script = self.tokens[at - 1].kind in (Kind.SUB, Kind.SUP)
                is_sum = token.key in ("+", "-") and token.kind is Kind.OPERATOR and not is_script
                is_bar = token.kind is Kind.BAR and self.bars[-1]
                if is_sum or is_bar or token.is_apart or token.kind in _ENDS_TERM:
                    break
            if depth == 0 and not self._is_closed_in_itself(at):
                return None
            depth += step
            at += 1
        is_cut = self.tokens[at - 1].kind in (Kind.SUB, Kind.SUP)
        return at if depth == 0 and at > start and not is_cut else None

    def _is_closed_in_itself(self, at: int) -> bool:
        """Return whether what stands there reaches no further than its product."""
        token = self.tokens[at]
        if token.kind in (Kind.UNREAD, Kind.TEXT, Kind.ARROW, Kind.COLON, Kind.DOT):
            return token.kind is Kind.DOT and self.tokens[at + 1].kind is Kind.DIGIT
        if token.key in OPEN_ENDED or (token.kind is Kind.SYMBOL and token.key not in _HARMLESS):
            return False
        if token.kind is Kind.NAME and self.ranges_over(at):
            return False
        if token.key in PROBABILITIES and token.key not in self.scope.names:
            after = self.after_scripts(at + 1)
            return self.tokens[after].kind is Kind.OPEN
        return not (token.key == r"\frac" and self._is_operator_of_derivation(at))

    def _is_operator_of_derivation(self, at: int) -> bool:
        r"""Return whether ``\frac{d}{dx}`` stands there, which applies to what follows."""
        tokens = self.tokens
        if tokens[at + 1].kind is not Kind.LEFT_BRACE:
            return tokens[at + 1].key in _DIFFERENTIALS
        inner = tokens[at + 2 : group_end(tokens, at + 1)]
        return bool(inner) and inner[0].key in _DIFFERENTIALS and len(inner) != 2

    def check_exponent(self, base: Expression) -> None:
        """Refuse ``(x - y)^T`` besides, a transpose where no number is added and T is none."""
        super().check_exponent(base)
        content, _ = self.names.script(self.at - 1)
        key = content[0].key if len(content) == 1 else ""
        is_sign = key in TRANSPOSED and not self.is_declared(key)
        if is_sign and isinstance(base, Operation) and not _is_number(base):
            message = "a transpose, or a power?"
            raise MatrixError(message, self.fragment, content[0].start)

    # Operands.

    def operand(self) -> tuple[Expression, bool]:
        """Return what stands here, and whether a power of it was already read."""
        token = self.token
        if token.kind is not Kind.FUNCTION:
            self.tail = Tail.PLAIN  # what stood before has its argument
        if token.kind is Kind.OPERATION:
            return self._operation(), False
        if self._begins_norm(self.at):
            return self._norm(), False
        if token.kind is Kind.OPEN and token.key in (r"\langle", r"\llbracket"):
            return self.atom(self.at, self.fence_end(self.at)), False
        if token.kind is Kind.BAR or (token.kind is Kind.OPEN and token.key == "|"):
            return self._bars(), False
        if token.key == r"\nabla":
            raise self.error("a gradient")
        if token.kind in NAMES and self.phrase() is None:
            return self.open_name()
        if token.kind is Kind.DIGIT and token.key == "1" and self._begins_indicator():
            raise self.error("an indicator")
        if token.key == r"\sum":
            return self._open_sum(), False
        if token.key in _EXTREMA and (
            token.key not in (r"\max", r"\min") or self.tokens[self.at + 1].kind is Kind.SUB
        ):
            return self.open_extremum(), False
        if token.kind is Kind.UNREAD:
            return self._unknown(), False
        node, has_power = super().operand()
        if token.kind is Kind.FUNCTION and any(map(_may_be_degrees, node.walk())):
            raise self.error("is this angle in degrees or in radians?", token)
        return node, has_power

    def begins_operand(self) -> bool:
        """Return whether an operand begins here, so that a product goes on without a sign."""
        if self.token.kind in (Kind.UNREAD, Kind.OPERATION) or self.token.key == r"\nabla":
            return True
        if self.token.key == r"\|":
            return not self.bars[-1]
        is_words = self.kind is Kind.OPEN and self.tokens[self.at + 1].kind is Kind.TEXT
        return not (self.token.is_apart and is_words) and super().begins_operand()

    def check_juxtaposition(self, previous: Expression) -> None:
        """Refuse a factor after `previous` that might belong to something else."""
        before = self.tokens[self.at - 1]
        pair = (before, self.token)
        is_matrix = all(_is_capital(token) and not self._is_random(token.key) for token in pair)
        if is_matrix and not self.are_declared(before, self.token):
            message = "a product of matrices, or an operator?"
            raise MatrixError(message, self.fragment, self.token.start)
        super().check_juxtaposition(previous)

    # Opaque values.

    def _open_sum(self) -> Expression:
        """Return a sum whose ends and terms are read, or one opaque value."""
        start, known, bars = self.at, dict(self.indexes), list(self.bars)
        guessed = len(self.guesses)
        with suppress(ReaderError):
            node, _ = super().operand()
            if len(self.guesses) == guessed:
                return node
        self.indexes, self.bars, self.at = known, bars, start
        del self.guesses[guessed:]
        node = read_opaque_sum(self)
        if (end := self._end_with_index(start)) > self.at:
            after, self.at = self.after_scripts(start + 1), end
            parts = map(canonical, (self.tokens[start:after], self.tokens[after:end]))
            return self.unread("{}({})".format(*parts), start, end)
        self._check_rest(start)
        return node

    def _end_with_index(self, start: int) -> int:
        """Return where a sum ends if the index stands in all terms behind it, and in its first."""
        over, at = self._bound_names(start), self.at
        if any(it in self.scope.names or is_spoken_of(it, self.fragment) for it in over):
            return at
        while self.tokens[at].kind is Kind.OPERATOR and self.tokens[at].key in ("+", "-"):
            stop = product_end(self, at + 1)
            keys = {token.key for token in self.tokens[at + 1 : stop]}
            if not keys & over or not keys.isdisjoint(_BINDERS):
                return self.at
            at = stop
        return at

    def _check_rest(self, start: int) -> None:
        """Refuse terms after a sum in which its index stands, as in ``sum_i a_i - b_i``."""
        over, stop = self._bound_names(start), self.at
        depth, at = 0, self.at
        while True:
            token = self.tokens[at]
            depth += DEPTH.get(token.kind, 0)
            if depth < 0 or (depth == 0 and token.kind in ENDS) or token.kind is Kind.STOP:
                return
            if depth == 0 and self.begins_relation(at):
                return
            if token.key in _BINDERS and over and over <= self._bound_names(at):
                at = max(at + 1, product_end(self, self.after_scripts(at + 1)))
                continue
            is_held = token.key in over and not is_another_point(self.tokens, start, stop, at)
            if is_held or (not over and token.kind is Kind.OPERATOR):
                raise self.error("does this belong to the sum?", token)
            at += 1

    def begins_relation(self, at: int) -> bool:
        """Return whether another relation begins there, behind a wide space."""
        tokens, depth = self.tokens, 0
        if not tokens[at].is_apart or tokens[at].kind in (Kind.OPERATOR, Kind.TEXT, *ENDS):
            return False
        while tokens[at].kind not in (Kind.STOP, Kind.NEWLINE) and depth >= 0:
            if depth == 0 and tokens[at].kind is Kind.RELATION:
                return True
            depth += DEPTH.get(tokens[at].kind, 0)
            at += 1
        return False

    def _bound_names(self, start: int) -> set[str]:
        """Return the letters over which a sum or an extremum goes, and its other subscripts."""
        return bound_names(self.tokens[start + 1 : self.after_scripts(start + 1)])

    def open_extremum(self) -> Symbol:
        r"""Return ``\sup_{x} f(x)``, with the product after it, where it is plain what it takes."""
        start = self.at
        after = self.after_scripts(start + 1)
        end = product_end(self, after)
        if end == after:
            raise self.error(f"nothing stands after {self.tokens[start].key}")
        over = self._bound_names(start)
        held = {token.key for token in self.tokens[after:end]}
        self.at = end
        is_sum = self.kind is Kind.OPERATOR
        if is_sum and not (over and over & held):
            raise self.error(f"does this belong to {self.tokens[start].key}? put parentheses")
        if is_sum:
            self._check_rest(start)
        self.at = start
        return self.atom(start, end)

    def _unknown(self) -> Symbol:
        """Return an unknown command with the arguments that stand after it, as one value."""
        start, at = self.at, self.at + 1
        if not _COMMAND.fullmatch(self.token.key):
            raise self.error(self.token.text)
        while self.tokens[at].kind is Kind.LEFT_BRACE:
            at = after_group(self.tokens, at)
        after = self.after_scripts(at)
        is_applied = self.begins_argument(after)
        if at == start + 1 and not is_applied:
            raise self.error(self.token.text)
        text = self.token.text
        node = self.application(start, after)
        if not is_applied and (self.begins_operand() or self.kind is Kind.SUP):
            raise self.error(text, self.tokens[start])
        return node

    def _operation(self) -> Symbol:
        r"""Return ``\sin(x)`` and the like, with their argument in parentheses."""
        start = self.at
        after = self.after_scripts(start + 1)
        if self.tokens[after].kind is not Kind.OPEN or after > start + 1:
            raise self.error(f"where does the argument of {self.token.key} end?")
        return self.atom(start, self.fence_end(after))

    def _begins_norm(self, at: int) -> bool:
        token, following = self.tokens[at], self.tokens[min(at + 1, len(self.tokens) - 1)]
        if token.key == r"\|":
            return token.kind in (Kind.SYMBOL, Kind.OPEN)
        is_bar = token.kind is Kind.BAR and following.kind is Kind.BAR
        return is_bar and token.stop == following.start

    def _norm(self) -> Symbol:
        """Return a norm, with the subscript that says which; it is not negative."""
        start = self.at
        size = 1 if self.token.key == r"\|" else 2
        depth, at = 0, start + size
        while True:
            token = self.tokens[at]
            depth += DEPTH.get(token.kind, 0)
            is_end = token.kind in (Kind.STOP, Kind.RELATION, Kind.ARROW, Kind.NEWLINE)
            if depth < 0 or (is_end and depth == 0) or token.kind is Kind.STOP:
                raise self.error("this norm is never closed")
            if depth == 0 and token.key != "|" and token.key == r"\|":
                break
            if depth == 0 and size == 2 and self._begins_norm(at):
                break
            at += 1
        end = at + size
        tokens = [*self.tokens[start:end]]
        if self.tokens[end].kind is Kind.SUB:
            _, after = self.names.script(end)
            tokens += self.tokens[end:after]
            end = after
        elif self.tokens[end].kind is Kind.SUP:
            _, after = self.names.script(end)
            if self.tokens[after].kind is Kind.SUB:
                raise self.error("a power before the subscript of a norm")
        return self.atom(start, end, NONNEGATIVE)

    def _bars(self) -> Expression:
        """Return an absolute value, or the opaque size of what is no number."""
        start, known, bars = self.at, dict(self.indexes), list(self.bars)
        end = self._bar_end(start)
        inner = self.tokens[start + 1 : end - 1]
        is_letter = len(inner) == 1 and inner[0].key not in self.scope.names
        is_set = is_letter and _is_set(inner[0]) and not self._is_random(inner[0].key)
        if not is_set:
            with suppress(ReaderError):
                node, _ = super().operand()
                if not _holds_sets(inner):
                    return node
        self.indexes, self.bars, self.at = known, bars, start
        return self.atom(start, end, NONNEGATIVE if _holds_sets(inner) else REAL)

    def _bar_end(self, start: int) -> int:
        """Return the index after the bar that closes the one at `start`."""
        depth, at = 0, start + 1
        is_open = self.tokens[start].kind is Kind.OPEN
        while True:
            token = self.tokens[at]
            if token.kind is Kind.STOP or depth < 0:
                raise self.error("this | is never closed", self.tokens[start])
            is_bar = token.key == "|" and token.kind is (Kind.CLOSE if is_open else Kind.BAR)
            if is_bar and depth == 0 and at > start + 1:
                return at + 1
            depth += DEPTH.get(token.kind, 0)
            at += 1

    def _begins_indicator(self) -> bool:
        following = self.tokens[self.at + 1]
        is_script = following.kind is Kind.SUB
        is_fence = following.kind is Kind.OPEN and following.key in ("[", r"\{", "(")
        return is_script or (is_fence and following.start == self.token.stop)


def _factors(node: Expression) -> Iterator[Expression]:
    """Yield the factors of a product or quotient; nobody divides by a matrix in a fraction."""
    if isinstance(node, Operation) and node.operator in (Operator.MULTIPLY, Operator.DIVIDE):
        for part in node.operands[: 1 if node.operator is Operator.DIVIDE else None]:
            yield from _factors(part)
    else:
        yield node


def _is_number(node: Expression) -> bool:
    """Return whether an expression is no vector: it has a number as a term, or no names."""
    is_sum = isinstance(node, Operation) and node.operator is Operator.ADD
    terms = node.operands if is_sum and isinstance(node, Operation) else (node,)
    return any(not term.symbols() for term in terms)


def _may_be_degrees(node: Expression) -> bool:
    """Return whether a node is the sine or the like of an integer of two digits or more."""
    if not isinstance(node, Operation) or node.operator not in _WAVES:
        return False
    angle = node.operands[0]
    return isinstance(angle, Number) and angle.value >= 10 and angle.value.denominator == 1


def _is_capital(token: Token) -> bool:
    return token.kind is Kind.NAME and len(token.key) == 1 and token.key.isupper()


def _is_set(token: Token) -> bool:
    return _is_capital(token) or token.key.startswith((r"\mathcal{", r"\mathbb{", r"\mathscr{"))


def _holds_sets(tokens: list[Token]) -> bool:
    return any(token.key.startswith((r"\mathcal{", r"\mathscr{")) for token in tokens[:1])


_BETWEEN = (
    r"\otimes", r"\oplus", r"\odot", r"\circ", r"\cup", r"\cap", r"\setminus", r"\vee", r"\wedge",
    r"\ast", r"\star", r"\diamond", r"\top", r"\dagger", r"\perp", r"\prime",
)  # fmt: skip
_WAVES = (Operator.SIN, Operator.COS, Operator.TAN)
_MATRIX = re.compile(r"(?:[A-Z]|\\(?:Sigma|Lambda|Phi|Psi|Gamma|Theta|Omega|Pi))(?![A-Za-z])")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_EXTREMA = (r"\sup", r"\inf", r"\max", r"\min", r"\lim")
_BINDERS = (r"\sum", r"\prod", *_EXTREMA)
_DIFFERENTIALS = ("d", r"\mathrm{d}", r"\partial")
_ENDS_TERM = (
    Kind.RELATION, Kind.ARROW, Kind.NEWLINE, Kind.COMMA, Kind.SEMICOLON, Kind.TEXT, Kind.NOTE,
    Kind.STOP, Kind.RIGHT_BRACE,
)  # fmt: skip
_BEFORE_SUM = (Kind.OPEN, Kind.LEFT_BRACE, Kind.RELATION, Kind.COMMA, Kind.AMPERSAND, Kind.NEWLINE)
_HARMLESS = (
    r"\|", "|", r"\cap", r"\cup", r"\setminus", r"\circ", r"\otimes", r"\oplus", r"\ast", r"\star",
    r"\prime", r"\dagger", r"\top", r"\emptyset", r"\nabla", r"\partial", r"\diamond", r"\perp",
    r"\wedge", r"\vee",
)  # fmt: skip
