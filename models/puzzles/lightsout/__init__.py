"""Lights Out: press buttons until every lamp is as it should be. Rules in `rules`, mathematics in `theory`."""

from __future__ import annotations

from models.puzzles.contract import Parameter, Puzzle, choice, whole
from models.puzzles.lightsout import draw, svg
from models.puzzles.lightsout import made as lightsout_made
from models.puzzles.lightsout.graph import RULES
from models.puzzles.lightsout.instance import MOST_COLOURS
from models.puzzles.lightsout.notes import notes
from models.puzzles.lightsout.rules import (
    _states,
    adapt,
    advice,
    answer_from_json,
    answer_json,
    decode,
    format,
    generate,
    identify,
    model,
    name_of,
    named,
    parse,
    project,
    size,
    symmetries,
    verify,
)
from models.puzzles.lightsout.theory.solvers import OWN
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
    named=named,
    names=lightsout_made.NAMES,
    adapt=adapt,
    identify=identify,
    notes=notes,
    formulations={"native": model},
    advice=advice,
    theory=theory,
    clash=clash,
    solvers=OWN,
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
        "lit": Parameter(None, _states, "lamps that are on at the start: all, none, random, V,V,... or @FILE", "V,V"),
        "target": Parameter(None, _states, "lamps that shall be on at the end: all, none, V,V,... or @FILE", "V,V"),
        "colours": Parameter(None, whole(2, MOST_COLOURS), "states of a lamp, 2 unless the instance has more", "K"),
        "rule": Parameter(None, choice(RULES), "does a press toggle the vertex itself: closed (yes), open (no)", "R"),
    },
)
