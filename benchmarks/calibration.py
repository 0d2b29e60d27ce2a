"""Calibration beside the tools that people use: agreement, who is on the safe side, and the time.

    pip install -e '.[calibration]'         # a peer that is not there is left out, with the reason
    python -m benchmarks.calibration        # two minutes; --json for scripts, --all for every row

Every comparison is a question with one right answer, which mpmath decides at 80 digits and knows
neither side: is what was returned on the safe side?  A noise must not be too small for its privacy,
an epsilon, a delta or an advantage not below the true one, a sample size not below what its failure
probability takes.  Answers agree up to a millionth; where a peer uses another bound, the distance
is the price of the bound and no error.  A time is that of the processor, the best of five, or
that of one call where it takes more than a second.
"""

import argparse
import contextlib
import io
import json
import math
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from mpmath import mp

import boundcalc

REPEATS = 5
LONG = 1000.0  # milliseconds, from which one call is enough
CLOSE = 1e-6  # a share, up to which two answers agree
ROUNDING = 1e-9  # a share, up to which doubles are to blame
EPSILONS = ("0.0001", "0.01", "0.1", "1", "8")
DELTAS = ("0.001", "1e-6", "1e-12", "1e-300")

Judge = Callable[[Any], bool]


@dataclass(frozen=True)
class Case:
    """One question to one peer: both ways to ask it, and who decides."""

    peer: str
    question: str
    ours: Callable[[], Any]
    theirs: Callable[[], float]
    is_safe: Judge
    is_exact: bool = True  # whether ours is the best answer there is, and not only one that holds


@dataclass(frozen=True)
class Outcome:
    """What both sides returned, in milliseconds, and on which side of the truth."""

    peer: str
    question: str
    ours: str
    theirs: str
    distance: float
    is_exact: bool
    ours_safe: bool
    theirs_safe: bool
    ours_ms: float
    theirs_ms: float


# --- the judge ---------------------------------------------------------------------------------


def number(value: Any) -> Any:
    """Return an exact number at the precision of the judge."""
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    return mp.mpf(value)


def gaussian_delta(sigma: Any, epsilon: Any) -> Any:
    """Return the delta of normal noise on a value of sensitivity 1."""
    near, far = 1 / (2 * sigma) - epsilon * sigma, -1 / (2 * sigma) - epsilon * sigma
    return (mp.erfc(-near / mp.sqrt(2)) - mp.exp(epsilon) * mp.erfc(-far / mp.sqrt(2))) / 2


def concentrated_delta(rho: Any, epsilon: Any) -> Any:
    """Return the least delta over all orders, from where its slope changes sign."""
    low, high = 1 + mp.mpf(10) ** -40, mp.mpf(10) ** 40
    for _ in range(400):
        middle = 1 + mp.sqrt((low - 1) * (high - 1))
        slope = (2 * middle - 1) * rho - epsilon + mp.log1p(-1 / middle)
        low, high = (middle, high) if slope < 0 else (low, middle)
    power = (low - 1) * (low * rho - epsilon) + low * mp.log1p(-1 / low)
    return mp.exp(power) / (low - 1)


def composed_delta(count: int, each: Any, epsilon: Any) -> Any:
    """Return the delta of randomized response, asked several times."""
    total = mp.mpf(0)
    for lies in range(count + 1):
        loss = (count - 2 * lies) * each
        if loss > epsilon:
            chance = mp.binomial(count, lies) * mp.exp((count - lies) * each)
            total += chance * (1 - mp.exp(epsilon - loss))
    return total / (1 + mp.exp(each)) ** count


def coin_failure(size: int, tau: Fraction) -> Fraction:
    """Return the exact chance that the mean of fair coins is off by more than tau."""
    off = [heads for heads in range(size + 1) if abs(Fraction(heads, size) - Fraction(1, 2)) > tau]
    return Fraction(sum(math.comb(size, heads) for heads in off), 2**size)


def at_most(bound: str, value: Callable[[Any], Any]) -> Judge:
    return lambda found: bool(value(number(found)) <= number(Fraction(bound)))


def at_least(value: Callable[[], Any]) -> Judge:
    return lambda found: bool(number(found) >= value())


# --- what is asked -----------------------------------------------------------------------------


def asked(theorem: str, unknown: str, **given: Any) -> Callable[[], Any]:
    record = boundcalc.theorem(theorem)
    return lambda: record.solve(**given, **{unknown: None}).value


def sigma_of(epsilon: str, delta: str) -> Callable[[], Any]:
    return asked("balle-wang/thm-8", "sigma", Delta=1, epsilon=epsilon, delta=delta)


def epsilon_of(sigma: str, delta: str) -> Callable[[], Any]:
    return asked("balle-wang/thm-8", "epsilon", Delta=1, sigma=sigma, delta=delta)


def safe_sigma(epsilon: str, delta: str) -> Judge:
    return at_most(delta, lambda sigma: gaussian_delta(sigma, number(Fraction(epsilon))))


def safe_epsilon(sigma: str, delta: str) -> Judge:
    return at_most(delta, lambda epsilon: gaussian_delta(number(Fraction(sigma)), epsilon))


def safe_concentrated(rho: Fraction, delta: str) -> Judge:
    return at_most(delta, lambda epsilon: concentrated_delta(number(rho), epsilon))


def dp_accounting() -> Iterator[Case]:
    import dp_accounting as peer
    from dp_accounting import gaussian_mechanism as exact
    from dp_accounting.pld import accountant, common
    from dp_accounting.rdp import RdpAccountant

    name = f"dp-accounting {version('dp-accounting')}"
    for epsilon in EPSILONS:
        for delta in DELTAS:
            yield Case(
                name,
                f"sigma of normal noise, epsilon={epsilon} delta={delta}",
                sigma_of(epsilon, delta),
                lambda e=epsilon, d=delta: exact.get_sigma_gaussian(float(e), float(d)),
                safe_sigma(epsilon, delta),
            )
    for sigma, delta in (("0.5", "1e-6"), ("4", "1e-6"), ("4", "1e-12"), ("100", "1e-9")):
        yield Case(
            name,
            f"epsilon of normal noise, sigma={sigma} delta={delta}",
            epsilon_of(sigma, delta),
            lambda s=sigma, d=delta: exact.get_epsilon_gaussian(float(s), float(d)),
            safe_epsilon(sigma, delta),
        )
    for epsilon, delta in (("0.1", "1e-6"), ("1", "1e-6"), ("1", "1e-9"), ("4", "1e-6")):
        parameters = common.DifferentialPrivacyParameters(float(epsilon), float(delta))
        yield Case(
            name,
            f"sigma of normal noise by loss distributions, epsilon={epsilon} delta={delta}",
            sigma_of(epsilon, delta),
            lambda p=parameters: accountant.get_smallest_gaussian_noise(p, 1, 1.0),
            safe_sigma(epsilon, delta),
        )

    def by_orders(rho: str, delta: str) -> float:
        found = RdpAccountant()
        found.compose(peer.ZCDpEvent(float(rho)))
        return found.get_epsilon(float(delta))

    for rho, delta in (("0.001", "1e-6"), ("0.1", "1e-6"), ("0.1", "1e-12"), ("2", "1e-6")):
        yield Case(
            name,
            f"epsilon of concentrated privacy, rho={rho} delta={delta}",
            asked("canonne-kamath-steinke/cor-13", "epsilon", rho=rho, delta=delta),
            lambda r=rho, d=delta: by_orders(r, d),
            safe_concentrated(Fraction(rho), delta),
        )
    for count, each in ((10, "0.1"), (30, "0.1"), (30, "0.5"), (100, "0.05")):
        parameters = common.DifferentialPrivacyParameters(float(each), 0.0)
        yield Case(
            name,
            f"epsilon of {count} answers, epsilon_0={each} delta=1e-6",
            asked("murtagh-vadhan/optimal", "epsilon", m=count, epsilon_0=each, delta="1e-6"),
            lambda p=parameters, k=count: accountant.advanced_composition(p, k, 1e-6),
            at_most("1e-6", lambda e, k=count, e0=each: composed_delta(k, number(Fraction(e0)), e)),
        )


def autodp() -> Iterator[Case]:
    from autodp import calibrator_zoo, mechanism_zoo

    name = f"autodp {version('autodp')}"
    calibrate = calibrator_zoo.ana_gaussian_calibrator()

    def sigma(epsilon: str, delta: str) -> float:
        found = calibrate(mechanism_zoo.ExactGaussianMechanism, float(epsilon), float(delta))
        return found.params["sigma"]

    for epsilon in ("0.0001", "0.1", "1", "8"):
        for delta in DELTAS:
            yield Case(
                name,
                f"sigma of normal noise, epsilon={epsilon} delta={delta}",
                sigma_of(epsilon, delta),
                lambda e=epsilon, d=delta: sigma(e, d),
                safe_sigma(epsilon, delta),
            )
    for scale, delta in (("0.5", "1e-6"), ("4", "1e-6"), ("4", "1e-12"), ("100", "1e-9")):
        yield Case(
            name,
            f"epsilon of normal noise, sigma={scale} delta={delta}",
            epsilon_of(scale, delta),
            lambda s=scale, d=delta: mechanism_zoo.ExactGaussianMechanism(
                sigma=float(s)
            ).get_approxDP(float(d)),
            safe_epsilon(scale, delta),
        )
    for rho, delta in (("0.001", "1e-6"), ("0.1", "1e-6"), ("0.1", "1e-12"), ("2", "1e-6")):
        yield Case(
            name,
            f"epsilon of concentrated privacy, rho={rho} delta={delta}",
            asked("canonne-kamath-steinke/cor-13", "epsilon", rho=rho, delta=delta),
            lambda r=rho, d=delta: mechanism_zoo.zCDP_Mechanism(rho=float(r)).get_approxDP(
                float(d)
            ),
            safe_concentrated(Fraction(rho), delta),
        )


def opendp() -> Iterator[Case]:
    import opendp.prelude as dp

    dp.enable_features("contrib")
    name = f"OpenDP {version('opendp')}"
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)

    def noise(scale: float) -> Any:
        return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=scale))

    for sigma in ("0.5", "4", "100"):
        for delta in ("0.001", "1e-6", "1e-9"):
            rho = 1 / (2 * Fraction(sigma) ** 2)
            yield Case(
                name,
                f"epsilon through concentrated privacy, sigma={sigma} delta={delta}",
                asked("canonne-kamath-steinke/cor-13", "epsilon", rho=rho, delta=delta),
                lambda s=sigma, d=delta: noise(float(s)).map(1.0).epsilon(float(d)),
                safe_concentrated(rho, delta),
            )
    for epsilon, delta in (("0.1", "1e-6"), ("1", "1e-6"), ("1", "1e-9")):
        yield Case(
            name,
            f"sigma of normal noise, epsilon={epsilon} delta={delta}",
            sigma_of(epsilon, delta),
            lambda e=float(epsilon), d=float(delta): dp.binary_search_param(
                lambda scale: dp.c.make_fix_delta(noise(scale), d), 1.0, (e, d)
            ),
            safe_sigma(epsilon, delta),
        )
    for sigma in ("0.3", "2", "70"):
        yield Case(
            name,
            f"epsilon of Laplace noise, sigma={sigma}",
            asked("answers/laplace-noise.value", "epsilon", Delta=1, sigma=sigma),
            lambda s=sigma: dp.m.make_laplace(*space, scale=float(s)).map(1.0),
            at_least(lambda s=sigma: 1 / number(Fraction(s))),
        )
    for alpha, beta in (("0.1", "0.05"), ("0.02", "1e-6"), ("3", "0.3")):
        yield Case(
            name,
            f"Laplace noise of accuracy {alpha}, beta={beta}",
            asked("answers/laplace-accuracy", "sigma", m=1, alpha=alpha, beta=beta),
            lambda a=alpha, b=beta: dp.accuracy_to_laplacian_scale(float(a), float(b)),
            at_most(beta, lambda scale, a=alpha: mp.exp(-number(Fraction(a)) / scale)),
        )


def statsmodels() -> Iterator[Case]:
    from statsmodels.stats.proportion import samplesize_confint_proportion

    name = f"statsmodels {version('statsmodels')}"
    for tau, beta in (
        ("0.1", "0.05"), ("0.1", "0.001"), ("0.05", "0.05"), ("0.05", "0.01"),
        ("0.05", "0.001"), ("0.03", "0.05"), ("0.03", "0.01"), ("0.02", "0.05"),
        ("0.2", "0.05"), ("0.2", "0.001"),
    ):  # fmt: skip
        yield Case(
            name,
            f"records for a mean, tau={tau} beta={beta}",
            asked("baselines/non-adaptive", "n", tau=tau, beta=beta, k=1),
            lambda t=tau, b=beta: math.ceil(
                samplesize_confint_proportion(0.5, float(t), alpha=float(b))
            ),
            lambda n, t=tau, b=beta: coin_failure(int(n), Fraction(t)) <= Fraction(b),
            is_exact=False,
        )


def riskcal() -> Iterator[Case]:
    from riskcal import analysis, calibration

    name = f"riskcal {version('riskcal')}"
    stability = "lecture-12/claim-0.2.sharpened"
    for sigma in ("0.5", "2", "10", "300"):
        yield Case(
            name,
            f"advantage against normal noise, sigma={sigma}",
            asked(stability, "epsilon", n=1, sigma=sigma),
            lambda s=sigma: float(analysis.get_advantage_from_gdp(1 / float(s))),
            at_least(lambda s=sigma: mp.erf(1 / (2 * mp.sqrt(2) * number(Fraction(s))))),
        )
    for epsilon, delta in (("0.1", "1e-6"), ("1", "1e-6"), ("3", "0.001"), ("8", "1e-9")):
        yield Case(
            name,
            f"advantage against privacy, epsilon={epsilon} delta={delta}",
            asked("lecture-12/claim-0.6.sharpened", "tv", epsilon=epsilon, delta=delta),
            lambda e=epsilon, d=delta: float(analysis.get_advantage_from_adp(float(e), float(d))),
            at_least(lambda e=epsilon, d=delta: worst_advantage(e, d)),
        )
    for advantage in ("0.05", "0.1", "0.2", "0.4"):
        yield Case(
            name,
            f"sigma of normal noise for advantage {advantage}",
            asked(stability, "sigma", n=1, epsilon=advantage),
            lambda a=advantage: calibration.find_noise_multiplier_for_advantage_dpsgd(
                advantage=float(a), sample_rate=1.0, num_steps=1
            ),
            at_most(advantage, lambda sigma: mp.erf(1 / (2 * mp.sqrt(2) * sigma))),
        )


def worst_advantage(epsilon: str, delta: str) -> Any:
    ratio = mp.exp(number(Fraction(epsilon)))
    return (ratio - 1 + 2 * number(Fraction(delta))) / (ratio + 1)


PEERS = {
    "dp-accounting": dp_accounting,
    "autodp": autodp,
    "OpenDP": opendp,
    "statsmodels": statsmodels,
    "riskcal": riskcal,
}


# --- both sides --------------------------------------------------------------------------------


def version(distribution: str) -> str:
    from importlib.metadata import version as installed

    return installed(distribution)


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a call returns, and the least milliseconds of some calls."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        times: list[float] = []
        while len(times) <= REPEATS and not (times and times[0] > LONG):
            start = time.process_time()
            value = call()
            times.append(1000 * (time.process_time() - start))
    return value, min(times)


def outcome(case: Case) -> Outcome:
    ours, ours_ms = timed(case.ours)
    theirs, theirs_ms = timed(case.theirs)
    with mp.workdps(80):
        exact, other = number(Fraction(ours)), number(theirs)
        distance = float((other - exact) / exact)
        return Outcome(
            case.peer,
            case.question,
            mp.nstr(exact, 12),
            mp.nstr(other, 12),
            distance,
            case.is_exact,
            case.is_safe(Fraction(ours)),
            case.is_safe(theirs),
            ours_ms,
            theirs_ms,
        )


def summary(outcomes: list[Outcome]) -> list[str]:
    heads = ("peer", "questions", "agree", "boundcalc safe", "peer safe", "unsafe beyond rounding")
    rows = [
        f"| {' | '.join(heads)} | boundcalc | peer | time as ratio |",
        f"| --- |{' ---: |' * 8}",
    ]
    peers = list(dict.fromkeys(item.peer for item in outcomes))
    for name in [*peers, "all"]:
        own = [item for item in outcomes if name in (item.peer, "all")]
        counts = (
            len(own),
            sum(abs(item.distance) <= CLOSE for item in own),
            sum(item.ours_safe for item in own),
            sum(item.theirs_safe for item in own),
            sum(is_off(item) for item in own),
        )
        ratio = statistics.geometric_mean(item.ours_ms / item.theirs_ms for item in own)
        ours = statistics.median(item.ours_ms for item in own)
        theirs = statistics.median(item.theirs_ms for item in own)
        cells = " | ".join(map(str, counts))
        rows.append(f"| {name} | {cells} | {ours:.2g} ms | {theirs:.2g} ms | {ratio:.3g} |")
    return rows


def is_off(item: Outcome) -> bool:
    """Whether a peer is on the unsafe side by more than doubles lose."""
    return not item.theirs_safe and abs(item.distance) > ROUNDING


def worst(outcomes: list[Outcome], count: int = 8) -> list[str]:
    """Return the answers that are not on the safe side by most."""
    unsafe = sorted((item for item in outcomes if is_off(item)), key=lambda item: item.distance)
    return [
        f"{item.peer}, {item.question}: {item.theirs}, where {item.ours} "
        f"{'is needed' if item.is_exact else 'suffices'}"
        for item in unsafe[:count]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one object, with every comparison")
    parser.add_argument("--all", action="store_true", help="a line for every comparison")
    options = parser.parse_args()
    outcomes, left_out = [], {}
    for name, cases in PEERS.items():
        try:
            found = list(cases())
        except ImportError as error:
            left_out[name] = str(error)
            continue
        outcomes += [outcome(case) for case in found]
    if options.json:
        data = {"outcomes": [asdict(item) for item in outcomes], "left_out": left_out}
        print(json.dumps(data, indent=2))
    else:
        if options.all:
            for item in outcomes:
                sides = f"{'safe' if item.theirs_safe else 'UNSAFE':6}"
                print(
                    f"{item.peer:20} {item.question:75} {item.ours:>18} {item.theirs:>18} {sides} "
                    f"{item.distance:9.1e} {item.ours_ms:8.3f} {item.theirs_ms:8.3f}"
                )
        print("\n".join(summary(outcomes)))
        print("", *worst(outcomes), sep="\n")
        for name, why in left_out.items():
            print(f"left out: {name}, {why}")
    if not all(item.ours_safe for item in outcomes):
        raise SystemExit("an answer of boundcalc is not on the safe side")


if __name__ == "__main__":
    main()
