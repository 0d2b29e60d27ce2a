r"""Sums over mass functions: ``\sum_{x,y} p(x,y) \log p(y \mid x)`` is ``-H(Y \mid X)``.

A sum over all letters of a mass function is an expectation, and so are ``\mathbb{E}[\log p(X)]``;
the expected logarithm of a mass function is an entropy, in the unit of the logarithm, and that of
another one under the first is left as a number of its own. The letter x stands for the variable X.

Main definitions
----------------
`mean_of_logarithms`: what a sum or an expectation of this kind is, in terms of entropies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.language.expressions import Expression, Operation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.laws.forms import Form, Forms, Monomial, monomial_form, number_form
from boundcalc.laws.inner import Reader
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.meanings import letters

MASSES = "entropies as sums over a mass function"
_NAME = r"[a-z](?:_(?:\w|\{\w+\}))?"
_LIST = rf"{_NAME}(?:,{_NAME})*"
_BAR = r"(?:\||\\mid|\\vert)"
_MASS = re.compile(rf"(?P<head>[pPqQ])\((?P<of>{_LIST})(?:{_BAR}(?P<on>{_LIST}))?\)")
_CHANCE = re.compile(r"\\Pr[(\[](?P<of>[A-OR-Z])=(?P<at>[a-z])[)\]]")
_SET = r"(?:\\in\\(?:mathcal|mathscr)\{(?P<set>[A-Z])\})"
_OVER_ONE = re.compile(rf"(?P<name>{_NAME}){_SET}?")
_HEAD = re.compile(r"\\sum(?:\\limits)?_(?:\{(?P<inner>.*)\}|(?P<letter>[a-z]))")
_EXPECTED = re.compile(r"(?:\\mathbb\{E\}|\\mathbf\{E\}|\\mathrm\{E\}|\\E|E)(?:_\{(?P<by>.*)\})?")
_OWN = "p"  # the letter of the law whose entropies are those of the variables
_DRAWN = re.compile(r"\\sim\s*(?:\\mathcal\s*)?\{?[qQ](?![A-Za-z])")
_MODEL = re.compile(r"(?i)cross[\s-]?entrop|\bmodel|likelihood")
Entropy = Callable[[frozenset[str]], Form]


@dataclass(frozen=True, slots=True)
class _Mass:
    """A mass function: its letter, what it is of, and on what; variables in capital letters."""

    head: str
    of: frozenset[str]
    on: frozenset[str]


def mean_of_logarithms(laws: Reader, term: Term, entropy: Entropy) -> Form | None:
    r"""Return what a sum over a mass function, or an expectation, is; None for another term.

    Parameters
    ----------
    laws : Reader
        What reads its body.
    term : Term
        The term.
    entropy : callable
        Returns the entropy of variables taken together.
    """
    if term.kind is TermKind.SUM:
        over = _letters_of(term.head)
    elif term.kind is TermKind.EXPECTATION and not term.tail:
        over = frozenset[str]()
    else:
        return None
    if over is None:
        return None
    by = _expected_by(term.head) if term.kind is TermKind.EXPECTATION else None
    if term.kind is TermKind.EXPECTATION and by is None:
        return None
    text = laws.source.document
    if by is not None and not by.of and (_DRAWN.search(text) or _MODEL.search(text)):
        return None  # which may be by another law
    total = number_form(0)
    has_logarithm = False
    for item, number, own in _flat(laws, laws.read(term.bodies[0]), over):
        mean = _Mean(laws.forms, None if _DRAWN.search(text) else entropy, own, by)
        part = mean.of(item)
        if part is None:
            return None
        has_logarithm |= mean.has_logarithm
        total = total.plus(part.scaled(number))
    return total if has_logarithm else None


def _flat(
    laws: Reader, body: Form, over: frozenset[str]
) -> Iterator[tuple[Monomial, Fraction, frozenset[str]]]:
    r"""Yield the monomials of a body, and over what they are summed, with sums in it taken apart.

    ``\sum_x p(x) \sum_y p(y \mid x)`` is one sum over x and y.
    """
    for item, number in body.terms:
        sums = [(pair, _inner_sum(laws, pair)) for pair in item]
        found = [(pair, inner) for pair, inner in sums if inner is not None]
        letters_in = _letters_of(found[0][1].head) if len(found) == 1 else None
        if not over or letters_in is None or letters_in & over:
            yield item, number, over
            continue
        ((pair, inner),) = found
        others = tuple(it for it in item if it != pair)
        outside = {it for name, _ in others for it in letters(laws.forms.atoms[name])}
        if any(_varies(letter, letters_in) for letter in outside):  # it is another letter there
            yield item, number, over
            continue
        rest = monomial_form(others, number)
        whole = rest.times(laws.read(inner.bodies[0]))
        yield from _flat(laws, whole, over | letters_in)


def _inner_sum(laws: Reader, pair: tuple[str, Fraction]) -> Term | None:
    """Return the sum that a factor of a monomial is, or None."""
    node = laws.forms.atoms[pair[0]]
    is_one = isinstance(node, Symbol) and is_term(node) and pair[1] == 1
    term = read_term(node, laws.source) if is_one and isinstance(node, Symbol) else None
    return term if term is not None and term.kind is TermKind.SUM else None


class _Mean:
    """The mean of one monomial by a mass function, over letters that are summed."""

    def __init__(
        self, forms: Forms, entropy: Entropy | None, over: frozenset[str], by: _Mass | None
    ) -> None:
        self.forms = forms
        self.entropy = entropy  # None where the variables may have another law
        self.over = over
        self.by = by  # of an expectation; of no variables where nothing says of which
        self.has_logarithm = False

    def of(self, item: Monomial) -> Form | None:
        """Return the mean of a monomial, or None where it is not known."""
        weights: list[_Mass] = []
        logarithms: list[_Mass] = []
        left: Form = number_form(1)
        for name, power in item:
            node = self.forms.atoms[name]
            mass, inside = mass_of(node, self.by is not None), _logarithm(node)
            logged = mass_of(inside, self.by is not None) if inside is not None else None
            if logged is not None and power == 1:
                logarithms.append(logged)
            elif mass is not None and power == 1 and self.by is None:
                weights.append(mass)
            elif (
                self.by is not None
                or letters(node) & {it.lower() for it in self.over}
                or any(_varies(letter, self.over) for letter in letters(node))
            ):
                return None
            else:
                left = left.times(monomial_form(((name, power),)))
        weight = self.by if self.by is not None else _joint(weights)
        if weight is None or weight.on or len(logarithms) > 1:
            return None
        if self.by is None and weight.of != self.over:
            return None
        if not logarithms:
            return left
        (logged,) = logarithms
        own = logged.of | logged.on
        if not weight.of and logged.head != weight.head:
            return None
        if (weight.of or self.by is None) and not own <= weight.of:
            return None
        self.has_logarithm = True
        return left.times(self.expected(weight.head, logged))

    def expected(self, head: str, logged: _Mass) -> Form:
        """Return the expected logarithm of a mass function by one with a letter."""
        if logged.head == head == _OWN and self.entropy is not None:
            minus = Fraction(-1)
            return self.entropy(logged.of | logged.on).scaled(minus).plus(self.entropy(logged.on))
        on = rf" \mid {','.join(sorted(logged.on))}" if logged.on else ""
        shown = rf"\mathbb{{E}}_{{{head}}}[\ln {logged.head}({','.join(sorted(logged.of))}{on})]"
        return self.forms.atom(shown, Symbol(shown, latex=shown))


def _varies(letter: str, over: frozenset[str]) -> bool:
    return any(letter == name[:1].lower() for name in over)


def _joint(weights: list[_Mass]) -> _Mass | None:
    """Return the joint mass function that a product is: one alone, or p(x) p(y | x)."""
    if len(weights) == 1:
        return weights[0]
    if len(weights) != 2 or weights[0].head != weights[1].head:
        return None
    first, second = sorted(weights, key=lambda item: len(item.on))
    if first.on or second.on != first.of or second.of & first.of:
        return None
    return _Mass(first.head, first.of | second.of, frozenset())


def _logarithm(node: Expression) -> Expression | None:
    is_one = isinstance(node, Operation) and node.operator is Operator.LN
    return node.operands[0] if isinstance(node, Operation) and is_one else None


def mass_of(node: Expression | None, is_random: bool) -> _Mass | None:
    """Return the mass function that a term is, of letters or of the variables themselves."""
    if not isinstance(node, Symbol):
        return None
    text = re.sub(r"\s|\\(?:left|right|,|;|!|:)(?![A-Za-z])", "", node.latex or node.name)
    chance = _CHANCE.fullmatch(text)
    if chance is not None and chance["of"].lower() == chance["at"] and not is_random:
        text = f"p({chance['at']})"
    if is_random and re.search(r"[a-z]", text[2:].replace(r"\mid", "").replace(r"\vert", "")):
        return None
    head, rest = text[:1], text[1:]
    found = _MASS.fullmatch(head + (_small(rest) if is_random else rest))
    if found is None:
        return None
    return _Mass(found["head"], _variables(found["of"]), _variables(found["on"] or ""))


def _small(text: str) -> str:
    """Return a list of variables as one of letters."""
    return re.sub(r"[A-OR-Z]", lambda found: found.group().lower(), text)


def _variables(text: str) -> frozenset[str]:
    """Return the variables that letters stand for."""
    return frozenset(
        re.sub(r"_(\w)$", r"_{\1}", name[:1].upper() + name[1:]) for name in text.split(",") if name
    )


def _letters_of(head: str) -> frozenset[str] | None:
    r"""Return the variables over whose letters a sum goes, as ``\sum_{x, y}``; None for others."""
    found = _HEAD.fullmatch(re.sub(r"\s", "", head))
    if found is None:
        return None
    names: set[str] = set()
    for part in (found["inner"] or found["letter"]).split(","):
        one = _OVER_ONE.fullmatch(part)
        if one is None or (one["set"] and one["set"] != one["name"][0].upper()):
            return None
        names |= _variables(one["name"])
    return frozenset(names)


def _expected_by(head: str) -> _Mass | None:
    """Return by which mass function an expectation is; of no variables where none is named."""
    found = _EXPECTED.fullmatch(re.sub(r"\s", "", head))
    if found is None:
        return None
    if not found["by"]:
        return _Mass("p", frozenset(), frozenset())
    return mass_of(Symbol(found["by"], latex=found["by"]), is_random=True)
