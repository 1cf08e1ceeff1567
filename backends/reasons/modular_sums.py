"""Steps where all rows are equations modulo k: rows, each with a weight, that add up to one open number.

    lamp of (0,0)         x + y           = 1
    lamp of (0,1)         x + y + 2 z     = 0        modulo 3
    2 * first + second    3 x + 3 y + 2 z = 2 z = 2  so z = 1

Which weights leave number v is read off a diagonal form, one for each prime power in k (`diagonal`); put together they
tell of v modulo k. Of all numbers the one that takes the fewest rows comes first, and rows that it does not need for
that are let go one at a time. The same form gives all that the equations have in common, or weights with which they
add up to 0 = something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np

from algebra.modulok.smith_form import Ints, SmithForm, prime_powers, smith_form
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

    def forms(self) -> list[SmithForm]:
        return [smith_form(self.matrix, p, e) for p, e in prime_powers(self.residues.modulus)]

    def weighted_sum(self, forms: Sequence[SmithForm], at: int) -> WeightedSum | None:
        """The sum that leaves the open number `at`, if something follows."""
        k, weights = self.residues.modulus, np.zeros(len(self.equations), np.int64)
        for form in forms:
            found = form.combination(at)
            if found is not None:
                weights += found[0] * (k // form.modulus)
        weights = weights * _unit(int(weights % k @ self.matrix[:, at] % k), k) % k
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


def _unit(c: int, k: int) -> int:
    """A unit that makes of c its greatest common divisor with k, so that weights are easy to follow."""
    return next((u for u in range(1, k) if gcd(u, k) == 1 and c * u % k == gcd(c, k)), 1)


def _open_equations(residues: Residues, values: Values, equations: Sequence[int]) -> _OpenEquations:
    chosen = list(equations)
    matrix, right = residues.matrix[chosen], residues.right[chosen]
    left = []
    for v in np.flatnonzero(matrix.any(axis=0)).tolist():
        possible = residues.possible_values(v, values)
        if len(possible) == 1:
            right = (right - matrix[:, v] * possible[0]) % residues.modulus
        else:
            left.append(v)
    return _OpenEquations(residues, values, chosen, left, matrix[:, left], right)


def best_sum(residues: Residues, values: Values) -> WeightedSum | None:
    """The next step; None where nothing more follows. Its first literal needs every equation."""
    rest = _open_equations(residues, values, range(len(residues.right)))
    forms = rest.forms()
    found = [one for at in range(len(rest.open_numbers)) if (one := rest.weighted_sum(forms, at)) is not None]
    if not found:
        return None
    least = min(found, key=lambda one: (len(one.equations), one.v))
    return _minimal_sum(residues, values, least)


def _minimal_sum(residues: Residues, values: Values, given: WeightedSum) -> WeightedSum:
    """The same without equations that its first literal does not need."""
    tried: set[int] = set()
    while True:
        rest = _open_equations(residues, values, given.equations)
        forms = rest.forms()
        if all(form.has_independent_rows for form in forms):
            return _least_multiple(residues, values, given)
        if len(forms) == 1 and len(forms[0].powers) < len(given.equations):
            fewer = _exchange_equations(given, forms[0])
        else:
            gone = next((i for i in _removable_equations(residues, values, given, forms) if i not in tried), None)
            if gone is None:
                return given
            tried.add(gone)
            fewer = [i for i in given.equations if i != gone]
        given = _restrict_sum(residues, values, given, fewer) or given


def _removable_equations(
    residues: Residues, values: Values, given: WeightedSum, forms: Sequence[SmithForm]
) -> Iterator[int]:
    """The equations that may be let go: other weights for the same are a multiple of these, and what adds up to
    nothing."""
    k = residues.modulus
    nothing = np.concatenate([form.left_kernel * (k // form.modulus) for form in forms])
    steps = np.gcd.reduce(np.concatenate([nothing, np.full((1, len(given.equations)), k)]))
    enough = [1, *(m for m in range(2, k) if k % m == 0 and _multiple_suffices(residues, values, given, m))]
    for i, w, step in zip(given.equations, given.weights, steps.tolist(), strict=True):
        if any(w * m % step == 0 for m in enough):
            yield i


def _multiple_suffices(residues: Residues, values: Values, given: WeightedSum, m: int) -> bool:
    """Does m times the sum still give the first literal?"""
    k = residues.modulus
    return given.literals[0] in implied_literals(residues, given.v, given.c * m % k, given.total * m % k, values)


def _exchange_equations(given: WeightedSum, form: SmithForm) -> list[int]:
    """Fewer equations, modulo the power of a prime: to the weights a multiple of some that add up to nothing is added,
    so that one or more become 0."""
    k, weights, nothing = form.modulus, np.array(given.weights), form.row_transform[len(form.powers)]
    sums = [
        (weights - int(w) * pow(int(z), -1, k) * nothing) % k
        for w, z in zip(weights, nothing, strict=True)
        if z % form.prime
    ]
    fewest = min(sums, key=np.count_nonzero)
    return [given.equations[i] for i in np.flatnonzero(fewest).tolist()]


def _least_multiple(residues: Residues, values: Values, given: WeightedSum) -> WeightedSum:
    """Of independent equations only multiples of the sum leave its number; one with fewer of them may say enough."""
    k, found = residues.modulus, given
    for m in (m for m in range(2, k) if k % m == 0):
        weights = {i: w * m % k for i, w in zip(given.equations, given.weights, strict=True) if w * m % k}
        c, total = given.c * m % k, given.total * m % k
        literals = implied_literals(residues, given.v, c, total, values) if weights else []
        if given.literals[0] in literals and len(weights) < len(found.equations):
            found = WeightedSum(tuple(weights), tuple(weights.values()), given.v, c, total, _put_first(given, literals))
    return found


def _restrict_sum(
    residues: Residues, values: Values, given: WeightedSum, equations: Sequence[int]
) -> WeightedSum | None:
    """The sum of these equations that still says the first literal; None if there is none."""
    rest = _open_equations(residues, values, equations)
    found = rest.weighted_sum(rest.forms(), rest.open_numbers.index(given.v)) if given.v in rest.open_numbers else None
    if found is None or given.literals[0] not in found.literals:
        return None
    return WeightedSum(found.equations, found.weights, found.v, found.c, found.total, _put_first(given, found.literals))


def _put_first(given: WeightedSum, literals: Sequence[int]) -> tuple[int, ...]:
    return given.literals[0], *(x for x in literals if x != given.literals[0])


def sum_conclusion(
    residues: Residues, values: Values, found: WeightedSum
) -> tuple[tuple[int, ...], bool, tuple[int, ...]]:
    """The literals to conclude, whether that takes the row "at most one" of the number, and the facts that it takes:
    the literals of all known numbers that the sum does not cancel, and what is known of the number itself."""
    several = [x for x in found.literals if needs_no_exclusion(residues, found.v, found.c, found.total, values, x)]
    needed = found.literals[0] not in several
    literals = found.literals if needed else tuple(several)
    sums = np.array(found.weights) @ residues.matrix[list(found.equations)] % residues.modulus
    concerned = [x for v in np.flatnonzero(sums).tolist() for x in residues.numbers[v].multiples]
    return literals, needed, tuple(x if values[x] > 0 else -x for x in sorted(concerned) if values[x])


def solve_residues(residues: Residues) -> tuple[list[Ints], dict[int, int]]:
    """Up to two solutions as numbers, or none and the equations of a minimal contradiction, each with its weight."""
    k, one = residues.modulus, np.zeros(len(residues.numbers), np.int64)
    other: Ints | None = None
    everything = list(range(len(residues.right)))
    clash = _clash(residues, everything)
    if clash:
        for gone in list(clash):
            if gone in clash:
                clash = _clash(residues, [i for i in clash if i != gone]) or clash
        return [], clash
    for p, e in prime_powers(k):
        form, rest = smith_form(residues.matrix, p, e), k // p**e
        x, _ = form.solve(residues.right)
        assert x is not None
        one += x * (rest * pow(rest, -1, p**e) if rest > 1 else 1)
        kernel = form.kernel_vector()
        other = kernel * rest if kernel is not None else other
    one %= k
    return [one, *([] if other is None else [(one + other) % k])], {}


def _clash(residues: Residues, equations: Sequence[int]) -> dict[int, int]:
    """Some of these equations that contradict each other, with weights; none if they do not."""
    k = residues.modulus
    for p, e in prime_powers(k):
        _, weights = smith_form(residues.matrix[list(equations)], p, e).solve(residues.right[list(equations)])
        if weights is not None:
            return {equations[i]: int(weights[i]) * (k // p**e) for i in np.flatnonzero(weights).tolist()}
    return {}


def backbone_literals(residues: Residues) -> list[int]:
    """The literals that hold in every solution, ascending by variable; of an exact reading of a model with one."""
    size = max(x for number in residues.numbers for x in number.multiples)
    nothing: Values = [0] * (2 * size + 1)
    rest = _open_equations(residues, nothing, range(len(residues.right)))
    forms = rest.forms()
    sums = [rest.weighted_sum(forms, at) for at in range(len(rest.open_numbers))]
    return sorted((x for one in sums if one is not None for x in one.literals), key=abs)
