r"""How m adaptive queries are answered: noise or rounding, what it costs, and what it buys.

Main statements
---------------
`gaussian_accuracy`, `laplace_accuracy`, `rounding_accuracy`: how far the answers are from the
sample.
`gaussian_privacy`, `laplace_privacy`, `rounding_length`: what the answers tell about the sample.
`accuracy_on_population`: an answer close to the sample, which is close to the population.

Conventions
-----------
A query takes values in [0, 1], and its sample value is its mean over n records, so that one record
moves it by at most 1/n.
Each of the m queries may depend on the answers before it.
The noise is stated as the privacy that it buys: sigma is set to sqrt(m)/(n mu), or to
1/(n epsilon_0).

References
----------
Dwork and Roth, The Algorithmic Foundations of Differential Privacy, 2014, Theorems 3.6 and 3.8.
Dong, Roth and Su, Gaussian Differential Privacy, 2022.
Dwork, Feldman, Hardt, Pitassi, Reingold and Roth, Generalization in Adaptive Data Analysis and
Holdout Reuse, 2015, section 3.
Jung, Ligett, Neel, Roth, Sharifi-Malvajerdi and Shenfeld, A New Analysis of Differential Privacy's
Generalization Guarantees, 2020.
"""

from boundcalc.language import (
    DescriptionLength,
    GaussianNoise,
    GaussianPrivacy,
    Generalization,
    LaplaceNoise,
    PopulationAccuracy,
    PrivacyOfEachAnswer,
    RoundedAnswers,
    SampleAccuracy,
    Source,
    Theorem,
    erfc,
    ln,
    log2,
    sqrt,
)
from theorems.notation import (
    cells,
    epsilon_0,
    gap_beta,
    gap_tau,
    m,
    mu,
    n,
    noise_quantile,
    positive_sample_beta,
    sample_alpha,
    sample_beta,
    sigma,
)

_RANGE = "queries take values in [0, 1]"
_ADAPTIVE = "each query depends on the records only through the answers before it"
_ALL = "the accuracy is that of all m answers together"

gaussian_accuracy = Theorem(
    id="answers/gaussian-accuracy",
    title="Accuracy of Gaussian noise",
    parameters=[m, sigma, noise_quantile],
    premises=[GaussianNoise(sigma=sigma)],
    accepts=[_ALL],
    conclusion=SampleAccuracy(
        alpha=noise_quantile * sigma, beta=m * erfc(noise_quantile / sqrt(2))
    ),
    source=Source(
        key="jung_et_al_2020", locator="section 4, the tail of the normal law and a union bound"
    ),
    link="accuracy of normal noise",
)

laplace_accuracy = Theorem(
    id="answers/laplace-accuracy",
    title="Accuracy of Laplace noise",
    parameters=[m, sigma, positive_sample_beta],
    premises=[LaplaceNoise(sigma=sigma)],
    accepts=[_ALL],
    conclusion=SampleAccuracy(
        alpha=sigma * ln(m / positive_sample_beta), beta=positive_sample_beta
    ),
    source=Source(key="dwork_roth_2014", locator="Theorem 3.8"),
    link="accuracy of Laplace noise",
)

rounding_accuracy = Theorem(
    id="answers/rounding-accuracy",
    title="Accuracy of rounding",
    parameters=[cells],
    premises=[RoundedAnswers(cells=cells)],
    accepts=[_RANGE],
    conclusion=SampleAccuracy(alpha=1 / (2 * cells), beta=0),
    source=Source(key="dwork_et_al_2015_generalization", locator="section 3"),
    link="accuracy of rounding",
)

gaussian_privacy = Theorem(
    id="answers/gaussian-privacy",
    title="Gaussian noise is Gaussian differentially private",
    parameters=[n, m, mu],
    premises=[GaussianNoise(sigma=sqrt(m) / (n * mu))],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=GaussianPrivacy(mu=mu),
    source=Source(key="dong_roth_su_2022", locator="Gaussian mechanism and composition"),
    link="Gaussian noise",
    note="One answer is 1/(n sigma)-Gaussian private, and m answers sqrt(m) times that, exactly.",
)

laplace_privacy = Theorem(
    id="answers/laplace-privacy",
    title="Laplace noise makes each answer private",
    parameters=[n, epsilon_0],
    premises=[LaplaceNoise(sigma=1 / (n * epsilon_0))],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=PrivacyOfEachAnswer(epsilon=epsilon_0),
    source=Source(key="dwork_roth_2014", locator="Theorem 3.6"),
    link="Laplace noise",
)

rounding_length = Theorem(
    id="answers/rounding-length",
    title="Rounded answers are described in few bits",
    parameters=[m, cells],
    premises=[RoundedAnswers(cells=cells)],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=DescriptionLength(bits=m * log2(cells) - log2(cells - 1)),
    source=Source(key="dwork_et_al_2015_generalization", locator="section 3"),
    link="rounded answers",
    note="The i-th query is one of r^(i - 1), and all m are one of (r^m - 1)/(r - 1) < "
    "r^m/(r - 1); an analyst who draws lots is as good as the best of his lots.",
)

accuracy_on_population = Theorem(
    id="answers/population",
    title="Close to the sample, which is close to the population",
    parameters=[gap_tau, gap_beta, sample_alpha, sample_beta],
    premises=[
        Generalization(tau=gap_tau, beta=gap_beta),
        SampleAccuracy(alpha=sample_alpha, beta=sample_beta),
    ],
    accepts=["the query that is farthest off is chosen from the answers alone"],
    conclusion=PopulationAccuracy(tau=gap_tau + sample_alpha, beta=gap_beta + sample_beta),
    source=Source(key="bassily_et_al_2016", locator="section 3"),
    link="sample to population",
    note="Which answer is farthest from the population is told by the answers and the population, "
    "so that choosing its query is post-processing; the first premise is used for that query.",
)

THEOREMS = (
    gaussian_accuracy,
    laplace_accuracy,
    rounding_accuracy,
    gaussian_privacy,
    laplace_privacy,
    rounding_length,
    accuracy_on_population,
)
