"""Lights Out: press buttons until every lamp is as it should be. Rules in `rules`, mathematics in `theory`."""

from __future__ import annotations

from models.puzzles.contract import Parameter, Puzzle, choice_reader, number_reader
from models.puzzles.lightsout import draw, svg
from models.puzzles.lightsout import generate as lightsout_generate
from models.puzzles.lightsout.graph import RULES
from models.puzzles.lightsout.instance import MOST_COLOURS
from models.puzzles.lightsout.notes import notes
from models.puzzles.lightsout.rules import (
    _check_states,
    adapt,
    advice,
    answer_from_json,
    answer_json,
    decode,
    format,
    generate,
    identify,
    maker_by_name,
    model,
    name_of,
    parse,
    project,
    size,
    symmetries,
    verify,
)
from models.puzzles.lightsout.theory.solvers import SPECIAL_SOLVERS
from models.puzzles.lightsout.theory.theorems import clash, theory

PUZZLE = Puzzle(
    name="lightsout",
    title="Lights Out",
    rules=(
        "a press toggles the lamps of the vertex and of its neighbours",
        "at the end every lamp is as it should be: off, unless said otherwise",
        "as few presses as possible, unless any solution will do",
    ),
    parse=parse,
    format=format,
    generate=generate,
    named=maker_by_name,
    names=lightsout_generate.NAMES,
    adapt=adapt,
    identify=identify,
    notes=notes,
    formulations={"native": model},
    advice=advice,
    theory=theory,
    clash=clash,
    solvers=SPECIAL_SOLVERS,
    decode=decode,
    verify=verify,
    project=project,
    answer_json=answer_json,
    answer_from_json=answer_from_json,
    draw_text=draw.draw_text,
    draw_svg=svg.draw_svg,
    size=size,
    name_of=name_of,
    cells_of=draw.cells_of,
    row_name=draw.row_name,
    symmetries=symmetries,
    options={"any": ("no", "yes")},
    parameters={
        "lit": Parameter(
            None, _check_states, "lamps that are on at the start: all, none, random, V,V,... or @FILE", "V,V"
        ),
        "target": Parameter(
            None, _check_states, "lamps that shall be on at the end: all, none, V,V,... or @FILE", "V,V"
        ),
        "colours": Parameter(
            None, number_reader(2, MOST_COLOURS), "states of a lamp, 2 unless the instance has more", "K"
        ),
        "rule": Parameter(
            None, choice_reader(RULES), "does a press toggle the vertex itself: closed (yes), open (no)", "R"
        ),
    },
)
