"""Names of instances: short, and different for different instances of a campaign.

    a/x.lp, b/x.lp             a/x, b/x
    b/y.json                   y
    tents 8 --seed 3           what is generated, and what an ID names: the words of the command line

A name depends on the other instances, so it is no column of a store: it is made when results are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from instances.resolve import is_path
from rosetta.foundation.path_tails import name_files

LONGEST = 60  # letters of a WHAT that is no path
HASH_DIGITS = 6  # of an instance at least, where its words are not enough


@dataclass(frozen=True, slots=True)
class InstanceWords:
    """What a row says of its instance. hash: of the instance; the rest: the columns of `columns.CELL_COLUMNS`, empty or
    None where nothing is known."""

    hash: str
    puzzle: str
    what: str | None
    options: str | None
    seed: int | None

    @property
    def is_file(self) -> bool:
        """Is WHAT a path, or as good as one?"""
        return is_path(self.puzzle, self.what or "")


def instance_names(instances: Iterable[InstanceWords]) -> dict[str, str]:
    """The names, by the hash of the instance."""
    known = {each.hash: each for each in instances}
    files = name_files(each.what or "" for each in known.values() if each.is_file)
    words = {hash: _words(each, files) for hash, each in known.items()}
    counts = Counter(words.values())
    digits = HASH_DIGITS
    while len({hash[:digits] for hash in known}) < len(known):
        digits += 1
    return {hash: name if counts[name] == 1 else f"{name} #{hash[:digits]}" for hash, name in words.items()}


def _words(instance: InstanceWords, files: dict[str, str]) -> str:
    what = " ".join((instance.what or "").split())
    first = files[instance.what or ""] if instance.is_file else f"{instance.puzzle} {_shorten(what)}".strip()
    seed = "" if instance.seed is None else f"--seed {instance.seed}"
    return " ".join(filter(None, (first, instance.options, seed)))


def _shorten(what: str) -> str:
    return what if len(what) <= LONGEST else f"{what[: LONGEST - 3]}..."
