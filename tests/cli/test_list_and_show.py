"""`boundcalc list` and `boundcalc show`: every theorem of the library has its page."""

import json

import pytest

import boundcalc
from boundcalc.cards.cards import card_html, pretty
from boundcalc.cli import main
from boundcalc.language import expression_from_json
from boundcalc.library import load_library
from boundcalc.output.json import json_text, theorem_json
from boundcalc.output.latex_answers import theorem_latex
from boundcalc.output.markdown import card_markdown
from boundcalc.output.theorems import library_card, theorem_card
from boundcalc.problems.problems import solvable_names
from boundcalc.solving.examples import example_command

THEOREMS = load_library().theorems
THRESHOLDOUT = next(item for item in THEOREMS if item.id == "adaptive-queries/thm-3.3")
# Typical values of all others leave it without an answer.
UNANSWERED = {"adaptive-queries/thm-3.3.noise"}
every_theorem = pytest.mark.parametrize("theorem", THEOREMS, ids=lambda item: item.id)


@pytest.fixture
def run(capsys):
    def run_command(*arguments):
        assert main([*arguments]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        return captured.out

    return run_command


def test_the_list_has_every_theorem_with_its_status(run):
    text = run("list")

    assert text.startswith(f"{len(THEOREMS)} theorems\n")
    words = text.split()
    for item in THEOREMS:
        assert item.id in words
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_the_list_as_json_says_what_each_theorem_solves_for(run):
    found = {item["theorem"]: item for item in json.loads(run("list", "--json"))["theorems"]}

    assert list(found) == [item.id for item in THEOREMS]
    assert found[THRESHOLDOUT.id] == {
        "theorem": THRESHOLDOUT.id,
        "title": "Thresholdout",
        "status": "as printed",
        "role": "theorem",
        "doubtful": THRESHOLDOUT.is_doubtful,
        "solves_for": ["n", "m", "B", "tau", "beta"],
    }
    assert found["baselines/splitting"]["role"] == "baseline"


def test_the_list_can_be_narrowed(run):
    found = run("list", "--unknown", "γ", "--topic", "Russo")

    assert found.startswith("4 theorems\n")
    assert "max-information/thm-C.3.gamma.corrected" in found
    assert "max-information/thm-1.3" not in found
    assert run("list", "--unknown", "k", "--json").count('"theorem"') > 10


def test_a_word_behind_list_is_its_topic_or_asks_for_routes(run, capsys):
    assert run("list", "Russo") == run("list", "--topic", "Russo")
    assert run("list", "routes") == run("list", "--routes")
    assert main(["list", "subsampling"]) == 2
    assert "subsampling is not in the library" in capsys.readouterr().err
    assert main(["list", "Russo", "--topic", "Zou"]) == 2
    assert "given twice" in capsys.readouterr().err


def test_a_list_of_nothing_is_an_error(capsys):
    assert main(["list", "--topic", "qqqq"]) == 2
    assert "boundcalc list" in capsys.readouterr().err


def test_a_theorem_that_solves_for_nothing_is_listed_by_its_title_alone():
    (section,) = library_card(THEOREMS).sections

    assert [row for row in section.rows if row[-1].endswith(";")] == []


def test_titles_are_distinct():
    titles = [theorem.title for theorem in THEOREMS]

    assert len(set(titles)) == len(titles)


@pytest.mark.few(70)
@every_theorem
def test_each_source_is_in_the_bibliography(theorem):
    """The work is named in words, and not by its key."""
    assert len(theorem.source.reference.split()) > 1
    assert theorem.source.key not in theorem.source.reference


def test_the_list_as_markdown_is_one_table(run):
    rows = [line for line in run("list", "--markdown").splitlines() if line.startswith("|")]

    assert len(rows) == len(THEOREMS) + 2


@pytest.mark.few(60)
@every_theorem
def test_a_page_has_what_a_reader_needs(theorem):
    page = str(theorem_card(theorem))

    words = " ".join(page.split())
    for wanted in (
        theorem.id,
        theorem.status.value,
        pretty(theorem.source.reference),
        pretty(theorem.title),
        *(pretty(symbol.name) for symbol in theorem.parameters),
        *(pretty(symbol.meaning) for symbol in theorem.parameters),
        *(pretty(relation.left.__str__()) for relation in theorem.hypotheses),
        *(pretty(sentence) for sentence in theorem.accepts),
        *(pretty(remark.text) for remark in theorem.remarks),
    ):
        assert " ".join(wanted.split()) in words.replace(" - ", " ") or wanted in words
    assert [line for line in page.splitlines() if line != line.rstrip()] == []


@pytest.mark.few(20)
@every_theorem
def test_a_page_can_be_printed_in_every_form(theorem):
    card = theorem_card(theorem)

    html = card_html(card)
    assert html.count("<table>") == html.count("</table>")
    assert html.count("<ul>") == html.count("</ul>")
    latex = theorem_latex(theorem)
    assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")
    assert latex.count(r"\begin{") == latex.count(r"\end{")
    for line in card_markdown(card).splitlines():
        assert line.startswith("|") == line.endswith("|")


@pytest.mark.few(60)
@every_theorem
def test_the_json_of_a_theorem_holds_its_formulas(theorem):
    found = json.loads(json_text(theorem_json(theorem)))

    symbols = {symbol.name: symbol for symbol in theorem.parameters}
    symbols |= {item.symbol.name: item.symbol for item in theorem.definitions}
    for item, data in zip(theorem.definitions, found["definitions"], strict=True):
        assert expression_from_json(data["tree"], symbols) == item.value
    for relation, data in zip(theorem.hypotheses, found["hypotheses"], strict=True):
        assert expression_from_json(data["tree"][1], symbols) == relation.left
    assert [item["name"] for item in found["parameters"]] == [
        symbol.name for symbol in theorem.parameters
    ]


def test_show_prints_the_statement_with_a_command_that_uses_it(run):
    page = run("show", THRESHOLDOUT.id)

    assert "n ≥ min(n₀, n₁)" in page
    assert (
        "boundcalc solve n m=100 B=10 tau=0.1 beta=0.05 --theorem adaptive-queries/thm-3.3" in page
    )


@pytest.mark.parametrize(
    ("form", "beginning"),
    [
        ("--json", '{\n  "theorem": "adaptive-queries/thm-3.3",\n  "title": "Thresholdout",\n'),
        (
            "--latex",
            r"\paragraph{Thresholdout} \cite[Theorem 3.3]{lee_adaptive_queries}, as printed.",
        ),
        ("--markdown", "**Thresholdout**\n\n### Theorem\n"),
    ],
)
def test_show_prints_other_forms(run, form, beginning):
    assert run("show", THRESHOLDOUT.id, form).startswith(beginning)


def test_show_names_what_corrects_a_doubtful_theorem(run):
    doubtful = next(item for item in THEOREMS if item.superseded_by is not None)

    page, correct = run("show", doubtful.id), run("show", doubtful.superseded_by)

    assert f"superseded by {doubtful.superseded_by}" in page
    assert "superseded by" not in correct


def test_the_example_of_thresholdout_can_be_run(run):
    _, *arguments = example_command(THRESHOLDOUT).split()

    solved = boundcalc.theorem(THRESHOLDOUT.id).solve(n=None, m=100, B=10, tau=0.1, beta=0.05)

    assert run(*arguments).split()[:3] == ["n", "=", solved.value_text]


@pytest.mark.slow
@every_theorem
def test_every_example_can_be_run(run, theorem):
    command = example_command(theorem)

    assert (command is None) == (not solvable_names(theorem))
    assert (command is not None and "=..." in command) == (theorem.id in UNANSWERED)
    if command is not None and theorem.id not in UNANSWERED:
        _, *arguments = command.split()
        assert run(*arguments, "--json")


def test_help_and_version_print_to_stdout(run):
    assert "solve" in run("--help")
    assert run() == run("--help")
    assert "--theorem" in run("solve", "--help")
    assert run("--version").startswith("boundcalc 0.")


@pytest.mark.few(5)
@every_theorem
def test_every_theorem_is_shown_with_a_command_that_uses_it(run, theorem):
    text = run("show", theorem.id)

    assert theorem.id in text
    if solvable_names(theorem):
        assert f"--theorem {theorem.id}" in " ".join(text.split())


def test_a_theorem_is_shown_solved_for_each_quantity(capsys):
    assert main(["show", "lecture-18/thm-0.2", "--formulas"]) == 0
    solved = capsys.readouterr().out.split("For ε")[1].split("For δ")[0]

    assert [line.strip() for line in solved.strip().splitlines()] == [
        "ε ≥ √(12 / n)",
        "ε ≤ 1 / 8",
        "ε ≥ 16·δ",
        "ε ≤ τ / 6",
        "ε ≥ 4·δ / β",
        "ε ≥ √(8·ln(1 / β) / n)",
    ]
    assert main(["show", "adaptive-queries/thm-3.3", "--formulas"]) == 0
    assert "no closed form" in capsys.readouterr().out
