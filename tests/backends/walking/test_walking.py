"""Local search, flip by flip: the compiled walk against a plain program that looks at every clause after every flip."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from backends.walking import walk_kernel, xoshiro_kernel
from backends.walking.formula import formula
from backends.walking.heuristics import HEURISTICS
from backends.walking.walk import Walk, random_state
from tests.support import rescanning_walk


def random_clauses(seed: int, variables: int, clauses: int, longest: int) -> list[list[int]]:
    """Clauses of different lengths, no variable twice in one."""
    rng = np.random.default_rng(seed)
    literal_lists = []
    for _ in range(clauses):
        chosen = rng.choice(variables, int(rng.integers(1, longest + 1)), replace=False) + 1
        literal_lists.append((chosen * rng.choice([-1, 1], len(chosen))).tolist())
    return literal_lists


def flat(clauses: list[list[int]]) -> np.ndarray:
    return np.array([x for clause in clauses for x in (*clause, 0)], np.int32)


def flips_of(walk: Walk, most: int) -> list[int]:
    """The variables that a walk flips, seen from outside: one flip at a time."""
    flipped, before = [], walk.assignment.copy()
    for number in range(1, most + 1):
        if walk.is_solved:
            break
        walk.run(number)
        flipped += np.flatnonzero(walk.assignment != before).tolist()
        before = walk.assignment.copy()
    return flipped


@pytest.mark.parametrize("longest", [3, 4, 6, 8])
@pytest.mark.parametrize("noise", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("rule", HEURISTICS)
def test_every_flip_is_that_of_a_program_that_looks_at_every_clause(rule, noise, longest):
    """The same variables in the same order, and the same assignment in the end, found or not."""
    lengths = []
    for seed, (variables, number) in enumerate([(8, 14), (9, 60), (20, 70)]):
        clauses = random_clauses(seed, variables, number, longest)
        expected, values = rescanning_walk.walk(clauses, variables, rule, noise, seed, 3, 60)
        walk = Walk(formula(flat(clauses), variables), rule, noise)
        walk.begin(seed, 3)
        assert flips_of(walk, 60) == expected
        assert walk.assignment.tolist() == values
        lengths.append(len(expected))
    assert max(lengths) == 60  # one of them has no solution, so that the walk is long


def test_the_stream_is_xoshiro128plusplus():
    """The generator's published first outputs from the state 1, 2, 3, 4 (as in the test of Rust's rand_xoshiro)."""
    state = np.array([1, 2, 3, 4], np.int64)
    published = [641, 1573767, 3222811527, 3517856514, 836907274]
    published += [4247214768, 3867114732, 1355841295, 495546011, 621204420]
    assert [xoshiro_kernel.next_word(state) for _ in published] == published


def test_a_seed_gives_the_same_walk_on_every_machine():
    """Golden: the state from the seed, the first flips of a walk, and where it ends."""
    words = rescanning_walk.words(0, 0)  # numpy does not promise the same numbers in every version
    clauses = [[(1 + next(words) % 60) * (1 - 2 * (next(words) & 1)) for _ in range(3)] for _ in range(240)]
    walks = []
    for rule in ("probsat", "skc", "moms"):
        walk = Walk(formula(flat(clauses), 60), rule, 0.3)
        walk.begin(7, 1)
        walks.append((rule, flips_of(walk, 6), walk.run(100_000), walk.flips))
    assert random_state(7, 1) == [3370826434, 4112492683, 4044709076, 1391780402]
    assert walks == [
        ("probsat", [4, 23, 25, 60, 42, 39], True, 4794),
        ("skc", [4, 39, 32, 18, 42, 57], True, 4345),
        ("moms", [47, 50, 15, 52, 37, 16], True, 1011),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_at_noise_one_the_four_heuristics_of_the_report_are_one_walk(seed):
    """The noise is drawn before the clause is looked at, so that nothing is left to choose."""
    clauses = random_clauses(seed, 30, 135, 4)
    walks = []
    for rule in HEURISTICS[2:]:
        walk = Walk(formula(flat(clauses), 30), rule, 1.0)
        walk.begin(seed, 0)
        walks.append((flips_of(walk, 200), walk.assignment.tolist()))
    assert len(walks) == 4
    assert all(other == walks[0] for other in walks)


def test_at_noise_zero_they_are_not():
    """Else the test above would show nothing."""
    clauses = random_clauses(0, 30, 135, 4)
    walks = set()
    for rule in HEURISTICS[2:]:
        walk = Walk(formula(flat(clauses), 30), rule, 0.0)
        walk.begin(0, 0)
        walks.add(tuple(flips_of(walk, 50)))
    assert len(walks) == 4


def test_a_walk_may_be_cut_anywhere():
    """Slices of any size give the walk that one slice gives, and two walks on one formula do not disturb each other."""
    cnf_formula = formula(flat(random_clauses(2, 40, 200, 3)), 40)
    whole, cut = Walk(cnf_formula, "score", 0.2), Walk(cnf_formula, "score", 0.2)
    for walk in (whole, cut):
        walk.begin(1, 1)
    whole.run(500)
    for until in (1, 7, 7, 100, 499, 500):
        cut.run(until)
    assert whole.flips == cut.flips == 500
    assert whole.assignment.tolist() == cut.assignment.tolist()


def test_what_is_found_satisfies_the_clauses_and_what_has_no_solution_is_never_found():
    """Against a truth table, on random clauses near the threshold."""
    for seed in range(30):
        clauses = random_clauses(seed, 8, 30, 4)
        solutions = {
            values
            for values in product((False, True), repeat=8)
            if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        }
        walk = Walk(formula(flat(clauses), 8), "skc", 0.5)
        walk.begin(seed, 0)
        walk.run(5_000)
        assert walk.is_solved is bool(solutions)
        assert not walk.is_solved or tuple(walk.assignment[1:].tolist()) in solutions
        assert walk.is_solved is (walk.fewest_unsatisfied == 0)


def test_repeated_literals_are_dropped_and_clauses_that_always_hold_are_left_out():
    """The order of what is left is kept."""
    cnf_formula = formula(flat([[3, 1, 3, -2], [1, -1, 2], [2, 3], [-2, 2], [-1, -1]]), 3)
    remaining = [
        cnf_formula.literals[a:b].tolist() for a, b in zip(cnf_formula.starts, cnf_formula.starts[1:], strict=False)
    ]
    assert remaining == [[6, 2, 5], [4, 6], [3]]


@pytest.mark.parametrize(
    ("clauses", "variables", "message"), [([[1], []], 1, "clause 1 is empty"), ([[1, -3]], 2, "found 3")]
)
def test_a_formula_that_cannot_be_walked_on_is_refused(clauses, variables, message):
    """Nothing can be drawn from an empty clause."""
    with pytest.raises(ValueError, match=message):
        formula(flat(clauses), variables)


def test_without_numba_the_same_code_takes_the_same_flips():
    """In a process in which numba cannot be imported."""
    cnf_formula = formula(flat(random_clauses(1, 200, 860, 3)), 200)
    expected = []
    for rule in HEURISTICS:
        walk = Walk(cnf_formula, rule, 0.3)
        walk.begin(5, 0)
        walk.run(300)
        expected.append((walk.flips, walk.assignment.astype(int).tolist()))
    program = """
import sys
sys.modules["numba"] = None
import numpy as np
from backends.walking import walk_kernel
from backends.walking.formula import formula
from backends.walking.heuristics import HEURISTICS
from backends.walking.walk import Walk
from tests.backends.walking.test_walking import flat, random_clauses
assert not walk_kernel.COMPILED
cnf_formula, walks = formula(flat(random_clauses(1, 200, 860, 3)), 200), []
for rule in HEURISTICS:
    walk = Walk(cnf_formula, rule, 0.3)
    walk.begin(5, 0)
    walk.run(300)
    walks.append((walk.flips, walk.assignment.astype(int).tolist()))
print(walks)
"""
    completed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert walk_kernel.COMPILED
    assert completed.stdout.strip() == str(expected)
