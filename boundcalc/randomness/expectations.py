r"""Probabilities and expectations with structure: ``\Pr[X \ge t]`` of what is declared random.

Where everything in the brackets is declared, the calculus may use that; else the number is opaque.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from boundcalc.checker.probability.finite_values import put_free
from boundcalc.checker.probability.terms import Event, all_bound, free_names
from boundcalc.checker.terms import Term, number
from boundcalc.language.domains import INTEGER, PROBABILITY, REAL, Domain
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import E, Expression, Relation, Symbol, as_expression
from boundcalc.language.structure import expression_to_json
from boundcalc.probability import Expected
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
from boundcalc.randomness.names import Output, RandomName, RandomNames, member_of
from boundcalc.reader.cursor import Tail
from boundcalc.reader.declarations import read_interval
from boundcalc.reader.families import listed_family
from boundcalc.reader.formulas import FormulaReader
from boundcalc.reader.functions import MOST_FACTORS, read_series
from boundcalc.reader.names import Name, NameReader, canonical
from boundcalc.reader.scope import Scope
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token, tokenize

_PROBABILITY = ("P", r"\Pr", r"\mathrm{P}", r"\mathbb{P}", r"\mathbf{P}", r"\mathbf{Pr}")
_EXPECTATION = ("E", r"\mathrm{E}", r"\mathbb{E}", r"\mathbf{E}")
_INDICATOR = (r"\mathbb{1}", r"\mathbf{1}")
_VARIANCE = (r"\mathrm{Var}",)
_SERIES = re.compile(r"\\(?:sum|prod)_\{[^{}]*\}\^(?:\{[^{}]*\}|[^{}\s])\s*(?=[\\A-Z])")
_OR, _AND = (r"\cup", r"\lor", r"\vee"), (r"\cap", r"\land", r"\wedge")
_INDICES = ("j", "k", "l", "r", "s", "u", "v", "w")


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
        for name, meaning in symbol.speaks_of:
            here = bare if name == r"\log" else self.scope.names.get(name)
            if here != meaning:
                raise Unstructured(f"{name} means something else here")
        try:
            found = self._structured(symbol)
            demand_members(self.random, self.parameters.values(), found.term, found.given)
        except BoundError as error:  # which includes what cannot be read
            raise Unstructured(str(getattr(error, "message", error))) from error
        self.numbers[symbol.name] = found
        return found

    def note(self, symbol: Symbol) -> None:
        """Take a symbol for a parameter, which has one meaning."""
        if self.parameters.setdefault(symbol.name, symbol) != symbol:
            raise Unstructured(f"{symbol.name} has two meanings here")

    def _structured(self, symbol: Symbol) -> Expected:
        series = _SERIES.match(symbol.latex)
        fragment = Fragment.of(symbol.latex[series.end() if series else 0 :])
        tokens = tokenize(fragment)
        if tokens[0].kind not in (Kind.NAME, Kind.ACCENT):
            raise Unstructured("no probability")
        name = NameReader(tokens, fragment).read(0)
        heads = (*_PROBABILITY, *_EXPECTATION, *_VARIANCE)
        if name.head not in heads or tokens[name.stop].kind is not Kind.OPEN:
            raise Unstructured("no probability or expectation")
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

    def defined(self, latex: str, index: Term | None = None) -> Term:
        """Return what a name stands for, a function of random values, at an index if it has one."""
        own = self.random.terms[latex]
        reader = _RandomReader(own.text, own.scope, self.random, self)
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
        reader = _RandomReader(text, self.scope, self.random, self)
        node = reader.whole()
        return self.converted(node, reader)

    def _event(self, text: Fragment, scope: Scope | None = None) -> Event:
        reader = _RandomReader(text, self.scope if scope is None else scope, self.random, self)
        found = reader.event()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        return found

    def named(self, latex: str) -> Event:
        """Return an event by its name."""
        text, scope = self.random.events[latex]
        return self._event(text, scope)

    def claim(self, relation: Relation, reader: _RandomReader) -> Event:
        """Return a relation between random values as an event."""
        for side in (relation.left, relation.right):
            self.converted(side, reader)
        return event_of(relation, self._meanings(relation, reader))

    def converted(self, node: Expression, reader: _RandomReader) -> Term:
        """Return what was read as a random term."""
        return random_term(node, self._meanings(node, reader))

    def _meanings(self, node: Expression | Relation, reader: _RandomReader) -> Mapping[str, Term]:
        for symbol in node.symbols():
            if symbol.name in reader.found:
                if reader.found[symbol.name][0] == "random":
                    self.used.add(reader.found[symbol.name][1])
            elif symbol.name in reader.bound:
                continue
            elif symbol.speaks_of or _is_opaque(symbol, reader.scope):
                self.read(symbol)
            else:
                self.note(symbol)
        return reader.found


def _is_opaque(symbol: Symbol, scope: Scope) -> bool:
    return symbol.name == symbol.latex and symbol.latex not in scope.names


class _RandomReader(FormulaReader):
    """Reads random terms and events: formulas in which random names have a meaning."""

    def __init__(
        self, fragment: Fragment, scope: Scope, random: RandomNames, structures: Structures
    ) -> None:
        super().__init__(fragment, tokenize(fragment), scope)
        self.random = random
        self.structures = structures
        self.found: dict[str, Term] = {}
        self.bound: set[str] = set()

    def declared(self, latex: str) -> Expression | None:
        own = self.random.names.get(latex)
        if own is not None and not own.lasts:
            return self._symbol(own.value.name, ("random", own.value.name), own.value.domain)
        if latex in self.random.terms and not self.random.terms[latex].index:
            return self._stand_in("function", self.structures.defined(latex), REAL)
        named = self._named_at_index(latex)
        if named is not None:
            return named
        found = self._family(latex)
        if found is None:
            return super().declared(latex)
        family, written = found
        indices = [self._index(piece.strip()) for piece in written.split(",")]
        if len(indices) != family.value.arity:
            raise self.error(f"{family.latex} has {family.value.arity} indices")
        name = f"{family.value.name}_{written}"
        term: Term = ("random", family.value.name, *indices)
        return self._symbol(name, term, family.value.domain)

    def _named_at_index(self, latex: str) -> Expression | None:
        head, written = member_of(latex)
        if head not in self.random.terms or not self.random.terms[head].index:
            return None
        index = self._index(written)
        return self._stand_in("function", self.structures.defined(head, index), REAL)

    # --- indicators and values of queries

    def operand(self) -> tuple[Expression, bool]:
        """Return an indicator, or what an algorithm returns, or what any formula may hold."""
        if self.token.key in (r"\prod", r"\max"):
            joined = self._product() if self.token.key == r"\prod" else self._greatest()
            if joined is not None:
                self.tail, self.name = Tail.PLAIN, None
                return joined, False
        if self.token.kind in (Kind.NAME, Kind.ACCENT) and self.token.key not in self.scope.names:
            name = self.names.read(self.at)
            found = self._indicator(name) if name.head in _INDICATOR else self._output(name)
            if found is not None:
                self.tail, self.name = Tail.PLAIN, None
                return found, False
        return super().operand()

    def _product(self) -> Expression:
        """Return a product over an index, written out where it has few factors, by number."""
        command = self.token
        self.at += 1
        series = read_series(self, command)
        _, index, low, high, body = self.structures.converted(series, self)
        term: Term = ("product", index, low, high, body)
        if low[0] == high[0] == "number" and high[1] - low[1] < MOST_FACTORS:
            places = range(int(low[1]), int(high[1]) + 1)
            factors = (put_free(body, {("symbol", index): number(place)}) for place in places)
            term = ("multiply", number(1), *factors)
        return self._stand_in("product", term, REAL)

    def _greatest(self) -> Expression | None:
        r"""Return the greatest of zero and a family; without zero, of one that is not negative."""
        found = listed_family(self.fragment, self.tokens, self.at)
        if found is None:
            return None
        head, last, stop, has_zero = found
        named, family = self.random.terms.get(head), self._family(f"{head}_{{1}}")
        if family is None and (named is None or not named.index):
            return None
        if not (has_zero or (family and family[0].value.is_nonnegative)):
            raise self.error("a maximum needs a zero in it, or a family that is declared >= 0")
        letter = next(item for item in _INDICES if self.declared(item) is None)
        text = Fragment.of(rf"\sum_{{{letter}=1}}^{{{last}}} {head}_{{{letter}}}")
        reader = _RandomReader(text, self.scope, self.random, self.structures)
        reader.indexes, reader.bound = dict(self.indexes), self.bound
        term = self.structures.converted(reader.whole(), reader)
        self.at = stop
        return self._stand_in("maximum", ("greatest", *term[1:]), REAL)

    def _indicator(self, name: Name) -> Expression:
        self.bound |= {index.name for index in self.indexes.values()}
        if name.stop > self.at + 1:  # the event stands below
            inside = self.fragment.part(
                self.tokens[self.at + 2].stop, self.tokens[name.stop - 1].start
            )
            reader = _RandomReader(inside, self.scope, self.random, self.structures)
            reader.indexes, reader.bound = self.indexes, self.bound
            event = reader.event()
            if reader.token.kind is not Kind.STOP:
                raise reader.unexpected()
            self.at = name.stop
        else:
            self.at = name.stop
            opener = self.token
            if opener.kind is not Kind.OPEN:
                raise self.error("an indicator is of an event, in brackets or below")
            self.at += 1
            event = self.event()
            self.close(opener)
        return self._stand_in("indicator", ("indicator", event), PROBABILITY)

    def _output(self, name: Name) -> Expression | None:
        found = self._returned(name.latex)
        if found is None:
            return None
        output, run = found
        self.at = name.stop
        self.structures.lines.add(output.line)
        if not output.is_query:
            return self._stand_in("output", run, REAL)
        opener = self.token
        if opener.kind is not Kind.OPEN:
            raise self.error(f"{name.latex} is a function; say of which record")
        self.at += 1
        record = self.names.read(self.at)
        self.at = record.stop
        self.close(opener)
        law = self.random.laws.get(record.latex)
        if law is not None:
            return self._stand_in("mean", ("average", law, run), REAL)
        value = self._record(record.latex)
        return self._stand_in("value", ("apply", run, value), REAL)

    def _returned(self, latex: str) -> tuple[Output, Term] | None:
        """Return what an algorithm returns under a name, with the index of the run, if any."""
        output = self.random.outputs.get(latex)
        at: tuple[Term, ...] = ()
        head, index = member_of(latex)
        if output is None and head in self.random.outputs:
            output = self.random.outputs[head]
            at = (self._index(index),)  # what is no run may have letters there, as S_{max}
        if output is None or output.is_each != bool(at):
            return None
        return output, ("run", output.algorithm, output.component, None, *at)

    def _record(self, latex: str) -> Term:
        own = self.random.names.get(latex)
        if own is not None and not own.lasts:
            self.structures.used.add(own.value.name)
            return ("random", own.value.name)
        found = self._family(latex)
        if found is None:
            raise self.error(f"{latex:.40} is no record that is declared")
        family, written = found
        self.structures.used.add(family.value.name)
        indices = [self._index(piece.strip()) for piece in written.split(",")]
        if len(indices) != family.value.arity:
            raise self.error(f"{family.latex} has {family.value.arity} indices")
        return ("random", family.value.name, *indices)

    def _stand_in(self, kind: str, term: Term, domain: Domain) -> Symbol:
        """Return a symbol for what a formula of numbers has no place for."""
        place = len(self.found) + 1
        shown = f"random {kind} {place}"
        self.bound |= {index.name for index in self.indexes.values()}
        self.found[shown] = term
        return Symbol(shown, domain, latex=rf"\mathrm{{Random{kind}}}")

    def check_index(self, latex: str, start: int, stop: int) -> None:
        """Let a member of a family depend on the index of a sum."""
        if self._family(latex) is None and member_of(latex)[0] not in self.random.terms:
            super().check_index(latex, start, stop)

    def _family(self, latex: str) -> tuple[RandomName, str] | None:
        head, index = member_of(latex)
        family = self.random.names.get(head)
        return (family, index) if family is not None and family.lasts else None

    def _symbol(self, name: str, term: Term, domain: object) -> Symbol:
        if domain is None:
            raise self.error(f"{name} is a record, and no number")
        shown = f"random {name}"
        self.found[shown] = term
        return Symbol(shown, domain, latex=rf"\mathrm{{{re.sub('[^A-Za-z]', '', name)}Random}}")  # type: ignore[arg-type]

    def _index(self, text: str) -> Term:
        inner = FormulaReader(Fragment.of(text), tokenize(Fragment.of(text)), self.scope)
        inner.indexes = self.indexes
        node = inner.whole()
        data = expression_to_json(node)
        if data[0] == "number" and "/" not in data[1]:
            return number(int(data[1]))
        if data[0] != "symbol":
            raise self.error("an index of a family is a number or a symbol")
        for symbol in node.symbols():
            if symbol.name not in {index.name for index in self.indexes.values()}:
                self.structures.note(symbol)
        self.bound |= {index.name for index in self.indexes.values()}
        return ("symbol", data[1])

    # --- events

    def event(self) -> Event:
        """Return the event that begins here: relations, named events, and what joins them."""
        parts = [self._joined()]
        while self.token.kind is Kind.COMMA:
            self.at += 1
            parts.append(self._joined())
        return parts[0] if len(parts) == 1 else ("and", *parts)

    def _joined(self) -> Event:
        first = self._single()
        parts, kinds = [first], set()
        while True:
            kind = self._junctor()
            if kind is None:
                break
            kinds.add(kind)
            if len(kinds) > 1:
                raise self.error("both unions and intersections here; put parentheses")
            self.at += 1
            part = self._single()
            parts.append(("not", part) if kind == "minus" else part)
        if not kinds:
            return first
        return ("or" if kinds == {"or"} else "and", *parts)

    def _junctor(self) -> str | None:
        token = self.token
        word = (token.text or "").strip() if token.kind is Kind.TEXT else ""
        if token.key in _OR or word == "or":
            return "or"
        if token.key in _AND or word == "and":
            return "and"
        return "minus" if token.key == r"\setminus" else None

    def _single(self) -> Event:
        token = self.token
        if token.kind in (Kind.NAME, Kind.ACCENT):
            name = self.names.read(self.at)
            if name.latex in self.random.events:
                self.at = name.stop
                return self._raised(self.structures.named(name.latex))
        if token.kind is Kind.OPEN and self._holds_event():
            self.at += 1
            inner = self.event()
            self.close(token)
            return self._raised(inner)
        return self._chain()

    def _raised(self, event: Event) -> Event:
        if self.token.kind is not Kind.SUP:
            return event
        content, stop = self.names.script(self.at)
        if [token.key for token in content] not in (["c"], [r"\complement"]):
            raise self.error("an event has no power but the complement, ^c")
        self.at = stop
        return ("not", event)

    def _holds_event(self) -> bool:
        """Return whether the group that begins here holds a relation or a named event."""
        depth, at = 0, self.at
        while self.tokens[at].kind is not Kind.STOP:
            token: Token = self.tokens[at]
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if token.kind is Kind.RELATION or token.key in (*_OR, *_AND, r"\in", r"\setminus"):
                return True
            if token.key in self.random.events:
                return True
            at += 1
            if depth == 0:
                return False
        return False

    def _chain(self) -> Event:
        left = self.expression()
        if self.token.key == r"\in":
            return self._membership(left)
        if self.token.kind is not Kind.RELATION:
            raise NoEventError(NoEventError.WORDS, self.fragment, self.token.start)
        parts = []
        while self.token.kind is Kind.RELATION:
            sense = vocabulary.SENSES[self.token.key]
            self.at += 1
            right = self.expression()
            parts.append(self.structures.claim(Relation(left, sense, right), self))
            left = right
        return parts[0] if len(parts) == 1 else ("and", *parts)

    def _membership(self, left: Expression) -> Event:
        domain, self.at = read_interval(self.fragment, self.tokens, self.at + 1)
        bounds = []
        if domain.lower is not None:
            end = as_expression(domain.lower)
            bounds.append(left >= end if domain.lower_closed else left > end)
        if domain.upper is not None:
            end = as_expression(domain.upper)
            bounds.append(left <= end if domain.upper_closed else left < end)
        return ("and", *(self.structures.claim(relation, self) for relation in bounds))
