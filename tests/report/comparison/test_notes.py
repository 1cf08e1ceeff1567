"""Remarks that many runs share are made once, and none goes missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from report.comparison.findings.checks import checks
from report.comparison.notes import describe_answers, describe_engines, describe_group, group_by_text
from report.comparison.page import comparisons_html
from report.comparison.records import Run
from report.comparison.run_labels import describe_runs
from report.comparison.table import comparison_text
from tests.support.report_samples import CBC, CNF, CPSAT, DISAGREE, comparison

NOTE = "the same reason for everybody"
FORMULATIONS = ("merged", "reduced", "native")


def of_minimum(run: Run, formulation: str, press: int, cost: int = 3, note: str = NOTE) -> Run:
    """A run of the sample as one that found a minimum."""
    engine = run.engine if formulation == "native" else f"gf2+{run.engine}"
    changes = {"evidence": "cross-checked", "status": "optimal", "objective": cost, "answer": {"presses": [press]}}
    return replace(run, engine=engine, formulation=formulation, note=note, **changes)


RUNS = tuple(
    of_minimum(run, name, i) for i, (name, run) in enumerate((n, r) for n in FORMULATIONS for r in (CPSAT, CBC, CNF))
)
GRAPH = tuple(
    replace(CPSAT, backend=name, status="unsupported", verdict="none", evidence=None, answer=None, note="boards only")
    for name in ("polynomial", "spanish")
)
MANY = comparison("agree", *RUNS, *GRAPH, puzzle="lightsout", answers_differ=True)


def test_a_backend_is_named_once_and_with_its_formulations_where_some_are_missing() -> None:
    """`cnf` means all runs of cnf; two of three are named in parentheses."""
    assert describe_runs([*RUNS[:3], *RUNS[3:5], RUNS[6]], RUNS) == "cpsat, cbc (merged, reduced), cnf (merged)"
    assert describe_runs(RUNS[:1], RUNS[:1]) == "cpsat"


def test_everybody_is_all_runs_or_all_with_an_answer() -> None:
    """Short words are used only where they are true."""
    open_one = replace(CPSAT, backend="propagate", status="unknown", verdict="none", answer=None, note="left")
    ordered = sorted(RUNS, key=lambda run: run.total)
    assert describe_group(ordered, RUNS) == "all"
    assert describe_group(ordered, (*RUNS, open_one)) == "all with an answer"
    assert describe_group(ordered[:-1], RUNS).startswith("cpsat, ")


def test_equal_texts_are_grouped_in_their_order() -> None:
    """Every run with a text is in exactly one group, in the order of its first run."""
    groups = group_by_text(range(6), lambda n: "odd" if n % 2 else "" if n == 4 else "even")  # type: ignore[arg-type]
    assert groups == [("even", [0, 2]), ("odd", [1, 3, 5])]


@pytest.mark.parametrize("width", [80, 140])
def test_what_nine_runs_say_stands_there_once(width: int) -> None:
    """Note, refusal and answers take a line each, whoever says them."""
    text = comparison_text(MANY, False, width)
    assert text.count(NOTE) == 1
    assert f"note  all: {NOTE}" in text
    assert "not run  polynomial, spanish: boards only" in text
    assert "clauses  cnf: auto" in text
    assert "several solutions: 9 different answers from 9 runs, all of them with the minimum 3" in " ".join(
        text.split()
    )


def test_few_answers_are_told_with_who_gave_them() -> None:
    """Without a minimum to share, up to three groups are named; answers that cost more are counted apart."""
    assert describe_answers([CPSAT, replace(CBC, answer={"tents": [[5, 5]]}), CNF]) == (
        "verified answers differ (cpsat, cnf | cbc)"
    )
    dearer = of_minimum(CBC, "native", 99, cost=5)
    assert describe_answers([*RUNS[:2], replace(dearer, status="satisfied")]) == (
        "3 different answers from 3 runs, 2 of them with the minimum 3"
    )
    assert describe_answers([CPSAT, CNF]) == ""


def test_engines_of_one_library_stand_together() -> None:
    """Each engine once, those without a version last."""
    rows = [replace(CNF, engine="spanish", version=""), CNF, replace(CNF, engine="minicard"), CPSAT, CNF]
    assert describe_engines(rows) == "cadical195, minicard (1.9.5); cp-sat (9.15); spanish"


def test_cross_checked_minima_count_as_answers_that_were_checked() -> None:
    """An answer has passed the check if it breaks no rule, whatever else its verdict rests on; one that breaks a rule
    has not. Engines behind an elimination are not engines of their own."""
    texts = [check.text for check in checks(MANY)]
    assert "9 of 9 answers passed the check against the rules of the puzzle." in texts
    assert "3 different engines with a definite answer." in texts
    broken = replace(DISAGREE, runs=tuple(replace(r, evidence="verified") for r in DISAGREE.runs))
    assert "2 of 3 answers passed the check against the rules of the puzzle." in [c.text for c in checks(broken)]


def test_a_legend_is_told_only_with_its_column() -> None:
    """At 60 columns `derived` has to go, and so has its explanation."""
    runs = tuple(replace(run, derived=0.5, unique=True, bound=3.0) for run in RUNS)
    narrow, wide = (comparison_text(comparison("agree", *runs, puzzle="x"), False, width) for width in (60, 240))
    assert "more columns with -v: " in narrow
    assert "derived: the share" in wide
    assert "derived: the share" not in narrow


def test_the_page_says_it_once_too() -> None:
    """As the table does."""
    page = comparisons_html([MANY], "x")
    assert page.count(f": {NOTE}</li>") == 1
    assert "polynomial, spanish not run: boards only" in page


def test_encodings_that_all_runs_of_a_backend_share_are_told_below() -> None:
    """What differs is a column, what does not is a line: together they are all of it."""
    both = [replace(CNF, encoding=f"parity={name} linear=totalizer") for name in ("chain", "direct")]
    text = comparison_text(comparison("agree", *both, CPSAT), False, 200)
    assert "clauses  cnf: linear=totalizer" in text
    assert all(f" parity={name} " in text for name in ("chain", "direct"))
