"""A model as JSON, to keep one that exposed a bug."""

from __future__ import annotations

import json
from typing import Any

from models.neutral.arguments import as_literals, exact_integers, guards, integers_in_shape, per_row
from models.neutral.blocks import Block, Kind
from models.neutral.checking import check_block
from models.neutral.errors import ModelError
from models.neutral.model import Model
from models.neutral.rows import rows_from_lengths


def to_json(model: Model) -> str:
    """The model as one JSON document; `from_json` gives it back."""
    objective = model.objective
    return json.dumps(
        {
            "name": model.name,
            "arrays": [
                [
                    name,
                    list(a.shape),
                    model.lower[a].ravel().tolist(),
                    model.upper[a].ravel().tolist(),
                    bool(model.integer[a].any()),
                ]
                for name, a in model.arrays.items()
            ],
            "blocks": [
                {
                    "kind": b.kind.value,
                    "sentence": b.sentence,
                    "lengths": b.rows.lengths.tolist(),
                    **{
                        field: None if column is None else column.tolist()
                        for field, column in (
                            ("literals", b.rows.literals),
                            ("lo", b.lo),
                            ("hi", b.hi),
                            ("number", b.number),
                            ("coefs", b.coefs),
                            ("when", b.when),
                        )
                    },
                }
                for b in model.blocks
            ],
            "objective": objective and [objective.sentence, objective.literals.tolist(), objective.coefs.tolist()],
        },
        indent=1,
    )


def from_json(text: str) -> Model:
    """The model that `to_json` wrote; raises ModelError on anything else, and on rules that a verb would refuse."""
    try:
        return _model_from_json(json.loads(text))
    except ModelError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise ModelError(f"from_json: not a model as to_json writes it: {error!r}") from error


def _model_from_json(document: Any) -> Model:
    model = Model(document["name"])
    for name, shape, lower, upper, integer in document["arrays"]:
        if integer:
            model.ints(name, shape, lower, upper)
        else:
            model.bools(name, shape)
    for rule in document["blocks"]:
        try:
            block = _block_from_json(rule)
            check_block(block, model)
        except ModelError as error:
            raise ModelError(f"rule '{rule['sentence']}', {error}") from None
        model.blocks.append(block)
    if document["objective"]:
        model.minimize(*document["objective"])
    return model


def _block_from_json(rule: Any) -> Block:
    rows = rows_from_lengths(exact_integers(rule["lengths"], "lengths"), as_literals(rule["literals"], "literals"))
    lo, hi, number = (per_row(rule[column], len(rows), column) for column in ("lo", "hi", "number"))
    coefs = None if rule["coefs"] is None else integers_in_shape(rule["coefs"], rows.literals.shape, "coefs")
    when = None if rule["when"] is None else guards(rule["when"], len(rows))
    return Block(Kind(rule["kind"]), rule["sentence"], rows, lo, hi, number, coefs, when)
