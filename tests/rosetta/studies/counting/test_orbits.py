"""Counting with symmetry: the maps keep the rules, the parts add up to what listing finds, and so do the orbits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algebra.groups.permutations import conjugacy_classes
from backends import exactcover
from backends.contract import Limits, Options, Unsupported
from backends.registry import backend_named
from backends.running import supervisor
from instances.resolve import resolve
from models.neutral import Model
from models.puzzles.contract import NoSymmetries
from models.puzzles.registry import puzzle
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.sets import Piece
from rosetta.commands.main import run_verb
from rosetta.studies.asking.entrants import resolve_entrant
from rosetta.studies.asking.question import Question
from rosetta.studies.counting.answer_orbits import count_up_to_symmetry
from rosetta.studies.counting.automorphisms import automorphisms, keeps_rules, known_automorphisms
from rosetta.studies.counting.count import count_by_engine
from rosetta.studies.counting.dancing_links import DANCING_LINKS
from rosetta.studies.counting.orbits import fixed_points, summands
from rosetta.studies.judging.certificates import find_infeasible_row
from rosetta.studies.solving.listing import list_answers

LIMITS = Limits(seconds=60.0)
DOMINO = ((0, 0), (0, 1))
CORNER = ((0, 0), (0, 1), (1, 0))
# 16146 by the upper left cell of the 2x2 square, one place of each orbit: published with the tilings of the chessboard.
BY_PLACE = {
    (0, 0): 5027, (0, 1): 3207, (0, 2): 1839, (0, 3): 1288, (1, 1): 987,
    (1, 2): 1662, (1, 3): 721, (2, 2): 582, (2, 3): 768, (3, 3): 65,
}  # fmt: skip


def question_of(what, name="tiling"):
    return Question(puzzle(name), resolve(name, what).instance)


def tilings(board, *pieces):
    return Question(puzzle("tiling"), Tiling(np.array(board, bool), tuple(pieces)))


def everything(question):
    """All answers, by cpsat without symmetry."""
    return list_answers(question, resolve_entrant(question, "cpsat", "cells"), LIMITS).answers


def number(part):
    """Solutions of a part, by cpsat."""
    return len({v[part.project].tobytes() for v in backend_named("cpsat").solutions(*listing(part))})


def listing(part):
    return part.model, part.project, LIMITS, Options()


@pytest.mark.parametrize(("what", "order"), [("8x8", 8), ("6x10", 4), ("soma", 48), ("bedlam", 24), ("3x4x5", 8)])
def test_the_symmetries_permute_the_placements(what, order):
    """As many as the group has elements; each class of conjugates divides the group."""
    question = question_of(what)
    images = automorphisms(question, question.model("cells"))
    assert len({image.tobytes() for image in images}) == order
    sizes = [size for _, size in conjugacy_classes(images)]
    assert sum(sizes) == order
    assert all(order % size == 0 for size in sizes)


def test_a_map_that_breaks_a_rule_is_not_believed():
    """Two placements that change places for no reason are a permutation, and no symmetry of the rows."""
    question = tilings(np.ones((3, 4)), Piece("I", DOMINO, 6))
    model = question.model("cells")
    assert len(automorphisms(question, model)) == 4
    one_each = np.eye(model.variables + 1, dtype=np.int64)[1:]
    placements = [next(iter(question.answer(model, values))) for values in one_each]
    swapped = {**{piece: piece for piece in placements}, placements[0]: placements[1], placements[1]: placements[0]}

    def wrong(answer):
        return tuple(sorted(swapped[piece] for piece in answer))

    extras = replace(question.puzzle.extras, symmetries=lambda p: [lambda a: a, wrong])
    liar = replace(question, puzzle=replace(question.puzzle, extras=extras))
    with pytest.raises(NoSymmetries, match="keep its rows"):
        automorphisms(liar, model)
    assert len(known_automorphisms(liar, model)) == 1


BOARDS = {
    "dominoes on 4x4": tilings(np.ones((4, 4)), Piece("I", DOMINO, 8)),
    "dominoes on 3x4": tilings(np.ones((3, 4)), Piece("I", DOMINO, 6)),
    "dominoes on a ring": tilings([[1, 1, 1], [1, 0, 1], [1, 1, 1]], Piece("I", DOMINO, 4)),
    "corners and a domino on 4x2": tilings(np.ones((4, 2)), Piece("L", CORNER, 2), Piece("I", DOMINO)),
    "handed corners on 2x6": tilings(np.ones((2, 6)), Piece("L", CORNER, 4, "one-sided")),
    "fixed dominoes on 4x4": tilings(
        np.ones((4, 4)), Piece("I", DOMINO, 4, "fixed"), Piece("J", ((0, 0), (1, 0)), 4, "fixed")
    ),
    "slothouber-graatsma": question_of("slothouber-graatsma"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_parts_and_orbits_are_those_of_the_list(name):
    """The weighted parts add up to the number of answers listed without symmetry; Burnside's number of orbits is that
    of the orbits of the list."""
    question = BOARDS[name]
    model = question.model("cells")
    answers, images = everything(question), automorphisms(question, model)
    assert len(images) == len(question.puzzle.extras.symmetries(question.instance))
    assert sum(part.weight * number(part) for part in summands(model, model.boolean_variables, images)) == len(answers)
    invariant = sum(size * number(fixed_points(model, images[at])) for at, size in conjugacy_classes(images))
    assert invariant == len(images) * count_up_to_symmetry(question, answers, is_complete=True).number


@pytest.mark.parametrize(
    ("question", "answers", "orbits"),
    [
        (tilings(np.ones((2, 2)), Piece("O", ((0, 0), (0, 1), (1, 0), (1, 1)))), 1, 1),
        (tilings([[1], [0], [1]], Piece("a", ((0, 0),)), Piece("b", ((0, 0),))), 2, 1),
        (tilings(np.ones((1, 3)), Piece("a", ((0, 0),)), Piece("I", DOMINO)), 2, 1),
    ],
)
def test_symmetries_that_move_all_placements_alike_are_one(question, answers, orbits):
    """On a line every symmetry is one of two maps of the placements; on a single placement, the identity."""
    total = count_by_engine(question, resolve_entrant(question, "exactcover", "cells"), LIMITS, distinct=True)
    assert (total.number, total.distinct, total.broken) == (answers, orbits, ())


def test_known_orbits_of_dominoes():
    """36 tilings of 4x4 by dominoes, 9 up to symmetry (OEIS A004003, A001512)."""
    question = BOARDS["dominoes on 4x4"]
    answers = everything(question)
    assert (len(answers), count_up_to_symmetry(question, answers, is_complete=True).number) == (36, 9)


def test_a_placement_in_the_middle_weighs_less():
    """Soma: every piece has placements that some symmetry maps to themselves. Counting each representative 48 times is
    too much; weighed by its orbit, the sum is the published 11520."""
    question = question_of("soma")
    model = question.model("cells")
    parts = summands(model, model.boolean_variables, automorphisms(question, model))
    counts = [exactcover.BACKEND.count(part.model, part.project, LIMITS, Options()) for part in parts]
    assert {part.weight for part in parts} == {24, 48}
    assert sum(part.weight * n for part, n in zip(parts, counts, strict=True)) == 11520


def test_16146_by_the_place_of_the_square():
    """Each place of the 2x2 square by itself: the tilings, and up to the symmetries that leave the place as it is, none
    of which leaves a tiling as it is."""
    for place, published in BY_PLACE.items():
        question = question_of(f"8x8-{place[0]},{place[1]}")
        model = question.model("cells")
        images = automorphisms(question, model)
        each = summands(model, model.boolean_variables, images)
        counts = [part.weight * exactcover.BACKEND.count(part.model, part.project, LIMITS, Options()) for part in each]
        assert all(find_infeasible_row(fixed_points(model, image).model) for image in images[1:])
        assert sum(counts) == published * len(images), place
    assert sum(BY_PLACE.values()) == 16146


@pytest.mark.exhaustive
@pytest.mark.slow
def test_count_distinct_of_the_chessboard(capsys):
    """The command of the source's problem: 129168, and 16146 up to symmetry, counted twice."""
    assert run_verb("count", ["tiling", "8x8", "--distinct", "--time-limit", "120"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["129168", "16146 up to symmetry"]


def test_conjugates_of_the_square():
    """The eight symmetries of the square have five classes: 1, 2 quarter turns, the half turn, 2 and 2 mirrors."""
    images = automorphisms(question_of("8x8"), question_of("8x8").model("cells"))
    sizes = sorted(size for _, size in conjugacy_classes(images))
    assert sizes == [1, 1, 2, 2, 2]


@pytest.mark.parametrize("what", ["soma", "2x3x10", "8x8-centre", "tetrominoes:4x5"])
def test_dancing_links_count_the_parts_too(what):
    """The parts of the sum, representatives fixed by rows of one literal, by an engine that shares nothing."""
    question = question_of(what)
    model = question.model("cells")
    parts = summands(model, model.boolean_variables, automorphisms(question, model))
    for part in parts:
        expected = exactcover.BACKEND.count(part.model, part.project, LIMITS, Options())
        assert supervisor.count(DANCING_LINKS, part.model, part.project, LIMITS)[0] == expected


def test_dancing_links_read_sums_as_files_state_them():
    """A linear row of coefficients 1 with the sum 1 is an item; not where a coefficient is 2."""
    for coefs, covers in (([1, 1, 1], 3), ([1, 1, 2], None)):
        model = Model("sums")
        x = model.bools("x", 3)
        model.linear(1, 1, "one", x[None], np.array(coefs))
        if covers is None:
            with pytest.raises(Unsupported):
                DANCING_LINKS.count(model, model.boolean_variables, LIMITS, Options())
        else:
            assert DANCING_LINKS.count(model, model.boolean_variables, LIMITS, Options()) == covers


def test_dancing_links_refuse_what_is_no_exact_cover():
    """Copies of a piece, a variable in no row, one at most, a projection: refused, never miscounted."""
    for model, project in other_models():
        with pytest.raises(Unsupported):
            DANCING_LINKS.count(model, project, LIMITS, Options())


def other_models():
    copies = BOARDS["dominoes on 3x4"].model("cells")
    yield copies, copies.boolean_variables
    free = Model("free")
    x = free.bools("x", 3)
    free.exactly(1, "one", x[:2])
    yield free, free.boolean_variables
    for state in (Model.at_most, Model.at_least, lambda m, *row: m.between(0, 1, *row[1:])):
        loose = Model("not exactly one")
        state(loose, 1, "loose", loose.bools("x", 3))
        yield loose, loose.boolean_variables
    whole = Model("projected")
    x = whole.bools("x", 3)
    whole.exactly(1, "one", x)
    yield whole, x[:2]


@pytest.mark.parametrize(
    ("question", "engines"),
    [
        (BOARDS["dominoes on 4x4"], ["exactcover: ", "exactcover: listing, ", "merging: ", "cnf: listing, "]),
        (
            question_of("3", "lightsout"),
            ["gf2: ", "gf2: listing, ", "elimination by integers: row 8 of 9", "solutions up to symmetry: "],
        ),
    ],
)
def test_each_step_tells_what_it_does(question, engines):
    """Whatever may take seconds speaks: the count, the sample, the second count, what symmetries leave as it is."""
    phrases: list[str] = []
    name, formulation = ("gf2", "native") if question.puzzle.name == "lightsout" else ("exactcover", "cells")
    count_by_engine(
        question,
        resolve_entrant(question, name, formulation),
        LIMITS,
        lambda words, *_: phrases.append(words),
        distinct=True,
    )
    assert [engine for engine in engines if not any(words.startswith(engine) for words in phrases)] == []


@pytest.mark.parametrize("sign", [1, -1])
def test_guards_move_with_the_rows(sign):
    """x when g, y when h: swapped together the rows are the same, and neither pair may be swapped alone."""
    model = Model("guarded")
    g, h, x, y, z = map(int, model.bools("v", 5))
    model.any("one row each", [[x, z], [y, z]], when=np.array([sign * g, sign * h]))

    def image(*swaps):
        to = np.arange(model.variables + 1, dtype=np.int32)
        for one, other in swaps:
            to[[one, other]] = other, one
        return to

    assert keeps_rules(model, image((g, h), (x, y)))
    for wrong in (image((g, h)), image((x, y)), image((g, x), (h, y)), image((g, z))):
        assert not keeps_rules(model, wrong)


def test_costs_move_with_the_rows():
    model = Model("cost")
    x = model.bools("x", 3)
    model.any("one", x[None])
    model.minimize("cost", x, [1, 1, 2])
    assert keeps_rules(model, np.array([0, 2, 1, 3], np.int32))
    assert not keeps_rules(model, np.array([0, 1, 3, 2], np.int32))


def test_a_part_of_the_symmetries_is_closed_to_a_group():
    """Two mirrors that a puzzle names generate the half turn that it does not name: Burnside's lemma needs it."""
    question = BOARDS["dominoes on 3x4"]
    maps, answers = question.puzzle.extras.symmetries(question.instance), everything(question)
    assert len(maps) == 4
    for chosen in ((0, 1, 2), (0, 1, 3), (3, 2), (1, 0), (0,)):
        extras = replace(question.puzzle.extras, symmetries=lambda p, chosen=chosen: [maps[i] for i in chosen])
        part = replace(question, puzzle=replace(question.puzzle, extras=extras))
        model = part.model("cells")
        images = automorphisms(part, model)
        assert len(images) == (4 if len(set(chosen) - {0}) == 2 else len(set(chosen)))
        invariant = sum(size * number(fixed_points(model, images[at])) for at, size in conjugacy_classes(images))
        assert invariant == len(images) * count_up_to_symmetry(part, answers, is_complete=True).number


def test_images_of_a_list_are_in_it():
    """A map that leads out of the answers, or makes two of them one, is a fault; a list may be too short."""
    question = BOARDS["dominoes on 3x4"]
    answers = everything(question)

    def orbits_with(wrong, listed, is_complete):
        extras = replace(question.puzzle.extras, symmetries=lambda p: [lambda a: a, wrong])
        liar = replace(question, puzzle=replace(question.puzzle, extras=extras))
        return count_up_to_symmetry(liar, listed, is_complete=is_complete)

    for is_complete in (True, False):
        assert "which is none" in orbits_with(lambda a: a[1:], answers, is_complete).broken
        assert "two answers to one" in orbits_with(lambda a: answers[0], answers, is_complete).broken
    orbits = [frozenset(image(a) for image in question.puzzle.extras.symmetries(question.instance)) for a in answers]
    few = next(answers[:n] for n in range(1, len(answers)) if not set().union(*orbits[:n]) <= set(answers[:n]))
    assert "not listed" in count_up_to_symmetry(question, few, is_complete=True).broken
    assert count_up_to_symmetry(question, few, is_complete=False).number == len(set(orbits[: len(few)]))
