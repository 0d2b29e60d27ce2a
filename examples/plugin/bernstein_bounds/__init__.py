"""Tail bounds that know the variance: a library of theorems outside of boundcalc.

References
----------
Boucheron, Lugosi, Massart, Concentration Inequalities, section 2.8.
"""

from boundcalc.language import Generalization, Source, Symbol, Theorem, Unit, exp, interval

n = Symbol("n", interval("[1, oo)", integer=True), Unit.RECORDS, "size of the dataset")
tau = Symbol("tau", interval("(0, 1)"), meaning="accuracy")
v = Symbol("v", interval("(0, 1/4]"), meaning="variance of one record")

bernstein = Theorem(
    id="bernstein/mean",
    title="Bernstein's inequality for a mean",
    parameters=[n, tau, v],
    conclusion=Generalization(tau=tau, beta=2 * exp(-n * tau**2 / (2 * v + 2 * tau / 3))),
    accepts=[
        "the records are drawn independently from one distribution on [0, 1]",
        "their variance is at most v",
    ],
    source=Source(key="boucheron_2013", locator="Corollary 2.11"),
)


def load_theorems() -> tuple[Theorem, ...]:
    """Return the theorems of this library."""
    return (bernstein,)
