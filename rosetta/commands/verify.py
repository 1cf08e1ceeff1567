"""`rosetta verify PUZZLE WHAT ANSWER`: the rules that an answer breaks, as sentences (`rosetta.verbs.verify`)."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.commands.request_flags import add_request
from rosetta.requests.options import OptionGroup
from rosetta.verbs.verify import FROM_STDIN, VerifyRequest

if TYPE_CHECKING:
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.verbs.caller import Caller, VerbResult

EXAMPLES = (
    "tents 3x3:aaaaa,2,0,2,2,0,2 '{\"tents\": [[0, 0], [0, 2], [2, 0], [2, 2]]}'",
    "tents board.txt answer.json",
    "tents board.txt - < answer.json",
    "tents 8 result.txt         output of minisat, cadical, ... for `convert tents 8 --to dimacs`",
    "lightsout 5x5 --proof proof.zip     what `solve lightsout 5x5 --proof proof.zip` proved",
    "tiling 6x10 --proof count.zip   that there are exactly so many, as `count --proof` wrote it",
    "tents 8 model.sol          or of cbc, highs, glpsol (--output), scip, gurobi, fzn-gecode, ... for lp, mps, fzn",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Check an answer against the rules; exit code 1 if it breaks one.", EXAMPLES)
    flags.add_puzzle(p, several=False)
    p.add_argument(
        "answer",
        nargs="?",
        default=None,
        metavar="ANSWER",
        help="the answer as JSON (as printed by `solve --json`), a file, or - for stdin; the file may "
        "also be a solver's output for a file from `convert`",
    )
    add_request(p, VerifyRequest, json=False, first=(OptionGroup.USUAL, OptionGroup.LIMITS, OptionGroup.MODEL))
    flags.add_draw(p)
    flags.add_json(p)
    return p


def run(line: CommandLine) -> int:
    from rosetta.commands.each_instance import ask_alone, only_instance
    from rosetta.verbs.verify import verify, verify_proofs

    line = _with_answer(line)
    request = line.request(VerifyRequest, answer=line.values["answer"])
    if line.values["answer"] == FROM_STDIN and line.values["whats"] == ["-"]:
        raise UsageError("WHAT and ANSWER cannot both come from stdin")

    def ask(asked: AskedInstance, caller: Caller) -> VerbResult:
        work = verify if request.proof is None else verify_proofs
        return work(asked, request, caller)

    return ask_alone(only_instance(line), ask)


def _with_answer(line: CommandLine) -> CommandLine:
    """The line with its answer: the last word; of two words the first is WHAT, and PUZZLE was left out."""
    values = line.values
    if values["proof"] is not None or values["answer"] is not None:
        return line
    if values["puzzle"] is None:
        line.parser.error("the following arguments are required: ANSWER")
    return line.with_values(answer=values["whats"][0], whats=[values["puzzle"]], puzzle=None)
