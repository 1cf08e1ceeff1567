"""What a wrong answer is marked at is what `verify` complains of, in every puzzle whose drawings are judged by rows.

Answers are solutions in which one piece or number is changed. Each mark must follow from a sentence: a cell that it
names, a number that is twice in its line, region, cage or run, a piece of a line that has too many, the clue beside the
line. And each sentence has a mark, but for those that say that something is lacking, or is not connected.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import numpy as np
import pytest

from models.puzzles.parts.answers import CellNumbers, CellPieces
from models.puzzles.parts.faults import Faults, JudgedScene, find_faults
from models.puzzles.randomness import Stream
from models.puzzles.registry import names, puzzle
from rosetta.foundation.errors import InputError

BOARDS, CHANGES, SIZES = 2, 8, ((6, 6), (5, 5), (4, 4), (8, 8))
OTHERS = {
    "akari": "its scene says what is wrong",
    "tents": "its scene says what is wrong",
    "lightsout": "no scene of parts",
    "tiling": "boards come without an answer",
}
CELL = re.compile(r"R(\d+)C(\d+)")
DOT = re.compile(r"dot \((\d+), (\d+)\)")
SILENT = re.compile(  # what lacks something, and what no rows say
    r"cut off|no way leads|in \d+ pieces|are \d+ pieces|has \d+ clues?, not|in 0 rectangles|"
    r"the area of|loose end|do not form"
)


def cells_of_line(line, number, shape):
    return [(number, c) for c in range(shape[1])] if line == "row" else [(r, number) for r in range(shape[0])]


def cells_of_run(p, cell, direction):
    """The white cells from one on, down or across, and the black one before it."""
    down, right = (1, 0) if direction == "down" else (0, 1)
    cells, (r, c) = [], cell
    while r < p.sums.shape[0] and c < p.sums.shape[1] and p.sums[r, c, 0] == -1:
        cells.append((r, c))
        r, c = r + down, c + right
    return cells, (cell[0] - down, cell[1] - right)


def blamed_of_group(kind, answer, cells, shape):
    """Those that have the same number twice, or one that is too large; or the pieces."""
    if isinstance(kind, CellNumbers):
        times = Counter(answer[r][c] for r, c in cells)
        return {(r, c) for r, c in cells if times[answer[r][c]] > 1 or answer[r][c] > max(shape)}
    pieces = set(answer) & set(cells)
    if len(cells) == 1:
        return set(cells)
    return set(cells) - pieces if kind.other and 2 * len(pieces) < len(cells) else pieces


def island_of(cell, land):
    """The cells of this kind that are connected with this one."""
    found, waiting = {cell}, [cell]
    while waiting:
        r, c = waiting.pop()
        fresh = {(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)} & land - found
        found |= fresh
        waiting += fresh
    return found


def told(name, kind, p, answer, sentence, shape):
    """The cells and the words beside the board that a sentence may blame."""
    cells = {(int(r) - 1, int(c) - 1) for r, c in CELL.findall(sentence)}
    cells |= {(int(r), int(c)) for r, c in DOT.findall(sentence)}
    named, margins, groups = sorted(cells), set(), []
    if re.search(r" from R\d+C\d+ (to R|on)", sentence):
        (top, left), (bottom, right) = named[0], named[-1] if len(named) > 1 else named[0]
        if len(named) == 1:
            is_row = "row" in sentence
            bottom, right = (top, left + 2) if is_row else (top + 2, left)
        cells |= set(product(range(top, bottom + 1), range(left, right + 1)))
    if "2x2 block" in sentence:
        cells |= {(named[0][0] + r, named[0][1] + c) for r in (0, 1) for c in (0, 1)}
    for line, number in re.findall(r"(row|column) (\d+)", sentence):
        groups.append(cells_of_line(line, int(number) - 1, shape))
        sides = ("left", "right") if line == "row" else ("top", "bottom")
        margins |= {(side, int(number) - 1) for side in sides}
    for number in re.findall(r"region (\d+)", sentence):
        groups.append(list(map(tuple, np.argwhere(p.regions == int(number) - 1).tolist())))
    if "the room" in sentence:
        groups.append(list(map(tuple, np.argwhere(p.rooms == p.rooms[named[0]]).tolist())))
    if name == "hitori" and "cut off" in sentence:  # by the shaded cells around it
        cells |= {(r + dr, c + dc) for r, c in named for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    if name == "slitherlink":  # a line is blamed that may touch the cell at its other end
        cells |= {(r + dr, c + dc) for r, c in named for dr, dc in ((0, 1), (1, 0), (1, 1))}
    if name == "masyu":  # the lines before and after a pearl
        around = [step for step in product(range(-2, 3), repeat=2) if 0 in step]
        cells |= {(r + dr, c + dc) for r, c in named for dr, dc in around}
    if name == "numberlink":
        numbers = {p.numbers[cell] for cell in named}
        cells |= {cell for cell in np.ndindex(shape) if p.numbers[cell] and p.numbers[cell] in numbers}
    if name == "nurikabe" and "island" in sentence:
        cells |= island_of(named[0], set(np.ndindex(shape)) - set(answer))
    if name == "yajilin" and "points at" in sentence:
        cells |= {(r, c) for r, c in answer[0] if r == named[0][0] or c == named[0][1]}
    if name == "fillomino" and "area of 1s" in sentence:
        ones = {cell for cell in np.ndindex(shape) if answer[cell[0]][cell[1]] == 1}
        cells |= island_of(named[0], ones)
    if name == "shikaku":
        cells |= {cell for _, own in answer if cells & set(own) for cell in own}
    if "cage of" in sentence:
        groups.append(list(map(tuple, np.argwhere(p.cages == p.cages[named[0]]).tolist())))
    for direction in re.findall(r"the run (down|across)", sentence):
        run, clue = cells_of_run(p, named[0], direction)
        groups.append(run)
        cells = {clue}
    if name == "hitori" and "shows the number" in sentence:
        shown = int(re.findall(r"number (\d+)", sentence)[0])
        return {cell for cell in groups[0] if p.numbers[cell] == shown and cell not in answer}, set()
    are_cells = isinstance(kind, CellNumbers | CellPieces)
    blamed = [blamed_of_group(kind, answer, group, shape) for group in groups if are_cells]
    return cells.union(*blamed), margins


def changed_answers(kind, model, answer, stream):
    """Answers that differ from this one in one piece, or in one number."""
    values = np.zeros(model.variables + 1, np.int64)
    variables = kind.variables(model)
    values[variables] = kind.holds(model, answer)
    for _ in range(CHANGES):
        if isinstance(kind, CellNumbers):
            grid = [list(row) for row in answer]
            filled = [(r, c) for r, row in enumerate(grid) for c, number in enumerate(row) if number]
            r, c = filled[stream.number_below(len(filled))]
            grid[r][c] = 1 + (grid[r][c] + stream.number_below(5)) % 6
            yield tuple(map(tuple, grid))
        else:
            changed, x = values.copy(), variables[stream.number_below(len(variables))]
            changed[x] = 1 - changed[x]
            yield kind.decode(model, changed)


def parts_of(place):
    """The cell, or the two ends of a line."""
    return set(place) if isinstance(place[0], tuple) else {place}


def board_of(record, seed):
    """A board with its answer, of the first size that works."""
    for size in SIZES:
        try:
            return record.generate(size, seed)
        except InputError:
            continue
    raise AssertionError(f"{record.name}: no board of the sizes {SIZES}")


@pytest.mark.parametrize("name", [name for name in names() if name not in OTHERS])
def test_marks_are_what_verify_complains_of(name):
    """A puzzle whose sentences name places in words that `told` does not know teaches it these words."""
    record, met = puzzle(name), 0
    assert isinstance(record.extras.scene, JudgedScene)
    kind = record.extras.scene.answer
    for seed in range(BOARDS):
        p, solution = board_of(record, seed)
        model, shape = record.extras.scene.formulation(p), record.size(p)
        assert find_faults(model, kind, solution, shape) == Faults()
        for answer in changed_answers(kind, model, solution, Stream(name, "marks", "", seed)):
            sentences, found = record.verify(p, answer), find_faults(model, kind, answer, shape)
            shown = f"\n{record.draw_text(p, answer)}\n{sentences}\n{found}\n"
            known = [told(name, kind, p, answer, sentence, shape) for sentence in sentences]
            cells, margins = set().union(*(each[0] for each in known)), set().union(*(each[1] for each in known))
            innocent = [place for place in found.places if not parts_of(place) & cells] + sorted(
                found.margins - margins
            )
            assert not innocent, f"marks that follow from no sentence: {innocent}{shown}"
            marked = set().union(*map(parts_of, found.places))
            for sentence, (blamed, beside) in zip(sentences, known, strict=True):
                is_silent = SILENT.search(sentence) or is_lack(sentences, sentence)
                is_seen = blamed & marked or beside & found.margins
                assert is_silent or is_seen, f"a sentence without a mark: {sentence}{shown}"
            met += bool(found.places or found.margins)
    assert met > CHANGES // 2


def is_lack(sentences, sentence):
    """Fewer stars than a line or a region needs; or an island, while other land has no clue: it may be its own."""
    numbers = re.findall(r"has (\d+) stars?, not (\d+)", sentence)
    are_doubtful = sentence.startswith("the island") and any(" clues, not" in other for other in sentences)
    return are_doubtful or any(int(has) < int(needs) for has, needs in numbers)
