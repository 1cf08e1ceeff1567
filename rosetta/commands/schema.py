"""`rosetta schema VERB`: what stands in the JSON that a verb prints, as a JSON Schema."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from rosetta.commands import flags
from rosetta.commands.contract import UsageError
from rosetta.foundation.exit_codes import DONE
from rosetta.foundation.spelling import unknown_name

if TYPE_CHECKING:
    from rosetta.commands.command_line import CommandLine

EXAMPLES = ("", "solve", "bench show", "compare > compare.schema.json")
DOCUMENTS = {
    "compare": "backends on the same instances, and the verdict over them",
    "solve": "one verified answer, or several",
    "count": "how many answers there are",
    "generate": "boards with the answers planted in them",
    "explain": "the solution step by step, or why there is none",
    "formulas": "a model rule by rule, and what becomes of each",
    "verify": "what was checked against the rules: an answer, or proofs",
    "fuzz": "what came of random models",
    "reproduce": "the claims of the sources, and what came of them",
    "list": "all puzzles, or one whole",
    "doctor": "what is installed, and what works",
    "bench show": "one cell of a campaign",
    "bench report": "the statistics of a campaign",
    "bench diff": "two campaigns, cell by cell",
    "bench export": "a line of --jsonl: a cell with its result",
}


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Print what stands in the document of a verb (--json, or a line of --jsonl), as a JSON Schema (draft 2020-12).",
        EXAMPLES,
        "",
        "Keys are only added while `schema` is 1, so a schema takes documents with more keys than it names.",
    )
    p.add_argument(
        "document", metavar="VERB", nargs="*", help="a verb, or `bench` and a sub-verb; without it, all are listed"
    )
    p.set_defaults(of_puzzles=())
    return p


def run(line: CommandLine) -> int:
    verb = " ".join(line.values["document"])
    if not verb:
        print("\n".join(f"{name:<14}{about}" for name, about in DOCUMENTS.items()))
        return DONE
    if verb not in DOCUMENTS:
        raise UsageError(unknown_name("document", verb, DOCUMENTS))
    print(json.dumps(document_schema(verb), indent=1))
    return DONE


def document_schema(verb: str) -> dict[str, Any]:
    """The schema of what a verb prints, one of DOCUMENTS."""
    from report.schemas.json_schema import DRAFT, json_schema
    from rosetta.campaigns.results.row_schema import row_schema
    from rosetta.commands.document_types import document_type

    if verb == "bench export":
        return {"$schema": DRAFT, "title": "rosetta bench export --jsonl", **row_schema()}
    rows = {"CellRow": row_schema()} if verb == "bench show" else {}
    return json_schema(document_type(verb), f"rosetta {verb} --json", rows)
