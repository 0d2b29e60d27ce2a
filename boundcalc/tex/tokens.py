r"""The tokens of LaTeX mathematics, each with its place in the text.

Spacing and comments leave no token; ``\left``, ``\right`` and ``\big`` become part of the
delimiter after them; ``\mathrm{opt}``, ``\mathcal{Y}`` and ``\text{if }`` are one token each.
A digit is a token of its own, because ``\frac12`` and ``x^2`` take single digits.
"""

import re
import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches

from boundcalc.tex import vocabulary
from boundcalc.tex.braces import check_braces, with_braces
from boundcalc.tex.macros import Macro, without_comments
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc.tex.token_kinds import KINDS, SIGNS
from boundcalc.tex.token_kinds import Kind as Kind
from boundcalc.tex.token_kinds import Token as Token

MAX_CHARACTERS = 100_000
MAX_MACROS = 12
MAX_EXPANSIONS = 5000
MAX_SPENT = 5  # macros put in for each character of a document; a short one counts as longer


_IN_FONT = re.compile(r"\\[,!;:> ]")
_PLAIN_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?|.)", re.DOTALL)
_BREAK_SIZE = re.compile(r"\s*\[\s*-?[0-9.]+\s*(?:pt|em|ex|mm|cm|in|bp)\s*\]")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*\Z")
_ENVIRONMENT = re.compile(r"\s*\{([A-Za-z]+\*?)\}")
_OPTIONAL = re.compile(r"\s*\[(?P<content>[^\[\]{}]*(?:\{[^{}]*\}[^\[\]{}]*)*)\]")
_LENGTH = re.compile(r"\s*\{[^{}\n]*\}")
_SPACES = re.compile(r"(?:[^\S\n]+|\n|(?<!\\)%[^\n]*)+")
_MAX_GROUP = 4000
_SCRIPTS = (Kind.SUB, Kind.SUP, Kind.PRIME)


def tokenize(fragment: Fragment, *, is_lenient: bool = False) -> list[Token]:
    r"""Return the tokens of `fragment`; the last one is a STOP.

    Where `is_lenient`, what is not understood is a token that says why, so that only what holds
    it is unread.

    Raises
    ------
    ReaderError
        At a character or command that the language does not have, at an unbalanced brace, and for
        more than 100,000 characters.
    """
    if fragment.stop - fragment.start > MAX_CHARACTERS:
        raise ReaderError(
            f"a formula has at most {MAX_CHARACTERS} characters but this one has "
            f"{fragment.stop - fragment.start}",
            fragment,
            fragment.start,
        )
    tokens = _Tokenizer(fragment, is_lenient=is_lenient).run()
    check_braces(tokens, fragment)
    return with_braces(tokens)


class _Tokenizer:
    """One pass over a fragment."""

    def __init__(
        self,
        fragment: Fragment,
        around: "_Tokenizer | None" = None,
        *,
        is_lenient: bool = False,
    ) -> None:
        self.fragment = fragment
        self.is_lenient = is_lenient
        self.depth: int = 0 if around is None else around.depth + 1
        self.expanded: list[str] = [] if around is None else around.expanded
        self.macros: Mapping[str, Macro | None] = (
            fragment.source.macros.at(fragment.start) if around is None else around.macros
        )
        self.allowed: int = (
            MAX_SPENT * (10_000 + len(fragment.source.text)) if around is None else around.allowed
        )
        self.text = fragment.source.text
        self.words = fragment.source.words if is_lenient else fragment.source.certain
        self.at = fragment.start
        self.stop = fragment.stop
        self.is_spaced = False
        self.is_apart = False
        self.tokens: list[Token] = []

    def run(self) -> list[Token]:
        while self.at < self.stop:
            if self.is_lenient:
                self.lenient_step()
            else:
                self.step()
        self.add(Kind.STOP, "", self.stop, self.stop)
        return self.tokens

    def lenient_step(self) -> None:
        """Take a step, or keep what cannot be understood as a token of its own."""
        start = self.at
        try:
            self.step()
        except ReaderError as error:
            stop = min(max(self.at, start + 1), self.stop)
            self.add(Kind.UNREAD, self.text[start:stop], start, stop, text=error.message)

    def step(self) -> None:
        char, start = self.text[self.at], self.at
        if char.isspace() or char == "%":
            found = _SPACES.match(self.text, self.at, self.stop)
            self.at = found.end() if found else self.at + 1
        elif char == "\\":
            self.command()
        elif char.isascii() and char.isalnum():
            kind = Kind.DIGIT if char.isdigit() else Kind.NAME
            stop, key = self.words.get(start, (start + 1, char))
            self.add(KINDS.get(key, kind), key, start, min(stop, self.stop))
        else:
            self.sign(char)

    def sign(self, char: str) -> None:
        start, pair = self.at, self.text[self.at : min(self.at + 2, self.stop)]
        if self.is_lenient and pair in (":=", "=:"):
            self.add(Kind.RELATION, "=", start, start + 2, text=pair)
            return
        if pair in vocabulary.REFUSED_PAIRS:
            raise self.error(f"{pair!r} {vocabulary.REFUSED_PAIRS[pair]}", start)
        if char == "~":
            self.is_spaced = self.is_apart = True
            self.at = start + 1
            return
        if pair == "<-" and self.text[start + 2 : start + 3].isspace():
            raise self.error("'<-' may be an arrow; put the negative side into parentheses", start)
        if pair in vocabulary.TYPED_RELATIONS:
            self.add(Kind.RELATION, vocabulary.TYPED_RELATIONS[pair], start, start + 2)
            return
        if pair == ":=":
            raise self.error("':=' defines; read a definition with `%! let`, or write '='", start)
        if char in SIGNS:
            self.add(SIGNS[char], char, start, start + 1)
        elif char in vocabulary.UNICODE:
            self.known(vocabulary.UNICODE[char], start, start + 1)
        else:
            raise self.error(f"unexpected character {_described(char)}", start)

    def command(self) -> None:
        start = self.at
        found = _COMMAND.match(self.text, start, self.stop)
        if found is None:
            raise self.error("a backslash with nothing after it", start)
        name = found.group()
        self.at = found.end()
        if name.endswith("*") and name[:-1] not in vocabulary.STARRED:
            name, self.at = name[:-1], self.at - 1
        macro = self.macros.get(name)
        if macro is not None and macro.primitive:
            name = macro.primitive
        elif name in self.macros:
            self.macro(name, macro, start)
            return
        if name in vocabulary.SPACING or name[1:].isspace():
            self.is_spaced = True
            self.is_apart = self.is_apart or name in vocabulary.WIDE
        elif name in vocabulary.IGNORED:
            pass
        elif name in vocabulary.SKIPS:
            self.skip_length(start)
        elif name in vocabulary.LINE_BREAKS:
            size = _BREAK_SIZE.match(self.text, self.at, self.stop)
            self.add(Kind.NEWLINE, r"\\", start, size.end() if size else self.at)
        elif name in vocabulary.SIZES:
            self.delimiter(vocabulary.SIZES[name], name, start)
        elif name in vocabulary.FONTS:
            self.font(vocabulary.FONTS[name], name, start)
        elif name in vocabulary.SWITCHES:
            self.switch(vocabulary.SWITCHES[name], name, start)
        elif name in vocabulary.TRANSPARENT:
            for _ in range(vocabulary.TRANSPARENT[name] - 1):
                self.raw_group(name, start)
            content, _ = self.raw_group(name, start, may_be_bare=True)
            self.splice(self.inner(content), start)
        elif name in vocabulary.INVISIBLE:
            self.raw_group(name, start)
        elif name in vocabulary.BRACES:
            self.brace(name, start)
        elif name == r"\underset":
            self.underset(start)
        elif self.is_lenient and name in vocabulary.DEFINING:
            self.add(Kind.RELATION, "=", start, self.at, text=name)
        elif self.is_lenient and name in vocabulary.OPERATIONS:
            self.add(Kind.OPERATION, name, start, self.at)
        elif name in vocabulary.TEXTS:
            self.prose(start)
        elif self.is_lenient and name == r"\because":
            self.add(Kind.TEXT, name, start, self.at, text="because")
        elif name in vocabulary.BETWEEN:
            self.raw_group(name, start)  # words between two lines, whatever they say
        elif name in vocabulary.NOTES:
            content, _ = self.raw_group(name, start)
            self.add(Kind.NOTE, name, start, self.at, text=content.strip())
        elif name in vocabulary.REFERENCES:
            content, _ = self.raw_group(name, start)
            self.add(Kind.TEXT, name, start, self.at, text=content)
        elif name in (r"\begin", r"\end"):
            self.environment(name, start)
        else:
            self.known(name, start, self.at)

    def macro(self, name: str, macro: Macro | None, start: int) -> None:
        """Add the tokens of a macro; all of them stand where the macro stands.

        Tokens that are joined in its text end where they begin, so that they stay joined.
        """
        if macro is None:
            raise self.error(
                f"{name} is defined in a way that is not read: twice, with an optional argument, "
                "or where it may not be in force",
                start,
            )
        self.expanded.append(name)
        if self.depth >= MAX_MACROS or len(self.expanded) > MAX_EXPANSIONS:
            raise self.error(f"{name} is defined by itself, or too long", start)
        self.fragment.source.macros.spent += 1
        if self.fragment.source.macros.spent > self.allowed:
            raise self.error("the macros of this document stand for too much", start)
        text = (
            self.paired(name, macro.pair, start) if macro.pair else self.applied(name, macro, start)
        )
        if len(text) > MAX_CHARACTERS // 10:
            raise self.error(f"{name} is defined by itself, or too long", start)
        try:
            tokens = self.inner(text)
        except ReaderError as error:
            where = "" if self.depth else f"in {name}: "
            raise self.error(f"{where}{error.message}", start) from None
        self.splice(tokens, start)

    def applied(self, name: str, macro: Macro, start: int) -> str:
        """Return the text of a macro with its arguments, of which the first may be optional."""
        arguments = [self.optional() or default for default in macro.defaults]
        arguments += [
            without_comments(self.raw_group(name, start, may_be_bare=True)[0])
            for _ in range(macro.count - len(macro.defaults))
        ]
        return macro.expand(arguments)

    def optional(self) -> str:
        """Return the argument in brackets that follows, or nothing; move behind it."""
        found = _OPTIONAL.match(self.text, self.at, self.stop)
        if found is None:
            return ""
        self.at = found.end()
        return without_comments(found["content"])

    def paired(self, name: str, pair: tuple[str, str], start: int) -> str:
        r"""Return the argument of a pair of delimiters in them; with a star or a size they grow."""
        is_starred = self.text.startswith("*", self.at, self.stop)
        self.at += is_starred
        size = "" if is_starred else self.optional().strip()
        content = without_comments(self.raw_group(name, start, may_be_bare=True)[0])
        left, right = (rf"\left{pair[0]}", rf"\right{pair[1]}") if is_starred else pair
        if size:
            left, right = rf"{size}l {pair[0]}", rf"{size}r {pair[1]}"
        return f"{left} {content} {right}"

    def inner(self, text: str) -> list[Token]:
        """Return the tokens of a text that stands in the place of what was just passed."""
        if self.depth >= MAX_MACROS:
            raise self.error("commands nest too deeply", self.at)
        source = SourceText(text, self.fragment.source.name, self.fragment.source.macros)
        whole = Fragment(source, 0, len(text))
        return _Tokenizer(whole, self, is_lenient=self.is_lenient).run()[:-1]

    def splice(self, tokens: list[Token], start: int) -> None:
        """Add tokens that all stand where a command with its arguments stands."""
        end, at = 0, self.at
        for place, token in enumerate(tokens):
            is_joined = place > 0 and token.start == end
            end = token.stop
            self.tokens.append(
                token._replace(
                    start=at if is_joined else start,
                    stop=at,
                    is_spaced=token.is_spaced or (place == 0 and self.is_spaced),
                    is_apart=token.is_apart or (place == 0 and self.is_apart),
                    is_expanded=True,
                )
            )
        if tokens:
            self.is_spaced = self.is_apart = False

    def known(self, name: str, start: int, stop: int) -> None:
        if name in (r"\lvert", r"\rvert"):
            self.add(Kind.OPEN if name == r"\lvert" else Kind.CLOSE, "|", start, stop)
            return
        if name in (r"\mid", r"\given"):  # it never opens or closes an absolute value
            self.add(Kind.SYMBOL, "|", start, stop)
            return
        key = vocabulary.CUSTOMARY.get(name) or vocabulary.SAME.get(name, name)
        kind = Kind.NAME if name in vocabulary.CUSTOMARY else KINDS.get(key)
        if kind is None:
            raise self.error(_unknown(name), start)
        self.add(kind, key, start, stop)

    def skip_length(self, start: int) -> None:
        found = _LENGTH.match(self.text, self.at, self.stop)
        if found is None:
            raise self.error("this spacing command needs a length in braces", start)
        self.is_spaced = self.is_apart = True
        self.at = found.end()

    def delimiter(self, side: str, name: str, start: int) -> None:
        spaces = _SPACES.match(self.text, self.at, self.stop)
        self.at = spaces.end() if spaces else self.at
        count, is_spaced, is_apart = len(self.tokens), self.is_spaced, self.is_apart
        if self.at < self.stop:
            if self.text[self.at] == ".":
                if self.is_lenient and side in ("left", "right"):
                    self.at += 1
                    kind = Kind.OPEN if side == "left" else Kind.CLOSE
                    self.add(kind, rf"\{side}.", start, self.at)
                    return
                raise self.error(
                    f"'{name}.' is an invisible delimiter; write one that shows", start
                )
            self.step()
        made = self.tokens[count:]
        if len(made) != 1 or made[0].kind not in (Kind.OPEN, Kind.CLOSE, Kind.BAR):
            is_between = len(made) == 1 and (made[0].key == "/" or made[0].kind is Kind.SYMBOL)
            is_norm = len(made) == 1 and made[0].key == r"\|"
            if is_norm or (side == "big" and is_between):
                self.tokens[-1] = made[0]._replace(start=start)
                return
            raise self.error(f"{name} needs a delimiter such as ( or |", start)
        kind = made[0].kind
        if kind is Kind.BAR and side in ("left", "right"):
            kind = Kind.OPEN if side == "left" else Kind.CLOSE
        if (kind, side) in ((Kind.OPEN, "right"), (Kind.CLOSE, "left")):
            raise self.error(f"{name} stands before a delimiter of the other side", start)
        pair = side if side in ("left", "right") and name in vocabulary.PAIRED else "big"
        self.tokens[-1] = made[0]._replace(
            kind=kind, start=start, side=pair, is_spaced=is_spaced, is_apart=is_apart
        )

    def font(self, font: str, name: str, start: int) -> None:
        content, where = self.raw_group(name, start, may_be_bare=True)
        content = content.strip()
        plain = vocabulary.SAME.get(content, content)
        is_indicator = content == "1" and font in (r"\mathbb", r"\mathbf")
        if _WORD.match(content) or plain in vocabulary.GREEK or is_indicator:
            key = rf"{font}{{{plain}}}"
            key = vocabulary.WORD_FUNCTIONS.get(plain, key) if font == r"\mathrm" else key
            kind = Kind.FUNCTION if key in vocabulary.FUNCTIONS else Kind.NAME
            self.add(kind, key, start, self.at)
            return
        self.styled(content, font, name, start, where)

    def styled(self, content: str, font: str, name: str, start: int, where: int) -> None:
        """Add what a font is put on that is not one word: one sign, a name with scripts, words."""
        plain = _IN_FONT.sub("", content)
        plain = re.sub(r"[\s~]+", "", plain) if self.is_lenient else plain
        if font == r"\mathrm" and _WORD.match(plain):
            key = vocabulary.WORD_FUNCTIONS.get(plain, rf"\mathrm{{{plain}}}")
            kind = Kind.FUNCTION if key in vocabulary.FUNCTIONS else Kind.NAME
            self.add(kind, key, start, self.at)
            return
        tokens = self.inner(content)
        head = tokens[0] if tokens else None
        if head is None or head.kind not in (Kind.NAME, Kind.FUNCTION, Kind.ACCENT, Kind.DIGIT):
            raise self.error(f"{name} takes one word of letters and digits", where)
        is_letter = head.kind is Kind.NAME and len(head.key) == 1
        if is_letter and font != r"\mathrm":
            tokens[0] = head._replace(key=rf"{font}{{{head.key}}}")
        is_one = len(tokens) == 1 or (len(tokens) > 1 and tokens[1].kind in _SCRIPTS)
        if not is_one or sum(token.kind in (Kind.NAME, Kind.FUNCTION) for token in tokens) > 2:
            raise self.error(f"{name} takes one word of letters and digits", where)
        self.splice(tokens, start)

    def switch(self, font: str, name: str, start: int) -> None:
        r"""Add what stands after ``\rm`` or ``\bf`` in its braces, in that font."""
        depth, end = 0, self.at
        while end < self.stop and depth >= 0:
            is_escaped = self.text[end - 1] == "\\" and self.text[end - 2] != "\\"
            depth += 0 if is_escaped else (self.text[end] == "{") - (self.text[end] == "}")
            end += depth >= 0
        content, where = self.text[self.at : end].strip(), self.at
        imitated = vocabulary.IMITATED.get(_IN_FONT.sub("", content)) if "!" in content else None
        self.at = end
        if imitated:
            self.add(Kind.NAME, imitated, start, self.at)
            return
        plain = vocabulary.SAME.get(content, content)
        if _WORD.match(content) or plain in vocabulary.GREEK:
            key = rf"{font}{{{plain}}}"
            key = vocabulary.WORD_FUNCTIONS.get(plain, key) if font == r"\mathrm" else key
            kind = Kind.FUNCTION if key in vocabulary.FUNCTIONS else Kind.NAME
            self.add(kind, key, start, self.at)
            return
        self.styled(content, font, name, start, where)

    def brace(self, name: str, start: int) -> None:
        """Add what stands over or under a brace that only groups for the eye, without its label."""
        content, _ = self.raw_group(name, start)
        spaces = _SPACES.match(self.text, self.at, self.stop)
        at = spaces.end() if spaces else self.at
        if at < self.stop and self.text[at] in "_^":
            self.at = at + 1
            self.raw_group(name, start, may_be_bare=True)
        self.splice(self.inner(content), start)

    def underset(self, start: int) -> None:
        """Add what stands over something else, with it as a subscript, or over a relation."""
        below, _ = self.raw_group(r"\underset", start)
        main, _ = self.raw_group(r"\underset", start, may_be_bare=True)
        tokens = self.inner(main)
        if len(tokens) == 1 and tokens[0].kind is Kind.RELATION:
            self.splice(self.inner(rf"\overset{{{below}}}{{{main}}}"), start)
        else:
            self.splice(self.inner(f"{main}_{{{below}}}"), start)

    def prose(self, start: int) -> None:
        content, _ = self.raw_group(r"\text", start)
        word = content.strip()
        key = vocabulary.WORD_FUNCTIONS.get(word, "")
        if key:
            self.add(KINDS[key], key, start, self.at)
        elif _WORD.match(content) and word.lower() not in vocabulary.PROSE:
            self.add(Kind.NAME, rf"\mathrm{{{word}}}", start, self.at, text=content)
        else:
            self.add(Kind.TEXT, rf"\text{{{word}}}", start, self.at, text=content)

    def environment(self, name: str, start: int) -> None:
        found = _ENVIRONMENT.match(self.text, self.at, self.stop)
        if found is None:
            raise self.error(f"{name} needs the name of an environment in braces", start)
        kind = Kind.BEGIN if name == r"\begin" else Kind.END
        self.add(kind, f"{name}{{{found.group(1)}}}", start, found.end(), text=found.group(1))

    def raw_group(self, name: str, start: int, *, may_be_bare: bool = False) -> tuple[str, int]:
        """Return the text in the braces that follow, and where it begins; move behind them."""
        spaces = _SPACES.match(self.text, self.at, self.stop)
        at = spaces.end() if spaces else self.at
        if at >= self.stop or self.text[at] != "{":
            if may_be_bare and at < self.stop and self.text[at] not in "}^_&$":
                found = _PLAIN_COMMAND.match(self.text, at, self.stop)
                self.at = found.end() if found else at + 1
                return self.text[at : self.at], at
            raise self.error(f"{name} needs an argument in braces", start)
        depth, end = 0, at
        for end in range(at, min(self.stop, at + _MAX_GROUP)):
            char = self.text[end]
            is_escaped = self.text[end - 1] == "\\" and self.text[end - 2] != "\\"
            depth += 0 if is_escaped else (char == "{") - (char == "}")
            if depth == 0:
                self.at = end + 1
                return self.text[at + 1 : end], at + 1
        raise self.error("this { is never closed", at)

    def add(self, kind: Kind, key: str, start: int, stop: int, *, text: str = "") -> None:
        token = Token(kind, key, start, stop, "", self.is_spaced, text, self.is_apart)
        self.tokens.append(token)
        self.is_spaced = self.is_apart = False
        self.at = stop

    def error(self, message: str, offset: int) -> ReaderError:
        return ReaderError(message, self.fragment, offset)


def _described(char: str) -> str:
    name = unicodedata.name(char, "")
    if char.isascii() and char.isprintable():
        return repr(char)
    shown = f"'{char}' " if char.isprintable() else ""
    return f"{shown}U+{ord(char):04X}{' ' if name else ''}{name}"


def _unknown(name: str) -> str:
    if name in vocabulary.REFUSED:
        return f"{name} {vocabulary.REFUSED[name]}"
    near = get_close_matches(name, vocabulary.SUGGESTED, n=2, cutoff=0.7)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"unknown command {name:.40}{hint}"
