"""Made-up rows of a campaign: five configurations on boards of four sizes, with limits reached, and a few rows that are
wrong, unsupported or contended. The same arguments always give the same rows.
"""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pandas as pd

from rosetta.campaigns.rows.columns import COLUMNS, STEP_COLUMNS

# backend, kind, engine, encoding, seconds for 100 cells, exponent, spread, clauses rather than rows
CONFIGURATIONS = (
    ("cpsat", "cp", "ortools", "auto", 0.05, 1.5, 0.35, False),
    ("cbc", "ilp", "cbc", "auto", 0.12, 2.1, 0.7, False),
    ("cnf:cadical195", "sat", "cadical195", "at-most-one=ladder", 0.02, 1.9, 0.5, True),
    ("cnf:cadical195", "sat", "cadical195", "at-most-one=product", 0.025, 1.8, 0.5, True),
    ("cnf:glucose4", "sat", "glucose4", "at-most-one=ladder", 0.02, 2.6, 0.9, True),
)
SIDES = (6, 8, 12, 16, 24, 32)


def campaign_frame(
    instances: int = 60, seeds: int = 3, *, random_seed: int = 1, limit: float = 10.0, wrong: bool = True
) -> pd.DataFrame:
    """One row per cell, with all columns of the contract. Shares the hardness of an instance among configurations."""
    random = np.random.default_rng(random_seed)
    rows = []
    for number in range(instances):
        side = SIDES[number % len(SIDES)]
        puzzle = ("tents", "akari")[number // len(SIDES) % 2]
        hardness = float(random.normal(0, 0.5))
        for which, configuration in enumerate(CONFIGURATIONS):
            for seed in range(seeds):
                rows.append(_row(random, number, puzzle, side, hardness, which, configuration, seed, limit))
    if wrong:
        _spoil(rows)
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _row(random, number, puzzle, side, hardness, which, configuration, seed, limit):
    backend, kind, engine, encoding, base, exponent, spread, clauses = configuration
    size = side * side
    own = np.exp(hardness + random.normal(0, spread))
    solve = base * (size / 100) ** exponent * own * (2.5 if puzzle == "akari" and kind == "ilp" else 1)
    build, lower, load = (1e-4 * size * x for x in (0.4, 0.9 if clauses else 0.3, 0.2))
    steps = [build, lower, load, solve, 2e-6 * size, 5e-6 * size]
    late = sum(steps) > limit
    if late:
        steps = [build, lower, load, limit - build - lower - load, None, None]
    name = ", ".join([backend, *([encoding] if encoding != "auto" else [])])
    result = "timeout" if late else "solved"
    known = [step for step in steps if step is not None]
    return {
        **dict.fromkeys(COLUMNS),
        "cell": hashlib.sha256(f"{number} {name} {seed}".encode()).hexdigest()[:32],
        "puzzle": puzzle, "instance": hashlib.sha256(f"board {number}".encode()).hexdigest()[:32],
        "what": str(side), "board_seed": number, "board_options": "", "family": f"{puzzle} small to large",
        "height": side, "width": side, "size": size, "backend": backend, "formulation": "default",
        "encoding": encoding, "profile": "default", "configuration": name, "threads": 1, "seed": seed, "shuffled": 1,
        "symmetry": 0, "unique": 0, "repeat": 0, "limit_s": limit, "limit_mb": 4000.0, "attempt": 1, "kind": kind,
        "engine": engine, "version": "1.0", "encodings_used": encoding if clauses else "",
        "status": "unknown" if late else "satisfied", "ended": "timeout" if late else "answer",
        **dict(zip(STEP_COLUMNS, steps, strict=True)), "total_s": float(sum(known)), "startup_s": 0.012,
        "wall_s": float(sum(known)) + 0.02, "cpu_s": 0.99 * float(sum(known)), "peak_mb": 80.0 + 0.1 * size,
        "variables": size * (4 if clauses else 1), "rows": size * (12 if clauses else 2),
        "literals": size * (30 if clauses else 9), "contended": 0, "reliable": 1, "load": 1.0, "host": "host-1",
        "worker": "1", "started": "2026-01-01T00:00:00Z", "note": "", "answer": json.dumps({"cells": []}),
        "details": "{}", "verdict": "none" if late else "correct", "evidence": None if late else "verified",
        "result": result, "name": f"{puzzle} {side} --seed {number}",
    }  # fmt: skip


def _spoil(rows: list[dict[str, object]]) -> None:
    """A wrong answer, two boards that one solver does not take, a crash, a contended row."""
    glucose = [row for row in rows if row["engine"] == "glucose4"]
    glucose[4] |= {"result": "wrong", "verdict": "wrong", "note": "row 3 has 2 tents, not 1"}
    for row in [row for row in rows if row["backend"] == "cbc" and row["instance"] == rows[0]["instance"]]:
        row |= dict.fromkeys((*STEP_COLUMNS, "total_s", "cpu_s", "variables", "rows", "literals"))
        row |= {"result": "unsupported", "verdict": "none", "ended": "unsupported", "status": "unsupported"}
    glucose[9] |= {"result": "crash", "status": "error", "verdict": "none", "ended": "crash", "note": "signal 11"}
    rows[20]["contended"] = 1
