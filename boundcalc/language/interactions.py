"""Guarantees about the m answers to adaptive queries: how they are made, and how private they are.

A `Mechanism` says how answers are made, which no theorem concludes: a route begins there.
The other kinds say something of one answer at a time, or of privacy in another currency than
(epsilon, delta).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from boundcalc.language.domains import (
    NONNEGATIVE,
    OPEN_PROBABILITY,
    POSITIVE,
    POSITIVE_INTEGER,
    PROBABILITY,
    Unit,
)
from boundcalc.language.guarantees import ExpressionLike, Guarantee
from boundcalc.language.quantities import larger, smaller


@dataclass(frozen=True, kw_only=True)
class Mechanism(Guarantee):
    """Base of the guarantees that say how each answer is made, which its maker decides."""

    def sentence(self, values: Mapping[str, str]) -> str:
        """Return how answers are made, with the values; what is no short decimal is rounded."""
        shown = " and ".join(f"{name} = {values[name]}" for name in self.expressions())
        return f"{self.phrase}, with {shown}"


@dataclass(frozen=True, kw_only=True)
class GaussianNoise(Mechanism):
    """Each answer is the sample mean of its query plus normal noise of standard deviation sigma."""

    phrase: ClassVar[str] = (
        "each answer is the sample mean of its query plus independent normal noise of mean zero "
        "and standard deviation sigma"
    )
    statement: ClassVar[str] = (
        "each answer is the sample mean of its query plus independent normal noise of mean zero "
        "and standard deviation {sigma}"
    )
    sigma: ExpressionLike = smaller(POSITIVE, "standard deviation of the noise")


@dataclass(frozen=True, kw_only=True)
class LaplaceNoise(Mechanism):
    """Each answer is the sample mean of its query plus Laplace noise of scale sigma."""

    phrase: ClassVar[str] = (
        "each answer is the sample mean of its query plus independent Laplace noise of mean zero "
        "and scale sigma"
    )
    statement: ClassVar[str] = (
        "each answer is the sample mean of its query plus independent Laplace noise of mean zero "
        "and scale {sigma}"
    )
    sigma: ExpressionLike = smaller(POSITIVE, "scale of the noise")


@dataclass(frozen=True, kw_only=True)
class RoundedAnswers(Mechanism):
    """Each answer is the sample mean of its query, rounded to the middle of a cell."""

    phrase: ClassVar[str] = (
        "each answer is the sample mean of its query, rounded to the middle of its cell, where "
        "[0, 1] is cut into equal cells"
    )
    statement: ClassVar[str] = (
        "each answer is the sample mean of its query, rounded to the middle of its cell, where "
        "[0, 1] is cut into {cells} equal cells"
    )
    cells: ExpressionLike = smaller(POSITIVE_INTEGER, "number of cells")


@dataclass(frozen=True, kw_only=True)
class QueryCount(Guarantee):
    """Each query that can be asked is one of at most 2^bits, which the records do not change.

    Less than `DescriptionLength` of all answers: the last answer leads to no further query.
    """

    phrase: ClassVar[str] = "the queries that can be asked are at most 2^bits, whatever the records"
    statement: ClassVar[str] = (
        "the queries that can be asked are at most 2^{bits}, whatever the records"
    )
    bits: ExpressionLike = smaller(NONNEGATIVE, "description length", unit=Unit.BITS)


@dataclass(frozen=True, kw_only=True)
class ExactAnswers(Mechanism):
    """Each answer is the sample mean of its query, as it is."""

    phrase: ClassVar[str] = "each answer is the sample mean of its query"
    statement: ClassVar[str] = "each answer is the sample mean of its query"

    def sentence(self, values: Mapping[str, str]) -> str:
        """Return how answers are made, which has no quantity."""
        return self.phrase


@dataclass(frozen=True, kw_only=True)
class AnswersFail(Guarantee):
    """Some answer is off by more than tau with at least this probability, against one analyst.

    It limits answers that are made as the premise says, and no other algorithm.
    """

    phrase: ClassVar[str] = (
        "against one analyst some answer is off by more than tau with at least this probability"
    )
    statement: ClassVar[str] = (
        "against one analyst, with probability at least {probability} some answer is off by more "
        "than {tau}"
    )
    tau: ExpressionLike = larger(OPEN_PROBABILITY, "accuracy")
    probability: ExpressionLike = larger(
        NONNEGATIVE, "probability", unit=Unit.PROBABILITY, trivial=0
    )


@dataclass(frozen=True, kw_only=True)
class PrivacyOfEachAnswer(Guarantee):
    """Each answer is (epsilon, delta)-differentially private, whatever the answers before it."""

    phrase: ClassVar[str] = (
        "each answer is (epsilon, delta)-differentially private, whatever the answers before it"
    )
    statement: ClassVar[str] = (
        "each answer is {private}differentially private, whatever the answers before it"
    )
    epsilon: ExpressionLike = smaller(
        NONNEGATIVE, "privacy parameter of one answer", unit=Unit.NATS, letter="epsilon_0"
    )
    delta: ExpressionLike = smaller(
        PROBABILITY, "privacy failure of one answer", default=0, letter="delta_0"
    )


@dataclass(frozen=True, kw_only=True)
class GroupPrivacy(Guarantee):
    """Outputs on datasets that differ in `size` records are (epsilon, delta)-indistinguishable."""

    phrase: ClassVar[str] = (
        "outputs on datasets that differ in at most size records are (epsilon, "
        "delta)-indistinguishable"
    )
    statement: ClassVar[str] = (
        "outputs on datasets that differ in at most {size} records are ({epsilon}, "
        "{delta})-indistinguishable"
    )
    size: ExpressionLike = larger(
        POSITIVE_INTEGER, "records in which the datasets differ", letter="g"
    )
    epsilon: ExpressionLike = smaller(
        NONNEGATIVE, "privacy parameter of a group", unit=Unit.NATS, letter="epsilon_g"
    )
    delta: ExpressionLike = smaller(
        PROBABILITY, "privacy failure of a group", default=0, letter="delta_g"
    )


@dataclass(frozen=True, kw_only=True)
class ConcentratedPrivacy(Guarantee):
    """The algorithm is rho-zero-concentrated differentially private.

    The Rényi divergence of each order a > 1 between outputs on neighbouring datasets is at most
    rho a.
    """

    phrase: ClassVar[str] = "the algorithm is rho-zero-concentrated differentially private"
    statement: ClassVar[str] = "the algorithm is {rho}-zero-concentrated differentially private"
    rho: ExpressionLike = smaller(NONNEGATIVE, "concentrated privacy parameter", unit=Unit.NATS)


@dataclass(frozen=True, kw_only=True)
class GaussianPrivacy(Guarantee):
    """Outputs on neighbouring datasets are as hard to tell apart as N(0, 1) and N(mu, 1)."""

    phrase: ClassVar[str] = "the algorithm is mu-Gaussian differentially private"
    statement: ClassVar[str] = "the algorithm is {mu}-Gaussian differentially private"
    mu: ExpressionLike = smaller(NONNEGATIVE, "Gaussian privacy parameter")


@dataclass(frozen=True, kw_only=True)
class CentredGaussianPrivacy(Guarantee):
    """Outputs are as hard to tell from a centre as N(mu, 1) from N(0, 1).

    The centre is a law of outputs that may depend on all records but one, whose value is not seen.
    """

    phrase: ClassVar[str] = "the algorithm is mu-Gaussian private from a centre"
    statement: ClassVar[str] = "the algorithm is {mu}-Gaussian private from a centre"
    mu: ExpressionLike = smaller(
        NONNEGATIVE, "Gaussian privacy parameter from a centre", letter="mu_c"
    )


@dataclass(frozen=True, kw_only=True)
class ErrorShortfall(Guarantee):
    """On every event of probability `level` the greatest error of an answer has mean <= alpha.

    Errors are against the sample; the mean is that given the event.
    """

    phrase: ClassVar[str] = (
        "on every event of probability level the mean of the greatest error is at most alpha"
    )
    statement: ClassVar[str] = (
        "on every event of probability {level} the mean of the greatest error is at most {alpha}"
    )
    alpha: ExpressionLike = smaller(NONNEGATIVE, "mean of the greatest error on the event")
    level: ExpressionLike = smaller(PROBABILITY, "probability of the event", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class GapShortfall(Guarantee):
    """Given every event of probability `level` the gap of the chosen query has mean at most gap.

    The query, with values in [0, 1], and the event are chosen from the output alone; the gap is
    that between its sample value and its expectation, with either sign.
    """

    phrase: ClassVar[str] = (
        "on every event of probability level the mean generalization gap is at most gap"
    )
    statement: ClassVar[str] = (
        "on every event of probability {level} the mean generalization gap is at most {gap}"
    )
    gap: ExpressionLike = smaller(NONNEGATIVE, "mean generalization gap on the event", trivial=1)
    level: ExpressionLike = smaller(PROBABILITY, "probability of the event", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class BoundedRange(Guarantee):
    """On neighbouring datasets the log of the ratio of two probabilities spans at most epsilon."""

    phrase: ClassVar[str] = "the algorithm has range epsilon: its log ratios span at most epsilon"
    statement: ClassVar[str] = (
        "on neighbouring datasets the log of the ratio of two probabilities spans at most {epsilon}"
    )
    epsilon: ExpressionLike = smaller(NONNEGATIVE, "range of the log ratios", unit=Unit.NATS)
