"""`solve`: one verified answer of an instance, or several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rosetta.foundation.exit_codes import DONE, LIMIT, code_of_verdict
from rosetta.foundation.vocabulary import Verdict
from rosetta.requests.kinds import ALL, POSITIVE, SWITCH, TextValue, WholeNumber
from rosetta.requests.options import Flag, option, request
from rosetta.verbs.caller import Caller, TextLook
from rosetta.verbs.evidence_request import EvidenceRequest
from rosetta.verbs.solver_request import SolverRequest

if TYPE_CHECKING:
    from backends.contract import Limits
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.studies.solving.answers import FoundAnswers
    from rosetta.verbs.bundles import Disagreement


@dataclass(frozen=True)
class AnswerNumber(WholeNumber):
    """How many answers: a number, or `all`."""

    type_name: str = 'int or "all"'

    def check(self, value: Any) -> Any:
        return ALL if value == ALL and isinstance(value, str) else super().check(value)


@request
class SolveRequest(EvidenceRequest, SolverRequest):
    """How an instance is solved."""

    backend: str | None = option(
        TextValue("the name of a backend", "B"),
        "which backend to use (default: the best for this puzzle); `--backend walksat -h` shows its settings, too",
        default=None,
        keyword_help='Who solves it: ``"cpsat"``, ``"cnf:glucose42"``, ...; by default the best one for the board.',
        kw_only=False,
    )
    unique: bool = option(
        SWITCH,
        "also say whether there is any other solution, optimal or not",
        default=False,
        keyword_help="Also ask whether the answer is the only one, of any cost.",
    )
    answers: int | Literal["all"] | None = option(
        AnswerNumber(1),
        "",
        default=None,
        flags=(
            Flag(name="--all", kind=SWITCH, help="find all solutions", default=False),
            Flag(name="--limit", kind=POSITIVE, help="find up to N solutions"),
        ),
        combine=lambda values: ALL if values["all"] else values["limit"],
        keyword_help="List so many answers, or all.",
    )

    @property
    def most(self) -> int | None:
        """How many answers are to be listed: 0 where one is enough, None for all."""
        return None if self.answers == ALL else int(self.answers or 0)


@dataclass(frozen=True, eq=False)
class SolvedInstance:
    """What was found of an instance's answers.

    asked, request: what was solved, and how
    found: the answers, and what is known of them
    limits: of each engine
    """

    asked: AskedInstance
    request: SolveRequest
    found: FoundAnswers
    limits: Limits
    indent: None = None

    @property
    def exit_code(self) -> int:
        code = code_of_verdict(self.found.run.verdict)
        return LIMIT if code == DONE and self.request.wants_proofs and self._claims_left() else code

    def _claims_left(self) -> bool:
        """Is something claimed, and not proved?"""
        from rosetta.studies.proving.proved_answers import claims_to_prove

        return bool(claims_to_prove(self.found))

    @property
    def changed(self) -> Mapping[str, Any]:
        return {"what": self.asked.resolved.what}

    def text(self, look: TextLook) -> str:
        from report.boards import ANSWER_LINES, DRAW_ALL
        from rosetta.studies.solving.answers_text import answers_text

        most = DRAW_ALL if look.draw else ANSWER_LINES
        return answers_text(self.found, self.asked.resolved, look.colour, look.width, most, look.details)

    def document(self, command: str | None = None) -> dict[str, Any]:
        from rosetta.studies.solving.answers import answers_document
        from rosetta.verbs.documents import provenance_of

        head = provenance_of(self.limits.by_name, self.found.runs, command)
        return dict[str, Any](answers_document(self.found, self.asked.resolved.id, head))

    def disagreement(self, caller: Caller) -> Disagreement | None:
        if self.found.run.verdict != Verdict.WRONG:
            return None
        from rosetta.studies.disagreements.wrong_runs import comparison_of_runs, task_of_answers
        from rosetta.verbs.bundles import Disagreement

        question, resolved = self.asked.question, self.asked.resolved
        command = caller.command_with(**self.changed) or ""
        comparison = comparison_of_runs(question, resolved, self.found.runs, self.limits, command)
        task, most = task_of_answers(self.found)
        return Disagreement(question, comparison, self.request.options(), self.limits, task, most)


def solve(asked: AskedInstance, request: SolveRequest, caller: Caller) -> SolvedInstance:
    """Find an answer, or as many as are asked for; what one kind of engine claims is put to others, and proved where
    that is asked for or nothing else settles it. Raises InputError."""
    from rosetta.studies.proving.proved_answers import claims_to_prove, prove_answers, prove_unasked
    from rosetta.studies.solving.answers import AnswerRequest, find_answers
    from rosetta.studies.solving.solve import choose_entrants
    from rosetta.verbs.documents import provenance_of
    from rosetta.verbs.proof_files import save_proofs

    options, limits = request.options(), request.limits(asked.seed)
    request.check_backends([request.backend] if request.backend else [], asked.record)
    entrants = choose_entrants(asked.question, request.backend, request.formulation, options)
    wanted = AnswerRequest(request.most, request.unique)
    found = find_answers(asked.question, entrants, limits, wanted, caller.progress)
    if not request.wants_proofs:
        return SolvedInstance(asked, request, prove_unasked(found, limits, caller.progress), limits)
    result = SolvedInstance(
        asked, request, prove_answers(found, limits, caller.progress, again=request.proof is not None), limits
    )
    if result.exit_code == DONE and not (request.unique or claims_to_prove(result.found, again=True)):
        caller.tell("nothing to prove: the answer was checked; --unique and --all claim more")
    if request.proof is not None:
        head = provenance_of(limits.by_name, result.found.runs, caller.command_with())
        save_proofs(request.proof, asked.question, asked.resolved.id, result.found.proofs, head, caller)
    return result
