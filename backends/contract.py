"""The contract of a backend: a record of facts and functions. It takes a model and limits, and returns an outcome. It
never grades itself.

    probe()   ->  None, or the reason why this solver cannot be used here
    solve     ->  one assignment, the best one if the model has an objective, or why there is none
    solutions ->  assignments that differ on `project`, one after the other, until there are no more
    count     ->  how many there are, without listing them; optional

A backend may also do nothing but count: then it leaves out `solve` and `solutions`, which refuse every model.

A backend runs in a child process of its own (`backends.running`), which the parent can kill: so limits hold even for
solvers that cannot be interrupted. For the same reason a backend imports its solver only inside its functions. The
child inherits the record through the fork, nothing of it is pickled: a function may also be a `partial` or a lambda.
Statuses are claims; whether they are right is judged elsewhere, by code that shares nothing with a solver.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.neutral import Form, Model, Rows
from rosetta.foundation.errors import Refusal
from rosetta.foundation.libraries import describe_absence
from rosetta.foundation.vocabulary import Ending as Ending
from rosetta.foundation.vocabulary import Status as Status
from rosetta.foundation.vocabulary import ending_of

Values: TypeAlias = NDArray[np.int64]  # by variable number, shape (variables + 1,); entry 0 is not a variable
STEPS = ("lower", "load", "solve", "decode")
PRESOLVES = ("reduced", "merged")  # forms of parity rows (`passes.gf2_presolve`)
CONTENDED_SHARE, CONTENDED_SECONDS = 0.05, 0.002  # see `Contention`


class Unsupported(Refusal):
    """The backend cannot take this model, or its solver is not installed; the message says why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one solve may use. seconds: wall clock from the start of lowering; memory: resident MB of the process
    and its children; literals: the largest lowering; seed: for solvers that use random numbers."""

    seconds: float = 10.0
    memory: int = 8000
    threads: int = 1
    seed: int = 0
    literals: int = 100_000_000

    @property
    def by_name(self) -> dict[str, float]:
        """Those that a document tells, under the names that reports use."""
        return {"seconds": self.seconds, "threads": self.threads, "memory_mb": self.memory}

    @property
    def time_limit_note(self) -> str:
        """The note at the time limit; the rest of a budget is rounded to thousandths."""
        return f"time limit of {round(self.seconds, 3):g} s"


@dataclass(frozen=True, slots=True)
class StatedFile:
    """The file that a model was read from. format: its name in `backends.formats`; content: unpacked."""

    format: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a solve. solver: the part of the backend's name after the colon (`cnf:glucose42`); encodings: the
    encoding for each form of rows, `auto` where none is named; profile: `default` or `tuned`; parameters: of the
    solver, as the backend's `tunable` names them; presolve: which of PRESOLVES parity rows are put into first, None
    to leave them as they are; cells: of the board that the model is of, None where it is of none, or where the size
    is not known; file: that the model was read from, and says no more and no less than the model: for programs that
    read such files. Whoever changes the model drops it. `profiles.resolve_options` turns profile and size into
    solver, parameters and encodings before a backend sees the options, so a backend reads those three, and not the
    other two."""

    solver: str | None = None
    encodings: Mapping[Form, str] = field(default_factory=dict)
    profile: str = "default"
    parameters: Mapping[str, str] = field(default_factory=dict)
    presolve: str | None = None
    cells: int | None = None
    file: StatedFile | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """A parameter with too many values to list. default: its value where none is named, in words where it depends on
    others; read: checks a text, raises ValueError with what was expected; letter, help: for the command line
    (`rosetta.commands.flags` makes a flag of it)."""

    default: str
    read: Callable[[str], object]
    help: str
    letter: str


@dataclass(frozen=True, slots=True)
class Size:
    """The lowered model as the solver gets it."""

    variables: int = 0
    rows: int = 0
    literals: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """Rows of the model whose sum modulo 2 is 0 = 1: row rows[i] of block blocks[i] (both counted from 0). Where
    literals[i] is 0 the row is a parity row; else it stands for "literals[i] holds", which follows from it alone.
    A claim like any other until the rows are added up."""

    blocks: NDArray[np.int64]
    rows: NDArray[np.int64]
    literals: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.blocks)


@dataclass(frozen=True, slots=True)
class Contention:
    """How long a solve had to wait for a processor.

    waiting: seconds in which one of its threads could run, and no processor was free for it; running: seconds in which
    one ran. Both are counted from the start of lowering on, over the threads of the solver's process and of those that
    it started, by the kernel's account (`/proc/PID/task/*/schedstat`), read every 0.25 s and at the end. What a
    process did between the last reading and its own end is missing. Sleeping, and waiting for a disk, is neither.
    switches: how often a thread had to leave its processor for another one's sake.

    A solve is *contended* if its share, waiting / (waiting + running), exceeds 5 %, and it waited for more than 2 ms:
    the process that supervises it may take that long. Without such an account (macOS), waiting is the wall clock time
    less the CPU time where there were involuntary switches, else none; it is not known if there may be several threads.
    """

    waiting: float
    running: float
    switches: int = 0

    @property
    def share(self) -> float:
        return self.waiting / (self.waiting + self.running) if self.waiting else 0.0

    @property
    def contended(self) -> bool:
        return self.share > CONTENDED_SHARE and self.waiting > CONTENDED_SECONDS

    def __add__(self, other: Contention) -> Contention:
        return Contention(self.waiting + other.waiting, self.running + other.running, self.switches + other.switches)


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The result of a solve.

    values: every variable of the model, None without an assignment
    seconds: by step of `STEPS`; of a run that was supervised, shares of what the supervisor measured
        (`outcomes.share_time`)
    objective, bound: as the solver claims them
    ended: why it did, where it is UNKNOWN: by a limit, or not asked; None where nobody says it, or the status tells
    by_rule: the engine found one rule that cannot hold, and searched nothing
    encoding: the CNF encodings in use, by form
    engine, version: of the solver, filled in by `running.worker` unless the backend names the part of it that decided
    stats: the solver's search statistics
    certificate: for UNSATISFIABLE by linear algebra, rows that together contradict each other

    Filled in by `running.supervisor`, by the kernel's account of the child and all its descendants: loading: seconds
    until the solver was ready, not in `seconds`; cpu: CPU seconds after that; peak_memory: the most resident MB;
    contention: None where it is not known.

    fixed: the Boolean literals that propagation found to hold in every solution, None where it was not used. They are
    literals because a backend does not know which variables a puzzle calls its answer; the study decodes them."""

    status: Status
    values: Values | None = None
    objective: int | None = None
    bound: float | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    size: Size = Size()
    note: str = ""
    ended: Ending | None = None
    by_rule: bool = False
    encoding: str = ""
    engine: str = ""
    version: str = ""
    fixed: NDArray[np.int32] | None = None
    stats: Mapping[str, float] = field(default_factory=dict)
    certificate: Certificate | None = None
    loading: float = 0.0
    cpu: float = 0.0
    peak_memory: float = 0.0
    contention: Contention | None = None

    @property
    def total(self) -> float:
        """Seconds of all steps: of one that was supervised, from *ready* to the result."""
        return sum(self.seconds.values())

    @property
    def ending(self) -> Ending:
        """Why it ended."""
        return ending_of(self.status, self.ended)

    @property
    def refutes(self) -> bool:
        """Does it follow that the model has no solution: because the solver says so, or because of one row alone? For
        engines that build on others; what a solver said is its status."""
        return self.status is Status.UNSATISFIABLE or self.ended is Ending.NOT_ASKED

    @property
    def conclusion(self) -> Status:
        """UNSATISFIABLE where it refutes, whoever does; else the status."""
        return Status.UNSATISFIABLE if self.refutes else self.status


Tell: TypeAlias = Callable[[Outcome], None]


def ignore_outcome(outcome: Outcome) -> None:
    """For callers that need no interim outcomes."""


class SolveFunction(Protocol):
    """One assignment, the best one if the model has an objective, or why there is none.

    Raises Unsupported, TooLarge or LimitReached; anything else it raises becomes an ERROR outcome. Just before a solver
    starts that cannot be interrupted, `tell` gets what is known in case it never returns."""

    def __call__(self, model: Model, limits: Limits, options: Options, tell: Tell = ..., /) -> Outcome: ...


class ListFunction(Protocol):
    """Assignments of the model, no two equal on the variables `project`; complete when it ends by itself. The objective
    is ignored. Raises as `SolveFunction`, at once or later; LimitReached if a limit ends it before."""

    def __call__(
        self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options, /
    ) -> Iterator[Values]: ...


class IncrementalFunction(Protocol):
    """A solver that stays: the function that it returns adds clauses over variables of the model (Booleans) and solves,
    each time within the limits that were given for all. Raises as `SolveFunction`, and so does that function."""

    def __call__(
        self, model: Model, limits: Limits, options: Options, tell: Tell = ..., /
    ) -> Callable[[Rows], Outcome]: ...


class CountFunction(Protocol):
    """The number of assignments that differ on `project`, without listing them. Raises as `SolveFunction`. `tell` may
    get the progress as the note of an UNKNOWN outcome ("38%, 12,345 found"), a few times a second."""

    def __call__(
        self, model: Model, project: NDArray[np.int32], limits: Limits, options: Options, tell: Tell = ..., /
    ) -> int: ...


def refuse_to_solve(name: str, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    """`solve` of a backend that only counts. Raises Unsupported."""
    raise Unsupported(describe_counts_only(name))


def refuse_to_list(
    name: str, model: Model, project: NDArray[np.int32], limits: Limits, options: Options
) -> Iterator[Values]:
    """`solutions` of a backend that only counts. Raises Unsupported."""
    raise Unsupported(describe_counts_only(name))


def describe_counts_only(name: str) -> str:
    """What is said where a backend that only counts is asked for an answer."""
    return f"{name} only counts answers; ask `rosetta count`"


_NO_SOLVE, _NO_LIST = partial(refuse_to_solve, ""), partial(refuse_to_list, "")  # until the name is known


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Backend:
    """One solver.

    name: as it is registered
    kind: the sort of reasoning (`cp`, `sat`, `ilp`, `algebra`, `exact cover`, `propagation`, ..), by which engines are
        told apart when they are cross-checked
    takes: the forms it handles, itself or by lowering. It refuses a model with other forms, unless their rows simplify
        to what it takes; without OBJECTIVE, it minimises through `passes.solution_improving`
    probe: None if the solver can be used here, else the reason. Never raises
    version: the version of the solver library; called after a `probe` that gave None
    library: the name on PyPI of the library that it cannot do without, if that is not to be had on every machine, or
        is the user's choice (`foundation.optional_engines`)
    solve, solutions, count: see their protocols. One that only counts has neither of the first two

    by_chance: why its numbers of answers may be wrong by chance, in a phrase; "" if they cannot
    encodes: it lowers rows to clauses, so that the choice of encodings matters
    families: it is a front to several solvers, named after a colon (`cnf:glucose42`)
    complete: given enough time, it decides every model; one that is not may answer UNKNOWN before any limit, and refuse
        `solutions`
    largest_number: the largest coefficient, bound or cost of linear rows (`LinearProgram.magnitude`) that it takes; it
        refuses models with larger ones. None: it refuses none for that
    proves_below: where a linear row has a coefficient as large as this, its tolerances are too coarse for what it says
        of all assignments, that there is none or none better: it leaves that out, and its list may have no end. It may
        do so where a side of a row is as large. None: it stands by what it says whatever the numbers are
    proves_within: the same for bounds of variables, from which on it may leave that out
    engine: see `engine_of`; may raise Unsupported. By default the name
    tunable: parameters that may be set in `Options.parameters`, each with the values it may have, the solver's own
        default first. A front to several solvers may have one called `solver`. `python -m benchmarks.solvers.tuning`
        finds which of them are faster on which puzzle (`profiles.tsv`)
    settings: further parameters, with more values than a list holds. `solve` and `compare` have a flag for each where
        the backend is named
    loading: says how a lowered model gets into the solver here, where there is a fast way and a slow one: "in bulk,
        HOW", or the slow way and why it is taken: "as Python lists: REASON". A phrase for `doctor`. Called in a child,
        after a `probe` that gave None; never raises
    python_up_to: models of up to so many variables are solved sooner with loops run as Python than numba is loaded
    prepare_listing: loads what `solutions` needs and `probe` did not load, so that no limit counts it
    refusal: why it does not take a model, None if it may; for a backend that takes few: it is asked before `probe`,
        and where no time is left for a run
    interruptible: `solve` ends by itself at `limits.seconds`, and then has something to hand in (an incumbent, how far
        it came), for which it is given 0.15 seconds. Any other is killed at the limit, at once
    is_program: it starts a program of somebody else, which is asked whatever the model is
    single_threaded: it never uses more than one thread, whatever `Limits.threads` allow, so campaigns plan it with one
    apart_from: names of modules, such as `ortools`, that must not be loaded in the process in which its own library is:
        it crashes, or they do. Where they are loaded already, it gets a new process, and `probe` is not called

    native: the kinds of rules without rows that it takes by a constraint of its own, by their names (`single_cycle`)
    incremental: see its protocol; for cuts that are added while solving. Without it, each round starts anew
    lists_anew: `solutions` hands the whole model to the solver again for each answer, and so may whoever adds rows

    Of a backend that wraps others:
    inner: the names of those it wraps; any_inner: others may be named too
    with_inner: the backend around that one, which `registry` knows as `hybrid:cpsat`
    full_name: that name, where `name` is a shorter one"""

    name: str
    kind: str
    takes: frozenset[Form]
    probe: Callable[[], str | None]
    version: Callable[[], str]
    solve: SolveFunction = _NO_SOLVE
    solutions: ListFunction = _NO_LIST
    library: str = ""
    count: CountFunction | None = None
    by_chance: str = ""
    encodes: bool = False
    families: bool = False
    complete: bool = True
    largest_number: int | None = None
    proves_below: int | None = None
    proves_within: int | None = None
    engine: Callable[[Options], str] | None = None
    tunable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)
    loading: Callable[[], str] | None = None
    python_up_to: int = 0
    prepare_listing: Callable[[], object] | None = None
    refusal: Callable[[Model], str | None] | None = None
    interruptible: bool = False
    is_program: bool = False
    single_threaded: bool = False
    apart_from: frozenset[str] = frozenset()
    native: frozenset[str] = frozenset()
    incremental: IncrementalFunction | None = None
    lists_anew: bool = False
    inner: tuple[str, ...] = ()
    any_inner: bool = False
    with_inner: Callable[[str], Backend] | None = None
    full_name: str = ""

    def __post_init__(self) -> None:
        lists = getattr(self.solutions, "func", None) is not refuse_to_list
        if self.counts_only and (lists or self.count is None):
            raise TypeError("expected solve and solutions, or count without both")
        if not (self.counts_only or lists):
            raise TypeError("expected solutions beside solve")
        if self.counts_only:  # so that the refusals have its name
            object.__setattr__(self, "solve", partial(refuse_to_solve, self.name))
            object.__setattr__(self, "solutions", partial(refuse_to_list, self.name))

    @property
    def counts_only(self) -> bool:
        """Does it count, and neither solve nor list?"""
        return getattr(self.solve, "func", None) is refuse_to_solve

    @property
    def libraries_beside(self) -> tuple[str, ...]:
        """Of those that it must not be loaded beside, the ones that this process has loaded."""
        return tuple(sorted(name for name in self.apart_from if sys.modules.get(name) is not None))

    def engine_of(self, options: Options) -> str:
        """The engine that counts when engines agree: two fronts of the same CBC are one engine."""
        return self.name if self.engine is None else self.engine(options)


def probe_module(module: str) -> str | None:
    """None if the module can be imported (it then has been), else the reason: for `probe`."""
    try:
        import_module(module)
    except Exception as error:  # ImportError, OSError of a shared library, or whatever else a package throws
        return describe_absence(error) or f"not installed: {error}"
    return None
