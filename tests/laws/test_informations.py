r"""Entropies and mutual informations as sums of joint entropies: what holds, and what must not."""

import itertools
import math
import random

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.evaluation.doubles import float_program
from boundcalc.judgements import VerdictKind
from boundcalc.laws.entropies.informations import information_laws_of
from boundcalc.reader.scope import Scope
from boundcalc.reports.rows import row_text
from boundcalc.tex.source import SourceText
from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

HOLD = {
    "definition": r"I(X;Y) = H(X) - H(X|Y)",
    "symmetry": r"I(X;Y) = I(Y;X)",
    "chain rule": r"H(X,Y) = H(X) + H(Y \mid X)",
    "chain rule of informations": r"I(X;Y,Z) = I(X;Y) + I(X;Z|Y)",
    "members": r"I(X_1,X_2;Y) = I(X_1;Y) + I(X_2;Y \mid X_1)",
    "a family": r"I(X_1,\dots,X_n;Y) = H(X_1,X_2 \ldots X_n) - H(X_1 \dots X_n|Y)",
    "its first member": r"H(X_1,X_2\ldots X_n) = H(X_1) + H(X_2\ldots X_n|X_1)",
    "its last member": r"H(X_1\dots X_n) = H(X_1\dots X_{n-1}) + H(X_n|X_1\dots X_{n-1})",
    "turned round": r"H(X_1,\dots,X_n) = H(X_n,\dots,X_1)",
    "accents": r"H(\mathcal{E},X|\hat X) = H(X|\hat{X}) + H(\mathcal{E}|\hat X,X)",
    "differential": r"h(X|Y) = h(X,Y) - h(Y)",
    "a fraction": r"\frac{H(W|\hat W)-1}{nR} = \frac{H(W)-I(W;\hat W)-1}{nR}",
    "a condition": r"H(X|Y,Z) \le H(X|Y)",
    "subadditivity": r"H(X) + H(Y|X) \le H(X) + H(Y)",
    "not negative": r"I(X;Y) \le H(X)",
    "members together": r"I(X_1,X_2;Y) = H(X_1,X_2) - H(X_1,X_2|Y)",
    "in an exponent": r"2^{-I(X;Y)} \le 1",
    "a mean": r"H(Y|X) = \sum_{x} \Pr(X=x) H(Y|X=x)",
    "a mean over an alphabet": r"H(Y) - H(Y|X) = H(Y) - \sum_{x\in\mathcal{X}} H(Y|X=x)\Pr(X=x)",
}
FAIL = {
    "a wrong condition": r"I(X;Y) = H(X) - H(Y|X)",
    "turned": r"H(X|Y) \ge H(X)",
    "turned round": r"H(X|Y) = H(Y|X)",
    "conditional information": r"I(X;Y|Z) \le I(X;Y)",
    "another condition": r"I(X;Y) = I(X;Z) + I(X;Y|Z)",
    "given a value": r"H(X|Y=y) \le H(X)",
    "a mean by another law": r"H(Y|X) = \sum_{x} \Pr(Y=x) H(Y|X=x)",
    "a mean over another letter": r"H(Y|X) = \sum_{y} \Pr(X=x) H(Y|X=x)",
    "a mean by a model": r"H(Y|X) = \sum_{x} q(x) H(Y|X=x)",
    "a mean by some law": r"H(Y|X) = \sum_{x} P(x) H(Y|X=x)",
    "twice a mean": r"H(Y|X) = \sum_{x} 2 \Pr(X=x) H(Y|X=x)",
    "a mean over a part": r"H(Y|X) = \sum_{x \in \mathcal{A}} \Pr(X=x) H(Y|X=x)",
    "given a small letter": r"H(X|y) \le H(X)",
    "laws": r"H(P,Q) = H(Q,P)",
    "numbers": r"H(p,q) = H(p) + H(q|p)",
    "three at once": r"I(X;Y;Z) = I(Y;X;Z)",
    "a density": r"h(X|Y) \ge 0",
    "a density of more": r"h(X) \le h(X,Y)",
    "a function": r"I(X;Y) - h(X) = h(Y) - h(X,Y)",
    "a gap in a family": r"H(X_1,X_2\ldots X_n) = H(X_1) + H(X_3\ldots X_n|X_1)",
    "a member less": r"H(X_1\dots X_n) = H(X_1\dots X_{n-2}) + H(X_n|X_1\dots X_{n-1})",
    "a part of a family": r"H(X_1,\dots,X_n) = H(X_1) + H(X_n)",
}
OTHER_TEXTS = {
    "nothing of entropies": ("We go on.", r"H(X,Y) = H(X) + H(Y|X)"),
    "quantum": ("The entropy of a quantum state.", r"H(X|Y) \le H(X)"),
    "an event": ("The entropy, for an event $A$.", r"H(X|A) \le H(X)"),
    "cross entropy": ("Cross-entropy and the entropy.", r"H(Y,\hat Y) = H(\hat Y, Y)"),
    "a law of no masses": ("The entropy of a Gaussian.", r"I(X;Y) \le H(X)"),
    "a density": (r"The differential entropy $H(X) = -\int p \log p$.", r"H(X|Y) \ge 0"),
}


def test_where_one_entropy_is_left_as_it_stands_no_suspicion_is_raised(tmp_path):
    text = "Cross-entropy and the entropy."
    row = row_of(tmp_path, text, r"I(Y;\hat Y) = H(Y) + H(\hat Y) - H(Y, \hat Y)")
    assert row.kind is VerdictKind.UNKNOWN
    assert row.judgement.suspicion == 0, row_text(row)


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", HOLD.values(), ids=HOLD.keys())
def test_a_row_is_proved_by_joint_entropies(tmp_path, formula):
    check_proved_by_a_law(
        row_of(tmp_path, "Let $n \\ge 1$. The entropy of a random variable.", formula)
    )


@pytest.mark.few(5)
@pytest.mark.parametrize("formula", FAIL.values(), ids=FAIL.keys())
def test_a_false_neighbour_is_not_proved(tmp_path, formula):
    check_unknown(row_of(tmp_path, "The entropy of a random variable.", formula))


@pytest.mark.few(3)
@pytest.mark.parametrize(("text", "formula"), OTHER_TEXTS.values(), ids=OTHER_TEXTS.keys())
def test_another_text_may_mean_another_function(tmp_path, text, formula):
    check_unknown(row_of(tmp_path, text, formula))


TERMS = {  # each as a pair of variables, one given the other, and as an average over all outcomes
    r"H(X \mid Z)": lambda law: _conditional(law, "X", "Z"),
    r"H(X, Y \mid Z)": lambda law: _conditional(law, "XY", "Z"),
    r"H(Y \mid X, Z)": lambda law: _conditional(law, "Y", "XZ"),
    r"I(X; Y)": lambda law: _information(law, "X", "Y", ""),
    r"I(X; Y \mid Z)": lambda law: _information(law, "X", "Y", "Z"),
    r"I(X, Z; Y)": lambda law: _information(law, "XZ", "Y", ""),
}


@pytest.mark.parametrize("term", TERMS)
def test_a_law_holds_of_finite_laws(term):
    """The definitions by conditional laws and by a divergence agree with the joint entropies."""
    draw = random.Random(15)
    row = read_display(rf"{term} \le 1 + H(X, Y, Z)", Scope()).rows[0]
    laws, facts, _ = information_laws_of([row.relation], Scope(), SourceText("Of entropy"))
    (law,) = laws
    assert facts
    for _ in range(50):
        weights = [draw.choice((0, draw.random(), draw.random() ** 4)) for _ in range(8)]
        total = sum(weights) or 1
        chances = [item / total for item in weights] if sum(weights) else [1] + 7 * [0]
        joint = dict(zip(itertools.product((0, 1), repeat=3), chances, strict=True))
        assert _value(law.value, joint) == pytest.approx(TERMS[term](joint), abs=1e-9)
        assert all(_value(fact.left, joint) >= -1e-9 for fact in facts)


def _marginal(joint, names):
    found = {}
    for outcome, chance in joint.items():
        key = tuple(outcome["XYZ".index(name)] for name in names)
        found[key] = found.get(key, 0) + chance
    return found


def _entropy(joint, names):
    return -sum(p * math.log(p) for p in _marginal(joint, names).values() if p)


def _conditional(joint, names, given):
    return sum(
        chance * _entropy({out: p / chance for out, p in joint.items() if _at(out, given) == at},
                          names)
        for at, chance in _marginal(joint, given).items()
        if chance
    )  # fmt: skip


def _at(outcome, names):
    return tuple(outcome["XYZ".index(name)] for name in names)


def _information(joint, one, two, given):
    total = 0
    parts = {names: _marginal(joint, names) for names in (one + given, two + given, given)}
    for at, chance in _marginal(joint, one + two + given).items():
        left, right, rest = at[: len(one)], at[len(one) :][: len(two)], at[len(one + two) :]
        if chance:
            ratio = chance * parts[given][rest]
            ratio /= parts[one + given][left + rest] * parts[two + given][right + rest]
            total += chance * math.log(ratio)
    return total


def _value(node, joint):
    values = {
        symbol.name: _entropy(joint, [letter for letter in symbol.latex if letter in "XYZ"])
        for symbol in node.symbols()
    }
    return float_program(node).run(values)


@pytest.mark.parametrize(
    "formula",
    [r"H(X, Y) \le H(X) + H(Y)", r"\max(H(X), H(Y)) \le H(X, Y)", r"H(X) + H(Y) - H(X, Y) \ge 0"],
)
def test_joint_entropies_alone_are_compared(tmp_path, formula):
    check_proved_by_a_law(row_of(tmp_path, "The entropy of discrete random variables.", formula))


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("The entropy of discrete random variables.", r"H(X, Y) \ge H(X) + H(Y)"),
        ("The entropy of discrete random variables.", r"H(X, Y) \le H(X)"),
        ("The differential entropy of densities.", r"H(X) \le H(X, Y)"),
        ("The entropy and the cross-entropy.", r"H(A, B) \le H(A) + H(B)"),
        ("The function $H$ is any one.", r"H(X, Y) \le H(X) + H(Y)"),
        ("The von Neumann entropy.", r"H(X) \le H(X, Y)"),
    ],
)
def test_joint_entropies_are_not_compared_falsely(tmp_path, text, formula):
    assert row_of(tmp_path, text, formula).kind.value != "PROVED"
