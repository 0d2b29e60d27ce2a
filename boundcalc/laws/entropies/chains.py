r"""Chain rules: ``\sum_{i=1}^n H(X_i \mid X_1, \dots, X_{i-1})`` is ``H(X_1, \dots, X_n)``.

What is taken of the members up to the i-th, less the same up to the one before, adds up to what is
taken of all; of none, it is taken of the rest alone.

Main definitions
----------------
`Chain`: a sum over the members of families. `chain_of`: what a sum goes over. `added_up`: what of
its summands adds up, and what is left of them. `members`: whose single members are summed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.laws.entropies.variables import indexed, member_or_family, previous_index, together
from boundcalc.laws.terms import Term, TermKind

Entropies = Mapping[frozenset[str], Fraction]
_OVER = re.compile(
    r"\\sum(?:\\limits)?_\{(?P<index>[a-z])=1\}\^(?P<last>\w|\{[A-Za-z]?(?:[+-]?\d+)?\})"
)


@dataclass(frozen=True, slots=True)
class Chain:
    """A sum over an index from 1 to a last one."""

    index: str
    last: str


def chain_of(term: Term) -> Chain | None:
    """Return what a sum goes over, or None where it does not go from the first member on."""
    if term.kind is not TermKind.SUM:
        return None
    found = _OVER.fullmatch(re.sub(r"\s", "", term.head))
    return Chain(found["index"], found["last"].strip("{}")) if found else None


def added_up(chain: Chain, summands: Entropies) -> tuple[Entropies, Entropies]:
    """Return the entropies to which those of a sum add up, and those that are left in it."""
    total: dict[frozenset[str], Fraction] = {}
    left = dict(summands)
    before = previous_index(chain.index)
    for names, number in summands.items():
        less = _ending(names, chain.index, before)
        if less is None or left.get(less) != -number or names not in left:
            continue
        ends = (
            (_ending(names, chain.index, chain.last), number),
            (_without(names, chain.index), -number),
        )
        for whole, weight in ends:
            if whole:
                total[whole] = total.get(whole, Fraction(0)) + weight
        del left[names], left[less]
    return total, left


def _ending(names: frozenset[str], index: str, last: str) -> frozenset[str] | None:
    """Return variables with each family up to an index ending elsewhere; None for others."""
    found: set[str] = set()
    has_family = False
    for name in names:
        family = indexed(name)
        if family is not None and family[1:] == ("1", index):
            found.add(member_or_family(family[0], "1", last))
            has_family = True
        elif _varies(name, index):
            return None
        else:
            found.add(name)
    return together(found) if has_family else None


def members(chain: Chain, names: frozenset[str]) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the family whose i-th member is among variables, and the others; None for others."""
    own = [name for name in names if _varies(name, chain.index)]
    family = indexed(own[0]) if len(own) == 1 else None
    if family is None or family[1:] != (chain.index, chain.index):
        return None
    return frozenset((member_or_family(family[0], "1", chain.last),)), names - {own[0]}


def _without(names: frozenset[str], index: str) -> frozenset[str]:
    return frozenset(name for name in names if not _varies(name, index))


def _varies(name: str, index: str) -> bool:
    """Return whether an index stands in the name of a variable."""
    plain = re.sub(r"\\[a-z]+", "", name)
    return re.search(rf"(?<![A-Za-z]){index}(?![A-Za-z])", plain) is not None
