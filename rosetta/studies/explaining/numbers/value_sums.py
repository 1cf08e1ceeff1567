"""Sums of numbers, written over literals: whatever is known of a number bounds the sum.

c n        of n from 2, 5, 7:     2 c + 3 c [n >= 5] + 2 c [n >= 7]
if w: row  is   sum + (lo - least) (not w) >= lo   and   sum - (most - hi) (not w) <= hi
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Kind, Model
from models.neutral.blocks import TIES, Block
from models.neutral.errors import FIRST_CHOICE
from models.neutral.numbers.domains import ALWAYS
from models.neutral.rows import rows_from_lengths

Steps: TypeAlias = tuple[list[int], list[int], list[int]]
"""The values of a number, ascending; their literals; and those that it is at least so large."""
Terms: TypeAlias = tuple[dict[int, int], int]
"""Coefficients by variable, and a constant."""


def write_sums(model: Model, integers: NDArray[np.int32]) -> Iterator[Block]:
    """The blocks of the model in which these integers and choices stand in no sum, but for those that tie literals to
    numbers, and blocks with other integers. Side effect: declares literals of choices."""
    steps = _steps_of_numbers(model, integers)
    for block in list(model.stated_blocks):
        is_left = block.kind is not Kind.LINEAR or block.graph == TIES
        yield block if is_left or _has_other_integers(model, block, integers) else _write_block(block, steps)


def _has_other_integers(model: Model, block: Block, integers: NDArray[np.int32]) -> bool:
    named = np.abs(block.rows.literals)
    return bool((model.integer[named] & ~np.isin(named, integers)).any())


def _steps_of_numbers(model: Model, integers: NDArray[np.int32]) -> dict[int, Steps]:
    """Of each of the integers, and of each choice that stands in a sum, by its literals. Side effect: declares them."""
    sums = [np.abs(block.rows.literals) for block in model.stated_blocks if block.kind is Kind.LINEAR]
    named = np.unique(np.concatenate([[0], *sums]))
    entries, owned = integers.tolist(), [[x] for x in integers.tolist()]
    for choice in model.choice_arrays:
        mine = np.flatnonzero(np.isin(choice.literals, named).any(axis=1))
        entries += (FIRST_CHOICE + choice.first + mine).tolist()
        owned += choice.literals[mine].tolist()
    domains = model.domain_of(model.number_columns(np.array(entries, np.int64)), order=True)
    found = {}
    assert domains.at_least is not None
    for i, variables in enumerate(owned):
        own = slice(domains.starts[i], domains.starts[i + 1])
        columns = domains.values[own].tolist(), domains.is_[own].tolist(), domains.at_least[own].tolist()
        found.update(dict.fromkeys(variables, columns))
    return found


def _write_block(block: Block, steps: Mapping[int, Steps]) -> Block:
    """The block over literals; a constant moves to its bounds."""
    assert block.coefs is not None
    literals, coefs, lengths, constants = list[int](), list[int](), list[int](), list[int]()
    for r in range(len(block)):
        own = block.coefs[block.rows.starts[r] : block.rows.starts[r + 1]]
        terms, constant = _terms_over_values(block.rows[r].tolist(), own.tolist(), steps)
        literals += terms
        coefs += terms.values()
        lengths.append(len(terms))
        constants.append(constant)
    table = rows_from_lengths(np.array(lengths, np.int64), np.array(literals, np.int32))
    moved = np.array(constants, np.int64)
    return replace(block, rows=table, coefs=np.array(coefs, np.int64), lo=block.lo - moved, hi=block.hi - moved)


def _terms_over_values(literals: list[int], coefs: list[int], steps: Mapping[int, Steps]) -> Terms:
    """A sum over Booleans, and its constant."""
    given: dict[int, int] = {}
    constant = 0
    for x, c in zip(literals, coefs, strict=True):
        given[abs(x)] = given.get(abs(x), 0) + (c if x > 0 else -c)
        constant += c if x < 0 else 0
    terms: dict[int, int] = {}
    while given:
        x, c = next(iter(given.items()))
        values, is_, at_least = steps.get(x, ([], [], []))
        is_choice = x in is_
        whole = [given.get(y, 0) for y in is_] if is_choice else [c * value for value in values]
        if not whole or (is_choice and whole not in (sorted(whole), sorted(whole, reverse=True))):
            terms[x] = terms.get(x, 0) + given.pop(x)
            continue
        for y in is_ if is_choice else [x]:
            given.pop(y, None)
        constant += whole[0]
        for before, after, y in zip(whole, whole[1:], at_least[1:], strict=False):
            terms, more = _add_literal(terms, y, after - before)
            constant += more
    return {x: c for x, c in terms.items() if c}, constant


def _add_literal(terms: dict[int, int], x: int, c: int) -> Terms:
    """The terms with c times a literal, which may be negative: then 1 - its variable."""
    assert abs(x) != ALWAYS
    terms[abs(x)] = terms.get(abs(x), 0) + (c if x > 0 else -c)
    return terms, c if x < 0 else 0
