"""Why there is no solution: conflicts are minimal, all of them are found, repairs are nearest; CP-SAT is the judge."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import numpy as np
import pytest

from backends.reasons.job import ExplanationRequest
from backends.reasons.trace import Conflict, Repair
from instances.resolve import resolve
from models.neutral import evaluate
from models.puzzles.registry import puzzle
from models.puzzles.stated_words import row_phrase
from models.puzzles.tents.instance import Tents
from tests.rosetta.studies.explaining.test_explain import explain_instance, part, possible
from tests.support.known_boards import known_files

IMPOSSIBLE = [
    ("akari", "source-4x4"),
    ("akari", "report-pattern"),
    ("tents", "4x4:bgd_,0,1,0,2,2,0,1,0"),
]


def conflicts_of(name, what, conflicts=1, repair=False):
    model, _, sent = explain_instance(
        name, resolve(name, what).instance, request=ExplanationRequest(conflicts=conflicts, repair=repair)
    )
    clues = [(b, r) for b, block in enumerate(model.blocks) if block.is_clue for r in range(len(block))]
    return model, clues, sent


def places(model):
    return [(b, r) for b, block in enumerate(model.blocks) for r in range(len(block))]


def minimal(model, conflict):
    """Its rows contradict each other, and without any one of them they do not."""
    rows = (*conflict.clues, *conflict.rules)
    assert not possible(part(model, rows))
    for row in rows:
        assert possible(part(model, [other for other in rows if other != row])), row


@pytest.mark.parametrize(("name", "what"), IMPOSSIBLE)
def test_a_conflict_is_minimal(name, what):
    model, clues, sent = conflicts_of(name, what)
    (conflict,) = (record for record in sent if isinstance(record, Conflict))
    minimal(model, conflict)
    assert set(conflict.clues) <= set(clues)
    assert set(conflict.rules).isdisjoint(clues)


def test_the_printed_example_of_the_light_up_solver():
    """Two clues and the column in which both want a lamp, as found by hand."""
    model, _, sent = conflicts_of("akari", "source-4x4")
    (conflict,) = (record for record in sent if isinstance(record, Conflict))
    p, akari = resolve("akari", "source-4x4").instance, puzzle("akari")
    named = {row_phrase(akari, p, model, model.blocks[b], r).text for b, r in (*conflict.clues, *conflict.rules)}
    assert named == {"the wall 1 at R1C1", "the wall 2 at R3C1", "the run down from R1C2"}
    assert len(conflict.chain) == 3
    assert conflict.chain[-1].literals == ()


@pytest.mark.parametrize(("name", "what"), IMPOSSIBLE)
def test_all_minimal_conflicts_of_clues_are_found(name, what):
    """MARCO against all subsets of the clues, smallest first."""
    model, clues, sent = conflicts_of(name, what, conflicts=1000)
    rules = [place for place in places(model) if place not in clues]
    minimal_sets: list[set] = []
    for size in range(len(clues) + 1):
        for some in combinations(clues, size):
            if not any(smaller <= set(some) for smaller in minimal_sets) and not possible(part(model, [*some, *rules])):
                minimal_sets.append(set(some))
    sent_conflicts = [record for record in sent if isinstance(record, Conflict)]
    assert len(sent_conflicts) == len(minimal_sets)
    assert {frozenset(conflict.clues) for conflict in sent_conflicts} == set(map(frozenset, minimal_sets))
    for conflict in sent_conflicts:
        minimal(model, conflict)


@pytest.mark.parametrize(("name", "what"), IMPOSSIBLE)
def test_the_repair_is_the_nearest(name, what):
    """No smaller set of clues will do, and the values are a solution of all other rows."""
    model, clues, sent = conflicts_of(name, what, repair=True)
    (repair,) = (record for record in sent if isinstance(record, Repair))
    everything = places(model)
    for size in range(len(repair.rows)):
        for dropped in combinations(clues, size):
            assert not possible(part(model, [place for place in everything if place not in dropped]))
    rest = part(model, [place for place in everything if place not in repair.rows])
    assert evaluate(rest, np.array(repair.values)) == []
    for (block, row), count in zip(repair.rows, repair.counts, strict=True):
        values = np.array(repair.values)[model.blocks[block].rows[row]]
        assert values.sum() == count != model.blocks[block].lo[row]


def test_rules_that_contradict_each_other_without_any_clue():
    """A tree without a free cell beside it: no clue is to blame, and no change of clues helps."""
    trees = np.zeros((3, 3), np.bool_)
    trees[0, 0] = trees[0, 1] = trees[1, 0] = True
    p = Tents(trees, [0, 0, 0], [0, 0, 0])
    model, _, sent = explain_instance("tents", p, request=ExplanationRequest(repair=True))
    (conflict,) = (record for record in sent if isinstance(record, Conflict))
    minimal(model, conflict)
    assert conflict.clues == ()
    assert [record.rows for record in sent if isinstance(record, Repair)] == [()]


def tree_tents():
    """Ours, and boards of the LEGUP project, read in a few lines: value 1 is a tree, `east` has the rows' clues."""
    for path in known_files("legup/treetent_*.xml"):
        board = ElementTree.parse(path).getroot().find("puzzle/board")
        trees = np.zeros((int(board.get("height")), int(board.get("width"))), np.bool_)
        for cell in board.find("cells"):
            if cell.get("value") == "1":
                trees[int(cell.get("y")), int(cell.get("x"))] = True
        sides = {axis.get("side"): [int(clue.get("value")) for clue in axis] for axis in board.iter("axis")}
        yield path.name, Tents(trees, sides["east"], sides["south"])


def test_boards_whose_column_clues_were_copied_from_the_rows():
    """The TreeTent files have no solution; each has a minimal conflict, checked, and a repair that works."""
    boards = list(tree_tents())
    assert len(boards) >= 3
    for i, (name, p) in enumerate(boards):
        model, _, sent = explain_instance("tents", p, request=ExplanationRequest(repair=True))
        (conflict,) = (record for record in sent if isinstance(record, Conflict))
        assert conflict.clues, name
        if i % 3 == 0:
            minimal(model, conflict)
        assert not possible(part(model, (*conflict.clues, *conflict.rules)))
        (repair,) = (record for record in sent if isinstance(record, Repair))
        rest = part(model, [place for place in places(model) if place not in repair.rows])
        assert evaluate(rest, np.array(repair.values)) == []
