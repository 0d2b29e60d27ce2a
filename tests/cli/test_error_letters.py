"""The letter that was typed is the letter that is answered, also where there is no answer."""

import re

import pytest

from boundcalc.cli import main

SPLITTING = ["--theorem", "baselines/splitting"]
TRANSFER = ["--theorem", "route/Laplace-noise.basic-composition.Bassily-et-al"]


@pytest.mark.parametrize("queries", ["k=1000", "queries=1000"])
@pytest.mark.parametrize(
    "rest",
    [
        ["solve", "tau", "n=10", "beta=0.05", *SPLITTING],
        ["solve", "tau", "n=10", "confidence=95%", *SPLITTING],
        ["solve", "beta", "n=10", "accuracy=0.1", *SPLITTING],
        ["solve", "beta", "n=10", "tau=0.1", *TRANSFER],
        ["explain", "tau", "n=10", "beta=0.05", *SPLITTING],
        ["table", "tau", "n=10,20", "beta=0.05", *SPLITTING],
        ["table", "tau", "n=10,20", "beta=0.05", "--format", "latex", *SPLITTING],
        ["table", "beta", "n=10,20", "tau=0.1", *TRANSFER],
        ["plot", "tau", "n=10,20", "beta=0.05", "-o", "figure.pdf", *SPLITTING],
    ],
    ids=" ".join,
)
def test_what_fails_speaks_of_k_where_k_was_typed(capsys, monkeypatch, tmp_path, rest, queries):
    monkeypatch.chdir(tmp_path)
    command, unknown, *others = rest
    main([command, unknown, queries, *others])
    found = capsys.readouterr()
    text = found.out + found.err

    assert re.search(r"needs|needed|no |which does not show", text)
    assert re.search(r"(?<![\w.\\-])m(?![\w'-])", text) is None, text


@pytest.mark.parametrize("asked", ["k", "queries"])
@pytest.mark.parametrize("command", ["solve", "explain", "table"])
def test_the_unknown_is_called_as_it_was_typed_where_none_works(capsys, command, asked):
    main([command, asked, "n=2", "accuracy=0.1", "confidence=95%", *SPLITTING])
    found = capsys.readouterr()

    assert "no k satisfies" in found.out + found.err
    assert "no m satisfies" not in found.out + found.err


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "table", "compare", "explain"])
def test_no_way_to_an_accuracy_is_told_in_the_letters_that_were_typed(capsys, command):
    varies = {"compare": "k=1000,2000"}.get(command, "k=1000")
    assert main([command, "tau", "n=10", "confidence=95%", varies]) == 2
    text = capsys.readouterr().err

    assert "n >= k * ceil(ln(2 * k / beta) / (2 * tau^2))" in text
    assert re.search(r"(?<![\w.\\-])m(?![\w'-])", text) is None


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["eps0", "epsilon_0", "ε₀"])
def test_a_refused_epsilon_of_one_answer_is_named(capsys, name):
    assert main(["solve", "n", "tau=0.1", "beta=0.05", "k=10", f"{name}=-1"]) == 2
    assert "epsilon_0" in capsys.readouterr().err
