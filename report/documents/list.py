"""What `list --json` and `list NAME --json` print. The records are those of `report.listing.records`, as they stand
there."""

from __future__ import annotations

from typing import Literal, TypedDict

from report.documents.provenance import Provenance
from report.listing.records import BoardFormat, ExampleBoard, NamedChoice, PuzzleFlag


class ListedPuzzle(TypedDict):
    """A puzzle in the list of all."""

    puzzle: str
    """Its name."""
    aliases: list[str]
    """Other names that verbs take."""
    title: str
    """Its name for people."""
    summary: str
    """What it is, in a short phrase."""
    line_formats: list[str]
    """The formats of its boards that stand on a command line, by name."""
    file_formats: list[str]
    """The formats of its boards that are files, by name."""
    fault: str
    """Why a puzzle of another package does not load; empty if it does."""


class TriedCommand(TypedDict):
    """A command to try."""

    command: str
    """What is typed."""
    does: str
    """What it shows, in a phrase."""


class PuzzleListDocument(Provenance):
    """All puzzles."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    puzzles: list[ListedPuzzle]
    """In the order in which they are listed everywhere."""
    classics: list[ListedPuzzle]
    """Models that are stated for each size, by name."""


class PuzzleDocument(ListedPuzzle, Provenance):
    """One puzzle whole."""

    schema: Literal[1]
    """The version of the documents: a key may be added, and nothing else changes."""
    background: list[str]
    """Who invented it, what is known of it; phrases."""
    rules: list[str]
    """In words."""
    example: ExampleBoard | None
    """A board that stands for it; null where it has none."""
    sizes: str
    """Of which sizes boards are generated, in a phrase; empty where none are."""
    options: list[PuzzleFlag]
    """Of its rules, which change what an answer is; of every verb."""
    parameters: list[PuzzleFlag]
    """Options that say which board is meant."""
    wishes: list[PuzzleFlag]
    """Options of `generate` that say what is asked of a board."""
    formulations: list[NamedChoice]
    """Its models."""
    backends: list[NamedChoice]
    """Solvers for it alone."""
    formats: list[BoardFormat]
    """Those of its boards."""
    catalogue: list[str]
    """The names of its boards in the catalogue."""
    commands: list[TriedCommand]
    """To try, with the example."""
    preparation: str
    """A line of shell that writes the file of the commands; empty where they need none."""
