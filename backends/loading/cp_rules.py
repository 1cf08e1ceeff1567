"""Rules that no rows state as CP-SAT's own constraints (`cp_constraints`), over the model with further variables.

all_different   all_diff; where values may be repeated, which all_diff does not know, the default formulation
element         element, with the array in each
table           table
regular         automaton
maximum         lin_max; minimum: of the negatives
circuit         circuit: an arc from each place to each value that its successor may have, with the literal that says
                so; of an integer that is a further variable, which implies the value
single_cycle    circuit: each edge gets two arcs, one for each direction. If the edge is there, one of them is; which
                one, the answer does not say. A vertex that is not there has a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backends.loading import cp_constraints
from backends.loading.cp_constraints import NativeConstraints
from backends.loading.cp_numbers import ChoiceIntegers
from models.neutral import Model
from models.neutral.global_rules.all_different.rule import AllDifferent
from models.neutral.global_rules.circuit.rule import Circuit
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.element.rule import Element
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_of
from models.neutral.global_rules.regular.rule import Regular
from models.neutral.global_rules.table.rule import TableRule
from models.neutral.numbers.domains import ALWAYS
from models.neutral.rows import concatenated_ranges


def lower_open_rules(model: Model) -> tuple[Model, list[NativeConstraints]]:
    """The model without its open rules, and these as constraints; further variables come last. Itself where it has
    none."""
    if not model.open_rules:
        return model, []
    extended = model.relaxed()
    lowering = RuleLowering(extended, ChoiceIntegers(extended))
    return extended, [group for rule in model.open_rules for group in NATIVE[rule.kind](lowering, rule)]


def determines_all(model: Model) -> bool:
    """Whether the further variables have one value each where those of the model are known."""
    return not any(rule.kind in UNDETERMINED for rule in model.open_rules)


@dataclass(frozen=True, slots=True)
class RuleLowering:
    """extended: the model, which gets further variables and rows; integers: of its choices."""

    extended: Model
    integers: ChoiceIntegers


def _differ(lowering: RuleLowering, rule: AllDifferent) -> list[NativeConstraints]:
    if len(rule.excluding):
        lowering.extended.state_rule(rule.placed(kind_of(rule.kind).default, (0, 0), ()))
        return []
    numbers = lowering.integers.expressions(rule.sentence, rule.numbers)
    return [cp_constraints.all_different(rule.starts, numbers)]


def _pick(lowering: RuleLowering, rule: Element) -> list[NativeConstraints]:
    if not rule.rows:
        return []
    if not rule.entries:  # CP-SAT refuses an array without entries
        return _contradict(lowering, rule)
    numbers = lowering.integers.expressions(rule.sentence, rule.numbers)
    index, result = (numbers.take(np.arange(first, 2 * rule.rows, 2)) for first in (0, 1))
    entries = np.tile(np.arange(2 * rule.rows, len(numbers)), rule.rows)
    starts = np.arange(rule.rows + 1) * rule.entries
    return [cp_constraints.element(index, result, starts, numbers.take(entries))]


def _match(lowering: RuleLowering, rule: TableRule) -> list[NativeConstraints]:
    if not rule.width:  # the only tuple is the empty one
        return [] if not rule.rows or (len(rule.tuples) > 0) == rule.allowed else _contradict(lowering, rule)
    numbers = lowering.integers.expressions(rule.sentence, rule.numbers)
    return [cp_constraints.table(rule.starts, numbers, rule.known_tuples, rule.allowed)]


def _accept(lowering: RuleLowering, rule: Regular) -> list[NativeConstraints]:
    reads = np.diff(rule.starts) > 0  # CP-SAT refuses words without numbers
    if (not reads.all() and rule.start not in rule.accept) or (reads.any() and not len(rule.transitions)):
        return _contradict(lowering, rule)
    if not reads.any():
        return []
    numbers = lowering.integers.expressions(rule.sentence, rule.numbers)
    tails, labels, heads = rule.known_transitions.T
    starts = np.append(rule.starts[:-1][reads], rule.starts[-1])
    return [cp_constraints.automaton(starts, numbers, rule.start, rule.accept, tails, labels, heads)]


def _contradict(lowering: RuleLowering, rule: NumberRule) -> list[NativeConstraints]:
    """It cannot hold: a clause without literals says so."""
    lowering.extended.any(rule.sentence, [[]])
    return []


def _largest(lowering: RuleLowering, rule: NumberRule) -> list[NativeConstraints]:
    state = cp_constraints.maximum if rule.kind == "maximum" else cp_constraints.minimum
    numbers = lowering.integers.expressions(rule.sentence, rule.numbers)
    first = rule.starts[:-1]  # of each row, the result
    others = np.delete(np.arange(len(numbers)), first)
    return [state(numbers.take(first), rule.starts - np.arange(rule.rows + 1), numbers.take(others))]


def _follow(lowering: RuleLowering, rule: Circuit) -> list[NativeConstraints]:
    sizes = np.diff(rule.starts)
    place, size = np.arange(len(rule.numbers)) - np.repeat(rule.starts[:-1], sizes), np.repeat(sizes, sizes)
    number, value, literal = _value_literals(lowering.extended, rule, size - 1)
    possible = (value >= 0) & (value < size[number]) & ((value != place[number]) | (size[number] == 1))
    number, value, literal = number[possible], value[possible], literal[possible]
    arcs = np.bincount(number, minlength=len(place))
    if not arcs.all():  # a place without a successor: CP-SAT does not know nodes without arcs
        _contradict(lowering, rule)
    order = np.argsort(number, kind="stable")
    starts = np.concatenate([[0], np.cumsum(arcs)])[rule.starts]
    return [cp_constraints.circuit(starts, place[number[order]], value[order], literal[order])]


def _value_literals(
    extended: Model, rule: NumberRule, most: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    """For each number and each value that it may have, of integers only those from 0 to `most`: the number, the value,
    a literal that it is this value."""
    numbers = rule.numbers
    is_integer = extended.integer[np.abs(numbers.refs)] & (numbers.refs != 0)
    others, integers = np.flatnonzero(~is_integer), np.flatnonzero(is_integer)
    domains = extended.domain_of(numbers.take(others))
    literals = np.where(domains.is_ == ALWAYS, 0, domains.is_)
    if not literals.all():
        literals[literals == 0] = extended.constant_literal()
    lower, upper = extended.number_bounds(numbers.take(integers))
    first = np.maximum(lower, 0)
    lengths = np.maximum(np.minimum(upper, most[integers]) - first + 1, 0)
    owners, values = np.repeat(integers, lengths), concatenated_ranges(first, lengths)
    arcs = np.asarray(extended.bools(extended.fresh_name("arc"), len(owners)))
    right = values - numbers.constants[owners]
    extended.linear(right, right, rule.sentence, numbers.refs[owners][:, None], 1, when=arcs)
    columns = ([others[domains.owners], owners], [domains.values, values], [literals, arcs])
    number, value, literal = (np.concatenate(pair) for pair in columns)
    return number, value, literal.astype(np.int32)


def _orient_cycle(lowering: RuleLowering, rule: GraphRule) -> list[NativeConstraints]:
    extended = lowering.extended
    ahead, back = np.asarray(extended.bools(extended.fresh_name("arc"), (2, len(rule.edges))))
    extended.any(rule.sentence, np.concatenate([np.stack([-arc, rule.links], axis=1) for arc in (ahead, back)]))
    extended.any(rule.sentence, np.stack([-rule.links, ahead, back], axis=1))
    tail, head = rule.edges.T
    nodes = np.arange(len(rule.on))
    return [
        cp_constraints.circuit(
            np.array([0, 2 * len(rule.edges) + len(nodes)]),
            np.concatenate([tail, head, nodes]),
            np.concatenate([head, tail, nodes]),
            np.concatenate([ahead, back, -rule.on]),
        )
    ]


NATIVE: Mapping[str, Callable[[RuleLowering, Any], list[NativeConstraints]]] = {
    "all_different": _differ,
    "circuit": _follow,
    "element": _pick,
    "maximum": _largest,
    "minimum": _largest,
    "regular": _accept,
    "single_cycle": _orient_cycle,
    "table": _match,
}
UNDETERMINED = frozenset({"single_cycle"})  # kinds whose further variables may differ where the model's do not
