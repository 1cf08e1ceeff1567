"""Generation of instances one after another, in a child process. At the limit of an instance the child is killed, and
started again for the next one. Instances are sent as they are finished.

An instance is restarted from another planted solution until it meets the targets, or the limit is hit. What attempt k
of a seed gives depends neither on the time it takes nor on other seeds. That a solution is unique is at first the word
of the solver that set the board. It is reported as unique if an engine of another kind, on the puzzle's usual model,
finds that solution and no other (`uniqueness`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from backends.contract import Limits
from backends.registry import backend_named
from backends.running import supervisor
from instances.resolve import resolve
from models.puzzles.contract import Answer, Instance, Puzzle
from models.puzzles.registry import puzzle
from models.puzzles.setting.setter import Setter
from models.puzzles.setting.targets import Targets
from rosetta.foundation.errors import InputError
from rosetta.foundation.limits import LimitReached
from rosetta.foundation.progress import Progress, prefix_progress
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.question import Question
from rosetta.studies.grading.grade import grade
from rosetta.studies.setting.setters import begin_attempt, setter_of
from rosetta.studies.setting.targets import GeneratedInstance
from rosetta.studies.setting.uniqueness import confirm_uniqueness

MOST_TRIES = 10_000


class GenerationFailure(Exception):
    """An instance that was not finished; the message says why. wrong: the cause is a fault, not a limit."""

    def __init__(self, seed: int, message: str, wrong: bool = False) -> None:
        super().__init__(f"seed {seed}: {message}")
        self.seed, self.wrong = seed, wrong


def find_setter(name: str, wish: Targets) -> Setter | None:
    """The setter of a puzzle, None if any board of its generator meets the targets. Raises InputError."""
    setter = setter_of(puzzle(name))
    minimal, difficulty = ["minimal"] * wish.minimal, ["difficulty"] * (wish.difficulty is not None)
    options, known = [*minimal, *wish.wishes, *difficulty], {*setter.fits, *setter.wishes}
    for option in options:
        if option not in known:
            flags = ", ".join(f"--{name}" for name in sorted({*known, "unique"}))
            raise InputError(f"--{option}: not for {name}, which has {flags}")
    return setter if options or wish.unique else None


def generate_instances(
    name: str,
    what: str,
    seeds: list[int],
    wish: Targets,
    limits: Limits,
    budget: float,
    progress: Progress,
) -> Iterator[GeneratedInstance | GenerationFailure]:
    """An instance for each of the seeds, or why there is none. limits: for each; budget: seconds for all of them; what
    was not started by then is missing; loading and compiling solvers does not count. Raises InputError."""
    end, remaining, phrase = work_seconds() + budget, list(seeds), ""
    find_setter(name, wish)

    def report(said: str, seconds: float = 0.0, *amount: object) -> None:
        nonlocal phrase
        phrase = said
        if remaining:
            progress(f"seed {remaining[0]}: {phrase or 'begins'}, {seconds:.1f} s", seconds)

    while remaining and work_seconds() < end:
        begun, loading = work_seconds(), True
        job = (name, what, list(remaining), wish, end - begun)
        for kind, content in supervisor.messages(_generate_in_child, job, limits, report):
            if kind == "ready" and loading:
                end, loading = end + work_seconds() - begun, False
            elif kind in ("made", "refused"):
                remaining.pop(0)
                if kind == "refused":
                    raise InputError(content)
                yield content
            elif kind == "outcome":  # a library is missing, for this board and all others
                raise InputError(content.note)
            elif kind in ("stopped", "died"):
                seed = remaining.pop(0)
                yield GenerationFailure(seed, f"{content}{_describe_stage(phrase)}", wrong=kind == "died")
                phrase = ""
                break
            elif kind == "end":
                return


def _describe_stage(phrase: str) -> str:
    """How far a board got, for the message that it is not finished."""
    return f" ({phrase})" if phrase else ""


def _generate_in_child(
    send: Callable[[str, Any], None],
    name: str,
    what: str,
    seeds: list[int],
    wish: Targets,
    seconds: float,
) -> None:
    """The child: generates instances for these seeds while there is time. seconds: what is left of the budget."""
    spoken = 0.0

    def report(phrase: str, *amount: object) -> None:
        nonlocal spoken
        if work_seconds() - spoken > 0.1:
            spoken = work_seconds()
            send("progress", phrase)

    setting = find_setter(name, wish)
    for backend in setting.backends if setting is not None else ():
        backend_named(backend).probe()  # loads it and its compiled code
    end = work_seconds() + seconds
    for seed in seeds:
        if work_seconds() > end:
            break
        send("ready", None)
        spoken = 0.0  # the first message of each board is sent at once
        try:
            instance = generate_instance(name, what, seed, wish, report)
            send("progress", "")  # what was said of this board does not hold for the next
            send("made", instance)
        except InputError as refusal:
            send("refused", str(refusal))
            return
    send("end", True)


def generate_instance(name: str, what: str, seed: int, wish: Targets, progress: Progress) -> GeneratedInstance:
    """The instance of this seed, in this process. Raises InputError; LimitReached after MOST_TRIES attempts."""
    record, setting, start = puzzle(name), find_setter(name, wish), work_seconds()
    if setting is None:
        resolved = resolve(name, what, seed, options=wish.parameters)
        answer, note = _valid_planted_answer(record, resolved.instance, resolved.planted, wish)
        return GeneratedInstance(resolved.instance, answer, seed, seconds=work_seconds() - start, note=note)
    grades: Counter[str] = Counter()
    for attempt in range(MOST_TRIES):
        begun = f"board {attempt + 1}{_describe_grades(grades)}"
        progress(begun)
        planted = setting.set_up(
            begin_attempt(record, what, seed, attempt, wish, prefix_progress(f"{begun}; ", progress))
        )
        if planted is None:
            continue
        instance, answer = planted.instance, planted.answer
        broken = record.verify(instance, answer, **wish.rules)
        if broken:
            raise AssertionError(f"the planted answer breaks a rule: {broken[0]}")
        question = Question(record, instance, wish.rules)
        difficulty = grade(question) if wish.difficulty is not None else None
        if difficulty == wish.difficulty:
            unique, note = confirm_uniqueness(question, answer, progress) if wish.unique else (None, "")
            if unique is False:
                raise AssertionError("another engine found a second solution")
            seconds, tries = work_seconds() - start, attempt + 1
            return GeneratedInstance(
                instance, answer, seed, unique, difficulty, tries, seconds, note, planted.whole, planted.givens
            )
        grades[difficulty or "no grade"] += 1
    raise LimitReached(f"none in {MOST_TRIES:,} boards{_describe_grades(grades)}")


def _describe_grades(grades: Mapping[str, int]) -> str:
    """The boards with another grade than the requested one, counted by grade."""
    return f"; before: {', '.join(f'{count} {name}' for name, count in sorted(grades.items()))}" if grades else ""


def _valid_planted_answer(
    record: Puzzle, instance: Instance, planted: Answer | None, wish: Targets
) -> tuple[Answer | None, str]:
    """The planted answer if it is valid under the requested reading of the rules, which the generator does not know;
    and a note if it is not."""
    broken = (
        []
        if planted is None or not record.unusual_rules(wish.rules)
        else record.verify(instance, planted, **wish.rules)
    )
    if not broken:
        return planted, ""
    return None, f"what was planted is no solution under these rules ({broken[0]}); --unique sets boards that have one"
