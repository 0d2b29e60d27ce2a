r"""Documents that nobody prepared: their rows, with what the prose around them says.

Main definitions
----------------
`read_open`: the steps of a document without directives, or with some that overrule its prose.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from boundcalc.derivations.annotate import annotated_text
from boundcalc.derivations.annotated import is_said, read_annotated
from boundcalc.derivations.defining_rows import defines, introduces, is_of_itself
from boundcalc.derivations.directives import ByDefinition, Citation, Reason
from boundcalc.derivations.random_beside import numbers, read_randomness, without
from boundcalc.derivations.row_directives import give_directives, skipped_displays
from boundcalc.derivations.row_reasons import defines_anew, row_reasons
from boundcalc.derivations.rows import Assumption, Context, Derivations, Step, antecedents_of
from boundcalc.displays.displays import Reading, read_display
from boundcalc.language.domains import REAL, Domain
from boundcalc.language.expressions import Relation, Symbol
from boundcalc.language.operators import Sense
from boundcalc.laws.constants import has_law, is_drawn
from boundcalc.laws.terms import is_term
from boundcalc.prose.chinese import is_left
from boundcalc.prose.declared import names_of
from boundcalc.prose.prose import is_blank
from boundcalc.prose.random.named_laws import changes_in
from boundcalc.prose.standing.standing import Standing
from boundcalc.prose.usage import guessed_domain, last_indexes, speaks_against
from boundcalc.randomness.names import RandomNames
from boundcalc.reader.meanings import spoken
from boundcalc.reader.relations import RelationRow
from boundcalc.reader.scope import Scope, read_spelling
from boundcalc.situations.defining import is_definition, lasts
from boundcalc.situations.projects import declared_by_project
from boundcalc.situations.scopes import read_situations
from boundcalc.situations.situations import (
    NOTHING,
    Certainty,
    Domained,
    Hypothesis,
    Origin,
    Situation,
    Unread,
)
from boundcalc.situations.unfolding import unfolded
from boundcalc.tex.documents import Display
from boundcalc.tex.files import Document
from boundcalc.tex.source import Fragment, ReaderError
from boundcalc.tex.tokens import tokenize

SOURCE = "this document"
_INFORMATION = re.compile(
    r"(?<![A-Za-z])[HhID](?:_\{[^{}]*\}|_\w)?\s*(?:\\left|\\[bB]igg?l?)?\s*\(|KL|TV|\\(?:ent|MI)\b"
)

_PARAMETER = re.compile(  # a letter that is rarely an index, a function or a chance
    r"[acst]|\\(?:lambda|(?:var)?epsilon|delta|tau|eta|gamma|alpha|beta|mu|sigma)"
)


def read_open(document: Document) -> Derivations:
    r"""Return the steps of a document as it is.

    Examples
    --------
    >>> from boundcalc.tex.files import read_source
    >>> text = "Let $x \\ge 0$. Then \\[ (1+x)^2 \\ge 1 + 2x. \\]"
    >>> (step,) = read_open(read_source(text)).steps
    >>> str(step.scope.symbols[0].domain)
    '[0, oo)'
    """
    result = Derivations(document.name, is_open=True)
    situations, claims, errors = read_formulas(document)
    result.errors += errors
    before: Reading | None = None
    skipped = skipped_displays(document)
    result.skipped += skipped
    left_out = set(map(id, skipped))
    displays = [
        part for part in document.parts if isinstance(part, Display) and id(part) not in left_out
    ]
    filled = [display for display in displays if not is_blank(display)]
    result.displays += len(displays) - len(filled)
    inline = set(map(id, claims))
    heard: set[int] = set()  # a declaration is read for each formula, and its error is said once
    for part in _merged(filled, claims):
        situation = situations.get(id(part), NOTHING)
        builder = _Builder(result, part, situation)
        result.errors += [
            item for at, item in builder.random.errors if id(at) not in heard and not is_said(at)
        ]
        heard |= set(map(id, situation.random))
        if id(part) in inline:
            builder.run_claim()
        else:
            before = builder.run(before)
    give_directives(document, result, claims)
    result.unread += [error for error in document.errors if error not in result.unread]
    return result


def read_formulas(
    document: Document,
) -> tuple[dict[int, Situation], list[Display], list[ReaderError]]:
    """Return what holds at each formula, the claims in running text, and errors of directives."""
    situations, claims = read_situations(document)
    displays = [part for part in document.parts if isinstance(part, Display)]
    for item in (*displays, *claims):
        if id(item) in situations:
            situations[id(item)] = unfolded(situations[id(item)], item.formula)
    said, errors = read_annotated(document, [*displays, *claims], situations)
    found = {**situations, **said}
    if document.declarations:
        project = declared_by_project(document)
        for item in (*displays, *claims):
            situation = found.get(id(item), NOTHING)
            found[id(item)] = replace(situation, domains={**project, **situation.domains})
    return found, claims, errors


def annotated(document: Document) -> str:
    r"""Return the text of a document with what its prose was read to say, as directives.

    Examples
    --------
    >>> from boundcalc.tex.files import read_source
    >>> text = "Let $x > 0$. Then\n\\[ x + 1 > 1. \\]\n"
    >>> print(annotated(read_source(text)))
    Let $x > 0$. Then
    %! inferred
    % line 1: Let $x > 0$.
    %! declare x positive
    \[ x + 1 > 1. \]
    <BLANKLINE>
    """
    situations, claims, _ = read_formulas(document)
    displays = [part for part in document.parts if isinstance(part, Display)]
    items = _merged(displays, claims)
    result = Derivations(document.name, is_open=True)
    for part in items:
        _Builder(result, part, situations.get(id(part), NOTHING)).run_claim()
    return annotated_text(document.sources[0], items, situations, result.steps)


def _merged(displays: list[Display], claims: list[Display]) -> list[Display]:
    """Return displays with the claims between them, each before the display that it precedes."""
    result: list[Display] = []
    waiting = deque(claims)
    for display in displays:
        source, start = display.whole.source, display.whole.start
        while waiting and waiting[0].whole.source is source and waiting[0].whole.start < start:
            result.append(waiting.popleft())
        result.append(display)
    return [*result, *waiting]


class _Builder:
    """Makes the steps of one display."""

    def __init__(self, result: Derivations, display: Display, situation: Situation) -> None:
        self.result = result
        self.display = display
        self.random = read_randomness(situation.random, situation.domains, _scope_of)
        self.situation = situation
        if situation.random:
            names = self.random.names.spelled
            self.situation = replace(
                situation,
                domains=numbers(names, situation.domains),
                unread=without(names, situation.unread) if names else situation.unread,
            )
        self.guesses: dict[str, Domained] = {}
        self.hypotheses: list[tuple[Hypothesis, Assumption]] = []
        self.unread: list[Unread] = []

    def run(self, before: Reading | None) -> Reading:
        """Read the display, which may go on from the one before it."""
        wanted = self.related(_names(self.display.formula))
        scope, reading = self.read(wanted, before)
        self.result.displays += 1
        self.result.unread += [item.error for item in reading.unread]
        self.result.relations_unread += sum(item.relations for item in reading.unread)
        self.add(reading, scope)
        return reading

    def add(self, reading: Reading, scope: Scope) -> None:
        """Add the steps of what was read."""
        named = row_reasons(reading.rows, self.situation)
        first: dict[int, RelationRow] = {}
        implied = antecedents_of(reading.rows, len(self.result.steps))
        for row, texts, antecedents in zip(reading.rows, named, implied, strict=True):
            reasons: list[Reason] = [Citation(SOURCE, text) for text in texts if not is_left(text)]
            is_first = first.setdefault(row.chain, row) is row
            if defines(row, self.situation, is_first=is_first):
                reasons.insert(0, ByDefinition())
            elif not reasons and defines_anew(row, reading.rows, self.situation):
                reasons.append(ByDefinition(is_guessed=True))
            elif not reasons and is_first and introduces(row, self.situation):
                reasons.append(ByDefinition(is_guessed=True, is_given=False))
            step = self.step(row, scope, reasons)
            self.result.steps.append(replace(step, antecedents=antecedents))

    def run_claim(self) -> None:
        """Read a claim in running text; what is not read of it is no display that is unread."""
        wanted = self.related(_names(self.display.formula))
        scope, reading = self.read(wanted, None)
        self.add(reading, scope)

    def related(self, names: Iterable[str]) -> set[str]:
        """Return names with those that hypotheses relate them to."""
        found = set(names)
        grows = True
        while grows:
            grows = False
            for item in self.situation.hypotheses:
                held = set(_names(item.place))
                if held & found and not held <= found:
                    found |= held
                    grows = True
        return found

    def read(self, names: set[str], before: Reading | None) -> tuple[Scope, Reading]:
        """Read the rows, and guess the domains of names that no line declares."""
        places = [item.place for item in self.situation.hypotheses if _names(item.place) & names]
        formulas = [self.display.formula, *places]
        ends = self.guess_ends(formulas)
        scope = self.scope(names | ends)
        reading = read_display(self.display.formula, scope, before=before)
        guessed = {name for row in reading.rows for name in row.guessed}
        inside = self.parameters_of(reading) - self.situation.domains.keys()
        for name in sorted(guessed | inside):
            self.guess(name, formulas)
        scope = self.take_hypotheses(scope, names | guessed, formulas)
        narrow = {name for name, item in self.guesses.items() if item.domain != REAL} | inside
        if narrow:
            loose = self.guesses.keys() - narrow if self.random.names else set()
            scope = self.scope((names | narrow) - loose)
            reading = read_display(
                self.display.formula, scope, tentative=self.guesses.keys() - ends, before=before
            )
            self.hypotheses = []
            scope = self.take_hypotheses(scope, names | guessed, formulas)
        return scope, reading

    def scope(self, names: set[str]) -> Scope:
        """Return the scope of names, with what is guessed so far."""
        scope = _scope({**self.situation.domains, **self.guesses}, names)
        base = self.situation.log_base
        return scope if base is None else scope.with_log(base)

    def parameters_of(self, reading: Reading) -> set[str]:
        """Return the letters in chances and means of what is random that nothing declares."""
        random = self.random.names.spelled
        if not random:
            return set()
        text = self.display.formula.text
        found = {name for row in reading.rows for name in _spoken(row.relation)} - random
        letters = (name for name in found if _PARAMETER.fullmatch(name))
        return {name for name in letters if not re.search(rf"_\s*\{{?\s*{re.escape(name)}", text)}

    def guess_ends(self, formulas: list[Fragment]) -> set[str]:
        """Guess that the last indexes of sums are integers, where no line says what they are."""
        for name in sorted(last_indexes(self.display.formula) - self.situation.domains.keys()):
            self.guess(name, formulas)
        return set(self.guesses)

    def guess(self, name: str, formulas: list[Fragment]) -> None:
        domain, why, certain = guessed_domain(name, formulas)
        sure: Domain | None = certain
        if speaks_against(name, domain, self.display.whole.source.text):
            sure = None if domain.integer else certain  # where both signs are cases of a divisor
            domain, why = REAL, "read as a real number, as the text bounds it otherwise somewhere"
        origin = Origin(self.display.whole.position.line, why, Certainty.GUESSED)
        self.guesses.setdefault(name, Domained(name, domain, origin, sure=sure))

    def take_hypotheses(self, scope: Scope, names: set[str], formulas: list[Fragment]) -> Scope:
        """Read what is assumed about names; what cannot be read is kept as unread."""
        for item in self.situation.hypotheses:
            mentioned = _names(item.place)
            if not mentioned & names:
                continue
            self.take(item, scope, formulas)
        return scope

    def take(self, item: Hypothesis, scope: Scope, formulas: list[Fragment]) -> None:
        """Read one hypothesis; what is not certain in it is unread."""
        narrow = {name for name, held in self.guesses.items() if held.domain != REAL}
        reading = read_display(item.place, scope, tentative=narrow)
        for name in sorted({name for row in reading.rows for name in row.guessed}):
            self.guess(name, formulas)
        rows = reading.rows[:1] if item.is_definition else reading.rows
        is_certain = bool(rows) and not reading.unread and not reading.others
        if not is_certain or any(_is_uncertain(row) or _is_assigned(item, row) for row in rows):
            self.unread.append(Unread(frozenset(_names(item.place)), item.origin))
            return
        for row in rows:
            if item.is_definition and row.relation.sense is not Sense.EQ:
                continue
            assumption = Assumption(
                relation=row.relation,
                place=item.place,
                abbreviations=row.abbreviations,
                origin=item.origin,
            )
            self.hypotheses.append((item, assumption))

    def step(self, row: RelationRow, scope: Scope, reasons: list[Reason]) -> Step:
        """Return the step of a row."""
        situation = self.situation
        is_set = situation.standing is Standing.DEFINITION and row.relation.sense is not Sense.EQ
        is_assumed = situation.standing is Standing.HYPOTHESIS or is_set
        domains = {**situation.domains, **self.guesses}
        lasting = [
            item
            for said, item in self.hypotheses
            if is_definition(said) and not said.is_narrowed and lasts(said, self.display)
        ]
        items = [item for said, item in self.hypotheses if not said.is_narrowed]
        related = _closure(row, items, lasting, self.random.assumed)
        relations = (row.relation, *row.conditions, *(item.relation for item in related))
        names = {name for relation in relations for name in relation.names()}
        if self.random.names:  # the parameters in a probability are read
            names |= self.spoken(relations, scope)
        latex = {
            symbol.name: key
            for key, symbol in scope.values.items()
            if key in domains and hasattr(symbol, "name")
        }
        known = {name: domains[latex[name]] for name in sorted(names) if name in latex}
        for guess in row.guessed:
            if guess in self.guesses:
                known.setdefault(guess, self.guesses[guess])
        return Step(
            row=row,
            block="",
            scope=scope,
            random=self.random_of(row),
            assumptions=tuple(related),
            display=self.display,
            reasons=tuple(reasons),
            labels=(row.label,) if row.label else (),
            is_hypothesis=is_assumed,
            context=Context(
                situation=replace(
                    situation, unread=(*situation.unread, *self.unread, *self.half_read())
                ),
                domains=known,
            ),
            equations=tuple(item for _, item in self.hypotheses if item.relation.sense is Sense.EQ),
        )

    def random_of(self, row: RelationRow) -> RandomNames:
        """Return what is random in a row.

        Where only a sentence says so, it is nothing in a row that has such a name as a number, or
        that speaks of information: its values need not be finitely many. Nor is it in one with a
        number of which words may say that it is random, too.
        """
        bare = row.relation.names().union(*(item.names() for item in row.conditions))
        spelled = self.random.names.spelled
        is_from_prose = all(map(is_said, self.situation.random))
        text = row.left.source.text[row.left.start : row.right.stop]
        is_beside = bool(bare & spelled) or _INFORMATION.search(text) is not None
        whole = row.left.source.text
        numbers = _spoken(row.relation) - spelled
        letters = [name for name in numbers if _PARAMETER.fullmatch(name)]
        is_doubtful = any(is_drawn(whole, name) or has_law(whole, name) for name in letters)
        is_left = is_from_prose and (is_beside or is_doubtful)
        return RandomNames() if is_left else self.random.names

    def half_read(self) -> Iterator[Unread]:
        """Yield the hypotheses that bound names in a term which is not read, as ``(x, y)``."""
        for item, assumption in self.hypotheses:
            if not item.is_definition and any(map(is_term, assumption.relation.symbols())):
                yield Unread(frozenset(_names(item.place)), item.origin)

    def spoken(self, relations: Iterable[Relation], scope: Scope) -> set[str]:
        """Return the names of the numbers of which terms speak that are not read as they stand."""
        symbols = {symbol for relation in relations for symbol in relation.symbols()}
        found = {latex for symbol in symbols for latex, _ in symbol.speaks_of}
        values = (scope.values.get(latex) for latex in found)
        return {value.name for value in values if isinstance(value, Symbol)}


def _is_uncertain(row: RelationRow) -> bool:
    """Return whether a hypothesis may say more or less than its relation."""
    return bool(row.is_implied or row.conditions or row.hidden or row.opaque_sides)


def _is_assigned(item: Hypothesis, row: RelationRow) -> bool:
    """Return whether an equation gives a name a value made of its old one, as ``w = w - g``."""
    is_equation = not item.is_definition and _SOLVED.search(item.origin.words) is not None
    return is_of_itself(row.relation) and not is_equation


_SOLVED = re.compile(r"(?i)\b(?:suppos\w+|assum\w+|if|when\w*|satisf\w+|solv\w+|such that|given)\b")


def _closure(
    row: RelationRow,
    items: Sequence[Assumption],
    lasting: Sequence[Assumption],
    of_random: Sequence[Assumption],
) -> list[Assumption]:
    """Return the assumptions that share symbols with a row, directly or in steps.

    Of what is not read in it, these are the definitions of its letters that last, and what is
    assumed of random names that stand there.
    """
    names = set(row.relation.names().union(*(item.names() for item in row.conditions)))
    inside = _spoken(row.relation)
    kept = [item for item in of_random if _spoken(item.relation) & inside]
    kept += [item for item in lasting if _is_value_of(item.relation, inside)]
    names |= {name for item in kept for name in item.relation.names()}
    every = [*items, *of_random]
    grows = True
    while grows:
        grows = False
        for item in every:
            if item not in kept and item.relation.names() & names:
                kept.append(item)
                names |= item.relation.names()
                grows = True
    return [item for item in every if item in kept]


def _spoken(relation: Relation) -> set[str]:
    return {latex for side in (relation.left, relation.right) for latex, _ in spoken(side)}


def _is_value_of(relation: Relation, names: set[str]) -> bool:
    """Return whether a relation says what one of some names is equal to."""
    left = relation.left
    return relation.sense is Sense.EQ and isinstance(left, Symbol) and left.latex in names


def _scope_of(domains: Mapping[str, Domained]) -> Scope:
    return _scope(domains, domains)


def _scope(domains: Mapping[str, Domained], names: Iterable[str]) -> Scope:
    """Return the scope of the names that are numbers, and of those that are certainly none."""
    held = [domains[name] for name in sorted(names) if name in domains]
    scope = Scope(objects=frozenset(item.name for item in held if item.is_apart))
    for item in held:
        if item.domain is not None:
            scope = _declared(scope, item)
    return scope


def _declared(scope: Scope, item: Domained) -> Scope:
    fragment = Fragment.of(item.name)
    try:
        spelling = read_spelling(fragment, tokenize(fragment))
    except ReaderError:
        return scope
    after, _ = scope.declare(spelling, REAL if item.domain is None else item.domain)
    return after


_PRIMES = re.compile(r"(?:'|\^\{(?:\\prime\s*|\(\d\))+\})+\Z")  # of a derivative, perhaps


def _names(formula: Fragment) -> set[str]:
    try:
        tokens = tokenize(formula, is_lenient=True)
    except ReaderError:
        return set()
    found = {*(name for name in names_of(tokens, formula) if name), *changes_in(formula.text)}
    return found | {_PRIMES.sub("", name) for name in found}
