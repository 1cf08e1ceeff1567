"""What stands above a table and below it: the instance, what its marks and columns mean, and what no time counts."""

from __future__ import annotations

from collections.abc import Sequence

from report.comparison.records import Comparison, Run
from report.evidence_words import SUPPORT
from report.words import LONGEST_NAME, duration, join_names, one_line, size_text
from rosetta.foundation.vocabulary import Evidence

LONE_CLAIM = "?"  # marks what one kind of engine claims and nobody else confirms
SPECIAL_NOTE = "* special-purpose: for this puzzle alone, a reference"


def special_note(runs: Sequence[Run]) -> list[str]:
    """What the mark of special-purpose solvers says, where there are any."""
    return [SPECIAL_NOTE] if any(run.special for run in runs) else []


def describe_start(comparison: Comparison) -> list[str]:
    """How long it took to start the solvers, which no time in the table counts; nothing where it is not known."""
    seconds = sum(run.resources.get("startup_seconds", 0.0) for run in comparison.runs)
    if not seconds:
        return []
    work = ", import libraries and compile loops (once)" if comparison.compiled else " and import libraries"
    return [f"not counted: {duration(seconds)} in all to start the solvers{work}"]


def claims_note(runs: Sequence[Run]) -> list[str]:
    """What the mark of lone claims says, where there are any: in the table a claim has it that nothing contradicts."""
    lone = any(Evidence.CLAIMED in (run.claims.optimal, run.claims.unique) for run in runs)
    return [f"{LONE_CLAIM}: {SUPPORT[Evidence.CLAIMED]}"] if lone else []


def derived_note(runs: Sequence[Run]) -> list[str]:
    """What `derived` is a share of, in the words of the answer; nothing where no run has one."""
    answer = next((run.answer for run in runs if run.answer), {"answer": ()})
    note = f"derived: the share of the {join_names(key.replace('_', ' ') for key in answer)} that propagation found"
    return [note] if any(run.derived is not None for run in runs) else []


def subject(comparison: Comparison) -> str:
    """Which instance it is: tents 30x30, generated, seed 0."""
    parts = [f"{comparison.puzzle} {size_text(comparison.size)}"]
    parts += [one_line(comparison.source, LONGEST_NAME)] if comparison.source else []
    if comparison.seed is not None and "seed " not in comparison.source:
        parts.append(f"seed {comparison.seed}")
    return ", ".join(parts)
