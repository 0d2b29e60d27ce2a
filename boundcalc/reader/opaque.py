r"""Opaque operands: integrals, suprema and sums that stand for a real number, whatever it is.

They are equal where they are written alike and the names in them mean the same. Nothing inside of
them is read, and they may have any real value, so that it does no harm where one is taken to be
longer than its author meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from boundcalc.language.expressions import Symbol
from boundcalc.reader.names import after_group, canonical
from boundcalc.tex.tokens import Kind, Token

if TYPE_CHECKING:
    from boundcalc.reader.formulas import FormulaReader

EXTREMA = (r"\sup", r"\inf", r"\max", r"\min", r"\lim")
HEADS = (r"\int", r"\sup", r"\inf", r"\prod", r"\lim")
PROBABILITIES = (r"\Pr", r"\mathbb{P}", r"\mathbb{E}", r"\mathbf{E}", r"\mathrm{E}", "P", "E")
DEPTH = {Kind.OPEN: 1, Kind.LEFT_BRACE: 1, Kind.CLOSE: -1, Kind.RIGHT_BRACE: -1}
ENDS = (Kind.RELATION, Kind.ARROW, Kind.STOP, Kind.NEWLINE, Kind.COMMA, Kind.TEXT, Kind.NOTE)
_SCRIPTS = (Kind.SUB, Kind.SUP, Kind.PRIME)


def read_opaque(reader: FormulaReader) -> Symbol:
    """Return the integral, supremum or product that begins here, as one symbol."""
    head = reader.token
    if head.key == r"\int":
        return _symbol(reader, _integral_end(reader, reader.at))
    if head.key == r"\prod":
        return read_opaque_sum(reader)
    return read_opaque_extremum(reader)


def read_opaque_extremum(reader: FormulaReader) -> Symbol:
    r"""Return an extremum over a set, ``\sup_{E} |D(E) - D'(E)|``, with the factor after it."""
    head, start = reader.token, reader.at
    after = after_scripts(reader, start + 1)
    if after == start + 1:
        raise reader.error(f"{head.key} has no subscript that says over what", head)
    end = _factor_end(reader, after)
    if end == after:
        raise reader.error(f"nothing stands after {head.key}", head)
    node = _symbol(reader, end)
    is_product = reader.kind is Kind.OPERATOR and reader.token.key not in ("+", "-")
    is_attached = reader.kind in (Kind.SUP, Kind.BANG)
    is_sum = reader.kind is Kind.OPERATOR and not is_product
    if is_sum and _stays_outside(reader, reader.tokens[start:end]):
        return node
    if is_attached or is_product or is_sum or reader.begins_operand():
        raise reader.error(f"does this belong to {head.key}? put parentheses")
    return node


def _stays_outside(reader: FormulaReader, extremum: list[Token]) -> bool:
    r"""Return whether it is the same to take the terms that follow into an extremum, or not.

    It is where they do not depend on what the extremum is over. ``\sup_z A - B`` may mean either.
    """
    if extremum[-1].kind is not Kind.CLOSE:
        return False
    over: set[str] = set()
    for token in extremum[1 : _body_start(extremum)]:
        if token.kind is Kind.RELATION or token.key == r"\in":
            break
        over.add(token.key)
    over.discard("_")
    over.discard("{")
    heads = (*HEADS, *PROBABILITIES, r"\max", r"\min", r"\sum")
    depth = 0
    for token in reader.tokens[reader.at :]:
        depth += DEPTH.get(token.kind, 0)
        if depth < 0 or (depth == 0 and token.kind in ENDS):
            break
        if token.key in over or token.key in heads:
            return False
    return True


def _body_start(extremum: list[Token]) -> int:
    """Return the index after the subscript of an extremum."""
    is_group = extremum[2].kind is Kind.LEFT_BRACE
    return after_group(extremum, 2) if is_group else 3


def read_opaque_sum(reader: FormulaReader) -> Symbol:
    """Return a sum or product over an index with the whole product after it, as one symbol."""
    head = reader.token
    after = after_scripts(reader, reader.at + 1)
    end = product_end(reader, after)
    if end == after:
        raise reader.error(f"nothing stands after {head.key}", head)
    return _symbol(reader, end)


def has_opaque_body(reader: FormulaReader) -> bool:
    """Return whether a probability or an expectation stands in the sum that begins here."""
    after = after_scripts(reader, reader.at + 1)
    tokens = reader.tokens[after : product_end(reader, after)]
    return any(
        token.key in PROBABILITIES and token.key not in reader.scope.names for token in tokens
    )


def _symbol(reader: FormulaReader, end: int) -> Symbol:
    start, reader.at = reader.at, end
    return reader.unread(canonical(reader.tokens[start:end]), start, end)


def after_scripts(reader: FormulaReader, at: int, most: int = 100) -> int:
    """Return the index after the subscripts, superscripts and primes that begin at `at`."""
    tokens = reader.tokens
    for _ in range(most):
        if tokens[at].kind not in _SCRIPTS:
            break
        if tokens[at].kind is Kind.PRIME:
            at += 1
        else:
            _, at = reader.names.script(at)
    return at


def product_end(reader: FormulaReader, at: int) -> int:
    """Return the index after the product that begins at `at`."""
    tokens, depth, begin = reader.tokens, 0, at
    while tokens[at].kind is not Kind.STOP:
        token = tokens[at]
        if depth == 0 and token.kind is Kind.BAR:
            if at > begin and reader.bars[-1]:  # it closes what is open around it
                return at
            at = after_bars(tokens, at)
            continue
        step = DEPTH.get(token.kind, 0)
        is_script = tokens[at - 1].kind in (Kind.SUB, Kind.SUP)
        is_sum = token.key in ("+", "-") and not is_script
        is_stop = token.kind is Kind.DOT and tokens[at + 1].kind is not Kind.DIGIT
        is_end = token.kind in ENDS or is_sum or is_stop or token.is_apart
        if depth + step < 0 or (depth == 0 and is_end):
            return at
        depth += step
        at += 1
    return at


def after_bars(tokens: Sequence[Token], at: int) -> int:
    """Return the index after the absolute value that a bar opens, or after the bar alone."""
    depth = 0
    for place in range(at + 1, len(tokens)):
        depth += DEPTH.get(tokens[place].kind, 0)
        if depth < 0 or (depth == 0 and tokens[place].kind in ENDS):
            break
        if depth == 0 and tokens[place].kind is Kind.BAR:
            return place + 1
    return at + 1


def _integral_end(reader: FormulaReader, start: int) -> int:
    """Return the index after the differential of the integral that begins at `start`."""
    tokens, depth, open_integrals, at = reader.tokens, 0, 1, start + 1
    while True:
        token = tokens[at]
        step = DEPTH.get(token.kind, 0)
        if (
            token.kind is Kind.STOP
            or depth + step < 0
            or (depth == 0 and token.kind in (Kind.RELATION, Kind.ARROW, Kind.NEWLINE))
        ):
            raise reader.error(r"this \int has no differential such as dx", tokens[start])
        depth += step
        open_integrals += token.key == r"\int"
        if _is_differential(tokens, at):
            open_integrals -= 1
            at += 1
            if open_integrals == 0:
                return _close(reader, after_scripts(reader, at + 1), depth)
        at += 1


def _is_differential(tokens: list[Token], at: int) -> bool:
    token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else tokens[at]
    before = tokens[at - 1]
    return (
        token.key in ("d", r"\mathrm{d}")
        and following.kind is Kind.NAME
        and following.start == token.stop
        and before.kind not in (Kind.SUB, Kind.SUP)
    )


def _close(reader: FormulaReader, at: int, depth: int) -> int:
    r"""Return the index after what closes the groups open at `at`, as in ``\frac{dx}x``."""
    tokens = reader.tokens
    while depth > 0 and tokens[at].kind is not Kind.STOP:
        depth += DEPTH.get(tokens[at].kind, 0)
        at += 1
        if depth == 0 and _begins_with(tokens, at - 1) == r"\frac":
            is_group = tokens[at].kind is Kind.LEFT_BRACE
            at = after_group(tokens, at) if is_group else at + 1
    return at


def _begins_with(tokens: list[Token], closer: int) -> str:
    """Return the key of the token before the group that ends at `closer`."""
    depth, at = 0, closer
    while at > 0:
        depth -= DEPTH.get(tokens[at].kind, 0)
        at -= 1
        if depth == 0:
            return tokens[at].key
    return ""


def _factor_end(reader: FormulaReader, at: int) -> int:
    """Return the index after one factor: a group, a call, a fraction, a name."""
    tokens = reader.tokens
    token = tokens[at]
    if token.kind is Kind.BAR:
        return _bar_end(reader, at)
    if token.kind is Kind.OPEN:
        return _group_end(reader, at)
    if token.key in (r"\frac", r"\sqrt"):
        at += 1
        while tokens[at].kind is Kind.LEFT_BRACE:
            at = after_group(tokens, at)
        return at
    if token.kind in (Kind.NAME, Kind.ACCENT, Kind.FUNCTION):
        after = at + 1
        if token.kind is Kind.ACCENT and tokens[after].kind is Kind.LEFT_BRACE:
            after = after_group(tokens, after)
        after = after_scripts(reader, after)
        return _group_end(reader, after) if tokens[after].kind is Kind.OPEN else after
    return at


def _group_end(reader: FormulaReader, at: int) -> int:
    tokens, depth, start = reader.tokens, 0, at
    while tokens[at].kind is not Kind.STOP:
        depth += DEPTH.get(tokens[at].kind, 0)
        at += 1
        if depth == 0:
            return at
    raise reader.error(f"this {tokens[start].key} is never closed", tokens[start])


def _bar_end(reader: FormulaReader, start: int) -> int:
    tokens, depth, at = reader.tokens, 0, start + 1
    while tokens[at].kind is not Kind.STOP:
        if tokens[at].kind is Kind.BAR and depth == 0 and at > start + 1:
            return at + 1
        depth += DEPTH.get(tokens[at].kind, 0)
        at += 1
    raise reader.error("this | is never closed", tokens[start])
