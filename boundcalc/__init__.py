"""boundcalc: bounds of adaptive data analysis and differential privacy, solved and checked.

Every name below is imported when it is first used, so that ``import boundcalc`` costs nothing.

Examples
--------
>>> import boundcalc
>>> answer = boundcalc.theorem("adaptive-queries/thm-3.3").solve(
...     n=None, tau=0.1, beta=0.05, B=10, m=1000
... )
>>> answer.value, answer.neighbour.value
(17341106, 17341105)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boundcalc.calculator import (
        SolvableTheorem,
        audit,
        compare,
        explain,
        open_grid,
        sheet,
        solvable,
        solve,
        table,
        theorem,
        theorems,
    )
    from boundcalc.checker import Rejected
    from boundcalc.compositions import Composition, compose
    from boundcalc.document_checker import check
    from boundcalc.judgements import VerdictKind
    from boundcalc.language import (
        BoundError,
        Defect,
        Definition,
        DifferentialPrivacy,
        Domain,
        DomainError,
        Expression,
        ExpressionError,
        Generalization,
        NoSolutionError,
        QuestionError,
        Relation,
        Remark,
        Role,
        Source,
        StatementError,
        Status,
        Symbol,
        Theorem,
        UndecidedError,
        Unit,
        interval,
    )
    from boundcalc.library import symbols
    from boundcalc.notes.check import Report
    from boundcalc.output.glossary import Glossary
    from boundcalc.problems.outcomes import Direction
    from boundcalc.proving.verdicts import Verdict
    from boundcalc.ranking.audits import Audit
    from boundcalc.ranking.comparison import Comparison
    from boundcalc.ranking.size_audits import SizeAudit
    from boundcalc.relation_prover import prove, recheck
    from boundcalc.routes.explanations import Explanation
    from boundcalc.sharpening.asking import maximize, minimize, sharpen
    from boundcalc.sharpening.records import SharpConstant
    from boundcalc.sheets.sheet import Sheet
    from boundcalc.solving.answers import Answer, Ranking
    from boundcalc.tables.tables import Table
    from boundcalc.tex.source import ReaderError

    __version__: str

__all__ = [
    "Answer",
    "Audit",
    "BoundError",
    "Comparison",
    "Composition",
    "Defect",
    "Definition",
    "DifferentialPrivacy",
    "Direction",
    "Domain",
    "DomainError",
    "Explanation",
    "Expression",
    "ExpressionError",
    "Generalization",
    "Glossary",
    "NoSolutionError",
    "QuestionError",
    "Ranking",
    "ReaderError",
    "Rejected",
    "Relation",
    "Remark",
    "Report",
    "Role",
    "SharpConstant",
    "Sheet",
    "SizeAudit",
    "SolvableTheorem",
    "Source",
    "StatementError",
    "Status",
    "Symbol",
    "Table",
    "Theorem",
    "UndecidedError",
    "Unit",
    "Verdict",
    "VerdictKind",
    "__version__",
    "audit",
    "check",
    "compare",
    "compose",
    "explain",
    "interval",
    "maximize",
    "minimize",
    "open_grid",
    "prove",
    "recheck",
    "sharpen",
    "sheet",
    "solvable",
    "solve",
    "symbols",
    "table",
    "theorem",
    "theorems",
]

# Where the names are that the language does not hold.
_HOMES = {
    "boundcalc.tables.tables": ("Table",),
    "boundcalc.sharpening.asking": ("maximize", "minimize", "sharpen"),
    "boundcalc.sharpening.records": ("SharpConstant",),
    "boundcalc.sheets.sheet": ("Sheet",),
    "boundcalc.routes.explanations": ("Explanation",),
    "boundcalc.ranking.size_audits": ("SizeAudit",),
    "boundcalc.ranking.comparison": ("Comparison",),
    "boundcalc.problems.outcomes": ("Direction",),
    "boundcalc.notes.check": ("Report",),
    "boundcalc.library": ("symbols",),
    "boundcalc.output.glossary": ("Glossary",),
    "boundcalc.checker": ("Rejected",),
    "boundcalc.compositions": ("Composition", "compose"),
    "boundcalc.document_checker": ("check",),
    "boundcalc.relation_prover": ("prove", "recheck"),
    "boundcalc.calculator": (
        "SolvableTheorem",
        "audit",
        "compare",
        "explain",
        "open_grid",
        "sheet",
        "solvable",
        "solve",
        "table",
        "theorem",
        "theorems",
    ),
    "boundcalc.tex.source": ("ReaderError",),
    "boundcalc.judgements": ("VerdictKind",),
    "boundcalc.proving.verdicts": ("Verdict",),
    "boundcalc.solving.answers": ("Answer", "Ranking"),
    "boundcalc.ranking.audits": ("Audit",),
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'boundcalc' has no attribute {name!r}")
    value = _find(name)
    globals()[name] = value
    return value


def _find(name: str) -> Any:
    from importlib import import_module

    if name == "__version__":
        return import_module("importlib.metadata").version("boundcalc")
    home = next((home for home, names in _HOMES.items() if name in names), "boundcalc.language")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
