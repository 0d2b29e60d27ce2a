"""Answers without noise: rounded to cells, or each from a part of the records of its own.

Source: Dwork et al., 2015, section 3, description length; Hoeffding, 1963, for fresh samples.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boundcalc.language.errors import DomainError
from boundcalc.mechanisms.checks import Floats, count, finite_array


def rounded_answers(answers: ArrayLike, *, cells: int) -> Floats:
    """Return answers in [0, 1], each replaced by the middle of its cell, same shape.

    Parameters
    ----------
    answers : array
        Means of queries, in [0, 1].
    cells : int
        The number of equal cells into which [0, 1] is cut, at least 1.

    Raises
    ------
    DomainError
        If an answer is outside of [0, 1], or the number of cells less than 1.

    Examples
    --------
    >>> rounded_answers([0.0, 0.5, 1.0], cells=4)
    array([0.125, 0.625, 0.875])
    """
    found = finite_array(answers, "answers")
    if ((found < 0) | (found > 1)).any():
        raise DomainError("answers: each is a mean in [0, 1], but one is outside")
    count(cells, "cells")
    return np.asarray((np.minimum(np.floor(found * cells), cells - 1) + 0.5) / cells)


def fresh_parts(records: ArrayLike, parts: int) -> list[NDArray[Any]]:
    """Return the records in parts of equal size, in order; a rest that is smaller is left out.

    Parameters
    ----------
    records : array, shape (n, ...)
        At least as many records as parts.
    parts : int
        The number of parts, one for each query, at least 1.

    Raises
    ------
    DomainError
        If there are fewer records than parts, or less than one part.

    Examples
    --------
    >>> [part.tolist() for part in fresh_parts([1, 2, 3, 4, 5], 2)]
    [[1, 2], [3, 4]]
    """
    found = np.asarray(records)
    count(parts, "parts")
    length = found.shape[0] if found.ndim else 0
    size = length // parts
    if size < 1:
        raise DomainError(f"records: {parts} parts need {parts} at least, but there are {length}")
    return [found[place * size : (place + 1) * size] for place in range(parts)]
