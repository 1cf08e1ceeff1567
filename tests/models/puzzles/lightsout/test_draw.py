"""Input and output of Lights Out: drawings, and the commands."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout.generate import make_instance
from models.puzzles.lightsout.layout import place_vertices
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.scene import EDGE
from models.puzzles.scenes.view import View
from rosetta.commands.main import run_verb

SVG = "{http://www.w3.org/2000/svg}"


def board(what, **options):
    return resolve("lightsout", what, options=options).instance


def test_a_board_is_drawn_with_its_lamps_and_presses():
    """Off, on, pressed while off and while on; where two answers differ; the end if it is not dark."""
    p = board("2x3", lit="0:0,1:2", target="0:1")
    assert PUZZLE.draw_text(p, ((0, 0), (0, 1)), empty=()) == "X x .\n. . o\nat the end:\n. o .\n. . ."
    assert PUZZLE.draw_text(p, ((0, 0), (0, 1))) == "X!x!.!\n.!.!o!\nat the end:\n. o .\n. . ."
    second = PUZZLE.draw_text(p, ((0, 0), (0, 1)), second=((0, 0), (1, 1)), empty=())
    legend = "(A: press in this answer only, B: in the other only)"
    assert second == f"X A .\n. B o\n{legend}\nat the end:\n. o .\n. . ."
    assert PUZZLE.draw_text(p, ((0, 0),), empty=((1, 0), (1, 2))) == " X  .  .\n -  . o-\nat the end:\n. o .\n. . ."
    assert PUZZLE.extras.draw_marked(p, [(0, 1)]).splitlines()[1:4] == [" R1   o <.> .", " R2   .  .  o", "at the end:"]
    assert PUZZLE.draw_text(board("hex:2x3")) == "o o o\n o o o"


def test_more_colours_are_numbers():
    """State, and behind + how often it is pressed."""
    p = board("1x3", colours=4, lit="0:0=3,0:2")
    presses = (((0, 1), 2), ((0, 2), 3))
    assert PUZZLE.draw_text(p, presses, empty=()) == "  3 .+2 1+3"
    assert PUZZLE.draw_text(p, presses, second=presses[:1], empty=()).startswith("    3   .+2 1+3/0\n(a/b: pressed")


def test_a_graph_is_listed_with_its_neighbours():
    """Names in quotes, arrows, loops where they matter; large graphs are summed up."""
    p = format_named("dot").read("digraph { a [lit=1]; a -> b; b -> b }", "lightsout")[1]
    assert PUZZLE.draw_text(p, ("b",), empty=()) == "o 'a' -> 'b'\nx 'b'"
    assert PUZZLE.draw_text(p, ("b",)) == "o! 'a' -> 'b'\nx! 'b'"
    assert PUZZLE.draw_text(PUZZLE.extras.adapt(p, 0, rule="open")[0]) == "o 'a' -> 'b'\n. 'b' -> itself"
    large = PUZZLE.draw_text(board("cycle:90"), (3, 5))
    assert large.splitlines() == ["90 vertices, 180 neighbours in all, 90 lamps on", "press: 3, 5"]


def test_colour_shows_the_lamps_that_end_wrong():
    """White on red, as many as `verify` complains of."""
    p = board("3")
    text = PUZZLE.draw_text(p, ((0, 0),), colour=True)
    assert text.count("\x1b[1;97;41m") == len(PUZZLE.verify(p, ((0, 0),))) == 6


@pytest.mark.parametrize("what", ["3x4", "torus:3x4", "hex:3", "petersen", "wheel:7", "tree:12", "tree:1", "cycle:500"])
def test_a_picture_marks_every_lamp_and_every_press(what):
    """A shape for each lamp, a white disc for each press, inside the picture; a line for each edge of a small graph."""
    p = board(what)
    answer = tuple(p.vertex(v) for v in range(0, len(p), 2))
    root = ElementTree.fromstring(PUZZLE.draw_svg(p, answer))
    paths = [(e.get("fill"), e.get("d")) for e in root.iter(f"{SVG}path")]
    marks = {fill: d.count("M") for fill, d in paths}
    assert marks["#ffd43b"] == len(p)
    assert marks["#ffffff"] == len(answer)
    left, top, width, height = map(float, root.get("viewBox").split())
    for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", " ".join(d for _, d in paths)):
        assert left <= float(x) <= left + width
        assert top <= float(y) <= top + height
    lines = sum(e.get("d").count("l") for e in root.iter(f"{SVG}path") if e.get("stroke") == EDGE)
    assert lines == (len(p.graph.heads) // 2 if p.layout is None and len(p) <= 400 else 0)


def test_positions_of_a_file_are_those_of_the_picture():
    """In proportion, no two too close, also of the vertices in another order; a large graph has its edges then."""
    chosen = np.array([[100.0, 0.0], [0.0, 300.0], [100.0, 310.0], [-50.0, 20.0]])
    p, _ = make_instance(graph(4, [0, 1, 2], [1, 2, 3], names="abcd", positions=chosen), "")
    turned, _ = PUZZLE.extras.transform(p, 3)
    for each in (p, turned):
        at = dict(zip(each.vertices(np.arange(4)), place_vertices(each), strict=True))
        points = np.array([at[name] for name in "abcd"])
        scale = (points[1] - points[0]) / (chosen[1] - chosen[0])
        assert scale[0] == pytest.approx(scale[1])
        assert points - points[0] == pytest.approx((chosen - chosen[0]) * scale[0])
        assert min(abs(complex(*a) - complex(*b)) for i, a in enumerate(points) for b in points[:i]) > 0.5 * 2.25
    ring = np.stack([np.sin(np.arange(500)), np.cos(np.arange(500))], axis=1)
    large, _ = make_instance(graph(500, np.arange(499), np.arange(1, 500), positions=ring), "")
    assert sum(len(layer) for layer in PUZZLE.extras.scene(large, View()).line_layers) == 499
    same, _ = make_instance(graph(2, [0], [1], positions=np.zeros((2, 2))), "")
    assert np.isfinite(place_vertices(same)).all()


def test_vertices_of_a_drawn_graph_stand_apart():
    """No two closer than a lamp is wide."""
    from models.puzzles.lightsout.layout import positions

    for what in ("petersen", "wheel:9", "complete:8", "tree:60", "gnp:40,0.1", "hypercube:5"):
        at = positions(board(what))
        gaps = [abs(complex(*a) - complex(*b)) for i, a in enumerate(at) for b in at[:i]]
        assert min(gaps) > 0.5, what


@pytest.mark.sample(0.125)
def test_the_verbs_take_lights_out(tmp_path, capsys):
    """compare, solve, count and verify; names, sizes, files; options told and repeated."""
    arguments = ["petersen", "--backends", "cpsat,cnf,highs"]
    assert run_verb("compare", ["lightsout", *arguments]) == 0
    out = capsys.readouterr().out
    assert "found verified solutions with the minimum 3" in " ".join(out.split())
    assert f"python -m models.compare lightsout {' '.join(arguments)}\n" in out
    assert run_verb("count", ["flip", "4", "--distinct"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["16", "5 up to symmetry"]
    path = tmp_path / "my.graphml"
    path.write_text(
        '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>'
        '<edge source="a" target="b"/><edge source="b" target="c"/></graph></graphml>'
    )
    assert run_verb("solve", ["lightsout", str(path), "--lit", "a,b,c", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["answer"], document["status"], document["objective"]) == ({"presses": ["b"]}, "optimal", 1)
    assert run_verb("verify", ["lightsout", str(path), '{"presses": ["a"]}']) == 1
    assert "the lamp of 'c' ends on and should be off" in capsys.readouterr().out
    assert run_verb("solve", ["lightsout", str(path), "--lit", "a", "--rule", "open"]) == 0
    assert "unsatisfiable" in capsys.readouterr().out


@pytest.mark.sample(0.125)
def test_any_solution_does_not_contradict_a_minimum(capsys):
    """--any: satisfied; the command that repeats it has the flag."""
    assert run_verb("compare", ["lightsout", "4", "--any", "--backends", "cpsat,cnf", "--json"]) == 0
    (instance,) = json.loads(capsys.readouterr().out)["instances"]
    assert {run["status"] for run in instance["runs"]} == {"satisfied"}
    assert instance["verdict"] == "agree"
    assert run_verb("compare", ["lightsout", "4", "--any", "--backends", "cpsat,cnf", "--colours", "3"]) == 0
    assert "python -m models.compare lightsout 4 --backends cpsat,cnf --any --colours 3\n" in capsys.readouterr().out


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("what", "options", "answer"),
    [
        ("2x2", [], {"presses": [[0, 0], [0, 1], [1, 0], [1, 1]]}),
        ("complete:4", ["--colours", "3"], None),
        ("1x1", ["--colours", "3"], {"presses": [[[0, 0], 2]]}),
        ("path:1", ["--colours", "5", "--lit", "0=4"], {"presses": [[0, 1]]}),
        ("3", ["--lit", "none"], {"presses": []}),
    ],
)
def test_answers_in_json_are_those_of_the_contract(what, options, answer, capsys):
    """Cells as [row, column], vertices as numbers, [vertex, times] with more colours."""
    assert run_verb("solve", ["lightsout", what, *options, "--json"]) == 0
    answer_json = json.loads(capsys.readouterr().out)["answer"]
    p = resolve("lightsout", what, options=_options(options)).instance
    assert PUZZLE.verify(p, PUZZLE.answer_from_json(p, answer_json)) == []
    assert answer is None or answer_json == answer


def _options(words):
    pairs = zip(words[::2], words[1::2], strict=True)
    return {name[2:]: int(value) if value.isdecimal() else value for name, value in pairs}


@pytest.mark.parametrize(
    ("arguments", "tells"),
    [
        (["3", "--lit", "3:0"], "expected all, none, random, or cells of the 3x3 board as row:column from 0"),
        (["3", "--lit", "0:0,0:0"], "'0:0' is given twice"),
        (["petersen", "--lit", "10"], "vertices from 0 to 9, such as 0,1; found '10'"),
        (["3", "--target", "random"], "--target: expected all, none, or cells"),
        (["3", "--lit", "@/no/such/file"], "--lit: file /no/such/file: cannot be read"),
        (["3", "--lit", ""], "expected all, none, vertices separated by commas, or @FILE; found nothing"),
        (["3", "--colours", "1"], "expected a whole number from 2 to 100"),
        (["3", "--colours", "3", "--lit", "0:0=3"], "expected a state from 1 to 2 after `=`"),
        (["3", "--rule", "half"], "expected one of closed, open"),
        (["nobody"], "a name (petersen, cycle:12"),
        (["peter.gml"], "no such file: peter.gml"),
    ],
)
def test_bad_options_are_told(arguments, tells, capsys):
    """Exit code 2 and one message."""
    try:
        code = run_verb("solve", ["lightsout", *arguments])
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    assert tells in capsys.readouterr().err
