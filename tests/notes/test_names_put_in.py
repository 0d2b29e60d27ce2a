"""What a name is said to be equal to is put in for it; what stands in it may have no value."""

from __future__ import annotations

import pytest

from boundcalc.notes.check import check_document
from boundcalc.notes.judging import CheckedRow
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()
LET = "Let $v = \\frac{a}{b - a}$."


def last(text: str) -> CheckedRow:
    return check_document(read_source(text, "notes.md"), {}, DECIDER.examine).rows[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        f"{LET} Then $$(b - a)^2 v^2 = a^2.$$",
        "We set $$v = \\frac{a}{b - a}.$$ Then $$(b - a)^2 v^2 = a^2.$$",
        "Then $$(b - a)^2 v^2 = a^2,$$ where $v := \\frac{a}{b - a}$.",
    ],
)
def test_a_value_is_put_in_where_it_has_one(text: str) -> None:
    found = last(text).judgement

    assert found.kind.value == "PROVED"
    assert {"assumed", "presumed"} <= {item.how for item in found.premises}
    assert "v = a / (b - a)" in {item.text for item in found.premises}


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "text",
    [
        f"{LET} Then $$(b - a)^2 v^2 = a^3.$$",
        f"{LET} Let $b = 2$. For any $v$ we have $$(b - a)^2 v^2 = a^2.$$",
        f"{LET}\n\n## Another setting\n\nThen $$(b - a)^2 v^2 = a^2.$$",
        "It is not true that $v = \\frac{a}{b - a}$. Then $$(b - a)^2 v^2 = a^2.$$",
        "If $v = \\frac{a}{b - a}$, we are done.\n\nIn general $$(b - a)^2 v^2 = a^2.$$",
        "Throughout Section 2, let $t = \\frac{u}{w}$. In this section $$ t w = u. $$",
        "Initially let $t = \\frac{u}{w}$. After the loop, $$ t w = u. $$",
        "Let $t = \\frac{u}{w}$ initially. At the end $$ t w = u. $$",
        f"{LET} Suppose instead that $v = 2$. Then $$(b - a)^2 v^2 = a^2.$$",
        "Let $v = \\frac{a}{b - a}$ if $a > 1$. Then $$(b - a)^2 v^2 = a^2.$$",
        "Let $v = \\frac{a}{b - a}$ for one case. In the second case $$(b - a)^2 v^2 = a^2.$$",
        f"{LET} Then for every $a$ and $v$, $$(b - a)^2 v^2 = a^2.$$",
        f"{LET} Each round doubles $v$. Then $$(b - a)^2 v^2 = a^2.$$",
        f"{LET} Let $b = 2$. Then $$(b - a)^2 v^2 = a^2.$$",
        "Show that $v = \\frac{a}{b - a}$.\n\nThen $$(b - a)^2 v^2 = a^2.$$",
        r"Let $v = \frac{a}{b - a}$. Let $w = v + 1$. Then $$w = \frac{a}{b - a}.$$",
    ],
)
def test_what_is_not_said_to_be_equal_is_not_put_in(text: str) -> None:
    assert last(text).kind.value != "PROVED"
