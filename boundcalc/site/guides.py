"""The guides as pages: what they say of themselves, and their text with links that lead on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from importlib.resources import files
from pathlib import Path

from boundcalc.site.documents import markdown_html
from boundcalc.site.pages import page

FOLDER = "guides/"
# What a newcomer reads first.
NAMES = (
    "which-route", "calculator", "holdout-ledger", "check-your-notes", "proving",
    "proofs-from-definitions", "limits", "distributions", "best-constants", "tables", "figures",
    "own-library", "found-in-the-wild", "comparison", "tested",
)  # fmt: skip
_LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^():\s]*)\)")  # to a file beside it, not to the web
_SENTENCE = re.compile(r"`?[^\W\d_]")  # begins with a word, which may be code
_IMAGE = re.compile(r"!\[([^\]\n]*)\]\(([^():\s]*)\)")


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: its name, its title, the sentence that it opens with, and its text."""

    name: str
    title: str
    lead: str
    text: str

    @property
    def path(self) -> str:
        """Where its page lies below the root of the site."""
        return f"{FOLDER}{self.name}.html"


def find_guides() -> tuple[Guide, ...]:
    """Return the guides that are installed, or that lie in the repository beside the package."""
    folder = guide_folder()
    if folder is None:
        return ()
    return tuple(_guide(folder / f"{name}.md") for name in NAMES)


def guide_folder() -> Path | None:
    """Return where the guides lie, or None where they are not installed."""
    package = Path(str(files("boundcalc")))
    for folder in (package / "guides", package.parent / "docs"):
        if (folder / f"{NAMES[0]}.md").is_file():
            return folder
    return None


def _guide(path: Path) -> Guide:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    title = lines[0].removeprefix("# ")
    lead = next((line for line in lines[1:] if _SENTENCE.match(line)), "")
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", lead).replace("`", "").replace("$", "")
    return Guide(path.stem, title, plain, text)


def guide_makers(guides: tuple[Guide, ...]) -> dict[str, Callable[[], str]]:
    """Return what makes the page of each guide, the list of them, and their pictures, by path."""
    folder = guide_folder()
    makers: dict[str, Callable[[], str]] = {"guides.html": partial(_list_page, guides)}
    for guide in guides:
        makers[guide.path] = partial(_guide_page, guide)
        if folder is not None:
            for found in _IMAGE.finditer(guide.text):
                makers[f"{FOLDER}{found[2]}"] = partial((folder / found[2]).read_text, "utf-8")
    return makers


def _list_page(guides: tuple[Guide, ...]) -> str:
    return page("Guides", ["<h1>Guides</h1>", *guide_cards(guides)])


def _guide_page(guide: Guide) -> str:
    return page(guide.title, [markdown_html(_linked(guide.text))], depth=1)


def guide_cards(guides: Iterable[Guide], *, rest: int = 0) -> Iterator[str]:
    """Yield a list of guides with their first sentences, and a link to the rest, if there is one.

    Parameters
    ----------
    guides : iterable of Guide
        What is listed.
    rest : int
        How many more there are.
    """
    yield '<ul class="cards">'
    for guide in guides:
        title, lead = escape(guide.title), escape(guide.lead)
        yield f'<li><a href="{guide.path}"><strong>{title}</strong></a> {lead}</li>'
    if rest > 0:
        yield f'<li><a href="guides.html"><strong>All guides</strong></a> {rest} more</li>'
    yield "</ul>"


def _linked(text: str) -> str:
    """Return the text with links to other guides, and without those to what is no page."""
    return _LINK.sub(_link, text)


def _link(found: re.Match[str]) -> str:
    words, target = found.groups()
    name, _, place = target.partition("#")
    hash = f"#{place}" if place else ""
    if not name:
        return found[0]
    if name == "errata.md":
        return f"[{words}](../errata.html{hash})"
    if name.removesuffix(".md") in NAMES and name.endswith(".md"):
        return f"[{words}]({name.removesuffix('.md')}.html{hash})"
    return words
