"""From the parts of a puzzle to its record.

    PUZZLE = compose_puzzle("heyawake", "Heyawake", RULES, text=GridText(...), answer=CellPieces("shaded cell"),
                            scene=scene, formulations={"default": model}, verify=verify, planting=Planting(...))

What a puzzle does not say follows from its parts:

    answers as JSON, read from assignments, turned      the kind of the answer
    plain text, sizes, --minimal                        the text
    symmetries, transform, --distinct                   the text turned, or `turn`
    drawings, labels, booklets                          the scene
    what of an answer is wrong, in drawings             the rows of the model, unless the scene says it
    names of variables and rows, clues                  the words that the model states
    generate                                            planting, or a generator of its own
    generate --unique                                   of sets of cells, regions of the text, of which cells change
                                                        hands; a loop, which takes in or leaves out cells
    exchanges of numbers in --distinct                  `CellNumbers(alike=True)`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from models.neutral import Model
from models.neutral.global_rules.connected.rule import LAZY
from models.puzzles import defaults
from models.puzzles.boards import Isometry, numbered_isometry
from models.puzzles.contract import Answer, AnswerMap, Extras, Instance, Parameter, Puzzle
from models.puzzles.grid_text import GridText
from models.puzzles.parts.answers import AnswerKind, CellNumbers, CellPieces, pad_grid
from models.puzzles.parts.beside.margin_text import MarginText
from models.puzzles.parts.clues import CLUES, PlantedBoards, Planting, RegionChanges
from models.puzzles.parts.faults import JudgedScene
from models.puzzles.parts.grid_words import RegionWords
from models.puzzles.parts.laid_pieces import LaidPieces
from models.puzzles.parts.laid_scenes import draw_laid_text
from models.puzzles.parts.lines import GridLines
from models.puzzles.parts.loops import LoopChanges
from models.puzzles.parts.number_exchanges import WORDS, NumberSymmetries
from models.puzzles.scenes.drawings import SceneOf
from rosetta.foundation.errors import InputError


class BoardText(Protocol):
    """The plain text of a board; `GridText` is one."""

    def parse(self, text: str) -> Any:
        """The board. Raises InputError."""

    def format(self, instance: Any) -> str:
        """The text that `parse` reads."""

    def shape(self, instance: Any) -> tuple[int, int]:
        """Rows and columns."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """The text of a puzzle that writes its boards in its own way; see `BoardText`. shape: of a box with its layers
    first."""

    parse: Callable[[str], Any]
    format: Callable[[Any], str]
    shape: Callable[[Any], Any]


def compose_puzzle(
    name: str,
    title: str,
    rules: tuple[str, ...],
    *,
    text: BoardText,
    answer: AnswerKind,
    scene: SceneOf,
    formulations: Mapping[str, Callable[..., Model]],
    verify: Callable[..., list[str]],
    generate: Callable[..., tuple[Instance, Answer | None]] | None = None,
    planting: Planting | None = None,
    turn: Callable[[Instance, Isometry], Instance] | None = None,
    options: Mapping[str, tuple[str, ...]] | None = None,
    parameters: Mapping[str, Parameter] | None = None,
    extras: Extras | None = None,
    summary: str = "",
    judged_by: str = LAZY,
) -> Puzzle:
    """The record of a puzzle on a board of cells; see `Puzzle` for what is not explained here.

    verify(instance, answer, **options): the broken rules of an answer whose pieces are on the board, each once.
    generate, planting: one of them; planting needs a `GridText`.
    turn(instance, isometry): the board turned and mirrored; by default the words of a `GridText` or `MarginText` are,
        and any other board cannot be.
    extras: what the puzzle adds; what follows from the parts is filled in.
    judged_by: the formulation by whose rows drawings say what is wrong with an answer; where there is none of this
        name, the first one.
    """
    if (generate is None) == (planting is None) or (planting is not None and not isinstance(text, GridText)):
        raise TypeError(f"{name}: expected `generate`, or `planting` with a text of words")
    grid = text if isinstance(text, GridText) else None
    turn = turn or (text.turned if isinstance(text, GridText | MarginText) else None)
    parameters = dict(parameters or {})
    if planting is not None and grid is not None:
        generate = PlantedBoards(name, planting, grid, answer, formulations)
        if grid.has_clues:
            parameters[CLUES] = planting.parameter
    assert generate is not None
    first = next(iter(formulations.values()))
    judged = JudgedScene(scene, answer, formulations.get(judged_by, first))  # LAZY: no rows for what is connected
    return Puzzle(
        name=name,
        title=title,
        rules=rules,
        parse=partial(parse_board, name, text, generate) if grid is not None else text.parse,
        format=text.format,
        size=text.shape,
        generate=generate,
        formulations=formulations,
        decode=partial(decode_answer, text, answer),
        project=lambda instance, model: answer.variables(model),
        encode=lambda instance, model, given: answer.holds(model, given).astype(np.int64),
        verify=partial(verify_answer, text, answer, verify),
        answer_json=answer.to_json,
        answer_from_json=lambda instance, document: answer.from_json(name, document),
        draw_text=partial(draw_laid_text, judged) if isinstance(answer, LaidPieces) else cast("Any", None),
        options=options or {},
        parameters=parameters,
        summary=summary,
        extras=_complete_extras(extras or Extras(), text, answer, judged, turn, planting, first),
    )


def _complete_extras(
    extras: Extras,
    text: BoardText,
    answer: AnswerKind,
    scene: SceneOf,
    turn: Callable[[Instance, Isometry], Instance] | None,
    planting: Planting | None,
    formulation: Callable[[Instance], Model],
) -> Extras:
    """The extras with what follows from the parts."""
    changes: dict[str, Any] = {
        "scene": scene,
        "pieces": answer.pieces,
        "piece": extras.piece or answer.piece,
        "example": answer.example,
    }
    if extras.transform is None and turn is not None:
        changes["transform"] = partial(_transform, text, turn, answer)
    if extras.without_clue is None and isinstance(text, GridText) and text.has_clues:
        changes |= {"without_clue": text.without_clue, "removal": text}
    if extras.exclude is None and isinstance(text, GridText):
        changes["exclude"] = _find_exclude(text, answer, planting)
    complete = replace(extras, **changes)
    if isinstance(answer, CellNumbers) and answer.alike and isinstance(text, GridText):
        maps = NumberSymmetries(text, answer, complete.transform, formulation)
        return replace(complete, symmetries=maps, symmetry_words=lambda instance: WORDS)
    return complete


def _find_exclude(text: GridText, answer: AnswerKind, planting: Planting | None) -> RegionChanges | LoopChanges | None:
    """How a second answer is excluded, as far as it follows from the parts."""
    regions = [i for i, kind in enumerate(text.kinds) if isinstance(kind, RegionWords)]
    if regions and isinstance(answer, CellPieces):
        return RegionChanges(text, answer, regions[0], planting if text.blank else None)  # no clues to read anew
    return LoopChanges(text, answer, planting) if planting is not None and isinstance(answer, GridLines) else None


def parse_board(name: str, text: BoardText, generate: Callable[..., Any], content: str) -> Instance:
    """The board in a text; a complaint names the puzzle and shows one of its boards."""
    try:
        return text.parse(content)
    except InputError as error:
        example = defaults.example_board(generate, text.format)
        raise InputError(f"{name}, plain text: {error}; expected a board such as {example!r}") from None


def decode_answer(
    text: BoardText, answer: AnswerKind, instance: Instance, model: Model, values: NDArray[np.int64]
) -> Answer:
    """The answer of an assignment; the last rows and columns of the board may have no variables."""
    given = answer.decode(model, values)
    return pad_grid(given, text.shape(instance)) if isinstance(answer, CellNumbers) else given


def verify_answer(
    text: BoardText,
    answer: AnswerKind,
    verify: Callable[..., list[str]],
    instance: Instance,
    given: Answer,
    **options: str,
) -> list[str]:
    """The broken rules: where pieces lie, then what the puzzle says of those on the board."""
    faults, kept = answer.check_places(instance, text.shape(instance), given)
    return faults if kept is None else [*faults, *verify(instance, kept, **options)]


def _transform(
    text: BoardText, turn: Callable[[Instance, Isometry], Instance], answer: AnswerKind, instance: Instance, number: int
) -> tuple[Instance, AnswerMap]:
    """`Extras.transform`: the board turned, and the map of its answers back."""
    ahead, back = numbered_isometry(text.shape(instance), number)
    return turn(instance, ahead), lambda given: answer.turn(given, back)
