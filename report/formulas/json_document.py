"""A model rule by rule as JSON: the keys are those of `report.documents.formulas`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from report.documents.writing import plain_document
from report.formulas.notation import formula_text, symbol_text
from report.formulas.records import Lowering, ModelFormulas, Rule, VariableName

if TYPE_CHECKING:
    from report.documents.formulas import FormulasDocument, LoweringDocument, RuleDocument, VariableDocument
    from report.documents.provenance import Provenance


def formulas_document(model: ModelFormulas, provenance: Provenance) -> FormulasDocument:
    """The document. provenance: see `report.provenance`."""
    document: FormulasDocument = {
        "schema": 1,
        "puzzle": model.puzzle,
        "id": model.id,
        "formulation": model.formulation,
        "rules": [_rule(rule) for rule in model.rules],
        **provenance,
    }
    return plain_document(document)


def _rule(rule: Rule) -> RuleDocument:
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


def _name(name: VariableName) -> VariableDocument:
    return {"variable": symbol_text(name.symbol), "means": name.words, "bounds": list(name.bounds or (0, 1))}


def _lowering(lowering: Lowering) -> LoweringDocument:
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
