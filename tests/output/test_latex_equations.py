"""Long equations over several lines: they fit a column, and say what they said on one."""

import shutil
import subprocess
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import boundcalc
from boundcalc.language import Operation, Operator, Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.library import load_library
from boundcalc.output import latex_equations
from boundcalc.output.latex_answers import ranking_latex
from boundcalc.output.latex_equations import COLUMN, equation_lines, points
from boundcalc.output.latex_words import words_latex
from boundcalc.reader.formulas import read_expression
from tests.mp_evaluate import evaluate
from tests.reader.test_reader import SCOPE
from tests.strategies import leaves

LETTERS = tuple(Symbol(name) for name in "abxy")
POINT = {"a": Fraction(3, 4), "b": Fraction(5, 3), "x": Fraction(7, 5), "y": Fraction(1, 3)}
LATEX = shutil.which("pdflatex")
FORMULAS = [item.value for theorem in load_library().theorems for item in theorem.definitions]


def _operations(children):
    def build(operators, least, most):
        operands = st.lists(children, min_size=least, max_size=most).map(tuple)
        return st.builds(Operation, st.sampled_from(operators), operands)

    return st.one_of(
        build((Operator.ADD, Operator.MULTIPLY, Operator.MAX, Operator.MIN), 2, 4),
        build((Operator.DIVIDE,), 2, 2),
        build((Operator.NEGATE, Operator.ABS, Operator.CEIL, Operator.FLOOR), 1, 1),
    )


LONG = st.recursive(leaves(LETTERS), _operations, max_leaves=16)


def joined(lines):
    """The right side of an equation over lines, as it would be written on one."""
    text = " ".join(lines).partition("&= ")[2].replace(r"&\quad {}", " ")
    for name, plain in ((r"\big/", "/"), (r"\bigl", r"\left"), (r"\bigr", r"\right")):
        text = text.replace(name, plain)
    return text


@given(LONG)
def test_a_broken_formula_has_the_value_of_the_whole(node):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(latex_equations, "COLUMN", 60)
        lines = equation_lines("z", "=", node)
    assume(len(lines) > 1)
    try:
        whole = evaluate(node, POINT)
        whole_read = evaluate(read_expression(expression_latex(node), SCOPE), POINT)
    except (ValueError, ArithmeticError, OverflowError, boundcalc.BoundError):
        assume(False)
    assume(abs(whole) < 10**9 and whole == whole_read)

    assert abs(evaluate(read_expression(joined(lines), SCOPE), POINT) - whole) <= 1e-30 * (
        1 + abs(whole)
    )


@pytest.mark.parametrize("node", FORMULAS[::7], ids=str)
def test_the_brackets_of_all_lines_together_are_closed(node):
    text = joined(equation_lines("z", "=", node))

    assert text.count(r"\left") == text.count(r"\right")
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
    for line in equation_lines("z", "=", node):  # TeX wants both on one line
        assert line.count(r"\left") == line.count(r"\right")


def test_a_short_equation_stays_on_its_line():
    a, b = LETTERS[:2]

    assert equation_lines("z", "=", a + b, r"\approx 2") == [r"z &= a + b \approx 2"]


def test_a_fraction_is_as_wide_as_its_longer_part():
    assert points(r"\frac{a + b + c}{d}") < points("a + b + c") + 5
    assert points(r"\frac{a}{a + b + c}") > points("a + b")


@pytest.mark.parametrize(
    ("words", "latex"),
    [
        ("of all m answers", "of all $m$ answers"),
        ("a choice of a", "a choice of a"),  # of which one is an article
        ("within tau_0 = 0.1 of it", r"within $\tau_{0} = 0.1$ of it"),
        ("m(x) and m'", "$m(x)$ and $m'$"),
    ],
)
def test_symbols_of_a_theorem_are_mathematics_in_its_sentences(words, latex):
    assert words_latex(words, [Symbol("m"), Symbol("a")]) == latex


QUESTIONS = (
    ("n", {"tau": "0.1", "beta": "0.05", "k": "1000"}),
    ("n", {"tau": "0.1", "beta": "0.05", "B": "10", "m": "1000"}),
    ("gamma", {"alpha": "0.05", "k": "3", "beta": "0.001"}),
    ("sigma", {"epsilon": "1", "delta": "1e-6", "Delta": "1"}),
)


@pytest.mark.slow
@pytest.mark.skipif(LATEX is None, reason="pdflatex is not installed")
def test_answers_fit_a_column_of_a_paper(tmp_path):
    body = "\n\n".join(ranking_latex(boundcalc.solve(name, **given)) for name, given in QUESTIONS)
    source = tmp_path / "paper.tex"
    head = r"\documentclass[twocolumn]{article}\usepackage{amsmath,amssymb}\emergencystretch=3em"
    source.write_text(rf"{head}\begin{{document}}{body}\end{{document}}", encoding="utf-8")
    result = subprocess.run(
        [str(LATEX), "-interaction=nonstopmode", "-halt-on-error", source.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert result.returncode == 0, result.stdout[-2000:]
    wide = [line for line in result.stdout.splitlines() if r"Overfull \hbox" in line]
    assert wide == []


@pytest.mark.slow
def test_the_lines_of_the_library_are_no_wider_than_a_column_if_they_can_be_broken():
    lines = [line for node in FORMULAS for line in equation_lines("z", "=", node)]
    wide = [line for line in lines if points(line) > COLUMN]

    assert len(wide) <= len(lines) // 50, wide
