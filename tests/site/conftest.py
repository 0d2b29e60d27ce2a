"""The site, built once, and served in a process of its own."""

import os
import subprocess
import sys

import pytest

from boundcalc.checks import check
from boundcalc.site.build import site_files

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
from boundcalc.site.server import SiteServer, warm_up
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


@pytest.fixture(scope="session")
def site(report):
    """The text of every file of the site by its path."""
    return dict(site_files(report, is_live=True))


@pytest.fixture(scope="session")
def address(site, tmp_path_factory):
    import json

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
