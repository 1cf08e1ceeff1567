"""A model whose global rules are stated by other formulations: rows and variables of the former ones are left out.

Variables that only the former rows have are dropped, and the others numbered anew in their order. Where a rule has no
rows, those of its default formulation are added, and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.neutral.blocks import Block
from models.neutral.global_rules.connected.rule import GraphRule
from models.neutral.global_rules.contract import NATIVE, GlobalRule
from models.neutral.global_rules.registry import kind_of
from models.neutral.model import Model
from models.neutral.rows import rename_literals


def restate_rules(model: Model, by: Mapping[str, str]) -> Model:
    """The model with its rules of each kind stated by that formulation; those of other kinds as they are stated.

    by: names of formulations by kind. Raises ModelError for an unknown one; ModelTooLarge if it needs too many rows.
    """
    stating = {number for rule in model.global_rules for number in range(*rule.blocks)}
    blocks = [block for number, block in enumerate(model.stated_blocks) if number not in stating]
    kept, new = _numbers_of_kept(model, blocks)
    twin = _renumbered(model, kept, new)
    twin.blocks = []
    parts: dict[int, list[Block]] = {}  # what is said of a rule before its formulation
    for block in (block.renumbered(new) for block in blocks):
        (parts.setdefault(block.graph, []) if block.graph >= 0 else twin.stated_blocks).append(block)
    for number, rule in enumerate(model.global_rules):
        twin.stated_blocks.extend(parts.get(number, []))
        arrays = tuple(name for name in rule.arrays if name in twin.arrays)
        twin.state_rule(rule.renumbered(new).placed(by.get(rule.kind, rule.by), (0, 0), arrays))
    return twin


def state_native_rules(model: Model, native: Collection[str] = ()) -> Model:
    """The model with the rules that are left to solvers stated by their default formulations, but for those of the
    kinds `native`. Further variables and blocks come last; rules keep their places. Raises ModelTooLarge if rows would
    be too many."""
    twin = model.copy()
    for place, rule in enumerate(model.global_rules):
        if is_left_to_solvers(rule) and rule.kind not in native:
            by = "distances" if isinstance(rule, GraphRule) else kind_of(rule.kind).default
            twin.state_rule(rule.placed(by, (0, 0), rule.arrays))
            stated = twin.global_rules[place] = twin.global_rules.pop()
            own = slice(*stated.blocks)
            twin.stated_blocks[own] = [replace(block, graph=place) for block in twin.stated_blocks[own]]
    return twin


def is_left_to_solvers(rule: GlobalRule) -> bool:
    """Whether it gets rows where a solver does not know its kind. (Graph rules whose ways may be long are kept by cuts
    there.)"""
    return rule.by == NATIVE and (not isinstance(rule, GraphRule) or rule.has_short_ways)


def _numbers_of_kept(model: Model, blocks: list[Block]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Which variables stay, and their new numbers, both by number: those that blocks and rules name, and those of the
    author, whether or not they do."""
    kept = np.zeros(model.variables + 1, np.bool_)
    stating = {name for rule in model.global_rules for name in rule.arrays}
    for name, array in model.arrays.items():
        kept[array] |= name not in stating
    for block in blocks:
        kept[np.abs(block.rows.literals)] = True
        if block.when is not None:
            kept[np.abs(block.when)] = True
    for rule in model.global_rules:
        kept[np.abs(rule.named)] = True
    if model.objective is not None:
        kept[np.abs(model.objective.literals)] = True
    kept[0] = False
    return kept, (np.cumsum(kept) * kept).astype(np.int32)


def _renumbered(model: Model, kept: NDArray[np.bool_], new: NDArray[np.int32]) -> Model:
    """The variables that stay, with all that is said of them, and the objective; no rules."""
    twin = model.copy()
    twin.restrict_variables(kept)
    gone = [name for name, array in model.arrays.items() if array.size and not kept[array].any()]
    for name in gone:
        del twin.arrays[name]
        twin.says.pop(name, None)
    for name, array in list(twin.arrays.items()):
        twin.arrays[name] = new[array]
    twin.choice_arrays = [replace(choice, literals=new[choice.literals]) for choice in model.choice_arrays]
    twin.value_lists = [(int(new[first]), int(new[last]), values) for first, last, values in model.value_lists]
    twin.added = {
        name: None if said is None else replace(said, variables=new[said.variables].astype(np.int64))
        for name, said in model.added.items()
    }
    twin.adopt_literals(model, new)
    twin.derived = [name for name in model.derived if name in twin.arrays]
    twin.soft_rules = [replace(rule, broken=rename_literals(rule.broken, new)) for rule in model.soft_rules]
    if model.objective is not None:
        literals = rename_literals(model.objective.literals, new)
        twin.objective = replace(model.objective, literals=literals)
    return twin
