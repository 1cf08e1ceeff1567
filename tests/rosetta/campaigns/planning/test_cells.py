"""Cells: the board that is posed is the one that was meant, wherever it came from; ids are those of the content."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from itertools import groupby

import numpy as np
import pytest

from instances import catalogue
from instances.resolve import resolve
from models.puzzles.registry import names, puzzle
from rosetta.campaigns.planning.boards import posed_instances
from rosetta.campaigns.planning.campaign import Campaign, InstanceGroup
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.campaigns.planning.cells import Cell, cell_columns, cell_from_json, pose_cell_question
from rosetta.campaigns.planning.plan import planned_cells
from rosetta.foundation.errors import InputError
from tests.support.places import ROOT
from tests.support.puzzle_boards import boards, written_boards

WHATS = {
    "tents": (("6x7", {"tree_rule": "adjacent"}), ("3x3:aaaaa,2,0,2,2,0,2", {})),
    "akari": (("7", {"bare": 20, "numbered": 5}), ("https://puzz.link/p?akari/4/4/g6.dgck", {})),
    "lightsout": (
        ("petersen", {}), ("regular:3,10", {"lit": "random"}), ("cylinder:3x4", {"colours": 3, "rule": "open"}),
        ("gnp:9,0.4", {"target": "all", "any": "yes"}), ("hex:3", {"lit": "0:1,2:2"}),
    ),
    "tiling": (("6x10", {}), ("soma", {}), ("5x5", {"pieces": "random"})),
    "starbattle": (("9", {"stars": 2}),),
    "hitori": (("6", {}),),
    "nurikabe": (("6", {"largest": 4}),),
}  # fmt: skip


def posed(name, what, chosen=None, seed=1):
    """The cell's instance and the question about it, as `bench run` makes them."""
    options = {option: (str(value),) for option, value in (chosen or {}).items()}
    ((instance, question),) = posed_instances(
        Campaign((InstanceGroup((what,), name, "", (seed,), options),)), "rosetta bench run", lambda *_: None
    )
    return instance, question


def are_equal(left, right):
    """Are the values equal, array by array? (The text of a large model takes seconds.)"""
    if type(left) is not type(right):
        return False
    if isinstance(left, np.ndarray):
        return left.dtype == right.dtype and np.array_equal(left, right)
    if isinstance(left, dict):
        return are_equal(list(left), list(right)) and are_equal(list(left.values()), list(right.values()))
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(are_equal, left, right))
    if is_dataclass(left):
        return all(are_equal(getattr(left, each.name), getattr(right, each.name)) for each in fields(left))
    return are_equal(vars(left), vars(right)) if hasattr(left, "__dict__") else left == right


def same_models(record, left, right):
    """Do both questions have the same models, whatever they are called?"""
    for formulation in record.formulations:
        both = []
        for question in (left, right):
            try:
                both.append(question.model(formulation))
            except InputError as refusal:
                both.append(str(refusal))
        if not are_equal(*both):
            return False
    return left.rules == right.rules and left.instance == right.instance


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("name", "what", "chosen"),
    [(name, what, chosen) for name in names() for what, chosen in WHATS.get(name, (("6", {}),))]
    + [(name, f"{name}/{catalogue.names(name)[0]}", {}) for name in names() if catalogue.names(name)],
)
def test_a_cell_poses_the_question_it_was_made_of(name, what, chosen):
    """Generated boards, IDs, addresses, names, with options: same hash, same models."""
    instance, question = posed(name, what, chosen)
    again = pose_cell_question(instance)
    assert same_models(puzzle(name), question, again)


def test_models_of_different_boards_are_told_apart():
    """Else the test above would say nothing."""
    (_, one), (_, other) = (posed("tents", "6x7", {}, seed) for seed in (1, 2))
    stated = [one.model("default"), other.model("default")]
    assert are_equal(stated[0], stated[0].copy())
    assert not are_equal(*stated)
    stated[1] = stated[0].copy()
    stated[1].any("one more", [stated[1].bools("more", 1)])
    assert not are_equal(*stated)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_every_board_travels_as_text(name, tmp_path):
    """Boards of files: the file is not needed again."""
    record = puzzle(name)
    for number, board in enumerate([*(p for p, _ in boards(name)), *written_boards(name)]):
        path = tmp_path / f"{number}.txt"
        path.write_text(record.format(board))
        instance, question = posed(name, str(path))
        path.unlink()
        assert same_models(record, question, pose_cell_question(instance))


def test_the_same_board_under_another_name_has_the_same_hash(tmp_path):
    """An ID, its file, its plain text; but not with other rules."""
    made = resolve("tents", "6", 3)
    path = tmp_path / "board.txt"
    path.write_text(puzzle("tents").format(made.instance))
    hashes = {posed("tents", what)[0].hash for what in (made.id, str(path))}
    assert hashes == {posed("tents", "6", seed=3)[0].hash}
    assert posed("tents", made.id, {"tree_rule": "adjacent"})[0].hash not in hashes


def test_another_board_in_the_text_is_refused():
    """So that a change of a format or a generator is an error, and not silently another measurement."""
    instance, _ = posed("akari", "5")
    other, _ = posed("akari", "5", seed=2)
    with pytest.raises(InputError, match=r"expected the board with the hash .*, found another"):
        pose_cell_question(replace(instance, text=other.text))


def cell(**changed):
    return replace(Cell(posed("akari", "5", {"bare": 30})[0], "cnf", "1.2", "default"), **changed)


CHANGES = {
    "backend": "cpsat", "version": "1.3", "formulation": "runs", "encoding": "cardinality=totalizer",
    "profile": "tuned", "threads": 2, "seed": 1, "shuffled": True, "symmetry": 1, "unique": True, "seconds": 5.0,
    "memory": 100, "repeat": 1, "parameters": (("solver", "minisat22"),), "settings": (("noise", "0.3"),),
}  # fmt: skip


def test_the_id_is_that_of_all_that_a_result_may_depend_on():
    """Each field changes it; what the board is called does not."""
    assert {*CHANGES, "instance"} == set(Cell.__dataclass_fields__)
    ids = {cell().id, *(replace(cell(), **{name: value}).id for name, value in CHANGES.items())}
    assert len(ids) == 1 + len(CHANGES)
    renamed = replace(cell().instance, what="board.txt", family="mine", seed=None)
    assert replace(cell(), instance=renamed).id == cell().id
    assert cell(seconds=10).id == cell(seconds=10.0).id


def test_a_cell_survives_json():
    changed = cell(**CHANGES)
    assert cell_from_json(changed.to_json()) == changed
    assert cell_columns(changed)["settings"] == "solver=minisat22 noise=0.3"


def test_configurations_that_differ_have_different_names():
    """By all but instance, version, limits, seed, and what is done to the board."""
    apart = ("backend", "formulation", "encoding", "profile", "threads", "settings")
    labels = [
        cell().configuration,
        *(cell(**{name: CHANGES[name]}).configuration for name in apart if name != "backend"),
    ]
    assert len({*labels, replace(cell(), backend="cpsat").configuration}) == 1 + len(apart)


SCRIPT = """
import sys
from pathlib import Path
from rosetta.campaigns.planning.boards import posed_instances
from rosetta.campaigns.planning.campaign_file import read_campaign
from rosetta.campaigns.planning.plan import planned_cells
campaign = read_campaign(Path(sys.argv[1]))
cells = planned_cells(campaign, posed_instances(campaign, "", lambda *_: None), {"cnf": "1", "cpsat": "2"})
print(*(cell.id for cell in cells))
"""


@pytest.mark.sample(0.125)
def test_the_same_file_gives_the_same_cells_everywhere(tmp_path):
    """In the same order, whatever Python's hashes are and wherever it is started."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "one.txt").write_text(puzzle("akari").format(resolve("akari", "5", 9).instance))
    file = tmp_path / "c.toml"
    file.write_text(
        'seeds = 2\n[[instances]]\npuzzle = "akari"\nsizes = [4, 5]\ncount = 2\n'
        'options = { bare = [10, 20] }\n[[instances]]\npuzzle = "lightsout"\nwhat = ["petersen"]\n'
        '[[instances]]\nwhat = ["boards/*.txt"]\n'
        '[solvers]\nbackends = ["cnf", "cpsat"]\nencodings = "all"\nformulations = "all"\n'
    )
    printed = set()
    for hash_seed, folder, name in (("1", tmp_path, "c.toml"), ("2", "/", str(file))):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", SCRIPT, name]
        ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        printed.add(ended.stdout)
    assert len(printed) == 1
    assert len(printed.pop().split()) > 100


def test_a_stopped_campaign_can_be_compared(tmp_path):
    """Whatever its length, all configurations of all blocks but the last have run; blocks and cells are shuffled."""
    file = tmp_path / "c.toml"
    file.write_text(
        'seeds = 2\n[[instances]]\npuzzle = "akari"\nsizes = [4, 5]\ncount = 4\n'
        '[solvers]\nbackends = ["cnf", "cpsat"]\nencodings = "all"\n'
    )
    campaign = read_campaign(file)
    cells = planned_cells(campaign, posed_instances(campaign, "", lambda *_: None), {"cnf": "1", "cpsat": "2"})
    blocks = [list(block) for _, block in groupby(cells, key=lambda cell: (cell.instance.hash, cell.seed))]
    assert len(blocks) == 8 * 2  # the cells of each stand together
    assert len({tuple(cell.configuration for cell in block) for block in blocks}) == len(blocks)
    assert [block[0].instance.hash for block in blocks] != sorted(block[0].instance.hash for block in blocks)
