"""The loop of fuzzing: batches of models, solved in the warm parents; what looks wrong is looked at with care.

    recipes --> warm parent (python-sat, PuLP): a quick round of each --.
       `------> warm parent (ortools): the same ------------------------+--> judged, pair by pair --> counted
       `------> ...                                                     '
                                              wrong, or a warm parent died:  careful rounds --> judged --> a bundle

The two models of a pair have the same answers, so they are judged together, with what was planted. Memory stays as it
is, however long it runs: of each model only counts are kept, and a warm parent that has grown is started anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count, groupby
from pathlib import Path

from backends.contract import Limits
from backends.running.preloading import family_of
from backends.running.warm import WarmParent
from rosetta.foundation.progress import Progress, ignore_progress
from rosetta.foundation.vocabulary import Verdict
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.asking.model_question import question_about_model
from rosetta.studies.fuzzing.findings import Findings
from rosetta.studies.fuzzing.recipes import Recipe, make_pair
from rosetta.studies.fuzzing.rounds import Round, RoundRequest, best_values, known_testimony
from rosetta.studies.fuzzing.tally import FuzzTally
from rosetta.studies.fuzzing.union_rounds import UnionRequest, UnionRound
from rosetta.studies.judging.claims import shared_evidence
from rosetta.studies.judging.judge import judge_testimony
from rosetta.studies.judging.testimony import Testimony

WORK = "rosetta.studies.fuzzing.union_rounds:run_requests"
BATCH = 40  # models in a row: some seconds
UNIONS = 4  # unions in a row
PATIENCE = 30.0  # seconds beyond the limits of a solve, after which a warm parent is started anew
MOST_MEGABYTES = 1500.0  # of a warm parent: solvers leak


@dataclass(frozen=True, slots=True)
class FuzzPlan:
    """What to do. first: the number of the first model; models: how many, None for as many as there is time for; until:
    a time of `time.monotonic`; folder: where bundles go; files: what `mutated` models are made of; together: how many
    models make a union, 0 for models by themselves."""

    backends: tuple[str, ...]
    profiles: tuple[str, ...]
    seed: int
    limits: Limits
    folder: Path
    first: int = 0
    models: int | None = None
    until: float = float("inf")
    files: tuple[str, ...] = ()
    together: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Crew:
    """The warm parents, by the names of the backends that run in each."""

    parents: dict[tuple[str, ...], WarmParent]
    limits: Limits

    def run(self, recipes: Sequence[Recipe], quick: bool) -> tuple[list[Round], bool]:
        """The round of each recipe; and did every warm parent answer? Those that did not are started anew."""
        for names, parent in self.parents.items():
            parent.submit(RoundRequest(tuple(recipes), names, self.limits, quick))
        rounds = [Round(None, {}) for _ in recipes]
        complete = True
        for names, parent in self.parents.items():
            reply = parent.receive(PATIENCE + self.limits.seconds * (1 if quick else len(names) * len(recipes)))
            if reply is None:
                parent.kill("the rounds did not end")
            if reply is None or reply.fault:
                complete = False
                continue
            rounds = [
                Round(one.planted or other.planted, {**one.answers, **other.answers})
                for one, other in zip(rounds, reply.result, strict=True)
            ]
            if parent.resident_megabytes() > MOST_MEGABYTES:
                parent.kill("it has grown")
        return rounds, complete

    def run_unions(self, recipes: Sequence[Recipe], parts: Sequence[int]) -> list[UnionRound] | None:
        """The round of each union; None if a warm parent did not answer. Those that did not are started anew."""
        for names, parent in self.parents.items():
            parent.submit(UnionRequest(tuple(recipes), tuple(parts), names, self.limits))
        replies = []
        for names, parent in self.parents.items():
            reply = parent.receive(PATIENCE + self.limits.seconds * len(names) * sum(parts))
            if reply is None:
                parent.kill("the rounds did not end")
            elif parent.resident_megabytes() > MOST_MEGABYTES:
                parent.kill("it has grown")
            replies.append(None if reply is None or reply.fault else reply.result)
        if None in replies:
            return None
        return [
            replace(each[0], answers={name: answer for one in each for name, answer in one.answers.items()})
            for each in zip(*replies, strict=True)
        ]


def fuzz(plan: FuzzPlan, tally: FuzzTally, progress: Progress = ignore_progress) -> None:
    """Run the plan, counting in the tally, which is right whenever this is interrupted."""
    tally.begin(plan.backends)
    findings = Findings(plan.folder, plan.limits, tally, progress)
    with ExitStack() as stack:
        crew = Crew(
            {names: stack.enter_context(WarmParent(WORK, solvers=names)) for names in _families(plan)}, plan.limits
        )
        if plan.together:
            _fuzz_unions(plan, crew, tally, findings, progress)
            return
        for batch in _batches(plan):
            rounds, complete = crew.run(batch, quick=True)
            pairs = groupby(zip(batch, rounds, strict=True), key=lambda each: (each[0].profile, each[0].number // 2))
            for _, pair in pairs:
                recipes, quick = zip(*pair, strict=True)
                _judge_pair(crew, recipes, quick, complete, tally, findings)
            progress(tally.phrase())


def _fuzz_unions(plan: FuzzPlan, crew: Crew, tally: FuzzTally, findings: Findings, progress: Progress) -> None:
    """The same with unions, some at a time. Parts on which a backend seems wrong are solved by themselves."""
    for recipes, parts in _unions(plan):
        rounds = crew.run_unions(recipes, parts)
        if rounds is None:  # a warm parent died: which union it was, and who, shows when each is run by itself
            rounds = [_round_by_itself(crew, *each, tally) for each in zip(recipes, parts, strict=True)]
        for recipe, each in zip(recipes, rounds, strict=True):
            wrong = Counter({name: len(answer.whole) for name, answer in each.answers.items()})
            for name, answer in each.answers.items():
                tally.wrong += [
                    f"{name}, profile {recipe.profile}, seed {recipe.seed}: {said}" for said in answer.whole
                ]
                for number, why in sorted(answer.suspects.items()):
                    wrong[name] += 1
                    _look_at_part(crew, replace(recipe, number=number), name, why, findings)
            tally.count_union(each, wrong)
        progress(tally.phrase())


def _round_by_itself(crew: Crew, recipe: Recipe, parts: int, tally: FuzzTally) -> UnionRound:
    """The round of one union; where warm parents die again, that is said, and nothing is counted."""
    rounds = crew.run_unions((recipe,), (parts,))
    if rounds is None:
        tally.wrong.append(f"a solver ended its process, or did not end, on the union that begins with {recipe}")
        return UnionRound(0, 0, {})
    return rounds[0]


def _look_at_part(crew: Crew, recipe: Recipe, name: str, why: str, findings: Findings) -> None:
    """Solve the part by itself, with care; what is wrong then is shrunk, anything else is told."""
    if not findings.is_new(name, why):
        return
    alone = crew.run((recipe,), quick=False)[0][0]
    known = [alone.planted] if alone.planted is not None else []
    testimonies = {each: answer.testimony for each, answer in alone.answers.items()}
    if judge_together(testimonies, known).get(name) == Verdict.WRONG:
        findings.keep(recipe, name, alone)
    else:
        findings.note_wrong_in_union(recipe, name, why)


def judge_together(testimonies: dict[str, Testimony], known: Sequence[Testimony]) -> dict[str, str]:
    """The verdict on each testimony, over all of them together and what is known."""
    shared = shared_evidence([*testimonies.values(), *known])
    return {name: judge_testimony(testimony, shared, False).verdict for name, testimony in testimonies.items()}


def judge_quick_rounds(rounds: Sequence[Round]) -> list[dict[str, str]]:
    """The verdicts on the backends in the rounds of a pair, whose models have the same answers at the same cost."""
    testimonies = {
        f"{place} {name}": replace(answer.testimony, formulation=str(place))
        for place, each in enumerate(rounds)
        for name, answer in each.answers.items()
    }
    verdicts = judge_together(testimonies, [each.planted for each in rounds if each.planted is not None])
    return [{name: verdicts[f"{place} {name}"] for name in each.answers} for place, each in enumerate(rounds)]


def judge_careful_rounds(recipes: Sequence[Recipe], rounds: Sequence[Round]) -> list[dict[str, str]]:
    """The same of careful rounds: the best answer to one model of the pair is carried over to the other."""
    pair = make_pair(recipes[0])
    models = [pair[recipe.number % 2].model for recipe in recipes]
    questions = [question_about_model(model)[1] for model in models]
    best = [best_values(*each) for each in zip(questions, (each.answers.values() for each in rounds), strict=True)]
    known = [[each.planted] if each.planted is not None else [] for each in rounds]
    rewriting = pair[1].rewriting
    if len(recipes) == 2 and rewriting is not None:
        for here, there, carry in ((0, 1, rewriting.restore_values), (1, 0, rewriting.rewrite_values)):
            values = best[there]
            if values is not None:
                known[here].append(known_testimony(questions[here], models[here], carry(values), "carried"))
    testimonies = [{name: answer.testimony for name, answer in each.answers.items()} for each in rounds]
    return [judge_together(*each) for each in zip(testimonies, known, strict=True)]


def _judge_pair(
    crew: Crew,
    recipes: Sequence[Recipe],
    rounds: Sequence[Round],
    complete: bool,
    tally: FuzzTally,
    findings: Findings,
) -> None:
    """Count what the quick rounds of a pair show; run careful ones where they are wrong, or not complete."""
    verdicts = judge_quick_rounds(rounds)
    suspects = [{name for name, verdict in each.items() if verdict == Verdict.WRONG} for each in verdicts]
    if not complete or any(suspects):
        rounds = [crew.run((recipe,), quick=False)[0][0] for recipe in recipes]
        verdicts = judge_careful_rounds(recipes, rounds)
    for recipe, each, judged, suspected in zip(recipes, rounds, verdicts, suspects, strict=True):
        wrong = {name for name, verdict in judged.items() if verdict == Verdict.WRONG}
        tally.count(each, wrong)
        for name in sorted(wrong):
            findings.keep(recipe, name, each)
        for name in sorted(suspected - wrong):
            findings.note_unrepeated(recipe, name)


def _families(plan: FuzzPlan) -> list[tuple[str, ...]]:
    families: defaultdict[str, list[str]] = defaultdict(list)
    for name in plan.backends:
        families[family_of(name)].append(name)
    return [tuple(names) for names in families.values()]


def _unions(plan: FuzzPlan) -> Iterator[tuple[list[Recipe], list[int]]]:
    """Some unions, and how many of their parts count, until there is enough or no time. A union and the same rewritten
    have the same profile."""
    last = float("inf") if plan.models is None else plan.first + plan.models
    for begin in count(plan.first - plan.first % plan.together, plan.together * UNIONS):
        recipes, parts = [], []
        for start in range(begin, begin + plan.together * UNIONS, plan.together):
            number, end = max(start, plan.first), min(start + plan.together, last)
            if number < end:
                profile = plan.profiles[start // plan.together // 2 % len(plan.profiles)]
                recipes.append(Recipe(profile, plan.seed, number, together=plan.together))
                parts.append(int(end - number))
        if not recipes or work_seconds() > plan.until:
            return
        yield recipes, parts


def _batches(plan: FuzzPlan) -> Iterator[list[Recipe]]:
    """Recipes, BATCH together, pairs never divided, until there is enough or no time. Profiles come in turn, a pair
    each."""
    last = float("inf") if plan.models is None else plan.first + plan.models
    for begin in count(plan.first - plan.first % 2, BATCH):
        numbers = [number for number in range(begin, begin + BATCH) if plan.first <= number < last]
        if not numbers or work_seconds() > plan.until:
            return
        yield [
            Recipe(plan.profiles[number // 2 % len(plan.profiles)], plan.seed, number, plan.files) for number in numbers
        ]
