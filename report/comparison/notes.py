"""What is said of runs in words, once for all of whom it is true.

    note  cpsat, cnf (merged): ...          cpsat in every formulation, cnf in one
    clauses  cnf, hybrid: parity=...        encodings that several backends were given
    engines: minicard, rc2 (python-sat 1.8) one library, several solvers

A comparison of formulations has thirty runs, and most of what they say they say alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from report.comparison.records import Run
from report.comparison.verdict import DEFINITE, answer_groups, in_order, names
from report.words import listed, plural

NAMED = 3  # so many groups of different answers are told by name; more are counted
EVERYBODY = 3  # from so many runs on, "all" is shorter


def everybody(group: Sequence[Run], runs: Sequence[Run]) -> str:
    """The same, in short where it is all runs of the table, or all with an answer."""
    table = in_order(runs)
    if len(group) >= EVERYBODY:
        if list(group) == table:
            return "all"
        if list(group) == [run for run in table if run.status in DEFINITE]:
            return "all with an answer"
    return names(group, runs)


def said_once(runs: Iterable[Run], text: Callable[[Run], str]) -> list[tuple[str, list[Run]]]:
    """Each different text with the runs of which it is told, in their order; "" is none."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(text(run), []).append(run)
    return [(told, group) for told, group in groups.items() if told]


def answers_told(runs: Sequence[Run]) -> str:
    """How the answers differ: who gave which while they are few; how many there are where many share a minimum."""
    groups = answer_groups(runs)
    if len(groups) < 2:
        return ""
    minimal = [run.objective for run in runs if run.status == "optimal" and run.objective is not None]
    if not minimal and len(groups) <= NAMED:
        return f"verified answers differ ({' | '.join(names(group, runs) for group in groups)})"
    found = f"{len(groups)} different answers from {plural(sum(map(len, groups)), 'run')}"
    if not minimal:
        return found
    least = sum(group[0].objective == min(minimal) for group in groups)
    share = "all" if least == len(groups) else str(least)
    return f"{found}, {share} of them with the minimum {min(minimal)}"


def engines_told(runs: Iterable[Run]) -> str:
    """Each engine once, those of one library together: minicard, rc2 (python-sat 1.8); spanish."""
    libraries: dict[str, list[str]] = {}
    for run in runs:
        libraries.setdefault(run.version, []).append(run.engine)
    plain = libraries.pop("", [])
    told = [f"{listed(engines)} ({version})" for version, engines in libraries.items()]
    return "; ".join([*told, listed(plain)] if plain else told)
