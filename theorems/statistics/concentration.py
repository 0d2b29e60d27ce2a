r"""Tail bounds of sums: the classical ones, and those that follow from differential privacy.

Main statements
---------------
`markov`, `hoeffding_mean`, `hoeffding_sum`, `hoeffding_two_sided`, `hoeffding_query`, `azuma`,
`mcdiarmid`: the classical tails.
`bounded_mean_tail`: the shape that the talk proves, with the constants that are admissible.
`selected_column_mean`, `column_maximum`, `copies_maximum`, `tail_of_maximum`: the steps from
privacy to a tail.
`closing_minimum`, `closing_tail`: the tail with the constants of the talk.

Conventions
-----------
A tail with the field deviation says that the variable exceeds its expectation (in `azuma`, zero)
by at least that much.
The relative deviation epsilon of the talk is tau here: a mean over n records deviates by tau where
the sum deviates by tau n.
The talk proves the tail :math:`e^{-\Omega(\varepsilon^2 n)}` without a constant in front; its
explicit form is the closing :math:`e^{1 - \varepsilon^2 n / 64}`.

References
----------
Concentration of Measure from Differential Privacy (talk).
Steinke and Ullman, Subgaussian Tail Bounds via Stability Arguments, 2017.
Hoeffding, Probability Inequalities for Sums of Bounded Random Variables, 1963.
McDiarmid, On the Method of Bounded Differences, 1989.
Azuma, Weighted Sums of Certain Dependent Random Variables, 1967.
"""

from boundcalc.language import (
    Defect,
    EventProbability,
    FromDefinitions,
    Generalization,
    MeanAtMost,
    Remark,
    Role,
    Source,
    Status,
    TailBound,
    Theorem,
    corrected,
    exp,
    ln,
    minimum,
    sqrt,
)
from boundcalc_theorems.notation import (
    Delta,
    column_mean,
    columns,
    copies,
    deviation,
    drift,
    eta,
    expected_maximum,
    expected_maximum_or_zero,
    increment_bound,
    level,
    mean,
    n,
    squared_widths,
    t,
    tail_constant,
    tau,
    width,
)

_LINEAR = "linearity and monotonicity of the expectation"
_INDEPENDENT = "the n variables are independent"
_UNIT_RANGE = "each variable takes values in [0, 1]"
_WIDTHS = "variable i takes values in [a_i, b_i], and squared_widths sums (b_i - a_i)^2"
_MATRIX = "the n rows of the matrix are independent and its entries lie in [0, 1]"
_COLUMN_MEAN = "no column sum has an expectation above column_mean"
_COPIES = "the copies are independent of each other and distributed as the variable"
_CENTRED = "the variable is a centred sum of n independent variables with values in [0, 1]"
_MAXIMUM = "expected_maximum is at least the expected maximum of zero and the copies"

markov = Theorem(
    id="concentration/markov",
    title="Markov's inequality",
    parameters=[mean, level],
    conclusion=EventProbability(probability=mean / level, about="the variable reaches {level}"),
    accepts=[
        "the variable is never negative",
        "the event is that the variable is at least the level",
    ],
    source=Source(key="concentration_talk", locator="Some math stuff"),
    derived=FromDefinitions(block="concentration/markov", rests_on=(_LINEAR,)),
)

_HOEFFDING = FromDefinitions(
    block="concentration/hoeffding.definitions",
    scope="variables with one law",
    rests_on=("independent values with one law, in [0, 1], scaled to the width", _LINEAR),
)

hoeffding_mean = Theorem(
    id="concentration/hoeffding",
    title="Hoeffding's inequality for a mean",
    parameters=[n, deviation],
    conclusion=TailBound(
        deviation=deviation,
        probability=exp(-2 * n * deviation**2),
        about="the mean of the {n} variables exceeds its expectation",
    ),
    accepts=["the mean is over n independent bounded variables"],
    source=Source(key="concentration_talk", locator="Theorem 1 of Hoeffding, first tail"),
    remarks=[
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text="Needs ranges of width at most 1; the talk speaks of variables in (a, b). "
            "With n = 1, a variable that is 1 or -1 with equal chances and deviation 1 the "
            "probability is 1/2, and e^-2 = 0.135.",
        )
    ],
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text="The talk asks how a sum behaves and defines a mean: X is printed as the mean "
            "of the variables.",
        ),
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text="The deviation t is not said to be positive. For t < 0 the first tail fails for "
            "a constant.",
        ),
    ],
    superseded_by="concentration/hoeffding.corrected",
)

hoeffding_mean_corrected = Theorem(
    id="concentration/hoeffding.corrected",
    title="Hoeffding's inequality for a mean, with the width of the range",
    parameters=[n, deviation, width],
    conclusion=TailBound(
        deviation=deviation,
        probability=exp(-2 * n * deviation**2 / width**2),
        about="the mean of the {n} variables exceeds its expectation",
    ),
    accepts=[_INDEPENDENT, "each variable takes values in an interval of that width"],
    source=Source(key="hoeffding_1963", locator="Theorem 2"),
    status=Status.CORRECTED,
    derived=_HOEFFDING,
)

hoeffding_sum = Theorem(
    id="concentration/hoeffding.sum",
    title="Hoeffding's inequality for a sum",
    parameters=[deviation, squared_widths],
    conclusion=TailBound(
        deviation=deviation,
        probability=exp(-(2 * deviation**2 / squared_widths)),
        about="the sum of the variables exceeds its expectation",
    ),
    accepts=["the variables are independent", _WIDTHS],
    source=Source(key="concentration_talk", locator="Theorem 1 of Hoeffding, second tail"),
    derived=_HOEFFDING,
)

hoeffding_two_sided = Theorem(
    id="concentration/hoeffding.two-sided",
    title="Hoeffding's inequality for a sum, two-sided",
    parameters=[deviation, squared_widths],
    conclusion=TailBound(
        deviation=deviation,
        probability=2 * exp(-(2 * deviation**2 / squared_widths)),
        about="the sum of the variables is off its expectation",
    ),
    accepts=["the variables are independent", _WIDTHS, "the deviation is in absolute value"],
    source=Source(key="concentration_talk", locator="Theorem 1 of Hoeffding, third tail"),
    derived=_HOEFFDING,
)

hoeffding_query = Theorem(
    id="adaptive-queries/hoeffding",
    title="Hoeffding's inequality for a fixed query",
    parameters=[n, tau],
    conclusion=Generalization(
        tau=tau,
        beta=2 * exp(-2 * tau**2 * n),
        about="the sample mean of the one query, which was fixed in advance,",
    ),
    accepts=[
        "the records are drawn independently from one distribution",
        "the query takes values in [0, 1]",
        "the one query is chosen before the records are drawn",
    ],
    source=Source(key="lee_adaptive_queries", locator="section 1.1"),
    role=Role.FLOOR,
    derived=FromDefinitions(
        block="concentration/hoeffding.definitions",
        rests_on=("independent values of the query with one law, in [0, 1]", _LINEAR),
    ),
)

azuma = Theorem(
    id="max-information/thm-A.8",
    title="Azuma's inequality",
    parameters=[n, increment_bound, drift, t],
    conclusion=TailBound(
        deviation=n * drift + t * sqrt(n) * increment_bound,
        probability=exp(-(t**2) / 2),
        about="the sum of the {n} increments exceeds zero",
    ),
    accepts=[
        "each of the n increments is at most increment_bound in absolute value",
        "given the increments before it, each has expectation at most drift",
        "the deviation is that of the sum of the increments from zero",
    ],
    source=Source(key="rogers_roth_smith_thakkar_2016", locator="Theorem A.8"),
)

mcdiarmid = Theorem(
    id="max-information/thm-A.9",
    title="McDiarmid's inequality",
    parameters=[n, Delta, deviation],
    conclusion=TailBound(
        deviation=deviation,
        probability=exp(-2 * deviation**2 / (n * Delta**2)),
        about="the function of the {n} variables exceeds its expectation",
    ),
    accepts=[_INDEPENDENT, "the function changes by at most Delta when one variable is replaced"],
    source=Source(key="rogers_roth_smith_thakkar_2016", locator="Theorem A.9"),
)

bounded_mean_tail = Theorem(
    id="concentration/thm-1.1",
    title="Tail of a bounded mean",
    parameters=[n, tau, tail_constant],
    hypotheses=[tail_constant <= 2],
    conclusion=TailBound(
        deviation=tau,
        probability=exp(-tail_constant * tau**2 * n),
        about="the mean of the {n} variables exceeds its expectation",
    ),
    accepts=[_INDEPENDENT, _UNIT_RANGE],
    source=Source(key="concentration_talk", locator="Theorem 1.1"),
    remarks=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="The print hides the constant in an Omega. Every constant up to 2 is admissible, "
            "by Hoeffding's inequality, and none above 2: for fair coins the exponent per "
            "record is 2*tau^2 + O(tau^4).",
        )
    ],
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="The closing chain proves e^(1 - epsilon^2 n/64), which is at most "
            "e^(-Omega(epsilon^2 n)) where epsilon^2 n is large, such as 128, and says "
            "nothing below 64. Read with one constant for every epsilon >= 0, the theorem "
            "holds by Hoeffding's inequality and not by the chain.",
        )
    ],
    derived=_HOEFFDING,
)

tail_of_maximum = Theorem(
    id="concentration/lem-1.2",
    title="From the expected maximum to a tail",
    parameters=[copies, expected_maximum_or_zero],
    conclusion=TailBound(
        deviation=2 * expected_maximum_or_zero,
        probability=ln(2) / copies,
        about="the variable exceeds zero",
    ),
    accepts=[_COPIES, _MAXIMUM, "the deviation is that of the variable from zero"],
    source=Source(key="concentration_talk", locator="Lemma 1.2"),
    remarks=[
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text="Needs a positive expected maximum, because the proof divides by it. "
            "A variable that is always zero reaches twice its expected maximum, zero, with "
            "probability 1.",
        )
    ],
    superseded_by="concentration/lem-1.2.corrected",
)

tail_of_maximum_corrected = Theorem(
    id="concentration/lem-1.2.corrected",
    title="From a positive expected maximum to a tail",
    parameters=[copies, expected_maximum],
    conclusion=TailBound(
        deviation=2 * expected_maximum,
        probability=ln(2) / copies,
        about="the variable exceeds zero",
    ),
    accepts=[_COPIES, _MAXIMUM, "the deviation is that of the variable from zero"],
    source=Source(key="concentration_talk", locator="Lemma 1.2"),
    status=Status.CORRECTED,
    derived=FromDefinitions(
        block="concentration/lem-1.2.definitions",
        scope="the expected maximum itself",
        rests_on=("independent copies with one law, which have an expectation", _LINEAR),
    ),
)

# 1 - (1 - p)^m <= 1/2, solved for p.
tail_of_maximum_sharp = Theorem(
    id="concentration/lem-1.2.sharpened",
    title="From a positive expected maximum to a tail, without the exponential",
    parameters=[copies, expected_maximum],
    conclusion=TailBound(
        deviation=2 * expected_maximum,
        probability=1 - 2 ** (-1 / copies),
        about="the variable exceeds zero",
    ),
    accepts=[_COPIES, _MAXIMUM, "the deviation is that of the variable from zero"],
    source=Source(key="concentration_talk", locator="Lemma 1.2, second line of the proof"),
    status=Status.SHARPENED,
)

column_maximum = Theorem(
    id="concentration/lem-2.1",
    title="Expected maximum of column sums",
    parameters=[columns, column_mean, eta],
    conclusion=MeanAtMost(
        mean=exp(eta) * column_mean + 2 * ln(columns) / eta, about="the greatest column sum"
    ),
    accepts=[_MATRIX, _COLUMN_MEAN],
    source=Source(key="concentration_talk", locator="Lemma 2.1"),
    derived=FromDefinitions(
        block="concentration/lem-2.1",
        scope="rows with one law",
        rests_on=(
            "independent rows with one law, and the privacy of the selection",
            "that a row independent of the selection has at most its share of the mean",
            "the score of the column that is selected, and the mean of one over its probability",
            _LINEAR,
        ),
    ),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text="The talk says that each row of the matrix is a copy of Y - mu, and that the "
            "row with the greatest sum is selected. The copies are the columns, and a "
            "column sums to Y + mu; the rows are what is independent in the lemma and "
            "replaced in the proof.",
        ),
        Remark(
            defect=Defect.MISPRINT,
            text="The sums of the step through the accuracy lemma use j for the rows and for the "
            "columns, and on the left for neither: the column that is selected is missing. "
            "The privacy parameter is epsilon there and eta in the lemma.",
        ),
    ],
)

selected_column_mean = Theorem(
    id="concentration/claim-2.4",
    title="Expected sum of the selected column",
    parameters=[column_mean, eta],
    conclusion=MeanAtMost(mean=exp(eta) * column_mean, about="the sum of the selected column"),
    accepts=[
        _MATRIX,
        _COLUMN_MEAN,
        "the column is selected by an algorithm that is eta-private in the rows",
    ],
    source=Source(key="concentration_talk", locator="Claim 2.4"),
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text="The adjacency changes: neighbours differ by one record added or removed "
            "(Definition 2.4, and the tables before it), and the proof replaces a row. For "
            "replaced rows the selection is eta-private as well, because no column sum "
            "changes by more than one; by the definition alone a replacement would be two "
            "steps.",
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The fresh matrix is X' in the text and has a tilde in the proof; two variables "
                "with the same law are called identical."
            ),
        ),
    ],
    derived=FromDefinitions(
        block="concentration/claim-2.4",
        scope="rows with one law",
        rests_on=(
            "independent rows with one law, and the privacy of the selection",
            "that a row independent of the selection has at most its share of the mean",
            _LINEAR,
        ),
    ),
)

copies_maximum = Theorem(
    id="concentration/prop-2.5",
    title="Expected maximum of copies of a centred sum",
    parameters=[n, copies],
    conclusion=MeanAtMost(
        mean=4 * sqrt(n * ln(copies + 1)), about="the greatest of zero and the {copies} copies"
    ),
    accepts=[_CENTRED, _COPIES],
    source=Source(key="concentration_talk", locator="Proposition 2.5"),
    derived=FromDefinitions(
        block="concentration/prop-2.5.case-both",
        scope="variables with one law, at numbers of the proof that are chosen to fit",
        rests_on=("independent values with one law, in [0, 1]", _LINEAR),
    ),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text=(
                "Hoeffding's lemma gives sqrt(n*ln(copies + 1)/2), less by the factor 4*sqrt(2)."
            ),
        )
    ],
    readings=[
        Remark(
            defect=Defect.GAP,
            text=(
                "The printed proof ends before eta is chosen. The derivation supplies the end, "
                "with eta = sqrt(ln(m + 1)/n)."
            ),
        )
    ],
)

# For every s > 0 the maximum is at most (1/s) ln of the sum of 1 and the exponentials of s times
# the copies, each of expectation at most exp(s^2 n/8); s = sqrt(8 ln(m + 1)/n).
copies_maximum_sharp = Theorem(
    id="concentration/prop-2.5.sharpened",
    title="Expected maximum of copies of a centred sum, by Hoeffding's lemma",
    parameters=[n, copies],
    conclusion=MeanAtMost(
        mean=sqrt(n * ln(copies + 1) / 2), about="the greatest of zero and the {copies} copies"
    ),
    accepts=[_CENTRED, _COPIES],
    source=Source(key="hoeffding_1963", locator="proof of Theorem 2, exponential moment"),
    status=Status.SHARPENED,
)

_CHAIN = FromDefinitions(
    block="concentration/final.corrected",
    scope="variables with one law, where there is a copy (elsewhere the last bound exceeds 1)",
    rests_on=(
        "independent variables with one law, and independent copies of them",
        "the number of copies, between two bounds",
        _LINEAR,
    ),
)

closing_minimum = Theorem(
    id="concentration/final.minimum",
    title="Tail of a bounded mean through copies",
    parameters=[n, tau],
    conclusion=TailBound(
        deviation=tau,
        probability=minimum(1, ln(2) / (exp(tau**2 * n / 64) - 2)),
        about="the mean of the {n} variables exceeds its expectation",
    ),
    accepts=[_INDEPENDENT, _UNIT_RANGE],
    source=Source(key="concentration_talk", locator="closing chain, first bound"),
    remarks=[
        Remark(
            defect=Defect.MISSING_HYPOTHESIS,
            text=(
                "Needs e^(tau^2*n/64) > 2, that is tau^2*n > 64*ln(2) = 44.36: below, the second "
                "operand of the minimum is negative, and no probability is. The talk leaves the "
                "number of copies open: floor(e^(tau^2*n/64)) - 1 will do, and must be at least 1."
            ),
        )
    ],
    superseded_by="concentration/final.minimum.corrected",
)

closing_minimum_corrected = corrected(
    closing_minimum,
    id="concentration/final.minimum.corrected",
    title="Tail of a bounded mean through copies, where there is a copy",
    hypotheses=[exp(tau**2 * n / 64) > 2],
    derived=_CHAIN,
)

closing_tail = Theorem(
    id="concentration/final",
    title="Tail of a bounded mean from differential privacy",
    parameters=[n, tau],
    conclusion=TailBound(
        deviation=tau,
        probability=exp(1 - tau**2 * n / 64),
        about="the mean of the {n} variables exceeds its expectation",
    ),
    accepts=[_INDEPENDENT, _UNIT_RANGE],
    source=Source(key="concentration_talk", locator="closing chain, last bound"),
    remarks=[
        Remark(
            defect=Defect.LOOSE,
            text=(
                "At least 1, hence empty, up to tau^2*n = 64. Hoeffding's inequality has the "
                "exponent 2*tau^2*n, larger by the factor 128."
            ),
        )
    ],
    derived=_CHAIN,
)
