r"""Privacy in other currencies, and its exchange into (epsilon, delta).

Main statements
---------------
`concentrated_of_pure`, `concentrated_of_gaussian`, `concentrated_of_range`: what is
rho-concentrated private.
`bun_steinke`, `canonne_kamath_steinke` and its form at the best epsilon: concentrated privacy as
(epsilon, delta).
`gaussian_exchange`, `analytic_gaussian`: Gaussian privacy and the Gaussian mechanism, exactly.

Conventions
-----------
rho bounds the Rényi divergence of order a by rho a, for each a > 1.
The form at the best epsilon takes, for each order a, the epsilon at which that order is best:
epsilon = (2 a - 1) rho + ln(1 - 1/a), where the bound on delta becomes e^(-(a - 1)^2 rho)/a.

References
----------
Bun and Steinke, Concentrated Differential Privacy, 2016.
Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, 2020.
Dong, Roth and Su, Gaussian Differential Privacy, 2022.
Balle and Wang, Improving the Gaussian Mechanism for Differential Privacy, 2018.
Dong, Durfee and Rogers, Optimal Differential Privacy Composition for Exponential Mechanisms, 2020.
"""

from boundcalc.language import (
    BoundedRange,
    ConcentratedPrivacy,
    DifferentialPrivacy,
    GaussianPrivacy,
    PrivacyOfEachAnswer,
    Source,
    Theorem,
    exp,
    ln,
    phi,
    sqrt,
)
from boundcalc_theorems import algorithms
from boundcalc_theorems.notation import (
    Delta,
    delta,
    epsilon,
    epsilon_0,
    given_order,
    m,
    mu,
    order,
    rho,
    score_weight,
    sigma,
)

_BUN_STEINKE = "bun_steinke_2016"

concentrated_of_pure = Theorem(
    id="bun-steinke/prop-1.4",
    title="Private answers are concentrated private together",
    parameters=[m, epsilon_0],
    premises=[PrivacyOfEachAnswer(epsilon=epsilon_0)],
    conclusion=ConcentratedPrivacy(rho=m * epsilon_0**2 / 2),
    source=Source(key=_BUN_STEINKE, locator="Proposition 1.4 and Lemma 1.7"),
    link="concentrated composition",
    privacy_link="concentrated composition",
)

concentrated_of_gaussian = Theorem(
    id="bun-steinke/prop-1.6",
    title="Gaussian privacy is concentrated privacy",
    parameters=[mu],
    premises=[GaussianPrivacy(mu=mu)],
    conclusion=ConcentratedPrivacy(rho=mu**2 / 2),
    source=Source(key=_BUN_STEINKE, locator="Proposition 1.6"),
    privacy_link="concentrated privacy",
    note="The Rényi divergence of order a of N(mu, 1) from N(0, 1) is a mu^2/2, and a Gaussian "
    "private algorithm is, on two datasets, a random function of a draw from one of the two.",
)

range_of_exponential = Theorem(
    id="dong-durfee-rogers/range",
    title="Range of the exponential mechanism",
    parameters=[Delta, score_weight],
    accepts=[
        "the algorithm chooses an outcome with probability proportional to e^(score_weight score)",
        "the score of an outcome changes by at most Delta when one record is replaced",
    ],
    conclusion=BoundedRange(epsilon=2 * Delta * score_weight),
    algorithm=algorithms.exponential_mechanism,
    source=Source(key="dong_durfee_rogers_2020", locator="section 2"),
    note="The log ratio of an outcome is the change of its score, within score_weight Delta of "
    "zero, less a constant.",
)

concentrated_of_range = Theorem(
    id="dong-durfee-rogers/concentrated",
    title="Bounded range is concentrated privacy",
    parameters=[epsilon],
    premises=[BoundedRange(epsilon=epsilon)],
    conclusion=ConcentratedPrivacy(rho=epsilon**2 / 8),
    source=Source(key="dong_durfee_rogers_2020", locator="section 2"),
    note="A quarter of what pure privacy alone gives.",
)

bun_steinke = Theorem(
    id="bun-steinke/prop-1.3",
    title="Concentrated privacy as (epsilon, delta)",
    parameters=[rho, delta],
    premises=[ConcentratedPrivacy(rho=rho)],
    conclusion=DifferentialPrivacy(epsilon=rho + 2 * sqrt(rho * ln(1 / delta)), delta=delta),
    source=Source(key=_BUN_STEINKE, locator="Proposition 1.3"),
)

canonne_kamath_steinke = Theorem(
    id="canonne-kamath-steinke/cor-13",
    title="Concentrated privacy as (epsilon, delta), with a smaller delta",
    parameters=[rho, epsilon, order],
    premises=[ConcentratedPrivacy(rho=rho)],
    conclusion=DifferentialPrivacy(
        epsilon=epsilon,
        delta=exp((order - 1) * (order * rho - epsilon)) * (1 - 1 / order) ** order / (order - 1),
    ),
    source=Source(key="canonne_kamath_steinke_2020", locator="Corollary 13"),
    privacy_link="every order",
)

canonne_kamath_steinke_at_best = Theorem(
    id="canonne-kamath-steinke/cor-13.at-best",
    title="Concentrated privacy as (epsilon, delta), at the epsilon for which the order is best",
    parameters=[rho, given_order],
    premises=[ConcentratedPrivacy(rho=rho)],
    hypotheses=[(2 * given_order - 1) * rho + ln(1 - 1 / given_order) >= 0],
    conclusion=DifferentialPrivacy(
        epsilon=(2 * given_order - 1) * rho + ln(1 - 1 / given_order),
        delta=exp(-((given_order - 1) ** 2) * rho) / given_order,
    ),
    source=Source(
        key="canonne_kamath_steinke_2020", locator="Corollary 13, its infimum over the order"
    ),
    link="best order",
)

gaussian_exchange = Theorem(
    id="dong-roth-su/exchange",
    title="Gaussian privacy as (epsilon, delta), exactly",
    parameters=[mu, epsilon],
    premises=[GaussianPrivacy(mu=mu)],
    conclusion=DifferentialPrivacy(
        epsilon=epsilon,
        delta=phi(mu / 2 - epsilon / mu) - exp(epsilon) * phi(-mu / 2 - epsilon / mu),
    ),
    source=Source(key="dong_roth_su_2022", locator="exchange into (epsilon, delta)"),
    attained="a value that changes by exactly mu is released with standard normal noise",
    link="exact exchange",
    privacy_link="exact exchange",
)

analytic_gaussian = Theorem(
    id="balle-wang/thm-8",
    title="Analytic Gaussian mechanism",
    parameters=[sigma, Delta, epsilon],
    accepts=[
        "a value that changes by at most Delta when one record is replaced is released with "
        "normal noise of mean zero and standard deviation sigma"
    ],
    conclusion=DifferentialPrivacy(
        epsilon=epsilon,
        delta=phi(Delta / (2 * sigma) - epsilon * sigma / Delta)
        - exp(epsilon) * phi(-Delta / (2 * sigma) - epsilon * sigma / Delta),
    ),
    algorithm=algorithms.gaussian_noise_on_values,
    source=Source(key="balle_wang_2018", locator="Theorem 8"),
    attained="the value changes by exactly Delta",
    note="Exact: no smaller noise gives this privacy.",
)
