r"""Sentences that seem to give a display a reason, and do not."""

import pytest

from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

SHOWN = {"{D}": r"\[ \rho(Q) \le \kappa(b). \]", "{M}": "$$\n\\rho(Q) \\le \\kappa(b)\n$$"}
IN_LATEX = [
    "Combining the two lemmas would give a bound, but it is too weak. We have {D}",
    "We do not combine the bounds. Combining them gives nothing. {D}",
    "If convexity of $f$ held, it would give {D}",
    "Neither convexity nor smoothness implies {D}",
    "No assumption guarantees that {D}",
    "It is unclear whether the assumption implies that {D}",
    "Ignoring the noise gives {D}",
    "Hoping for the best gives {D}",
    "By contrast, {D}",
    "By the way, {D}",
    "By abuse of notation, we have {D}",
    "Since Jensen's inequality gives the wrong direction, we have {D}",
    "Using an invalid argument, we obtain {D}",
    "Forgetting the condition gives the wrong bound {D}",
    "A careless computation gives {D}",
    "A wrong calculation shows that {D}",
    "A common mistake of students: by Markov's inequality, {D}",
    "The typical error is this: since $f$ is convex, {D}",
    "A naive computation suggests that {D}",
    "This assumption excludes what the definition gives. Then {D}",
    "To use Lemma 2, it suffices to show that {D}",
    "By Lemma 2, we want to show that {D}",
    "By Lemma 2, our goal is to prove that {D}",
    r"\begin{lemma} We have {D} \end{lemma} This follows from Lemma 7 only if $Q$ is convex.",
    r"\begin{lemma} We have {D} \end{lemma} This would follow from Lemma~\ref{lem:z}.",
    r"\begin{lemma} We have {D} \end{lemma} This theorem follows from Lemma~\ref{lem:z}.",
    r"\begin{lemma} We have {D} \end{lemma} It follows from Lemma~\ref{lem:z} that $x = y$.",
    (
        r"\begin{lemma} We have {D} \end{lemma} It is a corollary of "
        r"Lemma~\ref{lem:z} that $Q$ is convex."
    ),
    r"\begin{conjecture} We have {D} \begin{proof} Unknown. \end{proof} \end{conjecture}",
    r"\begin{theorem} We have {D} \begin{proof} Omitted. \end{proof} \end{theorem}",
    r"\begin{example} {D} \begin{proof} Trivial. \end{proof} \end{example}",
    (
        r"\begin{lemma} First. \end{lemma} \begin{remark} We note {D} "
        r"\label{rem:a} \end{remark} By Remark~\ref{rem:b} it holds."
    ),
    (
        r"\begin{figure} \begin{center} {D} \end{center} \label{lem:a} "
        r"\end{figure} By Lemma~\ref{lem:a} this holds."
    ),
    (
        r"\begin{lemma} Text. \begin{equation} x = x \end{equation} \end{lemma} "
        r"\label{lem:a} Then {D} By Lemma~\ref{lem:a} this holds."
    ),
    "Per our budget, {D}",
    "Lemma 2 per se is of no use here; still {D}",
    "Knowing whether it holds, we have {D}",
    "Not knowing that $f$ is convex, we guess {D}",
    "Putting these things together is not allowed. {D}",
    "Students who are combining both bounds get {D}",
    "By direct computation one cannot see that {D}",
    "Expanding the square does not help, and {D}",
    "We want to show that $x > 0$. The claim is {D}",
    "Suppose that we have shown $x > 0$. Then we have {D}",
    r"If for all $t$ we have $a \le b$, we have {D}",
    "If for some $t$ we have a solution, then {D}",
    "The main assumption is wrong: {D}",
    "Imagine a ball. {D}",
    "Let $n > 1$, and hence {D}",
    "Let us see. We know $n > 1$ and {D}",
    "The bound {D} we call the risk inequality.",
    "We define $n = 1$ and show {D}",
    "The noise is large, which the guarantee implies. Now {D}",
    "Our method gives better results than what convexity gives. {D}",
    "The union bound gives less than {D}",
]
IN_LATEX += [
    "It remains to be shown using Lemma 3 that {D}",
    "If it could be proved by induction that {D} we would be done.",
    "Evaluating on the test set gives {D}",
    "Comparing the two plots suggests {D}",
    "{D} (See Lemma 3 for a counterexample.)",
    "{D} Note that we used Lemma 3 for something else.",
    "Smith (2019) proves a weaker bound than {D}",
    "By the same token, if we used Lemma 3, we would get {D}",
    "Suppose, using Lemma 3, that {D}",
    "We minimize over $Q$ subject to, by convexity, {D}",
    "We compare with Jensen's inequality, which gives only {D}",
    "The proof of Lemma 3 contains an error, since it claims {D}",
    "{D} because we hope that $n < 1$.",
    "Our competitor's claim is that $f$ is convex, hence {D} is claimed.",
    "Lemma 3 ensures nothing like {D}",
    "{D} (see Lemma 3 in the next version).",
    "{D} The inequality follows from Lemma 3 only if $b > 1$.",
    "{D} The inequality follows from Lemma 3, if $b > 1$.",
]
IN_LATEX += [
    f"{words} {{D}}"
    for words in (
        "Since $f$ is not convex, Jensen's inequality is useless, but we have",
        "By misapplying Jensen's inequality, we have",
        "By the unproved Lemma 3, we have",
        "By wishful thinking, we have",
        "Since $f$ may be convex, we have",
        "By a lemma yet to be found, we have",
        "By our intuition, we have",
        "Using no assumption, we have",
        "By Lemma 3, whose proof is circular, we have",
        "By Jensen's inequality, we expect",
        r"Using that $\forall r \in [0, 1]$ we have",
        r"Using that for all $r \in [0, 1]$ we have",
        "The following is a fake proof: by Lemma 2,",
        "Find the error: by Lemma 2,",
        "What is wrong here? By Lemma 2, we have",
    )
]
IN_LATEX += [
    "{D} where the last step is by Lemma 2, which is false in general.",
    "We have {D} where the inequality follows from Lemma 4 with the sign reversed.",
    "By Lemma 2, we have {D} This is the flawed step.",
    "By Lemma 2, we have {D} But Lemma 2 is false.",
    "By Lemma 2, we have {D} However, the second inequality fails in general.",
    "By Lemma 2, we have {D} The inequality does not hold.",
    "By Lemma 2, we have {D} But Lemma 2 does not apply here.",
    "By Lemma 2, we have {D} The mistake is in the use of it.",
    r"We have {D} because $\rho(Q) \le \kappa(b)$.",
    r"We have {D} because $\kappa(b) \ge \rho(Q)$.",
    r"We have {D} because $\rho(Q) \le 1$ is false.",
    r"\[ \rho(Q) \le \kappa(b) \quad \text{(to be shown by Lemma 2)} \]",
    r"\[ \rho(Q) \le \kappa(b) \quad \text{(why? by Lemma 2?)} \]",
    *(
        r"\begin{theorem}\label{t:a} We have {D} \end{theorem}"
        rf" \begin{{proof}}{words} \end{{proof}}"
        for words in (
            "This is still open.",
            "This proof contains a mistake.",
            "False as stated: take $Q = 0$.",
            "We do not know one.",
            "I could not find one.",
            "Counterexample: $Q = 0$.",
            "Open.",
            r"[Proof that Theorem \ref{t:a} is false] By Jensen's inequality.",
            r"[Why Theorem \ref{t:a} has no proof] Nobody knows.",
        )
    ),
    (
        r"\begin{exercise} Show that \[ \rho(Q) \le \kappa(b) \] is false. \end{exercise}"
        r" \begin{solution} Take $Q = 0$. \end{solution}"
    ),
]
IN_MARKDOWN = [
    "**Theorem 3.** We have\n{M}\n*Proof.* False as stated: take $Q = 0$.",
    "**Exercise 3.** Show that\n{M}\n**Solution.** The exercise is wrong; take $Q = 0$.",
    "**Exercise 2.** Show that\n{M}\n**Solution 3.** We use Jensen's inequality.",
    "**Theorem 3.** We have\n{M}\n\n## Proof of Theorem 3\n\nTo be written.",
    "**Theorem 3.** We have\n{M}\n\n<details><summary>Proof</summary>\n\nOmitted.\n\n</details>",
    "**Theorem 3.** We have\n{M}\n\n**A wrong proof of Theorem 3.** A story.",
    "**Theorem 3.** We have\n{M}\n\n**Proof of Theorem 3** (incomplete). A story.",
    "**Theorem 3.** We have\n{M}\n\n```\n**Proof of Theorem 3.** A story.\n```",
    "**Theorem 3** (Tuesday, Theorem 9). We have\n{M}",
    "**Theorem 3** (disproved in [Smith 2018](https://a.b/c)). We have\n{M}",
    "**Exercise 3.** Show that the following is false:\n{M}\n\n**Solution.** It is.",
    "**Exercise 3.** Prove or disprove that\n{M}\n\n**Solution.** It is false.",
    "> **Lemma 3.** Something is true.\n\nOutside of it\n{M}\n\nBy Lemma 3 we are done.",
    "> **Lemma 3.** Something holds.\n\n> In general,\n{M}\nis false.\n",
    "> **Conjecture 3.** We have\n{M}\n\n> _Proof._ We do not know.\n",
    "> **Theorem 1.** Let x.\n\nTo prove Theorem 1, we use that\n{M}\n\nBy Theorem 1 it follows.",
    "> **Question.** Is it true that\n{M}\n\n> _Proof._ No.\n",
    "**Lemma 2.** Nothing.\n\n**Lemma 4**\n\nis used below. Now\n{M}\nBy Lemma 2 that is all.",
    "Massart wrote a book (see there). Note:\n{M}",
    "\uc815\ub9ac 5.5\ub294 \ud2c0\ub838\ub2e4. \uadf8\ub7ec\ubbc0\ub85c\n{M}",
    "\uc815\ub9ac 5.5\ub97c \uc0ac\uc6a9\ud560 \uc218 \uc5c6\ub2e4:\n{M}",
    "Markov \ubd80\ub4f1\uc2dd\uc744 \uc801\uc6a9\ud558\uc9c0 \uc54a\uace0\n{M}",
]


@pytest.mark.few(16)
@pytest.mark.parametrize("text", IN_LATEX)
def test_what_seems_to_be_a_reason_is_none(text):
    assert reasons(text, "notes.tex") == []


@pytest.mark.parametrize("text", IN_MARKDOWN)
def test_what_seems_to_be_a_reason_in_markdown_is_none(text):
    assert reasons(text, "notes.md") == []


def reasons(text, name):
    for mark, shown in SHOWN.items():
        text = text.replace(mark, shown)
    text = f"We speak of $\\rho(Q)$ and $\\kappa(b)$.\n\n{text}\n\nThat is all.\n"
    steps = [it for it in read_open(read_source(text, name)).steps if "rho" in it.row.left.text]
    assert steps
    return [item for step in steps for item in step.reasons if isinstance(item, Citation)]
