"""What came of fuzzing, as a table and as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from backends.contract import Ending
from report.documents.writing import plain_document
from report.evidence_words import IMPOSSIBLE_ROW, NOT_ASKED
from report.text_columns import TextColumn, render_table
from report.words import one_line
from rosetta.foundation.vocabulary import DEFINITE, Status
from rosetta.studies.fuzzing.tally import BackendTally, FuzzTally

if TYPE_CHECKING:
    from report.documents.fuzz import BackendTallyDocument, FuzzDocument
    from report.documents.provenance import Provenance

HEADS = ("backend", "engine", "models", "definite", "unknown", NOT_ASKED, "refused", "errors", "wrong", "mean")


def tally_text(tally: FuzzTally) -> str:
    """A line for each backend, then what was wrong, then how much was done."""
    rows = [HEADS, *(_row(name, each) for name, each in tally.backends.items())]
    cells = list(zip(*rows, strict=True))
    columns = [TextColumn(title, column, right=place > 1) for place, (title, *column) in enumerate(cells)]
    lines = render_table(columns, colour=False)
    lines.append("")
    lines += [f"WRONG  {line}" for line in tally.wrong]
    if tally.repeated:
        lines.append(f"and {tally.repeated:,} more wrong answers of the same kinds")
    lines += [
        f"error  {name}: {one_line(each.first_error, 200)}" for name, each in tally.backends.items() if each.first_error
    ]
    rate = tally.models / tally.seconds if tally.seconds else 0.0
    found = "no wrong answer" if not tally.wrong else f"{len(tally.wrong) + tally.repeated:,} wrong answers"
    if any(each.statuses[Ending.NOT_ASKED] for each in tally.backends.values()):
        lines.append(f"{NOT_ASKED}: {IMPOSSIBLE_ROW}, so that the solver was not started")
    if tally.refuted:
        lines.append(f"of the models {tally.refuted:,} have no answer, each tried in a small union of its own")
    lines.append(f"{tally.models:,} models in {tally.seconds:,.0f} s ({rate:.1f} a second): {found}")
    return "\n".join(lines) + "\n"


def fuzz_document(tally: FuzzTally, provenance: Provenance) -> FuzzDocument:
    """The same as a document. provenance: see `report.provenance`."""
    document: FuzzDocument = {
        "schema": 1,
        "models": tally.models,
        "refuted": tally.refuted,
        "seconds": round(tally.seconds, 3),
        "backends": [_backend(name, each) for name, each in tally.backends.items()],
        "wrong": tally.wrong,
        "repeated": tally.repeated,
        **provenance,
    }
    return plain_document(document)


def _backend(name: str, tally: BackendTally) -> BackendTallyDocument:
    return {
        "backend": name,
        "engine": tally.engine,
        "version": tally.version,
        "statuses": dict(tally.statuses),
        "wrong": tally.wrong,
        "seconds": round(tally.seconds, 6),
        "error": tally.first_error,
    }


def _row(name: str, tally: BackendTally) -> tuple[str, ...]:
    count = tally.statuses
    models = sum(count.values())
    definite = sum(count[status] for status in DEFINITE)
    idle = count[Ending.NOT_ASKED]
    numbers = (
        models,
        definite,
        count[Status.UNKNOWN],
        idle,
        count[Status.UNSUPPORTED],
        count[Status.ERROR],
        tally.wrong,
    )
    mean = f"{1000 * tally.seconds / (models - idle):.1f} ms" if models > idle else ""
    return (name, " ".join(filter(None, (tally.engine, tally.version))), *(f"{n:,}" for n in numbers), mean)
