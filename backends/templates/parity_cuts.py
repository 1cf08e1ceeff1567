"""What parities that are cut into pieces have in common: how long a piece may be, and the encoding by that length."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from backends.encodings.parity_direct import FORMS
from backends.templates.shape import Shape
from backends.templates.template import Clauses, Encoding, EncodingSize, Fresh

CUT = 4  # literals of a piece, unless another number is asked for
CUTS = range(3, 17)


def encoding_by_cut(
    name: str,
    source: str,
    cost: Callable[[Shape, int], int],
    clauses: Callable[[Shape, Fresh, int], Clauses],
    size: Callable[[Shape, int], EncodingSize],
) -> Callable[[int], Encoding]:
    """The encoding of that name by the length of its pieces, which is part of the name where it is not CUT. What it
    gives raises ValueError for a length of which no encoding comes, or endless clauses."""

    @cache
    def cut_at(cut: int) -> Encoding:
        if cut not in CUTS:
            raise ValueError(f"a cut is {CUTS.start} to {CUTS.stop - 1} literals long, found {cut}")
        return Encoding(
            name if cut == CUT else f"{name}:{cut}", FORMS, FORMS, FORMS, source,
            lambda shape: cost(shape, cut),
            lambda shape, fresh: clauses(shape, fresh, cut),
            lambda shape: size(shape, cut),
            cut_at,
        )  # fmt: skip

    return cut_at
