"""Explanations of models with numbers: they speak of values and of rules, and each step follows from the rules that it
names, as the oracles of these say."""

from __future__ import annotations

import re
from functools import partial
from importlib import import_module
from itertools import product

import numpy as np
import pytest

import rosetta as rs
from backends.contract import Limits
from backends.reasons.job import ExplanationRequest, explain_model
from backends.reasons.row_table import row_table
from backends.reasons.trace import collect_trace
from benchmarks.explaining.entailment import has_counterexample
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_names, kind_of
from models.puzzles.model.instance import ModelInstance
from models.puzzles.registry import puzzle
from rosetta.studies.asking.question import question_about_instance
from rosetta.studies.explaining.numbers.folding import fold_steps
from rosetta.studies.explaining.numbers.number_model import number_model
from rosetta.studies.explaining.numbers.number_wording import NumberWording
from rosetta.studies.explaining.step_reasons import assign_literals
from tests.support.rule_cases import cases_of
from tests.support.rule_cases.case import RULE

SUDOKU = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
PAIRS = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
FORBIDDEN = re.compile(r"inside|at least\[|\bis\[|\brow 0\b|=|literals of numbers|\bn\d+\[")
GIVEN = "a number is given"
LIMITS = Limits(seconds=60)


def sudoku(text=SUDOKU):
    board = np.array(list(text), int).reshape(9, 9)
    row, column = np.indices((9, 9))
    m = rs.Model("sudoku")
    digit = m.choices("digit", (9, 9), range(1, 10))
    m.all_different("each row has each digit", digit)
    m.all_different("each column has each digit", digit.T)
    m.all_different("each box has each digit", rs.group(digit, by=3 * (row // 3) + column // 3))
    m.true("givens", digit[board > 0].is_(board[board > 0]))
    return m


def queens(n, first, by=None):
    """One queen in each rank, the first one given."""
    m = rs.Model("queens")
    queen = m.ints("queen", n, 1, n)
    m.all_different("no two queens share a file", queen, by=by)
    m.all_different("no two queens share a rising diagonal", queen, plus=-np.arange(n), by=by)
    m.all_different("no two queens share a falling diagonal", queen, plus=np.arange(n), by=by)
    m.true("the first queen is given", queen[0].is_(first))
    return m


def three_cells():
    m = rs.Model("three cells")
    m.all_different("the cells differ", m.choices("cell", 3, [1, 2]))
    return m


def traced(model):
    """The words for a model, the steps that are told, and the trace; in this process."""
    question, findings = question_about_instance(puzzle("model"), ModelInstance(model), {}), []
    numbers = number_model(question, question.model("stated"))
    explain_model(
        lambda kind, finding: findings.append(finding) if kind == "found" else None,
        numbers.model,
        numbers.answer,
        ExplanationRequest(),
        LIMITS,
    )
    words = NumberWording(question, numbers, row_table(numbers.model, numbers.answer))
    trace = collect_trace(findings, complete=True, ended="", seconds=0.0)
    return words, list(fold_steps(words.rows, words.number_rows, trace.steps)), trace


def said(explained):
    """All that is said about steps and conflicts."""
    document = explained.to_json()
    rows = [row["name"] for step in document["steps"] for row in step["rows"]]
    rows += [row["name"] for clash in document["conflicts"] for row in (*clash["clues"], *clash["rules"])]
    steps = [line for step in document["steps"] for line in (*step["text"], *step["conclusion"], *step["facts"])]
    return [*steps, *rows, *(line for clash in document["conflicts"] for line in clash["text"])]


@pytest.mark.parametrize(
    ("name", "model"),
    [("sudoku", sudoku), ("queens", lambda: queens(6, 3)), ("three_cells", three_cells)],
    ids=["sudoku", "queens", "three cells"],
)
def test_explanations_speak_of_values(name, model, golden):
    explanation = rs.explain(model())
    golden(f"explain_{name}.txt", re.sub(r"[0-9.,]+ m?s of CPU", "some time", str(explanation)) + "\n")
    assert [line for line in said(explanation) if FORBIDDEN.search(line)] == []


def classic(name, size):
    return import_module(f"models.classics.{name}").model(size)


MIXED = [("zebra", 5), ("send_more", 10), ("golomb", 4), ("magic_sequence", 5), ("langford", 3)]
MODELS = {
    "easy": sudoku,
    "pairs": lambda: sudoku(PAIRS),
    "queens": lambda: queens(6, 3),
    **{name: partial(classic, name, size) for name, size in MIXED},
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", MODELS)
def test_steps_follow_from_their_rows(name):
    """CP-SAT finds no assignment with the rows and the facts of a step in which its conclusion does not hold; and each
    is told in words of values."""
    words, steps, _ = traced(MODELS[name]())
    values = words.rows.open_values()
    for folded in steps:
        assert not has_counterexample(words.model, folded.step.rows, folded.step), folded
        reasons, _ = words.describe_folded(folded, values)
        assert reasons
        assert not any(map(FORBIDDEN.search, reasons)), reasons
        assign_literals(values, folded.step.conclusion)
    assert steps


def test_numbers_that_share_values_are_seen():
    """Naked and hidden pairs, and a value that a box has in one line."""
    lines = " ".join(said(rs.explain(sudoku(PAIRS))))
    assert "R4C4 and R8C4 share 1 and 8 in column 4" in lines
    assert "4 and 8 can only be R2C3 and R2C7 in row 2" in lines
    assert "The 1 of the box R1C7-R3C9 is in column 7" in lines


@pytest.mark.parametrize("by", ["pairs", "intervals", "native"])
def test_the_formulation_does_not_show(by):
    assert said(rs.explain(queens(6, 3, by))) == said(rs.explain(queens(6, 3)))


def test_a_limit_of_steps_counts_those_that_are_told():
    explanation = rs.explain(sudoku(), steps=3)
    assert len(explanation.steps) == 3
    assert not explanation.complete


def pinned_models(kind, case):
    """Models of the case, each with a number that is given, and with what it is."""
    for i, number in enumerate(case.numbers):
        for value in number.values:
            model, numbers = case.model(kind_of(kind).default)
            given = -numbers[i] if value == 0 else numbers[i]
            model.true(GIVEN, given if number.form == "Boolean" else numbers[i].is_(value))
            yield model, i, value


KINDS = [kind for kind in kind_names() if issubclass(kind_of(kind).rule, NumberRule)]


@pytest.mark.parametrize("kind", KINDS)
def test_steps_follow_from_the_oracle(kind):
    """Of each case of each kind: each step follows from its facts and what the rules that it names mean; all that is
    common to the solutions is concluded; and no word is of rows or auxiliary variables."""
    for case in cases_of(kind):
        for model, i, value in pinned_models(kind, case):
            check_case(case, model, i, value)


def check_case(case, model, i, value):
    words, steps, trace = traced(model)
    kept = [each for each in case.kept() if each[i] == value]
    assert bool(kept) == (not trace.conflicts), case.name
    if not kept:
        return
    everything = list(product(*(number.values for number in case.numbers)))
    concluded = set()
    for folded in steps:
        rules = {words.model.blocks[block].sentence for block, _ in folded.step.rows}
        possible = [
            each
            for each in everything
            if all(holds(words, x, each) for x in folded.step.facts)
            and (RULE not in rules or case.holds(each))
            and (GIVEN not in rules or each[i] == value)
        ]
        reasons, _ = words.describe_folded(folded, words.rows.open_values())
        assert not any(map(FORBIDDEN.search, [*reasons, *(words.row(place).name for place in folded.step.rows)])), (
            reasons
        )
        for x in folded.step.conclusion:
            assert all(holds(words, x, each) for each in possible), (case.name, folded)
            concluded.add(x)
    for number, own in enumerate(zip(*kept, strict=True)):
        if len(set(own)) == 1 and len(case.numbers[number].values) > 1:
            assert any(holds(words, x, kept[0]) and number_of(words, x) == number for x in concluded), case.name


def number_of(words, literal):
    return int(words.literal_number(abs(literal)).removeprefix("n"))


def holds(words, literal, values):
    """Does the literal hold if the numbers have these values?"""
    number = values[number_of(words, literal)]
    is_held = number == words.value_of[abs(literal)] if abs(literal) in words.value_of else number == 1
    return is_held == (literal > 0)


def test_two_boards_are_told_apart():
    m = rs.Model("two boards")
    for board in (m.choices("first", (2, 2), [1, 2]), m.ints("second", (2, 2), 1, 2)):
        m.all_different("each row differs", board)
        m.all_different("each column differs", board.T)
        m.true("given", board[0, 0].is_(2))
    lines = said(rs.explain(m))
    for name in ("first", "second"):
        assert any(f"Only {name} R" in line or f"{name} R1C2 has only" in line for line in lines), lines
