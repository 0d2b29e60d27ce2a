"""How long is the trusted base?  Lines of code of boundcalc/checker, without comments.

Run ``python -m tests.count_checker_lines`` in the root of the repository.
"""

import ast
import io
import tokenize
from pathlib import Path

CHECKER = Path(__file__).resolve().parent.parent / "boundcalc" / "checker"
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}


def docstring_lines(source: str) -> set[int]:
    """Return the numbers of the lines that docstrings take."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return found


def code_lines(source: str) -> int:
    """Return the number of lines that hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - docstring_lines(source))


def counts() -> dict[str, int]:
    """Return the lines of code of each file of the checker."""
    return {
        path.name: code_lines(path.read_text(encoding="utf-8"))
        for path in sorted(CHECKER.glob("*.py"))
    }


def main() -> None:
    found = counts()
    for name, count in found.items():
        print(f"{count:6} {name}")
    print(f"{sum(found.values()):6} all")


if __name__ == "__main__":
    main()
