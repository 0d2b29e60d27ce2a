r"""Formulas in which random names have a meaning: random terms and events."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from boundcalc.checker.goals import minus
from boundcalc.checker.probability.finite_values import put_free
from boundcalc.checker.probability.terms import Event
from boundcalc.checker.terms import Term, number
from boundcalc.language.domains import PROBABILITY, REAL, Domain
from boundcalc.language.expressions import Expression, Relation, Symbol, as_expression
from boundcalc.language.latex import expression_latex
from boundcalc.language.structure import expression_to_json
from boundcalc.randomness.brackets import NoEventError
from boundcalc.randomness.names import Output, RandomName, RandomNames, member_of
from boundcalc.reader.cursor import Tail
from boundcalc.reader.declarations import read_interval
from boundcalc.reader.families import listed_family
from boundcalc.reader.formulas import FormulaReader
from boundcalc.reader.functions import MOST_FACTORS, read_series
from boundcalc.reader.names import Name
from boundcalc.reader.scope import Scope
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token, tokenize

if TYPE_CHECKING:
    from boundcalc.randomness.expectations import Structures

_INDICATOR = (r"\mathbb{1}", r"\mathbf{1}")
_OR, _AND = (r"\cup", r"\lor", r"\vee"), (r"\cap", r"\land", r"\wedge")
_BEHIND = (Kind.STOP, Kind.CLOSE, Kind.RELATION, Kind.COMMA)
_OVER_MEMBERS = re.compile(  # what stands below a maximum: i, 1 \le i \le n, i \in [n]
    r"(?P<alone>[a-z])|1\s*\\leq?\s*(?P<between>[a-z])\s*\\leq?\s*(?P<most>[^<>=\\]+)"
    r"|(?P<among>[a-z])\s*\\in\s*\[(?P<count>[^\[\],\\]+)\]"
)
_INDICES = ("j", "k", "l", "r", "s", "u", "v", "w")


class RandomReader(FormulaReader):
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
        """Return what a name stands for that is declared random, or else as a number."""
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
            output = self._on_dataset(name)
            if output is not None:
                value, self.at = output
                self.tail, self.name = Tail.PLAIN, None
                term: Term = ("random", value.value.name)
                return self._symbol(value.value.name, term, value.value.domain), False
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
        found = self._over_members() or listed_family(self.fragment, self.tokens, self.at)
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
        reader = RandomReader(text, self.scope, self.random, self.structures)
        reader.indexes, reader.bound = dict(self.indexes), self.bound
        term = self.structures.converted(reader.whole(), reader)
        self.at = stop
        return self._stand_in("maximum", ("greatest", *term[1:]), REAL)

    def _over_members(self) -> tuple[str, str, int, bool] | None:
        r"""Return the family and the last index in ``\max_i X_i``, and where it ends.

        Where the index alone stands below, all members are meant.
        """
        if self.tokens[self.at + 1].kind is not Kind.SUB:
            return None
        content, at = self.names.script(self.at + 1)
        below = self.fragment.part(content[0].start, content[-1].stop).text.strip()
        found = _OVER_MEMBERS.fullmatch(below)
        if found is None or self.tokens[at].kind not in (Kind.NAME, Kind.ACCENT):
            return None
        member = self.names.read(at)
        head, index = member_of(member.latex)
        letter = next(filter(None, found.group("alone", "between", "among")))
        family = self.random.names.get(head)
        if index != letter or member.power is not None or self.declared(letter) is not None:
            return None
        if letter in self.scope.names or letter in self.indexes:
            raise self.error(f"{letter} has a meaning already, and is no index of a maximum")
        behind = self.tokens[member.stop]
        if behind.kind not in _BEHIND and behind.key not in ("+", "-"):
            raise self.error("it is not certain how far a maximum goes; put parentheses around it")
        last = found.group("most") or found.group("count")
        if last is None:
            if family is None or len(family.lasts) != 1:
                raise self.error("it is not certain over which members a maximum is taken")
            last = expression_latex(family.lasts[0])
        return head, last, member.stop, False

    def _indicator(self, name: Name) -> Expression:
        self.bound |= {index.name for index in self.indexes.values()}
        if name.stop > self.at + 1:  # the event stands below
            inside = self.fragment.part(
                self.tokens[self.at + 2].stop, self.tokens[name.stop - 1].start
            )
            reader = RandomReader(inside, self.scope, self.random, self.structures)
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
            found = self._in_set(name)
            if found is not None:
                return found
        if token.kind is Kind.OPEN and self._holds_event():
            self.at += 1
            inner = self.event()
            self.close(token)
            return self._raised(inner)
        return self._chain()

    def _in_set(self, name: Name) -> Event | None:
        r"""Return that an output on a dataset lies in a set, as M(x) \in S, if that begins here.

        That it is r, as in M(x) = r, is that it lies in the set of r alone.
        """
        output = self._on_dataset(name)
        if output is None or self.tokens[output[1]].key not in (r"\in", r"\notin", "="):
            return None
        value, at = output
        sign = self.tokens[at].key
        own = self._one_output(at + 1) if sign == "=" else self._set_of_outputs(at + 1)
        if own is None:
            return None
        latex, self.at = own
        self.structures.used.add(value.value.name)
        self.structures.lie_in(name.latex, latex, is_one=sign == "=")
        is_in: Term = ("apply", ("fixed", latex), ("random", value.value.name))
        event = self._raised(("=", minus(is_in, number(1))))
        event = ("not", event) if sign == r"\notin" else event
        if self._junctor() is not None and self.tokens[self.at + 1].kind is not Kind.OPEN:
            raise self.error("a union of sets, or of events; put parentheses around the events")
        return event

    def _set_of_outputs(self, at: int) -> tuple[str, int] | None:
        """Return the set that is named at a place, and where its name ends."""
        if self.tokens[at].kind not in (Kind.NAME, Kind.ACCENT):
            return None
        own = self.names.read(at)
        head, written = member_of(own.latex)
        if {own.latex, head} & self.random.spelled or own.latex in self.scope.names:
            raise self.error(f"{own.latex:.40} is declared as something else than a set")
        if self.indexes and written:
            raise self.error("a set that may depend on the index of a sum")
        return own.latex, own.stop

    def _one_output(self, at: int) -> tuple[str, int] | None:
        """Return the set of one output that is named at a place, and where its name ends."""
        if self.indexes or self.tokens[at].kind not in (Kind.NAME, Kind.ACCENT):
            return None
        own = self.names.read(at)
        is_random = {own.latex, member_of(own.latex)[0]} & self.random.spelled
        if is_random or self.tokens[own.stop].kind not in (Kind.STOP, Kind.CLOSE, Kind.COMMA):
            return None
        return rf"\{{{own.latex}\}}", own.stop

    def _on_dataset(self, name: Name) -> tuple[RandomName, int] | None:
        """Return what an algorithm returns on a dataset, as M(x), and where that ends."""
        listed = self.random.datasets.get(name.latex, ())
        opener = self.tokens[name.stop]
        if not listed or opener.kind is not Kind.OPEN:
            return None
        if self.tokens[name.stop + 1].kind not in (Kind.NAME, Kind.ACCENT):
            return None
        dataset = self.names.read(name.stop + 1)
        if dataset.latex not in listed or self.tokens[dataset.stop].kind is not Kind.CLOSE:
            return None
        return self.random.names[f"{name.latex}({dataset.latex})"], dataset.stop + 1

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
