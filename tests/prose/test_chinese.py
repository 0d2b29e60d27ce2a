"""Sentences in Chinese: what they declare, why their rows hold, and what they deny."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import boundcalc.prose.chinese
from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import read_open
from boundcalc.document_checker import check
from boundcalc.prose.chinese import in_english, is_left
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

ROW = "\n$$P(X \\ge t) \\le g(t)$$\n"
REASONS = {
    "result by name": ("由 Markov 不等式，", "Markov inequality"),
    "name in Chinese": ("根据切比雪夫不等式，我们有", "Chebyshev inequality"),
    "numbered lemma": ("由引理 3 可得", "by lemma 3"),
    "equation": ("由（4.69）可知：", "(4.69)"),
    "definition": ("根据敏感度的定义，", "definition of sensitivity"),
    "heading": ("## 1.8 Markov 不等式\n\n对任意的 $t > 0$，有", "the title: Markov inequality"),
}
NONE = {
    "denied": "由引理 3 不能得到",
    "hoped": "我们希望由 Markov 不等式得到",
    "asked": "求证：由引理 3，",
    "called false": "根据 Markov 不等式，下式不成立：",
    "words that are not known": "由上一节的讨论可知，",
    "mistake of others": "学生们常犯的错误：由 Markov 不等式，",
    "no result": "因此，",
    "other than": "与 Markov 不等式不同，我们有",
    "ought to be": "由 Markov 不等式，本来应有",
    "up to a constant": "由 Markov 不等式，只差一个常数就有",
    "only if used": "如果使用 Markov 不等式，",
    "title of what is false": "## Markov 不等式不成立的例子\n\n对任意的 $t > 0$，有",
}
PROVED = {
    "let": "设 $x > 0$。则\n$$x + 1 > 1.$$",
    "in words": "令 $n$ 为正整数，则\n$$n \\ge 1.$$",
    "for all": "对任意的 $x \\in [0, 1]$，我们有\n$$x^2 \\le x.$$",
    "where": "于是\n$$x + 1 > 1,$$\n其中 $x > 0$。",
    "independent": "设 $X$, $Y$ 是独立的随机变量。则\n$$E[XY] = E[X]E[Y].$$",
    "until the proof ends": "**定理 3.10** 设 $x > 0$。\n\n**【证明】** 我们有\n$$x + 1 > 1.$$",
}
NOT_PROVED = {
    "is not": "设 $x$ 不是正数。则\n$$x + 1 > 1.$$",
    "does not hold": "假设 $a = b$ 不成立。则\n$$a = b.$$",
    "for some": "对某个 $x$ 有 $x > 5$。因此\n$$x > 5.$$",
    "with high probability": "以高概率有 $x \\le 1$。因此\n$$x \\le 1.$$",
    "not independent": "令 $X$ 与 $Y$ 不独立。则\n$$E[XY] = E[X]E[Y].$$",
    "not independent, perhaps": "令 $X$ 与 $Y$ 为随机变量，未必独立。则\n$$E[XY] = E[X]E[Y].$$",
    "anew": "设 $x > 0$。然后令 $x = -1$。则\n$$x > 0.$$",
    "if and only if": "当且仅当 $x = 1$ 时，\n$$x = 1.$$",
    "unless": "除非 $x > 1$，否则\n$$x \\le 1.$$",
    "not positive": "设 $m$ 非正，$n$ 为正整数。则\n$$n + m > 0.$$",
    "outside": "对任意的 $x \\in [0, 1]$ 以外的数，我们有\n$$x^2 \\le x.$$",
    "nearly independent": "设 $X$, $Y$ 是几乎独立的随机变量。则\n$$E[XY] = E[X]E[Y].$$",
    "in another sense": "设 $X$, $Y$ 是线性独立的随机变量。则\n$$E[XY] = E[X]E[Y].$$",
    "given something": "设 $X$, $Y$ 是条件独立的随机变量。则\n$$E[XY] = E[X]E[Y].$$",
    "to a contradiction": "假定 $x > 0$ 会导致矛盾。则\n$$x + 1 > 1.$$",
    "dropped": "去掉假设 $x > 0$ 后，\n$$x + 1 > 1.$$",
    "for an example": "设 $x > 0$，仅用于例 1。则\n$$x + 1 > 1.$$",
    "for one of them": "假设 $a_n \\ge 1$ 对某个 $n$ 成立。则\n$$a_n > 0.$$",
    "that there is one": "假设存在 $n$ 使得 $a_n \\ge 1$。则\n$$a_n > 0.$$",
    "for even ones": "假设 $a_n \\ge 1$ 对偶数 $n$ 成立。则\n$$a_n > 0.$$",
    "in one case": "设 $x$ 为实数，当 $x \\ge 0$ 时令 $y = x$。则\n$$y + x = 2x.$$",
    "in two cases": "设 $x$ 为实数。定义 $f(x) = x$（$x \\ge 0$）。则\n$$f(x) + x = 2x.$$",
    "of another kind": "记 $x$ 为非负整数。这里 $x$ 是向量。则\n$$x \\ge 0.$$",
}


@pytest.mark.parametrize(("words", "reason"), REASONS.values(), ids=REASONS)
def test_reason_is_the_one_that_the_text_names(words: str, reason: str) -> None:
    assert _reasons(words) == [reason]


@pytest.mark.parametrize("words", NONE.values(), ids=NONE)
def test_no_reason_is_taken_from_what_says_none(words: str) -> None:
    assert _reasons(words) == []


@pytest.mark.parametrize(
    "behind", ["这是错误的。", "上式是错的。", "这个结论不正确。", "但引理 3 的证明有漏洞。"]
)
def test_what_is_denied_behind_its_row_is_no_reason(behind: str) -> None:
    assert _reasons("由引理 3 可得", behind) == []


def test_a_step_that_is_not_by_a_result_has_no_reason() -> None:
    behind = "其中第一个不等式并非由三角不等式得到。"

    assert _reasons("我们有", behind) == []


@pytest.mark.parametrize("text", PROVED.values(), ids=PROVED)
def test_row_is_proved_under_what_its_sentences_say(tmp_path: Path, text: str) -> None:
    assert _kinds(tmp_path, text)[-1] == "PROVED"


@pytest.mark.parametrize("text", NOT_PROVED.values(), ids=NOT_PROVED)
def test_row_is_not_proved_under_what_its_sentences_deny(tmp_path: Path, text: str) -> None:
    assert "PROVED" not in _kinds(tmp_path, text)


def test_steps_that_are_numbered_in_words_have_their_own_reasons() -> None:
    rows = (
        "$$\\begin{aligned} f(x) &\\le g(x) \\\\ &= h(x) \\\\ &\\le 1 \\end{aligned}$$\n\n"
        "第一个不等式由三角不等式推导得来，最后一个不等式是由敏感度定义得到。"
    )
    first, second, third = read_open(read_source(rows, name="a.md")).steps

    assert [bool(step.reasons) for step in (first, second, third)] == [True, False, True]
    assert "triangle inequality" in str(first.reasons)
    assert "definition of sensitivity" in str(third.reasons)


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("令 \u27e60\u27e7 为正整数", "let \u27e60\u27e7 is positive integer"),
        ("由于 \u27e60\u27e7, 所以", "since \u27e60\u27e7, therefore"),
        ("\u4e0a\u754c", "upper bound"),  # the longest word counts
        ("x \u3092\u5b9a\u7fa9\u3059\u308b", "x \u3092\u5b9a\u7fa9\u3059\u308b"),  # Japanese
    ],
)
def test_words_that_are_known_are_said_in_english(text: str, english: str) -> None:
    assert in_english(text) == english


def test_what_is_not_known_and_denies_says_so() -> None:
    said = in_english("\u8fd9\u4e2a\u8c2c\u8bba")

    assert "not" in said.split()
    assert is_left(said)


def test_each_word_of_the_dictionary_has_one_meaning() -> None:
    path = Path(boundcalc.prose.chinese.__file__).with_suffix(".toml")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    words = [
        word for table in data.values() for listed in table.values() for word in listed.split()
    ]

    assert [word for word, times in Counter(words).items() if times > 1] == []
    assert [
        word for word in words if not re.fullmatch("[\u3400-\u9fff]+(-[\u3400-\u9fff]+)?", word)
    ] == []


def _reasons(words: str, behind: str = "") -> list[str]:
    (step,) = read_open(read_source(words + ROW + behind, name="a.md")).steps
    return [reason.locator for reason in step.reasons if isinstance(reason, Citation)]


def _kinds(folder: Path, text: str) -> list[str]:
    path = folder / "a.md"
    path.write_text(text, encoding="utf-8")
    (document,) = check(path).documents
    return [row.kind.value for row in document.rows]
