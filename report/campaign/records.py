"""The records of a campaign's statistics: what the terminal table, the page, LaTeX and JSON all show.

    Summary         everything; groups: one per puzzle and limits, then one over all puzzles; families: one per family
    GroupSummary    what is compared with each other: the same runs of every configuration
    Score           one configuration in a group; scores are sorted, the best first
    PairedTest      two configurations in a group, on the same runs
    ClaimCount      what is claimed of the boards of a puzzle, and how much of it is proved
    HonestyLine     a line of the page "what this rests on": green, amber or red, and a sentence with numbers
    CampaignDiff    two stores, cell by cell
    TuningChoice    a default (encoding, profile) held against another choice

A *run* is one cell: a configuration on an instance, with a symmetry, a seed and a repetition. Times are in seconds. An
Estimate without an interval (low and high None) rests on fewer than two instances. Every measure is defined by its
sentence in `Summary.definitions`; its keys are the names of the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rosetta.foundation.vocabulary import ResultClass

RESULTS = tuple(ResultClass)
COLOURS = ("red", "amber", "green")


class Alarm(str):
    """A sentence about wrong answers, or about what has become worse: it stands out wherever it is shown."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its confidence interval; low and high are None where there is none."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """One configuration in a group. rank: from 1, those with a wrong answer last; wrong: answers in all of its rows,
    compared or not; runs: how many are compared; results: how many of them by class, with the keys of RESULTS;
    contended: how many others took the processor from; share: of runs solved, 0 to 1; par1, par2, geometric: seconds;
    ratio: to the time of the group's best, None for itself; marginal_s: by how much the virtual best's PAR-2 would grow
    without it; shapley: its share of the virtual best, 0 to 1; unique: instances that only it solves; closed_gap: 0 as
    the single best, 1 as the virtual best."""

    configuration: str
    rank: int
    wrong: int
    runs: int
    results: Mapping[str, int]
    contended: int
    share: Estimate
    par1: Estimate
    par2: Estimate
    geometric: Estimate
    ratio: Estimate | None
    marginal_s: float
    shapley: float
    unique: int
    closed_gap: float | None

    @property
    def solved(self) -> int:
        return self.results[ResultClass.SOLVED]

    @property
    def unsupported(self) -> int:
        return self.results[ResultClass.UNSUPPORTED]


@dataclass(frozen=True, slots=True)
class VirtualBest:
    """The best configuration of each instance, as if it were known beforehand. single: the single best configuration;
    this and single_par2 are None where none is without a wrong answer; single_par2, par2: seconds, over the median
    runs; solved: instances."""

    single: str | None
    single_par2: float | None
    par2: float
    solved: int


@dataclass(frozen=True, slots=True)
class PairedTest:
    """Two configurations on the same runs. ratio: time of the first divided by time of the second; p_time: Wilcoxon's
    signed-rank test on the logarithms of the ratios; p_solved: McNemar's exact test on the instances that only one
    solves; adjusted_*: the same after Holm's correction; only_first, only_second: instances that only this one solves;
    censored: instances on which either time is only known to be at least the limit; faster, solves_more: the name of
    the one that is, None where the difference is not significant; sentence: all that in words."""

    first: str
    second: str
    instances: int
    ratio: Estimate
    p_time: float
    p_solved: float
    adjusted_time: float
    adjusted_solved: float
    only_first: int
    only_second: int
    censored: int
    faster: str | None
    solves_more: str | None
    sentence: str


@dataclass(frozen=True, slots=True)
class SelfCheck:
    """The pairwise test where there is no difference. method: how such data were made, in words; trials; calls: how
    often it saw a difference; rate: calls / trials; nominal: the rate that is allowed; sound: the rate is not
    significantly above it; sentence: that in words."""

    method: str
    trials: int
    calls: int
    nominal: float
    sound: bool
    sentence: str

    @property
    def rate(self) -> float:
        return self.calls / self.trials if self.trials else 0.0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Rows that are not compared: of a configuration, or of all of them (configuration None). reason: in words."""

    configuration: str | None
    runs: int
    reason: str


@dataclass(frozen=True, slots=True)
class GroupSummary:
    """What is compared. puzzle: None for all puzzles; family: None for all families of the puzzle; limit_s, limit_mb:
    of every run, None for none; instances, runs: how many are compared, per configuration; scores: sorted by rank;
    friedman: p of Friedman's test that all are alike, None for fewer than five configurations; answer: the result in
    sentences, with its uncertainty;
    least_instances: that it takes to tell any two configurations apart."""

    name: str
    puzzle: str | None
    limit_s: float | None
    limit_mb: float | None
    instances: int
    runs: int
    scores: tuple[Score, ...]
    virtual_best: VirtualBest | None
    pairs: tuple[PairedTest, ...]
    friedman: float | None
    self_check: SelfCheck | None
    left_out: tuple[LeftOut, ...]
    answer: tuple[str, ...]
    family: str | None = None
    least_instances: int = 0


@dataclass(frozen=True, slots=True)
class WrongRun:
    """A wrong answer: it comes before everything else."""

    cell: str
    configuration: str
    puzzle: str
    what: str
    seed: int | None
    note: str


@dataclass(frozen=True, slots=True)
class HonestyLine:
    """What a reviewer asks. name: one of a fixed list, such as threads, clock, seeds, contention; colour: green, amber
    or red; sentence: with numbers."""

    name: str
    colour: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ClaimCount:
    """What is claimed of the boards of a puzzle beside answers (no solution, none is better, no other), each claim of a
    board once, by what it rests on. claimed: on the word of one kind of engine alone."""

    puzzle: str
    proved: int
    cross_checked: int
    claimed: int

    @property
    def total(self) -> int:
        return self.proved + self.cross_checked + self.claimed


@dataclass(frozen=True, slots=True)
class Summary:
    """The statistics of a campaign. wrong: every wrong answer; honesty: the red lines first; definitions: a sentence
    by the name of a field; parameters: shift_s, penalty, confidence, resamples, seed, floor_s; claims: by puzzle;
    families: the same as groups for each family of the puzzles that have several."""

    rows: int
    wrong: tuple[WrongRun, ...]
    groups: tuple[GroupSummary, ...]
    honesty: tuple[HonestyLine, ...]
    definitions: Mapping[str, str]
    parameters: Mapping[str, float]
    claims: tuple[ClaimCount, ...] = ()
    families: tuple[GroupSummary, ...] = ()


@dataclass(frozen=True, slots=True)
class ScalingPoint:
    """The instances of one size. median_s: None where the median run is not solved; low_s, high_s: the quartiles."""

    size: float
    instances: int
    solved: int
    median_s: float | None
    low_s: float | None
    high_s: float | None


@dataclass(frozen=True, slots=True)
class ScalingFit:
    """time = factor * size ** exponent. factor in seconds; censored: instances of which only a lower bound of the
    time is known; exponent None where nothing can be fitted; sentence: in words."""

    configuration: str
    instances: int
    censored: int
    exponent: Estimate | None
    factor: float | None
    points: tuple[ScalingPoint, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell that differs in two stores. kind: one of CHANGES; before, after: what was there, in words; seconds_before,
    seconds_after: its times, None where it was not solved."""

    kind: str
    cell: str
    configuration: str
    puzzle: str
    what: str
    before: str
    after: str
    seconds_before: float | None = None
    seconds_after: float | None = None


CHANGES = ("new wrong", "lost", "changed objective", "changed claim", "slower", "faster", "gained", "no longer wrong")


@dataclass(frozen=True, slots=True)
class ConfigurationDiff:
    """One configuration in two stores, on the cells that both have. ratio: time after divided by time before, on cells
    solved in either; p_time, adjusted_time: as in PairedTest; lost, gained: cells; verdict: regression, improvement or
    no significant difference; versions: of the engine, before and after."""

    configuration: str
    puzzle: str
    cells: int
    solved_before: int
    solved_after: int
    lost: int
    gained: int
    ratio: Estimate | None
    p_time: float
    adjusted_time: float
    p_solved: float
    adjusted_solved: float
    verdict: str
    versions: tuple[str, str]
    sentence: str


@dataclass(frozen=True, slots=True)
class CampaignDiff:
    """Two stores. before, after: their names; cells: that both have; only_before, only_after: that one lacks;
    threshold: a ratio of times beyond which a difference counts; changes: the worst first; regression: the exit code
    is 1; answer: the result in sentences; notes: what differs in how they were run."""

    before: str
    after: str
    cells: int
    only_before: int
    only_after: int
    threshold: float
    configurations: tuple[ConfigurationDiff, ...]
    changes: tuple[CellChange, ...]
    regression: bool
    answer: tuple[str, ...]
    notes: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class TuningChoice:
    """A default held against another choice, all else equal. puzzle, smallest, largest: the boards, in cells; limit_s;
    backend; context: what else the runs have in common; choice: encoding or profile; form: of rows, for an encoding;
    default, pick; tried: how many others there were, of which pick was the best on other boards. gain: time of the
    default divided by time of the pick; lean: 1 where interval and ranks say that the pick is faster, -1 slower, 0
    neither; only_default, only_pick: instances that only this one solves; p_time, p_solved: as in PairedTest, after
    Holm's correction; verdict: change, keep or no significant difference. others: those tried; usual: but for the
    formulation, all else is as where nothing is named; engines: of default and pick, with versions; hosts: the
    fingerprints of the machines; runs: of default and pick; contended: those from which other processes took time."""

    puzzle: str
    smallest: int
    largest: int
    limit_s: float
    backend: str
    context: str
    choice: str
    form: str
    default: str
    pick: str
    tried: int
    instances: int = 0
    gain: Estimate = Estimate(1.0)
    lean: int = 0
    only_default: int = 0
    only_pick: int = 0
    p_time: float = 1.0
    p_solved: float = 1.0
    verdict: str = ""
    others: tuple[str, ...] = ()
    usual: bool = True
    engines: str = ""
    hosts: tuple[str, ...] = ()
    runs: int = 0
    contended: int = 0
