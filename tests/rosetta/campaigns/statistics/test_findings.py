"""From a campaign's rows to the table of tuned choices: what is faster gets a line, what is not loses it."""

from __future__ import annotations

import numpy as np
import pytest

from backends.profile_table import ENCODING, PROFILE, TunedLine
from rosetta.campaigns.results.frames import frame_from_rows
from rosetta.campaigns.statistics.findings import table_findings
from rosetta.campaigns.statistics.tuning import tuning_choices
from tests.rosetta.campaigns.statistics.made_up import made_up_row

MINISAT = {"solver": "minisat22"}


def rows_of(
    factors: dict[str, float], *, sides=(10,), column: str = "settings", instances: int = 24, seed: int = 0, **fixed
) -> list[dict]:
    """Rows of `cnf` on Akari boards with several choices, "" for the default. column: settings or encoding."""
    rng = np.random.default_rng(seed)
    rows = []
    for side in sides:
        for i in range(instances):
            difficulty = np.exp(rng.normal(0, 1))
            for name, factor in factors.items():
                seconds = 0.2 * difficulty * factor * np.exp(rng.normal(0, 0.1))
                row = made_up_row("akari", f"{(i * 7919) % 10007:05}-{side}", f"cnf {name}", 0, seconds, 10.0)
                row |= {
                    "backend": "cnf",
                    "encoding": "auto",
                    "formulation": "default",
                    "size": side**2,
                    "cell": f"{rng.integers(1 << 60):x}",
                }
                row |= {column: name} if name else {}
                rows.append({**row, **fixed})
    return rows  # fmt: skip


def findings_of(*rows: list[dict]):
    lines = tuning_choices(frame_from_rows([row for part in rows for row in part]))
    return table_findings(lines, {"here": "a machine, 2 cores"})


def test_faster_parameters_become_a_line_for_boards_of_about_these_sizes():
    """With the solver that was measured, and a note of the evidence."""
    (finding,), left_out = findings_of(rows_of({"": 1.0, "phases=positive": 0.5}, sides=(9, 10)))
    line = finding.line
    assert left_out == []
    assert (line.subject, line.smallest, line.largest) == ((PROFILE, "cnf", "akari", ""), 41, 200)
    assert line.parameters == {"solver": "cadical195", "phases": "positive"}
    assert (line.tuning, finding.measured) == (None, (81, 100))
    assert 1.9 < line.validation < 2.1
    for word in (
        "phases=positive",
        "gain 2.0",
        "48 boards",
        "change",
        "limit 10 s",
        "0 of 96 runs contended",
        "a machine, 2 cores",
    ):
        assert word in finding.note


def test_what_is_not_faster_is_refuted_by_name():
    """Slower ones; of those that are neither, what is beyond the interval of the gain."""
    slower, _ = findings_of(rows_of({"": 1.0, "solver=minisat22": 1.5, "phases=positive": 2.0}))
    assert slower[0].line is None
    assert slower[0].refuted == (({"solver": "cadical195", "phases": "positive"}, 0.0), (MINISAT, 0.0))
    equal, _ = findings_of(rows_of({"": 1.0, "solver=minisat22": 1.0}))
    ((parameters, most),) = equal[0].refuted
    assert (parameters, equal[0].verdict) == (MINISAT, "open")
    assert 1.0 < most < 1.15
    few, _ = findings_of(rows_of({"": 1.0, "solver=minisat22": 0.8}, instances=4))
    assert (few[0].line, few[0].verdict) == (None, "open")
    assert few[0].refuted[0][1] > 1.2


def test_each_class_of_sizes_reaches_as_far_as_it_is_the_nearest():
    """Faster at 60x60 and 120x120, slower at 200x200; between two sizes, in the ratio of cells, is the limit."""
    gain, loss = {"": 1.0, "solver=minisat22": 0.5}, {"": 1.0, "solver=minisat22": 2.0}
    findings, _ = findings_of(rows_of(gain, sides=(60, 120)), rows_of(loss, sides=(200,)))
    assert [(each.smallest, each.largest) for each in findings] == [(1800, 7199), (7200, 23_999), (24_000, 80_000)]
    assert [each.verdict for each in findings] == ["faster", "faster", "not faster"]
    assert findings[1].line.largest == 23_999


def test_an_encoding_of_a_form_becomes_a_line():
    """Several forms at once, or beside other parameters than the default ones, do not."""
    choices = {
        "": 1.0,
        "cardinality=binary": 0.5,
        "cardinality=totalizer": 1.0,
        "at-most-one=ladder,cardinality=binary": 0.4,
    }
    findings, left_out = findings_of(
        [row | {"encoding": row["encoding"] or "auto"} for row in rows_of(choices, column="encoding")],
        rows_of({"cardinality=totalizer": 0.3}, column="encoding", settings="solver=minisat22"),
        rows_of({"": 1.0}, settings="solver=minisat22"),
    )  # fmt: skip
    lines = [finding.line for finding in findings if finding.line]
    (line,) = [line for line in lines if line.choice == ENCODING]
    assert line.subject == (ENCODING, "cnf", "akari", "cardinality")
    assert line.parameters == {"solver": "cadical195", "cardinality": "binary"}
    assert any("several forms at once" in reason for reason in left_out)
    assert any("not against the default alone" in reason for reason in left_out)


def test_auto_by_the_rows_alone_takes_lines_away():
    (finding,), _ = findings_of(rows_of({"": 1.0, "cardinality=auto": 0.5}, column="encoding"))
    binary = TunedLine(ENCODING, "cnf", "akari", 60, 90, {"solver": "cadical195", "cardinality": "binary"}, None, 1.3)
    assert finding.line is None
    assert finding.refutes(binary)


def test_what_auto_took_anyway_is_no_other_choice():
    """So a line of the table, which `auto` takes, is not refuted by being as fast as itself."""
    rows = rows_of({"": 1.0, "cardinality=totalizer": 1.0, "cardinality=binary": 1.5}, column="encoding")
    for row in rows:
        row["encodings_used"] = f"cardinality={row['encoding'].partition('=')[2] or 'totalizer'}"
    (finding,), _ = findings_of(rows)
    assert finding.refuted == (({"solver": "cadical195", "cardinality": "binary"}, 0.0),)


@pytest.mark.parametrize(
    ("fixed", "reason"),
    [
        ({"backend": "cnf:glucose42"}, "the solver that cnf has by itself"),
        ({"backend": "nobody"}, "no registered backend"),
        ({"threads": 4}, "not against the default alone (4 threads)"),
        ({"encoding": "cardinality=binary"}, "not against the default alone (default, encoding cardinality=binary)"),
    ],
)
def test_other_configurations_are_evidence_for_no_line(fixed, reason):
    """It is said why."""
    findings, left_out = findings_of(rows_of({"": 1.0, "phases=positive": 0.5}, **fixed))
    assert findings == []
    assert len(left_out) == 1
    assert reason in left_out[0] or reason.replace("(4", "(default, 4") in left_out[0]


@pytest.mark.parametrize(("name", "reason"), [("speed=high", "no parameter 'speed'"), ("tuned", "does not record")])
def test_parameters_that_nobody_has_are_left_out(name, reason):
    rows = rows_of({"": 1.0, name: 0.5}, column="profile" if name == "tuned" else "settings")
    findings, left_out = findings_of([row | {"profile": row["profile"] or "default"} for row in rows])
    assert findings == []
    assert reason in left_out[0]


def test_what_is_slower_in_a_formulation_is_not_faster():
    """The table does not know them. If one of two settles nothing, the other one counts, with the gain of both."""
    gain, loss = {"": 1.0, "solver=minisat22": 0.5}, {"": 1.0, "solver=minisat22": 2.0}
    (finding,), left_out = findings_of(rows_of(gain), rows_of(loss, formulation="runs"))
    assert (finding.line, finding.refuted) == (None, ((MINISAT, 0.0),) * 2)
    assert "differ by formulation" in left_out[0]
    even = {"": 1.0, "solver=minisat22": 1.0}
    (finding,), _ = findings_of(rows_of(gain), rows_of(even, formulation="runs", instances=6))
    assert finding.line.parameters == MINISAT
    assert 1.6 < finding.line.validation < 1.85
