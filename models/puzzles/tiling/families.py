"""All pieces of a size, as a set with a name: `hexominoes`, `fixed-triominoes`, `tetracubes`.

    in the plane     dominoes triominoes tetrominoes pentominoes hexominoes heptominoes
      (free)         1 2 5 12 35 108, turned and turned over; with `one-sided-` before it, turned only, mirror images
                     apart: 1 2 7 18 60 196; with `fixed-`, neither: 2 6 19 63 216 760
    in space         tricubes tetracubes pentacubes
      (rotated)      2 8 29, mirror images apart, since hands cannot mirror a piece; with `free-` they may be mirrored:
                     2 7 23; with `fixed-`: 15 86 534
    subsets          pentacubes-28, without the straight one; pentacubes-25, those that fit into 3x3x3 (without the
                     straight I and L, N, Y, which are four long)

In a box, free plane pieces are layers of cubes. Plane pieces of five cells have their usual letters, others letters
with numbers; `'` marks a mirror image. Of the heptominoes one has a hole, which nothing can fill: together they cover
no board without holes.

References: S. W. Golomb, "Polyominoes" (1965); OEIS A000105, A000988, A001168, A000162, A038119, A001931.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from models.puzzles.tiling.sets import SOMA, Piece, hexominoes, one_sided_pieces, pentominoes, tetrominoes
from models.puzzles.tiling.shapes import SIDES, Shape, lift_to_space, orientations, parse_picture, polyforms

TWO_SIDED, ONE_SIDED, FIXED = SIDES
Pieces: TypeAlias = tuple[Piece, ...]
LETTERS = {5: "p", 6: "h", 7: "s"}  # prefixes of pieces that have no letter of their own, by size


@dataclass(frozen=True, slots=True)
class PieceFamily:
    """dimensions: 2 or 3; flat: plane pieces that may be used in a box as well; make: makes the pieces."""

    dimensions: int
    flat: bool
    make: Callable[[], tuple[Piece, ...]]


def find_family(name: str) -> PieceFamily | None:
    """The set of that name."""
    return FAMILIES.get(name)


def _polyominoes(cells: int) -> tuple[Piece, ...]:
    """The free polyominoes of a size."""
    named = {4: tetrominoes, 5: pentominoes, 6: hexominoes}
    if cells in named:
        return named[cells]()
    shapes = polyforms(cells)
    if cells < 4:
        return tuple(Piece(name, shape) for name, shape in zip("IV", sorted(shapes, key=_width), strict=False))
    return tuple(Piece(f"{LETTERS[cells]}{i}", shape) for i, shape in enumerate(shapes, 1))


def _width(shape: Shape) -> int:
    """0 for a straight piece, which comes first."""
    return min(max(cell[axis] for cell in shape) for axis in range(len(shape[0])))


def _polycubes(cells: int) -> tuple[Piece, ...]:
    """The polycubes of a size by rotation: plane ones by their letters, then the others, mirror images together."""
    plane = [Piece(piece.name, lift_to_space(piece.shape), 1, ONE_SIDED) for piece in _polyominoes(cells)]
    own = {parse_picture(*layers): name for name, layers in SOMA.items() if len(layers) > 1} if cells == 4 else {}
    letters = {orientations(shape, ONE_SIDED)[0]: name for shape, name in own.items()}
    solid = [shape for shape in polyforms(cells, 3, TWO_SIDED) if min(max(axis) for axis in zip(*shape, strict=True))]
    solid_pieces = []
    for i, shape in enumerate(solid, 1):
        hands = sorted({orientations(way, ONE_SIDED)[0] for way in orientations(shape)})
        solid_pieces += [
            Piece(letters.get(hand, f"{LETTERS.get(cells, 'c')}{i}{chr(39) * (hand != hands[0])}"), hand, 1, ONE_SIDED)
            for hand in hands
        ]
    return (*plane, *solid_pieces)


def fixed_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Every way a piece may lie as a piece of its own that cannot be turned: F1, F2, ..."""
    fixed = []
    for piece in pieces:
        ways = orientations(piece.shape, piece.sides)
        names = [piece.name] if len(ways) == 1 else [f"{piece.name}.{i}" for i in range(1, len(ways) + 1)]
        fixed += [Piece(name, way, piece.copies, FIXED) for name, way in zip(names, ways, strict=True)]
    return tuple(fixed)


def mirrored_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Pieces in space that may be mirrored too; of two that are each other's mirror image the first is kept."""
    by_shape: dict[Shape, Piece] = {}
    for piece in pieces:
        by_shape.setdefault(orientations(piece.shape)[0], Piece(piece.name, piece.shape, piece.copies, TWO_SIDED))
    return tuple(by_shape.values())


def _pentacubes(longest: int) -> tuple[Piece, ...]:
    """The pentacubes that fit into a cube of that side."""
    return tuple(piece for piece in _polycubes(5) if max(map(max, piece.shape)) < longest)


def _derive_pieces(change: Callable[[Pieces], Pieces], make: Callable[[], Pieces]) -> Callable[[], Pieces]:
    """A function that makes the pieces of another set and changes them."""
    return lambda: change(make())


def _build_families() -> dict[str, PieceFamily]:
    families = {}
    for cells, name in enumerate(PLANE, 2):
        free = partial(_polyominoes, cells)
        families[name] = PieceFamily(2, True, free)
        families[f"one-sided-{name}"] = PieceFamily(2, False, _derive_pieces(one_sided_pieces, free))
        families[f"fixed-{name}"] = PieceFamily(2, False, _derive_pieces(fixed_pieces, free))
    for cells, name in enumerate(SPACE, 3):
        rotated = partial(_polycubes, cells)
        families[name] = PieceFamily(3, False, rotated)
        families[f"free-{name}"] = PieceFamily(3, False, _derive_pieces(mirrored_pieces, rotated))
        families[f"fixed-{name}"] = PieceFamily(3, False, _derive_pieces(fixed_pieces, rotated))
    families["pentacubes-28"] = PieceFamily(3, False, partial(_pentacubes, 4))
    families["pentacubes-25"] = PieceFamily(3, False, partial(_pentacubes, 3))
    families["one-sided"] = families["one-sided-pentominoes"]
    return families


PLANE = ("dominoes", "triominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes")  # of 2, 3, ... cells
SPACE = ("tricubes", "tetracubes", "pentacubes")  # of 3, 4, 5 cubes
FAMILIES = _build_families()
