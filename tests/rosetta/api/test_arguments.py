"""What may be passed, and what is refused: always a ValueError with one sentence."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import rosetta as rs

RING = "3x3:aaaaa,2,0,2,2,0,2"


def ring():
    return rs.load("tents", RING)


def test_everything_that_names_a_board(tmp_path, monkeypatch):
    """IDs, sizes in every form, catalogue, files by text and by path, the text of a file."""
    text = rs.convert(ring(), "plain")
    (tmp_path / "8").write_text(text)
    monkeypatch.chdir(tmp_path)
    same = [ring(), rs.load("tents", "tents/ring"), rs.load("tents", Path("8")), rs.load("tents", "./8")]
    same += [rs.load("tents", tmp_path / "8"), rs.load("tents", text), rs.load("TENTS", RING)]
    assert len({board.id for board in same}) == len({hash(board) for board in same}) == 1
    assert all(board == ring() for board in same)
    sizes = [8, "8", "8x8", (8, 8), np.int64(8), (np.int32(8), 8)]
    assert len({rs.load("tents", size).id for size in sizes}) == 1
    assert rs.load("tents", (3, 5)).size == (3, 5)
    assert rs.load("akari", "https://puzz.link/p?akari/7/7/hdk.agah.g.g.g6.jbg0bka").size == (7, 7)
    assert rs.load("lightsout", "petersen") != rs.load("lightsout", "petersen", colours=3)
    assert ring() != rs.load("tents", RING, tree_rule="adjacent")
    assert ring() != "ring"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: rs.load("tent", 8), "unknown puzzle 'tent'; did you mean 'tents'?"),
        (lambda: rs.load("tents", "nothing"), "'nothing' is not a size"),
        (lambda: rs.load("tents", "-"), "expected an ID, an address, a size, a path or a text; found '-'"),
        (lambda: rs.load("tents", None), "size: expected a whole number from 1 on, found None"),
        (lambda: rs.load("tents", True), "expected an ID, an address, a size, a path or a text; found True"),
        (lambda: rs.load("tents", (0, 3)), "size: expected a whole number from 1 on, found 0"),
        (lambda: rs.load("tents", 8.5), "size: expected a whole number from 1 on, found 8.5"),
        (lambda: rs.load("tents", 10**9), "cells"),
        (lambda: rs.load("tents", "no\nboard"), "the text: expected"),
        (lambda: rs.load("tents", Path("no such file")), "cannot be read"),
        (lambda: rs.load("tents", 8, seed=-1), "seed: expected a whole number from 0 on, found -1"),
        (lambda: rs.load("tents", 8, tree_rul="adjacent"), "'tree_rul'; did you mean 'tree_rule'? known: "),
        (lambda: rs.load("tents", 8, tree_rule="x"), "tree_rule: expected matching, adjacent, unique-matching; found"),
        (lambda: rs.load("lightsout", 3, any="maybe"), "any: expected False or True; found 'maybe'"),
        (lambda: rs.load("akari", 8, bare=200), "bare: expected a whole number"),
        (lambda: rs.load("akari", 8, bare=[1, 2]), "bare: expected a whole number"),
        (lambda: rs.load("akari", "source-4x4", bare=20), "says how a board is generated"),
        (lambda: rs.load("lightsout", 3, lit=["0,1"]), "a list cannot have '0,1'"),
        (lambda: rs.load("starbattle", 5, lit=3), "unknown option of starbattle 'lit'; known: stars"),
        (lambda: rs.solve("tents"), "expected a board (see rosetta.load) or a rosetta.Model, found str"),
        (lambda: rs.solve(ring(), "cpsatt"), "unknown backend 'cpsatt'"),
        (lambda: rs.solve(ring(), "gf2"), "gf2 cannot solve this"),
        (lambda: rs.solve(ring(), formulation="x"), "unknown formulation 'x' of tents"),
        (lambda: rs.solve(ring(), encodings={"x": "y"}), "encodings: expected FORM=NAME"),
        (lambda: rs.solve(ring(), encodings={"cardinality": "y"}), "unknown encoding"),
        (lambda: rs.solve(ring(), profile="fast"), "unknown profile 'fast'"),
        (lambda: rs.solve(ring(), "walksat", settings={"noice": 1}), "walksat has no parameter 'noice'; known"),
        (lambda: rs.solve(ring(), "walksat", settings={"noise": "x"}), "walksat, noise: expected"),
        (lambda: rs.solve(ring(), time_limit=0), "time_limit: expected a number of seconds above 0"),
        (lambda: rs.solve(ring(), time_limit="9"), "time_limit: expected a number of seconds"),
        (lambda: rs.solve(ring(), threads=0), "threads: expected a number of threads from 1 to 1024"),
        (lambda: rs.solve(ring(), answers=0), "answers: expected a whole number from 1 on"),
        (lambda: rs.count(rs.load("tents", 8), "walksat"), "walksat cannot count this"),
        (lambda: rs.compare(ring(), "cpsat"), "backends: expected a list of names, found 'cpsat'"),
        (lambda: rs.compare(ring(), []), "backends: expected a list of names"),
        (lambda: rs.compare(ring(), ["gf2"]), "takes parity constraints"),
        (lambda: rs.compare(ring(), encodings="some"), "encodings: expected {form: name} or 'all'"),
        (lambda: rs.formulas(ring(), [99]), "99"),
        (lambda: rs.convert(ring(), "docx"), "to: unknown format 'docx'; for solvers: dimacs"),
        (lambda: rs.convert(ring(), "lp", encodings={"parity": "parity-chain"}), "takes rows as they are"),
        (lambda: rs.convert(ring(), "tatham", formulation="adjacent"), "holds the board, not a model"),
        (lambda: rs.convert(rs.Model("m"), "tatham"), "a format for "),
        (lambda: rs.verify(ring(), {"lamps": []}), "answer: expected only 'tents' in an answer"),
        (lambda: rs.verify(ring(), []), "expected an answer as a mapping or a Solution"),
        (lambda: rs.generate("tents", 4, difficulty="nasty"), "unknown difficulty 'nasty'"),
        (lambda: rs.generate("tents", 4, symmetry="all"), "not for tents"),
        (lambda: rs.generate("lightsout", 2, presses=99), "neither nullity nor presses can be more"),
        (lambda: rs.explain(ring(), steps=0), "steps: expected a whole number from 1 on"),
    ],
)  # fmt: skip
def test_what_is_refused(call, says):
    """One sentence that says what was expected."""
    with pytest.raises(ValueError, match=re.escape(says)) as refusal:
        call()
    assert "\n" not in str(refusal.value)
    assert refusal.value.__suppress_context__ or refusal.value.__context__ is None


@pytest.mark.sample(0.125)
def test_a_limit_is_unknown_and_never_unsatisfiable():
    """Solving, counting, comparing and explaining end at their limits and say so."""
    hard = rs.load("lightsout", "king:30", lit="random", seed=3)
    solution = rs.solve(hard, "cbc", time_limit=0.3)
    assert (solution.status, solution.verdict, solution.answer) == ("unknown", "none", None)
    assert "time limit" in solution.note
    total = rs.count(rs.load("tents", 30, tree_rule="adjacent"), "cbc", time_limit=0.5)
    assert (total.exact, "at least" in str(total)) == (False, True)
    assert total.note
    comparison = rs.compare(hard, ["cbc"], formulations=["native"], time_limit=0.3)
    assert (comparison.verdict, comparison.runs[0]["status"]) == ("incomplete", "unknown")


@pytest.mark.sample(0.125)
def test_progress_is_told_in_four_words():
    """Every function that takes long calls it so; what it raises ends the work."""
    calls = []
    board = rs.load("tents", 12)
    for work in (rs.solve, rs.count, rs.explain, rs.compare):
        more = {"backends": ["cpsat"]} if work is rs.compare else {}
        work(board, progress=lambda *told: calls.append(told), **more)
    rs.generate("tents", 8, unique=True, progress=lambda *told: calls.append(told))
    assert calls
    assert all([type(part) for part in told[:2]] == [str, float] and len(told) == 4 for told in calls)

    def interrupt(*told):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rs.solve(board, "cbc", progress=interrupt)
