"""The file that a mistyped name may mean, for the end of a message.

problm.cnf, problem.cfn      problem.cnf, which is in that folder
problem, problm              the same: an ending may be left out
bords/a.txt                  boards/a.txt: a folder may be mistyped as well
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from rosetta.foundation.spelling import LONGEST, nearest_name

MOST_ENTRIES = 10_000  # of a folder, among which a mistyped name is looked for


def did_you_mean_file(name: str) -> str:
    """`; did you mean 'problem.cnf'?`, "" if no file has a name like that."""
    try:
        near = nearest_path(Path(name)) if name else None
    except (OSError, ValueError):  # no file can have that name, or the folder may not be read
        return ""
    return "" if near is None else f"; did you mean '{near}'?"


def nearest_path(path: Path) -> Path | None:
    """The path that exists and is most like this one, which does not; None if none is. Raises OSError, ValueError."""
    folder: Path | None = path.parent
    if not path.parent.is_dir():
        folder = nearest_path(path.parent) if len(path.parent.name) <= LONGEST else None
    if folder is None or not folder.is_dir():
        return None
    if (folder / path.name).exists():
        return folder / path.name
    near = _nearest_entry(path, [entry.name for entry in islice(folder.iterdir(), MOST_ENTRIES)])
    return None if near is None else folder / near


def _nearest_entry(path: Path, entries: Sequence[str]) -> str | None:
    """The entry that may be meant: by its name without the ending, which many share; one of that ending if there is.
    A name with an ending is that of a file, not of a folder; one without may lack that of a file."""
    alike = [entry for entry in entries if Path(entry).suffix] if path.suffix else entries
    stem = nearest_name(path.stem, {Path(entry).stem for entry in alike})
    meant = [entry for entry in alike if Path(entry).stem == stem]
    return min(meant, key=lambda entry: (Path(entry).suffix != path.suffix, entry), default=None)
