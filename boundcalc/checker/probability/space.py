"""The hypotheses about what is random: values, independence, common laws, private algorithms.

A *head* is a random value, or a family of them with indices. A *statement* lists blocks of heads;
its *units* are mutually independent: a block is one unit, or, with "each", has one unit for each
choice of its indices. Units of blocks with one "law" have the same joint law, head by head.
An *algorithm* is a random function of a family, (epsilon, delta)-differentially private where
neighbours differ in one record, whose coins are independent of all units of its statement together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.goals import Context, Range, encloses, minus
from boundcalc.checker.probability.terms import BINDERS, OBSERVED, free_names, parts
from boundcalc.checker.proofs import read_range
from boundcalc.checker.terms import Rejected, Term, demand, names, number, read_term

MEMBER = "member_"  # the symbol for a member of a family in its drift
_HEAD_KEYS = {"values", "low", "high", "moments", "arity", "law", "named", "drift"}
ANY = ("any",)  # an index that a sum binds
_UNIT = Range(Fraction(0), Fraction(1), True, True)
ANY_INTEGER = Range(-ia.INF, ia.INF, False, False, True)
_LINE = Range(-ia.INF, ia.INF, False, False)
_RAY = Range(Fraction(0), ia.INF, True, False)
_PARAMETERS = {"laplace": 1, "exponential": 1, "normal": 2, "uniform": 2, "binomial": 2, "dice": 1}


@dataclass(frozen=True)
class Head:
    """A random value or family: its range (None for records that are no numbers), its moments.

    `low` and `high` bound it for certain, as terms about parameters. `law` lists the values and
    chances of a finite law. One that is `named` has a law with a formula, with its parameters.
    With a `drift` (h, d) it is a family with one index, and h, in which MEMBER stands for a member,
    has the mean d at most given all members with a smaller index; after it may stand another pair.
    """

    arity: int
    values: Range | None
    low: Term | None = None
    high: Term | None = None
    moments: int = 0
    law: tuple[tuple[Term, Term], ...] = ()
    named: tuple[str, tuple[Term, ...]] | None = None
    drift: tuple[Term, ...] = ()

    @property
    def is_bounded(self) -> bool:
        """Whether the value lies between two numbers."""
        if self.values is None:
            return False
        has_low = isinstance(self.values.low, Fraction) or self.low is not None
        return has_low and (isinstance(self.values.high, Fraction) or self.high is not None)


@dataclass(frozen=True)
class Block:
    """Heads that make one unit, or one for each choice of the indices; the name of their law."""

    heads: tuple[str, ...]
    is_each: bool
    law: str | None


@dataclass(frozen=True)
class Choice:
    """What the exponential mechanism chooses among the queries q(1), ..., q(T) of an algorithm.

    `runs` is the algorithm, with a run for each index, and `component` its query. A candidate is
    q(i), or its complement 1 - q(i), and its score the mean over m `records` less the mean over
    their law; the chance is in proportion to e^(epsilon m score / 2). `index` and `query` name what
    is returned: i, and the candidate.
    """

    runs: str
    component: str
    count: Term
    records: Term
    epsilon: Term
    index: str
    query: str


@dataclass(frozen=True)
class Algorithm:
    """A private algorithm: its input family, its guarantee, the statement of its coins.

    With `is_each` there is a run for each first index of the family, on the records with that
    index, with coins of its own. A `choice` is private by composition, with the two epsilons added:
    the runs are a private output, in each record, and a record changes one score by 1 / m at most.
    """

    input: str
    epsilon: Term
    delta: Term
    statement: int
    is_each: bool = False
    choice: Choice | None = None


@dataclass(frozen=True)
class Pair:
    """Two single random values: the outputs of a private algorithm on two fixed datasets.

    By `distance` changes of one record the first dataset becomes the second one; whatever is
    changed, the outputs before and after are (epsilon, delta)-indistinguishable, both ways.
    """

    first: str
    second: str
    epsilon: Term
    delta: Term
    distance: Term


Source = tuple[Any, ...]  # ("random", head, *indices), or ("coins", algorithm, *index)
Unit = tuple[Any, ...]  # (block, index, ...) or ("coins", algorithm, *index)


@dataclass(frozen=True)
class Space:
    """All hypotheses about what is random."""

    heads: Mapping[str, Head]
    functions: Mapping[str, Head]
    statements: tuple[tuple[Block, ...], ...]
    algorithms: Mapping[str, Algorithm]
    pairs: tuple[Pair, ...] = ()

    # --- what a term is about

    def sources(self, term: Term, bound: frozenset[str] = frozenset()) -> frozenset[Source]:
        """Return the random values that a term is a function of."""
        kind = term[0]
        if kind == "random":
            indices = (ANY if free_names(part) & bound else part for part in term[2:])
            return frozenset({("random", term[1], *indices)})
        if kind == "run":
            algorithm = self.algorithm(term[1])
            at = tuple(ANY if free_names(part) & bound else part for part in term[4:])
            rest = (ANY,) * (self.heads[algorithm.input].arity - len(at))
            own = {("coins", term[1], *at), ("random", algorithm.input, *at, *rest)}
            return frozenset(own).union(*(self.sources(part, bound) for part in parts(term)))
        if kind in BINDERS:
            bound |= {term[1]}
        return frozenset().union(*(self.sources(part, bound) for part in parts(term)))

    def check(self, term: Term) -> None:
        """Reject a term that uses what is not declared, or not as it is declared."""
        kind = term[0]
        if kind == "random":
            head = self.heads.get(term[1])
            if head is None or len(term) - 2 != head.arity:
                raise Rejected(f"{term[1]!r:.40} is not declared as a random value of this form")
        elif kind == "run":
            algorithm = self.algorithm(term[1])
            if len(term) - 4 != algorithm.is_each or (term[3] is not None and algorithm.is_each):
                raise Rejected(f"{term[1]!r:.40} has no run of this form")
            if term[3] is not None:
                self.check(term[3][1])
                is_place = len(term[3][0]) == self.heads[algorithm.input].arity
                demand(is_place, "a record is replaced at a place that is none")
        elif kind == "average" and not self.blocks_of_law(term[1]):
            raise Rejected(f"no law is called {term[1]!r:.40}")
        for part in parts(term):
            self.check(part)

    def names(self) -> frozenset[str]:
        """Return the parameters that the hypotheses speak of."""
        found: list[Term] = []
        for head in (*self.heads.values(), *self.functions.values()):
            found += [bound for bound in (head.low, head.high) if bound is not None]
            found += [term for pair in head.law for term in pair]
            found += () if head.named is None else head.named[1]
            found += head.drift
        for algorithm in self.algorithms.values():
            found += [algorithm.epsilon, algorithm.delta]
            if algorithm.choice is not None:
                found += [algorithm.choice.count, algorithm.choice.records]
        for pair in self.pairs:
            found += [pair.epsilon, pair.delta, pair.distance]
        return frozenset().union(*map(names, found)) - {MEMBER}

    def algorithm(self, name: str) -> Algorithm:
        """Return an algorithm that is declared."""
        if name not in self.algorithms:
            raise Rejected(f"no algorithm is called {name!r:.40}")
        return self.algorithms[name]

    def blocks_of_law(self, law: str) -> list[tuple[int, int]]:
        """Return the statements and blocks with a law."""
        return [
            (number, place)
            for number, blocks in enumerate(self.statements)
            for place, block in enumerate(blocks)
            if block.law == law
        ]

    def range_of(self, term: Term) -> tuple[Range, Term | None, Term | None]:
        """Return the range of what is observed, and bounds on it as terms."""
        kind = term[0]
        if kind == "indicator":
            return Range(Fraction(0), Fraction(1), True, True, True), None, None
        if kind not in OBSERVED:
            return Range(-ia.INF, ia.INF, False, False), None, None
        head = self.head_of(term)
        values = head.values
        if values is None:
            raise Rejected(f"{term[1]!r:.40} has no numbers as values")
        if kind == "average":  # lies between the ends, and need be no integer
            values = Range(values.low, values.high, values.low_closed, values.high_closed)
        return values, head.low, head.high

    def head_of(self, term: Term) -> Head:
        """Return what is declared of what is observed."""
        if term[0] == "random":
            return self.heads[term[1]]
        if term[0] == "run":
            return self._function(f"{term[1]}.{term[2]}")
        return self._applied(term[2] if term[0] == "average" else term[1])

    def _applied(self, function: Term) -> Head:
        """Return the values of a function; functions of a run are named as the run is."""
        if function[0] == "run":
            return self._function(f"{function[1]}.{function[2]}()")
        if function[0] in ("random", "fixed"):
            return self._function(f"{function[1]}()")
        raise Rejected("what is applied is no function")

    def _function(self, name: str) -> Head:
        if name not in self.functions:
            raise Rejected(f"the values of {name!r:.40} are not declared")
        return self.functions[name]

    # --- independence

    def units(self, sources: frozenset[Source], statement: int) -> list[Unit]:
        """Return the units of a statement that random values belong to, or reject."""
        demand(0 <= statement < len(self.statements), "no such statement of independence")
        return [self._unit(source, statement) for source in sorted(sources, key=repr)]

    def _unit(self, source: Source, statement: int) -> Unit:
        if source[0] == "coins":
            is_own = self.algorithms[source[1]].statement == statement
            demand(is_own, "the coins of an algorithm belong to another statement")
            return source
        for place, block in enumerate(self.statements[statement]):
            if source[1] in block.heads:
                return (place, *source[2:]) if block.is_each else (place,)
        raise Rejected(f"the independence of {source[1]} is not declared")

    def are_apart(self, context: Context, first: Unit, second: Unit) -> bool:
        """Return whether two units are different for certain, so that they are independent."""
        if first[0] != second[0]:
            return True
        if first[0] == "coins" and first[1] != second[1]:
            return False  # coins of two algorithms may be the same
        return any(
            ANY not in (one, other) and _differ(context, one, other)
            for one, other in zip(first, second, strict=True)
            if type(one) is type(other) is tuple
        )

    def demand_apart(
        self, context: Context, first: frozenset[Source], second: frozenset[Source], statement: int
    ) -> None:
        """Reject unless two sets of random values are independent by a statement."""
        for one in self.units(first, statement):
            for other in self.units(second, statement):
                is_apart = self.are_apart(context, one, other)
                demand(is_apart, "the independence of the two is not declared")


def _differ(context: Context, one: Term, other: Term) -> bool:
    known = [("!=", minus(one, other)), ("!=", minus(other, one))]
    for low, high in ((one, other), (other, one)):
        known += [(">", minus(high, low)), (">=", minus(high, ("add", low, number(1))))]
        known += [(">=", minus(minus(high, number(1)), low))]
    return any(fact in context.facts for fact in known) or encloses(context, known[0], 64)


def read_space(data: Mapping[str, Any]) -> Space:
    """Return the hypotheses that JSON spells, or reject."""
    keys = {"heads", "functions", "statements", "algorithms", "choices", "pairs"}
    demand(data.keys() <= keys, "unknown entries in what is random")
    heads = {name: _read_head(item) for name, item in data["heads"].items()}
    functions = {name: _read_head(item) for name, item in data.get("functions", {}).items()}
    statements = tuple(
        tuple(_read_block(block, heads) for block in blocks) for blocks in data["statements"]
    )
    for blocks in statements:
        listed = [name for block in blocks for name in block.heads]
        demand(len(set(listed)) == len(listed), "a random value stands twice in a statement")
    space = Space(heads, functions, statements, {})
    algorithms = {
        name: _read_algorithm(item, space) for name, item in data.get("algorithms", {}).items()
    }
    choices = data.get("choices", {})
    if any(name in heads for name in (*algorithms, *choices)) or algorithms.keys() & choices.keys():
        raise Rejected("an algorithm and something else have one name")
    declared = Space(heads, functions, statements, algorithms)
    chosen = {name: _read_choice(item, name, declared) for name, item in choices.items()}
    pairs = tuple(_read_pair(item, heads) for item in data.get("pairs", ()))
    return Space(heads, functions, statements, {**algorithms, **chosen}, pairs)


def _read_pair(data: Mapping[str, Any], heads: Mapping[str, Head]) -> Pair:
    keys = {"first", "second", "epsilon", "delta", "distance"}
    demand(data.keys() == keys, "a pair is two outputs, a guarantee and a distance")
    first, second = data["first"], data["second"]
    is_known = first in heads and second in heads and first != second
    demand(is_known and heads[first].arity == 0, "a pair is of two single random values")
    demand(heads[first] == heads[second], "the outputs of one algorithm are declared alike")
    return Pair(first, second, *(read_term(data[key]) for key in ("epsilon", "delta", "distance")))


def _read_head(data: Mapping[str, Any]) -> Head:
    demand(data.keys() <= _HEAD_KEYS, "unknown entries of a random value")
    arity, moments = data.get("arity", 0), data.get("moments", 0)
    if type(arity) is not int or type(moments) is not int or arity < 0 or moments < 0:
        raise Rejected("the indices and the moments of a random value are counted")
    values = None if data["values"] is None else read_range(data["values"])
    low, high = (None if data.get(key) is None else read_term(data[key]) for key in ("low", "high"))
    law = tuple((read_term(value), read_term(chance)) for value, chance in data.get("law", ()))
    named, drift = _read_named(data.get("named")), tuple(map(read_term, data.get("drift", ())))
    head = Head(arity, values, low, high, moments, law, named, drift)
    demand(named is None or _is_of_law(head), "the values are not those of the law")
    is_family = arity == 1 and values is not None and len(drift) in (2, 4)
    demand(not drift or is_family, "a drift is a function of a member of a family, and a bound")
    return head


def _read_named(data: Any) -> tuple[str, tuple[Term, ...]] | None:
    if data is None:
        return None
    law, terms = data
    if law not in _PARAMETERS or len(terms) != _PARAMETERS[law]:
        raise Rejected("no law with a formula is called so, with so many parameters")
    return law, tuple(map(read_term, terms))


def _is_of_law(head: Head) -> bool:
    """Return whether the values that are declared are those that the law has."""
    assert head.named is not None
    law, terms = head.named
    ends, values = (head.low, head.high), head.values
    if head.law:
        return False
    if law == "uniform":
        return values == _LINE and ends == terms
    if law in ("binomial", "dice"):
        return values == ANY_INTEGER and ends == (number(int(law == "dice")), terms[0])
    return ends == (None, None) and values == (_RAY if law == "exponential" else _LINE)


def _read_block(data: Mapping[str, Any], heads: Mapping[str, Head]) -> Block:
    names, is_each, law = tuple(data["heads"]), data["each"], data.get("law")
    if not names or any(name not in heads for name in names) or not isinstance(is_each, bool):
        raise Rejected("a block has heads that are declared")
    demand(law is None or isinstance(law, str), "a law has a name")
    arities = {heads[name].arity for name in names}
    demand(not is_each or len(arities) == 1, "the heads of a block have the same indices")
    demand(law is None or is_each or arities == {0}, "a family has no law as one unit")
    return Block(names, is_each, law)


def _read_algorithm(data: Mapping[str, Any], space: Space) -> Algorithm:
    statement, is_each = data["statement"], data.get("each", False)
    is_listed = type(statement) is int and 0 <= statement < len(space.statements)
    demand(is_listed, "no such statement of independence")
    alone = [block for block in space.statements[statement] if block.heads == (data["input"],)]
    if not alone or not alone[0].is_each or alone[0].law is None:
        raise Rejected("the input of an algorithm is a family of records with one law")
    if not isinstance(is_each, bool) or (is_each and space.heads[data["input"]].arity < 2):
        raise Rejected("an algorithm with a run for each index is given records with two indices")
    epsilon, delta = (read_term(data[key]) for key in ("epsilon", "delta"))
    return Algorithm(data["input"], epsilon, delta, statement, is_each)


def _read_choice(data: Mapping[str, Any], name: str, space: Space) -> Algorithm:
    """Return the algorithm that chooses among the queries of another one, which is read before."""
    keys = {"runs", "component", "count", "records", "epsilon", "index", "query"}
    demand(data.keys() == keys, "a choice says among what, how, and what is returned")
    runs = space.algorithms.get(data["runs"])
    if runs is None or not runs.is_each or space.heads[runs.input].arity != 2:
        raise Rejected("a choice is among the queries of an algorithm with many runs")
    terms = {key: read_term(data[key]) for key in ("count", "records", "epsilon")}
    choice = Choice(**{**data, **terms})
    for function in (f"{choice.runs}.{choice.component}()", f"{name}.{choice.query}()"):
        found = space.functions.get(function)
        if found is None or (found.values, found.low, found.high) != (_UNIT, None, None):
            raise Rejected("the queries have values from 0 to 1")
    place = space.functions.get(f"{name}.{choice.index}")
    wanted = (ANY_INTEGER, number(1), choice.count)
    if place is None or (place.values, place.low, place.high) != wanted:
        raise Rejected("the index of the chosen query is an integer from 1 to their number")
    epsilon: Term = ("add", runs.epsilon, choice.epsilon)
    return Algorithm(runs.input, epsilon, runs.delta, runs.statement, choice=choice)
