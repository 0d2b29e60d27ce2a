"""The order of answers: which may be compared, and which of them leads.

Main definitions
----------------
`in_groups`: answers in groups that are comparable, each in its order.
`rivals`: the first answers of groups that differ from the first in how a letter is read alone.
`without_dominated`: answers without the baselines that another one outdoes.
"""

from __future__ import annotations

from fractions import Fraction

from boundcalc.language.statements import Role, Status
from boundcalc.problems.outcomes import Beyond, Direction
from boundcalc.problems.readings import borrowed
from boundcalc.questions.questions import Question
from boundcalc.solving.answers import Answer, Refusal

_Family = tuple[str, str, Direction]
_ORDER = (Role.THEOREM, Role.BASELINE, Role.FLOOR)


def in_groups(answers: list[Answer], question: Question, allowed: frozenset[str]) -> list[Answer]:
    """Return the answers group by group, in the order that `rank` states.

    `allowed` are the names of quantities that may be left unused.
    """
    spare = frozenset(item.letter for item in question.given if item.name in allowed)
    groups: dict[object, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.kind, []).append(answer)
    ordered = [sorted(group, key=lambda answer: _place(answer, spare)) for group in groups.values()]
    families = list(dict.fromkeys(group[0].compared_as for group in ordered))
    spared = _spared(ordered, spare)

    def place_of_group(group: list[Answer]) -> tuple[bool, int, int, int, int, int, Fraction]:
        first = _place(group[0], spare)
        family = group[0].compared_as
        letters = len(borrowed(group[0].theorem, question.names))
        at = families.index(family)
        return (*first[:2], letters, spared[family], at, _openness(group[0]), -first[3])

    ordered.sort(key=place_of_group)
    return [answer for group in ordered for answer in group]


def rivals(ordered: list[Answer], question: Question) -> list[Answer]:
    """Return the first answers of the groups that are told apart by what is proved to be best.

    They are those of the first family, which read as many letters as the notation does.
    """
    first = ordered[0]
    letters = len(borrowed(first.theorem, question.names))
    found = {answer.kind: answer for answer in reversed(ordered)}
    return [
        answer
        for answer in found.values()
        if answer.compared_as == first.compared_as
        and answer.theorem.role is first.theorem.role
        and bool(answer.vacuous) is bool(first.vacuous)
        and len(borrowed(answer.theorem, question.names)) == letters
    ]


def _spared(groups: list[list[Answer]], spare: frozenset[str]) -> dict[_Family, int]:
    """Return how many of the given values a family leaves unused: none count if it is the best.

    -1 stands for a family that needs fewer and has the best value of all of its kind.
    """
    first: dict[_Family, list[Answer]] = {}
    for group in groups:
        first.setdefault(group[0].compared_as, []).append(group[0])
    found = {family: min(len(item.implied) for item in items) for family, items in first.items()}

    def value(family: _Family) -> tuple[bool, int, bool, Fraction]:
        return min(_place(answer, spare)[:4] for answer in first[family])

    for family, count in found.items():
        rivals = [other for other in first if (other[0], other[2]) == (family[0], family[2])]
        if count and all(value(family) <= value(other) for other in rivals):
            found[family] = -1
    return found


def _openness(answer: Answer) -> int:
    """Return how much is open of whether better values work: 0, 1 or 2 for none, some and all."""
    if answer.neighbour is None:
        return 2
    return 0 if answer.beyond is Beyond.ALL else 1


def _place(answer: Answer, spare: frozenset[str]) -> tuple[bool, int, bool, Fraction, bool, bool]:
    sign = 1 if answer.direction is Direction.LEAST else -1
    role = _ORDER.index(answer.theorem.role)
    is_full = spare.issuperset(answer.ignored)
    return (
        bool(answer.vacuous),
        0 if answer.theorem.role is Role.BASELINE and is_full else role,
        not answer.certified,
        sign * Fraction(answer.value),
        answer.theorem.role is not Role.BASELINE,
        answer.theorem.status is Status.SHARPENED,
    )


def without_dominated(answers: list[Answer]) -> tuple[list[Answer], list[Refusal]]:
    """Leave out a baseline or floor that ignores more of the question than another one."""
    kept, dominated = [], []
    for answer in answers:
        if answer.theorem.role is Role.THEOREM:
            kept.append(answer)
            continue
        better = [
            other.theorem.id
            for other in answers
            if other.theorem.role is answer.theorem.role
            and set(other.ignored) < set(answer.ignored)
        ]
        if better:
            names = ", ".join(answer.ignored)
            why = f"it does not use {names}; {better[0]} uses more of the question"
            dominated.append(Refusal(theorem=answer.theorem, why=why))
        else:
            kept.append(answer)
    return kept, dominated
