"""One cell in the terminal: what was asked and what came of it, the drawn board, the others on the same board.

    cell 3f2a91...: cnf, tuned, on tents 8 --seed 3

    result   WRONG: the answer breaks a rule
    time     41 ms: build 1.0 ms, lower 24 ms, ...
    ...
    repeat   rosetta bench rerun 3f2a91 --store tents.db

A row has the columns of a campaign's results (`columns.py` of the campaigns), None where something is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from report.comparison.boards import boards_text
from report.comparison.records import STEPS, Claims, DrawnBoard
from report.text_columns import TextColumn, cut_columns, fit_columns, paint, render_table, wrap_text
from report.words import duration, join_names, one_line, plural, quantity
from rosetta.foundation.vocabulary import Ending, ResultClass

STYLES = {ResultClass.WRONG: "bad", ResultClass.CRASH: "bad", ResultClass.SOLVED: "good"}
_LABEL = 9  # columns before what a line says
_MOST_BROKEN = 5


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell to be shown. row: judged; board: WHAT and its options, as on a command line; note: what contradicts or
    supports it; broken: the rules that its answers break; stats: of the search; alike: the judged rows of the same
    board, this one among them; boards: drawn; commands: what repeats it, by what they do;
    attempts: all of them, in their order; proofs: of what is claimed of the board, in words."""

    row: Mapping[str, Any]
    board: str
    note: str
    claims: Claims
    broken: Sequence[str]
    stats: Mapping[str, float]
    alike: Sequence[Mapping[str, Any]]
    boards: Sequence[DrawnBoard]
    commands: Mapping[str, str]
    attempts: Sequence[Mapping[str, Any]] = ()
    proofs: Sequence[str] = ()


def cell_text(cell: ShownCell, colour: bool, width: int, most_board_lines: int) -> str:
    """All of it. most_board_lines: of a board that is drawn."""
    row = cell.row
    head = f"cell {row['cell']}: {row['configuration']}, on {cell.board}"
    lines = [paint(line, "strong", colour) for line in wrap_text(one_line(head), width)]
    lines += ["", *boards_text(cell.boards, colour, width, most_board_lines)]
    for number, (label, text) in enumerate(_facts(cell)):
        wrapped = wrap_text(f"{label:<{_LABEL}}{one_line(text)}", width, " " * _LABEL)
        lines += [paint(line, STYLES.get(row["result"], "doubt") if number == 0 else "", colour) for line in wrapped]
    if len(cell.alike) > 1:
        lines += ["", *_table(cell, colour, width)]
    for number, step in enumerate((row["log"] or "").splitlines()):
        lines += ["", "log"] * (number == 0) + wrap_text(f"  {one_line(step)}", width, " " * _LABEL)
    lines += ["", *(f"{label:<{_LABEL}}{one_line(command)}" for label, command in cell.commands.items())]
    return "\n".join(lines) + "\n"


def _facts(cell: ShownCell) -> Iterator[tuple[str, str]]:
    """What is known of it: a label and a sentence each; the result first."""
    row = cell.row
    believed = join_names(filter(None, (row["verdict"], row["evidence"])))
    yield (
        "result",
        f"{'WRONG' if row['result'] == ResultClass.WRONG else row['result']} ({believed}): {_describe_claim(row)}",
    )
    for rule in cell.broken[:_MOST_BROKEN]:
        yield "breaks", rule
    if len(cell.broken) > _MOST_BROKEN:
        yield "", f"and {plural(len(cell.broken) - _MOST_BROKEN, 'more rule')}"
    if cell.note:
        yield "judge", cell.note
    claims = {"no better one": cell.claims.optimal, "no other" if row["is_unique"] else "another": cell.claims.unique}
    said = [f"{what}: {evidence}" for what, evidence in claims.items() if evidence]
    if said:
        yield "claims", join_names(said)
    for proof in cell.proofs:
        yield "proof", proof
    if row["note"]:
        yield "says", row["note"]
    yield "solver", _describe_solver(row)
    yield "time", _describe_time(row)
    yield "memory", f"{_amount(row['peak_mb'])} MB of {_amount(row['limit_mb'])}"
    if row["variables"]:
        yield "model", join_names(f"{quantity(int(row[name]))} {name}" for name in ("variables", "rows", "literals"))
    if cell.stats:
        yield "search", join_names(f"{name} {_amount(value)}" for name, value in cell.stats.items())
    yield "ran", _describe_place(row)
    for attempt in cell.attempts:
        if attempt["attempt"] != row["attempt"]:
            yield "other", _describe_attempt(attempt)


def _describe_claim(row: Mapping[str, Any]) -> str:
    """What the solver claims, and what ended it."""
    parts = [row["status"]]
    parts += [f"objective {_amount(row['objective'])}"] if row["objective"] is not None else []
    parts += [f"bound {_amount(row['bound'])}"] if row["bound"] is not None else []
    parts += [f"ended by {row['ended']}"] if row["ended"] not in (Ending.ANSWERED, row["status"]) else []
    return join_names(parts)


def _describe_solver(row: Mapping[str, Any]) -> str:
    version = f" ({row['version']})" if row["version"] else ""
    parts = [
        f"{row['engine'] or row['backend']}{version}",
        plural(int(row["threads"]), "thread"),
        f"seed {row['seed']}",
    ]
    parts += ["variables and rows shuffled"] if row["shuffled"] else []
    parts += [f"symmetry {row['symmetry']} of the board"] if row["symmetry"] else []
    parts += [f"encodings {row['encodings_used']}"] if row["encodings_used"] else []
    return join_names(parts)


def _describe_time(row: Mapping[str, Any]) -> str:
    """The time and its steps; then what is measured apart from it."""
    steps = [f"{step} {duration(row[f'{step}_s'])}" for step in STEPS if row[f"{step}_s"]]
    others = {"solver start-up": "startup_s", "whole cell": "wall_s", "CPU time": "cpu_s"}
    apart = [f"{name} {duration(row[key])}" for name, key in others.items() if row[key] is not None]
    total = "not known" if row["total_s"] is None else duration(row["total_s"])
    within = f"{total} of {row['limit_s']:g} s ({join_names(steps) or 'no steps'})"
    return "; ".join(filter(None, (within, join_names(apart))))


def _describe_place(row: Mapping[str, Any]) -> str:
    parts = [f"attempt {row['attempt']}"]
    parts += [f"{name} {row[key]}" for name, key in (("at", "started"), ("on", "host"), ("by", "worker")) if row[key]]
    parts += [f"load {row['load']:.1f}"] if row["load"] is not None else []
    parts += ["contended: other processes took processor time"] if row["contended"] else []
    parts += ["not all of its processes could be accounted for"] if row["reliable"] == 0 else []
    return join_names(parts)


def _describe_attempt(attempt: Mapping[str, Any]) -> str:
    """Another attempt than the one that counts."""
    parts = [f"attempt {attempt['attempt']}: {attempt['why'] or 'not ended'}"]
    parts += [] if attempt["total_s"] is None else [duration(attempt["total_s"])]
    parts += [f"{name} {attempt[key]}" for name, key in (("at", "started"), ("on", "host")) if attempt[key]]
    parts += ["contended: other processes took processor time"] if attempt["contended"] else []
    return join_names(parts)


def _table(cell: ShownCell, colour: bool, width: int) -> list[str]:
    """All rows of the same board, the quickest first, those that are wrong before them."""
    rows = sorted(cell.alike, key=_place_in_table)
    marks = [">" if row["cell"] == cell.row["cell"] else " " for row in rows]
    styles = ["bad" if row["result"] == ResultClass.WRONG else "" for row in rows]
    times = ["" if row["total_s"] is None else duration(row["total_s"]) for row in rows]
    objectives = ["" if row["objective"] is None else _amount(row["objective"]) for row in rows]
    names = [f"{mark} {row['configuration']}" for mark, row in zip(marks, rows, strict=True)]
    columns = [
        TextColumn("  on the same board", names, styles=styles),
        TextColumn("result", [row["result"] for row in rows], styles=styles),
        TextColumn("status", [row["status"] for row in rows], drop=1),
        TextColumn("evidence", [row["evidence"] or "" for row in rows], drop=2),
        *([TextColumn("objective", objectives, right=True, drop=3)] if any(objectives) else []),
        TextColumn("total", times, right=True),
        TextColumn("seed", [str(row["seed"]) for row in rows], right=True, drop=4),
        TextColumn("cell", [row["cell"][:8] for row in rows], drop=5),
    ]
    return render_table(cut_columns(fit_columns(columns, width)[0], width), colour)


def _place_in_table(row: Mapping[str, Any]) -> tuple[bool, bool, float]:
    solved = row["result"] == ResultClass.SOLVED
    return row["result"] != ResultClass.WRONG, not solved, row["total_s"] or 0.0


def _amount(value: float | None) -> str:
    """A number as it is read: whole, or three digits; - where it is not known."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if float(value).is_integer() or abs(value) >= 1000 else f"{value:.3g}"
