"""Files for those who run boundcalc on their own documents: the action, the citation."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
COMMAND = f"'{sys.executable}' -m boundcalc"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(name):
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [("corrected", 0), ("checked", 1)])
def test_the_step_of_the_action_checks_and_writes_its_findings(tmp_path, name, code):
    (step,) = [item for item in read("action.yml")["runs"]["steps"] if item.get("name") == "Check"]
    file = ROOT / "docs" / "examples" / f"{name}.tex"
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path),
        "FILES": f"{file.parent}/{name[:-1]}*.tex",
        "SARIF": str(tmp_path / "found.sarif"),
        "STRICT": "",
    }
    found = subprocess.run(
        ["bash", "-e", "-c", step["run"]], env=environment, capture_output=True, text=True
    )

    assert found.returncode == code, found.stderr
    (run,) = json.loads((tmp_path / "found.sarif").read_text(encoding="utf-8"))["runs"]
    assert bool([item for item in run["results"] if item["level"] == "error"]) == bool(code)


@pytest.mark.slow
def test_the_step_of_the_action_takes_the_documents_of_the_project(tmp_path):
    (step,) = [item for item in read("action.yml")["runs"]["steps"] if item.get("name") == "Check"]
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path),
        "FILES": "",
        "SARIF": str(tmp_path / "found.sarif"),
        "STRICT": "",
    }
    found = subprocess.run(
        ["bash", "-e", "-c", step["run"]],
        env=environment,
        cwd=ROOT / "docs" / "examples" / "project",
        capture_output=True,
        text=True,
    )

    assert found.returncode == 1, found.stderr
    (run,) = json.loads((tmp_path / "found.sarif").read_text(encoding="utf-8"))["runs"]
    assert [item["ruleId"] for item in run["results"] if item["level"] == "error"] == ["refuted"]


@pytest.mark.slow
def test_findings_are_shown_only_where_there_are_any(tmp_path):
    """A wrong use ends before anything is written, and its own message is the last word."""
    *_, check, show = read("action.yml")["runs"]["steps"]
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "FILES": "none/*.tex",
        "SARIF": str(tmp_path / "found.sarif"),
        "STRICT": "",
    }
    found = subprocess.run(
        ["bash", "-e", "-c", check["run"]], env=environment, capture_output=True, text=True
    )

    assert found.returncode == 2
    assert "'none/*.tex' cannot be read" in found.stderr
    assert list(tmp_path.iterdir()) == []
    assert show["if"] == "always() && hashFiles(inputs.sarif) != ''"


def test_the_citation_names_this_version():
    citation = read("CITATION.cff")

    assert (citation["title"], citation["version"]) == (PROJECT["name"], PROJECT["version"])
    assert citation["license"] == PROJECT["license"]
    assert citation["keywords"] == PROJECT["keywords"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


@pytest.mark.slow
def test_the_workflow_of_a_release_calls_what_is_there():
    steps = [
        step.get("run", "")
        for step in read(".github/workflows/release.yml")["jobs"]["release"]["steps"]
    ]

    assert "make test" in steps
    version = [step for step in steps if "GITHUB_REF_NAME" in step]
    for tag, code in (("v" + PROJECT["version"], 0), ("v99.0.0", 1)):
        (step,) = (text.replace(".venv/bin/boundcalc", COMMAND) for text in version)
        environment = {**os.environ, "GITHUB_REF_NAME": tag}
        assert subprocess.run(["bash", "-e", "-c", step], env=environment).returncode == code
    assert any(step.startswith(".venv/bin/boundcalc site -o ") for step in steps)


def test_each_stage_of_the_container_file_makes_what_the_next_one_takes():
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    steps = [line.partition(" ")[::2] for line in lines if line and not line.startswith("#")]
    said = {kind: [rest for each, rest in steps if each == kind] for kind, _ in steps}
    make, install, add_reader = map(shlex.split, said["RUN"])

    (least,) = re.findall(r">=3\.(\d+)$", PROJECT["requires-python"])
    for image in said["FROM"]:
        assert int(re.match(r"python:3\.(\d+)-slim", image)[1]) >= int(least)
    assert said["COPY"] == [". /source", "--from=build /wheels /wheels"]
    assert make[:4] == ["python", "-m", "pip", "wheel"]
    assert make[-3:] == ["--wheel-dir", "/wheels", "/source"]
    assert install[:4] == ["python", "-m", "pip", "install"]
    pattern, extras = re.fullmatch(r"\$\(echo /wheels/(\S+)\)\[([\w,]+)\]", install[-1]).groups()
    assert fnmatch(f"{PROJECT['name']}-{PROJECT['version']}-py3-none-any.whl", pattern)
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    assert add_reader == ["useradd", "--create-home", *said["USER"]]
    assert said["WORKDIR"] == [f"/home/{name}" for name in said["USER"]]
    assert json.loads(*said["ENTRYPOINT"]) == [*PROJECT["scripts"]]


def test_the_image_is_made_of_all_that_the_wheel_needs():
    left_out = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in left_out if line and not line.startswith("#")]
    needed = [
        "pyproject.toml",
        "boundcalc",
        "boundcalc_theorems",
        "theorems",
        "docs",
        "LICENSE",
        "README.md",
    ]

    for name in needed:
        assert (ROOT / name).exists()
        assert not any(fnmatch(name, pattern) for pattern in patterns), name
