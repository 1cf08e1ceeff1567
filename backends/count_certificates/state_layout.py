"""The bits of a state: which items of an exact cover are covered, how often. Part of what a count rests on.

    exact items, in the order of the certificate      a bit each: 1 if it is covered
    bounded items, covered up to m times              a counter each, just wide enough for m, that starts at
                                                      (all ones) - m: so it is full when it is all ones

Counters lie behind the exact items, each within one word; bits that nothing uses are 1. An option adds 1 to the counter
of each bounded item, and 1 at the bit of each exact item, so that it is one sum for each word; none carries over, since
an option is only added where its bits are 0 and its counters are not full.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backends.contract import Unsupported
from backends.count_certificates.stated_cover import StatedCover
from backends.count_certificates.state_kernel import Layout

MOST_WORDS = 16
Words = NDArray[np.uint64]
Column = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StateLayout:
    """columns: for the loops; root: the state without any option, shape (1, words); options: variables of the model by
    option."""

    columns: Layout
    root: Words
    options: Column

    @property
    def words(self) -> int:
        """Of a state."""
        return self.root.shape[1]


def lay_out(cover: StatedCover, order: Column) -> StateLayout:
    """The layout for that order of the exact items. Raises ValueError if it is no permutation of them, Unsupported for
    states of more than MOST_WORDS words."""
    exact = len(cover.exact)
    if sorted(order.tolist()) != list(range(exact)):
        raise ValueError(f"expected an order of the {exact} exact items")
    place, width, words = _place_counters(exact, cover.most)
    if words > MOST_WORDS:
        raise Unsupported(f"a state needs {64 * words:,} bits, more than {64 * MOST_WORDS:,}")
    bits, steps = (np.zeros((len(cover.options), words), np.uint64) for _ in range(2))
    first = np.full(len(cover.options), exact, np.int64)
    for at, item in reversed(list(enumerate(order.tolist()))):
        bits[cover.exact[item], at // 64] |= _bit(at % 64)
        first[cover.exact[item]] = at
    unused = np.full((1, words), 0xFFFFFFFFFFFFFFFF, np.uint64)
    for at in range(exact):
        unused[0, at // 64] ^= _bit(at % 64)
    wide: list[tuple[int, int, int]] = []  # option, word, mask of the counter
    ends: list[tuple[int, int, int]] = []  # word, mask, least value within the word
    for item, options in enumerate(cover.bounded):
        word, shift, most = int(place[item]) // 64, int(place[item]) % 64, int(cover.most[item])
        full = (1 << int(width[item])) - 1
        unused[0, word] ^= np.uint64(most << shift)  # all ones less `most`
        if full == 1:
            bits[options, word] |= _bit(shift)
        else:
            steps[options, word] |= _bit(shift)
            wide += [(int(option), word, full << shift) for option in options]
        if cover.least[item] > 0:
            if cover.least[item] > most:
                raise Unsupported("a rule that cannot hold")
            ends.append((word, full << shift, (full - most + int(cover.least[item])) << shift))
    by_first = np.argsort(first, kind="stable")
    number = np.argsort(by_first)
    wide = sorted((int(number[option]), word, mask) for option, word, mask in wide)
    columns = Layout(
        exact=exact,
        first=np.searchsorted(first[by_first], np.arange(exact + 1)).astype(np.int64),
        adds=(bits | steps)[by_first],
        bits=bits[by_first],
        wide_starts=np.searchsorted([row[0] for row in wide], np.arange(len(first) + 1)).astype(np.int64),
        wide_words=np.array([row[1] for row in wide], np.int64),
        wide_masks=np.array([row[2] for row in wide], np.uint64),
        end_words=np.array([row[0] for row in ends], np.int64),
        end_masks=np.array([row[1] for row in ends], np.uint64),
        end_least=np.array([row[2] for row in ends], np.uint64),
    )
    return StateLayout(columns, unused, cover.options[by_first])


def _place_counters(start: int, most: Column) -> tuple[Column, Column, int]:
    """The lowest bit of each counter, its width, and how many words a state has. No counter crosses words."""
    width = np.array([int(number).bit_length() for number in most], np.int64)
    place = np.zeros(len(most), np.int64)
    at = start
    for item, bits in enumerate(width.tolist()):
        if at % 64 + bits > 64:
            at = -(-at // 64) * 64
        place[item] = at
        at += bits
    return place, width, max(-(-at // 64), 1)


def _bit(shift: int) -> np.uint64:
    return np.uint64(1 << shift)
