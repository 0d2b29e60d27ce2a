"""A place in a list of tokens, and the errors that can be raised there."""

from __future__ import annotations

from enum import Enum

from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token


class Tail(Enum):
    """How the factor that was just read ends, which decides what may follow it."""

    PLAIN = "plain"
    CALL = "call"  # a function with its argument in parentheses
    LOG_CALL = "logarithm call"  # the same, for functions that are often written without
    RUN = "run"  # an argument without parentheses
    SINGLE = "single"  # an argument without parentheses that nothing may follow


class Cursor:
    """Walks over tokens that end in a STOP, from left to right."""

    def __init__(self, fragment: Fragment, tokens: list[Token]) -> None:
        self.fragment = fragment
        self.tokens = tokens
        self.at = 0

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    @property
    def kind(self) -> Kind:
        """The kind of the next token."""
        return self.tokens[self.at].kind

    def is_joined(self) -> bool:
        """Return whether no space stands before the next token."""
        return self.at > 0 and self.tokens[self.at - 1].stop == self.token.start

    def is_digit_after(self, token: Token) -> bool:
        """Return whether a digit is joined to `token`, which is the next one."""
        following = self.tokens[self.at + 1]
        return following.kind is Kind.DIGIT and following.start == token.stop

    def closes(self, opener: Token) -> bool:
        """Return whether the next token closes `opener` and cannot open anything."""
        token = self.token
        if opener.kind is Kind.BAR:
            return False
        return token.kind is Kind.CLOSE and token.key == vocabulary.OPENING[opener.key]

    def close(self, opener: Token) -> None:
        """Move behind the delimiter that closes `opener`, or say why there is none."""
        token = self.token
        closing = vocabulary.OPENING[opener.key]
        is_pair = opener.kind is Kind.BAR and token.kind is Kind.BAR
        is_paired = (opener.side in ("left", "right")) == (token.side in ("left", "right"))
        if (is_pair or token.kind is Kind.CLOSE) and token.key == closing and is_paired:
            self.at += 1
            return
        if token.kind in (Kind.STOP, Kind.RIGHT_BRACE, Kind.AMPERSAND, Kind.NEWLINE):
            raise self.error(f"this {opener.key} is never closed", opener)
        if token.kind is Kind.RELATION:
            raise self.error(f"this {opener.key} is not closed before {token.key}", opener)
        if token.kind is Kind.CLOSE:
            where = self.fragment.source.position(opener.start)
            shown = rf"\left{opener.key}" if opener.side in ("left", "right") else opener.key
            raise self.error(f"expected {closing} here, for the {shown} in column {where.column}")
        raise self.unexpected()

    def error(self, message: str, token: Token | None = None) -> ReaderError:
        """Return an error that points at `token`, or at the next one."""
        where = self.token if token is None else token
        return ReaderError(message, self.fragment, where.start)

    def unexpected(self) -> ReaderError:
        """Return the error for a token that cannot continue what stands before it."""
        token = self.token
        if token.kind is Kind.STOP:
            return self.error("the formula ends too early")
        if token.kind is Kind.CLOSE:
            return self.error(f"this {token.key} closes nothing")
        if token.kind is Kind.RELATION:
            return self.error(f"a relation {token.key} cannot stand here")
        if token.kind is Kind.AMPERSAND:
            return self.error("an alignment mark & cannot stand here")
        return self.error(f"unexpected {token.key:.40}")

    def missing(self) -> ReaderError:
        """Return the error for a place where an operand should begin."""
        token = self.token
        before = self.tokens[self.at - 1] if self.at else None
        is_sign = token.kind is Kind.OPERATOR and token.key in ("+", "-")
        if is_sign and before is not None and before.kind in (Kind.OPERATOR, Kind.FUNCTION):
            return self.error(f"a sign after {before.key} needs parentheses")
        if token.kind in (Kind.SYMBOL, Kind.TEXT, Kind.COMMAND):
            return self.error(f"{token.key:.40} has no meaning in a formula")
        after = f" after {before.key}" if before is not None else ""
        return self.error(f"a number, a name or a function is missing{after}")
