"""A definition in running text holds in later paragraphs, unless something may end it."""

from __future__ import annotations

import pytest

from boundcalc.notes.check import check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider()


def kind(text: str) -> str:
    rows = check_document(read_source(text, "notes.md"), {}, DECIDER.examine).rows
    return rows[-1].kind.value


MEAN = "Let $\\bar{x} = \\frac{1}{n} \\sum_{i=1}^n x_i$."
HOLD = {
    "next paragraph": "Let $t = x/2$.\n\nThen\n\n$$2t = x.$$",
    "two on": "Let $t = x/2$.\n\nThis is small.\n\n$$2t = x.$$",
    "function": "Let $f(u) = u^2$ for all real $u$.\n\nHere it is.\n\n$$f(3) = 9.$$",
    "a mean": f"{MEAN}\n\nThen\n\n$$\\sum_{{i=1}}^n x_i = n \\bar{{x}}.$$",
    "a mean in a sum": f"{MEAN}\n\nThen\n\n$$\\sum_{{j=1}}^n (x_j - \\bar{{x}}) = 0.$$",
    "one more": (f"{MEAN}\n\nThen\n\n$$\\sum_{{i=1}}^{{n+1}} x_i = n \\bar{{x}} + x_{{n+1}}.$$"),
    "squares": (
        f"{MEAN}\n\nThen\n\n"
        "$$\\sum_{i=1}^n (x_i - a)^2 = \\sum_{i=1}^n (x_i - \\bar{x})^2 + n(\\bar{x} - a)^2.$$"
    ),
    "positive": "Define $f(u) = u \\ln u$ for $u > 0$.\n\nHere it is.\n\n$$f(1) = 0.$$",
}


@pytest.mark.few(2)
@pytest.mark.parametrize("text", HOLD.values(), ids=HOLD)
def test_a_definition_holds_behind_its_paragraph(text: str) -> None:
    assert kind(text) == "PROVED"


END = {
    "mean anew": f"{MEAN}\n\nLet $\\bar x$ be any.\n\n$$\\sum_{{i=1}}^n x_i = n \\bar{{x}}.$$",
    "mean set": f"{MEAN}\n\nSet $\\bar x = 3$.\n\n$$\\sum_{{i=1}}^n x_i = n \\bar{{x}}.$$",
    "another sample": f"{MEAN}\n\nThen\n\n$$\\sum_{{i=1}}^n y_i = n \\bar{{x}}.$$",
    "one less": f"{MEAN}\n\nThen\n\n$$\\sum_{{i=1}}^n (x_i - \\bar{{x}}) = x_1.$$",
    "sample anew": f"{MEAN}\n\nLet $x_i$ be others.\n\n$$\\sum_{{i=1}}^n x_i = n \\bar{{x}}.$$",
    "a number": "Let $N = 3$.\n\nThe same holds beyond.\n\n$$N + 1 = 4$$",
    "in general": "Let $t = x/2$.\n\nIn general the bound reads\n\n$$2t = x.$$",
    "redeclared": "Let $t = x/2$.\n\nLet $t > 0$ be any number.\n\n$$2t = x.$$",
    "any": "Let $t = x/2$.\n\nFor any $t$ we have\n\n$$2t = x.$$",
    "forall sign": "Let $t = x/2$.\n\nNow\n\n$$\\forall t: 2t = x.$$",
    "again": "Let $t = x/2$.\n\nLet $t = x/3$.\n\n$$2t = x.$$",
    "x anew": "Let $t = x/2$.\n\nNow let $x$ be the roll of a die.\n\n$$2t = x.$$",
    "example": "**Example.** Let $t = x/2$.\n\n**Another.** It goes on.\n\n$$2t = x.$$",
    "heading": "Let $t = x/2$.\n\n# Next\n\n$$2t = x.$$",
    "if": "Let $t = x/2$ if $x > 1$.\n\nThen\n\n$$2t = x.$$",
    "suppose": "Suppose $t = x/2$.\n\nThen\n\n$$2t = x.$$",
    "case": "In the first case, let $t = x/2$.\n\nThen\n\n$$2t = x.$$",
    "used before": "The time $t$ is long.\n\nLet $t = x/2$.\n\nThen\n\n$$2t = x.$$",
    "not": "We do not let $t = x/2$.\n\nThen\n\n$$2t = x.$$",
    "replaced": "Let $t = x/2$.\n\nReplace $t$ by another number.\n\n$$2t = x.$$",
    "exercise": "Let $t = x/2$.\n\nExercise: find all numbers with\n\n$$2t = x.$$",
    "list": "- Let $t = x/2$.\n\n- Next\n\n$$2t = x.$$",
    "proof": "Let $t = x/2$.\n\nProof. We see\n\n$$2t = x.$$",
    "assume": "Let $t = x/2$.\n\nAssume that $t$ is drawn.\n\n$$2t = x.$$",
    "sim": "Let $t = x/2$.\n\nHere $t \\sim D$.\n\n$$2t = x.$$",
    "becomes": "Let $t = x/2$.\n\nThen $t$ becomes a variable.\n\n$$2t = x.$$",
    "given": "Let $t = x/2$.\n\nGiven $t$, we have\n\n$$2t = x.$$",
    "outside": "Define $f(u) = u$ for $u > 0$.\n\nHere it is.\n\n$$f(-1) = -1.$$",
    "f anew": "Let $f(u) = u^2$.\n\nThe function $f$ may be any convex one.\n\n$$f(3) = 9.$$",
    "f other": "Let $f(u) = u^2$.\n\nWe have $f(u) = u^3$ in the other room.\n\n$$f(3) = 9.$$",
}


@pytest.mark.few(8)
@pytest.mark.parametrize("text", END.values(), ids=END)
def test_a_definition_ends_where_it_may_be_another(text: str) -> None:
    assert kind(text) != "PROVED"
