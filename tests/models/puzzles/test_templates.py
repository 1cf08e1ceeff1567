"""The files that `python -m models.puzzles new NAME` writes: whole puzzles, in every verb, under any name."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from itertools import islice, permutations, product

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.puzzles import registry
from models.puzzles.randomness import Stream
from models.puzzles.templates.writing import ANSWERS, MARK, fill_template, write_puzzle
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from tests.support.in_a_fork import rosetta
from tests.support.places import ROOT


@pytest.fixture(params=ANSWERS)
def written(request, tmp_path, monkeypatch):
    """The record of a puzzle that was written, registered while the test runs."""
    name = f"trial{request.param}"
    write_puzzle(name, request.param, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "PUZZLES", {**registry.PUZZLES, name: f"{name}:PUZZLE"})
    registry.locations.cache_clear()
    yield registry.puzzle(name)
    registry.locations.cache_clear()
    sys.modules.pop(name, None)


def solutions(record, p):
    question = Question(record, p)
    model = question.model(next(iter(record.formulations)))
    found = cutting_backend(backend_named("cnf")).solutions(model, record.project(p, model), Limits(60), Options())
    return {question.answer(model, values) for values in islice(found, 10_000)}


def candidates(record, size):
    """All that could be an answer of a board of that size, by the kind of the answer."""
    if record.name.endswith("values"):
        return product(permutations(range(1, size[1] + 1)), repeat=size[0])
    cells = list(np.ndindex(size))
    if record.name.endswith("loop"):
        cells = [
            ((r, c), (r + dr, c + dc))
            for r, c in cells
            for dr, dc in ((0, 1), (1, 0))
            if r + dr < size[0] and c + dc < size[1]
        ]
    return (
        tuple(cell for cell, on in zip(cells, chosen, strict=True) if on)
        for chosen in product((0, 1), repeat=len(cells))
    )


@pytest.mark.parametrize("seed", range(3))
def test_its_model_has_the_answers_that_trying_all_finds(written, seed):
    p, planted = written.generate((3, 3), seed)
    every = {each for each in candidates(written, (3, 3)) if written.verify(p, each) == []}
    assert planted in every
    assert solutions(written, p) == every


@pytest.mark.sample(12)
@pytest.mark.parametrize(
    "words",
    [
        ["solve", "4"],
        ["compare", "4", "--backends", "cnf,cpsat,cbc"],
        ["count", "3", "--distinct"],
        ["explain", "4"],
        ["generate", "4", "--unique", "--minimal"],
        ["convert", "4", "--to", "scene"],
        ["formulas", "3"],
    ],
    ids=lambda words: words[0],
)
def test_it_works_in_every_verb(written, words):
    completed = rosetta(words[0], written.name, *words[1:], here=True)
    assert completed.returncode == 0, completed.stderr
    assert "Traceback" not in completed.stderr


def test_its_scene_plays(written):
    p, answer = written.generate((4, 4), 1)
    document = json.loads(rosetta("convert", written.name, "4", "--to", "scene", "--seed", "1", here=True).stdout)
    assert document["clicks"]["steps"]
    assert written.draw_text(p, answer) != written.draw_text(p)


@pytest.mark.parametrize("answer", ANSWERS)
def test_it_says_what_to_replace_and_nothing_of_the_template_is_left(answer):
    text = fill_template("parquet", answer)
    assert text.count(MARK) >= 8
    assert "class Parquet:" in text
    assert '"parquet"' in text
    assert "emplate" not in text.partition('"""')[2].partition('"""')[2]


def test_it_goes_where_genres_are_and_never_over_a_file(tmp_path):
    said = write_puzzle("parquet", "cells", tmp_path)
    assert said.startswith("wrote parquet.py")
    assert 'parquet = "parquet:PUZZLE"' in said
    (tmp_path / "models" / "puzzles" / "genres").mkdir(parents=True)
    assert "pytest tests -k parquet" in write_puzzle("parquet", "cells", tmp_path)
    before = (tmp_path / "parquet.py").read_text("utf-8")
    (tmp_path / "models" / "puzzles" / "genres").rename(tmp_path / "elsewhere")
    with pytest.raises(InputError, match=r"parquet\.py: expected no such file, found one"):
        write_puzzle("parquet", "values", tmp_path)
    assert (tmp_path / "parquet.py").read_text("utf-8") == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("new", "expected a name"),
        ("parts", "expected a name"),
        ("Big", "expected a name"),
        ("a-b", "expected a name"),
        ("class", "expected a name"),
        ("x", "expected a name"),
        ("akari", "not here yet"),
        ("lightup", "not here yet"),
        ("model", "not here yet"),
    ],
)
def test_names_that_cannot_be_are_refused(name, message, tmp_path):
    with pytest.raises(InputError, match=message):
        write_puzzle(name, "cells", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_and_refuses(tmp_path):
    def run(*words):
        command = [sys.executable, "-m", "models.puzzles", *words]
        environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)

    assert run("new", "parquet", "--answer", "values").stdout.startswith("wrote parquet.py")
    again = run("new", "parquet")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert run("new", "other", "--answer", "knots").returncode == 2
    assert run().returncode == 2
    assert "new NAME" in run("--help").stdout


def test_a_loop_takes_in_or_leaves_out_a_cell_where_two_answers_differ(tmp_path, monkeypatch):
    write_puzzle("looptrial", "loop", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    record, changed = importlib.import_module("looptrial").PUZZLE, 0
    for seed in range(8):
        p, planted = record.generate((5, 5), seed, clues=40)
        second = next((each for each in solutions(record, p) if each != planted), None)
        for number in range(6) if second else ():
            found = record.extras.exclude(p, planted, second, Stream("test", "", "", number))
            if found is not None:
                assert record.verify(*found) == []
                assert len(set(found[1]) ^ set(planted)) <= 4
                changed += 1
    sys.modules.pop("looptrial")
    assert changed > 5
