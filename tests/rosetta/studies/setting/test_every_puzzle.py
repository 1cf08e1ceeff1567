"""Puzzles that are set: one solution, no clue too many, the symmetry, nullity, presses and grade asked for."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from backends import cpsat
from backends.contract import Limits
from backends.passes.propagation import propagate_bounds
from backends.reasons.incremental import IncrementalSolver
from models.neutral import Model
from models.puzzles.akari import rules as akari
from models.puzzles.akari.instance import BARE, Akari
from models.puzzles.akari.record import PUZZLE as AKARI
from models.puzzles.registry import puzzle
from models.puzzles.setting.symmetry import MAPS, orbits
from models.puzzles.setting.targets import Targets
from models.puzzles.tents import rules as tents
from models.puzzles.tents import setting as tents_setting
from models.puzzles.tents.instance import UNKNOWN, Tents
from models.puzzles.tiling import rules as tiling
from rosetta.commands.main import run_verb
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.grade import grade
from rosetta.studies.setting import generate as making
from tests.support.clocks import WatchfulClock
from tests.support.fakes import STAYS, sleep_for_ever
from tests.support.second_looks import akari_solutions, lightsout_solutions, tents_solutions, tiling_solutions
from tests.support.set_boards import first_of

UNIQUE, MINIMAL = Targets(unique=True), Targets(unique=True, minimal=True)

# Changing them would change everybody's puzzles. They hold for the version of python-sat that is pinned.
GOLDEN = {
    "tents 12 --unique --seed 3": "12x12:bdafcc_ecbc_dpaba_hecfbcaelgfa,"
    "4,1,3,2,2,2,2,3,3,1,4,2,4,2,2,3,2,2,3,3,3,0,5,0",
    "tents 8 --minimal --seed 1": "https://puzz.link/p?tents/8/8/1q2h2l11412431388127",
    "akari 10 --unique --seed 1": "10x10:e1a1h1aBc1a1c0Bh0a1c011c1w1B0d0b0d1B1c0c1",
    "akari 9 --minimal --symmetry turns --seed 2": "9x9:d0e0d21bBa1iBa0bBb3aBb0b2a2i1a1b1BdBeBd",
    "lightsout 4x5 --presses 7 --seed 4": "4x5 --lit 0:0,0:1,0:2,0:3,1:0,1:2,2:2,2:3,2:4,3:0,3:3",
}


def rosetta(capsys, line: str) -> tuple[int, str, str]:
    code = run_verb("generate", line.split())
    out, err = capsys.readouterr()
    return code, out, err


# ---- one solution ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "seed"), [("6", 0), ("6", 1), ("7x6", 2), ("5x8", 3), ("1x7", 0), ("2x2", 0), ("1", 0)]
)
def test_tents_boards_have_the_planted_solution_and_no_other(what, seed):
    """Trying every cell finds one solution: the planted one."""
    board, answer = first_of("tents", what, seed, UNIQUE)
    assert list(islice(tents_solutions(board), 2)) == [answer]


@pytest.mark.parametrize("seed", range(3))
def test_trees_move_and_tents_and_clues_stay(seed):
    """A set board has the clues and the solution of the planted one, which had several."""
    planted, answer = tents.generate((30, 30), seed)
    board, same = first_of("tents", "30", seed, UNIQUE)
    assert same == answer
    assert np.array_equal(board.rows, planted.rows)
    assert np.array_equal(board.cols, planted.cols)
    moved = int((board.trees & ~planted.trees).sum())
    assert 0 < moved < 30  # of about 180: they move only where a second solution was


@pytest.mark.parametrize("seed", range(2))
def test_no_clue_of_a_minimal_tents_board_can_be_left_out(seed):
    """The board has one solution; without any one of its clues it has several."""
    board, answer = first_of("tents", "6", seed, MINIMAL)
    assert list(islice(tents_solutions(board), 2)) == [answer]
    for i in np.flatnonzero(board.rows >= 0):
        rows = board.rows.copy()
        rows[i] = UNKNOWN
        assert len(list(islice(tents_solutions(Tents(board.trees, rows, board.cols)), 2))) == 2
    for i in np.flatnonzero(board.cols >= 0):
        cols = board.cols.copy()
        cols[i] = UNKNOWN
        assert len(list(islice(tents_solutions(Tents(board.trees, board.rows, cols)), 2))) == 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("symmetry", list(MAPS))
@pytest.mark.parametrize("what", ["7", "6x6", "1"])
def test_akari_boards_have_one_solution_and_the_symmetry(what, symmetry):
    """Trying every lamp finds one solution; the walls look the same after every map of the symmetry."""
    board, answer = first_of("akari", what, 1, replace(UNIQUE, wishes={"symmetry": symmetry}))
    assert list(islice(akari_solutions(board), 2)) == [answer]
    walls = ~board.white.ravel()
    for image in orbits(board.cells.shape, symmetry):
        assert np.array_equal(walls[image], walls)


def test_no_number_of_a_minimal_akari_board_can_be_left_out():
    """The board has one solution; with any one number less it has several."""
    board, answer = first_of("akari", "7", 3, replace(MINIMAL, wishes={"symmetry": "rotation"}))
    assert list(islice(akari_solutions(board), 2)) == [answer]
    numbers = np.argwhere((board.cells >= 0) & (board.cells < BARE))
    assert len(numbers)
    for r, c in numbers:
        cells = board.cells.copy()
        cells[r, c] = BARE
        assert len(list(islice(akari_solutions(Akari(cells)), 2))) == 2


def test_walls_begin_with_the_shares_asked_for():
    """A symmetric board has no fewer walls than asked for but for an orbit, and few more."""
    wish = replace(UNIQUE, wishes={"symmetry": "rotation"}, parameters={"bare": 20, "numbered": 20})
    board, _ = first_of("akari", "12", 0, wish)
    assert 0.38 <= (~board.white).mean() <= 0.5


@pytest.mark.parametrize("seed", range(3))
def test_tilings_have_one_solution(seed):
    """Trying every piece in every place finds one solution: the one that was cut."""
    board, answer = first_of("tiling", "5x6", seed, replace(UNIQUE, parameters={"pieces": "random"}))
    assert not tiling.verify(board, answer)
    cut = frozenset((name, frozenset(cells)) for name, cells in answer)
    assert list(islice(tiling_solutions(board), 2)) == [cut]


@pytest.mark.parametrize("presses", [0, 1, 3, 4])
def test_lightsout_boards_take_so_many_presses(presses):
    """Of all sets of buttons the smallest that does it has that size; the planted one is such a set."""
    board, answer = first_of("lightsout", "3x4", presses, Targets(wishes={"presses": presses}))
    assert len(lightsout_solutions(board)[0]) == presses == len(answer)


@pytest.mark.parametrize(("what", "nullity"), [("4x3", 0), ("4x3", 2), ("cycle:9", 0), ("complete:6", 3), ("5x2", 1)])
def test_lightsout_graphs_have_so_many_solutions(what, nullity):
    """All sets of buttons were tried: 2^nullity of them do it."""
    graph, _ = first_of("lightsout", what, 0, Targets(wishes={"nullity": nullity}))
    assert len(lightsout_solutions(graph)) == 2**nullity


# ---- seeds, grades, limits -------------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("line", GOLDEN)
def test_a_seed_is_a_puzzle_for_ever(line, capsys):
    """The same command gives the same instance."""
    assert rosetta(capsys, line)[:2] == (0, GOLDEN[line] + "\n")


def test_instances_do_not_depend_on_the_others():
    """Seed 5 is the same alone and as the third of three; what is confirmed by CP-SAT is told as unique."""
    alone = list(making.generate_instances("tents", "7", [5], UNIQUE, Limits(), 60, ignore_progress))
    third = list(making.generate_instances("tents", "7", [3, 4, 5], UNIQUE, Limits(), 60, ignore_progress))[2]
    assert (alone[0].instance, alone[0].answer) == (third.instance, third.answer)
    assert alone[0].unique is True


def test_what_propagation_solves_is_easy():
    """Boards with one solution that propagation gives in full are easy; all three grades occur."""
    grades = set()
    for name, what, wish in (
        ("tents", "8", UNIQUE),
        ("akari", "8", UNIQUE),
        ("tents", "12", MINIMAL),
    ):
        for seed in (0, 1, 2, 4):
            question = Question(puzzle(name), first_of(name, what, seed, wish)[0], {})
            model = question.model("default")
            fixed = {abs(x) for x in propagate_bounds(model).fixed_literals(model).tolist()}
            everything = set(question.puzzle.project(question.instance, model).ravel().tolist()) <= fixed
            grades.add(level := grade(question))
            assert level == "easy" or not everything
    assert grades == {"easy", "tricky", "hard"}


def test_boards_are_begun_until_the_grade_fits(monkeypatch):
    """A board that has another one is not shown."""
    grades, messages = iter(["easy", None, "hard"]), list[str]()
    monkeypatch.setattr(making, "grade", lambda question: next(grades))
    generated = making.generate_instance("tents", "6", 0, replace(UNIQUE, difficulty="hard"), messages.append)
    assert (generated.tries, generated.difficulty) == (3, "hard")
    assert "board 3; before: 1 easy, 1 no grade" in messages


@pytest.mark.sample(0.125)
def test_a_limit_ends_with_what_was_found(capsys, monkeypatch, tmp_path):
    """What takes too long is missing, the rest is printed, and the exit code is 3."""

    def set_up(attempt):
        if attempt.seed == 1:
            sleep_for_ever()
        return tents_setting.set_up(attempt)

    monkeypatch.setattr(tents_setting, "SETTER", replace(tents_setting.SETTER, set_up=set_up))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    WatchfulClock(lambda: any(tmp_path.glob(STAYS))).take_place(monkeypatch)
    code, out, err = rosetta(capsys, "tents 6 --unique --count 3 --time-limit 60 --json")
    assert code == 3
    assert [document["seed"] for document in json.loads(out)["instances"]] == [0, 2]
    assert "seed 1: time limit of 60 s (board 1)" in err


@pytest.mark.sample(0.125)
def test_compiling_is_not_counted_against_the_budget(monkeypatch):
    """First use may load and compile for longer than the whole budget; the boards are set nevertheless."""
    compiles = replace(making.backend_named("cnf"), probe=lambda: time.sleep(0.8))
    monkeypatch.setattr(making, "backend_named", lambda name: compiles)
    monkeypatch.setattr(tents_setting, "SETTER", replace(tents_setting.SETTER, backends=("cnf",)))
    instances = [*making.generate_instances("tents", "4", [0], UNIQUE, Limits(seconds=60), 0.5, ignore_progress)]
    assert [generated.unique for generated in instances] == [True]


def test_json_is_the_contract(capsys):
    """The keys, and an answer that solves the instance of the ID."""
    code, out, _ = rosetta(capsys, "akari 6 --unique --difficulty easy --json --to plain")
    (document,) = json.loads(out)["instances"]
    assert code == 0
    assert (document["unique"], document["difficulty"], document["size"], document["seed"]) == (True, "easy", [6, 6], 0)
    board = akari.parse(document["text"])
    assert not AKARI.verify(board, AKARI.answer_from_json(board, document["answer"]))


def test_without_wishes_it_is_the_generator_of_all_verbs(capsys):
    """`generate tents 8` gives the board that `solve tents 8` means."""
    from instances.resolve import resolve

    assert rosetta(capsys, "tents 8 --seed 2")[1] == resolve("tents", "8", 2).id + "\n"


@pytest.mark.parametrize(
    ("line", "tells"),
    [
        ("tents 8 --nullity 2", "--nullity: not for tents, which has --difficulty, --minimal, --unique"),
        ("akari 5 --unique --bare 0 --numbered 0", "without walls 5x5 has several solutions"),
        ("tiling 8x8 --unique", "several ways; expected --given"),
        ("akari 4x5 --symmetry turns", "expected a square board, found 4x5"),
        ("lightsout 3 --presses 10", "9 vertices"),
        ("tents 8 --to graphml", "expected a format for tents"),
    ],
)
def test_what_cannot_be_is_refused(line, tells, capsys):
    """One message, exit code 2."""
    code, out, err = rosetta(capsys, line)
    assert (code, out) == (2, "")
    assert tells in err


def test_a_lone_solution_is_believed_only_with_a_witness(monkeypatch):
    """Where the second engine is missing, nobody says that the solution is unique."""
    monkeypatch.setattr(cpsat, "BACKEND", replace(cpsat.BACKEND, probe=lambda: "not installed: x"))
    generated = making.generate_instance("tents", "6", 0, UNIQUE, ignore_progress)
    assert generated.unique is None
    assert "not installed" in generated.note


# ---- the standing solver ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clauses", [False, True])
def test_a_standing_model_answers_under_assumptions(clauses):
    """Answers keep the rows and what is assumed; a core is assumed and contradicts the model; clauses stay."""
    m = Model("five")
    x, on = m.bools("x", 5), m.bools("on", 1)
    m.exactly(2, "two of five", x)
    m.exactly(1, "one of the first three", x[:3], when=on)
    solver = IncrementalSolver(m, clauses=clauses)
    values = solver.ask([x[3], on[0]])
    assert values is not None
    assert values[x].sum() == 2
    assert values[x[:3]].sum() == 1
    assert values[x[3]] == 1
    assert solver.ask([x[0], x[1], on[0]]) is None
    assert solver.core() == {int(x[0]), int(x[1]), int(on[0])}
    solver.add([-x[3]])
    assert solver.ask([x[3]]) is None
    assert solver.ask([x[0], x[1]]) is not None
    solver.close()


def test_a_fault_is_no_limit(capsys, monkeypatch):
    """A planted answer that breaks a rule ends with exit code 1."""

    def set_up(attempt):
        return replace(tents_setting.set_up(attempt), answer=((0, 0),))

    monkeypatch.setattr(tents_setting, "SETTER", replace(tents_setting.SETTER, set_up=set_up))
    code, out, err = rosetta(capsys, "tents 6 --unique")
    assert (code, out) == (1, "")
    assert "breaks a rule" in err
