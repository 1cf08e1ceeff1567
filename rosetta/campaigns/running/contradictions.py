"""What is wrong at first sight, told while a campaign runs: an answer that breaks a rule, two rows that contradict.

The verdict is that of the judge over all rows of an instance, at the end. This only says early that there is something
to look at, and keeps a few words for each instance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from backends.contract import Status
from models.neutral import ObjectiveSense
from rosetta.campaigns.rows.judging import stored_testimony
from rosetta.studies.judging.testimony import Testimony

WORDS = {
    "answer": "has an answer",
    "none": "says there is no answer",
    "one": "says it is the only one",
    "several": "has two answers",
}
OPPOSITES = (("answer", "none"), ("one", "several"))


@dataclass(slots=True)
class _Claims:
    """Who claims what of an instance.

    first: by each claim of WORDS, the first that makes it
    optimal: the most of what is minimised, where that is called optimal
    best: the least of an answer that breaks no rule"""

    first: dict[str, str] = field(default_factory=dict)
    optimal: int | None = None
    best: int | None = None


@dataclass(slots=True)
class ContradictionWatch:
    """Rows are shown to it as they come."""

    _claims: dict[str, _Claims] = field(default_factory=dict)

    def note_row(self, row: dict[str, Any]) -> str | None:
        """What is wrong about it, in a sentence; None if nothing is."""
        instance = f"{row['puzzle']} {row['what']}" + (f" --seed {row['board_seed']}" if row["board_seed"] else "")
        place = f"on {instance} (cell {row['cell'][:12]})"
        testimony = stored_testimony(row)
        broken = [rule for given in testimony.answers for rule in given.broken] if testimony is not None else ()
        if broken:
            return f"wrong: the answer of {row['configuration']} {place} breaks a rule: {broken[0]}"
        claims = self._claims.setdefault(f"{row['instance']} {row['symmetry']}", _Claims())
        other = _contradicted(claims, row, testimony)
        return f"disagreement: {row['configuration']} {other} {place}" if other else None


def _contradicted(claims: _Claims, row: dict[str, Any], testimony: Testimony | None) -> str:
    """What the row claims, and what others do; "" where they agree. Its claims are noted."""
    for claim in _claims_of(row):
        claims.first.setdefault(claim, row["configuration"])
    return _opposed(claims.first, row["configuration"]) or _undercut(claims, row["status"], testimony)


def _claims_of(row: dict[str, Any]) -> Iterator[str]:
    """What it claims: keys of WORDS."""
    if row["status"] in (Status.SATISFIED, Status.OPTIMAL):
        yield "answer"
    elif row["status"] == Status.UNSATISFIABLE:
        yield "none"
    if row["is_unique"] is not None:
        yield "one" if row["is_unique"] else "several"


def _opposed(first: Mapping[str, str], name: str) -> str:
    """That the configuration of that name is the first to claim something, and another claims the opposite."""
    for pair in OPPOSITES:
        if all(claim in first for claim in pair) and name in (first[pair[0]], first[pair[1]]):
            mine, theirs = pair if first[pair[0]] == name else reversed(pair)
            return f"{WORDS[mine]}, {first[theirs]} contradicts it"
    return ""


def _undercut(claims: _Claims, status: str, testimony: Testimony | None) -> str:
    """That an answer costs less than what was called optimal. What this one costs is noted."""
    if status not in (Status.SATISFIED, Status.OPTIMAL) or testimony is None or not testimony.answers:
        return ""
    cost = testimony.answers[0].cost
    if cost is None:
        return ""
    claims.best = cost if claims.best is None else min(claims.best, cost)
    if status == Status.OPTIMAL:
        claims.optimal = cost if claims.optimal is None else max(claims.optimal, cost)
    if claims.optimal is None or claims.best >= claims.optimal:
        return ""
    own = (testimony.sense or ObjectiveSense()).own_value
    return f"has {own(cost)} as its objective; {own(claims.optimal)} was called optimal, {own(claims.best)} was found"
