"""Explanations of rules about graphs: what they say of all solutions is held against the list of all solutions."""

from __future__ import annotations

import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.reasons.job import ExplanationRequest
from backends.registry import backend_named
from models.puzzles.registry import puzzle
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import trace_question
from rosetta.studies.grading.graph_words import CLOSING, describe_graph_row

BOARDS = [
    *(("slitherlink", (3, 3), seed) for seed in range(4)),
    *(("hitori", (4, 4), seed) for seed in range(4)),
    *(("nurikabe", (4, 4), seed) for seed in range(4)),
    *(("hashi", (5, 5), seed) for seed in range(4)),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "size", "seed"), BOARDS)
def test_explained_is_what_all_solutions_have_in_common(name, size, seed):
    record = puzzle(name)
    board, _ = record.generate(size, seed)
    question = Question(record, board)
    first = next(iter(record.formulations))
    model = question.model("lazy")
    project = record.project(board, model)
    listed = list(cutting_backend(backend_named("cnf")).solutions(model, project, Limits(60), Options()))
    explained = trace_question(question, first, ExplanationRequest(), Limits(60))
    trace = explained.trace
    for example in trace.examples:
        answer = question.answer(explained.model, example.values)
        assert record.verify(board, answer) == []
    assert trace.unique == (len(listed) == 1)
    common = {int(x) if listed[0][x] else -int(x) for x in project if len({int(each[x]) for each in listed}) == 1}
    assert trace.backbone is not None
    assert set(trace.backbone.literals) == common
    concluded = {literal for step in trace.steps for literal in step.conclusion}
    assert concluded <= common


def test_ways_in_words():
    values = [0] * 9
    values[1], values[-1], values[3], values[-3] = 1, -1, -1, 1
    clause, vertices = [-1, 3, 4], frozenset([1, 3, 4])
    assert (
        describe_graph_row("from R1C1 to R2C2", clause, values, vertices) == "Only this way is left from R1C1 to R2C2"
    )
    values[4], values[-4] = -1, 1
    assert describe_graph_row("out of R1C1", clause, values, vertices) == "No way is left out of R1C1"
    assert describe_graph_row(CLOSING, clause, values, vertices).startswith("This would close a loop")
