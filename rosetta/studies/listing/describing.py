"""One puzzle whole: what its record says, and what its setter, the formats and the catalogue know of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from instances.catalogue import names as catalogue_names
from instances.resolve import resolve
from models.neutral.blocks import TIES
from models.puzzles.contract import SWITCH, Puzzle, StatedSizes
from models.puzzles.parameters import Parameter
from models.puzzles.registry import READ_ONLY, canonical_name, puzzle
from models.puzzles.setting.setter import Setter
from report.listing.records import BoardFormat, NamedChoice, PuzzleDescription, PuzzleFlag
from rosetta.foundation.errors import InputError
from rosetta.studies.grading.difficulty import GRADES
from rosetta.studies.listing.example_board import ChosenBoard, any_size_flags, choose_board, show_board
from rosetta.studies.listing.overview import entry_of, formats_of
from rosetta.studies.listing.trying import WRITING, classic_commands, commands_with, model_commands
from rosetta.studies.setting.common_wishes import DIFFICULTY, MINIMAL, UNIQUE
from rosetta.studies.setting.setters import setter_of

UNTESTED = "(never compared with the grades of published boards)"


def describe_puzzle(name: str) -> PuzzleDescription:
    """The puzzle of that name or alias. Raises InputError for an unknown one, and for one that does not load."""
    record = puzzle(canonical_name(name))
    if record.name in READ_ONLY:
        return _describe_model(record)
    if record.extras.stated is not None:
        return _describe_classic(record, record.extras.stated)
    chosen = choose_board(record)
    example = None if chosen is None else show_board(record, chosen)
    formats = () if chosen is None else tuple(_formats(record.name, chosen.resolved.instance))
    setter = setter_of(record)
    return PuzzleDescription(
        entry=entry_of(record.name),
        background=record.extras.introduction.background,
        rules=record.rules,
        example=example,
        sizes=record.extras.introduction.sizes,
        options=tuple(_rule_options(record)),
        parameters=tuple(_parameter_flags(record.parameters)),
        wishes=(*_common_wishes(record, setter), *_parameter_flags(setter.wishes)),
        formulations=tuple(_formulations(record, chosen)),
        backends=tuple(NamedChoice(solver.name, solver.method) for solver in record.extras.solvers),
        formats=formats,
        catalogue=tuple(catalogue_names(record.name)),
        commands=()
        if example is None
        else commands_with(record.name, example, formats, any_size_flags(record), setter.size_decides),
    )


def _describe_model(record: Puzzle) -> PuzzleDescription:
    """The puzzle whose boards are solvers' files."""
    from backends.formats import MODULES
    from backends.formats.contract import file_format

    known = [file_format(name) for name in MODULES]
    return PuzzleDescription(
        entry=entry_of(record.name),
        background=record.extras.introduction.background,
        rules=record.rules,
        example=None,
        sizes="",
        options=(),
        parameters=tuple(_parameter_flags(record.parameters)),
        wishes=(),
        formulations=tuple(_formulations(record, None)),
        backends=(),
        formats=tuple(
            BoardFormat(form.name, (), f"{form.title}{'' if form.read else ', written only'}", False, "")
            for form in known
        ),
        catalogue=(),
        preparation=WRITING,
        commands=model_commands(),
    )


def _describe_classic(record: Puzzle, stated: StatedSizes) -> PuzzleDescription:
    """A puzzle that is a model of each size. Its rules are the sentences of the usual one."""
    model = resolve(record.name, stated.usual).instance.model
    stated_rules = [block for block in model.stated_blocks if block.graph != TIES]
    objective = [] if model.objective is None else [f"the objective: {model.objective.sentence}"]
    return PuzzleDescription(
        entry=entry_of(record.name),
        background=record.extras.introduction.background,
        rules=tuple(dict.fromkeys([*(rule.sentence for rule in (*stated_rules, *model.open_rules)), *objective])),
        example=None,
        sizes=record.extras.introduction.sizes,
        options=(),
        parameters=(),
        wishes=(),
        formulations=tuple(_formulations(record, None)),
        backends=(),
        formats=(),
        catalogue=(),
        commands=classic_commands(record.name, stated.usual),
    )


def _rule_options(record: Puzzle) -> Iterable[PuzzleFlag]:
    """The options of the rules."""
    for name, values in record.options.items():
        is_switch = values == SWITCH
        yield PuzzleFlag(
            name=name,
            flag=f"{_dashed(name)}{'' if is_switch else ' RULE'}",
            meaning=record.extras.introduction.options.get(name, ""),
            values=() if is_switch else tuple(values),
            default="" if is_switch else values[0],
        )


def _parameter_flags(parameters: Mapping[str, Parameter]) -> Iterable[PuzzleFlag]:
    """Parameters of a generator or a setter."""
    for name, parameter in parameters.items():
        yield PuzzleFlag(
            name=name,
            flag=f"{_dashed(name)} {parameter.letter}".rstrip(),
            meaning=parameter.help,
            default=str(parameter.default) if parameter.letter and parameter.default not in (None, ()) else "",
        )


def _common_wishes(record: Puzzle, setter: Setter) -> Iterable[PuzzleFlag]:
    """Of what can be asked of most puzzles' boards, what suits this one."""
    if not setter.size_decides:
        yield PuzzleFlag("unique", "--unique", UNIQUE)
    if "minimal" in setter.fits:
        yield PuzzleFlag("minimal", "--minimal", MINIMAL)
    if "difficulty" in setter.fits:
        yield PuzzleFlag(
            "difficulty",
            "--difficulty D",
            DIFFICULTY if record.extras.difficulty_known else f"{DIFFICULTY} {UNTESTED}",
            GRADES,
        )


def _formulations(record: Puzzle, chosen: ChosenBoard | None) -> Iterable[NamedChoice]:
    """The puzzle's own, and presolved ones of which it speaks."""
    words = record.extras.introduction.models
    advised = None if chosen is None else record.extras.advice(chosen.resolved.instance).formulation
    usual = advised or next(iter(record.formulations))
    for name in dict.fromkeys([*record.formulations, *words]):
        yield NamedChoice(name, words.get(name, ""), name == usual)


def _formats(name: str, instance: Any) -> Iterable[BoardFormat]:
    """The formats of the puzzle, with the board in each."""
    for form in formats_of(name):
        text = ""
        with suppress(InputError):  # this board cannot be said in it
            text = form.write(name, instance).rstrip("\n")
        yield BoardFormat(form.name, form.aliases, form.title, form.one_line, text)


def _dashed(name: str) -> str:
    return f"--{name.replace('_', '-')}"
