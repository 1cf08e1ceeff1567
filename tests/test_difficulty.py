"""Grades: what single clues give, against all assignments; Tatham's own grades; how explain and JSON tell them."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from backends.reasons.single import clue_rows, largest, left_open
from backends.reasons.table import table
from backends.reasons.trace import Common, Step, Trace
from benchmarks.difficulty import case, wilson
from models.command import run_verb
from models.neutral import Model
from models.studies.difficulty import THRESHOLDS, difficulty

TATHAM = Path(__file__).resolve().parents[2] / "shared" / "data" / "tatham"
# printed by sgt-lightup and sgt-tents 20230122 for these parameters
PRINTED = (
    ("akari", "7x7b20s4d0", "7x7:Be2dBc3q0c0d1e1", "easy"),
    ("akari", "7x7b20s4d1", "7x7:b3gB0c0dBaBaBa1aBd1c01g0b", "tricky"),
    ("akari", "7x7b20s4d2", "7x7:cBg3cBa4c1a3a2aBcBa1c1gBc", "hard"),
    ("tents", "8x8de", "8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1", "easy"),
    ("tents", "8x8dt", "8x8:bfcabibakbhe_,1,2,1,2,1,2,1,2,4,0,1,2,1,0,2,2", "tricky"),
)


@pytest.mark.parametrize("seed", range(30))
def test_largest_independent_set(seed):
    """A largest independent set is a largest clique of the complement (networkx)."""
    graph = nx.gnp_random_graph(9, 0.1 + seed / 50, seed=seed)
    ours = largest({v: frozenset(graph[v]) for v in graph})
    assert ours == len(nx.max_weight_clique(nx.complement(graph), None)[0])


@pytest.mark.parametrize("seed", range(60))
def test_one_clue_and_what_excludes_its_cells(seed):
    """Of one clue with exclusions among its cells, what is common to all assignments is found, and nothing else."""
    rng = random.Random(seed)
    n = 7
    pairs = [list(pair) for pair in itertools.combinations(range(n), 2) if rng.random() < 0.35]
    good = [v for v in itertools.product((0, 1), repeat=n) if all(v[a] + v[b] < 2 for a, b in pairs)]
    most = max(map(sum, good))
    count = max(most - rng.randrange(2), 0)
    good = [v for v in good if sum(v) == count]
    m = Model("clue")
    x = m.bools("x", n)
    m.exactly(count, "clue", x.reshape(1, n))
    if pairs:
        m.at_most(1, "exclusion", x[np.array(pairs)])
    rows = table(m, x)
    open_ = sum(len({v[i] for v in good}) == 2 for i in range(n))
    assert left_open(rows, clue_rows(m, rows, ["clue"])) == open_


@pytest.mark.parametrize(("name", "requested", "text", "grade"), PRINTED)
def test_what_was_asked_for(name, requested, text, grade):
    """Boards of each difficulty that Tatham's generators know."""
    assert case(name, requested, text).found.grade == grade


@pytest.mark.parametrize("name", ["lightup", "tents"])
def test_the_half_that_was_not_fitted(name):
    """Small boards: easy is told from the others without a mistake, all grades in nine cases of ten."""
    path = TATHAM / f"{name}.tsv"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    lines = [line.split("\t") for line in path.read_text("utf-8").splitlines()][1::2]
    small = [line for line in lines if int(line[0].split("x")[0]) <= 14]
    cases = [case("akari" if name == "lightup" else name, *line) for line in small]
    assert len(cases) > 15
    assert [one.found.grade == "easy" for one in cases] == [one.asked == "easy" for one in cases]
    assert sum(one.found.grade == one.asked for one in cases) >= 0.9 * len(cases)


def test_thresholds():
    """A reason of more rules than the threshold is hard, unless there is nothing left for it to do."""
    above = int(THRESHOLDS["akari"].above)

    def trace(largest_reason, left):
        step = Step((1,), ((0, 0),), (), "contradiction", largest_reason)
        return Trace(steps=(step,), common=Common((1,), True), complete=True, left=left)

    assert [difficulty("akari", trace(above + i, 1)).grade for i in (0, 1)] == ["tricky", "hard"]
    assert difficulty("akari", trace(above + 1, 0)).grade == "easy"
    assert not difficulty("lightsout", trace(9, 1)).threshold.fitted
    assert difficulty("akari", Trace(common=Common((), False))) is None


def test_wilson():
    """The interval of 8 in 10 (Newcombe 1998 and any table)."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-4)


def test_explain_tells_it(capsys):
    """In the last line and in the document; not where steps are missing or there are several solutions."""
    easy, several = PRINTED[3][2], "3x3:i"
    run_verb("explain", ["tents", easy])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "Difficulty: easy: one rule or one clue at a time is enough"
    for more, grade in (([easy], "easy"), ([PRINTED[4][2]], "tricky"), ([easy, "--to", "1"], None)):
        run_verb("explain", ["tents", *more, "--json"])
        found = json.loads(capsys.readouterr().out)["difficulty"]
        assert (found and found["grade"]) == grade
    run_verb("explain", ["akari", several, "--json"])
    assert json.loads(capsys.readouterr().out)["difficulty"] is None
