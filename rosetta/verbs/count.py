"""`count`: the exact number of answers of an instance, projected on the puzzle's answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rosetta.foundation.exit_codes import DONE, LIMIT, code_of_verdict
from rosetta.foundation.vocabulary import Verdict
from rosetta.requests.kinds import SWITCH, TextValue
from rosetta.requests.options import option, request
from rosetta.verbs.caller import Caller, TextLook
from rosetta.verbs.evidence_request import EvidenceRequest
from rosetta.verbs.solver_request import SolverRequest

if TYPE_CHECKING:
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.studies.counting.count import Total
    from rosetta.verbs.bundles import Disagreement


@request
class CountRequest(EvidenceRequest, SolverRequest):
    """How the answers of an instance are counted."""

    backend: str | None = option(
        TextValue("the name of a backend", "B"),
        "which backend to use (default: the best for this puzzle)",
        default=None,
        kw_only=False,
    )
    distinct: bool = option(
        SWITCH,
        "also count up to the symmetries of the board",
        default=False,
        keyword_help="Also count up to the symmetries of the board: turns and reflections, automorphisms of a graph; "
        "of a model, swaps of variables that change neither its rows nor its objective.",
    )


@dataclass(frozen=True, eq=False)
class CountedInstance:
    """How many answers an instance has.

    asked, request: what was counted, and how
    total: the number, and what is known of it
    id: of the instance; of a size that was counted by theory, the size
    limits: by name, as a document tells them
    formulation: in which it was counted, "" by theory
    """

    asked: AskedInstance
    request: CountRequest
    total: Total
    id: str
    limits: Mapping[str, float]
    formulation: str = ""
    indent: None = None

    @property
    def exit_code(self) -> int:
        code = code_of_verdict(self.total.verdict)
        is_short = self.total.lacks_distinct or (self.request.wants_proofs and not self.total.is_proved)
        return LIMIT if code == DONE and is_short else code

    @property
    def changed(self) -> Mapping[str, Any]:
        """What the command line that repeats it says otherwise."""
        return {"what": self.asked.resolved.what} if self.formulation else {}

    def text(self, look: TextLook) -> str:
        from rosetta.studies.counting.total_text import describe_total

        return describe_total(self.total)

    def document(self, command: str | None = None) -> dict[str, Any]:
        from rosetta.studies.counting.total_text import total_document
        from rosetta.verbs.documents import provenance_of

        head = provenance_of(self.limits, (), command)
        return dict[str, Any](total_document(self.total, self.asked.record.name, self.id, head))

    def disagreement(self, caller: Caller) -> Disagreement | None:
        """What a bundle is about, where the number is wrong."""
        if self.total.verdict != Verdict.WRONG:
            return None
        from rosetta.studies.asking.entrants import resolve_entrant
        from rosetta.studies.disagreements.trials import Task
        from rosetta.studies.disagreements.wrong_runs import comparison_of_runs, run_of_total
        from rosetta.verbs.bundles import Disagreement

        question, options, limits = self.asked.question, self.request.options(), self.request.limits(self.asked.seed)
        run = run_of_total(self.total, resolve_entrant(question, self.total.backend, self.formulation, options))
        command = caller.command_with(**self.changed) or ""
        comparison = comparison_of_runs(question, self.asked.resolved, [run], limits, command)
        return Disagreement(question, comparison, options, limits, Task.COUNT)


def count(asked: AskedInstance, request: CountRequest, caller: Caller) -> CountedInstance:
    """Count the answers of an instance: by theory where nothing else is asked for, else by an engine, and again by one
    that shares nothing with it. Raises InputError, Unsupported."""
    from rosetta.studies.counting.theory import count_by_theory, size_id

    has_choices = request.backend or request.distinct or request.wants_proofs
    total = None if has_choices else count_by_theory(asked.record, str(asked.what), asked.choices)
    if total is not None:
        return CountedInstance(asked, request, total, size_id(str(asked.what)), {})
    return _count_by_engines(asked, request, caller)


def _count_by_engines(asked: AskedInstance, request: CountRequest, caller: Caller) -> CountedInstance:
    from rosetta.studies.counting.count import count_answers, count_formulation
    from rosetta.studies.counting.counters import choose_counters
    from rosetta.studies.counting.recount import describe_shortfall, second_limits
    from rosetta.studies.proving.proved_total import prove_total, prove_total_where_cheap
    from rosetta.studies.solving.solve import choose_entrants
    from rosetta.verbs.documents import provenance_of
    from rosetta.verbs.proof_files import save_proofs

    options = request.options()
    request.check_backends([request.backend] if request.backend else [], asked.record)
    question, limits = asked.question, request.limits(asked.seed)
    name = count_formulation(question, request.formulation, request.backend, request.distinct)
    second = second_limits(limits, request.time_limit is not None)
    if shortfall := describe_shortfall(question, second):
        caller.tell(shortfall)
    entrants = choose_entrants(question, request.backend, name, options)
    counters, is_free = choose_counters(question, name, options), request.backend is None
    total = count_answers(question, entrants, limits, caller.progress, request.distinct, second, counters, is_free)
    prove = prove_total if request.wants_proofs else prove_total_where_cheap
    total = prove(question, name, total, limits, caller.progress)
    named = {**limits.by_name, "second_seconds": second.seconds}
    if request.proof is not None:
        head = provenance_of(limits.by_name, (), caller.command_with())
        save_proofs(request.proof, question, asked.resolved.id, total.proofs, head, caller)
    return CountedInstance(asked, request, total, asked.resolved.id, named, name)
