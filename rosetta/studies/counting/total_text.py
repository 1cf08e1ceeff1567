"""A number of answers as `count` prints it: in words, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from backends.profiles import DEFAULT
from report.comparison.json_documents import count_document
from report.evidence_words import NOT_ASKED
from report.number_text import all_digits
from report.words import plural
from rosetta.foundation.vocabulary import Ending
from rosetta.studies.counting.count import Total
from rosetta.studies.solving.listing import describe_end

if TYPE_CHECKING:
    from report.documents.count import CountDocument
    from report.documents.provenance import Provenance


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
    up_to = ""
    if total.distinct is not None:
        lines.append(f"{least}{all_digits(total.distinct)} up to symmetry")
        up_to = f"up to {total.up_to}"
    profile = "" if total.profile == DEFAULT else f"profile {total.profile}"
    lines.append("; ".join(filter(None, (_describe_count(total), _describe_second_count(total), profile))))
    notes = (f"  {line}" for line in (*total.broken, up_to, total.note) if line)
    return "\n".join([*lines, *map(str, total.proofs), *notes])


def _describe_count(total: Total) -> str:
    """Who counted, by what means, and how long it took."""
    if total.impossible_row:
        return f"{total.backend}: {NOT_ASKED}"
    how = [f"reduced by {total.symmetries} symmetries"] if total.symmetries > 1 else []
    if total.by_listing and total.number and not total.broken:
        how.append("every solution checked")
    elif total.checked:
        how.append(f"{plural(total.checked, 'solution')} checked")
    return f"{total.backend}: {', '.join([*how, f'{total.seconds:.2f} s'])}"


def _describe_second_count(total: Total) -> str:
    """Who confirms the number, and how long that took; "" where nobody was asked."""
    took = f"{total.witness_seconds:.2f} s" if total.witness_seconds else ""
    if total.impossible_row:
        return ""
    if total.witness:
        confirmed = describe_end(total.witness) if total.by_listing else f"counted again by {total.witness}"
        return ", ".join(filter(None, (confirmed, took)))
    return f"not confirmed in {took} more" if took else ""
