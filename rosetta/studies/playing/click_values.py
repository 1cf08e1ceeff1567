"""Which variables of a model each place of a scene's clicks is about, and their values by step.

It is found by encoding answers (`Puzzle.encode`): places have numbers, and for each bit of a number there is an answer
with the pieces of one step at all places whose number has that bit. A variable that holds in some of them belongs to
the place whose number these bits are. So a board needs no more answers than its number of places has bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from rosetta.studies.asking.question import Question
from rosetta.studies.playing.answer_steps import SceneDocument, answer_of_steps, click_places, empty_step, fits_place
from rosetta.studies.playing.known_places import StepValues


@dataclass(frozen=True, slots=True)
class ClickValues:
    """The variables behind the clicks.

    variables: of each place
    kind_of: the kind of each place
    kinds: by kind and step the values of a place's variables, None where a step says nothing
    """

    variables: Sequence[Sequence[int]]
    kind_of: Sequence[int]
    kinds: Sequence[StepValues]


def click_values(question: Question, model: Model, scene: SceneDocument) -> ClickValues | None:
    """The variables behind the clicks of a scene; None where the puzzle does not say how its answers are encoded."""
    record = question.puzzle
    if record.encode is None:
        return None
    clicks, count = scene["clicks"], len(click_places(scene["clicks"]))
    project = record.project(question.instance, model)

    def encode(steps: NDArray[np.int64]) -> NDArray[np.int64]:
        assert record.encode is not None
        answer = record.answer_from_json(question.instance, answer_of_steps(scene, steps.tolist()))
        return record.encode(question.instance, model, answer)

    numbers, nothing = np.arange(count), encode(np.zeros(count, np.int64))
    fits = np.array([[fits_place(step, place) for place in click_places(clicks)] for step in clicks["steps"]], np.bool_)
    owner, values = np.full(len(project), -1), {}
    for number, step in enumerate(clicks["steps"]):
        if not step["answer"]:
            continue
        values[number] = encode(np.where(fits[number], number, 0))
        touched = values[number] != nothing
        place = np.zeros(len(project), np.int64)
        for bit in range(max(count - 1, 1).bit_length()):
            some = encode(np.where((numbers >> bit & 1 == 1) & fits[number], number, 0))
            place |= (some != nothing).astype(np.int64) << bit
        owner = np.where(touched, place, owner)
    return _by_place(project, owner, nothing, values, fits, empty_step(clicks))


def _by_place(
    project: NDArray[np.int32],
    owner: NDArray[np.int64],
    nothing: NDArray[np.int64],
    values: dict[int, NDArray[np.int64]],
    fits: NDArray[np.bool_],
    empty: int,
) -> ClickValues:
    """The variables of each place in their order, and the kinds of places. fits: which steps may lie at each, shape
    (steps, places)."""
    steps, count = fits.shape
    members: list[list[int]] = [[] for _ in range(count)]
    for entry in np.flatnonzero(owner >= 0).tolist():
        members[owner[entry]].append(entry)
    kinds: dict[Any, int] = {}
    kind_of = []
    for place, entries in enumerate(members):
        ways = tuple(
            tuple(values[step][entries].tolist())
            if step in values and fits[step, place]
            else tuple(nothing[entries].tolist())
            if step and step == empty
            else None
            for step in range(steps)
        )
        kind_of.append(kinds.setdefault(ways, len(kinds)))
    return ClickValues([project[entries].tolist() for entries in members], kind_of, list(kinds))
