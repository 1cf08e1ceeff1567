"""Lights Out against brute force over all presses, numbers that others published, and theorems."""

from __future__ import annotations

from itertools import product

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.resolve import resolve
from models.neutral import evaluate
from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout.generate import make_instance
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.stated_words import name_literal
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.answer_orbits import count_up_to_symmetry
from rosetta.studies.counting.theory import count_by_theory
from rosetta.studies.solving.listing import list_answers
from tests.support.networks import graph_from_networkx

LIMITS = Limits(seconds=60.0)


def pressed(network, rule, k, start, presses):
    """The lamps after so many presses of each vertex, by the rule as a person would say it."""
    lamps = list(start)
    for v, times in enumerate(presses):
        for _ in range(times):
            if rule == "closed":
                lamps[v] += 1
            for a, b in network.edges():
                if a == b:
                    lamps[b] += a == v and rule == "open"
                elif v == a:
                    lamps[b] += 1
                elif v == b and not network.is_directed():
                    lamps[a] += 1
    return [lamp % k for lamp in lamps]


def all_presses(network, rule, k, start, target):
    """Every way to press that works."""
    every = product(range(k), repeat=len(network))
    return {presses for presses in every if pressed(network, rule, k, start, presses) == list(target)}


def answer_of(p, presses):
    """The presses as an answer."""
    pairs = [(p.vertex(v), times) for v, times in enumerate(presses) if times]
    return tuple(v for v, _ in pairs) if p.colours == 2 else tuple(pairs)


def answers(p):
    """All answers of the model."""
    model = PUZZLE.formulations["native"](p)
    solutions = backend_named("cpsat").solutions(model, PUZZLE.project(p, model), LIMITS, Options())
    every = list(solutions)
    assert all(evaluate(model, values) == [] for values in every)
    return [PUZZLE.decode(p, model, values) for values in every]


def fewest(p, backend="cpsat"):
    """The objective, and the answer."""
    model = PUZZLE.formulations["native"](p)
    outcome = backend_named(backend).solve(model, LIMITS, Options())
    if outcome.values is None:
        return outcome.conclusion.value, None
    return outcome.objective, PUZZLE.decode(p, model, outcome.values)


@st.composite
def games(draw, colours=(2, 3, 4, 6)):
    """A small graph of any kind, with loops and parallel edges, and states."""
    k = draw(st.sampled_from(colours))
    n = draw(st.integers(1, {2: 8, 3: 5, 4: 4, 6: 4}[k]))
    network = draw(st.sampled_from([networkx.MultiGraph, networkx.MultiDiGraph]))()
    network.add_nodes_from(range(n))
    vertices = st.integers(0, n - 1)
    network.add_edges_from(draw(st.lists(st.tuples(vertices, vertices), max_size=2 * n)))
    states = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    return network, draw(st.sampled_from(["closed", "open"])), k, draw(states), draw(states)


@pytest.mark.sample(0.125)
@given(game=games())
@settings(max_examples=40, deadline=None)
def test_the_model_has_exactly_the_answers_that_brute_force_finds(game):
    """Two, prime and composite numbers of colours; arrows, loops, parallel edges; the minimum too; verify agrees."""
    network, rule, k, start, target = game
    p = LightsOut(graph_from_networkx(network), rule, k, np.array(start), np.array(target))
    right = all_presses(network, rule, k, start, target)
    assert sorted(answers(p)) == sorted(answer_of(p, presses) for presses in right)
    expected = min(map(sum, right)) if right else "unsatisfiable"
    for backend in ("cpsat", "highs"):
        assert fewest(p, backend)[0] == expected
    for presses in product(range(k), repeat=len(p)):
        assert (PUZZLE.verify(p, answer_of(p, presses)) == []) == (presses in right)


@given(edges=st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8))), n=st.integers(1, 9))
@settings(max_examples=60, deadline=None)
def test_from_all_on_every_graph_can_be_put_out(edges, n):
    """Sutner 1989: two colours, closed rule, no arrows."""
    network = networkx.Graph([(a % n, b % n) for a, b in edges])
    network.add_nodes_from(range(n))
    p, _ = make_instance(graph_from_networkx(network), "")
    objective, answer = fewest(p, "cnf")
    assert objective != "unsatisfiable"
    assert PUZZLE.verify(p, answer) == []


@pytest.mark.parametrize(("n", "least"), list(enumerate((1, 4, 5, 4, 15, 28, 33), start=1)))
def test_the_fewest_presses_of_square_boards_are_those_published(n, least):
    """OEIS A075464."""
    assert fewest(resolve("lightsout", str(n)).instance)[0] == least


@pytest.mark.sample(1)
@pytest.mark.parametrize(("n", "count", "up_to"), [(1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 16, 5), (5, 4, 1), (6, 1, 1)])
def test_the_number_of_solutions_of_square_boards_is_that_published(n, count, up_to):
    """OEIS A075462, and A075463 up to turns and reflections; brute force over orbits for the latter."""
    question = Question(PUZZLE, resolve("lightsout", str(n)).instance)
    listing = list_answers(question, resolve_entrant(question, "cpsat", "native"), LIMITS)
    assert listing.complete
    assert len(listing.answers) == count
    orbits = {
        min(
            tuple(sorted(map(tuple, np.argwhere(image))))
            for turned in (board, board.T)
            for image in (np.rot90(turned, i) for i in range(4))
        )
        for board in (_board(n, answer) for answer in listing.answers)
    }
    assert count_up_to_symmetry(question, listing.answers, is_complete=True).number == len(orbits) == up_to


def _board(n, cells):
    board = np.zeros((n, n), bool)
    board[tuple(zip(*cells, strict=True))] = True
    return board


@pytest.mark.parametrize(
    ("what", "options", "least"),
    [
        ("petersen", {}, 3),  # 10 lamps, 4 for a press: two are too few
        ("cycle:9", {}, 3),  # every third vertex: a perfect code
        ("complete:7", {}, 1),
        ("star:9", {}, 1),
        ("hypercube:3", {}, 2),  # two opposite corners
        ("torus:5x5", {}, 5),  # the perfect code of the plane
        ("path:5", {"rule": "open"}, "unsatisfiable"),  # a press changes two of the lamps 0, 2, 4, or none
        ("cycle:6", {"colours": 3}, 4),  # a perfect code, each twice: 1 + 2 = 3
    ],
)
def test_graphs_whose_minimum_is_known_from_theory(what, options, least):
    """Perfect codes press each lamp once; others as said."""
    p = resolve("lightsout", what, options=options).instance
    network = networkx.Graph(zip(p.graph.tails.tolist(), p.graph.heads.tolist(), strict=True))
    if len(p) <= 10 and options.get("colours", 2) ** len(p) < 2000:
        right = all_presses(network, p.rule, p.colours, p.start.tolist(), p.target.tolist())
        assert (min(map(sum, right)) if right else "unsatisfiable") == fewest(p)[0]
    assert fewest(p)[0] == least


def test_one_lamp_of_two_cannot_be_put_out():
    """K2: a press toggles both."""
    p = resolve("lightsout", "complete:2", options={"lit": "0"}).instance
    assert fewest(p) == ("unsatisfiable", None)
    assert PUZZLE.verify(p, (0,)) == ["the lamp of 1 ends on and should be off"]


def test_verify_says_what_is_wrong():
    """A vertex that is not there, a press given twice, a number of presses that is none, a lamp left on."""
    p = resolve("lightsout", "2x2").instance
    assert PUZZLE.verify(p, ((0, 0), (0, 1), (1, 0), (1, 1))) == []
    assert "there is no vertex (5, 5) to press" in PUZZLE.verify(p, ((5, 5),))
    assert "the press of R1C1 is given twice" in PUZZLE.verify(p, ((0, 0), (0, 0)))
    q = resolve("lightsout", "path:1", options={"colours": 3}).instance
    assert PUZZLE.verify(q, ((0, 2),)) == []
    assert "0 is pressed 3 times, expected 1 to 2" in PUZZLE.verify(q, ((0, 3),))
    assert PUZZLE.verify(q, ()) == ["the lamp of 0 ends in state 1 and should be in state 0"]


def test_any_solution_will_do_if_the_user_says_so():
    """No objective; more presses than the fewest pass."""
    p = resolve("lightsout", "4").instance
    assert PUZZLE.formulations["native"](p, any="yes").objective is None
    assert PUZZLE.formulations["native"](p).objective is not None
    costs = {len(answer) for answer in answers(p)}
    assert min(costs) == 4
    assert len(costs) > 1


def test_an_open_assignment_decodes_to_what_is_known():
    """All variables 0: nothing is pressed."""
    for colours in (2, 5):
        p = resolve("lightsout", "3", options={"colours": colours}).instance
        model = PUZZLE.formulations["native"](p)
        assert PUZZLE.decode(p, model, np.zeros(model.variables + 1, np.int64)) == ()


def test_literals_are_named_after_vertices():
    """Cells, names of a file, numbers; how often, with more colours; full turns."""
    board = resolve("lightsout", "3x4").instance
    model = PUZZLE.formulations["native"](board)
    assert name_literal(PUZZLE, board, model, 6) == "press R2C2"
    assert name_literal(PUZZLE, board, model, -12) == "do not press R3C4"
    p, _ = make_instance(graph(2, [0], [1], names=["a", "b"]), "", colours=3)
    model = PUZZLE.formulations["native"](p)
    words = [name_literal(PUZZLE, p, model, x) for x in range(1, model.variables + 1)]
    assert words[:4] == ["press 'a' 1 time", "press 'a' 2 times", "press 'b' 1 time", "press 'b' 2 times"]
    assert words[4:] == ["full turns of the lamp of 'a'", "full turns of the lamp of 'b'"]


@pytest.mark.parametrize("size", [(30, 40), (1, 200)])
@pytest.mark.parametrize("colours", [2, 3, 10])
def test_a_planted_answer_keeps_the_rules_and_the_model(size, colours):
    """Large boards, without a solver: the presses that were drawn, as an assignment."""
    p, answer = PUZZLE.generate(size, 4, colours=colours, lit="random")
    assert PUZZLE.verify(p, answer) == []
    assert PUZZLE.verify(p, answer[1:]) != []
    model = PUZZLE.formulations["native"](p)
    values = np.zeros(model.variables + 1, np.int64)
    number, press = p.number_lookup(), model.arrays["press"]
    for entry in answer:
        vertex, times = (entry, 1) if colours == 2 else entry
        values[press.reshape(len(p), -1)[number(vertex), times - 1]] = 1
    if colours > 2:
        presses = np.zeros(len(p), np.int64)
        presses[[number(vertex) for vertex, _ in answer]] = [times for _, times in answer]
        moved = np.zeros(len(p), np.int64)
        np.add.at(moved, p.toggled, np.repeat(presses, np.diff(p.starts)) * p.times)
        values[model.arrays["turns"]] = moved // colours
    assert evaluate(model, values) == []
    assert PUZZLE.decode(p, model, values) == answer


def test_states_that_are_none_are_refused():
    """Of a person, and of a program."""
    g = graph(2, [0], [1])
    for start in ([0, 2], [0, -1], [0], []):
        with pytest.raises(InputError, match=r"expected 2 states 0\.\.1"):
            LightsOut(g, "closed", 2, np.array(start, np.int64), np.zeros(2, np.int64))
    with pytest.raises(InputError, match="expected 2 to 100 colours"):
        LightsOut(g, "closed", 1, np.zeros(2, np.int64), np.zeros(2, np.int64))


def test_theory_counts_what_engines_count():
    """The two formulas of boards without a board agree with each other and with elimination; with other options than
    theorems speak of there is no number."""
    plain = {"lit": None, "target": None, "colours": None, "rule": None}
    for size in [(n, n) for n in range(1, 21)] + [(3, 7), (4, 9), (11, 5), (1, 8), (2, 30)]:
        numbers = set(PUZZLE.extras.theory(size, **plain).values())
        p, _ = PUZZLE.generate(size)
        model = PUZZLE.formulations["native"](p)
        assert numbers == {backend_named("gf2").count(model, PUZZLE.project(p, model), LIMITS, Options())}
    counted = count_by_theory(PUZZLE, "5000x3000", plain)
    assert (counted.number, counted.exact) == (1, True)
    assert count_by_theory(PUZZLE, "19", plain) is None  # small: counted by itself
    for changed in ({"lit": "random"}, {"target": "all"}, {"colours": 3}, {"rule": "open"}):
        assert PUZZLE.extras.theory((5, 5), **{**plain, **changed}) is None
