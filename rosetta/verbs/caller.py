"""Who asks a verb, and how the result is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rosetta.foundation.progress import Progress, ignore_progress


def ignore_note(_: str) -> None:
    """The default, for callers who need no notes."""


@dataclass(frozen=True)
class Caller:
    """Who asks.

    progress: told of the progress of long work
    tell: told a note on one line, as soon as it is known
    command: the command line that repeats the request, with arguments changed by name; None from a program
    """

    progress: Progress = ignore_progress
    tell: Callable[[str], None] = ignore_note
    command: Callable[..., str] | None = None

    def command_with(self, **changed: Any) -> str | None:
        """The command line that repeats the request; None from a program."""
        return None if self.command is None else self.command(**changed)


@dataclass(frozen=True)
class TextLook:
    """How a text is looked at.

    colour: does the terminal show colours?
    width: of a line, in characters
    draw: are large boards drawn, too?
    details: is everything wanted?
    """

    colour: bool = False
    width: int = 100
    draw: bool = False
    details: bool = False


class VerbResult(Protocol):
    """What a verb found out about one instance."""

    @property
    def exit_code(self) -> int:
        """What the command line ends with (`rosetta.foundation.exit_codes`)."""

    @property
    def changed(self) -> Mapping[str, Any]:
        """What the command line that repeats it has otherwise, by name."""

    @property
    def indent(self) -> int | None:
        """Of the document as text; None for one line."""

    def text(self, look: TextLook) -> str:
        """For people."""

    def document(self, command: str | None = None) -> dict[str, Any]:
        """For scripts: what JSON can say. command: the line that repeats it, None from a program."""
