"""`rosetta fuzz`: random models for all backends; wrong answers are shrunk and saved."""

from __future__ import annotations

import argparse

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.request_flags import add_request
from rosetta.verbs.fuzz import FuzzRequest

EXAMPLES = (
    "--minutes 10",
    "--minutes 5 --backends cpsat,cnf,external:./mysolver --profiles cnf,pb",
    "--models 1000 --seed 7 --save found",
    "--minutes 10 --from problem.opb --from other.mps      parts of these, changed",
    "--models 1 --first 4711 --profiles pb          one model again",
    "--models 100000 --together 200                 side by side, as unions: far more models",
)
MORE = (
    "",
    "A model is made of the profile, the seed and its number, so that the same command makes the same models.",
    "exit code: 1 if an answer was wrong",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Hunt for wrong answers of solvers with random small models.", EXAMPLES, *MORE)
    add_request(p, FuzzRequest, lines=False)
    p.set_defaults(of_puzzles=())  # models are made of no board
    return p


def run(line: CommandLine) -> int:
    from report.documents.writing import document_text
    from report.progress import ProgressLine
    from rosetta.commands.each_instance import caller_of, look_of
    from rosetta.verbs.fuzz import fuzz

    request = line.request(FuzzRequest)
    request.check_files()
    with ProgressLine() as progress:
        result = fuzz(request, caller_of(line, progress))
    if line.values["json"]:
        print(document_text(result.document(line.repeat())))
    else:
        print(result.text(look_of(line)), end="")
    if result.interrupted:
        raise KeyboardInterrupt
    return result.exit_code
