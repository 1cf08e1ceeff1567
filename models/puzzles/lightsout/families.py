"""Graphs for Lights Out by name: `petersen`, `cycle:12`, `torus:8x8`, `gnp:50,0.1`.

petersen  cycle:N  path:N  complete:N  star:N  wheel:N  hypercube:D       vertices are numbered from 0
grid:S  torus:S  cylinder:S  king:S  hex:S          boards, S is ROWSxCOLS or one number for a square
tree:N  regular:D,N  gnp:N,P                        drawn at random from the seed, the same on every machine

star     vertex 0 in the middle of N - 1 others        wheel    a star whose others form a cycle
tree     each of the N^(N-2) labelled trees equally likely: a random Prüfer sequence (Prüfer 1918), decoded
regular  D edges at each of N vertices, no loops and no parallel edges: stubs are paired at random, forbidden pairs
         are undone, and all starts over when no allowed pair remains (Steger and Wormald 1999)
gnp      each pair of vertices is joined with the probability P (Gilbert 1959), decided by the integer
         floor(P * 2^64), so that nothing is rounded
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from models.puzzles.boards import check_cells
from models.puzzles.contract import InputError
from models.puzzles.graphs.graph import MOST_ARCS, Graph, Ints, graph
from models.puzzles.lightsout.boards import KINDS, board
from models.puzzles.randomness import Stream

NAME = re.compile(r"\s*(?P<family>[a-z]+)(?::(?P<size>.*))?", re.I | re.S)
MOST_GNP = 20_000  # vertices: every pair takes a random word of its own
Ends = tuple[Ints, Ints]


@dataclass(frozen=True, slots=True)
class GraphFamily:
    """A family by name. name: in full, as it is written (`cycle:12`); random: it needs a seed."""

    name: str
    random: bool
    draw: Callable[[int], Graph]


def family(text: str) -> GraphFamily | None:
    """The family of that name, None if there is none. Raises InputError if its size is wrong."""
    match = NAME.fullmatch(text)
    if not match or match["family"].lower() not in (*FIXED, *RANDOM, *KINDS, "petersen"):
        return None
    name, size = match["family"].lower(), match["size"]
    if name == "petersen":
        if size is not None:
            raise InputError(f"'{text[:60]}': the Petersen graph has one size; expected 'petersen'")
        return GraphFamily(name, False, lambda seed: _graph(10, _petersen()))
    if name in KINDS:
        shape = re.fullmatch(r"(\d{1,9})(?:x(\d{1,9}))?", size or "", re.I)
        if not shape:
            raise InputError(f"'{text[:60]}': expected {name}:ROWSxCOLS or {name}:N, such as {name}:4x6")
        rows, cols = int(shape[1]), int(shape[2] or shape[1])
        return GraphFamily(f"{name}:{rows}x{cols}", False, lambda seed: board(name, rows, cols))
    if name in FIXED:
        least, make = FIXED[name]
        n = _read_size(text, size, least)
        return GraphFamily(f"{name}:{n}", False, lambda seed: make(n))
    words, draw = RANDOM[name](text, size)
    return GraphFamily(f"{name}:{words}", True, lambda seed: draw(Stream("lightsout", name, words, seed)))


def _read_size(text: str, size: str | None, least: int) -> int:
    if size is None or not re.fullmatch(r"[0-9]{1,9}", size) or not least <= int(size):
        name = text.partition(":")[0].lower()
        raise InputError(f"'{text[:60]}': expected {name}:N with N from {least}")
    check_cells(f"'{text[:60]}'", max(int(size), 1), f"{int(size):,}", "vertices")
    return int(size)


def _graph(n: int, ends: Ends) -> Graph:
    return graph(n, *ends)


# ---- one of each size ------------------------------------------------------------------------------------------------


def _petersen() -> Ends:
    """An outer cycle 0..4, an inner star 5..9, and spokes between them."""
    v = np.arange(5)
    return np.concatenate([v, v, v + 5]), np.concatenate([(v + 1) % 5, v + 5, (v + 2) % 5 + 5])


def _path(n: int) -> Graph:
    return graph(n, np.arange(n - 1), np.arange(1, n))


def _cycle(n: int) -> Graph:
    return graph(n, np.arange(n), (np.arange(n) + 1) % n)


def _star(n: int) -> Graph:
    return graph(n, np.zeros(n - 1, np.int64), np.arange(1, n))


def _wheel(n: int) -> Graph:
    rim = np.arange(n - 1)
    return graph(
        n, np.concatenate([np.zeros(n - 1, np.int64), 1 + rim]), np.concatenate([1 + rim, 1 + (rim + 1) % (n - 1)])
    )


def _complete(n: int) -> Graph:
    if n * (n - 1) > MOST_ARCS:
        raise InputError(f"'complete:{n}': expected at most {MOST_ARCS // 2:,} edges, found {n * (n - 1) // 2:,}")
    first, second = np.triu_indices(n, 1)
    return graph(n, first, second)


def _hypercube(d: int) -> Graph:
    """Vertices that differ in one binary digit are joined."""
    if d > 20:
        raise InputError(f"'hypercube:{d}': expected a dimension up to 20")
    v, bit = np.meshgrid(np.arange(2**d), 2 ** np.arange(d), indexing="ij")
    is_clear = (v & bit) == 0
    return graph(2**d, v[is_clear], (v | bit)[is_clear])


FIXED: dict[str, tuple[int, Callable[[int], Graph]]] = {
    "path": (1, _path),
    "cycle": (3, _cycle),
    "complete": (1, _complete),
    "star": (1, _star),
    "wheel": (4, _wheel),
    "hypercube": (0, _hypercube),
}

# ---- drawn at random -------------------------------------------------------------------------------------------------

Draw = Callable[[Stream], Graph]


def _tree(text: str, size: str | None) -> tuple[str, Draw]:
    n = _read_size(text, size, 1)
    return str(n), lambda stream: graph(n, *_prufer(n, [stream.number_below(n) for _ in range(n - 2)]))


def _prufer(n: int, code: list[int]) -> Ends:
    """The edges of the tree with that Prüfer sequence: each entry is joined to the least remaining leaf."""
    if n < 2:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    degree = [1] * n  # counting edges that are still to come
    for v in code:
        degree[v] += 1
    scan = leaf = degree.index(1)
    ends = []
    for v in code:
        ends.append((leaf, v))
        degree[v] -= 1
        if degree[v] == 1 and v < scan:  # a leaf before all other remaining ones
            leaf = v
        else:
            scan = leaf = degree.index(1, scan + 1)
    tree = np.array([*ends, (leaf, n - 1)], np.int64)
    return tree[:, 0], tree[:, 1]


def _regular(text: str, size: str | None) -> tuple[str, Draw]:
    match = re.fullmatch(r"(\d{1,9}),(\d{1,9})", size or "")
    if not match:
        raise InputError(f"'{text[:60]}': expected regular:D,N, D edges at each of N vertices, such as regular:3,200")
    d, n = int(match[1]), int(match[2])
    if not (0 <= d < n and d * n % 2 == 0 and d * n <= MOST_ARCS):
        why = "D * N even" if d < n else "D below N"
        raise InputError(f"'{text[:60]}': expected {why}, and at most {MOST_ARCS // 2:,} edges")
    if 2 * d >= n:  # dense: draw the complement
        return f"{d},{n}", lambda stream: _complement(_random_regular(n - 1 - d, n, stream))
    return f"{d},{n}", lambda stream: _random_regular(d, n, stream)


def _random_regular(d: int, n: int, stream: Stream) -> Graph:
    """Steger and Wormald's pairing of stubs, a batch at a time."""
    while True:
        stubs, edges = np.repeat(np.arange(n), d), np.zeros(0, np.int64)
        while len(stubs):
            pairs = np.sort(stubs[stream.order(len(stubs))].reshape(-1, 2), axis=1)
            keys = pairs[:, 0] * n + pairs[:, 1]
            fresh = np.zeros(len(keys), np.bool_)
            fresh[np.unique(keys, return_index=True)[1]] = True
            fresh &= (pairs[:, 0] != pairs[:, 1]) & ~np.isin(keys, edges)
            edges, stubs = np.concatenate([edges, keys[fresh]]), pairs[~fresh].ravel()
            if not fresh.any() and _is_stuck(np.unique(stubs), edges, n):
                break
        else:
            return graph(n, edges // n, edges % n)


def _is_stuck(open_: Ints, edges: Ints, n: int) -> bool:
    """Are all vertices that still need an edge joined already?"""
    if len(open_) > 2000:
        return False
    first, second = np.triu_indices(len(open_), 1)
    return bool(np.isin(open_[first] * n + open_[second], edges).all())


def _complement(g: Graph) -> Graph:
    joined = np.eye(len(g), dtype=np.bool_)
    joined[g.tails, g.heads] = True
    first, second = np.nonzero(np.triu(~joined))
    return graph(len(g), first, second)


def _gnp(text: str, size: str | None) -> tuple[str, Draw]:
    match = re.fullmatch(r"(\d{1,9}),(\d{0,9}(?:\.\d{1,18})?)", size or "")
    if not match or not match[2]:
        raise InputError(
            f"'{text[:60]}': expected gnp:N,P, each pair of N vertices joined with probability P: gnp:50,0.1"
        )
    n, p = int(match[1]), Fraction(match[2] if match[2][0] != "." else f"0{match[2]}")
    if not (1 <= n <= MOST_GNP and p <= 1):
        raise InputError(f"'{text[:60]}': expected N from 1 to {MOST_GNP:,} and P from 0 to 1")
    if p * n * (n - 1) > MOST_ARCS:
        raise InputError(
            f"'{text[:60]}': expected at most {MOST_ARCS // 2:,} edges, found about {int(p * n * n / 2):,}"
        )
    return f"{n},{float(p):g}" if Fraction(f"{float(p):g}") == p else f"{n},{match[2]}", lambda stream: _random_gnp(
        n, p, stream
    )


def _random_gnp(n: int, p: Fraction, stream: Stream) -> Graph:
    """Pairs (v, w) with v < w in order, a word each; those below p * 2^64 are joined."""
    bound, heads = int(p * 2**64), []
    for v in range(n - 1):
        words = stream.words(n - 1 - v)
        chosen = np.ones(len(words), np.bool_) if bound == 2**64 else words < np.uint64(bound)
        heads.append(v + 1 + np.flatnonzero(chosen))
    if not heads:
        return graph(n, [], [])
    return graph(n, np.repeat(np.arange(n - 1), [len(row) for row in heads]), np.concatenate(heads))


RANDOM: dict[str, Callable[[str, str | None], tuple[str, Draw]]] = {"tree": _tree, "regular": _regular, "gnp": _gnp}
