"""What the tests of theorems share: numbers at 50 digits, and a record at values."""

from typing import Any

from boundcalc.language import Theorem
from tests.mp_evaluate import evaluate, holds, mp, number

exp, ln, sqrt = mp.exp, mp.ln, mp.sqrt
log2_e = 1 / ln(2)


def m_(value: Any) -> mp.mpf:
    return number(value)


def log2(x):
    return ln(x) / ln(2)


def filled(theorem: Theorem, values: dict[str, object]) -> dict[str, object]:
    """Return the values together with what the theorem sets."""
    result = dict(values)
    for item in theorem.definitions:
        result[item.symbol.name] = evaluate(item.value, result)
    return result


def accepts(theorem: Theorem, values: dict[str, object]) -> bool:
    everything = filled(theorem, values)
    return all(holds(hypothesis, everything) for hypothesis in theorem.hypotheses)


def nu(epsilon, delta_hat):
    """The second factor of (7) as it stands in the proof, before the square is expanded."""
    y = exp(-3 * epsilon)
    slack = 2 / y / (1 - y) + 1
    tau = log2_e * (delta_hat * (2 / y + 1) + 2 * delta_hat**2 * slack**2)
    return 72 * epsilon**2 + 24 * exp(6 * epsilon) * delta_hat / (1 - y) + tau
