r"""The standard normal law: ``P(Z \le t)`` is ``\Phi(t)``, and ``\Phi(-t)`` is ``1 - \Phi(t)``.

The letter is that function where the text says so beside it. A variable has the normal law that the
text gave it last, by its mean and its variance.

Main definitions
----------------
`normal_facts`: what is known of the values of that function, and of chances, in a relation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from boundcalc.language.expressions import Expression, Relation, Symbol, as_expression
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.given_laws import parameters_of
from boundcalc.laws.facts.intervals_of_values import event_of
from boundcalc.laws.terms import TermKind

SYMMETRIC = "the symmetry of the standard normal law"
NORMAL = "the chances of a normal law"
_STANDARD = r"(?:standard\s+(?:normal|gaussian)|N\s*\}?\s*\(\s*0\s*,\s*(?:1|I)\s*\))"
_SAID = re.compile(
    rf"(?i:\\Phi(?![A-Za-z])[^.]{{0,100}}{_STANDARD}|{_STANDARD}[^.]{{0,100}}\\Phi(?![A-Za-z]))"
)
_FUNCTION = re.compile(
    r"(?i)\b(?:distribution\s+function|cumulative|cdf|c\.d\.f|chances?|quantile|normal\s+table)\b"
)
_OTHER = re.compile(
    r"(?i)\bfeature|\bactivation|\bpotential|\\Phi\s*(?::|\\colon)|\\Phi\s*_|\bmap\b[^.]{0,20}\\Phi"
    r"|\bdensity\b[^.$]{0,30}\$\s*\\Phi|tail[^.$]{0,30}\$\s*\\Phi"
)
_BY_DEVIATION = re.compile(r"N\s*\}?\s*\(\s*[^,()]{1,12},\s*\\sigma\s*\)")
_ROOT = re.compile(r"\(?(?P<base>\\?[A-Za-z]+(?:_\{?\w\}?)?|[0-9.]+)\)?\^\{?2\}?")


@lru_cache(maxsize=256)
def is_normal(text: str) -> bool:
    r"""Return whether a text says that Phi is the distribution function of the standard normal law.

    Examples
    --------
    >>> is_normal(r"where $\Phi$ is the cdf of $N(0, 1)$"), is_normal(r"a feature map $\Phi$")
    (True, False)
    """
    is_said = _SAID.search(text) is not None and _FUNCTION.search(text) is not None
    return is_said and _OTHER.search(text) is None


def normal_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the values of that function, and of chances."""
    values = [
        (it, term.bodies[0].text)
        for it, term in terms.of(TermKind.VALUE)
        if term.head == r"\Phi" and len(term.bodies) == 1
    ]
    if not values or not is_normal(terms.source.document):
        return
    for at, (symbol, place) in enumerate(values):
        zero = terms.form(place)
        if zero is not None and not zero.terms:
            yield Fact(Relation(symbol, Sense.EQ, as_expression(1) / 2), SYMMETRIC)
        for other, argument in values[:at]:
            if terms.form(place) == terms.form(f"-({argument})"):
                yield Fact(Relation(symbol, Sense.EQ, 1 - other), SYMMETRIC)
    for symbol, term in terms.of(TermKind.PROBABILITY):
        event = event_of(terms, term)
        if event is None or term.tail or bool(event.lower) == bool(event.upper):
            continue
        law = parameters_of(terms, event.name, "normal")
        deviation = _deviation(law[1], terms.source.document) if law is not None else ""
        if law is None or not deviation:
            continue
        gap = f"({event.lower or event.upper}) - ({law[0]})"
        value = _value(terms, values, gap, deviation)
        if value is not None:
            chance = 1 - value if event.lower else value
            yield Fact(Relation(symbol, Sense.EQ, chance), NORMAL)


def _deviation(variance: str, text: str) -> str:
    """Return the root of a variance that is a square, as it is printed; nothing for another one.

    A number other than 1 is a variance where the text speaks of one, and writes no deviation there.
    """
    found = _ROOT.fullmatch(variance.replace(" ", ""))
    if found is not None:
        return found["base"]
    is_said = variance == "1" or ("variance" in text and not _BY_DEVIATION.search(text))
    if not is_said or re.fullmatch(r"[1-9][0-9]*", variance) is None:
        return ""
    root = round(int(variance) ** 0.5)
    return str(root) if root**2 == int(variance) else ""


def _value(
    terms: Terms, values: list[tuple[Symbol, str]], gap: str, deviation: str
) -> Expression | None:
    """Return the value of the function at a gap by a deviation, as the relation has it."""
    for symbol, place in values:
        scaled = terms.form(f"({place}) \\cdot ({deviation})")
        if scaled is not None and scaled == terms.form(gap):
            return symbol
        if scaled is not None and scaled == terms.form(f"-({gap})"):
            return 1 - symbol
    return None
