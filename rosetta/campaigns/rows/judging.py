"""Judging rows: the verdict over all rows of an instance is that of a comparison (`judging.judge`).

    attempt --testimony_columns--> answer, details --store, CSV, machines--> judge_rows --> verdict, evidence, result,
                                                                  proofs -----^              claims

Rows of an instance may come in any order, from any machine, with gaps. A row is judged by its testimony, which its
`details` hold; the first answer of that is the column `answer`. A row without one (its process was killed, say) claims
nothing. Judging takes time in proportion to the number of rows.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from backends.contract import Outcome
from report.comparison.records import Claims
from report.documents.writing import plain_values
from rosetta.campaigns.rows.board_proofs import BoardProof
from rosetta.campaigns.rows.proved_rows import claims_text, judge_by_proofs, refuting_testimonies
from rosetta.foundation.errors import InputError
from rosetta.foundation.vocabulary import Ending, ResultClass, Status, Verdict
from rosetta.studies.judging.claims import SharedEvidence, shared_evidence
from rosetta.studies.judging.judge import Judgement, judge_testimony
from rosetta.studies.judging.testimony import Testimony, testimony_from_json, testimony_json

NO_CLAIM = Judgement(Verdict.NONE, None, "", None, Claims())
CLASSES: Mapping[str, ResultClass] = {  # of a run without a definite answer, by how it ended
    Ending.MEMORY: ResultClass.MEMOUT,
    Ending.TIME: ResultClass.TIMEOUT,
    Ending.REFUSED: ResultClass.UNSUPPORTED,
    Ending.NOT_ASKED: ResultClass.NOT_ASKED,
}
NO_PROOFS: Mapping[str, Sequence[BoardProof]] = MappingProxyType({})

READING_ERRORS = (AttributeError, KeyError, TypeError, ValueError, RecursionError)
"""Of a testimony in JSON that cannot be read."""


def testimony_columns(testimony: Testimony, outcome: Outcome) -> dict[str, str | None]:
    """The columns `answer` and `details` of the row of an attempt. outcome: the attempt's."""
    details: dict[str, Any] = {"testimony": testimony_json(testimony)}
    for first in details["testimony"].get("answers", ())[:1]:
        del first["answer"]
    if outcome.stats:
        details["stats"] = plain_values(outcome.stats)
    return {
        "answer": testimony.answers[0].text if testimony.answers else None,
        "details": json.dumps(details, separators=(",", ":")),
    }


def judge_rows(
    rows: Iterable[Mapping[str, Any]], proofs: Mapping[str, Sequence[BoardProof]] = NO_PROOFS
) -> list[dict[str, Any]]:
    """The rows, in their order, with the judged columns filled in, and the `note` of a wrong row led by what is wrong.
    Rows of the same `instance` are judged together. proofs: about boards, by instance. Raises InputError for a row
    whose testimony cannot be read."""
    judged = [dict(row) for row in rows]
    by_instance: defaultdict[Any, list[dict[str, Any]]] = defaultdict(list)
    for row in judged:
        by_instance[row["instance"]].append(row)
    for instance, alike in by_instance.items():
        for row, judgement in zip(alike, judge_instance_rows(alike, proofs.get(instance, ())), strict=True):
            told = row.get("verdict") == Verdict.WRONG  # by a judgement of before, as in an export
            row["verdict"], row["evidence"] = judgement.verdict, judgement.evidence
            row["claims"] = claims_text(row["status"], judgement)
            row["result"] = result_class(row, judgement.verdict)
            if judgement.verdict == Verdict.WRONG and not told:
                row["note"] = _describe_fault(row, judgement)
    return judged


def judge_instance_rows(rows: Sequence[Mapping[str, Any]], proofs: Sequence[BoardProof] = ()) -> list[Judgement]:
    """The judgements on the rows of one instance. proofs: about it. Raises InputError for a row whose testimony cannot
    be read."""
    testimonies = [stored_testimony(row) for row in rows]
    given = [testimony for testimony in testimonies if testimony is not None]
    shared = shared_evidence([*given, *refuting_testimonies(proofs)])
    return [_judge_row(row, testimony, shared, proofs) for row, testimony in zip(rows, testimonies, strict=True)]


def stored_testimony(row: Mapping[str, Any]) -> Testimony | None:
    """The testimony that the row holds, None without one. Raises InputError for one that cannot be read."""
    details = row.get("details")
    if not isinstance(details, str) or not details:  # a NaN, in a frame
        return None
    try:
        return testimony_in(json.loads(details), row["answer"])
    except READING_ERRORS as error:
        raise InputError(f"cell {row.get('cell')}: its testimony cannot be read: {error!r:.100}") from None


def testimony_in(details: Mapping[str, Any], answer: str | None) -> Testimony | None:
    """The testimony in the details of a row, None without one. answer: the column. Raises AttributeError, KeyError,
    TypeError or ValueError for one that cannot be read."""
    document = details.get("testimony")
    return None if document is None else testimony_from_json(document, answer)


def stored_statistics(row: Mapping[str, Any]) -> dict[str, float]:
    """The statistics of the search that the row holds. Raises InputError for what cannot be read."""
    try:
        return statistics_in(json.loads(row["details"] or "{}"))
    except TypeError as error:
        raise InputError(f"cell {row.get('cell')}: {error}") from None


def statistics_in(details: Mapping[str, Any]) -> dict[str, float]:
    """The statistics in the details of a row. Raises TypeError for what cannot be read."""
    stats = details.get("stats", {})
    if not isinstance(stats, dict) or not all(isinstance(value, int | float) for value in stats.values()):
        raise TypeError(f"expected numbers as statistics, found {stats!r:.100}")
    return stats


def result_class(row: Mapping[str, Any], verdict: Verdict) -> ResultClass:
    """The class of the row (`columns.JUDGED_COLUMNS`): the first that holds. An answer counts as feasible where not all
    that was asked is settled: that none is better, or, for rows that ask, whether it is the only one. An answer that
    took longer than the limit, from building the model to checking it, is a time-out."""
    if verdict == Verdict.WRONG:
        return ResultClass.WRONG
    if row["status"] == Status.ERROR or row["ended"] == Ending.FAILED:
        return ResultClass.CRASH
    if verdict in (Verdict.UNPROVED, Verdict.CORRECT) and _is_late(row):
        return ResultClass.TIMEOUT
    if verdict == Verdict.UNPROVED:
        return ResultClass.CLAIMED
    if verdict != Verdict.CORRECT:
        return CLASSES.get(row["ended"], ResultClass.UNKNOWN)
    if row["status"] == Status.SATISFIED and (_is_there(row["objective"]) or _is_left_open(row)):
        return ResultClass.FEASIBLE
    return ResultClass.SOLVED


def _describe_fault(row: Mapping[str, Any], judgement: Judgement) -> str:
    """What is wrong with the answer, then what the run says of itself."""
    testimony = stored_testimony(row)
    broken = [rule for given in testimony.answers for rule in given.broken] if testimony else []
    fault = f"the answer breaks a rule: {broken[0]}" if broken else f"{row['status']}, but {judgement.note}"
    note = row.get("note")
    if not isinstance(note, str) or not note:  # a NaN, in a frame
        return fault
    return f"{fault}; {note}"


def _judge_row(
    row: Mapping[str, Any], testimony: Testimony | None, shared: SharedEvidence, proofs: Sequence[BoardProof]
) -> Judgement:
    if testimony is None:
        return NO_CLAIM
    return judge_by_proofs(testimony, judge_testimony(testimony, shared, _asks_for_another(row)), proofs)


def _is_late(row: Mapping[str, Any]) -> bool:
    total, limit = row.get("total_s"), row.get("limit_s")
    return _is_there(total) and _is_there(limit) and float(total) > float(limit)  # type: ignore[arg-type]


def _is_left_open(row: Mapping[str, Any]) -> bool:
    """Was asked whether the answer is the only one, and is that not known?"""
    return _asks_for_another(row) and not _is_there(row["is_unique"])


def _asks_for_another(row: Mapping[str, Any]) -> bool:
    return bool(int(row["unique"] or 0))


def _is_there(value: Any) -> bool:
    """Is it neither None nor a frame's NaN?"""
    return value is not None and value == value
