"""`rosetta count PUZZLE WHAT`: the exact number of solutions, projected on the puzzle's answer."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rosetta.commands import flags
from rosetta.commands.bundles import add_bundle, check_bundle, save_bundle
from rosetta.commands.contract import DONE, LIMIT, WRONG, UsageError
from rosetta.commands.proofs import add_proof, check_proof, save_proofs, wants_proofs
from rosetta.foundation.vocabulary import Verdict

if TYPE_CHECKING:
    from rosetta.commands.batch import VerbReport
    from rosetta.studies.counting.count import Total

EXAMPLES = (
    "tents 3x3:aaaaa,2,0,2,2,0,2",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2 --tree-rule adjacent",
    "tents board.txt --distinct --backend cnf",
    "akari cross --distinct",
    "lightsout 4 --distinct",
    "tiling 8x8 --distinct",
    "model.cnf --project x1,x2",
    "tiling 6x10 --distinct --prove",
    "lightsout 9 --proof lights.zip       for others to check: `verify lightsout 9 --proof lights.zip`",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Count the solutions of a puzzle exactly.", EXAMPLES)
    flags.add_puzzle(p)
    flags.add_solver_options(p)
    p.add_argument(
        "--backend", default=None, metavar="B", help="which backend to use (default: the best for this puzzle)"
    )
    p.set_defaults(time_limit=None)  # the second count has more, unless the user sets one
    p.add_argument("--distinct", action="store_true", help="also count up to the symmetries of the board")
    add_proof(p, "that there are exactly so many")
    add_bundle(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from rosetta.commands.batch import run_each

    check_bundle(arguments)
    return run_each(check_proof(arguments), _count)


def _count(arguments: argparse.Namespace) -> VerbReport:
    """Count the solutions of one instance."""
    from backends.contract import Unsupported
    from backends.running.preloading import keep_solvers
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.studies.asking.entrants import check_backends, resolve_entrant
    from rosetta.studies.counting.count import count_answers, count_by_theory, count_formulation, size_id
    from rosetta.studies.counting.recount import describe_shortfall, second_limits
    from rosetta.studies.disagreements.trials import Task
    from rosetta.studies.disagreements.wrong_runs import comparison_of_runs, run_of_total
    from rosetta.studies.proving.proved_total import prove_total, prove_total_where_cheap
    from rosetta.studies.solving.solve import choose_entrants, native_counters

    record, what, choices = options.instance_choices(arguments)
    has_choices = arguments.backend or arguments.distinct or wants_proofs(arguments)
    by_theory = None if has_choices else count_by_theory(record, what, choices)
    if by_theory is not None:
        return _total_report(arguments, record.name, size_id(what), by_theory, {})
    keep_solvers()  # an engine counts and lists a few answers, another one counts again
    how = options.options(arguments)
    check_backends([arguments.backend] if arguments.backend else [], how, record)  # before a large board is made
    resolved, question = options.question_from(arguments)
    name = count_formulation(question, arguments.formulation, arguments.backend, arguments.distinct)
    limits = options.limits(arguments)
    second = second_limits(limits, arguments.time_limit is not None)
    if shortfall := describe_shortfall(question, second):
        print(f"note: {shortfall}", file=sys.stderr)
    try:
        with ProgressLine() as line:
            entrants = choose_entrants(question, arguments.backend, name, how)
            native = native_counters(question, arguments.backend, name, how)
            total = count_answers(question, entrants, limits, line.show, arguments.distinct, second, native)
            prove = prove_total if wants_proofs(arguments) else prove_total_where_cheap
            total = prove(question, name, total, limits, line.show)
    except Unsupported as reason:
        raise UsageError(str(reason)) from None
    named = {**limits.by_name, "second_seconds": second.seconds}
    report = _total_report(arguments, question.puzzle.name, resolved.id, total, named, what=resolved.what)

    if arguments.proof is not None:
        save_proofs(arguments, question, resolved.id, total.proofs, ())

    def bundle(number: int | None) -> None:
        run = run_of_total(total, resolve_entrant(question, total.backend, name, how))
        command = options.repeat_command(arguments, what=resolved.what)
        comparison = comparison_of_runs(question, resolved, [run], limits, command)
        save_bundle(arguments, question, comparison, number, Task.COUNT)

    return replace(report, afterwards=bundle) if total.verdict == Verdict.WRONG else report


def _total_report(
    arguments: argparse.Namespace, puzzle: str, id: str, total: Total, limits: Mapping[str, float], **changed: Any
) -> VerbReport:
    """The number, in words or as a document, and the exit code. changed: see `options.provenance_from`."""
    from rosetta.commands.batch import VerbReport
    from rosetta.commands.options import provenance_from
    from rosetta.studies.counting.total_text import describe_total, total_json

    if arguments.json:
        text = total_json(total, puzzle, id, provenance_from(arguments, (), limits, **changed))
    else:
        text = describe_total(total)
    code = {Verdict.WRONG: WRONG, Verdict.CORRECT: DONE}.get(total.verdict, LIMIT)
    is_short = total.lacks_distinct or (wants_proofs(arguments) and not total.is_proved)
    return VerbReport(LIMIT if code == DONE and is_short else code, text)
