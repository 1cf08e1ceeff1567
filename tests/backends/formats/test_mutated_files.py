"""Readers on mutated files: a file is refused with FileError, or means what a small independent reader makes of it.

`python -m tests.backends.formats.test_mutated_files 20000 [SEED]` runs that many files of each format.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from backends.formats.contract import FileError, file_format
from backends.formats.lp import token_blocks
from backends.formats.mps import lines, reading
from backends.formats.text import scanning
from models.neutral import Model
from tests.support.file_answers import costs_of
from tests.support.plain_readers import PLAIN, PlainFile
from tests.support.sampling import sample_seed

MOST_POINTS = 3_000
WHOLE_FILES = {
    "dimacs": ["c a\np cnf 3 2\n1 -2 0\n3 -1 2 0\n", "p cnf 4 3\n1 1 -2 0 4 -4 0\n2 3\n-1 0\n%\n0\n"],
    "xnf": ["p cnf 3 3\nx1 -2 0\n3 -1 2 0 x 1 1 2 0\n", "c a\np cnf 2 2\nx-1 2 0\n1 0\n"],
    "wcnf": ["c\nh 1 2 0\n3 -1 0\n2 -2 0\n", "p wcnf 2 3 6\n6 1 2 0\n3 -1 0\n2 -2 1 0\n"],
    "opb": ["* #variable= 3 #constraint= 3\n* c\nmin: +2 x1 -1 ~x3 ;\n+1 x1 -2 ~x2>=1;\n 1 x1\n+1 x3 +1 x3 = 2 ; \n"
            "-1 x1 +2 x2 <= 1 ;\n"],
    "lp": [
        "min x - 2 z\nst\n c: x + 2 y >= 1\nbounds\n z <= 7\n x <= 3\ngen z x\nbin y\nend",
        "max obj: 2 x + .5 y + 5\nst\n r: 1 <= x - y <= 3\n 2 >= z - 1\nbounds\n -1 <= x <= 1\n y <= 4\n y >= -3\n"
        " z = 2\ngenerals x y z\nend\n",
        "\\ comment\nMinimize\n obj: 0.25 x_0 + x_1 - w\nSubject To\n\\ rule\n r1: 0.5 x_0 + 1e0 x_1 - x_0 >= -.5\n"
        " r2: w + x_0 = 2\nBinaries\n x_0 x_1\nEnd\n",
    ],
    "mps": [
        "NAME t\nROWS\n N cost\n G r\n L s\n E t\nCOLUMNS\n M 'MARKER' 'INTORG'\n x cost 1 r 1\n x t 2\n y s 2.5 r -1\n"
        " y cost 3\n M 'MARKER' 'INTEND'\n z t 1 cost 0.5\nRHS\n RHS r 1 s 4\n RHS cost 2 t 6\nRANGES\n"
        " RNG r 3\nBOUNDS\n UP BND x 3\n BV BND y\nENDATA\n",
    ],
}  # fmt: skip
WORDS = {
    "dimacs": "p cnf 2 2\n|\n|1|-2|0| |c x|%|x|\0|3|p|-|1-|\r|\t|\v|-0|p cnf 1000000000 3"
    "|\nc ind 1 0\n|\nc p show 2 0\n",
    "xnf": "p cnf 2 2\n|\n|1|-2|0| |x|x-|c|\r\n|x1|-1|\0",
    "wcnf": "p wcnf 2 2 9\n|\n|h|1|-2|0| |9|c|3|h1|-0|99999999999999999|\0|%",
    "opb": "* #variable= 2 #constraint= 1\n|min:|+1|-2|x1|~x2| |>=|=|;|\n|*|max:|0|<=|x3|+1 x1|2 ~x2|>= 1 ;|min :|>|\0"
    "|x0|~x0|\n* ind 1 0\n"
    "|12345678901234567|x12345678901|x1000000000|+2 x1 ~x2|-1 x1 x1 ~x3",
    "lp": "min|st|\n|x|y|2|3.0|+|-|>=|=|:|bounds|gen|bin|end|free|inf| |\\|1 <= x|2 x|- y|<= 3|r1:|\nend|\0|0.5|.25 x"
    "|\ngen x y\nend|1e1|=<|.5e1|=>|e5|2e|<|1e30|infinity|maximize|subject to|Such  That|x.1|s.t.|sos1|0 x|2y|1e-3"
    "|1e99|\nsemi\n|\nsos2\n|\nbinary\n|\n x free|->|\n c1: 0 >= -2\n c2: |\ngeneral constraints\n|\nbounds\n x <= 0\n"
    "|\nbin\n x\n",
    "mps": "ROWS\n|COLUMNS\n|RHS\n|RANGES\n|BOUNDS\n|ENDATA\n| N c\n| E r\n| x r 1\n| M 'MARKER' 'INTORG'\n| UP B x 2\n"
    "| BV B x\n| R r 3\n| x| 1|\n| G g\n| x c 2 g 3\n| y r 2 g -1\n| BV B y\n| LO x -1\n|OBJSENSE\n|MAX\n|\0|0.5|1e-3"
    "|OBJSENSE MAX\n| RNG g 2\n|* c\n| FR B x\n| UP x inf\n|\t|\r| MI x\n| RHS c 3| PL B x\n|1e99|-2.5"
    "|\n RHS2 r 2\n|\n UP B2 x 1\n|\n FX B x 0\n|\n MI B x 0\n|\n LO B x -2\n",
}  # fmt: skip


def mutated_file(name: str, stream: random.Random) -> bytes:
    """Words of the format in any order, or a whole file with a few changes."""
    words = WORDS[name].split("|")
    if stream.randrange(4) == 0:
        return stream.choice((" ", "")).join(stream.choice(words) for _ in range(stream.randrange(20))).encode()
    content = stream.choice(WHOLE_FILES[name]).encode()
    for _ in range(stream.randrange(1, 4)):
        place, kind = stream.randrange(len(content) + 1), stream.random()
        new = stream.choice(words).encode() if kind < 0.5 else bytes([stream.randrange(256)]) if kind < 0.6 else b""
        content = content[:place] + new + content[place + stream.randrange(3) :]
    return content


def read_or_refuse(name: str, content: bytes) -> Model | str:
    try:
        return file_format(name).read(content)
    except FileError as error:
        return str(error)


def check_meaning(model: Model, plain: PlainFile) -> bool:
    """The solutions and costs of the model are those of the file, also a little beyond the model's bounds. False if
    there are too many to try."""
    assert [str(label) for label in model.labels] == plain.names
    count = len(plain.names)
    ranges = [
        range(int(low) - 2 * (bounds[0] is None), int(high) + 2 * (bounds[1] is None) + 1)
        for low, high, bounds in zip(model.lower[1:], model.upper[1:], map(plain.bounds.get, plain.names), strict=False)
    ]
    if len(ranges) > 20 or np.prod([float(len(each)) for each in ranges]) > MOST_POINTS:
        return False
    costs = costs_of(model)
    if costs is None:
        return False
    sense = model.objective.sense if model.objective else None
    read: dict[tuple[int, ...], int] = {}
    for point, cost in costs.items():
        read[point[:count]] = min(read.get(point[:count], cost), cost)
    for point in product(*ranges):
        named = dict(zip(plain.names, point, strict=True))
        assert plain.holds(named) == (point in read), (named, point in read)
        if point in read:
            own = Fraction(0) if sense is None else Fraction(sense.sign * read[point], sense.divisor) + sense.constant
            assert own == plain.cost(named)
    return True


def run_mutations(name: str, count: int, seed: int) -> Counter[str]:
    """How many files were refused, checked, or too large to be checked."""
    stream, outcomes = random.Random(seed), Counter[str]()
    for _ in range(count):
        content = mutated_file(name, stream)
        try:
            model = read_or_refuse(name, content)
            if isinstance(model, str):
                outcomes["refused"] += 1
            else:
                outcomes[
                    "checked" if check_meaning(model, PLAIN[name](content.decode("utf-8", "replace"))) else "large"
                ] += 1
        except Exception as error:
            raise AssertionError(f"{name}: {content!r}") from error
    return outcomes


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", PLAIN)
def test_a_mutated_file_is_refused_or_means_what_it_says(name):
    outcomes = run_mutations(name, 400, 1)
    assert outcomes["checked"] > 10


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [300, pytest.param(3_000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("name", PLAIN)
def test_compiled_loops_read_what_plain_ones_read(name, number, monkeypatch):
    """The same model, or the same message; of LP and MPS files, a few tokens or lines at a time."""
    stream = random.Random(f"{sample_seed()} {name}")
    contents = [mutated_file(name, stream) for _ in range(number)]
    plain = [read_or_refuse(name, content) for content in contents]
    monkeypatch.setattr(scanning, "COMPILED_FROM", 0)
    monkeypatch.setattr(token_blocks, "BLOCK", 9)
    for module in (lines, reading):
        monkeypatch.setattr(module, "PIECE", 3)
    for content, before in zip(contents, plain, strict=True):
        after = read_or_refuse(name, content)
        if isinstance(before, str) or isinstance(after, str):
            assert before == after, content
        else:
            assert (str(before), list(before.labels)) == (str(after), list(after.labels)), content


if __name__ == "__main__":
    number, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for each in PLAIN:
        print(each, dict(run_mutations(each, number, first)), flush=True)
