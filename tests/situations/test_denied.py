"""Rows that a document denies, or calls a mistake: no claims, no errors of it, no premises."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

FALSE, TRUE = r"\[ (x+1)^2 = x^2 + 1 \]", r"\[ (x+1)^2 = x^2 + 2x + 1 \]"
DENIED = (
    "The formula {} makes no sense.",
    "Students often write {}",
    "The equation {} is wrong.",
    "The equation {} is of course wrong.",
    "It is wrong that {}",
    "A common mistake is {}",
    "A common mistake is the following. {}",
    "The following is nonsense: {}",
    "\u274c {}",
    "We get {} But this is wrong.",
    "We get {} This equation does not hold.",
    "We get {} which is a common mistake.",
)


@pytest.fixture
def rows(tmp_path):
    def read(text):
        path = tmp_path / "notes.tex"
        path.write_text(text, encoding="utf-8")
        return check(path).rows

    return read


@pytest.mark.few(8)
@pytest.mark.parametrize("sentence", DENIED)
def test_what_is_denied_is_neither_proved_nor_an_error(rows, sentence):
    for shown in (FALSE, TRUE):
        (row,) = rows("Let $x > 0$. " + sentence.format(shown))

        assert row.kind is VerdictKind.UNKNOWN
        assert row.judgement.suspicion == 0


@pytest.mark.parametrize(
    "sentence",
    [
        "We get {} This is not tight.",
        "A common notation is the following. {}",
        "The algorithm makes a mistake. We have {}",
        "We have {} This cannot be improved.",
        "We have {} It is not needed below.",
        "We don't need to repeat this here: {}",
        "If $X$ and $Y$ share no information, we have {}",
    ],
)
def test_what_is_said_besides_denies_nothing(rows, sentence):
    (row,) = rows(sentence.format(r"\[ (2 + 1)^2 = 2^2 + 1 \]"))

    assert row.kind is VerdictKind.REFUTED


def test_what_is_denied_is_no_premise(rows):
    (_, row) = rows(
        r"Let $x > 0$. A common mistake is to define \[ y := x + 1. \] Hence \[ y = x + 1. \]"
    )

    assert row.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize("formula", ["x^2 = 2x - 1", "x = x^2 - 1", "x y = y^2 + x"])
def test_an_equation_for_a_name_is_no_definition_of_it(rows, formula):
    (row,) = rows(rf"The root is defined by \[ {formula}. \]")

    assert row.kind is VerdictKind.UNKNOWN
    assert row.judgement.suspicion == 0


@pytest.mark.parametrize("formula", [r"f(x) = x^2 - 1", r"a_{n+1} = 2 a_n", "y = x^2"])
def test_what_is_on_one_side_alone_is_defined(rows, formula):
    (row,) = rows(rf"The number is defined by \[ {formula}. \]")

    assert row.kind is VerdictKind.CITED


def test_a_chain_that_fails_as_a_whole_may_have_a_condition(rows):
    first, _ = rows(r"Let $z \ge 0$. We also have \[ 1 - z^2 \ge 1 - z \ge \delta. \]")
    wrong, right = rows(r"Let $y \ge 0$. We also have \[ 1 - y^2 \ge 1 - y \ge -y. \]")

    assert first.kind is VerdictKind.UNKNOWN
    assert first.judgement.suspicion > 0
    assert (wrong.kind, right.kind) == (VerdictKind.REFUTED, VerdictKind.PROVED)


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "words",
    [
        "with probability $0.9$", "with high probability", "almost surely", "w.h.p.", "a.s.",
        "in expectation", "under the null", "on average", "for most of the time", "asymptotically",
        "typically",
    ],
)  # fmt: skip
def test_what_holds_sometimes_is_no_domain(rows, words):
    for head in ("Let", "Suppose that"):
        (row,) = rows(rf"{head} $x \in [0,1]$ {words}. Then \[ x^2 \le x. \]")
        assert row.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize(
    "words", ["", ", with probability at least $1 - x$ all is well", " and let us go on"]
)
def test_what_holds_always_is_one(rows, words):
    (row,) = rows(rf"For all $x \in [0,1]${words}, \[ x^2 \le x. \]")
    assert row.kind is VerdictKind.PROVED


REJECTED = (
    "A common mistake is to conclude by Lemma 3 that {}",
    "The mistake is to think that by Lemma 3 we have {}",
    "A wrong application of Lemma 3 gives {}",
    "Using Lemma 3, prove or disprove: {}",
    "It is not true that by Lemma 3 we have {}",
    "It is false that, by Markov's inequality, {}",
    "One might think that by Jensen's inequality {}",
    "Suppose for contradiction that by Lemma 3, {}",
    "It is tempting to conclude from Lemma 3 that {}",
    "We cannot use Lemma 3 to get {}",
    "We do not know whether by Jensen's inequality {}",
    "If Lemma 3 were true, then by Jensen's inequality {}",
    "By Jensen's inequality, {} is wrong.",
    "We see {} where the inequality is not Jensen's inequality.",
    "Unlike in Lecture 4, {}",
    "Can we use Lemma 3 to get {}",
    "It is a common misconception that Markov's inequality gives {}",
    "The following is wrong, by Markov's inequality: {}",
    "Students claim that, by Markov's inequality, {}",
    "This would imply by Lemma 3 {}",
    "Neither Lemma 3 nor Lemma 4 gives {}",
    "We have not shown by Lemma 3 that {}",
    "It remains open if Lemma 3 gives {}",
    "The Brunn-Minkowski inequality does not give {}",
    "Markov's inequality cannot yield {}",
    "Jensen's inequality gives {} But this is wrong.",
    r"It is not true that \eqref{eq:one} becomes {}",
)
SAID = (
    "By Lemma 3, which is not trivial, we have {}",
    "One might think of more, but by Jensen's inequality {}",
    "The Brunn-Minkowski inequality gives {}",
    "The **Kantorovich-Rubinstein theorem** states that {}",
    "Using the Chernoff method, we may conclude: {}",
    "We recall from Lecture 4 that {}",
    "It is not hard to see from Lemma 3 that {}",
    "Since $X$ does not depend on $Y$, by Jensen's inequality {}",
    r"Then \eqref{eq:one} becomes {}",
    r"Then \eqref{eq:one} can be rewritten as {}",
    r"Then $\eqref{eq:one}$ reduces to {}",
)


@pytest.mark.few(13)
@pytest.mark.parametrize("sentence", REJECTED)
def test_what_is_denied_has_no_reason(rows, sentence):
    (row,) = rows(sentence.replace("{}", r"\[ f(x) \le g(x) \]"))

    assert row.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize("sentence", SAID)
def test_a_reason_beside_a_denial_is_one(rows, sentence):
    (row,) = rows(sentence.replace("{}", r"\[ f(x) \le g(x) \]"))

    assert row.kind is VerdictKind.CITED


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "row",
    [
        r"\[ x^2 > 1 \implies |x| > 1. \]",
        r"\[ x^2 \ge 4 \Rightarrow |x| \ge 2 \]",
        "\\begin{align*} x^2 &> 1 \\\\ \\implies |x| &> 1 \\end{align*}",
        r"\[ |x| \le 1 \implies x^4 \le x^2 \]",
    ],
)
def test_a_side_of_an_implication_is_no_error(rows, row):
    first, second = rows(f"Let $x$ be a real number. {row}")
    assert (first.kind, first.judgement.suspicion) == (VerdictKind.UNKNOWN, 0)
    assert second.kind is VerdictKind.PROVED
    assert [item.how for item in second.judgement.premises] == ["implied"]


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "row",
    [
        r"x^2 = 4 \Rightarrow x = 2",
        r"x^2 \ge 1 \implies x \ge 1",
        r"x = 1 \implies x = 2",
        r"f(0) \ge 0 \implies \int_0^1 f(x) dx \ge 0",
        r"g(0) \le 1 \implies \sup_t g(t) \le 1",
        r"x_1 \le 1 \implies \sum_{i=1}^n x_i \le n",
        r"f(x) = 0 \implies f'(x) = 0",
        r"\mathbb{E}[X] = \mathbb{E}[Y] \implies \mathbb{E}[X^2] = \mathbb{E}[Y^2]",
    ],
)
def test_what_does_not_follow_is_not_proved_behind_an_implication(rows, row):
    first, second = rows(rf"Let $x$ be a real number. \[ {row}. \]")
    assert first.kind is second.kind is VerdictKind.UNKNOWN


def test_what_follows_from_what_cannot_hold_is_not_proved(rows):
    found = rows(r"Let $x$ be a real number. \[ x = 1 \implies x = 2 \implies x = 3. \]")
    assert [row.kind for row in found] == [VerdictKind.UNKNOWN] * 3


def test_an_implication_follows_from_all_that_stands_before_it(rows):
    text = r"We get \[ u = 0, \qquad v = 1 \implies w = v - u^2 = 1 - 0 \implies 2w = 2. \]"
    found = rows(text)
    assert [row.kind.value for row in found][3:] == ["PROVED", "PROVED"]
    assert [item.text for item in found[3].judgement.premises] == ["u = 0", "v = 1"]


def test_what_holds_in_any_case_is_proved_beside_an_implication(rows):
    text = r"Let $x$ be real. \[ (x+1)^2 = x^2 + 2x + 1 \implies (x+1)^2 - 1 = x^2 + 2x. \]"
    assert [row.kind.value for row in rows(text)] == ["PROVED", "PROVED"]


@pytest.mark.parametrize(
    ("said", "names", "kind"),
    [
        ("", "p q", "PROVED"),
        ("Let $a, b$ be real.", "a b", "PROVED"),
        (r"The transpose of $W$ is $W^\top$.", r"U \cdot V", "UNKNOWN"),
        ("We speak of vectors $x, y$.", "x y", "UNKNOWN"),
        ("We speak of strings $s, t$.", "s t", "UNKNOWN"),
    ],
)
def test_behind_an_implication_matrices_do_not_commute(rows, said, names, kind):
    first, second = names[0], names[-1]
    text = rf"{said} \[ {names} = r \implies {second} {first} = r. \]"
    assert rows(text)[1].kind.value == kind


@pytest.mark.parametrize(
    ("behind", "is_claimed"),
    [
        (", with equality if and only if $x = 1$.", True),
        ("and equality holds iff $x = 1$.", True),
        ("if and only if $x = 1$, with equality iff $x = 2$.", False),
        ("if and only if equality holds.", False),
        ("with equality. It is so iff $x = 1$?", True),
    ],
)
def test_when_equality_holds_leaves_a_bound_claimed(rows, behind, is_claimed):
    (row, *_) = rows(rf"Let $x > 0$. We have \[ x^2 + 1 \ge 2x \] {behind}")

    assert (row.kind is VerdictKind.PROVED) == is_claimed
