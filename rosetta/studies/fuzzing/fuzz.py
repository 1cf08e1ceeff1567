"""The loop of fuzzing: a model after the other, its rounds side by side, and what they say judged together.

    model n --> warm parent (python-sat, PuLP) --> testimonies --.
           `--> warm parent (ortools)          --> testimonies ---+--> judged with what is known --> counted
            `-> ...                                              '       wrong: a bundle, a few per backend and claim

What is known: the planted assignment; of a rewritten model, the best answer to the model it was.
Memory stays as it is, however long it runs: of each model only counts are kept.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from algebra.progress import Progress, ignore_progress
from backends.contract import Limits, Options, Status
from backends.running.preloading import family_of
from backends.running.warm import WarmParent
from models.puzzles.contract import InputError
from rosetta.studies.comparing.claims import shared_evidence
from rosetta.studies.comparing.compare import Deadline, Plan, compare
from rosetta.studies.comparing.judge import judge_testimony
from rosetta.studies.comparing.testimony import Testimony
from rosetta.studies.disagreements.bundle import write_bundle
from rosetta.studies.entrants import resolve_entrant
from rosetta.studies.fuzzing.random_models import RandomModel, random_model
from rosetta.studies.fuzzing.rounds import RoundAnswer, RoundRequest, best_values, known_testimony
from rosetta.studies.model_question import question_about_model
from rosetta.studies.question import Question

WORK = "rosetta.studies.fuzzing.rounds:run_round"
MOST_BUNDLES = 3  # of one backend and one claim
PATIENCE = 30.0  # seconds beyond the limits of a round, after which its warm parent is started anew
REFERENCES = 2


@dataclass(frozen=True, slots=True)
class FuzzPlan:
    """What to do. first: the number of the first model; models: how many, None for as many as there is time for; until:
    a time of `time.monotonic`; folder: where bundles go."""

    backends: tuple[str, ...]
    profiles: tuple[str, ...]
    seed: int
    limits: Limits
    folder: Path
    first: int = 0
    models: int | None = None
    until: float = float("inf")


@dataclass(slots=True)
class BackendTally:
    """What came of one backend's models."""

    engine: str = ""
    version: str = ""
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    seconds: float = 0.0
    first_error: str = ""


@dataclass(slots=True)
class FuzzTally:
    """What came of all. wrong: a sentence for each bundle: who, on which model, where it is; repeated: wrong answers
    beyond those."""

    models: int = 0
    seconds: float = 0.0
    backends: dict[str, BackendTally] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    repeated: int = 0


def fuzz(plan: FuzzPlan, tally: FuzzTally, progress: Progress = ignore_progress) -> None:
    """Run the plan, counting in the tally, which is right whenever this is interrupted."""
    families: defaultdict[str, list[str]] = defaultdict(list)
    for name in plan.backends:
        families[family_of(name)].append(name)
        tally.backends[name] = BackendTally()
    bundles: Counter[tuple[str, str]] = Counter()
    begun = time.monotonic()
    with ExitStack() as stack:
        parents = {
            tuple(names): stack.enter_context(WarmParent(WORK, solvers=tuple(names))) for names in families.values()
        }
        best: NDArray[np.int64] | None = None
        for profile, number in _numbers(plan):
            answers = _run_rounds(plan, profile, number, parents)
            made = random_model(profile, plan.seed, number)
            question = question_about_model(made.model)[1]
            known = known_testimonies(question, made, best)
            best = best_values(question, answers.values())
            for name, verdict in judge_answers(answers, known).items():
                _count_answer(tally.backends[name], answers[name], verdict)
                if verdict == "wrong":
                    _keep_wrong(plan, tally, bundles, profile, number, name, answers, progress)
            tally.models += 1
            tally.seconds = time.monotonic() - begun
            wrong = f", {sum(each.wrong for each in tally.backends.values())} wrong" if tally.wrong else ""
            rate = tally.models / max(tally.seconds, 1e-9)
            progress(f"fuzzing: {tally.models:,} models, {rate:.1f} a second{wrong}")


def _numbers(plan: FuzzPlan) -> Iterator[tuple[str, int]]:
    """Profiles in turn, for two numbers each, and numbers, until there is enough or no time."""
    for number in count(plan.first):
        if plan.models is not None and number >= plan.first + plan.models:
            return
        if time.monotonic() > plan.until:
            return
        yield plan.profiles[number // 2 % len(plan.profiles)], number


def _run_rounds(
    plan: FuzzPlan, profile: str, number: int, parents: dict[tuple[str, ...], WarmParent]
) -> dict[str, RoundAnswer]:
    """What each backend says; nothing of those whose warm parent did not answer."""
    for names, parent in parents.items():
        parent.submit(RoundRequest(profile, plan.seed, number, names, plan.limits))
    answers: dict[str, RoundAnswer] = {}
    for names, parent in parents.items():
        reply = parent.receive((plan.limits.seconds + PATIENCE) * len(names))
        if reply is None:
            parent.kill("the round did not end")
        elif not reply.fault:
            answers.update(zip(names, reply.result, strict=True))
    return answers


def known_testimonies(question: Question, made: RandomModel, best: NDArray[np.int64] | None) -> list[Testimony]:
    """What shows, without a solver, that the model has answers: what is planted, and the best answer to the model
    before it, if this one is that model rewritten."""
    carried = made.rewriting.rewrite_values(best) if made.rewriting is not None and best is not None else None
    known = {"planted": made.planted, "carried": carried}
    return [known_testimony(question, made.model, values, name) for name, values in known.items() if values is not None]


def judge_answers(answers: dict[str, RoundAnswer], known: list[Testimony]) -> dict[str, str]:
    """The verdict on each backend, over all of them together and what is known."""
    shared = shared_evidence([*(answer.testimony for answer in answers.values()), *known])
    return {name: judge_testimony(answer.testimony, shared, False).verdict for name, answer in answers.items()}


def _count_answer(tally: BackendTally, answer: RoundAnswer, verdict: str) -> None:
    status = answer.testimony.status
    tally.engine, tally.version = answer.engine or tally.engine, answer.version or tally.version
    tally.statuses[status.value] += 1
    tally.seconds += answer.seconds
    tally.wrong += verdict == "wrong"
    if status is Status.ERROR and not tally.first_error:
        tally.first_error = answer.note


def _keep_wrong(
    plan: FuzzPlan,
    tally: FuzzTally,
    bundles: Counter[tuple[str, str]],
    profile: str,
    number: int,
    name: str,
    answers: dict[str, RoundAnswer],
    progress: Progress,
) -> None:
    """Write a bundle about the first wrong answers of their kind; count the others."""
    kind = name, answers[name].testimony.status.value
    bundles[kind] += 1
    if bundles[kind] > MOST_BUNDLES:
        tally.repeated += 1
        return
    resolved, question = question_about_model(random_model(profile, plan.seed, number).model)
    sound = [each for each, answer in answers.items() if each != name and answer.testimony.answers]
    entrants = tuple(resolve_entrant(question, each, "stated") for each in (name, *sound[:REFERENCES]))
    how = Plan(entrants, plan.limits, False, 1, Deadline(float("inf")), plan.limits.seconds * len(entrants))
    folder = plan.folder / f"{name.replace('/', '_').replace(':', '-')}-{profile}-{plan.seed}-{number}"
    where = f"model {number} of profile {profile}, seed {plan.seed}"
    try:
        comparison = compare(question, resolved, how, "")
        bundle = write_bundle(folder, question, comparison, Options(), plan.limits, progress)
    except InputError as refusal:
        tally.wrong.append(f"{name} on {where}: {refusal}")
        return
    if not bundle.caught:
        tally.wrong.append(f"{name} on {where}: {kind[1]}; it did not happen again")
    else:
        tally.wrong.append(f"{name} on {where}: {kind[1]}; {'; '.join(bundle.caught)}: {bundle.folder}")
