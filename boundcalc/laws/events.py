r"""Probabilities of several events: what is conditional is a quotient, complements add up.

``\Pr[A \mid B]`` is the probability of both over that of ``B``, so that the product rule, the
formula of Bayes and the total probability are algebra between joint probabilities. What is
conditional on an event is brought into this form only where a row has something conditional,
a complement or a union.

Main definitions
----------------
`joint_laws_of`: the equations of the probabilities of a relation that bring them into this form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from boundcalc.language.domains import PROBABILITY, REAL
from boundcalc.language.expressions import Expression, Number, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.constants import has_many_values
from boundcalc.laws.forms import Form, TooLongError, monomial_form, number_form
from boundcalc.laws.instances import laws_by, symbols_of
from boundcalc.laws.laws import Law, Laws
from boundcalc.laws.other_meanings import is_usual_complement
from boundcalc.laws.terms import Term, TermKind, is_term, read_term, within
from boundcalc.reader.names import canonical
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, SourceText
from boundcalc.tex.tokens import Kind, Token, tokenize

CONDITIONAL = "the definition of what is conditional"
IMPLIED = "what happens together is no more probable than a part of it"
_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
_AND = (r"\cap", r"\land", r"\wedge")
_QUANTIFIED = (
    r"\exists", r"\forall", r"\dots", r"\ldots", r"\cdots", ";", ":", r"\mid", "|", r"\colon",
    r"\bigcup", r"\bigcap", r"\bigwedge", r"\bigvee", r"\lor", r"\vee", r"\triangle",
    r"\in_r",
)  # fmt: skip
_NAME = r"(?:[A-Z]|\\mathcal\{[A-Z]\})(?:_(?:[a-z0-9]|\{[A-Za-z0-9,+-]*\}))?"
_LETTER = _NAME.replace("[A-Z]", "[A-CE-J]")  # no usual letter of a random variable or its mean
_COMPLEMENT = re.compile(
    rf"\\(?:overline|bar)\s*\{{?(?P<a>{_LETTER})\}}?"
    rf"|(?P<b>{_LETTER})\^\{{?(?:c|C|\\complement)\}}?|\\(?:neg|lnot)\s*(?P<c>{_LETTER})"
)
_COMPOUND = re.compile(r"\\(?:overline|bar|neg|lnot|cap|cup|wedge|land|setminus)|\^\s*\{?\s*[cC]")
_FAMILY = re.compile(
    rf"\\big(?P<sign>cup|cap)(?P<over>(?:[_^]\{{[^{{}}]*\}})*)\s*"
    rf"(?P<body>{_NAME}|\\(?:overline|bar)\s*\{{?{_NAME}\}}?|{_NAME}\^\{{?(?:c|C)\}}?)"
)
_RELATED = re.compile(r"[<>=]|\\[lg](?:e|eq|eqslant|t)(?![A-Za-z])")
_EVENT = re.compile(r"\bevents?\b", re.IGNORECASE)
_INDEX = re.compile(r"^[i-l]$")
MOST_EVENTS = 5


@dataclass(frozen=True, slots=True)
class Event:
    """An event, or the complement of one, or the union of `parts`, in each of which all happen."""

    key: str
    shown: str
    is_complement: bool = False
    parts: tuple[tuple[Event, ...], ...] = ()


def joint_laws_of(
    relations: Iterable[Relation],
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
) -> tuple[list[Law], list[Relation], list[Relation]]:
    r"""Return equations that turn what is conditional into quotients of joint probabilities.

    The first relations say that the divisors are probabilities of events that may happen, and the
    second ones that what happens together is at most as probable as a part of it.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\Pr[A \mid B] = \Pr[B \mid A]", Scope()).rows[0]
    >>> laws, _, facts = joint_laws_of([row.relation], Scope(), SourceText("events $A$, $B$"))
    >>> [str(law.value) for law in laws]
    ['\\Pr[A, B] / \\Pr[B]', '\\Pr[A, B] / \\Pr[A]']
    >>> [str(item) for item in facts]
    ['\\Pr[A, B] <= \\Pr[B]', '\\Pr[A, B] <= \\Pr[A]', '\\Pr[B] + \\Pr[A] - \\Pr[A, B] <= 1']
    """
    symbols = symbols_of(relations)
    terms = [read_term(symbol, source) for symbol in symbols if is_term(symbol)]
    found = [term for term in terms if term is not None and term.kind is TermKind.PROBABILITY]
    if not found or not any(term.tail or _is_compound(term, source.text) for term in found):
        return [], [], []
    heads = {term.head for term in found}
    reader = _Joint(scope, source, frozenset(tentative), symbols)
    reader.head = heads.pop() if len(heads) == 1 else ""
    reader.has_conditions = any(term.tail for term in found)
    return laws_by(reader), list(reader.positive.values()), reader.facts()


def _is_compound(term: Term, document: str) -> bool:
    text = term.bodies[0].text
    is_list = "," in text and _RELATED.search(text) is not None
    return is_list or _COMPOUND.search(text) is not None or _is_sure(text, document)


@lru_cache(maxsize=4096)
def _is_sure(text: str, document: str) -> bool:
    """Return whether a text calls a set the sample space, which is the event that is certain."""
    if re.fullmatch(r"[A-Z]|\\Omega", text) is None:
        return False
    formula = rf"(?:\$|\\\()\s*{re.escape(text)}\s*(?:\$|\\\))"
    space = r"(?:sample|probability|outcome)\s+space"
    before = rf"{space}(?:\s+(?:is|be|by|as))?\s*{formula}"
    behind = rf"{formula}\s+(?:is|be|as)\s+(?:the|a)\s+{space}"
    return re.search(f"{before}|{behind}", document, re.IGNORECASE) is not None


class _Joint(Laws):
    """Brings probabilities into quotients of joint ones."""

    head = ""  # of the probabilities of the row, where they have one
    has_conditions = False

    def __init__(
        self, scope: Scope, source: SourceText, tentative: frozenset[str], symbols: list[Symbol]
    ) -> None:
        super().__init__(scope, source, tentative, symbols)
        self.positive: dict[Expression, Relation] = {}
        self.together: dict[tuple[str, frozenset[str]], Expression] = {}

    def facts(self) -> list[Relation]:
        """Return that what happens together is at most as probable as a part of it.

        A union of two events has a probability of at most one.
        """
        found: list[Relation] = []
        known = {key: node for key, node in self.together.items() if self.are_events(key[1])}
        for (head, names), node in known.items():
            parts = [
                other for (above, fewer), other in known.items() if head == above and fewer < names
            ]
            found += [Relation(node, Sense.LE, other) for other in parts]
            if len(names) == len(parts) == 2:
                found.append(Relation(parts[0] + parts[1] - node, Sense.LE, Number(Fraction(1))))
        return found

    def are_events(self, names: frozenset[str]) -> bool:
        """Return whether what is in a probability are events, and no values of a density."""
        text = self.source.document
        has_density = "densit" in text.lower()
        return all(
            not (has_density and " = 0" in name)
            if re.search(r" (?:[<>]=?|=) 0$", name)
            else self.speaks_of_events()
            for name in names
        )

    def _probability(self, term: Term, symbol: Symbol) -> Form:
        """What is conditional is a quotient, and the probabilities of complements add up to one."""
        held = self.events(term.bodies[0], term)
        given = self.events(within(term.tail, self.source), term) if term.tail else []
        together = list(dict.fromkeys((*held, *given)))
        is_plain = not any(item.is_complement or item.parts for item in held)
        if is_plain and not given and held:
            self.joint(term.head, held, symbol, is_own=True)
        form = self.joint(term.head, together, symbol)
        self.used.append(CONDITIONAL)
        return form.times(self.inverse(self.joint(term.head, given, symbol))) if given else form

    def _expectation(self, term: Term, symbol: Symbol) -> Form:
        """What is conditional on an event is a quotient."""
        if not term.tail or not self.head or "_" in term.head or "_" in self.head:
            return super()._expectation(term, symbol)
        given = self.events(within(term.tail, self.source), term)
        if not all(self.is_event(item) for item in given) or any(
            bar in term.bodies[0].text for bar in ("|", r"\mid", r"\vert")
        ):
            return super()._expectation(term, symbol)
        body = self.read(term.bodies[0])
        total = number_form(0)
        for item, number in body.terms:
            if not item:
                total = total.plus(self.joint(self.head, given, symbol).scaled(number))
                continue
            plain = monomial_form(item)
            total = total.plus(self.part(term, plain, given, symbol).scaled(number))
        self.used.append(CONDITIONAL)
        return total.times(self.inverse(self.joint(self.head, given, symbol)))

    def inverse(self, form: Form) -> Form:
        """Return one over the probability of what is given, which is positive."""
        if len(form.terms) > 1:
            plain = self.forms.expression(form.scaled(1 / form.lead))
            sense = Sense.GT if form.lead > 0 else Sense.LT
            self.positive[plain] = Relation(plain, sense, Number(Fraction(0)))
        return self.forms.inverse(form)

    def is_event(self, item: Event) -> bool:
        """Return whether what stands behind a bar is an event, and no random variable."""
        is_named = re.fullmatch(_NAME, item.key) is not None
        has_sense = any(sign in item.key for sign in (" = 0", " >= 0", " > 0", " == 0"))
        return not item.parts and (has_sense or (is_named and self.speaks_of_events()))

    def speaks_of_events(self) -> bool:
        """Return whether the text has events, so that a capital letter with a bar may be one."""
        return _EVENT.search(self.source.text) is not None

    def part(self, term: Term, plain: Form, given: list[Event], symbol: Symbol) -> Form:
        """Return the expectation of what is inside of events, and zero outside."""
        for at, item in enumerate(given):
            if item.is_complement:
                rest = [*given[:at], *given[at + 1 :]]
                base = [*rest, Event(item.key, item.shown)]
                less = self.part(term, plain, base, symbol).scaled(Fraction(-1))
                return self.part(term, plain, rest, symbol).plus(less)
        body = self._shown(Term(term.kind, term.head, term.bound, term.bodies), plain.terms[0][0])
        if not given:
            key = f"{term.head}[{plain.key}|]"
            return self.atom(key, symbol, False, body, REAL)
        names = sorted({item.key for item in given})
        shown = f"{body} on {', '.join(sorted({item.shown for item in given}))}"
        return self.atom(f"{term.head}[{plain.key};{names}]", symbol, False, shown, REAL)

    def joint(
        self, head: str, events: list[Event], symbol: Symbol, *, is_own: bool = False
    ) -> Form:
        """Return the probability that all of some events happen, by those of no complements."""
        if len(events) > MOST_EVENTS:
            raise TooLongError
        for at, item in enumerate(events):
            rest = [*events[:at], *events[at + 1 :]]
            if item.parts:
                return self.union(head, rest, item, symbol)
            if item.is_complement:
                base = [*rest, Event(item.key, item.shown)]
                less = self.joint(head, base, symbol).scaled(Fraction(-1))
                return self.joint(head, rest, symbol).plus(less)
        if not events:
            return number_form(1)
        names = sorted({item.key for item in events})
        shown = f"{head}[{', '.join(sorted({item.shown for item in events}))}]"
        form = self.atom(f"{head}{names}", symbol, is_own, shown, PROBABILITY)
        self.together[head, frozenset(names)] = self.forms.expression(form)
        return form

    def union(self, head: str, rest: list[Event], item: Event, symbol: Symbol) -> Form:
        """The probability of a union: both, less what is counted twice."""
        one, two = item.parts
        first, second, both = (
            self.joint(head, list(dict.fromkeys((*rest, *part))), symbol)
            for part in (one, two, (*one, *two))
        )
        return first.plus(second).plus(both.scaled(Fraction(-1)))

    # Reading.

    def events(self, place: Fragment, term: Term) -> list[Event]:
        """Return the events that a text names, all of which happen."""
        if _is_sure(place.text, self.source.document):
            return []
        tokens = [item for item in tokenize(place, is_lenient=True) if item.kind is not Kind.STOP]
        texts = [item for item in tokens if item.kind is Kind.TEXT]
        if any(_words(item, place) != "and" for item in texts) or has_many_values(place.text):
            raise TooLongError
        spelled = canonical(tokens)
        family = _FAMILY.fullmatch(spelled)
        if family is not None and self.speaks_of_events():
            return [_of_family(family["sign"], family["over"], family["body"])]
        if any(item.key in _QUANTIFIED for item in tokens) or r"do(" in spelled:
            raise TooLongError
        return list(dict.fromkeys(self.all_of(tokens, place, term)))

    def all_of(self, tokens: list[Token], place: Fragment, term: Term) -> Iterator[Event]:
        """Yield the events that tokens join by commas or signs, all of which happen."""
        if _is_grouped(tokens):
            yield from self.all_of(tokens[1:-1], place, term)
            return
        pieces = list(_parted(tokens, (*_AND,)))
        for piece in pieces:
            left, *without = _parted(piece, (r"\setminus",), with_commas=False)
            if without and self.speaks_of_events():
                yield from self.all_of(left, place, term)
                yield from (self.opposite(part, place, term) for part in without)
            elif len(pieces) > 1 and _is_grouped(piece):
                yield from self.all_of(piece, place, term)
            elif not _is_sure(canonical(piece), self.source.document):
                yield self.one(piece, place, len(pieces), term)

    def opposite(self, tokens: list[Token], place: Fragment, term: Term) -> Event:
        """Return the complement of the one event that tokens spell."""
        found = list(self.all_of(tokens, place, term))
        if len(found) != 1 or found[0].parts:
            raise TooLongError
        return replace(found[0], is_complement=not found[0].is_complement)

    def one(self, tokens: list[Token], place: Fragment, count: int, term: Term) -> Event:
        """Return the event that tokens spell."""
        if not tokens:
            raise TooLongError
        parts = list(_parted(tokens, (r"\cup",), with_commas=False))
        if len(parts) > 2:
            raise TooLongError
        if len(parts) == 2:
            one, two = (tuple(self.all_of(part, place, term)) for part in parts)
            if any(item.parts for item in (*one, *two)):
                raise TooLongError
            return Event("", "", parts=(one, two))
        text = canonical(tokens)
        if any(item.key == r"\setminus" for item in tokens):
            raise TooLongError
        if any(item.kind is Kind.RELATION for item in tokens):
            return self.related(tokens, place, count)
        named = _COMPLEMENT.fullmatch(text)
        if named is not None and self.speaks_of_events():
            base = next(named[key] for key in "abc" if named[key])
            if not is_usual_complement(base, self.source.document):
                raise TooLongError
            return Event(base, base, is_complement=True)
        is_letter = re.fullmatch(_NAME, text) is not None
        if not is_letter and not self.has_conditions:
            raise TooLongError
        return Event(text, text)

    def related(self, tokens: list[Token], place: Fragment, count: int) -> Event:
        """Return an event that is a relation between numbers, or one as it is spelled."""
        text = canonical(tokens)
        sides = re.split(r"[<>=]|\\[a-z]+", text)
        if count > 1 and any(_INDEX.match(side.strip()) for side in sides):
            raise TooLongError  # an index, of which all values may be meant
        try:
            key, shown, turned = self.event(place.part(tokens[0].start, tokens[-1].stop))
        except TooLongError:
            return Event(text, text)
        return Event(key, shown, turned)


def _of_family(sign: str, over: str, body: str) -> Event:
    """Return a union of a family of events, or the complement of one, which an intersection is."""
    named = _COMPLEMENT.fullmatch(body)
    base = body if named is None else next(named[key] for key in "abc" if named[key])
    is_plain = (sign == "cup") == (named is None)
    if is_plain:  # a union of events, or an intersection of complements
        text = rf"\bigcup{over} {base}"
        return Event(text, text, is_complement=sign == "cap")
    text = rf"\bigcap{over} {base}"
    return Event(text, text, is_complement=sign == "cup")


def _is_grouped(tokens: list[Token]) -> bool:
    """Return whether tokens are events in parentheses, or relations in braces and no list."""
    if not _is_enclosed(tokens):
        return False
    pieces = _parted(tokens[1:-1], _AND)
    return tokens[0].key == "(" or all(
        any(item.kind is Kind.RELATION for item in piece) for piece in pieces
    )


def _is_enclosed(tokens: list[Token]) -> bool:
    """Return whether parentheses or the braces of a set stand around all of some tokens."""
    if len(tokens) < 3 or tokens[0].key not in ("(", r"\{") or tokens[-1].kind is not Kind.CLOSE:
        return False
    depth = 0
    for token in tokens[:-1]:
        depth += _DEPTH.get(token.kind, 0)
        if depth == 0:
            return False
    return True


def _words(token: Token, place: Fragment) -> str:
    text = place.source.text[token.start : token.stop]
    return re.sub(r"\\[a-z]+|[{}~\s]", "", text)


def _parted(
    tokens: list[Token], signs: tuple[str, ...], *, with_commas: bool = True
) -> Iterator[list[Token]]:
    """Yield what stands between signs outside of all delimiters."""
    depth, start = 0, 0
    for at, token in enumerate(tokens):
        depth += _DEPTH.get(token.kind, 0)
        is_comma = with_commas and token.kind in (Kind.COMMA, Kind.TEXT)
        if depth == 0 and (token.key in signs or is_comma):
            yield tokens[start:at]
            start = at + 1
    yield tokens[start:]
