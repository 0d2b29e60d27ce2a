"""What stands between two delimiters, as tokens."""

from boundcalc.tex.tokens import Kind, Token

_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}


def between(tokens: list[Token], opener: int) -> tuple[list[Token], Token]:
    """Return the tokens between two delimiters, and the one after them."""
    depth = 0
    for at in range(opener, len(tokens) - 1):
        depth += _DEPTH.get(tokens[at].kind, 0)
        if depth == 0:
            return tokens[opener + 1 : at], tokens[at + 1]
    return tokens[opener + 1 : -1], tokens[-1]


def has_sum(tokens: list[Token]) -> bool:
    """Return whether a sum of several terms stands there, outside of all delimiters."""
    depth = 0
    for at, token in enumerate(tokens):
        depth += _DEPTH.get(token.kind, 0)
        if depth == 0 and at > 0 and token.kind is Kind.OPERATOR and token.key in ("+", "-"):
            return True
    return False
