"""Holding certificates against the model, by code that shares nothing with whoever made them.

    rows of parity that add up to 0 = 1 modulo 2        there is no solution

A literal that a row says must hold is a row of its own here, if the row cannot be kept without it.
"""

from __future__ import annotations

import numpy as np

from backends.contract import Certificate
from models.neutral import Block, Kind, Model
from models.neutral.door import where_is

NAMED = 3  # rows that are named in words


def contradiction(model: Model, certificate: Certificate) -> str | None:
    """What the certificate shows, in words; None if it shows nothing."""
    columns = certificate.blocks, certificate.rows, certificate.literals
    if not len(certificate) or any(len(column) != len(certificate) for column in columns):
        return None
    stood, odd = np.zeros(model.variables + 1, np.bool_), False
    for number, row, literal in zip(*(column.tolist() for column in columns), strict=True):
        if not (0 <= number < len(model.blocks) and 0 <= row < len(model.blocks[number])):
            return None
        block = model.blocks[number]
        if block.when is not None or (
            block.kind is not Kind.PARITY if literal == 0 else not _forced(model, block, row, literal)
        ):
            return None
        literals = block.rows[row] if literal == 0 else np.array([literal])
        stood[np.abs(literals)] ^= True  # no variable stands twice in a row
        odd ^= bool((int(block.lo[row]) if literal == 0 else 1) + int((literals < 0).sum()) & 1)
    if stood.any() or not odd:
        return None
    places = dict.fromkeys(zip(certificate.blocks.tolist(), certificate.rows.tolist(), strict=True))
    named = "; ".join(where_is(model.blocks[block], row) for block, row in list(places)[:NAMED])
    more = f" and {len(places) - NAMED:,} more" if len(places) > NAMED else ""
    return f"{named}{more}: add up to 0 = 1 modulo 2, added up again"


def _forced(model: Model, block: Block, row: int, literal: int) -> bool:
    """Can the row, by itself, not be kept where the literal fails?"""
    at = np.flatnonzero(block.rows[row] == literal)
    turned = np.flatnonzero(block.rows[row] == -literal)
    if len(at) + len(turned) != 1 or not 0 < abs(literal) <= model.variables:
        return False
    one = block.take(np.array([row]))
    if block.kind is Kind.PARITY:
        return len(one.rows.literals) == 1 and (one.lo[0] == 1) == (len(at) == 1)
    place = int(np.concatenate([at, turned])[0])
    coef = 1 if one.coefs is None else int(one.coefs[place])
    if one.coefs is None:
        least, most = 0, len(one.rows.literals)
    else:
        least, most = (int(column[0]) for column in model.reach(one))
    if len(at):  # the literal of the row fails: its term is 0
        least, most = least - min(coef, 0), most - max(coef, 0)
    else:  # the literal of the row holds
        least, most = least + max(coef, 0), most + min(coef, 0)
    return bool(most < one.lo[0] or least > one.hi[0])
