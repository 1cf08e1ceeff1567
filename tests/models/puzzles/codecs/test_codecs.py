"""Combinators by themselves: what a codec writes, it reads again; nothing that was cut short is read as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instances.formats.declarations import bodies
from models.puzzles import codecs
from models.puzzles.codecs.body import Parts
from models.puzzles.codecs.borders import BorderedRegions, Borders, RegionNumbers
from models.puzzles.codecs.file_rows import ArrowRows, CluesAndRows, NumberedRegions
from models.puzzles.codecs.game_ids import CasedRuns, GameText, NumberedLetter, declare_game
from models.puzzles.codecs.listed_cells import AxisClues, LegupBoard
from models.puzzles.codecs.player_marks import CellMarks, MarksAround, MarksBetween, MarksInTurn, Ticks
from models.puzzles.codecs.pzpr_cells import numbers16, small_numbers
from models.puzzles.codecs.rows import ClueLine, NumberLine, NumberRows, WordRows, declare_lines
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import (
    DIGITS,
    ArrowNumbers,
    BaseNumbers,
    DecimalNumbers,
    Ignored,
    Letters,
    SideNumbers,
    Spaces,
    SpacesThen,
    ThenSpaces,
    Triples,
    describe_letters,
)
from models.puzzles.codecs.walks import CellWalk, CommaClues, Decimal, SideClues
from models.puzzles.parts.array_record import array_record
from rosetta.foundation.errors import InputError

SHAPES = ((1, 1), (1, 60), (60, 1), (3, 5), (4, 30))
LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096)}
SIZES = BaseNumbers(LONG, most=8191, noun="sizes", least=1)


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


@st.composite
def numbered_divisions(draw):
    """Connected regions, some of which have a number."""
    regions = draw(divisions())
    count = int(regions.max()) + 1
    return regions, draw(st.lists(st.sampled_from([-1, -1, 0, 15, 16, 8191]), min_size=count, max_size=count))


@st.composite
def arrows(draw):
    """Pairs of a direction and a number, -2 for one that is not told; most cells have none: (0, -1)."""
    shape = draw(st.sampled_from(SHAPES))
    cells = np.tile((0, -1), (*shape, 1))
    numbers = st.tuples(st.integers(0, 4), st.sampled_from([-2, 0, 9, 15, 16, 255, 256, 4095]))
    for cell in draw(st.lists(st.integers(0, shape[0] * shape[1] - 1), max_size=6)):
        cells.reshape(-1, 2)[cell] = draw(numbers)
    return cells


@st.composite
def side_numbers(draw):
    """Numbers from 1 to the longer side of the board, 61 at most."""
    shape = draw(st.sampled_from(SHAPES))
    size, most = shape[0] * shape[1], min(max(shape), 61)
    return np.array(draw(st.lists(st.integers(1, most), min_size=size, max_size=size))).reshape(shape)


def sheet_of(part) -> Sheet:
    """The sheet of cells, of clues, or of both."""
    if isinstance(part, tuple) and isinstance(part[0], np.ndarray):
        part = part[0]
    if isinstance(part, tuple):
        columns, rows = part[0] if isinstance(part[0], tuple) else part
        return Sheet("here", len(rows), len(columns))
    return Sheet("here", *part.shape[:2])


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
    "trees then spaces": (CellWalk((ThenSpaces([True], False, 17), Spaces(False, "i", 18))), arrays(TREES)),
    "spaces then trees": (CellWalk((SpacesThen(True, False), Ignored("!-")), closing=True), arrays(TREES)),
    "runs in letters of two cases": (CellWalk((CasedRuns(1, 2, 0),), closing=1), arrays([0, 0, 0, 1, 2])),
    "letters and runs": (CellWalk((Spaces(0, "a", 26), Letters({"B": 9, "1": 1}))), arrays([0, 1, 9])),
    "large numbers": (
        CellWalk((SIZES, Spaces(0, "g", 20), Letters({".": -1}))),
        arrays([0, -1, 1, 15, 16, 255, 256, 4095, 4096, 8191]),
    ),
    "clues in a run": (
        SideClues((BaseNumbers(LONG, 4000, "clues"), Spaces(-1, "g", 20), Letters({}, also={".": -1})), none=-1),
        clues(-1),
    ),
    "clues behind commas": (CommaClues(none=-1), clues(0)),
    "regions by borders": (BorderedRegions(), divisions()),
    "regions with numbers": (RegionNumbers((SIZES, Spaces(-1, "g", 20), Letters({"0": 0}))), numbered_divisions()),
    "arrows with numbers": (CellWalk((ArrowNumbers(), Spaces((0, -1), "a", 26))), arrows()),
    "three cells at once": (CellWalk((Triples((0, 1, 2)),)), arrays([0, 1, 2])),
    "numbers in base 16": (numbers16(-1, -2, "number"), arrays([-1, -2, 0, 9, 15, 16, 4096, 8191])),
    "numbers in base 36": (
        CellWalk((Letters({".": 0}), BaseNumbers({"-": (2, 0)}, 1295, "numbers", 1, 36, shortest=True))),
        arrays([0, 1, 35, 36, 1295]),
    ),
    "decimal numbers": (CellWalk((DecimalNumbers(120), Spaces(0, "a", 26))), arrays([0, 1, 9, 10, 120])),
    "numbers up to the side": (CellWalk((SideNumbers(DIGITS[1:] + DIGITS[10:].upper()),)), side_numbers()),
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
            assert name in ("clues behind commas", "decimal numbers")
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
        (CellWalk((SIZES,)), np.array([[8192]]), "here: expected sizes up to 8191, found 8192"),
        (CellWalk((SIZES,)), np.array([[0]]), "here: has no word for 0"),
        (CellWalk((Letters({"1": 1}, also={"2": 2}),)), np.array([[2]]), "here: has no word for 2"),
        (CommaClues(none=-1), ([0, -1], [1]), "here: expected all clues, found none for column 2"),
        (CommaClues(none=-1), ([0, 0], [-1]), "here: expected all clues, found none for row 1"),
        (Decimal("the number of stars", "/"), 1000, "here: expected the number of stars, 0..999, found 1000"),
        (CellWalk((SideNumbers("123"),)), np.array([[3, 4]]), "here: expected a number from 1 to 2 in every cell"),
        (CellWalk((SideNumbers("123"),)), np.array([[0, 1, 1]]), "here: expected a number from 1 to 3 in every cell"),
        (CellWalk((SideNumbers("1"),)), np.array([[1, 2]]), "here: expected a number from 1 to 1 in every cell"),
        (CellWalk((ArrowNumbers(),)), np.array([[(1, 4096)]]), "here: has no word for (1, 4096)"),
        (CellWalk((Triples((0, 1)),)), np.array([[0, 1, 2]]), "here: has no word for 0"),
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
        (SideClues((BaseNumbers(LONG, 255, "clues"),), -1), "013", "here: expected the clue of row 1, 0..2, found 3"),
        (
            SideClues((BaseNumbers(LONG, 255, "clues"),), -1),
            "200",
            "here: expected the clue of column 1, 0..1, found 2",
        ),
        (CommaClues(-1), ",1,01,0", "here, position 3: expected the clue of column 2, 0..1, found '01'"),
        (CommaClues(-1), ",1,1,9999999999", "here, position 5: expected the clue of row 1, 0..2, found '9999999999'"),
        (CellWalk((SIZES,)), "1-0", "here, position 1: expected 2 hexadecimal digits after `-`, found '0'"),
        (CellWalk((SIZES,)), "-00", "here, position 0: expected 2 hexadecimal digits after `-`, found '00'"),
        (CellWalk((SIZES,)), "0", "here, position 0: expected `1`..`9`, `a`..`f`, `-`, `+` or `=`, found '0'"),
        (CellWalk((Letters({".": 0}),)), "...", "here, position 2: expected 2 cells, found more: '.'"),
        (CellWalk((Letters({".": 0}),)), ".", "here, position 1: expected 2 cells, found 1 and then the end"),
        (small_numbers(-1, 5), "h0", "here, position 1: expected 2 cells, found more: '0'"),
        (
            CellWalk((SideNumbers("1234"),)),
            "13",
            "here, position 1: expected a number from 1 to 2, found '3'",
        ),
        (CellWalk((ArrowNumbers(),)), "1g", "here, position 0: expected a direction 0..4 and 1 hexadecimal digits"),
        (CellWalk((ArrowNumbers(),)), "71", "here, position 0: expected a direction 0..4 and 2 hexadecimal digits"),
        (CellWalk((ArrowNumbers(),)), "-5000", "here, position 0: expected a direction 0..4 and 3 hexadecimal digits"),
        (CellWalk((ArrowNumbers(),)), "-", "here, position 0: expected a direction 0..4 and 3 hexadecimal digits"),
        (CellWalk((Triples((0, 1, 2)),)), "1", "here, position 0: expected 2 cells, found more: '1'"),
        (CellWalk((Triples((0, 1, 2)),)), "00", "here, position 1: expected 2 cells, found more: '0'"),
        (
            CellWalk((BaseNumbers({"-": (2, 0)}, 1295, "numbers", 1, 36, shortest=True),)),
            "-0z",
            "here, position 0: expected 2 digits in base 36 that say a number from 36 after `-`, found '0z'",
        ),
        (
            CellWalk((Letters({".": 0}),), fault=lambda cells: f"expected 3, found {cells.size}"),
            "..",
            "here: expected 3",
        ),
        (RegionNumbers((SIZES,)), "g", "here, position 1: expected 2 numbers of regions, found 0 and then the end"),
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
    assert CellWalk((then,)).encode(sheet, np.array([[4]])) == "e"
    assert CellWalk((then, Ignored("!"))).decode(sheet, "e!", 0)[0].tolist() == [[4]]
    with pytest.raises(InputError, match="here, position 0: expected 1 cells, found more"):
        CellWalk((ThenSpaces(range(5), -1, 2),)).decode(sheet, "e", 0)


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
    "arrows with numbers": (ArrowRows(), arrows()),
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
        (ArrowRows(), ["5,1 ."], "here, line 7, cell 0: expected a direction, 0..4, found '5'"),
        (ArrowRows(), [". 1,x"], "here, line 7, cell 1: expected a number, 0..9999, found 'x'"),
        (ArrowRows(), [". 1"], "here, line 7, cell 1: expected `.` or DIRECTION,NUMBER, found '1'"),
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


# ---- what pzpr itself writes: boards of its own tests ----------------------------------------------------------------


def grid(text: str) -> list[list[str]]:
    """The words of some rows."""
    return [row.split() for row in text.split("/")]


def test_pearls_are_read_and_written_as_pzpr_does():
    """Three cells a character: 1 a white pearl, 2 a black one."""
    board = grid(". . 1 . . . /. 2 . . 1 . /. . . . . . /. . . 2 . . /. 1 . . . . /. . . . . .")
    pearls = np.array([[0 if word == "." else int(word) for word in row] for row in board])
    codec, sheet = CellWalk((Triples((0, 1, 2)),)), Sheet("here", 6, 6)
    assert codec.encode(sheet, pearls) == "1063000i3000"
    assert np.array_equal(codec.decode(sheet, "1063000i3000", 0)[0], pearls)


def test_arrows_with_numbers_are_read_and_written_as_pzpr_does():
    """In a file of pzpr, `3,2` in the third row and `1,0` in the last one."""
    cells = np.tile((0, -1), (5, 5, 1))
    cells[2, 3], cells[4, 4] = (3, 2), (1, 0)
    codec, sheet = CellWalk((ArrowNumbers(), Spaces((0, -1), "a", 26))), Sheet("here", 5, 5)
    assert codec.encode(sheet, cells) == "m32j10"
    assert np.array_equal(codec.decode(sheet, "m32j10", 0)[0], cells)
    file = ". . . . . /. . . . . /. . . 3,2 . /. . . . . /. . . . 1,0 "
    assert ArrowRows().encode(Sheet("here", 5, 5, " "), cells) == file.split("/")
    assert np.array_equal(ArrowRows().decode(sheet, list(enumerate(file.split("/"), 5))), cells)


def test_numbers_of_regions_are_read_and_written_as_pzpr_does():
    """Eight regions, of which the first four have the number 2."""
    board = grid("0 1 1 2 2 3 /0 1 1 2 2 3 /0 1 1 2 2 3 /4 4 4 4 4 3 /5 5 5 6 6 3 /5 5 5 6 6 7")
    regions = np.array([list(map(int, row)) for row in board])
    codec, sheet = RegionNumbers((BaseNumbers(LONG, 8191, "numbers"), Spaces(-1, "g", 20))), Sheet("here", 6, 6)
    part = (regions, [2] * 4 + [-1] * 4)
    assert codec.encode(sheet, part) == "lll155007rs12222j"
    assert same(codec.decode(sheet, "lll155007rs12222j", 0)[0], part)


def test_numbers_in_cells_are_read_and_written_as_pzpr_does():
    """Ends of lines with the same number."""
    board = grid("1 . . . . /2 . . 3 . /. . . . . /. 1 . . 2 /. . . . 3")
    numbers = np.array([[-1 if word == "." else int(word) for word in row] for row in board])
    codec, sheet = numbers16(-1, -2, "number", least=1), Sheet("here", 5, 5)
    assert codec.encode(sheet, numbers) == "1j2h3m1h2j3"
    assert np.array_equal(codec.decode(sheet, "1j2h3m1h2j3", 0)[0], numbers)


# ---- marks around cells, letters behind a size -----------------------------------------------------------------------


def test_marks_around_cells_are_all_there_or_none():
    """Lines between dots, and before them marks in cells, or not."""
    marks, sheet = MarksAround(), Sheet("here", 1, 2)
    drawn = ["0 1 0", "0 -1", "1 0"]
    assert [line.split() for line in marks.write(sheet)] == [["0"] * 3, ["0"] * 2, ["0"] * 2]
    for lines, count in ([], 0), (drawn, 3), (["# .", *drawn], 4), ([*drawn, "history:{}"], 3):
        assert marks.count(sheet, list(enumerate(lines, 7)), None) == count
    for lines in (drawn[:2], drawn[1:], ["# ."], [*drawn, "0 0"], ["0 1", *drawn[1:]]):
        with pytest.raises(InputError, match="here, line 7: expected 1 rows of 3 and 2 rows of 2 marks below"):
            marks.count(sheet, list(enumerate(lines, 7)), None)


def test_marks_of_several_kinds_follow_each_other():
    """As in files of Yajilin: marks in cells, then lines between them."""
    marks, sheet = MarksInTurn((CellMarks(), MarksBetween())), Sheet("here", 1, 2)
    assert marks.write(sheet) == [". . ", "0 "]
    for lines, count in ([], 0), ([". #"], 1), ([". #", "0"], 2), ([". #", "0", "info:{}"], 2):
        assert marks.count(sheet, list(enumerate(lines, 7)), None) == count
    with pytest.raises(InputError, match="here, line 8: expected 1 marks below the board, found '0 0'"):
        marks.count(sheet, [(7, ". #"), (8, "0 0")], None)


def test_decimal_numbers_are_read_and_written_as_solo_does():
    """Tatham's Solo: a sign between two numbers that follow each other, and nowhere else."""
    codec, sheet = CellWalk((DecimalNumbers(12), Spaces(0, "a", 26))), Sheet("here", 2, 4)
    cells = np.array([[0, 1, 12, 3], [0, 0, 0, 4]])
    assert codec.encode(sheet, cells) == "a1_12_3c4"
    assert np.array_equal(codec.decode(sheet, "a1_12_3c4", 0)[0], cells)
    for text, message in (
        ("a1_13_3c4", "here, position 3: expected a number, 1..12, found '13'"),
        ("a1_12_3c4_", "here, position 9: expected `1`..`9` or `a`..`z`, found '_'"),
        ("a1_12_3c0", "here, position 8: expected `1`..`9` or `a`..`z`, found '0'"),
        ("a1_12_3_c4", "here, position 7: expected `1`..`9` or `a`..`z`, found '_'"),
    ):
        with pytest.raises(InputError, match=message):
            codec.decode(sheet, text, 0)


def test_marks_between_cells_may_be_certain_ones():
    """Any other is refused with its line, and so are fewer lines."""
    marks, sheet = MarksBetween(known=("0", "1", "-1")), Sheet("here", 2, 2)
    assert marks.count(sheet, list(enumerate(["0", "-1", "1 0"], 7)), None) == 3
    for lines, message in (
        (["0", "2", "1 0"], r"here, line 8: expected 1 marks \(0, 1, -1\) below the board, found '2'"),
        (["0", "1"], "here: expected 2 lines of 1 marks and 1 of 2 below the board, or none; found 2 lines"),
    ):
        with pytest.raises(InputError, match=message):
            marks.count(sheet, list(enumerate(lines, 7)), None)


def test_letters_behind_a_size_belong_to_the_board_where_they_are_declared():
    """They are its last part; what the format cannot say is refused with its name."""

    def split(board):
        if board[1] == 9:
            raise InputError("expected less, found 9")
        return board

    letters = NumberedLetter("m", r"(e\d+)?(m(?P<number>\d+))?(?P<odd>L)?", range(1, 4), "m1 to m3", usual=2)
    body = declare_game([CellWalk((Letters({"a": 1}),))], Parts(lambda cells, most: (cells, most), split), letters)
    sheet = Sheet("here", 1, 2)
    for text, most in (("", 2), ("m3", 3), ("e5m1L", 1)):
        cells, number = body.read(sheet, GameText("aa", text))
        assert (cells.tolist(), number) == ([[1, 1]], most)
    assert body.write(sheet, (np.array([[1, 1]]), 3)) == ("aa", "m3", "")
    for text in ("m4", "m0", "q"):
        with pytest.raises(InputError, match=f"here: expected m1 to m3, found '{text}'"):
            body.read(sheet, GameText("aa", text))
    with pytest.raises(InputError, match="here: expected less, found 9"):
        body.write(sheet, (np.array([[1, 1]]), 9))


# ---- declarations ----------------------------------------------------------------------------------------------------


def test_the_lines_above_a_grid_follow_from_the_codecs():
    """As `puzzlekit` needs them to tell boards with clues from others."""
    above = declare_lines([ClueLine("column", NONE), ClueLine("row", NONE), FOREST], Parts(tuple, tuple))
    assert above.lines_above == bodies("puzzlekit")["tents"].lines_above == 2
    assert bodies("puzzlekit")["akari"].lines_above == 0


def test_every_name_of_the_package_is_imported_on_use():
    assert all(getattr(codecs, name) is not None for name in codecs.__all__)
    with pytest.raises(AttributeError, match="no attribute 'declare_nothing'"):
        _ = codecs.declare_nothing


def test_regions_alone_survive_every_format_and_a_grid_with_numbers_is_refused():
    """As published boards have them: below a grid in which nothing stands."""

    @array_record
    class RegionBoard:
        regions: np.ndarray

    declared = codecs.declare_regions(RegionBoard, "regions", names=("regionboard",), example="")
    board, sheet = RegionBoard(np.array([[0, 0, 1], [2, 0, 1]])), Sheet("a test", 2, 3)
    assert declared.keys() == {"puzzlink", "pzprv3", "janko", "puzzlekit"}
    assert declared["puzzlink"].read(sheet, declared["puzzlink"].write(sheet, board)) == board
    rows = declared["janko"].write(sheet, board)
    assert declared["janko"].read(sheet, {"areas": list(enumerate(rows["areas"], 1))}) == board
    lines = list(enumerate(declared["puzzlekit"].write(sheet, board), 1))
    for above in ([], [(1, "- - -"), (2, "- - -")]):
        assert declared["puzzlekit"].read(sheet, [*above, *lines]) == board
    with pytest.raises(InputError, match="expected only `-` above the names of regions, found '- 7 -'"):
        declared["puzzlekit"].read(sheet, [(1, "- 7 -"), *lines])
