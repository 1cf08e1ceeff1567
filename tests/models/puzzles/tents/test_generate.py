"""The random stream and the Tents generator: the same numbers for ever, and boards that have a solution."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import numpy as np
import pytest

from models.puzzles.randomness import Stream
from models.puzzles.tents.generate import planted_board
from models.puzzles.tents.record import PUZZLE
from models.puzzles.tents.rules import verify
from rosetta.foundation.errors import InputError

MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
# First words of Stream("tents", "board", "20x30", 7); changing them would change everybody's puzzles.
GOLDEN_WORDS = [842349212054737904, 17621755043653307444, 1972791497581443604]
# SHA-256 of the plain text of generated boards, by size and seed.
GOLDEN_BOARDS = {
    ((8, 8), 0): "32f5850d7f793ee0",
    ((30, 30), 0): "5c9210cbd307ff0b",
    ((1, 40), 3): "8e53f64b4371ab6b",
    ((20, 30), 7): "05b133c6784da0d2",
    ((100, 100), 1): "2ad43e08de40a334",
}


def pcg64(text: str, n: int) -> list[int]:
    """The stream as its documentation defines it, in whole numbers."""
    digest = sha256(text.encode()).digest()
    state, inc = int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:], "big") | 1
    words = []
    for _ in range(n):
        state = (state * MULTIPLIER + inc) % 2**128
        word, turn = (state >> 64 ^ state) % 2**64, state >> 122
        words.append((word >> turn | word << (64 - turn)) % 2**64)
    return words


def test_the_stream_is_what_its_definition_says() -> None:
    """Word by word, and equal to the golden values."""
    words = Stream("tents", "board", "20x30", 7).words(3000).tolist()
    assert words == pcg64("tents:board:20x30:7", 3000)
    assert words[:3] == GOLDEN_WORDS


def test_streams_of_other_texts_are_other_streams() -> None:
    """Puzzle, purpose, size and seed all count; negative and large seeds are seeds."""
    texts = [("a", "b", "1x1", s) for s in (0, 1, -1, 2**80)] + [("b", "b", "1x1", 0), ("a", "c", "1x1", 0)]
    assert len({Stream(*text).words(1)[0] for text in texts}) == len(texts)


def test_below_takes_the_words_in_order_and_throws_away_what_would_be_unfair() -> None:
    """Mixed with `words`, nothing is skipped or read twice."""
    words = pcg64("p:q:r:1", 2000)
    stream = Stream("p", "q", "r", 1)
    assert [stream.number_below(2**64) for _ in range(5)] == words[:5]
    assert stream.words(1500).tolist() == words[5:1505]
    assert stream.words(0).tolist() == []
    assert [stream.number_below(10) for _ in range(400)] == [word % 10 for word in words[1505:1905]]
    n = 2**63 + 1  # nearly half of all words are thrown away
    stream = Stream("p", "q", "r", 1)
    fair = [word % n for word in words if word < n]
    assert [stream.number_below(n) for _ in range(100)] == fair[:100]
    with pytest.raises(ValueError, match=r"below: expected 1\.\.2\^64, found 0"):
        stream.number_below(0)


def test_below_is_uniform() -> None:
    """Every value about equally often; a chi-square far from the limit for 5 degrees of freedom."""
    stream = Stream("p", "dice", "6", 0)
    counts = Counter(stream.number_below(6) for _ in range(6000))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 20


def test_order_is_a_permutation_by_the_words() -> None:
    """The numbers sorted by their words."""
    words = pcg64("p:order:9:0", 9)
    assert Stream("p", "order", "9", 0).order(9).tolist() == sorted(range(9), key=words.__getitem__)
    assert Stream("p", "order", "0", 0).order(0).tolist() == []


@pytest.mark.parametrize(("size", "seed"), list(GOLDEN_BOARDS))
def test_a_seed_gives_the_same_board_everywhere(size: tuple[int, int], seed: int) -> None:
    """Golden hashes of the plain text."""
    p, _ = PUZZLE.generate(size, seed=seed)
    assert sha256(PUZZLE.format(p).encode()).hexdigest()[:16] == GOLDEN_BOARDS[size, seed]


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 12), (12, 1), (2, 2), (5, 9), (30, 20)])
def test_planted_tents_are_a_solution_and_nothing_more_can_be_planted(size: tuple[int, int]) -> None:
    """For every reading but unique-matching; and the board is maximal: no pair of cells is left for tree and tent."""
    for seed in range(5):
        p, tents = PUZZLE.generate(size, seed=seed)
        assert verify(p, tents) == []
        assert verify(p, tents, tree_rule="adjacent") == []
        occupied = set(tents) | {(int(r), int(c)) for r, c in np.argwhere(p.trees)}
        near = {(r + i, c + j) for r, c in tents for i in (-1, 0, 1) for j in (-1, 0, 1)}
        free = [cell for cell in np.ndindex(size) if cell not in occupied]
        for r, c in (cell for cell in free if cell not in near):
            assert not {(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)} & set(free)


def test_skipping_spoilt_pairs_is_drawing_from_the_list_of_those_that_are_left() -> None:
    """Walking a random order gives the boards of a row as often as the source's drawing from a list does."""
    expected = drawn_from_a_list(4)
    counts = Counter()
    for seed in range(3000):
        trees, tents = planted_board(1, 4, seed)
        counts[
            "".join("T" if tree else "A" if tent else "." for tree, tent in zip(trees[0], tents[0], strict=True))
        ] += 1
    assert set(counts) == set(expected)
    for board, share in expected.items():
        assert abs(counts[board] / 3000 - share) < 0.04, (board, share)


def drawn_from_a_list(width: int) -> dict[str, float]:
    """The source's procedure on one row, followed along every draw: the share of each final board."""
    shares: Counter[str] = Counter()

    def go(row: str, share: float) -> None:
        pairs = []
        for tent in range(width):
            if row[tent] == "." and "A" not in row[max(0, tent - 1) : tent + 2]:
                pairs += [(tent, tree) for tree in (tent - 1, tent + 1) if 0 <= tree < width and row[tree] == "."]
        for tent, tree in pairs:
            cells = list(row)
            cells[tent], cells[tree] = "A", "T"
            go("".join(cells), share / len(pairs))
        if not pairs:
            shares[row] += share

    go("." * width, 1.0)
    return shares


def test_the_share_of_trees_settles_at_18_percent() -> None:
    """The source's finding, for 100x100 boards; and never below the source's bound of (4n^2 - 4n) / 37 trees."""
    shares = [planted_board(100, 100, seed)[0].mean() for seed in range(10)]
    assert 0.17 < np.mean(shares) < 0.19
    assert min(shares) > (4 * 100**2 - 4 * 100) / 37 / 100**2


def test_sizes_that_are_none_are_refused() -> None:
    """With the size."""
    for size in ((0, 3), (3, -1)):
        with pytest.raises(InputError, match=f"expected 1 or more cells, found {size[0]}x{size[1]}"):
            PUZZLE.generate(size)
