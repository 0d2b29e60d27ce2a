"""``boundcalc explain``: an answer as a derivation, theorem by theorem, with its numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from boundcalc.console import (
    Latex,
    Markdown,
    one_form,
    print_text,
    read_arguments,
    read_unknown,
    show_card,
)


def explain(
    unknown: Annotated[str, typer.Argument(metavar="UNKNOWN", help="What is asked for: n.")],
    values: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help="As in solve.")
    ] = None,
    theorem: Annotated[
        str | None, typer.Option("--theorem", metavar="ID", help="This theorem or route.")
    ] = None,
    as_latex: Latex = False,
    as_markdown: Markdown = False,
    as_html: Annotated[bool, typer.Option("--html", help="A page of its own.")] = False,
) -> None:
    """The best answer of `solve`, or that of one theorem or route, as a derivation.

    Each theorem stands with its source, its formulas and the numbers put in.
    """
    from boundcalc.library import load_library
    from boundcalc.output.explanations import (
        explanation_card,
        explanation_html,
        explanation_latex,
    )
    from boundcalc.questions.questions import read_question
    from boundcalc.ranking.ranking import rank
    from boundcalc.routes.explanations import explain as lines_of
    from boundcalc.routes.optimality_bounds import MUCH_WORK, with_optimality_bound
    from boundcalc.routes.solve import solve_named

    form = one_form(latex=as_latex, markdown=as_markdown, html=as_html)
    name, given = read_unknown(unknown), read_arguments(values or [])
    library = load_library().theorems
    if theorem is None:
        answer = rank(library, read_question(name, given, library)).best
    else:
        answer = solve_named(library, theorem, name, given)
    answer = with_optimality_bound(answer, MUCH_WORK)
    lines = lines_of(answer, library)
    if form == "latex":
        print_text(explanation_latex(answer, lines))
    elif form == "html":
        print_text(explanation_html(answer, lines))
    else:
        show_card(explanation_card(answer, lines), form)
