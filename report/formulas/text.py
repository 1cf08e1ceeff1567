"""A model rule by rule in the terminal: the sentence, one row in words and symbols, what each solver gets for it.

4. row counts (cardinality row; 8 rows)
   row 3: exactly 2 of x1, x2, x3, x4
     x1 a tent at R4C1    x2 a tent at R4C2    ...

   CP-SAT       linear 2 <= x1 + x2 + x3 + x4 <= 2
   integer rows x1 + x2 + x3 + x4 = 2

   in clauses, by the encodings of cardinality rows
   encoding     new  clauses  literals  propagates  unique
   totalizer *    4       17        38  yes         not always

   totalizer *  (-y2 or y1) (-x2 or y1) (-x1 or y1) ...
                ... and 14 more clauses
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from report.boards import BOARD_LINES, board_lines
from report.formulas.global_text import global_lines
from report.formulas.notation import bounds_text
from report.formulas.records import Lowering, ModelFormulas, Rule
from report.formulas.text_lines import INDENT, fill_lines, label_lines, legend_lines, wrap_formula
from report.text_columns import TextColumn, copied_line, display_width, fit_columns, paint, render_table, wrap_text
from report.words import join_names, one_line, plural

TITLES = {
    "cpsat": "CP-SAT",
    "linear": "integer rows",
    "cnf": "clauses",
    "minicard": "MiniCard",
    "cryptominisat": "CryptoMiniSat",
    "maxsat": "MaxSAT",
}
LEGEND = (
    "-x1: not x1; y1, y2, ...: auxiliary variables of an encoding; z1, z2, ...: auxiliary integers; *: the default",
    "propagates: arc-consistent under unit propagation; unique: the auxiliary variables are functionally determined",
)
LINES = 3  # of one lowering, unless everything is to be printed


def formulas_text(
    model: ModelFormulas,
    colour: bool,
    width: int,
    everything: bool = False,
    most_board_lines: int = BOARD_LINES,
    names_flags: bool = True,
) -> str:
    """What `formulas` prints. everything: every formula; most_board_lines: of a board that is drawn;
    names_flags: is the reader on a command line?"""
    lines = [paint(f"{model.title}, formulation {model.formulation}: {_rule_count(model)}", "strong", colour)]
    lines.append(copied_line("id", model.id, width, names_flags=names_flags))
    lines += [copied_line("repeat", model.command, width), ""] if model.command else [""]
    rendered = model.colour if colour else model.plain
    _, board = board_lines(model.plain, rendered, width, most_board_lines, names_flags=names_flags)
    lines += [*board, ""] if model.plain else []
    lines += [*(line for sentence in LEGEND for line in wrap_formula(sentence, width)), ""]
    for rule in model.rules:
        lines += _rule(rule, colour, width, everything)
    lines += global_lines(model.global_rules, colour, width, None if everything else LINES)
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _rule_count(model: ModelFormulas) -> str:
    total = plural(model.rule_count, "rule")
    return total if len(model.rules) == model.rule_count else f"{len(model.rules)} of {total}"


def _rule(rule: Rule, colour: bool, width: int, everything: bool) -> list[str]:
    count = "" if rule.kind == "objective" else f" ({rule.kind}; {plural(rule.rows, 'row')})"
    head = f"{rule.number}. {one_line(rule.sentence)}"
    lines = [paint(head, "strong", colour) + paint(count, "dim", colour)]
    if display_width(head + count) > width:
        lines = [paint(line, "strong", colour) for line in wrap_text(head + count, width, INDENT)]
    if not rule.row_formulas:
        return [*lines, f"{INDENT}says nothing on this board", ""]
    most = None if everything else LINES
    row = "" if rule.row is None else f"row {rule.row}:"
    lines += label_lines(
        row, fill_lines(rule.row_formulas, len(rule.row_formulas), width - len(row) - 4, most), len(row)
    )
    if rule.simplest_formulas:
        label = "in simplest form:"
        simplest = fill_lines(rule.simplest_formulas, len(rule.simplest_formulas), width - len(label) - 4, most)
        lines += label_lines(label, simplest, len(label))
    lines += [*legend_lines(rule.names, rule.variables, width, None if everything else 2 * LINES), ""]
    plain = [each for each in rule.lowerings if not each.encoding]
    wide = max(len(TITLES[each.target]) for each in plain)
    for each in plain:
        lines += label_lines(TITLES[each.target], _lowering(each, width - wide - 4, most), wide)
    return [*lines, *_encodings(rule, colour, width, most), ""]


def _lowering(lowering: Lowering, room: int, most: int | None) -> list[str]:
    """The formulas, the new integers, what else is to be known."""
    note = one_line(lowering.note)
    if lowering.refused or not lowering.formulas:
        return wrap_formula(note or "nothing", room)
    lines = fill_lines(lowering.formulas, len(lowering.formulas) + lowering.omitted, room, most)
    new = [f"{bounds_text(name)}, integer" for name in lowering.new[:LINES]]
    return [*lines, *new, *(wrap_formula(f"-- {note}", room) if note else [])]


def _encodings(rule: Rule, colour: bool, width: int, most: int | None) -> list[str]:
    """The table of encodings, then the clauses of each."""
    encoded = [each for each in rule.lowerings if each.encoding]
    if not encoded:
        return []
    lines = ["", f"{INDENT}in clauses, by the encodings{rows_phrase(rule)}"]
    if "guarded" in rule.form:
        lines += wrap_formula("propagates: while the guard holds; else new variables are free", width, INDENT, INDENT)
    for note in dict.fromkeys(each.note for each in encoded if each.note and not each.refused):
        lines += wrap_formula(one_line(note), width, INDENT, INDENT)
    columns, gone = fit_columns(_columns(encoded), width - len(INDENT))
    lines += [INDENT + line for line in render_table(columns, colour)]
    lines += [f"{INDENT}(too wide for the terminal: {join_names(column.title for column in gone)})"] * bool(gone) + [""]
    wide = max(len(_encoding_label(each)) for each in encoded)
    for each in encoded:
        lowering = each if each.refused else replace(each, note="")
        lines += label_lines(_encoding_label(each), _lowering(lowering, width - wide - 4, most), wide)
    return lines


def rows_phrase(rule: Rule) -> str:
    """What is encoded: ` of guarded cardinality rows`."""
    form, _, guarded = rule.form.partition(", ")
    return "" if rule.kind == "objective" else f" of {guarded} {form} rows".replace("  ", " ")


def _encoding_label(lowering: Lowering) -> str:
    return f"{lowering.encoding} *" if lowering.automatic else lowering.encoding


def _columns(encoded: Sequence[Lowering]) -> list[TextColumn]:
    def numbers(field: str) -> list[str]:
        return ["-" if each.refused else f"{getattr(each, field):,}" for each in encoded]

    return [
        TextColumn("encoding", [_encoding_label(each) for each in encoded]),
        TextColumn("new", numbers("variables"), right=True),
        TextColumn("clauses", numbers("rows"), right=True),
        TextColumn("literals", numbers("literals"), right=True, drop=1),
        TextColumn("propagates", [_yes_no(each.propagates) for each in encoded]),
        TextColumn("unique", [_yes_no(each.unique) for each in encoded], drop=2),
    ]


def _yes_no(declared: bool | None) -> str:
    return "-" if declared is None else "yes" if declared else "not always"
