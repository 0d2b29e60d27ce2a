r"""What names stand for: declared symbols and phrases, constants, opaque probabilities."""

from __future__ import annotations

import re

from boundcalc.language.domains import NONNEGATIVE, PROBABILITY, REAL, Domain
from boundcalc.language.expressions import PI, E, Expression, Symbol
from boundcalc.reader.cursor import Cursor
from boundcalc.reader.groupings import between, has_sum
from boundcalc.reader.meanings import letters, meanings
from boundcalc.reader.names import Name, NameReader, canonical, visible
from boundcalc.reader.scope import Phrase, Scope
from boundcalc.tex import vocabulary
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import Kind, Token

PARENTHESES = ("(", "[", r"\{")
_PROBABILITY = ("P", r"\Pr", r"\mathrm{P}", r"\mathbb{P}", r"\mathbf{P}", r"\mathbf{Pr}")
_HEADS = (r"\Pr", r"\mathbb{P}", r"\mathbb{E}")  # which are no numbers
_EXPECTATION = ("E", r"\mathrm{E}", r"\mathbb{E}", r"\mathbf{E}")
_NONNEGATIVE = (r"\mathrm{H}", r"\mathrm{I}", r"\mathbb{H}", r"\mathbb{I}", r"\mathrm{Var}")
_INFORMATION = ("H", "I", *_NONNEGATIVE)
_DISTANCES = dict.fromkeys(
    (
        *(rf"{head}_{{{mark}}}" for head in "dD" for mark in ("TV", "KL", r"\diamond")),
        *(rf"{head}_{{\mathrm{{{mark}}}}}" for head in "dD" for mark in ("TV", "KL")),
        r"\mathrm{TV}",
        r"\mathrm{KL}",
    ),
    NONNEGATIVE,
)
_OPAQUE = {
    **dict.fromkeys(_PROBABILITY, PROBABILITY),
    **dict.fromkeys(_EXPECTATION, REAL),
    **dict.fromkeys(_INFORMATION, NONNEGATIVE),
}


def natural_domain(latex: str, head: str, scope: Scope) -> Domain | None:
    """Return where a probability, an expectation, an information or a distance lies, or None."""
    if head in scope.names:
        return None
    for name, domain in _DISTANCES.items():
        if latex.startswith(name):
            return domain
    return _OPAQUE.get(head)


class SymbolReader(Cursor):
    """Reads what a name, or a declared phrase, stands for."""

    def __init__(self, fragment: Fragment, tokens: list[Token], scope: Scope) -> None:
        super().__init__(fragment, tokens)
        self.scope = scope
        self.names = NameReader(tokens, fragment)
        self.indexes: dict[str, Symbol] = {}  # of the sums around
        self.abbreviations: list[str] = []  # that were read, in their order

    def is_declared(self, key: str) -> bool:
        """Return whether a name is declared, and not only guessed."""
        return key in self.scope.names

    def declared(self, latex: str) -> Expression | None:
        """Return what a name was declared as, or None."""
        index = self.indexes.get(latex)
        if index is not None:
            return index
        self.check_meaning(latex)
        value = self.scope.names.get(latex)
        if value is None and "epsilon" in latex:
            value = self._other_epsilon(latex)
        if value is not None:
            self.check_capture(latex, value)
            self.note_abbreviation(latex)
        return value

    def note_abbreviation(self, latex: str) -> None:
        """Remember that an abbreviation was read."""
        if latex in self.scope.abbreviations:
            self.abbreviations.append(latex)

    def check_meaning(self, latex: str) -> None:
        """Refuse a name that was given a second meaning."""
        if latex in self.scope.disputed:
            raise self.error(
                f"{latex:.60} has two meanings here, and was refused the second; what speaks of it "
                "is not read"
            )

    def check_capture(self, latex: str, value: Expression) -> None:
        """Refuse what stands for an expression that depends on the index of a sum around it."""
        if not self.indexes:
            return
        held = letters(value)
        for key, index in self.indexes.items():
            if key in held or index.name in value.names():
                raise self.error(
                    f"{latex:.60} stands for an expression in {key}, which is the index of a sum "
                    "here; rename the index"
                )

    def _other_epsilon(self, latex: str) -> Expression | None:
        r"""Return what a name means with the other epsilon, where the text has only one of them.

        Most authors write one of ``\epsilon`` and ``\varepsilon`` throughout; one who writes both
        means two symbols.
        """
        for other in (r"\epsilon", r"\varepsilon"):
            spelled = _EPSILON.sub(other.replace("\\", r"\\"), latex)
            value = self.scope.names.get(spelled)
            if value is not None and not self.fragment.source.has_both_epsilons:
                self.check_meaning(spelled)
                return value
        return None

    def meaning(self, latex: str, start: int) -> Expression:
        """Return what the name at index `start` stands for."""
        declared = self.declared(latex)
        if declared is not None:
            return declared
        if latex in ("e", r"\mathrm{e}"):
            return E
        if latex == r"\pi":
            return PI
        raise self._undeclared(latex, start)

    def check_index(self, latex: str, start: int, stop: int) -> None:
        """Refuse a symbol that depends on the index of a sum around it."""
        if latex in self.indexes:
            return
        if self.indexes:
            for name, value in meanings(self.tokens[start:stop], self.scope):
                if value is not None:
                    self.check_capture(name, value)
        for token in self.tokens[start:stop]:
            if token.key in self.indexes:
                raise self.error(
                    f"{latex:.40} depends on the index {token.key} of a sum, and such families are "
                    r"not read; declare the whole sum, as in `\sum_{i=1}^{n} x_i real`",
                    self.tokens[start],
                )

    def check_word(self) -> None:
        """Refuse letters in a row that were meant to be one command, such as ``max``."""
        word = self._word(self.at, least=2)
        is_known = len(word) != 3 or word in _SHORT or word in self.scope.names
        if word and is_known:
            raise self.error(f"did you mean {word}? put spaces between the letters of a product")

    def opaque(self, name: Name, start: int) -> Expression | None:
        """Return the probability, expectation or information that begins with `name`, or None."""
        domain = _DISTANCES.get(name.latex, _OPAQUE.get(name.head))
        if domain is None or name.head in self.scope.names:
            return None
        if self.token.kind is Kind.SUP:
            if name.head not in _INFORMATION:
                raise self.error("raise the whole probability or expectation, in parentheses")
            _, self.at = self.names.script(self.at)
        opener = self.at
        if self.token.kind is not Kind.OPEN or self.token.key not in PARENTHESES:
            self.at = name.stop
            if name.head == r"\Pr":
                raise self.error(r"expected [ or ( after \Pr")
            return None
        end = self._matching(opener)
        self._check_probability(name, opener, end)
        if end == opener + 1:
            raise self.error(f"nothing stands in {name.latex}", self.tokens[opener])
        self.at = end + 1
        latex = canonical(self.tokens[start : self.at])
        if r"\infty" in canonical(self.tokens[start:opener]):
            domain = REAL  # approximate max-information may be negative
        return self.unread(latex, start, self.at, domain)

    def unread(self, latex: str, start: int, stop: int, domain: Domain = REAL) -> Symbol:
        """Return the symbol for a term that is not read, with what it speaks of."""
        self.check_index(latex, start, stop)
        inside = meanings(self.tokens[start:stop], self.scope)
        for name, _ in inside:
            self.check_meaning(name)
            self.note_abbreviation(name)
        return Symbol(latex, domain, latex=latex, speaks_of=inside)

    def _check_probability(self, name: Name, opener: int, end: int) -> None:
        """Refuse ``P(x)`` of a declared number, where P may be any function."""
        if name.head not in ("P", "H", "I") or self.tokens[opener].key != "(":
            return
        inside = canonical(self.tokens[opener + 1 : end])
        value = self.scope.names.get(inside)
        if isinstance(value, Symbol):
            raise self.error(
                f"is {name.latex:.20}({inside:.20}) a probability or an information, or a function "
                "of a number? declare it as a symbol",
                self.tokens[opener],
            )

    def _matching(self, opener: int) -> int:
        r"""Return the index of what closes `opener`; half-open intervals may stand inside."""
        open_tokens: list[Token] = []
        for index in range(opener, len(self.tokens)):
            token = self.tokens[index]
            if token.kind is Kind.OPEN:
                open_tokens.append(token)
            elif token.kind is Kind.CLOSE:
                first = open_tokens.pop()
                if not open_tokens and vocabulary.OPENING[first.key] == token.key:
                    return index
                if not open_tokens:
                    raise self.error(
                        f"expected {vocabulary.OPENING[first.key]} here, for the {first.key} "
                        f"in column {self.fragment.source.position(first.start).column}",
                        token,
                    )
        raise self.error(f"this {self.tokens[opener].key} is never closed", self.tokens[opener])

    def phrase(self) -> tuple[Phrase, int] | None:
        """Return the longest declared phrase that stands here, and the index after it."""
        for phrase in self.scope.phrases.get(self.token.key, ()):
            end = self._match(phrase.spelling.keys)
            if end is not None and self.tokens[end].kind not in (Kind.SUB, Kind.PRIME):
                return phrase, end
        return None

    def _match(self, keys: tuple[str, ...]) -> int | None:
        end = self.at
        found: list[Token] = []
        limit = self.at + 3 * len(keys)
        while end < min(limit, len(self.tokens) - 1):
            found = visible([*found, self.tokens[end]])
            end += 1
            settled = len(found) - 2
            if settled > 0 and found[settled - 1].key != keys[min(settled, len(keys)) - 1]:
                return None
            if len(found) == len(keys) and tuple(token.key for token in found) == keys:
                return end
        return None

    def _undeclared(self, latex: str, start: int) -> ReaderError:
        token = self.tokens[start]
        message = f"{latex:.60} is not declared; declare it, for example `{latex:.60} real`"
        word = self._word(start, least=2)
        if word:
            message = f"{latex} is not declared; did you mean {word}?"
        elif latex in _HEADS:
            message = f"{latex} is no number; put what it is of into brackets, {latex}[...]"
            return ReaderError(message, self.fragment, token.start)
        elif start and self.tokens[start - 1].key == "|" and self.tokens[self.at].key == "|":
            message += f", or `|{latex:.60}| integer >= 1` for its size"
        elif self._is_function(latex):
            message += rf", or the value of a function, as in `{latex:.60}(...) real`"
            return ReaderError(message, self.fragment, token.start)
        return ReaderError(message, self.fragment, token.start, undeclared=latex)

    def _is_function(self, latex: str) -> bool:
        """Return whether the name that was just read is applied to what stands in parentheses."""
        if self.token.kind is not Kind.OPEN or self.token.key not in PARENTHESES:
            return False
        tokens, _ = between(self.tokens, self.at)
        is_letter = latex[:1].isupper() or latex.startswith(vocabulary.FUNCTION_LETTERS)
        return is_letter or not has_sum(tokens)

    def _word(self, start: int, least: int) -> str:
        """Return the command that several letters in a row were meant to be, or nothing."""
        letters = ""
        for index in range(start, min(start + 8, len(self.tokens))):
            token = self.tokens[index]
            is_joined = not letters or token.start == self.tokens[index - 1].stop
            if token.kind is not Kind.NAME or len(token.key) != 1 or not is_joined:
                break
            letters += token.key
        for size in range(len(letters), least - 1, -1):
            word = letters[:size]
            if word in vocabulary.WORD_FUNCTIONS or word in _OTHER_WORDS:
                return vocabulary.WORD_FUNCTIONS.get(word, rf"\{word}")
        return ""


_EPSILON = re.compile(r"\\(?:var)?epsilon(?![A-Za-z])")
_SHORT = (r"\ln", r"\lg", r"\pi", r"\Pr")  # what two letters in a row are for everybody
_OTHER_WORDS = frozenset(key[1:] for key in vocabulary.GREEK) | {
    "epsilon", "sqrt", "lg", "sup", "inf", "lim", "mod", "gcd", "sgn", "det",
}  # fmt: skip
