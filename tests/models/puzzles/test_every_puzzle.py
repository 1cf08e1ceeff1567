"""The contract of every puzzle of the registry: text, drawings, names, and that `model` and `verify` agree.

Boards are those of the puzzle's own generator, small enough that all answers can be listed. `python -m pytest
tests/models/puzzles/test_every_puzzle.py -k NAME` is the first thing to run on a new puzzle.
"""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from itertools import islice, pairwise
from xml.etree import ElementTree

import pytest

from backends.encoding_choice.catalogue import encoding_by_name
from instances.resolve import resolve
from models.neutral import Form
from models.neutral.json import to_json
from models.puzzles.contract import NoSymmetries
from models.puzzles.registry import names, puzzle
from models.puzzles.stated_words import name_literal, stated_literal
from rosetta.foundation.errors import InputError
from tests.support.places import ROOT
from tests.support.puzzle_boards import (
    MOST,
    RULES,
    SEEDS,
    SIZES,
    boards,
    draw,
    drawn_parameters,
    generated,
    listed_boards,
)

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", names())
def test_a_puzzle_has_boards_of_small_sizes_and_refuses_sizes_that_are_none(name):
    """At least two of the sizes we try; what is no size, or too large for a reader, is refused."""
    record = puzzle(name)
    assert record.name == name
    assert len(generated(name)) >= 2, f"{name}: at least two of the sizes {SIZES} should have boards"
    for size, pairs in generated(name).items():
        assert all(record.size(p) == size for p, _ in pairs)
    for size in ((0, 3), (3, -1), (10**6, 10**6)):
        with pytest.raises(InputError):
            record.generate(size)


@pytest.mark.parametrize("name", names())
def test_a_model_reaches_another_process_with_its_words(name):
    """As a fault that `fuzz` finds on a board does, to be tried again there."""
    record = puzzle(name)
    p = boards(name)[0][0]
    for formulation in record.formulations.values():
        model = formulation(p)
        copy = pickle.loads(pickle.dumps(model))
        literals = range(1, model.variables + 1)
        assert [stated_literal(copy, x) for x in literals] == [stated_literal(model, x) for x in literals]
        assert to_json(copy) == to_json(model)


@pytest.mark.parametrize("name", names())
def test_a_board_survives_its_text_and_an_answer_its_json(name):
    """Whatever was written is read back as equal; size and text name the same board on the command line."""
    record = puzzle(name)
    for p, answer in boards(name):
        copy = record.parse(record.format(p))
        assert copy == p
        assert record.format(copy) == record.format(p)
        back = record.answer_from_json(p, json.loads(json.dumps(record.answer_json(answer))))
        assert back == answer
        assert hash(back) == hash(answer)
    for size, pairs in generated(name).items():
        p, drawn = pairs[0][0], drawn_parameters(name, SEEDS[0])
        assert resolve(name, "x".join(map(str, size)), SEEDS[0], options=drawn).instance == p
        assert resolve(name, "-", stdin=lambda p=p: record.format(p).encode()).instance == p


@pytest.mark.parametrize("name", names())
def test_boards_that_differ_are_not_equal(name):
    """Seeds count: equality, and with it every test above, tells boards apart."""
    record, size = puzzle(name), max(generated(name))
    instances = [draw(name, size, seed)[0] for seed in range(8)]
    assert len({record.format(p) for p in instances}) > 1
    assert all((p == q) == (record.format(p) == record.format(q)) for p in instances for q in instances)


@pytest.mark.sample(0.125)
def test_a_seed_gives_the_same_board_in_every_process():
    """No order of a set, no clock: the program prints the same boards and answers under another hash seed."""
    code = f"from {__name__} import boards_as_text; print(boards_as_text(), end='')"
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": "7"}, capture_output=True)
    assert process.stdout.decode() == boards_as_text(), process.stderr.decode()


def boards_as_text():
    """All boards and planted answers as text."""
    every = [(puzzle(name), p, answer) for name in names() for p, answer in boards(name)]
    return "\n".join(record.format(p) + json.dumps(record.answer_json(answer)) for record, p, answer in every)


@pytest.mark.parametrize("name", names())
def test_damaged_text_is_read_or_refused_and_nothing_else(name):
    """A line lost, a text cut short, a character changed: a board that can be written, or an InputError."""
    record = puzzle(name)
    text = record.format(boards(name)[0][0])
    lines = text.splitlines(keepends=True)
    damaged = ["".join(lines[:i] + lines[i + 1 :]) for i in range(len(lines))]
    damaged += [text[:i] for i in range(len(text))]
    damaged += [text[:i] + new + text[i + 1 :] for i in range(len(text)) for new in ("9", "-", "x", "\n", "²")]
    refused = 0
    for wrong in damaged:
        try:
            p = record.parse(wrong)
        except InputError:
            refused += 1
        else:
            assert record.parse(record.format(p)) == p, wrong
    assert refused


@pytest.mark.parametrize("name", names())
def test_a_damaged_answer_is_refused_or_judged(name):
    """Whatever JSON stands where the answer should: an InputError, or broken rules; never a failure of another kind."""
    record = puzzle(name)
    p, answer = boards(name)[0]
    document = record.answer_json(answer)
    with pytest.raises(InputError):
        record.answer_from_json(p, {})
    for key in document:
        for junk in (None, 3, True, "x", [], {}, [[]], [None], [[1.5]], [["x"]], [[True]], [[-1, 10**30]], [[0] * 99]):
            try:
                read = record.answer_from_json(p, {**document, key: junk})
            except InputError:
                continue
            assert read == answer or record.verify(p, read), (key, junk)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_a_drawing_shows_the_board_the_answer_and_what_differs(name, rules):
    """Plain text without codes, colour that only adds codes, pictures that are well-formed and need nothing else."""
    record, with_answer = puzzle(name), 0
    for p, planted, _, _, _, answers in listed_boards(name, rules):
        every = [(), (planted,), *pairwise(answers)][:5]
        texts = [record.draw_text(p, *pair[:1], second=pair[1] if pair[1:] else None) for pair in every]
        coloured = record.draw_text(p, planted, colour=True)
        assert all(text.strip() and text.replace("\n", "").isprintable() for text in texts), texts
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == texts[1]
        pictures = [record.draw_svg(p, *pair[:1], second=pair[1] if pair[1:] else None) for pair in every]
        for picture in pictures:
            check_picture(picture)
        with_answer += texts[0] != texts[1]
        assert (texts[0] != texts[1]) <= (pictures[0] != pictures[1])
        for (a, _), text, picture in zip(every[2:], texts[2:], pictures[2:], strict=True):
            assert text != record.draw_text(p, a)
            assert picture != record.draw_svg(p, a)
    assert with_answer, "no drawing shows its answer"


def check_picture(picture):
    """One svg element; nothing in it is fetched, runs, or has a name that another picture of the page may have."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    for element in root.iter():
        assert element.tag.startswith(SVG)
        assert element.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject", "use", "a")
        for attribute, value in element.attrib.items():
            assert not re.search(r"(^|})(href|src|id|on\w+)$", attribute), attribute
            assert "url(" not in value


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_every_decision_has_a_name_in_the_words_of_the_puzzle(name, rules):
    """One line each; a literal and its negation are told apart, and so are the decisions that are the answer."""
    record = puzzle(name)
    for p, _, _, model, project, _ in listed_boards(name, rules):
        for x in range(1, model.variables + 1):
            spoken = [name_literal(record, p, model, literal) for literal in ((x,) if model.integer[x] else (x, -x))]
            assert all(word.strip() and word.isprintable() for word in spoken)
            assert len(set(spoken)) == len(spoken), f"{model.name_of(x)} and its negation are both {spoken[0]!r}"
        assert len({name_literal(record, p, model, int(x)) for x in project}) == len(project)


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_the_formulations_agree_on_the_answers_and_all_of_them_keep_the_rules(name, rules):
    """Every answer of every model passes `verify`, none is given twice, and a planted one that passes is among them."""
    record, by_board = puzzle(name), {}
    for p, planted, formulation, _, _, answers in listed_boards(name, rules):
        for answer in answers:
            assert record.verify(p, answer, **dict(rules)) == [], f"{formulation}\n{p}\n{answer}"
        assert len(set(answers)) == len(answers), f"{formulation}: answers that differ on `project` are equal"
        is_solution = record.verify(p, planted, **dict(rules)) == []
        assert is_solution == (planted in answers), f"{formulation}\n{p}\n{planted}"
        by_board.setdefault(record.format(p), {})[formulation] = set(answers)
    assert len(by_board) >= 2, f"fewer than two small boards with at most {MOST} answers"
    for text, by_formulation in by_board.items():
        assert len(set(map(frozenset, by_formulation.values()))) == 1, f"{text}\n{by_formulation}"


@pytest.mark.parametrize("name", names())
def test_every_formulation_is_stated_under_some_rules(name):
    """A formulation may refuse an option's value, but not every one."""
    every = [rules for other, rules in (param.values for param in RULES) if other == name]
    assert {entry[2] for rules in every for entry in listed_boards(name, rules)} == set(puzzle(name).formulations)


@pytest.mark.parametrize("name", names())
def test_the_planted_answer_keeps_the_default_rules(name):
    """Whatever a generator promises otherwise."""
    record = puzzle(name)
    for p, planted in boards(name):
        assert record.verify(p, planted) == []
        defaults = {option: values[0] for option, values in record.options.items()}
        assert record.verify(p, planted, **defaults) == []


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_symmetries_map_answers_to_answers(name, rules):
    """The identity is one of them, and each maps the set of all answers onto itself."""
    record = puzzle(name)
    for p, planted, _, _, _, answers in listed_boards(name, rules):
        maps = known_symmetries(record, p)
        assert not maps or any([image(a) for a in (planted, *answers)] == [planted, *answers] for image in maps)
        assert all({image(a) for a in answers} == set(answers) for image in maps)


def known_symmetries(record, p):
    """None for a puzzle that does not turn its boards, and says so."""
    try:
        return record.extras.symmetries(p)
    except NoSymmetries:
        assert record.extras.transform is None
        return []


@pytest.mark.parametrize("name", names())
def test_boards_with_symmetries_keep_them(name):
    """Found by looking for them, since most boards have none: images of a planted answer keep the rules."""
    record = puzzle(name)
    pairs = (draw(name, size, seed) for size in generated(name) for seed in range(60))
    for p, planted in islice((board for board in pairs if len(known_symmetries(record, board[0])) > 1), 10):
        for image in known_symmetries(record, p):
            assert record.verify(p, image(planted)) == [], f"{p}\n{planted}\n{image(planted)}"


@pytest.mark.parametrize("name", names())
def test_a_puzzle_asks_for_encodings_that_exist(name):
    """For formulations that it has, forms there are, by names that serve them."""
    record = puzzle(name)
    assert set(record.extras.encodings) <= set(record.formulations)
    for wishes in record.extras.encodings.values():
        for form, encoding in wishes.items():
            assert encoding_by_name(encoding, Form(form)).name == encoding
