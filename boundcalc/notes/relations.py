"""Relations and chains of them, as a display prints them."""

from boundcalc.language.expressions import Relation
from boundcalc.notes import vocabulary
from boundcalc.notes.formulas import FormulaReader
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import Fragment, ReaderError
from boundcalc.notes.tokens import Kind, tokenize


def read_relation(text: str | Fragment, scope: Scope) -> Relation:
    r"""Return the one relation that LaTeX mathematics spells.

    Raises
    ------
    ReaderError
        If `text` is anything but one relation between two expressions.

    Examples
    --------
    >>> from boundcalc.language import POSITIVE, Symbol
    >>> str(read_relation(r"e^{2x} \le 1 + 2x + 4x^2", Scope.of([Symbol("x", POSITIVE)])))
    'e^(2 * x) <= 1 + 2 * x + 4 * x^2'
    """
    fragment = Fragment.of(text)
    reader = FormulaReader(fragment, tokenize(fragment), scope)
    left = reader.expression()
    sign = reader.token
    if sign.kind is not Kind.RELATION:
        if sign.kind is Kind.STOP:
            raise ReaderError("a relation such as \\le is missing", fragment, sign.start)
        raise reader.unexpected()
    reader.at += 1
    right = reader.expression()
    if reader.token.kind is Kind.RELATION:
        raise reader.error("one relation was expected, and here a second one begins")
    if reader.token.kind is not Kind.STOP:
        raise reader.unexpected()
    return Relation(left, vocabulary.SENSES[sign.key], right)
