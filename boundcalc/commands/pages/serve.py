"""``boundcalc serve``: the library as pages with live answers."""

from __future__ import annotations

import socket
import sys
from typing import Annotated

import typer

from boundcalc.console import print_text
from boundcalc.language.errors import QuestionError
from boundcalc.site.answering import WORKERS
from boundcalc.site.server import SECONDS, SiteServer


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Whom to listen to.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="PORT", help="0 takes a free one.")] = 8712,
) -> None:
    """The same pages with live answers, until it is interrupted; for this machine alone.

    A page is made when it is asked for, and kept for the next time. With --host 0.0.0.0 everybody
    on the network can open them.
    """
    if not 0 <= port <= 65535:
        raise QuestionError(f"a port is a number from 0 to 65535, but got {port}")
    _check_address(host, port)
    with SiteServer((host, port), page_text) as server:
        server.warm_up()
        print_text(f"http://{host}:{server.server_address[1]}/ (Ctrl-C ends it)")
        if not server.is_loopback:
            print(open_to_all(), file=sys.stderr)
        server.serve_forever()


def page_text(path: str) -> str:
    """Return the text of a page; what makes pages is loaded by a worker, not before it listens."""
    from boundcalc.site import on_demand

    return on_demand.page_text(path)


def open_to_all() -> str:
    """Return what others may do with a server that does not listen to this machine alone."""
    return (
        "boundcalc: everybody who reaches this machine over the network can open these pages and "
        f"ask questions, which are computed here, {WORKERS} at a time and each for at most "
        f"{SECONDS:.0f} seconds; nobody can change anything, read other files, or run programs; "
        "what is asked and answered is not encrypted, and nobody is asked for a password; without "
        "--host it is for this machine alone"
    )


def _check_address(host: str, port: int) -> None:
    """Check that it can be listened to, before the pages are made."""
    if not host:
        raise QuestionError("--host names whom to listen to, such as 127.0.0.1, but is empty")
    try:
        socket.create_server((host, port)).close()
    except (OSError, UnicodeError, TypeError) as error:
        why = (getattr(error, "strerror", None) or "it is no name of a host").partition(" (")[0]
        raise QuestionError(
            f"port {port} of {host!a:.60} cannot be opened ({why}); try --port 0, or leave out "
            "--host"
        ) from error
