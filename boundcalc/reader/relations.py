r"""Relations and chains of them, as a display prints them.

A chain ``A \le B \le C``, on one line or over several, gives a row for each relation, between its
two neighbours. A line that begins with a relation continues the chain; one that begins or follows
an operator continues the expression; any other line begins anew.

Every word of a row is understood, or the row is refused: conditions are relations after "if" or
"for"; "for all" may have names alone; remarks and reasons consist of words that claim nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boundcalc.language.expressions import (
    Expression,
    Number,
    Operation,
    Relation,
    Symbol,
    as_expression,
)
from boundcalc.language.operators import Operator, Sense
from boundcalc.reader.declarations import read_interval
from boundcalc.reader.formulas import FormulaReader
from boundcalc.reader.names import group_end
from boundcalc.reader.relation_rows import Line, Side, is_harmless_label
from boundcalc.reader.relation_rows import RelationRow as RelationRow
from boundcalc.reader.remarks import is_reason, plain_words, unknown_in_label, unknown_word
from boundcalc.reader.scope import Scope
from boundcalc.tex import vocabulary
from boundcalc.tex.lines import logical_lines
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import Kind, Token, tokenize


def read_relation(text: str | Fragment, scope: Scope) -> Relation:
    r"""Return the one relation that LaTeX mathematics spells.

    Raises
    ------
    ReaderError
        If `text` is anything but one relation between two expressions.

    Examples
    --------
    >>> from boundcalc.language import POSITIVE, Symbol
    >>> str(read_relation(r"e^{2x} \le 1 + 2x + 4x^2", Scope.of([Symbol("x", POSITIVE)])))
    'e^(2 * x) <= 1 + 2 * x + 4 * x^2'
    """
    fragment = Fragment.of(text)
    reader = FormulaReader(fragment, tokenize(fragment), scope)
    left = reader.expression()
    sign = reader.token
    if sign.kind is not Kind.RELATION:
        if sign.kind is Kind.STOP:
            raise reader.error(r"a relation such as \le is missing")
        raise reader.unexpected()
    reader.at += 1
    right = reader.expression()
    if reader.token.kind is Kind.RELATION:
        raise reader.error("one relation was expected, and here a second one begins")
    if reader.token.kind is not Kind.STOP:
        raise reader.unexpected()
    return Relation(left, vocabulary.SENSES[sign.key], right)


def read_relations(text: str | Fragment, scope: Scope) -> list[RelationRow]:
    r"""Return the rows of a display: the content of ``\[ \]``, ``$$ $$`` or an environment.

    Raises
    ------
    ReaderError
        If any part of `text` cannot be read, or an expression stands in no relation.

    Examples
    --------
    >>> from boundcalc.language import POSITIVE, Symbol
    >>> scope = Scope.of([Symbol("a", POSITIVE), Symbol("b", POSITIVE)])
    >>> rows = read_relations(r"a &\le a + b \\ &= b + a \quad \text{if } b \ge 1", scope)
    >>> [str(row.relation) for row in rows], str(rows[1].conditions[0])
    (['a <= a + b', 'a + b = b + a'], 'b >= 1')
    """
    fragment = Fragment.of(text)
    return _DisplayReader(fragment, logical_lines(fragment), scope).rows()


class _DisplayReader(FormulaReader):
    """Reads rows from left to right; line breaks that only wrap an expression are gone."""

    def __init__(self, fragment: Fragment, tokens: list[Token], scope: Scope) -> None:
        super().__init__(fragment, tokens, scope)
        self._rows: list[RelationRow] = []
        self._last: Side | None = None  # the right end of the chain
        self._is_alone = False  # whether that end stands in no relation yet
        self._chain = -1

    def rows(self) -> list[RelationRow]:
        while self.token.kind is not Kind.STOP:
            line = Line(len(self._rows))
            while self.token.kind not in (Kind.NEWLINE, Kind.STOP):
                self._segment()
                self._trailer(line)
            self._check_apart(line)
            for index in range(line.first, len(self._rows)):
                self._rows[index] = replace(
                    self._rows[index],
                    label=line.notes.get("label", ""),
                    tag=line.notes.get("tag", ""),
                    note=line.notes.get("note", ""),
                )
            if self.token.kind is Kind.NEWLINE:
                self.at += 1
        self._check_alone()
        return self._rows

    def _check_apart(self, line: Line) -> None:
        r"""Refuse ``A \le B, \quad x > 0``, where x > 0 may be claimed or be a condition."""
        for first, token in line.apart:
            before = self._rows[line.first : first]
            known = frozenset[str]().union(*(row.relation.names() for row in before))
            following = self._rows[first : first + 1]
            is_implied = any(row.is_implied for row in self._rows[first:])
            if not is_implied and any(_bounds_one_of(known, row.relation) for row in following):
                raise self.error(
                    "a condition, or a claim of its own? write 'for' before it in a \\text, or put "
                    "it on a line of its own",
                    token,
                )

    def _check_alone(self) -> None:
        if self._is_alone and self._last is not None:
            place = self._last.place.start
            found = next(token for token in self.tokens if token.start == place)
            raise self.error("this expression stands in no relation", found)

    def _segment(self) -> None:
        """Read a chain, or the continuation of one, up to what is no part of it."""
        is_implied = self.token.kind is Kind.ARROW
        if is_implied:
            if not self._rows or self._is_alone:
                raise self.error("an implication needs a relation before it")
            self.at += 1
            self._last = None
        if self.token.kind in _NO_CHAIN:
            if is_implied:
                raise self.error("an implication needs a relation after it")
            return
        first = self.token
        sign = self._sign()
        if sign is None:
            self._check_alone()
            self._last, self._is_alone = self._side(), True
            self._chain += 1
            sign = self._sign()
        elif self._last is None:
            raise self.error("a chain begins with an expression, not with a relation", first)
        while sign is not None:
            self._row(*sign, is_implied)
            sign = self._sign()
        self._check_shared_bounds(first)

    def _check_shared_bounds(self, first: Token) -> None:
        r"""Refuse ``0 \le x, y \le 1``, which bounds both from both sides for most authors."""
        near = self._rows[-6:]  # two chains of this kind are no longer
        new = [row for row in near if row.chain == self._chain]
        old = [row for row in near if row.chain == self._chain - 1]
        if not (new and old) or new[0].left.start != first.start:
            return
        one, two = old[-1].relation, new[0].relation
        is_shared = (
            isinstance(old[0].relation.left, Number)
            and isinstance(new[-1].relation.right, Number)
            and isinstance(one.right, Symbol)
            and isinstance(two.left, Symbol)
            and one.right != two.left
        )
        lower = (Sense.LE, Sense.LT)
        if is_shared and (one.sense in lower) == (two.sense in lower):
            between = [
                token.kind
                for token in self.tokens
                if old[-1].right.stop <= token.start < first.start
            ]
            if between == [Kind.COMMA]:
                raise self.error(_SHARED, first)

    def _row(self, sense: Sense, sign: Fragment, is_implied: bool) -> None:
        assert self._last is not None
        left, right = self._last, self._side()
        self._rows.append(
            RelationRow(
                relation=Relation(left.node, sense, right.node),
                left=left.place,
                sign=sign,
                right=right.place,
                chain=self._chain,
                is_implied=is_implied,
                abbreviations=(*left.abbreviations, *right.abbreviations),
            )
        )
        self._last, self._is_alone = right, False

    def _side(self) -> Side:
        start, known = self.token.start, len(self.abbreviations)
        node = self.expression()
        place = self.fragment.part(start, self.tokens[self.at - 1].stop)
        return Side(node, place, tuple(self.abbreviations[known:]))

    def _sign(self) -> tuple[Sense, Fragment] | None:
        """Read a relation sign, also one with a remark above it."""
        token = self.token
        if token.kind is Kind.RELATION:
            self.at += 1
            return vocabulary.SENSES[token.key], self.fragment.part(token.start, token.stop)
        if token.key != r"\overset":
            return None
        if self.tokens[self.at + 1].kind is not Kind.LEFT_BRACE:
            raise self.error(r"\overset needs its arguments in braces")
        at = group_end(self.tokens, self.at + 1) + 1
        self._check_label(self.tokens[self.at + 2 : at - 1])
        is_group = self.tokens[at].kind is Kind.LEFT_BRACE
        sign = self.tokens[at + is_group]
        if sign.kind is not Kind.RELATION:
            raise self.error("only a relation may have a remark above it", sign)
        if is_group and self.tokens[at + 2].kind is not Kind.RIGHT_BRACE:
            raise self.error("only one relation may stand here", self.tokens[at + 2])
        self.at = at + (3 if is_group else 1)
        stop = self.tokens[self.at - 1].stop
        return vocabulary.SENSES[sign.key], self.fragment.part(token.start, stop)

    def _check_label(self, tokens: list[Token]) -> None:
        """Refuse a sign over a relation that may change its meaning, such as the d of a law."""
        if not is_harmless_label(tokens):
            raise self.error(
                "what stands over this relation may change its meaning; write it without, and a "
                "definition with `%! let`"
            )

    # What follows a chain on its line.

    def _trailer(self, line: Line) -> None:
        token = self.token
        if token.kind in (Kind.NEWLINE, Kind.STOP, Kind.ARROW):
            return
        if token.kind is Kind.NOTE:
            if token.key == r"\tag":
                self._check_words(unknown_in_label(token.text), token)
            line.notes[token.key[1:]] = token.text
            self.at += 1
        elif token.kind is Kind.TEXT or token.key == r"\forall":
            self._words(line)
        elif token.kind in _PUNCTUATION:
            if self.at == 0 or self.tokens[self.at - 1].kind in (Kind.NEWLINE, *_PUNCTUATION):
                raise self.unexpected()
            self._check_decimal()
            self.at += 1
            is_over = self.token.kind in _AFTER_PUNCTUATION
            if token.kind is Kind.DOT and not is_over:
                raise self.error("a full stop in the middle of a line", token)
            if not is_over:
                self._check_alone()
                self._last = None
                if self.token.is_apart:
                    line.apart.append((len(self._rows), self.token))
        elif token.key == r"\land":
            self.at += 1
            self._check_alone()
            self._last = None
        else:
            raise self.unexpected()

    def _check_decimal(self) -> None:
        """Refuse the comma of 0,5, which is a decimal comma in many countries."""
        before, token, after = self.tokens[self.at - 1 : self.at + 2]
        is_joined = before.stop == token.start and token.stop == after.start
        if token.kind is Kind.COMMA and is_joined and before.kind is after.kind is Kind.DIGIT:
            raise self.error("a decimal comma, or two numbers? write a point, or a space after it")

    def _words(self, line: Line) -> None:
        """Read words and what they govern: each has a rule that understands it, or is refused."""
        token = self.token
        words = plain_words(token.text)
        is_universal = words in vocabulary.UNIVERSAL or token.key == r"\forall"
        self.at += 1
        if words == "and" or (not words and token.key != r"\forall"):
            self._check_alone()
            self._last = None
        elif is_universal or words in vocabulary.CONDITIONS:
            if len(self._rows) == line.first:
                raise self.error("a condition stands at the end of a relation", token)
            before = len(self.abbreviations)
            conditions = tuple(self._conditions(is_universal))
            used = tuple(self.abbreviations[before:])
            for index in range(line.first, len(self._rows)):
                row = self._rows[index]
                self._rows[index] = replace(
                    row,
                    conditions=row.conditions + conditions,
                    abbreviations=row.abbreviations + used,
                )
        elif self.token.kind in _AFTER_REMARK:
            self._check_remark(token)
            line.notes["note"] = token.text.strip()
        elif is_reason(words):
            self._reason(line, token)
        else:
            raise self.error(
                f"{token.key:.40} is no condition; begin one with 'if' or 'for', and put a remark "
                "at the end of the line",
                token,
            )

    def _check_remark(self, token: Token) -> None:
        """Refuse a text with a word that may change what is claimed."""
        self._check_words(unknown_word(token.text), token)

    def _check_words(self, word: str, token: Token) -> None:
        if word:
            raise self.error(
                f"{word!r:.40} may change what is claimed here; put a remark outside of the "
                "display, and a condition as a relation after 'if' or 'for'",
                token,
            )

    def _reason(self, line: Line, first: Token) -> None:
        """Keep the rest of the line as it is written: a reason, which assumes nothing."""
        self._check_remark(first)
        is_listed = False
        while self.token.kind not in (Kind.NEWLINE, Kind.STOP, Kind.NOTE, Kind.ARROW):
            token = self.token
            if token.kind is Kind.TEXT:
                self._check_remark(token)
            is_listed = is_listed or token.kind in (Kind.COMMA, Kind.SEMICOLON)
            if is_listed and token.kind is Kind.RELATION:
                raise self.error(
                    "does this belong to the reason, or is it claimed? put it on a line of its own",
                    token,
                )
            self.at += 1
        written = self.fragment.part(first.start, self.tokens[self.at - 1].stop)
        line.notes["note"] = written.text

    def _conditions(self, is_universal: bool) -> Iterable[Relation]:
        """Read conditions up to the end of the line; "for all" may have names alone."""
        listed: list[Expression] = []  # x in "for x, y > 0"
        bounded: Expression | None = None  # x in "if 0 < x, y < 1"
        while True:
            start = self.at
            side = self.expression()
            is_name = isinstance(side, Symbol)
            is_bound = self.tokens[start - 1].key == r"\forall"
            if is_bound and isinstance(side, Operation) and side.operator is Operator.MULTIPLY:
                raise self.error(r"a comma is missing after what \forall binds", self.tokens[start])
            if self.token.key == r"\in":
                at = self.at + 1
                for item in (*listed, side):
                    self.at = at
                    yield from self._membership(item)
                listed = []
            elif self.token.kind is Kind.RELATION:
                found = list(self.relations_after(side))
                if bounded is not None and is_name and isinstance(found[-1].right, Number):
                    raise self.error(_SHARED, self.tokens[start])
                last = found[-1].right
                is_half = isinstance(side, Number) and isinstance(last, Symbol)
                bounded = last if is_half else None
                for item in listed:
                    yield Relation(item, found[0].sense, found[0].right)
                    yield from found[1:]
                yield from found
                listed = []
            elif is_name and bounded is not None:
                raise self.error(_SHARED, self.tokens[start])
            elif is_name and (is_universal or self.token.kind is Kind.COMMA):
                listed.append(side)
            elif self.token.kind is Kind.TEXT:
                raise self.error(
                    f"a condition is a relation, and {self.token.key:.40} is not read", self.token
                )
            else:
                raise self.error("a condition is a relation", self.tokens[start])
            token = self.token
            if token.kind is Kind.TEXT and plain_words(token.text) == "or":
                raise self.error("alternatives are not read; write one row for each")
            is_joint = token.kind is Kind.TEXT and plain_words(token.text) in ("and", "")
            is_over = token.kind is not Kind.STOP and self._is_over_after()
            if listed and not is_universal and (token.kind is not Kind.COMMA or is_over):
                raise self.error("a condition is a relation", self.tokens[start])
            if token.kind is Kind.COMMA and is_over:
                return
            if not (is_joint or token.kind is Kind.COMMA or token.key == r"\land"):
                return
            self._check_decimal()
            self.at += 1
            if self.token.is_apart:
                raise self.error(
                    "does this belong to the condition, or is it claimed? put it on a line of its "
                    "own, or join it by 'and'"
                )

    def _is_over_after(self) -> bool:
        """Return whether the conditions end after the next token."""
        return self.tokens[self.at + 1].kind in _AFTER_PUNCTUATION

    def _membership(self, side: Expression) -> Iterable[Relation]:
        domain, self.at = read_interval(self.fragment, self.tokens, self.at)
        for value, closed, sense, strict in (
            (domain.lower, domain.lower_closed, Sense.GE, Sense.GT),
            (domain.upper, domain.upper_closed, Sense.LE, Sense.LT),
        ):
            if value is not None:
                yield Relation(side, sense if closed else strict, as_expression(value))


def _bounds_one_of(names: frozenset[str], relation: Relation) -> bool:
    """Return whether a relation is between a number and one of the symbols with these names."""
    sides = (relation.left, relation.right)
    symbols = [side for side in sides if isinstance(side, Symbol)]
    is_bound = len(symbols) == 1 and len(relation.names()) == 1
    return is_bound and symbols[0].name in names


_SHARED = "does this bound both symbols from both sides? write a relation for each"
_PUNCTUATION = (Kind.COMMA, Kind.SEMICOLON, Kind.DOT)
_NO_CHAIN = (Kind.NOTE, Kind.TEXT, Kind.NEWLINE, Kind.STOP, *_PUNCTUATION)
_AFTER_REMARK = (Kind.NEWLINE, Kind.STOP, Kind.DOT, Kind.COMMA, Kind.NOTE)
_AFTER_PUNCTUATION = (Kind.NEWLINE, Kind.STOP, Kind.TEXT, Kind.NOTE)
