r"""Names in documents that nobody prepared: numbers that are guessed, functions, what is no number.

A name that nothing declares is an opaque real number; before parentheses it is a function with its
argument. What is transposed or printed in bold is no number, and stops the product around it.
"""

from __future__ import annotations

import re
from itertools import pairwise

from boundcalc.displays.events import is_event
from boundcalc.displays.factors import (
    calls_e,
    calls_pi,
    is_factor,
    is_next_factor,
    is_size_of_change,
    stands_beside_digit,
)
from boundcalc.language.domains import PROBABILITY, REAL, Domain
from boundcalc.language.expressions import Expression, Operation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.reader.formulas import FormulaReader
from boundcalc.reader.groupings import between
from boundcalc.reader.groups import read_argument
from boundcalc.reader.names import Name, after_group, canonical
from boundcalc.reader.opaque import DEPTH, PROBABILITIES, after_bars, after_scripts
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token

NAMES = (Kind.NAME, Kind.ACCENT)
ORDERS = (
    "O", "o", r"\Theta", r"\Omega", r"\omega", r"\mathcal{O}", r"\mathrm{poly}",
    r"\mathrm{polylog}", r"\mathrm{O}", r"\mathrm{o}", r"\mathrm{negl}",
)  # fmt: skip
_DRAWN = re.compile(  # laws of noise: each stands for a value that is drawn from it
    r"\\?(?:mathrm|mathsf|operatorname|text|mathcal|mathbf|mathit)?\*?\{?"
    r"(?:Lap|Laplace|Gauss|Gaussian|Normal|Gumbel|Bern|Bernoulli|Ber|Unif|Uniform|Poisson|Geom)\}?"
)
_NORMAL = re.compile(r"\\(?:mathcal|mathrm)\{N\}")  # a number of balls, too, but not at zero
_INDICATORS = (r"\mathbb{1}", r"\mathbf{1}", r"\mathds{1}", r"\mathrm{1}")
TRANSPOSED = ("T", r"\top", r"\intercal", r"\mathrm{T}", r"\dagger", r"\perp", r"\mathsf{T}", "H")
_VECTORS = re.compile(r"\\(?:mathbf|vec|mathfrak)\{")
_EPSILON = re.compile(r"\\(?:var)?epsilon(?![A-Za-z])")
# Signs in a superscript that make it no exponent, and letters that count steps in one.
_MARKED = (
    r"\otimes", r"\oplus", r"\odot", r"\circ", r"\times", r"\cup", r"\cap", r"\setminus",
    r"\vee", r"\wedge", r"\dots", r"\cdots", r"\in", r"\sim",
)  # fmt: skip
_COUNTING = frozenset("ijk")  # indexes of sums, to which a number is raised
_STEPS = ("t", "i", "j", "s", r"\ell")
_BEHIND = (
    Kind.CLOSE, Kind.RIGHT_BRACE, Kind.STOP, Kind.RELATION, Kind.NEWLINE, Kind.COMMA, Kind.DOT,
    Kind.SEMICOLON, Kind.TEXT,
)  # fmt: skip
_MORE = (Kind.OPEN, Kind.SUP, Kind.LEFT_BRACE)
_ARGUMENTS = (Kind.NAME, Kind.ACCENT, Kind.DIGIT, Kind.FUNCTION, Kind.OPERATION, Kind.BAR)


class NoNumberError(ReaderError):
    """A name stands among numbers of which the text says that it is none, such as a group."""


class MatrixError(ReaderError):
    """A product that may be one of matrices, so that its factors may not be exchanged."""


class VectorError(ReaderError):
    """A product with a vector or a matrix that is transposed."""


class OpenNameReader(FormulaReader):
    """Reads names as `FormulaReader` does where they are declared, and makes values of others."""

    def __init__(
        self,
        fragment: Fragment,
        tokens: list[Token],
        scope: Scope,
        tentative: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(fragment, tokens, scope)
        self.tentative = tentative
        self.guesses: list[str] = []
        self.products: set[Expression] = set()  # opaque values that may be products of matrices

    def are_declared(self, *tokens: Token) -> bool:
        """Return whether names are declared, and not only guessed."""
        return all(self.is_declared(token.key) for token in tokens)

    def open_name(self) -> tuple[Expression, bool]:
        """Return a declared name as it is, and any other as an opaque value with its arguments."""
        start = self.at
        self.check_word()
        try:
            name = self.names.read(start)
        except ReaderError:
            return self.application(start, self.after_scripts(self._after_head(start))), False
        is_indicator = name.head in _INDICATORS
        if self._is_known(name) and not is_indicator:
            is_raised = name.power is None and self.tokens[name.stop].kind is Kind.SUP
            is_constant = name.latex not in self.scope.names
            if is_raised and not is_constant and self._is_script_a_mark(name.stop, is_number=True):
                return self.application(start, self.after_scripts(name.stop)), False
            node, has_power = super().operand()
            if self._multiplies(name, start):
                self.name = None
            return node, has_power
        if is_indicator:
            return self.application(start, self.after_scripts(start + 1), PROBABILITY), False
        if name.head in PROBABILITIES and not self._is_letter(start):
            return self._probability(start)
        if self.tokens[name.stop].kind is Kind.OPEN and (
            name.head in ORDERS or self._is_drawn(name)
        ):
            return self._order(start, name.stop), False
        self._check_number(name, start)
        self._check_letters(start)
        return self._undeclared_name(name, start)

    def _is_known(self, name: Name) -> bool:
        if name.latex in self.scope.objects:
            return False
        if name.latex == "e" and calls_e(self.fragment.source.document):
            return not self._is_residual(name)
        if name.latex == r"\pi" and self._is_policy(self.at):
            return self.declared(name.latex) is not None
        if name.head in ("e", r"\mathrm{e}", r"\pi") and name.latex == name.head:
            return not (name.head == r"\pi" and self.tokens[name.stop].kind is Kind.OPEN)
        if name.power is not None:  # m^{(i)}_T, which is no power of m_T
            return not self._is_script_a_mark(name.power) and self.is_declared(name.latex)
        if name.latex in self.tentative and self.tokens[name.stop].kind in _MORE:
            return is_factor(self.tokens, self.at, name.stop, self.fragment)
        return self.declared(name.latex) is not None

    def _multiplies(self, name: Name, start: int) -> bool:
        """Return whether parentheses behind a name that is known hold no argument of it."""
        if self.tokens[self.at].kind is not Kind.OPEN:
            return False
        return is_factor(self.tokens, start, self.at, self.fragment)

    def _is_residual(self, name: Name) -> bool:
        """Return whether an ``e`` has no exponent but digits, as one that is called something."""
        if self.declared("e") is not None or self.tokens[name.stop].kind is not Kind.SUP:
            return self.declared("e") is None
        content, _ = self.names.script(name.stop)
        return all(token.kind is Kind.DIGIT for token in content)

    def _is_policy(self, at: int) -> bool:
        r"""Return whether a ``\pi`` is none of ``2\pi``, and the text calls something so."""
        is_counted = at > 0 and self.tokens[at - 1].kind is Kind.DIGIT
        return not is_counted and calls_pi(self.fragment.source.document)

    def is_declared(self, key: str) -> bool:
        """Return whether a name is declared, and not only guessed."""
        return key in self.scope.names and key not in self.tentative

    def _probability(self, start: int) -> tuple[Expression, bool]:
        """Return a probability or an expectation; without brackets nobody knows where it ends."""
        after = self.after_scripts(start + 1)
        if self.tokens[after].kind is not Kind.OPEN and self._is_of_one(start, after):
            return self.atom(start, self._after_letter(after)), False
        if self.tokens[after].kind is Kind.BAR and (end := self._after_modulus(start, after)):
            return self.atom(start, end), False
        if self.tokens[after].kind is not Kind.OPEN:
            raise self.error("where does this probability or expectation end?")
        if any(token.kind is Kind.SUP for token in self._own_scripts(start + 1, after)):
            raise self.error("a power of a probability or an expectation, or of what is in it?")
        key = self.tokens[start].key
        end = self.fence_end(after)
        argument, text = self.tokens[after + 1 : end - 1], self.fragment.source.document
        is_probability = "P" in key and is_event(key, argument, text)
        return self.atom(start, end, PROBABILITY if is_probability else REAL), False

    def _after_modulus(self, start: int, at: int) -> int:
        r"""Return the index after ``\E|X|``, where it ends there; 0 elsewhere."""
        if "P" in self.tokens[start].key:
            return 0
        end = after_bars(self.tokens, at)
        following = self.tokens[end]
        is_sign = following.kind is Kind.OPERATOR and following.key in ("+", "-")
        is_over = is_sign or following.kind in _BEHIND
        return end if is_over and end > at + 1 else 0

    def _is_letter(self, start: int) -> bool:
        """Return whether a ``P`` or ``E`` stands there that is a number, or applied to nothing."""
        key, after = self.tokens[start].key, start + 1
        if key in ("P", "E") and key in self.fragment.source.compared:
            return True
        if key == "P" and self.tokens[after].kind is Kind.SUB:  # P_e, where no event follows
            after = self.after_scripts(after)
        following = self.tokens[after]
        is_sign = following.kind is Kind.OPERATOR and following.key in ("+", "-", "/")
        is_factor = after > start + 1 and following.kind is Kind.FUNCTION
        return key in ("P", "E") and (is_sign or is_factor or following.kind in _BEHIND)

    def _is_of_one(self, start: int, at: int) -> bool:
        r"""Return whether an expectation is that of one letter, as in ``\E X``, and ends there.

        It does before another one, since a number leaves an expectation.
        """
        key, letter = self.tokens[start].key, self.tokens[at]
        if "P" in key or letter.kind is not Kind.NAME or at > start + 1:
            return False
        end = self._after_letter(at)
        following = self.tokens[end]
        after = end + (following.key in (r"\cdot", r"\times"))
        if self.tokens[after].key == key and self._is_plain_mean(after + 1):
            return True
        if following.key == "/":
            return self.tokens[end + 1].kind is Kind.DIGIT
        is_sign = following.kind is Kind.OPERATOR and following.key in ("+", "-")
        return is_sign or following.kind in _BEHIND

    def _is_plain_mean(self, at: int) -> bool:
        """Return whether an expectation whose sign stands before a place has no condition."""
        if self.tokens[at].kind is Kind.NAME:
            return True
        if self.tokens[at].kind is not Kind.OPEN:
            return False
        inner, _ = between(self.tokens, at)
        return not any(token.key in ("|", r"\mid", r"\vert") for token in inner)

    def _after_letter(self, at: int) -> int:
        """Return the index after a letter with its subscript and primes."""
        while self.tokens[at + 1].kind in (Kind.SUB, Kind.PRIME):
            after = self.after_scripts(at + 1, most=1)
            if after == at + 1:
                break
            at = after - 1
        return at + 1

    def _own_scripts(self, at: int, stop: int) -> list[Token]:
        """Return the signs of scripts between two places that stand in no other script."""
        found: list[Token] = []
        while at < stop:
            found.append(self.tokens[at])
            at = self.after_scripts(at, most=1)
        return found

    def _is_drawn(self, name: Name) -> bool:
        r"""Return whether a name is that of a law, so that ``\mathrm{Lap}(b)`` is drawn from it."""
        at_zero = self.tokens[name.stop + 1].key == "0"
        return bool(_DRAWN.fullmatch(name.head) or (at_zero and _NORMAL.fullmatch(name.head)))

    def _order(self, start: int, opener: int) -> Symbol:
        """Return an order, or a draw: it is another number wherever it stands."""
        return self.atom(start, self.fence_end(opener), is_fresh=True)

    def _check_number(self, name: Name, start: int) -> None:
        """Refuse what is no number, or an operator, which nothing may pass by."""
        if _VECTORS.match(name.head) or (
            name.head in self.fragment.source.transposed and not self.is_declared(name.head)
        ):
            raise VectorError("a vector or a matrix", self.fragment, self.tokens[start].start)
        if self.ranges_over(start):
            raise self.error("an operator over a range, as a sum is", self.tokens[start])
        following = self.tokens[name.stop]
        is_word = re.fullmatch(r"\\math[a-z]+\{[A-Za-z][A-Za-z0-9-]+\}", name.head)
        if is_word and following.kind in _ARGUMENTS:
            raise self.error("an operator, or a factor?", self.tokens[start])

    def ranges_over(self, start: int) -> bool:
        r"""Return whether what stands below a sign is a range, as in ``\Sigma_{i=1}^n``."""
        if self.tokens[start + 1].kind is not Kind.SUB:
            return False
        below = self.tokens[start + 2 : self.after_scripts(start + 1, most=1)]
        return any(token.kind in (Kind.RELATION, Kind.ARROW) for token in below) or any(
            token.key in (r"\to", r"\rightarrow", r"\in") for token in below
        )

    def _undeclared_name(self, name: Name, start: int) -> tuple[Expression, bool]:
        """Return a name that nothing declares, with what it is applied to."""
        tokens, stop = self.tokens, name.stop
        if name.power is not None:
            if tokens[stop].kind is Kind.OPEN:
                return self.application(start, stop), False
            self.at = name.power + 1
            if self._is_script_a_mark(name.power):
                return self.atom(start, stop), False
            base = self._guess(name, start)
            exponent = read_argument(self, "an exponent")
            self.at, self.name = stop, None
            return Operation(Operator.POWER, (base, exponent)), True
        if tokens[stop].kind is Kind.SUP:
            after = self.after_scripts(stop, most=1)
            is_raised = is_factor(tokens, start, after, self.fragment)
            is_mark = self._is_script_a_mark(stop)
            if is_mark and is_raised:
                return self.atom(start, after), False
            if is_mark or (tokens[after].kind is Kind.OPEN and not is_raised):
                return self.application(start, self.after_scripts(after)), False
        if name.latex == r"\Delta" and self._is_increment(stop):
            return self.atom(start, self._after_letter(stop)), False
        if self.begins_argument(stop) and not is_factor(self.tokens, start, stop, self.fragment):
            return self.application(start, stop), False
        self.at = stop
        node = self._guess(name, start)
        self.name = None
        return node, False

    def _is_increment(self, at: int) -> bool:
        r"""Return whether a letter behind ``\Delta`` belongs to it, where none stands alone."""
        is_letter = self.tokens[at].kind is Kind.NAME and not self.tokens[at].is_apart
        return is_letter and not is_size_of_change(self.fragment.source.document)

    def _is_script_a_mark(self, at: int, *, is_number: bool = False) -> bool:
        r"""Return whether the superscript at `at` belongs to the name, as in ``x^{(t)}``.

        A name that is declared as a number may be raised to what is not declared.
        """
        if self.tokens[at + 1].kind is Kind.OPERATOR:
            return True  # the positive part, as in u^+
        content, _ = self.names.script(at)
        keys = [token.key for token in content]
        is_capital = len(keys) == 1 and keys[0] in TRANSPOSED and not self.is_declared(keys[0])
        if is_capital and not (is_number and keys[0].isalpha()):
            raise self.error("a transpose, or a power?", self.tokens[at])
        if any(token.kind is Kind.TEXT or token.kind is Kind.UNREAD for token in content):
            return True
        if any(token.key in _MARKED or token.key.startswith(r"\math") for token in content):
            raise self.error("a power, or a mark?", self.tokens[at])
        names = {token.key for token in content if token.kind is Kind.NAME}
        if len(content) > 2 and self._is_letters(content):
            return True
        is_step = any(self._is_index(key) for key in names) or self._holds_capital(names)
        is_counted = keys[0] in _COUNTING and stands_beside_digit(self.tokens, at - 1)
        if is_step and not is_number and not is_counted:
            return True
        is_fenced = content[0].kind is Kind.OPEN and content[-1].kind is Kind.CLOSE
        is_sign = all(
            token.kind in (Kind.OPERATOR, Kind.SYMBOL, Kind.COMMA, Kind.PRIME) for token in content
        )
        is_word = any(re.match(r"\\math(?:rm|sf|tt|cal)\{[A-Za-z]", key) for key in keys)
        is_list = any(token.kind in (Kind.COMMA, Kind.COLON) for token in content)
        return is_fenced or is_sign or is_word or is_list

    def _is_letters(self, tokens: list[Token]) -> bool:
        """Return whether letters stand side by side, as those of a word, none of them declared."""
        is_joined = all(one.stop == two.start for one, two in pairwise(tokens))
        return is_joined and all(
            token.kind is Kind.NAME and len(token.key) == 1 and not self.is_declared(token.key)
            for token in tokens
        )

    def _check_letters(self, start: int) -> None:
        """Refuse a word that is written as letters, such as ``const``."""
        tokens = self.tokens[start : start + 4]
        before = self.tokens[start - 1] if start else None
        is_inside = before is not None and before.kind is Kind.NAME and len(before.key) == 1
        is_long = len(tokens) == 4 and self._is_letters(tokens)
        if (is_long or self._names_law(start)) and not is_inside:
            raise self.error("letters of a word, or factors?", self.tokens[start])

    def _names_law(self, start: int) -> bool:
        """Return whether three letters before parentheses are the name of a law: ``Lap(b)``."""
        word, after = self.tokens[start : start + 3], self.tokens[start + 3 :][:1]
        spelled = "".join(token.key for token in word)
        is_call = bool(after) and after[0].kind is Kind.OPEN
        return is_call and spelled.isalpha() and spelled.istitle() and self._is_letters(word)

    def _is_index(self, key: str) -> bool:
        """Return whether a name in a superscript is rather the number of a step than a power."""
        return key in _STEPS and not self.is_declared(key)

    def _holds_capital(self, names: set[str]) -> bool:
        return any(key.isalpha() and key.isupper() and not self.is_declared(key) for key in names)

    def begins_argument(self, at: int) -> bool:
        """Return whether parentheses begin at an index, which hold the argument of a name."""
        token = self.tokens[at]
        while token.kind is Kind.LEFT_BRACE and self.tokens[at + 1].kind is Kind.OPEN:
            at += 1
            token = self.tokens[at]
        return token.kind is Kind.OPEN and token.key in ("(", "[", r"\{") and not token.is_apart

    def application(self, start: int, at: int, domain: Domain = REAL) -> Symbol:
        """Return a name with all arguments that stand after it, from the index `at` on."""
        end = at
        while self.begins_argument(end):
            if end > at and is_next_factor(self.tokens, start, end, self.fragment):
                break
            is_braced = self.tokens[end].kind is Kind.LEFT_BRACE
            end = after_group(self.tokens, end) if is_braced else self.fence_end(end)
            if self.tokens[end].kind in (Kind.SUB, Kind.PRIME):
                end = self.after_scripts(end)
                domain = REAL
        if self.tokens[end].kind is Kind.LEFT_BRACE:
            raise self.error("does this belong to what stands before it?", self.tokens[end])
        self.name = None
        return self.atom(start, end, domain)

    def meaning(self, latex: str, start: int) -> Expression:
        """Return what the name at index `start` stands for, which is a number where it stands."""
        is_constant = latex in ("e", r"\mathrm{e}", r"\pi") and latex not in self.scope.objects
        is_constant = is_constant and not (latex == r"\pi" and self._is_policy(start))
        if self.declared(latex) is not None or is_constant:
            return super().meaning(latex, start)
        name = self.names.read(start)
        if name.latex != latex:
            name = Name(latex, latex, latex, start + 1, None)
        self._check_number(name, start)
        return self._guess(name, start)

    def _guess(self, name: Name, start: int) -> Expression:
        r"""Return the value of a name that nothing declares."""
        latex = name.latex
        value = self.declared(latex)
        if value is not None:
            return value
        if latex in self.scope.objects or latex == r"\pi":  # what only the text calls so
            message = f"{latex:.40} is no number by the text"
            raise NoNumberError(message, self.fragment, self.tokens[start].start)
        self.check_index(latex, start, name.stop)
        if "epsilon" in latex and not self.fragment.source.has_both_epsilons:
            latex = _EPSILON.sub(r"\\varepsilon", latex)
        self.guesses.append(latex)
        return Symbol(latex, REAL, latex=latex, speaks_of=((latex, None),))

    # Opaque values.

    def _place(self, token: Token) -> str:
        """Return where a token stands, in words that no other place has."""
        source = self.fragment.source
        line, column = source.position(token.start)
        file = "" if source.macros.outer is None else f" of {source.name}"
        return f"line {line}:{column}{file}"

    def atom(
        self, start: int, end: int, domain: Domain = REAL, *, is_fresh: bool = False
    ) -> Symbol:
        """Return the opaque value that the tokens from `start` to `end` spell; move behind them."""
        tokens = self.tokens[start:end]
        if tokens[0].kind in (Kind.SUB, Kind.SUP, Kind.PRIME, Kind.CLOSE, Kind.RELATION):
            raise self.error("this belongs to something before it", tokens[0])
        self.at = end
        self.name = None
        symbol = self.unread(canonical(tokens), start, end, domain)
        if is_fresh or _holds_order(tokens):
            name = f"{symbol.name} of {self._place(tokens[0])}"
            return Symbol(name, domain, latex=symbol.latex, speaks_of=symbol.speaks_of)
        return symbol

    # Places.

    def _after_head(self, at: int) -> int:
        """Return the index after an accent with its argument, or after one token."""
        if self.tokens[at].kind is not Kind.ACCENT:
            return at + 1
        if self.tokens[at + 1].kind is Kind.LEFT_BRACE:
            return after_group(self.tokens, at + 1)
        return self._after_head(at + 1)

    def after_scripts(self, at: int, most: int = 20) -> int:
        """Return the index after the scripts that begin at an index, also of a sign alone."""
        for _ in range(most):
            is_script = self.tokens[at].kind in (Kind.SUB, Kind.SUP)
            if is_script and self.tokens[at + 1].kind is Kind.OPERATOR:
                at += 2
                continue
            after = after_scripts(self, at, most=1)
            if after == at:
                break
            at = after
        return at

    def fence_end(self, opener: int) -> int:
        """Return the index after what closes a delimiter; half-open intervals may stand inside."""
        depth = 0
        for at in range(opener, len(self.tokens)):
            token = self.tokens[at]
            depth += DEPTH.get(token.kind, 0)
            if token.kind is Kind.NEWLINE and depth <= 1:
                break
            if depth == 0:
                return at + 1
        shown = self.tokens[opener].key
        raise self.error(f"this {shown} is never closed", self.tokens[opener])


def _holds_order(tokens: list[Token]) -> bool:
    """Return whether an order, which has no one value, may stand in tokens; no set in a script."""
    for at, token in enumerate(tokens):
        if token.key not in ORDERS:
            continue
        behind = [item.kind for item in tokens[at + 1 : at + 6]]
        is_scripted = behind[1:2] in ([Kind.SUB], [Kind.SUP], [Kind.PRIME])
        if behind[:1] == [Kind.RIGHT_BRACE] and not is_scripted:
            behind = behind[1:2]
        elif tokens[at - 1].kind is Kind.SUB:
            behind = behind[:1]
        if Kind.OPEN in behind:
            return True
    return False
