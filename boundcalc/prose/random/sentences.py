r"""What sentences declare random, as "let $X_1, \ldots, X_n$ be independent random variables".

What is understood is written as the declaration ``X_1, \ldots, X_n in [0, 1], independent``, which
`boundcalc.randomness.declarations` reads. What more a sentence says only adds hypotheses: it may
be left out of a proof, and the sentence stays unread, so that nothing is refuted beside it. Words
that turn what is understood (not, a vector, a process) leave the whole sentence unread.

Main definitions
----------------
`RandomSaid`: a declaration, and what its parameters are.
`random_said`: those of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from boundcalc.language.domains import POSITIVE_INTEGER, PROBABILITY, REAL, Domain
from boundcalc.prose.phrases import Role
from boundcalc.prose.prose import CLOSE, OPEN, Sentence
from boundcalc.prose.random.named_laws import (
    DRAWN,
    behind_all,
    ends_clearly,
    goes_on,
    index_of,
    is_altered,
    letters_of,
    named_law,
    says_joint,
)
from boundcalc.reader.families import FAMILY
from boundcalc.tex.documents import Directive
from boundcalc.tex.number_sets import FROM_ONE, FROM_ZERO, values_in
from boundcalc.tex.source import Fragment, SourceText


@dataclass(frozen=True, kw_only=True)
class RandomSaid:
    """What a sentence declares random.

    Parameters
    ----------
    text : str
        The declaration, as a directive has it.
    names : frozenset of str
        What becomes random, as it is written, families by their heads.
    of, is_family : frozenset of str, bool
        What a function is of, families by their heads; whether it is a family.
    place : Fragment
        The formula that names it.
    parameters : mapping from str to Domain or None
        The numbers in it, with what they must be for the sentence to have a sense; None where that
        is left to be guessed.
    used : frozenset of int
        The formulas of the sentence that are understood, by their numbers.
    is_whole : bool
        Whether the sentence says no more of them.
    role : Role
        How long it holds: what is assumed to the end of its paragraph, a condition to the end of
        its sentence, and both in a theorem to its end.
    """

    text: str
    names: frozenset[str]
    place: Fragment
    of: frozenset[str] = frozenset()
    is_family: bool = False
    parameters: Mapping[str, Domain | None] = field(default_factory=dict)
    used: frozenset[int] = frozenset()
    is_whole: bool = True
    role: Role = Role.DECLARED

    def directive(self, sentence: Sentence) -> Directive:
        """Return the declaration as a directive that stands where the sentence does."""
        whole = self.place if sentence.place is None else sentence.place
        return declaration("random", self.text, self.place, whole)

    def speaks_of(self, name: str) -> bool:
        """Return whether a name is one of those that become random, or a parameter."""
        heads = tuple(f"{head}_" for head in self.names)
        return name in self.names or name in self.parameters or name.startswith(heads)


def declaration(word: str, text: str, place: Fragment, whole: Fragment) -> Directive:
    """Return a declaration that stands on the line of the formula which it was taken from."""
    above = "\n" * (place.position.line - 1)
    source = SourceText(above + text, macros=place.source.macros)
    return Directive(word, Fragment(source, len(above), len(source.text)), whole)


_F = f"{OPEN}(\\d+){CLOSE}"
_LIST = f"{OPEN}\\d+{CLOSE}(?:\\s*(?:,|and|, and)\\s*{OPEN}\\d+{CLOSE})*"
_HEAD = r"\b(?P<head>let|suppose(?: that)?|assume(?: that)?|consider|given|if|when|where|here)\s+"
_RANDOM = r"(?:(?:random|r\.)\s?v(?:ariable|\.|ar\.)|random variable|rv|RV)s?\b"
_SAID = (
    re.compile(
        rf"(?i){_HEAD}(?P<names>{_LIST})\s+(?:be|is|are)\s+(?P<words>[^{OPEN};:]*?){_RANDOM}"
    ),
    re.compile(rf"(?i){_HEAD}(?P<words>[^{OPEN};:]*?){_RANDOM}\s+(?P<names>{_LIST})"),
)
_JOINT = (
    r"(?:mutually\s+|all\s+)?(?:independent|i\.?i\.?d\.?)(?:\s+and\s+identically\s+distributed)?"
)
_DRAWS = re.compile(  # where no word says that they are random, but by which law they are drawn
    rf"(?i){_HEAD}(?P<names>{_LIST})\s+(?:be|are)\s+(?P<words>{_JOINT})"
    rf"(?=\s*,?\s*(?:with|from|draw|sampl|distributed|each)[^{OPEN}.;:]{{0,30}}{OPEN})"
)
_DISTRIBUTED = re.compile(rf"(?i){_HEAD}(?:the\s+)?(?P<names>{OPEN}\d+{CLOSE})(?!\s+be\b)")
_TURNING = re.compile(
    r"(?i)\b(?:not|no|neither|unless|except|vectors?|matri\w+|process\w*|sequences?|\w+-dimensional"
    r"|with (?:high |overwhelming )?probability|almost|conditional\w*|given|up to|approximately"
    r"|multivariate|complex|functions?|operators?|graphs?|elements?|strings?|sets?|infinite\w*)\b"
)
_PLAIN = re.compile(
    r"(?i)(?:an?|any|arbitrary|some|the|two|three|all|every|each|of|be|real|integer|valued|scalar|and|also"
    r"|univariate|mutually|jointly|pairwise|bounded|integrable|centered|centred|mean|zero|standard"
    r"|independent|iid|i\.i\.d\.?|identically|distributed|non|negative|nonnegative|positive"
    r"|bernoulli|indicator|binary|gaussian|normal|discrete|continuous|symmetric|sub|exponential"
    r"|subgaussian|finite|poisson|geometric|rademacher|uniform|variance|unit|with|general)\Z"
)
_MEANT = re.compile(r"bounded|symmetric|sub|pairwise|gaussian|normal|poisson|geom|unit|uniform")
_VALUES = re.compile(
    r"(?:,?\s*(?:each\s+|all\s+)?(?:with|taking|having|that (?:takes?|have)|which (?:takes?|have))"
    r"\s+(?:their\s+|its\s+)?values?\s+(?:in|on|from|between)"
    r"|,?\s*(?:supported|bounded|lying|contained)\s+(?:on|in|within|between|to)|\s*in)"
    rf"\s+(?:the\s+)?(?:closed\s+|bounded\s+|unit\s+)?(?:interval|range|set)?\s*{_F}",
    re.IGNORECASE,
)
_MEAN = re.compile(
    r"(?:,|and|with|having|of|\s)*(?:the same |common |finite )*"
    rf"(?:mean|expectation|expected value)s?\s*(?:{_F}|(?P<word>zero|one|0|1)\b)",
    re.IGNORECASE,
)
_VARIANCE = re.compile(
    r"(?:,|and|with|having|of|\s)*(?:the same |common |finite )*"
    rf"(?P<what>variance|standard deviation)s?\s*(?:{_F}|(?P<word>one|1)\b)",
    re.IGNORECASE,
)
_PARAMETER = re.compile(
    rf"(?:,|and|with|having|of|\s)*(?:success\s+)?(?:parameter|probability)s?\s*{_F}", re.IGNORECASE
)
_RELATION = re.compile(
    rf"(?:,|and|\s)*(?:such that|so that|where|with|satisfying|s\.t\.)\s*(?:each\s+)?{_F}",
    re.IGNORECASE,
)
_LAW = re.compile(
    r"(?:,|and|with|each|\s)*(?:(?:drawn|draws?|sampled|samples?|distributed|copies|random\s+variables)\s+)*"
    rf"(?:from|according to|as|with|following|having)\s+(?:the\s+)?(?:law\s+|distribution\s+)?{_F}",
    re.IGNORECASE,
)
_SPREAD = re.compile(
    r"(?:,|and|that|which|are|is|\s)*(?:mutually\s+|all\s+)?"
    r"(?P<how>independent and identically distributed|i\.?i\.?d\.?|independent)"
    r"(?!\s+(?:of|given|condition\w*|from|across|over|under|with (?:high\s+)?probability)\b)",
    re.IGNORECASE,
)
_OVER = re.compile(  # what goes on behind a declaration: formulas are read as everywhere
    rf"(?:[\s.,:]*(?:and\s+)?(?:let\s+)?{_F})*[\s.,:]*(?:(?:and\s+)?(?:let|fix|then|for|we|it)\b.*)?",
    re.IGNORECASE | re.DOTALL,
)
EXPECTED = r"(?:\\mathbb\s*\{?\s*E\s*\}?|\\(?:mathrm|mathbf|operatorname)\s*\{\s*E\s*\}|\\E|E)"
_VARIED = r"(?:\\(?:mathrm|operatorname|text|mathbb|mathbf)\s*\{\s*(?:Var|V)\s*\}|\\Var|\\var|Var)"
CHANCE = r"(?:\\Pr|\\mathbb\s*\{?\s*P\s*\}?|\\P|P|\\(?:mathrm|mathbf|operatorname)\s*\{\s*Pr?\s*\})"
# Of a family, which its first and last member name.
_SECOND = re.compile(r"(?P<head>\S+?)_\{?1\}?\s*,\s*(?P=head)_\{?2\}?\s*,\s*(?=\\[lc]?dots|\.{3})")
_ONE = r"(?:(?!\\[lc]?dots)\\[A-Za-z]+|[A-Za-z])(?:_(?:\{\d+\}|\d))?'*"  # no member of a family
_DRAWN = re.compile(  # one name, several, or a family, and by which law
    rf"(?P<names>{_ONE}(?:\s*,\s*{_ONE})*|{FAMILY.pattern})\s*{DRAWN}\s*(?P<law>.+)"
)
_SIGNS = re.compile(r"-\s*1(?![0-9])|\\pm(?![a-z])")  # values of what is called Bernoulli elsewhere
_INTERVAL = re.compile(r"[\[(][^,]*,[^,]*[\])]")
_SPACES = re.compile(r"\\(?:Omega|mathcal|mathbb|mathfrak|mathscr|infty)")


def random_said(sentence: Sentence) -> Iterator[RandomSaid]:
    r"""Yield what a sentence declares random.

    Examples
    --------
    >>> from boundcalc.prose.prose import read_prose
    >>> from boundcalc.tex.files import read_source
    >>> text = r"Let $X_1, \ldots, X_n$ be i.i.d. random variables with values in $[0, 1]$."
    >>> (sentence,) = read_prose(read_source(text))
    >>> [item.text for item in random_said(sentence)]
    ['X_1, \\ldots, X_n in [0, 1], iid']
    """
    has_signs = any(_SIGNS.search(_formula(sentence, at)) for at in range(len(sentence.formulas)))
    yield from (it for it in _all_said(sentence) if not (has_signs and "bernoulli" in it.text))


def _all_said(sentence: Sentence) -> Iterator[RandomSaid]:
    for pattern in _SAID:
        for found in pattern.finditer(sentence.text):
            said = _Said(sentence, found["names"], found["words"], sentence.text[found.end() :])
            yield from (replace(item, role=role_of(found["head"])) for item in said.declaration())
    for found in _DRAWS.finditer(sentence.text):
        said = _Said(sentence, found["names"], found["words"], sentence.text[found.end() :])
        drawn = (item for item in said.declaration() if "with law" in item.text)
        yield from (replace(item, role=role_of(found["head"])) for item in drawn)
    for found in _DISTRIBUTED.finditer(sentence.text):
        named = _distributed(sentence, found)
        yield from (replace(item, role=role_of(found["head"])) for item in named)


def role_of(head: str) -> Role:
    """Return how long what a sentence says holds, by the word with which it begins."""
    said = Role.ASSUMED if re.match(r"(?i)suppose|assume", head) else Role.DECLARED
    return Role.CONDITION if head.lower() in ("if", "when") else said


def _formula(sentence: Sentence, number: str | int) -> str:
    item = sentence.formulas[int(number)]
    return plain_formula(item.text) if isinstance(item, Fragment) else ""


def plain_formula(text: str) -> str:
    """Return a formula without spacing and the sizes of delimiters."""
    text = re.sub(r"\\(?:left|right|[bB]igg?[lr]?|,|;|!|:|quad)(?![A-Za-z])", " ", text)
    text = re.sub(r"\s+(?=_)", "", " ".join(text.split())).rstrip(".,; ")
    return _SECOND.sub(r"\g<head>_1, ", text)


class _Said:
    """One mention of random variables: goes through the words behind them."""

    def __init__(self, sentence: Sentence, names: str, words: str, tail: str) -> None:
        self.sentence = sentence
        self.words = words.lower()
        self.tail = tail
        numbers = re.findall(_F, names)
        self.used = set(map(int, numbers))
        self.places = [item for number in numbers
                       if isinstance(item := sentence.formulas[int(number)], Fragment)]  # fmt: skip
        self.listed = ", ".join(plain_formula(place.text) for place in self.places)
        self.values = ""
        self.clauses: dict[str, str] = {}
        self.parameters: dict[str, Domain | None] = {}
        self.is_whole = True

    def declaration(self) -> Iterator[RandomSaid]:
        """Yield the declaration, if all that turns it is understood."""
        family = FAMILY.fullmatch(self.listed)
        pieces = [family["head"]] if family else [item.strip() for item in self.listed.split(",")]
        if not all(re.fullmatch(_ONE, piece) for piece in pieces) or not self.take_words():
            return
        member = rf"{re.escape(pieces[0])}(?:_(?:\{{[A-Za-z]\}}|[A-Za-z]))?" if family else (
            "|".join(map(re.escape, pieces)))  # fmt: skip
        self.member = rf"(?:{member})"
        if family is not None:
            self.parameters.update(letters_of(family["last"], POSITIVE_INTEGER))
        if not self.take_tail():
            return
        if family is None and len(pieces) == 1:
            for clause in ("iid", "independent"):
                self.clauses.pop(clause, None)
        if family is not None:
            self.leave_moments()
        yield RandomSaid(
            text=self.text(),
            names=frozenset(pieces),
            place=self.places[0],
            is_family=family is not None,
            parameters=self.parameters,
            used=frozenset(self.used),
            is_whole=self.is_whole,
        )

    def leave_moments(self) -> None:
        """Leave out the moments of a family of which the members are not alike."""
        if "iid" not in self.clauses and not self.clauses.keys().isdisjoint(("mean", "variance")):
            self.clauses.pop("mean", None)
            self.clauses.pop("variance", None)
            self.is_whole = False

    def take_words(self) -> bool:
        """Take the words before "random variables"; return whether all of them are known."""
        words = self.words
        if (
            _TURNING.search(words)
            or re.search(r"\bnon(?!-?\s?neg)", words)
            or not all(_PLAIN.match(word) for word in re.findall(r"[a-z.]+", words))
        ):
            return False
        is_integer = "integer" in words
        if re.search(r"non-?\s?negative", words):
            self.values = FROM_ZERO if is_integer else "nonnegative"
        elif re.search(r"\bpositive", words):
            self.values = FROM_ONE if is_integer else "positive"
        elif is_integer:
            self.values = "integer"
        if re.search(r"\b(?:bernoulli|indicator|binary)\b", words) and "symmetric" not in words:
            self.values = "integer in [0, 1]"
        if re.search(r"(?:zero[\s-]?mean|mean[\s-]?zero|cent(?:e?red|red))\b", words):
            self.clauses["mean"] = "mean 0"
        if re.search(r"\bstandard (?:normal|gaussian)", words):
            self.clauses["law"] = "with law normal(0, 1)"
        if re.search(r"\bi\.?i\.?d\b|independent(?:,| and) identically", words):
            self.clauses["iid"] = "iid"
        elif re.search(r"(?<!pairwise )\bindependent\b", words):
            self.clauses["independent"] = "independent"
        self.is_whole = not _MEANT.search(words)
        return True

    def take_tail(self) -> bool:
        """Take what stands behind; return whether nothing in it turns what is understood."""
        ways = (
            (_VALUES, self.take_values), (_MEAN, self.take_mean), (_VARIANCE, self.take_variance),
            (_PARAMETER, self.take_parameter), (_LAW, self.take_drawn),
            (_RELATION, self.take_relation), (_SPREAD, self.take_spread),
        )  # fmt: skip
        while True:
            for pattern, take in ways:
                found = pattern.match(self.tail)
                if found:
                    if not take(found):
                        return False
                    self.used |= set(map(int, re.findall(_F, found.group())))
                    self.tail = self.tail[found.end() :]
                    break
            else:
                break
        is_over = _OVER.fullmatch(self.tail) is not None
        if not goes_on(self.tail):  # it may be said of some of them
            for clause in ("iid", "independent"):
                self.clauses.pop(clause, None)
        self.is_whole = self.is_whole and is_over
        said = re.split(r"(?i)\b(?:then|let|we)\b", self.tail)[0]
        return not _TURNING.search(said)

    def take_values(self, found: re.Match[str]) -> bool:
        return self.lie_in(_formula(self.sentence, found[1]))

    def lie_in(self, text: str) -> bool:
        """Take a set of values; return whether it is one of numbers."""
        pair = re.fullmatch(r"\\?\{\s*(-?\s*[01])\s*,\s*(1)\s*\\?\}", text)
        if pair:
            is_chance = pair[1] == "0"
            self.values = "integer in [0, 1]" if is_chance else "in [-1, 1]"
            self.is_whole = self.is_whole and is_chance
        elif (known := values_in(text)) is not None:
            values, is_all = known
            self.values = values if values != "real" or not self.values else self.values
            self.is_whole = self.is_whole and is_all
        elif _INTERVAL.fullmatch(text) and not _SPACES.search(text):
            self.values = f"in {text}"
            for end in text[1:-1].split(","):
                self.parameters.update(letters_of(end, REAL))
        else:
            return False
        return True

    def take_mean(self, found: re.Match[str]) -> bool:
        self.clause("mean", _value(self.sentence, found), REAL)
        return True

    def take_variance(self, found: re.Match[str]) -> bool:
        value = _value(self.sentence, found)
        is_root = found["what"].lower() != "variance"
        self.clause("variance", f"({value})^2" if is_root else value, REAL)
        return True

    def take_parameter(self, found: re.Match[str]) -> bool:
        value = _formula(self.sentence, found[1])
        if "bernoulli" in self.words and "_" not in value:
            self.clauses["law"] = f"with law bernoulli({value})"
            self.parameters.update(letters_of(value, PROBABILITY))
        elif "probability" in found.group().lower():
            return False  # it is what holds with some probability
        else:
            self.is_whole = False
        return True

    def take_spread(self, found: re.Match[str]) -> bool:
        is_same = not found["how"].lower().endswith("independent")
        self.clauses["iid" if is_same else "independent"] = "iid" if is_same else "independent"
        return True

    def take_drawn(self, found: re.Match[str]) -> bool:
        """Take the law that all are drawn from, or that a member has; leave relations of others."""
        text = _formula(self.sentence, found[1])
        drawn = re.fullmatch(rf"{self.member}\s*{DRAWN}\s*(.+)", text)
        if drawn is None and re.search(r"[=<>]|\\(?:leq?|geq?|sim|in)(?![A-Za-z])", text):
            return self.take_relation(found)
        law = named_law(drawn[1] if drawn else text)
        behind = self.tail[found.end() :]
        rest = behind_all(behind, lambda number: _formula(self.sentence, number))
        letter = index_of(text)
        if rest is None or not ends_clearly(rest) or letter in self.parameters:
            return False  # others may have another law
        if law is None or "_" in law.text or (letter and letter in law.parameters):
            self.is_whole = False
            return True
        self.clauses["law"] = f"with law {law.text}"
        self.parameters.update(law.parameters)
        if self.clauses.pop("independent", None):
            self.clauses["iid"] = "iid"
        return True

    def take_relation(self, found: re.Match[str]) -> bool:
        """Take a relation about a member, as that it lies between two numbers."""
        text, member = _formula(self.sentence, found[1]), self.member
        around = r"\s*[\[({]\s*"
        behind = r"\s*[\])}]\s*"
        if between := re.fullmatch(
            rf"(.+?)\s*\\leq?(?:slant)?\s+{member}\s*\\leq?(?:slant)?\s+(.+)", text
        ):
            return self.lie_in(f"[{between[1]}, {between[2]}]")
        if bounded := re.fullmatch(rf"\|\s*{member}\s*\|\s*\\leq?(?:slant)?\s*(.+)", text):
            return self.lie_in(f"[-({bounded[1]}), {bounded[1]}]")
        if inside := re.fullmatch(rf"{member}\s*\\in\s*(.+)", text):
            return self.lie_in(inside[1])
        if mean := re.fullmatch(rf"{EXPECTED}(?:{around}|\s+){member}(?:{behind}|\s*)=(.+)", text):
            self.clause("mean", mean[1].strip(), REAL)
        elif spread := re.fullmatch(
            rf"{_VARIED}(?:{around}|\s+){member}(?:{behind}|\s*)=(.+)", text
        ):
            self.clause("variance", spread[1].strip(), REAL)
        elif chance := re.fullmatch(rf"{CHANCE}{around}{member}\s*=\s*1{behind}=(.+)", text):
            value = chance[1].strip()
            if "_" in value or "=" in value or self.values != "integer in [0, 1]":
                self.is_whole = False
            else:
                self.clauses["law"] = f"with law bernoulli({value})"
                self.parameters.update(letters_of(value, PROBABILITY))
        else:
            self.is_whole = False
        return True

    def clause(self, word: str, value: str, domain: Domain) -> None:
        """Keep a moment, unless it depends on the index or is more than a value."""
        if not value or "_" in value or re.search(r"[=<>]|\\leq?|\\geq?|,", value):
            self.is_whole = False
            return
        self.clauses[word] = f"{word} {value}"
        self.parameters.update(letters_of(value, domain))

    def text(self) -> str:
        """Return the declaration; moments that no bound gives are presumed where it is used."""
        values = self.values or "real"
        law = self.clauses.pop("law", "")
        if law:
            moments = ""
            self.clauses.pop("mean", None)
            self.clauses.pop("variance", None)
            values = "integer in [0, 1]" if "bernoulli" in law else "real"
        else:
            moments = "" if " in " in f" {values}" and r"\infty" not in values else MOMENTS
        return ", ".join(
            filter(None, (f"{self.listed} {values}", law, moments, *self.clauses.values()))
        )


MOMENTS = "square integrable"  # where a sentence says nothing of moments, and bounds nothing


def _value(sentence: Sentence, found: re.Match[str]) -> str:
    word = (found["word"] or "").lower()
    numbers = [text for text in found.groups() if text and text.isdigit()]
    if word:
        return {"zero": "0", "one": "1"}.get(word, word)
    return _formula(sentence, numbers[0])


def _distributed(sentence: Sentence, found: re.Match[str]) -> Iterator[RandomSaid]:
    r"""Yield what a formula such as ``X \sim \mathcal{N}(0, \sigma^2)`` declares."""
    place = sentence.formulas[int(re.findall(_F, found["names"])[0])]
    if not isinstance(place, Fragment):
        return
    text = plain_formula(place.text)
    parted = _DRAWN.fullmatch(text)
    if parted is None or _TURNING.search(sentence.text[found.end() :].partition(OPEN)[0]):
        return
    law = named_law(parted["law"])
    if law is None:
        return
    parameters = dict(law.parameters)
    family = FAMILY.fullmatch(parted["names"])
    pieces = [family["head"]] if family else re.findall(_ONE, parted["names"])
    if family:
        parameters.update(letters_of(family["last"], POSITIVE_INTEGER))
    behind = sentence.text[found.end() :]
    if is_altered(behind):
        return
    is_joint = re.search(r"(?i)i\.?i\.?d", text) or says_joint(behind)
    spread = ", iid" if is_joint and (family or len(pieces) > 1) else ""
    if not spread and len(pieces) > 1:
        return
    yield RandomSaid(
        text=f"{parted['names']} {law.values}, with law {law.text}{spread}",
        names=frozenset(pieces),
        place=place,
        is_family=family is not None,
        parameters=parameters,
        used=frozenset(map(int, re.findall(_F, found["names"]))),
    )
