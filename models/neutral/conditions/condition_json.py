"""What conditions leave in a model beside its rows, as JSON: soft rules, and the arrays that follow from others.

{"soft": {"rules": [[sentence, numbers, broken literals, weights]], "alone": false}, "derived": ["below"]}

alone: are their weights the whole objective, so that one may still be stated? A model without conditions has none of
this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import as_literals, exact_integers
from models.neutral.blocks import Objective
from models.neutral.conditions.soft_rules import SoftRule
from models.neutral.errors import ModelError


class ConditionedModel(Protocol):
    """What is written of a model."""

    arrays: dict[str, NDArray[np.int32]]
    objective: Objective | None
    soft_rules: list[SoftRule]
    derived: list[str]


def conditions_json(model: ConditionedModel) -> dict[str, Any]:
    """Soft rules and derived arrays; {} where there are none."""
    rules = [
        [rule.sentence, rule.number.tolist(), rule.broken.tolist(), rule.weights.tolist()] for rule in model.soft_rules
    ]
    alone = model.objective is not None and model.objective.only_weights
    soft = {"soft": {"rules": rules, "alone": alone}} if rules else {}
    return {**soft, **({"derived": list(model.derived)} if model.derived else {})}


def read_conditions(model: ConditionedModel, document: Mapping[str, Any]) -> None:
    """Add what `conditions_json` wrote to a model that has its variables and its objective. Raises ModelError."""
    derived = document.get("derived", [])
    if not isinstance(derived, list) or any(name not in model.arrays for name in derived):
        raise ModelError("from_json: expected derived arrays as a list of names of arrays")
    model.derived.extend(derived)
    if "soft" not in document:
        return
    soft = document["soft"]
    for sentence, *columns in soft["rules"]:
        number, broken, weights = (exact_integers(column, "soft") for column in columns)
        rule = SoftRule(sentence, number, as_literals(broken, "soft"), weights)
        sizes = {column.shape for column in (number, broken, weights)}
        if not isinstance(sentence, str) or sizes != {(len(number),)} or (weights < 1).any():
            raise ModelError("from_json: expected soft rules with a sentence, and a literal and a weight for each row")
        model.soft_rules.append(rule)
    if model.objective is None:
        raise ModelError("from_json: expected an objective that has the weights of the soft rules")
    _check_priced(model.objective, model.soft_rules)
    model.objective = replace(model.objective, only_weights=soft["alone"] is True)


def _check_priced(objective: Objective, rules: list[SoftRule]) -> None:
    """Raise ModelError where a weight is not in the objective."""
    costs = dict(zip(objective.literals.tolist(), objective.coefs.tolist(), strict=True))
    for rule in rules:
        for literal, weight in zip(rule.broken.tolist(), rule.weights.tolist(), strict=True):
            if costs.get(literal) != weight * objective.sense.divisor:
                raise ModelError(f"from_json: expected the weight {weight} of a soft rule in the objective")
