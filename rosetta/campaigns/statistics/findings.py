"""What a campaign's verdicts on the defaults say of the table of tuned choices (`backends.profile_table`).

    change                       the pick is faster: a line for boards of the sizes measured
    keep                         none of those tried is: lines that say so are refuted
    no significant difference    lines that claim more for the pick than its interval allows are refuted

The table knows no formulations and no limits. So the verdicts on boards of one class of sizes are taken together: a
change holds, with the mean gain of all, if no other of them says keep or picks another choice; else nothing that was
tried is taken to be faster. Where findings on several classes reach the same
boards, the one that was measured nearer to them (by the ratio of cells) counts. Verdicts on configurations that differ
from the default in more than the choice, the formulation and the limit are evidence for no line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import exp, isqrt, log

from backends.contract import Backend, Options, Unsupported
from backends.encoding_choice.catalogue import UnknownEncoding, encodings_by_form
from backends.profile_table import ENCODING, SOLVER, Subject, TableFinding, TunedLine, reached_cells
from backends.profiles import resolve_options
from backends.registry import UnknownBackend, backend_named, split_name
from report.campaign.records import TuningChoice
from report.campaign.tuning_table import gain_text, size_text
from report.words import join_names, plural
from rosetta.campaigns.statistics.tuning import CHANGE, KEEP, size_class


def table_findings(lines: Iterable[TuningChoice], machines: Mapping[str, str]) -> tuple[list[TableFinding], list[str]]:
    """The findings, in the order of subjects and sizes, and what says nothing of the table, in words. machines: what
    the fingerprints stand for, as far as that is known."""
    classes: dict[tuple[Subject, int], list[TuningChoice]] = {}
    left_out: list[str] = []
    for line in lines:
        reason = _reason_to_leave_out(line)
        if reason:
            left_out.append(f"{_describe_choice(line)}: {reason}")
        else:
            classes.setdefault((_subject(line), size_class(line.smallest)), []).append(line)
    findings: list[TableFinding] = []
    for subject, keys in groupby(sorted(classes), key=lambda key: key[0]):
        groups = [classes[key] for key in keys]
        for group, reach in zip(groups, _share_cells([_measured(group) for group in groups]), strict=True):
            findings.append(_finding(subject, group, reach, machines))
            if _contradicts_itself(group):
                left_out.append(f"{_describe_choice(group[0])}: verdicts differ by formulation, limit or pick")
    return findings, left_out


def _share_cells(measured: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """How far each of several measurements reaches, none as far as to boards that are nearer to another one. measured:
    cells of the smallest and the largest board, from small to large."""
    for k, (smallest, largest) in enumerate(measured):
        low, high = reached_cells(smallest, largest)
        if k:
            low = max(low, _middle(measured[k - 1][1], smallest))
        if k + 1 < len(measured):
            high = min(high, _middle(largest, measured[k + 1][0]) - 1)
        yield min(low, smallest), max(high, largest)


def _middle(first: int, second: int) -> int:
    """The smallest number that is as near to the second as to the first."""
    return isqrt(first * second - 1) + 1


def _measured(group: Sequence[TuningChoice]) -> tuple[int, int]:
    return min(line.smallest for line in group), max(line.largest for line in group)


def _finding(
    subject: Subject, group: Sequence[TuningChoice], reach: tuple[int, int], machines: Mapping[str, str]
) -> TableFinding:
    """What the verdicts on boards of one class say together. reach: the cells that they speak of."""
    changes = [line for line in group if line.verdict == CHANGE]
    tuned: TunedLine | None = None
    refuted: tuple[tuple[Mapping[str, str], float], ...] | None = ()
    if changes and not _contradicts_itself(group):
        parameters = _parameters(changes[0], changes[0].pick)
        boards = sum(line.instances for line in group)
        gain = exp(sum(line.instances * log(line.gain.value) for line in group) / boards)
        if subject[0] == ENCODING and "auto" in parameters.values():  # by the rows alone is better than by the table
            refuted = None
        else:
            tuned = TunedLine(*subject[:3], *reach, parameters, None, round(gain, 2))
    else:
        refuted = tuple(_parameters_refuted(group, bool(changes)))
    return TableFinding(subject, *reach, tuned, refuted, _note(group, machines), _measured(group))


def _contradicts_itself(group: Sequence[TuningChoice]) -> bool:
    """Is there a change that others speak against?"""
    picks = {line.pick for line in group if line.verdict == CHANGE}
    return len(picks) > 1 or (len(picks) == 1 and any(line.verdict == KEEP for line in group))


def _parameters_refuted(
    group: Sequence[TuningChoice], contradictory: bool
) -> Iterator[tuple[Mapping[str, str], float]]:
    """What is known not to be faster, or by how much at most."""
    for line in group:
        if contradictory or line.verdict == KEEP:
            yield from ((_parameters(line, name), 0.0) for name in line.others if _is_recorded(name))
        elif line.gain.high is not None:
            yield _parameters(line, line.pick), line.gain.high


# ---- from a verdict to what the table calls it -------------------------------------------------------------------


def _reason_to_leave_out(line: TuningChoice) -> str:
    """Why the verdict is no evidence for the table, "" if it is."""
    if not line.usual:
        return f"not against the default alone ({line.context})"
    if "," in line.form:
        return "several forms at once; the table has lines for one form"
    if not _is_recorded(line.pick):
        return "the campaign does not record its parameters"
    try:
        name, options = split_name(line.backend, Options())
        backend = backend_named(name)
        if options.solver not in (None, _own_solver(backend)):
            return f"the table has lines for the solver that {name} has by itself"
        _check_pick(line, backend)
    except UnknownBackend:
        return "no registered backend"
    except (Unsupported, UnknownEncoding) as refusal:
        return str(refusal)
    return ""


def _check_pick(line: TuningChoice, backend: Backend) -> None:
    """Raises Unsupported or UnknownEncoding for a choice that there is no more."""
    if line.choice == ENCODING:
        encodings_by_form([line.pick], line.pick)
    else:
        resolve_options(backend, Options(parameters=_pairs(line.pick)), line.puzzle)


def _subject(line: TuningChoice) -> Subject:
    backend = _backend(line)
    return line.choice, backend.full_name or backend.name, line.puzzle, line.form


def _backend(line: TuningChoice) -> Backend:
    return backend_named(split_name(line.backend, Options())[0])


def _own_solver(backend: Backend) -> str | None:
    return next(iter(backend.tunable.get(SOLVER, ())), None)


def _parameters(line: TuningChoice, name: str) -> Mapping[str, str]:
    """A choice as the table has it: with the solver that it was measured with, where there are several."""
    chosen, own = _pairs(name), _own_solver(_backend(line))
    return chosen if own is None or SOLVER in chosen else {SOLVER: own, **chosen}


def _is_recorded(name: str) -> bool:
    return all("=" in part for part in name.split())


def _pairs(name: str) -> dict[str, str]:
    """The parameters of `a=1 b=2`."""
    return {key: value for key, _, value in (part.partition("=") for part in name.split())}


# ---- in words ----------------------------------------------------------------------------------------------------


def _describe_choice(line: TuningChoice) -> str:
    form = f" of {line.form}" if line.form else ""
    return f"{line.choice}{form} {line.backend} {line.puzzle}, {size_text(line)} cells, {line.pick}"


def _note(group: Sequence[TuningChoice], machines: Mapping[str, str]) -> str:
    """The evidence: what was tried, gains with their intervals, boards, limits, engines, machines."""
    verdicts = (
        f"{line.pick}{f' (formulation {line.context})' if line.context else ''}: gain {gain_text(line)} on "
        f"{plural(line.instances, 'board')}, {line.verdict}{f', best of {line.tried}' if line.tried > 1 else ''}"
        for line in group
    )
    contended, runs = sum(line.contended for line in group), sum(line.runs for line in group)
    hosts = sorted({host for line in group for host in line.hosts})
    facts = (
        f"limit {join_names(f'{line.limit_s:g} s' for line in group)}",
        join_names(line.engines for line in group if line.engines),
        join_names(machines.get(host, host) for host in hosts),
        f"{contended} of {runs} runs contended",
        "bench tune",
    )
    return "; ".join([*verdicts, *filter(None, facts)])
