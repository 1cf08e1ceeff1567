"""The formulations of a puzzle: its own, and its first one with the parity rows presolved by elimination modulo 2.

tents      default, adjacent, ...        its own models
any        reduced, merged               the first model, its parity rows put into another form on the way to
                                         the solver (`backends.passes.gf2_presolve`); answers are lifted and
                                         checked against the model as stated
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from backends.contract import PRESOLVES, Options
from models.neutral import Form
from models.puzzles.contract import Advice, Instance, Puzzle
from rosetta.foundation.errors import InputError
from rosetta.foundation.spelling import did_you_mean


def base_formulation(puzzle: Puzzle, name: str) -> str:
    """The puzzle's own formulation that the named one is built on: itself, or the first. Raises InputError."""
    if name in puzzle.formulations:
        return name
    if name in PRESOLVES:
        return next(iter(puzzle.formulations))
    known = (*puzzle.formulations, *PRESOLVES)
    meant = did_you_mean(name, known) or ";"
    raise InputError(f"unknown formulation '{name}' of {puzzle.name}{meant} known: {', '.join(known)}")


def own_formulation(puzzle: Puzzle, name: str) -> str:
    """The name, where rules are read and not solved. Raises InputError if it is not one of the puzzle's own."""
    if name not in puzzle.formulations:
        why = "is made on the way to a solver, and is not to be read" if name in PRESOLVES else "is unknown"
        meant = did_you_mean(name, puzzle.formulations) or ";"
        raise InputError(f"formulation '{name}' {why}{meant} {puzzle.name} has {', '.join(puzzle.formulations)}")
    return name


def choose_formulation(
    puzzle: Puzzle,
    instance: Instance,
    name: str | None,
    check: Callable[[Puzzle, str], str] = base_formulation,
    solver: str = "",
) -> str:
    """The formulation of that name; without one, what the puzzle advises, for a backend if one is named, else its
    first. check: raises InputError for a name that cannot be used."""
    advice: Advice = puzzle.extras.advice(instance)
    chosen = name or dict(advice.by_solver).get(solver) or advice.formulation or next(iter(puzzle.formulations))
    check(puzzle, chosen)
    return chosen


def second_formulation(puzzle: Puzzle, instance: Instance, name: str) -> str | None:
    """On which an engine of another kind confirms what was found on the one of that name: the rules as stated; None for
    what suits that engine, where this formulation is for one backend."""
    for_one = dict(puzzle.extras.advice(instance).by_solver).values()
    return None if name in for_one else base_formulation(puzzle, name)


def presolve_form(puzzle: Puzzle, name: str) -> str | None:
    """The form that presolving gives the parity rows, None for one of the puzzle's own formulations."""
    return None if name in puzzle.formulations else name


def formulation_options(puzzle: Puzzle, name: str, options: Options) -> Options:
    """The options with those of the formulation: encodings where none was named, a presolve."""
    defaults = {Form(form): encoding for form, encoding in puzzle.extras.encodings.get(name, {}).items()}
    return replace(options, encodings={**defaults, **options.encodings}, presolve=presolve_form(puzzle, name))


def default_formulations(puzzle: Puzzle, instance: Instance) -> tuple[str, ...]:
    """The formulations to compare where none is named: one, or those whose difference is the point."""
    advice: Advice = puzzle.extras.advice(instance)
    return advice.compared or (advice.formulation or next(iter(puzzle.formulations)),)


def suited_formulations(puzzle: Puzzle, instance: Instance, solver: str) -> tuple[str, ...]:
    """Those to compare on a backend where none is named."""
    own = dict(puzzle.extras.advice(instance).by_solver).get(solver)
    return default_formulations(puzzle, instance) if own is None else (own,)


def all_formulations(puzzle: Puzzle, instance: Instance) -> tuple[str, ...]:
    """The puzzle's own formulations, and those that are compared by default for this instance."""
    return tuple(dict.fromkeys((*puzzle.formulations, *default_formulations(puzzle, instance))))
