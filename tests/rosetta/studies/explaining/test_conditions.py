"""Rules under conditions are explained row by row, in the words of the author's rows."""

from __future__ import annotations

import rosetta as rs


def rooms() -> rs.Model:
    m = rs.Model("rooms")
    x = m.bools("x", (2, 4), says="a lamp at {cell}")
    z = m.bools("odd", 2, says="row {0} is special")
    m.exactly(2, "a special row has two lamps", x, of="row {row}", holds=z)
    m.true("given", [-z[0], -x[0, 1], -x[0, 3], x[0, 0]])
    m.at_least(1, "few", x[1], when=(-z[0], x[0, 0]))
    m.at_most(0, "none", x[1, :3], when=(-z[0], x[0, 0]))
    return m


def test_sums_that_are_too_large_or_too_small_are_followed():
    """No step is found by trying; what is added for a row is named by the row."""
    text = str(rs.explain(rooms()))
    assert "by trying" not in text
    assert "Row 1 (a special row has two lamps) leaves no other choice: row 1 does not have too much\n" in text
    assert "Row 1 has only one way left: row 1 has too little\n" in text
    assert "has only one way left: row 0 (none) counts\n" in text
    assert text.count("no lamp at R1C3") == 1
    assert not any(name in text for name in ("above[", "below["))


def test_rows_that_are_broken_are_named():
    m = rs.Model("broken")
    x = m.bools("x", (2, 3), says="a lamp at {cell}")
    m.true("given", x[0])
    m.at_most(1, "few", x, soft=[3, 4], of="row {row}")
    m.at_most(1, "none below", x[1])
    text = str(rs.explain(m))
    assert "row 1 (few) is broken" in text or "leaves no other choice: row 1 is broken" in text
    assert "broken[" not in text


def test_nouns_of_the_author_are_not_changed_by_what_is_added():
    """The only noun of the model, `lamp`, is that of its rows."""
    m = rs.Model("lamps")
    x, z = m.bools("x", (1, 3), says="a lamp at {cell}"), m.bools("z", ())
    m.exactly(2, "two", x, holds=z)
    m.at_most(0, "none here", x[:, :2])
    assert "allow no lamp" in str(rs.explain(m)) or "no lamps at" in str(rs.explain(m))
