"""All pieces of a size, against published numbers; the boards of the catalogue, counted where that is quick."""

from __future__ import annotations

import numpy as np
import pytest

from backends import exactcover
from backends.contract import Limits, Options
from instances.catalogue import catalogue
from instances.resolve import resolve
from models.puzzles.tiling.families import FAMILIES, PLANE, SPACE, find_family, fixed_pieces
from models.puzzles.tiling.record import PUZZLE
from models.puzzles.tiling.rules import Tiling
from models.puzzles.tiling.sets import pentominoes, soma
from models.puzzles.tiling.shapes import SIDES, orientations
from rosetta.foundation.errors import InputError
from rosetta.reproducing.tiling.chessboard import dancing_result

# OEIS A000105, A000988, A001168 from two cells on; A000162, A038119, A001931 from three
NUMBERS = {
    **dict(zip(PLANE, (1, 2, 5, 12, 35, 108), strict=True)),
    **{f"one-sided-{name}": n for name, n in zip(PLANE, (1, 2, 7, 18, 60, 196), strict=True)},
    **{f"fixed-{name}": n for name, n in zip(PLANE, (2, 6, 19, 63, 216, 760), strict=True)},
    **dict(zip(SPACE, (2, 8, 29), strict=True)),
    **{f"free-{name}": n for name, n in zip(SPACE, (2, 7, 23), strict=True)},
    **{f"fixed-{name}": n for name, n in zip(SPACE, (15, 86, 534), strict=True)},
    "pentacubes-28": 28,
    "pentacubes-25": 25,
    "one-sided": 18,
}
COUNTED = {  # boards that both programs count in a second
    "rectangle-3x20", "scott", "soma-cube", "tetracubes-2x4x4", "tetracubes-2x2x8", "free-tetracubes",
    "fixed-triominoes", "fixed-tricubes", "tetrominoes-4x5", "tetrominoes-2x2x5", "one-sided-tetrominoes",
    "fixed-triominoes-2x9",
}  # fmt: skip
ONE_PROGRAM = {"rectangle-4x15", "box-2x3x10"}


def instance(what):
    return resolve("tiling", what).instance


@pytest.mark.parametrize("name", FAMILIES)
def test_a_set_has_as_many_pieces_as_published(name):
    """All different: under its own turns, no piece becomes another; names differ, and sizes are alike."""
    pieces = find_family(name).make()
    assert len(pieces) == NUMBERS[name]
    assert len({piece.name for piece in pieces}) == len(pieces)
    assert len({piece.sides for piece in pieces}) == 1
    assert len({orientations(piece.shape, piece.sides)[0] for piece in pieces}) == len(pieces)
    assert len({len(piece.shape) for piece in pieces}) == 1
    assert {len(piece.shape[0]) for piece in pieces} == {find_family(name).dimensions}


def test_plane_pieces_keep_their_letters():
    """In space too; Soma's solid pieces have theirs among the tetracubes; a mirror image has the sign of one."""
    plane = {piece.name: {(0, *cell) for cell in piece.shape} for piece in pentominoes()}
    cubes = {piece.name: set(piece.shape) for piece in find_family("pentacubes").make()}
    assert {name: cubes[name] for name in plane} == plane
    tetracubes = {p.name: orientations(p.shape, SIDES[1]) for p in find_family("tetracubes").make()}
    for piece in soma():
        if max(cell[0] for cell in piece.shape):
            assert orientations(piece.shape, SIDES[1]) == tetracubes[piece.name]
    mirrored = [piece for piece in find_family("pentacubes").make() if piece.name.endswith("'")]
    assert len(mirrored) == 29 - 23
    for piece in mirrored:
        other = next(p for p in find_family("pentacubes").make() if p.name == piece.name[:-1])
        assert orientations(piece.shape) == orientations(other.shape)
        assert orientations(piece.shape, SIDES[1]) != orientations(other.shape, SIDES[1])


def test_of_the_pentacubes_those_are_left_out_that_are_too_long():
    """The straight one is five long, three more are four long: 28, and 25."""
    names = {piece.name for piece in find_family("pentacubes").make()}
    assert names - {piece.name for piece in find_family("pentacubes-28").make()} == {"I"}
    assert names - {piece.name for piece in find_family("pentacubes-25").make()} == {"I", "L", "N", "Y"}


def test_fixed_pieces_lie_in_one_way_only():
    """As many placements as the free set has on the same board."""
    board = np.ones((4, 19), np.bool_)
    free, pieces = find_family("tetrominoes").make(), fixed_pieces(find_family("tetrominoes").make())
    p = Tiling(board, pieces)
    assert len(p.placements) == sum((5 - h) * (20 - w) for piece in free for h, w in sizes(piece))
    assert len(PUZZLE.extras.symmetries(p)) == 4


def sizes(piece):
    """Height and width of each way in which a piece may lie."""
    return [tuple(1 + max(axis) for axis in zip(*way, strict=True)) for way in orientations(piece.shape, piece.sides)]


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("pentacubes:5x5x5", "has 125 cells, its pieces have 145"),
        ("tetracubes:4x8", "pieces in space need a box, such as tetracubes:2x4x4"),
        ("one-sided:3x5x6", "in a box every plane piece can be turned over"),
        ("fixed-triominoes:1x3x6", "in a box every plane piece can be turned over"),
        ("octominoes:2x2", "is not a size"),
    ],
)
def test_what_does_not_fit_is_refused(what, message):
    with pytest.raises(InputError, match=message):
        instance(what)


def test_free_plane_pieces_fill_boxes_as_cubes():
    """`pentominoes:3x4x5` is `3x4x5`."""
    assert instance("pentominoes:3x4x5") == instance("3x4x5")
    assert len(PUZZLE.extras.symmetries(instance("tetracubes:2x4x4"))) == 16


@pytest.mark.sample(4)
@pytest.mark.parametrize("entry", catalogue("tiling").values(), ids=lambda entry: entry.name)
def test_boards_of_the_catalogue_fit_and_are_counted(entry):
    """The pieces fill the board; the number of tilings by two programs where they take a second, by one where that
    takes a second, by colours where these forbid all."""
    p = instance(f"tiling/{entry.name}")
    assert sum(piece.copies * len(piece.shape) for piece in p.pieces) == p.board.sum()
    if entry.name in COUNTED | ONE_PROGRAM:
        model = PUZZLE.formulations["cells"](p)
        number = exactcover.BACKEND.count(model, PUZZLE.project(p, model), Limits(seconds=60), Options())
        assert number == int(entry.solutions)
    if entry.name in COUNTED:
        assert dancing_result(p).number == int(entry.solutions)
    up_to = [word for word in entry.origin.split(": ") if " up to symmetry" in word]
    if up_to and entry.name != "conway-puzzle":
        distinct = int(up_to[-1].split(" up to symmetry")[0].split()[-1])
        assert distinct * len(PUZZLE.extras.symmetries(p)) == int(entry.solutions)


@pytest.mark.parametrize("name", ["pentacubes-5x5x5", "pentacubes-4x5x7", "tetracubes-2x4x4"])
def test_a_box_of_polycubes_is_solved_and_drawn_by_layers(name):
    """The first two tilings that exact cover gives; layers side by side, every cell with a letter."""
    p = instance(f"tiling/{name}")
    model = PUZZLE.formulations["cells"](p)
    two = exactcover.BACKEND.solutions(model, PUZZLE.project(p, model), Limits(seconds=60), Options())
    first, second = (PUZZLE.decode(p, model, next(two)) for _ in range(2))
    assert first != second
    assert PUZZLE.verify(p, first) == PUZZLE.verify(p, second) == []
    layers, rows, columns = p.board.shape
    lines = PUZZLE.draw_text(p, first).splitlines()
    assert len(lines) == 2 * rows + 1
    assert {len(line) for line in lines[::2]} == {layers * (4 * columns + 1) + 3 * (layers - 1)}
    text = "".join(lines)
    assert sum(letter.isalnum() for letter in text) == p.board.size
    assert "<svg" in PUZZLE.draw_svg(p, first)
