"""The floors of the house, read from the imports: `python docs/floors.py` draws them into ARCHITECTURE.md.

A room is a package, or the part of one that has a floor of its own (`ROOMS`). Its floor is one above the highest room
that it imports from, so the drawing shows what is, not what was meant. Rooms in a circle cannot be drawn. Imports
inside functions and imports for types count like all others.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("algebra", "models", "backends", "instances", "report", "rosetta")
ROOMS = {  # the longest of these that a module's name begins with tells its room
    "algebra": "algebra",
    "models.neutral": "models.neutral",
    "rosetta.foundation": "rosetta.foundation",
    "rosetta.names": "rosetta.foundation",
    "rosetta.version": "rosetta.foundation",
    "models.puzzles": "models.puzzles",
    "models.classics": "models.classics",
    "backends": "backends",
    "instances": "instances",
    "report": "report",
    "rosetta.requests": "rosetta.requests",
    "rosetta.verbs": "rosetta.verbs",
    "rosetta.studies": "rosetta.studies",
    "rosetta.campaigns": "rosetta.campaigns",
    "rosetta.reproducing": "rosetta.reproducing",
    "rosetta.serving": "rosetta.serving",
    "rosetta.commands": "rosetta.commands",
    "rosetta.api": "rosetta.api",
    "rosetta": "rosetta",
    "models": "models/*.py",
}
DOORS = "Doors: `python -m models.compare` is what people type, so these files call upwards."
# Three packages are drawn inside, too: their folders are rooms, and so is what stands beside these.
INSIDE = ("rosetta.studies", "rosetta.campaigns", "backends")
SHARED = [
    "contract",
    "outcomes",
    "registry",
    "profiles",
    "profile_table",
    "name_lists",
]  # modules that solvers and rooms share
BEGIN, END = "<!-- floors{}: drawn by docs/floors.py -->\n```\n", "```\n<!-- floors end -->"
WIDTH = 100
PARTS = ("body", "orelse", "handlers", "finalbody", "cases")  # the fields of a node that hold statements
HOLDERS = (ast.stmt, ast.excepthandler, ast.match_case)


@cache
def files() -> dict[str, Path]:
    """Every module of the packages, by its import name."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {module_name(path): path for path in paths}


def module_name(path: Path) -> str:
    """`backends/gf2.py` is `backends.gf2`, `backends/__init__.py` is `backends`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str, package: str = "") -> str:
    """The room that a module belongs to: of the house, or inside one package."""
    if not package:
        return ROOMS[max((name for name in ROOMS if module == name or module.startswith(f"{name}.")), key=len)]
    name = module.removeprefix(f"{package}.").partition(".")[0]
    if f"{package}.{name}" in files() and files()[f"{package}.{name}"].name == "__init__.py":
        return f"{package}.{name}"
    return f"{package}.contract" if name in SHARED else package


def rooms_of(package: str = "") -> list[str]:
    """The rooms of the house, or those inside one package."""
    if not package:
        return list(dict.fromkeys(ROOMS.values()))
    inside = [module for module in files() if module.startswith(f"{package}.")]
    return list(dict.fromkeys(room_of(module, package) for module in inside))


@cache
def syntax_tree(path: Path) -> ast.Module:
    """What Python reads a file as."""
    return ast.parse(path.read_text("utf-8"))


@cache
def statements(path: Path) -> tuple[ast.AST, ...]:
    """Every statement of a file, those inside others too. (A tenth of its syntax tree: expressions hold none.)"""
    found: list[ast.AST] = [*syntax_tree(path).body]
    for node in found:  # which grows
        parts = (part for field in PARTS for part in getattr(node, field, ()))
        found += [part for part in parts if isinstance(part, HOLDERS)]
    return tuple(found)


@cache
def imported_modules(module: str) -> frozenset[str]:
    """Our own modules that a file imports, anywhere in it; `from package import submodule` names the submodule."""
    names: set[str] = set()
    for node in statements(files()[module]):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                names.add(submodule if submodule in files() else str(node.module))
    return frozenset(names & files().keys()) - {module}


def arrows(package: str = "") -> set[tuple[str, str]]:
    """The pairs of rooms where the first imports from the second."""
    inside = [module for module in files() if module.startswith(f"{package}." if package else "")]
    pairs = {
        (room_of(module, package), room_of(other, package))
        for module in inside
        for other in imported_modules(module)
        if other in inside
    }
    return {(upper, lower) for upper, lower in pairs if upper != lower}


def floors(pairs: set[tuple[str, str]], rooms: list[str]) -> list[list[str]]:
    """The rooms by floor, the ground floor first: a room stands just above the highest room that it imports from.
    Raises ValueError where rooms import from each other in a circle."""
    levels: list[list[str]] = []
    placed: set[str] = set()
    while len(placed) < len(rooms):
        free = {room for room in rooms if {lower for upper, lower in pairs if upper == room} <= placed}
        level = [room for room in rooms if room in free - placed]
        if not level:
            raise ValueError(f"these rooms import from each other in a circle: {sorted(set(rooms) - placed)}")
        levels.append(level)
        placed |= set(level)
    return levels


def drawing(package: str = "") -> str:
    """The floors from the top down, the rooms of each side by side as boxes; of the house, below, which imports from
    which."""
    pairs = arrows(package)
    levels = floors(pairs, rooms_of(package))[::-1]
    lines = [line for level in levels for line in _draw_floor(level, package)]
    lines.append("+" + "-" * (WIDTH - 2) + "+")
    if package:
        return "\n".join(lines) + "\n"
    lines.append("imports from:")
    rooms = [room for level in levels for room in level]
    for room in rooms:
        lower = ", ".join(other for other in rooms if (room, other) in pairs)
        lines.append(f"  {room:<19} {lower or 'nothing in the project'}")
    return "\n".join(lines) + "\n"


def _draw_floor(level: list[str], package: str) -> list[str]:
    """One floor: each room by its name and the first sentence of its docstring, below a line."""
    inner = WIDTH - len(level) - 1
    widths = [inner // len(level) + (i < inner % len(level)) for i in range(len(level))]
    boxes = [
        [room.removeprefix(f"{package}."), *wrap(_purpose(room, package), width - 2)]
        for room, width in zip(level, widths, strict=True)
    ]
    height = max(map(len, boxes))
    rows = [
        [(box + [""] * height)[i].center(width) for box, width in zip(boxes, widths, strict=True)]
        for i in range(height)
    ]
    return ["+" + "+".join("-" * width for width in widths) + "+", *("|" + "|".join(row) + "|" for row in rows)]


def _purpose(room: str, package: str) -> str:
    """The first sentence of the room's docstring."""
    if room == f"{package}.contract":
        return f"What all rooms share: {', '.join(SHARED)}."
    if room not in files():
        return DOORS
    docstring = ast.get_docstring(syntax_tree(files()[room])) or ""
    return re.split(r"(?<=\.)\s", " ".join(docstring.split("\n\n")[0].split()))[0]


def main() -> None:
    """Put the drawings into ARCHITECTURE.md, between their marks."""
    page = ROOT / "ARCHITECTURE.md"
    text = page.read_text("utf-8")
    for package in ("", *INSIDE):
        begin = BEGIN.format(f" of {package}" if package else "")
        start = text.index(begin) + len(begin)
        text = text[:start] + drawing(package) + text[text.index(END, start) :]
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
