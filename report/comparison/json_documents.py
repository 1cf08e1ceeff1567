"""Comparisons, answers and counts as JSON documents for scripts. Keys and their order are a contract.

    comparisons_json   what `compare --json` prints
    solve_json         what `solve --json` prints
    count_json         what `count --json` prints
    generate_json      what `generate --json` prints

Each ends with where it comes from (`report.provenance`).
Numbers that JSON does not have (infinite bounds) are null; counts are decimal strings, since they may be 2^1000.
Broken rules have no key of their own: they open the note of the run. Of a run, `cpu_seconds` and `peak_mb` are those of
the solver with all that it started; `startup_seconds`, for a process and the import of the solver, are in no other.

An instance on which backends also listed all solutions has a key more, `race`: one object per backend, the best rate
first, with `backend`, `engine`, `way` (listed, counted), `found` (a decimal string), `total` (the same; null if
unknown), `finished`, `seconds`, `limit`, `rate` (per second), `checked`, `verdict`, `evidence`, `note`.

An instance whose file was given to other programs (`--reread`) has a key more, `reread`: one object per program, with
`reader`, `version`, `status` (as of a run; `unsupported`: it cannot be asked, `error`: it refuses the file),
`objective` (in the file's sense), `verdict` (same, differs, none), `note`, `seconds`.

A run that had less than the limit because the budget left no more, and that more would have helped, has a key more,
`cut_to`: the seconds that it had.

A run whose solver was not started, because one row alone cannot hold, has a key more, `ended`: "not-asked"; its
instance has the row, in words, under `impossible_row`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from report.comparison.records import RESOURCES, SIZES, STEPS, Claims, Comparison, FileReading, Race, Run
from report.evidence_words import CAVEATS
from report.number_text import all_digits

SCHEMA = 1
SOLVE_KEYS = (  # the keys of the document of `solve`
    "schema", "puzzle", "id", "backend", "status", "ended", "verdict", "evidence", "objective", "unique", "answer",
    "seconds", "size", "answers", "missed", "proofs", "engine", "version", "encoding", "formulation", "profile",
    "bound", "note", "claims", "cpu_seconds", "peak_mb", "startup_seconds", "machine", "versions", "limits", "command",
)  # fmt: skip
NOTHING: Mapping[str, Any] = {}


def comparisons_json(comparisons: Sequence[Comparison], provenance: Mapping[str, Any] = NOTHING) -> str:
    """The document of `compare`; its `puzzle` is null where the instances are of several: each names its own."""
    return json.dumps(comparisons_document(comparisons, provenance), allow_nan=False)


def comparisons_document(comparisons: Sequence[Comparison], provenance: Mapping[str, Any] = NOTHING) -> Any:
    """The same before it is written."""
    puzzles = list(dict.fromkeys(comparison.puzzle for comparison in comparisons))
    puzzle, instances = (
        (puzzles[0] if len(puzzles) == 1 else None),
        [_instance(comparison) for comparison in comparisons],
    )
    if len(puzzles) > 1:
        named = zip(comparisons, instances, strict=True)
        instances = [{"puzzle": comparison.puzzle, **instance} for comparison, instance in named]
    return plain_values({"schema": SCHEMA, "puzzle": puzzle, "instances": instances, **provenance})


def _instance(comparison: Comparison) -> dict[str, Any]:
    return {
        "id": comparison.id,
        "size": list(comparison.size),
        "seed": comparison.seed,
        "verdict": comparison.verdict,
        "runs": [_run(run) for run in comparison.runs],
        **({} if comparison.impossible_row is None else {"impossible_row": comparison.impossible_row}),
        **({} if comparison.race is None else {"race": _race(comparison.race)}),
        **({"reread": [_reading(reading) for reading in comparison.readings]} if comparison.readings else {}),
        **({"proofs": [proof.to_json() for proof in comparison.proofs]} if comparison.proofs else {}),
    }


def _reading(reading: FileReading) -> dict[str, Any]:
    keys = ("reader", "version", "status", "objective", "verdict", "note")
    return {**{key: getattr(reading, key) for key in keys}, "seconds": round(reading.seconds, 6)}


def _race(race: Race) -> list[dict[str, Any]]:
    return [
        {
            "backend": racer.backend,
            "engine": racer.engine,
            "way": racer.way,
            "found": _digits(racer.count),
            "total": _digits(race.total),
            "finished": racer.finished,
            "seconds": round(racer.seconds, 6),
            "limit": round(racer.limit, 6),
            "rate": round(racer.rate, 3) if racer.count < 10**15 else None,
            "checked": racer.checked,
            "verdict": racer.verdict,
            "evidence": racer.evidence,
            "note": "; ".join(filter(None, (*racer.faults, racer.note))),
        }
        for racer in race.racers
    ]


def run_note(run: Run) -> str:
    """The note of a document: the rules that its answer breaks, what is open, what else there is to say."""
    broken = (f"breaks: {rule}" for rule in run.broken)
    return "; ".join(filter(None, (*broken, *(CAVEATS[caveat] for caveat in run.caveats), run.note)))


def _run(run: Run) -> dict[str, Any]:
    return {
        "backend": run.backend,
        "engine": run.engine,
        "version": run.version,
        "encoding": run.encoding,
        "formulation": run.formulation,
        "profile": run.profile,
        "status": run.status_text,
        **({} if run.was_asked else {"ended": run.ended}),
        **({} if run.cut_to is None else {"cut_to": round(run.cut_to, 3)}),
        "verdict": run.verdict,
        "evidence": run.evidence,
        "unique": run.unique,
        "objective": run.objective,
        "bound": run.bound,
        "derived": run.derived,
        "seconds": _seconds(run.seconds),
        "size": _size(run.size),
        "answer": run.answer,
        "note": run_note(run),
        "claims": asdict(run.claims),
        **{key: round(float(run.resources.get(key, 0.0)), 6) for key in RESOURCES},
    }


def solve_json(
    run: Run,
    *,
    puzzle: str,
    id: str,
    answers: Sequence[Mapping[str, Any]] | None = None,
    missed: Mapping[str, Any] | None = None,
    proofs: Sequence[Mapping[str, Any]] = (),
    provenance: Mapping[str, Any] = NOTHING,
) -> str:
    """The document of `solve`; `answers` only where several were asked for, `missed` only where another engine found an
    answer that this one denies, `proofs` only where some were looked for."""
    keys = _run(run)
    first = ("backend", "status", "ended", "verdict", "evidence", "objective", "unique", "answer", "seconds", "size")
    more = ("engine", "version", "encoding", "formulation", "profile", "bound", "note", "claims", *RESOURCES)
    return _document(
        schema=SCHEMA,
        puzzle=puzzle,
        id=id,
        **{key: keys[key] for key in first if key in keys},
        **({} if answers is None else {"answers": list(answers)}),
        **({} if missed is None else {"missed": missed}),
        **({"proofs": list(proofs)} if proofs else {}),
        **{key: keys[key] for key in more},
        **provenance,
    )


def count_json(
    *,
    puzzle: str,
    id: str,
    count: int | None,
    distinct: int | None,
    symmetries: str | None,
    exact: bool,
    backend: str,
    seconds: Mapping[str, float],
    verdict: str,
    witness: str | None,
    witness_seconds: float | None,
    note: str,
    claims: Claims,
    ended: str | None = None,
    proofs: Sequence[Mapping[str, Any]] = (),
    provenance: Mapping[str, Any] = NOTHING,
) -> str:
    """The document of `count`; distinct is None unless asked for, `proofs` only where some were looked for.
    symmetries: what `distinct` is up to, in a phrase; there only where that was asked for.
    witness: who counted again, in so many seconds."""
    return _document(
        schema=SCHEMA,
        puzzle=puzzle,
        id=id,
        count=_digits(count),
        distinct=_digits(distinct),
        **({} if symmetries is None else {"symmetries": symmetries}),
        exact=exact,
        backend=backend,
        **({} if ended is None else {"ended": ended}),
        seconds=_seconds(seconds),
        verdict=verdict,
        evidence=claims.count,
        witness=witness,
        witness_seconds=None if witness_seconds is None else round(witness_seconds, 6),
        note=note,
        claims=asdict(claims),
        **({"proofs": list(proofs)} if proofs else {}),
        **provenance,
    )


def generate_json(
    *,
    puzzle: str,
    instances: Sequence[Mapping[str, Any]],
    verdict: str,
    missing: Sequence[Mapping[str, Any]],
    provenance: Mapping[str, Any] = NOTHING,
) -> str:
    """The document of `generate`; an instance has "id", "size", "seed", "answer", "unique" (null where it was not
    checked or remains open), "difficulty", "note", "claims", and "text" with --to. missing: "seed" and "note" of each
    that was not made."""
    return _document(
        schema=SCHEMA, puzzle=puzzle, instances=list(instances), verdict=verdict, missing=list(missing), **provenance
    )


def _seconds(seconds: Mapping[str, float]) -> dict[str, float]:
    """Always the six steps, to the microsecond."""
    return {step: round(float(seconds.get(step, 0.0)), 6) for step in STEPS}


def _size(size: Mapping[str, int]) -> dict[str, int]:
    return {key: int(size.get(key, 0)) for key in SIZES}


def _digits(n: int | None) -> str | None:
    return None if n is None else all_digits(n)


def _document(**keys: Any) -> str:
    return json.dumps(plain_values(keys), allow_nan=False)


def plain_values(value: Any) -> Any:
    """Mappings, sequences and numpy values as JSON has them; what is not finite is null."""
    if isinstance(value, Mapping):
        return {str(key): plain_values(item) for key, item in value.items()}
    if isinstance(value, np.generic | np.ndarray):
        return plain_values(value.tolist())
    if isinstance(value, list | tuple):
        return [plain_values(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
