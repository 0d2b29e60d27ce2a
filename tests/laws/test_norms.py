r"""The triangle inequality for norms, and what it does not say."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

TRUE = [
    r"\|x + y\| \le \|x\| + \|y\|",
    r"\|x\| - \|y\| \le \|x - y\|",
    r"\|x - z\|_2 \le \|x - y\|_2 + \|y - z\|_2",
    r"\|w^* - v\|_\infty \ge \|w^*\|_\infty - \|v\|_\infty",
    r"\|u - x\| \le \|u - v\| + \|v - w\| + \|w - x\|",
]
FALSE = [
    r"\|x + y\| \ge \|x\| + \|y\|",
    r"\|x + y\| = \|x\| + \|y\|",
    r"\|x - z\|_2 \le \|x - y\|_2 + \|y - z\|_1",
    r"\|x - z\|_2 \le \|x - y\|_2 - \|y - z\|_2",
    r"\|x - z\|_0 \le \|x - y\|_0 + \|y - z\|_0",
    r"\|x - z\|_{1/2} \le \|x - y\|_{1/2} + \|y - z\|_{1/2}",
    r"\|x - z\| \le \|x - y\| + \|z\|",
    r"\|A B\| \le \|A\| + \|B\|",
]


@pytest.mark.parametrize("formula", TRUE)
def test_the_norm_of_a_sum_is_at_most_the_sum_of_the_norms(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, "We go on.", formula))


@pytest.mark.few(4)
@pytest.mark.parametrize("formula", FALSE)
def test_no_other_bound_of_a_norm_follows(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, "We go on.", formula))


def test_what_a_text_defines_as_no_norm_obeys_nothing(tmp_path) -> None:
    text = r"Let $\|x\|$ be the number of entries of $x$ that are not zero."
    check_unknown(row_of(tmp_path, text, r"\|x + y\| \le \|x\| + \|y\|"))
