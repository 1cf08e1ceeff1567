"""The bits of a state: which items of an exact cover are covered, how often. Part of what a count rests on.

    exact items                            a bit each: 1 if it is covered
    bounded items, covered up to m times   a counter each, just wide enough for m, that starts at (all ones) - m: so it
                                           is full when it is all ones

Counters lie behind the exact items, each within one word; bits that nothing uses are 1. An option adds 1 to the counter
of each bounded item, and 1 at the bit of each exact item, so that it is one sum for each word; none carries over, since
an option is only added where its bits are 0 and its counters are not full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from backends.contract import Unsupported
from backends.count_certificates.stated_cover import StatedCover

MOST_WORDS = 16
Words = NDArray[np.uint64]
Column = NDArray[np.int64]


class StateLayout(NamedTuple):
    """exact: how many exact items there are, the bits 0, 1, ..; root: the state without any option, shape (1, words);
    adds: what an option adds to the state, shape (options, words); bits: those of it that must be 0 before;
    item_starts: the exact items of option p are items[i], i from item_starts[p] to item_starts[p + 1]; wide_starts: in
    the same way its counters that must not be full, wide_words and wide_masks; end_words, end_masks, end_least: what a
    counter must have reached at the end."""

    exact: int
    root: Words
    adds: Words
    bits: Words
    item_starts: Column
    items: Column
    wide_starts: Column
    wide_words: Column
    wide_masks: Words
    end_words: Column
    end_masks: Words
    end_least: Words


def lay_out(cover: StatedCover) -> StateLayout:
    """The layout. Raises Unsupported for states of more than MOST_WORDS words."""
    exact, options = len(cover.exact), len(cover.options)
    place, width, words = _place_counters(exact, cover.most)
    if words > MOST_WORDS:
        raise Unsupported(f"a state needs {64 * words:,} bits, more than {64 * MOST_WORDS:,}")
    bits, steps = (np.zeros((options, words), np.uint64) for _ in range(2))
    root = np.full((1, words), 0xFFFFFFFFFFFFFFFF, np.uint64)
    for item, covering in enumerate(cover.exact):
        bits[covering, item // 64] |= _bit(item % 64)
        root[0, item // 64] ^= _bit(item % 64)
    wide: list[tuple[int, int, int]] = []  # option, word, mask of the counter
    ends: list[tuple[int, int, int]] = []  # word, mask, least value within the word
    for item, covering in enumerate(cover.bounded):
        word, shift, most = int(place[item]) // 64, int(place[item]) % 64, int(cover.most[item])
        full = (1 << int(width[item])) - 1
        root[0, word] ^= np.uint64(most << shift)  # all ones less `most`
        if full == 1:
            bits[covering, word] |= _bit(shift)
        else:
            steps[covering, word] |= _bit(shift)
            wide += [(int(option), word, full << shift) for option in covering]
        if cover.least[item] > 0:
            ends.append((word, full << shift, (full - most + int(cover.least[item])) << shift))
    wide.sort()
    starts, items = _items_of_options(cover)
    return StateLayout(
        exact=exact,
        root=root,
        adds=bits | steps,
        bits=bits,
        item_starts=starts,
        items=items,
        wide_starts=np.searchsorted([row[0] for row in wide], np.arange(options + 1)).astype(np.int64),
        wide_words=np.array([row[1] for row in wide], np.int64),
        wide_masks=np.array([row[2] for row in wide], np.uint64),
        end_words=np.array([row[0] for row in ends], np.int64),
        end_masks=np.array([row[1] for row in ends], np.uint64),
        end_least=np.array([row[2] for row in ends], np.uint64),
    )


def _items_of_options(cover: StatedCover) -> tuple[Column, Column]:
    """Where the exact items of each option begin, and those items, option by option."""
    options = np.concatenate([np.zeros(0, np.int64), *cover.exact])
    items = np.repeat(np.arange(len(cover.exact)), [len(covering) for covering in cover.exact])
    starts = np.concatenate([[0], np.cumsum(np.bincount(options, minlength=len(cover.options)))])
    return starts.astype(np.int64), items[np.argsort(options, kind="stable")].astype(np.int64)


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
