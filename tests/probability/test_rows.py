"""Steps that follow from the axioms of probability are proved, and wrong ones never are."""

import json
from itertools import count

import pytest

from boundcalc.checker import check_certificate, read_certificate
from boundcalc.checker.probability.terms import nameless
from boundcalc.derivations.derivations import read_derivations
from boundcalc.obligations.random_rows import read_random_row
from boundcalc.proving.portable import portable
from boundcalc.tex.files import read_source
from tests.probability.rows import findings, is_proved

PAIR = """
declare s, t real
random X, Y in [0, 1]
event A: X \\ge s
event B: Y > t
"""
INDEPENDENT = PAIR.replace("[0, 1]", "[0, 1], independent")
TAIL = """
declare t positive
random X in [0, \\infty), integrable
"""
FAMILY = """
declare n integer >= 1
declare \\lambda positive
declare t real
random X_1, \\ldots, X_n in [0, 1], iid
"""
NAMED = """
declare \\alpha positive
random S_{max} in [0, 1]
"""
TRUE = [
    (NAMED, r"\mathbb{E}[S_{max}] \ge \alpha \Pr[S_{max} \ge \alpha]"),
    (FAMILY, r"\mathbb{E}[\frac{1}{n} \sum_{i=1}^n X_i] = \mathbb{E}[X_1]"),
    (
        FAMILY,
        r"\Pr[\sum_{i=1}^n X_i \ge t]"
        r" \le e^{-\lambda t} \mathbb{E}[e^{\lambda \sum_{i=1}^n X_i}]",
    ),
    (FAMILY, r"\mathbb{E}[e^{\lambda \sum_{i=1}^n X_i}] = \mathbb{E}[e^{\lambda X_1}]^n"),
    (FAMILY, r"\mathbb{E}[e^{\lambda X_1}] \le 1 + (e^\lambda - 1) \mathbb{E}[X_1]"),
    (FAMILY, r"\mathbb{E}[X_1 X_2] = \mathbb{E}[X_1]^2"),
    (TAIL, r"\Pr[X \ge t] \le \frac{\mathbb{E}[X]}{t}"),
    (TAIL, r"\Pr[X \ge t] + \Pr[X < t] = 1"),
    (TAIL, r"\Pr[X \ge 2t] \le \Pr[X \ge t]"),
    (TAIL, r"\mathbb{E}[X] \ge 0"),
    (PAIR, r"\Pr[A \cup B] \le \Pr[A] + \Pr[B]"),
    (PAIR, r"\Pr[A \cup B] = \Pr[A] + \Pr[B] - \Pr[A \cap B]"),
    (PAIR, r"\Pr[A] = \Pr[A \cap B] + \Pr[A \setminus B]"),
    (PAIR, r"\Pr[A^c] = 1 - \Pr[X \ge s]"),
    (PAIR, r"\Pr[A \cap B] \ge \Pr[A] + \Pr[B] - 1"),
    (PAIR, r"\Pr[A \cup B] = \Pr[B \cup A]"),
    (PAIR, r"\mathbb{E}[X + 2Y] = \mathbb{E}[X] + 2 \mathbb{E}[Y]"),
    (PAIR, r"\mathbb{E}[X Y] \le \mathbb{E}[X]"),
    (PAIR, r"\mathrm{Var}[X] = \mathbb{E}[X^2] - \mathbb{E}[X]^2"),
    (PAIR, r"\mathbb{E}[X]^2 \le \mathbb{E}[X^2]"),
    (INDEPENDENT, r"\Pr[A \cap B] = \Pr[A] \Pr[B]"),
    (INDEPENDENT, r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]"),
]
ALIKE = "random X, Y in [0, 1], iid"
NAMED = """
declare t positive
declare \\mu real
declare v nonnegative
random X real, mean \\mu, variance v
"""
TRUE += [
    (ALIKE, r"\Pr[X > Y] = \Pr[Y > X]"),
    (ALIKE, r"\mathbb{E}[X^2] = \mathbb{E}[Y^2]"),
    (NAMED, r"\Pr[|X - \mathbb{E}[X]| \ge t] \le \frac{v}{t^2}"),
    (NAMED, r"\Pr[|X - \mathbb{E}[X]| \ge t] \le \frac{\mathrm{Var}[X]}{t^2}"),
    ("random X, Y in [0, 1], iid, with law bernoulli(1/2)", r"\mathbb{E}[X Y] = \frac{1}{4}"),
]
MONITOR = """
declare T, m integer >= 1
declare \\varepsilon positive
declare \\delta in [0, 1)
random x_{1,1}, \\ldots, x_{T,m} records, iid from D
random z copy of x
private M(x): (\\varepsilon, \\delta), t^* integer in [1, T], q^* query in [0, 1]
"""
SAMPLE = (
    r"\frac{1}{m} \mathbb{E}[\sum_{t=1}^T \sum_{j=1}^m \mathbb{1}_{t^* = t} \cdot q^*(x_{t,j})]"
)
MEAN = r"\mathbb{E}[q^*(D)]"
TRUE += [
    (MONITOR, rf"{SAMPLE} \le e^\varepsilon \, {MEAN} + T\delta"),
    pytest.param(
        MONITOR, rf"{SAMPLE} - {MEAN} \le (e^\varepsilon - 1) + T\delta", marks=pytest.mark.slow
    ),  # test_transfer.py proves it among the fast tests
    pytest.param(
        MONITOR.replace("random z copy of x\n", ""),
        rf"{SAMPLE} - {MEAN} \le (e^\varepsilon - 1) + T\delta",
        marks=pytest.mark.slow,
    ),
]
SELECTED = """
declare n integer >= 1
declare \\varepsilon positive
declare \\delta in [0, 1)
random x_1, \\ldots, x_n records, iid from D
random z copy of x
private M(x): (\\varepsilon, \\delta), q query in [0, 1]
"""
TRUE += [
    (SELECTED, r"\mathbb{E}[\sum_{i=1}^n q(x_i)] \le e^\varepsilon n \mathbb{E}[q(z)] + n\delta"),
    (SELECTED, r"\mathbb{E}[q(x_1)] \le e^\varepsilon \mathbb{E}[q(z)] + \delta"),
]
FROM_LAW = "random X, Y in [0, 1], iid from D"
TRUE += [
    (FROM_LAW, r"\Pr_{X \sim D}[X \ge 1/2] \le 2 \mathbb{E}_X[X]"),
    (FROM_LAW, r"\mathbb{E}_{X, Y}[X Y] = \mathbb{E}_{Y \sim D}[Y]^2"),
    (FAMILY, r"\mathbb{E}_X[\sum_{i=1}^n X_i] = n \mathbb{E}_{X_1}[X_1]"),
    (FAMILY, r"\mathrm{Var}_{X_1}[X_1] \le \mathbb{E}[X_1]"),
]
ANY_FAMILY = FAMILY.replace(", iid", "")
DEPENDENT = "random X in [0, 1]\nrandom Y in [0, 1], independent of X\n"
DEPENDENT += "random Z in [0, 1], independent of X"
WRONG = [
    (DEPENDENT, r"\mathbb{E}[X Y Z] = \mathbb{E}[X] \mathbb{E}[Y Z]"),
    ("random X, Y in [0, 1], independent", r"\Pr[X > Y] = \Pr[Y > X]"),
    ("random X, Y in [0, 1]", r"\Pr[X > Y] = \Pr[Y > X]"),
    (NAMED, r"\Pr[|X - \mu| \ge t] \le \frac{v}{t}"),
    ("random X in [0, 1]", r"\Pr[X \ge 1 \mid X \ge 2] \le \frac{1}{2}"),
    ("random X positive, integrable", r"\mathbb{E}[X^2] \ge \mathbb{E}[X]^2"),
    (FAMILY, r"\mathbb{E}[X_1 X_1] = \mathbb{E}[X_1]^2"),
    (ANY_FAMILY, r"\mathbb{E}[X_2] = \mathbb{E}[X_1]"),
    (ANY_FAMILY, r"\mathbb{E}[\sum_{i=1}^n X_i] = n \mathbb{E}[X_1]"),
    (ANY_FAMILY, r"\mathbb{E}[e^{\lambda \sum_{i=1}^n X_i}] = \mathbb{E}[e^{\lambda X_1}]^n"),
    (FAMILY, r"\mathbb{E}[\sum_{i=1}^n X_i] = (n - 1) \mathbb{E}[X_1]"),
    (TAIL, r"\Pr[X \ge t] \ge \frac{\mathbb{E}[X]}{t}"),
    (TAIL, r"\Pr[X \ge t] \le \Pr[X \ge 2t]"),
    (TAIL.replace("in [0, \\infty)", "real"), r"\Pr[X \ge t] \le \frac{\mathbb{E}[X]}{t}"),
    (PAIR, r"\Pr[A \cup B] = \Pr[A] + \Pr[B]"),
    (PAIR, r"\Pr[A \cap B] = \Pr[A] \Pr[B]"),
    (PAIR, r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]"),
    (PAIR, r"\mathbb{E}[X]^2 \ge \mathbb{E}[X^2]"),
    (INDEPENDENT, r"\Pr[A \cap A] = \Pr[A] \Pr[A]"),
    (INDEPENDENT, r"\mathbb{E}[X^2] = \mathbb{E}[X] \mathbb{E}[X]"),
    (PAIR.replace("[0, 1]", "[0, 1], iid"), r"\mathbb{E}[X Y] = \mathbb{E}[X^2]"),
    (PAIR, r"\Pr[X \ge s \mid B] = \Pr[X \ge s]"),
    (FROM_LAW, r"\mathbb{E}_X[X Y] \le \mathbb{E}[X]"),  # a number that is random
    (FROM_LAW, r"\mathbb{E}_{X \sim P}[X] = \mathbb{E}[X]"),
    (FROM_LAW, r"\Pr_{Z}[X \ge 1/2] \le 1 + \mathbb{E}[X]"),
    (FAMILY, r"\mathbb{E}_{X_1}[X_2] = \mathbb{E}[X_1]"),
    # These are last, and not among the few: the fast tests of transfer ask what is like them.
    (MONITOR, rf"{SAMPLE} \le {MEAN}"),  # the query is chosen from the data
    (MONITOR, rf"{SAMPLE} = {MEAN}"),
    (MONITOR, rf"{SAMPLE} - {MEAN} \le (e^\varepsilon - 1) + (T - 1)\delta"),
    (MONITOR, rf"{SAMPLE} - {MEAN} \le (e^\varepsilon - 1)"),
]


@pytest.mark.few(5)
@pytest.mark.parametrize(("directives", "row"), TRUE)
def test_a_row_that_follows_from_the_axioms_is_proved(directives, row):
    assert is_proved(directives, row)


@pytest.mark.few(4)
@pytest.mark.parametrize(("directives", "row"), WRONG)
def test_a_row_that_need_not_hold_is_never_proved(directives, row):
    assert not is_proved(directives, row)


def test_an_expectation_that_need_not_exist_proves_nothing():
    (found,) = findings("random X real", r"\mathbb{E}[X] = \mathbb{E}[X] + 0 \cdot \mathbb{E}[X]")
    assert found.kind.value == "UNKNOWN"
    assert "need not exist" in found.reason


def test_assumptions_that_contradict_the_declared_values_prove_nothing():
    (found,) = findings(
        "random X in [0, 1]\nassume \\mathbb{E}[X] = 2", r"\mathbb{E}[X^2] \le \frac{1}{2}"
    )
    assert found.kind.value == "UNKNOWN"
    assert "no point was found" in found.reason


def test_a_logarithm_means_what_it_meant_where_it_was_read():
    given = "declare x in [2, 3]\nrandom Y in [0, 1]\nlog: 2\nassume \\mathbb{E}[Y \\log x] = 1"
    (found,) = findings(given + "\nlog: natural", r"\mathbb{E}[Y] \ln x = 1")
    assert found.kind.value == "UNKNOWN"


def test_a_term_that_is_undefined_outside_of_an_event_has_no_expectation():
    row = r"\mathbb{E}[\sqrt{2 \cdot \mathbb{1}[X \ge 1] - 1}] \ge 0"
    (found,) = findings("random X in [0, 2]", row)
    assert found.kind.value == "UNKNOWN"
    assert "not shown to have a value" in found.reason


def test_an_exported_certificate_has_proper_names_and_is_accepted():
    (found,) = findings(PAIR, r"\Pr[A \cup B] \le \Pr[A] + \Pr[B]")
    (certificate,) = found.certificates
    text = json.dumps(portable(certificate))
    assert check_certificate(read_certificate(text)).kind == "proof"


def test_a_proof_says_what_it_rests_on():
    (found,) = findings(INDEPENDENT, r"\Pr[A \cap B] = \Pr[A] \Pr[B]")
    assert found.definitions == (
        "what line 2 declares",
        "independence",
        "linearity and monotonicity of the expectation",
    )


@pytest.mark.parametrize("name", ["t", "X", "B"])
def test_a_name_has_one_meaning(name):
    given = f"declare t real\nrandom X in [0, 1]\nevent B: X \\ge t\nrandom {name} in [0, 1]"
    text = "\n".join(f"%! {line}" for line in given.splitlines()) + "\n\\[ t \\le t \\]"
    errors = read_derivations(read_source(text)).errors
    assert [error.message.split(";")[0] for error in errors] == [f"{name} has a meaning already"]


@pytest.mark.parametrize(
    "values",
    [
        "real, with law laplace(1)",
        "positive, with law exponential(2)",
        "in [0, \\infty), with law exponential(n)",
        "integer in [0, n], with law binomial(n, 1/3)",
        "in [0, n], with law uniform(0, n)",
        "integer in [1, 6], with law uniform(6)",
        "in [-1, 2], with law bernoulli(1/3)",
    ],
)
def test_a_law_may_stand_with_values_that_have_room_for_it(values):
    text = f"%! declare n integer >= 1\n%! random X {values}\n\\[ n \\le n \\]"
    assert not read_derivations(read_source(text)).errors


@pytest.mark.parametrize(
    ("directive", "said"),
    [
        ("random X", "say which values it takes"),
        ("random X in [0, 1], exchangeable", "after the values of a random variable stand"),
        ("random X real, with law cauchy(1)", "is not known here"),
        ("random X in [5, 6], with law laplace(1)", "values outside of those that are declared"),
        ("random X nonnegative, with law normal(0, 1)", "values outside of those"),
        ("random X integer, with law uniform(0, 1)", "values outside of those"),
        ("random X in [5, 6], with law bernoulli(1/2)", "values outside of those"),
        ("random X in [2, 6], with law uniform(6)", "values outside of those"),
        ("random X in [0, 1/2], with law uniform(0, 1)", "values outside of those"),
        ("random X records, with law laplace(1)", "values outside of those"),
        ("random X in [0, 1], independent of Y", "is not declared as random before this"),
        (r"random X_1, \ldots, X_3 in [-1, 1], independent, mean 0", "iid, which is not said"),
        (r"random X_1, \ldots, X_3 real, variance 1", "add iid"),
        ("random z copy of x", "declared iid before this"),
        ("private M(x): (1, 0), q query in [0, 1]", "no family of independent records"),
        ("event A", "an event is named as in"),
    ],
)
def test_a_declaration_that_cannot_be_read_says_what_is_allowed(directive, said):
    errors = read_derivations(read_source(f"%! {directive}\n\\[ 1 \\le 2 \\]")).errors
    assert said in errors[0].message


@pytest.mark.parametrize(
    ("first", "second", "is_member"),
    [
        ("X_1, \\ldots, X_n in [0, 1], iid", "X_{n+1} in [5, 6]", True),
        ("X_1, \\ldots, X_n in [0, 1], iid", "X_2 in [5, 6]", True),
        ("X_1, \\ldots, X_n in [0, 1], iid", "X_i copy of X", True),
        ("X_0 in [5, 6]", "X_1, \\ldots, X_n in [0, 1], iid", True),
        ("X_{1,1}, \\ldots, X_{n,n} in [0, 1], iid", "X_i in [5, 6]", True),
        ("X'_1, \\ldots, X'_n in [0, 1], iid", "X'_0 in [5, 6]", True),
        ("X'_1, \\ldots, X'_n in [0, 1], iid", "X_0 in [5, 6]", False),
        ("X_1, \\ldots, X_n in [0, 1], iid", "X_{max} in [0, 1]", False),
        ("X_1 in [0, 1]", "X_2 in [5, 6]", False),
    ],
)
def test_no_member_of_a_family_is_declared_by_itself(first, second, is_member):
    r"""With `assume k = n`, X_{n+1} in [5, 6] was taken for a member in \sum_{j=1}^{k+1} X_j."""
    text = f"%! declare n, i integer >= 1\n%! random {first}\n%! random {second}\n\\[ n \\le n \\]"
    said = [error.message for error in read_derivations(read_source(text)).errors]
    assert ["declared by itself" in message for message in said] == [True] * is_member


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (r"\mathbb{E}[B] \le 1", "is not declared"),
        (r"\mathbb{E}_X[X Y] \le 1", "the subscript does not name Y"),
        (r"\Pr_{X \sim P}[X > t] \le 1/2", "is not declared with the law P"),
        (r"\Pr[X] \le \frac{1}{2}", "a probability is of an event"),
        (r"\Pr[X \ge W] \le \frac{1}{2}", "is not declared"),
    ],
)
def test_what_cannot_be_meant_is_said(row, said):
    (found,) = findings(PAIR, row)
    assert said in found.reason


@pytest.mark.slow
@pytest.mark.parametrize(
    "outer", [r"\log_2(c)", r"\log_3(c)", r"\Phi(c)", r"\operatorname{erf}(c)"]
)
def test_functions_that_are_written_by_others_are_factors(outer):
    declared = "declare c positive\nrandom X in [0, 1]"
    assert is_proved(declared, rf"\mathbb{{E}}[{outer} \cdot X] = {outer} \cdot \mathbb{{E}}[X]")
    assert not is_proved(
        declared, rf"\mathbb{{E}}[{outer} \cdot X] = 2 {outer} \cdot \mathbb{{E}}[X]"
    )


@pytest.mark.parametrize(
    ("declared", "row"),
    [
        ("random X in [0, 1], idd", r"\mathbb{E}[X] \le 1"),
        ("random X in [0, 1]\n%! random Y in [0, 1], idd", r"\mathbb{E}[X Y] \le 1"),
        (
            "random x_1, \\ldots, x_4 records, iid from D\n%! private M(x): epsilon, q query",
            r"\mathbb{E}[q(x_1)] \le 1",
        ),
    ],
)
def test_a_row_names_the_declaration_that_could_not_be_read(declared, row):
    text = f"%! declare \\varepsilon positive\n%! {declared}\n\\[ {row} \\]\n"
    derivations = read_derivations(read_source(text))
    (step,) = derivations.steps
    found = read_random_row(step.row.relation, [], step.scope, step.random)
    line = text[: text.index("\n\\[")].count("\n") + 1
    assert len(derivations.errors) == 1
    assert found.hindrance == f"the declaration of line {line} could not be read"


DRIFT = (
    "declare n integer >= 1\ndeclare c real\nrandom S_1, \\ldots, S_n in [-1, 1], drift S \\le 0"
)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("row", "neighbour"),
    [
        (r"\mathbb{E}[S_1] \le 0", r"\mathbb{E}[S_1] \ge 0"),
        (r"3 \mathbb{E}[S_1] - 1 \le 0", r"3 \mathbb{E}[S_1] + 1 \le 0"),
        (r"\mathbb{E}[\sum_{i=1}^n S_i] \le 0", r"\mathbb{E}[\sum_{i=1}^n S_i] \ge 0"),
        (r"\mathbb{E}[\sum_{i=1}^n (S_i + c)] \le n c", r"\mathbb{E}[\sum_{i=1}^n c S_i] \le 0"),
    ],
)
def test_the_mean_of_a_member_is_bounded_by_its_drift(row, neighbour):
    assert is_proved(DRIFT, row)
    assert not is_proved(DRIFT, neighbour)


@pytest.mark.slow
def test_a_tail_of_a_family_with_a_drift_is_proved_in_one_row():
    """The member in it has the index of the sum, of which nothing is known outside."""
    declared = DRIFT.replace("declare c real", "declare c positive")
    assert is_proved(declared, r"\Pr[\sum_{i=1}^n S_i \ge c] \le e^{-c^2/(2n)}")


@pytest.mark.slow
def test_a_smaller_tail_of_a_family_with_a_drift_is_left_open():
    declared = DRIFT.replace("declare c real", "declare c positive")
    assert not is_proved(declared, r"\Pr[\sum_{i=1}^n S_i \ge c] \le e^{-c^2/n}")


APART = """declare n integer >= 1
declare s real
random X_1, \\ldots, X_n in [0, 1], independent
random Z_1, \\ldots, Z_n in [0, 1]"""


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (r"\mathbb{E}[e^{s \sum_{i=1}^n X_i}] = \prod_{i=1}^n \mathbb{E}[e^{s X_i}]", "PROVED"),
        (r"\mathbb{E}[\prod_{i=1}^n X_i] = \prod_{i=1}^n \mathbb{E}[X_i]", "PROVED"),
        (r"\mathbb{E}[\prod_{i=1}^n X_i] = \prod_{i=1}^n \mathbb{E}[X_i^2]", "REFUTED"),
        (r"\mathbb{E}[e^{\sum_{i=1}^n Z_i}] = \prod_{i=1}^n \mathbb{E}[e^{Z_i}]", "UNKNOWN"),
        (r"\mathbb{E}[\prod_{i=1}^n X_i X_1] = \prod_{i=1}^n \mathbb{E}[X_i X_1]", "UNKNOWN"),
        (r"\mathbb{E}[\prod_{i=1}^n X_i Z_i] = \prod_{i=1}^n \mathbb{E}[X_i Z_i]", "UNKNOWN"),
    ],
)
def test_a_product_of_expectations_is_that_of_the_product_of_independent_members(row, kind):
    (found,) = findings(APART, row)
    assert found.kind.value == kind
    assert ("independence over an index" in found.definitions) == (kind == "PROVED")


def test_what_the_search_took_is_said_with_the_verdict(monkeypatch):
    looks = count()
    monkeypatch.setattr("boundcalc.probability.prove.time.process_time", lambda: next(looks))
    (found,) = findings(PAIR, r"\mathbb{E}[X] \le 1")
    assert found.kind.value == "PROVED"
    assert found.seconds >= 1


@pytest.mark.parametrize("series", [r"\sum_{INDEX=1}^n X_INDEX^2", r"\prod_{INDEX=1}^n X_INDEX"])
def test_the_name_of_an_index_does_not_matter(series):
    one, other = (rf"\mathbb{{E}}[{series.replace('INDEX', index)}]" for index in "ij")
    assert is_proved(FAMILY.replace(", iid", ""), f"{one} = {other}")


def test_terms_are_alike_only_where_indices_are_renamed_without_capture():
    i, j, k = (("symbol", name) for name in "ijk")

    def total(index, *factors):
        return ("sum", index, ("number", 1), ("symbol", "n"), ("multiply", *factors))

    assert nameless(total("i", i, k)) == nameless(total("j", j, k))
    assert nameless(total("i", i, k)) != nameless(total("k", k, k))
    assert nameless(total("i", total("j", i, j), i)) == nameless(total("j", total("i", j, i), j))
    assert nameless(total("i", total("j", i, j), i)) != nameless(total("i", total("j", j, j), i))
    assert nameless(total("i", i, k)) != nameless(total("i", k, k))
    assert nameless(("random", "X", i)) == ("random", "X", i)
