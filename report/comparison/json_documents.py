"""Comparisons, answers, counts and boards as JSON documents for scripts. Keys and their order are a contract.

    comparisons_document   what `compare --json` prints
    solve_document         what `solve --json` prints
    count_document         what `count --json` prints
    generate_document      what `generate --json` prints

What the keys mean stands with their types (`report.documents`).
Numbers that JSON does not have (infinite bounds) are null; counts are decimal strings, since they may be 2^1000.
Broken rules have no key of their own: they open the note of the run.

A key that is not always there is written in its place with the others, and taken out where it does not apply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from report.comparison.records import SIZES, STEPS, Claims, Comparison, FileReading, Race, Run
from report.documents.provenance import NOWHERE
from report.documents.writing import document_text, plain_document
from report.evidence_words import CAVEATS
from report.number_text import all_digits
from rosetta.foundation.vocabulary import Ending, Verdict

if TYPE_CHECKING:
    from report.documents.compare import (
        ComparisonDocument,
        InstanceDocument,
        RacerDocument,
        ReadingDocument,
        RunDocument,
    )
    from report.documents.count import CountDocument
    from report.documents.generate import GeneratedDocument, GenerateDocument, MissingSeed
    from report.documents.proofs import ProofDocument
    from report.documents.provenance import Provenance
    from report.documents.runs import AnswerDocument, ClaimsDocument, ModelSize, StepSeconds
    from report.documents.several import MissingInstance
    from report.documents.solve import SolveDocument

SOLVE_KEYS = (  # the keys of the document of `solve`
    "schema", "puzzle", "id", "backend", "status", "ended", "verdict", "evidence", "objective", "unique", "answer",
    "seconds", "size", "answers", "missed", "proofs", "engine", "version", "encoding", "formulation", "profile",
    "bound", "note", "claims", "cpu_seconds", "peak_mb", "startup_seconds", "machine", "versions", "limits", "command",
)  # fmt: skip


def comparisons_json(
    comparisons: Sequence[Comparison], provenance: Provenance = NOWHERE, missing: Sequence[MissingInstance] = ()
) -> str:
    """The document of `compare` as text."""
    return document_text(comparisons_document(comparisons, provenance, missing))


def comparisons_document(
    comparisons: Sequence[Comparison], provenance: Provenance = NOWHERE, missing: Sequence[MissingInstance] = ()
) -> ComparisonDocument:
    """The document of `compare`; its `puzzle` is null where the instances are of several: each names its own. missing:
    what was not compared."""
    puzzles = list(dict.fromkeys(comparison.puzzle for comparison in comparisons))
    document: ComparisonDocument = {
        "schema": 1,
        "puzzle": puzzles[0] if len(puzzles) == 1 else None,
        "instances": [_instance(comparison, len(puzzles) > 1) for comparison in comparisons],
        "missing": list(missing),
        **provenance,
    }
    if not missing:
        del document["missing"]
    return plain_document(document)


def _instance(comparison: Comparison, among_puzzles: bool) -> InstanceDocument:
    race, document = comparison.race, _whole_instance(comparison)
    if not among_puzzles:
        del document["puzzle"]
    if comparison.impossible_row is None:
        del document["impossible_row"]
    if race is None:
        del document["race"]
    if not comparison.readings:
        del document["reread"]
    if not comparison.proofs:
        del document["proofs"]
    return document


def _whole_instance(comparison: Comparison) -> InstanceDocument:
    """With all keys that there may be."""
    return {
        "puzzle": comparison.puzzle,
        "id": comparison.id,
        "size": list(comparison.size),
        "seed": comparison.seed,
        "verdict": comparison.verdict,
        "runs": [_run(run) for run in comparison.runs],
        "impossible_row": comparison.impossible_row or "",
        "race": [] if comparison.race is None else _race(comparison.race),
        "reread": [_reading(reading) for reading in comparison.readings],
        "proofs": [proof.to_json() for proof in comparison.proofs],
    }


def _reading(reading: FileReading) -> ReadingDocument:
    return {
        "reader": reading.reader,
        "version": reading.version,
        "status": reading.status,
        "objective": reading.objective,
        "verdict": reading.verdict,
        "note": reading.note,
        "seconds": round(reading.seconds, 6),
    }


def _race(race: Race) -> list[RacerDocument]:
    return [
        {
            "backend": racer.backend,
            "engine": racer.engine,
            "way": racer.way,
            "found": all_digits(racer.count),
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


def _run(run: Run) -> RunDocument:
    document: RunDocument = {
        "backend": run.backend,
        "engine": run.engine,
        "version": run.version,
        "encoding": run.encoding,
        "formulation": run.formulation,
        "profile": run.profile,
        "status": run.status_text,
        "ended": run.ended,
        "cut_to": round(run.cut_to or 0.0, 3),
        "verdict": run.verdict,
        "evidence": run.evidence,
        "unique": run.unique,
        "objective": run.objective,
        "bound": run.bound,
        "derived": run.derived,
        "seconds": _seconds(run.seconds),
        "size": _size(run.size),
        "answer": _answer(run),
        "note": run_note(run),
        "claims": claims_document(run.claims),
        "cpu_seconds": _resource(run, "cpu_seconds"),
        "peak_mb": _resource(run, "peak_mb"),
        "startup_seconds": _resource(run, "startup_seconds"),
    }
    if run.was_asked:
        del document["ended"]
    if run.cut_to is None:
        del document["cut_to"]
    return document


def solve_document(
    run: Run,
    *,
    puzzle: str,
    id: str,
    answers: Sequence[AnswerDocument] | None = None,
    missed: AnswerDocument | None = None,
    proofs: Sequence[ProofDocument] = (),
    provenance: Provenance = NOWHERE,
) -> SolveDocument:
    """The document of `solve`; `answers` only where several were asked for, `missed` only where another engine found an
    answer that this one denies, `proofs` only where some were looked for."""
    document: SolveDocument = {
        "schema": 1,
        "puzzle": puzzle,
        "id": id,
        "backend": run.backend,
        "status": run.status_text,
        "ended": run.ended,
        "verdict": run.verdict,
        "evidence": run.evidence,
        "objective": run.objective,
        "unique": run.unique,
        "answer": _answer(run),
        "seconds": _seconds(run.seconds),
        "size": _size(run.size),
        "answers": list(answers or ()),
        "missed": missed or {},
        "proofs": list(proofs),
        "engine": run.engine,
        "version": run.version,
        "encoding": run.encoding,
        "formulation": run.formulation,
        "profile": run.profile,
        "bound": run.bound,
        "note": run_note(run),
        "claims": claims_document(run.claims),
        "cpu_seconds": _resource(run, "cpu_seconds"),
        "peak_mb": _resource(run, "peak_mb"),
        "startup_seconds": _resource(run, "startup_seconds"),
        **provenance,
    }
    if run.was_asked:
        del document["ended"]
    if answers is None:
        del document["answers"]
    if missed is None:
        del document["missed"]
    if not proofs:
        del document["proofs"]
    return plain_document(document)


def count_document(
    *,
    puzzle: str,
    id: str,
    count: int | None,
    distinct: int | None,
    symmetries: str | None,
    exact: bool,
    backend: str,
    seconds: Mapping[str, float],
    verdict: Verdict,
    witness: str | None,
    witness_seconds: float | None,
    note: str,
    claims: Claims,
    ended: Ending | None = None,
    proofs: Sequence[ProofDocument] = (),
    provenance: Provenance = NOWHERE,
) -> CountDocument:
    """The document of `count`; distinct is None unless asked for, `proofs` only where some were looked for.
    symmetries: what `distinct` is up to, in a phrase; there only where that was asked for.
    witness: who counted again, in so many seconds."""
    document: CountDocument = {
        "schema": 1,
        "puzzle": puzzle,
        "id": id,
        "count": _digits(count),
        "distinct": _digits(distinct),
        "symmetries": symmetries or "",
        "exact": exact,
        "backend": backend,
        "ended": ended or Ending.ANSWERED,
        "seconds": _seconds(seconds),
        "verdict": verdict,
        "evidence": claims.count,
        "witness": witness,
        "witness_seconds": None if witness_seconds is None else round(witness_seconds, 6),
        "note": note,
        "claims": claims_document(claims),
        "proofs": list(proofs),
        **provenance,
    }
    if symmetries is None:
        del document["symmetries"]
    if ended is None:
        del document["ended"]
    if not proofs:
        del document["proofs"]
    return plain_document(document)


def generate_document(
    *,
    puzzle: str,
    instances: Sequence[GeneratedDocument],
    verdict: Verdict,
    missing: Sequence[MissingSeed],
    provenance: Provenance = NOWHERE,
) -> GenerateDocument:
    """The document of `generate`. missing: what was not made."""
    document: GenerateDocument = {
        "schema": 1,
        "puzzle": puzzle,
        "instances": list(instances),
        "verdict": verdict,
        "missing": list(missing),
        **provenance,
    }
    return plain_document(document)


def _answer(run: Run) -> AnswerDocument | None:
    return None if run.answer is None else dict(run.answer)


def claims_document(claims: Claims) -> ClaimsDocument:
    """As documents have them."""
    return {
        "answer": claims.answer,
        "optimal": claims.optimal,
        "unique": claims.unique,
        "count": claims.count,
    }


def _seconds(seconds: Mapping[str, float]) -> StepSeconds:
    """Always the six steps, to the microsecond."""
    build, lower, load, solve, decode, verify = (round(float(seconds.get(step, 0.0)), 6) for step in STEPS)
    return {"build": build, "lower": lower, "load": load, "solve": solve, "decode": decode, "verify": verify}


def _size(size: Mapping[str, int]) -> ModelSize:
    variables, rows, literals = (int(size.get(key, 0)) for key in SIZES)
    return {"variables": variables, "rows": rows, "literals": literals}


def _resource(run: Run, key: str) -> float:
    return round(float(run.resources.get(key, 0.0)), 6)


def _digits(n: int | None) -> str | None:
    return None if n is None else all_digits(n)
