"""What a campaign says of the defaults: the encoding per form, and the parameters per backend, by puzzle and size.

Configurations that differ in one choice and in nothing else are compared on the same runs. The best of several choices
is picked on one half of the instances and held against the default on the other: who picks and tests on the same boards
finds a winner among equals. Without a significant gain of at least LEAST_GAIN the default stays, and that is said.

    choice    default    others
    encoding  auto       FORM=NAME of the forms of rows, with commas between
    profile   default    KEY=VALUE of the parameters that were set, by the profile `tuned` or by the campaign's settings

An encoding that `auto` took on all of these boards is no other choice: it has the same clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import exp, floor, log
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from report.campaign.records import Estimate, TuningChoice
from report.words import join_names
from rosetta.campaigns.results.frames import typed_frame
from rosetta.campaigns.statistics.balance import balance_runs, number_runs, split_groups
from rosetta.campaigns.statistics.intervals import bootstrap_means, percentile_bounds
from rosetta.campaigns.statistics.pairwise import (
    ALPHA,
    adjust_holm,
    call_difference,
    count_discordant,
    mcnemar,
    signed_rank,
)
from rosetta.campaigns.statistics.scores import InstanceScores, tabulate_scores
from rosetta.foundation.vocabulary import ResultClass

if TYPE_CHECKING:
    import pandas as pd

LEAST_GAIN = 1.1  # times as fast, to change a default
SIZE_FACTOR = 4  # boards of one class have up to so many times as many cells
DEFAULTS = {"encoding": "auto", "profile": "default"}
PARTS = ("backend", "formulation", "encoding", "profile", "threads")
CHANGE, KEEP, UNCLEAR = "change", "keep", "no significant difference"


def tuning_choices(frame: pd.DataFrame) -> list[TuningChoice]:
    """A line for each puzzle, class of sizes, backend and choice for which there are the default and something else, in
    this order. Rows under other limits are lines of their own. Raises FrameError."""
    typed = typed_frame(frame)
    pairs = zip(typed["profile"], typed["settings"], strict=True)
    named = typed.assign(profile=[_name_parameters(*pair) for pair in pairs])
    tried = [_try_choice(*rows) for rows in _comparable_rows(named)]
    lines = [line for line in tried if line is not None]
    adjusted = adjust_holm([*(line.p_time for line in lines), *(line.p_solved for line in lines)])
    times, counts = adjusted[: len(lines)], adjusted[len(lines) :]
    return [_decide(*each) for each in zip(lines, times, counts, strict=True)]


def size_class(cells: float) -> int:
    """The number of the class of a board of so many cells."""
    return floor(log(max(cells, 1)) / log(SIZE_FACTOR) + 1e-9)


def _name_parameters(profile: object, settings: object) -> str:
    """`default` where no parameters are set, else these in one order; the profile where they are not recorded."""
    if isinstance(settings, str):
        return " ".join(sorted(settings.split()))
    return profile if isinstance(profile, str) else DEFAULTS["profile"]


def _comparable_rows(frame: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """A choice, a form for encodings ("" for profiles), and the rows that differ in that alone."""
    for group in split_groups(frame[frame["size"].notna()]):
        if group.puzzle is None:
            continue
        for _, rows in group.frame.groupby(group.frame["size"].map(size_class), sort=True):
            for choice in DEFAULTS:
                fixed = [name for name in PARTS if name != choice]
                for _, part in rows.groupby(fixed, dropna=False, sort=True):
                    yield from ((choice, form, alike) for form, alike in _split_forms(part, choice))


def _split_forms(rows: pd.DataFrame, choice: str) -> Iterator[tuple[str, pd.DataFrame]]:
    """Each form, or combination of forms, for which another encoding than the default was asked for, with these rows
    and those of the default."""
    usual = rows[choice] == DEFAULTS[choice]
    if not usual.any():
        return
    forms = rows[choice].map(_forms_of if choice == "encoding" else lambda name: "")
    for form in sorted(set(forms[~usual])):
        yield form, rows[usual | (forms == form)]


def _forms_of(encoding: str) -> str:
    """at-most-one,cardinality of at-most-one=ladder,cardinality=totalizer."""
    return ",".join(part.partition("=")[0] for part in encoding.split(","))


def _try_choice(choice: str, form: str, rows: pd.DataFrame) -> TuningChoice | None:
    """The default against the best of the others, before Holm's correction; None where they have no run in common, or
    all others gave wrong answers or have the default's clauses."""
    wrong = set(rows.loc[rows["result"] == ResultClass.WRONG, choice])
    balanced = balance_runs(rows.assign(configuration=rows[choice])).frame
    default = DEFAULTS[choice]
    same = _same_clauses(balanced, default) if choice == "encoding" else frozenset()
    others = sorted(set(balanced["configuration"]) - {default} - wrong - same)
    if not others or default not in set(balanced["configuration"]):
        return None
    scores = tabulate_scores(balanced)
    columns = {name: k for k, name in enumerate(scores.configurations)}
    picking, testing = _split_instances(len(scores.instances), len(others))
    pick = min(others, key=lambda name: float(scores.par2[picking, columns[name]].mean()))
    first = rows.iloc[0]
    compared = balanced[balanced["configuration"].isin([default, pick])]
    line = TuningChoice(
        puzzle=first["puzzle"],
        smallest=int(rows["size"].min()),
        largest=int(rows["size"].max()),
        limit_s=float(first["limit_s"]),
        backend=first["backend"],
        context=_describe_context(first, choice),
        choice=choice,
        form=form,
        default=default,
        pick=pick,
        tried=len(others),
        others=tuple(others),
        usual=all(first[name] == usual for name, usual in DEFAULTS.items() if name != choice) and first["threads"] <= 1,
        engines=_name_engines(compared),
        hosts=tuple(sorted(compared["host"].dropna().unique())),
        runs=len(compared),
        contended=int((compared["contended"] == 1).sum()),
    )
    return _test_pick(line, scores, columns[default], columns[pick], testing)


def _same_clauses(rows: pd.DataFrame, default: str) -> frozenset[str]:
    """The choices that use, on every run, the encodings that the default uses; none where these are not recorded."""
    used = rows.assign(run=number_runs(rows)).pivot(index="run", columns="configuration", values="encodings_used")
    return frozenset(str(name) for name in used if name != default and (used[name] == used[default]).all())


def _name_engines(rows: pd.DataFrame) -> str:
    """`cadical195 and minisat22 (python-sat 1.9)`."""
    names = rows.dropna(subset=["engine", "version"]).groupby("version")["engine"].unique()
    return ", ".join(f"{join_names(sorted(engines))} ({version})" for version, engines in names.items())


def _describe_context(row: pd.Series[str], choice: str) -> str:
    """What else the configurations have in common, where it is not what everybody has."""
    words = [str(row["formulation"])] if isinstance(row["formulation"], str) else []
    words += [f"{name} {row[name]}" for name, usual in DEFAULTS.items() if name != choice and row[name] != usual]
    return ", ".join([*words, f"{row['threads']:g} threads"] if row["threads"] > 1 else words)


def _split_instances(instances: int, others: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Instances to pick on, and to test on. They are sorted by their hashes, so that every second one is a random half;
    where there is nothing to pick from, all are tested."""
    every = np.arange(instances)
    return (every, every) if others == 1 else (every[::2], every[1::2])


def _test_pick(
    line: TuningChoice, scores: InstanceScores, default: int, pick: int, testing: NDArray[np.intp]
) -> TuningChoice:
    """The line with its evidence."""
    logarithms = scores.logarithm[testing, default] - scores.logarithm[testing, pick]
    solved = scores.solved_mostly[testing]
    only = count_discordant(solved[:, default], solved[:, pick])
    p_time, way = signed_rank(logarithms)
    mean, bounds = float(logarithms.mean()) if len(logarithms) else 0.0, None
    if len(logarithms) > 1:
        low, high = percentile_bounds(bootstrap_means(logarithms[None, :])[0], len(logarithms))
        bounds = float(low), float(high)
    return replace(
        line,
        instances=len(logarithms),
        gain=Estimate(exp(mean), exp(bounds[0]), exp(bounds[1])) if bounds else Estimate(exp(mean)),
        lean=call_difference(0.0, way, bounds),
        only_default=only[0],
        only_pick=only[1],
        p_time=p_time,
        p_solved=mcnemar(*only),
    )


def _decide(line: TuningChoice, p_time: float, p_solved: float) -> TuningChoice:
    """The line with its verdict. p_time, p_solved: after Holm's correction over all lines."""
    faster = line.lean if p_time <= ALPHA else 0
    solves = (line.only_pick > line.only_default) - (line.only_pick < line.only_default) if p_solved <= ALPHA else 0
    better = solves > 0 or (faster > 0 and line.gain.value >= LEAST_GAIN)
    worse = solves < 0 or faster < 0
    verdict = CHANGE if better and not worse else KEEP if worse or faster > 0 else UNCLEAR
    return replace(line, p_time=p_time, p_solved=p_solved, verdict=verdict)
