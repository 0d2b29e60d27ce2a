"""Finite laws, searched: one that satisfies what a row is given, and at which the row may fail.

Candidates are laws on few values: of what is declared independent, products; of the rest, functions
of it and of one more value. They are screened in doubles, many at once, and the checker decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from boundcalc.checker import Rejected
from boundcalc.checker.goals import Context
from boundcalc.checker.probability.finite import check_finite_law, check_satisfying_law
from boundcalc.checker.probability.model import Model, Quantity
from boundcalc.checker.probability.space import Space
from boundcalc.checker.proofs import check_proof
from boundcalc.checker.terms import Claim, Term, limited_work, names
from boundcalc.probability.finite_laws.candidates import Batch
from boundcalc.probability.finite_laws.making import batches
from boundcalc.probability.finite_laws.points import points
from boundcalc.probability.finite_laws.values import Array, Atoms, NotComputed, is_met

MOST_TRIED = 3  # laws of one batch that the checker is asked about
MARGIN = 1e-6
_COSTS = 400_000  # steps of the checker for one law


@dataclass(frozen=True)
class LawSearch:
    """What a finite law is searched for: the hypotheses, and the row at which it may fail."""

    space: Space
    quantities: dict[str, Quantity]
    context: Context
    claim: Claim

    def refuting(self, most: int | None = None) -> dict[str, Any] | None:
        """Return a law that satisfies all hypotheses and violates the row, or None.

        Laws are tried at `most` values of the parameters, or at all that are looked at.
        """
        wanted = names(self.claim[1])
        return next(self._found(wanted, self.claim, most), None)

    def satisfying(self) -> dict[str, Any] | None:
        """Return a law that satisfies all hypotheses, or None."""
        return next(self._found(frozenset(), None), None)

    def _found(
        self, wanted: frozenset[str], claim: Claim | None, most: int | None = None
    ) -> Iterator[dict[str, Any]]:
        needed = wanted.union(*(names(fact[1]) for fact in self.context.facts))
        model = Model(self.space, self.quantities, check_proof)
        needed = needed.union(*(model.depends(("symbol", name)) for name in needed))
        kept = {name: item for name, item in self.quantities.items() if name in needed}
        box = {k: item for k, item in self.context.box.items() if k not in self.quantities}
        parameters = Context(box, self.context.facts)
        for point in islice(points(self.space, kept, parameters), most):
            constants = self._constants(kept, claim)
            for batch in batches(self.space, kept, point, constants, parameters):
                for law in self._screened(batch, kept, claim):
                    data = batch.exact(law, parameters)
                    if data is not None and self._is_accepted(model, data, claim):
                        yield data

    def _constants(self, kept: dict[str, Quantity], claim: Claim | None) -> frozenset[Fraction]:
        terms: list[Any] = [item.term for item in kept.values()]
        terms += [item.given for item in kept.values() if item.given is not None]
        terms += [fact[1] for fact in self.context.facts]
        terms += [] if claim is None else [claim[1]]
        return frozenset(_numbers(terms))

    def _is_accepted(self, model: Model, data: dict[str, Any], claim: Claim | None) -> bool:
        try:
            with limited_work([_COSTS]):
                if claim is None:
                    check_satisfying_law(model, self.context, data)
                else:
                    check_finite_law(model, (self.context, claim), data)
        except (Rejected, KeyError, ValueError, ArithmeticError):
            return False
        return True

    def _screened(self, batch: Batch, kept: dict[str, Quantity], claim: Claim | None) -> list[int]:
        """Return the laws of a batch that seem to satisfy the facts and to violate the claim."""
        atoms = batch.atoms
        try:
            for name, item in kept.items():
                atoms.numbers[name] = atoms.mean(item.term, item.given)
                batch.solve(name)
            good = batch.satisfies_declared()
            for kind, term in self.context.facts:
                good = good & _is_met(atoms, kind, term)
            if claim is None:
                return [int(place) for place in np.flatnonzero(good)[:MOST_TRIED]]
            violation = _violation(atoms, claim)
        except (NotComputed, KeyError, TypeError, ValueError, OverflowError):
            return []
        violation = np.where(good, violation, -1.0)
        found = np.flatnonzero(violation > MARGIN)
        if claim[0] in (">", "!="):
            found = np.flatnonzero(violation >= 0)
        best = [] if not len(found) else [int(np.argmax(violation))]
        return list(dict.fromkeys([*map(int, found[: MOST_TRIED - 1]), *best]))


def _is_met(atoms: Atoms, kind: str, term: Term) -> Any:
    value = np.broadcast_to(_outer(atoms, term), (len(atoms.weights),))
    return is_met(kind, value)


def _outer(atoms: Atoms, term: Term) -> Any:
    """Return a term between numbers, one value for each law."""
    value = np.asarray(atoms.value(term), dtype=float)
    return value[:, 0] if value.ndim == 2 else value


def _violation(atoms: Atoms, claim: Claim) -> Array:
    """Return by how much a claim fails, below zero where it holds."""
    value = np.broadcast_to(_outer(atoms, claim[1]), (len(atoms.weights),)).astype(float)
    kind = claim[0]
    if kind == "=":
        found = np.abs(value)
    elif kind == "!=":
        found = np.where(np.abs(value) <= 1e-9, 0.0, -1.0)
    else:
        found = -value
        if kind == ">":
            found = np.where(np.abs(found) <= 1e-9, 0.0, found)
    return np.where(np.isnan(found), 1.0, found)


def _numbers(items: list[Any]) -> Iterator[Fraction]:
    for item in items:
        if isinstance(item, tuple):
            if item[:1] == ("number",):
                yield Fraction(item[1])
            else:
                yield from _numbers(list(item))
