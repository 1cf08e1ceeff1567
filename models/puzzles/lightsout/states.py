"""The states of the lamps as a person types them, in `--lit` and `--target`, and as an ID encodes them.

all, none           every lamp in state 1, or in state 0
random              (start only) the target with random presses undone, so that there is a solution
0:3,2:1             on a board, row:column from 0
0,5,7               the vertices of a named graph
a,b,c               those of a file, by its names; @FILE has one name per line, for names with commas
a=2,b               with more than two colours, the state after `=`; 1 where there is none
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import numpy as np

from models.neutral.wording.word_columns import describe_vertex
from models.puzzles.contract import InputError
from models.puzzles.graphs.graph import Graph, Ints, Name
from models.puzzles.graphs.names import word_of

MOST_BYTES = 50_000_000
MOST_LISTED = 40  # vertices that an ID lists; for more it has the hash


def check_text(text: str) -> str:
    """What a person typed, unless it is blank: reading it needs the graph. Raises InputError."""
    if not text.strip():
        raise InputError("expected all, none, vertices separated by commas, or @FILE; found nothing")
    return text


def read_states(option: str, text: str | Mapping[int, int], g: Graph, colours: int) -> Ints:
    """The state of each lamp, shape (n,), from a text or from states by vertex number. option: `--lit` or `--target`,
    for messages. Raises InputError."""
    if not isinstance(text, str):
        states = np.zeros(len(g), np.int64)
        states[list(text)] = list(text.values())
        return states
    if text in ("all", "none"):
        return np.full(len(g), int(text == "all"), np.int64)
    words = _read_lines(option, text[1:]) if text.startswith("@") else [word.strip() for word in text.split(",")]
    states, find = np.zeros(len(g), np.int64), VertexFinder(g)
    for word in words:
        vertex, state = find(word), 1
        if vertex is None and colours > 2 and "=" in word:
            name, _, number = word.rpartition("=")
            vertex = find(name.strip())
            if not re.fullmatch(r"[0-9]{1,3}", number.strip()) or not 0 < int(number) < colours:
                raise InputError(f"{option}: expected a state from 1 to {colours - 1} after `=`, found '{word[:60]}'")
            state = int(number)
        if vertex is None:
            raise InputError(
                f"{option}: expected all, none{_or_random(option)}, or {_describe_vertices(g)}; found '{word[:60]}'"
            )
        if states[vertex]:
            raise InputError(f"{option}: '{word[:60]}' is given twice")
        states[vertex] = state
    return states


def _or_random(option: str) -> str:
    return ", random" if option == "--lit" else ""


def _describe_vertices(g: Graph) -> str:
    """The valid vertices, in words."""
    if g.layout is not None:
        return f"cells of the {g.layout.rows}x{g.layout.cols} board as row:column from 0, such as 0:0,1:2"
    if g.names is None:
        return f"vertices from 0 to {len(g) - 1}, such as 0,1"
    some = ", ".join(describe_vertex(word_of(name)) for name in g.names[:5])
    return f"names of vertices ({some}{', ...' if len(g) > 5 else ''})"


def _read_lines(option: str, name: str) -> list[str]:
    """The lines of a file of names. Raises InputError."""
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise InputError(f"{option}: file {name}: expected at most {MOST_BYTES:,} bytes, found more")
        return [line for line in content.decode("utf-8-sig").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise InputError(f"{option}: file {name[:100]}: cannot be read ({reason})") from None


class VertexFinder:
    """Finds the vertex that a word denotes, None if there is none: `VertexFinder(g)("0:3")`."""

    def __init__(self, g: Graph) -> None:
        self.g = g
        self.numbers: dict[str, int] = {}
        for number, name in enumerate(g.names or ()):
            self.numbers[word_of(name)] = -1 if word_of(name) in self.numbers else number

    def __call__(self, word: str) -> int | None:
        if self.g.layout is not None:
            cell = re.fullmatch(r"([0-9]{1,9}):([0-9]{1,9})", word)
            if not cell or int(cell[1]) >= self.g.layout.rows or int(cell[2]) >= self.g.layout.cols:
                return None
            return int(cell[1]) * self.g.layout.cols + int(cell[2])
        if self.g.names is None:
            return int(word) if re.fullmatch(r"[0-9]{1,9}", word) and int(word) < len(self.g) else None
        number = self.numbers.get(word)
        if number == -1:
            raise InputError(f"'{word[:60]}' is the name of two vertices, once as a number and once as a text")
        return number


def format_states(states: Ints, names: Iterable[Name]) -> str:
    """The states in the syntax of `--lit`, where that is possible and short enough for an ID; else their hash."""
    if not states.any() or (states == 1).all():
        return "all" if states.all() else "none"
    lit = np.flatnonzero(states)
    if len(lit) <= MOST_LISTED:
        every = dict(zip(range(len(states)), names, strict=True))
        words = [word_of(every[v]) + (f"={states[v]}" if states[v] > 1 else "") for v in lit.tolist()]
        if all(re.fullmatch(r"[\w.:=-]+", word) and not word.startswith("-") for word in words):
            return ",".join(words)
    return f"sha256:{sha256(states.astype('<i8').tobytes()).hexdigest()[:16]}"
