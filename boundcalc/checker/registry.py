"""All rules of proof by name: each turns a goal into goals that together imply it."""

from collections.abc import Mapping

from boundcalc.checker.algebra import ALGEBRA_RULES
from boundcalc.checker.calculus import CALCULUS_RULES
from boundcalc.checker.discrete import DISCRETE_RULES
from boundcalc.checker.limits_at_infinity import LIMIT_RULES
from boundcalc.checker.logic import LOGIC_RULES
from boundcalc.checker.ranges import RANGE_RULES
from boundcalc.checker.steps import Rule

ALL_RULES: Mapping[str, Rule] = {
    **LOGIC_RULES,
    **RANGE_RULES,
    **ALGEBRA_RULES,
    **CALCULUS_RULES,
    **DISCRETE_RULES,
    **LIMIT_RULES,
}
