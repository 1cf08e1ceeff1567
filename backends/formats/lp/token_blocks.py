"""The tokens of an LP file, a block of them after the other: in the cache, and in memory that is used again.

the text             tokens, with the numbers of names and the values of numbers in columns of their own
the parser's place   what it has not taken goes to the front of the next block
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileError
from backends.formats.lp import scanning_loops
from backends.formats.lp.parsing_loops import FREE, INFINITY, IS_BAD, IS_INFINITE, NO_WORD, Tokens
from backends.formats.lp.scanning_loops import END, ERROR, MORE, NAME, NUMBER, SECTION
from backends.formats.text.decimals import REASONS, read_decimals, write_out
from backends.formats.text.scanning import choose_loops, error_at, is_plain, text_for
from backends.formats.text.words import WordNumbers

Column: TypeAlias = NDArray[np.int64]
BLOCK = 1 << 14  # tokens; more where a statement is longer
SCAN_EXPECTED = {
    scanning_loops.STRANGE: "a name, a number, a sign or a side",
    scanning_loops.LONG_NAME: f"a name of at most {scanning_loops.LONGEST_NAME} letters",
    scanning_loops.ARROW: "rows without a condition; those with one (`->`) are not in the language",
    scanning_loops.NO_END: "End at the end of the file",
}


class TokenBlocks:
    """The tokens of a file. count: of those in the block; names: all names so far, words: what each may mean in Bounds;
    place: how far the text is scanned."""

    def __init__(self, content: bytes) -> None:
        self.content, self.names, self.count, self.place = content, WordNumbers(content), 0, 0
        self.words = np.zeros(len(self.names.starts), np.int8)
        self._loops, self._fresh, self._expected = choose_loops(len(content)), True, ""
        self._make_room(BLOCK if not self.is_plain else len(content) + 3)

    @property
    def is_plain(self) -> bool:
        """Do the loops run as Python, on lists?"""
        return is_plain(self._loops)

    @property
    def is_last(self) -> bool:
        """Does nothing come after this block?"""
        return self.count > 0 and self._kinds[self.count - 1] in (END, ERROR)

    @property
    def first_kind(self) -> int:
        """The kind of its first token."""
        return int(self._kinds[0])

    def _make_room(self, size: int) -> None:
        self._table = np.zeros((7, size), np.int64)
        self._kinds, self._starts, self._names, self._mantissas, self._exponents, self._flags, self._ends = self._table

    def columns(self) -> Tokens:
        """The block as `parsing_loops` takes it."""
        return (self._table.tolist(), self.words.tolist()) if self.is_plain else (self._table, self.words)

    def advance(self, taken: int) -> None:
        """The next block: the first tokens, so many, are taken, the others come again, and more after them."""
        kept, before = self.count - taken, self._table
        if 2 * kept >= len(self._kinds):
            self._make_room(2 * len(self._kinds))
        self._table[:, :kept] = before[:, taken : self.count]
        self._scan(kept)
        self._kinds[self.count] = MORE
        here = slice(kept, self.count)
        self._number_names(kept + np.flatnonzero(self._kinds[here] == NAME))
        self._read_numbers(kept + np.flatnonzero(self._kinds[here] == NUMBER))

    def _scan(self, kept: int) -> None:
        loops, scan = self._loops, scanning_loops.scan_tokens
        if not self.is_plain:
            from backends.formats.lp.reading_kernel import scan_tokens as scan
        tables = text_for(loops, scanning_loops.CLASSES), text_for(loops, scanning_loops.TITLES)
        columns = self._kinds, self._starts, self._ends
        self.count, error, self.place, self._fresh = scan(
            text_for(loops, self.content), *tables, self.place, self._fresh, columns, kept
        )
        self._expected = SCAN_EXPECTED.get(error, "")

    def _number_names(self, tokens: Column) -> None:
        names, known = self.names, self.names.count
        self._names[tokens] = names.number(self._starts[tokens], self._ends[tokens])
        if len(names.starts) > len(self.words):
            self.words = np.concatenate([self.words, np.zeros(len(names.starts) - len(self.words), np.int8)])
        starts, ends = names.starts[known : names.count], names.ends[known : names.count]
        lengths = ends - starts
        for name in np.flatnonzero((lengths == 3) | (lengths == 4) | (lengths == 8)).tolist():
            word = self.content[starts[name] : ends[name]].lower()
            meaning = FREE if word == b"free" else INFINITY if word in (b"inf", b"infinity") else NO_WORD
            self.words[known + name] = meaning

    def _read_numbers(self, tokens: Column) -> None:
        numbers = write_out(read_decimals(self.content, self._starts[tokens], self._ends[tokens]))
        self._mantissas[tokens], self._exponents[tokens] = numbers.mantissas, numbers.exponents
        bad = (numbers.kinds != 0) | numbers.beyond
        self._flags[tokens] = IS_BAD * bad | IS_INFINITE * numbers.infinite

    def error(self, token: int, expected: str) -> FileError:
        """The error at a token, or what stopped the scan there."""
        place = int(self._starts[token])
        if self._expected and token == self.count - 1:
            return error_at(self.content, min(place, len(self.content.rstrip())), self._expected)
        is_title = self._kinds[token] >= SECTION  # which may be two words
        return error_at(self.content, place, expected, int(self._ends[token]) if is_title else None)

    def number_error(self, token: int) -> FileError:
        """The error at a number that is none below 2^53."""
        here = np.array([token])
        kind = int(read_decimals(self.content, self._starts[here], self._ends[here]).kinds[0])
        return self.error(token, REASONS.get(kind, "a number below 2^53"))
