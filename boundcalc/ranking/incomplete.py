"""Questions that lack a quantity: what is missing, and the answer for typical values of it.

A theorem that leaves a parameter of the algorithm open, and counts one side of what its choice
trades, makes every choice look free: it has an answer, which nobody can use.
Such a question lacks what would make the choice cost something, as the number of queries does.

Main definitions
----------------
`why_not_alone`: why a theorem may not answer a question by itself.
`missing_count`, `lacking`: the error that names the missing quantity.
`with_example`: an error with a complete question beside it.
`needed_besides`: what a theorem needs that is not given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from boundcalc.cards.numbers import shown_number
from boundcalc.language.domains import Unit
from boundcalc.language.errors import BoundError, DomainError, QuestionError
from boundcalc.language.expressions import Symbol
from boundcalc.language.numbers import decimal_text
from boundcalc.language.statements import Role, Theorem
from boundcalc.problems.outcomes import Direction
from boundcalc.problems.problems import pose, uncounted
from boundcalc.problems.readings import interpret
from boundcalc.questions.names import accuracy_hint
from boundcalc.questions.questions import Question, read_question
from boundcalc.solving.answers import Answer
from boundcalc.solving.solver import solve_problem

OpenTheorem = tuple[Theorem, tuple[Symbol, ...]]  # what answers at no cost, and what is open
Alone = Sequence[OpenTheorem]
# A question about each of its quantities, if the others are given.
_TYPICAL = {"tau": "0.1", "beta": "0.05", "m": "1000", "n": "1000000"}
# The same about noise and privacy, which routes answer.
_TYPICAL_OF_NOISE = {"epsilon": "1", "delta": "1e-6", "sigma": "0.005", "n": "1000"}
_SAME_OF_NOISE = {"eps": "epsilon"}
_SAME = {"k": "m"}  # other names in it
_COUNTS = (100, 10**3, 10**4, 10**6)  # of queries, for which an example is shown


def why_not_alone(theorem: Theorem, costly: Sequence[Symbol]) -> str:
    """Return why a theorem does not answer by itself, and what to do."""
    if not costly:
        return (
            f"it is a step of {theorem.counted_by}, which counts what it leaves out; ask for it by "
            f"--theorem {theorem.id}"
        )
    names = ", ".join(symbol.name for symbol in costly)
    prices = " and ".join(dict.fromkeys(symbol.trades for symbol in costly))
    tail = f"; {theorem.counted_by} counts that" if theorem.counted_by else ""
    return (
        f"it leaves {names} open, and does not count that {prices}{tail}; give {names}, or ask "
        f"for it by --theorem {theorem.id}"
    )


def missing_count(
    theorems: Sequence[Theorem],
    alone: Alone,
    question: Question,
) -> BoundError | None:
    """Return the error that names the number of queries as missing, if some theorem lacks it alone.

    Where a value that is given lies outside of its domain at any number, that is told instead.
    Parameters are those of `lacking`.
    """
    counts = [
        (count, theorem)
        for theorem in theorems
        if theorem.role in (Role.THEOREM, Role.BASELINE)
        and (count := _missing_count(theorem, question)) is not None
    ]
    if not counts:
        return None
    count = counts[0][0]
    why = f"({_open_text(alone)}; ask for it by --theorem {alone[0][0].id})"
    missing = f"the {count.meaning} {count.name} is missing; add {count.name}=..."
    shown = _best_by_count(theorems, question)
    if not shown:
        bad = _outside(counts, question)
        if bad is not None:
            return bad
        sizes = ", ".join(map(str, (1, *_COUNTS)))
        return QuestionError(
            f"{missing}; no theorem alone was found to give {question.letter} for "
            f"{count.name} = {sizes}, so weaken what is asked, too; {why}"
        )
    count, best, answers = shown
    values = ", ".join(f"{_short(answer)} for {count.name} = {size}" for size, answer in answers)
    return QuestionError(
        f"{missing}: {best.title} ({best.id}) alone gives {question.letter} = {values}, and "
        f"several theorems in a row, which are tried once {count.name} is given, may give better; "
        f"{why}"
    )


def lacking(
    theorems: Sequence[Theorem],
    alone: Alone,
    question: Question,
) -> QuestionError:
    """Return the error of a question that only theorems with costly open parameters answer.

    Parameters
    ----------
    theorems : sequence of Theorem
        A library.
    alone : sequence of (Theorem, symbols)
        Those that would answer alone, with their costly open parameters; at least one.
    question : Question
        What is asked.
    """
    first, costly = alone[0]
    way = f"add {costly[0].name}=..." if costly else f"ask {first.counted_by} instead"
    others = _other_ways(theorems, question, alone[0])
    return QuestionError(
        f"too little is given to ask for {question.letter}: {_open_text(alone)}; {way}{others}, "
        f"or ask for it by --theorem {first.id}"
    )


def with_example(
    error: QuestionError, theorems: Sequence[Theorem], question: Question
) -> QuestionError:
    """Return an error with a command for a complete question, where one like it has an answer."""
    command = _example_command(tuple(theorems), question)
    return QuestionError(f"{error}; for example: {command}") if command else error


def with_notation(error: QuestionError, question: Question) -> QuestionError:
    """Return an error that says how accuracy is written here, where other texts write it so."""
    hint = accuracy_hint(question.names)
    return QuestionError(f"{error}; {hint}") if hint else error


def _example_command(theorems: tuple[Theorem, ...], question: Question) -> str:
    """Return a command for what is asked, with the given values if there is an answer for them.

    Empty where quantities are given that no typical question has.
    """
    own = {item.letter: item.text for item in question.given}
    named = {_SAME.get(name, name) for name in question.names}
    asked = _SAME.get(question.unknown, question.unknown)
    if not named <= _TYPICAL.keys() or asked not in _TYPICAL:
        return _example_of_noise(question)
    letters = {_SAME.get(item.name, item.name): item.letter for item in question.given}
    others = {letters.get(name, name): _TYPICAL[name] for name in _TYPICAL if name != asked}
    rest = {name: text for name, text in others.items() if name not in own}
    for given in ({**own, **rest}, others):
        if _has_answer(theorems, question.letter, given):
            values = " ".join(f"{name}={text}" for name, text in given.items())
            return f"boundcalc solve {question.letter} {values}"
    return ""


def _example_of_noise(question: Question) -> str:
    """Return a command about one noisy answer, if it knows all that is asked and given."""
    names = [_SAME_OF_NOISE.get(name, name) for name in (question.unknown, *question.names)]
    if not set(names) <= _TYPICAL_OF_NOISE.keys():
        return ""
    values = [f"{name}={text}" for name, text in _TYPICAL_OF_NOISE.items() if name != names[0]]
    return f"boundcalc solve {question.letter} {' '.join(values)}"


def _has_answer(theorems: tuple[Theorem, ...], unknown: str, given: dict[str, str]) -> bool:
    """Return whether a theorem that uses all of a question, and leaves nothing open, answers it."""
    question = read_question(unknown, given, theorems)
    for theorem in theorems:
        is_plain = theorem.role in (Role.THEOREM, Role.BASELINE) and not theorem.is_doubtful
        if not is_plain or needed_besides(theorem, question) != []:
            continue
        try:
            problem = pose(interpret(theorem, question))
            answer = solve_problem(problem, has_formula=False)
        except BoundError:
            continue
        if answer.certified and not answer.vacuous and not uncounted(theorem, problem.free):
            return True
    return False


def _open_text(alone: Alone) -> str:
    """Return why the first of the theorems that would answer alone does not."""
    first, costly = alone[0]
    if not costly:
        return f"{first.id} is a step of {first.counted_by}, which counts what it leaves out"
    names = " and ".join(symbol.name for symbol in costly)
    return f"{first.id} leaves {names} open and does not count that {costly[0].trades}"


def _other_ways(theorems: Sequence[Theorem], question: Question, first: OpenTheorem) -> str:
    """Return which other quantity would make a theorem complete, and which theorem."""
    found: dict[str, str] = {}
    for theorem in theorems:
        missing = needed_besides(theorem, question)
        if theorem.role is not Role.THEOREM or theorem.is_doubtful or len(missing or ()) != 1:
            continue
        name = missing[0].name if missing else ""
        free = _left_open(theorem, {*question.names, name})
        if name not in {symbol.name for symbol in first[1]} and not uncounted(theorem, free):
            readings = _readings(theorem, first[0], question.names)
            found.setdefault(name, f", or{readings} {name}=... ({theorem.id})")
    return "".join(list(found.values())[:2])


def _readings(theorem: Theorem, other: Theorem, names: Sequence[str]) -> str:
    """Return which letters count something else in a theorem than in another one."""
    plain = [name for name in names if name in theorem.names]
    units = {name: symbol.unit for name, symbol in other.names.items()}
    differ = [n for n in plain if n in units and theorem.names[n].unit is not units[n]]
    words = " and ".join(f"{name} the {theorem.names[name].meaning}" for name in differ)
    return f", with {words}," if words else ""


def _best_by_count(
    theorems: Sequence[Theorem], question: Question
) -> tuple[Symbol, Theorem, list[tuple[int, Answer]]] | None:
    """Return the missing number of queries, and the best theorem that answers at examples of it."""
    for role in (Role.THEOREM, Role.BASELINE):
        found = []
        for theorem in theorems:
            count = _missing_count(theorem, question)
            if theorem.role is role and count is not None:
                answers = list(_at_counts(theorem, count, question))
                if answers:
                    found.append((count, theorem, answers))
        if found:
            return min(found, key=_cost)
    return None


def _cost(found: tuple[Symbol, Theorem, list[tuple[int, Answer]]]) -> tuple[int, Fraction]:
    answers = found[2]
    last = answers[-1][1]
    sign = 1 if last.direction is Direction.LEAST else -1
    return -len(answers), sign * Fraction(last.value)


def _outside(counts: Sequence[tuple[Symbol, Theorem]], question: Question) -> DomainError | None:
    """Return the error of a given value that no theorem allows which lacks its count alone."""
    found = []
    for count, theorem in counts:
        try:
            pose(interpret(theorem, question.at(count.name, _COUNTS[0])))
        except DomainError as error:
            found.append(error)
    return found[0] if len(found) == len(counts) else None


def _missing_count(theorem: Theorem, question: Question) -> Symbol | None:
    """Return the number of queries, if a theorem that uses all lacks nothing else to answer."""
    missing = None if theorem.is_doubtful else needed_besides(theorem, question)
    if not missing or len(missing) > 1 or missing[0].unit is not Unit.QUERIES:
        return None
    is_free = uncounted(theorem, _left_open(theorem, {*question.names, missing[0].name}))
    return None if missing[0].is_allowance or is_free else missing[0]


def _left_open(theorem: Theorem, asked: set[str]) -> list[Symbol]:
    """Return the quantities of a theorem that are neither asked for nor given."""
    return [s for s in theorem.quantities.values() if not asked.intersection(s.typed_names)]


def needed_besides(theorem: Theorem, question: Question) -> list[Symbol] | None:
    """Return what a theorem needs besides a question, None where it does not use all of it."""
    asked = set(question.names)
    symbols = theorem.quantities.values()
    known = {name for symbol in symbols for name in symbol.typed_names}
    if not asked <= known:
        return None
    return [
        symbol
        for symbol in symbols
        if not symbol.is_chosen and not asked.intersection(symbol.typed_names)
    ]


def _at_counts(theorem: Theorem, count: Symbol, question: Question) -> Iterator[tuple[int, Answer]]:
    """Yield the answers for examples of the number of queries, from the least one on."""
    used = interpret(theorem, question).used
    allowed = [item.value for symbol, item in used if symbol.is_allowance]
    least = int(allowed[0]) if allowed else 1
    for size in (least, *(number for number in _COUNTS if number > least)):
        try:
            problem = pose(interpret(theorem, question.at(count.name, size)))
            answer = solve_problem(problem, has_formula=False)
        except BoundError:
            continue
        if answer.certified and not answer.vacuous:
            yield size, answer


def _short(answer: Answer) -> str:
    if answer.is_integer:
        return decimal_text(Fraction(answer.value))
    return shown_number(Fraction(answer.value)).digits
