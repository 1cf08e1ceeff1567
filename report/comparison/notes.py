"""Remarks on runs, each made once for all the runs it holds for.

    note  cpsat, cnf (merged): ...          cpsat in every formulation, cnf in one
    clauses  cnf, hybrid: parity=...        encodings that several backends were given
    engines: minicard, rc2 (python-sat 1.8) one library, several solvers

A comparison of formulations has thirty runs, and most of their remarks are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from report.comparison.records import Run
from report.comparison.run_labels import describe_runs
from report.comparison.run_order import answer_groups, sort_runs
from report.words import join_names, plural
from rosetta.foundation.vocabulary import DEFINITE, Status

MAX_NAMED_GROUPS = 3  # up to so many groups of different answers are named; more are counted
MIN_FOR_ALL = 3  # from so many runs on, "all" is shorter


def describe_group(group: Sequence[Run], runs: Sequence[Run]) -> str:
    """The runs of a group; in short where these are all runs of the table, or all with an answer."""
    table = sort_runs(runs)
    if len(group) >= MIN_FOR_ALL:
        if list(group) == table:
            return "all"
        if list(group) == [run for run in table if run.status in DEFINITE]:
            return "all with an answer"
    return describe_runs(group, runs)


def group_by_text(runs: Iterable[Run], text: Callable[[Run], str]) -> list[tuple[str, list[Run]]]:
    """Each different text with the runs that have it, in their order; "" counts as no text."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(text(run), []).append(run)
    return [(phrase, group) for phrase, group in groups.items() if phrase]


def describe_answers(runs: Sequence[Run]) -> str:
    """How the answers differ: who gave which while they are few; how many there are where many share a minimum."""
    groups = answer_groups(runs)
    if len(groups) < 2:
        return ""
    minimal = [run.objective for run in runs if run.status == Status.OPTIMAL and run.objective is not None]
    if not minimal and len(groups) <= MAX_NAMED_GROUPS:
        return f"verified answers differ ({' | '.join(describe_runs(group, runs) for group in groups)})"
    summary = f"{len(groups)} different answers from {plural(sum(map(len, groups)), 'run')}"
    if not minimal:
        return summary
    best = max(minimal) if runs[0].maximised else min(minimal)
    sharing = sum(group[0].objective == best for group in groups)
    share = "all" if sharing == len(groups) else str(sharing)
    return f"{summary}, {share} of them with the {runs[0].optimum} {best}"


def describe_engines(runs: Iterable[Run]) -> str:
    """Each engine once, those of one library together: minicard, rc2 (python-sat 1.8); spanish."""
    libraries: dict[str, list[str]] = {}
    for run in runs:
        libraries.setdefault(run.version, []).append(run.engine)
    plain = libraries.pop("", [])
    parts = [f"{join_names(engines)} ({version})" for version, engines in libraries.items()]
    return "; ".join([*parts, join_names(plain)] if plain else parts)


def describe_versions(runs: Iterable[Run]) -> str:
    """The libraries behind the engines, each once: cp-sat 9.15.6755, python-sat 1.9, numba 0.68.1."""
    libraries = []
    for run in runs:
        parts = [part.strip() for part in run.version.split(",") if part.strip()]
        libraries += [f"{run.searcher} {part}" if part[0].isdigit() else part for part in parts]
    return join_names(libraries)
