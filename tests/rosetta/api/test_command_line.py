"""The public API gives what the command line gives: for every registered puzzle the same documents, but for times."""

from __future__ import annotations

import json
from functools import cache

import pytest

import rosetta as rs
from models.puzzles.registry import names, puzzle
from rosetta.foundation.errors import InputError
from tests.support.in_a_fork import rosetta

SIZES = ((3, 4), (4, 4), (5, 5), (6, 6))  # the first that the puzzle does not refuse
DRAWN = {"lightsout": {"lit": "random"}, "tiling": {"pieces": "random"}}
TIMES = ("seconds", "rate", "limit", "witness_seconds", "limits", "cpu_seconds", "peak_mb", "startup_seconds")
RING = "3x3:aaaaa,2,0,2,2,0,2"


@cache
def board(name):
    """A small board of the puzzle, and how the command line names it."""
    for size in SIZES:
        try:
            loaded = rs.load(name, size, **DRAWN.get(name, {}))
        except InputError:
            continue
        flags = [word for option, value in DRAWN.get(name, {}).items() for word in (f"--{option}", value)]
        return loaded, (name, f"{size[0]}x{size[1]}", *flags)
    raise AssertionError(f"no size for {name}")


def document(verb, *words):
    """What the verb prints with --json, without times."""
    completed = rosetta(verb, *words, "--json")
    assert completed.stdout, completed.stderr
    read = json.loads(completed.stdout)
    assert f"{read.pop('command')} ".startswith(f"python -m models.{verb} ")  # which a program has not
    return untimed(read)


def untimed(value):
    """Without seconds; a race, which is in the order of its rates, by name."""
    if isinstance(value, dict):
        kept = {key: untimed(item) for key, item in value.items() if key not in TIMES}
        if "race" in kept:
            kept["race"].sort(key=lambda racer: (racer["backend"], racer["way"]))
        return kept
    return [untimed(item) for item in value] if isinstance(value, list) else value


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [*names(), "model"])
def test_puzzles(name):
    """One puzzle whole; its board is the one that is drawn, with its answer."""
    page = rs.puzzles(name)
    own = json.loads(json.dumps(page.to_json()))
    theirs = document("list", name)
    for command in theirs["commands"]:
        command["command"] = command["command"].replace("python -m models.", "rosetta ")
    assert untimed(own) == theirs
    assert str(page).startswith(f"{puzzle(name).title} (")
    if name != "model":
        assert str(page.board) == theirs["example"]["board"]
        assert rs.verify(page.board, page.answer) == []


def test_all_puzzles():
    listed = rs.puzzles()
    assert untimed(listed.to_json()) == document("list")
    assert 'rosetta.puzzles("NAME")' in str(listed)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_solve(name):
    """One answer; with uniqueness; several."""
    loaded, words = board(name)
    solution = rs.solve(loaded)
    assert untimed(solution.to_json()) == document("solve", *words)
    assert rs.verify(loaded, solution) == rs.verify(loaded, solution.answer) == []
    assert untimed(rs.solve(loaded, unique=True).to_json()) == document("solve", *words, "--unique")
    several = rs.solve(loaded, answers=3)
    assert untimed(several.to_json()) == document("solve", *words, "--limit", "3")
    assert len(several.answers) == len(several.to_json()["answers"])


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_count(name):
    """The number, and up to symmetry."""
    loaded, words = board(name)
    total = rs.count(loaded, distinct=True)
    assert untimed(total.to_json()) == document("count", *words, "--distinct")
    assert str(total.count) == total.to_json()["count"]
    assert int(total) == total.count


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_compare(name):
    """The same runs, and the table of them."""
    loaded, words = board(name)
    comparison = rs.compare(loaded, backends=["cpsat", "oracle"], profile="default")
    found = untimed(comparison.to_json())
    assert found == document("compare", *words, "--backends", "cpsat,oracle", "--profile", "default")
    assert found["instances"][0]["verdict"] == comparison.verdict
    table = comparison.to_pandas()
    assert list(table["backend"]) == [run["backend"] for run in comparison.runs]
    assert list(table["total"]) == [pytest.approx(sum(run["seconds"].values())) for run in comparison.runs]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_explain_and_formulas(name):
    """Every step, every formula."""
    loaded, words = board(name)
    assert untimed(rs.explain(loaded).to_json()) == document("explain", *words, "--as-generated")
    assert untimed(rs.formulas(loaded).to_json()) == document("formulas", *words)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_convert(name):
    """Plain text, which is read again, and a solver's file."""
    loaded, words = board(name)
    text = rs.convert(loaded, "plain")
    assert text == rosetta("convert", *words, "--to", "plain").stdout
    rules = {option: loaded._question.rules[option] for option in puzzle(name).options}
    assert rs.load(name, text, **rules) == loaded
    for kind in ("dimacs", "svg"):
        assert rs.convert(loaded, kind) == rosetta("convert", *words, "--to", kind).stdout


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_generate(name):
    """The same board with the same planted answer; `load` of a size is the board that a size names everywhere."""
    size = {"lightsout": "4x4", "tiling": "3x4"}.get(name, "6x6")
    options = {"nullity": 4} if name == "lightsout" else {"unique": True, **DRAWN.get(name, {})}
    made = rs.generate(name, size, seed=2, **options)
    flags = [w for key, value in options.items() for w in ([f"--{key}"] if value is True else [f"--{key}", str(value)])]
    (entry,) = document("generate", name, size, "--seed", "2", *flags)["instances"]
    assert entry["id"] == made.id
    assert [entry[key] for key in ("size", "seed", "unique", "difficulty")] == [
        list(made.size), made.seed, made.unique, made.difficulty
    ]  # fmt: skip
    assert entry["answer"] == made.planted
    assert rs.verify(made, made.planted) == []


@pytest.mark.sample(0.125)
def test_options_of_the_rules_and_parameters():
    """Switches, choices and numbers as the command line has them; the source says which are unusual."""
    adjacent = rs.load("tents", RING, tree_rule="adjacent")
    assert untimed(rs.solve(adjacent, answers="all").to_json()) == document(
        "solve", "tents", RING, "--tree-rule", "adjacent", "--all"
    )
    bare = rs.load("akari", 6, seed=3, bare=20)
    assert untimed(rs.solve(bare).to_json()) == document("solve", "akari", "6", "--seed", "3", "--bare", "20")
    lit = rs.load("lightsout", (2, 3), lit=[(0, 0), (1, 2)], any=True)
    words = ("lightsout", "2x3", "--lit", "0:0,1:2", "--any")
    assert untimed(rs.solve(lit).to_json()) == document("solve", *words)
    assert lit.source == "generated, seed 0, lit 0:0,1:2, any"


def test_settings_of_a_backend():
    """What has a flag where the backend is named."""
    solution = rs.solve(rs.load("akari", 5), "walksat", settings={"noise": 0.1, "flips": 1000}, seed=1)
    words = ("akari", "5", "--backend", "walksat", "--noise", "0.1", "--flips", "1000")
    assert (solution.status, rs.solve(rs.load("akari", 5), "walksat", settings={"flips": 1}).status) == (
        document("solve", *words)["status"], "unknown"
    )  # fmt: skip


@pytest.mark.sample(0.125)
def test_a_count_by_theory():
    """Boards that are too large to be counted themselves, by two formulas, from their size alone."""
    total = rs.count(rs.load("lightsout", 200))
    assert untimed(total.to_json()) == document("count", "lightsout", "200")
    assert (total.backend, total.exact) == ("theory", True)
    assert rs.count(rs.load("lightsout", 200, lit="none"), time_limit=0.2).backend != "theory" or total.count == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("verb", "words", "text"),
    [
        ("solve", ("tents", RING), lambda: rs.solve(rs.load("tents", RING))),
        ("count", ("tents", RING), lambda: rs.count(rs.load("tents", RING))),
        ("explain", ("tents", RING), lambda: rs.explain(rs.load("tents", RING))),
        ("formulas", ("tents", RING), lambda: rs.formulas(rs.load("tents", RING))),
    ],
)
def test_str_is_what_the_terminal_shows(verb, words, text):
    """But for times, the line that repeats a command, and where lines are folded."""

    def same(shown):
        lines = [line for line in shown.splitlines() if "repeat" not in line]
        return [word for word in " ".join(lines).split() if not any(c.isdigit() for c in word) or ":" in word]

    assert same(str(text())) == same(rosetta(verb, *words).stdout)
