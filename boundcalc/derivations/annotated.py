r"""What directives say beside the prose of a document, or in its place where it was annotated.

An annotated document has the line ``%! inferred``, and its prose declares nothing. Where it has
not, directives are added to what the prose says, and overrule what it says of a name. Each holds
from the next formula on, until another one takes it back:

- ``declare x in (0, 1)``, and ``roughly x ...`` where the line may say more; ``object x`` is no
  number, and ``object x: a matrix`` says what it is; ``forget x, y`` takes back;
- ``assume x \le y``, ``define f(x) = ...``, ``unread x, y``; each with ``nothing`` takes all back,
  and ``unread nothing of x, y`` what was said of just these names, or of ``*``, which is any;
  ``unread x, y (3 times)`` stands for as many sentences;
- ``formula: hypothesis``, ``definition``, ``goal``, ``open``, ``loose``, ``new``: of the next
  formula alone; so is ``reason: ...``, ``reason (a): ...``, ``reason before: ...``;
- ``next``: what follows is about the formula after the next;
- ``random``, ``event`` and ``private`` say what is random;
- ``let x = ...`` defines, and ``log: 2`` is the base of a bare logarithm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from boundcalc.derivations.directives import NO_ARGUMENT, ROW_WORDS, read_log
from boundcalc.derivations.random_beside import WORDS as RANDOM_WORDS
from boundcalc.derivations.random_beside import declared_names
from boundcalc.language.expressions import Expression
from boundcalc.prose.standing.standing import Standing
from boundcalc.situations.projects import read_declared
from boundcalc.situations.situations import (
    NOTHING as UNSAID,
)
from boundcalc.situations.situations import Domained, Hypothesis, Origin, Situation, Unread
from boundcalc.tex.documents import Directive, Display, Part
from boundcalc.tex.files import Document
from boundcalc.tex.source import Fragment, ReaderError, SourceText

MARK = "inferred"
STATE_WORDS = (
    "declare", "roughly", "object", "forget", "assume", "define", "let", "log", "unread",
)  # fmt: skip
FORMULA_WORDS = ("formula", "reason", "next", MARK)
NOTHING = "nothing"
NOTHING_OF = "nothing of"
_TIMES = re.compile(r" \((\d{1,4}) times\)\Z")
_REASON = re.compile(
    r"(?P<where>before|behind|\([a-z0-9]{1,4}\)|[a-z]+ -?\d)\s*:\s*(?P<what>.*)\Z", re.DOTALL
)


def is_annotated(source: SourceText) -> bool:
    """Return whether a text says that its prose was read before."""
    return re.search(rf"%!\s*{MARK}\b", source.text) is not None


def is_said(directive: Directive) -> bool:
    """Return whether a directive is what a sentence says, as it was read or written down."""
    is_sentence = directive.argument.source is not directive.whole.source
    return is_sentence or is_annotated(directive.whole.source)


@dataclass
class _State:
    """What is in force."""

    domains: dict[str, Domained] = field(default_factory=dict)
    hypotheses: list[Hypothesis] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    read: set[frozenset[str]] = field(default_factory=set)  # of what the prose leaves unread
    log_base: Expression | None = None
    dropped: set[str] = field(default_factory=set)  # of what the prose says
    random: list[Directive] = field(default_factory=list)
    once: Situation = field(default_factory=Situation)


def read_annotated(
    document: Document, items: Iterable[Display], said: Mapping[int, Situation]
) -> tuple[dict[int, Situation], list[ReaderError]]:
    """Return what holds at each formula of texts with directives, and the errors.

    `said` is what the prose says, which counts where the text was not annotated.
    """
    found: dict[int, Situation] = {}
    errors: list[ReaderError] = []
    known = list(items)
    directed = {id(part.whole.source) for part in document.parts if isinstance(part, Directive)}
    for source in document.sources:
        if id(source) in directed:
            reader = _Reader(found, errors, {} if is_annotated(source) else said)
            reader.run(_events(document, source, known))
    return found, errors


def _events(document: Document, source: SourceText, items: list[Display]) -> list[Part]:
    directives: list[Part] = [
        part
        for part in document.parts
        if isinstance(part, Directive) and part.whole.source is source
    ]
    own: list[Part] = [item for item in items if item.whole.source is source]
    return sorted([*directives, *own], key=lambda part: part.whole.start)


class _Reader:
    """Goes through the directives and formulas of one text."""

    def __init__(
        self,
        found: dict[int, Situation],
        errors: list[ReaderError],
        said: Mapping[int, Situation],
    ) -> None:
        self.found = found
        self.said = said
        self.errors = errors
        self.state = _State()
        self.groups: list[list[Directive]] = [[]]

    def run(self, events: Iterable[Part]) -> None:
        for event in events:
            if isinstance(event, Directive):
                if event.word in ROW_WORDS or (event.word in NO_ARGUMENT and event.word != "end"):
                    continue
                if event.word == "next":
                    self.groups.append([])
                else:
                    self.groups[-1].append(event)
            elif isinstance(event, Display):
                self.item(event)

    def item(self, item: Display) -> None:
        said = self.said.get(id(item), UNSAID)
        self.state.once = said
        for directive in self.groups.pop(0):
            try:
                self.take(directive)
            except ReaderError as error:
                self.errors.append(error)
        self.groups = self.groups or [[]]
        state = self.state
        domains = {name: held for name, held in said.domains.items() if name not in state.dropped}
        is_assumed, is_unread = (word not in state.dropped for word in ("assume", "unread"))
        self.found[id(item)] = replace(
            state.once,
            domains={**domains, **state.domains},
            hypotheses=(*(said.hypotheses if is_assumed else ()), *state.hypotheses),
            unread=(
                *(item for item in said.unread if item.names not in state.read and is_unread),
                *state.unread,
            ),
            conflicts={
                name: text for name, text in said.conflicts.items() if name not in state.domains
            },
            log_base=state.log_base,
            random=(*self.said_random(said), *state.random),
        )

    def said_random(self, said: Situation) -> list[Directive]:
        """Return what the prose declares random, and no directive declares anew or forgets."""
        own = {name for item in self.state.random for name in declared_names(item)}
        own |= self.state.dropped | self.state.domains.keys()
        return [item for item in said.random if own.isdisjoint(declared_names(item))]

    def take(self, directive: Directive) -> None:
        word, argument = directive.word, directive.argument
        origin = Origin(directive.line, " ".join(directive.whole.text.split()))
        if word in ("declare", "roughly"):
            for item in read_declared(argument, origin, is_vague=word == "roughly"):
                self.state.domains[item.name] = item
        elif word == "object":
            for name in _names(argument.text):
                name, _, what = map(str.strip, name.partition(": "))
                self.state.domains[name] = Domained(name, None, origin, what=what)
        elif word == "forget":
            for name in _names(argument.text):
                self.state.domains.pop(name, None)
                self.state.dropped.add(name)
                self.state.random = [
                    item for item in self.state.random if name not in declared_names(item)
                ]
        elif word in ("assume", "define", "let"):
            self.hypothesis(argument, origin, is_definition=word != "assume")
        elif word == "log":
            self.state.log_base = read_log(argument)
        elif word == "unread":
            if argument.text.strip() == NOTHING:
                self.state.unread = []
                self.state.dropped.add("unread")
            else:
                self.unread(argument, origin)
        elif word in RANDOM_WORDS:
            self.state.random.append(directive)
        elif word in ("formula", "reason"):
            self.state.once = _once(self.state.once, word, argument.text)
        elif word != MARK:
            words = (*STATE_WORDS, *RANDOM_WORDS, *FORMULA_WORDS, *ROW_WORDS, *NO_ARGUMENT[1:])
            raise ReaderError(
                f"a directive beside prose begins with one of "
                f"{', '.join(words)}, but here with {word!r:.30}",
                directive.whole,
                directive.whole.start,
            )

    def unread(self, argument: Fragment, origin: Origin) -> None:
        """Take what was left unread of names, or take it back."""
        text = argument.text.strip()
        found = _TIMES.search(text)
        listed = text[: found.start()] if found else text
        names = frozenset(_names(listed.removeprefix(f"{NOTHING_OF} "))) - {"*"}
        if text.startswith(f"{NOTHING_OF} "):
            self.state.read.add(names)
            self.state.unread = [item for item in self.state.unread if item.names != names]
        else:
            self.state.unread += [Unread(names, origin)] * (int(found[1]) if found else 1)

    def hypothesis(self, argument: Fragment, origin: Origin, *, is_definition: bool) -> None:
        if argument.text.strip() == NOTHING:
            self.state.hypotheses = []
            self.state.dropped.add("assume")
        else:
            self.state.hypotheses.append(Hypothesis(argument, origin, is_definition))


def _names(text: str) -> list[str]:
    """Return names between commas outside of braces."""
    names, depth, name = [], 0, ""
    for sign in text:
        depth += (sign in "{([") - (sign in "})]")
        if sign == "," and depth <= 0:
            names.append(name.strip())
            name = ""
        else:
            name += sign
    return [item for item in (*names, name.strip()) if item]


def _once(situation: Situation, word: str, text: str) -> Situation:
    """Return a situation with what is said of one formula."""
    if word == "formula":
        for flag in (part.strip() for part in text.split(",")):
            if flag == "loose":
                situation = replace(situation, is_loose=True)
            elif flag == "new":
                situation = replace(situation, may_define=True)
            elif flag == "introduced":
                situation = replace(situation, is_introduced=True)
            elif flag == "qualified":
                situation = replace(situation, is_qualified=True)
            elif flag in {standing.value for standing in Standing}:
                situation = replace(situation, standing=Standing(flag))
        return situation
    found = _REASON.match(text)
    where, what = (found["where"].strip(), found["what"].strip()) if found else ("", text.strip())
    if where == "before":
        return replace(situation, first=what)
    if where == "behind":
        return replace(situation, last=what)
    if where:
        return replace(situation, steps=(*situation.steps, (where, what)))
    return replace(situation, reasons=(*situation.reasons, what))
