"""What several sections of a file say of the same thing, in any order: read by ours as by other readers.

The numbers in `OPTIMA` are what HiGHS 1.16.0, SCIP 10.0 and GLPK 5.0 make of the same text, by the letters beside them;
where a program is missing, it refuses that file. Random files are held against `tests.support.plain_readers`.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from backends.formats.contract import FileError, file_format
from models.neutral.words import describe_row
from tests.backends.formats.test_mutated_files import check_meaning, read_or_refuse
from tests.support.file_answers import costs_of
from tests.support.plain_readers import PLAIN
from tests.support.sampling import sample_seed

LP = "{sense}\n obj: 3 x + y\nst\n c: x + y >= -100\n{sections}end\n"
MPS = (
    "NAME test\nROWS\n N obj\n G c\n L u\nCOLUMNS\n m 'MARKER' 'INTORG'\n x obj 3 c 1\n x u 1\n y obj 1 c 1\n"
    " n 'MARKER' 'INTEND'\nRHS\n{rhs}BOUNDS\n{bounds} LO B1 y 0\n UP B1 y 4\nENDATA\n"
)
NONE = "no solution"
Y = "bounds\n 0 <= y <= 4\n"
OPTIMA = [  # sections of an LP file, the least of 3 x + y, the greatest, and who agrees
    ("bin\n x\nbounds\n x <= 0\n y <= 4\ngen\n y\n", 0, 4, "HS"),
    ("bounds\n x <= 0\n y <= 4\ngen\n y\nbin\n x\n", 0, 4, "HSG"),
    ("bin\n x\nbounds\n x <= 0\n y <= 4\nbin\n x\ngen\n y\n", 0, 4, "HS"),
    (Y + " 0.5 <= x\nbin\n x\ngen\n y\n", 3, 7, "HS"),
    (Y + " x >= 2\nbin\n x\ngen\n y\n", NONE, NONE, "HG"),
    (Y + " 0.2 <= x <= 0.7\nbin\n x\ngen\n y\n", NONE, NONE, "HSG"),
    (Y + "gen\n x y\nbin\n x\n", 0, 7, "HSG"),
    (Y + "bin\n x\ngen\n x y\n", 0, 7, "HSG"),
    (Y + " x <= 5\n x <= 3\ngen\n y x\n", 0, 13, "HSG"),
    (Y + " x <= 3\n x <= 5\ngen\n y x\n", 0, 19, "HSG"),
    (Y + " x = 2\n x <= 5\ngen\n y x\n", 6, 19, "HSG"),
    (Y + " x <= 5\n x = 2\ngen\n y x\n", 6, 10, "HSG"),
    (Y + " x <= 5\nbounds\n x <= 3\ngen\n y x\n", 0, 13, "HS"),
    (Y + " x free\n x <= 3\n x >= -2\ngen\n y x\n", -6, 13, "HSG"),
    (Y + " x <= -5\ngen\n y x\n", NONE, NONE, "HSG"),
    (Y + " 3 <= x <= 1\ngen\n y x\n", NONE, NONE, "HSG"),
    (Y + " 1.1 <= x <= 1.9\ngen\n y x\n", NONE, NONE, "HSG"),
    (Y + " x <= 3\ngen\n y x\nsemi\n", 0, 13, "HSG"),
    (Y + " x <= 3\nsemi\ngen\n y x\n", 0, 13, "HS"),
    (Y + " x <= 3\ngen\n y x\nsos1\n", 0, 13, "HG"),
    (Y + " x <= 3\ngen\n y x\nlazy constraints\n", 0, 13, "HSG"),
    (Y + " x <= 3\ngen\n y x\nuser cuts\n", 0, 13, "HSG"),
    (Y + " x <= 3\ngen\n y x\ngeneral constraints\n", 0, 13, "HG"),
]
MPS_OPTIMA = [  # RHS, BOUNDS, the least of 3 x + y, and who agrees
    (" R1 c 4\n R1 u 50\n R2 c 6\n R2 u 3\n", " UP B1 x 10\n", 4, "HS"),
    (" c 4\n R2 c 6\n u 50\n", " UP B1 x 10\n", 4, "HS"),
    (" R1 obj -7\n R1 c 4\n R1 u 50\n", " UP B1 x 10\n", 11, "HS"),
    (" R1 c -100\n R1 u 50\n", " UP B1 x 5\n LO B2 x 2\n", 0, "S"),
    (" R1 c 4\n R1 u 50\n", " BV B1 x\n", 4, "HSG"),
    (" R1 c 5\n R1 u 50\n", " FX B1 x 0\n BV B1 x\n", NONE, "HS"),
    (" R1 c 5\n R1 u 50\n", " UP B1 x 0\n BV B1 x\n", NONE, "HS"),
    (" R1 c 5\n R1 u 50\n", " BV B1 x\n FX B1 x 0\n", NONE, "S"),
    (" R1 c -100\n R1 u 50\n", " MI B1 x -1e30\n UP B1 x 5\n LO B1 x -5\n", -15, "S"),
    (" R1 c -100\n R1 u 50\n", " FR B1 x 0\n LO B1 x -5\n UP B1 x 5\n", -15, "S"),
    (" R1 c -100\n R1 u 50\n", " PL B1 x 7\n", 0, "HSG"),
    (" R1 c -100\n R1 u 50\n", " LO B1 x 3\n UP B1 x 1\n", NONE, "HSG"),
    (" R1 c -100\n R1 u 50\n", " FX B1 x 1.5\n", NONE, "HSG"),
    (" R1 c -100\n R1 u 50\n", " LI B1 x -1\n UP B1 x -2\n", NONE, "HSG"),
]


def optimum(name: str, text: str) -> object:
    """The least or greatest value of the objective, in the sense of the file, by brute force."""
    model = file_format(name).read(text.encode())
    costs = costs_of(model)
    assert costs is not None
    sense = model.objective.sense
    return Fraction(sense.sign * min(costs.values()), sense.divisor) + sense.constant if costs else NONE


@pytest.mark.parametrize(("sections", "least", "greatest"), [row[:3] for row in OPTIMA])
def test_sections_of_lp_files_count_together(sections, least, greatest):
    assert optimum("lp", LP.format(sense="min", sections=sections)) == least
    assert optimum("lp", LP.format(sense="max", sections=sections)) == greatest


@pytest.mark.parametrize(("rhs", "bounds", "least"), [row[:3] for row in MPS_OPTIMA])
def test_sections_of_mps_files_count_together(rhs, bounds, least):
    assert optimum("mps", MPS.format(rhs=rhs, bounds=bounds)) == least


def test_a_file_without_rows_needs_no_title_for_them():
    """As linopy 0.10.1 writes them, and HiGHS 1.16.0 and SCIP 10 read them; one that is cut off is still refused."""
    text = "max\n obj: x + 2 y\nbounds\n x <= 3\n 1 <= y <= 2\ngenerals\n x y\nend\n"
    assert optimum("lp", text) == 7
    for cut in ("max\n obj: x", "max\n obj: x\nend\n", "max\n obj: x\nmin\n"):
        with pytest.raises(FileError, match=r"expected (Subject To|End)"):
            file_format("lp").read(cut.encode())


def test_a_row_of_numbers_ends_before_the_name_of_the_next():
    """As to HiGHS 1.16.0 and CBC 2.10.8; SCIP and GLPK refuse such rows."""
    text = "min\n x\nst\n c1: 0 >= {}\n c2: x >= 1\n c3: - 0 <= 5\nbounds\n x <= 3\ngen\n x\nend\n"
    assert optimum("lp", text.format(-2)) == 1
    assert optimum("lp", text.format(2)) == NONE


def test_sides_that_contradict_each_other_are_two_rows():
    """Of rows and of bounds, each by its name; no row of a model has its lower side above the upper one."""
    text = "min x\nst\n r: 5 <= x + y <= 3\n s: x - y >= 0\nbounds\n 3 <= x <= 1\n y <= 9\ngen\n x y\nend\n"
    model = file_format("lp").read(text.encode())
    rows = {block.sentence: describe_row(model, block, 0) for block in model.blocks}
    assert rows == {
        "r": "x + y >= 5",
        "s": "x - y >= 0",
        "r, upper side": "x + y <= 3",
        "lower bound of x": "x >= 3",
        "upper bound of x": "x <= 1",
    }
    assert costs_of(model) == {}


@pytest.mark.parametrize(
    ("section", "title"),
    [
        ("semi-continuous\n x\n", "semi-continuous"),
        ("sos2\n s1: x:1 y:2\n", "sos2"),
        ("Lazy  Constraints\n l: x >= 0\n", "Lazy  Constraints"),
        ("general constraints\n g: x = 1\n", "general constraints"),
        ("pwlobj\n x: 0 0\n", "pwlobj"),
    ],
)
def test_a_section_of_another_kind_is_refused_by_its_name(section, title):
    """Where it is not empty; its place is told."""
    text = LP.format(sense="min", sections=Y + "gen\n x y\n" + section)
    with pytest.raises(FileError) as error:
        file_format("lp").read(text.encode())
    assert str(error.value) == (
        "line 9, column 1: expected rows, bounds, integers and Booleans only; this section must be empty; "
        f"found '{title}'"
    )


NOTED = [  # a file, and a part of its note
    ("lp", LP.format(sense="min", sections=Y + " x <= 5\nbin\n x\ngen\n y\n"), "x is binary, and its bounds go beyond"),
    (
        "mps",
        MPS.format(rhs=" R1 c 4\n R2 c 6\n", bounds=" UP B1 x 5\n"),
        "RHS has several vectors: 'R1', which is the f",
    ),
    (
        "mps",
        MPS.format(rhs=" c 4\n R2 c 6\n", bounds=" UP B1 x 5\n"),
        "the one without a name, which is the first, coun",
    ),
    (
        "mps",
        MPS.format(rhs="", bounds=" UP B1 x 5\n UP B2 x 3\n"),
        "'B1', which is the first, counts; line 15 and others",
    ),
    ("mps", MPS.format(rhs="", bounds=" UP B1 x 5\n UP B1 x 3\n"), "line 14: x has another bound on that side"),
    ("mps", MPS.format(rhs="", bounds=" BV B1 x\n FX B1 x 0\n"), "line 14: x has another bound on that side"),
    ("mps", "*SENSE:Maximize\n" + MPS.format(rhs="", bounds=" UP B1 x 5\n"), "OBJSENSE would maximise it"),
]
SILENT = [
    ("lp", LP.format(sense="min", sections=Y + " 0 <= x <= 1\nbin\n x\ngen\n y\n")),
    ("mps", MPS.format(rhs=" R1 c 4\n R1 u 6\n", bounds=" UP B1 x 5\n LO B1 x 2\n")),
    ("mps", MPS.format(rhs="", bounds=" BV B1 x\n UP B1 x 1\n LO B1 x 0\n")),
    ("mps", "*SENSE:Maximize\nOBJSENSE\n MAX\n" + MPS.format(rhs="", bounds=" UP B1 x 5\n")),
    ("mps", "*SENSE:Minimize\n" + MPS.format(rhs="", bounds=" UP B1 x 5\n")),
]


@pytest.mark.parametrize(("name", "text", "part"), NOTED)
def test_what_solvers_read_differently_is_noted(name, text, part):
    (note,) = file_format(name).load(text.encode()).notes
    assert part in note


@pytest.mark.parametrize(("name", "text"), SILENT)
def test_nothing_is_noted_of_what_all_read_alike(name, text):
    assert file_format(name).load(text.encode()).notes == ()


def random_lp(stream: random.Random) -> str:
    """Variables whose bounds and kinds are told in several sections, in any order."""
    names = ["x", "y", "z"][: stream.randint(2, 3)]
    rows = [
        f" r{number}: {' '.join(f'{stream.randint(-3, 3):+d} {name}' for name in names)} "
        f"{stream.choice(['<=', '>=', '='])} {stream.randint(-4, 6)}"
        for number in range(stream.randint(1, 2))
    ]
    bounds = [
        stream.choice(["{n} <= {b}", "{n} >= {a}", "{a} <= {n} <= {b}", "{n} = {b}", "-inf <= {n} <= {b}"]).format(
            n=name, a=stream.choice([0, 1, -1, -2, 0.5, 1.1]), b=stream.choice([0, 1, 2, 3, 1.9, 0.5])
        )
        for name in names * stream.randint(1, 2)
    ]
    binary = [name for name in names if stream.random() < 0.5]
    cut = stream.randint(0, len(bounds))
    sections = [
        ["bounds", *bounds[:cut]], ["bounds", *bounds[cut:]], ["binary", *binary],
        ["gen", *(name for name in names if name not in binary or stream.random() < 0.5)], ["semi"], ["sos2"],
    ]  # fmt: skip
    stream.shuffle(sections)
    first = ["bounds", *(f"-3 <= {name} <= 4" for name in names)]
    body = "\n ".join(word for section in [first, *sections] for word in ("\n" + section[0], *section[1:]))
    return f"{stream.choice(['min', 'max'])}\n 2 x - y\nst\n" + "\n".join(rows) + f"\n{body}\nend\n"


def random_mps(stream: random.Random) -> str:
    """Bounds of all kinds in any order, and often a second vector in a section."""
    rows = [(stream.choice("GLE"), f"r{number}") for number in range(2)]
    names = ["x", "y"]
    lines = ["NAME t", "ROWS", " N obj", *(f" {kind} {row}" for kind, row in rows), "COLUMNS", " m 'MARKER' 'INTORG'"]
    lines += [f" {name} {row} {stream.randint(-3, 3)}" for name in names for row in ("obj", "r0", "r1")]
    for section, values in (("RHS", (-3, 6)), ("RANGES", (-3, 3))):
        sets = ["A", "B"][: stream.randint(1, 2)] if section == "RHS" or stream.random() < 0.4 else []
        lines += [section, *(f" {each} {row} {stream.randint(*values)}" for each in sets for row in ("r0", "r1"))]
    lines += ["BOUNDS", *(f" {kind} A {name} {value}" for name in names for kind, value in (("LO", -3), ("UP", 4)))]
    for _ in range(stream.randint(0, 4)):
        kind = stream.choice(["UP", "LO", "FX", "BV", "MI", "FR", "LI", "UI"])
        value = stream.choice(["", " 7"]) if kind in ("BV", "MI", "FR") else f" {stream.choice([-2, -1, 0, 1, 2, 1.5])}"
        lines.append(f" {kind} {stream.choice('AAAB')} {stream.choice(names)}{value}")
    return "\n".join([*lines, "ENDATA", ""])


@pytest.mark.parametrize(("name", "make"), [("lp", random_lp), ("mps", random_mps)])
def test_random_sections_mean_what_a_plain_reader_makes_of_them(name, make):
    stream = random.Random(f"{sample_seed()} {name}")
    checked = 0
    for _ in range(50):
        text = make(stream)
        model = read_or_refuse(name, text.encode())
        if not isinstance(model, str):
            assert check_meaning(model, PLAIN[name](text)), text
            checked += 1
    assert checked > 20
