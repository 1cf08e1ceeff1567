"""The JSON documents are those of the contract: these keys, in this order, with these types."""

from __future__ import annotations

import json
import math
from functools import partial

import numpy as np
import pytest

from report.comparison.json_documents import SOLVE_KEYS, comparisons_json, count_document, solve_document
from report.comparison.records import RESOURCES, Claims, Comparison
from tests.support.report_samples import AGREE, CPSAT, DISAGREE, EVERY, MINIMA, TENTS, changed, comparison

DOCUMENT = ["schema", "puzzle", "instances"]
INSTANCE = ["id", "size", "seed", "verdict", "runs"]
RUN = [
    "backend", "engine", "version", "encoding", "formulation", "profile", "status", "verdict", "evidence", "unique",
    "objective", "bound", "derived", "seconds", "size", "answer", "note", "claims", "cpu_seconds",
    "peak_mb", "startup_seconds",
]  # fmt: skip
SECONDS = ["build", "lower", "load", "solve", "decode", "verify"]
SIZE = ["variables", "rows", "literals"]
SOLVE = [
    "schema", "puzzle", "id", "backend", "status", "verdict", "evidence", "objective", "unique", "answer", "seconds",
    "size",
]  # fmt: skip
SOLVE_MORE = ["engine", "version", "encoding", "formulation", "profile", "bound", "note", "claims", *RESOURCES]
COUNT = [
    "schema", "puzzle", "id", "count", "distinct", "exact", "backend", "seconds", "verdict", "evidence", "witness",
    "witness_seconds", "note", "claims",
]  # fmt: skip


@pytest.mark.parametrize("sample", EVERY, ids=lambda c: c.verdict)
def test_compare_has_exactly_the_keys_of_the_contract(sample: Comparison) -> None:
    document = json.loads(comparisons_json([sample]))
    assert list(document) == DOCUMENT
    assert document["schema"] == 1
    (instance,) = document["instances"]
    assert list(instance) == INSTANCE
    assert instance["size"] == list(sample.size)
    for run in instance["runs"]:
        assert list(run) == RUN
        assert list(run["seconds"]) == SECONDS
        assert list(run["size"]) == SIZE


def test_a_run_as_the_contract_writes_it() -> None:
    """One run, value by value."""
    document = json.loads(comparisons_json([AGREE]))
    assert document["instances"][0]["runs"][0] == {
        "backend": "cpsat", "engine": "cp-sat", "version": "9.15", "encoding": None, "formulation": "default",
        "profile": "default", "status": "satisfied", "verdict": "correct", "evidence": "verified", "unique": None,
        "objective": None, "bound": None, "derived": None,
        "seconds": {
            "build": 0.0021, "lower": 0.0034, "load": 0.0008, "solve": 0.0213, "decode": 0.0001, "verify": 0.0005,
        },
        "size": {"variables": 1320, "rows": 2841, "literals": 12345},
        "answer": {"tents": [[0, 1], [2, 0], [2, 2]]}, "note": "",
        "claims": {"answer": "verified", "optimal": None, "unique": None, "count": None},
        "cpu_seconds": 0.03, "peak_mb": 101.25, "startup_seconds": 0.4,
    }  # fmt: skip


def test_broken_rules_are_in_the_note() -> None:
    runs = json.loads(comparisons_json([DISAGREE]))["instances"][0]["runs"]
    assert runs[1]["verdict"] == "wrong"
    assert runs[1]["note"].startswith("breaks: column counts: column 2 has 0 tents")


def test_numpy_values_and_infinite_bounds_become_json() -> None:
    cells = {"tents": np.array([[0, 1], [2, 3]])}
    run = changed(CPSAT, answer=cells, objective=np.int64(4), bound=-math.inf, unique=np.True_)
    run_json = json.loads(comparisons_json([comparison("incomplete", run)]))["instances"][0]["runs"][0]
    assert run_json["answer"] == {"tents": [[0, 1], [2, 3]]}
    assert (run_json["objective"], run_json["bound"], run_json["unique"]) == (4, None, True)


def test_no_instance_at_all_is_a_document_too() -> None:
    assert json.loads(comparisons_json([])) == {"schema": 1, "puzzle": None, "instances": []}


def test_instances_of_several_puzzles_name_their_own() -> None:
    document = json.loads(comparisons_json([AGREE, MINIMA]))
    assert document["puzzle"] is None
    assert [instance["puzzle"] for instance in document["instances"]] == ["tents", "lightsout"]


def test_solve_has_exactly_the_keys_of_the_contract() -> None:
    solved = partial(solve_document, changed(CPSAT, size={"variables": 3}), puzzle="tents", id="5x5:x")
    document = solved()
    assert list(document) == [*SOLVE, *SOLVE_MORE]
    assert document["size"] == {"variables": 3, "rows": 0, "literals": 0}
    assert document["claims"] == {"answer": "verified", "optimal": None, "unique": None, "count": None}
    assert list(solved(answers=[TENTS])) == [*SOLVE, "answers", *SOLVE_MORE]
    several = solved(missed=TENTS, proofs=[{"claim": "unique"}], provenance={"machine": {}})
    assert list(several) == [*SOLVE, "missed", "proofs", *SOLVE_MORE, "machine"]
    assert set(several) <= set(SOLVE_KEYS)


def test_counts_are_decimal_strings_however_long() -> None:
    """2^20000 has more digits than Python writes by default."""
    counted = partial(
        count_document,
        puzzle="lightsout", id="x", exact=True, backend="gf2", seconds={"solve": 0.5}, verdict="correct",
        symmetries=None, witness="integers", witness_seconds=1.5, note="", claims=Claims(count="cross-checked"),
    )  # fmt: skip
    document = counted(count=2**20000, distinct=None)
    assert list(document) == COUNT
    assert len(document["count"]) == 6021
    assert document["distinct"] is None
    assert (document["evidence"], document["claims"]["count"]) == ("cross-checked", "cross-checked")
    assert document["seconds"] == {"build": 0, "lower": 0, "load": 0, "solve": 0.5, "decode": 0, "verify": 0}
    assert counted(count=8, distinct=2)["distinct"] == "2"
