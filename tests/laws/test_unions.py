r"""The union bound for families of events, and what it does not say."""

import pytest

from tests.laws.single_rows import check_proved_by_a_law, check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

EVENTS = r"Let $E_1, E_2, \ldots, E_n$ be events, each with some probability."
SUM = r"\sum_{i=1}^n \Pr[E_i]"
TRUE = [
    rf"\Pr\left[\bigcup_{{i=1}}^n E_i\right] \le {SUM}",
    rf"\Pr[\bigcup_i E_i] \le {SUM}",
    r"\Pr[\bigcup_i E_i] \le \sum_i \Pr[E_i]",
    r"Pr[\bigcup_{i=1}^{\infty} E_i] \leq \sum_{i=1}^{\infty} Pr[E_i]",
    r"P(\exists i \in [n] : |q_i| > t) \le \sum_{i=1}^n P(|q_i| > t)",
    r"\Pr[\exists h \in H \text{ s.t. } R(h) > t] \le \sum_{h \in H} \Pr[R(h) > t]",
    rf"\frac{{1}}{{2}} \Pr[\bigcup_{{i=1}}^n E_i] \le {SUM}",
]
FALSE = [
    r"\Pr[\bigcup_{i=1}^n E_i] \le \sum_{i=2}^n \Pr[E_i]",
    rf"\Pr[\bigcup_{{i=1}}^n E_i] \ge {SUM}",
    rf"\Pr[\bigcup_{{i=1}}^n E_i] = {SUM}",
    rf"\Pr[\bigcup_{{i=1}}^{{n+1}} E_i] \le {SUM}",
    r"\Pr[\bigcup_i E_i] \le \sum_{i=1}^{n-1} \Pr[E_i]",
    r"\Pr[\bigcup_i E_i] \le \sum_{i=1}^m \Pr[E_i]",
    r"\Pr[\bigcup_i F_i] \le \sum_{i=1}^n \Pr[F_i]",
    r"\Pr[\bigcup_{i=1}^n E_i] \le \sum_{i=1}^n \Pr[F_i]",
    r"\Pr[\bigcup_{i=1}^n E_i] \le \sum_{i=1}^n P[E_i]",
    r"\Pr[\bigcup_{i=1}^n E_i] \le \sum_{i=1}^n \Pr[E_i \mid A]",
    rf"\Pr[\bigcup_{{i=1}}^n E_i \mid A] \le {SUM}",
    r"\Pr[\bigcup_{i=1}^n E_i^c] \le \sum_{i=1}^n \Pr[E_i]",
    r"P[\exists i \in [m] : |q_i| > t] \le \sum_{i=1}^n P[|q_i| > t]",
    r"P[\exists i \in [n] : |q_i| > t] \le \sum_{j=1}^n P[|q_i| > t]",
    r"P[\exists i \in [n] : |q_i| > s] \le \sum_{i=1}^n P[|q_i| > t]",
    r"P[\forall i \in [n] : |q_i| > t] \ge \sum_{i=1}^n P[|q_i| > t]",
]


@pytest.mark.parametrize("formula", TRUE)
def test_a_union_is_at_most_as_probable_as_its_events_together(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, EVENTS, formula))


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", FALSE)
def test_nothing_else_follows(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, EVENTS, formula))
