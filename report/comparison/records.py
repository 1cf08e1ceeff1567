"""The records of a comparison: what was run, what came of it, and the verdicts.

    Run        one backend on one formulation of one instance; Claims: what its claims rest on
    Comparison all runs on one instance, and the verdict over them
    Racer      one backend that lists (or counts) all solutions, in a share of the time; Race: all of them
    FileReading what a program makes of the file by itself
    PuzzleScores    several comparisons together, RunnerScore: one backend in them

What their verdicts, evidence and endings mean, `rosetta.foundation.vocabulary` says.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Protocol

from report.number_text import short_digits
from rosetta.foundation.vocabulary import Agreement, Caveat, Ending, Evidence, Reading, Status, Verdict

if TYPE_CHECKING:
    from report.documents.proofs import ProofDocument

STEPS = ("build", "lower", "load", "solve", "decode", "verify")
BUDGET = Ending.NOT_STARTED.value  # the note of what did not start in time, as the contract of the command line has it
RUN_SECONDS = "run_seconds"  # among the limits: what each run had, where a race had a share of the time
SIZES = ("variables", "rows", "literals")
RESOURCES = ("cpu_seconds", "peak_mb", "startup_seconds")

LONE_CAVEATS = {  # by the claim that only one kind of engine makes
    "answer": Caveat.LONE_ANSWER,
    "optimal": Caveat.LONE_OPTIMUM,
    "unique": Caveat.LONE_UNIQUE,
    "count": Caveat.LONE_COUNT,
}


def total_seconds(seconds: Mapping[str, float]) -> float:
    """What a run took, by which it is ranked, scored and compared: the sum over its steps. None of them is believed:
    stating the model and checking the answer are measured where they are done, and what an engine reports are shares of
    the time that its supervisor measured."""
    return sum(seconds.values())


@dataclass(frozen=True, slots=True)
class Claims:
    """What each claim rests on: verified, proved, cross-checked or claimed; None where it is not made, or refuted.

    answer: the answer, or that there is none; optimal: that none is better; unique: that there is no other, or that
    there is one; count: that there are so many, or that these are all."""

    answer: Evidence | None = None
    optimal: Evidence | None = None
    unique: Evidence | None = None
    count: Evidence | None = None

    @property
    def lone(self) -> tuple[str, ...]:
        """Those that only one kind of engine makes."""
        return tuple(each.name for each in fields(self) if getattr(self, each.name) == Evidence.CLAIMED)


@dataclass(frozen=True, slots=True)
class Run:
    """One backend on one formulation. seconds has the six keys of STEPS; answer is the puzzle's own, as in the
    JSON contract (`{"tents": [[row, col], ...]}`), None without one; broken: the rules that it breaks, in words;
    encoding: those that its clauses were made with, in words; encodings: those that it was told to use, by form;
    derived: the share of the answer (of its lamps, tents) that propagation found; complete: False where an engine may
    by its nature end without an answer; special: a solver for this puzzle alone, a reference for the others; unique:
    True, False, or None when not asked or not settled; second: a different answer, if one was found;
    objective: in the sense in which it was stated (maximised: more is better), an int unless it was stated with
    fractions; bound: in the same sense; resources has the keys of RESOURCES, where they are known:
    CPU of all processes after the start, the most resident memory, and the start itself (a process, the import of the
    solver), which counts in no other seconds; ended: why;
    impossible_row: why, the row that alone cannot hold, in words; sole_row: why it was not asked for another answer;
    cut_to: the seconds that it had, where the budget left less than its limit, and more would have helped; counted: the
    number of answers, where it was asked for that."""

    backend: str
    engine: str
    version: str
    formulation: str
    status: Status
    verdict: Verdict = Verdict.NONE
    evidence: Evidence | None = None
    encoding: str | None = None
    encodings: Mapping[str, str] = field(default_factory=dict)
    profile: str = "default"
    unique: bool | None = None
    objective: float | None = None
    bound: float | None = None
    maximised: bool = False
    derived: float | None = None
    complete: bool = True
    special: bool = False
    seconds: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(STEPS, 0.0))
    size: Mapping[str, int] = field(default_factory=lambda: {"variables": 0, "rows": 0, "literals": 0})
    answer: Mapping[str, Any] | None = None
    second: Mapping[str, Any] | None = None
    broken: tuple[str, ...] = ()
    stats: Mapping[str, float] = field(default_factory=dict)
    resources: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
    claims: Claims = Claims()
    ended: Ending = Ending.ANSWERED
    impossible_row: str | None = None
    sole_row: str | None = None
    cut_to: float | None = None
    counted: int | None = None

    @property
    def status_text(self) -> str:
        """Its status; of a run that counted, the number."""
        return self.status if self.counted is None else f"counts {short_digits(self.counted)}"

    @property
    def total(self) -> float:
        """Seconds over all steps."""
        return total_seconds(self.seconds)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What it leaves open, derived from its claims alone, so that no note contradicts them. Of a run that is wrong,
        nothing."""
        if self.verdict == Verdict.WRONG:
            return ()
        open_cost = self.status == Status.SATISFIED and self.objective is not None
        return (*(Caveat.BETTER_OPEN,) * open_cost, *(LONE_CAVEATS[claim] for claim in self.claims.lone))

    @property
    def optimum(self) -> str:
        """What the best objective is called."""
        return "maximum" if self.maximised else "minimum"

    @property
    def started(self) -> bool:
        """Was there time for it?"""
        return self.ended is not Ending.NOT_STARTED

    @property
    def was_asked(self) -> bool:
        """Was the solver started, or would it have been, had there been time?"""
        return self.ended is not Ending.NOT_ASKED

    @property
    def searcher(self) -> str:
        """The engine that searched, whatever was done before it or around it: of `hybrid+cadical195`, cadical195."""
        return self.engine.rpartition("+")[2]


class ShownProof(Protocol):
    """What came of the attempt to prove a claim: in words, by `str`, and as JSON."""

    @property
    def claim(self) -> str:
        """Its name in `Claims`; or `distinct`: the number up to symmetry."""

    @property
    def is_proved(self) -> bool:
        """Is the claim true?"""

    def to_json(self) -> ProofDocument:
        """As documents have it."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All runs on one instance. id: exchange ID or URL; command: what repeats it; source: where the instance is
    from, in words; answers_differ: verified answers do; boards: the drawn instance and its answers; limits: of each
    run, by name (seconds, run_seconds, threads, memory_mb, repeat, budget ...); machine: what it ran on; link: the
    address where the board can be played, "" without one;
    compiled: loops were, while solvers were started; proofs: of what runs claim,
    where that was asked for; impossible_row: one that alone cannot hold, so that there is no solution and solvers were
    not asked; readings: of the file by other programs, where that was asked for; asked_unique: it was asked whether
    there is another answer; legend: what the signs of the drawn boards mean, "" where nobody says; solutions: how many
    there are, in words, where the puzzle knows that; remark: why, or why there is none."""

    puzzle: str
    id: str
    size: tuple[int, ...]
    seed: int | None
    verdict: Agreement
    runs: tuple[Run, ...]
    source: str = ""
    command: str = ""
    answers_differ: bool = False
    boards: tuple[DrawnBoard, ...] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    machine: str = ""
    race: Race | None = None
    link: str = ""
    compiled: bool = False
    proofs: Sequence[ShownProof] = ()
    impossible_row: str | None = None
    readings: tuple[FileReading, ...] = ()
    asked_unique: bool = False
    legend: str = ""
    solutions: str = ""
    remark: str = ""

    @property
    def run_seconds(self) -> float:
        """What each run had, if the budget did not end before."""
        return min(self.limits.get(name, math.inf) for name in ("seconds", RUN_SECONDS))

    @property
    def other_readings(self) -> tuple[FileReading, ...]:
        """Those that differ from ours."""
        return tuple(reading for reading in self.readings if reading.verdict == Reading.DIFFERS)


@dataclass(frozen=True, slots=True)
class FileReading:
    """What a program that reads the file itself says of it. status, objective: as of a run, in the sense of the file;
    verdict: same or differs, against what the model of our reader has, none where one of the two says nothing; own:
    what that is, in words; seconds: of the program; note: why it says nothing, or how it reads what others read
    otherwise."""

    reader: str
    version: str
    status: Status
    objective: float | None = None
    verdict: Reading = Reading.NONE
    own: str = ""
    seconds: float = 0.0
    note: str = ""

    @property
    def name(self) -> str:
        """With its version, where that is known."""
        return self.version or self.reader

    @property
    def words(self) -> str:
        """What it says of the file."""
        return reading_words(self.status, self.objective)

    @property
    def result(self) -> str:
        """What came of it, with the note."""
        said = {Status.UNSUPPORTED: "not asked", Status.ERROR: "refuses it"}.get(self.status, self.words)
        said += ", DIFFERS" if self.verdict == Reading.DIFFERS else ""
        return f"{said} ({self.note})" if self.note else said


def reading_words(status: Status, objective: float | None) -> str:
    """What is said of a whole file, by a program or by the backends: `optimal 8.25`, `no solution`."""
    if status == Status.UNSATISFIABLE:
        return "no solution"
    return status if objective is None else f"{status} {objective:.10g}"


@dataclass(frozen=True, slots=True)
class Racer:
    """What one backend found of all solutions. way: listed or counted; finished: it says that these are all; seconds:
    from when the solver was imported until it ended or was stopped; limit: its share; checked: how many of its
    solutions were held against the rules; verdict and evidence: as of a run, of what it found, and if it finished of
    there being no others; faults: why it is wrong."""

    backend: str
    engine: str
    way: str
    count: int
    finished: bool
    seconds: float
    limit: float
    checked: int = 0
    verdict: Verdict = Verdict.NONE
    evidence: Evidence | None = None
    faults: tuple[str, ...] = ()
    note: str = ""
    ended: Ending = Ending.ANSWERED

    @property
    def rate(self) -> float:
        """Solutions per second."""
        return self.count / max(self.seconds, 1e-6)


@dataclass(frozen=True, slots=True)
class Race:
    """All racers on one formulation of one instance. total: the number of solutions, None if unknown; verdict:
    agree (two engines finished, and found the same), disagree, or incomplete."""

    formulation: str
    racers: tuple[Racer, ...]
    total: int | None
    verdict: Agreement


@dataclass(frozen=True, slots=True)
class RunnerScore:
    """What a runner (a backend, with what sets its runs apart from others of it) did on several instances. wrong: on so
    many of all instances; solved: of those that are compared; par2, geometric: seconds; ratio: of time to the best
    runner's, None for itself; fastest: on so many of all instances; special: see `Run`."""

    name: str
    wrong: int
    solved: int
    par2: float
    geometric: float
    ratio: float | None
    fastest: int
    special: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleScores:
    """What came of several instances of a puzzle together. instances: how many are compared; limit: seconds of every
    run; runners: the best first, those with a wrong answer last; left_out: what is not compared, in words; sizes: of
    the instances, if there are several; medians: seconds by runner, one for each size, None where most are unsolved;
    definitions: a sentence for each number, by its name in a table."""

    puzzle: str
    instances: int
    limit: float
    runners: tuple[RunnerScore, ...]
    left_out: tuple[str, ...] = ()
    sizes: tuple[tuple[int, ...], ...] = ()
    medians: Mapping[str, tuple[float | None, ...]] = field(default_factory=dict)
    definitions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A drawn board: plain and coloured text for the terminal, SVG for the page."""

    title: str
    plain: str
    colour: str
    svg: str
