"""Generator of tilings with one solution by a minimal set of given pieces, which lie on the board already.

    . . . . . .      A tiling is planted: the first that exact cover finds when placements are tried in a random order
    . I I I I I  ->  from the seed. Its pieces are removed one by one, again in random order, each if the remaining
    . . L L L L      ones leave one solution only. A piece that was needed with more pieces on the board is needed with
    . . . . . L      fewer, so one round is enough: no given piece can be removed.

A given piece is a hole in the board and one piece less in the set; so the instance can be written in the format of
tilings. The set is minimal, not smallest: another set of given pieces might be smaller.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from backends.contract import Options
from backends.passes.equivalent_literals import rename_block
from backends.registry import backend_named
from models.puzzles.randomness import Stream
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.record import PUZZLE
from models.puzzles.tiling.rules import Answer
from rosetta.foundation.progress import Progress
from rosetta.studies.setting.targets import LIMITS, PlantedBoard


def planted_tiling(p: Tiling, stream: Stream) -> Answer | None:
    """A random tiling, None if there is none. Not all are equally likely."""
    model = PUZZLE.formulations["cells"](p)
    names = np.arange(model.variables + 1, dtype=np.int32)
    place = model.arrays["place"]
    names[place[stream.order(len(place))]] = place  # placements are tried in the order of their names
    shuffled = model.copy()
    shuffled.blocks = [rename_block(block, names) for block in model.blocks]
    outcome = backend_named("exactcover").solve(shuffled, LIMITS, Options())
    if outcome.values is None:
        return None
    answer: Answer = PUZZLE.decode(p, model, outcome.values[names])
    return answer


def has_several_tilings(p: Tiling) -> bool:
    """Are there two tilings?"""
    model = PUZZLE.formulations["cells"](p)
    tilings = backend_named("exactcover").solutions(model, PUZZLE.project(p, model), LIMITS, Options())
    return len(list(islice(tilings, 2))) == 2


def remaining_tiling(p: Tiling, laid: Answer) -> Tiling:
    """The instance that remains when these pieces, not all of them, lie on the board."""
    names = [name for name, _ in laid]
    pieces = [replace(piece, copies=piece.copies - names.count(piece.name)) for piece in p.pieces if
              piece.copies > names.count(piece.name)]  # fmt: skip
    return Tiling(cut_holes(p.board, (cell for _, cells in laid for cell in cells)), tuple(pieces))


def cut_holes(board: NDArray[np.bool_], cells: Iterable[tuple[int, ...]]) -> NDArray[np.bool_]:
    """The board with holes at these cells."""
    rest = board.copy()
    for cell in cells:
        rest[cell] = False
    return rest


def place_givens(p: Tiling, answer: Answer, stream: Stream, progress: Progress) -> PlantedBoard:
    """The instance that remains when a minimal set of pieces of the answer is given."""
    laid = list(answer)
    for tried, at in enumerate(stream.order(len(answer)).tolist()):
        others = [piece for piece in laid if piece != answer[at]]
        if not has_several_tilings(remaining_tiling(p, tuple(others))):
            laid = others
        progress(f"{len(laid)} pieces lie there, {len(answer) - tried - 1} to try")
    if not laid:
        return PlantedBoard(p, answer)
    rest = tuple(piece for piece in answer if piece not in laid)
    return PlantedBoard(remaining_tiling(p, tuple(laid)), rest, whole=p, givens=tuple(laid))
