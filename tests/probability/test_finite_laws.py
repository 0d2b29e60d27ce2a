"""Rows that fail are refuted by a finite law that satisfies all that is declared.

The law is checked here by code of its own (`laws.py`): the hypotheses hold, the row does not.
"""

from copy import deepcopy
from fractions import Fraction

import pytest

from boundcalc import check
from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker.probability.terms import read_event, read_random
from boundcalc.checker.terms import read_term
from boundcalc.judgements import VerdictKind
from tests.probability.laws import Setting, World
from tests.probability.rows import findings

EVENTS = "random X, Y in [0, 1]\nevent A: X \\ge 1/2\nevent B: Y \\ge 1/2"
PAIR = "random X, Y in [0, 1]"
TWINS = PAIR + ", iid"
FAMILY = "declare n integer >= 1\nrandom X_1, \\ldots, X_n in [0, 1], iid"
COINS = "declare p in (0, 1)\nrandom X, Y in [0, 1], with law bernoulli(p), iid"
PRIVATE = """
declare n integer >= 1
declare a positive
random x_1, \\ldots, x_n records, iid from D
random z copy of x
private M(x): (a, 0), q query in [0, 1]
"""
RUNS = """
declare T, m integer >= 1
declare \\varepsilon, \\varepsilon' positive
random x_{1,1}, \\ldots, x_{T,m} records, iid from D
random z copy of x
private \\mathcal{M}(x_t): (\\varepsilon, 0), q_t query in [0, 1]
"""
CHOICE = RUNS + (
    "private \\mathcal{N}(x): exponential mechanism(\\varepsilon') on \\pm q_1, \\ldots, \\pm q_T, "
    "t^* index, q^* query"
)
FALSE = {
    "two events": (EVENTS, r"\Pr[A] + \Pr[B] \le 1"),
    "the union as an equality": (EVENTS, r"\Pr[A \cup B] = \Pr[A] + \Pr[B]"),
    "a dependent product": (PAIR, r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]"),
    "Jensen turned": (PAIR, r"\mathbb{E}[X^2] \le \mathbb{E}[X]^2"),
    "Jensen turned, of an exponential": (PAIR, r"e^{\mathbb{E}[X]} \ge \mathbb{E}[e^X]"),
    "Markov of what may be negative": (
        "declare t positive\nrandom X real, integrable",
        r"\Pr[X \ge t] \le \frac{\mathbb{E}[X]}{t}",
    ),
    "conditioning on what depends": (
        EVENTS + "\nassume \\Pr[B] > 0",
        r"\Pr[A \mid B] = \Pr[A]",
    ),
    "the prosecutor": (
        EVENTS + "\nassume \\Pr[A] > 0\nassume \\Pr[B] > 0",
        r"\Pr[A \mid B] = \Pr[B \mid A]",
    ),
    "the exchange of dependent values": (PAIR, r"\Pr[X < Y] = \Pr[Y < X]"),
    "an exchange with a third": (
        TWINS + "\nrandom Z in [0, 1]",
        r"\mathbb{E}[X Z] = \mathbb{E}[Y Z]",
    ),
    "pairs that are independent": (
        "random X, Y in [0, 1], iid\nrandom Z in [0, 1], independent of X",
        r"\mathbb{E}[X Y Z] = \mathbb{E}[X] \mathbb{E}[Y] \mathbb{E}[Z]",
    ),
    "one value twice": (FAMILY, r"\mathbb{E}[X_1 X_2] = \mathbb{E}[X_1^2]"),
    "a sum with one more": (FAMILY, r"\mathbb{E}[\sum_{i=1}^n X_i] = (n - 1) \mathbb{E}[X_1]"),
    "a variance of a sum": (PAIR, r"\mathrm{Var}[X + Y] = \mathrm{Var}[X] + \mathrm{Var}[Y]"),
    "the law": (COINS, r"\mathbb{E}[X Y] = p"),
    "the uniform law": (
        "declare m integer >= 1\nrandom X integer, with law uniform(m)",
        r"\Pr[X \ge 1] = \frac{1}{m}",
    ),
    "a mean that is named": (
        "declare a in [0, 1]\nrandom X in [0, 1], mean a",
        r"\mathbb{E}[X^2] = a^2",
    ),
    "moments": ("random X real, mean 0, variance 1", r"\Pr[X \ge 1] = \Pr[X \le -1]"),
    "a query chosen from the sample": (PRIVATE, r"\mathbb{E}[q(x_1)] = \mathbb{E}[q(D)]"),
    "the sample bounds the population": (PRIVATE, r"\mathbb{E}[q(x_1)] \le \mathbb{E}[q(D)]"),
    "less privacy than is needed": (
        PRIVATE,
        r"\mathbb{E}[q(x_1)] \le e^{a/3} \mathbb{E}[q(D)]",
    ),
    "runs on their own records": (RUNS, r"\mathbb{E}[q_1(x_{1,1})] = \mathbb{E}[q_1(D)]"),
    "a choice among runs": (CHOICE, r"\mathbb{E}[q^*(x_{1,1})] = \mathbb{E}[q^*(D)]"),
}
FAST = ("two events", "pairs that are independent", "a query chosen from the sample")
ALL = [name if name in FAST else pytest.param(name, marks=pytest.mark.slow) for name in FALSE]


def refuted(directives, row):
    (found,) = findings(directives, row)
    assert found.kind is VerdictKind.REFUTED, found.reason
    return found


def setting_of(certificate):
    """The law of a certificate, with the parameters, for the evaluation of `laws.py`."""
    members = [read_random(member) for member in certificate["members"]]
    keys = [(name, *(index[1] for index in indices)) for _, name, *indices in members]
    worlds = tuple(
        World(Fraction(p), dict(zip(keys, map(Fraction, values), strict=True)))
        for p, values in certificate["outcomes"]
    )
    return Setting(worlds, {k: Fraction(v) for k, v in certificate["point"].items()})


@pytest.mark.parametrize("name", ALL)
def test_a_row_that_need_not_hold_is_refuted_by_a_law(name):
    found = refuted(*FALSE[name])
    (certificate,) = found.certificates
    assert check_certificate(certificate).kind == "refutation"
    assert found.reason.startswith("It fails for ")


PLAIN = [name for name in FALSE if "private" not in FALSE[name][0] and "exponential" not in name]


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.slow
def test_the_law_violates_the_row_by_another_evaluation(name):
    (certificate,) = refuted(*FALSE[name]).certificates
    setting = setting_of(certificate)
    for quantity, entry in certificate["quantities"]:
        term = read_random(entry["mean"])
        if entry.get("given") is None:
            value = setting.mean(term)
        else:
            value = setting.given(term, read_event(entry["given"]))
        setting.numbers[quantity] = value
    relations = {"<=": "__le__", ">=": "__ge__", "=": "__eq__", "<": "__lt__", ">": "__gt__"}
    nothing = World(Fraction(1), {})

    def holds(relation):
        sense, *sides = relation
        left, right = (setting.value(read_term(side), nothing, {}) for side in sides)
        return getattr(left, relations[sense])(right)

    assert all(holds(item) for item in certificate["assumptions"])
    assert not holds(certificate["conclusion"])


# --- tampering ------------------------------------------------------------------------------------

DECLARED = "declare p in (0, 1)\nrandom X, Y in [0, 1], with law bernoulli(p), iid"


def other_weights(made):
    made["outcomes"][0][0] = "0"


def sure(made):
    made["outcomes"] = [["1", ["1", "1"]]]


def one_member(made):
    made["members"] = made["members"][:1]
    made["outcomes"] = [["1/2", ["0"]], ["1/2", ["1"]]]


def another_point(made):
    made["point"]["p"] = "1/7"


def out_of_range(made):
    made["outcomes"][0][1][0] = "2"


def together(made):
    made["outcomes"] = [["1/2", ["0", "0"]], ["1/2", ["1", "1"]]]


def with_more(made):
    made["more"] = 1


def a_row_that_holds(made):
    made["conclusion"] = ["<=", ["symbol", made["quantities"][0][0]], ["number", "1"]]


TAMPERED = [
    other_weights,
    sure,
    one_member,
    another_point,
    out_of_range,
    together,
    with_more,
    a_row_that_holds,
]


@pytest.mark.parametrize("change", TAMPERED)
def test_a_law_that_is_tampered_with_refutes_nothing(change):
    (certificate,) = refuted(DECLARED, r"\mathbb{E}[X Y] = p").certificates
    made = deepcopy(certificate)
    change(made)
    with pytest.raises((Rejected, KeyError, ValueError)):
        check_certificate(made)


def louder(made):
    for row in made["mechanisms"]["M"]:
        row[1] = [["1", row[1][0][1]]]


def fewer_datasets(made):
    made["mechanisms"]["M"] = made["mechanisms"]["M"][:1]


def no_mechanism(made):
    made["mechanisms"] = {}


def query_out_of_range(made):
    for row in made["mechanisms"]["M"]:
        for _, answer in row[1]:
            answer["q"] = dict.fromkeys(answer["q"], "2")


def another_law_of_the_fresh_record(made):
    place = made["members"].index(["random", "z"])
    for outcome in made["outcomes"]:
        outcome[1][place] = "0"


MECHANISMS = [
    louder,
    fewer_datasets,
    no_mechanism,
    query_out_of_range,
    another_law_of_the_fresh_record,
]


@pytest.mark.parametrize("change", MECHANISMS)
def test_a_mechanism_that_is_not_as_declared_refutes_nothing(change):
    (certificate,) = refuted(*FALSE["a query chosen from the sample"]).certificates
    made = deepcopy(certificate)
    change(made)
    with pytest.raises((Rejected, KeyError)):
        check_certificate(made)


# --- what is given --------------------------------------------------------------------------------


def test_what_is_assumed_and_not_declared_random_refutes_nothing():
    """Of g nothing is known, so that no law is said to satisfy what is assumed of it."""
    given = "declare g real\nrandom X in [0, 1]\nassume \\mathbb{E}[h] \\le \\mathbb{E}[X]"
    (found,) = findings(given, r"\mathbb{E}[X] \le \frac{1}{2}")
    assert found.kind is VerdictKind.UNKNOWN


SATISFIED = [
    "random X in [0, 1]\nassume \\mathbb{E}[X] \\ge 1/2",
    "declare a in [0, 1]\nrandom X in [0, 1], mean a",
    "random X real, mean 0, variance 1",
    "random X in [0, \\infty), square integrable, mean 1\nassume \\mathbb{E}[X^2] = 3",
    "declare n integer >= 1\nrandom X_1, \\ldots, X_n in [-1, 1], iid, mean 0",
]
UNSATISFIED = [
    "random X in [0, 1]\nassume \\Pr[X \\ge 1/2] > \\Pr[X \\ge 1/4]",
    "random X in [0, 1]\nassume \\mathbb{E}[X^2] > \\mathbb{E}[X]",
    "random X, Y in [0, 1], iid\nassume \\mathbb{E}[X] = 1/2\nassume \\mathbb{E}[Y] = 1/3",
    "random X real, mean 0, variance 1\nassume \\mathbb{E}[X^2] = 1/2",
]


def _row(directives):
    return r"\Pr[X_1 \le 5] = 1" if "X_1" in directives else r"\Pr[X < 0] + \Pr[X \ge 0] = 1"


@pytest.mark.parametrize("directives", SATISFIED)
def test_hypotheses_that_a_law_satisfies_prove_plainly_and_the_law_is_kept(directives):
    (found,) = findings(directives, _row(directives))
    assert (found.kind, found.says_nothing) == (VerdictKind.PROVED, "")
    (certificate,) = found.certificates
    spoiled = {**certificate, "law": {**certificate["law"], "outcomes": [["1", ["9"]]]}}
    with pytest.raises(Rejected):
        check_certificate(spoiled)


@pytest.mark.few(3, without="variance 1")
@pytest.mark.parametrize("directives", UNSATISFIED)
def test_hypotheses_that_no_law_satisfies_do_not_prove_plainly(directives):
    (found,) = findings(directives, _row(directives))
    assert found.kind is VerdictKind.UNKNOWN or "contradict" in found.says_nothing


def test_what_is_cited_is_not_refuted_by_what_is_declared(tmp_path):
    """The reason may say more of what is random than the declaration."""
    path = tmp_path / "note.tex"
    row = r"\[ \mathbb{E}[X] \le \frac{1}{2} \] %! by: cite Doe, section 4"
    text = f"%! random X in [0, 1]\n{row}\n"
    path.write_text(text, encoding="utf-8")
    assert [row.kind.value for row in check(path, jobs=1).rows] == ["CITED"]


def test_a_counterexample_names_the_parameters_that_stand_in_events_alone(tmp_path):
    file = tmp_path / "events.tex"
    lines = ("declare t positive", "random X, Y in [0,1]", r"event A: X \ge t", r"event B: Y \ge t")
    directives = "\n".join(f"%! {line}" for line in lines)
    row = r"\[ \Pr[A \mid B] + \Pr[A \mid B^c] \le 1 \]"
    file.write_text(f"{directives}\n{row}\n", encoding="utf-8")
    (found,) = check(file, cache=None).rows

    assert found.kind is VerdictKind.REFUTED
    assert set(found.judgement.counterexample) == {"t", r"\Pr[A|B]", r"\Pr[A|B^{c}]"}
