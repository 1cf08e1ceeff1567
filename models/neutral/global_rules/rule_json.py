"""Rules about numbers as JSON: the columns of every kind, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.neutral.arguments import as_literals, exact_integers
from models.neutral.errors import ModelError
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_names, kind_of
from models.neutral.numbers.columns import NumberColumns

NUMBER_COLUMNS = ("refs", "constants", "starts", "literals", "values")


def rule_json(rule: NumberRule) -> dict[str, Any]:
    """The rule; `rule_from_json` gives it back."""
    return {
        "kind": rule.kind,
        "sentence": rule.sentence,
        "by": rule.by,
        "numbers": {name: getattr(rule.numbers, name).tolist() for name in NUMBER_COLUMNS},
        "starts": rule.starts.tolist(),
        "own": {name: _as_plain(value) for name, value in rule.own_fields.items()},
        "blocks": list(rule.blocks),
        "arrays": list(rule.arrays),
    }


def rule_from_json(document: Mapping[str, Any]) -> NumberRule:
    """The rule, its own columns checked; not whether its numbers are of a model. Raises ModelError."""
    if document["kind"] not in kind_names() or not isinstance(document["sentence"], str):
        raise ModelError(f"from_json: expected a sentence, and a kind of rules among {', '.join(kind_names())}")
    kind = kind_of(document["kind"])
    numbers, starts = _numbers_from_json(document["numbers"]), exact_integers(document["starts"], "starts")
    _check_starts(starts, len(numbers))
    if not isinstance(document["by"], str):
        raise ModelError("from_json: expected the name of a formulation")
    by, arrays = kind.check_name(document["by"]), tuple(document["arrays"])
    own = {name: _from_plain(value) for name, value in document["own"].items()}
    known = {each.name for each in fields(kind.rule)} - {each.name for each in fields(NumberRule)}
    if set(own) != known:
        raise ModelError(f"from_json: expected the fields {', '.join(sorted(known))} of a rule {kind.name}")
    rule: NumberRule = kind.rule(
        sentence=document["sentence"], numbers=numbers, starts=starts, by=by, arrays=arrays, **own
    )
    rule.check()
    return rule


def _numbers_from_json(columns: Mapping[str, Any]) -> NumberColumns:
    refs, literals = (as_literals(columns[name], name).copy() for name in ("refs", "literals"))
    constants, starts, values = (exact_integers(columns[name], name) for name in ("constants", "starts", "values"))
    if not (refs.ndim == literals.ndim == 1 and refs.shape == constants.shape and literals.shape == values.shape):
        raise ModelError("from_json: expected columns of numbers of one length")
    _check_starts(starts, len(literals))
    if len(starts) != len(refs) + 1:
        raise ModelError("from_json: expected the literals of each number")
    return NumberColumns(refs, constants, starts, literals, values)


def _check_starts(starts: NDArray[np.int64], total: int) -> None:
    if starts.ndim != 1 or not len(starts) or starts[0] != 0 or starts[-1] != total or (np.diff(starts) < 0).any():
        raise ModelError(f"from_json: expected starts that ascend from 0 to {total}")


def _as_plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


def _from_plain(value: Any) -> Any:
    """Arrays of lists; truth values, integers and None as they are."""
    if value is None or isinstance(value, bool | int):
        return value
    return exact_integers(value, "own")
