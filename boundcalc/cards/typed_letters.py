"""The letter that was typed is the letter that is answered: theorems in the letters of a question.

Main definitions
----------------
`typed_letters`: which letters of a theorem are shown as others, because they were typed so.
`in_typed_letters`: words and formulas with these letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from boundcalc.cards.cards import Cell, Code, Section, ids_in
from boundcalc.language.expressions import Expression, Relation, Symbol

if TYPE_CHECKING:
    from boundcalc.solving.answers import Answer


def typed_letters(answer: Answer) -> dict[str, str]:
    """Return letters of a theorem with those that were typed for them, such as k for m.

    A letter that means something else in the theorem, or in its words, stays as it is there, and
    so does one that was typed as a word.
    """
    theorem, algorithm = answer.theorem, answer.theorem.algorithm
    typed = {**answer.problem.letters, answer.unknown.name: answer.letter}
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
