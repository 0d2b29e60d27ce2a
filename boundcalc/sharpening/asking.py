r"""Sharp constants as they are asked for: relations and expressions in LaTeX.

Main definitions
----------------
`sharpen`: the least or greatest value of a symbol at which a relation holds everywhere.
`maximize`, `minimize`: the supremum and the infimum of an expression.
"""

from __future__ import annotations

from collections.abc import Iterable

from boundcalc.derivations.rows import atoms_of
from boundcalc.language.errors import DomainError, QuestionError
from boundcalc.language.expressions import Expression, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.proving.prove import is_satisfiable
from boundcalc.reader.formulas import read_expression
from boundcalc.reader.scope import Scope, read_spelling
from boundcalc.relation_prover import Where, read_conjecture, scope_of, typed_fragment
from boundcalc.sharpening.certifying import best_constant
from boundcalc.sharpening.questions import SharpQuestion
from boundcalc.sharpening.records import SharpConstant
from boundcalc.tex.source import Fragment
from boundcalc.tex.tokens import tokenize

Assumed = str | Relation | Iterable[str | Relation]


def sharpen(
    relation: str | Relation,
    parameter: str,
    *,
    where: Where | None = None,
    assume: Assumed = (),
) -> SharpConstant:
    r"""Return the least or greatest value of a symbol at which a relation holds everywhere.

    Parameters
    ----------
    relation : str or Relation
        An inequality, in LaTeX such as ``e^x \le 1 + x + c x^2``.
    parameter : str
        The symbol whose end is asked for, such as ``c``; real, unless `where` says more.
    where, assume
        The domains of all other symbols, and hypotheses about them, as of `boundcalc.prove`.

    Returns
    -------
    SharpConstant
        With `works`, at which the relation is proved, and `fails`, at which it is refuted, and the
        closed form where one is recognized; `is_proved` says whether that is proved to be the end.

    Raises
    ------
    NoSolutionError
        If every value works, or none does, which is proved then.
    UndecidedError
        If one of the sides is not certified.
    ReaderError, QuestionError, DomainError
        As of `boundcalc.prove`; a symbol that does not occur is a `QuestionError`.

    Examples
    --------
    >>> found = sharpen(r"e^x \le 1 + x + c x^2", "c", where="x in [0, 1]")
    >>> str(found.closed_form), found.is_proved, str(float(found.works))
    ('e - 2', True, '0.7182818285')
    """
    return best_constant(read_sharpen(relation, parameter, where=where, assume=assume))


def maximize(
    expression: str | Expression, *, where: Where | None = None, assume: Assumed = ()
) -> SharpConstant:
    r"""Return the supremum of an expression over its domain, certified on both sides.

    Parameters and errors are those of `sharpen`; `NoSolutionError` where it is proved that the
    expression is unbounded.

    Examples
    --------
    >>> found = maximize(r"x e^{-x}", where=r"x \ge 0")
    >>> str(found.closed_form), found.is_proved, found.is_attained
    ('1 / e', True, True)
    """
    return best_constant(read_extremum(expression, Sense.LE, where=where, assume=assume))


def minimize(
    expression: str | Expression, *, where: Where | None = None, assume: Assumed = ()
) -> SharpConstant:
    r"""Return the infimum of an expression over its domain; else as `maximize`.

    Examples
    --------
    >>> found = minimize(r"x \ln x", where="x > 0")
    >>> str(found.closed_form), found.is_proved
    ('-1 / e', True)
    """
    return best_constant(read_extremum(expression, Sense.GE, where=where, assume=assume))


def read_sharpen(
    relation: str | Relation,
    parameter: str,
    *,
    where: Where | None = None,
    assume: Assumed = (),
) -> SharpQuestion:
    """Return what `sharpen` would answer; parameters and errors as there."""
    name, scope = _declared(parameter, scope_of(where), isinstance(relation, str))
    conjecture = read_conjecture(relation, where=scope, assume=assume)
    goal = conjecture.goal
    if conjecture.opaque:
        raise QuestionError(
            "a relation with probabilities, expectations or other terms that are not read has no "
            "sharp constant; give them names with domains"
        )
    found = next((symbol for symbol in goal.variables if symbol.name == name), None)
    if found is None or name not in goal.conclusion.names():
        raise QuestionError(
            f"{parameter} does not occur in the relation; name a symbol that does, such as "
            f"{_example(goal.conclusion)}"
        )
    if any(name in assumption.names() for assumption in goal.assumptions):
        raise QuestionError(
            f"a hypothesis mentions {parameter}; give its domain instead, as in '{parameter} >= 0'"
        )
    variables = tuple(symbol for symbol in goal.variables if symbol.name != name)
    return _checked(SharpQuestion(goal.conclusion, found, variables, goal.assumptions))


def read_extremum(
    expression: str | Expression,
    sense: Sense,
    *,
    where: Where | None = None,
    assume: Assumed = (),
) -> SharpQuestion:
    """Return what `maximize` (for <=) or `minimize` would answer; errors as there."""
    scope = scope_of(where)
    unread: frozenset[str] = frozenset()
    if isinstance(expression, str):
        expression = read_expression(typed_fragment(expression, scope), scope)
        unread = atoms_of([Relation(expression, sense, expression)], scope)
    if not isinstance(expression, Expression):
        raise QuestionError(f"an expression was expected but got {type(expression).__name__}")
    taken = expression.names() | {symbol.name for symbol in scope.symbols}
    name = next(name for name in ("c", "d", "C", "bound", "bound_1") if name not in taken)
    bound = Symbol(name)
    relation = Relation(expression, sense, bound)
    conjecture = read_conjecture(relation, where=scope, assume=assume)
    if conjecture.opaque or unread:
        raise QuestionError(
            "an expression with probabilities or other terms that are not read has no certified "
            "extremum; give them names with domains"
        )
    goal = conjecture.goal
    variables = tuple(symbol for symbol in goal.variables if symbol.name != name)
    question = SharpQuestion(goal.conclusion, bound, variables, goal.assumptions, True)
    return _checked(question)


def _checked(question: SharpQuestion) -> SharpQuestion:
    if question.relation.sense in (Sense.EQ, Sense.NE):
        raise QuestionError(
            f"a sharp constant is one of an inequality, but the relation is an equation or its "
            f"opposite, {question.relation}; write <= or >="
        )
    if question.parameter.domain.integer:
        raise QuestionError(
            f"{question.parameter.name} is an integer; declare it real, and round the answer"
        )
    if not is_satisfiable(question.domain_goal):
        raise DomainError(
            "no point of the domain was found that satisfies all assumptions; drop one, or widen "
            "a domain"
        )
    return question


def _declared(parameter: str, scope: Scope, is_text: bool) -> tuple[str, Scope]:
    """Return the name of a symbol in the language, and a scope in which texts may use it."""
    if not isinstance(parameter, str):
        raise QuestionError(f"the name of a symbol was expected but got {type(parameter).__name__}")
    fragment = Fragment.of(parameter)
    spelling = read_spelling(fragment, tokenize(fragment))
    known = scope.meaning(spelling)
    if isinstance(known, Symbol):
        return known.name, scope
    if not is_text:
        return spelling.ascii, scope
    scope, symbol = scope.declare(spelling)
    return symbol.name, scope


def _example(relation: Relation) -> str:
    return min(relation.names(), default="c in 'x <= c'")
