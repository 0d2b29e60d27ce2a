"""The page of a report is whole, alone and harmless."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from boundcalc.cli import main
from boundcalc.document_checker import check
from boundcalc.reports.html import report_html

NOTES = r"""<!-- %! declare x in [0, 1]
%! declare n integer >= 1 -->
$$ x^n \le 1 %! label: a
$$
$$ x \le x^2 $$ <!-- %! by: cite <script>alert(1)</script>, "Lemma" & more -->
$$ \Pr[X < n] \le x $$
$$ 1 \le 2 $$
$$ 1 \le 2 \quad \text{<b onclick="alert(1)">since</b>} $$
$$ \foo \le 1 $$
"""
VOID = {"meta", "br", "hr", "img", "input", "link"}


class Balance(HTMLParser):
    """Fails at a tag that closes another one than the last; keeps what it met."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("notes") / "a<b>.md"
    file.write_text(NOTES)
    return report_html(check(file))


def test_every_tag_is_closed(page: str) -> None:
    parser = Balance()
    parser.feed(page)

    assert parser.open == []
    assert parser.tags.count("details") == 4
    assert parser.tags.count("math") == 4


def test_nothing_is_fetched_and_nothing_runs(page: str) -> None:
    parser = Balance()
    parser.feed(page)

    assert not {"script", "img", "link", "iframe", "b", "a"} & set(parser.tags)
    assert not [name for name in parser.attributes if name.startswith("on")]
    assert not {"src", "href"} & set(parser.attributes)
    assert set(re.findall(r"https?://[^\s\"<]+", page)) <= {"http://www.w3.org/1998/Math/MathML"}


def test_verdicts_reasons_and_errors_are_on_the_page(page: str) -> None:
    assert page.count('<details class="row"') == 4
    for text in (
        "REFUTED",
        "It fails at",
        "&lt;script&gt;alert(1)",
        "&lt;b onclick",
        "unknown command \\foo",
    ):
        assert text in page


def test_a_page_replaces_only_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes, page, other = tmp_path / "n.md", tmp_path / "p.html", tmp_path / "other.html"
    notes.write_text("<!-- %! declare x in [0, 1] -->\n$$ x \\le 1 $$\n")
    other.write_text("mine")

    assert main(["check", str(notes), "--no-cache", "--html", str(page)]) == 0
    assert main(["check", str(notes), "--no-cache", "--html", str(page)]) == 0
    assert main(["check", str(notes), "--no-cache", "--html", str(other)]) == 2
    assert main(["check", str(notes), "--no-cache", "--html", str(notes)]) == 2
    assert other.read_text() == "mine"
    assert "PROVED" in page.read_text()
    assert "no page of this command" in capsys.readouterr().err


def test_a_page_of_a_document_that_nobody_prepared_shows_its_own_formulas(tmp_path: Path) -> None:
    text = (
        "\\newcommand{\\eps}{\\varepsilon}\nLet $\\eps \\in (0,1)$. Then\n"
        "\\[ \\eps \\le \\eps^2, \\]\n"
        "\\[ { \\eps \\]\n\\[ y \\le y^2. \\]\n"
    )
    file = tmp_path / "notes.tex"
    file.write_text(text)
    page = report_html(check(file))

    assert page.index("REFUTED</span>") < page.index("unread</span>")
    assert page.index("unread</span>") < page.index("UNKNOWN suspect")
    assert 'href="#row-5-6"' in page


def test_one_document_is_named_once_and_each_of_several_has_a_heading(tmp_path: Path) -> None:
    files = [tmp_path / "a.md", tmp_path / "b.md"]
    for file in files:
        file.write_text("Let $x \\in [0, 1]$.\n\n$$ x^2 \\le x $$\n")
    alone, both = report_html(check(files[0])), report_html(check(files))

    assert alone.count("a.md</h1>") == 1
    assert "<h2>" not in alone
    assert "<h1>2 documents</h1>" in both
    assert [both.count(f"{name}</h2>") for name in ("a.md", "b.md")] == [1, 1]
