"""Slitherlink: published boards and numbers, counts by trying every inside, boards that are drawn, what is refused."""

from __future__ import annotations

from itertools import islice, product

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.formats.contract import formats
from instances.resolve import resolve
from models.puzzles.parts.lines import lines_where
from models.puzzles.parts.loops import border_lines
from models.puzzles.randomness import Stream
from models.puzzles.registry import canonical_name, puzzle
from models.puzzles.slitherlink.clues import exclude, generate
from models.puzzles.slitherlink.record import PUZZLE
from rosetta.foundation.errors import InputError
from tests.support.known_boards import published_texts

FORMATS = ("janko", "puzzlekit", "puzzlink", "pzprv3", "tatham")


def answers(p, most, formulation="lazy", engine="cnf"):
    model = PUZZLE.formulations[formulation](p)
    backend = cutting_backend(backend_named(engine))
    every = backend.solutions(model, PUZZLE.project(p, model), Limits(seconds=60.0), Options())
    return [PUZZLE.decode(p, model, values) for values in islice(every, most)]


def is_one_piece(cells, start):
    """By a flood fill: are all the cells reached from this one?"""
    reached, front = set(), [start]
    while front:
        r, c = front.pop()
        if (r, c) in cells and (r, c) not in reached:
            reached.add((r, c))
            front += [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return reached == cells


def loops(height, width):
    """Every inside of a loop, by trying all sets of cells; and the lines around each cell."""
    places = [*product(range(height), range(width))]
    around = {*product(range(-1, height + 1), range(-1, width + 1))}
    for chosen in product((False, True), repeat=len(places)):
        inside = {place for place, is_in in zip(places, chosen, strict=True) if is_in}
        if inside and is_one_piece(inside, min(inside)) and is_one_piece(around - inside, (-1, -1)):
            yield np.array(chosen).reshape(height, width)


def test_published_boards_have_their_solution_and_no_other():
    """Ours, and forty boards of 4x4 to 20x36; their solutions mark the inside. A line that is lost breaks a rule."""
    boards = published_texts("slitherlink").values()
    for entry in boards:
        p = PUZZLE.parse(entry["problem"])
        rows = entry["solution"].strip().splitlines()[1:]
        solution = lines_where(*border_lines(np.array([[word == "x" for word in row.split()] for row in rows])))
        assert PUZZLE.verify(p, solution) == []
        assert PUZZLE.verify(p, solution[1:])
        assert answers(p, 2) == [solution]
    assert len(boards) >= 6


@pytest.mark.parametrize("formulation", [name for name in PUZZLE.formulations if name != "flow"])
def test_a_board_without_numbers_has_as_many_answers_as_there_are_cycles_in_a_grid(formulation):
    """1, 13, 213 for 1x1, 2x2, 3x3 cells: OEIS A140517."""
    engine = "cpsat" if formulation == "circuit" else "cnf"
    for side, cycles in ((1, 1), (2, 13), (3, 213)):
        p = PUZZLE.parse(f"{side} {side}\n" + f"{'. ' * side}\n" * side)
        every = answers(p, 1000, formulation, engine)
        assert len(every) == len(set(every)) == cycles


def test_the_answers_are_those_that_trying_every_inside_finds():
    """On boards of 3x4 cells with few numbers; the numbers of a board need not be those of any loop."""
    every = [(inside, lines_where(*border_lines(inside))) for inside in loops(3, 4)]
    counts = [sum(np.stack(lines).astype(int) for lines in _sides(inside)) for inside, _ in every]
    stream = Stream("slitherlink", "test", "3x4", 0)
    found = []
    for _ in range(25):
        numbers = np.array([stream.number_below(10) for _ in range(12)]).reshape(3, 4)
        numbers[numbers > 3] = -1
        fitting = {
            answer
            for (_, answer), count in zip(every, counts, strict=True)
            if ((numbers < 0) | (numbers == count)).all()
        }
        words = np.where(numbers < 0, ".", numbers.astype(str)).tolist()
        p = PUZZLE.parse("3 4\n" + "\n".join(map(" ".join, words)))
        assert set(answers(p, 2000)) == fitting
        assert all(PUZZLE.verify(p, answer) == [] for answer in fitting)
        found.append(len(fitting))
    assert 0 in found
    assert max(found) > 20


def _sides(inside):
    """Above, below, left and right of each cell: is there a line?"""
    across, down = border_lines(inside)
    return ((across[:-1],), (across[1:],), (down[:, :-1],), (down[:, 1:],))


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (6, 1), (9, 13), (40, 40)])
def test_a_planted_inside_is_connected_and_so_is_its_outside(size):
    """So its border is one loop; by a flood fill, for several seeds."""
    for seed in range(4):
        p, planted = generate(size, seed, clues=100)
        assert PUZZLE.verify(p, planted) == []
        height, width = size
        down = {line for line in planted if line[0][1] == line[1][1]}
        inside = {
            (r, c)
            for r in range(height)
            for c in range(width)
            if sum(((r, left), (r + 1, left)) in down for left in range(c + 1)) % 2
        }
        around = {*product(range(-1, height + 1), range(-1, width + 1))}
        assert is_one_piece(inside, min(inside))
        assert is_one_piece(around - inside, (-1, -1))


def test_as_many_numbers_are_kept_as_are_asked_for():
    for share, kept in ((0, 0), (50, 50), (100, 100)):
        p, _ = generate((10, 10), clues=share)
        assert sum(number >= 0 for row in p.clues for number in row) == kept


def test_an_excluded_answer_is_gone_and_the_other_stays():
    """Until there is no second one: what `generate --unique` does. Each time there are more numbers."""
    p, planted = generate((7, 7), seed=9, clues=20)
    stream, excluded = Stream("slitherlink", "test", "7", 0), 0
    while others := [answer for answer in answers(p, 2) if answer != planted]:
        (p, kept), excluded = exclude(p, planted, others[0], stream), excluded + 1
        assert kept == planted
        assert PUZZLE.verify(p, planted) == []
        assert PUZZLE.verify(p, others[0])
    assert excluded
    assert answers(p, 2) == [planted]


def test_a_board_is_read_with_points_or_dashes():
    p = PUZZLE.parse("# by hand\n2 3\n3 . -\n2 2 3\n")
    assert p.clues == ((3, -1, -1), (2, 2, 3))
    assert PUZZLE.format(p) == "2 3\n3 . .\n2 2 3\n"
    assert puzzle("loopy") is PUZZLE
    assert canonical_name("loopy") == "slitherlink"


def test_the_lines_of_an_answer_may_be_given_from_either_end():
    p = PUZZLE.parse("1 1\n4\n")
    answer = PUZZLE.answer_from_json(
        p, {"edges": [[[1, 1], [1, 0]], [[0, 0], [0, 1]], [[1, 0], [0, 0]], [[0, 1], [1, 1]]]}
    )
    assert answer == (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1)))
    assert PUZZLE.verify(p, answer) == []
    with pytest.raises(InputError, match=r"edges\[0\]: expected two dots"):
        PUZZLE.answer_from_json(p, {"edges": [[0, 0]]})


def test_a_board_of_two_answers_shows_which_lines_are_whose():
    p = PUZZLE.parse("1 2\n. .\n")
    one, two = (
        (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))),
        (
            *(
                ((0, 0), (0, 1)),
                ((0, 0), (1, 0)),
                ((0, 1), (0, 2)),
                ((0, 2), (1, 2)),
                ((1, 0), (1, 1)),
                ((1, 1), (1, 2)),
            ),
        ),
    )
    assert PUZZLE.verify(p, one) == PUZZLE.verify(p, two) == []
    assert PUZZLE.draw_text(p, one, second=two).splitlines()[:3] == ["+---+-B-+", "|   A   B", "+---+-B-+"]
    assert PUZZLE.draw_text(p, one, empty=[((0, 1), (0, 2)), ((0, 2), (1, 2))]).splitlines() == [
        "+---+ x +",
        "|   |   x",
        "+---+   +",
    ]


# ---- exchange formats ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_a_board_survives_each_format(name):
    """Of any shape, with few numbers and with many; where the format names its puzzle, without its being named."""
    record = formats()[name]
    for size in ((1, 1), (1, 60), (5, 3), (4, 40), (12, 12)):
        for share in (0, 5, 50, 100):
            p, _ = generate(size, seed=share, clues=share)
            text = record.write("slitherlink", p)
            assert record.read(text, "slitherlink") == ("slitherlink", p)
            assert name == "puzzlekit" or record.read(text, None) == ("slitherlink", p)
            assert resolve("slitherlink", "-", stdin=text.encode).instance == p


def test_tathams_ids_are_read_with_their_tiling():
    """A board of Loopy's generator; of its tilings, only squares are boards of cells."""
    p = PUZZLE.parse("3 3\n. 1 .\n2 2 1\n0 . .\n")
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#"
    for text in ("3x3t0:a1a2210b", "3x3t0dh:a1a2210b", f"{page}3x3t0:a1a2210b"):
        assert resolve("slitherlink", text).instance == p
    assert formats()["tatham"].read("3x3t0:a1a2210b", None) == ("slitherlink", p)
    with pytest.raises(InputError, match="only one game of the collection may have written"):
        formats()["tatham"].read("3x3:a1a2210b", None)  # without the tiling
    with pytest.raises(InputError, match=r"expected t0 \(squares\) after the size, found ''"):
        formats()["tatham"].read("3x3:a1a2210b", "slitherlink")
    for text, found in (
        ("7x7t1:0_2b0a11a112c1a", r"expected t0 \(squares\) after the size, found t1 \(triangular\)"),
        ("3x3t12:a", r"found t12 \(Penrose \(rhombs\)\)"),
        ("3x3t99:a", r"found t99 \(one that is unknown here\)"),
        ("3x3t0:a1a2210", "position 7: expected 9 cells, found 7"),
        ("3x3t0:a1a2210c", "position 7: expected 9 cells, found more: 'c'"),
        ("3x3t0:a1a2510b", "position 4: expected `a`..`z` or `0`..`4`, found '5'"),
    ):
        with pytest.raises(InputError, match=found):
            formats()["tatham"].read(text, None)


def test_question_marks_and_marks_of_the_player_are_no_numbers():
    """A question mark of puzz.link is a number that is not told; pzprv3 files hold the lines drawn so far."""
    p = PUZZLE.parse("2 2\n3 .\n. 1\n")
    assert resolve("slitherlink", "https://puzz.link/p?slither/2/2/3.g1").instance == p
    assert resolve("slitherlink", "slitherlink/2/2/d1").instance == p
    marks = "0 1 0 /-1 0 0 /1 0 /0 0 /0 -1 /"
    for text in ("pzprv3/slither/2/2/3 . /- 1 /", f"pzprv3/slither/2/2/3 . /. 1 /{marks}"):
        assert formats()["pzprv3"].read(text, None) == ("slitherlink", p)
    assert formats()["pzprv3"].read(f"pzprv3.1/slither/2/2/3 . /. 1 /0 0 /1 2 /{marks}", None)[1] == p
    with pytest.raises(InputError, match="2 rows of 3 and 3 rows of 2 marks below the board, or none"):
        formats()["pzprv3"].read("pzprv3/slither/2/2/3 . /. 1 /0 1 0 /0 1 0 /", None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "first line `rows columns`, found no text"),
        ("2 2\n1 5\n. .", "cell R1C2: expected a number 0..4, or `.` for none, found '5'"),
        ("2 2\n1 1\n1", "line 3: expected 2 cells, found 1"),
    ],
)
def test_a_wrong_text_is_refused_with_its_place_and_a_board_of_this_puzzle(text, message):
    with pytest.raises(InputError) as error:
        PUZZLE.parse(text)
    assert message in str(error.value)
    example = str(error.value).rsplit("such as ", 1)[1].strip("'").replace("\\n", "\n")
    assert PUZZLE.parse(example)


@pytest.mark.parametrize("size", [(0, 3), (501, 1), (1, 501)])
def test_sizes_without_boards_are_refused(size):
    with pytest.raises(InputError, match="expected 1 to 500 rows and columns"):
        generate(size)
