"""Wrong use from Python: every error is a BoundError; answers can be kept in sets."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import boundcalc
from boundcalc import BoundError, Rejected

THRESHOLDOUT = "adaptive-queries/thm-3.3"
GIVEN = {"tau": 0.1, "beta": 0.05, "B": 10, "m": 1000}


@pytest.mark.parametrize(
    "call",
    [
        lambda: boundcalc.solve(None, tau=0.1),
        lambda: boundcalc.solve(3, tau=0.1),
        lambda: boundcalc.solve("n", tau=None),
        lambda: boundcalc.theorem(None),
        lambda: boundcalc.table("n", theorem=None),
        lambda: boundcalc.sheet("n", tau=[], beta=0.05),
        lambda: boundcalc.audit(sigma=None, epsilon=1, delta=1e-5),
        lambda: boundcalc.prove(None),
        lambda: boundcalc.recheck(None),
        lambda: boundcalc.recheck({}),
        lambda: boundcalc.check(None),
        lambda: boundcalc.check(5),
        lambda: boundcalc.check(b"x"),
        lambda: boundcalc.check("x.tex", seconds="1"),
        lambda: boundcalc.check("x.tex", jobs=(1, 2)),
        lambda: boundcalc.check("x.tex", cache=3),
        lambda: boundcalc.check("x.tex", theorems=3),
        lambda: boundcalc.check("x.tex", theorems="abc"),
        lambda: boundcalc.check("x.tex", proofs=[None]),
        lambda: boundcalc.prove("1 < 2", assume=None),
        lambda: boundcalc.prove("1 < 2", assume=3),
        lambda: boundcalc.sheet("n", theorems=None, tau=[1]),
        lambda: boundcalc.solve("n", theorem=3, tau=0.1),
        lambda: boundcalc.sheet("n", theorems=[3], tau=[1]),
        lambda: boundcalc.explain("n"),
        lambda: boundcalc.explain("n", tau=[0.1, 0.2]),
        lambda: boundcalc.compare("n"),
        lambda: boundcalc.compare("n", tau=[]),
        lambda: boundcalc.compare("n", tau=[None, 1]),
        lambda: boundcalc.compare("n", tau=[0.1, 0.2], k=[1, 2]),
        lambda: boundcalc.interval(None),
        lambda: boundcalc.prove("x < y", where=3),
    ],
)
def test_wrong_use_is_an_error_of_boundcalc(call) -> None:
    with pytest.raises(BoundError):
        call()


CONDITION = "max-information/cor-C.2.sharpened"
CALLS = {  # each public function with arguments that it takes
    "solve": (("gamma",), {"alpha": "0.05", "m": 2, "theorem": CONDITION}),
    "compare": (("gamma",), {"alpha": "0.05", "m": "1..2"}),
    "explain": (("gamma",), {"alpha": "0.05", "m": 2, "theorem": CONDITION}),
    "audit": ((), {"sigma": 62707, "epsilon": "1e-4", "delta": "1e-300"}),
    "symbols": (("tau",), {}),
    "compose": (("3:0.1",), {"delta": "1e-6"}),
    "table": (("n",), {"theorem": THRESHOLDOUT, **GIVEN}),
    "sheet": (("gamma",), {"alpha": "0.05", "m": [1, 2], "theorems": CONDITION}),
    "prove": (("1 < 2",), {}),
    "sharpen": ((r"x \le c", "c"), {"where": "x in [0, 1]"}),
    "maximize": (("x",), {"where": "x in [0, 1]"}),
    "minimize": (("x",), {"where": "x in [0, 1]"}),
    "check": ((Path(__file__).parent / "nothing.md",), {}),
    "open_grid": ((), {"tau": [1, 2]}),
    "theorems": ((), {}),
    "theorem": ((THRESHOLDOUT,), {}),
    "solvable": ((), {}),
    "interval": (("(0, 1]",), {}),
    "recheck": ((), {}),
}
WRONG = ["2", "no", None, 1.5, 0, -1, True, [], {}, set(), b"x", 3 + 4j, object(), float("nan")]
# What else an option may be than a value of its default's kind.
ALLOWED = {
    "published": (bool,),
    "integer": (bool,),
    "is_strict": (bool,),
    "jobs": (int,),
    "digits": (int, type(None)),
    "seconds": (int, float, type(None)),
    "progress": (type(None),),
    "run": (),
    "theorem": (type(None),),
    "end": (type(None),),
}


@pytest.mark.parametrize(
    "call",
    [
        lambda wrong: boundcalc.solve(wrong, tau=0.1),
        lambda wrong: boundcalc.solve("n", theorem=wrong, tau=0.1),
        lambda wrong: boundcalc.solve("n", jobs=-wrong, tau=0.1),
        lambda wrong: boundcalc.solve("n", end=wrong, tau=0.1),
        lambda wrong: boundcalc.solve("n", published=wrong, tau=0.1),
        lambda wrong: boundcalc.sheet("n", digits=wrong, tau=0.1),
        lambda wrong: boundcalc.sheet("n", theorems=[wrong], tau=0.1),
        lambda wrong: boundcalc.theorem(wrong),
        lambda wrong: boundcalc.solvable(wrong),
        lambda wrong: boundcalc.symbols(wrong),
        lambda wrong: boundcalc.compose(wrong, delta=1e-6),
        lambda wrong: boundcalc.interval(wrong),
        lambda wrong: boundcalc.interval("(0, 1)", integer=wrong),
        lambda wrong: boundcalc.check("x.tex", seconds=wrong),
    ],
)
def test_what_python_does_not_write_is_refused_as_well(call) -> None:
    with pytest.raises(BoundError, match="a value of type int"):
        call(10**5000)


def test_an_array_without_axes_is_one_number() -> None:
    asked = {"theorems": ["baselines/non-adaptive"], "beta": 0.05, "m": 10}

    found = boundcalc.sheet("n", tau=np.array(0.1), **asked)

    assert found.to_dict() == boundcalc.sheet("n", tau=0.1, **asked).to_dict()


def test_every_public_function_is_walked():
    functions = {name for name in boundcalc.__all__ if inspect.isfunction(getattr(boundcalc, name))}
    assert functions == set(CALLS)


@pytest.mark.few(20)
@pytest.mark.parametrize("wrong", WRONG, ids=[repr(value)[:12] for value in WRONG])
@pytest.mark.parametrize("name", CALLS)
def test_an_option_of_the_wrong_kind_is_refused(name, wrong, tmp_path):
    call = getattr(boundcalc, name)
    given, options = CALLS[name]
    if name == "check":
        (tmp_path / "notes.md").write_text("No formula.\n", encoding="utf-8")
        given = (tmp_path / "notes.md",)
    kinds = inspect.signature(call).parameters.values()
    named = [item.name for item in kinds if item.kind is item.KEYWORD_ONLY]
    for option in {*named, *options}:
        try:
            call(*given, **{**options, option: wrong})
        except BoundError:
            continue
        allowed = ALLOWED.get(option)
        assert allowed is None or type(wrong) in allowed, f"{name} took {option}={wrong!r}"
        is_small = type(wrong) in (int, float) and wrong < 1
        assert option not in ("jobs", "digits") or not is_small, f"{option}={wrong!r}"


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: boundcalc.solve("n", tau=0.1, jobs="2"), "jobs is a whole number, at least 1"),
        (lambda: boundcalc.sheet("tau", digits="x", n=1000), "digits is a whole number from 1"),
        (lambda: boundcalc.sheet("tau", digits=13, n=1000), "from 1 to 12, but got 13"),
        (lambda: boundcalc.solve("n", tau=0.1, published="no"), "published is True or False"),
        (lambda: boundcalc.prove("1 < 2", seconds=10**30), "of at most 10000000"),
        (lambda: boundcalc.compare("n", k="1..2", theorem="x"), "boundcalc.sheet"),
        (lambda: boundcalc.sheet("n", k=1, theorem="x"), r"theorems=\['ID', ...\]"),
        (lambda: boundcalc.table("n", theorem=THRESHOLDOUT, tau={}), "expected an integer"),
    ],
)
def test_the_error_says_what_is_allowed(call, told):
    with pytest.raises(BoundError, match=told):
        call()


def test_a_rejected_certificate_is_also_an_error_of_the_checker() -> None:
    with pytest.raises(Rejected, match="object of JSON"):
        boundcalc.recheck(None)


def test_equal_answers_are_one_in_a_set() -> None:
    theorem = boundcalc.theorem(THRESHOLDOUT)
    answers = [theorem.solve(n=None, **GIVEN) for _ in range(2)]

    assert answers[0] == answers[1]
    assert len(set(answers)) == 1


def test_one_id_is_a_list_of_one():
    given = {"alpha": "0.05", "m": [1, 2]}
    id = "max-information/cor-C.2.sharpened"

    one = boundcalc.sheet("gamma", theorems=id, **given)
    assert one.to_dict() == boundcalc.sheet("gamma", theorems=[id], **given).to_dict()
