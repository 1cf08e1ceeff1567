"""The rules of a board as rows that a page evaluates itself: those of a model of the puzzle, with their sentences.

A row travels with its name in words, its own cell (a wall with a number) and the word beside the board that it is
about. Rules about graphs travel as they are stated, so that no formulation of them is needed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from models.neutral import Block, Model
from models.neutral.global_rules.connected.rule import LAZY, GraphRule
from models.puzzles import defaults
from models.puzzles.contract import Puzzle
from models.puzzles.stated_words import row_cells, row_margin, row_phrase
from report.words import quantity
from rosetta.studies.asking.question import Question
from rosetta.studies.playing.answer_steps import SceneDocument, empty_step, vertex_numbers
from rosetta.studies.playing.click_values import ClickValues, click_values

if TYPE_CHECKING:
    from report.documents.play import BlockDocument, ChecksDocument, GraphDocument, ObjectiveDocument

MOST_LITERALS = 300_000
UNKNOWN_VALUES = "the rules of this puzzle cannot be checked on a page"


class NoChecks(Exception):
    """A page cannot check the rules of a board; the message says why."""


def checked_formulation(record: Puzzle) -> str:
    """The formulation whose rows a page checks: graph rules left open, if it has such rules."""
    return LAZY if LAZY in record.formulations else next(iter(record.formulations))


def checks_document(question: Question, scene: SceneDocument, best: int | None = None) -> ChecksDocument:
    """The checks of a board. best: the least cost of an answer, where something counts and it is known. Raises
    NoChecks."""
    model = question.model(checked_formulation(question.puzzle))
    if any(not isinstance(rule, GraphRule) for rule in model.open_rules):
        raise NoChecks(UNKNOWN_VALUES)  # no rows say it, and a page would take wrong answers for right ones
    literals = sum(len(block.rows.literals) for block in model.stated_blocks)
    if literals > MOST_LITERALS:
        raise NoChecks(
            f"no rules are checked here: they have {quantity(literals)} literals, more than {quantity(MOST_LITERALS)}"
        )
    values = click_values(question, model, scene)
    if values is None:
        raise NoChecks(UNKNOWN_VALUES)
    return document_of_model(question, model, values, scene, best)


def document_of_model(
    question: Question, model: Model, values: ClickValues, scene: SceneDocument, best: int | None
) -> ChecksDocument:
    """The rows of a model, and the variables behind the places of a scene."""
    numbers = {name: [number] for name, number in vertex_numbers(scene).items()}
    return {
        "lower": model.lower.tolist(),
        "upper": model.upper.tolist(),
        "empty": empty_step(scene["clicks"]),
        "kinds": [[None if way is None else list(way) for way in kind] for kind in values.kinds],
        "places": [
            {"variables": list(variables), "kind": kind}
            for variables, kind in zip(values.variables, values.kind_of, strict=True)
        ],
        "blocks": [_block_document(question, model, block, numbers) for block in model.stated_blocks],
        "graphs": [_graph_document(rule) for rule in model.graph_rules],
        "objective": _objective_document(model, best),
    }


def _block_document(
    question: Question, model: Model, block: Block, numbers: Mapping[Hashable, list[int]]
) -> BlockDocument:
    size = question.puzzle.size(question.instance)
    return {
        "kind": block.kind.value,
        "sentence": block.sentence,
        "starts": block.rows.starts.tolist(),
        "literals": block.rows.literals.tolist(),
        "coefs": None if block.coefs is None else block.coefs.tolist(),
        "lo": block.lo.tolist(),
        "hi": block.hi.tolist(),
        "when": None if block.when is None else block.when.tolist(),
        "names": [_name_row(question, model, block, row) for row in range(len(block))],
        "cells": [_own_cell(block, row, numbers) for row in range(len(block))],
        "margins": [_margin(model, block, row, size) for row in range(len(block))],
    }


def _name_row(question: Question, model: Model, block: Block, row: int) -> str:
    """The row in words; "" where it has none but its number in the table of its rule."""
    record = question.puzzle
    phrase = row_phrase(record, question.instance, model, block, row)
    is_number = block.of is None and record.extras.name_row is defaults.name_row
    return "" if is_number and phrase == defaults.name_row(question.instance, model, block, row) else phrase.text


def _own_cell(block: Block, row: int, numbers: Mapping[Hashable, list[int]]) -> list[int] | None:
    """Where the row stands, as the scene has its cells. numbers: of the vertices of a graph, by name."""
    for cell in row_cells(block, row):
        if cell in numbers:
            return numbers[cell]
        if isinstance(cell, tuple) and all(isinstance(index, int | np.integer) for index in cell):
            return [int(index) for index in cell]
    return None


def _margin(model: Model, block: Block, row: int, size: tuple[int, ...]) -> tuple[str, int] | None:
    """The word beside the board that the row is about."""
    return row_margin(model, block, row, size) if block.is_clue else None


def _graph_document(rule: GraphRule) -> GraphDocument:
    return {
        "sentence": rule.sentence,
        "on": rule.on.tolist(),
        "edges": rule.edges.tolist(),
        "links": rule.links.tolist(),
        "roots": None if rule.roots is None else rule.roots.tolist(),
        "cycle": rule.cycle,
    }


def _objective_document(model: Model, best: int | None) -> ObjectiveDocument | None:
    if model.objective is None:
        return None
    return {
        "sentence": model.objective.sentence,
        "literals": model.objective.literals.tolist(),
        "coefs": model.objective.coefs.tolist(),
        "best": best,
    }
