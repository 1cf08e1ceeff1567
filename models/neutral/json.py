"""A model as JSON, to keep one that exposed a bug."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from models.neutral.arguments import (
    as_literals,
    exact_integers,
    integers_in_shape,
    literal_per_row,
    per_row,
    shape_of,
)
from models.neutral.blocks import Block, Kind, Objective, ObjectiveSense
from models.neutral.checking import check_block
from models.neutral.conditions.condition_json import conditions_json, read_conditions
from models.neutral.errors import ModelError
from models.neutral.global_rules.connected.rule import GraphRule, graph_rule
from models.neutral.global_rules.contract import GlobalRule
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.global_rules.registry import kind_of
from models.neutral.global_rules.rule_json import rule_from_json, rule_json
from models.neutral.model import Model
from models.neutral.numbers.number_json import numbers_json, read_numbers_json
from models.neutral.rows import rows_from_lengths
from models.neutral.wording.phrase_json import read_words, words_json

FRACTION = re.compile(r"-?[0-9]{1,300}(?:/0*[1-9][0-9]{0,300})?")  # as `str` writes one


def to_json(model: Model, words: bool = False) -> str:
    """The model as one JSON document; `from_json` gives it back. words: with what its variables and rows are called,
    which is nothing that the model says."""
    objective = model.objective
    told = words_json(model) if words else {}
    rules = [rule_json(rule) for rule in model.global_rules if isinstance(rule, NumberRule)]
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
                    **({"names": list(b.names)} if b.names else {}),
                }
                for b in model.stated_blocks
            ],
            **({"graphs": [_graph_json(rule) for rule in model.graph_rules]} if model.graph_rules else {}),
            **numbers_json(model),
            **({"rules": rules} if rules else {}),
            **conditions_json(model),
            "objective": objective and _objective_json(objective),
            **({"labels": list(model.labels)} if model.labels else {}),
            **({"words": told} if told else {}),
        },
        indent=1,
    )


def from_json(text: str) -> Model:
    """The model that `to_json` wrote; raises ModelError on anything else, and on rules that a verb would refuse."""
    try:
        return _model_from_json(_parse(text))
    except ModelError:
        raise
    except RecursionError:
        raise ModelError("from_json: not a model as to_json writes it: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ModelError(f"from_json: not a model as to_json writes it: not JSON: {error}") from error
    except KeyError as error:
        raise ModelError(f"from_json: not a model as to_json writes it: no field {error}") from error
    except (ValueError, TypeError, IndexError, AttributeError, OverflowError, MemoryError) as error:
        raise ModelError(f"from_json: not a model as to_json writes it: {error!r}") from error


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:  # Python's limit
        raise ModelError("from_json: not a model as to_json writes it: a number of more than 4,300 digits") from None


def _model_from_json(document: Any) -> Model:
    model = Model(document["name"])
    for name, shape, lower, upper, integer in document["arrays"]:
        if math.prod(shape_of(shape, f"variables {name!r:.60}")) != len(lower):  # before anything of that size is made
            raise ModelError(f"variables {name!r:.60}: expected a bound for each, found {len(lower)} for {shape!r:.60}")
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
    for graph in document.get("graphs", []):
        _place_rule(model, graph, _graph_from_json(graph, model))
    read_numbers_json(model, document)
    _read_rules(model, document)
    if document["objective"]:
        sentence, literals, coefs, *sense = document["objective"]
        model.minimize(sentence, literals, coefs)
        if sense and model.objective is not None:
            sign, divisor, constant = sense[0]
            model.objective = replace(model.objective, sense=_sense_from_json(sign, divisor, constant))
    read_conditions(model, document)
    model.labels = _labels_from_json(document.get("labels", []), model.variables)
    if "words" in document:
        read_words(model, document["words"])
    return model


def _graph_json(rule: GraphRule) -> dict[str, Any]:
    return {
        "sentence": rule.sentence,
        "on": rule.on.tolist(),
        "edges": rule.edges.tolist(),
        "links": rule.links.tolist(),
        "roots": None if rule.roots is None else np.flatnonzero(rule.roots).tolist(),
        "cycle": rule.cycle,
        "by": rule.by,
        "blocks": list(rule.blocks),
        "arrays": list(rule.arrays),
    }


def _graph_from_json(graph: Any, model: Model) -> GraphRule:
    """A graph rule; the rows that state it, if any, are among the blocks."""
    kind = kind_of("single_cycle" if graph["cycle"] is True else "connected")
    if (
        graph["by"] not in (*kind.formulations, *kind.open_names)
        or type(graph["cycle"]) is not bool
        or not isinstance(graph["sentence"], str)
    ):
        raise ModelError("from_json: expected a graph rule with a sentence, cycle true or false, and a formulation by")
    rule = graph_rule(*(graph[key] for key in ("sentence", "on", "edges", "links", "roots", "by", "cycle")))
    model.check_literals(rule)
    return rule


def _place_rule(model: Model, document: Any, rule: GlobalRule) -> None:
    """Add a rule, whose rows, if any, are among the blocks. Raises ModelError."""
    first, end = document["blocks"]
    arrays = tuple(document["arrays"])
    if not (type(first) is type(end) is int and 0 <= first <= end <= len(model.stated_blocks)):
        raise ModelError(f"from_json: expected a range of the model's blocks, found {document['blocks']!r}")
    if unknown := [name for name in arrays if name not in model.arrays]:
        raise ModelError(f"from_json: a rule is stated with the variables {unknown[0]!r:.60}, which are unknown")
    begin = max(first - rule.blocks_before, 0)
    mine = (replace(block, graph=len(model.global_rules)) for block in model.stated_blocks[begin:end])
    model.stated_blocks[begin:end] = list(mine)
    model.global_rules.append(rule.placed(rule.by, (first, end), arrays))


def _read_rules(model: Model, document: Any) -> None:
    """Rules about numbers."""
    for written in document.get("rules", []):
        rule = rule_from_json(written)
        model.check_numbers(rule)
        _place_rule(model, written, rule)


def _objective_json(objective: Objective) -> list[Any]:
    """Sentence, literals, coefficients, and the sense where it is not the usual one."""
    sense = objective.sense
    own = [] if sense == ObjectiveSense() else [[sense.sign, sense.divisor, str(sense.constant)]]
    return [objective.sentence, objective.literals.tolist(), objective.coefs.tolist(), *own]


def _sense_from_json(sign: Any, divisor: Any, constant: Any) -> ObjectiveSense:
    is_right = sign in (1, -1) and type(divisor) is int and 1 <= divisor < 2**63
    if not (is_right and isinstance(constant, str) and FRACTION.fullmatch(constant)):
        raise ModelError("from_json: expected a sense [1 or -1, a divisor from 1 on, the constant as a fraction]")
    return ObjectiveSense(sign, divisor, Fraction(constant))


def _labels_from_json(labels: Any, variables: int) -> tuple[str, ...]:
    if not isinstance(labels, list) or len(labels) > variables or not all(isinstance(name, str) for name in labels):
        raise ModelError(f"from_json: expected labels for at most {variables} variables")
    if len(set(labels)) < len(labels):
        raise ModelError("from_json: two variables have the same label")
    return tuple(labels)


def _block_from_json(rule: Any) -> Block:
    rows = rows_from_lengths(exact_integers(rule["lengths"], "lengths"), as_literals(rule["literals"], "literals"))
    lo, hi, number = (per_row(rule[column], len(rows), column) for column in ("lo", "hi", "number"))
    coefs = None if rule["coefs"] is None else integers_in_shape(rule["coefs"], rows.literals.shape, "coefs")
    when = None if rule["when"] is None else literal_per_row(rule["when"], len(rows), "when")
    names = rule.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ModelError("from_json: expected names of rows as a list of texts")
    return Block(Kind(rule["kind"]), rule["sentence"], rows, lo, hi, number, coefs, when, tuple(names))
