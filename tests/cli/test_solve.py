"""`boundcalc solve`: the contract for scripts, and what the card says at a glance."""

import json
import os
import re
import subprocess
import sys

import pytest

from boundcalc.cli import main
from boundcalc.language.bibliography import read_bibliography

pytestmark = pytest.mark.usefixtures("remembered_rankings")

QUESTION = ["n", "tau=0.1", "beta=0.05", "B=10", "m=1000"]
THRESHOLDOUT = "adaptive-queries/thm-3.3"
ANSWER_KEYS = {
    "theorem": str,
    "route": list,
    "value": str,
    "integer": bool,
    "direction": str,
    "formula": str | None,
    "witness": dict,
    "binding": str,
    "certified": bool,
    "neighbour": dict | None,
    "accepts": list,
    "source": str,
    "reference": str,
    "branches": list,
    "checks": list,
    "baseline": bool,
    "doubts": list,
    "optimality": str,
    "feasible": str,
    "status": str,
    "role": str,
    "kind": str,
    "scope": str,
    "vacuous": bool,
    "vacuity": str,
    "guarantee": str,
    "premises": list,
    "ignored": list,
    "definitions": dict,
}


@pytest.fixture
def run(capsys):
    """Return a function that runs a command that must succeed, and gives what it prints."""

    def run_command(*arguments):
        code = main([*arguments])
        captured = capsys.readouterr()
        assert (code, captured.err) == (0, "")
        return captured.out

    return run_command


@pytest.fixture
def solve_json(run):
    return lambda *arguments: json.loads(run("solve", *arguments, "--json"))


# --- JSON --------------------------------------------------------------------------------------


def test_thresholdout_needs_17341106_records_and_one_fewer_fails(solve_json):
    found = solve_json(*QUESTION, "--theorem", THRESHOLDOUT)

    assert len(found["answers"]) == 1
    answer = found["answers"][0]
    assert answer["value"] == "17341106"
    assert answer["certified"] is True
    assert answer["neighbour"]["value"] == "17341105"
    assert "min(n_0, n_1)" in answer["neighbour"]["fails"]
    assert answer["direction"] == "least"
    assert answer["integer"] is True


def test_json_has_the_keys_and_types_of_the_contract(solve_json):
    found = solve_json(*QUESTION)

    assert set(found) == {"unknown", "given", "answers", "refused", "limits_below"}
    for limit in found["limits_below"]:
        assert set(limit) == {"theorem", "way", "value", "relation", "certified"}
    assert found["unknown"] == "n"
    assert found["given"] == {"tau": "0.1", "beta": "0.05", "B": "10", "m": "1000"}
    for answer in found["answers"]:
        assert set(ANSWER_KEYS) <= set(answer)
        for key, kind in ANSWER_KEYS.items():
            assert isinstance(answer[key], kind), key
    for refusal in found["refused"]:
        assert set(refusal) == {"theorem", "why"}
        assert refusal["why"]


@pytest.mark.slow
def test_routes_that_lack_a_pinned_quantity_are_counted_and_listed(run, solve_json):
    question = ["n", "tau=0.3", "beta=0.05", "k=10", "epsilon=0.05"]
    aside = solve_json(*question)["left_aside"]
    card = " ".join(run("solve", *question, "--full").split())

    assert f"{len(aside)} routes lack ε and were left aside; leave out ε to ask them, too" in card
    assert {"route/rounded-answers.description-length"} < {item["theorem"] for item in aside}
    for item in aside:
        assert item["lacks"] == ["epsilon"]
        assert item["why"] == "it has no epsilon"


@pytest.mark.slow
def test_numbers_that_carry_precision_are_strings_in_json(solve_json):
    def numbers(data):
        if isinstance(data, dict):
            return [found for value in data.values() for found in numbers(value)]
        if isinstance(data, list):
            return [found for value in data for found in numbers(value)]
        return [data] if isinstance(data, int | float) and not isinstance(data, bool) else []

    assert numbers(solve_json(*QUESTION)) == []


@pytest.mark.slow
def test_baselines_compete_and_floors_come_last(solve_json):
    answers = solve_json(*QUESTION)["answers"]

    is_floor = [answer["role"] == "floor" for answer in answers]
    assert is_floor == sorted(is_floor)
    values = [int(answer["value"]) for answer in answers if answer["role"] != "floor"]
    assert values == sorted(values)
    assert {"baselines/splitting", "baselines/non-adaptive"} <= {
        answer["theorem"] for answer in answers
    }


@pytest.mark.slow
def test_splitting_needs_530_records_for_each_query_and_ignores_the_budget(solve_json):
    answers = {answer["theorem"]: answer for answer in solve_json(*QUESTION)["answers"]}

    assert answers["baselines/splitting"]["value"] == "530000"
    assert answers["baselines/splitting"]["ignored"] == ["B"]
    assert answers["baselines/non-adaptive"]["value"] == "530"


def test_json_names_the_branch_that_binds_and_the_other_branchs_n(solve_json):
    (answer,) = solve_json(*QUESTION, "--theorem", THRESHOLDOUT)["answers"]

    first, second = answer["branches"]
    assert first == {"label": "n_0", "bound": "17341106", "binds": True}
    assert second["label"] == "n_1"
    assert second["binds"] is False
    assert int(second["bound"]) > 17341106


@pytest.mark.parametrize("name", ["tau", "τ", "\\tau"])
def test_greek_letters_may_be_typed_in_three_ways(solve_json, name):
    found = solve_json("n", f"{name}=0.1", "beta=1/20", "B=10", "m=1e3", "--theorem", THRESHOLDOUT)

    assert found["answers"][0]["value"] == "17341106"
    assert "tau" in found["given"]


def test_an_unknown_may_be_greek(solve_json):
    found = solve_json("τ", "n=17341106", "beta=0.05", "B=10", "m=1000", "--theorem", THRESHOLDOUT)

    value = found["answers"][0]["value"]
    assert found["unknown"] == "tau"
    assert 0.0999 < float(value) <= 0.1


# --- the card ----------------------------------------------------------------------------------


def test_the_card_says_at_a_glance_what_the_answer_rests_on(run):
    card = run("solve", *QUESTION, "--theorem", THRESHOLDOUT, "--full")

    assert card.splitlines()[:6] == [
        "n = 17341106  [as printed]",
        "  if the algorithm is Thresholdout with noise scale about 9.22663e-5 and a budget of 10,",
        "  then with probability at least 0.95 every one of the 1000 answers, while fewer than 10",
        "  queries overfit by τ/2 on the training set, is within 0.1 of its expectation",
        "  n, size of the dataset: the least value that suffices (certified)",
        "  n = 17341105 does not: n ≥ min(n₀, n₁) fails: 17341105 against 17341105.0193756",
    ]
    for wanted in (
        "Thresholdout",
        THRESHOLDOUT,
        "as printed, from Theorem 3.3 of Lee, Differential Privacy for",
        "n = ceil(min(n₀, n₁))",
        "3·τ / 4",
        "τ / (96·ln(4·m / β))",
        "n₀  n ≥ 17341106    binds",
        "n₁  n ≥ 3987907436  does not bind",
        "10 ≤ 1000",
        "- queries take values in [0, 1]",
        "misprinted: The counter",
    ):
        assert wanted in card


def test_the_card_shows_the_baselines_beside_the_answer_and_which_is_cheaper(run):
    card = run("solve", *QUESTION, "--full")

    assert "dearer here: A fresh sample for every query, with n = 530000" in card
    assert re.search(r"530000 +\d+\.\d+ +baselines/splitting", card)
    assert re.search(r"530 +\d\S* +baselines/non-adaptive", card)
    assert "floor" in card


@pytest.mark.slow
def test_a_script_may_ask_for_what_is_published_alone(solve_json):
    everything = solve_json("gamma", "alpha=0.05", "m=1")["answers"]
    published = solve_json("gamma", "alpha=0.05", "m=1", "--published")["answers"]

    assert everything[0]["status"] == "sharpened"
    assert all(answer["status"] != "sharpened" for answer in published)
    assert all(answer["guarantee"] for answer in everything)


def test_what_is_sharpened_here_is_not_asked_for_as_published(capsys):
    code = main(["solve", *QUESTION, "--theorem", f"{THRESHOLDOUT}.sharpened", "--published"])

    assert code == 2
    assert "is sharpened here and not published" in capsys.readouterr().err


def test_the_card_counts_the_theorems_that_are_about_something_else(run, solve_json):
    _, _, section = run("solve", *QUESTION, "--full").partition("\nRefused ")
    refused = [item["theorem"] for item in solve_json(*QUESTION)["refused"]]
    told = set(re.findall(r"^ *(\S+/\S+)(?:  |$)", section, re.MULTILINE)) & set(refused)
    counted = re.findall(r"(\d+) theorems? (?:needs?|are|is) ", section)

    assert "theorems are about other quantities; --verbose and --json list them" in section
    assert len(told) + sum(map(int, counted)) == len(refused)


@pytest.mark.slow
def test_verbose_says_of_each_refused_theorem_why(run, solve_json):
    card = run("solve", *QUESTION, "--verbose")

    _, _, section = card.partition("\nRefused ")
    listed = re.findall(r"^ *(\S+/\S+)(?:  |$)", section, re.MULTILINE)
    refused = [item["theorem"] for item in solve_json(*QUESTION)["refused"]]

    assert sorted(listed) == sorted(refused)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "form", [[], ["--full"], ["--verbose"], ["--latex"], ["--markdown"], ["--json"]]
)
def test_no_line_ends_in_a_space(run, form):
    for question in (QUESTION, ["n", "tau=0.1", "beta=0.05", "epsilon=0.01"]):
        lines = run("solve", *question, *form).splitlines()
        if form != ["--markdown"]:  # where two spaces break a line
            assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("form", [[], ["--full"]])
def test_the_card_keeps_to_its_width(run, form):
    lines = run("solve", *QUESTION, *form).splitlines()

    assert max(len(line) for line in lines if "route/" not in line) <= 88


def test_latex_has_the_formula_its_definitions_and_a_citation(run):
    text = run("solve", *QUESTION, "--latex", "--full", "--theorem", THRESHOLDOUT)

    assert r"\cite[Theorem 3.3]{lee_adaptive_queries}" in text
    assert r"n &= \left\lceil \min\left\{n_{0}, n_{1}\right\}\right\rceil = 17341106" in text
    assert r"\sigma &= \frac{\tau}{96 \, \ln" in text
    assert text.count(r"\begin{align*}") == text.count(r"\end{align*}") == 1


def test_markdown_has_a_table_of_all_answers(run):
    text = run("solve", *QUESTION, "--markdown")

    assert "`baselines/splitting`" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows
    assert all(line.endswith("|") for line in rows)


# --- the console script ------------------------------------------------------------------------


def console(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "boundcalc.cli", *arguments],
        capture_output=True,
        timeout=3600,
        env={**os.environ, **environment},
    )


@pytest.mark.slow
def test_the_console_prints_no_colour_where_it_is_no_terminal():
    done = console("solve", *QUESTION, FORCE_COLOR="")

    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_gets_colour_unless_no_color_is_set():
    import pty

    def colours(**environment):
        leader, follower = pty.openpty()
        child = subprocess.Popen(
            [sys.executable, "-m", "boundcalc.cli", "solve", *QUESTION, "--theorem", THRESHOLDOUT],
            stdout=follower,
            env={
                **{name: text for name, text in os.environ.items() if name != "NO_COLOR"},
                "TERM": "xterm-256color",
                **environment,
            },
        )
        os.close(follower)
        found = b""
        try:
            while chunk := os.read(leader, 4096):
                found += chunk
        except OSError:  # how Linux reports that the other end is closed
            pass
        os.close(leader)
        assert child.wait(30) == 0
        return set(re.findall(rb"\x1b\[[0-9;]*3[0-7]m", found))

    assert colours()
    assert not colours(NO_COLOR="1")


@pytest.mark.slow
def test_a_terminal_without_greek_letters_gets_their_names():
    done = console(
        "solve", *QUESTION, "--theorem", THRESHOLDOUT, "--full", PYTHONIOENCODING="ascii"
    )

    assert done.returncode == 0
    assert b"n >= min(n_0, n_1)" in done.stdout
    assert b"tau" in done.stdout
    assert b"?" not in done.stdout


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error():
    child = subprocess.Popen(
        [sys.executable, "-m", "boundcalc.cli", "list", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    child.stdout.close()

    errors = child.stderr.read()
    child.stderr.close()
    assert (child.wait(30), errors) == (0, b"")


def test_the_bibliography_has_every_work_that_the_latex_cites(tmp_path, capsys):
    file = tmp_path / "paper.bib"
    question = ["solve", "gamma", "alpha=0.05", "k=3", "beta=0.001", "--latex"]

    assert main([*question, "--bib", str(file)]) == 0
    cited = set(re.findall(r"\\cite\[[^\]]*\]\{([^}]*)\}", capsys.readouterr().out))
    assert cited
    assert set(read_bibliography(file.read_text(encoding="utf-8"))) == cited
    assert main([*question, "--bib", str(file)]) == 2
    assert "--force overwrites" in capsys.readouterr().err
    assert main([*question[:-1], "--bib", str(file)]) == 2
    assert "add --latex" in capsys.readouterr().err
