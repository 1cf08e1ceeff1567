"""Nurikabe: published boards and their solutions, answers by trying every sea, boards that are drawn, formats."""

from __future__ import annotations

from itertools import islice, product

import networkx as nx
import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.nurikabe.generate import exclude, generate
from models.puzzles.nurikabe.instance import ANY_SIZE, Nurikabe
from models.puzzles.nurikabe.reach import find_reach
from models.puzzles.nurikabe.record import PUZZLE
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError
from tests.support.known_boards import published_texts

OF_PZPR = "pzprv3/nurikabe/5/5/+ 5 # # # /+ # 2 + # /+ # # # # /+ # 1 # . /# # # 3 . /"  # its own test
STATED = ("elimination", "ranks", "flow")


def answers(p, most, engine="cnf", formulation="elimination"):
    model = PUZZLE.formulations[formulation](p)
    every = cutting_backend(backend_named(engine)).solutions(
        model, PUZZLE.project(p, model), Limits(seconds=300.0), Options()
    )
    return [PUZZLE.decode(p, model, values) for values in islice(every, most)]


def every_answer(p):
    """By trying every set of cells, with graphs for islands and sea."""
    height, width = p.clues.shape
    cells, grid, found = list(product(range(height), range(width))), nx.grid_2d_graph(height, width), set()
    clues = {cell: p.clues[cell] for cell in cells if p.clues[cell]}
    blocks = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r, c in cells if r + 1 < height and c + 1 < width]
    for mask in range(1 << len(cells)):
        sea = {cell for i, cell in enumerate(cells) if mask >> i & 1}
        if sea & clues.keys() or any(block <= sea for block in blocks):
            continue
        if sea and not nx.is_connected(grid.subgraph(sea)):
            continue
        islands = nx.connected_components(grid.subgraph(set(cells) - sea))
        wanted = [(len(island), [clues[cell] for cell in island if cell in clues]) for island in islands]
        if all(held in ([size], [ANY_SIZE]) for size, held in wanted):
            found.add(tuple(sorted(sea)))
    return found


def solution_of(text):
    rows = text.strip().splitlines()[1:]
    return tuple((r, c) for r, row in enumerate(rows) for c, word in enumerate(row.split()) if word == "x")


def check_published(entry):
    _, p = format_named("puzzlekit").read(entry["problem"], "nurikabe")
    solution = solution_of(entry["solution"])
    assert PUZZLE.verify(p, solution) == []
    assert PUZZLE.verify(p, solution[1:])
    assert answers(p, 2, formulation="mixed") == [solution]
    assert resolve("nurikabe", resolve("nurikabe", "-", stdin=PUZZLE.format(p).encode).id).instance == p


@pytest.mark.sample(2)
@pytest.mark.skipif(not published_texts("nurikabe"), reason="no published boards beside the checkout")
@pytest.mark.parametrize("board", published_texts("nurikabe"))
def test_published_boards_have_their_solution_and_no_other(board):
    """40 boards, of 6x6 to 20x36, with islands of up to 46 cells; three islands of one board have no size."""
    check_published(published_texts("nurikabe")[board])


def test_the_board_of_another_program_has_the_solution_it_gives():
    p = resolve("nurikabe", OF_PZPR).instance
    assert resolve("nurikabe", "nurikabe/5/5/g5k2o1k3g").instance == p
    land = {(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (1, 2), (1, 3), (3, 2), (3, 4), (4, 3), (4, 4)}
    assert answers(p, 2) == [tuple(sorted(set(product(range(5), range(5))) - land))]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("formulation", "size"),
    [*product(STATED, [(2, 2), (1, 5), (3, 3)]), ("elimination", (3, 4)), ("ranks", (5, 2)), ("mixed", (4, 3))],
)
def test_the_answers_are_those_that_trying_every_sea_finds(formulation, size):
    """Boards that are drawn, with some clues moved, changed, and of unknown size."""
    several = 0
    for seed in range(8):
        p, planted = generate(size, seed)
        assert planted in answers(p, 4000)
        stream, clues = Stream("nurikabe", "test", str(size), seed), p.clues.copy()
        for cell in np.flatnonzero(clues).tolist():
            clues.flat[cell] = (ANY_SIZE, ANY_SIZE, clues.flat[cell], 3)[stream.number_below(4)]
        for cell in stream.order(clues.size)[: seed % 3].tolist():
            clues.flat[cell] = ANY_SIZE if stream.number_below(2) else 0
        changed = Nurikabe(clues)
        found = answers(changed, 4000, formulation=formulation)
        assert len(found) == len(set(found))
        assert set(found) == every_answer(changed)
        several += len(found) > 1
    assert several or size[0] == 1


def test_islands_of_unknown_size_have_one_clue_each():
    """Every set of cells of 4x4, where each clue is a question mark."""
    p = PUZZLE.parse("4 4\n? . . ?\n. . . .\n. ? . .\n. . . ?\n")
    expected = every_answer(p)
    assert len(expected) > 5
    assert set(answers(p, 4000)) == expected


def reachable_cells(p, clue):
    """By trying: the cells that a search from a clue visits, step by step."""
    height, width = p.clues.shape
    others = {cell for cell in product(range(height), range(width)) if p.clues[cell] and cell != clue}
    closed = {(r + i, c + j) for r, c in others for i, j in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))}
    reached = front = {clue}
    for _ in range(p.clues[clue] - 1):
        beside = {(r + i, c + j) for r, c in front for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        front = {(r, c) for r, c in beside - closed - reached if 0 <= r < height and 0 <= c < width}
        reached = reached | front
    return reached


@pytest.mark.parametrize("size", [(6, 6), (9, 5), (1, 12)])
def test_the_reach_of_an_island_is_that_of_a_search(size):
    for seed in range(4):
        p, _ = generate(size, seed, largest=7)
        reach, width = find_reach(p), size[1]
        clues = [tuple(cell) for cell in np.argwhere(p.clues).tolist()]
        assert reach.sizes.tolist() == [p.clues[r, c] for r, c in clues]
        for number, clue in enumerate(clues):
            cells = {divmod(cell, width) for cell in reach.cell[reach.island == number].tolist()}
            assert cells == reachable_cells(p, clue)
            assert divmod(int(reach.cell[reach.clues[number]]), width) == clue
        pairs = {(cell, island): i for i, (cell, island) in enumerate(zip(reach.cell, reach.island, strict=True))}
        beside = {
            (pairs[cell, island], pairs[other, island])
            for cell, island in pairs
            for other in ((cell + 1,) if cell % width < width - 1 else ()) + (cell + width,)
            if (other, island) in pairs
        }
        assert {tuple(sorted(pair)) for pair in reach.neighbours.tolist()} == {tuple(sorted(pair)) for pair in beside}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("size", "largest"),
    [((1, 1), None), ((1, 6), 3), ((2, 2), 1), ((8, 8), 2), ((10, 10), 20), ((30, 17), None), ((60, 60), None)],
)
def test_boards_that_are_drawn_have_their_planted_answer(size, largest):
    p, planted = generate(size, seed=3, largest=largest)
    assert PUZZLE.verify(p, planted) == []
    assert p.clues.shape == size
    assert p.clues.max() <= (largest or (6 if size < (40, 40) else 12))


def test_sizes_without_boards_are_refused():
    for size in ((0, 3), (101, 5), (5, 101)):
        with pytest.raises(InputError, match="expected 1 to 100 rows and columns"):
            generate(size)
    with pytest.raises(InputError, match="found no board of 20x20 cells with islands of up to 1 cells"):
        generate((20, 20), largest=1)


def test_excluding_second_answers_ends_with_a_board_that_has_one():
    """What `generate --unique` does, on boards where it need not begin anew. A clue moves, or the answer changes; that
    a changed answer keeps the rules is checked here as it is there."""
    stream, same, other, single = Stream("nurikabe", "test", "7", 0), 0, 0, 0
    for seed in range(6):
        p, answer = generate((7, 7), seed)
        largest = p.clues.max()
        assert exclude(p, answer, answer, stream) is None
        for _ in range(60):
            seconds = [second for second in answers(p, 2) if second != answer]
            if not seconds:
                single += 1
                break
            changed = exclude(p, answer, seconds[0], stream)
            if changed is not None and PUZZLE.verify(*changed) == []:
                same, other = same + (changed[1] == answer), other + (changed[1] != answer)
                p, answer = changed
                assert PUZZLE.verify(p, seconds[0])
                assert p.clues.max() <= largest
    assert min(same, other, single) > 2


@pytest.mark.parametrize("name", ["puzzlink", "pzprv3", "janko", "puzzlekit", "plain"])
def test_a_board_survives_every_format(name):
    """Sizes of one digit to four, unknown ones, long runs without a clue."""
    record = format_named(name)
    drawn = [generate(size, 1)[0] for size in ((1, 1), (3, 5), (12, 9))]
    sizes = [ANY_SIZE, 0, 15, 16, 255, 0, 256, 4095, 4096, 8191] if name == "puzzlink" else [ANY_SIZE, 0, 4, 9999]
    odd = Nurikabe(np.array([*sizes, *[0] * 50]).reshape(2, -1))
    for p in (*drawn, odd, Nurikabe(np.zeros((3, 40), np.int64))):
        assert record.read(record.write("nurikabe", p), "nurikabe") == ("nurikabe", p)
        assert resolve("nurikabe", "-", stdin=lambda p=p: record.write("nurikabe", p).encode()).instance == p


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nurikabe/5/5/g5k2o1k3", "position 8: expected 25 cells, found 24 and then the end"),
        ("nurikabe/5/5/g5k2o1k3h", "position 8: expected 25 cells, found more: 'h'"),
        ("nurikabe/2/2/g0g1", "position 1: expected `.`, `g`..`z` or a size from 1 in base 16, found '0'"),
        ("nurikabe/2/2/i-1", "position 1: expected 2 hexadecimal digits after `-`, found '1'"),
        ("nurikabe/2/2/i*", "found '*'"),
        ("pzprv3/nurikabe/1/2/1 x /", "cell 1: expected a number from 1, or one of . - # +, found 'x'"),
    ],
)
def test_wrong_addresses_are_refused_with_their_place(text, message):
    with pytest.raises(InputError) as error:
        resolve("nurikabe", text)
    assert message in str(error.value)


@pytest.mark.parametrize("word", ["0", "-1", "x", "²", "12345678"])
def test_a_wrong_clue_is_refused(word):
    with pytest.raises(InputError, match=r"expected `\.`, `\?` or a number from 1, found"):
        PUZZLE.parse(f"2 2\n. {word}\n1 .\n")


def test_boards_that_contradict_themselves_have_no_answer():
    """Clues that touch, sizes without room, no clue at all."""
    for text in ("1 2\n1 1", "1 2\n? ?", "2 2\n5 .\n. .", "2 2\n. .\n. .", "1 4\n1 2 . ."):
        assert answers(PUZZLE.parse(text), 2) == []
    assert answers(PUZZLE.parse("1 3\n. . ."), 2) == [((0, 0), (0, 1), (0, 2))]
    assert answers(PUZZLE.parse("2 2\n4 .\n. ."), 2) == [()]


def test_broken_rules_are_said_in_the_words_of_the_puzzle():
    p = PUZZLE.parse("2 4\n2 . . .\n. . . ?\n")
    assert PUZZLE.verify(p, ((0, 1), (0, 2), (1, 1))) == []
    assert PUZZLE.verify(p, ((0, 1), (0, 2), (1, 1), (1, 2))) == ["the sea fills the 2x2 block at R1C2"]
    assert PUZZLE.verify(p, ((0, 2), (1, 1), (1, 2))) == ["the island of R1C1 has 3 cells, not 2"]
    assert PUZZLE.verify(p, ((0, 2), (1, 1))) == [
        "the island of R1C1 has 3 cells, not 2",
        "the sea at R2C2 is cut off from R1C3",
    ]
