"""`rosetta solve PUZZLE WHAT`: one verified answer, drawn."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.bundles import add_bundle, check_bundle, save_bundle
from rosetta.commands.contract import DONE, LIMIT, WRONG
from rosetta.commands.proofs import add_proof, check_proof, save_proofs, wants_proofs
from rosetta.foundation.vocabulary import Verdict

if TYPE_CHECKING:
    from rosetta.commands.batch import VerbReport

EXAMPLES = (
    "tents 8x8:ea_ddidfaabkd,3,0,2,1,2,2,1,1,3,1,1,1,1,1,3,1",
    "tents board.txt --backend cnf:glucose42",
    "lightup 7x7:b3gB0c0dBaBaBa1aBd1c01g0b --unique",
    "tents 4x4:cbaea,1,1,0,2,0,2,0,2 --tree-rule adjacent --all",
    "lightsout torus:5x8 --lit 0:0,2:3 --any",
    "lightsout graph.graphml --lit a,b,c",
    "tiling soma",
    "model.cnf --all                 any file of a solver: .cnf, .wcnf, .opb, .xnf, .lp, .mps",
    "akari 7 --backend walksat --heuristic jw --noise 0.1 --flips 100000",
    "knapsack.lp --backend highs",
    "lightup 7x7:b3gB0c0dBaBaBa1aBd1c01g0b --unique --prove",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Solve a puzzle: one answer, checked against the rules and drawn.", EXAMPLES)
    flags.add_puzzle(p)
    flags.add_solver_options(p)
    p.add_argument(
        "--backend",
        default=None,
        metavar="B",
        help="which backend to use (default: the best for this puzzle); `--backend walksat -h` shows its settings, too",
    )
    p.add_argument("--unique", action="store_true", help="also say whether there is any other solution, optimal or not")
    add_proof(p, "no solution, none better, with --unique no other")
    flags.add_draw(p)
    several = p.add_mutually_exclusive_group()
    several.add_argument("--all", action="store_true", help="find all solutions")
    several.add_argument(
        "--limit", type=flags.positive_integer, default=None, metavar="N", help="find up to N solutions"
    )
    add_bundle(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from rosetta.commands.batch import run_each
    from rosetta.commands.options import print_note

    check_bundle(arguments)
    arguments, codes = check_proof(arguments), list[int]()

    def solve_next(instance: argparse.Namespace) -> VerbReport:
        codes.append(LIMIT)
        report = _solve(instance)
        codes[-1] = report.code
        return report

    code = run_each(arguments, solve_next)
    if wants_proofs(arguments) and len(codes) > 1:
        print_note(f"{codes.count(DONE)} of {len(codes)} instances: all that is claimed is proved")
    return code


def _solve(arguments: argparse.Namespace) -> VerbReport:
    """Solve one instance."""
    from models.puzzles.registry import puzzle
    from report.boards import ANSWER_LINES, DRAW_ALL
    from report.progress import ProgressLine
    from report.terminal import line_width
    from rosetta.commands import options
    from rosetta.commands.batch import VerbReport
    from rosetta.studies.asking.entrants import check_backends
    from rosetta.studies.proving.proved_answers import claims_to_prove, prove_answers, prove_unasked
    from rosetta.studies.solving.answers import AnswerRequest, answers_json, find_answers
    from rosetta.studies.solving.answers_text import answers_text
    from rosetta.studies.solving.solve import choose_entrants

    how, limits = options.options(arguments), options.limits(arguments)
    check_backends([arguments.backend] if arguments.backend else [], how, puzzle(arguments.puzzle))
    resolved, question = options.question_from(arguments)
    entrants = choose_entrants(question, arguments.backend, arguments.formulation, how)
    request = AnswerRequest(None if arguments.all else arguments.limit or 0, arguments.unique)
    with ProgressLine() as line:
        found = find_answers(question, entrants, limits, request, line.show)
        if wants_proofs(arguments):
            found = prove_answers(found, limits, line.show, again=arguments.proof is not None)
        else:
            found = prove_unasked(found, limits, line.show)
    if arguments.json:
        head = options.provenance_from(arguments, found.runs, what=resolved.what)
        text = answers_json(found, resolved.id, head)
    else:
        most = DRAW_ALL if arguments.draw else ANSWER_LINES
        text = answers_text(found, resolved, flags.wants_colour(), line_width(), most, arguments.verbose > 0)

    def bundle(number: int | None) -> None:
        from rosetta.studies.disagreements.wrong_runs import comparison_of_runs, task_of_answers

        command = options.repeat_command(arguments, what=resolved.what)
        comparison = comparison_of_runs(question, resolved, found.runs, limits, command)
        save_bundle(arguments, question, comparison, number, *task_of_answers(found))

    is_wrong = found.run.verdict == Verdict.WRONG
    code = {Verdict.WRONG: WRONG, Verdict.CORRECT: DONE}.get(found.run.verdict, LIMIT)
    if wants_proofs(arguments):
        code = LIMIT if code == DONE and claims_to_prove(found) else code
        if code == DONE and not (request.unique or claims_to_prove(found, again=True)):
            options.print_note("nothing to prove: the answer was checked; --unique and --all claim more")
    if arguments.proof is not None:
        save_proofs(arguments, question, resolved.id, found.proofs, found.runs)
    return VerbReport(code, text, bundle if is_wrong else None)
