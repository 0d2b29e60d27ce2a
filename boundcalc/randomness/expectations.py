r"""Probabilities and expectations with structure: ``\Pr[X \ge t]`` of what is declared random.

Where everything in the brackets is declared, the calculus may use that; else the number is opaque.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from boundcalc.checker.probability.finite_values import put_free
from boundcalc.checker.probability.terms import Event, all_bound, free_names
from boundcalc.checker.terms import Term, number
from boundcalc.language.domains import INTEGER, PROBABILITY, REAL
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import E, Expression, Relation, Symbol
from boundcalc.probability import Expected, RandomValue
from boundcalc.probability.writing import event_of, random_term
from boundcalc.randomness.brackets import (
    NoEventError,
    Unstructured,
    conditioned,
    covered_by,
    demand_covered,
    demand_independent,
)
from boundcalc.randomness.members import demand_members
from boundcalc.randomness.names import RandomNames
from boundcalc.randomness.random_formulas import RandomReader
from boundcalc.reader.groupings import between
from boundcalc.reader.names import NameReader, canonical
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, tokenize

_PROBABILITY = ("P", r"\Pr", r"\mathrm{P}", r"\mathbb{P}", r"\mathbf{P}", r"\mathbf{Pr}")
_EXPECTATION = ("E", r"\mathrm{E}", r"\mathbb{E}", r"\mathbf{E}")
_VARIANCE = (r"\mathrm{Var}",)
_SERIES = re.compile(r"\\(?:sum|prod)_\{[^{}]*\}\^(?:\{[^{}]*\}|[^{}\s])\s*(?=[\\A-Z])")


class Structures:
    """The structure of the probabilities and expectations of a row.

    Parameters
    ----------
    scope : Scope
        What numbers are declared.
    random : RandomNames
        What is random.
    """

    def __init__(self, scope: Scope, random: RandomNames) -> None:
        self.scope = scope
        self.random = random
        self.numbers: dict[str, Expected] = {}
        self.used: set[str] = set()  # the random names in them
        self.sets: set[str] = set()  # that outputs may lie in
        self.sets_of: dict[str, set[str]] = {}  # by the algorithm
        self.single: set[str] = set()  # of these, what has one element
        self.parameters: dict[str, Symbol] = {}
        self.lines: set[int] = set()  # of declarations of algorithms that are used
        self.has_products = False  # of expectations, which are that of the product

    def read(self, symbol: Symbol) -> Expected:
        """Return what a symbol of the reader is the expectation of; what it uses comes before it.

        Raises
        ------
        Unstructured
            If it is none, or something in it is not declared.
        """
        known = self.numbers.get(symbol.name)
        if known is not None:
            return known
        bare = E if self.scope.log_base is None else self.scope.log_base
        values = self.scope.values
        for name, meaning in symbol.speaks_of:
            here = bare if name == r"\log" else values.get(name)
            if here != meaning:
                raise Unstructured(f"{name} means something else here")
        try:
            found = self._structured(symbol)
            demand_members(self.random, self.parameters.values(), found.term, found.given)
        except BoundError as error:  # which includes what cannot be read
            raise Unstructured(str(getattr(error, "message", error))) from error
        self.numbers[symbol.name] = found
        return found

    def lie_in(self, algorithm: str, latex: str, *, is_one: bool) -> None:
        """Take a set of outputs; sets of which one has one element could be related."""
        self.sets.add(latex)
        own = self.sets_of.setdefault(algorithm, set())
        own.add(latex)
        if is_one:
            self.single.add(latex)
        if len(own) > 1 and own & self.single:
            raise Unstructured("two sets of outputs here, of which one has one element")

    def note(self, symbol: Symbol) -> None:
        """Take a symbol for a parameter, which has one meaning."""
        if self.parameters.setdefault(symbol.name, symbol) != symbol:
            raise Unstructured(f"{symbol.name} has two meanings here")

    def _structured(self, symbol: Symbol) -> Expected:
        series = _SERIES.match(symbol.latex)
        fragment = Fragment.of(symbol.latex[series.end() if series else 0 :])
        tokens = tokenize(fragment)
        neither = f"{symbol.latex:.60} is neither declared nor a probability or an expectation"
        if symbol.latex.startswith((r"\sum", r"\prod")):
            neither += r"; what is summed is one \mathbb{E}[...], with nothing outside of it"
        if tokens[0].kind not in (Kind.NAME, Kind.ACCENT):
            raise Unstructured(neither)
        name = NameReader(tokens, fragment).read(0)
        heads = (*_PROBABILITY, *_EXPECTATION, *_VARIANCE)
        is_headed = name.head in heads and tokens[name.stop].kind is Kind.OPEN
        if not is_headed or between(tokens, name.stop)[1].kind is not Kind.STOP:
            raise Unstructured(neither)
        covered = covered_by(name.latex[len(name.head) :], self.random, self._term)
        inside = fragment.part(tokens[name.stop].stop, tokens[-2].start)
        body, given_text = conditioned(inside)
        try:
            given = None if given_text is None else self._event(given_text)
        except NoEventError as error:  # given a value, what is asked for is random
            raise Unstructured(error.message) from None
        if series is not None:  # a finite sum of expectations is that of the sum
            if name.head in _VARIANCE or given is not None or covered is not None:
                raise Unstructured("a sum of other than expectations over all that is random")
            is_event = name.head in _PROBABILITY
            member = rf"\mathbb{{1}}_{{{body.text}}}" if is_event else f"({body.text})"
            term = self._term(Fragment.of(f"{series.group()} {member}"))
            if series.group().startswith(r"\prod"):
                demand_independent(self.random, term)
                self.has_products = True
            return Expected(name=symbol.name, term=term)
        if name.head in _PROBABILITY:
            event: Term = ("indicator", self._event(body))
            demand_covered(covered, event, given)
            return Expected(name=symbol.name, term=event, given=given)
        term = self._term(body)
        demand_covered(covered, term, given)
        if name.head in _VARIANCE:
            if given is not None:
                raise Unstructured("a conditional variance")
            centre = self._mean_of(body)
            term = ("power", ("add", term, ("negate", ("symbol", centre.name))), number(2))
        return Expected(name=symbol.name, term=term, given=given)

    @property
    def memberships(self) -> tuple[RandomValue, ...]:
        """The functions that say whether an output lies in a set, 1 or 0."""
        values = replace(PROBABILITY, integer=True)
        return tuple(RandomValue(name=f"{name}()", domain=values) for name in sorted(self.sets))

    def defined(self, latex: str, index: Term | None = None) -> Term:
        """Return what a name stands for, a function of random values, at an index if it has one."""
        own = self.random.terms[latex]
        reader = RandomReader(own.text, own.scope, self.random, self)
        if not own.index:
            return self.converted(reader.whole(), reader)
        letter = Symbol(f"index {own.index}", INTEGER, latex=own.index)
        reader.indexes[own.index] = letter
        reader.bound.add(letter.name)
        term = self.converted(reader.whole(), reader)
        if free_names(index) & all_bound(term):  # type: ignore[arg-type]
            raise Unstructured(f"an index of {latex} has the name of one in its definition")
        return put_free(term, {("symbol", letter.name): index})  # type: ignore[dict-item]

    def _mean_of(self, body: Fragment) -> Expected:
        latex = rf"\mathbb{{E}}[{canonical(tokenize(body)[:-1])}]"
        return self.read(Symbol(latex, REAL, latex=latex))

    def _term(self, text: Fragment) -> Term:
        reader = RandomReader(text, self.scope, self.random, self)
        node = reader.whole()
        return self.converted(node, reader)

    def _event(self, text: Fragment, scope: Scope | None = None) -> Event:
        reader = RandomReader(text, self.scope if scope is None else scope, self.random, self)
        found = reader.event()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        return found

    def named(self, latex: str) -> Event:
        """Return an event by its name."""
        text, scope = self.random.events[latex]
        return self._event(text, scope)

    def claim(self, relation: Relation, reader: RandomReader) -> Event:
        """Return a relation between random values as an event."""
        for side in (relation.left, relation.right):
            self.converted(side, reader)
        return event_of(relation, self._meanings(relation, reader))

    def converted(self, node: Expression, reader: RandomReader) -> Term:
        """Return what was read as a random term."""
        return random_term(node, self._meanings(node, reader))

    def _meanings(self, node: Expression | Relation, reader: RandomReader) -> Mapping[str, Term]:
        for symbol in node.symbols():
            if symbol.name in reader.found:
                if reader.found[symbol.name][0] == "random":
                    self.used.add(reader.found[symbol.name][1])
            elif symbol.name in reader.bound:
                continue
            elif reader.scope.is_parameter(symbol) or not _is_opaque(symbol):
                self.note(symbol)
            else:
                self.read(symbol)
        return reader.found


def _is_opaque(symbol: Symbol) -> bool:
    return bool(symbol.speaks_of) or symbol.name == symbol.latex
