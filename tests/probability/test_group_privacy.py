"""Group privacy: the scheme on exact chains of finite laws, and rows of documents.

In the laws of these tests 4^u stands for e^u, which is exact where u is a multiple of a half.
"""

from fractions import Fraction
from random import Random

import pytest

from boundcalc import check
from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker.goals import Context
from boundcalc.checker.probability.space import read_space
from boundcalc.checker.terms import number
from boundcalc.derivations.derivations import read_derivations
from boundcalc.judgements import VerdictKind
from boundcalc.probability.search import pointwise_proof
from boundcalc.probability.writing import to_json
from boundcalc.tex.files import read_source
from tests.probability.laws import Setting, World
from tests.probability.rows import findings, is_proved
from tests.probability.test_schemes_hold import UNIT, accepted, holds

ZERO_OR_ONE = {**UNIT, "integer": True}
NO_PROOF = {"rule": "identity", "children": []}
FIRST, SECOND = ("random", "M(x)"), ("random", "M(x')")
CHANCES = [Fraction(k, 8) for k in range(9)]
HALF = number(Fraction(1, 2))


def is_in(output):
    return ("indicator", ("=", ("add", ("apply", ("fixed", "S"), output), number(-1))))


TERMS = [
    is_in,
    lambda v: v,
    lambda v: ("power", v, number(2)),
    lambda v: ("indicator", (">=", ("add", v, ("negate", HALF)))),
    lambda v: ("multiply", is_in(v), v),
    lambda v: ("indicator", ("not", is_in(v)[1])),
]


def growth(epsilon):
    return Fraction(2) ** int(2 * epsilon)


def next_law(random, law, epsilon, delta):
    """A law whose neighbour may be the one given: the farthest in a direction, or any."""
    p, grown = law, growth(epsilon)
    if random.random() < 0.7:  # as much as may be goes to the first value
        most = min(grown * p[0] + delta, 1 - (1 - p[0] - delta) / grown, Fraction(1))
        rest = 1 - p[0]
        new = [most, *(q * (1 - most) / rest if rest else Fraction(0) for q in p[1:])]
    else:
        weights = [random.choice((0, 1, 2, 3)) for _ in p]
        weights[0] += not sum(weights)
        new = [Fraction(w, sum(weights)) for w in weights]
    for _ in range(6):  # halfway, until they are close enough
        if all(_excess(*pair, grown) <= delta for pair in ((p, new), (new, p))):
            return new
        new = [(a + b) / 2 for a, b in zip(p, new, strict=True)]
    return p


def _excess(one, other, grown):
    pairs = zip(one, other, strict=True)
    return sum((max(Fraction(0), a - grown * b) for a, b in pairs), Fraction(0))


def chain(random, epsilon, delta, distance):
    """The laws of the output on the two datasets, some changes apart."""
    start = [Fraction(random.randint(0, 3), 8), Fraction(random.randint(0, 4), 8)]
    last = [*start, 1 - sum(start)]
    laws = [last]
    for _ in range(distance):
        laws.append(next_law(random, laws[-1], epsilon, delta))
    return laws[-1], last


def setting(random, epsilon, delta, distance):
    laws = chain(random, epsilon, delta, distance)
    values = random.choice(([1, 0, Fraction(1, 2)], [1, Fraction(1, 4), 0], [Fraction(1, 2), 1, 0]))
    inside = {Fraction(value) for value in values if random.random() < 0.5} | {Fraction(values[0])}
    worlds = tuple(
        World(p * q, {("M(x)",): Fraction(v), ("M(x')",): Fraction(w)})
        for v, p in zip(values, laws[0], strict=True)
        for w, q in zip(values, laws[1], strict=True)
        if p * q
    )
    return Setting(worlds, {}, functions=lambda _, record: Fraction(int(record in inside)))


def space(epsilon, delta, distance, values=UNIT):
    terms = {"epsilon": epsilon, "delta": delta, "distance": distance}
    pair = {key: to_json(number(value)) for key, value in terms.items()}
    return read_space(
        {
            "heads": {"M(x)": {"values": values}, "M(x')": {"values": values}},
            "functions": {"S()": {"values": ZERO_OR_ONE}},
            "statements": [],
            "pairs": [{"first": "M(x)", "second": "M(x')", **pair}],
        }
    )


def guarantee(random):
    epsilon = Fraction(random.choice((0, 1, 1, 2)), 2)
    delta = random.choice((Fraction(0), Fraction(1, 16), Fraction(1, 8)))
    return epsilon, delta, random.choice((1, 2, 3, 3, 13))


def instance(random, term=None, other=None, claimed=None, is_turned=False, **changes):
    """A fact, the numbers it is about, and a setting with the guarantee; what is claimed may be
    more than holds."""
    epsilon, delta, distance = guarantee(random)
    made = setting(random, epsilon, delta, distance)
    declared = (claimed or (lambda *numbers: numbers))(epsilon, delta, distance)
    hypotheses = space(*declared)
    term = term or random.choice(TERMS)
    forward = random.random() < 0.5
    ends = (FIRST, SECOND) if forward else (SECOND, FIRST)
    quantities = {"p": (term(ends[0]),), "q": ((other or term)(ends[1]),)}
    gap = ("add", number(1), ("negate", quantities["p"][0]))
    proofs = [
        pointwise_proof(hypotheses, Context({}), (">=", t)) for t in (quantities["p"][0], gap)
    ]
    step = {"pair": 0, "forward": forward != is_turned, "first": "p", "second": "q", "some": "auto"}
    step |= {"least": proofs[0] or NO_PROOF, "most": proofs[1] or NO_PROOF, "index": "j", **changes}
    return accepted("group", hypotheses, quantities, step), quantities, made


def check_laws(count):
    random, tight = Random("group"), 0
    for _ in range(count):
        fact, quantities, made = instance(random)
        assert fact is not None, quantities
        assert holds(fact, made, quantities), (fact, quantities)
        tight += holds(("=", fact[1]), made, quantities)
    return tight


def test_what_is_accepted_holds_for_exact_chains_of_laws_and_is_met():
    assert check_laws(60) > 0


@pytest.mark.slow
def test_what_is_accepted_holds_for_thousands_of_exact_chains_of_laws():
    assert check_laws(3000) > 100


CLAIMED = {
    "one change less": lambda epsilon, delta, distance: (epsilon, delta, max(distance - 1, 1)),
    "no failure": lambda epsilon, _, distance: (epsilon, 0, distance),
    "no growth": lambda _, delta, distance: (0, delta, distance),
}


@pytest.mark.parametrize("name", sorted(CLAIMED))
def test_a_guarantee_that_is_not_there_gives_what_fails_for_some_chain(name):
    """The numbers of the scheme are those that are declared, and none of them can be smaller."""
    random = Random(name)
    found = (instance(random, claimed=CLAIMED[name]) for _ in range(400))
    assert any(not holds(fact, made, quantities) for fact, quantities, made in found if fact)


REFUSED = {
    "a value below zero": {"term": lambda v: ("add", v, ("negate", HALF))},
    "a value above one": {"term": lambda v: ("multiply", number(2), v)},
    "another function": {"term": lambda v: v, "other": lambda v: ("power", v, number(2))},
    "both outputs": {"term": lambda v: ("multiply", FIRST, SECOND), "other": lambda v: v},
    "the other direction": {"term": is_in, "is_turned": True},
    "no such pair": {"term": is_in, "pair": 1},
    "a truth for a place": {"term": is_in, "pair": False},
}


def _with_failures(epsilon, _, distance):
    return epsilon, Fraction(1, 8), distance


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_without_its_side_condition_it_is_refused(name):
    random = Random(name)
    for _ in range(20):
        fact, *_ = instance(random, claimed=_with_failures, **REFUSED[name])
        assert fact is None


@pytest.mark.parametrize("name", ["a value below zero", "a value above one", "another function"])
def test_what_is_refused_fails_for_some_chain(name):
    random, shape = Random(name), REFUSED[name]
    first, second = shape["term"], shape.get("other", shape["term"])
    failed = 0
    for _ in range(120):
        epsilon, delta, distance = guarantee(random)
        made = setting(random, epsilon, delta, distance)
        grown = growth(epsilon) ** distance
        loss = delta * sum(growth(epsilon) ** j for j in range(distance))
        failed += made.mean(first(FIRST)) > grown * made.mean(second(SECOND)) + loss
    assert failed > 0


def test_a_distance_is_whole_and_at_least_one():
    random = Random(5)
    for distance in (Fraction(1, 2), Fraction(0), Fraction(-1)):
        claimed = lambda epsilon, delta, _, k=distance: (epsilon, delta, k)  # noqa: E731
        fact, *_ = instance(random, term=is_in, claimed=claimed)
        assert fact is None


def test_the_index_of_the_sum_of_failures_has_no_other_meaning():
    for index, is_taken in (("j", False), ("p", True), (None, True)):
        found = instance(Random(7), term=is_in, claimed=_far, index=index)
        assert (found[0] is None) == is_taken


def _far(epsilon, *_):
    return epsilon, Fraction(1, 8), 13


# --- rows -----------------------------------------------------------------------------------------

EPSILON = "declare \\varepsilon positive\ndeclare \\delta probability\ndeclare k integer >= 1\n"
FAR = EPSILON + "private M: (\\varepsilon, \\delta) on x, x' at distance k"
PURE = EPSILON + "private M: (\\varepsilon, 0) on x, x' at distance k"
NEAR = EPSILON + "private M: (\\varepsilon, \\delta) on x, x'; x', x''"
NUMBERS = EPSILON + "private M: (\\varepsilon, \\delta) on x, x' at distance 3, values in [0, 1]"
AT_MOST = r"\Pr[M(x) \in S] \le e^{k\varepsilon} \Pr[M(x') \in S] + "

TRUE = [
    (PURE, r"\Pr[M(x) \in S] \le e^{k\varepsilon} \Pr[M(x') \in S]"),
    (PURE, r"\Pr[M(x') \in S] \ge e^{-k\varepsilon} \Pr[M(x) \in S]"),
    (PURE, r"\Pr[M(x) \notin S] \le e^{k\varepsilon} \Pr[M(x') \notin S]"),
    (FAR, AT_MOST + r"\delta \sum_{i=0}^{k-1} e^{i\varepsilon}"),
    (FAR, AT_MOST + r"\delta \frac{e^{k\varepsilon} - 1}{e^{\varepsilon} - 1}"),
    (FAR, AT_MOST + r"k e^{(k-1)\varepsilon} \delta"),
    (NEAR, r"\Pr[M(x) \in S] \le e^{2\varepsilon} \Pr[M(x'') \in S] + (1 + e^\varepsilon) \delta"),
    (
        NUMBERS,
        r"\mathbb{E}[M(x)] \le e^{3\varepsilon} \mathbb{E}[M(x')] + 3 e^{2\varepsilon}\delta",
    ),
]
FALSE = [
    (PURE, r"\Pr[M(x) \in S] \le e^{(k-1)\varepsilon} \Pr[M(x') \in S]"),
    (PURE, r"\Pr[M(x) \in S] \le e^{\varepsilon} \Pr[M(x') \in S]"),
    (PURE, r"\Pr[M(x) \in S] \le e^{k\varepsilon} \Pr[M(x') \in T]"),
    (PURE, r"\Pr[M(x) \in S] \le e^{k\varepsilon} \Pr[M(y) \in S]"),
    (PURE, r"\Pr[M(x) \in S] \le e^{k\varepsilon} \Pr[N(x') \in S]"),
    (PURE, r"\Pr[M(x) \in S \cup T] \le e^{k\varepsilon} \Pr[M(x') \in S]"),
    (FAR, r"\Pr[M(x) \in S] \le e^{k\varepsilon} \Pr[M(x') \in S]"),
    (FAR, AT_MOST + r"\delta"),
    (FAR, AT_MOST + r"k \delta"),
    (FAR, AT_MOST + r"e^{(k-1)\varepsilon} \delta"),
    (FAR, AT_MOST + r"\delta \sum_{i=1}^{k-1} e^{i\varepsilon}"),
    (FAR, AT_MOST + r"\delta \sum_{i=0}^{k-2} e^{i\varepsilon}"),
    (FAR, AT_MOST + r"\delta \frac{e^{(k-1)\varepsilon} - 1}{e^{\varepsilon} - 1}"),
    (NEAR, r"\Pr[M(x) \in S] \le e^{2\varepsilon} \Pr[M(x'') \in S] + 2 \delta"),
    (NEAR, r"\Pr[M(x) \in S] \le e^{\varepsilon} \Pr[M(x'') \in S] + \delta"),
    (
        NUMBERS,
        r"\mathbb{E}[M(x)] \le e^{2\varepsilon} \mathbb{E}[M(x')] + 3 e^{2\varepsilon}\delta",
    ),
    (NUMBERS, r"\mathbb{E}[2 M(x)] \le e^{3\varepsilon} \mathbb{E}[2 M(x')] + 3 \delta"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), TRUE)
def test_a_row_by_group_privacy_is_proved(given, row):
    assert is_proved(given, row)


@pytest.mark.slow
@pytest.mark.parametrize(("given", "row"), FALSE)
def test_a_row_with_less_is_not_proved(given, row):
    assert not is_proved(given, row)


def test_pure_group_privacy_is_proved():
    assert is_proved(*TRUE[0])


def test_a_distance_that_is_too_small_is_refuted_by_a_law():
    (found,) = findings(PURE, FALSE[0][1])
    assert found.kind is VerdictKind.REFUTED


def test_a_refutation_needs_outputs_that_are_as_close_as_declared():
    (found,) = findings(PURE, FALSE[0][1])
    certificate = found.certificates[0]
    names = [member[1] for member in certificate["members"]]
    far = ["1" if name == "M(x)" else "0" for name in names]
    assert check_certificate(certificate).kind == "refutation"
    for changes in (
        {"outcomes": [["1", far]]},
        {"point": {**certificate["point"], "k": "0"}},
        {"point": {**certificate["point"], "k": "1/2"}},
        {"space": {**certificate["space"], "functions": {}}},
    ):
        with pytest.raises(Rejected):
            check_certificate({**certificate, **changes})


@pytest.mark.slow
def test_a_law_whose_outputs_are_too_far_apart_is_rejected():
    """On neighbours the row holds, and no law that satisfies the guarantee violates it."""
    (found,) = findings(PURE.replace("at distance k", ""), FALSE[1][1])
    assert found.kind is VerdictKind.PROVED
    (found,) = findings(PURE, FALSE[1][1])
    assert found.kind is VerdictKind.UNKNOWN


@pytest.mark.usefixtures("in_this_process")
def test_without_a_declaration_the_reason_says_which_one_it_needs(tmp_path):
    path = tmp_path / "note.md"
    row = PURE.splitlines()[:3], r"\Pr[M(x) \in S] \le e^{k\varepsilon} \Pr[M(x') \in S]"
    given = "\n".join(f"%! {line}" for line in row[0])
    path.write_text(
        f"<!--\n{given}\n-->\n$$\n{row[1]} %! by: group privacy\n$$\n", encoding="utf-8"
    )
    (found,) = check(path, jobs=1).rows
    assert found.kind is VerdictKind.UNKNOWN
    assert "group privacy needs what is random, as in '%! private M: " in found.judgement.reason


@pytest.mark.parametrize(
    ("declaration", "said"),
    [
        (r"private M: (1, 0)", "on fixed datasets that differ in k records"),
        (r"private M: (1, 0) on x", "two datasets stand after 'on'"),
        (r"private M: (1, 0) on x, x", "one name each"),
        (r"private M: (1, 0) on x, x' at distance \varepsilon", "a distance is a whole number"),
        (r"private M: (1, 0) on x, x' at distance k/2", "a distance is a whole number"),
        (r"private M: (1, 0) on k, x'", "has a meaning already"),
    ],
)
def test_a_declaration_that_cannot_be_meant_is_refused_in_a_sentence(declaration, said):
    given = "\n".join(f"%! {line}" for line in (*EPSILON.splitlines(), declaration))
    found = read_derivations(read_source(f"{given}\n\\[ 1 \\le 2 \\]\n"))
    assert [said in error.message for error in found.errors] == [True]
