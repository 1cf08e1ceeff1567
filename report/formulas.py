"""A model rule by rule in the terminal: the sentence, one row in words and symbols, what each solver gets for it.

4. row counts                                                  (cardinality row; 8 rows)
row 3: exactly 2 of x1, x2, x3, ...
  x1 a tent at (3,0)    x2 a tent at (3,1)    ...

CP-SAT         linear 2 <= x1 + x2 + x3 <= 2
integer rows   x1 + x2 + x3 = 2
MiniCard       at most 2 of x1, x2, x3 ...

clauses for a row of the form cardinality
  encoding     new  clauses  literals  propagates  unique
  pairwise *     0        4         9  yes         yes
pairwise       (x1 or x2) (-x1 or -x2) ... and 14 more clauses
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from report.columns import Column, paint, rendered
from report.lowerings import Clause, Formula, Lowering, Name, Rule, Shown
from report.notation import TEXT
from report.words import one_line, plural

TITLES = {
    "cpsat": "CP-SAT",
    "linear": "integer rows",
    "cnf": "clauses",
    "minicard": "MiniCard",
    "cryptominisat": "CryptoMiniSat",
    "maxsat": "MaxSAT",
}
MEANT = "-x1: not x1; y1, y2, ...: new variables of an encoding; z1, z2, ...: new integers; *: taken by itself"
LINES = 3  # of one lowering, unless everything is asked for
INDENT = "   "


def formulas_text(shown: Shown, colour: bool, width: int, everything: bool = False) -> str:
    """What `formulas` prints."""
    lines = [paint(f"{shown.title}, formulation {shown.formulation}: {_rules(shown)}", "strong", colour)]
    lines += [f"id      {_short(shown.id)}", *([f"repeat  {one_line(shown.command)}"] if shown.command else []), ""]
    board = shown.colour if colour else shown.plain
    lines += [*board.splitlines(), ""] if board else []
    lines += [*textwrap.wrap(MEANT, width), ""]
    for rule in shown.rules:
        lines += _rule(rule, colour, width, everything)
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _rules(shown: Shown) -> str:
    told = plural(shown.of, "rule")
    return told if len(shown.rules) == shown.of else f"{len(shown.rules)} of {told}"


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= 200 else f"{text[:60]}... ({len(text)} characters)"


def _rule(rule: Rule, colour: bool, width: int, everything: bool) -> list[str]:
    count = "" if rule.kind == "objective" else f" ({rule.kind}; {plural(rule.rows, 'row')})"
    lines = [paint(f"{rule.number}. {one_line(rule.sentence)}", "strong", colour) + paint(count, "dim", colour)]
    if not rule.stated:
        return [*lines, f"{INDENT}says nothing on this board", ""]
    most = None if everything else LINES
    row = "" if rule.row is None else f"row {rule.row}:"
    lines += _labelled(row, _filled(rule.stated, len(rule.stated), width - len(row) - 4, most), len(row))
    if rule.simplest:
        told = "in simplest form:"
        simplest = _filled(rule.simplest, len(rule.simplest), width - len(told) - 4, most)
        lines += _labelled(told, simplest, len(told))
    lines += [*_legend(rule.names, width, None if everything else 2 * LINES), ""]
    plain = [each for each in rule.lowerings if not each.encoding]
    wide = max(len(TITLES[each.target]) for each in plain)
    for each in plain:
        lines += _labelled(TITLES[each.target], _lowering(each, width - wide - 4, most), wide)
    return [*lines, *_encodings(rule, colour, width, most), ""]


def _labelled(label: str, lines: Sequence[str], wide: int) -> list[str]:
    """The label, and the lines in a column behind it."""
    first = f"{INDENT}{label:<{wide}} " if label else INDENT
    return [first + lines[0], *(" " * len(first) + line for line in lines[1:])]


def _legend(names: Sequence[Name], width: int, most: int | None) -> list[str]:
    """What the variables stand for, in columns."""
    texts = [f"{TEXT.name(name.symbol)} {one_line(name.words)}{_values(name)}" for name in names]
    wide, indent = max(map(len, texts), default=0) + 3, INDENT + "  "
    across = max((width - len(indent) + 3) // wide, 1)
    lines = ["".join(text.ljust(wide) for text in texts[i : i + across]) for i in range(0, len(texts), across)]
    if most is not None and len(lines) > most:
        lines = [*lines[: most - 1], f"... and {len(texts) - (most - 1) * across} more variables"]
    if across > 1:
        return [indent + line for line in lines]
    return [folded for line in lines for folded in _wrapped(line.rstrip(), width, indent, indent + "  ")]


def _values(name: Name) -> str:
    return "" if name.bounds is None else f", {name.bounds[0]}..{name.bounds[1]}"


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _lowering(lowering: Lowering, room: int, most: int | None) -> list[str]:
    """The formulas, the new integers, what else is to be known."""
    note = one_line(lowering.note)
    if lowering.refused or not lowering.formulas:
        return _wrapped(note or "nothing", room)
    lines = _filled(lowering.formulas, len(lowering.formulas) + lowering.omitted, room, most)
    new = [f"{TEXT.bounds(name)}, integer" for name in lowering.new[:LINES]]
    return [*lines, *new, *(_wrapped(f"-- {note}", room) if note else [])]


def _filled(formulas: Sequence[Formula], total: int, room: int, most: int | None) -> list[str]:
    """Formulas one after the other, none broken where it fits on a line; clauses share lines, since their brackets keep
    them apart. At most so many lines, and then how many formulas were left out."""
    lines: list[str] = []
    shown = 0
    for formula in formulas:
        text, clause = TEXT.formula(formula), isinstance(formula, Clause)
        if clause and lines and lines[-1].endswith(")") and len(lines[-1]) + 1 + len(text) <= room:
            lines[-1] += f" {text}"
        else:
            folded = _wrapped(text, room, rest="  ")
            if most is not None and lines and len(lines) + len(folded) > most:
                break
            if most is not None and len(folded) > 2 * most:
                folded = [*folded[:most], f"  ... in all {len(text):,} characters"]
            lines += folded
        shown += 1
    if shown < total:
        lines.append(f"... and {plural(total - shown, f'more {_what(formulas[0])}')}".replace(" 1 more", " one more"))
    return lines


def _what(formula: Formula) -> str:
    return "clause" if isinstance(formula, Clause) else "row"


def _encodings(rule: Rule, colour: bool, width: int, most: int | None) -> list[str]:
    """The table of encodings, then the clauses of each."""
    encoded = [each for each in rule.lowerings if each.encoding]
    if not encoded:
        return []
    form = "" if rule.kind == "objective" else f" of a row of the form {rule.form}"
    lines = ["", f"{INDENT}in clauses, by the encodings{form}"]
    for note in dict.fromkeys(each.note for each in encoded if each.note and not each.refused):
        lines += _wrapped(one_line(note), width, INDENT, INDENT)
    lines += [INDENT + line for line in rendered(_columns(encoded), colour)] + [""]
    wide = max(len(_named(each)) for each in encoded)
    for each in encoded:
        told = each if each.refused else replace(each, note="")
        lines += _labelled(_named(each), _lowering(told, width - wide - 4, most), wide)
    return lines


def _named(lowering: Lowering) -> str:
    return f"{lowering.encoding} *" if lowering.automatic else lowering.encoding


def _columns(encoded: Sequence[Lowering]) -> list[Column]:
    def numbers(field: str) -> list[str]:
        return ["-" if each.refused else f"{getattr(each, field):,}" for each in encoded]

    return [
        Column("encoding", [_named(each) for each in encoded]),
        Column("new", numbers("variables"), right=True),
        Column("clauses", numbers("rows"), right=True),
        Column("literals", numbers("literals"), right=True),
        Column("propagates fully", [_yes(each.propagates) for each in encoded]),
        Column("extends uniquely", [_yes(each.unique) for each in encoded]),
    ]


def _yes(declared: bool | None) -> str:
    return "-" if declared is None else "yes" if declared else "not always"
