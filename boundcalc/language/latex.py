r"""Expressions as LaTeX, in the form that the reader of notes reads back to the same expression."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from boundcalc.language.operators import Operator, Sense
from boundcalc.language.structure import (
    Level,
    Printer,
    begins_with_digit,
    is_application,
    is_number,
    is_symbol,
)

if TYPE_CHECKING:  # expressions print themselves in these forms
    from boundcalc.language.expressions import (
        Constant,
        Expression,
        Operation,
        Relation,
        Sum,
        Symbol,
    )

# Greek letters: the one table of their signs and names.
GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
            "Gamma",
            "Delta",
            "Theta",
            "Lambda",
            "Xi",
            "Pi",
            "Sigma",
            "Phi",
            "Psi",
            "Omega",
        ],
        strict=True,
    )
)
VARIANTS = ("varepsilon", "vartheta", "varpi", "varrho", "varsigma", "varphi", "Upsilon")
GREEK_COMMANDS = (*GREEK.values(), *VARIANTS)  # of LaTeX, without their backslash

_SENSES = {
    Sense.LE: r"\le",
    Sense.LT: "<",
    Sense.GE: r"\ge",
    Sense.GT: ">",
    Sense.EQ: "=",
    Sense.NE: r"\ne",
}
_CALLS = {
    Operator.EXP: r"\exp",
    Operator.LN: r"\ln",
    Operator.ERF: r"\operatorname{erf}",
    Operator.ERFC: r"\operatorname{erfc}",
    Operator.PHI: r"\Phi",
    Operator.SIN: r"\sin",
    Operator.COS: r"\cos",
    Operator.TAN: r"\tan",
    Operator.ARCTAN: r"\arctan",
}
_APPLIED = (*_CALLS, Operator.LOG, Operator.LAMBERT_W)
_EXTREMA = (Operator.MAX, Operator.MIN)
_SIGNS = ("1", r"\pi", "O", "o", r"\Theta", r"\Omega")
_OPENING = (r"\left", "(", "[", "|", r"\{", r"\l")
_NAME = r"(?:[A-Za-z]|\\[A-Za-z]+(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})?)"
_ATTACHABLE = re.compile(
    rf"(?:{_NAME}(?:_\{{[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*\}})?'*|.*[\])|])\Z"
)
_OPEN_ENDED = re.compile(r"\\(?:sum|prod|int|sup|inf|lim|max|min)(?![A-Za-z])")
_ONE, _TWO = (Level.SUM,), (Level.SUM, Level.SUM)


def symbol_latex(name: str) -> str:
    r"""Return the LaTeX of a symbol's name: Greek letters, hats, primes and subscripts.

    Examples
    --------
    >>> symbol_latex("delta_hat"), symbol_latex("beta_1"), symbol_latex("epsilon_prime")
    ('\\hat{\\delta}', '\\beta_{1}', "\\varepsilon'")
    """
    head, *rest = name.split("_")
    letter = _letter(head)
    primes, subscripts = "", []
    for part in rest:
        if part in ("hat", "tilde", "bar"):
            letter = rf"\{part}{{{letter}}}"
        elif part in ("prime", "second"):
            primes += "'" if part == "prime" else "''"
        else:
            subscripts.append(part if part.isdigit() else _letter(part))
    subscript = f"_{{{','.join(subscripts)}}}" if subscripts else ""
    return f"{letter}{subscript}{primes}"


def _letter(word: str) -> str:
    if word == "epsilon":
        return r"\varepsilon"
    if word in GREEK_COMMANDS:
        return f"\\{word}"
    return rf"\mathrm{{{word}}}" if re.fullmatch("[A-Za-z][A-Za-z0-9]+", word) else word


def expression_latex(node: Expression) -> str:
    r"""Return `node` as LaTeX for math mode, such as ``\frac{2 B}{\sigma \tau}``."""
    return _LATEX.printed(node)


def relation_latex(relation: Relation) -> str:
    """Return `relation` as LaTeX for math mode."""
    left, right = expression_latex(relation.left), expression_latex(relation.right)
    return f"{left} {_SENSES[relation.sense]} {right}"


class _Latex(Printer):
    forms: ClassVar = {
        Operator.NEGATE: ("-{}", (Level.PRODUCT,)),
        Operator.DIVIDE: (r"\frac{{{}}}{{{}}}", _TWO),
        Operator.POWER: ("{}^{{{}}}", (Level.ATOM, Level.SUM)),
        Operator.FACTORIAL: ("{}!", (Level.ATOM,)),
        Operator.SQRT: (r"\sqrt{{{}}}", _ONE),
        Operator.ABS: (r"\left|{}\right|", _ONE),
        Operator.FLOOR: (r"\left\lfloor {}\right\rfloor", _ONE),
        Operator.CEIL: (r"\left\lceil {}\right\rceil", _ONE),
        Operator.BINOMIAL: (r"\binom{{{}}}{{{}}}", _TWO),
        Operator.LOG: (r"\log_{{{}}}\left({}\right)", _TWO),
        Operator.LAMBERT_W: (r"W_{{{}}}\left({}\right)", _TWO),
    }

    def name(self, node: Constant | Symbol) -> str:
        if is_symbol(node):
            return node.latex or symbol_latex(node.name)
        return "e" if node.name == "e" else r"\pi"

    def summation(self, node: Sum) -> str:
        ends = f"_{{{self.printed(node.index)}={self.printed(node.lower)}}}"
        body = self.wrapped(node.body, Level.PRODUCT)
        return rf"\sum{ends}^{{{self.printed(node.upper)}}} {body}"

    def product(self, node: Operation) -> str:
        first, *rest = node.operands
        text = self._factor(first)
        for previous, operand in zip(node.operands, rest, strict=False):
            factor = self._factor(operand)
            joint = r" \cdot " if self._needs_dot(previous, operand, factor) else r" \, "
            text += joint + factor
        return text

    def function(self, node: Operation, arguments: str) -> str:
        if node.operator in _CALLS:
            return rf"{_CALLS[node.operator]}\left({arguments}\right)"
        return rf"\{node.operator.label}\left\{{{arguments}\right\}}"  # max and min

    def parentheses(self, node: Expression) -> str:
        return rf"\left({self.printed(node)}\right)"

    def wrapped(self, node: Expression, least: Level) -> str:
        """Return a node, in parentheses where it binds less tightly or these could misattach.

        A symbol that is printed as a sum binds like one, and a fraction like an atom, but for what
        is attached to it.
        """
        if least is Level.ATOM and self._misattaches(node):
            return self.parentheses(node)
        if is_application(node, Operator.DIVIDE) and least < Level.POWER:
            return self.printed(node)
        if is_symbol(node) and least > Level.SUM and _OPEN_ENDED.match(node.latex):
            return self.parentheses(node)
        return super().wrapped(node, least)

    def _misattaches(self, node: Expression) -> bool:
        """Return whether a power or factorial would be read as that of a part."""
        if is_application(node, *_APPLIED, *_EXTREMA):
            return True
        return is_symbol(node) and not _ATTACHABLE.match(self.printed(node))

    def _factor(self, node: Expression) -> str:
        is_nested = is_application(node, Operator.MULTIPLY)
        return self.parentheses(node) if is_nested else self.wrapped(node, Level.PRODUCT)

    def _needs_dot(self, previous: Expression, operand: Expression, factor: str) -> bool:
        """Return whether two factors side by side would read as something else than a product."""
        if begins_with_digit(operand) or self._reads_as_argument(previous, operand, factor):
            return True
        if is_application(previous, *_APPLIED):
            return factor.startswith(_OPENING)  # it would read as a part of the argument
        is_fraction = is_application(operand, Operator.DIVIDE)
        is_numeric = all(is_number(part) for part in operand.operands)
        return is_number(previous) and is_fraction and is_numeric  # a mixed number

    def _reads_as_argument(self, previous: Expression, operand: Expression, factor: str) -> bool:
        """Return whether parentheses after a factor may hold the argument of a function.

        Only a sum needs its parentheses to be a factor, or a symbol that is printed as one; and 1,
        pi, an inverse and the orders of growth are signs of other things before any.
        """
        if not factor.startswith((r"\left(", "(")):
            return False
        is_named_sum = is_symbol(operand) and not _OPEN_ENDED.match(operand.latex)
        is_sum = is_application(operand, Operator.ADD) or is_named_sum
        text = self.printed(previous)
        return not is_sum or text in _SIGNS or text.endswith("^{-1}")


_LATEX = _Latex()
