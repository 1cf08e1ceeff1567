"""`python -m models.verify PUZZLE WHAT ANSWER`: the rules that an answer breaks, as sentences."""

from __future__ import annotations

import argparse
import json
from typing import Any

from models.command import DONE, WRONG, Refused, add_puzzle, arguments_parser, colour_wanted

EXAMPLES = (
    "tents 3x3:aaaaa,2,0,2,2,0,2 '{\"tents\": [[0, 0], [0, 2], [2, 0], [2, 2]]}'",
    "tents board.txt answer.json",
    "tents board.txt - < answer.json",
)
EXAMPLE = '{"tents": [[0, 4], [2, 7]]}'


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
    from instances.reading import exists, text_of_file, text_of_stdin

    source = "ANSWER"
    if text == "-":
        source, text = "standard input", text_of_stdin()
    elif not text.lstrip().startswith("{"):
        if not exists(text):
            raise Refused(f"ANSWER: expected JSON such as {EXAMPLE}, an existing file or -, found '{text[:100]}'")
        source, text = text, text_of_file(text)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{source}: expected an answer as JSON such as {EXAMPLE}: {error}") from None
    if not isinstance(document, dict):
        raise Refused(f"{source}: expected a JSON object such as {EXAMPLE}, found {type(document).__name__}")
    inner = document.get("answer", document)
    if not isinstance(inner, dict):
        raise Refused(f"{source}: the document has no answer")
    return inner


if __name__ == "__main__":
    from models.command import main

    main("verify")
