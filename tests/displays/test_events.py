r"""The probability of an event is at most 1; a mean or a density that is written P need not be."""

from pathlib import Path

import pytest

from boundcalc.document_checker import check

pytestmark = pytest.mark.usefixtures("in_this_process")

EVENTS = [
    r"P(X \ge 1)",
    r"P(A \cup B)",
    r"P(A^c)",
    r"P(x)",
    r"\mathbb{P}(x^n)",
    r"\Pr[M(x) \in S]",
    r"\Pr[X + Y = 1]",
]
NONE = [r"P[e^{\lambda X}]", r"\mathbb{P}[X + Y]", r"P[\frac{X}{2}]", r"P[\ln X]", r"P[X \cdot Y]"]
DENSITIES = [r"P_\theta(x)", r"P(x)", r"\mathbb{P}(y)"]


@pytest.mark.parametrize("term", EVENTS)
def test_probability_of_an_event_is_at_most_one(tmp_path: Path, term: str) -> None:
    assert _verdict(tmp_path, f"We see that\n$${term} \\le 1.$$") == "PROVED"


@pytest.mark.parametrize("term", NONE)
def test_what_is_no_event_has_no_probability(tmp_path: Path, term: str) -> None:
    assert _verdict(tmp_path, f"We see that\n$${term} \\le 1.$$") == "UNKNOWN"


@pytest.mark.parametrize("term", DENSITIES)
def test_a_density_may_be_greater_than_one(tmp_path: Path, term: str) -> None:
    text = f"It is a probability density function. We see that\n$${term} \\le 1.$$"
    assert _verdict(tmp_path, text) == "UNKNOWN"


def _verdict(folder: Path, text: str) -> str:
    path = folder / "a.md"
    path.write_text(text)
    (document,) = check(path).documents
    return document.rows[-1].kind.value
