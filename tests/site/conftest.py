"""The site, built once, and served in a process of its own."""

import fcntl
import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from boundcalc.document_checker import check
from boundcalc.site.build import site_files
from boundcalc.site.calculator import QUESTIONS, Question
from boundcalc.solving.examples import example
from tests.touched import solved_on_pages

NOTES = r"""<!-- %! begin lecture-18/thm-0.2
%! declare x in [0, 1/2] -->
$$ e^{2x} \le 1 + 2x + 4x^2 $$
$$ e^{2x} \le 1 + 2x $$ <!-- %! label: short
%! expect: refuted -->
<!-- %! end -->
<!-- %! begin lecture-18/thm-0.2.corrected
%! declare x in [0, 1/2] -->
The quadratic term is needed.

$$ e^{2x} \le 1 + 2x + 4x^2 $$ <!-- %! label: short -->
<!-- %! end -->
"""
SERVER = """
import json, sys
from boundcalc.site import answering, server
from boundcalc.site.server import SiteServer, warm_up
# No answer may depend on how busy the machine is.
answering.PATIENCE = server.SECONDS = 600.0
pages = json.load(open(sys.argv[1], encoding="utf-8"))
warm_up()
with SiteServer(("127.0.0.1", 0), pages) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
"""


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    path = tmp_path_factory.mktemp("notes") / "notes.md"
    path.write_text(NOTES, encoding="utf-8")
    return check(path, jobs=1)


def few_stops(question: Question) -> Question:
    """A question of the calculator with the ends and the start of each slider alone."""
    grid = {
        name: [stop for stop in stops if stop in (stops[0], question.start[name], stops[-1])]
        for name, stops in question.grid.items()
    }
    return replace(question, grid=grid)


def a_part():
    """Return the function that solves the examples of the pages of the fast suite alone."""
    solved = solved_on_pages()
    return lambda theorem: example(theorem) if theorem.id in solved else None


@pytest.fixture(scope="session")
def site(request, tmp_path_factory):
    """The text of every file of the site by its path; one process makes it for all.

    In the fast suite every page is made, and a part of the examples is solved.
    """
    folder = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent  # which all workers have
    made = folder / "made-site.json"
    with open(folder / "made-site.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            with pytest.MonkeyPatch.context() as patch:
                questions = tuple(map(few_stops, QUESTIONS))
                patch.setattr("boundcalc.site.build.QUESTIONS", questions)
                patch.setattr("boundcalc.site.calculator.QUESTIONS", questions)
                if request.config.option.markexpr == "not slow":
                    patch.setattr("boundcalc.site.theorem_pages.example", a_part())
                pages = dict(site_files(request.getfixturevalue("report"), is_live=True))
            made.write_text(json.dumps(pages), encoding="utf-8")
        return json.loads(made.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def address(site, tmp_path_factory):
    path = tmp_path_factory.mktemp("site") / "pages.json"
    path.write_text(json.dumps(site), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
