"""Windows: the cut, the orders, the sweep, and that nothing is claimed which the whole model does not say."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import strategies as st

from backends.contract import Ending, Limits, Options, Outcome, Size, Status
from backends.oracle import BACKEND as ORACLE
from backends.outcomes import Stopwatch
from backends.passes import restriction, restriction_columns, restriction_kernel
from backends.passes.ordering import (
    Order,
    Region,
    breadth_first_order,
    declaration_order,
    reverse_cuthill_mckee,
    whole_region,
)
from backends.passes.restriction import restrict_model
from backends.passes.windowing import PartialAssignment, SweepStatistics, WindowSearch, WindowSizes, has_plain_rows
from backends.registry import backend_named
from backends.running.forks import ForkEnded, call_in_forks
from backends.windows import solve_plain_rows, windows_backend
from models.neutral import Form, Model, evaluate, prepend, windows
from models.neutral.checking import check_block
from tests.support.sampling import sample_seed
from tests.support.strategies import drawn, models

LIMITS = Limits(seconds=60.0)
TINY = WindowSizes(whole_limit=1, lookahead=1, spans=0.0)  # windows of three variables, two of them kept
FEW, MANY = 60, 300  # examples


def line(length: int) -> tuple[Model, np.ndarray]:
    """A chain: of any three neighbours one or two hold, and never two neighbours... seen from either side."""
    m = Model("chain")
    x = m.bools("x", length)
    m.between(1, 2, "one or two of three neighbours", windows(x[None, :], (1, 3)))
    m.parity(1, "ends differ", x[[0, -1]])
    return m, x


def within(model: Model, values: np.ndarray) -> bool:
    return evaluate(model, values) == []


# ---- the cut ---------------------------------------------------------------------------------------------------


@drawn(FEW, MANY, models(), st.data())
def test_every_solution_of_the_model_is_one_of_each_of_its_parts(model, data):
    """Whatever variables are kept: a part is a model like any other, and loses no solution. What a part excludes, no
    value of the variables that are gone can repair row by row."""
    keep = data.draw(st.lists(st.booleans(), min_size=model.variables, max_size=model.variables))
    variables = (np.flatnonzero(keep) + 1).astype(np.int32)
    rest, _ = restrict_model(model, variables, model.lower, model.upper)
    for block in rest.blocks:
        check_block(block, rest)
    for values in ORACLE.solutions(model, model.boolean_variables, LIMITS, Options()):
        assert within(rest, np.concatenate([[0], values[variables]]))


@drawn(FEW, MANY, models(), st.data())
def test_compiled_and_by_columns_cut_the_same(model, data):
    keep = data.draw(st.lists(st.booleans(), min_size=model.variables, max_size=model.variables))
    variables = (np.flatnonzero(keep) + 1).astype(np.int32)
    number = np.zeros(model.variables + 1, np.int32)
    number[variables] = np.arange(1, len(variables) + 1)
    lower = model.lower.copy()
    raised = data.draw(st.lists(st.booleans(), min_size=len(lower), max_size=len(lower)))
    lower[raised] = model.upper[raised]
    for block in model.blocks:
        chosen = np.arange(len(block))[:: data.draw(st.integers(1, 2))]
        coefs = np.zeros(0, np.int64) if block.coefs is None else block.coefs
        code = restriction.kind_code(block.kind)
        rules = restriction_kernel.RowColumns(code, block.rows.starts, block.rows.literals, coefs, block.lo, block.hi)
        kept = restriction_kernel.Restriction(lower, model.upper, number)
        for compiled, by_columns in zip(
            restriction_kernel.restrict_rows(rules, chosen, kept),
            restriction_columns.restrict_by_columns(rules, chosen, kept),
            strict=True,
        ):
            assert compiled.tolist() == by_columns.tolist()


def test_a_row_that_reaches_out_of_the_window_is_relaxed_not_forgotten():
    m = Model("row")
    x = m.bools("x", 6)
    m.exactly(2, "two of six", x)
    rest, _ = restrict_model(m, np.asarray(x[2:5]), m.lower, m.upper)
    assert [str(rest).splitlines()[-1].strip()] == ["row 0: x[0] + x[1] + x[2] <= 2"]


# ---- orders ----------------------------------------------------------------------------------------------------


def breadth_first(model: Model) -> Order:
    return breadth_first_order(model, whole_region(model))


def placed(order: Order) -> dict[int, int]:
    return {int(x): place for place, x in enumerate(order.variables)}


@drawn(FEW, MANY, models())
def test_an_order_has_every_variable_once_and_knows_its_rows(model):
    for order in (declaration_order, reverse_cuthill_mckee, breadth_first):
        variable_order = order(model)
        place = placed(variable_order)
        assert sorted(place) == list(range(1, model.variables + 1)), order
        check_rows(model, variable_order, place)


def check_rows(model: Model, order: Order, place: dict[int, int]) -> None:
    """The rows that have a variable inside, by first place, with first and last place."""
    for block, rows in zip(model.blocks, order.rows, strict=True):
        expected = []
        for row in range(len(block)):
            literals = block.rows[row].tolist() + ([] if block.when is None else [int(block.when[row])])
            at = [place[abs(x)] for x in literals if abs(x) in place]
            expected += [(min(at), row, max(at))] if at else []
        assert list(zip(rows.first.tolist(), rows.rows.tolist(), rows.last.tolist(), strict=True)) == sorted(expected)


@drawn(FEW, MANY, models(), st.data())
def test_so_it_does_within_a_region(model, data):
    """Breadth first on some of the variables; the room that it was given is zeros afterwards. What is cut off it are
    the rows that have a variable there, and maybe some that span it."""
    keep = data.draw(st.lists(st.booleans(), min_size=model.variables, max_size=model.variables))
    variables, room = (np.flatnonzero(keep) + 1).astype(np.int32), np.zeros(model.variables + 1, np.int32)
    order = breadth_first_order(model, Region(variables, whole_region(model).rows), room)
    place = placed(order)
    assert sorted(place) == variables.tolist()
    assert not room.any()
    check_rows(model, order, place)
    first, last = sorted(data.draw(st.tuples(st.integers(0, len(variables)), st.integers(0, len(variables)))))
    part = order.cut(first, last)
    assert part.variables.tolist() == sorted(order.variables[first:last].tolist())
    for by_place, chosen in zip(order.rows, part.rows, strict=True):
        ends = list(zip(by_place.rows.tolist(), by_place.first.tolist(), by_place.last.tolist(), strict=True))
        inside = {row for row, begin, end in ends if first <= begin < last or first <= end < last}
        around = {row for row, begin, end in ends if begin < last and end >= first}
        assert chosen.tolist() == sorted(chosen.tolist())
        assert inside <= set(chosen.tolist()) <= around


def test_orders_undo_a_shuffle():
    """A chain whose variables were numbered at random is a chain again; its own order was of no use."""
    m = Model("shuffled")
    x = np.random.default_rng(3).permutation(m.bools("x", 5000))
    m.any("neighbours", np.stack([x[:-1], x[1:]], axis=1))
    assert declaration_order(m).span > 1000
    assert reverse_cuthill_mckee(m).span < 3
    assert breadth_first(m).span < 3


def test_variables_declared_later_stand_beside_what_they_speak_of():
    m = Model("runs")
    x, run = m.bools("x", 100), m.bools("run", 20)
    m.exactly(1, "a run has a lamp or has none", prepend(-run, x.reshape(20, 5)))
    place = placed(declaration_order(m))
    assert [place[int(r)] - place[int(x[5 * i])] for i, r in enumerate(run)] == [1] * 20


@drawn(FEW, MANY, models(), st.data())
def test_plain_rows_say_what_the_relaxed_rows_say(model, data):
    """Clauses and at-most rows of a region, some of the rest fixed: the same assignments keep them as keep the region
    cut out as a model, which is checked above."""
    model.blocks = [
        block for block in model.blocks if block.when is None and block.kind.value in ("clause", "cardinality")
    ]
    model.objective = None
    if not has_plain_rows(model):  # integers
        return
    fixing = PartialAssignment(model)
    fate = np.array(data.draw(st.lists(st.integers(0, 3), min_size=model.variables, max_size=model.variables)))
    fixing.fix((np.flatnonzero(fate < 2) + 1).astype(np.int32), np.concatenate([[0], fate[fate < 2]]))
    region = Region((np.flatnonzero(fate == 2) + 1).astype(np.int32), whole_region(model).rows)
    part, rows = fixing.restrict(region), fixing.plain_rows(region)
    assert not fixing.number.any()
    for bits in product((0, 1), repeat=len(region.variables)):
        true = {x if value else -x for x, value in enumerate(bits, 1)}
        keeps = rows is not None
        if rows is not None:
            keeps &= all(true & set(clause) for clause in split_at_zeros(rows.clauses))
            counts = [len(true & set(row)) for row in split_at_zeros(rows.at_most)]
            keeps &= all(count <= k for count, k in zip(counts, rows.most.tolist(), strict=True))
            assert rows.rows == np.count_nonzero(rows.clauses == 0)
        assert keeps == within(part, np.array([0, *bits]))


def split_at_zeros(flat: np.ndarray) -> list[list[int]]:
    ends = np.flatnonzero(flat == 0)
    return [part[part != 0].tolist() for part in np.split(flat, ends + 1)][: len(ends)]


# ---- the sweep -------------------------------------------------------------------------------------------------


@drawn(FEW, MANY, models(), st.sampled_from(["cnf", "minicard"]))
def test_windows_say_what_brute_force_says(model, inner):
    """Any model at all, with windows of three variables."""
    model.objective = None
    outcome = windows_backend(backend_named(inner), sizes=TINY).solve(model, LIMITS, Options())
    assert outcome.conclusion is ORACLE.solve(model, LIMITS, Options()).status
    assert outcome.values is None or within(model, outcome.values)


@pytest.mark.parametrize("number", [FEW, pytest.param(10 * FEW, marks=pytest.mark.exhaustive)])
def test_so_they_do_of_chains(number):
    """Windows often have to go back, sometimes give up, and never differ from brute force."""
    notes: Counter[str] = Counter()
    for seed in range(number):
        m = random_chain(random.Random(f"{sample_seed()} {seed}"))
        outcome = windows_backend(backend_named("minicard"), sizes=TINY).solve(m, LIMITS, Options())
        assert outcome.conclusion is ORACLE.solve(m, LIMITS, Options()).status, seed
        assert outcome.values is None or within(m, outcome.values), seed
        notes[outcome.note] += 1
    windowed = [note for note in notes if "order" in note]
    assert any(" 0 steps back" in note for note in windowed)
    assert any("1 step back" in note for note in windowed)


def random_chain(chance: random.Random) -> Model:
    """12 variables under rows over neighbours; some have no solution."""
    m = Model("chain")
    x = m.bools("x", 12).tolist()
    for row in range(chance.randint(4, 14)):
        start, length = chance.randint(0, 10), chance.randint(2, 4)
        literals = [chance.choice((1, -1)) * each for each in x[start : start + length]]
        chance.choice((m.exactly, m.parity))(1, f"rule {row}", [literals])
    return m


def swept(model: Model, sizes: WindowSizes, inner: str = "cnf") -> tuple[np.ndarray | None, SweepStatistics, list[int]]:
    """What the sweep alone finds, without the whole model to fall back on, and the sizes of the windows."""
    window_sizes: list[int] = []

    def ask(fixing: PartialAssignment, region: Region) -> np.ndarray | None:
        window_sizes.append(len(region.variables))
        return backend_named(inner).solve(fixing.restrict(region), LIMITS, Options()).values

    search = WindowSearch(ask, sizes, Stopwatch(), SweepStatistics())
    assert search.find_model_order(model) is not None
    return search.solve_model(model), search.progress, window_sizes


def test_a_chain_is_solved_in_windows_of_constant_size():
    m, _ = line(4000)
    values, progress, window_sizes = swept(m, WindowSizes(whole_limit=40, lookahead=10))
    assert values is not None
    assert within(m, values)
    assert max(window_sizes) <= 60
    assert progress.windows >= 4000 / 60


def grid(height: int, width: int) -> Model:
    """Of each cell and its neighbours to the right and below one or two hold."""
    m = Model("grid")
    x = m.bools("x", (height, width))
    corners = np.stack([x[:-1, :-1], x[:-1, 1:], x[1:, :-1]], axis=-1)
    m.between(1, 2, "of a cell and two neighbours", corners.reshape(-1, 3))
    return m


def test_a_strip_of_a_board_is_cut_across():
    """Rows of a board reach over a line, so windows along the lines hold some of them; pieces of these are as short as
    windows of a chain."""
    m = grid(40, 60)
    values, progress, window_sizes = swept(m, WindowSizes(whole_limit=40, lookahead=10))
    assert values is not None
    assert within(m, values)
    assert max(window_sizes) < 60, "less than a line"
    assert progress.windows == len(window_sizes) >= 40 * 60 / 60


def test_a_dead_end_beyond_the_window_takes_a_step_back():
    """One literal decides everything; only far along does a row say which way it must be. The sweep has to go back to
    where it was fixed, or say that it found nothing."""
    m = Model("dead end")
    x = m.bools("x", 400)
    m.any("a holds if its left neighbour does", np.stack([-x[:-1], x[1:]], axis=1))
    m.any("and the other way round", np.stack([x[:-1], -x[1:]], axis=1))
    m.true("known at a quarter", x[100] if backend_guess(m) else -x[100])
    sizes = WindowSizes(whole_limit=20, lookahead=5)
    values, progress, _ = swept(m, sizes)
    assert values is None or within(m, values)
    outcome = windows_backend(backend_named("cnf"), sizes=sizes).solve(m, LIMITS, Options())
    assert outcome.status is Status.SATISFIED
    assert within(m, outcome.values)
    assert progress.steps_back > 0


def backend_guess(m: Model) -> bool:
    """The opposite of what the solver chooses by itself."""
    values = backend_named("cnf").solve(m, LIMITS, Options()).values
    return values is not None and not values[1]


def test_only_the_whole_model_says_that_there_is_no_solution():
    """With an inner backend that solves only the whole model and no window, its solution of the whole is the answer."""
    m, _ = line(400)
    inner, model_sizes = backend_named("cnf"), []

    def solve_whole(model, *rest):
        model_sizes.append(model.variables)
        return inner.solve(model, *rest) if model.variables == 400 else Outcome(Status.UNSATISFIABLE)

    windowed = windows_backend(replace(inner, solve=solve_whole), sizes=WindowSizes(whole_limit=40, lookahead=10))
    outcome = windowed.solve(m, LIMITS, Options())
    assert outcome.status is Status.SATISFIED
    assert within(m, outcome.values)
    assert model_sizes[-1] == 400
    assert model_sizes[0] < 100


def test_a_limit_in_a_window_is_no_answer():
    m, _ = line(400)
    slow = replace(backend_named("cnf"), solve=lambda *_: Outcome(Status.UNKNOWN, note="time limit"))
    windowed = windows_backend(slow, sizes=WindowSizes(whole_limit=40, lookahead=10))
    outcome = windowed.solve(m, LIMITS, Options())
    assert (outcome.status, outcome.values) == (Status.UNKNOWN, None)
    assert "time limit" in outcome.note
    assert "1 window" in outcome.note


def test_the_solver_inside_is_the_one_that_was_named():
    """A quick one only where none is; its encodings are told, also if the last window needed none."""
    windowed = backend_named("windows:cnf")
    assert windowed.engine_of(Options(solver="glucose42")) == "windows+glucose42"
    assert windowed.engine_of(Options()) == "windows+minisat22"
    assert (backend_named("windows").full_name, windowed.full_name) == ("windows:minicard", "windows:cnf")
    inner, said = backend_named("cnf"), iter(["exactly-one=ladder"])

    def solve_window(*arguments):
        return replace(inner.solve(*arguments), encoding=next(said, ""))

    windowed = windows_backend(replace(inner, solve=solve_window), sizes=WindowSizes(whole_limit=40, lookahead=10))
    assert windowed.solve(line(400)[0], LIMITS, Options()).encoding == "exactly-one=ladder"


def test_what_the_solver_inside_is_told():
    """The phases that windows name first, and a quick solver; what the user names comes before both."""
    m, asked = line(4)[0], []

    def told(name: str, options: Options) -> tuple[str | None, dict[str, str]]:
        inner = backend_named(name)

        def solve(model, limits, options, tell):
            asked.append(options)
            return inner.solve(model, limits, options)

        assert windows_backend(replace(inner, solve=solve)).solve(m, LIMITS, options).status is Status.SATISFIED
        return asked[-1].solver, dict(asked[-1].parameters)

    first = backend_named("windows").tunable["phases"][0]
    assert first != backend_named("minicard").tunable["phases"][0]
    assert told("minicard", Options()) == (None, {"phases": first})
    assert told("minicard", Options("gluecard4", parameters={"phases": "own"})) == ("gluecard4", {"phases": "own"})
    assert told("cnf", Options()) == ("minisat22", {})
    assert told("cnf", Options(solver="glucose42")) == ("glucose42", {})


def test_rows_go_straight_into_the_solver_only_where_that_can_be(monkeypatch):
    """Clauses and counts, in bulk into the solver that is named; else the backend inside gets windows as models."""
    plain, asked = Model("chain"), []
    x = plain.bools("x", 400)
    plain.between(1, 2, "one or two of three neighbours", windows(x[None, :], (1, 3)))

    def windows_as_models(model: Model, inner: str, solver: str | None = None) -> int:
        def solve(*arguments):
            asked.append(arguments[0].variables)
            return backend_named(inner).solve(*arguments)

        asked.clear()
        sizes = WindowSizes(whole_limit=40, lookahead=10)
        windowed = windows_backend(replace(backend_named(inner), solve=solve), sizes=sizes)
        outcome = windowed.solve(model, LIMITS, Options(solver=solver))
        assert within(model, outcome.values)
        return len(asked)

    assert windows_as_models(plain, "minicard") == 0
    assert windows_as_models(line(400)[0], "minicard") > 5, "a parity is no plain row"
    assert windows_as_models(plain, "cnf") > 5, "it takes no counts"
    monkeypatch.setattr("backends.windows.probe_bulk", lambda solver: None if solver == "minicard" else "not here")
    assert windows_as_models(plain, "minicard") == 0
    assert windows_as_models(plain, "minicard", "gluecard4") > 5


def test_only_windows_that_are_shared_out_use_more_than_one_thread():
    """Those whose rows go straight into the solver; around any other backend, its own threads."""
    assert not backend_named("windows").single_threaded
    for name in ("cnf", "cpsat", "highs", "cbc"):
        assert backend_named(f"windows:{name}").single_threaded is backend_named(name).single_threaded


def test_the_size_of_a_window_is_what_the_solver_gets():
    """Three clauses of three literals, three counts of three: the same as where the backend inside lowers the rows."""
    m = Model("counts and clauses")
    x = m.bools("x", (3, 3))
    m.any("one in each row", x)
    m.at_most(1, "one in each column", x.T)
    size = solve_plain_rows(PartialAssignment(m), whole_region(m), Options()).size
    assert size == backend_named("minicard").solve(m, LIMITS, Options()).size == Size(9, 6, 18)


@pytest.mark.parametrize(("fixed", "rest"), [((0, 0), None), ((0, 1), [1]), ((1, 1), [0])])
def test_a_window_that_what_is_fixed_leaves_no_solution(fixed, rest):
    """Two of three hold: by a row alone, by the solver, as brute force says of the window as a model."""
    m = Model("two of three")
    x = m.bools("x", 3)
    m.exactly(2, "two", x)
    fixing, region = PartialAssignment(m), Region(np.asarray(x[2:]), whole_region(m).rows)
    fixing.fix(np.asarray(x[:2]), np.array([0, *fixed]))
    outcome = solve_plain_rows(fixing, region, Options())
    assert outcome.status is ORACLE.solve(fixing.restrict(region), LIMITS, Options()).conclusion
    assert (None if outcome.values is None else outcome.values[1:].tolist()) == rest


def test_a_note_begins_with_what_there_is_to_say():
    """Nothing, of a model that is too small to be cut."""
    m = Model("pigeons")
    x = m.bools("x", (3, 2))
    m.at_least(1, "each sits", x)
    m.at_most(1, "one on each place", x.T)
    outcome = backend_named("windows:cnf").solve(m, LIMITS, Options())
    assert (outcome.status, outcome.note) == (Status.UNSATISFIABLE, "solved as a whole")


def test_no_window_is_asked_where_one_rule_decides():
    """The contradiction is in the whole model, and needs no engine."""
    m, x = line(400)
    m.exactly(401, "too many", x)
    windowed = windows_backend(replace(backend_named("cnf"), solve=None), sizes=TINY)
    outcome = windowed.solve(m, LIMITS, Options())
    assert (outcome.status, outcome.ended) == (Status.UNKNOWN, Ending.NOT_ASKED)


def test_auxiliaries_stay_in_their_window():
    """Rows in the ladder encoding, which brings a variable per literal: each window has its own, and no more than the
    rows that reach into it need."""
    m = Model("one per run")
    x = m.bools("x", 3000)
    m.exactly(1, "one of ten", x.reshape(-1, 10))
    m.at_most(1, "neighbours", np.stack([x[:-1], x[1:]], axis=1))
    ladder = Options(encodings={Form.EXACTLY_ONE: "ladder"})
    sizes: list[tuple[int, int]] = []
    inner = backend_named("cnf")

    def ask(fixing: PartialAssignment, region: Region) -> np.ndarray | None:
        window = fixing.restrict(region)
        outcome = inner.solve(window, LIMITS, ladder)
        sizes.append((window.variables, outcome.size.variables))
        assert "ladder" in outcome.encoding
        return outcome.values

    search = WindowSearch(ask, WindowSizes(whole_limit=200, lookahead=20), Stopwatch(), SweepStatistics())
    values = search.solve_model(m)
    assert values is not None
    assert within(m, values)
    assert len(sizes) > 10
    assert all(lowered <= 2 * variables + 20 for variables, lowered in sizes)


@drawn(20, 60, st.data())
def test_processes_say_what_brute_force_says(data):
    """Chains of 14 variables in parts, so small that parts, gaps and windows fail often; some have no solution."""
    m = Model("chain")
    x = m.bools("x", 14)
    for row in range(data.draw(st.integers(4, 14))):
        start, length = data.draw(st.integers(0, 12)), data.draw(st.integers(2, 4))
        signs = data.draw(st.lists(st.sampled_from([1, -1]), min_size=length, max_size=length))
        m.exactly(1, f"rule {row}", [(np.asarray(x[start : start + length]) * np.array(signs)[: 14 - start]).tolist()])
    limits = replace(LIMITS, threads=data.draw(st.integers(2, 3)))
    outcome = windows_backend(backend_named("minicard"), sizes=TINY).solve(m, limits, Options())
    assert outcome.conclusion is ORACLE.solve(m, LIMITS, Options()).status
    assert outcome.values is None or within(m, outcome.values)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_parts_of_a_long_chain_meet(threads):
    """Every solution of the rows; as many windows as the chain needs, whoever solves them."""
    m = Model("chain")
    x = m.bools("x", 4000)
    m.between(1, 2, "one or two of three neighbours", windows(x[None, :], (1, 3)))
    m.at_most(1, "never two at a distance of three", np.stack([x[:-3], x[3:]], axis=1))
    sizes = WindowSizes(whole_limit=40, lookahead=10)
    outcome = windows_backend(backend_named("minicard"), sizes=sizes).solve(
        m, replace(LIMITS, threads=threads), Options()
    )
    assert outcome.status is Status.SATISFIED
    assert within(m, outcome.values)
    assert int(outcome.note.split()[0]) >= 4000 / 60
    assert outcome.size.variables >= 4000


@pytest.mark.parametrize("parts", [2, 3])
def test_parts_are_shared_out_and_only_the_gaps_remain(parts):
    """Each place of the order is in one part, but for the gaps between them, of twice the look-ahead."""
    m, fixed = Model("chain"), []
    x = m.bools("x", 4000)
    m.between(1, 2, "one or two of three neighbours", windows(x[None, :], (1, 3)))

    def ask(fixing: PartialAssignment, region: Region) -> np.ndarray | None:
        return backend_named("cnf").solve(fixing.restrict(region), LIMITS, Options()).values

    def share_out(calls):
        fixed.extend(call() for call in calls)
        return fixed

    sizes = WindowSizes(whole_limit=40, lookahead=10)
    search = WindowSearch(ask, sizes, Stopwatch(), SweepStatistics(), share_out)
    values = search.solve_model(m, parts)
    assert values is not None
    assert within(m, values)
    assert [abs(len(part) - 4000 // parts) <= 2 * 10 for part in fixed] == [True] * parts
    assert sum(map(len, fixed)) == 4000 - (parts - 1) * 20
    assert values[1 : len(fixed[0]) + 1].tolist() == fixed[0].tolist()
    assert values[-len(fixed[-1]) :].tolist() == fixed[-1].tolist()
    assert search.progress.windows < 4000 / 20


def test_what_a_fork_raises_is_raised_here():
    """After its results were waited for; and one that is killed is not taken for one that found nothing."""
    assert call_in_forks([lambda: 1, lambda: [2], lambda: 3]) == [1, [2], 3]
    with pytest.raises(ZeroDivisionError):
        call_in_forks([lambda: 1, lambda: 1 // 0])
    with pytest.raises(ForkEnded):
        call_in_forks([lambda: 1, lambda: os.kill(os.getpid(), signal.SIGKILL)])


def test_what_was_fixed_is_given_back():
    m, x = line(30)
    fixing = PartialAssignment(m)
    fixing.fix(x[:5], np.array([0, 1, 1, 1, 1, 1]))
    assert fixing.lower[x].tolist() == [1] * 5 + [0] * 25
    fixing.unfix(x[2:])
    assert (fixing.lower.tolist(), fixing.upper.tolist()) == ([0, 1, 1] + [0] * 28, [0] + [1] * 30)
