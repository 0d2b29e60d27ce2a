r"""How m adaptive queries are answered: noise or rounding, what it costs, and what it buys.

Main statements
---------------
`gaussian_accuracy`, `laplace_accuracy`, `rounding_accuracy`: how far the answers are from the
sample.
`gaussian_privacy`, `laplace_privacy`, `rounding_length`: what the answers tell about the sample.
`accuracy_of_privacy`, `accuracy_of_privacy_exact`: how private values of a wanted accuracy can be.
`randomized_response`: privacy of an answer that may be a lie.
`gaussian_noise`, `laplace_noise` and their forms for one answer and for values of any sensitivity:
the same where the size of the noise is asked for or given.
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
    Definition,
    DifferentialPrivacy,
    GaussianNoise,
    GaussianPrivacy,
    Generalization,
    LaplaceNoise,
    PopulationAccuracy,
    PrivacyOfEachAnswer,
    QueryCount,
    RoundedAnswers,
    SampleAccuracy,
    Source,
    Theorem,
    erfc,
    ln,
    log2,
    sharpened,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import (
    Delta,
    cells,
    epsilon,
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
    truth_chance,
)

_RANGE = "queries take values in [0, 1]"
_ADAPTIVE = "each query depends on the records only through the answers before it"
_ALL = "the accuracy is that of all m answers together"
_NORMAL = (
    "each value is released with independent normal noise of mean zero and standard deviation sigma"
)
_SENSITIVITY = (
    "each value changes by at most Delta when one record is replaced, whatever was released before"
)
_GAUSSIAN = Source(key="dong_roth_su_2022", locator="Gaussian mechanism and composition")
_LAPLACE = Source(key="dwork_roth_2014", locator="Theorem 3.6")

gaussian_accuracy = Theorem(
    id="answers/gaussian-accuracy",
    title="Accuracy of Gaussian noise",
    parameters=[m, sigma, noise_quantile],
    premises=[GaussianNoise(sigma=sigma)],
    accepts=[_ALL],
    conclusion=SampleAccuracy(
        alpha=noise_quantile * sigma, beta=m * erfc(noise_quantile / sqrt(2))
    ),
    algorithm=algorithms.gaussian_noise,
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
    algorithm=algorithms.laplace_noise,
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
    algorithm=algorithms.rounded_answers,
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
    algorithm=algorithms.gaussian_noise,
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
    algorithm=algorithms.laplace_noise,
    source=Source(key="dwork_roth_2014", locator="Theorem 3.6"),
    link="Laplace noise",
)

gaussian_noise = Theorem(
    id="answers/gaussian-noise",
    title="Privacy of m answers with Gaussian noise",
    parameters=[n, m, sigma],
    premises=[GaussianNoise(sigma=sigma)],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=GaussianPrivacy(mu=sqrt(m) / (n * sigma)),
    algorithm=algorithms.gaussian_noise,
    source=_GAUSSIAN,
    privacy_link="Gaussian noise",
    noise_link="given Gaussian noise",
)

gaussian_noise_of_one = Theorem(
    id="answers/gaussian-noise.one",
    title="Privacy of one answer with Gaussian noise",
    parameters=[n, sigma],
    premises=[GaussianNoise(sigma=sigma)],
    accepts=[_RANGE, "one query is answered"],
    conclusion=GaussianPrivacy(mu=1 / (n * sigma)),
    algorithm=algorithms.gaussian_noise,
    source=_GAUSSIAN,
    privacy_link="Gaussian noise on one answer",
)

gaussian_noise_on_values = Theorem(
    id="answers/gaussian-noise.values",
    title="Privacy of m values with Gaussian noise",
    parameters=[Delta, m, sigma],
    accepts=[_NORMAL, _SENSITIVITY],
    conclusion=GaussianPrivacy(mu=sqrt(m) * Delta / sigma),
    algorithm=algorithms.gaussian_noise_on_values,
    source=_GAUSSIAN,
    privacy_link="Gaussian noise on values",
)

gaussian_noise_on_value = Theorem(
    id="answers/gaussian-noise.value",
    title="Privacy of one value with Gaussian noise",
    parameters=[Delta, sigma],
    accepts=[_NORMAL, _SENSITIVITY, "one value is released"],
    conclusion=GaussianPrivacy(mu=Delta / sigma),
    algorithm=algorithms.gaussian_noise_on_values,
    source=_GAUSSIAN,
    privacy_link="Gaussian noise on one value",
)

laplace_noise = Theorem(
    id="answers/laplace-noise",
    title="Privacy of each answer with Laplace noise",
    parameters=[n, sigma],
    premises=[LaplaceNoise(sigma=sigma)],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=PrivacyOfEachAnswer(epsilon=1 / (n * sigma)),
    algorithm=algorithms.laplace_noise,
    source=_LAPLACE,
    privacy_link="Laplace noise",
    noise_link="given Laplace noise",
)

laplace_noise_on_values = Theorem(
    id="answers/laplace-noise.values",
    title="Privacy of each value with Laplace noise",
    parameters=[Delta, sigma],
    accepts=[
        "each value is released with independent Laplace noise of mean zero and scale sigma",
        _SENSITIVITY,
    ],
    conclusion=PrivacyOfEachAnswer(epsilon=Delta / sigma),
    algorithm=algorithms.laplace_noise_on_values,
    source=_LAPLACE,
    privacy_link="Laplace noise on values",
)

laplace_noise_on_value = Theorem(
    id="answers/laplace-noise.value",
    title="Privacy of one value with Laplace noise",
    parameters=[Delta, sigma],
    accepts=[
        "one value is released with Laplace noise of mean zero and scale sigma",
        _SENSITIVITY,
    ],
    conclusion=DifferentialPrivacy(epsilon=Delta / sigma),
    algorithm=algorithms.laplace_noise_on_values,
    source=_LAPLACE,
    attained="the value changes by exactly Delta",
)

_VALUES = (
    "m values change together by at most Delta, in the sum of the changes, when one record is "
    "replaced; each is released with independent Laplace noise of mean zero and scale Delta/epsilon"
)

accuracy_of_privacy = Theorem(
    id="dwork-roth/thm-3.8",
    title="Accuracy of private values with Laplace noise",
    parameters=[Delta, m, epsilon, positive_sample_beta],
    definitions=[Definition(symbol=sigma, value=Delta / epsilon)],
    accepts=[_VALUES],
    conclusion=SampleAccuracy(
        alpha=ln(m / positive_sample_beta) * Delta / epsilon,
        beta=positive_sample_beta,
        about="every one of the {m} values, released {epsilon}-differentially private,",
    ),
    algorithm=algorithms.laplace_noise_on_values,
    source=Source(key="dwork_roth_2014", locator="Theorem 3.8"),
)

accuracy_of_privacy_exact = sharpened(
    accuracy_of_privacy,
    id="dwork-roth/thm-3.8.sharpened",
    title="Accuracy of private values with Laplace noise, exact",
    conclusion=SampleAccuracy(
        alpha=-ln(1 - (1 - positive_sample_beta) ** (1 / m)) * Delta / epsilon,
        beta=positive_sample_beta,
        about="every one of the {m} values, released {epsilon}-differentially private,",
    ),
    note="Independent noises are all within t scales with probability (1 - e^(-t))^m, exactly.",
)

randomized_response = Theorem(
    id="dwork-roth/claim-3.5",
    title="Privacy of randomized response",
    parameters=[truth_chance],
    accepts=[
        "a record is one bit, of which the algorithm answers the truth with probability "
        "truth_chance and else the opposite, independently for each record",
    ],
    conclusion=DifferentialPrivacy(epsilon=ln(truth_chance / (1 - truth_chance))),
    source=Source(key="dwork_roth_2014", locator="Claim 3.5, for any chance of the truth"),
    note="Attained: the ratio of the chances of an answer under both values of the bit.",
)

rounding_length = Theorem(
    id="answers/rounding-length",
    title="Rounded answers lead to few queries",
    parameters=[m, cells],
    premises=[RoundedAnswers(cells=cells)],
    accepts=[_RANGE, _ADAPTIVE],
    conclusion=QueryCount(bits=m * log2(cells) - log2(cells - 1)),
    algorithm=algorithms.rounded_answers,
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
