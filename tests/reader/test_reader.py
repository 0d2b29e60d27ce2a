"""The reader of formulas: what it reads, what it refuses and where it points."""

import pytest
from hypothesis import HealthCheck, given, settings

from boundcalc.language import (
    INTEGER,
    PI,
    POSITIVE,
    PROBABILITY,
    E,
    Operator,
    StatementError,
    Sum,
    Symbol,
    as_expression,
    binomial,
    ceil,
    erf,
    erfc,
    exp,
    expression_latex,
    factorial,
    floor,
    lambert_w,
    ln,
    log,
    log2,
    maximum,
    minimum,
    phi,
    relation_latex,
    sqrt,
    summation,
)
from boundcalc.language.expressions import rebuild
from boundcalc.reader.declarations import read_domain, read_where
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.relations import read_relation, read_relations
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError, SourceText
from boundcalc_theorems import load_theorems
from tests.notes import malformed
from tests.strategies import SYMBOLS, expressions, relations, texts

SCOPE = read_where(
    r"x, y, a, b, k, \varepsilon, \varepsilon', \delta, \alpha, \gamma, \Delta, T, p_\alpha"
    r" positive; n, m integer >= 1; \beta, \beta_1 probability; |\mathcal{Y}| integer >= 1"
)
SYMBOL = {symbol.name: symbol for symbol in SCOPE.symbols}
x, y, a, b, k, n, m, T = (SYMBOL[name] for name in ("x", "y", "a", "b", "k", "n", "m", "T"))
eps, eps_, delta, alpha, gamma = (
    SYMBOL[name] for name in ("epsilon", "epsilon_prime", "delta", "alpha", "gamma")
)
Delta, p_alpha, beta, beta_1 = (SYMBOL[name] for name in ("Delta", "p_alpha", "beta", "beta_1"))
Y = SYMBOL[r"|\mathcal{Y}|"]
fuzz = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


# What is read.

FORMULAS = [
    # The five formulas on which other readers fail silently.
    (
        r"\frac{2\Delta}{\varepsilon}(\ln|\mathcal{Y}|+\log(1/\beta))",
        (2 * Delta / eps) * (ln(Y) + ln(1 / beta)),
    ),
    (r"e^{2\varepsilon}-1", E ** (2 * eps) - 1),
    (r"n^{|n|}+n^{\lfloor n\rfloor}", n ** abs(n) + n ** floor(n)),  # no mark of the name
    (r"2\varepsilon+4\varepsilon^2", 2 * eps + 4 * eps**2),
    (
        r"\alpha(1-(1-p_\alpha)^T)-\frac{2\log T}{\varepsilon m}",
        alpha * (1 - (1 - p_alpha) ** T) - (2 * ln(T)) / (eps * m),
    ),
    (r"e^{\varepsilon+\varepsilon'}-1+T\delta", E ** (eps + eps_) - 1 + T * delta),
    (
        r"\max\left\{\frac{4\delta}{\varepsilon}, e^{-\frac{\varepsilon^2 m}{8}}\right\}",
        maximum((4 * delta) / eps, E ** -((eps**2 * m) / 8)),
    ),
    (
        r"\frac{\alpha}{2}\cdot 2^{-\frac{2}{\alpha}(m+0.54)}",
        (alpha / 2) * as_expression(2) ** -((2 / alpha) * (m + "0.54")),
    ),
    # The probes.
    (r"\log_2 e \cdot \varepsilon n", log2(E) * eps * n),
    (r"\left(1-\frac1\alpha\right)^{\alpha}", (1 - 1 / alpha) ** alpha),
    (r"\ln\frac{1}{\beta}", ln(1 / beta)),
    (r"\binom{n}{k}", binomial(n, k)),
    (r"{n \choose k}", binomial(n, k)),
    (r"\lfloor x\rfloor + \left\lceil y \right\rceil", floor(x) + ceil(y)),
    (r"\sum_{i=1}^{n} i^2", summation(Symbol("i", INTEGER), 1, n, Symbol("i", INTEGER) ** 2)),
    # Precedence.
    (r"-x^2", -(x**2)),
    (r"x - y - a", x - y - a),
    (r"x^{-k}", x**-k),
    (r"n^{3/2}", n ** (as_expression(3) / 2)),
    (r"x y / a", (x * y) / a),
    (r"2^x", as_expression(2) ** x),
    (r"\beta^2_1", beta_1**2),
    (r"\beta_1^2", beta_1**2),
    (r"n!^2", factorial(n) ** 2),
    (r"2n!", 2 * factorial(n)),
    (r"\varepsilon'^2", eps_**2),
    (r"\varepsilon' + \varepsilon^\prime + \varepsilon^{\prime}", eps_ + eps_ + eps_),
    (r"\epsilon' + \epsilon", eps_ + eps),
    (r"x \cdot y \times a * b", x * y * a * b),
    # Functions without parentheses.
    (r"\ln 2x", ln(2 * x)),
    (r"\ln x + 1", ln(x) + 1),
    (r"\ln x^2", ln(x**2)),
    (r"\ln n!", ln(factorial(n))),
    (r"\ln x \cdot y", ln(x) * y),
    (r"\ln x \ln y", ln(x) * ln(y)),
    (r"\ln \ln x", ln(ln(x))),
    (r"\ln^2 x", ln(x) ** 2),
    (r"\log_2^2 n", log2(n) ** 2),
    (r"\log^2_2(n)", log2(n) ** 2),
    (r"\log(a) b", ln(a) * b),
    (r"\log_{10} x", log(10, x)),
    (r"\log_b x", log(b, x)),
    (r"x \ln(1/\beta) \sqrt{n}", x * ln(1 / beta) * sqrt(n)),
    (r"\exp(-x^2)(1 + y)", exp(-(x**2)) * (1 + y)),
    (r"\exp\left\{-x\right\}", exp(-x)),
    (r"\ln\sqrt{n}", ln(sqrt(n))),
    (r"\ln 2\pi n", ln(2 * PI * n)),
    (r"\operatorname{erf}(x) + \operatorname{erfc}\big(y\big)", erf(x) + erfc(y)),
    (r"\mathrm{ln}(x) + \text{exp}(y)", ln(x) + exp(y)),
    (r"\Phi(x) - \Phi(-y)", phi(x) - phi(-y)),
    (r"W_{-1}(x) + W_0(y)", lambert_w(-1, x) + lambert_w(0, y)),
    # Arguments, numbers, delimiters.
    (r"\frac12 + \tfrac1n + \dfrac{x}2", as_expression(1) / 2 + 1 / n + x / 2),
    (r"\sqrt2 + \sqrt[3]{x} + \sqrt x", sqrt(2) + x ** (as_expression(1) / 3) + sqrt(x)),
    (r"0.54 + .5 + 12", as_expression("0.54") + "0.5" + 12),
    (r"|x| + \left|y\right| + \lvert a \rvert", abs(x) + abs(y) + abs(a)),
    (r"|x||y|", abs(x) * abs(y)),
    (r"|x - |y||", abs(x - abs(y))),
    (r"\big|x - y\big|", abs(x - y)),
    (r"[(x + y)^2] \{(a + b)^2\}", (x + y) ** 2 * (a + b) ** 2),
    (r"\max(x, y) + \min[a, b]", maximum(x, y) + minimum(a, b)),
    (r"x \, y \; a \! b \: k \; n \ m", x * y * a * b * k * n * m),
    (r"\displaystyle\frac{x}{y}", x / y),
    (r"{x}^2 + {\varepsilon}", x**2 + eps),
    (r"e^\varepsilon + \mathrm{e}^x", E**eps + E**x),
    ("ε^2 · π − δ", eps**2 * PI - delta),
    ("x % a remark } \n + y", x + y),
]


@pytest.mark.parametrize(("text", "expected"), FORMULAS, ids=[text for text, _ in FORMULAS])
def test_formula_means(text, expected):
    assert read_expression(text, SCOPE) == expected


def test_parentheses_stay_in_the_tree():
    nested = read_expression("(x + y) + (a b) k", SCOPE)
    assert nested.operands[0].operator is Operator.ADD
    assert nested.operands[1].operands[0].operator is Operator.MULTIPLY


def test_a_bare_log_has_the_base_of_the_scope():
    in_bits = SCOPE.with_log(as_expression(2))
    assert read_expression(r"\log x + \ln x + \log_{3} x", in_bits) == log2(x) + ln(x) + log(3, x)


def test_e_and_pi_are_constants_unless_declared():
    scope = read_where(r"e, \pi probability")
    e, pi = scope.symbols
    assert read_expression(r"e \pi", scope) == e * pi
    assert read_expression(r"\mathrm{e}", scope) == E


def test_a_name_before_parentheses_with_a_sum_is_a_factor():
    assert read_expression(r"\gamma(1 - \alpha)", SCOPE) == gamma * (1 - alpha)
    assert read_expression(r"\gamma \cdot (\alpha)", SCOPE) == gamma * alpha


def test_opaque_atoms_are_equal_when_written_alike():
    one = read_expression(r"\Pr_{S\sim D}\left[ |q(S)| \geq 6\varepsilon \right]", SCOPE)
    two = read_expression(r"\Pr_{S \sim D} [|q(S)| \ge 6 \varepsilon]", SCOPE)
    other = read_expression(r"\Pr_{S \sim D}[|q(S)| > 6\varepsilon]", SCOPE)
    assert one == two != other
    assert isinstance(one, Symbol)
    assert one.domain == PROBABILITY
    assert read_expression(one.latex, SCOPE) == one


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        (r"P[X \in (0, 1]]", "[0, 1]"),
        (r"\mathrm{P}\Big(X \ge t\Big)", "[0, 1]"),
        (r"\mathbb{E}_{S}[f(S)]", "(-oo, oo)"),
        (r"\mathbb{E}[\mathbb{1}_{t=t^*} \cdot f(S_t)]", "(-oo, oo)"),
        (r"E[X \mid Y]", "(-oo, oo)"),
        (r"H(X | Y)", "[0, oo)"),
        (r"I(X; Y)", "[0, oo)"),
        (r"I_\infty^\beta(X; Y)", "(-oo, oo)"),  # log(1 - beta) where X, Y are independent
        (r"d_{TV}(D, D')", "[0, oo)"),
        (r"\int_{-\frac{1}{2m}}^{\frac{1}{2m}} e^{-\frac{x^2}{2\sigma^2}} \, dx", "(-oo, oo)"),
        (r"\int_0^1 \int_0^1 f(x, y) dx dy", "(-oo, oo)"),
        (r"\int_1^2 \frac{dx}{x}", "(-oo, oo)"),
        (r"\sup_{E \subseteq \mathcal{O}} \left| D(E) - D'(E) \right|", "(-oo, oo)"),
        (r"\max_{y \in \mathcal{Y}} f(y, S)", "(-oo, oo)"),
        (r"\sum_{t=1}^T \mathbb{E}[\mathbb{1}_{t=t^*} \cdot q^*(S_t)]", "(-oo, oo)"),
        (r"\sum_{t=1}^{T} \left( \Pr[A_t] + 1 \right)", "(-oo, oo)"),
        (r"\mathbb{E}_{\substack{S \sim D \\ q \sim M}}[q(D)]", "(-oo, oo)"),
    ],
)
def test_opaque_atom_has_the_obvious_domain(text, domain):
    atom = read_expression(text, SCOPE)
    assert str(atom.domain) == domain
    assert read_expression(atom.latex, SCOPE) == atom


def test_a_declared_letter_is_no_opaque_atom():
    scope = read_where("H, P, x positive")
    h, p, t = scope.symbols
    assert read_expression("H(1 + x) P(1 - x)", scope) == h * (1 + t) * p * (1 - t)


def test_a_declared_phrase_is_one_symbol():
    scope = read_where(r"d_{TV}(D, D') in [0, 1]; \Delta u, n positive; \sum_{i=1}^{n} x_i real")
    distance, sensitivity, size, total = (
        next(symbol for symbol in scope.symbols if symbol.latex == latex)
        for latex in (r"d_{TV}(D,D')", r"\Delta u", "n", r"\sum_{i=1}^{n}x_{i}")
    )
    text = r"2 d_{TV}\big(D, D'\big) \Delta u + \frac1n \sum_{i=1}^n x_i"
    assert (
        read_expression(text, scope)
        == 2 * distance * sensitivity + (as_expression(1) / size) * total
    )


# Relations and displays.


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (r"x &\le y \\ &= a^2", ["x <= y", "y = a^2"]),
        (r"x \le y < a", ["x <= y", "y < a"]),
        (r"\begin{align*} x &\leq y+1 \\ &= a^2 \end{align*}", ["x <= y + 1", "y + 1 = a^2"]),
        (r"\begin{eqnarray} x & \le & y \\ & = & a \end{eqnarray}", ["x <= y", "y = a"]),
        (r"\begin{array}{rcl} x & \le & y \end{array}", ["x <= y"]),
        (r"x = y, \quad a \le b.", ["x = y", "a <= b"]),
        (r"x \le y \\ a \ge b", ["x <= y", "a >= b"]),
        (r"x &= y & a &= b", ["x = y", "a = b"]),
        (r"x &\le y \\ &\quad + a \\ &{}\le b", ["x <= y + a", "y + a <= b"]),
        (r"x \\ &\ne y", ["x != y"]),
        (r"x = \\ y \gt a", ["x = y", "y > a"]),
        (r"x \le \left(y + a\right) \cdot \\ b", ["x <= (y + a) * b"]),
        (r"x \overset{(a)}{\le} y \stackrel{\eqref{b}}{=} a", ["x <= y", "y = a"]),
        (r"x <= y >= a", ["x <= y", "y >= a"]),
        (r"x \leqslant y \text{ and } a \geqslant b", ["x <= y", "a >= b"]),
        ("x ≤ y % \\le a\n ≠ b", ["x <= y", "y != b"]),
        (r"x \le 5. \\ y = .5.", ["x <= 5", "y = 0.5"]),
        ("", []),
    ],
)
def test_display_has_rows(text, rows):
    assert [str(row.relation) for row in read_relations(text, SCOPE)] == rows


def test_rows_carry_conditions_labels_and_places():
    text = (
        "x &\\le y \\label{first} \\\\\n"
        "  &\\le a \\quad \\text{if $x \\in (0, 1/2]$ and } n > 2, \\tag{7} \\\\\n"
        "\\implies b \\le 1 \\quad \\text{(by Lemma 3)}."
    )
    first, second, third = read_relations(text, SCOPE)
    assert (first.label, first.conditions, first.chain) == ("first", (), 0)
    assert [str(condition) for condition in second.conditions] == ["x > 0", "x <= 1 / 2", "n > 2"]
    assert (second.tag, second.chain, second.is_implied) == ("7", 0, False)
    assert (third.is_implied, third.chain, third.note) == (True, 1, "(by Lemma 3)")
    assert second.left.text == "y"
    (row,) = read_relations(r"x \le y && \text{since } \Pr[A] \le 1 \text{ by (3)}", SCOPE)
    assert (row.conditions, row.note) == ((), r"\text{since } \Pr[A] \le 1 \text{ by (3)}")
    assert (second.sign.position, second.right.end_position) == ((2, 4), (2, 8))


def test_positions_count_in_the_whole_file():
    text = "Notes.\n\\[ x \\le z \\]\n"
    start, stop = text.index("\\[") + 2, text.index("\\]")
    with pytest.raises(ReaderError) as caught:
        read_relations(Fragment(SourceText(text, "notes.tex"), start, stop), SCOPE)
    error = caught.value
    assert (error.file, error.line, error.column) == ("notes.tex", 2, 10)
    assert error.undeclared == "z"
    assert str(error).splitlines() == [
        "notes.tex:2:10: z is not declared; declare it, for example `z real`",
        r"    \[ x \le z \]",
        "             ^",
    ]


# Declarations.


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("x in (0, 1/2], n integer >= 1", {"x": "(0, 0.5]", "n": "the integers >= 1"}),
        ("x in [0,100], y in (-1,250)", {"x": "[0, 100]", "y": "(-1, 250)"}),
        (r"\varepsilon, \delta positive", {"epsilon": "(0, oo)", "delta": "(0, oo)"}),
        ("a, b nonnegative; p probability", {"a": "[0, oo)", "b": "[0, oo)", "p": "[0, 1]"}),
        ("tau, τ' positive in (-1, 1/8)", {"tau": "(0, 0.125)", "tau_prime": "(0, 0.125)"}),
        (r"x \in [1e-6, \infty); y real < 3", {"x": "[0.000001, oo)", "y": "(-oo, 3)"}),
        ("x >= -1, y > 0 <= 10^{2}", {"x": "[-1, oo)", "y": "(0, 100]"}),
        ("k integer in [0, 2.5]", {"k": "the integers of [0, 2.5]"}),
        (r"|\mathcal{Y}| integer >= 2", {r"|\mathcal{Y}|": "the integers >= 2"}),
        (
            r"\hat\delta, \beta_{\text{opt}} probability",
            {"delta_hat": "[0, 1]", "beta_opt": "[0, 1]"},
        ),
        (r"x \in \left(0, \tfrac12\right]", {"x": "(0, 0.5]"}),
        ("", {}),
    ],
)
def test_declarations_give_domains(text, domains):
    assert {symbol.name: str(symbol.domain) for symbol in read_where(text).symbols} == domains


def test_names_are_told_apart_and_spellings_are_not():
    scope = read_where(r"x_{opt}, x_{\mathrm{opt}}, \hat{x}, x^*, \mathcal{X}, x real")
    assert len({symbol.name for symbol in scope.symbols}) == 6
    same = read_where(r"\varepsilon_1' real")
    for text in (r"\epsilon'_1", r"\varepsilon_{1}^{\prime}", "ε_1'", "ϵ_{1}^\\prime"):
        assert read_expression(text, same) == same.symbols[0]


def test_a_greek_letter_may_be_typed_as_a_word_with_its_scripts():
    for text in ("alpha_1", "alpha'", "alpha_{opt}", "tau^*"):
        latex = "\\" + text
        assert read_where(f"{text} real").symbols == read_where(f"{latex} real").symbols


def test_a_block_may_declare_anew():
    inner = read_where("x in [0, 1]", SCOPE.inner())
    assert str(read_expression("x", inner).domain) == "[0, 1]"
    with pytest.raises(ReaderError, match="already declared"):
        read_where("x in [0, 1]", SCOPE)


def test_a_domain_alone():
    assert str(read_domain("integer >= 1")) == "the integers >= 1"
    assert str(read_domain(r"[0, \infty)")) == "[0, oo)"
    with pytest.raises(ReaderError, match="after a domain"):
        read_domain("(0, 1) real")


def test_symbols_that_print_alike_are_refused():
    with pytest.raises(StatementError, match="printed as T"):
        Scope.of([Symbol("T", POSITIVE), Symbol("datasets", POSITIVE, latex="T")])


# What is refused.


def _marked(table):
    return pytest.mark.parametrize(("text", "words"), table, ids=[text for text, _ in table])


def _refuses(read, text, words):
    at = text.index("¦")
    text = text.replace("¦", "", 1)
    line, start = text[:at].count("\n") + 1, text.rfind("\n", 0, at) + 1
    with pytest.raises(ReaderError) as caught:
        read(text)
    error = caught.value
    assert (error.line, error.column) == (line, at - start + 1), error
    assert words in error.message
    shown, caret = str(error).splitlines()[-2:]
    assert caret.index("^") <= len(shown)


@pytest.mark.few(60)
@_marked(malformed.EXPRESSIONS)
def test_expression_is_refused_at(text, words):
    _refuses(lambda raw: read_expression(raw, SCOPE), text, words)


@_marked(malformed.RELATIONS)
def test_relation_is_refused_at(text, words):
    _refuses(lambda raw: read_relation(raw, SCOPE), text, words)


@_marked(malformed.DISPLAYS)
def test_display_is_refused_at(text, words):
    _refuses(lambda raw: read_relations(raw, SCOPE), text, words)


@_marked(malformed.DECLARATIONS)
def test_declaration_is_refused_at(text, words):
    _refuses(read_where, text, words)


def test_the_tables_of_malformed_input_are_long():
    tables = (
        malformed.EXPRESSIONS,
        malformed.RELATIONS,
        malformed.DISPLAYS,
        malformed.DECLARATIONS,
    )
    assert sum(map(len, tables)) >= 200


def test_the_caret_stands_below_wide_and_combining_characters():
    with pytest.raises(ReaderError) as caught:
        read_expression("x + \u0301", SCOPE)
    assert str(caught.value).splitlines()[-1].index("^") == len("    x + ")


HOSTILE = {
    "parentheses": "(" * 10_000,
    "closed parentheses": "(" * 10_000 + "x" + ")" * 10_000,
    "left": r"\left(" * 5_000,
    "braces": "{" * 10_000 + "x" + "}" * 10_000,
    "fractions": r"\frac{1}{" * 5_000 + "x" + "}" * 5_000,
    "exponents": "x^{" * 10_000 + "x" + "}" * 10_000,
    "subscripts": "x_{" * 10_000 + "x" + "}" * 10_000,
    "accents": r"\hat{" * 10_000 + "x" + "}" * 10_000,
    "functions": r"\ln " * 10_000 + "x",
    "bars": "|" * 10_000,
    "signs": "-" * 10_000 + "x",
    "opaque": r"\Pr[" * 10_000,
    "roots": r"\sqrt" * 10_000,
    "sums": r"\sum_{i=1}^{n} " * 5_000,
    "megabyte": "x + " * 250_000 + "x",
    "digits": "1" * 10_000,
    "environments": r"\begin{aligned}" * 5_000,
    "open groups": "{" * 10_000,
    "text": r"\text{" * 10_000,
    "marks": "x & " * 20_000,
    "factorials": "n" + "!" * 10_000,
}


@pytest.mark.few(2)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_input_ends_in_a_clean_error(text):
    for read in (
        lambda: read_expression(text, SCOPE),
        lambda: read_relations(text, SCOPE),
        lambda: read_where(text),
    ):
        with pytest.raises(ReaderError) as caught:
            read()
        assert len(str(caught.value)) < 1_000


@pytest.mark.slow
def test_long_formulas_are_read():
    total = read_expression(" + ".join([r"\frac{x}{2} e^{-n \varepsilon^2}"] * 2_000), SCOPE)
    assert len(total.operands) == 2_000


# Round trip and fuzzing.


def _of(theorem):
    yield from (side for item in theorem.hypotheses for side in (item.left, item.right))
    yield from (item.value for item in theorem.definitions)
    for guarantee in (theorem.conclusion, *theorem.premises):
        yield from (guarantee.expression(quantity.name) for quantity in guarantee.quantities())


def _with_plain_indexes(node):
    """Return the expression with plain names for the indexes of its sums, which say nothing."""
    node = rebuild(node, tuple(map(_with_plain_indexes, node.operands)))
    if not isinstance(node, Sum):
        return node
    index = Symbol(f"index_{node.depth}", INTEGER)
    return Sum(index, node.lower, node.upper, node.body.substitute({node.index.name: index}))


@pytest.mark.few(20)
@pytest.mark.parametrize("theorem", load_theorems(), ids=str)
def test_every_expression_of_the_library_reads_back(theorem):
    scope = Scope.of([*theorem.parameters, *(item.symbol for item in theorem.definitions)])
    for expression in _of(theorem):
        read = read_expression(expression_latex(expression), scope)
        assert _with_plain_indexes(read) == _with_plain_indexes(expression)
    for relation in theorem.hypotheses:
        assert read_relation(relation_latex(relation), scope) == relation


def _reads_back(expression):
    assert read_expression(expression_latex(expression), GENERATED) == expression


def _ends_cleanly(text):
    for read in (read_expression, read_relation, read_relations):
        try:
            read(text, GENERATED)
        except ReaderError as error:
            str(error)
    for read in (read_where, read_domain):
        try:
            read(text)
        except ReaderError as error:
            str(error)


GENERATED = Scope.of(SYMBOLS)


@pytest.mark.slow
@settings(fuzz, max_examples=100)  # a slow test below tries more
@given(expressions())
def test_generated_expressions_read_back(expression):
    _reads_back(expression)


@pytest.mark.slow
@settings(fuzz, max_examples=50)
@given(relations())
def test_generated_relations_read_back(relation):
    assert read_relation(relation_latex(relation), GENERATED) == relation


@settings(fuzz, max_examples=100)  # a slow test below tries more
@given(texts())
def test_any_text_ends_in_a_formula_or_a_clean_error(text):
    _ends_cleanly(text)


@pytest.mark.slow
@settings(fuzz, max_examples=10_000)
@given(texts(max_tokens=30))
def test_any_long_text_ends_in_a_formula_or_a_clean_error(text):
    _ends_cleanly(text)


def test_a_symbol_that_is_printed_as_a_sum_is_a_factor_of_pi():
    width = Symbol("width", POSITIVE, latex="(b - a)")
    for product in (PI * width, 2 * PI * width, PI * width**2, PI * width * (width + 1)):
        _reads_back(product)


@pytest.mark.slow
@settings(fuzz, max_examples=500)
@given(expressions(max_leaves=30))
def test_generated_large_expressions_read_back(expression):
    _reads_back(expression)


@pytest.mark.sweep
@settings(fuzz, max_examples=5_000)
@given(expressions(max_leaves=30))
def test_many_generated_large_expressions_read_back(expression):
    _reads_back(expression)


def test_what_is_read_prints_and_reads_again():
    for text, _ in FORMULAS:
        expression = read_expression(text, SCOPE)
        indexes = [node.index for node in expression.walk() if isinstance(node, Sum)]
        scope = Scope.of(expression.symbols() - frozenset(indexes))
        assert read_expression(expression_latex(expression), scope) == expression
