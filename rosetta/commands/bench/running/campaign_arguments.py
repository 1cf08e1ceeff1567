"""From the words of `bench run` to what they ask for."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from instances.naming import name_puzzle
from rosetta.campaigns.planning.campaign import InstanceGroup
from rosetta.campaigns.planning.campaign_request import CampaignBoards, CampaignRequest, RequestRefused
from rosetta.commands.command_line import CommandLine
from rosetta.commands.contract import UsageError
from rosetta.requests.options import Request

FILE = ".toml"


def campaign_boards(line: CommandLine) -> CampaignBoards:
    """The boards that the line names, or its campaign file. Raises InputError, and UsageError where it names both."""
    puzzle, whats = line.values["puzzle"], line.values["whats"]
    words = [word for word in (puzzle, *whats) if word is not None]
    files = [word for word in words if word.endswith(FILE)]
    if files and len(words) > 1:
        other = next((word for word in words if word != files[0]), files[0])
        raise UsageError(f"expected a campaign file or boards, found {files[0][:60]} and {other[:60]}")
    if files:
        return CampaignBoards(file=Path(files[0]))
    name, whats = name_puzzle(puzzle, whats, line.command)
    options = {option: (str(value),) for option, value in line.puzzle_options.items()}
    return CampaignBoards((InstanceGroup(tuple(whats), name, options=options),))


def campaign_request(line: CommandLine) -> CampaignRequest:
    """What else the line asks for. Raises InputError."""
    more = {name: line.values[name] for name in ("seed", "symmetries")}
    return line.request(CampaignRequest, options=line.puzzle_options or None, **more)


def check_file_alone(boards: CampaignBoards, request: CampaignRequest) -> None:
    """Raises UsageError for a flag that says what is run beside a campaign file."""
    for name in request.besides_file() if boards.file is not None else ():
        _refuse_beside_file(boards, request, name)


def _refuse_beside_file(boards: CampaignBoards, request: CampaignRequest, name: str) -> NoReturn:
    if name == "settings":
        raise UsageError(f"{boards.file} says what is run: settings of solvers belong there, not on the command line")
    flag = _flag_of(next(iter(request.options or ())) if name == "options" else name, request)
    raise UsageError(f"{flag}: {boards.file} says what is run; change it there, or name the boards on the command line")


def refused_words(refusal: RequestRefused, request: Request) -> UsageError:
    """The message as the line has it."""
    return UsageError(refusal.message("WHAT" if refusal.field == "boards" else _flag_of(refusal.field, request)))


def _flag_of(name: str, request: Request) -> str:
    """What the line calls a field."""
    word = request.word(name)
    return word if word.startswith("-") else f"--{word.replace('_', '-')}"
