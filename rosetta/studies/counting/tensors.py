"""Numbers of assignments by products of tensors: a second count of what no list reaches; no backend.

Each row becomes a table of 0 and 1 over its variables. One variable after the other is summed out of the product of the
tables that have it (bucket elimination, Dechter 1999), the one with the fewest neighbours first. All is done modulo
primes, from whose remainders the number follows, since it is at most 2 to the number of variables.

It shares nothing with `states` but the model: no bounds of a row are ever looked at while its variables are open, and
rows are read by writing down all their assignments. So it takes short rows, and few neighbours: boards of some width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Unsupported, ignore_outcome
from backends.outcomes import Stopwatch
from models.neutral import Block, Form, Kind, Model
from rosetta.foundation.limits import TooLarge

LONGEST = 14  # variables of a row
WIDEST = 22  # variables of a table
Table: TypeAlias = tuple[tuple[int, ...], NDArray[np.int64]]  # variables, ascending; of each assignment, a number


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """The number of assignments. Raises Unsupported for integers, long rows, a projection; TooLarge."""
    watch = Stopwatch()
    if model.integer.any() or len(np.unique(project)) < model.variables:
        raise Unsupported("tensors counts assignments of Booleans, all of which are asked for")
    tables = [table for block in model.blocks for table in _tables_of(block)]
    used = {variable for variables, _ in tables for variable in variables}
    order = _elimination_order([variables for variables, _ in tables])
    most, number, product = 1 << len(used), 0, 1
    for prime in _primes():
        watch.seconds_left(limits)
        remainder = _contract(tables, order, prime, lambda: watch.seconds_left(limits))
        number += product * ((remainder - number) * pow(product, -1, prime) % prime)
        product *= prime
        if product > most:
            return number << (model.variables - len(used))
        tell(Outcome(Status.UNKNOWN, note=f"{product.bit_length() / most.bit_length():.0%} of the digits"))
    raise AssertionError("there are as many primes as anybody needs")


def _tables_of(block: Block) -> Iterator[Table]:
    """Of each row, which of the assignments of its variables keep it."""
    for row in range(len(block)):
        literals = block.rows[row].astype(np.int64)
        begin, end = block.rows.starts[row : row + 2]
        coefs = np.ones(len(literals), np.int64) if block.coefs is None else block.coefs[begin:end]
        guard = 0 if block.when is None else int(block.when[row])
        variables = np.unique(np.abs([*literals, *([guard] if guard else [])])).astype(int).tolist()
        if len(variables) > LONGEST:
            raise Unsupported(f"tensors takes rows of up to {LONGEST} variables")
        axes = {variable: axis for axis, variable in enumerate(variables)}
        shape = (2,) * len(variables)
        values = np.indices(shape, dtype=np.int64) if variables else np.zeros((0,), np.int64)

        def of(literal: int, values: NDArray[np.int64] = values, axes: dict[int, int] = axes) -> NDArray[np.int64]:
            value: NDArray[np.int64] = values[axes[abs(literal)]]
            return value if literal > 0 else 1 - value

        total = np.zeros(shape, np.int64)
        for literal, coef in zip(literals.tolist(), coefs.tolist(), strict=True):
            total += coef * of(literal)
        kept = _keeps(block.kind, total, int(block.lo[row]), int(block.hi[row]))
        if guard:
            kept |= of(guard) == 0
        yield tuple(variables), kept.astype(np.int64)


def _keeps(kind: Kind, total: NDArray[np.int64], lo: int, hi: int) -> NDArray[np.bool_]:
    match kind:
        case Kind.PARITY:
            return np.asarray((total - lo) % 2 == 0)
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            return np.asarray((lo <= total) & (total <= hi))
        case _:
            from typing import assert_never

            assert_never(kind)


def _elimination_order(scopes: Sequence[tuple[int, ...]]) -> list[int]:
    """Each time the variable with the fewest neighbours, which then are neighbours of each other. Raises TooLarge."""
    near: dict[int, set[int]] = {}
    for scope in scopes:
        for variable in scope:
            near.setdefault(variable, set()).update(scope)
    order = list[int]()
    while near:
        best = min(near, key=lambda variable: (len(near[variable]), variable))
        around = near.pop(best) - {best}
        if len(around) >= WIDEST:
            raise TooLarge(f"tensors would need tables of more than {WIDEST} variables")
        for variable in around:
            near[variable] |= around
            near[variable].discard(best)
        order.append(best)
    return order


def _contract(tables: Sequence[Table], order: Sequence[int], prime: int, between: Callable[[], object]) -> int:
    """The sum over all assignments of the product of the tables, modulo the prime."""
    place = {variable: at for at, variable in enumerate(order)}
    buckets: list[list[Table]] = [[] for _ in order]
    result = 1

    def drop(table: Table) -> None:
        nonlocal result
        variables, numbers = table
        if variables:
            buckets[min(place[variable] for variable in variables)].append(table)
        else:
            result = result * int(numbers) % prime

    for table in tables:
        drop(table)
    for variable, bucket in zip(order, buckets, strict=True):
        between()
        joint = tuple(sorted({each for variables, _ in bucket for each in variables}))
        product = np.ones((2,) * len(joint), np.int64)
        for variables, numbers in bucket:
            product = product * numbers.reshape([2 if each in variables else 1 for each in joint]) % prime
        left = product.sum(axis=joint.index(variable)) % prime
        drop((tuple(each for each in joint if each != variable), left))
    return result


def _primes() -> Iterator[int]:
    """From below 2^31 downwards: products of two are below 2^62."""
    for number in range((1 << 31) - 1, 1 << 30, -2):
        if pow(2, number - 1, number) == 1 and all(number % small for small in range(3, 46_342, 2)):
            yield number


TENSORS = Backend(
    name="tensors",
    kind="tensors",
    takes=frozenset(Form) - {Form.INTEGER},
    probe=lambda: None,
    version=lambda: np.__version__,
    count=count,
    single_threaded=True,
)
