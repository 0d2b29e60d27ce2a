"""Certificates: read one, and accept or reject it.

A proof certificate says: for all values of the variables in their ranges that satisfy the
assumptions, the conclusion is defined and holds.
It carries a point that satisfies the assumptions, or a box that has one, so that nothing is proved
of an empty domain.
A refutation certificate carries a point of the domain, satisfying the assumptions, at which the
conclusion fails, or a box that has one, in all of which it fails.
"""

from dataclasses import dataclass
from typing import Any

from boundcalc.checker import arithmetic as ia
from boundcalc.checker.probability.derivations import PROBABILITY_KINDS, check_probability
from boundcalc.checker.proofs import check_failure, check_proof, read_goal
from boundcalc.checker.terms import Rejected, demand, limited_work
from boundcalc.checker.witnesses import check_witness

_GOAL_KEYS = {"variables", "assumptions", "conclusion"}
_KEYS = {"version", "kind", "witness", "proof", "point"} | _GOAL_KEYS


@dataclass(frozen=True)
class Accepted:
    """What an accepted certificate shows: "proof" or "refutation", and the number of steps."""

    kind: str
    steps: int


def check_certificate(certificate: Any) -> Accepted:
    """Accept a certificate, or raise `Rejected` with the reason.

    Parameters
    ----------
    certificate : dict
        Parsed JSON with "version" 1, "kind", "variables", "assumptions", "conclusion", and
        "proof" with "witness", or "point".

    Examples
    --------
    >>> one, x = ["number", "1"], ["symbol", "x"]
    >>> line = {"low": "0", "high": "1", "low_closed": True, "high_closed": True}
    >>> check_certificate({
    ...     "version": 1, "kind": "proof", "variables": {"x": line}, "assumptions": [],
    ...     "conclusion": ["<=", x, one], "witness": {"x": "0"}, "proof": {"rule": "enclose"},
    ... })
    Accepted(kind='proof', steps=1)
    """
    try:
        with limited_work():
            return _check(certificate)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise Rejected(f"malformed certificate; missing or wrong: {error!s:.200}") from error
    except (RecursionError, MemoryError) as error:
        raise Rejected("the certificate is too deep or too large") from error
    except ia.Undefined as error:
        raise Rejected(str(error)) from error


def _check(certificate: Any) -> Accepted:
    version = certificate["version"]
    demand(type(version) is int and version == 1, "no certificate of version 1")
    if certificate["kind"] in PROBABILITY_KINDS:
        return Accepted(*check_probability(certificate))
    unknown = sorted(certificate.keys() - _KEYS)
    demand(not unknown, f"unknown entries {unknown!r:.80}")
    goal = read_goal(certificate)
    is_proof = certificate["kind"] == "proof"
    demand(is_proof or certificate["kind"] == "refutation", "neither a proof nor a refutation")
    check_witness(goal[0], certificate["witness" if is_proof else "point"])
    if is_proof:
        return Accepted("proof", check_proof(goal, certificate["proof"], 0))
    check_failure(goal, certificate["point"])
    return Accepted("refutation", 1)
