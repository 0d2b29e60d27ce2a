"""What the title of a statement says of its claim: under which name it is known.

Main definitions
----------------
`heading_reason`: the inequality that a heading names, in the sentence that states it.
`announced_work`: the work that what is stated next is from.
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
    plain = KEY.sub(" ", frame.title)
    title = _FONTS.sub(r"\1", plain).strip()
    works = [] if frame.shown else works_in(plain) or works_before(sentence.place)
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


def announced_work(text: str) -> str:
    r"""Return the work from which a sentence says that what is stated next is, as a title does.

    Examples
    --------
    >>> texts = "The following lemma is from \u00aba\u00bb.", "It improves on \u00aba\u00bb."
    >>> [announced_work(text) for text in texts]
    ['\\cite{a}', '']
    """
    found = _ANNOUNCES.match(" ".join(text.split()))
    return "" if found is None else rf"\cite{{{found['key'].strip()}}}"


_ANNOUNCES = re.compile(
    r"(?i)^\W*(?!.*\b(?:improv|generali|exten[ds]|similar|inspir|analog|varia|version|strength"
    r"|adapt|refin|unlike|contrast|not\b|weak|strong|motivat|based|if\b|conjectur))"
    r"(?:(?:(?:now|next|first|here|also|finally),? )*we (?:\w+ )?(?:use|need|recall|state|require"
    r"|quote|invoke|rely on|make use of|cite)[^.;\u00ab\u27e6]{0,20} )?(?:the|this)"
    r" (?:following|next)\b[^.;\u00ab\u27e6]{0,60}?\b"
    r"(?:(?:is|was|appears|can be found|comes?|taken|due|prove[dn]|shown) "
    r"(?:(?:also|first|prove[dn]|shown|due|taken|stated|given|established|found|contained|known|an?"
    r"|direct|special|case|consequence|corollary|essentially|exactly|precisely|well-known) ){0,4}?"
    r"(?:from|in|by|to|of|(?:Theorem|Lemma|Proposition|Corollary) [0-9.]+ (?:of|in|from))"
    r"|(?:theorem|lemma|proposition|fact|result|inequality|bound|claim)"
    r" (?:from|of|by|due to|in))\s+"
    r"(?:(?:the )?(?:book|paper|work|thesis|survey)s? (?:of|by) )?"
    r"(?:[A-Z][\w.-]+ (?:and |et al\.? )*){0,4}\u00ab(?P<key>[^\u00bb]*)\u00bb\W*\Z"
)
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
