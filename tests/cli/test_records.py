"""What Python users get: records with a card, an object of JSON, a hash, and hints that resolve."""

import inspect
import json
import typing

import pytest

import boundcalc
from boundcalc.cli import main
from boundcalc.output.json import json_text

EXACT = {"epsilon": "1", "delta": "1e-6", "sigma": "5"}
QUESTION = {"alpha": "0.05"}


def public_callables():
    for name in boundcalc.__all__:
        thing = getattr(boundcalc, name)
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing):
            yield name, thing
            for key, member in vars(thing).items():
                function = member.fget if isinstance(member, property) else member
                if inspect.isfunction(function) and not key.startswith("__"):
                    yield f"{name}.{key}", function


def test_type_hints_of_everything_public_resolve():
    hints = {name: typing.get_type_hints(thing) for name, thing in public_callables()}

    assert hints["solve"]["return"] is boundcalc.Ranking
    assert hints["SolvableTheorem.table"]["return"] is boundcalc.Table
    assert hints["compare"]["return"] is boundcalc.Comparison
    assert hints["Answer.to_dict"]["return"] == dict[str, typing.Any]


RECORDS = {
    "answer": lambda: boundcalc.theorem("adaptive-queries/thm-3.3").solve(
        n=None, tau=0.1, beta=0.05, B=10, m=10
    ),
    "ranking": lambda: boundcalc.solve("gamma", m=1, **QUESTION),
    "audit": lambda: boundcalc.audit(**EXACT),
    "size audit": lambda: boundcalc.audit(n=10**6, tau="0.1", beta="0.05", k=1),
    "comparison": lambda: boundcalc.compare("gamma", m="1..2", **QUESTION),
    "explanation": lambda: boundcalc.explain("gamma", m=1, **QUESTION),
    "sheet": lambda: boundcalc.sheet(
        "gamma", theorems=["max-information/cor-C.2.sharpened"], m=[1, 2], **QUESTION
    ),
    "table": lambda: boundcalc.table(
        "n", theorem="adaptive-queries/thm-3.3", tau=[0.1, 0.2], beta=0.05, B=10, m=10
    ),
    "theorem": lambda: boundcalc.theorem("adaptive-queries/thm-3.3"),
    "verdict": lambda: boundcalc.prove("x^2 >= 0", where="x real"),
    "report": lambda: boundcalc.check([]),
}


@pytest.mark.parametrize("make", RECORDS.values(), ids=RECORDS)
def test_each_public_record_has_an_object_of_json_and_a_short_repr(make):
    record = make()
    found = record.to_dict()

    assert json.loads(json_text(found)) == found
    assert len(repr(record)) <= 300
    assert str(record)


@pytest.mark.parametrize(
    ("record", "command"),
    [
        ("ranking", "solve gamma m=1 alpha=0.05"),
        ("audit", "audit epsilon=1 delta=1e-6 sigma=5"),
        ("comparison", "compare gamma m=1..2 alpha=0.05"),
        ("explanation", "explain gamma m=1 alpha=0.05"),
    ],
)
def test_the_object_is_what_the_command_prints(record, command, capsys):
    main([*command.split(), "--json"])
    printed = json.loads(capsys.readouterr().out)

    assert {**printed, "given": None} == {**RECORDS[record]().to_dict(), "given": None}


def test_one_theorem_or_route_is_asked_by_its_id():
    given = {"tau": "0.1", "beta": "0.05", "B": 10, "m": 1000}

    (answer,) = boundcalc.solve("n", theorem="adaptive-queries/thm-3.3", **given).answers
    assert (answer.value, answer.theorem.id) == (17341106, "adaptive-queries/thm-3.3")
    with pytest.raises(boundcalc.QuestionError, match="no theorem is called 'thm'"):
        boundcalc.solve("n", theorem="thm", **given)


def test_the_letter_that_was_typed_stands_under_given():
    given = {"tau": "0.1", "beta": "0.05", "B": 10, "k": 1000}
    answer = boundcalc.solve("n", theorem="adaptive-queries/thm-3.3", **given).best

    (line,) = [line.strip() for line in str(answer).splitlines() if "called m" in line]
    assert line == "k  = 1000  number of queries; called m in the theorem"


def test_what_is_absent_is_said_where_its_letter_is_typed():
    with pytest.raises(boundcalc.QuestionError, match="subsampling is not in the library: its"):
        boundcalc.solve("n", subsampling=0.1)
