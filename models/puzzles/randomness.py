"""One stream of random numbers, defined bit by bit, so that a seed gives the same puzzle on every machine, for ever.

Neither numpy nor networkx promises that a new version draws the same values; the raw words of a bit generator are
another matter. The stream is PCG64 (PCG XSL-RR 128/64, O'Neill 2014):

    h     = SHA-256 of the text "puzzle:purpose:size:seed" in UTF-8
    state = first 16 bytes of h, inc = last 16 bytes of h with the lowest bit set to 1, both big-endian
    word: state <- (state * 0x2360ED051FC65DA44385DF649FCCF645 + inc) mod 2^128,
          then the 64-bit word (state >> 64 xor state) rotated right by state >> 122

`number_below(n)` is the next word r with r < 2^64 - (2^64 mod n), modulo n. `order(n)` sorts 0..n-1 by the next n words
(equal words keep their order). Everything random in a puzzle is built from these two.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

WORDS = 2**64
BUFFER = 1024


class Stream:
    """The words of one text, in order. `Stream("tents", "board", "20x30", 7)`: the same numbers every time."""

    def __init__(self, puzzle: str, purpose: str, size: str, seed: int) -> None:
        digest = hashlib.sha256(f"{puzzle}:{purpose}:{size}:{seed}".encode()).digest()
        state, inc = int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:], "big") | 1
        self._bits = np.random.PCG64(0)  # its own seeding is overwritten by ours
        self._bits.state = {
            "bit_generator": "PCG64",
            "state": {"state": state, "inc": inc},
            "has_uint32": 0,
            "uinteger": 0,
        }
        self._buffer: list[int] = []

    def words(self, n: int) -> NDArray[np.uint64]:
        """The next n words."""
        held = self._buffer[-n:][::-1] if n else []
        del self._buffer[len(self._buffer) - len(held) :]
        fresh = np.asarray(self._bits.random_raw(n - len(held)), np.uint64)
        return np.concatenate([np.array(held, np.uint64), fresh])

    def number_below(self, n: int) -> int:
        """A number 0..n-1, each equally likely."""
        if not 1 <= n <= WORDS:
            raise ValueError(f"below: expected 1..2^64, found {n}")
        limit = WORDS - WORDS % n
        while True:
            if not self._buffer:
                self._buffer = [int(word) for word in self._bits.random_raw(BUFFER)][::-1]
            word = self._buffer.pop()
            if word < limit:
                return word % n

    def order(self, n: int) -> NDArray[np.int64]:
        """The numbers 0..n-1 in random order."""
        return np.argsort(self.words(n), kind="stable").astype(np.int64)
