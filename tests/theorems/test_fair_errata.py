"""The errata are fair: what is refuted stands in print, at instances that the statement admits."""

import json
import re
from fractions import Fraction

import pytest

from tests.ledger import ERRATA, LEDGER

PAGE = ERRATA.read_text(encoding="utf-8")
VALUE = re.compile(r"\$([^$]*?) = ([0-9./]+)\$")


def entry(item: str) -> str:
    """Return the part of the page on one derivation, empty where there is none."""
    _, _, rest = PAGE.partition(f"### {item}\n")
    return re.split(r"^##", rest, maxsplit=1, flags=re.MULTILINE)[0]


def refuted_at(item: str) -> list[dict[str, Fraction]]:
    """Return the points at which the rows of a derivation are refuted."""
    lines = [line for line in entry(item).splitlines() if "REFUTED at" in line]
    return [{name: Fraction(value) for name, value in VALUE.findall(line)} for line in lines]


@pytest.mark.parametrize(
    "item",
    [
        "adaptive-queries/cor-2.1.1",  # the two-sided form does not stand in its proof
        "adaptive-queries/thm-3.3",  # an O is read for m/beta away from 1
        "concentration/claim-2.4",  # two adjacencies
        "concentration/thm-1.1",  # an Omega is read for large arguments
    ],
)
def test_an_ambiguity_is_no_refutation(item: str) -> None:
    assert entry(item) == ""
    assert f"- **{item}**, " in PAGE
    assert "Ambiguous as printed" in PAGE.split(f"- **{item}**, ")[1].split("\n- **")[0]


@pytest.mark.parametrize(
    ("item", "row"),
    [
        ("adaptive-queries/n1", "split"),
        ("adaptive-queries/lem-2.2", "bayes"),
        ("concentration/final", "ratio"),
        ("lecture-18/thm-0.2", "range"),
        ("lecture-18/lem-0.6", "conclusion"),
    ],
)
def test_no_row_is_refuted_that_does_not_stand_in_print(item: str, row: str) -> None:
    assert f"- Row `{row}`" not in entry(item)
    assert "- Row `" in entry(item)


@pytest.mark.parametrize("item", ["lecture-18/step-4", "lecture-18/thm-0.2"])
def test_refutations_of_the_transfer_theorem_lie_in_its_range(item: str) -> None:
    points = refuted_at(item)

    assert points
    for point in points:
        epsilon = point[r"\varepsilon"]
        assert epsilon**2 * point["m"] >= 12
        assert epsilon <= Fraction(1, 8)
        assert point.get(r"\delta", Fraction(0)) <= epsilon / 16


def test_the_chain_of_the_exponential_mechanism_is_refuted_with_weights_that_it_gives() -> None:
    points = refuted_at("concentration/def-3.4")

    assert len(points) == 3
    for point in points:
        assert set(point) == {"d", r"\varepsilon", "x", "x'", "y", "y'"}
        assert abs(point["x"] - point["y"]) <= point["d"]
        assert abs(point["x'"] - point["y'"]) <= point["d"]


@pytest.mark.parametrize(
    ("source", "block", "conclusion"),
    [
        ("lecture-18", "lem-0.6.corrected", r"\mathbb{E}[F] <= e^epsilon"),
        ("adaptive-queries", "thm-3.3", r"\mathbf{Z}_{i}<B"),
    ],
)
def test_a_conclusion_rests_on_what_it_cites(source: str, block: str, conclusion: str) -> None:
    rows = json.loads(LEDGER.read_text(encoding="utf-8"))[f"{source}.md"][f"{source}/{block}"]

    found = [row[0] for row in rows if conclusion in row[1]]
    assert found[-1] == "CITED"


def test_a_conclusion_from_definitions_rests_on_nothing_else() -> None:
    rows = json.loads(LEDGER.read_text(encoding="utf-8"))["lecture-18.md"]["lecture-18/lem-0.4"]

    assert rows[-1][0] == "PROVED"
    assert rows[-1][1].endswith("<= (e^epsilon - 1) + T * delta")
    assert rows[-1][2:] == []


def test_a_conclusion_says_on_which_reading_of_a_quantity_it_rests() -> None:
    ledger = json.loads(LEDGER.read_text(encoding="utf-8"))["adaptive-queries.md"]

    assert ledger["adaptive-queries/lem-2.2.corrected"][-1] == [
        "PROVED",
        r"log_2(a / \mathbb{E}[U]) <= log_2(e) * epsilon * n",
        r"given P[\mathbf{Y}=y|\mathbf{S}=S] = a",
        r"given P[\mathbf{Y}=y] = \mathbb{E}[U]",
        r"given I_{\infty}(\mathbf{S};\mathbf{Y}) = log_2(a / \mathbb{E}[U])",
    ]
