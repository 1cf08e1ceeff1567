"""The record of Lights Out: everything that the rest of the project asks of the puzzle."""

from __future__ import annotations

from models.neutral import Model
from models.puzzles.codecs import Body
from models.puzzles.contract import Extras, Parameter, Puzzle, choice_reader, number_reader
from models.puzzles.introduction import Introduction
from models.puzzles.lightsout import draw, generate, graph_boards, notes, presses, rules, scene, states, symmetry
from models.puzzles.lightsout.instance import MOST_COLOURS, LightsOut
from models.puzzles.lightsout.theory import solvers, theorems
from models.puzzles.lightsout.toggling import RULES
from models.puzzles.parameters import switch
from models.puzzles.setting.setter import Setter
from models.puzzles.teaching.answer_space import AnswerSpace, Obstruction
from models.puzzles.teaching.lesson import Lesson


def _load_setter() -> Setter:
    from models.puzzles.lightsout.setting.setter import SETTER

    return SETTER


def _load_formats() -> dict[str, Body]:
    from models.puzzles.lightsout.formats import FORMATS

    return FORMATS


def _teach(p: LightsOut, model: Model) -> Lesson | None:
    from models.puzzles.lightsout.chasing import lesson as chasing
    from models.puzzles.lightsout.elimination import lesson as elimination

    return chasing.teach(p, model) or elimination.teach(p, model)


def _answer_space(p: LightsOut) -> AnswerSpace | None:
    from models.puzzles.lightsout.elimination import quiet

    return quiet.answer_space(p)


def _obstruction(p: LightsOut) -> Obstruction | None:
    from models.puzzles.lightsout.elimination import quiet

    return quiet.obstruction(p)


INTRODUCTION = Introduction(
    background=(
        "the toy of 1995 has 5x5 lamps; graphs take the place of boards",
        "whether there is an answer is linear algebra; the fewest presses are NP-hard to find (Sutner 1988, 1989)",
    ),
    example="classic5",
    sizes="any rows x columns, such as 5x5 or 6x10; families of graphs such as petersen, cycle:12, torus:8x8",
    models={
        "native": "an equation for each lamp",
        "reduced": "the equations after elimination: a short one for each press that is not free",
        "merged": "a variable for each group of presses that always change together",
    },
    options={"any": "any answer will do, not only one with the fewest presses"},
)
PUZZLE = Puzzle(
    name="lightsout",
    title="Lights Out",
    rules=(
        "a press toggles the lamps of the vertex and of its neighbours",
        "at the end every lamp is as it should be: off, unless said otherwise",
        "as few presses as possible, unless any solution will do",
    ),
    parse=rules.parse,
    format=rules.format,
    generate=rules.generate,
    formulations={"native": rules.model},
    decode=presses.decode,
    verify=rules.verify,
    project=presses.project,
    encode=presses.encode,
    answer_json=presses.answer_json,
    answer_from_json=presses.answer_from_json,
    draw_text=draw.draw_text,
    size=rules.size,
    options={"any": ("no", "yes")},
    parameters={
        "lit": Parameter(
            None, states.check_text, "lamps that are on at the start: all, none, random, V,V,... or @FILE", "V,V"
        ),
        "target": Parameter(
            None, states.check_text, "lamps that shall be on at the end: all, none, V,V,... or @FILE", "V,V"
        ),
        "colours": Parameter(
            None, number_reader(2, MOST_COLOURS), "states of a lamp, 2 unless the instance has more", "K"
        ),
        "rule": Parameter(
            None, choice_reader(RULES), "does a press toggle the vertex itself: closed (yes), open (no)", "R"
        ),
        "undirected": switch("arrows mean nothing: one, or two in opposite directions, is an edge"),
    },
    extras=Extras(
        setter=_load_setter,
        formats=_load_formats,
        teach=_teach,
        named=rules.maker_by_name,
        names=generate.NAMES,
        adapt=rules.adapt,
        identify=rules.identify,
        graphs=graph_boards.GRAPHS,
        notes=notes.notes,
        advice=rules.advice,
        theory=theorems.theory,
        clash=theorems.clash,
        answer_space=_answer_space,
        obstruction=_obstruction,
        draw_marked=draw.draw_marked,
        solvers=solvers.SPECIAL_SOLVERS,
        scene=scene.scene,
        grids=draw.list_grids,
        legend=draw.legend,
        symmetries=symmetry.symmetries,
        symmetry_words=lambda p: symmetry.WORDS,
        transform=rules.transform,
        introduction=INTRODUCTION,
    ),
    summary="as few presses as possible that switch all lamps off",
)
