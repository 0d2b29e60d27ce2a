"""The kinds of node of an expression, the operators of the field, the senses of a relation."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """What a node of an expression is, so that printers need not know the classes of nodes."""

    NUMBER = "number"
    CONSTANT = "constant"
    SYMBOL = "symbol"
    OPERATION = "operation"
    SUM = "sum"


class Operator(Enum):
    """An operator or function, with the least and the greatest number of its operands."""

    ADD = ("add", 2, None)
    MULTIPLY = ("multiply", 2, None)
    NEGATE = ("negate", 1, 1)
    DIVIDE = ("divide", 2, 2)
    POWER = ("power", 2, 2)
    SQRT = ("sqrt", 1, 1)
    EXP = ("exp", 1, 1)
    LN = ("ln", 1, 1)
    LOG = ("log", 2, 2)  # base, argument
    ABS = ("abs", 1, 1)
    MAX = ("max", 1, None)
    MIN = ("min", 1, None)
    FLOOR = ("floor", 1, 1)
    CEIL = ("ceil", 1, 1)
    ERF = ("erf", 1, 1)
    ERFC = ("erfc", 1, 1)
    PHI = ("phi", 1, 1)  # distribution function of the standard normal law
    SIN = ("sin", 1, 1)
    COS = ("cos", 1, 1)
    TAN = ("tan", 1, 1)
    ARCTAN = ("arctan", 1, 1)
    BINOMIAL = ("binomial", 2, 2)
    FACTORIAL = ("factorial", 1, 1)
    LAMBERT_W = ("lambert_w", 2, 2)  # branch (0 or -1), argument

    def __init__(self, label: str, least: int, most: int | None) -> None:
        self.label = label
        self.least = least
        self.most = most


class Sense(Enum):
    """The sense of a relation."""

    LE = "<="
    LT = "<"
    GE = ">="
    GT = ">"
    EQ = "="
    NE = "!="

    @property
    def mirrored(self) -> Sense:
        """The sense after both sides are exchanged."""
        return _MIRRORED[self]

    @property
    def negated(self) -> Sense:
        """The sense that holds exactly where this one fails."""
        pairs = {
            Sense.LE: Sense.GT,
            Sense.LT: Sense.GE,
            Sense.GE: Sense.LT,
            Sense.GT: Sense.LE,
            Sense.EQ: Sense.NE,
            Sense.NE: Sense.EQ,
        }
        return pairs[self]

    @property
    def is_upper(self) -> bool:
        """Whether it bounds the left side from above."""
        return self in (Sense.LE, Sense.LT)

    @property
    def is_lower(self) -> bool:
        """Whether it bounds the left side from below."""
        return self in (Sense.GE, Sense.GT)

    @property
    def is_strict(self) -> bool:
        """Whether equal sides fail the relation."""
        return self in (Sense.LT, Sense.GT, Sense.NE)


_MIRRORED = {
    **{sense: sense for sense in Sense},
    Sense.LE: Sense.GE,
    Sense.LT: Sense.GT,
    Sense.GE: Sense.LE,
    Sense.GT: Sense.LT,
}
