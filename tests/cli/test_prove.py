"""`boundcalc prove` and `boundcalc recheck`: the contract for scripts, and every wrong use."""

import json
import os
import resource
import subprocess
import sys

import pytest

from boundcalc.cli import main

TRUE = ["prove", r"e^x \le 1 + 2x", "--where", "x in [0, 1]"]
FALSE = ["prove", r"e^x \le 1 + 2x", "--where", "x in [0, 2]"]
# The sum has too many terms to be added up.
UNDECIDED = ["prove", r"\sum_{i=1}^{10^9} x^i \ge x", "--where", "x in [0, 1]"]
KEYS = {
    "relation",
    "verdict",
    "counterexample",
    "is_near",
    "lhs",
    "rhs",
    "method",
    "boxes",
    "seconds",
    "certificate",
}


@pytest.fixture
def run(capsys):
    """Return a function that runs a command, and gives its exit code and what it prints."""

    def run_command(*arguments):
        code = main([*arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_command


# --- verdicts ----------------------------------------------------------------------------------


def test_a_true_relation_is_proved_and_says_how(run):
    code, out, err = run(*TRUE)

    assert (code, err) == (0, "")
    assert out.startswith("PROVED  e^x ≤ 1 + 2·x\n")
    assert "x  in [0, 1]" in out
    assert "\nProof " in out


def test_a_false_relation_is_refuted_with_a_point_and_both_sides(run):
    code, out, err = run(*FALSE)

    assert (code, err) == (1, "")
    assert out.startswith("REFUTED  e^x ≤ 1 + 2·x\n")
    assert "left side   = 7.38905609893065" in out
    assert "right side  = 5" in out


@pytest.mark.parametrize(("extra", "expected"), [([], 0), (["--strict"], 3)])
def test_an_unknown_relation_fails_only_when_that_is_asked_for(run, extra, expected):
    code, out, _ = run(*UNDECIDED, *extra)

    assert code == expected
    assert out.startswith("UNKNOWN  ")
    assert "Left open" in out


@pytest.mark.parametrize("command", [TRUE, FALSE, UNDECIDED])
def test_json_has_the_keys_of_the_contract_and_exact_numbers_as_strings(run, command):
    _, out, err = run(*command, "--json")
    found = json.loads(out)

    assert err == ""
    assert set(found) >= KEYS
    assert found["verdict"] in ("PROVED", "REFUTED", "UNKNOWN")
    assert isinstance(found["seconds"], float)
    assert isinstance(found["boxes"], int)
    assert (found["certificate"] is None) == (found["verdict"] == "UNKNOWN")
    if found["verdict"] == "REFUTED":
        assert found["counterexample"] == {"x": "2"}
        assert (found["lhs"], found["rhs"]) == ("7.38905609893065", "5.00000000000000")
    else:
        assert (found["counterexample"], found["lhs"], found["rhs"]) == (None, None, None)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "command",
    [
        [r"x \le y \implies x^2 \le y^2", "--where", "x, y nonnegative"],
        [r"x^2 \le y^2", "--where", "x nonnegative; y nonnegative", "--assume", r"x \le y"],
        [r"x^2 \le y^2 \quad \text{if } x \le y", "--where", "x nonnegative", "--where", "y >= 0"],
        [r"0 \le x \le y \Rightarrow x^2 \le y^2", "--where", "x, y real"],
    ],
)
def test_a_hypothesis_may_be_written_in_four_ways(run, command):
    code, out, err = run("prove", *command, "--json")

    assert (code, err) == (0, "")
    assert json.loads(out)["verdict"] == "PROVED"
    assert json.loads(out)["assume"][-1] == "x <= y"


def test_without_the_hypothesis_the_relation_is_refuted(run):
    code, _, _ = run("prove", r"x^2 \le y^2", "--where", "x, y nonnegative")

    assert code == 1


def test_a_relation_between_numbers_needs_no_domains(run):
    assert run("prove", r"e^\pi > \pi^e")[0] == 0
    assert run("prove", r"\frac{22}{7} \le \pi")[0] == 1


@pytest.mark.few(2)
@pytest.mark.parametrize("text", [r"$x \le 1$", r" $$x \le 1$$ ", r"\[ x \le 1 \]", r"\(x \le 1\)"])
def test_the_delimiters_of_a_formula_may_be_typed(run, text):
    assert run("prove", text, "--where", "x in [0, 1]")[0] == 0
    assert run("prove", r"x \le 2", "--where", "x real", "--assume", text)[0] == 0


@pytest.mark.parametrize("command", [TRUE, FALSE, UNDECIDED])
def test_cards_keep_to_their_width_and_no_line_ends_in_a_space(run, command):
    lines = run(*command)[1].splitlines()

    assert max(map(len, lines)) <= 88
    assert [line for line in lines if line != line.rstrip()] == []


# --- wrong use ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message", "place"),
    [
        ([r"x \le y", "--where", "x real"], "y is not declared", "    x \\le y\n          ^"),
        ([r"x \lee 1", "--where", "x real"], r"\lee", "^"),
        (["x", "--where", "x real"], "relation", "^"),
        (["", "--where", "x real"], "", "^"),
        ([r"$x$ \le $1$", "--where", "x real"], "unexpected character '$'", "^"),
        (["$", "--where", "x real"], "unexpected character '$'", "^"),
        ([r"x \le 1", "--where", "x in [1, 0]"], "no number belongs to it", "^"),
        ([r"x \le 1", "--where", "x real, y positve"], "expected a domain", "^"),
        ([r"x \le 1", "--where", "x real", "--where", "x real"], "already declared", "^"),
        ([r"x \le 1", "--where", "x real", "--assume", r"z \le 1"], "z is not declared", "^"),
        (["(" * 10_000 + "x" + r")" * 10_000 + r"\le 1", "--where", "x real"], "nests", "^"),
        ([r"x \le 1", "--where", "x in [0, 1]", "--assume", "x > 2"], "no point", None),
        ([r"x \le 1, x \le 2", "--where", "x real"], "one relation was expected but got 2", None),
        ([r"x \le 1 \implies x \le 2 \implies x \le 3", "--where", "x real"], "one impl", None),
        ([r"x \le 1", "--where", "x real", "--time-limit", "0"], "time limit", None),
        ([r"x \le 1", "--where", "x real", "--time-limit", "nan"], "time limit", None),
        ([r"x \le 1", "--where", "x real", "--time-limit", "soon"], "--time-limit", None),
        (["x" * 200_000, "--where", "x real"], "at most 100000 characters", None),
        ([], "Missing argument", None),
    ],
)
def test_wrong_use_says_what_is_wrong_and_where(run, arguments, message, place):
    code, out, err = run("prove", *arguments)

    assert (code, out) == (2, "")
    assert err.startswith("boundcalc: ")
    assert message in err
    assert "Traceback" not in err
    if place is None:
        assert err.count("\n") == 1
    else:
        assert err.count("\n") == 3
        assert err.rstrip("\n").endswith(place)


# --- certificates ------------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path, run):
    path = tmp_path / "proof.json"
    assert run(*TRUE, "--certificate", str(path))[0] == 0
    return path


def test_a_certificate_is_written_and_accepted_again(run, certificate, tmp_path):
    counterexample = tmp_path / "point.json"
    assert run(*FALSE, "--certificate", str(counterexample))[0] == 1

    code, out, err = run("recheck", str(certificate), str(counterexample))

    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{certificate}: accepted: PROVED e^x <= 1 + 2 * x for x in [0, 1]",
        f"{counterexample}: accepted: REFUTED e^x <= 1 + 2 * x for x in [0, 2] at x = 2",
    ]


def test_the_checker_alone_accepts_it_too(certificate):
    done = subprocess.run(
        [sys.executable, "-m", "boundcalc.checker", str(certificate)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0
    assert "accepted, a proof" in done.stdout


def test_a_changed_certificate_is_rejected(run, certificate):
    data = json.loads(certificate.read_text())
    data["variables"]["x"]["high"] = "2"
    certificate.write_text(json.dumps(data))

    code, out, err = run("recheck", str(certificate))

    assert (code, err) == (1, "")
    assert f"{certificate}: rejected: " in out


@pytest.mark.parametrize("text", ["[]", "{}", "null", '{"version": 1}', "[" * 5000 + "]" * 5000])
def test_what_is_no_certificate_is_rejected(run, tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text)

    code, out, err = run("recheck", str(path))

    assert code in (1, 2)
    assert "accepted" not in out
    assert "Traceback" not in err


def test_a_certificate_that_lacks_something_says_what_in_words(run, certificate):
    """An exception of Python is no sentence: it said KeyError('version')."""
    data = json.loads(certificate.read_text())
    del data["version"]
    certificate.write_text(json.dumps(data))

    _, out, _ = run("recheck", str(certificate))

    assert out == f"{certificate}: rejected: malformed certificate; missing or wrong: 'version'\n"


def test_what_is_no_json_is_wrong_use(run, tmp_path):
    path = tmp_path / "text.json"
    path.write_text("e^x")

    assert run("recheck", str(path))[0] == 2
    assert run("recheck", str(tmp_path / "none.json"))[0] == 2
    assert run("recheck")[0] == 2


def test_a_file_is_not_overwritten_unless_that_is_asked_for(run, certificate, tmp_path):
    before = certificate.read_text()

    code, out, err = run(*FALSE, "--certificate", str(certificate))
    assert (code, out) == (2, "")
    assert "--force" in err
    assert certificate.read_text() == before

    assert run(*FALSE, "--certificate", str(certificate), "--force")[0] == 1
    assert certificate.read_text() != before
    for name in (tmp_path, tmp_path / "no" / "proof.json"):
        assert run(*TRUE, "--certificate", str(name))[0] == 2


def test_no_certificate_is_written_where_nothing_was_decided(run, tmp_path):
    path = tmp_path / "proof.json"

    _, out, _ = run(*UNDECIDED, "--certificate", str(path))

    assert "nothing was proved or refuted" in out
    assert not path.exists()


# --- what is hopeless --------------------------------------------------------------------------

LIMIT = 1.0
MANY = [f"x_{{{place}}}" for place in range(100)]
HOPELESS = {
    "a hundred variables": (
        f"({'+'.join(MANY)})^2 \\le 100({'+'.join(f'{name}^2' for name in MANY)})",
        f"{', '.join(MANY)} real",
    ),
    "a tower of powers": (r"10^{10^{10}} + x \ge 10^{10^{10}} + \ln(1 + x)", "x in [0, 1]"),
    "huge powers of a variable": (r"x^{10^{10}} \le 1 + x^{10^{11}}", "x positive"),
    "a sum of a billion terms": (r"\sum_{i=1}^{10^9} x^i \ge x", "x in [0, 1]"),
    "nested powers": ("e^{" * 90 + "x" + "}" * 90 + r"\ge x", "x in [0, 1]"),
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that can be stopped")
@pytest.mark.parametrize("name", HOPELESS)
def test_a_hopeless_relation_ends_in_bounded_memory(name):
    """It would run for ever without its limit; what a busy machine adds to that is not tested."""
    relation, where = HOPELESS[name]
    command = ["prove", relation, "--where", where, "--time-limit", str(LIMIT), "--json"]

    done = subprocess.run(
        [sys.executable, "-m", "boundcalc.cli", *command],
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )

    assert done.returncode in (0, 2), done.stderr
    assert "Traceback" not in done.stderr
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert largest < 3 << 20, "kilobytes"
