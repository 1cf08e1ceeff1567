"""Lights Out drawn as text: boards as cells, other graphs as a list of vertices with their neighbours.

    o x .      . a lamp that is off, o one that is on          . 'a' - 'b'
    x X x      x press a lamp that is off, X one that is on    X 'b' - 'a' 'c'
    . x o                                                      o 'c' - 'b' itself

With more than two colours a cell is its state and, behind a +, how often it is pressed: `1+2`. The cells of a board of
kind hex stand between those of the row above. If not all lamps should be off at the end, the target stands below.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from models.puzzles.boards import SPACED
from models.puzzles.graphs.graph import Ints
from models.puzzles.labelled import Grid, Marks, draw_labelled

if TYPE_CHECKING:
    from models.puzzles.lightsout.instance import LightsOut

MOST_LISTED = 60  # graphs up to so many vertices are listed one by one
MOST_NEIGHBOURS, MOST_PRESSES = 12, 500
OFF, ON, PRESS_OFF, PRESS_ON, ONE, OTHER = ".oxXAB"
NONE = "-"
PLAIN, BROKEN = "\x1b[0m", "\x1b[1;97;41m"  # a lamp that does not end as it should
COLOURS = {
    OFF: "\x1b[2m",
    ON: "\x1b[93m",
    PRESS_OFF: "\x1b[1;96m",
    PRESS_ON: "\x1b[1;93;44m",
    NONE: "\x1b[2m",
    ONE: "\x1b[1;95m",
    OTHER: "\x1b[1;96m",
}
LEGEND = f"{ONE}: pressed in this answer only, {OTHER}: in the other only"
LEGEND_MORE = "a/b: pressed a times in this answer, b times in the other"
Presses = Iterable[Any] | None


def draw_text(
    p: LightsOut,
    answer: Presses = None,
    *,
    colour: bool = False,
    second: Presses = None,
    empty: Iterable[Any] | None = None,
) -> str:
    """The instance as text. In colour, lamps that do not end as they should are white on red.

    second: another answer; where they differ, A and B say whose press it is (a/b how many, with more than two colours).
    empty: vertices known not to be pressed: `-` for a lamp that is off, `o-` (`2-`) for one that is on.
    """
    presses = press_counts(p, answer)
    others = presses if second is None else press_counts(p, second)
    wrong = np.zeros(len(p), np.bool_)
    if colour and answer is not None:
        wrong = (p.start + p.lamp_changes(presses)) % p.colours != p.target
    words, number = _vertex_words(p, presses, others), p.number_lookup()
    _note_unpressed(words, map(number, empty or ()))
    draw = _board if p.layout is not None else _vertices if len(p) <= MOST_LISTED else _summary
    lines = draw(p, words, wrong, colour, presses)
    if not np.array_equal(presses, others):
        lines.append(f"({LEGEND if p.colours == 2 else LEGEND_MORE})")
    return "\n".join(line.rstrip() for line in lines)


def grids(p: LightsOut, answer: Presses, empty: Iterable[Any] | None) -> tuple[Grid, ...]:
    """A board, to be drawn with labels; () for another graph, and where the target is not off: it stands below."""
    if p.layout is None or p.target.any():
        return ()
    presses, number = press_counts(p, answer), p.number_lookup()
    words, cols = _vertex_words(p, presses, presses), p.layout.cols
    _note_unpressed(words, map(number, empty or ()))
    rows = [words[row * cols : (row + 1) * cols] for row in range(p.layout.rows)]
    return (Grid(rows, slanted=p.layout.kind == "hex"),)


def draw_marked(p: LightsOut, cells: Iterable[Any]) -> str:
    """The board or graph as it is at the start, with these vertices in brackets: `<o>`."""
    marked, number = set(cells), p.number_lookup()
    labelled = draw_labelled(grids(p, None, ()), Marks(used=frozenset(marked)))
    if labelled:
        return labelled
    numbers = sorted(v for v in map(number, marked) if v is not None)
    presses = np.zeros(len(p), np.int64)
    words = [f" {word} " for word in _vertex_words(p, presses, presses)]
    for v in numbers:
        words[v] = f"<{words[v].strip()}>"
    if p.layout is None and len(p) > MOST_LISTED:
        names = ", ".join(_short_name(p.describe_vertex(v)) for v in numbers[:MOST_PRESSES])
        return "\n".join([*_summary(p, words, None, False, presses), *textwrap.wrap(f"marked: {names}", 100)])
    draw = _vertices if p.layout is None else _board
    return "\n".join(line.rstrip() for line in draw(p, words, np.zeros(len(p), np.bool_), False, presses))


def legend(p: LightsOut) -> str:
    """What the signs of a drawing with presses mean."""
    if p.layout is None and len(p) > MOST_LISTED:  # which `_summary` puts into words
        return "x2 means: 2 times" if p.colours > 2 else ""
    if p.colours == 2:
        return f"{OFF} lamp off, {ON} lamp on; press {PRESS_OFF} where it is off, {PRESS_ON} where it is on"
    last = p.colours - 1
    return (
        f"a number is the state of a lamp at the start, {OFF} is 0; +2 means: press it 2 times. A press moves a lamp "
        f"on by 1, from {last} to 0"
    )


def _note_unpressed(words: list[str], vertices: Iterable[int | None]) -> None:
    """Write into the words of the vertices that these are not pressed; a lamp that is on stays to be seen."""
    for vertex in vertices:
        if vertex is not None:
            words[vertex] = NONE if words[vertex] == OFF else words[vertex] + NONE


def press_counts(p: LightsOut, answer: Presses) -> Ints:
    """How often each vertex is pressed, (n,). Presses of unknown vertices are ignored."""
    presses, number = np.zeros(len(p), np.int64), p.number_lookup()
    for press in answer or ():
        name, times = (press, 1) if p.colours == 2 else press
        vertex = number(name)
        if vertex is not None:
            presses[vertex] = times % p.colours
    return presses


def _vertex_words(p: LightsOut, presses: Ints, others: Ints) -> list[str]:
    """The text of each vertex."""
    if p.colours == 2:
        letters = np.array([OFF, ON, PRESS_OFF, PRESS_ON])[p.start + 2 * presses]
        letters = np.where(presses > others, ONE, np.where(presses < others, OTHER, letters))
        return list(letters.tolist())
    return [
        (str(state) if state else OFF) + (f"+{a}" if a == b and a else f"+{a}/{b}" if a != b else "")
        for state, a, b in zip(p.start.tolist(), presses.tolist(), others.tolist(), strict=True)
    ]


def _paint(word: str, wrong: bool, colour: bool, width: int = 0) -> str:
    padded = word.ljust(width)
    if not colour:
        return padded
    style = BROKEN if wrong else COLOURS.get(word, COLOURS[PRESS_OFF] if "+" in word else COLOURS[ON])
    return f"{style}{word}{PLAIN}{padded[len(word) :]}"


def _board(p: LightsOut, words: list[str], wrong: Any, colour: bool, presses: Ints) -> list[str]:
    layout = p.layout
    assert layout is not None
    lines = _rows(words, wrong.tolist(), colour, layout.cols, layout.kind == "hex")
    if p.target.any():
        goal = [str(state) if p.colours > 2 and state else (ON if state else OFF) for state in p.target.tolist()]
        lines += ["at the end:", *_rows(goal, [False] * len(p), colour, layout.cols, layout.kind == "hex")]
    return lines


def _rows(words: list[str], wrong: list[bool], colour: bool, cols: int, shifted: bool) -> list[str]:
    width = max(map(len, words))
    gap = " " if cols <= SPACED or width > 1 else ""
    cells = words  # a million of them are drawn at once where none needs colour or padding
    if colour or width > 1:
        cells = [_paint(word, bad, colour, width) for word, bad in zip(words, wrong, strict=True)]
    shift = (width + len(gap)) / 2 if shifted else 0
    return [
        " " * round(shift * row) + gap.join(cells[row * cols : (row + 1) * cols]) for row in range(len(words) // cols)
    ]


def _vertices(p: LightsOut, words: list[str], wrong: Any, colour: bool, presses: Ints) -> list[str]:
    """A line per vertex: its state, its name, the vertices it toggles besides itself under the closed rule."""
    goal = [f">{state}" for state in p.target.tolist()] if p.target.any() else [""] * len(p)
    wide, arrow, lines = max(map(len, words)), "->" if p.graph.directed else "-", []
    for v, word in enumerate(words):
        toggled = p.toggled[p.starts[v] : p.starts[v + 1]].tolist()
        times = p.times[p.starts[v] : p.starts[v + 1]].tolist()
        steps = {w: f" x{step}" if step > 1 else "" for w, step in zip(toggled, times, strict=True)}
        near = _neighbour_words(p, v, steps)
        names = near[:MOST_NEIGHBOURS] + [f"and {len(near) - MOST_NEIGHBOURS} more"] * (len(near) > MOST_NEIGHBOURS)
        line = f"{_paint(word, wrong[v], colour, wide)}{goal[v]} {_short_name(p.describe_vertex(v))}"
        lines.append(f"{line} {arrow} {' '.join(names)}" if names else line)
    return lines


def _neighbour_words(p: LightsOut, v: int, steps: Mapping[int, str]) -> list[str]:
    """The vertices that a vertex toggles, in words: `itself` only under the open rule."""
    near = [_short_name(p.describe_vertex(w)) + step for w, step in steps.items() if w != v]
    own = [f"itself{steps[v]}"] if p.rule == "open" and v in steps else []
    return near + own


def _summary(p: LightsOut, words: list[str], wrong: Any, colour: bool, presses: Ints) -> list[str]:
    """A graph too large to be listed: how many vertices, and which are marked."""
    on, marked = int((p.start > 0).sum()), [v for v, word in enumerate(words) if word in (PRESS_OFF, PRESS_ON)]
    lines = [f"{len(p)} vertices, {len(p.graph.heads)} neighbours in all, {on} lamps on"]
    for title, chosen in (
        ("press", marked if p.colours == 2 else np.flatnonzero(presses).tolist()),
        (ONE, [v for v, word in enumerate(words) if word == ONE]),
        (OTHER, [v for v, word in enumerate(words) if word == OTHER]),
    ):
        if chosen:
            times = {v: f" x{presses[v]}" if presses[v] > 1 else "" for v in chosen[:MOST_PRESSES]}
            listing = ", ".join(_short_name(p.describe_vertex(v)) + step for v, step in times.items())
            more = f" and {len(chosen) - MOST_PRESSES} more" if len(chosen) > MOST_PRESSES else ""
            lines += textwrap.wrap(f"{title}: {listing}{more}", 100, subsequent_indent="  ", break_on_hyphens=False)
    return lines


def _short_name(text: str) -> str:
    """A name of any length that a terminal can show; `repr` has replaced what is not printable."""
    return text if len(text) <= 40 else f"{text[:37]}..."
