r"""Centred transfer: what one record can change is measured from the middle, not from end to end.

Main statements
---------------
`gaussian_from_the_centre`, `gaussian_noise_from_the_centre`: Gaussian noise on m answers is
Gaussian private from a centre, with half of the parameter that it has between neighbours; the
first chooses the size of the noise, the second is asked or told it.
`gaussian_shortfall`: how far off noise makes the worst answer on any event of given probability.
`gap_from_the_centre`: how far sample and population are apart for the query that such an output
points to, on any event of given probability.
`information_from_the_centre`: how much such an output tells about the whole dataset.
`accuracy_of_shortfalls`: noise and gap together, as accuracy on the population.

Conventions
-----------
An algorithm is mu_c-Gaussian private from a centre if for each record i and all other records
there is a law Q of its output, the centre, such that for every value of record i the output is
as hard to tell from Q as N(mu_c, 1) from N(0, 1). Q may depend on the other records.
Of two neighbouring datasets one centre stands between both, so that half of the distance suffices.
A shortfall at a level is a bound on means given an event, over all events of at least this
probability: of the greatest error of an answer against the sample, or of the gap between sample
and population for a query that is chosen in view of the output.

The worst event is one of two tails of the log ratio, Z < -z_1 and Z > z_2; every z_1 and margin
give a bound, and the best ones are chosen. l_1 and l_2 are the ratios at the ends of the tails, and
P_0, P_1, P_2 the moments of the ratio over both tails.
The proof is row by row in ``theorems/notes/centred-transfer.md``.

References
----------
Dong, Roth and Su, Gaussian Differential Privacy, 2022, for the composition and the kernel that is
behind every pair of laws.
Jung, Ligett, Neel, Roth, Sharifi-Malvajerdi and Shenfeld, A New Analysis of Differential Privacy's
Generalization Guarantees, 2020, for the posterior law of a record.
Feldman and Steinke, Calibrating Noise to Variance in Adaptive Data Analysis, 2018, for the
information of an output that is stable against leaving out one record.
"""

from boundcalc.language import (
    PI,
    CentredGaussianPrivacy,
    Definition,
    ErrorShortfall,
    Expression,
    GapShortfall,
    GaussianNoise,
    LowSensitivityGeneralization,
    MutualInformationNats,
    PopulationAccuracy,
    Source,
    Status,
    Symbol,
    Theorem,
    exp,
    phi,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import (
    Delta,
    beta,
    centred_mu,
    event_chance,
    gap_shortfall,
    lower_tail,
    m,
    n,
    noise_quantile,
    ratio_price,
    shortfall,
    sigma,
    tail_margin,
    tail_weight,
    upper_tail,
)

_RANGE = "queries take values in [0, 1]"
_ADAPTIVE = "each query depends on the records only through the answers before it"
_RECORDS = "the records are drawn independently from one distribution"
_ALL = "the accuracy is that of all m answers together"
_FARTHEST = "the query that is farthest off is chosen from the answers alone"
_OWN = "boundcalc_derivations"

# The worst event: the ratio is below l_1 or above l_2, which follow from the tails.
TAILS = (
    Definition(symbol=upper_tail, value=lower_tail + centred_mu + tail_margin),
    Definition(symbol=tail_weight, value=sqrt(exp(centred_mu * tail_margin) - 1)),
    Definition(
        symbol=ratio_price,
        value=(
            exp(-centred_mu * lower_tail - centred_mu**2 / 2)
            + exp(centred_mu * upper_tail - centred_mu**2 / 2)
            - 2
        )
        / (4 * tail_weight),
    ),
)
_P_0 = phi(-lower_tail) + phi(-upper_tail)
_P_1 = phi(-lower_tail - centred_mu) + phi(centred_mu - upper_tail)
_P_2 = phi(-lower_tail - 2 * centred_mu) + phi(2 * centred_mu - upper_tail)


def mean_gap(probability: Symbol) -> Expression:
    """Return the mean gap on the worst event of a probability."""
    moments = (
        (tail_weight + 1 / tail_weight) * _P_0
        - (2 / tail_weight + 4 * ratio_price) * _P_1
        + exp(centred_mu**2) * _P_2 / tail_weight
    )
    return ratio_price + moments / (4 * probability)


def _normal_error(probability: Symbol) -> Expression:
    """Return the mean of the greatest of m standard normal errors on the worst event."""
    density = exp(-(noise_quantile**2) / 2) / sqrt(2 * PI)
    excess = 2 * m * (density - noise_quantile * phi(-noise_quantile))
    return noise_quantile + excess / probability


gaussian_from_the_centre = Theorem(
    id="centred/gaussian-privacy",
    title="Gaussian noise is Gaussian private from a centre",
    parameters=[n, m, centred_mu],
    premises=[GaussianNoise(sigma=sqrt(m) / (2 * n * centred_mu))],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=CentredGaussianPrivacy(mu=centred_mu),
    algorithm=algorithms.gaussian_noise,
    source=Source(key=_OWN, locator="centred transfer, the centre of Gaussian noise"),
    status=Status.SHARPENED,
    link="centred Gaussian noise",
    note="Given the other records and the answers so far, one record moves an answer within an "
    "interval of length 1/n; the centre answers with its midpoint, so that each answer is "
    "1/(2 n sigma)-Gaussian private from it, and m answers sqrt(m) times that.",
)

gaussian_noise_from_the_centre = Theorem(
    id="centred/gaussian-noise",
    title="Privacy of m answers with Gaussian noise from a centre",
    parameters=[n, m, sigma],
    premises=[GaussianNoise(sigma=sigma)],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=CentredGaussianPrivacy(mu=sqrt(m) / (2 * n * sigma)),
    algorithm=algorithms.gaussian_noise,
    source=Source(key=_OWN, locator="centred transfer, the centre of Gaussian noise"),
    status=Status.SHARPENED,
    noise_link="given centred Gaussian noise",
    note="The same as `centred/gaussian-privacy`, where the size of the noise is given.",
)

gaussian_shortfall = Theorem(
    id="centred/gaussian-shortfall",
    title="Shortfall of Gaussian noise",
    parameters=[m, sigma, noise_quantile, event_chance],
    premises=[GaussianNoise(sigma=sigma)],
    accepts=[_ALL],
    conclusion=ErrorShortfall(alpha=sigma * _normal_error(event_chance), level=event_chance),
    algorithm=algorithms.gaussian_noise,
    source=Source(key=_OWN, locator="centred transfer, the shortfall of the noise"),
    status=Status.SHARPENED,
    link="shortfall of normal noise",
    note="The mean excess of the greatest of m errors over z is at most the sum of their mean "
    "excesses, each 2 sigma (phi(z) - z Phi(-z)).",
)

gap_from_the_centre = Theorem(
    id="centred/gap",
    title="Gap of a query that is chosen in view of an output with a centre",
    parameters=[centred_mu, event_chance, lower_tail, tail_margin],
    premises=[CentredGaussianPrivacy(mu=centred_mu)],
    definitions=TAILS,
    accepts=[_RECORDS, _RANGE],
    conclusion=GapShortfall(gap=mean_gap(event_chance), level=event_chance),
    source=Source(key=_OWN, locator="centred transfer, the gap"),
    status=Status.SHARPENED,
    link="gap from a centre",
    note="The centre does not see the record, so that it may be taken off; what is left is a "
    "product of the query and of the ratio less one, split by Cauchy and Schwarz.",
)

information_from_the_centre = Theorem(
    id="centred/information",
    title="Mutual information of an output with a centre",
    parameters=[n, centred_mu],
    premises=[CentredGaussianPrivacy(mu=centred_mu)],
    accepts=[_RECORDS],
    conclusion=MutualInformationNats(m=centred_mu**2 * n / 2),
    source=Source(
        key="feldman_steinke_2018", locator="leave-one-out stability bounds mutual information"
    ),
    status=Status.SHARPENED,
    link="information from a centre",
    note="The information of a record, given the others, is at most its divergence from any law "
    "that does not see it. The source leaves the record out, which for answers with normal noise "
    "gives n/(n - 1)^2 in the place of 1/n; the centre here stands in the middle.",
)

accuracy_of_shortfalls = Theorem(
    id="centred/transfer",
    title="Centred transfer: the shortfall of the noise and that of the gap",
    parameters=[shortfall, gap_shortfall, beta],
    premises=[
        ErrorShortfall(alpha=shortfall, level=beta),
        GapShortfall(gap=gap_shortfall, level=beta),
    ],
    accepts=[_FARTHEST],
    conclusion=PopulationAccuracy(tau=shortfall + gap_shortfall, beta=beta),
    source=Source(key=_OWN, locator="centred transfer, the end"),
    status=Status.SHARPENED,
    link="centred transfer",
    note="On an event of probability above beta on which some answer is off by more than tau, the "
    "mean error would exceed tau.",
)

low_sensitivity = Theorem(
    id="centred/low-sensitivity",
    title="Centred transfer for queries of low sensitivity",
    parameters=[n, m, Delta, sigma, noise_quantile, lower_tail, tail_margin, beta],
    definitions=[
        Definition(symbol=centred_mu, value=sqrt(m) * Delta / (2 * sigma)),
        *TAILS,
    ],
    accepts=[
        _RECORDS,
        "one record changes the value of a query by at most Delta, and each answer is the value "
        "on the sample plus independent normal noise of mean zero and standard deviation sigma",
        _ADAPTIVE,
        _ALL,
        _FARTHEST,
    ],
    conclusion=LowSensitivityGeneralization(
        tau=sigma * _normal_error(beta) + n * Delta * mean_gap(beta), beta=beta
    ),
    algorithm=algorithms.gaussian_noise_on_values,
    source=Source(key=_OWN, locator="centred transfer, queries of any sensitivity"),
    status=Status.SHARPENED,
    note="The gap is a sum of n steps, each of which replaces one record by a fresh one and moves "
    "the value within an interval of length Delta.",
)
