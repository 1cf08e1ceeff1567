"""The loops of the DIMACS writer: literals to text, compiled by numba, for processors whose lowest byte comes first.

    -123456   ->   "0012" "3456"  ->  "123456"  ->  "-123456 "      eight bytes, one number of 64 bits

A number is cut into fours of digits, whose text is looked up. Leading zeros are shifted out, blank and sign are put in,
and what comes of it is shifted into the next free bytes of a word, which is stored when it is full: no byte is written
by itself. Where each variable occurs many times, its text is made once (`make_texts`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosetta.foundation.jit import jit, jit_inlined

Word = np.uint64
FOURS = np.array([int.from_bytes(b"%04d" % four, "little") for four in range(10_000)], np.uint64)  # "0000" .. "9999"
NONE, ONE, BYTE, HALF, TEXT, FULL = Word(0), Word(1), Word(8), Word(32), Word(56), Word(64)  # bits
MINUS, SPACE, ZERO_LINE = Word(45), Word(32), Word(0x0A30)  # texts: "-", " ", "0" and a line end
SHORT = np.uint32(1_000_000)  # below it, the text of a literal fits into a word
TEN_THOUSAND = np.uint32(10_000)


@jit_inlined
def count_digits(number: np.uint32) -> int:
    """The number of digits of a number below `SHORT`; 1 of 0."""
    return (
        1 + int(number >= 10) + int(number >= 100) + int(number >= 1000) + int(number >= 10000) + int(number >= 100000)
    )


@jit_inlined
def eight_digits(number: np.uint32, fours: NDArray[np.uint64]) -> Word:
    """The text of a number below 10^8, with leading zeros."""
    high = number // TEN_THOUSAND
    text: Word = fours[high] | (fours[number - high * TEN_THOUSAND] << HALF)
    return text


@jit
def write_literals(literals: NDArray[np.int32], fours: NDArray[np.uint64], out: NDArray[np.uint64]) -> int:
    """Write each literal followed by a space, each 0 by a line end; returns the number of bytes.

    fours: see `FOURS`; out: room for 12 bytes per literal, and one word more.
    """
    end, word, used = 0, NONE, NONE  # used: bits of the word
    for literal in literals:
        number = np.uint32(abs(np.int64(literal)))
        if literal == 0:
            text, bits = ZERO_LINE, BYTE + BYTE
        else:
            head = number
            if number >= SHORT:
                head = number // SHORT
            digits = BYTE * Word(count_digits(head))
            text, bits = eight_digits(head, fours) >> (FULL - digits), digits
            if number < SHORT:
                text |= SPACE << digits
                bits += BYTE
            if literal < 0:
                text = (text << BYTE) | MINUS
                bits += BYTE
            if number >= SHORT:  # sign and head now, then six digits and a space
                word |= text << used
                used += bits
                if used >= FULL:
                    out[end] = word
                    end += 1
                    used -= FULL
                    word = text >> (bits - used) if used > NONE else NONE
                text = (eight_digits(number - head * SHORT, fours) >> (BYTE + BYTE)) | (SPACE << (FULL - BYTE - BYTE))
                bits = FULL - BYTE
        word |= text << used
        used += bits
        if used >= FULL:
            out[end] = word
            end += 1
            used -= FULL
            word = text >> (bits - used) if used > NONE else NONE
    out[end] = word
    return 8 * end + int(used // BYTE)


@jit
def make_texts(fours: NDArray[np.uint64], texts: NDArray[np.uint64]) -> None:
    """The text of each variable below `SHORT`, with a space, its bits in the highest byte; entry 0 ends a clause."""
    for variable in range(len(texts)):
        number = np.uint32(variable)
        digits = BYTE * Word(count_digits(number))
        text = (eight_digits(number, fours) >> (FULL - digits)) | (SPACE << digits)
        texts[variable] = text | ((digits + BYTE) << TEXT)
    texts[0] = ZERO_LINE | ((BYTE + BYTE) << TEXT)


@jit
def join_texts(literals: NDArray[np.int32], texts: NDArray[np.uint64], out: NDArray[np.uint64]) -> int:
    """As `write_literals`, from the texts of the variables; out: room for 8 bytes per literal, and one word more."""
    end, word, used = 0, NONE, NONE
    for literal in literals:
        known = texts[np.uint32(abs(literal))]
        text, bits = known & ((ONE << TEXT) - ONE), known >> TEXT
        if literal < 0:
            text = (text << BYTE) | MINUS
            bits += BYTE
        word |= text << used
        used += bits
        if used >= FULL:
            out[end] = word
            end += 1
            used -= FULL
            word = text >> (bits - used) if used > NONE else NONE
    out[end] = word
    return 8 * end + int(used // BYTE)
