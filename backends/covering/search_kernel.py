"""The search for exact covers, compiled by numba (see `search`). Imported when first used.

A node of the search is a list of the options that are still possible and a mask of the items still open. How many
options each item has is found for 64 items at once: the masks of the options are added as columns of bits,

    ones twos fours ..   bit b of these is the binary number of options that cover item b
    a, b, c -> sum  a ^ b ^ c,  carry  a & b | c & (a ^ b)                (a full adder, 64 of them)

four options at a time (carry-save addition, Wallace 1964). Counts of 64 and more are alike: such items are not chosen
while there are others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.compiled import compiled, is_compiled

Words = NDArray[np.uint64]
Numbers = NDArray[np.int32]
Choices = NDArray[np.uint32]  # numba asks of a signed index whether it counts from the end
Column = NDArray[np.int64]

ENDED, FULL, PAUSED, NO_ROOM = 0, 1, 2, 3  # no more covers; the batch is full; the work is done; `lists` is too short
LEVEL, COUNT = 0, 1  # of `state`
ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)
DIGITS = 7  # binary digits of a count; the last one means "64 or more"


@compiled
def count_options(masks: Words, w: int, options: Choices, digits: Words) -> None:
    """digits[:, w]: how many of the options cover each item of word w."""
    row = masks[w]
    zero = np.uint64(0)
    c0, c1, c2, c3, c4, c5, c6 = zero, zero, zero, zero, zero, zero, zero
    n = len(options)
    for quarter in range((n + 3) // 4):
        at = np.uint64(4 * quarter)
        a, b, c, d = row[options[at]], zero, zero, zero
        if 4 * quarter + 3 < n:
            b, c, d = row[options[at + ONE]], row[options[at + TWO]], row[options[at + THREE]]
        else:
            if 4 * quarter + 1 < n:
                b = row[options[at + ONE]]
            if 4 * quarter + 2 < n:
                c = row[options[at + TWO]]
        t = c0 ^ a
        two_a = (c0 & a) | (b & t)
        c0 = t ^ b
        t = c0 ^ c
        two_b = (c0 & c) | (d & t)
        c0 = t ^ d
        t = c1 ^ two_a
        carry = (c1 & two_a) | (two_b & t)
        c1 = t ^ two_b
        t = c2 & carry
        c2 ^= carry
        carry = c3 & t
        c3 ^= t
        t = c4 & carry
        c4 ^= carry
        carry = c5 & t
        c5 ^= t
        c6 |= carry
    digits[0, w], digits[1, w], digits[2, w], digits[3, w] = c0, c1, c2, c3
    digits[4, w], digits[5, w], digits[6, w] = c4, c5, c6


@compiled
def pick(masks: Words, options: Choices, wanted: Words, digits: Words, left: Words) -> int:
    """The word of the open item with the fewest options, its bit in left[word]; -1 if an item has none.

    wanted: the open items that must be covered, shape (words,); left: scratch of that shape.
    """
    words = len(wanted)
    for w in range(words):
        left[w] = wanted[w]
        if wanted[w] != 0:
            count_options(masks, w, options, digits)
            some = digits[0, w]
            for k in range(1, DIGITS):
                some |= digits[k, w]
            if wanted[w] & ~some != 0:
                return -1
    for k in range(DIGITS - 1, -1, -1):
        fewer = False
        for w in range(words):
            if left[w] & ~digits[k, w] != 0:
                fewer = True
                break
        if fewer:
            for w in range(words):
                left[w] &= ~digits[k, w]
    for w in range(words):
        if left[w] != 0:
            left[w] &= ~left[w] + np.uint64(1)
            return w
    return -1


@compiled
def remaining(masks: Words, chosen: np.uint32, options: Choices, out: Choices) -> int:
    """Write the options that share no item with the chosen one to `out`; returns how many."""
    n, source, w, words = len(options), options, 0, len(masks)
    while w < words:
        v = w + 1  # two words at a time, those that the option has items in
        while v < words and masks[v, chosen] == 0:
            v += 1
        if masks[w, chosen] != 0:
            kept, bits, row = 0, masks[w, chosen], masks[w]
            if v < words:
                more, other = masks[v, chosen], masks[v]
                for at in range(n):
                    option = source[np.uint64(at)]
                    out[np.uint64(kept)] = option
                    kept += int((row[option] & bits) | (other[option] & more) == 0)
                v += 1
            else:
                for at in range(n):
                    option = source[np.uint64(at)]
                    out[np.uint64(kept)] = option
                    kept += int(row[option] & bits == 0)
            n, source = kept, out
        w = v
    return n


@compiled
def search(
    masks: Words,
    wanted: Words,
    state: Column,
    ends: Column,
    cursors: Column,
    words: Column,
    bits: Words,
    path: Numbers,
    lists: Choices,
    digits: Words,
    left: Words,
    found: Numbers,
    most: int,
    keep: bool,
    work: int,
) -> int:
    """Go on with the search, from `state` to `state`; why it stops is one of ENDED, FULL, PAUSED, NO_ROOM.

    Level d chooses an option path[d] for the item bits[d] of word words[d] out of lists[ends[d]:ends[d + 1]], where
    wanted[d] is open; cursors[d] is where in `lists` to look for the next. Covers go to found[:state[COUNT]], filled
    up with -1, up to `most` of them; where not `keep`, they are only counted. work: words to be looked at.
    """
    level, count, needed = state[LEVEL], state[COUNT], wanted.shape[1]
    reason = ENDED
    while level >= 0:
        if work <= 0:
            reason = PAUSED
            break
        at, end, row, bit = cursors[level], ends[level + 1], masks[words[level]], bits[level]
        while at < end and row[lists[at]] & bit == 0:
            at += 1
        work -= at - cursors[level]
        if at == end:
            level -= 1
            continue
        if end + end - ends[level] > len(lists):
            reason = NO_ROOM
            break
        chosen = lists[at]
        path[level], cursors[level] = chosen, at + 1
        still_open = False
        for w in range(needed):
            wanted[level + 1, w] = wanted[level, w] & ~masks[w, chosen]
            still_open |= wanted[level + 1, w] != 0
        if not still_open:
            if keep:
                found[count, : level + 1] = path[: level + 1]
                found[count, level + 1 :] = -1
            count += 1
            if count == most:
                reason = FULL
                break
            continue
        kept = remaining(masks, chosen, lists[ends[level] : end], lists[end:])
        word = pick(masks, lists[end : end + kept], wanted[level + 1], digits, left)
        work -= (end - ends[level]) + needed * (kept + DIGITS)
        if word >= 0:
            level += 1
            ends[level + 1], cursors[level] = end + kept, end
            words[level], bits[level] = word, left[word]
    state[LEVEL], state[COUNT] = level, count
    return reason


COMPILED = is_compiled(search)
