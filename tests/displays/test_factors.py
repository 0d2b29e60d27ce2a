r"""Names before parentheses that can be no functions."""

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.reader.scope import Scope

READ = {
    r"p(1-p)^2+(1-p)p^2 = p(1-p)": "p * (1 - p)^2 + (1 - p) * p^2 = p * (1 - p)",
    r"2e^{-2n(t/2)^2} = 2 e^{-nt^2/2}": "2 * e^(-2 * n * (t / 2)^2) = 2 * e^(-n * t^2 / 2)",
    r"n(n-1) = n^2-n": "n * (n - 1) = n^2 - n",
    r"T(n) = 2T(n/2)": "T(n) = 2 * T(n/2)",
    r"f(2x)=2f(x)": "f(2x) = 2 * f(x)",
    r"x(t+1) = x(t) + v": "x(t+1) = x(t) + v",
    r"g(a+b) = 1-g(-a-b)": "g(a+b) = 1 - g(-a-b)",
    r"e^{b-az}(-a) = -ae^{b-az}": "e^(b - a * z) * (-a) = -a * e^(b - a * z)",
    r"x^2(x+1) = x^3 + x^2": "x^2 * (x + 1) = x^3 + x^2",
    r"\sigma^2(1+u) = \sigma^2 + \sigma^2u": r"\sigma^2 * (1 + u) = \sigma^2 + \sigma^2 * u",
    r"\gamma^t(1-\gamma) = 0": r"\gamma^{t} * (1 - \gamma) = 0",
    r"f(x)(1-f(x)) = f(x)-f(x)^2": "f(x) * (1 - f(x)) = f(x) - f(x)^2",
    r"f(x)(1-x) = f(x)-xf(x)": "f(x) * (1 - x) = f(x) - x * f(x)",
    r"f^2(x+1) = f^2(x-1)": "f^{2}(x+1) = f^{2}(x-1)",
    r"\sigma^2(X+Y) = 2": r"\sigma^{2}(X+Y) = 2",
    r"\exp(-\mathbb{E} X/8) = 2": r"exp(-\mathbb{E}X / 8) = 2",
    r"\mathbb{E} X^2 = \mathbb{E} X Y": r"\mathbb{E}X^{2} = \mathbb{E}XY",
    r"\Delta f/u = 2": r"\Delta f / u = 2",
    r"\Delta f/u = 2/\Delta^2": r"\Delta * f / u = 2 / \Delta^2",
    r"f^{-1}(f+1) = 2": "f^{-1}(f+1) = 2",
    r"x^{(t)}(x+1) = 2": "x^{(t)}(x+1) = 2",
    r"e^i(x) = 2": "e^{i}(x) = 2",
    r"K(x)(y+z) = K(x)(y)": "K(x)(y+z) = K(x)(y)",
    r"\pi(x+1) = \pi x": r"\pi(x+1) = pi * x",
    r"\ln 2 \le y^2": "ln(2) <= y^2",  # the power is none of the logarithm
}


@pytest.mark.parametrize(("formula", "relation"), READ.items())
def test_a_name_is_a_factor_only_where_it_can_be_no_function(formula, relation):
    (row,) = read_display(formula, Scope()).rows
    assert str(row.relation) == relation


def test_a_name_that_the_text_applies_to_something_plain_stays_a_function(tmp_path):
    from boundcalc.derivations.open_documents import read_open
    from boundcalc.tex.files import read_source

    text = "The mass $n(x)$ is given. \\[ n(x+1) + 2n t = n^2 \\]"
    (step,) = read_open(read_source(text)).steps
    assert str(step.row.relation) == "n(x+1) + 2 * n * t = n^2"


FACTORS = {
    r"n\left(\frac{a}{n+1}\right) = \frac{n}{n+1} a": "n * (a / (n + 1)) = n / (n + 1) * a",
    r"\sum_{i=1}^n x_i - n\left(\frac{1}{n} \sum_{i=1}^n x_i\right) = 0": (
        r"\sum_{i=1}^{n}x_{i} - n * (1 / n * \sum_{i=1}^{n}x_{i}) = 0"
    ),
    r"e^{\epsilon'(b \ln c)} = e^{b \epsilon' \ln c}": (
        "e^(epsilon_prime * (b * ln(c))) = e^(b * epsilon_prime * ln(c))"
    ),
    r"\varepsilon'(x) = 2\varepsilon' x": r"\varepsilon'(x) = 2 * epsilon_prime * x",
    r"\varepsilon'(\delta/2) = \varepsilon'(\delta) + 1": (
        r"\varepsilon'(\delta/2) = \varepsilon'(\delta) + 1"
    ),
    r"f'(\frac{x}{2}) = 2f' x": r"f'(\frac x2) = 2 * f' * x",
}


@pytest.mark.parametrize(("formula", "relation"), FACTORS.items())
@pytest.mark.parametrize("words", ["We have", "Let $n$ be a positive integer. Then"])
def test_a_number_multiplies_what_is_no_plain_argument(formula, relation, words):
    from boundcalc.derivations.open_documents import read_open
    from boundcalc.tex.files import read_source

    (step,) = read_open(read_source(f"{words} \\[ {formula} \\]")).steps
    assert str(step.row.relation) == relation


HALVED = r"Then \[ e^{-2n\left(\frac{\epsilon}{2}\right)^2} = e^{-\frac{n\epsilon^2}{%s}}. \]"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("words", "by", "is_proved"),
    [
        (r"Let $R_n(F)$ and $2^n(f)$ be real. ", "2", True),
        (r"Let $R_n(F)$ be real. ", "4", False),
        (r"Let $n(F)$ be the size of $F$. ", "2", False),
    ],
)
def test_an_index_before_parentheses_is_applied_to_nothing(tmp_path, words, by, is_proved):
    file = tmp_path / "notes.tex"
    file.write_text(words + HALVED % by)
    (row,) = check(file, jobs=1).rows
    assert (row.kind is VerdictKind.PROVED) is is_proved


PRIVATE = r"Let $M$ be $(\varepsilon, \delta)$-differentially private."


@pytest.mark.parametrize(
    ("text", "formula", "kind"),
    [
        (PRIVATE, r"\varepsilon(|a| - |b|) = \varepsilon |a| - \varepsilon |b|", "PROVED"),
        (PRIVATE, r"\delta(1 + c) = \delta + \delta c", "PROVED"),
        (PRIVATE, r"\varepsilon(a - b) = \varepsilon(a) - \varepsilon(b)", "UNKNOWN"),
        (PRIVATE, r"f(|a| - |b|) = f |a| - f |b|", "UNKNOWN"),
        (
            rf"{PRIVATE} After t steps the loss is $\varepsilon(t)$.",
            r"\varepsilon(|a| - |b|) = \varepsilon |a| - \varepsilon |b|",
            "UNKNOWN",
        ),
        (
            "Let $M$ be private.",
            r"\varepsilon(|a| - |b|) = \varepsilon |a| - \varepsilon |b|",
            "UNKNOWN",
        ),
    ],
)
def test_what_privacy_is_measured_by_is_a_number(tmp_path, text, formula, kind):
    file = tmp_path / "notes.tex"
    file.write_text(f"{text}\n\\[ {formula} \\]\n")
    (row,) = check(file, jobs=1).rows
    assert row.kind.name == kind
