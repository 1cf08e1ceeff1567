"""The checker of Tents answers: the rules again, by plain loops and sets, sharing nothing with the model.

Every broken rule is one sentence about rows, columns and cells, counted from 1 (`R3C5`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from models.puzzles.boards import describe_cell
from models.puzzles.graphs.pairing import Choices, hall_violator, pairing, swap_cycle

Cell: TypeAlias = tuple[int, int]


def broken_rules(
    trees: Sequence[Cell], rows: Sequence[int], cols: Sequence[int], tents: Iterable[Cell], tree_rule: str
) -> list[str]:
    """What is wrong with these tents, which are on the board, each once; [] if nothing is. A negative clue is none."""
    wood, camp = set(trees), set(tents)
    return [
        *(f"the tent at {describe_cell(cell)} stands on a tree" for cell in sorted(camp & wood)),
        *_touch_faults(camp),
        *_count_faults("row", rows, Counter(r for r, _ in camp)),
        *_count_faults("column", cols, Counter(c for _, c in camp)),
        *_pairing_faults(sorted(wood), sorted(camp - wood), tree_rule),
    ]


def _touch_faults(camp: set[Cell]) -> Iterable[str]:
    for r, c in sorted(camp):
        for other in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if other in camp:
                yield f"the tents at {describe_cell((r, c))} and {describe_cell(other)} touch"


def _count_faults(line: str, clues: Sequence[int], counts: Counter[int]) -> Iterable[str]:
    for i, clue in enumerate(clues):
        if clue >= 0 and counts[i] != clue:
            yield f"{line} {i + 1} has {_describe_count(counts[i], 'tent')}, its clue says {clue}"


def _pairing_faults(trees: list[Cell], tents: list[Cell], tree_rule: str) -> Iterable[str]:
    """What breaks the tree rule."""
    tents_by_tree, trees_by_tent = _neighbour_numbers(trees, tents), _neighbour_numbers(tents, trees)
    yield from (
        f"the tree at {describe_cell(trees[i])} has no tent beside it"
        for i, near in enumerate(tents_by_tree)
        if not near
    )
    yield from (
        f"the tent at {describe_cell(tents[i])} has no tree beside it"
        for i, near in enumerate(trees_by_tent)
        if not near
    )
    if tree_rule == "adjacent":
        return
    tent_of, tree_of = pairing(tents_by_tree, len(tents))
    yield from _hall_faults("trees", trees, "tent", tents_by_tree, tent_of, tree_of)
    yield from _hall_faults("tents", tents, "tree", trees_by_tent, tree_of, tent_of)
    if tree_rule == "unique-matching" and -1 not in tent_of + tree_of:
        ring = swap_cycle(tents_by_tree, tent_of, tree_of)
        if ring:
            cells = _describe_cells([trees[i] for i in ring])
            yield f"the trees at {cells} can exchange their tents: the pairing is not unique"


def _neighbour_numbers(cells: list[Cell], others: list[Cell]) -> list[list[int]]:
    """For each cell the numbers of the others above, left, right and below it."""
    number = {cell: i for i, cell in enumerate(others)}
    return [[number[n] for n in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if n in number] for r, c in cells]


def _hall_faults(
    kind: str, cells: list[Cell], other: str, choices: Choices, partner: list[int], owner: list[int]
) -> Iterable[str]:
    """Groups of cells that have fewer neighbouring partners than members."""
    reported: set[tuple[int, ...]] = set()
    for i, mine in enumerate(partner):
        if mine < 0 and choices[i]:
            rivals, prizes = hall_violator(choices, owner, i)
            if tuple(prizes) not in reported:
                reported.add(tuple(prizes))
                have = f"only {_describe_count(len(prizes), other)} beside them for {len(rivals)} {kind}"
                yield f"the {kind} at {_describe_cells([cells[k] for k in rivals])} have {have}"


def _describe_count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _describe_cells(cells: list[Cell], most: int = 8) -> str:
    listing = ", ".join(map(describe_cell, cells[:most]))
    return listing if len(cells) <= most else f"{listing} and {len(cells) - most} more"
