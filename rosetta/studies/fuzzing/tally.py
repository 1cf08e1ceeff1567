"""What came of fuzzing, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from backends.contract import Ending, Status
from rosetta.foundation.work_clock import work_seconds
from rosetta.studies.fuzzing.rounds import Round, RoundAnswer
from rosetta.studies.fuzzing.union_rounds import UnionRound


@dataclass(slots=True)
class BackendTally:
    """What came of one backend's models. statuses: how many of each, those on which it was not asked apart, under the
    value of `Ending.NOT_ASKED`; seconds: of the others."""

    engine: str = ""
    version: str = ""
    statuses: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    seconds: float = 0.0
    first_error: str = ""


@dataclass(slots=True)
class FuzzTally:
    """What came of all. wrong: a sentence for each finding: who, on which model, where its bundle is; repeated: wrong
    answers beyond those; refuted: of the models, parts of unions that are known to have no answer."""

    models: int = 0
    refuted: int = 0
    seconds: float = 0.0
    backends: dict[str, BackendTally] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    repeated: int = 0
    _begun: float = 0.0

    def begin(self, backends: Iterable[str]) -> None:
        """Start the clock; every backend has a line, also one that never answers."""
        self.backends = {name: BackendTally() for name in backends}
        self._begun = work_seconds()

    def count(self, round: Round, wrong: Collection[str]) -> None:
        """Count the round of a model. wrong: the backends that were."""
        for name, answer in round.answers.items():
            _count_answer(self.backends[name], answer, name in wrong)
        self.models += 1
        self.seconds = work_seconds() - self._begun

    def count_union(self, round: UnionRound, wrong: Mapping[str, int]) -> None:
        """Count the round of a union. wrong: on how many of its parts each backend was."""
        for name, answer in round.answers.items():
            tally = self.backends[name]
            tally.engine, tally.version = answer.engine or tally.engine, answer.version or tally.version
            tally.statuses.update(answer.statuses)
            tally.seconds += answer.seconds
            tally.wrong += wrong.get(name, 0)
            tally.first_error = tally.first_error or answer.error
        self.models += round.models
        self.refuted += round.without
        self.seconds = work_seconds() - self._begun

    def phrase(self) -> str:
        """How far it has got."""
        wrong = f", {sum(each.wrong for each in self.backends.values())} wrong" if self.wrong else ""
        return f"fuzzing: {self.models:,} models, {self.models / max(self.seconds, 1e-9):.1f} a second{wrong}"


def _count_answer(tally: BackendTally, answer: RoundAnswer, wrong: bool) -> None:
    status = answer.testimony.status
    tally.engine, tally.version = answer.engine or tally.engine, answer.version or tally.version
    if answer.testimony.ended is Ending.NOT_ASKED:
        tally.statuses[Ending.NOT_ASKED] += 1
    else:
        tally.statuses[status] += 1
        tally.seconds += answer.seconds
    tally.wrong += wrong
    if status is Status.ERROR and not tally.first_error:
        tally.first_error = answer.note
