"""``boundcalc audit``: exit codes, words and JSON."""

import json
import re

import pytest

from boundcalc.cli import main


def run(capsys, *words):
    code = main(["audit", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("words", "code", "head"),
    [
        (["sigma=62707", "epsilon=1e-4", "delta=1e-300"], 1, "FAILS  σ = 62707"),
        (["σ=4.22467888933", "ε=1", "δ=1e-6"], 0, "HOLDS  σ = 4.22467888933"),
        (
            ["rho=0.1", "epsilon=2", "delta=1e-6", "--theorem", "bun-steinke/prop-1.3"],
            3,
            "NOT KNOWN  ρ = 0.1",
        ),
    ],
)
def test_the_exit_code_is_the_finding(capsys, words, code, head):
    found, out, err = run(capsys, *words)

    assert (found, err) == (code, "")
    assert out.startswith(head)


def test_a_card_says_what_is_claimed_what_was_taken_and_what_is_needed(capsys):
    _, out, _ = run(capsys, "sigma=62707", "epsilon=1e-4", "delta=1e-300")
    text = " ".join(out.split())

    assert "it is wrong that the algorithm is (0.0001, 1e-300)-differentially private" in text
    assert "Δ = 1 is taken, since it was not given" in text
    assert "σ is the standard deviation of normal noise here" in text
    assert "σ ≥ 366017.425252 5.837 times what is claimed; no smaller σ works" in text
    assert "about 10^285 times what is claimed" in text


def test_json_has_the_finding_and_certified_values(capsys):
    code, out, _ = run(capsys, "sigma=62707", "epsilon=1e-4", "delta=1e-300", "--json")
    found = json.loads(out)

    assert code == 1
    assert (found["finding"], found["theorem"]) == ("fails", "balle-wang/thm-8")
    assert found["taken"] == {"Delta": "1"}
    by_name = {item["quantity"]: item for item in found["needed"]}
    assert list(by_name) == ["sigma", "epsilon", "delta"]
    assert by_name["sigma"]["value"] == "366017.425252"
    assert by_name["sigma"]["certified"] is True


@pytest.mark.parametrize(
    "words",
    [
        ["sigma=1"],
        [],
        ["sigma"],
        ["sigma=1", "sigma=2"],
        ["sigma=-1", "epsilon=1", "delta=0.1"],
        ["sigma=1", "epsilon=1", "delta=0.1", "--theorem", "no/such"],
        ["sigma=1", "epsilon=1", "delta=0.1", "--json", "--markdown"],
    ],
    ids=str,
)
def test_wrong_use_is_one_line_and_exit_code_two(capsys, words):
    code, out, err = run(capsys, *words)

    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("boundcalc: ")


@pytest.mark.slow
def test_a_size_at_given_noise_is_not_said_to_be_open_to_another_analysis(capsys):
    """At n = 7000 noise of any one scale fails, and so does this one."""
    words = ("n=7000", "k=1000", "tau=0.1", "beta=0.05", "sigma=0.02")
    card = " ".join(run(capsys, *words)[1].split())

    assert "NOT KNOWN" in card
    assert "may show it" not in card
    assert "is not known" in card


@pytest.mark.parametrize("typed", ["k", "queries"])
def test_the_letter_typed_is_the_letter_audited(capsys, typed):
    words = ("epsilon=1", "eps0=0.1", f"{typed}=10", "delta=1e-6")
    _, out, _ = run(capsys, *words)
    found = json.loads(run(capsys, *words, "--json")[1])
    text = " ".join(out.split())

    assert text.startswith("HOLDS ε = 1, ε₀ = 0.1, k = 10, δ = 0.000001")
    assert "k ≤ 10 the next k fails" in text
    assert "k = 10 number of queries; called m in the theorem" in text
    assert "binomial(k, index)" in text
    assert " m " not in text.replace("called m in the theorem", "")
    assert list(found["given"]) == ["epsilon", "epsilon_0", "k", "delta"]
    assert [item["quantity"] for item in found["needed"]] == list(found["given"])


def test_what_a_size_rests_on_is_said_in_the_letters_that_were_typed(capsys):
    _, out, _ = run(capsys, "n=530", "tau=0.1", "confidence=95%", "queries=1000")

    assert "- the accuracy is that of all k answers together" in " ".join(out.split())
    assert re.findall(r"\bm\b", out) == []
