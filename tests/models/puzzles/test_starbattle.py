"""Star Battle: published boards and their solutions, counts by trying every arrangement, boards that are drawn."""

from __future__ import annotations

from itertools import islice, pairwise, permutations

import pytest

from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.resolve import resolve
from models.puzzles.genres import starbattle
from models.puzzles.genres.starbattle import PUZZLE, generate
from models.puzzles.randomness import Stream
from models.puzzles.stated_words import evident_words
from rosetta.foundation.errors import InputError
from tests.support.known_boards import published_texts

URL = "https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk"  # the example of cspuz_core (R. Sato), with its solution
SOLUTION = ((0, 1), (1, 4), (2, 2), (3, 0), (4, 5), (5, 3))


def answers(p, most, engine="cnf"):
    model = PUZZLE.formulations["default"](p)
    every = backend_named(engine).solutions(model, PUZZLE.project(p, model), Limits(seconds=60.0), Options())
    return [PUZZLE.decode(p, model, values) for values in islice(every, most)]


def test_published_boards_have_their_solution_and_no_other():
    """Ours, and forty boards of 6x6 to 14x14 with one to three stars; a star that is moved breaks a rule."""
    boards = published_texts("starbattle").values()
    for entry in boards:
        p = PUZZLE.parse(entry["problem"])
        solution = tuple(
            (r, c)
            for r, line in enumerate(entry["solution"].strip().splitlines()[1:])
            for c, word in enumerate(line.split())
            if word == "x"
        )
        assert answers(p, 2) == [solution]
        assert PUZZLE.verify(p, solution) == []
        (r, c), *rest = solution
        assert PUZZLE.verify(p, ((r, (c + 1) % len(p.regions)), *rest))
        address = resolve("starbattle", "-", stdin=entry["problem"].encode).id
        assert p.regions.min() < 0 or resolve("starbattle", address).instance == p
    assert len(boards) >= 6


def test_the_board_of_another_program_has_the_solution_it_gives():
    p = resolve("starbattle", URL).instance
    assert answers(p, 2) == [SOLUTION]
    assert resolve("starbattle", "-", stdin=PUZZLE.format(p).encode).id == URL


@pytest.mark.parametrize("seed", range(6))
def test_the_answers_are_those_that_trying_every_arrangement_finds(seed):
    """One star a row and column is a permutation; the rest is looked up on the board."""
    p, planted = generate((6, 6), seed)
    arrangements = (tuple(enumerate(columns)) for columns in permutations(range(6)))
    expected = {
        stars
        for stars in arrangements
        if all(abs(a - b) > 1 for (_, a), (_, b) in pairwise(stars)) and len({p.regions[r, c] for r, c in stars}) == 6
    }
    assert planted in expected
    assert set(answers(p, 1000)) == expected == set(answers(p, 1000, "cpsat"))


@pytest.mark.parametrize(("n", "stars"), [(1, 1), (4, 1), (7, 1), (9, 2), (14, 3), (19, 4), (24, 5), (40, None)])
def test_boards_that_are_drawn_have_connected_regions_with_their_stars(n, stars):
    p, planted = generate((n, n), seed=5, stars=stars)
    assert PUZZLE.verify(p, planted) == []
    assert len(planted) == n * p.stars
    numbers = {number for row in (p.regions + 1).tolist() for number in row}
    assert numbers == set(range(1, n + 1))
    for number in numbers:
        cells = {(r, c) for r in range(n) for c in range(n) if p.regions[r, c] + 1 == number}
        reached, front = set(), [next(iter(cells))]
        while front:
            r, c = front.pop()
            reached.add((r, c))
            front += [cell for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if cell in cells - reached]
        assert reached == cells


def test_blocked_cells_need_no_reason_in_an_explanation():
    """They are one headline; every other rule is explained cell by cell."""
    p, cells = generate((6, 6), seed=1)[0], frozenset({(0, 0), (0, 1)})
    texts = {block.sentence: evident_words(block, cells) for block in PUZZLE.formulations["default"](p).blocks}
    assert {sentence for sentence, text in texts.items() if text} == {"no star is on a blocked cell"}
    assert texts["no star is on a blocked cell"] == "Blocked cells (#) hold no star (2 cells)"


def test_the_largest_size_is_drawn(monkeypatch):
    monkeypatch.setattr(starbattle, "MOST_ROWS", 9)
    p, planted = generate((9, 9), stars=2)
    assert PUZZLE.verify(p, planted) == []
    with pytest.raises(InputError, match="with n from 9 to 9 for stars 2"):
        generate((10, 10), stars=2)


@pytest.mark.parametrize(("size", "stars"), [((3, 3), 1), ((4, 5), 1), ((8, 8), 2), ((201, 201), 1), ((29, 29), 6)])
def test_sizes_without_boards_are_refused(size, stars):
    with pytest.raises(InputError, match="expected n x n cells"):
        generate(size, stars=stars)


def test_an_excluded_answer_is_gone_and_the_other_stays():
    """Until there is no second one: what `generate --unique` does."""
    p, planted = generate((7, 7), seed=9)
    stream, excluded = Stream("starbattle", "test", "7", 0), 0
    while (others := [answer for answer in answers(p, 2) if answer != planted]) and excluded < 100:
        (p, kept), excluded = PUZZLE.extras.exclude(p, planted, others[0], stream), excluded + 1
        assert kept == planted
        assert PUZZLE.verify(p, planted) == []
        assert PUZZLE.verify(p, others[0])
    assert excluded
    assert answers(p, 2) == [planted]


def test_regions_may_have_any_names_and_any_shape():
    """Names are numbered in the order of their first cells; regions that are not connected have no address."""
    p = PUZZLE.parse("3 3 1\nb b a\nb c a\nc b a\n")
    assert (p.regions + 1).tolist() == [list(row) for row in ((1, 1, 2), (1, 3, 2), (3, 1, 2))]
    assert PUZZLE.parse("# by name\n\n3 3 1\n7 7 x\n7 yy x\nyy 7 x\n") == p
    assert resolve("starbattle", "-", stdin=PUZZLE.format(p).encode).id.startswith("sha256:")


def test_no_star_is_on_a_blocked_cell():
    """Such a cell is in no region, in the model and for `verify`; an address cannot say it."""
    p = PUZZLE.parse("4 4 1\n# a a b\na a a b\nc c # b\nd d d d\n")
    assert (p.regions + 1).tolist() == [list(row) for row in ((0, 1, 1, 2), (1, 1, 1, 2), (3, 3, 0, 2), (4, 4, 4, 4))]
    assert PUZZLE.parse(PUZZLE.format(p)) == p
    assert answers(p, 9) == [((0, 1), (1, 3), (2, 0), (3, 2))]
    assert "the star at R3C3 is on a blocked cell" in PUZZLE.verify(p, ((2, 2),))
    assert resolve("starbattle", "-", stdin=PUZZLE.format(p).encode).id.startswith("sha256:")
    assert PUZZLE.draw_text(p).splitlines()[1] == "| # | .   . | . |"
    fewer = PUZZLE.parse("4 4 1\na # a a\na a a a\n# b b b\nb b b b\n")
    assert answers(fewer, 9) == []  # two stars of four would be on blocked cells


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "first line `rows columns stars`, found no text"),
        ("2 2\n1 1\n1 1", "line 1: expected `rows columns stars`, found '2 2'"),
        ("2 2 1\n1 1\n1", "line 3: expected 2 cells, found 1"),
        ("2 2 1\n1 1", "expected 2 rows of cells after the first line, found 1"),
        ("9999999 9999999 1\n1", "line 1: expected a board that fits into memory, found 9999999x9999999"),
    ],
)
def test_a_wrong_text_is_refused_with_its_line_and_a_board_of_this_puzzle(text, message):
    with pytest.raises(InputError) as error:
        PUZZLE.parse(text)
    assert message in str(error.value)
    example = str(error.value).rsplit("such as ", 1)[1].strip("'").replace("\\n", "\n")
    assert PUZZLE.parse(example)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("starbattle/6/6/2u9gn9c9jpmk", "expected the number of stars, 0..999"),
        ("starbattle/6/6/1/2u9gn9c9jpm", "expected 12 characters of borders, found 11"),
        ("starbattle/6/6/1/2u9gn9c9jpmz", "position 13: expected a digit or `a`..`v`, found 'z'"),
    ],
)
def test_wrong_addresses_are_refused_with_their_place(text, message):
    with pytest.raises(InputError, match=r"puzz\.link URL") as error:
        resolve("starbattle", text)
    assert message in str(error.value)
