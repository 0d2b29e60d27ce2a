"""The site, built once, and served in a process of its own."""

import fcntl
import json
import os
import subprocess
import sys

import pytest

from boundcalc.document_checker import check
from boundcalc.site.build import site_files
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
from boundcalc.language.errors import QuestionError
from boundcalc.site import answering, server
# No answer may depend on how busy the machine is.
answering.PATIENCE = server.SECONDS = 600.0
pages = json.load(open(sys.argv[1], encoding="utf-8"))
def page_text(path):
    if path not in pages:
        raise QuestionError("there is no such page")
    return pages[path]
with server.SiteServer(("127.0.0.1", 0), page_text) as site:
    site.warm_up()
    print(site.server_address[1], flush=True)
    site.serve_forever()
"""


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    path = tmp_path_factory.mktemp("notes") / "notes.md"
    path.write_text(NOTES, encoding="utf-8")
    return check(path, jobs=1)


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
                if request.config.option.markexpr == "not slow":
                    patch.setattr("boundcalc.site.theorem_pages.example", a_part())
                    patch.setattr("boundcalc.limits.can_fork", lambda: False)  # a fork forgets
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
