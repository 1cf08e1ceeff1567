"""The symmetries that follow from `transform`, and orbits of answers, against turns of text and cells made here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import pytest

import rosetta as rs
from models.puzzles.contract import Extras, NoSymmetries
from models.puzzles.randomness import Stream
from models.puzzles.registry import names, puzzle
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.answer_orbits import count_up_to_symmetry
from tests.models.puzzles.test_transforms import MOST, solutions
from tests.support.small_boards import draw_board, small_size

WORDS = {
    "akari": "__#12",
    "hitori": "1122",
    "nurikabe": "...24",
    "slitherlink": ".....123",
    "hashi": "...12?",
    "tents": "..T",
}
SHAPES = ((1, 3), (2, 2), (2, 3), (3, 3))
DRAWN = 12  # boards of each shape
REGIONS = (
    "AABB/AABB/CCDD/CCDD",
    "AAAA/BBBB/CCCC/DDDD",
    "ABCD/ABCD/ABCD/ABCD",
    "AABB/ABBB/ACCD/CCCD",
    "ABBB/AACB/DACC/DDDC",
)


# ---- turning, written again ------------------------------------------------------------------------------------------


def turns(height, width):
    """The maps of points (row, column) of the board onto itself."""
    maps = [
        lambda r, c, up=up, left=left: (height - 1 - r if up else r, width - 1 - c if left else c)
        for up, left in product((False, True), repeat=2)
    ]
    return maps + ([lambda r, c, first=first: first(c, r) for first in maps] if height == width else [])


def keeps_words(words, turn, renamed):
    """Does each word stand where it stood; or, `renamed`, do equal ones go where equal ones were?"""
    pairs = {(word, words[turn(r, c)[0]][turn(r, c)[1]]) for r, row in enumerate(words) for c, word in enumerate(row)}
    alike = len(pairs) == len(dict(pairs)) == len({new for _, new in pairs})
    return alike and (renamed or all(old == new for old, new in pairs))


def moved(piece, turn):
    """A cell, a line between two dots, or a bridge: two cells and a number."""
    if isinstance(piece[0], int):
        return turn(*piece)
    ends = sorted(turn(*end) for end in piece[:2])
    return (*ends, *piece[2:])


def expected_orbits(name, words, answers):
    """Sets of answers that turns of the board, if they keep it, lead to each other."""
    height, width = len(words), len(words[0])
    beyond = 1 if name == "slitherlink" else 0  # its lines join dots
    cells, points = turns(height, width), turns(height + beyond, width + beyond)
    kept = [dots for turn, dots in zip(cells, points, strict=True) if keeps_words(words, turn, name == "starbattle")]
    return len({frozenset(frozenset(moved(piece, dots) for piece in answer) for dots in kept) for answer in answers})


# ---- boards ----------------------------------------------------------------------------------------------------------


def board_text(name, words):
    """The plain text of a board with these words."""
    height, width = len(words), len(words[0])
    lines = [("" if name == "akari" else " ").join(row) for row in words]
    if name == "tents":
        lines = [" ".join("?" * (width + 1)).replace("?", " ", 1), *(f"? {line}" for line in lines)]
    numbers = {"hashi": " 2", "starbattle": " 1"}.get(name, "")
    return f"{height} {width}{numbers}\n" + "\n".join(lines) + "\n"


def drawn_words(name, shape, seed):
    """Words that a turn of the board, drawn too, keeps."""
    height, width = shape
    stream = Stream(name, "symmetry", f"{height}x{width}", seed)
    offered = turns(height, width)
    turn = offered[stream.number_below(len(offered))]
    words = [["" for _ in range(width)] for _ in range(height)]
    for start in product(range(height), range(width)):
        word, (r, c) = WORDS[name][stream.number_below(len(WORDS[name]))], start
        while not words[r][c]:
            words[r][c], (r, c) = word, turn(r, c)
    return words


def some_boards(name):
    if name == "starbattle":
        yield from ([list(row) for row in text.split("/")] for text in REGIONS)
        return
    for shape in SHAPES:
        for seed in range(DRAWN):
            yield drawn_words(name, shape, seed)


@pytest.mark.parametrize("name", [*WORDS, "starbattle"])
def test_orbits_are_those_of_turned_text_and_cells(name):
    """On boards with symmetries, of which some have several answers that are one."""
    record, merged, read = puzzle(name), 0, 0
    for words in some_boards(name):
        try:
            board = record.parse(board_text(name, words))
        except ValueError:  # such as a board without islands
            continue
        answers = solutions(record, board)
        if len(answers) == MOST:
            continue
        read += 1
        orbits = count_up_to_symmetry(Question(record, board), tuple(answers), is_complete=True)
        assert (orbits.number, orbits.doubt, orbits.broken) == (expected_orbits(name, words, answers), "", ""), words
        merged += orbits.number < len(answers)
    assert read >= 5
    assert merged >= 1


@pytest.mark.parametrize(
    ("name", "text", "count", "distinct"),
    [
        ("hitori", "1 2\n1 1\n", 2, 1),
        ("starbattle", "4 4 1\nA A B B\nA A B B\nC C D D\nC C D D\n", 2, 1),
        ("nurikabe", "3 3\n2 . .\n. . .\n. . 2\n", 2, 1),
        ("tents", "3 3\n  ? ? ?\n? . . .\n? . T .\n? . . .\n", 4, 1),
    ],
)
def test_counting_up_to_turns_of_the_board(name, text, count, distinct):
    """Counted from the outside; each of these has answers that a turn maps to each other."""
    total = rs.count(rs.load(name, text), distinct=True)
    assert (total.count, total.distinct, total.exact) == (count, distinct, True)
    assert total.to_json()["symmetries"] == "turns and reflections that leave the board as it is"


# ---- the list of maps ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Labels:
    """Names of areas in a row, as somebody else's puzzle may keep them."""

    areas: tuple[str, ...]


def turn_labels(board, number):
    mirrored = tuple("BA"["AB".index(area)] for area in board.areas[::-1])  # named anew
    return (Labels(mirrored), lambda answer: answer[::-1]) if number == 1 else None


def test_what_is_the_same_board_is_the_puzzle_s_own_affair():
    """By default boards are compared; the identity belongs to the list in any case."""
    board = Labels(("A", "B", "A"))
    assert len(Extras(transform=turn_labels).symmetries(board)) == 1
    by_areas = Extras(
        transform=turn_labels, same=lambda one, other: len({*zip(one.areas, other.areas, strict=True)}) == 2
    )
    keep, mirror = by_areas.symmetries(board)
    assert (keep((1, 2)), mirror((1, 2))) == ((1, 2), (2, 1))


def test_symmetries_follow_from_another_transform():
    """A record that is made from another one with a new `transform` does not keep the old symmetries."""
    extras = replace(Extras(transform=lambda board, number: None), transform=turn_labels)
    assert len(extras.symmetries(Labels(("A", "B")))) == 2  # named anew, its mirror image is the same
    with pytest.raises(NoSymmetries, match="no symmetries are known"):
        Extras().symmetries(board := Labels(("A",)))
    assert board


@pytest.mark.parametrize("name", [name for name in names() if puzzle(name).extras.transform is not None])
def test_every_puzzle_that_turns_its_boards_knows_symmetries(name):
    record = puzzle(name)
    board, planted = draw_board(name, small_size(name), seed=1)
    answer = planted or ()
    assert record.extras.symmetries(board)[0](answer) == answer
