"""`rosetta verify PUZZLE WHAT ANSWER`: the rules that an answer breaks, as sentences.

ANSWER may be what a solver said of a file that `convert` wrote: minisat's result file, the output of the SAT and PB
competitions, the solution file of CBC, HiGHS, glpsol, SCIP or Gurobi, the output of a FlatZinc solver. The numbers and
names in it are those of the file, so --formulation and --encoding must be the same as there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from report.documents.verify import check_of_answer, check_of_count, check_of_proofs
from report.documents.writing import document_text
from rosetta.commands import flags
from rosetta.commands.contract import DONE, LIMIT, WRONG, UsageError
from rosetta.commands.json_lines import LINES, print_line
from rosetta.foundation.limits import TooLarge

if TYPE_CHECKING:
    from rosetta.studies.asking.question import Question
    from rosetta.studies.proving.archive_contents import ArchiveContents

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
    p.add_argument(
        "--proof",
        default=None,
        metavar="FILE",
        help="instead of ANSWER: a file that --proof of `solve`, `compare` or `count` wrote; its answers are "
        "checked, and every proof in it",
    )
    flags.add_number(p, "--time-limit", flags.seconds, 60.0, "S", "with --proof: seconds for each proof")
    flags.add_formulation(p, "for a solver's output: the model that `convert` wrote")
    flags.add_encoding(p, "for a solver's output: as given to `convert`")
    flags.add_draw(p)
    flags.add_json(p)
    return p


def run(arguments: argparse.Namespace) -> int:
    from models.puzzles.labelled import Marks, draw_labelled
    from report.boards import ANSWER_LINES, DRAW_ALL, board_lines
    from report.terminal import line_width
    from rosetta.commands import options
    from rosetta.commands.named_instances import only_instance
    from rosetta.studies.solving.given_answer import answer_within, describe_keys

    if arguments.proof is not None:
        return _verify_proof(arguments)
    _find_answer(arguments)
    if arguments.answer == "-" and arguments.whats == ["-"]:
        raise UsageError("WHAT and ANSWER cannot both come from stdin")
    arguments = only_instance(arguments)
    resolved, question = options.question_from(arguments)
    record = question.puzzle
    example = json.dumps(record.answer_json(record.extras.example))
    source, text = _text(arguments.answer, example)
    if text.lstrip().startswith("{"):
        document = _document(source, text, example)
        inner, unknown = answer_within(record, source, document)
        if unknown:
            options.print_note(f"{source}: nothing was made of {describe_keys(unknown)}")
        answer = record.answer_from_json(question.instance, inner)
        broken = record.verify(question.instance, answer, **question.rules)
        if broken and document.get("id", resolved.id) != resolved.id:
            options.print_note(f"{source}: an answer to {document['id']!r:.80}, held against {resolved.id:.80}")
    else:
        answer, broken = _decode_result(arguments, question, source, text, example)
    if arguments.json:
        head = options.provenance_from(arguments, (), {})
        _print_document(arguments, check_of_answer(record.name, resolved.id, broken, head))
    else:
        plain, shown = (record.draw_text(question.instance, answer, colour=c) for c in (False, flags.wants_colour()))
        labelled = draw_labelled(record.extras.grids(question.instance, answer, None), Marks()) if broken else ""
        plain, shown = (labelled, labelled) if labelled else (plain, shown)
        _, lines = board_lines(plain, shown, line_width(), DRAW_ALL if arguments.draw else ANSWER_LINES)
        print(*lines, "", sep="\n")
        print("\n".join(broken) if broken else "keeps all rules")
    return WRONG if broken else DONE


def _find_answer(arguments: argparse.Namespace) -> None:
    """ANSWER is the last word; of two words the first is WHAT, and PUZZLE was left out."""
    if arguments.answer is None:
        if arguments.puzzle is None:
            arguments.parser.error("the following arguments are required: ANSWER")
        arguments.answer, arguments.whats, arguments.puzzle = arguments.whats[0], [arguments.puzzle], None


def _verify_proof(arguments: argparse.Namespace) -> int:
    """What a file of --proof claims, checked from the rules on."""
    from backends.contract import Limits
    from instances.reading import bytes_of_file
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.commands.named_instances import only_instance
    from rosetta.studies.proving.count_file import is_count_file
    from rosetta.studies.proving.proof_file import check_proof_file

    if arguments.answer is not None:
        raise UsageError("--proof: the file has the answer; expected no ANSWER besides it")
    arguments = only_instance(arguments)
    resolved, question = options.question_from(arguments)
    content = bytes_of_file(arguments.proof)
    if is_count_file(content, arguments.proof):
        return _verify_count(arguments, resolved.id, question, content)
    with ProgressLine() as line:
        limits = Limits(arguments.time_limit)
        checked = check_proof_file(question, content, arguments.proof, limits, line.show, resolved.id)
    if not checked.holds:
        _note_other_instance(arguments.proof, checked.id, resolved.id)
    if arguments.json:
        head, proofs = options.provenance_from(arguments, (), {}), [proof.to_json() for proof in checked.proofs]
        contents, name = checked.contents.to_json(), question.puzzle.name
        document = check_of_proofs(name, resolved.id, checked.holds, checked.broken, proofs, contents, head)
        _print_document(arguments, document)
    else:
        if checked.answers:
            first = question.puzzle.draw_text(question.instance, checked.answers[0], colour=flags.wants_colour())
            number = len(checked.answers)
            keeps = "keeps all rules" if number == 1 else f"{number:,} answers keep all rules; above is the first"
            print(first, "", "\n".join(checked.broken) or keeps, sep="\n")
        print("\n".join(map(str, checked.proofs)))
        _print_contents(checked.contents)
    return DONE if checked.holds else LIMIT if checked.is_open else WRONG


def _print_document(arguments: argparse.Namespace, document: Mapping[str, object]) -> None:
    (print_line if arguments.json == LINES else print)(document_text(document, indent=1))


def _note_other_instance(file: str, stated: str, id: str) -> None:
    """Say so where a file that does not hold says that it is about another instance."""
    from rosetta.commands import options
    from rosetta.studies.proving.archives import MOST_ID

    if stated not in ("", id[:MOST_ID]):
        options.print_note(f"{file}: proofs about {stated}, held against {id[:MOST_ID]}")


def _verify_count(arguments: argparse.Namespace, id: str, question: Question, content: bytes) -> int:
    """That there are as many answers as a file of `count --proof` says, checked from the rules on."""
    from backends.contract import Limits
    from backends.count_certificates.count_proof import CountStatus
    from report.number_text import all_digits
    from report.progress import ProgressLine
    from rosetta.commands import options
    from rosetta.studies.proving.count_file import check_count_file

    with ProgressLine() as line:
        checked = check_count_file(question, content, arguments.proof, Limits(arguments.time_limit), line.show, id)
    proofs = checked.proofs
    numbers = {proof.claim: all_digits(proof.number) for proof in proofs if proof.number is not None}
    statuses = {proof.proof.status for proof in proofs}
    if statuses != {CountStatus.PROVED}:
        _note_other_instance(arguments.proof, checked.id, id)
    if arguments.json:
        head, told = options.provenance_from(arguments, (), {}), [proof.to_json() for proof in proofs]
        contents, name = checked.contents.to_json(), question.puzzle.name
        _print_document(arguments, check_of_count(name, id, checked.holds, numbers, told, contents, head))
    else:
        words = {"count": "", "distinct": " up to symmetry"}
        print(*(f"{digits}{words[claim]}" for claim, digits in numbers.items()), *proofs, sep="\n")
        _print_contents(checked.contents)
    if CountStatus.REFUSED in statuses or checked.contents.differing:
        return WRONG
    return LIMIT if CountStatus.UNKNOWN in statuses else DONE


def _print_contents(contents: ArchiveContents) -> None:
    """What in an archive is not as it follows from the rules, and what was not needed."""
    from rosetta.studies.proving.archive_contents import describe_unneeded

    lines = [f"wrong: {sentence}" for sentence in contents.differing]
    print(*lines, *filter(None, [describe_unneeded(contents.unneeded)]), sep="\n")


def _text(text: str, example: str) -> tuple[str, str]:
    """The source of the answer, for messages, and its text. example: an answer of this puzzle."""
    from instances.reading import exists, text_of_file, text_of_stdin
    from instances.resolve import check_path

    if text == "-":
        return "standard input", text_of_stdin()
    if text.lstrip().startswith("{"):
        return "ANSWER", text
    if not exists(text):
        check_path(text)
        raise UsageError(f"ANSWER: expected JSON such as {example}, an existing file or -, found '{text[:100]}'")
    return text, text_of_file(text)


def _decode_result(
    arguments: argparse.Namespace, question: Question, source: str, text: str, example: str
) -> tuple[Any, list[str]]:
    """A solver's result decoded as an answer, and the rules it breaks: those of the model and the puzzle's own."""
    from rosetta.commands import options
    from rosetta.studies.solving.solver_files import decode_result, stated_model

    formulation = question.readable_formulation(arguments.formulation)
    model = stated_model(question, formulation)
    try:
        values = decode_result(model, text.encode(), options.encoding_options(arguments, question, formulation))
    except TooLarge:
        raise
    except ValueError as error:
        raise UsageError(
            f"{source}: expected an answer as JSON such as {example}, or a solver's result: {error}"
        ) from None
    answer = question.answer(model, values)
    broken = list(question.broken_rules(model, values, answer))
    if broken:
        how = ", ".join([f"formulation {formulation}", *(f"encoding {choice}" for choice in arguments.encoding)])
        options.print_note(f"the result was read as one about the file of `convert` with {how}")
    return answer, broken


def _document(source: str, text: str, example: str) -> dict[str, Any]:
    """The JSON object. A key that occurs twice in an object is refused."""
    from instances.json_text import RepeatedKey, parse_json

    try:
        document = parse_json(text)
    except RepeatedKey as error:
        raise UsageError(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{source}: expected an answer as JSON such as {example}: {error}") from None
    if not isinstance(document, dict):
        raise UsageError(f"{source}: expected a JSON object such as {example}, found {type(document).__name__}")
    return document
