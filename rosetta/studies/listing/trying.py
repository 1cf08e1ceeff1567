"""Commands to try with the example of a puzzle; a test runs each of them."""

from __future__ import annotations

from collections.abc import Sequence

from report.listing.records import BoardFormat, ExampleBoard, ExampleCommand
from report.words import size_text

SMALL = "4x4"
FILE = "small.cnf"
WRITING = f"printf 'p cnf 3 3\\n1 2 0\\n-1 3 0\\n-2 -3 0\\n' > {FILE}"  # clauses with two solutions
SOLVE, EXPLAIN = "an answer, checked and drawn", "the solution step by step, and how hard it is"
COUNT, COMPARE = "how many solutions there are", "all solvers side by side"
FORMULAS = "each rule, and what each kind of solver gets"


def commands_with(
    name: str, example: ExampleBoard, formats: Sequence[BoardFormat], any_size: Sequence[str], size_decides: bool
) -> tuple[ExampleCommand, ...]:
    """The commands for a puzzle with boards. any_size: flags with which there are boards of any size, where there are
    not without; size_decides: is it settled by the size how many solutions a board has?"""
    board = (name, *example.words)
    made = (name, SMALL if any_size else size_text(example.size), *any_size)
    made = made if size_decides else (*made, "--unique")
    is_quick = not any_size or example.solutions in ("", "1")  # else all solutions would be explained and listed
    small = board if is_quick else (name, SMALL, *any_size)
    others = sorted((form for form in formats if form.example not in ("", example.id)), key=lambda f: len(f.example))
    return (
        ExampleCommand("solve", board, SOLVE),
        ExampleCommand("explain", small, EXPLAIN),
        ExampleCommand("count", board, COUNT),
        ExampleCommand("compare", small, COMPARE),
        ExampleCommand("formulas", board, FORMULAS),
        ExampleCommand("generate", made, "a new board"),
        ExampleCommand("generate", (*made, "--count", "4", "--booklet", f"{name}.html"), "a booklet to print"),
        ExampleCommand("convert", (*board, "-o", f"{name}.svg"), "a picture of the board"),
        *(ExampleCommand("convert", (*board, "--to", form.name), "the board in another format") for form in others[:1]),
    )


def model_commands() -> tuple[ExampleCommand, ...]:
    """The commands for a solver's file, which `WRITING` writes."""
    return (
        ExampleCommand("solve", (FILE,), SOLVE),
        ExampleCommand("count", (FILE,), COUNT),
        ExampleCommand("compare", (FILE,), COMPARE),
        ExampleCommand("formulas", (FILE,), FORMULAS),
        ExampleCommand("convert", (FILE, "--to", "lp"), "the same as another solver's file"),
    )


def classic_commands(name: str, what: str) -> tuple[ExampleCommand, ...]:
    """The commands for a model that is stated for this size."""
    return (
        ExampleCommand("solve", (name, what), SOLVE),
        ExampleCommand("count", (name, what), COUNT),
        ExampleCommand("compare", (name, what), COMPARE),
        ExampleCommand("formulas", (name, what), FORMULAS),
        ExampleCommand("convert", (name, what, "--to", "lp"), "the model as a solver's file"),
    )
