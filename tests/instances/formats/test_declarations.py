"""Where frames find what puzzles declare: in the table, in a record, in a package of somebody else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from itertools import product

import pytest

from instances.formats import declarations
from instances.formats.contract import formats
from instances.formats.signature_table import TABLE, format_table, read_table
from models.puzzles.registry import PUZZLES, puzzle
from rosetta.foundation.errors import InputError
from tests.support.places import ROOT
from tests.support.small_boards import draw_board, small_size

# A latin square without its answer: of the record what is required, and its formats
SQUARE = """
import numpy as np
from models.neutral import Model
from models.puzzles.codecs.body import Parts
from models.puzzles.codecs.pzpr_cells import numbers16
from models.puzzles.codecs.rows import NumberRows, declare_lines
from models.puzzles.codecs.walks import declare_text
from models.puzzles.contract import Extras, InputError, Puzzle

def parse(text):
    raise InputError("latin: expected nothing")

def write(board):
    return "\\n".join(" ".join(map(str, row)) for row in board)

def model(board):
    m = Model("latin")
    one = m.bools("one", (len(board), len(board[0]), 9))
    m.exactly(1, "one number in each cell", one)
    m.exactly(1, "each number once in a row", one.transpose(0, 2, 1))
    m.true("given", one[:, :, 0][np.array(board) == 1])
    return m

def board(numbers):
    return tuple(map(tuple, numbers.tolist()))

def formats():
    FORMATS
    parts = Parts(board, lambda p: (np.array(p),))
    cells = numbers16(empty=0, question=-1, noun="number", least=1)
    return {
        "puzzlink": declare_text([cells], parts, names=("latinsquare", "tents"), example="latinsquare/1/2/12"),
        "puzzlekit": declare_lines([NumberRows({"-": 0})], parts),
        "later": declare_lines([NumberRows({"-": 0})], parts),
    }

PUZZLE = Puzzle(
    name="latin", title="Latin square", rules=("each number once",), parse=parse, format=write,
    size=lambda p: (len(p), len(p[0])), generate=lambda size, seed=0: (((1,) * size[1],) * size[0], None),
    formulations={"default": model},
    decode=lambda p, m, values: tuple(map(tuple, np.argwhere(values[m.arrays["one"]] == 1).tolist())),
    project=lambda p, m: m.arrays["one"].ravel(), verify=lambda p, answer: [], extras=Extras(formats=formats),
)
"""

READ_AND_WRITE = """
import json, sys
from instances.formats.contract import formats
from instances.recognition import puzzles_of
from instances.resolve import resolve
address = "https://puzz.link/p?latinsquare/3/2/1h.h"
read = resolve("latin", address)
print(json.dumps({
    "puzzles": puzzles_of(address),
    "board": read.instance,
    "id": read.id,
    "written": formats()["puzzlekit"].write("latin", ((1, 0), (0, 12))),
    "ours": puzzles_of("tents/5/5/2g0h1i1j82323"),
    "example": formats()["puzzlink"].example_of("latin"),
}))
"""


@pytest.fixture
def beside(tmp_path):
    """Runs a program beside an installed package with that puzzle."""

    def run(*words, formats="pass"):
        (tmp_path / "latin_puzzle.py").write_text(SQUARE.replace("FORMATS", formats))
        metadata = tmp_path / "latin_puzzle-1.0.dist-info"
        metadata.mkdir(exist_ok=True)
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: latin-puzzle\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text("[rosetta.puzzles]\nlatin = latin_puzzle:PUZZLE\n")
        return subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


def test_a_puzzle_of_another_package_declares_formats_as_ours_do(beside):
    """Its address is told from those of others, read, and written; a genre that is ours stays ours."""
    completed = beside("-c", READ_AND_WRITE)
    assert completed.returncode == 0, completed.stderr
    assert json.loads(completed.stdout) == {
        "puzzles": ["latin"],
        "board": [[1, 0, 0], [-1, 0, 0]],
        "id": "https://puzz.link/p?latinsquare/3/2/1h.h",
        "written": "2 2\n1 -\n- 12\n",
        "ours": ["tents"],
        "example": "https://puzz.link/p?latinsquare/1/2/12",
    }


@pytest.mark.parametrize(
    ("fault", "says"),
    [("raise KeyError('no such name')", "cannot be loaded: 'no such name'"), ("return {'puzzlink': 7}", "found int")],
)
def test_declarations_that_do_not_load_are_one_sentence_and_spoil_nothing(beside, fault, says):
    """Whoever asks for them is told; all other puzzles are read."""
    code = "from instances.formats.declarations import declarations; declarations('latin')"
    assert "puzzle 'latin': its exchange formats" in (told := beside("-c", code, formats=fault).stderr)
    assert says in told
    read = beside("-m", "models.solve", "https://puzz.link/p?tents/5/5/2g0h1i1j82323", formats=fault)
    assert read.returncode == 0, read.stderr
    assert "latin" not in read.stderr


def test_the_table_is_what_the_puzzles_declare():
    """`python -m instances.formats.signature_table` writes it. A puzzle without formats may be left out."""
    declared = {name: puzzle(name).extras.formats() for name in PUZZLES}
    listed = {name: formats for name, formats in declared.items() if formats or name in read_table()}
    assert TABLE.read_text("utf-8") == format_table(listed)
    assert format_table(read_table()) == format_table(listed)


def test_a_puzzle_without_a_line_in_the_table_is_asked(monkeypatch):
    """A new one, say: it means the same."""
    declarations.signatures.cache_clear()
    with_table = {form: declarations.signatures(form) for form in formats()}
    monkeypatch.setattr(declarations, "read_table", dict)
    declarations.signatures.cache_clear()
    asked = {form: declarations.signatures(form) for form in formats()}
    declarations.signatures.cache_clear()
    assert {form: list(found) for form, found in asked.items()} == {
        form: [*found] for form, found in with_table.items()
    }
    for form, found in asked.items():
        for name, body in found.items():
            plain = with_table[form][name]
            assert all(getattr(body, field) == getattr(plain, field) for field in type(plain).__slots__)


DECLARED = [(form, name) for form in formats() for name in declarations.signatures(form)]


@pytest.mark.parametrize(("form", "name"), DECLARED)
def test_boards_are_read_as_they_were_written(form, name):
    """Of a puzzle in each format that it declares: some that it generates, and its example."""
    record, written = formats()[form], 0
    switches = [{flag: True} for flag, parameter in puzzle(name).parameters.items() if parameter.default is False]
    for size, parameters in product((small_size(name), (3, 3), (5, 4)), ({}, *switches)):
        with suppress(InputError):  # a size without boards, or a board that the format cannot say
            board = draw_board(name, size)[0] if not parameters else puzzle(name).generate(size, **parameters)[0]
            text = record.write(name, board)
            written += 1
            assert record.read(text, name) == (name, board)
            assert record.recognises(text)
    assert written
    example = declarations.body_of(form, name).example
    if example:
        board = record.read(f"{record.address}{example}", name)[1]
        assert record.read(record.write(name, board), name) == (name, board)


def test_every_declared_format_is_one():
    """A name that is misspelt would never be found."""
    for name in PUZZLES:
        assert puzzle(name).extras.formats().keys() <= formats().keys(), name


def test_an_address_loads_no_puzzle_but_its_own():
    """With fifty puzzles it takes as long as with nine."""
    code = (
        "import sys\n"
        "from rosetta.commands.main import run_verb\n"
        "assert run_verb('solve', ['tents/5/5/2g0h1i1j82323', '--backend', 'cnf']) == 0\n"
        "names = [name.split('.') for name in sys.modules if name.startswith('models.puzzles.')]\n"
        "print(*(word for words in names for word in words[2:4]), file=sys.stderr)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {*loaded.stderr.splitlines()[-1].split()} & PUZZLES.keys() == {"tents"}
