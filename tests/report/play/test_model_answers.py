"""The answer of a model of one's own, as a script makes it of what lies on the board."""

from __future__ import annotations

import json

import rosetta as rs
from models.puzzles.model.instance import ModelInstance
from models.puzzles.model.record import PUZZLE
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from report.play.page import join_modules
from rosetta.studies.playing.answer_steps import answer_of_steps
from tests.support.browser import run_javascript


def test_the_answer_of_a_model_is_inside_of_its_values(tmp_path):
    """And is read back: the script says of the same steps what the checks in Python say."""
    m = rs.Model("flags")
    m.bools("flag", (2, 3))
    scene = scene_document(PUZZLE.extras.scene(ModelInstance(m), View()))
    steps = [1, 0, 2, 0, 1, 1]
    script = f"{join_modules('board_state.js')}\nconst scene = {json.dumps(scene)};"
    answer, back = run_javascript(
        f"{script}\n//RESULT [answerOf(scene, {steps}), stepsOf(scene, answerOf(scene, {steps}))]", tmp_path
    )
    assert answer == answer_of_steps(scene, steps) == {"values": {"flag": [[1, 0, 0], [0, 1, 1]]}}
    assert back == [1, 0, 0, 0, 1, 1]
