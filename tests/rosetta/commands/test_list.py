"""`rosetta list`: all puzzles, and one whole; what it says is true, and what it tells to type works."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache

import pytest

from docs.fill_pages import Shell
from instances.catalogue import names as catalogue_names
from instances.formats.contract import format_named, formats
from instances.resolve import resolve
from models.puzzles import summary_table
from models.puzzles.registry import ALIASES, CLASSICS, ON_GRAPHS, READ_ONLY, all_names, names, puzzle
from models.puzzles.templates.writing import fill_template
from report.listing.text import entries_text
from report.text_columns import display_width
from rosetta.foundation.errors import InputError
from rosetta.studies.asking.formulations import choose_formulation
from rosetta.studies.listing.describing import describe_puzzle
from rosetta.studies.listing.example_board import choose_board
from rosetta.studies.listing.overview import entry_of, list_puzzles
from rosetta.studies.setting.setters import setter_of
from tests.rosetta.older_files.collection import PACKAGE
from tests.support.in_a_fork import rosetta, write_warm_programs
from tests.support.places import ROOT

LONGEST_SUMMARY = 54  # so that a line of the list fits into 100 columns
ENTRY_POINT = "[rosetta.puzzles]\nsprouts = sprouts:PUZZLE\nbroken = no_such_module:PUZZLE\n"


@cache
def description(name: str) -> dict:
    """The document of a puzzle."""
    completed = rosetta("list", name, "--json")
    assert completed.returncode == 0, completed.stderr
    return json.loads(completed.stdout)


def rows_of(name: str, instance) -> list[tuple[str, list[int]]]:
    """The rules of a board, and how many literals their rows have: of a board that was read wrongly, others."""
    model = next(iter(puzzle(name).formulations.values()))(instance)
    return [(block.sentence, sorted(block.rows.lengths.tolist())) for block in model.blocks]


def run_with(folder, *words: str) -> subprocess.CompletedProcess[str]:
    """`rosetta list` where the packages in a folder are installed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]), "COLUMNS": "80"}
    command = [sys.executable, "-m", "rosetta", "list", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=120)


class WarmShell(Shell):
    """A shell whose `rosetta` and `python -m models` run in forks of a process that has loaded everything."""

    def write_programs(self, folder) -> None:
        write_warm_programs(folder)


def test_every_puzzle_is_listed_with_what_its_record_says():
    """By name and by every alias, in the table and in the document."""
    text, document = rosetta("list").stdout, json.loads(rosetta("list", "--json").stdout)
    assert [entry["puzzle"] for entry in document["puzzles"]] == list(all_names())
    assert document["schema"] == 1
    for entry in document["puzzles"]:
        record = puzzle(entry["puzzle"])
        assert (entry["title"], entry["summary"]) == (record.title, record.summary)
        assert {own for own in ALIASES if ALIASES[own] == record.name} == set(entry["aliases"])
        assert {record.name, *entry["aliases"]} <= set(text.split())
        if record.name not in READ_ONLY:
            known = {form.name: form.one_line for form in formats().values() if record.name in form.puzzles}
            listed = dict.fromkeys(entry["line_formats"], True) | dict.fromkeys(entry["file_formats"], False)
            assert listed == known


WIDTHS = (80, 100, 120)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_of_the_list_is_wider_than_the_terminal(width, monkeypatch):
    """And nothing is cut."""
    monkeypatch.setenv("COLUMNS", str(width))
    text = rosetta("list").stdout
    assert max(map(display_width, text.splitlines())) <= width
    assert "..." not in text


@pytest.mark.sample(4, each="width")
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", all_names())
def test_no_line_of_a_puzzle_is_wider_than_the_terminal(name, width, monkeypatch):
    """An ID or a command that is copied may take a longer line."""
    monkeypatch.setenv("COLUMNS", str(width))
    lines = rosetta("list", name).stdout.splitlines()
    assert [line for line in lines[: lines.index("Try")] if display_width(line) > width] == []


def test_the_table_of_summaries_is_what_the_records_say():
    """`python -m models.puzzles.summary_table` writes it. A new puzzle may be left out until then."""
    listed = [name for name in [*all_names(), *CLASSICS] if name in summary_table.read_summaries()]
    assert summary_table.TABLE.read_text("utf-8") == summary_table.format_summaries(listed)
    assert {"tents", "hashi", "model"} <= set(listed)


def test_a_puzzle_without_a_line_in_the_table_is_loaded(monkeypatch):
    with_table = list_puzzles()
    monkeypatch.setattr(summary_table, "read_summaries", dict)
    assert list_puzzles() == with_table


@pytest.mark.parametrize("name", all_names())
def test_a_summary_is_a_short_phrase(name):
    summary = puzzle(name).summary
    assert 20 <= len(summary) <= LONGEST_SUMMARY
    assert summary[0].islower()
    assert summary[-1] not in ".;,"
    assert "\t" not in summary


def test_without_a_summary_the_first_rule_is_one():
    record = puzzle("hitori")
    assert replace(record, summary="").summary == record.rules[0]


@pytest.mark.parametrize("name", names())
def test_the_example_is_a_board_with_its_answer(name):
    """The answer keeps the rules; what is drawn is that board; there are as many solutions as are told."""
    example, record = description(name)["example"], puzzle(name)
    resolved = resolve(name, example["words"][0], options=dict(zip(*[iter(example["words"][1:])] * 2, strict=True)))
    assert resolved.size == tuple(example["size"])
    answer = record.answer_from_json(resolved.instance, example["answer"])
    assert record.verify(resolved.instance, answer) == []
    assert example["board"] == record.draw_text(resolved.instance)
    assert example["solved"] == record.draw_text(resolved.instance, answer)
    counted = json.loads(rosetta("count", name, *example["words"], "--json").stdout)["count"]
    assert example["solutions"] in (counted, "")


@pytest.mark.parametrize("name", names())
def test_a_format_that_is_listed_writes_the_example_and_reads_it_back(name):
    described = description(name)
    instance = resolve(name, *described["example"]["words"]).instance
    assert {form["name"] for form in described["formats"]} == {
        form.name for form in formats().values() if name in form.puzzles
    }
    for form in described["formats"]:
        record = format_named(form["name"])
        assert form["example"], form["name"]
        assert form["example"] == record.write(name, instance).rstrip("\n")
        read, back = record.read(form["example"], name)
        assert read == name
        assert rows_of(name, back) == rows_of(name, instance), form["name"]
        if record.puzzles != ON_GRAPHS:  # whose vertices may stand in another order
            assert record.write(name, back).rstrip("\n") == form["example"], form["name"]


@pytest.mark.parametrize("name", names())
def test_options_and_models_are_those_of_the_record(name):
    described, record = description(name), puzzle(name)
    assert {flag["name"] for flag in described["options"]} == set(record.options)
    assert {flag["name"] for flag in described["parameters"]} == set(record.parameters)
    wishes = {flag["name"] for flag in described["wishes"]}
    assert wishes - {"unique", "minimal", "difficulty"} == set(setter_of(record).wishes)
    shown = rosetta("generate", name, "--help").stdout
    flags = [*described["options"], *described["parameters"], *described["wishes"]]
    assert all(flag["flag"].partition(" ")[0] in shown and flag["meaning"] for flag in flags)
    known = [choice["name"] for choice in described["formulations"]]
    assert known[: len(record.formulations)] == list(record.formulations)
    instance = resolve(name, *described["example"]["words"]).instance
    (usual,) = (choice["name"] for choice in described["formulations"] if choice["is_default"])
    assert usual == choose_formulation(record, instance, None)
    assert all(choice["words"] for choice in [*described["formulations"], *described["backends"]])
    assert [choice["name"] for choice in described["backends"]] == [solver.name for solver in record.extras.solvers]
    assert described["catalogue"] == catalogue_names(name)


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", names())
def test_sizes_that_are_named_can_be_generated(name):
    """And where it says from which on, or up to which, no others can."""
    phrase, record = describe_puzzle(name).sizes, puzzle(name)
    for text in re.findall(r"(?<!\w)\d+x\d+(?!x)\b", phrase.replace("torus:8x8", "")):
        rows, columns = map(int, text.split("x"))
        assert record.generate((rows, columns), seed=0)[0] is not None, text
    if found := re.search(r"(?:up to|1x1 to) (\d+)x(\d+)", phrase):
        with pytest.raises(InputError):
            record.generate((int(found[1]) + 1, int(found[2]) + 1), seed=0)
    if found := re.search(r"from (\d+)x(\d+) on", phrase):
        with pytest.raises(InputError):
            record.generate((int(found[1]), int(found[2]) - 1), seed=0)


def test_the_numbers_of_stars_are_those_that_its_help_tells():
    phrase = puzzle("starbattle").parameters["stars"].help
    assert "1 unless said otherwise, 2 from 9x9 on, 3 from 14x14 on" in phrase
    stars = [puzzle("starbattle").generate((side, side), seed=0)[0].stars for side in (4, 8, 9, 13, 14, 20)]
    assert stars == [1, 1, 2, 2, 3, 3]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", all_names())
def test_every_command_that_it_tells_to_type_works(name, tmp_path):
    """As it is printed, in a shell, in the order in which they stand."""
    (tmp_path / "work").mkdir()
    shell, described = WarmShell(tmp_path / "work"), description(name)
    if described["preparation"]:
        assert shell.run(described["preparation"]).returncode == 0
    text = rosetta("list", name).stdout
    assert len(described["commands"]) >= 5
    for command in described["commands"]:
        assert command["command"] in text
        completed = shell.run(command["command"])
        assert completed.returncode == 0, (command, completed.stdout[-500:], completed.stderr)


def test_the_commands_are_those_of_the_program_that_was_typed():
    for program in ("rosetta", "python -m models", "python -m rosetta"):
        module = program.removeprefix("python -m ")
        typed = [sys.executable, "-m", module, "list", "hitori"]
        if program != "rosetta":
            completed = subprocess.run(typed, capture_output=True, text=True, cwd=ROOT)
            assert f"  {program} solve hitori " in completed.stdout
    assert "python -m models.solve hitori " in rosetta("list", "hitori").stdout


def test_one_puzzle_as_text(golden, monkeypatch):
    """In 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    golden("list_starbattle", rosetta("list", "starbattle").stdout)


def test_the_list_as_text(golden):
    """In 80 columns; a few puzzles, so that another one changes nothing here."""
    entries = [entry_of(name) for name in ("tents", "starbattle", "lightsout", "hashi", "model")]
    golden("list", entries_text(entries, 80, "rosetta list NAME", [entry_of("queens")]) + "\n")


@pytest.mark.sample(4)
@pytest.mark.parametrize("alias", ALIASES)
def test_an_alias_is_the_puzzle(alias):
    assert rosetta("list", alias.upper()).stdout == rosetta("list", ALIASES[alias]).stdout


def test_a_misspelt_name_is_refused_with_what_may_be_meant():
    completed = rosetta("list", "hitory")
    assert (completed.returncode, completed.stdout) == (2, "")
    assert "did you mean 'hitori'?" in completed.stderr
    assert rosetta("list", "akari", "--bare", "5").returncode == 2


def test_puzzles_of_other_packages_are_listed():
    """Of version 0.2.0, when a record said no summary: its first rule takes the place."""
    listed = run_with(PACKAGE)
    assert listed.returncode == 0, listed.stderr
    assert "rooks" in listed.stdout.split()
    whole = run_with(PACKAGE, "rooks", "--json")
    assert whole.returncode == 0, whole.stderr
    document = json.loads(whole.stdout)
    assert document["summary"] == document["rules"][0]
    assert document["example"]["board"]
    assert document["commands"]
    assert run_with(PACKAGE, "rooks").stdout.startswith("Rooks")


@pytest.mark.parametrize("answer", ["cells", "values", "loop"])
def test_a_new_puzzle_of_one_file_introduces_itself(answer, tmp_path):
    """As `python -m models.puzzles new` writes it; beside it one that does not load, which the list says."""
    (tmp_path / "sprouts.py").write_text(fill_template("sprouts", answer), "utf-8")
    folder = tmp_path / "sprouts-1.dist-info"
    folder.mkdir()
    (folder / "entry_points.txt").write_text(ENTRY_POINT, "utf-8")
    (folder / "METADATA").write_text("Name: sprouts\nVersion: 1\n", "utf-8")
    listed = run_with(tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert "does not load" in listed.stdout
    whole = run_with(tmp_path, "sprouts")
    assert whole.returncode == 0, whole.stderr
    assert "A board of 5x5, and a solution" in whole.stdout
    assert run_with(tmp_path, "broken").returncode == 2


def test_an_example_that_is_in_no_catalogue_is_solved():
    """An ID or an address of a board; whether it has other answers is told."""
    record = puzzle("hitori")

    def choose(example):
        introduction = replace(record.extras.introduction, example=example)
        return choose_board(replace(record, extras=replace(record.extras, introduction=introduction)))

    unique, several = choose("5x5:4121323411341313352412341"), choose("1x2:12")
    assert (unique.solutions, several.solutions) == ("1", "2+")
    known = choose("5x5dk-1234")
    assert (unique.resolved.instance, unique.answer) == (known.resolved.instance, known.answer)
    with pytest.raises(InputError, match="no solution"):
        choose("2x2:1111")
