"""A ledger as a file: read as it was written, and refused where it was not."""

import json
import multiprocessing
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from boundcalc.cli import main
from boundcalc.holdout.files import (
    LedgerError,
    OpenLedger,
    chained,
    create,
    load,
    read_text,
    text_of,
)
from boundcalc.holdout.ledger import Entry, Ledger
from boundcalc.holdout.releases import Kind, Plan, Request, released
from tests.documents import ROOT

PLAN = Plan(
    n=20_000,
    tau=Fraction(1, 20),
    beta=Fraction(1, 20),
    m=500,
    telling=50,
    cells=40,
    threshold=Fraction(1, 40),
)
REQUESTS = [
    (Request(kind=Kind.COMPARE, level=Fraction("0.91"), note="model 1"), "0.9034"),
    (Request(kind=Kind.COMPARE, level=Fraction("0.95"), note="größer"), "0.9034"),
    (Request(kind=Kind.GATE, level=Fraction("0.9")), "0.88"),
    (Request(kind=Kind.BEST), "0.9"),
    (Request(kind=Kind.BEST), "0.9"),
    (Request(kind=Kind.SCORE), "1"),
]


def filled():
    ledger = Ledger(PLAN)
    for request, mean in REQUESTS:
        outcome = released(PLAN, request, Fraction(mean), ledger.state.best)
        ledger = ledger.with_entry(Entry(request, outcome))
    return ledger


def test_a_ledger_is_read_as_it_was_written():
    ledger = filled()
    again, head = read_text(text_of(ledger), "x")

    assert again == ledger
    assert json.loads(text_of(ledger).splitlines()[-1])["hash"] == head


def test_an_appended_evaluation_makes_the_same_file(tmp_path):
    name = str(tmp_path / "ledger.jsonl")
    create(name, PLAN)
    for entry in filled().entries:
        with OpenLedger(name) as opened:
            opened.append(entry)

    assert load(name)[2] == text_of(filled())


def changed(text, line, **values):
    lines = text.splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **values}, ensure_ascii=False)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("line", "values"),
    [
        (0, {"n": 40_000}),
        (0, {"beta": "0.5"}),
        (1, {"note": "another"}),
        (1, {"guess": "0.92"}),
        (2, {"released": "0.9375"}),
        (3, {"released": "passes"}),
        (6, {"hash": "0" * 64}),
        (6, {"evaluation": 7}),
    ],
)
def test_a_changed_line_is_seen(line, values):
    with pytest.raises(LedgerError, match=f"line {line + 1}: it is not what was written"):
        read_text(changed(text_of(filled()), line, **values), "x")


@pytest.mark.parametrize("line", [1, 3, 5])
def test_a_line_that_is_left_out_is_seen(line):
    lines = text_of(filled()).splitlines()
    del lines[line]
    with pytest.raises(LedgerError, match=f"line {line + 1}: it is not what was written"):
        read_text("\n".join(lines) + "\n", "x")


def forged(contents):
    """Return lines whose hashes fit, whatever they say."""
    head, lines = "", []
    for content in contents:
        content = {name: value for name, value in content.items() if name != "hash"}
        head = chained(head, content)
        lines.append(json.dumps({**content, "hash": head}))
    return "\n".join(lines) + "\n"


def contents():
    return [json.loads(line) for line in text_of(filled()).splitlines()]


@pytest.mark.parametrize(
    ("line", "values", "sentence"),
    [
        (0, {"format": "x"}, "no plan"),
        (0, {"version": 2}, "no plan"),
        (0, {"extra": 1}, "nothing else"),
        (0, {"n": "20000"}, "integer"),
        (0, {"n": True}, "integer"),
        (0, {"tau": 0.05}, "in quotes"),
        (0, {"tau": "2"}, "tau: it is in"),
        (0, {"cells": 9}, "off by up to"),
        (0, {"m": 3}, "3"),
        (1, {"kind": "look"}, "kind: it is one of"),
        (1, {"kind": ["score"]}, "kind: it is one of"),
        (1, {"guess": "7"}, "guess is a number in"),
        (1, {"guess": "abc"}, "expected a number"),
        (1, {"released": "passes"}, "cannot release"),
        (2, {"released": "0.9"}, "cannot release"),
        (2, {"released": "1e9"}, "cannot release"),
        (2, {"released": ["a"]}, "in quotes"),
        (3, {"released": "agrees"}, "cannot release"),
        (4, {"released": "no better"}, "cannot release"),
        (5, {"released": "0.8875"}, "cannot release"),
        (6, {"bar": "0.5"}, "nothing else"),
        (6, {"note": 5}, "nothing else"),
    ],
)
def test_a_forged_line_that_says_what_cannot_be_is_refused(line, values, sentence):
    lines = contents()
    lines[line] = {**lines[line], **values}
    with pytest.raises(LedgerError, match=sentence) as caught:
        read_text(forged(lines), "x")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "\n", "{", "[]\n", "{}\n", "nothing\n", '{"hash": 5}\n', "[" * 10**5 + "\n"],
)
def test_what_is_no_ledger_is_refused(text):
    with pytest.raises(LedgerError):
        read_text(text, "x")


def test_a_line_that_is_not_whole_is_refused():
    with pytest.raises(LedgerError, match="not whole"):
        read_text(text_of(filled())[:-5], "x")


# --- commands ------------------------------------------------------------------------------------


@pytest.fixture
def ledger(tmp_path):
    name = str(tmp_path / "ledger.jsonl")
    assert main(["holdout", "init", name, "n=4000", "tau=0.1", "beta=0.05", "m=50"]) == 0
    return name


def test_a_first_hour(ledger, capsys):
    capsys.readouterr()
    assert main(["holdout", "record", ledger, "score", "mean=0.913"]) == 0
    assert capsys.readouterr().out == "0.925\n"
    assert main(["holdout", "record", ledger, "compare", "guess=0.9", "mean=913/1000"]) == 0
    assert capsys.readouterr().out == "agrees\n"
    assert main(["holdout", "status", ledger, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["standing"] == "holds"
    assert [item["released"] for item in found["evaluations"]] == ["0.925", "agrees"]
    assert found["evaluations"][0]["claim"].endswith("of 0.925")
    assert main(["holdout", "check", ledger]) == 0


def test_nothing_is_released_once_the_guarantee_is_spent(ledger, capsys):
    codes = [main(["holdout", "record", ledger, "score", "mean=0.5"]) for _ in range(50)]
    released_count = codes.index(1)
    capsys.readouterr()

    assert 0 < released_count < 50
    assert set(codes[released_count:]) == {1}
    assert len(load(ledger)[0].entries) == released_count
    assert main(["holdout", "record", ledger, "score", "mean=0.5"]) == 1
    assert "nothing was released" in capsys.readouterr().out
    while main(["holdout", "record", ledger, "gate", "bar=0.9", "mean=0.95"]) == 0:
        pass
    while main(["holdout", "record", ledger, "gate", "bar=0.9", "mean=0.5"]) == 0:
        pass
    assert main(["holdout", "check", ledger]) == 1
    assert main(["holdout", "check", ledger, "--final"]) == 0
    assert "SPENT" in capsys.readouterr().out


def test_an_older_copy_must_be_the_beginning(ledger, tmp_path, capsys):
    older = tmp_path / "older.jsonl"
    main(["holdout", "record", ledger, "score", "mean=0.5"])
    older.write_text(Path(ledger).read_text(encoding="utf-8"), encoding="utf-8")
    main(["holdout", "record", ledger, "score", "mean=0.6"])

    assert main(["holdout", "check", ledger, "--after", str(older)]) == 0
    assert main(["holdout", "check", str(older), "--after", ledger]) == 1
    assert "begin" in capsys.readouterr().out


def test_a_changed_ledger_fails_the_job_and_takes_nothing_more(ledger, capsys):
    main(["holdout", "record", ledger, "score", "mean=0.5"])
    text = Path(ledger).read_text(encoding="utf-8")
    Path(ledger).write_text(text.replace('"n": 4000', '"n": 9000'), encoding="utf-8")
    capsys.readouterr()

    assert main(["holdout", "check", ledger]) == 1
    assert capsys.readouterr().out.startswith("FAILS")
    assert main(["holdout", "record", ledger, "score", "mean=0.5"]) == 2
    assert main(["holdout", "status", ledger]) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["init", "FILE", "n=10", "tau=0.1", "beta=0.1", "m=5"], "exists"),
        (["init", "new", "n=10"], "tau is missing"),
        (["init", "new", "n=10", "tau=0.1", "beta=0.05", "m=5", "k=3"], "m is given twice"),
        (["init", "new", "n=10", "tau=0.1", "beta=0.05", "k=5", "B=3"], "B is not known here"),
        (["init", "new", "n=0", "tau=0.1", "beta=0.05", "m=5"], "n: it is an integer"),
        (["init", "new", "n=1.5", "tau=0.1", "beta=0.05", "m=5"], "n: it is an integer"),
        (["init", "new", "n=10", "tau=0", "beta=0.05", "m=5"], "tau: it is in"),
        (["init", "new", "n=10", "tau=-1", "beta=0.05", "m=5"], "tau: it is in"),
        (["init", "new", "n=10", "tau=0.1", "beta=1", "m=5"], "beta: it is in"),
        (["init", "new", "n=10", "tau=0.1", "beta=0.1", "m=1e99"], "m: it is an integer"),
        (["init", "new", "n=10", "tau=0.1", "beta=0.1", "m=5", "telling=9"], "telling: it is an"),
        (["init", "new", "n=10", "tau=0.1", "beta=0.1", "m=5", "cells=2"], "off by up to"),
        (["init", "new", "n=10", "tau=0.1", "beta=0.1", "m=5", "threshold=0.2"], "threshold"),
        (["init", "no/such/place", "n=10", "tau=0.1", "beta=0.1", "m=5"], "cannot be written"),
        (["record", "FILE", "look", "mean=0.5"], "KIND is one of"),
        (["record", "FILE", "score"], "mean is missing"),
        (["record", "FILE", "compare", "mean=0.5"], "guess is missing"),
        (["record", "FILE", "gate", "mean=0.5", "bar=2"], "bar is a number in"),
        (["record", "FILE", "score", "mean=1.5"], "mean: it is in"),
        (["record", "FILE", "score", "mean=nan"], "mean: expected a number"),
        (["record", "FILE", "score", "mean=0.5", "bar=0.5"], "bar is not known here"),
        (["record", "FILE", "score", "mean=0.5", "--note", "x\ny"], "one line"),
        (["record", "none", "score", "mean=0.5"], "cannot be written"),
        (["status", "none"], "cannot be read"),
        (["check", "none"], "cannot be read"),
    ],
)
def test_bad_input_gets_one_sentence(ledger, capsys, monkeypatch, tmp_path, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    typed = [ledger if text == "FILE" else text for text in arguments]

    assert main(["holdout", *typed]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
    assert len(load(ledger)[0].entries) == 0


def record_some(name):
    for _ in range(5):
        with OpenLedger(name) as opened:
            request = Request(kind=Kind.GATE, level=Fraction(1, 2))
            opened.append(Entry(request, released(PLAN, request, Fraction(1, 3), None)))


@pytest.mark.parametrize("command", ["check", "status", "record"])
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("/dev/zero", "/dev/zero: it has more than 64 MiB, so it is no ledger"),
        ("/proc/self/mem", "'/proc/self/mem' cannot be read (Input/output error)"),
        ("bytes.jsonl", "bytes.jsonl: it is no text in UTF-8"),
    ],
)
def test_a_file_that_is_no_text_or_has_no_end_is_refused(
    capsys, tmp_path, monkeypatch, command, file, sentence
):
    monkeypatch.chdir(tmp_path)
    Path("bytes.jsonl").write_bytes(bytes(range(256)))
    rest = ["score", "mean=0.1"] if command == "record" else []

    assert main(["holdout", command, file, *rest]) in (1, 2)
    said = capsys.readouterr()
    assert [line for line in (said.out + said.err).splitlines() if sentence in line]


def test_what_cannot_be_written_is_not_released(ledger):
    """A file that may not grow stands for a disk that is full."""
    size = Path(ledger).stat().st_size
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    call = f"from boundcalc.cli import main; main({['holdout', 'record', ledger]}"
    record = f"{limit}; {call} + ['score', 'mean=0.5'])"
    found = subprocess.run([sys.executable, "-c", record], capture_output=True, text=True)

    assert found.stdout == ""
    assert found.stderr == (
        f"boundcalc: {ledger}: it cannot be written (File too large), so that nothing is "
        "released; its last line may not be whole\n"
    )


@pytest.mark.slow
def test_processes_that_record_at_once_lose_nothing(tmp_path):
    name = str(tmp_path / "ledger.jsonl")
    create(name, PLAN)
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=record_some, args=(name,)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert len(load(name)[0].entries) == 10


def test_the_example_of_the_guide_is_what_its_commands_make(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "holdout-ledger.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for line in page.splitlines():
        if line.startswith(("boundcalc holdout init ", "boundcalc holdout record ")):
            assert main(shlex.split(line)[1:]) == 0

    made = (tmp_path / "holdout.jsonl").read_text(encoding="utf-8")
    assert made == (ROOT / "docs" / "examples" / "holdout.jsonl").read_text(encoding="utf-8")
