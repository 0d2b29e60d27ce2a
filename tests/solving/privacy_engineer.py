"""Random questions of a privacy engineer, and the formulas behind their answers at 50 digits.

The formulas are written anew, with mpmath, and share nothing with the library.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.cards.answer_words import optimality_text
from boundcalc.solving.answers import Answer, Ranking
from tests.mp_evaluate import mp

# What is related to what: the size of the dataset may be replaced by the sensitivity.
RELATIONS = (
    ("sigma", "k", "n", "epsilon", "delta"),
    ("sigma", "n", "epsilon", "delta"),
    ("sigma", "k", "n", "mu"),
    ("sigma", "n", "mu"),
    ("sigma", "k", "n", "rho"),
    ("sigma", "k", "n", "epsilon"),
    ("sigma", "n", "epsilon"),
    ("sigma", "n", "epsilon_0"),
    ("mu", "epsilon", "delta"),
    ("rho", "epsilon", "delta"),
    ("rho", "mu"),
    ("epsilon_0", "k", "epsilon", "delta"),
    ("epsilon_0", "k", "epsilon"),
    ("epsilon_0", "k", "rho"),
)


@dataclass(frozen=True)
class Asked:
    """A question in the words of a user."""

    unknown: str
    given: Mapping[str, str]

    def __str__(self) -> str:
        return " ".join([self.unknown, *(f"{name}={text}" for name, text in self.given.items())])


def questions(count: int, seed: int) -> Iterator[Asked]:
    """Yield random questions, with values of a size at which the answer says something."""
    draw = random.Random(seed)
    for place in range(count):
        names = list(RELATIONS[place % len(RELATIONS)])
        values = _values(draw)
        if "n" in names and draw.random() < 0.4:
            names[names.index("n")] = "sensitivity"
        unknown = draw.choice(names)
        yield Asked(unknown, {name: values[name] for name in names if name != unknown})


def _values(draw: random.Random) -> dict[str, str]:
    n, k = int(10 ** draw.uniform(2, 6)), int(10 ** draw.uniform(0, 2.2))
    mu = 10 ** draw.uniform(-2, 0.3)
    return {
        "n": str(n),
        "sensitivity": f"{1 / n:.6g}",
        "k": str(k),
        "sigma": f"{k**0.5 / (n * mu):.6g}",
        "mu": f"{mu:.4g}",
        "rho": f"{mu * mu / 2:.4g}",
        "epsilon": f"{mu * draw.uniform(2, 6):.4g}",
        "epsilon_0": f"{mu / k**0.5:.4g}",
        "delta": f"{10 ** draw.uniform(-12, -4):.2g}",
    }


def excess(answer: Answer, value: Fraction | None = None) -> mp.mpf:
    """Return by how much an answer misses its guarantee at 50 digits; at most zero suffices.

    Parameters
    ----------
    answer : Answer
        By a route of known theorems; its free parameters are those of its witness.
    value : Fraction, optional
        Another value in place of that of the answer.
    """
    with mp.workdps(60):
        point = {name: _mp(Fraction(number)) for name, number in answer.given.items()}
        point |= {name: _mp(value) for name, value in answer.witness.items() if name == "order"}
        point[answer.unknown.name] = _mp(Fraction(answer.value) if value is None else value)
        return _excess(answer, point)


def _mp(value: Fraction) -> mp.mpf:
    return mp.mpf(value.numerator) / value.denominator


def _excess(answer: Answer, v: dict[str, mp.mpf]) -> mp.mpf:
    """Evaluate what the last theorem of a route concludes, in the currency that it starts with."""
    ids = answer.route
    sensitivity = v.get("Delta", 1 / v["n"] if "n" in v else mp.mpf(1))
    count = v.get("m", mp.mpf(1))
    delta = v.get("delta", v.get("composition_slack", mp.mpf(0)))
    if "gaussian" in ids[0] or ids[0] == "balle-wang/thm-8":
        v.setdefault("mu_found", mp.sqrt(count) * sensitivity / v["sigma"])
    elif "laplace" in ids[0] or ids[0] in ("lecture-12/claim-0.5", "max-information/thm-A.1"):
        v.setdefault("each", sensitivity / v["sigma"])
    mu, each = v.get("mu_found", v.get("mu")), v.get("each", v.get("epsilon_0"))
    last = ids[-1]
    if last in ("answers/laplace-noise.value", "lecture-12/claim-0.5", "max-information/thm-A.1"):
        return each - v["epsilon"]
    if last in ("answers/laplace-noise", "answers/laplace-noise.values"):
        return each - v["epsilon_0"]
    if last.startswith("answers/gaussian-noise"):
        return mu - v["mu"]
    if last in ("dong-roth-su/exchange", "balle-wang/thm-8"):
        return gaussian_delta(mu, v["epsilon"]) - delta
    if last == "bun-steinke/prop-1.6":
        return mu**2 / 2 - v["rho"]
    if last == "bun-steinke/prop-1.4":
        return count * each**2 / 2 - v["rho"]
    if last == "murtagh-vadhan/optimal":
        return composed_delta(int(count), each, v["epsilon"]) - delta
    if last in ("dwork-roth/cor-3.15", "dwork-roth/thm-3.16"):
        return count * each - v["epsilon"]
    if last == "dwork-roth/thm-3.20":
        root = each * mp.sqrt(2 * count * mp.log(1 / delta))
        return root + count * each * mp.expm1(each) - v["epsilon"]
    if last == "kairouz-oh-viswanath/thm-3.4":
        root = each * mp.sqrt(2 * count * mp.log(1 / delta))
        return root + count * each * mp.tanh(each / 2) - v["epsilon"]
    rho = v.get("rho", mu**2 / 2 if mu is not None else None)
    if rho is None and each is not None:
        rho = count * each**2 / 2
    if last == "bun-steinke/prop-1.3":
        return rho + 2 * mp.sqrt(rho * mp.log(1 / delta)) - v["epsilon"]
    if last == "canonne-kamath-steinke/cor-13":
        a = v["order"]
        bound = mp.exp((a - 1) * (a * rho - v["epsilon"])) / (a - 1) * (1 - 1 / a) ** a
        return bound - delta
    if last == "lecture-12/claim-0.2.sharpened":
        return mp.erf(sensitivity / (2 * mp.sqrt(2) * v["sigma"])) - v["tv"]
    if last == "lecture-12/claim-0.2.corrected":
        return sensitivity / (mp.sqrt(2 * mp.pi) * v["sigma"]) - v["tv"]
    raise KeyError(f"no formula for {answer.route}")


def gaussian_delta(mu: mp.mpf, epsilon: mp.mpf) -> mp.mpf:
    """Return the failure of mu-Gaussian privacy at epsilon."""
    gain = mp.ncdf(mu / 2 - epsilon / mu)
    return gain - mp.exp(epsilon) * mp.ncdf(-mu / 2 - epsilon / mu)


def composed_delta(m: int, epsilon_0: mp.mpf, epsilon: mp.mpf) -> mp.mpf:
    """Return the failure of m answers of randomized response at epsilon, outcome by outcome."""
    total, truth = mp.mpf(0), 1 / (1 + mp.exp(-epsilon_0))
    for lies in range(m + 1):
        here = mp.binomial(m, lies) * truth ** (m - lies) * (1 - truth) ** lies
        there = mp.binomial(m, lies) * truth**lies * (1 - truth) ** (m - lies)
        total += max(mp.mpf(0), here - mp.exp(epsilon) * there)
    return total


def complaints(asked: Asked, ranking: Ranking) -> Iterator[str]:
    """Yield what is wrong with the answers to a question, in words."""
    for answer in ranking.answers:
        found = excess(answer)
        if found > mp.mpf("1e-45"):
            yield f"{asked}: {answer!r} misses its guarantee by {mp.nstr(found, 5)}"
        sign = -1 if answer.direction.value == "least" else 1
        step = 1 if answer.is_integer else Fraction(answer.value) / 10**9
        beyond = Fraction(answer.value) + sign * step
        is_settled = answer is ranking.best and "search found" not in optimality_text(answer)
        if is_settled and beyond > 0 and excess(answer, beyond) <= 0:
            yield f"{asked}: {answer!r} is not tight"
    for group in ranking.groups[:1]:
        best = min(group, key=lambda item: sign_of(item) * Fraction(item.value))
        if Fraction(best.value) != Fraction(group[0].value) and best.certified:
            yield f"{asked}: {group[0]!r} leads a group with {best!r}"
    first = ranking.best
    if first.vacuous:
        yield f"{asked}: {first!r} is vacuous: {first.vacuous}"
    if type(first.theorem.conclusion).__name__ == "TVStability":
        yield f"{asked}: {first!r} is no privacy"
    for group in ranking.groups:
        other = group[0]
        same = type(other.theorem.conclusion) is type(first.theorem.conclusion)
        same = same and other.neighbour is not None
        if same and sign_of(other) * (Fraction(other.value) - Fraction(first.value)) > 0:
            yield f"{asked}: {first!r} is on the weaker side of {other!r}"


def sign_of(answer: Answer) -> int:
    """Return 1 where smaller values are better, else -1."""
    return 1 if answer.direction.value == "least" else -1
