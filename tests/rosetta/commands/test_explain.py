"""The verb `explain`: what a person reads, the page, the JSON document, exit codes; and names of rows."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

from backends.contract import Limits
from backends.reasons.job import ExplanationRequest
from instances.resolve import resolve
from models.puzzles.registry import PUZZLES, puzzle
from models.puzzles.stated_words import literal_cells, row_phrase
from models.puzzles.tiling.instance import Tiling
from models.puzzles.tiling.sets import Piece
from report.explanation.page import explanation_html
from report.explanation.records import explanation_text
from rosetta.commands.main import run_verb
from rosetta.studies.asking.question import Question
from rosetta.studies.explaining.explain import explanation_from, trace_question
from tests.support.small_boards import small_board

TENTS = "4x4:cbaea,1,1,0,2,0,2,0,2"
CLASHING = "4x4:bgd_,0,1,0,2,2,0,1,0"


def explanation_of(name, what, request=None, pictures=False, formulation=None, **rules):
    size, _, lit = what.partition(" ")
    resolved = resolve(name, size, options={"lit": lit} if lit else None)
    record, request = puzzle(name), request or ExplanationRequest()
    rules = {option: rules.get(option, values[0]) for option, values in record.options.items()}
    formulation = formulation or next(iter(record.formulations))
    traced = trace_question(Question(record, resolved.instance, rules), formulation, request, Limits())
    return explanation_from(resolved, traced, request, pictures)


def without_times(text):
    return re.sub(r"[\d.]+ m?s of CPU", "TIME of CPU", text)


@pytest.mark.parametrize(
    ("file", "name", "what", "job_request"),
    [
        ("explain_tents_4x4.txt", "tents", TENTS, ExplanationRequest()),
        ("explain_akari_10x10.txt", "akari", "10x10b20s2d2-1", ExplanationRequest()),
        ("explain_akari_source_4x4.txt", "akari", "source-4x4", ExplanationRequest(conflicts=20, repair=True)),
        ("explain_tents_without_solution.txt", "tents", CLASHING, ExplanationRequest(repair=True)),
        ("explain_lightsout_3.txt", "lightsout", "3", ExplanationRequest()),
        ("explain_lightsout_one_lamp.txt", "lightsout", "4 0:0", ExplanationRequest()),
    ],
)
def test_what_the_terminal_shows(golden, file, name, what, job_request):
    golden(file, without_times(explanation_text(explanation_of(name, what, job_request))))


def test_two_readings_of_the_same_board():
    """No solution by pairs, exactly one where trees may share."""
    assert explanation_of("tents", CLASHING).status == "unsatisfiable"
    assert explanation_of("tents", CLASHING, tree_rule="adjacent").status == "unique"


class Page(HTMLParser):
    """Elements with their attributes."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))


@pytest.mark.parametrize(("name", "what"), [("tents", TENTS), ("lightsout", "3"), ("akari", "source-4x4")])
def test_the_page_is_whole_without_its_script_and_asks_for_nothing(name, what):
    """A picture for each step, nothing hidden; no address outside but that where the board can be played, which is
    only a link; and a policy that forbids to load any."""
    explanation = explanation_of(name, what, ExplanationRequest(repair=True), pictures=True)
    text = explanation_html(explanation)
    page = Page(text)
    steps = [a for tag, a in page.elements if tag == "li" and "step" in a.get("class", "").split()]
    assert len(steps) == len(explanation.steps) + len(explanation.clashes)
    assert not any("hidden" in a for _, a in page.elements)
    assert sum(tag == "svg" for tag, _ in page.elements) == len(steps)
    assert not {"src", "href"} & {name for tag, a in page.elements if tag != "a" for name in a}
    assert {a["href"] for tag, a in page.elements if tag == "a"} == {"#main", explanation.link} - {""}
    outside = text.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert outside.count("http") == outside.count(f'<a href="{explanation.link}"') == bool(explanation.link)
    assert "default-src 'none'" in text


def test_pictures_tell_marks_apart_by_shape():
    """Crosses, frames and exclamation marks; none of them without being asked for."""
    for name, what in (("tents", TENTS), ("akari", "source-4x4"), ("lightsout", "3")):
        record, p = puzzle(name), resolve(name, what).instance
        plain, cell = record.draw_svg(p), {(0, 1)}
        assert record.draw_svg(p, empty=cell).count("l7 7m0 -7l-7 7") == 1 + plain.count("l7 7m0 -7l-7 7")
        assert record.draw_svg(p, fresh=cell).count(">!<") == 1
        assert record.draw_svg(p, empty=(), fresh=(), mark=()) == plain
        assert record.draw_text(p, empty=cell) != record.draw_text(p)
        assert record.draw_text(p, empty=()) == record.draw_text(p)


def run(capsys, *words):
    code = run_verb("explain", list(words))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_exit_codes_and_messages(capsys):
    assert run(capsys, "tents", TENTS)[0] == 0
    code, out, _ = run(capsys, "lightsout", "2x3", "--to", "1")
    assert code == 0
    assert "There are 4 solutions" in out
    code, out, _ = run(capsys, "tiling", "8x8", "--time-limit", "0.3")
    assert code == 3
    assert "A solution:" in out
    assert "Not finished: time limit of 0.3 s" in out
    code, _, err = run(capsys, "tents", TENTS, "--formulation", "nonsense")
    assert code == 2
    assert err.count("\n") == 1


def test_the_json_document(capsys):
    code, out, _ = run(capsys, "tents", TENTS, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["status"] == "unique"
    assert document["answer"] == {"tents": [[1, 1], [1, 3], [3, 0], [3, 3]]}
    assert len([x for step in document["steps"] for x in step["literals"]]) == 16
    assert {"conclusion", "literals", "kind", "grade", "rows", "facts", "text"} == set(document["steps"][0])
    code, out, _ = run(capsys, "akari", "source-4x4", "--json", "--repair", "--all-conflicts")
    document = json.loads(out)
    assert code == 0
    assert document["answer"] is None
    assert len(document["conflicts"]) == 3
    assert [(change["name"], change["from"], change["to"]) for change in document["repair"]] == [
        ("the wall 1 at R1C1", "1", 0)
    ]


def test_the_page_is_written(capsys, tmp_path):
    page = tmp_path / "page.html"
    code, _, err = run(capsys, "akari", "5", "--html", str(page))
    assert code == 0
    assert str(page) in err
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", PUZZLES)
def test_every_row_has_a_name_of_its_own(name):
    """Within a rule no two rows are called the same; a name says which, on one line."""
    record = puzzle(name)
    for formulation, build in record.formulations.items():
        p = small_board(name, seed=3)
        model = build(p).relaxed()
        for block in model.blocks:
            numbers = np.unique(block.number).tolist()
            rows = [int(np.flatnonzero(block.number == number)[0]) for number in numbers]
            names = [row_phrase(record, p, model, block, row).text for row in rows]
            assert len(set(names)) == len(names), (formulation, block.sentence)
            assert all(row_name and row_name == row_name.strip() and "\n" not in row_name for row_name in names)


def test_every_conclusion_of_a_step_is_spoken_of():
    """What else follows from the rows that refute the first one's opposite is named in a sentence of its own."""
    corners = Tiling(np.ones((2, 3), np.bool_), (Piece("L", ((0, 0), (0, 1), (1, 0)), 2),))
    record = puzzle("tiling")
    resolved = replace(resolve("tiling", "6x10"), instance=corners)
    traced = trace_question(Question(record, corners), "cells", ExplanationRequest(), Limits())
    steps = explanation_from(resolved, traced, ExplanationRequest()).steps
    several = [step for step in steps if step.kind == "contradiction" and len(step.names) > 1]
    assert several
    for step in several:
        assert all(name.removeprefix("not L on ") in step.reasons[-1] for name in step.names[1:]), step


def test_one_row_modulo_three_needs_no_trying():
    """A lamp of three colours of which all presses but one are known is one row by itself, and is told as one."""
    resolved = resolve("lightsout", "3", options={"lit": "random", "colours": 3})
    record = puzzle("lightsout")
    traced = trace_question(
        Question(record, resolved.instance), next(iter(record.formulations)), ExplanationRequest(), Limits()
    )
    steps = explanation_from(resolved, traced, ExplanationRequest()).steps
    alone = [step for step in steps if len(step.rows) == 1]
    assert alone
    assert all(step.kind == "row" and " asks for " in step.reasons[0] for step in alone)


def test_the_colouring_is_told_in_words():
    """T covers one or three dark cells of the ten, I, L, O and S two each."""
    clash = explanation_of("tiling", "tetrominoes:4x5", formulation="coloured").clashes[0]
    assert clash.reasons == (
        "Coloured like a chessboard, the board has 10 dark cells; of these take, wherever they lie, T (together 1) an "
        "odd number, every other piece an even one",
    )


def test_rows_of_ranks_are_not_called_like_rows_of_the_board():
    clash = explanation_of("tents", "3x3:aaaaa,2,0,2,2,0,2", tree_rule="unique-matching").clashes[0]
    names = [row.name for row in clash.rules if row.rule.startswith("no trees can exchange")]
    assert "the tree at R1C2, with the tent at R1C1, and the tree at R2C1" in names
    assert len(set(names)) == len(names)


def test_cells_are_not_asked_for_where_nothing_is_known_yet(monkeypatch):
    """Of each cell of a large board that took longer than the whole limit, for a drawing without a mark."""
    from backends.reasons.row_table import row_table
    from rosetta.studies.explaining import drawings
    from rosetta.studies.explaining.wording import Wording

    record, board = puzzle("akari"), resolve("akari", "6").instance
    question = Question(record, board)
    model = question.model("default")
    answer = record.project(board, model)
    rows = row_table(model, answer)
    words, queried = Wording(question, model, rows), list[int]()
    monkeypatch.setattr(words, "cells", lambda x: queried.append(x) or literal_cells(record, board, model, x))
    values = rows.open_values()
    assert drawings.empty_cells(words, values) == frozenset()
    assert queried == []
    values[int(answer[3])] = -1
    assert drawings.empty_cells(words, values) == {tuple(np.argwhere(board.white)[3].tolist())}


@pytest.mark.sample(0.125)
def test_of_a_size_a_board_with_one_solution_is_explained(capsys):
    """The one that `generate --unique` sets, the same for the same seed; the plain one if it has one solution, or is
    asked for."""
    first, again = (json.loads(run(capsys, "akari", "6", "--seed", "3", "--json")[1]) for _ in range(2))
    assert first["id"] == again["id"] != resolve("akari", "6", 3).id
    assert first["status"] == "unique"
    assert run_verb("generate", ["akari", "6", "--seed", "3", "--unique"]) == 0
    assert capsys.readouterr().out.strip() == first["id"]
    code, out, err = run(capsys, "akari", "6", "--seed", "3", "--as-generated")
    assert code == 0
    assert resolve("akari", "6", 3).id in out
    assert "without --as-generated" in err
    assert resolve("tents", "6").id in run(capsys, "tents", "6")[1]
