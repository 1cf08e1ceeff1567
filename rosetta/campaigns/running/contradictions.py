"""What is wrong at first sight, told while a campaign runs: an answer that breaks a rule, two rows that contradict.

The verdict is that of the judge over all rows of an instance, at the end. This only says early that there is something
to look at, and keeps a few words for each instance.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from backends.contract import Status
from models.neutral import ObjectiveSense
from rosetta.campaigns.rows.judging import stored_testimony
from rosetta.studies.judging.testimony import Testimony


@dataclass(slots=True)
class _Claims:
    """Who claims what of an instance, each by the first that does: `answer`, `none`, `one`, `several`; optimal: what is
    minimised, as claimed; best: the least of an answer that breaks no rule."""

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
    name, status = row["configuration"], row["status"]
    cost = testimony.answers[0].cost if testimony is not None and testimony.answers else None
    answer = status in (Status.SATISFIED, Status.OPTIMAL)
    if answer:
        claims.first.setdefault("answer", name)
    elif status == Status.UNSATISFIABLE:
        claims.first.setdefault("none", name)
    if row["is_unique"] is not None:
        claims.first.setdefault("one" if row["is_unique"] else "several", name)
    for here, there, words in (("answer", "none", "has an answer"), ("one", "several", "says it is the only one")):
        if {here, there} <= claims.first.keys() and name in (claims.first[here], claims.first[there]):
            mine, theirs = (here, there) if claims.first[here] == name else (there, here)
            said = words if mine == here else {"none": "says there is no answer", "several": "has two answers"}[mine]
            return f"{said}, {claims.first[theirs]} contradicts it"
    if not answer or testimony is None or cost is None:
        return ""
    claims.best = cost if claims.best is None else min(claims.best, cost)
    if status == Status.OPTIMAL:
        claims.optimal = cost if claims.optimal is None else max(claims.optimal, cost)
    if claims.optimal is not None and claims.best < claims.optimal:
        own = (testimony.sense or ObjectiveSense()).own_value
        return (
            f"has {own(cost)} as its objective; {own(claims.optimal)} was called optimal, {own(claims.best)} was found"
        )
    return ""
