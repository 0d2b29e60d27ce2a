"""What was found of tested statements, kept beside them, so that a reader need not wait for it.

A folder of tested statements may hold ``record.json``: for each statement the verdict, the number
of instances and of violations, a ratio, and some points of its grid. Tests find them anew.

Main definitions
----------------
`TestRecord`: what is kept of one statement.
`read_records`, `record_data`: in and out of JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from boundcalc.language.errors import StatementError


@dataclass(frozen=True, kw_only=True, slots=True)
class TestRecord:
    """What was found of one statement.

    Parameters
    ----------
    theorem, quantity, reading : str
        The id of the theorem, what was compared, and what was measured, in words.
    sense : str
        How what was measured must relate to the bound, as ``<=``.
    verdict : str
        TESTED, REFUTED or UNKNOWN.
    instances : int
        How many were in the scope of the statement.
    violations : int
        How many of them violate it.
    ratio : str
        Of the shortest counterexample, which others may exceed, or else of the worst instance;
        above 1 the statement fails.
    header, rows : tuples of str
        Points of its grid: parameters, the exact value, the bound, and their ratio.
    """

    __test__ = False  # pytest collects classes by their name

    theorem: str
    quantity: str
    reading: str
    sense: str
    verdict: str
    instances: int
    violations: int
    ratio: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def record_data(records: Iterable[TestRecord]) -> list[dict[str, Any]]:
    """Return records as what JSON holds."""
    return [asdict(record) for record in records]


def read_records(data: Iterable[Mapping[str, Any]]) -> tuple[TestRecord, ...]:
    """Return the records that JSON held.

    Raises
    ------
    StatementError
        If an entry has other fields than a record.

    Examples
    --------
    >>> read_records([{"theorem": "a/b"}])
    Traceback (most recent call last):
    ...
    boundcalc.language.errors.StatementError: a record of tested statements is not ...
    """
    try:
        return tuple(
            TestRecord(
                **{**item, "header": tuple(item["header"]), "rows": tuple(map(tuple, item["rows"]))}
            )
            for item in data
        )
    except (TypeError, KeyError) as error:
        raise StatementError(
            f"a record of tested statements is not as it was written ({error})"
        ) from None
