"""State merging with the tightest cell first, whole and in parts: against plain recursion and published numbers."""

from __future__ import annotations

import sys
from itertools import product

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.tiling.counting import boxes, merging
from models.puzzles.tiling.counting import boxes_layers as layers
from models.puzzles.tiling.counting import boxes_numpy as plain
from models.puzzles.tiling.counting.boxes import WeightedPart, orbits_of, parts
from models.puzzles.tiling.counting.boxes_board import avoid_cells, bit_board, cells_in_order
from models.puzzles.tiling.counting.boxes_loops import StateColumns
from models.puzzles.tiling.counting.merging_track import TooWide
from models.puzzles.tiling.record import PUZZLE
from models.puzzles.tiling.rules import Tiling
from models.puzzles.tiling.sets import Piece
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import ignore_progress
from tests.support.tiling_boards import MOST_LISTED, recursion_on, tilings_by_recursion

PUBLISHED = {"soma": 240 * 48, "slothouber-graatsma": 8, "2x3x10": 12 * 8, "2x5x6": 264 * 8, "tetrominoes:4x5": 0}
TURNS = {"soma": 24, "bedlam": 24, "3x4x5": 8, "8x8": 8, "8x8-1,2": 1, "6x10": 4, "one-sided-tetrominoes:4x7": 2,
         "fixed-triominoes:3x6": 1}  # fmt: skip


def instance(what):
    return resolve("tiling", what).instance


def count(p, megabytes=2000, progress=ignore_progress):
    return boxes.count(p, megabytes, progress)


def ways(b, part):
    """The tilings of one part."""
    last = [*boxes.layers(b, part, 2000, ignore_progress)][-1:]
    return int(last[0].ways[0]) if last and last[0].used.tolist() == [b.all_used] else 0


@pytest.fixture(params=["compiled", "plain"])
def way(request, monkeypatch):
    """The test with compiled loops, and as it is where numba is missing."""
    if request.param == "compiled":
        pytest.importorskip("numba")
    else:
        monkeypatch.setitem(sys.modules, "models.puzzles.tiling.counting.boxes_kernel", None)
    return request.param


@pytest.mark.sample(1)
@pytest.mark.slow
def test_random_boards_have_as_many_tilings_as_recursion_finds(way):
    """With holes, copies, handed and fixed pieces, in the plane and in space; and the one it gives is one of them."""
    numbers, copies = [], 0
    for seed in range(35 if way == "compiled" else 30):
        p, expected = recursion_on(seed)
        if len(expected) == MOST_LISTED:
            continue
        assert count(p) == len(expected), seed
        laid = merging._answer_from_bits(p, boxes.find_tiling(p, 2000, ignore_progress))
        assert {(name, frozenset(cells)) for name, cells in laid or ()} in (expected or [set()])
        numbers.append(len(expected))
        copies += len(parts(bit_board(p))) == 1
    assert len(numbers) > 10
    assert max(numbers) > 20
    assert copies > 0


def test_parts_add_up_whichever_piece_is_laid():
    """To the number of the whole; all places of an orbit have as many tilings as the one that stands for it."""
    pytest.importorskip("numba")
    split = orbits = 0
    boards = [recursion_on(seed) for seed in range(30)]
    whole = [PUZZLE.generate((3, 4), seed=seed, pieces="random")[0] for seed in range(12)]
    for p, expected in (*boards, *((p, list(tilings_by_recursion(p))) for p in whole)):
        b = bit_board(p)
        full = (1 << b.cells) - 1
        if len(expected) == MOST_LISTED and p not in whole:
            continue
        assert ways(b, WeightedPart(1, 0, full)) == len(expected)
        for q in [q for q, copies in enumerate(b.copies) if copies == 1]:
            places = b.masks[b.start[q] : b.start[q + 1]].tolist()
            one_by_one = [ways(b, WeightedPart(1, b.radix[q], full & ~mask)) for mask in places]
            by_orbit = [
                weight * ways(b, WeightedPart(weight, b.radix[q], full & ~mask)) for mask, weight in orbits_of(b, q)
            ]
            assert sum(one_by_one) == sum(by_orbit) == len(expected), (p, q)
            split += 1
            orbits += len(by_orbit) < len(places)
    assert split > 50
    assert orbits > 20


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", PUBLISHED)
def test_published_numbers(what):
    """All tilings of the labelled board."""
    assert count(instance(what)) == PUBLISHED[what]


@pytest.mark.parametrize("what", TURNS)
def test_turns_are_those_of_board_and_pieces(what):
    """A turn that takes a piece to ways in which it cannot lie is none: Soma's two handed pieces allow only rotations
    (as each is mapped to itself here), in the plane one-sided pieces too."""
    b = bit_board(instance(what))
    assert len(b.turns) == len(np.unique(b.turns, axis=0)) == TURNS[what]
    assert (b.turns[0] == np.arange(b.cells)).all()
    for q in range(len(b.copies)):
        assert sum(weight for _, weight in orbits_of(b, q)) == b.start[q + 1] - b.start[q]


def test_the_piece_that_is_laid_is_the_one_that_saves_most():
    """As measured: the X in 3x4x5, and not the I, which lies in fewer ways; the cross of Bedlam's cube."""
    cross = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
    for what in ("3x4x5", "bedlam"):
        p = instance(what)
        b = bit_board(p)
        (laid,) = {b.radix.index(part.used) for part in parts(b)}
        assert {cell[-2:] for cell in p.pieces[laid].shape} == set(cross)


def test_a_second_piece_is_confined_where_turns_leave_the_first_as_it_is():
    """Parts of orbits of each size add up to the part that they split, whichever second piece it is."""
    pytest.importorskip("numba")
    split = sizes = 0
    for seed in range(12):
        p = PUZZLE.generate((3, 4), seed=seed, pieces="random")[0]
        b = bit_board(p)
        assert sum(part.weight * ways(b, part) for part in parts(b)) == len(list(tilings_by_recursion(p))), seed
        single = [q for q, copies in enumerate(b.copies) if copies == 1]
        for q in single:
            for mask, weight in orbits_of(b, q):
                part = WeightedPart(weight, b.radix[q], (1 << b.cells) - 1 & ~mask)
                number = weight * ways(b, part)
                for other in (other for other in single if other != q):
                    apart = boxes._split_part(b, part, [other])
                    assert sum(each.weight * ways(b, each) for each in apart) == number, (seed, q, other)
                    split += any(each.confined is not None for each in apart)
                    sizes += len(apart) > 1
    assert split > 20
    assert sizes > 3


def test_holes_that_no_pieces_fill_are_found_by_both_ways():
    """Compiled and in Python, against cells that are reached one from another, on boards with holes and in space."""
    kernel = pytest.importorskip("models.puzzles.tiling.counting.boxes_kernel")
    rng, seen = np.random.default_rng(5), set()
    for what in ("8x8", "8x8-1,2", "3x4x5", "soma"):
        p = instance(what)
        words = bit_board(p).words
        cells = list(map(tuple, cells_in_order(p).tolist()))
        for _ in range(50):
            free = int(rng.integers(1 << 62)) & (1 << len(cells)) - 1
            sums = int(rng.integers(1 << 62)) | int(rng.integers(1 << 62))
            found = kernel.fills_holes(np.uint64(free), words.steps, words.joined, np.uint64(sums))
            holes = connected_parts({cell for i, cell in enumerate(cells) if free >> i & 1})
            expected = len(holes) == 1 or all(sums >> len(hole) & 1 for hole in holes)
            assert found == plain.fills_holes(free, words, sums) == expected
            seen.add(expected)
    assert seen == {True, False}


def connected_parts(cells):
    """The parts of a set of cells that are connected by their sides."""
    found = []
    while cells:
        part, reached = set(), [min(cells)]
        while reached:
            cell = reached.pop()
            if cell in cells and cell not in part:
                part.add(cell)
                reached += [(*cell[:i], cell[i] + step, *cell[i + 1 :]) for i in range(len(cell)) for step in (-1, 1)]
        cells = cells - part
        found.append(part)
    return found


def test_sums_of_sizes_are_those_of_the_pieces_that_remain():
    """Once a piece is laid, against all choices of the others; also of a piece as large as a word."""
    kernel, sums = pytest.importorskip("models.puzzles.tiling.counting.boxes_kernel"), np.zeros(3, np.uint64)
    for remaining, sizes in (([2, 0, 1], [3, 4, 5]), ([1, 3, 2], [1, 7, 2]), ([1, 0], [64, 3])):
        kernel.sum_without(np.array(remaining), np.array(sizes), sums)
        for q, number in enumerate(remaining):
            left = [n - (r == q) for r, n in enumerate(remaining)]
            chosen = product(*(range(n + 1) for n in left)) if number else ()
            reached = {sum(n * size for n, size in zip(each, sizes, strict=True)) for each in chosen}
            assert {s for s in range(64) if int(sums[q]) >> s & 1} == reached
            assert not number or plain.sum_sizes(np.array(left), np.array(sizes)) == sum(1 << s for s in reached)


def test_a_piece_that_is_not_connected_fills_two_holes(way):
    """So a hole of one cell is no reason to drop a state."""
    p = Tiling(np.ones((1, 4), np.bool_), (Piece("A", ((0, 0), (0, 2)), 2),))
    assert count(p) == len(list(tilings_by_recursion(p))) == 1


def test_the_tightest_item_is_found_by_both_ways_of_counting():
    """Compiled with binary digits, with numpy, and plainly one by one, on random states, many of them dead."""
    kernel = pytest.importorskip("models.puzzles.tiling.counting.boxes_kernel")
    rng = np.random.default_rng(7)
    dead = pieces = 0
    for what in ("2x5x6", "soma", "tetracubes:2x4x4", "slothouber-graatsma"):
        b = bit_board(instance(what))
        for _ in range(60):
            occupied = int(rng.integers(1 << 62)) & int(rng.integers(1 << 62)) & (1 << b.cells) - 1
            here, free = avoid_cells(b, occupied), (1 << b.cells) - 1 & ~occupied
            remaining = np.array([int(rng.integers(n + 1)) if rng.random() < 0.5 else n for n in b.copies])
            arguments = (np.uint64(free), remaining, here.start, here.masks, b.cells)
            item = tightest_by_counting(*arguments)
            assert kernel.tightest_item(*arguments) == plain.tightest_item(*arguments) == item
            dead += item == kernel.DEAD
            pieces += b.cells <= item < kernel.DEAD
    assert dead > 20
    assert pieces > 3


def tightest_by_counting(free, remaining, start, masks, cells):
    """The item with the fewest placements, one at a time; of cells that have 16 or more only the rest modulo 16
    counts; cells before pieces, unless a piece has fewer."""
    fitting = {
        q: [int(m) for m in masks[start[q] : start[q + 1]] if not int(m) & ~int(free)] for q in range(len(remaining))
    }
    if any(len(fitting[q]) < remaining[q] for q in fitting):
        return plain.DEAD
    all_of = [mask for q in fitting if remaining[q] for mask in fitting[q]]
    numbers = {c: sum(mask >> c & 1 for mask in all_of) for c in range(cells) if int(free) >> c & 1}
    capped = {c: n if n < 16 else 16 + n % 16 for c, n in numbers.items()}
    cell = min(capped, key=lambda c: (capped[c], c))
    if not capped[cell]:
        return plain.DEAD
    scarce = min((q for q in fitting if remaining[q] == 1), key=lambda q: (len(fitting[q]), q), default=None)
    return cell if scarce is None or len(fitting[scarce]) >= capped[cell] else cells + scarce


def test_it_can_be_ended_and_tells_how_far_it_is(way, monkeypatch):
    """`progress` is called often, what it raises goes through; the share never falls; a short slice changes nothing."""
    monkeypatch.setattr(layers, "SLICE", 7)
    shares = []
    what = "2x3x10" if way == "compiled" else "soma"
    assert count(instance(what), progress=lambda _, share, whole: shares.append(share / whole)) == PUBLISHED[what]
    assert len(shares) > 500
    assert shares == sorted(shares)
    assert len(set(shares)) > 100
    assert shares[-1] == 1.0

    def stop(*_):
        raise LimitReached("now")

    with pytest.raises(LimitReached):
        count(instance("soma"), progress=stop)


def test_what_does_not_fit_is_refused(way):
    """Memory, words, and numbers of ways; never a wrong number."""
    with pytest.raises(TooWide, match=r"\d states; the limit is 0 MB"):
        count(instance("soma"), megabytes=0)
    with pytest.raises(TooWide, match="75 cells, 64 fit"):
        bit_board(Tiling(np.ones((5, 15), np.bool_), (Piece("I", ((0, 0), (0, 1), (0, 2)), 25),)))
    many = Tiling(np.ones((1, 63), np.bool_), tuple(Piece(f"P{i}", ((0, 0),), 1) for i in range(63)))
    with pytest.raises(TooWide, match="ways to use pieces"):
        bit_board(many)
    much = StateColumns(
        np.ones(4, np.int64), np.zeros(4, np.uint64), np.full(4, 1 << 61, np.uint64), np.zeros(4, np.uint8)
    )
    with pytest.raises(TooWide, match="64 bits"):
        layers._merge_states(much)
    assert layers._merge_states(much._replace(ways=much.ways // 2)).ways.tolist() == [1 << 62]


def test_equal_states_are_merged():
    """Dominoes cover a board of 4 x 4 in 36 ways, by fewer states than ways to lay them."""
    b = bit_board(Tiling(np.ones((4, 4), np.bool_), (Piece("I", ((0, 0), (0, 1)), 8),)))
    history = [*boxes.layers(b, *parts(b), 2000, ignore_progress)]
    assert history[-1].used.tolist() == [8]
    assert history[-1].ways.tolist() == [36]
    assert any((layer.ways > 1).any() for layer in history[1:-1])


@pytest.mark.parametrize("band", [1, 7, 40, 1000])
def test_states_are_merged_some_groups_at_a_time(monkeypatch, band):
    """In the same order as at once, each with all its ways: as a dictionary adds them up."""
    rng = np.random.default_rng(band)
    parts = []
    for size in (0, 120, 1, 90):
        used, free = rng.integers(6, size=size), rng.integers(9, size=size).astype(np.uint64)
        parts.append(StateColumns(used, free, rng.integers(1, 5, size).astype(np.uint64), (free + 1).astype(np.uint8)))
    expected = {}
    for used, free, ways, _ in (state for part in parts for state in zip(*part, strict=True)):
        expected[used, free] = expected.get((used, free), 0) + ways
    monkeypatch.setattr(layers, "BAND", band)
    merged = layers._merge_in_bands(parts, ignore_progress)
    used = np.repeat(merged.used, np.diff(merged.starts))
    assert list(zip(used, merged.free, strict=True)) == sorted(expected)
    assert merged.ways.tolist() == [expected[state] for state in sorted(expected)]
    assert merged.items.tolist() == (merged.free + 1).tolist()


def test_boards_too_wide_for_a_track_are_filled_this_way(monkeypatch):
    """`merging` asks for it; its tiling is one, and that there is none is said too."""
    monkeypatch.setattr(merging, "ALONG_TRACK", 0)
    monkeypatch.setattr(merging, "track", None)
    for what in ("soma", "2x3x10"):
        p = instance(what)
        assert merging.unfit_reason(p) is None
        assert merging.count(p) == PUBLISHED[what]
        assert PUZZLE.verify(p, merging.find_tiling(p)) == []
    assert merging.find_tiling(instance("tetrominoes:4x5")) is None
