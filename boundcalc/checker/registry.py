"""All rules of proof by name."""

from collections.abc import Callable, Mapping

from boundcalc.checker.discrete import DISCRETE_RULES
from boundcalc.checker.limits import LIMIT_RULES
from boundcalc.checker.rules import RULES, Context, Goal, Step
from boundcalc.checker.terms import Claim

ALL_RULES: Mapping[str, Callable[[Step, Context, Claim], list[Goal]]] = {
    **RULES,
    **DISCRETE_RULES,
    **LIMIT_RULES,
}
