"""Conversion between boards as arrays and as rows of bits: bit j of row i is cell (i, j)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def bits_from_cells(cells: NDArray[np.bool_]) -> list[int]:
    """The rows of an array of shape (rows, columns), as integers. Raises ValueError on other shapes."""
    if cells.ndim != 2:
        raise ValueError(f"expected an array of shape (rows, columns), found shape {cells.shape}")
    return [int.from_bytes(row.tobytes(), "little") for row in np.packbits(cells != 0, axis=1, bitorder="little")]


def cells_from_bits(rows: Iterable[int], columns: int) -> NDArray[np.bool_]:
    """The array of shape (rows, columns) of rows of bits. Raises ValueError where a row does not fit."""
    width = (columns + 7) // 8
    try:
        packed = b"".join(row.to_bytes(width, "little") for row in rows)
    except OverflowError:
        raise ValueError(f"expected rows of {columns} bits, found a longer or a negative one") from None
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little").reshape(-1, 8 * width)
    if bits[:, columns:].any():
        raise ValueError(f"expected rows of {columns} bits, found a longer one")
    return bits[:, :columns].astype(np.bool_)
