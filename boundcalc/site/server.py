"""The site with live answers, for this machine alone.

Every request is answered within limits of size and time, and so are all of them together; what is
asked is read as on the command line, and nothing of it is ever run.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from boundcalc.calculator import answers_to
from boundcalc.console import quoted, read_arguments, read_unknown
from boundcalc.language.errors import BoundError, QuestionError
from boundcalc.language.statements import Status
from boundcalc.site.answering import Answerer, BusyError, GoneError
from boundcalc.site.pages import POLICY, page, theorem_path

SECONDS = 10.0  # of an answer
PAGE_SECONDS = 1800.0  # of a page, for which derivations may have to be checked
SILENCE = 5.0  # seconds within which a request is to be said, and a reply to be taken
LONGEST = 2000  # characters of a request
MOST_VALUES = 20
MOST_CLIENTS = 32  # at a time
# Questions that load what answers need, so that the first one is not late.
WARMING = ("n tau=0.1 beta=0.05 B=10 m=1000", "n tau=0.1 beta=0.05 k=1000")
_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_FRAMES = "frame-ancestors 'none'"  # browsers take it from a header alone
_ONCE = ("Host", "Content-Length", "Transfer-Encoding")
_OWN = ("same-origin", "none")  # where a question comes from: our pages, or the address line
_LOOPBACK = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?\Z")


class SiteServer(ThreadingHTTPServer):
    """A server of pages and answers, to be made before any thread is started.

    Parameters
    ----------
    address : (str, int)
        Host and port; port 0 takes a free one.
    page_text : callable
        What makes a file of the site from its path, in a process of its own; it raises a
        `QuestionError` for a path that the site does not have.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], page_text: Callable[[str], str]) -> None:
        self.pages: dict[str, bytes] = {}
        self.is_loopback = bool(_LOOPBACK.match(address[0]))
        self.places = threading.BoundedSemaphore(MOST_CLIENTS)
        self.answerer = Answerer(solve_typed, SECONDS)
        self.maker = Answerer(page_text, PAGE_SECONDS, patience=PAGE_SECONDS)
        super().__init__(address, _Handler)

    def page(self, path: str, client: socket.socket) -> bytes:
        """Return a file of the site, which is made when it is asked for the first time.

        Raises
        ------
        QuestionError
            If the site has no such file; other errors as `Answerer.ask`.
        """
        if path not in self.pages:
            self.pages[path] = self.maker.ask(path, client).encode()
        return self.pages[path]

    def warm_up(self) -> None:
        """Let the workers load what pages and then what answers need, beside everything else."""
        threading.Thread(target=self._warm_all, daemon=True).start()

    def _warm_all(self) -> None:
        _warm(self.maker, "index.html")  # which is looked at first
        for question in WARMING:
            threading.Thread(target=_warm, args=(self.answerer, question), daemon=True).start()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread, if there is a place left; else let the client wait for one."""
        self.places.acquire()
        try:
            super().process_request(request, client_address)
        except Exception:  # no thread was started, which would give the place back
            self.places.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and give the place back."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.places.release()

    def server_close(self) -> None:
        """Close the server, and end its workers."""
        super().server_close()
        self.answerer.close()
        self.maker.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say what went wrong, unless the client has left."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def _warm(answerer: Answerer, question: str) -> None:
    with contextlib.suppress(BoundError):
        answerer.ask(question)


class _Timely(io.RawIOBase):
    """What a client says, for as long as it says a request within its time."""

    def __init__(self, client: socket.socket) -> None:
        self.client = client
        self.end = time.monotonic() + SILENCE

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.client.settimeout(left)
        try:
            return self.client.recv_into(buffer)
        finally:
            self.client.settimeout(SILENCE)


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer
    server_version, sys_version = "boundcalc", ""
    protocol_version = "HTTP/1.1"
    timeout = SILENCE

    def setup(self) -> None:
        super().setup()
        self.timely = _Timely(self.connection)
        self.rfile = io.BufferedReader(self.timely)

    def handle_one_request(self) -> None:
        """Read a request within its time, and answer it."""
        self.timely.end = time.monotonic() + SILENCE
        super().handle_one_request()

    def do_GET(self) -> None:
        """Answer with a page, or with JSON."""
        twice = next((name for name in _ONCE if len(self.headers.get_all(name, ())) > 1), "")
        if twice:  # two readers might take different ones
            self.close_connection = True
            self._send(*_error(HTTPStatus.BAD_REQUEST, f"a request says {twice} once"))
            return
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            self.close_connection = True  # a body is not read
            self._send(*_error(HTTPStatus.BAD_REQUEST, "a request has no body here"))
            return
        try:
            self._send(*self._answer())
        except GoneError:
            self.close_connection = True

    def do_HEAD(self) -> None:
        """Answer as to GET, without the text."""
        self.do_GET()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._refuse
        raise AttributeError(name)

    def _refuse(self) -> None:
        self.close_connection = True
        self._send(*_error(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered"))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what cannot be read as a request, in a sentence."""
        self.close_connection = True
        self.request_version = self.protocol_version  # what was asked in may be none of HTTP's
        status = HTTPStatus(code)
        self._send(*_error(status, f"this is no request that is answered: {status.phrase}"))

    def _send(self, status: HTTPStatus, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", f"{POLICY}; {_FRAMES}")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        if status is HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _answer(self) -> tuple[HTTPStatus, str, bytes]:
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
            if self.headers.get("Sec-Fetch-Site", "none") not in _OWN:
                return _error(HTTPStatus.FORBIDDEN, "other sites' pages may not ask this server")
            return self._solved(fields)
        path = parts.path.removeprefix("/") or "index.html"
        try:
            text = self.server.page(path, self.connection)
        except QuestionError:
            if path.endswith(".html"):
                return HTTPStatus.NOT_FOUND, _TYPES[".html"], _missing(path)
            return _error(HTTPStatus.NOT_FOUND, f"there is no page {quoted(path)}")
        except GoneError:
            raise
        except BoundError as error:  # it was ended, or took too long: nothing is wrong with it
            return _error(HTTPStatus.SERVICE_UNAVAILABLE, " ".join(str(error).split()))
        ending = path[path.rindex(".") :]
        return HTTPStatus.OK, _TYPES.get(ending, "text/plain"), text

    def _solved(self, fields: Mapping[str, list[str]]) -> tuple[HTTPStatus, str, bytes]:
        if set(fields) != {"question"} or len(fields["question"]) != 1:
            return _error(
                HTTPStatus.BAD_REQUEST, "ask with question=, such as question=n tau=0.1 beta=0.05"
            )
        try:
            answer = self.server.answerer.ask(fields["question"][0], self.connection)
        except GoneError:
            raise
        except BusyError as error:
            return _error(HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        except BoundError as error:
            return _error(HTTPStatus.UNPROCESSABLE_ENTITY, " ".join(str(error).split()))
        return HTTPStatus.OK, "application/json", answer.encode()

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: requests are nobody's business."""


def _error(status: HTTPStatus, message: str) -> tuple[HTTPStatus, str, bytes]:
    return status, "application/json", json.dumps({"error": message}).encode()


def _missing(path: str) -> bytes:
    """Return the page that stands for one that is not there, for who followed an old link."""
    body = (
        "<h1>No such page</h1>",
        f"<p>There is no page {escape(quoted(path))}; what is above leads to all others.</p>",
    )
    return page("No such page", body, depth=path.count("/")).encode()


def solve_typed(text: str) -> str:
    """Return the ranking for a question as it is typed, as JSON.

    Raises
    ------
    QuestionError
        If it is no question; other errors as in `boundcalc.solve`.
    """
    unknown, *arguments = text.split() or [""]
    if len(arguments) > MOST_VALUES:
        raise QuestionError(f"a question has at most {MOST_VALUES} values")
    ranking = answers_to(read_unknown(unknown), read_arguments(arguments))
    data = ranking.to_dict()
    for answer, item in zip(ranking.answers, data["answers"], strict=True):
        steps = answer.route or (answer.theorem.id,)
        item["steps"] = [{"id": id, "page": theorem_path(id)} for id in steps]
        item["page"] = item["steps"][-1]["page"]
        item["sharpened"] = answer.theorem.status is Status.SHARPENED
    return json.dumps(data)
