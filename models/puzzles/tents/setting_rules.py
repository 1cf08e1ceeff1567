"""The rules of Tents with trees as variables, for each reading of the tree rule, in a standing solver.

    matching           every tent is tied to one tree beside it, every tree to one tent
    adjacent           every tent has a tree beside it, every tree a tent: no ties
    unique-matching    as matching, and no ring of trees can exchange tents in a cycle:

                           A T A     each tree is tied to the tent before it in the ring, and stands beside the one
                           T . T     after it. So a clause forbids that all ties of the ring hold together, in both
                           A T A     directions, wherever the other trees stand.

There are too many rings to forbid all of them beforehand, and few occur. When an assignment has a ring, the ring is
forbidden for good and the solver is called again (lazy constraints, as sub-tours in the travelling salesman problem:
Dantzig, Fulkerson and Johnson 1954). A pairing is unique if and only if it has no such ring
(`models.puzzles.graphs.pairing`). Boards are confirmed with the puzzle's own model, which states the rule with ranks
instead of rings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, group, prepend, windows
from models.neutral.stating.calls import Scope
from models.puzzles.graphs.pairing import swap_cycle
from models.puzzles.setting.engines import Assignment, SetterEngines
from models.puzzles.tents.instance import Tents

Ints = NDArray[np.int64]
Tie = tuple[int, int]  # a tent and its tree, cells counted row by row


def neighbours(shape: tuple[int, ...]) -> tuple[Ints, Ints]:
    """All ordered pairs of cells that share an edge, cells counted row by row."""
    number = np.arange(shape[0] * shape[1], dtype=np.int64).reshape(shape)
    across, down = (number[:, :-1].ravel(), number[:, 1:].ravel()), (number[:-1].ravel(), number[1:].ravel())
    first, second = (np.concatenate(ends) for ends in zip(across, down, strict=True))
    return np.concatenate([first, second]), np.concatenate([second, first])


def rules(board: Tents, tree_rule: str, optional: bool = False) -> Model:
    """The rules for the clues of the board. Decisions: `tent` and `tree` per cell; unless the tree rule is `adjacent`,
    `link` per pair of `neighbours` (tent, tree). optional: each clue has a variable, `row` or `col`, and applies only
    if that is true. Rings are left to `TentsSolver`."""
    m, (cell, beside), shape = Model("tents"), neighbours(board.trees.shape), board.trees.shape
    tent, tree = m.bools("tent", shape), m.bools("tree", shape)
    if tree_rule == "adjacent":
        m.any("each tent has a tree beside it", prepend(-tent, group(tree.ravel()[beside], by=cell, n=tent.size)))
        m.any("each tree has a tent beside it", prepend(-tree, group(tent.ravel()[cell], by=beside, n=tree.size)))
    else:
        link = m.bools("link", len(cell))
        m.exactly(1, "each tent belongs to one tree", prepend(-tent, group(link, by=cell, n=tent.size)))
        m.exactly(1, "each tree owns one tent", prepend(-tree, group(link, by=beside, n=tree.size)))
    m.any("no tent stands on a tree", -np.stack([tent.ravel(), tree.ravel()], axis=1))
    m.at_most(1, "tents do not touch, even diagonally", windows(tent, (2, 2)))
    guards: list[Scope] = [
        {"when": m.bools(line, n)} if optional else {} for line, n in zip(("row", "col"), shape, strict=True)
    ]
    m.exactly(board.rows, "row counts", tent, **guards[0])
    m.exactly(board.cols, "column counts", tent.T, **guards[1])
    return m


class TentsSolver:
    """A standing solver whose answers keep the tree rule. tie: the variable of each tie; empty if rings are
    allowed."""

    def __init__(self, engines: SetterEngines, model: Model, tie: Iterable[tuple[Tie, int]] = ()) -> None:
        self.solver, self._tie = engines.standing(model), dict(tie)

    def ask(self, assumed: NDArray[np.int32] | Sequence[int] = ()) -> Assignment | None:
        """An assignment in which the assumed literals are true, None if there is none."""
        while (values := self.solver.ask(assumed)) is not None:
            held = [tie for tie, variable in self._tie.items() if values[variable] == 1]
            turned = find_ring(held, self._tie)
            if not turned:
                break
            for ties in turned:
                self.solver.add(-self._tie[tie] for tie in ties)
        return values

    def core(self) -> frozenset[int]:
        """As `StandingSolver.core`."""
        return self.solver.core()


def tents_solver(engines: SetterEngines, model: Model, shape: tuple[int, ...], tree_rule: str) -> TentsSolver:
    """The solver of `rules`."""
    if tree_rule != "unique-matching":
        return TentsSolver(engines, model)
    cell, beside = neighbours(shape)
    ties = zip(cell.tolist(), beside.tolist(), strict=True)
    return TentsSolver(engines, model, zip(ties, model.arrays["link"].tolist(), strict=True))


def find_ring(held: Sequence[Tie], possible: Iterable[Tie]) -> tuple[list[Tie], list[Tie]] | None:
    """A ring of a complete pairing: its ties as they are, and with the tents passed on; None if there is none.
    possible: all possible ties, that is all neighbours."""
    tent_number = {tent: i for i, (tent, _) in enumerate(held)}
    tree_number = {tree: i for i, (_, tree) in enumerate(held)}
    choices: list[list[int]] = [[] for _ in held]
    for tent, tree in possible:
        if tent in tent_number and tree in tree_number:
            choices[tree_number[tree]].append(tent_number[tent])
    order = range(len(held))
    trees = swap_cycle(choices, order, order)
    if not trees:
        return None
    handed = [(held[after][0], held[tree][1]) for tree, after in zip(trees, trees[1:] + trees[:1], strict=True)]
    return [held[tree] for tree in trees], handed
