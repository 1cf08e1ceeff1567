"""`rosetta convert PUZZLE WHAT --to FORMAT`: the puzzle as a file, for solvers or for puzzle programs; or several as a
booklet to print."""

from __future__ import annotations

import argparse
import re
import sys
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from backends.formats import MODULES
from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.commands.request_flags import add_request
from rosetta.foundation.exit_codes import DONE, LIMIT
from rosetta.verbs.convert import ConvertRequest

if TYPE_CHECKING:
    from report.progress import ProgressLine
    from rosetta.studies.solving.output_formats import OutputFormat
    from rosetta.verbs.convert import ConvertedInstance

FILE, MODEL = "file", "model"  # PUZZLE where WHAT is a solver's file: an older word, and the usual one
EXAMPLES = (
    "tents 8 --to dimacs -o tents.cnf",
    "akari 7 --to lp",
    "lightsout 5 --to xnf --formulation default",
    "tents 20 --to dimacs --encoding cardinality=totalizer",
    "tents 8x8:... --to puzz.link",
    "ids.txt --to tatham                one ID per line, puzzles may differ",
    "akari 10 -o board.png --solution   a picture",
    "model.opb -o model.mps             one solver's file as another's",
    "ids.txt tents/ring --booklet b.html     boards to print, solutions at the back",
    "ids.txt tents/ring --play sheet.html    boards to play in a browser, offline",
)
MORE = (
    "",
    f"for solvers: {', '.join(MODULES)}",
    "for puzzle programs and people, if the format has the puzzle: tatham, sav, puzzlink, pzprv3, penpa, janko,",
    "puzzlekit, legup, dzn, plain; for graphs: edgelist, adjlist, multiline, graphml, gml, gexf, dot, pajek, leda,",
    "graph6, sparse6, nodelink, cyjs",
    "pictures: svg, png, pdf; FILE.svg, FILE.png, FILE.pdf and FILE.cnf, FILE.opb, ... need no --to",
    "for scripts that draw: scene, what is seen of the board as JSON (docs/scenes.md)",
    "",
    "The variables of the rules come first in the file, in the order of the table at its top. `verify PUZZLE WHAT",
    "RESULT` checks and draws a solver's output for a DIMACS, WCNF, XNF, OPB, LP, MPS or FlatZinc file (use the same",
    "--formulation and --encoding).",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Write a puzzle as a file for solvers or puzzle programs, or as a picture.", EXAMPLES, *MORE
    )
    flags.add_puzzle(p)
    add_request(p, ConvertRequest, json=False)
    return p


def run(line: CommandLine) -> int:
    from backends.running.preloading import keep_solvers
    from rosetta.commands.booklets import print_instances
    from rosetta.commands.each_instance import texts_of, visit_each

    line = _as_meant(line)
    request = line.request(ConvertRequest)
    if request.is_page:
        request.check_files()
        return print_instances(line, request)
    (line, texts), target = texts_of(line), request.target
    folder = request.output if len(texts) > 1 else None
    if len(texts) > 1:
        _check_several(target, folder, len(texts))
        keep_solvers()
    else:
        request.check_files()
    if not target.is_text and request.output is None and sys.stdout.isatty():
        raise UsageError(f"{target.name} is no text for a terminal; name a file: -o board.{target.name}")

    def visit(alone: CommandLine) -> int:
        if folder is None:
            return _convert(alone, request, request.output)
        return _convert(alone, request, Path(folder) / f"{_file_stem(alone.values['place'])}.{target.ending}")

    return visit_each(line, texts, visit)


def _as_meant(line: CommandLine) -> CommandLine:
    """The line with the usual words in place of others for the same."""
    output = None if line.values["output"] == "-" else line.values["output"]  # as `-` is standard input elsewhere
    name = MODEL if line.values["puzzle"] == FILE else line.values["puzzle"]
    return line.with_values(output=output, puzzle=name)


def _check_several(target: OutputFormat, folder: str | PathLike[str] | None, count: int) -> None:
    """Raises UsageError where so many instances have no place to go: -o names a folder, or each is one line."""
    if folder is None and not target.is_line:
        raise UsageError(f"--to {target.name}: {count} instances are as many files; -o FOLDER takes them")
    if folder is not None and not Path(folder).is_dir():
        raise UsageError(f"-o: expected an existing folder for {count} instances, found {str(folder)[:100]!r}")


def _file_stem(place: str) -> str:
    """The name of a file for an instance of that place: `ids-line-2` for `boards/ids.txt, line 2`."""
    from instances.reading import exists

    name, comma, line = place.partition(", ")
    stem = Path(name).stem if comma or exists(name) else name
    return re.sub(r"[^\w.-]+", "-", f"{stem} {line}".strip())[:80].strip("-.") or "instance"


def _convert(alone: CommandLine, request: ConvertRequest, output: str | PathLike[str] | None) -> int:
    """Convert one instance, and write it to a file or to standard output. A limit is told."""
    from report.progress import ProgressLine
    from rosetta.commands.each_instance import asked_instance, caller_of, print_note
    from rosetta.foundation.limits import LimitReached
    from rosetta.verbs.convert import convert

    with ProgressLine() as progress:
        caller = caller_of(alone, progress)
        try:
            converted = convert(asked_instance(alone), request, caller)
        except LimitReached as limit:
            if not request.solution:
                raise
            print_note(str(limit))
            return LIMIT
        if output is None:
            _print(converted, progress)
        else:
            converted.save(output, caller.progress)
    return DONE


def _print(converted: ConvertedInstance, progress: ProgressLine) -> None:
    """Write it to standard output; the progress line says how much, unless that is a terminal."""
    stream: BinaryIO = sys.stdout.buffer
    if sys.stdout.isatty():
        progress.clear()
        converted.fill(stream)
    else:
        converted.write(stream, progress.show)
    stream.flush()
