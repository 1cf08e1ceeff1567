"""`compare`: every backend on the same model of an instance, and whether they agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import DONE, LIMIT, WRONG
from rosetta.foundation.vocabulary import Agreement, Verdict
from rosetta.requests.kinds import ALL, NAMES, POSITIVE, SECONDS, SWITCH, Encodings, WordChoice
from rosetta.requests.options import OptionGroup, option, request
from rosetta.verbs.caller import Caller, TextLook
from rosetta.verbs.evidence_request import EvidenceRequest
from rosetta.verbs.solver_request import PROFILES, EngineRequest

if TYPE_CHECKING:
    from report.comparison.records import Comparison
    from report.documents.compare import ComparisonDocument
    from report.documents.several import MissingInstance
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.studies.asking.budgets import Deadline
    from rosetta.studies.comparing.compare import Plan
    from rosetta.verbs.bundles import Disagreement


@request
class CompareRequest(EvidenceRequest, EngineRequest):
    """What is compared, and how."""

    takes_all: ClassVar[bool] = True
    encodings: Mapping[str, str] | Literal["all"] | None = option(
        Encodings(all_forms=True),
        "CNF encoding for a form of constraint, e.g. cardinality=totalizer; may be repeated; `all` for every one",
        default=None,
        group=OptionGroup.MODEL,
        flag="--encoding",
        repeated=True,
        keyword_help='CNF encodings by form of rows: ``{"cardinality": "totalizer"}``; ``"all"`` runs every encoding '
        "of each form that the model has.",
    )
    formulations: Sequence[str] | None = option(
        NAMES,
        "which models of the puzzle to use; `all` for every one",
        default=None,
        group=OptionGroup.MODEL,
        flag="--formulation",
        keyword_help='The models of the puzzle to run; ``["all"]`` for all of them.',
    )
    profile: str | None = option(
        WordChoice(PROFILES, "profile"),
        "solver parameters (default: both, if there are tuned ones)",
        default=None,
        group=OptionGroup.MODEL,
    )
    backends: Sequence[str] | None = option(NAMES, "which backends to run (default: all)", default=None, kw_only=False)
    budget: float | None = option(
        SECONDS,
        "seconds for everything (default 45, and in proportion more for a longer --time-limit)",
        default=None,
        keyword_help="Seconds for everything together; by default 45, and in proportion more for a longer "
        "`time_limit`.",
    )
    unique: bool = option(
        SWITCH, "also ask each backend whether there is any other solution, optimal or not", default=False
    )
    repeat: int = option(POSITIVE, "run R times after a warm-up and show medians", default=1, letter="R")
    race: bool = option(
        SWITCH,
        "also race the backends: how many solutions does each list in the same time?",
        default=False,
        flag="--all",
        keyword_help="Also let each backend list all answers, in equal time.",
    )
    reread: bool = option(
        SWITCH,
        "WHAT is a solver's file: also ask programs that read it themselves (cbc, glpsol, highs, scip; cadical, "
        "clasp, ..) for its optimum, and compare",
        default=False,
        group=OptionGroup.EVIDENCE,
        keyword_help="The board is a solver's file: also ask programs that read it themselves for its optimum, and "
        "compare.",
    )


@dataclass(frozen=True)
class Pace:
    """The time that comparisons share.

    deadline: when it ends
    budget: seconds, from the first on
    left: comparisons that are left, this one included
    """

    deadline: Deadline
    budget: float
    left: int = 1


@dataclass(frozen=True, eq=False)
class ComparedInstance:
    """What every backend answered about an instance.

    asked, request: what was compared, and how
    comparison: the runs, judged
    limits: by name, as a document tells them
    """

    asked: AskedInstance
    request: CompareRequest
    comparison: Comparison
    limits: Mapping[str, float]
    indent: None = None

    @property
    def exit_code(self) -> int:
        return exit_code_of([self.comparison], 1, self.request)

    @property
    def changed(self) -> Mapping[str, Any]:
        return {"puzzle": self.comparison.puzzle, "what": self.asked.resolved.what}

    def text(self, look: TextLook) -> str:
        from report.comparison.table import comparison_text

        return comparison_text(self.comparison, look.colour, look.width, everything=look.details)

    def document(self, command: str | None = None) -> dict[str, Any]:
        return dict[str, Any](document_of([self], self.limits, command))

    def disagreement(self, caller: Caller) -> Disagreement | None:
        if all(run.verdict != Verdict.WRONG for run in self.comparison.runs):
            return None
        from rosetta.studies.disagreements.trials import Task
        from rosetta.verbs.bundles import Disagreement

        options, limits = self.request.options(), self.request.limits(self.asked.seed)
        return Disagreement(self.asked.question, self.comparison, options, limits, Task.SOLVE)


def pace_of(request: CompareRequest) -> Pace:
    """The pace of comparisons that begin now."""
    from rosetta.foundation.work_clock import work_seconds
    from rosetta.studies.asking.budgets import Deadline, choose_budget

    budget = choose_budget(request.time_limit, request.budget)
    return Pace(Deadline(work_seconds() + budget), budget)


def compare(
    asked: AskedInstance, request: CompareRequest, caller: Caller, pace: Pace | None = None, pictures: bool = False
) -> ComparedInstance:
    """Run the backends on an instance and judge what they answer. pace: shared with other comparisons, None for this
    one alone; pictures: also draw the boards as SVG. Raises InputError."""
    from rosetta.studies.asking.entrants import check_answering
    from rosetta.studies.comparing.compare import all_backends, choose_entrants, limits_by_name, race_end, warm_up
    from rosetta.studies.comparing.compare import compare as compare_entrants
    from rosetta.studies.comparing.rereading import readers_of

    options, record = request.options(), asked.record
    request.check_backends(request.backends or (() if request.settings else all_backends(record)), record)
    check_answering(request.backends or (), record)
    question, pace = asked.question, pace or pace_of(request)
    if request.reread:
        try:
            readers_of(question)
        except InputError as refusal:
            raise InputError(f"{request.word('reread')}: {refusal}") from None
    entrants = choose_entrants(question, request.backends, request.formulations, options, request.profile)
    plan = replace(plan_of(request, pace, asked.seed), entrants=entrants)
    limits = limits_by_name(plan)
    warm_up(question, plan, caller.progress)
    plan = replace(plan, last=pace.left == 1, race_until=race_end(question, plan.deadline, request.race, pace.left))
    command = caller.command_with(what=asked.resolved.what, count=1, html=None, latex=None)
    comparison = compare_entrants(question, asked.resolved, plan, command or "", caller.progress, pictures)
    result = ComparedInstance(asked, request, comparison, limits)
    if request.proof is not None:
        _save_proofs(result, caller)
    return result


def plan_of(request: CompareRequest, pace: Pace, seed: int = 0) -> Plan:
    """The plan without its entrants, which depend on the instance. seed: the board's."""
    from rosetta.studies.comparing.compare import Plan

    return Plan(
        (),
        request.limits(seed),
        request.unique,
        request.repeat,
        pace.deadline,
        pace.budget,
        is_limit_set=request.time_limit is not None,
        every_encoding=ALL in request.encoding_choices,
        prove=request.wants_proofs,
        prove_again=request.proof is not None,
        reread=request.reread,
    )


def _save_proofs(result: ComparedInstance, caller: Caller) -> None:
    from rosetta.verbs.documents import provenance_of
    from rosetta.verbs.proof_files import save_proofs

    comparison, limits = result.comparison, result.request.limits(result.asked.seed)
    head = provenance_of(limits.by_name, comparison.runs, caller.command_with())
    file = result.request.proof or ""
    save_proofs(file, result.asked.question, comparison.id, comparison.proofs, head, caller)


def exit_code_of(comparisons: Sequence[Comparison], instances: int, request: CompareRequest) -> int:
    """What comparisons end with together: WRONG if any answer is; else DONE if what was asked of every instance is
    settled, and proved where that was asked for; LIMIT if not. instances: how many were to be compared."""
    from rosetta.studies.judging.judge import is_settled
    from rosetta.studies.proving.proved_runs import claims_left

    if any(comparison.verdict == Agreement.DISAGREE for comparison in comparisons):
        return WRONG
    if len(comparisons) < instances or not all(is_settled(each, request.unique) for each in comparisons):
        return LIMIT
    is_open = request.wants_proofs and any(
        claims_left(each.runs, each.proofs, request.unique, each.answers_differ) for each in comparisons
    )
    return LIMIT if is_open else DONE


def document_of(
    results: Sequence[ComparedInstance],
    limits: Mapping[str, float],
    command: str | None = None,
    missing: Sequence[MissingInstance] = (),
) -> ComparisonDocument:
    """The document of several comparisons. missing: of each instance that was not compared, what it is and why."""
    from report.comparison.json_documents import comparisons_document
    from rosetta.verbs.documents import provenance_of

    comparisons = [result.comparison for result in results]
    head = provenance_of(limits, [run for comparison in comparisons for run in comparison.runs], command)
    return comparisons_document(comparisons, head, missing)
