"""A model in words, for people who must read it, and as JSON, for keeping one that broke something.

tents: 9 variables: tent[3,3]
rule 'row counts' (cardinality)
  row 0: 1 <= tent[0,0] + tent[0,1] + tent[0,2] <= 1
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from models.neutral.blocks import Block, Kind
from models.neutral.checking import check
from models.neutral.door import ModelError, as_literals, exact, guards, in_shape, per_row
from models.neutral.model import Model
from models.neutral.rows import from_lengths


def in_words(model: Model) -> str:
    """Every rule and row of the model, one per line."""
    arrays = ", ".join(f"{name}{list(array.shape)}" for name, array in model.arrays.items())
    lines = [f"{model.name}: {model.variables} variables: {arrays}"]
    if model.integer.any():
        lines += [
            f"  {model.lower[x]} <= {model.name_of(int(x))} <= {model.upper[x]}" for x in np.flatnonzero(model.integer)
        ]
    for block in model.blocks:
        lines.append(f"rule '{block.sentence}' ({block.kind.value})")
        lines += [f"  row {block.number[row]}: {row_in_words(model, block, row)}" for row in range(len(block))]
    if model.objective is not None:
        lines.append(
            f"minimise '{model.objective.sentence}': {_sum(model, model.objective.literals, model.objective.coefs)}"
        )
    return "\n".join(lines)


def row_in_words(model: Model, block: Block, row: int) -> str:
    """One row: `1 <= a[0] + not a[1] <= 2  when b`."""
    literals = block.rows[row]
    if block.kind is Kind.CLAUSE:
        text = " or ".join(model.name_of(int(x)) for x in literals) or "false"
    elif block.kind is Kind.PARITY:
        text = f"{' xor '.join(model.name_of(int(x)) for x in literals) or 'false'} = {block.lo[row]}"
    else:
        coefs = None if block.coefs is None else block.coefs[block.rows.starts[row] : block.rows.starts[row + 1]]
        text = f"{block.lo[row]} <= {_sum(model, literals, coefs)} <= {block.hi[row]}"
    return text if block.when is None else f"{text}  when {model.name_of(int(block.when[row]))}"


def _sum(model: Model, literals: Any, coefs: Any) -> str:
    names = [model.name_of(int(x)) for x in literals]
    terms = names if coefs is None else [f"{c}*({name})" for c, name in zip(coefs, names, strict=True)]
    return " + ".join(terms) or "0"


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
        return _model(json.loads(text))
    except ModelError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise ModelError(f"from_json: not a model as to_json writes it: {error!r}") from error


def _model(document: Any) -> Model:
    model = Model(document["name"])
    for name, shape, lower, upper, integer in document["arrays"]:
        if integer:
            model.ints(name, shape, lower, upper)
        else:
            model.bools(name, shape)
    for rule in document["blocks"]:
        try:
            block = _block(rule)
            check(block, model)
        except ModelError as error:
            raise ModelError(f"rule '{rule['sentence']}', {error}") from None
        model.blocks.append(block)
    if document["objective"]:
        model.minimize(*document["objective"])
    return model


def _block(rule: Any) -> Block:
    rows = from_lengths(exact(rule["lengths"], "lengths"), as_literals(rule["literals"], "literals"))
    lo, hi, number = (per_row(rule[column], len(rows), column) for column in ("lo", "hi", "number"))
    coefs = None if rule["coefs"] is None else in_shape(rule["coefs"], rows.literals.shape, "coefs")
    when = None if rule["when"] is None else guards(rule["when"], len(rows))
    return Block(Kind(rule["kind"]), rule["sentence"], rows, lo, hi, number, coefs, when)
