"""The command line: a table of the commands, each of which is a module of `boundcalc.commands`.

Exit codes: 0 for an answer; 1 for a relation that is refuted and a certificate that is rejected;
2 for wrong use and for questions without an answer, with a message on stderr that says what is
wrong and what to do; 3 for a relation that stays unknown, with ``--strict``.
Only what a command needs is imported, and colour is used on a terminal alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache
from io import StringIO
from typing import Annotated, Any

import typer

from boundcalc.commands.annotate import annotate
from boundcalc.commands.audit import audit
from boundcalc.commands.check import check
from boundcalc.commands.compare import compare
from boundcalc.commands.compose import compose
from boundcalc.commands.drawing.graph import graph
from boundcalc.commands.drawing.plot import plot
from boundcalc.commands.drawing.region import region
from boundcalc.commands.errata import errata
from boundcalc.commands.explain import explain
from boundcalc.commands.export import export
from boundcalc.commands.holdout import holdout
from boundcalc.commands.prove import prove
from boundcalc.commands.recheck import recheck
from boundcalc.commands.sharpen import maximize, minimize, sharpen
from boundcalc.commands.site import serve, site
from boundcalc.commands.solve import solve
from boundcalc.commands.symbols import symbols
from boundcalc.commands.table import table
from boundcalc.commands.tested import report_tested, tightness
from boundcalc.commands.theorems import list_theorems, show
from boundcalc.console import fail, print_text, quoted, stay_quiet
from boundcalc.language.errors import BoundError
from boundcalc.limits import call_with_room
from boundcalc.waiting import telling

INTERRUPTED = 130
_COMPLETION = (["--install-completion"], ["--show-completion"])
COMMANDS = (
    ("solve", solve, "Which value suffices, and what shows it."),
    ("prove", prove, "Does a relation hold on its whole domain?"),
    ("sharpen", sharpen, "The best constant in a relation, proved and refuted on either side."),
    ("maximize", maximize, "The supremum of an expression, certified."),
    ("minimize", minimize, "The infimum of an expression, certified."),
    ("check", check, "Is this derivation right? Each displayed relation gets a verdict."),
    ("annotate", annotate, "What the sentences of a document declare, as directives in a copy."),
    ("recheck", recheck, "Check certificates of `prove` again."),
    ("export", export, "A certificate of `prove` as a file for Coq's kernel."),
    ("list", list_theorems, "All theorems, or all routes."),
    ("show", show, "One theorem."),
    ("symbols", symbols, "What each letter means, and how it may be typed."),
    ("audit", audit, "Whether a number of another tool is right, and what would be."),
    ("errata", errata, "What the derivations of the library found wrong in print."),
    ("table", table, "One unknown over a grid of values, for a paper."),
    ("plot", plot, "The same as a figure."),
    ("region", region, "Where a theorem holds in two quantities, as a figure."),
    ("tested", report_tested, "Statements tested on exact instances."),
    ("tightness", tightness, "The bound of a theorem beside the exact value."),
    ("compose", compose, "Private answers of any kinds together, optimally."),
    ("compare", compare, "Every way to an answer over a range, with its crossovers."),
    ("explain", explain, "An answer as a derivation, theorem by theorem."),
    ("graph", graph, "The theorems as a graph."),
    ("site", site, "The library as pages."),
    ("serve", serve, "The same with live answers."),
)

app = typer.Typer(
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def boundcalc(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("-V", "--version", help="The version, and stop.")
    ] = False,
) -> None:
    """Certified sample sizes and bounds of adaptive data analysis and differential privacy."""
    if version:
        from importlib.metadata import version as installed_version

        print_text(f"boundcalc {installed_version('boundcalc')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print_text(context.get_help())


for _name, _command, _help in COMMANDS:
    app.command(_name, short_help=_help)(_command)
app.add_typer(holdout, name="holdout", short_help="A ledger of a holdout set: what still holds.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; every error is one line on stderr."""
    _replace_closed_streams()
    _accept_any_terminal()
    _end_children_when_terminated()
    typed = list(sys.argv[1:] if arguments is None else arguments)
    if typed[:1] in _COMPLETION and len(typed) > 1:
        alone = "takes nothing beside it, as it is for the shell in which it is typed"
        return fail(f"{typed[0]} {alone}, but got {quoted(typed[1])}; leave that out")
    if typed[:1] == ["help"]:  # as a word: `help solve` is `solve --help`
        typed = [*typed[1:], "--help"]
    try:
        command = _built()
        with telling(f"boundcalc {typed[0]}") if _is_told(typed) else nullcontext():
            code = call_with_room(
                lambda: command.main(args=typed, prog_name="boundcalc", standalone_mode=False)
            )
    except BoundError as error:
        return fail(str(error))
    except _usage_error() as error:
        return fail(_usage_text(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        stay_quiet()
        return 0
    return code if isinstance(code, int) else 0


@cache
def _built() -> Any:
    """Return all commands with their options, which are read from the signatures once."""
    return typer.main.get_command(app)


def _is_told(typed: Sequence[str]) -> bool:
    """Return whether it is said that a command is at work: not of what waits for somebody."""
    waits = typed[:1] == ["serve"] or "--watch" in typed
    is_known = typed[:1] in [[name] for name, _, _ in COMMANDS]
    return is_known and not waits and not ("-" in typed and sys.stdin.isatty())


def _end_children_when_terminated() -> None:
    """Let SIGTERM unwind this process, so that what it has started ends with it."""
    import signal
    import threading

    def end(number: int, frame: Any) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


def _usage_error() -> type[Exception]:
    """Return the base class of the errors of the parser, which typer exports only by its leaf."""
    return next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def _usage_text(error: Any) -> str:
    context = getattr(error, "ctx", None)
    path = "boundcalc" if context is None else context.command_path
    return f"{error.format_message().rstrip('. ')}; see '{path} --help'"


def _replace_closed_streams() -> None:
    """Let what is printed be lost where a stream was closed before the start."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, StringIO())


def _accept_any_terminal() -> None:
    """Let Greek letters become their names where the encoding of the terminal has none."""
    import codecs

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure") and not _is_unicode(stream.encoding):
            codecs.register_error("boundcalc", _plain_replacement)
            stream.reconfigure(errors="boundcalc")


def _is_unicode(encoding: str | None) -> bool:
    return (encoding or "").lower().replace("-", "").startswith("utf")


def _plain_replacement(error: UnicodeError) -> tuple[str, int]:
    from boundcalc.cards.cards import plain_signs

    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_signs(error.object[error.start : error.end]), error.end


if __name__ == "__main__":
    sys.exit(main())
