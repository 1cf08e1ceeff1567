"""Small boards of every puzzle, by its own generator, with all answers of those that have few; and more boards.

Nothing here knows a puzzle: sizes that a puzzle refuses are left out, and boards that no generator makes (a clue that
is unknown, one that is wrong) are found by changing letters of the plain text of those that it makes.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice, product
from string import whitespace

import pytest

from backends.connectivity.lazy_cuts import cutting_backend
from backends.contract import Limits, Options
from backends.registry import backend_named
from models.neutral import evaluate
from models.neutral.global_rules.connected.rule import CIRCUIT
from models.puzzles.randomness import Stream
from models.puzzles.registry import names, puzzle
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached

SIZES = (
    *((3, 4), (4, 4), (3, 3), (2, 4), (5, 5), (6, 6), (9, 9)),  # the first three that a puzzle does not refuse, and
    *((4, 5), (5, 6), (7, 7), (8, 8), (10, 10), (12, 12), (16, 16)),  # larger ones where these do not suffice
)
SEEDS = range(3)
DRAWN = {
    "lightsout": ({"lit": "random"}, {"lit": "random", "colours": 3}, {"lit": "random", "target": "all"}),
    "tiling": ({"pieces": "random"},),
    "skyscraper": ({}, {"heights": 2}, {"diagonals": True}),
}  # parameters, by seed in turn: for generators that otherwise ignore their seed, and for boards of other kinds
WRITTEN = {
    "tents": (
        "2 1\n  ?\n? T\n? .\n",
        "1 2\n  ? ?\n? T .\n",
        "3 5\n  ? ? ? ? ?\n? T . . . T\n1 . . . . .\n? . . . . .\n",  # a clue between two unknown ones
        "5 3\n  ? 1 ?\n? T . .\n? . . .\n? . . .\n? . . .\n? T . .\n",
    ),
    "lightsout": ("4\ndigraph\n1 0 : 1\n1 0 : 2 3\n0 1 : 0\n0 0 : 2\n", "3\nrule open\n.1.\n1.1\n.1.\n"),
    "heyawake": ("3 3\n1 1 2\n1 3 2\n4 4 2\n1 . .\n. . .\n. . .\n",),  # rooms of any shape, without symmetry
    "numberlink": ("3 4 0\n1 . . 1\n. . . .\n2 . 2 .\n", "4 4 0\n1 . . 2\n. . . .\n. . . .\n1 . . 2\n"),
    "hashi": ("3 3 2\n2 2 .\n2 . 2\n. 2 2\n", "3 3 1\n? ? .\n? . ?\n. ? ?\n", "1 5 2\n? . ? . ?\n"),
    "tiling": (
        "2 12\n...#...#..#.\n.#####.####.\n\npiece L one-sided\nXXX\nX..\n\npiece J one-sided\nXXX\n..X\n\n"
        "piece H fixed\nXX\n\npiece V fixed\nX\nX\n",
    ),
    "masyu": ("2 2\n. .\n. .\n",),
    "nonogram": ("4 1\n1,1\n?\n?\n?\n?\n", "1 4\n? ? ? ?\n1,1\n", "3 3\n1,1 ? ?\n?\n?\n?\n"),
    "sudoku": ("4 4 1\n1 2 3 4\n. . . .\n. . . .\n. . . .\n",),  # diagonals
    "killersudoku": (
        "4 4 1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n1 2 3 4\n. . . .\n. . . .\n. . . .\n",
        "4 4\n1 2 2 3\n4 5 2 6\n7 8 9 10\n11 12 13 14\n1 . . 4\n3 4 . 1\n2 1 4 3\n4 3 1 2\n",  # one number twice
    ),
    "skyscraper": (  # a clue on one side alone, and diagonals alone: one of them lacks the height, or has it twice
        "3 3 3\n  . . .\n1 . . . .\n. . . . .\n. . . . .\n  . . .\n",
        "3 3 3\n  1 . .\n. . . . .\n. . . . .\n. . . . .\n  . . .\n",
        "3 3 3\n  . . .\n. . . . 1\n. . . . .\n. . . . .\n  . . .\n",
        "3 3 3\n  . . .\n. . . . .\n. . . . .\n. . . . .\n  . . 1\n",
        "4 4 4 1\n  . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n  . . . .\n",
        "5 5 1 1\n . . . . .\n. . . . . 1 .\n. 1 . . . . .\n. . 1 . . . .\n. . . . . . .\n. . . . . . .\n . . . . .\n",
        "5 5 1 1\n . . . . .\n. 1 . . . . .\n. . . . . 1 .\n. . . . 1 . .\n. . . . . . .\n. . . . . . .\n . . . . .\n",
        "5 5 1 1\n . . . . .\n. 1 . . . . .\n. . . . 1 . .\n. . . . . . .\n. . 1 . . . .\n. . . . . . .\n . . . . .\n",
        "5 5 1 1\n . . . . .\n. . . . . 1 .\n. . 1 . . . .\n. . . . . . .\n. . . . 1 . .\n. . . . . . .\n . . . . .\n",
    ),
}  # boards to which no generator and no change of letters leads
MOST = 400  # answers of a board; boards with more are skipped, since not all answers would be known
MOST_SLOW = 40  # by a solver that starts anew for most answers
QUICK_SOLVER = "cnf"
LARGE = 600  # variables; larger models go to a solver that a time limit ends
LETTERS = "?.#_-x0123"  # that texts are changed to, besides their own
MOST_CHANGES = 4  # of letters, from a generated board to a changed one
RULES = [
    pytest.param(name, tuple(zip(puzzle(name).options, values, strict=True)), id="-".join((name, *values)))
    for name in names()
    for values in product(*puzzle(name).options.values())
]


def drawn_parameters(name, seed):
    """The parameters of a board with this seed."""
    choices = DRAWN.get(name, ({},))
    return choices[seed % len(choices)]


def draw(name, size, seed):
    return puzzle(name).generate(size, seed=seed, **drawn_parameters(name, seed))


@cache
def generated(name):
    """The sizes that work, at most three of them, with their boards and planted answers."""
    by_size = {}
    for size in SIZES:
        try:
            by_size[size] = [draw(name, size, seed) for seed in SEEDS]
        except InputError:
            continue
        if len(by_size) == 3:
            break
    return by_size


def boards(name):
    return [board for pairs in generated(name).values() for board in pairs]


def written_boards(name):
    """Those of the table."""
    return [puzzle(name).parse(text) for text in WRITTEN.get(name, ())]


def larger_boards(name):
    """Boards of the sizes that are not among the first three, from small to large."""
    for size in sorted(set(SIZES) - set(generated(name)), key=lambda size: (size[0] * size[1], size)):
        for seed in SEEDS:
            try:
                yield draw(name, size, seed)[0]
            except InputError:
                break


def changed_boards(name):
    """Boards whose text differs from that of a generated one in a few letters, though not in the first line, which is
    the size: all different, without an end unless hardly any change can be read."""
    record, stream = puzzle(name), Stream(name, "changed boards", "", 0)
    texts = [record.format(p) for p, _ in boards(name)]
    known, failures = set(texts), 0
    while failures < 1000:
        text = texts[stream.number_below(len(texts))]
        for _ in range(1 + stream.number_below(MOST_CHANGES)):
            text = _change_letter(record, text, stream)
        failures += 1
        if text not in known:
            known.add(text)
            failures = 0
            yield record.parse(text)


def _change_letter(record, text, stream):
    """The text of another board, in which a letter is changed: in one place, wherever it stands, or wherever a digit
    stands; after some attempts in vain, the same text."""
    size, line_end, rest = text.partition("\n")
    for _ in range(30):
        old, new = (_draw_one(letters, stream) for letters in (rest, LETTERS + rest))
        at = stream.number_below(len(rest))
        ways = (rest[:at] + new + rest[at + 1 :], rest.replace(old, new), re.sub(r"\d", lambda _, new=new: new, rest))
        try:
            return record.format(record.parse(size + line_end + ways[stream.number_below(3)]))
        except InputError:
            continue
    return text


def _draw_one(letters, stream):
    """One of the letters, each as likely however often it stands there."""
    different = sorted({*letters} - {*whitespace})
    return different[stream.number_below(len(different))]


def models(name, p, rules):
    """(formulation, model, project) of a board; formulations that refuse the rules are left out."""
    record = puzzle(name)
    for formulation, build in record.formulations.items():
        try:
            model = build(p, **dict(rules))
        except InputError:
            continue
        yield formulation, model, record.project(p, model)


def row_models(name, p, rules):
    """Those of the models whose rules are all stated as rows."""
    return (entry for entry in models(name, p, rules) if not entry[1].open_rules)


def solver_for(model):
    """The name of a solver for questions about a model: of those about a large one, a time limit can end it; sums of
    flows are no clauses of a size to work with, and cycles as such are known to one solver only."""
    has_circuits = any(rule.by == CIRCUIT for rule in model.open_rules)
    return "cpsat" if model.variables > LARGE or has_circuits or "flow" in model.arrays else QUICK_SOLVER


def solutions(model, project, most, solver="cnf", seconds=20.0):
    """Up to `most` assignments that differ on `project`. Raises LimitReached."""
    every = cutting_backend(backend_named(solver)).solutions(model, project, Limits(seconds=seconds), Options())
    return list(islice(every, most))


@cache
def listed_boards(name, rules):
    """(board, planted, formulation, model, project, answers) wherever all answers of the board can be listed.

    Formulations that refuse the rules are left out; boards with too many answers are, too.
    """
    return [entry for number in range(len(boards(name))) for entry in listed_board(name, rules, number)]


@cache
def listed_board(name, rules, number):
    """The entries of that board: one for each formulation, but for those that list slowly where there is much to
    list."""
    (p, planted), record, entries = boards(name)[number], puzzle(name), []
    for formulation, model, project in models(name, p, rules):
        solver = solver_for(model)
        most = MOST if solver == QUICK_SOLVER else MOST_SLOW
        if entries and len(entries[0][5]) > most:
            continue
        try:
            values = solutions(model, project, most + 1, solver)
        except LimitReached:
            continue
        if len(values) <= most:
            assert all(evaluate(model, v) == [] for v in values)
            entries.append((p, planted, formulation, model, project, [record.decode(p, model, v) for v in values]))
    return entries
