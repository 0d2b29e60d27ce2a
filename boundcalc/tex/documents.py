r"""Documents: the displays of a LaTeX or Markdown text, and the directives between them.

Main definitions
----------------
`Display`, `Directive`, `Inclusion`: what a document is made of, in its order.
`read_parts`: all of them, with the errors that were met; reading goes on after an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property

from boundcalc.tex.conditions import Conditions
from boundcalc.tex.finding import Finder
from boundcalc.tex.groups import Damage, Groups
from boundcalc.tex.macros import DEFINING, Definition, braces, depth_of_groups
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.vocabulary import DISPLAYS as ENVIRONMENTS
from boundcalc.tex.vocabulary import VERBATIM


@dataclass(frozen=True, slots=True)
class Display:
    r"""A displayed formula: what is to be read, and all of it with its delimiters."""

    formula: Fragment
    whole: Fragment


@dataclass(frozen=True, slots=True)
class Directive:
    """One directive: its first word, the rest, and how it stands on its line.

    `before` is what stands on the line before it, outside of comments; empty where it stands alone.
    """

    word: str
    argument: Fragment
    whole: Fragment
    before: str = ""

    @property
    def line(self) -> int:
        """The line on which it stands."""
        return self.whole.position.line


@dataclass(frozen=True, slots=True)
class Inclusion:
    r"""An ``\input`` or ``\include`` with the name of a file, which may stand in a group.

    ``is_package`` says that it is a package, of which the definitions alone count, if it lies
    beside the document.
    """

    path: str
    whole: Fragment
    is_grouped: bool = False
    is_package: bool = False


Part = Display | Directive | Inclusion


@dataclass
class Parts:
    """What was found in a text, in its order, and the errors."""

    found: list[Part] = field(default_factory=list)
    errors: list[ReaderError] = field(default_factory=list)


def read_parts(source: SourceText, *, is_markdown: bool) -> Parts:
    r"""Return the displays, directives and inclusions of a text.

    Raises
    ------
    DocumentError
        If so much of it is broken that it is no document.

    Examples
    --------
    >>> source = SourceText("%! declare x real\n\\[ x^2 \\ge 0 \\] %! by: algebra")
    >>> [type(part).__name__ for part in read_parts(source, is_markdown=False).found]
    ['Directive', 'Display', 'Directive']
    """
    scanner = _Scanner(source, is_markdown)
    scanner.run()
    return Parts(sorted(scanner.parts.found, key=_place), scanner.parts.errors)


def _place(part: Part) -> tuple[int, int]:
    return part.whole.start, -part.whole.stop


_ENVIRONMENT = r"\\(?P<{0}>begin|end)\s*\{{\s*(?P<{0}_name>[A-Za-z]+\*?)\s*\}}"
_MATH = (
    r"(?P<comment>%[^\n]*)"
    r"|(?P<open>\\\[)|(?P<close>\\\])|(?P<dollars>\$\$)"
    rf"|{_ENVIRONMENT.format('edge')}"
    r"|(?P<escape>(?:\\\\)+|\\[\s\S])"
)
_IN_DISPLAY = re.compile(_MATH)
_IN_LATEX = re.compile(
    r"(?=[\\{}$%])(?:"  # at other characters nothing begins
    r"(?P<verb>\\verb\*?(?P<mark>[^A-Za-z\s*])[^\n]{0,4000}?(?P=mark))"
    r"|\\(?:input|include)\s*\{(?P<path>[^{}\n]*)\}"
    r"|\\(?:usepackage|RequirePackage)\s{0,9}(?:\[[^\]]{0,2000}\])?\s{0,9}\{(?P<packages>[^{}]{0,2000})\}"
    rf"|(?P<definition>{DEFINING})"
    r"|(?P<if>\\if(?:true|false)(?![A-Za-z@]))|(?P<endinput>\\endinput(?![A-Za-z@]))"
    r"|(?P<group>[{}]|\\(?:begingroup|endgroup|bgroup|egroup)(?![A-Za-z@]))"
    r"|(?P<dollar>\$(?!\$))"
    rf"|{_MATH})"
)
_IN_MARKDOWN = re.compile(
    r"(?=[\\$`~<%\s])(?:"
    r"(?P<fence>^[ \t]{0,12}(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\n`]*)$)"
    r"|(?P<html><!--)"
    r"|(?P<code>(?P<ticks>`+)(?!`))"
    r"|(?P<stray>^[ \t]*%![^\n]*)"
    r"|(?P<dollar>\$(?!\$))"
    rf"|(?P<definition>{DEFINING})"
    r"|(?P<open>\\\[)|(?P<close>\\\])|(?P<dollars>\$\$)"
    rf"|{_ENVIRONMENT.format('edge')}"
    r"|(?P<escape>(?:\\\\)+|\\[\s\S]))",
    re.MULTILINE,
)
_ARGUMENT = re.compile(r"(?:\\[A-Za-z@]+\*?|(?<!\\)[\]}])[^\S\n]*\n?[^\S\n]*\Z")
_DEFINES = re.compile(DEFINING)
_BEGINS = re.compile(r"\\begin\s*\{(?P<name>[A-Za-z]+\*?)\}")
_ENDS = re.compile(r"\\end\s*\{(?P<name>[A-Za-z]+\*?)\}")
_COMMAND = re.compile(r"\\[A-Za-z@]+")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_COMMENT_OR_SPACE = re.compile(r"%[^\n]*|\s+|\\(?:displaystyle|small|label\{[^{}]*\})")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_OPENERS = {r"\[": r"\]", "$$": "$$"}
_MAGIC = re.compile(r"\s*(?:TEX|BIB|LW|MW)\b", re.IGNORECASE)
_WORD = re.compile(r"\s*([A-Za-z]*)[ \t]*:?[ \t]*")


_CLOSERS = {"{": "}", r"\begingroup": r"\endgroup", r"\bgroup": r"\egroup"}


class _Scanner:
    """One pass over a text."""

    def __init__(self, source: SourceText, is_markdown: bool) -> None:
        self.source = source
        self.text = source.text
        self.stop = len(self.text)
        self.is_markdown = is_markdown
        self.outside = _IN_MARKDOWN if is_markdown else _IN_LATEX
        self.parts = Parts()
        self.at = 0
        self.finder = Finder(self.text)
        self.damage = Damage(source)
        self.groups = Groups(self.damage)
        self.counted = (0, 0)  # a place, and how many groups of its paragraph are open there
        self.openers: dict[str, str] = {}  # macros that begin a display, with what ends it
        self.closers: dict[str, str] = {}
        self.wrappers: dict[str, str] = {}  # macros whose argument is a display
        self.skips: list[tuple[int, int]] = []  # what a conditional leaves out, later on

    @cached_property
    def conditions(self) -> Conditions:
        """What is typeset under conditions."""
        return Conditions(self.text)

    @cached_property
    def closing(self) -> dict[int, int]:
        """Where each brace closes that does, by where it opens."""
        return braces(self.text)

    def run(self) -> None:
        while self.at < self.stop:
            found = self.outside.search(self.text, self.at, self.stop)
            if found is None:
                return
            if self.skips and found.start() >= self.skips[-1][0]:
                self.at = max(self.at, self.skips.pop()[1])
                continue
            self.at = found.end()
            self.outside_step(found)

    def outside_step(self, found: re.Match[str]) -> None:
        if found.lastgroup == "escape":  # what is met most
            if self.wrappers or self.openers:
                self.command(found.start())
            return
        if found.lastgroup == "group":
            self.group(found)
            return
        groups = found.groupdict()
        if groups.get("comment"):
            self.directives(found.start(), found.end())
        elif groups.get("html"):
            self.html_comment(found.start())
        elif groups.get("fence"):
            self.fence(found)
        elif groups.get("code"):
            end = self.text.find(groups["ticks"], self.at)
            if end >= 0 and not _BLANK_LINE.search(self.text, self.at, end):
                self.at = end + len(groups["ticks"])
        elif groups.get("stray"):
            self.fail(
                "in Markdown a directive outside of a display stands in <!-- ... -->",
                found.end() - len(groups["stray"].lstrip()),
            )
        elif groups.get("dollar"):
            self.inline()
        elif groups.get("open") or groups.get("dollars"):
            self.display(found.start(), _OPENERS[found.group()])
        elif groups.get("close"):
            self.fail(r"this \] closes nothing", found.start())
        elif groups.get("edge"):
            self.environment(found)
        elif groups.get("definition"):
            self.definition(found.start())
        elif groups.get("if"):
            self.conditional(found)
        elif groups.get("endinput"):
            self.at = self.stop
        elif groups.get("packages") is not None:
            self.packages(found)
        elif groups.get("path") is not None:
            whole = self.fragment(found.start(), found.end())
            self.parts.found.append(
                Inclusion(groups["path"].strip(), whole, is_grouped=bool(self.groups.opened))
            )

    def packages(self, found: re.Match[str]) -> None:
        """Put packages into force: those that are known, and those that lie beside the document."""
        for name in found["packages"].split(","):
            self.source.macros.use(name.strip(), found.end())
            whole = self.fragment(found.start(), found.end())
            path = f"{name.strip()}.sty"
            is_grouped = bool(self.groups.opened)
            self.parts.found.append(Inclusion(path, whole, is_grouped, is_package=True))

    def definition(self, start: int) -> None:
        """Keep a macro; in an argument or under a condition, nobody knows if it is in force."""
        item, end = self.source.macros.read(self.text, start)
        self.at = max(self.at, end)
        if item is None:
            self.damage.add(start)
            return
        is_conditional = self.conditions.is_uncertain(start)
        is_local = self.is_markdown and self.is_in_group(start)
        if is_conditional or is_local or self.groups.arguments:
            self.source.macros.lose(item)
        elif self.groups.opened:
            self.groups.opened[-1].definitions.append(item)
        self.note_display(item)

    def is_in_group(self, place: int) -> bool:
        """Return whether a group of its paragraph is open at a place of a page."""
        known, depth = self.counted
        depth = depth_of_groups(self.text, known, place, depth)
        self.counted = (place, depth)
        return depth > 0

    def note_display(self, item: Definition) -> None:
        r"""Remember a macro that begins or ends a display, or makes its argument one."""
        body = "" if item.macro is None else item.macro.body.strip()
        begun, ended = _BEGINS.match(body), _ENDS.fullmatch(body)
        if begun and begun["name"] in ENVIRONMENTS and body.endswith(rf"\end{{{begun['name']}}}"):
            if re.fullmatch(r"\s*#1\s*", body[begun.end() : body.rindex(r"\end")]):
                self.wrappers[item.name] = begun["name"]
        elif begun and begun["name"] in ENVIRONMENTS and begun.end() == len(body):
            self.openers[item.name] = begun["name"]
        elif ended and ended["name"] in ENVIRONMENTS:
            self.closers[item.name] = ended["name"]
        elif body in (r"\[", "$$"):
            self.openers[item.name] = body
        if body in (r"\]", "$$"):
            self.closers[item.name] = r"\[" if body == r"\]" else "$$"

    def command(self, start: int) -> None:
        """Read the display that a macro begins, or that is its argument."""
        found = _COMMAND.match(self.text, start)
        name = found.group() if found else ""
        if found is not None and name in self.wrappers:
            spaces = re.compile(r"\s*").match(self.text, found.end())
            opener = spaces.end() if spaces else found.end()
            end = self.closing.get(opener)
            if end is not None:
                self.add_display(start, opener + 1, end, end + 1)
        elif found is not None and name in self.openers:
            env = self.openers[name]
            ends = [rf"{re.escape(key)}(?![A-Za-z@])" for key in self.closers_of(env)]
            ends += [re.escape(rf"\end{{{env}}}")] if env in ENVIRONMENTS else []
            last = self.finder.next(re.compile("|".join(ends)), found.end()) if ends else None
            if last is not None:
                self.add_display(start, found.end(), *last)

    def closers_of(self, environment: str) -> list[str]:
        """Return the macros that end what one macro begins."""
        return [key for key, ended in self.closers.items() if ended == environment]

    def add_display(self, start: int, opened: int, closed: int, stop: int) -> None:
        """Keep a display that a macro makes."""
        whole = self.fragment(start, stop)
        self.parts.found.append(Display(self.fragment(opened, closed), whole))
        for comment in _COMMENT.finditer(self.text, opened, closed):
            self.directives(*comment.span())
        self.at = stop

    def group(self, found: re.Match[str]) -> None:
        """Open or close a group, at the end of which its definitions end."""
        sign = found["group"]
        if sign in _CLOSERS:
            is_argument = sign == "{" and self.is_argument(found.start())
            self.groups.open(_CLOSERS[sign], found.start(), is_argument=is_argument)
        else:
            self.groups.close(sign, found.start())

    def is_argument(self, opener: int) -> bool:
        """Return whether the group that a brace opens is the argument of a command."""
        if self.text[max(0, opener - 1) : opener] == "{":
            return False
        return _ARGUMENT.search(self.text[max(0, opener - 200) : opener]) is not None

    def conditional(self, found: re.Match[str]) -> None:
        r"""Leave out what ``\iffalse`` hides, up to ``\else`` or ``\fi``; or the other part."""
        item = self.conditions.found.get(found.start())
        if item is None:
            self.fail(f"this {found.group()} has no \\fi", found.start())
        elif item.word == "iffalse":
            self.at = item.middle or item.stop
        elif item.middle:
            self.skips.append((item.middle, item.stop))

    def environment(self, found: re.Match[str]) -> None:
        name = found["edge_name"]
        if name not in (*ENVIRONMENTS, *VERBATIM, "document"):
            if found["edge"] == "begin":
                self.groups.open(name, found.start())
            else:
                self.groups.close(name, found.start())
        if found["edge"] == "end":
            if name == "document" and not self.is_markdown:
                self.at = self.stop
            elif name in ENVIRONMENTS:
                self.fail(rf"this \end has no \begin{{{name}}}", found.start())
        elif name in ENVIRONMENTS:
            self.display(found.start(), name)
        elif name in VERBATIM and not self.is_markdown:
            end = self.text.find(rf"\end{{{name}}}", self.at)
            if end < 0:
                self.fail(rf"this \begin{{{name}}} has no \end", found.start())
            self.at = self.stop if end < 0 else end + len(name) + 6

    def display(self, start: int, closer: str) -> None:
        """Read up to what closes the display; a comment in it may hold directives."""
        opened = start + (0 if closer in ENVIRONMENTS else 2)
        pending: list[tuple[int, int]] = []
        at = self.at
        while True:
            found = _IN_DISPLAY.search(self.text, at, self.stop)
            if found is not None and self.is_within(found, start, closer):
                at = found.end()
                continue
            if found is None or self.begins_anew(found, closer):
                self.fail("this display is never closed", start)
                self.at = self.stop if found is None else found.start()
                break
            at = found.end()
            if found["comment"]:
                pending.append(found.span())
            elif self.closes(found, closer):
                end = found.end() if closer in ENVIRONMENTS else found.start()
                formula = self.fragment(opened, end)
                if self.is_markdown:
                    self.inner_definitions(opened, end)
                self.parts.found.append(Display(formula, self.fragment(start, found.end())))
                if not formula.text.strip():
                    self.damage.add(start)
                self.at = found.end()
                break
        for span in pending:
            self.directives(*span)

    def inner_definitions(self, start: int, stop: int) -> None:
        """Keep the macros that a display of a page defines: they hold on all of the page."""
        for found in _DEFINES.finditer(self.text, start, stop):
            item, _ = self.source.macros.read(self.text, found.start())
            if item is not None and depth_of_groups(self.text, start, found.start()):
                self.source.macros.lose(item)

    def is_within(self, found: re.Match[str], start: int, closer: str) -> bool:
        r"""Return whether an environment is all that a display holds, as in ``$$\begin{align}``."""
        name = found["edge_name"]
        if name not in ENVIRONMENTS or closer in ENVIRONMENTS:
            return False
        if found["edge"] == "begin":
            before = self.text[start + 2 : found.start()]
            return not _COMMENT_OR_SPACE.sub("", before)
        after = self.finder.next(re.compile(re.escape(closer)), found.end())
        begun = self.text.find(rf"\begin{{{name}}}", start, found.start())
        return begun >= 0 and after is not None

    def closes(self, found: re.Match[str], closer: str) -> bool:
        if closer in ENVIRONMENTS:
            return found["edge"] == "end" and found["edge_name"] == closer
        return found.group() == closer

    def begins_anew(self, found: re.Match[str], closer: str) -> bool:
        """Return whether another display begins before this one ends."""
        if closer == "$$" and (found["open"] or found["close"]):
            after = self.finder.next(re.compile(r"\$\$|\n[ \t\r]*\n"), found.end())
            if after is not None and self.text[after[0]] == "$":
                return False  # a bracket that is escaped, as Markdown asks for
        is_dollars = found["dollars"] and closer != "$$"
        if found["open"] or is_dollars or (found["close"] and closer != r"\]"):
            return True
        name = found["edge_name"] if found["edge"] is not None else ""
        return name == "document" or (name in ENVIRONMENTS and not self.closes(found, closer))

    def inline(self) -> None:
        """Move behind an inline formula; a dollar sign without a partner is a dollar sign."""
        at = self.at
        while at < self.stop:
            end = self.text.find("$", at)
            if end < 0 or _BLANK_LINE.search(self.text, at, end):
                return
            if self.text[end - 1] != "\\":
                self.at = end + 1
                return
            at = end + 1

    def fence(self, found: re.Match[str]) -> None:
        """Move behind a block of code; a block of mathematics is a display."""
        mark = found["mark"]
        closing = re.compile(rf"^[ \t]*{mark[0]}{{{len(mark)},}}[ \t]*\r?$", re.MULTILINE)
        end = closing.search(self.text, found.end())
        stop = self.stop if end is None else end.start()
        if found["info"].strip() == "math":
            if end is None:
                self.fail("this display is never closed", found.start())
                return
            whole = self.fragment(found.start(), end.end())
            self.parts.found.append(Display(self.fragment(found.end(), stop), whole))
            for comment in re.compile(r"(?<!\\)%[^\n]*").finditer(self.text, found.end(), stop):
                self.directives(*comment.span())
        self.at = self.stop if end is None else end.end()

    def html_comment(self, start: int) -> None:
        end = self.text.find("-->", start + 4)
        if end < 0:
            self.fail("this comment is never closed; write -->", start)
            end = self.stop
        at = start + 4
        while at < end:
            line_end = self.text.find("\n", at, end)
            line_end = end if line_end < 0 else line_end
            first = at + len(self.text[at:line_end]) - len(self.text[at:line_end].lstrip())
            if self.text.startswith("%!", first):
                self.directives(first, line_end, opener=start)
            at = line_end + 1
        self.at = min(end + 3, self.stop)

    def directives(self, start: int, stop: int, opener: int | None = None) -> None:
        """Read the directives of one comment; `opener` is where its HTML comment begins."""
        if not self.text.startswith("%!", start) or _MAGIC.match(self.text, start + 2, stop):
            return
        line_start = self.text.rfind("\n", 0, start) + 1
        outer = start if opener is None else max(opener, line_start)
        before = self.text[line_start:outer].strip()
        while start < stop:
            following = self.text.find("%!", start + 2, stop)
            end = stop if following < 0 else following
            self.directive(start, end, before)
            start = end

    def directive(self, start: int, stop: int, before: str) -> None:
        while stop > start and self.text[stop - 1].isspace():
            stop -= 1
        found = _WORD.match(self.text, start + 2, stop)
        at = found.end() if found else stop
        word = found.group(1) if found else ""
        self.parts.found.append(
            Directive(word, self.fragment(at, stop), self.fragment(start, stop), before)
        )

    def fragment(self, start: int, stop: int) -> Fragment:
        return Fragment(self.source, start, stop)

    def fail(self, message: str, offset: int) -> None:
        self.damage.add(min(offset, self.stop))
        self.parts.errors.append(
            ReaderError(message, self.fragment(0, self.stop), min(offset, self.stop))
        )
