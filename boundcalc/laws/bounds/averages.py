r"""Expectations as sums and integrals: ``\mathbb{E}_{X \sim p}[g(X)] = \sum_x p(x) g(x)``.

The law of the mean is named in it, or it is that of its variable: ``p_X``, ``\Pr[X = x]``, the
density ``f_X`` over the whole line. A bare ``p`` or ``f`` is the law of the only variable in a text
that speaks of mass functions or densities, and has no second law. The sum is over all values.

The divergence ``D(p \| q)`` is the mean of ``\ln p(x)/q(x)`` by p in a text that speaks of that
of Kullback and Leibler, or of relative entropies, and of no other divergence.

Main definitions
----------------
`average_equalities`: that an expectation of a row is a sum or an integral of the row.
`divergence_equalities`: that a divergence is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from boundcalc.language.expressions import Relation
from boundcalc.language.operators import Sense
from boundcalc.laws.bounds.known import Bound, Held, Known, combined, multiple
from boundcalc.laws.forms import Form, TooLongError
from boundcalc.laws.terms import TermKind, within
from boundcalc.tex.source import ReaderError

AVERAGE = "an expectation as a mean over all values"
DIVERGENCE = "the definition of the divergence of Kullback and Leibler"
_NAME = r"[A-Z](?:_(?:\w|\{\w+\}))?"
_BY = re.compile(
    rf"_\{{(?P<of>\(?(?:{_NAME}|[a-z])(?:,(?:{_NAME}|[a-z]))*\)?)\\sim(?P<law>[pqf])(?:\([a-z,]*\))?\}}"
)
_LAW = re.compile(r"_\{?(?P<law>[pq])(?:\((?P<of>[A-Za-z](?:,[A-Za-z])*)\))?\}?")
_OVER = re.compile(
    r"\\sum(?:\\limits)?_\{?(?P<over>[a-z](?:,[a-z])*)(?:\\in\\(?:mathcal|mathscr)\{(?P<set>[A-Z])\})?\}?"
)
_VARIABLE = re.compile(r"(?<![A-Za-z\\{])[A-DF-Z](?![A-Za-z])")
_RESTRICTED = re.compile(
    r"\b(?:sums?|summation|summing|summed|integrals?)\b[^.]{0,40}\bover\b(?! all)", re.IGNORECASE
)
_MASS = re.compile(r"mass function|\bpmf\b|probability function", re.IGNORECASE)
_DENSITY = re.compile(r"\bdensity|\bpdf\b", re.IGNORECASE)
_DIVERGENCE = re.compile(
    r"(?:D|KL|\\mathrm\{KL\}|D_\{(?:KL|\\mathrm\{KL\})\})[(\[](?P<p>[^|]+)"
    r"(?:\|\||\\\||\\parallel\s?)(?P<q>[^|]+)[)\]]"
)
_KULLBACK = re.compile(r"kullback|\bKL\b|relative entrop|D_\{?KL", re.IGNORECASE)
_DIVERGENCES = re.compile(
    r"nyi|chi-?squared?|hellinger|\\chi\^|bregman|[fg\$]-?\s?divergence|D_\{?(?:\\alpha|f|\\infty)"
    r"|conditional (?:relative|divergence)",
    re.IGNORECASE,
)
_KIND = r"(?i:mass function|\bpmf\b|probability function|\bdensity|\bpdf\b)"
_OWNED = re.compile(rf"{_KIND}[^.]{{0,40}}?(?:\$|\\\()\s*([A-Z])(?![A-Za-z(])")
_OWNING = re.compile(rf"(?:\$|\\\()\s*([A-Z])(?:_\w)?\s*(?:\$|\\\))[^.]{{0,40}}?{_KIND}")
_LAWFUL = re.compile(r"(?<![A-Za-z\\])([A-Z])(?:_\w)?\s*\\sim\s*[pf](?![A-Za-z])")
_OTHERS = re.compile(r"(?<![A-Za-z\\])q\s*\(|\\sim\s*q|cross[\s-]?entrop|\bmodel", re.IGNORECASE)


def average_equalities(known: Known) -> Iterator[Bound]:
    """Yield that expectations of a row are sums or integrals of the row, by the law of each."""
    if _RESTRICTED.search(known.text):
        return
    wholes = [*known.of(TermKind.SUM), *known.of(TermKind.INTEGRAL)]
    for mean in known.of(TermKind.EXPECTATION):
        for whole in wholes:
            over = _letters(whole)
            if mean.term.tail or not over:
                continue
            shares = (_share(known, whole, *each) for each in _laws(known, mean, whole, over))
            share = next((each for each in shares if each is not None), None)
            if share is not None:
                value = multiple(whole.symbol, share)
                yield Bound(Relation(mean.symbol, Sense.EQ, value), AVERAGE)


def divergence_equalities(known: Known) -> Iterator[Bound]:
    """Yield that the divergences of a row are the sums or the integrals of the row."""
    text = known.text
    if _RESTRICTED.search(text) or not _KULLBACK.search(text) or _DIVERGENCES.search(text):
        return
    for symbol in known.laws.of_row.values():
        found = _DIVERGENCE.fullmatch(re.sub(r"\\[,;!: ]|\s", "", symbol.latex))
        if found is None:
            continue
        for whole in [*known.of(TermKind.SUM), *known.of(TermKind.INTEGRAL)]:
            over = _letters(whole)
            laws = [_applied(found[name], over) for name in ("p", "q")]
            if over and all(laws):
                body = rf"\ln \frac{{{laws[0]}}}{{{laws[1]}}}"
                share = _share(known, whole, laws[0], body)
                if share is not None:
                    value = multiple(whole.symbol, share)
                    yield Bound(Relation(symbol, Sense.EQ, value), DIVERGENCE)


def _applied(law: str, over: str) -> str:
    """Return a law at the letters of a sum, or nothing for what is no law of them."""
    if re.fullmatch(r"[a-z]", law):
        return f"{law}({over})"
    found = re.fullmatch(r"[a-z]\(([a-z](?:,[a-z])*)\)", law)
    return law if found is not None and found[1] == over else ""


def _letters(whole: Held) -> str:
    """Return the letters over all values of which a sum or an integral goes, or nothing."""
    term = whole.term
    if term.kind is TermKind.INTEGRAL:
        is_whole = (term.lower.strip(), term.upper.strip().lstrip("+")) == (r"-\infty", r"\infty")
        return next(iter(term.bound)) if is_whole and len(term.bound) == 1 else ""
    found = _OVER.fullmatch(re.sub(r"\s", "", term.head))
    if found is None or (found["set"] and found["set"] != found["over"].upper()):
        return ""
    return found["over"]


def _laws(known: Known, mean: Held, whole: Held, over: str) -> Iterator[tuple[str, str]]:
    """Yield the weights by which a mean may be, each with the body of the mean at the letters."""
    text, letters = mean.text, over.split(",")
    by = re.sub(r"\s", "", mean.term.head).partition("_")
    below = by[1] + by[2]
    small = re.sub(_VARIABLE, lambda found: _small(found.group(), letters), text)
    found = _BY.fullmatch(below)
    is_held = not known.letters(text).isdisjoint(letters)
    if is_held and (found is None or found["of"].strip("()")[0].isupper()):
        return  # another x than that of the sum
    is_sum = whole.term.kind is TermKind.SUM
    if found is not None:
        named = found["of"].strip("()").split(",")
        if [name.lower() for name in named] == letters and all(len(name) == 1 for name in named):
            yield f"{found['law']}({over})", small if named[0].isupper() else text
        return
    variables = sorted({*_VARIABLE.findall(text)})
    if [name.lower() for name in variables] != sorted(letters) or len(variables) > 2:
        return
    law = _LAW.fullmatch(below)
    if law is not None and (law["of"] is None or law["of"].lower() == over):
        yield f"{law['law']}({over})", small
    if below:
        return
    name = ",".join(letter.upper() for letter in letters)
    if is_sum:
        yield f"p_{{{name}}}({over})", small
        if len(letters) == 1:
            for head in (r"\Pr", r"\mathbb{P}", "P"):
                yield f"{head}({name}={over})", small
                yield f"{head}[{name}={over}]", small
    else:
        yield f"f_{{{name}}}({over})", small
    is_said = (_MASS if is_sum else _DENSITY).search(known.text)
    is_own = _owners(known.text) <= {*variables}
    if is_said and is_own and not _OTHERS.search(known.text) and len(letters) == 1:
        yield f"{'p' if is_sum else 'f'}({over})", small


def _owners(text: str) -> set[str]:
    """Return the variables beside which a text names a mass function or a density."""
    return {
        letter
        for pattern in (_OWNED, _OWNING, _LAWFUL)
        for found in pattern.finditer(text)
        for letter in found.groups()
    }


def _small(name: str, letters: list[str]) -> str:
    return name.lower() if name.lower() in letters else name


def _share(known: Known, whole: Held, weight: str, body: str) -> Fraction | None:
    """Return of which multiple of a sum or an integral the body times a weight is that, if any."""
    forms: list[Form] = []
    for text in (weight, body):
        try:
            forms.append(known.laws.forms.of(known.read(within(text, known.laws.source))))
        except (ReaderError, RecursionError, TooLongError):
            return None
    shares = combined(forms[0].times(forms[1]), [whole.form])
    return shares[0] if shares else None
