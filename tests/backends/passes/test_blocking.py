"""Blocking clauses: the short clause forbids one solution and no other, on any model; and all backends list the same
solutions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from backends.contract import Limits, Options, Unsupported
from backends.loading import cp_stream
from backends.oracle import BACKEND as ORACLE
from backends.passes.blocking import blocking_clauses
from backends.registry import backend_named
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from tests.support.registered import INCOMPLETE, PARTIAL, SOLVERS, facts_of, usable

LIMITS = Limits(60.0)
BOARDS = (  # puzzle, WHAT, what is generated, rules, seed
    ("tiling", "4x4", {"pieces": "random"}, {}, 1),
    ("tiling", "slothouber-graatsma", {}, {}, 0),
    ("tents", "4x4:cbaea,1,1,0,2,0,2,0,2", {}, {"tree_rule": "adjacent"}, 0),
    ("akari", "3x3", {"bare": 10, "numbered": 0}, {}, 0),
)


def random_model(rng: np.random.Generator) -> Model:
    """Up to seven Booleans and exact rows over some of them, with few negations; sometimes guards, bounds, clauses."""
    m, n = Model("random"), int(rng.integers(1, 8))
    x = m.bools("x", n)

    def row(most_negated: float) -> np.ndarray:
        some = rng.permutation(x)[: rng.integers(1, n + 1)]
        return np.where(rng.random(len(some)) < most_negated, -some, some)

    for number in range(rng.integers(1, 5)):
        literals = row(rng.choice([0.0, 0.0, 0.3]))
        k, guard = int(rng.integers(0, len(literals) + 1)), rng.permutation(np.setdiff1d(x, np.abs(literals)))
        if rng.random() < 0.2 and len(guard):
            m.exactly(k, f"rule {number}", literals, when=guard[:1])
        elif rng.random() < 0.2:
            m.between(k, min(k + 1, len(literals)), f"rule {number}", literals)
        else:
            m.exactly(k, f"rule {number}", literals)
    if rng.random() < 0.5:
        m.any("a clause", row(0.5))
    return m


def everything(model: Model) -> np.ndarray:
    """Every solution by brute force, shape (solutions, variables + 1)."""
    project = np.arange(1, model.variables + 1)
    solutions = list(ORACLE.solutions(model, project, LIMITS, Options()))
    return np.array(solutions, np.int64).reshape(len(solutions), model.variables + 1)


def test_the_clause_forbids_one_solution_and_no_other() -> None:
    """On random models and projections; in many of them the clause is shorter than the projection."""
    rng, shorter = np.random.default_rng(5), 0
    for _ in range(600):
        model = random_model(rng)
        project = np.sort(rng.permutation(model.boolean_variables)[: rng.integers(0, model.variables + 1)])
        shape, solutions = blocking_clauses(model, project), everything(model)
        shorter += bool(shape.counted.any())
        for values in solutions:
            clause = shape.clause(values == 1)
            satisfied = (solutions[:, np.abs(clause)] == (clause > 0)).any(axis=1)
            same = (solutions[:, project] == values[project]).all(axis=1)
            assert (satisfied != same).all(), f"{model}\nproject {project}, solution {values[1:]}, clause {clause}"
    assert shorter > 200


def test_rows_that_give_no_reason_shorten_nothing() -> None:
    """A guard, a bound that is not exact, a variable that is not asked for, a negation: all variables are told."""
    m = Model("no reason")
    x = m.bools("x", 9)
    m.exactly(1, "if x9", x[:2], when=x[8:])
    m.between(1, 2, "one or two", x[2:4])
    m.exactly(1, "with one that is not asked for", x[[4, 5, 7]])
    m.exactly(1, "both ways", [[x[6], -x[0]], [-x[6], x[0]]])
    shape = blocking_clauses(m, x[:7])
    assert not shape.counted.any()
    assert shape.clause(np.zeros(10, np.bool_)).tolist() == x[:7].tolist()


def test_what_is_not_counted_is_told_with_its_sign() -> None:
    """Exactly one of three, and a free variable: the one that holds, and the free one either way."""
    m = Model("three and one")
    x = m.bools("x", 4)
    m.exactly(1, "one of three", x[:3])
    shape = blocking_clauses(m, x)
    clauses = shape.clauses(np.array([[1, 0, 0, 0], [0, 0, 1, 1]], np.bool_))
    assert [row.tolist() for row in clauses] == [[-1, 4], [-3, -4]]
    assert shape.clause(np.array([0, 1, 0, 0, 0], np.bool_)).tolist() == [-1, 4]


@pytest.mark.sample(23)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board[0]}-{board[1][:12]}")
@pytest.mark.parametrize("name", SOLVERS)
def test_every_backend_lists_the_same_solutions(name: str, board) -> None:
    """The sets are equal, none is listed twice; the reference is brute force, for tilings a search that looks at
    cells and pieces only."""
    usable(name)
    why_not = facts_of(name.rpartition(":")[2]).unlisted.get(board[0])  # of what is inside
    if why_not:
        pytest.skip(why_not)
    record, p, model, project = stated_case(board)
    try:
        assignments = list(backend_named(name).solutions(model, project, LIMITS, Options()))
    except Unsupported:
        assert name in INCOMPLETE or name in PARTIAL
        return
    answers = [record.decode(p, model, values) for values in assignments]
    assert len(set(answers)) == len(answers)
    assert set(answers) == answers_of(BOARDS.index(board))
    assert len(answers) > 1


def stated_case(board) -> tuple:
    """The puzzle, its instance, the model, and the variables of the answer."""
    kind, what, options, rules, seed = board
    record = puzzle(kind)
    p = resolve(kind, what, seed, options=options).instance
    model = record.formulations[next(iter(record.formulations))](p, **rules)
    return record, p, model, record.project(p, model)


@cache
def answers_of(number: int) -> frozenset:
    """The answers of one of BOARDS."""
    record, p, model, project = stated_case(BOARDS[number])
    if record.name == "tiling":
        return frozenset(tilings(p, (), {piece.name: piece.copies for piece in p.pieces}))
    return frozenset(record.decode(p, model, v) for v in ORACLE.solutions(model, project, LIMITS, Options()))


def tilings(p, laid: tuple, remaining: dict[str, int]) -> Iterator[tuple]:
    """Every way to finish a tiling: whatever covers the first cell that is empty, in all ways."""
    covered = {cell for _, cells in laid for cell in cells}
    empty = next((cell for cell in map(tuple, p.cells.tolist()) if cell not in covered), None)
    if empty is None:
        yield tuple(sorted(laid))
        return
    for j in range(len(p.placements)):
        name = p.pieces[int(p.placements.piece[j])].name
        cells = tuple(map(tuple, p.cells[p.placements.cells[j]].tolist()))
        if remaining[name] and empty in cells and not covered & set(cells):
            yield from tilings(p, (*laid, (name, cells)), {**remaining, name: remaining[name] - 1})


def test_cpsat_passes_solutions_on_while_it_searches(monkeypatch) -> None:
    """The first comes long before the last would; closing ends the search, with most of the solutions not found."""
    usable("cpsat")
    monkeypatch.setattr(cp_stream, "AHEAD", 3)
    m = Model("many")
    x = m.bools("x", 40)
    m.exactly(20, "half of them", x)  # 137 billion
    threads = threading.active_count()
    stream = backend_named("cpsat").solutions(m, x, LIMITS, Options())
    some = {tuple(next(stream)[x].tolist()) for _ in range(10)}
    stream.close()
    assert len(some) == 10
    assert threading.active_count() == threads
