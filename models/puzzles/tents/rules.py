"""Tents: give every tree a tent.

      1 1 0 2        T is a tree, A a tent; the clues say how many tents a row or column holds (`?`: unknown)
    0 . . . T
    2 . A T A        * a tent stands beside its tree, horizontally or vertically
    0 T . . .        * tents do not touch, not even diagonally
    2 A . T A        * every tree has a tent of its own, every tent a tree of its own

The third rule has three readings in the wild, and boards that tell them apart; `tree_rule` chooses:

* `matching` (the default: Simon Tatham's collection, puzz.link, janko.at): trees and tents can be paired so that each
  has one partner beside it. Several pairings may fit the same tents; the player draws tents, not pairs,
  so this is one solution. It is the default because published puzzles are unique in this sense.
* `adjacent`: every tree has at least one tent beside it, every tent at least one tree. Easier to check, but not the
  rule of the published puzzles: the board above has a second solution under it.
* `unique-matching`: the tents can be paired with the trees in exactly one way.

The last one is modelled with ranks, not with cuts added while solving: `ranks` says how and why.

A tree without a free cell beside it, or a clue that cannot be reached, is legal: such a board has no solution.

References: E. Sapir and E. Ivenin, "Methods for solving the Tents puzzle" (project report, in Hebrew); S. Tatham's
Portable Puzzle Collection, tents.c (on the pairing); Hall 1935 and Berge 1957 on pairings.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, group, prepend, windows
from models.puzzles.boards import cells_where, check_board_size
from models.puzzles.contract import Advice
from models.puzzles.scenes.view import places_of
from models.puzzles.tents import source_models
from models.puzzles.tents.borders import count_crossings
from models.puzzles.tents.generate import planted_board
from models.puzzles.tents.instance import UNKNOWN, Answer, Cell, Tents, links, name_cells, name_links, name_trees
from models.puzzles.tents.ranks import forbid_swaps
from models.puzzles.tents.verify import broken_rules
from rosetta.foundation.errors import InputError

NOT_BESIDE = "A tent stands beside a tree, not on one: all other cells are empty"
TREE_RULES = ("matching", "adjacent", "unique-matching")
LARGE, LARGER = 40 * 40, 90 * 100  # cells
LOCAL_SEARCHES = ("recombine", "recombine:cpsat")  # which find fewer answers with the clues at borders


def generate(size: tuple[int, int], seed: int = 0) -> tuple[Tents, Answer]:
    """A random board of that size (rows, columns) with all its clues, and the planted tents."""
    check_board_size("tents", *size)
    trees, tents = planted_board(*size, seed)
    return Tents(trees, tents.sum(axis=1), tents.sum(axis=0)), cells_where(tents)


def model(p: Tents, tree_rule: str = "matching") -> Model:
    """The rules. Decisions: `tent` per cell and, unless the tree rule is `adjacent`, `link` per entry of links(p)."""
    m, trees, (tree, cell) = Model("tents"), int(p.trees.sum()), links(p)
    tent = m.bools("tent", p.trees.shape, says="a tent at {cell}")
    if _check_tree_rule(tree_rule) == "adjacent":
        m.any("each tree has a tent beside it", group(tent.ravel()[cell], by=tree, n=trees), of=name_trees(p))
        m.true("a tent stands beside a tree, not on one", -np.delete(tent.ravel(), cell), evident=NOT_BESIDE)
    else:
        link = m.bools("link", len(tree), says=name_links(p))
        m.exactly(1, "each tree owns one tent", group(link, by=tree, n=trees), of=name_trees(p))
        owners = prepend(-tent, group(link, by=cell, n=tent.size))
        m.exactly(1, "each tent belongs to one tree", owners, of=name_cells(p), evident=NOT_BESIDE)
    if tree_rule == "unique-matching":
        forbid_swaps(m, p)
    m.at_most(1, "tents do not touch, even diagonally", windows(tent, (2, 2)))
    m.exactly(p.rows, "row counts", tent, where=p.rows != UNKNOWN, of="row {row}", clue=True)
    m.exactly(p.cols, "column counts", tent.T, where=p.cols != UNKNOWN, of="column {column}", clue=True)
    return m


def border_model(p: Tents, tree_rule: str = "matching") -> Model:
    """The rules over the same variables, with the clues as counts across borders (see `borders`); under the tree rule
    `adjacent`, which pairs nothing, as in `model`."""
    if tree_rule == "adjacent":
        return model(p, tree_rule)
    m = model(Tents(p.trees, np.full_like(p.rows, UNKNOWN), np.full_like(p.cols, UNKNOWN)), tree_rule)
    count_crossings(m, p)
    return m


def decode(p: Tents, m: Model, values: NDArray[np.int64]) -> Answer:
    """The tents of an assignment (entry x: value of variable x), whatever the formulation."""
    return cells_where(source_models.tents_of(m, np.asarray(values)))


def project(p: Tents, m: Model) -> NDArray[np.int32]:
    """The variables that are the answer, one per cell. `source-ilp` has none, so they are added to it."""
    return source_models.tent_variables(m).ravel()


def encode(p: Tents, m: Model, answer: Answer) -> NDArray[np.int64]:
    """The values of these variables in an answer."""
    values, numbers = np.zeros(p.trees.shape, np.int64), places_of(answer, p.trees.shape)
    values[tuple(numbers.T)] = 1
    return values.ravel()


def advice(p: Tents) -> Advice:
    """On large boards, what answers most surely on boards of `generate` (docs/measurements/performance.md, Long sums):
    the clues at borders, by SAT up to 90 x 100; beyond, local search on the clues as they are, and then SAT, where
    that has left the board open."""
    if p.trees.size < LARGE:
        return Advice()
    solvers = ("cnf",) if p.trees.size <= LARGER else ("recombine", "cnf")
    return Advice("borders", solvers, by_solver=tuple((name, "default") for name in LOCAL_SEARCHES))


def _check_tree_rule(tree_rule: str) -> str:
    if tree_rule not in TREE_RULES:
        raise InputError(f"unknown tree rule '{tree_rule}'; known: {', '.join(TREE_RULES)}")
    return tree_rule


def verify(p: Tents, answer: Iterable[Cell], tree_rule: str = "matching") -> list[str]:
    """The broken rules as sentences, [] for a solution; by code that shares nothing with `model`."""
    trees = cells_where(p.trees)
    return broken_rules(trees, p.rows.tolist(), p.cols.tolist(), answer, _check_tree_rule(tree_rule))
