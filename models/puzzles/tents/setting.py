"""Generator of Tents boards with one solution: the tents stay where they were planted, trees move.

    . A .      The tents of the planted solution determine the clues of rows and columns, on whichever of its up to four
    T . .      neighbours each tent's tree stands. So trees can move without a change of the clues or of the solution.
    . . A T    A second solution S' of the board is excluded if a tree moves

                 * onto a tent of S' that the planted solution S does not have,
                 * away, so that such a tent has no tree beside it any more, or
                 * beside a tent of S and none of S', so that the tree has no tent in S'.

Two solvers alternate, each on its own half (counter-example guided synthesis, Solar-Lezama 2008):

    trees   one place per tent, beside it, no two on one cell    --trees-->    board   tents that fit trees and clues,
            each second solution so far is excluded              <--tents--            not the planted ones

until the board has no second solution, or the trees have no place: then another solution is planted. The trees start
where they were planted and prefer to stay there; the tents prefer to stay too, so that second solutions differ little
and the clauses they give are strong.

A minimal board: clues are removed in random order, each if the board is unique without it; after that, only the clues
in the unsatisfiable core remain to be tried. Of small boards with all their clues, hardly one in a hundred is hard, and
nearly all minimal ones are: so where hard boards are asked for, every other one is made minimal.

Boards keep the density of the source's generator, a tent on about a fifth of the cells; that is dense enough.

One solution means: under the requested tree rule (`setting_rules`). The three ways above to exclude a second solution
hold for all three readings. A board set for `adjacent` has one solution under `matching` too, since that allows fewer
tents. One set for `unique-matching` may have others under `matching`, in which trees can exchange their tents; in the
planted solution they cannot.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model, group, prepend
from models.puzzles.graphs.pairing import pairing
from models.puzzles.setting.clues import minimal_clues
from models.puzzles.setting.engines import SetterEngines
from models.puzzles.setting.setter import Setter, SettingAttempt
from models.puzzles.setting.targets import PlantedBoard
from models.puzzles.tents.instance import UNKNOWN, Tents
from models.puzzles.tents.rules import TREE_RULES
from models.puzzles.tents.rules import generate as planted
from models.puzzles.tents.setting_rules import TentsSolver, neighbours, rules, tents_solver
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress

HARD = "hard"  # the grade that boards with all their clues seldom have
MOST_ROUNDS = {"adjacent": 30}  # beyond, planting anew is quicker: 30x30 takes 2 to 20 rounds, or hundreds
Truth = NDArray[np.bool_]
Ints = NDArray[np.int64]


def set_up(attempt: SettingAttempt) -> PlantedBoard | None:
    """A board whose planted solution is the only one, None if its trees cannot be placed that way."""
    shape, wish, engines, progress = attempt.shape, attempt.wish, attempt.engines, attempt.progress
    if shape is None:
        raise InputError(f"tents: a board is set by its size (30, 20x30), found '{attempt.what[:40]}'")
    tree_rule = wish.rules.get("tree_rule", TREE_RULES[0])
    board, answer = planted(shape, attempt.own_seed)
    tents = np.zeros(shape, np.bool_)
    tents[tuple(np.array(answer, np.int64).reshape(-1, 2).T)] = True
    trees = _place_trees(board, tents, tree_rule, engines, progress) if len(answer) else board.trees
    if trees is None:
        return None
    unique = Tents(trees, board.rows, board.cols)
    if not (wish.minimal or (attempt.number % 2 and wish.difficulty == HARD)):
        return PlantedBoard(unique, answer)
    order = attempt.stream("minimal").order(sum(shape)).tolist()
    return PlantedBoard(_minimise_clues(unique, tents, tree_rule, order, engines, progress), answer)


SETTER = Setter(set_up, fits=frozenset({"minimal", "difficulty"}), backends=("cnf", "propagate", "cpsat"))


def _place_trees(
    board: Tents, tents: Truth, tree_rule: str, engines: SetterEngines, progress: Progress
) -> Truth | None:
    """Places for the trees that make the tents the only solution, None if there are none."""
    model, places = rules(board, tree_rule), _tree_model(board, tents)
    checks = tents_solver(engines, model, tents.shape, tree_rule)
    mover = _tree_solver(engines, places, tents, tree_rule)
    cell, beside = neighbours(tents.shape)
    tent, tree, alone = model.arrays["tent"].ravel(), places.arrays["tree"].ravel(), places.arrays["alone"].ravel()
    planted, rounds = tents.ravel(), 0
    checks.solver.add(-tent[planted])
    checks.solver.prefer(np.where(planted, tent, -tent))
    mover.solver.prefer(_initial_literals(places, board, tents))
    while (held := mover.ask()) is not None:
        trees = held[tree] == 1
        second = checks.ask(np.where(trees, model.arrays["tree"].ravel(), -model.arrays["tree"].ravel()))
        if second is None:
            moved: Truth = trees.reshape(tents.shape)
            return moved
        others = second[tent] == 1
        fresh, near = others & ~planted, np.zeros(len(tent), np.bool_)
        near[beside[(planted & ~others)[cell]]] = True
        near[beside[others[cell]]] = False
        if rounds == MOST_ROUNDS.get(tree_rule):
            return None
        mover.solver.add([*tree[fresh], *alone[fresh], *tree[near & ~planted]])
        progress(f"{(rounds := rounds + 1)} second solutions gone")
    return None


def _tree_model(board: Tents, tents: Truth) -> Model:
    """Where trees may stand. Decisions: `tree` and `alone` (no tree beside it) per cell, `own` per tent and place."""
    m, (cell, beside), (tent, place) = Model("trees"), neighbours(tents.shape), _tent_tree_pairs(tents)
    tree, alone = m.bools("tree", tents.shape), m.bools("alone", tents.shape)
    own, number = m.bools("own", len(place)), np.cumsum(tents) - 1
    m.exactly(1, "each tent has one tree of its own", group(own, by=number[tent], n=int(tents.sum())))
    m.exactly(1, "a tree is of one tent", prepend(-tree, group(own, by=place, n=tree.size)))
    m.any("who is alone has no tree beside him", -np.stack([alone.ravel()[cell], tree.ravel()[beside]], axis=1))
    return m


def _tent_tree_pairs(tents: Truth) -> tuple[Ints, Ints]:
    """Pairs of a tent and a place for its tree: all neighbours without a tent, cells counted row by row."""
    cell, beside = neighbours(tents.shape)
    free = tents.ravel()[cell] & ~tents.ravel()[beside]
    return cell[free], beside[free]


def _tree_solver(engines: SetterEngines, places: Model, tents: Truth, tree_rule: str) -> TentsSolver:
    """The solver of the places, in which each tent is tied to its own tree."""
    if tree_rule != "unique-matching":
        return TentsSolver(engines, places)
    tent, place = _tent_tree_pairs(tents)
    ties = zip(tent.tolist(), place.tolist(), strict=True)
    return TentsSolver(engines, places, zip(ties, places.arrays["own"].tolist(), strict=True))


def _initial_literals(places: Model, board: Tents, tents: Truth) -> NDArray[np.int32]:
    """The literals of `places` for the trees where they stand now."""
    tent_at, place = _tent_tree_pairs(tents)
    tree_number, tent_number = np.cumsum(board.trees) - 1, np.cumsum(tents) - 1
    choices: list[list[int]] = [[] for _ in range(int(tents.sum()))]
    ties = list(zip(tent_number[tent_at].tolist(), place.tolist(), strict=True))
    for tent, at in ties:
        if board.trees.flat[at]:
            choices[tent].append(int(tree_number[at]))
    partner, _ = pairing(choices, int(board.trees.sum()))
    owned = np.array([bool(board.trees.flat[at]) and partner[tent] == tree_number[at] for tent, at in ties], np.bool_)
    tree, alone, own = (places.arrays[name].ravel() for name in ("tree", "alone", "own"))
    return np.concatenate([np.where(board.trees.ravel(), tree, -tree), np.where(owned, own, -own), -alone])


def _minimise_clues(
    board: Tents, tents: Truth, tree_rule: str, order: list[int], engines: SetterEngines, progress: Progress
) -> Tents:
    """The board without the clues that are not needed, tried in this order (rows, then columns, from 0)."""
    m = rules(board, tree_rule, optional=True)
    tent, tree = m.arrays["tent"], m.arrays["tree"]
    m.true("the trees of the board", np.where(board.trees, tree, -tree).ravel())
    more = tent[~tents] if tree_rule == "adjacent" else tent[:0, 0]  # elsewhere there are as many tents as trees
    m.any("not the planted tents", np.concatenate([-tent[tents], more]))
    checks = tents_solver(engines, m, tents.shape, tree_rule)
    clue = np.concatenate([m.arrays["row"], m.arrays["col"]])
    checks.solver.prefer(np.where(tents, tent, -tent))
    remaining = minimal_clues(checks, clue, order, progress)
    clues = np.where(np.isin(np.arange(len(clue)), list(remaining)), np.concatenate([board.rows, board.cols]), UNKNOWN)
    return Tents(board.trees, clues[: len(board.rows)], clues[len(board.rows) :])
