r"""Independence: expectations and chances of products are products, where the text says so.

``\mathbb{E}[e^{\lambda \sum_i X_i}]`` is ``\prod_i \mathbb{E}[e^{\lambda X_i}]``, ``\Pr[A \cap B]``
is ``\Pr[A] \Pr[B]``, and the variance of a sum is the sum of the variances. Each factor speaks of
one member of what is called independent, and of nothing else that may be random.

Main definitions
----------------
`independence_facts`: what is known of the expectations and probabilities of a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import mul

from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.constants import is_drawn, is_series, is_sure_range
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.independent_names import Independent, independent_groups
from boundcalc.laws.forms import Form
from boundcalc.laws.renaming import is_given_anew
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind, Token

INDEPENDENT = "independence, as the text says it"
_PARAMETER = re.compile(
    r"(?:[a-eik-nq-uN]|p|\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|eta|lambda|mu|nu|pi|rho"
    r"|sigma|tau|theta))(?:_\{\w\})?"
)
_MATRICES = re.compile(r"(?i)\b(?:matri(?:x|ces)|operators?|hermitian|tensors?)\b")
_DEPENDS = r"(?:depend|random|chosen|choose|drawn|adaptive|data\b|function|prior|posterior)"
_VARIANCE = re.compile(r"\\(?:mathrm|operatorname)\{[Vv]ar\}")
_BIG = re.compile(r"\\bigcap(?P<scripts>_(?:\{[^{}]*\}|\w)(?:\^(?:\{[^{}]*\}|\w))?)(?P<body>.*)")
_JOINS = (r"\cap", r"\wedge", r"\land")


def independence_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the expectations and probabilities of a relation."""
    kinds = (TermKind.EXPECTATION, TermKind.PROBABILITY, TermKind.VALUE)
    found = terms.of(*kinds)
    groups = independent_groups(terms.said) if found else ()
    has_matrices = terms.source.has_matrices or _MATRICES.search(terms.source.document)
    for symbol, term in found if groups else ():
        if has_matrices and term.kind is TermKind.EXPECTATION:  # of which no exponentials commute
            continue
        if term.tail and term.kind is not TermKind.VALUE:
            continue
        if term.kind is TermKind.EXPECTATION:
            yield from _over_index(terms, symbol, term, groups)
            yield from _of_factors(terms, symbol, term, groups)
        elif term.kind is TermKind.PROBABILITY:
            yield from _of_events(terms, symbol, term, groups)
        elif _VARIANCE.fullmatch(term.head):
            yield from _of_variance(terms, symbol, term, groups)


def _member(name: str, groups: Sequence[Independent]) -> tuple[Independent, str] | None:
    """Return the group that has a name in it, and which member it is."""
    return next(((it, at) for it in groups if (at := it.member(name))), None)


def _member_of(terms: Terms, text: str, groups: Sequence[Independent]) -> tuple[str, str] | None:
    """Return the one member of which a text speaks: its group and its index; None for others.

    All else in it are numbers: parameters that are not drawn, and expectations.
    """
    node = terms.number(text)
    found: set[tuple[str, str]] = set()
    for symbol in () if node is None else node.symbols():
        held = _member(symbol.latex, groups)
        if held is not None:
            found.add((held[0].head or ",".join(held[0].names), held[1]))
            continue
        term = read_term(symbol, terms.source) if is_term(symbol) else None
        is_mean = term is not None and term.kind is TermKind.EXPECTATION and not term.tail
        if not is_mean and not _is_parameter(terms, symbol):
            return None
    return found.pop() if len(found) == 1 else None


def _is_parameter(terms: Terms, symbol: Symbol) -> bool:
    """Return whether a symbol is a number that nothing in the text makes random."""
    name = symbol.latex or symbol.name
    head = name.partition("_")[0]
    if _PARAMETER.fullmatch(name) is None or is_drawn(terms.before, head):
        return False
    beside = rf"\$[^$]*(?<![A-Za-z\\]){re.escape(head)}(?![A-Za-z(])[^$]*\$"
    said = rf"(?i:{beside}[^.$]{{0,40}}{_DEPENDS}|{_DEPENDS}[^.$]{{0,20}}{beside})"
    return not re.search(said, _without(terms.before, head))


def _without(text: str, head: str) -> str:
    """Return the sentences of a text that have a letter beside no family in one formula."""
    sentences = re.split(r"(?<=[a-z)$}])[.?!]\s|\n\s*\n", text)
    listed = re.compile(r"\\[lc]?dots|\.\.\.")
    return ". ".join(
        re.sub(r"\$[^$]*\$", lambda it: "" if listed.search(it[0]) else it[0], one)
        for one in sentences
        if head in one
    )


def _is_whole(
    terms: Terms, over: Term, groups: Sequence[Independent], held: tuple[str, str]
) -> bool:
    """Return whether a product goes over members of a family, and its end is no random number."""
    lasts = {it.last for it in groups if it.head == held[0]}
    head = over.head.replace(r"\prod", r"\sum")
    is_last = not over.upper or over.upper.strip() in lasts or "" in lasts
    return is_last and is_sure_range(over.lower, over.upper, head, terms.source.document)


def _over_index(
    terms: Terms, symbol: Symbol, term: Term, groups: Sequence[Independent]
) -> Iterator[Fact]:
    """Yield that the expectation of a product over an index is that of the expectations."""
    body = None
    for product, over in terms.of(TermKind.PRODUCT):
        inner = _term_of(terms, over.bodies[0].text, product)
        is_alike = inner is not None and inner.kind is TermKind.EXPECTATION
        if inner is None or not is_alike or is_series(over.head) or len(over.bound) != 1:
            continue
        (index,) = over.bound
        text = inner.bodies[0].text
        held = _member_of(terms, text, groups)
        if (inner.head, inner.tail) != (term.head, "") or held is None or held[1] != index:
            continue
        body = body or _with_sums(terms, term.bodies[0].text)
        is_whole = _is_whole(terms, over, groups, held)
        if is_whole and body is not None and body == terms.form(f"{over.head} ({text})"):
            yield Fact(Relation(symbol, Sense.EQ, product), INDEPENDENT)


def _term_of(terms: Terms, text: str, like: Symbol) -> Term | None:
    """Return the term that a text is as a whole, or None."""
    latex = canonical(terms.tokens(text)[:-1])
    symbol = Symbol(latex, REAL, latex=latex, speaks_of=like.speaks_of)
    return read_term(symbol, terms.source) if latex else None


def _with_sums(terms: Terms, text: str) -> Form | None:
    """Return the form of a text, with the sums that names in it are said to be once."""
    node = terms.number(text)
    names = () if node is None else [it for it in node.symbols() if len(it.latex) == 1]
    totals = {it.name: _sum_of(terms.before, it.latex) for it in names if it.latex.isupper()}
    nodes = {name: terms.number(total) for name, total in totals.items() if total}
    known = {name: total for name, total in nodes.items() if total is not None}
    return None if node is None else terms.form_of(node.substitute(known))


def _sum_of(text: str, name: str) -> str:
    """Return the sum that a text says a name to be, if it says one thing of it."""
    equal = re.compile(
        rf"(?<![\w\\]){name}\s*&?\s*(?::=|=|\\coloneqq|\\triangleq)\s*&?\s*"
        r"(?P<value>(?:[^={}$\n]|\{[^{}]*\})*)"
    )
    found = list(equal.finditer(text))
    values = {re.sub(r"[\s.,;&]|\\\\.*", "", it["value"]) for it in found}
    if len(values) != 1 or is_given_anew(name, text[found[-1].end() :]):
        return ""
    value = values.pop()
    is_sum = re.fullmatch(r"\\sum_\{[i-l]=1\}\^\{?\w\}?[A-Za-z]_\{?[i-l]\}?", value)
    return value if is_sum else ""


def _of_factors(
    terms: Terms, symbol: Symbol, term: Term, groups: Sequence[Independent]
) -> Iterator[Fact]:
    """Yield that the expectation of a product of two members is that of the expectations."""
    form = terms.form(term.bodies[0].text)
    if form is None or len(form.terms) != 1 or form.terms[0][1] != 1:
        return
    parts: dict[tuple[str, str], list[str]] = {}
    for atom, power in form.terms[0][0]:
        shown = terms.latex(atom)
        held = _member_of(terms, shown, groups)
        if held is None or power.denominator != 1 or power < 0:
            return
        parts.setdefault(held, []).append(f"({shown})^{{{power}}}" if power != 1 else shown)
    if len(parts) < 2 or not _are_apart([*parts]):
        return
    means = [_alike(terms, term, " ".join(texts)) for texts in parts.values()]
    yield from _product(symbol, means)


def _are_apart(members: Sequence[tuple[str, str]]) -> bool:
    """Return whether members are of one group, and no two may be the same."""
    is_one = len({group for group, _ in members}) == 1
    indexes = [at for _, at in members]
    is_sure = all("," in group or at.isdigit() for group, at in members)
    return is_one and is_sure and len(set(indexes)) == len(indexes)


def _product(symbol: Symbol, factors: Sequence[Expression | None]) -> Iterator[Fact]:
    known = [it for it in factors if it is not None]
    if len(known) == len(factors) and symbol not in known:
        yield Fact(Relation(symbol, Sense.EQ, reduce(mul, known)), INDEPENDENT)


def _alike(terms: Terms, whole: Term, body: str) -> Expression | None:
    """Return the expectation or chance of a body, as the relation has it where it does."""
    key = _key(terms, whole, body)
    for symbol, term in terms.of(whole.kind) if key is not None else ():
        is_alike = (term.head, term.tail) == (whole.head, "")
        if is_alike and key == _key(terms, whole, term.bodies[0].text):
            return symbol
    return terms.number(f"{whole.head}[{body}]")


def _key(terms: Terms, whole: Term, body: str) -> object:
    if whole.kind is TermKind.PROBABILITY:
        return terms.event(body) or canonical(terms.tokens(body)[:-1])
    return terms.form(body)


def _of_events(
    terms: Terms, symbol: Symbol, term: Term, groups: Sequence[Independent]
) -> Iterator[Fact]:
    """Yield that the chance of several events is the product of the chances."""
    body = term.bodies[0].text
    big = _BIG.fullmatch(canonical(terms.tokens(body)[:-1]))
    if big is not None:
        inner = big["body"].strip()
        yield from _of_intersection(terms, symbol, term, (big["scripts"], inner), groups)
        return
    parts = _parts(terms, body)
    held = [_speaks_of(terms, part, groups) for part in parts]
    members = [it for it in held if it is not None]
    if len(parts) > 1 and len(members) == len(parts) and _are_apart(members):
        yield from _product(symbol, [_alike(terms, term, part) for part in parts])


def _of_intersection(
    terms: Terms,
    symbol: Symbol,
    term: Term,
    body: tuple[str, str],
    groups: Sequence[Independent],
) -> Iterator[Fact]:
    scripts, inner = body
    for product, over in terms.of(TermKind.PRODUCT):
        chance = _term_of(terms, over.bodies[0].text, product)
        if chance is None or chance.kind is not TermKind.PROBABILITY or len(over.bound) != 1:
            continue
        (index,) = over.bound
        held = _speaks_of(terms, chance.bodies[0].text, groups)
        plain = re.sub(r"\A[(\\{]+|[)\\}]+\Z", "", inner) if inner[:1] in "({\\" else inner
        shown = canonical(terms.tokens(chance.bodies[0].text)[:-1])
        is_same = over.head.removeprefix(r"\prod") == scripts and shown in (inner, plain)
        is_alike = (chance.head, chance.tail) == (term.head, "")
        is_of = held is not None and held[1] == index and _is_whole(terms, over, groups, held)
        if is_same and is_alike and is_of:
            yield Fact(Relation(symbol, Sense.EQ, product), INDEPENDENT)


def _parts(terms: Terms, body: str) -> list[str]:
    """Return the events of a conjunction."""
    place = terms.place(body).source.text
    pieces: list[list[Token]] = [[]]
    depth = 0
    for token in terms.tokens(body)[:-1]:
        depth += (token.kind in (Kind.OPEN, Kind.LEFT_BRACE)) - (
            token.kind in (Kind.CLOSE, Kind.RIGHT_BRACE)
        )
        is_and = token.kind is Kind.TEXT and "and" in token.key
        if depth == 0 and (token.kind is Kind.COMMA or token.key in _JOINS or is_and):
            pieces.append([])
        else:
            pieces[-1].append(token)
    return [place[it[0].start : it[-1].stop] for it in pieces] if all(pieces) else []


def _speaks_of(terms: Terms, event: str, groups: Sequence[Independent]) -> tuple[str, str] | None:
    """Return the one member of which an event speaks, beside numbers; None for another event."""
    tokens = terms.tokens(event)[:-1]
    sides: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind is Kind.RELATION:
            sides.append([])
        elif token.key in (r"\in", r"\notin", r"\cup", r"\setminus", "|", r"\mid"):
            return None
        else:
            sides[-1].append(token)
    place = terms.place(event).source.text
    if len(sides) > 2 or not all(sides):
        return None
    if len(sides) == 1:
        held = _member(canonical(sides[0]), groups)
        return None if held is None else (held[0].head or ",".join(held[0].names), held[1])
    both = " + ".join(f"({place[it[0].start : it[-1].stop]})" for it in sides)
    return _member_of(terms, both, groups)


def _of_variance(
    terms: Terms, symbol: Symbol, term: Term, groups: Sequence[Independent]
) -> Iterator[Fact]:
    """Yield that the variance of a sum over an index is the sum of the variances."""
    body = _with_sums(terms, term.bodies[0].text)
    for total, over in terms.of(TermKind.SUM):
        inner = _term_of(terms, over.bodies[0].text, total)
        if inner is None or inner.head != term.head or len(over.bound) != 1:
            continue
        (index,) = over.bound
        text = inner.bodies[0].text
        held = _member_of(terms, text, groups)
        is_same = body is not None and body == terms.form(f"{over.head} ({text})")
        is_of = held is not None and held[1] == index and _is_whole(terms, over, groups, held)
        if is_of and is_same and not is_series(over.head):
            yield Fact(Relation(symbol, Sense.EQ, total), INDEPENDENT)
