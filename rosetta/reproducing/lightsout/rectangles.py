"""Investigating the game of lights (Hebrew, 2021), its fifth chapter, announced but empty: the fewest presses of
rectangular boards; and pictures of solutions for several sizes, as in its figure 5.

    by weighing all solutions     one solution and the kernel, from polynomials; the lightest is pressed and checked
    by the model's rows           the backend `gf2`, which knows nothing of boards
    proved                        by a certificate, checked against the model's rows

The parity of the number is known beforehand: that of m n less the nullity. The board of figure 5 is in
`lightsout-squares`, with all squares to 20 x 20; larger rectangles are in `benchmarks.lightsout.tables`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from backends.contract import Limits
from models.puzzles.lightsout import rules
from models.puzzles.lightsout.instance import LightsOut
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.lightsout.theory.tables import PressMinimum, press_minimum
from report.reproduction.board_grid import sheet
from report.reproduction.records import CONTRADICTORY, CORRECTED, OPEN, Entry, Figure, Line, Table, Value
from rosetta.foundation.progress import Progress
from rosetta.reproducing.lightsout.fewest_presses import certificates_sentence, fewest_presses, prove_fewest
from rosetta.reproducing.records import Item
from rosetta.studies.refuting.coset_certificate import CheckedCoset

QUICK, FULL, WIDE = 8, 16, 8  # sides; columns of a table
PICTURES = ((2, 3), (3, 3), (4, 4), (5, 5), (3, 7), (6, 6))
LIMITS = Limits(seconds=30.0)


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle:
    """minimum: the presses and their number; second_weight: the number by the other method, None at the limit; checked:
    the proof that it takes no fewer; fault: what went wrong with the other method."""

    minimum: PressMinimum
    second_weight: int | None
    checked: CheckedCoset
    fault: str = ""

    @property
    def faults(self) -> tuple[str, ...]:
        """The contradictions."""
        board = f"{self.minimum.board.rows} x {self.minimum.board.columns}"
        own = [*self.minimum.faults, *filter(None, [self.fault])]
        if self.second_weight not in (None, self.minimum.weight):
            own.append(f"{self.minimum.weight} presses, by the rows {self.second_weight}")
        return tuple(f"{board}: {fault}" for fault in own)


def run(full: bool, seed: int, progress: Progress) -> Iterator[Entry]:
    """The entries; see `records`."""
    most = FULL if full else QUICK
    rectangles = {(m, n): rectangle(m, n, progress) for n in range(1, most + 1) for m in range(1, n + 1)}
    yield from tables(rectangles, most)
    yield fewest_line(rectangles)
    drawable = {size: rect for size in PICTURES if not (rect := rectangles[size]).faults}
    if drawable:
        yield pictures(drawable)


def rectangle(m: int, n: int, progress: Progress) -> Rectangle:
    """One board, by both methods."""
    progress(f"{m} x {n}")
    minimum = press_minimum(m, n)
    checked = prove_fewest(m, n, minimum.weight)
    try:
        return Rectangle(minimum, fewest_presses(m, n, "gf2", LIMITS), checked)
    except RuntimeError as fault:
        return Rectangle(minimum, None, checked, str(fault))


def tables(rectangles: Mapping[tuple[int, int], Rectangle], most: int) -> Iterator[Table]:
    """Tables for m <= n, with as many columns as fit."""
    for first in range(1, most + 1, WIDE):
        columns = range(first, min(first + WIDE, most + 1))
        rows: list[list[Value]] = [
            [m, *(weight_text(rectangles[m, n].minimum) if m <= n else None for n in columns)]
            for m in range(1, columns[-1] + 1)
        ]
        yield Table(
            f"Fewest presses of m x n, n = {columns[0]} to {columns[-1]}", ("m", *map(str, columns)), rows,
            "In brackets the nullity e, where it is not 0: there are 2^e solutions.",
        )  # fmt: skip


def weight_text(minimum: PressMinimum) -> str:
    return f"{minimum.weight} ({minimum.nullity})" if minimum.nullity else str(minimum.weight)


def fewest_line(rectangles: Mapping[tuple[int, int], Rectangle]) -> Line:
    """The empty chapter: the fewest presses of rectangles."""
    faults = [fault for rect in rectangles.values() for fault in rect.faults]
    unchecked = [f"{m} x {n}" for (m, n), rect in rectangles.items() if rect.second_weight is None]
    claim, most = "the fewest presses of rectangular boards", max(n for _, n in rectangles)
    if faults:
        return Line(claim, None, None, CONTRADICTORY, "; ".join(faults[:3]))
    reason = "Its chapter on them is announced and empty. Each board is pressed and looked at; "
    reason += f"the limit left {', '.join(unchecked)} to one method." if unchecked else "each number by two methods."
    proof = certificates_sentence([rect.checked for rect in rectangles.values()])
    ours, verdict = f"{len(rectangles)} boards, m <= n <= {most}", OPEN if unchecked else CORRECTED
    return Line(claim, "empty", ours, verdict, reason, proof=proof)


def checked_answer(minimum: PressMinimum) -> tuple[LightsOut, tuple[tuple[int, int], ...], str]:
    """The board, its answer by these presses, and how many solutions there are, in words. Raises ValueError where the
    answer breaks a rule."""
    m, n = minimum.board.rows, minimum.board.columns
    p, _ = rules.generate((m, n))
    answer = tuple((int(i), int(j)) for i, j in zip(*minimum.presses.nonzero(), strict=True))
    if broken := (*minimum.faults, *rules.verify(p, answer)):
        raise ValueError(f"{m} x {n}: {broken[0]}")
    return p, answer, f"one of {2**minimum.nullity:,} solutions" if minimum.nullity else "the only solution"


def pictures(rectangles: Mapping[tuple[int, int], Rectangle]) -> Figure:
    """Solutions with the fewest presses, checked against the rules before they are drawn."""
    texts, drawings = [], []
    for (m, n), rect in rectangles.items():
        p, answer, number = checked_answer(rect.minimum)
        caption = f"{m} x {n}: {rect.minimum.weight} presses, {number}"
        texts.append(f"{caption}\n{PUZZLE.draw_text(p, answer)}")
        drawings.append((caption.replace(", ", "\n"), PUZZLE.draw_svg(p, answer)))
    title = "Solutions with the fewest presses, from all on to all off"
    return Figure(title, "\n\n".join(texts), sheet(title, drawings))


ITEM = Item(
    name="lightsout-rectangles",
    title="Lights Out on rectangles: the fewest presses, pictures",
    source="Investigating the game of lights (project report in Hebrew, 2021)",
    shows="The chapter that it leaves empty: m x n boards with the fewest presses, by two methods, and drawn.",
    run=run,
)
