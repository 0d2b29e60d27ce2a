r"""Scopes: how long what a document says in prose holds, and so what holds at a display.

A declaration holds to the end of the environment or section in which it stands, and only while all
sentences behind it are understood, since one that is not may have changed anything; what a theorem
assumes holds in it and in the proof that follows; "for all" and "if" to the end of their sentence,
in a theorem to its end; an assumption of a proof or of running text to the end of its paragraph; a
definition until something may say anew what is in it. What is not understood is kept as unread.

Main definitions
----------------
`read_situations`: what holds at each display of a document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from boundcalc.prose import phrases
from boundcalc.prose.declared import read_declared
from boundcalc.prose.narrowed import is_shown_narrowed, widened
from boundcalc.prose.phrases import Phrase, Role
from boundcalc.prose.prose import CLOSE, OPEN, Mark, MarkKind, Sentence, read_prose
from boundcalc.prose.reasons.citations import step_title, title_reason
from boundcalc.prose.reasons.korean import ends_in_korean
from boundcalc.prose.standing.assuming_words import is_restricted, says_meaning
from boundcalc.prose.standing.defining_words import is_qualified
from boundcalc.prose.standing.inline_claims import claims_in
from boundcalc.prose.standing.introducing_words import introduces
from boundcalc.prose.standing.notions import names_notion
from boundcalc.prose.standing.standing import Standing, is_supposed, may_define, standing_of
from boundcalc.prose.understood import is_plain, is_understood
from boundcalc.situations.afterwards import (
    as_before,
    denied,
    explained,
    judged,
    stated_by_number,
    with_reasons,
)
from boundcalc.situations.around import is_asked, is_claimed_list, is_near, is_open, trailing
from boundcalc.situations.defining import defined_by_sign, is_definition, is_still_said, lasts
from boundcalc.situations.frames import Frame, FrameKind, frame_kind, lasts_throughout, title_of
from boundcalc.situations.nearby import Nearby
from boundcalc.situations.proofs import (
    ANSWER,
    BESIDE,
    PROOFS,
    answers_other,
    is_proof_name,
    proved_elsewhere,
    proved_keys,
    reasoned,
)
from boundcalc.situations.random_frames import (
    declarations_in_force,
    end_random,
    randomize,
    without_understood,
)
from boundcalc.situations.renamed import Renamed, renamed_in
from boundcalc.situations.situations import Domained, Hypothesis, Origin, Situation, Unread
from boundcalc.situations.taken import bound_names, domain_in, is_of_one, origin_of, taken
from boundcalc.situations.titles import (
    KEY,
    LISTS,
    announced_work,
    heading_reason,
    is_list,
    title_reasons,
)
from boundcalc.tex.documents import Display
from boundcalc.tex.files import Document
from boundcalc.tex.known_results import is_left_out
from boundcalc.tex.named_environments import named_environments
from boundcalc.tex.source import Fragment


def read_situations(document: Document) -> tuple[dict[int, Situation], list[Display]]:
    """Return what holds at each display, by its identity, and the claims in running text."""
    follower = _Follower(document)
    follower.run()
    return follower.found, follower.inline


MAX_FRAMES = 60  # nested


class _Follower:
    """Goes through the prose of a document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.frames = [Frame(FrameKind.DOCUMENT)]
        self.statements: dict[str, Frame] = {}  # by their label
        self.titles: dict[str, str] = {}  # what labels name, in words
        self.last: Frame | None = None  # the statement that a proof may follow
        self.found: dict[int, Situation] = {}
        self.inline: list[Display] = []  # relations in running text that are claimed
        self.held: list[Hypothesis] = []  # by displays, to the end of the sentence
        self.kinds = dict(named_environments(document))
        self.nearby = Nearby()
        self.title = ""  # the reason that a heading or a step in bold print names
        self.announced = ""  # the work that what is stated next is from
        self.heading = ""  # the inequality that a section is about, in the sentence that states it
        self.latest: Display | None = None  # which the sentences behind it may explain
        self.asked: set[int] = set()  # the displays that an exercise asks to show
        self.renamed: Counter[str] = Counter()  # how often a name may have got another meaning
        self.unclear = 0  # how many sentences were not understood
        self.clear: Fragment | None = None  # the last one
        self.is_denied = False  # the displays of a sentence, by the one before it

    def run(self) -> None:
        for unit in read_prose(self.document):
            if len(self.frames) > MAX_FRAMES:
                break
            if isinstance(unit, Sentence):
                self.sentence(unit)
            else:
                self.mark(unit)
        self.nearby.end(self.found)

    # Frames.

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def mark(self, mark: Mark) -> None:
        if not is_list(mark):
            self.nearby.end(self.found)
        if mark.kind is MarkKind.PARAGRAPH:
            for frame in self.frames:
                claimed = (self.found[key].standing is Standing.CLAIM for key in frame.shown)
                if frame.is_titled and not frame.is_stated and any(claimed):
                    frame.is_stated, frame.stated = True, tuple(frame.shown)
            self.end_paragraph()
        elif mark.kind is MarkKind.HEADING:
            while len(self.frames) > 1 and not (
                self.frame.kind is FrameKind.SECTION and self.frame.level < mark.level
            ):
                self.frames.pop()
            self.last = None
            if not is_plain(mark.text):
                self.end_said()
            self.frames.append(Frame(FrameKind.SECTION, mark.text, mark.level))
            self.title = title_reason(mark.text) or stated_by_number(self.document, mark.text)
        elif mark.kind is MarkKind.ITEM:
            self.begin_item(mark)
            self.end_paragraph()
        elif mark.kind is MarkKind.BEGIN:
            self.begin(mark)
        else:
            self.end(mark)

    def begin_item(self, mark: Mark) -> None:
        """Begin an item of a list: what an earlier one said is said there alone."""
        frame, line = self.frame, mark.place.position.line
        if frame.has_items and frame.first_item:
            frame.end_said(frame.first_item)
        frame.first_item = frame.first_item or line
        frame.has_items = True
        frame.before_item = len(frame.shown)

    def end_paragraph(self) -> None:
        for frame in self.frames:
            frame.is_over = frame.is_over or (frame.is_titled and frame.has_words)
            for item in frame.passing:
                names = frozenset(read_declared(item.place).mentioned)
                frame.unread.append(Unread(names, item.origin, is_ended=True))
            frame.defining += filter(is_definition, frame.passing)
            frame.passing = []
            frame.forget_said(Role.ASSUMED)
            frame.limit()

    def begin(self, mark: Mark) -> None:
        kind = frame_kind(self.kinds.get(mark.name, mark.name))
        if not is_list(mark) and not (kind in _STATED and is_plain(mark.text)):
            self.end_said()
        label = next(iter(KEY.findall(mark.text)), "")
        frame = Frame(kind, mark.name, label=label, title=f"{mark.text} {self.announced}".strip())
        frame.is_titled = not mark.place.text.lstrip().startswith(r"\begin")
        frame.is_claimed = is_claimed_list(mark.place)
        if kind is FrameKind.PROOF:
            self.begin_proof(frame, mark)
        self.frames.append(frame)

    def begin_proof(self, frame: Frame, mark: Mark) -> None:
        """Take over what the statement assumes that is proved here."""
        keys = proved_keys(mark.text)
        proved = self.last
        if self.frame.kind is FrameKind.STATEMENT and not (self.frame.is_titled or keys):
            self.prove(self.frame, mark)  # it stands in what it proves, and what holds there holds
            return
        if keys:
            proved = next((self.statements[key] for key in keys if key in self.statements), None)
        elif mark.text and re.search(r"(?i)\b(?:of|for)\b", mark.text):
            proved = None
        if proved is None:
            words = f"a proof of what is not found here: {mark.text}"
            frame.unread.append(Unread(frozenset(), Origin(mark.place.position.line, words)))
            return
        self.prove(proved, mark)
        frame.domains = dict(proved.domains)
        frame.hypotheses = [*proved.hypotheses, *proved.passing]
        frame.unread = list(proved.unread)
        frame.random = list(proved.random)

    def prove(self, proved: Frame, mark: Mark) -> None:
        """Say of what a statement claims that its proof follows."""
        is_proof = is_proof_name(self.kinds.get(mark.name, mark.name))
        if is_proof or proved.kind is FrameKind.QUESTION:  # whose solution it is
            self.answer(proved, "proof" if is_proof else "solution", mark.place)

    def answer(self, frame: Frame, what: str, place: Fragment) -> None:
        """Give what a statement claims, or an exercise asks to show, its proof as a reason."""
        frame.is_answered = True
        if not is_left_out(place):
            reason = f"its {what} on line {place.position.line}"
            self.found.update(reasoned(self.found, frame, self.asked, reason))

    def begin_answer(self, sentence: Sentence) -> None:
        """Begin a proof or a solution that its first word announces, below a title in bold."""
        frame, last = self.frame, self.last
        kind = self.kinds.get(last.name, last.name).lower() if last else ""
        where = proved_elsewhere(sentence.text, last.label, kind) if last else ""
        if last and where and id(self.latest) in last.shown[-1:]:
            self.found.update(reasoned(self.found, last, self.asked, where))
        may_begin = frame.is_titled or frame.kind is FrameKind.QUESTION
        found = ANSWER.match(sentence.text) if may_begin and not frame.is_answered else None
        if found is None or sentence.place is None or answers_other(found[0], frame.title):
            return
        is_proof = found["what"].lower() in PROOFS
        if frame.kind is FrameKind.QUESTION or (frame.kind is FrameKind.STATEMENT and is_proof):
            self.answer(frame, "proof" if is_proof else "solution", sentence.place)
        if frame.kind is FrameKind.QUESTION:
            frame.kind = FrameKind.PROOF

    def end(self, mark: Mark) -> None:
        at = len(self.frames) - 1
        while at > 0 and self.frames[at].kind is not FrameKind.SECTION:
            if not mark.name or self.frames[at].name == mark.name:
                break
            at -= 1
        if at == 0 or self.frames[at].kind is FrameKind.SECTION:
            return
        closed = self.frames[at]
        del self.frames[at:]
        if closed.kind in (FrameKind.STATEMENT, FrameKind.QUESTION):
            self.last = closed
            if closed.label and closed.kind is FrameKind.STATEMENT:
                self.statements[closed.label] = closed
                name = self.kinds.get(closed.name, closed.name)
                self.titles[closed.label] = f"{name} {closed.label}"
        elif closed.kind is FrameKind.PROOF:
            self.last = None
        elif closed.kind is FrameKind.ASSUMPTION:
            self.frame.unread += closed.unread
            self.frame.unread += [
                Unread(frozenset(read_declared(item.place).mentioned), item.origin)
                for item in (*closed.hypotheses, *closed.passing)
            ]
        elif closed.kind is FrameKind.OTHER and closed.name.rstrip("*") in LISTS:
            self.frame.has_items = True
            if closed.is_claimed and self.frame.kind is FrameKind.STATEMENT:
                self.frame.shown += closed.shown

    # Sentences.

    def sentence(self, sentence: Sentence) -> None:
        self.held = []
        self.heading = heading_reason(self.frame, sentence)
        self.announced = announced_work(sentence.text)
        self.frame.has_words = True
        self.begin_answer(sentence)
        self.frame.is_stated |= self.frame.is_titled and bool(BESIDE.match(sentence.text))
        self.nearby.begin(sentence)
        shown = sentence.displays
        self.is_denied &= bool(shown)
        self.explain(sentence)
        if not shown and sentence.text.lstrip().startswith("**"):
            self.title = step_title(sentence.text)
        renamed = list(renamed_in(sentence))
        found = phrases.read_phrases(sentence)
        if not is_understood(sentence, found):
            self.end_said()
            self.clear = sentence.place or self.clear
        end_random(self.frames, sentence, renamed, found)
        self.renamed.update({name for item in renamed for name in (item.head, item.name)})
        is_known = not (sentence.is_cut or self.is_denied or phrases.is_denied(sentence))
        if not is_known or phrases.is_equivalence(sentence):
            self.end_numbers(renamed, sentence, [])
            self.unread(sentence)
            for number, display in shown:
                self.note(sentence, number, display, [])
            self.nearby.add(sentence, ())
            self.force(sentence, widened(sentence, found))
            self.is_denied = phrases.announces_mistake(sentence.text)
            return
        self.end_numbers(renamed, sentence, found)
        random = randomize(self.frames, sentence, renamed)
        by_sign = list(defined_by_sign(sentence))
        self.frame.hypotheses += [item for _, item in by_sign]
        defining = {number for number, _ in by_sign}
        found = [phrase for phrase in found if phrase.number not in defining]
        used = {phrase.number for phrase in found} | defining
        used.update(*(item.used for item in random))
        left_over = [
            number
            for number, item in enumerate(sentence.formulas)
            if number not in used and isinstance(item, Fragment)
        ]
        if phrases.has_hypothesis(sentence.text) and is_open(sentence, left_over):
            is_said = phrases.has_unsaid_hypothesis(sentence.text)
            if left_over or not (random and all(item.is_whole for item in random)):
                self.unread(sentence, None if is_said else left_over)
        before: list[Phrase] = []
        for number, display in shown:
            following = trailing(sentence, number, found)
            near = [
                phrase
                for phrase in found
                if phrase.number < number
                and (phrase.role is not Role.CONDITION or is_near(sentence, phrase, number))
            ]
            before = [phrase for phrase in near if phrase not in before]
            self.force(sentence, [item for item in before if self.frame.keeps(item, sentence)])
            self.note(sentence, number, display, [*near, *following])
        claimed = self.claims(sentence, found, left_over)
        said = [
            item for number in defining if isinstance(item := sentence.formulas[number], Fragment)
        ]
        self.nearby.add(sentence, [*claimed, *said])
        self.force(sentence, [item for item in found if self.frame.keeps(item, sentence)])
        self.frame.unread = without_understood(self.frame.unread, sentence, random)
        self.frame.forget_said(Role.CONDITION)

    def end_said(self) -> None:
        """Let nothing that was said before hold any more: what stands here may have changed it."""
        self.unclear += 1
        for frame in self.frames:
            frame.end_said()

    def end_numbers(self, renamed: list[Renamed], sentence: Sentence, found: list[Phrase]) -> None:
        """Let nothing be known of what a sentence renames, unless it says which number it is."""
        said = taken(sentence, found, {}).domains if renamed else []
        numbers = {item.name for item in said if item.domain is not None}
        ended = [item for item in renamed if item.name not in numbers]
        for frame in self.frames if ended else ():
            frame.end_numbers(ended, {item.name for item in said})

    def explain(self, sentence: Sentence) -> None:
        """Take what a sentence says of the display before it as its reasons."""
        known = None if self.latest is None else self.found.get(id(self.latest))
        if known is None or ends_in_korean(sentence.text):
            return
        known = self.found[id(self.latest)] = judged(known, sentence.text)
        more = explained(known, sentence)
        if more is None:
            self.latest = None
        else:
            self.found[id(self.latest)] = more

    def claims(self, sentence: Sentence, found: list[Phrase], numbers: list[int]) -> list[Fragment]:
        """Keep the situations of relations in the sentence that are claimed, and return these."""
        claimed = []
        reasons = [phrase.number for phrase in found if phrase.role is Role.REASON]
        for number, display in claims_in(sentence, sorted({*numbers, *reasons})):
            near = [phrase for phrase in found if phrase.number < number]
            following = trailing(sentence, number, found)
            if standing_of(sentence, number) is not Standing.CLAIM:
                continue
            self.note(sentence, number, display, [*near, *following])
            if self.found[id(display)].standing is Standing.CLAIM:
                self.inline.append(display)
                claimed.append(display.formula)
        return claimed

    def unread(self, sentence: Sentence, numbers: Iterable[int] | None = None) -> None:
        """Keep a sentence as one that may hold a hypothesis."""
        is_known = not (sentence.is_cut or phrases.is_denied(sentence))
        if is_known and not phrases.has_hypothesis(sentence.text):
            return
        wanted = range(len(sentence.formulas)) if numbers is None else numbers
        names: set[str] = set()
        for number in wanted:
            item = sentence.formulas[number]
            if isinstance(item, Fragment):
                names.update(read_declared(item).mentioned)
        known = frozenset[str]() if sentence.is_cut else frozenset(names)
        self.frame.unread.append(Unread(known, origin_of(sentence)))

    def force(self, sentence: Sentence, found: list[Phrase]) -> None:
        """Put what lasts into the frame."""
        frame = self.frame
        is_lasting = lasts_throughout(sentence.text)
        is_outside = frame.kind in (FrameKind.SECTION, FrameKind.DOCUMENT)
        if is_lasting and is_outside and re.search(r"(?i)throughout|paper|notes?", sentence.text):
            frame = self.frames[0]
        given = taken(sentence, found, self.domains())
        for item in given.domains:
            if frame.declare(item) and item.domain is not None:
                for held in self.frames:
                    held.forget((item.name,))
        known = [*frame.hypotheses, *frame.passing]
        fresh = [item for item in given.hypotheses if item not in known]
        is_kept = frame.kind is FrameKind.STATEMENT or is_lasting
        if is_kept and not frame.has_items:
            frame.hypotheses += fresh
        else:
            frame.passing += fresh
        frame.unread += [item for item in given.unread if item not in frame.unread]
        frame.limit()

    def domains(self) -> dict[str, Domained]:
        """Return the domains in force."""
        found: dict[str, Domained] = {}
        for frame in self.frames:
            found.update(frame.domains)
        return found

    def note(self, sentence: Sentence, number: int, display: Display, near: list[Phrase]) -> None:
        """Keep the situation of a display."""
        self.frame.limit()
        bound = bound_names(sentence, near)
        domains = {name: it for name, it in self.domains().items() if not is_of_one(it, bound)}
        given = taken(sentence, near, domains)
        fresh = {item.name: item for item in given.domains}
        hypotheses = [item for frame in self.frames for item in (*frame.hypotheses, *frame.passing)]
        hypotheses += self.held
        hypotheses += [it for held in self.frames for it in held.defining if lasts(it, display)]
        hypotheses = [
            item for item in hypotheses
            if item.origin.words == origin_of(sentence).words
            or (not fresh.keys() & set(read_declared(item.place).mentioned)
                and not is_of_one(item, bound) and is_still_said(item, display))
        ]  # fmt: skip
        hypotheses += [item for item in given.hypotheses if item not in hypotheses]
        standing = Standing.OPEN if self.is_denied else standing_of(sentence, number)
        is_set = self.frame.kind is FrameKind.DEFINITION and not self.frame.is_over
        is_meant = says_meaning(sentence.text.partition(f"{OPEN}{number}{CLOSE}")[0])
        if is_set and (standing is Standing.CLAIM or is_meant):
            standing = Standing.DEFINITION
        standing = Standing.HYPOTHESIS if self.frame.kind is FrameKind.ASSUMPTION else standing
        if any(frame.kind is FrameKind.QUESTION for frame in self.frames):
            self.asked |= {id(display)} if is_asked(sentence, number) else set()
            standing = Standing.OPEN
        known = Situation(
            domains={**domains, **fresh},
            hypotheses=tuple(hypotheses),
            unread=tuple([item for frame in self.frames for item in frame.unread] + given.unread),
            standing=standing,
            may_define=may_define(sentence, number),
            is_introduced=introduces(sentence, number, title_of(self.frame)),
            is_qualified=is_qualified(sentence.text, number) or names_notion(sentence, number),
            is_loose=phrases.is_loose(sentence.text),
            conflicts={name: text for item in self.frames for name, text in item.conflicts.items()},
            random=declarations_in_force(self.frames),
            renamed=dict(self.renamed),
            unclear=self.unclear,
            clear=self.clear,
        )
        titled = title_reasons(self.document, self.frames, self.kinds, sentence, number)
        named = (*titled, *filter(None, (self.title, self.heading)))
        known = with_reasons(known, sentence, number, self.titles, named)
        known = as_before(known, sentence, number, self.found, self.frame.latest)
        self.found[id(display)] = denied(known) if self.is_denied else known
        self.title, self.latest = "", display
        self.frame.shown.append(id(display))
        self.frame.latest = display
        self.nearby.shown.append(id(display))
        if standing is Standing.HYPOTHESIS:
            self.nearby.say(display, display.formula, origin_of(sentence, display))
        is_narrow = standing is Standing.HYPOTHESIS and is_restricted(sentence, number)
        is_narrow |= is_shown_narrowed(sentence, number, domain_in(domains))
        if standing in (Standing.HYPOTHESIS, Standing.DEFINITION) and not is_narrow:
            is_lasting = is_supposed(sentence, number)
            self.force_display(sentence, display, standing, is_lasting=is_lasting)

    def force_display(
        self, sentence: Sentence, display: Display, standing: Standing, *, is_lasting: bool
    ) -> None:
        """Let a display that is assumed, or that defines, hold for what follows."""
        origin = Origin(display.whole.position.line, origin_of(sentence).words)
        is_definition = standing is Standing.DEFINITION
        item = Hypothesis(display.formula, origin, is_definition)
        if is_definition and self.frame.kind is not FrameKind.DEFINITION:
            self.frame.hypotheses.append(item)
        elif is_definition:
            self.frames[-2].hypotheses.append(item)
        elif self.frame.kind is FrameKind.STATEMENT and not self.frame.has_items:
            self.frame.hypotheses.append(item)
        elif is_lasting:
            self.frame.passing.append(item)
        else:
            self.held.append(item)


_STATED = (FrameKind.STATEMENT, FrameKind.PROOF, FrameKind.DEFINITION, FrameKind.ASSUMPTION)
