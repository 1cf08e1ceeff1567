"""A comparison: every entrant on the same instance, one after the other, and a verdict over all of them.

Entrants take turns in the order of the registry (complete engines first; `turns` has an exception). With repeats,
everybody runs once to warm up, then in rotating order, and the attempt with the median total time is shown. What does
not start within the budget is UNKNOWN with the note `budget`.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from statistics import median_low

from backends.contract import Ending, Limits, Options, Outcome, Status
from backends.registry import backend_named, modules, refused_modules
from instances.links import play_link
from instances.resolve import ResolvedInstance
from models.neutral import Form
from models.puzzles.contract import Answer, Puzzle
from models.puzzles.teaching.answer_space import AnswerSpace
from report.comparison.records import BUDGET, RUN_SECONDS, Comparison, DrawnBoard, FileReading, Race, Run
from report.words import full_sentence
from rosetta.foundation.errors import InputError
from rosetta.foundation.jit import compiler_messages
from rosetta.foundation.kernel_cache import lacks_all_loops
from rosetta.foundation.optional_engines import absent_backends
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Agreement, Reading
from rosetta.foundation.work_clock import held_seconds, work_seconds
from rosetta.studies.asking.budgets import Deadline
from rosetta.studies.asking.encoding_choices import present_forms
from rosetta.studies.asking.entrants import Entrant, known_refusal, resolve_entrants
from rosetta.studies.asking.formulations import all_formulations
from rosetta.studies.asking.question import Question
from rosetta.studies.comparing.race import race
from rosetta.studies.comparing.rereading import reread_file
from rosetta.studies.comparing.turns import compile_loops, load_compiler_here, turns_of_a_round
from rosetta.studies.judging.attempts import Attempt, attempt
from rosetta.studies.judging.judge import judge_attempts, verdict, verified_answers
from rosetta.studies.proving.proved_runs import label_run, prove_runs, refuting_attempts
from rosetta.studies.refuting.prove import ClaimProof
from rosetta.studies.refuting.worthwhile import limits_worthwhile
from rosetta.studies.solving.solution_space import obstruction_board, pattern_boards

BEFORE_RACE = 0.55  # the share of the time for runs that look for one solution, where a race follows
LOADING = 1.0  # seconds; a solver that is not ready by then is being compiled


@dataclass(frozen=True, slots=True)
class Plan:
    """What a comparison does.

    deadline: the end of the budget (seconds), shared by plans derived from this one.
    every_encoding: entrants that lower to clauses run once per encoding of each form that their model has.
    race_until: when the race to all solutions ends, on the same clock, None for no race.
    run_seconds: the most that a run before a race may take.
    is_limit_set: the user set the seconds of the limits, so a race takes nothing off them.
    prove: what runs claim and is not proved yet.
    prove_again: also what is, by a certificate of another kind.
    reread: the file is also given to programs that read it themselves.
    last: no other comparison follows in this process, which may load what its children need."""

    entrants: tuple[Entrant, ...]
    limits: Limits
    unique: bool = False
    repeat: int = 1
    deadline: Deadline = field(default_factory=Deadline)
    budget: float | None = None
    every_encoding: bool = False
    race_until: float | None = None
    run_seconds: float = inf
    is_limit_set: bool = False
    prove: bool = False
    prove_again: bool = False
    reread: bool = False
    last: bool = False


def choose_entrants(
    question: Question,
    backends: Sequence[str] | None,
    formulations: Sequence[str] | None,
    options: Options,
    profile: str | None = None,
) -> tuple[Entrant, ...]:
    """The entrants for these backends and formulations. None: every backend; the formulations that suit the instance;
    ["all"]: all of its formulations."""
    puzzle, names = question.puzzle, formulations
    if formulations is not None and list(formulations) == ["all"]:
        names = all_formulations(puzzle, question.instance)
    sparing = formulations is None and backends is None
    chosen = all_backends(puzzle) if backends is None else backends
    return resolve_entrants(question, chosen, names, options, profile, sparing)


def race_end(question: Question, deadline: Deadline, race: bool, instances: int = 1) -> float | None:
    """When the race on this instance ends, None for no race: there is one if that is asked for, or advised. instances:
    how many remain, which share the time equally."""
    if not race and not question.puzzle.extras.advice(question.instance).race:
        return None
    return deadline.at - deadline.seconds_left() * (instances - 1) / instances


def check_refusals(runs: Sequence[Run]) -> None:
    """Raises InputError if there are runs, and no backend took the model: each reason once, with the backends it holds
    for unless it holds for all."""
    if not runs or not all(run.status == Status.UNSUPPORTED for run in runs):
        return
    reasons = dict.fromkeys(run.note for run in runs)
    if len(reasons) == 1:
        raise InputError(next(iter(reasons)))
    raise InputError("; ".join(dict.fromkeys(f"{run.backend}: {run.note}" for run in runs)))


def all_backends(puzzle: Puzzle) -> list[str]:
    """The puzzle's own solvers and every registered backend, in the order of running; but for those that only count,
    those whose engines are optional and not installed, and other packages' backends that do not load."""
    left_out = refused_modules().keys() | absent_backends()
    usable = [name for name in modules() if name not in left_out and not backend_named(name).counts_only]
    return [*(solver.name for solver in puzzle.extras.solvers), *usable]


def warm_up(question: Question, plan: Plan, progress: Progress = ignore_progress) -> None:
    """Compile what the plan's entrants need, where no loop has been compiled on this machine yet; and load what its
    formulations need, once for all children, which are forked from this process."""
    start = work_seconds()
    if lacks_all_loops():
        compile_loops(question, plan.entrants, progress)
    if any(entrant.options.presolve is not None for entrant in plan.entrants):
        from backends.running.presolving import prepare

        with suppress(Exception):  # a compiler that breaks here: the children will say so
            prepare()
    plan.deadline.at += work_seconds() - start


def compare(
    question: Question,
    resolved: ResolvedInstance,
    plan: Plan,
    command: str,
    progress: Progress = ignore_progress,
    pictures: bool = False,
) -> Comparison:
    """Run the plan on the instance and judge it. pictures: draw boards as SVG too, which takes time if they are
    large. progress: gets who runs, the seconds of the plan's limit (even where less is left), and the turn."""
    shortened = plan if plan.race_until is None else _shorten_plan(plan, plan.race_until)
    with suppress(InputError):
        replace(question).model(plan.entrants[0].formulation)  # a cold start, which no formulation shall pay for
    if plan.every_encoding:
        shortened = replace(shortened, entrants=_expand_encodings(question, shortened.entrants))
    planned, messages = shortened.deadline.at, compiler_messages()

    def report(who: str, seconds: float = 0.0, of: float | None = None, turn: str = "") -> None:
        progress(who, seconds, plan.limits.seconds, turn)

    judged = _judge_rounds(question, shortened, _rounds(question, shortened, report), resolved.planted, progress)
    runs, raced = judged.runs, None
    impossible = next((run.impossible_row for run in runs if run.impossible_row), None)
    if plan.race_until is not None and impossible is None:
        compiled = shortened.deadline.at - planned
        plan.deadline.at += compiled
        raced = race(question, shortened.entrants, runs, plan.limits, plan.race_until + compiled, progress)
    readings = reread_file(question, runs, limits_left(shortened), progress) if plan.reread else ()
    agreed = _agreement(runs, raced, readings)
    answers = verified_answers(judged.attempts)
    space, shown, remark = _show_solutions(question, answers, runs, agreed, pictures)
    return Comparison(
        puzzle=question.puzzle.name,
        id=resolved.id,
        size=tuple(resolved.size),
        seed=resolved.seed,
        verdict=agreed,
        runs=runs,
        source=resolved.source,
        command=command,
        answers_differ=len(answers) > 1,
        boards=shown,
        limits=limits_by_name(shortened),
        machine=describe_machine(),
        race=raced,
        link=play_link(question.puzzle.name, question.instance),
        proofs=judged.proofs,
        compiled=compiler_messages() > messages and any(each.outcome.loading > LOADING for each in judged.attempts),
        impossible_row=impossible,
        readings=readings,
        asked_unique=plan.unique,
        legend=question.puzzle.extras.legend(question.instance),
        solutions="" if space is None else space.count,
        remark=remark,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _JudgedRounds:
    """What came of all rounds.

    runs: one for each entrant, with what proofs say of it
    attempts: all that count, also those that found an answer while something was to be proved
    proofs: of what runs claim"""

    runs: tuple[Run, ...]
    attempts: Sequence[Attempt]
    proofs: tuple[ClaimProof, ...]


def _judge_rounds(
    question: Question, plan: Plan, rounds: Sequence[Sequence[Attempt]], planted: Answer | None, progress: Progress
) -> _JudgedRounds:
    """The median attempt of each entrant, judged over all attempts; then what they claim, proved or refuted. planted:
    the answer that the instance was made from."""
    attempts = [attempt for tried in rounds for attempt in tried]
    shown = [_median_attempt(tries) for tries in zip(*rounds, strict=True)]
    runs = judge_attempts(question, shown, plan.unique, attempts, planted)
    proofs = _proofs_of(question, plan, shown, runs, progress)
    refuting = refuting_attempts(question, proofs)
    if refuting:
        attempts += refuting
        runs = judge_attempts(question, shown, plan.unique, attempts, planted)
    return _JudgedRounds(tuple(label_run(run, proofs) for run in runs), attempts, proofs)


def _agreement(runs: Sequence[Run], raced: Race | None, readings: Sequence[FileReading]) -> Agreement:
    """Over the runs, the race, and what other programs read in the file."""
    if raced is not None and raced.verdict == Agreement.DISAGREE:
        return Agreement.DISAGREE
    if any(reading.verdict == Reading.DIFFERS for reading in readings):
        return Agreement.DISAGREE
    return verdict(runs)


def _proofs_of(
    question: Question,
    plan: Plan,
    attempts: Sequence[Attempt],
    runs: Sequence[Run],
    progress: Progress,
) -> tuple[ClaimProof, ...]:
    """Proofs of what the runs claim: those that were asked for; else those that are settled in less time than the runs
    took; but for a race, which has no time to lose."""
    left = limits_left(plan)
    if plan.prove:
        return prove_runs(question, attempts, runs, left, progress, plan.prove_again, plan.unique)
    worthwhile = limits_worthwhile(left, sum(run.total for run in runs)) if plan.race_until is None else None
    if worthwhile is None:
        return ()
    try:
        proofs = prove_runs(question, attempts, runs, worthwhile, progress)
    except InputError:  # no formulation has all rules in rows
        return ()
    return tuple(proof for proof in proofs if proof.is_settled)


def limits_left(plan: Plan) -> Limits:
    """The limits of what comes after the runs: no more than the budget leaves, but some time in any case."""
    return replace(plan.limits, seconds=max(min(plan.limits.seconds, plan.deadline.seconds_left()), 0.1))


def describe_machine() -> str:
    """What it runs on: `Linux x86_64, 2 cores, Python 3.11.7`."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _shorten_plan(plan: Plan, until: float) -> Plan:
    """The plan for the runs before a race: they share a part of the time, and each may take a quarter of that, unless
    the user set its limit."""
    remaining = max(until - work_seconds(), 0.0) * BEFORE_RACE
    share = inf if plan.is_limit_set else max(round(remaining / 4, 1), 0.1)
    return replace(plan, run_seconds=share, deadline=Deadline(min(plan.deadline.at, work_seconds() + remaining)))


def _rounds(question: Question, plan: Plan, progress: Progress) -> list[list[Attempt]]:
    """The attempts of every round that counts, in the order of the plan, whatever order they ran in."""
    rounds = []
    number = len(plan.entrants)
    if plan.last and plan.repeat == 1:
        before, behind = turns_of_a_round(question, plan.entrants)
        tried = {i: _turn(question, plan, i, progress) for i in before}
        if behind:
            load_compiler_here()
            tried |= {i: _turn(question, plan, i, progress) for i in behind}
        return [[tried[i] for i in range(number)]]
    for turn in range(plan.repeat + (plan.repeat > 1)):
        tried = {i: _turn(question, plan, i, progress) for i in ((k + turn) % number for k in range(number))}
        if turn or plan.repeat == 1:  # the first of several rounds only warms up
            rounds.append([tried[i] for i in range(number)])
    return rounds


def boards(question: Question, answers: Sequence[Answer], pictures: bool) -> tuple[DrawnBoard, ...]:
    """The instance drawn, then up to two answers; the second is marked where it differs from the first."""
    puzzle, p = question.puzzle, question.instance
    first = answers[0] if answers else None
    drawn_boards = []
    views = [("puzzle", None, None), *zip(("answer", "another answer"), answers, (None, first), strict=False)]
    for title, answer, other in views:
        drawn_boards.append(
            DrawnBoard(
                title,
                puzzle.draw_text(p, answer, second=other),
                puzzle.draw_text(p, answer, colour=True, second=other),
                puzzle.draw_svg(p, answer, second=other) if pictures else "",
            )
        )
    return tuple(drawn_boards)


def _show_solutions(
    question: Question, answers: Sequence[Answer], runs: Sequence[Run], agreed: Agreement, pictures: bool
) -> tuple[AnswerSpace | None, tuple[DrawnBoard, ...], str]:
    """What the puzzle knows of all solutions, the boards, and a remark on them: an answer and by what others differ
    from it, or the cells that show why there is none; where the puzzle knows nothing of that, or answers contradict
    each other, the answers themselves."""
    extras, p = question.puzzle.extras, question.instance
    if agreed != Agreement.DISAGREE and answers:
        space = extras.answer_space(p)
        if space is not None:
            patterns = pattern_boards(question, space, pictures)
            return space, (*boards(question, answers[:1], pictures), *patterns), space.reason
    elif agreed != Agreement.DISAGREE and any(run.status == Status.UNSATISFIABLE for run in runs):
        obstruction = extras.obstruction(p)
        if obstruction is not None:
            return None, (obstruction_board(question, obstruction, pictures),), full_sentence(obstruction.sentence)
    return None, boards(question, answers[:2], pictures), ""


def limits_by_name(plan: Plan) -> Mapping[str, float]:
    """The plan's limits under the names that the report uses."""
    budget = {} if plan.budget is None else {"budget": plan.budget}
    share = {RUN_SECONDS: plan.run_seconds} if plan.run_seconds < plan.limits.seconds else {}
    return {"seconds": plan.limits.seconds, **share, **plan.limits.by_name, "repeat": plan.repeat, **budget}


def _turn(question: Question, plan: Plan, number: int, progress: Progress) -> Attempt:
    entrant = plan.entrants[number]

    def report(who: str, seconds: float = 0.0, of: float | None = None, note: str = "") -> None:
        progress(who, seconds, of, f"[{number + 1}/{len(plan.entrants)}]")

    remaining = plan.deadline.seconds_left()
    if remaining <= 0:
        refusal = known_refusal(question, entrant)  # which needs no time, and more time would not change
        never = (
            Outcome(Status.UNKNOWN, note=BUDGET, ended=Ending.NOT_STARTED)
            if refusal is None
            else Outcome(Status.UNSUPPORTED, note=refusal)
        )
        return Attempt(entrant, never, {})
    limits = replace(plan.limits, seconds=min(plan.limits.seconds, plan.run_seconds, remaining))
    held = held_seconds()
    tried = attempt(question, entrant, limits, plan.unique, report)
    held = held_seconds() - held  # the deadline's clock stood still: that does not move it a second time
    plan.deadline.at += max(tried.outcome.loading - held - LOADING, 0.0)
    if limits.seconds >= plan.limits.seconds or _is_settled(tried, plan.unique):
        return tried
    who = "the budget" if plan.race_until is None else "the budget, which a race shares,"
    why = f"{who} left no more than {limits.seconds:.1f} s of the limit of {plan.limits.seconds:g} s"
    note = "; ".join(filter(None, (tried.outcome.note, why)))
    return replace(tried, outcome=replace(tried.outcome, note=note), cut_to=limits.seconds)


def _is_settled(tried: Attempt, unique: bool) -> bool:
    """Would more time have changed nothing?"""
    outcome = tried.outcome
    if outcome.status is Status.UNKNOWN:
        return outcome.ended is Ending.NOT_ASKED
    if outcome.status is Status.SATISFIED and outcome.objective is not None:
        return False
    return not unique or outcome.values is None or tried.complete or len(tried.answers) > 1


def _median_attempt(attempts: Sequence[Attempt]) -> Attempt:
    """The attempt with the median total time among the worst ones: a wrong answer is always shown, an indefinite one
    unless there is a wrong one; what the budget cut off does not count."""
    started = [attempt for attempt in attempts if attempt.outcome.ended is not Ending.NOT_STARTED] or list(attempts)
    worst = min(_badness(attempt) for attempt in started)
    alike = [attempt for attempt in started if _badness(attempt) == worst]
    middle = median_low(attempt.total for attempt in alike)
    return next(attempt for attempt in alike if attempt.total == middle)


def _badness(attempt: Attempt) -> int:
    if any(checked.broken for checked in attempt.answers):
        return 0
    return 2 if attempt.outcome.status.is_definite or attempt.outcome.ended is Ending.NOT_ASKED else 1


def _expand_encodings(question: Question, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Entrants that lower to clauses, once for each encoding of each form that their model has."""
    from backends.encoding_choice.catalogue import encoding_names

    expanded: list[Entrant] = []
    for entrant in entrants:
        present = present_forms(question, entrant.formulation) if entrant.backend.encodes else frozenset[Form]()
        choices = [{form: name} for form in Form if form in present for name in encoding_names(form)]
        for choice in choices or [{}]:
            chosen = {**entrant.options.encodings, **choice}
            expanded.append(replace(entrant, options=replace(entrant.options, encodings=chosen)))
    return tuple(expanded)
