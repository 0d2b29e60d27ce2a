"""The guides and the reference build without a warning, and load nothing from elsewhere."""

import os
import re
import subprocess
import sys

import pytest

from tests.documents import ROOT


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    for name in ("mkdocs", "material", "mkdocstrings"):
        pytest.importorskip(name, reason="the extra `docs` is not installed")
    folder = tmp_path_factory.mktemp("guides")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_reference_documents_the_public_functions(built):
    text = (built / "reference" / "questions.html").read_text(encoding="utf-8")

    named = set(re.findall(r'id="(boundcalc\.calculator\.\w+)"', text))
    assert named >= {"boundcalc.calculator.solve", "boundcalc.calculator.sheet"}


@pytest.mark.slow
def test_formulas_are_typeset_and_nothing_foreign_is_loaded(built):
    for path in built.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|img|iframe)[^>]+src="([^"]+)"', text)
        loaded += re.findall(r'<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"', text)
        assert not [url for url in loaded if url.startswith(("http", "//"))], path.name
    assert "<math" in (built / "comparison.html").read_text(encoding="utf-8")
