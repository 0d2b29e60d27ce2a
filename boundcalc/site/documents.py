"""Markdown with formulas between dollars, as HTML with MathML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from boundcalc.output.mathml import mathml

_FORMULA = re.compile(
    r"\$\$(?P<display>(?:\\.|[^$\\])+?)\$\$"
    r"|(?<![\\$])\$(?!\$)(?P<inline>(?:\\.|[^$\\])+?)\$(?!\$)"
)
_CODE = re.compile(r"^```.*?^```[^\n]*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_PLACE = "\N{OBJECT REPLACEMENT CHARACTER}"
_KEPT = re.compile(f"{_PLACE}([0-9]+){_PLACE}")
_ALIGNED = re.compile(r' style="text-align:(left|right|center)"')
# A table that is wider than a phone is scrolled by itself.
_SCROLLED = (("<table>", '<div class="wide"><table>'), ("</table>", "</table></div>"))
_HEADING = re.compile(r"<h([2-6])>(.*?)</h\1>", re.DOTALL)
_NAMED = re.compile(r'<h([2-6]) id="([^"]*)">(.*?)</h\1>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


def markdown_html(text: str) -> str:
    r"""Return Markdown as HTML, with headings that links may lead to; HTML in it is not obeyed.

    Examples
    --------
    >>> "<math" in markdown_html("A rate of $1/n$."), markdown_html("<b>")
    (True, '<p>&lt;b&gt;</p>\n')
    >>> markdown_html("## If few are asked")
    '<h2 id="if-few-are-asked">If few are asked</h2>\n'
    """
    from markdown_it import MarkdownIt

    formulas: list[re.Match[str]] = []

    def keep(match: re.Match[str]) -> str:
        formulas.append(match)
        return f"{_PLACE}{len(formulas) - 1}{_PLACE}"

    plain = text.replace(_PLACE, "")
    parts, end = [], 0
    for code in _CODE.finditer(plain):
        parts += [_FORMULA.sub(keep, plain[end : code.start()]), code[0]]
        end = code.end()
    parts.append(_FORMULA.sub(keep, plain[end:]))
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render("".join(parts))
    named = _ALIGNED.sub(r' class="\1"', _with_names(str(html)))  # no style stands in a page
    for tag, framed in _SCROLLED:
        named = named.replace(tag, framed)
    return _KEPT.sub(lambda place: _typeset(formulas[int(place[1])]), named)


def _typeset(formula: re.Match[str]) -> str:
    if formula["display"] is None:
        return mathml(formula["inline"])
    return f'<span class="wide">{mathml(formula["display"], is_display=True)}</span>'


def anchor(words: str) -> str:
    """Return the name that a link gives to the place of a heading.

    Examples
    --------
    >>> anchor("p-values, and what is chosen")
    'p-values-and-what-is-chosen'
    """
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", words.lower())).strip("-")


def _with_names(html: str) -> str:
    """Return HTML whose headings have names, each its own."""
    seen: dict[str, int] = {}

    def name(heading: re.Match[str]) -> str:
        level, inner = heading.groups()
        found = anchor(unescape(_TAG.sub("", inner)).replace(_PLACE, ""))
        seen[found] = seen.get(found, 0) + 1
        unique = found if seen[found] == 1 else f"{found}_{seen[found] - 1}"
        return f'<h{level} id="{unique}">{inner}</h{level}>'

    return _HEADING.sub(name, html)


def contents(html: str) -> Iterator[str]:
    """Yield a list of links to the headings of a text: those of level 2, and of level 3 below."""
    yield '<nav class="contents" aria-label="Contents"><ul>'
    is_below = False
    for level, name, inner in _NAMED.findall(html):
        if level not in "23":
            continue
        if (level == "3") != is_below:
            yield "<ul>" if level == "3" else "</ul>"
            is_below = level == "3"
        yield f'<li><a href="#{name}">{inner}</a></li>'
    if is_below:
        yield "</ul>"
    yield "</ul></nav>"
