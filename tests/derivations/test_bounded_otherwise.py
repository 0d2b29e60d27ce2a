"""Letters that a text bounds in another way than is usual are real numbers, all of them."""

import pytest

from tests.laws.single_rows import row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

OTHERWISE = "Elsewhere $n < 0$. We see that"


@pytest.mark.parametrize(
    "formula",
    [
        r"\frac{1}{n} \log \frac{1}{p(X, Y)} = -\frac{1}{n} \log p(X, Y)",
        r"\frac{f(x) + 1}{n} - \frac{1}{n} = \frac{f(x)}{n}",
    ],
)
def test_what_holds_of_both_signs_is_proved(tmp_path, formula) -> None:
    assert row_of(tmp_path, OTHERWISE, formula).kind.value == "PROVED"


@pytest.mark.parametrize(
    "formula", [r"\frac{f(x)^2}{n} \ge 0", r"\frac{1}{n} \log p(x) = \frac{1}{|n|} \log p(x)"]
)
def test_what_holds_of_one_sign_is_not(tmp_path, formula) -> None:
    assert row_of(tmp_path, OTHERWISE, formula).kind.value != "PROVED"
