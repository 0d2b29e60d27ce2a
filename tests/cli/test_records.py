"""What Python users get: records with a card, an object of JSON, a hash, and hints that resolve."""

import copy
import dataclasses
import functools
import inspect
import json
import pickle
import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum

import numpy as np
import pytest

import boundcalc
from boundcalc import language
from boundcalc.cli import main
from boundcalc.library import load_library
from boundcalc.output.json import json_text, theorem_json

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


@functools.cache
def report():
    return boundcalc.check("docs/examples/plain.tex")


RECORDS = {
    "answer": lambda: boundcalc.theorem("adaptive-queries/thm-3.3").solve(
        n=None, tau=0.1, beta=0.05, B=10, m=10
    ),
    "ranking": lambda: boundcalc.solve("gamma", m=1, **QUESTION),
    "audit": lambda: boundcalc.audit(**EXACT),
    "size audit": lambda: boundcalc.audit(n=10**6, tau="0.1", beta="0.05", k=1),
    "glossary": lambda: boundcalc.symbols("alpha"),
    "composition": lambda: boundcalc.compose("3:0.1", (2, "0.5"), delta="1e-6"),
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
    "report with rows": lambda: report(),
    "row": lambda: report().rows[0],
    "document": lambda: report().documents[0],
    "supremum": lambda: boundcalc.maximize("x (1 - x)", where="x in [0, 1]"),
    "sharp constant": lambda: boundcalc.sharpen(r"x \le K (1 + x)", "K", where=r"x \ge 0"),
}

RECORDS = {name: functools.cache(make) for name, make in RECORDS.items()}  # for all tests at once


@pytest.mark.parametrize("make", RECORDS.values(), ids=RECORDS)
def test_each_public_record_has_an_object_of_json_and_a_short_repr(make):
    record = make()
    found = record.to_dict()

    assert json.loads(json_text(found)) == found
    assert len(repr(record)) <= 300
    assert str(record)


@pytest.mark.parametrize("make", RECORDS.values(), ids=RECORDS)
def test_each_public_record_equals_its_copies_and_has_their_hash(make):
    record = make()
    for twin in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert twin == record
        assert hash(twin) == hash(record)
        assert twin.to_dict() == record.to_dict()


def test_tables_and_sheets_with_other_values_differ():
    given = {"theorem": "adaptive-queries/thm-3.3", "beta": 0.05, "B": 10, "m": 10}
    table = boundcalc.table("n", tau=[0.1, 0.2], **given)
    assert table == boundcalc.table("n", tau=["1/10", "1/5"], **given)
    assert boundcalc.table("n", tau=np.array([0.2, 0.1]), **given) == boundcalc.table(
        "n", tau=["1/5", "1/10"], **given
    )
    assert table != boundcalc.table("n", tau=[0.1, 0.3], **given)
    assert table != boundcalc.table("n", tau=[[0.1], [0.2]], **given)
    assert table != "table"
    empty = dataclasses.replace(table, values=np.ma.masked_equal(table.values, table.values[0]))
    assert table != empty


def test_a_report_on_what_cannot_be_read_can_be_copied_and_pickled(tmp_path):
    file = tmp_path / "unread.tex"
    file.write_text("%! derivation a\n%! let x real\n\\[ x \\frac{1 = 2 \\]\n%! end\n")
    report = boundcalc.check(file)

    assert report.errors
    for twin in (copy.deepcopy(report), pickle.loads(pickle.dumps(report))):
        assert twin.to_dict() == report.to_dict()
        assert [str(error) for error in twin.errors] == [str(error) for error in report.errors]


# What these hold besides: how documents are read, routes found, arrays broadcast, proofs judged.
WITHIN = {
    "Report": ("documents", "derivations"),
    "Sheet": ("routes",),
    "Table": ("axes",),
    "Verdict": ("judgement",),
}


WRITTEN_OUT = (  # formulas, and what is one line of them
    language.Expression,
    language.Relation,
    language.Guarantee,
    language.Definition,
    language.Target,
)


def records_in(kind: type, found: set[type]) -> None:
    """Add a kind of record, those that derive from it, and those that its fields hold."""
    if kind in found or not kind.__module__.startswith("boundcalc") or issubclass(kind, Enum):
        return
    if is_dataclass(kind):
        found.add(kind)
        hints = typing.get_type_hints(kind)
        for item in fields(kind):
            if not item.name.startswith("_") and item.name not in WITHIN.get(kind.__name__, ()):
                for held in classes_in(hints[item.name]):
                    records_in(held, found)
    for derived in kind.__subclasses__():
        records_in(derived, found)


def classes_in(hint: object) -> Iterator[type]:
    if isinstance(hint, type):
        yield hint
    for argument in typing.get_args(hint):
        yield from classes_in(argument)


def held_by(value: object, seen: dict[int, object]) -> None:
    """Gather the records that a record holds, by their identity."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for item in value:
            held_by(item, seen)
    elif is_dataclass(value) and hasattr(value, "to_dict") and id(value) not in seen:
        seen[id(value)] = value
        for item in fields(value):
            if item.name not in WITHIN.get(type(value).__name__, ()):
                held_by(getattr(value, item.name), seen)


def test_every_public_record_and_all_that_it_holds_has_an_object_of_json():
    found: set[type] = set()
    for package in (boundcalc, language):
        for name in package.__all__:
            thing = getattr(package, name)
            if inspect.isclass(thing) and not issubclass(thing, Exception):
                records_in(thing, found)

    assert {kind.__name__ for kind in found if not hasattr(kind, "to_dict")} == {"Interval"}
    assert {"Theorem", "Domain", "GroupPrivacy", "Neighbour", "Place", "Line"} <= {
        kind.__name__ for kind in found
    }


def test_the_object_of_each_record_is_json_and_its_repr_is_short():
    seen: dict[int, object] = {}
    held_by([make() for make in RECORDS.values()], seen)
    held_by(load_library().theorems, seen)

    for record in seen.values():
        found = record.to_dict()
        assert json.loads(json_text(found)) == found
        assert len(repr(record)) <= 300 or isinstance(record, WRITTEN_OUT), repr(record)
        assert isinstance(hash(record), int)
    assert len({type(record) for record in seen.values()}) > 50


def test_parts_of_a_theorem_are_what_the_theorem_prints_of_them():
    record = boundcalc.theorem("lecture-18/thm-0.2").record
    whole = theorem_json(record)

    assert whole["conclusion"] == record.conclusion.to_dict()
    assert whole["parameters"] == [symbol.to_dict() for symbol in record.parameters]
    assert whole["hypotheses"] == [relation.to_dict() for relation in record.hypotheses]
    assert {**record.to_dict(), "algorithm": None} == {
        key: item for key, item in whole.items() if key not in ("solves_for", "example")
    }
    assert boundcalc.interval("(0, 1/8]").to_dict() == {
        "text": "(0, 0.125]",
        "lower": "0",
        "upper": "0.125",
        "lower_closed": False,
        "upper_closed": True,
        "integer": False,
    }
    source = boundcalc.Source(key="a", locator="Theorem 1")
    assert source.to_dict() == {"key": "a", "locator": "Theorem 1", "reference": ""}
    assert repr(source) == "<Source a, Theorem 1>"


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
