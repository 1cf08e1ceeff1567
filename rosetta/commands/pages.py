"""What a verb writes besides its text: the page of `--html`, the document or table of `--latex`. Whether a file can be
written is checked before any work."""

from __future__ import annotations

import sys
from collections.abc import Callable

from report.frame import load_templates
from report.saving import check_target, save
from report.words import LONGEST_NAME, one_line
from rosetta.commands.command_line import CommandLine


def check_page(line: CommandLine) -> None:
    """Raises NotWritable where the page could not be written, ModuleNotFoundError where there is nothing to make it
    with: before any work is done."""
    if line.values["html"] is not None:
        check_target(line.values["html"])
        load_templates()


def write_page(line: CommandLine, render: Callable[[], str]) -> None:
    """Write the page, if it is asked for, and say so."""
    _write(line.values["html"], render, "page")


def check_latex(line: CommandLine) -> None:
    """Raises NotWritable where the file of LaTeX could not be written: before any work is done."""
    if line.values["latex"] is not None:
        check_target(line.values["latex"])


def write_latex(line: CommandLine, render: Callable[[], str], noun: str) -> None:
    """Write the file of LaTeX, if it is asked for, and say so. noun: what it is."""
    _write(line.values["latex"], render, noun)


def _write(file: str | None, render: Callable[[], str], noun: str) -> None:
    if file is not None:
        save(file, render())
        print(f"{noun} written to {one_line(file, LONGEST_NAME)}", file=sys.stderr)
