"""`python -m models VERB ...`, and the installed script `rosetta VERB ...`."""

from __future__ import annotations

import sys

VERBS = {
    "compare": "every backend on the same model: status, verdict, size, time split, agreement",
    "solve": "one verified answer, drawn",
    "count": "the exact number of solutions",
    "generate": "instances with one solution, minimal clues, symmetry, a wished difficulty",
    "formulas": "each rule, one row of it, and what it becomes for every kind of solver",
    "explain": "the solution step by step in the puzzle's words, or why there is none",
    "convert": "the puzzle as a file: for solvers, or in another format of puzzles",
    "verify": "the rules that a given answer breaks, as sentences",
    "reproduce": "each table and figure of the sources: their value, ours, the verdict",
    "doctor": "what is installed, which versions, what works on this machine",
}


def main() -> None:
    """Hand over to the verb; without one, list the verbs."""
    if len(sys.argv) > 1 and sys.argv[1] in VERBS:
        from models.command import main as run

        run(sys.argv[1], sys.argv[2:])
    asked = len(sys.argv) > 1 and sys.argv[1] in ("-h", "--help")
    lines = [
        "usage: python -m models VERB ...   (or: python -m models.VERB ...)",
        "",
        *(f"  {verb:<11}{what}" for verb, what in VERBS.items()),
        "",
        "python -m models.VERB --help tells more.",
    ]
    if len(sys.argv) > 1 and not asked:
        lines.insert(0, f"rosetta: unknown verb '{sys.argv[1]}'; known: {', '.join(VERBS)}\n")
    print("\n".join(lines), file=sys.stdout if asked else sys.stderr)
    raise SystemExit(0 if asked else 2)


if __name__ == "__main__":
    main()
