"""The site with live answers, for this machine alone.

One request is answered after another, each within limits of size and time; what is asked is read
as on the command line, and nothing of it is ever run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from boundcalc.console import check_name, quoted, read_arguments
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.limits import LimitError, call_within
from boundcalc.site.pages import POLICY, theorem_path

HOST, PORT = "127.0.0.1", 8712
SECONDS = 10.0  # of an answer
SILENCE = 5.0  # seconds after which a client that says nothing is left
LONGEST = 2000  # characters of a request
MOST_VALUES = 20
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_LOOPBACK = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\Z")


class SiteServer(HTTPServer):
    """A server of pages and answers.

    Parameters
    ----------
    address : (str, int)
        Host and port; port 0 takes a free one.
    pages : mapping from path to text
        The files of the site.
    """

    def __init__(self, address: tuple[str, int], pages: Mapping[str, str]) -> None:
        self.pages = pages
        self.is_loopback = bool(_LOOPBACK.match(address[0]))
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    timeout = SILENCE
    server: SiteServer
    server_version, sys_version = "boundcalc", ""
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with a page, or with JSON."""
        status, kind, text = self._answer()
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def do_HEAD(self) -> None:
        """Answer as to GET, without the text."""
        self.do_GET()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._refuse
        raise AttributeError(name)

    def _refuse(self) -> None:
        self.close_connection = True
        status = HTTPStatus.METHOD_NOT_ALLOWED
        data = json.dumps({"error": "only GET and HEAD are answered"}).encode()
        self.send_response(status)
        self.send_header("Allow", "GET, HEAD")
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _answer(self) -> tuple[HTTPStatus, str, str]:
        if len(self.path) > LONGEST:
            return _error(
                HTTPStatus.REQUEST_URI_TOO_LONG, f"a request has at most {LONGEST} letters"
            )
        if self.server.is_loopback and not _LOOPBACK.match(self.headers.get("Host", "")):
            return _error(HTTPStatus.MISDIRECTED_REQUEST, "this server answers to localhost alone")
        try:
            parts = urlsplit(self.path)
            fields = parse_qs(
                parts.query, keep_blank_values=True, max_num_fields=MOST_VALUES, errors="strict"
            )
        except ValueError:
            return _error(HTTPStatus.BAD_REQUEST, "the request cannot be read")
        if parts.path == "/api/solve":
            return _solved(fields)
        path = parts.path.removeprefix("/") or "index.html"
        if path not in self.server.pages:
            return _error(HTTPStatus.NOT_FOUND, f"there is no page {quoted(path)}")
        ending = path[path.rindex(".") :]
        return HTTPStatus.OK, _TYPES.get(ending, "text/plain"), self.server.pages[path]

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: requests are nobody's business."""


def _error(status: HTTPStatus, message: str) -> tuple[HTTPStatus, str, str]:
    return status, "application/json", json.dumps({"error": message})


def _solved(fields: Mapping[str, list[str]]) -> tuple[HTTPStatus, str, str]:
    if set(fields) != {"question"} or len(fields["question"]) != 1:
        return _error(
            HTTPStatus.BAD_REQUEST, "ask with question=, such as question=n tau=0.1 beta=0.05"
        )
    try:
        answer = call_within(SECONDS, lambda: solve_typed(fields["question"][0]))
    except LimitError as error:
        return _error(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
    except BoundError as error:
        return _error(HTTPStatus.UNPROCESSABLE_ENTITY, " ".join(str(error).split()))
    return HTTPStatus.OK, "application/json", answer


def solve_typed(text: str) -> str:
    """Return the ranking for a question as it is typed, as JSON.

    Raises
    ------
    QuestionError
        If it is no question; other errors as in `boundcalc.solve`.
    """
    from boundcalc.library import solve
    from boundcalc.output.json import ranking_json
    from boundcalc.solving.questions import plain_name

    unknown, *arguments = text.split() or [""]
    if len(arguments) > MOST_VALUES:
        raise QuestionError(f"a question has at most {MOST_VALUES} values")
    name = plain_name(unknown)
    check_name(name, unknown)
    data = ranking_json(solve(name, **read_arguments(arguments)))
    for answer in data["answers"]:
        answer["page"] = theorem_path(answer["theorem"])
    return json.dumps(data)


def warm_up() -> None:
    """Load what answers need, so that the first one is not late."""
    solve_typed("n tau=0.1 beta=0.05 B=10 m=1000")
