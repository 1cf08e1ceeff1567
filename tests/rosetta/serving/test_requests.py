"""What the page gets for what it asks."""

from __future__ import annotations

import json

import pytest

from tests.support.page_client import page_server

RING = {"puzzle": "tents", "text": "3x3:aaaaa,2,0,2,2,0,2"}
ANSWER = {"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with page_server(tmp_path_factory.mktemp("page"), "tents/ring") as client:
        yield client


def test_the_page_is_one_document_that_loads_nothing(server):
    status, headers, body = server.send("GET", "")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert b"<html" in body


def test_the_list_has_the_boards_that_the_command_line_names(server):
    status, listed = server.ask("list")
    assert status == 200
    assert [each["board"] for each in listed["boards"]] == [{**RING, "options": {}}]
    assert {"tents", "akari"} <= {each["puzzle"] for each in listed["puzzles"]}


@pytest.mark.parametrize(
    "board",
    [
        RING,
        {"text": RING["text"]},
        {"text": "tents/ring", "puzzle": "tents"},
        {"text": "https://puzz.link/p?tents/3/3/202202i1111"},
        {"text": "3\n  2 0 2\n2 . T .\n0 T . T\n2 . T .\n", "puzzle": "tents"},
    ],
)
def test_a_board_opens_by_whatever_names_it(server, board):
    status, opened = server.ask("open", board=board)
    assert status == 200, opened
    assert (opened["id"], opened["puzzle"], opened["scene"]["shape"]) == (RING["text"], "tents", [3, 3])
    assert server.ask("open", board=opened["board"])[1]["scene"] == opened["scene"]


def test_an_answer_is_verified(server):
    """As `verify` says it: by its sentences, and by what is wrong in the scene."""
    assert server.ask("verify", board=RING, answer=ANSWER)[1]["broken"] == []
    status, checked = server.ask("verify", board=RING, answer={"tents": ANSWER["tents"][:3]})
    assert status == 200
    assert any("row 3" in sentence for sentence in checked["broken"])
    assert checked["scene"]["left"]["states"] == ["plain", "plain", "wrong"]
    status, refused = server.ask("verify", board=RING, answer={"lamps": []})
    assert status == 400
    assert "tents" in refused["error"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "board"),
        ({"board": RING, "more": 1}, "more"),
        ({"board": []}, "board"),
        ({"board": {"text": 8}}, "board.text"),
        ({"board": {"text": "8", "seed": True}}, "board.seed"),
        ({"board": {"text": "8", "seed": -1}}, "board.seed"),
        ({"board": {"text": "8", "options": {"a": 1}}}, "board.options"),
        ({"board": {"puzzle": "tents"}}, "board.text"),
        ({"board": {"text": "8"}}, "may be a board of"),
        ({"board": {"text": "8", "puzzle": "tens"}}, "tens"),
        ({"board": {"text": "999x999", "puzzle": "tents"}}, "40,000"),
        ({"board": {"text": "torus:300x300"}}, "40,000"),
        ({"board": {"text": " \n"}}, "expected a board"),
    ],
)
def test_what_cannot_be_opened_is_one_clear_message(server, fields, told):
    status, refused = server.ask("open", **fields)
    assert status == 400
    assert list(refused) == ["error"]
    assert told in refused["error"]
    assert "\n" not in refused["error"]


def test_an_unknown_request_is_told(server):
    assert server.ask("solv")[0] == 404
    assert json.loads(server.send("POST", "nothing", b"{}", server.headers)[2]) == {"error": "not found"}
