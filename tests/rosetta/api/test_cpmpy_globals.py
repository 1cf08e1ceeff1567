"""CPMpy's global constraints and functions in every place: the same answers as by CPMpy's evaluation and its solver."""

from __future__ import annotations

from itertools import product

import pytest

import rosetta as rs
from models.neutral.evaluate import objective_value
from models.neutral.global_rules.contract import NATIVE
from models.neutral.global_rules.registry import kind_of
from models.neutral.restating import restate_rules
from models.puzzles.model.instance import ModelInstance, complete_assignment, model_hash
from models.puzzles.model.record import verify

cp = pytest.importorskip("cpmpy", reason="needs CPMpy: pip install cpmpy")

A, B, C, D = (cp.intvar(0, 2, name=name) for name in "abcd")
S, T, U = (cp.intvar(-2, 2, name=name) for name in "stu")
F, G, H = (cp.intvar(0, 2, name=f"f{i}") for i in range(3))
N = cp.intvar(0, 7, name="n")
P, Q, R = (cp.boolvar(name=name) for name in "pqr")
STEPS = [("wait", 0, "wait"), ("wait", 1, "go"), ("go", 0, "go"), ("go", 2, "wait")]
TREE = [("A", 1, "B"), ("A", 2, "C"), ("B", 1, "D"), ("C", 2, "D"), ("C", 0, "E"), ("D", 1, "F"), ("E", 2, "F")]
LAYERS = [[A, B, 0], [C, 1, 2]]

CONSTRAINTS = {
    "AllDifferent": cp.AllDifferent(A, B, S + 1),
    "AllDifferentExcept0": cp.AllDifferentExcept0(A, B, S),
    "AllDifferentExceptN": cp.AllDifferentExceptN([A, B, S], [0, 1]),
    "AllDifferentExceptN, a variable": cp.AllDifferentExceptN([A, B, C], N),
    "AllEqual": cp.AllEqual(A, B, S),
    "AllEqualExceptN": cp.AllEqualExceptN([A, B, S], [0]),
    "Circuit": cp.Circuit(F, G, H),
    "Circuit, wide": cp.Circuit(S, G, 0),
    "Cumulative": cp.Cumulative([A, B], [2, 1], None, [1, 2], 2),
    "Cumulative, ends": cp.Cumulative([A, B], [C, 1], [D, 2], 1, 1),
    "Cumulative, variable": cp.Cumulative([A, B], [S, 1], None, [T, 2], 2),
    "CumulativeOptional": cp.CumulativeOptional([A, B], [2, 2], None, [1, C], 2, [P, Q]),
    "Decreasing": cp.Decreasing(A, B, S),
    "DecreasingStrict": cp.DecreasingStrict(A, B, S),
    "GlobalCardinalityCount": cp.GlobalCardinalityCount([A, B, S], [0, 1], [C, D]),
    "GlobalCardinalityCount, closed": cp.GlobalCardinalityCount([A, B, S], [0, 1], [C, D], closed=True),
    "IfThenElse": cp.IfThenElse(P, A > B, cp.AllDifferent(A, B, C)),
    "InDomain": cp.InDomain(S * A, [-4, 0, 1, 9]),
    "Increasing": cp.Increasing(A, B, S),
    "IncreasingStrict": cp.IncreasingStrict(A, B, S),
    "Inverse": cp.Inverse([F, G], [H, A]),
    "Inverse, wide": cp.Inverse([S, 1, A], [0, T, B]),
    "LexChainLess": cp.LexChainLess([[A, B], [C, D], [F, G]]),
    "LexChainLessEq": cp.LexChainLessEq([[A, B], [C, D]]),
    "LexLess": cp.LexLess([A, B], [C, S]),
    "LexLessEq": cp.LexLessEq([A, B, 1], [C, S, D]),
    "MDD": cp.MDD([A, B, C], TREE),
    "NegativeTable": cp.NegativeTable([A, S], [[0, 1], [2, -2], [5, 5]]),
    "NoOverlap": cp.NoOverlap([A, B, N], [1, 2, 1]),
    "NoOverlap, ends": cp.NoOverlap([A, B], [1, S], [C, D]),
    "NoOverlapOptional": cp.NoOverlapOptional([A, B, C], [1, 2, 1], None, [P, Q, R]),
    "Precedence": cp.Precedence([A, B, S], [0, 1, 2]),
    "Regular": cp.Regular([A, B, S], STEPS, "wait", ["go"]),
    "Regular, states from 1": cp.Regular([A, S, B], [(1, 0, 1), (1, 1, 2), (2, 0, 3), (3, 1, 3)], 1, [3]),
    "Regular, no way": cp.Regular([A, B], [("a", 5, "b")], "a", ["b"]),
    "Reservoir": cp.Reservoir([A, B, C], [2, -1, -1], 0, 2),
    "ReservoirOptional": cp.ReservoirOptional([A, B, C], [2, -1, -1], 0, 1, [P, Q, R]),
    "ShortTable": cp.ShortTable([A, S, B], [[0, "*", 1], [2, 1, "*"]]),
    "Table": cp.Table([A, S], [[0, 1], [2, -2], [5, 5]]),
    "Xor": cp.Xor([P, Q, A > 1, True]),
    "Abs": abs(S - T) >= 2,
    "Abs, of a product": abs(S * T) + A == 3,
    "Among": cp.Among([A, B, S], [1, 2]) == C,
    "Count": cp.Count([A, B, S, 2], 2) >= 2,
    "Count, how many": cp.Count([A, B, S, 2], 2) == C,
    "Count, of constants": cp.Count([A, B, 2, S + 1], 1) > 1,
    "Count, of a variable": cp.Count([A, B, S], T) == 2,
    "Division": N // (A + 1) == 2,
    "Division, by 0 for some": N // S == T,
    "Division, of a negative": S // 2 != T,
    "Division, by a negative": N // -3 == T,
    "Division, in a sum": 2 * (S // T) - A >= 1,
    "Element": cp.Element([3, 1, 4], A) == N,
    "Element, of variables": cp.Element([A, S, 1], B) == T,
    "Element, out of range": cp.Element([3, 1, 4], S) == N,
    "Element, compared": cp.Element([3, 1, 4], S) <= N,
    "Element, of variables, out of range": cp.Element([A, B], S) != 1,
    "Element, nested": cp.Element([0, 2, 1], cp.Element([A, S], B)) == T,
    "Maximum": cp.max([A, S, B]) == C,
    "Maximum, of one twice": cp.max([A, S, A]) == A + 1,
    "Maximum, inside": cp.max([A, abs(S), cp.min([B, T])]) - B < 1,
    "Minimum": cp.min([A, S, B]) >= 1,
    "Minimum, equal": cp.min([A + 1, S, N]) == C + 1,
    "Modulo": N % 3 == A,
    "Modulo, by 0 for some": S % T == U,
    "Modulo, of a negative": S % 2 == T,
    "Modulo, by itself": cp.InDomain(S % S, [0, 2]),
    "Multiplication": S * T == U,
    "Multiplication, of three": S * T * A == -2,
    "Multiplication, by a Boolean": P * S == T,
    "NDElement": cp.cpm_array([[1, 2, 0], [2, 0, 1]])[A, B] == C,
    "NDElement, out of range": cp.cpm_array(LAYERS)[S, C] == B,
    "NValue": cp.NValue([A, B, S]) == C,
    "NValueExcept": cp.NValueExcept([A, B, S], 0) >= 2,
    "Power": S**3 == N,
    "Power, of a sum": (A + T) ** 2 > N,
    "Power, of nothing": S**0 == A,
    "a sum": (A + B + S >= 3) == P,
}
RULES = {  # of those above, the ones that are a rule of the language where they stand alone
    "all_different": ["AllDifferent", "AllDifferentExcept0", "AllDifferentExceptN"],
    "circuit": ["Circuit", "Circuit, wide"],
    "count": ["Among", "Count, of constants", "Count, how many"],
    "element": ["Element", "Element, of variables", "Element, out of range", "Element, nested"],
    "lexicographic": ["LexLess", "LexLessEq"],
    "maximum": ["Maximum"],
    "minimum": ["Minimum, equal"],
    "regular": ["MDD", "Regular", "Regular, states from 1"],
    "table": ["NegativeTable", "ShortTable", "Table"],
}
PLACES = {
    "alone": lambda it, p: [it],
    "negated": lambda it, p: [~it],
    "as a Boolean": lambda it, p: [p == it],
    "implied": lambda it, p: [p.implies(it)],
    "implies": lambda it, p: [it.implies(p)],
    "one of two": lambda it, p: [p ^ it],
    "twice": lambda it, p: [it | p, (it + p) <= 1],
}
OBJECTIVES = {
    "a greatest": lambda: cp.max([A, 2 * B - S, T]),
    "a product": lambda: S * T - A,
    "a quotient": lambda: N // S + T,
    "an entry": lambda: cp.Element([A, 3, S], T),
    "how many": lambda: cp.NValue([A, B, S, T]) - cp.Count([A, B], 1),
    "a constraint": lambda: cp.AllDifferent(A, B, S) + 2 * cp.AllEqual(S, T),
}


def good_answers(problem):
    """The variables, their assignments, and those for which CPMpy's evaluation holds, with the objective; one whose
    objective is not defined is no answer, as for CPMpy's solvers."""
    from cpmpy.exceptions import IncompleteFunctionError
    from cpmpy.expressions.utils import argval
    from cpmpy.transformations.get_variables import get_variables_model

    variables = get_variables_model(problem)
    everything = list(product(*(range(variable.lb, variable.ub + 1) for variable in variables)))
    good = {}
    for values in everything:
        for variable, value in zip(variables, values, strict=True):
            variable._value = bool(value) if variable.is_bool() else value
        if all(argval(constraint) for constraint in problem.constraints):
            try:
                good[values] = None if problem.objective_ is None else int(problem.objective_.value())
            except IncompleteFunctionError:
                continue
    return [variable.name for variable in variables], everything, good


def judged(model, names, values):
    """The values, completed, and the rules that these break."""
    instance, answer = ModelInstance(model), tuple(zip(names, values, strict=True))
    return complete_assignment(instance, answer), verify(instance, answer)


@pytest.mark.sample(0.1)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_each_assignment_is_judged_as_cpmpy_judges_it(name, place):
    """The rows can be kept for an assignment of the user's variables exactly if CPMpy calls it an answer."""
    problem = cp.Model(PLACES[place](CONSTRAINTS[name], cp.boolvar(name="z")))
    names, everything, good = good_answers(problem)
    model = rs.from_cpmpy(problem)
    assert list(ModelInstance(model).answer_variables) == names
    some = everything[:: len(everything) // 400 + 1] + list(good)[:20]
    for values in some:
        assert (judged(model, names, values)[1] == []) == (values in good), (values, str(model))


@pytest.mark.sample(4)
@pytest.mark.parametrize("place", ["alone", "negated", "as a Boolean"])
@pytest.mark.parametrize("name", CONSTRAINTS)
def test_the_answers_are_those_of_cpmpys_solver(name, place):
    """All of them, listed once each; and counted."""
    problem = cp.Model(PLACES[place](CONSTRAINTS[name], cp.boolvar(name="z")))
    names, _, good = good_answers(problem)
    model = rs.from_cpmpy(problem)
    listed = [tuple(answer[name] for name in names) for answer in rs.solve(model, answers="all").answers]
    assert len(listed) == len(set(listed)) == rs.count(model).count
    assert set(listed) == set(good)
    variables, found = _variables_of(problem), set()
    if name.startswith("Regular") or name == "MDD":  # CPMpy's own decomposition loses answers (`cpmpy_globals`)
        return

    def note():
        found.add(tuple(int(variable.value()) for variable in variables))

    problem.solveAll(solver="ortools", display=note)
    assert found == set(good)


def _variables_of(problem):
    from cpmpy.transformations.get_variables import get_variables_model

    return get_variables_model(problem)


@pytest.mark.sample(3)
@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in RULES.items() for name in names])
def test_a_rule_of_the_language_is_stated_as_one(kind, name):
    """By any of its formulations, the answers are CPMpy's."""
    problem = cp.Model(CONSTRAINTS[name])
    names, everything, good = good_answers(problem)
    model = rs.from_cpmpy(problem)
    assert [rule.kind for rule in model.global_rules] == [kind]
    for values in everything[:: len(everything) // 200 + 1]:
        assert (judged(model, names, values)[1] == []) == (values in good)
    for formulation in (*kind_of(kind).formulations, NATIVE):
        listed = rs.solve(restate_rules(model, {kind: formulation}), answers="all").answers
        assert {tuple(answer[name] for name in names) for answer in listed} == set(good), formulation


def test_rules_of_many_constraints_are_one():
    """As their rows are, beyond 200."""
    x = cp.intvar(0, 3, shape=(60, 4), name="x")
    problem = cp.Model([cp.AllDifferent(row) for row in x], [row[0] < row[1] for row in x], [row[2] > 0 for row in x])
    problem += [row[1] > 1 for row in x]
    model = rs.from_cpmpy(problem)
    assert [rule.rows for rule in model.global_rules] == [60]
    answer = rs.solve(model).answer
    assert all(len({answer[f"x[{i},{j}]"] for j in range(4)}) == 4 for i in range(60))


@pytest.mark.sample(2)
@pytest.mark.parametrize("sense", ["minimize", "maximize"])
@pytest.mark.parametrize("name", OBJECTIVES)
def test_an_objective_is_any_expression(name, sense):
    """Its value for every answer, its best value; where it is not defined, there is no answer."""
    problem = cp.Model(A + B >= S + T)
    getattr(problem, sense)(OBJECTIVES[name]())
    names, everything, good = good_answers(problem)
    model = rs.from_cpmpy(problem)
    for values in everything[:: len(everything) // 200 + 1]:
        complete, broken = judged(model, names, values)
        assert (broken == []) == (values in good)
        if not broken:
            assert model.objective.sense.own_value(objective_value(model, complete)) == good[values]
    best = (min if sense == "minimize" else max)(good.values())
    solution = rs.solve(model)
    assert (solution.status, solution.objective) == ("optimal", best)
    assert problem.solve(solver="ortools")
    assert problem.objective_value() == best


@pytest.mark.sample(0.5)
def test_products_of_many_values_are_made_of_bits():
    """Two thousand values of each factor take rows for each bit; the sign is kept."""
    x, y = cp.intvar(-1000, 1000, name="x"), cp.intvar(-1000, 1000, name="y")
    model = rs.from_cpmpy(cp.Model(x * y == -2 * 997, x < -2, y > 0))
    assert sum(map(len, model.stated_blocks)) < 100
    assert {tuple(answer.values()) for answer in rs.solve(model, answers="all").answers} == {(-997, 2)}
    x, y = cp.intvar(-100, 100, name="x"), cp.intvar(-100, 100, name="y")
    problem = cp.Model(x % y == -5, x // y == -7, x > -50)
    _, _, good = good_answers(problem)
    assert good.keys() == {(-47, 6)}
    assert [tuple(answer.values()) for answer in rs.solve(rs.from_cpmpy(problem), answers="all").answers] == list(good)


def test_each_constraint_keeps_its_sentence():
    """Its parts are rows of its own rule, so that an explanation can name it; the same model has the same hash."""
    text = "max([a, b, s]) is small"
    rule = cp.max([A, B, S]) <= T
    rule.set_description(text)
    models = [rs.from_cpmpy(cp.Model(rule, cp.Circuit(F, G, H))) for _ in range(2)]
    sentences = [block.sentence for block in models[0].blocks]
    assert text in sentences
    assert any(sentence.startswith("circuit(f0,f1,f2)") for sentence in sentences)
    assert model_hash(models[0]) == model_hash(models[1])


def test_a_broken_constraint_is_named_alone():
    """Not those that hold, nor what its parts mean; two that are broken are both named."""
    constraints = [S * T == 2, abs(S) + abs(T) == A + B, cp.max([S, T]) + U >= 3, cp.NValue([S, T, U]) == 3]
    problem = cp.Model(constraints)
    model = rs.from_cpmpy(problem)
    names, everything, good = good_answers(problem)
    variables = {variable.name: variable for variable in _variables_of(problem)}
    for values in list(good)[:5] + everything[::101]:
        for name, value in zip(names, values, strict=True):
            variables[name]._value = value
        expected = [str(constraint) for constraint in constraints if not constraint.value()]
        found = [
            text
            for text in map(str, constraints)
            if any(f"'{text}" in words for words in judged(model, names, values)[1])
        ]
        assert len(judged(model, names, values)[1]) == len(expected)
        assert found == expected


def test_what_is_defined_for_no_value_is_false():
    """As CPMpy says: a division by 0 makes the constraint around it false, and its negation true."""
    assert rs.count(rs.from_cpmpy(cp.Model(A // 0 == 1))).count == 0
    assert rs.count(rs.from_cpmpy(cp.Model(~(A // 0 == 1)))).count == 3


def test_names_of_cpmpys_own_variables_are_refused():
    """Else a variable that CPMpy adds would be taken for the user's."""
    mine = cp.intvar(0, 3, name="mine")
    mine.name = "IV9999999"
    with pytest.raises(ValueError, match="a variable is called IV9999999, as CPMpy calls its own"):
        rs.from_cpmpy(cp.Model(cp.max([mine, A]) == 2))
