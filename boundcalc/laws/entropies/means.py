r"""Means of logarithms of mass functions: ``\sum_x p(x) \log p(x)`` is ``-H(X)``.

A sum over all values of a mass function is an expectation, and so are ``\mathbb{E}[\log p(X)]``;
the expected logarithm of the law of variables is their entropy, in the unit of the logarithm, and
that of another one is left as a number of its own.

Main definitions
----------------
`Means`: what sums and expectations of this kind are, in terms of entropies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from boundcalc.language.expressions import Expression, Operation, Symbol, as_expression
from boundcalc.language.operators import Operator
from boundcalc.laws.entropies.masses import (
    OWN,
    Case,
    Mass,
    Weight,
    expected_by,
    joint,
    mass_of,
    summed_over,
)
from boundcalc.laws.entropies.meanings import (
    are_laws,
    is_law_of_variables,
    names_laws,
    said_variables,
    says_laws,
)
from boundcalc.laws.entropies.variables import together
from boundcalc.laws.forms import Form, Monomial, monomial_form, number_form
from boundcalc.laws.inner import Reader
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.meanings import letters

MASSES = "entropies as sums over a mass function"
_LOGARITHM = re.compile(r"\\(?:log|ln)(?![A-Za-z])")
_MODEL = re.compile(r"(?i)\bmodel|likelihood")
_CROSS = re.compile(r"(?i)cross[\s-]?entrop")
_SAID = re.compile(r"(?i)\b(?:pmf|mass function)\b[^.$]{0,30}\$p\s*[_(]")
_BASES = (  # of logarithms: two, that of the natural ones, and none
    re.compile(r"\\log\s*_\s*\{?2(?!\d)|\bbits?\b|\bbase[-~\s]\$?(?:2|two)\b"),
    re.compile(r"\\ln(?![A-Za-z])"),
    re.compile(r"\\log(?![A-Za-z])(?!\s*_)"),
)
Entropy = Callable[[frozenset[str]], Form]


class Means:
    """Reads sums over mass functions and expectations.

    Parameters
    ----------
    laws : Reader
        What reads their bodies.
    entropy : callable
        Returns the entropy of variables taken together.
    """

    def __init__(self, laws: Reader, entropy: Entropy) -> None:
        self.laws = laws
        self.text = laws.source.document
        self.is_own = is_law_of_variables(self.text)
        self._entropy = entropy
        self.of: set[frozenset[str]] = set()  # the variables of the laws by which means are
        self.others: dict[tuple[str, str, frozenset[str]], Symbol] = {}  # by which, of which, whose
        self.bases = [base.search(self.text) is not None for base in _BASES]
        bit = Operation(Operator.LN, (as_expression(2),))
        self.unit: Expression | None = bit if self.bases == [True, False, False] else None

    def may_be_of(self, formula: str) -> bool:
        """Return whether the logarithms of a formula are those of the entropies of the text."""
        is_named = any(base.search(formula) for base in _BASES[:2])
        return sum(self.bases) < 2 or not is_named

    def mean(self, term: Term) -> Form | None:
        """Return what a sum over a mass function, or an expectation, is; None for another term."""
        over: frozenset[str] | None = frozenset()
        by: Weight | None = None
        if term.kind is TermKind.SUM:
            over = summed_over(term.head, self.text)
        elif term.kind is TermKind.EXPECTATION and not term.tail:
            by = expected_by(term.head, self.text)
        if over is None or (by is None and not over) or not self._may_be(by):
            return None
        if not self.may_be_of(term.bodies[0].text):
            return None
        total = number_form(0)
        has_logarithm = False
        for item, number, own in self._flat(self.laws.read(term.bodies[0]), over):
            part = self._part(item, own, by)
            if part is None:
                return None
            has_logarithm |= part[1]
            total = total.plus(part[0].scaled(number))
        is_named = names_laws(self.text) or _LOGARITHM.search(term.bodies[0].text) is not None
        is_of_law = is_named and by is None and over and says_laws(self.text, over)
        return total if has_logarithm or is_of_law else None

    def _has_total_one(self, mass: Mass) -> bool:
        """Return whether a mass function is a law, of which nothing is left out."""
        return self.is_own if mass.head == OWN else are_laws(self.text)

    def _may_be(self, by: Weight | None) -> bool:
        """Return whether an expectation is by the law that it names, or cannot be by another."""
        if by is None or by.is_named:
            return True
        is_doubtful = _CROSS.search(self.text) is not None or _MODEL.search(self.text) is not None
        return self.is_own and (not is_doubtful or _SAID.search(self.text) is not None)

    def _flat(
        self, body: Form, over: frozenset[str]
    ) -> Iterator[tuple[Monomial, Fraction, frozenset[str]]]:
        r"""Yield the monomials of a body, with sums in it taken apart, and over what these go.

        ``\sum_x p(x) \sum_y p(y \mid x)`` is one sum over x and y.
        """
        for item, number in body.terms:
            sums = [(pair, self._inner_sum(pair)) for pair in item]
            found = [(pair, inner) for pair, inner in sums if inner is not None]
            within = summed_over(found[0][1].head, self.text) if len(found) == 1 else None
            if not over or within is None or within & over:
                yield item, number, over
                continue
            ((pair, inner),) = found
            others = tuple(it for it in item if it != pair)
            outside = {it for name, _ in others for it in letters(self.laws.forms.atoms[name])}
            if any(_varies(letter, within) for letter in outside):  # it is another letter there
                yield item, number, over
                continue
            whole = monomial_form(others, number).times(self.laws.read(inner.bodies[0]))
            yield from self._flat(whole, together(over | within))

    def _inner_sum(self, pair: tuple[str, Fraction]) -> Term | None:
        """Return the sum that a factor of a monomial is, or None."""
        node = self.laws.forms.atoms[pair[0]]
        is_one = isinstance(node, Symbol) and is_term(node) and pair[1] == 1
        term = read_term(node, self.laws.source) if is_one and isinstance(node, Symbol) else None
        return term if term is not None and term.kind is TermKind.SUM else None

    def _part(
        self, item: Monomial, over: frozenset[str], by: Weight | None
    ) -> tuple[Form, bool] | None:
        """Return the mean of a monomial, and whether it has a logarithm; None where not known."""
        case = Case.VALUES
        if by is not None:
            case = Case.EITHER if by.is_named or by.mass.of else Case.VARIABLES
        weights: list[Mass] = []
        logarithms: list[Mass] = []
        left: Form = number_form(1)
        for name, power in item:
            node = self.laws.forms.atoms[name]
            mass, inside = self._mass(node, case), _logarithm(node)
            logged = self._mass(inside, case) if inside is not None else None
            if logged is not None and by is None and not logged.whole & over:
                left = left.times(monomial_form(((name, power),)))
            elif logged is not None and power == 1:
                logarithms.append(logged)
            elif mass is not None and power == 1 and by is None:
                weights.append(mass)
            elif not self._is_free(node, over, by):
                return None
            else:
                left = left.times(monomial_form(((name, power),)))
        weight = by.mass if by is not None else joint(weights)
        if by is None and weight is not None and over < weight.of and not logarithms:
            rest = self._marginal(weight, over)
            return None if rest is None else (left.times(rest), False)
        if weight is None or (by is None and weight.of != over):
            return None
        if not logarithms and by is None:
            return (left, False) if self._has_total_one(weight) else None
        if weight.on or len(logarithms) > 1:
            return None
        if not logarithms:
            return left, False
        (logged,) = logarithms
        is_unsure = by is not None and not by.is_named and not by.mass.of
        if is_unsure and logged.head != weight.head:
            return None
        if (weight.of or by is None) and not _is_within(logged.whole, weight.of):
            return None
        own = weight.of or logged.whole
        said = said_variables(self.text)
        if said and not any(name[:1] in said for name in own):
            return None
        self.of.add(own)
        return left.times(self.expected(weight.head, logged)), True

    def _marginal(self, whole: Mass, over: frozenset[str]) -> Form | None:
        """Return what is left of a law that is summed over some of its variables."""
        wanted = Mass(whole.head, whole.of - over, whole.on)
        if not self._has_total_one(whole):
            return None
        for symbol in self.laws.of_row.values():
            if self._mass(symbol, Case.VALUES) == wanted:
                return self.laws.forms.of(symbol)
        return None

    def _mass(self, node: Expression | None, case: Case) -> Mass | None:
        if not isinstance(node, Symbol):
            return None
        return mass_of(node.latex or node.name, case, self.text)

    def _is_free(self, node: Expression, over: frozenset[str], by: Weight | None) -> bool:
        """Return whether a factor is a number, of which no mean need be taken."""
        found = letters(node)
        if any(_varies(letter, over) for letter in found) or found & {it.lower() for it in over}:
            return False
        if by is None:
            return True
        is_number = not any(map(is_term, node.symbols())) and all(map(str.islower, found))
        return is_number and not by.is_named and not by.mass.of

    def expected(self, head: str, logged: Mass) -> Form:
        """Return the expected logarithm of a mass function by one with a letter."""
        whole = self.of_whole(head, logged.head, logged.whole)
        return whole.plus(self.of_whole(head, logged.head, logged.on).scaled(Fraction(-1)))

    def divergence(self, first: Mass, second: Iterable[Mass]) -> Form:
        """Return the relative entropy of a law to a product of mass functions."""
        found = self.expected(first.head, first)
        for item in second:
            found = found.plus(self.expected(first.head, item).scaled(Fraction(-1)))
        if self.unit is None:
            return found
        per_bit = self.laws.forms.of(Operation(Operator.POWER, (self.unit, as_expression(-1))))
        return found.times(per_bit)

    def gaps(self) -> Iterator[Form]:
        """Yield the relative entropies of the laws in the means that were read."""
        for by, of, names in list(self.others) if are_laws(self.text) else ():
            if by != of:
                yield self.divergence(Mass(by, names), (Mass(of, names),))

    def of_whole(self, head: str, of: str, names: frozenset[str]) -> Form:
        """Return the expected logarithm of an unconditional mass function."""
        if not names:
            return number_form(0)
        if head == of == OWN and self.is_own:
            found = self._entropy(names).scaled(Fraction(-1))
            return found if self.unit is None else found.times(self.laws.forms.of(self.unit))
        shown = rf"\mathbb{{E}}_{{{head}}}[\ln {of}({','.join(sorted(names))})]"
        symbol = Symbol(shown, latex=shown)
        self.others[head, of, names] = symbol
        return self.laws.forms.atom(shown, symbol)


def _varies(letter: str, over: frozenset[str]) -> bool:
    return any(letter == name[:1].lower() for name in over)


def _is_within(names: frozenset[str], whole: frozenset[str]) -> bool:
    return together(names | whole) == together(whole)


def _logarithm(node: Expression) -> Expression | None:
    is_one = isinstance(node, Operation) and node.operator is Operator.LN
    return node.operands[0] if isinstance(node, Operation) and is_one else None
