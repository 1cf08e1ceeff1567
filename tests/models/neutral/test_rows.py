"""Tables of rows: every helper against plain Python over lists, and what they refuse."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.neutral import ModelError, Rows, group, prepend, rows_of, union, windows
from models.neutral.rows import rows_from_lengths

LITERALS = st.integers(1, 99).flatmap(lambda x: st.sampled_from((x, -x)))
TABLES = st.lists(st.lists(LITERALS, max_size=5), min_size=1, max_size=6)


def lists(table: Rows) -> list[list[int]]:
    return [row.tolist() for row in table]


# ---- what they give ------------------------------------------------------------------------------------------------


@given(TABLES)
def test_a_list_of_lists_is_one_row_per_entry(table):
    """Rows of any length, empty ones among them, come out as they went in, from lists, tuples and arrays."""
    for given_as in (table, [tuple(row) for row in table], [np.array(row) for row in table], tuple(table)):
        assert lists(rows_of(given_as)) == table


@given(TABLES)
def test_a_table_tells_its_lengths_owners_and_sums(table):
    """lengths, owners, sums and indexing agree with the lists; -1 is the last row."""
    rows = rows_of(table)
    assert len(rows) == len(table)
    assert rows.lengths.tolist() == [len(row) for row in table]
    assert rows.owners.tolist() == [i for i, row in enumerate(table) for _ in row]
    assert rows.sums(rows.literals).tolist() == [sum(row) for row in table]
    assert [rows[-i].tolist() for i in range(1, len(table) + 1)] == table[::-1]


@given(st.data(), TABLES)
def test_rows_can_be_picked_by_number_and_by_mask(data, table):
    """take and positions follow the numbers given, repeats and any order included; a mask keeps the order."""
    rows = rows_of(table)
    picks = data.draw(st.lists(st.integers(0, len(table) - 1), max_size=8))
    chosen = np.array(picks, np.int64)
    assert lists(rows.take(chosen)) == [table[i] for i in picks]
    assert rows.literals[rows.positions(chosen)].tolist() == [x for i in picks for x in table[i]]
    mask = data.draw(st.lists(st.booleans(), min_size=len(table), max_size=len(table)))
    assert lists(rows.take(np.array(mask))) == [row for row, keep in zip(table, mask, strict=True) if keep]


def test_one_literal_a_vector_and_a_matrix_are_rows():
    """One literal or a vector is one row, a matrix one row per line; no line, no row; a table is itself."""
    assert lists(rows_of(5)) == [[5]]
    assert lists(rows_of(np.array(-5))) == [[-5]]
    assert lists(rows_of([5, -6])) == [[5, -6]]
    assert lists(rows_of(np.array([[1, 2], [3, 4]]))) == [[1, 2], [3, 4]]
    assert lists(rows_of(np.zeros(0))) == [[]]
    assert lists(rows_of([[]])) == [[]]
    assert lists(rows_of(np.zeros((2, 0)))) == [[], []]
    assert lists(rows_of(np.zeros((0, 3)))) == []
    table = rows_of([1, 2])
    assert rows_of(table) is table


@given(st.lists(st.tuples(LITERALS, st.integers(0, 4)), max_size=12), st.integers(5, 7))
def test_a_group_is_what_has_the_same_owner(owned, n):
    """Row i holds the literals of owner i in the order given; without n, up to the largest owner."""
    literals, by = [x for x, _ in owned], [owner for _, owner in owned]
    expected = [[x for x, owner in owned if owner == i] for i in range(n)]
    assert lists(group(literals, by, n)) == expected
    assert lists(group(literals, by)) == expected[: max(by, default=-1) + 1]


def test_diagonals_are_a_group():
    """Boards go in as they are."""
    board = np.arange(1, 10).reshape(3, 3)
    r, c = np.indices(board.shape)
    assert lists(group(board, by=r + c)) == [[1], [2, 4], [3, 5, 7], [6, 8], [9]]


@given(TABLES, st.data())
def test_a_literal_can_be_put_in_front_of_each_row(table, data):
    """prepend gives each row its own head, whatever the rows' lengths."""
    heads = data.draw(st.lists(LITERALS, min_size=len(table), max_size=len(table)))
    assert lists(prepend(heads, table)) == [[head, *row] for head, row in zip(heads, table, strict=True)]


@given(TABLES, st.data())
def test_a_union_has_each_literal_once_in_the_order_of_variables(table, data):
    """As sets, row by row; x and -x are different literals, and both stay."""
    other = data.draw(st.lists(st.lists(LITERALS, max_size=5), min_size=len(table), max_size=len(table)))
    together = [sorted(set(a) | set(b), key=lambda x: (abs(x), x)) for a, b in zip(table, other, strict=True)]
    assert lists(union(table, other)) == together
    at = data.draw(
        st.lists(st.tuples(*2 * [st.integers(0, len(table) - 1)]), max_size=9).map(
            lambda at: ([i for i, _ in at], [j for _, j in at])
        )
    )
    assert lists(union(table, other, at)) == lists(
        union(rows_of(table).take(np.array(at[0], np.int64)), rows_of(other).take(np.array(at[1], np.int64)))
    )


@given(
    st.integers(0, 5),
    st.integers(0, 5),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.sets(st.integers(0, 24)),
)
def test_windows_are_all_placements_without_the_holes(height, width, shape, holes):
    """Cell by cell: the window is cut to the board, cells with 0 are left out, a window of holes is an empty row."""
    board = [[0 if r * width + c in holes else r * width + c + 1 for c in range(width)] for r in range(height)]
    h, w = min(shape[0], height), min(shape[1], width)
    expected = [
        [board[r + i][c + j] for i in range(h) for j in range(w) if board[r + i][c + j]]
        for r in range(height - h + 1)
        for c in range(width - w + 1)
    ]
    rows = windows(np.array(board, np.int64).reshape(height, width), shape)
    assert lists(rows) == (expected if height and width else [])


# ---- whose arrays they are ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", [False, True], ids=["array", "read-only view"])
def test_a_table_does_not_change_with_the_callers_arrays(view):
    """Arrays that can still change are copied and stay writable; a read-only view of one can still change."""
    mine, starts = np.array([[1, 2], [3, 4]], np.int32), np.array([0, 2, 4])
    argument = mine.view()
    argument.setflags(write=not view)
    tables = [
        Rows(starts, argument.ravel()),
        rows_of(argument),
        windows(argument, (1, 1)),
        rows_from_lengths(starts[1:2], argument[0]),
    ]
    before = [lists(table) for table in tables]
    mine[:], starts[:] = 9, 0
    assert [lists(table) for table in tables] == before
    assert not any(array.flags.writeable for table in tables for array in (table.starts, table.literals))


def test_settled_arrays_are_shared():
    """What nobody can change is not copied: rows over a model's variables cost nothing."""
    literals = np.arange(1, 5, dtype=np.int32)
    literals.setflags(write=False)
    assert np.shares_memory(rows_of(literals.reshape(2, 2)).literals, literals)


def test_a_table_survives_the_way_to_another_process():
    """pickle gives it back."""
    assert lists(pickle.loads(pickle.dumps(rows_of([[1], [], [2, 3]])))) == [[1], [], [2, 3]]


# ---- what they refuse ------------------------------------------------------------------------------------------------

REFUSED = {
    "rows: `[]` is ambiguous: no row, or one empty row; write np.zeros((0, 0)) or [[]]": lambda: rows_of([]),
    "rows: expected integers, found float 1.7": lambda: rows_of([1.7]),
    "rows: expected integers, found bool True": lambda: rows_of(np.array([True])),
    "rows: expected integers, found str 'rook'": lambda: rows_of("rook"),
    "rows: expected integers, found NoneType None": lambda: rows_of(None),
    "rows: expected integers, found set {1}": lambda: rows_of({1}),
    "rows: expected integers, found lists of different length": lambda: rows_of([[1, [2]], [3]]),
    "rows: a number beyond 64 bits": lambda: rows_of([1, 2**70]),
    "rows: literal 4294967297: beyond 32 bits": lambda: rows_of(2**32 + 1),
    "rows: literal -2147483648: beyond 32 bits": lambda: rows_of(np.array([1, -(2**31)], np.int32)),
    "rows: a list holds literals, or one vector per row; found single numbers and vectors": lambda: rows_of([1, [2]]),
    "rows: a list holds literals, or one vector per row; found matrices": lambda: rows_of([[[1]], [[2]]]),
    "rows: a list holds literals, or one vector per row; found arrays of 3 dimensions": lambda: rows_of([[[[1]]]]),
    "rows: expected a vector or a matrix, found shape (1, 2, 3); reshape it": lambda: rows_of(np.ones((1, 2, 3), int)),
    "rows: starts must go from 0 to the number of literals, 1; found 0..5": lambda: Rows([0, 5], [1]),
    "rows: starts must go from 0 to the number of literals, 2; found 1..2": lambda: Rows([1, 2], [1, 2]),
    "rows: starts and literals must be vectors, and starts must ascend from 0": lambda: Rows([0, 2, 1, 3], [1, 2, 3]),
    "rows: starts: expected integers, found float 0.0": lambda: Rows(np.array([0.0, 1.0]), [1]),
    "group: literals of shape (3, 2), but `by` of shape (2, 3)": lambda: group(
        np.ones((3, 2), int), np.ones((2, 3), int)
    ),
    "group: by: expected integers, found float 0.5": lambda: group([1], [0.5]),
    "group: literals: expected integers, found bool True": lambda: group([True], [0]),
    "group: owners in `by` must be 0..1, found 1..2": lambda: group([1, 2], [1, 2], 2),
    "group: owners in `by` must not be negative, found -5..5; add 5 to all of them, for rows are numbered from 0": (
        lambda: group([1, 2], [-5, 5])
    ),
    "group: expected 0..2147483647 rows, found 1099511627777": lambda: group([1], [2**40]),
    "group: expected 0..2147483647 rows, found -1": lambda: group([], [], -1),
    "group: n: expected integers, found float 2.0": lambda: group([1], [0], 2.0),
    "prepend: expected one literal per row, found 3 for 2 rows": lambda: prepend([1, 2, 3], [[4], [5]]),
    "prepend: expected integers, found float 1.7": lambda: prepend([1.7], [[2]]),
    "prepend: expected integers, found bool True": lambda: prepend([True], [[2]]),
    "prepend: literal 4294967297: beyond 32 bits": lambda: prepend([2**32 + 1], [[2]]),
    "union: expected as many rows on both sides, found 1 and 2": lambda: union([[1]], [[1], [2]]),
    "union: expected as many row numbers for both sides, found 1 and 2": lambda: union([[1]], [[1]], ([0], [0, 0])),
    "union: expected row numbers 0..0, found -1..-1": lambda: union([[1]], [[1]], ([-1], [0])),
    "union: expected row numbers 0..1, found 0..2": lambda: union([[1]], [[1], [2]], ([0, 0], [0, 2])),
    "windows: expected a matrix, found shape (3,)": lambda: windows(np.ones(3, int), (2, 2)),
    "windows: expected a height and a width, found 2": lambda: windows(np.ones((2, 2), int), 2),
    "windows: expected a height and a width, found (1, 2, 3)": lambda: windows(np.ones((2, 2), int), (1, 2, 3)),
    "windows: expected a height and a width, found (1.0, 2)": lambda: windows(np.ones((2, 2), int), (1.0, 2)),
    "windows: expected a height and a width of at least 1, found (0, 1)": lambda: windows(np.ones((2, 2), int), (0, 1)),
    "windows: expected a height and a width of at least 1, found (-1, 1)": lambda: windows([[1]], (-1, 1)),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_no_table_is_refused(message):
    """The message says what was expected and what was found."""
    with pytest.raises(ModelError) as refused:
        REFUSED[message]()
    assert str(refused.value) == message


@pytest.mark.parametrize("row", [2, -3])
def test_a_row_that_is_not_there_is_an_index_error(row):
    """As for lists; so that a table can be looped over."""
    with pytest.raises(IndexError):
        rows_of([[1], [2]])[row]
