"""Published boards of every genre: each has its published solution, and no other.

What is wrong with some of them is told in `WRONG` of `tests/support/published_answers.py`, and shown here.
"""

from __future__ import annotations

from itertools import islice

import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from benchmarks.genres.programs import nameless_pieces, program_names
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.studies.asking.formulations import choose_formulation
from tests.support.known_boards import published_texts
from tests.support.published_answers import FILES, WRONG, read_solution

BOARDS = [
    pytest.param(name, file, key, id=f"{name}-{file} {key}")
    for name in program_names()
    for file in FILES.get(name, (name,))
    for key in published_texts(file)
]
LIMITS = Limits(seconds=300)


@pytest.mark.sample(3, each="name")
@pytest.mark.parametrize(("name", "file", "key"), BOARDS)
def test_a_published_board_has_its_solution_and_no_other(name, file, key):
    texts, record = published_texts(file)[key], puzzle(name)
    p = resolve(name, "-", stdin=texts["problem"].encode).instance
    model = record.formulations[choose_formulation(record, p, None, solver="cnf")](p)
    backend = cutting_backend(backend_named("cnf"))
    found = list(islice(backend.solutions(model, record.project(p, model), LIMITS, Options()), 2))
    answers = [record.decode(p, model, values) for values in found]
    assert all(record.verify(p, answer) == [] for answer in answers)
    pieces = [nameless_pieces(record.extras.pieces(answer)) for answer in answers]
    published = read_solution(name, texts["solution"], record.extras.pieces(answers[0]))
    is_right = pieces == [published]
    assert is_right != (f"{file} {key}" in WRONG), WRONG.get(f"{file} {key}", "not the published solution alone")
