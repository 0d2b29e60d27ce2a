r"""Displays that nobody prepared: an unreadable row costs itself, and nothing is misread.

`READ` has displays with the relations that are read of them; opaque values are printed as they are
written. `UNREAD` has displays of which no row may be read, with some words of the reason.
`NEVER_EQUAL` has rows whose two sides may differ, and so may not be read as the same value.
"""

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.language import Symbol
from boundcalc.proving import make_goal, prove_goal
from boundcalc.reader.declarations import read_where
from boundcalc.reader.scope import Scope
from tests.reader.test_misreadings import APPLIED_UNREAD, SCOPE, SIGNS_UNREAD, WORDS_UNREAD

READ = [
    # An unreadable row costs itself.
    (r"f(x) &\le 1 \\ &\text{not } \le 2 \\ y &\le 3", ["f(x) <= 1", "y <= 3"]),
    (r"a &\le b \\ c &\approx d \\ &\le 4", ["a <= b", "d <= 4"]),
    (r"a \le b & \quad \text{(by (3))} \\ & = c", ["a <= b", "b = c"]),
    (r"f(x) = \begin{pmatrix} a \\ b \end{pmatrix} \\ c = 2", None),
    # What a preamble that is not there defines takes its argument in braces.
    (r"\prob{A} \le \Var{X}", [r"\Pr[A] <= \mathrm{Var}[X]"]),
    (r"\pr[A] + \E{X + 1} \ge 0", [r"\Pr[A] + \mathbb{E}[X+1] >= 0"]),
    (r"\E[X \given Y] = 2 \tag{a}", [r"\mathbb{E}[X|Y] = 2"]),
    (r"\E\left[X \tag{LIE} \right] \le 2", [r"\mathbb{E}[X] <= 2"]),
    # A d in a font of its own is that of a derivative.
    (r"\frac{{\rm d} f}{{\rm d} x} = g", [r"\frac{\mathrm{d}f}{\mathrm{d}x} = g"]),
    (r"\dfrac{{\rm d}(-x)}{{\rm d} x} = -1", [r"\frac{\mathrm{d}(-x)}{\mathrm{d}x} = -1"]),
    # A label names its line, wherever it stands.
    (r"a = \label{eq:a} b + c \\ &= d \label{eq:d}", ["a = b + c", "b + c = d"]),
    (r"a \le \foo{b} \le c", [r"a <= \foo b", r"\foo b <= c"]),
    # A name before parentheses is a function, unless it is declared.
    (r"f(2x) = 2f(x)", ["f(2x) = 2 * f(x)"]),
    (r"L(\theta) - L(\theta_0) \ge 0", [r"L(\theta) - L(\theta_{0}) >= 0"]),
    (r"T(n) \le \ln 2n.", ["T(n) <= ln(2 * n)"]),  # a full stop
    (r"T(n) \le \ln 2.5", ["T(n) <= ln(2.5)"]),
    (r"T(n) \le 2T(n/2) + n", ["T(n) <= 2 * T(n/2) + n"]),
    (r"Q^{-1}(p) \le f'(x) + g_1(x)(y)", ["Q^{-1}(p) <= f'(x) + g_{1}(x)(y)"]),
    (r"m(m+1) \ge m", ["m * (m + 1) >= m"]),
    # A letter P with an index, before no event, is a number; T may count rounds.
    (r"P_e \log(K - 1) + P_e \ge 0", [r"P_{e} * ln(K - 1) + P_{e} >= 0"]),
    (r"P_e \ge P_e(1)/2", None),
    (r"(1 - x)^T \le 1", ["(1 - x)^T <= 1"]),
    # Opaque values.
    (r"\|x\|_2^2 \le \|x\|_1^2", [r"\|x\|_{2}^2 <= \|x\|_{1}^2"]),
    (r"\langle u, v\rangle \le \lVert u\rVert \lVert v\rVert", None),
    (r"|S| \le 2^{n}", ["|S| <= 2^n"]),
    (r"x^{(t+1)} = x^{(t)} - \eta", None),
    (r"\mathbb{1}[a \le b] \le e^{b - a}", None),
    (r"\mathbb{E}_{x \sim D}[f(x)] \le 1", None),
    (r"\sum_{i \in S} x_i + 1 \ge 0", None),
    (r"\forall x > 0: f(x) \le 1", ["f(x) <= 1"]),
    (r"a \not\le b \not= c", ["a > b", "b != c"]),
    (r"\mathbb{E}[X] = 0, \quad V(X) \le 1", [r"\mathbb{E}[X] = 0", "V(X) <= 1"]),
    # Signs that define.
    (r"\alpha := 2\beta", [r"\alpha = 2 * \beta"]),
    (r"\alpha \triangleq 2\beta \le 1", [r"\alpha = 2 * \beta", r"2 * \beta <= 1"]),
    (r"A \stackrel{\text{def}}{=} B", ["A = B"]),
    # Angles: in radians, or perhaps in degrees, and then not read.
    (r"\sin(3) \le 1", ["sin(3) <= 1"]),
    (r"\sin(30) \le 1", [r"\sin(30) <= 1"]),
    # Fonts and looks.
    (r"{\rm I\!E}[X] \le 1", None),
    (r"\operatorname{\mathbb{E}}[X] \le \mathop{\mathbb{E}}[Y]", None),
    (r"\mathds{1}[A] \le 1", None),
    (r"a \le \underbrace{b + c}_{\text{small}} + d", ["a <= b + c + d"]),
    (r"\underset{x}{\max}\, f(x) \le 1", None),
]  # fmt: skip
UNREAD = [
    (r"a \le b \text{ does not hold}", "change"),
    (r"a \le b \text{ unless } c = 1", "change"),
    (r"a \le b \text{ for some } c", "change"),
    (r"a \le b \iff c \le d", "unexpected"),
    (r"\exists c: a \le c", "exists"),
    (r"\text{if } a \le b", "supposes"),
    (r"x, y \le 1", "several"),
    (r"1 \le i, j \le n", "both symbols"),
    (r"A \stackrel{d}{=} B", "over a relation"),
    (r"{ a \le b", "never closed"),
]
NEVER_EQUAL = [
    r"L(\theta) - L(\theta_0) = L(\theta - \theta_0)",
    r"f(2x) = 2f(x)",
    r"T(n) = 2T(n/2)",
    r"O(n) + O(n^2) = O(n + n^2)",
    r"O(n) - O(n) = 0",
    r"\tilde{O}(n) = \tilde{O}(n)/2 + \tilde{O}(n)/2",
    r"\frac{d}{dx} x^2 = x",
    r"\frac{\partial}{\partial x} x^2 = x",
    r"n^T m = m n^T",
    r"n^\top m = m n^\top",
    r"(x - y)(x - y)^T = (x - y)^T (x - y)",
    r"\frac{d \mu}{d(\mu + \nu)} = \frac{\mu}{\mu + \nu}",  # of measures
    r"\frac{d \mu^2}{d (\mu + \nu)} = \frac{\mu^2}{\mu + \nu}",
    r"Lap(b) = b Lap(1)",
    r"\sup_z A - B = (\sup_z A) - B",
    r"\sum_i a_i - b_i = (\sum_i a_i) - b_i",
    r"2\sin x = \sin 2x",
    r"\log f(x) y = y \log f(x)",
    r"(1 + \dots + n) - (1 + \dots + m) = n - m",
    r"\infty - \infty = 0",
    r"AB = BA",
    r"\mathbf{x}\mathbf{y} = \mathbf{y}\mathbf{x}",
    r"\nabla f g = g \nabla f",
    r"\mathrm{Tr} A B = B \mathrm{Tr} A",
    r"\mathbb{E} X Y = Y \mathbb{E} X",
    r"\mathbb{E}^2[X] = \mathbb{E}[X] \mathbb{E}[X]",
    r"x^{(2)} = x \cdot x",
    r"x^{*} = x",
    r"1_A 2 = 2 \cdot 1_{A B}",
    r"f^2(x) = f \cdot f(x)",
    r"a \pm b = a + b",
    r"\|x + y\| = \|x\| + \|y\|",
    r"|A + B| \le |A| + |B|",
    r"a/b c = a/(b c)",
    r"\max_i a_i + b = b + \max_i (a_i)",
    r"\binom{n}{k} = \binom{n}{n - k} + f",
    r"\lim_{n} a_n - 1 = -1 + \lim_{n} (a_n)",
    r"\foo{a} b = b \foo{a}",
    r"\sigma^{\otimes n} \ge q \sigma^{\otimes n} q / q^2",
    r"x^{\otimes 2} = x x",
    r"\lambda^D_n \lambda_n = \lambda_n^{D + 1}",
    r"w^{t+1} = w^t w",
    r"\text{noise scale} (M) = 1 \cdot (M)",
    r"(A + B)^{-1} C (A + B) = C + A^\top - A^\top",
    r"const = tsnoc",
    r"u^+(x) = u^{} + (x)",
    r"u^+ x = x + u",
    r"u^- = -u",
    r"x_+ + 1 = x + 1 + 1",
    r"\\sum_{i=1}^n u^+(X_i) = \\sum_{i=1}^n u + X_i",
    r"a^{old} a = a^{dol} a",
    r"x^\circ x = x x^\circ",
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_rows_are_read_on_their_own(text, expected):
    found = read_display(text, Scope())

    relations = [str(row.relation) for row in found.rows]
    assert relations
    if expected is not None:
        assert relations == expected


@pytest.mark.parametrize(("text", "reason"), UNREAD)
def test_what_may_mean_something_else_is_unread(text, reason):
    found = read_display(text, Scope())

    assert not found.rows
    assert any(reason in item.reason for item in found.unread)


REFUSED = [
    item[0]
    for item in (*WORDS_UNREAD, *APPLIED_UNREAD, *SIGNS_UNREAD)
    if r"y" not in item[0].partition(r"\not")[2]  # x \not\le y, which is x > y here
    and not item[0].startswith(("ln x", "2ln x", "sin x"))  # which are functions here, see below
]


@pytest.mark.few(49)
@pytest.mark.parametrize("text", REFUSED)
def test_what_the_strict_reader_refuses_is_no_plain_arithmetic_here(text):
    declared = {symbol.name for symbol in SCOPE.symbols}
    for row in read_display(text, SCOPE).rows:
        is_plain = row.relation.names() <= declared
        assert row.hidden or row.conditions or row.is_definition or not is_plain or "by" in text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (r"ln x \le 1", r"\ln x \le 1"),
        (r"2ln x \le 1", r"2 \ln x \le 1"),
        (r"sin x \le 1", r"\sin x \le 1"),
        (r"exp\left(-\frac{x}{y}\right) \le 1", r"\exp\left(-\frac{x}{y}\right) \le 1"),
        (r"n log_2(n) \ge n", r"n \log_2(n) \ge n"),
        (r"cos^2 x \le 1", r"\cos^2 x \le 1"),
        (r"max\{x, y\} \ge x", r"\max\{x, y\} \ge x"),
    ],
)
def test_functions_in_letters_are_functions(text, meant):
    (row,), (same,) = (read_display(item, SCOPE).rows for item in (text, meant))
    assert row.relation == same.relation


@pytest.mark.few(17)
@pytest.mark.parametrize("text", NEVER_EQUAL)
def test_no_opaque_value_is_taken_for_another(text):
    for row in read_display(text, Scope()).rows:
        assert row.relation.left != row.relation.right
        assert prove_goal(make_goal(row.relation), work=2000).kind is not VerdictKind.PROVED


def test_a_bound_behind_a_comma_is_a_condition_and_no_claim():
    (row,) = read_display(r"a \le b x, \qquad x > 0.", Scope()).rows

    assert [str(item) for item in row.conditions] == ["x > 0"]


def test_a_display_that_begins_with_a_relation_goes_on_from_the_one_before():
    before = read_display(r"a \le b + c", Scope())
    (row,) = read_display(r"= c + b", Scope(), before=before).rows

    assert str(row.relation) == "b + c = c + b"
    assert row.hidden


def test_the_range_of_several_names_is_no_claim():
    (row,) = read_display(r"a_{ij} + 1 \le b, \quad 1 \le i, j \le n", Scope()).rows

    assert str(row.relation) == "a_{ij} + 1 <= b"
    assert row.hidden


def test_a_remark_with_a_formula_is_no_claim_and_no_side():
    text = r"a &\ge -b &\text{($c = 1$)} \\ &\ge -d / 4 & t \ge 0"
    rows = read_display(text, Scope()).rows

    assert [str(row.relation) for row in rows] == ["a >= -b", "-b >= -d / 4"]
    assert [str(item) for item in rows[1].conditions] == ["t >= 0"]


def test_a_line_goes_on_only_where_one_chain_stands_before_it():
    found = read_display(r"a &= b & c &= d \\ &= e & &= f", Scope())

    assert [str(row.relation) for row in found.rows] == ["a = b", "c = d"]
    assert found.unread


def test_what_is_opened_on_one_line_may_close_on_the_next():
    text = r"a &= P\left( x \right. \\ &\left. > y \right) \\ &\le c"
    rows = read_display(text, Scope()).rows

    assert [str(row.relation) for row in rows] == ["a = P(x>y)", "P(x>y) <= c"]


def test_an_expression_alone_on_its_line_may_belong_to_the_row_above():
    found = read_display(r"a &= \exp(b) \\ &\quad (1 + c) \\ &\le d", Scope())

    assert not found.rows
    assert [item.reason for item in found.unread] == [
        "does the next line go on with it?",
        "what stands before this relation is not read",
    ]


def test_what_follows_from_an_unread_row_does_not_follow_from_another():
    rows = read_display(r"a \le b \\ x, y \le 1 \\ \Rightarrow c \le d", Scope()).rows

    assert [row.is_implied for row in rows] == [False, False]
    assert rows[1].hidden


def test_words_that_may_restrict_a_row_are_kept_with_it():
    (row,) = read_display(r"a \le b \quad \text{with high probability}", Scope()).rows

    assert row.hidden == (r"\text{with high probability}",)


@pytest.mark.parametrize(
    "text",
    [
        r"m_T \le 2 m^{(i)}_T + 1",
        r"m_T \le 2 m_T^{(i)} + 1",
        r"x^{old} \le x^3",
        r"x^+ \ge x",
        r"x^{[n]} \ge x",
        r"x^{\text{opt}} \ge x",
    ],
)
def test_a_mark_of_a_declared_name_is_no_power(text):
    scope = read_where("m_T integer >= 0; i, n integer >= 1; x in [1, 2]")
    (row,) = read_display(text, scope).rows

    assert prove_goal(make_goal(row.relation), work=2000).kind is not VerdictKind.PROVED


def test_a_declared_name_is_a_factor_and_a_guessed_one_is_not():
    scope = read_where("n integer >= 1")

    (declared,) = read_display("n(x+1) = n x + n", scope).rows
    (guessed,) = read_display("n(x+1) = n(x) + 1", scope, tentative=["n"]).rows
    (own,) = read_display("n(n+1) = n^2 + n", scope, tentative=["n"]).rows

    assert str(declared.relation) == "n * (x + 1) = n * x + n"
    assert str(guessed.relation) == "n(x+1) = n(x) + 1"
    assert str(own.relation) == "n * (n + 1) = n^2 + n"  # no function takes itself
    assert isinstance(guessed.relation.left, Symbol)


def test_a_line_with_a_left_side_of_its_own_begins_anew():
    own = read_display(r"2a &= b + c \\ -d &= e \\ &\quad - f", Scope())
    assert [str(row.relation) for row in own.rows] == ["2 * a = b + c", "-d = e - f"]


@pytest.mark.parametrize("mark", ["&", "&&", "&&&", "& &"])
def test_what_stands_in_another_column_is_no_factor(mark):
    found = read_display(rf"x^2 &\le x {mark} x < 1", Scope())
    (row,) = found.rows
    assert str(row.relation) == "x^2 <= x"
    assert [str(item) for item in row.conditions] == ["x < 1"]
    assert not read_display(rf"u &= v {mark} w", Scope()).rows


@pytest.mark.parametrize(
    "formula",
    [
        r"x^2 \le x, \quad x \in (0, 1]",
        r"x^2 \le \begin{cases} x & x \in (0, 1] \end{cases}",
        r"x^2 \le \begin{cases} x & \text{if } x \in (0, 1] \end{cases}",
    ],
)
def test_an_interval_behind_a_row_is_its_condition(formula):
    (row,) = read_display(formula, Scope()).rows
    assert [str(item) for item in row.conditions] == ["x > 0", "x <= 1"]
    assert not row.hidden


@pytest.mark.parametrize(
    "over", [r"x \in S", r"(x, y) \in [0, 1]", r"f \in [0, M]", r"x \in [0, 1]^d"]
)
def test_what_is_no_interval_of_numbers_is_no_condition(over):
    found = read_display(rf"x^2 \le x, \quad {over}", Scope())
    assert all(row.hidden and not row.conditions for row in found.rows)


def test_a_range_after_and_may_be_a_condition():
    (row,) = read_display(r"x^2 \le x \quad \text{and} \quad x \in [0, 1]", Scope()).rows
    assert row.hidden == (r"\text{and} \quad x \in [0, 1]",)


def test_words_in_parentheses_may_stand_in_another_column():
    found = read_display(r"x^2 &= x x && (\text{by definition}) \\ &\le x x + 1", Scope())
    assert [str(row.relation) for row in found.rows] == ["x^2 = x * x", "x * x <= x * x + 1"]


def test_a_letter_that_is_compared_is_no_sign_of_a_chance(tmp_path):
    path = tmp_path / "notes.md"
    words = "Let $P, Q \\ge 0$ and $P > 2$. Chance decides."
    path.write_text(f"{words}\n$$ P(2) \\le 1 $$\n")
    (row,) = check(path, jobs=1).rows
    assert row.kind is VerdictKind.UNKNOWN
