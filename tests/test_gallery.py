"""The gallery says what the records say: its page and its pictures are those that its script writes today."""

from __future__ import annotations

import re

import pytest

from docs.draw_gallery import PAGE, PICTURES, draw_pictures, names, write_section
from models.puzzles.registry import PUZZLES

PARTS = re.split(r'(?=^<a id=")', PAGE.read_text("utf-8"), flags=re.M)
STALE = "python docs/draw_gallery.py writes the gallery of today"


def test_every_puzzle_has_its_section_and_its_small_picture():
    titles = [re.match(r'<a id="(\w+)"></a>', part)[1] for part in PARTS[1:]]
    assert titles == names(), STALE
    assert sorted(titles) == sorted(PUZZLES)
    assert re.findall(r'<a href="#(\w+)"><img src="../pictures/(\w+)-solved.svg"', PARTS[0]) == [
        (name, name) for name in names()
    ], STALE


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_a_section_and_its_pictures_are_those_of_the_record(name):
    (section,) = [part for part in PARTS if part.startswith(f'<a id="{name}"></a>')]
    assert section.rstrip("\n") == write_section(name).rstrip("\n"), STALE
    for file, svg in draw_pictures(name).items():
        assert (PICTURES / file).read_text("utf-8") == svg, f"{file}: {STALE}"
        assert svg.startswith("<svg")


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_a_board_and_its_answer_do_not_look_alike(name):
    board, solved = draw_pictures(name).values()
    assert board != solved
    assert len(board) < 60_000, "a small board stands for the puzzle"
