"""Explanations checked by solvers and enumeration that share nothing with them: every step follows from its rows and
facts and needs each of the rows; the steps end in what all solutions have in common."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends.contract import Limits, Options
from backends.reasons import parities
from backends.reasons.chains import find_conflict
from backends.reasons.job import ExplanationRequest, explain_model
from backends.reasons.row_table import propagate_row, row_table
from backends.reasons.selector_solver import SelectorSolver
from backends.reasons.trace import Backbone, Step
from backends.registry import backend_named
from instances.catalogue import answers, catalogue
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.registry import puzzle
from tests.support.known_boards import generated_ids

BOARDS = [
    *(("tents", (5, 5), seed, {}) for seed in range(3)),
    ("tents", (4, 5), 7, {"tree_rule": "adjacent"}),
    ("tents", (3, 4), 2, {"tree_rule": "unique-matching"}),
    *(("akari", (5, 6), seed, {}) for seed in range(3)),
    ("akari", (6, 6), 4, {}),
    ("lightsout", (3, 3), 0, {}),
    ("lightsout", (4, 3), 0, {}),
    ("lightsout", (4, 4), 0, {}),
    ("tiling", (3, 3), 1, {}),
]


def instance_of(name, size, seed):
    generate = puzzle(name).generate
    return generate(size, seed, pieces="random")[0] if name == "tiling" else generate(size, seed)[0]


def explain_instance(name, instance, formulation=None, request=None, **rules):
    """The model, its answer variables and what the job sends."""
    record = puzzle(name)
    model = record.formulations[formulation or next(iter(record.formulations))](instance, **rules)
    project, sent = record.project(instance, model), []
    explain_model(
        lambda kind, finding: sent.append((kind, finding)),
        model,
        project,
        request or ExplanationRequest(),
        Limits(),
    )
    assert sent[0] == ("ready", None)
    assert sent[-1] == ("end", True)
    return model, project, [finding for kind, finding in sent if kind == "found"]


def part(model, rows, literals=(), clause=None):
    """The model with these rows alone, these literals true, and one more clause."""
    some = model.copy()
    some.objective = None
    some.blocks = [model.blocks[block].take(np.array([row])) for block, row in rows]
    if literals:
        some.true("known", np.array(literals))
    if clause is not None:
        some.any("the opposite", [list(clause)])
    return some


def possible(model):
    outcome = backend_named("cpsat").solve(model, Limits(), Options())
    assert outcome.conclusion.is_definite
    return not outcome.refutes


def holds_up(model, step):
    """Does the step follow from its rows and facts, and need each row? The judge is CP-SAT."""
    opposite = [-x for x in step.conclusion]
    assert not possible(part(model, step.rows, step.facts, opposite)), step
    for row in step.rows:
        assert possible(part(model, [other for other in step.rows if other != row], step.facts, opposite)), (step, row)


@cache
def all_solutions(name, size, seed, rules):
    """The variables that are the answer, by enumeration, shape (solutions, variables)."""
    record = puzzle(name)
    model = record.formulations[next(iter(record.formulations))](instance_of(name, size, seed), **dict(rules))
    model.objective = None
    project = record.project(instance_of(name, size, seed), model)
    return np.array([v[project] for v in backend_named("cpsat").solutions(model, project.ravel(), Limits(), Options())])


@pytest.mark.parametrize(("name", "size", "seed", "rules"), BOARDS)
def test_every_step_follows_from_its_rows_and_needs_each(name, size, seed, rules):
    """Rows, facts and the opposite of the conclusion contradict each other; without any row they do not."""
    model, _, sent = explain_instance(name, instance_of(name, size, seed), **rules)
    facts: set[int] = set()
    for step in (finding for finding in sent if isinstance(finding, Step)):
        assert set(step.facts) <= facts, "only what earlier steps concluded"
        assert facts.isdisjoint(step.conclusion)
        assert step.kind in ("row", "rows", "contradiction", "sum", "search")
        assert 1 <= step.grade <= max(len(step.rows), 1)
        holds_up(model, step)
        facts |= set(step.conclusion)


@pytest.mark.parametrize(("name", "size", "seed", "rules"), BOARDS)
def test_steps_end_in_what_all_solutions_have_in_common(name, size, seed, rules):
    """The conclusions together are the literals that enumeration finds in every solution."""
    _, project, sent = explain_instance(name, instance_of(name, size, seed), **rules)
    solutions = all_solutions(name, size, seed, tuple(rules.items()))
    solutions = solutions.reshape(len(solutions), -1)
    fixed = (solutions == solutions[0]).all(axis=0)
    expected = {
        int(x) if value else -int(x) for x, value in zip(project.ravel()[fixed], solutions[0][fixed], strict=True)
    }
    common = next(finding for finding in sent if isinstance(finding, Backbone))
    concluded = [x for finding in sent if isinstance(finding, Step) for x in finding.conclusion]
    assert set(common.literals) == set(concluded) == expected
    assert len(concluded) == len(set(concluded))
    assert common.unique == (len(solutions) == 1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["tents", "akari"])
def test_steps_of_the_catalogue_end_in_the_known_answers(name):
    """Boards with one published solution: the steps end there; every tenth step is held against CP-SAT."""
    record, entries = puzzle(name), [entry.name for entry in catalogue(name).values() if entry.solutions == "1"]
    for entry in entries[:: max(len(entries) // 7, 1)]:
        p = resolve(name, f"{name}/{entry}").instance
        if np.prod(record.size(p)) > 400:
            continue
        model, _, sent = explain_instance(name, p)
        values = np.zeros(model.variables + 1, np.int64)
        steps = [finding for finding in sent if isinstance(finding, Step)]
        for i, step in enumerate(steps):
            values[[x for x in step.conclusion if x > 0]] = 1
            if len(step.rows) > 1 and i % 10 == 0 and len(step.rows) < 12:
                holds_up(model, step)
        assert record.decode(p, model, values) == record.answer_from_json(p, answers(name)[entry])


@pytest.mark.parametrize("name", ["tents", "lightup"])
def test_generated_boards_are_explained_to_the_end(name):
    """Boards of Tatham's generators, each with one solution: every one of the sample is explained completely."""
    record = puzzle(name)
    for requested, text in generated_ids(name)[::14]:
        if int(requested.split("x")[0]) > 15:
            continue
        p = resolve(record.name, text).instance
        model, project, sent = explain_instance(record.name, p)
        values = np.zeros(model.variables + 1, np.int64)
        concluded = [x for finding in sent if isinstance(finding, Step) for x in finding.conclusion]
        values[[x for x in concluded if x > 0]] = 1
        assert len(concluded) == project.size
        assert record.verify(p, record.decode(p, model, values)) == []


def test_easy_boards_need_one_row_at_a_time():
    """What Tatham's generator calls easy (no guessing, one rule at a time) is done in steps of grade 1."""
    p = resolve("akari", "7x7:B2dBf0bBaBk2a0b1fBd0B").instance
    steps = [finding for finding in explain_instance("akari", p)[2] if isinstance(finding, Step)]
    assert {step.kind for step in steps} == {"row"}


# ---- the parts ---------------------------------------------------------------------------------------------------


@st.composite
def small_models(draw):
    """Up to 6 Booleans, up to 5 rows of all kinds."""
    model = Model("drawn")
    x = model.bools("x", draw(st.integers(2, 6)))
    for i in range(draw(st.integers(1, 5))):
        chosen = draw(st.lists(st.sampled_from(x.tolist()), min_size=1, max_size=5, unique=True))
        row = np.array([v if draw(st.booleans()) else -v for v in chosen])
        kind = draw(st.sampled_from(["any", "between", "parity", "linear"]))
        lo = draw(st.integers(0, len(row)))
        if kind == "any":
            model.any(f"rule {i}", row)
        elif kind == "between":
            model.between(lo, draw(st.integers(lo, len(row) + 1)), f"rule {i}", row)
        elif kind == "parity":
            model.parity(lo % 2, f"rule {i}", row)
        else:
            coefs = [draw(st.integers(-3, 3)) for _ in row]
            model.linear(lo - 2, draw(st.integers(lo - 2, lo + 3)), f"rule {i}", row, coefs)
    return model


def assignments(model):
    """All assignments, shape (2^n, n + 1)."""
    n = model.variables
    return np.concatenate([np.zeros((2**n, 1), np.int64), np.arange(2**n)[:, None] >> np.arange(n) & 1], axis=1)


def satisfying(model, rows, values):
    """Which assignments keep these rows (block, row): by their sums."""
    good = np.ones(len(values), np.bool_)
    for block, row in rows:
        rule = model.blocks[block]
        literals = rule.rows[row]
        terms = np.where(literals > 0, values[:, np.abs(literals)], 1 - values[:, np.abs(literals)])
        span = slice(rule.rows.starts[row], rule.rows.starts[row + 1])
        sums = terms.sum(axis=1) if rule.coefs is None else terms @ rule.coefs[span]
        sums = sums % 2 if rule.kind.value == "parity" else sums
        good &= (sums >= rule.lo[row]) & ((sums <= rule.hi[row]) | (rule.kind.value == "clause"))
    return good


def true_of(values, literals):
    """Which assignments have all these literals."""
    literals = np.array(list(literals), np.int64)
    return (np.where(literals > 0, values[:, np.abs(literals)], 1 - values[:, np.abs(literals)]) == 1).all(axis=1)


@settings(max_examples=80)
@given(small_models(), st.data())
def test_a_row_says_what_enumeration_says(model, data):
    """`propagate_row` finds exactly what each row by itself forces, with sufficient reasons. Of a weighted row it may
    miss some: it looks at bounds, and 2 x = 1 lies within bounds."""
    rows = row_table(model, model.boolean_variables)
    values, facts = rows.open_values(), []
    for x in range(1, model.variables + 1):
        sign = data.draw(st.sampled_from([-1, 0, 1]))
        if sign:
            values[sign * x], values[-sign * x] = 1, -1
            facts.append(sign * x)
    every = assignments(model)
    for r, place in enumerate(rows.places):
        broken, forced, because = propagate_row(rows, r, values)
        remaining = every[satisfying(model, [place], every) & true_of(every, facts)]
        weighted = model.blocks[place[0]].coefs is not None
        assert broken == (len(remaining) == 0) or (weighted and not broken)
        assert set(because) <= set(facts)
        enough = every[satisfying(model, [place], every) & true_of(every, because)]
        if broken:
            assert len(enough) == 0
            continue
        free = [x for x in np.abs(rows.literals[r]).tolist() if values[x] == 0]
        expected = {s * x for x in free for s in (1, -1) if (remaining[:, x] == (s > 0)).all()}
        assert set(forced) == expected or (weighted and set(forced) <= expected)
        assert all(true_of(enough, [x]).all() for x in forced)


@settings(max_examples=50)
@given(small_models())
def test_what_is_refuted_is_refuted_by_the_rows_it_names(model):
    """A conflict's mask is a set of rows that enumeration finds unsatisfiable with the assumption."""
    rows, every = row_table(model, model.boolean_variables), assignments(model)
    for x in (1, -1, 2, -2):
        values, masks = rows.open_values(), [0] * (model.variables + 1)
        mask = find_conflict(rows, values, masks, x, len(rows) + 1)
        assert values == rows.open_values()
        if mask is not None:
            named = [rows.places[r] for r in range(len(rows)) if mask >> r & 1]
            assert not (satisfying(model, named, every) & true_of(every, [x])).any()


@settings(max_examples=40)
@given(small_models())
def test_the_shortest_reason_is_minimal(model):
    """With switches, every subset of rows says what enumeration says, and no row of a minimal reason can go."""
    rows, every = row_table(model, model.boolean_variables), assignments(model)
    solver = SelectorSolver(model, rows, Limits())
    everything = list(range(len(rows)))
    for chosen in (everything, everything[1:], everything[:1]):
        places = [rows.places[r] for r in chosen]
        for x in (1, -2):
            assert solver.satisfiable(chosen, [x]) == (satisfying(model, places, every) & true_of(every, [x])).any()
            reason = solver.minimal_core(chosen, [], [x])
            if reason is not None:
                few = [rows.places[r] for r in reason[0]]
                assert not (satisfying(model, few, every) & true_of(every, [x])).any()
                for place in few:
                    fewer = [other for other in few if other != place]
                    assert (satisfying(model, fewer, every) & true_of(every, [x])).any()
    solver.delete()


def test_sums_of_parity_rows():
    """a + b = 1, b + c = 0, a + c + d = 0 with c known: b is c, a is its opposite, d follows from all three."""
    model = Model("sums")
    a, b, c, d = model.bools("x", 4).tolist()
    model.parity(np.array([1, 0, 0]), "sums", [[a, b], [b, -c], [a, c, d]])
    rows = row_table(model, model.boolean_variables)
    assert parities.has_only_parities(rows)
    values = rows.open_values()
    assert parities.determined_variables(rows, values, range(3)).keys() == {d}
    values[c], values[-c] = 1, -1
    every = assignments(model)
    for x, (value, mask) in parities.determined_variables(rows, values, range(3)).items():
        named = [rows.places[r] for r in range(3) if mask >> r & 1]
        remaining = every[satisfying(model, named, every) & true_of(every, [c])]
        assert (remaining[:, x] == value).all()


def test_covers_are_listed_for_what_is_common():
    """Eight tilings of 3 x 20: what they have in common is what is explained, and the first steps hold up."""
    p = resolve("tiling", "3x20").instance
    record = puzzle("tiling")
    model = record.formulations["cells"](p)
    project, sent = record.project(p, model), []
    explain_model(lambda kind, finding: sent.append(finding), model, project, ExplanationRequest(steps=4), Limits())
    solutions = np.array(list(backend_named("exactcover").solutions(model, project, Limits(), Options())))[:, 1:]
    common = next(finding for finding in sent if isinstance(finding, Backbone))
    alike = (solutions == solutions[0]).all(axis=0)
    assert len(solutions) == 8
    assert {abs(x) for x in common.literals} == set((np.flatnonzero(alike) + 1).tolist())
    assert all((x > 0) == solutions[0][abs(x) - 1] for x in common.literals)
    for step in (finding for finding in sent if isinstance(finding, Step)):
        holds_up(model, step)


def test_a_reason_is_made_minimal_however_large_the_core():
    """The solver is made to name everything as its core; deletion still leaves the two rows that it takes."""
    model = Model("detour")
    x = model.bools("x", 6)
    model.any("detour", np.stack([-x[:-1], x[1:]], axis=1))
    model.any("direct", [[-int(x[0]), int(x[5])]])
    rows = row_table(model, model.boolean_variables)
    solver = SelectorSolver(model, rows, Limits())
    solver.core = lambda literals: (list(range(len(rows))), list(literals))
    assert solver.minimal_core(list(range(6)), [1, 2, 3], [-6]) == ([5], [1])
    solver.delete()
