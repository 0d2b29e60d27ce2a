r"""Relations as users write them: proved, refuted, and certificates checked again.

Main definitions
----------------
`prove`: a relation in LaTeX, or as an expression, with the domains of its symbols.
`read_conjecture`: what it is about; `boundcalc.proving.conjectures.decide` decides it.
`recheck`: a certificate, checked anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker.reading import check_names
from boundcalc.derivations.rows import atoms_of
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.language.domains import Domain
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.serialize import relation_from_json
from boundcalc.proving.conjectures import Conjecture, decide
from boundcalc.proving.explain import explain_proof
from boundcalc.proving.goals import ProofGoal, make_goal
from boundcalc.proving.prove import refuted_judgement
from boundcalc.proving.verdicts import Verdict
from boundcalc.questions.options import check_seconds
from boundcalc.reader.declarations import Limit, read_limited_domain, read_where
from boundcalc.reader.relations import RelationRow, read_relation, read_relations
from boundcalc.reader.scope import Scope, read_spelling
from boundcalc.tex.source import Fragment, SourceText
from boundcalc.tex.tokens import tokenize

LONGEST_TEXT = 100_000
_DELIMITERS = (("$$", "$$"), ("$", "$"), (r"\[", r"\]"), (r"\(", r"\)"))
Where = str | Iterable[str] | Mapping[str, Domain | str]


def prove(
    relation: str | Relation,
    *,
    where: Where | None = None,
    assume: str | Relation | Iterable[str | Relation] = (),
    seconds: float | None = None,
) -> Verdict:
    r"""Decide whether a relation holds on its whole domain.

    Parameters
    ----------
    relation : str or Relation
        LaTeX such as ``e^{2x} \le 1 + 2x + 4x^2``, or an implication ``A \implies B``; or a
        `Relation` between expressions. Functions may be typed in letters, as ``exp(x)`` and
        ``sqrt(x)``, unless they may be a product of declared ones.
    where : str, iterable of str, or mapping, optional
        The symbols and their domains: ``"x in (0, 1/2]; n integer >= 1"``, several such texts, or
        a mapping from names to a `Domain` or to its text, such as ``{"x": "(0, 1/2]"}``.
        The symbols of a `Relation` that are not named keep the domains that they carry.
    assume : str, Relation, or iterable of these
        Hypotheses, relations over the same symbols.
    seconds : float, optional
        Time limit of the search, in seconds of the processor. Without one the search ends by a
        count of its work, so that the verdict is the same on every machine.

    Returns
    -------
    Verdict
        PROVED with a certificate that the checker accepted, REFUTED with a counterexample that it
        accepted, or UNKNOWN with what was left. Where probabilities, expectations, integrals or
        declared phrases stand in the relation, REFUTED only if it fails whatever they are.

    Raises
    ------
    ReaderError
        If LaTeX or a declaration cannot be read, or a symbol is not declared.
    DomainError
        If no point satisfies the assumptions, or none was found.
    QuestionError
        If an argument is of the wrong kind.

    Examples
    --------
    >>> verdict = prove(r"e^x \le 1 + 2x", where="x in [0, 1]")
    >>> verdict.kind.value, prove(r"e^x \le 1 + x", where={"x": "[1/4, 1]"}).kind.value
    ('PROVED', 'REFUTED')
    """
    check_seconds(seconds)
    return decide(read_conjecture(relation, where=where, assume=assume), seconds=seconds)


def read_goal(
    relation: str | Relation,
    *,
    where: Where | None = None,
    assume: str | Relation | Iterable[str | Relation] = (),
) -> ProofGoal:
    """Return what `prove` would prove; parameters and errors as there."""
    return read_conjecture(relation, where=where, assume=assume).goal


def read_conjecture(
    relation: str | Relation,
    *,
    where: Where | Scope | None = None,
    assume: str | Relation | Iterable[str | Relation] = (),
) -> Conjecture:
    """Return what `prove` would prove and what is opaque in it; parameters and errors as there.

    The symbols may also come as a `Scope`.
    """
    scope = scope_of(where)
    if not isinstance(assume, str | Relation | Iterable):
        raise _wrong_kind("an assumption", assume)
    given = [assume] if isinstance(assume, str | Relation) else list(assume)
    texts = "\n".join(item for item in (relation, *given) if isinstance(item, str))
    letters = _letters(scope)
    assumptions: list[Relation] = []
    written: list[Relation] = []
    for place, item in enumerate(given):
        label = "assume" if len(given) == 1 else f"assume {place + 1}"
        if isinstance(item, str):
            rows = read_relations(_fragment(item, label, texts, letters), scope)
            if any(row.is_implied or row.conditions for row in rows):
                raise QuestionError(
                    f"an assumption is a relation, or several; state the implication "
                    f"{item!r:.60} in the relation that is to be proved"
                )
            assumptions += [row.relation for row in rows]
            written += [row.relation for row in rows]
        elif isinstance(item, Relation):
            assumptions.append(item)
        else:
            raise _wrong_kind("an assumption", item)
    if isinstance(relation, str):
        count = len(assumptions)
        fragment = _fragment(relation, "relation", texts, letters)
        conclusion = _conclusion(fragment, scope, assumptions)
        written += [conclusion, *assumptions[count:]]
    elif isinstance(relation, Relation):
        conclusion = relation
    else:
        raise _wrong_kind("a relation", relation)
    used = conclusion.names().union(*(relation.names() for relation in assumptions))
    assumptions += [limit for limit in scope.limits if limit.names() <= used]
    domains = {symbol.name: symbol.domain for symbol in scope.symbols}
    _check_one_meaning([conclusion, *assumptions], domains)
    return Conjecture(make_goal(conclusion, assumptions, domains), atoms_of(written, scope))


class RejectedError(BoundError, Rejected):
    """A certificate that `recheck` does not accept: an error of the library and of the checker."""


def recheck(certificate: Mapping[str, Any]) -> Verdict:
    """Return the verdict that a certificate shows; the checker reads all of it anew.

    Raises
    ------
    boundcalc.Rejected
        If the certificate does not show what it claims.

    Examples
    --------
    >>> verdict = prove("x (1 - x) <= 1/3", where="x in [0, 1]")
    >>> recheck(verdict.certificate).kind.value
    'PROVED'
    """
    try:
        return _recheck(certificate)
    except Rejected as error:
        raise RejectedError(str(error)) from error


def _recheck(certificate: Mapping[str, Any]) -> Verdict:
    if not isinstance(certificate, dict):
        raise Rejected("a certificate is an object of JSON")
    check_names(certificate)
    accepted = check_certificate(certificate)
    try:
        goal = _certified_goal(certificate)
        # The goal in the spelling of the language; the verdict checks the certificate with it.
        canonical = {**certificate, **goal.to_json()}
        if accepted.kind == "refutation":
            judgement = replace(refuted_judgement(goal, canonical), reason="")
        else:
            judgement = Judgement(
                kind=VerdictKind.PROVED,
                reason=explain_proof(canonical),
                certificates=(canonical,),
            )
    except (BoundError, RecursionError) as error:
        raise Rejected(f"the goal cannot be shown: {error}") from error
    return Verdict(goal=goal, judgement=judgement, steps=accepted.steps)


# --- what was written --------------------------------------------------------------------------


def _fragment(
    text: str, name: str, beside: str = "", letters: frozenset[str] | None = None
) -> Fragment:
    if len(text) > LONGEST_TEXT:
        raise QuestionError(
            f"a text has at most {LONGEST_TEXT} characters, but got {len(text)}; prove it in parts"
        )
    text = _without_delimiters(text)
    return Fragment(SourceText(text, name, beside=beside, letters=letters), 0, len(text))


def typed_fragment(text: str, scope: Scope, name: str = "") -> Fragment:
    """Return a formula as it is typed, in which functions may be written in letters."""
    return _fragment(text, name, letters=_letters(scope))


def _letters(scope: Scope) -> frozenset[str]:
    """Return the names that are no function where they stand in a row, but may be a product."""
    return frozenset(scope.names) | {"e"}


def _without_delimiters(text: str) -> str:
    """Return a formula with spaces in the place of the delimiters of a display around it."""
    plain = text.strip()
    for begin, end in _DELIMITERS:
        inside = plain.removeprefix(begin).removesuffix(end)
        if plain == begin + inside + end and begin not in inside and end not in inside:
            return " " * (text.index(begin) + len(begin)) + inside
    return text


def _conclusion(fragment: Fragment, scope: Scope, assumptions: list[Relation]) -> Relation:
    r"""Return the conclusion; what stands before ``\implies`` or after "if" is assumed."""
    rows = read_relations(fragment, scope)
    if not rows:
        return read_relation(fragment, scope)  # which says what is missing
    *before, last = rows
    assumptions += [condition for row in rows for condition in row.conditions]
    if before and not last.is_implied:
        raise QuestionError(_too_many(rows))
    if any(row.is_implied for row in before):
        raise QuestionError(
            "one implication at a time; join what is assumed by commas, as in "
            r"'a \le b, b \le c \implies a \le c'"
        )
    assumptions += [row.relation for row in before]
    return last.relation


def _too_many(rows: list[RelationRow]) -> str:
    way_out = "prove them one by one"
    if any(row.is_implied for row in rows):
        way_out = r"prove what follows \implies one by one"
    return f"one relation was expected but got {len(rows)}; {way_out}"


def scope_of(where: Where | Scope | None) -> Scope:
    """Return the symbols that `where` declares, as `prove` takes it; errors as there."""
    if isinstance(where, Scope):
        return where
    scope = Scope()
    if where is None:
        return scope
    if isinstance(where, Mapping):
        for name, domain in where.items():
            scope = _declared(scope, name, domain)
        return scope
    if not isinstance(where, Iterable):
        raise _wrong_kind("a declaration, or several,", where)
    texts = [where] if isinstance(where, str) else list(where)
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise _wrong_kind("a declaration", text)
        label = "where" if len(texts) == 1 else f"where {place + 1}"
        fragment = typed_fragment(text, scope, label)
        scope = read_where(fragment, scope, takes_constants=True)
    return scope


def _declared(scope: Scope, name: Any, domain: Any) -> Scope:
    if not isinstance(name, str):
        raise _wrong_kind("the name of a symbol", name)
    limits: tuple[Limit, ...] = ()
    if isinstance(domain, str):
        fragment = typed_fragment(domain, scope, f"where {name:.40}")
        domain, limits = read_limited_domain(fragment)
    if not isinstance(domain, Domain):
        raise _wrong_kind(f"the domain of {name:.40}", domain)
    (symbol,) = read_where(_fragment(f"{name} real", "where"), Scope()).symbols
    fragment = _fragment(symbol.latex, "where")
    spelling = read_spelling(fragment, tokenize(fragment))
    if spelling.latex in scope.own:
        raise QuestionError(f"the domain of {name:.40} is given twice; give it once")
    scope, symbol = scope.declare(spelling, domain)
    return scope.limited(symbol, limits)


def _wrong_kind(what: str, found: object) -> QuestionError:
    return QuestionError(f"{what} was expected but got {type(found).__name__}")


def _check_one_meaning(relations: Iterable[Relation], domains: Mapping[str, Domain]) -> None:
    """Check that no two symbols of one name carry different domains."""
    known = dict(domains)
    for relation in relations:
        for symbol in relation.symbols():
            if symbol.name in domains:
                continue
            if known.setdefault(symbol.name, symbol.domain) != symbol.domain:
                raise QuestionError(
                    f"two symbols are called {symbol.name}, with the domains "
                    f"{known[symbol.name]} and {symbol.domain}; rename one, or name its domain"
                )


# --- certificates ------------------------------------------------------------------------------


def _certified_goal(certificate: Mapping[str, Any]) -> ProofGoal:
    symbols = {name: Symbol(name, _domain(data)) for name, data in certificate["variables"].items()}
    return ProofGoal(
        tuple(symbols.values()),
        tuple(relation_from_json(data, symbols) for data in certificate["assumptions"]),
        relation_from_json(certificate["conclusion"], symbols),
    )


def _domain(data: Mapping[str, Any]) -> Domain:
    low, high = data["low"], data["high"]
    return Domain(
        lower=None if low is None else Fraction(low),
        upper=None if high is None else Fraction(high),
        lower_closed=low is not None and data["low_closed"] is True,
        upper_closed=high is not None and data["high_closed"] is True,
        integer=data.get("integer", False) is True,
    )
