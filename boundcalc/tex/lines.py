r"""The lines of a display: alignment marks, line breaks and environments, put in order.

What is left is a list of tokens in which a NEWLINE separates lines that begin anew or with a
relation; breaks that only wrap an expression, and alignment marks, are gone.
"""

from dataclasses import dataclass, field

from boundcalc.tex.cases import without_cases
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize

ENVIRONMENTS = frozenset(
    f"{name}{star}"
    for name in (
        "align", "equation", "gather", "multline", "flalign", "alignat", "aligned", "gathered",
        "split", "eqnarray", "array", "displaymath", "math",
    )
    for star in ("", "*")
)  # fmt: skip
DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
_JOINS_NEXT = (Kind.OPERATOR, Kind.RELATION)


def logical_lines(fragment: Fragment) -> list[Token]:
    """Return the tokens of a display, with a NEWLINE between lines that belong apart.

    Raises
    ------
    ReaderError
        At a stray alignment mark, an environment that does not fit, or a line that may continue
        the one before it or begin anew.
    """
    tokens = without_cases(math_in_text(tokenize(fragment), fragment), fragment)
    tokens = _without_environments(tokens, fragment)
    lines = [_Line(fragment, part).tidy() for part in _physical_lines(tokens)]
    result: list[Token] = []
    previous: list[Token] = []
    for line, end in lines:
        if line and previous and not _joins(previous, line, fragment):
            result.append(_newline(result[-1]))
        result += line
        previous = line or previous
        stop = end
    return [*result, stop]


def _newline(before: Token) -> Token:
    return Token(Kind.NEWLINE, r"\\", before.stop, before.stop)


def math_in_text(
    tokens: list[Token], fragment: Fragment, *, is_lenient: bool = False
) -> list[Token]:
    """Replace a text with formulas between dollar signs by its pieces."""
    result: list[Token] = []
    for token in tokens:
        if token.kind is not Kind.TEXT or "$" not in token.text:
            result.append(token)
            continue
        if token.is_expanded:
            raise ReaderError("a formula in the text of a macro is not read", fragment, token.start)
        pieces = token.text.split("$")
        if len(pieces) % 2 == 0:
            raise ReaderError("a $ without its partner in this text", fragment, token.start)
        start = token.stop - 1 - len(token.text)
        for number, piece in enumerate(pieces):
            if number % 2:
                part = fragment.part(start, start + len(piece))
                result += tokenize(part, is_lenient=is_lenient)[:-1]
            elif piece.strip():
                key = rf"\text{{{piece.strip()}}}"
                result.append(Token(Kind.TEXT, key, start, start + len(piece), text=piece))
            start += len(piece) + 1
    return result


def _without_environments(tokens: list[Token], fragment: Fragment) -> list[Token]:
    """Take off the environments around whole lines; their ends become line breaks."""
    result: list[Token] = []
    unclosed: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        index += 1
        if token.kind is Kind.BEGIN:
            if token.text not in ENVIRONMENTS:
                raise ReaderError(
                    f"the environment {token.text} is not read", fragment, token.start
                )
            if result and result[-1].kind not in (Kind.NEWLINE, Kind.AMPERSAND, Kind.NOTE):
                raise ReaderError(
                    "an environment in the middle of a line is not read", fragment, token.start
                )
            unclosed.append(token)
            index = after_columns(tokens, index, token)
        elif token.kind is Kind.END:
            if not unclosed or unclosed[-1].text != token.text:
                raise ReaderError(
                    rf"this \end has no \begin{{{token.text}}}", fragment, token.start
                )
            unclosed.pop()
            result.append(Token(Kind.NEWLINE, r"\\", token.start, token.stop))
        else:
            result.append(token)
    if unclosed:
        raise ReaderError(r"this \begin has no \end", fragment, unclosed[-1].start)
    return result


def after_columns(tokens: list[Token], index: int, begin: Token) -> int:
    """Return the index after the columns of an array, and its place."""
    if not begin.text.startswith(("array", "alignat")):
        return index
    if tokens[index].kind is Kind.OPEN and tokens[index].key == "[":
        index += 3  # [t]
    if tokens[index].kind is not Kind.LEFT_BRACE:
        return index
    while tokens[index].kind not in (Kind.RIGHT_BRACE, Kind.STOP):
        index += 1
    return min(index + 1, len(tokens) - 1)


def _physical_lines(tokens: list[Token]) -> list[list[Token]]:
    """Split at the line breaks outside of all brackets; each line keeps the break, or the STOP."""
    lines: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth = max(0, depth + DEPTH.get(token.kind, 0))
        if token.kind is Kind.NEWLINE and depth == 0:
            lines[-1].append(token)
            lines.append([])
        elif token.kind is not Kind.NEWLINE or _is_in_braces(lines[-1]):
            lines[-1].append(token)
    return lines


def _is_in_braces(line: list[Token]) -> bool:
    opened = sum(token.kind is Kind.LEFT_BRACE for token in line)
    return opened > sum(token.kind is Kind.RIGHT_BRACE for token in line)


@dataclass
class _Line:
    """One line between breaks, of which the alignment marks are taken off."""

    fragment: Fragment
    tokens: list[Token]
    kept: list[Token] = field(default_factory=list)

    def tidy(self) -> tuple[list[Token], Token]:
        """Return the line without marks and empty braces, and the token that ends it."""
        *tokens, end = self.tokens
        tokens = _without_empty_groups(tokens)
        depth = 0
        for index, token in enumerate(tokens):
            depth += DEPTH.get(token.kind, 0)
            if token.kind is not Kind.AMPERSAND:
                self.kept.append(token)
            elif depth > 0 or not self._is_in_place(tokens, index):
                opener = _unclosed(tokens[:index])
                if opener is not None and opener.kind is Kind.OPEN:
                    raise ReaderError(
                        f"this {opener.key} is not closed before the next &",
                        self.fragment,
                        opener.start,
                    )
                raise ReaderError(
                    "a stray &: an alignment mark stands at a relation or an operator",
                    self.fragment,
                    token.start,
                )
        return self.kept, end

    def _is_in_place(self, tokens: list[Token], index: int) -> bool:
        before = self.kept[-1].kind if self.kept else None
        after = tokens[index + 1].kind if index + 1 < len(tokens) else None
        if before in (None, *_AROUND_MARK) or after in (None, Kind.AMPERSAND, *_AROUND_MARK):
            return True
        if tokens[index - 1].kind is Kind.AMPERSAND:
            return True
        is_column = has_relation(tokens[:index]) and has_relation(tokens[index:])
        if is_column:
            self.kept.append(_newline(self.kept[-1]))
        return is_column


def _unclosed(tokens: list[Token]) -> Token | None:
    """Return the last delimiter that is opened in tokens and not closed."""
    opened: list[Token] = []
    for token in tokens:
        step = DEPTH.get(token.kind, 0)
        if step > 0:
            opened.append(token)
        elif step < 0 and opened:
            opened.pop()
    return opened[-1] if opened else None


_AROUND_MARK = (Kind.RELATION, Kind.OPERATOR, Kind.TEXT, Kind.ARROW, Kind.COMMA, Kind.NEWLINE)


def _without_empty_groups(tokens: list[Token]) -> list[Token]:
    """Drop the empty braces that authors put beside an alignment mark for its spacing."""
    kept: list[Token] = []
    index = 0
    while index < len(tokens):
        pair = tokens[index : index + 2]
        is_empty = [token.kind for token in pair] == [Kind.LEFT_BRACE, Kind.RIGHT_BRACE]
        before = kept[-1].kind if kept else Kind.AMPERSAND
        after = tokens[index + 2].kind if index + 2 < len(tokens) else None
        beside = (Kind.AMPERSAND, Kind.RELATION)
        if is_empty and (before in beside or after in beside):
            index += 2
            continue
        kept.append(tokens[index])
        index += 1
    return kept


def has_relation(tokens: list[Token]) -> bool:
    """Return whether a relation stands in tokens, outside of all brackets."""
    depth = 0
    for token in tokens:
        depth += DEPTH.get(token.kind, 0)
        if depth == 0 and token.kind is Kind.RELATION:
            return True
    return False


def _joins(previous: list[Token], line: list[Token], fragment: Fragment) -> bool:
    """Return whether `line` goes on with the expression at the end of `previous`."""
    if previous[-1].kind in _JOINS_NEXT:
        return True
    first = line[0]
    if first.kind is not Kind.OPERATOR:
        return False
    if first.key == "-" and has_relation(previous) and has_relation(line):
        raise ReaderError(
            "does this line go on with the one before it, or begin anew? put the sign at the end "
            "of that line, or parentheses around the first term",
            fragment,
            first.start,
        )
    return True
