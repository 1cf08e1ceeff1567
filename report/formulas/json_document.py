"""A model rule by rule as JSON: the keys are those of `report.documents.formulas`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from report.documents.writing import plain_document
from report.formulas.notation import formula_text, symbol_text
from report.formulas.records import GlobalFormulas, Lowering, ModelFormulas, Rule, StatedSize, VariableName

if TYPE_CHECKING:
    from report.documents.formulas import (
        FormulasDocument,
        GlobalRuleDocument,
        LoweringDocument,
        RuleDocument,
        StatedSizeDocument,
        VariableDocument,
    )
    from report.documents.provenance import Provenance
    from report.documents.runs import ModelSize


def formulas_document(model: ModelFormulas, provenance: Provenance) -> FormulasDocument:
    """The document. provenance: see `report.provenance`."""
    document: FormulasDocument = {
        "schema": 1,
        "puzzle": model.puzzle,
        "id": model.id,
        "formulation": model.formulation,
        "rules": [_rule(rule) for rule in model.rules],
        "global_rules": [_global_rule(rule) for rule in model.global_rules],
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


def _global_rule(rule: GlobalFormulas) -> GlobalRuleDocument:
    return {
        "number": rule.number,
        "rule": rule.sentence,
        "kind": rule.kind,
        "extent": rule.extent,
        "formulation": rule.by,
        "native": list(rule.native),
        "formulations": [
            {
                "name": each.name,
                "says": each.says,
                "source": each.source or None,
                "strength": each.strength,
                "unique": each.unique,
                "default": each.default,
                "sizes": [_size(size) for size in each.sizes],
                "example": list(map(formula_text, each.example)),
                "variables": [_name(name) for name in each.names],
            }
            for each in rule.formulations
        ],
    }


def _size(size: StatedSize) -> StatedSizeDocument:
    measured: ModelSize = {"variables": size.variables, "rows": size.rows, "literals": size.literals}
    return {"target": size.target, "size": None if size.note else measured, "note": size.note}


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
