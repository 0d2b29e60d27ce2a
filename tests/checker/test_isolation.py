"""The checker stands alone: the standard library, and nothing else."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checker.test_rules import INVALID, VALID

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "boundcalc" / "checker").glob("*.py"))
BLOCKED = ("sympy", "flint", "mpmath", "numpy", "gmpy2", "typer", "rich")
RUN = f"""
import runpy, sys
for name in {BLOCKED!r}:
    sys.modules[name] = None
sys.path.insert(0, {str(ROOT)!r})
sys.argv[0] = "boundcalc.checker"
before = set(sys.modules)
try:
    runpy.run_module("boundcalc.checker", run_name="__main__", alter_sys=True)
finally:
    extra = {{name.partition(".")[0] for name in set(sys.modules) - before}}
    print(sorted(extra - sys.stdlib_module_names - {{"boundcalc", "__main__"}}), file=sys.stderr)
"""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_checker_imports_only_itself_and_the_standard_library(path: Path) -> None:
    """Every import of the checker names a module of the standard library, or of the checker."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            modules = [node.module or ""]
        else:
            continue
        for module in modules:
            is_standard = module.partition(".")[0] in sys.stdlib_module_names
            assert is_standard or f"{module}.".startswith("boundcalc.checker."), module


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_checker_runs_no_text_as_code(path: Path) -> None:
    """Nothing of a certificate is evaluated: no eval, no exec, no import by name."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert not names & {"eval", "exec", "compile", "__import__", "getattr", "setattr"}


def run_alone(*paths: Path | str) -> subprocess.CompletedProcess[str]:
    """Run the checker without site packages and with everything installed blocked."""
    command = [sys.executable, "-I", "-S", "-c", RUN, *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, timeout=3600, check=False)


def test_accepted_certificate_is_reported_with_status_zero(tmp_path: Path) -> None:
    """The command alone accepts a proof by each rule, and loads nothing that is installed."""
    paths = []
    for rule, certificate in VALID.items():
        paths.append(tmp_path / f"{rule}.json")
        paths[-1].write_text(json.dumps(certificate), encoding="utf-8")
    done = run_alone(*paths)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(": accepted, a proof of ") == len(paths)
    assert done.stderr.splitlines()[-1] == "[]"


def test_rejected_certificate_is_reported_with_status_one(tmp_path: Path) -> None:
    """The command says which file is rejected and why, and still looks at the others."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(VALID["split"]), encoding="utf-8")
    bad.write_text(json.dumps(INVALID["split: the upper part fails"]), encoding="utf-8")
    done = run_alone(bad, good)
    assert done.returncode == 1
    assert f"{bad}: rejected: no enclosure shows" in done.stdout
    assert f"{good}: accepted" in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "\x00",
        '{"version": 1, "version": 1}',
        '{"version": ' + "9" * 5000 + "}",
    ],
)
def test_what_is_no_json_is_reported_with_status_two(tmp_path: Path, text: str) -> None:
    """A file that cannot be read in one way only is wrong use, told in one line."""
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    done = run_alone(path)
    assert done.returncode == 2
    assert f"{path}: cannot be read" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["[" * 100_000, "NaN", "[]", '"auto"', "1e999"])
def test_json_that_is_no_certificate_is_rejected(tmp_path: Path, text: str) -> None:
    """JSON of another shape, or nested without end, is rejected without a traceback."""
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    done = run_alone(path)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


def test_a_missing_file_and_no_file_are_wrong_use(tmp_path: Path) -> None:
    """Without a file, or with one that does not exist, the status is 2."""
    assert run_alone().returncode == 2
    assert run_alone(tmp_path / "missing.json").returncode == 2
