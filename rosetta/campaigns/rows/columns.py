"""The columns of a campaign's results: one row per cell, in the store, in every export, in every statistic.

A time is in seconds, memory in MB (10^6 bytes). Empty (NULL, None, NaN) means not known, or not applicable. The order
is that of a CSV; columns are only ever added at the end of their group, and then the schema of the store has a new
version.
"""

from __future__ import annotations

import hashlib
from types import MappingProxyType

STEP_COLUMNS = ("build_s", "lower_s", "load_s", "solve_s", "decode_s", "verify_s")

CELL_COLUMNS = MappingProxyType(
    {
        "cell": "the cell's id: the first 32 hexadecimal digits of the SHA-256 of what its result may depend on",
        "puzzle": "tents, akari, lightsout, ...",
        "instance": "the id of the instance: such a hash of the puzzle, the board and the reading of its rules",
        "what": "WHAT that names the instance on a command line",
        "board_seed": "the seed it was generated from",
        "board_options": "options that make the board or read its rules, as on a command line",
        "family": "the group of instances that it belongs to, as the campaign names it",
        "height": "rows of the board",
        "width": "columns of the board",
        "size": "cells of the board, or vertices of the graph",
        "backend": "its name in full, as on a command line",
        "formulation": "of the rules",
        "encoding": "the encodings asked for, as FORM=NAME with commas between; auto where none is named",
        "profile": "default or tuned",
        "configuration": "the five above and the threads, as one name: no two solvers under test share it",
        "threads": "that the solver may use",
        "seed": "of the solver, and of the shuffling",
        "shuffled": "1 if the seed also shuffles variables and constraints",
        "symmetry": "the symmetry of the board that was applied, 0 for none",
        "unique": "1 if a second answer was asked for, too",
        "repeat": "the number of the repetition, from 0",
        "limit_s": "the time limit",
        "limit_mb": "the memory limit",
        "settings": "parameters of the solver that were set, by the profile or by name: KEY=VALUE with blanks between",
    }
)
RESULT_COLUMNS = MappingProxyType(
    {
        "attempt": "the number of the attempt that counts, from 1",
        "kind": "the sort of reasoning: cp, sat, ilp, algebra, ...",
        "engine": "the solver that ran",
        "version": "of the engine",
        "encodings_used": "the encodings in use",
        "status": "what the solver claims: optimal, satisfied, unsatisfiable, unknown, unsupported, error",
        "ended": "what ended it: answer, timeout, memout, crash, unsupported, unknown (an incomplete engine gave up), "
        "not-asked (one row alone cannot hold, and the solver was not started)",
        "is_unique": "1 or 0 as the solver claims, where that was asked",
        "objective": "of its answer, as the author of the model counts it (maximised: more is better)",
        "bound": "that it claims, in the same sense",
        **{name: f"time to {name.removesuffix('_s')}" for name in STEP_COLUMNS},
        "total_s": "the sum of these six",
        "startup_s": "until the solver was ready: in no other time",
        "wall_s": "time of the whole cell, measured from outside",
        "cpu_s": "of the solver's process and all its descendants, after the start",
        "peak_mb": "the peak of resident memory",
        "variables": "of the model as the solver got it",
        "rows": "of the same",
        "literals": "of the same",
        "contended": "1 if other processes took processor time from it: see the definition in the report",
        "reliable": "0 if the system could not account for all of its processes",
        "load": "the load of the machine when it ended",
        "host": "the fingerprint of the machine",
        "worker": "the worker that ran it",
        "started": "when it was started, UTC, ISO 8601",
        "note": "what the run says of itself; before it, in an export, what is wrong with a wrong answer",
        "answer": "its answer as JSON",
        "details": "all else that was measured, as JSON: search statistics, broken rules, claims",
        "log": "the steps of the run with the seconds since its start, a line each, as -v prints them",
    }
)
JUDGED_COLUMNS = MappingProxyType(
    {
        "verdict": "correct, wrong, unproved or none, over all rows of the same instance",
        "evidence": "verified, proved, cross-checked or claimed",
        "result": "the first that holds: wrong crash memout timeout unknown unsupported not-asked claimed feasible "
        "solved; an answer with total_s over limit_s is a timeout",
        "claims": "what it claims beside its answer and nothing refutes, and what that rests on: CLAIM=EVIDENCE with "
        "blanks between; unsatisfiable, optimal (none is better), unique; proved, cross-checked or claimed",
    }
)
NAME_COLUMNS = MappingProxyType(
    {
        "name": "a short name of the instance that no other in the store has: of a file its name without the ending, "
        "with as much of its folder as is needed; else the words that name it on a command line",
    }
)
RERUN_WORKER = "rerun"  # the worker of an attempt that a user asked for by name
LONG_COLUMNS = ("answer", "details", "log")  # in frames and tables only where they are asked for
COLUMNS = MappingProxyType({**CELL_COLUMNS, **RESULT_COLUMNS, **JUDGED_COLUMNS, **NAME_COLUMNS})


def answer_hash(text: str) -> str:
    """The key of an answer: the first 32 hexadecimal digits of the SHA-256 of its JSON."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]
