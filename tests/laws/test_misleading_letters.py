r"""Texts that mean to mislead: none of their rows follows, and none is proved."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

TEXTS = [
    (
        r"Let $X$ be a random variable with mean $\mu$. Now let $\mu$ be the median. Then",
        r"$$\mathbb{E}[X] = \mu$$",
    ),
    (
        r"Let $X$ be a random variable with mean $\mu$. Let $Y$ be another random variable. Then",
        r"$$\mathbb{E}[Y] = \mu$$",
    ),
    (
        r"Let $X$ be a random variable with mean $\mu$, and $t > 0$. Then",
        r"$$\Pr[|X - \mu| \ge t] \le \frac{\mathrm{Var}(X)}{2 t^2}$$",
    ),
    (
        r"Let $X$ be a random variable with sample mean $\mu$, and $t > 0$. Then",
        r"$$\Pr[|X - \mu| \ge t] \le \frac{\mathrm{Var}(X)}{t^2}$$",
    ),
    (
        r"Let $X$ be a random variable with conditional mean $\mu$ given $Y$, and $t > 0$. Then",
        r"$$\mathrm{Var}(X) = \mathbb{E}[(X-\mu)^2]$$",
    ),
    (
        r"Let $X$ be a random variable with mean $\mu$ under $P$. Under $Q$ we have",
        r"$$\mathrm{Var}(X) = \mathbb{E}_Q[(X-\mu)^2]$$",
    ),
    (
        r"Let $X_1, \ldots, X_n$ be random variables with mean $\mu$. Then",
        r"$$\mathrm{Var}(\sum_{i=1}^n X_i) = n \mathrm{Var}(X_1)$$",
    ),
    (
        r"Let $X_1, \ldots, X_n$ be random variables with mean $\mu$ and variance $\sigma^2$. Then",
        r"$$\mathbb{E}[X_1 X_2] = \mu^2$$",
    ),
    (
        r"Let $X$ be a random variable. Then",
        r"$$\Pr[X \ge t] \le \frac{\mathbb{E}[X]}{t}$$",
    ),
    (
        r"Let $X$ be a random variable and $t$ a random threshold. Then",
        r"$$\mathbb{E}[(X - t)^2] = \mathbb{E}[X^2] - 2 t \mathbb{E}[X] + t^2$$",
    ),
    (
        r"Let $X$ be a random variable, and let $s$ be its square. Then",
        r"$$\mathbb{E}[s X] = s \mathbb{E}[X]$$",
    ),
    (
        r"Let $X$ be a random variable; write $a$ for an independent copy. Then",
        r"$$\mathbb{E}[a X] = a \mathbb{E}[X]$$",
    ),
    (
        r"Let $X$ and $a$ be random variables. Then",
        r"$$\mathrm{Var}(a X) = a^2 \mathrm{Var}(X)$$",
    ),
    (
        r"Let $X$ be a random variable. The learner then draws $\tau$ from a prior. We have",
        r"$$\mathbb{E}[\tau X] = \tau \mathbb{E}[X]$$",
    ),
    (
        r"Let $\bar{x} = \frac{1}{n} \sum_{i=1}^n x_i$. We now recompute $\bar{x}$. Then",
        r"$$\sum_{i=1}^n (x_i - \bar{x}) = 0$$",
    ),
    (
        r"Let $\bar{x} = \frac{1}{n} \sum_{i=1}^n x_i$. For a different sample of size $m$,",
        r"$$\sum_{i=1}^m (x_i - \bar{x}) = 0$$",
    ),
    (
        r"Let $\hat{p} = \frac{k}{n}$. Suppose instead that the estimate is smoothed. Then",
        r"$$n \hat{p} = k$$",
    ),
    (
        r"Let $\bar{x} = \frac{1}{n} \sum_{i=1}^n x_i$. Then",
        r"$$\sum_{i=1}^n (x_i - \bar{x})^2 = \sum_{i=1}^n x_i^2 - \bar{x}^2$$",
    ),
    (
        r"Let $\bar{x} = \frac{1}{n} \sum_{i=1}^n x_i$. Then",
        r"$$\sum_{i=1}^{n+1} x_i = (n+1) \bar{x}$$",
    ),
    (
        r"We speak of probability.",
        r"$$\Pr[\max_{i \in [n]} X_i \ge t] \le \sum_{i=1}^{n-1} \Pr[X_i \ge t]$$",
    ),
    (
        r"We speak of probability.",
        r"$$\Pr[\max_{i \in [n]} X_i \ge t] \le n \Pr[X_1 \ge t]$$",
    ),
    (
        r"We speak of probability.",
        r"$$\Pr[\sup_{i \ge 1} X_i \ge t] \le \sum_{i=1}^\infty \Pr[X_i \ge t]$$",
    ),
    (
        r"We speak of probability.",
        r"$$\Pr[\max_{i \in [n]} X_i \le t] \ge \sum_{i=1}^n \Pr[X_i \le t]$$",
    ),
    (
        r"We speak of probability. Let $\lambda \in \mathbb{R}$ and $t>0$ be real.",
        r"$$\Pr[X \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]$$",
    ),
    (
        r"We speak of probability. Let $\lambda < 0$ and $t > 0$ be real.",
        r"$$\Pr[X \ge t] \le e^{-\lambda t} \mathbb{E}[e^{\lambda X}]$$",
    ),
    (
        r"We speak of probability. Let $t > 0$ be real.",
        r"$$\Pr[X \ge t] \le \frac{1}{t^2}\mathbb{E}[X]^2$$",
    ),
    (
        r"We take expectations.",
        r"$$\mathbb{E}[e^{-X}] \le e^{-\mathbb{E}[X]}$$",
    ),
    (
        r"We take expectations.",
        r"$$\mathbb{E}[\sqrt{X}] \ge \sqrt{\mathbb{E}[X]}$$",
    ),
    (
        r"We take expectations.",
        r"$$\mathbb{E}[e^{X} Y] \ge e^{\mathbb{E}[X]} \mathbb{E}[Y]$$",
    ),
    (
        r"We take expectations of a characteristic function.",
        r"$$\mathbb{E}[e^{i t X}] \ge e^{i t \mathbb{E}[X]}$$",
    ),
    (
        r"Let $a$, $b$ be elements of a semigroup.",
        r"$$a b c = c b a$$",
    ),
    (
        r"Let $u$, $v$ be words over an alphabet.",
        r"$$u v = v u$$",
    ),
    (
        r"For rotations $r$ and $s$,",
        r"$$r s = s r$$",
    ),
    (
        r"For quantum observables $x$ and $p$,",
        r"$$x p = p x$$",
    ),
    (
        r"For vectors $u$, $v$ with the cross product,",
        r"$$u v = v u$$",
    ),
    (
        r"Here $a \cdot b$ is composition of maps.",
        r"$$a b = b a$$",
    ),
    (
        r"Let $p(x)$ be a polynomial with $n(x)$ roots.",
        r"$$n(x+1) = n x + n$$",
    ),
    (
        r"Let $n(\epsilon)$ be the sample size. Then",
        r"$$n\left(\frac{\epsilon}{2}\right) = \frac{n \epsilon}{2}$$",
    ),
    (
        r"Let $d$ be a metric.",
        r"$$\sum_{i=1}^n d(x_i/2, y) = d \sum_{i=1}^n (x_i/2, y)$$",
    ),
    (
        r"Let $\Pr$ be as usual.",
        r"$$\prob{A} + \prob{A} = \prob{A}$$",
    ),
    (
        r"Let $A$, $B$ be events.",
        r"$$\Pr[A \setminus B] = \Pr[A] - \Pr[B]$$",
    ),
    (
        r"Let $A$, $B$ be events.",
        r"$$\Pr[A] = \Pr[A \mid B]\Pr[B] + \Pr[A \mid B^c]$$",
    ),
    (
        r"Let $X \to Y \to Z$.",
        r"$$I(X;Y) + I(Y;Z) = I(X;Y)$$",
    ),
    (
        r"Let $X$ be Gaussian with mean $\mu$ and let $\mu$ have a Gaussian prior.",
        r"$$\mathrm{Var}(X - \mu) = \mathrm{Var}(X)$$",
    ),
    (
        r"Let $X$ be a random variable with mean $\mu$, where $\mu$ itself is uniform. Then",
        r"$$\mathrm{Var}(X) = \mathbb{E}[(X-\mu)^2]$$",
    ),
    (
        r"Let $X$ be a random variable with mean $\mu$. If we condition on $X > 0$, then",
        r"$$\mathbb{E}[X] = \mu$$",
    ),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("words", "display"), TEXTS)
def test_what_does_not_follow_is_not_proved(tmp_path, words, display):
    path = tmp_path / "notes.md"
    path.write_text(f"{words} {display}\n", encoding="utf-8")
    (row,) = check(path, jobs=1).rows
    assert row.kind is VerdictKind.UNKNOWN
