"""LaTeX as MathML, which browsers typeset by themselves, without a network or a script."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from xml.etree import ElementTree

_WORDS = re.compile(r"\\text\{(\w[^{}]*\w)\}")
_FONT = "STIX Two Math"  # the glyphs that formulas here use, under the SIL Open Font License
_NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
_ALLOWED = (
    "accent columnalign columnlines columnspacing depth display displaystyle fence form height "
    "largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines "
    "rowspacing rspace scriptlevel separator stretchy symmetric voffset width"
)
_ATTRIBUTES = frozenset(_ALLOWED.split())


@lru_cache(maxsize=4096)
def mathml(latex: str, *, is_display: bool = False) -> str:
    r"""Return a formula as an element of HTML: MathML, or its LaTeX as code where that is not safe.

    Parameters
    ----------
    latex : str
        A formula for math mode.
    is_display : bool
        Whether it stands on a line of its own.

    Examples
    --------
    >>> mathml(r"\tau^2").startswith("<math")
    True
    """
    from latex2mathml.converter import convert

    plain = latex.replace("<", r"\lt ").replace(">", r"\gt ")  # the converter escapes no text
    try:
        text = str(convert(plain, display="block" if is_display else "inline"))
    except Exception:  # the converter has no common class of errors, and a page must not fail
        return _code(latex)
    return text if _is_harmless(text) else _code(latex)


@cache
def font_face() -> str:
    """Return the style that sets formulas in the font that is shipped, which it contains.

    Without a font that has a table for mathematics, browsers draw roots without their sign.

    Examples
    --------
    >>> font_face().startswith("@font-face")
    True
    """
    font = files("boundcalc.output").joinpath("assets", "stix-two-math.woff2").read_bytes()
    return (
        f'@font-face {{ font-family: "{_FONT}"; '
        f'src: url("data:font/woff2;base64,{b64encode(font).decode()}") format("woff2"); }}\n'
        f'math {{ font-family: "{_FONT}", math; }}\n'
    )


def spaced(latex: str) -> str:
    r"""Return a formula with spaces around its words, which the names of atoms leave out.

    Examples
    --------
    >>> spaced(r"\ge\alpha\text{for some}t")
    '\\ge\\alpha\\text{ for some }t'
    """
    return _WORDS.sub(r"\\text{ \1 }", latex)


def _is_harmless(text: str) -> bool:
    """Return whether a page may show what the converter made of a stranger's formula."""
    try:
        elements = list(ElementTree.fromstring(text).iter())
    except ElementTree.ParseError:
        return False
    return all(
        element.tag.startswith(f"{_NAMESPACE}m") and element.attrib.keys() <= _ATTRIBUTES
        for element in elements
    )


def _code(latex: str) -> str:
    return f"<code>{escape(latex)}</code>"
