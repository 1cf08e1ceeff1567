"""What a format cannot say is refused in a sentence, and never written as another board or not at all."""

from __future__ import annotations

import numpy as np
import pytest

from instances.formats.contract import formats
from models.puzzles.genres.numberlink import Numberlink
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError


def test_a_letter_for_each_number_ends_at_fifty_two():
    """Arukone in a file of pzpr has letters; more numbers than these have none."""
    board = Numberlink(np.arange(2, 108).reshape(2, 53) // 2)
    with pytest.raises(InputError, match="has no word for 53 at R2C52; write plain text instead"):
        formats()["pzprv3"].write("numberlink", board)


@pytest.mark.parametrize(
    ("name", "form", "text", "found"),
    [
        ("shikaku", "tatham", "2 2\n. .\n? .\n", r"\? at R2C1"),
        ("fillomino", "tatham", "2 5\n. 10 . . .\n. . . . .\n", "10 at R1C2"),
        ("yajilin", "puzzlink", "2 2\n. .\n. 4096>\n", "4096> at R2C2"),
    ],
)
def test_what_has_no_word_is_called_as_people_write_it(name, form, text, found):
    """Not by the number that stands for it inside."""
    with pytest.raises(InputError, match=f"has no word for {found}; write plain text instead"):
        formats()[form].write(name, puzzle(name).parse(text))


def test_lists_that_are_not_told_are_no_puzzlekit_text():
    p = puzzle("nonogram").generate((4, 4), clues=40)[0]
    with pytest.raises(InputError, match="expected the list of each column"):
        formats()["puzzlekit"].write("nonogram", p)
    assert puzzle("nonogram").parse(puzzle("nonogram").format(p)) == p


@pytest.mark.parametrize(("name", "text"), [("heyawake", "3 3\n1 1 2\n1 1 2\n3 3 1\n1 . .\n. . .\n. . .\n")])
def test_a_room_in_two_parts_is_a_slip_of_the_pen(name, text):
    """Drawn by its borders, a cell of it would seem to be a room of its own."""
    with pytest.raises(InputError, match=r"expected rooms that are connected, .* R1C1 and R3C3"):
        puzzle(name).parse(text)


def test_a_negative_number_is_called_by_its_name():
    record = puzzle("sudoku")
    p = record.parse("4 4\n. . . .\n. . . .\n. . . .\n. . . .\n")
    assert record.verify(p, ((-1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))) == ["R1C1 has -1 for a digit"]
