"""A library of theorems in a package of its own is built, installed beside boundcalc, and used."""

import json
import os
import subprocess
import sys

import pytest

from tests.documents import ROOT

PLUGIN = ROOT / "examples" / "plugin"
PIP = (sys.executable, *["-m", "pip", "install", "--quiet", "--no-deps", "--no-index"])
COMMAND = "import sys; from boundcalc.cli import main; sys.exit(main())"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of an installed plug-in, to be put on the path."""
    pytest.importorskip("hatchling", reason="hatchling builds the plug-in")
    work = tmp_path_factory.mktemp("plugin")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(work)]
    subprocess.run(build, cwd=PLUGIN, check=True, capture_output=True)
    (wheel,) = work.glob("*.whl")
    target = work / "site"
    subprocess.run(
        [*PIP, "--target", str(target), str(wheel)],
        check=True,
        capture_output=True,
    )
    return target


def run(installed, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments],
        env={**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_its_theorems_are_listed_and_solved_beside_those_of_the_library(installed):
    listed = json.loads(run(installed, "list", "--json"))
    ids = {item["theorem"] for item in listed["theorems"]}

    assert {"bernstein/mean", "lecture-18/thm-0.2"} <= ids

    answer = json.loads(run(installed, "solve", "n", "tau=0.05", "beta=0.01", "v=0.01", "--json"))
    best = answer["answers"][0]
    assert (best["theorem"], best["value"]) == ("bernstein/mean", "114")
    assert best["certified"]
    assert "Boucheron" in best["reference"]


@pytest.mark.slow
def test_its_derivations_are_shipped_and_proved(installed):
    script = "from boundcalc.library import note_files; print(*note_files(), sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    (path,) = [line for line in done.stdout.splitlines() if line.endswith("bernstein.md")]

    report = json.loads(run(installed, "check", path, "--no-cache", "--strict", "--json"))
    assert report["summary"]["PROVED"] == 1
