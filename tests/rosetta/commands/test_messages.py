"""All that a user may be told instead of an answer, read as one text: `tests/golden/messages.txt`.

`python -m tests.rosetta.commands.test_messages` writes it anew. Read the whole page before you commit it: one voice,
and in each message what is wrong, what was expected, what to do.
"""

from __future__ import annotations

import re
import shlex

import pytest

import rosetta as rs
from backends.registry import modules
from models.puzzles.registry import describe_names, names
from rosetta.commands.verb_list import VERBS
from tests.support.in_a_fork import rosetta
from tests.support.places import ROOT

PAGE = ROOT / "tests" / "golden" / "messages.txt"
RING = "3x3:aaaaa,2,0,2,2,0,2"
COMMANDS = f"""
list hitory
schema solv
list akari --bare 5
compare
compare tents
compare tens 8
solve tents.txt
solve tents boards/nosuch.txt
solve tents no-such-board
solve tents 0
solve tents 1000000
solve tents 2x
solve tents 8x8:ea_dd
solve tents 4x4:cbaea,9,1,0,2,0,2,0,2
solve tents 4x4:cbaea,1,1,0
solve tents LICENSE
solve akari 7x7:b3gB
solve 10x10t5:d7h
solve https://puzz.link/p?sudoku/9/9/1
solve akari https://puzz.link/p?akari/7/7/zz
solve tents 8 --bakend cnf
solve tents 8 --backends cnf
solve tents 8 --html page.html
explain tents 8 --html -
solve tents 8 --bare 20
solve tents 8 --backend baron
solve tents 8 --backend cnf:magic
solve tents 8 --backend cpsat:magic
solve tents 8 --backend external:nosuch
solve tents 30 --backend oracle
solve tents 8 --backend gf2
solve tents 8 --formulation magic
solve tents 8 --formulation source-ilp --tree-rule adjacent
solve tents 8 --tree-rule magic
solve tents 8 --encoding magic
solve tents 8 --encoding magic=totalizer
solve tents 8 --encoding cardinality=magic
solve tents 8 --time-limit 0
solve tents 8 --threads many
solve tents 8 --seed -1
solve tents 8 --all --limit 3
solve akari 10 --bare 90 --numbered 90
solve lightsout nosuch:5
solve lightsout petersen --lit 99
solve lightsout 3 --colours 1
solve tiling 3x4
solve tiling 7x9
count lightsout 4 --backend walksat
solve model 8
solve model LICENSE
solve model REDME.md
solve redme
compare tents 8 --bundle LICENSE
fuzz --profiles cnf,sat
compare tents 9..3
compare tents {RING} --count 3
compare tents 8 --backends ,
compare tents 8 --html README.md
compare tents 8 --html /no/such/folder/x.html
generate tents
generate 8
generate tents 8 --to dimacs
generate tents 8 --difficulty impossible
generate akari 8 --given
generate lightsout 4 --minimal
explain tents 8 --to 0
formulas tents 8 --rule nosuch
formulas tents 8 --rule 1 --row 999
convert tents 8
convert tents 8 --to docx
convert tiling 6x10 --to tatham
convert tents 8 --to dimacs -o README.md
convert tents 8 --to plain --encoding cardinality=totalizer
verify tents {RING} nosuch.json
verify tents {RING} '{{'
verify tents {RING} '[]'
verify tents {RING} '{{"lamps": [[0, 0]]}}'
verify tents {RING} '{{"puzzle": "akari", "answer": {{"lamps": []}}}}'
verify tents - -
reproduce nosuch
bench magic
bench run tents 8 --backends baron
completion tcsh
generate tents 8 9
solve akari {RING}
convert boards.txt --to plain
play tents 8 --port 70000
""".strip().splitlines()
CALLS = """
rs.load("tens", 8)
rs.load("tents", "no-such-board")
rs.load("tents", 8, colour=3)
rs.solve(rs.load("tents", 8), backend="baron")
rs.solve(rs.load("tents", 8), time_limit=0)
rs.compare(rs.load("tents", 4), backends=[])
rs.generate("tents", 8, difficulty="impossible")
rs.verify(rs.load("tents", 4), {"lamps": []})
rs.Model("mine").exactly(5, "five of two", [])
rs.solve("tents")
rs.convert(rs.load("tiling", "6x10"), "tatham")
rs.lights_out([1, 2])
""".strip().splitlines()


def message_of(line: str) -> str:
    """What the command says on stderr, and its exit code; without the memory of this machine."""
    completed = rosetta(*shlex.split(line))
    error = re.sub(r"[0-9.,]+ GB are free", "... GB are free", completed.stderr)
    told = f"\n{completed.stdout}" if completed.stdout and completed.returncode == 2 else ""
    return f"$ rosetta {line}\n{error}[{completed.returncode}]{told}\n"


def error_of(call: str) -> str:
    """What the call of the API raises."""
    try:
        eval(call, {"rs": rs})
    except Exception as error:
        return f">>> {call}\n{type(error).__name__}: {error}\n"
    return f">>> {call}\nnothing\n"


def written_page() -> str:
    """All messages; `PUZZLES` and `BACKENDS` stand for the names of all, so that a new one changes no message."""
    page = "\n".join([*map(message_of, COMMANDS), *map(error_of, CALLS)])
    for listed in (describe_names(), ", ".join(names())):
        page = page.replace(listed, "PUZZLES")
    return page.replace(", ".join(modules()), "BACKENDS")


@pytest.mark.sample(0.125)
def test_the_messages_read_as_reviewed(golden):
    golden("messages.txt", written_page())


def test_every_message_is_a_line_with_an_exit_code():
    """One line each; none is longer than a screen is wide four times, none shows how Python or argparse say it."""
    entries = PAGE.read_text("utf-8").split("\n\n")
    assert len(entries) == len(COMMANDS) + len(CALLS)
    for entry in entries:
        command, *message = entry.strip().splitlines()
        ours = command.startswith("$ ")
        assert len(message) == 1 + ours, entry
        assert not ours or (message[0].startswith("rosetta: ") and message[1] == "[2]"), entry
        assert len(message[0]) <= 350, entry
        for foreign in ("Traceback", "argument --", "invalid choice", "usage:", "Error("):
            assert foreign not in message[0], entry


def test_every_kind_of_refusal_is_on_the_page():
    """Of the command line, of a board, a file that cannot be written, an encoding, a backend, a model."""
    text = PAGE.read_text("utf-8")
    for verb in VERBS:
        assert f"$ rosetta {verb} " in text or verb == "doctor", verb
    for kind in (
        "InputError: ",
        "ModelError: ",
        "unknown backend",
        "unknown encoding",
        "name another file",
        "cannot solve",
    ):
        assert kind in text, kind


if __name__ == "__main__":
    PAGE.write_text(written_page(), "utf-8")
