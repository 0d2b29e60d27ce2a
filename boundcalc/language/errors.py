"""The errors of boundcalc: one sentence each: who, what is wrong, what was found, a way out.

Failing to prove is a verdict, not an error; errors are for wrong use and for questions that
have no answer.
"""

from fractions import Fraction


def written(value: object) -> str:
    """Return how Python writes a value that was not expected, cut; also where it cannot be."""
    try:
        return f"{value!r:.60}"
    except Exception:  # more digits than Python writes, or whatever a type of somebody else raises
        return f"a value of type {type(value).__name__}"


class BoundError(Exception):
    """Base class of every error that boundcalc raises on purpose.

    `subject` is how its sentence begins where nothing beside it names what it is about;
    `predicate` is the rest of it.
    """

    def __init__(self, message: str = "", *, subject: str = "") -> None:
        super().__init__(subject + message)
        self.predicate = message


class ExpressionError(BoundError):
    """An expression cannot be built or evaluated as written."""


class DomainError(BoundError):
    """A value lies outside the domain of its symbol, or is not a number at all."""


class StatementError(BoundError):
    """A theorem, guarantee or relation is not well formed."""


class QuestionError(BoundError):
    """A question to the library is not well formed: an unknown name, a missing or surplus value."""


class UnansweredError(BoundError):
    """No value was found that answers a question.

    `shortfall` is how far what is given is from what is needed, as the larger over the smaller;
    None where no single quantity is to blame.
    `is_searched` tells whether all values were looked at that a search looks at; it is no limit of
    the theorem alone then that fails.
    """

    def __init__(
        self,
        message: str,
        *,
        subject: str = "",
        shortfall: Fraction | None = None,
        is_searched: bool = False,
    ) -> None:
        super().__init__(message, subject=subject)
        self.shortfall = shortfall
        self.is_searched = is_searched


class NoSolutionError(UnansweredError):
    """It is certain that no value answers the question; the message says which constraint fails."""


class EndlessError(NoSolutionError):
    """The values that answer a question go on beyond what is searched, so that none is its end."""


class UndecidedError(UnansweredError):
    """A yes or no was asked for and could not be certified within the limits of work."""
