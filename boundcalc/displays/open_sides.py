r"""Sides of relations and the signs between them, in documents that nobody prepared."""

from __future__ import annotations

import re
from contextlib import suppress

from boundcalc.displays.open_formulas import OpenFormulaReader
from boundcalc.displays.row_words import defines_above
from boundcalc.language.operators import Sense
from boundcalc.reader.names import group_end
from boundcalc.reader.opaque import DEPTH
from boundcalc.reader.relation_rows import Side, is_harmless_label
from boundcalc.reader.scope import Scope
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token

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
_PUNCTUATION = (Kind.COMMA, Kind.SEMICOLON, Kind.DOT)
_AFTER_SIDE = (
    Kind.RELATION, Kind.ARROW, Kind.NEWLINE, Kind.STOP, Kind.NOTE, Kind.TEXT, Kind.COLON,
    *_PUNCTUATION,
)  # fmt: skip
_NO_START = (Kind.SUB, Kind.SUP, Kind.PRIME, Kind.CLOSE, Kind.TEXT)
_NO_END = (Kind.SUB, Kind.SUP, Kind.OPEN)
_NO_PART = (Kind.TEXT, Kind.RELATION, Kind.ARROW, Kind.NEWLINE, Kind.COMMA, Kind.SEMICOLON)
_LABEL = (Kind.DIGIT, Kind.PRIME)
_IN_LETTERS = re.compile(
    r"(?i)Jensen|Markov|Hoeffding|Chebyshev|Chernoff|Cauchy|Bayes|Fubini|Pinsker|McDiarmid|Azuma"
    r"|Bernstein|Minkowski|Taylor"
)
_UPRIGHT = re.compile(r"\\(?:mathrm|mathsf|mathit|mathbf)\{([A-Za-z]+)\}")


class SideReader(OpenFormulaReader):
    """Reads the sides of relations and the signs between them; a side may be one opaque value."""

    def __init__(
        self, fragment: Fragment, tokens: list[Token], scope: Scope, tentative: frozenset[str]
    ) -> None:
        super().__init__(fragment, tokens, scope, tentative)
        self.why_opaque: dict[int, str] = {}  # of sides, by where they begin

    def side(self) -> Side:
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
            is_over = self.begins_relation(end) or self.is_remark_at(end)
            if end > start and is_over:  # it reads on over the wide space
                with suppress(ReaderError):
                    return self._alone(start, end)
            if end == start or not self._may_be_opaque(start, end):
                self.at = start
                raise error
            self.why_opaque[first.start] = error.message
            node = self.atom(start, end)
        place = self.fragment.part(first.start, max(self.tokens[self.at - 1].stop, first.stop))
        return Side(node, place, tuple(self.abbreviations[known:]))

    def _alone(self, start: int, end: int) -> Side:
        """Return a side as what its own tokens spell."""
        place = self.fragment.part(self.tokens[start].start, self.tokens[end - 1].stop)
        tokens = [*self.tokens[start:end], self.tokens[-1]._replace(kind=Kind.STOP)]
        reader = SideReader(self.fragment, tokens, self.scope, self.tentative)
        node = reader.expression()
        if reader.token.kind is not Kind.STOP:
            raise reader.unexpected()
        self.guesses += reader.guesses
        self.abbreviations += reader.abbreviations
        self.at = end
        return Side(node, place, tuple(reader.abbreviations))

    def _may_be_opaque(self, start: int, end: int) -> bool:
        """Return whether tokens can be the name of a value, which begins and ends in them."""
        tokens = self.tokens[start:end]
        kinds = {token.kind for token in tokens}
        is_sign = kinds <= {Kind.SYMBOL, Kind.OPERATOR, Kind.COLON, Kind.TEXT}
        if any(token.key == "&" for token in tokens[1:-1]):
            return False  # what stands in another column may be a condition
        if is_sign and not any(token.key in (r"\infty", r"\emptyset") for token in tokens):
            return False
        before, last = self.tokens[end - 2] if end - start > 1 else None, tokens[-1]
        is_script = before is not None and before.kind in (Kind.SUB, Kind.SUP)
        if last.kind in _NO_END or (last.kind is Kind.OPERATOR and not is_script):
            return False
        depth = 0
        for token in tokens:
            depth += DEPTH.get(token.kind, 0)
            is_part = token.kind not in _NO_PART and not _may_be_sign(token)
            if depth < 0 or (depth == 0 and not is_part):
                return False
        return depth == 0 and tokens[0].kind not in _NO_START

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
            is_over = is_over or self.is_remark_at(at) or self.begins_relation(at)
            if depth == 0 and at > start and is_over:
                break
            depth += step
            at += 1
        return at if depth == 0 else start

    def is_remark_at(self, at: int) -> bool:
        """Return whether a remark in parentheses, or a number of the formula, begins there."""
        token = self.tokens[at]
        if not token.is_apart:
            return False
        return token.kind is Kind.OPEN or token.kind is Kind.TEXT or token.key in (r"\square",)

    def relation_sign(self) -> tuple[Sense | None, Fragment, bool, str] | None:
        """Read a sign: its sense if it is one between numbers, and whether it defines."""
        token = self.token
        if token.kind is Kind.RELATION:
            self.at = self._label_end(self.at + 1)
            place = self.fragment.part(token.start, max(token.stop, self.tokens[self.at - 1].stop))
            return vocabulary.SENSES[token.key], place, token.text in DEFINING, ""
        if token.key in LOOSE:
            self.at += 1
            return None, self.fragment.part(token.start, token.stop), False, ""
        if token.key != r"\overset":
            return None
        return self._overset(token)

    def _label_end(self, at: int) -> int:
        r"""Return the index behind a label that a sign bears, as in ``\le_{(1)}``.

        ``=_{(d)}`` may be an equality of laws.
        """
        is_script = self.tokens[at].kind in (Kind.SUB, Kind.SUP)
        if not is_script or self.tokens[at + 1].kind is not Kind.LEFT_BRACE:
            return at
        end = group_end(self.tokens, at + 1)
        label = self.tokens[at + 2 : end]
        is_apart = label[0].kind in (Kind.OPEN, Kind.TEXT) if label else False
        is_apart &= not any(item.key in ("d", "D", "L") for item in label)
        return end + 1 if is_apart and is_harmless_label(label) else at

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
        letters = _UPRIGHT.sub(
            r"\1", "".join(item.key for item in label)
        )  # which stand in a row for a word
        if defines_above(words) or defines_above(letters):
            return sense, place, True, ""
        is_label = is_harmless_label(label) or all(item.kind in _LABEL for item in label)
        if is_label or _IN_LETTERS.fullmatch(letters):
            return sense, place, False, ""
        return None, place, False, f"{words!r:.40} over a relation may change its meaning"


def _may_be_sign(token: Token) -> bool:
    """Return whether what is not understood may be a relation, such as ``~=``."""
    is_word = token.key.startswith("\\")
    return token.kind is Kind.UNREAD and not is_word and any(item in token.key for item in "=<>")
