r"""What is known of the terms of a row that are not read, beside what they are equal to.

Main definitions
----------------
`bounds_of`: the inequalities, and the equations that are no normal forms, between these terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.bounds.averages import average_equalities, divergence_equalities
from boundcalc.laws.bounds.equalities import mean_equalities
from boundcalc.laws.bounds.known import Bound, Known
from boundcalc.laws.bounds.means import chance_bounds, mean_bounds, sum_bounds
from boundcalc.laws.bounds.norms import extremum_bounds, inner_bounds, norm_bounds
from boundcalc.laws.instances import symbols_of
from boundcalc.laws.laws import Laws
from boundcalc.laws.terms import is_term
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText

MOST_BOUNDS = 12


def bounds_of(
    relations: Sequence[Relation], scope: Scope, source: SourceText, tentative: Iterable[str] = ()
) -> list[Bound]:
    r"""Return what is known of the terms of a row, of which the first relation is the claim.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"\|x + y\| \le \|x\| + \|y\|", Scope()).rows[0]
    >>> [str(item.relation) for item in bounds_of([row.relation], Scope(), SourceText(""))][:1]
    ['\\|x+y\\| <= \\|x\\| + \\|y\\|']
    """
    symbols = symbols_of(relations)
    if not any(map(is_term, symbols)):
        return []
    known = Known(Laws(scope, source, frozenset(tentative), symbols), symbols)
    equations = (mean_equalities, average_equalities, divergence_equalities)
    found = chain(*(each(known) for each in equations))
    if relations[0].sense is not Sense.EQ:
        more = (norm_bounds, inner_bounds, extremum_bounds, mean_bounds, sum_bounds, chance_bounds)
        found = chain(found, *(each(known) for each in more))
    kept = {item.relation: item for item in found if item.relation not in relations[1:]}
    return list(kept.values())[:MOST_BOUNDS]
