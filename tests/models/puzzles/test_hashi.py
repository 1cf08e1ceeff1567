"""Hashiwokakero: published boards and their solutions, counts by trying every set of bridges, boards of Tatham's
generator, formats, drawings, and boards that are drawn."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import combinations, islice, pairwise, product

import numpy as np
import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.formats.contract import formats
from instances.resolve import resolve
from models.neutral import LONG_WAYS
from models.puzzles.hashi.exclude import exclude
from models.puzzles.hashi.generate import generate
from models.puzzles.hashi.instance import Hashi
from models.puzzles.hashi.record import PUZZLE
from models.puzzles.randomness import Stream
from models.puzzles.stated_words import name_literal, row_phrase
from rosetta.foundation.errors import InputError
from tests.support.known_boards import published_texts

FORMATS = ("tatham", "sav", "puzzlink", "pzprv3", "puzzlekit", "janko", "plain")
ID = "7x7m2:a3c2j2e2e2a5b2h4a6c2"
BRIDGES = shutil.which("sgt-bridges") or shutil.which("sgt-bridges", path="/usr/games")


def answers(p, most, formulation="elimination"):
    model = PUZZLE.formulations[formulation](p)
    backend = cutting_backend(backend_named("cnf"))
    every = backend.solutions(model, PUZZLE.project(p, model), Limits(seconds=60.0), Options())
    return [PUZZLE.decode(p, model, values) for values in islice(every, most)]


def published_bridges(p, text):
    """The bridges of a published solution: digits across, letters down, in the cells between islands."""
    words = [line.split() for line in text.strip().splitlines()[1:]]
    bridges = []
    for signs, rows in (("12", p.cells), ("ab", p.cells.T)):
        for r, row in enumerate(rows):
            for c, c2 in pairwise(np.flatnonzero(row).tolist()):
                ends = ((r, c), (r, c2)) if signs == "12" else ((c, r), (c2, r))
                between = {
                    words[y][x] for y in range(ends[0][0], ends[1][0] + 1) for x in range(ends[0][1], ends[1][1] + 1)
                }
                inner = [words[r][at] if signs == "12" else words[at][r] for at in range(c + 1, c2)]
                assert between
                if inner and inner[0] in signs and len(set(inner)) == 1:
                    bridges.append((*ends, signs.index(inner[0]) + 1))
    return tuple(sorted(bridges))


def test_published_boards_have_their_solution_and_no_other():
    """Forty boards of 10x10 to 17x17; without one of its bridges, an answer breaks a rule."""
    boards = published_texts("hashi")
    if not boards:
        pytest.skip("the published boards are not beside the checkout")
    for entry in boards.values():
        p = resolve("hashi", "-", stdin=entry["problem"].encode).instance
        solution = published_bridges(p, entry["solution"])
        assert PUZZLE.verify(p, solution) == []
        assert PUZZLE.verify(p, solution[1:])
        assert answers(p, 2) == [solution]
    assert len(boards) == 40


# ---- every set of bridges --------------------------------------------------------------------------------------------


def answers_by_trying(p):
    """All answers: every number of bridges between any two islands in line, by sets of cells and merged components."""
    islands = [tuple(cell) for cell in np.argwhere(p.cells != 0).tolist()]
    pairs = []
    for a, b in combinations(islands, 2):
        if a[0] == b[0] or a[1] == b[1]:
            box = {(r, c) for r in range(a[0], b[0] + 1) for c in range(min(a[1], b[1]), max(a[1], b[1]) + 1)} - {a, b}
            if not box & set(islands):
                pairs.append((a, b, box))
    for numbers in product(range(p.most + 1), repeat=len(pairs)):
        built = [(*pair, n) for pair, n in zip(pairs, numbers, strict=True) if n]
        if any(over & other for (*_, over, _), (*_, other, _) in combinations(built, 2)):
            continue
        component = {island: island for island in islands}
        for a, b, _, _ in built:
            component = {island: component[a] if of == component[b] else of for island, of in component.items()}
        sums = {island: sum(n for a, b, _, n in built if island in (a, b)) for island in islands}
        if len(set(component.values())) == 1 and all(p.cells[at] in (-1, held) for at, held in sums.items()):
            yield tuple(sorted((a, b, n) for a, b, _, n in built))


def random_board(seed):
    """Islands anywhere, touching or not, a few without a number; as many as have seven pairs or fewer."""
    stream = Stream("hashi", "test", "tiny", seed)
    while True:
        height, width, most = (1 + stream.number_below(n) for n in (4, 5, 3))
        cells = np.zeros(height * width, np.int64)
        for at in stream.order(cells.size)[: 1 + stream.number_below(6)].tolist():
            cells[at] = -1 if stream.number_below(3) == 0 else 1 + stream.number_below(2 * most)
        p = Hashi(cells.reshape(height, width), most)
        if PUZZLE.formulations["ranks"](p).arrays["bridge"].size <= 14:
            return p


@pytest.mark.parametrize("seed", range(30))
def test_the_answers_are_those_that_trying_every_set_of_bridges_finds(seed):
    """On boards with and without answers, in every formulation; and `verify` agrees."""
    p = random_board(seed)
    expected = set(answers_by_trying(p))
    if len(expected) <= 300:
        for formulation in LONG_WAYS:
            assert set(answers(p, 1000, formulation)) == expected, formulation
    assert all(PUZZLE.verify(p, answer) == [] for answer in expected)


def test_random_boards_have_answers_now_and_then():
    """So that the test above is about something."""
    counts = [sum(1 for _ in answers_by_trying(random_board(seed))) for seed in range(30)]
    assert sum(count > 0 for count in counts) >= 5
    assert sum(count == 0 for count in counts) >= 5


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1 1 2\n?", 1),  # alone, without a number: no bridge is needed
        ("1 1 2\n2", 0),
        ("1 3 2\n? . ?", 2),
        ("1 2 1\n1 1", 1),  # islands that touch
        ("3 3 2\n1 . 1\n. . .\n1 . 1", 0),  # not connected
        ("3 3 2\n2 2 .\n2 . 2\n. 2 2", 0),  # bridges would cross
        ("1 5 4\n4 . 8 . 4", 1),
        ("1 5 2\n3 . 6 . 3", 0),
    ],
)
def test_special_boards(text, count):
    p = PUZZLE.parse(text)
    assert len(answers(p, 9)) == len(set(answers_by_trying(p))) == count


# ---- other programs --------------------------------------------------------------------------------------------------


@pytest.mark.skipif(BRIDGES is None, reason="sgt-bridges is not installed")
@pytest.mark.parametrize(
    "asked", ["7x7i30e10m2d0#1", "10x7i20e30m2d2#2", "10x10i30e10m4d1#3", "15x15i15e10m3d1#4", "20x20#5"]
)
def test_boards_of_tathams_generator_have_one_answer(asked):
    """Read from its ID, and written as the program writes it."""
    done = subprocess.run([BRIDGES, "--generate", "1", asked], capture_output=True, text=True, check=True)
    line = done.stdout.strip()
    resolved = resolve("hashi", line)
    assert resolved.id == line
    assert len(answers(resolved.instance, 2)) == 1


def test_the_example_of_pzpr_has_the_answer_that_the_program_accepts():
    """From its own test, with the player's bridges, which are not read."""
    text = (
        "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1 1 1 /-1 0 -1 -1 /"
        "0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /"
    )
    p = resolve("hashi", text).instance
    assert p == resolve("hashi", "https://puzz.link/p?hashikake/5/5/4g2i3h23k3g1g3g4g3").instance
    (answer,) = answers(p, 2)
    assert PUZZLE.draw_text(p, answer).splitlines() == ["4===2 . .", '" 3-----2', '3 " . . |', "| 3---1 |", "3===4===3"]


# ---- formats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_boards_survive_every_format(name):
    record, written = formats()[name], 0
    texts = [
        "3 3 2\n1 2 .\n. . .\n? . 8",
        "1 1 2\n?",
        "1 3 2\n? . ?",
        "2 30 1\n" + "1 . " * 15 + "\n" + ". " * 29 + "1",
    ]
    drawn = [generate((n, n + 3), n, bridges)[0] for n in (4, 12) for bridges in (1, 2, 3, 4)]
    for p in (*map(PUZZLE.parse, texts), *drawn):
        if not can_say(name, p):
            with pytest.raises(
                InputError, match=r"expected (at most 2 bridges|a number on each island|two islands or)"
            ):
                record.write("hashi", p)
            continue
        written += 1
        assert record.read(record.write("hashi", p), "hashi") == ("hashi", p)
    assert written >= 3


def can_say(name, p):
    """Tatham's program wants a number on each of two islands or more, the others at most two bridges between two."""
    if name in ("tatham", "sav"):
        return len(p.islands) > 1 and not (p.cells == -1).any() and not (p.cells[:, 1:] * p.cells[:, :-1]).any()
    return name == "plain" or p.most == 2


def test_letters_after_the_size_say_how_many_bridges_and_which_puzzle():
    assert resolve("hashi", "7x7i30e10m3d2:" + ID.partition(":")[2]).instance.most == 3
    assert resolve("bridges", ID.replace("m2", "")).id == ID
    assert formats()["tatham"].read("5x1m1:1a1a1", None)[0] == "hashi"  # without the m, Akari
    with pytest.raises(InputError, match="expected a board of akari, found one of hashi"):
        resolve("akari", "5x1m1:1a1a1")
    address = f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#{ID}"
    assert resolve("hashi", address).instance == resolve("hashi", ID).instance


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7x7m2L:a3c2j2e2e2a5b2h4a6c2", "the L in 'm2L' forbids loops"),
        ("7x7m5:a3c2j2e2e2a5b2h4a6c2", "expected m1 to m4 bridges between two islands, found 'm5'"),
        ("7x7q2:a3c2j2e2e2a5b2h4a6c2", "expected a size such as 7x7m2"),
        ("3x1m2:1a", "expected 3 cells, found 2"),
        ("3x1m2:1a11", "position 3: expected 3 cells, found more: '1'"),
        ("3x1m2:1_1", "position 1: expected `1`..`9`, `A`..`G` or `a`..`z`, found '_'"),
        ("3x1m2:b1", "expected at least two islands"),
        ("3x1m2:1a9", "island R1C3: expected a number 1..8, found 9"),
        ("hashi/3/1/1g", "position 2: expected 3 cells, found 2 and then the end"),
        ("hashi/3/1/1h1", "position 2: expected 3 cells, found more: '1'"),
        ("hashi/3/1/1g9", "position 2: expected `1`..`8`, `.` or `g`..`z`, found '9'"),
        ("hashi/3/1/i", "expected at least one island"),
    ],
)
def test_wrong_ids_and_addresses_are_refused_with_their_place(text, message):
    with pytest.raises(InputError, match=re.escape(message)):
        resolve("hashi", text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 3\n1 . 1", "line 1: expected `rows columns bridges`"),
        ("1 3 2\n1 0 1", "cell R1C2: expected `.` for water, or an island: its number from 1, or `?`, found '0'"),
        ("1 3 2\n9 . 1", "island R1C1: expected a number 1..8, found 9"),
        ("1 3 5\n1 . 1", "expected at most 1 to 4 bridges between two islands, found 5"),
        ("1 3 2\n. . .", "expected at least one island"),
    ],
)
def test_a_wrong_text_is_refused_with_a_board_of_this_puzzle(text, message):
    with pytest.raises(InputError) as error:
        PUZZLE.parse(text)
    assert message in str(error.value)
    assert PUZZLE.parse(str(error.value).rsplit("such as ", 1)[1].strip("'").replace("\\n", "\n"))


# ---- answers, drawings -----------------------------------------------------------------------------------------------


def test_an_answer_may_name_its_islands_in_any_order():
    p = PUZZLE.parse("1 5 2\n1 . 3 . 2")
    answer = ((0, 0), (0, 2), 1), ((0, 2), (0, 4), 2)
    assert PUZZLE.answer_json(answer) == {"bridges": [[[0, 0], [0, 2], 1], [[0, 2], [0, 4], 2]]}
    assert PUZZLE.answer_from_json(p, {"bridges": [[[0, 4], [0, 2], 2], [[0, 2], [0, 0], 1]]}) == answer
    for wrong in ([[0, 4]], [[0, 4], [0, 2]], [[0, 4], [0, 2], 1.0], [[0, 4], [0], 1], [[0, True], [0, 0], 1]):
        with pytest.raises(InputError, match=re.escape("bridges[0]: expected [[row, column], [row, column], number]")):
            PUZZLE.answer_from_json(p, {"bridges": [wrong]})


def test_what_is_wrong_with_an_answer_is_said_in_words():
    p = PUZZLE.parse("3 3 2\n2 2 .\n2 . 2\n. 2 2")
    ring = (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (2, 1)), ((1, 0), (1, 2)), ((1, 2), (2, 2)), ((2, 1), (2, 2)))
    assert PUZZLE.verify(p, [(*ends, 1) for ends in ring]) == [
        "the bridges from R1C2 to R3C2 and from R2C1 to R2C3 cross"
    ]
    p = PUZZLE.parse("1 5 2\n2 . 4 . 2")
    first, second = ((0, 0), (0, 2)), ((0, 2), (0, 4))
    assert PUZZLE.verify(p, [(*first, 2), (*second, 2)]) == []
    assert PUZZLE.verify(p, [(*first, 3), (*second, 1)]) == [
        "the bridges from R1C1 to R1C3 are 3, not 1 to 2",
        "the island 2 at R1C1 has 3 bridges",
        "the island 2 at R1C5 has 1 bridge",
    ]
    assert "the bridges from R1C1 to R1C3 are given 2 times" in PUZZLE.verify(p, [(*first, 1), (*first, 1)])
    assert PUZZLE.verify(p, [(*first, 2)])[-1] == "no way leads over bridges from R1C1 to R1C5"
    assert "end at R1C4, where no island is" in PUZZLE.verify(p, [((0, 2), (0, 3), 1)])[0]
    assert "do not lie between islands that face each other" in PUZZLE.verify(p, [((0, 0), (0, 4), 1)])[0]


def test_text_drawings_show_up_to_four_bridges_islands_that_touch_and_two_answers():
    p = PUZZLE.parse("4 5 4\n5 . . . 4\n1 . . . .\n. . . . .\n4 . 7 . 3")
    answer = (((0, 0), (0, 4), 4), ((0, 0), (1, 0), 1), ((3, 0), (3, 2), 4), ((3, 2), (3, 4), 3))
    assert PUZZLE.draw_text(p, answer).splitlines() == [
        "5#######4",
        "|",
        "1 . . . .",
        "",
        ". . . . .",
        "",
        "4###7%%%3",
        "(%: 3 bridges, #: 4 bridges)",
    ]
    p = PUZZLE.parse("3 3 2\n. ? .\n? . ?\n. ? .")
    across, down = (((1, 0), (1, 2), 2),), (((0, 1), (2, 1), 1),)
    assert PUZZLE.draw_text(p, across, second=down).splitlines()[:3] == [". ? .", "?A+A?", ". ? ."]
    assert PUZZLE.draw_text(p, down).splitlines() == [". ? .", "? | ?", ". ? ."]
    known = PUZZLE.draw_text(p, None, empty=[((1, 0), (1, 2)), ((0, 1), (2, 1))])
    assert known.splitlines() == [". ? .", "?xx ?", ". ? ."]


def test_the_words_of_literals_and_rows():
    p = PUZZLE.parse("3 3 3\n. 3 .\n4 . 4\n. 3 .")
    model = PUZZLE.formulations["elimination"](p)
    bridge = model.arrays["bridge"]
    assert [name_literal(PUZZLE, p, model, int(x)) for x in (*bridge[:, 0], *-bridge[:, 1])] == [
        "a bridge from R2C1 to R2C3",
        "two bridges from R2C1 to R2C3",
        "three bridges from R2C1 to R2C3",
        "no bridge from R1C2 to R3C2",
        "at most one bridge from R1C2 to R3C2",
        "at most two bridges from R1C2 to R3C2",
    ]
    names = [row_phrase(PUZZLE, p, model, block, 0).text for block in model.stated_blocks if block.of is not None]
    assert names == ["the islands R2C1 and R2C3", "the island 3 at R1C2", "the crossing at R2C2"]


# ---- boards that are drawn -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "bridges", "islands"),
    [((1, 3), 1, 25), ((3, 1), 2, 25), ((3, 3), 2, 25), ((7, 12), 4, 25), ((30, 20), 2, 10), ((60, 60), 3, 40)],
)
def test_boards_that_are_drawn_have_their_planted_answer_and_no_islands_that_touch(size, bridges, islands):
    for seed in range(4):
        p, planted = generate(size, seed, bridges, islands)
        assert PUZZLE.verify(p, planted) == []
        assert p.cells.shape == size
        assert p.most == bridges
        water = p.cells == 0
        assert (water[1:] | water[:-1]).all()
        assert (water[:, 1:] | water[:, :-1]).all()


@pytest.mark.parametrize("bridges", [1, 2, 4])
def test_excluding_second_answers_ends_with_a_board_that_has_one(bridges):
    """What `generate --unique` does. Islands stay where they are."""
    stream, excluded = Stream("hashi", "test", "12", 0), 0
    for seed in range(4):
        p, answer = generate((12, 14), seed, bridges)
        islands = p.islands
        while others := [other for other in answers(p, 2, "lazy") if other != answer]:
            p, answer = exclude(p, answer, others[0], stream)
            excluded += 1
            assert PUZZLE.verify(p, answer) == []
            assert PUZZLE.verify(p, others[0])
            assert np.array_equal(p.islands, islands)
        assert answers(p, 2, "lazy") == [answer]
        assert exclude(p, answer, answer, stream) is None
    assert excluded


def test_the_drawing_of_a_seed_stays_the_same():
    """On every machine, for ever."""
    assert PUZZLE.draw_text(*generate((6, 7), 2026)).splitlines() == [
        "2===========3",
        ". . 1---2 . |",
        ". . . . | . |",
        ". 1-----4---2",
        ". . . . | . .",
        ". . 1---3---1",
    ]


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2), (0, 9), (1001, 1001)])
def test_sizes_without_boards_are_refused(size):
    with pytest.raises(InputError, match="room for two islands"):
        generate(size)


def test_bridges_out_of_range_are_refused():
    with pytest.raises(InputError, match="expected 1 to 4 bridges between two islands, found 5"):
        generate((5, 5), bridges=5)
