"""What the encodings that cut parities into pieces share: how long a piece may be, and the encoding of each length."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize
from models.neutral import Form
from rosetta.foundation.errors import InputError

FORMS = frozenset({Form.PARITY})
CUT = 4  # literals of a piece, unless another number is given
CUTS = range(3, 17)


def encoding_by_cut(
    name: str,
    source: str,
    cost: Callable[[Shape, int], int],
    clauses: Callable[[Shape, Fresh, int], Clauses],
    size: Callable[[Shape, int], EncodingSize],
) -> Callable[[int], Encoding]:
    """The encoding of that name as a function of the length of its pieces; unless that is CUT, the name ends in it.
    The function raises InputError for a length outside CUTS: no encoding, or endless clauses."""

    @cache
    def cut_at(cut: int) -> Encoding:
        if cut not in CUTS:
            raise InputError(f"a cut is {CUTS.start} to {CUTS.stop - 1} literals long, found {cut}")
        return Encoding(
            name if cut == CUT else f"{name}:{cut}", FORMS, FORMS, FORMS, source,
            lambda shape: cost(shape, cut),
            lambda shape, fresh: clauses(shape, fresh, cut),
            lambda shape: size(shape, cut),
            cut_at,
        )  # fmt: skip

    return cut_at
