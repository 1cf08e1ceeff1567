"""Verbs that do one instance after the other: what cannot be read is told, the next has its turn, and the exit code is
the worst one: a wrong answer (1) before bad input (2) before a limit (3) before success (0).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from backends.running.preloading import keep_solvers
from instances.naming import InstanceText
from models.neutral.errors import ModelError
from report.words import LONGEST_MESSAGE, LONGEST_NAME, one_line
from rosetta.commands.contract import BAD_INPUT, DONE, LIMIT, WRONG, UsageError
from rosetta.commands.json_lines import LINES, print_line
from rosetta.commands.named_instances import instance_arguments, instance_texts
from rosetta.foundation.errors import InputError
from rosetta.foundation.jit import expect_one_run
from rosetta.foundation.limits import TooLarge

if TYPE_CHECKING:
    from report.documents.several import MissingInstance

WORST_FIRST = (WRONG, BAD_INPUT, LIMIT, DONE)
ABOUT_AN_INSTANCE = (InputError, ModelError, TooLarge, UsageError)  # errors after which the next instance has its turn


@dataclass(frozen=True, slots=True)
class VerbReport:
    """What a verb has to say of one instance. text: for stdout, a JSON document with --json; None if that is done;
    afterwards: what is left to do once that was said; it gets the number of the instance among several."""

    code: int
    text: str | None = None
    afterwards: Callable[[int | None], None] | None = None


def run_each(
    arguments: argparse.Namespace,
    run_one: Callable[[argparse.Namespace], VerbReport],
    texts: list[InstanceText] | None = None,
) -> int:
    """Run a verb on every instance that is named, and print what it says of each as soon as it is known; the exit code.

    run_one gets the arguments as if its instance was the only one; texts: the instances, where they are known. Of
    several instances, --json prints one document, `instances`: [their documents], `missing`: [{what, note}]; --jsonl
    prints each by itself on a line."""
    texts, form = instance_texts(arguments) if texts is None else texts, getattr(arguments, "json", False)
    if len(texts) == 1:
        expect_one_run()
        report = run_one(instance_arguments(arguments, texts[0]))
        if report.text is not None and form == LINES:
            print_line(report.text)
        elif report.text is not None:
            print(report.text, end="" if report.text.endswith("\n") else "\n", flush=True)
        if report.afterwards is not None:
            report.afterwards(None)
        return report.code
    if getattr(arguments, "html", None) is not None:
        raise UsageError(f"--html: a page is about one instance; here are {len(texts)}")
    keep_solvers()
    codes, documents = [DONE], list[Any]()
    missing: list[MissingInstance] = []
    for number, text in enumerate(texts, 1):
        try:
            report = run_one(instance_arguments(arguments, text))
        except ABOUT_AN_INSTANCE as refusal:
            codes.append(BAD_INPUT)
            missing.append(print_refusal(text, refusal))
            if form == LINES:
                print_line(_document(arguments, [], missing[-1:]))
            continue
        codes.append(report.code)
        if report.text is not None and form == LINES:
            print_line(report.text)
        elif report.text is not None and form:
            documents.append(json.loads(report.text))
        elif report.text is not None:
            print(f"{heading(text, number, len(texts))}\n{report.text.rstrip()}\n", flush=True)
        if report.afterwards is not None:
            report.afterwards(number)
    if form and form != LINES:
        print(_document(arguments, documents, missing))
    return worst_code(codes)


def print_refusal(text: InstanceText, refusal: Exception) -> MissingInstance:
    """Tell on stderr why an instance is left out; the same for a document."""
    message = one_line(str(refusal), LONGEST_MESSAGE)
    shown = message if text.place in message else f"{one_line(text.place, LONGEST_NAME)}: {message}"
    print(f"rosetta: {shown}", file=sys.stderr)
    return {"what": text.place, "note": message}


def heading(text: InstanceText, number: int, count: int) -> str:
    """`[2/3] ids.txt, line 2`."""
    return f"[{number}/{count}] {one_line(text.place, LONGEST_NAME)}"


def worst_code(codes: list[int]) -> int:
    """The exit code of several instances."""
    return min(codes, key=WORST_FIRST.index)


def _document(arguments: argparse.Namespace, documents: list[Any], missing: list[MissingInstance]) -> str:
    """The documents of the instances in one; `puzzle` is null where they are of several."""
    from rosetta.commands.options import provenance_from

    puzzles = {document["puzzle"] for document in documents}
    head = {"schema": 1, "puzzle": puzzles.pop() if len(puzzles) == 1 else None, "instances": documents}
    limits = documents[0]["limits"] if documents else {}
    return json.dumps({**head, "missing": missing, **provenance_from(arguments, (), limits)}, allow_nan=False)
