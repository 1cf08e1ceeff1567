"""Which engines can be used here, and in which version. Each backend is probed once; those whose libraries go together
in one process, since it is loading them that takes time; a backend that ends that process is tried again by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from backends.contract import Limits, Options
from backends.registry import split_name
from backends.running import supervisor, worker
from backends.running.preloading import family_of
from rosetta.campaigns.planning.campaign_checks import special_names
from rosetta.foundation.errors import InputError
from rosetta.foundation.progress import Progress


@dataclass(frozen=True, slots=True)
class Engines:
    """versions: by the full name of each backend that can be used; absent: why each other one cannot."""

    versions: Mapping[str, str]
    absent: Mapping[str, str]


def probe_engines(names: Mapping[str, bool], progress: Progress) -> Engines:
    """The engines of these backends. names: in full, and whether the backend must be usable; then, InputError is raised
    if it is not. A puzzle's own solvers have no version but the program's."""
    families: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        if name not in special_names():
            families[family_of(name)].append(name)
    probed: dict[str, tuple[str | None, str]] = {}
    for family in families.values():
        progress(f"probing {family[0]}", len(probed), len(names))
        together = _probe_together(family)
        probed.update({name: together.get(name) or supervisor.probe(*split_name(name, Options())) for name in family})
    versions = {name: "" if name in special_names() else probed[name][1] for name in names}
    absent = {name: reason for name, (reason, _) in probed.items() if reason is not None}
    for name, reason in absent.items():
        if names[name]:
            raise InputError(f"{name}: {reason}")
    return Engines({name: version for name, version in versions.items() if name not in absent}, absent)


def _probe_together(names: Sequence[str]) -> dict[str, tuple[str | None, str]]:
    """The reason and version of each, in one child; of those after one that ended it, nothing."""
    probed = {}
    with closing(supervisor.messages(_send_probes, (names,), Limits())) as received:
        for kind, content in received:
            if kind == "probed":
                probed[content[0]] = content[1]
    return probed


def _send_probes(send: worker.Send, names: Sequence[str]) -> None:
    """In the child."""
    for name in names:
        worker.send_probe(lambda kind, content, name=name: send(kind, (name, content)), *split_name(name, Options()))  # type: ignore[misc]
