"""Models up to symmetry: interchangeable variables against all swaps, and orbits against all solutions, by trying."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np

import rosetta as rs
from models.neutral import Model, evaluate
from models.puzzles.contract import NoSymmetries
from models.puzzles.model import interchangeable
from models.puzzles.model.instance import ModelInstance, decode_answer
from models.puzzles.model.interchangeable import interchangeable_variables
from models.puzzles.model.record import PUZZLE
from rosetta.commands.main import run_verb
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.answer_orbits import count_up_to_symmetry

RNG = np.random.default_rng(3)


def drawn_model():
    """Few rows of few kinds over few variables, so that some are interchangeable."""
    model = Model("drawn")
    x = model.bools("x", 5)
    n = model.ints("n", 2, 0, 2 if RNG.random() < 0.7 else np.array([1, 2]))
    for at in range(RNG.integers(1, 4)):
        row = [int(x[i]) * int(RNG.choice([1, 1, 1, -1])) for i in RNG.choice(5, RNG.integers(2, 5), replace=False)]
        guards = [v for v in map(int, x) if v not in map(abs, row)]
        how = {"when": guards[0]} if guards and RNG.random() < 0.4 else {}
        kind = RNG.integers(4)
        if kind == 0:
            model.any(f"some {at}", [row], **how)
        elif kind == 1:
            model.between(1, 2, f"between {at}", [row], **how)
        elif kind == 2:
            model.parity(1, f"odd {at}", [row], **how)
        else:
            coefs = RNG.integers(1, 3, 4)
            model.linear(1, 4, f"sum {at}", [[int(x[0]), int(x[1]), *map(int, n)]], coefs)
    if RNG.random() < 0.3:
        model.minimize("cost", x, RNG.integers(1, 3, 5))
    return model


def solutions(model):
    """All of them, shape (solutions, variables + 1)."""
    domains = [range(low, high + 1) for low, high in zip(model.lower[1:], model.upper[1:], strict=True)]
    every = (np.array([0, *values]) for values in product(*domains))
    return [values for values in every if not evaluate(model, values)]


def keep_all(model, solved, x, y):
    """Are the solutions the same ones, with the same costs, after the swap?"""
    swapped = [values.copy() for values in solved]
    for values in swapped:
        values[[x, y]] = values[[y, x]]
    return {tuple(values) for values in swapped} == {tuple(values) for values in solved}


def test_interchangeable_variables_are_those_of_the_rows():
    """None that is not: a swap of two of a class keeps the solutions. None too few: a swap of others changes rows."""
    found = 0
    for _ in range(30):
        model = drawn_model()
        classes, solved = interchangeable_variables(model, np.arange(model.variables + 1) > 0), solutions(model)
        for each in classes:
            assert all(keep_all(model, solved, x, y) for x, y in combinations(each, 2))
        alike = {pair for each in classes for pair in combinations(each, 2)}
        assert alike == {pair for pair in combinations(range(1, model.variables + 1), 2) if rows_are_kept(model, *pair)}
        found += len(classes)
    assert found > 10


def rows_are_kept(model, x, y):
    """The same rows, costs and domains with x and y renamed to each other, written again."""
    name = {x: y, y: x}

    def renamed(literal):
        return int(np.sign(literal)) * name.get(abs(literal), abs(literal))

    def table(rename):
        rows = []
        for block in model.blocks:
            for row in range(len(block)):
                span = block.rows.positions(np.array([row]))
                coefs = [1] * len(span) if block.coefs is None else block.coefs[span].tolist()
                terms = sorted(zip(map(rename, block.rows[row].tolist()), coefs, strict=True))
                bounds = () if block.kind.value == "clause" else (int(block.lo[row]), int(block.hi[row]))
                guard = None if block.when is None else rename(int(block.when[row]))
                rows.append(repr((block.kind.value, bounds, guard, terms)))
        costs = model.objective
        terms = [] if costs is None else zip(map(rename, costs.literals.tolist()), costs.coefs.tolist(), strict=True)
        return sorted(rows), sorted(terms)

    facts = [(int(model.lower[v]), int(model.upper[v]), bool(model.integer[v])) for v in (x, y)]
    return facts[0] == facts[1] and table(int) == table(renamed)


def test_orbits_of_models():
    """Of all solutions, under all permutations inside the classes."""
    merged = 0
    for _ in range(25):
        instance = ModelInstance(drawn_model())
        try:
            PUZZLE.extras.symmetries(instance)
        except NoSymmetries:
            continue
        classes = interchangeable_variables(instance.model, instance.is_told)
        solved = solutions(instance.model)
        orbits = set()
        for values in solved:
            images = []
            for chosen in product(*map(permutations, classes)):
                image = values.copy()
                for each, other in zip(classes, chosen, strict=True):
                    image[list(each)] = values[list(other)]
                images.append(tuple(image))
            orbits.add(frozenset(images))
        answers = tuple(decode_answer(instance, instance.model, values) for values in solved)
        counted = count_up_to_symmetry(Question(PUZZLE, instance), answers, is_complete=True)
        assert (counted.number, counted.broken) == (len(orbits), "")
        merged += len(orbits) < len(answers)
    assert merged


def test_lists_that_are_not_whole():
    """Of 30 variables: orbits of tens of millions are told apart by what they have in common, not by walking; where
    the list is said to be whole, an answer that is missing is a fault."""
    model = Model("many")
    x = model.bools("x", 30)
    model.any("the first or the second holds", [x[:2]])
    instance, rng = ModelInstance(model), np.random.default_rng(1)
    drawn = rng.integers(0, 2, (200, 31))
    drawn[:, 1] = 1
    answers = tuple({decode_answer(instance, model, values) for values in drawn})
    expected = {(values[1] + values[2], values[3:].sum()) for values in drawn}
    counted = count_up_to_symmetry(Question(PUZZLE, instance), answers, is_complete=False)
    assert (counted.number, counted.broken) == (len(expected), "")
    counted = count_up_to_symmetry(Question(PUZZLE, instance), answers, is_complete=True)
    assert counted.number is None
    assert "were listed" in counted.broken


def test_rules_about_graphs_are_not_compared():
    """All three vertices of a triangle are interchangeable, which nobody looked for: the note does not deny it."""
    model = Model("triangle")
    x = model.bools("x", 3)
    model.connected("the chosen vertices are connected", x, [(0, 1), (1, 2), (2, 0)])
    total = rs.count(model, distinct=True)
    assert (total.count, total.distinct, total.to_json().get("symmetries")) == (8, None, None)
    assert "rules about graphs are not compared" in total.note


def test_a_number_says_what_it_is_up_to():
    """Names of variables; and no number where nothing is known."""
    model = Model("model")
    x, y = model.bools("x", 3), model.bools("y", 2)
    model.at_most(2, "some", x)
    model.any("one of y holds, or the first", [[int(x[0]), int(y[0])]])
    total = rs.count(model, distinct=True)
    assert total.to_json()["symmetries"] == "interchanging x[1] and x[2] (others are not looked for)"
    assert (total.count, total.distinct) == (20, 14)  # with x[0]: 3 pairs, or 2 sets, 4 times; without: 4 or 3, twice
    alone = Model("alone")
    a, b = alone.bools("a", ()), alone.bools("b", ())
    alone.any("a, if b", [[int(a), -int(b)]])
    total = rs.count(alone, distinct=True)
    assert (total.count, total.distinct, total.exact) == (3, None, True)
    assert total.note == "no symmetries are known: no two variables were found to be interchangeable"


def test_files_up_to_symmetry(tmp_path, capsys):
    """Without a number the exit code is that of a limit, also with a proof of the number of answers."""
    file = tmp_path / "model.cnf"
    file.write_text("p cnf 3 2\n1 2 0\n-1 -2 3 0\n")
    assert run_verb("count", [str(file), "--distinct"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["5", "3 up to symmetry"]
    file.write_text("p cnf 2 1\n1 -2 0\n")
    assert run_verb("count", [str(file), "--distinct", "--prove"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("3\n")
    assert "up to symmetry" not in out
    assert "no symmetries are known" in out
    file.write_text("p cnf 3 1\n1 2 3 0\n")
    assert run_verb("count", [str(file), "--distinct", "--project", "x1,x2"]) == 3
    assert "of a projection" in capsys.readouterr().out


def test_graph_rules_and_long_searches(monkeypatch):
    """Variables of a rule about a graph are not looked at; where the steps end, later variables are all different."""
    model = Model("graph")
    x = model.bools("x", 4)
    model.connected("x hangs together", x[:3], np.array([[0, 1], [1, 2]]))
    y = model.bools("y", 3)
    model.at_most(1, "y", y)
    told = np.arange(model.variables + 1) > 0
    assert interchangeable_variables(model, told) == [y.tolist()]
    monkeypatch.setattr(interchangeable, "MOST_STEPS", 0)
    assert interchangeable_variables(model, told) == [y[:2].tolist()]
