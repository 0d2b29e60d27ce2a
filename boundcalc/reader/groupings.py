"""What stands between two delimiters, and at the end of a sum, as tokens."""

from boundcalc.tex.tokens import Kind, Token

EXPECTATIONS = (r"\mathbb{E}", r"\mathbf{E}", r"\mathrm{E}", r"\mathsf{E}", "E", r"\E", r"\Exp")
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


def may_be_power_inside(tokens: list[Token], start: int, end: int) -> bool:
    r"""Return whether a power behind an expectation may be one of what stands in its fence.

    ``E(X - c)^2`` is a variance to most, and ``E(X)^2`` the square of a mean to all.
    """
    while tokens[start].kind is Kind.LEFT_BRACE and tokens[end - 1].kind is Kind.RIGHT_BRACE:
        start, end = start + 1, end - 1  # braces that nobody sees
    if tokens[start].key not in EXPECTATIONS or tokens[end - 1].kind is not Kind.CLOSE:
        return False
    opener, depth = end - 1, -1
    while depth and opener > start:
        opener -= 1
        depth += _DEPTH.get(tokens[opener].kind, 0)
    inner = tokens[opener + 1 : end - 1]
    if has_sum(inner, in_bars=False):
        return True
    for token in inner:
        if depth == 0 and token.key in (r"\frac", "/") and tokens[opener].key == "(":
            return True
        depth += _DEPTH.get(token.kind, 0)
    return False


def ends_sum(tokens: list[Token], at: int) -> bool:
    """Return whether the script that begins here, behind its ``^``, is that of a sum or product."""
    place = at - 2
    if place > 0 and tokens[place].kind is Kind.RIGHT_BRACE:
        depth = 0
        while place > 0:
            depth += (tokens[place].kind is Kind.RIGHT_BRACE) - (
                tokens[place].kind is Kind.LEFT_BRACE
            )
            place -= 1
            if depth == 0:
                break
        place -= tokens[place].kind is Kind.SUB
    elif place > 1 and tokens[place - 1].kind is Kind.SUB:
        place -= 2
    place -= place > 0 and tokens[place].key in (r"\limits", r"\nolimits")
    return place >= 0 and tokens[place].key in _BIG
