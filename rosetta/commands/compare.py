"""`rosetta compare PUZZLE WHAT`: every backend on the same model, and whether they agree."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from backends.name_lists import read_names
from rosetta.commands import flags
from rosetta.commands.bundles import add_bundle, check_bundle, save_bundle
from rosetta.commands.contract import BAD_INPUT, DONE, LIMIT, WRONG, UsageError
from rosetta.commands.json_lines import LINES, delay_interrupt, print_line
from rosetta.commands.proofs import add_proof, check_proof, save_proofs, wants_proofs
from rosetta.foundation.vocabulary import Agreement, Verdict
from rosetta.foundation.work_clock import work_seconds

if TYPE_CHECKING:
    from instances.naming import InstanceText
    from report.comparison.records import Comparison, PuzzleScores
    from report.progress import ProgressLine
    from rosetta.studies.asking.question import Question
    from rosetta.studies.comparing.compare import Plan

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
SIZES = 5  # a range 10..50 becomes so many sizes


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Run every backend on the same puzzle and compare what they answer.", EXAMPLES)
    flags.add_puzzle(p, ", or a range of sizes (10..50)")
    flags.add_solver_options(p, "solver parameters (default: both, if there are tuned ones)")
    p.add_argument("--backends", default=None, metavar="A,B", help="which backends to run (default: all)")
    flags.add_budget(p, "seconds for everything")
    p.add_argument(
        "--unique",
        action="store_true",
        help="also ask each backend whether there is any other solution, optimal or not",
    )
    add_proof(p, "no solution, none better, with --unique no other")
    p.add_argument(
        "--count", type=flags.positive_integer, default=1, metavar="K", help="number of boards (seeds N, N+1, ...)"
    )
    p.add_argument(
        "--repeat",
        type=flags.positive_integer,
        default=1,
        metavar="R",
        help="run R times after a warm-up and show medians",
    )
    p.add_argument(
        "--all", action="store_true", help="also race the backends: how many solutions does each list in the same time?"
    )
    p.add_argument(
        "--reread",
        action="store_true",
        help="WHAT is a solver's file: also ask programs that read it themselves (cbc, glpsol, highs, scip; cadical, "
        "clasp, ..) for its optimum, and compare",
    )
    flags.add_draw(p)
    p.add_argument("--resources", action="store_true", help="also show CPU time, memory and startup time of each run")
    flags.add_page(p)
    add_bundle(p)
    p.add_argument("--latex", default=None, metavar="FILE", help="also write a LaTeX table (booktabs)")
    return p


def run(arguments: argparse.Namespace) -> int:
    from backends.registry import refused_modules
    from report.comparison.json_documents import comparisons_json
    from report.comparison.latex import comparisons_latex
    from report.comparison.page import comparisons_html
    from report.saving import check_target, save
    from report.words import LONGEST_NAME, one_line
    from rosetta.commands import options
    from rosetta.commands.batch import worst_code
    from rosetta.studies.comparing.compare import check_refusals, limits_by_name

    arguments = check_proof(arguments)
    instances, plan = _instances(arguments), _plan(arguments)
    for reason in refused_modules().values() if _names(arguments.backends, "--backends") is None else ():
        options.print_note(f"left out: {reason}")
    options.check_page(arguments)
    if arguments.latex is not None:
        check_target(arguments.latex)
    check_bundle(arguments)
    outcomes = _compare_all(arguments, instances, plan)
    comparisons, missing = outcomes.comparisons, [*outcomes.refused, *outcomes.late]
    if outcomes.interrupted and (arguments.json or not comparisons):
        raise KeyboardInterrupt
    runs = [run for comparison in comparisons for run in comparison.runs]
    check_refusals(runs)
    scores = _score(arguments, comparisons, len(instances))
    changed = {"puzzle": comparisons[0].puzzle, "what": outcomes.whats[0]} if len(instances) == 1 else {}
    head = options.provenance_from(arguments, runs, limits_by_name(plan), **changed)
    if arguments.json and arguments.json != LINES:
        print(comparisons_json(comparisons, {"missing": missing, **head} if missing else head))
    unfinished = [*outcomes.notes, *(f"{each['what']}: {each['note']}" for each in outcomes.refused)]
    options.write_page(
        arguments, lambda: comparisons_html(comparisons, _page_title(comparisons), head, unfinished, scores)
    )
    if arguments.latex is not None:
        save(arguments.latex, comparisons_latex(comparisons))
        print(f"table written to {one_line(arguments.latex, LONGEST_NAME)}", file=sys.stderr)
    if outcomes.interrupted:
        raise KeyboardInterrupt
    code = _exit_code(comparisons, len(instances) - len(outcomes.refused), arguments.unique)
    if wants_proofs(arguments) and code == DONE and _are_claims_left(comparisons, arguments.unique):
        code = LIMIT
    return worst_code([code, BAD_INPUT]) if outcomes.refused else code


@dataclass(slots=True)
class _Outcomes:
    """What came of the instances. whats: the WHAT that repeats each comparison; refused: what could not be read; late:
    what the budget did not reach; notes: the sentence that says why some were not compared, if one is needed;
    interrupted: by Ctrl-C, so that the others were not reached."""

    comparisons: list[Comparison] = field(default_factory=list)
    whats: list[str] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    late: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    interrupted: bool = False


def _compare_all(
    arguments: argparse.Namespace, instances: Sequence[tuple[InstanceText, int | None]], plan: Plan
) -> _Outcomes:
    """Compare the backends on one instance after the other, and print what came of each as soon as it is known."""
    from report.progress import ProgressLine

    outcomes = _Outcomes()
    with ProgressLine() as line:
        try:
            for number in range(len(instances)):
                _compare_next(arguments, instances, number, plan, outcomes, line)
        except KeyboardInterrupt:
            outcomes.interrupted = True
            outcomes.notes.append(f"interrupted after {len(outcomes.comparisons)} of {len(instances)} instances")
    return outcomes


def _compare_next(
    arguments: argparse.Namespace,
    instances: Sequence[tuple[InstanceText, int | None]],
    number: int,
    plan: Plan,
    outcomes: _Outcomes,
    line: ProgressLine,
) -> None:
    """Compare the backends on the instance of that number, and print what came of it; or note why it was not."""
    from rosetta.commands.batch import ABOUT_AN_INSTANCE, print_refusal

    (text, seed), left = instances[number], len(instances) - number
    if outcomes.comparisons and plan.deadline.seconds_left() < 0:
        if not outcomes.late:
            line.clear()
            more = f" and {left - 1} more" if left > 1 else ""
            note = f"the budget of {plan.budget or 0.0:g} s ended before {text.what[:60]}{more} (--budget)"
            outcomes.notes.append(note)
            print(note, file=sys.stderr)
        seed_key = {} if seed is None else {"seed": seed}
        outcomes.late.append({"what": text.place, **seed_key, "note": "budget"})
        _print_missing(arguments, plan, outcomes.late[-1])
        return
    try:
        question, comparison, what = _compare(arguments, text, seed, plan, left, line)
    except ABOUT_AN_INSTANCE as refusal:
        if len(instances) == 1:
            raise
        outcomes.refused.append(print_refusal(text, refusal))
        _print_missing(arguments, plan, outcomes.refused[-1])
        return
    line.clear()
    with delay_interrupt():  # a summary after an interrupt counts what is above it, no more and no less
        _print_comparison(arguments, comparison, plan, instances, number)
        outcomes.comparisons.append(comparison)
        outcomes.whats.append(what)
    if arguments.proof is not None:
        save_proofs(arguments, question, comparison.id, comparison.proofs, comparison.runs)
    if any(run.verdict == Verdict.WRONG for run in comparison.runs):
        save_bundle(arguments, question, comparison, number + 1 if len(instances) > 1 else None)


def _print_missing(arguments: argparse.Namespace, plan: Plan, entry: dict[str, Any]) -> None:
    """With --jsonl, the line of an instance that was not compared."""
    from report.comparison.json_documents import comparisons_json
    from rosetta.commands import options
    from rosetta.studies.comparing.compare import limits_by_name

    if arguments.json == LINES:
        head = options.provenance_from(arguments, (), limits_by_name(plan))
        print_line(comparisons_json([], {"missing": [entry], **head}))


def _print_comparison(
    arguments: argparse.Namespace,
    comparison: Comparison,
    plan: Plan,
    instances: Sequence[tuple[InstanceText, int | None]],
    number: int,
) -> None:
    """Print the comparison of the instance of that number: of several a line, and all of it where something is wrong or
    that was asked for; with --json all of them are printed at the end."""
    from report.comparison.json_documents import comparisons_json
    from rosetta.commands import options
    from rosetta.studies.comparing.compare import limits_by_name

    if arguments.json == LINES:
        head = options.provenance_from(arguments, comparison.runs, limits_by_name(plan))
        print_line(comparisons_json([comparison], {**head, "command": comparison.command}))
    elif not arguments.json:
        if len(instances) > 1:
            print(_line(comparison, instances, number), flush=True)
        asked = arguments.draw or arguments.resources or arguments.all or arguments.verbose
        if len(instances) == 1 or asked or comparison.verdict == Agreement.DISAGREE:
            print(_text(arguments, comparison, len(instances)), flush=True)


def _compare(
    arguments: argparse.Namespace, text: InstanceText, seed: int | None, plan: Plan, left: int, line: ProgressLine
) -> tuple[Question, Comparison, str]:
    """Compare the backends on one instance: the question, what came of it, and the WHAT that repeats it. seed: None for
    that of the arguments; left: how many instances are."""
    from models.puzzles.registry import puzzle
    from rosetta.commands import options
    from rosetta.commands.named_instances import instance_arguments
    from rosetta.studies.asking.entrants import check_backends
    from rosetta.studies.comparing.compare import all_backends, choose_entrants, compare, race_end, warm_up
    from rosetta.studies.comparing.rereading import readers_of

    alone, how = instance_arguments(arguments, text), options.options(arguments)
    alone.seed = alone.seed if seed is None else seed
    record, named_backends = puzzle(alone.puzzle), _names(arguments.backends, "--backends")
    check_backends(named_backends or all_backends(record), how, record)  # before a large board is made
    resolved, question = options.question_from(alone)
    if arguments.reread:
        readers_of(question)
    command = options.repeat_command(alone, what=resolved.what, count=1, html=None, latex=None)
    formulations = _names(arguments.formulation, "--formulation")
    plan = replace(plan, entrants=choose_entrants(question, named_backends, formulations, how, arguments.profile))
    warm_up(question, plan, line.show)
    plan = replace(plan, last=left == 1, race_until=race_end(question, plan.deadline, arguments.all, left))
    comparison = compare(question, resolved, plan, command, line.show, arguments.html is not None)
    return question, comparison, resolved.what


def _line(comparison: Comparison, instances: Sequence[tuple[InstanceText, int | None]], number: int) -> str:
    """The line of one instance of several."""
    from report.comparison.several import instance_line, label_room
    from report.terminal import line_width

    labels = [text.place if seed is None else f"{text.place} seed {seed}" for text, seed in instances]
    turn = number + 1, len(instances)
    return instance_line(comparison, labels[number], turn, label_room(labels), flags.wants_colour(), line_width())


def _score(arguments: argparse.Namespace, comparisons: Sequence[Comparison], instances: int) -> Sequence[PuzzleScores]:
    """What came of several instances together, printed unless JSON is; nothing of a single one, or where nobody asks.
    instances: how many were to be compared."""
    from report.comparison.several import count_sentence, scores_text
    from report.terminal import line_width

    if instances == 1 or (arguments.json and arguments.html is None):
        return ()
    if not arguments.json:
        print(f"\n{count_sentence(comparisons, instances)}", flush=True)  # the statistics take a second to load
    from rosetta.campaigns.reporting.comparison_scores import score_comparisons

    scores = score_comparisons(comparisons)
    if not arguments.json:
        print(scores_text(scores, flags.wants_colour(), line_width()), end="")
    return scores


def _text(arguments: argparse.Namespace, comparison: Comparison, instances: int) -> str:
    """The comparison for the terminal; of several, boards only with --draw or where answers disagree."""
    from report.boards import CLOSING_LINES, DRAW_ALL
    from report.comparison.table import FEW_NOTES, NOTE_LINES, comparison_text
    from report.terminal import line_width

    several = instances > 1 and comparison.verdict != Agreement.DISAGREE
    return comparison_text(
        comparison,
        flags.wants_colour(),
        line_width(),
        arguments.resources,
        most_board_lines=DRAW_ALL if arguments.draw else 0 if several else CLOSING_LINES,
        most_notes=FEW_NOTES if several else NOTE_LINES,
        everything=arguments.verbose > 0,
    )


def _plan(arguments: argparse.Namespace) -> Plan:
    """The plan without its entrants, which depend on the instance. The budget starts here."""
    from rosetta.commands import options
    from rosetta.studies.asking.budgets import Deadline, choose_budget
    from rosetta.studies.comparing.compare import Plan

    budget = choose_budget(arguments.time_limit, arguments.budget)
    return Plan(
        (),
        options.limits(arguments),
        arguments.unique,
        arguments.repeat,
        Deadline(work_seconds() + budget),
        budget,
        is_limit_set=arguments.time_limit is not None,
        every_encoding="all" in arguments.encoding,
        prove=wants_proofs(arguments),
        prove_again=arguments.proof is not None,
        reread=arguments.reread,
    )


def _names(text: str | None, option: str) -> list[str] | None:
    """The names in a comma-separated list, None without one."""
    if text is None:
        return None
    names = read_names(text)
    if not all(names):
        raise UsageError(f"{option}: expected names separated by commas, found '{text[:60]}'")
    return names


def _instances(arguments: argparse.Namespace) -> list[tuple[InstanceText, int | None]]:
    """Every instance and its seed (None for the one of its line or of the arguments). Only generated ones have several
    seeds."""
    from instances.naming import instance_texts
    from instances.resolve import is_generated
    from rosetta.commands.named_instances import instance_arguments, name_puzzle

    name_puzzle(arguments)
    sizes = [size for what in arguments.whats for size in _sizes(what)]
    texts = instance_texts(sizes, arguments.puzzle)
    if arguments.count == 1:
        return [(text, None) for text in texts]
    named = [instance_arguments(arguments, text) for text in texts]
    if not all(is_generated(alone.puzzle, alone.what) for alone in named):
        raise UsageError(
            "--count: several instances can only be generated; WHAT must be a size or the name of a family"
        )
    return [(text, alone.seed + i) for text, alone in zip(texts, named, strict=True) for i in range(arguments.count)]


def _sizes(what: str) -> list[str]:
    """The sizes of a range; any other WHAT alone."""
    ends = re.fullmatch(r"(\d+)\.\.(\d+)", what)
    if ends is None:
        return [what]
    first, last = int(ends[1][:9]), int(ends[2][:9])
    if first > last:
        raise UsageError(f"WHAT: expected a range from small to large, found '{what[:60]}'")
    return list(dict.fromkeys(str(round(first + i * (last - first) / (SIZES - 1))) for i in range(SIZES)))


def _page_title(comparisons: Sequence[Comparison]) -> str:
    """`Tents: solvers compared`; without the puzzle where there are several."""
    from models.puzzles.registry import puzzle

    titles = {puzzle(comparison.puzzle).title for comparison in comparisons}
    return f"{titles.pop()}: solvers compared" if len(titles) == 1 else "Solvers compared"


def _exit_code(comparisons: Sequence[Comparison], instances: int, unique: bool) -> int:
    """WRONG if any answer is; else DONE if what was asked of every instance is settled; LIMIT if not."""
    from rosetta.studies.judging.judge import is_settled

    if any(comparison.verdict == Agreement.DISAGREE for comparison in comparisons):
        return WRONG
    answered = len(comparisons) == instances and all(is_settled(each, unique) for each in comparisons)
    return DONE if answered else LIMIT


def _are_claims_left(comparisons: Sequence[Comparison], unique: bool) -> bool:
    """Is a claim of some run not proved, or what was asked?"""
    from rosetta.studies.proving.proved_runs import claims_left

    return any(claims_left(each.runs, each.proofs, unique, each.answers_differ) for each in comparisons)
