"""Products of literals in OPB files: each is a Boolean, and its rule stands in clauses.

    p = a b c       ->   not p or a,  not p or b,  not p or c,  p or not a or not b or not c
    a a             ->   a
    a (not a)       ->   0: a Boolean that never holds

Reference: R. Fortet, Applications de l'algebre de Boole en recherche operationnelle (1960).
"""

from __future__ import annotations

import numpy as np

from backends.formats.opb.reading_loops import JOINED
from backends.formats.text.decimals import Column
from models.neutral import Model

FACTORS, WHOLE = "a product holds only if each of its literals does", "a product holds if all of its literals do"
NOTHING = "a literal and its negation are never both true"


def name_products(
    columns: Column, coefs: Column, ends: Column, variables: int
) -> tuple[Column, Column, Column, list[tuple[int, ...]]]:
    """The terms with a variable in place of each product: variables + 1, + 2, .. for the products that are returned, as
    sorted literals; () for one that is 0. columns: literals by entry; ends: of the statements, in entries."""
    joined = coefs == JOINED
    if not joined.any():
        return columns, coefs, ends, []
    firsts = np.flatnonzero(~joined)
    lengths = np.diff(firsts, append=len(columns))
    literals, numbers = columns[firsts].copy(), dict[tuple[int, ...], int]()
    for term in np.flatnonzero(lengths > 1).tolist():
        factors = set(columns[firsts[term] : firsts[term] + lengths[term]].tolist())
        product = () if any(-factor in factors for factor in factors) else tuple(sorted(factors))
        literals[term] = product[0] if len(product) == 1 else numbers.setdefault(product, variables + len(numbers) + 1)
    return literals, coefs[firsts], np.searchsorted(firsts, ends), list(numbers)


def state_products(model: Model, variables: int, products: list[tuple[int, ...]]) -> None:
    """What the Booleans variables + 1, + 2, .. say."""
    numbered = list(enumerate(products, variables + 1))
    pairs = [(-number, factor) for number, product in numbered for factor in product]
    if pairs:
        model.any(FACTORS, np.array(pairs, np.int32))
        model.any(WHOLE, [[number, *(-factor for factor in product)] for number, product in numbered if product])
    for number, product in numbered:
        if not product:
            model.true(NOTHING, -number)
