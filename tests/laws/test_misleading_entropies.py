"""Short documents that mean to mislead about entropies: of none is the row proved."""

import pytest

from tests.laws.single_rows import check_unknown, row_of

pytestmark = pytest.mark.usefixtures("in_this_process")

MISLEADING = [
    (
        r"The entropy. $H(X) = \log |\mathcal{X}|$ is Hartley's; alphabet $\mathcal{X}$.",
        r"H(X) = -\sum_x p(x) \log p(x)",
    ),
    (r"Collision entropy $H(X) = -\log \sum_x p(x)^2$.", r"H(X) = -\sum_x p(x) \log p(x)"),
    (
        r"The entropy. Here $p$ is a model and $X$ has the law $r$.",
        r"H(X) = -\sum_x p(x) \log p(x)",
    ),
    (
        r"The entropy of $X$; $X$ is drawn from $r$ and $p$ is our guess.",
        r"H(X) = -\sum_x p(x) \log p(x)",
    ),
    (r"The entropy; let $p$ be the mass function of $Y$.", r"H(X) = -\sum_x p(x) \log p(x)"),
    (r"The entropy; $P(x)$ is a polynomial.", r"H(X) = -\sum_x P(x) \log P(x)"),
    (r"The entropy; $p(x)$ is the price of $x$.", r"H(X) = -\sum_x p(x) \log p(x)"),
    (r"The entropy; sums are over $x \ne 0$.", r"H(X) = -\sum_x p(x) \log p(x)"),
    (r"The entropy; the sum is over a subset of values.", r"H(X) = -\sum_x p(x) \log p(x)"),
    (
        r"The entropy; $P$ is the uniform law on $[n]$ and $X \sim Q$.",
        r"H(X) = -\sum_x P(x) \log P(x)",
    ),
    (r"The entropy; $X \sim \mu$.", r"H(X) = -\sum_x p(x) \log p(x)"),
    (r"The entropy; $X \sim q$ and $Y \sim p$.", r"H(X) = \mathbb{E}_p[-\log p(X)]"),
    (r"The entropy.", r"H(X) = \mathbb{E}_{y \sim p}[-\log p(x)]"),
    (r"The entropy.", r"H(X|Y) = -\sum_x p(x|y) \log p(x|y)"),
    (r"The entropy.", r"H(X|Y) = -\sum_{x,y} p(x|y) \log p(x|y)"),
    (r"The entropy.", r"H(X|Y) = -\sum_{x,y} p(x,y) \log p(y|x)"),
    (r"The entropy.", r"H(X|Y) = \mathbb{E}[-\log p(Y|X)]"),
    (r"The entropy.", r"H(Y) = H(X) + H(Y|X)"),
    (r"The entropy.", r"H(X,Y) = H(X) + H(Y)"),
    (r"The entropy.", r"I(X;Y|Z) = I(X;Y) - I(X;Z)"),
    (r"The entropy.", r"I(X;Z) \le I(X;Y)"),
    (r"The entropy of the Markov chain $Z \to X \to Y$.", r"I(Z;Y) \ge I(X;Y)"),
    (r"The entropy.", r"\sum_{x} p(x) \log p(x) \ge 0"),
    (r"The entropy.", r"\sum_x p(x) \log q(x) \ge \sum_x p(x) \log p(x)"),
    (r"The entropy.", r"\sum_x p(x) \log q(x) \le \sum_x q(x) \log q(x)"),
    (
        r"The entropy; $q$ is an unnormalized measure.",
        r"\sum_x p(x) \log q(x) \le \sum_x p(x) \log p(x)",
    ),
    (r"The entropy; $q(x) \ge 0$ are weights.", r"\sum_x p(x) \log q(x) \le \sum_x p(x) \log p(x)"),
    (
        r"The entropy; $q(x) = 2^{-l(x)}$ for code lengths $l$.",
        r"\sum_x p(x) \log q(x) \le \sum_x p(x) \log p(x)",
    ),
    (
        r"The entropy and $D(p\|q)$, the Kullback divergence, where $D(p\|q)=\sum_x"
        r" q(x)\log\frac{q(x)}{p(x)}$.",
        r"D(p\|q) = \sum_x p(x)\log\frac{p(x)}{q(x)}",
    ),
    (r"The entropy; the KL divergence. $D(p\|q) = \max_x |p(x)-q(x)|$.", r"D(p\|q) \ge 0"),
    (
        r"The entropy; KL. Write $D(p\|q)$ for the total variation distance.",
        r"D(p\|q) = \sum_x p(x)\log\frac{p(x)}{q(x)}",
    ),
    (
        r"The entropy; KL; $D(P\|Q)$ is the R\'enyi divergence.",
        r"D(P\|Q) = \sum_x P(x)\log\frac{P(x)}{Q(x)}",
    ),
    (
        r"The entropy; KL. $D(P\|Q) := \log \sup_x \frac{P(x)}{Q(x)}$",
        r"D(P\|Q) = \sum_x P(x)\log\frac{P(x)}{Q(x)}",
    ),
    (
        r"The entropy; the max divergence $D_\infty$ and KL.",
        r"D_\infty(P\|Q) = \sum_x P(x)\log\frac{P(x)}{Q(x)}",
    ),
    (r"The entropy; KL.", r"D(p\|q) \le \log 2"),
    (r"The entropy; KL.", r"D(p\|q) + D(q\|r) \ge D(p\|r)"),
    (r"The entropy; KL.", r"D(p(y|x)\|q(y|x)) \ge D(p(y)\|q(y)) + D(p(x)\|q(x))"),
    (r"The entropy; KL.", r"D(p(x,y)\|q(x,y)) \le D(p(x)\|q(x))"),
    (r"The entropy; KL.", r"D(p(x)p(y)\|p(x,y)) = I(X;Y)"),
    (r"The entropy; KL.", r"D(p_X\|p_Y) = 0"),
    (r"The entropy; KL.", r"D(p\|p) = 1"),
    (r"The entropy; KL; $q$ has total mass $2$.", r"D(p\|q) \ge 0"),
    (r"The entropy.", r"H(X_1,\dots,X_n) = n H(X_1)"),
    (r"The entropy.", r"H(X_1,\dots,X_n) = \sum_{i=1}^n H(X_i | X_{i-1})"),
    (r"The entropy.", r"H(X_1,\dots,X_n) = \sum_{i=0}^n H(X_i | X_1, \dots, X_{i-1})"),
    (r"The entropy.", r"H(X_1,\dots,X_n) = \sum_{i=1}^{n} H(X_i | X_{i+1}, \dots, X_{n-1})"),
    (r"The entropy.", r"I(X_1,\dots,X_n;Y) = \sum_{i=1}^n I(X_i;Y)"),
    (r"The entropy.", r"I(X_1,\dots,X_n;Y) \le \sum_{i=1}^n I(X_i;Y)"),
    (r"The entropy.", r"I(X_1,\dots,X_n;Y) \ge \sum_{i=1}^n I(X_i;Y)"),
    (r"The entropy.", r"H(X_1,\dots,X_n|Y) \ge \sum_{i=1}^n H(X_i|Y)"),
    (r"The entropy, where $X^n = (X_1,\dots,X_n)$.", r"H(X^2) = H(X)"),
    (r"The entropy.", r"H(X^n) = \sum_{i=1}^n H(X_i|X_1,\dots,X_{i-1})"),
    (
        r"The entropy of $\mathcal{X}$-valued $X$ with alphabet $\mathcal{X}$.",
        r"H(X) \le \log |\mathcal{Y}|",
    ),
    (r"The entropy; $\mathcal{X}$ is the alphabet of $Y$.", r"H(X) \le \log |\mathcal{X}|"),
    (
        r"The entropy; $\mathcal{X}$ is a family of sets and $X \in \mathcal{X}$ one of them.",
        r"H(X) \le \log |\mathcal{X}|",
    ),
    (r"The entropy of real $X$ in $\mathcal{X} = [0,1]$.", r"H(X) \le \log |\mathcal{X}|"),
    (r"The entropy in bits; alphabet $\mathcal{X}$.", r"H(X) \le \ln |\mathcal{X}|"),
    (r"The entropy. $H$ is a convex function; not an entropy.", r"H(X) \ge 0"),
    (r"The entropy. Let $H(X) = X - 1$ be a function.", r"H(X) \ge 0"),
    (r"The entropy of a density $p$.", r"H(X) \ge 0"),
    (r"The differential entropy $H(X) = -\int p \log p$.", r"H(X,Y) \ge H(X)"),
    (r"The entropy of a continuous variable.", r"H(X) \ge 0"),
    (r"The entropy. The matrix $H(X)$ is the Hessian.", r"H(X) \ge 0"),
    (r"The entropy; the Hamming distance is $H(X,Y)$.", r"H(X,Y) \le H(X) + H(Y)"),
    (r"The entropy.", r"H(X) = -\sum_{x \in \mathcal{X}} p(x) \log p(x) + p(x)"),
    (r"The entropy.", r"\sum_x p(x) \log \frac{1}{p(x)} = \sum_y p(y) \log \frac{1}{p(y)}"),
    (r"The entropy.", r"\sum_{x} p(x,y) \log p(x,y) = -H(X,Y)"),
    (r"The entropy.", r"\mathbb{E}_{p(x)}[\log p(x,y)] = -H(X,Y)"),
    (r"The entropy.", r"\mathbb{E}_{q}[\log p(X)] = -H(X)"),
    (r"The entropy; $\log x \le x + 1$.", r"\Pr(X \ne X') = \sum_x p(x)^2"),
    (
        r"The entropy.",
        r"\sum_{x,y} p(x,y) \log \frac{p(x,y)}{p(y)} = \sum_{x,y} p(x,y) \log"
        r" \frac{1}{p(x,y)/p(y)}",
    ),
    (r"The entropy; $P$ is a transition matrix.", r"H(X) = -\sum_x P(x) \log P(x)"),
    (r"The entropy; densities $p$, continuous $X$.", r"\sum_x p(x) = 1"),
    (r"The entropy; the density $p$.", r"H(X) \le \log|\mathcal{X}|"),
    (r"The entropy of laws.", r"\mathbb{E}_{x\sim p}[\log p(y)] = -H(Y)"),
    (r"The entropy of laws.", r"\mathbb{E}_{X}[\log p(X|Y)] = -H(X|Y)"),
    (r"The entropy of laws.", r"\mathbb{E}_{p(x|y)}[\log p(x|y)] = -H(X|Y)"),
    (r"The entropy of laws.", r"\mathbb{E}_{p(y)}[\log p(x,y)] = -H(X,Y)"),
    (r"The entropy of laws; KL.", r"D(p(x)\|q(y)) \ge 0"),
    (r"The entropy of laws; KL.", r"D(p(x)\|p(y)) = 0"),
    (r"The entropy of laws; KL.", r"D(p(x,y)\|p(x)) \ge 0"),
    (r"The entropy of laws; KL.", r"D(p\|q) = \sum_{x} p(x)\log p(x) - \sum_x q(x) \log q(x)"),
    (r"The entropy of laws; KL.", r"D(p\|q) = \sum_{x,y} p(x,y)\log \frac{p(y|x)}{q(y|x)}"),
    (r"The entropy of laws $p$ and $q$; KL.", r"D(p\|q) = H(X) - \sum_x p(x)\log q(x)"),
    (r"The entropy of laws $p$ and $q$; KL.", r"H(X) = -\sum_x p(x)\log q(x)"),
    (r"The entropy of laws.", r"I(X;Y) = H(X) + H(Y) + H(X,Y)"),
    (r"The entropy of laws.", r"H(X_1,\dots,X_n) \le n H(X_1)"),
    (r"The entropy of laws.", r"H(X_1,\dots,X_n) \le \sum_{i=1}^{n-1} H(X_i)"),
    (r"The entropy of laws.", r"H(X_1,\dots,X_n) = \sum_{i=1}^{n-1} H(X_i|X_1,\dots,X_{i-1})"),
    (r"The entropy of laws.", r"H(X_{1:n}) = \sum_{i=1}^n H(X_i|X_{1:i})"),
    (r"The entropy of laws.", r"H(X_2,\dots,X_n) = \sum_{i=1}^n H(X_i|X_1,\dots,X_{i-1})"),
    (r"The entropy of laws.", r"H(X_1,\dots,X_n) = H(X_1,X_n)"),
    (r"The entropy of laws.", r"H(X_1,\dots,X_n,Y) = H(X_1,\dots,X_n)"),
    (r"The entropy of laws.", r"H(X_1,\dots,X_n) \le H(X_1)"),
    (r"The entropy of laws, in bits.", r"H(X) = - \frac{1}{\ln 2}\sum_x p(x) \log_2 p(x)"),
    (r"The entropy of laws.", r"\sum_{x} \sum_{x'} p(x) p(x') \log p(x) = -H(X,X')"),
    (r"The entropy of laws.", r"\sum_{x,y} p(x) \log p(x) = -H(X)"),
    (r"The entropy of laws.", r"\sum_x p(x) \log^2 p(x) = H(X)^2"),
    (r"The entropy of laws.", r"\sum_x p(x) \log (p(x)+1) = -H(X)"),
    (r"The entropy of laws.", r"H(X) = - \sum_x p(x) \log_{10} p(x)"),
    (r"The entropy of laws $p$, $q$ with $\sum_x q(x) \le 1$.", r"\sum_x q(x) = 1"),
    (
        r"The entropy of laws $p$, $q$ with $\sum_x q(x) = 2$.",
        r"\sum_x p(x) \log q(x) \le \sum_x p(x) \log p(x)",
    ),
    (r"The entropy of laws $p$; $\sum_x p(x) < 1$ is possible.", r"\sum_x p(x) = 1"),
]


@pytest.mark.few(6)
@pytest.mark.parametrize(("text", "formula"), MISLEADING)
def test_no_row_of_a_misleading_text_is_proved(tmp_path, text, formula) -> None:
    check_unknown(row_of(tmp_path, text, formula))
