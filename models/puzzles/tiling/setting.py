"""Generator of tilings with one solution: a board is cut at random, and parts are merged where a second solution
differs.

    a a b      Two adjacent parts that the second solution has elsewhere become one piece: fewer and larger pieces, of
    a b b  ->  shapes that seldom occur twice. Pieces have at most 9 cells; where no two parts can be merged, the board
    c c c      is cut anew.

Equal pieces are interchangeable: swapping two of them gives no other solution. But a rectangle has symmetries, and the
image of a solution under one is another solution. When no others remain, a part that no symmetry maps to itself becomes
a hole, the first in an order drawn once: then no symmetry of the board gives another solution.

Second solutions are those that the project's own exact cover finds first. Boards with pieces of their own (6x10, soma,
a file) get one solution by pieces that lie on the board already: `setting_givens`.
"""

from __future__ import annotations

import numpy as np

from models.puzzles.parameters import switch
from models.puzzles.randomness import Stream
from models.puzzles.setting.engines import SetterEngines
from models.puzzles.setting.setter import Setter, SettingAttempt
from models.puzzles.setting.targets import PlantedBoard
from models.puzzles.tiling.generate import instance_from_parts
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.rules import PLACED, describe_colouring, is_refuted_by_colours, model
from models.puzzles.tiling.setting_givens import cut_holes, has_several_tilings, place_givens, planted_tiling
from models.puzzles.tiling.symmetry import symmetries
from rosetta.foundation.errors import InputError

LARGEST = 9  # cells of a piece
Part = tuple[tuple[int, ...], ...]
Laid = tuple[tuple[str, Part], ...]


def set_up(attempt: SettingAttempt) -> PlantedBoard | None:
    """Pieces and a board with a hole that they fill in one way, None if no merging of parts leads there."""
    stream, (start, planted) = attempt.stream(), attempt.start()
    is_given = attempt.wish.minimal or attempt.wish.wishes.get("given", False)
    if is_given or attempt.shape is None or planted is None:
        return _set_own_pieces(start, planted, is_given, stream, attempt)
    parts = [cells for _, cells in planted]
    board = np.ones(attempt.shape, np.bool_)
    while True:
        p, answer = instance_from_parts(board, parts)
        second = _find_other(p, answer, attempt.engines)
        if second is None:
            return _cut_hole(p, answer, parts, stream)
        pair = _touching_pair(_differing_parts(parts, answer, second), parts, stream)
        if pair is None:
            return None
        grown = tuple(sorted(pair[0] + pair[1]))
        parts = [*(part for part in parts if part not in pair), grown]
        attempt.progress(f"{len(parts)} pieces")


SETTER = Setter(
    set_up,
    fits=frozenset({"difficulty", "minimal"}),
    backends=("exactcover", "cpsat"),
    wishes={"given": switch("some pieces are given, none of them redundant; implies --unique")},
    implying=frozenset({"given"}),
    variety="with --given, other pieces lie on each",
)


def _set_own_pieces(
    p: Tiling, answer: Laid | None, is_given: bool, stream: Stream, attempt: SettingAttempt
) -> PlantedBoard:
    """The board with its own pieces. is_given: some of them shall lie there already."""
    what, engines, progress = attempt.what, attempt.engines, attempt.progress
    if is_refuted_by_colours(p):
        raise InputError(f"tiling: the pieces of {what} do not cover it in any way: {describe_colouring(p)}")
    progress("looking for a tiling")
    answer = answer or planted_tiling(p, stream, engines)
    if answer is None:
        raise InputError(f"tiling: the pieces of {what} do not cover it in any way")
    if is_given:
        return place_givens(p, answer, stream, engines, progress)
    if has_several_tilings(p, engines):
        raise InputError(
            f"tiling: {what} is covered in several ways; expected --given, which lays pieces until one way is left, or "
            "a size with --pieces random, which cuts a board so that there is one"
        )
    return PlantedBoard(p, answer)


def _find_other(p: Tiling, answer: Laid, engines: SetterEngines) -> Laid | None:
    """A solution that is no image of the answer under a symmetry of the board, None if there is none."""
    images, m = {image(answer) for image in symmetries(p)}, model(p)
    for values in engines.solutions("exactcover", m, PLACED.variables(m)):
        other: Laid = PLACED.decode(m, values)
        if other not in images:
            return other
    return None


def _differing_parts(parts: list[Part], answer: Laid, second: Laid) -> list[Part]:
    elsewhere = {cells for _, cells in set(answer) - set(second)}
    return [part for part in parts if part in elsewhere]


def _touching_pair(differing: list[Part], parts: list[Part], stream: Stream) -> tuple[Part, Part] | None:
    """Two parts that touch and are not too large together; both differ, or else one of them does."""
    for others in (differing, parts):
        pairs = [
            (part, other)
            for part in differing
            for other in others
            if part != other and len(part) + len(other) <= LARGEST and _touch(part, other)
        ]
        if pairs:
            least = min(len(part) + len(other) for part, other in pairs)
            small = [pair for pair in pairs if len(pair[0]) + len(pair[1]) == least]
            return small[stream.number_below(len(small))]
    return None


def _touch(part: Part, other: Part) -> bool:
    cells = set(other)
    return any((r + dr, c + dc) in cells for r, c in part for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def _cut_hole(p: Tiling, answer: Laid, parts: list[Part], stream: Stream) -> PlantedBoard | None:
    """The board without a part that is in no other image of the answer; None if every part is in one."""
    others = {image(answer) for image in symmetries(p)} - {answer}
    if not others:
        return PlantedBoard(p, answer)
    for at in stream.order(len(answer)).tolist():
        if len(parts) > 1 and not any(answer[at] in other for other in others):
            return PlantedBoard(
                *instance_from_parts(
                    cut_holes(p.board, answer[at][1]), [part for part in parts if part != answer[at][1]]
                )
            )
    return None
