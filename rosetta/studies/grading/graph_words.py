"""Graph rules in explanations: their clauses (`backends.connectivity.graph_rows`) as rows of the model, with words.

    Only this way is left from R1C1 to R4C4 (the unshaded cells are connected): no shaded cell at R2C3
    This would close a loop that leaves something out (the lines form a single loop): no line above R2C3
    A line comes to the dot at the upper left of R1C1 (...) and has only one way on: a line left of R1C1

The model that is explained has its other rules as rows, and those clauses in place of the graph rules. An explanation
that rests on them rests on the rules: each clause follows from its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.connectivity.cuts import broken_cuts
from backends.connectivity.graph_rows import GraphRow, apart_row, find_graph_rows, send_graph_rows
from backends.connectivity.region_cuts import CLAUSES, lazy_regions
from backends.connectivity.region_rows import RegionRow, find_region_rows, name_cut, plain_cuts, send_region_rows
from backends.contract import Limits, Status, Unsupported
from backends.reasons.row_table import Values
from backends.reasons.trace import Example
from backends.running import supervisor
from models.neutral import Kind, Model, each
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.regions.rule import Regions
from models.neutral.restating import state_native_rules
from models.puzzles.boards import describe_cell
from models.puzzles.stated_words import literal_cells
from report.explanation.records import RowName
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.studies.asking.question import Question

CLOSING = "this would close a loop that leaves something out"


FindRows: TypeAlias = Callable[[Model, NDArray[np.int32], bool], list[GraphRow] | list[RegionRow]]
"""Rows for a model and its answer; is its open rule one about regions?"""


def explained_model(
    question: Question, formulation: str, limits: Limits, progress: Progress = ignore_progress
) -> Model:
    """The model of the formulation with clauses in place of its graph rules; as it is, where it has none. If there is
    no solution, or one, it has no other; if there are several, some of its solutions may break a graph rule
    (`cuts_of_examples`). Raises Unsupported, also where time ends the search for the clauses."""

    def find_in_child(model: Model, answer: NDArray[np.int32], regions: bool) -> list[GraphRow] | list[RegionRow]:
        found: list[Any] = []
        job = send_region_rows if regions else send_graph_rows
        ended = supervisor.run_job(job, (model, answer, limits), limits, found.append, progress)
        if ended.status is Status.UNSUPPORTED:
            raise Unsupported(ended.note)
        if not found:
            raise Unsupported(f"no time to look at what is connected: {ended.note or 'the search ended early'}")
        rows: list[GraphRow] | list[RegionRow] = found[0]
        return rows

    return _explained_model(question, formulation, find_in_child)


def explained_in_process(question: Question, formulation: str, limits: Limits) -> Model:
    """As `explained_model`, in this process: for a child, which has no children of its own. Raises LimitReached."""

    def find_here(model: Model, answer: NDArray[np.int32], regions: bool) -> list[GraphRow] | list[RegionRow]:
        return find_region_rows(model, answer, limits) if regions else find_graph_rows(model, answer, limits)

    return _explained_model(question, formulation, find_here)


def _explained_model(question: Question, formulation: str, find: FindRows) -> Model:
    """The rows that state a graph rule are for solvers, and nobody can follow them: the model is that of a formulation
    in which the rule is open, with clauses in its place. Rules about numbers that have no rows get those of their
    default formulation."""
    names, stated = question.puzzle.formulations, question.state_model(formulation).model
    if any(isinstance(rule, Regions) for rule in stated.global_rules):
        by_sizes = next((name for name in names if lazy_regions(question.state_model(name).model)), None)
        if by_sizes is not None:
            model = question.model(by_sizes)
            rows = find(model, question.puzzle.project(question.instance, model), True)
            return with_region_rows(question, model, [row for row in rows if isinstance(row, RegionRow)])
    if not stated.graph_rules:
        return state_native_rules(question.model(formulation))
    is_open = next((name for name in names if question.state_model(name).model.open_graph_rules), None)
    if is_open is None:
        return state_native_rules(question.model(formulation))
    model = state_native_rules(question.model(is_open))
    ways = find(model, question.puzzle.project(question.instance, model), False)
    return with_graph_rows(question, model, [row for row in ways if isinstance(row, GraphRow)])


def with_region_rows(question: Question, model: Model, rows: Sequence[RegionRow]) -> Model:
    """The model with these clauses, each named by its region, and no open rules about regions."""
    explained = model.copy()
    number, rule = next((i, rule) for i, rule in enumerate(model.global_rules) if isinstance(rule, Regions))
    explained.global_rules[number] = rule.placed(CLAUSES, rule.blocks, rule.arrays)
    if rows:
        cells = plain_cuts(explained)
        of = [_describe_region(question, model, cells.find_literal(row.vertex, row.size), row.size) for row in rows]
        clauses = [np.array(row.clause, np.int32) for row in rows]
        explained.any(rule.sentence, clauses, of=each("{region}", region=of))
    return explained


def _describe_region(question: Question, model: Model, literal: int, size: int) -> str:
    """`the area of 3s at R1C2`, by the cell of one of its literals."""
    cells = literal_cells(question.puzzle, question.instance, model, abs(literal))
    where = " and ".join(describe_cell(cell) for cell in sorted(c for c in cells if isinstance(c, tuple)))
    return f"the area of {size}s at {where}"


def with_graph_rows(question: Question, model: Model, rows: Sequence[GraphRow]) -> Model:
    """The model with these clauses, each with its words, and no open rules."""
    explained = model.copy()
    explained.global_rules = [
        rule.placed(CLAUSES, rule.blocks, rule.arrays) if isinstance(rule, GraphRule) else rule
        for rule in model.global_rules
    ]
    for place, (number, rule) in enumerate(explained.numbered_graph_rules):
        mine = [row for row in rows if row.rule == place]
        if mine:
            explained.any(rule.sentence, [np.array(row.clause, np.int32) for row in mine])
            names = tuple(_describe_way(question, model, row) for row in mine)
            explained.blocks[-1] = replace(explained.blocks[-1], names=names, graph=number)
    return explained


def with_more_rows(question: Question, model: Model, rows: Sequence[GraphRow | RegionRow]) -> Model:
    """The model with these clauses, too, which are all of one sort."""
    ways = [row for row in rows if isinstance(row, GraphRow)]
    regions = [row for row in rows if isinstance(row, RegionRow)]
    return with_region_rows(question, model, regions) if regions else with_graph_rows(question, model, ways)


def cuts_of_examples(model: Model, examples: Sequence[Example]) -> Sequence[GraphRow | RegionRow]:
    """Clauses that forbid those of the solutions of such a model that break a graph rule, or one about regions."""
    if any(isinstance(rule, Regions) and rule.by == CLAUSES for rule in model.global_rules):
        cells = plain_cuts(model)
        solutions = (np.array(example.values, np.int64) for example in examples)
        return [name_cut(cells, cut) for values in solutions for cut in cells.broken_cuts(values)]
    rules = [(place, rule) for place, rule in enumerate(model.graph_rules) if rule.by == CLAUSES]
    return [
        apart_row(rule, place, cut)
        for example in examples
        for place, rule in rules
        for cut in broken_cuts(rule, np.array(example.values, np.int64))
    ]


def graph_blocks(model: Model) -> dict[int, frozenset[int]]:
    """The blocks of such a model whose rows are about ways in a graph, with the literals of its vertices."""
    vertices = {i: frozenset(rule.on.tolist()) for i, rule in model.numbered_graph_rules if rule.by == CLAUSES}
    return {i: vertices[block.graph] for i, block in enumerate(model.blocks) if block.names and block.graph in vertices}


def degree_blocks(model: Model) -> frozenset[int]:
    """The blocks of such a model whose rows say that at a vertex a cycle goes on: not an edge, or another one."""
    links = {i: rule.links for i, rule in model.numbered_graph_rules if rule.by == CLAUSES and rule.cycle}
    return frozenset(
        i
        for i, block in enumerate(model.blocks)
        if block.kind is Kind.CLAUSE
        and block.graph in links
        and not block.names
        and np.isin(np.abs(block.rows.literals), links[block.graph]).all()
        and (np.minimum.reduceat(block.rows.literals, block.rows.starts[:-1]) < 0).all()
    )


def line_blocks(model: Model) -> frozenset[int]:
    """The blocks of such a model whose rows say at a vertex how a cycle goes on: those of `degree_blocks`, and those
    that a vertex has at most two edges."""
    cycles = {i for i, rule in model.numbered_graph_rules if rule.by == CLAUSES and rule.cycle}
    return degree_blocks(model) | {
        i for i, block in enumerate(model.blocks) if block.kind is Kind.CARDINALITY and block.graph in cycles
    }


def describe_degree_row(edge: str, vertex: RowName, literals: Sequence[int], values: Values) -> str:
    """What such a row says with these values. edge: what an edge is called, `line`."""
    free = [x for x in literals if values[x] == 0]
    where = f"{vertex.name} ({vertex.rule})"
    if free and free[0] < 0:
        return f"A {edge} that comes to {where} could not go on"
    return f"A {edge} comes to {where} and {'has only one way on' if free else 'cannot go on'}"


def describe_graph_row(name: str, literals: Sequence[int], values: Values, vertices: frozenset[int]) -> str:
    """What such a row says with these values. name: the way it is about, `from R1C1 to R4C4`, or CLOSING."""
    free = [x for x in literals if values[x] == 0]
    if name == CLOSING:
        nothing_else = len(free) == 1 and -free[0] in vertices
        return "This would close the loop, so that nothing else is on it" if nothing_else else f"T{name[1:]}"
    if not free or (len(free) == 1 and -free[0] in vertices):
        return f"No way is left {name}"
    return f"Only this way is left {name}" if len(free) == 1 else f"There must be a way {name}"


def _describe_way(question: Question, model: Model, row: GraphRow) -> str:
    if row.closing:
        return CLOSING
    a, b = (_describe_end(question, model, row.rule, literal) for literal in row.ends)
    return f"from {a or 'here'} to {b}" if b else f"out of {a or 'here'}"


def _describe_end(question: Question, model: Model, number: int, literal: int) -> str:
    """The cells of a vertex of the rule with that number, `R1C1`, or of a cycle what the puzzle calls a row about it;
    "" where it has neither."""
    record, p, rule = question.puzzle, question.instance, model.graph_rules[number]
    cells = literal_cells(record, p, model, abs(literal)) if literal else frozenset()
    if not cells and literal and rule.of is not None:
        return rule.of.word(int(np.flatnonzero(rule.on == literal)[0]))
    return " and ".join(describe_cell(cell) for cell in sorted(c for c in cells if isinstance(c, tuple)))
