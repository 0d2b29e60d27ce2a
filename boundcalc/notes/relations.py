r"""Relations and chains of them, as a display prints them.

A chain ``A \le B \le C``, on one line or over several, gives a row for each relation, between its
two neighbours. A line that begins with a relation continues the chain; one that begins or follows
an operator continues the expression; any other line begins anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from boundcalc.language.expressions import (
    Expression,
    Number,
    Relation,
    Sense,
    Symbol,
    as_expression,
)
from boundcalc.notes import vocabulary
from boundcalc.notes.declarations import read_interval
from boundcalc.notes.formulas import FormulaReader
from boundcalc.notes.lines import logical_lines
from boundcalc.notes.names import group_end
from boundcalc.notes.scope import Scope
from boundcalc.notes.source import Fragment
from boundcalc.notes.tokens import Kind, Token, tokenize


@dataclass(frozen=True, kw_only=True, slots=True)
class RelationRow:
    r"""One relation of a display, with its place in the text.

    Parameters
    ----------
    relation : Relation
        What is claimed.
    left, sign, right : Fragment
        Where its parts stand; `right` ends the row.
    chain : int
        The number of its chain within the display, from 0: rows of one chain share neighbours.
    is_implied : bool
        Whether ``\Rightarrow`` or ``\implies`` stands before it.
    conditions : tuple of Relation
        What ``\text{if } ...`` or ``\text{for } ...`` at the end of its line adds.
    label, tag, note : str
        The content of ``\label``, of ``\tag``, and of any other text at the end of the line.
    """

    relation: Relation
    left: Fragment
    sign: Fragment
    right: Fragment
    chain: int
    is_implied: bool = False
    conditions: tuple[Relation, ...] = ()
    label: str = ""
    tag: str = ""
    note: str = ""


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


@dataclass
class _Line:
    """What is known of the line that is being read."""

    first: int  # index of its first row
    notes: dict[str, str] = field(default_factory=dict)


class _DisplayReader(FormulaReader):
    """Reads rows from left to right; line breaks that only wrap an expression are gone."""

    def __init__(self, fragment: Fragment, tokens: list[Token], scope: Scope) -> None:
        super().__init__(fragment, tokens, scope)
        self._rows: list[RelationRow] = []
        self._last: tuple[Expression, Fragment] | None = None  # the right end of the chain
        self._is_alone = False  # whether that end stands in no relation yet
        self._chain = -1

    def rows(self) -> list[RelationRow]:
        while self.token.kind is not Kind.STOP:
            line = _Line(len(self._rows))
            while self.token.kind not in (Kind.NEWLINE, Kind.STOP):
                self._segment()
                self._trailer(line)
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

    def _check_alone(self) -> None:
        if self._is_alone and self._last is not None:
            place = self._last[1].start
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
                raise self.error(
                    "does this bound both symbols from both sides? write a relation for each",
                    first,
                )

    def _row(self, sense: Sense, sign: Fragment, is_implied: bool) -> None:
        assert self._last is not None
        left, where = self._last
        right = self._side()
        self._rows.append(
            RelationRow(
                relation=Relation(left, sense, right[0]),
                left=where,
                sign=sign,
                right=right[1],
                chain=self._chain,
                is_implied=is_implied,
            )
        )
        self._last, self._is_alone = right, False

    def _side(self) -> tuple[Expression, Fragment]:
        start = self.token.start
        node = self.expression()
        return node, self.fragment.part(start, self.tokens[self.at - 1].stop)

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
        is_group = self.tokens[at].kind is Kind.LEFT_BRACE
        sign = self.tokens[at + is_group]
        if sign.kind is not Kind.RELATION:
            raise self.error("only a relation may have a remark above it", sign)
        if is_group and self.tokens[at + 2].kind is not Kind.RIGHT_BRACE:
            raise self.error("only one relation may stand here", self.tokens[at + 2])
        self.at = at + (3 if is_group else 1)
        stop = self.tokens[self.at - 1].stop
        return vocabulary.SENSES[sign.key], self.fragment.part(token.start, stop)

    # What follows a chain on its line.

    def _trailer(self, line: _Line) -> None:
        token = self.token
        if token.kind in (Kind.NEWLINE, Kind.STOP, Kind.ARROW):
            return
        if token.kind is Kind.NOTE:
            line.notes[token.key[1:]] = token.text
            self.at += 1
        elif token.kind is Kind.TEXT or token.key == r"\forall":
            self._words(line)
        elif token.kind in _PUNCTUATION:
            if self.at == 0 or self.tokens[self.at - 1].kind in (Kind.NEWLINE, *_PUNCTUATION):
                raise self.unexpected()
            self.at += 1
            is_over = self.token.kind in _AFTER_PUNCTUATION
            if token.kind is Kind.DOT and not is_over:
                raise self.error("a full stop in the middle of a line", token)
            if not is_over:
                self._check_alone()
                self._last = None
        elif token.key == r"\wedge":
            self.at += 1
            self._check_alone()
            self._last = None
        else:
            raise self.unexpected()

    def _words(self, line: _Line) -> None:
        token = self.token
        words = _normal(token.text)
        self.at += 1
        if words == "and":
            self._check_alone()
            self._last = None
        elif words in vocabulary.CONDITIONS or token.key == r"\forall":
            if len(self._rows) == line.first:
                raise self.error("a condition stands at the end of a relation", token)
            conditions = tuple(self._conditions())
            for index in range(line.first, len(self._rows)):
                known = self._rows[index].conditions
                self._rows[index] = replace(self._rows[index], conditions=known + conditions)
        elif self.token.kind in (Kind.NEWLINE, Kind.STOP, Kind.DOT, Kind.COMMA, Kind.NOTE):
            line.notes["note"] = token.text.strip()
        elif words.removeprefix("(").partition(" ")[0] in vocabulary.REASONS:
            self._reason(line, token)
        else:
            raise self.error(
                f"{token.key:.40} is no condition; begin one with 'if' or 'for', and put a remark "
                "at the end of the line",
                token,
            )

    def _reason(self, line: _Line, first: Token) -> None:
        """Keep the rest of the line as it is written: a reason, which assumes nothing."""
        while self.token.kind not in (Kind.NEWLINE, Kind.STOP, Kind.NOTE):
            self.at += 1
        written = self.fragment.part(first.start, self.tokens[self.at - 1].stop)
        line.notes["note"] = written.text

    def _conditions(self) -> Iterable[Relation]:
        """Read conditions up to the end of the line."""
        while True:
            start = self.at
            side = self.expression()
            if self.token.key == r"\in":
                self.at += 1
                yield from self._membership(side)
            elif self.token.kind is Kind.RELATION:
                yield from self._condition_chain(side)
            elif not isinstance(side, Symbol):
                raise self.error("a condition is a relation", self.tokens[start])
            token = self.token
            if token.kind is Kind.TEXT and _normal(token.text) == "or":
                raise self.error("alternatives are not read; write one row for each")
            is_joint = token.kind is Kind.TEXT and _normal(token.text) in ("and", "")
            if token.kind is Kind.COMMA and self.tokens[self.at + 1].kind in _AFTER_PUNCTUATION:
                return
            if not (is_joint or token.kind is Kind.COMMA or token.key == r"\wedge"):
                return
            self.at += 1

    def _condition_chain(self, left: Expression) -> Iterable[Relation]:
        while self.token.kind is Kind.RELATION:
            sense = vocabulary.SENSES[self.token.key]
            self.at += 1
            right = self.expression()
            yield Relation(left, sense, right)
            left = right

    def _membership(self, side: Expression) -> Iterable[Relation]:
        domain, self.at = read_interval(self.fragment, self.tokens, self.at)
        for value, closed, sense, strict in (
            (domain.lower, domain.lower_closed, Sense.GE, Sense.GT),
            (domain.upper, domain.upper_closed, Sense.LE, Sense.LT),
        ):
            if value is not None:
                yield Relation(side, sense if closed else strict, as_expression(value))


def _normal(text: str) -> str:
    return " ".join(text.lower().replace("~", " ").strip(" ,;:(").split())


_PUNCTUATION = (Kind.COMMA, Kind.SEMICOLON, Kind.DOT)
_NO_CHAIN = (Kind.NOTE, Kind.TEXT, Kind.NEWLINE, Kind.STOP, *_PUNCTUATION)
_AFTER_PUNCTUATION = (Kind.NEWLINE, Kind.STOP, Kind.TEXT, Kind.NOTE)
