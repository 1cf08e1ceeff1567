"""`python -m models.verify PUZZLE WHAT ANSWER`: the rules that an answer breaks, as sentences."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from models.command import DONE, WRONG, Refused, add_puzzle, arguments_parser, colour_wanted

EXAMPLES = (
    "tents 3x3:aaaaa,2,0,2,2,0,2 '{\"tents\": [[0, 0], [0, 2], [2, 0], [2, 2]]}'",
    "tents board.txt answer.json",
    "tents board.txt - < answer.json",
)
LARGEST = 50_000_000  # bytes of an answer's file


def parser() -> argparse.ArgumentParser:
    p = arguments_parser("verify", "Check an answer against the rules; exit code 1 if it breaks one.", EXAMPLES)
    add_puzzle(p)
    p.add_argument("answer", metavar="ANSWER", help="the answer as JSON (as `solve --json` has it), a file, or -")
    p.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else there")
    return p


def run(arguments: argparse.Namespace) -> int:
    from models import request

    if arguments.answer == "-" and arguments.what == "-":
        raise Refused("WHAT and ANSWER cannot both come from stdin")
    given, question = request.asked(arguments)
    record = question.puzzle
    answer = record.answer_from_json(question.instance, _document(arguments.answer))
    broken = record.verify(question.instance, answer, **question.rules)
    if arguments.json:
        told = {"schema": 1, "puzzle": record.name, "id": given.id, "valid": not broken, "broken": broken}
        print(json.dumps(told, indent=1))
    else:
        print(record.draw_text(question.instance, answer, colour=colour_wanted()), end="\n\n")
        print("\n".join(broken) if broken else "keeps all rules")
    return WRONG if broken else DONE


def _document(text: str) -> dict[str, Any]:
    """The answer's JSON object; a whole document of `solve --json` will do, its `answer` is taken."""
    source = "ANSWER"
    if text == "-":
        source, text = "stdin", sys.stdin.read()
    elif not text.lstrip().startswith("{"):
        source, text = text, _file(text)
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Refused(f"{source}: expected an answer as JSON: {error}") from error
    if not isinstance(document, dict):
        raise Refused(f"{source}: expected a JSON object, found {type(document).__name__}")
    inner = document.get("answer", document)
    if not isinstance(inner, dict):
        raise Refused(f"{source}: the document has no answer")
    return inner


def _file(name: str) -> str:
    path = Path(name)
    if not path.is_file():
        raise Refused(f"ANSWER: expected JSON, an existing file or -, found '{name}'")
    if path.stat().st_size > LARGEST:
        raise Refused(f"{name}: larger than {LARGEST:,} bytes")
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{name}: not readable as text: {error}") from error


if __name__ == "__main__":
    from models.command import main

    main("verify")
