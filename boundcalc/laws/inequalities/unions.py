r"""The union bound for families: ``\Pr[\bigcup_{i=1}^n E_i]`` is at most ``\sum_{i=1}^n \Pr[E_i]``.

Both go over the same range, which a union without ends takes from the text, where it names the
first and the last event. ``\exists i \in [n]`` with a property is a union, too, and so is
``\max_i X_i \ge t``: what is greatest is one of them.

Main definitions
----------------
`union_bounds`: what the union bound says of the probabilities and the sums of a relation.
`unions_of`: these probabilities and sums.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.terms import Term, TermKind, is_term, read_term
from boundcalc.reader.names import canonical
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.tokens import tokenize

UNION = "the union bound"
_JOINED = re.compile(r"\s*\\big(?:cup|vee)(?:\\limits)?(?![A-Za-z])")
_SOME = re.compile(
    r"\s*\\exists\s*(?P<over>[a-z]\s*\\in\s*(?:\\\{.*?\\\}|\[[A-Za-z0-9]+\]|\\mathcal\{[A-Z]\}|[A-Z]))"
    r"(?:\s|\\[;,]|~|\\quad)*(?P<mark>:|,|\\colon|\\mid|\\text\{[\s~]*(?:such[\s~]+that|s\.[\s~]*t\.|with)[\s~]*\})?"
    r"(?:\s|\\[;,]|~|\\quad)*"
)
_ANY = re.compile(r"\s*\\exists(?:\s|\\[,;!])*(?P<over>[a-z])(?:\s|\\[;,]|~)*(?::|\\colon|\\mid)")
_EXTREME = re.compile(  # an extremum that is attained, or passed
    r"\s*\\(?P<what>max|min|sup|inf)(?:\\limits)?\s*_\s*(?P<over>\{(?:[^{}]|\{[^{}]*\})*\}|[a-z])"
    r"(?P<body>[^<>=]*?)(?P<sign>[<>=]|\\[lg]e(?:q|qslant)?(?![A-Za-z]))(?P<rest>[^<>=]*)"
)
_ATTAINED = {"sup": ">", "inf": "<"}  # by which sign that is sure where there are infinitely many
_BETWEEN = re.compile(r"\{\s*1\s*\\leq?\s*(?P<index>[a-z])\s*\\leq?\s*(?P<last>[A-Za-z0-9])\s*\}")
_BINDS = re.compile(r"\\(?:in|notin|exists|forall)(?![A-Za-z])")
_OPERATOR = re.compile(r"^\\(?:sup|inf|max|min)(?:\\limits)?")
_UP_TO = re.compile(r"\\sum_\{(?P<index>[a-z])=1\}\^\{?(?P<last>[A-Za-z0-9])\}?")
_BARE = re.compile(r"\\sum_\{?(?P<index>[a-z])\}?")
_UP_TO_SET = re.compile(
    r"\\sum_\{(?P<index>[a-z])\\in(?:\[(?P<one>[A-Za-z0-9]+)\]"
    r"|\\\{1,(?:2,)?(?:\\[lc]?dots|\.\.\.),(?P<two>[A-Za-z0-9]+)\\\})\}"
)
_MEMBER = re.compile(r"(?P<head>[A-Za-z]|\\mathcal\{[A-Z]\})_\{?[a-z]\}?")
_HELD = re.compile(r"(?P<member>(?:\\[A-Za-z]+(?:\{[A-Z]\})?|[A-Za-z])_\{?(?P<index>[a-z])\}?)")
_ANY_DOTS = r"(?:\\[lc]?dots|\.\.\.)"
_DOTS = rf"(?:\s*,\s*{_ANY_DOTS}\s*,\s*|\s*,\s*{{head}}_\{{{{?2\}}}}?)+"


def union_bounds(relation: Relation, source: SourceText) -> Iterator[Relation]:
    r"""Yield that the probability of a union is at most the sum over the same events.

    Parameters
    ----------
    relation : Relation
        What speaks of both.
    source : SourceText
        The document in which it stands.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> from boundcalc.reader.scope import Scope
    >>> text = r"\Pr[\bigcup_{i=1}^n E_i] \le 2 \sum_{i=1}^n \Pr[E_i]"
    >>> row = read_display(text, Scope()).rows[0]
    >>> [str(item) for item in union_bounds(row.relation, SourceText(""))]
    ['\\Pr[\\bigcup_{i=1}^{n}E_{i}] <= \\sum_{i=1}^{n}\\Pr[E_{i}]']
    """
    for symbol, total, _ in unions_of(relation, source):
        yield Relation(symbol, Sense.LE, total)


def unions_of(relation: Relation, source: SourceText) -> Iterator[tuple[Symbol, Symbol, str]]:
    """Yield the unions of a relation with the sums over the same events, and what these are."""
    symbols = [item for item in relation.symbols() if is_term(item)]
    terms = [(symbol, read_term(symbol, source)) for symbol in symbols]
    sums = [
        (symbol, term, inner)
        for symbol, term in terms
        if term is not None and term.kind is TermKind.SUM
        if (inner := _probability(term, source)) is not None
    ]
    for symbol, term in terms:
        if not sums or term is None or term.kind is not TermKind.PROBABILITY or term.tail:
            continue
        union = _union(term.bodies[0], source)
        for total, over, inner in sums:
            is_alike = term.head == inner.head and not inner.tail
            if union is not None and is_alike and _is_over(union, over, inner, source):
                yield symbol, total, _spelled(union.bodies[0])


def _probability(term: Term, source: SourceText) -> Term | None:
    """Return the probability that a sum adds up, or None where its terms are no probability."""
    body = term.bodies[0].text
    inner = read_term(Symbol(body, latex=body), source)
    return inner if inner is not None and inner.kind is TermKind.PROBABILITY else None


def _union(place: Fragment, source: SourceText) -> Term | None:
    """Return a union as if it were a sum over its events; None for another event."""
    text, joined = place.text, _JOINED.match(place.text)
    if joined is not None:
        text = rf"\sum{text[joined.end() :]}"
    elif some := _SOME.match(text):
        if some["mark"] == "," and _BINDS.search(text, some.end()):
            return None  # another one is chosen, too
        text = rf"\sum_{{{some['over']}}} {text[some.end() :]}"
    elif some := _ANY.match(text):
        text = rf"\sum_{some['over']} {text[some.end() :]}"
    elif (of := _EXTREME.fullmatch(text)) and _ATTAINED.get(of["what"], of["sign"]) == of["sign"]:
        over = _BETWEEN.sub(r"{\g<index>=1}^\g<last>", of["over"])
        text = rf"\sum_{over} {of['body']}{of['sign']}{of['rest']}"
    else:
        return None
    found = read_term(Symbol(text, latex=text), source)
    return found if found is not None and found.kind is TermKind.SUM else None


def _is_over(union: Term, over: Term, inner: Term, source: SourceText) -> bool:
    """Return whether a union is that of the events of which a sum adds up the probabilities."""
    event, summed = (_spelled(term.bodies[0]) for term in (union, inner))
    if not event or event != summed or union.bound != over.bound:
        return False
    if not inner.bound.isdisjoint(over.bound):
        return False  # each probability is another one
    if union.head == over.head:
        return True
    ends = {_up_to(union.head), _up_to(over.head)}
    if len(ends) == 1 and "" not in ends:
        return True
    last = _up_to(over.head)
    bare = _BARE.fullmatch(union.head)
    held = _HELD.finditer(event) if bare is not None and last else ()
    members = [item["member"] for item in held if bare is None or item["index"] == bare["index"]]
    return bool(members) and all(_are_all(item, last, source.document) for item in members)


def is_one_range(extreme: str, total: str, body: str, source: SourceText) -> bool:
    r"""Return whether an extremum goes over what a sum goes over, both with one index.

    Parameters
    ----------
    extreme, total : str
        The operators, with their scripts.
    body : str
        What the extremum is taken of, from which a range is taken that no script names.
    source : SourceText
        The document.
    """
    head = _OPERATOR.sub(r"\\sum", extreme.replace(" ", ""), count=1)
    between = _BETWEEN.search(head)
    if between is not None:
        head = rf"\sum_{{{between['index']}=1}}^{between['last']}"
    plain = total.replace(" ", "")
    ends = {_up_to(head), _up_to(plain)}
    if head == plain:
        return True
    if len(ends) == 1 and "" not in ends:
        return True
    bare, last = _BARE.fullmatch(head), _up_to(plain)
    held = [it["member"] for it in _HELD.finditer(body) if bare and it["index"] == bare["index"]]
    return bool(held and last) and all(_are_all(it, last, source.document) for it in held)


def _spelled(place: Fragment) -> str:
    try:
        tokens = tokenize(place, is_lenient=True)[:-1]
    except ReaderError:
        return ""
    while len(tokens) > 2 and (tokens[0].key, tokens[-1].key) == (r"\{", r"\}"):
        tokens = tokens[1:-1]
    return canonical(tokens)


def _up_to(head: str) -> str:
    """Return the last index of a range that begins with 1; empty for another range."""
    plain = head.replace(" ", "")
    if found := _UP_TO.fullmatch(plain):
        return found["last"]
    found = _UP_TO_SET.fullmatch(plain)
    return (found["one"] or found["two"]) if found else ""


def _are_all(event: str, last: str, document: str) -> bool:
    """Return whether a text names the events of a family from the first to that one, and no more.

    There are more where a list of them goes on or begins with another one, where one has an index
    beyond, and where the index has another range anywhere.
    """
    member = _MEMBER.fullmatch(event)
    if member is None:
        return False
    head = rf"(?<![A-Za-z\\]){re.escape(member['head'])}"
    dots = _DOTS.format(head=head)
    more = rf"(?P<more>\s*,\s*(?:{head}_|{_ANY_DOTS}))?"
    named = rf"{head}_\{{?1\}}?{dots}{head}_\{{?(?P<last>[^{{}}\s,$]+)\}}?{more}"
    lists = list(re.finditer(named, document))
    if {place["last"] for place in lists} != {last} or any(place["more"] for place in lists):
        return False
    if re.search(rf"{head}_\S+\s*,\s*{_ANY_DOTS}(?!\s*,\s*{head}_)", document):
        return False
    indices = {
        one or two for one, two in re.findall(rf"{head}_(?:\{{([^{{}}]*)\}}|(\w))", document)
    }
    return all(
        index == last
        or re.fullmatch(r"[1-9]", index)
        or (re.fullmatch("[a-z]", index) and _has_range(index, last, document))
        for index in indices
    )


def _has_range(index: str, last: str, document: str) -> bool:
    """Return whether an index goes from 1 to the last one, wherever a text says where it goes."""
    end = rf"\{{?{re.escape(last)}(?![A-Za-z0-9]|[-+*/]|\\cdot)"
    listed = rf"1,(?:2,)?{_ANY_DOTS},{end}"
    allowed = re.compile(
        rf"{index}(?:=1\}}\^{end}|={listed}|\\in\[{end}\]|\\in\\\{{{listed}|\\leq?{end})"
    )
    said = rf"(?<![A-Za-z\\_]){index}\s*(?:[=<>]|\\(?:in|notin|ge|geq|le|leq|ne|neq)(?![A-Za-z]))"
    return all(
        allowed.match(_without_spaces(document[place.start() : place.start() + 80]))
        for place in re.finditer(said, document)
    )


def _without_spaces(text: str) -> str:
    """Return a text without spaces, where words that stand apart have a sign between them."""
    return re.sub(r"[\s$]|\\,", "", re.sub(r"(?<=[A-Za-z0-9])\s+(?=[A-Za-z])", "~", text))
