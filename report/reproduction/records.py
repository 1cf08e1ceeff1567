"""The records of a reproduction: what a source says, what we find, and what follows.

    Line    one claim: their figure, ours, a verdict and the reason for it
    Table   several figures of one kind
    Figure  a picture: as text for the terminal, as SVG for the page
    Note    a remark

Line.verdict    reproduced      ours is theirs, or lies within the error of ours
                corrected       theirs is another, and what it should be is shown
                refuted         what they say does not hold, and the reason is shown
                open            a limit ended the work, or the quick form leaves it out
                contradictory   our own engines disagree: a fault of ours, whatever the source says
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

REPRODUCED, CORRECTED, REFUTED, OPEN, CONTRADICTORY = (
    "reproduced", "corrected", "refuted", "open", "contradictory",
)  # fmt: skip
VERDICTS = (REPRODUCED, CORRECTED, REFUTED, OPEN, CONTRADICTORY)
Value: TypeAlias = "int | float | str | None"


@dataclass(frozen=True, slots=True)
class Line:
    """claim: in words; theirs: None where the source gives no figure; ours: None where there is none yet; error: half
    the width of the 95 % interval of ours, where it was measured on a sample; proof: in words, where ours is proved and
    the proof was checked. Raises ValueError for an unknown verdict."""

    claim: str
    theirs: Value
    ours: Value
    verdict: str
    reason: str = ""
    error: float | None = None
    proof: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"expected a verdict of {', '.join(VERDICTS)}; found {self.verdict!r}")

    @property
    def remark(self) -> str:
        """The reason and the proof, as people read them below the claim."""
        return " ".join(filter(None, (self.reason, self.proof)))


@dataclass(frozen=True, slots=True)
class Table:
    """rows: as long as columns; caption: units, and how the numbers came about."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture. svg: complete in itself, or "" where the text is all there is."""

    title: str
    text: str
    svg: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph."""

    text: str


Entry: TypeAlias = "Line | Table | Figure | Note"


@dataclass(frozen=True, slots=True)
class Chapter:
    """All about one item. source: cited by what it is; shows: what the item is about, in a sentence; command: repeats
    it."""

    name: str
    title: str
    source: str
    shows: str
    command: str = ""
    entries: Sequence[Entry] = field(default_factory=tuple)

    @property
    def lines(self) -> list[Line]:
        return [entry for entry in self.entries if isinstance(entry, Line)]


def comparison_line(claim: str, theirs: int, ours: int, reason: str = "") -> Line:
    """A line for two exact numbers; where they differ, ours corrects theirs (so ours should be proved)."""
    return Line(claim, theirs, ours, REPRODUCED if ours == theirs else CORRECTED, reason)


def tally(lines: Iterable[Line]) -> dict[str, int]:
    """How many lines have each verdict, in the order of `VERDICTS`; those that none has are left out."""
    verdicts = [line.verdict for line in lines]
    return {verdict: verdicts.count(verdict) for verdict in VERDICTS if verdict in verdicts}


def value_text(value: Value) -> str:
    """A figure in words: 12,345; 0.81; "-" for none. Years and names come as text and stay as they are."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else value


def ours_text(line: Line) -> str:
    """Our figure, with its error."""
    return value_text(line.ours) + (f" +- {value_text(float(line.error))}" if line.error is not None else "")
