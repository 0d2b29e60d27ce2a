"""Certificates as files: both commands read them alike, and no name in one fakes a verdict."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boundcalc.checker import Rejected, check_certificate
from boundcalc.checker.reading import is_name, read_certificate
from boundcalc.cli import main
from boundcalc.proving.portable import portable
from boundcalc.relation_prover import prove, recheck
from tests.checker.test_rules import VALID
from tests.checker.writing import Json, num, proof, span, step, var

FAKES = [
    "pi", "e", "2", "sqrt", "ln", "x y", "x\nother.json: accepted: PROVED 1", "x\x1b[2K", "x\r", "",
    "x)", "\u202ex", "\u0430", "_x", "x'", "PROVED 1 <= 0 for x", "-x", "oo", "x\x00",
]  # fmt: skip


def about(name: str) -> Json:
    """Return a proof that 4 <= a variable of [4, 5]."""
    domain = {name: span("[4, 5]")}
    return proof(domain, ["<=", num(4), var(name)], step("enclose"), {name: 5})


def file_of(tmp_path: Path, text: str) -> str:
    file = tmp_path / "certificate.json"
    file.write_text(text, encoding="utf-8")
    return str(file)


def alone(path: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "boundcalc.checker", path], capture_output=True, text=True
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", FAKES)
def test_a_name_that_fakes_a_verdict_is_rejected(name: str, tmp_path: Path, capfd) -> None:
    assert not is_name(name)
    certificate = about(name)
    with pytest.raises(Rejected, match="called"):
        recheck(certificate)

    status = main(["recheck", file_of(tmp_path, json.dumps(certificate))])
    said = capfd.readouterr().out

    assert status == 1
    assert "PROVED" not in said.replace(ascii(name)[1:-1], "")
    assert said.count("\n") == 1
    assert said.isprintable() or said.rstrip("\n").isprintable()


@pytest.mark.few(3)
@pytest.mark.parametrize("name", ["x", "K_prime", "delta_1", "Pr", "X2"])
def test_an_identifier_is_accepted(name: str, tmp_path: Path, capfd) -> None:
    path = file_of(tmp_path, json.dumps(about(name)))

    assert main(["recheck", path]) == 0
    assert f"PROVED 4 <= {name} for {name} in [4, 5]" in capfd.readouterr().out
    assert alone(path)[0] == 0


def test_the_index_of_a_sum_and_a_name_in_a_step_are_names(tmp_path: Path) -> None:
    total = ["sum", "pi", num(1), num(2), var("pi")]
    with pytest.raises(Rejected, match="'pi'"):
        recheck(proof({}, ["<=", total, num(3)], step("enclose"), {}))
    for rule in ("floor", "substitute"):
        certificate = json.loads(json.dumps(VALID[rule]).replace('"name": "', '"name": "1'))
        with pytest.raises(Rejected, match="called"):
            read_certificate(json.dumps(certificate))


TWICE = [
    '{"version": 1, "version": 1}',
    json.dumps(about("x")).replace('"low"', '"low": "0", "low"'),
    json.dumps(about("x"))[:-1] + ', "conclusion": ["<=", ["number", "1"], ["number", "0"]]}',
    json.dumps(about("x")).replace('"5"', "NaN", 1),
]


@pytest.mark.few(2)
@pytest.mark.parametrize("text", TWICE)
def test_both_commands_refuse_what_can_be_read_in_two_ways(
    text: str, tmp_path: Path, capfd
) -> None:
    path = file_of(tmp_path, text)
    status, said = alone(path)

    assert (status, main(["recheck", path])) == (2, 2)
    assert said == capfd.readouterr().out == ""


@pytest.mark.few(2)
@pytest.mark.parametrize("text", ["", "{", "[1, 2", "nothing"])
def test_both_commands_say_that_a_text_is_no_json(text: str, tmp_path: Path) -> None:
    path = file_of(tmp_path, text)

    assert (alone(path)[0], main(["recheck", path])) == (2, 2)


@pytest.mark.parametrize(
    ("relation", "where"), [(r"\pi \le 1", r"\pi in [0, 1]"), ("e x \\le 1", "e, x in [0, 1]")]
)
def test_a_certificate_that_is_written_has_names_that_are_read(
    relation: str, where: str, tmp_path: Path, capfd
) -> None:
    path = str(tmp_path / "new.json")

    assert main(["prove", relation, "--where", where, "--certificate", path]) == 0
    assert main(["recheck", path]) == 0
    assert "_1 " in capfd.readouterr().out


def test_renaming_changes_nothing_else() -> None:
    certificate = prove(r"e^{x} \le 1 + 2x", where="x in [0, 1/2]").certificate
    assert certificate is not None
    assert portable(certificate) == certificate
    cut = step("split", step("enclose"), step("enclose"), at="9/2", variable="|R|")
    opaque = {**about("|R|"), "proof": cut}
    changed = portable(opaque)

    assert check_certificate(opaque) == check_certificate(changed)
    assert set(changed["variables"]) == {"term_1"}
    assert "|R|" not in json.dumps(changed)
