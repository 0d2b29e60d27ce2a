"""Markdown with formulas between dollars, as HTML with MathML."""

from __future__ import annotations

import re

from boundcalc.output.mathml import mathml

_FORMULA = re.compile(r"(?<![\\$])\$(?!\$)((?:\\.|[^$\\])+?)\$(?!\$)")
_CODE = re.compile(r"`[^`\n]*`")
_PLACE = "\N{OBJECT REPLACEMENT CHARACTER}"


def markdown_html(text: str) -> str:
    r"""Return Markdown as HTML; HTML in it is shown, not obeyed.

    Examples
    --------
    >>> "<math" in markdown_html("A rate of $1/n$."), markdown_html("<b>")
    (True, '<p>&lt;b&gt;</p>\n')
    """
    from markdown_it import MarkdownIt

    formulas: list[str] = []

    def keep(match: re.Match[str]) -> str:
        formulas.append(match[1])
        return f"{_PLACE}{len(formulas) - 1}{_PLACE}"

    plain = text.replace(_PLACE, "")
    parts, end = [], 0
    for code in _CODE.finditer(plain):
        parts += [_FORMULA.sub(keep, plain[end : code.start()]), code[0]]
        end = code.end()
    parts.append(_FORMULA.sub(keep, plain[end:]))
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render("".join(parts))
    return re.sub(
        f"{_PLACE}([0-9]+){_PLACE}", lambda match: mathml(formulas[int(match[1])]), str(html)
    )
