r"""The lines of a display that nobody prepared: what is not understood costs its own line.

Like `lines`, but nothing is refused here: a token that cannot be understood, or that may be read in
two ways, stays in its place and says why, so that the row that holds it is unread, or the side that
holds it is one opaque value.
"""

from __future__ import annotations

from itertools import pairwise

from boundcalc.reader.groupings import between
from boundcalc.reader.remarks import is_reason, plain_words
from boundcalc.tex.cases import NAMES as CASES
from boundcalc.tex.cases import without_cases
from boundcalc.tex.lines import DEPTH, ENVIRONMENTS, has_relation, math_in_text
from boundcalc.tex.lines import after_columns as columns_end
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token, tokenize
from boundcalc.tex.vocabulary import CUSTOMARY

_NEGATED = {"=": r"\ne", r"\ne": "=", "<": r"\ge", ">": r"\le", r"\le": ">", r"\ge": "<"}
_ENDS_LINE = (Kind.NEWLINE, Kind.END, Kind.STOP)
_IN_NUMBER = (Kind.DIGIT, Kind.DOT, Kind.PRIME, Kind.NAME)
_STARS = ("*", r"\ast", r"\star", r"\dagger")
_AROUND_MARK = (Kind.RELATION, Kind.OPERATOR, Kind.TEXT, Kind.ARROW, Kind.COMMA, Kind.NEWLINE)


def lenient_lines(fragment: Fragment) -> list[Token]:
    """Return the tokens of a display, with a NEWLINE between lines that belong apart.

    Raises
    ------
    ReaderError
        If a brace is not balanced, so that nothing in the display has a certain place.
    """
    tokens: list[Token] = []
    for token in tokenize(fragment, is_lenient=True):
        tokens += _pieces(token, fragment, tokens[-1] if tokens else None)
    tokens = _with_numbers(_with_definitions(_with_brackets(tokens, fragment)))
    tokens = _without_environments(_with_cases(tokens, fragment), fragment)
    result: list[Token] = []
    previous: list[Token] = []
    *rest, stop = tokens
    for written in _physical_lines(rest):
        line = _tidy(written)
        rest_of_line = _without_split(result, line)
        if rest_of_line is None and line and previous:
            result += _joint(previous, line, result[-1], begins_anew=_begins_anew(written))
        result += line if rest_of_line is None else rest_of_line
        previous = line or previous
    return [*_with_reasons_apart(result), stop]


def _with_brackets(tokens: list[Token], fragment: Fragment) -> list[Token]:
    r"""Return tokens in which ``\prob{A}``, which nothing defines, has brackets for its braces."""
    result = list(tokens)
    for at, (token, following) in enumerate(pairwise(tokens)):
        written = fragment.source.text[token.start : token.stop]
        is_customary = written in CUSTOMARY and not token.is_expanded
        if following.kind is not Kind.LEFT_BRACE or not is_customary:
            continue
        close = at + 1 + len(between(tokens, at + 1)[0]) + 1
        if tokens[close].kind is Kind.RIGHT_BRACE:
            result[at + 1] = following._replace(kind=Kind.OPEN, key="[")
            result[close] = tokens[close]._replace(kind=Kind.CLOSE, key="]")
    return result


def _with_reasons_apart(tokens: list[Token]) -> list[Token]:
    r"""Return tokens in which ``(\text{by Lemma 2})`` stands apart, and is no argument."""
    result = list(tokens)
    for at, (token, following) in enumerate(pairwise(tokens)):
        is_text = following.kind is Kind.TEXT and token.kind is Kind.OPEN
        if is_text and is_reason(plain_words(following.text)):
            result[at] = token._replace(is_apart=True)
    return result


def _with_numbers(tokens: list[Token]) -> list[Token]:
    r"""Return tokens in which ``\qquad (2.1)`` at the end of a line is the number of a formula."""
    result: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind is Kind.CLOSE and tokens[at + 1].kind in _ENDS_LINE:
            start = len(result) - 1
            while start > 0 and _is_in_number(result[start]):
                start -= 1
            if start >= 0 and _begins_number(result, start):
                text = "".join(item.key for item in result[start + 1 :])
                place = result[start]
                del result[start:]
                token = Token(Kind.NOTE, r"\tag", place.start, token.stop, text=text)
        result.append(token)
    return result


def _is_in_number(token: Token) -> bool:
    return token.kind in _IN_NUMBER or token.key in _STARS


def _begins_number(tokens: list[Token], at: int) -> bool:
    """Return whether a parenthesis behind a wide space or an empty column begins a number."""
    inner = tokens[at + 1 :]
    is_number = any(item.kind is Kind.DIGIT or item.key in _STARS for item in inner)
    is_column = [item.kind for item in tokens[max(0, at - 2) : at]] == [Kind.AMPERSAND] * 2
    is_fence = tokens[at].kind is Kind.OPEN and tokens[at].key == "("
    return is_fence and is_number and len(inner) <= 6 and (tokens[at].is_apart or is_column)


def unread(message: str, token: Token, key: str = "") -> Token:
    """Return the token for something that is not understood, at the place of `token`."""
    return Token(Kind.UNREAD, key or token.key or "?", token.start, token.stop, text=message)


def _without_split(before: list[Token], line: list[Token]) -> list[Token] | None:
    r"""Join a line that ends in ``\right.`` with one that begins with ``\left.``, or return None.

    The two are there because TeX wants delimiters that grow in pairs on each line.
    """
    at = 0
    while at < len(line) and line[at].key == r"\left." and before:
        if before[-1].key != r"\right.":
            break
        before.pop()
        at += 1
    return line[at:] if at else None


def _with_definitions(tokens: list[Token]) -> list[Token]:
    r"""Join a colon and the sign of equality after it, which define, and ``\not`` with its sign."""
    result: list[Token] = []
    for token in tokens:
        if token.kind is Kind.RELATION and result and result[-1].key == r"\not":
            start = result.pop().start
            token = token._replace(start=start, key=_NEGATED[token.key])
        if token.key == "=" and result and result[-1].kind is Kind.COLON:
            colon = result.pop()
            token = token._replace(start=colon.start, text=":=")
        result.append(token)
    return result


def _pieces(token: Token, fragment: Fragment, before: Token | None) -> list[Token]:
    """Return a text with formulas between dollar signs as its pieces, where that is possible.

    A column of words that begins with a formula begins with its words.
    """
    try:
        found = math_in_text([token], fragment, is_lenient=True)
    except ReaderError:
        return [token]
    is_column = before is not None and before.kind is Kind.AMPERSAND
    if not is_column or found[0].kind is Kind.TEXT:
        return found
    words = " ".join(item.text for item in found if item.kind is Kind.TEXT)
    lead = token._replace(key=rf"\text{{{words}}}", stop=token.start, text=words)
    return [lead, *found] if words.strip() else found


def _with_cases(tokens: list[Token], fragment: Fragment) -> list[Token]:
    """Return the tokens with a line for each case, or with cases that are one opaque value."""
    try:
        return without_cases(tokens, fragment)
    except (ReaderError, IndexError):
        return tokens


def _without_environments(tokens: list[Token], fragment: Fragment) -> list[Token]:
    """Take off the environments around lines; any other becomes one token."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.kind is Kind.BEGIN:
            is_first = not result or result[-1].kind in (
                Kind.NEWLINE, Kind.AMPERSAND, Kind.NOTE, Kind.TEXT,
            )  # fmt: skip
            if token.text in ENVIRONMENTS and is_first:
                at = columns_end(tokens, at, token)
                continue
            end = _environment_end(tokens, at - 1)
            key = fragment.source.text[token.start : tokens[end].stop]
            message = f"the environment {token.text} is not read"
            if token.text.rstrip("*") in CASES:
                message = "these cases are not read"
            whole = token._replace(stop=max(token.stop, tokens[end].stop))
            result.append(unread(message, whole, " ".join(key.split())))
            at = end + 1
        elif token.kind is Kind.END:
            result.append(Token(Kind.NEWLINE, r"\\", token.start, token.stop))
        else:
            result.append(token)
    return result


def _environment_end(tokens: list[Token], begin: int) -> int:
    """Return the index of the end of the environment that begins at `begin`."""
    depth = 0
    for at in range(begin, len(tokens) - 1):
        depth += (tokens[at].kind is Kind.BEGIN) - (tokens[at].kind is Kind.END)
        if depth == 0:
            return at
    return len(tokens) - 2


def _physical_lines(tokens: list[Token]) -> list[list[Token]]:
    """Split at line breaks outside of brackets, or before a relation whatever is still open."""
    lines: list[list[Token]] = [[]]
    depth = braces = 0
    for at, token in enumerate(tokens):
        depth = max(0, depth + DEPTH.get(token.kind, 0))
        braces += (token.kind is Kind.LEFT_BRACE) - (token.kind is Kind.RIGHT_BRACE)
        if token.kind is not Kind.NEWLINE or braces > 0:
            lines[-1].append(token)
        elif depth == 0 or (
            _begins_with_relation(tokens, at + 1) and not _is_closed(tokens, at, depth)
        ):
            lines.append([])
            depth = 0
    return lines


def _begins_with_relation(tokens: list[Token], at: int) -> bool:
    while at < len(tokens) and tokens[at].kind in (Kind.AMPERSAND, Kind.NEWLINE):
        at += 1
    return at < len(tokens) and tokens[at].kind in (Kind.RELATION, Kind.ARROW)


def _is_closed(tokens: list[Token], at: int, depth: int) -> bool:
    """Return whether what is open at a place is closed after it."""
    for token in tokens[at:]:
        depth += DEPTH.get(token.kind, 0)
        if depth <= 0:
            return True
    return False


def _tidy(tokens: list[Token]) -> list[Token]:
    """Return a line without alignment marks and the empty braces beside them."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        pair = [item.kind for item in tokens[at : at + 2]]
        if pair == [Kind.LEFT_BRACE, Kind.RIGHT_BRACE]:
            is_script = bool(kept) and kept[-1].kind in (Kind.SUB, Kind.SUP, Kind.COMMAND)
            if not is_script:
                at += 2
                continue
        if _is_braced_differential(kept, tokens, at):
            kept.append(tokens[at + 1])
            at += 3
            continue
        if token.kind is not Kind.AMPERSAND:
            kept.append(token)
        else:
            kept += _mark(kept, tokens, at)
            if _is_remark(tokens, at) or _is_remark_behind(kept, tokens, at):
                remark = tokens[at + 1]._replace(is_apart=True)
                tokens = [*tokens[: at + 1], remark, *tokens[at + 2 :]]
        at += 1
    return _with_notes_last(kept)


def _is_braced_differential(kept: list[Token], tokens: list[Token], at: int) -> bool:
    r"""Return whether a d of a derivative stands here in braces of its own: ``{\rm d} x``."""
    before = kept[-1].kind if kept else Kind.LEFT_BRACE
    keys = [item.key for item in tokens[at : at + 3]]
    is_argument = before in (Kind.SUB, Kind.SUP, Kind.COMMAND, Kind.RIGHT_BRACE)
    return keys == ["{", r"\mathrm{d}", "}"] and not is_argument


def _with_notes_last(tokens: list[Token]) -> list[Token]:
    """Return a line in which labels and tags behind a sign or in a fence stand last."""
    amid, depth = [], 0
    for at, token in enumerate(tokens):
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        is_behind = at > 0 and tokens[at - 1].kind in (Kind.RELATION, Kind.OPERATOR)
        if token.kind is Kind.NOTE and (is_behind or depth > 0):
            amid.append(token)
    return [token for token in tokens if token not in amid] + amid


def _is_remark(tokens: list[Token], at: int) -> bool:
    """Return whether words in parentheses stand behind two marks."""
    following = [item.kind for item in tokens[at + 1 : at + 3]]
    return tokens[at - 1].kind is Kind.AMPERSAND and following == [Kind.OPEN, Kind.TEXT]


def _is_remark_behind(kept: list[Token], tokens: list[Token], at: int) -> bool:
    """Return whether words in parentheses alone stand behind the one mark after a relation."""
    following = [item.kind for item in tokens[at + 1 : at + 3]]
    if following != [Kind.OPEN, Kind.TEXT] or not has_relation(kept):
        return False
    inner = between(tokens, at + 1)[0]
    return all(item.kind is Kind.NOTE for item in tokens[at + len(inner) + 3 :])


def _is_below(tokens: list[Token], at: int) -> bool:
    """Return whether a relation stands at a place with something above it."""
    if at >= len(tokens) or tokens[at].key != r"\overset":
        return False
    following = tokens[at + 1 :]
    is_group = bool(following) and following[0].kind is Kind.LEFT_BRACE
    end = at + (len(between(tokens, at + 1)[0]) + 3 if is_group else 2)
    return any(item.kind is Kind.RELATION for item in tokens[end : end + 2])


def _mark(kept: list[Token], tokens: list[Token], at: int) -> list[Token]:
    """Return what stands for an alignment mark: nothing, a new line, or what is not understood."""
    before = kept[-1].kind if kept else None
    after = tokens[at + 1].kind if at + 1 < len(tokens) else None
    around = (None, *_AROUND_MARK)
    if before in around or after in (Kind.AMPERSAND, Kind.NOTE, *around):
        return []
    if _is_remark(tokens, at) or _is_remark_behind(kept, tokens, at) or _is_below(tokens, at + 1):
        return []
    if has_relation(kept) and has_relation(tokens[at:]):
        return [Token(Kind.COMMA, ",", tokens[at].start, tokens[at].stop)]
    return [unread("an alignment mark & between two things that may not belong together",
                   tokens[at])]  # fmt: skip


def _begins_anew(written: list[Token]) -> bool:
    """Return whether a line has a left side of its own, before the mark of its sign."""
    marks = [at for at, token in enumerate(written) if token.kind is Kind.AMPERSAND]
    if not marks or marks[0] == 0 or has_relation(written[: marks[0]]):
        return False
    return written[min(marks[0] + 1, len(written) - 1)].kind is Kind.RELATION


def _joint(
    previous: list[Token], line: list[Token], last: Token, *, begins_anew: bool
) -> list[Token]:
    """Return what stands between two lines: a NEWLINE, or nothing where the first one goes on."""
    newline = Token(Kind.NEWLINE, r"\\", last.stop, last.stop)
    if previous[-1].kind in (Kind.OPERATOR, Kind.RELATION):
        return []
    if line[0].kind is not Kind.OPERATOR or begins_anew:
        return [newline]
    if line[0].key == "-" and has_relation(previous) and has_relation(line):
        return [unread("does this line go on with the one before it, or begin anew?", line[0])]
    return []
