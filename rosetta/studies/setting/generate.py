"""Instances set one after the other: in a child that is killed at the limit of one instance, and started again for the
next one.

An instance is begun anew, from another planted solution, until it is as it was wished: as many times as it takes, or
the limit allows. What attempt k of a seed gives does not depend on the time it took, nor on other seeds. That a
solution is the only one is the word of the solver that set the board; it is told as unique if an engine of another
kind, given the rules as any puzzle states them, finds that solution and no other (`confirming`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from algebra.limits import LimitReached
from backends.contract import Limits
from backends.registry import backend_named
from backends.running import supervisor
from instances.resolve import resolve
from models.puzzles.contract import Answer, InputError, Instance, Puzzle
from models.puzzles.registry import puzzle
from rosetta.studies.question import Question
from rosetta.studies.setting.grading import grade as graded
from rosetta.studies.setting.targets import GeneratedInstance, Say, Setter, Targets
from rosetta.studies.setting.uniqueness import confirm_uniqueness

Grade: TypeAlias = Callable[[Question], str | None]
SPECIAL = {"minimal": False, "given": False, "symmetry": "none", "nullity": None, "presses": None, "difficulty": None}
MOST_TRIES = 10_000


def _prefix_progress(begun: str, say: Say) -> Say:
    """Says it of the board that was begun."""
    return lambda phrase: say(f"{begun}; {phrase}")


class GenerationFailure(Exception):
    """An instance that was not finished; the message says why. wrong: not because of a limit, which is a fault."""

    def __init__(self, message: str, wrong: bool = False) -> None:
        super().__init__(message)
        self.wrong = wrong


def find_setter(name: str, wish: Targets) -> Setter | None:
    """What sets the puzzle as it is wished, None if any board of its generator will do. Raises InputError."""
    module: Any = import_module(f"rosetta.studies.setting.{name}")
    asked = [one for one, nothing in SPECIAL.items() if getattr(wish, one) != nothing]
    for one in asked:
        if one not in module.FITS:
            raise InputError(f"--{one}: not for {name}; it has {_flags(module.FITS)}")
    return module if asked or wish.unique else None


def _flags(names: frozenset[str]) -> str:
    return ", ".join(f"--{name}" for name in sorted({*names, "unique"}))


def generate_instances(
    name: str,
    what: str,
    seeds: list[int],
    wish: Targets,
    limits: Limits,
    budget: float,
    say: Say,
    grade: Grade = graded,
) -> Iterator[GeneratedInstance | GenerationFailure]:
    """An instance, or why there is none, for each of the seeds. limits: of each; budget: seconds for all of them; what
    was not begun by then is missing; loading and compiling solvers does not count. Raises InputError."""
    end, left, phrase = time.monotonic() + budget, list(seeds), "begins"
    find_setter(name, wish)

    def tick(elapsed: float) -> None:
        if left:
            say(f"seed {left[0]}: {phrase}, {elapsed:.1f} s")

    while left and time.monotonic() < end:
        begun, loading = time.monotonic(), True
        job = (name, what, list(left), wish, grade, end - begun)
        for kind, content in supervisor.messages(_generate_in_child, job, limits, tick):
            if kind == "ready" and loading:
                end, loading = end + time.monotonic() - begun, False
            elif kind == "progress":
                phrase = content
            elif kind in ("made", "refused"):
                phrase = "begins"
                left.pop(0)
                if kind == "refused":
                    raise InputError(content)
                yield content
            elif kind in ("stopped", "died"):
                seed = left.pop(0)
                yield GenerationFailure(f"seed {seed}: {content}{_describe_stage(phrase)}", wrong=kind == "died")
                phrase = "begins"
                break
            elif kind == "end":
                return


def _describe_stage(phrase: str) -> str:
    """How far a board got, for the message that it was not finished."""
    return f" ({phrase})" if phrase != "begins" else ""


def _generate_in_child(
    send: Callable[[str, Any], None], name: str, what: str, seeds: list[int], wish: Targets, grade: Grade, left: float
) -> None:
    """The child: sets these seeds, or what there is time for. left: of the budget, seconds."""
    spoken = 0.0

    def say(phrase: str) -> None:
        nonlocal spoken
        if time.monotonic() - spoken > 0.1:
            spoken = time.monotonic()
            send("progress", phrase)

    setting = find_setter(name, wish)
    for backend in setting.NEEDS if setting is not None else ():
        backend_named(backend).probe()  # loads it, and what is compiled
    end = time.monotonic() + left
    for seed in seeds:
        if time.monotonic() > end:
            break
        send("ready", None)
        spoken = 0.0  # of each board it is heard at once that it has begun
        try:
            send("made", generate_instance(name, what, seed, wish, say, grade))
        except InputError as refusal:
            send("refused", str(refusal))
            return
    send("end", True)


def generate_instance(
    name: str, what: str, seed: int, wish: Targets, say: Say, grade: Grade = graded
) -> GeneratedInstance:
    """The instance of that seed, in this process. Raises InputError; LimitReached after very many tries."""
    record, setting, start = puzzle(name), find_setter(name, wish), time.perf_counter()
    if setting is None:
        given = resolve(name, what, seed, options=wish.parameters)
        answer, note = _valid_planted_answer(record, given.instance, given.planted, wish)
        return GeneratedInstance(given.instance, answer, seed, seconds=time.perf_counter() - start, note=note)
    grades: Counter[str] = Counter()
    for attempt in range(MOST_TRIES):
        begun = f"board {attempt + 1}{_describe_grades(grades)}"
        say(begun)
        found = setting.set_up(what, seed, attempt, wish, _prefix_progress(begun, say))
        if found is None:
            continue
        instance, answer = found.instance, found.answer
        broken = record.verify(instance, answer, **wish.rules)
        if broken:
            raise AssertionError(f"the planted answer breaks a rule: {broken[0]}")
        question = Question(record, instance, wish.rules)
        difficulty = grade(question) if wish.difficulty is not None else None
        if difficulty == wish.difficulty:
            unique, note = confirm_uniqueness(question, answer, say) if wish.unique else (None, "")
            if unique is False:
                raise AssertionError("another engine found a second solution")
            seconds, told = time.perf_counter() - start, (found.whole, found.givens)
            return GeneratedInstance(instance, answer, seed, unique, difficulty, attempt + 1, seconds, note, *told)
        grades[difficulty or "no grade"] += 1
    raise LimitReached(f"none in {MOST_TRIES:,} boards{_describe_grades(grades)}")


def _describe_grades(grades: Mapping[str, int]) -> str:
    """The boards that had another grade than the one asked for."""
    return f"; before: {', '.join(f'{count} {name}' for name, count in sorted(grades.items()))}" if grades else ""


def _valid_planted_answer(
    record: Puzzle, instance: Instance, planted: Answer | None, wish: Targets
) -> tuple[Answer | None, str]:
    """The planted answer if it is one in the reading of the rules that is asked for, which the generator does not know;
    and what to say if it is none."""
    broken = (
        []
        if planted is None or not record.unusual_rules(wish.rules)
        else record.verify(instance, planted, **wish.rules)
    )
    if not broken:
        return planted, ""
    return None, f"what was planted is no solution under these rules ({broken[0]}); --unique sets boards that have one"
