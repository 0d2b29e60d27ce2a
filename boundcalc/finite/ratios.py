r"""Two laws on one set, reduced to the ratio between them.

Every quantity that compares P with Q (hockey-stick divergence, total variation, relative entropy,
approximate max-information, the privacy curve) depends only on how much mass both give to each
value of the ratio P/Q.
`RatioLaw` keeps these masses, sorted by the ratio, so that each quantity is a short sum, and n
independent copies need as many classes as there are multisets of ratios, not as many as outcomes.

Why threshold sets are optimal
------------------------------
For r >= 0 and every event O, P(O) - r Q(O) is the sum over O of P(x) - r Q(x), which is greatest
when O holds exactly the x where P(x) > r Q(x): a set {P/Q > r}.
Hence the *excess* H(r) = max over O of P(O) - r Q(O) is reached at a threshold set of the ratio.
The beta-approximate max-information is log_2 of the supremum of (P(O) - beta)/Q(O) over the events
with P(O) > beta, and (P(O) - beta)/Q(O) <= r for all of them if and only if H(r) <= beta: events
with P(O) <= beta satisfy P(O) - r Q(O) <= beta anyway.
So the supremum is the least r with H(r) <= beta, and it is reached at a threshold set as well:
among the sets {P/Q >= v}, one for each value v of the ratio.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from boundcalc.language.errors import DomainError
from boundcalc.language.numbers import decimal_text, read_rational

Masses = tuple[Fraction, Fraction]
MOST_CLASSES = 200_000


@dataclass(frozen=True, slots=True)
class RatioLaw:
    """The masses of two laws P and Q on the classes of equal ratio P/Q, greatest ratio first.

    Parameters
    ----------
    classes : tuple of (P mass, Q mass)
        Sorted and merged; `from_masses` makes them from any masses.

    Examples
    --------
    >>> pair = RatioLaw.from_masses([("3/4", "1/4"), ("1/4", "3/4")])
    >>> pair.excess(1), pair.least_ratio(0), pair.least_ratio("1/2")
    (Fraction(1, 2), Fraction(3, 1), Fraction(1, 1))
    """

    classes: tuple[Masses, ...]

    @classmethod
    def from_masses(cls, masses: Iterable[tuple[object, object]]) -> RatioLaw:
        """Return the classes of pairs of masses, in any order; each law must sum to 1.

        Raises
        ------
        DomainError
            If a mass is negative, or a law does not sum to 1.
        """
        merged: dict[Fraction | None, list[Fraction]] = {}
        for left, right in masses:
            p = read_rational(left, name="ratio law: a mass")
            q = read_rational(right, name="ratio law: a mass")
            if p < 0 or q < 0:
                raise DomainError(f"ratio law: {decimal_text(min(p, q))} is negative, and no mass")
            if p or q:
                sums = merged.setdefault(p / q if q else None, [Fraction(0), Fraction(0)])
                sums[0] += p
                sums[1] += q
        finite = sorted((ratio for ratio in merged if ratio is not None), reverse=True)
        order = ([None] if None in merged else []) + list(finite)
        classes = tuple((merged[ratio][0], merged[ratio][1]) for ratio in order)
        for place, name in ((0, "first"), (1, "second")):
            total = sum((item[place] for item in classes), start=Fraction(0))
            if total != 1:
                raise DomainError(
                    f"ratio law: the masses of the {name} law sum to {decimal_text(total)}, not 1"
                )
        return cls(classes)

    def times(self, other: RatioLaw) -> RatioLaw:
        """Return the ratio law of two independent pairs taken together."""
        if len(self.classes) * len(other.classes) > MOST_CLASSES:
            raise DomainError(
                f"ratio law: {len(self.classes)} times {len(other.classes)} classes are too many; "
                "take fewer copies"
            )
        return RatioLaw.from_masses(
            (p * a, q * b) for p, q in self.classes for a, b in other.classes
        )

    def power(self, n: int) -> RatioLaw:
        """Return the ratio law of n >= 1 independent copies of both laws.

        Exact; equal ratios are merged on the way, so that n copies of a pair with c ratios have at
        most C(n + c - 1, n) classes.

        Examples
        --------
        >>> bit = RatioLaw.from_masses([("3/4", "1/2"), ("1/4", "1/2")])
        >>> len(bit.power(20).classes), bit.power(20).least_ratio(0) == Fraction(3, 2) ** 20
        (21, True)
        """
        if n < 1:
            raise DomainError(f"ratio law: the number of copies is at least 1 but got {n}")
        result = self
        for _ in range(n - 1):
            result = result.times(self)
        return result

    @property
    def reversed(self) -> RatioLaw:
        """The same with P and Q exchanged."""
        return RatioLaw(tuple((q, p) for p, q in reversed(self.classes)))

    def excess(self, ratio: object) -> Fraction:
        """Return the greatest P(O) - ratio Q(O) over all events O, exact.

        With ratio = e^epsilon this is the hockey-stick divergence: the least delta with
        P(O) <= e^epsilon Q(O) + delta for every event O; with ratio 1 it is total variation.

        Parameters
        ----------
        ratio : number or str
            Rational, at least 0.
        """
        r = read_rational(ratio, name="ratio")
        if r < 0:
            raise DomainError(f"ratio: it is e^epsilon and not negative, but got {decimal_text(r)}")
        return sum((p - r * q for p, q in self.classes if p > r * q), start=Fraction(0))

    def least_ratio(self, slack: object) -> Fraction | None:
        """Return the least r >= 0 with excess(r) <= slack, exact; None where no r suffices.

        It is the supremum of (P(O) - slack)/Q(O) over the events with P(O) > slack, so that its
        base 2 logarithm is the slack-approximate max-information of P against Q, and its natural
        logarithm the least epsilon for delta = slack (zero or less says P and Q are that close).

        Raises
        ------
        DomainError
            If slack is not in [0, 1): no event has a probability above 1.
        """
        beta = read_rational(slack, name="slack")
        if not 0 <= beta < 1:
            raise DomainError(f"slack: it is in [0, 1) but got {decimal_text(beta)}")
        best = Fraction(0)
        mass_p = mass_q = Fraction(0)
        for p, q in self.classes:
            mass_p, mass_q = mass_p + p, mass_q + q
            if mass_p > beta:
                if mass_q == 0:
                    return None
                best = max(best, (mass_p - beta) / mass_q)
        return best

    def curve(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Return the knots (ratio, excess) of the excess, which is linear between them.

        From the greatest ratio on the excess is constant; it is 1 at ratio 0.

        Examples
        --------
        >>> RatioLaw.from_masses([("3/4", "1/4"), ("1/4", "3/4")]).curve()[-1]
        (Fraction(3, 1), Fraction(0, 1))
        """
        knots = {Fraction(0)} | {p / q for p, q in self.classes if q}
        return tuple((ratio, self.excess(ratio)) for ratio in sorted(knots))

    def mass_outside(self, least: Fraction, most: Fraction) -> Fraction:
        """Return the P mass of the classes whose ratio is below `least` or above `most`."""
        return sum((p for p, q in self.classes if p < least * q or p > most * q), start=Fraction(0))
