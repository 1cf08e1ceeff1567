"""Verbs that answer one instance after the other: what cannot be read is told, the next has its turn, and the exit code
is the worst one: a wrong answer (1) before bad input (2) before a limit (3) before success (0).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from backends.running.preloading import keep_solvers
from instances.naming import InstanceText, instance_texts, name_instance, name_puzzle
from instances.reading import exists
from models.neutral.errors import ModelError
from models.puzzles.registry import is_known, puzzle
from report.documents.several import several_document
from report.documents.writing import document_text
from report.progress import ProgressLine
from report.words import LONGEST_MESSAGE, LONGEST_NAME, one_line
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.commands.json_lines import LINES, print_line
from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import BAD_INPUT, DONE, WORST_FIRST
from rosetta.foundation.jit import expect_one_run
from rosetta.foundation.limits import TooLarge
from rosetta.studies.asking.asked_instance import AskedInstance, choices_of
from rosetta.verbs.bundles import Disprovable
from rosetta.verbs.caller import Caller, TextLook, VerbResult
from rosetta.verbs.documents import provenance_of

if TYPE_CHECKING:
    from report.documents.several import MissingInstance

ABOUT_AN_INSTANCE = (InputError, ModelError, TooLarge, UsageError)  # errors after which the next instance has its turn
Result = TypeVar("Result", bound=VerbResult)
# what is left to do with a result once it was shown: its line, its number among several (None: the only one)
Afterwards: TypeAlias = Callable[[Result, CommandLine, int | None], None]


def texts_of(line: CommandLine) -> tuple[CommandLine, list[InstanceText]]:
    """The line with PUZZLE and WHATs told apart (`named_line`), and all instances that they name, none of them read as
    a board yet. Raises InputError, UsageError."""
    named = named_line(line)
    return named, instance_texts(named.values["whats"], named.values["puzzle"])


def named_line(line: CommandLine) -> CommandLine:
    """The line with PUZZLE, None where it is left out, and the WHATs: its first word may be either. Raises InputError
    for a word that is neither, UsageError for one of several WHATs that only something else can be called."""
    name, whats = name_puzzle(line.values["puzzle"], line.values["whats"], line.command)
    if len(whats) > 1:
        _check_words(whats)
    return line.with_values(puzzle=name, whats=whats)


def _check_words(whats: Sequence[str]) -> None:
    """Raises UsageError for a WHAT that is a backend or a puzzle."""
    from backends.registry import modules

    backends = modules()
    for what in whats:
        if what in backends and not exists(what):
            raise UsageError(f"WHAT: '{what}' is a backend; several of them have commas between: A,B")
        if is_known(what) and not exists(what):
            raise UsageError(f"WHAT: '{what}' is a puzzle; expected boards, and one puzzle at most before them")


def check_only(texts: Sequence[InstanceText]) -> None:
    """Raises UsageError if there are several instances."""
    if len(texts) > 1:
        raise UsageError(f"WHAT: expected one instance, found {len(texts)}, the second at {texts[1].place[:100]}")


def only_instance(line: CommandLine) -> CommandLine:
    """The line of the one instance that is named. Raises UsageError if there are several."""
    named, texts = texts_of(line)
    check_only(texts)
    return line_of(named, texts[0])


def line_of(line: CommandLine, text: InstanceText) -> CommandLine:
    """A line (`named_line`) as it were if the instance were the only one: its puzzle, WHAT, and the options behind it.
    Raises InputError where the puzzle is not certain, or does not have an option."""
    named = name_instance(text, line.values["puzzle"], line.puzzle_options, line.command)
    own = {"puzzle": named.puzzle, "what": text.what, "whats": [text.what], "content": text.content}
    seed = {} if named.seed is None else {"seed": named.seed}
    return line.with_values(**own, place=text.place, **named.options, **seed)


def asked_instance(alone: CommandLine) -> AskedInstance:
    """The instance of a line that names only one (`line_of`). Prints, when it is made, how odd input was read."""
    values, record = alone.values, puzzle(alone.values["puzzle"])
    return AskedInstance(
        record, values["what"], choices_of(record, values), values["seed"], values["content"], _print_notes
    )


def _print_notes(notes: tuple[str, ...]) -> None:
    for note in notes:
        print_note(note)


def print_note(text: str) -> None:
    """A note on stderr, on one line."""
    print(one_line(f"note: {text}", LONGEST_MESSAGE), file=sys.stderr)


def caller_of(alone: CommandLine, progress: ProgressLine) -> Caller:
    """Whoever typed the line."""

    def tell(note: str) -> None:
        progress.clear()
        print_note(note)

    return Caller(progress.show, tell, alone.repeat)


def ask_each(
    line: CommandLine,
    ask: Callable[[AskedInstance, Caller], Result],
    afterwards: Afterwards[Result] = lambda result, alone, number: None,
) -> int:
    """Ask about every instance that is named, and print what is answered as soon as it is known; the exit code.

    Of several instances, --json prints one document, `instances`: [their documents], `missing`: [{what, note}]; --jsonl
    prints each by itself on a line."""
    (line, texts), form = texts_of(line), line.values.get("json")
    if len(texts) == 1:
        expect_one_run()
        return ask_alone(line_of(line, texts[0]), ask, afterwards)
    check_several(line, texts)
    keep_solvers()
    codes, documents = [DONE], list[Any]()
    missing: list[MissingInstance] = []
    for number, text in enumerate(texts, 1):
        try:
            alone = line_of(line, text)
            result = _answer(alone, ask)
        except ABOUT_AN_INSTANCE as refusal:
            codes.append(BAD_INPUT)
            missing.append(print_refusal(text, refusal))
            if form == LINES:
                print_line(_document(line, [], missing[-1:]))
            continue
        codes.append(result.exit_code)
        if form == LINES:
            print_line(_document_text(alone, result))
        elif form:
            documents.append(_document_of(alone, result))
        else:
            print(f"{heading(text, number, len(texts))}\n{result.text(look_of(line)).rstrip()}\n", flush=True)
        afterwards(result, alone, number)
    if form and form != LINES:
        print(_document(line, documents, missing))
    return worst_code(codes)


def visit_each(line: CommandLine, texts: Sequence[InstanceText], visit: Callable[[CommandLine], int]) -> int:
    """Have every instance of a line (`texts_of`) visited, as a line that names it alone, by what prints or writes by
    itself and gives an exit code; the exit code of all. Of several instances, what cannot be read is told, and the next
    has its turn."""
    if len(texts) == 1:
        expect_one_run()
        return visit(line_of(line, texts[0]))
    codes = [DONE]
    for text in texts:
        try:
            codes.append(visit(line_of(line, text)))
        except ABOUT_AN_INSTANCE as refusal:
            codes.append(BAD_INPUT)
            print_refusal(text, refusal)
    return worst_code(codes)


def check_several(line: CommandLine, texts: Sequence[InstanceText]) -> None:
    """Raises UsageError where so many instances have no place to go."""
    if line.values.get("html") is not None:
        raise UsageError(f"--html: a page is about one instance; here are {len(texts)}")
    if line.values.get("latex") is not None:
        raise UsageError(f"--latex: a document is about one instance; here are {len(texts)}")
    check_proof_file(line, texts)


def ask_alone(
    alone: CommandLine,
    ask: Callable[[AskedInstance, Caller], Result],
    afterwards: Afterwards[Result] = lambda result, alone, number: None,
) -> int:
    """Ask about the instance of a line that names only one (`line_of`), and print what is answered; the exit code."""
    result, form = _answer(alone, ask), alone.values.get("json")
    if form == LINES:
        print_line(_document_text(alone, result))
    elif form:
        print(_document_text(alone, result), flush=True)
    else:
        text = result.text(look_of(alone))
        print(text, end="" if text.endswith("\n") else "\n", flush=True)
    afterwards(result, alone, None)
    return result.exit_code


def _answer(alone: CommandLine, ask: Callable[[AskedInstance, Caller], Result]) -> Result:
    asked = asked_instance(alone)
    with ProgressLine() as progress:
        return ask(asked, caller_of(alone, progress))


def _document_text(alone: CommandLine, result: VerbResult) -> str:
    return document_text(_document_of(alone, result), result.indent)


def _document_of(alone: CommandLine, result: VerbResult) -> dict[str, Any]:
    return result.document(alone.repeat(**result.changed))


def look_of(line: CommandLine) -> TextLook:
    """How the terminal shows a text."""
    from report.terminal import line_width
    from rosetta.commands.flags import wants_colour

    return TextLook(wants_colour(), line_width(), bool(line.values.get("draw")), line.values["verbose"] > 0)


def print_refusal(text: InstanceText, refusal: Exception) -> MissingInstance:
    """Tell on stderr why an instance is left out; the same for a document."""
    message = one_line(str(refusal), LONGEST_MESSAGE)
    shown = message if text.place in message else f"{one_line(text.place, LONGEST_NAME)}: {message}"
    print(f"rosetta: {shown}", file=sys.stderr)
    return {"what": text.place, "note": message}


def heading(text: InstanceText, number: int, count: int) -> str:
    """`[2/3] ids.txt, line 2`."""
    return f"[{number}/{count}] {one_line(text.place, LONGEST_NAME)}"


def worst_code(codes: list[int]) -> int:
    """The exit code of several instances."""
    return min(codes, key=WORST_FIRST.index)


def _document(line: CommandLine, documents: list[Any], missing: list[MissingInstance]) -> str:
    limits: Mapping[str, float] = documents[0]["limits"] if documents else {}
    return document_text(several_document(documents, missing, provenance_of(limits, (), line.repeat())))


def save_disagreement(result: Disprovable, alone: CommandLine, number: int | None) -> None:
    """Write the bundle of a wrong answer."""
    from rosetta.verbs.bundles import save_bundle

    with ProgressLine() as progress:
        caller = caller_of(alone, progress)
        found = result.disagreement(caller)
        if found is not None:
            save_bundle(found, alone.values["bundle"], caller, number)


def check_proof_file(line: CommandLine, texts: Sequence[InstanceText]) -> None:
    """Raises UsageError where a file of proofs is asked for about several instances."""
    if line.values.get("proof") is not None:
        check_only(texts)
