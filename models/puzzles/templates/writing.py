"""`python -m models.puzzles new NAME --answer cells`: the file of a new puzzle, which passes its tests, and what to
replace in it.

The file is one of the templates beside this one, under the new name. In a checkout it goes to `models/puzzles/genres`,
where the registry finds it; anywhere else into the folder at hand, for a package of one's own with an entry point.
"""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from models.puzzles.registry import ENTRY_POINTS, RESERVED, is_known
from rosetta.foundation.errors import InputError

ANSWERS = {
    "cells": "a set of cells: stars, lamps, shaded cells",
    "rooms": "shaded cells on a board with rooms that have numbers; others are connected",
    "margins": "a set of cells, with numbers beside the board",
    "values": "a number in each cell",
    "loop": "a loop through cells",
}
GENRES = Path("models", "puzzles", "genres")
MARK = "REPLACE"


def write_puzzle(name: str, answer: str, folder: Path) -> str:
    """Writes the file, and returns what to do next. folder: where the user is. Raises InputError for a name that cannot
    be one, and for a file that is there already."""
    check_name(name)
    if answer not in ANSWERS:
        kinds = ", ".join(f"{kind} ({words})" for kind, words in ANSWERS.items())
        raise InputError(f"--answer: expected {kinds}; found '{answer[:40]}'")
    inside = (folder / GENRES).is_dir()
    path = (GENRES if inside else Path()) / f"{name}.py"
    text = fill_template(name, answer)
    try:
        with (folder / path).open("x", encoding="utf-8") as file:  # a file of somebody's is never overwritten
            file.write(text)
    except FileExistsError:
        raise InputError(f"{path}: expected no such file, found one; choose another name, or move it") from None
    return "\n".join([f"wrote {path}", *_next_steps(name, path, text, inside)])


def check_name(name: str) -> None:
    """Raises InputError unless a puzzle may have that name."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,30}", name) or keyword.iskeyword(name) or name in RESERVED:
        raise InputError(f"expected a name of small letters and digits, such as heyawake, found '{name[:40]}'")
    if is_known(name):
        raise InputError(f"expected the name of a puzzle that is not here yet, found '{name}'")


def fill_template(name: str, answer: str) -> str:
    """The text of the file."""
    text = (Path(__file__).parent / f"{answer}.py").read_text("utf-8")
    own_class = f"{answer.capitalize()}Template"  # no two classes share a name
    for placeholder, own in (
        (own_class, name.capitalize()),
        ("Template", name.capitalize()),
        ('"template', f'"{name}'),
    ):
        text = text.replace(placeholder, own)
    return text


def _next_steps(name: str, path: Path, text: str, inside: bool) -> list[str]:
    lines = [number for number, line in enumerate(text.splitlines(), 1) if MARK in line]
    own = [f'  in pyproject.toml: [project.entry-points."{ENTRY_POINTS}"], {name} = "{name}:PUZZLE"']
    return [
        f"  it is a whole puzzle; {MARK} says what to replace, at lines {', '.join(map(str, lines))}",
        *([] if inside else own),
        f"  python -m models.puzzles {name}       a board and its answer, before any solver is asked",
        f"  python -m models.compare {name} 6     all solvers",
        *([f"  pytest tests -k {name}                what the tests know of every puzzle"] if inside else []),
        "  CONTRIBUTING.md, A puzzle: boxes to tick",
    ]
