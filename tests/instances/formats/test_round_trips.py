"""Exchange formats of boards of cells: what is written is read back, from format to format, whatever the shape."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instances.formats.contract import find_format, formats
from instances.formats.penpa import pack_link, unpack_link
from instances.resolve import resolve
from models.puzzles.akari.instance import Akari
from models.puzzles.registry import puzzle
from models.puzzles.tents.instance import Tents
from rosetta.foundation.errors import InputError
from tests.instances.formats.test_akari import sparse
from tests.instances.formats.test_tents import boards
from tests.support.akari_boards import board
from tests.support.known_boards import generated_ids, known_files, published_texts

BOARDS = {"akari": sparse(), "tents": boards()}
ALL_CLUES = ("tatham", "sav", "legup", "dzn")  # of Tents, these say boards only where every clue is given
NAMELESS = ("puzzlekit", "penpa", "plain", "tatham")  # formats in which not every board tells whose it is
CASES = [(name, about) for name, record in formats().items() for about in ("akari", "tents") if about in record.puzzles]
AKARI = board("__3____", "___#0__", "_0____#", "_#_#_1_", "#____1_", "__01___", "____0__")
ADDRESS = "https://puzz.link/p?akari/7/7/hdk.agah.g.g.g6.jbg0bka"


def sayable(name: str, about: str, p) -> bool:
    """Can the format express this board?"""
    if name == "dzn" and p.trees.shape[0] != p.trees.shape[1]:
        return False
    return about == "akari" or name not in ALL_CLUES or (p.rows.min() >= 0 and p.cols.min() >= 0)


@pytest.mark.sample(6, each="about")
@pytest.mark.parametrize(("name", "about"), CASES)
def test_every_format_reads_what_it_writes(name, about):
    """Boards of one cell, of one row, of one column, with long runs, large clues and clues that are not given; it
    recognises them, and Windows line ends, blanks around and a missing last line end change nothing."""
    record = formats()[name]

    @settings(max_examples=25)
    @given(BOARDS[about])
    def check(p):
        if not sayable(name, about, p):
            with pytest.raises(InputError, match=r"expected all clues|expected a square"):
                record.write(about, p)
            return
        text = record.write(about, p)
        assert record.read(text, about) == (about, p)
        assert find_format(text, about) is record or name == "plain"
        for same in (text.replace("\n", "\r\n"), text.rstrip("\n"), text + "\n \n"):
            assert record.read(same, about) == (about, p)
        if name not in NAMELESS:
            assert record.read(text, None) == (about, p)

    check()


@pytest.mark.parametrize("about", ["akari", "tents"])
def test_a_board_goes_through_all_formats(about):
    """Read from one, written to the next, in a circle: it is the same board at the end, though no side was square."""
    rng = np.random.default_rng(5)
    for height, width in ((2, 23), (31, 3), (20, 20)):
        if about == "akari":
            first = Akari(rng.choice([-1] * 12 + [0, 1, 2, 3, 4, 5], (height, width)))
        else:
            rows, cols = rng.integers(0, width + 1, height), rng.integers(0, height + 1, width)
            first = Tents(rng.random((height, width)) < 0.2, rows, cols)
        p = first
        for name, whose in CASES:
            if whose == about and sayable(name, about, p):
                p = formats()[name].read(formats()[name].write(about, p), about)[1]
                assert p == first, name


@pytest.mark.parametrize("name", [name for name, about in CASES if about == "akari"])
def test_an_address_becomes_any_format(name, tmp_path, capsysbinary):
    """In one command; and the file is read as what it is."""
    from rosetta.commands.main import run_verb

    path = tmp_path / "board"
    assert run_verb("convert", ["akari", ADDRESS, "--to", name, "-o", str(path)]) == 0
    resolved = resolve("akari", str(path))
    assert resolved.instance == AKARI
    assert resolved.source == f"file {path} ({formats()[name].title})"
    assert resolved.id == "7x7:b3gB0c0dBaBaBa1aBd1c01g0b"
    assert capsysbinary.readouterr() == (b"", b"")


# ---- what others made -----------------------------------------------------------------------------------------------


@cache
def published(about: str) -> list[tuple[str, object]]:
    return [(entry["problem"], entry["solution"]) for entry in published_texts(about).values()]


@pytest.mark.parametrize("about", ["akari", "tents"])
def test_published_puzzles_go_through_every_format(about):
    """Ours, and a hundred of each: as data set text to the letter, equal after all other formats; the solutions fit."""
    record = formats()["puzzlekit"]
    for problem, solution in published(about):
        assert find_format(problem, about) is record
        p = record.read(problem, about)[1]
        assert record.write(about, p).splitlines() == [line.rstrip() for line in problem.splitlines()]
        assert p == puzzle(about).parse(problem)
        assert record.read(problem, None) == (about, p)
        for name, whose in CASES:
            if whose == about and sayable(name, about, p):
                assert formats()[name].read(formats()[name].write(about, p), about)[1] == p, name
        grid = [line.split() for line in solution.splitlines()[1:]]
        answer = {"lamps" if about == "akari" else "tents": np.argwhere(np.array(grid) == "o").tolist()}
        assert puzzle(about).verify(p, puzzle(about).answer_from_json(p, answer)) == []
    assert len(published(about)) >= 12


@pytest.mark.parametrize(
    ("file", "about", "least"), [("lightup", "akari", 100), ("tents", "tents", 50), ("flip", "lightsout", 20)]
)
def test_generated_ids_are_read_and_written_unchanged(file, about, least):
    """All IDs that Simon Tatham's generators made: whose they are shows; saved games and addresses keep the board."""
    ids = [text for _, text in generated_ids(file)]
    tatham, others = formats()["tatham"], [formats()[name] for name in ("sav", "puzzlink")]
    assert len(ids) > least
    for text in ids:
        name, p = tatham.read(text, None)
        assert (name, tatham.write(about, p)) == (about, text)
        for record in (record for record in others if about in record.puzzles):
            assert record.read(record.write(about, p), None) == (about, p)


@pytest.mark.parametrize("about", BOARDS)
@given(text=st.text(alphabet="0123456789x:_azB#.-!, akritens/?\n", max_size=40))
def test_no_text_whatever_makes_a_reader_fail_in_another_way(about, text):
    """A board or an InputError."""
    for record in formats().values():
        try:
            _, p = record.read(text, about)
        except InputError:
            continue
        assert puzzle(about).parse(puzzle(about).format(p)) == p


def test_files_of_legup_are_read():
    """Trees of eight by eight with clues on both sides; Light Up boards of two sizes."""
    paths = known_files("legup/*.xml")
    assert len(paths) >= 5
    for path in paths:
        about = "akari" if path.name.startswith("lightup") else "tents"
        resolved = resolve(about, str(path))
        assert resolved.source == f"file {path} (LEGUP file)"
        text, p = path.read_text("utf-8"), resolved.instance
        assert formats()["legup"].read(text, None) == (about, p)
        if about == "akari":
            assert resolved.size == ((14, 14) if "14x14" in path.name else (7, 7))
            assert (p.cells != -1).sum() == text.count("<cell value")
        else:
            assert resolved.size == (8, 8)
            assert p.trees.sum() == text.count('<cell value="1"')
            assert p.rows.tolist() == p.cols.tolist() == [2, 1, 2, 1, 3, 0, 2, 1] or "13547135" not in path.name
        other = "tents" if about == "akari" else "akari"
        with pytest.raises(InputError, match=f"expected a board of {other}, found one of {about}"):
            formats()["legup"].read(text, other)


def test_boards_of_the_minizinc_benchmarks_are_read():
    """Trees, and rows before columns. (The third asks for one tent more than it has trees.)"""
    for path, n in zip(known_files("minizinc/tents_*.dzn"), (6, 8, 6, 8, 16), strict=False):
        resolved = resolve("tents", str(path))
        assert (resolved.source, resolved.size) == (f"file {path} (MiniZinc data)", (n, n))
        p, text = resolved.instance, path.read_text("utf-8")
        assert p.trees.sum() == len(re.findall(r"\b1\b", text[: text.index("|]")]))
        assert p.rows.sum() - p.trees.sum() == (n == 16)
        assert f"row_sums = {p.rows.tolist()}" in text
        assert f"col_sums = {p.cols.tolist()}" in text


PROGRAMS = {"akari": ("sgt-lightup", "9x5b30s2d1"), "tents": ("sgt-tents", "9x6dt"), "lightsout": ("sgt-flip", "4x3r")}


@pytest.mark.parametrize("about", PROGRAMS)
def test_simon_tathams_programs_agree(about, tmp_path):
    """A fresh board: its ID and its saved game are one board, which the program writes as we do; and it takes an ID of
    ours, and saves the game that we would save."""
    name, params = PROGRAMS[about]
    program = shutil.which(name) or shutil.which(name, path="/usr/games")
    if program is None:
        pytest.skip(f"{name} is not installed (Debian: sgt-puzzles)")

    def generated(game: str, stem: str) -> str:
        command = [program, "--generate", "1", game, "--save", str(tmp_path / stem), "--save-suffix", ".sav"]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return next(tmp_path.glob(f"{stem}*.sav")).read_text()

    saved = generated(params, "fresh")
    p = resolve(about, str(next(tmp_path.glob("fresh*.sav")))).instance
    ours = formats()["sav"].write(about, p)
    board_lines = [line for line in saved.splitlines() if line.startswith(("GAME", "DESC"))]
    assert board_lines == [line for line in ours.splitlines() if line.startswith(("GAME", "DESC"))]
    resaved = generated(formats()["tatham"].write(about, p), "again")
    assert formats()["sav"].read(resaved, about) == (about, p)


# ---- nothing else than a board or a message --------------------------------------------------------------------------


@st.composite
def edits(draw):
    """Up to three places (as shares of the length), each with what is removed and what is inserted."""
    there = st.text(alphabet="-x.01259zabT?#/,:;[]{}\"'<> \n\r\0=é", max_size=3)
    return draw(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 4), there), min_size=1, max_size=3))


def edited(text: str, changes) -> str:
    for share, gone, there in changes:
        at = int(share * len(text))
        text = text[:at] + there + text[at + gone :]
    return text


SMALL = {  # the latter is square, for formats that know no other boards
    "akari": board("_1_#_", "2____", "__#_0"),
    "tents": Tents(np.array([[0, 1, 0], [0, 0, 0], [1, 0, 0]], np.bool_), [1, 0, 1], [0, 2, 0]),
}


@pytest.mark.sample(6, each="about")
@pytest.mark.parametrize(("name", "about"), CASES)
def test_texts_that_were_changed_are_read_or_refused(name, about):
    """A board that plain text can express, or one message of one line; never anything else."""
    record, text = formats()[name], formats()[name].write(about, SMALL[about])

    @settings(max_examples=60)
    @given(edits(), st.sampled_from([about, None]))
    def check(changes, expected):
        try:
            puzzle_name, p = record.read(edited(text, changes), expected)
        except InputError:
            return
        assert puzzle(puzzle_name).parse(puzzle(puzzle_name).format(p)) == p

    check()


@pytest.mark.parametrize(("name", "about"), [case for case in CASES if case[0] not in ("puzzlink", "tatham")])
def test_a_text_that_is_cut_off_is_refused_or_says_the_whole_board(name, about):
    """At every place: never a smaller board, and no other one."""
    record = formats()[name]
    text = record.write(about, SMALL[about])
    refused = 0
    for end in range(len(text)):
        try:
            assert record.read(text[:end], about)[1] == SMALL[about]
        except InputError:
            refused += 1
    assert refused > len(text) // 2


@pytest.mark.parametrize("about", ["akari", "tents"])
def test_links_with_other_things_inside_are_read_or_refused(about):
    """The lines of a Penpa+ link are changed before they are packed: a board of the size they give, or a message."""
    record = formats()["penpa"]
    lines = unpack_link(record.write(about, SMALL[about]))[:6]

    @settings(max_examples=120)
    @given(edits(), st.sampled_from([0, 1, 3, 3, 3, 5]))
    def check(changes, line):
        changed_lines = [edited(text, changes) if i == line else text for i, text in enumerate(lines)]
        try:
            puzzle_name, p = record.read(pack_link(changed_lines), about)
        except InputError:
            return
        assert puzzle(puzzle_name).parse(puzzle(puzzle_name).format(p)) == p

    check()
