"""The server: live certified answers, and a sentence for every request that it refuses."""

import contextlib
import http.client
import json
import os
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote, urlsplit

import pytest

from benchmarks.run import served
from boundcalc.language.errors import QuestionError
from boundcalc.limits import LimitError
from boundcalc.site import answering, server
from boundcalc.site import caller as calls
from boundcalc.site.answering import Answerer, BusyError
from boundcalc.site.caller import Caller

QUESTION = "n tau=0.1 beta=0.05 B=10 m=1000"
QUICK = "gamma beta=0.001 k=3 alpha=0.05"


def request(address, path, *, method="GET", headers=None):
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=600)
    connection.request(method, path, headers=headers or {})
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return response, body


def ask(address, question):
    response, body = request(address, f"/api/solve?question={quote(question)}")
    return response.status, json.loads(body)


def test_an_answer_is_that_of_the_library(address):
    status, data = ask(address, QUESTION)

    assert status == 200
    best = data["answers"][0]
    assert (best["value"], best["certified"]) == ("32164", True)
    assert best["page"] == "theorems/centred--transfer.html"
    pages = {answer["value"]: answer["page"] for answer in data["answers"]}
    assert pages["17341106"] == "theorems/adaptive-queries--thm-3.3.html"


def test_pages_are_served_with_a_policy_that_runs_nothing_foreign(address, site):
    response, body = request(address, "/")

    assert body == site["index.html"]
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_head_has_no_body(address):
    response, body = request(address, "/style.css", method="HEAD")

    assert (response.status, body) == (200, "")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("n tau=7", "must lie in (0, 1)"),
        ("", "name of a quantity"),
        ("n", "too little is given"),
        ("n zeta=1", "zeta"),
        ("__import__('os')", "name of a quantity"),
        ("n tau=0.1 tau=0.2", "given twice"),
        ("n " + " ".join(f"x{i}=1" for i in range(30)), "at most 20 values"),
        ("n tau=1e999999999", "tau"),
        ("n tau=<script>alert(1)</script>", "tau"),
    ],
)
def test_a_bad_question_is_a_sentence(address, question, says):
    status, data = ask(address, question)

    assert status == 422
    assert says in data["error"]


@pytest.mark.parametrize(
    ("path", "method", "headers", "status"),
    [
        ("/nothing", "GET", {}, 404),
        ("/../../etc/passwd", "GET", {}, 404),
        ("/%2e%2e/%2e%2e/etc/passwd", "GET", {}, 404),
        ("/api/solve", "GET", {}, 400),
        ("/api/solve?question=n&question=m", "GET", {}, 400),
        ("/api/solve?question=%ff%fe", "GET", {}, 400),
        ("/api/solve?" + "&".join(f"a{i}=1" for i in range(50)), "GET", {}, 400),
        ("/" + "a" * 3000, "GET", {}, 414),
        ("/", "POST", {}, 405),
        ("/", "DELETE", {}, 405),
        ("/", "GET", {"Host": "example.org"}, 421),
        ("/", "GET", {"Host": "localhost.example.org"}, 421),
        ("/", "GET", {"Host": "127.0.0.1@example.org"}, 421),
        ("/", "GET", {"Content-Length": "1000000000"}, 400),
        ("/", "GET", {"Transfer-Encoding": "chunked"}, 400),
        ("/", "GET", {"X-Long": "a" * 100_000}, 431),
        ("/", "GET", {f"X-{i}": "a" for i in range(200)}, 431),
        ("//etc/passwd", "GET", {}, 404),
        ("/index.html%00.css", "GET", {}, 404),
        ("/theorems", "GET", {}, 404),
    ],
)
def test_a_hostile_request_is_refused_with_a_sentence(address, path, method, headers, status):
    response, body = request(address, path, method=method, headers=headers)

    assert response.status == status
    assert json.loads(body)["error"]


@pytest.mark.parametrize(
    ("path", "root"),
    [("/nothing.html", ""), ("/theorems/<script>alert(1)</script>.html", "../../")],
)
def test_a_page_that_is_not_there_is_a_page_that_leads_on(address, path, root):
    response, body = request(address, path.replace("<", "%3C").replace(">", "%3E"))

    assert (response.status, response.getheader("Content-Type")) == (
        404, "text/html; charset=utf-8",
    )  # fmt: skip
    assert f'href="{root}theorems.html"' in body
    assert "<script" not in body


@pytest.mark.parametrize(
    "data", [b"\x00\xff\x00\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b""]
)
def test_noise_does_not_stop_the_server(address, data):
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=600) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(10_000)

    assert ask(address, QUICK)[0] == 200


def opened(address):
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=600)


def asked(question):
    return f"GET /api/solve?question={quote(question)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def test_what_is_no_request_is_refused_with_a_sentence(address):
    for data in (b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01 \x00 \x00\r\n\r\n"):
        with opened(address) as connection:
            connection.sendall(data)
            reply = connection.makefile("rb").read()
        assert reply.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5"))
        assert b"no request that is answered" in reply


def test_a_body_is_not_taken_for_a_request(address):
    with opened(address) as connection:
        body = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
        head = f"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body)
        reply = connection.makefile("rb").read()

    assert reply.count(b"HTTP/1.1") == 1
    assert b"has no body" in reply


@pytest.mark.parametrize(
    "lines",
    [
        "Host: localhost\r\nHost: example.org",
        "Host: localhost\r\nHost: localhost",
        "Host: localhost\r\nContent-Length: 0\r\nContent-Length: 40",
        "Host: localhost\r\ncontent-length: 0\r\nContent-Length: 0",
    ],
)
def test_what_is_said_once_is_refused_twice(address, lines):
    with opened(address) as connection:
        connection.sendall(f"GET / HTTP/1.1\r\n{lines}\r\n\r\n".encode())
        reply = connection.makefile("rb").read()

    assert reply.startswith(b"HTTP/1.1 400")
    assert b"once" in reply


@pytest.mark.parametrize(
    ("origin", "status"),
    [("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403)],
)
def test_only_our_own_pages_ask(address, origin, status):
    path = f"/api/solve?question={quote(QUICK)}"

    assert request(address, path, headers={"Sec-Fetch-Site": origin})[0].status == status
    assert request(address, "/", headers={"Sec-Fetch-Site": origin})[0].status == 200


def test_silent_and_slow_clients_keep_nobody_waiting_and_are_left(address):
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(opened(address)) for _ in range(10)]
        for connection in silent:
            connection.sendall(b"GET / HT")
        assert ask(address, QUICK)[0] == 200
        for _ in range(10_000):  # a letter at a time does not make a request last longer
            try:
                silent[0].sendall(b"T")
            except OSError:
                break
            time.sleep(0.25)
        else:
            pytest.fail("a slow client is never left")


def test_many_requests_at_a_time_are_all_answered(address):
    with ThreadPoolExecutor(60) as pool:
        found = list(pool.map(lambda at: ask(address, f"{QUICK}{at}"), range(60)))

    assert [status for status, _ in found] == [200] * 60
    assert len({data["given"]["alpha"] for _, data in found}) == 60


def test_a_client_that_leaves_frees_its_worker(address):
    for _ in range(6):  # each would take seconds
        with opened(address) as connection:
            connection.sendall(asked("n tau=0.0123 beta=0.0456 k=12345"))
            time.sleep(0.2)
    assert ask(address, QUICK)[0] == 200


def test_an_answer_that_takes_too_long_is_a_sentence():
    answerer = Answerer(forever, 0.5)
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(LimitError, match="limit of"):
        answerer.ask("n", ours)
    answerer.close()


def test_no_free_worker_is_a_sentence(monkeypatch):
    monkeypatch.setattr("boundcalc.site.answering.WORKERS", 0)
    monkeypatch.setattr("boundcalc.site.answering.PATIENCE", 0.01)
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(BusyError, match="ask again"):
        Answerer(forever, 1.0).ask("n", ours)


def test_every_client_of_a_time_may_wait_for_its_turn():
    """Each waits behind answers that take all their time: of 20 questions 14 were refused."""
    rounds = server.MOST_CLIENTS / answering.WORKERS
    assert answering.PATIENCE >= rounds * server.SECONDS


@pytest.fixture
def quiet():
    """A descriptor at which nothing can be read."""
    ours, theirs = os.pipe()
    yield ours
    os.close(ours)
    os.close(theirs)


def number_of(question):
    """The process in which a question is answered, unless it ends or never does."""
    if question == "end":
        os._exit(1)
    if question == "wrong":
        raise BusyError("no")
    return forever(question) if question == "forever" else os.getpid()


def test_calls_share_a_process_until_one_of_them_is_stopped(quiet):
    with contextlib.closing(Caller(number_of, quiet)) as caller:
        first = caller.call_within(600.0, "n")
        with pytest.raises(BusyError, match="no"):
            caller.call_within(600.0, "wrong")
        assert caller.call_within(600.0, "n") == first != os.getpid()
        with pytest.raises(LimitError, match="limit of"):
            caller.call_within(0.2, "forever")
        second = caller.call_within(600.0, "n")
        with pytest.raises(LimitError, match="without an answer"):
            caller.call_within(600.0, "end")

        assert len({first, second, caller.call_within(600.0, "n")}) == 3
        for number in (first, second):
            with pytest.raises(ProcessLookupError):
                os.kill(number, 0)


def test_a_process_answers_a_limited_number_of_calls(quiet, monkeypatch):
    monkeypatch.setattr(calls, "LASTS", 2)
    with contextlib.closing(Caller(number_of, quiet)) as caller:
        found = [caller.call_within(600.0, "n") for _ in range(5)]

    assert found[0] == found[1] != found[2] == found[3] != found[4]


def test_a_call_is_stopped_when_nobody_waits():
    ours, theirs = os.pipe()
    os.write(theirs, b".")
    with contextlib.closing(Caller(number_of, ours)) as caller, pytest.raises(LimitError):
        caller.call_within(600.0, "forever")
    os.close(ours)
    os.close(theirs)


def forever(question):
    while True:
        time.sleep(0.1)


def number_of_process(question):
    return str(os.getppid())


def test_a_worker_that_somebody_ends_is_replaced():
    answerer = Answerer(number_of_process, 60.0)
    try:
        for place in range(3):
            os.kill(int(answerer.ask(f"n {place}")), 9)
        assert answerer.ask("n")
        assert len(answerer.pipes) == answerer.free.qsize() == 2
    finally:
        answerer.close()


def noted(question):
    """Note that a question is asked, in the file that it names behind its first word."""
    word, name = question.split()
    with open(name, "a") as file:
        file.write(".")
    if word == "long":
        raise LimitError("the limit was reached")
    if word == "none":
        raise QuestionError("no n works")
    return word * 600_000 if word == "large" else word


def test_a_question_that_is_asked_again_is_answered_from_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("boundcalc.site.answering.REMEMBERED", 2)
    answerer = Answerer(noted, 60.0)

    def times(word):
        name = tmp_path / word
        for _ in range(3):
            with contextlib.suppress(LimitError, QuestionError):
                assert answerer.ask(f"{word} {name}").startswith(word)
        return len(name.read_text())

    try:
        # What depends on the machine is asked anew, and so is what would fill the memory.
        asked = {word: times(word) for word in ("few", "none", "long", "large")}
        assert asked == {"few": 1, "none": 1, "long": 3, "large": 3}
        with pytest.raises(QuestionError, match="no n works"):
            answerer.ask(f"none {tmp_path / 'none'}")
        answerer.ask(f"more {tmp_path / 'more'}")
        assert times("few") == 2  # the oldest was forgotten
    finally:
        answerer.close()


def test_a_page_whose_maker_ends_is_a_sentence(monkeypatch):
    from boundcalc.site.server import SiteServer

    with SiteServer(("127.0.0.1", 0), ends_at_once) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        response, body = request(f"http://127.0.0.1:{server.server_address[1]}", "/index.html")
        server.shutdown()
        thread.join()
    assert (response.status, "ended without an answer" in body) == (503, True)


def ends_at_once(path):
    os._exit(1)


@pytest.mark.slow
def test_the_benchmark_asks_the_server_that_there_is():
    measured = served(2)

    assert (measured.name, measured.unit) == ("answer of the served page", "ms")
    assert measured.value > 0
