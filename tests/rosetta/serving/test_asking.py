"""Every question of the page on a small board of every puzzle, and how it runs: queues, stops, browsers that vanish."""

from __future__ import annotations

import json
import shlex
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from models.puzzles.registry import names, puzzle
from rosetta.requests.kinds import FileList, FileName
from rosetta.requests.options import options_of
from rosetta.serving.asking import QUESTIONS
from rosetta.serving.making import CHANGES, GENERATE
from rosetta.studies.setting.given_boards import can_make_minimal, can_make_unique
from tests.support.in_a_fork import rosetta
from tests.support.page_client import ENDLESS, page_server
from tests.support.patience import PATIENCE
from tests.support.small_boards import PARAMETERS, small_size

RING = {"puzzle": "tents", "text": "3x3:aaaaa,2,0,2,2,0,2"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with page_server(tmp_path_factory.mktemp("page")) as client:
        yield client


def small_board(name):
    """As a page names it."""
    size = "x".join(map(str, small_size(name)))
    return {
        "puzzle": name,
        "text": size,
        "options": {key: str(value) for key, value in PARAMETERS.get(name, {}).items()},
    }


def result_of(events):
    """The result at the end of a stream."""
    assert [event["kind"] for event in events].count("result") == 1, events[-1]
    assert events[-1]["kind"] == "result"
    return events[-1]["result"]


def wait_until(is_so):
    """Wait for what must come."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.sample(2, each="question")
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered_on_every_puzzle(server, question, name):
    """With the document of the verb, and answers that keep the rules."""
    opened = server.ask("open", board=small_board(name))[1]
    options = {} if question in ("explain", "grade") else {"time_limit": PATIENCE}
    result = result_of(server.stream("ask", question=question, board=opened["board"], options=options))
    document = result["document"]
    assert (document["schema"], document["puzzle"], document["id"]) == (1, name, opened["id"])
    assert document["command"] == result["command"]
    if question in ("solve", "unique", "prove"):
        assert result["answers"]
    for shown in result["answers"]:
        assert server.ask("verify", board=opened["board"], answer=shown["answer"])[1]["broken"] == []
        assert len(shown["steps"]) == count_places(opened["scene"]["clicks"])
    if question == "unique" and not document["unique"]:
        first, second = result["answers"]
        assert first["answer"] != second["answer"]
        assert second["difference"] is not None


def count_places(clicks):
    """What can be clicked at: of one kind, or of two, as shaded cells and a loop are."""
    return sum(len(clicks.get(kind) or ()) for kind in ("cells", "lines", "pieces"))


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", names())
def test_a_board_has_hints_and_a_solution(server, name):
    """Which keeps the rules, as the page's own steps say it."""
    opened = server.ask("open", board=small_board(name))[1]
    helped = result_of(server.stream("help", board=opened["board"]))
    assert helped["scene"] == opened["scene"]
    assert helped["hints"]["steps"]
    solved = result_of(server.stream("ask", question="solve", board=opened["board"]))["answers"][0]
    if helped["solution"]["unique"]:
        assert helped["solution"]["steps"] == solved["steps"]


@pytest.mark.sample(3, each="question")
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("question", CHANGES)
def test_a_board_is_changed_where_that_can_be_done(server, question, name):
    can = {"make unique": can_make_unique, "minimal clues": can_make_minimal}[question](puzzle(name))
    listed = next(each for each in server.ask("list")[1]["puzzles"] if each["puzzle"] == name)
    assert (question in listed["changes"]) == can
    events = server.stream("ask", question=question, board=small_board(name))
    if not can:
        assert events[-1]["kind"] == "refused"
        assert puzzle(name).title in events[-1]["error"]
    elif question == "make unique":
        if events[-1]["kind"] == "refused":  # no change of this board leaves one solution: of another one
            events = server.stream("ask", question=question, board={**small_board(name), "seed": 1})
        result = result_of(events)
        assert result["unique"]
        again = server.stream("ask", question="unique", board=result["opened"]["board"])
        assert result_of(again)["document"]["unique"]


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", names())
def test_a_board_opens_again_as_it_was(server, name):
    """What the page sends names the same board by itself."""
    for board in (small_board(name), {"puzzle": name, "text": "x".join(map(str, small_size(name))), "seed": 3}):
        status, opened = server.ask("open", board=board)
        if status == 200:
            again = server.ask("open", board=opened["board"])[1]
            assert again["scene"] == opened["scene"]
            assert again["board"] == opened["board"]


def test_a_board_is_generated_to_order(server):
    options = {"difficulty": "tricky", "seed": 3, "time_limit": PATIENCE}
    made = result_of(server.stream("generate", puzzle="tents", size="6x6", options=options))
    assert (made["difficulty"], made["unique"]) == ("tricky", True)
    printed = rosetta("generate", *shlex.split(made["command"])[2:], "--json")
    assert json.loads(printed.stdout)["instances"][0]["id"] == made["id"]


def test_the_command_repeats_what_was_asked(server):
    options = {"backend": "cnf", "limit": 3, "unique": True}
    result = result_of(server.stream("ask", question="solve", board=RING, options=options))
    words = shlex.split(result["command"])
    assert words[:4] == ["rosetta", "solve", "tents", RING["text"]]
    repeated = json.loads(rosetta("solve", *words[2:], "--json").stdout)
    for key in ("answer", "answers", "unique", "verdict", "status", "backend"):
        assert repeated[key] == result["document"][key]


def test_no_flag_of_the_page_is_a_file():
    for asked in (*QUESTIONS.values(), GENERATE):
        kinds = {flag.key: flag.kind for each in options_of(asked.request) for flag in each.flags}
        assert {*asked.flags, *asked.always} <= kinds.keys()
        assert not [key for key in asked.flags if isinstance(kinds[key], FileName | FileList)]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"proof": "/tmp/x.zip"}, "proof"),
        ({"bundle": "/tmp/x"}, "bundle"),
        ({"backend": "external:/bin/ls"}, "installed"),
        ({"backend": "external:./x"}, "installed"),
        ({"backend": "external:mps=/bin/ls"}, "installed"),
        ({"backend": "nobody"}, "nobody"),
        ({"backend": ["cnf"]}, "--backend"),
        ({"time_limit": 10**9}, "--time-limit"),
        ({"time_limit": "nan"}, "--time-limit"),
        ({"threads": 10_000}, "--threads"),
        ({"memory": 10**9}, "--memory"),
        ({"limit": 10**6}, "--limit"),
        ({"unique": "yes"}, "--unique"),
        ({"encoding": ["cardinality=totalizer"] * 1000}, "--encoding"),
        ({"formulation": "@/etc/passwd"}, "formulation"),
    ],
)
def test_what_may_not_be_asked_is_refused(server, options, told):
    last = server.stream("ask", question="solve", board=RING, options=options)[-1]
    assert last["kind"] == "refused"
    assert told in last["error"]


def test_a_stream_that_is_closed_ends_its_work_with_all_processes(server):
    """The process of the request, its guard, and the solver's."""
    server.stream("ask", question="solve", board=RING)
    with server.begin("ask", **ENDLESS) as answer:
        events = (json.loads(line) for line in answer)
        assert any(event["kind"] == "progress" for event in events)
        wait_until(lambda: server.solvers())
    wait_until(lambda: not server.solvers())
    result_of(server.stream("ask", question="solve", board=RING))


def test_a_quick_request_whose_browser_vanishes_ends(server):
    """A body that takes long to read, then nobody there."""
    assert server.ask("open", board=RING)[0] == 200  # whoever comes first starts the processes that stay
    result_of(server.stream("ask", question="solve", board=RING))
    before = len(server.processes())
    with server.begin_unanswered("open", board={"puzzle": "tiling", "text": "100x100"}):
        pass
    assert server.ask("open", board=RING)[0] == 200
    wait_until(lambda: len(server.processes()) <= max(before, 6))


@pytest.mark.slow
def test_two_hundred_solves_at_once_all_end(server):
    """Those that wait are told their place; nothing is left of them."""
    with ThreadPoolExecutor(200) as threads:
        streams = list(threads.map(lambda _: server.stream("ask", question="solve", board=RING), range(200)))
    assert all(result_of(events)["answers"] for events in streams)
    places = [event["place"] for events in streams for event in events if event["kind"] == "queued"]
    assert max(places) > 100
    assert min(places) == 1
    wait_until(lambda: not server.solvers())


@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 143)])
def test_a_signal_ends_the_server_and_all_that_it_started(tmp_path, sign, code):
    """While solves run, and others wait; without a traceback."""
    if signal.getsignal(sign) is signal.SIG_IGN:  # as below `nohup`, whose children go on by its wish
        pytest.skip(f"{sign.name} is ignored here")
    with page_server(tmp_path) as server:
        ended = []
        askers = [threading.Thread(target=lambda: ended.append(_ask_until_cut(server))) for _ in range(8)]
        for asker in askers:
            asker.start()
        wait_until(lambda: server.solvers())
        assert server.end(sign) == code
        for asker in askers:
            asker.join(PATIENCE)
        assert len(ended) == len(askers)
        wait_until(lambda: not server.processes())
        assert "Traceback" not in "".join(server.printed)


def _ask_until_cut(server):
    """Ask for what never ends, until the stream does."""
    try:
        return server.stream("ask", **ENDLESS)
    except (OSError, ValueError, AssertionError):
        return []


def test_a_server_that_is_killed_leaves_nothing(tmp_path):
    with page_server(tmp_path) as server:
        with server.begin("ask", **ENDLESS) as answer:
            answer.readline()
            wait_until(lambda: server.solvers())
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
        wait_until(lambda: not server.processes())


def test_a_port_in_use_is_told(server):
    refused = rosetta("play", "--no-browser", "--port", str(server.port))
    assert refused.returncode == 2
    assert refused.stderr == f"rosetta: --port: {server.port} is in use by another program (Address already in use)\n"
