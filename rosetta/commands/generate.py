"""`rosetta generate PUZZLE SIZE`: instances with a planted solution; on request with no other one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from report.words import LONGEST_MESSAGE, one_line
from rosetta.commands import flags
from rosetta.commands.booklets import add_booklet, check_booklet, write_booklet
from rosetta.commands.contract import DONE, LIMIT, WRONG, UsageError
from rosetta.commands.json_lines import LINES, print_line
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.setting.common_wishes import DIFFICULTY, MINIMAL, UNIQUE

if TYPE_CHECKING:
    from backends.contract import Limits
    from models.puzzles.contract import Puzzle
    from models.puzzles.setting.targets import Targets
    from report.comparison.records import Claims
    from report.progress import ProgressLine
    from rosetta.studies.setting.targets import GeneratedInstance
    from rosetta.verbs.booklets import BookletFlags

BOOKLET_COUNT = 12
MARK = "# board: "  # before a board that is a text of several lines; `batch` finds the boards of a file by it
EXAMPLES = (
    "tents 30 --unique",
    "tents 10 --unique --minimal --difficulty hard --count 5",
    "akari 14 --unique --symmetry rotation --bare 5 --numbered 15 --show",
    "tents 15 --unique --tree-rule unique-matching",
    "tiling 8x8 --pieces random --unique",
    "tiling 6x10 --given --show",
    "lightsout 6x6 --presses 9",
    "lightsout gnp:20,0.3 --nullity 2 --to graphml",
    "tents 12 --unique --count 100 --to tatham > book.txt",
    "akari 8 --booklet booklet.html     12 puzzles to print, solutions at the back",
)
MORE = (
    "",
    "The same seed gives the same board on every machine; --count N uses consecutive seeds, starting at --seed. With",
    "--unique this needs the pinned version of python-sat, since its answers decide where a board is changed.",
    "A puzzle may have flags of its own, such as --symmetry of akari: `generate akari --help` shows them.",
    "Uniqueness is confirmed by an engine of another kind. At a limit you get the boards made so far (exit code 3).",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Make boards, and print one ID per line, or drawings, or another format.", EXAMPLES, *MORE
    )
    flags.add_size(p)
    p.add_argument("--unique", action="store_true", help=UNIQUE)
    p.add_argument(
        "--minimal",
        action="store_true",
        help=f"{MINIMAL}; not for every puzzle",
    )
    p.add_argument(
        "--difficulty",
        choices=GRADES,
        default=None,
        metavar="D",
        help=DIFFICULTY,
    )
    p.add_argument(
        "--count",
        type=flags.positive_integer,
        default=None,
        metavar="N",
        help=f"number of boards (default 1; in a booklet {BOOKLET_COUNT})",
    )
    add_booklet(p, "; implies --unique for puzzles with clues")
    p.add_argument("--to", default=None, metavar="FORMAT", help="write this format of boards (see convert)")
    p.add_argument("--draw", "--show", action="store_true", help="draw the board and its solution")
    flags.add_number(p, "--time-limit", flags.seconds, 10.0, "S", "seconds per instance")
    flags.add_budget(p, "seconds in all: no board is begun after that")
    flags.add_json(p)
    p.set_defaults(of_setters=[])  # the puzzle's own flags are added as soon as it is named
    return p


def run(arguments: argparse.Namespace) -> int:
    from models.puzzles.registry import puzzle
    from report.progress import ProgressLine
    from rosetta.studies.asking.budgets import choose_budget
    from rosetta.studies.setting.generate import GenerationFailure, generate_instances
    from rosetta.studies.setting.targets import ways_out

    _check_size(arguments)
    check_booklet(arguments)
    record, instances, failures, wrong = puzzle(arguments.puzzle), list[Any](), dict[int, str](), False
    unbound = False
    writer, seeds, wish = _instance_writer(arguments, record), _seeds(arguments), _targets(arguments)
    with ProgressLine() as line:
        limits, budget = _limits(arguments), choose_budget(arguments.time_limit, arguments.budget)

        def progress(what: str, *_: object) -> None:
            line.show(what, 0.0, None, f"[{len(instances)}/{len(seeds)}]")

        for outcome in generate_instances(record.name, arguments.what, seeds, wish, limits, budget, progress):
            line.clear()
            if isinstance(outcome, GenerationFailure):
                wrong = wrong or outcome.wrong
                failures[outcome.seed] = str(outcome)
                print(f"rosetta: {one_line(str(outcome), LONGEST_MESSAGE)}", file=sys.stderr)
                if arguments.json == LINES:
                    print_line(_document(_alone(arguments, outcome.seed), record, [], failures, outcome.wrong))
                continue
            instances.append(outcome)
            if arguments.json == LINES:
                document = _instance_json(record, outcome, writer)
                print_line(_document(_alone(arguments, outcome.seed), record, [document], {}, False))
            elif not arguments.json:
                is_marked = any(_lacks_id(record, made.instance) for made in instances)
                _print(arguments, record, outcome, writer, is_marked)
        if arguments.booklet is not None and instances:
            unbound = not _write_booklet(arguments, record, instances, wish, line)
    missing = len(seeds) - len(instances)
    if arguments.json == LINES:
        done = {made.seed for made in instances} | failures.keys()
        for seed in (seed for seed in seeds if seed not in done):
            print_line(_document(_alone(arguments, seed), record, [], {}, False))
    elif arguments.json:
        documents = [_instance_json(record, instance, writer) for instance in instances]
        print(_document(arguments, record, documents, failures, wrong))
    if missing:
        late = f"; the budget of {budget:g} s is used up" if missing > len(failures) else ""
        hint = "" if wrong else f"; {ways_out(record, wish, 'budget' if late else 'time-limit', '--')}"
        print(f"rosetta: {len(instances)} of {len(seeds)} instances{late}{hint}", file=sys.stderr)
    return WRONG if wrong else LIMIT if missing or unbound else DONE


def _limits(arguments: argparse.Namespace) -> Limits:
    """The limits of each board."""
    from backends.contract import Limits

    return Limits() if arguments.time_limit is None else Limits(seconds=arguments.time_limit)


def _seeds(arguments: argparse.Namespace) -> list[int]:
    """The seed of each instance."""
    count = arguments.count or (1 if arguments.booklet is None else BOOKLET_COUNT)
    return list(range(arguments.seed, arguments.seed + count))


def _check_size(arguments: argparse.Namespace) -> None:
    """Raises UsageError where there is a puzzle without a size, or a size without a puzzle."""
    from models.puzzles.registry import canonical_name, is_known, names

    if is_known(arguments.puzzle) and arguments.what is not None:
        return
    if is_known(arguments.puzzle):
        example = f"{arguments.command} {canonical_name(arguments.puzzle)} 8"
        raise UsageError(f"expected a size after {arguments.puzzle}, such as: {example}")
    if arguments.puzzle[:1].isdigit():
        raise UsageError(
            f"expected a puzzle before {arguments.puzzle[:60]} ({', '.join(names())}), such as: "
            f"{arguments.command} {names()[0]} {arguments.puzzle[:60]}"
        )
    canonical_name(arguments.puzzle)  # raises: no such puzzle


def _write_booklet(
    arguments: argparse.Namespace,
    record: Puzzle,
    generated: list[GeneratedInstance],
    wish: Targets,
    line: ProgressLine,
) -> bool:
    """Write the booklet and say so; False where a limit ended the search for a solution that it needs."""
    from rosetta.commands.options import print_note, repeat_command
    from rosetta.studies.setting.booklet import boards_from, without_repeats
    from rosetta.studies.setting.setters import setter_of
    from rosetta.verbs.caller import Caller

    kept = without_repeats(generated)
    if len(kept) < len(generated):
        several = "is the same as another" if len(generated) - len(kept) == 1 else "are the same as others"
        variety = "" if wish.wishes else setter_of(record).variety
        others = f"; {variety}" if variety else ""
        print_note(
            f"{len(generated) - len(kept)} of {len(generated)} boards {several}, and left out of the booklet{others}"
        )
    title = arguments.title or f"{record.title} {arguments.what}"
    caller = Caller(line.show, print_note, partial(repeat_command, arguments))
    boards, flags = boards_from(record, kept, wish), cast("BookletFlags", arguments)
    return write_booklet(flags, boards, _limits(arguments), caller, line, title) is not None


def _alone(arguments: argparse.Namespace, seed: int) -> argparse.Namespace:
    """The arguments of one instance."""
    return argparse.Namespace(**{**vars(arguments), "seed": seed, "count": None, "booklet": None})


def _document(
    arguments: argparse.Namespace, record: Puzzle, instances: list[Any], failures: dict[int, str], wrong: bool
) -> str:
    """The JSON document. failures: why instances are missing, by seed; what was not begun is missing for the budget."""
    from report.comparison.json_documents import generate_json
    from report.comparison.records import BUDGET
    from rosetta.commands.options import provenance_from
    from rosetta.studies.asking.budgets import choose_budget

    budget = choose_budget(arguments.time_limit, arguments.budget)
    missing = sorted({*_seeds(arguments)} - {made["seed"] for made in instances})
    return generate_json(
        puzzle=record.name,
        instances=instances,
        verdict="wrong" if wrong else "none" if missing else "correct",
        missing=[{"seed": seed, "note": failures.get(seed, BUDGET)} for seed in missing],
        provenance=provenance_from(arguments, (), {"seconds": _limits(arguments).seconds, "budget": budget}),
    )


def _targets(arguments: argparse.Namespace) -> Targets:
    """What the command line asks for."""
    from rosetta.commands.options import instance_choices
    from rosetta.studies.setting.setters import should_be_unique
    from rosetta.studies.setting.targets import targets_from

    record, _, choices = instance_choices(arguments)
    unique = arguments.unique or (arguments.booklet is not None and should_be_unique(record))
    given = {name: getattr(arguments, name) for name in arguments.of_setters}
    wishes = {name: value for name, value in given.items() if value is not None}
    return targets_from(
        record, choices, wishes, unique=unique, minimal=arguments.minimal, difficulty=arguments.difficulty
    )


def _instance_writer(arguments: argparse.Namespace, record: Puzzle) -> Callable[[Any], str] | None:
    """The writer of the format that --to names, None without --to. Raises UsageError."""
    from instances.formats.contract import formats

    if arguments.to is None:
        return None
    form = next((form for form in formats().values() if arguments.to in (form.name, *form.aliases)), None)
    if form is None or record.name not in form.puzzles:
        fit = ", ".join(name for name, exchange_format in formats().items() if record.name in exchange_format.puzzles)
        raise UsageError(f"--to: expected a format for {record.name} ({fit}), found '{arguments.to[:60]}'")
    return lambda instance: form.write(record.name, instance).rstrip("\n")


def _identity(record: Puzzle, instance: Any) -> str:
    from instances.resolve import instance_id

    return instance_id(record, instance)


def _lacks_id(record: Puzzle, instance: Any) -> bool:
    """Is there no ID short enough to print in full, only a hash?"""
    return _identity(record, instance).startswith("sha256:")


def _instance_json(record: Puzzle, generated: GeneratedInstance, writer: Callable[[Any], str] | None) -> dict[str, Any]:
    """An instance as it stands in the JSON document."""
    document = {
        "id": _identity(record, generated.instance),
        "size": list(record.size(generated.instance)),
        "seed": generated.seed,
        "answer": None if generated.answer is None else record.answer_json(generated.answer),
        "unique": generated.unique,
        "difficulty": generated.difficulty,
        "note": generated.note,
        "claims": asdict(_claims(generated)),
    }
    if generated.givens:
        document |= {"whole": _identity(record, generated.whole), "given": record.answer_json(generated.givens)}
    if writer or _lacks_id(record, generated.instance):
        document["text"] = (writer or record.format)(generated.instance)
    return document


def _claims(generated: GeneratedInstance) -> Claims:
    """What is known of the planted answer. Where it is the only one, an engine of another kind than the one that set
    the board says so, and it was held against the rules; else it is one by construction."""
    from report.comparison.records import Claims
    from rosetta.foundation.vocabulary import Evidence

    unique = {True: Evidence.CROSS_CHECKED, False: Evidence.VERIFIED, None: None}[generated.unique]
    answer = None if generated.answer is None else Evidence.CLAIMED if unique is None else Evidence.VERIFIED
    return Claims(answer=answer, unique=unique)


def _print(
    arguments: argparse.Namespace,
    record: Puzzle,
    generated: GeneratedInstance,
    writer: Callable[[Any], str] | None,
    is_marked: bool,
) -> None:
    """Print the instance: its ID, or in the format of --to; with --draw, drawn with its planted solution. What goes
    into a file can be read again: a mark stands before each text of several lines, what is drawn becomes comments."""
    text = writer(generated.instance) if writer else _identity(record, generated.instance)
    is_shown = arguments.draw and sys.stdout.isatty()
    if not writer and not is_shown and _lacks_id(record, generated.instance):
        print(f"{MARK}{text}", record.format(generated.instance).rstrip("\n"), sep="\n")
    else:
        several = ("\n" in text or (is_marked and not writer)) and len(_seeds(arguments)) > 1
        print(*([f"{MARK}seed {generated.seed}"] if several else []), text, sep="\n")
    if arguments.draw:
        drawn = _drawing(record, generated)
        print(drawn if is_shown else "\n".join(f"# {line}".rstrip() for line in drawn.split("\n")))
    elif generated.note or generated.givens:
        notes = "; ".join(filter(None, (_describe_given(record, generated), generated.note)))
        print(f"rosetta: seed {generated.seed}: {one_line(notes, LONGEST_MESSAGE)}", file=sys.stderr)
    sys.stdout.flush()


def _drawing(record: Puzzle, generated: GeneratedInstance) -> str:
    """The board, and solved, and what is known of it."""
    whole = generated.instance if generated.whole is None else generated.whole
    solved = [] if generated.answer is None else [(*generated.givens, *generated.answer)]
    boards = [
        record.draw_text(whole, answer, colour=flags.wants_colour()) for answer in (generated.givens or None, *solved)
    ]
    return "\n\n".join(["", *boards, f"seed {generated.seed}, {_describe_instance(record, generated)}\n"]).removeprefix(
        "\n"
    )


def _describe_given(record: Puzzle, generated: GeneratedInstance) -> str:
    """The given pieces in words."""
    if not generated.givens:
        return ""
    names, whole = ", ".join(sorted(str(name) for name, _ in generated.givens)), _identity(record, generated.whole)
    total = len(generated.givens) + len(generated.answer or ())
    return f"on {whole} lie {names}: {len(generated.givens)} of {total} pieces"


def _describe_instance(record: Puzzle, generated: GeneratedInstance) -> str:
    """What is known of the instance, in words."""
    words = {True: "one solution, confirmed", False: "several solutions", None: "no check for other solutions"}
    tries = "" if generated.tries == 1 else f"board {generated.tries} that was begun"
    known = (words[generated.unique], _describe_given(record, generated), generated.difficulty, tries, generated.note)
    return "; ".join([*filter(None, known), f"{generated.seconds:.2f} s"])
