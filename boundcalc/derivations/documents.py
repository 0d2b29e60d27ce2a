"""Documents as rows: by their directives alone, or by their prose and the directives beside it."""

from __future__ import annotations

import re
from dataclasses import replace

from boundcalc.derivations.annotated import is_annotated
from boundcalc.derivations.derivations import read_derivations
from boundcalc.derivations.open_documents import read_open
from boundcalc.derivations.rows import Derivations
from boundcalc.prose.prose import read_prose, sentences
from boundcalc.tex.documents import Directive
from boundcalc.tex.files import Document

MOST_WORDS = 5  # of a document that does not speak
_WORD = re.compile(r"[A-Za-z]{2,}")


def read_document(document: Document, *, is_strict: bool = False) -> Derivations:
    """Return the steps of a document.

    A document is read by its directives alone where it wishes so, by ``begin`` or ``strict`` or
    by `is_strict`, where they declare all that stands in its displays, and where it has no prose.
    Else its prose counts, and directives are added to it. Symbols of its project do not decide
    which way it is read.
    """
    if is_open(document):
        return read_open(document)
    if is_strict or wishes_strictness(document) or not has_prose(document):
        return read_derivations(document)
    prepared = read_derivations(replace(document, declarations=()))
    return read_open(document) if prepared.failed else prepared


def is_open(document: Document) -> bool:
    """Return whether a document has no directives, or was annotated."""
    if any(is_annotated(source) for source in document.sources):
        return True
    return not any(isinstance(part, Directive) for part in document.parts)


def wishes_strictness(document: Document) -> bool:
    """Return whether a document says that its directives alone count."""
    words = {part.word for part in document.parts if isinstance(part, Directive)}
    return bool(words & {"begin", "strict"})


def has_prose(document: Document) -> bool:
    """Return whether a document speaks in sentences beside its displays and directives."""
    count = 0
    for sentence in sentences(read_prose(document)):
        count += len(_WORD.findall(sentence.text))
        if count >= MOST_WORDS:
            return True
    return False
