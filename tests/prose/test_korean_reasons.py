"""Reasons in Korean: what stands at the end of the words before a display, and beside a row."""

import pytest

from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

ROW = "\n\n$$f(x) \\le g(x)$$"
REASONS = {
    "since": "$h(x) = 1$이므로,",
    "since, with more words": "$h(x) \\le 2$ 이므로 느슨하지만 단순한 경계:",
    "thanks to": "변수의 독립성 덕분에",
    "expectation": "양변에 기대값을 취하면 ($h$는 상수):",
    "setting": "즉, $t = \\sqrt{n}$으로 놓으면:",
    "substitution": "$h(x)$ bound 대입:",
    "logarithms": "양변에 log:",
    "applied": "곱셈 법칙 $p = qr$를 로그에 적용:",
    "behind a conclusion": "따라서 $c = B$, 그러면 McDiarmid:",
    "number with its chapter": "고정하자. 정리 5.4 (Ch5-04):",
    "title": "### 정리 1.3 — Pinsker 부등식 (중요)\n\n**명제**: 두 분포 사이:",
}
NONE = {
    "therefore": "따라서:",
    "negation": "$f$가 볼록이 아니므로,",
    "wish": "성공 확률을 높이려고 대입하려면:",
    "mistake": "흔한 실수는 다음과 같다. 잘못 대입하면:",
    "perhaps": "$h(x) = 1$이므로 아마도:",
    "supposed": "$h(x) = 1$이므로 다음을 가정하자:",
    "still to show": "$h(x) = 1$이므로 다음을 보이면 충분하다:",
    "wanted": "$h(x) = 1$이므로 우리가 원하는 것은",
    "question": "왜 $h(x) = 1$이므로",
    "false title": "### 정리 1.3 — Pinsker 부등식은 틀렸다\n\n**명제**: 항상",
    "own title": "### 정리 1.4 — 우리 부등식\n\n**명제**: 두 분포 사이:",
    "title of this statement": "**정리 5.4**:",
}


def cited(text: str) -> list[list[str]]:
    """Return what each row of a Markdown text cites."""
    steps = read_open(read_source(text, "notes.md")).steps
    return [[item.locator for item in step.reasons if isinstance(item, Citation)] for step in steps]


@pytest.mark.parametrize("before", REASONS.values(), ids=REASONS.keys())
def test_a_clause_in_korean_is_the_reason_of_the_row(before: str) -> None:
    assert [len(texts) for texts in cited(before + ROW + "\n")] == [1]


@pytest.mark.parametrize("before", NONE.values(), ids=NONE.keys())
def test_words_that_give_no_reason_are_none(before: str) -> None:
    assert cited(before + ROW + "\n") == [[]]


@pytest.mark.parametrize(
    "after",
    ["임을 보여라.", "인가?", "라고 생각하기 쉽다.", "을 유도하시오.", "라는 주장은 틀렸다."],
)
def test_what_is_asked_for_or_denied_behind_the_display_has_no_reason(after: str) -> None:
    assert cited(f"$h(x) = 1$이므로,{ROW}\n\n{after}\n") == [[]]


def test_a_sentence_behind_it_denies_the_display() -> None:
    assert cited(f"$h(x) = 1$이므로,{ROW}\n\n이다. 그러나 이는 틀렸다.\n") == [[]]


def test_a_remark_in_korean_is_the_reason_of_its_row_alone() -> None:
    text = (
        "$$f(x) \\le g(x) \\quad \\text{(ERM 정의)}$$\n$$\\le h(x) \\quad \\text{(자연로그 기준)}$$"
    )
    assert cited(text) == [["ERM 정의"], []]


@pytest.mark.parametrize("after", ["다음 값을 계산하라:", "이제 다른 것을 증명하라:"])
def test_what_is_asked_for_next_leaves_the_display_its_reason(after: str) -> None:
    assert [len(texts) for texts in cited(f"$h(x) = 1$이므로,{ROW}\n\n{after}\n")] == [1]
