"""Global rules in the terminal: each formulation with its size and its strength, and one of its rows.

rule 'each row has each digit': all_different, 9 rows with 81 numbers; taken as it is by cpsat
formulation  new  rows  clauses  linear  CP-SAT  finds              unique
values *       0    81    2,997      81      81  weaker             yes

values *     each value at most once
             exactly 1 of x1, x2, x3
               x1 R1C1 is 1    x2 R1C2 is 1
"""

from __future__ import annotations

from collections.abc import Sequence

from report.formulas.records import GlobalFormulas, StatedRule, StatedSize
from report.formulas.text_lines import INDENT, fill_lines, label_lines, legend_lines
from report.text_columns import TextColumn, fit_columns, paint, render_table, wrap_text
from report.words import join_names, one_line

LEGEND = (
    "Global rules, alone and whole: new variables and rows of each formulation, and what these become; *: the default; "
    "finds: what unit propagation on the clauses finds; unique: the new variables are functionally determined"
)
SHOWN = {"rows": "rows", "cnf": "clauses", "linear": "linear rows", "cpsat": "CP-SAT"}


def global_lines(rules: Sequence[GlobalFormulas], colour: bool, width: int, most: int | None) -> list[str]:
    """The lines for all global rules; most: lines of a row, None for all."""
    if not rules:
        return []
    lines = [*wrap_text(LEGEND, width), ""]
    for rule in rules:
        lines += [*_head_lines(rule, colour, width), *_table_lines(rule, colour, width), ""]
        wide = max(len(_label(each)) for each in rule.formulations)
        for each in rule.formulations:
            lines += label_lines(_label(each), _example_lines(each, width - wide - 4, most), wide)
        lines.append("")
    return [line.rstrip() for line in lines]


def _head_lines(rule: GlobalFormulas, colour: bool, width: int) -> list[str]:
    native = f"; taken as it is by {join_names(rule.native)}" if rule.native else ""
    head = f"{one_line(rule.sentence)} ({rule.kind}: {rule.extent}; stated by '{rule.by}'{native})"
    return [paint(line, "strong", colour) for line in wrap_text(head, width, INDENT)]


def _label(stated: StatedRule) -> str:
    return f"{stated.name} *" if stated.default else stated.name


def _table_lines(rule: GlobalFormulas, colour: bool, width: int) -> list[str]:
    """The table of formulations, and why some were not measured."""
    sizes = [{size.target: size for size in each.sizes} for each in rule.formulations]

    def column(target: str, name: str = "rows") -> list[str]:
        return [_number(own.get(target), name) for own in sizes]

    columns = [
        TextColumn("formulation", [_label(each) for each in rule.formulations]),
        TextColumn("new", column("rows", "variables"), right=True),
        *(TextColumn(title, column(target), right=True, drop=target != "rows") for target, title in SHOWN.items()),
        TextColumn("finds", [each.strength for each in rule.formulations]),
        TextColumn("unique", ["yes" if each.unique else "no" for each in rule.formulations], drop=2),
    ]
    fitting, gone = fit_columns(columns, width - len(INDENT))
    lines = [INDENT + line for line in render_table(fitting, colour)]
    lines += [f"{INDENT}(too wide for the terminal: {join_names(column.title for column in gone)})"] * bool(gone)
    for each in rule.formulations:
        notes = dict.fromkeys(size.note for size in each.sizes if size.note)
        lines += [INDENT + line for note in notes for line in wrap_text(f"{each.name}: {one_line(note)}", width - 3)]
    return lines


def _number(size: StatedSize | None, name: str) -> str:
    return "-" if size is None or size.note else f"{getattr(size, name):,}"


def _example_lines(stated: StatedRule, room: int, most: int | None) -> list[str]:
    """What it says, and one of its rows with its variables."""
    says = f"{stated.says} ({stated.source})" if stated.source else stated.says
    lines = wrap_text(says, room)
    if stated.example:
        lines += fill_lines(stated.example, len(stated.example), room, most)
        lines += legend_lines(stated.names, len(stated.names), room, None if most is None else most, indent="  ")
    return lines
