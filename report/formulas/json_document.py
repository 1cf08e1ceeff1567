"""A model rule by rule as JSON. Formulas are strings in the notation of the terminal.

{"schema": 1, "puzzle": "tents", "id": "8x8:...", "formulation": "default",
 "rules": [{"number": 4, "rule": "row counts", "kind": "cardinality row", "rows": 8, "row": 3, "form": "cardinality",
            "stated": ["exactly 2 of x1, x2"], "simplest": ["exactly 2 of x1, x2"], "count": 2,
            "variables": [{"variable": "x1", "means": "a tent at R4C1", "bounds": [0, 1]}],
            "lowerings": [{"target": "cnf", "encoding": "totalizer", "reference": "Bailleux & ..", "automatic": true,
                           "size": {"variables": 4, "rows": 9, "literals": 20}, "propagates": true, "unique": false,
                           "formulas": ["(-x1 or y1)"], "omitted": 0,
                           "new": [], "refused": false, "note": ""}]}]}

`formulas` holds the first of them where `omitted` is not 0. `size.variables` counts new ones. `new`: integers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from report.formulas.notation import formula_text, symbol_text
from report.formulas.records import Lowering, ModelFormulas, Rule, VariableName

SCHEMA = 1


def formulas_json(model: ModelFormulas, provenance: Mapping[str, Any]) -> str:
    """The document. provenance: see `report.provenance`."""
    return json.dumps(
        {
            "schema": SCHEMA,
            "puzzle": model.puzzle,
            "id": model.id,
            "formulation": model.formulation,
            "rules": [_rule(rule) for rule in model.rules],
            **provenance,
        },
        indent=1,
    )


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "number": rule.number,
        "rule": rule.sentence,
        "kind": rule.kind,
        "rows": rule.rows,
        "row": rule.row,
        "form": rule.form,
        "stated": list(map(formula_text, rule.row_formulas)),
        "simplest": list(map(formula_text, rule.simplest_formulas or rule.row_formulas)),
        "count": rule.variables,
        "variables": [_name(name) for name in rule.names],
        "lowerings": [_lowering(lowering) for lowering in rule.lowerings],
    }


def _name(name: VariableName) -> dict[str, Any]:
    return {"variable": symbol_text(name.symbol), "means": name.words, "bounds": list(name.bounds or (0, 1))}


def _lowering(lowering: Lowering) -> dict[str, Any]:
    return {
        "target": lowering.target,
        "encoding": lowering.encoding or None,
        "reference": lowering.reference or None,
        "automatic": lowering.automatic,
        "size": {"variables": lowering.variables, "rows": lowering.rows, "literals": lowering.literals},
        "propagates": lowering.propagates,
        "unique": lowering.unique,
        "formulas": list(map(formula_text, lowering.formulas)),
        "omitted": lowering.omitted,
        "new": [_name(name) for name in lowering.new],
        "refused": lowering.refused,
        "note": lowering.note,
    }
