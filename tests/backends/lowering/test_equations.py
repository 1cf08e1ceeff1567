"""A certificate is given only for equations that add up to 0 = 1."""

from __future__ import annotations

from itertools import product

import numpy as np

from backends.lowering.equations import equations
from models.neutral import Model


def test_a_certificate_is_given_if_and_only_if_the_sum_is_a_contradiction():
    """Every choice of the equations of a small system, added up as sets."""
    model = Model("system")
    x = model.bools("x", 3)
    model.parity([1, 0, 1], "neighbours", [[x[0], -x[1]], [x[1], x[2]], [x[2], x[0]]])
    model.true("holds", np.array([x[0], -x[0]]))
    sides = [({1, 2}, 0), ({2, 3}, 0), ({1, 3}, 1), ({1}, 1), ({1}, 0)]
    given = equations(model)
    for chosen in product((False, True), repeat=len(sides)):
        variables, odd = set(), 0
        for (row, side), wanted in zip(sides, chosen, strict=True):
            variables, odd = (variables ^ row, odd ^ side) if wanted else (variables, odd)
        certificate = given.certificate(np.array(chosen))
        assert (certificate is not None) is (not variables and odd == 1), chosen
        if certificate is not None:
            places = zip(
                certificate.blocks.tolist(), certificate.rows.tolist(), certificate.literals.tolist(), strict=True
            )
            expected = [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 0, 1), (1, 1, -1)]
            assert list(places) == [place for place, wanted in zip(expected, chosen, strict=True) if wanted]
