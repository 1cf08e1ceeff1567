"""The conditions of a call put together: which blocks a verb states under `holds=`, `soft=`, or several guards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import literal_per_row, mask, per_row
from models.neutral.blocks import Block, Kind, Objective, clause_block
from models.neutral.checking import check_block, check_guards
from models.neutral.conditions.derived_words import is_broken, is_kept
from models.neutral.conditions.reified import DerivingModel, equivalence, part_of, reified_blocks
from models.neutral.conditions.several_guards import guarded_clauses, join_guards, single_guards
from models.neutral.conditions.soft_rules import SoftRule, with_weights
from models.neutral.errors import ModelError
from models.neutral.rows import rows_of
from models.neutral.stating.calls import Scope, in_scope


class RuledModel(DerivingModel, Protocol):
    """What stating needs of a model."""

    objective: Objective | None
    soft_rules: list[SoftRule]

    @property
    def stated_blocks(self) -> list[Block]: ...

    @property
    def bools(self) -> Any: ...

    @property
    def fresh_name(self) -> Any: ...


def has_conditions(scope: Scope) -> bool:
    """Do these keywords ask for more than one guard per row?"""
    asks = (scope.get(name) is not None for name in ("holds", "soft"))
    return any(asks) or isinstance(scope.get("when"), tuple)


def without_conditions(scope: Scope) -> Scope:
    """The keywords that only say what rows are called."""
    return {"of": scope.get("of", ""), "clue": scope.get("clue", False), "evident": scope.get("evident", "")}


@dataclass(frozen=True, slots=True, eq=False)
class _Conditions:
    """What the keywords say of each row that is kept: guards, the literal that says whether it holds, its weight."""

    guards: tuple[NDArray[np.int32], ...]
    holds: NDArray[np.int32] | None
    weights: NDArray[np.int64] | None


def state_conditions(m: RuledModel, block: Block, scope: Scope) -> None:
    """State a rule under the conditions of its keywords, if the language accepts it. Raises ModelError."""
    block, conditions = _read_conditions(block, scope)
    check_block(block, m)
    for guards in conditions.guards:
        check_guards(block, guards, m)
    if conditions.holds is not None:
        check_guards(block, conditions.holds, m, "holds=")
        _check_apart(block, conditions.holds, m)
        blocks = list(reified_blocks(m, block, conditions.holds))
    elif conditions.weights is not None:
        blocks, rule = _soft_blocks(m, block, conditions.guards, conditions.weights)
        if len(rule.broken):
            m.objective = with_weights(m.objective, [rule], m)
            m.soft_rules.append(rule)
    elif block.kind is Kind.CLAUSE:
        blocks = [guarded_clauses(block, join_guards(conditions.guards, len(block)))[0]]
    else:
        guarded, _, stating = single_guards(m, block, join_guards(conditions.guards, len(block)))
        blocks = [*stating, guarded]
    m.stated_blocks.extend(part for part in blocks if len(part))


def _soft_blocks(
    m: RuledModel, block: Block, columns: Sequence[NDArray[np.int32]], weights: NDArray[np.int64]
) -> tuple[list[Block], SoftRule]:
    """Blocks that say of each row whether it is broken, and the rule. A row whose guards never all hold is left out."""
    blocks: list[Block] = []
    guards = join_guards(columns, len(block))
    if columns and block.kind is Kind.CLAUSE:
        block, kept = guarded_clauses(block, guards)
        columns, weights = (), weights[kept]
    guarded, kept, stating = single_guards(m, block, guards) if columns else (block, np.arange(len(block)), [])
    block, weights = block.take(kept), weights[kept]
    if not len(block):
        return blocks, SoftRule(block.sentence, block.number, np.zeros(0, np.int32), weights)
    broken = np.asarray(m.bools(m.fresh_name("broken"), len(block), is_broken(block)))
    if guarded.when is None:
        blocks += reified_blocks(m, block, -broken)
    else:
        holds = m.derive("holds", len(block), is_kept(block))
        blocks += [*stating, *reified_blocks(m, block, holds)]
        excuses = rows_of(np.stack([-guarded.when, holds], axis=1))
        clauses, owners = equivalence(-broken, excuses)
        blocks.append(part_of(block, clause_block("", clauses), owners))
    return blocks, SoftRule(block.sentence, block.number, broken, weights, block.of)


def _read_conditions(block: Block, scope: Scope) -> tuple[Block, _Conditions]:
    """The rows that are kept, with their words, and what is said of them."""
    rows, when, holds, soft = len(block), scope.get("when"), scope.get("holds"), scope.get("soft")
    if holds is not None and when is not None:
        raise ModelError(
            "expected holds= or when=, found both; if z holds exactly if the guard and the row do, state "
            "holds=y for a y of its own, and m.iff(sentence, -z, [[-guard, -y]])"
        )
    if holds is not None and soft is not None:
        raise ModelError(
            "expected holds= or soft=, found both; a row whose truth is z may be broken: state also "
            "m.true(sentence, z, soft=5)"
        )
    kept = np.ones(rows, np.bool_) if (where := scope.get("where")) is None else mask(where, rows)
    columns = when if isinstance(when, tuple) else () if when is None else (when,)
    if when is not None and not columns:
        raise ModelError("when: expected at least one guard, found none")
    guards = tuple(literal_per_row(column, rows, "when")[kept] for column in columns)
    literals = None if holds is None else literal_per_row(holds, rows, "holds")[kept]
    weights = None if soft is None else _read_weights(soft, rows)[kept]
    words = without_conditions(scope)
    return in_scope(block, **words).take(kept), _Conditions(guards, literals, weights)


def _read_weights(soft: Any, rows: int) -> NDArray[np.int64]:
    """A weight per row."""
    weights = per_row(soft, rows, "soft")
    if (weights < 1).any():
        raise ModelError(
            f"soft: expected weights from 1 on, found {weights[weights < 1][0]}; rows that must hold, or that do not "
            f"count, are stated by themselves: where= says which rows are stated"
        )
    return weights


def _check_apart(block: Block, z: NDArray[np.int32], m: RuledModel) -> None:
    """Raise ModelError where the literal that says whether a row holds stands in the row."""
    inside = block.rows.sums((np.abs(block.rows.literals) == np.abs(z)[block.rows.owners]).astype(np.int64)) > 0
    if inside.any():
        row = int(np.argmax(inside))
        raise ModelError(
            f"{block.name_of_row(row)}: holds= {z[row]}: {m.name_of(abs(int(z[row])))} stands in the row itself; "
            f"expected a literal that is in none of its rows"
        )
