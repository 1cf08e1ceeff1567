"""python-sat's encodings of rows: a source of templates, and of sizes to compare ours with.

python-sat's fresh variables are replaced by ours; it numbers some that it does not use. Each bound is written by
itself, `lo` as an upper bound on the negations. How it differs from ours, by size of `at most k of n`:

    ladder              n + 1 fresh, 4 n clauses: a rung before the first literal, after the last, and after that
    sequential-counter  k (n - k) fresh, 2 k (n - k) + n - 2 k clauses: the first literal has a counter of its own
    totalizer           n log2 n fresh for n = 2^p: counts to n, whatever k, and writes its root
    sorting-network     sorts the next power of two of literals, with one fresh variable that is always false
    cardinality-network the same, in blocks of a power of two beyond k

(Ignatiev, Morgado & Marques-Silva 2018)
"""

from __future__ import annotations

from collections.abc import Iterator

from backends.encoding_templates.meanings import Fresh
from backends.encoding_templates.shape import Shape
from backends.encoding_templates.template import Clauses, EncodingSize
from models.neutral import Form

PYTHON_SAT_NAMES = {  # our names -> those of its EncType
    "pairwise": "pairwise",
    "bitwise": "bitwise",
    "ladder": "ladder",
    "sequential-counter": "seqcounter",
    "sorting-network": "sortnetwrk",
    "cardinality-network": "cardnetwrk",
    "totalizer": "totalizer",
    "mtotalizer": "mtotalizer",
    "kmtotalizer": "kmtotalizer",
}


def python_sat_clauses(name: str, shape: Shape, fresh: Fresh) -> Clauses:
    """python-sat's clauses for a row, by our name of the encoding; one counter for each bound."""
    for clauses in _clauses_per_bound(name, shape):
        yield from _with_fresh_variables(clauses, shape.n, fresh)


def python_sat_size(name: str, shape: Shape) -> EncodingSize | None:
    """The size of these clauses; None where python-sat has no such encoding, or not for such rows."""
    is_one = shape.form in (Form.AT_MOST_ONE, Form.EXACTLY_ONE)
    if (
        name not in PYTHON_SAT_NAMES
        or (name in ("pairwise", "bitwise", "ladder") and not is_one)
        or shape.form is Form.LINEAR
    ):
        return None
    size = EncodingSize()
    for clauses in _clauses_per_bound(name, shape):
        own = {abs(x) for clause in clauses for x in clause if abs(x) > shape.n}
        size += EncodingSize(len(own), len(clauses), sum(map(len, clauses)))
    return size


def _clauses_per_bound(name: str, shape: Shape) -> Iterator[list[list[int]]]:
    """python-sat's clauses for each bound that binds."""
    from pysat.card import CardEnc, EncType

    arguments = {
        "lits": list(range(1, shape.n + 1)),
        "top_id": shape.n,
        "encoding": getattr(EncType, PYTHON_SAT_NAMES[name]),
    }
    if shape.bounds_above:
        yield CardEnc.atmost(bound=shape.hi, **arguments).clauses
    if shape.bounds_below:
        yield CardEnc.atleast(bound=shape.lo, **arguments).clauses


def _with_fresh_variables(clauses: list[list[int]], n: int, fresh: Fresh) -> Clauses:
    """The clauses over our own variables."""
    ours: dict[int, int] = {}
    for clause in clauses:
        for literal in clause:
            if abs(literal) > n and abs(literal) not in ours:
                ours[abs(literal)] = fresh(None)
        yield [(ours[abs(x)] if x > 0 else -ours[abs(x)]) if abs(x) > n else x for x in clause]
