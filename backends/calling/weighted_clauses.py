"""The model as a WCNF file for MaxSAT programs: its rows as hard clauses, its objective as soft ones.

The format is that of the MaxSAT Evaluations since 2022; `wcnf-old` is the one before, with a header and a top weight.
Programs of these evaluations print their best answer when they are asked to end, shortly before the limit.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from backends.calling.asking import EarlyEnd, ProgramCall, ask_program, printed_text
from backends.calling.integers import outcome_of_values
from backends.calling.subprograms import OutputBound, ProgramRun
from backends.contract import Options, Outcome, Status, Unsupported
from backends.formats.contract import WriteOptions
from backends.formats.results.competition import Result, ResultError, check_no_cost, most_bytes
from backends.formats.results.integer_values import IntegerResult
from backends.formats.results.maxsat import last_answer, read_maxsat
from backends.formats.wcnf.writing import write_planned
from backends.lowering.clause_plan import plan_clauses
from backends.lowering.soft_clauses import soft_literals
from models.neutral import Model, objective_value

NOTICE = 0.2  # seconds before the limit at which a program is asked to end, and to print what it has
READING = 2e-6  # seconds for each variable, to read its literal; 1e-6 on an idle machine
MOST_WEIGHT = 2**63 - 1  # of all soft clauses together, by the rules of the evaluations


def solve_weighted(call: ProgramCall, model: Model, options: Options) -> Outcome:
    """The outcome of a MaxSAT program. Raises ProgramError, LimitReached, TooLarge, Unsupported."""
    with call.watch("lower"):
        plan = plan_clauses(model, call.limits, options)
        literals, weights, constant = soft_literals(model, plan.orders)
    total = sum(weights.tolist())
    if total > MOST_WEIGHT:
        raise Unsupported(f"soft clauses of the weight {total:,}; {call.program.name} may have {MOST_WEIGHT:,} at most")
    size = replace(plan.size, rows=plan.size.rows + len(literals), literals=plan.size.literals + len(literals))
    outcome = Outcome(Status.UNKNOWN, seconds=call.watch.seconds, size=size, encoding=plan.encodings)
    highest = 0

    def write(file: BinaryIO) -> None:
        nonlocal highest
        how = WriteOptions(call.limits, options)
        highest = write_planned(plan, model, file, how, old=call.program.takes == "wcnf-old")

    def read(program_run: ProgramRun, answer: Path) -> Result | None:
        result = read_maxsat(printed_text(program_run), highest, plan.variables, program_run.timed_out)
        if result is not None:
            check_no_cost(model, result.cost)
            if result.status is Status.OPTIMAL and result.cost is None and len(weights):
                raise ResultError("expected the cost of the optimum, as in `o 12`")
        return result

    early = EarlyEnd(model.objective is not None, spare=READING * plan.variables, notice=NOTICE)
    result, note = ask_program(call, outcome, write, read, OutputBound(most_bytes(plan.variables), last_answer), early)
    if result.true is None:
        return replace(outcome, status=result.status, note=note)
    with call.watch("decode"):
        values = plan.orders.values(model, result.true)
    # Who prints no cost claims none. Weights are positive, so an answer that pays for no soft clause is optimal, even
    # where its program does not say so: clasp 3.3.5 says SATISFIABLE if the hard clauses decide the soft ones.
    found = objective_value(model, values)
    cost = found if result.cost is None else result.cost + constant
    status = Status.OPTIMAL if found == constant else result.status
    return outcome_of_values(outcome, model, IntegerResult(status, values, cost))
