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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Relation,
    Symbol,
)
from boundcalc.language.operators import Operator, Sense
from boundcalc.notes import vocabulary
from boundcalc.notes.lenient_lines import lenient_lines
from boundcalc.notes.names import group_end
from boundcalc.notes.opaque import DEPTH
from boundcalc.notes.open_formulas import OpenFormulaReader
from boundcalc.notes.relations import Line, RelationRow, Side, is_harmless_label
from boundcalc.notes.remarks import plain_words, unknown_word
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import Fragment, ReaderError
from boundcalc.notes.tokens import Kind, Token


@dataclass(frozen=True, kw_only=True, slots=True)
class UnreadRow:
    """A place of a display that is not read: where, why, and how many relations stand in it."""

    place: Fragment
    error: ReaderError
    relations: int = 1

    @property
    def reason(self) -> str:
        """Why it is not read."""
        return self.error.message


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    r"""The rows of a display that were read, and what was not.

    `others` counts relations that are not between numbers, such as ``x \in S``; `last` is the side
    from which another display may go on.
    """

    rows: tuple[RelationRow, ...] = ()
    unread: tuple[UnreadRow, ...] = ()
    others: int = 0
    last: Side | None = None


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


class _OpenReader(OpenFormulaReader):
    """Reads a display line by line, and goes on behind what it cannot read."""

    def __init__(
        self, fragment: Fragment, tokens: list[Token], scope: Scope, tentative: frozenset[str]
    ) -> None:
        super().__init__(fragment, tokens, scope, tentative)
        self._rows: list[RelationRow] = []
        self._unread: list[UnreadRow] = []
        self._others = 0
        self._last: Side | None = None
        self._why_side: dict[int, str] = {}  # why a side is opaque, by where it begins
        self._chain = -1
        self._goes_on = False

    def reading(self) -> Reading:
        while self.token.kind is not Kind.STOP:
            self._line()
            if self.token.kind is Kind.NEWLINE:
                self.at += 1
        return Reading(
            rows=tuple(self._rows),
            unread=tuple(self._unread),
            others=self._others,
            last=self._last,
        )

    def go_on(self, before: Reading | None) -> None:
        """Begin with the last side of the display before, if this one begins with a relation."""
        at = 0
        while self.tokens[at].kind in (Kind.NEWLINE, Kind.NOTE):
            at += 1
        is_going_on = self.tokens[at].kind is Kind.RELATION or self.tokens[at].key == r"\overset"
        if before is not None and before.last is not None and is_going_on:
            self._last = before.last
            self._goes_on = True

    def _line(self) -> None:
        """Read one line; where that fails, say so, and go on behind it."""
        start, line, unread = self.at, Line(len(self._rows)), len(self._unread)
        self._hidden: list[str] = []
        self._is_after_other = False
        self._is_definition = self._is_implied = False
        if self._goes_on:
            self._hidden.append("it goes on from the display before it")
        try:
            self._label()
            self._opening()
            while self.token.kind not in (Kind.NEWLINE, Kind.STOP):
                self._chain_of_rows(start)
                self._trailer(line)
        except (ReaderError, RecursionError) as error:
            self._recover(start, line, unread, error)
        self._goes_on = False
        for index in range(line.first, len(self._rows)):
            row = self._rows[index]
            self._rows[index] = replace(
                row,
                label=line.notes.get("label", ""),
                tag=line.notes.get("tag", ""),
                note=line.notes.get("note", ""),
                hidden=(*row.hidden, *self._hidden),
                is_definition=row.is_definition or self._is_definition,
            )

    def _recover(self, start: int, line: Line, unread: int, error: Exception) -> None:
        """Leave a line unread; the chain goes on from its last side, if that was read."""
        del self._rows[line.first :]
        del self._unread[unread:]
        stop = self._line_stop(start)
        tokens = self.tokens[start:stop]
        relations = _relations(tokens)
        if not isinstance(error, ReaderError):
            error = self.error("the formula nests too deeply", self.tokens[start])
        if relations:
            place = self.fragment.part(tokens[0].start, tokens[-1].stop)
            self._unread.append(UnreadRow(place=place, error=error, relations=relations))
        self._last = None
        self.indexes.clear()
        self.bars = [False]
        signs = [at for at in range(start, stop) if self._is_sign_at(at, start)]
        if signs:
            self.at = signs[-1] + 1
            try:
                self._last = self._side()
                self._chain += 1
            except (ReaderError, RecursionError):
                self._last = None
        self.at = stop

    def _is_sign_at(self, at: int, start: int) -> bool:
        if self.tokens[at].kind is not Kind.RELATION:
            return False
        return sum(DEPTH.get(token.kind, 0) for token in self.tokens[start:at]) == 0

    def _line_stop(self, at: int) -> int:
        while self.tokens[at].kind not in (Kind.NEWLINE, Kind.STOP):
            at += 1
        return at

    # What stands before a chain.

    def _opening(self) -> None:
        """Pass over words and quantifiers at the beginning of a line."""
        while True:
            token = self.token
            if token.kind is Kind.ARROW:
                self.at += 1
                if token.key != r"\Rightarrow":
                    raise self.error("an equivalence is not read", token)
                self._is_implied = bool(self._rows)
                self._last = None
                if not self._rows:
                    self._hidden.append("follows from what stands before the display")
            elif token.kind is Kind.TEXT:
                self._words_before(token)
            elif token.key == r"\forall":
                self._quantifier()
            elif token.key == r"\exists":
                raise self.error("what exists is not read", token)
            elif token.kind in _PUNCTUATION and token.kind is not Kind.DOT:
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
                words = _texts(self.tokens[self.at : at])
                if _turns(words) or _supposes(plain_words(words)):
                    raise self.error("words before this colon may change what is claimed", token)
                self._hidden.append(self._text_of(self.tokens[self.at : at]))
                self._last = None
                self.at = at + 1
                return

    def _words_before(self, token: Token) -> None:
        words = plain_words(token.text)
        if self.tokens[self.at + 1].kind in (Kind.NEWLINE, Kind.STOP) or not words:
            self.at += 1  # words alone on their line
            return
        if token.text and self.tokens[self.at + 1].kind is Kind.OPEN and _is_word(token.text):
            raise self.error("words before parentheses")
        if _turns(words):
            raise self.error(f"{words!r:.40} may change what is claimed here", token)
        if _supposes(words):
            raise self.error(f"{words!r:.40} supposes, and claims nothing", token)
        self._is_definition = self._is_definition or _defines(words)
        if unknown_word(token.text) and not _connects(words):
            self._hidden.append(token.text.strip())
        self._last = None
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
        self._hidden.append(self.fragment.part(self.tokens[start].start, self.token.start).text)
        self.at += self.token.kind in _PUNCTUATION

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
        if first.kind in (Kind.NOTE, Kind.NEWLINE, Kind.STOP, *_PUNCTUATION):
            return
        sign = self._sign()
        if sign is None:
            self._last = self._side()
            self._chain += 1
            sign = self._sign()
        elif self._last is None:
            raise self.error("what stands before this relation is not read", first)
        while sign is not None:
            self._row(*sign)
            sign = self._sign()

    def _row(self, sense: Sense | None, sign: Fragment, is_definition: bool, why: str) -> None:
        assert self._last is not None
        guessed = len(self.guesses)
        left, right = self._last, self._side()
        self._last = right
        if sense is None:
            if why:
                error = ReaderError(why, sign, sign.start)
                self._unread.append(UnreadRow(place=sign, error=error))
            else:
                self._others += 1
                self._is_after_other = True
            return
        opaque = [
            self._why_side[side.place.start]
            for side in (left, right)
            if side.place.start in self._why_side
        ]
        names = [*self._guesses_of(left), *self.guesses[guessed:]]
        self._rows.append(
            RelationRow(
                relation=Relation(left.node, sense, right.node),
                left=left.place,
                sign=sign,
                right=right.place,
                chain=self._chain,
                is_implied=self._is_implied,
                abbreviations=(*left.abbreviations, *right.abbreviations),
                is_definition=is_definition,
                guessed=tuple(dict.fromkeys(names)),
                opaque_sides=tuple(opaque),
            )
        )

    def _guesses_of(self, side: Side) -> list[str]:
        known = set(self.guesses)
        return [symbol.latex for symbol in side.node.symbols() if symbol.latex in known]

    def _side(self) -> Side:
        """Return a side of a relation: what it spells, or one opaque value."""
        start, known = self.at, len(self.abbreviations)
        guessed = len(self.guesses)
        first = self.tokens[start]
        try:
            node = self.expression()
            if not self._is_side_over():
                raise self.unexpected()
        except ReaderError as error:
            self.indexes.clear()
            self.bars = [False]
            del self.guesses[guessed:]
            del self.abbreviations[known:]
            end = self._side_end(start)
            if end == start or not self._may_be_opaque(start, end):
                self.at = start
                raise error
            self._why_side[first.start] = error.message
            node = self.atom(start, end)
        place = self.fragment.part(first.start, max(self.tokens[self.at - 1].stop, first.stop))
        return Side(node, place, tuple(self.abbreviations[known:]))

    def _may_be_opaque(self, start: int, end: int) -> bool:
        """Return whether tokens can be the name of a value: not a sign, a text or a blank."""
        tokens = self.tokens[start:end]
        kinds = {token.kind for token in tokens}
        return not kinds <= {Kind.SYMBOL, Kind.OPERATOR, Kind.COLON, Kind.TEXT} or any(
            token.key in (r"\infty", r"\emptyset") for token in tokens
        )

    def _is_side_over(self) -> bool:
        token = self.token
        return token.kind in _AFTER_SIDE or token.is_apart or self._is_loose(token)

    def _is_loose(self, token: Token) -> bool:
        return token.key in LOOSE or token.key in _BETWEEN_SIDES

    def _side_end(self, start: int) -> int:
        """Return the index after a side, which ends at a relation, a remark or a comma."""
        depth, at = 0, start
        while True:
            token = self.tokens[at]
            step = DEPTH.get(token.kind, 0)
            if token.kind in (Kind.STOP, Kind.NEWLINE) or depth + step < 0:
                break
            is_over = token.kind in _AFTER_SIDE or self._is_loose(token)
            if depth == 0 and at > start and (is_over or self._is_remark_at(at)):
                break
            depth += step
            at += 1
        return at if depth == 0 else start

    def _is_remark_at(self, at: int) -> bool:
        """Return whether a remark in parentheses, or a number of the formula, begins there."""
        token = self.tokens[at]
        if not token.is_apart:
            return False
        return token.kind is Kind.OPEN or token.kind is Kind.TEXT or token.key in (r"\square",)

    def _sign(self) -> tuple[Sense | None, Fragment, bool, str] | None:
        """Read a sign: its sense if it is one between numbers, and whether it defines."""
        token = self.token
        if token.kind is Kind.RELATION:
            self.at += 1
            place = self.fragment.part(token.start, token.stop)
            return vocabulary.SENSES[token.key], place, token.text in DEFINING, ""
        if token.key in LOOSE:
            self.at += 1
            return None, self.fragment.part(token.start, token.stop), False, ""
        if token.key != r"\overset":
            return None
        return self._overset(token)

    def _overset(self, token: Token) -> tuple[Sense | None, Fragment, bool, str] | None:
        """Read a sign with something above it: a label, a reason, or what changes its meaning."""
        at = self.at + 1
        if self.tokens[at].kind is not Kind.LEFT_BRACE:
            end = at
            label = [self.tokens[at]]
        else:
            end = group_end(self.tokens, at)
            label = self.tokens[at + 1 : end]
        is_group = self.tokens[end + 1].kind is Kind.LEFT_BRACE
        at = end + 1 + is_group
        sign = self.tokens[at]
        if sign.kind is not Kind.RELATION and sign.key not in LOOSE:
            raise self.error("only a relation may have a remark above it", sign)
        if is_group and self.tokens[at + 1].kind is not Kind.RIGHT_BRACE:
            raise self.error("only one relation may stand here", self.tokens[at + 1])
        self.at = at + 1 + is_group
        place = self.fragment.part(token.start, max(token.stop, self.tokens[self.at - 1].stop))
        if sign.kind is not Kind.RELATION:
            return None, place, False, ""
        sense = vocabulary.SENSES[sign.key]
        words = " ".join(item.text or item.key for item in label).strip()
        if _defines_above(words):
            return sense, place, True, ""
        if is_harmless_label(label) or all(item.kind in _LABEL for item in label):
            return sense, place, False, ""
        return None, place, False, f"{words!r:.40} over a relation may change its meaning"

    # What follows a chain on its line.

    def _trailer(self, line: Line) -> None:
        token = self.token
        if token.kind in (Kind.NEWLINE, Kind.STOP):
            return
        if token.kind is Kind.NOTE:
            line.notes[token.key[1:]] = token.text
            self.at += 1
        elif token.kind is Kind.ARROW:
            self._opening()
        elif token.kind is Kind.TEXT:
            self._words_after(token, line)
        elif token.key == r"\forall":
            self._rest_hides()
        elif token.kind in (*_PUNCTUATION, Kind.COLON):
            self._punctuation()
        elif token.key in (r"\land", r"\square", r"\blacksquare", r"\qed"):
            self.at += 1
            self._last = None
        elif self._is_remark_at(self.at):
            self._remark(line)
        elif token.kind in (Kind.RELATION, Kind.UNREAD) or token.key in LOOSE:
            raise self.error(token.text or f"a relation {token.key} cannot stand here")
        else:
            raise self.unexpected()

    def _punctuation(self) -> None:
        """Pass over a comma, behind which something else begins."""
        before, token = self.tokens[self.at - 1], self.token
        self.at += 1
        following = self.token
        is_joined = token.start == before.stop and token.stop == following.start
        if token.kind is Kind.COMMA and is_joined and (before.kind, following.kind) == _DECIMAL:
            raise self.error("a decimal comma, or two numbers?", token)
        if following.kind in (Kind.NEWLINE, Kind.STOP, Kind.NOTE):
            return
        if following.kind in _PUNCTUATION:
            return
        if following.kind in (Kind.TEXT, Kind.ARROW) or following.key in (r"\forall", r"\land"):
            return
        self._check_list(token)

    def _check_list(self, token: Token) -> None:
        r"""Refuse ``x, y \le 1``; take a bound after a comma for a condition, as in ``, x > 0``."""
        rows = [row for row in self._rows if row.chain == self._chain]
        if not rows and not self._is_after_other:
            raise self.error("several things in one relation are not read", token)
        rest = self._rest()
        if not _relations(rest):
            is_range = any(item.key in LOOSE or item.key == r"\dots" for item in rest)
            if is_range or not rest or _holds_text(rest):
                words = _texts(rest)
                if _turns(words):
                    raise self.error(f"{words!r:.40} may change what is claimed here", token)
                self._hidden.append(self._text_of(rest))
                self.at = self._line_stop(self.at)
                return
            raise self.error("what stands behind this comma is not read", token)
        if self._take_bounds(rows):
            return
        self._hidden.append("several claims on one line, of which some may be conditions")
        self._last = None

    def _take_bounds(self, rows: list[RelationRow]) -> bool:
        r"""Take what follows for conditions if it bounds names alone, as ``1 \le i \le n``."""
        start, known, guessed = self.at, len(self.abbreviations), len(self.guesses)
        found: list[Relation] = []
        is_simple = True
        try:
            found = list(self._relation_chain())
            while self.token.kind in _PUNCTUATION:
                self.at += 1
            is_over = self.token.kind in (Kind.NEWLINE, Kind.STOP, Kind.NOTE)
            sides = [side for item in found for side in (item.left, item.right)]
            is_simple = is_over and all(_is_bound_side(side) for side in sides)
            is_simple = is_simple and any(isinstance(side, Symbol) for side in sides)
        except ReaderError:
            is_simple = False
        if not is_simple or not found:
            self._forget(start, known, guessed)
            return False
        chains = {row.chain for row in rows}
        for index, row in enumerate(self._rows):
            if row.chain in chains:
                self._rows[index] = replace(row, conditions=(*row.conditions, *found))
        return True

    def _relation_chain(self) -> Iterator[Relation]:
        left = self.expression()
        if self.token.kind is not Kind.RELATION:
            raise self.unexpected()
        while self.token.kind is Kind.RELATION:
            sense = vocabulary.SENSES[self.token.key]
            self.at += 1
            right = self.expression()
            yield Relation(left, sense, right)
            left = right

    def _forget(self, start: int, known: int, guessed: int) -> None:
        """Go back to where a trial began."""
        self.indexes.clear()
        self.bars = [False]
        del self.abbreviations[known:]
        del self.guesses[guessed:]
        self.at = start

    def _rest(self) -> list[Token]:
        return self.tokens[self.at : self._line_stop(self.at)]

    def _text_of(self, tokens: list[Token]) -> str:
        if not tokens:
            return ""
        return self.fragment.part(tokens[0].start, tokens[-1].stop).text

    def _words_after(self, token: Token, line: Line) -> None:
        """Read words behind a relation: a reason, a condition, or what may change the claim."""
        words = plain_words(token.text)
        if words in ("and", "") and self.tokens[self.at + 1].kind not in (Kind.NEWLINE, Kind.STOP):
            self._last = None
            self.at += 1
            return
        rest = [item.text for item in self._rest() if item.kind is Kind.TEXT]
        turning = next((item for item in rest if _turns(plain_words(item))), "")
        if turning:
            raise self.error(f"{turning.strip()!r:.40} may change what is claimed here", token)
        conditions = self._conditions(words)
        if conditions is not None:
            for index in range(line.first, len(self._rows)):
                row = self._rows[index]
                self._rows[index] = replace(row, conditions=(*row.conditions, *conditions))
            return
        self._rest_hides()

    def _rest_hides(self) -> None:
        """Keep the rest of a line as words that may restrict it, or as a reason."""
        rest = self._rest()
        text = self._text_of(rest)
        words = " ".join(item.text for item in rest if item.kind is Kind.TEXT)
        self._hidden += [text] if unknown_word(words) or not words else []
        if words and not unknown_word(words) and self._hidden[-1:] != [text]:
            self._reason = text
        self.at = self._line_stop(self.at)

    def _conditions(self, words: str) -> list[Relation] | None:
        """Return the conditions up to the end of the line, or None if they are not all read."""
        if words not in vocabulary.CONDITIONS:
            return None
        start, known, guessed = self.at, len(self.abbreviations), len(self.guesses)
        self.at += 1
        found: list[Relation] = []
        try:
            while True:
                found += self._relation_chain()
                is_and = self.token.kind is Kind.TEXT and plain_words(self.token.text) == "and"
                if not is_and:
                    break
                self.at += 1
            while self.token.kind in (Kind.DOT, Kind.COMMA, Kind.NOTE):
                self.at += 1
            if self.token.kind in (Kind.NEWLINE, Kind.STOP):
                return found
        except ReaderError:
            pass
        self._forget(start, known, guessed)
        return None

    def _remark(self, line: Line) -> None:
        """Pass over a remark in parentheses, or the number of a formula, behind a wide space."""
        rest = self._rest()
        texts = [item.text for item in rest if item.kind is Kind.TEXT]
        if not texts:
            is_number = all(item.kind in _NUMBER for item in rest) and len(rest) <= 8
            if not is_number and _relations(rest):
                raise self.error("a condition, a reason, or a claim of its own?")
            if not is_number:
                raise self.error("what stands behind this wide space is not read")
            line.notes["tag"] = self._text_of(rest)
            self.at = self._line_stop(self.at)
            return
        turning = next((item for item in texts if _turns(plain_words(item))), "")
        if turning:
            raise self.error(f"{turning.strip()!r:.40} may change what is claimed here")
        self._rest_hides()


def _relations(tokens: list[Token]) -> int:
    """Return how many relations between numbers stand in tokens outside of all brackets."""
    depth = count = 0
    for token in tokens:
        depth = max(0, depth + DEPTH.get(token.kind, 0))
        count += depth == 0 and token.kind is Kind.RELATION
    return count


def _texts(tokens: list[Token]) -> str:
    return " ".join(token.text for token in tokens if token.kind is Kind.TEXT)


def _holds_text(tokens: list[Token]) -> bool:
    return any(token.kind is Kind.TEXT for token in tokens)


def _is_bound_side(side: Expression) -> bool:
    """Return whether a side is a name or a number, perhaps with a sign."""
    if isinstance(side, Operation) and side.operator is Operator.NEGATE:
        side = side.operands[0]
    if isinstance(side, Operation) and side.operator is Operator.DIVIDE:
        return all(isinstance(item, Number) for item in side.operands)
    return isinstance(side, Symbol | Number | Constant)


def _is_word(text: str) -> bool:
    return bool(re.fullmatch(r"\s*[A-Za-z-]+", text)) and text == text.rstrip()


def _turns(words: str) -> bool:
    """Return whether words may turn a claim into another one."""
    return bool(_TURNING.search(f" {words} "))


def _supposes(words: str) -> bool:
    first = words.split(" ")[0]
    return first in _SUPPOSING or words in ("such that", "subject to", "s.t")


def _defines(words: str) -> bool:
    return bool(_DEFINING_WORDS.search(f" {words} "))


def _connects(words: str) -> bool:
    return words in _CONNECTIVES


def _defines_above(words: str) -> bool:
    return bool(re.fullmatch(r"\W*(?:def\w*|\\triangle|\\Delta|\\mathrm\{def\w*\})\W*", words))


_SUPPOSING = (
    "if", "suppose", "assume", "assuming", "when", "whenever", "minimize", "maximize", "minimise",
    "maximise", "s.t.", "st", "find", "subject",
)  # fmt: skip
LOOSE = frozenset(
    (
        r"\in", r"\notin", r"\ni", r"\sim", r"\approx", r"\subseteq", r"\subset", r"\rightarrow",
        r"\leftarrow", r"\mapsto", r"\leftrightarrow", r"\ll", r"\gg", r"\propto", r"\equiv",
        r"\simeq", r"\asymp", r"\lesssim", r"\gtrsim", r"\supset", r"\supseteq", r"\preceq",
        r"\succeq", r"\prec", r"\succ", r"\cong", r"\xrightarrow", r"\longrightarrow",
        r"\doteq", r"\nsubseteq", r"\subsetneq", r"\hookrightarrow", r"\rightsquigarrow",
        r"\longmapsto", r"\uparrow", r"\downarrow", r"\approxeq", r"\rightharpoonup", r"\models",
        r"\vdash",
    )
)  # fmt: skip
_BETWEEN_SIDES = (r"\overset", r"\land", r"\forall", r"\Leftrightarrow", r"\Leftarrow", r"\exists")
DEFINING = (":=", "=:", *vocabulary.DEFINING)
_SIGNS = re.compile(r"(?<![\\A-Za-z])[=<>]|\\(?:le|leq|ge|geq|leqslant|geqslant|lt|gt|neq?)\b")
_PUNCTUATION = (Kind.COMMA, Kind.SEMICOLON, Kind.DOT)
_DECIMAL = (Kind.DIGIT, Kind.DIGIT)
_AFTER_SIDE = (
    Kind.RELATION, Kind.ARROW, Kind.NEWLINE, Kind.STOP, Kind.NOTE, Kind.TEXT, Kind.COLON,
    *_PUNCTUATION,
)  # fmt: skip
_NUMBER = (Kind.DIGIT, Kind.DOT, Kind.OPEN, Kind.CLOSE, Kind.PRIME, Kind.NAME, Kind.NOTE)
_AFTER_LABEL = (Kind.RELATION, Kind.NEWLINE, Kind.STOP, Kind.SYMBOL, Kind.ARROW)
_LABEL = (Kind.DIGIT, Kind.PRIME)
_TURNING = re.compile(
    r"(?i)\W(?:not|no|never|nor|neither|without|false|untrue|wrong|fails?|iff|only|unless|except|"
    r"or|but|cannot|doesn't|isn't|exists?|some|conjecture|open|wish|want|would|hope|does|whether|"
    r"instead|contradiction|otherwise|else|modulo|mod)\W"
)
_DEFINING_WORDS = re.compile(
    r"(?i)\W(?:let|define|defined|set|denote|write|where|choose|pick|put)\W"
)
_CONNECTIVES = frozenset(
    ("so", "hence", "thus", "then", "therefore", "and", "we have", "that is", "i.e.", "and so",
     "which implies", "implies", "it follows that", "and hence", "and thus", "we get", "and then",
     "where", "let", "define", "set", "with", "since", "because", "note that", "recall that",
     "moreover", "also", "clearly", "in particular", "now", "and therefore", "equivalently"),
)  # fmt: skip
