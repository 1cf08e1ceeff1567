"""CP-SAT's own format as text: what `CpModel.export_to_file("model.pb.txt")` writes, and its solver reads.

    # two of three hold                                                     a comment
    variables { name: "x_0" domain: 0 domain: 1 }
    constraints { bool_or { literals: 0 literals: -2 } }                    x - 1 for x, -x for not x
    constraints { enforcement_literal: 3 linear { vars: 0 coeffs: 2 domain: 1 domain: 4 } }
    objective { vars: 0 coeffs: 2 offset: 5 }

Which constraint says a row is decided where models are handed over as bytes (`loading.cp_proto`); a test holds the two
against each other. Nothing of OR-Tools is needed to write it.
(ortools/sat/cp_model.proto; the text format of protocol buffers)
"""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from algebra.limits import TooLarge
from backends.formats.contract import FileFormat, How
from backends.formats.text.naming import names, table
from backends.formats.text.number_columns import Text, constant, digits
from backends.formats.text.row_text import PIECE, ascii_comments, pieces, side_by_side, woven
from backends.loading.cp_proto import coefficients, constraint_of, references, terms
from backends.passes.canonical import canonical
from models.neutral import Block, Form, Model
from models.neutral.forms import row_forms


def write(model: Model, file: BinaryIO, how: How) -> None:
    """The model as the text of a CpModelProto. Raises TooLarge."""
    size = sum(len(block.rows.literals) for block in model.blocks)
    if size > how.limits.literals:
        raise TooLarge(f"cpsat: {size:,} literals, the budget is {how.limits.literals:,}")
    called = names(model)
    file.write(ascii_comments("#", how.heading))
    file.writelines(table(model, how.name_of, "#", called))
    for first in range(1, model.variables + 1, PIECE):
        some = slice(first, first + PIECE)
        domain = _field("domain", model.lower[some]), _field("domain", model.upper[some])
        file.write(woven((None, side_by_side('variables { name: "', called[some], '"', *domain, " }\n"))))
    last = ""
    for block in canonical(model).blocks:
        if block.sentence != last:
            file.write(ascii_comments("# rule:", [block.sentence]))
            last = block.sentence
        for form, mask in row_forms(block).items():
            _write_rows(form, block if mask.all() else block.take(mask), file)
    _write_objective(model, file)


def _write_rows(form: Form, block: Block, file: BinaryIO) -> None:
    kind = constraint_of(form, block.when is not None)
    starts, lengths = block.rows.starts, block.rows.lengths
    literals = references(block.rows.literals)
    if kind == "bool_xor":  # it asks for an odd number; for an even one, negate the first literal
        first = starts[:-1][block.lo == 0]
        literals[first] = ~literals[first]
    columns, signed, moved = terms(block.rows.literals, coefficients(block))
    constant_part = block.rows.sums(moved)
    for a, b in pieces(starts):
        here, counts = slice(starts[a], starts[b]), lengths[a:b]
        guard = () if block.when is None else (_field("enforcement_literal", references(block.when[a:b])),)
        heads = side_by_side(constant("constraints {", b - a), *guard, f" {kind} {{")
        if kind == "linear":
            lo, hi = block.lo[a:b] - constant_part[a:b], block.hi[a:b] - constant_part[a:b]
            tails = side_by_side(_field("domain", lo), _field("domain", hi), " } }\n")
            lists = (counts, _field("vars", columns[here])), (counts, _field("coeffs", signed[here]))
            file.write(woven((None, heads), *lists, (None, tails)))
        else:
            tails = constant(" } }\n", b - a)
            file.write(woven((None, heads), (counts, _field("literals", literals[here])), (None, tails)))


def _write_objective(model: Model, file: BinaryIO) -> None:
    if model.objective is None:
        return
    columns, signed, moved = terms(model.objective.literals, model.objective.coefs)
    file.write(ascii_comments("# rule: minimise", [model.objective.sentence]))
    file.write(b"objective {")
    file.write(woven((None, _field("vars", columns))) + woven((None, _field("coeffs", signed))))
    file.write(f" offset: {int(moved.sum())} }}\n".encode())


def _field(name: str, values: NDArray[np.integer[Any]]) -> Text:
    return side_by_side(f" {name}: ", digits(values))


FORMAT = FileFormat("cpsat", "CP-SAT text", "pb.txt", write)
