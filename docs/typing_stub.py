"""The types of the public API as one stub, `rosetta/__init__.pyi`, which only a wheel holds (`setup.py` asks for it).

There our packages lie inside `rosetta` and get their names when it is imported, which no type checker sees: what is
public would come from `models.neutral`, a module that it cannot find. So the stub imports nothing of ours: it has the
public names, and whatever their annotations name, one below the other. In the checkout a type checker reads the code.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PUBLIC = "rosetta"
# the decorators of functions whose keywords are a request's, with the type of the first argument where it is another
# one than the function itself has
TAKES = {"takes": "Board | Model", "takes_boards": "", "takes_subject": ""}
REQUEST = "Request"  # the base of requests
OVERLOAD = "overload"
KEPT_DECORATORS = ("property", "cached_property", "dataclass", "staticmethod", "classmethod", OVERLOAD)
# of several types of a function the first that fits counts, whatever the later ones say
HEAD = '# mypy: disable-error-code="overload-overlap"'

Definition = ast.FunctionDef | ast.ClassDef | ast.AnnAssign | ast.Assign


def stub_text() -> str:
    """The stub."""
    stub = _Stub()
    for name in _public_names():
        stub.add(PUBLIC, name)
    imports = [_import_line(module, name) for module, name in sorted(stub.imports)]
    shown = ", ".join(f'"{name}"' for name in _public_names())
    head = [HEAD, "from __future__ import annotations", *imports, "", f"__all__ = [{shown}]", "__version__: str", ""]
    return "\n".join([*head, *stub.parts.values(), ""])


def _import_line(module: str, name: str) -> str:
    """The import; what has no types of its own, or is not installed, is any type."""
    line = f"from {module} import {name}" if name else f"import {module}"
    typed = module.split(".")[0].split(" ")[0] in (*sys.stdlib_module_names, "numpy")
    return line if typed else f"{line}  # type: ignore[import-untyped, import-not-found, unused-ignore]"


def _public_names() -> list[str]:
    """What `rosetta.__all__` names and imports for type checkers."""
    return [name for name, (module, _) in _imports(PUBLIC).items() if _is_ours(module) and name in _exported()]


def _exported() -> list[str]:
    for node in _tree(PUBLIC).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
            return list(ast.literal_eval(node.value))
    raise ValueError("rosetta has no __all__")


@dataclass(slots=True)
class _Stub:
    """imports: of other people's modules, (module, name), name "" for the module itself under its usual short name;
    parts: the definitions so far, by name."""

    imports: set[tuple[str, str]] = field(default_factory=set)
    parts: dict[str, str] = field(default_factory=dict)

    def add(self, module: str, name: str) -> None:
        """The definition of a name as the module knows it, after those that it needs."""
        defined = _definitions(module).get(name)
        if defined is None:
            origin, original = _imports(module).get(name, ("", ""))
            if origin and _is_ours(origin):
                self.add(origin, original)
            elif origin:
                self.imports.add((origin, original if original == name or not original else f"{original} as {name}"))
            return
        if name in self.parts:
            return
        self.parts[name] = ""  # holds the place, as definitions may name each other
        if overloads := _overloads(module, name):
            outlines = list(map(_outline, overloads))
            for outline in outlines:
                self._add_used(module, outline)
            self.parts[name] = self.parts.pop(name) or "\n".join(map(ast.unparse, outlines))
            return
        node, options = _with_options(module, defined)
        for where, each in [(module, _outline(node)), *((where, _typed(option)) for where, option in options)]:
            self._add_used(where, each)
        if options and isinstance(node, ast.FunctionDef):
            _extend_signature(node, [option for _, option in options])
        self.parts[name] = self.parts.pop(name) or ast.unparse(_outline(node))

    def _add_used(self, module: str, node: ast.stmt) -> None:
        """What a definition needs, as its module knows it."""
        for used in sorted({each.id for each in ast.walk(_readable(node)) if isinstance(each, ast.Name)}):
            self.add(module, used)


def _with_options(module: str, node: Definition) -> tuple[Definition, list[tuple[str, ast.AnnAssign]]]:
    """A function that takes a request (`rosetta.api.calling.keywords.takes`) without that parameter; the options of the
    request in its place, each with the module whose names it uses."""
    if isinstance(node, ast.FunctionDef):
        for each in node.decorator_list:
            if isinstance(each, ast.Call) and (decorator := ast.unparse(each.func)) in TAKES:
                own = ast.FunctionDef(node.name, _first_argument(node.args, TAKES[decorator]), [], [], node.returns)
                stated = _options(module, ast.unparse(each.args[0]))
                by_name = {ast.unparse(option.target): (where, option) for where, option in stated}  # the last counts
                return ast.fix_missing_locations(own), list(by_name.values())
    return node, []


def _typed(option: ast.AnnAssign) -> ast.stmt:
    """The type of an option alone."""
    return ast.Expr(option.annotation)


def _first_argument(arguments: ast.arguments, type_text: str) -> ast.arguments:
    """The first argument alone, with another type if there is one."""
    first = arguments.args[0]
    if type_text:
        first = ast.arg(first.arg, ast.parse(type_text, mode="eval").body)
    return ast.arguments([], [first], None, [], [], None, [])


def _options(module: str, name: str) -> Iterator[tuple[str, ast.AnnAssign]]:
    """The options of a request and of its bases, each with the module that states it."""
    defined = _definitions(module).get(name)
    if defined is None:
        yield from _options(*_imports(module)[name])
        return
    assert isinstance(defined, ast.ClassDef)
    for base in reversed(defined.bases):  # as records do: the first base has the last word
        if ast.unparse(base) != REQUEST:
            yield from _options(module, ast.unparse(base))
    for member in defined.body:
        if isinstance(member, ast.AnnAssign) and isinstance(member.value, ast.Call):  # no constant of the class
            yield module, member


def _extend_signature(node: ast.FunctionDef, options: Sequence[ast.AnnAssign]) -> None:
    """Make the options of a request parameters of the function; those with `kw_only=False` need no name."""
    for option in options:
        assert isinstance(option.value, ast.Call)
        parameter = ast.arg(ast.unparse(option.target), option.annotation)
        if any(each.arg == "kw_only" for each in option.value.keywords):
            node.args.args.append(parameter)
            node.args.defaults.append(ast.Constant(...))
        else:
            node.args.kwonlyargs.append(parameter)
            node.args.kw_defaults.append(ast.Constant(...))


def _outline(node: Definition) -> ast.stmt:
    """A definition without bodies, private members and values."""
    if isinstance(node, ast.FunctionDef):
        return _signature(node)
    if not isinstance(node, ast.ClassDef):
        return node
    body: list[ast.stmt] = []
    is_enum = any(isinstance(base, ast.Name) and base.id == "Enum" for base in node.bases)
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and _is_public(member.name):
            body.append(_signature(member))
        elif isinstance(member, ast.AnnAssign) and _is_public(ast.unparse(member.target)):
            value = None if member.value is None else ast.Constant(...)
            body.append(ast.AnnAssign(member.target, member.annotation, value, member.simple))
        elif isinstance(member, ast.Assign) and is_enum:
            body.append(member)
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            body += _own_attributes(member)
    return ast.ClassDef(node.name, node.bases, node.keywords, body or [ast.Expr(ast.Constant(...))], _kept(node))


def _own_attributes(init: ast.FunctionDef) -> list[ast.stmt]:
    """The public attributes that `__init__` sets: those with an annotation, and those that are its parameters."""
    attributes: list[ast.stmt] = []
    annotations = {argument.arg: argument.annotation for argument in init.args.args}
    for node in ast.walk(init):
        target: ast.expr | None = node.target if isinstance(node, ast.AnnAssign) else None
        annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            target, annotation = node.targets[0], annotations.get(node.value.id)
        if isinstance(target, ast.Attribute) and annotation is not None and _is_public(target.attr):
            attributes.append(ast.AnnAssign(ast.Name(target.attr), annotation, None, 1))
    return attributes


def _signature(node: ast.FunctionDef) -> ast.stmt:
    """The function with `...` for its body and its default values."""
    old = node.args
    new = ast.arguments(
        old.posonlyargs,
        old.args,
        old.vararg,
        old.kwonlyargs,
        [None if value is None else ast.Constant(...) for value in old.kw_defaults],
        old.kwarg,
        [ast.Constant(...) for _ in old.defaults],
    )
    body: list[ast.stmt] = [ast.Expr(ast.Constant(...))]
    return ast.fix_missing_locations(ast.FunctionDef(node.name, new, body, _kept(node), node.returns))


def _kept(node: ast.FunctionDef | ast.ClassDef) -> list[ast.expr]:
    """The decorators that matter to a type checker, setters of properties among them."""
    names = {ast.unparse(each).partition("(")[0]: each for each in node.decorator_list}
    return [each for name, each in names.items() if name in KEPT_DECORATORS or name.endswith(".setter")]


def _is_public(name: str) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__")) or name.startswith("_repr_")


def _readable(node: ast.stmt) -> ast.Module:
    """The statement with annotations in quotes read, too."""
    quoted = [ast.parse(each.value, mode="eval").body for each in ast.walk(node) if _is_quoted(each)]  # type: ignore[attr-defined]
    return ast.Module([node, *(ast.Expr(each) for each in quoted)], [])


def _is_quoted(node: ast.AST) -> bool:
    """Is it a text that reads as a type?"""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return False
    try:
        ast.parse(node.value, mode="eval")
    except SyntaxError:
        return False
    return True


# ---- modules -------------------------------------------------------------------------------------------------------


def _is_ours(module: str) -> bool:
    return _path(module) is not None


def _path(module: str) -> Path | None:
    base = ROOT.joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _tree(module: str) -> ast.Module:
    path = _path(module)
    assert path is not None
    return ast.parse(path.read_text("utf-8"))


@cache
def _definitions(module: str) -> dict[str, Definition]:
    """Functions, classes and aliases of the module, by name."""
    found: dict[str, Definition] = {}
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id] = node
    return found


def _overloads(module: str, name: str) -> list[ast.FunctionDef]:
    """The types of a function that has several."""
    functions = [node for node in _tree(module).body if isinstance(node, ast.FunctionDef) and node.name == name]
    return [node for node in functions if any(ast.unparse(each) == OVERLOAD for each in node.decorator_list)]


@cache
def _imports(module: str) -> dict[str, tuple[str, str]]:
    """Names that the module imports, wherever it does: (module, name there), name "" for a module."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Import):
            found |= {each.asname or each.name: (ast.unparse(node).removeprefix("import "), "") for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            found |= {each.asname or each.name: (str(node.module), each.name) for each in node.names}
    return found


if __name__ == "__main__":
    print(stub_text())
