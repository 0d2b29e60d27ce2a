"""Behind a sentence that is not understood nothing holds any more of what was said before it."""

import pytest

from boundcalc.document_checker import check
from boundcalc.judgements import VerdictKind
from boundcalc.prose.phrases import read_phrases
from boundcalc.prose.prose import Sentence
from boundcalc.prose.understood import is_understood
from boundcalc.tex.source import Fragment

pytestmark = pytest.mark.usefixtures("in_this_process")

NUMBER = (r"Let $x \in [0,1]$.", r"x^2 \le x")
SMALL = (r"Suppose $0 \le \epsilon \le 1$.", r"\epsilon^2 \le \epsilon")
COIN = (r"Let $p = 1/2$ be the probability of heads.", "p^2 = 1/4")
BITS = (
    r"Let $X_1, \dots, X_n$ be independent Bernoulli random variables with parameter $p$.",
    r"\mathbb{E}[X_1] = p",
)
TWO = (
    r"Let $X$ and $Y$ be independent random variables with values in $[0,1]$.",
    r"\mathbb{E}[X Y] = \mathbb{E}[X] \, \mathbb{E}[Y]",
)
ORDER = (r"Suppose that $a \le b$.", r"a - b \le 0")
NAME = (r"Let $t = \epsilon / 2$.", r"2 t = \epsilon")
CHANGED = [
    (NUMBER, "The lemma is then easy. Back to the proof, we obtain"),
    (NUMBER, "This is the easy case. In the general case we use"),
    (NUMBER, "This was a warm-up; the real problem has no such constraint. Then"),
    (NUMBER, "For large $x$ we see that"),
    (NUMBER, "Now $x = 5$. Then"),
    (SMALL, "Then everything is linear.\n\nFor larger epsilon we still have"),
    (SMALL, "Apple uses a budget of four. Hence"),
    (SMALL, "\n\n## Large epsilon\n\nWe get"),
    (SMALL, "\n\n**Large epsilon.** We get"),
    (COIN, "For a biased coin, we get"),
    (COIN, "The second coin is biased. Then"),
    (COIN, "\n\n**Example (a biased coin).** We get"),
    (BITS, "Each coin is tossed twice, and we count heads. Hence"),
    (BITS, "From now on we work with centered versions. Hence"),
    (BITS, "Heads pays ten dollars from here on. Then"),
    (BITS, r"If $X_1 + X_2 = 2$, we have"),
    (TWO, "The variables could also share a cause. In that case we have"),
    (TWO, "If the second is a copy of the first, we still have"),
    (TWO, "They are only bounded by $B$. Then"),
    (ORDER, "By symmetry, the opposite order works, too. Then"),
    (ORDER, "This settles one half of the claim. For the other half we see that"),
    (NAME, "The threshold is then doubled. We get"),
    (NAME, "Using the square of it as $t$, we get"),
    (NAME, "For the second half of the budget we choose it differently. Then"),
    (NUMBER, "This is clear.\n\n---\n\nThen"),
    (NUMBER, "This is clear.\n\n***\n\nWe have"),
    (NUMBER, "This is clear. \\bigskip\\hrule\n\nWe have"),
    (NUMBER, "The lemma below is with $x > 1$. Then"),
    (NUMBER, "The theorem holds for $x > 1$. We have"),
    (SMALL, "By the Large-Epsilon theorem, we have"),
    (NUMBER, "We now use $x$ to denote the right-hand side. Then"),
    (NUMBER, "Writing $2 x$ for $x$, we have"),
    (NUMBER, "Taking $2 x$ as $x$, we have"),
]
REASONS = [  # that a text gives, which are then cited
    (NUMBER, "By the theorem [large values], we have"),
    (TWO, "Since $X = Y$, we have"),
    (TWO, "Because $Y = 1 - X$, we get"),
]
KEPT = [
    "Then",
    "By Jensen's inequality and Lemma 3, it follows that",
    "Now we prove the lemma. We have",
    "Let $M$ be a private mechanism on databases. Then",
    "Recall the definition. Rearranging the terms above, we get",
    "The proof is easy. In particular,",
    "Let $k$ be a positive integer. For all $k$ we obtain",
    "By the Donsker-Varadhan formula and since $1 > 0$, we have",
]


@pytest.fixture
def row(tmp_path):
    def read(text):
        path = tmp_path / "notes.md"
        path.write_text(text, encoding="utf-8")
        return check(path, jobs=1).rows[-1]

    return read


@pytest.mark.few(8)
@pytest.mark.parametrize(("said", "words"), CHANGED)
def test_what_was_said_proves_nothing_behind_what_is_not_understood(row, said, words):
    found = row(f"{said[0]} {words}\n$$ {said[1]}. $$\n")

    assert found.kind is VerdictKind.UNKNOWN
    assert found.judgement.suspicion == 0


@pytest.mark.parametrize(("said", "words"), REASONS)
def test_what_was_said_proves_nothing_behind_a_reason_that_is_not_understood(row, said, words):
    found = row(f"{said[0]} {words}\n$$ {said[1]}. $$\n")

    assert found.kind is VerdictKind.CITED
    assert "cited: this document" in found.judgement.reason


@pytest.mark.few(4)
@pytest.mark.parametrize("words", KEPT)
@pytest.mark.parametrize("said", [NUMBER, SMALL, COIN, BITS, TWO, ORDER, NAME])
def test_what_was_said_holds_behind_what_is_understood(row, said, words):
    found = row(f"{said[0]} {words}\n$$ {said[1]}. $$\n")

    assert found.kind is VerdictKind.PROVED


def test_an_item_says_nothing_of_the_next_one(row):
    found = row("1. Let $x \\in [0,1]$. This is easy.\n2. Here we have\n$$ x^2 \\le x. $$\n")

    assert found.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize(
    "words",
    [
        "for now",
        "until the end of the first phase",
        "if $y = 2$",
        "hold for honest users",
        "sometimes",
    ],
)
def test_a_domain_under_a_condition_is_none(row, words):
    found = row(f"Let $x \\in [0,1]$ {words}. Then\n$$ x^2 \\le x. $$\n")

    assert found.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize("said", [NUMBER, BITS])
def test_whether_it_still_holds_is_asked(row, said):
    found = row(f"{said[0]} Salaries are larger. Then\n$$ {said[1]}. $$\n")

    assert found.judgement.question.startswith("does line 1 (Let $")
    assert found.judgement.question.endswith("still hold here?")


def test_what_is_no_number_stays_none(row):
    """That a letter is a matrix is no premise: without it more would be proved."""
    found = row("Let $A$ and $B$ be matrices. Salaries are larger. Then\n$$ A B = B A. $$\n")

    assert found.kind is VerdictKind.UNKNOWN


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        ("We conclude that \u27e60\u27e7.", True),
        ("For a biased coin, we conclude that \u27e60\u27e7.", False),
        ("The first inequality is by Markov's inequality.", True),
        ("The other inequality is by Markov's inequality.", False),
        ("This is the Cauchy-Schwarz inequality.", True),
        ("Wir nehmen das nicht mehr an.", False),
    ],
)
def test_sentences_are_understood_by_all_of_their_words(text, is_known):
    sentence = Sentence(text, [Fragment.of("a b")])

    assert is_understood(sentence, read_phrases(sentence)) is is_known
