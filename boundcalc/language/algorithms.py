"""Algorithms: what a theorem is about, stated so that it can be carried out.

A record names its algorithm; cards, pages and JSON show its steps, and with an answer its call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from string import Formatter

from boundcalc.language.errors import StatementError
from boundcalc.language.records import Record

LARGE = 10**8  # numbers of an array, of eight bytes each


@dataclass(frozen=True, kw_only=True, slots=True)
class Algorithm(Record):
    """An algorithm in full, and lines of Python that run it.

    Parameters
    ----------
    name : str
        What people call it.
    steps : tuple of str
        What it does, in sentences in the notation of the library, complete and in order.
    call : tuple of str
        Lines of Python, with the name of a quantity in braces where its value stands.
    examples : mapping from str to str
        Values for quantities that an answer may leave open.
    sizes : tuple of str
        The quantities in the call whose product is the size of the arrays that it makes.
    clause : str
        That it is used, as a clause with names of quantities in braces; it opens the guarantee of
        a theorem that has no premise and is about this algorithm.
    releases : str
        What it tells of the records, as a noun with names of quantities in braces, where that is
        less than an answer from the records to every query.
    letter : str
        The quantity whose meaning the algorithm decides, such as the size of its noise; answers
        about it are not compared between algorithms.
    meaning : str
        What that quantity is here.

    Raises
    ------
    StatementError
        If there are no steps, or an example or a size is of no quantity in the call.

    Examples
    --------
    >>> coin = Algorithm(name="coin", steps=("Toss a coin.",), call=("toss(bias={bias})",))
    >>> coin.fields, coin.code({"bias": "0.5"})
    (('bias',), ('toss(bias=0.5)',))
    """

    name: str
    steps: tuple[str, ...]
    call: tuple[str, ...] = ()
    examples: Mapping[str, str] = field(default_factory=dict)
    sizes: tuple[str, ...] = ()
    clause: str = ""
    releases: str = ""
    letter: str = ""
    meaning: str = ""

    def __hash__(self) -> int:
        return hash((self.name, self.steps))

    def __post_init__(self) -> None:
        if not self.steps:
            raise StatementError(f"algorithm {self.name!r}: it has no steps; state what it does")
        for name in (*self.examples, *self.sizes):
            if name not in self.fields:
                raise StatementError(
                    f"algorithm {self.name!r}: its call has no {name}; leave it out"
                )

    @property
    def fields(self) -> tuple[str, ...]:
        """The quantities whose values stand in the call."""
        found = (part[1] for line in self.call for part in Formatter().parse(line))
        return tuple(dict.fromkeys(name for name in found if name))

    def code(self, values: Mapping[str, str]) -> tuple[str, ...]:
        """Return the lines of the call with values, and none where a value is missing.

        A remark says which values are examples, and where arrays may be too large for a machine.
        """
        known = {**self.examples, **values}
        if any(name not in known for name in self.fields):
            return ()
        open_names = [name for name in self.examples if name not in values]
        note = [f"# {name} = {self.examples[name]} is an example" for name in open_names]
        size = prod((Fraction(known[name]) for name in self.sizes), start=Fraction(1))
        if size > LARGE:
            names = " and ".join(self.sizes)
            power = len(str(int(size))) - 1
            note.append(
                f"# this makes an array of 10^{power} numbers or more; try a smaller {names}"
            )
        return (*note, *(line.format(**known) for line in self.call))
