"""Large published boards of Nurikabe (janko.at 460 and 1055): the only answer, on the word of engines of two kinds."""

from __future__ import annotations

import pytest

from backends.contract import Limits
from instances.resolve import resolve
from models.puzzles.registry import puzzle
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.solving.listing import list_answers

SIZE_20X36 = (
    "https://puzz.link/p?nurikabe/36/20/5h3h4r5u1j4n4o7zh3s3p1zl4l2p1g3p1zn6i3v23g2h6i6i5h4h2g3j9iazr1m2v2j2t3g3z"
    "i7n3mcq-2emczzj3g3h6p6j3q5q-11u4i3zy2g53g3p4l3zt4m4s3g3s5n4j2o4h4u3k2g4g4zs"
)
SIZE_40X57 = (
    "https://puzz.link/p?nurikabe/57/40/-32g2x8g2zr-32j4g5j7g4zzzn3h5p3h2j1zu5j2j6i7h3s2k2zn2g2o6t3n3h3p6v3j3m2l1"
    "p4s4s1zm3x2r2g5o5h4l5y1i3sezzk6n2o5zy7h3h3o5l3o2zzq2h4i4j3q2zj2h3s3i3q4j1l7y5h2j5g3l1z8o3o1i1w3q3t2j3zt2u6j3"
    "t-32g-32s2g4i1g2h3i3l3j3o1v2i2r3p1m4h2y3j6zv-32g-32v1j4t1s4v1j2l1o6g2o2l2l1j2j1q8w2i5j5l3o3q3p6n1j1i2v6g2h4z"
    "3r2s3m2g6t3x2l8l1r2g4m7q4i4zzg4s1q3g3j2g1t3v6k2i3v3h3n5o4h3k2l3v4l5i3j2l5m2j2s4q4i4j5r1q2g4zg2i2j3zh5i2k7h3k"
    "2h4p1i7p2i1k2g6p3k2u3zzi2zzh3r2zm3g2zh2j2zh1g2zp4s-32n4o3g3i3n5g5m2q-32"
)


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(SIZE_20X36, id="20x36", marks=pytest.mark.sample(0.5)),
        pytest.param(SIZE_40X57, id="40x57", marks=[pytest.mark.slow, pytest.mark.sample(0.25)]),
    ],
)
def test_another_kind_of_engine_confirms_the_only_answer(board):
    """The SAT solver, which is to forbid it, is told by probing that there is no other: cuts learnt from whole answers
    alone do not settle the larger board within minutes."""
    question = Question(puzzle("nurikabe"), resolve("nurikabe", board).instance)
    found = list_answers(question, resolve_entrant(question, "clingo", None), Limits(300))
    assert found.complete
    assert (len(found.answers), found.witness) == (1, "cnf")
    assert question.puzzle.verify(question.instance, found.answers[0]) == []
