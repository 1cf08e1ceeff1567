"""A number of answers as `count` prints it: in words, and as JSON."""

from __future__ import annotations

from report.comparison.json_documents import all_digits, count_json
from report.words import plural
from rosetta.studies.counting.count import Total


def total_json(total: Total, puzzle: str, id: str) -> str:
    """The document of `count --json`. id: of the instance."""
    return count_json(
        puzzle=puzzle,
        id=id,
        count=total.number,
        distinct=total.distinct,
        exact=total.exact,
        backend=total.backend,
        seconds={"solve": total.seconds},
    )


def describe_total(total: Total) -> str:
    """The number, the number up to symmetry, and how they were found."""
    least = "at least " if total.by_listing and not total.exact else ""
    lines = [f"{least}{all_digits(total.number)}"]
    if total.distinct is not None:
        lines.append(f"{least}{all_digits(total.distinct)} up to symmetry")
    how = [total.backend]
    if total.symmetries > 1:
        how.append(f"one of {total.symmetries} alike by symmetry")
    if total.by_listing and total.number:
        how.append("every solution checked")
    elif total.checked:
        how.append(f"{plural(total.checked, 'solution')} checked")
    if total.witness:
        confirmed = "that there are no others confirmed by" if total.by_listing else "counted again by"
        how.append(f"{confirmed} {total.witness}")
    profile_text = "" if total.profile == "default" else f"; profile {total.profile}"
    lines.append(f"{', '.join(how)}, {total.seconds:.2f} s{profile_text}")
    return "\n".join([*lines, *(f"  {line}" for line in (*total.broken, total.note) if line)])
