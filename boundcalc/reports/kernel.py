"""How many rows of a report Coq's kernel accepts, and what is in the way of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from boundcalc.coq import Kernel, NoKernel, NotExported
from boundcalc.judgements import VerdictKind
from boundcalc.notes.check import Report
from boundcalc.proving.portable import portable


def kernel_text(report: Report) -> str:
    """Return what Coq's kernel says of the proved and refuted rows, or why it was not asked.

    A row is accepted where the kernel accepts each of its certificates as a theorem.
    """
    rows = [
        row.judgement.certificates
        for document in report.documents
        for row in document.rows
        if row.judgement.kind in (VerdictKind.PROVED, VerdictKind.REFUTED)
    ]
    asked = [certificates for certificates in rows if certificates]
    try:
        with Kernel() as kernel:
            found = Counter(_verdict(kernel, certificates) for certificates in asked)
    except NoKernel as reason:
        return f"Coq's kernel was not asked: {reason}"
    accepted = found.pop("", 0)
    lines = [f"Coq's kernel accepts {accepted} of {len(asked)} rows that have certificates"]
    lines += [f"  {count:5} {reason}" for reason, count in found.most_common()]
    return "\n".join(lines)


def _verdict(kernel: Kernel, certificates: tuple[Mapping[str, Any], ...]) -> str:
    """Return nothing where the kernel accepts all certificates of a row, else the reason."""
    for certificate in certificates:
        try:
            reply = kernel.check(portable(certificate))
        except NotExported as reason:
            return f"not exported: no lemma is about {reason}"
        if not reply.is_accepted:
            return "exported, and not accepted"
    return ""
