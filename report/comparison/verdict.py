"""The verdict over a comparison, in words, and the order in which its runs are listed.

    wrong answers first, then the correct ones (fastest first), then claims, then those that ended without an answer;
    backends that cannot take the model are no runs: they are listed separately, with their reason

The ratio of a run is to the fastest correct run that answered *the same question*: where a minimum was proved, a
run that only found some solution is not compared with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from report.comparison.records import Comparison, Run
from report.words import LONGEST_NAME, duration, join_names, one_line, plural, ratio, size_text
from rosetta.foundation.vocabulary import DEFINITE, Agreement, Evidence, Status, Verdict

LONE_CLAIM = "?"  # marks what one kind of engine claims and nobody else confirms
SPECIAL_NOTE = "* special-purpose: for this puzzle alone, a reference"
OVERALL_STYLES = {
    Agreement.AGREE: "good",
    Agreement.PROVED: "good",
    Agreement.DISAGREE: "bad",
    Agreement.INCOMPLETE: "doubt",
}  # of a comparison
UNTOLD = {"default", "stated"}  # choices that say nothing to a reader: the usual one, a file's only formulation
MAX_PACED = 8  # so many runs are named after the fastest; the table has them all
_RANK = {Verdict.WRONG: 0, Verdict.CORRECT: 1, Verdict.UNPROVED: 2, Verdict.NONE: 3}


def sort_runs(runs: Sequence[Run]) -> list[Run]:
    """The runs in the order of the table, without those that were refused."""
    accepted = [run for run in runs if run.status != Status.UNSUPPORTED]
    timed = (Verdict.CORRECT, Verdict.UNPROVED)
    return sorted(accepted, key=lambda run: (_RANK[run.verdict], run.total if run.verdict in timed else 0.0))


def refused_runs(runs: Sequence[Run]) -> list[Run]:
    """The backends that cannot take the model, or are not installed."""
    return [run for run in runs if run.status == Status.UNSUPPORTED]


def wrong_runs(runs: Sequence[Run]) -> list[Run]:
    """The runs whose answer is wrong."""
    return [run for run in runs if run.verdict == Verdict.WRONG]


def fastest_run(runs: Sequence[Run]) -> Run | None:
    """The fastest correct run; among those that proved a minimum, if any did. A solver for this puzzle alone is no
    measure for the others."""
    candidates = [run for run in runs if run.verdict == Verdict.CORRECT and run.status in DEFINITE]
    correct = [run for run in candidates if not run.special] or candidates
    minimal = [run for run in correct if run.status == Status.OPTIMAL and run.objective is not None]
    return min(minimal or correct, key=lambda run: run.total, default=None)


def ratio_to_fastest(run: Run, best: Run | None) -> float | None:
    """How many times as long as the fastest; None if the run did not answer the same question correctly."""
    if best is None or run.verdict != Verdict.CORRECT or best.total <= 0:
        return None
    if best.status == Status.OPTIMAL and best.objective is not None and run.status != Status.OPTIMAL:
        return None
    return run.total / best.total


def differing_choices(runs: Sequence[Run]) -> tuple[str, ...]:
    """Which of formulation, encoding and profile distinguish the runs or are not the default.

    An encoding distinguishes runs when the same backend ran with several on the same formulation; of such a run, what
    was changed is named, or that nothing was.
    """
    choices = {"formulation": {run.formulation for run in runs}, "profile": {run.profile for run in runs}}
    telling = [name for name, values in choices.items() if len(values) > 1 or not values <= UNTOLD]
    if any(own_encoding(run, runs) for run in runs):
        telling.insert(telling.index("formulation") + 1 if "formulation" in telling else 0, "encoding")
    return tuple(telling)


def own_encoding(run: Run, runs: Sequence[Run]) -> str:
    """The encodings in which a run differs from most others of its backend on its formulation; often none."""
    usual = usual_encoding(run, runs)
    return " ".join(word for word in (run.encoding or "").split() if word not in usual)


def usual_encoding(run: Run, runs: Sequence[Run]) -> list[str]:
    """The encodings of each form that most runs of its backend on its formulation share: what was not changed."""
    family = [other for other in runs if (other.backend, other.formulation) == (run.backend, run.formulation)]
    chosen: dict[str, Counter[str]] = {}
    for word in (word for other in family for word in (other.encoding or "").split()):
        form, _, name = word.rpartition("=")
        chosen.setdefault(form, Counter())[name] += 1
    usual = []
    for form, counts in chosen.items():
        (name, most), *others = counts.most_common(2)
        if not others or most > others[0][1]:
            usual.append(f"{form}={name}" if form else name)
    return usual


def _has_changes(run: Run, runs: Sequence[Run]) -> bool:
    """Is there another run of its backend on its formulation with other encodings?"""
    family = [other for other in runs if (other.backend, other.formulation) == (run.backend, run.formulation)]
    return len({other.encoding for other in family} - {None}) > 1


def describe_usual_encoding(run: Run, runs: Sequence[Run]) -> str:
    """The encodings that no column of the table shows, as a remark."""
    return " ".join(usual_encoding(run, runs)) if run.encoding else ""


def marked_name(run: Run) -> str:
    """The backend's name in a table, with a mark if it is for this puzzle alone."""
    return f"{run.backend} *" if run.special else run.backend


def special_note(runs: Sequence[Run]) -> list[str]:
    """What the mark of special-purpose solvers says, where there are any."""
    return [SPECIAL_NOTE] if any(run.special for run in runs) else []


def describe_start(comparison: Comparison) -> list[str]:
    """How long it took to start the solvers, which no time in the table counts; nothing where it is not known."""
    seconds = sum(run.resources.get("startup_seconds", 0.0) for run in comparison.runs)
    if not seconds:
        return []
    work = ", import libraries and compile loops (once)" if comparison.compiled else " and import libraries"
    return [f"not counted: {duration(seconds)} in all to start the solvers{work}"]


def claims_note(runs: Sequence[Run]) -> list[str]:
    """What the mark of lone claims says, where there are any: in the table a claim has it that nothing contradicts."""
    lone = any(Evidence.CLAIMED in (run.claims.optimal, run.claims.unique) for run in runs)
    return [f"{LONE_CLAIM}: claimed by only one kind of engine, confirmed by no other"] if lone else []


def choice(name: str, run: Run, runs: Sequence[Run]) -> str:
    """The value of a run in one of the columns of `differing_choices`."""
    if name == "encoding":
        return own_encoding(run, runs) or ("default" if run.encoding and _has_changes(run, runs) else "")
    return str(getattr(run, name) or "")


def run_label(run: Run, runs: Sequence[Run]) -> str:
    """The shortest name that distinguishes a run from the others: cnf, or cnf (ladder) where several cnf ran."""
    if sum(other.backend == run.backend for other in runs) < 2:
        return run.backend
    details = [choice(name, run, runs) for name in differing_choices([r for r in runs if r.backend == run.backend])]
    details = [detail for detail in details if detail]
    return f"{run.backend} ({', '.join(details)})" if details else run.backend


def describe_runs(group: Sequence[Run], runs: Sequence[Run]) -> str:
    """The runs of the group, each backend once: cpsat if all its runs are in it, else cnf (merged, reduced)."""
    labels = []
    for backend in dict.fromkeys(run.backend for run in group):
        own = [run for run in runs if run.backend == backend]
        inside = [run for run in group if run.backend == backend]
        details = [] if len(inside) == len(own) else _details(inside, own)
        labels.append(f"{backend} ({join_names(details)})" if details else backend)
    return join_names(labels)


def _details(inside: Sequence[Run], own: Sequence[Run]) -> list[str]:
    """In what each of these runs of a backend differs from the others."""
    columns = differing_choices(own)
    texts = (" ".join(filter(None, (choice(name, run, own) for name in columns))) for run in inside)
    return [detail for detail in texts if detail]


def answer_groups(runs: Sequence[Run]) -> list[list[Run]]:
    """Runs by equal answer, largest group first; wrong answers and runs without one are left out."""
    groups: list[list[Run]] = []
    for run in runs:
        if run.answer is None or run.verdict == Verdict.WRONG:
            continue
        same = next((group for group in groups if group[0].answer == run.answer), None)
        if same is None:
            groups.append([run])
        else:
            same.append(run)
    return sorted(groups, key=len, reverse=True)


def derived_note(runs: Sequence[Run]) -> list[str]:
    """What `derived` is a share of, in the words of the answer; nothing where no run has one."""
    answer = next((run.answer for run in runs if run.answer), {"answer": ()})
    note = f"derived: the share of the {join_names(key.replace('_', ' ') for key in answer)} that propagation found"
    return [note] if any(run.derived is not None for run in runs) else []


def reasons(run: Run, most: int = 5) -> list[str]:
    """What is wrong with a wrong answer, one line for each broken rule."""
    if run.broken:
        lines = [f'breaks "{one_line(rule)}"' for rule in run.broken[:most]]
        more = len(run.broken) - most
        return [*lines, f"and breaks {plural(more, 'more rule')}"] if more > 0 else lines
    if run.note:
        return [one_line(run.note)]
    claim = "there is no solution" if run.status == Status.UNSATISFIABLE else f"its answer is {run.status}"
    return [f"says that {claim}, against a verified answer"]


def subject(comparison: Comparison) -> str:
    """Which instance it is: tents 30x30, generated, seed 0."""
    parts = [f"{comparison.puzzle} {size_text(comparison.size)}"]
    parts += [one_line(comparison.source, LONGEST_NAME)] if comparison.source else []
    if comparison.seed is not None and "seed " not in comparison.source:
        parts.append(f"seed {comparison.seed}")
    return ", ".join(parts)


def headline(comparison: Comparison) -> str:
    """The verdict in a few words."""
    runs = comparison.runs
    engines = list(
        dict.fromkeys(run.searcher for run in runs if run.status in DEFINITE and run.verdict != Verdict.WRONG)
    )
    if wrong_runs(runs):
        return f"Wrong answer from {join_names(run_label(run, runs) for run in wrong_runs(runs))}"
    if comparison.other_readings:
        return f"The file is read otherwise by {join_names(each.reader for each in comparison.other_readings)}"
    if comparison.verdict == Agreement.DISAGREE:
        raced = [] if comparison.race is None else [racer.backend for racer in comparison.race.racers if racer.faults]
        return f"Wrong list of solutions from {join_names(raced)}" if raced else "The answers contradict each other"
    if comparison.verdict == Agreement.PROVED:
        return "No solution: one row alone cannot hold"
    if comparison.verdict == Agreement.AGREE:
        return f"{plural(len(engines), 'engine')} agree: {_common_answer(comparison)}"
    return f"Only {join_names(engines)} has an answer" if len(engines) == 1 else "No definite verdict"


def _common_answer(comparison: Comparison) -> str:
    best = fastest_run(comparison.runs)
    if best is None:
        return "nothing contradicts"
    if best.status == Status.UNSATISFIABLE:
        return "there is no solution"
    if best.status == Status.OPTIMAL and best.objective is not None:
        return f"the {best.optimum} is {best.objective}"
    return "there are several solutions" if comparison.answers_differ else "a solution that keeps every rule"


def describe_pace(comparison: Comparison) -> str:
    """Who was fastest, and how far behind the others were; empty if nobody was correct."""
    best, runs = fastest_run(comparison.runs), comparison.runs
    if best is None:
        return ""
    rest = [(run, ratio_to_fastest(run, best)) for run in sort_runs(runs) if run is not best]
    ratios = [f"{run_label(run, runs)} {ratio(value)}" for run, value in rest if value is not None]
    if len(ratios) > MAX_PACED + 1:
        ratios = [*ratios[:MAX_PACED], f"{len(ratios) - MAX_PACED} more up to {ratios[-1].rpartition(' ')[2]}"]
    behind = f" (in multiples of that: {join_names(ratios)})" if ratios else ""
    return f"Fastest: {run_label(best, runs)}, {duration(best.total)} in all{behind}"


def verdict_sentence(comparison: Comparison) -> str:
    """The verdict in a sentence: wrong answers, what each engine claims, and how the other runs ended."""
    runs = comparison.runs
    wrongs = [f"WRONG answer from {run_label(run, runs)}: {reasons(run, 1)[0]}" for run in wrong_runs(runs)]
    return f"{comparison.verdict}: {'; '.join([*wrongs, *findings(comparison)]) or 'nothing was run'}"


def findings(comparison: Comparison) -> list[str]:
    """The parts of that sentence, without the wrong answers."""
    runs = comparison.runs
    raced = comparison.race is not None and comparison.race.verdict == Agreement.DISAGREE
    read_otherwise = [
        f"{reading.reader} reads the file and says {reading.words}, the model that was compared has {reading.own}"
        for reading in comparison.other_readings
    ]
    contradiction = (
        comparison.verdict == Agreement.DISAGREE and not wrong_runs(runs) and not raced and not read_otherwise
    )
    parts = ["definite answers contradict each other"] if contradiction else read_otherwise
    row = comparison.impossible_row
    parts += [f"there is no solution, as one row alone cannot hold: {one_line(row)}"] if row else []
    return [*parts, *_definite_parts(runs), *_unfinished_parts(runs, comparison.verdict == Agreement.INCOMPLETE)]


def _definite_parts(runs: Sequence[Run]) -> list[str]:
    """One part of the sentence for each kind of definite answer."""
    parts: list[str] = []
    sound = [run for run in runs if run.status in DEFINITE and run.verdict != Verdict.WRONG]
    for status in DEFINITE:
        group = [run for run in sound if run.status == status]
        if group:
            parts.append(_describe_claims(status, group))
    return [*parts, *_uniqueness_parts(sound)]


def _uniqueness_parts(sound: Sequence[Run]) -> list[str]:
    """Who says that there is no other solution, and what that rests on; or that there is one."""
    by_row = [run for run in sound if run.sole_row]
    only = [run for run in sound if run.unique and not run.sole_row]
    if by_row and not only:
        return [f"there is no other, as a row shows that forbids it (proved): {one_line(by_row[0].sole_row or '')}"]
    if not only:
        return ["the solution is not the only one"] if any(run.unique is False for run in sound) else []
    engines = list(dict.fromkeys(run.searcher for run in only))
    says = "says" if len(engines) == 1 else "say"
    labels = {run.claims.unique for run in only}
    support = next(
        (label for label in (Evidence.PROVED, Evidence.CROSS_CHECKED) if label in labels), "claimed, not proved"
    )
    return [f"{plural(len(engines), 'engine')} ({join_names(engines)}) {says} that there is no other ({support})"]


def _describe_claims(status: str, group: Sequence[Run]) -> str:
    engines = list(dict.fromkeys(run.searcher for run in group))
    who = f"{plural(len(engines), 'engine')} ({join_names(engines)})"
    values = sorted({run.objective for run in group if run.objective is not None})
    if status == Status.UNSATISFIABLE:
        says = "says" if len(engines) == 1 else "say"
        words = {Evidence.CLAIMED: "claimed, not proved"}
        evidence = join_names(words.get(run.evidence or Evidence.CLAIMED, run.evidence or "") for run in group)
        return f"{who} {says} that there is no solution ({evidence})"
    what = "a verified solution" if len(engines) == 1 else "verified solutions"
    if status == Status.OPTIMAL and values:
        lone = all(run.claims.optimal == Evidence.CLAIMED for run in group)
        claimed = " (claimed by only one kind of engine)" if lone else ""
        claimed = " (proved)" if any(run.claims.optimal == Evidence.PROVED for run in group) else claimed
        return f"{who} found {what} with the {group[0].optimum} {_range(values)}{claimed}"
    return f"{who} found {what}" + (f" with the objective {_range(values)}" if values else "")


def _range(values: Sequence[float]) -> str:
    return str(values[0]) if len(values) == 1 else f"{values[0]} to {values[-1]}"


def _unfinished_parts(runs: Sequence[Run], incomplete: bool) -> list[str]:
    """How the other runs ended; for an incomplete comparison also what it lacks."""
    late = [run for run in runs if not run.started]
    idle = [run for run in runs if not run.was_asked and run.verdict != Verdict.WRONG]
    unknown = [run for run in runs if run.status == Status.UNKNOWN and run.started and run.was_asked]
    stopped = [run for run in unknown if run.complete]
    left_open = [run for run in unknown if not run.complete]
    failed = [run for run in runs if run.status == Status.ERROR]
    definite = [run for run in runs if run.status in DEFINITE]
    parts = ["no definite answer"] if incomplete and runs and not definite else []
    if idle:
        parts.append(f"{plural(len(idle), 'backend')} not asked ({describe_runs(idle, runs)})")
    if stopped:
        parts.append(f"{len(stopped)} ended without an answer ({describe_runs(stopped, runs)})")
    if left_open:
        parts.append(f"{describe_runs(left_open, runs)} left it open, being incomplete")
    if late:
        parts.append(f"{len(late)} did not start within the budget ({describe_runs(late, runs)})")
    if failed:
        parts.append(f"{plural(len(failed), 'error')} ({describe_runs(failed, runs)})")
    if incomplete and definite and not (stopped or late or failed):
        parts.append("no second engine to compare with")
    if incomplete and refused_runs(runs):
        parts.append(f"{len(refused_runs(runs))} not run")
    return parts
