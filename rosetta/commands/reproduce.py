"""`rosetta reproduce [ITEM]`: what the sources say, run again: their value, ours, the verdict."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.foundation.exit_codes import DONE, LIMIT, WRONG
from rosetta.foundation.spelling import unknown_name

if TYPE_CHECKING:
    from report.progress import ProgressLine
    from report.reproduction.records import Chapter, Entry, Line
    from rosetta.reproducing.records import Item

EXAMPLES = ("", "tiling", "tiling --full --html tiling.html", "lightsout", "all --json", "tiling --latex tiling.tex")
ALL = "all"


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command,
        "Test the claims and figures that the sources publish. Without ITEM, list the items.",
        EXAMPLES,
        "",
        "exit code: 0 every claim has a verdict; 1 our own engines contradict each other; 3 some claim is still open",
    )
    p.add_argument(
        "items",
        metavar="ITEM",
        nargs="*",
        help=f"an item, or the beginning of several items' names (lightsout); `{ALL}`: all of them",
    )
    p.add_argument("--full", action="store_true", help="run the full form (minutes), not the quick form (seconds)")
    flags.add_seed(p, "seed for all that is random")
    flags.add_page(p)
    p.add_argument("--latex", default=None, metavar="FILE", help="also write the tables in LaTeX")
    flags.add_json(p, lines=False)
    return p


def run(line: CommandLine) -> int:
    from report.frame import load_templates
    from report.progress import ProgressLine
    from report.reproduction.json_document import list_json, reproduction_json
    from report.reproduction.latex import reproduction_latex
    from report.reproduction.page import reproduction_html
    from report.reproduction.text import list_text
    from report.saving import check_target, save
    from rosetta.reproducing.registry import items
    from rosetta.verbs.documents import provenance_of

    all_items, values = items(), line.values
    if not values["items"]:
        chapters = [item.chapter() for item in all_items]
        head = provenance_of({}, (), line.repeat())
        print(list_json(chapters, head) if values["json"] else list_text(chapters))
        return DONE
    chosen = _select_items(values["items"], {item.name: item for item in all_items})
    for file in filter(None, (values["html"], values["latex"])):
        check_target(file)
    if values["html"]:
        load_templates()
    with ProgressLine() as progress:
        chapters = [_reproduce_item(item, line, progress) for item in chosen]
    for file, render in ((values["html"], reproduction_html), (values["latex"], reproduction_latex)):
        if file:
            save(file, render(chapters))
    if values["json"]:
        head = provenance_of({}, (), line.repeat())
        print(reproduction_json(chapters, values["full"], values["seed"], head))
    return _exit_code([told for chapter in chapters for told in chapter.lines])


def _select_items(names: list[str], items_by_name: dict[str, Item]) -> list[Item]:
    """The items of these names, each once. A word that is no item stands for those that begin with it: `lightsout` for
    `lightsout-squares` and so on. Raises UsageError."""
    chosen: dict[str, Item] = {}
    for name in names:
        fitting = [name] if name in items_by_name else [full for full in items_by_name if full.startswith(f"{name}-")]
        fitting = list(items_by_name) if name == ALL else fitting
        if not fitting:
            raise UsageError(unknown_name("item", name, [*items_by_name, ALL]))
        chosen |= {full: items_by_name[full] for full in fitting}
    return list(chosen.values())


def _reproduce_item(item: Item, line: CommandLine, progress: ProgressLine) -> Chapter:
    """Run the item. Each entry is printed as soon as it is known, unless --json is given."""
    from report.reproduction.text import entry_text, heading_text, summary_text

    colour = flags.wants_colour()
    entries: list[Entry] = []
    chapter = item.chapter(line.repeat(items=item.name, html=None, latex=None, json=False))

    def show(text: str) -> None:
        if not line.values["json"]:
            progress.clear()
            print(text, flush=True)

    show(heading_text(chapter, colour))
    for entry in item.run(line.values["full"], line.values["seed"], progress.show):
        entries.append(entry)
        show(entry_text(entry, colour))
    chapter = item.chapter(chapter.command, tuple(entries))
    show(summary_text(chapter.lines, colour) + "\n")
    return chapter


def _exit_code(lines: list[Line]) -> int:
    """The exit code that the verdicts ask for."""
    from report.reproduction.records import CONTRADICTORY, OPEN

    verdicts = {line.verdict for line in lines}
    return WRONG if CONTRADICTORY in verdicts else LIMIT if OPEN in verdicts else DONE
