"""Names of what is random in a document: variables, families, outputs, laws, functions of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from boundcalc.language.expressions import Expression
from boundcalc.probability import RandomSpace, RandomValue, Statement
from boundcalc.probability.records import OutputPair, PrivateAlgorithm, PrivateChoice
from boundcalc.reader.names import NameReader
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, tokenize

_INDEXED = re.compile(r"(?P<head>.+?)_\{(?P<index>[^{}]+)\}(?P<primes>'*)")


@dataclass(frozen=True, kw_only=True)
class RandomName:
    """A random variable or a family of a document."""

    latex: str
    value: RandomValue
    line: int
    lasts: tuple[Expression, ...] = ()  # of a family, the last value of each index


@dataclass(frozen=True, kw_only=True)
class Output:
    """What a private algorithm returns: a number, or a query, which is a function of a record.

    With `is_each` there is one for each run, and it is written with the index of the run.
    """

    algorithm: str
    component: str
    is_query: bool
    line: int
    is_each: bool = False


@dataclass(frozen=True, kw_only=True)
class NamedTerm:
    """A function of what is random by its name; with an index, one for each value of it."""

    text: Fragment
    scope: Scope
    index: str = ""


@dataclass(frozen=True, kw_only=True)
class RandomNames:
    """What is random at a place of a document.

    The line of the first declaration that could not be read is `unread`, else 0. The fixed datasets
    on which an algorithm is run are listed by its name; the outputs are random values, as `M(x)`.
    """

    names: Mapping[str, RandomName] = field(default_factory=dict)
    laws: Mapping[str, str] = field(default_factory=dict)  # names of laws, by their LaTeX
    outputs: Mapping[str, Output] = field(default_factory=dict)
    functions: tuple[RandomValue, ...] = ()
    algorithms: tuple[PrivateAlgorithm, ...] = ()
    choices: tuple[PrivateChoice, ...] = ()
    statements: tuple[Statement, ...] = ()
    events: Mapping[str, tuple[Fragment, Scope]] = field(default_factory=dict)
    terms: Mapping[str, NamedTerm] = field(default_factory=dict)
    pairs: tuple[OutputPair, ...] = ()
    datasets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unread: int = 0

    def __bool__(self) -> bool:
        return bool(self.names)

    def space(self) -> RandomSpace:
        """Return what is declared, as the calculus takes it."""
        values = tuple(item.value for item in self.names.values())
        return RandomSpace(
            values=values,
            functions=self.functions,
            statements=self.statements,
            algorithms=self.algorithms,
            choices=self.choices,
            pairs=self.pairs,
        ).with_fresh_records()

    @property
    def spelled(self) -> frozenset[str]:
        """Every name that has a meaning here, by its LaTeX."""
        listed = (self.names, self.events, self.laws, self.outputs, self.terms, self.datasets)
        return frozenset().union(*listed, *self.datasets.values())

    @property
    def families(self) -> frozenset[str]:
        """The names whose members are written with an index."""
        found = [name for name, item in self.names.items() if item.lasts]
        found += [name for name, item in self.outputs.items() if item.is_each]
        return frozenset((*found, *(name for name, item in self.terms.items() if item.index)))

    def clashes(self, scope: Scope) -> str:
        """Return a name that is random and a number, or nothing."""
        return next((latex for latex in sorted(self.spelled) if latex in scope.names), "")


def read_name(text: str, argument: Fragment) -> tuple[str, str]:
    """Return both spellings of a name."""
    fragment = Fragment.of(text.strip())
    tokens = tokenize(fragment)
    if tokens[0].kind in (Kind.NAME, Kind.ACCENT):
        name = NameReader(tokens, fragment).read(0)
        if tokens[name.stop].kind is Kind.STOP and name.power is None:
            return name.latex, name.ascii
    raise misread(f"a random variable has a name, and {fragment.text!r:.40} is none", argument)


def member_of(latex: str) -> tuple[str, str]:
    """Return the family that a name with an index is of, and the index; else nothing twice."""
    found = _INDEXED.fullmatch(latex)
    if found is None:
        return "", ""
    return found.group("head") + found.group("primes"), found.group("index")


def check_new(
    latex: str,
    ascii_name: str,
    scope: Scope,
    known: RandomNames,
    argument: Fragment,
    *,
    is_family: bool = False,
) -> None:
    """Refuse a name that has a meaning already, or that is one of a family's members."""
    used = {item.value.name for item in known.names.values()}
    used |= {item.name for item in known.algorithms} | {item.name for item in known.choices}
    if latex in scope.names or latex in known.spelled or ascii_name in used:
        raise misread(f"{latex:.40} has a meaning already; choose another letter", argument)
    families = [latex] if is_family else known.families
    for name in known.spelled if is_family else [latex]:
        head, index = member_of(name)
        if head in families and not re.fullmatch("[A-Za-z]{2,}", index):  # as in S_{max}
            shown = (
                f"{name:.40} is written as a member of the family {head:.40} and declared by itself"
            )
            raise misread(f"{shown}; choose another letter", argument)


def misread(message: str, fragment: Fragment) -> ReaderError:
    """Return the error of a declaration as a whole."""
    return ReaderError(message, fragment, fragment.start)
