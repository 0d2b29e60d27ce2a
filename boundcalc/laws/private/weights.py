r"""The exponential mechanism: what it returns, and how its weights on neighbours compare.

``\Pr[M(x) = r]`` is what the text says with which probability M returns r, at every dataset and
every value. A weight ``e^{c u(x, r)}`` changes on neighbours by a factor of ``e^{c \Delta}`` at
most, where ``\Delta`` is the sensitivity of u, and so does the sum of all weights, where c is not
negative.

Main definitions
----------------
`weight_facts`: what is known of the probabilities and of the sums of weights in a relation.
`weight_signs`: that sums of exponentials are not negative.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from boundcalc.language.expressions import Number, Relation
from boundcalc.language.functions import exp
from boundcalc.language.operators import Sense
from boundcalc.laws.facts.facts import Fact, Terms
from boundcalc.laws.facts.members import at_member
from boundcalc.laws.facts.said import squeezed
from boundcalc.laws.in_force import says_only
from boundcalc.laws.private.neighbours import neighbours
from boundcalc.laws.private.sensitivities import Sensitivity, sensitivities
from boundcalc.laws.renaming import is_altered
from boundcalc.laws.terms import Term, TermKind

WEIGHTS = "weights of an exponential change by the sensitivity at most"
SIGN = "a sum of exponentials is not negative"
RETURNED = "what a mechanism returns, as the text defines it"
_EXP = re.compile(
    r"\s*(?:\\exp\s*(?:\\left|\\[bB]igg?l?)?\s*[(\[\{](?P<inner>.*?)(?:\\right|\\[bB]igg?r?)?\s*[)\]\}]"
    r"|e\s*\^\s*\{(?P<power>.*)\})\s*",
    re.DOTALL,
)
_RETURNS = re.compile(
    r"\\(?:Pr|P|mathbb\s*\{\s*P\s*\})\s*(?:\\left)?\s*[\[(]\s*(?P<name>(?:\\mathcal\s*\{?\s*)?[A-Z]\}?)"
    r"\s*\(\s*(?P<x>[a-zA-Z])\s*\)\s*=\s*(?P<r>[a-z])\s*(?:\\right)?\s*[\])]\s*&?\s*=\s*&?"
    r"(?P<value>[^$&]*?)(?:\$|\\\]|\\end\s*\{|\\\\|\n\s*\n)"
)
_SAID = re.compile(
    r"(?i)\b(?:outputs?|returns?|selects?|samples?|chooses?|picks?)\b[^.]{0,200}\bprobability\b[^.]*\Z"
)
_ENDS = re.compile(r"[.?!]\s|\n\s*\n")
_PLAIN_WORDS = """
the a an mechanism exponential algorithm on input given with dataset database and score utility
function output outputs returns selects samples chooses picks each every element value outcome
item candidate r of from probability which is that then by it
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())  # which a sentence that says what is returned may have
_UNLESS = re.compile(r"[^.]{0,80}(?:except|unless|only|\\ne|otherwise|\bif\b|\bon the dataset\b)")
_RUN = re.compile(r"(?P<name>(?:\\mathcal\{?)?[A-Z]\}?)\((?P<at>[^(),]+)\)=(?P<value>[^=<>]+)")


def weight_facts(terms: Terms) -> Iterator[Fact]:
    """Yield what is known of the probabilities and of the sums of weights in a relation."""
    yield from _returned(terms)
    sums = terms.of(TermKind.SUM)
    for item in sensitivities(terms.source.document) if len(sums) > 1 else ():
        pair = neighbours(terms.before, item.by_distance)
        if not item.more or pair is None:
            continue
        for (one, first), (two, second) in permutations(sums, 2):
            text = _exponent(terms, item, pair, (first, second))
            form = terms.form(text) if text else None
            for shown in (text, terms.shown(form)) if form is not None else ():
                power = terms.number(shown)
                if power is not None and power.symbols() <= terms.relation.symbols():
                    claims = (Relation(power, Sense.GE, Number(Fraction(0))),)
                    yield Fact(Relation(one, Sense.LE, exp(power) * two), WEIGHTS, claims)


def weight_signs(terms: Terms) -> list[Fact]:
    """Return that the sums of exponentials in a relation are not negative."""
    zero = Number(Fraction(0))
    found = terms.of(TermKind.SUM) if sensitivities(terms.source.document) else ()
    plain = [it for it, term in found if _EXP.fullmatch(term.bodies[0].text) is not None]
    return [Fact(Relation(it, Sense.GE, zero), SIGN) for it in plain]


def _exponent(
    terms: Terms, item: Sensitivity, pair: tuple[str, str], sums: tuple[Term, Term]
) -> str:
    """Return the exponent of a weight with the sensitivity for the score; nothing if it is none.

    The two sums are over the same values, one on each of two neighbours.
    """
    inner = [_inner(term) for term in sums]
    value = re.compile(
        rf"{re.escape(item.function)}\((?P<on>{'|'.join(map(re.escape, pair))}),(?P<at>[^(),]+)\)"
    )
    found = [list(value.finditer(text)) for text in inner]
    if not all(len(it) == 1 for it in found) or sums[0].head != sums[1].head:
        return ""
    (one,), (two,) = found
    if item.values and f"\\in{item.values}}}" not in squeezed(sums[0].head):
        return ""
    is_swapped = one["on"] != two["on"] and one["at"] == two["at"]
    if not is_swapped or not squeezed(sums[0].head).partition("_")[2].startswith(
        ("{" + one["at"], one["at"])
    ):
        return ""
    rest = [
        text[: it.start()] + "S" + text[it.end() :]
        for text, it in zip(inner, (one, two), strict=True)
    ]
    if rest[0] != rest[1] or not _is_linear(terms, inner[0], one.group()):
        return ""
    name = re.sub(r"(\\Delta)(?=[a-zA-Z])", r"\1 ", item.name)
    return f"{inner[0][: one.start()]} {name} {inner[0][one.end() :]}"


def _inner(term: Term) -> str:
    """Return the exponent of an exponential without spaces that matter; nothing for others."""
    found = _EXP.fullmatch(term.bodies[0].text)
    text = (found["inner"] or found["power"] or "") if found is not None else ""
    return re.sub(r"(?<![A-Za-z])\s+|\s+(?![A-Za-z])|\\[,;!]", "", text)


def _is_linear(terms: Terms, text: str, score: str) -> bool:
    """Return whether an exponent is a multiple of a score."""
    form = terms.form(text)
    if form is None or not form.terms:
        return False
    for item, _ in form.terms:
        powers = [power for name, power in item if squeezed(terms.latex(name)) == score]
        if powers != [1]:
            return False
    return True


def _returned(terms: Terms) -> Iterator[Fact]:
    """Yield the probabilities that the text gives of what a mechanism returns."""
    for symbol, term in terms.of(TermKind.PROBABILITY):
        found = _RUN.fullmatch(squeezed(term.bodies[0].text)) if not term.tail else None
        if found is None:
            continue
        for name, dataset, letter, value in _laws(terms.text[: terms.start]):
            if squeezed(name) != found["name"]:
                continue
            at = at_member(terms, value, dataset, found["at"])
            put = at_member(terms, at, letter, found["value"]) if at else ""
            node = terms.number(put) if put else None
            known = terms.relation.symbols()
            if (
                node is not None
                and node.symbols() <= known | {symbol}
                and symbol not in node.symbols()
            ):
                yield Fact(Relation(symbol, Sense.EQ, node), RETURNED)


@lru_cache(maxsize=64)
def _laws(before: str) -> tuple[tuple[str, str, str, str], ...]:
    """Return the laws that a text gives of what mechanisms return at any dataset: one of each."""
    found: dict[str, set[tuple[str, str, str, str]]] = {}
    doubtful: set[str] = set()
    for place in _RETURNS.finditer(before):
        name, value = place["name"], place["value"].rstrip(" \n.,;")
        start = max((it.end() for it in _ENDS.finditer(before[: place.start()])), default=0)
        said = re.sub(r"\$|\\\[", "", before[start : place.start()])
        of_both = all(re.search(rf"[(,]\s*{it}\s*[,)]", value) for it in (place["x"], place["r"]))
        is_law = _SAID.search(said) and of_both
        behind = before[place.end() :]
        is_whole = _UNLESS.match(behind) is None and says_only(
            before, place.start(), place.end(), _PLAIN
        )
        if (
            is_law
            and is_whole
            and not (_is_renamed(name, behind) or is_altered((re.escape(name),), behind))
        ):
            found.setdefault(name, set()).add((name, place["x"], place["r"], value))
        else:
            doubtful.add(name)
    sure = (laws for name, laws in found.items() if name not in doubtful)
    return tuple(next(iter(it)) for it in sure if len(it) == 1)


def _is_renamed(name: str, behind: str) -> bool:
    """Return whether a text lets a letter be another mechanism."""
    given = r"(?i:\b(?:let|consider|suppose|fix|another|other|new|modif\w*)\b)"
    return (
        re.search(rf"{given}[^.$]{{0,40}}\$\s*{re.escape(name)}\s*(?:\$|:|=|\()", behind)
        is not None
    )
