"""Whose turn is when: entrants that need numba last, where that costs nobody a turn. Before the first turn ever, loops
are compiled: those that the comparison needs."""

import time

import pytest

from backends.contract import Limits, Options
from backends.running import supervisor, worker
from models.puzzles.registry import puzzle
from rosetta.foundation.progress import ignore_progress
from rosetta.studies.asking.budgets import Deadline
from rosetta.studies.asking.entrants import resolve_entrants
from rosetta.studies.asking.formulations import choose_formulation
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing import compare
from rosetta.studies.comparing.compare import Plan, all_backends
from rosetta.studies.comparing.turns import BUILT_ON, compile_loops, turns_of_a_round
from tests.support.fakes import fake_backend

NEED_NUMBA = {"gf2", "exactcover", "hybrid", "windows", "external", "propagate", "recombine", "walksat"}


def posed(name, size):
    """A question, and all entrants."""
    record = puzzle(name)
    question = Question(record, record.generate((size, size), 0)[0])
    formulation = choose_formulation(record, question.instance, None)
    return question, resolve_entrants(question, all_backends(record), [formulation], Options(), "default")


def turns(name, size):
    """The names before and behind, each in its order, and those of all entrants in the usual order."""
    question, entrants = posed(name, size)
    before, behind = ([entrants[i].name for i in part] for part in turns_of_a_round(question, entrants))
    return before, behind, [each.name for each in entrants]


def test_those_that_need_numba_run_last_on_a_small_board():
    before, behind, usual = turns("tents", 6)
    assert set(behind) == NEED_NUMBA
    for part in (before, behind):
        assert part == [name for name in usual if name in part]


def test_what_the_puzzle_advises_still_comes_first():
    """Linear algebra, for Lights Out, though it needs numba too."""
    before, behind, usual = turns("lightsout", 5)
    assert before[0] == usual[0] == "gf2"
    assert set(behind) == NEED_NUMBA - {"gf2"}


@pytest.mark.parametrize("size", [20, 21])
def test_on_a_larger_board_the_usual_order_stays(size):
    before, behind, usual = turns("tents", size)
    assert (not behind and before == usual) == (size > 20)


@pytest.mark.parametrize(("name", "needless"), [("tents", {"gf2"}), ("nurikabe", {"gf2"}), ("lightsout", set())])
def test_at_first_use_the_loops_of_those_that_take_the_model_are_compiled(monkeypatch, name, needless):
    jobs = []
    monkeypatch.setattr(supervisor, "run_job", lambda work, job, *_: jobs.append((work, job)))
    compile_loops(*posed(name, 6), ignore_progress)
    ((work, (_, wishes, processes)),) = jobs
    assert work is worker.send_loops
    names = [backend.name for backend, _ in wishes]
    assert {split.partition(":")[0] for split in names} == NEED_NUMBA - needless
    assert names[0] == BUILT_ON
    assert 1 <= processes <= len(names)


@pytest.mark.parametrize("first", [True, False])
def test_that_is_done_where_nothing_was_compiled_yet_and_outside_the_budget(monkeypatch, first):
    monkeypatch.setattr(compare, "lacks_all_loops", lambda: first)
    monkeypatch.setattr(compare, "compile_loops", lambda *_: time.sleep(0.1))
    question, entrants = posed("tents", 6)
    plan = Plan(entrants, Limits(), deadline=Deadline(100.0))
    compare.warm_up(question, plan)
    assert (plan.deadline.at >= 100.1) == first


@pytest.mark.parametrize("processes", [1, 3])
def test_every_solver_is_loaded_once_whoever_fails(tmp_path, monkeypatch, processes):
    """By the processes in turn."""

    def probe(number):
        with (tmp_path / str(number)).open("x"):
            pass
        if number == 2:
            raise RuntimeError

    wishes = tuple((fake_backend(f"fake{i}", probe=lambda i=i: probe(i), version=str), Options()) for i in range(7))
    job = ("loops", wishes, processes)
    assert supervisor.run_job(worker.send_loops, job, Limits(threads=processes), lambda _: None).complete
    assert {path.name for path in tmp_path.iterdir()} == {str(i) for i in range(7)}
