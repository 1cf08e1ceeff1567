"""Each flag of `explain` has a keyword, and both give the same document; what does not go together is told at once."""

from __future__ import annotations

import json

import pytest

import rosetta as rs
from rosetta.requests.options import options_of
from rosetta.verbs.explain import ExplainRequest
from tests.support.in_a_fork import rosetta
from tests.support.masked_documents import masked_document

RING, NONE = "3x3:aaaaa,2,0,2,2,0,2", "4x4:bgd_,0,1,0,2,2,0,1,0"
SEVERAL = ("akari", "6", "--seed", "3")  # a board with several solutions
SAME = [
    (("tents", RING), {}),
    (("tents", RING, "--to", "1"), {"steps": 1}),
    (SEVERAL, {"as_generated": False}),
    ((*SEVERAL, "--as-generated"), {"as_generated": True}),
    (("tents", NONE, "--all-conflicts"), {"conflicts": 20}),
    (("tents", NONE, "--all-conflicts", "--limit", "2"), {"conflicts": 2}),
    (("tents", NONE, "--repair"), {"repair": True}),
    (("tents", RING, "--formulation", "borders"), {"formulation": "borders"}),
    (("tents", RING, "--time-limit", "20"), {"time_limit": 20}),
    (("tents", RING, "--step-limit", "1.5"), {"step_limit": 1.5}),
    (("tents", RING, "--memory", "7000"), {"memory": 7000}),
]


def load(words):
    return rs.load(words[0], words[1], seed=3 if "--seed" in words else 0)


@pytest.mark.parametrize(("words", "keywords"), SAME, ids=str)
def test_the_same_document_by_flag_and_by_keyword(words, keywords):
    completed = rosetta("explain", *words, "--json")
    document = json.loads(completed.stdout)
    del document["command"]  # which a program has not
    found = masked_document(rs.explain(load(words), **keywords).to_json())
    assert found == masked_document(document)
    if keywords not in ({}, {"as_generated": True}):  # else the same by both would say nothing
        assert found != masked_document(rs.explain(load(words)).to_json())


def test_every_flag_is_compared():
    compared = {name for _, keywords in SAME for name in keywords}
    assert compared == {each.name for each in options_of(ExplainRequest) if each.flags}


def test_in_place_of_a_board_with_several_solutions():
    """The board of the result is the one that was explained, with its rules; the given one where it is wanted."""
    several = load(SEVERAL)
    shown = rs.explain(several, as_generated=False)
    assert shown.board == rs.generate("akari", 6, seed=3, unique=True) != several
    assert (shown.board.id, shown.board.unique, shown.status) == (shown.to_json()["id"], True, "unique")
    assert rs.verify(shown.board, shown.answer) == []
    assert rs.explain(several).board is several
    ring = rs.load("tents", RING)
    assert rs.explain(ring, as_generated=False).board is ring  # it has one solution


def test_what_cannot_be_is_told_before_any_work():
    """Told before the board is looked for."""
    for words, says in (
        (("--limit", "3"), "--limit needs --all-conflicts"),
        (("--html", "/"), "'/': expected the name of a file in an existing folder"),
    ):
        refused = rosetta("explain", "tents", "no such board", *words)
        assert (refused.returncode, refused.stderr) == (2, f"rosetta: {says}\n")


def test_the_page_by_flag_and_by_method(tmp_path):
    """The page that the command writes, but for the command."""
    shown, file = rs.explain(rs.load("tents", RING)), tmp_path / "page.html"
    page = shown.to_html()
    rosetta("explain", "tents", RING, "--html", str(file))
    typed = file.read_text("utf-8")
    assert page.count("<svg") == typed.count("<svg") == len(shown.steps)
    assert ("python -m models.explain" in typed, "python -m models.explain" in page) == (True, False)
