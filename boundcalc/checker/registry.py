"""All rules of proof by name: each turns a goal into goals that together imply it.

A rule is a function whose name begins with ``rule_``; what follows is its name in certificates.
"""

from collections.abc import Mapping

from boundcalc.checker import calculus, discrete, logic, ranges
from boundcalc.checker.steps import Rule

ALL_RULES: Mapping[str, Rule] = {
    name.removeprefix("rule_"): rule
    for module in (logic, ranges, calculus, discrete)
    for name, rule in vars(module).items()
    if name.startswith("rule_")
}
