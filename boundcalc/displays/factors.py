r"""Names before parentheses that can be no functions, though nothing declares them.

In ``p(1-p)`` the name stands in its own parentheses, and in ``n(\epsilon/2)^2 = n\epsilon^2/4`` it
is a number beside them. A name that the text applies to anything plain, as in ``f(x)``, is left a
function, and so is one of which neither is known.

Main definitions
----------------
`is_factor`: whether the name before parentheses multiplies what is in them. `is_next_factor`:
whether the value of a function does. `stands_beside_digit`: whether a name is a term of a sum.
`is_privacy_parameter`: whether a text measures privacy by a name.
"""

from __future__ import annotations

import re
from functools import lru_cache

from boundcalc.reader.groupings import between, ends_sum, has_sum
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token

_PARENTHESES = ("(", "[")
_LONGEST = 200  # characters of an argument
_SCRIPTS = r"(?:[_^](?:\{[^{}]*\}|[A-Za-z0-9]))*'*"
_SIZES = r"(?:\\left|\\[Bb]ig+[lr]?)?"
_LETTERS = (
    "n", "m", "k", "d", "p", "q", "N", r"\ell", r"\varepsilon", r"\epsilon", r"\delta", r"\lambda",
    r"\alpha", r"\beta", r"\gamma", r"\tau", r"\eta", "t",
)  # fmt: skip
_CALLED_E = re.compile(
    r"(?<![A-Za-z\\])e\s*_\s*[\{a-z0-9]|\\(?:hat|bar|tilde|vec|mathbf|bm)\s*\{?\s*e(?![A-Za-z])"
    r"|(?:\$|\\\(|\\\[|&)\s*e\s*(?::?=|&=|\\in|\\sim|\\coloneqq)(?!\s*2\.7)"
    r"|\b(?:identity|neutral|unit|edge|event|element|vector|item)s?\s+(?:\$|\\\()\s*e\s*(?:\$|\\\))"
    r"|(?:\$|\\\()\s*e\s*(?:\$|\\\))\s+(?:be|is|denotes?)\s+(?:the|an?|our|its)\s+"
    r"(?!base|number|constant|natural|euler|exponential|usual)"
)
_CALLED_PI = re.compile(
    r"\\pi\s*(?:_|\^\s*\{?\s*(?:\\?\*|\\star|\\prime|T\b|\\top|')|'|:|\\in(?![a-z])|\\sim(?![a-z]))"
    r"|\\(?:hat|bar|tilde|vec|mathbf|bm|sim|in|forall)\s*\{?\s*\\pi(?![A-Za-z])"
    r"|(?:\$|\\\(|\\\[|&)\s*\\pi\s*(?::?=|&=|\\coloneqq)(?!\s*3\.1)"
    r"|\\pi\s*(?:\\left)?\(\s*[a-z]\s*(?:\\mid|\\vert|[|,)])"
    r"|\b(?:polic(?:y|ies)|permutations?|prior|distribution|projection|strategy)\s+(?:\$|\\\()\s*\\pi\b"
)
_LONE_DELTA = re.compile(
    r"\\Delta\s*(?:[/^}),=<>$.+&:-]|\\(?:leq?|geq?|cdot|sqrt|in|log|ln|d?frac|times|right|big|quad"
    r"|(?:var)?epsilon|sigma)(?![a-z]))"
)
_COMPOUND = re.compile(r"[-+/]|\\[td]?frac(?![A-Za-z])|\\pm(?![A-Za-z])")
_CALCULATED = re.compile(_COMPOUND.pattern + r"|\\(?:ln|log|exp|sqrt)(?![A-Za-z])")


def is_factor(tokens: list[Token], start: int, stop: int, fragment: Fragment) -> bool:
    r"""Return whether the name before parentheses is a number that multiplies what is in them.

    Parameters
    ----------
    tokens : sequence of Token
        The display.
    start, stop : int
        Where the name begins, and where the parentheses behind it do.
    fragment : Fragment
        The text of the display, in its document.
    """
    opener = tokens[stop]
    if opener.kind is not Kind.OPEN or opener.key not in _PARENTHESES:
        return False
    inner, _ = between(tokens, stop)
    keys = [token.key for token in tokens[start:stop]]
    is_primed = tokens[stop - 1].kind is Kind.PRIME and keys[0] not in _LETTERS
    if is_primed or keys == [r"\pi"]:  # a policy, or the number
        return False
    power = next((at for at in range(start, stop) if tokens[at].kind is Kind.SUP), None)
    if power is not None:
        keys = keys[: power - start]
        if tokens[power + 1].kind is Kind.LEFT_BRACE and tokens[power + 2].key in ("-", "("):
            return False  # an inverse, or the mark of a step
    if has_sum(inner) and any(_is_number_at(inner, at, keys) for at in range(len(inner))):
        return True
    if power is not None and not all(
        token.kind in (Kind.DIGIT, Kind.LEFT_BRACE, Kind.RIGHT_BRACE)
        for token in tokens[power + 1 : stop]
    ):
        return False
    is_compound = any(_is_calculated(token, keys[0]) for token in inner)
    if not is_compound or is_applied(fragment.source.document, keys[0]):
        return False
    text = fragment.source.text[tokens[start].start : tokens[start + len(keys) - 1].stop]
    others = [at for at in range(len(tokens)) if power is None or at != start]
    if any(_is_multiplied_at(tokens, at, keys) or _ends_at(tokens, at, keys) for at in others):
        return True
    if power is not None:  # \sigma^2(x+y) may be a variance
        return keys[0] in (*_LETTERS, r"\sigma", r"\rho") and _holds_number(inner)
    if not has_sum(inner):
        return False
    document = fragment.source.document
    is_used = keys[0] in _LETTERS and is_multiplied(document, text)
    return is_used or is_privacy_parameter(document, text)


def _is_calculated(token: Token, key: str) -> bool:
    """Return whether a token stands in no plain argument of a name."""
    is_operator = token.kind is Kind.OPERATOR or token.key == r"\frac"
    return is_operator or (key in _LETTERS and _CALCULATED.fullmatch(token.key) is not None)


def is_next_factor(tokens: list[Token], start: int, stop: int, fragment: Fragment) -> bool:
    r"""Return whether the value of a function multiplies what is in the parentheses behind it.

    So it does in ``f(x)(1-f(x))``, and in a display in which ``f(x)`` stands alone besides. The
    parameters are those of `is_factor`.
    """
    keys = [token.key for token in tokens[start:stop]]
    inner, _ = between(tokens, stop)
    if tokens[stop].key not in _PARENTHESES or not has_sum(inner):
        return False
    if any(_is_number_at(inner, at, keys) for at in range(len(inner))):
        return True
    is_alone = any(_is_number_at(tokens, at, keys) for at in range(len(tokens)))
    return is_alone and not _is_curried(fragment.source.document, keys[0])


def stands_beside_digit(tokens: list[Token], at: int) -> bool:
    """Return whether the name at a place is somewhere added to a number, as in ``p^j (1-p)``."""
    keys = [tokens[at].key]
    return tokens[at].kind is Kind.NAME and any(
        _is_number_at(tokens, other, keys)
        and _is_added(tokens, other)
        and (_is_digit(tokens, other - 2) or _is_digit(tokens, other + 2))
        for other in range(len(tokens))
        if other != at
    )


def _is_added(tokens: list[Token], at: int) -> bool:
    """Return whether what stands at a place is a whole term of a sum."""
    before = tokens[at - 1] if at else tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else tokens[at]
    is_sign = [it.kind is Kind.OPERATOR and it.key in ("+", "-") for it in (before, following)]
    is_end = [before.kind is Kind.OPEN, following.kind is Kind.CLOSE]
    return any(is_sign) and all(map(any, zip(is_sign, is_end, strict=True)))


def _is_digit(tokens: list[Token], at: int) -> bool:
    return 0 <= at < len(tokens) and tokens[at].kind is Kind.DIGIT


def _holds_number(tokens: list[Token]) -> bool:
    """Return whether one of the terms of a sum is a number."""
    if not has_sum(tokens):
        return False
    ends = (*(at for at, token in enumerate(tokens) if token.key in ("+", "-")), len(tokens))
    starts = (0, *(at + 1 for at in ends[:-1]))
    return any(
        start < stop and all(token.kind in (Kind.DIGIT, Kind.DOT) for token in tokens[start:stop])
        for start, stop in zip(starts, ends, strict=True)
    )


def _is_number_at(tokens: list[Token], at: int, keys: list[str]) -> bool:
    """Return whether a name stands at a place without scripts and parentheses behind it."""
    after = at + len(keys)
    if [token.key for token in tokens[at:after]] != keys:
        return False
    following = tokens[after].kind if after < len(tokens) else Kind.STOP
    before = tokens[at - 1].kind if at else Kind.STOP
    return following not in (Kind.OPEN, Kind.SUB, Kind.PRIME) and before is not Kind.SUB


def _is_multiplied_at(tokens: list[Token], at: int, keys: list[str]) -> bool:
    """Return whether a name stands at a place as a factor, a power or a denominator."""
    if not _is_number_at(tokens, at, keys):
        return False
    after = at + len(keys)
    following = tokens[after] if after < len(tokens) else tokens[at]
    before = tokens[at - 1] if at else tokens[at]
    beside = (Kind.NAME, Kind.DIGIT, Kind.SUP, Kind.COMMAND, Kind.FUNCTION)
    is_over = before.kind is Kind.LEFT_BRACE and following.kind is Kind.RIGHT_BRACE
    if following.kind is Kind.SUP and _after_power(tokens, after).kind is Kind.OPEN:
        return False
    return following.kind in beside or before.kind is Kind.DIGIT or is_over


def _ends_at(tokens: list[Token], at: int, keys: list[str]) -> bool:
    """Return whether a name stands at a place as the last index of a sum or a product."""
    if len(keys) != 1 or at < 2 or tokens[at].key != keys[0]:
        return False
    is_braced = tokens[at - 1].kind is Kind.LEFT_BRACE and tokens[at + 1].kind is Kind.RIGHT_BRACE
    place = at - 1 if is_braced else at
    return tokens[place - 1].kind is Kind.SUP and ends_sum(tokens, place)


def _after_power(tokens: list[Token], at: int) -> Token:
    """Return what stands after the exponent whose sign stands at a place."""
    if tokens[at + 1].kind is not Kind.LEFT_BRACE:
        return tokens[min(at + 2, len(tokens) - 1)]
    return between(tokens, at + 1)[1]


@lru_cache(maxsize=4096)
def is_multiplied(text: str, name: str) -> bool:
    """Return whether a name stands beside a letter or a digit, or is squared, in a text."""
    end = r"(?![A-Za-z])" if name[-1].isalpha() else ""
    found = re.escape(name)
    return bool(
        re.search(rf"(?<![A-Za-z\\])(?:[0-9]\s*{found}{end}|{found}{end}\s*\^\s*[0-9])", text)
    )


@lru_cache(maxsize=4096)
def is_privacy_parameter(text: str, name: str) -> bool:
    r"""Return whether a text measures privacy by a name, which is a number then.

    Examples
    --------
    >>> text = r"Let $M$ be $(\varepsilon, \delta)$-differentially private."
    >>> is_privacy_parameter(text, r"\varepsilon"), is_privacy_parameter(text, r"\epsilon")
    (True, False)
    """
    end = r"(?![A-Za-z])" if name[-1].isalpha() else ""
    own = rf"{re.escape(name)}{end}\s*"
    pair = rf"\(?\s*{own}(?:,[^$(){{}}]*)?\)?|\([^$(){{}}]*,\s*{own}\)"
    kind = r"(?:differential|(?:[zRLt]|local[ -])?C?DP\b)"
    return re.search(rf"\$\s*(?:{pair})\s*\$\s*-\s*(?i:{kind})", text) is not None


@lru_cache(maxsize=4096)
def _is_curried(text: str, key: str) -> bool:
    """Return whether a text has a value of a name before parentheses that hold no sum."""
    head = re.escape(key) + (r"(?![A-Za-z])" if key[-1].isalpha() else "")
    pattern = rf"(?<![A-Za-z\\]){head}{_SCRIPTS}\s*\([^()]*\)\s*{_SIZES}\s*[(\[]"
    return any(
        not _COMPOUND.search(_argument(text, found.end()).lstrip(" -+"))
        for found in re.finditer(pattern, text)
    )


@lru_cache(maxsize=4096)
def is_applied(text: str, key: str) -> bool:
    """Return whether a text has a name before parentheses that hold no sum and no quotient."""
    head = re.escape(key) + (r"(?![A-Za-z])" if key[-1].isalpha() else "")
    pattern = re.compile(rf"(?<![A-Za-z\\_^]){head}{_SCRIPTS}\s*{_SIZES}\s*[(\[]")  # no index
    compound = _CALCULATED if key in _LETTERS else _COMPOUND
    return any(
        not compound.search(_argument(text, found.end()).lstrip(" -+"))
        for found in pattern.finditer(text)
    )


def _argument(text: str, start: int) -> str:
    """Return what stands between a place and the parenthesis that closes there."""
    depth = 1
    for at in range(start, min(len(text), start + _LONGEST)):
        depth += (text[at] in "([") - (text[at] in ")]")
        if depth == 0:
            return text[start:at]
    return text[start : start + _LONGEST]


@lru_cache(maxsize=4096)
def calls_e(text: str) -> bool:
    r"""Return whether a text calls something ``e``, so that a bare one is not Euler's number.

    Examples
    --------
    >>> calls_e(r"the residuals $e = y - Xb$"), calls_e(r"$e_i$"), calls_e(r"$(en/d)^d \le e$")
    (True, True, False)
    """
    return _CALLED_E.search(text) is not None


@lru_cache(maxsize=4096)
def calls_pi(text: str) -> bool:
    r"""Return whether a text calls something ``\pi``, so that one is a number behind a digit alone.

    Examples
    --------
    >>> calls_pi(r"a policy $\pi$"), calls_pi(r"$\pi_k$"), calls_pi(r"$\sqrt{2 \pi} r(\pi/2)$")
    (True, True, False)
    """
    return _CALLED_PI.search(text) is not None


@lru_cache(maxsize=4096)
def is_size_of_change(text: str) -> bool:
    r"""Return whether ``\Delta`` stands alone in a text; else ``\Delta f`` is one name.

    Examples
    --------
    >>> is_size_of_change(r"$\Delta/\varepsilon$"), is_size_of_change(r"$\Delta f/\varepsilon$")
    (True, False)
    """
    return _LONE_DELTA.search(text) is not None
