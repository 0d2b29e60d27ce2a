r"""Reasons that stand in titles and before colons, and the rows that they may be reasons of."""

import pytest

from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

MARKOV = "\n$$P(X \\ge t) = P(sX \\ge st) \\le \\frac{E[X]}{t} \\le b.$$\n"


def reasons(text: str) -> list[list[str]]:
    """Return what each row of a Markdown text cites."""
    steps = read_open(read_source(text, "notes.md")).steps
    return [[item.locator for item in step.reasons if isinstance(item, Citation)] for step in steps]


@pytest.mark.parametrize(
    "before",
    [
        "By Markov's inequality with \\@ref(eq:one) we have\n",
        "### Theorem 2 (Markov's inequality)\n\nLet us see.\n",
        "**Step 3: Markov's inequality**\n\nFor all of them\n",
        "Markov's inequality:\n",
        "By Markov's inequality we have\n",
        "**Step 3. Markov's inequality over all $h$**\n\nFor all of them\n",
        "By markov inequality, there is $v$ such that\n",
    ],
)
def test_a_named_inequality_is_the_reason_of_the_first_bound_alone(before: str) -> None:
    first, second, third = reasons(before + MARKOV)
    assert (first, third) == ([], [])
    assert ["markov" in item.lower() for item in second] == [True]


@pytest.mark.parametrize(
    "before",
    [
        "### Theorem 2 (our bound)\n\nLet us see.\n",
        "### Markov's inequality\n\nWe first recall a fact.\n",  # of which statement?
        "**Step 3: preparations**\n\nFor all of them\n",
        "**Step 3: Markov's inequality**\n\nFirst $$y = y + 0.$$ Then\n",  # which stands between
        "This was Markov's inequality. We see:\n",
    ],
)
def test_what_names_nothing_for_a_display_is_no_reason(before: str) -> None:
    assert reasons(before + MARKOV)[-2] == []


def test_two_names_are_reasons_of_two_bounds() -> None:
    text = "By Markov's inequality and Jensen's inequality we have\n"
    first, second, third = reasons(text + MARKOV)
    assert first == []
    assert second == third != []


@pytest.mark.parametrize(
    ("remark", "named"),
    [
        (r"\text{ by the union bound }", ["union bound"]),
        (r"\quad \text{(Jensen)}", ["Jensen"]),
        (r"\quad (\text{by definition of } f)", ["definition of f"]),
        (r"\tag{Markov}", ["Markov"]),
        (r"\quad \text{(final summands cancel)}", ["final summands cancel"]),
        (r"\quad \text{(nobody cancelled it)}", []),
        (r"\quad \text{(nothing cancels)}", []),
        (r"\quad \text{as } n \to \infty", []),
        (r"\tag{1}", []),
        (r"\tag{$f$ is convex}", ["$f$ is convex"]),
        (r"\quad\text{[$f$ is convex]}", ["$f$ is convex"]),
        (r"\quad\text{($\epsilon$-DP)}", [r"$\epsilon$-DP"]),
        (r"\quad\text{(data processing)}", ["data processing"]),
        (r"& (\text{Markov chain})", ["Markov chain"]),
        (r"& (\text{if } a > 2)", []),
        (r"\quad\text{(if $f$ is convex)}", []),
        (r"\tag{$f$ is large}", []),
    ],
)
def test_a_remark_beside_a_row_is_its_reason(remark: str, named: list[str]) -> None:
    assert reasons(f"$$a \\le b {remark}$$\n") == [named]


def test_a_clause_passes_by_the_row_that_says_what_a_new_name_is() -> None:
    text = "Taking the mean of this, we see that\n$$L(h) = E[a] \\le E[b] \\le 1.$$\n"
    first, second, third = reasons(text)
    assert (first, third) == ([], [])
    assert ["Taking the mean of this" in item for item in second] == [True]


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("Since $t$ is a name that we can choose, we can see\n", "a name that we can choose"),
        ("By the Cauchy-Schwarz inequality and Exercise 2.6.5,\n", "and Exercise 2.6.5"),
        ("As we saw it before, by fact 4.1 we have\n", "fact 4.1"),
        ("Applying Fubini's theorem to the side of \\eqref{eq:2}\n", "of eq:2"),
    ],
)
def test_a_reason_goes_to_its_end(before: str, named: str) -> None:
    ((reason,),) = reasons(f"{before}$$f(a) \\le g(a).$$\n")
    assert reason[-len(named) :] == named


@pytest.mark.parametrize(
    "before",
    [
        "Use the bound on $g$ to prove\n",
        "Since for the value $g$ the equality\n",
        "because for any number $c$\n",
        "from which\n",
        "since we'd like to have one letter,\n",
        "It is denoted by $f$, and the mean, by $g$ :\n",
    ],
)
def test_what_is_cut_or_wished_is_no_reason(before: str) -> None:
    assert reasons(f"{before}$$f(a) \\le g(a).$$\n") == [[]]


def test_convexity_is_the_reason_of_the_bound_and_not_of_the_equation_before_it() -> None:
    text = "Since $f$ is convex, we also know that\n$$g(a) - g(b) = h(a) \\ge f(a) - f(b).$$\n"
    assert reasons(text) == [[], ["Since $f$ is convex"]]


def test_an_inequality_by_name_is_no_reason_of_an_equation() -> None:
    text = "By Talagrand's lemma,\n$$f(a) \\le g(a) = h(a).$$\n"
    assert reasons(text) == [["Talagrand's lemma"], []]


@pytest.mark.parametrize("words", [r"\text{s.t. }", r"\text{subject to } \quad"])
def test_a_constraint_has_no_reason(words: str) -> None:
    problem = f"\\max_a &f(a) \\\\ {words} &g(a) = 0,\\\\ &0 \\le h(a)"
    problem = f"\\begin{{split}} {problem} \\end{{split}}"
    assert reasons(f"Squaring both sides, we obtain\n$$ {problem} $$\n")[-1] == []


def test_a_reason_behind_a_display_is_not_that_of_the_next_one() -> None:
    text = "Here $$f(a) = g(a)$$ by definition of $g$, and $$g(a) = h(a).$$\n"
    assert reasons(text)[-1] == []


@pytest.mark.parametrize(
    ("chain", "words", "named"),
    [
        (
            "f(a) \\le g(a) = h(a) \\le c",
            "where the first inequality is Jensen's inequality and the last follows from symmetry.",
            [["is Jensen's inequality"], [], ["follows from symmetry"]],
        ),
        (  # the last inequality, or the last relation?
            "f(a) \\le g(a) \\le h(a) = c",
            "where the first inequality is Jensen's inequality and the last follows from symmetry.",
            [["is Jensen's inequality"], [], []],
        ),
        (
            "f(a) \\le g(a) \\le h(a)",
            "where the first inequality is by Jensen, and the second is due to Lemma 4.",
            [["is by Jensen"], ["is due to Lemma 4"]],
        ),
        (
            "f(a) \\le g(a) \\le h(a)",
            "by Jensen's inequality, where the last step uses Lemma 4.",
            [["Jensen's inequality"], ["uses Lemma 4"]],
        ),
        (
            "f(a) = g(a) \\le h(a)",
            "The equality above is by Eq. (3). The inequality follows by positivity.",
            [["is by Eq. (3)"], ["follows by positivity"]],
        ),
        (
            "f(a) \\le g(a) \\le h(a)",
            "The inequality above follows from Lemma 3.",
            [[], []],
        ),
        (
            "f(a) \\le g(a) = h(a)",
            "where the inequality uses Lemma 3, the equality is by definition.",
            [["uses Lemma 3"], ["is by definition"]],
        ),
        (
            "f(a) \\le g(a) \\le h(a)",
            "where the penultimate step follows from the law of large numbers.",
            [["follows from the law of large numbers"], []],
        ),
        (
            "f(a) \\le g(a) \\\\ \\le h(a)",
            "In the second line we viewed $f$ as a map and used the triangle inequality.",
            [[], ["used the triangle inequality"]],
        ),
        (
            "f(a) \\le g(a) \\le h(a)",
            "Both inequalities follow from Lemma 3.",
            [["follow from Lemma 3"], ["follow from Lemma 3"]],
        ),
        (
            "f(a) \\\\ \\le g(a) \\\\ \\le h(a)",
            "In the second line we used the triangle inequality.",
            [["we used the triangle inequality"], []],
        ),
        (
            "f(a) \\le g(a) = k(a) \\\\ \\le h(a)",
            "where the first line uses Lemma 3.",
            [[], [], []],
        ),
        (
            "f(a) &= g(a) & \\le h(a) \\\\ & \\le k(a) \\\\ & \\le l(a)",
            "In the third line we used the triangle inequality.",
            [[], [], [], []],
        ),
        ("f(a) \\le g(a) \\le h(a)", "Both equalities follow from Lemma 3.", [[], []]),
        ("f(a) \\le g(a) \\le h(a) \\le k(a)", "Both inequalities use Lemma 3.", [[], [], []]),
        (
            "f(a) \\le g(a) = h(a) \\le k(a)",
            "where the first and last inequalities are by Lemma 3.",
            [["are by Lemma 3"], [], ["are by Lemma 3"]],
        ),
        (
            "f(a) \\le g(a) = h(a) \\le k(a)",
            "The first two steps use Lemma 3 and the last step is by convexity.",
            [["use Lemma 3"], ["use Lemma 3"], ["is by convexity"]],
        ),
        ("f(a) \\le g(a) = h(a)", "where the inequality is our main result.", [[], []]),
        ("f(a) \\le g(a)", "where Lemma 3 was used.", [["where Lemma 3 was used"]]),
        ("f(a) \\le g(a)", "where the convention on that identity was used.", [[]]),
        ("f(a) \\le g(a)", "where the norm is used for vectors.", [[]]),
    ],
)
def test_a_reason_of_one_step_is_that_of_no_other(
    chain: str, words: str, named: list[list[str]]
) -> None:
    assert reasons(f"We see $${chain},$$ {words}\n") == named


def test_a_reference_of_bookdown_is_a_reason() -> None:
    assert reasons("By Equation \\@ref(eq:one) we get $$f(a) \\le c.$$\n") == [["Equation eq:one"]]


def test_what_was_wanted_is_no_reason() -> None:
    assert reasons("We see $$f(a) \\le g(a),$$ as we desired to prove.\n") == [[]]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (r"\quad \text{(by (2))}", ["(2)"]),
        (r"\quad \text{(2)}", []),  # the number of the formula itself
        (r"\quad (2)", []),
        (r"\quad (\because a > 0, b < 1)", [r"because a > 0, b < 1"]),
    ],
)
def test_what_stands_in_parentheses_beside_a_row(text: str, named: list[str]) -> None:
    assert reasons(f"We have $$ f(x) \\le g(x) {text} $$") == [named]


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("We use Markov's inequality after we apply the function $f$", ["Markov's inequality"]),
        ("Setting it to zero leads to", ["Setting it to zero"]),
        ("**Exercise 2. (Bounding the cosine)** Show that for all $x$", []),
        ("From a wide perspective, define log odds $a$ to represent", []),
        ("Because we are done, we need nothing else, but do the rest:", []),
    ],
)
def test_a_reason_ends_where_words_say_something_else(before: str, named: list[str]) -> None:
    assert reasons(f"{before} $$ f(x) \\le g(x). $$") == [named]


@pytest.mark.parametrize(
    ("sign", "named"),
    [
        (r"\overset{Jensen}{\le}", ["Jensen"]),
        (r"\stackrel{\mathrm{Markov}}{\le}", ["Markov"]),
        (r"\le_{(1)}", ["is by Lemma 2"]),
        (r"\overset{(1)}{\le}", ["is by Lemma 2"]),
        (r"\le_{(2)}", []),
        (r"\overset{\ref{a}}{\le}", [r"by \ref{a}"]),
        (r"\overset{\text{\cref{a}}}{\le}", [r"by \cref{a}"]),
        (r"\overset{(3)}{\le}", []),
    ],
)
def test_what_a_sign_bears_names_its_reason(sign: str, named: list[str]) -> None:
    shown = rf"\begin{{aligned}} f(a) &{sign} g(a) \end{{aligned}}"
    assert reasons(f"We have $${shown}$$ where (1) is by Lemma 2.\n") == [named]


def test_an_equality_of_laws_is_no_step() -> None:
    assert reasons("We have $$f(a) =_{(d)} g(a)$$ where (d) is by Lemma 2.\n") in ([], [[]])


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("where $(1)$ is by Jensen and $(2)$ by Lemma 2.", ["is by Jensen", "by Lemma 2"]),
        ("In (1) we used Jensen; in (2) we used Lemma 2.", ["we used Jensen", "we used Lemma 2"]),
        ("where we used Jensen in (1) and Lemma 2 in (2).", ["used Jensen", "used Lemma 2"]),
        (
            "where we used Jensen in the first inequality and Lemma 2 in the second.",
            ["used Jensen", "used Lemma 2"],
        ),
        ("where we used Jensen in the first term and Lemma 2 in (2).", ["", ""]),
        ("where we used Jensen for the first time.", ["", ""]),
        ("In (1) we hoped to use Lemma 3; in (2) we failed to use Lemma 4.", ["", ""]),
        ("where (1) would follow from Lemma 3 and (2) from a conjecture.", ["", ""]),
        ("We do not use Jensen in (1).", ["", ""]),
        ("where (1) is by Lemma 2, but (2) is a conjecture.", ["is by Lemma 2", ""]),
        ("where we could not use Jensen in (1) and Lemma 2 in (2).", ["", ""]),
        ("\n\n- (1): Jensen's inequality\n- (2): our main result\n", ["Jensen's inequality", ""]),
        (
            "where \\eqref{a} is by Jensen and \\eqref{b} uses Lemma 2.",
            ["is by Jensen", "uses Lemma 2"],
        ),
    ],
)
def test_steps_with_marks_and_labels(words: str, named: list[str]) -> None:
    first = r"f(a) &\overset{(1)}{\le} g(a) \label{a} \\"
    shown = rf"\begin{{align}} {first} &\overset{{(2)}}{{\le}} h(a) \label{{b}} \end{{align}}"
    found = reasons(f"We have\n{shown}\n{words}\n")
    assert [", ".join(item) for item in found] == named


def test_a_tag_names_a_step() -> None:
    shown = r"\begin{align} f(a) &\le g(a) \tag{1} \\ &\le h(a) \tag{2} \end{align}"
    text = f"We have\n{shown}\nwhere (1) is by Jensen and (2) follows from Lemma 2.\n"
    assert reasons(text) == [["is by Jensen"], ["follows from Lemma 2"]]
