"""Rules that no rows state as CP-SAT's own constraints (`cp_constraints`), over the model with further variables.

all_different   all_diff; where values may be repeated, which all_diff does not know, the default formulation
single_cycle    circuit: each edge gets two arcs, one for each direction. If the edge is there, one of them is; which
                one, the answer does not say. A vertex that is not there has a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from backends.loading import cp_constraints
from backends.loading.cp_constraints import NativeConstraints
from backends.loading.cp_numbers import ChoiceIntegers
from models.neutral import Model
from models.neutral.global_rules.all_different.rule import AllDifferent
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.registry import kind_of


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
    "single_cycle": _orient_cycle,
}
UNDETERMINED = frozenset({"single_cycle"})  # kinds whose further variables may differ where the model's do not
