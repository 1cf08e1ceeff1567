"""The sentences of a puzzle's `verify`: of which kind a message is, and which texts the code could say.

A kind is a message without its numbers, cells and names: `the tents at # and # touch`.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType

PUZZLES = "models.puzzles"


def kind_of(message):
    """The message with # for what differs from cell to cell. A word after it loses its s, so that one tent and two
    tents are the same."""
    words = re.sub(r"\S*[^a-z\s,:;.]\S*|(?<!\S)[^a\s](?!\S)", "#", message)
    words = re.sub(r"#([,\s]*#)*", "#", words)
    return re.sub(r"(?<=# )([a-z]{3,}?)s\b", r"\1", words)


def texts_in_source(verify):
    """The texts in the code of `verify` and of the puzzles' functions that it names, # for what is filled in: each
    with the pattern of a message that holds it. Texts of one word, of errors and of docstrings are left out."""
    texts = {}
    for function in reached_functions(verify):
        for node in _texts(_tree(function)):
            parts = node.values if isinstance(node, ast.JoinedStr) else [node]
            constants = [part.value if isinstance(part, ast.Constant) else None for part in parts]
            text = "".join("#" if constant is None else constant for constant in constants)
            if re.search(r"\w \w|# \w|\w #", text):
                words = (".*" if c is None else re.escape(c).replace(r"\{\}", ".*") for c in constants)  # `word_faults`
                texts[text] = re.compile("".join(words), re.DOTALL)
    return texts


def reached_functions(start):
    """The function and all those of the puzzles that it names, directly or not; a partial one stands for its parts."""
    waiting, functions = [start], []
    while waiting:
        function = waiting.pop()
        if isinstance(function, partial):
            waiting += [function.func, *function.args, *function.keywords.values()]
        elif _is_of_a_puzzle(function) and function not in functions:
            functions.append(function)
            waiting += _named_objects(function)
    return functions


def _is_of_a_puzzle(function):
    return isinstance(function, FunctionType) and function.__module__.startswith(PUZZLES)


def _named_objects(function):
    """What the names in the function's code stand for; of a module, what is looked up in it."""
    held = [cell.cell_contents for cell in function.__closure__ or ()]
    for node in ast.walk(_tree(function)):
        if isinstance(node, ast.Name):
            held.append(function.__globals__.get(node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = function.__globals__.get(node.value.id)
            held.append(getattr(module, node.attr, None) if isinstance(module, ModuleType) else None)
    return held


def _tree(function):
    """The function in its file, found by its first line."""
    for node in ast.walk(ast.parse(Path(inspect.getsourcefile(function)).read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            if first == function.__code__.co_firstlineno:
                return node
    raise LookupError(f"no code of {function} in its file")


def _texts(node):
    """The texts below a node, but not those of errors, docstrings and annotations, nor those inside others."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield node
    elif not is_docstring and not isinstance(node, ast.Raise):
        for name, field in ast.iter_fields(node):
            if name not in ("annotation", "returns"):
                for child in field if isinstance(field, list) else [field]:
                    if isinstance(child, ast.AST):
                        yield from _texts(child)
