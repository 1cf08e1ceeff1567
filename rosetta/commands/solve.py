"""`rosetta solve PUZZLE WHAT`: one verified answer, drawn."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.request_flags import add_request
from rosetta.foundation.exit_codes import DONE, LIMIT
from rosetta.verbs.solve import SolveRequest

if TYPE_CHECKING:
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.verbs.caller import Caller
    from rosetta.verbs.solve import SolvedInstance

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
    add_request(p, SolveRequest)
    flags.add_draw(p)
    return p


def run(line: CommandLine) -> int:
    from rosetta.commands.each_instance import ask_each, print_note, save_disagreement
    from rosetta.verbs.solve import solve

    request, codes = line.request(SolveRequest), list[int]()
    request.check_files()

    def solve_next(asked: AskedInstance, caller: Caller) -> SolvedInstance:
        codes.append(LIMIT)
        result = solve(asked, request, caller)
        codes[-1] = result.exit_code
        return result

    code = ask_each(line, solve_next, save_disagreement)
    if request.wants_proofs and len(codes) > 1:
        print_note(f"{codes.count(DONE)} of {len(codes)} instances: all that is claimed is proved")
    return code
