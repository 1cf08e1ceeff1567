"""`rosetta completion SHELL`: what to have a shell evaluate so that the tabulator key completes our words."""

from __future__ import annotations

import argparse

from rosetta.commands import flags
from rosetta.commands.command_line import CommandLine
from rosetta.foundation.exit_codes import DONE

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = ("bash",)
MORE = (
    "",
    "To turn it on, run this line, or put it into the startup file of your shell:",
    '  bash, zsh   eval "$(rosetta completion bash)"     in ~/.bashrc, or in ~/.zshrc after compinit',
    "  fish        rosetta completion fish | source      in ~/.config/fish/config.fish",
    "`python -m models.VERB` is completed, too, once you have run `activate-global-python-argcomplete` (bash, zsh).",
)


def parser(command: str) -> argparse.ArgumentParser:
    p = flags.arguments_parser(
        command, "Print the script that completes puzzles, flags, backends and so on with the Tab key.", EXAMPLES, *MORE
    )
    p.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of: {', '.join(SHELLS)}")
    return p


def run(line: CommandLine) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["rosetta"], shell=line.values["shell"]))
    return DONE
