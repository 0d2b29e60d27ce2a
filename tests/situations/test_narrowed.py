"""What a sentence says of some cases, of other people's or of nobody's premises proves nothing."""

import pytest

from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

OF_X = "Let $x$ be real. "
CASES = (
    (OF_X + r"Define $f(x) = x$ for $x \ge 0$ and $f(x) = -x$ for $x < 0$.", r"f(x) + x = 2x"),
    (OF_X + r"Put $f(x) = x$ for $x \in [0, 1]$ and $f(x) = 0$ elsewhere.", r"f(x) + 1 = x + 1"),
    (OF_X + r"For $x > 0$ we define $v = x$.", r"v + 1 = x + 1"),
    (OF_X + r"Suppose $v = x$ for $x > 3$.", r"v + 1 = x + 1"),
    (r"Set $c_n = 1$ for $n \ge 5$ and $c_n = n$ for $n < 5$.", r"c_n + n = 1 + n"),
    (r"Let $n \ge 1$ be an integer. Suppose $T(n) \le n$ for $n \ge 10$.", r"T(n) \le 2n"),
    (r"Suppose $T(n) \le n$ for infinitely many $n$.", r"T(n) \le n + 1"),
    (r"Suppose $T(n) \le n$ for some $n$.", r"T(n) \le n + 1"),
    (r"Suppose $T(n) \le n$ up to constants.", r"T(n) \le n + 1"),
    (r"Suppose $T(n) \le n$ eventually.", r"T(n) \le n + 1"),
    (r"Suppose that there is an $n$ with $a_n \le 1$.", r"a_n \le 2"),
    (r"Suppose that $a_n \le 1$ for $n = 3$.", r"a_n \le 2"),
    (r"Suppose that $|f(x)| \le 1$ for all $x \in A$.", r"|f(x)| \le 2"),
    (r"Let $f(x) = 1$ for $x \in A$. Let $x \notin A$.", r"f(x) + 1 = 2"),
    (r"Let $a, b$ be real. Define $a = b$ at $t = 0$ only.", r"a + 1 = b + 1"),
    (r"Let $a, b$ be real. Put $a = b$ as long as $b \ge 0$.", r"a + 1 = b + 1"),
    (r"Let $a, b$ be real. Put $a = b$ approximately.", r"a + 1 = b + 1"),
    (r"Let $a, b$ be real. Assume $a = b$ up to sign.", r"a + 1 = b + 1"),
    (r"Let $v = a + 1$ hold only for $a > 0$.", r"v + 1 = a + 2"),
    (r"Let $a, b$ be real, where $a \ge b$ need not hold.", r"a + 1 \ge b"),
    (r"Let $a, b$ be real, where $a \ge b$ is typical.", r"a + 1 \ge b"),
    (r"Let $a, b$ be real, ideally with $a \ge b$.", r"a + 1 \ge b"),
    (r"Let $a$, $b$ be real with $a \ge b$ in Figure 1.", r"a + 1 \ge b"),
    (r"Let $a$, $b$ be real with $a \ge b$ half of the time.", r"a + 1 \ge b"),
    (r"Let $a, b$ be real. Our opponents assume $a \ge b$.", r"a + 1 \ge b"),
    (r"Let $a, b$ be real. We take $a = b$ as our null hypothesis.", r"a + 1 \ge b"),
    (r"Suppose $x > 0$ is what we want to show.", r"x + 1 > 1"),
    (r"Let $x$ be real, where $x > 0$ is used in Example 1 only.", r"x + 1 > 1"),
    (r"Suppose that $a \le 1$ happens rarely.", r"a \le 2"),
    (r"Let $a$ be real with $a \le 1$ not necessarily true.", r"a \le 2"),
    (r"Let $S$ be the set of $x$ with $x \ge 1$. For all $x$ let $v = x$.", r"x \ge 0"),
    (r"Fix the smallest $n$ with $a_n \le 1$. For every $n$,", r"a_n \le 2"),
    (OF_X + r"Define $$f(x) = x$$ for $x \ge 0$ and $$f(x) = -x$$ for $x < 0$.", r"f(x) + x = 2x"),
    (OF_X + r"Assume that $$v = x$$ eventually.", r"v + x = 2x"),
    (OF_X + r"Suppose that often $$v = x.$$ Our opponents assume that $$w = x.$$", r"w + v = 2x"),
    (OF_X + r"Let $v = x$ and suppose this holds only for $x > 0$.", r"v + x = 2x"),
    (r"Suppose that $x \le 1$, as in the easy case.", r"x \le 2"),
    (r"Let $a \le b$, contrary to our claim.", r"a \le b + 1"),
    (r"We are done if we define $b = 2a$ and stop.", r"b + 1 = 2a + 1"),
    (r"For all $x \in [0, 1]$ but $x = 0$ and for all other $x$ we have", r"x^2 \le x"),
)
HELD = (
    r"Suppose $a_n \le 1$ for all $n$. Then $$a_n \le 2.$$",
    r"Suppose $a_n \le 1$ for $n \ge 1$. Then $$a_n \le 2.$$",
    r"Let $x$ be real. Define $f(x) = x$ for all $x$. Then $$f(x) + x = 2x.$$",
    r"Suppose that there is a constant $c > 0$ such that $a \le c$. Then $$a \le c + 1.$$",
    r"Fix $i$. For each $i$, let $v_i = 2a$. Then $$v_i + 1 = 2a + 1.$$",
    r"We assume throughout that $a \le b$. Then $$a \le b + 1.$$",
    r"Let $k \le n$ be integers. Then $$k \le n + 1.$$",
    r"Let $v = a + 1$ be the threshold, and let $w$ be a map that depends only on $a$."
    r" Then $$v + 1 = a + 2.$$",
    r"Fix a constant $c > 1$ that depends only on $d$. Then $$c^2 > 1.$$",
    r"Define $g = a + b$ for convenience. Then $$g - a = b.$$",
    r"Let $A$ be a matrix and $t > 1$ its radius. Then $$t > 0.$$",
    r"Let $x > 1$ be the radius of a ball. Then $$x + 1 > 2.$$",
    r"Given $x > 1$ samples from a law, we have $$x + 1 > 2.$$",
)


@pytest.mark.few(9)
@pytest.mark.parametrize(("words", "row"), CASES)
def test_what_holds_in_some_cases_proves_nothing(kind, words, row):
    assert kind(f"{words} Then $$ {row}. $$") is VerdictKind.UNKNOWN


@pytest.mark.parametrize("text", HELD)
def test_what_holds_of_all_values_is_a_premise(kind, text):
    assert kind(text) is VerdictKind.PROVED


@pytest.mark.parametrize(
    ("words", "row"),
    [
        (r"Let $m$ be a nonpositive integer.", "m + 1 > 0"),
        (r"Let $m$ be non-positive and $n$ a positive integer.", "n + m > 0"),
        (r"Let $m$ and $n$ be a negative and a positive integer.", "n + m > 0"),
        (r"Let $n$ be a possibly negative integer.", "n + 1 > 0"),
        (r"Let $m$ be an integer that is not positive.", "m + 1 > 0"),
        ("设 $m$ 非正, $n$ 为正整数。", "n + m > 0"),
        ("设 $m$, $n$ 分别为负整数和正整数。", "n + m > 0"),
    ],
)
def test_no_sign_is_guessed_of_a_name_of_which_words_say_another(kind, words, row):
    assert kind(f"{words} Then $$ {row}. $$") is not VerdictKind.PROVED
