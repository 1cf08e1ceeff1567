"""Numbers of assignments by products of tensors: a second count of what no list reaches; no backend.

    row of few variables     one table over them: 1 for each assignment that keeps it, else 0
    longer row               a chain of tables over (sum before, variable, sum after), one for each of its variables

One axis after the other, a variable or a sum, is summed out of the product of the tables that have it (bucket
elimination, Dechter 1999): in the order of the variables, or the cheapest first, whichever costs less. All is done
modulo primes, from whose remainders the number follows, since no more assignments exist than the axes allow.

It shares nothing with `states` but the model: there a state is what all open rows have come to, and is met or not; here
tables are filled without regard to what is met.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from backends.contract import Backend, Limits, Options, Outcome, Status, Tell, Unsupported, ignore_outcome
from backends.outcomes import Stopwatch
from models.neutral import Block, Form, Kind, Model
from rosetta.foundation.limits import TooLarge

SHORT = 5  # variables of a row that becomes one table
MOST_SUMS = 512  # that a row comes to after some of its variables; and values of a variable
MOST_AXES = 5_000
WIDEST = 25.0  # bits: entries of a table
# (variable, 1, 0), or (variable, 0, row) for what that row has come to before that variable: sorted, they are in the
# order of a sweep, in which each sum is used up by its next variable
Axis: TypeAlias = tuple[int, int, int]
Table: TypeAlias = tuple[tuple[Axis, ...], NDArray[np.int64]]  # axes, sorted; a number for each place on them


def count(
    model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> int:
    """The number of assignments. Raises Unsupported for a projection, and rows that come to too many sums; TooLarge."""
    watch = Stopwatch()
    if len(np.unique(project)) < model.variables:
        raise Unsupported("tensors counts assignments of all variables")
    rows = [row for block in model.blocks for row in _weighted_rows(block)]
    tables = [table for number, row in enumerate(rows) for table in _tables_of(row, number, model)]
    sizes = {axis: size for axes, numbers in tables for axis, size in zip(axes, numbers.shape, strict=True)}
    order = _choose_order([axes for axes, _ in tables], sizes)
    used = {variable for variable, is_variable, _ in sizes if is_variable}
    values: list[int] = (model.upper - model.lower + 1).tolist()
    most = math.prod(values[variable] for variable in used)
    free = math.prod(values[variable] for variable in range(1, model.variables + 1) if variable not in used)
    number, product = 0, 1
    for prime in _primes():
        watch.seconds_left(limits)
        remainder = _contract(tables, order, prime, lambda: watch.seconds_left(limits))
        number += product * ((remainder - number) * pow(product, -1, prime) % prime)
        product *= prime
        if product > most:
            return number * free
        tell(Outcome(Status.UNKNOWN, note=f"{product.bit_length() / most.bit_length():.0%} of the digits"))
    raise AssertionError("there are as many primes as anybody needs")


@dataclass(frozen=True, slots=True)
class _WeightedRow:
    """A row over variables, each once.

    coefs: by variable, ascending
    start: what its sum is where all of them are 0
    guard: the literal without which it need not hold, 0 for none"""

    kind: Kind
    coefs: Mapping[int, int]
    start: int
    lo: int
    hi: int
    guard: int

    @property
    def is_modulo_2(self) -> bool:
        match self.kind:
            case Kind.PARITY:
                return True
            case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
                return False
            case _:
                assert_never(self.kind)

    def keeps(self, total: NDArray[np.int64]) -> NDArray[np.bool_]:
        if self.is_modulo_2:
            return np.asarray((total - self.lo) % 2 == 0)
        return np.asarray((self.lo <= total) & (total <= self.hi))


def _weighted_rows(block: Block) -> Iterator[_WeightedRow]:
    for row in range(len(block)):
        begin, end = block.rows.starts[row : row + 2]
        literals = block.rows[row].tolist()
        weights = [1] * len(literals) if block.coefs is None else block.coefs[begin:end].tolist()
        coefs, start = dict.fromkeys(sorted(map(abs, literals)), 0), 0
        for literal, weight in zip(literals, weights, strict=True):
            coefs[abs(literal)] += weight if literal > 0 else -weight
            start += 0 if literal > 0 else weight
        guard = 0 if block.when is None else int(block.when[row])
        yield _WeightedRow(block.kind, coefs, start, int(block.lo[row]), int(block.hi[row]), guard)


def _values_of(variable: int, model: Model) -> NDArray[np.int64]:
    """Of a variable of a row. Raises Unsupported where these are too many."""
    if model.upper[variable] - model.lower[variable] >= MOST_SUMS:
        raise Unsupported(f"tensors takes variables of at most {MOST_SUMS} values")
    return np.arange(int(model.lower[variable]), int(model.upper[variable]) + 1, dtype=np.int64)


def _tables_of(row: _WeightedRow, number: int, model: Model) -> Iterator[Table]:
    variables = sorted({*row.coefs, *([abs(row.guard)] if row.guard else [])})
    if len(variables) > SHORT:
        yield from _chain(row, number, model)
        return
    grids = np.meshgrid(*(_values_of(variable, model) for variable in variables), indexing="ij")
    at = dict(zip(variables, grids, strict=True))
    total = sum((coef * at[variable] for variable, coef in row.coefs.items()), np.array(row.start))
    kept = row.keeps(total)
    if row.guard:
        kept = kept | (at[abs(row.guard)] != (row.guard > 0))
    yield tuple((variable, 1, 0) for variable in variables), kept.astype(np.int64)


def _chain(row: _WeightedRow, number: int, model: Model) -> Iterator[Table]:
    """A table for each variable. What the row has come to is one of some sums, or that its guard does not hold, which
    is the last place of the axis."""
    variables, sums, free = list(row.coefs), np.array([row.start]), row.guard != 0
    before: tuple[Axis, ...] = ((abs(row.guard), 1, 0),) if free else ()
    for place, variable in enumerate(variables):
        values = row.coefs[variable] * _values_of(variable, model)
        reached = sums[:, None] + values
        is_last = place == len(variables) - 1
        after = np.array([0]) if is_last else _sums_after(row, reached, variables[place + 1 :], model)
        table = np.zeros((len(sums) + free, len(values), 1 if is_last else len(after) + free), np.int64)
        if is_last:
            table[: len(sums), :, 0] = row.keeps(reached)
        else:
            target = reached % 2 if row.is_modulo_2 else reached
            table[: len(sums), :, : len(after)] = target[:, :, None] == after
        if free:
            table[-1, :, -1] = 1
        axis = (variable, 1, 0)
        axes: tuple[Axis, ...] = (*before, axis)
        if place == 0:  # it begins at its start, or where its guard, the axis before, leads
            table = (table if row.guard < 0 else table[::-1]) if free else table[0]
            if before == (axis,):
                table, axes = np.einsum("iij->ij", table), (axis,)
        if is_last:
            table = table[..., 0]
        else:
            before = ((variables[place + 1], 0, number),)
            axes = (*axes, *before)
        yield _sorted_axes(axes, table)
        sums = after


def _sums_after(row: _WeightedRow, reached: NDArray[np.int64], rest: Sequence[int], model: Model) -> NDArray[np.int64]:
    """The sums that may still come to what the row asks for. Raises Unsupported where these are too many."""
    if row.is_modulo_2:
        return np.arange(2, dtype=np.int64)
    ends = [row.coefs[variable] * _values_of(variable, model)[[0, -1]] for variable in rest]
    least, most = sum(int(each.min()) for each in ends), sum(int(each.max()) for each in ends)
    sums = np.unique(reached)
    sums = sums[(sums + most >= row.lo) & (sums + least <= row.hi)]
    if len(sums) > MOST_SUMS:
        raise Unsupported(f"tensors takes rows that come to at most {MOST_SUMS} sums")
    return sums


def _sorted_axes(axes: tuple[Axis, ...], table: NDArray[np.int64]) -> Table:
    order = sorted(range(len(axes)), key=axes.__getitem__)
    return tuple(axes[place] for place in order), np.ascontiguousarray(table.transpose(order))


def _choose_order(scopes: Sequence[tuple[Axis, ...]], sizes: Mapping[Axis, int]) -> list[Axis]:
    """The cheaper one of the two. Raises TooLarge."""
    if len(sizes) > MOST_AXES:
        raise TooLarge(f"tensors takes at most {MOST_AXES:,} variables and sums")
    costs = []
    for given in (sorted(sizes), None):
        try:
            order = _eliminate(scopes, sizes, given)
        except TooLarge as reason:
            refusal = reason
        else:
            costs.append((sum(2.0**bits for _, bits in order), [axis for axis, _ in order]))
    if not costs:
        raise refusal
    return min(costs, key=lambda each: each[0])[1]


def _eliminate(
    scopes: Sequence[tuple[Axis, ...]], sizes: Mapping[Axis, int], given: list[Axis] | None
) -> list[tuple[Axis, float]]:
    """Each axis with the bits of the table that is summed; in the given order, or each time the one with the smallest.
    Its neighbours, in one table with it, then are neighbours of each other. Raises TooLarge."""
    bits = {axis: math.log2(max(size, 1)) for axis, size in sizes.items()}
    near: dict[Axis, set[Axis]] = {axis: set() for axis in sizes}
    for scope in scopes:
        for axis in scope:
            near[axis].update(scope)
    waiting = iter(given or ())
    order = list[tuple[Axis, float]]()
    while near:
        axis = next(waiting) if given else min(near, key=lambda each: (sum(bits[other] for other in near[each]), each))
        width = sum(bits[other] for other in near[axis])
        if width > WIDEST:
            raise TooLarge(f"tensors would need tables of 2^{width:.0f} entries")
        around = near.pop(axis) - {axis}
        for other in around:
            near[other] |= around
            near[other].discard(axis)
        order.append((axis, width))
    return order


def _contract(tables: Sequence[Table], order: Sequence[Axis], prime: int, between: Callable[[], object]) -> int:
    """The sum over all places of the product of the tables, modulo the prime."""
    place = {axis: at for at, axis in enumerate(order)}
    buckets: list[list[Table]] = [[] for _ in order]
    result = 1

    def drop(table: Table) -> None:
        nonlocal result
        axes, numbers = table
        if axes:
            buckets[min(place[axis] for axis in axes)].append(table)
        else:
            result = result * int(numbers) % prime

    for table in tables:
        drop(table)
    for axis, bucket in zip(order, buckets, strict=True):
        between()
        joint = tuple(sorted({each for axes, _ in bucket for each in axes}))
        product = np.ones((1,) * len(joint), np.int64)
        for axes, numbers in sorted(bucket, key=lambda table: table[1].size):
            shape = [numbers.shape[axes.index(each)] if each in axes else 1 for each in joint]
            product = product * numbers.reshape(shape) % prime
        left = product.sum(axis=joint.index(axis)) % prime
        drop((tuple(each for each in joint if each != axis), left))
    return result


def _primes() -> Iterator[int]:
    """From below 2^31 downwards: products of two are below 2^62."""
    for number in range((1 << 31) - 1, 1 << 30, -2):
        if pow(2, number - 1, number) == 1 and all(number % small for small in range(3, 46_342, 2)):
            yield number


TENSORS = Backend(
    name="tensors",
    kind="tensors",
    takes=frozenset(Form),
    probe=lambda: None,
    version=lambda: np.__version__,
    count=count,
    single_threaded=True,
)
