"""Files for those who run boundcalc on their own documents: the action, the citation."""

import json
import os
import subprocess
import sys
import tomllib
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
