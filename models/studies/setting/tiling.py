"""Tilings with one solution: a board is cut at random, and parts grow together where a second solution differs.

    a a b      Two parts side by side that the second solution has elsewhere become one piece: fewer and larger pieces,
    a b b  ->  of shapes that seldom occur twice. Pieces have at most 9 cells; where no two parts can grow together any
    c c c      more, the board is cut anew.

Equal pieces are alike: that two of them change places is no other solution. But a rectangle has symmetries, and turned
over as a whole a solution is another one. When no others are left, a part that no symmetry leaves in its place becomes
a hole, the first in an order drawn once: so the board has no symmetry any more that would count.

Second solutions are those that the project's own exact cover finds first.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.what import shape_of
from models.puzzles.contract import InputError
from models.puzzles.randomness import Stream
from models.puzzles.tiling import PUZZLE
from models.puzzles.tiling_instance import Tiling
from models.puzzles.tiling_made import of_cut
from models.studies.setting.wishes import Found, Say, Wish, again

FITS = frozenset({"difficulty"})
NEEDS = ("exactcover", "cpsat")
LARGEST = 9  # cells of a piece
LIMITS = Limits(seconds=1e6)  # the child that this is done in has its own
Part = tuple[tuple[int, ...], ...]
Laid = tuple[tuple[str, Part], ...]


def set_up(what: str, seed: int, attempt: int, wish: Wish, say: Say) -> Found | None:
    """Pieces and a board with a hole that they fill in one way, None if the parts cannot grow together so."""
    shape = shape_of(what)
    if shape is None or wish.parameters.get("pieces") != "random":
        raise InputError("tiling: boards with one solution are cut at random; expected a size and --pieces random")
    _, cut = PUZZLE.generate(shape, again("tiling", what, seed, attempt), pieces="random")
    stream, parts = Stream("tiling", "set", f"{what}:{attempt}", seed), [cells for _, cells in cut or ()]
    board = np.ones(shape, np.bool_)
    while True:
        p, answer = of_cut(board, parts)
        second = _other(p, answer)
        if second is None:
            return _with_hole(p, answer, parts, stream)
        pair = _side_by_side(_pieces_that_differ(parts, answer, second), parts, stream)
        if pair is None:
            return None
        grown = tuple(sorted(pair[0] + pair[1]))
        parts = [*(part for part in parts if part not in pair), grown]
        say(f"{len(parts)} pieces")


def _other(p: Tiling, answer: Laid) -> Laid | None:
    """A solution that no symmetry of the board makes of the answer."""
    known, model = {image(answer) for image in PUZZLE.symmetries(p)}, PUZZLE.formulations["cells"](p)
    for values in backend_named("exactcover").solutions(model, PUZZLE.project(p, model), LIMITS, Options()):
        found: Laid = PUZZLE.decode(p, model, values)
        if found not in known:
            return found
    return None


def _pieces_that_differ(parts: list[Part], answer: Laid, second: Laid) -> list[Part]:
    elsewhere = {cells for _, cells in set(answer) - set(second)}
    return [part for part in parts if part in elsewhere]


def _side_by_side(differing: list[Part], parts: list[Part], stream: Stream) -> tuple[Part, Part] | None:
    """Two parts that touch and are not too large together; both differ, or else one of them does."""
    for others in (differing, parts):
        pairs = [
            (one, other)
            for one in differing
            for other in others
            if one != other and len(one) + len(other) <= LARGEST and _touch(one, other)
        ]
        if pairs:
            least = min(len(one) + len(other) for one, other in pairs)
            small = [pair for pair in pairs if len(pair[0]) + len(pair[1]) == least]
            return small[stream.below(len(small))]
    return None


def _touch(one: Part, other: Part) -> bool:
    cells = set(other)
    return any((r + dr, c + dc) in cells for r, c in one for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def _with_hole(p: Tiling, answer: Laid, parts: list[Part], stream: Stream) -> Found | None:
    """The board without a part that no symmetry of it, which makes another answer, puts there again."""
    others = {image(answer) for image in PUZZLE.symmetries(p)} - {answer}
    if not others:
        return p, answer
    for at in stream.order(len(answer)).tolist():
        if len(parts) > 1 and not any(answer[at] in other for other in others):
            return of_cut(_without(p.board, answer[at][1]), [part for part in parts if part != answer[at][1]])
    return None


def _without(board: NDArray[np.bool_], cells: Iterable[tuple[int, ...]]) -> NDArray[np.bool_]:
    rest = board.copy()
    rest[tuple(np.array(list(cells)).T)] = False
    return rest
