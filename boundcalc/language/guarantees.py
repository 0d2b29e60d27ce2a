"""Guarantees: typed statements about an algorithm on n records, each field with its strong side.

A theorem turns guarantees (its premises) into a guarantee (its conclusion).
Every quantity of a guarantee says in which direction it is stronger, its domain and its unit, so
that solving, routing and printing need to know no guarantee by name.

Conventions: neighbouring datasets differ in the value of one record (replace one).
Max-information and mutual information are in bits, unless a field says nats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar

from boundcalc.language.domains import (
    NONNEGATIVE,
    OPEN_PROBABILITY,
    POSITIVE,
    POSITIVE_INTEGER,
    PROBABILITY,
    REAL,
    Unit,
)
from boundcalc.language.errors import StatementError
from boundcalc.language.expressions import Expression, Symbol, as_expression
from boundcalc.language.quantities import Inputs, Quantity, Queries, larger, smaller
from boundcalc.language.records import Record, as_json
from boundcalc.language.units import unit_of
from boundcalc.language.wording import conclusion_sentence

ExpressionLike = Expression | int | Fraction


_APPROXIMATION = "approximation of max-information"
ACCURACY_OF_ANSWERS = "accuracy of answers"  # the kind under which both guarantees of it compare


@dataclass(frozen=True, kw_only=True)
class Guarantee(Record):
    """Base of all guarantees; a subclass adds quantities, and the words for them.

    `about` says of which event, variable or query a guarantee speaks, where its kind leaves that
    open. Bounds about different things are not compared.
    `statement` is the sentence in which the guarantee is concluded; `boundcalc.language.wording`
    says what may stand in it.
    """

    phrase: ClassVar[str] = ""
    statement: ClassVar[str] = ""
    default_about: ClassVar[str] = ""
    about: str = ""

    @property
    def compared_as(self) -> str:
        """The kind under which bounds are compared, which is the name of the class."""
        return type(self).__name__

    @property
    def scope(self) -> str:
        """Over what the guarantee holds, in words; empty where it needs no words."""
        return self.about

    @property
    def subject(self) -> str:
        """What the statement is about, in words that may hold values in braces."""
        return self.about or self.default_about

    def sentence(self, values: Mapping[str, str]) -> str:
        """Return the guarantee as a sentence, with the values of its quantities.

        Examples
        --------
        >>> DifferentialPrivacy(epsilon=Symbol("epsilon")).sentence({"epsilon": "1", "delta": "0"})
        'the algorithm is (epsilon, delta)-differentially private, with epsilon = 1 and delta = 0'
        """
        shown = [f"{name} = {values[name]}" for name in self.expressions()]
        listed = " and ".join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
        scope = f" {self.scope}" if self.scope and not self.about else ""
        return f"{self.phrase or type(self).__name__}{scope}, with {listed}"

    def __post_init__(self) -> None:
        for item in self._quantity_fields():
            try:
                expression = as_expression(getattr(self, item.name))
                found = unit_of(expression)
            except Exception as error:
                raise StatementError(f"{type(self).__name__}.{item.name}: {error}") from error
            wanted: Unit = item.metadata["unit"]
            if {found, wanted} == {Unit.BITS, Unit.NATS}:
                raise StatementError(
                    f"{type(self).__name__}.{item.name} is in {wanted.value} but got "
                    f"{expression} in {found.value}; convert with log2(e) or ln(2)"
                )
            object.__setattr__(self, item.name, expression)

    @classmethod
    def _quantity_fields(cls) -> list[Field[Any]]:
        return [item for item in fields(cls) if "stronger" in item.metadata]

    @classmethod
    def quantities(cls) -> tuple[Quantity, ...]:
        """Return what the fields of this kind of guarantee are, in their order."""
        return tuple(Quantity(name=item.name, **item.metadata) for item in cls._quantity_fields())

    def expression(self, name: str) -> Expression:
        """Return the expression of the quantity `name`."""
        value = getattr(self, name)
        assert isinstance(value, Expression)
        return value

    def expressions(self) -> dict[str, Expression]:
        """Return the expressions of all quantities by name."""
        return {item.name: self.expression(item.name) for item in self._quantity_fields()}

    def symbols(self) -> frozenset[Symbol]:
        """Return the free symbols of all quantities."""
        return frozenset().union(*(value.symbols() for value in self.expressions().values()))

    def to_dict(self) -> dict[str, Any]:
        """Return the guarantee as an object: its kind, its sentence, and its quantities."""
        quantities = {name: Expression.to_dict(value) for name, value in self.expressions().items()}
        return {
            "kind": type(self).__name__,
            "phrase": self.phrase,
            "statement": conclusion_sentence(self, {}),
            "quantities": quantities,
            **{
                item.name: as_json(getattr(self, item.name))
                for item in fields(self)
                if item.name not in quantities
            },
        }

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {value}" for name, value in self.expressions().items())
        return f"{type(self).__name__}({values})"


# --- stability and privacy ---------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DifferentialPrivacy(Guarantee):
    """Outputs on neighbouring datasets are (epsilon, delta)-indistinguishable."""

    phrase: ClassVar[str] = "the algorithm is (epsilon, delta)-differentially private"
    statement: ClassVar[str] = "the algorithm is {private}differentially private"
    epsilon: ExpressionLike = smaller(NONNEGATIVE, "privacy parameter", unit=Unit.NATS)
    delta: ExpressionLike = smaller(
        PROBABILITY, "privacy failure", default=0, unit=Unit.PROBABILITY
    )


@dataclass(frozen=True, kw_only=True)
class TVStability(Guarantee):
    """Outputs on neighbouring datasets are within epsilon in total variation distance."""

    phrase: ClassVar[str] = "the algorithm is epsilon-TV stable"
    statement: ClassVar[str] = (
        "outputs on neighbouring datasets are within {epsilon} in total variation distance"
    )
    epsilon: ExpressionLike = smaller(
        NONNEGATIVE, "total variation distance", trivial=1, letter="tv", aliases=("epsilon",)
    )


@dataclass(frozen=True, kw_only=True)
class Indistinguishability(Guarantee):
    """Two random variables are (epsilon, delta)-indistinguishable, in both directions."""

    phrase: ClassVar[str] = "the two variables are (epsilon, delta)-indistinguishable"
    statement: ClassVar[str] = "{about} are ({epsilon}, {delta})-indistinguishable"
    default_about: ClassVar[str] = "the two variables"
    epsilon: ExpressionLike = smaller(NONNEGATIVE, "log of the ratio", unit=Unit.NATS)
    delta: ExpressionLike = smaller(PROBABILITY, "additive slack", default=0)


@dataclass(frozen=True, kw_only=True)
class PointwiseIndistinguishability(Guarantee):
    """The ratio of the two laws is within exp(+-epsilon), except with probability delta."""

    phrase: ClassVar[str] = "the two variables are point-wise (epsilon, delta)-indistinguishable"
    statement: ClassVar[str] = (
        "the log of the ratio of the laws of {about} is within {epsilon} of zero, except "
        "with probability at most {delta}"
    )
    default_about: ClassVar[str] = "the two variables"
    epsilon: ExpressionLike = smaller(NONNEGATIVE, "log of the ratio", unit=Unit.NATS)
    delta: ExpressionLike = smaller(NONNEGATIVE, "probability of the exceptions", trivial=1)


# --- information -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class MaxInformation(Guarantee):
    """The beta-approximate max-information between dataset and output is at most k bits."""

    phrase: ClassVar[str] = "the beta-approximate max-information is at most k"
    statement: ClassVar[str] = (
        "the {approximate}max-information between dataset and output is at most {k} bits, {scope}"
    )
    k: ExpressionLike = smaller(NONNEGATIVE, "max-information", unit=Unit.BITS)
    beta: ExpressionLike = smaller(
        NONNEGATIVE, _APPROXIMATION, default=0, trivial=1, unit=Unit.PROBABILITY
    )
    over: Inputs = Inputs.ANY

    @property
    def scope(self) -> str:
        """The inputs over which the bound holds."""
        return f"for {self.over.value}"


@dataclass(frozen=True, kw_only=True)
class MaxInformationAtLeast(Guarantee):
    """The beta-approximate max-information between dataset and output is at least k bits."""

    phrase: ClassVar[str] = "the beta-approximate max-information is at least k"
    statement: ClassVar[str] = (
        "the {approximate}max-information between dataset and output is at least {k} bits"
    )
    k: ExpressionLike = larger(REAL, "max-information", unit=Unit.BITS, trivial=0)
    beta: ExpressionLike = larger(NONNEGATIVE, _APPROXIMATION, default=0, unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class MutualInformation(Guarantee):
    """The mutual information between dataset and output is at most m bits."""

    phrase: ClassVar[str] = "the mutual information is at most m"
    statement: ClassVar[str] = "the mutual information between {about} is at most {m} bits"
    default_about: ClassVar[str] = "dataset and output"
    m: ExpressionLike = smaller(NONNEGATIVE, "mutual information", unit=Unit.BITS)


@dataclass(frozen=True, kw_only=True)
class MutualInformationNats(Guarantee):
    """The mutual information between dataset and output is at most m nats."""

    phrase: ClassVar[str] = "the mutual information is at most m"
    statement: ClassVar[str] = "the mutual information between {about} is at most {m} nats"
    default_about: ClassVar[str] = "dataset and output"
    m: ExpressionLike = smaller(NONNEGATIVE, "mutual information", unit=Unit.NATS)


@dataclass(frozen=True, kw_only=True)
class DescriptionLength(Guarantee):
    """The output is one of at most 2^bits."""

    phrase: ClassVar[str] = "the output has at most 2^bits values"
    statement: ClassVar[str] = "the output has at most 2^{bits} values"
    bits: ExpressionLike = smaller(NONNEGATIVE, "description length", unit=Unit.BITS)


# --- accuracy and generalization ---------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Generalization(Guarantee):
    """What `of` names is within tau of its expectation, for queries with values in [0, 1].

    It fails with probability at most beta.
    """

    phrase: ClassVar[str] = "the answers are within tau, except with probability beta"
    statement: ClassVar[str] = "{surely} {about} is within {tau} of its expectation"
    tau: ExpressionLike = smaller(OPEN_PROBABILITY, "accuracy")
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)
    of: Queries = Queries.CHOSEN

    @property
    def compared_as(self) -> str:
        """As the accuracy of answers, where it is about answers."""
        return "Generalization" if self.of is Queries.CHOSEN else ACCURACY_OF_ANSWERS

    @property
    def scope(self) -> str:
        """Empty: what it is about is `of`, by which it is compared."""
        return ""

    @property
    def subject(self) -> str:
        """The query or the answers that are accurate."""
        return self.about or self.of.value


@dataclass(frozen=True, kw_only=True)
class OverfittingBound(Guarantee):
    """No query that is asked has a sample mean that exceeds its expectation by more than tau.

    It fails with probability at most beta. Sample means that are too small are not excluded.
    """

    phrase: ClassVar[str] = (
        "no sample mean exceeds its expectation by more than tau, except with probability beta"
    )
    statement: ClassVar[str] = "{surely} {about} exceeds its expectation by at most {tau}"
    default_about: ClassVar[str] = "the sample mean of every one of the {m} queries"
    tau: ExpressionLike = smaller(OPEN_PROBABILITY, "accuracy")
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class BestScore(Guarantee):
    """After every submission the released score is within tau of the best expectation so far.

    The best expectation so far is the greatest among the queries that were submitted.
    It fails with probability at most beta, for all submissions together.
    """

    phrase: ClassVar[str] = (
        "the released score is within tau of the best expectation so far, except with probability "
        "beta"
    )
    statement: ClassVar[str] = "{surely} {about} is within {tau} of the best expectation so far"
    default_about: ClassVar[str] = "the score released after each of the {submissions} submissions"
    tau: ExpressionLike = smaller(OPEN_PROBABILITY, "accuracy")
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class LowSensitivityGeneralization(Guarantee):
    """The same for queries of low sensitivity, whose values may span any range."""

    phrase: ClassVar[str] = (
        "the answers to queries of any range are within tau, except with probability beta"
    )
    statement: ClassVar[str] = (
        "{surely} the sample value of {about} is within {tau} of its expectation"
    )
    default_about: ClassVar[str] = "the query that the algorithm chooses"
    tau: ExpressionLike = smaller(POSITIVE, "accuracy in the unit of the query")
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class ExpectedGeneralization(Guarantee):
    """The expected gap between sample and population value of the chosen query is at most gap."""

    phrase: ClassVar[str] = "the expected generalization gap is at most gap"
    statement: ClassVar[str] = (
        "the expected distance of {about} from its population value is at most {gap}"
    )
    default_about: ClassVar[str] = "the sample value of the chosen query"
    gap: ExpressionLike = smaller(NONNEGATIVE, "expected generalization gap")


@dataclass(frozen=True, kw_only=True)
class SampleAccuracy(Guarantee):
    """Answers are within alpha of the sample value, except with probability beta."""

    phrase: ClassVar[str] = "the answers are within alpha of the sample value"
    statement: ClassVar[str] = "{surely} {about} is within {alpha} of its value on the sample"
    default_about: ClassVar[str] = "{answers}"
    alpha: ExpressionLike = smaller(POSITIVE, "sample accuracy")
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class PopulationAccuracy(Guarantee):
    """Answers to queries with values in [0, 1] are within tau of the population value.

    They fail with probability at most beta.
    """

    phrase: ClassVar[str] = "the answers are within tau of the population value"

    statement: ClassVar[str] = "{surely} {about} is within {tau} of its expectation"
    default_about: ClassVar[str] = "{answers}"

    @property
    def compared_as(self) -> str:
        """As the accuracy of answers, which `Generalization` may be about, too."""
        return ACCURACY_OF_ANSWERS

    tau: ExpressionLike = smaller(OPEN_PROBABILITY, "accuracy")
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class Utility(Guarantee):
    """The chosen score is within gap of the best, except with probability beta."""

    phrase: ClassVar[str] = "the chosen score is within gap of the best"
    statement: ClassVar[str] = "{surely} the chosen score is within {gap} of the best"
    gap: ExpressionLike = smaller(NONNEGATIVE, "gap to the best score")
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)


@dataclass(frozen=True, kw_only=True)
class ExpectedUtility(Guarantee):
    """The expected chosen score is within gap of the best."""

    phrase: ClassVar[str] = "the expected chosen score is within gap of the best"
    statement: ClassVar[str] = "the expected score of the choice is within {gap} of the best"
    gap: ExpressionLike = smaller(NONNEGATIVE, "expected gap to the best score")


@dataclass(frozen=True, kw_only=True)
class PValueCorrection(Guarantee):
    """Rejecting at p <= gamma makes a false discovery with probability at most alpha."""

    phrase: ClassVar[str] = "rejecting at p <= gamma errs with probability at most alpha"
    statement: ClassVar[str] = (
        "rejecting the selected hypothesis at p <= {gamma} makes a false discovery with "
        "probability at most {alpha}"
    )
    alpha: ExpressionLike = smaller(PROBABILITY, "significance level", unit=Unit.PROBABILITY)
    gamma: ExpressionLike = larger(PROBABILITY, "corrected level", unit=Unit.PROBABILITY)


# --- probability -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class EventProbability(Guarantee):
    """The event has probability at most `probability`."""

    phrase: ClassVar[str] = "the event has at most this probability"
    statement: ClassVar[str] = "with probability at most {probability} {about}"
    default_about: ClassVar[str] = "the event happens"
    probability: ExpressionLike = smaller(
        NONNEGATIVE, "probability", unit=Unit.PROBABILITY, trivial=1
    )


@dataclass(frozen=True, kw_only=True)
class TailBound(Guarantee):
    """The variable exceeds its reference by `deviation` with probability at most `probability`."""

    phrase: ClassVar[str] = "the deviation has at most this probability"
    statement: ClassVar[str] = (
        "with probability at most {probability} {about} by {deviation} or more"
    )
    default_about: ClassVar[str] = "the variable exceeds its reference"
    deviation: ExpressionLike = smaller(NONNEGATIVE, "deviation")
    probability: ExpressionLike = smaller(
        NONNEGATIVE, "probability", unit=Unit.PROBABILITY, trivial=1
    )


@dataclass(frozen=True, kw_only=True)
class MeanAtMost(Guarantee):
    """An expectation is at most `mean`."""

    phrase: ClassVar[str] = "the expectation is at most this"
    statement: ClassVar[str] = "the expectation of {about} is at most {mean}"
    default_about: ClassVar[str] = "the variable"
    mean: ExpressionLike = smaller(REAL, "expectation")


@dataclass(frozen=True, kw_only=True)
class MeanAtLeast(Guarantee):
    """An expectation is at least `mean`."""

    phrase: ClassVar[str] = "the expectation is at least this"
    statement: ClassVar[str] = "the expectation of {about} is at least {mean}"
    default_about: ClassVar[str] = "the variable"
    mean: ExpressionLike = larger(REAL, "expectation")


@dataclass(frozen=True, kw_only=True)
class SensitivityAtLeast(Guarantee):
    """The sensitivity of every function of the kind is at least `sensitivity`."""

    phrase: ClassVar[str] = "the sensitivity is at least this"
    statement: ClassVar[str] = "the sensitivity of {about} is at least {sensitivity}"
    default_about: ClassVar[str] = "every function of the kind"
    sensitivity: ExpressionLike = larger(POSITIVE, "sensitivity")


# --- codes -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class LinearCode(Guarantee):
    """A binary linear code of minimum distance t whose rank is at least `rank` exists."""

    phrase: ClassVar[str] = "a linear code of at least this rank exists"
    statement: ClassVar[str] = (
        "a binary linear code of length {n} and minimum distance {t} has rank {rank} or more"
    )
    rank: ExpressionLike = larger(REAL, "rank", trivial=0)


@dataclass(frozen=True, kw_only=True)
class Reconstruction(Guarantee):
    """The algorithm returns its whole input, except with probability beta."""

    phrase: ClassVar[str] = "the input is returned, except with probability beta"
    statement: ClassVar[str] = "{surely} the algorithm returns its whole input of {n} bits"
    n: ExpressionLike = larger(POSITIVE_INTEGER, "size of the dataset", unit=Unit.RECORDS)
    beta: ExpressionLike = smaller(PROBABILITY, "failure probability", unit=Unit.PROBABILITY)
