"""Where a goal stands in a proof of Coq: its variables, and which hypothesis says what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as changed
from fractions import Fraction

from boundcalc.checker.arithmetic import End
from boundcalc.checker.goals import Context, Range
from boundcalc.checker.terms import Claim
from boundcalc.coq.texts import claim_text, conditions_of, number_text, pattern, rational_data


@dataclass
class Script:
    """The lines of a proof, and names that are new in it."""

    lines: list[str] = field(default_factory=list)
    depth: int = 1
    count: int = 0

    def add(self, line: str) -> None:
        """Add a line."""
        self.lines.append("  " * self.depth + line)

    def block(self, write: Callable[[], None]) -> None:
        """Add what is written as a block of its own."""
        self.add("{")
        self.depth += 1
        write()
        self.depth -= 1
        self.add("}")

    def take_apart(self, claim: Claim, name: str) -> None:
        """Let a hypothesis name the relation of a claim alone."""
        if conditions_of(claim[1]):
            self.add(f"destruct {name} as {pattern(claim, name)}.")

    def establish(
        self, claim: Claim, names: Mapping[str, str], stem: str, write: Callable[[], None]
    ) -> str:
        """Add a claim with its proof; return the name of its relation."""
        name = self.fresh(stem)
        self.add(f"assert ({name} : {claim_text(claim, names)}).")
        self.block(write)
        self.take_apart(claim, name)
        return name

    def fresh(self, stem: str) -> str:
        """Return a name that was not given before."""
        self.count += 1
        return f"{stem}{self.count}"


@dataclass(frozen=True)
class Place:
    """A context of the checker, with the variables and hypotheses of Coq that stand for it."""

    context: Context
    names: Mapping[str, str]
    facts: tuple[str, ...] = ()

    def order(self, first: str | None = None) -> dict[str, int]:
        """Return the place of each symbol in an environment, the moving one first."""
        names = [name for name in self.context.box if name != first]
        return {name: place for place, name in enumerate([first, *names] if first else names)}

    def environment(self, order: Mapping[str, int]) -> str:
        """Return the values of the symbols as a list."""
        return "[" + "; ".join(self.names[name] for name in order) + "]" if order else "(@nil R)"

    def inside(self, context: Context, facts: tuple[str, ...] | None = None) -> Place:
        """Return the place with another context; facts that stand in both keep their hypotheses."""
        if facts is None:
            known = dict(zip(self.context.facts, self.facts, strict=True))
            facts = tuple(known[fact] for fact in context.facts)
        return changed(self, context=context, facts=facts)


def range_texts(name: str, values: Range) -> list[str]:
    """Return what a range says of a variable, as statements."""
    found: list[str] = []
    if values.integer:
        found.append(f"whole {name}")
    if isinstance(values.low, Fraction):
        found.append(f"{number_text(values.low)} {'<=' if values.low_closed else '<'} {name}")
    if isinstance(values.high, Fraction):
        found.append(f"{name} {'<=' if values.high_closed else '<'} {number_text(values.high)}")
    return found


def sides(script: Script, place: Place, order: Mapping[str, int]) -> str:
    """Return the box of a place as data; ends of integers are rounded, and shown to hold."""
    found: list[str] = []
    for name in order:
        values, variable = place.context.box[name], place.names[name]
        span = values.interval
        low = _side(values.low, values.low_closed)
        high = _side(values.high, values.high_closed)
        if values.integer and low != _side(span.low, is_closed=True):
            low = _side(span.low, is_closed=True)
            text = f"{number_text(_finite(span.low))} <= {variable}"
            script.add(f"assert ({text}) by (apply whole_low; [assumption | lra]).")
        if values.integer and high != _side(span.high, is_closed=True):
            high = _side(span.high, is_closed=True)
            text = f"{variable} <= {number_text(_finite(span.high))}"
            script.add(f"assert ({text}) by (apply whole_high; [assumption | lra]).")
        found.append(f"({low}, {high})")
    return "[" + "; ".join(found) + "]" if found else "(@nil (side * side))"


def _side(end: End, is_closed: bool) -> str:
    if not isinstance(end, Fraction):
        return "Free"
    return f"{'Closed' if is_closed else 'Open'} {rational_data(end)}"


def _finite(end: End) -> Fraction:
    assert isinstance(end, Fraction)
    return end
