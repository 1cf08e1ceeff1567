"""Commander encoding: at most one of n literals, in groups of `GROUP`; a commander says that one of its group holds.

    -x or -y                  for x, y of a group
    c = (x or y or z)         the commander of a group:   -x or c,  -y or c,  -z or c,  -c or x or y or z
    at most one commander     recursively;   with `exactly one`, exactly one of the last commanders

C(n) = C(ceil(n / 3)) + 7 for each full group: about 3.5 n clauses and n / 2 fresh variables, each determined by
the literals.   (Klieber & Kwon 2007)
"""

from __future__ import annotations

from backends.encoding_templates.meanings import Fresh, some_of
from backends.encoding_templates.shape import Shape, counting_shape
from backends.encoding_templates.template import Clauses, Encoding, EncodingSize, print_clauses
from backends.encodings.pairwise import at_most_one_of
from models.neutral import Form

FORMS = frozenset({Form.AT_MOST_ONE, Form.EXACTLY_ONE})
GROUP = 3


def clauses(shape: Shape, fresh: Fresh) -> Clauses:
    x = list(range(1, shape.n + 1))
    while len(x) > GROUP:
        commanders = list[int]()
        for start in range(0, len(x), GROUP):
            group = x[start : start + GROUP]
            if len(group) == 1:  # is its own commander
                commanders += group
                continue
            commander = fresh(some_of(group))
            commanders.append(commander)
            yield from at_most_one_of(group)
            yield from ([-literal, commander] for literal in group)
            yield [-commander, *group]
        x = commanders
    yield from at_most_one_of(x)
    if shape.lo:
        yield x


def size(shape: Shape) -> EncodingSize:
    total, n = EncodingSize(), shape.n
    while n > GROUP:
        full, rest = divmod(n, GROUP)
        total += full * _group_size(GROUP)
        if rest > 1:
            total += _group_size(rest)
        n = full + (rest > 0)
    pairs = n * (n - 1) // 2
    return total + EncodingSize(0, pairs + shape.lo, 2 * pairs + shape.lo * n)


def _group_size(n: int) -> EncodingSize:
    """A group of n literals: its pairs, n clauses to the commander, one back."""
    pairs = n * (n - 1) // 2
    return EncodingSize(1, pairs + n + 1, 2 * pairs + 2 * n + n + 1)


def cost(shape: Shape) -> int:
    return size(shape).literals


ENCODING = Encoding("commander", FORMS, FORMS, FORMS, "Klieber & Kwon 2007", cost, clauses, size)

if __name__ == "__main__":
    print_clauses(ENCODING, counting_shape(9, 1, 1))
