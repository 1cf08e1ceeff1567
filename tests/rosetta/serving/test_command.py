"""`rosetta play` on the command line."""

from __future__ import annotations

import importlib.util

import pytest

from rosetta.commands.main import run_verb
from tests.support.page_client import page_server


@pytest.mark.parametrize("absent", [["starlette"], ["uvicorn"], ["starlette", "uvicorn"]])
def test_what_is_missing_is_told_in_one_line(monkeypatch, capsys, absent):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name in absent else found(name, *more))
    assert run_verb("play", ["tents", "8"], "rosetta play") == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert all(name in error for name in (*absent, "pip install", "[page]"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tens"], "tens"),
        (["tents", "no-such-board"], "no-such-board"),
        (["tents", "999x999"], "40,000"),
        (["tents", "8", "--port", "x"], "--port"),
    ],
)
def test_a_board_that_cannot_be_shown_is_told_before_anything_listens(capsys, words, told):
    try:
        code = run_verb("play", [*words, "--no-browser"], "rosetta play")
    except SystemExit as end:
        code = end.code
    assert code == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.out == ""


def test_boards_of_files_are_listed_and_open(tmp_path):
    """Those that cannot be read are told, the others are there."""
    (tmp_path / "good.txt").write_text("3x3:aaaaa,2,0,2,2,0,2\n")
    (tmp_path / "more.txt").write_text("tents 4x4:cbaea,1,1,0,2,0,2,0,2\nakari 5x5\nakari nothing-like-it\n")
    (tmp_path / "graph.txt").write_text("a b\nb c\n")
    words = [str(tmp_path / name) for name in ("good.txt", "more.txt", "graph.txt")]
    with page_server(tmp_path, *words) as server:
        listed = server.ask("list")[1]["boards"]
        assert [each["puzzle"] for each in listed] == ["tents", "tents", "akari", "lightsout"]
        for each in listed:
            assert server.ask("open", board=each["board"])[1]["scene"]["shape"] == each["size"]
        server.end()
        assert "nothing-like-it" in server.printed[1]
        assert "Traceback" not in server.printed[1]


def test_two_servers_know_nothing_of_each_other(tmp_path):
    with page_server(tmp_path) as one, page_server(tmp_path) as other:
        assert one.token != other.token
        assert one.port != other.port
        assert one.send("POST", f"/{other.token}/api/list", b"{}", one.headers)[0] == 404
