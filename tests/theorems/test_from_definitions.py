"""What is said to be proved from definitions is, by the verdicts that the ledger keeps."""

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from boundcalc.library import load_library
from boundcalc.output.json import theorem_json
from boundcalc.output.theorems import theorem_card
from tests.ledger import LEDGER, ROOT

DERIVED = [theorem for theorem in load_library().theorems if theorem.derived is not None]
KEPT = {
    name: rows
    for blocks in json.loads(LEDGER.read_text(encoding="utf-8")).values()
    for name, rows in blocks.items()
}
ASSUMED: dict[str, set[str]] = {
    "lecture-12/claim-0.5.events": {
        r"given \Pr[\mathcal{M}(S')\in O] = \Pr[I=1]",
        r"given \Pr[\mathcal{M}(S)\in O] = \mathbb{E}[R\cdot I]",
    },
    "lecture-12/claim-0.6": {
        r"given 1 - D'(E) <= e^d_{\diamond}(D,D') * (1 - D(E))",
        r"given 1 - D(E) <= e^d_{\diamond}(D,D') * (1 - D'(E))",
        r"given D'(E) <= e^d_{\diamond}(D,D') * D(E)",
        "given D'(E^{c}) = 1 - D'(E)",
        r"given D(E) <= e^d_{\diamond}(D,D') * D'(E)",
        "given D(E^{c}) = 1 - D(E)",
        (
            r"given \sup_{E\subseteq\mathcal{O}}|1-D(E^{c})-(1-D'(E^{c}))| = abs(1 - (1 - D("
            r"E)) - (1 - (1 - D'(E))))"
        ),
        (
            r"given \sup_{E\subseteq\mathcal{O}}|D'(E)(e^{d_{\diamond}(D,D')}-1)| = abs(D'(E"
            r") * (e^d_{\diamond}(D,D') - 1))"
        ),
        (
            r"given \sup_{E\subseteq\mathcal{O}}|D'(E^{c})(e^{d_{\diamond}(D,D')}-1)| = abs("
            r"(1 - D'(E)) * (e^d_{\diamond}(D,D') - 1))"
        ),
        r"given \sup_{E\subseteq\mathcal{O}}|D(E)-D'(E)| = abs(D(E) - D'(E))",
        (
            r"given \sup_{E\subseteq\mathcal{O}}|D(E^{c})-D'(E^{c})| = abs((1 - D(E)) - (1 -"
            r" D'(E)))"
        ),
        (
            r"given \sup_{E\subseteq\mathcal{O}}|e^{d_{\diamond}(D,D')}D'(E)-D'(E)| = abs(e^"
            r"d_{\diamond}(D,D') * D'(E) - D'(E))"
        ),
        (
            r"given \sup_{E\subseteq\mathcal{O}}|e^{d_{\diamond}(D,D')}D'(E^{c})-D'(E^{c})| "
            r"= abs(e^d_{\diamond}(D,D') * (1 - D'(E)) - (1 - D'(E)))"
        ),
        "given d_{TV}(D,D') = abs(D(E) - D'(E))",
    },
    "lecture-12/claim-0.6.sharpened": {
        "given 1 - q <= e^epsilon * (1 - p) + delta",
        "given p <= e^epsilon * q + delta",
    },
    "concentration/accuracy.corrected": {
        r"given H(r) = 1 / ln(2) * \mathbb{E}[\Lambda]",
        "given K >= e^(epsilon * M / (2 * d))",
        r"given \mathbb{E}[e^{\Lambda}] = N",
        r"given \mathbb{E}[u(x,r)] = \mathbb{E}[2\frac d\varepsilon(\ln K-\Lambda)]",
        r"given \max_{j}u(x,j) = M",
    },
    "lecture-12/claim-0.2.definitions": {
        r"given d_{TV}(D,D') = \mathbb{E}[PI] - \mathbb{E}[QI]",
        r"given \mathbb{E}[PJ] <= phi(1 / (2 * m * sigma))",
        r"given \mathbb{E}[QJ] >= phi(-1 / (2 * m * sigma))",
    },
    "lecture-18/thm-0.1.definitions": {
        r"given |\mathcal{Y}| * \Pr[G\le0] >= 1",
        (
            r"given \Pr[q(S,r)\le OPT-g] = |\mathcal{Y}| * \mathbb{E}[e^{-\frac{\varepsilon G}"
            r"{2\Delta}}\mathbb{1}[G\ge g]] / (|\mathcal{Y}| * \mathbb{E}[e^{-\frac{\varepsilo"
            r"n G}{2\Delta}}])"
        ),
    },
    "lecture-18/plan-1.definitions": {
        r"given \Pr[Monitor(S)\in O] = \mathbb{E}[K]",
        r"given \Pr[Monitor(S')\in O] = \mathbb{E}[L']",
        (
            r"given \mathbb{E}[\min\{1,e^{\varepsilon'}L\}] <= e^epsilon * \mathbb{E}[\min\{1,"
            r"e^{\varepsilon'}L'\}] + delta"
        ),
    },
    "adaptive-queries/lem-3.2.1": {
        r"given \Pr[\mathcal{M}(S)\in O] = \mathbb{E}[W\cdot I]",
        r"given \Pr[\mathcal{M}(S')\in O] = \mathbb{E}[I]",
    },
    "adaptive-queries/lem-3.2.2.definitions": {
        r"given \Pr[\mathcal{M}(S)\in O] = \mathbb{E}[e^{S}I]",
        r"given \Pr[\mathcal{M}(S')\in O] = \mathbb{E}[I]",
    },
    "adaptive-queries/thm-2.3.definitions": {
        r"given P[\mathbf{S}\in R(\mathbf{Y})] = \mathbb{E}[e^{S}I]",
    },
    "adaptive-queries/lem-3.1": {
        r"given \Pr[f(\mathcal{M}(S))\in O] = \mathbb{E}[K]",
        r"given \Pr[f(\mathcal{M}(S'))\in O] = \mathbb{E}[L]",
    },
    "lecture-18/lem-0.6.definitions": {
        r"given \mathbb{E}[f(X)] = \mathbb{E}[F]",
        r"given \mathbb{E}[f(Y)] = \mathbb{E}[G]",
        r"given \int_{z=0}^{1}\Pr[f(X)>z]dz = \mathbb{E}[K]",
        r"given \int_{z=0}^{1}\Pr[f(Y)>z]dz = \mathbb{E}[L]",
        r"given \Pr[F>U] = \mathbb{E}[K]",
        r"given \Pr[G>U] = \mathbb{E}[L]",
    },
    "lecture-18/thm-0.2.definitions": {
        "given epsilon >= sqrt(12 / m)",
    },
    "concentration/final.corrected": {
        "given ln(m + 1) <= epsilon^2 * n / 64",
        "given epsilon^2 * n / 64 <= ln(m + 2)",
    },
    "concentration/def-3.4.definitions": {
        "given x - y <= d",
    },
    "concentration/lem-1.2.definitions": {
        r"given \mathbb{E}[\max\{0,Y_{1},\dots,Y_{m}\}] > 0",
    },
    "concentration/prop-2.5.case-both": {  # which c and lambda are chosen, and a name
        "given 1 + ln(m) + n * lambda^2 / 8 <= c",
        "given c <= 2 + ln(m) + n * lambda^2 / 8",
        "given 8 * ln(m + 1) <= n * lambda^2",
        "given n * lambda^2 <= 64 * ln(m + 1)",
        (
            r"given \mathbb{E}[\max\{0,Y^{1},\cdots,Y^{m}\}] = \mathbb{E}[\max\{0,Y_{1},"
            r"\dots,Y_{m}\}]"
        ),
    },
    "adaptive-queries/n0.corrected": {
        "given epsilon = 2 * B / (sigma * n)",
        "given lambda = 4 * tau - epsilon",  # a number of the proof
        (
            r"given \Pr[|P[\phi]-\mathcal{E}_{S}[\phi]|\ge\tau] = \Pr[|\frac1n\sum_{i=1}^{n}(q("
            r"x_{i})-q(D))|\ge\tau]"
        ),
    },
    "adaptive-queries/thm-2.4.definitions": {  # the hypotheses of the theorem
        "given epsilon <= tau / 4",
        "given delta <= (beta / 8)^(4 / tau)",
        "given n >= 48 * ln(8 / beta) / tau^2",
    },
    "adaptive-queries/n1.definitions": {  # the privacy of Thresholdout, and both sample sizes
        "given epsilon = sqrt(32 * B * ln(2 / (beta / 8)^(4 / tau))) / (sigma * n)",
        "given delta = (beta / 8)^(4 / tau)",
        (
            "given n >= 32 * sqrt(2 * B * ln(8 / beta)) / (tau^(3 / 2) * sigma) + 16 * "
            "sqrt(ln(2) * B) / (tau * sigma)"
        ),
        "given n >= 48 * ln(8 / beta) / tau^2",
    },
    "adaptive-queries/lem-2.2.corrected": {
        r"given P[\mathbf{Y}=y|\mathbf{S}=S] = a",
        (r"given P[\mathbf{Y}=y|\mathbf{S}=S'] = a * e^(-\mathbb{E}[\sum_{i=1}^{n}L_{i}])"),
        r"given P[\mathbf{Y}=y] = \mathbb{E}[U]",
        r"given I_{\infty}(\mathbf{S};\mathbf{Y}) = log_2(a / \mathbb{E}[U])",
    },
    "concentration/lem-2.1": {
        r"given \mathbb{E}[\max_{j\in[m]}\sum_{i=1}^{n}X_{i}^{j}] = \mathbb{E}[G]",
        (
            r"given \mathbb{E}[\sum_{i=1}^{n}q(X_{i})] = \mathbb{E}[\frac2"
            r"\eta(\frac\eta2G+L-\Lambda)]"
        ),
        r"given \mathbb{E}[e^{\Lambda}] = m",
        (
            r"given \mathbb{E}_{\mathbf{X},\mathcal{S}}[\sum_{i=1}^{n}X_{i"
            r"}^{\mathcal{S}(\mathbf{X})}] = \mathbb{E}[\sum_{i=1}^{n}q(X_"
            r"{i})]"
        ),
        r"given \max_{j\in[m]}\mathbb{E}[\sum_{i=1}^{n}X_{i}^{j}] = mu",
        r"given n * \mathbb{E}[q(\tilde X)] <= mu",
    },
    "concentration/claim-2.4": {
        "given s <= mu",
        "given s_prime <= mu",
    },
    "adaptive-queries/thm-2.1": {
        r"given P[\mathbf{S}\in R(\mathbf{\phi})] = \mathbb{E}[W\cdot I]",
        r"given \mathbb{E}[I] <= r",
        r"given \max_{\phi} P[\mathbf{S}\in R(\phi)] = r",
        "given c <= 2^k * b",
        "given c_prime <= 2^k * b_prime",
    },
    "adaptive-queries/cor-2.1.1": {
        r"given P[\mathbf{S}\in R_{\tau}(\mathbf{\phi})] = \mathbb{E}[W\cdot I]",
        r"given \mathbb{E}[I] <= e^(-2 * tau^2 * n)",
        "given k <= log_2(e) * tau^2 * n",
    },
    "max-information/claim-3.4.corrected": {
        "given P <= e^epsilon * Q + delta",
        "given P >= e^epsilon * Q + delta_hat * b",
        "given Q_prime <= e^epsilon * P_prime + delta",
        "given Q_prime >= e^epsilon * P_prime + delta_hat * b_prime",
        (
            r"given \Pr[(\mathcal{A},\mathbf{X}_{1}^{i-1})\in\mathcal{E}_{i}(\hat\delta)|\ma"
            r"thbf{x}_{1}^{i-1}] >= 1 - b - b_prime"
        ),
    },
    "max-information/claim-3.5.corrected": {
        (
            r"given \Pr[(\mathcal{A},\mathbf{X}_{1}^{i})\in\mathcal{F}_{i}|a,\mathbf{x}_{1}^"
            r"{i-1}] >= 1 - v - v_prime"
        ),
        "given u <= e^(-6 * epsilon) * v",
        "given u_prime <= e^(3 * epsilon) * v_prime + delta_hat",
        "given v <= e^(3 * epsilon) * u + delta_hat",
        "given v_prime <= e^(-6 * epsilon) * u_prime",
    },
    "max-information/thm-3.1.definitions": {
        (
            r"given \Pr[(\mathbf{X},\mathcal{A}(\mathbf{X}))\in\mathcal{O}] = \mathbb{E}[(H"
            r"e^{S}+B)I]"
        ),
        r"given \Pr[\mathbf{X}\otimes\mathcal{A}(\mathbf{X})\in\mathcal{O}] = \mathbb{E}[I]",
    },
    "max-information/thm-4.1.reconstruction": {
        "given beta <= 1 / 2 - delta",
    },
    "max-information/lem-1.5": {
        r"given \mathbb{E}[2^{-Z}] <= 1",
    },
    "max-information/thm-1.3.corrected": {
        "given p <= 2^k * q + beta",
        "given q <= max((alpha - beta) / 2^k, 0)",
    },
    "max-information/thm-C.1.corrected": {
        "given p <= 2^k * q + beta",
        "given q <= max((alpha - beta) / 2^k, 0)",
    },
}


def test_some_theorems_are_derived():
    assert {theorem.id for theorem in DERIVED} >= {
        "lecture-18/thm-0.2",
        "adaptive-queries/hoeffding",
    }


def test_as_many_statements_of_the_four_sources_are_derived_as_the_guide_says():
    """A statement counts once, also where its corrected or sharpened record is derived."""
    sources = {"lecture-12", "lecture-18", "adaptive-queries", "concentration"}
    derived = {theorem.id.partition(".corr")[0].partition(".sharp")[0] for theorem in DERIVED}

    assert len({name for name in derived if name.partition("/")[0] in sources}) == 35


@pytest.mark.parametrize("theorem", DERIVED, ids=lambda theorem: theorem.id)
def test_each_row_of_the_derivation_is_proved_and_cites_nothing(theorem):
    verdicts = {row[0] for row in KEPT[theorem.derived.block]}
    grounds = [ground for row in KEPT[theorem.derived.block] for ground in row[2:]]

    assert verdicts == {"PROVED"}
    assert all(ground.startswith("given ") for ground in grounds)


@pytest.mark.parametrize("theorem", DERIVED, ids=lambda theorem: theorem.id)
def test_what_is_assumed_in_the_derivation_is_known(theorem):
    """What a derivation assumes is a hypothesis or a definition, or `rests_on` says more."""
    given = {ground for row in KEPT[theorem.derived.block] for ground in row[2:]}

    assert given == ASSUMED.get(theorem.derived.block, set())
    assert not theorem.derived.scope.startswith("for ")  # the card says "for" before it


def test_the_page_and_the_json_say_what_it_rests_on():
    (theorem,) = [item for item in DERIVED if item.id == "lecture-18/thm-0.2"]
    titles = {section.title: section.rows for section in theorem_card(theorem).sections}
    rows = [cell for (cell,) in titles["Proved from definitions"]]

    assert rows[0] == (
        "its conclusion, for queries that are means over the records of a function with values "
        "in [0, 1], in the derivation lecture-18/thm-0.2.definitions"
    )
    assert rows[1:] == [f"rests on {ground}" for ground in theorem.derived.rests_on]
    assert theorem_json(theorem)["derived"] == {
        "block": "lecture-18/thm-0.2.definitions",
        "scope": theorem.derived.scope,
        "rests_on": list(theorem.derived.rests_on),
    }


def test_the_page_names_all_rows_that_are_cited_or_open() -> None:
    page = (ROOT / "docs" / "proofs-from-definitions.md").read_text(encoding="utf-8")
    section = page.partition("## What stays cited or open")[2].partition("\n## ")[0]
    listed: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for line in section.splitlines():
        if line.startswith("| `"):
            blocks, counts, _ = line.strip("| ").split(" | ", 2)
            kinds = Counter(
                kind for name in re.findall("`(.*?)`", blocks) for kind in _open_kinds(name)
            )
            listed.update(re.findall("`(.*?)`", blocks))
            found = {kind: int(number) for number, kind in re.findall(r"(\d+) (\w+)", counts)}
            assert dict(kinds) == found, line
            counted.update(found)
    assert set(listed) == {name for name in KEPT if list(_open_kinds(name))}
    assert max(listed.values()) == 1
    assert f"{counted['cited']} are CITED and {counted['open']} UNKNOWN" in section


def _open_kinds(name: str) -> Iterator[str]:
    words = {"CITED": "cited", "UNKNOWN": "open"}
    return (words[row[0]] for row in KEPT[name] if row[0] in words)
