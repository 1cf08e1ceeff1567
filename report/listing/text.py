"""The list of puzzles, and one puzzle whole, as text."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from report.boards import ANSWER_LINES, board_lines
from report.listing.records import (
    ExampleBoard,
    ExampleCommand,
    NamedChoice,
    PuzzleDescription,
    PuzzleEntry,
    PuzzleFlag,
)
from report.text_columns import GAP, cut_text, display_width, pad, wrap_text
from report.words import full_sentence, one_line, plural, size_text

INDENT = "  "
BESIDE = 4  # columns between two boards
FIRST_NAMES = 10  # of the catalogue
MOST_NAMED = 22  # columns of names before their meaning begins on the next line
LEAST_FORMATS = 26  # columns of the formats in the list, before summaries are wrapped


def entries_text(
    entries: Sequence[PuzzleEntry], width: int, describe: str, classics: Sequence[PuzzleEntry] = ()
) -> str:
    """The list as a table by name, whose texts are wrapped, never cut; of formats as many are named as one line holds.
    describe: the command that shows one puzzle; classics: models with a size, which are listed below."""
    entries = sorted(entries, key=lambda entry: entry.name)
    names = [_wrapped_names(entry) for entry in entries]
    formats = [describe_formats_briefly(entry) for entry in entries]
    first = max(display_width(line) for lines in (*names, ["puzzle"]) for line in lines)
    widest, room = max(display_width(_describe(entry)) for entry in entries), width - first - 2 * GAP
    last = min(max(map(display_width, (*formats, "formats"))), max(LEAST_FORMATS, room - widest))
    middle = min(widest, room - last)
    lines = [*_row([["puzzle"], ["what it is"], ["formats"]], (first, middle, last))]
    lines += [(" " * GAP).join("-" * columns for columns in (first, middle, last))]
    for entry, own in zip(entries, names, strict=True):
        known = describe_formats_briefly(entry, last)
        cells = [own, wrap_text(_describe(entry), middle), wrap_text(known, last)]
        lines += _row(cells, (first, middle, last))
    lines += ["", *wrap_text(f"One puzzle whole, with an example: {describe}", width)]
    if classics:
        pairs = [(entry.name, _describe(entry)) for entry in classics]
        lines += ["", "Classics, each a model of any size, such as: solve queens 20", *_named_lines(pairs, width)]
    return "\n".join(lines)


def _wrapped_names(entry: PuzzleEntry) -> list[str]:
    """The name, and below it those by which it is also known."""
    return [entry.name, *(f"{INDENT}{alias}" for alias in entry.aliases)]


def _describe(entry: PuzzleEntry) -> str:
    return f"does not load: {one_line(entry.fault)}" if entry.fault else entry.summary


def describe_formats_briefly(entry: PuzzleEntry, width: int | None = None) -> str:
    """`penpa, tatham + 6 files`, or where that is wider, `penpa + 7 more`."""
    files = plural(len(entry.file_formats), "file") if entry.file_formats else ""
    text = " + ".join(filter(None, (", ".join(entry.line_formats), files)))
    for named in range(len(entry.line_formats) - 1, 0, -1):
        if width is None or display_width(text) <= width:
            break
        others = len(entry.line_formats) - named + len(entry.file_formats)
        text = f"{', '.join(entry.line_formats[:named])} + {others} more"
    return text


def _row(cells: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    """Cells of several lines side by side."""
    for texts in zip_longest(*cells, fillvalue=""):
        padded = (pad(text, width) for text, width in zip(texts, widths, strict=True))
        yield (" " * GAP).join(padded).rstrip()


def description_text(
    described: PuzzleDescription, width: int, program: Callable[[str], str], *, names_flags: bool = True
) -> str:
    """One puzzle whole. program: what is typed to run a verb; names_flags: is the reader on a command line?"""
    sections = [
        _heading(described, width),
        _section("Rules", _bullets(described.rules, width)),
        _example_lines(described.example, width),
        _section("Sizes", wrap_text(f"{INDENT}{described.sizes}", width, INDENT) if described.sizes else []),
        _section("Options of the rules, for every verb", _flag_lines(described.options, width)),
        _section("Options of the board, for every verb", _flag_lines(described.parameters, width)),
        _section("What to ask of a board, for generate", _flag_lines(described.wishes, width)),
        _section("Models, --formulation NAME", _choice_lines(described.formulations, width)),
        _section("Solvers for this puzzle alone, --backend NAME", _choice_lines(described.backends, width)),
        _format_lines(described, width),
        _catalogue_lines(described, width, names_flags),
        _command_lines(described, width, program),
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def _heading(described: PuzzleDescription, width: int) -> list[str]:
    entry = described.entry
    also = f", also {', '.join(entry.aliases)}" if entry.aliases else ""
    phrases = (entry.summary, *described.background)
    return [
        *wrap_text(f"{entry.title} ({entry.name}{also})", width, INDENT),
        *(line for phrase in phrases for line in wrap_text(f"{INDENT}{full_sentence(phrase)}", width, INDENT)),
    ]


def _section(title: str, lines: Sequence[str]) -> list[str]:
    """The lines below their title; nothing where there are none."""
    return [title, *lines] if lines else []


def _bullets(phrases: Iterable[str], width: int) -> list[str]:
    indent = f"{INDENT}  "
    return [line for phrase in phrases for line in wrap_text(f"{INDENT}- {full_sentence(phrase)}", width, indent)]


def _example_lines(example: ExampleBoard | None, width: int) -> list[str]:
    """The board, and beside or below it the same with its answer."""
    if example is None:
        return []
    room = width - len(INDENT)
    drawn = [board_lines(text, text, room, ANSWER_LINES)[0] for text in (example.board, example.solved) if text]
    wide = max(display_width(line) for line in drawn[0])
    if len(drawn) == 2 and wide + BESIDE + max(map(display_width, drawn[1])) <= room:
        pairs = zip_longest(*drawn, fillvalue="")
        lines = [f"{pad(left, wide + BESIDE)}{right}".rstrip() for left, right in pairs]
    else:
        lines = [line for board in drawn for line in (*board, "")][:-1]
    return [
        f"A board of {size_text(example.size)}{describe_answer(example)}",
        *(f"{INDENT}{line}".rstrip() for line in lines),
        *(wrap_text(f"{INDENT}({example.legend})", width, INDENT) if example.legend else []),
        *_labelled("ID", example.id, width),
        *_labelled("from", example.source, width),
        *_labelled("open", example.link if example.link != example.id else "", width),
    ]


def describe_answer(example: ExampleBoard) -> str:
    """What is known of the answer that is drawn: `, and its only solution`."""
    if not example.solved:
        return ""
    if example.solutions == "1":
        return ", and its only solution"
    many = {"": "a solution", "2+": "one of its solutions"}
    return f", and {many.get(example.solutions, f'one of its {example.solutions} solutions')}"


def _labelled(label: str, text: str, width: int) -> list[str]:
    """A text to be copied, whole, behind its label; nothing without a text."""
    return wrap_text(f"{INDENT}{label:<5}{one_line(text)}", width, INDENT) if text else []


def _flag_lines(flags: Sequence[PuzzleFlag], width: int) -> list[str]:
    return _named_lines([(flag.flag, describe_flag(flag)) for flag in flags], width)


def describe_flag(flag: PuzzleFlag) -> str:
    """What an option means, its values where the meaning does not name them, and its default."""
    values = "" if all(value in flag.meaning for value in flag.values) else ", ".join(flag.values)
    meaning = ": ".join(filter(None, (flag.meaning, values)))
    return f"{meaning} (default {flag.default})" if flag.default else meaning


def _choice_lines(choices: Sequence[NamedChoice], width: int) -> list[str]:
    several = len(choices) > 1
    return _named_lines(
        [
            (choice.name, f"{choice.words}{' (default)' if choice.is_default and several else ''}".strip())
            for choice in choices
        ],
        width,
    )


def _named_lines(pairs: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Names and what they mean, in two columns; a long name has a line of its own."""
    first = max((len(name) for name, _ in pairs if len(name) <= MOST_NAMED), default=0)
    indent = " " * (len(INDENT) + first + GAP)
    lines = list[str]()
    for name, words in pairs:
        wrapped = wrap_text(words, width - len(indent)) or [""]
        if len(name) > first:
            lines.append(f"{INDENT}{name}")
        else:
            lines.append(f"{INDENT}{name:<{first}}{' ' * GAP}{wrapped.pop(0)}".rstrip())
        lines += [f"{indent}{line}" for line in wrapped if line]
    return lines


def _format_lines(described: PuzzleDescription, width: int) -> list[str]:
    """Each format with the example in it, as much of it as has room."""
    if not described.formats:
        return []
    names = [", ".join((form.name, *form.aliases)) for form in described.formats]
    pairs = [(name, form.title) for name, form in zip(names, described.formats, strict=True)]
    if described.example is None:
        return ["Formats, convert --to NAME", *_named_lines(pairs, width)]
    lines = ["Formats, convert --to NAME (* stands on a command line, the others are files)"]
    for form, (name, title) in zip(described.formats, pairs, strict=True):
        example = form.example.replace("\n", "\\n") or "(cannot say this board)"  # blanks as they are
        lines += [
            *wrap_text(f"{'*' if form.one_line else ' '} {name}: {title}", width, INDENT),
            f"{INDENT * 2}  {cut_text(example, width - 6)}",
        ]
    return lines


def _catalogue_lines(described: PuzzleDescription, width: int, names_flags: bool) -> list[str]:
    names = described.catalogue
    if not names:
        return []
    more = len(names) - FIRST_NAMES
    hint = " (--json has all)" if names_flags else ""
    text = ", ".join(names[:FIRST_NAMES]) + (f", and {more} more{hint}" if more > 0 else "")
    return [f"Catalogue, {plural(len(names), 'board')} by name", *wrap_text(f"{INDENT}{text}", width, INDENT)]


def _command_lines(described: PuzzleDescription, width: int, program: Callable[[str], str]) -> list[str]:
    """Commands as they are typed, each below what it shows."""
    if not described.commands:
        return []
    lines = ["Try"]
    if described.preparation:
        lines += [f"{INDENT}{described.preparation}"]
    commands = [command_line(command, program) for command in described.commands]
    widest = max(map(display_width, commands))
    does = [command.does for command in described.commands]
    if len(INDENT) + widest + GAP + max(map(display_width, does)) <= width:
        return [
            *lines,
            *(f"{INDENT}{pad(line, widest + GAP)}{what}" for line, what in zip(commands, does, strict=True)),
        ]
    for line, what in zip(commands, does, strict=True):
        lines += [f"{INDENT}# {what}", f"{INDENT}{line}"]
    return lines


def command_line(command: ExampleCommand, program: Callable[[str], str]) -> str:
    """A command as it is typed. program: what is typed to run a verb."""
    return f"{program(command.verb)} {shlex.join(command.words)}"
