"""Local search on the model in clauses: WalkSAT and its relatives, from a random assignment, flip by flip.

    model --clauses--> formula in columns --walk--> assignment, or undef        `walking.walk`, `walking.heuristics`

It answers SATISFIED with an assignment, or UNKNOWN (`undef`, as the student report "[INF432] Project - Light Up" of
2020 calls it): a walk never shows that there is no solution. Where the lowering finds a row that alone cannot hold, no
walk begins. When a try has used up its flips, another begins from a new assignment.

The setting `clauses` is the form of the clauses: as they are lowered, or as 3-SAT (`lowering.three_sat`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from backends.contract import (
    Backend,
    Ending,
    Limits,
    Options,
    Outcome,
    Setting,
    Status,
    Tell,
    Unsupported,
    Values,
    ignore_outcome,
)
from backends.encoding_choice.auto import load_encodings
from backends.lowering.clause_form import CLAUSES, convert_form
from backends.lowering.clauses import Cnf, to_clauses
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.walking.formula import formula
from backends.walking.heuristics import HEURISTICS, NOISE
from backends.walking.walk import Walk, prepare
from models.neutral import Form, Model
from rosetta.foundation.errors import InputError
from rosetta.foundation.jit import compiler_version, probe_compilation
from rosetta.foundation.limits import LimitReached

TRIES = 4


def default_flips(variables: int) -> int:
    """The flips of a try, if not set. Akari boards take 3 to 8 per variable; on models where the walk fails, a try ends
    within seconds."""
    return min(1_000 * variables + 1_000, 50_000 + 100 * variables)


def parse_count(text: str) -> int:
    """A number of flips or tries. Raises InputError."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:19]) < 10**18:
        raise InputError(f"expected a whole number from 1 to 10^18, found '{text}'")
    return int(text)


def parse_probability(text: str) -> float:
    """A probability. Raises InputError."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise InputError(f"expected a number from 0 to 1, found '{text}'")
    return number


def parse_heuristic(text: str) -> str:
    """One of `HEURISTICS`. Raises InputError."""
    if text not in HEURISTICS:
        raise InputError(f"expected one of {', '.join(HEURISTICS)}; found '{text}'")
    return text


def probe() -> str | None:
    load_encodings()
    return probe_compilation(prepare)


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch = Stopwatch()
    rule, noise = _read_heuristic(options.parameters)
    with watch("lower"):
        cnf = convert_form(to_clauses(model, limits, options), limits, options)
    if cnf.contradiction:
        return not_asked_outcome(cnf.contradiction, watch, cnf.size)
    with watch("load"):
        walk = Walk(formula(cnf.clauses, cnf.variables), rule, noise)
    tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=cnf.size, encoding=cnf.encodings))
    with watch("solve"):
        note, ended, stats = _run_tries(walk, cnf, limits, options.parameters, watch)
    with watch("decode"):
        values = cnf.values(model, np.flatnonzero(walk.assignment)) if walk.is_solved else None
    status = Status.SATISFIED if walk.is_solved else Status.UNKNOWN
    return Outcome(
        status, values, None, None, watch.seconds, cnf.size, note, ended, encoding=cnf.encodings, stats=stats
    )


def solutions(model: Model, project: NDArray[np.int32], limits: Limits, options: Options) -> Iterator[Values]:
    raise Unsupported("local search finds one answer and cannot tell whether there are others; try cnf")


def _read_heuristic(parameters: Mapping[str, str]) -> tuple[str, float]:
    """The heuristic and the noise. Raises Unsupported for a noise where there is none."""
    rule = parameters.get("heuristic", HEURISTICS[0])
    if "noise" in parameters and rule not in NOISE:
        raise Unsupported(f"walksat: {rule} draws every variable, and has no noise")
    return rule, parse_probability(parameters["noise"]) if "noise" in parameters else NOISE.get(rule, 0.0)


def _run_tries(
    walk: Walk, cnf: Cnf, limits: Limits, parameters: Mapping[str, str], watch: Stopwatch
) -> tuple[str, Ending | None, dict[str, float]]:
    """Walk until an assignment is found, or until tries or time are used up; a note, the limit that ended it, and
    statistics."""
    each = int(parameters.get("flips", default_flips(cnf.variables)))
    most, flips, fewest, attempt = int(parameters.get("tries", TRIES)), 0, cnf.rows, 0
    reached: LimitReached | None = None
    for attempt in range(1, most + 1):
        walk.begin(limits.seed, attempt)
        try:
            walk.run(each, lambda: watch.seconds_left(limits))
        except LimitReached as limit:
            reached = limit
        flips, fewest = flips + walk.flips, min(fewest, walk.fewest_unsatisfied)
        if walk.is_solved or reached:
            break
    phrase = f"{flips:,} flips in {attempt:,} tr{'y' if attempt == 1 else 'ies'}"
    stats = {"flips": float(flips), "tries": float(attempt), "unsatisfied": float(fewest)}
    if walk.is_solved:
        return phrase, None, stats
    why = f", {reached}" if reached else ""
    note = f"undecided after {phrase}{why}; never fewer than {fewest:,} clauses unsatisfied"
    return note, reached.ended if reached else None, stats


BACKEND = Backend(
    name="walksat",
    kind="local search",
    takes=frozenset(Form) - {Form.OBJECTIVE},
    probe=probe,
    version=compiler_version,
    solve=solve,
    solutions=solutions,
    interruptible=True,
    encodes=True,
    complete=False,
    engine=lambda options: f"walksat {options.parameters.get('heuristic', HEURISTICS[0])}",
    settings={
        "flips": Setting("by size", parse_count, "flips before a try is given up", "N"),
        "noise": Setting("by heuristic", parse_probability, "how likely any variable of the clause is flipped", "P"),
        "heuristic": Setting(
            HEURISTICS[0], parse_heuristic, f"which variable is flipped: {', '.join(HEURISTICS)}", "H"
        ),
        "tries": Setting(str(TRIES), parse_count, "how often to begin from a new assignment", "N"),
        "clauses": CLAUSES,
    },
)
