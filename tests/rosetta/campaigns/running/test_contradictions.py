"""What is wrong at first sight while a campaign runs: rows that contradict each other, and no others."""

from __future__ import annotations

import pytest

from rosetta.campaigns.running import contradictions
from rosetta.campaigns.running.contradictions import ContradictionWatch
from rosetta.studies.judging.testimony import AnswerGiven, Testimony


def row(configuration, status, unique=None, instance="i", symmetry=0):
    """A row on a board."""
    place = {"puzzle": "tents", "what": "8", "board_seed": 3, "cell": "c" * 20, "instance": instance}
    return place | {
        "configuration": configuration,
        "status": status,
        "is_unique": unique,
        "symmetry": symmetry,
    }


def told(monkeypatch, *rows, costs=()):
    """What is said of the last row, whose answers have these costs."""
    given = dict(zip(map(id, rows), costs, strict=False))

    def testimony(row):
        if id(row) not in given:
            return None
        answer = AnswerGiven("x", given[id(row)])
        return Testimony(row["configuration"], "cp", "", status=row["status"], answers=(answer,))

    monkeypatch.setattr(contradictions, "stored_testimony", testimony)
    watch = ContradictionWatch()
    return [watch.note_row(row) for row in rows][-1]


WHERE = "on tents 8 --seed 3 (cell cccccccccccc)"


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([row("a", "satisfied"), row("b", "unsatisfiable")], "b says there is no answer, a contradicts it"),
        ([row("a", "unsatisfiable"), row("b", "optimal")], "b has an answer, a contradicts it"),
        ([row("a", "satisfied", True), row("b", "satisfied", False)], "b has two answers, a contradicts it"),
        ([row("a", "satisfied", False), row("b", "satisfied", True)], "b says it is the only one, a contradicts it"),
        ([row("a", "satisfied"), row("b", "satisfied"), row("c", "unknown")], None),
        ([row("a", "satisfied"), row("b", "unsatisfiable", instance="j")], None),
        ([row("a", "satisfied"), row("b", "unsatisfiable", symmetry=1)], None),
        ([row("a", "satisfied"), row("b", "unsatisfiable"), row("c", "satisfied")], None),  # was told before
    ],
)
def test_two_rows_on_a_board_that_say_the_opposite(monkeypatch, rows, sentence):
    """Told of the row that comes second; boards and turns of a board are watched by themselves."""
    assert told(monkeypatch, *rows) == (None if sentence is None else f"disagreement: {sentence} {WHERE}")


@pytest.mark.parametrize(
    ("statuses", "costs", "numbers"),
    [
        (("optimal", "satisfied"), (5, 4), (4, 5, 4)),
        (("satisfied", "optimal"), (4, 5), (5, 5, 4)),
        (("optimal", "optimal"), (4, 5), (5, 5, 4)),
        (("optimal", "satisfied"), (4, 4), None),
        (("optimal", "satisfied"), (4, 5), None),
        (("satisfied", "satisfied"), (4, 5), None),
        (("optimal", "unknown"), (5, 4), None),
    ],
)
def test_an_answer_that_costs_less_than_the_best(monkeypatch, statuses, costs, numbers):
    """Whichever comes first; an answer of a run with no definite status is none."""
    rows = [row(name, status) for name, status in zip("ab", statuses, strict=True)]
    found = told(monkeypatch, *rows, costs=costs)
    if numbers is None:
        assert found is None
    else:
        words = "b has {} as its objective; {} was called optimal, {} was found".format(*numbers)
        assert found == f"disagreement: {words} {WHERE}"
