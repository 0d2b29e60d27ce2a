r"""Definitions by cases: a line with ``\begin{cases}`` becomes a line for each case.

``P \begin{cases} a & \text{if } x \ge 0 \\ b & \text{otherwise} \end{cases} S`` says ``P a S`` if
``x \ge 0``, and ``P b S`` if ``x < 0``. A chain cannot go on after such a line, because it would go
on from one case only.
"""

from __future__ import annotations

from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token

NAMES = ("cases", "dcases", "rcases")
_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
_NEGATED = {r"\le": ">", r"\ge": "<", "<": r"\ge", ">": r"\le", "=": r"\ne", r"\ne": "="}
_REST = ("otherwise", "else", "otherwise.", "else.")
_IF = ("if", "if ", "for", "when")
_PUNCTUATION = (Kind.COMMA, Kind.SEMICOLON, Kind.DOT)


def without_cases(tokens: list[Token], fragment: Fragment) -> list[Token]:
    """Return the tokens of a display, with a line for each case.

    Raises
    ------
    ReaderError
        If a case has no condition, or the chain goes on after the cases.
    """
    start = next((at for at, token in enumerate(tokens) if _is_edge(token, Kind.BEGIN)), None)
    if start is None:
        return tokens
    end = next((at for at, token in enumerate(tokens) if _is_edge(token, Kind.END)), None)
    if end is None or end < start:
        raise ReaderError(r"this \begin has no \end", fragment, tokens[start].start)
    first, last = _line_start(tokens, start), _line_stop(tokens, end)
    before = [token for token in tokens[first:start] if token.kind is not Kind.AMPERSAND]
    after = tokens[end + 1 : last]
    _check_place(before, after, tokens, last, fragment)
    lines: list[Token] = []
    conditions: list[list[Token]] = []
    for value, condition in _branches(tokens[start + 1 : end], fragment, tokens[start]):
        conditions.append(_condition(condition, conditions, fragment))
        opener = Token(Kind.OPEN, "(", value[0].start, value[0].start)
        closer = Token(Kind.CLOSE, ")", value[-1].stop, value[-1].stop)
        place = conditions[-1][0].start
        text = Token(Kind.TEXT, r"\text{if}", place, place, text="if")
        newline = Token(Kind.NEWLINE, r"\\", value[-1].stop, value[-1].stop)
        lines += [*before, opener, *value, closer, *after, text, *conditions[-1], newline]
    rest = without_cases(tokens[last:], fragment)
    return [*tokens[:first], *lines, *rest]


def _is_edge(token: Token, kind: Kind) -> bool:
    return token.kind is kind and token.text.rstrip("*") in NAMES


def _line_start(tokens: list[Token], at: int) -> int:
    while at > 0 and tokens[at - 1].kind not in (Kind.NEWLINE, Kind.BEGIN):
        at -= 1
    return at


def _line_stop(tokens: list[Token], at: int) -> int:
    while tokens[at].kind not in (Kind.NEWLINE, Kind.STOP):
        at += 1
        if tokens[at].kind is Kind.END:
            return at
    return at


def _check_place(
    before: list[Token], after: list[Token], tokens: list[Token], last: int, fragment: Fragment
) -> None:
    for token in after:
        if token.kind not in _PUNCTUATION and token.kind is not Kind.NOTE:
            raise ReaderError("nothing may follow the cases on their line", fragment, token.start)
    after[:] = [token for token in after if token.kind is Kind.NOTE]
    depth = sum(_DEPTH.get(token.kind, 0) for token in before)
    if depth or not any(token.kind is Kind.RELATION for token in before):
        where = before[0] if before else tokens[last - 1]
        raise ReaderError("cases stand after a relation such as =", fragment, where.start)
    following = next(
        (token for token in tokens[last:] if token.kind not in (Kind.NEWLINE, Kind.AMPERSAND)),
        tokens[-1],
    )
    if following.kind in (Kind.RELATION, Kind.OPERATOR) or _is_edge(following, Kind.BEGIN):
        raise ReaderError(
            "a chain cannot go on after cases; write a row for each", fragment, following.start
        )


def _branches(
    tokens: list[Token], fragment: Fragment, begin: Token
) -> list[tuple[list[Token], list[Token]]]:
    """Return the value and the condition of each case."""
    lines: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += _DEPTH.get(token.kind, 0)
        if token.kind is Kind.NEWLINE and depth == 0:
            lines.append([])
        else:
            lines[-1].append(token)
    result = []
    for line in filter(None, lines):
        mark = next((at for at, token in enumerate(line) if token.kind is Kind.AMPERSAND), None)
        if not mark:
            raise ReaderError("a case is a value, & and a condition", fragment, line[0].start)
        value = line[:mark]
        while value and value[-1].kind in _PUNCTUATION:
            value.pop()
        condition = [token for token in line[mark + 1 :] if token.kind is not Kind.AMPERSAND]
        while condition and condition[-1].kind in _PUNCTUATION:
            condition.pop()
        if not value or not condition:
            raise ReaderError("a case is a value, & and a condition", fragment, line[mark].start)
        result.append((value, condition))
    if not result:
        raise ReaderError("there is no case", fragment, begin.start)
    return result


def _condition(tokens: list[Token], earlier: list[list[Token]], fragment: Fragment) -> list[Token]:
    """Return a condition without the word before it; "otherwise" is what the earlier ones leave."""
    first = tokens[0]
    words = " ".join(first.text.lower().split()) if first.kind is Kind.TEXT else ""
    if words in _IF and len(tokens) > 1:
        return tokens[1:]
    if words not in _REST:
        return tokens
    result: list[Token] = []
    for condition in earlier:
        signs = [at for at, token in enumerate(condition) if token.kind is Kind.RELATION]
        is_single = len(signs) == 1 and not any(
            token.kind in (Kind.TEXT, Kind.COMMA)
            or token.key in (r"\wedge", r"\land", r"\in", r"\forall")
            for token in condition
        )
        if not is_single:
            raise ReaderError("write this condition out", fragment, first.start)
        if result:
            result.append(Token(Kind.COMMA, ",", first.start, first.start))
        sign = condition[signs[0]]
        result += condition[: signs[0]]
        result.append(sign._replace(key=_NEGATED[sign.key]))
        result += condition[signs[0] + 1 :]
    if not result:
        raise ReaderError("there is no case before this one", fragment, first.start)
    return result
