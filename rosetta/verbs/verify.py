"""`verify`: the rules that an answer breaks; or what a file of proofs claims of an instance, checked from the rules on.

An answer is JSON, or what a solver said of a file that `convert` wrote: minisat's result file, the output of the SAT
and PB competitions, the solution file of CBC, HiGHS, glpsol, SCIP or Gurobi, the output of a FlatZinc solver. The
numbers and names in it are those of the file, so formulation and encodings must be the same as there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from rosetta.foundation.errors import InputError
from rosetta.foundation.exit_codes import DONE, LIMIT, WRONG
from rosetta.foundation.limits import TooLarge
from rosetta.requests.kinds import FILE, SECONDS, Encodings, TextValue, refuse
from rosetta.requests.options import OptionGroup, option, request
from rosetta.verbs.caller import Caller, TextLook
from rosetta.verbs.solver_request import NamedEncodings, ProgressRequest

if TYPE_CHECKING:
    from models.puzzles.contract import Answer
    from rosetta.studies.asking.asked_instance import AskedInstance
    from rosetta.studies.asking.question import Question
    from rosetta.studies.proving.archive_contents import ArchiveContents
    from rosetta.studies.proving.count_file import ProvedNumbers
    from rosetta.studies.proving.proof_file import ProvedClaims

FROM_STDIN = "-"  # on a command line, in place of ANSWER
EXPECTED = "an answer as a mapping or a Solution, as a text, or a path"


@runtime_checkable
class HasAnswer(Protocol):
    """A result of `solve`, as programs have it."""

    @property
    def answer(self) -> Mapping[str, Any] | None:
        """The answer; None without one."""


@dataclass(frozen=True)
class GivenAnswer:
    """An answer: a mapping, or what holds one; a text, or the name of a file."""

    letter: str = "ANSWER"
    type_name: str = "mapping, Solution, str or path"

    def read(self, word: str) -> str:
        return word

    def check(self, value: Any) -> Any:
        held = value.answer if isinstance(value, HasAnswer) else value
        if not isinstance(held, str | Mapping | os.PathLike):
            raise refuse(EXPECTED, value)
        return held


@request
class VerifyRequest(NamedEncodings, ProgressRequest):
    """What is checked against the rules."""

    answer: str | PathLike[str] | Mapping[str, Any] | HasAnswer | None = option(
        GivenAnswer(),
        "",
        default=None,
        flag="",
        keyword_help='As `Solution.answer` has it: ``{"tents": [[row, column], ...]}``; of a graph, in its own nodes; '
        'of a model the values of its arrays, ``{"x": [0, 1]}``. A `Solution` or its `to_json()` will do, '
        "too; so will its JSON as a text, a file of that, or what a solver said of a file that `convert` wrote: the "
        "name of its file, or the lines of it.",
        kw_only=False,
    )
    proof: str | PathLike[str] | None = option(
        FILE,
        "instead of ANSWER: a file that --proof of `solve`, `compare` or `count` wrote; its answers are checked, and "
        "every proof in it",
        default=None,
        keyword_help="Instead of an answer: a file that ``proof=`` of `solve`, `compare` or `count` wrote; its answers "
        "are checked, and every proof in it.",
    )
    time_limit: float = option(
        SECONDS, "with --proof: seconds for each proof (default 60)", default=60.0, group=OptionGroup.LIMITS,
        keyword_help="With `proof`: seconds for each proof.",
    )  # fmt: skip
    formulation: str | None = option(
        TextValue("the name of a formulation", "NAME"),
        "for a solver's output: the model that `convert` wrote",
        default=None,
        group=OptionGroup.MODEL,
    )
    encodings: Mapping[str, str] | None = option(
        Encodings(),
        "for a solver's output: as given to `convert`",
        default=None,
        group=OptionGroup.MODEL,
        flag="--encoding",
        repeated=True,
    )

    @property
    def answer_word(self) -> str:
        """What people know the answer by, for messages."""
        return "answer" if self._flags is None else "ANSWER"

    def check_options(self) -> None:
        if self.proof is None and self.answer is None:
            raise InputError(f"expected {self.answer_word} or {self.word('proof')}; none was given")
        if self.proof is None:
            return
        if self.answer is not None:
            word = self.answer_word
            raise InputError(f"{self.word('proof')}: the file has the answer; expected no {word} besides it")
        if self.formulation is not None or self.encodings:
            both = f"{self.word('formulation')}, {self.word('encodings')}"
            raise InputError(f"{both}: for a solver's output, not with {self.word('proof')}, which says its own")


@dataclass(frozen=True, eq=False)
class VerifiedAnswer:
    """An answer that was checked against the rules.

    asked: what it is an answer to
    answer: the answer, in the puzzle's own type
    broken: the rules that it breaks, as sentences
    """

    asked: AskedInstance
    answer: Answer
    broken: tuple[str, ...]
    indent: int = 1

    @property
    def exit_code(self) -> int:
        return WRONG if self.broken else DONE

    @property
    def changed(self) -> Mapping[str, Any]:
        return {}

    def text(self, look: TextLook) -> str:
        from models.puzzles.labelled import Marks, draw_labelled
        from report.boards import ANSWER_LINES, DRAW_ALL, board_lines

        record, instance = self.asked.record, self.asked.question.instance
        plain, shown = (record.draw_text(instance, self.answer, colour=colour) for colour in (False, look.colour))
        labelled = draw_labelled(record.extras.grids(instance, self.answer, None), Marks()) if self.broken else ""
        plain, shown = (labelled, labelled) if labelled else (plain, shown)
        _, lines = board_lines(plain, shown, look.width, DRAW_ALL if look.draw else ANSWER_LINES)
        return "\n".join([*lines, "", *(self.broken or ["keeps all rules"]), ""])

    def document(self, command: str | None = None) -> dict[str, Any]:
        from report.documents.verify import check_of_answer
        from rosetta.verbs.documents import provenance_of

        id = self.asked.resolved.id
        return dict[str, Any](check_of_answer(self.asked.record.name, id, self.broken, provenance_of({}, (), command)))


@dataclass(frozen=True, eq=False)
class VerifiedClaims:
    """A file of `solve --proof` or `compare --proof`, checked.

    asked: what it is about
    checked: what it turned out to be
    """

    asked: AskedInstance
    checked: ProvedClaims
    indent: int = 1

    @property
    def is_open(self) -> bool:
        """Does nothing speak against it, and a limit ended the check?"""
        return self.checked.is_open

    @property
    def exit_code(self) -> int:
        return DONE if self.checked.holds else LIMIT if self.is_open else WRONG

    @property
    def changed(self) -> Mapping[str, Any]:
        return {}

    def text(self, look: TextLook) -> str:
        checked, lines = self.checked, list[str]()
        if checked.answers:
            first = self.asked.record.draw_text(self.asked.question.instance, checked.answers[0], colour=look.colour)
            number = len(checked.answers)
            keeps = "keeps all rules" if number == 1 else f"{number:,} answers keep all rules; above is the first"
            lines += [first, "", "\n".join(checked.broken) or keeps]
        return "\n".join([*lines, "\n".join(map(str, checked.proofs)), _contents_text(checked.contents), ""])

    def document(self, command: str | None = None) -> dict[str, Any]:
        from report.documents.verify import check_of_proofs
        from report.documents.writing import plain_document
        from rosetta.verbs.documents import provenance_of

        checked, (name, id) = self.checked, (self.asked.record.name, self.asked.resolved.id)
        proofs, head = [proof.to_json() for proof in checked.proofs], provenance_of({}, (), command)
        contents = checked.contents.to_json()
        document = check_of_proofs(name, id, checked.holds, checked.broken, proofs, contents, head)
        return dict[str, Any](plain_document(document))


@dataclass(frozen=True, eq=False)
class VerifiedNumbers:
    """A file of `count --proof`, checked.

    asked: what it is about
    checked: what it turned out to be
    """

    asked: AskedInstance
    checked: ProvedNumbers
    indent: int = 1

    @property
    def numbers(self) -> dict[str, str]:
        """The digits of the numbers that are shown, by claim."""
        from report.number_text import all_digits

        return {proof.claim: all_digits(proof.number) for proof in self.checked.proofs if proof.number is not None}

    @property
    def exit_code(self) -> int:
        from backends.count_certificates.count_proof import CountStatus

        refused = any(proof.proof.status is CountStatus.REFUSED for proof in self.checked.proofs)
        return WRONG if refused or self.checked.contents.differing else LIMIT if self.is_open else DONE

    @property
    def is_open(self) -> bool:
        """Did a limit end the check?"""
        from backends.count_certificates.count_proof import CountStatus

        return any(proof.proof.status is CountStatus.UNKNOWN for proof in self.checked.proofs)

    @property
    def changed(self) -> Mapping[str, Any]:
        return {}

    def text(self, look: TextLook) -> str:
        words = {"count": "", "distinct": " up to symmetry"}
        numbers = [f"{digits}{words[claim]}" for claim, digits in self.numbers.items()]
        return "\n".join([*numbers, *map(str, self.checked.proofs), _contents_text(self.checked.contents), ""])

    def document(self, command: str | None = None) -> dict[str, Any]:
        from report.documents.verify import check_of_count
        from report.documents.writing import plain_document
        from rosetta.verbs.documents import provenance_of

        checked, (name, id) = self.checked, (self.asked.record.name, self.asked.resolved.id)
        proofs, head = [proof.to_json() for proof in checked.proofs], provenance_of({}, (), command)
        contents = checked.contents.to_json()
        document = check_of_count(name, id, checked.holds, self.numbers, proofs, contents, head)
        return dict[str, Any](plain_document(document))


def _contents_text(contents: ArchiveContents) -> str:
    """What in an archive is not as it follows from the rules, and what was not needed."""
    from rosetta.studies.proving.archive_contents import describe_unneeded

    lines = [f"wrong: {sentence}" for sentence in contents.differing]
    return "\n".join([*lines, *filter(None, [describe_unneeded(contents.unneeded)])])


# ---- an answer --------------------------------------------------------------------------------------------------


def verify(asked: AskedInstance, request: VerifyRequest, caller: Caller) -> VerifiedAnswer:
    """Check the answer of a request against the rules. Raises InputError, TooLarge."""
    example = json.dumps(asked.record.answer_json(asked.record.extras.example))
    if isinstance(request.answer, Mapping):
        return _verify_document(asked, request.answer_word, request.answer, caller)
    source, text = _answer_text(request, example)
    if text.lstrip().startswith("{"):
        return _verify_document(asked, source, _read_document(source, text, example), caller)
    return _verify_result(asked, request, (source, text, example), caller)


def _answer_text(request: VerifyRequest, example: str) -> tuple[str, str]:
    """The source of the answer, for messages, and its text. example: an answer of this puzzle."""
    from instances.reading import exists, text_of_file, text_of_stdin
    from instances.resolve import check_path

    is_typed, word = request._flags is not None, request.answer_word
    text = os.fspath(request.answer)  # type: ignore[arg-type]
    if is_typed and text == FROM_STDIN:
        return "standard input", text_of_stdin()
    if isinstance(request.answer, str) and (text.lstrip().startswith("{") or (not is_typed and "\n" in text)):
        return word, text
    if not exists(text):
        check_path(text)
        others = "an existing file or -" if is_typed else "the lines of a solver's result or an existing file"
        raise InputError(f"{word}: expected JSON such as {example}, {others}, found '{text[:100]}'")
    return text, text_of_file(text)


def _read_document(source: str, text: str, example: str) -> dict[str, Any]:
    """The JSON object. A key that occurs twice in an object is refused."""
    from instances.json_text import RepeatedKey, parse_json

    try:
        document = parse_json(text)
    except RepeatedKey as error:
        raise InputError(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source}: expected an answer as JSON such as {example}: {error}") from None
    if not isinstance(document, dict):
        raise InputError(f"{source}: expected a JSON object such as {example}, found {type(document).__name__}")
    return document


def _verify_document(asked: AskedInstance, source: str, document: Mapping[str, Any], caller: Caller) -> VerifiedAnswer:
    """Check the answer of a document against the rules."""
    from rosetta.studies.solving.given_answer import answer_within, describe_keys

    record, question = asked.record, asked.question
    inner, unknown = answer_within(record, source, document)
    if unknown:
        caller.tell(f"{source}: nothing was made of {describe_keys(unknown)}")
    answer = record.answer_from_json(question.instance, inner)
    broken = record.verify(question.instance, answer, **question.rules)
    id = asked.resolved.id
    if broken and document.get("id", id) != id:
        caller.tell(f"{source}: an answer to {document['id']!r:.80}, checked against {id:.80}")
    return VerifiedAnswer(asked, answer, tuple(broken))


def _verify_result(
    asked: AskedInstance, request: VerifyRequest, texts: tuple[str, str, str], caller: Caller
) -> VerifiedAnswer:
    """Check a solver's result against the rules: those of the model and the puzzle's own. texts: where it is from, the
    result, and an answer as an example."""
    from backends.contract import Options
    from rosetta.studies.asking.formulations import formulation_options
    from rosetta.studies.solving.solver_files import decode_result, stated_model

    (source, text, example), question = texts, asked.question
    formulation = question.readable_formulation(request.formulation)
    model = stated_model(question, formulation)
    named = Options(encodings=request.form_encodings())
    try:
        values = decode_result(model, text.encode(), formulation_options(question.puzzle, formulation, named))
    except TooLarge:
        raise
    except ValueError as error:
        expected = f"expected an answer as JSON such as {example}, or a solver's result"
        raise InputError(f"{source}: {expected}: {error}") from None
    answer = question.answer(model, values)
    broken = tuple(question.broken_rules(model, values, answer))
    if broken:
        how = ", ".join([f"formulation {formulation}", *(f"encoding {choice}" for choice in request.encoding_choices)])
        caller.tell(f"the result was read as one about the file of `convert` with {how}")
    return VerifiedAnswer(asked, answer, broken)


# ---- a file of proofs -------------------------------------------------------------------------------------------


def verify_proofs(asked: AskedInstance, request: VerifyRequest, caller: Caller) -> VerifiedClaims | VerifiedNumbers:
    """Check the file of proofs of a request, from the rules on. Raises InputError."""
    from instances.reading import bytes_of_file
    from rosetta.studies.proving.count_file import is_count_file

    question, file = asked.question, os.fspath(request.proof)  # type: ignore[arg-type]
    content = bytes_of_file(file)
    check = _verify_numbers if is_count_file(content, file) else _verify_claims
    return check(asked, question, (file, content), request.time_limit, caller)


def _verify_claims(
    asked: AskedInstance, question: Question, file: tuple[str, bytes], seconds: float, caller: Caller
) -> VerifiedClaims:
    from backends.contract import Limits
    from rosetta.studies.proving.proof_file import check_proof_file

    name, content = file
    checked = check_proof_file(question, content, name, Limits(seconds), caller.progress, asked.resolved.id)
    if not checked.holds:
        _tell_other_instance(name, checked.id, asked.resolved.id, caller)
    return VerifiedClaims(asked, checked)


def _verify_numbers(
    asked: AskedInstance, question: Question, file: tuple[str, bytes], seconds: float, caller: Caller
) -> VerifiedNumbers:
    from backends.contract import Limits
    from rosetta.studies.proving.count_file import check_count_file

    name, content = file
    checked = check_count_file(question, content, name, Limits(seconds), caller.progress, asked.resolved.id)
    if not all(proof.is_proved for proof in checked.proofs):
        _tell_other_instance(name, checked.id, asked.resolved.id, caller)
    return VerifiedNumbers(asked, checked)


def _tell_other_instance(file: str, stated: str, id: str, caller: Caller) -> None:
    """Say so where a file that does not hold says that it is about another instance."""
    from rosetta.studies.proving.archives import MOST_ID

    if stated not in ("", id[:MOST_ID]):
        caller.tell(f"{file}: proofs about {stated}, checked against {id[:MOST_ID]}")
