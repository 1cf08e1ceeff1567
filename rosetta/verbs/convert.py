"""`convert`: an instance as a file, for solvers, for puzzle programs, or as a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, BinaryIO

from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress
from rosetta.requests.kinds import FILE, POSITIVE, SWITCH, TextValue
from rosetta.requests.options import option, request
from rosetta.verbs.caller import Caller
from rosetta.verbs.pages.booklets import (
    booklet_option,
    check_booklet_files,
    check_booklet_options,
    per_page_option,
    title_option,
)
from rosetta.verbs.pages.worksheets import play_option
from rosetta.verbs.solver_request import ModelRequest

if TYPE_CHECKING:
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.studies.solving.output_formats import OutputFormat

MADE_BY_OTHERS = ("to", "output", "solution", "width", "formulation", "encodings")  # of other files than pages


@request
class ConvertRequest(ModelRequest):
    """As what an instance is written."""

    to: str | None = option(
        TextValue("the name of a format", "FORMAT"),
        "one of the formats below",
        default=None,
        keyword_help='For puzzle programs ``"tatham"``, ``"puzzlink"``, ``"plain"``, ...; as a picture ``"svg"``, '
        '``"png"``, ``"pdf"``, or ``"scene"``, the JSON of what `scene` returns; for solvers ``"dimacs"``, ``"lp"``, '
        '``"mps"``, ``"opb"``, ``"fzn"``, ... A format that has no objective leaves it out. It may be left out where '
        "the name of `output` says it: ``board.png``, ``model.opb``.",
        kw_only=False,
    )
    output: str | PathLike[str] | None = option(
        FILE,
        "write to a new file (default, or -: standard output)",
        default=None,
        short="-o",
        keyword_help="Write to this new file, and return nothing.",
    )
    solution: bool = option(
        SWITCH,
        "pictures: draw the solution",
        default=False,
        keyword_help="For pictures: draw the solution.",
    )
    width: int | None = option(
        POSITIVE,
        "pictures: N pixels wide, a PDF N mm (default: 40 pixels or 10 mm per cell, at most the paper)",
        default=None,
        keyword_help="For pictures: the width in pixels, of a PDF in millimetres; by default 40 pixels or 10 mm per "
        "cell, at most the paper.",
    )
    booklet: str | PathLike[str] | None = booklet_option()
    play: str | PathLike[str] | None = play_option()
    title: str | None = title_option()
    per_page: int | None = per_page_option()

    @property
    def target(self) -> OutputFormat:
        """The format that is asked for, by its name or by that of the file. Raises InputError."""
        from rosetta.studies.solving.output_formats import format_of_file, output_format

        if self.to is not None:
            return output_format(self.to, self.word("to"))
        found = None if self.output is None else format_of_file(str(self.output))
        if found is None:
            output = "output" if self._flags is None else "-o"
            raise InputError(
                f"{self.word('to')}: expected a format{' (see --help)' if self._flags else ''}; it may be left out "
                f"only where {output} names a picture or a solver's file, such as "
                f"{self._example('board.png')} or {self._example('model.opb')}"
            )
        return found

    def _example(self, file: str) -> str:
        """The file as the asker names it."""
        return f"output={file!r}" if self._flags is None else f"-o {file}"

    def check_options(self) -> None:
        check_booklet_options(self)
        if self.is_page:
            self._check_nothing_else()
        else:
            self._check_target()

    @property
    def is_page(self) -> bool:
        """Are boards wanted on a page, to print or to play?"""
        return self.booklet is not None or self.play is not None

    def _check_nothing_else(self) -> None:
        """Raises InputError for what belongs to other files than a booklet or a worksheet."""
        given = ["-o" if name == "output" else self.word(name) for name in MADE_BY_OTHERS if getattr(self, name)]
        if given:
            flag = self.word("play" if self.booklet is None else "booklet")
            raise InputError(f"{', '.join(given)}: not with {flag}, which is a page of boards with their solutions")

    def _check_target(self) -> None:
        """Raises InputError for options that the format does not have."""
        from report.pictures import KINDS, SCENE
        from rosetta.studies.solving.output_formats import FormatKind

        target = self.target
        if (self.solution or self.width is not None) and target.kind is not FormatKind.DRAWING:
            both = f"{self.word('solution')}, {self.word('width')}"
            raise InputError(f"{both}: for pictures ({', '.join(KINDS)}), not for {target.name[:60]}")
        if self.width is not None and target.name == SCENE:
            raise InputError(f"{self.word('width')}: a scene has no pixels; it is for pictures")
        if not (self.formulation or self.encodings):
            return
        if target.kind is not FormatKind.RULES:
            both = f"{self.word('formulation')}, {self.word('encodings')}"
            raise InputError(f"{both}: {target.name} {target.kind.value}")
        if self.encodings:
            self._check_encodings(target)

    def _check_encodings(self, target: OutputFormat) -> None:
        """Raises InputError where the format takes rows as they are, or an encoding is unknown."""
        from backends.formats.contract import file_format
        from rosetta.studies.solving.conversion import check_encodes

        check_encodes(file_format(target.name), self.word("encodings"))
        self.form_encodings()

    def check_files(self) -> None:
        check_booklet_files(self)
        if self.output is not None:
            from report.saving import check_new

            check_new(str(self.output))


@dataclass(frozen=True, eq=False)
class ConvertedInstance:
    """An instance that is ready to be written.

    target: the format
    fill: writes it to a binary file
    """

    target: OutputFormat
    fill: Callable[[BinaryIO], object]

    def content(self) -> str | bytes:
        """What a file holds, as text where it is text; a single line of a board without its line break."""
        from rosetta.studies.solving.output_formats import FormatKind

        file = BytesIO()
        self.fill(file)
        if not self.target.is_text:
            return file.getvalue()
        text = file.getvalue().decode()
        is_word = self.target.kind is FormatKind.BOARD and text.count("\n") == 1
        return text.removesuffix("\n") if is_word else text

    def write(self, file: BinaryIO, progress: Progress) -> None:
        """Write it, and tell how much is written."""
        from report.saving import counting_file

        name = self.target.name
        progress(f"{name}: lowering")
        self.fill(counting_file(file, lambda size: progress(f"{name}: {size / 1e6:.1f} MB written")))

    def save(self, path: str | PathLike[str], progress: Progress) -> None:
        """Write it to a new file. Raises NotWritable."""
        from report.saving import save_new

        save_new(str(path), lambda file: self.write(file, progress))


def convert(asked: AskedInstance, request: ConvertRequest, caller: Caller) -> ConvertedInstance:
    """Convert an instance. Raises InputError where the format cannot say it, LimitReached where a solution to draw was
    not found in time."""
    from rosetta.studies.solving.output_formats import FormatKind

    target = request.target
    if target.kind is FormatKind.RULES:
        return _write_rules(target, asked, request, caller)
    content = _board if target.kind is FormatKind.BOARD else _drawing
    written = content(target, asked, request, caller)
    return ConvertedInstance(target, lambda file: file.write(written))


def _board(target: OutputFormat, asked: AskedInstance, request: ConvertRequest, caller: Caller) -> bytes:
    """The board in a format of puzzle programs."""
    from rosetta.studies.solving.conversion import board_text

    return board_text(asked.question, target.name, request.word("to")).encode()


def _drawing(target: OutputFormat, asked: AskedInstance, request: ConvertRequest, caller: Caller) -> bytes:
    """The board as a picture, or as a scene; solved where that is asked for."""
    from backends.contract import Limits
    from rosetta.studies.solving.conversion import answer_to_draw, board_picture

    question, answer = asked.question, None
    if request.solution:
        answer = answer_to_draw(question, Limits(seed=request.seed_or(asked.seed)), caller.progress)
    caller.progress(f"{target.name}: drawing")
    return board_picture(question, target.name, answer, request.width)


def _write_rules(
    target: OutputFormat, asked: AskedInstance, request: ConvertRequest, caller: Caller
) -> ConvertedInstance:
    """The rules in a format of solvers, which may be long: they are lowered as they are written."""
    from backends.contract import Options
    from backends.formats.contract import file_format
    from rosetta.studies.solving.conversion import objective_notes, solver_file

    resolved, question = asked.resolved, asked.question
    caller.progress(f"{target.name}: stating the model")
    options = Options(encodings=request.form_encodings())
    model, how = solver_file(resolved, question, request.formulation, options)
    record = file_format(target.name)
    for note in objective_notes(record, model, how):
        caller.tell(note)
    return ConvertedInstance(target, lambda file: record.write(model, file, how))
