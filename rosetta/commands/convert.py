"""`rosetta convert PUZZLE WHAT --to FORMAT`: the puzzle as a file, for solvers or for puzzle programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from backends.formats import MODULES
from report.pictures import KINDS
from rosetta.commands import flags
from rosetta.commands.contract import DONE, LIMIT, UsageError

if TYPE_CHECKING:
    from backends.formats.contract import FileFormat, WriteOptions
    from models.neutral import Model
    from report.progress import ProgressLine

FILE = "file"  # PUZZLE where WHAT is a solver's file
EXAMPLES = (
    "tents 8 --to dimacs -o tents.cnf",
    "akari 7 --to lp",
    "lightsout 5 --to xnf --formulation default",
    "tents 20 --to dimacs --encoding cardinality=totalizer",
    "tents 8x8:... --to puzzlink",
    "akari 10 -o board.png --solution   a picture",
    "file model.opb --to mps            a file of a solver as another one",
)
MORE = (
    "",
    f"for solvers: {', '.join(MODULES)}",
    "for puzzle programs and people, where the format knows the puzzle: tatham, sav, puzzlink, pzprv3, penpa, janko,",
    "puzzlekit, legup, dzn, plain; for graphs: edgelist, graphml, gml, graph6, sparse6, nodelink, dot",
    "pictures: svg, png, pdf; FILE.svg, FILE.png and FILE.pdf need no --to",
    "",
    "The first variables of a file are those of the rules, in the order of the table at its top. What a solver says of",
    "a DIMACS, WCNF, XNF, OPB, LP, MPS or FlatZinc file, `verify PUZZLE WHAT RESULT` draws and checks (with the same",
    "--formulation and --encoding).",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(command, "Write a puzzle as a file.", EXAMPLES, *MORE)
    flags.add_puzzle(p, f"; with PUZZLE `{FILE}`, a file of a solver (.cnf, .wcnf, .opb, .xnf, .lp, .mps)")
    p.add_argument("--to", default=None, metavar="FORMAT", help="one of the formats below")
    p.add_argument("-o", "--output", default=None, metavar="FILE", help="a new file (default, and -: standard output)")
    p.add_argument("--solution", action="store_true", help="pictures: with a solution")
    p.add_argument(
        "--width",
        type=flags.positive_integer,
        default=None,
        metavar="N",
        help="pictures: N pixels wide, a PDF N mm (default: 40 pixels or 10 mm a cell, within the paper)",
    )
    flags.add_formulation(p)
    flags.add_encoding(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    if arguments.output == "-":
        arguments.output = None  # as `-` is standard input elsewhere
    if arguments.output is not None:
        from report.saving import check_new

        check_new(arguments.output)
    _check_format(arguments)
    from report.progress import ProgressLine

    with ProgressLine() as line:
        return _convert(arguments, line)


def _check_format(arguments: argparse.Namespace) -> None:
    """Take the format from the name of the file where --to is left out. Raises UsageError."""
    ending = (arguments.output or "").rpartition(".")[2].lower()
    if arguments.to is None:
        if ending not in KINDS:
            raise UsageError("--to: expected a format (see --help); FILE.svg, FILE.png and FILE.pdf need none")
        arguments.to = ending
    if arguments.to in KINDS:
        if arguments.to != "svg" and arguments.output is None and sys.stdout.isatty():
            raise UsageError(f"{arguments.to} is no text for a terminal; name a file: -o board.{arguments.to}")
    elif arguments.solution or arguments.width:
        raise UsageError(f"--solution, --width: for pictures ({', '.join(KINDS)}), not for {arguments.to[:60]}")


def _convert(arguments: argparse.Namespace, line: ProgressLine) -> int:
    if arguments.puzzle == FILE:
        return _convert_file(arguments, line)
    from backends.contract import Options
    from backends.encoding_templates.catalogue import encodings_by_form
    from rosetta.commands.options import question_from
    from rosetta.studies.conversion import solver_file

    if arguments.to not in MODULES:
        convert_board = _convert_to_picture if arguments.to in KINDS else _convert_board
        return convert_board(arguments, line)
    resolved, question = question_from(arguments)
    line.show(f"{arguments.to}: stating the model")
    options = Options(encodings=encodings_by_form(arguments.encoding))
    return _write_solver_file(arguments, *solver_file(resolved, question, arguments.formulation, options), line)


def _convert_board(arguments: argparse.Namespace, line: ProgressLine) -> int:
    """Write the board in a format of puzzle programs."""
    from rosetta.commands.options import question_from
    from rosetta.studies.conversion import board_text, check_format

    check_format(arguments.to)
    if arguments.formulation or arguments.encoding:
        raise UsageError(f"--formulation, --encoding: {arguments.to} says the board, not a model of its rules")
    content = board_text(question_from(arguments)[1], arguments.to).encode()
    return _write_output(arguments, lambda file: file.write(content), line)


def _convert_to_picture(arguments: argparse.Namespace, line: ProgressLine) -> int:
    """Draw the board, with --solution solved."""
    from algebra.limits import LimitReached
    from backends.contract import Limits
    from rosetta.commands.options import print_note, question_from
    from rosetta.studies.conversion import answer_to_draw, board_picture

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
    from rosetta.studies.conversion import check_encodes

    record = file_format(arguments.to)
    if arguments.encoding:
        check_encodes(record)
    if model.objective is not None and not record.objective:
        from rosetta.commands.options import print_note

        print_note(f"{record.title} has no objective; '{model.objective.sentence}' is left out")
    return _write_output(arguments, lambda file: record.write(model, file, how), line)


def _convert_file(arguments: argparse.Namespace, line: ProgressLine) -> int:
    """Convert a solver's file into another format of solvers."""
    from backends.contract import Limits, Options
    from backends.encoding_templates.catalogue import encodings_by_form
    from backends.formats.contract import WriteOptions, find_format
    from instances.reading import bytes_of_file

    record: FileFormat | None = find_format(arguments.what)
    if record is None or record.read is None:
        raise UsageError(
            f"'{arguments.what[:100]}': expected a file whose name ends in .cnf, .wcnf, .opb, .xnf, .lp or .mps"
        )
    if arguments.to not in MODULES:
        raise UsageError(f"--to: expected a format of solvers ({', '.join(MODULES)}), found '{arguments.to[:60]}'")
    if arguments.formulation:
        raise UsageError("--formulation: the file of a solver is one model, as it is")
    content = bytes_of_file(arguments.what)
    line.show(f"{arguments.what}: reading")
    try:
        model = record.read(content)
    except ValueError as error:  # its place in the file; the message has no name of the file yet
        raise UsageError(f"{arguments.what}: {error}") from None
    options = Options(encodings=encodings_by_form(arguments.encoding))
    return _write_solver_file(arguments, model, WriteOptions(Limits(literals=10**9), options), line)


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
