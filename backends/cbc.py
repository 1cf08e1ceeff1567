"""Integer programming with CBC, in two versions: `cbc:pulp`, the program of PuLP, and `cbc:ortools`, a newer one inside
OR-Tools.

`cbc` is the CBC of PuLP, as most people have it, but where that is known not to be believed, the newer one is asked:

    the program cannot be run here             the newer one alone
    an optimum, and a sum has two bounds,      the newer one alone: preprocessing of PuLP's CBC loses such optima
        or coefficients are large
    "no solution"                              the newer one, too: what it says counts
    an answer that breaks rows, of either      that of PuLP, without preprocessing

The outcome tells by its version which CBC has answered, and its note why it was not PuLP's. With parameters, which are
those of PuLP's CBC, only this one is asked, and a second time without preprocessing where it is not to be believed; so
is `cbc:pulp`. Measured on boards with one solution, when it is excluded: confirming "no solution" by the newer CBC took
4 to 44 ms, by a second run of the program without preprocessing 29 to 244 ms.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from backends.contract import Backend, Ending, Limits, Options, Outcome, Status, Tell, Unsupported, ignore_outcome
from backends.loading import cbc_library, cbc_program
from backends.lowering.linear import LinearProgram, to_linear
from backends.outcomes import Stopwatch, not_asked_outcome
from backends.passes.blocking import list_solutions
from backends.tolerances import Tolerances, ask_with_care, drop_claims, largest_of_rows
from models.neutral import Form, Model
from rosetta.foundation.libraries import CLASHES

PULP, ORTOOLS = "pulp", "ortools"
LARGEST = 10**7  # CBC keeps rows and integers up to 1e-6; beyond this a big-M row says nothing
# From coefficients of 100,000 on, the preprocessing of PuLP's CBC loses the optimum of some models: a test has one.
TOLERANCES = Tolerances(
    solver="CBC",
    step="preprocessing",
    plain={},
    tight={},
    rounded=0,
    confirmed=10**5,
    coarse=10**6,
    wide=10**6,
)
ALONE = replace(TOLERANCES, confirmed=LARGEST + 1)  # the newer one cannot be asked without preprocessing
OLD_DENIES = "PuLP's CBC says that there is no solution"
OLD_LOSES = "PuLP's CBC is known to lose the optimum where a sum has two bounds, or coefficients are large"


def probe() -> str | None:
    """None if one of the two can be used here, else why PuLP's cannot."""
    reason, other = cbc_program.probe(), cbc_library.probe()
    return reason and other and reason


def version() -> str:
    """Of both, as far as they are here."""
    parts = (cbc_program, cbc_library)
    return ", ".join(part.version() for part in parts if part.probe() is None)


def describe_loading() -> str:
    """How models reach each of those that can be used here."""
    ways = {cbc_program: "as PuLP's objects, in a file", cbc_library: "as one message"}
    parts = (f"{part.version()}: {way}" for part, way in ways.items() if part.probe() is None)
    return f"row by row; {'; '.join(parts)}"


def engine(options: Options) -> str:
    """Both versions are one engine. Raises Unsupported for other solvers."""
    if options.solver not in (None, PULP, ORTOOLS):
        raise Unsupported(f"unknown solver '{options.solver}'; known: {PULP}, {ORTOOLS}")
    return "cbc"


def solve(model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome) -> Outcome:
    watch, name = Stopwatch(), engine(options)
    with watch("lower"):
        program = to_linear(model, limits)
    if program.contradiction:
        return not_asked_outcome(program.contradiction, watch, program.size)
    program.check_magnitudes(LARGEST, "CBC")

    def ask_newer(why: str = "") -> Outcome:
        if options.parameters:
            raise Unsupported(f"the CBC of ortools takes no parameters; cbc:pulp has {', '.join(options.parameters)}")
        with watch("load"):
            solver = cbc_library.load(program)
        tell(Outcome(Status.UNKNOWN, seconds=watch.seconds, size=program.size))
        run = partial(cbc_library.run, model, program, solver, limits, watch)
        outcome, newer = ask_with_care(model, program, run, ALONE, {}), cbc_library.version()
        note = "; ".join(filter(None, (outcome.note, why and f"{newer} was asked: {why}")))
        return replace(outcome, engine=name, version=newer, note=note)

    if options.solver == ORTOOLS:
        return ask_newer()
    missing = cbc_program.probe() if options.solver is None else None
    if missing is not None:
        return ask_newer(missing)
    is_doubtful = model.objective is not None and _may_lose_optimum(program)
    newer = None
    if options.solver is None and not options.parameters and cbc_library.probe() is None:
        newer = ask_newer
        if is_doubtful and (outcome := ask_newer(OLD_LOSES)).ending is not Ending.LEFT_OPEN:
            return outcome
    runs = cbc_program.ProgramRuns(model, program, limits, options, watch, tell)
    doubt = TOLERANCES.unconfirmed if is_doubtful else ""
    outcome = runs.with_care(doubt, newer and partial(newer, OLD_DENIES))
    if outcome.engine:
        return _confirmed(outcome)
    if largest_of_rows(program, with_sides=False) >= TOLERANCES.coarse:
        outcome = drop_claims(outcome, TOLERANCES.too_coarse)
    return replace(outcome, engine=name, version=cbc_program.version())


def _may_lose_optimum(program: LinearProgram) -> bool:
    largest = largest_of_rows(program, with_sides=False)
    return largest >= TOLERANCES.confirmed or cbc_program.has_ranges(program)


def _confirmed(newer: Outcome) -> Outcome:
    """What the newer one says where PuLP's denies the model. If both do, both are told."""
    if newer.status is not Status.UNSATISFIABLE:
        return newer
    return replace(newer, version=f"{cbc_program.version()}, confirmed by {newer.version}", note="")


BACKEND = Backend(
    name="cbc",
    kind="ilp",
    takes=frozenset(Form),
    probe=probe,
    version=version,
    solve=solve,
    solutions=partial(list_solutions, solve),
    families=True,
    engine=engine,
    lists_anew=True,
    largest_number=LARGEST,
    proves_below=TOLERANCES.coarse,
    proves_within=TOLERANCES.wide,
    interruptible=True,
    apart_from=CLASHES["ortools"],
    loading=describe_loading,
    tunable={  # not `preprocess`: see the traps
        "cutsOnOff": ("on", "off"),
        "heuristicsOnOff": ("on", "off"),
        "presolve": ("on", "off"),
        "strongBranching": ("5", "0"),
    },
)
