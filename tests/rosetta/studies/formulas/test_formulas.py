"""What `formulas` prints is what the code does: formulas are read back from the text and checked against the row."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from pysat.solvers import Minisat22

from backends.contract import Limits, Options
from backends.encoding_choice.catalogue import encoding_names
from backends.lowering.canonical import canonical_rules
from backends.lowering.clauses import to_clauses
from backends.lowering.linear import to_linear
from instances.resolve import resolve
from models.neutral import Form, Model, evaluate, objective_value
from models.puzzles.registry import puzzle
from models.puzzles.stated_words import literal_cells, name_literal
from report.formulas.notation import formula_text, symbol_text
from report.formulas.records import Lowering, ModelFormulas
from report.formulas.text import formulas_text
from rosetta.studies.asking.question import Question
from rosetta.studies.formulas.formulas import rule_formulas, select_rules
from rosetta.studies.formulas.lowerings import lowerings
from rosetta.studies.formulas.one_row import OneRow, extract_row, form_counts, typical_row
from rosetta.studies.formulas.row_formulas import formulas_of
from tests.support.formula_reading import clause, holds, literal, names, total

EVERYTHING = 10**9
SMALL = (
    ("tents", "5", {}, "default"),
    ("tents", "4", {"tree_rule": "unique-matching"}, "default"),
    ("tents", "4", {}, "source-cnf"),
    ("tents", "4", {}, "source-ilp"),
    ("akari", "5", {}, "default"),
    ("akari", "5", {}, "runs"),
    ("lightsout", "4", {}, "native"),
    ("lightsout", "petersen", {"colours": 3}, "native"),
    ("tiling", "3x4", {"pieces": "random"}, "cells"),
    ("tiling", "3x4", {"pieces": "random"}, "source-each"),
    ("tiling", "3x20", {}, "coloured"),
)


def question_of(name: str, what: str, choices: dict[str, object]) -> tuple[object, Question]:
    record = puzzle(name)
    options = {key: value for key, value in choices.items() if key in record.parameters}
    rules = {key: choices.get(key, values[0]) for key, values in record.options.items()}
    resolved = resolve(record.name, what, 0, options=options)
    return resolved, Question(record, resolved.instance, rules)


@cache
def shown_of(case: int, **more) -> ModelFormulas:
    name, what, choices, formulation = SMALL[case]
    resolved, question = question_of(name, what, choices)
    return rule_formulas(question, resolved, formulation, **more)


# ---- random rows -----------------------------------------------------------------------------------------------------


def random_row(seed: int) -> Model:
    """One row of any kind over a few Booleans and integers, guarded or not, trivial and impossible ones among them."""
    draw = np.random.default_rng(seed)
    m = Model("random")
    n = int(draw.integers(1, 6))
    x = m.bools("x", n + 1)
    row = np.where(draw.choice([-1, 1], n) > 0, x[:n], -x[:n])[None, :]
    more = {"when": int(x[n]) * int(draw.choice([-1, 1]))} if draw.random() < 0.4 else {}
    lo, hi = sorted(draw.integers(-1, n + 2, 2).tolist())
    kind = seed % 6
    if kind == 0:
        m.any("some", row, **more)
    elif kind == 1:
        m.parity(int(draw.integers(2)), "odd", row, **more)
    elif kind == 2:
        m.between(lo, hi, "some", row, **more)
    elif kind == 3:
        m.exactly(1, "one", row, **more)
    elif kind == 4:
        m.at_most(1, "one at most", row, **more)
    else:
        row = row[:, :3]
        y = m.ints("y", 2, draw.integers(-2, 1, 2), draw.integers(1, 3, 2))
        coefs = draw.integers(-3, 4, row.size + 2)
        lo, hi = sorted(draw.integers(-5, 6, 2).tolist())
        sides = [(lo, hi), (None, hi), (lo, None)][int(draw.integers(3))]
        m.linear(*sides, "weighed", np.concatenate([row, y[None, :]], axis=1), coefs, **more)
    return m


def assignments(model: Model) -> list[np.ndarray]:
    ranges = [range(lo, hi + 1) for lo, hi in zip(model.lower[1:].tolist(), model.upper[1:].tolist(), strict=True)]
    return [np.array([0, *values]) for values in itertools.product(*ranges)]


def by_name(values: np.ndarray) -> dict[str, int]:
    return {f"x{i}": int(value) for i, value in enumerate(values) if i}


def extendable(lowering: Lowering, model: Model) -> list[bool]:
    """For every assignment: can the new variables be chosen so that it keeps the formulas as printed?"""
    texts = [formula_text(formula) for formula in lowering.formulas]
    assert not lowering.omitted
    if lowering.target == "cnf":
        return satisfiable(texts, model)
    free = {symbol_text(name.symbol): range(name.bounds[0], name.bounds[1] + 1) for name in lowering.new}
    assert {name for text in texts for name in names(text) if name[0] != "x"} == set(free)
    choices = [dict(zip(free, values, strict=True)) for values in itertools.product(*free.values())]
    return [
        any(all(holds(text, {**by_name(values), **choice}) for text in texts) for choice in choices)
        for values in assignments(model)
    ]


def satisfiable(texts: list[str], model: Model) -> list[bool]:
    """The printed clauses, put to a solver under each assignment: a literal of the row is what its value says."""
    numbers: dict[str, int] = {}

    def number(text: str) -> int:
        sign, text = (-1, text[1:]) if text.startswith("-") else (1, text)
        return sign * numbers.setdefault(text, len(numbers) + 1)

    with Minisat22() as solver:
        for text in texts:
            solver.add_clause([number(literal_text) for literal_text in clause(text)])
        if "(false)" in texts:
            return [False for _ in assignments(model)]
        row = [text for text in numbers if "x" in text]
        return [
            bool(solver.solve(assumptions=[number(t) if literal(t, by_name(v)) else -number(t) for t in row]))
            for v in assignments(model)
        ]


@pytest.mark.sample(23)
@pytest.mark.parametrize("seed", range(90))
def test_every_formula_that_is_printed_says_what_the_row_says(seed: int) -> None:
    model = random_row(seed)
    alone, variables = extract_row(model, model.blocks[0], 0)
    right = []
    for values in assignments(alone):
        whole = model.lower.copy()  # of the variables that the row does not speak of
        whole[variables] = values[1:]
        right.append(not evaluate(model, whole))
    for blocks in (alone.blocks, canonical_rules(alone).blocks):
        texts = [formula_text(formula) for formula in formulas_of(alone, blocks)]
        assert [all(holds(text, by_name(values)) for text in texts) for values in assignments(alone)] == right, texts
    row_lowerings = lowerings(OneRow(alone, alone.boolean_variables, form_counts(alone)), {}, EVERYTHING)
    forms = {form for form in Form if f"{form.value}=" in to_clauses(alone, Limits(), Options()).encodings}
    assert {each.encoding for each in row_lowerings if each.encoding} == {
        name for form in forms for name in encoding_names(form)
    }
    assert sum(each.automatic for each in row_lowerings) == len(forms)
    for each in row_lowerings:
        assert extendable(each, alone) == right, (each.target, each.encoding, [formula_text(f) for f in each.formulas])


@pytest.mark.parametrize("seed", range(36))
def test_what_is_said_to_extend_uniquely_does(seed: int) -> None:
    """Where a row's clauses are marked so, no two assignments of the new variables keep them with the same row."""
    model = random_row(seed)
    alone, _ = extract_row(model, model.blocks[0], 0)
    for each in lowerings(OneRow(alone, alone.boolean_variables, form_counts(alone)), {}, EVERYTHING):
        if each.target == "cnf" and each.unique:
            texts = [formula_text(formula) for formula in each.formulas]
            for values in assignments(alone):
                assert extensions(texts, by_name(values)) <= 1, (each.encoding, values)


def extensions(texts: list[str], values: dict[str, int]) -> int:
    """In how many ways, up to two, new variables keep the printed clauses with these values."""
    clauses = [
        [literal_text for literal_text in clause(text) if "y" in literal_text]
        for text in texts
        if not any("x" in literal_text and literal(literal_text, values) for literal_text in clause(text))
    ]
    fresh = sorted({literal_text.lstrip("-") for text in texts for literal_text in clause(text) if "y" in literal_text})
    number = {name: i for i, name in enumerate(fresh, 1)}
    with Minisat22(
        bootstrap_with=[[-number[y[1:]] if y[0] == "-" else number[y] for y in row] for row in clauses]
    ) as s:
        count = 0
        while [] not in clauses and count < 2 and s.solve():
            count += 1
            model = {abs(x): x for x in s.get_model()}
            if not fresh:
                break
            s.add_clause([-model.get(i, -i) for i in number.values()])
        return count


def test_a_wrong_sign_would_be_noticed() -> None:
    """The reading itself: formulas that differ in a sign, a bound or a coefficient mean different things."""
    for right, wrong in (
        ("(x1 or -x2)", "(x1 or x2)"),
        ("x1 + 2 x2 - 2 z1 = 1", "x1 + 2 x2 + 2 z1 = 1"),
        ("if x1: linear 0 <= x2 + x3 <= 1", "if -x1: linear 0 <= x2 + x3 <= 1"),
        ("exactly 1 of x1, -x2", "at most 1 of x1, -x2"),
        ("an odd number of x1, x2", "an even number of x1, x2"),
        ("[x1 >= 1]", None),
    ):
        every = [dict(zip(("x1", "x2", "x3", "z1"), bits, strict=True)) for bits in itertools.product((0, 1), repeat=4)]
        if wrong is None:
            assert [literal(right, values) for values in every] == [values["x1"] >= 1 for values in every]
        else:
            assert [holds(right, values) for values in every] != [holds(wrong, values) for values in every]


@pytest.mark.parametrize("seed", range(12))
def test_an_objective_costs_what_is_printed(seed: int) -> None:
    """The stated sum, CP-SAT's, the integer program's, and the weights of the soft clauses that are broken."""
    draw = np.random.default_rng(seed)
    m = Model("cost")
    x, y = m.bools("x", 3), m.ints("y", 1, -1, 2)
    signed = np.where(draw.choice([-1, 1], 3) > 0, x, -x)
    m.minimize("cheap", np.concatenate([signed, y]), draw.choice([-3, -2, -1, 1, 2, 5], 4))
    by_target = {each.target: each for each in lowerings(OneRow(m, m.boolean_variables, Counter()), {}, EVERYTHING)}
    for values in assignments(m):
        cost = objective_value(m, values)
        for target in ("cpsat", "linear"):
            (text,) = (formula_text(formula) for formula in by_target[target].formulas)
            assert total(text.removeprefix("minimise "), by_name(values)) == cost, text
        soft = by_target["maxsat"]
        paid = int(re.search(r"(-?\d+) is paid", soft.note)[1]) if soft.note else 0
        for formula in soft.formulas:
            text = re.fullmatch(r"\((\S.*), else pay (\d+)\)", formula_text(formula))
            paid += 0 if literal(text[1], by_name(values)) else int(text[2])
        assert paid == cost
    c = int(re.search(r"cost <= (-?\d+)", by_target["cnf"].note)[1])
    less = [objective_value(m, values) <= c for values in assignments(m)]
    assert True in less
    assert False in less
    assert extendable(by_target["cnf"], m) == less


# ---- rows of puzzles -------------------------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", range(len(SMALL)))
def test_all_rows_together_are_the_whole_model(case: int) -> None:
    """Row by row, the sizes add up to those of the model as solvers get it; and `auto` takes the same encodings."""
    name, what, choices, formulation = SMALL[case]
    _, question = question_of(name, what, choices)
    model = question.model(formulation)
    model.objective = None
    encodings = {
        Form(form): encoding for form, encoding in question.puzzle.extras.encodings.get(formulation, {}).items()
    }
    rest = OneRow(model, model.boolean_variables, form_counts(model), encodings)
    auto = dict.fromkeys(Form, "auto")
    sizes, chosen = Counter(), {}
    for block in model.blocks:
        for number in np.unique(block.number).tolist():
            alone, variables = extract_row(model, block, number)
            row = OneRow(alone, variables, rest.counts, rest.encodings)
            for each in lowerings(row, auto, 0):
                integers = int((alone.upper - alone.lower)[alone.integer].sum()) if each.target == "cnf" else 0
                sizes.update({(each.target, "rows"): each.rows - chains(alone, each.target)})
                sizes.update({(each.target, "variables"): each.variables - integers})
                if each.encoding:
                    chosen.setdefault(next(iter(row_forms_of(alone))), set()).add(each.encoding)
    cnf = to_clauses(model, Limits(), Options(encodings=encodings))
    program = to_linear(model, Limits())
    assert sizes["cnf", "rows"] == cnf.rows - chains(model, "cnf")
    assert sizes["cnf", "variables"] == cnf.variables - model.variables - cnf.orders.variables
    assert sizes["linear", "rows"] == program.size.rows
    assert sizes["linear", "variables"] == program.size.variables - model.variables
    assert sizes["cpsat", "rows"] == sum(map(len, canonical_rules(model).blocks))
    assert {f"{form.value}={'+'.join(sorted(used))}" for form, used in chosen.items()} == set(cnf.encodings.split())


def chains(model: Model, target: str) -> int:
    """The clauses that the integers themselves take."""
    widths = (model.upper - model.lower)[model.integer]
    return int(np.maximum(widths - 1, 0).sum()) if target == "cnf" else 0


def row_forms_of(model: Model) -> set[Form]:
    used = to_clauses(model, Limits(), Options()).encodings
    return {form for form in Form if f"{form.value}=" in used}


@pytest.mark.parametrize("case", range(len(SMALL)))
def test_the_cells_that_are_marked_are_those_that_the_words_name(case: int) -> None:
    name, what, choices, formulation = SMALL[case]
    _, question = question_of(name, what, choices)
    record, p, model = question.puzzle, question.instance, question.model(formulation)
    for x in range(1, model.variables + 1, max(model.variables // 60, 1)):
        spoken = re.findall(r"R(\d+)C(\d+)", name_literal(record, p, model, x))
        cells = literal_cells(record, p, model, x)
        assert cells or not spoken
        assert {(int(r) - 1, int(c) - 1) for r, c in spoken} <= cells
        assert not cells or record.draw_svg(p, mark=cells) != record.draw_svg(p)


def test_the_row_that_is_shown_is_a_usual_one() -> None:
    """Not the corner of the board where a rule says next to nothing, if there are others."""
    for case in (0, 4, 6):
        for rule in shown_of(case).rules:
            if rule.kind not in ("objective", "clause") and rule.row_formulas:
                assert len(rule.names) > 1, rule.sentence
                assert not rule.simplest_formulas, rule.sentence
    m = Model("lengths")
    x = m.bools("x", 6)
    m.exactly(1, "some", [x[:1], x[:5], x[:2], x[1:4], x[2:5]])
    assert typical_row(m, m.blocks[0]) == 3


# ---- the text --------------------------------------------------------------------------------------------------------

PLAIN = {
    Form.AT_MOST_ONE: "ladder",
    Form.EXACTLY_ONE: "pairwise",
    Form.CARDINALITY: "totalizer",
    Form.LINEAR: "totalizer",
    Form.PARITY: "parity-chain",
}


@pytest.mark.parametrize("case", range(len(SMALL)))
def test_golden(case: int, golden) -> None:
    """One row per rule, in one encoding: others may come, and what is taken by itself goes by measurements."""
    name, what, choices, formulation = SMALL[case]
    resolved, question = question_of(name, what, choices)
    formulas = rule_formulas(question, resolved, formulation, encodings=PLAIN)
    rules = [replace(r, lowerings=tuple(replace(x, automatic=False) for x in r.lowerings)) for r in formulas.rules]
    text = formulas_text(replace(formulas, rules=tuple(rules)), False, 80)
    more = "".join(f"_{value}" for value in choices.values())
    golden(f"formulas_{name}_{what}_{formulation}{more}.txt", text)


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("case", [0, 1, 6, 10])
def test_lines_are_no_wider_than_the_terminal(case: int, width: int) -> None:
    lines = formulas_text(shown_of(case), False, width).splitlines()
    long = [line for line in lines if len(line) > width and not re.match(r"id |repeat |\d+\. ", line)]
    assert not long


def test_what_is_cut_is_counted() -> None:
    """As many clauses as are shown and left out are in the table; with everything asked for, all of them are shown."""
    for everything in (False, True):
        formulas = shown_of(0, rules=("row counts",), most=EVERYTHING)
        text = formulas_text(formulas, False, 80, everything)
        below = text[text.index("encoding  ") :]
        for each in formulas.rules[0].lowerings:
            if each.encoding:
                part = re.search(rf"^   {each.encoding}(?: \*)? +\(.*?(?=^   \S|\Z)", below, re.M | re.S)[0]
                more = re.search(r"\.\.\. and (\S+) more clause", part)
                omitted = int(more[1].replace("one", "1")) if more else 0
                assert part.count("(") + omitted == each.rows == int(re.search(
                    rf"^   {each.encoding}(?: \*)? +\S+ +(\S+)", below, re.M)[1].replace(",", ""))  # fmt: skip
                assert not (omitted and everything)


def test_rules_are_chosen_by_number_or_by_words() -> None:
    sentences = ["row counts", "column counts", "tents do not touch"]
    assert select_rules(sentences, ()) == [1, 2, 3]
    assert select_rules(sentences, ("2",)) == [2]
    assert select_rules(sentences, ("COUNTS",)) == [1, 2]
    assert select_rules(sentences, ("touch", "1")) == [1, 3]
    with pytest.raises(ValueError, match="no rule 'lamps'; there are: 1 'row counts', 2 'column counts', 3 'tents"):
        select_rules(sentences, ("lamps",))


def test_rows_are_chosen_by_number() -> None:
    resolved, question = question_of("tents", "5", {})
    formulas = rule_formulas(question, resolved, "default", rules=("row counts",), row=3)
    assert formulas.rules[0].row == 3
    assert [name.words for name in formulas.rules[0].names] == [f"a tent at R4C{c + 1}" for c in range(5)]
    with pytest.raises(ValueError, match="rule 'row counts' has no row 7; its rows are 0 to 4"):
        rule_formulas(question, resolved, "default", rules=("row counts",), row=7)
    with pytest.raises(ValueError, match="row 3: of which rule"):
        rule_formulas(question, resolved, "default", row=3)
    resolved, question = question_of("lightsout", "3", {})
    with pytest.raises(ValueError, match="row 0: rule 2 is the objective"):
        rule_formulas(question, resolved, "native", rules=("2",), row=0)
    with pytest.raises(ValueError, match="'merged'"):
        rule_formulas(question, resolved, "merged")


def test_what_is_too_large_is_refused_with_its_size() -> None:
    m = Model("large")
    m.between(30, 30, "many", m.bools("x", 60)[None, :])
    row_lowerings = lowerings(OneRow(m, m.boolean_variables, form_counts(m)), {Form.CARDINALITY: "binomial"}, 10)
    (refused,) = (each for each in row_lowerings if each.target == "cnf")
    assert refused.refused
    assert re.search(
        r"too large to be shown: encoding binomial: rule 'many' needs about [\d,]{12,} literals", refused.note
    )
