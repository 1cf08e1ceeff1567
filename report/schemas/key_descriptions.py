"""What stands below the keys of a type: the line that says what a key holds, read from the source of its class.

A record that was written for Python alone says it in its docstring instead: `rank: from 1; wrong: answers in all rows`.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import is_typeddict

BEGINNING = re.compile(r"(?:^|[.;:,?] )((?:[a-z_0-9]+, )*[a-z_0-9]+)(?: \([^)]*\))?: ")


@cache
def key_descriptions(described: type) -> dict[str, str]:
    """By key; those of its bases, too."""
    if is_dataclass(described):
        return _told_in_docstring(described)
    descriptions: dict[str, str] = {}
    for each in reversed(_bases(described)):
        descriptions |= _told_below_keys(each)
    return descriptions


def class_description(described: type) -> str:
    """The docstring, as one line; of a record, which lists its fields there, up to the first of them."""
    text = " ".join((described.__dict__.get("__doc__") or "").split())
    if not is_dataclass(described):
        return text
    first = next((found.start() for found in BEGINNING.finditer(text) if _names(found, described)), len(text))
    return text[: first + 1].strip()


def _bases(described: type) -> list[type]:
    """The class and those it was made from, which a typed dictionary does not remember."""
    node, names = _class_in_source(described), vars(sys.modules[described.__module__])
    words = [] if node is None else [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    classes = [names.get(word.id) for word in words if isinstance(word, ast.Name)]
    return [described, *(each for base in classes if base is not None and is_typeddict(base) for each in _bases(base))]


def _class_in_source(described: type) -> ast.ClassDef | None:
    path = inspect.getsourcefile(sys.modules[described.__module__])
    return None if path is None else _classes_of(path).get(described.__name__)


@cache
def _classes_of(path: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(Path(path).read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _told_below_keys(described: type) -> dict[str, str]:
    node, told = _class_in_source(described), dict[str, str]()
    for key, below in [] if node is None else pairwise(node.body):
        if not (isinstance(key, ast.AnnAssign) and isinstance(key.target, ast.Name)):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            told[key.target.id] = " ".join(str(below.value.value).split())
    return told


def _told_in_docstring(described: type) -> dict[str, str]:
    text = " ".join((described.__doc__ or "").split())
    starts = [found for found in BEGINNING.finditer(text) if _names(found, described)]
    ends = [*(found.start() for found in starts), len(text)][1:]
    told: dict[str, str] = {}
    for found, end in zip(starts, ends, strict=True):
        for name in _names(found, described):
            told[name] = text[found.end() : end].strip(" ;.")
    return told


def _names(found: re.Match[str], described: type) -> list[str]:
    """The fields that a part of a docstring is about; none where it is about something else."""
    names = found[1].split(", ")
    return names if {field.name for field in fields(described)} >= set(names) else []
