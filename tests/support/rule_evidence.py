"""What is known of a puzzle's rules: each is broken in turn, and `verify` judges what comes out.

Each rule of each model is broken, from either side (too few, too many), while all others hold. An answer that comes
out is wrong unless the full model has an assignment with it, and `verify` must refuse exactly the wrong ones. A rule is
*witnessed* if a wrong answer comes out on some board: then `verify` has a check of it. A kind of message is needed if
it *stands alone* for some wrong answer, which `verify` would accept without that check.

Such boards are searched here, which takes seconds. `kept_evidence.py` has those that were found.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from models.puzzles.randomness import Stream
from models.puzzles.registry import puzzle
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached
from tests.support.damaged_answers import damaged
from tests.support.puzzle_boards import (
    QUICK_SOLVER,
    RULES,
    SEEDS,
    boards,
    changed_boards,
    larger_boards,
    listed_board,
    row_models,
    solutions,
    solver_for,
    written_boards,
)
from tests.support.relaxed_models import break_rule, breakable_rules, is_answer
from tests.support.rule_tables import ACCOMPANIED, ENCODING, REDUNDANT
from tests.support.verify_sentences import kind_of

DAMAGED, WRITTEN_DAMAGED = 100, 300  # answers that are damaged, of a board and of one that is written for this
KNOWN, KNOWN_SLOW = 40, 8  # answers of a board; if a changed one has more, not all of them are known
COMPARED = 2  # wrong answers of a rule that formulations are asked for, if not all of their answers are known
SECONDS = 1.0  # for a larger board


class Effort(NamedTuple):
    """How far the search goes.

    boards: small boards of each size
    small, few: wrong answers of a rule on a small board, and on another one
    changed, most_changed: changed boards for all rules, and for rules without a witness
    larger: larger boards for rules without a witness
    beside: formulations of a changed board that are compared with the first one, in turn
    """

    boards: int
    small: int
    few: int
    changed: int
    most_changed: int
    larger: int
    beside: int


WHOLE = Effort(boards=3, small=20, few=10, changed=20, most_changed=200, larger=12, beside=20)
QUICK = Effort(boards=1, small=6, few=3, changed=8, most_changed=40, larger=3, beside=1)
"""For one puzzle that is new; it takes seconds."""


class Witness(NamedTuple):
    """A wrong answer by one rule alone. values: an assignment of the model in which that rule is broken from that
    side, whatever the other one is (`keep_other_side`)."""

    p: Any
    formulation: str
    sentence: str
    side: str
    keep_other_side: bool
    values: Any


class Judged(NamedTuple):
    """An answer of a board, whether it is one (`expected`), and what `verify` said of it."""

    p: Any
    answer: Any
    expected: bool
    kinds: frozenset[str]
    messages: tuple[str, ...]


@dataclass
class Evidence:
    """What came out for a puzzle under some rules (options). stated, witnessed: rules as (formulation, sentence, side),
    and as (formulation, sentence), which is witnessed from one side at least; alone: by kind of message, whether it
    ever stood alone; disagreements: where `verify` or a formulation is wrong. And what shows it: witnesses: of each
    rule with its side the first one; judged: all answers, with what was expected of them and all messages."""

    name: str
    rules: tuple[tuple[str, str], ...]
    stated: set[tuple[str, ...]] = field(default_factory=set)
    witnessed: set[tuple[str, ...]] = field(default_factory=set)
    alone: dict[str, bool] = field(default_factory=dict)
    messages: set[str] = field(default_factory=set)
    disagreements: list[str] = field(default_factory=list)
    witnesses: dict[tuple[str, ...], Witness] = field(default_factory=dict)
    judged: list[Judged] = field(default_factory=list)

    @property
    def record(self):
        return puzzle(self.name)

    @property
    def first_formulation(self):
        """The default one; `verify` is tried with what its models let through, on every board."""
        return next(iter(self.record.formulations))

    @property
    def redundant(self):
        """The rules that are listed, by formulation and sentence, and side if they are needed from the other one."""
        return {rule_key(*rule) for name, *rule in REDUNDANT if name == self.name}

    @property
    def missing(self):
        """The rules that have no witness and should have one."""
        return {rule for rule in self.stated - self.witnessed if not {rule, rule[:2]} & self.redundant}

    def judge(self, p, answer, expected, source):
        """Compare `verify` with what is known of the answer: whether it is one."""
        messages = self.record.verify(p, answer, **dict(self.rules))
        if (messages == []) != expected or not all(message.strip() for message in messages):
            self.disagreements.append(f"{source}: {messages}\n{self.record.format(p)}{answer}")
        kinds = frozenset(map(kind_of, messages))
        for kind in kinds:
            self.alone[kind] = self.alone.get(kind, False) or len(kinds) == 1
        self.messages.update(messages)
        self.judged.append(Judged(p, answer, expected, kinds, tuple(messages)))

    def note_witness(self, witness):
        """A rule is witnessed if it is from one side at least."""
        key = rule_key(witness.formulation, witness.sentence)
        self.witnessed |= {key, (*key, witness.side)}
        self.witnesses.setdefault((*key, witness.side), witness)


class StatedBoard(NamedTuple):
    """A board as a model. answers: all of the board, None if they are not known."""

    p: Any
    formulation: str
    model: Any
    project: Any
    answers: frozenset | None


def evidence(name, rules, effort):
    """From small boards and changed ones; while a rule has no witness, from more changed ones and larger ones."""
    found = Evidence(name, rules)
    for number in range(len(boards(name))):
        entries = listed_board(name, rules, number) if number % len(SEEDS) < effort.boards else []
        if not entries:
            continue
        listed = [StatedBoard(p, *model, frozenset(answers)) for p, _, *model, answers in entries]
        stated_boards = [stated for stated in listed if not stated.model.open_rules]  # rules that are no rows stay
        examine_board(found, stated_boards, effort.small)
        damage_and_judge(found, stated_boards[0], DAMAGED)
    for p in written_boards(name):
        examine_board(found, state_and_judge(found, p, WRITTEN_DAMAGED, any_size=True), effort.few)
    for turn, p in enumerate(islice(changed_boards(name), effort.most_changed)):
        if turn >= effort.changed and not found.missing:
            break
        stated_boards = state_and_judge(found, p, beside=chosen_beside(found, effort, turn))
        examine_board(found, stated_boards, effort.few, only_missing=turn >= effort.changed)
    for p in islice(larger_boards(name), effort.larger):
        if not found.missing:
            break
        stated_boards = [StatedBoard(p, *model, None) for model in row_models(name, p, rules)]
        examine_board(found, stated_boards, effort.few, only_missing=True, solver="cpsat", seconds=SECONDS)
    return found


def chosen_beside(found, effort, turn):
    """The formulations that this board is stated in besides the first, and those in which a rule has no witness."""
    others = list(found.record.formulations)[1:]
    start = turn * effort.beside
    in_turn = {others[(start + i) % len(others)] for i in range(min(effort.beside, len(others)))}
    return in_turn | {rule[0] for rule in found.missing}


def examine_board(found, stated_boards, most, only_missing=False, **limits):
    """Break the rules of the first formulation, and all others that have no witness yet, or only rules that need one.
    most: wrong answers of each; limits: a solver and its seconds."""
    for stated in stated_boards:
        others = [other for other in stated_boards if other is not stated]
        is_first = stated.formulation == found.first_formulation
        for rule in rules_of(found, stated):
            key = rule_key(stated.formulation, *rule)
            if key in found.missing if only_missing else is_first or key not in found.witnessed:
                compare_formulations(found, break_and_judge(found, stated, rule, most, **limits), others)


def rules_of(found, stated):
    """The rules of a model as (sentence, side); they are noted as stated."""
    rules = breakable_rules(stated.model)
    found.stated |= {rule_key(stated.formulation, block.sentence) for block in stated.model.blocks}
    found.stated |= {rule_key(stated.formulation, *rule) for rule in rules}
    return rules


def rule_key(formulation, sentence, *side):
    """A rule, whatever the numbers in its sentence are."""
    return (formulation, re.sub(r"\b\d+\b", "#", sentence), *side)


def state_and_judge(found, p, number=DAMAGED, any_size=False, beside=None):
    """The board in all formulations, or the first and those beside it, but those with more variables than on small
    boards, unless any size will do. Its answers are judged, and so many damaged ones, if it has few."""
    stated_boards: list[StatedBoard] = []
    for formulation, model, project in row_models(found.name, p, found.rules):
        if beside is not None and formulation not in {found.first_formulation, *beside}:
            continue
        if not any_size and model.variables > most_variables(found.name, found.rules)[formulation]:
            continue  # a lamp of 9 colours, say
        try:
            solver = solver_for(model)
            most = KNOWN if solver == QUICK_SOLVER else KNOWN_SLOW
            assignments = solutions(model, project, most + 1, solver)
        except LimitReached:
            continue
        answers = [found.record.decode(p, model, values) for values in assignments]
        for answer in answers:
            found.judge(p, answer, True, formulation)
        known = frozenset(answers) if len(answers) <= most else None
        stated_boards.append(StatedBoard(p, formulation, model, project, known))
    if stated_boards and stated_boards[0].answers:
        damage_and_judge(found, stated_boards[0], number)
    return stated_boards


@cache
def most_variables(name, rules):
    """Of the models of small boards, by formulation."""
    most = Counter()
    for p, _ in boards(name):
        for formulation, model, _ in row_models(name, p, rules):
            most[formulation] = max(most[formulation], model.variables)
    return most


def break_and_judge(found, stated, rule, most, **limits):
    """Judge some answers of the model that breaks a rule. Returns the wrong ones, with their values on `project`."""
    wrong = []
    for kept, broken, values in broken_assignments(stated.model, stated.project, rule, most, **limits):
        answer = found.record.decode(stated.p, broken, values)
        known = stated.answers is not None
        if known:
            expected = answer in stated.answers
        elif (found.name, rule[0]) in ENCODING:
            continue
        else:
            expected = is_answer(stated.model, stated.project, values)
        if expected is not None:
            found.judge(stated.p, answer, expected, f"{stated.formulation} with a broken rule, {rule}")
        if expected is False:
            wrong.append((answer, values[stated.project]))
            found.note_witness(Witness(stated.p, stated.formulation, *rule, kept, values))
    return wrong


def broken_assignments(model, project, rule, most, solver=None, seconds=20.0):
    """Some assignments of the model that breaks a rule, each with whether it keeps the other side, and with that
    model: first a few that break it from this side only, if there are any."""
    triples = []
    for keep_other_side in (False, True):
        broken = break_rule(model, *rule, keep_other_side)
        try:
            assignments = solutions(broken, project, most, solver or solver_for(model), seconds)
        except LimitReached:
            assignments = []
        if not assignments:
            break
        triples = [(keep_other_side, broken, values) for values in assignments] + triples
    return triples


def compare_formulations(found, wrong, others):
    """What is wrong in one formulation is wrong in the others; some are asked for the first wrong answers only."""
    for stated in others:
        for answer, chosen in wrong[:COMPARED] if stated.answers is None else wrong:
            if has_answer(found.record, stated, answer, chosen):
                board = found.record.format(stated.p)
                found.disagreements.append(f"{stated.formulation} accepts what is wrong elsewhere\n{board}{answer}")


def has_answer(record, stated, answer, chosen):
    """Whether this is an answer of the board in a formulation. chosen: the values on `project` of another formulation;
    if they stand for another answer here, or are not as many, nothing is known."""
    p, _, model, project, answers = stated
    if answers is not None:
        return answer in answers
    values = np.zeros(model.variables + 1, np.int64)
    if len(chosen) != len(project):
        return False
    values[project] = chosen
    return record.decode(p, model, values) == answer and is_answer(model, project, values)


def damage_and_judge(found, stated, number):
    """Judge damaged answers of a board all of whose answers are known."""
    answers = sorted(stated.answers, key=repr)
    stream = Stream(found.name, "damaged answers", found.record.format(stated.p), 0)
    for i in range(number if answers else 0):
        document = damaged(found.record.answer_json(answers[i % len(answers)]), stream)
        try:
            answer = found.record.answer_from_json(stated.p, document)
        except InputError:
            continue
        found.judge(stated.p, answer, answer in answers, "damaged")


def search_evidence(name, effort=WHOLE):
    """What comes out for a puzzle under each of its rules, from more boards while a kind of message never stood
    alone."""
    listed = {kind for other, kind in ACCOMPANIED if other == name}
    every = [evidence(*case.values, effort) for case in RULES if case.values[0] == name]
    for turn, p in enumerate(islice(changed_boards(name), effort.changed, effort.most_changed)):
        if accompanied_kinds(every) <= listed:
            break
        for found in every:
            stated_boards = state_and_judge(found, p, beside=chosen_beside(found, effort, turn))
            examine_board(found, stated_boards, effort.few)
    return every


def accompanied_kinds(every):
    """Kinds of messages that never stood alone, whatever the rules."""
    kinds = {kind for found in every for kind in found.alone}
    return {kind for kind in kinds if not any(found.alone.get(kind) for found in every)}
