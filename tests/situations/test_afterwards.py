"""Reasons behind a display in sentences of their own, and statements that are used by name."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind

pytestmark = pytest.mark.usefixtures("in_this_process")

CITED = {
    "to see": "We see \\[ f(x) \\le g(x). \\]\nTo see this, apply Jensen's inequality.",
    "indeed": "We see \\[ f(x) \\le g(x). \\]\nIndeed, by Lemma 3 it is so.",
    "note": "We see \\[ f(x) \\le g(x). \\]\nNote that we used Lemma 3.",
    "see": "We see \\[ f(x) \\le g(x). \\]\n(See Lemma 3.)",
    "see work": "We see \\[ f(x) \\le g(x), \\] see \\cite[Theorem 3]{some}.",
    "in a work": "We see \\[ f(x) \\le g(x). \\]\nA proof can be found in \\cite{some}.",
    "which holds": "We see \\[ f(x) \\le g(x), \\] which holds since $g$ is large.",
    "in view": "We see \\[ f(x) \\le g(x), \\] in view of (3).",
    "in the inequality": "We see \\[ f(x) \\le g(x), \\] where in the inequality we used Lemma 3.",
    "people": "Dwork and Roth (2014) show that \\[ f(x) \\le g(x). \\]",
    "link": "**So:** It follows from [Theorem 3](#a) that $$ f(x) \\le g(x). $$",
    "marks": "We see \\[ f(x) \\overset{(a)}{\\le} g(x). \\]\nHere (a) follows from Lemma 3.",
    "above": "We see \\[ f(x) \\overset{(a)}{\\le} g(x). \\]\nIn above, (a) follows from the fact "
    "that $g$ is large; and (b) from Lemma 3.",
    "divided": "We see \\[ f(x) \\le g(x), \\]\nwhere in the last line we divided by $n$.",
    "first": "We see \\[ f(x) \\le g(x). \\]\nThe first inequality follows from Jensen.",
    "this": "We see \\[ f(x) \\le g(x). \\]\nThis follows from the definition of $g$.",
    "used": "We see \\[ f(x) \\le g(x). \\]\nHere we used the convexity of $g$.",
    "fact": "Using the fact that $g$ is convex, we get \\[ f(x) \\le g(x). \\]",
    "into": "Plugging this into \\eqref{eq:a} yields \\[ f(x) \\le g(x). \\]",
    "label": "\\begin{lemma}\\label{l:a} We have \\[ f(x) \\le g(x). \\]\\end{lemma}\n"
    "By Lemma \\ref{l:a}, we are done.",
    "proved": "\\begin{lemma} We have \\[ f(x) \\le g(x). \\]\\end{lemma}\n"
    "\\begin{proof} It is well known. \\end{proof}",
    "last": "We see \\[ f(x) \\le g(x), \\]\nwhere in the last inequality we used "
    "that $g$ is large.",
    "shown": "\\cite{someone2017} showed that \\[ f(x) \\le g(x). \\]",
    "taking": "Taking the square of $f$, we see that \\[ f(x) \\le g(x). \\]",
    "sides": "Multiplying both sides by two gives \\[ f(x) \\le g(x). \\]",
    "row": "We see \\begin{equation}\\label{eq:b} f(x) \\le g(x). \\end{equation}\n"
    "The inequality in \\eqref{eq:b} uses the fact that $g$ is large.",
    "fact used": "We now use the fact that $g$ is large, to have \\[ f(x) \\le g(x). \\]",
    "list": "\\begin{lemma} If $x$ is small, then \\begin{enumerate}\n"
    "\\item \\[ f(x) \\le g(x), \\] \\item \\[ g(x) \\le h(x). \\]\n"
    "\\end{enumerate} \\end{lemma}\n\\begin{proof} Clear. \\end{proof}",
    "item": "- **Lemma 2** We have $$ f(x) \\le g(x). $$\n- **Proof** It is well known.",
    "number": "**Lemma 2.** It holds that\n$$ f(x) \\le g(x). $$\nSo by Lemma 2 we are done.",
}
OPEN = {
    "to see a picture": "We see \\[ f(x) \\le g(x). \\]\nTo see the picture, apply a filter.",
    "to see, in vain": "We see \\[ f(x) \\le g(x). \\]\nTo see "
    "this, use Lemma 3, which would be wrong.",
    "indeed alone": "We see \\[ f(x) \\le g(x). \\]\nIndeed, we are proud of it.",
    "see a figure": "We see \\[ f(x) \\le g(x). \\]\nSee \\ref{fig:a}.",
    "see below": "We see \\[ f(x) \\le g(x), \\] see below.",
    "which holds if": "We see \\[ f(x) \\le g(x), \\] which holds if $g$ is large.",
    "a year": "In Paris (2014) we show that \\[ f(x) \\le g(x). \\]",
    "claim": "We see \\[ f(x) \\le g(x). \\]\nThe first inequality is our main result.",
    "iff": "We see \\[ f(x) \\le g(x). \\]\nThe first inequality holds iff $x$ is small.",
    "gap": "We see \\[ f(x) \\le g(x). \\]\nNow let us rest. This follows from Lemma 3.",
    "unused": "\\begin{lemma}\\label{l:a} We have \\[ f(x) \\le g(x). \\]\\end{lemma}\nDone.",
    "proof": "\\begin{lemma}\\label{l:a} We have \\[ f(x) \\le g(x). \\]\\end{lemma}\n"
    "Proof of Lemma \\ref{l:a}: omitted.",
    "solution": "\\begin{lemma} We have \\[ f(x) \\le g(x). \\]\\end{lemma}\n"
    "\\begin{solution} It is $1$. \\end{solution}",
    "list of equivalents": "\\begin{lemma} The following are equivalent:\n"
    "\\begin{enumerate} \\item \\[ f(x) \\le g(x), \\] \\end{enumerate} \\end{lemma}\n"
    "\\begin{proof} Clear. \\end{proof}",
    "list of hypotheses": "\\begin{lemma} Suppose that\n"
    "\\begin{enumerate} \\item \\[ f(x) \\le g(x), \\] \\end{enumerate} Then $x$ is small."
    "\\end{lemma}\n\\begin{proof} Clear. \\end{proof}",
    "announced": "We use the following bound: \\[ f(x) \\le g(x). \\]",
    "task": "Minimizing the loss is the following problem: \\[ f(x) \\le g(x). \\]",
    "noise": "Adding noise to this guarantees privacy for \\[ f(x) \\le g(x). \\]",
    "elsewhere": "\\begin{lemma} We have \\[ f(x) \\le g(x). \\]\\end{lemma}\n"
    "\\begin{proof}[Proof of Lemma 7] It is well known. \\end{proof}",
    "other": "**Lemma 2.** It holds that\n$$ f(x) \\le g(x). $$\nSo by Lemma 2.5 we are done.",
}


def kinds(tmp_path, text):
    file = tmp_path / ("notes.md" if "**" in text else "notes.tex")
    file.write_text(text + "\n")
    return {row.kind for row in check(file, jobs=1).rows}


@pytest.mark.few(9)
@pytest.mark.parametrize("text", CITED.values(), ids=CITED.keys())
def test_a_reason_behind_a_display_or_a_name_is_found(tmp_path, text):
    assert kinds(tmp_path, text) == {VerdictKind.CITED}


@pytest.mark.few(6)
@pytest.mark.parametrize("text", OPEN.values(), ids=OPEN.keys())
def test_what_names_no_reason_is_none(tmp_path, text):
    assert kinds(tmp_path, text) == {VerdictKind.UNKNOWN}


def test_what_a_title_defines_ends_with_its_paragraph(tmp_path):
    text = """**Definition 1.** Let $a$ and $b$ be real numbers. Their mean is $(a+b)/2$.

As everybody sees,

$$ a = b + 1. $$

It follows that

$$ a^2 = b^2 + 2b + 1. $$
"""
    assert kinds(tmp_path, text) == {VerdictKind.UNKNOWN}


def test_what_is_to_be_proved_is_no_definition(tmp_path):
    text = r"""Follow the two steps below to prove that the dimension of $F$ at scale $a$ is
$$ \mathrm{fat}(F, a) = 1 + \frac{b}{a}. $$

Convince **yourself** that this gives
$$ \mathrm{fat}(F, a) \le 1 + \frac{b}{a}. $$
"""
    assert kinds(tmp_path, text) == {VerdictKind.UNKNOWN}


def test_an_escaped_bracket_in_a_display_costs_its_row_alone(tmp_path):
    text = "**Here**\n$$ \\mathbb P[X \\ge t\\] = 0 $$\nWe see\n$$ 1 + 1 = 2 $$\n"
    text += "and\n$$ 2 + 2 = 4 $$\n"
    assert kinds(tmp_path, text) == {VerdictKind.PROVED}


@pytest.mark.parametrize(
    "words",
    [
        "Show that, by Markov's inequality,",
        "**Exercise 1.** Show that, by Markov's inequality,",
        "Prove, using Jensen's inequality, that",
        "Use Hoeffding's inequality to show that",
        "(a) Verify that, by the union bound,",
        "1. Using Pinsker's inequality, prove",
        "Convince yourself that, by Jensen's inequality,",
        "It is left to the reader to show that, by Markov's inequality,",
        "We leave it as an exercise that, by Lemma 2,",
    ],
)
def test_what_a_reader_is_to_show_has_no_reason(words, tmp_path):
    file = tmp_path / "notes.md"
    file.write_text(f"{words}\n$$ f(x) \\le g(x). $$\n", encoding="utf-8")
    (row,) = check(file, jobs=1).rows

    assert row.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize(
    "words",
    [
        "By Markov's inequality, we show that",
        "Using Jensen's inequality, we can prove that",
        "To show the claim, we use Lemma 2:",
    ],
)
def test_what_the_author_shows_has_a_reason(words, tmp_path):
    file = tmp_path / "notes.md"
    file.write_text(f"{words}\n$$ f(x) \\le g(x). $$\n", encoding="utf-8")
    (row,) = check(file, jobs=1).rows

    assert row.kind is VerdictKind.CITED
