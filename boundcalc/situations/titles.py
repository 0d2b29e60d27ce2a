"""What the title of a statement says of its claim: under which name it is known.

Main definitions
----------------
`heading_reason`: the inequality that a heading names, in the sentence that states it.
`is_list`: whether a mark begins or ends a list.
`title_reasons`: the names that the title of the statement around a display gives it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from boundcalc.prose.phrases import is_denied, is_equivalence
from boundcalc.prose.prose import Mark, MarkKind, Sentence
from boundcalc.prose.reasons.citations import reasons_in, statement_name, title_reason
from boundcalc.situations.afterwards import stated_by_label, stated_by_number
from boundcalc.situations.around import is_said_alone
from boundcalc.situations.frames import Frame, FrameKind
from boundcalc.situations.proofs import titled_proof
from boundcalc.tex.files import Document
from boundcalc.tex.known_results import TITLED, named_inequality, titled_result
from boundcalc.tex.works import works_before, works_in

KEY = re.compile("\u00ab([^\u00bb]*)\u00bb")
_IN_PARENTHESES = re.compile(r"\s*\((?P<title>[A-Z][^()]{3,80})\)\s")
_FONTS = re.compile(r"\\(?:textbf|textit|textsc|textrm|emph)\s*\{([^{}]*)\}")
LISTS = ("itemize", "enumerate", "description")


def title_reasons(
    document: Document,
    frames: Sequence[Frame],
    kinds: Mapping[str, str],
    sentence: Sentence,
    number: int,
) -> list[str]:
    """Return the name under which the statement around a display is known, or the work it is from.

    Parameters
    ----------
    document : Document
        The document.
    frames : sequence of Frame
        Those around the display, the innermost last.
    kinds : mapping from str to str
        What environments are called.
    sentence, number : Sentence, int
        The sentence around the display, in which it has a number.
    """
    frame = frames[-1]
    if frame.name.rstrip("*") in LISTS and is_said_alone(sentence, number):
        named = titled_result(KEY.sub(" ", _title_of_list(frames)))
        return [f"{TITLED}{named}"] if named else []
    if frame.kind is not FrameKind.STATEMENT or frame.is_stated:
        return []
    title = _FONTS.sub(r"\1", KEY.sub(" ", frame.title)).strip()
    works = [] if frame.shown else works_in(frame.title) or works_before(sentence.place)
    is_reason = not works and bool(reasons_in(title))
    named = title_reason(f"Theorem {title})") or (title if is_reason else "")
    if not frame.shown and is_said_alone(sentence, number):
        named = named or titled_result(title)
    found = [f"{TITLED}{named}"] if named else []
    kind = kinds.get(frame.name, frame.name)
    found += stated_by_label(document, kind, frame.label)
    heading = f"{kind.capitalize()} {title}"
    proof = titled_proof(document.sources, frame.label, statement_name(heading))
    found += filter(None, [stated_by_number(document, heading), proof])
    if not frame.shown and not works and is_said_alone(sentence, number):
        lead = _IN_PARENTHESES.match(sentence.text)
        named = titled_result(lead["title"]) if lead else ""
        works = [named] if named else []
    return found + [f"{TITLED}{work}" for work in works]


def heading_reason(frame: Frame, sentence: Sentence) -> str:
    """Return the inequality that the heading of a section names, in the sentence that states it.

    It is the first one of the section, and begins with what is given: "Let $X$ be ...".
    """
    named = named_inequality(frame.name) if frame.kind is FrameKind.SECTION else ""
    is_stated = not frame.has_words and _STATES.match(sentence.text) is not None
    is_said = is_stated and not (is_denied(sentence) or is_equivalence(sentence))
    return f"{TITLED}{named}" if named and is_said else ""


_STATES = re.compile(
    r"(?i)\W*(?:let(?! us| me)|for|if|suppose|given|assume|(?:it |this )?states that)\b"
    r"(?!.*\b(?:we (?:want|need|wish|define|denote|set)|recall|remember|weaker|instead|only"
    r"|converse|reverse|opposite|inverse|stronger|better|compar\w+)\b)"
)


def _title_of_list(frames: Sequence[Frame]) -> str:
    """Return the title of the statement around a list in which an item has begun, or nothing.

    It is that of the first display of an item alone, and where none stands before the list.
    """
    around, inner = frames[-2] if len(frames) > 1 else frames[-1], frames[-1]
    is_first = inner.has_items and len(inner.shown) == inner.before_item
    is_stated = around.kind is FrameKind.STATEMENT and not around.shown
    return around.title if is_first and is_stated else ""


def is_list(mark: Mark) -> bool:
    """Return whether a mark begins or ends a list."""
    return mark.kind in (MarkKind.BEGIN, MarkKind.END) and mark.name.rstrip("*") in LISTS
