r"""Sentences as LaTeX: what is a formula in their words is mathematics, and the rest is escaped.

Sentences of the library are plain text, in which a formula is written as ``2 e^(-t^2/2)``. Nothing
is computed from it: it is written with the same signs in math mode.

Main definitions
----------------
`words_latex`: a sentence as LaTeX.
`number_latex`: a number for math mode.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, localcontext

from boundcalc.cards.cards import ids_in
from boundcalc.language.expressions import Symbol
from boundcalc.language.latex import GREEK, expression_latex, symbol_latex

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
}
_SIGNS = {"<=": r"$\le$", ">=": r"$\ge$", "<": "$<$", ">": "$>$", "≈": r"$\approx$"}
_POWER = r"\^-?[0-9]+"
_ESCAPED = re.compile("|".join((_POWER, *map(re.escape, (*_SPECIAL, *_SIGNS)))))
_FUNCTIONS = {
    **{name: f"\\{name}" for name in ("ln", "exp", "log", "min", "max", "tanh", "sinh", "cosh")},
    "log_2": r"\log_2",
    "erf": r"\operatorname{erf}",
    "Lap": r"\mathrm{Lap}",
}
_ENCLOSED = {"sqrt": (r"\sqrt{", "}"), "floor": (r"\lfloor ", r" \rfloor")}
_RELATIONS = {
    "= ≈": r"\approx",
    "<=": r"\le",
    ">=": r"\ge",
    "<": "<",
    ">": ">",
    "=": "=",
    "≈": r"\approx",
}
_BRACKETS = {"(": ("(", ")"), "[": ("[", "]"), "{": (r"\{", r"\}"), "|": ("|", "|")}
_CLOSERS = {"(": ")", "[": "]", "{": "}", "|": "|"}
_ARTICLES = ("a", "A", "I", "e")  # which are letters of formulas inside of brackets
_GREEK = "|".join(sorted(set(GREEK.values()), key=len, reverse=True))
_NAME = re.compile(
    rf"(?:(?:{_GREEK})(?![A-Za-z])|[A-Za-z]+(?=_)|[A-Za-z](?![A-Za-z]))(?:_[A-Za-z0-9]+)*"
    r"|[A-Za-z]+"
)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?(?![a-z0-9])")
_BESIDE = re.compile(r"(?<=[0-9])[A-Z](?![A-Za-z])")  # as in 2T
_PAIR = re.compile(r"[(\[|][^()]*, ")  # which is no factor
_LAST_WORD = re.compile(r"[a-z]{3,}(?=[)/])")  # of a product in brackets
LONGEST_NUMBER = 24  # letters of a number that is written without an exponent
MOST_DIGITS = 15  # of one that is written exactly with an exponent
_PLAIN = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_LONG = re.compile(
    rf"(= )?(?<![\w.])(?=[0-9.]{{{LONGEST_NUMBER + 1}}})([0-9]+(?:\.[0-9]+)?)(?![\w.]*[\w])"
)
_PRIMES = re.compile(r"'+(?![A-Za-z])")
_RELATION = re.compile(rf" ?({'|'.join(map(re.escape, _RELATIONS))}) ?")
_SUM = re.compile(r" ([+-]) ")
_PRODUCT = re.compile(r" ?([*/]) ?")
_BEGINS = re.compile(
    r"(?<![A-Za-z0-9_'\u2019.\\-])(?=[A-Za-z0-9(\[{|])|(?<![^\s(\[])(?=-[A-Za-z0-9(])"
)
_QUOTED = re.compile(r"`([A-Za-z_0-9]+)`")  # a name as it is typed
_NO_SYMBOL = re.compile(  # a letter that is the name of a kind, of a part, or of an abbreviation
    r"[A-Za-z](?:-(?:values?|tests?|statistics?)\b|\.[A-Za-z0-9])"
)
_NUMBERED = re.compile(
    r"\b(?:Theorem|Lemma|Claim|Corollary|Proposition|Definition|Appendix|Section|Algorithm|Part) \Z"
)


def words_latex(text: str, symbols: Iterable[Symbol] = ()) -> str:
    r"""Return a sentence as LaTeX: special characters escaped, formulas in math.

    Parameters
    ----------
    text : str
        Words, in which Greek names and letters are symbols.
    symbols : iterable of Symbol
        Other symbols that the words name, which know how they are printed. A name that is a word
        is a symbol in formulas alone.

    Examples
    --------
    >>> words_latex("farther than tau/2 from 50 %")
    'farther than $\\tau/2$ from 50 \\%'
    >>> words_latex("all m answers, with sigma = 1e-3", [Symbol("m")])
    'all $m$ answers, with $\\sigma = 1 \\cdot 10^{-3}$'
    >>> words_latex("at least 48 ln(8/beta)/tau^2 records")
    'at least $48 \\ln(8/\\beta)/\\tau^{2}$ records'
    """
    text = _LONG.sub(_shortened, _QUOTED.sub(r"\1", text))
    printed = {item.name: expression_latex(item) for item in symbols}
    ids = {match.start(): match.end() for match in ids_in(text)}
    parts, end, at = [], 0, 0
    while (begin := _BEGINS.search(text, at)) is not None:
        at = begin.start()
        if at in ids:
            at = ids[at]
            continue
        reader = _Formula(text, printed, at)
        formula = reader.relation(0)
        if formula and reader.is_mathematics:
            parts += [_escaped(text[end:at]), f"${formula}$"]
            end = reader.at
        word = re.compile(r"[A-Za-z0-9]+|.").match(text, at)
        at = reader.at if formula else word.end() if word else at + 1
    return "".join([*parts, _escaped(text[end:])])


def number_latex(text: str) -> str:
    """Return a number for math mode, its exponent raised; what is no number, as a text."""
    if _PLAIN.fullmatch(text) and len(text) > LONGEST_NUMBER:
        text = _with_exponent(text) or text
    mantissa, mark, exponent = text.partition("e")
    if not mark:
        return mantissa
    if not exponent.lstrip("-+").isdigit():
        return rf"\text{{{_escaped(text)}}}"
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"


def _with_exponent(text: str) -> str:
    """Return a long number with an exponent, or nothing where it has too many digits for that."""
    number = Decimal(text)
    digits = "".join(map(str, number.as_tuple().digits)).strip("0")
    if len(digits) > MOST_DIGITS:
        return ""
    mantissa = f"{digits[0]}.{digits[1:]}" if digits[1:] else digits
    return f"{mantissa}e{number.adjusted()}"


def _shortened(match: re.Match[str]) -> str:
    sign, text = match[1] or "", match[2]
    exact = _with_exponent(text)
    if exact:
        return f"{sign}{exact}"
    with localcontext() as context:
        context.prec = 7
        short = f"{+Decimal(text):e}" if len(text.partition(".")[0]) > 7 else f"{Decimal(text):.6g}"
    return f"{'≈ ' if sign else 'about '}{short.replace('e+', 'e')}"


def _escaped(text: str) -> str:
    def in_latex(match: re.Match[str]) -> str:
        plain = match[0]
        return _SPECIAL.get(plain) or _SIGNS.get(plain) or f"$^{{{plain[1:]}}}$"

    return _ESCAPED.sub(in_latex, text)


class _Formula:
    """Reads the longest formula that begins at a place; each method returns it, or nothing."""

    def __init__(self, text: str, printed: Mapping[str, str], at: int) -> None:
        self.text = text
        self.printed = printed
        self.at = at
        self.is_mathematics = False  # and more than numbers, brackets and fractions of them

    def relation(self, depth: int) -> str:
        """Read sums between signs of relation."""
        formula = self.sum(depth)
        while formula and (found := _RELATION.match(self.text, self.at)):
            before, self.at = self.at, found.end()
            following = self.sum(depth + 1)
            if not following:
                self.at = before
                break
            formula += f" {_RELATIONS[found[1]]} {following}"
            self.is_mathematics = True
        return formula

    def sum(self, depth: int) -> str:
        """Read products between signs of addition."""
        sign = "-" if self.text.startswith("-", self.at) else ""
        self.at += len(sign)
        formula = self.product(depth)
        while formula and (found := _SUM.match(self.text, self.at)):
            before, self.at = self.at, found.end()
            following = self.product(depth)
            if not following:
                self.at = before
                break
            formula += f" {found[1]} {following}"
        return sign + formula if formula else ""

    def product(self, depth: int) -> str:
        """Read factors, side by side or with a sign between them."""
        formula = self.power(depth)
        while formula:
            before = self.at
            sign = _PRODUCT.match(self.text, before)
            if sign:
                self.at = sign.end()
            elif self.text.startswith(" ", before):
                self.at += 1
            elif not _BESIDE.match(self.text, before):
                break
            is_number = self.text[self.at : self.at + 1].isdigit()
            factor = "" if not sign and is_number else self.power(depth + bool(sign))
            if not factor and depth > 0 and (word := _LAST_WORD.match(self.text, self.at)):
                factor, self.at = rf"\mathrm{{{word[0]}}}", word.end()
            if not factor or (not sign and _PAIR.match(factor)):
                self.at = before
                break
            between = "/" if sign and sign[1] == "/" else r" \cdot " if is_number else " "
            formula += f"{between}{factor}"
        return formula

    def power(self, depth: int) -> str:
        """Read an atom with its exponent."""
        formula = self.atom(depth)
        if formula and self.text.startswith("^", self.at):
            before, self.at = self.at, self.at + 1
            sign = "-" if self.text.startswith("-", self.at) else ""
            self.at += len(sign)
            if self.text.startswith("(", self.at):
                exponent = self.enclosed("(", "", "")
            else:
                exponent = self.atom(depth + 1)
            if exponent:
                self.is_mathematics = True
                return f"{formula}^{{{sign}{exponent}}}"
            self.at = before
        return formula

    def atom(self, depth: int) -> str:
        """Read a number, a name, a function of something, or what stands in brackets."""
        text = self.text
        if number := _NUMBER.match(text, self.at):
            self.at = number.end()
            self.is_mathematics |= "e" in number[0]
            return number_latex(number[0])
        opener = text[self.at : self.at + 1]
        if opener in _BRACKETS:
            return self.enclosed(opener, *_BRACKETS[opener])
        name = _NAME.match(text, self.at)
        return self.named(name[0], depth) if name else ""

    def named(self, name: str, depth: int) -> str:
        """Read a name, or a function of something."""
        start, self.at = self.at, self.at + len(name)
        opener = self.text[self.at : self.at + 1]
        formula = ""
        if name in _ENCLOSED and opener == "(":
            formula = self.enclosed("(", *_ENCLOSED[name])
        elif name in _FUNCTIONS and opener in ("(", "|") and opener:
            argument = self.enclosed(opener, *_BRACKETS[opener])
            formula = f"{_FUNCTIONS[name]}{argument}" if argument else ""
        elif self.is_symbol(name, start, depth):
            formula = self.printed.get(name) or symbol_latex(name)
            if name == "P" and opener == "[":
                formula = r"\Pr"
            if primes := _PRIMES.match(self.text, self.at):
                formula, self.at = formula + primes[0], primes.end()
            elif opener in ("(", "[") and opener:  # a function that is named by a letter
                formula += self.enclosed(opener, *_BRACKETS[opener])
        if formula:
            self.is_mathematics = True
        else:
            self.at = start
        return formula

    def is_symbol(self, name: str, start: int, depth: int) -> bool:
        """Return whether a name is a symbol where it stands, and no word."""
        if _NO_SYMBOL.match(self.text, start):
            return False
        if name in self.printed and len(name) > 1 and name not in GREEK.values():
            is_compared = _RELATION.match(self.text, start + len(name)) is not None
            return "_" in name or depth > 0 or is_compared
        if name[0].isupper() and len(name) == 1 and _NUMBERED.search(self.text[:start]):
            return False
        if name in _ARTICLES:
            return depth > 0 or self.text.startswith("^", start + 1)
        head = name.partition("_")[0]
        return len(head) == 1 or head in GREEK.values()

    def enclosed(self, opener: str, before: str, after: str) -> str:
        """Read what stands in brackets, and write it in others."""
        start, self.at = self.at, self.at + len(opener)
        items = []
        while item := self.relation(1):
            items.append(item)
            if not self.text.startswith(", ", self.at):
                break
            self.at += 2
        if not items or not self.text.startswith(_CLOSERS[opener], self.at):
            self.at = start
            return ""
        self.at += 1
        return f"{before}{', '.join(items)}{after}"
