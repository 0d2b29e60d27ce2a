"""The public names of boundcalc, what importing them costs, and the library of theorems."""

import subprocess
import sys
from fractions import Fraction

import pytest

import boundcalc
from boundcalc.library import Library, find_theorem, load_library

QUESTION = {"tau": 0.1, "beta": 0.05, "B": 10, "m": 1000}
THRESHOLDOUT = "adaptive-queries/thm-3.3"
HEAVY = {"sympy", "mpmath", "numpy", "flint", "typer", "click", "rich", "boundcalc_theorems"}


def modules_after(code):
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        timeout=3600,
    )
    return set(done.stdout.split())


@pytest.mark.slow
def test_the_name_theorems_is_left_to_the_user(tmp_path):
    (tmp_path / "theorems.py").write_text("raise ImportError('my own notes')\n")

    done = subprocess.run(
        [sys.executable, "-m", "boundcalc", "show", "lecture-18/thm-0.2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=3600,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "lecture-18/thm-0.2" in done.stdout


def test_importing_boundcalc_imports_nothing_heavy():
    found = modules_after("import boundcalc")

    assert not found & HEAVY
    assert {name for name in found if name.startswith("boundcalc.")} == set()


def modules_after_solving(*words):
    return modules_after(
        "import sys, io, boundcalc.cli\n"
        "stdout, sys.stdout = sys.stdout, io.StringIO()\n"
        f"assert boundcalc.cli.main({['solve', *words]}) == 0\n"
        "sys.stdout = stdout"
    )


@pytest.mark.slow
def test_a_whole_solve_imports_no_computer_algebra():
    question = ("n", "tau=0.1", "beta=0.05", "B=10", "m=1000")
    ranking = modules_after_solving(*question)
    single = modules_after_solving(*question, "--theorem", "adaptive-queries/thm-3.3")

    assert not ranking & {"sympy", "mpmath", "rich"}
    assert not single & {"sympy", "mpmath", "rich"}  # arrays are at the top of what solves routes
    assert "flint" in single


@pytest.mark.slow
def test_a_solve_in_python_imports_no_command_line():
    found = modules_after("import boundcalc\nboundcalc.solve('gamma', alpha=0.05, m=1)")

    assert not found & {"sympy", "mpmath", "typer", "rich"}


@pytest.mark.parametrize("name", boundcalc.__all__)
def test_every_public_name_exists(name):
    assert getattr(boundcalc, name) is not None
    assert name in dir(boundcalc)


def test_other_names_do_not_exist():
    with pytest.raises(AttributeError, match="no attribute 'frobnicate'"):
        _ = boundcalc.frobnicate


# --- solving in Python -------------------------------------------------------------------------


@pytest.mark.slow
def test_solve_ranks_all_theorems_that_answer():
    ranking = boundcalc.solve("n", **QUESTION)

    assert not ranking.best.is_baseline
    assert "baselines/splitting" in {answer.theorem.id for answer in ranking.answers}
    assert str(ranking).startswith(f"n = {ranking.best.value}  [")


def test_a_theorem_is_solved_for_the_keyword_that_is_none():
    answer = boundcalc.theorem(THRESHOLDOUT).solve(n=None, **QUESTION)

    assert answer.value == 17341106
    assert answer.neighbour.value == 17341105


@pytest.mark.parametrize(("changed", "found"), [({}, "none"), ({"m": None, "n": None}, "m and n")])
def test_exactly_one_keyword_must_be_none(changed, found):
    with pytest.raises(boundcalc.QuestionError, match=f"exactly one .* but got {found};"):
        boundcalc.theorem(THRESHOLDOUT).solve(**{**QUESTION, **changed})


def test_a_theorem_takes_keywords_only():
    with pytest.raises(TypeError):
        boundcalc.theorem(THRESHOLDOUT).solve(None, 0.1)


def test_theorems_lists_the_library():
    assert [item.id for item in boundcalc.theorems()] == [
        record.id for record in load_library().theorems
    ]


def test_a_theorem_shows_itself_in_a_notebook():
    shown = boundcalc.theorem(THRESHOLDOUT)

    assert str(shown).startswith("Thresholdout\n")
    assert shown._repr_html_().startswith('<div class="boundcalc">')
    assert shown._repr_latex_().startswith("$")


def test_a_theorem_of_ones_own_can_be_solved():
    n = boundcalc.Symbol("n", boundcalc.interval("[1, oo)", integer=True))
    epsilon = boundcalc.Symbol("epsilon", boundcalc.interval("(0, oo)"))
    record = boundcalc.Theorem(
        id="mine/claim-1",
        title="A claim",
        parameters=[n, epsilon],
        hypotheses=[n >= 7 / epsilon],
        conclusion=boundcalc.DifferentialPrivacy(epsilon=epsilon),
        source=boundcalc.Source(key="me", locator="page 1"),
    )

    assert boundcalc.solvable(record).solve(n=None, epsilon=2).value == 4
    assert boundcalc.solvable(record).solve(n=4, epsilon=None).value == Fraction(7, 4)


def test_a_table_answers_for_arrays_of_values():
    sizes = boundcalc.table("n", theorem=THRESHOLDOUT, **{**QUESTION, "tau": [0.1, 0.2]})

    assert sizes.values.tolist() == [17341106, 4335277]
    assert boundcalc.theorem(THRESHOLDOUT).table("n", **QUESTION).values == 17341106
    grid = boundcalc.open_grid(tau=[0.1, 0.2], B=[10, 20, 30])
    assert boundcalc.table("n", theorem=THRESHOLDOUT, **{**QUESTION, **grid}).shape == (2, 3)
    assert repr(sizes) == "<Table n by adaptive-queries/thm-3.3, 2 cells, 2 certified>"


def test_a_theorem_shows_itself_in_a_line():
    assert repr(boundcalc.theorem(THRESHOLDOUT)) == (
        "<SolvableTheorem adaptive-queries/thm-3.3: Thresholdout; solves for n, m, B, tau, beta>"
    )


def test_only_a_theorem_is_solvable():
    with pytest.raises(boundcalc.StatementError, match="expected a Theorem"):
        boundcalc.solvable("adaptive-queries/thm-3.3")


# --- the library -------------------------------------------------------------------------------


def record(id, superseded_by=None):
    n = boundcalc.Symbol("n", boundcalc.interval("[1, oo)", integer=True))
    return boundcalc.Theorem(
        id=id,
        title="A claim",
        parameters=[n],
        conclusion=boundcalc.DifferentialPrivacy(epsilon=1 / n),
        source=boundcalc.Source(key="me", locator="page 1"),
        superseded_by=superseded_by,
    )


def test_a_library_holds_no_two_theorems_of_one_id():
    with pytest.raises(boundcalc.StatementError, match="two theorems are called 'a/1'"):
        Library(theorems=(record("a/1"), record("a/1")))


def test_what_supersedes_a_theorem_exists():
    with pytest.raises(boundcalc.StatementError, match="superseded by 'a/2', which does not"):
        Library(theorems=(record("a/1", superseded_by="a/2"),))


def test_a_theorem_is_found_by_its_id():
    library = Library(theorems=(record("a/1"), record("a/2", superseded_by="a/1")))

    assert find_theorem(library, "a/2") is library.theorems[1]


def test_an_announcement_of_anything_but_theorems_is_refused(monkeypatch):
    from importlib.metadata import EntryPoint

    from boundcalc import library

    def announces(value):
        entry = EntryPoint(name="bad", value=value, group=library.GROUP)
        monkeypatch.setattr(library, "entry_points", lambda group: [entry])
        return library.load_library.__wrapped__

    with pytest.raises(boundcalc.StatementError, match="'os:getcwdb' announces theorems but"):
        announces("os:getcwdb")()
    with pytest.raises(boundcalc.StatementError, match="cannot be loaded"):
        announces("a_package_that_does_not_exist:theorems")()
