r"""Names: what belongs to one (accents, subscripts, primes, stars), and its two spellings.

The canonical LaTeX of a name is what the reader looks up: ``\epsilon'_1``, ``\varepsilon_{1}'`` and
``\varepsilon_1^{\prime}`` are all ``\varepsilon_{1}'``.
The ASCII name is what Python, the command line and certificates use: ``epsilon_1_prime``.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token

_PRIMES = ("", "prime", "second", "third")
_SIGNS = {
    "+": "plus",
    "-": "minus",
    "*": "star",
    r"\star": "star",
    r"\infty": "oo",
    r"\dagger": "dagger",
    "/": "over",
}
_FONT = re.compile(r"\\math([a-z]+)\{(.*)\}\Z")


class Name(NamedTuple):
    """A name that was read: its head without scripts, both spellings, and where it ends."""

    head: str
    latex: str
    ascii: str
    stop: int  # index of the first token after it
    power: int | None  # index of the '^' of a power that stands between its scripts


def canonical(tokens: Iterable[Token]) -> str:
    """Return the spelling of tokens in which everything that means the same looks the same."""
    pieces: list[str] = []
    previous: Token | None = None
    for token in visible(tokens):
        key = token.key
        if previous is not None:
            is_script = previous.kind in (Kind.SUB, Kind.SUP)
            is_word = previous.kind in (Kind.ACCENT, Kind.COMMAND) and key.endswith("}")
            if (
                token.kind is not Kind.LEFT_BRACE
                and len(key)
                and (is_script or (is_word and len(key) > 1))
            ):
                key = f"{{{key}}}"
            elif re.search(r"\\[A-Za-z]+\Z", previous.key) and key[0].isalpha():
                key = f" {key}"
        pieces.append(key)
        previous = token
    return "".join(pieces)


def visible(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens without the braces around single tokens."""
    kept: list[Token] = []
    for token in tokens:
        kept.append(token)
        if (
            token.kind is Kind.RIGHT_BRACE
            and len(kept) >= 3
            and kept[-3].kind is Kind.LEFT_BRACE
            and kept[-2].kind not in (Kind.LEFT_BRACE, Kind.RIGHT_BRACE)
        ):
            kept[-3:] = [kept[-2]]
    return kept


def group_end(tokens: Sequence[Token], start: int) -> int:
    """Return the index of the brace that closes the one at `start`."""
    depth = 0
    for index in range(start, len(tokens)):
        kind = tokens[index].kind
        depth += (kind is Kind.LEFT_BRACE) - (kind is Kind.RIGHT_BRACE)
        if depth == 0:
            return index
    return len(tokens) - 1


def after_group(tokens: Sequence[Token], start: int) -> int:
    """Return the index after the brace that closes the one at `start`, or of the last token."""
    return min(group_end(tokens, start) + 1, len(tokens) - 1)


class NameReader:
    """Reads the name that begins at a token."""

    def __init__(self, tokens: Sequence[Token], fragment: Fragment) -> None:
        self.tokens = tokens
        self.fragment = fragment

    def read(self, start: int) -> Name:
        """Return the name at index `start`, a letter, a word or an accent."""
        head, ascii_head, stop = self._head(start)
        scripts = _Scripts()
        power: int | None = None
        while True:
            token = self.tokens[stop]
            if token.kind is Kind.PRIME:
                scripts.primes += 1
                stop += 1
            elif token.kind is Kind.SUB:
                if scripts.subscript is not None:
                    raise self._error("a second subscript; put both into one pair of braces", token)
                content, stop = self.script(stop)
                scripts.subscript = content
            elif token.kind is Kind.SUP and self._is_mark(stop):
                content, stop = self.script(stop)
                self._add_marks(content, scripts)
            elif token.kind is Kind.SUP and power is None and self._has_subscript_after(stop):
                power, stop = stop, self._after_argument(stop + 1)
            else:
                break
        latex = f"{head}{scripts.latex()}"
        return Name(head, latex, f"{ascii_head}{scripts.ascii()}", stop, power)

    def _head(self, start: int) -> tuple[str, str, int]:
        token = self.tokens[start]
        if token.kind is not Kind.ACCENT:
            return token.key, ascii_of(token), start + 1
        following = self.tokens[start + 1]
        if following.kind in (Kind.NAME, Kind.ACCENT):
            if following.kind is Kind.ACCENT:
                raise self._error(f"{token.key} takes its accented letter in braces", following)
            inner, ascii_inner, stop = following.key, ascii_of(following), start + 2
        elif following.kind is Kind.LEFT_BRACE:
            end = group_end(self.tokens, start + 1)
            if end == start + 2:
                raise self._error(f"{token.key} has an empty argument", following)
            if self.tokens[start + 2].kind not in (Kind.NAME, Kind.ACCENT):
                raise self._error(f"{token.key} takes a name", self.tokens[start + 2])
            name = self.read(start + 2)
            if name.stop != end or name.power is not None:
                raise self._error(f"{token.key} takes one name", self.tokens[name.stop])
            inner, ascii_inner, stop = name.latex, name.ascii, end + 1
        else:
            raise self._error(f"{token.key} needs a letter", token)
        return rf"{token.key}{{{inner}}}", f"{ascii_inner}_{vocabulary.ACCENTS[token.key]}", stop

    def script(self, at: int) -> tuple[list[Token], int]:
        """Return the tokens of the argument of the script at `at`, and the index after it."""
        token = self.tokens[at + 1]
        if token.kind is Kind.LEFT_BRACE:
            end = group_end(self.tokens, at + 1)
            if end == at + 2:
                raise self._error("an empty argument", token)
            return list(self.tokens[at + 2 : end]), after_group(self.tokens, at + 1)
        if _is_mark(token):
            return [token], at + 2
        return [token], self._after_argument(at + 1)

    def _after_argument(self, at: int) -> int:
        token = self.tokens[at]
        if token.kind is Kind.LEFT_BRACE:
            return group_end(self.tokens, at) + 1
        if token.kind not in _SINGLE:
            shown = f" but got {token.key}" if token.key else ""
            raise self._error(f"a subscript or exponent needs one sign, or braces{shown}", token)
        following = self.tokens[at + 1]
        if (
            token.kind is Kind.DIGIT
            and following.kind in (Kind.DIGIT, Kind.DOT)
            and following.start == token.stop
            and not (following.kind is Kind.DOT and self.tokens[at + 2].kind is not Kind.DIGIT)
        ):
            raise self._error(
                f"without braces only the {token.key} is raised or lowered; "
                "put the whole number in braces",
                following,
            )
        return at + 1

    def _is_mark(self, at: int) -> bool:
        content = self.tokens[at + 1]
        if content.kind is Kind.LEFT_BRACE:
            end = group_end(self.tokens, at + 1)
            inner = self.tokens[at + 2 : end]
            return bool(inner) and all(_is_mark(token) for token in inner)
        return _is_mark(content)

    def _add_marks(self, content: list[Token], scripts: "_Scripts") -> None:
        for token in content:
            if token.key == r"\prime" or token.kind is Kind.PRIME:
                scripts.primes += 1
            else:
                is_star = token.key == r"\ast"  # which prints as *
                scripts.marks.append(token._replace(key="*") if is_star else token)

    def _has_subscript_after(self, at: int) -> bool:
        token = self.tokens[at + 1]
        end = group_end(self.tokens, at + 1) if token.kind is Kind.LEFT_BRACE else at + 1
        return end + 1 < len(self.tokens) and self.tokens[end + 1].kind is Kind.SUB

    def _error(self, message: str, token: Token) -> ReaderError:
        return ReaderError(message, self.fragment, token.start)


_MARKS = ("*", r"\ast", r"\star", r"\dagger")
_SINGLE = (Kind.NAME, Kind.DIGIT, Kind.SYMBOL)


def _is_mark(token: Token) -> bool:
    return token.kind is Kind.PRIME or token.key in (r"\prime", *_MARKS)


class _Scripts:
    """The scripts of a name, gathered in any order."""

    def __init__(self) -> None:
        self.subscript: list[Token] | None = None
        self.primes = 0
        self.marks: list[Token] = []

    def latex(self) -> str:
        lower = f"_{{{canonical(self.subscript)}}}" if self.subscript else ""
        marks = "".join(token.key for token in self.marks)
        if marks:
            marks += r"\prime" * self.primes
            return f"{lower}^{{{marks}}}"
        return f"{lower}{chr(39) * self.primes}"

    def ascii(self) -> str:
        parts = [ascii_of_tokens(self.subscript)] if self.subscript else []
        parts += [ascii_of(token) for token in self.marks]
        if self.primes:
            few = self.primes < len(_PRIMES)
            parts.append(_PRIMES[self.primes] if few else f"prime{self.primes}")
        return "".join(f"_{part}" for part in parts)


def ascii_of(token: Token) -> str:
    r"""Return the ASCII spelling of one token, such as ``epsilon`` or ``Y_cal``."""
    key = token.key
    if key in vocabulary.GREEK:
        return vocabulary.GREEK[key]
    font = _FONT.match(key)
    if font:
        word = font.group(2)
        word = vocabulary.GREEK.get(word, word)
        return word if font.group(1) == "rm" else f"{word}_{font.group(1)}"
    if key in _SIGNS:
        return _SIGNS[key]
    return re.sub(r"[^A-Za-z0-9]", "", key)


def ascii_of_tokens(tokens: Sequence[Token]) -> str:
    """Return the ASCII spelling of a subscript: letters together, the rest joined by underlines."""
    text = ""
    for token in tokens:
        word = ascii_of(token)
        is_short = len(word) == 1 and token.kind in (Kind.NAME, Kind.DIGIT)
        if not word:
            text += "" if text.endswith("_") else "_"
        elif is_short and (not text or text[-1].isalnum()) and not text.endswith("\0"):
            text += word
        else:
            text += (
                ("_" if text and not text.endswith("_") else "") + word + ("" if is_short else "_")
            )
    return text.strip("_") or "sub"
