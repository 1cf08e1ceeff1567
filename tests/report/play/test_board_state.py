"""What lies on a board as scripts keep it: the answer that it is, and its steps, as in Python; undo and redo."""

from __future__ import annotations

import json
from random import Random

import pytest

import rosetta as rs
from models.puzzles.genres import heyawake, sudoku
from models.puzzles.genres.masyu import PUZZLE as MASYU
from models.puzzles.model.instance import ModelInstance
from models.puzzles.model.record import PUZZLE as MODEL
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.studies.playing.answer_steps import answer_of_steps, click_places, empty_step, fits_place, steps_of_answer
from tests.support.puzzle_boards import boards, written_boards
from tests.support.scripts import run_script

PARTS = (sudoku.PUZZLE, heyawake.PUZZLE, MASYU)
READ = """data.map(([scene, plays]) => plays.map((steps) => {
  const answer = answerOf(scene, steps);
  return [answer, stepsOf(scene, answer)];
}))"""
KEPT = "data[1].map((kept) => keptState(data[0], kept))"
WAYS = {
    "cells": {"cells": [[0, 0], [0, 1], [1, 0]], "steps": [["", 0], ["lamps", 0], ["", 0]]},
    "numbers in cells": {
        "cells": [[0, 0], [0, 1], [1, 0]],
        "steps": [["", 0], ["presses", 1], ["presses", 2], ["", 0]],
    },
    "lines": {
        "lines": [[[0, 0], [0, 1]], [[0, 0], [1, 0]]],
        "numbered": False,
        "steps": [["", 1], ["edges", 1], ["", 1]],
    },
    "bridges": {
        "lines": [[[0, 0], [0, 3]], [[2, 0], [0, 0]]],
        "numbered": True,
        "steps": [["", 1], ["bridges", 1], ["bridges", 2], ["", 1]],
    },
    "a grid": {
        "cells": [[0, 1], [1, 1]],
        "numbers": [[3, 0], [1, 0]],
        "steps": [["", 0], ["digits", 1], ["digits", 0]],
    },
    "pieces": {
        "pieces": [{"piece": "L", "cells": [[0, 0], [0, 1]]}, {"piece": "I", "cells": [[1, 0]]}],
        "steps": [["", 0], ["placements", 0], ["", 0]],
    },
}  # what clicks can be; steps: the list of the answer, and the number or the count


def synthetic_scene(way, inside=False, named=False):
    """A scene with these clicks and nothing to be seen."""
    clicks = dict(WAYS[way])
    amount = "count" if "lines" in clicks else "number" if way in ("numbers in cells", "a grid") else None
    clicks["steps"] = [
        {"glyph": "", "state": "plain" if key or not i else "known to be empty", "answer": key}
        | ({amount: number} if amount else {})
        for i, (key, number) in enumerate(clicks["steps"])
    ]
    names = None
    if named:
        names, clicks["cells"] = ["Oslo", 7, [2, 3]], [[0], [1], [2]]
    return {"names": names, "clicks": clicks | ({"inside": "values"} if inside else {})}


def random_plays(scene, random):
    """Steps at the places of a scene, from hardly any to all known."""
    clicks = scene["clicks"]
    fitting = [[i for i, step in enumerate(clicks["steps"]) if fits_place(step, at)] for at in click_places(clicks)]
    return [[random.choice(steps) if random.random() < share else 0 for steps in fitting] for share in (0.1, 0.5, 1, 1)]


def check_scenes(scenes, folder, random):
    """Scripts make the answer of steps that Python makes, and find in it the steps that say what lies there."""
    data = [[scene, random_plays(scene, random)] for scene in scenes]
    for (scene, plays), found in zip(data, run_script("board_state.js", data, READ, folder), strict=True):
        for steps, (answer, back) in zip(plays, found, strict=True):
            assert answer == json.loads(json.dumps(answer_of_steps(scene, steps)))
            assert back == lying_steps(scene, answer)


def lying_steps(scene, answer):
    """The steps of an answer, 0 where nothing lies."""
    empty = empty_step(scene["clicks"])
    return [0 if step == empty else step for step in steps_of_answer(scene, answer)]


def small_model():
    m = rs.Model("flags")
    m.bools("flag", (2, 3))
    return MODEL.extras.scene(ModelInstance(m), View())


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", names())
def test_answers_are_those_of_python_for_every_puzzle(name, tmp_path):
    """Of whatever lies on its boards; and planted answers are read as Python reads them, none of their pieces lost."""
    record = puzzle(name)
    every = [(scene_document(record.extras.scene(p, View())), planted)
             for p, planted in [*boards(name), *((p, None) for p in written_boards(name))]]  # fmt: skip
    scenes = [scene for scene, _ in every if scene["clicks"] is not None]
    check_scenes(scenes, tmp_path, Random(1))
    data = [[scene, json.loads(json.dumps(record.answer_json(planted)))]
            for scene, planted in every if planted is not None and scene["clicks"] is not None]  # fmt: skip
    read = run_script("board_state.js", data, "data.map(([scene, answer]) => stepsOf(scene, answer))", tmp_path)
    assert read == [lying_steps(scene, answer) for scene, answer in data]
    assert scenes


def test_answers_are_those_of_python_for_parts_and_models(tmp_path):
    """Numbers in cells, areas, lines between cells, an array of Booleans."""
    drawn = [record.extras.scene(record.generate((4, 4), 0)[0], View()) for record in PARTS]
    check_scenes([scene_document(scene) for scene in [*drawn, small_model()]], tmp_path, Random(2))


def test_answers_are_those_of_python_for_all_that_clicks_can_be(tmp_path):
    """In an object of the answer, too, and with vertices that have names."""
    scenes = [synthetic_scene(way, inside) for way in WAYS for inside in (False, True)]
    scenes += [synthetic_scene(way, named=True) for way in ("cells", "numbers in cells")]
    check_scenes(scenes * 5, tmp_path, Random(3))


PLAY = """data.map(([places, moves]) => {
  let state = newState({ cells: Array(places).fill([0, 0]), steps: [] });
  return moves.map(([kind, ...rest]) => {
    const move = {
      put: putSteps, undo: undoMove, redo: redoMove, clear: clearBoard, mark: toggleMark, note: toggleNote,
    };
    state = move[kind](state, ...rest);
    return [state.steps, [...state.marks].sort(), Object.entries(state.notes).filter(([, noted]) => noted.length)];
  });
})"""


def random_moves(places, random):
    """What a person may do, in any order."""
    for _ in range(60):
        kind = random.choice(("put", "put", "put", "undo", "undo", "redo", "redo", "clear", "mark", "note"))
        if kind == "put":
            wanted = [[place, random.randrange(3)] for place in random.sample(range(places), random.choice((1, 1, 3)))]
            yield [kind, wanted, random.random() < 0.3]
        elif kind == "clear" and random.random() < 0.7:
            continue
        else:
            number = [random.randrange(3)] if kind == "note" else []
            yield [kind, *([random.randrange(places)] if kind in ("mark", "note") else []), *number]


def played(places, moves):
    """The same by keeping every board: its steps, marks and notes after each move."""
    kept, now, marks, notes = [[0] * places], 0, set(), {}
    for kind, *rest in moves:
        board = list(kept[now])
        if kind == "clear":
            board, marks, notes = [0] * places, set(), {}
        elif kind == "put":
            for place, step in rest[0]:
                board[place] = step
        if board != kept[now]:
            before = now if kind == "put" and rest[1] and now else now + 1  # a part of the latest move, or a new one
            kept[before:] = [board]
            now = before
        if kind in ("undo", "redo"):
            now = max(0, now - 1) if kind == "undo" else min(len(kept) - 1, now + 1)
        elif kind == "mark":
            marks ^= {rest[0]}
        elif kind == "note":
            notes[str(rest[0])] = notes.get(str(rest[0]), set()) ^ {rest[1]}
        yield [kept[now], sorted(marks), sorted([place, sorted(noted)] for place, noted in notes.items() if noted)]


def test_moves_are_undone_and_done_again(tmp_path):
    """Any sequence of moves, compared with a list of all boards; parts of a stroke are one move."""
    random = Random(4)
    data = [[5, list(random_moves(5, random))] for _ in range(200)]
    found = run_script("board_state.js", data, PLAY, tmp_path)
    for (places, moves), boards_found in zip(data, found, strict=True):
        assert [[steps, marks, sorted(notes)] for steps, marks, notes in boards_found] == list(played(places, moves))


def test_clicks_lead_through_all_steps_and_presses_are_taken_back(tmp_path):
    """Where a click is a press, the step that says that there is none does not come in turn."""
    scenes = [synthetic_scene("bridges")["clicks"], synthetic_scene("bridges")["clicks"] | {"press": True}]
    expression = "data.map((clicks) => clicks.steps.map((_, step) => nextStep(clicks, step, 0)))"
    assert run_script("board_state.js", scenes, expression, tmp_path) == [[1, 2, 3, 0], [1, 2, 0, 0]]


def test_clicks_on_cells_and_on_lines_lead_through_the_steps_that_may_lie_there(tmp_path):
    """The first place is a cell, the second one a line."""
    steps = [
        {"state": "plain"},
        {"state": "plain", "on": "cells"},
        {"state": "plain", "on": "lines"},
        {"state": "known to be empty"},
    ]
    clicks = {"cells": [[0, 0]], "lines": [[[0, 0], [0, 1]]], "steps": steps}
    expression = "[[0, 1, 3], [0, 2, 3]].map((steps, place) => steps.map((step) => nextStep(data, step, place)))"
    assert run_script("board_state.js", clicks, expression, tmp_path) == [[1, 3, 0], [2, 3, 0]]
    kept = "[[1, 2], [2, 0], [0, 1], [3, 3]].map((steps) => keptState(data, { steps }).steps)"
    assert run_script("board_state.js", clicks, kept, tmp_path) == [[1, 2], [0, 0], [0, 0], [3, 3]]


def test_what_a_browser_kept_is_used_only_where_it_is_of_this_board(tmp_path):
    """Anything may stand there: of another version, or written by hand."""
    clicks = {"cells": [[0, 0], [0, 1]], "steps": [{"answer": ""}, {"answer": "lamps"}]}
    strange = [
        None,
        5,
        "x",
        [],
        {},
        {"steps": None},
        {"steps": [1]},
        {"steps": [9, 0]},
        {"steps": [-1, 0]},
        {"steps": ["1", 0]},
    ]
    told = run_script("board_state.js", [clicks, strange], KEPT, tmp_path)
    empty = {"steps": [0, 0], "past": [], "future": [], "marks": [], "notes": {}}
    assert told == [empty] * len(strange)
    kept = [
        {"steps": [1, 0], "marks": [1], "notes": {"1": [3]}, "seconds": 5},
        {"steps": [1, 0], "marks": [7], "notes": {"1": "<b>"}},
    ]
    whole, half = run_script("board_state.js", [clicks, kept], KEPT, tmp_path)
    assert whole == empty | {"steps": [1, 0], "marks": [1], "notes": {"1": [3]}}
    assert half == empty | {"steps": [1, 0]}
