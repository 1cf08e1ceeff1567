"""CP-SAT's own format as text: what `CpModel.export_to_file("model.pb.txt")` writes, and its solver reads.

    # two of three hold                                                     a comment
    variables { name: "x_0" domain: 0 domain: 1 }
    constraints { bool_or { literals: 0 literals: -2 } }                    x - 1 for x, -x for not x
    constraints { enforcement_literal: 3 linear { vars: 0 coeffs: 2 domain: 1 domain: 4 } }
    objective { vars: 0 coeffs: 2 offset: 5 }                               scaling_factor: -0.25 to maximise a quarter

Which constraint a row becomes is decided in `backends.loading.cp_proto`, which hands models over as bytes; a test
compares the two. OR-Tools is not needed to write the file.
(ortools/sat/cp_model.proto; the text format of protocol buffers)
"""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import FileFormat, WriteOptions
from backends.formats.text.number_text import Text, digits, repeat_text
from backends.formats.text.row_text import PIECE, ascii_comments, interleave_lines, join_columns, pieces
from backends.formats.text.variable_names import names, variable_table
from backends.formats.written_objective import KEPT, objective_comments
from backends.loading.cp_constraints import references
from backends.loading.cp_proto import coefficients, constraint_of, terms
from backends.lowering.canonical import canonical_rules
from models.neutral import Block, Form, Model
from models.neutral.forms import row_forms
from rosetta.foundation.limits import TooLarge


def write(model: Model, file: BinaryIO, how: WriteOptions) -> None:
    """The model as the text of a CpModelProto. Raises TooLarge."""
    size = sum(len(block.rows.literals) for block in model.blocks)
    if size > how.limits.literals:
        raise TooLarge(f"cpsat: {size:,} literals, the budget is {how.limits.literals:,}")
    labels = names(model)
    file.write(ascii_comments("#", how.heading))
    file.writelines(variable_table(model, how.name_of, "#", labels))
    for first in range(1, model.variables + 1, PIECE):
        some = slice(first, first + PIECE)
        domain = _field("domain", model.lower[some]), _field("domain", model.upper[some])
        file.write(interleave_lines((None, join_columns('variables { name: "', labels[some], '"', *domain, " }\n"))))
    last = ""
    for block in model.blocks if how.as_stated else canonical_rules(model).blocks:
        if block.sentence != last:
            file.write(ascii_comments("# rule:", [block.sentence]))
            last = block.sentence
        for form, mask in row_forms(block).items():
            _write_rows(form, block if mask.all() else block.take(mask), file)
    _write_objective(model, how, file)


def _write_rows(form: Form, block: Block, file: BinaryIO) -> None:
    kind = constraint_of(form, block.when is not None)
    starts, lengths = block.rows.starts, block.rows.lengths
    literals = references(block.rows.literals)
    if kind == "bool_xor":  # it demands an odd number; for an even one, negate the first literal
        first = starts[:-1][block.lo == 0]
        literals[first] = ~literals[first]
    columns, signed, moved = terms(block.rows.literals, coefficients(block))
    constant_part = block.rows.sums(moved)
    for a, b in pieces(starts):
        here, counts = slice(starts[a], starts[b]), lengths[a:b]
        guard = () if block.when is None else (_field("enforcement_literal", references(block.when[a:b])),)
        heads = join_columns(repeat_text("constraints {", b - a), *guard, f" {kind} {{")
        if kind == "linear":
            lo, hi = block.lo[a:b] - constant_part[a:b], block.hi[a:b] - constant_part[a:b]
            tails = join_columns(_field("domain", lo), _field("domain", hi), " } }\n")
            lists = (counts, _field("vars", columns[here])), (counts, _field("coeffs", signed[here]))
            file.write(interleave_lines((None, heads), *lists, (None, tails)))
        else:
            tails = repeat_text(" } }\n", b - a)
            file.write(interleave_lines((None, heads), (counts, _field("literals", literals[here])), (None, tails)))


def _write_objective(model: Model, how: WriteOptions, file: BinaryIO) -> None:
    """The author's objective is scaling_factor * (sum + offset)."""
    if model.objective is None:
        return
    sense = model.objective.sense
    columns, signed, moved = terms(model.objective.literals, model.objective.coefs)
    file.write(objective_comments("#", model, KEPT, how.source, sense.sign < 0))
    file.write(b"objective {")
    file.write(interleave_lines((None, _field("vars", columns))) + interleave_lines((None, _field("coeffs", signed))))
    offset = int(moved.sum()) + sense.sign * sense.divisor * sense.constant
    scaling = f" scaling_factor: {sense.sign / sense.divisor:.17g}" if sense.sign < sense.divisor else ""
    file.write(f" offset: {float(offset):.17g}{scaling} }}\n".encode())


def _field(name: str, values: NDArray[np.integer[Any]]) -> Text:
    return join_columns(f" {name}: ", digits(values))


FORMAT = FileFormat("cpsat", "CP-SAT text", "pb.txt", write)
