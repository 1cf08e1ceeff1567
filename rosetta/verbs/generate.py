"""`generate`: boards with a planted answer; on request with no other one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import DONE, LIMIT, WRONG
from rosetta.requests.kinds import NATURAL, POSITIVE, SECONDS, SWITCH, TextValue, WordChoice
from rosetta.requests.options import Flag, OptionGroup, option, request
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.setting.common_wishes import DIFFICULTY, MINIMAL, UNIQUE
from rosetta.verbs.caller import Caller
from rosetta.verbs.pages.booklets import (
    booklet_option,
    check_booklet_files,
    check_booklet_options,
    per_page_option,
    title_option,
)
from rosetta.verbs.pages.worksheets import play_option
from rosetta.verbs.solver_request import BoardRequest

if TYPE_CHECKING:
    from backends.contract import Limits
    from models.puzzles.contract import Instance, Puzzle
    from models.puzzles.setting.targets import Targets
    from report.documents.generate import GeneratedDocument, GenerateDocument
    from report.documents.runs import ClaimsDocument
    from rosetta.studies.setting.booklet import PrintedBoard
    from rosetta.studies.setting.generate import GenerationFailure
    from rosetta.studies.setting.targets import GeneratedInstance

BOOKLET_COUNT = 12


@request
class GenerateRequest(BoardRequest):
    """How boards are made, besides the wishes that each puzzle has of its own."""

    seed: int = option(
        NATURAL,
        "seed for generated boards (default 0)",
        default=0,
        group=OptionGroup.MODEL,
        keyword_help="The same seed gives the same board on every machine; of several boards it is that of the first.",
    )
    unique: bool = option(SWITCH, UNIQUE, default=False, keyword_help="With exactly one solution.")
    minimal: bool = option(
        SWITCH,
        f"{MINIMAL}; not for every puzzle",
        default=False,
        keyword_help="No clue can be left out; implies `unique`. Not for every puzzle.",
    )
    difficulty: str | None = option(
        WordChoice(GRADES, "difficulty"),
        DIFFICULTY,
        default=None,
        letter="D",
        keyword_help="The grade of `explain`; implies `unique`.",
    )
    count: int | None = option(
        POSITIVE,
        f"number of boards (default 1; in a booklet {BOOKLET_COUNT})",
        default=None,
        keyword_help="How many boards, with seeds one after the other; a list of them is returned then.",
    )
    booklet: str | PathLike[str] | None = booklet_option("; implies --unique for puzzles with clues")
    play: str | PathLike[str] | None = play_option("; implies --unique for puzzles with clues")
    title: str | None = title_option()
    per_page: int | None = per_page_option()
    to: str | None = option(
        TextValue("the name of a format", "FORMAT"),
        "write this format of boards (see convert)",
        default=None,
        is_keyword=False,
    )
    draw: bool = option(
        SWITCH,
        "draw the board and its solution",
        default=False,
        flags=(
            Flag(
                name="--show",
                short="--draw",
                kind=SWITCH,
                help="draw the board and its solution",
                default=False,
                dest="draw",
            ),
        ),
        is_keyword=False,
    )
    time_limit: float | None = option(
        SECONDS,
        "seconds per instance (default 10)",
        default=None,
        group=OptionGroup.LIMITS,
        keyword_help="Seconds for each board (default 10).",
    )
    budget: float | None = option(
        SECONDS,
        "seconds in all: no board is begun after that (default 45, and in proportion more for a longer --time-limit)",
        default=None,
        group=OptionGroup.LIMITS,
        keyword_help="Seconds in all: no board is begun after that; by default 45, and in proportion more for a longer "
        "`time_limit`.",
    )

    def check_options(self) -> None:
        check_booklet_options(self)
        if self.to is not None and self.draw:
            raise InputError("--to, --draw: expected one of them; a file in a format has no place for drawings")

    def check_files(self) -> None:
        check_booklet_files(self)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seed of each board."""
        count = self.count or (1 if self.booklet is None else BOOKLET_COUNT)
        return tuple(range(self.seed, self.seed + count))

    def limits(self) -> Limits:
        """The limits of each board."""
        from backends.contract import Limits

        return Limits() if self.time_limit is None else Limits(seconds=self.time_limit)

    def all_seconds(self) -> float:
        """The budget for all boards, in seconds."""
        from rosetta.studies.asking.budgets import choose_budget

        return choose_budget(self.time_limit, self.budget)


@dataclass(frozen=True, eq=False)
class BoardOrder:
    """What kind of boards is to be made.

    record: the puzzle
    size: or the name of a family, as on a command line
    targets: that each board meets
    write: a board as a text in the format that was asked for; None where none was
    """

    record: Puzzle
    size: str
    targets: Targets
    write: Callable[[Instance], str] | None = None

    def identity(self, instance: Instance) -> str:
        """The ID of a board; `sha256:..` where it has none that is short enough to print in full."""
        from instances.resolve import instance_id

        return instance_id(self.record, instance)

    def lacks_id(self, instance: Instance) -> bool:
        """Is there only a hash?"""
        return self.identity(instance).startswith("sha256:")


def order_boards(
    record: Puzzle, size: str, choices: Mapping[str, Any], wishes: Mapping[str, Any], request: GenerateRequest
) -> BoardOrder:
    """What is to be made. choices: values of the puzzle's parameters and options; wishes: of setters; both by name.
    Raises InputError for a format that does not know the puzzle, a wish that cannot be met, and a classic."""
    from rosetta.studies.setting.generate import find_setter
    from rosetta.studies.setting.setters import should_be_unique
    from rosetta.studies.setting.targets import targets_from

    if record.extras.stated is not None:
        shown = f"{record.name} {size}"
        raise InputError(f"{record.name}: a model of each size, and no boards to be set; such as: solve {shown}")
    is_page = request.booklet is not None or request.play is not None
    unique = request.unique or (is_page and should_be_unique(record))
    write = None if request.to is None else _writer(request.to, record, request.word("to"))
    targets = targets_from(
        record, choices, wishes, unique=unique, minimal=request.minimal, difficulty=request.difficulty
    )
    find_setter(record.name, targets)
    return BoardOrder(record, size, targets, write)


def _writer(to: str, record: Puzzle, label: str) -> Callable[[Instance], str]:
    """The writer of a format."""
    from rosetta.studies.solving.output_formats import format_for_puzzle

    form = format_for_puzzle(to, record.name, label)
    return lambda instance: form.write(record.name, instance).rstrip("\n")


@dataclass(frozen=True, eq=False)
class GeneratedBoards:
    """What was made, and what was not.

    order, request: what was asked for
    seeds: of all boards that were asked for
    outcomes: what became of the seeds that were begun, in their order
    """

    order: BoardOrder
    request: GenerateRequest
    seeds: tuple[int, ...]
    outcomes: tuple[GeneratedInstance | GenerationFailure, ...] = ()

    @property
    def boards(self) -> list[GeneratedInstance]:
        """The boards."""
        from rosetta.studies.setting.targets import GeneratedInstance

        return [each for each in self.outcomes if isinstance(each, GeneratedInstance)]

    @property
    def failures(self) -> list[GenerationFailure]:
        """Why there are no others, of the seeds that were begun."""
        from rosetta.studies.setting.generate import GenerationFailure

        return [each for each in self.outcomes if isinstance(each, GenerationFailure)]

    @property
    def is_wrong(self) -> bool:
        """Was there a fault, not only a limit?"""
        return any(failure.wrong for failure in self.failures)

    @property
    def exit_code(self) -> int:
        return WRONG if self.is_wrong else LIMIT if len(self.boards) < len(self.seeds) else DONE

    def of_seed(self, seed: int) -> GeneratedBoards:
        """The same for one seed, as if no other had been asked for."""
        return replace(self, seeds=(seed,), outcomes=tuple(each for each in self.outcomes if each.seed == seed))

    def document(self, command: str | None = None) -> GenerateDocument:
        """For scripts. command: the line that repeats it, None from a program."""
        from report.comparison.json_documents import generate_document
        from report.comparison.records import BUDGET
        from rosetta.foundation.vocabulary import Verdict
        from rosetta.verbs.documents import provenance_of

        seconds = {"seconds": self.request.limits().seconds, "budget": self.request.all_seconds()}
        made, failures = self.boards, {failure.seed: str(failure) for failure in self.failures}
        missing = sorted({*self.seeds} - {each.seed for each in made})
        return generate_document(
            puzzle=self.order.record.name,
            instances=[_board_document(self.order, each) for each in made],
            verdict=Verdict.WRONG if self.is_wrong else Verdict.NONE if missing else Verdict.CORRECT,
            missing=[{"seed": seed, "note": failures.get(seed, BUDGET)} for seed in missing],
            provenance=provenance_of(seconds, (), command),
        )


def generate(
    order: BoardOrder,
    request: GenerateRequest,
    caller: Caller,
    show: Callable[[GeneratedBoards], None] = lambda so_far: None,
) -> GeneratedBoards:
    """Make the boards, one after the other. show: told what there is so far, as soon as a board is made or given up.
    Raises InputError for sizes that have none."""
    from rosetta.studies.setting.generate import generate_instances

    so_far = GeneratedBoards(order, request, request.seeds)

    def tell(what: str, done: float = 0.0, *_: object) -> None:
        caller.progress(what, done, None, f"[{len(so_far.boards)}/{len(so_far.seeds)}]")

    limits, budget = request.limits(), request.all_seconds()
    for outcome in generate_instances(
        order.record.name, order.size, list(so_far.seeds), order.targets, limits, budget, tell
    ):
        so_far = replace(so_far, outcomes=(*so_far.outcomes, outcome))
        show(so_far)
    return so_far


def boards_to_print(result: GeneratedBoards, caller: Caller) -> list[PrintedBoard]:
    """The boards of a booklet or a worksheet: each once, for a size alone may name a single board. What is left out is
    told."""
    from rosetta.studies.setting.booklet import boards_from, without_repeats
    from rosetta.studies.setting.setters import setter_of

    made, targets = result.boards, result.order.targets
    kept = without_repeats(made)
    left_out = len(made) - len(kept)
    if left_out:
        several = "is the same as another" if left_out == 1 else "are the same as others"
        variety = "" if targets.wishes else setter_of(result.order.record).variety
        others = f"; {variety}" if variety else ""
        caller.tell(f"{left_out} of {len(made)} boards {several}, and left out{others}")
    return boards_from(result.order.record, kept, targets)


def _board_document(order: BoardOrder, generated: GeneratedInstance) -> GeneratedDocument:
    """A board as it stands in the document."""
    record = order.record
    document: GeneratedDocument = {
        "id": order.identity(generated.instance),
        "size": list(record.size(generated.instance)),
        "seed": generated.seed,
        "answer": None if generated.answer is None else record.answer_json(generated.answer),
        "unique": generated.unique,
        "difficulty": generated.difficulty,
        "note": generated.note,
        "claims": _claims_about(generated),
    }
    if generated.givens:
        document["whole"] = order.identity(generated.whole)
        document["given"] = record.answer_json(generated.givens)
    if order.write or order.lacks_id(generated.instance):
        document["text"] = (order.write or record.format)(generated.instance)
    return document


def _claims_about(generated: GeneratedInstance) -> ClaimsDocument:
    """What is known of the planted answer. Where it is the only one, an engine of another kind than the one that set
    the board says so, and it was checked against the rules; else it is one by construction."""
    from report.comparison.json_documents import claims_document
    from report.comparison.records import Claims
    from rosetta.foundation.vocabulary import Evidence

    unique = {True: Evidence.CROSS_CHECKED, False: Evidence.VERIFIED, None: None}[generated.unique]
    answer = None if generated.answer is None else Evidence.CLAIMED if unique is None else Evidence.VERIFIED
    return claims_document(Claims(answer=answer, unique=unique))
