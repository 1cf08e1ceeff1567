"""Short names of files and folders: as much of each path, from its end, as tells it from the others.

a/x.lp, b/x.lp, b/y.json  ->  a/x, b/x, y
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import PurePosixPath

COMPRESSED = frozenset([".gz", ".bz2", ".xz", ".zst"])  # endings that stand behind another one

Parts = tuple[str, ...]


def name_files(paths: Iterable[str]) -> dict[str, str]:
    """A name for each path, by the path: the file's stem, with its folders as far as they are needed; where those do
    not tell it from others, with its ending. Different paths have different names."""
    return _name_paths(paths, (_stem_parts, _parts))


def name_folders(paths: Iterable[str]) -> dict[str, str]:
    """A name for each folder, by its path: its own name, with those above it as far as they are needed."""
    return _name_paths(paths, (_parts,))


def _name_paths(paths: Iterable[str], ways: Sequence[Callable[[str], Parts]]) -> dict[str, str]:
    """The names. ways: of reading a path as parts; the first that tells it from others of the same last part counts."""
    paths = list(dict.fromkeys(paths))
    open_paths, names = paths, dict[str, str]()
    for read in ways:
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for path in open_paths:
            alike[read(path)[-1]].append(path)
        for group in alike.values():
            names |= _shortest_tails({path: read(path) for path in group})
        open_paths = [path for path in open_paths if path not in names]
    names |= {path: path for path in open_paths}
    taken = defaultdict[str, list[str]](list)
    for path, name in names.items():
        taken[name].append(path)
    return {path: names[path] if len(taken[names[path]]) == 1 else path for path in paths}


def _shortest_tails(parts: Mapping[str, Parts]) -> dict[str, str]:
    """The shortest tails of equal length that are all different, by the path; none where there are not."""
    for length in range(1, max(map(len, parts.values())) + 1):
        tails = {path: "/".join(each[-length:]) for path, each in parts.items()}
        if len(set(tails.values())) == len(tails):
            return tails
    return {}


def _parts(path: str) -> Parts:
    """Its folders and its own name."""
    return tuple(part for part in PurePosixPath(path.replace("\\", "/")).parts if part not in ("/", ".")) or (path,)


def _stem_parts(path: str) -> Parts:
    """The same, the file without its ending."""
    *folders, file = _parts(path)
    name = PurePosixPath(file)
    stem = PurePosixPath(name.stem).stem if name.suffix.lower() in COMPRESSED else name.stem
    return *folders, stem or file
