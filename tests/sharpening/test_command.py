"""``boundcalc sharpen``, ``maximize`` and ``minimize``: what they print, write and refuse."""

import json

import pytest

from boundcalc.cli import main

TAYLOR = ["sharpen", r"e^x \le 1 + x + c x^2", "--where", "x in [0, 1]", "--for", "c"]


def test_the_card_says_what_is_proved(capsys):
    assert main(TAYLOR) == 0
    out = capsys.readouterr().out

    assert out.startswith("PROVED  least c = e - 2\n")
    assert "c = 0.7182818285 works: PROVED" in out
    assert "c = 0.7182818284 fails at the point below: REFUTED" in out
    assert "e - 2 works, and no smaller value does: PROVED" in out


def test_json_has_both_sides_and_the_certificates_of_all_of_it(capsys):
    assert main([*TAYLOR, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)

    assert (found["works"], found["fails"]) == ("1436563657/2000000000", "1795704571/2500000000")
    assert (found["closed_form"], found["closed_form_proved"]) == ("e - 2", True)
    assert {"works", "fails", "monotone", "closed_form", "nothing_beyond"} <= set(
        found["certificates"]
    )


def test_certificates_are_files_that_recheck_accepts(capsys, tmp_path):
    folder = tmp_path / "proofs"
    assert main(["minimize", r"x \ln x", "--where", "x > 0", "--certificates", str(folder)]) == 0
    assert "attained: PROVED" in capsys.readouterr().out

    files = sorted(str(file) for file in folder.iterdir())
    assert main(["recheck", *files]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(files) >= 4
    assert all("accepted: " in line for line in lines)
    assert sum("REFUTED" in line for line in lines) == 1
    assert main(["minimize", "x", "--where", "x in [0, 1]", "--certificates", str(folder)]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["maximize", "x^2", "--where", "x real"], "unbounded above, which is proved"),
        (["maximize", "x + y", "--where", "x in [0, 1]"], "y is not declared"),
        (["sharpen", "x <= 1", "--where", "x in [0, 1]", "--for", "c"], "c does not occur"),
        (["sharpen", "x <= c", "--where", "x in [1, 0]", "--for", "c"], "where:1:"),
    ],
)
def test_errors_are_sentences_and_exit_with_two(arguments, says, capsys):
    assert main(arguments) == 2
    captured = capsys.readouterr()

    assert captured.out == ""
    assert captured.err.startswith("boundcalc: ")
    assert says in captured.err


@pytest.mark.slow  # proves both ends, about powers that have more digits than Python writes
def test_an_end_near_zero_is_written_with_an_exponent(capsys):
    assert main(["minimize", "x^{1000}", "--where", "x in (0, 1)"]) == 0

    assert capsys.readouterr().out.startswith("infimum in [0, 1e-100], both ends certified\n")
