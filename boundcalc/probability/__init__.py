"""Probabilities and expectations with structure: rows proved from definitions.

What is random is declared as a record; a number that is an expectation says of what; and a row
between such numbers is proved by instances of the schemes of the checker, or not at all.
"""

from boundcalc.probability.goals import ExpectationGoal, Expected
from boundcalc.probability.prove import prove_expectations
from boundcalc.probability.records import Block, RandomSpace, RandomValue, Statement
from boundcalc.probability.verdicts import ExpectationVerdict

__all__ = [
    "Block",
    "ExpectationGoal",
    "ExpectationVerdict",
    "Expected",
    "RandomSpace",
    "RandomValue",
    "Statement",
    "prove_expectations",
]
