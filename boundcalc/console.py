"""What the commands share: forms of output, printing, quoting what was typed, files, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from boundcalc.cards.cards import WIDTH, card_text, trim_zeros
from boundcalc.language.errors import QuestionError
from boundcalc.output.markdown import card_markdown
from boundcalc.questions.names import complemented, plain_name
from boundcalc.waiting import end_telling

if TYPE_CHECKING:
    from boundcalc.cards.cards import Card
    from boundcalc.tex.source import ReaderError

REFUTED = 1  # exit codes: 0 is an answer
WRONG_USE = 2
UNDECIDED = 3
LONGEST_MESSAGE = 600
LONGEST_QUOTE = 60
LONGEST_FILE = 64 << 20  # characters
LEAST_WIDTH, MOST_WIDTH = 60, 100

Json = Annotated[bool, typer.Option("--json", help="One JSON object, for scripts.")]
Latex = Annotated[bool, typer.Option("--latex", help="LaTeX, for papers and notes.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Markdown, for web pages.")]
Published = Annotated[
    bool, typer.Option("--published", help="Leave out what is sharpened here and not published.")
]
Bibliography = Annotated[
    str, typer.Option("--bib", metavar="FILE", help="Write what the LaTeX cites as BibTeX.")
]


def one_form(**wanted: bool) -> str:
    """Return the one form of output that is wanted, or "text"; a QuestionError for two of them."""
    forms = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(forms) > 1:
        raise QuestionError(f"--{' and --'.join(forms)} exclude each other; keep one of them")
    return forms[0] if forms else "text"


def quoted(text: str) -> str:
    """Return what was typed for a message: in quotes, in ASCII, and not too long."""
    return ascii(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 3]}...")


def printable(text: str) -> str:
    """Return text in which nothing moves the cursor of a terminal."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def check_free(name: str, is_forced: bool) -> None:
    """Check that a file may be written, before anything is searched for."""
    check_named(name)
    if os.path.isdir(name):
        raise QuestionError(f"{quoted(name)} is a folder; name a file")
    if os.path.lexists(name) and not is_forced:
        raise QuestionError(f"{quoted(name)} exists; --force overwrites it")
    if not os.path.isdir(os.path.dirname(name) or "."):
        raise QuestionError(f"the folder of {quoted(name)} does not exist; make it first")
    place = name if os.path.exists(name) else os.path.dirname(name) or "."
    if not os.access(place, os.W_OK):
        raise QuestionError(f"{quoted(name)} may not be written; name a place where you may write")


def check_bibliography(name: str, form: str, is_forced: bool) -> None:
    """Check that references may be written beside LaTeX to a file, where one is named."""
    if name and form != "latex":
        raise QuestionError("--bib writes the references of LaTeX; add --latex")
    if name:
        check_free(name, is_forced)


def check_named(name: str) -> None:
    """Raise a QuestionError for "-" where a file is written; it reads stdin elsewhere."""
    if name == "-":
        raise QuestionError("'-' names no file; name the one that is to be written")


def file_text(name: str) -> str:
    """Return the text of a file, or of stdin for "-"; a QuestionError if it cannot be read.

    No more than 64 MiB are read, so that a device without an end is refused.
    """
    try:
        if name == "-":
            text = sys.stdin.read(LONGEST_FILE + 1)
        else:
            with open(name, encoding="utf-8") as file:
                text = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise QuestionError(f"{quoted(name)} cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise QuestionError(f"{quoted(name)} is no text in UTF-8; name a text file") from error
    if len(text) > LONGEST_FILE:
        raise QuestionError(f"{quoted(name)} has more than {LONGEST_FILE >> 20} MiB; name another")
    return text


# --- what was typed ------------------------------------------------------------------------------


def read_arguments(arguments: Sequence[str]) -> dict[str, str]:
    """Return the values of ``name=value`` arguments by name; a QuestionError for bad ones."""
    given: dict[str, str] = {}
    written: dict[str, str] = {}
    for argument in arguments:
        typed, sign, value = (part.strip() for part in argument.partition("="))
        if not sign or not typed or typed[-1] in "<>":
            raise QuestionError(f"expected name=value, such as tau=0.1, but got {quoted(argument)}")
        name = plain_name(typed)
        check_name(name, typed)
        if not value:
            raise QuestionError(f"{name} has no value; write {name}=... without spaces")
        name, value = complemented(name, value)
        if name in given:
            raise QuestionError(
                f"{name} is given twice, by {quoted(written[name])} and {quoted(argument)}; "
                "leave one out"
            )
        given[name], written[name] = value, argument
    return given


def read_unknown(typed: str) -> str:
    """Return the name of what is asked for; a QuestionError if it cannot be one."""
    if "=" in typed:
        raise QuestionError(f"name what is asked for first, such as n, but got {quoted(typed)}")
    name = plain_name(typed.strip())
    check_name(name, typed)
    return name


def check_name(name: str, typed: str) -> None:
    """Raise a QuestionError if a name cannot be that of a quantity."""
    if not (name.isascii() and name.isidentifier() and len(name) <= LONGEST_QUOTE):
        raise QuestionError(
            f"expected the name of a quantity, such as n or tau, but got {quoted(typed)}"
        )


# --- what is printed ---------------------------------------------------------------------------


def show_card(card: Card, form: str) -> None:
    """Print a card as Markdown, or as text, in colour on a terminal."""
    if form == "markdown":
        print_text(card_markdown(card))
        return

    if not sys.stdout.isatty():
        print_text(card_text(card, WIDTH))
        return
    width = max(LEAST_WIDTH, min(get_terminal_size().columns, MOST_WIDTH))
    _print_in_colour(card_text(card, width))


def print_text(text: str) -> None:
    """Print a text; a reader that has gone is no error."""
    end_telling()
    try:
        print(text, flush=True)
    except BrokenPipeError:
        stay_quiet()
    except OSError as error:
        stay_quiet()
        raise QuestionError(f"the answer cannot be written: {error.strerror}") from error


def stay_quiet() -> None:
    """Let nothing more be printed: the reader has gone, and Python flushes again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_in_colour(text: str) -> None:
    end_telling()
    from rich.console import Console
    from rich.highlighter import RegexHighlighter
    from rich.theme import Theme

    class CardHighlighter(RegexHighlighter):
        base_style = "card."
        highlights = [  # noqa: RUF012 - the base class declares it so
            r"\A(?P<headline>.+)",
            r"\A(?P<refuted>REFUTED.*)",
            r"\A(?P<doubt>UNKNOWN.*)",
            r"(?m)^(?P<label>[A-Za-z][A-Za-z ]*?)(?=  )",
            r"(?m)(?P<doubt>doubtful|not certified|^Doubts)",
            r"(?m)(?<!not )(?P<binds>binds)$",
        ]

    theme = Theme(
        {
            "card.headline": "bold green",
            "card.refuted": "bold red",
            "card.label": "cyan",
            "card.doubt": "yellow",
            "card.binds": "bold",
        }
    )
    console = Console(highlighter=CardHighlighter(), theme=theme, markup=False, emoji=False)
    console.print(text, soft_wrap=True)


# --- what is said of errors -----------------------------------------------------------------------


def fail(message: str) -> int:
    """Say what is wrong, in one line on stderr, and return the exit code."""
    line = printable(trim_zeros(" ".join(message.split())))
    if len(line) > LONGEST_MESSAGE:
        line = f"{line[: LONGEST_MESSAGE // 2]} ... {line[-LONGEST_MESSAGE // 3 :]}"
    print(f"boundcalc: {line}", file=sys.stderr)
    return WRONG_USE


def fail_at(error: ReaderError) -> int:
    """Say what cannot be read, with the place under it."""
    first, *excerpt = str(error).split("\n")
    fail(first)
    print(*excerpt, sep="\n", file=sys.stderr)
    return WRONG_USE
