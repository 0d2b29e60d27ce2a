"""What the tokens of LaTeX mathematics are: their kinds, and which signs have which."""

from enum import Enum
from typing import NamedTuple

from boundcalc.tex import vocabulary


class Kind(Enum):
    """What a token is to the parser."""

    NAME = "name"  # a letter, a Greek letter, a word in a font
    DIGIT = "digit"
    DOT = "dot"
    OPERATOR = "operator"  # + - / and the two signs of multiplication
    RELATION = "relation"
    OPEN = "opening delimiter"
    CLOSE = "closing delimiter"
    BAR = "bar"  # opens or closes
    LEFT_BRACE = "brace"
    RIGHT_BRACE = "closing brace"
    SUB = "subscript"
    SUP = "superscript"
    PRIME = "prime"
    BANG = "factorial"
    COMMA = "comma"
    SEMICOLON = "semicolon"
    COLON = "colon"
    FUNCTION = "function"
    ACCENT = "accent"
    COMMAND = "command"  # \frac, \sqrt, \sum ...
    ARROW = "implication"
    TEXT = "text"
    NOTE = "note"  # \tag and \label with their argument
    BEGIN = "begin"
    END = "end"
    AMPERSAND = "ampersand"
    NEWLINE = "line break"
    SYMBOL = "sign"  # a known sign without a meaning of its own in a formula
    OPERATION = "operation"  # a known name of an operation that the language has not, as \\sin
    UNREAD = "unread"  # not understood; its text says why
    STOP = "end of the formula"


class Token(NamedTuple):
    r"""A token: its kind, its canonical spelling, and its place.

    ``key`` is equal for spellings that mean the same, such as ``\leq`` and ``\le``; ``side`` is
    "left", "right" or "big" for a delimiter that was written with one of them; ``is_spaced`` says
    that a spacing command such as ``\,`` stands before it, ``is_apart`` that a wide one does, such
    as ``\quad``; ``text`` is the content of a text; ``is_expanded`` says that it comes from a
    macro, where it has its place.
    """

    kind: Kind
    key: str
    start: int
    stop: int
    side: str = ""
    is_spaced: bool = False
    text: str = ""
    is_apart: bool = False
    is_expanded: bool = False


SIGNS = {
    "+": Kind.OPERATOR,
    "-": Kind.OPERATOR,
    "/": Kind.OPERATOR,
    "*": Kind.OPERATOR,
    "<": Kind.RELATION,
    ">": Kind.RELATION,
    "=": Kind.RELATION,
    "(": Kind.OPEN,
    "[": Kind.OPEN,
    ")": Kind.CLOSE,
    "]": Kind.CLOSE,
    "|": Kind.BAR,
    "{": Kind.LEFT_BRACE,
    "}": Kind.RIGHT_BRACE,
    "_": Kind.SUB,
    "^": Kind.SUP,
    "'": Kind.PRIME,
    "!": Kind.BANG,
    ",": Kind.COMMA,
    ";": Kind.SEMICOLON,
    ":": Kind.COLON,
    ".": Kind.DOT,
    "&": Kind.AMPERSAND,
}
KINDS: dict[str, Kind] = {
    **dict.fromkeys(vocabulary.GREEK, Kind.NAME),
    **dict.fromkeys(vocabulary.OTHER_NAMES, Kind.NAME),
    **dict.fromkeys(vocabulary.FUNCTIONS, Kind.FUNCTION),
    **dict.fromkeys(vocabulary.ACCENTS, Kind.ACCENT),
    **dict.fromkeys(vocabulary.COMMANDS, Kind.COMMAND),
    **dict.fromkeys(vocabulary.RELATIONS, Kind.RELATION),
    **dict.fromkeys(vocabulary.ARROWS, Kind.ARROW),
    **dict.fromkeys(vocabulary.OPENING, Kind.OPEN),
    **dict.fromkeys(vocabulary.CLOSING, Kind.CLOSE),
    **dict.fromkeys((r"\cdot", r"\times"), Kind.OPERATOR),
    **dict.fromkeys(vocabulary.SYMBOLS, Kind.SYMBOL),
    **SIGNS,
}
