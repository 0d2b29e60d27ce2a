r"""An attacker's documents: they redeclare, shadow and capture, and import what holds elsewhere.

A row that ends in ``% FALSE`` is false, or has no one meaning, as it stands: it may be refuted,
unknown or unread, and never PROVED. A row that ends in ``% GIVEN`` follows from what the document
sets or assumes there and from nothing else: where it is PROVED, the premise is owned up to.
"""

import re

import pytest

from boundcalc.judgements import VerdictKind
from boundcalc.library import load_library
from boundcalc.notes.check import check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider(5.0)
MARK = re.compile(r" % (FALSE|GIVEN)$", re.MULTILINE)
DOMAINS = (
    ("in [0, 1]", "real", r"x \le 1"),
    ("integer >= 1", "real", r"x^2 \ge x"),
    ("positive", "real", "x > 0"),
    ("nonnegative", "real", r"\sqrt{x} \ge 0"),
    ("probability", "positive", r"x^2 \le x"),
    ("integer >= 3", "integer >= 1", r"2^x \ge 8"),
)
CARRIERS = {
    "a row of the block": r"""
%! declare x NARROW
%! begin b
\[ CLAIM \] %! label: a
%! declare x WIDE
\[ CLAIM \] %! by: row a % FALSE
%! end
""",
    "a row of another block": r"""
%! begin one
%! declare x NARROW
\[ CLAIM \] %! label: a
%! end
%! begin two
%! declare x WIDE
\[ CLAIM \] %! by: row a % FALSE
%! end
""",
    "an assumption of the file": r"""
%! declare x NARROW
%! assume CLAIM
%! begin b
%! declare x WIDE
\[ CLAIM \] % FALSE
%! end
""",
    "a block without an end": r"""
%! begin one
%! declare x NARROW
\[ CLAIM \] %! label: a
%! begin two
%! declare x WIDE
\[ CLAIM \] %! by: row a % FALSE
%! end
""",
    "a document without blocks": r"""
%! declare x NARROW
\[ CLAIM \] %! label: a
%! declare x WIDE
\[ CLAIM \] %! by: row a % FALSE
""",
    "an abbreviation": r"""
%! declare x NARROW
%! let y = x
%! begin b
\[ y + CLAIM + y \] %! label: a
%! declare x WIDE
\[ CLAIM \] %! by: row a % FALSE
%! end
""",
    "a declaration inside of a display": r"""
%! declare x NARROW
%! begin b
\[ CLAIM % FALSE
%! declare x WIDE
\]
%! end
""",
    "an implication": r"""
%! declare x NARROW
%! begin b
\[ CLAIM \implies 2 (x - x) \le 1 \] %! label: a
%! declare x WIDE
\[ CLAIM \] %! by: row a % FALSE
%! end
""",
}
GENERATED = [
    pytest.param(
        text.replace("NARROW", narrow).replace("WIDE", wide).replace("CLAIM", claim),
        id=f"{name}, {narrow} to {wide}",
    )
    for name, text in CARRIERS.items()
    for narrow, wide, claim in DOMAINS
]
WRITTEN = {
    "a symbol in a probability": r"""
%! declare t in [5, 6]
%! assume \Pr[X > t] \le 1/2
%! begin b
%! declare t real
\[ \Pr[X > t] \le 1/2 \] % FALSE
%! end
""",
    "a symbol in a probability, declared later": r"""
%! assume \Pr[X > t] \le 1/2
%! begin b
%! declare t real
\[ \Pr[X > t] \le 1/2 \] % FALSE
%! end
""",
    "a symbol in an expectation under a letter": r"""
%! declare t in [5, 6]
%! let m = \mathbb{E}[X t]
%! assume m \le 1/2
%! begin b
%! declare t real
\[ \mathbb{E}[X t] \le 1/2 \] % FALSE
%! end
""",
    "a symbol in an integral": r"""
%! declare t in [5, 6]
%! assume \int_0^t f(z) dz \le 1/2
%! begin b
%! declare t real
\[ \int_0^t f(z) dz \le 1/2 \] % FALSE
%! end
""",
    "a symbol in a declared phrase": r"""
%! declare t in [5, 6]
%! declare f(t) real
%! assume f(t) \le 1/2
%! begin b
%! declare t real
\[ f(t) \le 1/2 \] % FALSE
%! end
""",
    "a phrase that is declared anew": r"""
%! declare f(t) in [0, 1]
%! begin b
\[ f(t) \le 1 \] %! label: a
%! declare f(t) real
\[ f(t) \le 1 \] %! by: row a % FALSE
%! end
""",
    "a size that is declared anew": r"""
%! declare |Y| integer >= 2
%! begin b
\[ |Y| \ge 2 \] %! label: a
%! declare |Y| integer >= 1
\[ |Y| \ge 2 \] %! by: row a % FALSE
%! end
""",
    "an abbreviation in a probability": r"""
%! let t = 5
%! assume \Pr[X > t] \le 1/2
%! begin b
%! let t = 4
\[ \Pr[X > t] \le 1/2 \] % FALSE
%! end
""",
    "an abbreviation of an abbreviation in a probability": r"""
%! let s = 5
%! let t = s
%! assume \Pr[X > t] \le 1/2
%! begin b
%! let s = 4
\[ \Pr[X > t] \le 1/2 \] % FALSE
%! end
""",
    "the base of a logarithm in a probability": r"""
%! declare n integer >= 2
%! assume \Pr[X > \log n] \le 1/2
%! begin b
%! log: 2
\[ \Pr[X > \log n] \le 1/2 \] % FALSE
%! end
""",
    "the base of a logarithm, assumed with both": r"""
%! declare n integer >= 2
%! assume \Pr[X > \log n] \le 1/2
%! begin b
%! log: 2
%! assume \Pr[X > \log n] \ge 1/2
\[ \Pr[X > \log n] = 1/2 \] % FALSE
%! end
""",
    "the base of a logarithm in a row": r"""
%! declare n integer >= 2
%! begin b
\[ \log n \le n - 1 \] %! label: a
%! log: 2
\[ \log n \le n - 1 - 2/5 \] %! by: row a % FALSE
%! end
""",
    "an index in a probability under a letter": r"""
%! declare n integer >= 1
%! let a = \Pr[X > i]
\[ \sum_{i=1}^n a = n a \] % FALSE
""",
    "an index in the name of a symbol": r"""
%! declare n integer >= 1
%! declare X_i real
%! let a = X_i
\[ \sum_{i=1}^n a = n a \] % FALSE
""",
    "an index in two steps": r"""
%! declare n integer >= 1
%! let b = \Pr[X_i > 0]
%! let a = 2b
\[ \sum_{i=1}^n a = n a \] % FALSE
""",
    "an index in a probability in a probability": r"""
%! declare n integer >= 1
%! let b = \Pr[X_i > 0]
%! let a = \Pr[Y > b]
\[ \sum_{i=1}^n a = n a \] % FALSE
""",
    "an index in a phrase": r"""
%! declare n integer >= 1
%! let D(x) = \Pr[X > i]
\[ \sum_{i=1}^n D(x) = n D(x) \] % FALSE
""",
    "an index in an integral": r"""
%! declare n integer >= 1
%! let a = \int_0^1 g(z, i) dz
\[ \sum_{i=1}^n a = n a \] % FALSE
""",
    "an index in an inner sum": r"""
%! declare n integer >= 1
%! declare X_i real
%! let a = X_i
\[ \sum_{j=1}^n \sum_{i=1}^n a = n^2 a \] % FALSE
""",
    "an index in a superscript": r"""
%! declare n integer >= 1
%! declare \mathbb{E}[Y^i] real
%! let a = \mathbb{E}[Y^i]
\[ \sum_{i=1}^n a = n a \] % FALSE
""",
    "an index under an accent": r"""
%! declare n integer >= 1
%! declare \hat{X}_i real
%! let a = \hat{X}_i
\[ \sum_{i=1}^n a = n a \] % FALSE
""",
    "an index in a product": r"""
%! declare X_i in [0, 1]
%! let a = X_i
\[ \prod_{i=1}^3 a = a^3 \] % FALSE
""",
    "an index in a condition": r"""
%! declare n integer >= 1
%! declare X_i in [0, 1]
%! let a = X_i
\[ \sum_{i=1}^n a \le n/2 \quad\text{if } a \le 1/2 \] % FALSE
""",
    "an index that is declared": r"""
%! declare n, i integer >= 1
\[ \sum_{i=1}^n i = n i \] % FALSE
""",
    "an index that shadows an index": r"""
%! declare n integer >= 2
\[ \sum_{i=1}^n \sum_{i=1}^n i = \sum_{i=1}^n n i + 1 \] % FALSE
""",
    "a letter in a font for a letter": r"""
%! declare a in [0, 1]
%! begin b
\[ a \le 1 \] %! label: a
%! let a = 7
%! declare \mathrm{a} real
\[ \mathrm{a} \le 1 \] %! by: row a % FALSE
%! end
""",
    "an abbreviation for a symbol that was used": r"""
%! declare a in [0, 1]
%! begin b
\[ a \le 1 \] %! label: a
%! let a = 7
\[ a \le 1 \] %! by: row a % FALSE
%! end
""",
    "a symbol for an abbreviation that was used": r"""
%! let a = 1
%! begin b
\[ a \le 1 \] %! label: a
%! declare a real
\[ a \le 1 \] %! by: row a % FALSE
%! end
""",
    "another value of an abbreviation that was used": r"""
%! let \Pr[A] = 1/2
%! declare p probability
%! assume p \le \Pr[A]
%! begin b
%! let \Pr[A] = 1/10
\[ p \le 10 \Pr[A] - 1/2 \] % FALSE
%! end
""",
    "another value of an abbreviation in a row": r"""
%! let \Pr[A] = 1/2
%! begin b
\[ \Pr[A] \ge 1/2 \] %! label: a
%! let \Pr[A] = 1/10
\[ \Pr[A] \ge 1/2 \] %! by: row a % FALSE
%! end
""",
    "a probability that is set after it was assumed": r"""
%! assume \Pr[A] \ge 1/2
%! let \Pr[A] = 1/4
\[ \Pr[A] \le 1/3 \] % FALSE
""",
    "a probability that is declared after it was assumed": r"""
%! assume P(z) \ge 1/2
%! declare P(z) in [0, 1/4]
\[ P(z) \le 1/3 \] % FALSE
""",
    "a constant that is declared": r"""
%! begin b
\[ e \ge 2 \] %! label: a
%! declare e real
\[ e \ge 2 \] %! by: row a % FALSE
%! end
""",
    "a probability whose letter is declared": r"""
%! begin b
\[ P(z) \le 1 \] %! label: a
%! declare P(z) real
\[ P(z) \le 1 \] %! by: row a % FALSE
%! end
""",
    "a condition that is left out": r"""
%! declare x real
\[ x \le 1 \quad\text{if } x \le 1/2 \] %! label: a
\[ x \le 1 \] %! by: row a % FALSE
""",
    "what stands before an implication, left out": r"""
%! declare x real
\[ x \le 1/2 \implies x \le 1 \] %! label: a
\[ x \le 1 \] %! by: row a % FALSE
""",
    "an assumption of another block": r"""
%! declare x real
%! begin one
%! assume x \le 1
\[ x \le 1 \] %! label: a
%! end
%! begin two
\[ x \le 1 \] %! by: row a % FALSE
%! end
""",
    "an assumption that comes later": r"""
%! declare x real
\[ x \le 1 \] % FALSE
%! assume x \le 1
""",
    "a row that comes later": r"""
%! declare x real
\[ x \le 1 \] %! by: row a % FALSE
\[ x \le 1 \quad\text{if } x \le 0 \] %! label: a
""",
    "a row by itself": r"""
%! declare x real
\[ x \le 1 \] %! label: a %! by: row a % FALSE
""",
    "two labels of one name": r"""
%! declare x real
\[ x \le x + 1 \] %! label: a
\[ x \le 1 \] %! label: a %! by: row a % FALSE
""",
    "a theorem with a symbol of its own name": r"""
%! declare n real
%! declare \tau positive
\[ \tau^2 \le \tau \] %! by: theorem concentration/hoeffding with deviation = n % FALSE
""",
    "a known function under a letter": r"""
%! declare n integer >= 1
%! declare L positive
%! let \log(2/n) = L
\[ \log(2/n) > 0 \] % GIVEN
""",
    "a probability that is set": r"""
%! declare p probability
%! let \Pr[A] = p/2
\[ \Pr[A] \le 1/2 \] % GIVEN
""",
    "an expectation in a range": r"""
%! declare p probability
%! let \mathbb{E}[f(X)] = p
\[ \mathbb{E}[f(X)] \le 1 \] % GIVEN
""",
    "two probabilities under one letter": r"""
%! declare p probability
%! let \Pr[A] = p
%! let \Pr[B] = p
\[ \Pr[A] \le \Pr[B] \] % GIVEN
""",
    "a probability in an abbreviation": r"""
%! declare p probability
%! let \Pr[A] = p/2
%! let a = \Pr[A]
\[ a \le 1/2 \] % GIVEN
""",
    "a step that is assumed": r"""
%! declare p, q probability
%! assume p \le q
\[ p^2 \le q \] %! label: a
\[ p^3 \le q \] %! by: row a % GIVEN
""",
    "what stands before an implication": r"""
%! declare p, q probability
\[ p \le q \implies p^2 \le q \] % GIVEN
""",
}
DOCUMENTS = [*GENERATED, *(pytest.param(text, id=name) for name, text in WRITTEN.items())]
CORE = [
    item for item in DOCUMENTS if item.id in WRITTEN or str(item.id).endswith("in [0, 1] to real")
]
THEOREMS = {theorem.id: theorem for theorem in load_library().theorems}


def breaches(text: str) -> list[str]:
    """Return the rows that are proved although they are false, or without their premises."""
    document = check_document(
        read_source(MARK.sub("", text), "attack", is_markdown=False), THEOREMS, DECIDER.examine
    )
    marks = {text.count("\n", 0, mark.start()) + 1: mark[1] for mark in MARK.finditer(text)}
    found = []
    for row in document.rows:
        if row.kind is not VerdictKind.PROVED:
            continue
        mark = marks.get(row.step.line)
        if mark == "FALSE" or (mark == "GIVEN" and not row.judgement.premises):
            found.append(f"line {row.step.line}: {row.step.row.relation}")
    return found


def test_the_attacks_are_many() -> None:
    assert len(DOCUMENTS) >= 90


@pytest.mark.parametrize("text", CORE)
def test_no_attack_of_the_core_succeeds(text: str) -> None:
    assert breaches(text) == []


@pytest.mark.slow
@pytest.mark.parametrize("text", DOCUMENTS)
def test_no_attack_succeeds(text: str) -> None:
    assert breaches(text) == []
