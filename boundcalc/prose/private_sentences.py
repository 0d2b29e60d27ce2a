r"""What sentences say of privacy, as "let $M$ be $\varepsilon$-differentially private".

A guarantee speaks of all neighbouring datasets, and is of use where a sentence names two. Only what
is supposed counts: that a theorem ends in "then $M$ is private" is what it has to show.

Main definitions
----------------
`PrivateSaid`: an algorithm with its guarantee. `NeighboursSaid`: two datasets.
`private_said`, `neighbours_said`: those of a sentence. `names_output`: whether it names an output.
`guarantees`: the declarations that algorithms and datasets make together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boundcalc.language.domains import NONNEGATIVE, PROBABILITY
from boundcalc.prose.named_laws import NAME, letters_of
from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.prose.random_sentences import RandomSaid, plain_formula, role_of
from boundcalc.tex.source import Fragment

_F = f"{OPEN}(\\d+){CLOSE}"
_SUPPOSED = re.compile(
    r"(?i)^\W*(?:(?:theorem|lemma|proposition|corollary|claim)\b[^.]{0,20}\.\s*)?"
    r"(?:now\s+|further(?:more)?,?\s+|also\s+)?"
    r"(?P<head>let|suppose(?: that)?|assume(?: that)?|consider|if|given|fix)\s"
)
_CONCLUDES = re.compile(r"(?i)\b(?:then|so that|implies|iff|if and only if|whenever|unless)\b")
_PRIVATE = re.compile(
    rf"{_F}\s+(?:be|is|satisf(?:y|ies))\s+(?:an?\s+|any\s+|some\s+)?"
    rf"{_F}(?:\s*-\s*|\s+)(?:differential(?:ly)?[\s-]private|differential\s+privacy|DP)\b"
    r"(?:\s+(?:algorithm|mechanism)s?\b)?"
    r"(?!\s*(?:with (?:respect|probability)|in|under|at|on|against|if|when|for|only|except|up"
    r"|over)\b)"
)
_GUARANTEE = re.compile(r"\(?\s*(?P<epsilon>[^,()]+?)\s*(?:,\s*(?P<delta>[^,()]+?)\s*)?\)?")
_TWO = r"(?:two\s+|any\s+|any\s+two\s+|some\s+|fixed\s+|arbitrary\s+|a\s+pair\s+of\s+|be\s+)*"
_NEAR = r"(?:neighbou?ring|neighbou?rs|adjacent)"
_DATA = r"(?:\s+(?:datasets?|data\s?sets?|databases?|data\s?bases?|inputs?|samples?))?"
_SETS = r"(?:datasets?|databases?|inputs?|samples?)"
_LISTED = rf"(?P<names>{OPEN}\d+{CLOSE}(?:\s*(?:,|and)\s*{OPEN}\d+{CLOSE})?)"
_ONE_APART = (
    r"(?:that\s+|which\s+)?(?:differ(?:ing)?)\s+(?:in|on|by)\s+(?:exactly\s+|at\s+most\s+|only\s+)*"
    r"(?:one|a\s+single)\s+(?:record|entry|element|row|individual|coordinate|example|point|person)\b"
)
_NEIGHBOURS = (
    re.compile(rf"(?i){_LISTED}\s+(?:be|are)\s+{_TWO}{_NEAR}{_DATA}(?=\s*[.,;:]|\s+and\b|\s*\Z)"),
    re.compile(rf"(?i)\b(?:let|fix|consider|given)\s+{_TWO}{_NEAR}{_DATA}\s+{_LISTED}"),
    re.compile(rf"(?i){_LISTED}\s+(?:be|are)\s+{_TWO}{_SETS}\s+{_ONE_APART}"),
)
_CLOSE = re.compile(  # databases as histograms
    rf"(?i){_LISTED}\s+(?:be|are)\s+(?:{_TWO}{_SETS}\s+)?(?:such\s+that|with|satisfying)\s+"
    rf"{OPEN}(?P<apart>\d+){CLOSE}"
)
_APART = r"(?:\\\||\\[lr]?Vert)\s*{0}\s*-\s*{1}\s*(?:\\\||\\[lr]?Vert)\s*_\s*\{{?1\}}?\s*\\leq?\s*1"
_SCRIPT = r"\\math[a-z]+\s*\{?\s*[A-Z]\s*\}?(?:_\w)?"
_NOT = re.compile(r"(?i)\b(?:not|no|neither|never|fails?|non)\b|n't")


class PrivateSaid(RandomSaid):
    """An algorithm that is supposed to be private; its text is its name with its guarantee."""


class NeighboursSaid(RandomSaid):
    """Two datasets that are supposed to be neighbours; its text names them."""


def private_said(sentence: Sentence) -> Iterator[PrivateSaid]:
    r"""Yield the algorithms that a sentence supposes to be private.

    Examples
    --------
    >>> from boundcalc.prose.prose import read_prose
    >>> from boundcalc.tex.files import read_source
    >>> text = r"Let $M$ be an $(\varepsilon, \delta)$-differentially private algorithm."
    >>> [item.text for unit in read_prose(read_source(text)) for item in private_said(unit)]
    ['M: (\\varepsilon, \\delta)']
    """
    head = _SUPPOSED.match(sentence.text)
    if head is None:
        return
    supposed = _CONCLUDES.split(sentence.text)[0]
    if _NOT.search(supposed):
        return
    for found in _PRIVATE.finditer(supposed):
        name, how = (_formula(sentence, found[number]) for number in (1, 2))
        called = re.fullmatch(rf"(?P<name>{NAME}|{_SCRIPT})\s*(?::.+)?", name)
        pair = re.fullmatch(
            r"\(?\s*(?P<epsilon>[^,()]+?)\s*(?:,\s*(?P<delta>[^,()]+?)\s*)?\)?", how
        )
        if called is None or pair is None:
            continue
        epsilon, delta = pair["epsilon"], pair["delta"] or "0"
        yield PrivateSaid(
            text=f"{called['name']}: ({epsilon}, {delta})",
            names=frozenset((called["name"],)),
            place=_place(sentence, found[1]),
            parameters={**letters_of(epsilon, NONNEGATIVE), **letters_of(delta, PROBABILITY)},
            used=frozenset(map(int, found.groups())),
            is_whole=False,
            role=role_of(head["head"]),
        )


def neighbours_said(sentence: Sentence) -> Iterator[NeighboursSaid]:
    """Yield the two datasets that a sentence supposes to be neighbours."""
    head = re.search(r"(?i)\b(let|suppose|assume|consider|if|given|fix|for)\b", sentence.text)
    if head is None or _NOT.search(sentence.text):
        return
    for pattern in (*_NEIGHBOURS, _CLOSE):
        for found in pattern.finditer(sentence.text):
            numbers = re.findall(_F, found["names"])
            written = ", ".join(_formula(sentence, number) for number in numbers)
            written = re.sub(r"\s*\\in(?![A-Za-z]).*", "", written).replace(r"\sim", ",")
            names = [piece.strip() for piece in written.split(",")]
            if len(names) != 2 or not all(re.fullmatch(NAME, name) for name in names):
                continue
            if pattern is _CLOSE and not _are_close(names, _formula(sentence, found["apart"])):
                continue
            yield NeighboursSaid(
                text=", ".join(names),
                names=frozenset(),
                of=frozenset(names),
                place=_place(sentence, numbers[0]),
                used=frozenset(map(int, re.findall(_F, found.group()))),
                is_whole=False,
                role=role_of(head[1]),
            )


def _are_close(names: list[str], formula: str) -> bool:
    """Return whether a formula says that two histograms differ in one record at most."""
    orders = (names, names[::-1])
    return any(re.fullmatch(_APART.format(*map(re.escape, pair)), formula) for pair in orders)


def guarantees(said: Iterable[RandomSaid]) -> Iterator[tuple[PrivateSaid, str]]:
    """Yield each algorithm, and its declaration on all pairs of datasets."""
    items = list(said)
    pairs = dict.fromkeys(item.text for item in items if isinstance(item, NeighboursSaid))
    if pairs:
        yield from (
            (item, f"{item.text} on {'; '.join(pairs)}")
            for item in items
            if isinstance(item, PrivateSaid)
        )


def names_output(sentence: Sentence, private: PrivateSaid) -> bool:
    """Return whether a sentence gives a name to what an algorithm returns, which is random then."""
    (name,) = private.names
    called = re.compile(
        rf"{NAME}\s*(?:=|:=|\\(?:sim|gets|leftarrow|in|coloneqq)(?![A-Za-z]))\s*{re.escape(name)}(?![A-Za-z])"
    )
    return any(
        isinstance(item, Fragment) and called.search(plain_formula(item.text)) is not None
        for item in sentence.formulas
    )


def _formula(sentence: Sentence, number: str) -> str:
    item = sentence.formulas[int(number)]
    return plain_formula(item.text) if isinstance(item, Fragment) else ""


def _place(sentence: Sentence, number: str) -> Fragment:
    item = sentence.formulas[int(number)]
    return item if isinstance(item, Fragment) else item.formula
