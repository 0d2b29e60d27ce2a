"""What is searched for each variable, and constraints compiled for it: in doubles, or deeper."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from boundcalc.algebra.search_range import least_size, search_ends
from boundcalc.evaluation.doubles import FLOATS
from boundcalc.evaluation.signed_logarithms import logarithm_of
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.optimization.log_residuals import LogResiduals


def usual_ends(symbol: Symbol, least: float, greatest: float) -> tuple[float, float]:
    """Return the logarithms between which a variable is searched in doubles."""
    first, last = search_ends(symbol.domain)
    low, high = max(float(first), least), min(float(last), greatest)
    return math.log(low), math.log(max(low, high))


def deep_ends(symbol: Symbol, least: float, greatest: float) -> tuple[float, float]:
    """Return the logarithms between which it is searched where doubles are too coarse."""
    low, high = usual_ends(symbol, least, greatest)
    first = max(search_ends(symbol.domain)[0], least_size(symbol.domain))
    return min(low, logarithm_of(first)), high


def residuals_in_doubles(
    case: list[Relation], names: Sequence[str], given: Mapping[str, Fraction], *, is_split: bool
) -> LogResiduals:
    """Return the relations of a case, compiled in doubles for the values of the given symbols."""
    doubles = {name: FLOATS.number(value) for name, value in given.items()}
    return LogResiduals(case, names, doubles, is_split=is_split)
