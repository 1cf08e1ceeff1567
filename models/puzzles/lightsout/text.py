"""The plain text format of Lights Out: a board as a person would draw it, any other graph as lists of neighbours.

    3 4              rows, columns (one number for a square)        4                how many vertices
    torus            the kind of board, unless it is `grid`         graph            or `digraph`: arcs one way
    colours 3        unless 2                                       names ["a", "b", "c", "d"]       unless numbers
    rule open        unless closed                                  1 0 : 1 2        state at the start, state at the
    112.             the states at the start, `.` is 0              1 0 : 0 2        end, neighbours by number from 0
    ....                                                            1 0 : 0 1 3
    1..1                                                            0 0 : 2
    target           and at the end, unless all are 0
    ....             With more than ten colours the states stand        cells 2 2        the vertices are the cells of
    .1..             apart: `11 0 3 12`.                                                 a board, joined as told below
    ....

Blank lines and lines that begin with `#` are skipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from models.puzzles.boards import check_cells
from models.puzzles.contract import InputError
from models.puzzles.graphs.graph import Graph, Ints, Layout, Name, graph
from models.puzzles.graphs.names import name_from_json
from models.puzzles.lightsout.boards import KINDS, board
from models.puzzles.lightsout.instance import MOST_COLOURS, LightsOut
from models.puzzles.lightsout.toggling import RULES

HERE = "lightsout, plain text"

Line = tuple[int, str]


def read(text: str) -> LightsOut:
    """The instance of a text. Raises InputError."""
    every = ((i, line.strip()) for i, line in enumerate(text.splitlines(), 1))
    lines = [(i, line) for i, line in every if line and line[0] != "#"]
    if not lines:
        raise InputError(f"{HERE}: expected a line `H W` (rows, columns), found no text")
    size = _size(*lines[0])
    settings, rest = _settings(lines[1:])
    if "digraph" in settings or "graph" in settings:
        return _read_graph(size[0], lines[0], settings, rest)
    return _read_board(size, settings, rest)


def _read_graph(n: int, first: Line, settings: dict[str, Line], lines: list[Line]) -> LightsOut:
    """Any graph, by the neighbours of its n vertices, of which the first line says how many."""
    number, line = first
    if re.search(r"\s", line):
        raise InputError(f"{HERE}, line {number}: expected the number of vertices, found {line[:40]!r}")
    names = _names(settings["names"]) if "names" in settings else None
    rule, colours = _rule(settings), _colours(settings)
    g, start, target = _read_vertices(n, "digraph" in settings, names, colours, lines)
    return LightsOut(_matrix_board(settings["cells"], g) if "cells" in settings else g, rule, colours, start, target)


def _read_board(size: tuple[int, int], settings: dict[str, Line], lines: list[Line]) -> LightsOut:
    """A board as a person would draw it."""
    height, width = size
    kinds = [kind for kind in KINDS if kind in settings]
    if len(kinds) > 1 or "names" in settings or "cells" in settings:
        raise InputError(
            f"{HERE}: expected one kind of board, no names and no cells; found {', '.join(sorted(settings))}"
        )
    g, colours = board(kinds[0] if kinds else "grid", height, width), _colours(settings)
    if len(lines) not in (height, 2 * height + 1) or (len(lines) > height and lines[height][1] != "target"):
        raise InputError(
            f"{HERE}: expected {height} rows of states, or twice as many with a line `target` between them, "
            f"found {len(lines)} lines"
        )
    start = np.array([_cells(*line, width, colours) for line in lines[:height]], np.int64).ravel()
    goal = np.array([_cells(*line, width, colours) for line in lines[height + 1 :]], np.int64).ravel()
    return LightsOut(g, _rule(settings), colours, start, goal if len(goal) else np.zeros_like(start))


def write(p: LightsOut) -> str:
    """The instance in the layout of the picture above."""
    settings = [f"colours {p.colours}"] * (p.colours != 2) + [f"rule {p.rule}"] * (p.rule != RULES[0])
    layout = p.graph.layout
    lines = _write_board(p, layout, settings) if layout and layout.kind in KINDS else _write_graph(p, settings)
    return "\n".join(lines) + "\n"


def _write_board(p: LightsOut, layout: Layout, settings: list[str]) -> list[str]:
    kind, height, width = layout.kind, layout.rows, layout.cols
    head = [str(height) if height == width else f"{height} {width}", *[kind] * (kind != "grid"), *settings]
    goal = ["target", *_rows(p.target, width, p.colours)] if p.target.any() else []
    return [*head, *_rows(p.start, width, p.colours), *goal]


def _write_graph(p: LightsOut, settings: list[str]) -> list[str]:
    g = p.graph
    head = [str(len(g)), "digraph" if g.directed else "graph", *settings]
    head += [f"names {json.dumps(g.names, ensure_ascii=True)}"] if g.names is not None else []
    head += [f"cells {g.layout.rows} {g.layout.cols}"] if g.layout is not None else []
    heads, ends = g.heads.tolist(), g.starts.tolist()
    states = zip(p.start.tolist(), p.target.tolist(), ends, ends[1:], strict=False)
    return [*head, *(" ".join([str(now), str(then), ":", *map(str, heads[a:b])]) for now, then, a, b in states)]


def _rows(states: Ints, width: int, colours: int) -> Iterator[str]:
    for row in states.reshape(-1, width).tolist():
        words = [str(state) if state else "." for state in row]
        yield "".join(words) if colours <= 10 else " ".join(words)


def _size(number: int, line: str) -> tuple[int, int]:
    size = re.fullmatch(r"([0-9]+)(?:\s+([0-9]+))?", line)
    if size is None:
        raise InputError(f"{HERE}, line {number}: expected `S` or `H W` (rows, columns), found {line[:40]!r}")
    height, width = int(size[1][:9]), int((size[2] or size[1])[:9])
    check_cells(f"{HERE}, line {number}", height, f"{height:,}", "rows or vertices")
    return height, width


def _settings(lines: list[Line]) -> tuple[dict[str, Line], list[Line]]:
    """The lines that begin with a word, by that word, up to the first that does not; and the lines after them."""
    settings: dict[str, Line] = {}
    for i, (number, line) in enumerate(lines):
        word, _, rest = line.partition(" ")
        if not word.isalpha() or word == "target":
            return settings, lines[i:]
        alone = word in ("graph", "digraph", *KINDS)
        if word in settings or (not alone and word not in ("colours", "rule", "names", "cells")) or (alone and rest):
            expected = f"{', '.join(KINDS)}, graph, digraph, colours K, rule closed|open, names [...], cells H W"
            raise InputError(f"{HERE}, line {number}: expected states, or once each {expected}; found {line[:40]!r}")
        settings[word] = (number, rest.strip())
    return settings, []


def _rule(settings: dict[str, Line]) -> str:
    number, rule = settings.get("rule", (0, RULES[0]))
    if rule not in RULES:
        raise InputError(f"{HERE}, line {number}: expected a rule {' or '.join(RULES)}, found {rule[:40]!r}")
    return rule


def _colours(settings: dict[str, Line]) -> int:
    number, colours = settings.get("colours", (0, "2"))
    if not re.fullmatch(r"[0-9]{1,3}", colours) or not 2 <= int(colours) <= MOST_COLOURS:
        raise InputError(f"{HERE}, line {number}: expected 2 to {MOST_COLOURS} colours, found {colours[:40]!r}")
    return int(colours)


def _matrix_board(line: Line, g: Graph) -> Graph:
    """The graph with its vertices as the cells of a board."""
    size = _size(*line)
    if size[0] * size[1] != len(g) or g.names is not None:
        raise InputError(f"{HERE}, line {line[0]}: expected {len(g)} cells without names, found {size[0]}x{size[1]}")
    return replace(g, layout=Layout("matrix", *size))


def _names(line: Line) -> list[Name]:
    try:
        names = json.loads(line[1])
        if isinstance(names, list):
            return [name_from_json(name) for name in names]
    except (ValueError, RecursionError) as error:
        raise InputError(f"{HERE}, line {line[0]}: expected names as a JSON list: {error}") from None
    raise InputError(f"{HERE}, line {line[0]}: expected names as a JSON list, found {line[1][:40]!r}")


def _cells(number: int, line: str, width: int, colours: int) -> list[int]:
    words = line.split() if colours > 10 else list(line.replace(" ", ""))
    if len(words) != width:
        raise InputError(f"{HERE}, line {number}: expected {width} states, found {len(words)}: {line[:40]!r}")
    return [_state(number, word, colours) for word in words]


def _state(number: int, word: str, colours: int) -> int:
    if word != "." and not (re.fullmatch(r"[0-9]{1,3}", word) and int(word) < colours):
        raise InputError(f"{HERE}, line {number}: expected a state 0..{colours - 1} or `.`, found {word[:40]!r}")
    return 0 if word == "." else int(word)


def _read_vertices(
    n: int, directed: bool, names: list[Name] | None, colours: int, lines: list[Line]
) -> tuple[Graph, Ints, Ints]:
    """A graph from one line per vertex, and the states at the start and at the end."""
    if len(lines) != n:
        raise InputError(f"{HERE}: expected {n} lines `START END : NEIGHBOURS`, one per vertex, found {len(lines)}")
    states = np.zeros((2, n), np.int64)
    tails: list[int] = []
    heads: list[int] = []
    for v, (number, line) in enumerate(lines):
        before, colon, after = line.partition(":")
        words, arcs = before.split(), after.split()
        if len(words) != 2 or not colon:
            raise InputError(f"{HERE}, line {number}: expected `START END : NEIGHBOURS`, found {line[:40]!r}")
        states[:, v] = [_state(number, word, colours) for word in words]
        for word in arcs:
            if not re.fullmatch(r"[0-9]{1,9}", word) or int(word) >= n:
                raise InputError(f"{HERE}, line {number}: expected neighbours 0..{n - 1}, found {word[:40]!r}")
        tails += [v] * len(arcs)
        heads += map(int, arcs)
    g = graph(n, tails, heads, directed=True, names=names)
    return g if directed else _without_arrows(g), states[0], states[1]


def _without_arrows(g: Graph) -> Graph:
    """The graph without directions. Raises InputError where an arc is not there both ways."""
    n = len(g)
    there, back = np.sort(g.tails * n + g.heads), np.sort(g.heads * n + g.tails)
    if (there != back).any():
        v, w = divmod(int(there[there != back][0]), n)
        raise InputError(f"{HERE}: {v} has {w} as a neighbour, but not the other way round; write `digraph`")
    return Graph(g.starts, g.heads, False, None, g.names)
