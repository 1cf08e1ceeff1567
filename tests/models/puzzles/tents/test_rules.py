"""Tents: the model, in all its formulations and readings, says what the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from models.neutral import Model, evaluate
from models.puzzles.registry import names, puzzle
from models.puzzles.tents.instance import Answer, Cell, Tents, links
from models.puzzles.tents.record import PUZZLE
from models.puzzles.tents.rules import TREE_RULES, verify
from rosetta.foundation.errors import InputError
from tests.support.known_boards import published_texts
from tests.support.tents_boards import RING, STATED, U, board, boards

READINGS_DIFFER = board("...T", "..T.", "T...", "..T.", rows=[0, 2, 0, 2], cols=[1, 1, 0, 2])
ONLY_ADJACENT = board("..T.", "....", "..T.", "...T", rows=[2, 0, 1, 0], cols=[0, 1, 0, 2])


def subsets(p: Tents) -> Iterator[Answer]:
    """Every set of cells, as an answer."""
    cells = list(np.ndindex(p.trees.shape))
    for chosen in product((False, True), repeat=len(cells)):
        yield tuple(cell for cell, tent in zip(cells, chosen, strict=True) if tent)


def camps(p: Tents, cells: list[Cell] | None = None) -> Iterator[Answer]:
    """Every set of free cells that do not touch."""
    cells = [cell for cell in np.ndindex(p.trees.shape) if not p.trees[cell]] if cells is None else cells
    if not cells:
        yield ()
        return
    first, rest = cells[0], cells[1:]
    yield from camps(p, rest)
    apart = [cell for cell in rest if max(abs(cell[0] - first[0]), abs(cell[1] - first[1])) > 1]
    yield from ((first, *others) for others in camps(p, apart))


def brute_force(p: Tents, tree_rule: str = "matching") -> set[Answer]:
    """All solutions, by the rules as they are told to a child: every pairing of trees and tents is tried."""
    trees = [(int(r), int(c)) for r, c in np.argwhere(p.trees)]
    solutions = set()
    for tents in camps(p):
        rows = [sum(r == i for r, _ in tents) for i in range(p.trees.shape[0])]
        cols = [sum(c == i for _, c in tents) for i in range(p.trees.shape[1])]
        clues = [*zip(rows, p.rows.tolist(), strict=True), *zip(cols, p.cols.tolist(), strict=True)]
        if all(clue in (U, count) for count, clue in clues):
            choices = [[t for t in tents if abs(t[0] - r) + abs(t[1] - c) == 1] for r, c in trees]
            if tree_rule == "adjacent":
                good = all(choices) and set(tents) <= {t for choice in choices for t in choice}
            else:
                pairings = sum(len(set(picks)) == len(trees) for picks in product(*choices))
                good = len(trees) == len(tents) and (pairings == 1 if tree_rule == "unique-matching" else pairings > 0)
            if good:
                solutions.add(tents)
    return solutions


def assignments(p: Tents, m: Model, tents: Answer, formulation: str, tree_rule: str) -> Iterator[NDArray[np.int64]]:
    """Assignments with these tents, enough of them that one satisfies the model if any assignment does.

    All ways to give each tree one of its neighbouring tents; what else the formulation has follows from that.
    """
    is_tent = np.zeros(p.trees.shape, np.bool_)
    is_tent[tuple(np.array(tents, int).reshape(-1, 2).T)] = True
    tree, cell = links(p)
    by_tree = [np.flatnonzero((tree == a) & is_tent.flat[cell]) for a in range(int(p.trees.sum()))]
    for picks in product(*by_tree) if tree_rule != "adjacent" else [()]:
        values = np.zeros(m.variables + 1, np.int64)
        fill = {"default": _fill_default, "borders": _fill_default, "source-ilp": _fill_ilp, "source-cnf": _fill_cnf}[
            formulation
        ]
        fill(p, m, values, is_tent, [(int(tree[i]), int(cell[i]), i) for i in picks])
        yield values


Pick = tuple[int, int, int]  # tree, cell of its tent, number of the link


def _fill_default(p: Tents, m: Model, values: NDArray[np.int64], is_tent: NDArray[np.bool_], picks: list[Pick]) -> None:
    values[m.arrays["tent"]] = is_tent
    for _, _, i in picks:
        values[m.arrays["link"][i]] = 1
    if "rank" in m.arrays:  # the length of the longest path of arrows, cut off where it would go round
        owner = {cell: a for a, cell, _ in picks}
        arrows = [(a, owner[c]) for a, c in zip(*links(p), strict=True) if c in owner and owner[c] != a]
        rank = m.arrays["rank"]
        for _ in range(len(rank)):
            for a, b in arrows:
                values[rank[b]] = min(max(values[rank[b]], values[rank[a]] + 1), m.upper[rank[b]])


def _ties(p: Tents, picks: list[Pick]) -> Iterator[tuple[tuple[int, int], tuple[int, int], int]]:
    """Tent, tree and direction from the tent to the tree, of each pair."""
    trees = np.argwhere(p.trees)
    for a, cell, _ in picks:
        tent, tree = divmod(cell, p.trees.shape[1]), (int(trees[a][0]), int(trees[a][1]))
        yield tent, tree, [(0, -1), (-1, 0), (0, 1), (1, 0)].index((tree[0] - tent[0], tree[1] - tent[1]))


def _fill_ilp(p: Tents, m: Model, values: NDArray[np.int64], is_tent: NDArray[np.bool_], picks: list[Pick]) -> None:
    for tent, _, k in _ties(p, picks):
        values[m.arrays["x"][(*tent, k)]] = 1


def _fill_cnf(p: Tents, m: Model, values: NDArray[np.int64], is_tent: NDArray[np.bool_], picks: list[Pick]) -> None:
    values[m.arrays["T"]], values[m.arrays["O"]] = p.trees, is_tent
    for _, tree, k in _ties(p, picks):
        values[m.arrays["K"][(*tree, k)]] = 1
    for name, clues, counts in (("x", p.rows, is_tent.sum(axis=1)), ("y", p.cols, is_tent.sum(axis=0))):
        for i, clue in enumerate(clues):
            values[m.arrays[name][i, counts[i] if clue == U else clue]] = 1


def model_accepts(p: Tents, m: Model, tents: Answer, formulation: str, tree_rule: str) -> bool:
    """Does some assignment with these tents satisfy the model?"""
    for values in assignments(p, m, tents, formulation, tree_rule):
        if not evaluate(m, values) and PUZZLE.decode(p, m, values) == tents:
            return True
    return False


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(4))  # the same, each time with other boards
@settings(max_examples=10)
@given(boards())
def test_verify_the_model_and_brute_force_accept_the_same_answers(part: int, p: Tents) -> None:
    """For every set of cells of a small board, all readings and formulations."""
    for formulation, rule in STATED:
        m = PUZZLE.formulations[formulation](p, tree_rule=rule)
        expected = brute_force(p, rule)
        for tents in subsets(p):
            good = tents in expected
            assert (verify(p, tents, tree_rule=rule) == []) == good, (str(p), tents, rule)
            assert model_accepts(p, m, tents, formulation, rule) == good, (str(p), tents, formulation, rule)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "lines", [["T..T", ".TT.", "...."], [".T.", "T.T", ".T.", "..."], [".T.T.T.T."], ["T.T", "...", "T.T"]]
)
def test_the_same_on_chosen_boards(lines: list[str]) -> None:
    """Longer boards than random ones: a ring, a chain, four trees around free cells; no clues."""
    p = board(*lines)
    for formulation, rule in STATED:
        m, expected = PUZZLE.formulations[formulation](p, tree_rule=rule), brute_force(p, rule)
        for tents in subsets(p):
            assert (verify(p, tents, tree_rule=rule) == []) == (tents in expected)
            if tents in expected or not verify(p, tents, tree_rule="adjacent"):
                assert model_accepts(p, m, tents, formulation, rule) == (tents in expected)


@pytest.mark.parametrize(
    ("p", "solutions"),
    [
        (RING, [1, 1, 0]),
        (READINGS_DIFFER, [1, 2, 1]),
        (ONLY_ADJACENT, [0, 1, 0]),
        (board("...", "...", rows=[0, 0], cols=[0, 0, 0]), [1, 1, 1]),
        (board("T"), [0, 0, 0]),
        (board("T."), [1, 1, 1]),
        (board(".T.", "TTT", ".T."), [0, 0, 0]),
    ],
)
def test_the_readings_of_the_tree_rule_have_these_numbers_of_solutions(p: Tents, solutions: list[int]) -> None:
    """matching, adjacent, unique-matching; the first three are the smallest boards that tell them apart."""
    assert [len(brute_force(p, rule)) for rule in TREE_RULES] == solutions
    assert [sum(not verify(p, tents, tree_rule=rule) for tents in camps(p)) for rule in TREE_RULES] == solutions


def test_the_published_many_solution_maps_have_4_and_24_solutions_per_block() -> None:
    """One tree in a 4x4 block: 4. Five trees as an X: 24, in a 5x5 block already."""
    p = board("....", ".T..", "....", "....")
    assert sum(not verify(p, tents) for tents in camps(p)) == 4
    x = board(".....", ".T.T.", "..T..", ".T.T.", ".....")
    tree, cell = links(x)
    placements = set()
    for picks in product(*[cell[tree == a].tolist() for a in range(5)]):
        tents = tuple(sorted(divmod(c, 5) for c in picks))
        if not verify(x, tents):
            placements.add(tents)
    assert len(placements) == 24


@pytest.mark.sample(1)
@pytest.mark.parametrize("formulation", list(PUZZLE.formulations))
def test_planted_tents_satisfy_every_formulation_and_mutants_none(formulation: str) -> None:
    """A tent moved, removed or added is refused by `verify` and by the model; the rule at fault is named by both."""
    p, tents = PUZZLE.generate((6, 7), seed=5)
    m = PUZZLE.formulations[formulation](p)
    assert verify(p, tents) == []
    assert model_accepts(p, m, tents, formulation, "matching")
    free = [cell for cell in np.ndindex(p.trees.shape) if cell not in tents]
    mutants = [tents[1:], *[tuple(sorted((*tents, cell))) for cell in free]]
    mutants += [tuple(sorted((*tents[1:], cell))) for cell in free]
    for mutant in mutants:
        faults = verify(p, mutant)
        assert faults or len(mutant) == len(tents)  # a tent moved may be another solution
        assert model_accepts(p, m, mutant, formulation, "matching") == (faults == []), mutant


def test_verify_and_the_judge_blame_the_same_rule() -> None:
    """Each kind of mistake, its sentence, and the rule of the model that is broken with it."""
    p, tents = READINGS_DIFFER, ((1, 1), (1, 3), (3, 0), (3, 3))
    m = PUZZLE.formulations["default"](p)
    cases = [
        (((1, 1), (1, 3), (3, 0)), "row 4 has 1 tent, its clue says 2", "row counts"),
        (((1, 1), (1, 3), (3, 0)), "column 4 has 1 tent, its clue says 2", "column counts"),
        (((1, 1), (1, 3), (2, 3), (3, 0)), "the tents at R2C4 and R3C4 touch", "tents do not touch, even diagonally"),
        ((*tents, (2, 0)), "the tent at R3C1 stands on a tree", "each tent belongs to one tree"),
        (((0, 0), *tents), "the tent at R1C1 has no tree beside it", "each tent belongs to one tree"),
    ]
    for wrong, sentence, rule in cases:
        assert sentence in verify(p, wrong)
        values = np.zeros(m.variables + 1, np.int64)
        values[[m.arrays["tent"][cell] for cell in wrong]] = 1
        assert rule in {broken.sentence for broken in evaluate(m, values)}


def test_verify_says_which_trees_and_tents_are_short_of_partners() -> None:
    """Hall's condition, in words; and what is wrong with an answer that is no set of cells of the board."""
    p = board("T.T", "...", "...")
    assert verify(p, ((0, 1),)) == ["the trees at R1C1, R1C3 have only 1 tent beside them for 2 trees"]
    assert verify(board(".T.", "..."), ((0, 0), (0, 2))) == [
        "the tents at R1C1, R1C3 have only 1 tree beside them for 2 tents"
    ]
    assert verify(p, ()) == ["the tree at R1C1 has no tent beside it", "the tree at R1C3 has no tent beside it"]
    assert PUZZLE.verify(board("..."), ((0, 3), (-1, 0))) == [
        "the tent at R0C1 is not on the 1x3 board",
        "the tent at R1C4 is not on the 1x3 board",
    ]
    assert "the tent at R2C1 is given 2 times" in PUZZLE.verify(p, ((1, 0), (1, 0), (1, 2)))
    faults = verify(RING, ((0, 0), (0, 2), (2, 0), (2, 2)), tree_rule="unique-matching")
    assert faults == ["the trees at R1C2, R2C3, R3C2, R2C1 can exchange their tents: the pairing is not unique"]


def test_project_gives_one_variable_per_cell_and_defines_them_where_there_are_none() -> None:
    """source-ilp gets tent variables, and the rule that ties them to the ties, only when they are asked for."""
    p = board("T.", "..")
    for formulation, build in PUZZLE.formulations.items():
        m = build(p)
        before = len(m.blocks)
        tents = PUZZLE.project(p, m)
        assert tents.shape == (4,)
        assert len(m.blocks) - before == (formulation == "source-ilp")
        assert (PUZZLE.project(p, m) == tents).all()
    m = PUZZLE.formulations["source-ilp"](p)
    PUZZLE.project(p, m)
    values = np.zeros(m.variables + 1, np.int64)
    values[m.arrays["x"][0, 1, 0]] = 1
    assert [broken.sentence for broken in evaluate(m, values)] == ["a tent stands where a tie begins"]
    values[m.arrays["tent"][0, 1]] = 1
    assert evaluate(m, values) == []


def test_the_sources_formulations_state_one_reading_only() -> None:
    """The others are refused, by name."""
    for formulation in ("source-ilp", "source-cnf"):
        with pytest.raises(InputError, match=f"formulation '{formulation}' supports only .* found 'adjacent'"):
            PUZZLE.formulations[formulation](RING, tree_rule="adjacent")
    with pytest.raises(InputError, match="unknown tree rule 'rook'; known: matching, adjacent, unique-matching"):
        PUZZLE.formulations["default"](RING, tree_rule="rook")


def test_the_registry_knows_tents_and_says_what_it_knows() -> None:
    """By name, in any case; anything else is refused with the list."""
    assert "tents" in names()
    assert puzzle("Tents") is PUZZLE
    with pytest.raises(InputError, match=r"unknown puzzle 'chess'; known: .*tents"):
        puzzle("chess")


def test_published_puzzles_parse_and_their_solutions_are_solutions() -> None:
    """For `matching`; and removing a tent breaks them."""
    for entry in published_texts("tents").values():
        p = PUZZLE.parse(entry["problem"])
        grid = [line.split() for line in entry["solution"].splitlines()[1:]]
        tents = tuple((r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == "o")
        assert verify(p, tents) == []
        assert verify(p, tents[1:]) != []
