"""The words around the commands: glossary, help, version, routes, and what is not there."""

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

from boundcalc.cli import main
from boundcalc.library import load_library
from boundcalc.output.glossary import glossary


def printed(capsys, *arguments: str) -> str:
    assert main([*arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_glossary_has_every_letter_of_the_library(capsys) -> None:
    entries = json.loads(printed(capsys, "symbols", "--json"))["symbols"]
    names = {name for theorem in load_library().theorems for name in theorem.quantities}

    assert {entry["name"] for entry in entries} == names
    assert all(entry["meaning"] and entry["domains"] for entry in entries)


@pytest.mark.parametrize(
    ("typed", "names"),
    [("ε₀", {"epsilon_0"}), ("accuracy", {"tau"}), ("confidence", {"beta"}), ("k", {"k", "m"})],
)
def test_one_quantity_is_found_under_any_of_its_names(capsys, typed: str, names: set[str]) -> None:
    entries = json.loads(printed(capsys, "symbols", typed, "--json"))["symbols"]

    assert {entry["name"] for entry in entries} == names


def test_words_stand_only_beside_the_meaning_that_they_have() -> None:
    entries = glossary(load_library().theorems)
    named = {(item.name, item.meaning) for item in entries if "queries" in item.aliases}

    assert named == {("m", "number of queries")}
    assert {item.meaning for item in entries if item.complement} == {"failure probability"}


def test_an_unknown_letter_has_a_way_out(capsys) -> None:
    assert main(["symbols", "accurracy"]) == 2
    assert "`boundcalc symbols` shows all of them" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("subsampling", "subsampling is not in the library"),
        ("sampling", "subsampling is not in the library"),
        ("subsampled", "subsampling is not in the library"),
        ("sample_rate", "subsampling is not in the library"),
        ("sampling_probability", "subsampling is not in the library"),
        ("noise_multiplier", "give mu = 1/noise_multiplier, or sigma and Delta"),
    ],
)
def test_what_is_absent_is_explained_wherever_it_is_typed(capsys, typed: str, why: str) -> None:
    given = ["eps", "delta=1e-6", f"{typed}=0.01"]
    theorem = ["--theorem", "dong-roth-su/exchange"]
    for arguments in (["symbols", typed], ["solve", *given], ["solve", *given, *theorem]):
        assert main(arguments) == 2
        assert why in capsys.readouterr().err


def test_a_noise_multiplier_is_what_its_explanation_says(capsys) -> None:
    by_privacy, by_noise = (
        json.loads(printed(capsys, "solve", "eps", "delta=1e-6", *given, "--json", "--theorem", id))
        for id, given in (
            ("dong-roth-su/exchange", ["mu=1/2"]),
            ("balle-wang/thm-8", ["sigma=6", "Delta=3"]),
        )
    )

    assert by_privacy["answers"][0]["value"] == by_noise["answers"][0]["value"]


@pytest.mark.parametrize("topic", ["zcdp", "zCDP", "renyi", "Rényi", "RDP"])
def test_concentrated_privacy_is_listed_under_its_other_names(capsys, topic: str) -> None:
    assert printed(capsys, "list", topic) == printed(capsys, "list", "concentrated")


def test_help_is_a_word(capsys) -> None:
    assert printed(capsys, "help", "solve") == printed(capsys, "solve", "--help")
    assert printed(capsys, "help") == printed(capsys, "--help")


def test_the_version_has_a_short_option(capsys) -> None:
    assert printed(capsys, "-V") == printed(capsys, "--version")


@pytest.mark.slow
def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "boundcalc", "-V"], capture_output=True, text=True, check=True
    )

    assert done.stdout == f"boundcalc {version('boundcalc')}\n"


def test_routes_are_listed_and_shown(capsys) -> None:
    found = json.loads(printed(capsys, "list", "--routes", "--json"))["theorems"]
    ids = [item["theorem"] for item in found]

    assert ids
    assert all(id.startswith("route/") for id in ids)
    assert ids[0] in printed(capsys, "list", "--routes")
    assert ids[0] in printed(capsys, "show", ids[0])


@pytest.mark.parametrize(
    "arguments", [("list", "--topic", "subsampling"), ("show", "subsampling"), ("show", "leakage")]
)
def test_what_is_absent_is_told_where_it_is_looked_for(capsys, arguments: tuple[str, ...]) -> None:
    assert main([*arguments]) == 2
    assert "is not in the library: " in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_completion_is_for_the_shell_in_which_it_is_typed(option, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))

    assert main([option, "no-shell"]) == 2
    assert capsys.readouterr().err == (
        f"boundcalc: {option} takes nothing beside it, as it is for the shell in which it is "
        "typed, but got 'no-shell'; leave that out\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_group_of_commands_alone_prints_its_help(capsys):
    assert main(["holdout"]) == 0
    alone = capsys.readouterr()
    assert main(["help", "holdout"]) == 0

    assert (alone.out, alone.err) == (capsys.readouterr().out, "")
    assert "Evaluate once" in alone.out
