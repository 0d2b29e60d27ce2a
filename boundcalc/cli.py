"""The command line: a table of the commands, each of which is a module of `boundcalc.commands`.

Exit codes: 0 for an answer; 1 for a relation that is refuted and a certificate that is rejected;
2 for wrong use and for questions without an answer, with a message on stderr that says what is
wrong and what to do; 3 for a relation that stays unknown, with ``--strict``.
Only what a command needs is imported, and colour is used on a terminal alone.
"""

from __future__ import annotations

import atexit
import codecs
import errno
import gc
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import version as installed_version
from io import StringIO
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from boundcalc.cards.cards import plain_signs
from boundcalc.console import fail, print_text, quoted, stay_quiet
from boundcalc.language.errors import BoundError
from boundcalc.limits import COLLECTED_AFTER, call_with_room
from boundcalc.waiting import telling

INTERRUPTED = 130
_COMPLETION = (["--install-completion"], ["--show-completion"])
COMMANDS = (
    ("solve", "solve:solve", "Which value suffices, and what shows it."),
    ("prove", "prove:prove", "Does a relation hold on its whole domain?"),
    (
        "sharpen",
        "sharpen:sharpen",
        "The best constant in a relation, proved and refuted on either side.",
    ),
    ("maximize", "sharpen:maximize", "The supremum of an expression, certified."),
    ("minimize", "sharpen:minimize", "The infimum of an expression, certified."),
    ("check", "check:check", "Is this derivation right? Each displayed relation gets a verdict."),
    (
        "annotate",
        "annotate:annotate",
        "What the sentences of a document declare, as directives in a copy.",
    ),
    ("recheck", "recheck:recheck", "Check certificates of `prove` again."),
    ("export", "export:export", "A certificate of `prove` as a file for Coq's kernel."),
    ("list", "theorems:list_theorems", "All theorems, or all routes."),
    ("show", "theorems:show", "One theorem."),
    ("symbols", "symbols:symbols", "What each letter means, and how it may be typed."),
    ("audit", "audit:audit", "Whether a number of another tool is right, and what would be."),
    ("errata", "errata:errata", "What the derivations of the library found wrong in print."),
    ("table", "table:table", "One unknown over a grid of values, for a paper."),
    ("plot", "drawing.plot:plot", "The same as a figure."),
    ("region", "drawing.region:region", "Where a theorem holds in two quantities, as a figure."),
    ("tested", "tested:report_tested", "Statements tested on exact instances."),
    ("tightness", "tested:tightness", "The bound of a theorem beside the exact value."),
    ("compose", "compose:compose", "Private answers of any kinds together, optimally."),
    ("compare", "compare:compare", "Every way to an answer over a range, with its crossovers."),
    ("explain", "explain:explain", "An answer as a derivation, theorem by theorem."),
    ("graph", "drawing.graph:graph", "The theorems as a graph."),
    ("site", "pages.site:site", "The library as pages."),
    ("serve", "pages.serve:serve", "The same with live answers."),
    ("holdout", "holdout:holdout", "A ledger of a holdout set: what still holds."),
)
_HELP = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=_HELP,
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
        print_text(f"boundcalc {installed_version('boundcalc')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print_text(context.get_help())


class Command(TyperCommand):
    """A command of the table, whose module is imported when the command is called."""

    def __init__(self, name: str, home: str, short_help: str) -> None:
        super().__init__(name, short_help=short_help)
        self.home = home

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Return the context of the command itself, with what was typed."""
        return self._loaded.make_context(*arguments, **options)

    @cached_property
    def _loaded(self) -> Any:
        return self.load()

    def load(self) -> Any:
        """Return the command itself; its options are read from the signature of its function."""
        module, _, name = self.home.partition(":")
        found = getattr(import_module(f"boundcalc.commands.{module}"), name)
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_HELP)
            alone.command(self.name, short_help=self.short_help)(found)
            found = alone
        return typer.main.get_command(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; every error is one line on stderr."""
    _replace_closed_streams()
    _accept_any_terminal()
    _end_children_when_terminated()
    _collect_seldom()
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
        return fail(_usage_text(error, typed))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        stay_quiet()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        stay_quiet()
        return fail(f"the answer cannot be written: {error.strerror}")
    return code if isinstance(code, int) else 0


@cache
def _built() -> Any:
    """Return the table as a group of commands."""
    group: Any = typer.main.get_command(app)
    for row in COMMANDS:
        group.add_command(Command(*row))
    return group


def _is_told(typed: Sequence[str]) -> bool:
    """Return whether it is said that a command is at work: not of what waits for somebody."""
    waits = typed[:1] == ["serve"] or "--watch" in typed or typed[-1:] == ["--help"]
    is_known = typed[:1] in [[name] for name, *_ in COMMANDS]
    return is_known and not waits and not ("-" in typed and sys.stdin.isatty())


def _end_children_when_terminated() -> None:
    """Let SIGTERM unwind this process, so that what it has started ends with it."""

    def end(number: int, frame: Any) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


def _collect_seldom() -> None:
    """Look for garbage seldom, and not at the end: with the modules, a tenth of a short command."""
    gc.set_threshold(COLLECTED_AFTER)
    atexit.unregister(gc.freeze)  # where the command line is called before
    atexit.register(gc.freeze)


def _usage_error() -> type[Exception]:
    """Return the base class of the errors of the parser, which typer exports only by its leaf."""
    return next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def _usage_text(error: Any, typed: Sequence[str]) -> str:
    context = getattr(error, "ctx", None)
    is_known = typed[:1] in [[name] for name, *_ in COMMANDS]
    path = f"boundcalc {typed[0]}" if is_known else "boundcalc"  # where an option lacks its value
    if context is not None:
        path = context.command_path
    text = error.format_message().rstrip(". ").replace(". Did you mean", "; did you mean")
    return f"{text}{' ' if text.endswith('?') else '; '}see '{path} --help'"


def _replace_closed_streams() -> None:
    """Let what is printed be lost where a stream was closed before the start."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, StringIO())


def _accept_any_terminal() -> None:
    """Let Greek letters become their names where the encoding of the terminal has none."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure") and not _is_unicode(stream.encoding):
            codecs.register_error("boundcalc", _plain_replacement)
            stream.reconfigure(errors="boundcalc")


def _is_unicode(encoding: str | None) -> bool:
    return (encoding or "").lower().replace("-", "").startswith("utf")


def _plain_replacement(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_signs(error.object[error.start : error.end]), error.end


if __name__ == "__main__":
    sys.exit(main())
