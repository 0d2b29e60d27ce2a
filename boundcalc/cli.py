"""The command line: ``boundcalc solve``, ``prove``, ``check``, ``recheck``, ``list`` and ``show``.

Exit codes: 0 for an answer; 1 for a relation that is refuted and a certificate that is rejected;
2 for wrong use and for questions without an answer, with a message on stderr that says what is
wrong and what to do; 3 for a relation that stays unknown, with ``--strict``.
Only what a command needs is imported, and colour is used on a terminal alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boundcalc.commands.annotate import annotate
from boundcalc.commands.audit import audit
from boundcalc.commands.check import check
from boundcalc.commands.compare import compare
from boundcalc.commands.errata import errata
from boundcalc.commands.explain import explain
from boundcalc.commands.graph import graph
from boundcalc.commands.holdout import holdout
from boundcalc.commands.plot import plot
from boundcalc.commands.region import region
from boundcalc.commands.site import serve, site
from boundcalc.commands.table import table
from boundcalc.commands.tested import report_tested, tightness
from boundcalc.console import (
    Json,
    Latex,
    Markdown,
    Published,
    check_free,
    check_name,
    file_text,
    one_form,
    print_text,
    printable,
    quoted,
    read_arguments,
    show_card,
    stay_quiet,
)
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.statements import Status

if TYPE_CHECKING:
    from boundcalc.claims import Claim
    from boundcalc.proving.verdicts import Verdict
    from boundcalc.solving.answers import Ranking
    from boundcalc.tex.source import ReaderError

REFUTED = 1
WRONG_USE = 2
UNDECIDED = 3
INTERRUPTED = 130
LONGEST_MESSAGE = 600

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# --- the commands ------------------------------------------------------------------------------


@app.callback(invoke_without_command=True)
def boundcalc(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="The version, and stop.")] = False,
) -> None:
    """Certified sample sizes and bounds of adaptive data analysis and differential privacy."""
    if version:
        from importlib.metadata import version as installed_version

        print_text(f"boundcalc {installed_version('boundcalc')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print_text(context.get_help())


@app.command(short_help="Which value suffices, and what shows it.")
def solve(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help="Exact values: tau=0.1 beta=1/20 m=1e3."),
    ] = None,
    theorem: Annotated[
        str | None, typer.Option("--theorem", metavar="ID", help="Use this theorem alone.")
    ] = None,
    is_published: Published = False,
    as_json: Json = False,
    as_latex: Latex = False,
    as_markdown: Markdown = False,
    is_verbose: Annotated[
        bool, typer.Option("--verbose", help="Say of each refused theorem why.")
    ] = False,
    is_thorough: Annotated[
        bool,
        typer.Option("--bound", help="Prove of each answer how far it is from the best choice."),
    ] = False,
) -> None:
    r"""Which value suffices?  The best answer with its evidence, and all answers side by side.

    Greek letters may be typed as tau, τ or \tau.
    """
    form = one_form(json=as_json, latex=as_latex, markdown=as_markdown)
    ranking = _ranking(unknown, values or [], theorem, is_published=is_published)
    if is_thorough or ranking.best.neighbour is None:
        from boundcalc.routes.optimality_bounds import with_limits

        ranking = with_limits(ranking, is_thorough=is_thorough)
    if form == "json":
        from boundcalc.output.json import json_text, ranking_json

        print_text(json_text(ranking_json(ranking)))
    elif form == "latex":
        from boundcalc.output.latex import ranking_latex

        print_text(ranking_latex(ranking))
    else:
        from boundcalc.cards.answer_cards import ranking_card

        show_card(ranking_card(ranking, is_verbose=is_verbose), form)


@app.command(short_help="Does a relation hold on its whole domain?")
def prove(
    relation: Annotated[
        str, typer.Argument(metavar="RELATION", help=r"LaTeX, such as 'e^x \le 1 + 2x'.")
    ],
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where", metavar="DOMAINS", help="Symbols: 'x in (0, 1/2]; n integer >= 1'."
        ),
    ] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option("--assume", metavar="RELATION", help="A hypothesis; may be repeated."),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            metavar="SECONDS",
            help="Of the processor; then it stays unknown. Without it, the limit is work.",
        ),
    ] = None,
    certificate: Annotated[
        str | None, typer.Option("--certificate", metavar="FILE", help="Write it here.")
    ] = None,
    is_forced: Annotated[
        bool, typer.Option("--force", help="Overwrite the file of the certificate.")
    ] = False,
    is_strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 3 if it stays unknown.")
    ] = False,
    as_json: Json = False,
) -> int:
    r"""Does a relation hold on its whole domain?  Proved, refuted by a point, or unknown.

    An implication is written 'A \implies B', or with --assume.
    """
    from boundcalc.claims import read_claim
    from boundcalc.tex.source import ReaderError

    if time_limit is not None and not 0 < time_limit < float("inf"):
        raise QuestionError("the time limit is a positive number of seconds, such as 10")
    if certificate is not None:
        check_free(certificate, is_forced)
    try:
        claim = read_claim(relation, where=where or (), assume=assume or ())
    except ReaderError as error:
        return _fail_at(error)
    verdict = _verdict(claim, time_limit)
    if certificate is not None and verdict.certificate is not None:
        _write_certificate(certificate, verdict, is_forced)
    if as_json:
        from boundcalc.output.json import json_text
        from boundcalc.output.verdicts import verdict_json

        print_text(json_text(verdict_json(verdict)))
    else:
        from boundcalc.output.verdicts import verdict_card

        show_card(verdict_card(verdict, _certificate_note(certificate, verdict)), "text")
    if verdict.is_refuted:
        return REFUTED
    return 0 if verdict.is_proved or not is_strict else UNDECIDED


app.command(short_help="Is this derivation right? Each displayed relation gets a verdict.")(check)
app.command(short_help="What the sentences of a document declare, as directives in a copy.")(
    annotate
)


@app.command(short_help="Check certificates of `prove` again.")
def recheck(
    files: Annotated[list[str], typer.Argument(metavar="CERTIFICATE", help="Files, or - .")],
) -> int:
    """Check certificates again, from nothing but the files: what each shows, or why it does not.

    `python -m boundcalc.checker FILE` checks one with the standard library alone.
    """
    from boundcalc.checker import Rejected, read_certificate
    from boundcalc.claims import recheck as verdict_of
    from boundcalc.output.verdicts import shown_line

    status = 0
    for name in files:
        try:
            verdict = verdict_of(read_certificate(file_text(name)))
        except Rejected as error:
            print_text(f"{printable(name)}: rejected: {printable(str(error))}")
            status = max(status, REFUTED)
        except (ValueError, RecursionError) as error:
            status = _fail(f"{quoted(name)} holds no JSON: {printable(str(error))}")
        else:
            print_text(f"{printable(name)}: accepted: {printable(shown_line(verdict))}")
    return status


@app.command("list", short_help="All theorems.")
def list_theorems(
    unknown: Annotated[
        str, typer.Option("--unknown", metavar="NAME", help="Only those that solve for it.")
    ] = "",
    topic: Annotated[
        str, typer.Option("--topic", metavar="WORD", help="Only those that speak of it.")
    ] = "",
    as_json: Json = False,
    as_markdown: Markdown = False,
) -> None:
    """All theorems: id, status, title, and what each can be solved for."""
    from boundcalc.library import load_library, select

    form = one_form(json=as_json, markdown=as_markdown)
    theorems = select(load_library().theorems, unknown=unknown.strip(), topic=topic.strip())
    if not theorems:
        raise QuestionError(
            "no theorem is listed under that name or word; `boundcalc list` shows all of them"
        )
    if form == "json":
        from boundcalc.output.json import json_text, library_json

        print_text(json_text(library_json(theorems)))
    else:
        from boundcalc.output.theorems import library_card

        show_card(library_card(theorems), form)


@app.command(short_help="One theorem.")
def show(
    theorem: Annotated[str, typer.Argument(metavar="ID", help="An id of `boundcalc list`.")],
    has_formulas: Annotated[
        bool, typer.Option("--formulas", help="Solved for each, all others positive.")
    ] = False,
    as_json: Json = False,
    as_latex: Latex = False,
    as_markdown: Markdown = False,
) -> None:
    """One theorem: what it assumes, what it says, what is doubtful in it, and where it stands."""
    from boundcalc.library import find_theorem, load_library
    from boundcalc.solving.examples import example_command

    form = one_form(json=as_json, latex=as_latex, markdown=as_markdown)
    record = find_theorem(load_library(), theorem)
    if form == "json":
        from boundcalc.output.json import json_text, theorem_json

        print_text(json_text(theorem_json(record, example_command(record))))
    elif form == "latex":
        from boundcalc.output.latex import theorem_latex

        print_text(theorem_latex(record))
    else:
        from boundcalc.output.theorems import theorem_card
        from boundcalc.solving.inversions import inversions

        formulas = inversions(record) if has_formulas else ()
        show_card(theorem_card(record, example_command(record), formulas), form)


app.command(short_help="Whether a number of another tool is right, and what would be.")(audit)
app.command(short_help="What the derivations of the library found wrong in print.")(errata)
app.command(short_help="One unknown over a grid of values, for a paper.")(table)
app.command(short_help="The same as a figure.")(plot)
app.command(short_help="Where a theorem holds in two quantities, as a figure.")(region)
app.command("tested", short_help="Statements tested on exact instances.")(report_tested)
app.command(short_help="The bound of a theorem beside the exact value.")(tightness)
app.command(short_help="Every way to an answer over a range, with its crossovers.")(compare)
app.command(short_help="An answer as a derivation, theorem by theorem.")(explain)
app.command(short_help="The theorems as a graph.")(graph)
app.add_typer(holdout, name="holdout", short_help="A ledger of a holdout set: what still holds.")
app.command(short_help="The library as pages.")(site)
app.command(short_help="The same with live answers.")(serve)


# --- what was typed ----------------------------------------------------------------------------


def _ranking(
    unknown: str, arguments: Sequence[str], theorem: str | None, *, is_published: bool
) -> Ranking:
    from boundcalc.library import find_theorem, load_library
    from boundcalc.questions.questions import plain_name
    from boundcalc.ranking.lower_limits import with_lower_limits
    from boundcalc.ranking.ranking import rank
    from boundcalc.solving.answers import Ranking
    from boundcalc.solving.solver import solve_theorem

    if "=" in unknown:
        raise QuestionError(f"name what is asked for first, such as n, but got {quoted(unknown)}")
    name = plain_name(unknown.strip())
    check_name(name, unknown)
    given = read_arguments(arguments)
    if theorem is None:
        theorems = load_library().published if is_published else load_library().theorems
        return with_lower_limits(rank(theorems, name, given, is_published=is_published), theorems)
    if theorem.startswith("route/"):
        from boundcalc.routes.solve import solve_named

        answer = solve_named(load_library().theorems, theorem, name, given)
    else:
        answer = solve_theorem(find_theorem(load_library(), theorem), name, given)
    if is_published and answer.theorem.status is Status.SHARPENED:
        raise QuestionError(f"{theorem} is sharpened here and not published; drop --published")
    return Ranking(unknown=name, given=given, answers=(answer,), refused=())


# --- relations and certificates ----------------------------------------------------------------


def _verdict(claim: Claim, seconds: float | None) -> Verdict:
    from boundcalc.claims import decide
    from boundcalc.limits import call_within

    if seconds is None:
        return call_within(None, lambda: decide(claim))
    return decide(claim, seconds=seconds)


def _write_certificate(name: str, verdict: Verdict, is_forced: bool) -> None:
    import json

    from boundcalc.proving.portable import portable

    assert verdict.certificate is not None
    text = json.dumps(portable(verdict.certificate), ensure_ascii=False)
    try:
        with open(name, "w" if is_forced else "x", encoding="utf-8") as file:
            file.write(f"{text}\n")
    except OSError as error:
        raise QuestionError(
            f"the certificate cannot be written to {quoted(name)} ({error.strerror})"
        ) from error


def _certificate_note(name: str | None, verdict: Verdict) -> str:
    if name is None:
        return ""
    if verdict.certificate is None:
        return "none: nothing was proved or refuted"
    return printable(name)


# --- the console script ------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; every error is one line on stderr."""
    _accept_any_terminal()
    try:
        command = typer.main.get_command(app)
        code = command.main(args=arguments, prog_name="boundcalc", standalone_mode=False)
    except BoundError as error:
        return _fail(str(error))
    except _usage_error() as error:
        return _fail(_usage_text(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        stay_quiet()
        return 0
    return code if isinstance(code, int) else 0


def _fail(message: str) -> int:
    from boundcalc.cards.cards import trim_zeros

    line = printable(trim_zeros(" ".join(message.split())))
    if len(line) > LONGEST_MESSAGE:
        line = f"{line[: LONGEST_MESSAGE // 2]} ... {line[-LONGEST_MESSAGE // 3 :]}"
    print(f"boundcalc: {line}", file=sys.stderr)
    return WRONG_USE


def _fail_at(error: ReaderError) -> int:
    """Say what cannot be read, with the place under it."""
    first, *excerpt = str(error).split("\n")
    _fail(first)
    print(*excerpt, sep="\n", file=sys.stderr)
    return WRONG_USE


def _usage_error() -> type[Exception]:
    """Return the base class of the errors of the parser, which typer exports only by its leaf."""
    return next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def _usage_text(error: Any) -> str:
    context = getattr(error, "ctx", None)
    path = "boundcalc" if context is None else context.command_path
    return f"{error.format_message().rstrip('. ')}; see '{path} --help'"


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
