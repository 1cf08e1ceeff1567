"""The symmetries of an instance as permutations of its model's variables, each checked to map the rules to themselves.

A puzzle gives its symmetries as maps of answers (the board turned, mirrored). A variable that stands for one piece of
an answer (a placement, a lamp) goes where its piece goes. The map is used only if the rows of the model, with their
variables renamed, are again the rows of the model: then it takes solutions to solutions. The maps generate a group,
which is listed up to a bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from algebra.groups.permutations import close_group
from models.neutral import Block, Model
from models.puzzles.contract import AnswerMap, NoSymmetries
from models.puzzles.model.instance import ModelInstance
from models.puzzles.model.symmetry import variable_swaps
from rosetta.studies.asking.question import Question

MOST_VARIABLES = 20_000  # larger models are counted without symmetry: each variable is decoded by itself
MOST_IMAGES = 1_000_000  # of variables under the symmetries that generate the others: some seconds
MOST_SYMMETRIES, MOST_ENTRIES = 5000, 25_000_000  # of a group that is listed; numbers in that list, 100 MB
NO_PERMUTATIONS = "the symmetries are no permutations of the model's variables that keep its rows"
Images: TypeAlias = NDArray[np.int32]
"""Where each symmetry takes each variable, shape (symmetries, variables + 1)."""


def automorphisms(question: Question, model: Model) -> Images:
    """All symmetries of the instance, a group, in ascending order. Raises NoSymmetries where they are unknown, no
    permutations of the variables, or too many."""
    return list_symmetries(symmetry_generators(question, model))


def list_symmetries(generators: Images) -> Images:
    """The group that these generate, in ascending order. Raises NoSymmetries where it is too large."""
    most = max(1, min(MOST_SYMMETRIES, MOST_ENTRIES // generators.shape[1]))
    group = close_group(generators, most)
    if group is None:
        raise NoSymmetries(f"there are more than {most:,} symmetries, too many to count what each leaves as it is")
    return group


def known_automorphisms(question: Question, model: Model) -> Images:
    """The same, and the identity alone where they cannot be had: to save work."""
    try:
        return automorphisms(question, model)
    except NoSymmetries:
        return identity_alone(model)


def identity_alone(model: Model) -> Images:
    """The group of one permutation, which moves no variable."""
    return np.arange(model.variables + 1, dtype=np.int32)[None]


def symmetry_generators(question: Question, model: Model) -> Images:
    """Permutations of the variables that generate the symmetries, each checked. Raises NoSymmetries where the
    symmetries are unknown, or one of them is no permutation of the variables that keeps the rules."""
    if model.variables > MOST_VARIABLES:
        raise NoSymmetries(f"symmetries of more than {MOST_VARIABLES:,} variables are not looked for")
    maps = question.puzzle.extras.symmetries(question.instance)
    if model.integer.any():
        raise NoSymmetries(NO_PERMUTATIONS)
    if len(maps) * model.variables > MOST_IMAGES:
        raise NoSymmetries(f"{len(maps):,} symmetries of {model.variables:,} variables are too many to look at each")
    is_stated = isinstance(question.instance, ModelInstance)
    images = _swap_images(question.instance, model) if is_stated else _piece_images(question, model, maps)
    if not (_are_permutations(images) and keeps_rules(model, *images)):
        raise NoSymmetries(NO_PERMUTATIONS)
    return images


def _swap_images(instance: ModelInstance, model: Model) -> Images:
    """The identity, and swaps of two variables each."""
    swaps = np.array([(0, 0), *variable_swaps(instance)])
    images = np.repeat(identity_alone(model), len(swaps), axis=0)
    each = np.arange(len(swaps))
    images[each, swaps[:, 0]], images[each, swaps[:, 1]] = swaps[:, 1], swaps[:, 0]
    return images


def _piece_images(question: Question, model: Model, maps: Sequence[AnswerMap]) -> Images:
    """Where each map takes the piece that a variable stands for, 0 for what is none. Raises NoSymmetries where a
    variable stands for no piece of its own."""
    puzzle = question.puzzle
    answers = _single_answers(question, model)
    number = {_single_piece(puzzle.extras.pieces(answer)): x for x, answer in enumerate(answers, 1)}
    if None in number or len(number) < model.variables:
        raise NoSymmetries(NO_PERMUTATIONS)
    images = np.zeros((len(maps), model.variables + 1), np.int32)
    for at, image in enumerate(maps):
        images[at, 1:] = [number.get(_single_piece(puzzle.extras.pieces(image(answer))), 0) for answer in answers]
    return images


def _single_answers(question: Question, model: Model) -> list[Hashable]:
    """For each variable, the answer in which it alone holds."""
    values, answers = np.zeros(model.variables + 1, np.int64), list[Hashable]()
    for variable in range(1, model.variables + 1):
        values[variable] = 1
        answers.append(question.answer(model, values))
        values[variable] = 0
    return answers


def _single_piece(pieces: frozenset[Hashable]) -> Hashable:
    """The piece, if it is one; else None."""
    return next(iter(pieces)) if len(pieces) == 1 else None


def _are_permutations(images: Images) -> bool:
    return bool((np.sort(images, axis=1) == np.arange(images.shape[1])).all())


def keeps_rules(model: Model, *images: NDArray[np.int32]) -> bool:
    """Is each block, its variables renamed by an image, the same rows? Does each variable cost what its image does?"""
    if model.objective is not None:
        costs, _ = model.objective.variable_costs(model.variables)
        if not all(np.array_equal(costs, costs[image]) for image in images):
            return False
    return all(_same_rows(block, images) for block in model.blocks)


def _same_rows(block: Block, images: Sequence[NDArray[np.int32]]) -> bool:
    lengths = np.unique(block.rows.lengths).tolist()
    stated = [_table(block, block.rows.literals, block.when, length) for length in lengths]
    for image in images:
        renamed = np.sign(block.rows.literals) * image[np.abs(block.rows.literals)]
        when = None if block.when is None else np.sign(block.when) * image[np.abs(block.when)]
        for length, table in zip(lengths, stated, strict=True):
            if not np.array_equal(table, _table(block, renamed, when, length)):
                return False
    return True


def _table(block: Block, literals: NDArray[np.int32], when: NDArray[np.int32] | None, length: int) -> NDArray[np.int64]:
    """The rows of that length as a table in ascending order: bounds, guard, literals in order, their coefficients."""
    rows = np.flatnonzero(block.rows.lengths == length)
    at = block.rows.positions(rows).reshape(len(rows), length)
    order = np.argsort(literals[at], axis=1)
    at = np.take_along_axis(at, order, axis=1)
    coefs = np.ones_like(at) if block.coefs is None else block.coefs[at]
    guard = np.zeros(len(rows), np.int64) if when is None else when[rows]
    table = np.column_stack([block.lo[rows], block.hi[rows], guard, literals[at], coefs]).astype(np.int64)
    return table[np.lexsort(table.T[::-1])]
