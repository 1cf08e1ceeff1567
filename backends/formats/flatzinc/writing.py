"""FlatZinc: what MiniZinc is compiled to and constraint solvers read (`fzn-gecode`, `minizinc --solver ..`).

    % two of three hold                                         a comment
    var bool: x_0 :: output_var;
    var 0..1: extra_1;                                          x_0 as a number, if a sum needs it
    constraint bool2int(x_0,extra_1);
    constraint bool_clause([x_0,x_1],[x_2]);                    x_0 or x_1 or not x_2
    constraint array_bool_xor([x_0,x_1,true]);                  an odd number hold, so an even number of x_0, x_1
    constraint int_lin_le([-1,-1],[extra_1,extra_2],-1);        a sum; >= with all signs reversed
    constraint int_lin_eq([2,-1],[extra_1,objective],-5);       the value of the objective
    solve minimize objective;                                   or maximize, as its author states it
(Nethercote, Stuckey, Becket, Brand, Duck & Tack 2007: MiniZinc; the FlatZinc builtins of the MiniZinc handbook)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.contract import Size, Unsupported
from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.text.mixed_rules import MixedRule, split_rules
from backends.formats.text.number_text import Text, digits, repeat_text
from backends.formats.text.row_text import (
    PIECE,
    ascii_comments,
    choose_words,
    interleave_lines,
    is_last_term,
    join_columns,
    pieces,
    words,
)
from backends.formats.text.variable_names import names_with_extra, variable_table
from backends.formats.written_objective import WrittenObjective, objective_comments, own_numbers
from backends.lowering.linear import LinearProgram
from models.neutral import Model, Rows
from models.neutral.rows import concatenated_ranges

Column: TypeAlias = NDArray[np.int64]
COMMA = ("", ",")


@dataclass(frozen=True, slots=True, eq=False)
class FlatZincRules:
    """A model as it will be written. rules: in order; added: the upper bounds of the integers that rows need."""

    model: Model
    rules: list[MixedRule]
    added: Column

    @property
    def size(self) -> Size:
        """Variables, rows and literals, without those that turn Booleans into numbers."""
        rows = literals = 0
        for rule in self.rules:
            linear = rule.clauses or rule.parity
            rows += len(rule.program.table.lo) if rule.program is not None else len(linear or ())
            literals += len(rule.program.table.coefs if rule.program is not None else linear.literals if linear else ())
        return Size(self.model.variables + len(self.added), rows, literals)

    def check_magnitudes(self, largest: int, solver: str) -> None:
        """Raise Unsupported if a number in the file is larger than those that the solver computes with."""
        columns: list[NDArray[Any]] = [self.model.lower, self.model.upper, self.added]
        for rule in self.rules:
            if rule.program is not None:
                bounds = np.concatenate(rule.program.bounds)
                columns += [rule.program.table.coefs, bounds[np.isfinite(bounds)]]
        most = max(max(int(column.max(initial=0)), -int(column.min(initial=0))) for column in columns)
        if self.model.objective is not None:
            objective = own_numbers(self.model, fractions=False)
            ends = objective.constant, *_objective_range(self.model), *objective.coefs.tolist()
            most = max(most, *map(abs, ends))
        if most > largest:
            raise Unsupported(f"a coefficient or bound of {most:,}; {solver} may have {largest:,} at most")


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as FlatZinc. `extra_i` is the number of Boolean variable i, or an integer that a row needs."""
    write_lowered(lower_rules(model, how), file, how)


def lower_rules(model: Model, how: WriteOptions) -> FlatZincRules:
    """What will be written. Raises TooLarge."""
    return FlatZincRules(model, *split_rules(model, how))


def write_lowered(lowered: FlatZincRules, file: BinaryIO, how: WriteOptions) -> None:
    """The model as FlatZinc, of which the rules are lowered."""
    model, rules, added = lowered.model, lowered.rules, lowered.added
    labels = names_with_extra(model, model.variables + len(added))
    own, extra = labels[: model.variables + 1], labels[model.variables + 1 :]
    counted = np.vstack([own[:1], extra])  # the names in sums: of a Boolean, that of its 0..1 integer
    counted[1 : model.variables + 1][model.integer[1:]] = own[1:][model.integer[1:]]
    file.write(ascii_comments("%", how.heading))
    file.writelines(variable_table(model, how.name_of, "%", own))
    summed = _summed_booleans(model, rules)
    _write_variables(model, own, counted, summed, added, file)
    for rule in rules:
        file.write(ascii_comments("% rule:", [rule.sentence]))
        if rule.clauses is not None:
            _write_clauses(rule.clauses, own, file)
        elif rule.parity is not None and rule.odd is not None:
            _write_parities(rule.parity, rule.odd, own, file)
        elif rule.program is not None:
            _write_sums(rule, rule.program, model, counted, file)
    _write_objective(model, counted, how, file)


def _summed_booleans(model: Model, rules: list[MixedRule]) -> Column:
    """The Booleans that occur in some sum."""
    used = np.zeros(model.variables + 1, np.bool_)
    for rule in rules:
        if rule.program is not None:
            columns = rule.program.table.columns
            used[columns[columns < model.variables] + 1] = True
    if model.objective is not None:
        used[np.abs(model.objective.literals)] = True
    return np.flatnonzero(used & ~model.integer)


def _write_variables(model: Model, own: Text, counted: Text, summed: Column, added: Column, file: BinaryIO) -> None:
    """Declarations come before all constraints."""
    for first in range(1, model.variables + 1, PIECE):
        here = np.arange(first, min(first + PIECE, model.variables + 1))
        boolean = here[~model.integer[here]]
        file.write(interleave_lines((None, join_columns("var bool: ", own[boolean], " :: output_var;\n"))))
        integer = here[model.integer[here]]
        lower, upper = digits(model.lower[integer]), digits(model.upper[integer])
        file.write(
            interleave_lines((None, join_columns("var ", lower, "..", upper, ": ", own[integer], " :: output_var;\n")))
        )
    for first in range(0, len(summed), PIECE):
        file.write(interleave_lines((None, join_columns("var 0..1: ", counted[summed[first : first + PIECE]], ";\n"))))
    behind = counted[model.variables + 1 :]
    file.write(interleave_lines((None, join_columns("var 0..", digits(added)[:, 1:], ": ", behind, ";\n"))))
    if model.objective is not None:
        low, high = _objective_range(model)
        file.write(f"var {low}..{high}: objective :: output_var;\n".encode())
    for first in range(0, len(summed), PIECE):
        here = summed[first : first + PIECE]
        file.write(
            interleave_lines((None, join_columns("constraint bool2int(", own[here], ",", counted[here], ");\n")))
        )


def _write_clauses(rows: Rows, own: Text, file: BinaryIO) -> None:
    """Positive literals in the first list, negative ones in the second."""
    for first, last in pieces(rows.starts):
        literals = rows.literals[rows.starts[first] : rows.starts[last]]
        owner = np.repeat(np.arange(last - first), rows.lengths[first:last])
        lists = []
        for sign in (literals > 0, literals < 0):
            counts = np.bincount(owner[sign], minlength=last - first)
            lists.append((counts, _comma_separated(own[np.abs(literals[sign])], counts)))
        count = last - first
        heads, middle, tails = (repeat_text(text, count) for text in ("constraint bool_clause([", "],[", "]);\n"))
        file.write(interleave_lines((None, heads), lists[0], (None, middle), lists[1], (None, tails)))


def _write_parities(rows: Rows, odd: Column, own: Text, file: BinaryIO) -> None:
    """not x is x xor true; where the rest must be even, `true` is added."""
    negated = rows.sums((rows.literals < 0).astype(np.int64))
    for first, last in pieces(rows.starts):
        here = slice(rows.starts[first], rows.starts[last])
        counts = rows.lengths[first:last]
        more = (odd[first:last] + negated[first:last]) % 2 == 0
        ends = np.where(more, 1 + (counts > 0), 0)  # without a comma where nothing stands before
        heads = repeat_text("constraint array_bool_xor([", last - first)
        terms = _comma_separated(own[np.abs(rows.literals[here])], counts)
        tails = words(["]);\n", "true]);\n", ",true]);\n"])[ends]
        file.write(interleave_lines((None, heads), (counts, terms), (None, tails)))


def _write_sums(rule: MixedRule, program: LinearProgram, model: Model, counted: Text, file: BinaryIO) -> None:
    """lo <= sum <= hi: an equation, or one or two inequalities."""
    (lo, hi), starts = program.bounds, program.starts
    equal = lo == hi
    rows = np.concatenate([np.flatnonzero(equal | np.isfinite(hi)), np.flatnonzero(~equal & np.isfinite(lo))])
    negated = np.arange(len(rows)) >= (equal | np.isfinite(hi)).sum()
    order = np.argsort(rows, kind="stable")
    rows, negated = rows[order], negated[order]
    bounds = np.where(negated, -lo[rows], hi[rows]).astype(np.int64)
    lengths = np.diff(starts)[rows]
    for first, last in pieces(np.concatenate([[0], np.cumsum(lengths)])):
        here, counts = rows[first:last], lengths[first:last]
        entries = concatenated_ranges(starts[here], counts)
        coefs = program.table.coefs[entries] * np.where(np.repeat(negated[first:last], counts), -1, 1)
        names = counted[rule.variables(program.table.columns[entries], model)]
        heads = join_columns("constraint ", words(["int_lin_le([", "int_lin_eq(["])[equal[here].astype(np.int64)])
        middle = repeat_text("],[", last - first)
        tails = join_columns("],", digits(bounds[first:last]), ");\n")
        lists = (counts, _comma_separated(digits(coefs), counts)), (counts, _comma_separated(names, counts))
        file.write(interleave_lines((None, heads), lists[0], (None, middle), lists[1], (None, tails)))


def _comma_separated(items: Text, counts: Column) -> Text:
    """The texts with a comma after each but the last of its row."""
    return np.hstack([items, choose_words(is_last_term(counts), *COMMA)])


def objective_of(model: Model) -> WrittenObjective:
    """It is kept, or a multiple of it in whole numbers: there are no others here."""
    return WrittenObjective(Fraction(own_numbers(model, fractions=False).factor))


def _objective_range(model: Model) -> tuple[int, int]:
    """The least and the largest value of the objective."""
    numbers = own_numbers(model, fractions=False)
    used = np.flatnonzero(numbers.coefs)
    coefs = numbers.coefs[used].astype(object)  # a product may be beyond 64 bits
    ends = coefs * model.lower[used], coefs * model.upper[used]
    return sum(np.minimum(*ends)) + numbers.constant, sum(np.maximum(*ends)) + numbers.constant


def _write_objective(model: Model, counted: Text, how: WriteOptions, file: BinaryIO) -> None:
    if model.objective is None:
        file.write(b"solve satisfy;\n")
        return
    numbers = own_numbers(model, fractions=False)
    file.write(objective_comments("%", model, objective_of(model), how.source, numbers.is_maximised))
    used = np.flatnonzero(numbers.coefs)
    coefs = interleave_lines((None, join_columns(numbers.texts(used), ",")))
    names = interleave_lines((None, join_columns(counted[used], ",")))
    paid, verb = -numbers.constant, b"maximize" if numbers.is_maximised else b"minimize"
    file.write(b"constraint int_lin_eq([%s-1],[%sobjective],%d);\nsolve %s objective;\n" % (coefs, names, paid, verb))


FORMAT = FileFormat("fzn", "FlatZinc", "fzn", write, objective_of=objective_of)
