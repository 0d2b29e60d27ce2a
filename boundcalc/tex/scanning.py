r"""What is met in running text: formulas, edges of environments, headings, references, comments.

What opens is found first, and what closes it by itself, so that a text of openers that nothing
closes is gone through once.

Main definitions
----------------
`met_in`: all of it between two places of a text, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from boundcalc.tex.finding import Finder, Span


class Met(NamedTuple):
    """Where something stands, the groups of its pattern, and where the content of a formula is."""

    start: int
    stop: int
    groups: dict[str, str]
    content: Span


_COMMAND = r"\\[A-Za-z@]+\*?"
TITLES_IN_CHINESE = {
    "\u5b9a\u7406": "theorem",
    "\u5f15\u7406": "lemma",
    "\u547d\u9898": "proposition",
    "\u63a8\u8bba": "corollary",
    "\u65ad\u8a00": "claim",
    "\u5b9a\u4e49": "definition",
    "\u5047\u8bbe": "assumption",
    "\u4f8b\u9898": "example",
    "\u4f8b": "example",
    "\u6ce8\u8bb0": "remark",
    "\u7ec3\u4e60": "exercise",
    "\u4e60\u9898": "exercise",
    "\u8bc1\u660e": "proof",
}
TITLE_ENDS = "(?![A-Za-z\u3400-\u9fff])"
TITLED = (
    "Theorem|Lemma|Proposition|Corollary|Claim|Fact|Definition|Assumption|Example|Remark|"
    "Observation|Exercise|Problem|Conjecture|Proof|" + "|".join(TITLES_IN_CHINESE)
)
_OPENERS = (  # each with what closes it, found by itself
    r"(?P<iffalse>\\iffalse(?![A-Za-z]))"
    r"|(?P<verb>\\verb\*?(?P<bar>[^A-Za-z\s*]))"
    r"|\\begin\{(?P<raw>verbatim\*?|Verbatim|lstlisting|minted|comment|tikzpicture"
    r"|thebibliography)\}"
    r"|(?P<dollar>(?<!\\)\$(?!\$))|(?P<paren>\\\\?\()"
)
_LATEX = (
    r"(?P<blank>\n(?:[ \t\r]*\n)+|\\par(?![A-Za-z])|\\(?:bigskip|medskip|smallskip)(?![A-Za-z]))"
    r"|(?P<comment>(?<!\\)%[^\n]*\n?[ \t]*)"
    r"|\\(?P<edge>begin|end)\s*\{(?P<environment>[A-Za-z]+\*?)\}"
    r"(?P<title>\s{0,9}\[(?:[^\[\]\n]|\[[^\[\]\n]{0,80}\]){0,400}\]|\{[^{}\n]{3,120}\})?"
    r"|(?P<heading>\\(?P<level>part|chapter|section|subsection|subsubsection)\*?"
    r"(?:\[[^\]]{0,400}\])?\s*\{(?P<name>[^{}]{0,400}+(?:\{[^{}]{0,200}+\}[^{}]{0,200}+){0,20}+)\})"
    r"|(?P<item>\\item(?![A-Za-z])(?:\s{0,9}\[[^\]\n]{0,400}\])?)"
    r"|(?P<reference>\\(?:[A-Za-z]*ref|[A-Za-z]*cite[A-Za-z]*)\*?(?:\[[^\]]{0,400}\]){0,2}\s{0,9}"
    r"\{(?P<key>[^{}]{0,400})\})"
    r"|(?P<label>\\label\s*\{(?P<labelled>[^{}]{0,400})\})"
    r"|(?P<aside>\\(?:footnote|marginnote|marginpar|sidenote|thanks)(?:\[[^\]]{0,400}\])?\s{0,9}\{)"
)
_MARKDOWN = (
    r"(?P<html><[A-Za-z/][^<>\n]*>)"
    r"|(?P<code>(?<!`)`[^`\n]+`(?!`))"
    r"|(?P<hash>^[ \t]*(?P<depth>\#{1,6})[ \t]+(?P<hashed>[^\n]*)$)"
    r"|(?P<bullet>^[ \t]*(?:[-*+]|\d+[.)])[ \t]+)"
    r"|(?P<quote>^[ \t]*>[ \t]?)"
    r"|(?P<link>\]\([^()\s]*\))"
    r"|(?P<booked>\\?\\@ref\((?P<bookkey>[^()\s]{1,100})\))"
    r"|"
)
_MARKDOWN_OPENERS = r"(?P<fence>^[ \t]*(?P<tick>`{3,}+|~{3,}+)[^\n]*+\n)|(?P<remark><!--)|"
_BOLD = (  # at the beginning of a line, of a quotation, or of an item of a list
    r"|(?P<bold>(?:(?<=\n)|\A|(?<=\n>)|(?<=\n> )|(?<=^[-*+] )|(?<=^  [-*+] )"
    rf"|(?<=^    [-*+] )|(?<=^\t[-*+] )|(?<=^\d\. )|(?<=^\d\d\. ))[ \t]*(?:\\noindent\s*)?"
    rf"(?:[*_]|\\textbf\{{|\\paragraph\{{|\{{\\bf\s|\\textit\{{|\\emph\{{){{1,6}}+\s*\u3010?"
    rf"(?P<titled>{TITLED}){TITLE_ENDS}(?P<rest>[^\n*_}}]{{0,400}})[*_}}.:]+)"
)
_REST = (
    rf"|(?P<escape>(?:\\\\(?!\())+|\\[^A-Za-z@])|(?P<command>{_COMMAND}(?:\s{{0,9}}\[[^\]\n]{{0,400}}\])?)"
    r"|(?P<brace>[{}~]+)"
)
_IN_LATEX = re.compile(_LATEX + _BOLD + _REST, re.MULTILINE)
_IN_MARKDOWN = re.compile(_MARKDOWN + _LATEX + _BOLD + _REST, re.MULTILINE)
_ALL_LATEX = re.compile(  # at other characters nothing begins
    rf"(?=[\\$%{{}}~*_\s])(?:{_OPENERS}|{_IN_LATEX.pattern})", re.MULTILINE
)
_ALL_MARKDOWN = re.compile(
    rf"(?=[\\$%{{}}~*_\s<>`#+\]\d-])(?:{_MARKDOWN_OPENERS}{_OPENERS}|{_IN_MARKDOWN.pattern})",
    re.MULTILINE,
)
_BLANK = re.compile(r"\n[ \t]*\n")
_CLOSERS = {
    "iffalse": re.compile(r"\\fi(?![A-Za-z])"),
    "dollar": re.compile(r"(?<!\\)(?:\\\\)*\$"),
    "paren": re.compile(r"\\\\?\)"),
    "remark": re.compile("-->"),
}
FORMULAS = frozenset(("dollar", "paren"))
_LINE_END = re.compile("\n")
_OPENING = {*_CLOSERS, "raw", "bar", "tick"}
SPACES = frozenset(("escape", "brace", "command", "link"))  # what stands for a space
_ALONE = SPACES | FORMULAS  # groups in which no other one stands


def met_in(finder: Finder, start: int, stop: int, *, is_markdown: bool) -> Iterator[Met]:
    r"""Yield what is met between two places of a text.

    Examples
    --------
    >>> text = r"If $x$ is 1, \\(y\\) is $."
    >>> [item.groups for item in met_in(Finder(text), 0, len(text), is_markdown=False)]
    [{'dollar': '$'}, {'paren': '\\\\('}]
    """
    anything, other = (_ALL_MARKDOWN, _IN_MARKDOWN) if is_markdown else (_ALL_LATEX, _IN_LATEX)
    text, at = finder.text, start
    while at < stop:
        found = anything.search(text, at, stop)
        if found is None:
            return
        groups = _groups(found)
        content = found.end(), found.end()
        end: int | None = found.end()
        if groups.keys() & _OPENING:
            closed = _closed(finder, found, groups)
            end = closed[1] if closed and closed[1] <= stop else None
            content = (found.end(), closed[0] if closed else found.end())
        if end is None and "paren" in groups:
            groups, end = {"escape": groups["paren"][:2]}, found.start() + 2
        elif end is None:
            instead = other.match(text, found.start(), stop)
            if instead is None:
                at = found.start() + 1
                continue
            groups, end = _groups(instead), instead.end()
        yield Met(found.start(), end, groups, content)
        at = max(end, found.start() + 1)


def _groups(found: re.Match[str]) -> dict[str, str]:
    if found.lastgroup in _ALONE:  # what is met most
        return {found.lastgroup: found.group()}
    return {key: value for key, value in found.groupdict().items() if value is not None}


def _closed(finder: Finder, found: re.Match[str], groups: dict[str, str]) -> Span | None:
    """Return where what closes an opener stands; a formula ends with its paragraph."""
    if "raw" in groups:
        return finder.next(_end_of(groups["raw"]), found.end())
    if "bar" in groups:
        line = finder.next(_LINE_END, found.end())
        bar = finder.text.find(groups["bar"], found.end(), line[0] if line else len(finder.text))
        return (bar, bar + 1) if bar >= 0 else None
    if "tick" in groups:
        return finder.next(_fence_of(groups["tick"]), found.end())
    kind = next(key for key in _CLOSERS if key in groups)
    closed = finder.next(_CLOSERS[kind], found.end())
    if closed is None or kind not in FORMULAS:
        return closed
    content = closed[1] - 1 if kind == "dollar" else closed[0]
    blank = finder.next(_BLANK, found.end())
    is_formula = found.end() < content and (blank is None or content <= blank[0])
    return (content, closed[1]) if is_formula else None


def _end_of(environment: str) -> re.Pattern[str]:
    return re.compile(rf"\\end\{{{re.escape(environment)}\}}")


def _fence_of(tick: str) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*{re.escape(tick)}[ \t]*$", re.MULTILINE)
