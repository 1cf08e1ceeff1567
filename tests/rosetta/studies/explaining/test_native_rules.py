"""Rules that are left to solvers are explained by the rows of their default formulations."""

from __future__ import annotations

import pytest

import rosetta as rs
from models.neutral import Model


def latin(by: str | None, contradicts: bool) -> Model:
    """A Latin square of side 3, with clues; and integers of which the first is to be the largest, and the smallest."""
    model = Model("latin")
    d = model.choices("d", (3, 3), range(1, 4))
    n = model.ints("n", 3, 0, 2)
    model.all_different("rows", d, by=by)
    model.all_different("columns", d.T, by=by)
    model.all_different("numbers", n, by=by)
    model.maximum("largest", n[0], n[1:], by=by) if contradicts else model.maximum("largest", n[0], n, by=by)
    model.true("given", [d[0, 0].is_(1), d[1, 1].is_(1), d[0, 1].is_(2)])
    return model


@pytest.mark.parametrize("contradicts", [False, True])
def test_the_explanation_is_that_of_the_default_formulation(contradicts):
    """To the letter, but for the name of the model and the time."""
    texts = []
    for by in (None, "native"):
        lines = str(rs.explain(latin(by, contradicts))).splitlines()
        texts.append([line for line in lines if "sha256" not in line and "CPU" not in line])
    assert texts[0] == texts[1]
    assert any("no solution" in line for line in texts[0]) == contradicts
    assert len(texts[0]) > 10
