r"""What sentences declare random, what they do not, and what is then said of rows."""

import pytest

from boundcalc.derivations.open_documents import annotated, read_open
from boundcalc.document_checker import Checker
from boundcalc.prose.phrases import read_phrases
from boundcalc.prose.prose import Sentence, read_prose
from boundcalc.prose.random.functions import named_functions
from boundcalc.prose.random.sentences import random_said
from boundcalc.tex.files import read_source


def said(text):
    (sentence,) = (unit for unit in read_prose(read_source(text)) if isinstance(unit, Sentence))
    return [item.text for item in random_said(sentence)]


def verdicts(text):
    (document,) = Checker(theorems=()).check_read([read_open(read_source(text))]).documents
    return [row.kind.name for row in document.rows]


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("Let $X$ be a random variable.", "X real, square integrable"),
        (r"Let $X$ be a random variable on $(\Omega, P)$.", "X real, square integrable"),
        ("Let $X$ be a non-negative random variable.", "X nonnegative, square integrable"),
        ("Let $X$ and $Y$ be independent random variables.",
         "X, Y real, square integrable, independent"),
        (r"Let $X_1, \ldots, X_n$ be i.i.d. random variables with values in $[0, 1]$.",
         r"X_1, \ldots, X_n in [0, 1], iid"),
        (r"Let $X_1, X_2, \dots, X_n$ be independent random variables taking values in the interval"
         r" $[a,b]$ such that $\mathbb{E}[X_i] = \mu$.",
         r"X_1, \dots, X_n in [a,b], independent"),  # no mean is that of all members
        (r"Let $X_1, \dots, X_n$ be i.i.d. random variables with mean $\mu$.",
         r"X_1, \dots, X_n real, square integrable, iid, mean \mu"),
        (r"Suppose that $X$ is a random variable with mean $\mu$ and variance $\sigma^2$.",
         r"X real, square integrable, mean \mu, variance \sigma^2"),
        ("Consider independent random variables $X_1, ..., X_m$ such that $|X_i| \\le K$.",
         "X_1, ..., X_m in [-(K), K], independent"),
        ("Let $B$ be a Bernoulli random variable with parameter $p$.",
         "B integer in [0, 1], with law bernoulli(p)"),
        (r"Let $Z \sim \mathcal{N}(0, \sigma^2)$.", r"Z real, with law normal(0, \sigma)"),
        (r"Let $Z \sim \mathrm{Lap}(b)$.", "Z real, with law laplace(b)"),
        (r"If $K \sim \operatorname{Bin}(n, p)$, then all is known.",
         "K real, with law binomial(n, p)"),
        ("Let $X$ be a random variable with values in $\\{0, 1\\}$.", "X integer in [0, 1]"),
        (r"Let $Y_1, \dots, Y_k$ be independent with $Y_i \sim \mathrm{Lap}(b)$ for all $i$.",
         r"Y_1, \dots, Y_k real, with law laplace(b), iid"),
        (r"Let $Y_1, \dots, Y_k$ be i.i.d. draws from $\mathrm{Lap}(\Delta f/\varepsilon)$.",
         r"Y_1, \dots, Y_k real, with law laplace(\Delta f/\varepsilon), iid"),
        (r"Let $Z_1, \ldots, Z_m$ be independent random variables with $Z_j \sim"
         r" \mathcal{N}(0, \sigma^2)$.", r"Z_1, \ldots, Z_m real, with law normal(0, \sigma), iid"),
    ],
)  # fmt: skip
def test_a_sentence_declares_what_is_random(text, declared):
    assert said(text) == [declared]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $Y_1, \dots, Y_k$ be independent with $Y_i \sim \mathrm{Lap}(b)$ for $i \le m$.",
        r"Let $Y_1, \dots, Y_k$ be independent with $Y_i \sim \mathrm{Lap}(b)$ for even $i$.",
        r"Let $Y_1, \dots, Y_k$ be independent with $Y_i \sim \mathrm{Lap}(b_i)$.",
        r"Let $Y_1, \dots, Y_k$ be independent with $Y_1 \sim \mathrm{Lap}(b)$.",
        r"Let $Y_1, \dots, Y_k$ be independent draws from $\mathcal{D}$.",
        r"Let $Y_1, \dots, Y_k$ be independent of $Z \sim \mathrm{Lap}(b)$.",
        r"Let $Y_1, \dots, Y_k$ be independent with $Y_i \sim \mathrm{Lap}(b/i)$.",
        r"Let $Y_1, \dots, Y_k$ be independent with $Y_k \sim \mathrm{Lap}(b)$.",
        r"Let $Y_1, \dots, Y_k$ be independent with $Y_i \sim \mathrm{Lap}(b)$ for all $i > 1$.",
        r"Let $Y_1, \dots, Y_k$ be i.i.d. draws from $\mathcal{N}(0, 1)$, truncated to $[0, 1]$.",
        r"Let $Y_1, \dots, Y_k$ be i.i.d. draws from $\mathrm{Lap}(b)$ multiplied by $5$.",
        r"Let $Y \sim \mathcal{N}(0, 1)$, restricted to $[0, \infty)$.",
        r"Let $X, Y, Z \sim \mathcal{N}(0, 1)$, pairwise independent.",
        r"Let $X, Y \sim \mathcal{N}(0, 1)$, each independent of $W$.",
        "Let $X$ be a random vector.",
        r"Let $X$ be a random variable with values in $\mathbb{R}^d$.",
        "Let $X_1, X_2, \\ldots$ be a sequence of random variables.",
        "Let $X_i$ be the indicator random variable of the event $A_i$.",
        "Let $X_1, \\ldots, X_n$ be $k$-wise independent random variables.",
        "Let $X$ be a complex random variable.",
        "Let $X$ be a non-positive random variable.",
        "Let $X$ and $Y$ be non-independent random variables.",
        "Let $X$ be a random variable with values in $[0,1]$ with probability $1/2$.",
        r"Let $X \sim \mathcal{N}(\mu, \Sigma)$.",
        r"Let $X$ be a random variable in $(\Omega, \mathcal{F})$.",
        r"Let $X \sim \mathrm{Exp}(\lambda)$.",  # the rate, or the mean
        "Let $X$ be an element of the sample space.",
        "Let $x$ be a real number.",
    ],
)
def test_what_is_no_number_or_not_wholly_known_is_not_declared(text):
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Let $X_1, \\ldots, X_n$ be random variables, not necessarily independent.",
        "Let $X$ and $Y$ be pairwise independent random variables.",
        "Let $X$ and $Y$ be random variables that are independent given $Z$.",
        "Let $X$ and $Y$ be uncorrelated random variables.",
        "Let $X$ and $Y$ be identically distributed random variables.",
    ],
)
def test_independence_is_declared_only_where_it_is_said(text):
    assert not any("independent" in item or "iid" in item for item in said(text))


def test_functions_of_what_is_random_are_named():
    (sentence,) = read_prose(read_source(r"Let $S = \sum_{i=1}^n X_i$ and $c = a + 1$."))
    assert [item.text for item in named_functions(sentence, ["X"])] == [r"S = \sum_{i=1}^n X_i"]


@pytest.mark.parametrize(
    ("values", "declared"),
    [
        (r"\mathbb{N}", r"integer in [0, \infty)"),
        (r"\mathbb{Z}_{\ge 0}", r"integer in [0, \infty)"),
        (r"\{0, 1, 2, \ldots\}", r"integer in [0, \infty)"),
        (r"\{1, 2, \dots\}", r"integer in [1, \infty)"),
        (r"\mathbb{Z}", "integer"),
        (r"\mathbb{R}_+", "nonnegative"),
        (r"[0, \infty)", "nonnegative"),
        (r"(0, \infty)", "positive"),
    ],
)
def test_sets_of_numbers_without_an_end_are_known(values, declared):
    text = f"Let $X$ be a random variable taking values in ${values}$."
    assert said(text) == [f"X {declared}, square integrable"]


@pytest.mark.parametrize(
    ("words", "declared"),
    [
        ("a nonnegative, integer-valued", r"integer in [0, \infty)"),
        ("a positive integer-valued", r"integer in [1, \infty)"),
        ("an integer-valued", "integer"),
        ("a nonnegative and discrete", "nonnegative"),
    ],
)
def test_what_is_random_is_no_number_with_the_same_words(words, declared):
    text = f"Let $Y$ be {words} random variable."
    (sentence,) = read_prose(read_source(text))
    assert said(text) == [f"Y {declared}, square integrable"]
    assert [phrase.domain for phrase in read_phrases(sentence)] == [None]


MEAN = r"Let $X$ be a random variable with mean $\mu$ and let $t > 0$. Then"
MARKOV = r"Let $X$ be a nonnegative random variable and let $a > 0$. Then"


@pytest.mark.few(7)
@pytest.mark.parametrize(
    ("words", "formula", "kind"),
    [
        (MARKOV, r"\Pr[X \ge a] \le \frac{\mathbb{E}[X]}{a}", "PROVED"),
        (MARKOV, r"\Pr[X \ge a] \le \frac{\mathbb{E}[X]}{2a}", "UNKNOWN"),
        (MARKOV, r"\E[X]^2 \le \E[X^2]", "PROVED"),
        (MARKOV, r"\E[X]^2 \ge \E[X^2]", "UNKNOWN"),
        (MEAN, r"\Pr[|X - \mu| \ge t] \le \frac{\mathrm{Var}(X)}{t^2}", "PROVED"),
        (MEAN, r"\Pr[|X - \mu| \ge t] \le \frac{\mathrm{Var}(X)}{2t^2}", "UNKNOWN"),
        (MEAN, r"\Pr[|X| \ge t] \le \frac{\mathrm{Var}(X)}{t^2}", "UNKNOWN"),
        (MEAN, r"\mathrm{Var}(X) = \mathbb{E}[(X - \mu)^2]", "PROVED"),
        (MEAN, r"\mathrm{Var}(X) = \mathbb{E}[X^2] - \mu", "UNKNOWN"),
        (MEAN, r"\Pr[|X| > t] = \Pr[X > t] + \Pr[X < -t]", "PROVED"),
        ("Let $X$ be a random variable.", r"\mathbb{E}[\mathbb{1}\{X \ge t\}] = \Pr[X \ge t]",
         "PROVED"),
        ("Let $X$ be a random variable.", r"\Pr[|X| > a] = \Pr[X > a] + \Pr[X < -a]",
         "UNKNOWN"),  # a may be negative
        ("Let $X$ and $Y$ be independent random variables.",
         r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]", "PROVED"),
        ("Let $X$ and $Y$ be random variables.",
         r"\mathbb{E}[X Y] = \mathbb{E}[X] \mathbb{E}[Y]", "UNKNOWN"),
        ("Let $X$ and $Y$ be random variables. If they are independent, then",
         r"\mathrm{Var}(X + Y) = \mathrm{Var}(X) + \mathrm{Var}(Y)", "UNKNOWN"),
    ],
)  # fmt: skip
def test_rows_about_what_sentences_declare(words, formula, kind):
    """Nothing is refuted: another sentence may say more of what is random."""
    assert verdicts(rf"{words} \[ {formula}. \]") == [kind]


@pytest.mark.slow
def test_a_declaration_ends_with_its_section_and_where_the_letter_is_a_number():
    row = r"\[ \E[X (1 - X)] \le \frac14. \]"  # which nothing shows of an X that is not read
    sections = rf"\section{{A}} Let $X$ be a random variable. {row} \section{{B}} Then {row}"
    assert verdicts(sections) == ["PROVED", "UNKNOWN"]
    again = rf"Let $X$ be a random variable. {row} Let $X$ be a positive integer. Then {row}"
    assert verdicts(again)[0] == "PROVED"
    assert verdicts(again)[1] == "UNKNOWN"


@pytest.mark.slow
def test_a_condition_ends_with_its_sentence_and_an_assumption_with_its_paragraph():
    row = r"\[ \E[X Y] = \E[X] \E[Y]. \]"
    if_so = f"If $X$ and $Y$ are independent random variables, then {row} In general, {row}"
    assert verdicts(if_so) == ["PROVED", "UNKNOWN"]
    suppose = f"Suppose that $X$ and $Y$ are independent random variables. Then {row}\n\nBut {row}"
    assert verdicts(suppose) == ["PROVED", "UNKNOWN"]


@pytest.mark.slow
def test_a_proof_takes_over_what_its_theorem_declares_random():
    text = (
        r"\begin{theorem} Let $X$ be a random variable. It is square integrable. \end{theorem}"
        r"\begin{proof} Note that \[ \E[X]^2 \le \E[X^2]. \] \end{proof}"
    )
    assert verdicts(text) == ["PROVED"]


@pytest.mark.slow
def test_annotating_a_document_keeps_the_verdicts_of_what_it_declares_random():
    text = (
        "\\section{A}\nLet $X$ be a nonnegative random variable.\n"
        "\\[ \\E[X (1 - X)] \\le \\frac14. \\]\n\n"
        "\\section{B}\nHere\n\\[ \\E[X (1 - X)] \\le \\frac14. \\]\n"
    )
    copy = annotated(read_source(text))
    assert "%! random X nonnegative, square integrable" in copy
    assert "%! forget X" in copy
    assert verdicts(copy) == verdicts(text) == ["PROVED", "UNKNOWN"]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "formula",
    [
        r"\mathbb{E}[X] = \mu",
        r"\Pr[X \ge t] \le \delta",
        r"\Pr[|X - \mu| \ge t] \le \frac{\mathrm{Var}(X)}{t^2}",
    ],
)
def test_numbers_of_which_nothing_is_said_make_no_row_about_them_suspect(formula):
    text = rf"Let $X$ be a random variable. Then \[ {formula}. \]"
    (document,) = Checker(theorems=()).check_read([read_open(read_source(text))]).documents
    (row,) = document.rows
    assert (row.kind.name, row.judgement.suspicion) == ("UNKNOWN", 0)


@pytest.mark.parametrize(
    "words",
    [
        r"Let $X \sim \mathrm{Ber}(p)$, which takes the values $-1$ and $1$.",
        r"Let $X \sim \mathrm{Ber}(p)$ with values in $\{-1, 1\}$.",
        r"Let $X$ be a Bernoulli random variable with parameter $p$, with values in $\{-1, 1\}$.",
        r"Let $X \sim \mathrm{Ber}(p)$. It takes the values $\pm 1$.",
        r"Let $X \sim \mathrm{Ber}(p)$. Here $X \in \{-1, 1\}$.",
    ],
)
def test_what_is_called_bernoulli_and_takes_signs_has_another_mean(words):
    assert verdicts(rf"{words} Then \[ \mathbb{{E}}[X] = p. \]") == ["UNKNOWN"]


ACCURACY = r"\[ k \Pr[|Y_1| \ge \frac{\Delta f}{\varepsilon} \ln(k/\beta)] = \beta. \]"


def test_a_law_with_a_quotient_for_its_scale_decides_what_is_asked_of_its_tail():
    drawn = r"Let $Y_1, \dots, Y_k$ be i.i.d. draws from $\mathrm{Lap}(\Delta f/\varepsilon)$."
    text = rf"{drawn} Let $\beta \in (0, 1)$. Then {ACCURACY}"
    assert verdicts(text) == ["PROVED"]
    assert verdicts(text.replace("= \\beta", "= 2\\beta")) != ["PROVED"]
    assert verdicts(text.replace(r"Lap}(\Delta f/\varepsilon)", r"Lap}(2/\varepsilon)")) != [
        "PROVED"
    ]
