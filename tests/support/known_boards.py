"""Boards whose answer is known: our own in tests/data, and those of others where they lie beside the checkout."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path

from instances.catalogue import catalogue
from tests.support.places import DATA, ROOT

OWN = ROOT / "tests" / "data"
FOLDERS = [OWN, *([DATA] if DATA.exists() else [])]
GAMES = {"lightup": "akari", "tents": "tents", "flip": "lightsout"}


@cache
def published_texts(name: str) -> dict[str, dict[str, str]]:
    """`problem` and `solution` of each board, by its name."""
    paths = [folder / "published" / f"{name}.json" for folder in FOLDERS]
    texts: dict[str, dict[str, str]] = {}
    for path in paths:
        texts |= json.loads(path.read_text("utf-8")) if path.exists() else {}
    return texts


def known_files(pattern: str) -> list[Path]:
    """The files of that name, such as `legup/*.xml`."""
    return [path for folder in FOLDERS for path in sorted(folder.glob(pattern))]


@cache
def generated_ids(game: str) -> list[tuple[str, str]]:
    """What Simon Tatham's generator of that game was asked for, and the ID that it gave; of Flip, some of our own."""
    rows = [(entry.requested, entry.id) for entry in catalogue(GAMES[game]).values() if entry.requested]
    for path in known_files(f"tatham/{game}.tsv"):
        with path.open() as lines:
            rows += [(row[0], row[1].strip()) for row in csv.reader(lines, delimiter="\t")]
    return list(dict.fromkeys(rows))
