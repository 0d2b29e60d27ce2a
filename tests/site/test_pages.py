"""Pages: whole, linked, without a network, and with the library's own numbers."""

import html
import json
import posixpath
import re
import socket
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

import boundcalc
from boundcalc.cards.cards import Code, Section, pretty
from boundcalc.cli import main
from boundcalc.language import Symbol
from boundcalc.language.errors import QuestionError
from boundcalc.language.latex import relation_latex
from boundcalc.library import load_library
from boundcalc.notes.check import Report
from boundcalc.output.mathml import mathml
from boundcalc.problems.problems import solvable_names
from boundcalc.site.build import build_site
from boundcalc.site.calculator import QUESTIONS
from boundcalc.site.documents import anchor, markdown_html
from boundcalc.site.front_page import front_page
from boundcalc.site.guides import find_guides
from boundcalc.site.pages import section_body, theorem_path
from boundcalc.site.ranking_section import ranking_grid, ranking_json
from boundcalc.site.server import SiteServer
from boundcalc.site.theorem_pages import theorem_page
from boundcalc.site.topics import OTHERS, TOPICS, by_topic
from boundcalc.tested import load_records

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


def test_every_theorem_has_its_page_and_is_in_the_list(site):
    index = site["theorems.html"]

    for theorem in load_library().theorems:
        assert theorem.id in site[theorem_path(theorem.id)]
        assert f'href="{theorem_path(theorem.id)}"' in index


def test_pages_are_whole_and_link_only_to_files_of_the_site(site):
    outlines = {path: Outline(text) for path, text in site.items() if path.endswith(".html")}
    links = set()
    for path, outline in outlines.items():
        for link in outline.links:
            if link == "data:," or link.startswith("https://"):
                continue
            file, _, place = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
            links.add((path, target if file else path, place))

    assert len(links) > len(load_library().theorems)
    assert [link for link in sorted(links) if link[1] not in site] == []
    lost = [link for link in sorted(links) if link[2] and link[2] not in outlines[link[1]].ids]
    assert lost == []


@pytest.mark.slow
def test_every_theorem_that_can_be_asked_shows_an_example_of_which_most_are_solved(site):
    asked = [theorem for theorem in load_library().theorems if solvable_names(theorem)]
    pages = [site[theorem_path(theorem.id)] for theorem in asked]
    examples = [page.partition("<h2>Example</h2>")[2] for page in pages]

    assert all(page.startswith("\n<pre>boundcalc solve") for page in examples)
    assert sum("<strong>" in page for page in examples) > 0.9 * len(asked)
    for page in pages:
        Outline(page)


def test_a_theorem_shows_the_rows_of_its_derivation_with_their_verdicts(site):
    page = site[theorem_path("lecture-18/thm-0.2")]

    assert page.count('class="PROVED"') == 2
    assert page.count('class="REFUTED"') == 1
    assert "lecture-18/thm-0.2.corrected" in page


def test_a_theorem_is_solved_for_its_quantities(site):
    page = site[theorem_path("lecture-18/thm-0.2")]
    rows = page.split("Solved for each quantity")[1].split("</table>")[0].split("<tr>")[2:]

    assert len(rows) == 5
    assert mathml(relation_latex(Symbol("tau") >= 6 * Symbol("epsilon"))) in rows[3]
    assert "no closed form" in site[theorem_path("adaptive-queries/thm-3.3")]


def test_a_theorem_shows_how_tight_it_is_on_exact_instances(site):
    record = load_records()["lecture-12/claim-0.2.corrected"]
    page = site[theorem_path(record.theorem)]

    assert f'<strong class="TESTED">TESTED</strong>: on {record.instances} exact' in page
    assert f"the worst ratio of the two among them is {record.ratio}." in page
    assert "<p>At some points of a grid:</p>" in page
    for row in record.rows:
        assert all(pretty(cell) in page for cell in row)
    assert "Tightness" not in site[theorem_path("units/bits-of-nats")]


@pytest.mark.parametrize(
    "id", [record.theorem for record in load_records().values() if record.verdict == "REFUTED"]
)
def test_a_refuted_theorem_calls_no_ratio_the_worst_that_its_own_table_may_exceed(id):
    record = load_records()[id]
    (theorem,) = [theorem for theorem in load_library().theorems if theorem.id == id]
    page = " ".join(theorem_page(theorem, (), record=record).split())

    assert 0 < record.violations <= record.instances
    counts = f"{record.violations} of {record.instances} exact finite instances violate it."
    assert f'<strong class="REFUTED">REFUTED</strong>: {counts}' in page
    others = ", and other instances may exceed it" if record.ratio[0].isdigit() else ""
    assert f"shortest to write down is {record.ratio}{others}." in page
    assert "worst" not in page.split("<h2>Tightness")[1].split("<h2>")[0]


def test_the_example_of_a_page_is_what_its_command_prints(site, capsys):
    page = site[theorem_path("adaptive-queries/thm-3.3")]
    command = html.unescape(re.search(r"<pre>boundcalc (solve .*?)</pre>", page)[1])

    assert main(command.split()) == 0
    assert f"<strong>{capsys.readouterr().out.splitlines()[0]}</strong>" in page


def test_versions_of_a_statement_link_to_one_another(site):
    printed, corrected = (
        site[theorem_path(f"lecture-12/claim-0.2{ending}")] for ending in ("", ".corrected")
    )

    assert 'href="lecture-12--claim-0.2.corrected.html"' in printed
    assert 'href="lecture-12--claim-0.2.html"' in corrected


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

    found = {column["id"]: column["values"][place] for column in grid["columns"]}
    assert found["adaptive-queries/thm-3.3"] == "17341106"
    assert found["counting/reusable-holdout"] == "60106"


def test_markdown_shows_html_and_typesets_formulas():
    shown = markdown_html("*a* $x < y$ `$n$` <script>alert(1)</script> [x](javascript:alert(1))")

    assert "<em>a</em>" in shown
    assert shown.count("<math") == 1
    assert "<code>$n$</code>" in shown
    assert "<script" not in shown
    assert "javascript:" not in re.findall(r'href="([^"]*)"', shown)


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


@pytest.fixture
def no_work(monkeypatch):
    def work(*args, **options):
        pytest.fail("the pages were made first")

    monkeypatch.setattr("boundcalc.commands.pages.site._report", work)


def test_a_folder_that_cannot_be_made_is_one_line_at_once(no_work, tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for place in (file, file / "site"):
        assert main(["site", "-o", str(place)]) == 2
    assert main(["site", "--force", "-o", str(file / "site")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


@pytest.mark.parametrize("host", ["999.1.1.1", "no such host", "a" * 300])
def test_an_address_that_cannot_be_opened_is_one_line_at_once(no_work, host, capsys):
    assert main(["serve", "--host", host, "--port", "0"]) == 2
    assert "cannot be opened" in capsys.readouterr().err


def test_a_port_in_use_is_one_line_at_once(no_work, capsys):
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert main(["serve", "--port", str(other.getsockname()[1])]) == 2
    assert "--port 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "is_open"), [("0.0.0.0", True), ("127.0.0.1", False), ("localhost", False)]
)
def test_a_server_that_others_reach_says_what_they_can_do(host, is_open, monkeypatch, capsys):
    idle = SimpleNamespace(close=lambda: None)  # workers are not started
    monkeypatch.setattr("boundcalc.site.server.Answerer", lambda *args, **options: idle)
    monkeypatch.setattr(SiteServer, "warm_up", lambda server: None)
    monkeypatch.setattr(SiteServer, "serve_forever", lambda server: None)

    assert main(["serve", "--host", host, "--port", "0"]) == 0
    out, err = capsys.readouterr()

    assert out.startswith(f"http://{host}:")
    assert ("everybody who reaches this machine over the network can open" in err) is is_open
    assert ("nobody can change anything, read other files, or run programs" in err) is is_open


def test_wrong_ports_are_one_line(capsys):
    assert main(["serve", "--port", "70000"]) == 2
    assert "0 to 65535" in capsys.readouterr().err


def test_a_table_of_a_guide_scrolls_by_itself():
    """On a phone guides with wide tables were three times as wide as the screen."""
    html = markdown_html("| a | b |\n| --- | --- |\n| `<table>` | 2 |\n")

    assert html.startswith('<div class="wide"><table>')
    assert html.rstrip().endswith("</table></div>")
    assert html.count('<div class="wide">') == 1


def test_every_kind_of_conclusion_has_a_topic():
    topics = by_topic(load_library().theorems)

    assert OTHERS not in topics
    assert sum(map(len, topics.values())) == len(load_library().theorems)
    kinds = [kind for kinds in TOPICS.values() for kind in kinds]
    assert len(kinds) == len(set(kinds))


def test_the_list_of_theorems_begins_with_its_topics(site):
    links = Outline(site["theorems.html"]).links
    topics = [f"#{anchor(topic)}" for topic in by_topic(load_library().theorems)]

    assert [link for link in links if link.startswith("#")] == topics


def test_a_guide_is_announced_by_a_sentence_of_its_own():
    leads = {guide.name: guide.lead for guide in find_guides()}

    assert leads["check-your-notes"].startswith("boundcalc check reads")
    assert all(lead.endswith((".", "?", ":")) for lead in leads.values())


def test_a_program_is_one_block_that_can_be_copied():
    card = Section(title="Run it", rows=((Code("a = 1"),), (Code("b = a < 2"),), ("Then wait.",)))

    assert list(section_body(card)) == [
        "<h2>Run it</h2>", "<pre>a = 1\nb = a &lt; 2</pre>", "<p>Then wait.</p>",
    ]  # fmt: skip


def test_the_first_page_leads_to_guides_and_topics(site):
    links = Outline(site["index.html"]).links

    assert {guide.path for guide in find_guides()[:5]} <= set(links)
    lead = site["index.html"].partition('class="lead"')[2].partition("</p>")[0]
    assert "the mean of a number between 0 and 1" in lead  # without which no number there holds
    assert "independent draws" in lead
    places = [site["index.html"].index(f'class="{part}') for part in ("answer", "sliders", "lead")]
    assert places == sorted(places)  # what a reader came for, what she may change, what it means
    assert all(f"theorems.html#{anchor(topic)}" in links for topic in TOPICS)


def test_the_words_of_an_answer_are_those_of_its_theorem():
    (way,) = [
        way for way in ranking_json(ranking_grid())["ways"] if way["id"] == "baselines/splitting"
    ]

    assert way["guarantee"] == (
        "Except with probability at most {beta} every one of the {k} answers is within {tau} of "
        "its expectation."
    )
    assert way["how"] == "Each query is answered by its mean over a fresh part of the records."


def test_a_library_without_kept_answers_has_a_first_page_without_a_question():
    text = front_page(load_library().theorems[:3], None, ())

    assert "<input" not in text
    assert "theorems.html#" in text
