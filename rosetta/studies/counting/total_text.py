"""A number of answers as `count` prints it: in words, and as JSON."""

from __future__ import annotations

from report.comparison.json_documents import count_document
from report.documents.count import CountDocument
from report.documents.provenance import Provenance
from report.documents.writing import document_text
from report.evidence_words import NOT_ASKED
from report.number_text import all_digits
from report.words import plural
from rosetta.foundation.vocabulary import Ending
from rosetta.studies.counting.count import Total


def total_json(total: Total, puzzle: str, id: str, provenance: Provenance) -> str:
    """The document of `count` as text."""
    return document_text(total_document(total, puzzle, id, provenance))


def total_document(total: Total, puzzle: str, id: str, provenance: Provenance) -> CountDocument:
    """The document of `count`. id: of the instance; provenance: see `report.provenance`."""
    return count_document(
        puzzle=puzzle,
        id=id,
        count=total.number,
        distinct=total.distinct,
        symmetries=total.up_to if total.distinct is not None else None,
        exact=total.exact,
        backend=total.backend,
        seconds={"solve": total.seconds},
        verdict=total.verdict,
        witness=total.witness or None,
        witness_seconds=total.witness_seconds if total.witness_seconds else None,
        note="; ".join(filter(None, (*total.broken, total.note))),
        claims=total.claims,
        ended=Ending.NOT_ASKED if total.impossible_row else None,
        proofs=[proof.to_json() for proof in total.proofs],
        provenance=provenance,
    )


def describe_total(total: Total) -> str:
    """The number, the number up to symmetry, and how they were found."""
    least = "at least " if total.by_listing and not total.exact else ""
    lines = [f"{'WRONG: ' if total.broken else ''}{least}{all_digits(total.number)}"]
    if total.distinct is not None:
        lines.append(f"{least}{all_digits(total.distinct)} up to symmetry")
    how = [f"reduced by {total.symmetries} symmetries"] if total.symmetries > 1 else []
    if total.by_listing and total.number and not total.broken:
        how.append("every solution checked")
    elif total.checked:
        how.append(f"{plural(total.checked, 'solution')} checked")
    parts = [f"{total.backend}: {', '.join([*how, f'{total.seconds:.2f} s'])}"]
    if total.impossible_row:
        parts = [f"{total.backend}: {NOT_ASKED}"]
    elif total.witness:
        confirmed = f"{total.witness} finds no others" if total.by_listing else f"counted again by {total.witness}"
        parts.append(confirmed + (f", {total.witness_seconds:.2f} s" if total.witness_seconds else ""))
    elif total.witness_seconds:
        parts.append(f"not confirmed in {total.witness_seconds:.2f} s more")
    if total.profile != "default":
        parts.append(f"profile {total.profile}")
    lines += ["; ".join(parts), *map(str, total.proofs)]
    up_to = f"up to {total.up_to}" if total.distinct is not None else ""
    return "\n".join([*lines, *(f"  {line}" for line in (*total.broken, up_to, total.note) if line)])
