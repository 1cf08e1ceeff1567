"""The words of a model (`phrases`) as JSON, beside its rules: what explanations read, and no solver.

{"variables": {"queen": {"text": "a queen at {cell}"}},
 "rules": {"0": {"of": {"text": "rank {n}"}, "clue": true, "evident": ""}},    by the number of the block
 "global": {"0": {"text": "rank {n}"}}}                                        by the number of the rule about numbers

Columns are lists of numbers, of texts, of cells from 0, or of lines between cells; vertices are {"vertices": [...]}, by
their names, and several cells for each entry {"groups": [...]}. Columns that are known by themselves are left out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import numpy as np

from models.neutral.blocks import Block
from models.neutral.errors import ModelError
from models.neutral.global_rules.number_rule import NumberRule
from models.neutral.model import Model
from models.neutral.wording.number_parts import Levels
from models.neutral.wording.phrases import Each, check_phrase, each, words_of_rows, words_of_variables
from models.neutral.wording.word_columns import (
    ArrayPlace,
    AxisPlace,
    CellGroupColumn,
    Column,
    EntryNumber,
    Name,
    VertexColumn,
    cell_groups,
    has_places,
    vertices,
)

KNOWN = (ArrayPlace, AxisPlace, EntryNumber)
VERTICES, GROUPS = "vertices", "groups"


def words_json(model: Model) -> dict[str, Any]:
    """The words of a model; {} where it has none."""
    variables = {
        name: _each_json(says, model.arrays[name].size)
        for name, says in model.says.items()
        if says.parts is None or isinstance(says.parts, Levels)  # others were added to the author's model
    }
    rules = {str(number): _rule_json(block) for number, block in enumerate(model.stated_blocks)}
    soft = {
        str(number): _each_json(rule.of, int(rule.number.max(initial=-1)) + 1)
        for number, rule in enumerate(model.soft_rules)
        if rule.of is not None
    }
    named = {
        str(number): _each_json(rule.of, rule.rows)
        for number, (_, rule) in enumerate(_number_rules(model))
        if rule.of is not None
    }
    told = {
        "variables": variables,
        "rules": {number: rule for number, rule in rules.items() if rule},
        "soft": soft,
        "global": named,
    }
    return {key: value for key, value in told.items() if value}


def read_words(model: Model, document: Any) -> None:
    """Add the words that `words_json` wrote. Raises ModelError."""
    try:
        for name, says in document.get("variables", {}).items():
            model.says[name] = words_of_variables(_read_each(says), model.arrays[name].shape)
        for number, rule in document.get("rules", {}).items():
            block = model.stated_blocks[int(number)]
            of = words_of_rows(_read_each(rule["of"]), _entries(block)) if "of" in rule else None
            clue, evident = rule.get("clue", False) is True, check_phrase(rule.get("evident", ""))
            model.stated_blocks[int(number)] = replace(block, of=of, is_clue=clue, evident=evident)
        for number, each_row in document.get("soft", {}).items():
            soft = model.soft_rules[int(number)]
            words = words_of_rows(_read_each(each_row), int(soft.number.max(initial=-1)) + 1)
            model.soft_rules[int(number)] = replace(soft, of=words)
        for number, each_row in document.get("global", {}).items():
            place, named = _number_rules(model)[int(number)]
            model.global_rules[place] = replace(named, of=words_of_rows(_read_each(each_row), named.rows))
    except ModelError:
        raise
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        raise ModelError(f"from_json: words that do not fit the model: {error!r:.100}") from error


def _number_rules(model: Model) -> list[tuple[int, NumberRule]]:
    """The global rules about numbers, in their order, which files keep; with their places among all."""
    return [(place, rule) for place, rule in enumerate(model.global_rules) if isinstance(rule, NumberRule)]


def _rule_json(block: Block) -> dict[str, Any]:
    of = {} if block.of is None else {"of": _each_json(block.of, _entries(block))}
    return {**of, **({"clue": True} if block.is_clue else {}), **({"evident": block.evident} if block.evident else {})}


def _entries(block: Block) -> int:
    """How many rows the author's table had, as far as they are known."""
    return int(block.number.max(initial=-1)) + 1


def _each_json(words: Each, entries: int) -> dict[str, Any]:
    entries = words.parts.numbers if isinstance(words.parts, Levels) else entries
    given = {name: column for name, column in (words.columns or {}).items() if type(column) not in KNOWN}
    return {
        "text": words.text,
        **({"many": words.many} if words.many else {}),
        **({"denies": words.denies} if words.denies else {}),
        **({"plural": True} if words.is_plural else {}),
        **({"noun": words.own_noun} if words.own_noun else {}),
        **({"levels": words.parts.levels} if isinstance(words.parts, Levels) else {}),
        **({"columns": {name: _column_json(column, entries) for name, column in given.items()}} if given else {}),
    }


def _column_json(column: Column, entries: int) -> list[Any] | dict[str, Any]:
    size = min(entries, column.size) if column.size is not None else entries
    if isinstance(column, CellGroupColumn):
        return {GROUPS: [column.group(entry) for entry in range(size)]}
    places = [column.place(entry) for entry in range(size)]
    if has_places(column, (VertexColumn,)):
        return {VERTICES: places}  # of which tuples become lists
    return places if size and places[0] is not None else [column.word(entry) for entry in range(size)]


def _read_column(column: Any) -> Any:
    """A column as `each` takes it."""
    if isinstance(column, dict) and GROUPS in column:
        cells = [cell for group in column[GROUPS] for cell in group]
        ends = np.cumsum([0, *map(len, column[GROUPS])])
        return cell_groups(np.array(cells).reshape(len(cells), -1), [range(a, b) for a, b in pairwise(ends.tolist())])
    return vertices([_read_name(name) for name in column[VERTICES]]) if isinstance(column, dict) else column


def _read_name(name: Any) -> Name:
    if isinstance(name, list):
        return tuple(map(_read_name, name))
    if type(name) not in (str, int):
        raise TypeError(f"{name!r:.40} is no name of a vertex")
    return cast("Name", name)


def _read_each(document: Any) -> Each:
    columns = {name: _read_column(column) for name, column in document.get("columns", {}).items()}
    words = {name: document.get(name, "") for name in ("many", "denies", "noun")}
    plural, levels = document.get("plural") is True, document.get("levels", 0)
    return each(document["text"], plural=plural, levels=levels, **words, **columns)
