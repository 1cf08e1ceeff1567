"""Which piece some chosen cells are, compared with a search through all ways to lay one."""

from __future__ import annotations

from collections import Counter
from random import Random

from models.puzzles.registry import puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.studies.playing.answer_steps import answer_of_steps, steps_of_answer
from tests.support.puzzle_boards import boards, written_boards
from tests.support.scripts import run_script

TILING = puzzle("tiling")
MATCH = """data.map(([clicks, plays]) => plays.map(([steps, cells]) => {
  const chosen = cells.reduce((some, cell) => toggleCell(some, cell), []), left = countLeft(clicks, steps);
  return [chosen, matchPiece(clicks, steps, chosen), [...listLaid(clicks, steps)].sort(), Object.fromEntries(left)];
}))"""


def scene_of(p):
    return scene_document(TILING.extras.scene(p, View()))


def random_plays(scene, right, random):
    """Some pieces of an answer laid, and some cells chosen: of one of the other placements, often all but one."""
    pieces = scene["clicks"]["pieces"]
    for _ in range(40):
        laid = [step if random.random() < 0.5 else random.choice((0, 2)) for step in right]
        cells = list(random.choice(pieces)["cells"])
        random.shuffle(cells)
        for _ in range(random.choice((0, 0, 0, 1, 2))):
            cells.append(random.choice(random.choice(pieces)["cells"]))  # maybe one that is chosen, and is given up
        yield [laid, cells[: random.randint(1, len(cells))] if random.random() < 0.4 else cells]


def chosen_cells(cells):
    """Those that were chosen an odd number of times."""
    return {cell for cell, times in Counter(map(tuple, cells)).items() if times % 2}


def matching(clicks, steps, chosen):
    """The first free placement on just these cells, -1 without one; is there none on more?"""
    laid = [piece for piece, step in zip(clicks["pieces"], steps, strict=True) if step == 1]
    taken = {tuple(cell) for piece in laid for cell in piece["cells"]}
    used = Counter(piece["piece"] for piece in laid)
    free = [
        (number, {tuple(cell) for cell in piece["cells"]})
        for number, piece in enumerate(clicks["pieces"])
        if clicks["copies"] is None or used[piece["piece"]] < clicks["copies"][piece["piece"]]
    ]
    free = [(number, cells) for number, cells in free if not cells & taken]
    same = [number for number, cells in free if cells == chosen]
    return {"place": same[0] if same else -1, "isFinal": not any(cells > chosen for _, cells in free)}


def test_chosen_cells_are_the_piece_that_fits(tmp_path):
    """One that is free, and not laid as often as it may be; a larger one may still become of the cells, or not."""
    random, data = Random(1), []
    for p, planted in [*boards("tiling"), *((p, None) for p in written_boards("tiling"))]:
        scene = scene_of(p)
        right = [0] * len(scene["clicks"]["pieces"])
        if planted is not None:
            right = steps_of_answer(scene, TILING.answer_json(planted))
        data.append([scene["clicks"], list(random_plays(scene, right, random))])
    kinds = set()
    for (clicks, plays), found in zip(data, run_script("piece_choice.js", data, MATCH, tmp_path), strict=True):
        for (steps, cells), (chosen, match, laid, left) in zip(plays, found, strict=True):
            assert {tuple(cell) for cell in chosen} == chosen_cells(cells)
            assert match == matching(clicks, steps, chosen_cells(cells))
            lies = {",".join(map(str, cell)): number for number, step in enumerate(steps) if step == 1
                    for cell in clicks["pieces"][number]["cells"]}  # fmt: skip
            assert dict(laid) == lies
            used = Counter(clicks["pieces"][number]["piece"] for number, step in enumerate(steps) if step == 1)
            assert left == {piece: copies - used[piece] for piece, copies in (clicks["copies"] or {}).items()}
            kinds.add((match["place"] >= 0, match["isFinal"]))
    assert {(True, True), (False, True), (False, False)} <= kinds


def test_a_tiling_is_laid_cell_by_cell(tmp_path):
    """The cells of each piece of the planted answer, one after the other, come to an answer that keeps the rules."""
    lay = """data.map(([clicks, pieces]) => pieces.reduce((steps, cells) => {
      const { place } = matchPiece(clicks, steps, cells.reduce(toggleCell, []));
      return steps.map((step, i) => (i === place ? 1 : step));
    }, clicks.pieces.map(() => 0)))"""
    planted = [(p, answer, scene_of(p)) for p, answer in boards("tiling") if answer is not None]
    data = [[scene["clicks"], [piece["cells"] for piece in next(iter(TILING.answer_json(answer).values()))]]
            for _, answer, scene in planted]  # fmt: skip
    for (p, _, scene), steps in zip(planted, run_script("piece_choice.js", data, lay, tmp_path), strict=True):
        assert TILING.verify(p, TILING.answer_from_json(p, answer_of_steps(scene, steps))) == []
    assert planted
