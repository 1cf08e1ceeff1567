"""`rosetta compare PUZZLE WHAT`: every backend on the same model, and whether they agree."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.commands.json_lines import delay_interrupt
from rosetta.commands.request_flags import add_request
from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import BAD_INPUT
from rosetta.requests.kinds import POSITIVE
from rosetta.requests.options import OptionGroup
from rosetta.verbs.compare import CompareRequest

if TYPE_CHECKING:
    from instances.naming import InstanceText
    from report.documents.several import MissingInstance
    from report.progress import ProgressLine
    from rosetta.commands.comparison_output import Outcomes, Session
    from rosetta.verbs.compare import ComparedInstance

EXAMPLES = (
    "tents 30",
    "tents 20x30 --seed 7 --backends cpsat,cnf,cnf:glucose42",
    "tents 10..30 --time-limit 5",
    "tents 3x3:aaaaa,2,0,2,2,0,2 --unique",
    "akari 20 --bare 20 --numbered 30",
    "akari 7 --backends walksat,cnf:minisat22 --clauses 3",
    "lightsout petersen",
    "model.mps --backends cpsat,highs,cbc --bundle found",
    "lightsout regular:3,60 --lit random --seed 2",
    "tiling 6x10",
    "tents 12 --formulation all --encoding cardinality=totalizer --html page.html",
    "model.cnf --backends external:./solver,cpsat,cnf --bundle found",
    "lightsout 5x5 --prove",
    "model.lp --reread                  is the file read as others read it?",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Run every backend on the same puzzle and compare what they answer.", EXAMPLES)
    flags.add_puzzle(p, ", or a range of sizes (10..50, 8..30/4)")
    add_request(p, CompareRequest)
    count = p.add_argument(
        "--count", type=flags.word_type(POSITIVE), default=1, metavar="K", help="number of boards (seeds N, N+1, ...)"
    )
    flags.set_group(count, OptionGroup.USUAL)
    flags.add_draw(p, usual=False)
    resources = p.add_argument(
        "--resources", action="store_true", help="also show CPU time, memory and startup time of each run"
    )
    flags.set_group(resources, OptionGroup.OUTPUT)
    flags.add_page(p)
    flags.add_latex(p, "a LaTeX table (booktabs)")
    return p


def run(line: CommandLine) -> int:
    from rosetta.commands.comparison_output import Session, check_outputs, print_results, write_outputs
    from rosetta.commands.each_instance import named_line, worst_code
    from rosetta.studies.comparing.compare import check_refusals
    from rosetta.verbs.compare import exit_code_of, pace_of

    request = line.request(CompareRequest)
    request.check_files()
    line = named_line(line)
    session = Session(line, request, _instances(line), pace_of(request))
    check_outputs(session)
    outcomes = _compare_all(session)
    if outcomes.interrupted and (line.values["json"] or not outcomes.results):
        raise KeyboardInterrupt
    comparisons = [result.comparison for result in outcomes.results]
    check_refusals([run for comparison in comparisons for run in comparison.runs])
    scores = print_results(session, outcomes)
    write_outputs(session, outcomes, scores)
    if outcomes.interrupted:
        raise KeyboardInterrupt
    code = exit_code_of(comparisons, session.number - len(outcomes.refused), request)
    return worst_code([code, BAD_INPUT]) if outcomes.refused else code


def _compare_all(session: Session) -> Outcomes:
    """Compare the backends on one instance after the other, and print what came of each as soon as it is known."""
    from report.progress import ProgressLine
    from rosetta.commands.comparison_output import Outcomes

    outcomes = Outcomes()
    with ProgressLine() as progress:
        try:
            for number in range(session.number):
                _compare_next(session, number, outcomes, progress)
        except KeyboardInterrupt:
            outcomes.interrupted = True
            outcomes.notes.append(f"interrupted after {len(outcomes.results)} of {session.number} instances")
    return outcomes


def _compare_next(session: Session, number: int, outcomes: Outcomes, progress: ProgressLine) -> None:
    """Compare the backends on the instance of that number, and print what came of it; or note why it was not."""
    from rosetta.commands.comparison_output import print_comparison, print_missing
    from rosetta.commands.each_instance import ABOUT_AN_INSTANCE, print_refusal, save_disagreement

    text, _ = session.instances[number]
    if outcomes.results and session.pace.deadline.seconds_left() < 0:
        _note_late(session, number, outcomes, progress)
        return
    try:
        result, alone = _compare_instance(session, number, progress)
    except ABOUT_AN_INSTANCE as refusal:
        if session.number == 1:
            raise
        outcomes.refused.append(print_refusal(text, refusal))
        print_missing(session, outcomes.refused[-1])
        return
    progress.clear()
    with delay_interrupt():  # a summary after an interrupt counts what is above it, no more and no less
        print_comparison(session, result, number)
        outcomes.results.append(result)
    save_disagreement(result, alone, number + 1 if session.number > 1 else None)


def _note_late(session: Session, number: int, outcomes: Outcomes, progress: ProgressLine) -> None:
    """Note an instance that the budget did not reach; the first is told, with how many follow."""
    from rosetta.commands.comparison_output import print_missing

    (text, seed), left = session.instances[number], session.number - number
    if not outcomes.late:
        progress.clear()
        more = f" and {left - 1} more" if left > 1 else ""
        note = f"the budget of {session.pace.budget:g} s ended before {text.what[:60]}{more} (--budget)"
        outcomes.notes.append(note)
        print(note, file=sys.stderr)
    late: MissingInstance = {"what": text.place, "seed": seed or 0, "note": "budget"}
    if seed is None:
        del late["seed"]
    outcomes.late.append(late)
    print_missing(session, late)


def _compare_instance(session: Session, number: int, progress: ProgressLine) -> tuple[ComparedInstance, CommandLine]:
    """What the backends answer about the instance of that number, and its line alone."""
    from rosetta.commands.each_instance import asked_instance, caller_of, line_of
    from rosetta.verbs.compare import compare

    (text, seed), left = session.instances[number], session.number - number
    alone = line_of(session.line, text)
    alone = alone if seed is None else alone.with_values(seed=seed)
    has_page = session.line.values["html"] is not None
    pace = replace(session.pace, left=left)
    return compare(asked_instance(alone), session.request, caller_of(alone, progress), pace, has_page), alone


def _instances(line: CommandLine) -> list[tuple[InstanceText, int | None]]:
    """Every instance of a line (`named_line`) and its seed (None for the one behind it or of all). Only generated ones
    have several seeds."""
    from instances.naming import instance_texts
    from instances.resolve import is_generated
    from instances.size_ranges import expand_sizes
    from rosetta.commands.each_instance import check_proof_file, line_of

    try:
        sizes = [size for what in line.values["whats"] for size in expand_sizes(what)]
    except InputError as refusal:
        raise UsageError(f"WHAT: {refusal}") from None
    texts = instance_texts(sizes, line.values["puzzle"])
    count = line.values["count"]
    if count == 1:
        check_proof_file(line, texts)
        return [(text, None) for text in texts]
    named = [line_of(line, text).values for text in texts]
    if not all(is_generated(values["puzzle"], values["what"]) for values in named):
        raise UsageError(
            "--count: several instances can only be generated; WHAT must be a size or the name of a family"
        )
    check_proof_file(line, [text for text in texts for _ in range(count)])
    return [(text, values["seed"] + i) for text, values in zip(texts, named, strict=True) for i in range(count)]
