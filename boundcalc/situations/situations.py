r"""Situations: what a document says in prose that holds at a display.

Main definitions
----------------
`Situation`: what holds at one display, and what the display is in its sentence.
`Domained`, `Hypothesis`, `Unread`: what it consists of, each with its origin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from boundcalc.language.domains import Domain
from boundcalc.language.expressions import Expression
from boundcalc.prose.no_numbers import is_strange
from boundcalc.prose.standing.standing import Standing
from boundcalc.tex.documents import Directive
from boundcalc.tex.source import Fragment

_OF_MEMBERS = re.compile(
    r"(?i)\b(?:(?:semi-?|sub)?groups?|(?:sub)?rings?|monoids?|(?:finite )?fields?|algebras?)\b"
)
_APART = re.compile(
    rf"(?i){_OF_MEMBERS.pattern}|\b(?:matri(?:x|ces)|(?:sub)?sets?|algorithms?|mechanisms?|events?"
    r"|class(?:es)?|data(?:sets|set|bases|base)|graphs?|operators?|spaces?|tuples?|strings?"
    r"|famil(?:y|ies)|collections?|permutations?|trees?|partitions?|oracles?|polic(?:y|ies))\b"
)

_DEFINES = r"(?i)\b(?:let|define|denote|set|put|write)\s+(?:(?:us|also|now|by|the|\w+)\s+){0,4}\$"
_RESTRICTS = re.compile(
    r"(?i)\b(?:if|when\w*|unless|otherwise|probabilit\w+|events?|suppose|assum\w+|some|case|cases"
    r"|approx\w*|roughly|condition\w*|given|such|satisf\w+|fix\w*|not|no)\b"
    r"|\bfor (?!all\b|any\b|every\b|each\b)|\.\.\.$"
)
_WITHIN = re.compile(r"(?i)\b(?:in|on|over)\b")  # which a function is defined, or members are


class Certainty(Enum):
    """How an inference is known."""

    STATED = "stated"
    GUESSED = "guessed"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an inference was taken from: a line, and the words that stand there.

    `file` is named where it is not the document itself.
    """

    line: int
    words: str
    certainty: Certainty = Certainty.STATED
    file: str = ""

    @property
    def place(self) -> str:
        """The line, or the file, in words."""
        return self.file or f"line {self.line}"


@dataclass(frozen=True, slots=True)
class Domained:
    """A name with its domain; None says that it is no number, `what` in which words if in any.

    `is_apart` says that what holds of numbers is not known to hold of it.
    """

    name: str
    domain: Domain | None
    origin: Origin
    is_vague: bool = False
    sure: Domain | None = None  # what is certain of a guessed domain, from use, and its sign
    what: str = ""

    @property
    def is_apart(self) -> bool:
        r"""Whether no arithmetic is known of it, as of a matrix, or of an ``e`` that is no number.

        Examples
        --------
        >>> origin = Origin(1, "Let A be a matrix and v a vector.")
        >>> [Domained("A", None, origin, what=text).is_apart for text in ("a matrix", "a vector")]
        [True, False]
        """
        is_constant = self.name in ("e", r"\pi")
        is_called = self.is_strange or bool(_APART.search(self.what))
        return self.domain is None and (is_constant or is_called)

    @property
    def is_strange(self) -> bool:
        """Whether it is called something with an arithmetic of its own, which may have an order."""
        return self.domain is None and is_strange(self.what)

    @property
    def has_apart_members(self) -> bool:
        """Whether no arithmetic is known of its members, as of those of a group."""
        return self.domain is None and bool(_OF_MEMBERS.search(self.what))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A relation that the document assumes here, or that defines what stands on its left.

    One that `is_narrowed` defines a function where its sentence says, and is no premise.
    """

    place: Fragment
    origin: Origin
    is_definition: bool = False
    is_narrowed: bool = False

    @property
    def is_said(self) -> bool:
        r"""Whether "let $X = ...$" defines by it alone, and nothing says when it holds.

        Examples
        --------
        >>> place = Fragment.of("X = Y + Z")
        >>> said = "Let $X = Y + Z$.", "Let $X = Y + Z$ if $Y > 0$.", "%! let X = Y + Z"
        >>> [Hypothesis(place, Origin(1, words)).is_said for words in said]
        [True, False, True]
        """
        words = " ".join(self.origin.words.split())
        text = " ".join(self.place.text.split()).rstrip(" .,;")
        if re.sub(r"_\{[^{}]*\}", "", text).count("=") != 1:
            return False
        if words.startswith("%! let "):
            return True
        plain = re.sub(r"\$[^$]*\$", "$", words)
        is_name = not re.search(r"[_(]", text.partition("=")[0])
        is_restricted = _RESTRICTS.search(plain) or (_WITHIN.search(plain) and not is_name)
        return bool(re.search(_DEFINES + re.escape(text), words)) and not is_restricted


@dataclass(frozen=True, slots=True)
class Unread:
    """Words that may be a hypothesis and were not understood, with the names in them.

    What `is_ended` was understood, and may hold no more behind a sentence that was not.
    """

    names: frozenset[str]
    origin: Origin
    is_ended: bool = False


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What the document says that holds at a display.

    Parameters
    ----------
    domains : mapping from str to Domained
        By the canonical LaTeX of the name.
    hypotheses : tuple of Hypothesis
        What is assumed.
    unread : tuple of Unread
        What may be assumed beside.
    standing : Standing
        What the display is in its sentence.
    reasons : tuple of str
        What the words around it name as its reason.
    steps : tuple of (str, str)
        Reasons of single steps, as in "the first inequality is by Lemma 2".
    first, last : str
        The clause that gives a reason before it, and behind it; empty without one.
    may_define : bool
        Whether the words before it may say that it defines something.
    is_introduced : bool
        Whether they introduce what stands on its left, and give nothing to others.
    is_qualified : bool
        Whether its sentence says when it holds, or doubts it, so that it defines nothing for all.
    is_loose : bool
        Whether the sentence says that it holds only roughly.
    conflicts : mapping from str to str
        Names with two domains in force, and both in words.
    log_base : Expression or None
        The base of a bare logarithm; None is natural.
    random : tuple of Directive
        What is declared random, in the order of the declarations.
    renamed : mapping from str to int
        How many sentences before it may have given a name another meaning.
    unclear : int
        How many sentences before it were not understood, and may have changed anything.
    clear : Fragment or None
        The last sentence that was not understood, up to the display.
    """

    domains: Mapping[str, Domained] = field(default_factory=dict)
    hypotheses: tuple[Hypothesis, ...] = ()
    unread: tuple[Unread, ...] = ()
    standing: Standing = Standing.CLAIM
    reasons: tuple[str, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    first: str = ""
    last: str = ""
    may_define: bool = False
    is_introduced: bool = False
    is_qualified: bool = False
    is_loose: bool = False
    conflicts: Mapping[str, str] = field(default_factory=dict)
    log_base: Expression | None = None
    random: tuple[Directive, ...] = ()
    renamed: Mapping[str, int] = field(default_factory=dict)
    unclear: int = 0
    clear: Fragment | None = None


NOTHING = Situation()
