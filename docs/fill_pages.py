"""Outputs and code on the pages of the documentation: `python docs/fill_pages.py [PAGE ...]` fills them in, by default
on all pages.

What a page may hold, besides its text:

    ```sh           commands, one a line, each with a comment if it needs one
    ```console      `$ COMMAND` and what it prints; `console first=12` keeps so many lines, `console timed` says that
                    figures change from run to run
    ```python       Python that runs; behind `<!-- code: FILE FUNCTION -->` the source of that function. A block that
                    imports rosetta begins a program, the next ones go on with it
    ```output       what the block of Python above prints; `output timed` as `console timed`

`tests/test_pages.py` runs every command and every piece of Python, and compares outputs and sources with the pages.
"""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.M | re.S)
CODE = re.compile(r"(<!-- code: (\S+) (\w+) -->\n```python\n).*?(^```$)", re.M | re.S)
INLINE = re.compile(r"`((?:rosetta|python -m \w+[.\w]*|python docs/\w+\.py)(?: [^`]*)?)`")
ROSETTA = "from rosetta.commands.verbs import main; main()"  # what the installed script does
COLUMNS = "100"  # the width of outputs on the pages


@dataclass(frozen=True)
class Block:
    """A fenced block. kind: its first word; words: the others; start, end: where its text stands in the page."""

    kind: str
    words: tuple[str, ...]
    text: str
    start: int
    end: int

    @property
    def commands(self) -> list[str]:
        """The command lines of it, without their comments."""
        lines = self.text.replace("\\\n", " ").splitlines()
        if self.kind == "console":
            return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        stripped = [re.sub(r"(^|\s+)#(?= ).*", "", line).strip() for line in lines] if self.kind == "sh" else []
        return [line for line in stripped if line]


@cache
def pages() -> list[Path]:
    """Every page, the README first."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page, from top to bottom."""
    for match in FENCE.finditer(text):
        yield Block(match[1], tuple(match[2].split()), match[3], match.start(3), match.end(3))


def inline_commands(text: str) -> list[str]:
    """The commands within sentences that can be typed as they stand: none with a word like NAME in it, or with dots."""
    commands = [" ".join(command.split()) for command in INLINE.findall(FENCE.sub("", text))]
    return [command for command in commands if " " in command and not re.search(r"\b[A-Z]{3,}\b|\.\.\.", command)]


@dataclass
class Shell:
    """Runs commands as a reader would who has activated the environment, in a folder of their own."""

    folder: Path

    def run(self, command: str, seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """Run one line of shell; stdout and stderr are text."""
        programs = self.folder / ".bin"
        if not programs.exists():
            programs.mkdir()
            for name in ("benchmarks", "docs"):  # as in the checkout
                (self.folder / name).symlink_to(ROOT / name)
            self.write_programs(programs)
        changed = {
            "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": COLUMNS,
            "NO_COLOR": "1",
        }
        return subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env={**os.environ, **changed},
            capture_output=True,
            text=True,
            timeout=seconds,
        )

    def write_programs(self, folder: Path) -> None:
        """Write `python` and `rosetta` of this environment into a folder, which is the first of the path."""
        for name, words in (("python", '"$@"'), ("rosetta", f'-c {shlex.quote(ROSETTA)} "$@"')):
            (folder / name).write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {words}\n", "utf-8")
            (folder / name).chmod(0o755)


def run_command_output(block: Block, shell: Shell) -> str:
    """The text of a `console` block as its command prints it now."""
    (command,) = block.commands
    completed = shell.run(command)
    lines = [line.rstrip() for line in completed.stdout.strip("\n").splitlines()]
    for word in block.words:
        if word.startswith("first=") and len(lines) > int(word.removeprefix("first=")):
            lines = [*lines[: int(word.removeprefix("first="))], "..."]
    return "\n".join([f"$ {command}", *lines, ""])


def python_output(block: Block, names: dict[str, Any]) -> str:
    """The text of an `output` block as the block of Python above prints it now, run with these names, which it changes;
    a block that imports rosetta gets none, so that a reader can paste it into an empty file."""
    if "import rosetta as rs" in block.text:
        names.clear()
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(block.text, "a page", "exec", dont_inherit=True), names)
    return "".join(f"{line.rstrip()}\n" for line in printed.getvalue().strip("\n").splitlines())


def source_of(file: str, function: str) -> str:
    """The source of a function, as it stands in a file of the project. Raises ValueError where it is not there."""
    text = (ROOT / file).read_text("utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == function:
            return f"{ast.get_source_segment(text, node)}\n"
    raise ValueError(f"{file} has no {function}")


def with_sources(text: str) -> str:
    """A page with the source of each function that it shows."""
    return CODE.sub(lambda match: match[1] + source_of(match[2], match[3]) + match[4], text)


def fill(page: Path) -> None:
    """Write the page anew, with what its commands print now, in turn, and with the sources of today."""
    text = page.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder))
        names: dict[str, Any] = {}
        pieces, end, printed = [], 0, ""
        has_outputs = any(block.kind == "output" for block in blocks(text))
        quoted = {match.end(1) for match in CODE.finditer(text)}  # not to be run by itself
        for block in blocks(text):
            if block.kind == "python" and has_outputs and block.start not in quoted:
                printed = python_output(block, names)
            elif block.kind in ("console", "output"):
                pieces += [
                    text[end : block.start],
                    run_command_output(block, shell) if block.kind == "console" else printed,
                ]
                end = block.end
            elif block.kind == "sh":
                for command in block.commands:
                    if " > " in command:  # the outputs below may need the file that it writes
                        shell.run(command)
    page.write_text(with_sources("".join([*pieces, text[end:]])), "utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = COLUMNS
    for page in [Path(name).resolve() for name in sys.argv[1:]] or pages():
        print(f"filling {page.relative_to(ROOT)}", file=sys.stderr)
        fill(page)
