"""What stands between two delimiters, and at the end of a sum, as tokens."""

from boundcalc.tex.tokens import Kind, Token

_BIG = (r"\sum", r"\prod")
_DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}


def between(tokens: list[Token], opener: int) -> tuple[list[Token], Token]:
    """Return the tokens between two delimiters, and the one after them."""
    depth = 0
    for at in range(opener, len(tokens) - 1):
        depth += _DEPTH.get(tokens[at].kind, 0)
        if depth == 0:
            return tokens[opener + 1 : at], tokens[at + 1]
    return tokens[opener + 1 : -1], tokens[-1]


def has_sum(tokens: list[Token], *, in_bars: bool = True) -> bool:
    """Return whether a sum of several terms stands there, outside of all delimiters.

    Absolute values hold sums that are none of these, unless they count as well.
    """
    depth, is_within = 0, False
    has_pairs = not in_bars and sum(token.kind is Kind.BAR for token in tokens) % 2 == 0
    for at, token in enumerate(tokens):
        depth += _DEPTH.get(token.kind, 0)
        is_within ^= has_pairs and depth == 0 and token.kind is Kind.BAR
        is_sign = token.kind is Kind.OPERATOR and token.key in ("+", "-")
        if depth == 0 and at > 0 and is_sign and not is_within:
            return True
    return False


def ends_sum(tokens: list[Token], at: int) -> bool:
    """Return whether the script that begins here is that of a sum or a product with an index."""
    depth = 0
    for token in reversed(tokens[max(0, at - 12) : at]):
        depth += (token.kind is Kind.RIGHT_BRACE) - (token.kind is Kind.LEFT_BRACE)
        if token.key in _BIG and depth <= 0:
            return True
        if depth == 0 and token.kind in (Kind.RELATION, Kind.OPERATOR):
            return False
    return False
