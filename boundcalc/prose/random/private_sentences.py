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
from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.prose.random.named_laws import NAME, letters_of
from boundcalc.prose.random.sentences import RandomSaid, plain_formula, role_of
from boundcalc.tex.source import Fragment

_F = f"{OPEN}(\\d+){CLOSE}"
_IS_PRIVATE = (
    rf"{OPEN}\d+{CLOSE}\s+(?:be|is|satisf(?:y|ies))\s+(?:an?\s+|any\s+|some\s+)?{OPEN}\d+{CLOSE}"
    r"(?:\s*-\s*|\s+)(?:differential(?:ly)?[\s-]private|differential\s+privacy|DP)"
    r"(?:\s+(?:algorithm|mechanism))?(?![\w-])"
)
_SUPPOSED = re.compile(  # nothing else may stand before or behind it in its clause
    r"(?i)^\W*(?:(?:now|also|further(?:more)?|next),?\s+)?"
    r"(?P<head>let|suppose(?: that)?|assume(?: that)?|if)\s+"
    rf"(?P<said>{_IS_PRIVATE}(?:,?\s+and\s+(?:let\s+|suppose\s+|assume\s+)?(?:that\s+)?{_IS_PRIVATE})*)"
    r"(?:,?\s+with\s+independent\s+(?:randomness|coins|random\s+bits))?"
    rf"(?:\s*[.;:,]?\s*\Z|\s*[;,]\s*(?:then\b|(?:and\s+)?(?:let|fix)\s+{OPEN})"
    rf"|\s+and\s+(?:let|fix)\s+{OPEN})"
)
_PRIVATE = re.compile(rf"{_F}\s+(?:be|is|satisf(?:y|ies))\s+(?:an?\s+|any\s+|some\s+)?{_F}")
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
    re.compile(
        rf"(?i)^\W*(?:then,?\s+|now,?\s+)?for\s+(?:all\s+|every\s+|each\s+)?{_TWO}{_NEAR}{_DATA}"
        rf"\s+{_LISTED}(?=\s*,)"
    ),
    re.compile(rf"(?i){_LISTED}\s+(?:be|are)\s+{_TWO}{_SETS}\s+{_ONE_APART}"),
)
_CLOSE = re.compile(  # databases as histograms
    rf"(?i){_LISTED}\s+(?:be|are)\s+(?:{_TWO}{_SETS}\s+)?(?:such\s+that|with|satisfying)\s+"
    rf"{OPEN}(?P<apart>\d+){CLOSE}"
)
_APART = r"(?:\\\||\\[lr]?Vert)\s*{0}\s*-\s*{1}\s*(?:\\\||\\[lr]?Vert)\s*_\s*\{{?1\}}?\s*\\leq?\s*1"
_SCRIPT = r"\\math[a-z]+\s*\{?\s*[A-Z]\s*\}?(?:_\w)?"
_RETURNED = re.compile(
    r"(?i)\b(?:outputs?|outcomes?|drawn|draws?|sampl\w*|results?|returns?|returned|realiz\w*|observ\w*"
    r"|answers?)\b"
)
_RANDOM_SET = re.compile(
    r"(?i)\b(?:be|is)\s+(?:random\b(?!\s+[a-z])|chosen\b|drawn\b)|\bdepend\w*\s+on\b"
)
_OF_OUTPUT = re.compile(r"(?i)\b(?:events?|sets?)\s+(?:that|of|where|when|in\s+which|on\s+which)\b")
_HISTOGRAMS = re.compile(r"(?i)\b(?:databases?|datasets?|histograms?)\b|\\mathbb\s*\{?\s*N")
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
    for found in _PRIVATE.finditer(head["said"]):
        name, how = (_formula(sentence, found[number]) for number in (1, 2))
        called = re.fullmatch(rf"(?P<name>{NAME}|{_SCRIPT})\s*(?::.+)?", name)
        pair = _GUARANTEE.fullmatch(how)
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
            if pattern is _CLOSE and not _are_close(names, sentence, numbers[0], found["apart"]):
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


def _are_close(names: list[str], sentence: Sentence, named: str, apart: str) -> bool:
    """Return whether a formula says that two histograms differ in one record at most."""
    is_other = re.search(r"\\in(?![A-Za-z])(?!\s*\\mathbb\s*\{?\s*N)", _formula(sentence, named))
    if is_other or _HISTOGRAMS.search(sentence.written(sentence.text)) is None:
        return False
    return any(
        re.fullmatch(_APART.format(*map(re.escape, pair)), _formula(sentence, apart))
        for pair in (names, names[::-1])
    )


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
    own = rf"{re.escape(name)}(?![A-Za-z])"
    called = re.compile(
        rf"\s*{NAME}\s*(?:=|:=|\\(?:sim|gets|leftarrow|in|coloneqq)(?![A-Za-z])).*{own}"
    )
    texts = [plain_formula(it.text) for it in sentence.formulas if isinstance(it, Fragment)]
    if any(called.match(text) for text in texts):
        return True
    is_random = _RANDOM_SET.search(sentence.text) is not None
    if is_random and any(re.fullmatch(r"[A-Z]", text) for text in texts):
        return True
    is_event = _OF_OUTPUT.search(sentence.text) is not None
    if is_event and any(re.fullmatch(rf"{own}\s*\(.*\)", text) for text in texts):
        return True
    return _RETURNED.search(sentence.text) is not None and any(
        re.search(rf"{own}\s*(?:\(|\Z)", text) for text in texts
    )


def _formula(sentence: Sentence, number: str) -> str:
    item = sentence.formulas[int(number)]
    return plain_formula(item.text) if isinstance(item, Fragment) else ""


def _place(sentence: Sentence, number: str) -> Fragment:
    item = sentence.formulas[int(number)]
    return item if isinstance(item, Fragment) else item.formula
