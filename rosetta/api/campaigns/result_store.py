"""The file that holds the results of a campaign: the user's own, or one that is there as long as somebody uses it."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from os import PathLike, fspath
from pathlib import Path

from rosetta.foundation.errors import InputError


class ResultStore:
    """A store by its path. One without a name lies in a folder for temporary files, which goes with this object, or
    when the program ends."""

    def __init__(self, named: Path | None, name: str = "campaign.db") -> None:
        self.is_temporary = named is None
        if named is not None:
            self.path = named
            return
        folder = tempfile.mkdtemp(prefix="rosetta-campaign-")
        self.path = Path(folder) / name
        weakref.finalize(self, _remove_folder, folder, os.getpid())


def _remove_folder(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # not in a child that was forked from it
        shutil.rmtree(folder, ignore_errors=True)


def read_store(store: str | PathLike[str] | None) -> Path | None:
    """The path that is named. Raises InputError for anything else."""
    if store is None:
        return None
    if not isinstance(store, str | PathLike) or not fspath(store):
        raise InputError(f"store: expected the path of a file, found {store!r:.60}")
    return Path(fspath(store))
