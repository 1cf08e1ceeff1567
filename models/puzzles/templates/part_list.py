"""What there is to compose a puzzle of: the public names of `models.puzzles.parts` or `models.puzzles.codecs`, below
the file that each comes from, with its signature and the first sentence of its docstring.

models/puzzles/parts/connection.py: Puzzles in which something is connected over ways that may be long: ...
  connected_ways(model: Callable[..., Model]) -> dict[str, Callable[..., Model]]
      The formulations of a puzzle by how connection is said, `LONG_WAYS`.

Signatures and sentences are asked from the objects. A constant or an alias knows neither: what it is, and what is
written below it, is read in the source.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import groupby
from types import ModuleType
from typing import Any

from rosetta.foundation.errors import InputError

WIDTH = 100
MOST_OF_VALUE = 60  # characters of a constant
SENTENCE = re.compile(r".*?\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class PublicName:
    """A name of a package. file: the path of the one it comes from, with what that says it is about; title: the name
    with its signature or value; sentence: what it is, "" where nothing says so."""

    name: str
    file: str
    about: str
    title: str
    sentence: str

    def has(self, word: str) -> bool:
        """Does the word occur in its name, its file, or its sentence? Cases are alike."""
        return word.casefold() in " ".join((self.name, self.file, self.sentence)).casefold()


@dataclass(frozen=True, slots=True)
class _Plain:
    """A text that stands in a signature as it is, without quotes."""

    text: str

    def __repr__(self) -> str:
        return self.text


def list_names(package: str, word: str = "") -> str:
    """The list of a package, in words; with a word, only names in whose entry it occurs. Raises InputError where there
    are none."""
    found = [name for name in public_names(package) if name.has(word)]
    if not found:
        raise InputError(f"expected a word that a name, a file or a sentence of {package} has, found '{word[:40]}'")
    lines = list[str]()
    for file, own in groupby(found, key=lambda name: f"{name.file}: {name.about}"):
        lines += ["", *textwrap.wrap(file, WIDTH, subsequent_indent="    ")]
        for name in own:
            lines += textwrap.wrap(name.title, WIDTH, initial_indent="  ", subsequent_indent=" " * 8)
            lines += textwrap.wrap(name.sentence, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)
    return "\n".join(lines[1:])


def public_names(package: str) -> list[PublicName]:
    """The names in `__all__` of a package, by their files, in the order in which the package imports them."""
    namespace, places = import_module(package), dict[str, str]()
    for node in ast.walk(_tree(namespace)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            places |= {alias.asname or alias.name: node.module for alias in node.names}
    public = set(namespace.__all__)
    return [
        _describe(name, import_module(place), getattr(namespace, name))
        for name, place in places.items()
        if name in public
    ]


def _describe(name: str, module: ModuleType, thing: Any) -> PublicName:
    """The entry of a name."""
    is_package = hasattr(module, "__path__")
    file = f"{module.__name__.replace('.', '/')}{'/__init__' * is_package}.py"
    if inspect.isclass(thing) or inspect.isroutine(thing):
        doc = inspect.getdoc(thing) or ""
        is_made = doc.startswith(f"{name}(")  # by `dataclass`, where a class says nothing of itself
        title, doc = f"{name}{_signature(thing)}", "" if is_made else doc
    else:
        value, doc = _read_constant(module, name)
        title = f"{name} = {textwrap.shorten(value or repr(thing), MOST_OF_VALUE, placeholder=' ...')}"
    return PublicName(name, file, _first_sentence(inspect.getdoc(module)), title, _first_sentence(doc))


def _signature(thing: Any) -> str:
    """The parameters of a function or a class, as they are written; "" of a class without any."""
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    parameters = [
        parameter.replace(annotation=_as_written(parameter.annotation), default=_short_default(parameter.default))
        for parameter in signature.parameters.values()
    ]
    returned = inspect.Signature.empty if inspect.isclass(thing) else _as_written(signature.return_annotation)
    return str(signature.replace(parameters=parameters, return_annotation=returned))


def _as_written(annotation: Any) -> Any:
    return _Plain(annotation) if isinstance(annotation, str) else annotation


def _short_default(default: Any) -> Any:
    """A default; of a function only its name."""
    if default is inspect.Parameter.empty or not callable(default):
        return default
    return _Plain(getattr(default, "__name__", "...").replace("<lambda>", "..."))


def _read_constant(module: ModuleType, name: str) -> tuple[str, str]:
    """The expression that a constant or an alias is in the source of a module, and the text below it; "" for what is
    not there."""
    body = _tree(module).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        targets = getattr(node, "targets", None) or [getattr(node, "target", node)]
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and name in map(ast.unparse, targets):
            below = following.value if isinstance(following, ast.Expr) else None
            return ast.unparse(node.value), str(below.value) if isinstance(below, ast.Constant) else ""
    return "", ""


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _first_sentence(doc: str | None) -> str:
    """The first sentence of a docstring; its first paragraph where no sentence ends there."""
    paragraph = " ".join((doc or "").partition("\n\n")[0].split())
    sentence = SENTENCE.match(paragraph)
    return sentence[0] if sentence else paragraph
