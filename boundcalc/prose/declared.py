r"""What a formula in a sentence declares: names, numbers in sets, bounds, and relations.

``x, y \in (0, 1)`` declares two names, ``n \ge 1`` one; ``\delta \le \varepsilon/16`` is a relation
between names, and ``x \in \mathcal{X}`` says that x is no number.

Main definitions
----------------
`Declared`: a name with its domain, or without one where it is no number.
`read_declared`: what a formula declares.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from fractions import Fraction as Rational

from boundcalc.language.domains import (
    INTEGER,
    NONNEGATIVE,
    POSITIVE,
    POSITIVE_INTEGER,
    REAL,
    Domain,
)
from boundcalc.language.errors import StatementError
from boundcalc.reader.declarations import read_domain
from boundcalc.reader.names import NameReader, canonical
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize


@dataclass(frozen=True, slots=True)
class NameIn:
    """A name in a set: its domain, or None where its members are no numbers.

    ``is_vague`` says that authors differ on the set, such as whether 0 is a natural number;
    ``among`` is the name of a set that is none of the usual ones, and ``is_of_set`` says that it is
    declared by a set, and not by a bound.
    """

    name: str
    domain: Domain | None
    is_vague: bool = False
    among: str = ""
    is_of_set: bool = False


@dataclass(frozen=True, slots=True)
class Declared:
    """What a formula declares; `names` are those that stand in it without a set or a bound.

    `relations` are the parts that relate several names, and `related` the names that are a side of
    one; `is_read` is False where a part of it is none of these; `mentioned` are all names in it.
    """

    names: tuple[str, ...] = ()
    members: tuple[NameIn, ...] = ()
    relations: tuple[Fragment, ...] = ()
    mentioned: tuple[str, ...] = ()
    is_read: bool = True
    related: tuple[str, ...] = ()


def read_declared(formula: Fragment) -> Declared:
    r"""Return what a formula declares.

    Examples
    --------
    >>> found = read_declared(Fragment.of(r"x, y \in (0, 1]"))
    >>> [(item.name, str(item.domain)) for item in found.members]
    [('x', '(0, 1]'), ('y', '(0, 1]')]
    >>> read_declared(Fragment.of(r"n")).names
    ('n',)
    """
    try:
        tokens = [token for token in tokenize(formula) if token.kind is not Kind.TEXT]
    except ReaderError:
        return Declared(mentioned=_letters(formula.text), is_read=False)
    return _Reader(formula, tokens).run()


def names_of(tokens: list[Token], fragment: Fragment) -> tuple[str, ...]:
    """Return all names in tokens that end in a STOP."""
    found: dict[str, None] = {}
    reader = NameReader(tokens, fragment)
    for at, token in enumerate(tokens):
        if token.kind in (Kind.NAME, Kind.ACCENT):
            try:
                found[reader.read(at).latex] = None
            except (ReaderError, IndexError):
                found[token.key] = None
    return tuple(found)


def _letters(text: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(re.findall(r"\\[A-Za-z]+|(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])", text))
    )


class _Reader:
    """Goes through the parts of a formula between commas."""

    def __init__(self, formula: Fragment, tokens: list[Token]) -> None:
        self.formula = formula
        self.tokens = tokens
        self.pending: list[str] = []
        self.members: list[NameIn] = []
        self.relations: list[Fragment] = []
        self.related: list[str] = []
        self.is_read = True

    def run(self) -> Declared:
        parts = _parts(self.tokens)
        if not self.run_of_indexes(parts):
            for part in parts:
                self.part(part)
        return Declared(
            names=tuple(self.pending),
            members=tuple(self.members),
            relations=tuple(self.relations),
            mentioned=names_of(self.tokens, self.formula),
            is_read=self.is_read,
            related=tuple(dict.fromkeys(self.related)),
        )

    def run_of_indexes(self, parts: list[list[Token]]) -> bool:
        r"""Take ``i = 1, \\ldots, n``, if the parts are that."""
        is_run = len(parts) in (3, 4) and len(parts[-2]) == 1 and "dots" in parts[-2][0].key
        if not is_run or _outside(parts[0]) != [len(parts[0]) - 2]:
            return False
        name, first = self.name(parts[0][:-2]), parts[0][-1].key
        if name is None or first not in ("0", "1") or parts[0][-2].key != "=":
            return False
        domain = Domain(lower=Rational(first), lower_closed=True, integer=True)
        self.index([name], domain, canonical(parts[-1]), parts[-1])
        return True

    def part(self, part: list[Token]) -> None:
        name = self.name(part)
        if name is not None:
            self.pending.append(name)
            return
        signs = _outside(part)
        belongs = [at for at, token in enumerate(part) if token.key == r"\in"]
        if belongs and not signs and len(belongs) == 1:
            self.membership(part, belongs[0])
            self.members = [replace(item, is_of_set=True) for item in self.members]
        elif signs and not belongs:
            self.bounds(part, signs)
        else:
            self.is_read = False

    def name(self, part: list[Token]) -> str | None:
        """Return the name that a part is, or None."""
        if not part or part[0].kind not in (Kind.NAME, Kind.ACCENT):
            return None
        stop = Token(Kind.STOP, "", part[-1].stop, part[-1].stop)
        try:
            name = NameReader([*part, stop], self.formula).read(0)
        except (ReaderError, IndexError):
            return None
        return name.latex if name.stop == len(part) and name.power is None else None

    def membership(self, part: list[Token], at: int) -> None:
        names = [*self.pending, self.name(part[:at])]
        self.pending = []
        kept = [name for name in names if name is not None]
        if len(kept) < len(names) or not part[at + 1 :]:
            self.is_read = False
            return
        self.add_set(kept, part[at + 1 :])

    def add_set(self, names: list[str], part: list[Token]) -> None:
        text = canonical(part)
        known = _SETS.get(text.replace(" ", ""))
        if known is not None:
            domain, is_vague = known
            self.members += [NameIn(name, domain, is_vague) for name in names]
            return
        if part[0].key in ("(", "[") and part[-1].key in (")", "]"):
            self.interval(names, part)
            return
        found = _RUN.match(text.replace(" ", "").replace(r"\,", ""))
        if found:
            first = Rational(found["first"])
            domain = Domain(lower=first, lower_closed=True, integer=True)
            self.index(names, domain, found["last"], part)
            return
        found = _FINITE.match(text.replace(" ", ""))
        if found:
            values = [Rational(value) for value in found["values"].split(",")]
            domain = Domain(
                lower=min(values),
                upper=max(values),
                lower_closed=True,
                upper_closed=True,
                integer=all(value.denominator == 1 for value in values),
            )
            self.members += [NameIn(name, domain, is_vague=True) for name in names]
            return
        self.members += [NameIn(name, None, among=text) for name in names]

    def interval(self, names: list[str], part: list[Token]) -> None:
        place = self.formula.part(part[0].start, part[-1].stop)
        if part[0].key + part[-2].key == r"[-\infty" or part[-2].key + part[-1].key == r"\infty]":
            self.members += [NameIn(name, None, among=place.text) for name in names]
            return
        try:
            domain = read_domain(
                Fragment.of(place.text.replace(r"\left", "").replace(r"\right", ""))
            )
        except (ReaderError, StatementError):
            inner = canonical(part[1:-1])
            if part[0].key == "[" and part[-1].key == "]" and "," not in inner:  # [n]
                domain = Domain(lower=Rational(1), lower_closed=True, integer=True)
                self.index(names, domain, inner, part)
            else:
                self.ends(names, part)
            return
        self.members += [NameIn(name, domain) for name in names]

    def ends(self, names: list[str], part: list[Token]) -> None:
        """Take an interval whose ends are formulas, as two relations."""
        ends = _parts([*part[1:-1], Token(Kind.STOP, "", part[-1].start, part[-1].start)])
        if len(ends) != 2 or not all(ends):
            self.is_read = False
            return
        signs = ("\\le" if part[0].key == "[" else "<", "\\le" if part[-1].key == "]" else "<")
        lower, upper = (self.formula.part(end[0].start, end[-1].stop).text for end in ends)
        for name in names:
            self.members.append(NameIn(name, REAL))
            if "infty" not in lower:
                self.relations.append(Fragment.of(f"{lower} {signs[0]} {name}"))
            if "infty" not in upper:
                self.relations.append(Fragment.of(f"{name} {signs[1]} {upper}"))

    def index(self, names: list[str], domain: Domain, last: str, part: list[Token]) -> None:
        """Take the indexes of a family: integers up to a last one."""
        if re.fullmatch(r"\d+", last):
            upper = Rational(last)
            if domain.lower is not None and upper >= domain.lower:
                domain = Domain(
                    lower=domain.lower, upper=upper, lower_closed=True, upper_closed=True,
                    integer=True,
                )  # fmt: skip
            self.members += [NameIn(name, domain) for name in names]
            return
        self.members += [NameIn(name, domain) for name in names]
        self.relations += [Fragment.of(rf"{name} \le {last}") for name in names]

    def bounds(self, part: list[Token], signs: list[int]) -> None:
        r"""Take ``x > 0``, ``0 < x \\le 1`` and ``x, y > 0``; anything else is a relation."""
        edges = [-1, *signs, len(part)]
        sides = [part[start + 1 : stop] for start, stop in itertools.pairwise(edges)]
        names = [self.name(side) for side in sides]
        keys = [part[at].key for at in signs]
        bound = _bound(self, sides, names, keys)
        if bound is not None:
            name, domain = bound
            self.members += [NameIn(item, domain) for item in (*self.pending, name)]
            self.pending = []
            return
        if self.pending or not all(sides):
            self.is_read = False
            return
        if keys == [r"\ne"] and self.apart(*sides):
            return
        self.relations.append(self.formula.part(part[0].start, part[-1].stop))
        self.related += [name for name in names if name is not None]

    def apart(self, one: list[Token], other: list[Token]) -> bool:
        r"""Take ``(x, y) \ne (0, 0)`` as two lists that differ; return whether it is that."""
        lists = [_listed(side) for side in (one, other)]
        if not all(lists) or len(lists[0]) != len(lists[1]):
            return False
        shown = (
            [self.formula.part(it[0].start, it[-1].stop).text for it in them] for them in lists
        )
        squares = (f"({left} - ({right}))^2" for left, right in zip(*shown, strict=True))
        self.relations.append(Fragment.of(f"{' + '.join(squares)} > 0"))
        return True

    def domain(self, key: str, side: list[Token], *, is_left: bool = False) -> Domain | None:
        """Return the domain that a sign and a number give; the number may stand on the left."""
        if not side or any(token.kind in (Kind.NAME, Kind.ACCENT) for token in side):
            return None
        shown = _MIRRORED.get(key, "") if is_left else key
        text = self.formula.part(side[0].start, side[-1].stop).text
        if shown not in _MIRRORED:
            return None
        try:
            return read_domain(Fragment.of(f"real {shown} {text}"))
        except (ReaderError, StatementError):
            return None


def _bound(
    reader: _Reader, sides: list[list[Token]], names: list[str | None], keys: list[str]
) -> tuple[str, Domain] | None:
    """Return the name and the domain that a chain with numbers at its ends gives, or None."""
    if len(sides) == 2:
        for at, other in ((0, 1), (1, 0)):
            name = names[at]
            domain = reader.domain(keys[0], sides[other], is_left=at == 1)
            if name is not None and domain is not None:
                return name, domain
        return None
    if len(sides) == 3 and names[1] is not None:
        lower = reader.domain(keys[0], sides[0], is_left=True)
        upper = reader.domain(keys[1], sides[2])
        if lower is not None and upper is not None:
            met = meet(lower, upper)
            return None if met is None else (names[1], met)
    return None


def meet(one: Domain, other: Domain) -> Domain | None:
    """Return what belongs to both domains, or None if nothing does.

    Examples
    --------
    >>> str(meet(POSITIVE, INTEGER))
    'the integers >= 1'
    """
    lower, lower_closed = one.lower, one.lower_closed
    if other.lower is not None and (
        lower is None or other.lower > lower or (other.lower == lower and not other.lower_closed)
    ):
        lower, lower_closed = other.lower, other.lower_closed
    upper, upper_closed = one.upper, one.upper_closed
    if other.upper is not None and (
        upper is None or other.upper < upper or (other.upper == upper and not other.upper_closed)
    ):
        upper, upper_closed = other.upper, other.upper_closed
    try:
        return Domain(
            lower=lower,
            upper=upper,
            lower_closed=lower_closed,
            upper_closed=upper_closed,
            integer=one.integer or other.integer,
        )
    except StatementError:
        return None


def _parts(tokens: list[Token]) -> list[list[Token]]:
    """Split tokens at the commas and semicolons outside of all brackets."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += _DEPTH.get(token.kind, 0)
        if token.kind is Kind.STOP:
            break
        if depth <= 0 and token.kind in (Kind.COMMA, Kind.SEMICOLON):
            parts.append([])
        elif not (token.kind is Kind.DOT and depth <= 0 and not _is_decimal(tokens, token)):
            parts[-1].append(token)
    return [part for part in parts if part]


def _listed(side: list[Token]) -> list[list[Token]]:
    """Return the members of a list in parentheses; none where a side is anything else."""
    if side[0].key != "(" or side[-1].key != ")" or any(it.key in "()" for it in side[1:-1]):
        return []
    members = _parts([*side[1:-1], Token(Kind.STOP, "", side[-1].start, side[-1].start)])
    return members if len(members) > 1 else []


def _outside(part: list[Token]) -> list[int]:
    """Return where relation signs stand outside of all brackets."""
    found, depth = [], 0
    for at, token in enumerate(part):
        depth += _DEPTH.get(token.kind, 0)
        if depth == 0 and token.kind is Kind.RELATION:
            found.append(at)
    return found


def _is_decimal(tokens: list[Token], dot: Token) -> bool:
    return any(token.kind is Kind.DIGIT and token.start == dot.stop for token in tokens)


_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
_MIRRORED = {r"\le": r"\ge", r"\ge": r"\le", "<": ">", ">": "<"}
_REALS = (r"\mathbb{R}", r"\mathbf{R}", r"\mathds{R}")
_WHOLE = (r"\mathbb{Z}", r"\mathbf{Z}", r"\mathds{Z}")
_NATURAL = (r"\mathbb{N}", r"\mathbf{N}", r"\mathds{N}")
_SETS: dict[str, tuple[Domain, bool]] = {
    **dict.fromkeys(_REALS, (REAL, False)),
    **dict.fromkeys(_WHOLE, (INTEGER, False)),
    **dict.fromkeys(_NATURAL, (POSITIVE_INTEGER, True)),
    **{f"{head}{tail}": (NONNEGATIVE, True) for head in _REALS for tail in ("_+", "^+", "_{+}")},
    **{
        f"{head}{tail}": (POSITIVE_INTEGER, tail == "_+")
        for head in (*_WHOLE, *_NATURAL)
        for tail in ("_+", "^+", "_{>0}", r"_{\ge1}", "_{+}", "^*", "_{++}", "^{+}")
    },
    **{f"{head}{tail}": (POSITIVE, False) for head in _REALS for tail in ("_{>0}", "_{++}")},
    **{f"{head}_{{\\ge0}}": (NONNEGATIVE, False) for head in _REALS},
}
_RUN = re.compile(
    r"\\\{(?P<first>[01]),(?:\d+,)*(?:\\(?:l|c)?dots[bcmo]?|\.\.\.),(?P<last>[^{}]+|[A-Za-z]_\{[^{}]*\})"
    r"\\\}\Z"
)
_FINITE = re.compile(r"\\\{(?P<values>-?\d+(?:,-?\d+)*)\\\}\Z")
