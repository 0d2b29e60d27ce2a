r"""Prose: the sentences of a document, with the formulas and displays that stand in them.

A display belongs to the sentence around it, so that "for all $x > 0$ we have \[ ... \] where $y$ is
an integer" is one sentence. Environments, headings, list items and paragraphs stand between them.

Main definitions
----------------
`Sentence`, `Mark`: what the prose of a document is made of, in its order.
`read_prose`: all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from boundcalc.prose.chinese import STOPS, in_english, is_half_known
from boundcalc.prose.edges import around, ends_sentence
from boundcalc.tex.documents import Display
from boundcalc.tex.files import Document, is_markdown
from boundcalc.tex.finding import Finder
from boundcalc.tex.scanning import (
    FORMULAS,
    SPACES,
    TITLE_ENDS,
    TITLED,
    TITLES_IN_CHINESE,
    met_in,
)
from boundcalc.tex.source import Fragment, SourceText

OPEN, CLOSE = "\u27e6", "\u27e7"  # around the number of a formula in the text of a sentence
MAX_FORMULAS, MAX_LENGTH = 100, 20_000  # of a sentence; what is longer is cut, and not understood
_RULE = re.compile(r"\\hrule(?:fill)?(?![A-Za-z])")


class MarkKind(Enum):
    """What stands between sentences."""

    BEGIN = "begin"  # an environment, or a heading such as **Theorem 1.** in Markdown
    END = "end"
    HEADING = "heading"
    ITEM = "item"
    PARAGRAPH = "paragraph"


@dataclass(frozen=True, slots=True)
class Mark:
    """Where something begins or ends; `name` is that of an environment, `text` its title."""

    kind: MarkKind
    place: Fragment
    name: str = ""
    text: str = ""
    level: int = 0


@dataclass(slots=True)
class Sentence:
    """Words with numbers for formulas: ``Let \u27e60\u27e7 be an integer``; a display is one too.

    One that `is_cut` is a part of a longer one, or has words that are not known: nobody knows what
    it says.
    """

    text: str = ""
    formulas: list[Fragment | Display] = field(default_factory=list)
    place: Fragment | None = None
    is_cut: bool = False

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self.place.position.line if self.place else 0

    @property
    def displays(self) -> list[tuple[int, Display]]:
        """The displays, each with its number."""
        found = enumerate(self.formulas)
        return [(number, item) for number, item in found if isinstance(item, Display)]

    def written(self, text: str) -> str:
        """Return a part of its text with the formulas in the place of their numbers."""

        def formula(found: re.Match[str]) -> str:
            item = self.formulas[int(found[1])]
            formula = item.formula if isinstance(item, Display) else item
            shown = _EDGES.sub(" ", formula.text)
            return f"${' '.join(shown.split())}$"

        return " ".join(re.sub(f"{OPEN}(\\d+){CLOSE}", formula, text).split())

    def words(self) -> str:
        """Return it as it is written, in one line."""
        if self.place is None:
            return ""
        return " ".join(self.place.text.split())


_EDGES = re.compile(  # of a display
    r"\\(?:begin|end)\{[a-z]+\*?\}|\\label\{[^{}]*\}|[.,;]\s*\Z"
)
Unit = Sentence | Mark


def is_blank(display: Display) -> bool:
    """Return whether nothing stands in a display, so that nothing is said by it."""
    return not display.formula.text.strip()


def _referred(text: str) -> str:
    r"""Return the label to which a formula refers that says nothing else, as ``\eqref{a}``."""
    found = _REFERENCE.fullmatch(text)
    return found["key"] if found else ""


def read_prose(document: Document) -> list[Unit]:
    r"""Return the sentences and marks of a document.

    Examples
    --------
    >>> from boundcalc.tex.files import read_source
    >>> text = "Let $x > 0$. Then \\[ x + 1 > 1 \\] holds."
    >>> [unit.text for unit in read_prose(read_source(text))]
    ['Let \u27e60\u27e7.', 'Then \u27e60\u27e7 holds.']
    """
    return _Composer(document).run()


_INPUT = re.compile(r"\\(?:input|include|subfile)\s*\{[^{}]*\}")
_PREAMBLE = re.compile(r"\\begin\s*\{document\}")
_STOP = re.compile(rf"[.!?](?=[\s)\]}}\"'\u201d*]|\Z)|[{STOPS}]")
_JOINED = re.compile(r"\\(?:eq|c|C|auto)?ref\s*\{")  # "Lemma \ref{a}.\ref{b}" ends no sentence
_LEADS_ON = re.compile(  # to the display behind the full stop
    r"(?i)\b(?:as follows|the following(?: [a-z]+){0,2}|(?:as )?below)\.\Z"
)
_SHOWN = re.compile(
    r"\s*(?:\\\[|\$\$|\\begin\{(?:align|equation|gather|multline|eqnarray|flalign)\*?\})"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:i\.e|e\.g|cf|resp|w\.r\.t|w\.l\.o\.g|w\.h\.p|s\.t|i\.i\.d|a\.s|a\.e|vs|Eq|Eqs|eq|eqs"
    r"|Thm|thm|Lem|lem|Prop|Cor|Fig|fig|Sec|sec|Ch|Def|App|al|et|etc|ref|no|No|p|pp|Dr|St|[A-Z])"
    r"|\W[a-z]|\*\*(?:Step|Case) [0-9]{1,2})\Z"
)
_IS_MARK = re.compile(r"\s*\((?:[a-f]|i{1,3}|i?v|vi{0,3}|[1-9])\)\s*")  # of a step
_REFERENCE = re.compile(r"\s*\(?\s*\\(?:eq)?ref\s*\{(?P<key>[^{}]{1,200})\}\s*\)?\s*")
_BRACE = re.compile(r"(?<!\\)[{}]")
_BULLET = re.compile(r"[-*+]|\d{1,2}\.")
_IN_PARENTHESES = re.compile(  # behind a title, where a link has words and an address
    r"[ \t]*[(\[]((?:\[[^\[\]()\n$]{2,80}\]\([^()\s]{3,200}\)|[^()\[\]\n$]){1,280})[)\]]"
)
_LINKED = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
_LEVELS = {"part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4}
_IN_KOREAN = re.compile(
    r"\W*(\uc815\ub9ac|\ubcf4\uc870\uc815\ub9ac|\uba85\uc81c|\ub530\ub984\uc815\ub9ac|\uc815\uc758|\uc608\uc81c)\s*([0-9].*)"
)
_OF_OTHERS = re.compile(r"(?i)(?:fig|tab|eqn?|sec|alg|it|item)\w*[:._-]")  # labels of figures ...
_NOT_LABELLED = re.compile(r"(?i)\w*(?:proof|pf|solution|answer)\b")
_MOST_UNITS = 200  # between the beginning of an environment and its label
_NO_MARK = ("document", "center", "abstract", "small", "figure", "table", "tabular")


class _Composer:
    """Goes through the text between displays; `sentence` is what is being composed."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.units: list[Unit] = []
        self.sentence = Sentence()
        self.reached: dict[int, int] = {}  # how far each text was gone through
        self.finders: dict[int, Finder] = {}
        self.is_after_display = False
        self.has_break = False  # a blank line, behind which the sentence may go on
        self.is_aside = False  # in a footnote
        self.is_titled = False  # a heading such as **Proof.** is in force
        self.is_quoted = False  # it stands in a quotation, and ends with that
        self.indent: int | None = None  # of the item of a list in which it stands

    def run(self) -> list[Unit]:
        current: SourceText | None = None
        for part in self.document.parts:
            source = part.whole.source
            if current is not None and source is not current:
                self.leave(current, source)
            current = source
            first, last = around(part, self.reached.get(id(source), 0))
            self.prose(source, first)
            self.reached[id(source)] = max(self.reached[id(source)], last)
            if isinstance(part, Display) and not is_blank(part):
                self.display(part)
        for source in ([current] if current else []) + self.document.sources:
            if source is current or id(source) in self.reached or source.text.strip():
                self.prose(source, len(source.text))
        self.end_sentence()
        return self.units

    def leave(self, source: SourceText, following: SourceText) -> None:
        """Go on up to where another file is included, if one is."""
        if id(following) in self.reached:
            self.prose(source, len(source.text))
            return
        found = _INPUT.search(source.text, self.reached.get(id(source), 0))
        if found is not None:
            self.prose(source, found.end())

    def prose(self, source: SourceText, stop: int) -> None:
        """Take the text of a file up to an offset."""
        start = self.reached.get(id(source))
        if start is None:
            begun = _PREAMBLE.search(source.text)
            start = begun.end() if begun else 0
        self.reached[id(source)] = max(start, stop)
        if start >= stop:
            return
        self.words(source, start, stop)

    def words(self, source: SourceText, start: int, stop: int) -> None:
        """Take the text between two offsets, with what is met in it."""
        at = start
        finder = self.finders.setdefault(id(source), Finder(source.text))
        for met in met_in(finder, start, stop, is_markdown=is_markdown(source.name)):
            if met.start < at:
                continue  # in a footnote
            self.text(source, at, met.start)
            at = met.stop
            if "aside" in met.groups:
                at = self.aside(source, met.stop, stop)
            elif _RULE.match(source.text, met.start):
                self.rule(Fragment(source, met.start, met.stop))
            elif met.groups.keys() & SPACES:
                self.space()
            else:
                self.found(Fragment(source, met.start, met.stop), met.groups, met.content)
        self.text(source, at, stop)

    def rule(self, place: Fragment) -> None:
        """Take a rule between two parts of a text for a sentence, as Markdown writes one."""
        self.end_sentence()
        self.add("---", place)
        self.end_sentence()

    def aside(self, source: SourceText, start: int, stop: int) -> int:
        """Take what stands in a footnote as sentences of its own; return where it ends.

        One that holds a display, or is never closed, is a part of the sentence around it.
        """
        last = start if self.is_aside else min(stop, start + MAX_LENGTH)  # none in another
        depth = 1
        for brace in _BRACE.finditer(source.text, start, last):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                break
        else:
            self.space()
            return start
        outer = self.sentence, self.is_after_display, self.has_break
        self.sentence, self.is_after_display, self.has_break = Sentence(), False, False
        self.is_aside = True
        self.words(source, start, brace.start())
        self.is_aside = False
        self.end_sentence()
        self.sentence, self.is_after_display, self.has_break = outer
        return brace.end()

    # What is met.

    def found(self, place: Fragment, groups: dict[str, str], content: tuple[int, int]) -> None:
        if groups.keys() & FORMULAS:
            self.formula(place.part(*content), place)
        elif "blank" in groups:
            self.has_break = True
            if self.is_quoted and place.source.text[place.stop : place.stop + 1] not in " \t\n>":
                self.end_title(place)
        elif "edge" in groups:
            self.edge(groups, place)
        elif "heading" in groups:
            self.heading(place, _LEVELS[groups["level"]], groups["name"])
        elif "hash" in groups:
            self.heading(place, len(groups["depth"]), groups["hashed"])
        elif "bold" in groups:
            self.titled(place, groups["titled"].lower(), groups.get("rest", ""))
        elif "item" in groups or "bullet" in groups:
            if (
                self.indent is not None
                and "bullet" in groups
                and _indent(place.text) <= self.indent
            ):
                self.end_title(place)
            self.mark(Mark(MarkKind.ITEM, place))
        elif "reference" in groups or "booked" in groups:
            key = groups.get("key", "") or groups.get("bookkey", "")
            if key.strip():
                self.add(f" \u00ab{key}\u00bb ", place)
            else:  # it refers to nothing
                self.space()
        elif "label" in groups:
            self.mark_label(groups["labelled"])

    def edge(self, groups: dict[str, str], place: Fragment) -> None:
        name = groups["environment"]
        if name in _NO_MARK:
            self.end_sentence()
            return
        kind = MarkKind.BEGIN if groups["edge"] == "begin" else MarkKind.END
        self.mark(Mark(kind, place, name, _bare_title(groups.get("title", ""))))

    def heading(self, place: Fragment, level: int, name: str) -> None:
        titled = re.match(rf"\W*({TITLED}){TITLE_ENDS}(.*)", name)
        titled = titled or _IN_KOREAN.match(name)
        if titled:
            self.titled(place, titled[1].lower(), titled[2])
            return
        self.end_title(place)
        self.mark(Mark(MarkKind.HEADING, place, text=in_english(name), level=level))

    def titled(self, place: Fragment, name: str, rest: str) -> None:
        """Begin what a bold heading announces, such as Theorem 1; in a list, its item holds it."""
        self.end_title(place)
        name, rest = TITLES_IN_CHINESE.get(name, name), in_english(rest)
        named = _IN_PARENTHESES.match(place.source.text, place.stop)
        linked = _LINKED.sub(r"\1", named[1]) if named else ""
        rest = f"{rest} ({linked})" if 2 < len(linked) <= 80 and "(" not in rest else rest
        line = place.source.text[place.source.text.rfind("\n", 0, place.start) + 1 : place.start]
        self.indent = _indent(line) if _BULLET.fullmatch(line.strip()) else None
        self.mark(Mark(MarkKind.BEGIN, place, name, rest.strip(" .:()")))
        self.is_titled = True
        self.is_quoted = place.text[:1].isspace() or ">" in line  # its marks, or blanks

    def end_title(self, place: Fragment) -> None:
        if self.is_titled:
            self.mark(Mark(MarkKind.END, place, "", ""))
        self.is_titled = self.is_quoted = False

    def mark(self, mark: Mark) -> None:
        self.end_sentence()
        self.units.append(mark)

    def mark_label(self, key: str) -> None:
        """Give a label to the environment that it stands in, if this has none yet."""
        ended = 0
        for at in range(len(self.units) - 1, max(-1, len(self.units) - _MOST_UNITS), -1):
            unit = self.units[at]
            if isinstance(unit, Sentence) or unit.kind is MarkKind.PARAGRAPH:
                continue
            if unit.kind not in (MarkKind.BEGIN, MarkKind.END):
                return
            ended += 1 if unit.kind is MarkKind.END else -1
            if ended < 0:
                is_other = _OF_OTHERS.match(key) or _NOT_LABELLED.match(unit.name)
                if not is_other and "\u00ab" not in unit.text:
                    text = f"{unit.text} \u00ab{key}\u00bb".strip()
                    self.units[at] = Mark(unit.kind, unit.place, unit.name, text)
                return

    # How sentences grow.

    def text(self, source: SourceText, start: int, stop: int) -> None:
        """Add words, and end the sentence at each full stop."""
        if start >= stop:
            return
        text = source.text[start:stop]
        if text.isspace():
            self.space()
            return
        at = 0
        for found in _STOP.finditer(text):
            before = self.sentence.text[-12:] + text[max(at, found.start() - 12) : found.start()]
            is_joined = found.end() == len(text) and _JOINED.match(source.text, stop)
            if found.group() == "." and (_ABBREVIATION.search(before[-12:]) or is_joined):
                continue
            leads = _LEADS_ON.search(text, at, found.end())
            if leads and _SHOWN.match(source.text, start + found.end()):
                continue
            self.add(text[at : found.end()], Fragment(source, start + at, start + found.end()))
            self.end_sentence()
            at = found.end()
        for first in range(at, len(text), MAX_LENGTH):
            last = min(first + MAX_LENGTH, len(text))
            self.add(text[first:last], Fragment(source, start + first, start + last))

    def space(self) -> None:
        """Separate words by what is not read."""
        if self.sentence.text:
            self.sentence.text += " "

    def add(self, text: str, place: Fragment) -> None:
        if text.strip():
            first = text.lstrip()[0]
            is_new = self.is_after_display and first.isupper()
            if (self.has_break and not self.goes_on(first)) or is_new:
                self.end_sentence()
            if self.has_break and not self.sentence.text.strip():
                self.paragraph(place)
            self.has_break = False
            self.is_after_display = False
            self.extend(place)
        if self.sentence.text or text.strip():
            self.sentence.text += re.sub(r"\s+", " ", text)

    def goes_on(self, first: str) -> bool:
        """Return whether a sentence goes on behind a blank line, as it may behind a display."""
        return self.is_after_display and (first.islower() or first in ",;")

    def paragraph(self, place: Fragment) -> None:
        if self.units:
            self.units.append(Mark(MarkKind.PARAGRAPH, place))

    def extend(self, place: Fragment) -> None:
        known = self.sentence.place
        if known is not None and self.is_full(known, place):
            self.cut()
            known = None
        if known is None:
            skipped = len(place.text) - len(place.text.lstrip())
            self.sentence.place = place.part(place.start + skipped, place.stop)
        elif known.source is place.source and place.stop > known.stop:
            self.sentence.place = known.part(known.start, place.stop)

    def is_full(self, known: Fragment, place: Fragment) -> bool:
        """Return whether a sentence would be too long with one more place."""
        is_same = known.source is place.source
        length = place.stop - known.start if is_same else len(self.sentence.text)
        return len(self.sentence.formulas) >= MAX_FORMULAS or length > MAX_LENGTH

    def cut(self) -> None:
        """End a sentence that is too long; neither part of it is understood."""
        self.sentence.is_cut = True
        self.end_sentence()
        self.sentence.is_cut = True

    def formula(self, formula: Fragment, place: Fragment) -> None:
        if key := _referred(formula.text):
            self.add(f" \u00ab{key}\u00bb ", place)
            return
        if _IS_MARK.fullmatch(formula.text):
            self.add(f" {formula.text.strip()} ", place)
            return
        if self.has_break and not self.is_after_display:
            self.end_sentence()
        if self.has_break and not self.sentence.text.strip():
            self.paragraph(place)
        self.has_break = self.is_after_display = False
        self.extend(place)
        self.sentence.text += f"{OPEN}{len(self.sentence.formulas)}{CLOSE}"
        self.sentence.formulas.append(formula)

    def display(self, display: Display) -> None:
        if key := _referred(display.formula.text):
            self.add(f" \u00ab{key}\u00bb ", display.whole)
            return
        if self.has_break and not self.sentence.text.strip():
            self.paragraph(display.whole)
        self.has_break = False
        self.extend(display.whole)
        self.sentence.text += f" {OPEN}{len(self.sentence.formulas)}{CLOSE} "
        self.sentence.formulas.append(display)
        self.is_after_display = True
        if ends_sentence(display):
            self.end_sentence()

    def end_sentence(self) -> None:
        if self.sentence.text.strip():
            self.sentence.is_cut |= is_half_known(self.sentence.text)
            self.sentence.text = in_english(self.sentence.text.strip())
            self.units.append(self.sentence)
        self.sentence = Sentence()
        self.is_after_display = False


def _bare_title(text: str) -> str:
    r"""Return the title of an environment without its brackets or braces."""
    return text.strip()[1:-1].strip()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def sentences(units: list[Unit]) -> Iterator[Sentence]:
    """Yield the sentences alone."""
    return (unit for unit in units if isinstance(unit, Sentence))
