"""`rosetta convert PUZZLE WHAT --to FORMAT`: the puzzle as a file, for solvers or for puzzle programs; or several as a
booklet to print."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from backends.formats import MODULES
from report.pictures import KINDS, SCENE
from rosetta.commands import flags
from rosetta.commands.booklets import add_booklet, check_booklet, print_instances
from rosetta.commands.contract import DONE, LIMIT, UsageError

if TYPE_CHECKING:
    from backends.formats.contract import WriteOptions
    from models.neutral import Model
    from report.progress import ProgressLine

DRAWN = (*KINDS, SCENE)
ENDINGS = {SCENE: "scene.json"}  # of files whose names do not end as their format is called
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
    p.add_argument("--to", default=None, metavar="FORMAT", help="one of the formats below")
    p.add_argument(
        "-o", "--output", default=None, metavar="FILE", help="write to a new file (default, or -: standard output)"
    )
    p.add_argument("--solution", action="store_true", help="pictures: draw the solution")
    p.add_argument(
        "--width",
        type=flags.positive_integer,
        default=None,
        metavar="N",
        help="pictures: N pixels wide, a PDF N mm (default: 40 pixels or 10 mm per cell, at most the paper)",
    )
    add_booklet(p)
    flags.add_formulation(p)
    flags.add_encoding(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from report.progress import ProgressLine
    from rosetta.commands.batch import VerbReport, run_each
    from rosetta.commands.named_instances import instance_texts

    if arguments.output == "-":
        arguments.output = None  # as `-` is standard input elsewhere
    if arguments.puzzle == FILE:
        arguments.puzzle = MODEL
    check_booklet(arguments)
    texts = instance_texts(arguments)
    if arguments.booklet is not None:
        _check_nothing_else(arguments)
        return print_instances(arguments, texts)
    folder = arguments.output if len(texts) > 1 else None
    if len(texts) > 1:
        _check_several(arguments, len(texts))
    else:
        _check_output(arguments)

    def convert(alone: argparse.Namespace) -> VerbReport:
        if folder is not None:
            alone.output = str(Path(folder) / f"{_file_stem(alone.place)}.{ENDINGS.get(alone.to, alone.to)}")
        with ProgressLine() as line:
            return VerbReport(_convert(alone, line))

    return run_each(arguments, convert, texts)


def _check_nothing_else(arguments: argparse.Namespace) -> None:
    """Raises UsageError for flags of other files than a booklet."""
    others = {
        "--to": arguments.to,
        "-o": arguments.output,
        "--solution": arguments.solution,
        "--width": arguments.width,
        "--formulation": arguments.formulation,
        "--encoding": arguments.encoding,
    }
    given = [flag for flag, value in others.items() if value]
    if given:
        raise UsageError(f"{', '.join(given)}: not with --booklet, which is a page of boards with their solutions")


def _check_output(arguments: argparse.Namespace) -> None:
    """Raises NotWritable or UsageError where the file of -o could not be written, before any work is done."""
    from report.saving import check_new

    if arguments.output is not None:
        check_new(arguments.output)
    _check_format(arguments)


def _check_several(arguments: argparse.Namespace, count: int) -> None:
    """Raises UsageError where so many instances have no place to go: -o names a folder, or each is one line."""
    from rosetta.studies.solving.conversion import puzzle_format

    _check_format(arguments)
    is_line = arguments.to == SCENE or (arguments.to not in (*MODULES, *KINDS) and puzzle_format(arguments.to).one_line)
    if arguments.output is None and not is_line:
        raise UsageError(f"--to {arguments.to}: {count} instances are as many files; -o FOLDER takes them")
    if arguments.output is not None and not Path(arguments.output).is_dir():
        raise UsageError(f"-o: expected an existing folder for {count} instances, found {arguments.output[:100]!r}")


def _file_stem(place: str) -> str:
    """The name of a file for an instance of that place: `ids-line-2` for `boards/ids.txt, line 2`."""
    from instances.reading import exists

    name, comma, line = place.partition(", ")
    stem = Path(name).stem if comma or exists(name) else name
    return re.sub(r"[^\w.-]+", "-", f"{stem} {line}".strip())[:80].strip("-.") or "instance"


def _check_format(arguments: argparse.Namespace) -> None:
    """Take the format from the name of the file where --to is left out; --to may name an ending (`cnf`), too. Raises
    UsageError."""
    name = (arguments.output or "").lower()
    if arguments.to is None:
        ending = name.rpartition(".")[2]
        arguments.to = ending if ending in KINDS else _format_with_ending(name)
        if arguments.to is None:
            raise UsageError(
                "--to: expected a format (see --help); it may be left out only where -o names a picture or a solver's "
                "file, such as -o board.png or -o model.opb"
            )
    elif arguments.to not in (*MODULES, *DRAWN):
        arguments.to = _format_with_ending(f".{arguments.to.lower()}") or arguments.to
    if arguments.to in DRAWN:
        if arguments.to not in ("svg", SCENE) and arguments.output is None and sys.stdout.isatty():
            raise UsageError(f"{arguments.to} is no text for a terminal; name a file: -o board.{arguments.to}")
    elif arguments.solution or arguments.width:
        raise UsageError(f"--solution, --width: for pictures ({', '.join(KINDS)}), not for {arguments.to[:60]}")


def _format_with_ending(file: str) -> str | None:
    """The solver's format that files with such a name are in, None if there is none."""
    from backends.formats.contract import file_format

    return next((name for name in MODULES if file.endswith(f".{file_format(name).extension}")), None)


def _convert(arguments: argparse.Namespace, line: ProgressLine) -> int:
    """Convert one instance."""
    from backends.contract import Options
    from backends.encoding_choice.catalogue import encodings_by_form
    from rosetta.commands.options import question_from
    from rosetta.studies.solving.conversion import solver_file

    if arguments.to not in MODULES:
        convert_board = _convert_to_picture if arguments.to in DRAWN else _convert_board
        return convert_board(arguments, line)
    resolved, question = question_from(arguments)
    line.show(f"{arguments.to}: stating the model")
    options = Options(encodings=encodings_by_form(arguments.encoding))
    return _write_solver_file(arguments, *solver_file(resolved, question, arguments.formulation, options), line)


def _convert_board(arguments: argparse.Namespace, line: ProgressLine) -> int:
    """Write the board in a format of puzzle programs."""
    from rosetta.commands.options import question_from
    from rosetta.studies.solving.conversion import board_text, puzzle_format

    puzzle_format(arguments.to)
    if arguments.formulation or arguments.encoding:
        raise UsageError(f"--formulation, --encoding: {arguments.to} holds the board, not a model of its rules")
    content = board_text(question_from(arguments)[1], arguments.to).encode()
    return _write_output(arguments, lambda file: file.write(content), line)


def _convert_to_picture(arguments: argparse.Namespace, line: ProgressLine) -> int:
    """Draw the board, with --solution solved."""
    from backends.contract import Limits
    from rosetta.commands.options import print_note, question_from
    from rosetta.foundation.limits import LimitReached
    from rosetta.studies.solving.conversion import answer_to_draw, board_picture

    if arguments.formulation or arguments.encoding:
        raise UsageError(f"--formulation, --encoding: {arguments.to} draws the board, not a model of its rules")
    question, answer = question_from(arguments)[1], None
    if arguments.solution:
        try:
            answer = answer_to_draw(question, Limits(seed=arguments.seed), line.show)
        except LimitReached as limit:
            print_note(str(limit))
            return LIMIT
    line.show(f"{arguments.to}: drawing")
    content = board_picture(question, arguments.to, answer, arguments.width)
    return _write_output(arguments, lambda file: file.write(content), line)


def _write_solver_file(arguments: argparse.Namespace, model: Model, how: WriteOptions, line: ProgressLine) -> int:
    """Write the rules in a format of solvers."""
    from backends.formats.contract import file_format
    from rosetta.commands.options import print_note
    from rosetta.studies.solving.conversion import check_encodes, objective_notes

    record = file_format(arguments.to)
    if arguments.encoding:
        check_encodes(record)
    for note in objective_notes(record, model, how):
        print_note(note)
    return _write_output(arguments, lambda file: record.write(model, file, how), line)


def _write_output(arguments: argparse.Namespace, write: Callable[[BinaryIO], object], line: ProgressLine) -> int:
    """Write to the file named, or to standard output. The progress line says how much, unless stdout is a terminal."""
    from report.saving import counting_file, save_new

    def telling(file: BinaryIO) -> None:
        line.show(f"{arguments.to}: lowering")
        write(counting_file(file, lambda size: line.show(f"{arguments.to}: {size / 1e6:.1f} MB written")))

    if arguments.output is not None:
        save_new(arguments.output, telling)
        return DONE
    stream: BinaryIO = sys.stdout.buffer
    if sys.stdout.isatty():
        line.clear()
        write(stream)
    else:
        telling(stream)
    stream.flush()
    return DONE
