"""The places of a scene's clicks and the variables of a model, found by decoding: each variable of the answer is made
true by itself, and what then lies on the board shows which place it belongs to."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from models.neutral import Model
from rosetta.studies.asking.question import Question
from rosetta.studies.playing.answer_steps import click_places, empty_step, steps_of_answer
from rosetta.studies.playing.known_places import KnownPlaces


def decoded_places(question: Question, model: Model, scene: dict[str, Any]) -> KnownPlaces:
    """Nothing known of any place. A place whose steps are variables that exclude each other is understood, and no
    other."""
    record, p, clicks = question.puzzle, question.instance, scene["clicks"]
    nothing, found = empty_step(clicks), defaultdict(list)
    for x in record.project(p, model).ravel().tolist():
        alone = np.zeros(model.variables + 1, np.int64)
        alone[x] = 1
        steps = steps_of_answer(scene, record.answer_json(record.decode(p, model, alone)))
        for place, step in enumerate(steps):
            if step not in (0, nothing):
                found[place].append((step, x))
    variables, kinds = [], []
    for place in range(len(click_places(clicks))):
        ways = [None] * len(clicks["steps"])
        for step, _ in found[place]:
            ways[step] = [int(step == other) for other, _ in found[place]]
        if nothing:
            ways[nothing] = [0] * len(found[place])
        variables.append([x for _, x in found[place]])
        kinds.append(ways)
    return KnownPlaces(variables, range(len(kinds)), kinds)
