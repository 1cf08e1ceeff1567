"""Protocol buffers from columns, against the definition, byte by byte."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from backends.loading import wire
from tests.support.strategies import drawn

EDGES = [sign * (2 ** (7 * k) + step) for k in range(1, 9) for step in (-1, 0, 1) for sign in (1, -1)]
INTS = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(0, 300), st.sampled_from(EDGES))
ROW = st.tuples(st.lists(INTS, max_size=4), INTS, st.lists(INTS, max_size=40))


def varint(number: int) -> bytes:
    """One number, by the definition."""
    number %= 2**64
    out = []
    while number >= 128:
        out.append(number % 128 + 128)
        number //= 128
    return bytes([*out, number])


@drawn(60, 400, st.lists(INTS))
def test_varints_follow_the_definition(numbers):
    data, sizes = wire.varints(np.array(numbers, np.int64))
    assert data.tobytes() == b"".join(map(varint, numbers))
    assert np.broadcast_to(sizes, len(numbers)).tolist() == [len(varint(number)) for number in numbers]


def test_published_examples():
    """Those of the encoding's documentation: 150, -2, and the packed field 6 of 3, 270, 86942."""
    assert wire.varints(np.array([150]))[0].tobytes().hex() == "9601"
    assert wire.varints(np.array([-2]))[0].tobytes().hex() == "feffffffffffffffff01"
    row = wire.packed_field(6, wire.ragged_column(np.array([3]), np.array([3, 270, 86942])))
    assert wire.join_messages(row).tobytes().hex() == "3206038e029ea705"


@drawn(60, 400, st.lists(ROW, min_size=1, max_size=6))
def test_messages_side_by_side(rows):
    """Nested fields, ragged and fixed pieces, empty ones too, against bytes put together row by row."""
    left, middle, right = zip(*rows, strict=True)
    flat = [np.array([n for row in column for n in row], np.int64) for column in (left, right)]
    lengths = [np.array([len(row) for row in column]) for column in (left, right)]
    messages = wire.delimited_field(
        200,
        *wire.packed_field(1, wire.ragged_column(lengths[0], flat[0])),
        *wire.delimited_field(2, *wire.packed_field(3, wire.fixed_column(np.array(middle), 7))),
        *wire.packed_field(4, wire.ragged_column(lengths[1], flat[1])),
    )

    def field(number: int, content: bytes) -> bytes:
        return varint(8 * number + 2) + varint(len(content)) + content

    def repeated(number: int, values: list[int]) -> bytes:
        return field(number, b"".join(map(varint, values))) if values else b""

    expected = [
        field(200, repeated(1, a) + field(2, repeated(3, [b, 7])) + repeated(4, c))
        for a, b, c in zip(left, middle, right, strict=True)
    ]
    assert wire.join_messages(messages).tobytes() == b"".join(expected)
    assert wire.sizes_of(messages).tolist() == list(map(len, expected))
