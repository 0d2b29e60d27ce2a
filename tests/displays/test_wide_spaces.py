r"""Several relations on one line with wide spaces between them, ``x = 1 \qquad y = 2``."""

import pytest

from boundcalc.displays.displays import read_display
from boundcalc.language.expressions import Number
from boundcalc.reader.scope import Scope


@pytest.mark.parametrize(
    ("formula", "relations"),
    [
        (r"x = 1 + 1 \qquad y = 2 + z", ["x = 1 + 1", "y = 2 + z"]),
        (
            r"p(x) = \sum_y p(x, y) \quad q(y) = \sum_x p(x, y)",
            [r"p(x) = \sum_{y}p(x,y)", r"q(y) = \sum_{x}p(x,y)"],
        ),
        (r"f(x) = \lim_x g(x) \qquad h(x) = 1", [r"f(x) = \lim_{x}g(x)", "h(x) = 1"]),
        (r"x \le y \quad i = 1, \dots, n", ["x <= y"]),
        (r"x \le y, \quad i = 1, 2, \dots", ["x <= y"]),
        (r"x \le y, \quad i, j = 1, \dots, n", ["x <= y"]),
        (r"x \le y \quad z \ge 1", ["x <= y"]),
    ],
)
def test_a_relation_behind_a_wide_space_is_one_of_its_own(formula, relations):
    reading = read_display(formula, Scope())
    assert [str(row.relation) for row in reading.rows] == relations
    assert not reading.unread


def test_a_bound_behind_a_wide_space_is_a_condition():
    (row,) = read_display(r"x \le y \quad z \ge 1", Scope()).rows
    assert [str(item) for item in row.conditions] == ["z >= 1"]


@pytest.mark.parametrize(
    "formula",
    [
        r"\sum_x x p(x) \qquad y = \int_0^1 f(x) dx",
        r"\lim_x f(x) \qquad h(x) = 1",
        r"\sum_i a_i \quad b_i = 1",
    ],
)
def test_what_stands_behind_a_wide_space_is_no_factor(formula):
    reading = read_display(f"z = {formula}", Scope())
    head = formula.partition(r"\q")[0]
    alone = read_display(f"z = {head}", Scope())
    assert reading.rows[0].relation == alone.rows[0].relation


@pytest.mark.parametrize("row", [r"x^3 \ge 1 \qquad 1 \le x \le 2", r"x^2 \le x \qquad y^2 \le y"])
def test_no_number_and_no_letter_before_a_wide_space_is_taken_for_a_value_of_its_own(row):
    """Read on, it would be a product with what stands behind the space."""
    reading = read_display(row, Scope())

    assert reading.rows
    assert all(set(item.relation.names()) <= {"x", "y"} for item in reading.rows)
    assert not any(item.opaque_sides for item in reading.rows)


@pytest.mark.parametrize(
    ("number", "tag"),
    [
        (r". \qquad (1)", "1"),
        (r", \quad (6.91)", "6.91"),
        (r" \quad (2)", "2"),
        (r" \hspace{2em} (2.1a')", "2.1a'"),
        (r" \qquad (*)", "*"),
        (r" \quad (\ast\ast)", r"\ast\ast"),
        (r" && (3)", "3"),
        (r", \qquad c \ge 0. \qquad (4)", "4"),
    ],
)
def test_a_number_in_parentheses_that_ends_a_line_is_that_of_the_formula(number, tag):
    reading = read_display(rf"a &\le b + c{number} \\ b &\le 1 \qquad (9)", Scope())
    assert [str(row.relation) for row in reading.rows] == ["a <= b + c", "b <= 1"]
    assert [row.tag for row in reading.rows] == [tag, "9"]
    assert not reading.unread
    assert not any(row.hidden or row.opaque_sides for row in reading.rows)


@pytest.mark.parametrize("rest", [r" \quad (2) - 1", r" \quad (b + 2)", " (2)", r" \, (2)"])
def test_what_is_no_number_of_a_formula_is_not_passed_over(rest):
    (row,) = read_display(rf"a \le b{rest}", Scope()).rows or [None]
    assert row is None or not row.tag
    assert row is None or str(row.relation) != "a <= b"


@pytest.mark.parametrize("space", [r"\qquad", r", \qquad", r". \quad"])
def test_a_relation_in_parentheses_that_ends_a_line_is_kept_as_what_may_restrict_it(space):
    (number,) = read_display(rf"a \le 2 {space} (a = 1)", Scope()).rows
    assert isinstance(number.relation.right, Number)
    (row,) = read_display(rf"a \le b + c {space} (c \ge 0)", Scope()).rows
    assert str(row.relation) == "a <= b + c"
    assert row.hidden == (r"(c \ge 0)",)


@pytest.mark.parametrize(
    ("rest", "hidden"),
    [
        (r"\quad for~any~t>0", "for any t>0"),
        (r", \quad for \; all \; t > 0", "for all t > 0"),
        (r"\qquad if\ t > 0.", "if t > 0."),
    ],
)
def test_words_that_are_written_as_letters_restrict_what_stands_before_them(rest, hidden):
    (row,) = read_display(rf"a \le b + t {rest}", Scope()).rows
    assert str(row.relation) == "a <= b + t"
    assert [" ".join(item.split()) for item in row.hidden] == [hidden]


@pytest.mark.parametrize("rest", [r"\quad if~and~only~if~t>0", r"\quad for~no~t > 0"])
def test_letters_that_turn_a_row_leave_it_unread(rest):
    reading = read_display(rf"a \le b + t {rest}", Scope())
    assert not reading.rows
    assert reading.unread


@pytest.mark.parametrize("rest", ["b, c = 1", r"b, c \le 1, \dots, n", r"b, c = 1 + \dots + n"])
def test_what_lists_no_range_is_not_passed_over(rest):
    reading = read_display(rf"a \le b + c, \quad {rest}", Scope())
    assert not reading.rows
    assert [item.relations for item in reading.unread] == [2]


@pytest.mark.parametrize("formula", [")", r") \le 1", r"1) \\ 2)", r"a \le b \quad , ."])
def test_a_parenthesis_that_nothing_opens_ends_no_reading(formula):
    assert len(read_display(formula, Scope()).rows) <= 1
