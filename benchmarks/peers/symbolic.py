"""SymPy's `maximum`: critical points of a function of one variable, without a certificate."""

from benchmarks.peers.common import CannotSayError
from benchmarks.suite import PROVED, REFUTED, UNKNOWN, Entry, Outcome, measured
from boundcalc.algebra.sympy_bridge import to_sympy
from boundcalc.language import Domain, Sense, Symbol

_UPPER = (Sense.LE, Sense.LT)


class SympyMaximum:
    """The greatest value of the difference of the sides over an interval."""

    name = "SymPy `maximum`"

    def version(self) -> str:
        import sympy
        import sympy.calculus.util

        return f"SymPy {sympy.__version__}"

    def check(self, entry: Entry) -> None:
        goal = entry.goal
        if len(goal.variables) != 1 or goal.assumptions:
            raise CannotSayError("more than one variable, or assumptions")
        if goal.variables[0].domain.integer:
            raise CannotSayError("integers")
        if goal.conclusion.sense in (Sense.EQ, Sense.NE):
            raise CannotSayError("equations")
        to_sympy(goal.conclusion.left)
        to_sympy(goal.conclusion.right)

    def measure(self, entry: Entry, limit: float) -> Outcome:
        return measured(entry, limit, decide)


def decide(entry: Entry) -> str:
    import sympy
    from sympy.calculus.util import maximum

    relation = entry.goal.conclusion
    left, right = to_sympy(relation.left, evaluate=True), to_sympy(relation.right, evaluate=True)
    gap = left - right if relation.sense in _UPPER else right - left
    (symbol,) = entry.goal.variables
    known = {item.name: item for item in gap.free_symbols}
    greatest = gap
    if symbol.name in known:
        try:
            greatest = maximum(gap, known[symbol.name], _interval(symbol))
        except (NotImplementedError, TypeError, ValueError):  # how it says that it cannot
            return UNKNOWN
    is_strict = relation.sense in (Sense.LT, Sense.GT)
    if (greatest < 0 if is_strict else greatest <= 0) == sympy.true:
        return PROVED
    return REFUTED if (greatest > 0) == sympy.true else UNKNOWN


def _interval(symbol: Symbol) -> object:
    import sympy

    domain: Domain = symbol.domain
    low = -sympy.oo if domain.lower is None else sympy.Rational(str(domain.lower))
    high = sympy.oo if domain.upper is None else sympy.Rational(str(domain.upper))
    return sympy.Interval(low, high, not domain.lower_closed, not domain.upper_closed)
