"""Answers in JSON that are changed in one place, as a person or a program might get them wrong: given twice, moved
elsewhere, left out, exchanged. Knows nothing of a puzzle but that its answers are lists somewhere in the document."""

from __future__ import annotations

import json
from copy import deepcopy

WORD = "?"


def damaged(document, stream):
    """A copy of the document with one change, drawn from the stream; without lists that hold something, as it is."""
    document = json.loads(json.dumps(document))  # else it holds tuples
    levels = [level for level in _levels([document]) if level]
    if not levels:
        return document
    level = levels[stream.number_below(len(levels))]  # else nearly all lists would be cells
    chosen = level[stream.number_below(len(level))]
    i, j = stream.number_below(len(chosen)), stream.number_below(len(chosen))
    change = stream.number_below(5)
    if change == 0:
        chosen.append(deepcopy(chosen[i]))
    elif change == 1:
        chosen.append(_altered(chosen[i], stream))
    elif change == 2:
        chosen[i] = _altered(chosen[i], stream)
    elif change == 3:
        del chosen[i]
    else:
        _exchange(chosen[i], chosen[j], stream)
    return document


def _levels(nodes):
    """The lists of a document that hold something, by how many others they are in."""
    while nodes:
        yield [node for node in nodes if isinstance(node, list) and node]
        nodes = [
            child
            for node in nodes
            if isinstance(node, dict | list)
            for child in (node.values() if isinstance(node, dict) else node)
        ]


def _altered(node, stream):
    """A copy in which every number and word is another one, or the same, by chance."""
    if isinstance(node, dict):
        return {key: _altered(child, stream) for key, child in node.items()}
    if isinstance(node, list):
        return [_altered(child, stream) for child in node]
    if stream.number_below(2):
        return deepcopy(node)
    if not isinstance(node, int):
        return WORD
    numbers = (node - 1, node + 1, -1, 0, 1, 2, 99)
    return numbers[stream.number_below(len(numbers))]


def _exchange(part, other, stream):
    """Swap what two parts of an answer have in the same place, if they are alike."""
    if not (isinstance(part, dict | list) and type(part) is type(other)):
        return
    keys = [key for key in part if key in other] if isinstance(part, dict) else range(min(len(part), len(other)))
    if keys:
        key = keys[stream.number_below(len(keys))]
        part[key], other[key] = other[key], part[key]
