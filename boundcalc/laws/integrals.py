r"""Integrals over one letter: ``\int_a^b f(x) dx`` is linear, and parameters leave it.

That the integral of a sum is the sum of the integrals is used in equations alone: its parts may
have no value where the whole has one, and a linear functional can be continued to them, while
nothing need be monotone.

Main definitions
----------------
`integral`: the form of an integral.
"""

from __future__ import annotations

from functools import reduce

from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Symbol
from boundcalc.language.latex import expression_latex
from boundcalc.laws.constants import is_parameter
from boundcalc.laws.explicit.integrals import explicit_integral
from boundcalc.laws.forms import Form, TooLongError, monomial_form, number_form
from boundcalc.laws.inner import Reader
from boundcalc.laws.terms import Term, written
from boundcalc.reader.meanings import letters

LINEAR_INTEGRAL = "linearity of an integral"


def integral(
    laws: Reader, term: Term, symbol: Symbol, *, is_equation: bool, closes: bool = False
) -> Form:
    """Return the form of an integral, which is its value where its parts are explicit.

    Parameters
    ----------
    laws : Reader
        What reads its body.
    term : Term
        The integral.
    symbol : Symbol
        The symbol that stands for it.
    is_equation : bool
        Whether all that is said of it is equations.
    closes : bool
        Whether the value of an explicit integral is sought.

    Raises
    ------
    TooLongError
        If it is one of a sum, and not all is equations.
    """
    body = laws.read(term.bodies[0])
    known = [explicit_integral(laws, term, *each) for each in body.terms] if closes else []
    values = [item for item in known if item is not None]
    if values and len(values) == len(known):
        return reduce(Form.plus, values)
    if len(body.terms) > 1 and not is_equation:
        raise TooLongError
    total = number_form(0)
    for item, number in body.terms:
        held = tuple(pair for pair in item if not _is_parameter(laws, pair[0], term))
        left = tuple(pair for pair in item if pair not in held)
        key = f"{term.head}[{monomial_form(held).key}]{term.tail}"
        is_own = len(body.terms) == 1 and number == 1 and not left
        shown = written(term, expression_latex(laws.forms.expression(monomial_form(held))))
        atom = laws.atom(key, symbol, is_own, shown, REAL)
        total = total.plus(monomial_form(left, number).times(atom))
    laws.used.append(LINEAR_INTEGRAL)
    return total


def _is_parameter(laws: Reader, name: str, term: Term) -> bool:
    """Return whether an atom is one number all over an integral."""
    text, node = laws.source.text, laws.forms.atoms[name]
    is_bound = bool(letters(node) & term.bound)
    return not is_bound and all(is_parameter(symbol, text) for symbol in node.symbols())
