r"""The rows of a display that nobody prepared, each on its own.

Main definitions
----------------
`read_display`: the rows that can be read, and for each place that cannot, why.

An unreadable row costs itself. A side that is no arithmetic is one opaque value, so that the chain
goes on; such a row is proved only if its sides are the same. Words about a row that are not
understood, and may restrict it, are kept with it: it holds if the relation does, and is never
refuted. Words that may turn it into its opposite leave it unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from boundcalc.displays.lenient_lines import lenient_lines
from boundcalc.displays.open_rests import PUNCTUATION, RestReader, relations, texts
from boundcalc.displays.open_sides import LOOSE
from boundcalc.displays.readings import Reading as Reading
from boundcalc.displays.readings import UnreadRow
from boundcalc.displays.row_words import (
    FOLLOWS_UNREAD,
    IMPLICATION,
    connects,
    defines,
    supposes,
    turns,
)
from boundcalc.language.expressions import (
    Relation,
)
from boundcalc.language.operators import Sense
from boundcalc.reader.opaque import DEPTH
from boundcalc.reader.relation_rows import Line, RelationRow, Side
from boundcalc.reader.remarks import plain_words, unknown_in_label, unknown_word
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token


def read_display(
    text: str | Fragment,
    scope: Scope,
    *,
    tentative: Iterable[str] = (),
    before: Reading | None = None,
) -> Reading:
    r"""Return the rows of a display, as far as each of them can be read.

    Parameters
    ----------
    text : str or Fragment
        The content of ``\[ \]``, ``$$ $$`` or an environment.
    scope : Scope
        What is known of its symbols; any other is an opaque real number, named in `guessed`.
    tentative : iterable of str
        The names in `scope` that nothing declares: their domains are guessed, and before
        parentheses they are functions.
    before : Reading, optional
        The display before it, which one that begins with a relation goes on from.

    Examples
    --------
    >>> found = read_display(r"f(x) &\le g(x) + 1 \\ x &\approx 2 \\ y &\ge x - 1", Scope())
    >>> [str(row.relation) for row in found.rows], found.others
    (['f(x) <= g(x) + 1', 'y >= x - 1'], 1)
    """
    fragment = Fragment.of(text)
    try:
        tokens = lenient_lines(fragment)
    except ReaderError as error:
        count = max(1, len(_SIGNS.findall(fragment.text)))
        return Reading(unread=(UnreadRow(place=fragment, error=error, relations=count),))
    reader = _OpenReader(fragment, tokens, scope, frozenset(tentative))
    reader.go_on(before)
    return reader.reading()


class _OpenReader(RestReader):
    """Reads a display line by line, and goes on behind what it cannot read."""

    def __init__(
        self, fragment: Fragment, tokens: list[Token], scope: Scope, tentative: frozenset[str]
    ) -> None:
        super().__init__(fragment, tokens, scope, tentative)
        self._goes_on = False
        self._is_alternative = False
        self._is_line_open = False  # whether the line before may go on in the next one

    def reading(self) -> Reading:
        while self.token.kind is not Kind.STOP:
            self._line()
            if self.token.kind is Kind.NEWLINE:
                self.at += 1
        return Reading(
            rows=tuple(self.rows),
            unread=tuple(self.unread_rows),
            others=self.others,
            last=self.last,
        )

    def go_on(self, before: Reading | None) -> None:
        """Begin with the last side of the display before, if this one begins with a relation."""
        at = 0
        while self.tokens[at].kind in (Kind.NEWLINE, Kind.NOTE):
            at += 1
        is_going_on = self.tokens[at].kind is Kind.RELATION or self.tokens[at].key == r"\overset"
        if before is not None and before.last is not None and is_going_on:
            self.last = before.last
            self._goes_on = True

    def _line(self) -> None:
        """Read one line; where that fails, say so, and go on behind it."""
        start, line, unread = self.at, Line(len(self.rows)), len(self.unread_rows)
        self.hidden, self.reason = [], ""
        self.is_after_other = False
        self.is_definition = self.is_implied = False
        if self._goes_on:
            self.hidden.append("it goes on from the display before it")
        is_alternative = self._is_alternative
        self._is_alternative = self._ends_in_or(start)
        try:
            if is_alternative:
                raise self.error("alternatives are not read; the line before ends in 'or'")
            self._label()
            self._opening()
            while self.token.kind not in (Kind.NEWLINE, Kind.STOP):
                self._chain_of_rows(start)
                self._trailer(line)
        except (ReaderError, RecursionError) as error:
            self._recover(start, line, unread, error)
        self._goes_on = False
        self._check_lone(start, line, unread)
        if len({row.chain for row in self.rows[line.first :]}) > 1:
            self.last = None  # the next line may go on from either
        for index in range(line.first, len(self.rows)):
            row = self.rows[index]
            self.rows[index] = replace(
                row,
                label=line.notes.get("label", ""),
                tag=line.notes.get("tag", ""),
                note=line.notes.get("note", self.reason),
                hidden=tuple(dict.fromkeys((*row.hidden, *self.hidden))),
                is_definition=row.is_definition or self.is_definition,
            )

    def _check_lone(self, start: int, line: Line, unread: int) -> None:
        """Leave the row before an expression alone on its line unread: it may go on there."""
        stop = self.line_stop(start)
        is_lone = len(self.rows) == line.first and len(self.unread_rows) == unread
        is_lone = is_lone and not self.is_after_other and not relations(self.tokens[start:stop])
        tokens = [item for item in self.tokens[start:stop] if item.kind is not Kind.NOTE]
        if not tokens:
            return
        is_lone = is_lone and self.last is not None and tokens[0].kind is not Kind.TEXT
        if is_lone and self._is_line_open:
            row = self.rows.pop()
            place = self.fragment.part(row.left.start, row.right.stop)
            error = self.error("does the next line go on with it?", tokens[0])
            self.unread_rows.append(UnreadRow(place=place, error=error))
            self.last = None
        has_rows = len(self.rows) > line.first
        self._is_line_open = has_rows and tokens[-1].kind not in PUNCTUATION

    def _recover(self, start: int, line: Line, unread: int, error: Exception) -> None:
        """Leave a line unread; the chain goes on from its last side, if that was read."""
        del self.rows[line.first :]
        del self.unread_rows[unread:]
        stop = self.line_stop(start)
        tokens = self.tokens[start:stop]
        count = relations(tokens)
        if not isinstance(error, ReaderError):
            error = self.error("the formula nests too deeply", self.tokens[start])
        if count:
            place = self.fragment.part(tokens[0].start, tokens[-1].stop)
            self.unread_rows.append(UnreadRow(place=place, error=error, relations=count))
        self.last = None
        self.indexes.clear()
        self.bars = [False]
        signs = [at for at in range(start, stop) if self._is_sign_at(at, start)]
        if signs:
            self.at = signs[-1] + 1
            try:
                self.last = self.side()
                self.chain += 1
            except (ReaderError, RecursionError):
                self.last = None
        self.at = stop

    def _ends_in_or(self, at: int) -> bool:
        texts = [item for item in self.tokens[at : self.line_stop(at)] if item.kind is Kind.TEXT]
        return bool(texts) and plain_words(texts[-1].text).split(" ")[-1] in ("or", "either")

    def _is_sign_at(self, at: int, start: int) -> bool:
        if self.tokens[at].kind is not Kind.RELATION:
            return False
        return sum(DEPTH.get(token.kind, 0) for token in self.tokens[start:at]) == 0

    # What stands before a chain.

    def _opening(self) -> None:
        """Pass over words and quantifiers at the beginning of a line."""
        while True:
            token = self.token
            if token.kind is Kind.ARROW:
                self.at += 1
                if token.key != r"\Rightarrow":
                    raise self.error("an equivalence is not read", token)
                self.is_implied = bool(self.rows) and not self.unread_rows
                self.last = None
                if self.rows:  # what may hold at no point but those of which it is said
                    before = self.rows[-1]
                    self.rows[-1] = replace(before, hidden=(*before.hidden, IMPLICATION))
                self.hidden.append(IMPLICATION)
                if not self.is_implied:
                    self.hidden.append(FOLLOWS_UNREAD)
            elif token.kind is Kind.TEXT:
                self._words_before(token)
            elif token.key == r"\forall":
                self._quantifier()
            elif token.key == r"\exists":
                raise self.error("what exists is not read", token)
            elif token.kind in PUNCTUATION and token.kind is not Kind.DOT:
                self.at += 1
            elif token.kind is Kind.NOTE or token.key in (r"\therefore", r"\bullet"):
                if token.kind is Kind.NOTE:
                    return
                self.at += 1
            else:
                return

    def _label(self) -> None:
        r"""Pass over ``(a)`` or ``\text{Case 1}:`` at the beginning of a line."""
        depth = 0
        for at in range(self.at, len(self.tokens)):
            token = self.tokens[at]
            depth += DEPTH.get(token.kind, 0)
            is_over = token.kind in (
                Kind.RELATION,
                Kind.NEWLINE,
                Kind.STOP,
                Kind.SYMBOL,
                Kind.ARROW,
            )
            if is_over or at - self.at > 12:
                return
            if depth == 0 and token.kind is Kind.COLON:
                words = texts(self.tokens[self.at : at])
                if turns(words) or supposes(plain_words(words)):
                    raise self.error("words before this colon may change what is claimed", token)
                self.hidden.append(self.text_of(self.tokens[self.at : at]))
                self.last = None
                self.at = at + 1
                return

    def _words_before(self, token: Token) -> None:
        words = plain_words(token.text)
        if self.tokens[self.at + 1].kind in (Kind.NEWLINE, Kind.STOP) or not token.text.strip():
            self.at += 1  # words alone on their line
            return
        if not words:
            raise self.error("a remark before what it is about", token)
        is_head = self.tokens[self.at + 1].kind is Kind.OPEN and not connects(words)
        if is_head:
            raise self.error("words before parentheses")
        if turns(words):
            raise self.error(f"{words!r:.40} may change what is claimed here", token)
        if supposes(words):
            raise self.error(f"{words!r:.40} supposes, and claims nothing", token)
        self.is_definition = self.is_definition or defines(words)
        if unknown_word(token.text) and not connects(words):
            self.hidden.append(token.text.strip())
        self.last = None
        self.at += 1

    def _quantifier(self) -> None:
        r"""Pass over ``\forall x \in X:``, which restricts what follows."""
        start, depth = self.at, 0
        while True:
            self.at += 1
            token = self.token
            depth += DEPTH.get(token.kind, 0)
            if token.kind in (Kind.NEWLINE, Kind.STOP):
                raise self.error("where does this quantifier end?", self.tokens[start])
            is_end = token.kind in (Kind.COLON, Kind.COMMA, Kind.SEMICOLON, Kind.TEXT, Kind.DOT)
            if token.key == r"\exists":
                raise self.error("what exists is not read", token)
            if depth == 0 and (is_end or token.is_apart):
                following = self.tokens[self.at + 1 :]
                if not any(item.key == r"\in" for item in self._up_to_sign(following)):
                    break
        self.hidden.append(self.fragment.part(self.tokens[start].start, self.token.start).text)
        self.at += self.token.kind in (*PUNCTUATION, Kind.COLON)

    def _up_to_sign(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens up to the first relation or the end of the line."""
        for at, token in enumerate(tokens):
            if token.kind in (Kind.RELATION, Kind.NEWLINE, Kind.STOP):
                return tokens[:at]
        return tokens

    # A chain.

    def _chain_of_rows(self, start: int) -> None:
        """Read a chain, or the continuation of one."""
        first = self.token
        if first.kind in (Kind.NOTE, Kind.NEWLINE, Kind.STOP, Kind.TEXT, Kind.ARROW, *PUNCTUATION):
            return
        sign = self.relation_sign()
        if sign is None:
            self.last = self.side()
            self.chain += 1
            sign = self.relation_sign()
        elif self.last is None:
            raise self.error("what stands before this relation is not read", first)
        while sign is not None:
            self._row(*sign)
            sign = self.relation_sign()

    def _row(self, sense: Sense | None, sign: Fragment, is_definition: bool, why: str) -> None:
        assert self.last is not None
        guessed = len(self.guesses)
        left, right = self.last, self.side()
        self.last = right
        if sense is None:
            self.is_after_other = True
            if why:
                error = ReaderError(why, sign, sign.start)
                self.unread_rows.append(UnreadRow(place=sign, error=error))
            else:
                self.others += 1
            return
        opaque = [
            self.why_opaque[side.place.start]
            for side in (left, right)
            if side.place.start in self.why_opaque
        ]
        names = [*self._guesses_of(left), *self.guesses[guessed:]]
        self.rows.append(
            RelationRow(
                relation=Relation(left.node, sense, right.node),
                left=left.place,
                sign=sign,
                right=right.place,
                chain=self.chain,
                is_implied=self.is_implied,
                abbreviations=(*left.abbreviations, *right.abbreviations),
                is_definition=is_definition,
                guessed=tuple(dict.fromkeys(names)),
                opaque_sides=tuple(opaque),
            )
        )

    def _guesses_of(self, side: Side) -> list[str]:
        known = set(self.guesses)
        return [symbol.latex for symbol in side.node.symbols() if symbol.latex in known]

    # What follows a chain on its line.

    def _trailer(self, line: Line) -> None:
        token = self.token
        if token.kind in (Kind.NEWLINE, Kind.STOP):
            return
        if token.kind is Kind.NOTE:
            line.notes[token.key[1:]] = token.text
            if token.key == r"\tag" and unknown_in_label(token.text):
                self.hidden.append(token.text)
            self.at += 1
        elif token.kind is Kind.ARROW:
            self._opening()
        elif token.kind is Kind.TEXT:
            self.words_after(token, line)
        elif token.key == r"\forall":
            self.rest_hides()
        elif token.kind in (*PUNCTUATION, Kind.COLON):
            self.punctuation()
        elif token.key in (r"\land", r"\square", r"\blacksquare", r"\qed"):
            self.at += 1
            self.last = None
        elif self.is_remark_at(self.at):
            self.remark()
        elif self.begins_relation(self.at):
            self.gap()
        elif token.kind in (Kind.RELATION, Kind.UNREAD) or token.key in LOOSE:
            raise self.error(token.text or f"a relation {token.key} cannot stand here")
        else:
            raise self.unexpected()


_SIGNS = re.compile(r"(?<![\\A-Za-z])[=<>]|\\(?:le|leq|ge|geq|leqslant|geqslant|lt|gt|neq?)\b")
