"""Faults: one place of a file changed. Comparisons, connectives, signs, numbers, statuses, guards, neutral returns."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATIONS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.Pow: ast.Mult,
}  # fmt: skip
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
STATUSES = {
    "UNSATISFIABLE": ("UNKNOWN", "SATISFIED"), "UNKNOWN": ("UNSATISFIABLE",), "OPTIMAL": ("SATISFIED",),
    "SATISFIED": ("OPTIMAL",), "ERROR": ("UNSATISFIABLE",), "UNSUPPORTED": ("UNSATISFIABLE",),
}  # fmt: skip
NEUTRAL = {"int": "0", "float": "0.0", "str": '""', "list": "[]", "tuple": "()", "dict": "{}"}
LEAVES = (ast.Raise, ast.Return, ast.Continue, ast.Break)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Mutant:
    """path: of the file, from the root; function: the outermost function around the place, `Class.name` for a method,
    "" outside of functions; line: the text of the line where the place begins; change: `old -> new`; begin, end: the
    bytes of the place."""

    path: str
    function: str
    line: str
    change: str
    begin: int
    end: int
    new: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What says which mutant it is after other lines of the file have changed."""
        return self.path, self.function, self.line, self.change

    def apply(self, source: str) -> str:
        """The text of the file with the fault."""
        text = source.encode()
        return (text[: self.begin] + self.new.encode() + text[self.end :]).decode()


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of the file, in the order of its text. One whose key was seen before has a number after it."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    mutants: list[Mutant] = []
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for node, function, new in _changes(ast.parse(source), "", ""):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        old = " ".join(source.encode()[begin:end].decode().split())
        if new == old:
            continue
        first_line = lines[node.lineno - 1].decode().strip()
        mutant = Mutant(
            path, "" if function.endswith(".") else function, first_line, f"{old} -> {new}", begin, end, new
        )
        seen[mutant.key] += 1
        if seen[mutant.key] > 1:
            mutant = replace(mutant, change=f"{mutant.change} #{seen[mutant.key]}")
        mutants.append(mutant)
    return mutants


def _changes(node: ast.AST, function: str, returns: str) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """(place, function around it, new text). Types, decorators, texts with
    braces and `strict=` have no places."""
    if isinstance(node, ast.expr | ast.stmt):
        for new in _statement_changes(node, returns) if isinstance(node, ast.stmt) else _expression_changes(node):
            yield (
                node,
                function,
                new if isinstance(node, ast.stmt) or new.isidentifier() or new.isdigit() else f"({new})",
            )
    if isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield node.test, function, f"(not ({ast.unparse(node.test)}))"
    for name, child in _children(node):
        if isinstance(child, SCOPES) and not (function and not function.endswith(".")):
            inner = function + child.name, ast.unparse(child.returns) if child.returns else ""
        elif isinstance(child, SCOPES):
            inner = function, ast.unparse(child.returns) if child.returns else ""
        elif isinstance(child, ast.ClassDef) and not function:
            inner = f"{child.name}.", ""
        else:
            inner = function, returns
        if name == "args":  # of a function: what its parameters are by default stands outside of it
            inner = "", ""
        yield from _changes(child, *inner)


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The parts of a node that may have places, with the names of their fields."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "pattern"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield name if isinstance(node, SCOPES) else "", child


def _expression_changes(node: ast.expr) -> Iterator[str]:
    """The texts that stand for an expression in turn."""
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                ops = [*node.ops[:at], COMPARISONS[type(op)](), *node.ops[at + 1 :]]
                yield ast.unparse(_with(node, ops=ops))
        case ast.BoolOp():
            yield ast.unparse(_with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And()))
            for at in range(len(node.values)):
                rest = [*node.values[:at], *node.values[at + 1 :]]
                yield ast.unparse(_with(node, values=rest) if len(rest) > 1 else rest[0])
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield ast.unparse(node.operand)
        case ast.BinOp() if type(node.op) in OPERATIONS and not _is_text(node.left):
            yield ast.unparse(_with(node, op=OPERATIONS[type(node.op)]()))
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int()):
            yield from map(str, {0: (1,), 1: (0, 2)}.get(node.value, (node.value + 1,)))
        case ast.Attribute(value=ast.Name(id="Status")):
            yield from (f"Status.{other}" for other in STATUSES[node.attr])
        case ast.IfExp():
            yield ast.unparse(_with(node, body=node.orelse, orelse=node.body))
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            yield ast.unparse(_with(node, func=ast.Name(FUNCTIONS[name])))
        case ast.Call(func=ast.Name(id="replace"), keywords=[_, *_]):
            for at in range(len(node.keywords)):
                yield ast.unparse(_with(node, keywords=[*node.keywords[:at], *node.keywords[at + 1 :]]))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for at, loop in enumerate(node.generators):
                if loop.ifs:
                    loops = [*node.generators[:at], _with(loop, ifs=[]), *node.generators[at + 1 :]]
                    yield ast.unparse(_with(node, generators=loops))


def _statement_changes(node: ast.stmt, returns: str) -> Iterator[str]:
    """The texts that stand for a statement in turn. returns: what the function is said to return."""
    match node:
        case ast.If(body=[body], orelse=[]) if isinstance(body, LEAVES):
            yield "pass"  # a guard less
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            pass
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield "pass"
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield "pass"
        case ast.Return(value=ast.Constant(value=bool() | None)):
            pass  # the constant is a place of its own
        case ast.Return(value=ast.expr() as value):
            if returns == "bool":
                yield f"return not ({ast.unparse(value)})"
            elif "| None" in returns:
                yield "return None"
            elif (neutral := NEUTRAL.get(returns.partition("[")[0])) is not None:
                yield f"return {neutral}"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _with(node, **fields):
    """The node with other parts."""
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
