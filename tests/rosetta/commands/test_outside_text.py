"""Text from outside, wherever a verb prints it: no control characters, no flood. File names, what files hold, values of
flags, PUZZLE and WHAT."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from importlib import import_module

import pytest

from report.terminal import CONTROLS, clean_streams, escape_controls
from report.words import LONGEST_MESSAGE, one_line
from rosetta.commands.main import run_verb
from rosetta.commands.verb_list import VERBS
from tests.support.in_a_fork import rosetta

NASTY = "e\x1b[31m\x1b]0;x\x07\n\r\t\x7f\x9b2J\u202e\u2066\u2028\udcff\x00"
NAMES = {
    "terminal codes": "e\x1b[31m\x1b]0;x\x07\n\x9b2J.txt",
    "bidirectional": "e\u202etxt\u2066\u2028\u200f.txt",
    "not UTF-8": "e\udcff\udc9b.txt",
    "long": "/".join(["x" * 240] * 14) + "/e.txt",
}
FLOOD = 1000  # characters on a line
RING = "3\n  2 0 2\n2 . T .\n0 T . T\n2 . T .\n"
ANSWER = json.dumps({"tents": [[0, 0], [0, 2], [2, 0], [2, 2]]})
VERBS_ON_A_FILE = {
    "solve": (),
    "explain": (),
    "count": (),
    "compare": ("--backends", "cpsat,cnf", "--time-limit", "20"),
    "formulas": (),
    "verify": (ANSWER,),
    "convert": ("--to", "dimacs"),
}
PAGES = ("explain", "compare", "formulas")


def check(text):
    """No control characters but line ends, nothing that a line cannot hold."""
    assert not CONTROLS.search(text), sorted(set(CONTROLS.findall(text)))
    text.encode()
    assert max(map(len, text.split("\n"))) <= FLOOD, max(text.split("\n"), key=len)[:300]


def run(verb, *words):
    """The streams of the verb, which are clean; and its exit code."""
    completed = rosetta(verb, *words)
    check(completed.stdout)
    check(completed.stderr)
    assert "Traceback" not in completed.stderr
    return completed


def check_refusal(capsys, verb, *words):
    """Exit code 2 and one short message, below the usage where it is of the parser."""
    try:
        code = run_verb(verb, words, f"rosetta {verb}")
    except SystemExit as end:
        code = end.code
    printed = capsys.readouterr()
    check(printed.out)
    check(printed.err)
    assert code == 2, (printed.out[:300], printed.err[:300])
    assert len(printed.err.rstrip("\n").split("\n")[-1]) <= LONGEST_MESSAGE + 100


@pytest.fixture(params=NAMES)
def place(request, tmp_path):
    """The path of a file that is not there yet."""
    path = f"{tmp_path}/{NAMES[request.param]}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


@pytest.mark.sample(4)
@pytest.mark.parametrize("verb", VERBS_ON_A_FILE)
def test_names_of_files_reach_no_terminal_as_they_are(place, verb):
    """The verb works on the file, and says so, and writes its page."""
    with open(place, "w") as file:
        file.write(RING)
    page = ("--html", place.replace(".txt", ".html")) if verb in PAGES else ()
    completed = run(verb, "tents", place, *VERBS_ON_A_FILE[verb], *page)
    assert completed.returncode == 0, completed.stderr
    if page:
        assert "page written to" in completed.stderr
        with open(page[1], encoding="utf-8") as file:
            assert not CONTROLS.search(file.read().replace("\n", ""))


def test_files_that_stand_in_the_way_are_named_in_one_line(place, capsys):
    """What is written there is no page of ours, exists already, is no answer, has no known ending."""
    with open(place, "w") as file:
        file.write(RING)
    for verb in PAGES:
        check_refusal(capsys, verb, "tents", place, "--html", place)
    check_refusal(capsys, "convert", "tents", place, "--to", "lp", "-o", place)
    check_refusal(capsys, "verify", "tents", "3x3:aaaaa,2,0,2,2,0,2", place)
    check_refusal(capsys, "convert", "file", place, "--to", "lp")


@pytest.mark.sample(4)
@pytest.mark.parametrize("verb", VERBS_ON_A_FILE)
def test_a_file_that_is_missing_or_no_puzzle_is_refused_in_one_line(place, verb, capsys):
    """Its name is shown, as far as it can be."""
    check_refusal(capsys, verb, "tents", place, *VERBS_ON_A_FILE[verb])
    with open(place, "w") as file:
        file.write(NASTY.replace("\udcff", "") * 5000)
    for puzzle in ("tents", "lightsout"):
        check_refusal(capsys, verb, puzzle, place, *VERBS_ON_A_FILE[verb])


NODES = [NASTY, NASTY * 1000, "b" * 100_000, "<b>&'\"", "漢字\u202e"]
GRAPH = {
    "nodes": [{"id": name, "lit": 1, f"{NASTY}{i}" * 200: 0} for i, name in enumerate(NODES)],
    "edges": [{"source": NODES[i - 1], "target": NODES[i], NASTY * 9: 1} for i in range(1, len(NODES))],
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("verb", [*VERBS_ON_A_FILE, "not found"])
def test_names_in_files_reach_no_terminal_as_they_are(verb, tmp_path):
    """Vertices and their attributes in a graph: in drawings, sentences, IDs, notes and refusals."""
    path = tmp_path / "g.json"
    path.write_text(json.dumps(GRAPH))
    page = ("--html", str(tmp_path / "page.html")) if verb in PAGES else ()
    words = {
        "verify": (json.dumps({"presses": [NODES[1], NODES[4]]}),),
        "convert": ("--to", "lp"),
        "compare": ("--backends", "cpsat,gf2", "--time-limit", "20"),
        "not found": ("--lit", f"x,{NASTY}" * 3000),
    }.get(verb, ())
    completed = run("solve" if verb == "not found" else verb, "lightsout", str(path), *words, *page)
    assert completed.returncode in ((2,) if verb == "not found" else (0, 1)), completed.stderr
    if page:
        assert not CONTROLS.search((tmp_path / "page.html").read_text("utf-8").replace("\n", ""))


@pytest.mark.sample(2)
@pytest.mark.parametrize("form", ["dot", "gml", "graphml", "edgelist", "nodelink", "plain", "dimacs", "opb", "mps"])
def test_names_in_files_are_written_so_that_they_move_no_cursor(form, tmp_path):
    """As numbers of characters where the format has such, else refused."""
    path = tmp_path / "g.json"
    for name in ("a\x1b[31mb", "a\x9bb", "a\u202eb", "a\x7fb"):
        path.write_text(json.dumps({"nodes": [{"id": name, "lit": 1}], "edges": []}))
        completed = run("convert", "lightsout", str(path), "--to", form)
        assert completed.returncode == 0 or "cannot say the name" in completed.stderr


def long_flags():
    """The flags with a value, of every verb."""
    for verb in VERBS:
        parser: argparse.ArgumentParser = import_module(f"rosetta.commands.{verb}").parser(f"rosetta {verb}")
        for action in parser._actions:
            if action.option_strings and action.nargs != 0:
                yield verb, action.option_strings[-1]


@pytest.mark.sample(25)
@pytest.mark.parametrize(("verb", "flag"), list(long_flags()))
def test_a_bad_value_is_echoed_in_part(verb, flag, tmp_path, monkeypatch, capsys):
    """However long it is, and whatever is in it: exit code 2 and few words."""
    monkeypatch.chdir(tmp_path)
    board = () if verb in ("doctor", "reproduce") else ("tents", "3x3:aaaaa,2,0,2,2,0,2")
    items = ("tiling",) if verb == "reproduce" else ()
    (tmp_path / "result").write_text("SAT\n1 0\n")
    more = ("result",) if verb == "verify" else ("--to", "lp") if verb == "convert" and flag != "--to" else ()
    for value in ("x" * 100_000, f"a={NASTY}".replace("\0", "") * 5000, "9" * 100_000):
        check_refusal(capsys, verb, *board, *items, *more, f"{flag}={value}")


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "word", ["x" * 100_000, NASTY.replace("\0", "") * 5000, "9" * 100_000, "https://" + "x" * 100_000]
)
@pytest.mark.parametrize("verb", VERBS_ON_A_FILE)
def test_a_bad_puzzle_or_board_is_echoed_in_part(verb, word, capsys):
    """PUZZLE, WHAT, and what is too much."""
    words = VERBS_ON_A_FILE[verb]
    for line in (
        ("tents", word),
        (word, "3"),
        ("tents", "3", word, word),
        ("lightsout", word),
        ("tents", f"3x3:{word}"),
    ):
        check_refusal(capsys, verb, *line, *words)


def test_one_line_keeps_the_beginning_and_the_end():
    """Short text is as it was; a long one has neither more characters than asked for nor a control among them."""
    assert one_line("a  b\n\x1b[2J c") == "a b [2J c"
    for most in (20, 200, 1000):
        text = one_line("begin " + NASTY * 100_000 + " end", most)
        assert text.startswith("begin")
        assert text.endswith(" end")
        assert len(text) <= most
        assert text.isprintable()


def test_our_own_colours_pass_to_a_terminal_and_nothing_else():
    """Colours and the progress line; elsewhere an escape, which in JSON is the character itself."""
    line = "\rsolving\x1b[K \x1b[1;31mred\x1b[0m \x1b]0;title\x07\x1b[2J\u202e"
    assert escape_controls(line, terminal=True) == (
        "\rsolving\x1b[K \x1b[1;31mred\x1b[0m \\u001b]0;title\\u0007\\u001b[2J\\u202e"
    )
    assert escape_controls("a\r\nb\n", terminal=True) == "a\\u000d\nb\n"
    assert not CONTROLS.search(escape_controls(line))
    assert json.loads(escape_controls(json.dumps("\x1b\x7f\u202e"))) == "\x1b\x7f\u202e"


def test_streams_are_given_back(monkeypatch):
    """All but writing is the stream's own."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    with clean_streams():
        print("\x1b[2J", file=sys.stdout)
        sys.stdout.writelines(["a\x07", "b"])
        assert sys.stdout.getvalue() == "\\u001b[2J\na\\u0007b"
    assert sys.stdout is stream


@pytest.mark.parametrize("verb", [*PAGES, "reproduce"])
@pytest.mark.parametrize("target", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/null", "fifo", "link"])
def test_a_page_for_a_stream_is_refused_before_the_work(verb, target, tmp_path, monkeypatch, capfd):
    """Whatever standard output is: a pipe, a device, or a file, which a page would replace behind its reader's back."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    os.symlink("/dev/stdout", "link")
    monkeypatch.setattr("rosetta.studies.asking.posing.pose_question", lambda *_: pytest.fail("a board was read"))
    words = ("tiling",) if verb == "reproduce" else ("tents", "4")
    assert run_verb(verb, [*words, "--html", target]) == 2
    assert "a stream or a device" in capfd.readouterr().err
