"""Tents with a unique pairing, as a complete model: an acyclicity constraint by ranks.

Suppose tree b owns the tent at c, and another tree a is beside c: draw an arrow from a to b. For given tents
and a pairing of them with the trees, these three are equivalent:

    (1) the pairing is the only one      (2) the arrows form no cycle      (3) the trees have ranks, and arrows go up

    not 2 => not 1   let every tree of the cycle take the tent of the tree its arrow leads to: another pairing
    not 1 => not 2   take a tree a that has another tent in a second pairing, and draw the arrow from a to the owner b
                     of that tent in the first; b lost its tent to a, so b too has another one in the second pairing;
                     continue from b. There are finitely many trees, so the walk repeats one: the arrows form a cycle
    2 => 3           without a cycle the trees can be sorted so that every arrow leads to a later one; the rank is
                     the number of arrows on the longest path to the tree, less than the number of trees in its
                     component
    3 => 2           ranks would have to rise along a cycle for ever

So the model gets one integer per tree and, for every link (b owns c) and every other tree a beside c, a row that
holds when the link does: rank[a] < rank[b].

Why not lazy cuts, which exclude the cycles of one answer after another? Because the rules would then be spread over a
model and a loop around a solver: no file could be written, nothing counted, no proof of unsatisfiability checked.
With ranks the model is complete, and every backend that takes guarded linear rows can solve it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, each
from models.neutral.global_rules.graphs import least_connected
from models.puzzles.tents.instance import Tents, link_ends, links


def forbid_swaps(m: Model, p: Tents) -> None:
    """Add the ranks to a model that has `link` by entry of `links(p)`: the tree of the link owns a tent at its cell."""
    tree, cell = links(p)
    trees = int(p.trees.sum())
    highest = component_sizes(tree, cell, trees) - 1
    rank = m.ints("rank", trees, 0, highest, says=each("the rank of the tree at {cell}", cell=p.trees))
    owns, beside = _link_pairs(cell)
    at_tree, at_tent = link_ends(p, 0), link_ends(p, 1)
    rows = each(
        "the tree at {owner}, with the tent at {tent}, and the tree at {other}",
        owner=at_tree[owns],
        tent=at_tent[owns],
        other=at_tree[beside],
    )
    ranks = np.stack([rank[tree[owns]], rank[tree[beside]]], axis=1)
    m.linear(1, None, "no trees can exchange their tents", ranks, [1, -1], when=m.arrays["link"][owns], of=rows)


def _link_pairs(cell: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All ordered pairs of different links to one cell."""
    by_cell = np.argsort(cell, kind="stable")
    near = np.concatenate([np.stack([by_cell[:-k], by_cell[k:]], axis=1) for k in (1, 2, 3)])  # at most 4 per cell
    near = near[cell[near[:, 0]] == cell[near[:, 1]]]
    owns, beside = np.concatenate([near, near[:, ::-1]]).T
    return owns, beside


def component_sizes(tree: NDArray[np.int64], cell: NDArray[np.int64], trees: int) -> NDArray[np.int64]:
    """For each tree, the size of its component: trees are connected where they share a neighbouring cell."""
    owns, beside = _link_pairs(cell)
    least = least_connected(trees, np.stack([tree[owns], tree[beside]], axis=1))
    return np.bincount(least, minlength=trees)[least]
