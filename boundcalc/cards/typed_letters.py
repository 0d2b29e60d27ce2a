"""The letter that was typed is the letter that is answered: theorems in the letters of a question.

Main definitions
----------------
`typed_letters`, `shown_letters`: which letters of a theorem are shown as others, because they were
typed so.
`in_typed_letters`: words and formulas with these letters.
`errors_in_typed_letters`: what fails inside says so in these letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from boundcalc.cards.cards import Cell, Code, Section, ids_in
from boundcalc.language.errors import BoundError
from boundcalc.language.expressions import Expression, Relation, Symbol

if TYPE_CHECKING:
    from boundcalc.language.statements import Theorem
    from boundcalc.problems.problems import Problem
    from boundcalc.solving.answers import Answer


def typed_letters(answer: Answer) -> dict[str, str]:
    """Return letters of a theorem with those that were typed for them, such as k for m.

    A letter that means something else in the theorem, or in its words, stays as it is there, and
    so does one that was typed as a word.
    """
    return problem_letters(answer.problem)


def problem_letters(problem: Problem) -> dict[str, str]:
    """Return the same of a problem, whether it has an answer or not."""
    typed = {**problem.letters, problem.unknown.name: problem.letter}
    return shown_letters(problem.theorem, typed)


def shown_letters(theorem: Theorem, typed: Mapping[str, str]) -> dict[str, str]:
    """Return the same of a theorem, whose letters were typed as others."""
    algorithm = theorem.algorithm
    taken = theorem.quantities.keys() | theorem.definition_values.keys()
    words = " ".join((*theorem.accepts, *(algorithm.steps if algorithm is not None else ())))
    return {
        name: letter
        for name, letter in typed.items()
        if len(letter) == 1 and letter not in taken and not _word(letter).search(words)
    }


def in_typed_letters(cell: Cell, letters: Mapping[str, str]) -> Cell:
    """Return words or a formula with other letters; code and ids stay as they stand.

    Examples
    --------
    >>> in_typed_letters("each of the m answers, by m-notes/thm-1", {"m": "k"})
    'each of the k answers, by m-notes/thm-1'
    """
    if isinstance(cell, Code) or not letters:
        return cell
    if isinstance(cell, Expression | Relation):
        return cell.substitute({name: Symbol(letter) for name, letter in letters.items()})
    pattern = _word("|".join(map(re.escape, letters)))
    parts, end = [], 0
    for match in (*ids_in(cell), None):
        words = cell[end : match.start() if match else None]
        parts += [pattern.sub(lambda found: letters[found[0]], words), match[0] if match else ""]
        end = match.end() if match else end
    return "".join(parts)


@contextmanager
def errors_in_typed_letters(problem: Problem) -> Iterator[None]:
    """Tell the errors of a problem in the letters that were typed."""
    try:
        yield
    except BoundError as error:
        letters = problem_letters(problem)
        error.args = tuple(in_typed_letters(str(text), letters) for text in error.args)
        error.predicate = str(in_typed_letters(error.predicate, letters))
        raise


def note_in_typed_letters(text: str, letters: Mapping[str, str]) -> str:
    """Return a note with other letters, but for those that it has already."""
    fitting = {name: letter for name, letter in letters.items() if not _word(letter).search(text)}
    return str(in_typed_letters(text, fitting))


def sections_in_typed_letters(
    sections: Iterable[Section], letters: Mapping[str, str]
) -> Iterator[Section]:
    """Yield sections with other letters in their rows."""
    for section in sections:
        rows = (tuple(in_typed_letters(cell, letters) for cell in row) for row in section.rows)
        yield replace(section, rows=tuple(rows))


def _word(names: str) -> re.Pattern[str]:
    r"""Return the pattern of letters that stand on their own, and are no part of a name."""
    return re.compile(rf"(?<![\w\\.'-])(?:{names})(?![\w']|-[a-z])")
