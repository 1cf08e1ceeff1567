"""Hitori: published boards, answers by trying every set of cells, boards that are drawn, formats."""

from __future__ import annotations

from itertools import combinations, islice, product
from shutil import which
from subprocess import run

import networkx as nx
import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.genres.hitori import PUZZLE, Hitori, exclude, generate
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError
from tests.support.known_boards import published_texts

OF_PZPR = "pzprv3/hitori/4/4/1 1 1 4 /1 4 2 3 /3 3 2 1 /4 2 1 3 /# + # . /+ + + . /# + # + /+ + + # /"  # its own test
SINGLES = "/usr/games/sgt-singles"
STATED = ("elimination", "ranks", "flow")


def answers(p, most, engine="cnf", formulation="elimination"):
    model = PUZZLE.formulations[formulation](p)
    every = backend_named(engine).solutions(model, PUZZLE.project(p, model), Limits(seconds=60.0), Options())
    return [PUZZLE.decode(p, model, values) for values in islice(every, most)]


def every_answer(p):
    """By trying every set of cells, with a graph for the connection."""
    height, width = p.numbers.shape
    cells = list(product(range(height), range(width)))
    found = set()
    for mask in range(1 << len(cells)):
        shaded = [cell for i, cell in enumerate(cells) if mask >> i & 1]
        white = [cell for i, cell in enumerate(cells) if not mask >> i & 1]
        if any(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in combinations(shaded, 2)):
            continue
        lines = [
            [p.numbers[r, c] for r, c in white if (r, c)[axis] == at and p.numbers[r, c]]
            for axis in (0, 1)
            for at in range(p.numbers.shape[axis])
        ]
        graph = nx.grid_2d_graph(height, width).subgraph(white)
        if all(len(set(line)) == len(line) for line in lines) and (not white or nx.is_connected(graph)):
            found.add(tuple(shaded))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not published_texts("hitori"), reason="no published boards beside the checkout")
def test_published_boards_have_their_solution_and_no_other():
    """Forty boards of 6x6 to 20x20; a cell that is no longer shaded breaks a rule."""
    for entry in published_texts("hitori").values():
        p = PUZZLE.parse(entry["problem"])
        rows = entry["solution"].strip().splitlines()[1:]
        solution = tuple((r, c) for r, row in enumerate(rows) for c, word in enumerate(row.split()) if word == "x")
        assert PUZZLE.verify(p, solution) == []
        assert answers(p, 2) == [solution]
        assert PUZZLE.verify(p, solution[1:])
        assert format_named("puzzlekit").read(entry["problem"], "hitori") == ("hitori", p)


def test_the_board_of_another_program_has_the_solution_it_gives():
    p = resolve("hitori", OF_PZPR).instance
    assert resolve("hitori", "hitori/4/4/1114142333214213").instance == p
    assert answers(p, 2) == [((0, 0), (0, 2), (2, 0), (2, 2), (3, 3))]


@pytest.mark.parametrize(
    ("formulation", "size"), [*product(STATED, [(2, 2), (1, 4), (3, 3)]), ("elimination", (3, 4)), ("ranks", (4, 3))]
)
def test_the_answers_are_those_that_trying_every_set_of_cells_finds(formulation, size):
    """Boards that are drawn, with their numbers changed at random, some of them missing."""
    for seed in range(4):
        p, planted = generate(size, seed)
        stream, numbers = Stream("hitori", "test", str(size), seed), p.numbers.copy()
        for cell in stream.order(numbers.size)[:2].tolist():
            numbers.flat[cell] = stream.number_below(4)
        assert planted in answers(p, 4000)
        changed = Hitori(numbers)
        expected = every_answer(changed)
        found = answers(changed, 4000, formulation=formulation)
        assert len(found) == len(set(found))
        assert set(found) == expected
        for shaded in expected:
            assert PUZZLE.verify(changed, shaded) == []


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (7, 7), (12, 9), (40, 40)])
def test_boards_that_are_drawn_have_their_planted_answer_and_none_with_more_cells(size):
    p, planted = generate(size, seed=3)
    assert PUZZLE.verify(p, planted) == []
    assert p.numbers.shape == size
    assert 1 <= p.numbers.min() <= p.numbers.max() <= max(size)
    if size < (20, 20):
        for cell in set(product(*map(range, size))) - set(planted):
            assert PUZZLE.verify(p, tuple(sorted({*planted, cell})))


@pytest.mark.parametrize("size", [(0, 3), (101, 5), (5, 101)])
def test_sizes_without_boards_are_refused(size):
    with pytest.raises(InputError, match="expected 1 to 100 rows and columns"):
        generate(size)


def test_an_excluded_answer_is_gone_and_the_other_stays():
    """Until there is no second one: what `generate --unique` does."""
    stream = Stream("hitori", "test", "8", 0)
    for seed in range(3):
        p, planted = generate((8, 8), seed)
        for _ in range(60):
            others = [answer for answer in answers(p, 2) if answer != planted]
            if not others:
                break
            changed = exclude(p, planted, others[0], stream)
            assert changed is not None
            p, kept = changed
            assert kept == planted
            assert PUZZLE.verify(p, planted) == []
            assert PUZZLE.verify(p, others[0])
        assert answers(p, 2) == [planted]
        assert exclude(p, planted, planted, stream) is None


@pytest.mark.skipif(which(SINGLES) is None, reason="the generator of Tatham's collection is not installed")
@pytest.mark.parametrize("size", ["5x5de", "7x6dk", "6x9dk", "10x10dk"])
def test_boards_of_tathams_generator_have_one_answer(size):
    """Fresh ones; the catalogue has more."""
    printed = run([SINGLES, "--generate", "3", f"{size}#77"], capture_output=True, text=True, check=True).stdout
    for line in printed.split():
        resolved = resolve("hitori", line)
        assert resolved.id == line
        assert len(answers(resolved.instance, 2)) == 1


@pytest.mark.parametrize("name", ["puzzlink", "pzprv3", "janko", "puzzlekit", "tatham", "plain"])
@pytest.mark.parametrize("size", [(1, 1), (3, 5), (12, 12), (37, 40)])
def test_a_board_survives_every_format(name, size):
    """Numbers of one character and of two, wide boards and high ones."""
    record, (p, _) = format_named(name), generate(size, 1)
    assert record.read(record.write("hitori", p), "hitori") == ("hitori", p)
    assert resolve("hitori", "-", stdin=lambda: record.write("hitori", p).encode()).instance == p


@pytest.mark.parametrize("name", ["puzzlink", "pzprv3", "janko", "puzzlekit", "plain"])
def test_cells_without_a_number_survive_the_formats_that_have_them(name):
    p, record = Hitori(np.array([[0, 3, 0], [1, 0, 36], [1295, 2, 0]])), format_named(name)
    assert record.read(record.write("hitori", p), "hitori") == ("hitori", p)
    with pytest.raises(InputError, match="expected a number from 1 to 3 in every cell"):
        format_named("tatham").write("hitori", p)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hitori/2/2/12", "position 2: expected 4 cells, found 2"),
        ("hitori/2/2/12345", "position 4: expected 4 cells, found more: '5'"),
        ("hitori/2/2/120*", "position 2: expected `.`, `1`..`9`"),
        ("hitori/2/2/12-1", "position 2: expected 2 digits in base 36 that say a number from 36 after `-`, found '1'"),
        ("hitori/2/2/12-0a4", "found '0a'"),
        ("2x2:12", "position 2: expected 4 cells, found 2"),
        ("2x2:1293", "position 2: expected a number from 1 to 2, found '9'"),
        ("pzprv3/hitori/1/2/1 x /", "cell 1: expected a number from 1, or one of . -, found 'x'"),
        ("pzprv3/hitori/1/2/1 2 /# ? /", "expected one of . # +, found '?'"),
    ],
)
def test_wrong_addresses_and_ids_are_refused_with_their_place(text, message):
    with pytest.raises(InputError) as error:
        resolve("hitori", text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 2\n1 0\n1 1", "expected `.` or a number from 1, found '0'"),
        ("2 2\n1 -3\n1 1", "found '-3'"),
        ("2 2\n1 ²\n1 1", "found '²'"),
        ("2 2\n1 1\n1", "line 3: expected 2 cells, found 1"),
    ],
)
def test_a_wrong_text_is_refused(text, message):
    with pytest.raises(InputError) as error:
        PUZZLE.parse(text)
    assert message in str(error.value)


def test_broken_rules_are_said_in_the_words_of_the_puzzle():
    p = PUZZLE.parse("3 3\n1 1 2\n1 2 3\n. . 1\n")
    assert PUZZLE.verify(p, ((0, 0),)) == []
    assert PUZZLE.verify(p, ((0, 1),)) == ["column 1 shows the number 1 2 times"]
    assert PUZZLE.verify(p, ((0, 0), (0, 1))) == ["the shaded cells at R1C1 and R1C2 touch"]
    assert PUZZLE.verify(p, ((0, 1), (1, 0))) == ["the cell R1C3 is cut off from R1C1"]


def test_shaded_cells_keep_their_numbers_in_the_picture():
    p = PUZZLE.parse("1 3\n7 . 7\n")
    assert PUZZLE.draw_text(p, ((0, 0),)) == "# . 7"
    assert PUZZLE.draw_text(p, ((0, 0),), empty=((0, 1), (0, 2))).split() == ["#", "x", "7+"]
    assert PUZZLE.draw_svg(p, ((0, 0),)).count(">7<") == 2
