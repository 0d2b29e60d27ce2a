r"""Inner products and squares of Euclidean norms: bilinear in vectors, whatever the vectors are.

A letter is a vector where it stands alone in a norm or an inner product of the row, and a number
where it stands outside of them in the row. A factor of which neither is known may be a matrix, and
nothing is taken apart then; nor where a norm may be another than the Euclidean one, and where
scalars may be complex.

Main definitions
----------------
`Vectors`: the vectors of a row. `pairs`: what a bilinear form of two sums is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_sides import SideReader
from boundcalc.language.domains import NONNEGATIVE, REAL, Domain
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.laws.forms import (
    MOST_TERMS,
    Form,
    Forms,
    Monomial,
    TooLongError,
    monomial_form,
    number_form,
)
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText

BILINEAR = "a real inner product is symmetric and bilinear"
EUCLIDEAN = ("", "_2", "_{2}", r"_{\ell_{2}}", r"_{\mathcal{H}}")
_PLAIN = EUCLIDEAN[:4]  # of one space
_COMPLEX = re.compile(
    r"\\(?:mathbb|mathbf|Bbb|bbm)\s*\{?\s*C(?![A-Za-z])|\\C(?![A-Za-z])|\\dagger|\\dag(?![a-z])"
    r"|(?i:\bcomplex\b(?! ?ity)|\bhermitian\b|\bquantum\b|sesquilinear)"
)
_PSEUDO = re.compile(r"(?i)\bpseudo-?\s?inverse|Moore[-\s]+Penrose")  # which has a dagger
_OTHER_NORM = re.compile(
    r"(?i:dual norm|any norm|arbitrary norm|general norms?|some norm|given norm|banach|seminorm"
    r"|semi-norm|normed (?:vector |linear )?space|operator norm"
    r"|spectral norm|nuclear norm|a norm|norm \$?\\\|\s*\\cdot)"
    r"|\\\|\s*_\s*\{?\s*(?:\*|\\ast|\\star|\\infty|op\b|1\b|p\b)|\\rVert\s*_\s*\{?\s*(?:\*|\\ast|\\star)"
    r"|\\\|\s*\\cdot\s*\\\|(?!\s*_)[^.]{0,60}(?:\\ell_?\{?[1p\\]|infty|sup|total variation)"
)
_NORM_DEFINED = re.compile(
    r"\b(?:let|define|write|set|put|denote|where|with|by)\b[^.$]{0,30}\$\s*(?:\\\||\\lVert)[^$=]{1,20}?"
    r"(?:\\\||\\rVert)(?:_\{?\w+\}?)?\s*:?=(?P<value>[^$]+)\$",
    re.IGNORECASE,
)
_NORM_RENAMED = re.compile(
    r"(?:\\\||\\rVert)\s*\$[^.$]{0,30}\b(?:weighted|Lipschitz|Sobolev|variation)"
    r"|\bdrop\w*\s+(?:the\s+)?(?:index|subscript)|(?:\\\||\\rVert)\s*\$\s+for\s+\$\s*(?:\\\||\\lVert)",
    re.IGNORECASE,
)
_ROOT_OF_SQUARES = re.compile(
    r"\s*(?:[-0-9.]|\\sqrt\s*\{\s*(?:\\sum(?![A-Za-z])|\\langle|(?P<v>\w)\s*\^\s*\{?(?:T|\\top)\}?\s*(?P=v)\s*\})"
    r"|(?:\\left|\\[bB]igg?l?)?\s*\(\s*\\sum)"
)
_EVIDENCE = re.compile(
    r"(?i:euclid|inner product|dot product|scalar product|hilbert)|\\langle|\\top(?![A-Za-z])"
    r"|\\ell_\{?2|L_\{?2|L\^\{?2|\\\|\s*_\s*\{?2"
)
_OTHER_BRACKET = re.compile(
    r"(?i)\btuples?\b|\bbrackets?\b|poisson|commutator|symplectic|pairing|ordered pair|covariation"
    r"|\\rangle\s*\$[^.$]{0,30}\b(?:pair|list|sequence|concatenation|code|encoding|average|mean)\b"
    r"|\b(?:not|no longer|never)\b[^.]{0,30}\bsymmetric|\b(?:non|skew|anti)[- ]?symmetric"
)
_BRACKET_DEFINED = re.compile(
    r"(?:\b(?:let|define|write|set|put|denote|use|where|with|by|form|product)\b[^.$]{0,30}"
    r"(?:\$|\\\[|\\\()\s*)?\\langle\s*(?P<left>[^\s,$]+)\s*,\s*(?P<right>[^\s,$]+?)\s*\\rangle"
    r"(?:_\{?\\?\w+\}?)?\s*(?P<sign>:=|=|\\coloneqq|\\triangleq|\\equiv)\s*(?P<value>[^$\n]+)",
    re.IGNORECASE,
)
_SUMMED = r"(?:\\frac\{?1\}?\{?n\}?\s*)?\\(?:sum|int)(?![A-Za-z])(?!.*\\(?:bar|overline))|-?[0-9.]"
_TRANSPOSED = r"\s*\^\s*\{?\s*(?:T|\\top|\\intercal|\\mathsf\{T\}|\\mathrm\{T\}|\\transp)\s*\}?\s*"
_HORIZON = re.compile(
    r"(?<![A-Za-z\\^{_])T(?![A-Za-z])|\\(?:sum|prod|int|bigcup|bigcap)[^$]{0,40}?\^\s*\{?\s*T"
)
_MATRIX = re.compile(r"(?i)spectral|operator norm|matri(?:x|ces)|singular|eigen")


@lru_cache(maxsize=4096)
def is_euclidean(tail: str, text: str) -> bool:
    r"""Return whether the norm with a subscript is Euclidean in a text, for all that it says.

    Examples
    --------
    >>> is_euclidean("_{2}", ""), is_euclidean("", r"$\langle x, y\rangle$"), is_euclidean("", "")
    (True, True, False)
    >>> is_euclidean("", r"$\langle x, y\rangle$ and the dual norm $\|x\|_*$")
    False
    """
    if tail not in EUCLIDEAN or is_complex(text):
        return False
    is_said = _EVIDENCE.search(text) is not None
    is_other = _OTHER_NORM.search(text) or _NORM_RENAMED.search(text)
    values = [found["value"] for found in _NORM_DEFINED.finditer(text)]
    is_plain = is_other is None and all(map(_ROOT_OF_SQUARES.match, values))
    return tail != "" or (is_said and is_plain)


@lru_cache(maxsize=4096)
def is_complex(text: str) -> bool:
    """Return whether a text may speak of complex vectors."""
    if _PSEUDO.search(text) is not None:
        text = re.sub(r"\\dag(?:ger)?(?![a-z])", "", text)
    return _COMPLEX.search(text) is not None


@lru_cache(maxsize=4096)
def has_matrices(text: str) -> bool:
    """Return whether a text speaks of matrices, so that a capital letter may be one."""
    return _MATRIX.search(text) is not None


@lru_cache(maxsize=4096)
def has_other_brackets(text: str) -> bool:
    """Return whether angle brackets may be no inner product in a text, or another one."""
    if _OTHER_BRACKET.search(text):
        return True
    for found in _BRACKET_DEFINED.finditer(text):
        left, right = re.escape(found["left"]), re.escape(found["right"])
        plain = rf"{left}{_TRANSPOSED}{right}|{right}{_TRANSPOSED}{left}|{left}\s*\\cdot\s*{right}"
        is_said = found.group()[0] != "\\" or found["sign"] != "="
        if is_said and not re.match(rf"{plain}|{_SUMMED}", found["value"]):
            return True
    return False


@lru_cache(maxsize=4096)
def is_power(text: str) -> bool:
    r"""Return whether a superscript T may be a power in a text, as T is a number there.

    Examples
    --------
    >>> is_power("after $T$ rounds"), is_power("$x^T y$")
    (True, False)
    """
    return _HORIZON.search(text) is not None


@lru_cache(maxsize=4096)
def is_matrix(latex: str, text: str) -> bool:
    r"""Return whether a text speaks of a letter and of a matrix together.

    Examples
    --------
    >>> is_matrix("x", "Let $x$ and $y$ be matrices."), is_matrix("x", "A matrix. Let $x > 0$.")
    (True, False)
    """
    letter = rf"(?<![A-Za-z\\]){re.escape(_letter(latex))}(?![A-Za-z])"
    beside = rf"matri(?:x|ces)[^.\n]{{0,60}}{letter}|{letter}[^.\n]{{0,60}}matri(?:x|ces)"
    return re.search(beside, text) is not None


@dataclass(frozen=True, slots=True)
class Vectors:
    """The names of the vectors of a row, and those of its numbers."""

    vectors: frozenset[str]
    numbers: frozenset[str]

    def parted(self, item: Monomial) -> tuple[str, Monomial]:
        """Return the vector of a monomial, and its other factors, which are numbers.

        Raises
        ------
        TooLongError
            If there is not exactly one, or another factor may be no number.
        """
        found = [(name, power) for name, power in item if name in self.vectors]
        others = tuple(pair for pair in item if pair[0] not in self.vectors)
        is_known = all(name in self.numbers for name, _ in others)
        if len(found) != 1 or found[0][1] != 1 or not is_known:
            raise TooLongError
        return found[0][0], others


def lone_names(forms: Iterable[Form]) -> Iterator[str]:
    """Yield the names that stand alone as a term of forms."""
    for form in forms:
        for item, _ in form.terms:
            if len(item) == 1 and item[0][1] == 1:
                yield item[0][0]


def is_vector_letter(latex: str) -> bool:
    r"""Return whether a name is spelled as vectors are, and not as matrices: with a small letter.

    Examples
    --------
    >>> is_vector_letter(r"\mathbf{x}_{t}"), is_vector_letter(r"\theta"), is_vector_letter("A_1")
    (True, True, False)
    """
    return _letter(latex).lstrip("\\")[:1].islower()


def _letter(latex: str) -> str:
    """Return the letter or the command that a name begins with, without its font."""
    font = r"\\(?:mathbf|boldsymbol|bm|vec|hat|tilde|bar|widehat|mathrm|overline)(?![A-Za-z])"
    head = re.match(r"[\s{]*(\\[A-Za-z]+|[A-Za-z])", re.sub(font, "", latex))
    return head[1] if head else ""


def pairs(left: Form, right: Form, vectors: Vectors) -> list[tuple[str, str, Form]]:
    """Return the pairs of vectors of two sums, each with its factor."""
    found: list[tuple[str, str, Form]] = []
    for one, number in left.terms:
        for two, other in right.terms:
            first, some = vectors.parted(one)
            second, more = vectors.parted(two)
            one_name, other_name = sorted((first, second))
            factor = monomial_form(some, number).times(monomial_form(more, other))
            found.append((one_name, other_name, factor))
    return found


class Reader(Protocol):
    """What brings terms into normal forms."""

    of_row: dict[str, Symbol]
    scope: Scope
    source: SourceText
    tentative: frozenset[str]
    forms: Forms
    used: list[str]
    needs: dict[Relation, None]
    closes: bool
    is_equation: bool

    def read(self, place: Fragment) -> Form:
        """Return the form of a text that stands in a term."""
        ...

    def atom(self, key: str, symbol: Symbol, is_own: bool, shown: str, domain: Domain) -> Form:
        """Return the atom with a key."""
        ...


class InnerProducts:
    """The inner products and squared norms of a row."""

    def __init__(self, laws: Reader) -> None:
        self.laws = laws
        self.known: Vectors | None = None  # the vectors, when they are asked for
        self.tail = ""  # of the Euclidean norms of the row

    def inner(self, term: Term, symbol: Symbol) -> Form:
        """An inner product is linear in both of its vectors."""
        text = self.laws.source.text
        is_other = term.head != "^" and has_other_brackets(text)
        if term.tail not in EUCLIDEAN or is_other:  # which may weigh them
            raise TooLongError
        if term.upper == "T" and is_power(text):
            raise TooLongError
        left, right = (self.laws.read(place) for place in term.bodies)
        return self._bilinear(left, right, term.tail, symbol, is_transposed=term.head == "^")

    def square_of(self, node: Expression) -> Form | None:
        """The square of a Euclidean norm is the inner product of the vector with itself."""
        if not isinstance(node, Symbol) or not is_term(node):
            return None
        term = read_term(node, self.laws.source)
        if term is None or term.kind is not TermKind.NORM:
            return None
        body = self.laws.read(term.bodies[0])
        if len(body.terms) < 2 or not is_euclidean(term.tail, self.laws.source.text):
            return None
        return self._bilinear(body, body, term.tail, node, is_transposed=False)

    def _bilinear(
        self, left: Form, right: Form, tail: str, symbol: Symbol, *, is_transposed: bool
    ) -> Form:
        """Return a bilinear form of two sums of vectors, by the products of each two of them."""
        if self.known is None:
            self.known = vectors_of(self._row_forms(), self.laws.of_row, self.laws.tentative)
        text = self.laws.source.text
        found = pairs(left, right, self.known)
        names = {name for one, two, _ in found for name in (one, two)}
        spelled = [self._latex(name) for name in names]
        is_small = all(map(is_vector_letter, spelled))
        if any(is_matrix(latex, text) for latex in spelled):
            raise TooLongError
        if is_complex(text) or not (is_small or not (is_transposed or has_matrices(text))):
            raise TooLongError
        total = number_form(0)
        for one, two, factor in found:
            is_own = len(found) == 1 and factor == number_form(1)
            part = self._pair(one, two, tail, symbol, is_own=is_own)
            total = total.plus(factor.times(part))
        self.laws.used.append(BILINEAR)
        return total

    def _pair(self, one: str, two: str, tail: str, symbol: Symbol, *, is_own: bool) -> Form:
        first, second = self._latex(one), self._latex(two)
        if one != two:
            space = "" if tail in _PLAIN else tail
            shown = rf"\langle {first},{second}\rangle{space}"
            return self.laws.atom(f"<{one}|{two}>{space}", symbol, is_own, shown, REAL)
        tail = self.tail if tail == "" else tail
        if not is_euclidean(tail, self.laws.source.text):
            raise TooLongError
        key = rf"\|[{monomial_form(((one, Fraction(1)),)).key}]{tail}"
        norm = self.laws.atom(key, symbol, False, rf"\|{first}\|{tail}", NONNEGATIVE)
        return norm.times(norm)

    def _latex(self, name: str) -> str:
        return expression_latex(self.laws.forms.atoms[name])

    def _row_forms(self) -> list[Form]:
        """Return the forms of what stands in the norms and inner products of the row."""
        found: list[Form] = []
        waiting = [symbol for symbol in self.laws.of_row.values() if is_term(symbol)]
        for depth, symbol in enumerate(waiting):
            term = read_term(symbol, self.laws.source) if depth < MOST_TERMS else None
            if term is None:
                continue
            if term.kind is TermKind.NORM and term.tail in _PLAIN:
                self.tail = self.tail or term.tail
            for place in term.bodies:
                lines = lenient_lines(place)
                reader = SideReader(place, lines, self.laws.scope, self.laws.tentative)
                try:
                    node = reader.expression()
                    if term.kind in (TermKind.NORM, TermKind.INNER):
                        found.append(Forms(lambda _: None).of(node))
                except (ReaderError, TooLongError):
                    continue
                waiting += [item for item in node.symbols() if is_term(item)]
        return found


def vectors_of(
    forms: Iterable[Form], symbols: Mapping[str, Symbol], tentative: Iterable[str]
) -> Vectors:
    """Return which names are vectors and which are numbers.

    Parameters
    ----------
    forms : iterable of Form
        What stands in the norms and inner products of a row.
    symbols : mapping from str to Symbol
        Those of the row, by their names: what stands there outside of all terms is a number.
    tentative : iterable of str
        The names whose domains are guessed.
    """
    vectors = frozenset(lone_names(forms))
    outside = {name for name, symbol in symbols.items() if not symbol.speaks_of}
    return Vectors(vectors, frozenset(outside) - vectors)
