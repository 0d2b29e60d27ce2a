"""A fact holds in the scope in which it was proved, and a name has one meaning there."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from boundcalc.judgements import VerdictKind
from boundcalc.language import REAL, Domain, Relation, Sense, Symbol
from boundcalc.language.errors import BoundError, StatementError
from boundcalc.language.expressions import Sum, as_expression
from boundcalc.notes.check import CheckedDocument, check_document
from boundcalc.obligations.deciding import Decider
from boundcalc.proving.goals import make_goal
from boundcalc.relation_prover import prove
from boundcalc.tex.files import read_source

pytestmark = pytest.mark.usefixtures("in_this_process")

DECIDER = Decider(5.0)
UNIT = Domain(lower=Fraction(0), upper=Fraction(1))
INTEGER = Domain(integer=True)


def checked(text: str) -> CheckedDocument:
    return check_document(read_source(text, "notes", is_markdown=False), {}, DECIDER.examine)


def proved(document: CheckedDocument) -> list[str]:
    """Return the relations that are proved, as they are printed."""
    return [_printed(row.step.row) for row in document.rows if row.kind is VerdictKind.PROVED]


def _printed(row: object) -> str:
    text = row.left.source.text[row.left.start : row.right.stop]  # type: ignore[attr-defined]
    return " ".join(text.split())


def messages(document: CheckedDocument) -> Iterable[str]:
    return [error.message for error in document.errors]


def test_a_goal_gives_a_name_one_domain() -> None:
    narrow, wide = Symbol("x", UNIT), Symbol("x", REAL)
    with pytest.raises(StatementError, match="two symbols are called x"):
        make_goal(Relation(wide, Sense.LE, as_expression(1)), [narrow <= 1])


def test_a_goal_tells_terms_apart_that_are_written_alike() -> None:
    inside = [Symbol("t", Domain(lower=Fraction(5), upper=Fraction(6))), Symbol("t", REAL)]
    one, other = (Symbol("P[X > t]", UNIT, speaks_of=(("t", symbol),)) for symbol in inside)
    with pytest.raises(StatementError, match="stands for two terms"):
        make_goal(one <= as_expression("0.5"), [other <= as_expression("0.5")])
    with pytest.raises(StatementError, match="two symbols are called t"):
        make_goal(one <= inside[1])


def test_a_row_is_not_used_in_another_scope() -> None:
    document = checked(r"""
%! declare x in [0, 1]
%! begin b
\[ x \le 1 . \] %! label: a
%! declare x real
\[ x \le 1 . \] %! by: row a
%! end
""")
    assert proved(document) == [r"x \le 1"]
    assert "the row of line 4" in document.errors[0].message
    assert any("two meanings" in message for message in messages(document))


def test_what_holds_of_integers_is_not_used_for_reals() -> None:
    document = checked(r"""
%! declare n integer >= 1
%! begin b
\[ n^2 \ge n \] %! label: a
%! declare n real
\[ n^2 \ge n \] %! by: row a
%! end
""")
    assert len(proved(document)) == 1
    assert document.errors


def test_a_probability_knows_the_symbols_in_it() -> None:
    document = checked(r"""
%! declare t in [5, 6]
%! assume \Pr[X > t] \le 1/2
%! begin b
%! declare t real
\[ \Pr[X > t] \le 1/2 \]
%! end
""")
    assert not proved(document)
    assert "the assumption of line 3" in document.errors[0].message


def test_a_probability_is_not_taken_out_of_a_sum_over_its_index() -> None:
    document = checked(r"""
%! declare n integer >= 1
%! let a = \Pr[X > i]
\[ \sum_{i=1}^n a = n a \]
""")
    assert not proved(document)
    assert "rename the index" in document.errors[0].message


@pytest.mark.parametrize(
    "head",
    [
        "%! declare X_i real\n%! let a = X_i",
        "%! let b = \\Pr[X_i > 0]\n%! let a = \\Pr[Y > b]",
        "%! let D(x) = \\Pr[X > i]\n%! let a = D(x)",
        "%! declare f(i) real\n%! let a = f(i)",
    ],
)
def test_no_abbreviation_hides_the_index_of_a_sum(head: str) -> None:
    document = checked(f"%! declare n integer >= 1\n{head}\n\\[ \\sum_{{i=1}}^n a = n a \\]\n")
    assert not proved(document)
    assert document.errors


def test_the_base_of_a_logarithm_is_a_part_of_a_probability() -> None:
    document = checked(r"""
%! declare n integer >= 1
%! assume \Pr[X > \log n] \le 1/2
%! begin b
%! log: 2
\[ \Pr[X > \log n] \le 1/2 \]
%! end
""")
    assert not proved(document)


def test_a_name_that_is_declared_twice_is_not_read() -> None:
    document = checked("%! declare x in [0, 1]\n%! declare x real\n\\[ x \\le 1 \\]\n")
    assert not document.rows
    assert "already declared" in document.errors[0].message


def test_a_derivation_may_declare_anew_what_it_has_not_used() -> None:
    document = checked(r"""
%! declare x in [0, 1]
%! begin one
\[ x \le 1 \]
%! end
%! begin two
%! declare x in [0, 2]
\[ x \le 2 \]
%! end
""")
    assert not document.errors
    assert len(proved(document)) == 2


def test_a_substitution_does_not_meet_the_index_of_a_sum() -> None:
    i, k, x = Symbol("i", INTEGER), Symbol("i", INTEGER), Symbol("x")
    total = Sum(i, as_expression(1), x, x * i)
    result = total.substitute({"x": k})
    assert result.names() == {"i"}
    assert result.index.name != "i"


def test_where_gives_a_name_one_domain() -> None:
    with pytest.raises(BoundError, match="already declared"):
        prove(r"x \le 1", where=["x in [0, 1]", "x real"])
    with pytest.raises(BoundError, match="given twice"):
        prove(r"x \le 1", where={"x": "[0, 1]", " x": "real"})
