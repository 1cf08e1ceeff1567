"""What a file says that a point is worth: in its author's sense, with the constant, for both senses.

What is minimised inside may be turned and shifted; the author's value of each point is computed here from the text.
"""

from __future__ import annotations

from itertools import product

import pytest

from backends.formats.contract import file_format
from tests.support.file_answers import costs_of

MPS = """NAME t
{sense}ROWS
 N cost
 L r
COLUMNS
 M 'MARKER' 'INTORG'
 x cost 3 r 1
 y cost -2 r 1
 M 'MARKER' 'INTEND'
RHS
 RHS r 4
 RHS cost {negated}
BOUNDS
 UP BND x 3
 UP BND y 2
ENDATA
"""


def own_values(name: str, text: str) -> dict[tuple[int, ...], float]:
    """The author's value of each solution of the file."""
    model = file_format(name).read(text.encode())
    sense = model.objective.sense
    return {point: sense.own_value(cost) for point, cost in costs_of(model).items()}


@pytest.mark.parametrize("constant", [-7, 0, 5])
@pytest.mark.parametrize("sense", ["", "OBJSENSE\n    MIN\n", "OBJSENSE\n    MAX\n", "OBJSENSE MAX\n"])
def test_the_constant_of_mps_is_its_negated_right_side_in_both_senses(sense, constant):
    expected = {(x, y): 3 * x - 2 * y + constant for x, y in product(range(4), range(3)) if x + y <= 4}
    assert own_values("mps", MPS.format(sense=sense, negated=-constant)) == expected


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
@pytest.mark.parametrize("constant", [-7, 5])
def test_the_constant_of_lp_counts_in_both_senses(sense, constant):
    text = f"{sense}\n o: 3 x - 2 y {constant:+}\nst\n r: x + y <= 4\nbounds\n x <= 3\n y <= 2\ngenerals\n x y\nend\n"
    expected = {(x, y): 3 * x - 2 * y + constant for x, y in product(range(4), range(3)) if x + y <= 4}
    assert own_values("lp", text) == expected


@pytest.mark.parametrize("sense", ["min", "max"])
@pytest.mark.parametrize("signs", list(product((3, -3), (2, -2), ("", "~"), ("", "~"))))
def test_negated_variables_count_in_both_senses_of_opb(sense, signs):
    """`c ~x` is worth c where x is 0: a constant moves, with the sign of the author's sense."""
    first, second, tilde, other = signs
    text = f"{sense}: {first:+} {tilde}x1 {second:+} {other}x2 ;\n+1 x1 +1 x2 >= 1 ;\n"
    values = own_values("opb", text)
    assert values == {
        (x, y): first * (1 - x if tilde else x) + second * (1 - y if other else y)
        for x, y in product((0, 1), repeat=2)
        if x + y >= 1
    }
