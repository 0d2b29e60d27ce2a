r"""Macros that a document defines: ``\newcommand``, ``\def``, ``\let``, operators of its own.

A macro is its text, with ``#1`` to ``#9`` for its arguments, of which the first ones may be
optional. As in TeX, a definition holds from its place to the end of its group, and a macro is put
in as the tokens of its text. What is written in the document counts, and in the files beside it
that it includes or uses as packages. A definition that is not understood takes the name away: it
stands for nothing from there on, whatever it stood for before.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from boundcalc.tex import vocabulary

_NAME = r"\\(?:[A-Za-z@]+|[^A-Za-z\s])"
_HEAD = re.compile(
    r"\\(?P<kind>(?:re)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator|[gex]?def)"
    rf"(?![A-Za-z@])\*?\s*(?:\{{\s*(?P<braced>{_NAME})\s*\}}|(?P<bare>{_NAME}))\s*"
    r"(?:\[(?P<count>[0-9])\])?\s*(?P<default>\[[^\]]*\])?(?P<parameters>(?:#[1-9])*)\s*(?=\{)"
)
_DOCUMENT_COMMAND = re.compile(
    r"\\(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand\s*"
    rf"(?:\{{\s*(?P<braced>{_NAME})\s*\}}|(?P<bare>{_NAME}))\s*"
    r"\{(?P<kinds>(?:\s|m|O\s*\{[^{}]*\})*)\}\s*(?=\{)"
)
_PAIRED = re.compile(
    rf"\\DeclarePairedDelimiter\s*(?:\{{\s*(?P<braced>{_NAME})\s*\}}|(?P<bare>{_NAME}))\s*"
    r"(?:\{\s*(?P<left>[^{}]*?)\s*\}|(?P<one>\\[A-Za-z]+|\\?[^\s{}]))\s*"
    r"(?:\{\s*(?P<right>[^{}]*?)\s*\}|(?P<other>\\[A-Za-z]+|\\?[^\s{}]))"
)
_LET = re.compile(rf"\\let\s*(?P<name>{_NAME})\s*=?\s?(?P<meaning>{_NAME}|\S)")
_ANY = re.compile(rf"\\[A-Za-z]+\*?\s*\{{?\s*(?P<name>{_NAME})")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*(?:\n[ \t]*)?")
_ENDS_IN_WORD = re.compile(r"(?<!\\)(?:\\\\)*\\[A-Za-z@]+\Z")
MAX_BODY = 2000
MAX_DEFINITIONS = 2000  # of a document; what is defined further on stands for nothing
DEFINING = (
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator|let|futurelet"
    r"|(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand|DeclarePairedDelimiterX?"
    r"|DeclareMathSymbol|mathchardef|chardef|newcommandx|renewcommandx)(?![A-Za-z@])\*?"
    r"|\\[gex]?def(?=\s*\\)|\\@namedef(?=\s*\{)"
)
_DEFINES = re.compile(DEFINING)
_SPELLED = re.compile(
    r"\\[A-Za-z]+\*?\s*\{?\s*\\csname\s*(?P<spelled>[^\\{}#]+?)\s*\\endcsname"
    r"|\\@namedef\s*\{(?P<plain>[^\\{}#]+)\}"
)


@dataclass(frozen=True, slots=True)
class Macro:
    r"""The number of arguments, and the text in which they are put.

    ``primitive`` is the command of LaTeX that it stands for, after ``\let``. ``defaults`` are what
    the first arguments are where they are left out; ``pair`` are the delimiters that it puts around
    its argument, which grow with a star.
    """

    count: int
    body: str
    primitive: str = ""
    defaults: tuple[str, ...] = ()
    pair: tuple[str, str] | None = None

    def expand(self, arguments: list[str]) -> str:
        r"""Return the text with the arguments in their places.

        A space keeps a command apart from the letters of an argument, which are tokens of their
        own.

        Examples
        --------
        >>> Macro(1, r"\ge#1").expand(["q-1"])
        '\\ge q-1'
        """
        text = ""
        for place, piece in enumerate(re.split(r"#([1-9])", self.body)):
            part = arguments[int(piece) - 1] if place % 2 else piece
            is_letter = part[:1].isascii() and (part[:1].isalpha() or part[:1] in "*@")
            if part and is_letter and _ENDS_IN_WORD.search(text):
                text += " "
            text += part
        return text


@dataclass(frozen=True, slots=True)
class Definition:
    """A macro with the stretch of the text in which it is in force; no end is the end of it all."""

    name: str
    macro: Macro | None
    start: int
    stop: int | None = None
    is_global: bool = False


_BARS, _NORM = Macro(1, "", pair=(r"\lvert", r"\rvert")), Macro(1, "", pair=(r"\lVert", r"\rVert"))
# What packages of others define, where it is common in this field.
PACKAGES: Mapping[str, Mapping[str, Macro]] = {
    "physics": {
        r"\abs": _BARS,
        r"\norm": _NORM,
        r"\tr": Macro(0, r"\operatorname{tr}"),
        r"\Tr": Macro(0, r"\operatorname{Tr}"),
        r"\rank": Macro(0, r"\operatorname{rank}"),
    },
    "commath": {r"\abs": _BARS, r"\norm": _NORM},
}


@dataclass
class Macros:
    """The macros of one text; `outer` holds those of the text that includes it, at `place`."""

    outer: Macros | None = None
    place: int = 0
    definitions: list[Definition] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)  # what may be defined, or not, anywhere
    spent: int = 0  # how many macros were put in so far
    changes: int = 0
    _known: tuple[int, int, int, Mapping[str, Macro | None]] = (0, 0, 0, MappingProxyType({}))

    def at(self, offset: int) -> Mapping[str, Macro | None]:
        """Return what each name stands for at a place; None where that is not known."""
        version = self.version
        first, last, then, known = self._known
        if first <= offset < last and then == version:
            return known
        edges = {item.start for item in self.definitions}
        edges |= {item.stop for item in self.definitions if item.stop is not None}
        first = max((edge for edge in edges if edge <= offset), default=0)
        last = min((edge for edge in edges if edge > offset), default=sys.maxsize)
        known = self._at(offset)
        self._known = (first, last, version, known)
        return known

    @property
    def version(self) -> int:
        """How often what is known of macros has changed here, and in the texts around."""
        return self.changes + (0 if self.outer is None else self.outer.version)

    def _at(self, offset: int) -> dict[str, Macro | None]:
        known: dict[str, Macro | None]
        known = {} if self.outer is None else dict(self.outer.at(self.place))
        for item in self.definitions:
            if item.start <= offset and (item.stop is None or offset < item.stop):
                known[item.name] = item.macro
        known.update(dict.fromkeys(self.lost))
        return known

    def read(self, text: str, at: int) -> tuple[Definition | None, int]:
        """Keep the definition that begins at `at`; return it, and where it ends."""
        if len(self.definitions) >= MAX_DEFINITIONS:
            name = _defined(text, at)
            self.lost |= {name} - {""}
            self.changes += 1
            return None, at + 1 + len(name)
        known = self.at(at)
        name, macro, end = _definition(text, at, known)
        self.changes += 1
        if not name:
            return None, end
        is_provided = text.startswith(r"\providecommand", at)
        if is_provided and (name in known or is_command(name)):
            return None, end
        if text.startswith(r"\newcommand", at) and known.get(name, macro) != macro:
            macro = None
        before = text[max(0, at - 20) : at].rstrip()
        is_global = text.startswith((r"\gdef", r"\xdef"), at) or before.endswith(r"\global")
        item = Definition(name, macro, end, is_global=is_global)
        self.definitions.append(item)
        for inner in _DEFINES.finditer(text, at + 2, end):  # in force wherever the macro is used
            self.lost |= {_definition(text, inner.start(), known)[0]} - {""}
        return item, end

    def close(self, items: list[Definition], stop: int) -> None:
        """End definitions with the group in which they stand."""
        self.changes += 1
        for item in items:
            if not item.is_global:
                self._end(item, stop)

    def _end(self, item: Definition, stop: int) -> None:
        """End a definition, which is one of the last."""
        for at in range(len(self.definitions) - 1, -1, -1):
            if self.definitions[at] is item:
                self.definitions[at] = replace(item, stop=stop)
                return

    def lose(self, item: Definition) -> None:
        """Say that it is not known where, or whether, a definition is in force."""
        self.changes += 1
        self.lost.add(item.name)

    def use(self, package: str, place: int) -> None:
        """Put the macros of a package of others into force, as far as they are known."""
        self.changes += 1
        for name, macro in PACKAGES.get(package, {}).items():
            self.definitions.append(Definition(name, macro, place))

    def take(self, inner: Macros, start: int) -> None:
        """Take over all definitions of a package, from a place on."""
        self.changes += 1
        self.lost |= inner.lost
        for item in inner.definitions:
            self.definitions.append(Definition(item.name, item.macro, start))
        self.definitions.sort(key=lambda item: item.start)

    def without(self, names: Container[str]) -> Macros:
        """Return these macros but for some names."""
        return Macros(definitions=[item for item in self.definitions if item.name not in names])

    def include(self, inner: Macros, start: int, *, is_certain: bool) -> None:
        """Take over what the text that is included at `start` defines for what follows it."""
        self.changes += 1
        self.lost |= inner.lost
        for item in inner.definitions:
            if item.stop is None and is_certain:
                self.definitions.append(Definition(item.name, item.macro, start))
            elif item.stop is None:
                self.lost.add(item.name)
        self.definitions.sort(key=lambda item: item.start)


def defined_names(text: str) -> frozenset[str]:
    """Return the commands that a text defines anywhere."""
    return frozenset(_defined(text, found.start()) for found in _DEFINES.finditer(text))


def _defined(text: str, at: int) -> str:
    """Return the name that is defined at a place, or nothing."""
    spelled = _SPELLED.match(text, at)
    if spelled is not None:
        return "\\" + (spelled["spelled"] or spelled["plain"])
    found = _ANY.match(text, at)
    return found["name"] if found else ""


def _definition(
    text: str, at: int, known: Mapping[str, Macro | None]
) -> tuple[str, Macro | None, int]:
    """Return the name that is defined at `at`, its macro if it is understood, and where it ends."""
    spelled = _SPELLED.match(text, at)
    if spelled is not None:
        return "\\" + (spelled["spelled"] or spelled["plain"]), None, spelled.end()
    let = _LET.match(text, at)
    if let is not None:
        return let["name"], _meaning(let["meaning"], known), let.end()
    paired = _PAIRED.match(text, at)
    if paired is not None:
        pair = (paired["left"] or paired["one"], paired["right"] or paired["other"])
        return paired["braced"] or paired["bare"], Macro(1, "", pair=pair), paired.end()
    found = _HEAD.match(text, at)
    if found is None:
        special = _DOCUMENT_COMMAND.match(text, at)
        if special is not None:
            return _document_command(text, special)
        other = _ANY.match(text, at)
        return ("", None, at + 1) if other is None else (other["name"], None, other.end())
    name = found["braced"] or found["bare"]
    end = closing_brace(text, found.end(), found.end() + MAX_BODY)
    if end is None:
        return name, None, found.end()
    count = int(found["count"] or (found["parameters"] or "").count("#"))
    body = without_comments(text[found.end() + 1 : end])
    used = [int(digit) for digit in re.findall(r"#([0-9]?)", body) if digit]
    is_plain = body.count("#") == len(used) and all(1 <= number <= count for number in used)
    if found["kind"] in ("edef", "xdef") or not is_plain:
        return name, None, end + 1
    if found["kind"] == "DeclareMathOperator":
        body = rf"\operatorname{{{body}}}"
    defaults = (found["default"][1:-1],) if found["default"] and count else ()
    if found["default"] and not defaults:
        return name, None, end + 1
    if not count and body.strip() in vocabulary.SIZES:  # what it grows with stands behind it
        return name, Macro(0, "", primitive=body.strip()), end + 1
    return name, Macro(count, body, defaults=defaults), end + 1


def _document_command(text: str, found: re.Match[str]) -> tuple[str, Macro | None, int]:
    r"""Return what ``\NewDocumentCommand`` defines, if optional arguments stand first."""
    name = found["braced"] or found["bare"]
    end = closing_brace(text, found.end(), found.end() + MAX_BODY)
    if end is None:
        return name, None, found.end()
    body = without_comments(text[found.end() + 1 : end])
    kinds = re.findall(r"m|O\s*\{[^{}]*\}", found["kinds"])
    defaults = tuple(kind[kind.index("{") + 1 : -1] for kind in kinds if kind != "m")
    is_first = all(kind != "m" for kind in kinds[: len(defaults)])
    used = [int(digit) for digit in re.findall(r"#([0-9]?)", body) if digit]
    is_plain = body.count("#") == len(used) and all(1 <= item <= len(kinds) for item in used)
    if not is_first or not is_plain:
        return name, None, end + 1
    return name, Macro(len(kinds), body, defaults=defaults), end + 1


def _meaning(written: str, known: Mapping[str, Macro | None]) -> Macro | None:
    r"""Return what ``\let`` gives: the meaning that the second name has now."""
    if not written.startswith("\\"):
        return None if written in "{}#%&^_~$" else Macro(0, written)
    return known[written] if written in known else Macro(0, "", primitive=written)


def is_command(name: str) -> bool:
    """Return whether LaTeX has a meaning for a command, as far as this reader knows."""
    return any(
        name in group
        for group in (
            vocabulary.GREEK, vocabulary.OTHER_NAMES, vocabulary.SAME, vocabulary.RELATIONS,
            vocabulary.FUNCTIONS, vocabulary.ACCENTS, vocabulary.COMMANDS, vocabulary.SYMBOLS,
            vocabulary.SIZES, vocabulary.FONTS, vocabulary.TEXTS, vocabulary.SPACING,
            vocabulary.OPENING, vocabulary.CLOSING, vocabulary.ARROWS, (r"\cdot", r"\times"),
        )
    )  # fmt: skip


def without_comments(text: str) -> str:
    """Return a text as TeX reads it: a comment goes with the end of its line."""
    return _COMMENT.sub("", text)


def closing_brace(text: str, opener: int, limit: int) -> int | None:
    """Return where the brace that opens at `opener` closes, if it does before `limit`."""
    depth, at = 0, opener
    stop = min(limit, len(text))
    while at < stop:
        char = text[at]
        if char == "\\":
            at += 2
            continue
        if char == "%":
            end = text.find("\n", at)
            at = stop if end < 0 else end
            continue
        depth += (char == "{") - (char == "}")
        if depth == 0:
            return at
        at += 1
    return None


_PARAGRAPH_OR_GROUP = re.compile(
    r"(?P<anew>\n[ \t\r]*\n)|(?P<opens>\{|\\(?:begingroup|bgroup)(?![A-Za-z]))"
    r"|(?P<closes>\}|\\(?:endgroup|egroup)(?![A-Za-z]))|\\."
)


_BRACES = re.compile(r"\\.|%[^\n]*|[{}]")


def braces(text: str) -> dict[int, int]:
    """Return where each brace of a text closes that does, by where it opens."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for mark in _BRACES.finditer(text):
        if mark.group() == "{":
            opened.append(mark.start())
        elif mark.group() == "}" and opened:
            found[opened.pop()] = mark.start()
    return found


def depth_of_groups(text: str, start: int, at: int, depth: int = 0) -> int:
    """Return how many groups of the paragraph are open at a place of a page.

    Some readers of pages end its definitions with it, and others do not; `depth` are open at
    `start`.
    """
    for mark in _PARAGRAPH_OR_GROUP.finditer(text, start, at):
        if mark["anew"] is not None:
            depth = 0
        elif mark["opens"] is not None:
            depth += 1
        elif mark["closes"] is not None:
            depth = max(depth - 1, 0)
    return depth
