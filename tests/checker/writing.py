"""Certificates written by hand, shortly."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from boundcalc.checker import Accepted, Rejected, check_certificate

Json = Any
AUTO = "auto"


def num(value: int | str | Fraction) -> Json:
    return ["number", str(value)]


def var(name: str) -> Json:
    return ["symbol", name]


def add(*terms: Json) -> Json:
    return ["add", *terms]


def mul(*terms: Json) -> Json:
    return ["multiply", *terms]


def neg(term: Json) -> Json:
    return ["negate", term]


def sub(first: Json, second: Json) -> Json:
    return add(first, neg(second))


def power(base: Json, exponent: Json) -> Json:
    return ["power", base, exponent]


def div(first: Json, second: Json) -> Json:
    return ["divide", first, second]


def fun(name: str, *terms: Json) -> Json:
    return [name, *terms]


def span(text: str, *, integer: bool = False) -> Json:
    """Return the range that "[0, 1)" or "(0, oo)" spells."""
    low, high = (part.strip() for part in text[1:-1].split(","))
    return {
        "low": None if low == "-oo" else low,
        "high": None if high == "oo" else high,
        "low_closed": text[0] == "[",
        "high_closed": text[-1] == "]",
        "integer": integer,
    }


def whole(text: str) -> Json:
    return span(text, integer=True)


def step(rule: str, *children: Json, **options: Json) -> Json:
    return {"rule": rule, **options, "children": list(children)}


def proof(
    variables: Mapping[str, Json],
    conclusion: Json,
    steps: Json,
    witness: Mapping[str, str | int],
    *,
    assume: tuple[Json, ...] = (),
    **more: Json,
) -> Json:
    return {
        "version": 1,
        "kind": "proof",
        "variables": dict(variables),
        "assumptions": list(assume),
        "conclusion": conclusion,
        "witness": {name: str(value) for name, value in witness.items()},
        "proof": steps,
        **more,
    }


def refutation(
    variables: Mapping[str, Json],
    conclusion: Json,
    point: Mapping[str, str | int],
    *,
    assume: tuple[Json, ...] = (),
) -> Json:
    return {
        "version": 1,
        "kind": "refutation",
        "variables": dict(variables),
        "assumptions": list(assume),
        "conclusion": conclusion,
        "point": {name: str(value) for name, value in point.items()},
    }


def accepted(certificate: Json) -> Accepted:
    return check_certificate(certificate)


def rejected(certificate: Json, why: str | None = None) -> None:
    with pytest.raises(Rejected, match=why):
        check_certificate(certificate)
