"""Tilings: shapes counted against published numbers, placements against the source, answers against brute force."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from backends.contract import Limits, Options
from backends.lowering.canonical import contradiction
from backends.registry import backend_named
from instances.resolve import resolve
from models.neutral import evaluate
from models.puzzles.tiling.record import PUZZLE
from models.puzzles.tiling.rules import Tiling
from models.puzzles.tiling.sets import PENTOMINOES, TETROMINOES, Piece, hexominoes, one_sided_pieces, pentominoes, soma
from models.puzzles.tiling.shapes import SIDES, orientations, parse_picture, polyforms, turns
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.judging.certificates import describe_infeasible_row
from rosetta.studies.solving.listing import list_answers

ALL_OF_THEM = ("cells", "coloured", "source", "source-each")
# Placements on the chessboard, in the order and the words of the source (pentomino tiling by SAT).
PRINTED = dict(zip("FILNPTUVWXYZO", (288, 64, 280, 280, 336, 144, 168, 144, 144, 36, 280, 144, 49), strict=True))
COUNTED = {  # polyominoes and polycubes of 1, 2, ... cells: OEIS A000105, A000988, A001168; A038119, A000162
    (2, "two-sided"): [1, 1, 2, 5, 12, 35],
    (2, "one-sided"): [1, 1, 2, 7, 18, 60],
    (2, "fixed"): [1, 2, 6, 19, 63, 216],
    (3, "two-sided"): [1, 1, 2, 7, 23],
    (3, "one-sided"): [1, 1, 2, 8, 29],
}


HANDED = ["B", "C", "F", "G", "J", "K", "M"]  # the pieces of the Bedlam cube that are not their own mirror image


def instance(what, **options):
    return resolve("tiling", what, options=options).instance


def answers(p, formulation="cells", backend="cnf"):
    """All answers of an instance."""
    model = PUZZLE.formulations[formulation](p)
    solutions = list(backend_named(backend).solutions(model, PUZZLE.project(p, model), Limits(seconds=60.0), Options()))
    assert all(evaluate(model, values) == [] for values in solutions)
    return [PUZZLE.decode(p, model, values) for values in solutions]


@pytest.mark.parametrize(("group", "numbers"), COUNTED.items(), ids=str)
def test_polyominoes_and_polycubes_are_as_many_as_published(group, numbers):
    """All shapes of up to six squares or five cubes, by each group of turns."""
    assert [len(polyforms(n, *group)) for n in range(1, len(numbers) + 1)] == numbers


@pytest.mark.parametrize(("dimensions", "orders"), [(2, (8, 4, 1)), (3, (48, 24, 1))])
def test_the_turns_are_groups_of_the_right_order(dimensions, orders):
    """Closed under composition; the identity first."""
    for sides, order in zip(SIDES, orders, strict=True):
        group = turns(dimensions, sides)
        assert len(set(group)) == order
        assert group[0] == (tuple(range(dimensions)), (1,) * dimensions)
        for (a, s), (b, t) in combinations(group, 2):
            composed = tuple(a[i] for i in b), tuple(s[i] * sign for i, sign in zip(b, t, strict=True))
            assert composed in group


def test_pieces_with_names_are_all_shapes_of_their_size():
    """The twelve pentominoes, five tetrominoes and seven Soma pieces, none twice."""
    assert {orientations(piece.shape)[0] for piece in pentominoes()} == set(polyforms(5))
    assert {orientations(parse_picture(text))[0] for text in TETROMINOES.values()} == set(polyforms(4))
    assert len(PENTOMINOES) == 12
    assert len({piece.shape for piece in hexominoes()}) == 35
    assert len(one_sided_pieces(pentominoes())) == 18
    boxes = {((0, 0, 0), (0, 0, 1), (0, 0, 2)), ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3))}
    boxes.add(((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)))
    cubes = {orientations(shape, "one-sided")[0] for n in (3, 4) for shape in polyforms(n, 3, "one-sided")}
    assert {orientations(piece.shape, "one-sided")[0] for piece in soma()} == cubes - boxes


def test_placements_on_the_chessboard_are_those_the_source_prints():
    """2357 in all; of no piece do two cover the same cells."""
    p = instance("8x8")
    counts = np.bincount(p.placements.piece)
    assert {piece.name: n for piece, n in zip(p.pieces, counts.tolist(), strict=True)} == PRINTED
    assert len(p.placements) == sum(PRINTED.values()) == 2357
    assert len({(i, *p.placements.cells[j].tolist()) for j, i in enumerate(p.placements.piece)}) == 2357


def test_the_clauses_of_the_source_are_as_many_as_it_has():
    """977 546, and thirteen more with "each piece at least once"."""
    p = instance("8x8")
    sizes = [sum(map(len, PUZZLE.formulations[name](p).blocks)) for name in ALL_OF_THEM]
    assert sizes == [64 + 13, 64 + 13 + 1, 977_546, 977_559]


BOARDS = [
    (["...", "..."], [("L", "X. XX", 2, "two-sided")], 2),
    (["...", "..."], [("L", "X. XX", 1, "two-sided"), ("I", "XXX", 1, "two-sided")], 0),
    (["....", "....", ".##."], [("L", "X. X. XX", 2, "two-sided"), ("D", "XX", 1, "two-sided")], None),
    (["....", "....", "...."], [("L", "X. X. XX", 2, "one-sided"), ("O", "XX XX", 1, "fixed")], None),
    (["....", "....", "...."], [("L", "X. X. XX", 1, "fixed"), ("O", "XX XX", 1, "fixed"),
     ("D", "X X", 2, "two-sided")], 5),
    (["....", "....", "....", "...."], [("L", "X. X. XX", 4, "two-sided")], None),
    ([".....", "....."], [("A", "X X", 2, "fixed"), ("B", "XXX", 2, "two-sided")], None),
    (["#..", "...", "..#"], [("A", "X. .X", 2, "two-sided"), ("C", "X", 3, "fixed")], None),
]  # fmt: skip


def tiling_of(rows, pieces):
    tiles = tuple(Piece(name, parse_picture(text), copies, sides) for name, text, copies, sides in pieces)
    return Tiling(np.array([[c == "." for c in row] for row in rows]), tiles)


@pytest.mark.sample(24)
@pytest.mark.parametrize("backend", ["cnf", "cpsat", "minicard"])
@pytest.mark.parametrize("formulation", ALL_OF_THEM)
@pytest.mark.parametrize(("rows", "pieces", "number"), BOARDS, ids=range(len(BOARDS)))
def test_small_boards_have_the_answers_that_brute_force_finds(rows, pieces, number, formulation, backend):
    """Copies, fixed and one-sided pieces, holes, pieces in two parts."""
    p = tiling_of(rows, pieces)
    solutions = answers(p, formulation, backend)
    expected = brute_force(p)
    assert len(solutions) == len(set(solutions)) == len(expected)
    assert set(solutions) == expected
    assert number is None or len(expected) == number
    assert all(PUZZLE.verify(p, answer) == [] for answer in solutions)


def brute_force(p):
    """All answers: fill the first open cell with any piece that is left, in any of its ways."""

    def ways(piece):
        grid = np.zeros(np.array(piece.shape).max(axis=0) + 1, bool)
        grid[tuple(np.array(piece.shape).T)] = True
        quarter = range(1 if piece.sides == "fixed" else 4)
        flips = (False, True) if piece.sides == "two-sided" else (False,)
        grids = [np.rot90(np.fliplr(grid) if flip else grid, k) for flip in flips for k in quarter]
        return {tuple(map(tuple, np.argwhere(g).tolist())) for g in grids}

    turned = {piece.name: ways(piece) for piece in p.pieces}
    solutions = set()

    def fill(open_cells, copies, laid):
        if not open_cells:
            solutions.add(tuple(sorted(laid)))
            return
        r, c = min(open_cells)
        for name, way in ((piece, way) for piece, n in copies.items() if n for way in turned[piece]):
            cells = tuple(sorted((r + y - way[0][0], c + x - way[0][1]) for y, x in way))
            if open_cells.issuperset(cells):
                fill(open_cells - set(cells), {**copies, name: copies[name] - 1}, [*laid, (name, cells)])

    fill(frozenset(map(tuple, np.argwhere(p.board).tolist())), {q.name: q.copies for q in p.pieces}, [])
    return solutions


def test_the_solution_that_the_source_prints_is_one():
    """Its digits and letters stand for the pieces in its order: 1 = F, ..., 9 = W, a = X, ..., d = O."""
    printed = "bbbb3333 ddbc8883 dd1ccc82 55111c82 55514442 77a44962 7aaa9962 77a99666"
    p, cells = instance("8x8"), {}
    for r, row in enumerate(printed.split()):
        for c, sign in enumerate(row):
            cells.setdefault("FILNPTUVWXYZO"[int(sign, 16) - 1], []).append((r, c))
    answer = tuple(sorted((name, tuple(at)) for name, at in cells.items()))
    assert PUZZLE.verify(p, answer) == []
    assert [
        name for name, build in PUZZLE.formulations.items() if evaluate(model := build(p), values(p, model, answer))
    ] == []
    assert evaluate(model, values(p, model, answer[1:])), "without a piece"


def values(p, model, answer):
    """The assignment of an answer."""
    numbers = {PUZZLE.decode(p, model, unit(model, x)): x for x in PUZZLE.project(p, model).tolist()}
    return sum(unit(model, numbers[placement,]) for placement in answer)


def unit(model, x):
    return np.arange(model.variables + 1) == x


@pytest.mark.sample(0.125)
def test_the_pentominoes_cover_3x20_in_two_ways():
    """Brute force finds eight, in two orbits; each is an answer of the model, and `verify` accepts it."""
    p = instance("20x3")
    model, solutions = PUZZLE.formulations["cells"](p), brute_force(p)
    assert len(solutions) == 8
    assert len({min(image(answer) for image in PUZZLE.extras.symmetries(p)) for answer in solutions}) == 2
    for answer in solutions:
        assert PUZZLE.verify(p, answer) == []
        assert evaluate(model, values(p, model, answer)) == []


@pytest.mark.parametrize(
    ("what", "total", "distinct"),
    [("slothouber-graatsma", 8, 1), ("tetrominoes:4x5", 0, 0), ("tetrominoes:2x10", 0, 0)],
)
def test_counts_are_those_that_are_known(what, total, distinct):
    """The three free cubes of the Slothouber-Graatsma cube lie on a diagonal, which can be any of four."""
    p = instance(what)
    solutions = answers(p)
    assert len(solutions) == total
    orbits = {min(image(answer) for image in PUZZLE.extras.symmetries(p)) for answer in solutions}
    assert len(orbits) == distinct


@pytest.mark.parametrize(
    ("what", "placements", "symmetries"),
    [("6x10", 2056, 4), ("8x8", 2357, 8), ("8x8-centre", 1568, 8), ("8x8-1,2", None, 1), ("3x4x5", 2440, 8),
     ("soma", 688, 48), ("slothouber-graatsma", 63, 48), ("one-sided:3x30", 1936, 4), ("2x3x10", None, 8)],
)  # fmt: skip
def test_boards_with_names_have_their_symmetries(what, placements, symmetries):
    """The mirror image of a one-sided piece is another piece of the set; so is that of a handed Soma piece."""
    p = instance(what)
    assert len(PUZZLE.extras.symmetries(p)) == symmetries
    assert placements is None or len(p.placements) == placements


def test_a_handed_piece_alone_breaks_the_reflections():
    """Fixed pieces leave nothing but the identity; one one-sided piece leaves the rotations."""
    board = np.ones((4, 4), np.bool_)
    shape = parse_picture("X. X. XX")
    assert [len(PUZZLE.extras.symmetries(Tiling(board, (Piece("L", shape, 4, sides),)))) for sides in SIDES] == [
        8,
        4,
        1,
    ]


def test_the_bedlam_cube_has_the_answers_that_are_known():
    """Two of the 19186, as drawn by people: layers side by side. Either fixes all thirteen pieces, handed or not."""
    p = instance("bedlam")
    assert len(PUZZLE.extras.symmetries(p)) == 24
    for picture in (
        "EEEF LFFF CCMM BKKM/LEGF LEJH LCKK BBKM/AJGG LJJH BCJH BCDH/AAAG AIIG IIDH IDDD",
        "CCCI ELCB LLLB DLBB/CEGI EEHI DHHB DDHH/AJGG EJJI FKKI DKMM/AAAG AJKG FJKM FFFM",
    ):
        cells = {}
        for r, line in enumerate(picture.split("/")):
            for z, row in enumerate(line.split()):
                for c, name in enumerate(row):
                    cells.setdefault(name, []).append((z, r, c))
        answer = tuple(sorted((name, tuple(sorted(at))) for name, at in cells.items()))
        assert PUZZLE.verify(p, answer) == []
        mirrored = tuple((name, tuple(sorted((z, r, 3 - c) for z, r, c in at))) for name, at in answer)
        refused = [fault.partition("shape of ")[2][0] for fault in PUZZLE.verify(p, mirrored)]
        assert sorted(refused) == HANDED


@pytest.mark.parametrize("what", ["tetrominoes:4x5", "tetrominoes:2x10", "hexominoes:14x15", "hexominoes:6x35"])
def test_colours_show_that_rectangles_have_no_tiling(what):
    """One equation, 0 = 1, whoever solves it; `solve` takes this formulation by itself."""
    p = instance(what)
    assert PUZZLE.extras.advice(p).formulation == "coloured"
    assert contradiction(PUZZLE.formulations["coloured"](p)).startswith("rule 'the dark cells of a chessboard")


def test_colours_do_not_refute_what_has_tilings():
    """Everything else is left to the search; a board of holes and even pieces included."""
    for what in ("6x10", "8x8", "soma", "bedlam", "slothouber-graatsma", "pentominoes:3x20"):
        p = instance(what)
        assert PUZZLE.extras.advice(p).formulation is None
        assert contradiction(PUZZLE.formulations["coloured"](p)) is None


def test_what_does_not_fit_is_refused_with_what_would():
    """Sizes, areas, names."""
    with pytest.raises(InputError, match=r"7x7 has 49 cells.*6x10"):
        PUZZLE.generate((7, 7))
    with pytest.raises(InputError, match="3x3x3 has 27 cells, its pieces have 60"):
        instance("3x3x3")
    with pytest.raises(InputError, match="the pieces have 3 cells, the board has 4"):
        tiling_of(["....", "####"], [("I", "XXX", 1, "fixed")])
    with pytest.raises(InputError, match="two pieces are called I"):
        tiling_of(["......"], [("I", "XXX", 1, "fixed"), ("I", "XX X", 1, "fixed")])
    with pytest.raises(InputError, match="has pieces of its own"):
        instance("soma", pieces="random")
    assert PUZZLE.extras.named("7x7x") is None


@pytest.mark.parametrize("what", ["soma", "2x5x6", "slothouber-graatsma", "one-sided:3x30", "8x8-corners"])
def test_boards_in_space_and_with_holes_survive_their_text(what):
    """Layers, copies, sidedness, holes; what was read is called by its file."""
    p = instance(what)
    copy = PUZZLE.parse(PUZZLE.format(p))
    assert copy == p
    assert PUZZLE.extras.identify(p, "") == what
    assert PUZZLE.extras.identify(copy, "box.txt sha256:0") == "box.txt sha256:0"


def test_a_box_is_solved_drawn_and_checked():
    """Soma: one answer, three layers side by side; a cube moved elsewhere is noticed."""
    p = instance("soma")
    model = PUZZLE.formulations["cells"](p)
    outcome = backend_named("cnf").solve(model, Limits(seconds=60.0), Options())
    answer = PUZZLE.decode(p, model, outcome.values)
    assert PUZZLE.verify(p, answer) == []
    lines = PUZZLE.draw_text(p, answer).splitlines()
    assert len(lines) == 7
    assert {len(line) for line in lines} == {3 * 13 + 2 * 3}
    (name, cells), *rest = answer
    assert any(
        "is no cell of the board" in fault for fault in PUZZLE.verify(p, ((name, (*cells[1:], (3, 0, 0))), *rest))
    )
    mirrored = tuple((name, tuple(sorted((z, r, 2 - c) for z, r, c in cells))) for name, cells in answer)
    assert sorted(fault.partition("shape of ")[2] for fault in PUZZLE.verify(p, mirrored)) == [
        "A (one-sided)",
        "B (one-sided)",
    ]


def test_a_board_cut_at_random_is_the_same_for_ever():
    """The stream of random numbers is our own; so a seed means the same board on every machine."""
    p, answer = PUZZLE.generate((4, 5), seed=1, pieces="random")
    assert PUZZLE.verify(p, answer) == []
    rows = [line[2::4] for line in PUZZLE.draw_text(p, answer).splitlines()[1::2]]
    assert rows == ["CBBDD", "CBBBD", "CBBBD", "CBAAD"]
    assert all(len(piece.shape) <= 5 for piece in p.pieces)


def test_a_piece_without_a_place_is_named():
    """Alone, or where its absence leaves cells uncovered: by every verb, and as the cause; a piece that fits is not."""
    ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], bool)
    square, bar = Piece("O", ((0, 0), (0, 1), (1, 0), (1, 1))), Piece("I", ((0, 0), (0, 1), (0, 2)))
    p = Tiling(ring, (square, bar, Piece("m", ((0, 0),))))
    assert PUZZLE.extras.notes(p) == ("piece O has no place on this board",)
    assert np.isin([0, 1, 2], p.placements.piece).tolist() == [False, True, True]
    stuck = Tiling(ring, (square, Piece("L", tuple((0, i) for i in range(4)))))
    for question, piece in ((Question(PUZZLE, p), "O"), (Question(PUZZLE, stuck), "O")):
        reason = describe_infeasible_row(question, question.model("cells"))
        assert reason.startswith(f"rule 'each piece lies as often as it is there', the piece {piece}: no assignment")
        none = list_answers(question, resolve_entrant(question, "exactcover", "cells"), Limits(seconds=30.0))
        assert (none.note, none.complete) == (f"not asked: {reason}", True)
    assert PUZZLE.extras.notes(instance("6x10")) == PUZZLE.extras.notes(instance("bedlam")) == ()


def test_a_cell_that_nothing_covers_is_named():
    """Two dominoes beside a cell by itself: there are two places, and none on that cell."""
    p = Tiling(np.array([[1, 0, 1, 1, 1]], bool), (Piece("I", ((0, 0), (0, 1)), 2),))
    question = Question(PUZZLE, p)
    assert "the cell R1C1: no assignment brings it to 1; it counts nothing" in describe_infeasible_row(
        question, question.model("cells")
    )
