"""The interface of a puzzle: one record of functions, `PUZZLE` in the `record.py` of the puzzle's package.

    parse/format   the puzzle's plain text
    generate       size, seed -> an instance and its planted solution, if it has one
    model          the rules in the neutral language, by formulation
    decode         an assignment -> the puzzle's answer; of a partial one (0 where it is open) what is certain
    verify         the rules again, in ordinary code that shares nothing with `model`
    draw           the board, with or without an answer

An *instance* and an *answer* are the puzzle's own frozen types, opaque to all other code. Both can be compared
with ==, and an answer can be hashed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import eq
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from models.neutral import Block, Model
from models.neutral.wording.phrases import Phrase
from models.puzzles import defaults
from models.puzzles.codecs.body import Body
from models.puzzles.graphs.boards import GraphBoards
from models.puzzles.introduction import Introduction
from models.puzzles.labelled import Grid, Squares
from models.puzzles.parameters import SWITCH, Parameter, choice_reader, number_reader
from models.puzzles.randomness import Stream
from models.puzzles.scenes import drawings
from models.puzzles.scenes.drawings import FromScene, SceneOf
from models.puzzles.setting.setter import Setter
from models.puzzles.special_solver import SpecialSolver
from models.puzzles.teaching.answer_space import AnswerSpace, Obstruction
from models.puzzles.teaching.lesson import Lesson
from rosetta.foundation.errors import InputError

__all__ = [
    "SWITCH",
    "Advice",
    "Answer",
    "AnswerMap",
    "Extras",
    "InputError",
    "Instance",
    "NoSymmetries",
    "Parameter",
    "Puzzle",
    "choice_reader",
    "number_reader",
]

SYMMETRIES = 8  # of a square: the board as it is, and `transform` by the numbers 1 to 7
TURNS = "turns and reflections that leave the board as it is"
Instance: TypeAlias = Any
Answer: TypeAlias = Any
Cells: TypeAlias = Iterable[Any] | None
"""Cells (vertices) as `Puzzle.cells_of` gives them: their type is the puzzle's own."""
AnswerMap: TypeAlias = Callable[[Answer], Answer]
Excluded: TypeAlias = tuple[Instance, Answer] | None
"""A board without a second answer, and its answer; None where none was found."""
Transform: TypeAlias = Callable[[Instance, int], tuple[Instance, AnswerMap] | None]
FindSymmetries: TypeAlias = Callable[[Instance], Sequence[AnswerMap]]


class NoSymmetries(Exception):
    """There is no complete list of the symmetries of an instance; the message says why."""


class DrawText(Protocol):
    """The board as text. colour: with ANSI colours; second: another answer, the cells that differ are marked; empty:
    cells that are known to hold nothing, where the text can show that."""

    def __call__(
        self,
        instance: Instance,
        /,
        answer: Answer | None = None,
        *,
        colour: bool = False,
        second: Answer | None = None,
        empty: Cells = None,
    ) -> str: ...


class DrawSvg(Protocol):
    """The board as an SVG element that loads nothing from outside; no ids, since several share a page.
    mark: cells (vertices) to highlight; empty: those that are known to hold nothing; fresh: those of the latest
    deduction."""

    def __call__(
        self,
        instance: Instance,
        /,
        answer: Answer | None = None,
        second: Answer | None = None,
        *,
        mark: Cells = None,
        empty: Cells = None,
        fresh: Cells = None,
    ) -> str: ...


class ClueRemoval(Protocol):
    """The clues of boards by their numbers, from 0 in the order of `Extras.without_clue`."""

    def count_clues(self, instance: Any) -> int:
        """How many there are."""

    def remove_clues(self, instance: Any, numbers: Sequence[int]) -> Any:
        """The instance without these."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The defaults for an instance where the user chooses nothing. formulation: None for the puzzle's first; solvers:
    backends by name, the best first, tried before the general defaults; compared: the formulations that a comparison
    shows side by side, in the order of running, where one alone would mislead; race: a comparison also has every
    backend list all solutions, in equal time; by_solver: backends by name, each with the formulation that suits it
    better than `formulation`; decides: does a rule of `formulation` settle the instance by itself, so that people are
    told that rule?"""

    formulation: str | None = None
    solvers: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    race: bool = False
    by_solver: tuple[tuple[str, str], ...] = ()
    decides: bool = False


@dataclass(frozen=True, slots=True)
class BoardSymmetries:
    """The symmetries that follow from `Extras.transform`: where a turned board is the board itself, the map of its
    answers back is one of answers to answers."""

    transform: Transform | None
    same: Callable[[Instance, Instance], bool]

    def __call__(self, instance: Instance) -> list[AnswerMap]:
        """The maps of answers, the identity first. Raises NoSymmetries where nobody can turn the board."""
        if self.transform is None:
            raise NoSymmetries("no symmetries are known")
        turned = (self.transform(instance, number) for number in range(1, SYMMETRIES))
        return [_keep_answer, *(each[1] for each in turned if each is not None and self.same(each[0], instance))]


def _keep_answer(answer: Answer) -> Answer:
    return answer


@dataclass(frozen=True, slots=True)
class StatedSizes:
    """Of a puzzle whose boards are models, one of each size. usual: the WHAT that is meant where none is given;
    is_random: does the model of a size have data that are drawn from a seed?"""

    usual: str
    is_random: bool = False


def list_no_grids(instance: Instance, answer: Answer | None, empty: Cells) -> tuple[Grid, ...]:
    """A board without rows and columns."""
    return ()


def find_no_squares(instance: Instance) -> None:
    """A picture without rows and columns."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What a puzzle may add. Every verb works without; each field says which verbs it improves.

    Every verb:
        named(text): a function that makes the instance of that name (`petersen`, `torus:8x8`): called as `generate`
            is, without the size; None for a text that is no such name. names: some of these, for messages.
        stated: given where a board is a model that is stated for its size (`models.classics`): none is set or drawn.
        adapt(instance, seed, **parameters): applies parameters to an instance that was read; returns what `generate`
            does. None where all parameters concern generation only.
        identify(instance, source): its ID, where the puzzle knows a better one than exchange formats do; source: the
            file it was read from, with the file's hash, or "".
        graphs: how the puzzle reads any graph as its board, and writes one (`registry.ON_GRAPHS` names these puzzles).
        formats(): its boards in exchange formats: by the name of the format (`puzzlink`), what `models/puzzles/codecs`
            declares; where that is a file of its own, it is imported when this is called.
        notes(instance): how odd input was interpreted, for people.
        legend(instance): what the signs of a board that is drawn with its answer mean, in a line; "" where the drawing
            says it.
    solve, compare, count:
        own_formulations(instance): formulations that this instance has beside those of the puzzle, by name.
        advice(instance): the defaults for an instance, by its size and kind.
        encodings: by formulation, the encodings (form name -> encoding name) it uses unless the user chooses others.
        solvers: special-purpose solvers, for this puzzle alone.
    compare:
        pieces(answer): the parts of an answer (lamps, tents), for the share of it that was derived; an answer is a
            collection of them unless this says otherwise.
        clash(instance, rows): why parity rows (sentence, number) that add up to 0 = 1 contradict each other, in the
            words of the puzzle, where these are not stated with a single row (`evident=`); for `explain`, too.
    count:
        symmetries(instance): maps of answers to answers, the identity first, whose products are all symmetries of the
            instance. Given only where they do not follow from `transform`: else they are the turns and reflections that
            leave the board the same, and this field holds the function that finds them. Raises NoSymmetries.
        same(turned, instance): is a board that was turned the same as it was? By default, are they equal?
        orbits(instance): where orbits need no walk along the symmetries, a function of an answer: what all answers of
            its orbit have in common, and no other has; and how many these are. Raises NoSymmetries.
        symmetry_words(instance): what its symmetries are, in a phrase.
    solve, compare, for people:
        answer_space(instance): all solutions at once, where the puzzle knows them; None for a board without a solution,
            or where that is not known.
        obstruction(instance): the cells that show why there is no solution; None for a board with one, or where that is
            not known.
        draw_marked(instance, cells): the board as text, with these cells marked `<>`.
        theory(size, **parameters): the number of solutions of a generated board of that size, however large, without
            the board: by two formulas, which are named; None where no theorem gives it.
    explain, formulas:
        teach(instance, model): the lesson of a teacher, where that explains a board better than single deductions;
            None for any other board. model: what is explained, whose literals the steps name.
        difficulty_known: are there instances of known difficulty, against which the grades were compared?
        name_row(instance, model, block, row): what a row of a block is called, where the model states no words for it,
            and its literals are not about cells.
        cells_of(instance, model, literal): the cells (vertices) that a variable is about, for `draw_svg` to mark; by
            default those of its words.
        scene(instance, view): what is to be seen of a board, a `Scene` (models/puzzles/scenes); of it, all drawings are
            made that are not given by themselves: `draw_text`, `draw_svg`, `grids` and `squares`.
        grids(instance, answer, empty): the board in words, a grid for each layer, to be drawn with labels; () where it
            has no rows and columns. squares(instance): where its cells are in `draw_svg`, None where there are none.
        piece: what a piece of an answer is called in sentences, in the singular, if not as its key in JSON.
    generate:
        setter(): how boards are made to order, where the puzzle knows better than to draw boards until one fits; it is
            imported when it is called.
        exclude(instance, answer, second, stream): for --unique: a board that still has this answer and no longer the
            second one, with the answer, or a board and another answer; or None. Who calls it checks that the answer
            keeps the rules. Without it, boards are drawn until one has a single answer.
        most_excluded: so many second answers are excluded on one board, before another is drawn.
        by_difficulty: for --difficulty, by grade: the parameters with which boards of that grade are likely, for those
            that the user does not set.
        without_clue(instance): for --minimal: the instance without one of its clues, for each of them.
        removal: counts these clues, and removes several at once, which is faster.
        caption(instance): what a reader has to know of a printed board and does not see on it, in a few words
            (`2 stars each`); "" if nothing is missing.
    bench run:
        transform(instance, number): the instance turned and mirrored (number 1..7, as `boards.numbered_isometry` has
            it; of a graph: its vertices in another order), and the map of its answers back to those of the instance;
            None where the image would not be of the same kind.
    fuzz:
        any_size: parameters with which there are boards of any small size, where the defaults have them for some only.
    list:
        introduction: what the puzzle says of itself to those who do not know it.
    verify:
        example: an answer to some board, which shows in messages what is expected.
    """

    named: Callable[[str], Callable[..., tuple[Instance, Answer | None]] | None] = lambda text: None
    names: str = ""
    stated: StatedSizes | None = None
    adapt: Callable[..., tuple[Instance, Answer | None]] | None = None
    identify: Callable[[Instance, str], str] | None = None
    graphs: GraphBoards | None = None
    formats: Callable[[], Mapping[str, Body]] = dict
    notes: Callable[[Instance], tuple[str, ...]] = lambda instance: ()
    legend: Callable[[Instance], str] = lambda instance: ""
    own_formulations: Callable[[Instance], Mapping[str, Callable[..., Model]]] = lambda instance: {}
    advice: Callable[[Instance], Advice] = lambda instance: Advice()
    encodings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    solvers: tuple[SpecialSolver, ...] = ()
    pieces: Callable[[Answer], frozenset[Hashable]] = frozenset
    clash: Callable[[Instance, Sequence[tuple[str, int]]], str] | None = None
    symmetries: FindSymmetries = field(default=cast("FindSymmetries", None))  # filled in below: it needs `transform`
    same: Callable[[Instance, Instance], bool] = eq
    orbits: Callable[[Instance], Callable[[Answer], tuple[Hashable, int]]] | None = None
    symmetry_words: Callable[[Instance], str] = lambda instance: TURNS
    answer_space: Callable[[Instance], AnswerSpace | None] = lambda instance: None
    obstruction: Callable[[Instance], Obstruction | None] = lambda instance: None
    draw_marked: Callable[[Instance, Iterable[Hashable]], str] = lambda instance, cells: ""
    theory: Callable[..., Mapping[str, int] | None] | None = None
    name_row: Callable[[Instance, Model, Block, int], Phrase] = defaults.name_row
    cells_of: Callable[[Instance, Model, int], frozenset[Hashable]] = lambda instance, model, literal: frozenset()
    scene: SceneOf | None = None
    grids: Callable[[Instance, Answer | None, Cells], Sequence[Grid]] = field(default=cast("Any", None))  # of `scene`
    squares: Callable[[Instance], Squares | None] = field(default=cast("Any", None))
    teach: Callable[[Instance, Model], Lesson | None] = lambda instance, model: None
    difficulty_known: bool = False
    piece: str = ""
    setter: Callable[[], Setter] | None = None
    exclude: Callable[[Instance, Answer, Answer, Stream], Excluded] | None = None
    without_clue: Callable[[Instance], Iterable[Instance]] | None = None
    removal: ClueRemoval | None = None
    by_difficulty: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    caption: Callable[[Instance], str] = lambda instance: ""
    transform: Transform | None = None
    most_excluded: int = 500
    any_size: Mapping[str, Any] = field(default_factory=dict)
    introduction: Introduction = field(default_factory=Introduction)
    example: Answer = ((0, 4), (2, 7))

    def __post_init__(self) -> None:
        if self.symmetries is None or isinstance(self.symmetries, BoardSymmetries):  # of another `transform`, maybe
            object.__setattr__(self, "symmetries", BoardSymmetries(self.transform, self.same))
        scene = self.scene
        if _is_derived(self.grids):
            object.__setattr__(
                self, "grids", FromScene(drawings.list_grids, scene) if scene else FromScene(list_no_grids)
            )
        if _is_derived(self.squares):
            object.__setattr__(
                self, "squares", FromScene(drawings.find_squares, scene) if scene else FromScene(find_no_squares)
            )


def _is_derived(drawing: object) -> bool:
    """Was it not given, or did it follow from a scene, of another board maybe?"""
    return drawing is None or isinstance(drawing, FromScene)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle. All functions are pure; those that read text raise InputError.

    rules: each in one sentence, for people.
    parse, format: the plain text of a board.
    size(instance): its sides, such as (rows, columns).
    generate(size, seed, **parameters): an instance, and the answer planted in it (None if there is none). Raises
        InputError for sizes that it has no boards of.
    formulations: name -> (instance, **options) -> Model; the first is the default.
    decode(instance, model, values): the answer of an assignment; of a partial one (0 where it is open) what is certain.
    project(instance, model): the variables that are the answer, for counting and uniqueness; it may add the
        variables and the rule that define them to a formulation that has none.
    verify(instance, answer, **options): the rules that an answer breaks, as sentences; [] for a solution.

    The rest has defaults.
    summary: what the puzzle is, in a short phrase that begins small and has no full stop; by default its first rule.
        The table of `models.puzzles.summary_table` repeats it.
    answer_json, answer_from_json: the answer in the JSON contract of the command line; its first key is the name of
        its pieces in the plural. By default {"pieces": [...]}, for an answer that is a sorted tuple of integers, texts,
        or tuples of these.
    draw_text, draw_svg: by default what `Extras.scene` shows; without it, the plain text of the board and the list of
        pieces.
    encode(instance, model, answer): the values of the variables of `project` that `decode` makes the answer of, shape
        (variables,); pieces that cannot be are left out. Without it, a page cannot tell which rules an answer breaks.
    name_of(instance, model, literal): a literal in the words of the puzzle. By default the name of the variable.
    options: by name the values that an option of the rules may take, the default first (`tree_rule`: matching, ...).
        One whose values are SWITCH is a switch (`--any`).
    parameters: by name the parameters of `generate` (`bare`: percent of bare walls). Options change what an answer is,
        parameters which instance is meant; both become flags of every verb.
    """

    name: str
    title: str
    rules: tuple[str, ...]
    parse: Callable[[str], Instance]
    format: Callable[[Instance], str]
    size: Callable[[Instance], tuple[int, ...]]
    generate: Callable[..., tuple[Instance, Answer | None]]
    formulations: Mapping[str, Callable[..., Model]]
    decode: Callable[[Instance, Model, NDArray[np.int64]], Answer]
    project: Callable[[Instance, Model], NDArray[np.int32]]
    verify: Callable[..., list[str]]
    answer_json: Callable[[Answer], dict[str, Any]] = defaults.answer_json
    answer_from_json: Callable[[Instance, Mapping[str, Any]], Answer] = defaults.answer_from_json
    draw_text: DrawText = field(default=cast("DrawText", None))  # filled in below: of the scene, or of `format`
    draw_svg: DrawSvg = field(default=cast("DrawSvg", None))
    encode: Callable[[Instance, Model, Answer], NDArray[np.int64]] | None = None
    name_of: Callable[[Instance, Model, int], str] = defaults.name_of
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    extras: Extras = field(default_factory=Extras)
    summary: str = ""

    def __post_init__(self) -> None:
        if not self.summary:
            object.__setattr__(self, "summary", next(iter(self.rules), self.title))
        scene = self.extras.scene
        if _is_derived(self.draw_text):
            text = FromScene(drawings.draw_text, scene) if scene else partial(_draw_text, self.format)
            object.__setattr__(self, "draw_text", text)
        if _is_derived(self.draw_svg):
            svg = FromScene(drawings.draw_svg, scene) if scene else partial(_draw_svg, self.format)
            object.__setattr__(self, "draw_svg", svg)

    def unusual_rules(self, rules: Mapping[str, str]) -> dict[str, str]:
        """Those of the rules (values of `options` by name) that differ from their defaults."""
        return {name: value for name, value in rules.items() if value != self.options[name][0]}


def _draw_text(
    format: Callable[[Instance], str],
    instance: Instance,
    answer: Answer | None = None,
    *,
    colour: bool = False,
    second: Answer | None = None,
    empty: Cells = None,
) -> str:
    return defaults.draw_text(format(instance), answer, second)


def _draw_svg(
    format: Callable[[Instance], str],
    instance: Instance,
    answer: Answer | None = None,
    second: Answer | None = None,
    *,
    mark: Cells = None,
    empty: Cells = None,
    fresh: Cells = None,
) -> str:
    return defaults.draw_svg(format(instance), answer, second)
