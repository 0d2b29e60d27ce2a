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
    r"\Pr[\max_{i \in [n]} X_i \ge t] \le \sum_{i=1}^n \Pr[X_i \ge t]",
    r"\Pr[\max_{1 \le i \le n} |X_i| > t] \le \sum_{i=1}^n \Pr[|X_i| > t]",
    r"\Pr[\min_{i \in [n]} X_i \le t] \le \sum_{i=1}^n \Pr[X_i \le t]",
    r"\Pr[\sup_{h \in H} |R(h) - L(h)| > t] \le \sum_{h \in H} \Pr[|R(h) - L(h)| > t]",
    r"\Pr[\max_i E_i > 0] \le \sum_{i=1}^n \Pr[E_i > 0]",
    r"\Pr[\exists i : E_i > 0] \le \sum_{i=1}^n \Pr[E_i > 0]",
    rf"\frac{{1}}{{2}} \Pr[\bigcup_{{i=1}}^n E_i] \le {SUM}",
]
FALSE = [
    r"\Pr[\sup_{h \in H} R(h) \ge t] \le \sum_{h \in H} \Pr[R(h) \ge t]",
    r"\Pr[\max_{i \in [n]} X_i \ge t] \le \sum_{i=1}^n \Pr[X_i > t]",
    r"\Pr[\max_{i \in [m]} X_i \ge t] \le \sum_{i=1}^n \Pr[X_i \ge t]",
    r"\Pr[\max_{i \in [n]} X_i \ge t] \le \sum_{i=1}^n \Pr[X_i \le t]",
    r"\Pr[\max_{i \in [n]} X_i + Y_i \ge t] \le \sum_{i=1}^n \Pr[X_i \ge t]",
    r"\Pr[1 - \max_{i \in [n]} X_i \ge t] \le \sum_{i=1}^n \Pr[X_i \ge t]",
    r"\Pr[\max_i X_i \ge t] \le \sum_{i=1}^n \Pr[X_i \ge t]",  # nothing says how many there are
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
    r"\Pr_i[\bigcup_{i=1}^n E_i] \le \sum_{i=1}^n \Pr_i[E_i]",
    r"\Pr[\exists h \in H \text{ such that not } R(h) > t] \le \sum_{h \in H} \Pr[R(h) > t]",
    r"\Pr[\exists h \in H \text{ or } R(h) > t] \le \sum_{h \in H} \Pr[R(h) > t]",
    r"\Pr[\exists h \in H, g \in H : h > g] \le \sum_{h \in H} \Pr[g \in H : h > g]",
]
SUMMED = r"Let $X_1, \ldots, X_n$ be real numbers, and $S = \sum_{i=1}^n X_i$."


def test_a_sum_says_where_an_index_goes(tmp_path) -> None:
    formula = r"\Pr[\max_i X_i \ge t] \le \sum_{i=1}^n \Pr[X_i \ge t]"
    check_proved_by_a_law(row_of(tmp_path, SUMMED, formula))
    check_unknown(row_of(tmp_path, SUMMED.replace("i=1}^n", "i=1}^m"), formula))


MORE = [  # events than those that the sum is over
    r"Let $E_0, E_1, \dots, E_n$ be events.",
    r"Let $E_1, \dots, E_n, E_{n+1}$ be events.",
    r"Let $E_1, \dots, E_n, \dots$ be events.",
    r"Let $E_1, E_2, \dots$ be events, of which we take $E_1, \dots, E_n$.",
    r"Let $E_1, \dots, E_n$ be events, and $E_{n+1}, \dots, E_{2n}$ others.",
    r"Let $E_1, \dots, E_n$ be some of the events $E_i$, $i = 1, \dots, N$.",
    r"Let $E_1, \dots, E_n$ be some of the events $E_i$ for $i \in I$.",
    r"Let $E_1, \dots, E_n$ be events. For $\{E_i\}_{i=1}^{2n}$,",
]


@pytest.mark.few(6)
@pytest.mark.parametrize("formula", TRUE)
def test_a_union_is_at_most_as_probable_as_its_events_together(tmp_path, formula) -> None:
    check_proved_by_a_law(row_of(tmp_path, EVENTS, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("formula", FALSE)
def test_nothing_else_follows(tmp_path, formula) -> None:
    check_unknown(row_of(tmp_path, EVENTS, formula))


@pytest.mark.few(3)
@pytest.mark.parametrize("events", MORE)
def test_a_union_without_ends_is_not_over_fewer_events_than_the_text_has(tmp_path, events) -> None:
    formula = r"\Pr[\bigcup_i E_i] \le \sum_{i=1}^n \Pr[E_i]"
    check_unknown(row_of(tmp_path, events, formula))


@pytest.mark.parametrize("said", ["", r"Each $E_i$, $i = 1, \dots, n$, is rare. For $i \in [n]$,"])
def test_a_text_may_say_again_which_events_there_are(tmp_path, said) -> None:
    formula = r"\Pr[\bigcup_i E_i] \le \sum_{i=1}^n \Pr[E_i]"
    check_proved_by_a_law(row_of(tmp_path, f"{EVENTS} {said}", formula))
