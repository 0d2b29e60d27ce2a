r"""Private algorithms: ``%! private M(x): (\varepsilon, \delta), q query in [0, 1]``.

The algorithm is given the family x of records, which are declared iid, and is private where two
inputs are neighbours that differ in one record. After the guarantee stands what it returns:
``t^* integer in [1, T]``, a number, or ``q query in [0, 1]``, a function of a record.
"""

from __future__ import annotations

import re
from dataclasses import replace

from boundcalc.derivations.random_conditions import in_order
from boundcalc.derivations.random_names import (
    Output,
    RandomNames,
    check_new,
    interval_of,
    read_name,
)
from boundcalc.language.domains import INTEGER, Domain
from boundcalc.language.expressions import Expression, as_expression
from boundcalc.probability.records import PrivateAlgorithm, RandomValue
from boundcalc.reader.declarations import read_domain
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment, ReaderError

_HEAD = re.compile(
    r"(?P<name>[^()]+)\((?P<input>[^()]+)\)\s*:\s*\((?P<epsilon>[^,]+),(?P<delta>[^()]+)\)"
)
_RETURNED = re.compile(r"\s*,\s*(?P<name>.+?)\s+(?P<kind>query|integer|number)\s+in\s+(?=[\[(])")
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
    found = _HEAD.match(argument.text)
    if found is None:
        raise ReaderError(_WANTED, argument, argument.start)
    latex, name = read_name(found.group("name"), argument)
    check_new(latex, name, scope, known, argument)
    family, _ = read_name(found.group("input"), argument)
    record = known.names.get(family)
    place = _statement_of(record.value.name, known) if record is not None else None
    if record is None or record.last is None or place is None:
        raise ReaderError(
            f"the input {family:.40} is no family of independent records with one law; declare it, "
            rf"as in 'random {family:.20}_1, \ldots, {family:.20}_n records, iid from D'",
            argument,
            argument.start,
        )
    algorithm = PrivateAlgorithm(
        name=name,
        input=record.value.name,
        epsilon=read_expression(found.group("epsilon").strip(), scope),
        delta=read_expression(found.group("delta").strip(), scope),
        statement=place,
    )
    outputs, functions = dict(known.outputs), list(known.functions)
    zero = as_expression(0)
    assumed = [*in_order(zero, algorithm.epsilon), *in_order(zero, algorithm.delta)]
    rest = argument.text[found.end() :]
    while rest.strip():
        part = _RETURNED.match(rest)
        if part is None:
            raise ReaderError(f"{_WANTED}; here {rest.strip()!r:.40}", argument, argument.start)
        own, plain = read_name(part.group("name"), argument)
        check_new(own, plain, scope, replace(known, outputs=outputs), argument)
        interval, rest = interval_of(argument, rest[part.end() :])
        is_query = part.group("kind") == "query"
        domain, low, high = _domain(interval, part.group("kind"), scope)
        assumed += in_order(low, high)
        functions.append(
            RandomValue(
                name=f"{name}.{plain}{'()' if is_query else ''}", domain=domain, low=low, high=high
            )
        )
        outputs[own] = Output(
            algorithm=name, component=plain, is_query=is_query, line=argument.position.line
        )
    found_here = replace(
        known,
        outputs=outputs,
        functions=tuple(functions),
        algorithms=(*known.algorithms, algorithm),
    )
    return found_here, tuple(assumed)


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
