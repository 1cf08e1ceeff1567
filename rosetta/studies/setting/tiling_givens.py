"""Tilings with one solution because some of the pieces lie on the board already: no fewer of them would do.

    . . . . . .      A tiling is planted: the first that exact cover finds when placements are tried in an order drawn
    . I I I I I  ->  from the seed. Its pieces are taken up again one by one, in an order drawn as well, each if those
    . . L L L L      that still lie leave one way only. A piece that had to stay while more of them lay there has to
    . . . . . L      stay now, so one round is enough: no piece that is left can be taken up.

A piece that lies there is a hole in the board, and one piece less in the set: that is the instance, which the format of
tilings can say. Fewest means that no piece of these can be taken up; other pieces might do with fewer.
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
from models.puzzles.tiling import PUZZLE
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.rules import Answer
from rosetta.studies.setting.targets import LIMITS, PlantedBoard, Say


def planted_tiling(p: Tiling, stream: Stream) -> Answer | None:
    """A tiling that the stream draws, None if there is none. Not each is equally likely."""
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
    found = backend_named("exactcover").solutions(model, PUZZLE.project(p, model), LIMITS, Options())
    return len(list(islice(found, 2))) == 2


def remaining_tiling(p: Tiling, laid: Answer) -> Tiling:
    """What is to be done when these pieces lie on the board; there are others."""
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


def place_givens(p: Tiling, answer: Answer, stream: Stream, say: Say) -> PlantedBoard:
    """What is left of it when pieces of the answer are given, none of which could be missing."""
    laid = list(answer)
    for tried, at in enumerate(stream.order(len(answer)).tolist()):
        others = [one for one in laid if one != answer[at]]
        if not has_several_tilings(remaining_tiling(p, tuple(others))):
            laid = others
        say(f"{len(laid)} pieces lie there, {len(answer) - tried - 1} to try")
    if not laid:
        return PlantedBoard(p, answer)
    rest = tuple(one for one in answer if one not in laid)
    return PlantedBoard(remaining_tiling(p, tuple(laid)), rest, whole=p, givens=tuple(laid))
