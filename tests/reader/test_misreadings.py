r"""Spellings that a careless reader takes for something else: each is read as meant, or unread.

`UNREAD` has rows that are to be refused, with some words of the message.
`READ` has rows that look like them and have one meaning.
"""

import pytest

from boundcalc.reader.declarations import read_where
from boundcalc.reader.relations import read_relations
from boundcalc.relation_prover import read_goal
from boundcalc.tex.source import ReaderError

LETTERS = "a, b, c, d, f, g, h, i, k, l, p, q, r, s, t, u, v, w, x, y, z, D, E, L, M, O, T"
GREEK = r"\varepsilon, \delta, \alpha, \beta, \theta, \omega, \Omega, \Theta, \Delta"
SCOPE = read_where(rf"{LETTERS}, {GREEK} real; n, m integer >= 1")

WORDS_UNREAD = [
    (r"n \ge 2 \text{ if } n \text{ is even}", "is"),
    (r"x \le y \text{ if } x \le y \text{ is false}", "is"),
    (r"x \le y \text{ w.h.p.}", "w.h.p."),
    (r"x \le y \text{ with high probability}", "with"),
    (r"x \le y \quad\text{(a.s.)}", "a.s."),
    (r"x \le y \text{ almost surely}", "almost"),
    (r"x \le y \text{ unless } x = 0", "no condition"),
    (r"x \le y \text{ unless $x = 0$}", "no condition"),
    (r"x \le y \text{ for large } n", "for large"),
    (r"x \le y \text{ for sufficiently large } n", "for sufficiently"),
    (r"x \le y \text{ for } n \text{ large enough}", "large"),
    (r"x \le y \text{ for some } n", "no condition"),
    (r"x \le y \text{ for some n}", "for"),
    (r"x \le y \text{ for all } n \text{ but one}", "but"),
    (r"x \le y \text{ for all even } n", "for all even"),
    (r"x \le y \text{ as } x \to 0", "as"),
    (r"x \le y \text{ as n grows}", "n"),
    (r"x \le y \text{ from } n = 4 \text{ on}", "from"),
    (r"x \le y \text{ here } x \le 1", "here"),
    (r"x \le y \text{ or } x \ge y", "or"),
    (r"x \le 0 \text{ or} \\ x \ge 1", "or"),
    (r"x \le y \text{ (mod 5)}", "mod"),
    (r"x \le y \text{ in expectation}", "in"),
    (r"x \le y \text{ asymptotically}", "asymptotically"),
    (r"x \le y \text{ (conjecture)}", "conjecture"),
    (r"x \le y \text{ is false}", "is"),
    (r"x \le y \text{ does not hold}", "does"),
    (r"x \le y \text{ False}", "False"),
    (r"x \le y \text{ by Markov unless } x = 1", "unless"),
    (r"x \le y \text{ by Markov, if } x \ge 1", "if"),
    (r"x \le y \text{ by Markov with probability } 1 - p", "with"),
    (r"x \le y \text{ by (1)}, x \le z \text{ if } z = 1 \text{ is odd}", "is"),
    (r"x \le y \text{ by } (1), x \le z", "claimed"),
    (r"x \le y \text{ since } x \ge 1 \text{ or } y \ge 1", "or"),
    (r"x \le y \text{ if } x", "a condition is a relation"),
    (r"x \le y \text{ when } n", "a condition is a relation"),
    (r"x \le y \text{ if } x \ge 1, \quad z \le w", "claimed"),
    (r"x \le y \text{ if } x \ge 1 \text{ or } z \le w", "alternatives"),
    (r"x \le y \text{ iff } x \ge 1", "no condition"),
    (r"x \le y \text{ only if } x \ge 1", "no condition"),
    (r"x \le y \text{ provided $n$ is even}", "is"),
    (r"x \le y \text{ where $n$ is even}", "a condition is a relation"),
    (r"x \le y \text{ for } n \text{ prime}", "prime"),
    (r"x \le y \text{ for all } n \ge 2 \text{ except } n = 4", "except"),
    (r"x \le y \text{ up to constants}", "up"),
    (r"x \le y \text{unless}", "unless"),
    (r"x \le y \text{nearly}", "nearly"),
    (r"x \le y \text{ \textbf{not}}", r"\textbf"),
    (r"x \le y \text{ (?)}", "?"),
    (r"x \le y \tag{if n is even}", "if"),
    (r"x \le y \tag{w.h.p.}", "w.h.p."),
]
WORDS_READ = [
    (r"x \le y \text{ (by Lemma 3)}", ["x <= y"]),
    (r"x \le y \quad \text{by Slud's inequality}", ["x <= y"]),
    (r"x \le y \text{ (Cauchy--Schwarz)}", ["x <= y"]),
    (r"x \le y \text{ by definition of } z", ["x <= y"]),
    (r"x \le y \text{ by (3) and Eq.~\eqref{a}}", ["x <= y"]),
    (r"x \le y \text{ since } x \le 1 \text{ and } y \ge 1", ["x <= y"]),
    (r"x \le y \text{ by (1)}, z \le w", ["x <= y", "z <= w"]),
    (r"x \le y \text{ by (1)} \Rightarrow z \le w", ["x <= y", "z <= w"]),
    (r"x \le y \text{ for all } n", ["x <= y"]),
    (r"x \le y \text{, as desired}", ["x <= y"]),
    (r"x \le y \text{, } z \le w", ["x <= y", "z <= w"]),
    (r"x \le y \text{ (if } x \ge 1 \text{)}", ["x <= y"]),
    (r"x \le y \tag{$\star$} \label{a}", ["x <= y"]),
    (r"x \le y \tag{3.2'}", ["x <= y"]),
    (r"x \le y \tag{by Markov}", ["x <= y"]),
]

APPLIED_UNREAD = [
    r"\delta(\varepsilon) \le \delta",
    r"\delta{(\varepsilon)} \le \delta",
    r"\delta\left(\varepsilon\right) \le \delta",
    r"\delta(0) = 0",
    r"f(x) \le f",
    r"f^2(x) \le 1",
    r"f^{-1}(x) \ge x",
    r"f^{-1}(x + y) \ge x",
    r"f(-x) = f(x)",
    r"f(2x) = 2f(x)",
    r"f(x)^2 \ge 0",
    r"f(x_1) \le 1",
    r"T(n) = 2T(n/2)",
    r"L(\theta) - L(\omega) = L(\theta - \omega)",
    r"2x(y) \le 1",
    r"x[y] \le 1",
    r"x\left(\frac{a}{b}\right) \le 1",
    r"x(\ln y) \le 1",
    r"x(y)(z) \le 1",
    r"f(x, y) \le 1",
    r"\pi(x) \ge 3x",
    r"\pi(x + 1) \ge 3x",
    r"e(x) \ge 2x",
    r"O(n) + O(n^2) = O(n + n^2)",
    r"O(n + 1) \le 1",
    r"\Theta(n + 1) \le 1",
    r"\Omega(n + 1) \le 1",
    r"1(x) \le 1",
    r"y \cdot 1(x + z) \le 1",
]
APPLIED_READ = [
    (r"x(1-x) \le 1", ["x * (1 - x) <= 1"]),
    (r"n(n-1) \le n^2", ["n * (n - 1) <= n^2"]),
    (r"\varepsilon(e^\varepsilon-1) \le 1", ["epsilon * (e^epsilon - 1) <= 1"]),
    (r"x^2(1-y) \le 1", ["x^2 * (1 - y) <= 1"]),
    (r"(x)(y) \le 1", ["x * y <= 1"]),
    (r"(1 + x)(y) \le 1", ["(1 + x) * y <= 1"]),
    (r"x \cdot (y) \le 1", ["x * y <= 1"]),
    (r"s\left(\frac{e s}{n}\right)^s \le 1", ["s * (e * s / n)^s <= 1"]),
    (r"k (\ln n)^2 \le 1", ["k * ln(n)^2 <= 1"]),
    (r"e(x + 1) \le 1", ["e * (x + 1) <= 1"]),
    (r"2 \pi^2(x + 1) \le 1", ["2 * pi^2 * (x + 1) <= 1"]),
    (r"\sqrt{2\pi}(x + 1) \le 1", ["sqrt(2 * pi) * (x + 1) <= 1"]),
    (r"11(x + 1) \le 1", ["11 * (x + 1) <= 1"]),
    (r"\Pr[A](1 - x) \le 1", [r"\Pr[A] * (1 - x) <= 1"]),
]

SIGNS_UNREAD = [
    (r"n != 1", r"\ne"),
    (r"n!=1", r"\ne"),
    (r"x ~= y", r"\approx"),
    (r"x ~ y \le 1", "wide space"),
    (r"x <- y", "arrow"),
    (r"x => y", "missing"),
    (r"x =< y", "missing"),
    (r"x == y", "missing"),
    (r"x <> y", "missing"),
    (r"x -> y", "missing"),
    (r"x << y", "missing"),
    (r"x \ast y \le 1", r"unexpected \ast"),
    (r"x \star y \le 1", r"unexpected \star"),
    (r"x ** y \le 1", "missing"),
    (r"[x] \le x", "integer part"),
    (r"[x + 1/2] \ge x - 1/2", "integer part"),
    (r"2[x + y] \le 1", "integer part"),
    (r"\{x\} \le 1", "fractional part"),
    (r"\{x + y\} \le \{x\} + \{y\}", "fractional part"),
    (r"\sqrt[3]{x} \le 1", "negative"),
    (r"\sqrt[5]{x - y} \le 1", "negative"),
    (r"\sqrt[k]{x} \le 1", "negative"),
    (r"ln x \le 1", r"\ln"),
    (r"2ln x \le 1", r"\ln"),
    (r"xln y \le 1", r"\ln"),
    (r"lg x \le 1", r"\lg"),
    (r"pi x \le 1", r"\pi"),
    (r"sin x \le 1", r"\sin"),
    (r"\frac{d}{dx} e^x \le e^x/x", "derivative"),
    (r"\frac{d}{d x} x^2 = 2x", "derivative"),
    (r"\frac{dy}{dx} = 2", "derivative"),
    (r"\frac{d^2}{dx^2} y = 2", "derivative"),
    (r"\frac d {dx} y = 2", "derivative"),
    (r"\frac{\partial}{\partial x} y = 2", "derivative"),
    (r"\frac{\mathrm{d} y}{\mathrm{d} x} = 2", "derivative"),
    (r"x \stackrel{\not}{\le} y", "over this relation"),
    (r"x \not\le y", r"unexpected \not"),
    (r"x \not= y", r"unexpected \not"),
    (r"x \overset{!}{=} y", "over this relation"),
    (r"x \overset{?}{=} y", "unexpected character"),
    (r"x \overset{d}{=} y", "over this relation"),
    (r"x \overset{P}{=} y", "over this relation"),
    (r"x \overset{\text{def}}{=} y", "definition"),
    (r"x \overset{\Delta}{=} y", "over this relation"),
    (r"x \overset{\text{a.s.}}{\le} y", "over this relation"),
    (r"x \overset{\text{w.h.p.}}{\le} y", "over this relation"),
    (r"x \overset{\mathrm{st}}{\le} y", "over this relation"),
    (r"x \overset{<}{=} y", "over this relation"),
    (r"x \overset{\sim}{=} y", "over this relation"),
    (r"\sup_z x - y \le 1", "parentheses"),
    (r"\inf_{z} x + y \le 1", "parentheses"),
    (r"\lim_{t \to 0} x - t \le 1", "parentheses"),
    (r"\max_{z} g(z) - h(z) \le 1", "parentheses"),
    (r"\sup_{z} (g) - \Pr[B] \le 1", "parentheses"),
    (r"z \le x \wedge y", r"unexpected \wedge"),
    (r"0 \le x \wedge y \le 1", r"unexpected \wedge"),
    (r"x \mid y", "unexpected |"),
    (r"x \mid y \mid z \le 1", "unexpected |"),
    (r"x = 0,5 < y", "decimal comma"),
    (r"x \le 1,5", "decimal comma"),
    (r"x \le y \text{ if } x \ge 0,5 z \ge 1", "decimal comma"),
    (r"\log^{(2)} n \le 1", "several times"),
    (r"\log2 x \le 1", "the base"),
    (r"\sum_{j=1/2}^{n} j \le n^2", "begins at an integer"),
    (r"\sum_{j=x}^{n} j \le n^2", "begins at an integer"),
    (r"P(x) \le 1", "a function of a number"),
    (r"x \le y, \quad x > 0", "a condition, or a claim"),
    (r"x \le y, \qquad 0 < x < 1.", "a condition, or a claim"),
    (r"x \le y \text{ if } 0 < x, y < 1", "both symbols"),
    (r"x \le y \text{ for } 0 < x, y", "both symbols"),
    (r"x \le y \text{ if } x, y", "a condition is a relation"),
    (r"x \le z \; \forall x \; y \ge 0", "a comma is missing"),
    (r"\log^* n \le 1", "braces"),
    (r"x \; \epsilon \le \varepsilon", "not declared"),
    (r"\epsilon' \le \varepsilon", "not declared"),
]
SIGNS_READ = [
    (r"n! \ne 1", ["n! != 1"]),
    (r"n! = 1", ["n! = 1"]),
    (r"x<-1", ["x < -1"]),
    (r"x * y \le 1", ["x * y <= 1"]),
    (r"[(x + y) z] \le 1", ["(x + y) * z <= 1"]),
    (r"\exp[x] \le \max\{x, y\}", ["exp(x) <= max(x, y)"]),
    (r"\sqrt[3]{n} \le n", ["n^(1 / 3) <= n"]),
    (r"\sqrt[3]{|x|} \le 1", ["abs(x)^(1 / 3) <= 1"]),
    (r"\sqrt[4]{x} \le 1", ["x^(1 / 4) <= 1"]),
    (r"l n x \le 1", ["l * n * x <= 1"]),
    (r"\frac{d}{n x} \le 1", ["d / (n * x) <= 1"]),
    (r"\frac{x}{d x} \le 1", ["x / (d * x) <= 1"]),
    (r"x \overset{(a)}{\le} y", ["x <= y"]),
    (r"x \overset{\text{(a)}}{\le} y", ["x <= y"]),
    (r"x \overset{(\ast)}{\le} y", ["x <= y"]),
    (r"x \overset{\text{Jensen}}{\le} y", ["x <= y"]),
    (r"x \stackrel{\eqref{eq}}{=} y", ["x = y"]),
    (r"x \overset{1}{\le} y", ["x <= y"]),
    (r"\sup_z (x - y) \le 1", [r"\sup_{z}(x-y) <= 1"]),
    (r"1 + \sup_z x \le 1", [r"1 + \sup_{z}x <= 1"]),
    (r"\sup_z (x) + y \le 1", [r"\sup_{z}(x) + y <= 1"]),
    (r"0 \le x \land y \le 1", ["0 <= x", "y <= 1"]),
    (r"\Pr[A \mid B] = \Pr[A | B]", [r"\Pr[A|B] = \Pr[A|B]"]),
    (r"\Pr[A \;\big\mid\; B] = \Pr[A \,\middle|\, B]", [r"\Pr[A|B] = \Pr[A|B]"]),
    (r"x = 0, 5 < y", ["x = 0", "5 < y"]),
    (r"\log^{2} n \le 1", ["ln(n)^2 <= 1"]),
    (r"x \; \epsilon \le 1", ["x * epsilon <= 1"]),
]


@pytest.mark.parametrize(("text", "words"), SIGNS_UNREAD)
def test_a_sign_with_two_meanings_is_unread(text, words):
    with pytest.raises(ReaderError) as caught:
        rows(text)
    assert words in caught.value.message


@pytest.mark.parametrize(("text", "relations"), SIGNS_READ)
def test_a_sign_with_one_meaning_is_read(text, relations):
    assert rows(text) == relations


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (r"for } x, y \in [0, 1]", ["x >= 0", "x <= 1", "y >= 0", "y <= 1"]),
        (r"for all } x, y > 0", ["x > 0", "y > 0"]),
        (r"if } x, y > 0", ["x > 0", "y > 0"]),
        (r"for } x, y \in [0, 1), z > 0", ["x >= 0", "x < 1", "y >= 0", "y < 1", "z > 0"]),
        (r"if } 0 < x < 1, y < 1", ["0 < x", "x < 1", "y < 1"]),
    ],
)
def test_a_list_of_symbols_shares_its_bound(words, expected):
    (row,) = read_relations(rf"x \le y \text{{ {words}", SCOPE)
    assert [str(condition) for condition in row.conditions] == expected


@pytest.mark.parametrize(
    ("text", "proposed"),
    [
        (r"f(t) \le 1", ()),
        (r"L(t - 1) \le 1", ()),
        (r"\phi(t + 1) \le 1", ()),
        (r"T(t) = 2T(t/2)", ()),
        (r"u(t - 1) \le 1", ("u",)),
    ],
)
def test_no_function_is_proposed_as_a_number(text, proposed):
    with pytest.raises(ReaderError) as caught:
        read_relations(text, read_where("t real"))
    assert caught.value.undeclared == "".join(proposed)


def test_two_epsilons_are_two_symbols():
    scope = read_where(r"\epsilon, \varepsilon positive")
    (row,) = read_relations(r"\epsilon \le \varepsilon", scope)
    assert row.relation.left != row.relation.right
    with pytest.raises(ReaderError, match="not declared"):
        read_goal(r"\epsilon \le 1", where=r"\varepsilon real", assume=r"\varepsilon \le 1")
    goal = read_goal(r"\epsilon \le 1", where="epsilon real", assume=r"\epsilon \le 1")
    assert len(goal.variables) == 1


@pytest.mark.parametrize("text", APPLIED_UNREAD)
def test_what_may_be_the_value_of_a_function_is_unread(text):
    with pytest.raises(ReaderError, match=r"value of a function|indicator|in no relation"):
        rows(text)


@pytest.mark.parametrize(("text", "relations"), APPLIED_READ)
def test_a_factor_before_a_sum_is_a_factor(text, relations):
    assert rows(text) == relations


def test_a_declared_value_of_a_function_is_one_symbol():
    scope = read_where(r"\delta(\varepsilon) probability, \delta positive")
    (row,) = read_relations(r"\delta(\varepsilon) \le \delta", scope)
    assert str(row.relation.left) == r"\delta(\varepsilon)"


def rows(text):
    return [str(row.relation) for row in read_relations(text, SCOPE)]


@pytest.mark.parametrize(("text", "words"), WORDS_UNREAD)
def test_a_row_with_words_that_may_change_it_is_unread(text, words):
    with pytest.raises(ReaderError) as caught:
        rows(text)
    assert words in caught.value.message


@pytest.mark.parametrize(("text", "relations"), WORDS_READ)
def test_a_row_with_harmless_words_is_read(text, relations):
    assert rows(text) == relations


def test_conditions_are_kept():
    (row,) = read_relations(r"x \le y \text{ (if } x \ge 1 \text{ and } z \le 2 \text{)}", SCOPE)
    assert [str(condition) for condition in row.conditions] == ["x >= 1", "z <= 2"]


def test_a_mark_before_a_subscript_is_no_power():
    scope = read_where("x_1 positive, k integer >= 1")

    with pytest.raises(ReaderError, match="a power, or a mark"):
        read_relations(r"x^{(k)}_1 \ge 0", scope)
