r"""Inequalities between entropies: which sums of joint entropies are never negative.

No information is, nor a conditional entropy of discrete variables, and a variable has at most the
logarithm of the size of its alphabet. (Cover and Thomas, Elements of Information Theory, 2006,
chapter 2.)

Main definitions
----------------
`informations`: the informations of few variables. `of_alphabets`: the sizes of alphabets in a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from boundcalc.language.expressions import Expression, Operation, Relation, Symbol
from boundcalc.language.operators import Operator
from boundcalc.laws.forms import Form, number_form

MOST_SEPARATE = 3  # variables of which all inequalities between entropies are known facts
_SIZE = re.compile(
    r"(?:\||\\vert|\\lvert)\\(?:mathcal|mathscr)\{(?P<set>[A-OR-Z])\}(?:\||\\r?vert)"
)
Joint = Callable[[frozenset[str]], Form]


def informations(every: Iterable[str], joint: Joint, *, is_discrete: bool) -> Iterator[Form]:
    """Yield the informations, and the conditional entropies of discrete variables.

    Parameters
    ----------
    every : iterable of str
        The variables; of more than a few nothing is yielded.
    joint : callable
        Returns the entropy of variables taken together.
    is_discrete : bool
        Whether they are discrete.
    """
    names = sorted(every)
    if len(names) > MOST_SEPARATE:
        return
    for name in names if is_discrete else ():
        others = frozenset(names) - {name}
        yield joint(others | {name}).plus(joint(others).scaled(Fraction(-1)))
    for one, two in combinations(names, 2):
        rest = [name for name in names if name not in (one, two)]
        for count in range(len(rest) + 1):
            for given in map(frozenset, combinations(rest, count)):
                positive = joint(given | {one}).plus(joint(given | {two}))
                negative = joint(given | {one, two}).plus(joint(given) if given else number_form(0))
                yield positive.plus(negative.scaled(Fraction(-1)))


def of_alphabets(
    row: Relation, names: Iterable[str], text: str
) -> Iterator[tuple[str, Expression]]:
    r"""Yield variables with the logarithms of the sizes of their alphabets that stand in a row."""
    known = set(names)
    nodes = {node for side in (row.left, row.right) for node in side.walk()}
    for node in nodes:
        if not isinstance(node, Operation) or node.operator not in (Operator.LN, Operator.LOG):
            continue
        inner = node.operands[-1]
        latex = re.sub(r"\s", "", inner.latex or "") if isinstance(inner, Symbol) else ""
        found = _SIZE.fullmatch(latex)
        if found is not None and found["set"] in known and _is_alphabet(found["set"], text):
            yield found["set"], Operation(Operator.LN, (inner,))


@lru_cache(maxsize=4096)
def _is_alphabet(letter: str, text: str) -> bool:
    """Return whether a text says over what a calligraphic letter goes, or sums over it."""
    shown = rf"\\(?:mathcal|mathscr)\s*\{{?\s*{letter}(?![A-Za-z])"
    said = rf"(?i:alphabets?|support|values? in|range|outcomes)\b[^.\n]{{0,50}}{shown}"
    summed = rf"\\sum\s*(?:\\limits)?_\{{\s*{letter.lower()}\s*\\in\s*{shown}"
    others = (
        rf"(?i:family|class|collection|interval)\s+(?:of\s+\w+\s+)?\$\s*{shown}",
        rf"{shown}[^$]*\$\s+is\s+(?:an?|the)\s+(?i:family|class|collection)",
        rf"{shown}[^$]*\$\s+(?:is|be|denotes?)\s+the\s+(?:alphabet|support)\s+of\s+\$(?!{letter}\b)",
    )
    if any(re.search(pattern, text) for pattern in others):
        return False
    return any(re.search(pattern, text) for pattern in (said, summed))
