r"""What stands in the brackets of a probability or an expectation, and in the subscript before."""

from __future__ import annotations

from collections.abc import Callable

from boundcalc.checker.probability.terms import OBSERVED, all_parts, parts
from boundcalc.checker.terms import Term
from boundcalc.randomness.names import RandomNames
from boundcalc.reader.families import pieces_of
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, tokenize


class Unstructured(Exception):  # noqa: N818 - the number stays opaque
    """A probability or an expectation speaks of something that is not declared."""


class NoEventError(ReaderError):
    """A value or a number stands where an event is meant, and all of its names are declared."""

    WORDS = (
        r"a probability is of an event: a relation such as X \ge t, or the name of an event that "
        "is declared"
    )


def demand_covered(covered: frozenset[Term] | None, *terms: Term | None) -> None:
    """Refuse a subscript that leaves out something random: the number would be random, too."""
    if covered is None:
        return
    waiting = [term for term in terms if term is not None]
    while waiting:
        term = waiting.pop()
        if term[0] in ("run", "fixed"):
            raise Unstructured("an output of an algorithm stands where a subscript says of what")
        if term[0] == "random" and not {term, term[:2]} & covered:
            raise Unstructured(
                f"the subscript does not name {term[1]}, so that the number would be random"
            )
        waiting += parts(term)


def demand_independent(random: RandomNames, product: Term) -> None:
    """Refuse a product of expectations that is not that of the product for all that is declared.

    It is one where each factor is about one member of a family of independent ones.
    """
    blocks = [block for statement in random.statements for block in statement.blocks]
    apart = {block.names[0] for block in blocks if block.is_each and len(block.names) == 1}
    if product[0] == "product":
        sources = {part[:2] for part in all_parts(product[4]) if part[0] in OBSERVED}
        others = sources - {("random", name) for name in apart}
        member = {part for part in all_parts(product[4]) if part[0] == "random"}
        if (
            not others
            and len(member) == 1
            and all(part[2:] == (("symbol", product[1]),) for part in member)
        ):
            return
    raise Unstructured(
        "a product of expectations is that of the product where each is about one member of a "
        "family that is declared independent"
    )


def conditioned(inside: Fragment) -> tuple[Fragment, Fragment | None]:
    """Split what stands in the brackets at the bar of a condition, if there is one."""
    depth, bars = 0, []
    for token in tokenize(inside):
        if token.kind in (Kind.OPEN, Kind.LEFT_BRACE):
            depth += 1
        elif token.kind in (Kind.CLOSE, Kind.RIGHT_BRACE):
            depth -= 1
        elif token.key == "|" and depth == 0:
            bars.append(token)
    if len(bars) % 2 == 0:
        return inside, None
    if len(bars) > 1:
        raise Unstructured("it is not certain which bar is that of a condition")
    return inside.part(inside.start, bars[0].start), inside.part(bars[0].stop, inside.stop)


def covered_by(
    subscript: str, random: RandomNames, read: Callable[[Fragment], Term]
) -> frozenset[Term] | None:
    r"""Return what a subscript such as ``_{X, Y \sim D}`` names, a family by its head alone."""
    if not subscript:
        return None
    found = set()
    for piece in pieces_of(subscript.removeprefix("_{").removesuffix("}")):
        latex, _, law = (part.strip() for part in piece.partition(r"\sim"))
        own = random.names.get(latex)
        term: Term
        if own is not None:
            term = ("random", own.value.name)
        else:
            term = read(Fragment.of(latex))
            if term[0] != "random":
                raise Unstructured(f"{latex:.40} in a subscript is not declared as random")
        if law and random.laws.get(law) not in _laws(random, term[1]):
            raise Unstructured(f"{latex:.40} is not declared with the law {law:.40}")
        found.add(term)
    return frozenset(found)


def _laws(random: RandomNames, head: str) -> frozenset[str | None]:
    blocks = (block for statement in random.statements for block in statement.blocks)
    return frozenset(block.law for block in blocks if head in block.names) - {None}
