"""What runs are called: by their backends, and by the choices in which they differ from others.

cnf                       the only run of its backend
cnf (ladder)              where several of its backend ran
cpsat, cnf (merged)       a group: all runs of cpsat, one of cnf
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from report.comparison.records import Run
from report.words import join_names

UNTOLD = {"default", "stated"}  # choices that say nothing to a reader: the usual one, a file's only formulation


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
