"""Steps where all rows are equations modulo k: weighted sums of rows that leave one number unknown.

    lamp of (0,0)         x + y           = 1
    lamp of (0,1)         x + y + 2 z     = 0        modulo 3
    2 * first + second    3 x + 3 y + 2 z = 2 z = 2  so z = 1

Which weights leave number v is read off an echelon form of the transposed equations, one for each prime power in k
(`algebra.modulok.dense_elimination`): weights y with y A = c e_v solve the transposed system. Put together they tell of
v modulo k. The number that takes the fewest rows comes first, and rows that it does not need for that are dropped one
at a time. The same form gives solutions, or weights with which the equations add up to 0 = something else.

Where several sums or solutions would do, which of them is chosen depends on the order of the pivots (`exchange`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import gcd

import numpy as np

from algebra.modulok.dense_elimination import ModularEchelon, echelon
from algebra.modulok.rows import Ints
from algebra.modulok.solve import prime_powers
from backends.reasons.residues import Residues, implied_literals, needs_no_exclusion
from backends.reasons.row_table import Values


@dataclass(frozen=True, slots=True)
class WeightedSum:
    """Equations (by number) with their weights; number v is left, and c * v = total. literals: what follows of v."""

    equations: tuple[int, ...]
    weights: tuple[int, ...]
    v: int
    c: int
    total: int
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _OpenEquations:
    """What is left of some equations: those numbers that are open, the right sides without the known ones."""

    residues: Residues
    values: Values
    equations: list[int]
    open_numbers: list[int]
    matrix: Ints
    right: Ints

    def forms(self) -> list[ModularEchelon]:
        return _forms(self.matrix, self.residues.modulus)

    def weighted_sums(self, forms: Sequence[ModularEchelon], places: Sequence[int]) -> list[WeightedSum]:
        """The sums that leave one of these open numbers, where something follows."""
        k, chosen = self.residues.modulus, np.array(places, np.int64)
        weights = np.zeros((len(self.equations), len(chosen)), np.int64)
        for form in forms:
            weights += form.least_multiples(chosen) * (k // form.modulus)
        sums = (self._weighted_sum(at, column) for at, column in zip(places, (weights % k).T, strict=True))
        return [weighted_sum for weighted_sum in sums if weighted_sum is not None]

    def _weighted_sum(self, at: int, weights: Ints) -> WeightedSum | None:
        """With these weights of the equations, 0..k-1."""
        k = self.residues.modulus
        weights = weights * _unit(int(weights @ self.matrix[:, at] % k), k) % k
        c, total = int(weights @ self.matrix[:, at] % k), int(weights @ self.right % k)
        v = self.open_numbers[at]
        literals = implied_literals(self.residues, v, c, total, self.values) if weights.any() else []
        if not literals:
            return None
        used = np.flatnonzero(weights)
        literals.sort(key=lambda x: x < 0)
        return WeightedSum(
            tuple(self.equations[i] for i in used), tuple(weights[used].tolist()), v, c, total, tuple(literals)
        )


def _forms(matrix: Ints, k: int) -> list[ModularEchelon]:
    """Of the matrix (equations, numbers) turned round, whose solutions are sums of equations; for each prime power."""
    return [echelon(matrix.T, p, e, exchange=True) for p, e in prime_powers(k)]


def _unit(c: int, k: int) -> int:
    """A unit that makes of c its greatest common divisor with k, so that weights are easy to follow."""
    return next((u for u in range(1, k) if gcd(u, k) == 1 and c * u % k == gcd(c, k)), 1)


def _open_equations(residues: Residues, values: Values, equations: Sequence[int]) -> _OpenEquations:
    chosen = list(equations)
    matrix, right = residues.matrix[chosen], residues.right[chosen]
    open_numbers = []
    for v in np.flatnonzero(matrix.any(axis=0)).tolist():
        possible = residues.possible_values(v, values)
        if len(possible) == 1:
            right = (right - matrix[:, v] * possible[0]) % residues.modulus
        else:
            open_numbers.append(v)
    return _OpenEquations(residues, values, chosen, open_numbers, matrix[:, open_numbers], right)


def best_sum(residues: Residues, values: Values) -> WeightedSum | None:
    """The next step; None where nothing more follows. Its first literal needs every equation."""
    rest = _open_equations(residues, values, range(len(residues.right)))
    sums = rest.weighted_sums(rest.forms(), range(len(rest.open_numbers)))
    if not sums:
        return None
    return _minimal_sum(residues, values, min(sums, key=lambda candidate: (len(candidate.equations), candidate.v)))


def _minimal_sum(residues: Residues, values: Values, current: WeightedSum) -> WeightedSum:
    """The same without equations that its first literal does not need."""
    tried: set[int] = set()
    while True:
        rest = _open_equations(residues, values, current.equations)
        forms = rest.forms()
        if not any(form.orders for form in forms):  # independent
            return _least_multiple(residues, values, current)
        if len(forms) == 1 and len(forms[0].free_columns):
            fewer = _exchange_equations(current, forms[0])
        else:
            gone = next((i for i in _removable_equations(residues, values, current, forms) if i not in tried), None)
            if gone is None:
                return current
            tried.add(gone)
            fewer = [i for i in current.equations if i != gone]
        current = _restrict_sum(residues, values, current, fewer) or current


def _removable_equations(
    residues: Residues, values: Values, current: WeightedSum, forms: Sequence[ModularEchelon]
) -> Iterator[int]:
    """The equations that may be let go: other weights for the same are a multiple of these, and what adds up to
    nothing."""
    k = residues.modulus
    nothing = np.concatenate([form.kernel().T * (k // form.modulus) for form in forms])
    steps = np.gcd.reduce(np.concatenate([nothing, np.full((1, len(current.equations)), k)]))
    enough = [1, *(m for m in range(2, k) if k % m == 0 and _multiple_suffices(residues, values, current, m))]
    for i, w, step in zip(current.equations, current.weights, steps.tolist(), strict=True):
        if any(w * m % step == 0 for m in enough):
            yield i


def _multiple_suffices(residues: Residues, values: Values, current: WeightedSum, m: int) -> bool:
    """Does m times the sum still give the first literal?"""
    k = residues.modulus
    return current.literals[0] in implied_literals(
        residues, current.v, current.c * m % k, current.total * m % k, values
    )


def _exchange_equations(current: WeightedSum, form: ModularEchelon) -> list[int]:
    """Fewer equations, modulo the power of a prime: to the weights a multiple of some that add up to nothing is added,
    so that one or more become 0."""
    k, weights, nothing = form.modulus, np.array(current.weights), form.kernel()[:, 0]
    sums = [
        (weights - int(w) * pow(int(z), -1, k) * nothing) % k
        for w, z in zip(weights, nothing, strict=True)
        if z % form.prime
    ]
    fewest = min(sums, key=np.count_nonzero)
    return [current.equations[i] for i in np.flatnonzero(fewest).tolist()]


def _least_multiple(residues: Residues, values: Values, current: WeightedSum) -> WeightedSum:
    """Of independent equations only multiples of the sum leave its number; one with fewer of them may say enough."""
    k, shortest = residues.modulus, current
    for m in (m for m in range(2, k) if k % m == 0):
        weights = {i: w * m % k for i, w in zip(current.equations, current.weights, strict=True) if w * m % k}
        c, total = current.c * m % k, current.total * m % k
        literals = implied_literals(residues, current.v, c, total, values) if weights else []
        if current.literals[0] in literals and len(weights) < len(shortest.equations):
            shortest = WeightedSum(
                tuple(weights), tuple(weights.values()), current.v, c, total, _put_first(current, literals)
            )
    return shortest


def _restrict_sum(
    residues: Residues, values: Values, current: WeightedSum, equations: Sequence[int]
) -> WeightedSum | None:
    """The sum of these equations that still says the first literal; None if there is none."""
    rest = _open_equations(residues, values, equations)
    places = [rest.open_numbers.index(current.v)] if current.v in rest.open_numbers else []
    for candidate in rest.weighted_sums(rest.forms(), places):
        if current.literals[0] in candidate.literals:
            return replace(candidate, literals=_put_first(current, candidate.literals))
    return None


def _put_first(current: WeightedSum, literals: Sequence[int]) -> tuple[int, ...]:
    return current.literals[0], *(x for x in literals if x != current.literals[0])


def sum_conclusion(
    residues: Residues, values: Values, weighted_sum: WeightedSum
) -> tuple[tuple[int, ...], bool, tuple[int, ...]]:
    """The literals to conclude, whether that takes the row "at most one" of the number, and the facts that it takes:
    the literals of all known numbers that the sum does not cancel, and what is known of the number itself."""
    several = [
        x
        for x in weighted_sum.literals
        if needs_no_exclusion(residues, weighted_sum.v, weighted_sum.c, weighted_sum.total, values, x)
    ]
    needed = weighted_sum.literals[0] not in several
    literals = weighted_sum.literals if needed else tuple(several)
    sums = np.array(weighted_sum.weights) @ residues.matrix[list(weighted_sum.equations)] % residues.modulus
    concerned = [x for v in np.flatnonzero(sums).tolist() for x in residues.numbers[v].multiples]
    return literals, needed, tuple(x if values[x] > 0 else -x for x in sorted(concerned) if values[x])


def solve_residues(residues: Residues) -> tuple[list[Ints], dict[int, int]]:
    """Up to two solutions as numbers, or none and the equations of a minimal contradiction, each with its weight."""
    k, solution = residues.modulus, np.zeros(len(residues.numbers), np.int64)
    other: Ints | None = None
    everything = list(range(len(residues.right)))
    clash = _clash(residues, everything)
    if clash:
        for gone in list(clash):
            if gone in clash:
                clash = _clash(residues, [i for i in clash if i != gone]) or clash
        return [], clash
    for form in _forms(residues.matrix, k):
        rest = k // form.modulus
        x, _ = form.solve_left(residues.right % form.modulus)
        assert x is not None
        solution += x * (rest * pow(rest, -1, form.modulus) if rest > 1 else 1)
        kernel = form.left_kernel_vector()
        other = kernel * rest if kernel is not None else other
    solution %= k
    return [solution, *([] if other is None else [(solution + other) % k])], {}


def _clash(residues: Residues, equations: Sequence[int]) -> dict[int, int]:
    """Some of these equations that contradict each other, with weights; none if they do not."""
    chosen = list(equations)
    for form in _forms(residues.matrix[chosen], residues.modulus):
        _, weights = form.solve_left(residues.right[chosen] % form.modulus)
        if weights is not None:
            rest = residues.modulus // form.modulus
            return {equations[i]: int(weights[i]) * rest for i in np.flatnonzero(weights).tolist()}
    return {}


def backbone_literals(residues: Residues) -> list[int]:
    """The literals that hold in every solution, ascending by variable; of an exact reading of a model with one."""
    size = max(x for number in residues.numbers for x in number.multiples)
    nothing: Values = [0] * (2 * size + 1)
    rest = _open_equations(residues, nothing, range(len(residues.right)))
    sums = rest.weighted_sums(rest.forms(), range(len(rest.open_numbers)))
    return sorted((x for weighted_sum in sums for x in weighted_sum.literals), key=abs)
