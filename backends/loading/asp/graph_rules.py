"""Rules that no rows state, by recursion: a vertex is reached if it is there and a root, or linked to one that is
reached. What reaches itself only in a circle is not reached: such sets ("unfounded") clingo excludes while it searches.

    reached(v) :- there(v), root(v).
    reached(v) :- reached(u), there(v), link(u, v).
    :- there(v), not reached(v).

Where no vertex is named as the root, it is the first one that is there. All vertices are numbered so that those which
are known to be there come first: then few may be the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.loading.asp.row_rules import AnswerProgram
from backends.loading.asp.rule_writer import Literals
from models.neutral import Model
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.rows import rows_from_lengths

Column: TypeAlias = NDArray[np.int64]


def add_open_rules(program: AnswerProgram, model: Model) -> None:
    """All rules of the model that no rows state, which are of kinds in NATIVE."""
    for rule in model.open_rules:
        NATIVE[rule.kind](program, rule)


def _connect(program: AnswerProgram, rule: GraphRule) -> None:
    """Of a cycle, rows say already that it is one, or several."""
    there, links = program.literals(rule.on), program.literals(rule.links)
    reached = program.writer.new_atoms(len(there))
    if rule.roots is None:
        _root_first(program, there, reached)
    else:
        roots = np.flatnonzero(rule.roots)
        _write(program, reached[roots], np.stack([there[roots]], axis=1))
    for tail, head in (rule.edges.T, rule.edges.T[::-1]):
        _write(program, reached[head], np.stack([reached[tail], there[head], links], axis=1))
    _write(program, None, np.stack([there, -reached], axis=1))


def _root_first(program: AnswerProgram, there: Literals, reached: Literals) -> None:
    """The first vertex that is there is reached."""
    always = np.flatnonzero(there == 0)
    if len(always):
        _write(program, reached[always[:1]], np.zeros((1, 0), np.int32))
        return
    if not len(there):
        return
    empty = program.writer.new_atoms(len(there))  # up to and with this vertex none is there
    before = np.concatenate([[0], empty[:-1]]).astype(np.int32)
    _write(program, empty, np.stack([before, -there], axis=1))
    _write(program, reached, np.stack([before, there], axis=1))


def _write(program: AnswerProgram, heads: Literals | None, bodies: NDArray[Any]) -> None:
    """A rule for each line; literals 0 are left out."""
    used = bodies != 0
    rows = rows_from_lengths(used.sum(axis=1), bodies[used].astype(np.int32))
    program.writer.write_rules(heads, rows.starts, rows.literals)


NATIVE: Mapping[str, Callable[[AnswerProgram, Any], None]] = {"connected": _connect, "single_cycle": _connect}
