"""Are boards that are set unique, and the same again? Everything is judged from what `generate --json` prints.

    python -m benchmarks.setting.recheck [--boards N] [--only WORDS]       (default 20 of each kind)

The first, middle and last board of each kind are set again, alone and in processes with another hash seed; the
documents must be equal. Each instance is then read back from its ID, or its text, and another
engine than the one that set it, asked in the plain way, lists up to two solutions: the planted one and no other.
Tents and Akari (set by MiniCard) go to CP-SAT, tilings (exact cover) to CP-SAT, Lights Out (linear algebra modulo 2)
to CryptoMiniSat. Ends with exit code 1 if anything differs. CPU seconds of the children are those of the first time.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from typing import Any

from backends.contract import Limits, Options
from backends.registry import backend_named
from instances.resolve import resolve
from models.puzzles.registry import puzzle

KINDS = (
    "tents 10",
    "tents 10 --minimal",
    "tents 20",
    "tents 10 --tree-rule adjacent",
    "tents 10 --minimal --tree-rule adjacent",
    "tents 10 --tree-rule unique-matching",
    "tents 10 --minimal --tree-rule unique-matching",
    "akari 10",
    "akari 10 --minimal --symmetry rotation",
    "akari 20",
    "tiling 6x8 --pieces random",
    "tiling 6x10 --given",
    "tiling soma --given",
    "lightsout gnp:20,0.3",
    "lightsout 6x6 --presses 9",
)


def documents(line: str, seeds: list[str], hash_seed: str) -> list[dict[str, Any]]:
    """The instances that one process prints."""
    command = [sys.executable, "-m", "models.generate", *line.split(), "--unique", "--json", *seeds]
    limits = ["--time-limit", "60", "--budget", "3000"]
    process = subprocess.run(
        [*command, *limits], env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True
    )
    return list(json.loads(process.stdout)["instances"]) if process.returncode == 0 else []


def is_unique(line: str, document: dict[str, Any]) -> bool:
    """Is the planted answer of the document the only one of its instance, as its ID or text gives it?"""
    name, *words = line.split()
    record = puzzle(name)
    rules = {"tree_rule": words[words.index("--tree-rule") + 1]} if "--tree-rule" in words else {}
    if "text" in document:
        instance = record.parse(document["text"])
    else:
        what, *flags = document["id"].split(" --")
        options = dict(word.split(" ", 1) for word in flags)
        instance = resolve(name, what, int(options.pop("seed", "0")), options=options).instance
    model = next(iter(record.formulations.values()))(instance, **rules)
    model.objective = None
    engine = backend_named("cryptominisat" if name == "lightsout" else "cpsat")
    answers = []
    for values in engine.solutions(model, record.project(instance, model), Limits(seconds=60), Options()):
        answers.append(record.decode(instance, model, values))
        if len(answers) == 2:
            break
    return answers == [record.answer_from_json(instance, document["answer"])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    count, faults = arguments.boards, 0
    print(f"{'kind':52}{'set':>6}{'CPU s each':>12}{'unique':>8}{'confirmed':>11}{'again':>7}")
    for line in (kind for kind in KINDS if arguments.only in kind):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        first = documents(line, ["--seed", "0", "--count", str(count)], "1")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / max(len(first), 1)
        some = sorted({count - 1, count // 2, 0}, reverse=True)
        alone = [document for seed in some for document in documents(line, ["--seed", str(seed)], "2")]
        repeated = sum(first[seed : seed + 1] == [document] for seed, document in zip(some, alone, strict=False))
        only = sum(is_unique(line, document) for document in first)
        claimed = sum(document["unique"] is True for document in first)
        faults += (len(first), only, claimed, repeated) != (count, count, count, len(some))
        sizes = f"{len(first):>6}{spent:>12.2f}{only:>8}{claimed:>11}{f'{repeated}/{len(some)}':>7}"
        print(f"{line:52}{sizes}", flush=True)
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
