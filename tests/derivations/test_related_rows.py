r"""A reason that is a relation is that of the row of a chain from which it leads to the next."""

import pytest

from boundcalc.derivations.directives import Citation
from boundcalc.derivations.open_documents import read_open
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")


def cited(text: str) -> list[bool]:
    """Return of each row of a chain whether it is cited."""
    steps = read_open(read_source(f"We speak of $f$ and $g$.\n\n{text}\n", "notes.md")).steps
    places = [step.row.left for step in steps]
    shown = [it.source.text[: it.start].count("$$") % 2 == 1 for it in places]
    found = [any(isinstance(it, Citation) for it in step.reasons) for step in steps]
    return [item for item, is_shown in zip(found, shown, strict=True) if is_shown]


@pytest.mark.parametrize(
    ("chain", "words", "where"),
    [
        (r"f(G) n \le f(H) n < a", r"because for $H \subset G$, $f(G) \le f(H)$.", [1, 0]),
        (r"f(a) \le f(G) n \le f(H) n", r"because $f(G) \le f(H)$.", [0, 1]),
        (r"f(a) \le g(b) \le k(a)", r"because $p \le q$.", [0, 0]),
        (r"f(G) \le f(H) \le f(G) + f(H)", r"because $f(G) \le f(H)$.", [1, 0]),
        (r"f(G) n \le f(H) n = f(G) m + f(H) m", r"because $f(G) \le f(H)$.", [1, 0]),
        (r"f(G_1) \le f(G_2) \le f(H)", r"because $G \le H$.", [0, 0]),
        (r"f(G) n \le f(H) n < a", r"since $f(G) \le f(H)$ is wanted.", [0, 0]),
        (r"f(G) n \le f(H) n < a", r"since $f(G) \le f(H)$ fails.", [0, 0]),
        (r"f(a) p \le f(a) \le k(a)", r"since $p \le 1$.", [1, 0]),
        (r"f(a) p \le f(a) \le k(a)", r"since $p > 0$.", [0, 0]),
    ],
)
def test_a_relation_behind_a_chain(chain: str, words: str, where: list[int]) -> None:
    assert cited(f"We have $${chain},$$ {words}") == list(map(bool, where))


@pytest.mark.parametrize(
    ("words", "chain", "where"),
    [
        (r"Since $b_i = 0$, we have", r"f(a) \le g(b_i + k) = g(k)", [0, 1]),
        (r"Since $b = 0$, we have", r"f(a) = f(a + b) \le g(k)", [1, 0]),
        (r"Since $\log(1+x) \le x$, we have", r"f(a) \le \log(1+x) c \le x c", [0, 1]),
        (r"Since $p \le q$, we have", r"f(a) \le g(b) \le k(a)", [1, 0]),
        (r"Since $n > 1$, we have", r"f(a) \le g(n) \le k(a)", [1, 0]),
    ],
)
def test_a_relation_before_a_chain(words: str, chain: str, where: list[int]) -> None:
    assert cited(f"{words} $${chain}.$$") == list(map(bool, where))
