"""What a scene says that follows from the pieces of a person is what the puzzle says of the same answer.

The document is read as docs/scenes.md says, by code that knows no puzzle.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

from instances.formats.contract import format_named
from instances.resolve import resolve
from models.puzzles.randomness import Stream
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.scene import DETAILED, MOST_FOLLOWED
from models.puzzles.scenes.view import View
from tests.support.puzzle_boards import boards

DIGRAPH = 'digraph { a [lit=1]; a -> b; b -> b; b -> a; b -> "c"; b -> c; c -> c }'


def document_of(record, p, view=View()):  # noqa: B008
    return json.loads(json.dumps(scene_document(record.extras.scene(p, view))))


def counted(document, steps):
    """How much the step of each place counts."""
    of = [step.get("number", int(bool(step["answer"]))) for step in document["clicks"]["steps"]]
    return [of[step] for step in steps]


def numbers_of(follows, counts):
    """The number of the glyph in each cell."""
    totals = [start + sum(counts[i] for i in of) for start, of in zip(follows["start"], follows["of"], strict=True)]
    k = follows["modulo"]
    return [min(total, len(follows["glyphs"]) - 1) if k is None else total % k for total in totals]


def glyphs_that_follow(document, steps):
    """By glyph the cells in which it lies; whether in the ground."""
    found = {}
    for follows in document["follows"]:
        for cell, number in zip(follows["cells"], numbers_of(follows, counted(document, steps)), strict=True):
            if glyph := follows["glyphs"][number]:
                found.setdefault((glyph, follows["ground"]), set()).add(tuple(cell))
    return found


def glyphs_in(document, wanted):
    """The same of the layers of a document, of these glyphs alone."""
    found = {}
    for name in ("ground", "layers"):
        for layer in document[name]:
            if (layer["glyph"], name == "ground") in wanted:
                found.setdefault((layer["glyph"], name == "ground"), set()).update(map(tuple, layer["cells"]))
    return found


def test_few_puzzles_have_something_that_follows():
    """Of the others, a click changes nothing but its place."""
    assert {
        name
        for name in names()
        if puzzle(name).extras.scene and document_of(puzzle(name), boards(name)[0][0])["follows"]
    } == {
        "akari",
        "lightsout",
    }


@pytest.mark.parametrize("seed", range(6))
def test_the_light_of_lamps_is_that_of_the_scene(seed):
    """Of any lamps, also of those that see each other."""
    record, stream = puzzle("akari"), Stream("akari", "follows", "5x8", seed)
    p, answer = record.generate((5, 8), seed)
    empty = document_of(record, p)
    cells = list(map(tuple, empty["clicks"]["cells"]))
    wanted = {(glyph, each["ground"]) for each in empty["follows"] for glyph in each["glyphs"] if glyph}
    assert len(wanted) == 4
    for lamps in ((), answer, *(tuple(cell for cell in cells if stream.number_below(4) == 0) for _ in range(4))):
        steps = [1 if cell in lamps else 2 * stream.number_below(2) for cell in cells]
        drawn = document_of(record, p, View(tuple(sorted(lamps))))
        assert glyphs_that_follow(empty, steps) == glyphs_in(drawn, wanted)


WHAT = ("grid:3x4", "torus:2x5", "cylinder:3x2", "king:3x3", "hex:3x4", "petersen", "cycle:5", "star:4", "digraph")


def lightsout_board(what, colours, rule):
    """A board, or a graph; DIGRAPH has arrows, some of them twice, and loops."""
    if what == "digraph":
        adapt = puzzle("lightsout").extras.adapt
        return adapt(format_named("dot").read(DIGRAPH, "lightsout")[1], 0, colours=colours, rule=rule)[0]
    options = {"colours": colours, "lit": "random", "target": "all", "rule": rule}
    return resolve("lightsout", what, options=options).instance


def pressed_one_by_one(p, times):
    """The lamps, after each vertex was pressed so many times: along each edge by itself, as the rule says."""
    lamps = p.start.tolist()
    edges = list(zip(p.graph.tails.tolist(), p.graph.heads.tolist(), strict=True))
    for vertex, n in enumerate(times):
        for _ in range(n):
            lamps[vertex] += p.rule == "closed"
            for tail, head in edges:
                lamps[head] += tail == vertex and (p.rule == "open" or head != vertex)
    return [lamp % p.colours for lamp in lamps]


@pytest.mark.parametrize("rule", ["closed", "open"])
@pytest.mark.parametrize("colours", [2, 3, 5])
@pytest.mark.parametrize("what", WHAT)
def test_lamps_after_presses_are_those_of_a_person_who_presses(what, colours, rule):
    """Of any presses; a vertex that is known not to be pressed counts as one that nobody pressed."""
    p, record, stream = (
        lightsout_board(what, colours, rule),
        puzzle("lightsout"),
        Stream("lightsout", "follows", what, 1),
    )
    document, names_of = document_of(record, p), p.vertices(np.arange(len(p)))
    (follows,) = document["follows"]
    cells = list(map(tuple, document["clicks"]["cells"]))
    assert document["clicks"]["press"]
    assert follows["wanted"] == p.target.tolist()
    for _ in range(5):
        steps = [stream.number_below(colours + 1) for _ in cells]  # the last one says that it is not pressed
        lamps = pressed_one_by_one(p, [step % colours for step in steps])
        assert dict(
            zip(map(tuple, follows["cells"]), numbers_of(follows, counted(document, steps)), strict=True)
        ) == dict(zip(cells, lamps, strict=True))
        shown = {glyph: cells for (glyph, _), cells in glyphs_that_follow(document, steps).items()}
        for state in range(colours):
            lit = {cell for cell, lamp in zip(cells, lamps, strict=True) if lamp == state}
            assert shown.get(f"lamp in state {state}", set()) == lit
        presses = tuple(
            name if colours == 2 else (name, step) for name, step in zip(names_of, steps, strict=True) if step % colours
        )
        assert (lamps == follows["wanted"]) == (record.verify(p, presses) == [])


def test_lamps_lie_where_the_scene_has_them_before_any_press():
    """In the ground of a board of squares, between edges and presses elsewhere."""
    record = puzzle("lightsout")
    for what in ("grid:3x3", "hex:3x3", "petersen"):
        p = resolve("lightsout", what, options={"lit": "random"}).instance
        document = document_of(record, p)
        shown = glyphs_that_follow(document, [0] * len(p))
        assert shown == glyphs_in(document, set(shown))
        name = "ground" if document["follows"][0]["ground"] else "layers"
        lamps = {glyph for glyph, _ in shown}
        assert {layer["glyph"] for layer in document[name][: len(lamps)]} == lamps


@pytest.mark.parametrize(("name", "size"), [("akari", (201, 200)), ("lightsout", (201, 200)), ("akari", (2, 600))])
def test_nothing_follows_on_large_boards(name, size):
    """What is not shown in detail, and what would take too many numbers to say, a page does not play."""
    record = puzzle(name)
    p = record.parse(f"{size[0]} {size[1]}\n" + "\n".join(["." * size[1]] * size[0]) + "\n")
    assert np.prod(size) > DETAILED or MOST_FOLLOWED < 2 * 600**2
    assert record.extras.scene(p, View()).follows == ()
