"""Rows of documents about what is random, checked by the calculus alone."""

from boundcalc.checker import check_certificate
from boundcalc.derivations.derivations import read_derivations
from boundcalc.derivations.verdicts import Finding, RowKind
from boundcalc.notes.calculus import by_calculus
from boundcalc.tex.files import read_source

OPEN = Finding(kind=RowKind.UNKNOWN, reason="algebra alone does not prove it")


def findings(directives: str, *rows: str) -> list[Finding]:
    """Return what the calculus says of rows, under directives, one a line."""
    given = "\n".join(f"%! {line}" for line in directives.strip().splitlines())
    text = given + "\n" + "\n".join(f"\\[ {row} \\]" for row in rows)
    derivations = read_derivations(read_source(text))
    assert not derivations.errors, [error.message for error in derivations.errors]
    return [
        by_calculus(
            OPEN,
            step.row.relation,
            [item.relation for item in step.assumptions] + list(step.row.conditions),
            step.scope,
            step.random,
        )
        for step in derivations.steps
    ]


def is_proved(directives: str, row: str) -> bool:
    """Return whether a row is proved, with a certificate that is accepted again."""
    (found,) = findings(directives, row)
    for certificate in found.certificates:
        assert check_certificate(certificate).kind == "proof"
    return found.kind is RowKind.PROVED
