"""Compiled loops (numba) that load an array of clauses into a solver inside python-sat's library.

`clauses` holds the literals of all clauses, a 0 after each. The functions called are the solver's own, at addresses
that `backends.loading.python_sat` looked up; each loop makes the calls that python-sat's `add_clause` makes for the
same clauses, in that order. The solver is a plain address and the first argument: a C++ method takes its object there.

    literals   CaDiCaL, Kissat     add(x) for every x, the 0 included
    declared   CaDiCaL 3           before a clause with a new variable: resize(the largest one)
    frozen     Lingeling           after each literal freeze(its variable), so that it may be used again later
    spans      Ergo                add(address, length, largest variable) for every clause
    vectors    MiniSat's family    new_var until there are enough; add(vec) for every clause, add(vec, k) for every row

A literal x is 2 x (negated: 2 x + 1) to MiniSat, 2 x - 2 (negated: 2 x - 1) to Ergo. MiniSat's `vec` is {address of
the literals, size, capacity}, 16 bytes. The callee sorts and shortens it in place, so it is filled anew for every
clause; it never grows it.

Imported on first use, since numba takes a quarter of a second to load.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numba.experimental.function_type  # noqa: F401  # registers function addresses as arguments of compiled functions
import numpy as np
from numba import types
from numpy.typing import NDArray

from rosetta.foundation.jit import jit

Literals = NDArray[np.int32]


@cache
def _signature(integers: int, pointers: int) -> Any:
    """Made once: numba asks for it with every call of a loop."""
    return types.void(*[types.intp] * pointers, *[types.int32] * integers)


class ForeignFunction(types.WrapperAddressProtocol):  # type: ignore[misc]  # numba has no types
    """A C function at an address: its first argument is a pointer, the others are C integers, the result is ignored.

    pointers: how many of the arguments, from the first on, are pointers.
    """

    def __init__(self, address: int, integers: int, pointers: int = 1) -> None:
        self._address = address
        self._signature = _signature(integers, pointers)

    def __wrapper_address__(self) -> int:
        return self._address

    def signature(self) -> Any:
        return self._signature


@jit
def longest_clause(clauses: Literals) -> int:
    """The length of the longest clause with its 0, and at least 1."""
    longest, begin = 1, 0
    for at in range(len(clauses)):
        if clauses[at] == 0:
            longest, begin = max(longest, at + 1 - begin), at + 1
    return longest


@jit
def literals(add: Any, solver: int, clauses: Literals) -> None:
    for x in clauses:
        add(solver, x)


@jit
def declared(add: Any, resize: Any, solver: int, clauses: Literals) -> None:
    variables = np.int32(0)
    start = 0
    for end in range(len(clauses)):
        if clauses[end] == 0:
            largest = np.int32(0)
            for at in range(start, end):
                largest = max(largest, abs(clauses[at]))
            if largest > variables:
                variables = largest
                resize(solver, variables)
            for at in range(start, end + 1):
                add(solver, clauses[at])
            start = end + 1


@jit
def frozen(add: Any, freeze: Any, solver: int, clauses: Literals) -> None:
    for x in clauses:
        add(solver, x)
        if x != 0:
            freeze(solver, abs(x))


@jit
def spans(add: Any, solver: int, clauses: Literals, buffer: Literals, address: int) -> None:
    """buffer: as long as the longest clause, lies at that address."""
    length = 0
    largest = np.int32(-1)  # python-sat says -1 for an empty clause
    for x in clauses:
        if x == 0:
            add(solver, address, np.int32(length), largest)
            length, largest = 0, np.int32(-1)
        else:
            buffer[length] = 2 * abs(x) - (2 if x > 0 else 1)
            length += 1
            largest = max(largest, abs(x))


class LoadedRows(NamedTuple):
    """Clauses or at-most rows.

    literals    of all rows, a 0 after each
    most        how many literals of each row may hold; empty for clauses
    """

    literals: Literals
    most: Literals


class SolverVector(NamedTuple):
    """A `vec` of MiniSat in our memory.

    header      address of the literals, size and capacity, shape (4,)
    address     where the header lies
    literals    where it points, as long as the longest row with its 0
    """

    header: Literals
    address: int
    literals: Literals


@jit
def vectors(
    new_var: Any,
    add: Any,
    add_row: Any,
    solver: int,
    polarity: np.int32,
    variables: int,
    rows: LoadedRows,
    vector: SolverVector,
) -> int:
    """Adds the rows. variables: how many the solver has, 0 among them; returns how many it has then."""
    literals, most = rows
    vec, vec_address, buffer = vector
    row, length = 0, 0
    largest = np.int32(-1)
    for x in literals:
        if x != 0:
            largest = max(largest, abs(x))
            buffer[length] = 2 * x if x > 0 else 1 - 2 * x
            length += 1
            continue
        while variables <= largest:
            new_var(solver, polarity, np.int32(1))
            variables += 1
        vec[2], vec[3] = length, len(buffer)
        if len(most):
            add_row(solver, vec_address, most[row])
        else:
            add(solver, vec_address)
        row, length, largest = row + 1, 0, np.int32(-1)
    return variables
