"""Sums in black cells, as pzpr writes them."""

from __future__ import annotations

import pytest

from instances.resolve import resolve

ADDRESS = "https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG"  # the example of cspuz_core (R. Sato)


def test_a_dash_is_no_sum_as_a_zero_is():
    """pzpr takes any letter that is no sum for none; newer versions write `-`, older ones `0`."""
    p = resolve("kakuro", ADDRESS).instance
    assert p == resolve("kakuro", ADDRESS.replace("-", "0")).instance
    assert p.sums[1, 1].tolist() == [23, 12]  # down and across
    assert p.sums[0, :, 0].tolist() == [0, 0, 29, 14, 0, 22, 3]
    assert p.sums[:, 0, 1].tolist() == [0, 0, 21, 16, 26, 0]


@pytest.mark.parametrize("text", ["+", "?"])
def test_other_letters_are_refused(text):
    with pytest.raises(ValueError, match="expected a sum"):
        resolve("kakuro", ADDRESS.replace("-", text, 1))
