"""The Akari generators: the same boards for ever, with the walls that were asked for, and lamps that are a solution."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.akari.generate import count_lamps_beside, density_board, planted_board, random_board
from models.puzzles.akari.instance import Akari
from models.puzzles.akari.record import PUZZLE
from models.puzzles.akari.rules import GENERATORS, verify
from models.puzzles.akari.segments import runs
from rosetta.foundation.errors import InputError
from tests.support.akari_boards import board, is_solution

# SHA-256 of the plain text of generated boards, by size, seed, bare, numbered, generator.
GOLDEN_BOARDS = {
    ((8, 8), 0, 10, 10, "planted"): "20da245394e1fc7f",
    ((30, 30), 0, 10, 10, "planted"): "babc43a2900a47a3",
    ((1, 40), 3, 20, 5, "planted"): "78072c9099ca0a30",
    ((20, 30), 7, 0, 40, "planted"): "53f949ae97b6115e",
    ((12, 9), 1, 10, 20, "random"): "ff6fdbe10b4ceff8",
    ((12, 9), 1, 10, 20, "density"): "b945a69ebed82770",
}


@pytest.mark.parametrize("arguments", list(GOLDEN_BOARDS), ids=str)
def test_a_seed_gives_the_same_board_everywhere(arguments) -> None:
    """Golden hashes of the plain text; changing them would change everybody's puzzles."""
    size, seed, bare, numbered, generator = arguments
    p, _ = PUZZLE.generate(size, seed=seed, bare=bare, numbered=numbered, generator=generator)
    assert sha256(PUZZLE.format(p).encode()).hexdigest()[:16] == GOLDEN_BOARDS[arguments]


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 12), (12, 1), (2, 2), (5, 9), (30, 20)])
@pytest.mark.parametrize("shares", [(10, 10), (0, 0), (0, 40), (50, 0), (30, 70), (100, 0), (0, 100)])
def test_planted_lamps_are_a_solution(size: tuple[int, int], shares: tuple[int, int]) -> None:
    """The source's theorem: cells are lit, numbers met, no lamp sees another. Walls are as many as asked."""
    for seed in range(5):
        p, lamps = PUZZLE.generate(size, seed=seed, bare=shares[0], numbered=shares[1])
        assert verify(p, lamps) == []
        cells = p.cells.size
        assert abs((p.cells == 5).sum() - cells * shares[0] / 100) <= 0.5
        assert abs((p.cells >= 0).sum() - cells * sum(shares) / 100) <= 0.5
    assert is_solution(p, lamps) or p.cells.size > 100


def test_skipping_lit_cells_is_drawing_from_those_that_are_unlit() -> None:
    """Walking a random order gives the lamps of a board as often as the source's drawing does."""
    expected, seeds = drawn_one_by_one(board("___", "___")), 3000
    counts = Counter(str(planted_board(2, 3, seed, 0, 0)[1].astype(int)) for seed in range(seeds))
    assert set(counts) == set(expected)
    assert all(abs(counts[lamps] / seeds - share) < 0.04 for lamps, share in expected.items())


def drawn_one_by_one(p: Akari) -> dict[str, float]:
    """The source's procedure followed along every draw: the share of each final set of lamps."""
    shares: Counter[str] = Counter()
    across, down = runs(p.white)

    def go(on: np.ndarray, unlit: np.ndarray, share: float) -> None:
        cells = np.argwhere(unlit)
        for r, c in cells:
            then = on.copy()
            then[r, c] = 1
            go(then, unlit & (across != across[r, c]) & (down != down[r, c]), share / len(cells))
        if not len(cells):
            shares[str(on)] += share

    go(np.zeros(p.cells.shape, int), p.white, 1.0)
    return shares


def test_random_numbers_are_mostly_impossible() -> None:
    """Any number 0..4, each about equally often; more numbers than cells beside them at the edge are one reason why."""
    numbers = Counter(random_board(100, 100, 0, 10, 20)[random_board(100, 100, 0, 10, 20) >= 0].tolist())
    assert set(numbers) == {0, 1, 2, 3, 4, 5}
    assert all(340 < numbers[clue] < 460 for clue in range(5))
    assert numbers[5] == 1000
    assert PUZZLE.generate((5, 5), generator="random")[1] is None


def test_density_walls_are_as_likely_as_asked_and_numbers_fit_some_lamps() -> None:
    """Shares are met on average; no number is larger than its white neighbours; nothing is promised beyond that."""
    cells = density_board(200, 200, 3, 10, 20)
    assert abs((cells == 5).mean() - 0.10) < 0.01
    assert abs(((cells >= 0) & (cells < 5)).mean() - 0.20) < 0.01
    numbered = (cells >= 0) & (cells < 5)
    assert (cells[numbered] <= count_lamps_beside(cells == -1)[numbered]).all()
    assert set(cells[numbered].tolist()) == {0, 1, 2, 3, 4}
    assert (density_board(7, 7, 0, 100, 0) == 5).all()
    assert (density_board(7, 7, 0, 0, 0) == -1).all()
    assert PUZZLE.generate((5, 5), generator="density")[1] is None


def test_generators_draw_from_streams_of_their_own() -> None:
    """The same seed, other boards."""
    boards = {PUZZLE.format(PUZZLE.generate((9, 9), generator=name)[0]) for name in GENERATORS}
    assert len(boards) == len(GENERATORS)


def test_what_cannot_be_generated_is_refused() -> None:
    """Sizes, shares, names; parameters where nothing is generated."""
    for size in ((0, 3), (3, -1)):
        with pytest.raises(InputError, match=f"expected 1 or more cells, found {size[0]}x{size[1]}"):
            PUZZLE.generate(size)
    for bare, numbered in ((60, 50), (-1, 5), (101, 0)):
        with pytest.raises(InputError, match=f"at most 100 % walls, found {bare} % bare and {numbered} % numbered"):
            PUZZLE.generate((3, 3), bare=bare, numbered=numbered)
    with pytest.raises(InputError, match="unknown generator 'dice'; known: planted, random, density"):
        PUZZLE.generate((3, 3), generator="dice")
    with pytest.raises(InputError, match="--bare: says how a board is generated, but WHAT is '1x1:a', not a size"):
        resolve("akari", "1x1:a", options={"bare": 20})
    for text in ("", "-1", "101", "x", "1.5", "²", "9" * 50):
        with pytest.raises(InputError, match="expected a whole number from 0 to 100"):
            PUZZLE.parameters["bare"].read(text)


def test_runs_end_at_walls_and_edges() -> None:
    """The picture in the file."""
    across, down = runs(board("__#_", "_1__").white)
    assert across.tolist() == [[0, 0, -1, 1], [2, -1, 3, 3]]
    assert down.tolist() == [[0, 1, -1, 3], [0, -1, 2, 3]]
    across, down = runs(board("##").white)
    assert across.tolist() == down.tolist() == [[-1, -1]]


def test_large_boards_are_made_and_stated_quickly() -> None:
    """A tenth of a million cells in well under a second each; no step is quadratic in the side of the board."""
    p, lamps = PUZZLE.generate((100, 1000), bare=0, numbered=0)
    assert verify(p, lamps) == []
    assert len(lamps) == 100
