r"""Markdown before its formulas are found: what it escapes and quotes, in place.

A program that makes pages of Markdown takes ``\\[ a\_1 \\]`` and gives the browser ``\[ a_1 \]``;
here the same is done, with blanks for the characters that go, so that every place stays what it is.
"""

from __future__ import annotations

import re

_ESCAPED = re.compile(
    r"(?P<open>\\\\\\?(?P<kind>[\[(]))(?P<content>(?:(?!\n[ \t]*\n)[\s\S]){1,6000}?)"
    r"(?P<close>\\\\\\?[\])])"
)
_ESCAPES = re.compile(r"(?:\\[!-/:-@\[-`{-~])+")
_SPACES = ",;:!"  # behind a backslash: nobody escapes a comma in a formula
_LABEL = re.compile(r"\(\\#eq:[^()\s]{1,100}\)")  # of an equation, as bookdown has it
_STARRED = re.compile(r"(\\(?:begin|end))\{([A-Za-z]+)(?: |\\)\*\}")
_UNDERSCORE = re.compile(r"(?<!\\)\\([_*])(?=[{A-Za-z0-9\\(*])")
_MATH = re.compile(r"\$\$(?:(?!\$\$)[\s\S])*\$\$|\$(?!\s)(?:[^$\n]|\n(?![ \t]*\n))+\$")
_ENTITIES = re.compile(r"&(lt|gt|amp);")
_ENTITY = {"lt": "<", "gt": ">", "amp": "&"}
_QUOTE = re.compile(r"^[ \t]{0,3}(?:>[ \t]?)+", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(```|~~~)", re.MULTILINE)
_CLOSERS = {"[": "]", "(": ")"}


def plain_markdown(text: str) -> str:
    r"""Return a text in which formulas stand as a browser gets them, place for place.

    Parameters
    ----------
    text : str
        A document in Markdown.

    Examples
    --------
    >>> plain_markdown(r"Then \\[ a\_1 \\le 1 \\] holds.")
    'Then  \\[ a _1  \\le 1  \\] holds.'
    >>> plain_markdown(r"$$ x < 1 (\#eq:a) $$")
    '$$ x < 1          $$'
    >>> plain_markdown("> $$\n> x &lt; 1\n> $$")
    '  $$\n  x <    1\n  $$'
    """
    result = _LABEL.sub(lambda found: " " * len(found.group()), _without_quotes(text))
    result = _STARRED.sub(r" \1{\2*}", _ESCAPED.sub(_unescaped, result))
    return _MATH.sub(_mended, result)


def _unescaped(found: re.Match[str]) -> str:
    """Return a formula between escaped delimiters without the escapes."""
    if found["close"][-1] != _CLOSERS[found["kind"]]:
        return found.group()
    return _ESCAPES.sub(_pairs, found.group())


def _pairs(found: re.Match[str]) -> str:
    r"""Return what a run of escapes stands for, with blanks before it; ``\,`` is TeX's space."""
    signs = "".join(sign if sign not in _SPACES else f"\\{sign}" for sign in found.group()[1::2])
    return signs.rjust(len(found.group()))


def _mended(found: re.Match[str]) -> str:
    """Return a formula without the escapes and entities that some programs want in it."""
    text = _UNDERSCORE.sub(r" \1", found.group())
    return _ENTITIES.sub(lambda item: f"{_ENTITY[item[1]]:<{len(item.group())}}", text)


def _without_quotes(text: str) -> str:
    """Return a text in which the marks of block quotes are blanks."""
    if ">" not in text:
        return text
    lines = text.split("\n")
    is_quoted = is_open = is_code = False
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            is_code = not is_code
        mark = _QUOTE.match(line)
        if mark is None or is_code or (is_open and not is_quoted):
            is_quoted = False
        else:
            is_quoted = True
            lines[number] = " " * mark.end() + line[mark.end() :]
        if not line.strip():
            is_open = False
        elif line.count("$$") % 2 or _opens(line):
            is_open = not is_open
    return "\n".join(lines)


def _opens(line: str) -> bool:
    r"""Return whether a line has one of ``\[`` and ``\]`` alone."""
    return (line.count(r"\[") + line.count(r"\begin{")) != (
        line.count(r"\]") + line.count(r"\end{")
    )
