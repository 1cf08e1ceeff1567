"""WalkSAT as a plain program that looks at every clause after every flip: the oracle for `backends.walking`.

It shares the definition with the compiled one (the stream, what is drawn when, the order of the unsatisfied clauses)
and no code; it takes lists of signed literals.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import accumulate


def words(seed: int, attempt: int) -> Iterator[int]:
    """xoshiro128++ as its authors print it, seeded with the first 128 bits of a SHA-256."""
    digest = hashlib.sha256(f"walksat:{seed}:{attempt}".encode()).digest()
    a, b, c, d = (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4))

    def rotl(x, k):
        return (x << k | x >> (32 - k)) % 2**32

    while True:
        yield (rotl((a + d) % 2**32, 7) + a) % 2**32
        t = (b << 9) % 2**32
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        d = rotl(d, 11)


def _moms(x, clauses, unsatisfied, count, broken):
    shortest = min(map(len, unsatisfied))
    return sum(x in clause for clause in unsatisfied if len(clause) == shortest)


LIKINGS = {
    "jw": lambda x, clauses, unsatisfied, count, broken: sum(2.0 ** -len(c) for c in clauses if x in c),
    "moms": _moms,
    "score": lambda x, clauses, unsatisfied, count, broken: sum(x in c for c in unsatisfied) - len(broken(abs(x))),
    "least-modified": lambda x, clauses, unsatisfied, count, broken: -count[abs(x)],
}


def walk(
    clauses: Sequence[Sequence[int]], variables: int, rule: str, noise: float, seed: int, attempt: int, most: int
) -> tuple[list[int], list[bool]]:
    """The variables flipped, one after the other, and the assignment at the end (entry 0 is not a variable)."""
    stream = words(seed, attempt)
    value = [False] + [bool(next(stream) >> 31) for _ in range(variables)]

    def below(n):
        return next(stream) * n >> 32

    def true(literal):
        return value[abs(literal)] == (literal > 0)

    def broken(v):
        """The clauses that are unsatisfied if v is flipped, and are satisfied now."""
        value[v] = not value[v]
        then = {i for i, clause in enumerate(clauses) if not any(map(true, clause))}
        value[v] = not value[v]
        return then - set(unsatisfied)

    liking = LIKINGS.get(rule)
    flipped, count = [], [0] * (variables + 1)
    unsatisfied = [i for i, clause in enumerate(clauses) if not any(map(true, clause))]
    while unsatisfied and len(flipped) < most:
        clause = clauses[unsatisfied[below(len(unsatisfied))]]
        open_now = [clauses[i] for i in unsatisfied]
        if rule == "probsat":
            longest = max(map(len, clauses))
            base = {4: 3.0, 5: 3.7, 6: 5.0}.get(longest, 5.4)
            shares = [(0.9 + b) ** -2.06 if longest <= 3 else base**-b for b in (len(broken(abs(x))) for x in clause)]
            point = next(stream) / 2**32 * sum(shares)
            v = abs(next((x for x, end in zip(clause, accumulate(shares), strict=True) if point < end), clause[-1]))
        elif rule == "skc":
            breaks = [len(broken(abs(x))) for x in clause]
            if min(breaks) > 0 and next(stream) < noise * 2**32:
                v = abs(clause[below(len(clause))])
            else:
                equals = [x for x, b in zip(clause, breaks, strict=True) if b == min(breaks)]
                v = abs(equals[below(len(equals)) if len(equals) > 1 else 0])
        elif next(stream) < noise * 2**32:
            v = abs(clause[below(len(clause))])
        else:
            liked = [liking(x, clauses, open_now, count, broken) for x in clause]
            v = abs(clause[liked.index(max(liked))])  # the first of equals
        value[v], count[v] = not value[v], count[v] + 1
        flipped.append(v)
        _refresh(unsatisfied, [i for i, clause in enumerate(clauses) if not any(map(true, clause))])
    return flipped, value


def _refresh(unsatisfied: list[int], now: list[int]) -> None:
    """What is satisfied now leaves its place to the last of the list; what is unsatisfied now comes at the end."""
    for gone in sorted(set(unsatisfied) - set(now)):
        place = unsatisfied.index(gone)
        unsatisfied[place] = unsatisfied[-1]
        unsatisfied.pop()
    unsatisfied += sorted(set(now) - set(unsatisfied))
