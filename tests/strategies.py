"""Generators that several suites share: symbols, expressions, relations, and text like LaTeX.

``expressions()`` draws any tree that the language allows, well defined or not: what prints, reads,
serializes or substitutes must not care. ``texts()`` draws lists of tokens that look like formulas.
"""

from fractions import Fraction

from hypothesis import strategies as st

from boundcalc.language import (
    INTEGER,
    OPEN_PROBABILITY,
    PI,
    POSITIVE,
    POSITIVE_INTEGER,
    PROBABILITY,
    REAL,
    E,
    Expression,
    Number,
    Operation,
    Operator,
    Relation,
    Sense,
    Sum,
    Symbol,
)

# One of each way in which a symbol is named and printed.
SYMBOLS = (
    Symbol("n", POSITIVE_INTEGER),
    Symbol("x", REAL),
    Symbol("epsilon", POSITIVE),
    Symbol("epsilon_prime", POSITIVE),
    Symbol("delta_hat", OPEN_PROBABILITY),
    Symbol("beta_1", PROBABILITY),
    Symbol("beta_opt", PROBABILITY),
    Symbol("n_0", POSITIVE),
    Symbol("delta_second", POSITIVE),
    Symbol("outcomes", POSITIVE_INTEGER, latex=r"|\mathcal{Y}|"),
    Symbol("width", POSITIVE, latex="(b - a)"),
    Symbol("mean", REAL, latex=r"\mathbb{E}[f(Y)]"),
    Symbol("squares", POSITIVE, latex=r"\sum_{i=1}^{n} (b_i - a_i)^2"),
    Symbol("optimum", REAL, latex="q^{*}"),
    Symbol("sensitivity", POSITIVE, latex=r"\Delta u"),
    Symbol("err", REAL),
)
INDEXES = (Symbol("j", INTEGER), Symbol("l", INTEGER))

UNARY = (
    Operator.NEGATE,
    Operator.SQRT,
    Operator.EXP,
    Operator.LN,
    Operator.ABS,
    Operator.FLOOR,
    Operator.CEIL,
    Operator.ERF,
    Operator.ERFC,
    Operator.PHI,
    Operator.SIN,
    Operator.COS,
    Operator.TAN,
    Operator.ARCTAN,
)
_BINARY = (Operator.DIVIDE, Operator.POWER, Operator.LOG, Operator.BINOMIAL)
_MANY = (Operator.ADD, Operator.MULTIPLY, Operator.MAX, Operator.MIN)
_BRANCHES = (Number(Fraction(0)), Operation(Operator.NEGATE, (Number(Fraction(1)),)))


def numbers() -> st.SearchStrategy[Number]:
    """Integers and finite decimals, not negative."""
    return st.builds(
        lambda digits, places: Number(Fraction(digits, 10**places)),
        st.integers(0, 10**6),
        st.integers(0, 4),
    )


def leaves(symbols: tuple[Symbol, ...] = SYMBOLS) -> st.SearchStrategy[Expression]:
    """Numbers, constants and symbols."""
    return st.one_of(numbers(), st.sampled_from((E, PI)), st.sampled_from(symbols))


def expressions(
    symbols: tuple[Symbol, ...] = SYMBOLS, *, max_leaves: int = 12
) -> st.SearchStrategy[Expression]:
    """Expressions of every kind of node; sums are over an index that is not among the symbols."""
    plain = st.recursive(leaves(symbols), _operations, max_leaves=max_leaves)
    sums = st.sampled_from(INDEXES).flatmap(lambda index: _sums(index, plain, symbols))
    return st.one_of(plain, plain, st.recursive(plain | sums, _operations, max_leaves=4))


def relations(symbols: tuple[Symbol, ...] = SYMBOLS) -> st.SearchStrategy[Relation]:
    """Relations of every sense between two expressions."""
    sides = expressions(symbols)
    return st.builds(Relation, sides, st.sampled_from(Sense), sides)


def _operations(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    def build(operators: tuple[Operator, ...], least: int, most: int) -> st.SearchStrategy:
        operands = st.lists(children, min_size=least, max_size=most).map(tuple)
        return st.builds(Operation, st.sampled_from(operators), operands)

    lambert = st.builds(
        lambda branch, argument: Operation(Operator.LAMBERT_W, (branch, argument)),
        st.sampled_from(_BRANCHES),
        children,
    )
    return st.one_of(
        build((*UNARY, Operator.FACTORIAL), 1, 1),
        build(_BINARY, 2, 2),
        build(_MANY, 2, 4),
        build(_BINARY, 2, 2),
        lambert,
    )


def _sums(
    index: Symbol, ends: st.SearchStrategy[Expression], symbols: tuple[Symbol, ...]
) -> st.SearchStrategy[Expression]:
    """Sums that begin at an integer, as others have no one meaning and are not read."""
    body = st.recursive(leaves((*symbols, index)), _operations, max_leaves=4)
    whole = st.integers(0, 100).map(lambda value: Number(Fraction(value)))
    first = whole | ends.map(lambda end: Operation(Operator.FLOOR, (end,)))
    return st.builds(Sum, st.just(index), first, ends, body)


_TOKENS = r"""
    x n e 2 12 0.5 .5 . , ; : ! ' " + - * / = < > <= ( ) [ ] { } | _ ^ & \\ ~ % $ # @ \
    \alpha \varepsilon \epsilon' \beta_1 \pi \ell \hat \tilde{x} \mathcal{Y} \mathrm{opt} \mathbb{E}
    \frac \frac12 \frac{1}{2} \tfrac \sqrt \sqrt[3] \binom \exp \ln \log \log_2 \max \min \sum
    \sum_{i=1}^{n} \operatorname{erf} \Phi \Phi(x) \Pr[A] \Pr \mathbb{E}[X] P[A] H(X) I(X;Y) W_0(x)
    \cdot \times \le \ge \leq \ne \lt \in \infty \Rightarrow \left( \right) \left| \right| \left\{
    \right\} \left[ \right] \left. \big( \bigr) \lfloor \rfloor \lceil \rceil \{ \} \, \; \! \quad
    \text{if} \text{for } \text{and} \text{if$x>0$} \tag{1} \label{a} \nonumber \begin{aligned}
    \end{aligned} \begin \end{x} \overset{a}{\le} \stackrel \choose \over \foo \limits \middle ε ≤ ∑
    é in real positive integer probability nonnegative >= oo 1e-6
"""
TOKENS = tuple(_TOKENS.split())


def texts(max_tokens: int = 14) -> st.SearchStrategy[str]:
    """Text that is made of the tokens of formulas and declarations, and mostly nonsense."""
    pieces = st.one_of(st.sampled_from(TOKENS), st.text(max_size=2))
    return st.builds(
        lambda separator, parts: separator.join(parts),
        st.sampled_from(("", " ", "\n")),
        st.lists(pieces, max_size=max_tokens),
    )
