"""Which nullities and presses Lights Out can have, against all parts of small graphs and all sets of presses."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from instances.resolve import resolve
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.setting import setter as lightsout_setting
from models.puzzles.lightsout.setting.bounds import matching, max_presses, nullities, two_colouring
from models.puzzles.setting.targets import Targets
from rosetta.studies.setting.engines import BackendEngines
from tests.rosetta.studies.setting.test_every_puzzle import rosetta
from tests.support.set_boards import first_of


def kernel(n, edges, closed):
    """How many sets of vertices have an even number of members beside (or at) every vertex, by trying all."""
    near = [1 << v if closed else 0 for v in range(n)]
    for a, b in edges:
        near[a] |= 1 << b
        near[b] |= 1 << a
    return sum(all((neighbourhood & chosen).bit_count() % 2 == 0 for neighbourhood in near) for chosen in range(1 << n))


@pytest.mark.parametrize("rule", ["open", "closed"])
@pytest.mark.parametrize("what", ["path:5", "cycle:6", "2x3", "tree:7", "cycle:5", "complete:4", "gnp:6,0.4"])
def test_nullities_of_all_parts_are_within_reach(what, rule):
    """Every part of the graph was tried; on graphs of two colours each number of the reach is the nullity of some part,
    and the setter gets the extremes."""
    p = resolve("lightsout", what, options={"rule": rule}).instance
    edges = [(a, b) for a, b in zip(p.graph.tails.tolist(), p.graph.heads.tolist(), strict=True) if a < b]
    there = {
        kernel(len(p), part, rule == "closed").bit_length() - 1
        for k in range(len(edges) + 1)
        for part in combinations(edges, k)
    }
    reach = nullities(p)
    assert there <= set(reach)
    if two_colouring(p.graph) is not None:
        assert there == set(reach)
        for nullity in (reach[0], reach[-1]):
            set_up, _ = first_of("lightsout", what, 0, Targets(wishes={"nullity": nullity}, parameters={"rule": rule}))
            assert lightsout_setting.nullity(set_up) == nullity


@pytest.mark.parametrize("what", ["5x7", "petersen", "cycle:9", "tree:30"])
def test_a_matching_shares_no_vertex(what):
    """And on graphs of two colours no edge is missing: as many as networkx finds."""
    import networkx

    g = resolve("lightsout", what).instance.graph
    forward = g.tails < g.heads
    tails, heads = g.tails[forward], g.heads[forward]
    ends = np.concatenate([(chosen := matching(g, tails, heads)) * 0 + tails[chosen], heads[chosen]])
    assert len(set(ends.tolist())) == len(ends)
    if two_colouring(g) is not None:
        other = networkx.Graph(list(zip(tails.tolist(), heads.tolist(), strict=True)))
        assert len(chosen) == len(networkx.max_weight_matching(other, maxcardinality=True))


@pytest.mark.parametrize("what", ["3x3", "2x3", "4x3", "petersen", "cycle:9", "complete:5", "path:8"])
def test_no_start_takes_more_presses_than_are_said(what):
    """The most of all starts that can be put right: the lightest of each coset of quiet patterns, by trying all."""
    p = resolve("lightsout", what).instance
    lightest: dict[bytes, int] = {}
    for chosen in range(1 << len(p)):
        presses = np.array([chosen >> v & 1 for v in range(len(p))])
        does = (p.lamp_changes(presses) % 2).tobytes()
        lightest[does] = min(lightest.get(does, len(p)), chosen.bit_count())
    assert max_presses(p, BackendEngines()) == max(lightest.values())


@pytest.mark.parametrize("what", ["4x4", "5x5", "petersen", "hypercube:4", "gnp:30,0.2"])
@pytest.mark.parametrize("rule", ["open", "closed"])
def test_the_nullity_is_that_of_linear_algebra(what, rule):
    """Whole numbers, or polynomials, give what the backend counts."""
    from backends.contract import Limits, Options
    from backends.registry import backend_named

    p = resolve("lightsout", what, options={"rule": rule, "lit": "none"}).instance
    model = PUZZLE.formulations["native"](p, any="yes")
    counted = backend_named("gf2").count(model, PUZZLE.project(p, model), Limits(), Options())
    assert counted == 2 ** lightsout_setting.nullity(p)


@pytest.mark.parametrize(
    ("line", "tells"),
    [
        ("4x4 --unique", "4x4 has nullity 4: every start on it has no solution or 2^4, never one"),
        (
            "tree:9 --rule open --unique",
            "a graph of 9 vertices has odd nullity (the rank is even), and --unique asks for 0",
        ),
        ("path:5 --nullity 3", "parts of path:5 have nullity 0 to 2, found 3"),
        ("5x5 --presses 16", "no start on 5x5 takes more than 15 presses"),
        ("3 --minimal", "--minimal: not for lightsout, which has --nullity, --presses, --unique"),
    ],
)
def test_what_cannot_be_is_refused_at_once(line, tells, capsys):
    """One message, exit code 2, no waiting for the limit."""
    code, out, err = rosetta(capsys, f"lightsout {line}")
    assert (code, out) == (2, "")
    assert tells in err


@pytest.mark.sample(0.125)
def test_starts_too_long_for_a_line_are_told_as_text(capsys):
    """A start of many lamps has no words of --lit: the instance is printed, and reads back as it was set."""
    code, out, _ = rosetta(capsys, "lightsout 9x9 --presses 25")
    assert code == 0
    name, text = out.split("\n", 1)
    assert name.startswith("# board: sha256:")
    board, _ = first_of("lightsout", "9x9", 0, Targets(wishes={"presses": 25}))
    assert PUZZLE.parse(text) == board


def test_a_nullity_has_a_start_that_can_be_put_right():
    """Under the open rule all lamps on may be out of reach: others are lit then."""
    board, answer = first_of("lightsout", "cycle:5", 0, Targets(wishes={"nullity": 3}, parameters={"rule": "open"}))
    assert not PUZZLE.verify(board, answer)
