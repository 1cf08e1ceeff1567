"""What a model keeps and hands out, and how much work it is to build."""

from __future__ import annotations

import gc
import pickle
import sys
import textwrap
import tracemalloc
from collections import Counter

import numpy as np
import pytest

import models.neutral
from models.neutral import Kind, Model, evaluate, group, prepend, windows

# ---- variables ----------------------------------------------------------------------------------------------------


def test_variables_are_numbered_in_the_order_of_declaration():
    """Booleans and integers share one count; shapes are whatever numpy calls a shape."""
    m = Model("m")
    a, b, c = m.bools("a", [2, 2]), m.ints("b", 2, [0, -1], 3), m.bools("c", ())
    assert (a.tolist(), b.tolist(), c.tolist()) == ([[1, 2], [3, 4]], [5, 6], 7)
    assert m.lower.tolist() == [0, 0, 0, 0, 0, 0, -1, 0]
    assert m.upper.tolist() == [0, 1, 1, 1, 1, 3, 3, 1]
    assert m.integer.tolist() == [False] * 5 + [True] * 2 + [False]
    assert m.boolean_variables.tolist() == [1, 2, 3, 4, 7]
    assert [m.name_of(x) for x in (3, -4, 6, -7)] == ["a[1,0]", "not a[1,1]", "b[1]", "not c"]


def test_what_a_model_hands_out_cannot_be_changed():
    """Numbers, bounds and columns are read-only, also after the model was sent to another process."""
    m = Model("m")
    x = m.bools("x", (2, 2))
    m.linear(0, 1, "rule", x, 1, when=1)
    for model in (m, pickle.loads(pickle.dumps(m))):
        for column in (model.lower, model.upper, model.integer):
            with pytest.raises(ValueError, match="read-only"):
                column[1] = 1
    block = m.blocks[0]
    for column in (x, block.lo, block.hi, block.number, block.coefs, block.when, block.rows.literals):
        with pytest.raises(ValueError, match="read-only"):
            column[:] = 1


def test_a_model_does_not_change_with_the_callers_arrays():
    """Whatever was handed to a verb may be used again for something else."""
    m = Model("m")
    m.bools("x", 4)
    rows, k = np.array([[1, 2], [3, 4]], np.int32), np.array([1, 1])
    coefs, when, bound = np.array([[1, 2], [3, 4]]), np.array([1, 3], np.int32), np.array([0, 1])
    m.exactly(k, "k", rows)
    m.linear(k - 1, k, "coefs", rows, coefs)
    m.any("guarded", rows[:, :1], when=when)
    m.ints("y", 2, bound, bound)
    m.minimize("cost", rows, coefs)
    before = str(m)
    for array in (rows, k, coefs, when, bound):
        array[:] = 77
    assert str(m) == before


def test_a_copy_goes_its_own_way():
    """Variables, rules and objective added to one do not reach the other."""
    m = Model("m")
    m.bools("x", 2)
    m.any("old", [1, 2])
    twin = m.copy()
    twin.bools("y", 3)
    twin.any("new", [5])
    twin.minimize("cost", [1])
    m.bools("z", 1)
    assert (m.variables, twin.variables, len(m.blocks), len(twin.blocks)) == (3, 5, 1, 2)
    assert m.objective is None
    assert (len(m.lower), len(twin.lower)) == (4, 6)


def test_reach_is_what_the_bounds_allow():
    """By hand: 2x - 3(not x') + 4y with y in -1..2."""
    m = Model("m")
    m.bools("x", 2)
    m.ints("y", 1, -1, 2)
    m.linear(0, 1, "rule", [[1, -2, 3], []], [2, -3, 4])
    m.any("clause", [[1, 2]])
    assert [column.tolist() for column in m.reach(m.blocks[0])] == [[-7, 0], [10, 0]]
    assert [column.tolist() for column in m.reach(m.blocks[1])] == [[0], [2]]


def test_the_largest_numbers_are_exact():
    """2^53 - 1 is accepted as a bound and as a reach, and evaluated without rounding."""
    m = Model("m")
    m.bools("x", 2)
    y = m.ints("y", (), 1 - 2**53, 2**53 - 1)
    m.linear(2**53 - 1, 2**53 - 1, "as large as it gets", [y], 1)
    m.linear(0, 2**53 - 1, "in two steps", [1, 2], [2**53 - 2, 1])
    assert evaluate(m, [0, 1, 1, 2**53 - 1]) == []
    assert evaluate(m, [0, 1, 1, 2**53 - 2])[0].value == 2**53 - 2


# ---- scale ----------------------------------------------------------------------------------------------------------


def tents_like(size):
    """The rules of Tents on a random board, and an iff on top."""
    tree = np.random.default_rng(1).random((size, size)) < 0.2
    r, c = np.nonzero(tree)
    owner, cell = [], []
    for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        inside = (r + dr >= 0) & (r + dr < size) & (c + dc >= 0) & (c + dc < size)
        owner.append(np.flatnonzero(inside))
        cell.append(((r + dr) * size + c + dc)[inside])
    owner, cell = np.concatenate(owner), np.concatenate(cell)
    m = Model("tents")
    tent, link = m.bools("tent", (size, size)), m.bools("link", len(owner))
    m.at_most(1, "tents do not touch", windows(tent, (2, 2)))
    m.exactly(5, "row counts", tent)
    m.exactly(5, "column counts", tent.T)
    m.true("no tent on a tree", -tent[tree])
    m.exactly(1, "each tree has one tent", group(link, owner, len(r)))
    links_by_cell = group(link, cell, tent.size)
    m.any("each tent has a tree", prepend(-tent, links_by_cell))
    m.iff("a tent stands iff a tree chose it", tent, links_by_cell)
    return m


def calls_of(work):
    """The functions that the work calls, of Python and of C, with how often."""
    calls = Counter()

    def note(frame, event, what):
        if event in ("call", "c_call"):
            calls[frame.f_code.co_qualname if event == "call" else what.__name__] += 1

    before = sys.getprofile()
    gc.disable()  # whoever is told of a collection would be counted
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


def test_a_large_board_is_built_without_a_loop_over_its_cells():
    """As many calls as for a small one, of every function."""
    _, small, large = (calls_of(lambda side=side: tents_like(side)) for side in (10, 20, 200))  # the first one imports
    assert small.total() > 100
    assert large - small == small - large == Counter()


def test_no_check_sorts_what_need_not_be_sorted(monkeypatch):
    """Of a large board only what comes in no order: the links by tree and by cell, which `group` sorts."""
    sizes = []
    for name in ("sort", "argsort"):
        plain = getattr(np, name)
        monkeypatch.setattr(np, name, lambda *a, plain=plain, **k: sizes.append(len(a[0])) or plain(*a, **k))
    model = tents_like(200)
    assert sizes == [model.arrays["link"].size] * 2


def test_many_small_declarations_after_a_large_one_are_cheap(monkeypatch):
    """Bounds are joined when they are read, not at every declaration."""
    joined, plain = [], np.concatenate
    monkeypatch.setattr(np, "concatenate", lambda arrays, *a, **k: joined.append(len(arrays)) or plain(arrays, *a, **k))
    m = Model("m")
    m.bools("large", (100, 100))
    for i in range(1000):
        m.bools(f"small {i}", 2)
    before = len(joined)
    assert len(m.upper) == 100**2 + 2001
    assert before < 10
    assert max(joined[before:]) > 1000


def test_a_variable_far_apart_from_the_others_costs_nothing():
    """A small rule over a large model does not look at all variables one by one: it needs no memory for them."""
    m, side = Model("m"), 1000
    m.bools("x", (side, side))
    m.exactly(1, "rule", [1, 2, 3])  # joins the bounds
    tracemalloc.start()
    try:
        for _ in range(10):
            m.exactly(1, "rule", [1, side**2 // 2, side**2])
        assert tracemalloc.get_traced_memory()[1] < side**2 / 10
    finally:
        tracemalloc.stop()


def test_kinds_are_what_the_verbs_say():
    """Each verb states rows of one kind."""
    m = Model("m")
    x = m.bools("x", (1, 2))
    m.any("clause", x)
    m.true("clauses", x)
    m.iff("clauses", [1], [[2]])
    for verb in (m.at_most, m.at_least, m.exactly):
        verb(1, "count", x)
    m.between(0, 1, "count", x)
    m.parity(1, "odd", x)
    m.linear(0, 1, "weights", x, 1)
    expected = [Kind.CLAUSE] * 3 + [Kind.CARDINALITY] * 4 + [Kind.PARITY, Kind.LINEAR]
    assert [block.kind for block in m.blocks] == expected


def test_the_example_of_the_docstring_runs(capsys):
    """What a newcomer reads first does what it says."""
    example = textwrap.dedent(models.neutral.__doc__.partition("\n\n")[2].partition("\n\nA *literal*")[0])
    names = {}
    exec(example, names)
    assert capsys.readouterr().out == f"{names['m']}\n"
    assert [len(block) for block in names["m"].blocks] == [6, 6, 11, 11, 1, 1]
