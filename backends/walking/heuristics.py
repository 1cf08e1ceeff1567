"""Heuristics of local search: which variable of the drawn clause is flipped.

The four of the student report "[INF432] Project - Light Up" (2020): with the probability of the noise any variable,
else the best one by a deterministic rule, the first in the clause among equals. The noise is drawn before the clause is
looked at, so that at noise 1 the four are the same walk.

    jw              largest sum of 2^-length over the clauses with the literal       Jeroslow & Wang 1990
    moms            most occurrences in the shortest clauses now unsatisfied         Freeman 1995
    score           most clauses gained, less clauses lost                           GSAT: Selman et al. 1992
    least-modified  flipped least often so far                                       like HSAT: Gent & Walsh 1993

Two that are in common use, which consider how many clauses a flip would break, b:

    skc             b = 0 if there is one; else with the probability of the noise any variable, else the least b,
                    at random among equals                                           Selman, Kautz & Cohen 1994
    probsat         at random, in proportion to (0.9 + b)^-2.06 up to 3 literals,    Balint & Schoening 2012
                    else to a^-b, a = 3.0 (4 literals), 3.7 (5), 5.0 (6), 5.4 (more)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backends.walking.formula import Formula

HEURISTICS = ("skc", "probsat", "jw", "moms", "score", "least-modified")
NOISE = {"skc": 0.3, "jw": 0.1, "moms": 0.1, "score": 0.1, "least-modified": 0.1}  # where none is named
BASES = {4: 3.0, 5: 3.7, 6: 5.0}

Weights = NDArray[np.float64]


def heuristic_code(heuristic: str) -> int:
    """The kernel's number for the heuristic."""
    from backends.walking import walk_kernel as kernel

    return int(getattr(kernel, heuristic.upper().replace("-", "_")))


def noise_threshold(noise: float) -> int:
    """The threshold below which a random word means noise: no word is below it at noise 0, all 2^32 are at 1."""
    return round(noise * 2**32)


def weights(formula: Formula) -> Weights:
    """For `jw`, by literal: the sum of 2^-length over its clauses."""
    of_clause = np.repeat(np.ldexp(1.0, -formula.lengths), formula.lengths)
    by_literal: Weights = np.bincount(formula.literals, of_clause, minlength=2 * formula.variables + 2).astype(
        np.float64
    )
    return by_literal


def chances(formula: Formula) -> Weights:
    """For `probsat`, by break, up to the largest possible one: the weight of a variable in the draw."""
    longest = int(formula.lengths.max(initial=0))
    breaks = np.arange(int(np.diff(formula.occurrence_starts).max(initial=0)) + 1, dtype=np.float64)
    by_break: Weights = (0.9 + breaks) ** -2.06 if longest <= 3 else BASES.get(longest, 5.4) ** -breaks
    return by_break
