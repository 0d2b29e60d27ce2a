r"""Private algorithms on datasets: ``%! private M: (\varepsilon, \delta) on x, x' at distance k``.

The datasets are fixed. Between x and x' stand k changes of one record, one where no distance is
said; more pairs of datasets follow after a semicolon. What M returns is no number, and
``M(x) \in S`` is an event for any set S, unless ``values in [0, 1]`` stands at the end.
"""

from __future__ import annotations

import re
from dataclasses import replace

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Range, is_whole
from boundcalc.checker.terms import read_term
from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Expression, as_expression
from boundcalc.language.structure import expression_to_json
from boundcalc.probability.records import OutputPair, RandomValue
from boundcalc.randomness.conditions import in_order
from boundcalc.randomness.names import RandomName, RandomNames, check_new, misread, read_name
from boundcalc.reader.declarations import read_domain
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import Fragment

ON_DATASETS = re.compile(
    r"(?P<name>[^():]+):\s*\((?P<epsilon>[^,]+),(?P<delta>[^()]+)\)\s+on\s+(?P<pairs>.+?)"
    r"(?:\s*,\s*values\s+in\s+(?P<values>[\[(].+))?"
)
_PAIR = re.compile(
    r"\s*(?P<first>[^,;]+?)\s*,\s*(?P<second>[^,;]+?)(?:\s+at\s+distance\s+(?P<distance>[^,;]+?))?\s*"
)
WANTED = (
    r"or, on fixed datasets that differ in k records, as in 'private M: (\varepsilon, \delta) "
    "on x, x' at distance k'"
)


def read_on_datasets(
    argument: Fragment, found: re.Match[str], scope: Scope, known: RandomNames
) -> tuple[RandomNames, tuple[str, ...]]:
    """Return what is random with the outputs on pairs of datasets, and what holds of the numbers.

    Raises
    ------
    ReaderError
        If it cannot be read, or a name has a meaning already.
    """
    algorithm, plain = read_name(found.group("name"), argument)
    check_new(algorithm, plain, scope, known, argument)
    epsilon, delta = (
        read_expression(found.group(key).strip(), scope) for key in ("epsilon", "delta")
    )
    values = found.group("values")
    domain = None if values is None else read_domain(values)
    zero, one = as_expression(0), as_expression(1)
    assumed = [*in_order(zero, epsilon), *in_order(zero, delta)]
    here = known
    for text in found.group("pairs").split(";"):
        pair = _PAIR.fullmatch(text)
        if pair is None:
            raise misread(f"two datasets stand after 'on'; here {text.strip()!r:.40}", argument)
        written = pair.group("distance")
        distance = one if written is None else read_expression(written, scope)
        if not _is_whole(distance):
            raise misread(f"a distance is a whole number, and {written:.40} need be none", argument)
        names = []
        for key in ("first", "second"):
            latex, name = read_name(pair.group(key), argument)
            if not any(latex in listed for listed in known.datasets.values()):
                check_new(latex, name, scope, known, argument)
            names.append(f"{plain}({name})")
            here = _with_output(here, (algorithm, latex), names[-1], domain, argument)
        if names[0] == names[1] or algorithm in (pair.group("first"), pair.group("second")):
            raise misread("the two datasets and the algorithm have one name each", argument)
        assumed += in_order(one, distance)
        pairs = OutputPair(
            first=names[0], second=names[1], epsilon=epsilon, delta=delta, distance=distance
        )
        here = replace(here, pairs=(*here.pairs, pairs))
    return here, tuple(dict.fromkeys(assumed))


def _is_whole(distance: Expression) -> bool:
    """Return whether an expression is an integer at all values of its symbols, as it is written."""
    box = {
        symbol.name: Range(-ia.INF, ia.INF, False, False, symbol.domain.integer)
        for symbol in distance.symbols()
    }
    return is_whole(Context(box), read_term(expression_to_json(distance)))


def _with_output(
    known: RandomNames,
    names: tuple[str, str],
    output: str,
    domain: Domain | None,
    argument: Fragment,
) -> RandomNames:
    """Return what is random with the output of an algorithm on a dataset."""
    algorithm, dataset = names
    line = argument.position.line
    value = RandomName(
        latex=f"{algorithm}({dataset})", value=RandomValue(name=output, domain=domain), line=line
    )
    listed = dict.fromkeys((*known.datasets.get(algorithm, ()), dataset))
    return replace(
        known,
        names={**known.names, value.latex: value},
        datasets={**known.datasets, algorithm: tuple(listed)},
    )
