"""What a page says of the rules, on small boards of every puzzle, compared with `verify` and with all solutions."""

from __future__ import annotations

from random import Random

import pytest

from models.puzzles.genres import heyawake, sudoku
from models.puzzles.genres.masyu import PUZZLE as MASYU
from models.puzzles.registry import names, puzzle
from models.puzzles.scenes.document import scene_document
from models.puzzles.scenes.view import View
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.question import Question
from rosetta.studies.playing.answer_steps import answer_of_steps, click_places, fits_place, steps_of_answer
from rosetta.studies.playing.checks import NoChecks, checked_formulation, checks_document
from tests.support.puzzle_boards import RULES, boards, draw, listed_board, models, written_boards
from tests.support.scripts import run_script

UNCHECKED = {"fillomino"}  # a rule has no rows, so a page says that it checks nothing; impossible numbers get no values
CHECKED = [name for name in names() if name not in UNCHECKED]
PARTS = (sudoku.PUZZLE, heyawake.PUZZLE, MASYU)
JUDGE = "data.map(([checks, plays]) => { const p = prepareChecks(checks); return plays.map((s) => checkPlay(p, s)); })"


def scene_of(record, p):
    return scene_document(record.extras.scene(p, View()))


def checked_boards(name):
    """Boards with something to click, each with its planted answer or None."""
    pairs = [*boards(name), *((p, None) for p in written_boards(name))]
    return [(p, planted) for p, planted in pairs if scene_of(puzzle(name), p)["clicks"] is not None]


def large_boards(name):
    """The same of larger sizes, as far as there are such boards."""
    for size in ((9, 9), (12, 12)):
        try:
            p, planted = draw(name, size, 1)
        except InputError:
            continue
        if scene_of(puzzle(name), p)["clicks"] is not None:
            yield p, planted


def read_steps(record, p, scene, steps):
    """The answer of steps."""
    return record.answer_from_json(p, answer_of_steps(scene, steps))


def other_step(scene, place, random):
    """A step that says something, of those that may lie at the place with that number."""
    clicks = scene["clicks"]
    steps, lies = clicks["steps"], click_places(clicks)[place]
    return random.choice([number for number, step in enumerate(steps) if number and fits_place(step, lies)])


def whole_plays(record, p, planted, scene, random):
    """Boards on which nothing is open: the planted answer, changed in some places, and any."""
    count, most = len(click_places(scene["clicks"])), len(scene["clicks"]["steps"])
    if planted is not None:
        right = steps_of_answer(scene, record.answer_json(planted))
        yield right
        for changes in (1, 1, 1, 1, 2, 2):
            steps = list(right)
            for place in random.sample(range(count), min(changes, count)):
                steps[place] = other_step(scene, place, random)
            yield steps
    for share in (0.1, 0.3, 0.5):
        yield [other_step(scene, i, random) if random.random() < share else most - 1 for i in range(count)]


def check_whole_plays(record, pairs, folder, rules=()):
    """A page says of an answer that it is right exactly if `verify` finds nothing."""
    random, documents, faults, options = Random(1), [], [], dict(rules)
    for p, planted in pairs:
        scene = scene_of(record, p)
        plays = list(whole_plays(record, p, planted, scene, random))
        documents.append([checks_document(Question(record, p, options), scene), plays])
        faults.append([record.verify(p, read_steps(record, p, scene, steps), **options) for steps in plays])
    judged = run_script("rule_checks.js", documents, JUDGE, folder)
    found = [play["satisfied"] for each in judged for play in each]
    assert found == [not each for every in faults for each in every]
    assert {True, False} <= set(found)
    return judged


@pytest.mark.sample(12)
@pytest.mark.parametrize(("name", "rules"), [each for each in RULES if each.values[0] not in UNCHECKED])
def test_an_answer_is_right_for_the_page_exactly_if_verify_finds_nothing(name, rules, tmp_path):
    """Planted answers, such with a few changes, and others; on boards of up to 12x12, too, and for all readings."""
    judged = check_whole_plays(puzzle(name), [*checked_boards(name), *large_boards(name)], tmp_path, rules)
    assert all(play["complete"] for each in judged for play in each)


@pytest.mark.parametrize("record", PARTS, ids=[record.name for record in PARTS])
def test_so_it_is_for_puzzles_of_parts(record, tmp_path):
    """Numbers in cells, areas, lines between cells."""
    check_whole_plays(record, [record.generate((4, 4), seed) for seed in range(4)], tmp_path)


@pytest.mark.sample(12)
@pytest.mark.parametrize("name", CHECKED)
def test_what_the_page_calls_broken_no_solution_has(name, tmp_path):
    """Boards on which some places are open: a part of a solution breaks nothing."""
    random, documents, known = Random(2), [], []
    for number, (p, _) in enumerate(boards(name)):
        record = puzzle(name)
        scene, listed = scene_of(record, p), listed_board(name, (), number)
        if scene["clicks"] is None or not listed:
            continue
        most = len(scene["clicks"]["steps"])
        solutions = [steps_of_answer(scene, record.answer_json(each)) for each in listed[0][5]]
        plays = []
        for _ in range(30):
            share, steps = random.random(), [0] * len(click_places(scene["clicks"]))
            base = random.choice(solutions) if solutions else [most - 1] * len(steps)
            plays.append([step if random.random() < share else 0 for step in base])
            changed = enumerate(plays[-1])
            plays.append(
                [other_step(scene, i, random) if step and random.random() < 0.2 else step for i, step in changed]
            )
        documents.append([checks_document(Question(record, p), scene), plays])
        known.append(
            [any(all(s in (0, t) for s, t in zip(steps, way, strict=True)) for way in solutions) for steps in plays]
        )
    judged = run_script("rule_checks.js", documents, JUDGE, tmp_path)
    pairs = [(bool(play["broken"]), ends) for each, every in zip(judged, known, strict=True)
             for play, ends in zip(each, every, strict=True)]  # fmt: skip
    assert (True, True) not in pairs
    assert {(True, False), (False, True)} <= set(pairs)


@pytest.mark.parametrize("name", CHECKED)
def test_an_answer_is_read_again_from_the_values_that_it_is_encoded_in(name):
    """In the formulation whose rows a page has, for planted answers and for what random clicks put on the board."""
    record, random = puzzle(name), Random(3)
    for p, planted in [*boards(name), *((p, None) for p in written_boards(name))]:
        scene, answers = scene_of(record, p), [] if planted is None else [planted]
        if scene["clicks"] is not None:
            answers += [read_steps(record, p, scene, steps) for steps in whole_plays(record, p, planted, scene, random)]
        for formulation, model, project in models(name, p, {}):
            if formulation != checked_formulation(record):
                continue
            for answer in answers:
                values = [0] * (model.variables + 1)
                for x, value in zip(project.tolist(), record.encode(p, model, answer).tolist(), strict=True):
                    values[x] = value
                assert record.decode(p, model, values) == answer


@pytest.mark.parametrize("name", sorted(UNCHECKED))
def test_a_page_says_that_it_checks_nothing(name):
    """Where it would take wrong answers for right ones."""
    record = puzzle(name)
    p, _ = next(iter(boards(name)))
    with pytest.raises(NoChecks, match="cannot be checked on a page"):
        checks_document(Question(record, p), scene_of(record, p))
