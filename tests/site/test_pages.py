"""Pages: whole, linked, without a network, and with the library's own numbers."""

import json
import posixpath
import re
from html.parser import HTMLParser

import pytest

import boundcalc
from boundcalc.cli import main
from boundcalc.language.errors import QuestionError
from boundcalc.library import load_library
from boundcalc.notes.check import Report
from boundcalc.site.build import build_site
from boundcalc.site.calculator import QUESTIONS
from boundcalc.site.documents import markdown_html
from boundcalc.site.pages import theorem_path

VOID = {"meta", "link", "br", "input", "mspace", "img", "hr"}


class Outline(HTMLParser):
    """What a page links to and loads, and whether its elements are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.links, self.ids = [], [], set()
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.links += [found[key] for key in ("href", "src") if key in found]
        self.ids |= {found["id"]} if "id" in found else set()
        assert not any(key.startswith("on") or key == "style" for key in found)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_every_theorem_has_its_page_and_is_in_the_index(site):
    index = site["index.html"]

    for theorem in load_library().theorems:
        assert theorem.id in site[theorem_path(theorem.id)]
        assert f'href="{theorem_path(theorem.id)}"' in index


def test_pages_are_whole_and_link_only_to_files_of_the_site(site):
    for path, text in site.items():
        if not path.endswith(".html"):
            continue
        for link in Outline(text).links:
            if link == "data:,":
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
            assert target in site, f"{path} links to {link}"


def test_a_theorem_shows_the_rows_of_its_derivation_with_their_verdicts(site):
    page = site[theorem_path("lecture-18/thm-0.2")]

    assert page.count('class="PROVED"') == 2
    assert page.count('class="REFUTED"') == 1
    assert "lecture-18/thm-0.2.corrected" in page


def test_the_errata_are_typeset(site):
    page = site["errata.html"]

    assert "The quadratic term is needed." in page
    assert "<math" in page
    assert "$" not in re.sub(r"<pre>.*?</pre>|<code>.*?</code>", "", page, flags=re.DOTALL)


def grids(site):
    found = re.search(r'id="answers">(.*?)</script>', site["calculator.html"], re.DOTALL)
    return json.loads(found[1])


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_numbers_of_the_calculator_are_those_of_the_library(site, number):
    grid = grids(site)[number]
    names = list(grid["axes"])
    sizes = [len(values) for values in grid["axes"].values()]
    total = len(grid["columns"][0]["values"])

    for place in range(0, total, max(1, total // 7)):
        given, rest = {}, place
        for name, size in zip(reversed(names), reversed(sizes), strict=True):
            given[name] = grid["axes"][name][rest % size]
            rest //= size
        for column in grid["columns"]:
            if column["role"] != "theorem":
                continue
            shown = column["values"][place]
            try:
                answer = boundcalc.theorem(column["id"]).solve(**{grid["unknown"]: None}, **given)
            except boundcalc.NoSolutionError:
                assert shown is None
                continue
            assert shown is not None
            if answer.is_integer:
                assert shown == answer.value_text
            else:
                assert 0 <= (float(shown) / float(answer.value) - 1) <= 1e-5


def test_the_calculator_starts_at_the_question_of_the_readme(site):
    grid = grids(site)[0]
    place = 0
    for values, start in zip(grid["axes"].values(), grid["start"], strict=True):
        place = place * len(values) + start

    assert grid["columns"][0]["values"][place] == "17341106"


def test_markdown_shows_html_and_typesets_formulas():
    html = markdown_html("*a* $x < y$ `$n$` <script>alert(1)</script> [x](javascript:alert(1))")

    assert "<em>a</em>" in html
    assert html.count("<math") == 1
    assert "<code>$n$</code>" in html
    assert "<script" not in html
    assert "javascript:" not in re.findall(r'href="([^"]*)"', html)


def test_a_folder_is_written_and_not_overwritten_unasked(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "boundcalc.site.build.site_files", lambda report, progress: [("a/b.html", "page")]
    )
    folder = tmp_path / "site"

    assert build_site(folder, Report(documents=())) == 1
    assert (folder / "a" / "b.html").read_text(encoding="utf-8") == "page"
    with pytest.raises(QuestionError, match="--force"):
        build_site(folder, Report(documents=()))
    assert build_site(folder, Report(documents=()), is_forced=True) == 1
    with pytest.raises(QuestionError, match="is a file"):
        build_site(folder / "a" / "b.html", Report(documents=()))


def test_wrong_ports_are_one_line(capsys):
    assert main(["serve", "--port", "70000"]) == 2
    assert "0 to 65535" in capsys.readouterr().err
