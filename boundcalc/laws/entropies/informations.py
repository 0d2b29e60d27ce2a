r"""Entropies and mutual informations: each is a sum of entropies of what is taken together.

``H(X \mid Y)`` is ``H(X, Y) - H(Y)``, and ``I(X; Y \mid Z)`` is
``H(X, Z) + H(Y, Z) - H(X, Y, Z) - H(Z)``, so that chain rules are algebra between joint entropies;
no information is negative. A letter may be an entropy only in a text that speaks of entropies.
What is conditional on one value is put in where its mean over all values stands; else it is left as
it stands, as is what is conditional on an event, and so are the entropies of numbers and cross
entropies. (Cover and Thomas, Elements of Information Theory, 2006, chapter 2.)

Main definitions
----------------
`information_laws_of`: the equations that bring the terms of relations into this form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from boundcalc.language.domains import REAL
from boundcalc.language.expressions import Number, Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.entropies.chains import Chain, added_up, chain_of, members
from boundcalc.laws.entropies.divergences import DIVERGENCE, divergence, is_about_divergences
from boundcalc.laws.entropies.inequalities import MOST_SEPARATE, informations, of_alphabets
from boundcalc.laws.entropies.markov import vanishing
from boundcalc.laws.entropies.masses import OWN
from boundcalc.laws.entropies.meanings import has_usual_entropies, may_be_laws
from boundcalc.laws.entropies.means import MASSES, Means
from boundcalc.laws.entropies.variables import ACCENT, BAR, together, unfolded, variables_in
from boundcalc.laws.forms import Form, TooLongError, monomial_form, number_form
from boundcalc.laws.instances import laws_by, symbols_of
from boundcalc.laws.laws import Law, Laws
from boundcalc.laws.terms import Term, TermKind
from boundcalc.reader.scope import Scope
from boundcalc.tex.source import SourceText

ENTROPY = "the chain rule of entropies"
CONDITIONAL = "a conditional entropy as a mean"
ZERO = "what the text calls independent has no information of each other"
NOT_NEGATIVE = "no entropy, information or relative entropy is negative"
_SPEAKS = re.compile(
    r"(?<!cross.)(?<!relative.)entrop(?:y|ies)|mutual information", re.IGNORECASE | re.DOTALL
)
_OTHERS = re.compile(  # whose entropies obey other laws
    r"quantum|von Neumann|qubit|density (?:matri|operator)|nyi(?:'s)? entrop|(?:min|max)-?entrop",
    re.IGNORECASE,
)
_DIFFERENTIAL = re.compile(  # entropies of densities, which may be negative
    r"differential|densit(?:y|ies)|continuous|gaussian|normal distribution|\\int(?![A-Za-z])",
    re.IGNORECASE,
)
_MAY_BE_ONE = re.compile(
    r"(?<![A-Za-z\\])[HhI]\(|\\(?:log|ln)(?![A-Za-z])|D[^()]*\(|KL|\\sum.*[pPqQ][^()]*\("
)
_SMALL = re.compile(r"(?<![A-Za-z\\])h\(")
_CROSS = re.compile(r"cross[\s-]?entrop", re.IGNORECASE)
_WEIGHT = (
    r"(?:(?:\\Pr|\\mathbb\{P\}|P|p)[(\[](?P=on)=(?P=at)[)\]]|p\((?P=at)\)"
    r"|[pP]_\{?(?P=on)\}?\((?P=at)\))"
)
_LOG_OF_SIZE = re.compile(
    r"\\(?:ln(?![A-Za-z])|log\s*_\s*\{?2\}?)(?=\s*(?:\\left|\(|\s)*(?:\||\\l?vert)\s*\\math(?:cal|scr))"
)
_ENTROPY_AT = r"H\((?P<of>[^()|]+)\|(?P<on>[A-OR-Z])=(?P<at>[a-z])\)"
_MEAN = re.compile(  # of entropies on each value of a variable, by its law
    r"\\sum(?:\\limits)?_\{?(?P<over>[a-z])(?:\\in\\math\w+\{(?P<set>[A-Z])\})?\}?"
    rf"(?P<first>(?:.*?(?=H\())?){_ENTROPY_AT}(?P<last>.*)"
)


def information_laws_of(
    relations: Iterable[Relation],
    scope: Scope,
    source: SourceText,
    tentative: Iterable[str] = (),
    before: str = "",
) -> tuple[list[Law], list[Relation], list[Relation]]:
    r"""Return equations that turn conditional entropies and informations into joint entropies.

    The relations say which sums of these are not negative, where the first one is an inequality,
    and which are zero by what stands `before` the row.

    Examples
    --------
    >>> from boundcalc.displays.displays import read_display
    >>> row = read_display(r"H(X, Y) = H(X) + H(Y \mid X)", Scope()).rows[0]
    >>> laws, *_ = information_laws_of([row.relation], Scope(), SourceText("The entropy of"))
    >>> [str(law.relation) for law in laws]
    ['H(Y|X) = -H(X) + H(X,Y)']
    """
    known = list(relations)
    if not _is_about_informations(source.document):
        return [], [], []
    symbols = symbols_of(known)
    if not any(_MAY_BE_ONE.search(symbol.latex) for symbol in symbols):
        return [], [], []
    reader = _Entropies(scope, source, frozenset(tentative), symbols)
    laws = laws_by(reader)
    is_equation = known[0].sense is Sense.EQ
    is_doubtful = not laws and _CROSS.search(source.document) is not None
    is_used = reader.is_used or (not is_equation and bool(reader.joints) and reader.is_discrete)
    if not is_used or reader.is_partial or is_doubtful:
        return [], [], []
    zeros = list(reader.zeros(known[0], before))
    return laws, [] if is_equation else list(reader.facts(known[0])), zeros


@lru_cache(maxsize=4096)
def _is_about_informations(text: str) -> bool:
    """Return whether a text speaks of entropies or informations, and of no other kinds of them."""
    is_about = _SPEAKS.search(text) is not None or is_about_divergences(text)
    return is_about and _OTHERS.search(text) is None and has_usual_entropies(text)


@lru_cache(maxsize=4096)
def _is_of_densities(text: str) -> bool:
    """Return whether a capital H of a text may be the entropy of a density."""
    has_both = "differential entrop" in text.lower() and _SMALL.search(text) is not None
    has_both &= "continuous" not in text.lower()
    return _DIFFERENTIAL.search(text) is not None and not has_both


class _Entropies(Laws):
    """Brings conditional entropies and informations into joint entropies."""

    def __init__(
        self, scope: Scope, source: SourceText, tentative: frozenset[str], symbols: list[Symbol]
    ) -> None:
        super().__init__(scope, source, tentative, symbols)
        shown = [symbol.latex for symbol in symbols]
        has_small = any(_SMALL.search(latex) and BAR.search(latex) for latex in shown)
        has_large = any(re.search(r"(?<![A-Za-z\\])H\(", latex) for latex in shown)
        self.head = "" if has_small and has_large else "h" if has_small else "H"
        self.is_discrete = self.head == "H" and not _is_of_densities(source.document)
        self.is_used = self.is_partial = False
        self.joints: dict[frozenset[str], Symbol] = {}
        self.bounds: dict[str, Form] = {}  # which are not negative, by where they come from
        self.named: dict[str, frozenset[str]] = {}  # of which variables an atom is the entropy
        self.means = Means(self, lambda names: self.joint(names, symbols[0]))

    def _form(self, term: Term, symbol: Symbol) -> Form:
        """A sum over a mass function is an entropy where logarithms of it stand in the sum."""
        mean = _mean_of_entropies(term, symbol) if self.head == "H" else None
        if mean is not None:
            self.is_used = True
            self.used.append(CONDITIONAL)
            whole = self.joint(mean[0] | mean[1], symbol)
            return whole.plus(self.joint(mean[1], symbol).scaled(Fraction(-1)))
        if self.head == "H" and term.kind in (TermKind.SUM, TermKind.EXPECTATION):
            found = self.means.mean(term)
            if found is not None:
                self.is_used = True
                self.used.append(MASSES)
                return found
        chained = self._chained(term, symbol) if self.head else None
        if chained is not None:
            return chained
        return super()._form(term, symbol)

    def _value(self, term: Term, symbol: Symbol) -> Form:
        """An entropy is one of what is taken together, an information a sum of four."""
        if found := self._divergence(term, symbol):
            return found
        parts = _parted(term, self.source.document) if self.head else None
        if parts is None or term.head not in (self.head, "I"):
            self.is_partial = self.is_partial or _has_several(term)
            return super()._value(term, symbol)
        sets, given = parts
        if len(sets) != (2 if term.head == "I" else 1):
            raise TooLongError
        is_family = any("dots" in name for name in sets[0])
        self.is_used |= bool(given) or len(sets) == 2 or len(sets[0]) > 1 or is_family
        self.used.append(ENTROPY)
        if len(sets) == 1:
            is_own = not given
            whole = self.joint(sets[0] | given, symbol, is_own=is_own)
            return whole.plus(self.joint(given, symbol).scaled(Fraction(-1)))
        one, two = sets
        positive = self.joint(one | given, symbol).plus(self.joint(two | given, symbol))
        negative = self.joint(one | two | given, symbol).plus(self.joint(given, symbol))
        return positive.plus(negative.scaled(Fraction(-1)))

    def _divergence(self, term: Term, symbol: Symbol) -> Form | None:
        """Return what a relative entropy is, or None for another term."""
        of = next(iter(self.means.of)) if len(self.means.of) == 1 else None
        found = divergence(term, self.source.document, of) if self.head == "H" else None
        if found is None:
            return None
        self.is_used = True
        self.used.append(DIVERGENCE)
        if not found.first.of:
            shown = f"D({found.first.head}\\|{found.second[0].head})"
            form = self.atom(f"divergence {shown}", symbol, True, symbol.latex, REAL)
        else:
            form = self.means.divergence(found.first, found.second)
        if may_be_laws(self.source.document):
            self.bounds[symbol.name] = form
        return form

    def _chained(self, term: Term, symbol: Symbol) -> Form | None:
        """Return what a sum of entropies adds up to by the chain rule, or None for another one."""
        chain = chain_of(term)
        if chain is None:
            return None
        summands = dict(self.read(term.bodies[0]).terms)
        entropies = {
            self.named[item[0][0]]: number
            for item, number in summands.items()
            if len(item) == 1 and item[0][1] == 1 and item[0][0] in self.named
        }
        for names in entropies:
            self._bound_by_members(chain, names, term, symbol)
        total, left = added_up(chain, entropies)
        if len(left) == len(entropies):
            return None
        form = number_form(0)
        for names, number in total.items():
            form = form.plus(self.joint(names, symbol).scaled(number))
        for item, number in summands.items():
            if len(item) != 1 or self.named.get(item[0][0]) not in entropies.keys() - left.keys():
                rest = monomial_form(item, number)
                form = form.plus(self._summed(term, rest, symbol, is_row=False))
        self.is_used = True
        self.used.append(ENTROPY)
        return form

    def _bound_by_members(
        self, chain: Chain, names: frozenset[str], term: Term, symbol: Symbol
    ) -> None:
        """Note that a family has at most the entropy of its members, also conditional ones."""
        found = members(chain, names)
        if found is None:
            return
        family, given = found
        each = self.joint(names, symbol).plus(self.joint(given, symbol).scaled(Fraction(-1)))
        whole = self.joint(family | given, symbol).scaled(Fraction(-1))
        whole = whole.plus(self.joint(given, symbol))
        whole = whole.plus(self._summed(term, each, symbol, is_row=False))
        self.bounds[f"{symbol.name}: {sorted(names)}"] = whole

    def joint(self, names: frozenset[str], symbol: Symbol, *, is_own: bool = False) -> Form:
        """Return the entropy of what is taken together."""
        if not names:
            return number_form(0)
        names = together(names)
        shown = f"{self.head}({','.join(sorted(names))})"
        form = self.atom(f"entropy {shown}", symbol, is_own, shown, REAL)
        node = self.forms.atoms[f"entropy {shown}"]
        self.named[f"entropy {shown}"] = names
        if isinstance(node, Symbol):
            self.joints[names] = node
        return form

    def zeros(self, row: Relation, before: str) -> Iterator[Relation]:
        """Yield which informations of variables of a row are zero by what a text says."""
        symbol = next(iter(row.symbols()))
        every = frozenset[str]().union(*self.joints)
        for item in vanishing(before, self.source.document) if before else ():
            names = item.one | item.two | item.given
            if len(names & every) < 2 or len(names | every) > MOST_SEPARATE + 1:
                continue
            gap = self.joint(item.one | item.given, symbol)
            gap = gap.plus(self.joint(item.two | item.given, symbol))
            gap = gap.plus(self.joint(names, symbol).scaled(Fraction(-1)))
            gap = gap.plus(self.joint(item.given, symbol).scaled(Fraction(-1)))
            yield Relation(self.forms.expression(gap), Sense.EQ, Number(Fraction(0)))

    def facts(self, row: Relation) -> Iterator[Relation]:
        """Yield which sums of joint entropies are not negative: those of the terms of a row."""
        symbol = next(iter(row.symbols()))
        every = sorted(frozenset[str]().union(*self.joints))
        sums = [*self.bounds.values(), *self.means.gaps()]
        sums += informations(
            every, lambda names: self.joint(names, symbol), is_discrete=self.is_discrete
        )
        is_sure = self.means.may_be_of("".join(_LOG_OF_SIZE.findall(self.source.document)))
        known = every if self.is_discrete and is_sure else []
        for name, size in of_alphabets(row, known, self.source.document):
            minus = self.means.of_whole(OWN, OWN, frozenset((name,)))
            sums.append(self.forms.of(size).plus(minus))
        for form in sums:
            yield Relation(self.forms.expression(form), Sense.GE, Number(Fraction(0)))


def _parted(term: Term, text: str) -> tuple[list[frozenset[str]], frozenset[str]] | None:
    """Return what a term is an entropy or an information of, and on what; None for another one."""
    if term.kind is not TermKind.VALUE or term.tail != "(" or term.head not in ("H", "h", "I"):
        return None
    source = term.bodies[0].source
    inside = source.text[term.bodies[0].start : term.bodies[-1].stop]
    inside = re.sub(r"\\(?:left|right|,|;|!|:)(?![A-Za-z])", "", inside)
    main, *given = BAR.split(unfolded(inside, text))
    if len(given) > 1:
        return None
    sets = [variables_in(part) for part in main.split(";")]
    condition = variables_in(given[0]) if given else frozenset[str]()
    found = [item for item in sets if item is not None]
    if condition is None or len(found) < len(sets):
        return None
    is_pair = term.head != "I" and not given and len(found[0]) == 2
    is_accented = is_pair and sum("\\" in name for name in found[0]) == 1
    if is_accented and _CROSS.search(text) and len({_base(name) for name in found[0]}) == 1:
        return None
    if any(_is_event(name, text) for name in condition):
        return None
    return found, condition


def _mean_of_entropies(term: Term, symbol: Symbol) -> tuple[frozenset[str], frozenset[str]] | None:
    r"""Return Y and X where a sum over all x is that of ``\Pr(X = x) H(Y \mid X = x)``, or None."""
    if term.kind is not TermKind.SUM:
        return None
    text = re.sub(r"\s|\\(?:left|right|cdot|,|;|!|:)(?![A-Za-z])", "", symbol.latex)
    found = _MEAN.fullmatch(text.replace(r"\mid", "|").replace(r"\vert", "|"))
    if found is None or not found["over"] == found["at"] == found["on"].lower():
        return None
    given = {"on": found["on"], "at": found["at"]}
    weight = re.sub(r"\(\?P=(on|at)\)", lambda item: given[item[1]], _WEIGHT)
    of, on = variables_in(found["of"]), variables_in(found["on"])
    is_own = found["set"] in (None, found["on"]) and re.fullmatch(
        weight, found["first"] + found["last"]
    )
    is_apart = of is not None and on is not None and not of & on
    return (of, on) if is_own and is_apart and of is not None and on is not None else None


def _has_several(term: Term) -> bool:
    """Return whether a term may be an entropy of several variables, or on one."""
    is_of_them = term.head in ("H", "h", "I")
    return is_of_them and (len(term.bodies) > 1 or BAR.search(term.bodies[0].text) is not None)


def _base(name: str) -> str:
    """Return the letter of a random variable."""
    return re.sub(rf"{ACCENT}|[^A-Z]", "", name)[:1]


def _is_event(name: str, text: str) -> bool:
    """Return whether a text calls a letter an event."""
    letter = re.escape(_base(name))
    return (
        re.search(
            rf"(?i:\bevents?)\s+(?:that\s+)?\$?\\?(?:mathcal|cal)?\s*\{{?{letter}(?![A-Za-z])"
            rf"|{letter}\}}?\$?\s+(?:be|is|denotes?)\s+(?:an|the|some|any)\s+event",
            text,
        )
        is not None
    )
