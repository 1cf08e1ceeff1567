"""The table of tuned choices is read strictly; a finding takes the place of older lines where both reach."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backends.profile_table import (
    COLUMNS,
    ENCODING,
    PROFILE,
    ProfileError,
    TableFinding,
    TunedLine,
    merge_findings,
    reached_cells,
    read_table,
)

HEADER = "\t".join(COLUMNS)
MINISAT, GLUCOSE = {"solver": "minisat22"}, {"solver": "glucose42"}
AKARI = TunedLine(PROFILE, "cnf", "akari", 100, 400, MINISAT, 1.6, 2.29)
OTHERS = (
    replace(AKARI, puzzle="tents"),
    replace(AKARI, backend="hybrid:cnf"),
    replace(AKARI, smallest=401, largest=500),
    TunedLine(ENCODING, "cnf", "akari", 100, 400, {"solver": "cadical195", "cardinality": "ladder"}, None, 1.3),
    TunedLine(ENCODING, "cnf", "akari", 100, 400, {"solver": "cadical195", "at-most-one": "ladder"}, None, 1.3),
)


def table_text(*lines: TunedLine, comments: str = "# by whom\n") -> str:
    return "\n".join([comments + HEADER, *map(str, lines)]) + "\n"


# ---- reading ---------------------------------------------------------------------------------------------------


def test_a_table_is_read_as_it_is_written():
    line = TunedLine(PROFILE, "cpsat", "tents", 613, 2450, {"a": "0", "b": "0"}, 3.5, 2.25)
    assert read_table(f"# by whom\n{HEADER}\n# a remark\n{line}\n\n{AKARI}\n") == (line, AKARI)
    assert read_table(table_text(AKARI, *OTHERS)) == (AKARI, *OTHERS)
    assert [line.form for line in OTHERS] == ["", "", "", "cardinality", "at-most-one"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("backend\tpuzzle", "line 1: expected the columns choice, backend, puzzle, smallest, largest"),
        (f"# by whom\n{HEADER}\nprofile\tcpsat\ttents\t1\t9\ta=1\t2.0", "line 3: expected 8 fields"),
        (f"{HEADER}\nprofile\tcpsat\t\t1\t9\ta=1\t2.0\t2.0", "line 2: expected 8 fields"),
        (f"{HEADER}\nsolver\tcpsat\ttents\t1\t9\ta=1\t2.0\t2.0", "line 2: expected the choice profile or encoding"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t0\t9\ta=1\t2.0\t2.0", "line 2: expected cells from small to large.*0..9"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t10\t9\ta=1\t2.0\t2.0", "line 2: expected cells from small to large.*10..9"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t-9\ta=1\t2.0\t2.0", "line 2: expected cells"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t1e3\ta=1\t2.0\t2.0", "line 2: expected cells"),
        (f"{HEADER}\n\nprofile\tcpsat\ttents\t1\t9\ta\t2.0\t2.0", "line 3: expected key=value"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t9\ta=1 =2\t2.0\t2.0", "line 2: expected key=value"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t9\ta=1 a=2\t2.0\t2.0", "line 2: expected key=value"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t9\ta=1\tfast\t2.0", "line 2: expected two ratios"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t9\ta=1\t2.0\t-2.0", "line 2: expected two ratios"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t9\ta=1\tnan\t2.0", "line 2: expected two ratios"),
        (f"{HEADER}\nprofile\tcpsat\ttents\t1\t9\ta=1\t2.0\t-", "line 2: expected two ratios"),
        (f"{HEADER}\nencoding\tcnf\ttents\t1\t9\tno-form=ladder\t2.0\t2.0", "line 2: expected FORM=NAME"),
        (f"{HEADER}\nencoding\tcnf\ttents\t1\t9\tsolver=lingeling\t2.0\t2.0", "line 2: expected FORM=NAME"),
        (f"{HEADER}\nencoding\tcnf\ttents\t1\t9\tparity=a linear=b\t2.0\t2.0", "line 2: expected FORM=NAME"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(text, message):
    with pytest.raises(ProfileError, match=message):
        read_table(text)


@pytest.mark.parametrize(("smallest", "largest"), [(100, 400), (1, 100), (400, 401), (200, 300), (1, 1000)])
def test_two_lines_for_one_board_are_refused(smallest, largest):
    """Whichever parameters they have; a line of another choice, backend, puzzle or form may have the same boards."""
    other = replace(AKARI, smallest=smallest, largest=largest, parameters=GLUCOSE)
    with pytest.raises(ProfileError) as refused:
        read_table(table_text(AKARI, other), "mine.tsv")
    assert str(refused.value) == (
        f"mine.tsv, line 4: profile of cnf on akari for {smallest}..{largest} cells overlaps line 3, for 100..400; "
        "expected each board in one line"
    )


# ---- changing --------------------------------------------------------------------------------------------------


def faster(smallest: int, largest: int, parameters=GLUCOSE, **more) -> TableFinding:
    line = TunedLine(PROFILE, "cnf", "akari", smallest, largest, parameters, None, 1.5)
    return TableFinding(line.subject, smallest, largest, line, **more)


def merged(finding: TableFinding, *lines: TunedLine) -> tuple[tuple[TunedLine, ...], list[str]]:
    text, changes = merge_findings(table_text(*lines), [finding])
    return read_table(text), changes


def test_a_measurement_reaches_half_and_twice_as_many_cells():
    assert reached_cells(14_400, 14_400) == (7200, 28_800)
    assert reached_cells(1225, 2000) == (613, 4000)
    assert reached_cells(1, 1) == (1, 2)


def test_a_new_line_leaves_others_alone():
    table, changes = merged(faster(100, 400), *OTHERS)
    assert table == (*OTHERS, faster(100, 400).line)
    assert changes == ["new      profile cnf akari, 100..400 cells: solver=glucose42 (1.50 times as fast)"]


@pytest.mark.parametrize(
    ("new", "left"),
    [
        ((100, 400), []),
        ((50, 800), []),
        ((200, 300), [(100, 199)]),
        ((120, 190), [(191, 400)]),
        ((201, 399), [(100, 200)]),
        ((300, 800), [(100, 299)]),
        ((50, 100), [(101, 400)]),
        ((401, 800), [(100, 400)]),
    ],
)
def test_a_newer_finding_holds_where_it_reaches(new, left):
    """And the older line where it does not, if that may be where it was measured, here at 200 cells."""
    table, changes = merged(faster(*new), AKARI)
    assert sorted((line.smallest, line.largest) for line in table if line.parameters == MINISAT) == left
    assert [(line.smallest, line.largest) for line in table if line.parameters == GLUCOSE] == [new]
    cut = [change for change in changes if change.startswith("removed")]
    assert len(cut) == (new != (401, 800))
    assert len(changes) == 2 * len(cut) + len(left) if cut else len(changes) == 1


def test_a_line_over_several_others_takes_the_place_of_all():
    table, _ = merged(faster(150, 450), AKARI, replace(AKARI, smallest=401, largest=1600))
    assert [(line.smallest, line.largest, *line.parameters.values()) for line in table] == [
        (150, 450, "glucose42"), (451, 1600, "minisat22"),
    ]  # fmt: skip


def test_what_is_not_faster_goes_and_it_is_said():
    """Only what was tried, and what claims more than is possible; all where it is known that nothing is faster."""
    refuted = TableFinding(AKARI.subject, 50, 199, refuted=((MINISAT, 0.0),))
    table, changes = merged(refuted, AKARI, *OTHERS)
    assert table == (replace(AKARI, smallest=200), *OTHERS)
    assert changes == [
        "removed  profile cnf akari, 100..400 cells: solver=minisat22 (2.29 times as fast)",
        "left     profile cnf akari, 200..400 cells: solver=minisat22 (2.29 times as fast)",
    ]
    assert merged(replace(refuted, refuted=((MINISAT, 2.28),)), AKARI)[0] == table[:1]  # it claims 2.29
    for harmless in (((GLUCOSE, 0.0),), ((MINISAT, 2.3),), ()):
        assert merged(replace(refuted, refuted=harmless), AKARI) == ((AKARI,), [])
    assert merged(replace(refuted, largest=400, refuted=None), AKARI, *OTHERS)[0] == OTHERS


def test_the_same_finding_again_changes_nothing():
    text, _ = merge_findings("", [faster(100, 400, note="a campaign", measured=(200, 200))])
    assert merge_findings(text, [faster(100, 400, note="a campaign", measured=(200, 200))]) == (text, [])
    assert read_table(text) == (faster(100, 400).line,)


def test_comments_and_order_stay_and_notes_are_renewed():
    """A note says what was measured. One that settles nothing does not take the place of one that does."""
    text = f"# by whom\n# tried\tcnf\tx\n{HEADER}\n# on tents\n{OTHERS[0]}\n# on akari\n{AKARI}\n{OTHERS[1]}\n"
    new = faster(100, 400, note="24 boards,\n gain 1.5", measured=(200, 200))
    text, _ = merge_findings(text, [new])
    note = "# measured\tprofile\tcnf\takari\t-\t200..200\tfaster\t24 boards, gain 1.5"
    assert text.splitlines() == [
        "# by whom", "# tried\tcnf\tx", note, HEADER, "# on tents", str(OTHERS[0]), "# on akari", str(new.line),
        str(OTHERS[1]),
    ]  # fmt: skip
    unsettled = replace(new, line=None, note="two boards")
    text, changes = merge_findings(text, [unsettled, unsettled])
    assert changes == []
    assert [line for line in text.splitlines() if line.startswith("# measured")] == [
        note, note.replace("faster\t24 boards, gain 1.5", "open\ttwo boards"),
    ]  # fmt: skip
    text, _ = merge_findings(text, [replace(unsettled, refuted=None, note="all slower")])
    assert [line.split("\t")[6:] for line in text.splitlines() if line.startswith("# measured")] == [
        ["not faster", "all slower"]
    ]


def test_a_table_with_a_fault_is_not_changed():
    with pytest.raises(ProfileError, match="line 3: expected 8 fields"):
        merge_findings(f"# by whom\n{HEADER}\nprofile\n", [faster(1, 2)])
