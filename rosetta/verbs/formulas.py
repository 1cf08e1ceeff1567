"""`formulas`: each rule of an instance, one row of it, and what it becomes for every kind of solver."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rosetta.foundation.exit_codes import DONE
from rosetta.requests.kinds import NATURAL, SWITCH, Encodings, TextValue, refuse
from rosetta.requests.options import OptionGroup, option, request
from rosetta.verbs.caller import Caller, TextLook
from rosetta.verbs.solver_request import NamedEncodings

if TYPE_CHECKING:
    from report.formulas.records import ModelFormulas
    from rosetta.studies.asking.asked_instance import AskedInstance

MOST = 100  # formulas of each lowering, unless all are asked for


@dataclass(frozen=True)
class RuleChoice:
    """Rules by their numbers, from 1, or by words of their sentences; held as texts."""

    letter: str = "N|TEXT"
    type_name: str = "sequence of int or str"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> tuple[str, ...]:
        rules = [value] if isinstance(value, str) else value
        is_list = isinstance(rules, Sequence) and not isinstance(rules, bytes)
        if not is_list or any(isinstance(rule, bool) or not isinstance(rule, int | str) for rule in rules):
            raise refuse("a list of numbers and texts", value)
        return tuple(map(str, rules))


@request
class FormulasRequest(NamedEncodings):
    """Which rules and rows of a model are shown, and what of them."""

    takes_all: ClassVar[bool] = True
    formulation: str | None = option(
        TextValue("the name of a formulation", "NAME"),
        "which model of the puzzle to show",
        default=None,
        group=OptionGroup.MODEL,
    )
    rules: Sequence[int | str] | None = option(
        RuleChoice(),
        "only the rule with this number or with these words; may be repeated (lightsout: also closed, open)",
        default=None,
        flag="--rule",
        dest="rules",
        repeated=True,
        keyword_help="Only the rules with these numbers (from 1), or with these words; by default all.",
        kw_only=False,
    )
    row: int | None = option(
        NATURAL, "which constraint of the rule, counted from 0 (default: a typical one)", default=None
    )
    encodings: Mapping[str, str] | None = option(
        Encodings(),
        "only this encoding for a form of constraint, e.g. cardinality=totalizer, cardinality=auto; may be repeated",
        default=None,
        flag="--encoding",
        repeated=True,
        keyword_help='Show only this encoding of a form of rows: ``{"cardinality": "totalizer"}``; ``"auto"`` is the '
        "one that is taken if none is named.",
    )
    everything: bool = option(
        SWITCH,
        "print every clause, however many there are",
        default=False,
        flag="--all",
        keyword_help="Keep every clause, however many there are.",
    )


@dataclass(frozen=True, eq=False)
class FormulatedInstance:
    """The formulas of an instance's rules.

    asked, request: what was shown, and how
    model: the rules, each with a row and what it becomes
    """

    asked: AskedInstance
    request: FormulasRequest
    model: ModelFormulas
    indent: int = 1
    exit_code: int = DONE

    @property
    def changed(self) -> Mapping[str, Any]:
        return {"what": self.asked.resolved.what}

    def text(self, look: TextLook) -> str:
        from report.boards import BOARD_LINES, DRAW_ALL
        from report.formulas.text import formulas_text

        most = DRAW_ALL if look.draw else BOARD_LINES
        return formulas_text(self.model, look.colour, look.width, self.request.everything, most)

    def document(self, command: str | None = None) -> dict[str, Any]:
        from report.formulas.json_document import formulas_document
        from rosetta.verbs.documents import provenance_of

        return dict[str, Any](formulas_document(self.model, provenance_of({}, (), command)))

    def page(self) -> str:
        """A page of HTML that needs nothing from outside."""
        from report.formulas.page import formulas_html

        return formulas_html(self.model)

    def latex(self) -> str:
        """A document of LaTeX."""
        from report.formulas.latex import formulas_latex

        return formulas_latex(self.model, self.request.everything)


def show_formulas(
    asked: AskedInstance, request: FormulasRequest, caller: Caller, pictures: bool = False
) -> FormulatedInstance:
    """The formulas of an instance's rules. pictures: with a drawing for each, which a page shows. Raises InputError."""
    from rosetta.studies.formulas.formulas import rule_formulas

    question, resolved = asked.question, asked.resolved
    model = rule_formulas(
        question,
        resolved,
        question.readable_formulation(request.formulation),
        rules=[str(rule) for rule in request.rules or ()],
        row=request.row,
        encodings=request.form_encodings(),
        most=sys.maxsize if request.everything else MOST,
        pictures=pictures,
        command=caller.command_with(what=resolved.what, html=None, latex=None) or "",
        word=request.word,
    )
    return FormulatedInstance(asked, request, model)
