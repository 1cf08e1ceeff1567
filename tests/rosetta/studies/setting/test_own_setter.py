"""A puzzle of somebody else's with a setter and a wish of its own: its record alone says so."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import rosetta as rs
from models.puzzles import registry
from models.puzzles.parameters import Parameter, number_reader
from models.puzzles.setting.setter import Setter
from models.puzzles.setting.targets import PlantedBoard
from models.puzzles.tents.record import PUZZLE as TENTS
from tests.rosetta.studies.setting.test_every_puzzle import rosetta


def set_up(attempt):
    """The board of its generator if it has one solution, with as many tents in the first row as asked for."""
    board, answer = attempt.start()
    if sum(row == 0 for row, _ in answer) != attempt.wish.wishes["camp"]:
        return None
    model = CAMP.formulations["default"](board)
    found = attempt.engines.solutions("cnf", model, CAMP.project(board, model))
    return PlantedBoard(board, answer) if next(found, None) is not None and next(found, None) is None else None


SETTER = Setter(
    set_up,
    fits=frozenset(),
    backends=("cnf", "cpsat"),
    wishes={"camp": Parameter(None, number_reader(0, 99), "so many tents in the first row", "N")},
    implying=frozenset({"camp"}),
)
CAMP = replace(TENTS, name="camp", extras=replace(TENTS.extras, setter=lambda: SETTER))


@pytest.fixture
def _camp(monkeypatch):
    """The puzzle, registered while the test runs."""
    monkeypatch.setattr(registry, "PUZZLES", {**registry.PUZZLES, "camp": f"{__name__}:CAMP"})
    registry.locations.cache_clear()
    yield
    registry.locations.cache_clear()


@pytest.mark.usefixtures("_camp")
def test_its_wish_is_a_flag_and_an_argument(capsys):
    """The board has what is asked for; one solution is implied."""
    code, out, _ = rosetta(capsys, "camp 4 --camp 1 --json")
    (document,) = json.loads(out)["instances"]
    assert (code, document["unique"]) == (0, True)
    assert sum(row == 0 for row, _ in document["answer"]["tents"]) == 1
    made = rs.generate("camp", 4, camp=1)
    assert (made.unique, made.planted) == (True, document["answer"])


@pytest.mark.usefixtures("_camp")
@pytest.mark.parametrize(
    ("line", "tells"),
    [
        ("camp 5 --camp x", "--camp: expected a whole number from 0 to 99, found 'x'"),
        ("camp 5 --minimal", "--minimal: not for camp, which has --camp, --unique"),
        ("camp 5 --camping 1", "unknown option --camping; did you mean '--camp'?"),
    ],
)
def test_what_it_cannot_is_refused(line, tells, capsys):
    """One message, exit code 2, as for the puzzles that are here."""
    try:
        code, out, err = rosetta(capsys, line)
    except SystemExit as end:  # a word that the parser refuses
        code, (out, err) = end.code, capsys.readouterr()
    assert (code, out) == (2, "")
    assert tells in err


@pytest.mark.usefixtures("_camp")
def test_the_wishes_of_others_are_told_from_misspelt_ones():
    """What no setter knows is an unknown option."""
    with pytest.raises(ValueError, match="camp: expected a whole number"):
        rs.generate("camp", 5, camp="x")
    with pytest.raises(ValueError, match="unknown option of camp 'kamp'"):
        rs.generate("camp", 5, kamp=1)
