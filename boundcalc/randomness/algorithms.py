r"""Private algorithms: ``%! private M(x): (\varepsilon, \delta), q query in [0, 1]``.

The algorithm is given the family x of records, which are declared iid, and is private where two
inputs are neighbours that differ in one record. After the guarantee stands what it returns:
``t^* integer in [1, T]``, a number, or ``q query in [0, 1]``, a function of a record.

``%! private M(x_t): (\varepsilon, \delta), q_t query in [0, 1]`` has a run for each dataset x_t,
with coins of its own. ``%! private N(x): exponential mechanism(\varepsilon') on \pm q_1, \ldots,
\pm q_T, t^* index, q^* query`` chooses one of these queries or its complement by the exponential
mechanism; the score is the mean over the records of the dataset less the mean over their law.
"""

from __future__ import annotations

import re
from dataclasses import replace

from boundcalc.language.domains import INTEGER, PROBABILITY, Domain
from boundcalc.language.expressions import Expression, as_expression
from boundcalc.probability.records import PrivateAlgorithm, PrivateChoice, RandomValue
from boundcalc.randomness.conditions import in_order
from boundcalc.randomness.datasets import ON_DATASETS, WANTED, read_on_datasets
from boundcalc.randomness.declarations import read_interval
from boundcalc.randomness.names import (
    Output,
    RandomName,
    RandomNames,
    check_new,
    misread,
    read_name,
)
from boundcalc.reader.declarations import read_domain
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError

_HEAD = re.compile(
    r"(?P<name>[^()]+)\((?P<input>[^()]+)\)\s*:\s*\((?P<epsilon>[^,]+),(?P<delta>[^()]+)\)"
)
_RETURNED = re.compile(r"\s*,\s*(?P<name>.+?)\s+(?P<kind>query|integer|number)\s+in\s+(?=[\[(])")
_EACH = re.compile(r"(?P<head>.+)_\{?(?P<index>[^\s,{}]+)\}?")
_CHOICE = re.compile(
    r"(?P<name>[^()]+)\((?P<input>[^()]+)\)\s*:\s*exponential\s+mechanism\s*\((?P<epsilon>[^()]+)\)"
    r"\s+on\s+\\pm\s*(?P<head>.+?)_\{?1\}?\s*,\s*(?:\\[lc]?dots|\.\.\.)\s*,"
    r"\s*\\pm\s*(?P=head)_\{?(?P<last>[^,{}]+?)\}?\s*,"
    r"\s*(?P<index>[^,]+?)\s+index\s*,\s*(?P<query>[^,]+?)\s+query\s*"
)
_WANTED = (
    r"a private algorithm is declared as in 'private M(x): (\varepsilon, \delta), "
    "t integer in [1, T], q query in [0, 1]'"
)


def read_private(
    argument: Fragment, scope: Scope, known: RandomNames
) -> tuple[RandomNames, tuple[str, ...]]:
    """Return what is random with one more private algorithm, and what must hold of its numbers.

    Raises
    ------
    ReaderError
        If it cannot be read, or its input is no family of records with one law.
    """
    choice = _CHOICE.fullmatch(argument.text)
    if choice is not None:
        return _choice(argument, choice, scope, known)
    on_datasets = ON_DATASETS.fullmatch(argument.text)
    if on_datasets is not None:
        return read_on_datasets(argument, on_datasets, scope, known)
    found = _HEAD.match(argument.text)
    if found is None:
        raise misread(f"{_WANTED}; {WANTED}", argument)
    latex, name = read_name(found.group("name"), argument)
    check_new(latex, name, scope, known, argument)
    family, index = _input(found.group("input"), argument, known)
    record, place = _records(family, argument, known)
    algorithm = PrivateAlgorithm(
        name=name,
        input=record.value.name,
        epsilon=read_expression(found.group("epsilon").strip(), scope),
        delta=read_expression(found.group("delta").strip(), scope),
        statement=place,
        is_each=bool(index),
    )
    zero = as_expression(0)
    assumed = [*in_order(zero, algorithm.epsilon), *in_order(zero, algorithm.delta)]
    here = replace(known, algorithms=(*known.algorithms, algorithm))
    rest = argument.text[found.end() :]
    while rest.strip():
        part = _RETURNED.match(rest)
        if part is None:
            raise misread(f"{_WANTED}; here {rest.strip()!r:.40}", argument)
        own, plain = read_name(_without_index(part.group("name"), index, argument), argument)
        check_new(own, plain, scope, here, argument)
        interval, rest = read_interval(argument, rest[part.end() :])
        domain, low, high = _domain(interval, part.group("kind"), scope)
        assumed += in_order(low, high)
        is_query = part.group("kind") == "query"
        here = _returning(
            here,
            own,
            Output(
                algorithm=name,
                component=plain,
                is_query=is_query,
                line=argument.position.line,
                is_each=bool(index),
            ),
            RandomValue(name=_function(name, plain, is_query), domain=domain, low=low, high=high),
        )
    return here, tuple(assumed)


def _function(algorithm: str, component: str, is_query: bool) -> str:
    return f"{algorithm}.{component}{'()' if is_query else ''}"


def _returning(known: RandomNames, latex: str, output: Output, value: RandomValue) -> RandomNames:
    """Return what is random with one more part of what an algorithm returns."""
    return replace(
        known, outputs={**known.outputs, latex: output}, functions=(*known.functions, value)
    )


def _input(text: str, argument: Fragment, known: RandomNames) -> tuple[str, str]:
    """Return the family that is the input, and the index of its runs, if there are many."""
    family, _ = read_name(text, argument)
    found = _EACH.fullmatch(text.strip())
    if family in known.names or found is None:
        return family, ""
    return read_name(found.group("head"), argument)[0], found.group("index")


def _without_index(text: str, index: str, argument: Fragment) -> str:
    """Return the name of what each run returns, without the index of the run."""
    if not index:
        return text
    found = _EACH.fullmatch(text.strip())
    if found is None or found.group("index") != index:
        raise misread(
            f"there is one for each {index:.20}; write {text.strip():.20}_{index:.20}", argument
        )
    return found.group("head")


def _records(family: str, argument: Fragment, known: RandomNames) -> tuple[RandomName, int]:
    """Return the records of an input, and the statement that they are independent."""
    record = known.names.get(family)
    place = _statement_of(record.value.name, known) if record is not None else None
    if record is None or not record.lasts or place is None:
        raise misread(
            f"the input {family:.40} is no family of independent records with one law; declare it, "
            rf"as in 'random {family:.20}_1, \ldots, {family:.20}_n records, iid from D'",
            argument,
        )
    return record, place


def _choice(
    argument: Fragment, found: re.Match[str], scope: Scope, known: RandomNames
) -> tuple[RandomNames, tuple[str, ...]]:
    """Return what is random with a choice by the exponential mechanism among queries of runs."""
    latex, name = read_name(found.group("name"), argument)
    check_new(latex, name, scope, known, argument)
    family, _ = read_name(found.group("input"), argument)
    record, _ = _records(family, argument, known)
    runs = known.outputs.get(read_name(found.group("head"), argument)[0])
    by_name = {item.name: item for item in known.algorithms}
    if runs is None or not runs.is_each or by_name[runs.algorithm].input != record.value.name:
        raise misread(
            f"{found.group('head'):.20} is no query of an algorithm with a run for each dataset of "
            rf"{family:.20}; declare it before, as in 'private M({family:.20}_t): "
            rf"(\varepsilon, \delta), q_t query in [0, 1]'",
            argument,
        )
    index, query = (read_name(found.group(key), argument) for key in ("index", "query"))
    one, zero = as_expression(1), as_expression(0)
    choice = PrivateChoice(
        name=name,
        runs=runs.algorithm,
        component=runs.component,
        count=read_expression(found.group("last"), scope),
        records=record.lasts[-1],
        epsilon=read_expression(found.group("epsilon").strip(), scope),
        index=index[1],
        query=query[1],
    )
    here = replace(known, choices=(*known.choices, choice))
    for own, is_query in ((index, False), (query, True)):
        check_new(*own, scope, here, argument)
        output = Output(
            algorithm=name, component=own[1], is_query=is_query, line=argument.position.line
        )
        value = RandomValue(name=_function(name, own[1], is_query), domain=PROBABILITY)
        if not is_query:
            value = replace(value, domain=INTEGER, low=one, high=choice.count)
        here = _returning(here, own[0], output, value)
    assumed = (*in_order(one, choice.count), *in_order(zero, choice.epsilon))
    return here, assumed


def _statement_of(name: str, known: RandomNames) -> int | None:
    for place, statement in enumerate(known.statements):
        for block in statement.blocks:
            if block.names == (name,) and block.is_each and block.law is not None:
                return place
    return None


def _domain(
    interval: str, kind: str, scope: Scope
) -> tuple[Domain, Expression | None, Expression | None]:
    is_integer = kind == "integer"
    try:
        return read_domain(f"integer in {interval}" if is_integer else interval), None, None
    except ReaderError:
        low, _, high = interval[1:-1].partition(",")
        ends = [read_expression(end.strip(), scope) for end in (low, high)]
        return INTEGER if is_integer else Domain(), ends[0], ends[1]
