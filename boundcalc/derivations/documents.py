"""Documents as rows: by their directives, or by their prose where they have none."""

from __future__ import annotations

from boundcalc.derivations.annotated import is_annotated
from boundcalc.derivations.derivations import read_derivations
from boundcalc.derivations.open_documents import read_open
from boundcalc.derivations.rows import Derivations
from boundcalc.tex.documents import Directive
from boundcalc.tex.files import Document


def read_document(document: Document) -> Derivations:
    """Return the steps of a document: by its directives, or by its prose where it has none."""
    return read_open(document) if is_open(document) else read_derivations(document)


def is_open(document: Document) -> bool:
    """Return whether nobody prepared a document: it has no directives, or was annotated."""
    if any(is_annotated(source) for source in document.sources):
        return True
    return not any(isinstance(part, Directive) for part in document.parts)
