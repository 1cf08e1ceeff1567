"""The canonical form of a model: every row in its simplest kind, with the same solutions.

    row                                          becomes
    always holds                                 nothing
    cannot hold                                  an empty clause (with its guard, it says "not the guard")
    linear, all coefficients 1 or -1, Boolean    cardinality: -x counts 1 where x counted -1, the bounds shift by 1
    all n literals must hold                     n clauses of one literal
    none of the n literals may hold              n clauses of one negated literal
    1 <= row                                     the clause itself
    row <= n - 1                                 the clause of the negated literals
    anything else                                stays, its bounds cut to what the row can reach

Linear rows are divided by the greatest common divisor of their coefficients first (Savelsbergh 1994: Euclidean
reduction), terms with coefficient 0 are dropped. Sentence, row number and guard are kept, so that later steps can
still name the rule. Afterwards both bounds of a bounded row lie within its reach and at least one of them binds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Kind, Model, Rows
from models.neutral.rows import rows_from_lengths

Column = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class CanonicalRules:
    """The rewritten rules. contradiction: the first row without a guard that cannot hold, as a sentence."""

    blocks: tuple[Block, ...]
    contradiction: str | None


def canonical_rules(model: Model) -> CanonicalRules:
    """The model's rules with every row in its simplest kind; the set of solutions is the same."""
    blocks: list[Block] = []
    contradiction: str | None = None
    for block in model.blocks:
        least, most = _reach(block, model)
        impossible = (block.lo > most) | (block.hi < least) | ~_has_multiple(block)
        contradiction = contradiction or _describe_contradiction(block, impossible, least, most)
        always = (block.lo <= least) & (block.hi >= most)
        blocks += map(_empty_clauses, _take(block, impossible))
        for remaining in _take(block, ~impossible & ~always):
            blocks += _simplify_rows(remaining, model)
    return CanonicalRules(tuple(blocks), contradiction)


def contradiction(model: Model) -> str | None:
    """The first row without a guard that no assignment satisfies, as a sentence; None if there is none."""
    return canonical_rules(model).contradiction


# ---- rules by kind: rows that neither always hold nor cannot hold --------------------------------------------


def _simplify_rows(block: Block, model: Model) -> list[Block]:
    match block.kind:
        case Kind.CLAUSE | Kind.PARITY:
            return [block]
        case Kind.CARDINALITY:
            return _simplify_cardinality(block)
        case Kind.LINEAR:
            return _simplify_linear(block, model)
        case _:
            assert_never(block.kind)


def _simplify_cardinality(block: Block) -> list[Block]:
    """Clauses where counting is not needed; else the row with its bounds within 0..n."""
    n = block.rows.lengths
    lo, hi = np.maximum(block.lo, 0), np.minimum(block.hi, n)
    all_hold, none_holds = lo == n, hi == 0
    remaining = ~(all_hold | none_holds)
    some_holds = remaining & (lo == 1) & (hi == n)
    some_fails = remaining & (lo == 0) & (hi == n - 1)
    remaining &= ~(some_holds | some_fails)
    return [
        *(_clauses(_unit_rows(rows)) for rows in _take(block, all_hold)),
        *(_clauses(_negate_literals(_unit_rows(rows))) for rows in _take(block, none_holds)),
        *(_clauses(rows) for rows in _take(block, some_holds)),
        *(_clauses(_negate_literals(rows)) for rows in _take(block, some_fails)),
        *(replace(rows, lo=lo[remaining], hi=hi[remaining]) for rows in _take(block, remaining)),
    ]


def _simplify_linear(block: Block, model: Model) -> list[Block]:
    """Cardinality where all coefficients are 1 or -1 and no integer occurs; else the reduced row."""
    block = _divide_by_gcd(_drop_zeros(block))
    assert block.coefs is not None
    plain = (np.abs(block.coefs) == 1) & ~model.integer[np.abs(block.rows.literals)]
    countable = block.rows.sums(plain.astype(np.int64)) == block.rows.lengths
    simple: list[Block] = []
    for counted in _take(block, countable):
        simple += _simplify_cardinality(_to_cardinality(counted))
    for weighted in _take(block, ~countable):
        least, most = model.reach(weighted)
        simple.append(replace(weighted, lo=np.maximum(weighted.lo, least), hi=np.minimum(weighted.hi, most)))
    return simple


# ---- steps -----------------------------------------------------------------------------------------------------


def _take(block: Block, chosen: Mask) -> tuple[Block, ...]:
    """The chosen rows, as one block, or as none; no copy when that is all of them, as it is for most rules."""
    if not chosen.any():
        return ()
    return (block if chosen.all() else block.take(chosen),)


def _reach(block: Block, model: Model) -> tuple[Column, Column]:
    """The least and the largest value of what is compared with lo and hi, shape (rows,)."""
    match block.kind:
        case Kind.PARITY:  # an odd number is reached unless the row is empty
            return np.zeros(len(block), np.int64), np.minimum(block.rows.lengths, 1)
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            return model.reach(block)
        case _:
            assert_never(block.kind)


def _divisors(block: Block) -> Column:
    """The greatest common divisor of each row's coefficients; 1 for rows without (or with only zeros)."""
    assert block.coefs is not None
    divisors = np.ones(len(block), np.int64)
    filled = block.rows.lengths > 0
    if filled.any():  # without empty rows: reduceat needs starts that increase
        divisors[filled] = np.gcd.reduceat(block.coefs, block.rows.starts[:-1][filled])
    return np.maximum(divisors, 1)


def _has_multiple(block: Block) -> Mask:
    """Rows that have a multiple of their coefficients' divisor within their bounds."""
    if block.coefs is None:
        return np.ones(len(block), np.bool_)
    g = _divisors(block)
    return np.asarray(-(-block.lo // g) <= block.hi // g)


def _divide_by_gcd(block: Block) -> Block:
    """Linear rows divided by the greatest common divisor of their coefficients, bounds rounded inwards."""
    assert block.coefs is not None
    g = _divisors(block)
    return replace(block, lo=-(-block.lo // g), hi=block.hi // g, coefs=block.coefs // np.repeat(g, block.rows.lengths))


def _drop_zeros(block: Block) -> Block:
    """Linear rows without the terms whose coefficient is 0."""
    assert block.coefs is not None
    used = block.coefs != 0
    if used.all():
        return block
    rows = rows_from_lengths(block.rows.sums(used.astype(np.int64)), block.rows.literals[used])
    return replace(block, rows=rows, coefs=block.coefs[used])


def _to_cardinality(block: Block) -> Block:
    """Rows with coefficients 1 and -1 as cardinality rows: -x is 1 minus the value of x."""
    assert block.coefs is not None
    negative = block.rows.sums((block.coefs < 0).astype(np.int64))
    rows = Rows(block.rows.starts, np.where(block.coefs < 0, -block.rows.literals, block.rows.literals))
    return Block(
        Kind.CARDINALITY, block.sentence, rows, block.lo + negative, block.hi + negative, block.number, None, block.when
    )


def _unit_rows(block: Block) -> Block:
    """One row per literal, with the number and the guard of the row it came from."""
    owners = block.rows.owners
    return Block(
        block.kind,
        block.sentence,
        Rows(np.arange(len(owners) + 1), block.rows.literals.copy()),
        block.lo[owners],
        block.hi[owners],
        block.number[owners],
        None,
        None if block.when is None else block.when[owners],
    )


def _negate_literals(block: Block) -> Block:
    return replace(block, rows=Rows(block.rows.starts, -block.rows.literals))


def _clauses(block: Block) -> Block:
    """The literals of each row as a clause."""
    rows = block.rows
    ones = np.ones(len(rows), np.int64)
    return Block(Kind.CLAUSE, block.sentence, rows, ones, np.maximum(rows.lengths, 1), block.number, None, block.when)


def _empty_clauses(block: Block) -> Block:
    """An empty clause per row."""
    return _clauses(replace(block, rows=Rows(np.zeros(len(block) + 1, np.int64), np.zeros(0, np.int32)), coefs=None))


# ---- words -----------------------------------------------------------------------------------------------------


def _describe_contradiction(block: Block, impossible: Mask, least: Column, most: Column) -> str | None:
    """Why the first impossible row cannot hold; None if there is none, or if the rows have guards."""
    if block.when is not None or not impossible.any():
        return None
    row = int(np.argmax(impossible))
    reason = _describe_reason(block, row, int(least[row]), int(most[row]))
    return f"rule '{block.sentence}', row {block.number[row]}: {reason}"


def _describe_reason(block: Block, row: int, least: int, most: int) -> str:
    lo, hi = int(block.lo[row]), int(block.hi[row])
    match block.kind:
        case Kind.CLAUSE:
            return "expected at least 1, but the row is empty"
        case Kind.PARITY:
            return "expected an odd number, but the row is empty"
        case Kind.CARDINALITY | Kind.LINEAR:
            if lo > most:
                return f"expected {'' if lo == hi else 'at least '}{lo}, but the row reaches at most {most}"
            if hi < least:
                return f"expected {'' if lo == hi else 'at most '}{hi}, but the row reaches at least {least}"
            expected = lo if lo == hi else f"{lo}..{hi}"
            return f"expected {expected}, but the row reaches only multiples of {_divisors(block)[row]}"
        case _:
            assert_never(block.kind)
