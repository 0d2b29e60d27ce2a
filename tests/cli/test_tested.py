"""The commands about distributions."""

import json

import pytest

from boundcalc.cli import main


def test_a_refuted_statement_is_shown_with_its_instance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # It is known to be doubtful, so that nothing is wrong with the library.
    assert main(["tested", "lecture-12/claim-0.2"]) == 0

    output = capsys.readouterr().out
    assert output.startswith("REFUTED  lecture-12/claim-0.2")
    assert "0.682689492137086" in output


def test_json_holds_the_whole_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tested", "max-information/lem-A.6.1", "--json", "--instances", "5"]) == 0

    first = json.loads(capsys.readouterr().out)["statements"]
    assert [item["verdict"] for item in first] == ["REFUTED"]
    assert first[0]["checked"] is True
    assert first[0]["instance"]["joint law"] == "((1/2, 0), (0, 1/2))"
    assert first[0]["measured"] == "0.500000000000000"


@pytest.mark.slow
def test_an_id_may_name_several_parts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tightness", "max-information/thm-1.4", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)["theorems"]
    parts = [item["theorem"].removeprefix("max-information/thm-1.4.") for item in found]
    assert parts == ["1", "2", "2.sharpened"]
    assert len(found[1]["grid"]) == 20


def test_the_list_names_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tested", "--list"]) == 0

    assert len(capsys.readouterr().out.splitlines()) > 90


@pytest.mark.parametrize(
    "arguments",
    [
        ["tested", "no-such/thing"],
        ["tested", "lecture-12/claim-0.2", "--seed", "-1"],
        ["tested", "lecture-12/claim-0.2", "--instances", "-5"],
        ["tightness", "no-such/thing"],
        ["tightness", " "],
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
