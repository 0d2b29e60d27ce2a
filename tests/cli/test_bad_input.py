"""Wrong use: one line on stderr that names the parameter, its domain and a way out; exit code 2."""

import os
import signal
import subprocess
import sys

import pytest

import boundcalc
from boundcalc.cli import main

GIVEN = {"tau": "0.1", "beta": "0.05", "B": "10", "m": "1000"}
THRESHOLDOUT = "adaptive-queries/thm-3.3"
HUGE = "9" * 1_000_000


@pytest.fixture
def fails(capsys):
    """Return a function that runs a command that must fail, and gives its one line."""

    def run_command(*arguments):
        code = main([*arguments])
        captured = capsys.readouterr()
        assert code == 2
        assert captured.out == ""
        assert captured.err.count("\n") == 1
        assert captured.err.endswith("\n")
        assert captured.err.startswith("boundcalc: ")
        assert captured.err[:-1].isprintable()
        assert len(captured.err) < 1000
        return captured.err

    return run_command


def question(unknown="n", **changed):
    given = {**GIVEN, **changed}
    return ["solve", unknown, *(f"{name}={value}" for name, value in given.items() if value)]


@pytest.mark.few(9)
@pytest.mark.parametrize("pinned", [[], ["--theorem", THRESHOLDOUT]], ids=["ranked", "pinned"])
@pytest.mark.parametrize(
    ("name", "value", "domain"),
    [
        ("tau", "2", "(0, 1)"),
        ("tau", "0", "(0, 1)"),
        ("tau", "-0.1", "(0, 1)"),
        ("beta", "0", "(0, 1)"),
        ("beta", "1", "(0, 1)"),
        ("beta", "abc", "(0, 1)"),
        ("beta", "nan", "(0, 1)"),
        ("beta", "inf", "(0, 1)"),
        ("beta", "-inf", "(0, 1)"),
        ("beta", "0.05=0.1", "(0, 1)"),
        ("beta", "1/0", "(0, 1)"),
        ("beta", "1/2/3", "(0, 1)"),
        ("tau", "1e400", "(0, 1)"),
        ("tau", "1e99999999999", "(0, 1)"),
        ("m", "10**10**10", "integers >= 1"),
        ("m", "1.5", "integers >= 1"),
        ("m", "0", "integers >= 1"),
        ("m", "1_000", "integers >= 1"),
        ("m", "__import__('os')", "integers >= 1"),
        ("B", "-5", "integers >= 1"),
        ("B", "0x10", "integers >= 1"),
        ("B", "\x00", "integers >= 1"),
        ("B", "\udcff", "integers >= 1"),
        ("B", "\uff11\uff10", "integers >= 1"),
        ("B", HUGE, "integers >= 1"),
    ],
)
def test_a_bad_value_is_told_with_its_domain_and_a_value_that_works(
    fails, pinned, name, value, domain
):
    line = fails(*question(**{name: value}), *pinned)

    assert name in line
    assert domain in line
    assert f"such as {name}=" in line


@pytest.mark.parametrize("pinned", [[], ["--theorem", THRESHOLDOUT]], ids=["ranked", "pinned"])
def test_a_comma_that_may_part_a_list_is_told(fails, pinned):
    assert fails(*question(beta="1,05"), *pinned) == (
        "boundcalc: beta: expected one number, with a point as 0.05 has, but got '1,05'; "
        "lists and ranges are for `boundcalc table` and `boundcalc compare`\n"
    )


@pytest.mark.parametrize("value", ["-5", "1.5", "0"])
def test_a_number_of_records_must_be_a_positive_integer(fails, value):
    line = fails("solve", "tau", f"n={value}", "beta=0.05", "B=10", "m=1000")

    assert "n (size of the dataset)" in line
    assert "integers >= 1" in line


@pytest.mark.parametrize("pinned", [[], ["--theorem", THRESHOLDOUT]], ids=["ranked", "pinned"])
def test_an_unknown_name_is_told(fails, pinned):
    assert "'zeta'" in fails(*question(zeta="1"), *pinned)
    assert "'zeta'" in fails(*question("zeta"), *pinned)


def test_a_missing_parameter_is_named_with_its_meaning(fails):
    line = fails(*question(m=None), "--theorem", THRESHOLDOUT)

    assert "m (number of queries)" in line
    assert "add m=..." in line


def test_a_surplus_parameter_is_named_with_those_that_exist(fails):
    line = fails(*question(epsilon="0.1"), "--theorem", THRESHOLDOUT)

    assert "'epsilon'" in line
    assert "n, m, B, tau, beta" in line


def test_parameters_that_no_theorem_relates_are_told_with_the_closest_theorem(fails):
    line = fails(*question(outcomes="3"))

    assert "no theorem relates n to all of" in line
    assert "the closest" in line


def test_what_a_theorem_sets_itself_cannot_be_given(fails):
    line = fails(*question(sigma="1"), "--theorem", THRESHOLDOUT)

    assert "sets sigma" in line
    assert "leave sigma out" in line


@pytest.mark.parametrize("again", ["tau=0.2", "τ=0.1", "\\tau=0.1"])
def test_a_parameter_that_is_given_twice_is_told(fails, again):
    assert fails(*question(), again) == (
        f"boundcalc: tau is given twice, by 'tau=0.1' and {again!a}; leave one out\n"
    )


def test_what_is_given_twice_by_its_complement_is_told_as_it_was_typed(fails):
    assert fails("solve", "n", "beta=0.05", "confidence=95%") == (
        "boundcalc: beta is given twice, by 'beta=0.05' and 'confidence=95%'; leave one out\n"
    )


def test_a_parameter_given_under_two_of_its_names_is_told(fails):
    assert fails(*question(k="7"), "--theorem", THRESHOLDOUT) == (
        "boundcalc: m is given twice, as m and as k; leave one out\n"
    )


@pytest.mark.parametrize("pinned", [[], ["--theorem", THRESHOLDOUT]], ids=["ranked", "pinned"])
def test_what_is_asked_for_cannot_also_be_given(fails, pinned):
    assert fails(*question(n="3"), *pinned) == (
        "boundcalc: n is asked for and also given; leave one of the two out\n"
    )


@pytest.mark.parametrize(
    "argument", ["tau", "=", "=0.1", "", " ", "\x00", "tau:0.1", "tau<=0.1", HUGE]
)
def test_an_argument_that_assigns_nothing_is_told(fails, argument):
    line = fails("solve", "n", argument)

    assert line.startswith("boundcalc: expected name=value, such as tau=0.1, but got ")
    assert repr(argument)[:50] in line


@pytest.mark.parametrize("argument", ["tau=", "tau= ", "τ="])
def test_a_parameter_without_a_value_is_told(fails, argument):
    assert fails("solve", "n", argument) == (
        "boundcalc: tau has no value; write tau=... without spaces\n"
    )


@pytest.mark.parametrize("name", ["", " ", "n\x01", "ñ", "n n", "1", "\udcff", HUGE, "n'"])
def test_a_name_that_can_be_no_name_is_told(fails, name):
    line = fails("solve", name, "tau=0.1")

    assert line.startswith("boundcalc: expected the name of a quantity, such as n or tau, but got ")
    assert ascii(name)[:50] in line


def test_values_before_the_unknown_are_told(fails):
    assert fails("solve", "tau=0.1", "n") == (
        "boundcalc: name what is asked for first, such as n, but got 'tau=0.1'\n"
    )


@pytest.mark.parametrize(
    ("id", "near"),
    [
        ("thm-3.3", THRESHOLDOUT),
        ("thresholdout", THRESHOLDOUT),
        ("Adaptive-Queries/thm-3.3", THRESHOLDOUT),
        ("adaptive-queries/thm-33", THRESHOLDOUT),
        ("qqqqqq", "boundcalc list"),
        ("", "boundcalc list"),
        (HUGE, "boundcalc list"),
    ],
)
def test_an_unknown_theorem_is_told_with_the_nearest(fails, id, near):
    for command in (["show", id], [*question(), "--theorem", id]):
        line = fails(*command)

        assert "no theorem is called" in line
        assert near in line


def test_a_question_that_no_n_answers_says_which_constraint_fails(fails):
    line = fails(*question(B="2000"), "--theorem", THRESHOLDOUT)

    assert "B <= m" in line
    assert "2000 against 1000" in line
    assert "change B, m" in line


def test_an_n_too_large_to_search_is_told(fails):
    line = fails(
        "solve", "n", "m=1e900", "tau=1e-300", "beta=1e-300", "B=1", "--theorem", THRESHOLDOUT
    )

    assert line == (
        "boundcalc: no n between 1 and 1e120 satisfies n >= min(n_0, n_1) of "
        "adaptive-queries/thm-3.3: n >= 4.24625e606 is needed; others were not searched; "
        "change B or beta or m or tau\n"
    )


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("arguments", "wrong", "command"),
    [
        (["frobnicate"], "No such command 'frobnicate'", ""),
        ([HUGE], "No such command '99999", ""),
        (["--frobnicate"], "No such option: --frobnicate", ""),
        ([f"--{HUGE}"], "No such option: --99999", ""),
        (["-x"], "No such option: -x", ""),
        (["solve"], "Missing argument 'UNKNOWN'", "solve "),
        (["solve", "--frobnicate"], "No such option: --frobnicate", "solve "),
        (["solve", "n", "-5"], "No such option: -5", "solve "),
        (["solve", "n", "--theorem"], "Option '--theorem' requires an argument", "solve "),
        (["prove", "x", "--where"], "Option '--where' requires an argument", "prove "),
        (["show"], "Missing argument 'ID'", "show "),
        (["show", "a", "b"], "Got unexpected extra argument(s) (b)", "show "),
        (["list", "n", "m"], "Got unexpected extra argument(s) (m)", "list "),
    ],
)
def test_a_command_line_that_cannot_be_read_points_to_the_help(fails, arguments, wrong, command):
    line = fails(*arguments)

    assert line.startswith(f"boundcalc: {wrong}")
    assert line.endswith(f"; see 'boundcalc {command}--help'\n")


def test_two_forms_at_once_exclude_each_other(fails):
    assert fails(*question(), "--json", "--latex") == (
        "boundcalc: --json and --latex exclude each other; keep one of them\n"
    )


def test_an_error_with_json_prints_no_json(fails):
    assert fails(*question(tau="2"), "--json") == (
        "boundcalc: tau (accuracy) must lie in (0, 1), such as tau=0.05, but got 2\n"
    )


# --- Python: the same as errors ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("unknown", "changed", "error"),
    [
        ("n", {"tau": 2}, "DomainError"),
        ("n", {"tau": float("nan")}, "DomainError"),
        ("n", {"tau": float("inf")}, "DomainError"),
        ("n", {"tau": True}, "DomainError"),
        ("n", {"tau": object()}, "DomainError"),
        ("n", {"m": 1.5}, "DomainError"),
        ("n", {"zeta": 1}, "QuestionError"),
        ("zeta", {}, "QuestionError"),
        ("n", {"n": 3}, "QuestionError"),
        ("n", {"B": -3}, "DomainError"),
    ],
)
def test_python_raises_an_error_of_boundcalc(unknown, changed, error):
    kind = getattr(boundcalc, error)
    given = {"tau": 0.1, "beta": 0.05, "B": 10, "m": 1000, **changed}

    assert issubclass(kind, boundcalc.BoundError)
    with pytest.raises(kind):
        boundcalc.solve(unknown, **given)


# --- the process -------------------------------------------------------------------------------


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "arguments", [question(tau="2"), ["frobnicate"], [*question(), "--theorem", "x"]]
)
def test_the_process_exits_with_2_and_one_line(arguments):
    done = subprocess.run(
        [sys.executable, "-m", "boundcalc.cli", *arguments], capture_output=True, timeout=3600
    )

    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_bytes_that_are_no_text_are_told_in_one_line():
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"boundcalc.cli", b"solve", b"n", b"tau=\xff\xfe"],
        capture_output=True,
        timeout=3600,
    )

    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"tau" in done.stderr


def test_an_interrupt_exits_with_130(monkeypatch, capsys):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("boundcalc.commands.theorems.load_library", interrupt)

    assert main(["list"]) == 128 + signal.SIGINT
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.slow
def test_the_current_folder_does_not_matter(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "boundcalc.cli", "list"],
        capture_output=True,
        timeout=3600,
        cwd=tmp_path,
        env={**os.environ},
    )

    assert done.returncode == 0


@pytest.mark.parametrize("data", ["figure.svg", "./figure.svg"])
def test_the_data_do_not_overwrite_the_figure_that_they_stand_beside(
    data, tmp_path, monkeypatch, fails
):
    monkeypatch.chdir(tmp_path)
    question = ["plot", "n", "tau=0.1,0.2", "beta=0.05", "B=10", "m=1000"]

    assert "name another file" in fails(*question, "-o", "figure.svg", "--data", data)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("tau=0.1,0.2", "k=1,2"), "two and one theorem, but got 2 and all theorems that fit"),
        (("tau=0.1", "k=2"), "one quantity that varies, or two and one theorem, but got 0"),
    ],
)
def test_what_no_figure_shows_is_refused_before_it_is_solved(values, said, fails, monkeypatch):
    monkeypatch.delattr("boundcalc.commands.drawing.plot.make_sheet_of")

    shown = fails("plot", "n", "beta=0.05", *values, "-o", "figure.svg")

    assert said in shown
    assert shown.count("\n") <= 1


def test_a_mistyped_command_is_one_sentence(fails):
    shown = fails("solv")

    assert "No such command 'solv'; did you mean 'solve'? see 'boundcalc --help'" in shown
    assert shown.count("\n") <= 1


def test_a_host_without_a_name_is_not_listened_to(fails):
    said = fails("serve", "--host", "", "--port", "0")
    assert "--host names whom to listen to, such as 127.0.0.1, but is empty" in said
    assert said.count("\n") <= 1


@pytest.mark.slow
@pytest.mark.parametrize("closed", ["1>&-", "2>&-", "1>&- 2>&-"])
def test_streams_that_are_closed_from_the_start_end_nothing(closed):
    command = f"'{sys.executable}' -m boundcalc list {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
