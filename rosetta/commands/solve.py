"""`rosetta solve PUZZLE WHAT`: one verified answer, drawn."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.bundles import add_bundle, check_bundle, save_bundle
from rosetta.commands.contract import DONE, LIMIT, WRONG

if TYPE_CHECKING:
    from rosetta.commands.batch import VerbReport
    from rosetta.studies.answers import FoundAnswers

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
    "tents 30 --unique --prove",
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
    p.add_argument(
        "--prove",
        action="store_true",
        help="prove what is claimed (no solution, none better, with --unique no other); exit code 3 if that fails",
    )
    p.add_argument(
        "--proof",
        default=None,
        metavar="FILE",
        help="the same, and write model, clauses and proof to a new zip file, for others to check (`verify --proof`)",
    )
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

    check_bundle(arguments)
    if arguments.proof is not None:
        from report.saving import check_new
        from rosetta.commands.named_instances import only_instance

        check_new(arguments.proof)
        arguments = only_instance(arguments)
    return run_each(arguments, _solve)


def _solve(arguments: argparse.Namespace) -> VerbReport:
    """Solve one instance."""
    from models.puzzles.registry import puzzle
    from report.boards import ANSWER_LINES, DRAW_ALL
    from report.progress import ProgressLine
    from report.terminal import line_width
    from rosetta.commands import options
    from rosetta.commands.batch import VerbReport
    from rosetta.studies.answers import AnswerRequest, answers_json, find_answers
    from rosetta.studies.answers_text import answers_text
    from rosetta.studies.disagreements.wrong_runs import comparison_of_runs, task_of_answers
    from rosetta.studies.entrants import check_backends
    from rosetta.studies.formulations import choose_formulation
    from rosetta.studies.proving.proved_answers import claims_to_prove, prove_answers
    from rosetta.studies.solving import choose_entrants

    how, limits = options.options(arguments), options.limits(arguments)
    check_backends([arguments.backend] if arguments.backend else [], how, puzzle(arguments.puzzle))
    resolved, question = options.question_from(arguments)
    formulation = choose_formulation(question.puzzle, question.instance, arguments.formulation)
    entrants = choose_entrants(question, arguments.backend, formulation, how)
    request = AnswerRequest(None if arguments.all else arguments.limit or 0, arguments.unique)
    with ProgressLine() as line:
        found = find_answers(question, entrants, limits, request, line.show)
        if arguments.prove or arguments.proof is not None:
            found = prove_answers(found, limits, line.show, again=arguments.proof is not None)
    if arguments.json:
        head = options.provenance_from(arguments, found.runs, what=resolved.what)
        text = answers_json(found, resolved.id, head)
    else:
        most = DRAW_ALL if arguments.draw else ANSWER_LINES
        text = answers_text(found, resolved, flags.wants_colour(), line_width(), most)

    def bundle(number: int | None) -> None:
        command = options.repeat_command(arguments, what=resolved.what)
        comparison = comparison_of_runs(question, resolved, found.runs, limits, command)
        save_bundle(arguments, question, comparison, number, *task_of_answers(found))

    is_wrong = found.run.verdict == "wrong"
    code = {"wrong": WRONG, "correct": DONE}.get(found.run.verdict, LIMIT)
    if arguments.prove or arguments.proof is not None:
        code = LIMIT if code == DONE and claims_to_prove(found) else code
    if arguments.proof is not None:
        _save_proof(arguments, found, resolved.id)
    return VerbReport(code, text, bundle if is_wrong else None)


def _save_proof(arguments: argparse.Namespace, found: FoundAnswers, id: str) -> None:
    """Write what was proved to the file of --proof, and say so."""
    from functools import partial

    from report.saving import save_new
    from rosetta.commands import options
    from rosetta.studies.formulations import base_formulation
    from rosetta.studies.proving.proof_file import write_proof_file

    proved = [proof for proof in found.proofs if proof.is_proved]
    if not proved:
        options.print_note(f"{arguments.proof}: not written, since nothing was proved; --unique and --all claim more")
        return
    head = options.provenance_from(arguments, found.runs)
    formulation = base_formulation(found.question.puzzle, found.run.formulation)
    write = partial(
        write_proof_file,
        question=found.question,
        id=id,
        formulation=formulation,
        values=found.values,
        proofs=found.proofs,
        provenance=head,
    )
    save_new(arguments.proof, write)
    options.print_note(f"{arguments.proof}: proof of {', '.join(proof.words for proof in proved)}")
