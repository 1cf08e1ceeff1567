"""Lines of formulas in the terminal: none broken where it fits, and what variables stand for, in columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from report.formulas.notation import formula_text, symbol_text
from report.formulas.records import Clause, Formula, VariableName
from report.words import one_line, plural

INDENT = "   "
TERM = re.compile(r"(?<=\d) (?=[xyz(])")  # the blank in `2 x1`


def label_lines(label: str, lines: Sequence[str], wide: int) -> list[str]:
    """The label, and the lines in a column behind it."""
    first = f"{INDENT}{label:<{wide}} " if label else INDENT
    return [first + lines[0], *(" " * len(first) + line for line in lines[1:])]


def legend_lines(
    names: Sequence[VariableName], total: int, width: int, most: int | None, indent: str = INDENT + "  "
) -> list[str]:
    """What the variables stand for, in columns; where there are too many, integers are kept first."""
    wide = max((len(_variable_text(name)) for name in names), default=0) + 3
    across = max((width - len(indent) + 3) // wide, 1)
    if most is not None and len(names) > most * across:
        names = _integers_first(names, (most - 1) * across)
    texts = [_variable_text(name) for name in names]
    lines = ["".join(text.ljust(wide) for text in texts[i : i + across]) for i in range(0, len(texts), across)]
    lines += [f"... and {total - len(texts)} more variables"] * (len(texts) < total)
    if across > 1:
        return [indent + line for line in lines]
    return [folded for line in lines for folded in wrap_formula(line.rstrip(), width, indent, indent + "  ")]


def _variable_text(name: VariableName) -> str:
    return f"{symbol_text(name.symbol)} {one_line(name.words)}{_values(name)}"


def _integers_first(names: Sequence[VariableName], most: int) -> list[VariableName]:
    """So many of the names, in their order: a row that counts Booleans is often about its one integer, which comes
    last."""
    chosen = sorted(range(len(names)), key=lambda i: (names[i].bounds is None, i))[:most]
    return [names[i] for i in sorted(chosen)]


def _values(name: VariableName) -> str:
    return "" if name.bounds is None else f", {name.bounds[0]}..{name.bounds[1]}"


def wrap_formula(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Lines of text; a coefficient stays with its variable."""
    bound = TERM.sub("\0", text)
    lines = textwrap.wrap(bound, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def fill_lines(formulas: Sequence[Formula], total: int, room: int, most: int | None) -> list[str]:
    """Formulas one after the other, none broken where it fits on a line; clauses share lines, since their brackets keep
    them apart. At most so many lines, and then how many formulas were left out."""
    lines: list[str] = []
    placed = 0
    for formula in formulas:
        text, clause = formula_text(formula), isinstance(formula, Clause)
        if clause and lines and lines[-1].endswith(")") and len(lines[-1]) + 1 + len(text) <= room:
            lines[-1] += f" {text}"
        else:
            folded = _fold_formula(text, room, most)
            if most is not None and lines and len(lines) + len(folded) > most:
                break
            lines += folded
        placed += 1
    if placed < total:
        lines.append(
            f"... and {plural(total - placed, f'more {_formula_noun(formulas[0])}')}".replace(" 1 more", " one more")
        )
    return lines


def _fold_formula(text: str, room: int, most: int | None) -> list[str]:
    """The formula on lines; of a long one the beginning and the end."""
    lines = wrap_formula(text, room, rest="  ")
    if most is None or len(lines) <= most:
        return lines
    end = text[len(text) - room + 8 :]
    return [*lines[: most - 1], f"  ... {end[end.index(' ') + 1 :]}"]


def _formula_noun(formula: Formula) -> str:
    return "clause" if isinstance(formula, Clause) else "row"
