r"""Integrals compared point by point, signs of sums and of integrals, and what does not follow."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TRUE = [
    ("Let $t > 0$.", r"\int_t^\infty e^{-x^2/2} dx \le \int_t^\infty \frac{x}{t} e^{-x^2/2} dx"),
    ("We go on.", r"\left|\int_0^1 f(x) dx\right| \le \int_0^1 |f(x)| dx"),
    (
        "We go on.",
        r"\left(\int_0^1 f(x) g(x) dx\right)^2 \le \int_0^1 f(x)^2 dx \int_0^1 g(x)^2 dx",
    ),
    ("We go on.", r"\int_0^1 f(x) e^{-2x} dx \le \int_0^1 |f(x)| e^{-x} dx"),
    ("Let $a < b$.", r"\int_a^b f(x)^2 dx \ge 0"),
    (
        "We go on.",
        r"\int_{\mathcal{X}} f(x) g(x) dx \le \frac12 \int_{\mathcal{X}} f(x)^2 dx"
        r" + \frac12 \int_{\mathcal{X}} g(x)^2 dx",
    ),
    ("We go on.", r"\int_{-\infty}^0 x f(x)^2 dx \le \int_{-\infty}^0 f(x)^2 dx"),
    (
        "We go on.",
        r"\int_0^1 \epsilon f(\epsilon)^2 d\epsilon \le \int_0^1 f(\epsilon)^2 d\epsilon",
    ),
    ("We go on.", r"y + \sum_{i=1}^n x_i^2 \ge y"),
    ("Random.", r"\mathbb{E}[(X - Y)^2] \ge 0"),
]
FALSE = [
    ("We go on.", r"\int_1^0 x f(x)^2 dx \le \int_1^0 f(x)^2 dx"),
    ("We go on.", r"\int x f(x)^2 dx \le \int (x f(x)^2 + 1) dx"),
    ("We go on.", r"\int_0^2 x f(x)^2 dx \le \int_0^2 f(x)^2 dx"),
    ("We go on.", r"\int_a^b f(x)^2 dx \le \int_a^b (f(x)^2 + 1) dx"),
    ("We go on.", r"\int_\infty^0 f(x)^2 dx \le \int_\infty^0 (f(x)^2 + 1) dx"),
    ("We go on.", r"\int_0^{-\infty} f(x)^2 dx \le \int_0^{-\infty} (f(x)^2 + 1) dx"),
    ("Let $0 < x < 1$.", r"\int_0^5 x f(x)^2 dx \le \int_0^5 f(x)^2 dx"),
    ("Let $x > 1$.", r"\int_0^\infty e^{-x} f(x)^2 dx \ge \int_0^\infty e^{-x^2} f(x)^2 dx"),
    ("Let $t > 0$.", r"\int_{-1}^1 t f(t)^2 dt \ge 0"),
    ("We go on.", r"\int_0^1 f(x)^2 dx \le \int_0^2 g(x)^2 dx"),
    ("We go on.", r"\int_0^1 f(x) dx \ge 0"),
    (r"Let $\Gamma$ be a curve from $1$ to $0$.", r"\int_\Gamma f(x)^2 dx \ge 0"),
    ("Let $C$ be a closed path.", r"\int_C f(x)^2 dx \ge 0"),
    ("We go on.", r"\left|\int_1^0 f(x) dx\right| \le \int_1^0 |f(x)| dx"),
    ("We go on.", r"\int_1^0 f(x)^2 dx \ge 0"),
    ("We go on.", r"\sum_{i=1}^n x_i \ge 0"),
    ("We go on.", r"\sum_{i=1}^n x_i^2 > 0"),
    (r"Let $x_i$ be the eigenvalues of a rotation.", r"\sum_{i=1}^n x_i^2 \ge 0"),
    (r"Let $X$ be a complex Gaussian.", r"\mathbb{E}[X^2] \ge 0"),
    ("Random.", r"\mathbb{E}[X - Y] \ge 0"),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("text", "formula"), TRUE)
def test_integrals_are_compared_point_by_point(tmp_path, text, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, text, formula))


@pytest.mark.few(5)
@pytest.mark.parametrize(("text", "formula"), FALSE)
def test_nothing_else_follows_of_integrals(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
