"""Requests of somebody who is not our page, and of one that means harm."""

from __future__ import annotations

import http.client
import json
import socket
import zlib

import pytest

from rosetta.serving.request_guard import HEADERS, RequestGuard
from tests.support.page_client import page_server
from tests.support.patience import PATIENCE

BODY = json.dumps({"board": {"text": "3x3:aaaaa,2,0,2,2,0,2"}}).encode()
SECRET = "the words of a file that nobody named"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def server(folder):
    with page_server(folder) as client:
        yield client


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:{port}", "Origin": "http://localhost:{port}"}, 200),
        ({"Content-Type": "application/json; charset=utf-8"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": None}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Origin": "http://localhost:{port}"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": None}, 415),
    ],
)
def test_only_our_page_is_answered(server, changed, status):
    headers = server.headers | {
        name: None if value is None else value.format(port=server.port) for name, value in changed.items()
    }
    given = {name: value for name, value in headers.items() if value is not None}
    assert server.send("POST", "api/open", BODY, given)[0] == status


def test_the_same_header_twice_is_refused(server):
    """Who sees which of them, nobody knows."""
    for name, value in (("Host", f"127.0.0.1:{server.port}"), ("Origin", server.origin)):
        lines = [f"POST /{server.token}/api/open HTTP/1.1", f"Content-Length: {len(BODY)}", f"{name}: {value}"]
        lines += [f"{key}: {text}" for key, text in server.headers.items()]
        lines += [] if name == "Host" else [f"Host: 127.0.0.1:{server.port}"]
        lines += [f"Host: 127.0.0.1:{server.port}"] if name == "Host" else []
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode() + BODY)
            status = int(connection.makefile("rb").readline().split()[1])
        assert 400 <= status < 500


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"])
def test_a_request_by_another_method_changes_nothing(server, method):
    assert server.send(method, "api/open", BODY, server.headers)[0] == 405


def test_the_page_is_no_part_of_another(server):
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Dest": "iframe"}, {"Origin": "http://evil.example"}):
        assert server.send("GET", "", None, headers)[0] == 403
    assert server.send("GET", "", None, {"Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document"})[0] == 200
    assert server.send("POST", "", b"{}", server.headers)[0] == 405


@pytest.mark.parametrize(
    "path",
    ["/", "//", "/x/", "/x/api/open", "/{token}", "/{token}x/", "/{half}/", "/%2e%2e/{token}/", "/{token}/api",
     "/{token}/api/", "/{token}/api/open/", "/{token}/api/../open", "/{token}/../{token}/api/open", "/{token}/page.py",
     "/{token}/%2e%2e/%2e%2e/etc/passwd", "/{token}/api/%2e%2e%2fopen", "/{token}//api/open", "/favicon.ico"],
)  # fmt: skip
def test_nothing_else_has_an_address(server, path):
    """No token, half of it, a way out of it, a file."""
    path = path.format(token=server.token, half=server.token[:16])
    for method, body in (("GET", None), ("POST", BODY)):
        status, headers, content = server.send(method, path, body, server.headers)
        assert status in (404, 405), path
        assert headers["content-type"] == "application/json"
        assert server.token not in content.decode()


def test_every_answer_says_that_it_is_not_to_be_kept_framed_or_guessed_at(server):
    sent = [
        server.send("GET", ""),
        server.send("GET", "/"),
        server.send("POST", "api/open", BODY, server.headers),
        server.send("POST", "api/open", b"{", server.headers),
        server.send("POST", "api/none", BODY, server.headers),
        server.send("POST", "api/open", BODY),
    ]
    for _, headers, _ in sent:
        assert {name for name in HEADERS if name != "content-security-policy"} <= headers.keys()
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
        assert not {"server", "set-cookie", "x-powered-by"} & headers.keys()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'"text"',
        b"{",
        b"\xff\xfe{}",
        b'{"board": {"text": "8"}, "board": {"text": "9"}}',
        b"[" * 1_000_000,
        b'{"board":' * 200_000,
        b'{"board": {"text": "8", "seed": ' + b"9" * 100_000 + b"}}",
        b'{"board": {"text": "8", "seed": NaN}}',
        b'{"board": {"text": "8", "seed": 1e999}}',
        zlib.compress(b" " * 10_000_000),
    ],
    ids=lambda body: repr(body[:30]),
)
def test_a_body_that_is_no_request_is_refused(server, body):
    status, _, answer = server.send("POST", "api/open", body, server.headers)
    assert status == 400
    assert json.loads(answer)["error"]


def test_a_body_that_is_too_large_is_refused_before_it_has_come(server):
    """By its stated length, and where that is not stated, by what comes."""
    connection = server.connect()
    connection.putrequest("POST", f"/{server.token}/api/open")
    for name, value in {**server.headers, "Content-Length": str(10**9)}.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    connection = server.connect()
    headers = {**server.headers, "Transfer-Encoding": "chunked"}
    try:
        connection.request(
            "POST",
            f"/{server.token}/api/open",
            iter([b" " * 100_000] * 1000),
            headers,
            encode_chunked=True,
        )
        assert connection.getresponse().status == 413
    except (ConnectionError, http.client.HTTPException):
        pass  # it was cut off while the rest was being sent
    finally:
        connection.close()


@pytest.mark.slow
def test_a_body_that_does_not_come_is_not_waited_for(server):
    connection = server.connect()
    connection.putrequest("POST", f"/{server.token}/api/open")
    for name, value in {**server.headers, "Content-Length": "1000"}.items():
        connection.putheader(name, value)
    connection.endheaders(b"{")
    assert connection.getresponse().status == 408
    connection.close()


def test_long_headers_are_refused(server):
    assert server.send("GET", "", None, {"X-Long": "x" * 20_000})[0] == 431
    assert server.send("GET", f"?{'x' * 20_000}", None, {})[0] == 431


@pytest.mark.parametrize(
    "text",
    ["{path}", "./{path}", "@{path}", "file://{path}", "{folder}", "{folder}/*", "{path}\n{path}", "tents {path}",
     "3x3:aaaaa,2,0,2,2,0,2\n{path}", "# board: 1\n{path}\n# board: 2\n{path}", "'{path}'", "<{path}>", "ID: {path}",
     "model {path}", "-", "--proof {path}", "{path}\0", "~/../..{path}", "{path}:8x8"],
)  # fmt: skip
@pytest.mark.parametrize("puzzle", ["", "tents", "lightsout", "model"])
def test_no_text_is_the_name_of_a_file(server, folder, text, puzzle):
    """The file holds a board, so that reading it would succeed."""
    path = folder / "board.txt"
    path.write_text(f"{SECRET}\n3x3:aaaaa,2,0,2,2,0,2\n")
    (folder / "board.cnf").write_text(f"c {SECRET}\np cnf 1 1\n1 0\n")
    named = text.format(path=path if puzzle != "model" else folder / "board.cnf", folder=folder)
    for file in ("", str(path), "board.cnf", "x.gml"):
        status, answer = server.ask("open", board={"text": named, "puzzle": puzzle, "file": file})
        assert status == 400 or len(named.split()) == 2, answer  # two words are an edge of a graph
        assert SECRET not in json.dumps(answer)


@pytest.mark.parametrize("value", ["@{path}", "@/etc/passwd", "0,@{path}", "{path}"])
def test_no_option_is_the_name_of_a_file(server, folder, value):
    path = folder / "lit.txt"
    path.write_text("0\n1\n")
    board = {"text": "petersen", "options": {"lit": value.format(path=path)}}
    assert server.ask("open", board=board)[0] == 400
    assert server.ask("open", board={"text": "petersen", "options": {"lit": "0,1"}})[0] == 200


def test_the_server_lives_on(server):
    """After all that, it answers."""
    assert server.send("POST", "api/open", BODY, server.headers)[0] == 200


def test_the_guard_compares_whole_tokens():
    guard = RequestGuard(None, "token", 1)
    for path, is_known in (("/token/", True), ("/toke/", False), ("/tokens/", False), ("//", False), ("/é/", False)):
        scope = {"method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"127.0.0.1:1")]}
        assert (guard.refuse(scope) is None) == is_known


def test_who_leaves_before_the_answer_is_no_fault(folder):
    """The terminal says nothing of it, however often somebody leaves."""
    star = "\n".join(f"0 {leaf}" for leaf in range(1, 20_000))  # seconds of work
    with page_server(folder) as client:
        for _ in range(3):
            with client.begin_unanswered("open", board={"text": star, "puzzle": "lightsout", "file": "star.edgelist"}):
                assert client.ask("list")[0] == 200  # so the server has taken it
        assert client.send("POST", "api/open", BODY, client.headers)[0] == 200
        client.end()
        assert client.printed[1].strip() == ""


@pytest.mark.parametrize("kind", ["graphml", "gexf"])
def test_a_graph_names_no_file_and_no_word_grows(server, folder, kind):
    """Entities of XML: one that is a file, and one that is a thousand million words."""
    path = folder / "secret.txt"
    path.write_text(SECRET)
    words = "".join(f'<!ENTITY w{n} "{f"&w{n - 1};" * 10}">' for n in range(1, 10))
    for entity in (f'<!ENTITY w9 SYSTEM "{path.as_uri()}">', f'<!ENTITY w0 "word">{words}'):
        text = f'<?xml version="1.0"?><!DOCTYPE x [{entity}]><{kind}><graph><node id="&w9;"/></graph></{kind}>'
        status, answer = server.ask("open", board={"text": text, "puzzle": "lightsout", "file": f"graph.{kind}"})
        assert status == 400
        assert "entities" in answer["error"]
        assert SECRET not in answer["error"]
