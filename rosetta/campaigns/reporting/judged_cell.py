"""One cell with all that its verdict rests on: all attempts on its instance, the claims that are proved, the boards."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from report.campaign.cell_text import ShownCell
from report.comparison.records import DrawnBoard
from report.words import plural
from rosetta.campaigns.planning.cells import Cell, board_words, pose_cell_question
from rosetta.campaigns.results.judged_results import choose_attempts, stored_names
from rosetta.campaigns.rows.board_proofs import BoardProof
from rosetta.campaigns.rows.judging import judge_instance_rows, judge_rows, stored_testimony
from rosetta.campaigns.rows.proved_rows import refuting_testimonies
from rosetta.campaigns.store.store import CampaignStore
from rosetta.foundation.errors import InputError
from rosetta.foundation.vocabulary import ResultClass
from rosetta.studies.comparing.compare import boards
from rosetta.studies.judging.judge import Judgement
from rosetta.studies.judging.testimony import Testimony

if TYPE_CHECKING:
    from report.documents.bench import AttemptDocument, BoardProofDocument, CellRow, ShowDocument


@dataclass(frozen=True, slots=True)
class JudgedCell:
    """A cell with the rows of all attempts on its instance."""

    cell: Cell
    rows: list[dict[str, Any]]
    place: int  # of the row that stands for the cell, among the rows
    row: dict[str, Any]  # that row, judged
    judgement: Judgement
    alike: list[dict[str, Any]]  # the judged rows that stand for all cells of the instance
    attempts: list[dict[str, Any]]
    proofs: list[BoardProof]  # about the instance


def judge_cell(store: CampaignStore, cell: Cell) -> JudgedCell:
    """The cell, judged. Raises InputError if it has no result, StoreError if what is stored cannot be read."""
    tried, attempts = list(store.attempted_rows(cell.instance.hash)), store.attempts(cell.id)
    rows = [each.row for each in tried]
    proofs = store.proofs(cell.instance.hash)
    known = proofs[cell.instance.hash]
    with store.translate_faults():
        judged, judgements = judge_rows(rows, proofs), judge_instance_rows(rows, known)
    chosen = choose_attempts(judged, [each.counts for each in tried])
    place = next((i for i in chosen if rows[i]["cell"] == cell.id), None)
    if place is None:
        after = f" after {plural(len(attempts), 'attempt')}" if attempts else ""
        raise InputError(f"cell {cell.id} has no result yet{after}")
    name = stored_names(store)[cell.instance.hash]
    row = {**judged[place], "note": rows[place]["note"], "name": name}
    return JudgedCell(cell, rows, place, row, judgements[place], [judged[i] for i in chosen], attempts, known)


def cell_document(judged: JudgedCell) -> ShowDocument:
    """The cell as a document: its row, its note, its attempts, the proofs about its board."""
    return {
        "schema": 1,
        "cell": cast("CellRow", _plain_row(judged.row)),
        "note": judged.judgement.note,
        "attempts": cast("list[AttemptDocument]", judged.attempts),
        "proofs": [cast("BoardProofDocument", _plain_row(asdict(proof))) for proof in judged.proofs],
    }


def _plain_row(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its JSON columns read."""
    documents = ("answer", "details", "testimony")
    return {name: json.loads(value) if name in documents and value else value for name, value in row.items()}


def shown_cell(judged: JudgedCell, statistics: Mapping[str, float], commands: Mapping[str, str]) -> ShownCell:
    """What is shown of it. statistics: of its search, by name; commands: what a reader may do next, by what it is."""
    testimonies = [stored_testimony(each) for each in judged.rows]
    own, row, refuting = testimonies[judged.place], judged.row, refuting_testimonies(judged.proofs)
    return ShownCell(
        row=row,
        board=board_words(judged.cell),
        note=judged.judgement.note,
        claims=judged.judgement.claims,
        broken=[] if own is None else list(dict.fromkeys(rule for given in own.answers for rule in given.broken)),
        stats=statistics,
        alike=judged.alike,
        attempts=judged.attempts,
        boards=_draw_boards(judged.cell, row["result"] == ResultClass.WRONG, own, [*testimonies, *refuting]),
        commands=commands,
        proofs=[proof.words for proof in judged.proofs],
    )


def _draw_boards(
    cell: Cell, wrong: bool, own: Testimony | None, testimonies: Sequence[Testimony | None]
) -> tuple[DrawnBoard, ...]:
    """The board, the answers of the cell, and where it is wrong a verified answer, the cheapest one."""
    question = pose_cell_question(cell.instance)
    texts = [] if own is None else list(dict.fromkeys(given.text for given in own.answers))
    everybody = [given for each in testimonies if each is not None for given in each.answers if not given.broken]
    verified = sorted(everybody, key=lambda given: given.cost or 0)
    other = next((given.text for given in verified if given.text not in texts), None) if wrong else None
    shown = [*texts[: 1 if other else 2], *([other] if other else [])]
    read = [question.puzzle.answer_from_json(question.instance, json.loads(text)) for text in shown]
    drawn = boards(question, read, pictures=False)
    return (*drawn[:-1], replace(drawn[-1], title="a verified answer")) if other else drawn
