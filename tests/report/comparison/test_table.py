"""The table of a comparison in the terminal says what it must, at any width, with or without colour."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from report.comparison.findings.closing import closing_sentence
from report.comparison.findings.verdict import verdict_sentence
from report.comparison.legends import subject
from report.comparison.notes import describe_answers
from report.comparison.records import Comparison, DrawnBoard, Run
from report.comparison.run_labels import run_label
from report.comparison.run_order import fastest_run, ratio_to_fastest
from report.comparison.table import NOTE_LINES, comparison_text
from report.text_columns import display_width
from report.words import duration, one_line, quantity, ratio, time_unit
from rosetta.foundation.vocabulary import Ending
from tests.support import report_samples as samples
from tests.support.report_samples import (
    AGREE,
    CBC,
    CNF,
    CPSAT,
    DISAGREE,
    ENCODINGS,
    EVERY,
    INCOMPLETE,
    LONE,
    MINIMA,
    NASTY_ONE,
    SEVERAL,
    UNSOLVABLE,
    changed,
    comparison,
)
from tests.test_architecture import SOLVERS


def unwrapped(text: str) -> str:
    """The text with line breaks undone, to look for sentences."""
    return " ".join(text.split())


def test_the_table_looks_as_reviewed(golden: Callable[[str, str], None]) -> None:
    """The golden file shows one comparison that disagrees at 80 columns and one that agrees at 200."""
    golden("compare_table.txt", comparison_text(DISAGREE, False, 80) + "\n" + comparison_text(AGREE, False, 200))


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("sample", EVERY, ids=lambda c: c.verdict)
def test_without_colour_there_are_no_codes_and_tables_fit(sample: Comparison, width: int) -> None:
    """Plain text holds no escape code, and only what is there to be copied may be longer than the line."""
    text = comparison_text(sample, False, width)
    assert "\x1b" not in text
    assert "\x00" not in text
    copied = ("id ", "repeat ")
    assert all(display_width(line) <= width for line in text.splitlines() if not line.startswith(copied))


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("sample", EVERY, ids=lambda c: c.verdict)
def test_every_backend_the_command_and_the_verdict_are_told(sample: Comparison, width: int) -> None:
    """Nothing that was run or refused goes missing, and what came of it is the last word."""
    text = comparison_text(sample, False, width)
    assert all(run.backend in text for run in sample.runs)
    assert f"repeat  {sample.command}" in text
    assert unwrapped(text).endswith(unwrapped(closing_sentence(sample)))
    assert unwrapped(verdict_sentence(sample)) in unwrapped(text)


def test_colour_only_adds_codes() -> None:
    """Without its codes the coloured text is the plain one."""
    import re

    coloured = comparison_text(DISAGREE, True, 120)
    stripped = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines()]
    assert "\x1b[" in coloured
    assert stripped == comparison_text(DISAGREE, False, 120).splitlines()


def test_a_wrong_answer_is_loud_and_first() -> None:
    """It heads the table, is marked `!`, and every rule that it breaks is named."""
    text = comparison_text(DISAGREE, False, 100)
    assert text.index("! walksat") < text.index("+ cpsat")
    broken = [rule for run in DISAGREE.runs for rule in run.broken]
    assert len(broken) == 2
    assert all(rule in text for rule in broken)


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        (AGREE, "agree: 3 engines (cp-sat, CBC, cadical195) found verified solutions"),
        (UNSOLVABLE, "agree: 2 engines (cp-sat, cadical195) say that there is no solution (proved)"),
        (
            MINIMA,
            "agree: 2 engines (cp-sat, CBC) found verified solutions with the minimum 12 "
            "(engines of different kinds agree); 1 engine (cadical195) found a verified solution with the objective 15",
        ),
        (
            INCOMPLETE,
            "incomplete: no definite answer; 1 ended without an answer (highs); "
            "1 did not start within the budget (cbc); 1 ended with an error (maxsat); 1 not run",
        ),
        (
            comparison(
                "incomplete",
                CPSAT,
                changed(samples.UNKNOWN, backend="walksat", complete=False, note="budget", ended=Ending.NOT_STARTED),
            ),
            "incomplete: 1 engine (cp-sat) found a verified solution; 1 did not start within the budget (walksat)",
        ),
        (
            comparison("incomplete", CPSAT, changed(samples.UNKNOWN, backend="walksat", complete=False)),
            "incomplete: 1 engine (cp-sat) found a verified solution; walksat left it open, being incomplete; "
            "no second engine to compare with",
        ),
        (
            comparison("incomplete", CPSAT),
            "incomplete: 1 engine (cp-sat) found a verified solution; no second engine to compare with",
        ),
        (
            comparison("incomplete", samples.no_solution(CNF, "claimed", "unproved")),
            "incomplete: 1 engine (cadical195) says that there is no solution (the claim of one kind of engine); "
            "no second engine to compare with",
        ),
        (
            comparison("disagree", CPSAT, samples.no_solution(CNF, None, "wrong")),
            "disagree: WRONG answer from cnf: says that there is no solution, against a verified answer; "
            "1 engine (cp-sat) found a verified solution",
        ),
        (comparison("incomplete"), "incomplete: nothing was run"),
    ],
    ids=lambda value: value.verdict if isinstance(value, Comparison) else "",
)
def test_the_verdict_in_words(sample: Comparison, expected: str) -> None:
    assert verdict_sentence(sample) == expected


@pytest.mark.parametrize("width", [80, 160])
def test_what_runs_used_is_shown_on_request(width: int) -> None:
    """CPU, memory and start, each with its unit; a dash where nothing is known."""
    text = comparison_text(AGREE, False, width, resources=True)
    plain = comparison_text(AGREE, False, width)
    assert "peak MB" in text
    assert "peak MB" not in plain
    (line,) = [line for line in text.splitlines() if line.startswith("+ cpsat") and "101" in line]
    assert line.split()[-3:] == ["0.03", "101", "0.40"]
    assert any(line.split()[-3:] == ["-", "-", "-"] for line in text.splitlines() if line.startswith("+ cbc"))
    assert all(display_width(line) <= width for line in text.splitlines() if not line.startswith(("id ", "repeat ")))


def test_several_solutions_and_uniqueness_are_told() -> None:
    """Answers that differ are no contradiction: they are named apart, and the column `unique` is there."""
    text = comparison_text(SEVERAL, False, 160)
    assert f"several solutions: {describe_answers(SEVERAL.runs)}" in text
    assert "unique" in text
    assert "unique" not in comparison_text(AGREE, False, 160, names_flags=False)


def test_choices_are_columns_only_where_they_tell_something() -> None:
    assert "encoding" not in comparison_text(AGREE, False, 160)
    text = comparison_text(ENCODINGS, False, 80)
    assert "ladder" in text
    assert "pairwise" in text
    assert [run_label(run, ENCODINGS.runs) for run in ENCODINGS.runs] == ["cpsat", "cnf (ladder)", "cnf (pairwise)"]


def test_the_ratio_compares_only_runs_that_answered_the_same_question() -> None:
    """A run that only found some solution is not compared with one that proved the minimum."""
    best = fastest_run(MINIMA.runs)
    assert best is not None
    assert best.backend == "cpsat"
    ratios = [ratio_to_fastest(run, best) for run in MINIMA.runs]
    assert ratios[0] == 1
    assert ratios[1] == pytest.approx(CBC.total / CPSAT.total)
    assert ratios[2] is None


def test_what_is_left_out_is_named() -> None:
    assert "with -v: bound, literals, conflicts, nodes, engine" in unwrapped(comparison_text(AGREE, False, 80))
    assert "more columns" not in comparison_text(AGREE, False, 200)
    everything = comparison_text(AGREE, False, 80, everything=True)
    assert "more columns" not in everything
    assert all(title in everything for title in ("evidence", "conflicts", "nodes", "engine", "decode", "verify"))


def test_foreign_text_cannot_drive_the_terminal() -> None:
    """Notes come from solvers and files: codes, line breaks and NULs do not get through."""
    text = comparison_text(NASTY_ONE, False, 200)
    assert 'note  cpsat: said <b>"5 < 6 & 7"</b> [31m </script><script>alert(1)</script> naïve 漢字' in text
    assert one_line("a\nb\x1b[2J\udc80c") == "a b [2J c"


def test_the_seed_is_told_once() -> None:
    assert subject(AGREE) == "tents 30x30, generated, seed 0"
    assert subject(comparison("agree", source="generated, seed 0")) == "tents 30x30, generated, seed 0"
    assert subject(comparison("agree", source="from x.txt", seed=None)) == "tents 30x30, from x.txt"


def test_numbers_are_readable() -> None:
    assert [quantity(n) for n in (0, 999, 1000, 12345, 999_999, 1_234_567)] == [
        "0", "999", "1.00 k", "12.3 k", "1.00 M", "1.23 M",
    ]  # fmt: skip
    assert [duration(t) for t in (0.0004, 0.0312, 0.9999, 1.234, 12.34, 125)] == [
        "0.4 ms", "31 ms", "1.00 s", "1.23 s", "12.3 s", "2 min 5 s",
    ]  # fmt: skip
    assert [ratio(x) for x in (1, 1.001, 1.72, 6.31, 130.2)] == ["1x", "1x", "1.72x", "6.3x", "130x"]
    assert [time_unit(0.5).text(t) for t in (0, 0.0123)] == ["-", "12.3"]
    assert time_unit(10.0).text(0.0123) == "0.012"


def refused_by(text: str) -> Run:
    return changed(samples.REFUSED, backend=text, note=text)


def hostile(text: str) -> Comparison:
    """Every name and every remark is the text."""
    runs = [
        changed(run, backend=text, engine=text, version=text, formulation=text + str(i % 2), encoding=f"{text}={i}")
        for i, run in enumerate((CPSAT, CBC, CNF, samples.WRONG, samples.UNKNOWN))
    ]
    boards = (DrawnBoard(text, text, text, ""), DrawnBoard("x", "T A\nA T", "T A\nA T", ""))
    noted = [changed(run, note=text, broken=(text,) if run.broken else ()) for run in runs]
    return comparison("disagree", *noted, refused_by(text), id=text, command=text, source=text, boards=boards)


HOSTILE = st.one_of(
    st.text(st.characters(), min_size=1, max_size=2000),
    st.text("ab 漢字\t\n\x1b\u0301\u202e", min_size=1, max_size=400),
    st.sampled_from(["x" * 5000, "漢" * 700, "a b " * 900, "", " "]),
)


@pytest.mark.sample(0.125)
@settings(max_examples=60, deadline=None)
@given(HOSTILE, st.integers(60, 200), st.booleans())
def test_no_line_is_longer_than_the_terminal(text: str, width: int, everything: bool) -> None:
    """Whatever names, remarks and files are called. What is to be copied may take three lines of the terminal."""
    shown = comparison_text(hostile(text), False, width, resources=True, everything=everything)
    for line in shown.splitlines():
        copied = line.startswith(("id ", "repeat ")) and "characters: --json" not in line
        assert display_width(line) <= (3 if copied else 1) * width, line


@pytest.mark.sample(36)
@pytest.mark.parametrize("width", range(60, 201))
def test_no_line_of_a_usual_comparison_is_longer_than_the_terminal(width: int) -> None:
    for sample in (*EVERY, MANY_REMARKS):
        lines = comparison_text(sample, False, width, resources=True).splitlines()
        assert all(display_width(line) <= width for line in lines if not line.startswith(("id ", "repeat ")))


MANY_REMARKS = comparison(
    "agree", *(changed(CPSAT, backend=f"solver{i}", note=f"remark {i}: {'word ' * i}") for i in range(20))
)


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_there_are_at_most_ten_lines_of_notes_and_the_others_are_counted(width: int) -> None:
    """The fastest is always named; with everything, every remark is there."""
    lines = comparison_text(MANY_REMARKS, False, width).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("fastest"))
    notes = lines[first : lines.index("", first)]
    assert len(notes) <= NOTE_LINES
    shown = sum(line.startswith("note ") for line in notes)
    assert f"{22 - 1 - shown} more notes with -v (" in notes[-1]
    everything = comparison_text(MANY_REMARKS, False, width, everything=True)
    assert all(f"remark {i}:" in everything for i in range(20))
    assert "more notes" not in everything


def test_what_was_changed_is_named_and_nothing_else() -> None:
    """Of many encodings the column names the one that a run has for itself; the others are told once, below."""
    base = "exactly-one=bitwise at-most-one=pairwise cardinality=totalizer"
    words = ["exactly-one=ladder", "at-most-one=ladder", "cardinality=adder", "cardinality=totalizer"]
    runs = [
        changed(
            CNF, encoding=" ".join(word if word.split("=")[0] == part.split("=")[0] else part for part in base.split())
        )
        for word in words
    ]
    text = comparison_text(comparison("agree", CPSAT, *runs), False, 100)
    column = [line.split()[2] for line in text.splitlines() if line.startswith("+ cnf")]
    assert column == ["exactly-one=ladder", "at-most-one=ladder", "cardinality=adder", "default"]
    assert f"clauses  cnf: {base}" in text


def test_the_start_that_no_time_counts_is_told() -> None:
    assert "not counted: 400 ms in all to start the solvers" in comparison_text(AGREE, False, 100)
    assert "compile loops" not in comparison_text(AGREE, False, 100)
    compiled = unwrapped(comparison_text(replace(AGREE, compiled=True), False, 100))
    assert "to start the solvers, import libraries and compile loops (once)" in compiled
    assert "not counted" not in comparison_text(AGREE, False, 100, resources=True)


def test_what_all_runs_say_makes_room_for_what_they_do_not() -> None:
    """One status and one verdict of all are a line below, where sizes or times did not fit; one that differs stays."""
    runs = [changed(CNF, encoding=f"cardinality={name}") for name in ("totalizer", "adder", "binary")]
    narrow = comparison_text(comparison("agree", *runs), False, 80)
    assert "every run: satisfied, correct" in narrow
    assert "verdict" not in narrow
    assert "every run:" not in comparison_text(comparison("agree", *runs), False, 200)
    mixed = comparison_text(comparison("agree", *runs, samples.UNKNOWN), False, 80)
    assert "every run:" not in mixed
    assert "status" in mixed


def test_times_have_one_unit_and_equal_ones_are_no_column() -> None:
    """Where most are quick and one ran into its limit, milliseconds still tell the quick ones apart."""
    assert time_unit(9.9, 0.002).text(0.0023) == "2.3"
    assert time_unit(9.9, 0.5).text(0.5) == "0.500"
    header = next(line for line in comparison_text(AGREE, False, 200).splitlines() if line.startswith("  backend"))
    assert "build" not in header
    assert "in every run build 2.1, decode 0.1 to 0.4, verify 0.5" in comparison_text(AGREE, False, 200)
    order = ["backend", "status", "verdict", "total", "ratio", "solve", "load", "lower", "vars"]
    assert [title for title in header.split() if title in order] == order


def test_a_run_that_was_not_timed_does_not_break_anything() -> None:
    idle = changed(CPSAT, seconds={})
    assert "cpsat" in comparison_text(comparison("incomplete", idle), False, 80)


def test_importing_the_reports_imports_no_library_but_numpy() -> None:
    """Start-up time: the table, the JSON and the progress line cost the standard library and numpy only."""
    code = (
        "import sys, report.comparison.table, report.progress, report.comparison.page\n"
        f"heavy = {SOLVERS | {'backends.contract', 'models.neutral.model'}!r} & set(sys.modules)\n"
        "print(sorted(heavy))"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"


def test_a_lone_claim_has_a_mark_and_the_legend_says_what_it_means() -> None:
    """However narrow: a checked optimum has none; the evidence, where there is room, says it in words."""
    for width in (80, 200):
        text = comparison_text(LONE, False, width)
        assert re.search(r"\+ cpsat .* optimal\? ", text)
        assert " yes?" in text
        assert "?: the claim of one kind of engine" in " ".join(text.split())
        assert "with the minimum 12 (the claim of one kind of engine)" in " ".join(text.split())
        assert "(cp-sat) says that there is no other (the claim of one kind of engine)" in " ".join(text.split())
        assert "?" not in comparison_text(MINIMA, False, width)
    assert "verified, optimal claimed, unique claimed" in comparison_text(LONE, False, 200)
    assert "verified, optimal cross-checked" in comparison_text(MINIMA, False, 200)
