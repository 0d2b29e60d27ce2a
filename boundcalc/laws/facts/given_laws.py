r"""Which named law a text gives a variable: ``X \sim \mathrm{Bin}(n, p)``, "$X$ is Poisson".

The law of a variable is the one that the text gave it last, by a formula or in words. Words name
their parameters, so that "exponential with rate $r$" and "with mean $m$" are told apart; in a
formula the letter of an exponential law may be either, and it is none that is known.

Main definitions
----------------
`parameters_of`: the parameters of the law of a variable, if it is of a kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boundcalc.laws.facts.facts import Terms
from boundcalc.laws.renaming import is_given_anew
from boundcalc.reader.names import canonical
from boundcalc.tex.tokens import Kind

_CHANGED = re.compile(
    r"(?i)[^.$]{0,80}\b(?:condition|given|truncat|shift|restrict|provided|false|instead|except|not\b"
    r"|plus|minus|times|mixture|under\b|if\b|when\b|unless\b|with probability\b"
    r"|values?\b|in the \w+ case|or\b|per\b)"
)
_CONDITIONED = re.compile(r"(?i)\b(?:condition(?:ed|ing|al|ally)\s+(?:up)?on|given\s+that)\b")
_LETTER = r"(?:[A-Z]|\\(?:sigma|epsilon|varepsilon|xi|eta)(?![A-Za-z]))"
_NAME = rf"{_LETTER}(?:_(?:\w|\{{\w\}}))?"
_FAMILY = (
    rf"(?P<head>{_LETTER})_\{{?1\}}?\s*,(?:\s*(?P=head)_\{{?2\}}?\s*,)?"
    r"\s*(?:\\[lc]?dots|\.\.\.)\s*,?\s*(?P=head)_(?:\w|\{\w\})"
)
_SIM = re.compile(
    rf"(?:\$|,|\band)\s*(?P<name>{_FAMILY}|{_NAME})\s*"
    r"(?:\\sim|\\(?:stackrel|overset)\{[^$]{0,40}?\}\{\\sim\})\s*(?P<law>[^$]+?)\s*[.,;]?\s*\$"
)
_KINDS = (
    r"(?i:Poisson|binomial|Bernoulli|geometric|exponential(?:ly)?|uniform(?:ly)?|Rademacher|Laplace"
    r"|Gaussian|normal)"
)
_SAID = re.compile(
    rf"\$\s*(?P<name>{_FAMILY}|{_NAME})\s*\$\s+(?:be|is|are|has|have|follows?)\s+(?P<words>"
    r"(?:(?:an?|the|all|each|i\.?i\.?d\.?|independent|mutually|distributed|as)[\s,]+)*)"
    rf"(?P<kind>{_KINDS})(?=[\s.,;-])(?:[\s-]*(?:random\s+variables?|r\.?v\.?s?|variables?"
    r"|distribut(?:ed|ions?)|law|noise|signs?))*\s*(?P<tail>[^.;]{0,120})"
)
_PARAMETERS = re.compile(
    r"[\s,]*with\s+(?:the\s+)?(?:common\s+)?(?P<what>parameters?|(?:success\s+)?probabilit(?:y|ies)"
    r"|rate|mean|bias)\s+\$(?P<one>[^$,]+)\$(?:\s*(?:,|and)\s*\$(?P<two>[^$,]+)\$)?"
    r"|[\s,]*(?P<on>on|over|in|from)\s+(?:the\s+)?(?:unit\s+|closed\s+|open\s+)?(?:interval\s+)?"
    r"\$\s*(?:\\left)?[\[(](?P<lower>[^,$]+),(?P<upper>[^,$]+?)(?:\\right)?[\])]\s*\$"
)
_SENTENCE = re.compile(r"[.?!]\s|\n\s*\n")
_SIGN = re.compile(r"\s*(?:[<>=]|\\(?:in|geq?|leq?)(?![A-Za-z]))")  # behind a parameter
_NAMES = {
    "bin": "binomial", "binom": "binomial", "binomial": "binomial", "b": "",
    "poi": "poisson", "pois": "poisson", "poisson": "poisson", "po": "poisson",
    "normal": "normal", "gaussian": "normal", "n": "normal",
    "geom": "geometric", "geo": "geometric", "geometric": "geometric",
    "ber": "bernoulli", "bern": "bernoulli", "bernoulli": "bernoulli",
    "u": "uniform", "unif": "uniform", "uniform": "uniform",
    "rad": "rademacher", "rademacher": "rademacher",
}  # fmt: skip
_COUNTS = {
    "binomial": 2, "poisson": 1, "geometric": 1, "normal": 2, "bernoulli": 1, "uniform": 2,
    "exponential": 1, "rademacher": 0,
}  # fmt: skip
_MACRO = re.compile(  # one of the text itself, which may be defined in another file
    r"\\(?P<word>[A-Za-z]+?)(?:dist|distr|distribution)\s*\{(?P<one>[^{}]*)\}(?:\s*\{(?P<two>[^{}]*)\})?"
)


@dataclass(frozen=True, slots=True)
class _Given:
    """A law as it is said: of which variable, its kind, its parameters, and where."""

    name: str
    kind: str
    parameters: tuple[str, ...]
    start: int
    stop: int

    def is_of(self, name: str) -> bool:
        """Return whether it is the law of a variable, or of a family that it is a member of."""
        head, index, _ = name.partition("_")
        is_member = bool(index) and self.name == f"{head}_" and "_" not in "".join(self.parameters)
        return self.name == name or is_member


_SIGNED = re.compile(r"(?i)\bvalues?\b[^.]{0,60}?(?:-\s*1(?![0-9])|\\pm)|\\\{\s*-\s*1\s*,")


def parameters_of(terms: Terms, name: str, kind: str) -> tuple[str, ...] | None:
    """Return the parameters of the law that the text gave a variable last, if it is of a kind."""
    said = [it for it in _given(terms) if it.is_of(name)]
    behind = terms.before[said[-1].stop :] if said else ""
    if not said or said[-1].kind != kind or _CHANGED.match(behind):
        return None
    if _CONDITIONED.search(behind[-200:]) or (kind == "bernoulli" and _SIGNED.search(behind)):
        return None
    spelled = {name, re.sub(r"_\{(\w)\}", r"_\1", name), name.partition("_")[0]}
    if any(is_given_anew(it, behind) for it in spelled):
        return None
    is_one = not _is_one_of_several(terms.before, said)
    return said[-1].parameters if is_one and len(said[-1].parameters) == _COUNTS[kind] else None


def _given(terms: Terms) -> list[_Given]:
    """Return the laws that a text gives before a relation, in order."""
    found = [_by_formula(terms, it) for it in terms.places(_SIM)]
    found += _by_words(terms)
    return sorted(found, key=lambda it: it.start)


def _by_formula(terms: Terms, found: re.Match[str]) -> _Given:
    word, parameters = _parts(terms, found["law"])
    return _Given(_name(found), _NAMES.get(word, ""), parameters, found.start(), found.end())


def _by_words(terms: Terms) -> Iterator[_Given]:
    for found in (it for it in terms.places(_SAID) if it.start() >= terms.clear):
        ends = (it.end() for it in _SENTENCE.finditer(terms.before, 0, found.start()))
        if is_given_anew(found["head"] or found["name"], terms.before[: max(ends, default=0)]):
            continue  # it may be one or the other
        kind = re.sub("ly$", "", found["kind"].lower())
        kind = "normal" if kind == "gaussian" else kind
        tail = _PARAMETERS.match(found["tail"])
        parameters = () if tail is None else _said(kind, tail)
        stop = found.start("tail") + (0 if tail is None else tail.end())
        yield _Given(_name(found), kind, parameters, found.start(), stop)


def _said(kind: str, tail: re.Match[str]) -> tuple[str, ...]:
    """Return the parameters that words give a law; none where they say something else of it."""
    what = (tail["what"] or "").rstrip("s")
    one, two = (_SIGN.split(tail[it] or "")[0] for it in ("one", "two"))
    if tail["on"]:
        return (tail["lower"], tail["upper"]) if kind == "uniform" else ()
    is_chance = what in ("parameter", "probability", "success probability", "bias")
    if kind == "binomial":
        return (one, two) if what == "parameter" and two else ()
    if two not in ("", one):
        return ()
    if kind == "poisson":
        return (one,) if what in ("parameter", "rate", "mean") else ()
    if kind in ("bernoulli", "geometric"):
        return (one,) if is_chance or (kind == "bernoulli" and what == "mean") else ()
    if kind == "exponential" and what in ("rate", "mean"):
        return (one,) if what == "rate" else (rf"\frac{{1}}{{{one}}}",)
    return ()


def _name(found: re.Match[str]) -> str:
    """Return the name of a variable, or the head of a family with the sign of an index."""
    if found["head"]:
        return f"{found['head']}_"
    return re.sub(r"_(\w)\Z", r"_{\1}", found["name"])


def _is_one_of_several(text: str, said: list[_Given]) -> bool:
    """Return whether the sentence with the last law of a variable has another one, or a case."""
    last = said[-1]
    start = max(0, last.start - 120)
    before = re.split(r"[.?!]\s|\n\s*\n", text[start : last.start])[-1]
    is_case = re.search(r"(?i)\b(?:otherwise|else|under|instead|alternative|not)\b", before)
    others = [it for it in said[:-1] if it.stop >= last.start - len(before)]
    is_other = any((it.kind, it.parameters) != (last.kind, last.parameters) for it in others)
    return is_case is not None or is_other


def _parts(terms: Terms, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of a law and its parameters; nothing for what is written in another way."""
    macro = _MACRO.fullmatch(text.strip())
    if macro is not None:
        return macro["word"].lower(), tuple(it for it in (macro["one"], macro["two"]) if it)
    tokens = terms.tokens(text)[:-1]
    opens = [at for at, token in enumerate(tokens) if token.kind is Kind.OPEN]
    if not opens or tokens[-1].kind is not Kind.CLOSE:
        return "", ()
    word = re.sub(r"\\[a-z]+|[^A-Za-z]", "", canonical(tokens[: opens[0]])).lower()
    inside = canonical(tokens[opens[0] + 1 : -1])
    return word, tuple(inside.split(","))
