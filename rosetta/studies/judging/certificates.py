"""Certificates that a model has no solution, checked by code that shares nothing with any engine.

    a row that no assignment keeps                      found in the model, whoever claims what
    parity rows that add up to 0 = 1 modulo 2           given by an engine, and added up again here

A certificate may also use a literal that a row forces as a row of its own; it is checked that the row forces it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from backends.contract import Certificate
from models.neutral import Block, Kind, Model
from models.neutral.blocks import row_label, row_reach
from models.puzzles.stated_words import name_literal, row_phrase
from rosetta.studies.asking.question import Question

Term: TypeAlias = tuple[int, int, int]  # block, row, and the literal that the row forces, 0 for the row itself
DescribeRows: TypeAlias = Callable[[Sequence[tuple[str, int]]], str]
MAX_NAMED_ROWS, MAX_NAMED_LITERALS = 3, 8  # so many rows, and literals of a row, are named in words


def describe_infeasible_row(question: Question, model: Model) -> str | None:
    """`find_infeasible_row` in the words of the puzzle, so that the reader finds the row on the board."""
    puzzle, p = question.puzzle, question.instance
    return find_infeasible_row(
        model,
        partial(name_literal, puzzle, p, model),
        lambda block, row: row_phrase(puzzle, p, model, block, row).text,
    )


def find_infeasible_row(
    model: Model, words: Callable[[int], str] | None = None, named: Callable[[Block, int], str] | None = None
) -> str | None:
    """A row that no assignment keeps, in words: a certificate that needs no solver. Of several rules with such rows,
    the rule with the fewest: where a piece has no place, that is the cause, not the cells that nothing covers for it.
    words, named: literals, and rows of blocks, in the words of the puzzle."""
    best: tuple[int, Block, int] | None = None
    for block in model.stated_blocks:
        bad = _infeasible_rows(model, block)
        if block.when is None and bad.any() and (best is None or int(bad.sum()) < best[0]):
            best = int(bad.sum()), block, int(bad.argmax())
    if best is None:
        return None
    _, block, row = best
    counted = _describe_literals(block, row, words)
    where = row_label(block, row) if named is None else _describe_row(block, row, named)
    return f"{where}: no assignment brings it to {_describe_bounds(model, block, row)}; it counts {counted}"


def _describe_bounds(model: Model, block: Block, row: int) -> str:
    """`4`, `4 or more`, `1..3`: an end that no assignment goes beyond is left out."""
    lo, hi = int(block.lo[row]), int(block.hi[row])
    least, most = row_reach(block, row, model.lower, model.upper)
    if lo == hi:
        return str(lo)
    return f"{lo} or more" if hi >= most else f"{hi} or less" if lo <= least else f"{lo}..{hi}"


def _infeasible_rows(model: Model, block: Block) -> NDArray[np.bool_]:
    """Which rows of the block no assignment keeps, guards apart."""
    match block.kind:
        case Kind.PARITY:
            odd_and_empty: NDArray[np.bool_] = (block.rows.lengths == 0) & (block.lo == 1)
            return odd_and_empty
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            least, most = model.reach(block)
            bad = (least > block.hi) | (most < block.lo)
            return bad if block.coefs is None else bad | ~_divisible_rows(block, block.coefs)
        case _:
            assert_never(block.kind)


def _describe_row(block: Block, row: int, named: Callable[[Block, int], str]) -> str:
    """`rule 'each piece lies as often as it is there', the piece F`."""
    return f"rule '{block.sentence}', {named(block, row)}"


def contradiction(model: Model, certificate: Certificate, words: DescribeRows | None = None) -> str | None:
    """The contradiction that the certificate proves, in words; None if it proves none. words: how the puzzle puts
    it, from rows as (sentence of the rule, number); one row may have words of its own."""
    columns = certificate.blocks, certificate.rows, certificate.literals
    if not len(certificate) or any(len(column) != len(certificate) for column in columns):
        return None
    terms = list(zip(*(column.tolist() for column in columns), strict=True))
    if not all(_is_term_of(model, *term) for term in terms) or not _adds_up_to_odd_nothing(model, terms):
        return None
    return _describe_places(model, list(dict.fromkeys((block, row) for block, row, _ in terms)), words)


def _is_term_of(model: Model, number: int, row: int, literal: int) -> bool:
    """Is there that row of that block, without a guard: a parity row, or one that forces the literal, where that is not
    0?"""
    if not (0 <= number < len(model.blocks) and 0 <= row < len(model.blocks[number])):
        return False
    block = model.blocks[number]
    if block.when is not None:
        return False
    return block.kind is Kind.PARITY if literal == 0 else _is_forced(model, block, row, literal)


def _adds_up_to_odd_nothing(model: Model, terms: Sequence[Term]) -> bool:
    """Do the parity rows, and the literals as rows of their own, add up to 0 = 1?"""
    stood, odd = np.zeros(model.variables + 1, np.bool_), False
    for number, row, literal in terms:
        block = model.blocks[number]
        literals = block.rows[row] if literal == 0 else np.array([literal])
        stood[np.abs(literals)] ^= True  # no variable stands twice in a row
        odd ^= bool((int(block.lo[row]) if literal == 0 else 1) + int((literals < 0).sum()) & 1)
    return odd and not stood.any()


def _describe_places(model: Model, places: Sequence[tuple[int, int]], words: DescribeRows | None) -> str:
    """The contradiction of these rows, by block and number, in words."""
    evident = {model.blocks[block].evident for block, _ in places}
    if len(places) == 1 and all(evident):
        (text,) = evident
        return f"{text[0].lower()}{text[1:]}"
    if words is not None:
        return words([(model.blocks[block].sentence, int(model.blocks[block].number[row])) for block, row in places])
    named = "; ".join(row_label(model.blocks[block], row) for block, row in places[:MAX_NAMED_ROWS])
    more = f" and {len(places) - MAX_NAMED_ROWS:,} more" if len(places) > MAX_NAMED_ROWS else ""
    return f"{named}{more}: add up to 0 = 1 modulo 2, added up again"


def _is_forced(model: Model, block: Block, row: int, literal: int) -> bool:
    """Does the row by itself force the literal, so that it cannot be kept where the literal fails?"""
    at = np.flatnonzero(block.rows[row] == literal)
    turned = np.flatnonzero(block.rows[row] == -literal)
    if len(at) + len(turned) != 1 or not 0 < abs(literal) <= model.variables:
        return False
    single, place = block.take(np.array([row])), int(np.concatenate([at, turned])[0])
    match block.kind:
        case Kind.PARITY:
            return len(single.rows.literals) == 1 and (single.lo[0] == 1) == (len(at) == 1)
        case Kind.CLAUSE | Kind.CARDINALITY | Kind.LINEAR:
            return _sum_forces(model, single, place, bool(len(at)))
        case _:
            assert_never(block.kind)


def _sum_forces(model: Model, single: Block, place: int, holds: bool) -> bool:
    """Is the sum of this one row out of its bounds wherever its literal at that place does not have that value?"""
    coef = 1 if single.coefs is None else int(single.coefs[place])
    least, most = (int(column[0]) for column in model.reach(single))
    if holds:  # the literal of the row fails: its term is 0
        least, most = least - min(coef, 0), most - max(coef, 0)
    else:  # the literal of the row holds
        least, most = least + max(coef, 0), most + min(coef, 0)
    return bool(most < single.lo[0] or least > single.hi[0])


def _describe_literals(block: Block, row: int, words: Callable[[int], str] | None) -> str:
    """What a row counts, in words if there are any: `a lamp at R2C3, a lamp at R3C2`."""
    literals = block.rows.literals[block.rows.starts[row] : block.rows.starts[row + 1]].tolist()
    if not literals:
        return "nothing"
    if words is None or len(literals) > MAX_NAMED_LITERALS:
        return f"{len(literals)} literals"
    return ", ".join(words(literal) for literal in literals)


def _divisible_rows(block: Block, coefs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Is there a multiple of the greatest common divisor of a row's coefficients between its bounds?"""
    divisors = [math.gcd(*coefs[a:b].tolist()) or 1 for a, b in pairwise(block.rows.starts.tolist())]
    multiple: NDArray[np.bool_] = block.hi // divisors * divisors >= block.lo
    return multiple
