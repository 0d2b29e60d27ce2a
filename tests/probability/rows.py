"""Rows of documents about what is random, checked by the calculus alone."""

from boundcalc.checker import check_certificate
from boundcalc.derivations.derivations import read_derivations
from boundcalc.judgements import Judgement, VerdictKind
from boundcalc.obligations.random_rows import by_calculus, read_random_row
from boundcalc.probability import prove_expectations
from boundcalc.tex.files import read_source

OPEN = Judgement(kind=VerdictKind.UNKNOWN, reason="algebra alone does not prove it")


def findings(directives: str, *rows: str) -> list[Judgement]:
    """Return what the calculus says of rows, under directives, one a line."""
    given = "\n".join(f"%! {line}" for line in directives.strip().splitlines())
    text = given + "\n" + "\n".join(f"\\[ {row} \\]" for row in rows)
    derivations = read_derivations(read_source(text))
    assert not derivations.errors, [error.message for error in derivations.errors]
    found = []
    for step in derivations.steps:
        given = [item.relation for item in step.assumptions] + list(step.row.conditions)
        row = read_random_row(step.row.relation, given, step.scope, step.random)
        found.append(OPEN if row is None else by_calculus(OPEN, row, prove_expectations))
    return found


def is_proved(directives: str, row: str) -> bool:
    """Return whether a row is proved, with a certificate that is accepted again."""
    (found,) = findings(directives, row)
    for certificate in found.certificates:
        wanted = "proof" if found.kind is VerdictKind.PROVED else "refutation"
        assert check_certificate(certificate).kind == wanted
    return found.kind is VerdictKind.PROVED
