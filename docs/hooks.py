"""Formulas between dollars become MathML, so that the pages need neither a network nor a script."""

import re

from boundcalc.output.mathml import mathml

_KEPT = re.compile(r"^```.*?^```|^ {4}.*?$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
_INLINE = re.compile(r"(?<![\\$\w])\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\w)")


def on_page_markdown(markdown, **_):
    """Return the text of a page with its formulas typeset; code stays as it is."""
    parts, end = [], 0
    for code in _KEPT.finditer(markdown):
        parts += [_typeset(markdown[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, _typeset(markdown[end:])])


def _typeset(text):
    text = _DISPLAY.sub(lambda found: mathml(found[1], is_display=True), text)
    return _INLINE.sub(lambda found: mathml(found[1]), text)
