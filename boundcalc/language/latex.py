r"""Expressions as LaTeX, in the form that the reader of notes reads back to the same expression."""

import re

from boundcalc.language.expressions import (
    Constant,
    Expression,
    Number,
    Operation,
    Operator,
    Relation,
    Sense,
    Sum,
    Symbol,
)
from boundcalc.language.numbers import decimal_text
from boundcalc.language.structure import Level, begins_with_digit, level, terms

_GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi "
    "pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split()
)
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
}
_FENCES = {
    Operator.ABS: (r"\left|", r"\right|"),
    Operator.FLOOR: (r"\left\lfloor ", r"\right\rfloor"),
    Operator.CEIL: (r"\left\lceil ", r"\right\rceil"),
}


def symbol_latex(name: str) -> str:
    r"""Return the LaTeX of a symbol's name: Greek letters, hats, primes and subscripts.

    Examples
    --------
    >>> symbol_latex("delta_hat"), symbol_latex("beta_1"), symbol_latex("epsilon_prime")
    ('\\hat{\\delta}', '\\beta_{1}', "\\varepsilon'")
    """
    head, *rest = name.split("_")
    letter = r"\varepsilon" if head == "epsilon" else f"\\{head}" if head in _GREEK else head
    if len(head) > 1 and letter == head:
        letter = rf"\mathrm{{{head}}}" if re.fullmatch("[A-Za-z]+", head) else head
    primes, subscripts = "", []
    for part in rest:
        if part in ("hat", "tilde", "bar"):
            letter = rf"\{part}{{{letter}}}"
        elif part in ("prime", "second"):
            primes += "'" if part == "prime" else "''"
        else:
            subscripts.append(part if len(part) == 1 or part.isdigit() else rf"\mathrm{{{part}}}")
    subscript = f"_{{{','.join(subscripts)}}}" if subscripts else ""
    return f"{letter}{subscript}{primes}"


def expression_latex(node: Expression) -> str:
    r"""Return `node` as LaTeX for math mode, such as ``\frac{2 B}{\sigma \tau}``."""
    if isinstance(node, Number):
        return decimal_text(node.value)
    if isinstance(node, Constant):
        return "e" if node.name == "e" else r"\pi"
    if isinstance(node, Symbol):
        return node.latex or symbol_latex(node.name)
    if isinstance(node, Sum):
        ends = f"_{{{expression_latex(node.index)}={expression_latex(node.lower)}}}"
        return rf"\sum{ends}^{{{expression_latex(node.upper)}}} {_wrapped(node.body, Level.PRODUCT)}"
    if isinstance(node, Operation):
        return _operation_latex(node)
    raise TypeError(f"no LaTeX for {type(node).__name__}")


def relation_latex(relation: Relation) -> str:
    """Return `relation` as LaTeX for math mode."""
    left, right = expression_latex(relation.left), expression_latex(relation.right)
    return f"{left} {_SENSES[relation.sense]} {right}"


def _operation_latex(node: Operation) -> str:
    operator, operands = node.operator, node.operands
    if operator is Operator.ADD:
        return _sum_latex(node)
    if operator is Operator.MULTIPLY:
        return _product_latex(node)
    if operator in _CALLS:
        return f"{_CALLS[operator]}{_parentheses(operands[0])}"
    if operator in _FENCES:
        opening, closing = _FENCES[operator]
        return f"{opening}{expression_latex(operands[0])}{closing}"
    return _special_latex(node)


def _special_latex(node: Operation) -> str:
    operator, operands = node.operator, node.operands
    inner = [expression_latex(operand) for operand in operands]
    if operator is Operator.NEGATE:
        return f"-{_wrapped(operands[0], Level.PRODUCT)}"
    if operator is Operator.DIVIDE:
        return rf"\frac{{{inner[0]}}}{{{inner[1]}}}"
    if operator is Operator.POWER:
        return f"{_wrapped(operands[0], Level.ATOM)}^{{{inner[1]}}}"
    if operator is Operator.SQRT:
        return rf"\sqrt{{{inner[0]}}}"
    if operator is Operator.LOG:
        return rf"\log_{{{inner[0]}}}{_parentheses(operands[1])}"
    if operator is Operator.BINOMIAL:
        return rf"\binom{{{inner[0]}}}{{{inner[1]}}}"
    if operator is Operator.FACTORIAL:
        return f"{_wrapped(operands[0], Level.ATOM)}!"
    if operator is Operator.LAMBERT_W:
        return rf"W_{{{inner[0]}}}{_parentheses(operands[1])}"
    return rf"\{operator.label}\left\{{{', '.join(inner)}\right\}}"  # max and min


def _sum_latex(node: Operation) -> str:
    parts: list[str] = []
    for is_subtracted, term in terms(node):
        wrapped = _wrapped(term, Level.SIGN if not parts else Level.PRODUCT)
        joint = (" - " if is_subtracted else " + ") if parts else ""
        parts.append(joint + wrapped)
    return "".join(parts)


def _product_latex(node: Operation) -> str:
    first, *rest = node.operands
    text = _factor(first, is_first=True)
    for previous, operand in zip(node.operands, rest, strict=False):
        joint = r" \cdot " if begins_with_digit(operand) or _ends_open(previous) else r" \, "
        text += joint + _factor(operand, is_first=False)
    return text


def _ends_open(node: Expression) -> bool:
    """Return whether a parenthesis after `node` would read as its argument."""
    return isinstance(node, Sum)


def _factor(node: Expression, *, is_first: bool) -> str:
    is_nested = isinstance(node, Operation) and node.operator is Operator.MULTIPLY
    if is_nested or (isinstance(node, Sum) and not is_first):
        return _parentheses(node)
    return _wrapped(node, Level.PRODUCT)


def _parentheses(node: Expression) -> str:
    return rf"\left({expression_latex(node)}\right)"


def _wrapped(node: Expression, least: Level) -> str:
    bound = level(node)
    is_fraction = isinstance(node, Operation) and node.operator is Operator.DIVIDE
    if is_fraction and least < Level.POWER:
        return expression_latex(node)
    return expression_latex(node) if bound >= least else _parentheses(node)
