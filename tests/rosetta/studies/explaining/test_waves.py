"""Steps are told in another order than they were found, and several as one: nothing is told before what it rests on."""

from __future__ import annotations

import pytest

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explained_formulation, trace_question
from rosetta.studies.explaining.grouping import Family, group_steps
from rosetta.studies.explaining.wording import Wording
from rosetta.studies.grading.graph_words import line_blocks

BOARDS = [
    ("slitherlink", "6", {"clues": 85}),
    ("tents", "8", {}),
    ("akari", "7", {}),
    ("hitori", "6", {}),
    ("hashi", "7", {}),
    ("starbattle", "6", {}),
    ("nurikabe", "5", {}),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "what", "options"), BOARDS, ids=[name for name, *_ in BOARDS])
def test_every_step_rests_on_what_was_told_before(name, what, options, seed):
    question = Question(puzzle(name), resolve(name, what, seed, options=options).instance)
    traced = trace_question(question, explained_formulation(question), ExplanationRequest(), Limits(seconds=60))
    words, steps = Wording(question, traced.model, traced.rows), traced.trace.steps
    grouped = group_steps(traced.rows, steps, words.is_evident, line_blocks(traced.model))
    concluded = {x for step in steps for x in step.conclusion}
    known = {x for step in steps for x in step.facts} - concluded
    for step, family in grouped:
        own = set(step.conclusion) if family is Family.LINE or words.is_evident(step) else set()
        assert set(step.facts) <= known | own
        known |= set(step.conclusion)
    assert known >= concluded
    assert sorted(x for step, _ in grouped for x in step.conclusion) == sorted(concluded)
    assert {row for step, _ in grouped for row in step.rows} <= {row for step in steps for row in step.rows}
    assert len(grouped) <= len(steps)


def test_an_easy_loop_is_told_in_two_thirds_of_its_steps():
    question = Question(puzzle("slitherlink"), resolve("slitherlink", "8", 3, options={"clues": 85}).instance)
    traced = trace_question(question, explained_formulation(question), ExplanationRequest(), Limits(seconds=60))
    words = Wording(question, traced.model, traced.rows)
    grouped = group_steps(traced.rows, traced.trace.steps, words.is_evident, line_blocks(traced.model))
    assert sum(len(step.rows) > 1 for step, family in grouped if family is Family.LINE) > 10
    assert 3 * len(grouped) < 2 * len(traced.trace.steps)
