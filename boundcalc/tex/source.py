"""Text that is read, with the position of every character, and the error that points at one."""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from boundcalc.language.errors import BoundError
from boundcalc.tex.macros import Macros
from boundcalc.tex.vocabulary import IN_LETTERS, OF_CHANCES, TYPED

_SHOWN_WHOLE = 96
_SHOWN_BEFORE = 48
_SHOWN_AFTER = 32


_DECLARATION = re.compile(r"%!\s*(?:declare|roughly|object|forget)\b[^\n]*|% guessed [^\n]*")
_PLAIN_EPSILON = re.compile("\\\\epsilon(?![A-Za-z])|\u03f5")
_VARIANT_EPSILON = re.compile("\\\\varepsilon(?![A-Za-z])|\u03b5")
_TRANSPOSED = re.compile(
    r"(\\[A-Za-z]+|[A-Za-z])(?:_(?:\{[^{}]*\}|[A-Za-z0-9]|\\[A-Za-z]+))?'*\s*\^\s*(?:\{\s*)?"
    r"(?:T(?![A-Za-z])|\\top(?![A-Za-z])|\\intercal|\\mathsf\s*\{?T|\\mathrm\s*\{?T\})"
)
_OVER_RANGES = frozenset(  # a limit stands above them, and no sign of a transpose
    (r"\sum", r"\prod", r"\int", r"\bigcup", r"\bigcap", r"\max", r"\min", r"\sup", r"\inf")
)
_MATRICES = re.compile(
    r"(?i)matri(?:x|ces)|eigenv|\\(?:operatorname|mathrm|text)\*?\{(?:tr|trace|det|diag|rank)\}"
    r"|\\(?:tr|Tr|diag|det)(?![A-Za-z])"
)
_OF_ONE = r"(?:log|ln|exp|sin|cos|tan)(?=\s+[A-Za-z0-9\\]|\^)"
_OVER_ALL = r"(?:max|min|sup|inf|lim|log)(?=_)"
_BEFORE_BRACKETS = r"(?=\s*(?:\\left|\\[bB]igg?l?)?\s*(?:[\[(]|\\\{))"
_OPERATOR, _TYPED = (
    re.compile(rf"(?<![A-Za-z\\])(?:(?:{'|'.join(words)}){_BEFORE_BRACKETS}|{_OVER_ALL}|{_OF_ONE})")
    for words in (IN_LETTERS, TYPED)
)
_SPEAKS_OF_CHANCES = re.compile(
    r"(?i)probab|random|\bevents?\b|expectation|varianc|distribut|differential(?:ly)? priva"
)
_DIRECTIVE = re.compile(r"%![^\n]*")
_INFERRED = re.compile(r"%!\s*inferred\b")  # a copy, of which the prose says what is a product
_DECLARED = re.compile(r"%!\s*(?:declare|let)\b(?P<names>[^\n]*)")
_LETTER = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])")
_SET = r"\s*(?:\$|[=<>]|\\(?:in|geq?|leq?|approx|cdot|sim)(?![A-Za-z]))"
_NAMED = re.compile(rf"(?<![A-Za-z\\])(?P<word>{'|'.join(OF_CHANCES)}){_SET}")
_COMPARED = re.compile(r"(?<![A-Za-z\\])([PE])\s*(?:[<>]|\\(?:geq?|leq?)(?![A-Za-z]))")
_LISTED = re.compile(rf"\$\s*(?P<names>[A-Za-z](?:\s*,\s*[A-Za-z])*){_SET}")


class Position(NamedTuple):
    """A line and a column of a text, both counted from 1; a column is one character."""

    line: int
    column: int


@dataclass(frozen=True)
class SourceText:
    r"""The whole text of a file, or what was typed on the command line.

    Parameters
    ----------
    text : str
        What is read; lines end in ``\n`` or ``\r\n``.
    name : str
        The file name that errors show; empty for text without one.
    macros : Macros
        The macros of the text; they may be found after it is made.
    beside : str
        What else is written in the same letters, such as the hypotheses of a relation.
    around : SourceText or None
        The document of which it is a part that was written anew, where it is one.
    letters : frozenset of str or None
        Where functions may be written in letters, those that are names; None where they may not.
    """

    text: str
    name: str = ""
    macros: Macros = field(default_factory=Macros, compare=False, repr=False)
    beside: str = field(default="", compare=False, repr=False)
    around: "SourceText | None" = field(default=None, compare=False, repr=False)
    letters: frozenset[str] | None = field(default=None, compare=False, repr=False)

    @property
    def document(self) -> str:
        """The text that says how it is read: that of the document of which it is a part."""
        return self.text if self.around is None else self.around.text

    @cached_property
    def last_macros(self) -> Macros:
        """The macros that are known at its end."""
        return Macros(self.macros, len(self.text) + 1)

    @cached_property
    def kept(self) -> dict[str, object]:
        """What was read of terms in it, for whoever reads them again."""
        return {}

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, found = [0], self.text.find("\n")
        while found >= 0:
            starts.append(found + 1)
            found = self.text.find("\n", found + 1)
        return starts

    @cached_property
    def has_both_epsilons(self) -> bool:
        r"""Whether ``\epsilon`` and ``\varepsilon`` both stand in it, outside of declarations."""
        text = _DECLARATION.sub(" ", f"{self.text}\n{self.beside}")
        return bool(_PLAIN_EPSILON.search(text) and _VARIANT_EPSILON.search(text))

    @cached_property
    def transposed(self) -> frozenset[str]:
        """The letters that are transposed somewhere, and so are vectors or matrices."""
        text = f"{self.text}\n{self.beside}"
        found = {place.group(1) for place in _TRANSPOSED.finditer(text)}
        return frozenset(found - _OVER_RANGES)

    @cached_property
    def words(self) -> dict[int, tuple[int, str]]:
        r"""Where words such as ``Pr`` and ``exp`` are written in letters, with ends and commands.

        Those of chances are products where all of their letters are declared, and names where
        they stand alone; in prose letters may be declared that are times parentheses.
        """
        found = list(_OPERATOR.finditer(self.text))
        document = self.document if found else ""
        is_copy = _INFERRED.search(document) is not None
        declared = () if is_copy else _DECLARED.finditer(document)
        named = "".join(place["names"] for place in declared)
        letters = frozenset(_LETTER.findall(named))
        products = {
            word
            for word in OF_CHANCES
            if letters.issuperset(word) or _SPEAKS_OF_CHANCES.search(document) is None
        } | {place["word"] for place in _NAMED.finditer(document)}
        said = "".join(place["names"] for place in _LISTED.finditer(document))
        factors = {word for word in OF_CHANCES if letters.union(said).issuperset(word)}
        return {
            place.start(): (place.end(), IN_LETTERS[place[0]])
            for place in found
            if place[0] not in products
            if place[0] not in factors or not self.text[place.end() :].lstrip().startswith("(")
        }

    @cached_property
    def chances(self) -> dict[int, tuple[int, str]]:
        """Those of chances alone: where all is declared, a function in letters is told."""
        known = OF_CHANCES.values()
        return {place: item for place, item in self.words.items() if item[1] in known}

    @cached_property
    def certain(self) -> dict[int, tuple[int, str]]:
        """Those that are read where all is declared: of chances, and functions where they may be.

        What may be a product of letters is none, as a guess makes a verdict worthless.
        """
        if self.letters is None:
            return self.chances
        typed = {
            place.start(): (place.end(), TYPED[place[0]])
            for place in _TYPED.finditer(self.text)
            if place[0] in TYPED and not self.letters.issuperset(place[0])
        }
        return self.chances | typed

    @cached_property
    def compared(self) -> frozenset[str]:
        """Which of P and E are compared, as numbers are; they are no signs of a chance then."""
        return frozenset(_COMPARED.findall(_DIRECTIVE.sub("", self.document)))

    @cached_property
    def has_matrices(self) -> bool:
        """Whether the text speaks of matrices, whose products do not commute."""
        text = f"{self.text}\n{self.beside}"
        return bool(self.transposed) or _MATRICES.search(text) is not None

    def position(self, offset: int) -> Position:
        """Return the line and column of the character at `offset`."""
        line = bisect_right(self._line_starts, offset)
        return Position(line, offset - self._line_starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Return the line with that number, without its end."""
        start = self._line_starts[number - 1]
        is_last = number == len(self._line_starts)
        stop = len(self.text) if is_last else self._line_starts[number]
        return self.text[start:stop].rstrip("\r\n")


@dataclass(frozen=True)
class Fragment:
    """A stretch of a text: offsets count from the beginning of the whole text.

    A reader of documents hands over the stretches that hold formulas, and every error of the
    reader of formulas then points into the document.
    """

    source: SourceText
    start: int
    stop: int

    @classmethod
    def of(cls, text: "str | Fragment") -> "Fragment":
        """Return all of a string as a fragment, or the fragment itself."""
        if isinstance(text, Fragment):
            return text
        return cls(SourceText(text), 0, len(text))

    @property
    def text(self) -> str:
        """The characters of the fragment."""
        return self.source.text[self.start : self.stop]

    @property
    def position(self) -> Position:
        """Where the fragment begins."""
        return self.source.position(self.start)

    @property
    def end_position(self) -> Position:
        """Where the last character of the fragment stands."""
        return self.source.position(max(self.start, self.stop - 1))

    def part(self, start: int, stop: int) -> "Fragment":
        """Return the stretch between two offsets of the whole text."""
        return Fragment(self.source, start, stop)


class ReaderError(BoundError):
    """What was written cannot be read; it names the place, and never guesses.

    Parameters
    ----------
    message : str
        What is wrong and what would help, in one sentence.
    fragment : Fragment
        The text that was read.
    offset : int
        The character at fault, counted in the whole text.
    undeclared : str
        The name, where one is used that is not declared.
    disputed : tuple of str
        The names that were to have a second meaning.

    Attributes
    ----------
    message : str
        The sentence.
    file : str
        Name of the file; empty where there is none.
    offset : int
        The place in the whole text, counted from 0.
    line, column : int
        Counted from 1.
    source_line : str
        The line at fault.
    """

    def __init__(
        self,
        message: str,
        fragment: Fragment,
        offset: int,
        *,
        undeclared: str = "",
        disputed: tuple[str, ...] = (),
    ) -> None:
        self.message = message
        self.undeclared = undeclared
        self.disputed = disputed
        self.offset = offset
        self.file = fragment.source.name
        self._source = fragment.source
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is else made again from its message alone.
        place = Fragment(self._source, self.offset, self.offset)
        return type(self), (self.message, place, self.offset), self.__dict__

    @property
    def line(self) -> int:
        """The line at fault, counted from 1."""
        return self._source.position(self.offset).line

    @property
    def column(self) -> int:
        """The column at fault, counted from 1."""
        return self._source.position(self.offset).column

    @property
    def source_line(self) -> str:
        """The text of the line at fault."""
        return self._source.line(self.line)

    @property
    def summary(self) -> str:
        """File, line, column and the message, in one line."""
        if self.file:
            return f"{self.file}:{self.line}:{self.column}: {self.message}"
        where = (
            f"column {self.column}" if self.line == 1 else f"line {self.line}, column {self.column}"
        )
        return f"{where}: {self.message}"

    def __str__(self) -> str:
        shown, caret = _excerpt(self.source_line, self.column - 1)
        return f"{self.summary}\n    {shown}\n    {' ' * caret}^"


def _excerpt(line: str, index: int) -> tuple[str, int]:
    """Return a printable stretch of `line` around `index`, and the width before it."""
    start, stop = 0, len(line)
    if len(line) > _SHOWN_WHOLE:
        start = max(0, index - _SHOWN_BEFORE)
        stop = min(len(line), index + _SHOWN_AFTER)
    before = _printable(line[start:index])
    lead = "..." if start else ""
    tail = "..." if stop < len(line) else ""
    shown = f"{lead}{before}{_printable(line[index:stop])}{tail}"
    return shown, len(lead) + sum(map(_width, before))


def _printable(text: str) -> str:
    return "".join(" " if unicodedata.category(char).startswith("C") else char for char in text)


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
