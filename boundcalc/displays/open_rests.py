r"""What stands behind a chain on its line, in documents that nobody prepared.

A bound behind a comma or a "for" is a condition; words that may restrict a row are kept with it;
words that may turn it leave the line unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from boundcalc.displays.open_sides import LOOSE, SideReader
from boundcalc.displays.readings import UnreadRow
from boundcalc.displays.row_words import turns
from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Relation,
    Symbol,
    as_expression,
)
from boundcalc.language.operators import Operator, Sense
from boundcalc.reader.declarations import read_interval
from boundcalc.reader.groupings import between
from boundcalc.reader.opaque import DEPTH
from boundcalc.reader.relation_rows import Line, RelationRow, Side
from boundcalc.reader.remarks import plain_words, unknown_word
from boundcalc.reader.scope import Scope
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token

PUNCTUATION = (Kind.COMMA, Kind.SEMICOLON, Kind.DOT)
_NAME = re.compile(r"(?:\\[A-Za-z]+|[A-Za-z])(?:\{[A-Za-z]+\})?(?:_\{[^{}]*\})?'*")
_SAME_WAY = {
    Sense.LE: (Sense.LE, Sense.LT),
    Sense.LT: (Sense.LE, Sense.LT),
    Sense.GE: (Sense.GE, Sense.GT),
    Sense.GT: (Sense.GE, Sense.GT),
}
_DECIMAL = (Kind.DIGIT, Kind.DIGIT)
_NUMBER = (Kind.DIGIT, Kind.DOT, Kind.PRIME, Kind.NAME)

_SPACE = re.compile(r"~|\\[ ,;:]|\\q?quad(?![A-Za-z])")
_CONDITION = re.compile(r"(?:for|if|where|when|whenever|with|since|because|provided)(?![A-Za-z])")
_EQUAL_IF = re.compile(
    r"(?i)\W*(?:(?:with|where|and) )?equality(?: (?:holds|is attained|is achieved))? "
    r"(?:iff|if and only if|if|when|for|at)\b"
)
_SAYS_MORE = re.compile(
    r"(?i)\b(?:unless|provided|valid|assuming|otherwise|but|not|never|holds?|true|false|only)\b"
    r"|[;.]|,\s*(?:and|for|if|when\w*|where|as long)\b"
)


class RestReader(SideReader):
    """Reads what stands behind a chain on its line."""

    def __init__(
        self, fragment: Fragment, tokens: list[Token], scope: Scope, tentative: frozenset[str]
    ) -> None:
        super().__init__(fragment, tokens, scope, tentative)
        self.rows: list[RelationRow] = []
        self.unread_rows: list[UnreadRow] = []
        self.others = 0
        self.last: Side | None = None
        self.chain = -1
        self.hidden: list[str] = []  # words beside the line that is read
        self.reason = ""  # words beside the line that are understood, and claim nothing
        self.is_after_other = False  # whether a relation not between numbers stands on the line

    def line_stop(self, at: int) -> int:
        """Return the index of what ends the line at an index."""
        while self.tokens[at].kind not in (Kind.NEWLINE, Kind.STOP):
            at += 1
        return at

    def punctuation(self) -> None:
        """Pass over a comma, behind which something else begins."""
        before, token = self.tokens[self.at - 1], self.token
        self.at += 1
        following = self.token
        is_joined = token.start == before.stop and token.stop == following.start
        if token.kind is Kind.COMMA and is_joined and (before.kind, following.kind) == _DECIMAL:
            raise self.error("a decimal comma, or two numbers?", token)
        if following.kind in (Kind.NEWLINE, Kind.STOP, Kind.NOTE):
            return
        if following.kind in PUNCTUATION:
            return
        if following.key == r"\forall" and self.rows and not self._holds_colon():
            self.rest_hides()  # a range, which restricts what stands before it
            return
        if following.kind in (Kind.TEXT, Kind.ARROW) or following.key in (r"\forall", r"\land"):
            return
        self._check_list(token)

    def gap(self) -> None:
        """Pass over a wide space, behind which another relation begins."""
        self._check_list(self.token)

    def _holds_colon(self) -> bool:
        return any(token.kind is Kind.COLON for token in self.rest())

    def _check_list(self, token: Token) -> None:
        r"""Refuse ``x, y \le 1``; take a bound after a comma for a condition, as in ``, x > 0``."""
        rows = [row for row in self.rows if row.chain == self.chain]
        if not rows and not self.is_after_other:
            raise self.error("several things in one relation are not read", token)
        rest = self.rest()
        if rest and (self._parentheses_hide() or self._letters_hide()):
            return
        if not relations(rest):
            if any(item.key == r"\in" for item in rest) and self._take_bounds(rows):
                return
            is_range = any(item.key in LOOSE or item.key == r"\dots" for item in rest)
            if is_range or not rest or holds_text(rest):
                words = texts(rest)
                if turns(words):
                    raise self.error(f"{words!r:.40} may change what is claimed here", token)
                self.hidden.append(self.text_of(rest))
                self.at = self.line_stop(self.at)
                return
            raise self.error("what stands behind this comma is not read", token)
        if rows and self._is_shared_bound(rows[-1]):
            self._hide_range(rows)
            return
        if rows and _is_listed(rest):
            self.hidden.append(self.text_of(rest))
            self.at = self.line_stop(self.at)
            return
        if self._take_bounds(rows):
            return
        self.hidden.append("several claims on one line, of which some may be conditions")
        self.last = None

    def _is_shared_bound(self, row: RelationRow) -> bool:
        r"""Return whether ``1 \le i, j \le n`` stands here, which bounds both from both sides."""
        start, known, guessed = self.at, len(self.abbreviations), len(self.guesses)
        is_shared = False
        try:
            is_shared = _is_shared(row.relation, next(iter(self._relation_chain())))
        except ReaderError:
            is_shared = False
        self._forget(start, known, guessed)
        return is_shared

    def _hide_range(self, rows: list[RelationRow]) -> None:
        """Keep the range of several names as a remark on the rows before it."""
        others = [row for row in self.rows if row.chain != self.chain]
        if not others or others[-1].sign.position.line < rows[0].sign.position.line - 1:
            raise self.error("does this bound both symbols from both sides?")
        self.rows = others
        self.hidden.append("a range of several names")
        self.at = self.line_stop(self.at)

    def _take_bounds(self, rows: list[RelationRow]) -> bool:
        r"""Take what follows for conditions if it bounds names alone, as ``1 \le i \le n``."""
        start, known, guessed = self.at, len(self.abbreviations), len(self.guesses)
        found: list[Relation] = []
        is_simple = True
        try:
            while True:
                chain = list(self._relation_chain())
                if found and _is_shared(found[-1], chain[0]):
                    self._forget(start, known, guessed)
                    self.hidden.append(self.text_of(self.rest()))
                    self.at = self.line_stop(self.at)
                    return True
                found += chain
                while self.token.kind in PUNCTUATION:
                    self.at += 1
                if self.token.kind in (Kind.NEWLINE, Kind.STOP, Kind.NOTE):
                    break
                if self.tokens[self.at - 1].kind not in PUNCTUATION:
                    break
            is_over = self.token.kind in (Kind.NEWLINE, Kind.STOP, Kind.NOTE)
            sides = [side for item in found for side in (item.left, item.right)]
            is_simple = is_over and all(is_bound_side(side) for side in sides)
            is_simple = is_simple and any(isinstance(side, Symbol) for side in sides)
            is_simple = is_simple and any(isinstance(side, Number) for side in sides)
        except ReaderError:
            is_simple = False
        if not is_simple or not found:
            self._forget(start, known, guessed)
            return False
        chains = {row.chain for row in rows}
        for index, row in enumerate(self.rows):
            if row.chain in chains:
                self.rows[index] = replace(row, conditions=(*row.conditions, *found))
        return True

    def _relation_chain(self) -> Iterator[Relation]:
        left = self.expression()
        if self.token.key == r"\in" and isinstance(left, Symbol):
            yield from self._membership(left)
            return
        if self.token.kind is not Kind.RELATION:
            raise self.unexpected()
        yield from self.relations_after(left)

    def _membership(self, left: Symbol) -> Iterator[Relation]:
        """Read an interval, and yield that a symbol lies in it."""
        domain, self.at = read_interval(self.fragment, self.tokens, self.at + 1)
        ends = (
            (domain.lower, Sense.GE if domain.lower_closed else Sense.GT),
            (domain.upper, Sense.LE if domain.upper_closed else Sense.LT),
        )
        for end, sense in ends:
            if end is not None:
                yield Relation(left, sense, as_expression(end))

    def _forget(self, start: int, known: int, guessed: int) -> None:
        """Go back to where a trial began."""
        self.indexes.clear()
        self.bars = [False]
        del self.abbreviations[known:]
        del self.guesses[guessed:]
        self.at = start

    def rest(self) -> list[Token]:
        """Return what is left of the line."""
        return self.tokens[self.at : self.line_stop(self.at)]

    def text_of(self, tokens: list[Token]) -> str:
        """Return tokens as they are written."""
        if not tokens:
            return ""
        return self.fragment.part(tokens[0].start, tokens[-1].stop).text

    def words_after(self, token: Token, line: Line) -> None:
        """Read words behind a relation: a reason, a condition, or what may change the claim."""
        words = plain_words(token.text)
        is_blank = not token.text.strip()
        if (words == "and" or is_blank) and self.tokens[self.at + 1].kind not in (
            Kind.NEWLINE,
            Kind.STOP,
        ):
            after = self.rest()
            if not relations(after) and any(item.key == r"\in" for item in after):
                self.hidden.append(self.text_of(after))  # which may be a condition
                self.at = self.line_stop(self.at)
                return
            self.last = None
            self.at += 1
            return
        if self._tells_of_equality():
            self.at = self.line_stop(self.at)
            return
        rest = [item.text for item in self.rest() if item.kind is Kind.TEXT]
        turning = next((item for item in rest if turns(plain_words(item))), "")
        if turning:
            raise self.error(f"{turning.strip()!r:.40} may change what is claimed here", token)
        conditions = self._conditions(words)
        if conditions is not None:
            for index in range(line.first, len(self.rows)):
                row = self.rows[index]
                self.rows[index] = replace(row, conditions=(*row.conditions, *conditions))
            return
        self.rest_hides()

    def _tells_of_equality(self) -> bool:
        """Return whether the rest of a line says when a bound is attained, and nothing more."""
        if not self.rows or self.rows[-1].relation.sense not in (Sense.LE, Sense.GE):
            return False
        words = " ".join(item.text if item.kind is Kind.TEXT else "\u27e6" for item in self.rest())
        found = _EQUAL_IF.match(" ".join(words.split()))
        return found is not None and not _SAYS_MORE.search(words, found.end())

    def rest_hides(self) -> None:
        """Keep the rest of a line as words that may restrict it, or as a reason."""
        rest = self.rest()
        text = self.text_of(rest)
        words = " ".join(item.text for item in rest if item.kind is Kind.TEXT)
        self.hidden += [text] if unknown_word(words) or not words else []
        if words and not unknown_word(words) and self.hidden[-1:] != [text]:
            self.reason = text
        self.at = self.line_stop(self.at)

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

    def _parentheses_hide(self) -> bool:
        r"""Keep ``(x > 0)``, the last of its line, as a remark: a condition or a reason."""
        rest = [item for item in self.rest() if item.kind not in (Kind.NOTE, *PUNCTUATION)]
        if not rest or rest[0].kind is not Kind.OPEN or not rest[0].is_apart:
            return False
        inner, close = between(rest, 0)
        if not inner or close is not rest[-1] or close.kind is not Kind.CLOSE:
            return False
        if not relations(inner) and not all(item.kind in _NUMBER for item in inner):
            return False
        self.hidden.append(self.text_of(rest))
        self.at = self.line_stop(self.at)
        return True

    def _letters_hide(self) -> bool:
        r"""Keep ``for~all~t > 0``, whose words are written as letters, as what may restrict."""
        text = _SPACE.sub(" ", self.text_of(self.rest()))
        if not self.rows or not _CONDITION.match(text) or turns(plain_words(text)):
            return False
        self.hidden.append(text)
        self.at = self.line_stop(self.at)
        return True

    def remark(self) -> None:
        """Pass over a remark in parentheses behind a wide space."""
        rest = self.rest()
        texts = [item.text for item in rest if item.kind is Kind.TEXT]
        if not texts and self._parentheses_hide():
            return
        if not texts:
            raise self.error("what stands behind this wide space is not read")
        turning = next((item for item in texts if turns(plain_words(item))), "")
        if turning:
            raise self.error(f"{turning.strip()!r:.40} may change what is claimed here")
        self.rest_hides()


def _is_shared(one: Relation, two: Relation) -> bool:
    r"""Return whether two relations are ``1 \le i`` and ``j \le n``, which bound both names."""
    return (
        is_bound_side(one.left)
        and isinstance(one.right, Symbol)
        and isinstance(two.left, Symbol)
        and two.sense in _SAME_WAY.get(one.sense, ())
    )


def relations(tokens: list[Token]) -> int:
    """Return how many relations between numbers stand in tokens outside of all brackets.

    One with something above it stands in a group of its own.
    """
    depth = count = 0
    is_above = False
    for token in tokens:
        depth = max(0, depth + DEPTH.get(token.kind, 0))
        is_above |= depth == 0 and token.key == r"\overset"
        count += (depth == 0 or is_above) and token.kind is Kind.RELATION
        is_above &= token.kind is not Kind.RELATION and token.key not in LOOSE
    return count


def texts(tokens: list[Token]) -> str:
    """Return the words among tokens."""
    return " ".join(token.text for token in tokens if token.kind is Kind.TEXT)


def holds_text(tokens: list[Token]) -> bool:
    """Return whether words stand among tokens."""
    return any(token.kind is Kind.TEXT for token in tokens)


def is_bound_side(side: Expression) -> bool:
    """Return whether a side is a name or a number, perhaps with a sign."""
    if isinstance(side, Operation) and side.operator is Operator.NEGATE:
        side = side.operands[0]
    if isinstance(side, Operation) and side.operator is Operator.DIVIDE:
        return all(isinstance(item, Number) for item in side.operands)
    if isinstance(side, Symbol):
        return _NAME.fullmatch(side.latex) is not None
    return isinstance(side, Number | Constant)


def _is_listed(rest: list[Token]) -> bool:
    r"""Return whether a range is listed, as ``i = 1, \dots, n`` or ``i, j = 1, 2, \dots``."""
    at = 0
    while [token.kind for token in rest[at : at + 2]] == [Kind.NAME, Kind.COMMA]:
        at += 2
    is_named = [token.kind for token in rest[at : at + 2]] == [Kind.NAME, Kind.RELATION]
    dots = [place for place, token in enumerate(rest) if token.key == r"\dots"]
    is_range = bool(dots) and relations(rest) == 1 and rest[dots[0] - 1].kind is Kind.COMMA
    return is_named and rest[at + 1].key == "=" and is_range
