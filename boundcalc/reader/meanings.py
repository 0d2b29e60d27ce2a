r"""What a term speaks of that is not read: the names in it, with what they mean where it stands.

A probability, an integral or a declared phrase is one symbol for the prover. Its spelling does not
say what it is: ``\Pr[X > t]`` is another number where ``t`` is declared anew, and another one for
each value of the index where ``X_i`` stands in a sum. So such a symbol carries the names in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from boundcalc.language.expressions import Constant, E, Expression
from boundcalc.language.latex import expression_latex
from boundcalc.reader.names import NameReader, visible
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize

if TYPE_CHECKING:
    from boundcalc.reader.scope import Scope

Meanings = tuple[tuple[str, Expression | None], ...]
_NAMES = (Kind.NAME, Kind.ACCENT)
_LOGARITHM = r"\log"


def meanings(tokens: Sequence[Token], scope: Scope) -> Meanings:
    """Return the names, declared phrases and bare logarithms in tokens, with their meanings."""
    found: dict[str, Expression | None] = {}
    stop = Token(Kind.STOP, "", tokens[-1].stop, tokens[-1].stop)
    reader = NameReader([*tokens, stop], Fragment.of(""))
    for at, token in enumerate(tokens):
        if token.key == _LOGARITHM:
            found[_LOGARITHM] = E if scope.log_base is None else scope.log_base
        if token.kind not in _NAMES:
            continue
        try:
            latex = reader.read(at).latex
        except (ReaderError, IndexError):
            latex = token.key
        found[latex] = scope.names.get(latex)
    found.update(_phrases([token.key for token in visible(tokens)], scope))
    return tuple(sorted(found.items(), key=lambda item: item[0]))


def _phrases(keys: Sequence[str], scope: Scope) -> Iterator[tuple[str, Expression]]:
    """Yield the declared phrases that are a part of tokens, but not all of them."""
    for at, key in enumerate(keys):
        for phrase in scope.phrases.get(key, ()):
            wanted = phrase.spelling.keys
            is_here = tuple(keys[at : at + len(wanted)]) == wanted
            if is_here and len(wanted) < len(keys):
                yield phrase.spelling.latex, phrase.value


def spoken(node: Expression) -> Iterator[tuple[str, Expression | None]]:
    """Yield the names that an expression speaks of, in terms that are not read too."""
    seen: set[int] = set()
    waiting: list[Expression] = [node]
    while waiting:
        for symbol in waiting.pop().symbols():
            if id(symbol) in seen:
                continue
            seen.add(id(symbol))
            yield expression_latex(symbol), symbol
            yield from symbol.speaks_of
            waiting += [
                meaning
                for _, meaning in symbol.speaks_of
                if meaning is not None and not isinstance(meaning, Constant)
            ]


def letters(node: Expression) -> frozenset[str]:
    r"""Return the signs that stand in the names of an expression, such as ``i`` in ``X_i``."""
    return frozenset(
        token.key
        for latex, _ in spoken(node)
        for token in tokenize(Fragment.of(latex), is_lenient=True)
        if token.kind in _NAMES
    )


def changed(
    before: Mapping[str, Expression], after: Mapping[str, Expression]
) -> dict[str, Expression]:
    """Return the names that mean something else now, with what they meant."""
    return {
        latex: meaning
        for latex, meaning in before.items()
        if after.get(latex) is not meaning and after.get(latex) != meaning
    }


def speaks_of(node: Expression, names: Mapping[str, Expression]) -> str | None:
    """Return which of `names` an expression speaks of with that meaning, if any."""
    for latex, meaning in spoken(node):
        if meaning is not None and names.get(latex) == meaning:
            return latex
    return None


class Use(NamedTuple):
    """A relation that was read: its sides, the abbreviations in it, and its line."""

    sides: tuple[Expression, Expression]
    abbreviations: tuple[str, ...]
    line: int


def first_use(uses: Iterable[Use], names: Mapping[str, Expression]) -> tuple[str, int] | None:
    """Return the first of `names` that one of several relations speaks of, and its line."""
    for use in uses:
        found = [latex for latex in use.abbreviations if latex in names]
        found += [latex for side in use.sides if (latex := speaks_of(side, names)) is not None]
        if found:
            return found[0], use.line
    return None
