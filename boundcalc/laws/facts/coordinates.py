r"""Vectors by their coordinates: ``\langle x, y\rangle`` is ``\sum_{i=1}^n x_i y_i``.

A letter is a vector of n coordinates where the text says that it lies in ``\mathbb{R}^n``, and
nowhere of what has an index that it is one. Inequalities between norms hold for such vectors alone,
as those of matrices and functions obey others; that of Cauchy and Schwarz holds in every space with
a real inner product.

Main definitions
----------------
`coordinate_facts`: what is known of the norms, inner products and sums of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, permutations

from boundcalc.language.expressions import Operation, Relation, Symbol
from boundcalc.language.operators import Operator, Sense
from boundcalc.laws.constants import is_no_norm
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.forms import Form
from boundcalc.laws.inner import (
    has_matrices,
    has_other_brackets,
    is_complex,
    is_euclidean,
    is_matrix,
    is_power,
    is_vector_letter,
)
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.names import canonical
from boundcalc.reader.opaque import DEPTH
from boundcalc.tex.tokens import Kind, Token

COORDINATES = "the coordinates of a vector"
CAUCHY = "the inequality of Cauchy and Schwarz"
DUAL = "the inequality of Hölder"
NORMS = "norms of a vector with finitely many coordinates"
_NAME = r"(?:[a-zA-Z]|\\(?!in\b|mathbb|quad)[a-z]+)'?"
_SPACE = re.compile(
    rf"(?<![A-Za-z\\_{{^])(?P<names>{_NAME}(?:\s*,\s*{_NAME})*)\s*\\in\s*"
    r"(?:\\(?:mathbb|mathbf|Bbb)\s*\{?\s*R\s*\}?|\\R(?:eals)?)\s*\^\s*"
    r"(?:\{\s*(?P<long>[^{}]*?)\s*\}|(?P<short>[A-Za-z0-9]))"
)
_INDEXED = re.compile(
    rf"(?<![A-Za-z\\])(?P<name>{_NAME})\s*_\s*(?:\w|\{{[^{{}}]*\}})[^$=<>]{{0,60}}?\\in\s*"
    r"(?:\\(?:mathbb|mathbf|Bbb)\s*\{?\s*R\s*\}?|\\R(?:eals)?)\s*\^"
)
_INTO = re.compile(
    rf"(?<![A-Za-z\\_{{^])(?P<name>{_NAME})\s*(?::|\\colon)(?P<from>[^$=:]{{1,60}}?)\\(?:to|rightarrow)\s*"
    r"(?:\\(?:mathbb|mathbf|Bbb)\s*\{?\s*R\s*\}?|\\R(?:eals)?)\s*\^\s*"
    r"(?:\{\s*(?P<long>[^{}]*?)\s*\}|(?P<short>[A-Za-z0-9]))"
)
_OVER = re.compile(r"\\(?:sum|max)(?:\\limits)?_(?:\{(?P<index>[a-z])\\in\[(?P<last>\w)\]\})")
_BRACKET = re.compile(
    r"\\rangle(?:_\{?\\?\w+\}?)?\s*&?\s*(?::|\\colon)?=(?P<value>(?:\{[^{}]*\}|[^=$\n{])*)"
)
_IN_LETTERS = re.compile(r"_|\\sum|\\int|\^\s*\{?\s*(?:T(?![A-Za-z])|\\top)")
_ONE = r"(?:[a-z]|\\[a-z]+)"
_PLAIN_SUM = re.compile(
    rf"(?:\\sum(?:\\limits)?(?:_\{{?[a-z](?:=1)?\}}?(?:\^\{{?\w\}}?)?)?{_ONE}_\{{?(?P<i>[a-z])\}}?"
    rf"{_ONE}_\{{?(?P=i)\}}?|{_ONE}\^\{{?(?:T|\\top)\}}?{_ONE})(?:\\\]|[.,;])*"
)
_NORM = r"(?:\\\||\\[lr]?Vert)[^|$]{1,20}?(?:\\\||\\[lr]?Vert)(?:\s*_\s*\{?\\?\w+\}?)?"
_NORM_SAID = re.compile(
    rf"{_NORM}\s*\$\s+(?:for|be|is|denote[sd]?|as|means?)\b(?P<words>[^.$]{{0,60}})"
)
_NORM_EQUATED = re.compile(
    rf"{_NORM}\s*(?:\^\s*\{{?\w\}}?\s*)?&?\s*:?=(?P<value>(?:\{{[^{{}}]*\}}|[^=$\n{{])*)"
)
_AVERAGED = re.compile(
    r"\\int|\\[td]?frac\s*\{?1\}?\s*\{?n\}?|E\s*\}?\s*[\[|\\]|w_|\\sup|n\^\{-1\}|\\lambda"
)
_OTHER_NORMS = re.compile(
    r"(?i)\b(?:normali[sz]ed|weighted|averaged?|rescaled)\s+(?:[a-z$\\_0-9]+\s+)?norms?\b"
)
_OF_INDEX = r"\$\s*NAME\s*_\s*\{?[a-z]\}?\s*\$\s+(?:be|is|are|denotes?)\b(?P<words>[^.$]{0,60})"
_SIZE = re.compile(r"[A-Za-z]|[1-9][0-9]*")
_DUALS = ({"_1", r"_\infty"}, {"_{1}", r"_{\infty}"}, {"_1", r"_{\infty}"}, {"_{1}", r"_\infty"})


@lru_cache(maxsize=256)
def dimensions(text: str) -> Mapping[str, str]:
    r"""Return the letters that a text says to lie in one space, with the dimension of it.

    Examples
    --------
    >>> dimensions(r"Let $x, y \in \mathbb{R}^n$ and $w \in \R^{d}$, $a_i \in \mathbb{R}^n$.")
    {'x': 'n', 'y': 'n', 'w': 'd'}
    """
    found: dict[str, set[str]] = {}
    for place in _SPACE.finditer(text):
        size = place["long"] if place["long"] is not None else place["short"]
        for name in place["names"].split(","):
            found.setdefault(name.strip(), set()).add(size)
    for place in _INDEXED.finditer(text):
        found.pop(place["name"].rstrip("'"), None)
    return {
        name: next(iter(sizes))
        for name, sizes in found.items()
        if len(sizes) == 1 and _SIZE.fullmatch(next(iter(sizes))) and _has_coordinates(name, text)
    }


@lru_cache(maxsize=256)
def functions_into(text: str) -> Mapping[str, str]:
    r"""Return the functions whose values a text says to be vectors, with their dimensions.

    Examples
    --------
    >>> functions_into(r"Let $f : \mathcal{X}^n \to \mathbb{R}^k$ and $g : A \to \mathbb{R}$.")
    {'f': 'k'}
    """
    found: dict[str, set[str]] = {}
    for place in _INTO.finditer(text):
        size = place["long"] if place["long"] is not None else place["short"]
        found.setdefault(place["name"], set()).add(size)
    single = {name: next(iter(sizes)) for name, sizes in found.items() if len(sizes) == 1}
    other = (rf"(?<![A-Za-z\\]){re.escape(it)}\s*(?::|\\colon)" for it in single)
    all_said = {name: len(re.findall(one, text)) for name, one in zip(single, other, strict=True)}
    told = {name: len([it for it in _INTO.finditer(text) if it["name"] == name]) for name in single}
    return {
        name: size
        for name, size in single.items()
        if _SIZE.fullmatch(size) and all_said[name] == told[name]
    }


def _has_coordinates(name: str, text: str) -> bool:
    """Return whether no sentence says that a letter with an index is anything but a coordinate."""
    said = re.finditer(_OF_INDEX.replace("NAME", re.escape(name)), text)
    own = re.compile(r"(?i)\b(?:coordinates?|components?|entr(?:y|ies)|elements?)\b")
    return all(own.search(found["words"]) for found in said)


def coordinate_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the norms, inner products, sums and maxima of a relation."""
    text = terms.source.document
    if is_complex(text):
        return
    norms = [(it, term) for it, term in terms.of(TermKind.NORM) if not is_no_norm(text)]
    inner = [(it, term) for it, term in terms.of(TermKind.INNER) if _is_product(term, text)]
    yield from _of_products(terms, norms, inner)
    known = {**functions_into(text), **dimensions(text)}
    if not known or not _are_norms_plain(text):
        return
    yield from _between_norms(terms, norms, known)
    for symbol, total in (*terms.of(TermKind.SUM), *terms.of(TermKind.EXTREMUM)):
        index, size = _range(total)
        if not size:
            continue
        for norm, term in norms:
            part = _coordinate(terms, term.bodies[0].text, index, size, known)
            if part:
                yield from _of_norm(terms, (symbol, total), (norm, term), part)
        for product, term in inner if total.kind is TermKind.SUM else ():
            parts = [_coordinate(terms, it.text, index, size, known) for it in term.bodies]
            if all(parts) and _is_spelled(terms, total, _products(*parts)):
                yield Fact(Relation(symbol, Sense.EQ, product), COORDINATES)


def _products(one: str, other: str) -> list[str]:
    if one == other:
        return [rf"({one})^{{2}}", rf"\left|{one}\right|^{{2}}", rf"({one}) \cdot ({one})"]
    return [rf"({one}) \cdot ({other})", rf"({other}) \cdot ({one})"]


def _is_spelled(terms: Terms, total: Term, texts: list[str]) -> bool:
    """Return whether what is summed is one of some texts, by algebra or as it is written.

    Products of letters that are transposed somewhere are not read.
    """
    body = total.bodies[0].text
    form = terms.form(body)
    if form is not None and form in [terms.form(text) for text in texts]:
        return True
    plain = (_plain(terms, text) for text in texts)
    return _plain(terms, body) in [it for it in plain if it]


def _plain(terms: Terms, text: str) -> str:
    """Return how a text is spelled without signs of multiplication and single parentheses."""
    tokens = terms.tokens(text)[:-1]
    spelled = canonical([it for it in tokens if it.key not in (r"\cdot", "*")])
    return re.sub(r"\(((?:\\?[A-Za-z]+'?)_\{[a-z]\})\)", r"\1", spelled)


def _is_product(term: Term, text: str) -> bool:
    """Return whether a term is the plain inner product of two vectors."""
    if term.head != "^":
        is_other = has_other_brackets(text) or _is_bracket_defined(text)
        return term.tail in ("", "_2", "_{2}") and not is_other
    return not (term.upper == "T" and is_power(text))


@lru_cache(maxsize=256)
def _is_bracket_defined(text: str) -> bool:
    """Return whether a text gives brackets a value in letters that is not the plain one."""
    values = [re.sub(r"\s|\\[,;!]", "", found["value"]) for found in _BRACKET.finditer(text)]
    return any(_IN_LETTERS.search(it) and not _PLAIN_SUM.fullmatch(it) for it in values)


@lru_cache(maxsize=256)
def _are_norms_plain(text: str) -> bool:
    """Return whether nothing in a text makes norms other ones than those of coordinates."""
    said = [found["words"] for found in _NORM_SAID.finditer(text)]
    is_other = any(not _is_plain_norm(words) for words in said)
    averaged = any(_AVERAGED.search(found["value"]) for found in _NORM_EQUATED.finditer(text))
    return not (is_other or averaged or _OTHER_NORMS.search(text))


def _is_plain_norm(words: str) -> bool:
    is_one = re.search(r"(?i)euclid|\bnorms?\b|\blength\b|\bmagnitude\b", words) is not None
    other = r"(?i)spectral|operator|weighted|normali|nuclear|dual|matrix|radius"
    return is_one and re.search(other, words) is None


def _range(term: Term) -> tuple[str, str]:
    """Return the index of a sum or a maximum and how many values it has; nothing for others."""
    head = re.sub(r"\s|\\[,;!]", "", term.head)
    over = _OVER.fullmatch(head)
    if over is not None:
        return over["index"], over["last"]
    if term.kind is TermKind.SUM:
        is_plain = len(term.bound) == 1 and term.lower.strip() == "1"
        return (next(iter(term.bound)), term.upper.strip()) if is_plain else ("", "")
    between = re.fullmatch(r"\\max(?:\\limits)?_\{1\\leq?([a-z])\\leq?(\w)\}", head)
    return (between[1], between[2]) if between is not None else ("", "")


def _coordinate(terms: Terms, text: str, index: str, size: str, known: Mapping[str, str]) -> str:
    """Return the coordinate of a sum of vectors, as it is written; nothing for anything else."""
    parts: list[str] = []
    tokens, into = terms.tokens(text), functions_into(terms.source.document)
    source, end = terms.place(text).source.text, 0
    for at, (token, after) in enumerate(pairwise(tokens)):
        spelled = token.key
        if token.start < end:
            continue
        if token.kind is Kind.NAME and token.key in into and after.kind is Kind.OPEN:
            end = _argument_end(tokens, at + 1)
            if into[token.key] != size or not end:
                return ""
            parts.append(rf"{source[token.start : end]}_{{{index}}}")
            continue
        is_primed = after.kind is Kind.PRIME
        if token.kind is Kind.PRIME:
            continue
        if token.kind is Kind.NAME:
            name = f"{spelled}'" if is_primed else spelled
            if known.get(name) != size or name == index:
                return ""
            spelled = rf"{spelled}'_{{{index}}}" if is_primed else rf"{spelled}_{{{index}}}"
        elif token.key not in ("+", "-"):
            return ""
        parts.append(spelled)
    return " ".join(parts)


def _argument_end(tokens: list[Token], at: int) -> int:
    """Return where the parentheses end that begin at a token; 0 where they do not."""
    depth = 0
    for token in tokens[at:]:
        depth += DEPTH.get(token.kind, 0)
        if depth == 0:
            return token.stop
    return 0


def _of_norm(
    terms: Terms, over: tuple[Symbol, Term], norm: tuple[Symbol, Term], part: str
) -> Iterator[Fact]:
    """Yield that a norm is what a sum over the coordinates, or a maximum of them, makes of it."""
    (symbol, total), (size, term) = over, norm
    modulus = [rf"\left|{part}\right|"]
    is_sum = total.kind is TermKind.SUM
    tails = ("_1", "_{1}") if is_sum else (r"_\infty", r"_{\infty}")
    if term.tail in tails and _is_spelled(terms, total, modulus):
        yield Fact(Relation(symbol, Sense.EQ, size), COORDINATES)
    is_square = is_sum and is_euclidean(term.tail, terms.source.document)
    if is_square and _is_spelled(terms, total, _products(part, part)):
        yield Fact(Relation(symbol, Sense.EQ, size * size), COORDINATES)


def _of_products(
    terms: Terms, norms: list[tuple[Symbol, Term]], inner: list[tuple[Symbol, Term]]
) -> Iterator[Fact]:
    """Yield that an inner product is at most the product of the norms, or of two dual ones."""
    text = terms.source.document
    for product, term in inner:
        bodies = [_vector(terms, it.text) for it in term.bodies]
        if None in bodies:
            continue
        for one, other in (*permutations(norms, 2), *((it, it) for it in norms)):
            forms = [_vector(terms, it.bodies[0].text) for _, it in (one, other)]
            tails = {one[1].tail, other[1].tail}
            if not all(map(_is_same, forms, bodies)):
                continue
            is_plain = all(is_euclidean(it[1].tail, text) for it in (one, other))
            if not is_plain and tails not in _DUALS and not _are_dual(tails, text):
                continue
            name = CAUCHY if is_plain else DUAL
            size = Operation(Operator.ABS, (product,))
            yield Fact(Relation(size, Sense.LE, one[0] * other[0]), name)


def _are_dual(tails: set[str], text: str) -> bool:
    """Return whether one of two norms is called the dual norm of the other by its star."""
    plain = {re.sub(r"[{}\s]|\\(?=ast|star)", "", tail) for tail in tails}
    stars = {re.sub(r"\*|ast|star", "", tail) for tail in plain}
    is_one = len(plain) == 2 and (len(stars) == 1 or stars == {"", "_"})
    return is_one and re.search(r"(?i)\bdual(?:[- ]|\s+of\s+)", text) is not None


def _vector(terms: Terms, text: str) -> Form | None:
    """Return a sum of vectors as a form; None where a letter in it may be a matrix or a number."""
    form, document = terms.form(text), terms.source.document
    if form is None or not form.terms:
        return None
    for item, _ in form.terms:
        if len(item) != 1 or item[0][1] != 1:
            return None
        latex = terms.latex(item[0][0])
        is_sure = is_vector_letter(latex) or latex in dimensions(document)
        if is_matrix(latex, document) or not (is_sure or not has_matrices(document)):
            return None
    return form


def _is_same(one: Form | None, other: Form | None) -> bool:
    """Return whether two vectors are equal or opposite."""
    return one is not None and other is not None and one in (other, other.scaled(Fraction(-1)))


def _between_norms(
    terms: Terms, norms: list[tuple[Symbol, Term]], known: Mapping[str, str]
) -> Iterator[Fact]:
    """Yield how the norms of one vector with finitely many coordinates compare."""
    text = terms.source.document
    for (one, high), (two, low) in permutations(norms, 2):
        order, other = _exponent(high.tail, text), _exponent(low.tail, text)
        size = _size(terms, high.bodies[0].text, known) if order > other > 0 else ""
        bodies = [terms.form(it.bodies[0].text) for it in (high, low)]
        if not size or not _is_same(*bodies):
            continue
        yield Fact(Relation(one, Sense.LE, two), NORMS)
        count = terms.number(size)
        if count is not None:
            is_far = order == other + 2
            factor = count if is_far else Operation(Operator.SQRT, (count,))
            yield Fact(Relation(two, Sense.LE, factor * one), NORMS)


def _exponent(tail: str, text: str) -> int:
    """Return which norm it is, with 3 for the greatest coordinate; 0 for another one."""
    plain = re.sub(r"[{}\s]", "", tail)
    known = {"_1": 1, r"_\infty": 3}
    return known.get(plain, 2 if is_euclidean(tail, text) else 0)


def _size(terms: Terms, text: str, known: Mapping[str, str]) -> str:
    """Return the dimension of a sum of vectors; nothing where that is not said."""
    tokens = terms.tokens(text)
    sizes = {known.get(it.key, "") for it in tokens if it.kind is Kind.NAME}
    is_sum = all(it.kind in (Kind.NAME, Kind.STOP) or it.key in ("+", "-") for it in tokens)
    return next(iter(sizes)) if is_sum and len(sizes) == 1 else ""
