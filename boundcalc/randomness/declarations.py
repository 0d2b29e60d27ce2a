r"""Declarations of what is random: ``%! random X, Y in [0, 1], independent, mean \mu``.

A declaration names random variables, says which values they take, and then, separated by commas or
spaces, any of

- ``iid`` or ``independent``: of each other; ``independent of Y``: together, of others declared,
- ``bernoulli(p)``, after ``with law`` or ``~``: values 0 and 1; ``uniform(m)``: each integer from
  1 to m; ``laplace(b)``, ``normal(mu, sigma)``, ``exponential(r)``, ``uniform(a, b)`` between two
  numbers, ``binomial(n, p)``,
- ``integrable``, ``square integrable``, ``mean \mu``, ``variance v``: which moments there are; of
  variables between two numbers all exist; a family has a mean and a variance where it is iid,
- ``drift e^{X} \le d``: what the mean of a function of each member of a family is at most, given
  all members before it, or with ``=`` what it is; the name without index is the member.

``X_1, \ldots, X_n`` names a family with the indices 1 to n. ``S = \sum_{i=1}^n X_i`` names a
function of what is declared, and ``Y_j = X_{j,1} + X_{j,2}`` one for each index.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from boundcalc.language.domains import INTEGER, PROBABILITY, REAL, Domain
from boundcalc.language.expressions import Expression, Symbol, as_expression
from boundcalc.probability import Block, RandomValue, Statement
from boundcalc.probability.records import MEMBER
from boundcalc.randomness.conditions import (
    called,
    has_room,
    in_order,
    may_be_mean,
    named_law,
    reached,
    valid,
    values_of,
)
from boundcalc.randomness.names import (
    NamedTerm,
    RandomName,
    RandomNames,
    check_new,
    misread,
    read_name,
)
from boundcalc.reader.declarations import KINDS, read_domain
from boundcalc.reader.families import FAMILY
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError

_KIND = re.compile(rf"\s+(~|\\sim|\\?in|{'|'.join(KINDS)}|records)(?![A-Za-z])")
_PAIRS = re.compile(
    r"(?P<head>.+?)_\{1,\s*1\}\s*,\s*(?:\\[lc]?dots|\.\.\.)\s*,\s*(?P=head)_\{(?P<last>[^{}]+)\}"
)
_COPY = re.compile(r"(?P<name>\S+)\s+copy\s+of\s+(?P<of>\S+)")
_NAMED_TERM = re.compile(r"\s*(?P<name>[^=<>:,]+?)\s*=")
_CLAUSES = (
    ("law", r"with\s+law\s+(?P<value>[A-Za-z]+\s*\([^()]*\))"),
    ("of", r"independent\s+of\s+(?P<value>[^;]+)"),
    ("from", r"from\s+(?P<value>\S+?)"),
    ("iid", r"iid"),
    ("independent", r"independent"),
    ("square", r"square\s+integrable"),
    ("integrable", r"integrable"),
    ("mean", r"mean\s+(?P<value>[^,;]+)"),
    ("variance", r"variance\s+(?P<value>[^,;]+)"),
    ("drift", r"drift\s+(?P<value>[^,;]+)"),
)
_WANTED = (
    "after the values of a random variable stand iid, independent, independent of NAMES, with law "
    "bernoulli(p), uniform(m), laplace(b), normal(mu, sigma), exponential(r), uniform(a, b) or "
    "binomial(n, p), integrable, square integrable, mean NUMBER, variance NUMBER, drift FUNCTION "
    r"\le NUMBER or drift FUNCTION = NUMBER"
)


def read_random(
    argument: Fragment, scope: Scope, known: RandomNames
) -> tuple[RandomNames, tuple[str, ...]]:
    """Return what is random after a declaration, and the relations that it assumes, as LaTeX.

    Raises
    ------
    ReaderError
        If it cannot be read, or names something that has a meaning already.
    """
    copied = _COPY.fullmatch(argument.text.strip())
    if copied is not None:
        return _copy(argument, copied, scope, known), ()
    found = _KIND.search(argument.text)
    named_term = _NAMED_TERM.match(argument.text)
    if named_term is not None and (found is None or found.start() > named_term.end()):
        return _read_named_term(argument, named_term, scope, known), ()
    if found is None:
        raise misread("say which values it takes, as in 'random X in [0, 1]' or 'real'", argument)
    listed = _names(argument, argument.text[: found.start()], scope, known)
    domain, low, high, rest = _values(argument, found, scope)
    written = domain, low, high
    clauses = _clauses(argument, rest)
    if clauses.keys() & {"mean", "variance"} and "iid" not in clauses and listed[0][2]:
        raise misread(
            "all members of a family have one mean and variance where they are iid, which is not "
            "said here; add iid, or bound the mean of each, given those before, as in "
            r"'drift X \le 0'",
            argument,
        )
    moments = 2 if "square" in clauses or "variance" in clauses else 0
    if moments == 0 and ("integrable" in clauses or "mean" in clauses):
        moments = 1
    law: tuple[tuple[Expression, Expression], ...] = ()
    arguments = _arguments_of(clauses["law"], scope) if "law" in clauses else ()
    named = named_law(clauses.get("law", ""), arguments)
    if named is not None:
        moments = 0 if named[0] == "dice" else 4
        domain, low, high = values_of(*named)
    elif "law" in clauses:
        law, domain = _law(argument, clauses["law"], scope)
    if "law" in clauses and not has_room(written, (domain, low, high)):
        raise misread(
            "the law has values outside of those that are declared; leave one out", argument
        )
    mean = read_expression(clauses["mean"], scope) if "mean" in clauses else None
    if not may_be_mean(mean, domain):
        raise misread(
            "the mean lies outside of the values that are declared, so that nothing has both",
            argument,
        )
    drift = _drift(argument, clauses, listed[0], scope) if "drift" in clauses else ()
    line = argument.position.line
    names = dict(known.names)
    for latex, ascii_name, lasts in listed:
        value = RandomValue(
            name=ascii_name,
            domain=domain,
            low=low,
            high=high,
            moments=moments,
            arity=len(lasts),
            law=law,
            named=named,
            drift=drift,
        )
        names[latex] = RandomName(latex=latex, value=value, line=line, lasts=lasts)
    new = tuple(names[latex] for latex, _, _ in listed)
    statements = _statements(argument, new, clauses, known)
    laws = dict(known.laws)
    if "from" in clauses:
        if "iid" not in clauses:
            raise misread("values that come from one law are iid", argument)
        law_name, _ = read_name(clauses["from"], argument)
        check_new(law_name, "", scope, replace(known, names=names), argument)
        laws[law_name] = new[0].value.name
    assumed = [*in_order(low, high), *valid(named)]
    counts = (it for it in listed[0][2] if isinstance(it, Symbol) and it.domain.integer)
    for last in counts:
        assumed += in_order(as_expression(0), last)  # a family has no fewer members
    if drift:
        below = reached(drift, domain, low, high)
        if not below:
            raise misread(
                "a drift is that of values in an interval with an end, as in [0, 1]", argument
            )
        assumed += below
    if law:
        assumed += in_order(as_expression(0), law[0][1], as_expression(1))
    assumed += [relation for item in new for relation in _moment_relations(item, clauses)]
    return replace(known, names=names, statements=statements, laws=laws), tuple(assumed)


def _copy(
    argument: Fragment, found: re.Match[str], scope: Scope, known: RandomNames
) -> RandomNames:
    """Return what is random with one more value: of a declared law, independent of all of it."""
    latex, ascii_name = read_name(found.group("name"), argument)
    check_new(latex, ascii_name, scope, known, argument)
    origin = known.names.get(read_name(found.group("of"), argument)[0])
    for place, statement in enumerate(known.statements):
        for block in statement.blocks:
            if origin is None or block.names != (origin.value.name,) or block.law is None:
                continue
            value = replace(origin.value, name=ascii_name, arity=0, drift=())
            own = Block(names=(ascii_name,), law=block.law)
            joined = Statement(blocks=(*statement.blocks, own))
            statements = (*known.statements[:place], joined, *known.statements[place + 1 :])
            item = RandomName(latex=latex, value=value, line=argument.position.line)
            names = {**known.names, latex: item}
            return replace(known, names=names, statements=statements)
    raise misread(
        f"{found.group('of'):.40} is no variable or family that is declared iid before this",
        argument,
    )


def read_event_name(argument: Fragment, scope: Scope, known: RandomNames) -> RandomNames:
    r"""Return what is random with one more named event, ``E: X \ge t``."""
    name, colon, _ = argument.text.partition(":")
    if not colon or not name.strip():
        raise misread(r"an event is named as in 'event A: X \ge t'", argument)
    latex = read_name(name, argument)[0]
    check_new(latex, "", scope, known, argument)
    start = argument.start + len(name) + 1
    text = argument.part(start, argument.stop)
    return replace(known, events={**known.events, latex: (text, scope)})


def _read_named_term(
    argument: Fragment, found: re.Match[str], scope: Scope, known: RandomNames
) -> RandomNames:
    """Return what is random with one more name for a function of it."""
    latex, ascii_name = read_name(found.group("name"), argument)
    text = argument.part(argument.start + found.end(), argument.stop)
    index = ""
    indexed = re.fullmatch(r"(?P<head>.+)_\{(?P<index>[A-Za-z])\}", latex)
    if indexed is not None and indexed.group("index") not in scope.names:
        latex, index = indexed.groups()
    own = known.names.get(latex)
    if own is None or not own.lasts or latex in known.terms:
        check_new(latex, ascii_name, scope, known, argument)
    elif latex in scope.names or index:
        raise misread(f"{latex:.40} has a meaning already; choose another letter", argument)
    if re.search(rf"(?<![A-Za-z\\]){re.escape(latex)}(?![A-Za-z_])", text.text):
        raise misread(f"{latex:.40} stands in its own definition", argument)
    term = NamedTerm(text=text, scope=scope, index=index)
    return replace(known, terms={**known.terms, latex: term})


def _names(
    argument: Fragment, text: str, scope: Scope, known: RandomNames
) -> list[tuple[str, str, tuple[Expression, ...]]]:
    found: list[tuple[str, str, tuple[Expression, ...]]]
    family = FAMILY.fullmatch(text.strip())
    pair = _PAIRS.fullmatch(text.strip())
    if pair is not None:
        latex, ascii_name = read_name(pair.group("head"), argument)
        ends = tuple(read_expression(end, scope) for end in pair.group("last").split(","))
        if len(ends) != 2:
            raise misread("a family has one index or two", argument)
        found = [(latex, ascii_name, ends)]
    elif family is not None:
        latex, ascii_name = read_name(family.group("head"), argument)
        found = [(latex, ascii_name, (read_expression(family.group("last"), scope),))]
    else:
        pieces = [piece.strip() for piece in text.split(",")]
        found = [(*read_name(piece, argument), ()) for piece in pieces]
    for place, (latex, ascii_name, lasts) in enumerate(found):
        check_new(latex, ascii_name, scope, known, argument, is_family=bool(lasts))
        if latex in [name for name, _, _ in found[:place]]:
            raise misread(f"{latex:.40} stands twice", argument)
    return found


def _values(
    argument: Fragment, found: re.Match[str], scope: Scope
) -> tuple[Domain | None, Expression | None, Expression | None, str]:
    """Return the domain, bounds that are no numbers, and the text after them."""
    word, text = found.group(1), argument.text
    if word in ("~", r"\sim"):
        return REAL, None, None, f"with law {text[found.end() :].lstrip()}"
    if word == "records":
        return None, None, None, text[found.end() :]
    if word not in ("in", r"\in"):
        bounded = re.match(r"\s+in\s+(?=[\[(])", text[found.end() :])
        if bounded is None:
            return KINDS[word], None, None, text[found.end() :]
        interval, rest = read_interval(argument, text[found.end() + bounded.end() :])
        kind = f"{word} in "
    else:
        interval, rest = read_interval(argument, text[found.end() :].lstrip())
        kind = ""
    try:
        return read_domain(kind + interval), None, None, rest
    except ReaderError:
        if kind not in ("", "integer in "):
            raise
        low, _, high = interval[1:-1].partition(",")
        ends = []
        for end in (low, high):
            is_open = end.strip() in (r"\infty", r"-\infty")
            ends.append(None if is_open else read_expression(end, scope))
        return INTEGER if kind else REAL, ends[0], ends[1], rest


def read_interval(argument: Fragment, text: str) -> tuple[str, str]:
    """Return an interval at the beginning of a text, and what follows it."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "[(") - (letter in "])")
        if depth == 0:
            return text[: place + 1], text[place + 1 :]
    raise misread("an interval such as [0, 1] is expected after 'in'", argument)


def _clauses(argument: Fragment, text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    rest = text.strip(" ,;")
    while rest:
        for name, pattern in _CLAUSES:
            match = re.match(pattern + r"(?=[\s,;]|\Z)", rest)
            if match:
                found[name] = match.groupdict().get("value") or ""
                rest = rest[match.end() :].strip(" ,;")
                break
        else:
            raise misread(f"{_WANTED}; here {rest!r:.40}", argument)
    return found


def _drift(
    argument: Fragment,
    clauses: Mapping[str, str],
    first: tuple[str, str, tuple[Expression, ...]],
    scope: Scope,
) -> tuple[Expression, ...]:
    """Return a function of a member of a family, and what bounds its mean, given those before."""
    latex, _, lasts = first
    is_equal = r"\le" not in clauses["drift"]
    function, sense, bound = clauses["drift"].partition("=" if is_equal else r"\le")
    if not lasts or not sense or clauses.keys() & {"law", "iid", "mean", "variance", "from"}:
        raise misread(
            r"a drift is that of a family with values in an interval, as in 'X_1, \ldots, X_n in "
            r"[-1, 1], drift X \le 0', without a law or moments beside it",
            argument,
        )
    inner = replace(scope, names={**scope.names, latex: Symbol(MEMBER)})
    own, most = read_expression(function, inner), read_expression(bound, scope)
    return (own, most, -own, -most) if is_equal else (own, most)


def _arguments_of(law: str, scope: Scope) -> tuple[Expression, ...]:
    inside = law.partition("(")[2].rstrip(") ")
    return tuple(read_expression(piece, scope) for piece in inside.split(","))


def _argument_of(law: str, scope: Scope) -> Expression:
    return read_expression(law.partition("(")[2].rstrip(") "), scope)


def _law(
    argument: Fragment, text: str, scope: Scope
) -> tuple[tuple[tuple[Expression, Expression], ...], Domain]:
    name = called(text)
    if name != "bernoulli":
        raise misread(
            f"the law {name:.20} is not known here; bernoulli(p), uniform(m), laplace(b), "
            "normal(mu, sigma), exponential(r), uniform(a, b) and binomial(n, p) are, and of "
            "others declare mean and variance",
            argument,
        )
    chance = _argument_of(text, scope)
    one, zero = as_expression(1), as_expression(0)
    return ((one, chance), (zero, one - chance)), replace(PROBABILITY, integer=True)


def _statements(
    argument: Fragment, new: tuple[RandomName, ...], clauses: Mapping[str, str], known: RandomNames
) -> tuple[Statement, ...]:
    """Return the statements of independence after a declaration.

    What is independent of all units of a statement together is one more unit of it; so are several
    that are independent of each other.
    """
    is_each = "iid" in clauses or "independent" in clauses
    law = new[0].value.name if "iid" in clauses or len(new) == 1 else None
    blocks = tuple(
        Block(
            names=(item.value.name,),
            is_each=bool(item.lasts),
            law=law if "iid" in clauses or not item.lasts else None,
        )
        for item in new
    )
    if not is_each and len(new) > 1:
        blocks = (Block(names=tuple(item.value.name for item in new)),)
    if not is_each and any(item.lasts for item in new):
        blocks = (Block(names=tuple(item.value.name for item in new)),)
    if "of" not in clauses:
        return (*known.statements, Statement(blocks=blocks)) if is_each else known.statements
    others = []
    for piece in clauses["of"].split(","):
        latex = read_name(piece, argument)[0]
        if latex not in known.names:
            raise misread(f"{latex:.40} is not declared as random before this", argument)
        others.append(known.names[latex].value.name)
    for place, statement in enumerate(known.statements):
        listed = [name for block in statement.blocks for name in block.names]
        if sorted(listed) == sorted(others):
            joined = Statement(blocks=(*statement.blocks, *blocks))
            return (*known.statements[:place], joined, *known.statements[place + 1 :])
    return (*known.statements, Statement(blocks=(Block(names=tuple(others)), *blocks)))


def _moment_relations(item: RandomName, clauses: Mapping[str, str]) -> list[str]:
    first = ",".join(["1"] * item.value.arity)
    shown = f"{item.latex}_{{{first}}}" if item.lasts else item.latex
    found = []
    if "mean" in clauses:
        found.append(rf"\mathbb{{E}}[{shown}] = {clauses['mean']}")
    if "variance" in clauses:
        centred = rf"\mathbb{{E}}[({shown} - \mathbb{{E}}[{shown}])^{{2}}]"
        found.append(f"{centred} = {clauses['variance']}")
    return found
