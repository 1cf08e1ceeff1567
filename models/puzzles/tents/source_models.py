"""The two formulations of the source (Sapir and Ivenin, "Methods for solving the Tents puzzle"), as stated there.

A tie is a pair of a tent and its tree. Its direction, seen from the tent: k = 0: the tree is to the left, 1: above,
2: to the right, 3: below.

source-ilp: ties only. x[i,j,k] = 1 if and only if a tent at (i,j) is tied to the tree in direction k.
    no tie crosses the edge of the board
    for each cell, the ties that lead to it: 1 if it holds a tree, else 0
    for each 2x2 window, all ties of its four cells: at most 1
    for each row and column, all ties of its cells: its clue
  No row says that no tent stands on a tree, and none is needed: a tree has a tent of its own beside it, and a tent on
  the tree would share a 2x2 window with that one. (Printed bounds `-x <= a` should read `-x <= -a`.)

source-cnf: T[i,j] tree, O[i,j] tent, K[i,j,k] tie of the *tree* (i,j) to the tent from which it lies in
  direction k, x[i,k] row i has k tents, y[j,k] column j has k tents; formulas phi0 to phi6, named in the rules below.
  * The long clauses of phi2 and phi6 are printed with all ties negated; the text makes clear that they are positive.
  * phi4 and phi5 say, guarded by x[i,k] and y[j,k], that at most k and at most n - k of the negations hold, for the
    binary encoding of Frisch and Giannaros (2010), which is this formulation's default. The source writes them for
    every k = 0..n-1, whatever the clues; here k goes to n (a 1 x n board has columns of one cell).
  * phi0 fixes T, and x and y where a clue is known. For an unknown clue exactly one k is true: phi4 then makes x
    the number of tents, so that no answer is counted twice.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.neutral import Each, Model, Rows, each, group, prepend, rows_of, windows
from models.puzzles.contract import InputError
from models.puzzles.tents.instance import name_cells

if TYPE_CHECKING:
    from models.puzzles.tents.instance import Tents

TO_TREE = ((0, -1), (-1, 0), (0, 1), (1, 0))  # from the tent, by direction k
ENCODINGS = {"source-cnf": {"cardinality": "binary"}}


def source_ilp(p: Tents, tree_rule: str = "matching") -> Model:
    """Linear rows over ties, no variable for a tent."""
    _check_tree_rule("source-ilp", tree_rule)
    m, (height, width) = Model("tents"), p.trees.shape
    x = m.bools("x", (height, width, 4), says=_name_ties(p, "tent", "tree", 1))
    across = np.concatenate([x[:, 0, 0], x[0, :, 1], x[:, -1, 2], x[-1, :, 3]])
    m.true("no tie crosses the edge of the board", -across, of="tie {n} across the edge")
    to_cell = _nonzero_rows(_neighbours(x, -1))
    m.exactly(p.trees.ravel().astype(int), "one tie leads to a tree, none to another cell", to_cell, of=name_cells(p))
    corner = windows(x[:, :, 0], (2, 2))  # the ties of a cell are numbered one after the other
    squares = (corner.literals[:, None] + np.arange(4)).reshape(len(corner), -1)
    m.at_most(1, "tents do not touch, even diagonally", squares)
    columns = x.transpose(1, 0, 2).reshape(width, -1)
    m.exactly(p.rows, "row counts", x.reshape(height, -1), where=p.rows >= 0, of="row {row}", clue=True)
    m.exactly(p.cols, "column counts", columns, where=p.cols >= 0, of="column {column}", clue=True)
    return m


def source_cnf(p: Tents, tree_rule: str = "matching", is_counted: bool = True) -> Model:
    """Clauses phi0 to phi3 and phi6, guarded counts phi4 and phi5. is_counted: with these?"""
    _check_tree_rule("source-cnf", tree_rule)
    m, (height, width) = Model("tents"), p.trees.shape
    tree = m.bools("T", p.trees.shape, says="a tree at {cell}")
    tent = m.bools("O", p.trees.shape, says="a tent at {cell}")
    tie = m.bools("K", (height, width, 4), says=_name_ties(p, "tree", "tent", -1))
    x = m.bools("x", (height, width + 1), says=_name_counts("row", height, width))
    y = m.bools("y", (width, height + 1), says=_name_counts("column", width, height))
    m.true("phi0: trees stand where they are given", np.where(p.trees, tree, -tree))
    m.any("phi1: no cell holds a tree and a tent", -np.stack([tree.ravel(), tent.ravel()], axis=1))
    _add_tree_rule(m, tree, tent, tie)
    m.any("phi3: tents do not touch, even diagonally", -_touching_pairs(tent))
    if is_counted:
        _add_counts(m, "phi4", "row", tent, x, p.rows)
        _add_counts(m, "phi5", "column", tent.T, y, p.cols)
    mine = _neighbours(tie, 1)
    m.any("phi6: a tent is tied to a tree", prepend(-tent, _nonzero_rows(mine)))
    m.any("phi6: a tent is tied to one tree only", _pairwise_clauses(mine, -tent))
    return m


def _add_tree_rule(m: Model, tree: NDArray[np.int32], tent: NDArray[np.int32], tie: NDArray[np.int32]) -> None:
    """phi2. Beyond the edge of the board there is no tent, so that a tie across it is false."""
    ends = _neighbours(np.repeat(tent[:, :, None], 4, axis=2), -1)
    m.any("phi2: a tree is tied to one tent only", _pairwise_clauses(tie))
    m.any("phi2: a tree is tied to a tent", prepend(-tree, tie.reshape(-1, 4)))
    m.any("phi2: a tie ends at a tent", _nonzero_rows(np.stack([-tie, ends], axis=-1)), of="tie {n}")
    m.any("phi2: a tie begins at a tree", np.stack([-tie.ravel(), np.repeat(tree.ravel(), 4)], axis=1), of="tie {n}")


def _add_counts(
    m: Model, phi: str, line: str, tent: NDArray[np.int32], has_count: NDArray[np.int32], clues: NDArray[np.int64]
) -> None:
    """has_count[i,k]: line i has k tents. Counts for every k, as in the source: phi0 says which of them applies."""
    n, has_clue = tent.shape[1], clues >= 0
    is_clue = np.arange(n + 1) == clues[:, None]
    m.true(
        f"phi0: the {line} clues that are given",
        np.where(is_clue, has_count, -has_count),
        where=np.repeat(has_clue, n + 1),
    )
    m.exactly(1, f"phi0: without a clue, a {line} has some number of tents", has_count, where=~has_clue)
    i, k = np.indices(is_clue.shape).reshape(2, -1)
    lines = each(f"{line} {{number}}, if it has {{count}}", number=i + 1, count=_count_tents(n) * len(clues))
    m.at_most(k, f"{phi}: {line} counts, at most", tent[i], when=has_count[i, k], of=lines)
    m.at_most(n - k, f"{phi}: {line} counts, at least", -tent[i], when=has_count[i, k], of=lines)


# ---- the answer -----------------------------------------------------------------------------------------------------


def tent_variables(m: Model) -> NDArray[np.int32]:
    """The tent variable of each cell. source-ilp has none: they and the rule that defines them are added."""
    for name in ("tent", "O"):
        if name in m.arrays:
            return m.arrays[name]
    x = m.arrays["x"]
    tent = m.bools("tent", x.shape[:2])
    m.exactly(1, "a tent stands where a tie begins", prepend(-tent, x.reshape(-1, 4)))
    return np.asarray(tent)


def tents_of(m: Model, values: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where an assignment puts tents, shape (height, width)."""
    for name in ("tent", "O"):
        if name in m.arrays:
            return np.asarray(values[m.arrays[name]] == 1)
    return np.asarray((values[m.arrays["x"]] == 1).any(axis=2))


# ---- words ----------------------------------------------------------------------------------------------------------


def _name_ties(p: Tents, one: str, other: str, sign: int) -> Each:
    """The words of ties by cell and direction: from a tent to its tree (sign 1), or from a tree to its tent (-1)."""
    rows, columns, _ = np.indices((*p.trees.shape, 4))
    cells = np.stack([rows, columns], axis=-1)
    ends = cells + sign * np.array(TO_TREE)
    inside = ((ends >= 0) & (ends < p.trees.shape)).all(axis=-1)
    sides = ("left", "above", "right", "below")
    return each(
        f"the {one} at {{cell}} is tied to the {other} {{side}}",
        denies=f"the {one} at {{cell}} is not tied to the {other} {{side}}",
        cell=cells.reshape(-1, 2),
        end=np.where(inside[..., None], ends, cells).reshape(-1, 2),
        side=[sides[k if sign > 0 else (k + 2) % 4] for k in range(4)] * p.trees.size,
    )


def _name_counts(line: str, lines: int, longest: int) -> Each:
    """The words of `line i has k tents`."""
    number, end = np.arange(lines).repeat(longest + 1), np.full(lines * (longest + 1), longest - 1)
    ends = [np.stack(pair if line == "row" else pair[::-1], axis=1) for pair in ((number, 0 * end), (number, end))]
    return each(
        f"{line} {{0}} has {{count}}",
        denies=f"{line} {{0}} has not {{count}}",
        count=_count_tents(longest) * lines,
        first=ends[0],
        last=ends[1],
    )


def _count_tents(most: int) -> list[str]:
    return [f"{k} tent{'s' * (k != 1)}" for k in range(most + 1)]


# ---- neighbours ------------------------------------------------------------------------------------------------------


def _neighbours(x: NDArray[np.int32], sign: int) -> NDArray[np.int32]:
    """[r,c,k] -> literal k of the cell at sign * TO_TREE[k] from (r,c); 0 beyond the edge of the board."""
    height, width, _ = x.shape
    framed = np.zeros((height + 2, width + 2, 4), np.int32)
    framed[1:-1, 1:-1] = x
    shifts = [(1 + sign * dr, 1 + sign * dc) for dr, dc in TO_TREE]
    return np.stack([framed[r : r + height, c : c + width, k] for k, (r, c) in enumerate(shifts)], axis=2)


def _nonzero_rows(literals: NDArray[np.int32]) -> Rows:
    """One row per line of the last axis, without the zeros."""
    table = np.asarray(literals).reshape(-1, literals.shape[-1])
    row, column = np.nonzero(table)
    return group(table[row, column], by=row, n=len(table))


def _pairwise_clauses(literals: NDArray[np.int32], unless: NDArray[np.int32] | None = None) -> Rows:
    """For each line of four literals, clauses that forbid any two (zeros skipped), each with `unless` in front."""
    table = np.asarray(literals).reshape(-1, 4)
    rows = np.concatenate([table[:, pair] for pair in combinations(range(4), 2)])
    both = (rows != 0).all(axis=1)
    clauses = rows_of(-rows[both])
    return clauses if unless is None else prepend(np.tile(unless.ravel(), 6)[both], clauses)


def _touching_pairs(tent: NDArray[np.int32]) -> NDArray[np.int32]:
    """Every two cells that touch, once, shape (pairs, 2)."""
    right, below = tent[:, 1:], tent[1:, :]
    sides = ((tent[:, :-1], right), (tent[:-1, :], below), (tent[:-1, :-1], below[:, 1:]), (right[:-1], below[:, :-1]))
    return np.concatenate([np.stack([a.ravel(), b.ravel()], axis=1) for a, b in sides])


def _check_tree_rule(formulation: str, tree_rule: str) -> None:
    if tree_rule != "matching":
        raise InputError(f"formulation '{formulation}' supports only the tree rule 'matching', found '{tree_rule}'")
