r"""Sums and integrals of explicit terms: their values, and what must not be one."""

import mpmath
import pytest

from boundcalc.displays.displays import read_display
from boundcalc.judgements import LAW, VerdictKind
from boundcalc.language.expressions import Constant, Expression, Number, Symbol
from boundcalc.language.operators import Operator
from boundcalc.laws.instances import laws_of
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText
from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

AT = {"a": 2, "b": 3, "c": "0.75", "n": 6, "p": "0.3", "q": "0.4", "r": "0.25", "s": "1.5", "t": 1}
SUMS = [  # the sum, its body at k, its ends
    (r"\sum_{k=1}^n k", lambda k, v: k, 1, "n"),
    (r"\sum_{k=0}^n (3k^2 - k)", lambda k, v: 3 * k**2 - k, 0, "n"),
    (r"\sum_{k=2}^{n} k^3", lambda k, v: k**3, 2, "n"),
    (r"\sum_{k=0}^{n} a k^2", lambda k, v: v.a * k**2, 0, "n"),
    (r"\sum_{k=1}^{n} r^k", lambda k, v: v.r**k, 1, "n"),
    (r"\sum_{k=1}^{n} r^{k-1}", lambda k, v: v.r ** (k - 1), 1, "n"),
    (r"\sum_{k=0}^{n} 2^{-k}", lambda k, v: mpmath.mpf(2) ** (-k), 0, "n"),
    (r"\sum_{k=2}^{n} p r^{k}", lambda k, v: v.p * v.r**k, 2, "n"),
    (
        r"\sum_{k=0}^n \binom{n}{k} p^k (1-p)^{n-k}",
        lambda k, v: mpmath.binomial(v.n, k) * v.p**k * (1 - v.p) ** (v.n - k),
        0,
        "n",
    ),
    (
        r"\sum_{k=1}^n \binom{n}{k} p^k q^{n-k}",
        lambda k, v: mpmath.binomial(v.n, k) * v.p**k * v.q ** (v.n - k),
        1,
        "n",
    ),
    (
        r"\sum_{k=0}^n k \binom{n}{k} p^k q^{n-k}",
        lambda k, v: k * mpmath.binomial(v.n, k) * v.p**k * v.q ** (v.n - k),
        0,
        "n",
    ),
    (
        r"\sum_{k=0}^n k^2 \binom{n}{k} p^k q^{n-k}",
        lambda k, v: k**2 * mpmath.binomial(v.n, k) * v.p**k * v.q ** (v.n - k),
        0,
        "n",
    ),
    (
        r"\sum_{k=0}^n \binom{n}{k} e^{sk} (-1)^{n-k}",
        lambda k, v: mpmath.binomial(v.n, k) * mpmath.exp(v.s * k) * (-1) ** (v.n - k),
        0,
        "n",
    ),
    (
        r"\sum_{k=1}^n \binom{n-1}{k-1} p^k q^{n-k}",
        lambda k, v: mpmath.binomial(v.n - 1, k - 1) * v.p**k * v.q ** (v.n - k),
        1,
        "n",
    ),
    (
        r"\sum_{k=1}^n k \cdot \frac{n!}{k!(n-k)!} \cdot p^k \cdot q^{n-k}",
        lambda k, v: k * mpmath.binomial(v.n, k) * v.p**k * v.q ** (v.n - k),
        1,
        "n",
    ),
    (
        r"\sum_{k=1}^n \frac{n!}{(k-1)! (n-k)!} p^k q^{n-k}",
        lambda k, v: k * mpmath.binomial(v.n, k) * v.p**k * v.q ** (v.n - k),
        1,
        "n",
    ),
    (
        r"\sum_{k=2}^n \frac{(n-2)!}{(k-2)!(n-k)!} p^{k-2} q^{n-k}",
        lambda k, v: mpmath.binomial(v.n - 2, k - 2) * v.p ** (k - 2) * v.q ** (v.n - k),
        2,
        "n",
    ),
    (
        r"\sum_{k=2}^n \frac{(n-1)!}{(k-1)!(n-k)!} p^{k-1} q^{n-k}",
        lambda k, v: mpmath.binomial(v.n - 1, k - 1) * v.p ** (k - 1) * v.q ** (v.n - k),
        2,
        "n",
    ),
    (
        r"\sum_{k=0}^n \frac{p^k q^{n-k}}{k!(n-k)!}",
        lambda k, v: mpmath.binomial(v.n, k) / mpmath.fac(v.n) * v.p**k * v.q ** (v.n - k),
        0,
        "n",
    ),
    (r"\sum_{k=1}^\infty \frac{s^k}{(k-1)!}", lambda k, v: v.s**k / mpmath.fac(k - 1), 1, None),
    (r"\sum_{k=2}^\infty \frac{s^{k}}{(k-1)!}", lambda k, v: v.s**k / mpmath.fac(k - 1), 2, None),
    (
        r"\sum_{k=2}^\infty \frac{s^{k-2}}{(k-2)!}",
        lambda k, v: v.s ** (k - 2) / mpmath.fac(k - 2),
        2,
        None,
    ),
    (
        r"\sum_{k=2}^n k (k-1) \binom{n}{k} p^k q^{n-k}",
        lambda k, v: k * (k - 1) * mpmath.binomial(v.n, k) * v.p**k * v.q ** (v.n - k),
        2,
        "n",
    ),
    (
        r"\sum_{k=2}^n \binom{n}{k} p^k q^{n-k}",
        lambda k, v: mpmath.binomial(v.n, k) * v.p**k * v.q ** (v.n - k),
        2,
        "n",
    ),
    (r"\sum_{k=0}^\infty r^k", lambda k, v: v.r**k, 0, None),
    (r"\sum_{k=1}^\infty p(1-p)^{k-1}", lambda k, v: v.p * (1 - v.p) ** (k - 1), 1, None),
    (r"\sum_{k=2}^\infty r^{2k}", lambda k, v: v.r ** (2 * k), 2, None),
    (r"\sum_{k=1}^\infty k r^k", lambda k, v: k * v.r**k, 1, None),
    (r"\sum_{k=2}^\infty k^2 r^k", lambda k, v: k**2 * v.r**k, 2, None),
    (r"\sum_{k=0}^\infty k^3 r^k", lambda k, v: k**3 * v.r**k, 0, None),
    (r"\sum_{k=0}^\infty e^{-ck}", lambda k, v: mpmath.exp(-v.c * k), 0, None),
    (r"\sum_{k=0}^\infty \frac{s^k}{k!}", lambda k, v: v.s**k / mpmath.factorial(k), 0, None),
    (
        r"\sum_{k=0}^\infty \frac{s^{2k}}{(2k)!}",
        lambda k, v: v.s ** (2 * k) / mpmath.fac(2 * k),
        0,
        None,
    ),
    (r"\sum_{k=0}^\infty \frac{a}{(2k)!}", lambda k, v: v.a / mpmath.fac(2 * k), 0, None),
    (r"\sum_{k=2}^\infty \frac{s^k}{k!}", lambda k, v: v.s**k / mpmath.factorial(k), 2, None),
    (r"\sum_{k=1}^\infty k \frac{s^k}{k!}", lambda k, v: k * v.s**k / mpmath.factorial(k), 1, None),
    (r"\sum_{k=0}^\infty k^2 \frac{s^k}{k!}", lambda k, v: k**2 * v.s**k / mpmath.fac(k), 0, None),
    (r"\sum_{k=2}^\infty k^3 \frac{s^k}{k!}", lambda k, v: k**3 * v.s**k / mpmath.fac(k), 2, None),
    (r"\sum_{k=1}^\infty \frac{1}{k!}", lambda k, v: 1 / mpmath.factorial(k), 1, None),
]
INTEGRALS = [
    (r"\int_a^b (x^2 - 3x + 1) dx", lambda x, v: x**2 - 3 * x + 1, "a", "b"),
    (r"\int_0^1 x^5 dx", lambda x, v: x**5, 0, 1),
    (r"\int_a^b e^{-s x} dx", lambda x, v: mpmath.exp(-v.s * x), "a", "b"),
    (r"\int_a^b x^3 e^{s x} dx", lambda x, v: x**3 * mpmath.exp(v.s * x), "a", "b"),
    (r"\int_a^b x e^{-x^2/2} dx", lambda x, v: x * mpmath.exp(-(x**2) / 2), "a", "b"),
    (r"\int_0^\infty c e^{-c x} dx", lambda x, v: v.c * mpmath.exp(-v.c * x), 0, mpmath.inf),
    (r"\int_a^\infty x^2 e^{-c x} dx", lambda x, v: x**2 * mpmath.exp(-v.c * x), "a", mpmath.inf),
    (r"\int_{-\infty}^b x^2 e^{c x} dx", lambda x, v: x**2 * mpmath.exp(v.c * x), -mpmath.inf, "b"),
    (r"\int_{-\infty}^b x e^{c x} dx", lambda x, v: x * mpmath.exp(v.c * x), -mpmath.inf, "b"),
    (r"\int_0^\infty e^{-c x^2} dx", lambda x, v: mpmath.exp(-v.c * x**2), 0, mpmath.inf),
    (
        r"\int_0^\infty x^4 e^{-c x^2} dx",
        lambda x, v: x**4 * mpmath.exp(-v.c * x**2),
        0,
        mpmath.inf,
    ),
    (
        r"\int_0^\infty x^5 e^{-c x^2} dx",
        lambda x, v: x**5 * mpmath.exp(-v.c * x**2),
        0,
        mpmath.inf,
    ),
    (r"\int_a^\infty x e^{-c x^2} dx", lambda x, v: x * mpmath.exp(-v.c * x**2), "a", mpmath.inf),
    (
        r"\int_{-\infty}^0 x^3 e^{-c x^2} dx",
        lambda x, v: x**3 * mpmath.exp(-v.c * x**2),
        -mpmath.inf,
        0,
    ),
    (
        r"\int_{-\infty}^{\infty} x^2 e^{t x - c x^2} dx",
        lambda x, v: x**2 * mpmath.exp(v.t * x - v.c * x**2),
        -mpmath.inf,
        mpmath.inf,
    ),
    (
        r"\int_{-\infty}^{\infty} x^3 e^{t x - c x^2} dx",
        lambda x, v: x**3 * mpmath.exp(v.t * x - v.c * x**2),
        -mpmath.inf,
        mpmath.inf,
    ),
    (
        r"\int_{-\infty}^{\infty} x^4 e^{-(x-t)^2/(2b)} dx",
        lambda x, v: x**4 * mpmath.exp(-((x - v.t) ** 2) / (2 * v.b)),
        -mpmath.inf,
        mpmath.inf,
    ),
]


class Values:
    """The values of the letters, as attributes."""

    def __init__(self) -> None:
        self.__dict__.update({name: mpmath.mpf(value) for name, value in AT.items()})


def value_of(node: Expression) -> mpmath.mpf:
    """Return the value of an expression in which the letters have their values."""
    if isinstance(node, Number):
        return mpmath.mpf(node.value.numerator) / node.value.denominator
    if isinstance(node, Constant):
        return +mpmath.e if node.name == "e" else +mpmath.pi
    if isinstance(node, Symbol):
        return mpmath.mpf(AT[node.name])
    inner = [value_of(item) for item in node.operands]
    calls = {
        Operator.ADD: lambda *items: sum(items),
        Operator.MULTIPLY: lambda *items: mpmath.fprod(items),
        Operator.NEGATE: lambda item: -item,
        Operator.DIVIDE: lambda one, two: one / two,
        Operator.POWER: lambda one, two: one**two,
        Operator.EXP: mpmath.exp,
        Operator.SQRT: mpmath.sqrt,
        Operator.FACTORIAL: mpmath.factorial,
    }
    return calls[node.operator](*inner)


def law_value(formula: str) -> mpmath.mpf:
    """Return the value that the laws give a term."""
    row = read_display(rf"{formula} = u", Scope()).rows[0]
    (law,) = laws_of([row.relation], Scope(), SourceText(""))
    return value_of(law.value)


@pytest.mark.few(14)
@pytest.mark.parametrize(("formula", "body", "first", "last"), SUMS)
def test_a_sum_has_the_value_that_its_terms_add_up_to(formula, body, first, last) -> None:
    stop = 200 if last is None else int(AT[last])
    expected = mpmath.fsum(body(mpmath.mpf(k), Values()) for k in range(first, stop + 1))
    assert mpmath.almosteq(law_value(formula), expected, rel_eps=1e-12), formula


@pytest.mark.few(8)
@pytest.mark.parametrize(("formula", "body", "lower", "upper"), INTEGRALS)
def test_an_integral_has_the_value_that_quadrature_finds(formula, body, lower, upper) -> None:
    values = Values()
    ends = [mpmath.mpf(AT[end]) if isinstance(end, str) else end for end in (lower, upper)]
    places = [ends[0], 0, ends[1]] if mpmath.isinf(ends[0]) and ends[1] > 0 else ends
    expected = mpmath.quad(lambda x: body(x, values), places)
    assert mpmath.almosteq(law_value(formula), expected, rel_eps=1e-9), formula


FALSE = [
    r"\sum_{k=1}^n k = \frac{n(n-1)}{2}",
    r"\sum_{k=0}^{n-1} k^2 = \frac{n(n+1)(2n+1)}{6}",
    r"\sum_{k=0}^{n} 2^k = 2^{n+1}",
    r"\sum_{k=1}^\infty 2^{-k} = 2",
    r"\sum_{k=0}^\infty 2^{k} = -1",
    r"\sum_{k=0}^\infty \frac{x^{2k}}{(2k)!} = e^{x}",
    r"\sum_{k=1}^\infty \frac{x^{2k}}{(2k)!} = \frac{e^{x} + e^{-x}}{2}",
    r"\sum_{k=0}^\infty \frac{x^{2k+1}}{(2k)!} = \frac{e^{x} + e^{-x}}{2}",
    r"\sum_{k=0}^\infty \frac{x^{2k}}{(2k+1)!} = \frac{e^{x} + e^{-x}}{2}",
    r"\sum_{k=0}^\infty \frac{x^{2k}}{2k!} = \frac{e^{x} + e^{-x}}{2}",
    r"\sum_{k=0}^\infty \frac{(-1)^k x^{2k}}{(2k)!} = \frac{e^{x} + e^{-x}}{2}",
    r"\sum_{k=0}^n \frac{x^{2k}}{(2k)!} = \frac{e^{x} + e^{-x}}{2}",
    r"\sum_{k=0}^\infty \frac{x^{k}}{(2k)!} = \frac{e^{x} + e^{-x}}{2}",
    r"\sum_{k=0}^\infty (-1)^k = \frac{1}{2}",
    r"\sum_{k=1}^\infty \frac{s^k}{k!} = e^s",
    r"\sum_{k=0}^\infty \frac{s^k}{k} = e^s",
    r"\sum_{k=0}^n \frac{s^k}{k!} = e^s",
    r"\sum_{k=0}^\infty \frac{s^k}{j!} = e^s",
    r"\sum_{k=0}^n \frac{s^k}{(k-1)!} = s e^s",
    r"\sum_{k=0}^\infty \frac{s^k}{(k-1)!} = s e^s",
    r"\sum_{k=1}^n \binom{n}{k-1} p^k (1-p)^{n-k} = p",
    r"\sum_{k=1}^n \frac{n!}{(k-1)!(n-k)!} p^k (1-p)^{n-k} = p",
    r"\sum_{k=1}^n \frac{n!}{(k-1)!(m-k)!} p^k (1-p)^{n-k} = n p",
    r"\sum_{k=2}^n \frac{(n-1)!}{(k-1)!(n-k)!} p^{k-1} (1-p)^{n-k} = 1",
    r"\sum_{k=0}^m \binom{n}{k} = 2^m",
    r"\sum_{k=0}^m \binom{n}{k} = 2^n",
    r"\sum_{k=1}^n \binom{n}{k} = 2^n",
    r"\sum_{k=0}^n \binom{n}{k} p^k (1-p)^{m-k} = 1",
    r"\sum_{k=0}^n \binom{k}{n} p^k (1-p)^{n-k} = 1",
    r"\sum_{i} k = \frac{n(n+1)}{2}",
    r"\sum_{k \in S} r^k = \frac{1}{1-r}",
    r"\sum_{k=1}^n k_i = \frac{n(n+1)}{2}",
    r"\sum_{k=1}^n x_k^2 = \frac{n(n+1)(2n+1)}{6}",
    r"\sum_{k=1}^n k^{(2)} = \frac{n(n+1)(2n+1)}{6}",
    r"\sum_{k,l=1}^n k = \frac{n(n+1)}{2}",
    r"\sum_{k=1}^{n/2} k = \frac{n(n+2)}{4}",
    r"\sum_{k=1}^{\sqrt{n}} k = \frac{n+\sqrt{n}}{2}",
    r"\sum_{k=1}^{k} k = \frac{k(k+1)}{2}",
    r"\int_0^1 x^2 dx = \frac{1}{2}",
    r"\int_0^1 x^{-1} dx = 0",
    r"\int_{-1}^1 \frac{1}{x^2} dx = -2",
    r"\int_0^\infty x dx = 0",
    r"\int_{-\infty}^\infty x dx = 0",
    r"\int_0^\infty e^{x} dx = -1",
    r"\int_{-\infty}^0 e^{-x} dx = -1",
    r"\int_{-\infty}^\infty e^{-x} dx = 0",
    r"\int_{-\infty}^\infty e^{x^2} dx = \sqrt{-\pi}",
    r"\int_{-\infty}^\infty e^{-x^2} dx = \sqrt{2\pi}",
    r"\int_0^\infty e^{-x^2/2} dx = \sqrt{2\pi}",
    r"\int_0^\infty e^{-y^2/2} dx = \sqrt{\pi/2}",
    r"\int_0^1 x^2 dy = \frac{1}{3}",
    r"\int_0^x x dx = \frac{x^2}{2} + 1",
    r"\int_0^1 |2x - 1| dx = 0",
    r"\int_{A} x dx = \frac{1}{2}",
    r"\int_0^1 x_1 dx = \frac{1}{2}",
    r"\int_0^1 f(x) dx = \frac{1}{2}",
    r"\int_0^1 \epsilon \, d\epsilon = \epsilon",  # read as \varepsilon
    r"\int_0^1 \varepsilon \, d\varepsilon = \varepsilon",
    r"\int_0^1 \epsilon x \, d\epsilon = \epsilon x",
    r"\int_0^1 \sqrt{1/\epsilon} d\epsilon = \sqrt{1/\epsilon}",
    r"\sum_{\epsilon=1}^n \epsilon = n \epsilon",
    r"\int_0^1 y dx = y",  # which may be a function of x
    r"\int_0^1 f dx = f",
    r"\int_0^\infty e^{-u x} dx = \frac{1}{u}",
    r"\int_0^{2\pi} r \, d\theta = 2 \pi r",
]


@pytest.mark.few(9, without="sqrt")
@pytest.mark.parametrize("formula", FALSE)
def test_no_false_value_is_proved(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, "We go on.", formula))


HOLD = [
    r"\sum_{k=0}^\infty e^{-u} \frac{(u e^t)^k}{k!} = e^{u (e^t - 1)}",
    r"\int_{-\infty}^{\infty} \frac{1}{\sigma \sqrt{2\pi}} e^{-\frac{(y-\mu)^2}{2\sigma^2}} dy = 1",
    r"\left( \int_0^\infty e^{-x} \quad dx \right) \cdot \frac{\pi}{2} = \frac{\pi}{2}",
    r"\int_0^1 (a x - a x^2) \, dx \le \frac{a}{6}",
    r"\int_0^1 \epsilon^2 \, d\epsilon = \frac{1}{3}",
]


@pytest.mark.parametrize("formula", HOLD)
def test_a_row_with_an_explicit_term_is_proved(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, "We go on.", formula))


def test_what_convergence_needs_is_a_premise(tmp_path) -> None:
    row = row_of(tmp_path, "Let $r$ be real.", r"(1 - r)^2 \sum_{k=0}^\infty r^k = 1 - r")
    check_proved_by_a_law(row)
    assert {"r < 1", "r > -1"} <= {item.text for item in row.judgement.premises}


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("line", "formula"),
    [
        ("Let $r \\ge 2$ be real.", r"(1 - r) \sum_{k=0}^\infty r^k = 1"),
        ("Let $x > 0$. Let $y = x^2$.", r"\int_0^1 y dx = y"),
        ("Let $c$ be a function of $x$.", r"\int_0^1 c \, dx = c"),
        (
            "Let $\\sigma = -1$.",
            r"\int_{-\infty}^\infty \frac{1}{\sigma\sqrt{2\pi}} e^{-x^2/(2\sigma^2)} dx = 1",
        ),
        (
            "Let $\\sigma < 0$.",
            r"\int_{-\infty}^\infty \frac{1}{\sigma\sqrt{2\pi}} e^{-x^2/(2\sigma^2)} dx = 1",
        ),
        ("For matrices we have", r"\sum_{k=0}^n \binom{n}{k} A^k B^{n-k} = (A+B)^n"),
        ("Let $x > 0$ be real.", r"\sum_{k=1}^x k = \frac{x(x+1)}{2}"),
        ("Let $c \\ge 1$ be real.", r"c \int_0^\infty e^{c x} dx = -1"),
    ],
)
def test_what_the_text_says_otherwise_is_not_proved(tmp_path, line, formula) -> None:
    check_unknown(row_of(tmp_path, line, formula))


@pytest.mark.parametrize(
    "formula",
    [
        r"\int_{-\infty}^{\infty} 2 e^{-y^2} dy = 2 \int_{-\infty}^{\infty} e^{-y^2} dy",
        r"\int_{-\infty}^{\infty} e^{ty} e^{-y^2/2} dy = \int_{-\infty}^{\infty} e^{ty - y^2/2} dy",
        r"\sum_{k=0}^\infty 2^{-k} = 2 \sum_{k=0}^\infty 2^{-k-1}",
    ],
)
def test_a_value_is_put_in_for_both_sides_of_an_equation_of_explicit_terms(tmp_path, formula):
    check_proved_by_a_law(row_of(tmp_path, "", formula))


@pytest.mark.parametrize(
    "formula",
    [
        r"\int_{-\infty}^{\infty} 2 e^{-y^2} dy = 4 \int_{-\infty}^{\infty} e^{-y^2} dy",
        r"\int_{-\infty}^{\infty} e^{ty} e^{-y^2/2} dy = \int_{-\infty}^{\infty} e^{-ty/2} dy",
    ],
)
def test_two_explicit_terms_of_different_values_are_not_equal(tmp_path, formula):
    assert row_of(tmp_path, "", formula).kind.value != "PROVED"


LAST = r"\sum_{k=2}^n \frac{(n-2)!}{(k-2)!(n-k)!} p^{k-2} (1-p)^{n-k}"


@pytest.mark.parametrize(
    ("said", "formula"),
    [
        (r"n \ge -1", r"\sum_{k=0}^n \binom{n}{k} p^k (1-p)^{n-k} = 1"),
        (r"n \ge -3", r"\sum_{k=1}^n k = \frac{n(n+1)}{2}"),
        (r"n \ge 1", f"{LAST} = 1"),
        (r"n \ge 0", r"\sum_{k=1}^n \binom{n-1}{k-1} p^k (1-p)^{n-k} = p"),
    ],
)
def test_where_a_sum_may_be_empty_it_has_not_that_value(tmp_path, said, formula) -> None:
    row = row_of(tmp_path, f"Let ${said}$ be an integer and $p \\in (0, 1)$.", formula)
    assert row.kind is VerdictKind.REFUTED


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("said", "formula"),
    [
        (r"n \ge 2", f"{LAST} = 1"),
        (r"n \ge 2", f"n(n-1)p^2 {LAST} = n(n-1)p^2 (p + 1 - p)^{{n-2}}"),
        (r"n \ge 0", r"\sum_{k=1}^n \frac{n!}{(k-1)!(n-k)!} p^{k} (1-p)^{n-k} = n p"),
        (r"n \ge 0", r"\sum_{k=2}^n \frac{n!}{(k-2)!(n-k)!} p^{k} (1-p)^{n-k} = n (n-1) p^2"),
    ],
)
def test_where_it_is_zero_as_an_empty_sum_is_it_has_it(tmp_path, said, formula) -> None:
    row = row_of(tmp_path, f"Let ${said}$ be an integer and $p \\in (0, 1)$.", formula)
    check_proved_by_a_law(row)
    assert {item.how for item in row.judgement.premises} == {LAW}
