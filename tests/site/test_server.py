"""The server: live certified answers, and a sentence for every request that it refuses."""

import http.client
import json
import socket
from urllib.parse import quote, urlsplit

import pytest

QUESTION = "n tau=0.1 beta=0.05 B=10 m=1000"


def request(address, path, *, method="GET", headers=None):
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
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
    assert (best["value"], best["certified"]) == ("17341106", True)
    assert best["page"] == "theorems/adaptive-queries--thm-3.3.html"


def test_pages_are_served_with_a_policy_that_runs_nothing_foreign(address, site):
    response, body = request(address, "/")

    assert body == site["index.html"]
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
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
        ("/nothing.html", "GET", {}, 404),
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
    ],
)
def test_a_hostile_request_is_refused_with_a_sentence(address, path, method, headers, status):
    response, body = request(address, path, method=method, headers=headers)

    assert response.status == status
    assert json.loads(body)["error"]


@pytest.mark.parametrize(
    "data", [b"\x00\xff\x00\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b""]
)
def test_noise_does_not_stop_the_server(address, data):
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=30) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(10_000)

    assert ask(address, QUESTION)[0] == 200
