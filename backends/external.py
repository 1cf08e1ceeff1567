"""Any solver that runs as a program: `external:cadical`, `external:sat4j`, `external:gecode`, `external:PROGRAM`.

    model --clauses, rows or rules--> DIMACS, OPB, LP, .. file --program--> result, read strictly --> values
    file of a user, in the program's own format --as it is-------'

Each program is a backend of its own, named after it. `calling.programs` knows how some are called; plain `external` is
the first of them that is installed. `external:mps=PROGRAM` gives any program MPS files, and so do `lp=`, `opb=`, `fzn=`
(FlatZinc), `wcnf=` and `wcnf-old=` (MaxSAT, since and until 2022). How a model becomes such a file says a file of
`backends.calling` each. `external:./PROGRAM`, or one that a relative entry of the PATH leads to, is found in the
caller's folder and run there; any other is run in a temporary one. Integers in an OPB file are counted in bits.

A program is always asked, also where one row alone cannot hold: whether it is right is what its user wants to know. A
file that somebody wrote in the program's own format it gets byte for byte; else linear rows as the model has them, not
in their simplest forms, and with those that always hold.

A program's result is a claim like any other. What cannot be a result is an ERROR, never an answer: output that is cut
off or in no known format, an exit code that contradicts the text (10: satisfiable, 20: not), a signal, too much output.
A program that optimises FlatZinc or WCNF may have found something by the limit: the last whole answer that it printed
is handed in. The program dies with the solve that started it: at the limit, and however that process ends.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from backends.calling.asking import ProgramCall
from backends.calling.asking import ProgramError as ProgramError
from backends.calling.clauses import solve_clauses
from backends.calling.flatzinc import LARGEST as LARGEST_IN_FLATZINC
from backends.calling.flatzinc import solve_flatzinc
from backends.calling.integers import LARGEST as LARGEST_IN_ROWS
from backends.calling.integers import solve_integers
from backends.calling.programs import PROGRAMS, SolverProgram, installed_programs, program_named
from backends.calling.pseudo_boolean import solve_pseudo_boolean
from backends.calling.stated_files import is_readable, solve_file
from backends.calling.weighted_clauses import solve_weighted
from backends.contract import Backend, Limits, Options, Outcome, Tell, Unsupported, ignore_outcome
from backends.encoding_choice.auto import load_encodings
from backends.formats.dimacs import writing as dimacs
from backends.outcomes import Stopwatch
from backends.passes.blocking import list_solutions
from models.neutral import Form, Model

KINDS = {"lp": "ilp", "mps": "ilp", "fzn": "cp"}  # of reasoning, by what a program reads; of all others `sat`
CLAUSES = ("dimacs", "wcnf", "wcnf-old")
LARGEST = {"lp": LARGEST_IN_ROWS, "mps": LARGEST_IN_ROWS, "fzn": LARGEST_IN_FLATZINC}
INTERRUPTIBLE = ("fzn", "wcnf", "wcnf-old")


def external_backend(name: str = "") -> Backend:
    """The backend of that program; without a name, of the first one that is installed."""
    chosen = name or next(iter(installed_programs()), "")
    program = program_named(chosen) if chosen else None
    full_name = f"external:{name}" if name else "external"
    takes = "dimacs" if program is None else program.takes
    solve_by_program = partial(solve, program)
    return Backend(
        name=full_name,
        kind=KINDS.get(takes, "sat"),
        takes=frozenset(Form) - ({Form.OBJECTIVE} if takes == "dimacs" else set()),
        probe=partial(probe, program),
        version=lambda: program.version if program else "",
        solve=solve_by_program,
        solutions=partial(list_solutions, solve_by_program),
        lists_anew=True,
        largest_number=LARGEST.get(takes),
        encodes=takes in CLAUSES,
        engine=lambda options: program.engine if program else full_name,
        interruptible=takes in INTERRUPTIBLE,
        is_program=True,
        inner=tuple(PROGRAMS),
        any_inner=True,
        with_inner=external_backend,
    )


def probe(program: SolverProgram | None) -> str | None:
    if program is None:
        return f"not installed: none of {', '.join(PROGRAMS)} is on the PATH"
    reason = program.probe()
    if reason is None and program.takes in CLAUSES:
        # compiled loops and encodings are loaded before the clock runs
        dimacs.format_literals(np.array([1, 0], np.int32))
        load_encodings()
    return reason


def solve(
    program: SolverProgram | None, model: Model, limits: Limits, options: Options, tell: Tell = ignore_outcome
) -> Outcome:
    if program is None or program.probe():
        raise Unsupported(str(probe(program)))
    call = ProgramCall(program, limits, Stopwatch(), tell)
    if options.file is not None and is_readable(program, options.file):
        return solve_file(call, model, options.file.content)
    match program.takes:
        case "dimacs":
            return solve_clauses(call, model, options)
        case "opb":
            return solve_pseudo_boolean(call, model)
        case "fzn":
            return solve_flatzinc(call, model, options)
        case "wcnf" | "wcnf-old":
            return solve_weighted(call, model, options)
        case _:
            return solve_integers(call, model, options)


BACKEND = external_backend()
