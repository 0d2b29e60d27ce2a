r"""Codes: how a short description and a private algorithm, one after the other, return the dataset.

Main statements
---------------
`rank_of_code`: linear codes of high rank and given minimum distance.
`description`, `decoder`, `composition`, `composition_information`: the two algorithms are harmless
one by one, and together they return their input.
`private_but_informative`: hence approximate privacy bounds no max-information over all inputs.

Conventions
-----------
Logarithms have base 2, also in the minimum distance t = 8 log_2(1/delta)/epsilon + 1, whose least
value 33 fixes the base.
The length r and the radius s of Hamming balls are as the proof sets them; they need not be
integers, and rounding is not accounted for.

References
----------
Rogers, Roth, Smith and Thakkar, Max-Information, Differential Privacy, and Post-Selection
Hypothesis Testing, 2016, section 4 and appendix E.
"""

from fractions import Fraction

from boundcalc.language import (
    Ceiling,
    Defect,
    Definition,
    E,
    FromDefinitions,
    Inputs,
    LinearCode,
    MaxInformation,
    MaxInformationAtLeast,
    Reconstruction,
    Remark,
    Role,
    Source,
    Theorem,
    log2,
)
from boundcalc_theorems.notation import (
    beta,
    beta_first,
    beta_second,
    delta,
    epsilon,
    minimum_distance,
    n,
    r,
    s,
)

_ROGERS = "rogers_roth_smith_thakkar_2016"
_HALF = Fraction(1, 2)
_UNIFORM = "the input is uniform on {0, 1}^n"
_ENCODER = "the first algorithm describes the affine code that its input belongs to in r bits"
_DECODER = (
    "the second algorithm is given a description of r bits and returns the nearest word of that "
    "code if a noisy distance to it is small"
)
_TWO = (
    "the algorithm runs the description on its input, then the decoder on the same input with "
    "that description"
)
_DISTANCE = Definition(symbol=minimum_distance, value=8 * log2(1 / delta) / epsilon + 1)
_LENGTH = Definition(symbol=r, value=3 * minimum_distance * log2(n))
_RADIUS = Definition(symbol=s, value=(minimum_distance - 1) / 4)
_RANGES = (n > 64 * E, epsilon <= _HALF, delta <= Fraction(1, 4))
_TRIVIAL = Remark(
    defect=Defect.VACUOUS,
    text="Where n <= 3 t log_2(n), which is every n <= 984 at epsilon = 1/2 and delta = 1/4, the "
    "code has no positive rank and r >= n bits describe the whole input. The proof also needs "
    "n > 8 e s, which n > 64 e gives only at those values; where that fails, r >= n too.",
)

rank_of_code = Theorem(
    id="max-information/thm-4.5",
    title="Rank of a linear code of given minimum distance",
    parameters=[n, minimum_distance],
    hypotheses=[minimum_distance < n / 2],
    conclusion=LinearCode(rank=n - 3 * minimum_distance * log2(n)),
    source=Source(key=_ROGERS, locator="Theorem 4.5"),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "Definition 4.3 takes the minimum distance over all pairs of codewords, "
                "equal ones included, which is 0; pairs of different codewords are meant."
            ),
        ),
        Remark(
            defect=Defect.GAP,
            text=(
                "The proof of Lemma 4.7 shows its second statement only; that a translate "
                "has the same minimum distance is clear, but is not said."
            ),
        ),
    ],
    remarks=[
        Remark(
            defect=Defect.VACUOUS,
            text="Says nothing where 3 t log_2(n) >= n, which is all of its range t < n/2 beyond "
            "t = n/(3 log_2(n)). That t is the minimum distance of the code is left out.",
        )
    ],
    role=Role.LOWER_BOUND,
)

description = Theorem(
    id="max-information/thm-4.1.1",
    title="Max-information of a short description",
    parameters=[n, epsilon, delta, beta],
    hypotheses=_RANGES,
    definitions=[_DISTANCE, _LENGTH],
    accepts=[_UNIFORM, _ENCODER],
    conclusion=MaxInformation(k=r + log2(1 / beta), beta=beta),
    ceilings=[Ceiling(quantity="k", value=n, why="the input has n bits")],
    source=Source(key=_ROGERS, locator="Theorem 4.1, part 1"),
    readings=[
        Remark(
            defect=Defect.AMBIGUOUS,
            text=(
                "The introduction says that a small finite range bounds max-information. It "
                "bounds approximate max-information, as part 1 says: an output of small "
                "probability has much."
            ),
        ),
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The minimum distance t and the length r = 3 t log_2(n) are printed as if "
                "they were integers. With t rounded down and r rounded up all bounds hold."
            ),
        ),
    ],
    remarks=[_TRIVIAL],
    role=Role.LOWER_BOUND,
    derived=FromDefinitions(
        block="max-information/thm-4.1.description",
        scope="a whole number of bits",
        rests_on=(
            "the definition of max-information, as a bound on the probability of every event",
            "a copy of the description that is independent of the data",
            "linearity and monotonicity of the expectation, sum by sum",
        ),
    ),
)

decoder = Theorem(
    id="max-information/thm-4.1.2",
    title="Max-information of the private decoder on uniform inputs",
    parameters=[n, epsilon, delta],
    hypotheses=_RANGES,
    definitions=[_DISTANCE, _RADIUS],
    accepts=[_UNIFORM, _DECODER, "the second algorithm is (epsilon, delta)-differentially private"],
    conclusion=MaxInformation(k=1, beta=2 * delta, over=Inputs.UNIFORM),
    source=Source(key=_ROGERS, locator="Theorem 4.1, part 2"),
    readings=[
        Remark(
            defect=Defect.MISPRINT,
            text=(
                "The set Y is printed as a set with one element, X^n with the symbol for no "
                "answer; that union itself is meant. The first relation of (16) is printed "
                "as an equality, though the words are less than s away, and s, to which the "
                "sums of (15) run, need not be an integer."
            ),
        ),
    ],
    remarks=[_TRIVIAL],
    role=Role.LOWER_BOUND,
)

composition = Theorem(
    id="max-information/thm-4.1.3",
    title="The description and the decoder together return the dataset",
    parameters=[n, epsilon, delta],
    hypotheses=_RANGES,
    definitions=[_DISTANCE, _LENGTH],
    accepts=[_TWO],
    conclusion=Reconstruction(n=n, beta=delta),
    source=Source(key=_ROGERS, locator="Theorem 4.1, part 3"),
    remarks=[_TRIVIAL],
    role=Role.LOWER_BOUND,
)

composition_information = Theorem(
    id="max-information/thm-4.1.3.information",
    title="Max-information of the description and the decoder together",
    parameters=[n, epsilon, delta, beta],
    hypotheses=[*_RANGES, beta <= _HALF - delta],
    definitions=[_DISTANCE, _LENGTH],
    accepts=[_UNIFORM, _TWO],
    conclusion=MaxInformationAtLeast(k=n - 1, beta=beta),
    source=Source(key=_ROGERS, locator="Theorem 4.1, part 3"),
    remarks=[_TRIVIAL],
    note="The proof gives n + log_2(1 - delta - beta).",
    role=Role.LOWER_BOUND,
    derived=FromDefinitions(
        block="max-information/thm-4.1.reconstruction",
        rests_on=(
            "that the decoder returns its input exactly if the noise is below the threshold",
            "the Laplace law of the noise, and uniform inputs",
            "the definition of max-information, as the greatest log ratio over events",
        ),
    ),
)

private_but_informative = Theorem(
    id="max-information/cor-4.2",
    title="An approximately private algorithm with high max-information",
    parameters=[n, epsilon, delta, beta_first, beta_second],
    hypotheses=[*_RANGES, beta_first < _HALF - delta, beta_second < _HALF - delta - beta_first],
    definitions=[_DISTANCE, _LENGTH],
    accepts=["some (epsilon, delta)-differentially private algorithm and some law of the dataset"],
    conclusion=MaxInformationAtLeast(k=n - 1 - r - log2(1 / beta_first), beta=beta_second),
    source=Source(key=_ROGERS, locator="Corollary 4.2"),
    remarks=[_TRIVIAL],
    readings=[
        Remark(
            defect=Defect.GAP,
            text=(
                "Printed as one algorithm for all beta_1 and beta_2; the proof finds, for "
                "each pair, a description, and so an algorithm of its own. One algorithm "
                "serves for all where ties between nearest words are broken alike in all "
                "translates of the code: then the algorithms for different descriptions are "
                "translates of each other, with the same max-information over all laws."
            ),
        ),
    ],
    role=Role.LOWER_BOUND,
)
