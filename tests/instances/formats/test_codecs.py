"""Combinators by themselves: what a codec writes, it reads again; nothing that was cut short is read as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instances.formats.codec import Sheet
from instances.formats.contract import bodies
from instances.formats.legup.frame import LegupBoard
from instances.formats.legup.parts import AxisClues
from instances.formats.puzzlink.borders import BorderedRegions, Borders
from instances.formats.puzzlink.small_numbers import small_numbers
from instances.formats.pzprv3.marks import CellMarks, MarksBetween, Ticks
from instances.formats.pzprv3.parts import CluesAndRows, NumberedRegions
from instances.formats.rows import ClueLine, NumberLine, NumberRows, WordRows, declare_lines
from instances.formats.steps import HexNumbers, Ignored, Letters, Spaces, SpacesThen, ThenSpaces, describe_letters
from instances.formats.walks import Cells, CommaClues, Decimal, SideClues, declare_text
from models.puzzles.nurikabe.instance import ANY_SIZE, NO_CLUE, Nurikabe
from rosetta.foundation.errors import InputError

SHAPES = ((1, 1), (1, 60), (60, 1), (3, 5), (4, 30))
LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096)}
SIZES = HexNumbers(LONG, most=8191, noun="sizes", least=1)


def arrays(values):
    """Arrays of those values, of all shapes, with long runs of the first value or without."""

    @st.composite
    def draw_array(draw):
        shape = draw(st.sampled_from(SHAPES))
        cells = np.full(shape, values[0]).ravel()
        most = draw(st.sampled_from([0, 2, 6, cells.size]))
        for cell in draw(st.lists(st.integers(0, cells.size - 1), max_size=most)):
            cells[cell] = draw(st.sampled_from(values))
        return cells.reshape(shape)

    return draw_array()


@st.composite
def clues(draw, least: int):
    """The clues of the columns and of the rows of a board; least -1: some are not given."""
    height, width = draw(st.sampled_from([*SHAPES, (2, 300)]))
    columns = draw(st.lists(st.integers(least, height), min_size=width, max_size=width))
    return columns, draw(st.lists(st.integers(least, width), min_size=height, max_size=height))


@st.composite
def divisions(draw):
    """Connected regions, numbered in the order of their first cells: cells joined by random doors, by brute force."""
    height, width = draw(st.sampled_from(SHAPES))
    number = np.arange(height * width).reshape(height, width)
    doors = draw(st.lists(st.booleans(), min_size=2 * number.size, max_size=2 * number.size))
    for i, (r, c) in enumerate(np.ndindex(height, width)):
        for is_open, (row, col) in zip(doors[2 * i : 2 * i + 2], ((r + 1, c), (r, c + 1)), strict=True):
            if is_open and row < height and col < width:
                number[number == number[row, col]] = number[r, c]
    order = list(dict.fromkeys(number.ravel().tolist()))
    return np.vectorize(order.index)(number)


def sheet_of(part) -> Sheet:
    """The sheet of cells, of clues, or of both."""
    if isinstance(part, tuple):
        columns, rows = part[0] if isinstance(part[0], tuple) else part
        return Sheet("here", len(rows), len(columns))
    return Sheet("here", *part.shape)


def same(one, other) -> bool:
    """Are two parts of a board the same, whatever they are kept in?"""
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


CELLS = [-1, 0, 1, 2, 3, 4, 5]
TREES = [False, True]
TEXTS = {
    "numbers 0..4": (small_numbers(-1, 5), arrays(CELLS)),
    "numbers 0..4, question marks empty": (small_numbers(-1, -1), arrays(CELLS[:-1])),
    "trees then spaces": (Cells((ThenSpaces([True], False, 17), Spaces(False, "i", 18))), arrays(TREES)),
    "spaces then trees": (Cells((SpacesThen(True, False), Ignored("!-")), closing=True), arrays(TREES)),
    "letters and runs": (Cells((Spaces(0, "a", 26), Letters({"B": 9, "1": 1}))), arrays([0, 1, 9])),
    "large numbers": (
        Cells((SIZES, Spaces(0, "g", 20), Letters({".": -1}))),
        arrays([0, -1, 1, 15, 16, 255, 256, 4095, 4096, 8191]),
    ),
    "clues in a run": (
        SideClues((HexNumbers(LONG, 4000, "clues"), Spaces(-1, "g", 20), Letters({}, also={".": -1})), none=-1),
        clues(-1),
    ),
    "clues behind commas": (CommaClues(none=-1), clues(0)),
    "regions by borders": (BorderedRegions(), divisions()),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_as_it_was_written_and_only_whole(name):
    """Up to its last character; every text that is shorter or longer is refused."""
    codec, parts = TEXTS[name]

    @settings(max_examples=40)
    @given(parts)
    def check(part):
        sheet = sheet_of(part)
        text = codec.encode(sheet, part)
        decoded, end = codec.decode(sheet, f"??{text}", 2)
        assert end == len(text) + 2
        assert same(decoded, part)
        assert codec.encode(sheet, decoded) == text
        for cut in {*range(min(len(text), 30)), *range(max(0, len(text) - 10), len(text))}:
            try:
                shorter = codec.decode(sheet, text[:cut], 0)[0]
            except InputError:
                continue
            # a number with a digit less, at the end: a whole text of its own
            assert name == "clues behind commas"
            assert codec.encode(sheet, shorter) == text[:cut]

    check()


@pytest.mark.parametrize("name", TEXTS)
@settings(max_examples=60)
@given(data=st.data())
def test_whatever_is_read_can_be_written(name, data):
    """Any characters: a refusal, or a board that is read again from what is written of it."""
    codec, _ = TEXTS[name]
    sheet = Sheet("here", *data.draw(st.sampled_from([(1, 1), (1, 3), (2, 2)])))
    letters = "".join(step.letters for step in getattr(codec, "steps", ())) or "0123,vg"
    text = data.draw(st.text(alphabet=f"{letters}09,?", max_size=8))
    try:
        part, end = codec.decode(sheet, text, 0)
    except InputError:
        return
    assert end <= len(text)
    assert same(codec.decode(sheet, codec.encode(sheet, part), 0)[0], part)


@pytest.mark.parametrize(
    ("codec", "part", "message"),
    [
        (Cells((SIZES,)), np.array([[8192]]), "here: expected sizes up to 8191, found 8192"),
        (Cells((SIZES,)), np.array([[0]]), "here: has no word for 0"),
        (Cells((Letters({"1": 1}, also={"2": 2}),)), np.array([[2]]), "here: has no word for 2"),
        (CommaClues(none=-1), ([0, -1], [1]), "here: expected all clues, found none for column 2"),
        (CommaClues(none=-1), ([0, 0], [-1]), "here: expected all clues, found none for row 1"),
        (Decimal("the number of stars", "/"), 1000, "here: expected the number of stars, 0..999, found 1000"),
        (BorderedRegions(), np.array([[0, 1, 0]]), "here: expected connected regions"),
        (NumberedRegions(), np.array([[0, 1, 0]]), "here: expected connected regions"),
        (NumberedRegions(), np.array([[0, -1]]), "here: expected connected regions and no blocked cells"),
    ],
)
def test_what_a_codec_cannot_say_is_not_written(codec, part, message):
    """Numbers beyond those that the format has, and values without a word."""
    with pytest.raises(InputError) as refusal:
        codec.encode(Sheet("here", 1, 1) if isinstance(part, int) else sheet_of(part), part)
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize(
    ("codec", "text", "message"),
    [
        (SideClues((HexNumbers(LONG, 255, "clues"),), -1), "013", "here: expected the clue of row 1, 0..2, found 3"),
        (SideClues((HexNumbers(LONG, 255, "clues"),), -1), "200", "here: expected the clue of column 1, 0..1, found 2"),
        (CommaClues(-1), ",1,01,0", "here, position 3: expected the clue of column 2, 0..1, found '01'"),
        (CommaClues(-1), ",1,1,9999999999", "here, position 5: expected the clue of row 1, 0..2, found '9999999999'"),
        (Cells((SIZES,)), "1-0", "here, position 1: expected 2 hexadecimal digits after `-`, found '0'"),
        (Cells((SIZES,)), "-00", "here, position 0: expected 2 hexadecimal digits after `-`, found '00'"),
        (Cells((SIZES,)), "0", "here, position 0: expected `1`..`9`, `a`..`f`, `-`, `+` or `=`, found '0'"),
        (Cells((Letters({".": 0}),)), "...", "here, position 2: expected 2 cells, found more: '.'"),
        (Cells((Letters({".": 0}),)), ".", "here, position 1: expected 2 cells, found 1 and then the end"),
        (small_numbers(-1, 5), "h0", "here, position 1: expected 2 cells, found more: '0'"),
        (Decimal("the number of stars", "/"), "1000/", "here, position 0: expected the number of stars, 0..999"),
        (Decimal("the number of stars", "/"), "x/", "here, position 0: expected the number of stars, 0..999"),
        (Borders(), "w", "here, position 0: expected a digit or `a`..`v`, found 'w'"),
        (Borders(), "1", "here: expected zeros behind 1 and behind 0 borders"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(codec, text, message):
    """On a board of one row and two columns."""
    sheet = Sheet("here", 1, 2)
    with pytest.raises(InputError) as refusal:
        codec.decode(sheet, text, 0)
    assert str(refusal.value).startswith(message)


def test_spaces_go_on_behind_the_last_cell_where_they_may():
    """They are written so, and say nothing; what is ignored may stand behind them."""
    sheet = Sheet("here", 1, 1)
    then = ThenSpaces(range(5), -1, 2, past_end=True)
    assert Cells((then,)).encode(sheet, np.array([[4]])) == "e"
    assert Cells((then, Ignored("!"))).decode(sheet, "e!", 0)[0].tolist() == [[4]]
    with pytest.raises(InputError, match="here, position 0: expected 1 cells, found more"):
        Cells((ThenSpaces(range(5), -1, 2),)).decode(sheet, "e", 0)


def test_a_clue_that_is_not_given_needs_a_word():
    """Without one, the line is refused; and so is a side of a file of LEGUP with a clue too many."""
    with pytest.raises(InputError, match="here: expected all clues, found none for row 2"):
        ClueLine("row", {}).encode(Sheet("here", 2, 1), [0, -1])
    clues = {"A": ("1", 3), "B": ("0", 4)}
    file = LegupBoard(1, 1, axes={"east": clues, "south": {"1": ("0", 5)}})
    with pytest.raises(InputError, match=r"here: expected a clue for each row .side east. A..A, found 2 clues"):
        AxisClues(none=-1).decode(Sheet("here", 1, 1), file)
    del clues["B"]
    assert AxisClues(none=-1).decode(Sheet("here", 1, 1), file) == ([0], [1])


def test_letters_are_described_in_their_order():
    assert describe_letters("") == ""
    assert describe_letters(".") == "`.`"
    assert describe_letters("ab") == "`a` or `b`"
    assert describe_letters(".0123456789abcdeghijklmnopqrstuvwxyz") == "`.`, a digit, `a`..`e` or `g`..`z`"
    assert describe_letters("123456789ABCDEFG") == "`1`..`9` or `A`..`G`"


# ---- lines -----------------------------------------------------------------------------------------------------------

NONE = {"-": -1, "?": -1}
WALLS = WordRows({".": -1, "-": 5, **{str(clue): clue for clue in range(5)}}, also={"#": -1})
FOREST = WordRows({"-": False, "x": True}, also={"o": False})
AROUND = CluesAndRows({".": -1, "?": -1}, FOREST)


@st.composite
def forests(draw):
    """Clues of columns and rows, and cells."""
    columns, rows = draw(clues(-1))
    cells = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    return (columns, rows), np.outer(cells, [True] * len(columns))


LINES = {
    "cells": (WALLS, arrays(CELLS)),
    "numbers": (NumberRows({".": 0}, also={"-": 0}), arrays([0, 1, 9, 10, 12345])),
    "truth values": (FOREST, arrays(TREES)),
    "clues around": (AROUND, forests()),
    "numbered regions": (NumberedRegions(), divisions()),
    "clues of columns": (ClueLine("column", NONE), clues(-1)),
    "clues of rows": (ClueLine("row", NONE), clues(-1)),
}


@pytest.mark.parametrize("behind", ["", " "])
@pytest.mark.parametrize("name", LINES)
def test_lines_are_read_as_they_were_written_and_only_whole(name, behind):
    """Fewer lines are refused, and a line with a word less or one more; truth values stay truth values."""
    codec, parts = LINES[name]

    @settings(max_examples=30)
    @given(parts)
    def check(part):
        height, width = sheet_of(part).height, sheet_of(part).width
        sheet = Sheet("here", height, width, behind)
        part = part[codec.side == "row"] if isinstance(codec, ClueLine) else part
        lines = list(enumerate(codec.encode(sheet, part), 7))
        assert len(lines) == codec.count(sheet)
        assert {line[-1:] == " " for _, line in lines if " " in line.strip()} <= {behind == " "}
        decoded = codec.decode(sheet, lines)
        assert same(decoded, part)
        if codec is FOREST:
            assert decoded.dtype == np.bool_
        for wrong in (
            lines[:-1],
            [*lines[:-1], (lines[-1][0], f"{lines[-1][1]} 0")],
            [*lines[:-1], (lines[-1][0], " ".join(lines[-1][1].split()[:-1]))],
        ):
            with pytest.raises(InputError, match="here"):
                codec.decode(sheet, wrong)

    check()


def test_words_that_mean_the_same_are_read_and_the_first_is_written():
    sheet = Sheet("here", 1, 3)
    assert WALLS.encode(sheet, WALLS.decode(sheet, [(1, "# . 4")])) == [". . 4"]
    line = ClueLine("row", NONE)
    assert line.encode(sheet, line.decode(Sheet("here", 2, 3), [(1, "? -")])) == ["- -"]
    assert AROUND.encode(sheet, AROUND.decode(sheet, [(1, ". c1 ? ."), (2, "c2 x o -")])) == [". 1 . .", "2 x - -"]


@pytest.mark.parametrize(
    ("codec", "lines", "message"),
    [
        (WALLS, [". 5"], "here, line 7, cell 1: expected one of . - 0 1 2 3 4 #, found '5'"),
        (ClueLine("column", NONE), ["0 2"], "here, line 7: expected the clue of column 2, 0..1, found '2'"),
        (ClueLine("row", NONE), ["3"], "here, line 7: expected the clue of row 1, 0..2, found '3'"),
        (AROUND, [". 0 2", ". - -"], "here, line 7: expected the clue of column 2 (`.` for none), 0..1, found '2'"),
        (AROUND, [". 0 0", "3 - -"], "here, line 8: expected the clue of row 1 (`.` for none), 0..2, found '3'"),
        (AROUND, [". 0", "0 - -"], "here, line 7: expected `.` and 2 column clues, found '. 0'"),
        (NumberedRegions(), ["3", "0 1"], "here, line 7: expected the number of regions, 1..2, found '3'"),
        (NumberedRegions(), ["1", "0 1"], "here, line 8, cell 1: expected the number of a region, 0..0, found '1'"),
        (NumberedRegions(), ["2", "1 1"], "here, line 7: expected 1 regions, found 2"),
        (NumberLine("the number of stars", 1, 9), ["0"], "here, line 7: expected the number of stars, 1..9, found '0'"),
        (NumberLine("the number of stars", 1, 9), [], "here: expected a line with the number of stars, found the end"),
    ],
)
def test_lines_that_are_wrong_are_refused_with_their_place(codec, lines, message):
    """On a board of one row and two columns, from line 7 on."""
    with pytest.raises(InputError) as refusal:
        codec.decode(Sheet("here", 1, 2), list(enumerate(lines, 7)))
    assert str(refusal.value) == message


@pytest.mark.parametrize("marks", [CellMarks(), MarksBetween()])
@pytest.mark.parametrize("shape", SHAPES)
def test_marks_are_counted_as_they_are_written(marks, shape):
    """All or none; what stands behind them is not counted."""
    sheet = Sheet("here", *shape)
    lines = list(enumerate(marks.write(sheet), 9))
    whole = len(lines) if any(line.strip() for _, line in lines) else 0
    assert marks.count(sheet, [*lines, (99, "history:{}")], None) == whole
    assert marks.count(sheet, [], None) == 0
    if whole > 1:
        with pytest.raises(InputError, match="here"):
            marks.count(sheet, lines[:-1], None)


def test_ticks_are_on_clues_and_there_is_one():
    """Rows without a tick, with one beside a clue, or of another length, are no ticks."""
    ticks, clues = Ticks(of=lambda board: board), np.array([[True, False]])
    for row, count in (("- .", 1), (". .", 0), (". -", 0), ("- . .", 0), ("- x", 0)):
        assert ticks.count(Sheet("here", 1, 2), [(9, row)], clues) == count


# ---- declarations ----------------------------------------------------------------------------------------------------


def test_a_puzzle_is_declared_and_says_the_same_as_a_reader_and_a_writer_of_its_own():
    """Nurikabe at puzz.link, which is written by hand: the same texts for the same boards, and all are read."""
    theirs = bodies("puzzlink")["nurikabe"]
    ours = declare_text(
        "puzz.link URL",
        "nurikabe",
        [Cells((Letters({".": ANY_SIZE}), Spaces(NO_CLUE, "g", 20), SIZES))],
        make=Nurikabe,
        parts=lambda p: (p.clues,),
        names=("nurikabe",),
    )
    rng, sizes = np.random.default_rng(1), [ANY_SIZE, 1, 15, 16, 255, 256, 4095, 4096, 8191]
    for blanks in (0, 9, 200):
        for shape in SHAPES:
            p = Nurikabe(rng.choice([NO_CLUE] * blanks + sizes, shape))
            width, height, text = ours.write(p)
            assert (width, height, text) == theirs.write(p)
            assert ours.read(text, width, height) == theirs.read(text, width, height) == p


def test_the_lines_above_a_grid_follow_from_the_codecs():
    """As `puzzlekit` needs them to tell boards with clues from others."""
    above = declare_lines(
        "f", "tents", [ClueLine("column", NONE), ClueLine("row", NONE), FOREST], tuple, tuple, names=()
    )
    assert above.lines_above == bodies("puzzlekit")["tents"].lines_above == 2
    assert bodies("puzzlekit")["akari"].lines_above == 0
