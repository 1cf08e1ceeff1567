"""Kept evidence: boards that showed once what `rule_evidence.py` searches for, so that tests only look at them again.

    python -m tests.support.kept_evidence NAME ...      searches, and writes tests/data/rule_evidence/NAME.json

A file has for each board, under some rules of the puzzle,

    wrong, right    answers that `verify` must refuse, and accept: some of each set of kinds of messages, so that each
                    kind stands alone where it can; one with each text of `verify`; and, of each fault that can be put
                    into `verify` (tests/mutation), one that shows it, if any does
    witnesses       of each rule of each formulation, and side, an assignment that breaks it and keeps all others

An assignment is bits in hexadecimal, a bit per variable, or a list where there are integers. It shows nothing once the
model has other variables: then the file is to be written anew.
"""

from __future__ import annotations

import inspect
import json
import signal
import sys
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from backends.reasons.incremental import IncrementalSolver
from models.neutral import evaluate
from models.puzzles.randomness import Stream
from models.puzzles.registry import names
from rosetta.foundation.errors import InputError
from tests.mutation.mutants import mutants_of
from tests.mutation.trials import functions_by_name, replace_code
from tests.support.places import ROOT
from tests.support.puzzle_boards import RULES, row_models
from tests.support.relaxed_models import break_rule, is_answer
from tests.support.rule_evidence import Evidence, Witness, rules_of, search_evidence
from tests.support.verify_sentences import reached_functions, texts_in_source

FOLDER = ROOT / "tests" / "data" / "rule_evidence"
EACH, RIGHT = 3, 10  # wrong answers of each set of kinds of messages, and right ones, under the same rules
MOST = 300  # more of them, of which those are kept that show a fault


def evidence_file(name):
    return FOLDER / f"{name}.json"


# ---- looked at again -------------------------------------------------------------------------------------------------


def look_at_kept(name):
    """What the kept boards of a puzzle show under each of its rules, as `search_evidence` returns it."""
    every = {case.values[1]: Evidence(*case.values) for case in RULES if case.values[0] == name}
    for entry in json.loads(evidence_file(name).read_text("utf-8")):
        found = every[tuple(map(tuple, entry["rules"]))]
        p = found.record.parse(entry["board"])
        for expected, documents in ((False, entry["wrong"]), (True, entry["right"])):
            for document in documents:
                found.judge(p, found.record.answer_from_json(p, document), expected, "kept")
        forms = {f: StandingBoard(p, f, model, project) for f, model, project in row_models(name, p, found.rules)}
        rules = {f: set(rules_of(found, form)) for f, form in forms.items()}
        for formulation, sentence, side, keep_other_side, values in entry["witnesses"]:
            if (sentence, side) in rules.get(formulation, ()):
                look_at_witness(found, forms, Witness(p, formulation, sentence, side, keep_other_side, values))
    return list(every.values())


@dataclass(eq=False)
class StandingBoard:
    """A board as a model, kept in a solver that is asked for several answers."""

    p: Any
    formulation: str
    model: Any
    project: Any
    _solver: IncrementalSolver | None = field(default=None, init=False)

    def accepts(self, chosen):
        """Whether the answer with these values on `project` is one of the model."""
        if self.model.integer.any():
            values = np.zeros(self.model.variables + 1, np.int64)
            values[self.project] = chosen
            return is_answer(self.model, self.project, values)
        if self._solver is None:
            without_cost = self.model.copy()
            without_cost.objective = None
            self._solver = IncrementalSolver(without_cost)
        return self._solver.ask(np.where(chosen == 1, self.project, -self.project)) is not None

    def reads_alike(self, record, answer, chosen):
        """Whether these values stand for the same answer here as in another formulation."""
        if len(chosen) != len(self.project):
            return False
        values = np.zeros(self.model.variables + 1, np.int64)
        values[self.project] = chosen
        return record.decode(self.p, self.model, values) == answer


def look_at_witness(found, forms, witness):
    """An assignment that breaks this rule alone: its answer is refused by `verify`, the full model and all others. It
    witnesses nothing if the model has become another one."""
    stated, record = forms[witness.formulation], found.record
    broken = break_rule(stated.model, witness.sentence, witness.side, witness.keep_other_side)
    values = values_from_json(witness.values, broken.variables)
    if values is None or evaluate(broken, values) != []:
        return
    answer, chosen = record.decode(witness.p, broken, values), values[stated.project]
    found.judge(witness.p, answer, False, f"{stated.formulation} with a broken rule, {witness.sentence}")
    found.note_witness(witness)
    for form in forms.values():
        if (form is stated or form.reads_alike(record, answer, chosen)) and form.accepts(chosen):
            board = record.format(witness.p)
            found.disagreements.append(f"{form.formulation} accepts what breaks a rule: {witness.sentence}\n{board}")


def values_from_json(kept, variables):
    """None if they are of another number of variables."""
    if isinstance(kept, list):
        values = kept
    else:
        bits = np.frombuffer(bytes.fromhex(kept), np.uint8)
        if len(bits) != -(-variables // 8):
            return None
        values = np.unpackbits(bits, count=variables).tolist()
    return np.array([0, *values], np.int64) if len(values) == variables else None


# ---- written ---------------------------------------------------------------------------------------------------------


def write_evidence(name):
    """Search, and keep what shows all that was found."""
    entries = [entry for found in search_evidence(name) for entry in chosen_entries(found)]
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
    evidence_file(name).write_text(f"[\n{lines}\n]\n", "utf-8")


def chosen_entries(found):
    """The boards of what is kept under some rules, each once."""
    entries, record = {}, found.record

    def entry_of(p):
        text = record.format(p)
        new = {"board": text, "rules": found.rules, "wrong": [], "right": [], "witnesses": []}
        return entries.setdefault(text, new)

    for each in chosen_answers(found):
        entry_of(each.p)["right" if each.expected else "wrong"].append(record.answer_json(each.answer))
    for witness in found.witnesses.values():
        p, *words, values = witness
        entry_of(p)["witnesses"].append([*words, values_json(values)])
    return entries.values()


def chosen_answers(found):
    """Of each set of kinds of messages some, one with each text, and what shows faults."""
    stream, groups = Stream(found.name, "kept answers", repr(found.rules), 0), {}
    for each in found.judged:
        groups.setdefault(each.kinds, {}).setdefault((found.record.format(each.p), each.answer), each)
    kept, others = [], []
    for kinds, group in groups.items():
        candidates = (list(group.values())[i] for i in stream.order(len(group)))
        written = [each for each in candidates if is_written_whole(found.record, each)]
        most = EACH if kinds else RIGHT
        kept, others = kept + written[:most], others + written[most:MOST]
    for pattern in texts_in_source(found.record.verify).values():
        if not any(pattern.search(message) for each in kept for message in each.messages):
            kept += [each for each in others if any(map(pattern.search, each.messages))][:1]
    functions = functions_by_name()
    for mutant in mutants_of_verify(found.record):
        with faulty(mutant, functions):
            if not any(shows_fault(found, each) for each in kept):
                kept += islice((each for each in others if shows_fault(found, each)), 1)
    return kept


def mutants_of_verify(record):
    """The faults that can be put into the functions that `verify` reaches."""
    names_of = defaultdict(set)
    for function in reached_functions(record.verify):
        names_of[inspect.getsourcefile(function)].add(function.__code__.co_qualname)
    for file, reached in names_of.items():
        path = Path(file)
        mutants = mutants_of(str(path.relative_to(ROOT)), path.read_text("utf-8"))
        yield from (mutant for mutant in mutants if mutant.function in reached)


@contextmanager
def faulty(mutant, functions):
    """With that fault in the code of this process; what does not come to an end is ended."""
    there = functions[str(ROOT / mutant.path), mutant.function]
    before = [function.__code__ for function in there]
    signal.alarm(20)
    try:
        replace_code(mutant, functions)
        yield
    except TimeoutError:
        pass
    finally:
        signal.alarm(0)
        for function, code in zip(there, before, strict=True):
            function.__code__ = code


def shows_fault(found, judged):
    """Whether `verify` fails on the answer as it is now."""
    try:
        messages = found.record.verify(judged.p, judged.answer, **dict(found.rules))
    except TimeoutError:
        raise
    except Exception:
        return True
    return (messages == []) != judged.expected


def is_written_whole(record, judged):
    """Whether the answer can be read again from what is written of it."""
    document = json.loads(json.dumps(record.answer_json(judged.answer)))
    try:
        return record.answer_from_json(judged.p, document) == judged.answer
    except InputError:
        return False


def values_json(values):
    if values.max(initial=0) > 1 or values.min(initial=0) < 0:
        return values[1:].tolist()
    return np.packbits(values[1:].astype(np.uint8)).tobytes().hex()


def raise_timeout(number, frame):
    raise TimeoutError


def main(chosen):
    unknown = [name for name in chosen if name not in names()]
    if unknown or not chosen:
        sys.exit(f"expected some of {', '.join(names())}, found {', '.join(unknown) or 'nothing'}")
    signal.signal(signal.SIGALRM, raise_timeout)
    for name in chosen:
        write_evidence(name)
        print(f"{name}: {evidence_file(name).stat().st_size / 1000:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
