"""The verbs, each with what it does, and which of them have an option."""

from __future__ import annotations

from importlib import import_module

VERBS = {
    "compare": "run all solvers on the same puzzle and compare answers, times and sizes",
    "solve": "find one answer, check it, and draw it",
    "count": "count the solutions exactly",
    "generate": "make boards: with one solution, minimal clues, symmetry, a given difficulty",
    "formulas": "show each rule, one of its constraints, and what each kind of solver gets",
    "explain": "derive the solution step by step, or show why there is none",
    "convert": "write a puzzle as a file for solvers or puzzle programs, or as a picture",
    "verify": "say which rules a given answer breaks",
    "play": "play in the browser: check, hints, solve, and all else that the verbs do",
    "bench": "run a campaign: many boards, limits, a store that survives, statistics",
    "fuzz": "hunt for wrong answers: random models, all solvers, faults shrunk and saved",
    "reproduce": "test the claims and figures that the sources publish",
    "list": "list all puzzles; one whole: rules, a board, options, formats, commands",
    "schema": "print what stands in the JSON of a verb, as a JSON Schema",
    "doctor": "show what is installed and what works on this machine",
    "completion": "print the script that turns on Tab completion in your shell",
}


def verbs_with(flag: str) -> list[str]:
    """The verbs and sub-verbs that have an option, such as `--html`; options of puzzles and backends do not count."""
    modules = {verb: import_module(f"rosetta.commands.{verb}") for verb in VERBS}
    for verb, module in list(modules.items()):
        for name in getattr(module, "SUBVERBS", ()):
            modules[f"{verb} {name}"] = import_module(f"rosetta.commands.{verb}.{name}")
    return [verb for verb, module in modules.items() if flag in module.parser(verb)._option_string_actions]
