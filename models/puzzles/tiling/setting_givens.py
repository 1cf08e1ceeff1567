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

from models.puzzles.parts.laid_pieces import Laid
from models.puzzles.randomness import Stream
from models.puzzles.setting.engines import SetterEngines
from models.puzzles.setting.targets import PlantedBoard
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.rules import PLACED, model
from rosetta.foundation.progress import Progress


def planted_tiling(p: Tiling, stream: Stream, engines: SetterEngines) -> Laid | None:
    """A random tiling, None if there is none. Not all are equally likely."""
    m = model(p)
    names = np.arange(m.variables + 1, dtype=np.int32)
    place = m.arrays["place"]
    names[place[stream.order(len(place))]] = place  # placements are tried in the order of their names
    values = engines.solve("exactcover", m, names)
    return None if values is None else PLACED.decode(m, values)


def has_several_tilings(p: Tiling, engines: SetterEngines) -> bool:
    """Are there two tilings?"""
    m = model(p)
    return len(list(islice(engines.solutions("exactcover", m, PLACED.variables(m)), 2))) == 2


def remaining_tiling(p: Tiling, laid: Laid) -> Tiling:
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


def place_givens(p: Tiling, answer: Laid, stream: Stream, engines: SetterEngines, progress: Progress) -> PlantedBoard:
    """The instance that remains when a minimal set of pieces of the answer is given."""
    laid = list(answer)
    for tried, at in enumerate(stream.order(len(answer)).tolist()):
        others = [piece for piece in laid if piece != answer[at]]
        if not has_several_tilings(remaining_tiling(p, tuple(others)), engines):
            laid = others
        progress(f"{len(laid)} pieces lie there, {len(answer) - tried - 1} to try")
    if not laid:
        return PlantedBoard(p, answer)
    rest = tuple(piece for piece in answer if piece not in laid)
    return PlantedBoard(remaining_tiling(p, tuple(laid)), rest, whole=p, givens=tuple(laid))
