"""Every example of the documents prints what the document says."""

import re

import pytest

from boundcalc.checker.registry import ALL_RULES
from tests.count_checker_lines import counts
from tests.documents import (
    DOCUMENTS,
    GENERATED,
    ROOT,
    blocks,
    expected_bodies,
    generated_parts,
)

TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS}
WRITE_ANEW = "run `python -m tests.documents` and read the difference"


@pytest.mark.few(3, without="README|which-route|calculator|distributions|proving|tables|check-your")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_shows_what_is_printed(name: str) -> None:
    for block, body in expected_bodies(TEXTS[name]):
        assert block.body == body, WRITE_ANEW


@pytest.mark.parametrize("name", DOCUMENTS)
def test_generated_parts_are_current(name: str) -> None:
    for part, body in generated_parts(TEXTS[name]):
        assert body == GENERATED[part](), WRITE_ANEW


def test_the_documents_have_examples() -> None:
    languages = [block.language for text in TEXTS.values() for block in blocks(text)]

    assert languages.count("console") >= 10
    assert languages.count("python") >= 4


def test_the_guide_to_the_card_names_sections_that_a_card_has() -> None:
    guide = TEXTS["docs/calculator.md"].split("## How to read the card")[1].split("\n#")[0]
    shown = {
        line.split("  ")[0]
        for name in ("README.md", "docs/calculator.md")
        for block in blocks(TEXTS[name])
        for line in block.body.splitlines()
        if re.match(r"[A-Za-z ]+?  ", line)
    }

    named = set(re.findall(r"^- \*\*(.+?)\*\*", guide, re.MULTILINE))

    assert named
    assert named <= shown


def test_the_trusted_base_is_no_longer_than_the_architecture_says() -> None:
    stated = re.search(r"at most (\d+) lines of code", TEXTS["ARCHITECTURE.md"])

    assert stated
    assert sum(counts().values()) <= int(stated[1])


def test_the_calculus_is_no_longer_than_the_page_says() -> None:
    source = (ROOT / "tests" / "probability" / "test_tampering.py").read_text(encoding="utf-8")
    stated = re.search(r"at most ([\d,]+) beside the laws", TEXTS["docs/trusted-base.md"])
    limit = re.search(r"- laws\) <= (\d+)", source)

    assert stated
    assert limit
    assert stated[1].replace(",", "") == limit[1]


def test_each_rule_of_the_trusted_base_is_needed_by_three_relations_or_proofs() -> None:
    text = (ROOT / "docs" / "trusted-base.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `rule_(\w+)` \| \d+ \| (\d+) \| (\d+) \|$", text, re.MULTILINE)

    assert {name for name, _, _ in rows} == set(ALL_RULES)
    assert all(int(relations) + int(proofs) >= 3 for _, relations, proofs in rows)


def test_links_lead_to_files_that_exist() -> None:
    links = [
        (name, target)
        for name in DOCUMENTS
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    ]

    assert len(links) > len(DOCUMENTS)
    assert [link for link in links if not (ROOT / link[0]).parent.joinpath(link[1]).exists()] == []
